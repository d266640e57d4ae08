/** The table in the middle of the page: the board where the game has one, else its figures in rows. */
import { Board } from "../board/index.ts";
import { lang } from "../net/settings.ts";
import type { FigureView, Scene } from "../protocol.ts";
import { texts } from "../text/index.ts";
import type { Session } from "./session.ts";

export function Table({ session, still = false }: { session: Session; still?: boolean }) {
  const scene = session.scene.value;
  const game = session.live.game.value;
  if (!scene || !game) return <div class="table empty" aria-busy="true" />;
  if (!scene.board) return <Rows session={session} scene={scene} />;
  const looking = still || session.past.value !== null || game.table.over !== "";
  return (
    <div class={session.past.value ? "table past" : "table"}>
      <Board
        scene={scene}
        me={game.table.me}
        lang={lang.value}
        still={looking}
        selected={session.selected.value}
        onSelect={(figure) => session.select(figure)}
        light={session.past.value ? null : session.light.value}
        watch={session.past.value ? null : session.watch.value}
        onWatch={(seat) => {
          session.watched.value = seat;
        }}
        choices={looking ? [] : session.onBoard.value}
        onChoose={(option) => session.chooseOnBoard(option)}
        onPoint={(option) => session.asker.hover(option)}
        zone={looking ? [] : session.asker.zone.value}
        form={looking ? null : session.boardForm.value}
        probe={session.probe}
        onDrop={session.drop}
        ghosts={session.live.ghosts.value}
        onGhost={(ghost) => session.live.ghost(ghost)}
        pointed={session.pointed.value}
        spot={session.spot.value}
      />
    </div>
  );
}

/** A game without a map: its figures by side, each a button that selects it or is the choice asked for. */
function Rows({ session, scene }: { session: Session; scene: Scene }) {
  const choices = new Map(session.onBoard.value.map((option) => [option.figure, option]));
  const act = (figure: FigureView): void => {
    const option = choices.get(figure.id);
    if (option) session.chooseOnBoard(option);
    else session.select(figure.id);
  };
  return (
    <div class="table rows" role="group" aria-label={texts.value.game.figures}>
      {scene.sides.map((side) => (
        <section key={side.seat} data-seat={side.seat}>
          <h2>{side.name}</h2>
          <ul>
            {scene.figures
              .filter((figure) => figure.seat === side.seat)
              .map((figure) => (
                <li key={figure.id}>
                  <button
                    type="button"
                    class={choices.has(figure.id) ? "figure choosable" : "figure"}
                    aria-pressed={session.selected.value === figure.id}
                    onClick={() => act(figure)}
                  >
                    <b>{figure.name}</b>
                    <span>
                      {figure.meters.map((meter) => `${meter.label} ${meter.now}/${meter.full}`).join(" · ")}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

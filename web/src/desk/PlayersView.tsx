/** What the players may know, large enough to be read across a room: a second screen, a tablet, or their phones. */
import { useRef } from "preact/hooks";
import { useCommands } from "../app/commands.ts";
import { Header } from "../app/Header.tsx";
import type { Session } from "../app/session.ts";
import type { Known } from "../net/store.ts";
import { Trouble } from "../pages/GameParts.tsx";
import type { CreatureRow, DeskView } from "../protocol.ts";
import { left } from "./Desk.tsx";
import { besideTags, inOrder } from "./orders.ts";
import { TrackView } from "./Rows.tsx";
import { words } from "./words.ts";
import "../style/players.css";

const LINES = 4;

export function PlayersView({ session, game, view }: { session: Session; game: Known; view: DeskView }) {
  const t = words.value;
  const page = useRef<HTMLElement>(null);
  const widen = (): void => void page.current?.requestFullscreen?.().catch(() => undefined);
  useCommands([{ id: "full", label: t.full, keys: ["f"], run: widen, group: "table" }]);
  const sides = view.sides.filter((side) => view.rows.some((row) => row.side === side.seat));
  const last = game.journal.filter((entry) => entry.rank === 0).slice(-LINES);
  return (
    <div class="desk-page">
      <Header>
        <div class="standing">
          <h1>{game.table.title}</h1>
        </div>
      </Header>
      <main class="players-view" ref={page} tabIndex={0}>
        <Trouble session={session} />
        <p class="now" role="status">
          {view.standing}
        </p>
        {view.order.length > 0 && (
          <ol class="turns" aria-label={t.order}>
            {view.order.map((id) => {
              const row = inOrder(view).find((one) => one.id === id);
              return (
                row && (
                  <li key={id} aria-current={row.active ? "true" : undefined}>
                    {row.name}
                  </li>
                )
              );
            })}
          </ol>
        )}
        <div class="players-sides">
          {sides.map((side) => (
            <section key={side.seat} aria-label={side.name} class={side.active ? "active" : ""}>
              <h2>
                <span class="side-sign" data-seat={side.seat} /> {side.name}
                {side.active && <span class="mark">{t.turn}</span>}
              </h2>
              <ul>
                {view.rows
                  .filter((row) => row.side === side.seat)
                  .map((row) => (
                    <li
                      key={row.id}
                      class={["seen", row.state, row.active && "active"].filter(Boolean).join(" ")}
                    >
                      <Seen row={row} />
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
        {view.notes.length + view.timers.length > 0 && (
          <ul class="players-notes">
            {view.notes.map((note) => (
              <li key={note.id}>{note.text}</li>
            ))}
            {view.timers.map((timer) => (
              <li key={timer.id}>
                {timer.text}: {left(timer)}
              </li>
            ))}
          </ul>
        )}
        {last.length > 0 && (
          <ul class="players-last" aria-label={t.journalLast} aria-live="polite">
            {last.map((entry) => (
              <li key={entry.at}>{entry.text}</li>
            ))}
          </ul>
        )}
      </main>
    </div>
  );
}

function Seen({ row }: { row: CreatureRow }) {
  return (
    <>
      <div class="seen-who">
        <b>{row.name}</b>
        <span>{besideTags(row)}</span>
      </div>
      {row.tracks.length > 0 && (
        <ul class="tracks">
          {row.tracks.map((track) => (
            <li key={track.name} class={track.low ? "low" : ""}>
              <TrackView track={track} />
            </li>
          ))}
          {row.armour && (
            <li>
              <span>{row.armour.label}</span> <b>{row.armour.value}</b>
            </li>
          )}
        </ul>
      )}
      {row.tags.length + row.notes.length > 0 && (
        <ul class="tags">
          {row.tags.map((tag) => (
            <li key={`${tag.kind}/${tag.id}`}>
              {tag.label}
              {tag.count > 1 && ` ${tag.count}`}
            </li>
          ))}
          {row.notes.map((note) => (
            <li key={note.id}>{note.text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

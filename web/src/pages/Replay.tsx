/** A game again, from its journal: a slider, steps by line, hand and turn, and files to take away. */
import { useEffect, useState } from "preact/hooks";
import { useCommands } from "../app/commands.ts";
import { CopyLink, Dialog } from "../app/Dialog.tsx";
import { Drawer } from "../app/Drawer.tsx";
import { Header } from "../app/Header.tsx";
import { go } from "../app/router.ts";
import type { Session } from "../app/session.ts";
import { Table } from "../app/Table.tsx";
import { Journal } from "../journal/Journal.tsx";
import { stops } from "../journal/story.ts";
import { invite } from "../net/http.ts";
import { linkOf } from "../net/mine.ts";
import type { Known } from "../net/store.ts";
import { FigureCard } from "../panel/FigureCard.tsx";
import { seatName } from "../panel/Panel.tsx";
import { texts } from "../text/index.ts";
import { Closed, NoSeat } from "./Game.tsx";
import { downloads } from "./GameCommands.tsx";
import { StandingLine, Trouble } from "./GameParts.tsx";
import { useSession } from "./useSession.ts";

const STEP_MS = 900;
type By = "line" | "hand" | "turn";

export function Replay({ id }: { id: string }) {
  const session = useSession(id);
  if (!session) return <NoSeat />;
  if (session.live.farewell.value && !session.live.game.value)
    return <Closed text={session.live.farewell.value} />;
  return <Film session={session} />;
}

function Film({ session }: { session: Session }) {
  const game = session.live.game.value;
  const [place, setPlace] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [sharing, share] = useState(false);
  const last = Math.max(0, (game?.journal.length ?? 1) - 1);
  const move = (to: number): void => {
    setPlaying(false);
    setPlace(Math.max(0, Math.min(last, to)));
  };
  const step = (by: By, way: 1 | -1): void => move(nextStop(game, place, by, way));
  useMoment(session, game, place);
  usePlaying(playing, place, last, setPlace, setPlaying);
  useFilmCommands(
    session,
    step,
    move,
    last,
    () => toggle(),
    () => share(true),
  );
  const toggle = (): void => {
    if (!playing && place >= last) setPlace(0);
    setPlaying(!playing);
  };
  const t = texts.value.replay;
  const figure = session.figure.value;
  return (
    <div class="game-page">
      <Header>{game && <StandingLine game={game} scene={session.scene.value ?? game.scene} />}</Header>
      <main class="game film" data-pane="record">
        <section class="stage" aria-label={texts.value.game.table}>
          <Table session={session} still />
          {game && (
            <Controls
              game={game}
              place={Math.min(place, last)}
              last={last}
              playing={playing}
              move={move}
              step={step}
              toggle={toggle}
            />
          )}
        </section>
        <aside class="side" aria-label={t.title}>
          <Trouble session={session} />
          {figure && <FigureCard figure={figure} light={null} onClose={() => session.select("")} />}
          <div class="row film-links">
            <a class="button quiet" href={`/g/${session.id}`}>
              {t.toTable}
            </a>
            <button type="button" class="quiet" onClick={() => share(true)}>
              {t.share}
            </button>
            {game?.table.secret && (
              <a class="button quiet" href={`/g/${session.id}/prova`}>
                {texts.value.game.proof}
              </a>
            )}
          </div>
          {game && (
            <div class="record-pane">
              <Journal
                entries={game.journal}
                undone={game.undone}
                nameOf={(seat) => seatName(game, seat)}
                shown={game.journal[Math.min(place, last)]?.at ?? -1}
                onPoint={(entry) => entry && move(game.journal.indexOf(entry))}
                stay
              />
            </div>
          )}
        </aside>
        <Drawer />
      </main>
      {sharing && <Share session={session} onClose={() => share(false)} />}
    </div>
  );
}

/** Where a step from a place leads. */
function nextStop(game: Known | null, place: number, by: By, way: 1 | -1): number {
  const all = stops(game?.journal ?? [], by);
  const found = way > 0 ? all.find((stop) => stop > place) : all.findLast((stop) => stop < place);
  return found ?? (way > 0 ? (game?.journal.length ?? 1) - 1 : 0);
}

/** Shows the moment of a place. */
function useMoment(session: Session, game: Known | null, place: number): void {
  const entry = game?.journal[Math.min(place, game.journal.length - 1)];
  const link = session.live.link.value;
  useEffect(() => {
    if (!entry || link !== "open") return;
    void session.lookBack(entry.at);
    session.told.value = entry.figures;
  }, [entry?.at, game?.lang, link, session]);
}

function usePlaying(
  playing: boolean,
  place: number,
  last: number,
  setPlace: (place: number) => void,
  setPlaying: (playing: boolean) => void,
): void {
  useEffect(() => {
    if (!playing) return;
    if (place >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setPlace(place + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, place, last]);
}

function useFilmCommands(
  session: Session,
  step: (by: By, way: 1 | -1) => void,
  move: (place: number) => void,
  last: number,
  toggle: () => void,
  share: () => void,
): void {
  const t = texts.value.replay;
  useCommands([
    { id: "play", label: t.play, keys: [" "], run: toggle, group: "table", unlisted: true },
    {
      id: "next",
      label: t.next.line,
      keys: ["ArrowRight"],
      run: () => step("line", 1),
      group: "table",
      unlisted: true,
    },
    {
      id: "before",
      label: t.before.line,
      keys: ["ArrowLeft"],
      run: () => step("line", -1),
      group: "table",
      unlisted: true,
    },
    {
      id: "next-hand",
      label: t.next.hand,
      keys: ["Shift+ArrowRight"],
      run: () => step("hand", 1),
      group: "table",
      unlisted: true,
    },
    {
      id: "hand-before",
      label: t.before.hand,
      keys: ["Shift+ArrowLeft"],
      run: () => step("hand", -1),
      group: "table",
      unlisted: true,
    },
    {
      id: "next-turn",
      label: t.next.turn,
      keys: ["PageDown"],
      run: () => step("turn", 1),
      group: "table",
      unlisted: true,
    },
    {
      id: "turn-before",
      label: t.before.turn,
      keys: ["PageUp"],
      run: () => step("turn", -1),
      group: "table",
      unlisted: true,
    },
    { id: "first", label: t.first, keys: ["Home"], run: () => move(0), group: "table", unlisted: true },
    { id: "last", label: t.last, keys: ["End"], run: () => move(last), group: "table", unlisted: true },
    { id: "share", label: t.share, keys: ["Shift+l"], run: share, group: "game" },
    { id: "table", label: t.toTable, keys: ["Shift+v"], run: () => go(`/g/${session.id}`), group: "game" },
    ...downloads(session, "game"),
  ]);
}

interface ControlsProps {
  game: Known;
  place: number;
  last: number;
  playing: boolean;
  move: (place: number) => void;
  step: (by: By, way: 1 | -1) => void;
  toggle: () => void;
}

function Controls({ game, place, last, playing, move, step, toggle }: ControlsProps) {
  const t = texts.value.replay;
  const entry = game.journal[place];
  return (
    <div class="film-controls" role="group" aria-label={t.controls}>
      <p class="film-line" aria-live="off">
        {entry?.text}
      </p>
      <input
        type="range"
        min={0}
        max={last}
        value={place}
        aria-label={t.slider}
        aria-valuetext={entry?.text}
        onInput={(event) => move(Number(event.currentTarget.value))}
      />
      <div class="row center">
        <Step by="turn" way={-1} step={step} />
        <Step by="hand" way={-1} step={step} />
        <Step by="line" way={-1} step={step} />
        <button type="button" class="primary" onClick={toggle}>
          {playing ? t.pause : t.play}
        </button>
        <Step by="line" way={1} step={step} />
        <Step by="hand" way={1} step={step} />
        <Step by="turn" way={1} step={step} />
      </div>
    </div>
  );
}

const ARROWS: Readonly<Record<By, string>> = {
  line: "M6 3 11 8 6 13",
  hand: "M3 3 8 8 3 13M8 3 13 8 8 13",
  turn: "M2 3 7 8 2 13M7 3 12 8 7 13M14 3V13",
};

/** A button that steps by lines, hands or turns. */
function Step({ by, way, step }: { by: By; way: 1 | -1; step: ControlsProps["step"] }) {
  const t = texts.value.replay;
  const label = way > 0 ? t.next[by] : t.before[by];
  return (
    <button
      type="button"
      class="quiet film-step"
      aria-label={label}
      title={label}
      onClick={() => step(by, way)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={ARROWS[by]} transform={way > 0 ? undefined : "translate(16 0) scale(-1 1)"} />
      </svg>
    </button>
  );
}

/** The link by which anybody may watch, and the files. */
function Share({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = texts.value.replay;
  const [token, setToken] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    invite(session.id, session.token).then(setToken, (why) =>
      setTrouble(why instanceof Error ? why.message : ""),
    );
  }, [session]);
  const address = token.includes("#") ? token.slice(token.indexOf("#")) : `#k=${token}`;
  const link = linkOf(session.id, "").replace(/#k=$/, `/replica${address}`);
  return (
    <Dialog title={t.share} onClose={onClose}>
      <p class="hint">{t.shareWhat}</p>
      {token && <CopyLink label={texts.value.fresh.linkToWatch} link={link} />}
      {trouble && <p class="refusal">{trouble}</p>}
      <div class="row">
        {downloads(session, "game").map((command) => (
          <button type="button" key={command.id} onClick={() => command.run?.("")}>
            {command.label}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

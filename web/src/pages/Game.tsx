/** The table: the board in the middle, what is asked at its side, the journal below. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Drawer } from "../app/Drawer.tsx";
import { Header } from "../app/Header.tsx";
import { later } from "../app/Later.tsx";
import type { Session } from "../app/session.ts";
import { Table } from "../app/Table.tsx";
import { Announcer } from "../journal/Journal.tsx";
import { seatAside } from "../net/mine.ts";
import type { Known } from "../net/store.ts";
import { FigureCard } from "../panel/FigureCard.tsx";
import { Panel, seatName } from "../panel/Panel.tsx";
import { texts } from "../text/index.ts";
import { GameDialogs, type Open, useGameCommands } from "./GameCommands.tsx";
import { GoBack, OpenDice, Proposals, StandingLine, Trouble } from "./GameParts.tsx";
import { Record, type Tab } from "./Record.tsx";
import { useSession } from "./useSession.ts";

const Desk = later(async () => (await import("../desk/Desk.tsx")).Desk);

export function Game({ id }: { id: string }) {
  const session = useSession(id);
  if (!session) return <NoSeat />;
  if (session.live.farewell.value && !session.live.game.value)
    return <Closed text={session.live.farewell.value} />;
  const game = session.live.game.value;
  if (game?.desk) return <Desk session={session} game={game} view={game.desk} />;
  return <Seated session={session} />;
}

/** This browser has no secret for the game. */
export function NoSeat() {
  const t = texts.value.game;
  return (
    <>
      <Header />
      <main class="page narrow">
        <h1>{t.noSeat}</h1>
        <p>{t.noSeatWhy}</p>
        <p>
          <a class="button" href="/">
            {texts.value.app.toHome}
          </a>
        </p>
      </main>
    </>
  );
}

/** The server does not open this table: it says why. */
export function Closed({ text }: { text: string }) {
  return (
    <>
      <Header />
      <main class="page narrow">
        <h1>{text}</h1>
        <p>
          <a class="button" href="/">
            {texts.value.app.toHome}
          </a>
        </p>
      </main>
    </>
  );
}

function Seated({ session }: { session: Session }) {
  const game = session.live.game.value;
  const [open, setOpen] = useState<Open>("");
  const [tab, setTab] = useState<Tab>("journal");
  const [pane, setPane] = useState<"ask" | "record">("ask");
  const showTab = (next: Tab): void => {
    setTab(next);
    setPane("record");
  };
  useGameCommands(session, game, setOpen, showTab);
  useAskPane(session, () => setPane("ask"));
  return (
    <div class="game-page">
      <Header>{game && <StandingLine game={game} scene={session.scene.value ?? game.scene} />}</Header>
      <main class="game" data-pane={pane}>
        <section class="stage" aria-label={texts.value.game.table}>
          <Table session={session} />
          <PastNote session={session} />
        </section>
        <Side session={session} game={game} tab={tab} setTab={setTab} pane={pane} setPane={setPane} />
        <Drawer />
      </main>
      {game && <Announcer entries={game.journal} />}
      {game && <GameDialogs session={session} game={game} open={open} onClose={() => setOpen("")} />}
    </div>
  );
}

/** On a phone, a new question comes to the front. */
function useAskPane(session: Session, show: () => void): void {
  const asked = session.asker.asking.value?.question;
  const key = asked && !asked.free ? `${asked.decision}/${asked.seat}` : "";
  const before = useRef(key);
  useEffect(() => {
    if (key && key !== before.current) show();
    before.current = key;
  }, [key]);
}

interface SideProps {
  session: Session;
  game: Known | null;
  tab: Tab;
  setTab: (tab: Tab) => void;
  pane: "ask" | "record";
  setPane: (pane: "ask" | "record") => void;
}

function Side({ session, game, tab, setTab, pane, setPane }: SideProps) {
  const t = texts.value.game;
  const [tall, setTall] = useState(false);
  const figure = session.figure.value;
  return (
    <aside class={tall ? "side tall" : "side"} aria-label={t.side}>
      <div class="sheet-head">
        <button type="button" class="grip" aria-expanded={tall} onClick={() => setTall(!tall)}>
          <span class="unseen">{tall ? t.lower : t.raise}</span>
        </button>
        <div role="group" aria-label={t.panes} class="segments">
          <button type="button" aria-pressed={pane === "ask"} onClick={() => setPane("ask")}>
            {t.question}
          </button>
          <button type="button" aria-pressed={pane === "record"} onClick={() => setPane("record")}>
            {t.record}
          </button>
        </div>
      </div>
      <div class="ask-pane">
        <Trouble session={session} />
        {game && (
          <>
            <SeatAside session={session} game={game} />
            <Proposals session={session} game={game} />
            {figure && (
              <FigureCard figure={figure} light={session.light.value} onClose={() => session.select("")} />
            )}
            <Panel asker={session.asker} game={game} probe={session.probe} />
            <GoBack session={session} game={game} />
            <OpenDice game={game} />
            {game.table.over && <Afterwards session={session} game={game} />}
          </>
        )}
      </div>
      {game && (
        <div class="record-pane">
          <Record
            session={session}
            game={game}
            tab={tab}
            setTab={setTab}
            nameOf={(seat) => seatName(game, seat)}
          />
        </div>
      )}
    </aside>
  );
}

/** A moment of the past is shown: say so, and lead back. */
function PastNote({ session }: { session: Session }) {
  const past = session.past.value;
  if (!past) return null;
  const t = texts.value.game;
  return (
    <p class="past-note" role="status">
      {t.past}{" "}
      <button type="button" class="link" onClick={() => session.now()}>
        {t.backToNow} <kbd>Esc</kbd>
      </button>
    </p>
  );
}

/** The tab watches a game at which this browser has a seat: say so, and lead back to it. */
function SeatAside({ session, game }: { session: Session; game: Known }) {
  if (!seatAside(session.id, session.token, game.table.me)) return null;
  const t = texts.value.game;
  return (
    <p class="banner" role="status">
      {t.watchesOnly}{" "}
      <button type="button" class="link" onClick={() => location.reload()}>
        {t.sitDown}
      </button>
    </p>
  );
}

/** The game is over: see it again, prove its dice. */
function Afterwards({ session, game }: { session: Session; game: Known }) {
  const t = texts.value.game;
  return (
    <p class="row afterwards">
      <a class="button primary" href={`/g/${session.id}/replica`}>
        {t.seeAgain}
      </a>
      {game.table.secret && (
        <a class="button" href={`/g/${session.id}/prova`}>
          {t.proof}
        </a>
      )}
    </p>
  );
}

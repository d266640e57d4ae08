/** The page as a whole: which page is shown, and the table's password if there is one. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { door, locked, Trouble } from "../net/http.ts";
import { About } from "../pages/About.tsx";
import { Game } from "../pages/Game.tsx";
import { Home } from "../pages/Home.tsx";
import { NewGame } from "../pages/NewGame.tsx";
import { Proof } from "../pages/Proof.tsx";
import { Replay } from "../pages/Replay.tsx";
import { Rosters } from "../pages/Rosters.tsx";
import { Rules } from "../pages/Rules.tsx";
import { texts } from "../text/index.ts";
import { Header } from "./Header.tsx";
import { later } from "./Later.tsx";
import { beside, shutRules } from "./library.ts";
import { loadMeta } from "./meta.ts";
import { type Route, route } from "./router.ts";

const Characters = later(async () => (await import("../characters/Characters.tsx")).Characters);
const Campaigns = later(async () => (await import("../desk/Campaigns.tsx")).Campaigns);
const Matrix = later(async () => (await import("../matrix/Matrix.tsx")).Matrix);
const Lab = later(async () => (await import("../lab/Lab.tsx")).Lab);
const Paper = later(async () => (await import("../characters/Paper.tsx")).Paper);

export function App() {
  const now = route.value;
  const table = now.page === "game" || now.page === "replay";
  useEffect(() => {
    beside.value = table;
    shutRules();
  }, [now.page]);
  useEffect(() => void loadMeta(), []);
  const title = titleOf(now);
  useLayoutEffect(() => {
    if (title) document.title = title === texts.value.app.name ? title : `${title} · ${texts.value.app.name}`;
  }, [title]);
  if (locked.value) return <Door />;
  return (
    <>
      <p class="unseen" role="status">
        {title}
      </p>
      <Page now={now} />
    </>
  );
}

/** What a page is called in the browser's tab, and said when one comes to it; "" where the page itself knows better. */
function titleOf(now: Route): string {
  const { app, door } = texts.value;
  if (locked.value) return door.title;
  switch (now.page) {
    case "home":
      return app.name;
    case "new":
      return app.newGame;
    case "campaigns":
      return app.desk;
    case "rules":
    case "rosters":
    case "characters":
    case "matrix":
    case "lab":
    case "about":
    case "nowhere":
      return app[now.page];
    default:
      return "";
  }
}

function Page({ now }: { now: Route }) {
  switch (now.page) {
    case "home":
      return <Home />;
    case "new":
      return <NewGame />;
    case "game":
      return <Game key={now.id} id={now.id} />;
    case "replay":
      return <Replay key={now.id} id={now.id} />;
    case "proof":
      return <Proof key={now.id} id={now.id} />;
    case "rules":
      return <Rules rule={now.rule} game={now.ruleset} />;
    case "rosters":
      return <Rosters />;
    case "characters":
      return <Characters key={`${now.id}/${now.fresh}`} id={now.id} fresh={now.fresh} />;
    case "campaigns":
      return <Campaigns key={now.id} id={now.id} />;
    case "matrix":
      return <Matrix key={now.ruleset} game={now.ruleset} />;
    case "lab":
      return <Lab key={`${now.ruleset}/${now.run}`} game={now.ruleset} run={now.run} />;
    case "paper":
      return <Paper id={now.id} who={now.who} />;
    case "about":
      return <About />;
    case "nowhere":
      return <Nowhere />;
  }
}

function Nowhere() {
  const t = texts.value.app;
  return (
    <>
      <Header />
      <main class="page narrow">
        <h1>{t.nowhere}</h1>
        <p>
          <a href="/">{t.toHome}</a>
        </p>
      </main>
    </>
  );
}

/** The host has set a password: nothing else is shown before it is given. */
function Door() {
  const t = texts.value.door;
  const [word, setWord] = useState("");
  const [trouble, setTrouble] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const knock = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await door(word);
      await loadMeta();
    } catch (why) {
      setTrouble(why instanceof Trouble ? why.message : texts.value.net.unknown);
      field.current?.select();
    }
  };
  return (
    <main class="page narrow">
      <h1>{t.title}</h1>
      <form class="form" onSubmit={(event) => void knock(event)}>
        <label>
          {t.password}
          <input
            ref={field}
            type="password"
            autocomplete="current-password"
            value={word}
            onInput={(event) => setWord(event.currentTarget.value)}
          />
        </label>
        {trouble && (
          <p class="refusal" role="alert">
            {trouble}
          </p>
        )}
        <button type="submit" class="primary">
          {t.enter}
        </button>
      </form>
    </main>
  );
}

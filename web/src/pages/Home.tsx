/** The first page: what this is, my games, and the way to a new one. */
import { useEffect, useState } from "preact/hooks";
import { Header } from "../app/Header.tsx";
import { meta, named, trouble } from "../app/meta.ts";
import { Picture } from "../app/Picture.tsx";
import { cards, scenarios } from "../net/http.ts";
import { forget, type MyGames, mine } from "../net/mine.ts";
import { lang } from "../net/settings.ts";
import type { GameCard } from "../protocol.ts";
import { ago, listed, texts } from "../text/index.ts";
import { useAsked } from "./useAsked.ts";

export function Home() {
  const games = mine.value;
  const known = Object.keys(games).length > 0;
  return (
    <>
      <Header />
      <main class="page home">
        {trouble.value && (
          <p class="refusal" role="alert">
            {trouble.value}
          </p>
        )}
        {known ? <MyList games={games} /> : <Welcome />}
        <Ready />
        <Footer />
      </main>
    </>
  );
}

/** For somebody who has no game yet: what this is. */
function Welcome() {
  const t = texts.value.home;
  return (
    <section class="hero">
      <h1>{t.title}</h1>
      <p>{t.what}</p>
      <p class="row">
        <a class="button primary" href="/nuova">
          {t.newGame}
        </a>
        <a class="button quiet" href="/regole">
          {texts.value.app.rules}
        </a>
      </p>
    </section>
  );
}

const REFRESH_MS = 20_000;

/** Counts rounds of so many milliseconds while the page is looked at. */
function useRounds(ms: number): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && setRound((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return round;
}

function tokensOf(games: MyGames): Record<string, string> {
  return Object.fromEntries(Object.entries(games).map(([id, game]) => [id, game.token]));
}

function MyList({ games }: { games: MyGames }) {
  const t = texts.value.home;
  const tokens = tokensOf(games);
  const round = useRounds(REFRESH_MS);
  const key = `${Object.keys(tokens).join()}/${lang.value}/${round}`;
  const { data, trouble: why } = useAsked(key, () => cards(tokens), true);
  if (why) return <p class="refusal">{why}</p>;
  const rows = [...(data ?? [])].sort(
    (a, b) =>
      Number(b.your_turn) - Number(a.your_turn) ||
      Number(a.over !== "") - Number(b.over !== "") ||
      b.changed.localeCompare(a.changed),
  );
  return (
    <section aria-labelledby="my-games" aria-busy={data === null}>
      <header class="list-head">
        <h1 id="my-games">{t.myGames}</h1>
        <a class="button primary" href="/nuova">
          {t.newGame}
        </a>
      </header>
      <ul class="cards">
        {rows.map((card) => (
          <Row key={card.id} card={card} />
        ))}
      </ul>
      {data && <Missing games={games} found={data} />}
    </section>
  );
}

function Row({ card }: { card: GameCard }) {
  const t = texts.value.home;
  const state = card.over
    ? t.over
    : card.your_turn
      ? t.yourTurn
      : card.mine.length > 0
        ? t.theirTurn
        : t.watching;
  return (
    <li class={card.your_turn && !card.over ? "game-card mine" : "game-card"}>
      <a href={`/g/${card.id}${card.over ? "/replica" : ""}`}>
        <span class="state">{state}</span>
        <b>{card.title}</b>
        <span class="hint">{named(card.standing, lang.value)}</span>
        <span class="hint">
          {listed(
            lang.value,
            card.seats.map((seat) => seat.name || seat.seat),
          )}
          {" · "}
          {ago(lang.value, card.changed)}
        </span>
      </a>
      <button
        type="button"
        class="close"
        aria-label={t.forget(card.title)}
        title={t.forget(card.title)}
        onClick={() => forget(card.id)}
      >
        ×
      </button>
    </li>
  );
}

/** Games of the list that this server no longer has. */
function Missing({ games, found }: { games: MyGames; found: readonly GameCard[] }) {
  const t = texts.value.home;
  const lost = Object.entries(games).filter(([id]) => !found.some((card) => card.id === id));
  if (lost.length === 0) return null;
  return (
    <p class="hint">
      {t.missing(
        listed(
          lang.value,
          lost.map(([, game]) => game.title),
        ),
      )}{" "}
      <button
        type="button"
        class="link"
        onClick={() => {
          for (const [id] of lost) forget(id);
        }}
      >
        {t.forgetThem}
      </button>
    </p>
  );
}

/** Battles to play at once. */
function Ready() {
  const t = texts.value.home;
  const ruleset = meta.value?.rulesets[0]?.id ?? "";
  const { data } = useAsked(`${ruleset}/${lang.value}`, async () => (ruleset ? scenarios(ruleset) : []));
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="ready">
      <h2 id="ready">{t.ready}</h2>
      <ul class="cards">
        {data.map((row) => (
          <li key={row.id} class="ready">
            <a href={`/nuova?battaglia=${encodeURIComponent(row.id)}`}>
              <span class="ready-picture">
                <Picture svg={row.picture} alt="" />
              </span>
              <b>{named(row.name, lang.value)}</b>
              <span class="hint">{row.seats.map((seat) => seat.name || seat.seat).join(" – ")}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Footer() {
  const t = texts.value.home;
  return (
    <footer class="foot">
      <p>
        {t.games}{" "}
        {meta.value &&
          listed(
            lang.value,
            meta.value.rulesets.map((row) => named(row.name, lang.value)),
          )}
        . <a href="/informazioni">{texts.value.app.about}</a>
      </p>
    </footer>
  );
}

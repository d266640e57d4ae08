/** Where the referee begins: the campaigns of this browser, and each with its party, encounters and notes. */
import { useState } from "preact/hooks";
import { Confirm } from "../app/Dialog.tsx";
import { Header } from "../app/Header.tsx";
import { meta, named } from "../app/meta.ts";
import { go } from "../app/router.ts";
import { lang } from "../net/settings.ts";
import { texts } from "../text/index.ts";
import { Campaign } from "./Campaign.tsx";
import { campaignKey, campaigns, forgetCampaign, rememberCampaign } from "./campaigns.ts";
import { newCampaign } from "./net.ts";
import { words } from "./words.ts";
import "../style/desk.css";

export function Campaigns({ id }: { id: string }) {
  const t = words.value;
  const token = id ? campaignKey(id) : "";
  return (
    <>
      <Header />
      <main class="page campaigns">
        {id && token ? (
          <Campaign key={id} id={id} token={token} />
        ) : id ? (
          <>
            <h1>{t.title}</h1>
            <p class="refusal">{t.noKey}</p>
            <p>
              <a href="/custode">{t.campaigns}</a>
            </p>
          </>
        ) : (
          <List />
        )}
      </main>
    </>
  );
}

const addressOf = (id: string): string => `/custode/${encodeURIComponent(id)}`;

function List() {
  const t = words.value;
  const games = meta.value?.rulesets.filter((row) => row.desk) ?? [];
  const all = Object.entries(campaigns.value);
  const [asking, setAsking] = useState("");
  return (
    <>
      <header class="hero">
        <h1>{t.title}</h1>
        <p>{t.what}</p>
      </header>
      {meta.value && games.length === 0 ? <p class="hint">{t.noGame}</p> : <Begin games={games} />}
      {all.length > 0 && (
        <section aria-label={t.campaigns}>
          <h2>{t.campaigns}</h2>
          <ul class="cards">
            {all.map(([id, row]) => (
              <li key={id} class="game-card">
                <a href={addressOf(id)}>
                  <b>{row.name || id}</b>
                  <span class="state">{gameName(row.ruleset)}</span>
                </a>
                <button
                  type="button"
                  class="close"
                  aria-label={t.forget(row.name || id)}
                  onClick={() => setAsking(id)}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asking && (
        <Confirm
          title={t.forget(campaigns.value[asking]?.name ?? asking)}
          text={t.forgetWhat}
          yes={t.forget(campaigns.value[asking]?.name ?? asking)}
          onYes={() => forgetCampaign(asking)}
          onClose={() => setAsking("")}
        />
      )}
    </>
  );
}

function gameName(ruleset: string): string {
  const found = meta.value?.rulesets.find((row) => row.id === ruleset);
  return found ? named(found.name, lang.value) : ruleset;
}

function Begin({ games }: { games: readonly { id: string; name: { it: string; en: string } }[] }) {
  const t = words.value;
  const [name, setName] = useState("");
  const [ruleset, setRuleset] = useState("");
  const [trouble, setTrouble] = useState("");
  const chosen = ruleset || games[0]?.id || "";
  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const made = await newCampaign(chosen, name.trim());
      rememberCampaign(made.id, { token: made.token, name: name.trim(), ruleset: chosen, games: [] });
      go(addressOf(made.id));
    } catch (why) {
      setTrouble(why instanceof Error ? why.message : texts.value.net.unknown);
    }
  };
  return (
    <form class="form begin" onSubmit={(event) => void begin(event)}>
      <h2>{t.newCampaign}</h2>
      <label>
        {t.campaignName}
        <input
          type="text"
          required
          maxLength={100}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {games.length > 1 && (
        <label>
          {t.game}
          <select value={chosen} onChange={(event) => setRuleset(event.currentTarget.value)}>
            {games.map((game) => (
              <option key={game.id} value={game.id}>
                {named(game.name, lang.value)}
              </option>
            ))}
          </select>
        </label>
      )}
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
      <div class="row">
        <button type="submit" class="primary">
          {t.begin}
        </button>
      </div>
    </form>
  );
}

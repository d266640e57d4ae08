/** The rule library: search as one types, in either language; each rule in our words, with our rulings. */

import { useState } from "preact/hooks";
import { Header } from "../app/Header.tsx";
import { addressOf, ruleset as current } from "../app/library.ts";
import { meta } from "../app/meta.ts";
import { GameSelect } from "../app/NamedSelect.tsx";
import { go } from "../app/router.ts";
import { rule as askRule, searchRules } from "../net/http.ts";
import { lang } from "../net/settings.ts";
import type { RuleView } from "../protocol.ts";
import { plural, texts } from "../text/index.ts";
import { useAsked } from "./useAsked.ts";

export function Rules({ rule, game }: { rule: string; game: string }) {
  const t = texts.value.rules;
  const all = meta.value?.rulesets ?? [];
  const ruleset = game || current.value || all[0]?.id || "";
  return (
    <>
      <Header />
      <main class="page library">
        <section class={rule ? "library-list behind" : "library-list"} aria-label={t.search}>
          <h1>{t.title}</h1>
          <GameSelect label={t.game} value={ruleset} onChange={(next) => go(`/regole?gioco=${next}`)} />
          {ruleset && <RuleSearch ruleset={ruleset} open={rule} />}
        </section>
        <section class="library-rule" aria-live="polite">
          {rule && ruleset ? (
            <>
              <a class="back-link" href="/regole">
                ← {t.search}
              </a>
              <RuleText ruleset={ruleset} id={rule} />
            </>
          ) : (
            <p class="hint only-wide">{t.choose}</p>
          )}
        </section>
      </main>
    </>
  );
}

interface SearchProps {
  ruleset: string;
  open?: string;
  onOpen?: (rule: string) => void;
}

/** A field and what it finds; each result opens by a link, or by `onOpen` beside a table. */
export function RuleSearch({ ruleset, open = "", onOpen }: SearchProps) {
  const t = texts.value.rules;
  const [words, setWords] = useState("");
  const { data, trouble } = useAsked(
    `${ruleset}/${lang.value}/${words}`,
    async (signal) => {
      await new Promise((done) => setTimeout(done, words ? 120 : 0));
      return signal.aborted ? [] : searchRules(ruleset, words, signal);
    },
    true,
  );
  const found = data ?? [];
  return (
    <div class="rule-search">
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.placeholder}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <p class="hint" role="status">
        {trouble || (words && data ? told(words, found.length) : "")}
      </p>
      <ul class="rule-list">
        {found.map((row) => (
          <li key={row.id}>
            <a
              href={addressOf(row.id)}
              aria-current={row.id === open ? "true" : undefined}
              onClick={(event) => {
                if (!onOpen) return;
                event.preventDefault();
                onOpen(row.id);
              }}
            >
              <b>{row.name}</b>
              <span class="hint">{row.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many rules were found, in words. */
function told(words: string, found: number): string {
  const t = texts.value.rules;
  return found === 0 ? t.nothing(words) : plural(lang.value, found, t.one, t.many);
}

/** What kind of rule it is, and where it stands in the book. */
function aboutRule(rule: RuleView): string {
  const t = texts.value.rules;
  const source = /^\d+$/.test(rule.source) ? t.line(rule.source) : rule.source;
  return [t.kinds[rule.kind], rule.chapter && t.chapter(rule.chapter), source].filter(Boolean).join(" · ");
}

/** One rule. */
export function RuleText({ ruleset, id }: { ruleset: string; id: string }) {
  return <Cited ruleset={ruleset} ids={[id]} />;
}

/** The rules that something cites; clauses of one rule are shown once. */
export function Cited({ ruleset, ids }: { ruleset: string; ids: readonly string[] }) {
  const { data, trouble } = useAsked(`${ruleset}/${ids.join()}/${lang.value}`, async () => {
    const found = await Promise.all(ids.map((id) => askRule(ruleset, id)));
    return [...new Map(found.map((rule) => [rule.id, rule])).values()];
  });
  if (trouble) return <p class="refusal">{trouble}</p>;
  if (!data) return <p class="hint" aria-busy="true" />;
  return (
    <>
      {data.map((rule) => (
        <RuleArticle key={rule.id} rule={rule} />
      ))}
    </>
  );
}

function RuleArticle({ rule }: { rule: RuleView }) {
  const t = texts.value.rules;
  return (
    <article class="rule">
      <h2>{rule.name}</h2>
      <p class="rule-about">{aboutRule(rule)}</p>
      <p>{rule.summary}</p>
      {rule.ruling && (
        <>
          <h3>{t.ruling}</h3>
          <p>{rule.ruling}</p>
        </>
      )}
      <p class="rule-id">
        <a href={addressOf(rule.id)}>{rule.id}</a>
      </p>
    </article>
  );
}

/** The lab: who wins, what a fair cost is, who sees what; and the runs that this browser has begun. */

import { useState } from "preact/hooks";
import { Header } from "../app/Header.tsx";
import { ruleset as current } from "../app/library.ts";
import { meta } from "../app/meta.ts";
import { GameSelect } from "../app/NamedSelect.tsx";
import { go } from "../app/router.ts";
import { keep, kept, lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { LabField } from "../protocol.ts";
import { Run } from "./Run.tsx";
import { askField, runs } from "./runs.ts";
import { Sight } from "./Sight.tsx";
import { Simulate } from "./Simulate.tsx";
import { Weigh } from "./Weigh.tsx";
import { words } from "./words.ts";
import "../style/lab.css";

const KINDS = ["simulation", "balance", "sight"] as const;
type Kind = (typeof KINDS)[number];
const KEPT = "lab.kind";

export function Lab({ game, run }: { game: string; run: string }) {
  return (
    <>
      <Header />
      <main class="page lab-page">{run ? <Run key={run} id={run} /> : <Bench game={game} />}</main>
    </>
  );
}

function Bench({ game }: { game: string }) {
  const t = words.value;
  const all = meta.value?.rulesets ?? [];
  const ruleset = game || current.value || all[0]?.id || "";
  const { data, trouble } = useAsked(`${ruleset}/${lang.value}`, async () =>
    ruleset ? askField(ruleset) : null,
  );
  const [kind, setKind] = useState<Kind>(() => KINDS.find((one) => one === kept(KEPT)) ?? "simulation");
  const choose = (next: Kind): void => {
    setKind(next);
    keep(KEPT, next);
  };
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.what}</p>
      <GameSelect
        class="narrow-field"
        label={t.game}
        value={ruleset}
        onChange={(next) => go(`/laboratorio?gioco=${next}`, true)}
      />
      <fieldset class="lab-kinds">
        <legend class="unseen">{t.title}</legend>
        {KINDS.map((one) => (
          <label key={one} class="lab-kind">
            <input type="radio" name="kind" checked={kind === one} onChange={() => choose(one)} />
            <span>
              <b>{t.kinds[one]}</b>
              <span class="hint">{t.about[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {trouble && <p class="refusal">{trouble}</p>}
      {!data && !trouble && (
        <p class="hint" role="status">
          {t.wait}
        </p>
      )}
      {data && <Part key={`${ruleset}/${kind}/${lang.value}`} field={data} kind={kind} />}
      <Runs />
    </>
  );
}

function Part({ field, kind }: { field: LabField; kind: Kind }) {
  if (kind === "simulation") return <Simulate field={field} />;
  return kind === "balance" ? <Weigh field={field} /> : <Sight field={field} />;
}

function Runs() {
  const t = words.value;
  if (runs.value.length === 0) return null;
  return (
    <section>
      <h2>{t.runs}</h2>
      <ul class="lab-runs">
        {runs.value.map(({ id, kind, title }) => (
          <li key={id}>
            <a href={`/laboratorio/${id}`}>{title}</a>
            <span class="hint">{t.kinds[kind === "balance" ? "balance" : "simulation"]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

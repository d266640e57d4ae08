/** All against all: who is set against whom, the work with its progress, the table, its measure, its files. */

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useCommands } from "../app/commands.ts";
import { Header } from "../app/Header.tsx";
import { ruleset as current } from "../app/library.ts";
import { meta } from "../app/meta.ts";
import { GameSelect } from "../app/NamedSelect.tsx";
import { OwnPacks } from "../app/OwnPacks.tsx";
import { type Files, ownPacks } from "../app/ownPacks.ts";
import { go } from "../app/router.ts";
import { SaveAs } from "../app/SaveAs.tsx";
import { bytes } from "../net/http.ts";
import { keep, kept, lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { Contenders, MatrixMeasure, PictureWish } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { type Cell, Grid, shown } from "./Grid.tsx";
import { Who } from "./Who.tsx";
import { words } from "./words.ts";
import {
  asCsv,
  asJson,
  askContenders,
  countKnown,
  fill,
  type Known,
  meanOf,
  numberOf,
  pieceOf,
  telling,
} from "./work.ts";
import "../style/matrix.css";

/** So many are chosen to begin with, and so many duels fought. */
const FIRST = 8;
const DUELS = 20;
/** What 10 of 20 may be (Wilson, 95 %), and how many attacks are made where they cannot be followed. */
const HALF = [0.3, 0.7] as const;
const ATTACKS = 400;
/** How often the table is drawn while it grows, in milliseconds. */
const DRAWN = 400;

export function Matrix({ game }: { game: string }) {
  const t = words.value;
  const all = meta.value?.rulesets ?? [];
  const ruleset = game || current.value || all[0]?.id || "";
  const packs = ownPacks(ruleset);
  const whole = `${ruleset}/${lang.value}/${JSON.stringify(packs)}`;
  const { data, trouble } = useAsked(whole, async () =>
    ruleset ? askContenders(ruleset, lang.value, packs) : null,
  );
  return (
    <>
      <Header />
      <main class="page matrix-page">
        <h1>{t.title}</h1>
        <p>{t.what}</p>
        <GameSelect
          class="narrow-field"
          label={t.game}
          value={ruleset}
          onChange={(next) => go(`/tutti?gioco=${next}`)}
        />
        {trouble && <p class="refusal">{trouble}</p>}
        {!data && !trouble && (
          <p class="hint" role="status">
            {t.wait}
          </p>
        )}
        {ruleset && <OwnPacks ruleset={ruleset} />}
        {data && <Bench key={whole} field={data} packs={packs} />}
      </main>
    </>
  );
}

/** Those chosen the last time, as far as they are there, else the first; and the profiles of a pack just added. */
function firstChosen(field: Contenders): readonly string[] {
  const before = (kept(`matrix.${field.ruleset}`) ?? "").split(" ");
  const all = field.contenders.map(({ id }) => id);
  const there = all.filter((id) => before.includes(id));
  const own = field.contenders.filter(({ id, pack }) => pack !== "" && !before.includes(id));
  const fresh = own.every(
    ({ pack }) => !field.contenders.some((o) => o.pack === pack && there.includes(o.id)),
  )
    ? own.map(({ id }) => id)
    : [];
  const chosen = there.length > 0 ? there : all.slice(0, FIRST);
  return all.filter((id) => chosen.includes(id) || fresh.includes(id));
}

function Bench({ field, packs }: { field: Contenders; packs: Files }) {
  const t = words.value;
  const [ids, choose] = useState(() => firstChosen(field));
  const [duels, setDuels] = useState(0);
  const [word, setWord] = useState("");
  const work = useWork(field.ruleset, packs, ids, duels);
  const { known } = work;
  const measures = useMemo(
    () => (duels ? telling(field.duels, 1, known, ids) : telling(field.blows, 2, known, ids)),
    [field, known, ids, duels],
  );
  const measure = measures.find((one) => one.word === word) ?? measures[0];
  const done = countKnown(known, ids);
  const pairs = ids.length ** 2;
  const pick = (next: readonly string[]): void => {
    choose(next);
    keep(`matrix.${field.ruleset}`, next.join(" "));
  };
  return (
    <>
      <Who field={field} chosen={ids} onChoose={pick} />
      <fieldset class="matrix-how">
        <legend>{t.how}</legend>
        {[0, DUELS].map((n) => (
          <label class="check" key={n}>
            <input type="radio" name="how" checked={duels === n} onChange={() => setDuels(n)} />
            <span>
              {n ? t.duels(n) : t.blow} <span class="hint">{n ? t.duelsHint : t.blowHint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Working work={work} done={done} pairs={pairs} />
      {measure && done > 0 && (
        <Result
          field={field}
          packs={packs}
          ids={ids}
          duels={duels}
          known={known}
          measures={measures}
          measure={measure}
          whole={done === pairs}
          onMeasure={setWord}
        />
      )}
    </>
  );
}

interface Work {
  readonly known: Known;
  readonly busy: boolean;
  readonly note: string;
  readonly trouble: string;
  /** Milliseconds to go, as far as one can tell. */
  readonly left: number;
  readonly start: () => void;
  readonly stop: () => void;
}

const NOTHING: Known = new Map();

/** What is known of a game's pairs, by how many duels, and the work that adds to it. */
function useWork(ruleset: string, packs: Files, ids: readonly string[], duels: number): Work {
  const t = words.value;
  const [all, setAll] = useState<Readonly<Record<number, Known>>>({});
  const [note, setNote] = useState("");
  const [trouble, setTrouble] = useState("");
  const [left, setLeft] = useState(0);
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const known = all[duels] ?? NOTHING;
  const stop = (): void => running.current?.abort();
  useLayoutEffect(() => stop, [duels, ids]); // at once: what is begun after a change is not to be stopped by it
  const start = (): void => {
    const control = new AbortController();
    running.current = control;
    const began = performance.now();
    const before = countKnown(known, ids);
    let drawn = began;
    let last = known;
    const draw = (next: Known): void => setAll((now) => ({ ...now, [duels]: next }));
    setBusy(true);
    setNote("");
    setTrouble("");
    setLeft(0);
    const tell = (next: Known): void => {
      last = next;
      const now = performance.now();
      if (now - drawn < DRAWN) return;
      drawn = now;
      const done = countKnown(next, ids);
      setLeft(((now - began) / (done - before)) * (ids.length ** 2 - done));
      draw(next);
    };
    fill(known, ids, duels, pieceOf(ruleset, packs), control.signal, tell)
      .then(() => setNote(control.signal.aborted ? t.stopped : t.ready))
      .catch((why: Error) => {
        if (control.signal.aborted) setNote(t.stopped);
        else setTrouble(why.message || texts.value.net.unknown);
      })
      .finally(() => {
        draw(last);
        if (running.current === control) setBusy(false);
      });
  };
  return { known, busy, note, trouble, left, start, stop };
}

function Working({ work, done, pairs }: { work: Work; done: number; pairs: number }) {
  const t = words.value;
  const quarter = pairs > 0 ? Math.floor((4 * done) / pairs) * 25 : 0;
  useCommands(
    work.busy ? [{ id: "stop", label: t.stop, keys: ["Escape"], run: work.stop, group: "page" }] : [],
  );
  const left = Math.ceil(work.left / 1000);
  return (
    <div class="matrix-work">
      {work.busy ? (
        <div class="row">
          <progress max={pairs} value={done} aria-label={t.progress(done, pairs)} />
          <span>
            {t.progress(done, pairs)}
            {work.left > 0 && ` · ${t.left(left > 90 ? Math.round(left / 60) : 0, left)}`}
          </span>
          <button type="button" onClick={work.stop}>
            {t.stop} <kbd>Esc</kbd>
          </button>
        </div>
      ) : done < pairs ? (
        <button type="button" class="primary" onClick={work.start}>
          {done > 0 ? t.goOn(pairs - done) : t.start(pairs)}
        </button>
      ) : (
        pairs === 0 && <p class="hint">{t.few}</p>
      )}
      <p class={work.busy ? "unseen" : "hint"} role="status">
        {work.busy ? `${quarter}%` : work.note}
      </p>
      {work.trouble && (
        <p class="refusal" role="alert">
          {work.trouble}
        </p>
      )}
    </div>
  );
}

interface ResultProps {
  field: Contenders;
  packs: Files;
  ids: readonly string[];
  duels: number;
  known: Known;
  measures: readonly MatrixMeasure[];
  measure: MatrixMeasure;
  whole: boolean;
  onMeasure: (word: string) => void;
}

function Result({ field, packs, ids, duels, known, measures, measure, whole, onMeasure }: ResultProps) {
  const t = words.value;
  const [sorted, setSorted] = useState(false);
  const [cell, setCell] = useState<Cell | null>(null);
  const names = useMemo(() => new Map(field.contenders.map((row) => [row.id, row.name])), [field]);
  const rows = useMemo(() => {
    if (!sorted) return ids;
    const mean = new Map(ids.map((id) => [id, meanOf(known, id, ids, measure.word) ?? -1]));
    return [...ids].sort((one, other) => (mean.get(other) ?? 0) - (mean.get(one) ?? 0));
  }, [sorted, ids, known, measure]);
  const sampled = ids.some((one) => ids.some((other) => known.get(one)?.get(other)?.exact === false));
  return (
    <section class="matrix-result" aria-label={t.title}>
      <div class="row matrix-choices">
        <label>
          {t.measure}
          <select value={measure.word} onChange={(event) => onMeasure(event.currentTarget.value)}>
            {measures.map((one) => (
              <option key={one.word} value={one.word}>
                {short(one.text)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t.order}
          <select
            value={sorted ? "mean" : ""}
            onChange={(event) => setSorted(event.currentTarget.value !== "")}
          >
            <option value="">{t.asListed}</option>
            <option value="mean">{t.strongest}</option>
          </select>
        </label>
      </div>
      <Grid ids={rows} columns={rows} names={names} known={known} measure={measure} onCell={setCell} />
      <p class="matrix-told" aria-live="polite">
        {cell ? <Told cell={cell} names={names} known={known} measures={measures} /> : t.cellHint}
      </p>
      <p class="hint">
        {duels
          ? t.duelFooting(duels, ...([`${100 * HALF[0]}%`, `${100 * HALF[1]}%`] as const))
          : sampled
            ? t.about(ATTACKS)
            : t.exact}
      </p>
      {whole && <FileButtons {...{ field, packs, ids: rows, duels, known, measures, measure, names }} />}
    </section>
  );
}

interface ToldProps {
  cell: Cell;
  names: ReadonlyMap<string, string>;
  known: Known;
  measures: readonly MatrixMeasure[];
}

/** One pair, with its attack and every measure that tells something of it. */
function Told({ cell, names, known, measures }: ToldProps) {
  const t = words.value;
  const pair = known.get(cell.one)?.get(cell.other);
  const name = (id: string): string => names.get(id) ?? id;
  const said = measures.flatMap((measure) => {
    const value = numberOf(pair, measure.word);
    return value ? [`${short(measure.text)} ${shown(value, measure)}`] : [];
  });
  const rest = pair ? said.join(" · ") || (pair.attack ? "0" : t.noAttack) : t.notYet;
  return (
    <>
      <b>{t.cell(name(cell.one), name(cell.other))}</b>
      {pair?.attack && ` · ${pair.attack}`} · {rest}
    </>
  );
}

/** The name of a measure without what stands before its colon, which holds for the whole table. */
const short = (text: string): string => text.slice(text.indexOf(":") + 1).trim();

function FileButtons({
  field,
  packs,
  ids,
  duels,
  known,
  measures,
  measure,
  names,
}: Omit<ResultProps, "whole" | "onMeasure"> & { names: ReadonlyMap<string, string> }) {
  const draw = (kind: string): Promise<Response> => {
    const cells = ids.map((one) =>
      ids.map((other) => round(numberOf(known.get(one)?.get(other), measure.word) ?? 0)),
    );
    const wish: PictureWish = { kind, word: measure.word, ids, cells, duels: duels > 0, packs };
    return bytes(`/rulesets/${encodeURIComponent(field.ruleset)}/matrix-picture`, { body: wish });
  };
  return (
    <SaveAs
      name={field.ruleset}
      pictures={`${field.ruleset}-${measure.word}`}
      csv={() => asCsv(known, ids, measures)}
      json={() => asJson(known, ids, names, field.ruleset, duels)}
      draw={draw}
    />
  );
}

const round = (value: number): number => Math.round(10_000 * value) / 10_000;

/** Filling a matrix piece by piece: what is known, what is missing, and how it is told in files. */
import type { Files } from "../app/ownPacks.ts";
import { ask } from "../net/http.ts";
import { patiently } from "../net/patience.ts";
import type { Contenders, MatrixMeasure, MatrixPair, MatrixPairs, MatrixWish } from "../protocol.ts";
import { csv } from "../text/csv.ts";

/** What is known of each contender, by its id, against each other; replaced, never changed. */
export type Known = ReadonlyMap<string, ReadonlyMap<string, MatrixPair>>;
export type AskPiece = (wish: MatrixWish, signal: AbortSignal) => Promise<MatrixPairs>;

export const askContenders = (ruleset: string, lang: string, packs: Files): Promise<Contenders> =>
  Object.keys(packs).length > 0
    ? ask(`/rulesets/${encodeURIComponent(ruleset)}/contenders`, { body: { packs } })
    : ask(`/rulesets/${encodeURIComponent(ruleset)}/contenders?lang=${lang}`);

/** The pieces of a game's matrix, with packs of one's own. */
export const pieceOf =
  (ruleset: string, packs: Files): AskPiece =>
  (wish, signal) =>
    ask(`/rulesets/${encodeURIComponent(ruleset)}/matrix`, { body: { ...wish, packs }, signal });

/** How many of the pairs among some contenders are known. */
export function countKnown(known: Known, ids: readonly string[]): number {
  let count = 0;
  for (const one of ids) {
    const row = known.get(one);
    if (row) for (const other of ids) if (row.has(other)) count += 1;
  }
  return count;
}

/**
 * Asks for every pair among some contenders that is not known, and tells all that is known after each piece.
 *
 * Throws `Trouble`; returns early where `signal` is aborted.
 */
export async function fill(
  start: Known,
  ids: readonly string[],
  duels: number,
  askPiece: AskPiece,
  signal: AbortSignal,
  tell: (known: Known) => void,
  patience?: number,
): Promise<void> {
  let known = start;
  for (const one of ids) {
    for (;;) {
      const row = known.get(one) ?? new Map<string, MatrixPair>();
      const others = ids.filter((other) => !row.has(other));
      if (others.length === 0) break;
      const { pairs } = await patiently(() => askPiece({ one, others, duels }, signal), signal, patience);
      if (signal.aborted) return;
      known = new Map(known).set(one, new Map([...row, ...pairs.map((pair) => [pair.other, pair] as const)]));
      tell(known);
    }
  }
}

/** A number of a pair; null where there is none. */
export const numberOf = (pair: MatrixPair | undefined, word: string): number | null =>
  pair?.numbers[word] ?? null;

/** The mean of what is known of a contender against some; null where nothing is. */
export function meanOf(known: Known, one: string, ids: readonly string[], word: string): number | null {
  const row = known.get(one);
  const numbers = ids.filter((other) => row?.has(other)).map((other) => numberOf(row?.get(other), word) ?? 0);
  return numbers.length > 0 ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : null;
}

/** The largest number of a measure, to shade by: 1 for what is a probability. */
export function mostOf(known: Known, ids: readonly string[], measure: MatrixMeasure): number {
  if (measure.share) return 1;
  let most = 0;
  for (const one of ids)
    for (const other of ids)
      most = Math.max(most, Math.abs(numberOf(known.get(one)?.get(other), measure.word) ?? 0));
  return most || 1;
}

/** The first measures, and of the others those that tell something: not the same of everybody. */
export function telling(
  measures: readonly MatrixMeasure[],
  first: number,
  known: Known,
  ids: readonly string[],
): MatrixMeasure[] {
  const said = new Map<string, Set<number>>();
  for (const one of ids)
    for (const other of ids)
      for (const { word } of measures) {
        const value = numberOf(known.get(one)?.get(other), word);
        if (value !== null) said.set(word, (said.get(word) ?? new Set()).add(value));
      }
  return measures.filter(({ word }, place) => {
    const values = said.get(word) ?? new Set();
    return place < first || values.size > 1;
  });
}

/** How dark a cell is, from 0 to 10. */
export const shade = (value: number, most: number): number =>
  Math.max(0, Math.min(10, Math.round((10 * Math.abs(value)) / most)));

const USUAL = ["damage", "falls", "wins"];

/** A row for each pair, as `arbitro odds matrix --csv` writes it. */
export function asCsv(known: Known, ids: readonly string[], measures: readonly MatrixMeasure[]): string {
  const watched = measures.map(({ word }) => word).filter((word) => !USUAL.includes(word));
  const head = ["one", "other", ...USUAL, "exact", "attack", ...watched.map((word) => `watched_${word}`)];
  const rows = [head];
  for (const one of ids)
    for (const other of ids) {
      const pair = known.get(one)?.get(other);
      if (!pair) continue;
      const told = (word: string): string => String(numberOf(pair, word) ?? "");
      rows.push([
        one,
        other,
        ...USUAL.map(told),
        pair.exact ? "True" : "False",
        pair.attack,
        ...watched.map(told),
      ]);
    }
  return csv(rows);
}

/** Everything, as `arbitro odds matrix --json` writes it. */
export function asJson(
  known: Known,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  ruleset: string,
  games: number,
): string {
  const profiles = ids.map((id) => ({ id, name: names.get(id) ?? id }));
  const pairs = ids.flatMap((one) =>
    ids.flatMap((other) => {
      const pair = known.get(one)?.get(other);
      if (!pair) return [];
      const usual = Object.fromEntries(USUAL.map((word) => [word, numberOf(pair, word)]));
      const watched = Object.fromEntries(Object.entries(pair.numbers).filter(([w]) => !USUAL.includes(w)));
      return [{ one, other, ...usual, exact: pair.exact, attack: pair.attack, watched }];
    }),
  );
  return JSON.stringify({ ruleset, games, profiles, pairs }, null, 1);
}

/** The numbers of a trial, and its lines on a chart. */
import type { KnobView, Swept } from "../protocol.ts";

/** So many numbers are tried at most; the server's limit. */
export const MOST = 16;

/** The numbers from one to another that are tried: whole, evenly spread, within what the number may be. */
export function spread(knob: KnobView, from: number | null, to: number | null): number[] {
  if (from === null && to === null) return [...knob.numbers];
  const within = (value: number): number => Math.min(knob.high, Math.max(knob.low, Math.round(value)));
  const first = within(from ?? knob.numbers[0] ?? knob.low);
  const last = within(to ?? Math.max(first, knob.numbers.at(-1) ?? knob.high));
  const [low, high] = first <= last ? [first, last] : [last, first];
  const step = Math.max(1, Math.ceil((high - low) / (MOST - 1)));
  const numbers: number[] = [];
  for (let value = low; value <= high; value += step) numbers.push(value);
  return numbers;
}

export interface Line {
  readonly name: string;
  /** Points that follow each other; a number that cannot be breaks the line. */
  readonly parts: readonly (readonly (readonly [number, number])[])[];
}

/** What may happen, as lines over the number that varies: those that change, and not what is always so. */
export function linesOf(found: Swept): Line[] {
  return found.columns.flatMap((name, column) => {
    if (!found.rows.some((row) => row.shares[column])) return [];
    const parts: [number, number][][] = [[]];
    for (const row of found.rows) {
      const value = row.values[column];
      if (value === undefined) parts.push([]);
      else parts.at(-1)?.push([row.number, value]);
    }
    return [{ name, parts: parts.filter((part) => part.length > 0) }];
  });
}

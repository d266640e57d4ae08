/** What a line measures: from base edge to base edge where it begins or ends on a figure, and it says so. */
import type { FigureView, Shape } from "../protocol.ts";
import { between, edgeTowards, fromPlace, gap, holds, type World } from "./geometry.ts";

export interface Standing {
  readonly view: FigureView;
  readonly shape: Shape;
}

export interface Measured {
  /** The figure whose base the line begins or ends at, null for a bare place. */
  readonly from: FigureView | null;
  readonly to: FigureView | null;
  /** Lengths in units. */
  readonly total: number;
  readonly last: number;
  /** The line as drawn: from edge to edge. */
  readonly line: readonly World[];
}

/** The figure whose base holds a place; the uppermost drawn one. */
export function standingAt(standing: readonly Standing[], at: World): Standing | null {
  return standing.findLast(({ shape }) => holds(shape, at)) ?? null;
}

/** Measures a line through places. */
export function measured(places: readonly World[], standing: readonly Standing[]): Measured {
  const [first, end] = [places[0], places.at(-1)];
  if (!first || !end) return { from: null, to: null, total: 0, last: 0, line: [] };
  const from = standingAt(standing, first);
  const onto = standingAt(standing, end);
  const to = onto?.view === from?.view ? null : onto;
  const legs = places.slice(1).map((place, index) => {
    const before = places[index] ?? place;
    const base = index === 0 ? from?.shape : undefined;
    const goal = index === places.length - 2 ? to?.shape : undefined;
    return legLength(before, place, base, goal);
  });
  const line = [...places];
  const [second, penultimate] = [places[1], places.at(-2)];
  if (from && second) line[0] = edgeTowards(from.shape, first, second);
  if (to && penultimate) line[line.length - 1] = edgeTowards(to.shape, end, penultimate);
  return {
    from: from?.view ?? null,
    to: to?.view ?? null,
    total: legs.reduce((sum, leg) => sum + leg, 0),
    last: legs.at(-1) ?? 0,
    line,
  };
}

function legLength(a: World, b: World, base: Shape | undefined, goal: Shape | undefined): number {
  if (base && goal) return gap(base, goal);
  if (base) return fromPlace(b, base);
  if (goal) return fromPlace(a, goal);
  return between(a, b);
}

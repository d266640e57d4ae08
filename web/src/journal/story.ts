/** The journal as a story: entries folded by turn and by hand, as their ranks say. */
import type { Entry } from "../protocol.ts";
import { fold as plain } from "../text/search.ts";

export interface Hand {
  readonly key: string;
  readonly head: Entry | null;
  readonly lines: readonly Entry[];
}

export interface Turn {
  readonly key: string;
  readonly head: Entry | null;
  readonly hands: readonly Hand[];
}

interface Open {
  key: string;
  head: Entry | null;
  lines: Entry[];
}

/** Entries in their chapters; what comes before the first heading is a chapter without one. */
export function fold(entries: readonly Entry[]): readonly Turn[] {
  const turns: { key: string; head: Entry | null; hands: Open[] }[] = [];
  for (const entry of entries) {
    if (entry.rank === 1 || turns.length === 0) {
      turns.push({ key: `t${entry.at}`, head: entry.rank === 1 ? entry : null, hands: [] });
      if (entry.rank === 1) continue;
    }
    const turn = turns.at(-1);
    if (!turn) continue;
    if (entry.rank === 2) {
      turn.hands.push({ key: `h${entry.at}`, head: entry, lines: [] });
      continue;
    }
    let hand = turn.hands.at(-1);
    if (!hand) {
      hand = { key: `h${entry.at}`, head: null, lines: [] };
      turn.hands.push(hand);
    }
    hand.lines.push(entry);
  }
  return turns;
}

/** Places of the journal to stop at in a replay: every line, or only the first after each hand's or turn's heading. */
export function stops(entries: readonly Entry[], by: "line" | "hand" | "turn"): readonly number[] {
  if (by === "line") return entries.map((_, place) => place);
  const most = by === "turn" ? 1 : 2;
  return entries.flatMap((entry, place) => (entry.rank > 0 && entry.rank <= most ? [place] : []));
}

/** The lines that hold every word, the newest `most` of them, each under its turn and hand; how many there are in all. */
export function matching(entries: readonly Entry[], words: string, most: number): [readonly Entry[], number] {
  const wanted = plain(words).split(/\s+/);
  const holds = (entry: Entry): boolean => wanted.every((word) => plain(entry.text).includes(word));
  const all = entries.filter((entry) => !heads(entry) && holds(entry));
  const kept = new Set(all.slice(-most));
  const found: Entry[] = [];
  let open: (Entry | undefined)[] = [];
  for (const entry of entries) {
    if (entry.rank === 1) open = [entry];
    else if (entry.rank === 2) open[1] = entry;
    else if (kept.has(entry)) {
      found.push(...open.filter((head) => head !== undefined), entry);
      open = [];
    }
  }
  return [found, all.length];
}

const heads = (entry: Entry): boolean => entry.rank === 1 || entry.rank === 2;

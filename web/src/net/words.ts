/**
 * The word that this browser throws into the dice of a game: drawn by it, promised by its hash before it knows any
 * other, told once all have promised. It is kept, with the promises seen before it was told, so that both can be proved.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { OpeningView } from "../protocol.ts";
import { keep, kept } from "./settings.ts";

const KEY_BYTES = 32;
const WORD_BYTES = 8;

/** A word of this browser, and what it knew when it told it (null: it has not yet). */
export interface OwnWord {
  readonly word: string;
  readonly seen: Readonly<Record<string, string>> | null;
}

/** The hash by which something is promised. */
export function commitment(secret: Uint8Array): string {
  return bytesToHex(blake2b(secret, { dkLen: KEY_BYTES }));
}

/** The hash by which a word is promised. */
export const promiseOf = (word: string): string => commitment(utf8ToBytes(word));

const key = (id: string): string => `word.${id}`;

/** The word that was kept for a game; null if none was. */
export function keptWord(id: string): OwnWord | null {
  try {
    const found = JSON.parse(kept(key(id)) ?? "null") as OwnWord | null;
    return typeof found?.word === "string" ? found : null;
  } catch {
    return null;
  }
}

function keepWord(id: string, own: OwnWord): OwnWord {
  keep(key(id), JSON.stringify(own));
  return own;
}

/** Draws a word for a game and keeps it. */
function drawWord(id: string): OwnWord {
  return keepWord(id, { word: bytesToHex(crypto.getRandomValues(new Uint8Array(WORD_BYTES))), seen: null });
}

export type Step =
  | { readonly do: "pledge"; readonly pledge: string }
  | { readonly do: "throw"; readonly word: string };

/** The word of one game on its way into the dice. */
export class Word {
  private own: OwnWord;

  constructor(private readonly id: string) {
    this.own = keptWord(id) ?? drawWord(id);
  }

  get pledge(): string {
    return promiseOf(this.own.word);
  }

  /** What is to be sent now on behalf of these seats; null if nothing. */
  next(opening: OpeningView | null, me: readonly string[]): Step | null {
    const mine = me.filter((seat) => !opening?.told.includes(seat));
    if (!opening || mine.length === 0) return null;
    if (mine.some((seat) => !opening.pledges[seat])) {
      if (this.own.seen) this.own = drawWord(this.id); // the old one is known by now
      return { do: "pledge", pledge: this.pledge };
    }
    // Another window of the seat has promised another word: it tells that one.
    if (!opening.ready || mine.some((seat) => opening.pledges[seat] !== this.pledge)) return null;
    this.own = keepWord(this.id, { ...this.own, seen: opening.pledges });
    return { do: "throw", word: this.own.word };
  }
}

/**
 * The dice of a finished game, recomputed here: what the server computed by `arbitro.dice.sources` is computed again by
 * another program, from the secret it had promised before the first die fell.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { commitment, type OwnWord, promiseOf } from "../net/words.ts";
import type { Proof, ProofRoll, WordView } from "../protocol.ts";

const KEY_BYTES = 32;
const WORD_BYTES = 16;
const BLOCK_BYTES = 64;
const PER_BLOCK = 16;

/** The key of the dice: the secret, and what each seat threw in. */
export function keyOf(secret: Uint8Array, nonces: readonly string[]): Uint8Array {
  const parts = nonces.map((nonce) => {
    const bytes = utf8ToBytes(nonce);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length, true);
    return concatBytes(length, bytes);
  });
  return blake2b(concatBytes(secret, ...parts), { dkLen: KEY_BYTES });
}

/** The face of one die, by its place in the game. */
export function face(key: Uint8Array, epoch: number, step: number, number: number, sides: number): number {
  const block = utf8ToBytes(`${epoch}.${step}.${Math.floor(number / PER_BLOCK)}`);
  const digest = blake2b(block, { key, dkLen: BLOCK_BYTES });
  const drawn = new DataView(digest.buffer, digest.byteOffset).getUint32((number % PER_BLOCK) * 4, true);
  return 1 + Number((BigInt(drawn) * BigInt(sides)) >> 32n);
}

/** A roll with what this browser finds its dice must show. */
export interface Checked {
  readonly roll: ProofRoll;
  readonly faces: readonly number[];
  readonly right: boolean;
}

/** Where a word in the dice came from, and what this browser can say of it. */
export interface CheckedWord extends WordView {
  /** `own`: this browser threw it in; `drawn`: it follows from the secret; `other`: of somebody else. */
  readonly from: "own" | "drawn" | "other";
  /**
   * Whether it fits the promise that this browser saw before it told its own word, or, where it told none, the one that
   * the server names; null where there is none (a game of before there were promises).
   */
  readonly kept: boolean | null;
}

export interface Verdict {
  readonly promise: boolean;
  readonly words: readonly CheckedWord[];
  /** This browser told its word, and it is not among those in the dice. */
  readonly robbed: boolean;
  readonly rolls: readonly Checked[];
  /** How many rolls show what they must. */
  readonly right: number;
}

/** The word of a seat that threw in none itself, as the server draws it. */
export function drawnWord(secret: Uint8Array, seat: string): string {
  return bytesToHex(blake2b(concatBytes(secret, utf8ToBytes(`/${seat}`)), { dkLen: WORD_BYTES }));
}

/** Whose word it is, and whether it is the one that was promised. */
function checkWord(row: WordView, secret: Uint8Array, own: OwnWord | null): CheckedWord {
  if (row.word === drawnWord(secret, row.seat)) return { ...row, from: "drawn", kept: true };
  const promised = own?.seen ? own.seen[row.seat] : row.pledge || null;
  const kept = promised === null ? null : promised === promiseOf(row.word);
  return { ...row, from: row.word === own?.word ? "own" : "other", kept };
}

/** Recomputes the promise, what was promised of the words, and every roll; `own`: what this browser threw in. */
export function check(proof: Proof, own: OwnWord | null = null): Verdict {
  const secret = hexToBytes(proof.secret);
  const key = keyOf(secret, proof.nonces);
  const rolls = proof.rolls.map((roll) => {
    const faces = roll.told.map((_, place) =>
      face(key, roll.epoch, roll.step, roll.number + place, roll.sides),
    );
    return { roll, faces, right: faces.every((found, place) => found === roll.told[place]) };
  });
  const words = proof.words.map((row) => checkWord(row, secret, own));
  return {
    promise: commitment(secret) === proof.commit,
    words,
    robbed: own !== null && own.seen !== null && words.every((word) => word.from !== "own"),
    rolls,
    right: rolls.filter((row) => row.right).length,
  };
}

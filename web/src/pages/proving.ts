/**
 * The dice of a finished game, recomputed here: what the server computed by `arbitro.dice.sources` is computed again by
 * another program, from the secret it had promised before the first die fell.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Proof, ProofRoll } from "../protocol.ts";

const KEY_BYTES = 32;
const BLOCK_BYTES = 64;
const PER_BLOCK = 16;

/** The hash that the game published before any die. */
export function commitment(secret: Uint8Array): string {
  return bytesToHex(blake2b(secret, { dkLen: KEY_BYTES }));
}

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

export interface Verdict {
  readonly promise: boolean;
  readonly rolls: readonly Checked[];
  /** How many rolls show what they must. */
  readonly right: number;
}

/** Recomputes the promise and every roll. */
export function check(proof: Proof): Verdict {
  const secret = hexToBytes(proof.secret);
  const key = keyOf(secret, proof.nonces);
  const rolls = proof.rolls.map((roll) => {
    const faces = roll.told.map((_, place) =>
      face(key, roll.epoch, roll.step, roll.number + place, roll.sides),
    );
    return { roll, faces, right: faces.every((found, place) => found === roll.told[place]) };
  });
  return {
    promise: commitment(secret) === proof.commit,
    rolls,
    right: rolls.filter((row) => row.right).length,
  };
}

import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import type { Proof, ProofRoll } from "../protocol.ts";
import { check, commitment, face, keyOf } from "./proving.ts";

// What Python's `arbitro.dice.sources` says for the same secret and words: two programs must agree.
const SECRET = Uint8Array.from({ length: 32 }, (_, place) => place);
const NONCES = ["ciao", "èé"];
const PROMISE = "cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6";
const FACES: readonly [number: number, sides: number, face: number][] = [
  [0, 6, 2],
  [15, 8, 3],
  [16, 20, 13],
  [33, 100, 72],
];

it("the promise is the hash that the server publishes", () => {
  expect(commitment(SECRET)).toBe(PROMISE);
});

it.each(FACES)("die %i of a step, of %i sides, shows %i", (number, sides, shown) => {
  expect(face(keyOf(SECRET, NONCES), 2, 41, number, sides)).toBe(shown);
});

describe("a proof", () => {
  const roll = (told: number): ProofRoll => ({
    at: 5,
    epoch: 2,
    step: 41,
    number: 15,
    sides: 8,
    expected: [3],
    told: [told],
    seat: "a",
    text: "",
  });
  const proof = (changes: Partial<Proof>): Proof => ({
    commit: PROMISE,
    secret: bytesToHex(SECRET),
    nonces: NONCES,
    rolls: [roll(3)],
    findings: [],
    ...changes,
  });

  it("holds where everything fits", () => {
    expect(check(proof({}))).toMatchObject({ promise: true, right: 1 });
  });

  it("fails for a die that was changed, whatever the server says of it", () => {
    expect(check(proof({ rolls: [roll(8)] }))).toMatchObject({ promise: true, right: 0 });
  });

  it("fails for another promise, and for words that were changed", () => {
    expect(check(proof({ commit: PROMISE.replace("c", "d") })).promise).toBe(false);
    expect(check(proof({ nonces: ["ciao", "ee"] })).right).toBe(0);
  });
});

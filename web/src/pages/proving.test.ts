import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { commitment, promiseOf } from "../net/words.ts";
import type { Proof, ProofRoll } from "../protocol.ts";
import { check, drawnWord, face, keyOf } from "./proving.ts";

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
    where: "",
  });
  const proof = (changes: Partial<Proof>): Proof => ({
    commit: PROMISE,
    secret: bytesToHex(SECRET),
    nonces: NONCES,
    words: [],
    anew: 0,
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

  const own = { word: "ciao", seen: { a: promiseOf("ciao"), b: promiseOf("salve") } };
  const words = (word: string, pledge = promiseOf(word)) =>
    check(
      proof({
        words: [
          { seat: "a", word: "ciao", pledge: promiseOf("ciao") },
          { seat: "b", word, pledge },
        ],
      }),
      own,
    ).words;

  it("knows the own word, and the promises that were seen before it was told", () => {
    expect(words("salve")).toMatchObject([
      { from: "own", kept: true },
      { from: "other", kept: true },
    ]);
  });

  it("fails for a word that was chosen afterwards, whatever the server says of its promise", () => {
    expect(words("scelta")[1]).toMatchObject({ from: "other", kept: false });
    expect(words("scelta", "")[1]).toMatchObject({ from: "other", kept: false });
  });

  it("misses the own word where it was left out of the dice", () => {
    const others = [{ seat: "a", word: "altra", pledge: promiseOf("altra") }];
    expect(check(proof({ words: others }), own).robbed).toBe(true);
    expect(check(proof({ words: others }), { word: "ciao", seen: null }).robbed).toBe(false);
  });

  it("recomputes the words that follow from the secret", () => {
    // What Python's `arbitro.web.opening.drawn` says for the same secret.
    expect(drawnWord(SECRET, "b")).toBe("7c47f24fdf4e116aabfdf50a2989cb98");
    expect(words(drawnWord(SECRET, "b"), "")[1]).toMatchObject({ from: "drawn", kept: true });
  });
});

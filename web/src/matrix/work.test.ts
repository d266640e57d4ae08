import { expect, it } from "vitest";
import { Trouble } from "../net/http.ts";
import type { MatrixPair, MatrixWish } from "../protocol.ts";
import { asCsv, asJson, countKnown, fill, type Known, meanOf, mostOf, shade, telling } from "./work.ts";

const SHARE = { word: "falls", text: "falls", share: true };
const DAMAGE = { word: "damage", text: "damage", share: false };
const LIFE = { word: "life", text: "life", share: false };
const NONE: Known = new Map();

function pair(other: string, falls: number, damage: number, more: Partial<MatrixPair> = {}): MatrixPair {
  return { other, numbers: { falls, damage, life: 4 }, attack: "spada, d6", exact: true, ...more };
}

/** A server that answers so many pairs at a time, and what it was asked. */
function server(most: number, asked: MatrixWish[] = []) {
  return async (wish: MatrixWish) => {
    asked.push(wish);
    return { pairs: wish.others.slice(0, most).map((other) => pair(other, 0.5, 2)) };
  };
}

async function filled(known: Known, ids: string[], most: number, asked: MatrixWish[] = []): Promise<Known> {
  let last = known;
  await fill(known, ids, 0, server(most, asked), new AbortController().signal, (next) => {
    last = next;
  });
  return last;
}

it("asks for the rest of a row until it is whole, and for nothing twice", async () => {
  const asked: MatrixWish[] = [];
  const known = await filled(NONE, ["a", "b", "c"], 2, asked);
  expect(countKnown(known, ["a", "b", "c"])).toBe(9);
  expect(asked.map(({ one, others }) => `${one}:${others.join("")}`)).toEqual([
    "a:abc",
    "a:c",
    "b:abc",
    "b:c",
    "c:abc",
    "c:c",
  ]);
  const more: MatrixWish[] = [];
  await filled(known, ["a", "c", "d"], 9, more);
  expect(more.map(({ one, others }) => `${one}:${others.join("")}`)).toEqual(["a:d", "c:d", "d:acd"]);
});

it("once stopped, tells nothing more", async () => {
  const control = new AbortController();
  let told = 0;
  await fill(NONE, ["a", "b"], 0, server(1), control.signal, () => {
    told += 1;
    control.abort();
  });
  expect(told).toBe(1);
});

it("asks a busy server again, and gives up on any other refusal", async () => {
  let tried = 0;
  const busy = async (wish: MatrixWish) => {
    tried += 1;
    if (tried < 3) throw new Trouble("too_fast", "wait");
    return server(9)(wish);
  };
  const signal = new AbortController().signal;
  let known = NONE;
  await fill(
    NONE,
    ["a"],
    0,
    busy,
    signal,
    (next) => {
      known = next;
    },
    0,
  );
  expect(countKnown(known, ["a"])).toBe(1);
  const refuses = async () => Promise.reject(new Trouble("no_contender", "who?"));
  await expect(fill(NONE, ["a"], 0, refuses, signal, () => {}, 0)).rejects.toThrow("who?");
});

const TWO: Known = new Map([
  [
    "a",
    new Map([
      ["a", pair("a", 0, 1)],
      ["b", pair("b", 0.25, 3, { exact: false, attack: 'falce "lunga"' })],
    ]),
  ],
  ["b", new Map([["a", { other: "a", numbers: {}, attack: "", exact: true }]])],
]);

it("offers measures that differ from pair to pair, and the first ones in any case", () => {
  expect(telling([SHARE, LIFE, DAMAGE], 1, TWO, ["a", "b"])).toEqual([SHARE, DAMAGE]);
  expect(telling([SHARE, LIFE], 2, TWO, ["a"])).toEqual([SHARE, LIFE]);
});

it("means are of what is known; who cannot attack does nothing", () => {
  expect(meanOf(TWO, "a", ["a", "b"], "damage")).toBe(2);
  expect(meanOf(TWO, "b", ["a", "b"], "damage")).toBe(0);
  expect(meanOf(TWO, "c", ["a", "b"], "damage")).toBeNull();
});

it("shades by the largest number, probabilities by certainty", () => {
  expect([mostOf(TWO, ["a", "b"], SHARE), mostOf(TWO, ["a", "b"], DAMAGE)]).toEqual([1, 3]);
  expect([shade(0.25, 1), shade(3, 3), shade(0, 3)]).toEqual([3, 10, 0]);
});

it("writes the files that the command line writes", () => {
  expect(asCsv(TWO, ["a", "b"], [SHARE, DAMAGE, LIFE])).toBe(
    "one,other,damage,falls,wins,exact,attack,watched_life\n" +
      'a,a,1,0,,True,"spada, d6",4\n' +
      'a,b,3,0.25,,False,"falce ""lunga""",4\n' +
      "b,a,,,,True,,\n",
  );
  const told = JSON.parse(asJson(TWO, ["a", "b"], new Map([["a", "Anna"]]), "cairn", 0));
  expect(told.profiles).toEqual([
    { id: "a", name: "Anna" },
    { id: "b", name: "b" },
  ]);
  expect(told.pairs[1]).toEqual({
    one: "a",
    other: "b",
    damage: 3,
    falls: 0.25,
    wins: null,
    exact: false,
    attack: 'falce "lunga"',
    watched: { life: 4 },
  });
});

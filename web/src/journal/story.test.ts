import { expect, it } from "vitest";
import type { Entry } from "../protocol.ts";
import { fold, matching, stops } from "./story.ts";

const entry = (at: number, rank: number): Entry => ({
  at,
  rank,
  text: `${at}`,
  rules: [],
  dice: [],
  need: null,
  parts: [],
  added: [],
  figures: [],
  seat: "",
});

const story = [
  entry(0, 0),
  entry(1, 0),
  entry(4, 1),
  entry(5, 2),
  entry(6, 3),
  entry(7, 0),
  entry(9, 2),
  entry(10, 1),
];

it("folds by turn and by hand, and loses no line", () => {
  const turns = fold(story);
  expect(turns.map((turn) => turn.head?.at ?? null)).toEqual([null, 4, 10]);
  expect(turns[0]?.hands[0]?.lines.map((line) => line.at)).toEqual([0, 1]);
  expect(turns[1]?.hands.map((hand) => hand.head?.at)).toEqual([5, 9]);
  expect(turns[1]?.hands[0]?.lines.map((line) => line.at)).toEqual([6, 7]);
  expect(turns[2]?.hands).toEqual([]);
});

it("stops at every line, at hands and turns, or at turns alone", () => {
  expect(stops(story, "line")).toHaveLength(story.length);
  expect(stops(story, "hand")).toEqual([2, 3, 6, 7]);
  expect(stops(story, "turn")).toEqual([2, 7]);
});

it("finds the lines with every word, under their turn and hand, the newest first to stay", () => {
  const texts = [
    "Prima",
    "Turno 1",
    "Mano: Lupi",
    "Ada colpìsce Ugo",
    "Ugo cade",
    "Mano: Volpi",
    "Ugo colpisce Ada",
    "Turno 2",
  ];
  const ranks = [0, 1, 2, 3, 0, 2, 3, 1];
  const told = texts.map((text, at) => ({ ...entry(at, ranks[at] ?? 0), text }));
  const found = (words: string, most = 9): [number[], number] => {
    const [lines, count] = matching(told, words, most);
    return [lines.map((line) => line.at), count];
  };
  expect(found("colpisce")).toEqual([[1, 2, 3, 5, 6], 2]);
  expect(found("ADA  ugo", 1)).toEqual([[1, 5, 6], 2]);
  expect(found("cade")).toEqual([[1, 2, 4], 1]);
  expect(found("prima")).toEqual([[0], 1]);
  expect(found("lupi")).toEqual([[], 0]);
});

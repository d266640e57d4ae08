import { expect, it } from "vitest";
import type { Entry } from "../protocol.ts";
import { fold, stops } from "./story.ts";

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

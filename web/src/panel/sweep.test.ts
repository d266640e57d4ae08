import { expect, it } from "vitest";
import type { KnobView, Swept } from "../protocol.ts";
import { linesOf, MOST, spread } from "./sweep.ts";

const DISTANCE: KnobView = { word: "distance", text: "distance", low: 0, high: 1000, numbers: [0, 1, 2] };

it("what is tried first stands until somebody says otherwise", () => {
  expect(spread(DISTANCE, null, null)).toEqual([0, 1, 2]);
});

it.each([
  [4, 7, [4, 5, 6, 7]],
  [7, 4, [4, 5, 6, 7]],
  [-5, 2, [0, 1, 2]],
  [999, 4000, [999, 1000]],
  [5, null, [5]],
  [0, 60, [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60]],
] as const)("from %s to %s", (from, to, numbers) => {
  expect(spread(DISTANCE, from, to)).toEqual(numbers);
  expect(numbers.length).toBeLessThanOrEqual(MOST);
});

it("a number that cannot be breaks the lines; what is no probability has none", () => {
  const row = (number: number, ...values: number[]) => ({
    number,
    values,
    texts: values.map(String),
    shares: [true, false].slice(0, values.length),
  });
  const swept: Swept = {
    choice: "",
    knob: "distance",
    knobs: [],
    columns: ["hits", "damage"],
    rows: [row(1, 0.5, 2), row(2), row(3, 0.25, 1), row(4, 0.1, 1)],
    footing: [],
  };
  expect(linesOf(swept)).toEqual([
    {
      name: "hits",
      parts: [
        [[1, 0.5]],
        [
          [3, 0.25],
          [4, 0.1],
        ],
      ],
    },
  ]);
});

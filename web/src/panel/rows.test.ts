import { expect, it } from "vitest";
import type { Comparison, Swept } from "../protocol.ts";
import { csv } from "../text/csv.ts";
import { compared, comparedPicture, tried, triedPicture } from "./rows.ts";

it("choices side by side, a row for each of their values", () => {
  const row = (label: string, ...chances: number[]) => ({ label, chances, texts: chances.map(String) });
  const found: Comparison = {
    choices: ["d6", 'd8, "saldo"'],
    panels: [
      { title: "", rows: [row("colpisce", 0.5, 0.625)], means: [] },
      { title: "danni", rows: [row("0", 0.5, 0.375)], means: ["1", "1,5"] },
    ],
    footing: [],
  };
  expect(csv(compared(found, "accade"))).toBe(
    "choice,measure,value,probability\n" +
      "d6,accade,colpisce,0.5\n" +
      '"d8, ""saldo""",accade,colpisce,0.625\n' +
      "d6,danni,0,0.5\n" +
      '"d8, ""saldo""",danni,0,0.375\n',
  );
});

it("a number that varies, empty where it cannot be", () => {
  const found: Swept = {
    choice: "d8",
    knob: "distance",
    knobs: [],
    columns: ["colpisce", "danni"],
    rows: [
      { number: 0, texts: [], values: [], shares: [] },
      { number: 4, texts: ["50%", "2"], values: [0.5, 2], shares: [true, false] },
    ],
    footing: [],
  };
  expect(csv(tried(found))).toBe("distance,colpisce,danni\n0,,\n4,0.5,2\n");
});

it("a name is no formula, a number stays one", () => {
  expect(csv([["=1+1", "-0.5", -2, "+x", "a"]])).toBe("'=1+1,-0.5,-2,'+x,a\n");
});

it("pictures show what may happen, and other numbers only where nothing does", () => {
  const row = (number: number, values: number[], shares: boolean[]) => ({
    number,
    values,
    shares,
    texts: [],
  });
  const swept = (rows: Swept["rows"]): Swept => ({
    choice: "d8",
    knob: "life",
    knobs: [],
    columns: ["colpisce", "danni"],
    rows,
    footing: [],
  });
  const both = triedPicture(swept([row(0, [], []), row(4, [0.5, 2], [true, false])]), "vita", "svg");
  expect([both.columns, both.values, both.shares, both.knob]).toEqual([
    ["colpisce"],
    [[], [0.5]],
    true,
    "vita",
  ]);
  const none = triedPicture(swept([row(4, [1, 2], [false, false])]), "vita", "svg");
  expect([none.columns, none.values, none.shares]).toEqual([["colpisce", "danni"], [[1, 2]], false]);
  const panels = [{ title: "", rows: [{ label: "cade", chances: [0.25], texts: ["25%"] }], means: [] }];
  expect(comparedPicture({ choices: ["d6"], panels, footing: ["x"] }, "accade", "A", "png")).toEqual({
    kind: "png",
    title: "A",
    choices: ["d6"],
    panels: [{ title: "accade", rows: [{ label: "cade", chances: [0.25] }] }],
  });
});

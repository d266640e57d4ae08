import { expect, it } from "vitest";
import type { Comparison, Swept } from "../protocol.ts";
import { csv } from "../text/csv.ts";
import { compared, tried } from "./rows.ts";

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

import { describe, expect, it } from "vitest";
import type { Pickable, SheetField } from "../protocol.ts";
import { found } from "../text/search.ts";
import { faultsAt, shown, stepped, typedNumber, withoutEntry } from "./values.ts";

const field = (more: Partial<SheetField>): SheetField => ({
  key: "items",
  label: "",
  kind: "list",
  group: "",
  lowest: 0,
  highest: 0,
  most: "",
  optional: false,
  options: [],
  parts: [],
  ...more,
});
const option = (label: string): Pickable => ({ value: label, label, hint: "", parts: [] });

it.each([
  ["12", 12],
  [" −3 ", -3],
  ["", null],
  ["dodici", "dodici"],
  ["1.5", "1.5"],
])("%j is typed for %j: what is no number goes to the judge as it is", (text, value) => {
  expect(typedNumber(text)).toBe(value);
  expect(shown(value).trim()).toBe(value === null ? "" : text.trim().replace("−", "-"));
});

it("one more or less stays within the field", () => {
  const score = field({ kind: "number", lowest: 1, highest: 18 });
  expect([
    stepped(score, 18, 1),
    stepped(score, 1, -1),
    stepped(score, null, 1),
    stepped(score, "x", 1),
  ]).toEqual([18, 1, 2, 2]);
});

it("who lay on a thing that goes lies on nothing, the others keep their carriers", () => {
  const items = field({ parts: [field({ key: "on", kind: "place" })] });
  const list = [
    { of: "corda" },
    { of: "mulo", on: 0 },
    { of: "tenda", on: 2 },
    { of: "carro", on: 0 },
    { of: "vino", on: 4 },
  ];
  expect(withoutEntry(items, list, 1)).toEqual([
    { of: "corda" },
    { of: "tenda", on: 0 },
    { of: "carro", on: 0 },
    { of: "vino", on: 3 },
  ]);
});

it("faults are found at the field, the entry and the part they belong to", () => {
  const at = (key: string, entry: number, part: string) => ({ text: "no", who: 0, key, entry, part });
  const faults = [at("items", 1, "uses"), at("items", -1, ""), at("pf", -1, "")];
  expect(faultsAt(faults, "items")).toEqual([faults[1]]);
  expect(faultsAt(faults, "items", 1, "uses")).toEqual([faults[0]]);
  expect(faultsAt(faults, "items", 1)).toEqual([]);
});

describe("a search", () => {
  it("finds words whatever their accents, those that begin so first", () => {
    const options = ["Olio per lumi", "Lumaca", "Àncora"].map(option);
    expect(found(options, "lum").map((one) => one.label)).toEqual(["Lumaca", "Olio per lumi"]);
    expect(found(options, "anc").map((one) => one.label)).toEqual(["Àncora"]);
    expect(found(options, "", 2)).toHaveLength(2);
  });
});

import { describe, expect, it } from "vitest";
import { catalogues as ofCharacters } from "../characters/words.ts";
import { catalogues as ofDesk } from "../desk/words.ts";
import { ago, plural, pointed, readNumber, signed } from "./format.ts";
import { catalogues as ofPage } from "./index.ts";

/** All texts of a catalogue by their path; functions are called with words in the place of facts. */
function leaves(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, String(value("x", "y", true))]];
  return Object.entries(value as object).flatMap(([key, below]) =>
    leaves(below, path ? `${path}.${key}` : key),
  );
}

const CATALOGUES = [
  ["page", "it", ofPage],
  ["page", "en", ofPage],
  ["characters", "it", ofCharacters],
  ["characters", "en", ofCharacters],
  ["desk", "it", ofDesk],
  ["desk", "en", ofDesk],
] as const;

describe.each(CATALOGUES)("the words of the %s in %s", (_of, lang, catalogues) => {
  const all = leaves(catalogues[lang]);

  it("are all there, and none is empty", () => {
    const other = leaves(catalogues[lang === "it" ? "en" : "it"]).map(([path]) => path);
    expect(all.map(([path]) => path)).toEqual(other);
    expect(all.filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("never speak of errors", () => {
    expect(all.filter(([, text]) => /\b(errore?|error|bug|fallit)/i.test(text))).toEqual([]);
  });
});

describe("numbers", () => {
  it("are read with a comma or a point", () => {
    expect(readNumber(" 12,5 ")).toBe(12.5);
    expect(readNumber("12.5")).toBe(12.5);
    expect(readNumber("−3")).toBe(-3);
    expect(readNumber("dodici")).toBeNull();
    expect(readNumber("1,2,3")).toBeNull();
  });

  it("are written by locale, in the right number", () => {
    expect(plural("it", 1, "riga", "righe")).toBe("1 riga");
    expect(plural("it", 12_500, "riga", "righe")).toBe("12.500 righe");
    expect(plural("en", 0, "line", "lines")).toBe("0 lines");
    expect(signed(-2)).toBe("−2");
  });

  it("tell how long ago something was", () => {
    const now = Date.parse("2026-05-02T12:00:00Z");
    expect(ago("it", "2026-05-02T11:55:00Z", now)).toBe("5 minuti fa");
    expect(ago("en", "2026-05-01T12:00:00Z", now)).toBe("yesterday");
    expect(ago("en", "once", now)).toBe("");
  });
});

describe("a roll that will not do", () => {
  it("keeps its carets apart from the sentence", () => {
    expect(pointed("mancano le facce\n  3dd\n    ^")).toEqual(["mancano le facce", "  3dd\n    ^"]);
    expect(pointed("Il file non va bene:\ngruppo:2:10")).toEqual(["Il file non va bene:\ngruppo:2:10", ""]);
  });
});

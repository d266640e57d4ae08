import { describe, expect, it } from "vitest";
import { type Body, place } from "./placement.ts";

const body = (id: string, x: number, y: number): Body => ({ id, x, y, r: 15, wide: 60, tall: 14, least: 14 });

describe("names", () => {
  it("stand below their base where there is room", () => {
    expect(place([body("a", 200, 200)], 400, 400).get("a")).toEqual({ x: 200, y: 218, short: false });
  });

  it("go above when another base is below", () => {
    const at = place([body("a", 200, 200), body("b", 200, 232)], 400, 400).get("a");
    expect(at?.y).toBeLessThan(200 - 15);
  });

  it("do not leave the table at its lower edge", () => {
    const at = place([body("a", 200, 390)], 400, 400).get("a");
    expect(at && at.y + 14).toBeLessThan(390);
  });

  it("are short in a crowd", () => {
    const crowd = [0, 1, 2, 3, 4].flatMap((x) =>
      [0, 1, 2, 3, 4].map((y) => body(`${x}${y}`, 100 + x * 31, 100 + y * 31)),
    );
    expect([...place(crowd, 400, 400).values()].some(({ short }) => short)).toBe(true);
  });

  it("of two neighbours do not cover each other", () => {
    const found = place([body("a", 200, 200), body("b", 232, 200)], 400, 400);
    const [a, b] = [found.get("a"), found.get("b")];
    expect(a && b && (Math.abs(a.x - b.x) >= 60 || Math.abs(a.y - b.y) >= 14)).toBe(true);
  });
});

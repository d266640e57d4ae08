import { describe, expect, it } from "vitest";
import type { FigureView, Shape } from "../protocol.ts";
import { world } from "./geometry.ts";
import { measured, type Standing } from "./ruler.ts";

const disc = (id: string, x: number, y: number, r = 1500): Standing => {
  const shape: Shape = { type: "disc", x, y, r };
  return { view: { id, name: id, seat: "a", shape } as unknown as FigureView, shape };
};
const [vera, lupo] = [disc("Vera", 0, 0), disc("Lupo", 10_000, 0)];
const there = [vera, lupo];

describe("a ruler", () => {
  it("measures from base edge to base edge, and says which", () => {
    const found = measured([world(100, 200), world(9900, 0)], there);
    expect([found.from?.id, found.to?.id]).toEqual(["Vera", "Lupo"]);
    expect(found.total).toBeCloseTo(7000);
  });

  it("measures from a bare place to a base", () => {
    const found = measured([world(5000, 0), world(10_000, 0)], there);
    expect([found.from, found.to?.id]).toEqual([null, "Lupo"]);
    expect(found.total).toBeCloseTo(3500);
  });

  it("adds its legs, of which only the ends begin at edges", () => {
    const found = measured([world(0, 0), world(0, 5000), world(3000, 9000)], there);
    expect(found.total).toBeCloseTo(3500 + 5000);
    expect(found.last).toBeCloseTo(5000);
  });

  it("that ends on the base it began on measures nothing to it", () => {
    const found = measured([world(0, 0), world(1000, 0)], there);
    expect([found.to, found.total]).toEqual([null, 0]);
  });

  it("is drawn from edge to edge", () => {
    const { line } = measured([world(0, 0), world(10_000, 0)], there);
    expect(line[0]?.x).toBeCloseTo(1500, 0);
    expect(line[1]?.x).toBeCloseTo(8500, 0);
  });
});

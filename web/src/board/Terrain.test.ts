import { describe, expect, it } from "vitest";
import type { Piece } from "../protocol.ts";
import { Frame } from "./geometry.ts";
import { covered } from "./placement.ts";
import { lettered, markBoxes } from "./Terrain.tsx";

const piece = (id: string, x: number, r: number, height = 0): Piece => ({
  id,
  name: id,
  shape: { type: "disc", x, y: 30_000, r },
  kinds: ["vaultable"],
  height,
  floor: 0,
  notes: [],
  aria: id,
});

const frameOf = (...pieces: Piece[]) =>
  new Frame({
    width: 100_000,
    depth: 60_000,
    unit: { symbol: "cm", size: 1000 },
    grid: 0,
    pieces,
    legend: [],
  });

describe("what is written on terrain", () => {
  const crowd = frameOf(piece("colle", 50_000, 9000, 3000), piece("rupe", 51_000, 8000, 6000));

  it("is whole where there is room", () => {
    const [one] = lettered(frameOf(piece("colle", 50_000, 9000, 3000)), 1, []);
    expect(one).toMatchObject({ name: "colle", step: 3 });
  });

  it("never lies over what is written on another piece", () => {
    const rows = lettered(crowd, 1, []);
    expect(rows.filter(({ step }) => step > 0)).toHaveLength(1);
    expect(rows.filter(({ name }) => name !== "")).toHaveLength(1);
  });

  it("comes back when the pieces are far enough apart on the screen", () => {
    expect(lettered(crowd, 6, []).map(({ step }) => step)).toEqual([3, 6]);
  });

  it("gives way to figures", () => {
    const base = { x: 470, y: 270, wide: 60, tall: 60 };
    expect(lettered(frameOf(piece("colle", 50_000, 9000, 3000)), 1, [base])).toEqual([]);
  });

  it("gives way to the names of zones", () => {
    const mark = {
      id: "z",
      kind: "zone",
      label: "Il colmo",
      seat: "",
      shape: { type: "disc" as const, x: 50_000, y: 24_500, r: 5000 },
      notes: [],
    };
    const frame = frameOf(piece("colle", 50_000, 9000));
    const boxes = markBoxes([mark], frame, 1);
    expect(covered({ x: 480, y: 290, wide: 40, tall: 20 }, boxes)).toBeGreaterThan(0);
    expect(lettered(frame, 1, boxes)).toEqual([]);
  });
});

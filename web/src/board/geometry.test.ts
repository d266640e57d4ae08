import { describe, expect, it } from "vitest";
import type { Board, Polygon, Shape } from "../protocol.ts";
import * as geo from "./geometry.ts";
import { length } from "./words.ts";

const board: Board = {
  width: 90_000,
  depth: 60_000,
  unit: { symbol: "cm", size: 1000 },
  grid: 0,
  pieces: [],
  legend: [],
};
const disc = (x: number, y: number, r: number): Shape => ({ type: "disc", x, y, r });
const rect = (x: number, y: number, w: number, h: number): Polygon => ({
  type: "polygon",
  points: [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ],
  holes: [],
});
/** A square of side 2s about a place, turned by 45 degrees. */
const diamond = (x: number, y: number, s: number): Polygon => ({
  type: "polygon",
  points: [
    [x - s, y],
    [x, y - s],
    [x + s, y],
    [x, y + s],
  ],
  holes: [],
});

describe("world and drawing", () => {
  const frame = new geo.Frame(board);

  it("turns y upside down and makes the longer side 1000", () => {
    expect(frame.toDraw(geo.world(0, 0))).toEqual({ x: 0, y: frame.height });
    expect(frame.toDraw(geo.world(90_000, 60_000))).toEqual({ x: 1000, y: 0 });
  });

  it("comes back to where it was", () => {
    for (const at of [geo.world(12_345, 54_321), geo.world(0, 60_000), geo.world(90_000, 1)]) {
      const back = frame.toWorld(frame.toDraw(at));
      expect(back.x).toBeCloseTo(at.x, 6);
      expect(back.y).toBeCloseTo(at.y, 6);
    }
  });

  it("keeps a place on the table", () => {
    expect(frame.within(geo.world(-5, 70_000))).toEqual({ x: 0, y: 60_000 });
  });
});

describe("edge to edge", () => {
  it("of discs is the distance of the middles less both radii", () => {
    expect(geo.gap(disc(0, 0, 1500), disc(3000, 4000, 1500))).toBeCloseTo(2000);
  });

  it("of discs that touch or overlap is 0", () => {
    expect(geo.gap(disc(0, 0, 1500), disc(3000, 0, 1500))).toBe(0);
    expect(geo.gap(disc(0, 0, 1500), disc(1000, 0, 1500))).toBe(0);
  });

  it("of a disc and a rectangle: to the side, and to the corner", () => {
    expect(geo.gap(disc(0, 0, 1000), rect(3000, -500, 2000, 1000))).toBeCloseTo(2000);
    expect(geo.gap(rect(3000, 4000, 2000, 1000), disc(0, 0, 1000))).toBeCloseTo(4000);
  });

  it("of rectangles: side to side, and corner to side of a turned one", () => {
    expect(geo.gap(rect(0, 0, 1000, 1000), rect(3500, 200, 1000, 1000))).toBeCloseTo(2500);
    expect(geo.gap(rect(0, 0, 1000, 1000), diamond(4000, 500, 1000))).toBeCloseTo(2000);
  });

  it("of a rectangle within another is 0", () => {
    expect(geo.gap(rect(0, 0, 5000, 5000), rect(2000, 2000, 100, 100))).toBe(0);
  });

  it("from a place to a base", () => {
    expect(geo.fromPlace(geo.world(0, 0), disc(3000, 4000, 1500))).toBeCloseTo(3500);
    expect(geo.fromPlace(geo.world(0, 0), rect(-1, -1, 2, 2))).toBe(0);
  });
});

describe("overlap", () => {
  it("is not for bases that only touch", () => {
    expect(geo.overlap(disc(0, 0, 1500), disc(3000, 0, 1500))).toBe(false);
    expect(geo.overlap(rect(0, 0, 1000, 1000), rect(1000, 0, 1000, 1000))).toBe(false);
  });

  it("is for bases that share ground", () => {
    expect(geo.overlap(disc(0, 0, 1500), disc(2990, 0, 1500))).toBe(true);
    expect(geo.overlap(disc(0, 0, 1500), rect(1000, -5000, 100, 10_000))).toBe(true);
    expect(geo.overlap(rect(0, 0, 1000, 1000), rect(500, 500, 1000, 1000))).toBe(true);
    expect(geo.overlap(rect(0, 0, 1000, 1000), rect(-500, 300, 3000, 100))).toBe(true);
  });
});

describe("shapes", () => {
  it("hold a place within, not in a hole", () => {
    const ring: Shape = { ...rect(0, 0, 10, 10), holes: [rect(4, 4, 2, 2).points] };
    expect(geo.holds(ring, geo.world(1, 1))).toBe(true);
    expect(geo.holds(ring, geo.world(5, 5))).toBe(false);
    expect(geo.holds(ring, geo.world(11, 5))).toBe(false);
  });

  it("are carried by their middle", () => {
    expect(geo.middle(geo.carried(rect(0, 0, 4, 2), geo.world(10, 10)))).toEqual({ x: 10, y: 10 });
    expect(geo.carried(disc(0, 0, 7), geo.world(1, 2))).toEqual(disc(1, 2, 7));
  });

  it("are left where a line crosses their edge", () => {
    const at = geo.edgeTowards(disc(0, 0, 1500), geo.world(0, 0), geo.world(9000, 0));
    expect(at.x).toBeCloseTo(1500, 0);
    expect(at.y).toBe(0);
  });
});

describe("directions", () => {
  it("go counter-clockwise from east in milli-degrees", () => {
    const o = geo.world(0, 0);
    expect(geo.direction(o, geo.world(5, 0))).toBe(0);
    expect(geo.direction(o, geo.world(0, 5))).toBe(90_000);
    expect(geo.direction(o, geo.world(0, -5))).toBe(270_000);
  });

  it("lead back", () => {
    const o = geo.world(100, 200);
    expect(geo.direction(o, geo.towards(o, 123_000, 5000))).toBe(123_000);
  });
});

describe("lengths in words", () => {
  it("never look shorter than they are", () => {
    expect(length("it", 12_010, board.unit)).toBe("12,1 cm");
    expect(length("en", 12_000, board.unit)).toBe("12.0 cm");
    expect(length("it", 0, board.unit)).toBe("0,0 cm");
  });

  it("take no notice of noise under a hundredth of a millimetre", () => {
    expect(length("en", 12_000.4, board.unit)).toBe("12.0 cm");
  });
});

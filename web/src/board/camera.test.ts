import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Camera, type Scope } from "./camera.ts";
import { draw, Frame, LONG_SIDE } from "./geometry.ts";
import { calm } from "./motion.ts";

const table = {
  width: 90_000,
  depth: 60_000,
  unit: { symbol: "cm", size: 1000 },
  grid: 0,
  pieces: [],
  legend: [],
};
const frame = new Frame(table);
const BASE = (2500 * LONG_SIDE) / 90_000; // a base of 2.5 cm
const corner: Scope = { from: draw(40, 40), to: draw(140, 120), base: BASE };

function camera(width: number, height: number): Camera {
  const made = new Camera(() => undefined);
  made.attach(null, frame);
  made.resized(width, height);
  return made;
}

describe("on a small board", () => {
  beforeEach(() => {
    calm.value = true;
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("a question brings what it is about within a finger's reach, and all of it into view", () => {
    const seen = camera(390, 420);
    expect(seen.zoom * BASE).toBeLessThan(13);
    seen.approach(corner);
    expect(seen.zoom * BASE).toBeGreaterThanOrEqual(29.9);
    for (const at of [corner.from, corner.to]) {
      const { x, y } = seen.ofDraw(at);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(390);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(420);
    }
  });

  it("what is near enough and in view is left as a hand has put it", () => {
    const seen = camera(390, 420);
    seen.approach(corner);
    seen.pan(5, -3);
    const at = seen.ofDraw(corner.from);
    seen.approach(corner);
    expect(seen.ofDraw(corner.from)).toEqual(at);
  });

  it("the whole table comes back when it is asked for", () => {
    const seen = camera(390, 420);
    const whole = seen.zoom;
    seen.approach(corner);
    seen.fit();
    expect(seen.zoom).toBe(whole);
  });

  it("a question that is about the whole table shows the whole table", () => {
    const seen = camera(390, 420);
    const whole = seen.zoom;
    seen.approach({ from: draw(0, 0), to: draw(frame.width, frame.height), base: BASE });
    expect(seen.zoom).toBeCloseTo(whole, 1);
  });

  it("a question that came before the board had a size is not forgotten", () => {
    const seen = new Camera(() => undefined);
    seen.attach(null, frame);
    seen.approach(corner);
    seen.resized(390, 420);
    expect(seen.zoom * BASE).toBeGreaterThan(29);
  });
});

it("a large board is left as it is", () => {
  const seen = camera(1000, 700);
  const whole = seen.zoom;
  seen.approach(corner);
  expect(seen.zoom).toBe(whole);
});

import { beforeEach, describe, expect, it } from "vitest";
import type { FormView, Ghost, Probe, Value } from "../protocol.ts";
import { answerOf, Course, legal, type Moving, target } from "./course.ts";
import { world } from "./geometry.ts";

const blank = {
  default: null,
  branch: null,
  lo: 0,
  hi: 0,
  longest: 0,
  total: 0,
  most: 0,
  items: [],
  overlays: [],
};
const place = {
  ...blank,
  kind: "place",
  figure: "a1",
  start: [1000, 1000],
  base: { type: "disc", x: 1000, y: 1000, r: 1500 },
} as unknown as FormView;
const route = { ...place, kind: "route" } as FormView;
const arc = { ...place, kind: "arc" } as FormView;

const yes: Probe = { legal: true, reason: "", rules: [], suggest: null, length: -1, notes: [], overlays: [] };
const no = (suggest: Value): Probe => ({ ...yes, legal: false, reason: "Troppo lontano.", suggest });

/** The rules of these tests: x up to 5000 is legal; beyond, x = 5000 is suggested. */
class Table {
  readonly asked: Value[] = [];
  readonly sent: Value[] = [];
  readonly told: Ghost[] = [];
  refusal = "";
  suggests = true;
  held: (() => void)[] | null = null;
  readonly course = new Course({
    ask: async (value) => {
      this.asked.push(value);
      if (this.held) await new Promise<void>((go) => this.held?.push(go));
      const point = (
        Array.isArray((value as Value[])[0]) ? (value as Value[]).at(-1) : value
      ) as readonly number[];
      const [x = 0, y = 0] = Array.isArray(point) ? point : [0, 0];
      return x <= 5000 ? yes : no(this.suggests ? [5000, y] : null);
    },
    commit: async (value) => {
      this.sent.push(value);
      return this.refusal;
    },
    tell: (ghost) => this.told.push(ghost),
    within: (at) => world(Math.max(0, at.x), Math.max(0, at.y)),
    reach: () => 1000,
  });

  get moving(): Moving {
    const state = this.course.state.value;
    if (state.kind !== "move") throw new Error(state.kind);
    return state;
  }
}

const settled = () => new Promise((done) => setTimeout(done, 5));

let table: Table;
beforeEach(() => {
  table = new Table();
});

describe("a figure on its way", () => {
  it("is answered only after it was dropped and confirmed", async () => {
    table.course.begin(place, world(1000, 1000));
    table.course.moveTo(world(3000, 2000));
    await settled();
    await table.course.confirm();
    expect(table.sent).toEqual([]);
    table.course.drop();
    await settled();
    await table.course.confirm();
    expect(table.sent).toEqual([[3000, 2000]]);
    expect(table.course.busy).toBe(false);
  });

  it("is taken back without an answer", async () => {
    table.course.begin(place, world(1000, 1000));
    table.course.drop();
    table.course.cancel();
    await settled();
    expect([table.sent, table.course.busy]).toEqual([[], false]);
  });

  it("snaps to the place that the rules suggest, if it is near", async () => {
    table.course.begin(place, world(5600, 2000));
    await settled();
    expect(target(table.moving)).toEqual(world(5000, 2000));
    expect(legal(table.moving)).toBe(true);
    table.course.drop();
    await settled();
    await table.course.confirm();
    expect(table.sent).toEqual([[5000, 2000]]);
  });

  it("does not snap to a place far away, nor with Alt held", async () => {
    table.course.begin(place, world(9000, 2000));
    await settled();
    expect([table.moving.snap, legal(table.moving)]).toEqual([null, false]);
    table.course.free = true;
    table.course.moveTo(world(5600, 2000));
    await settled();
    expect(table.moving.snap).toBeNull();
  });

  it("cannot be confirmed where the rules refuse it", async () => {
    table.suggests = false;
    table.course.begin(place, world(9000, 2000));
    table.course.drop();
    await settled();
    expect(table.course.ready).toBe(false);
    await table.course.confirm();
    expect(table.sent).toEqual([]);
    expect(table.moving.probe?.reason).toBe("Troppo lontano.");
  });

  it("stays, and says why, when the answer is refused after all", async () => {
    table.refusal = "Qualcun altro ha già risposto.";
    table.course.begin(place, world(2000, 2000));
    table.course.drop();
    await settled();
    await table.course.confirm();
    expect(table.moving.refused).toBe("Qualcun altro ha già risposto.");
    expect(table.moving.sending).toBe(false);
  });

  it("asks one thing at a time, and the newest last", async () => {
    table.held = [];
    table.course.begin(place, world(1000, 1000));
    for (let x = 1100; x <= 2000; x += 100) table.course.moveTo(world(x, 1000));
    expect(table.asked.length).toBe(1);
    const go = table.held.splice(0);
    table.held = null;
    for (const open of go) open();
    await settled();
    expect(table.asked).toEqual([
      [1000, 1000],
      [2000, 1000],
    ]);
  });

  it("does not leave the table", () => {
    table.course.begin(place, world(1000, 1000));
    table.course.moveTo(world(-500, 700));
    expect(table.moving.at).toEqual(world(0, 700));
  });

  it("moves by keys in steps", () => {
    table.course.begin(place, world(1000, 1000));
    table.course.nudge(1000, 0, 0);
    table.course.nudge(0, -100, 0);
    expect(table.moving.at).toEqual(world(2000, 900));
  });
});

describe("ways and directions", () => {
  it("have corners, and end where the hand is", () => {
    table.course.begin(route, world(1000, 1000));
    table.course.moveTo(world(2000, 1000));
    table.course.corner();
    table.course.moveTo(world(2000, 3000));
    expect(answerOf(table.moving)).toEqual([
      [2000, 1000],
      [2000, 3000],
    ]);
  });

  it("have no corners where a place is asked for", () => {
    table.course.begin(place, world(1000, 1000));
    table.course.corner();
    expect(table.moving.corners).toEqual([]);
  });

  it("are pointed at in milli-degrees from the figure", () => {
    table.course.begin(arc, world(1000, 5000));
    const state = table.course.state.value;
    expect(state.kind === "aim" && answerOf(state)).toBe(90_000);
    table.course.nudge(0, 0, -5000);
    const turned = table.course.state.value;
    expect(turned.kind === "aim" && answerOf(turned)).toBe(85_000);
  });
});

describe("a ruler", () => {
  it("stays after it was let go, and goes with Esc", () => {
    table.course.measure(world(0, 0));
    table.course.moveTo(world(3000, 4000));
    table.course.corner();
    table.course.drop();
    expect(table.course.state.value).toMatchObject({ kind: "ruler", fixed: true });
    table.course.cancel();
    expect(table.course.busy).toBe(false);
  });
});

describe("the others", () => {
  it("see a drag, and hear that it is over", () => {
    table.course.begin(place, world(1000, 1000));
    expect(table.told.at(-1)).toMatchObject({ kind: "drag", figure: "a1" });
    table.course.cancel();
    expect(table.told.at(-1)).toMatchObject({ kind: "drag", points: [] });
  });

  it("hear nothing of a gesture that was never told", () => {
    table.course.cancel();
    expect(table.told).toEqual([]);
  });
});

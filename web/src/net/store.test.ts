import { describe, expect, it } from "vitest";
import type { Entry, FigureView, Snapshot, Update } from "../protocol.ts";
import { after, afterSnapshot, afterUpdate, type Known } from "./store.ts";

const figure = (id: string, now: number): FigureView => ({
  id,
  seat: "a",
  name: id,
  short: id,
  role: "",
  icon: "",
  shape: null,
  z: 0,
  facing: null,
  meters: [{ label: "Res", now, full: 5 }],
  badges: [],
  marks: [],
  notes: [],
  aria: id,
});

const entry = (at: number, text = `riga ${at}`): Entry => ({
  at,
  rank: 0,
  text,
  rules: [],
  dice: [],
  need: null,
  parts: [],
  added: [],
  figures: [],
  seat: "",
});

const snapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  type: "snapshot",
  seq: 7,
  table: {
    title: "Guado",
    ruleset: "crepuscolo",
    me: ["a"],
    seats: [{ seat: "a", name: "Rotta", player: "here", online: true }],
    spectators: 0,
    proposals: [],
    undo: { free: 0, asking: 0, redo: false, stopped_by: "" },
    commit: "",
    secret: "",
    typed_dice: false,
    over: "",
    opening: null,
  },
  scene: {
    standing: "Turno 1",
    sides: [],
    figures: [figure("a1", 5), figure("a2", 4), figure("b1", 3)],
    chips: [],
    board: null,
    marks: [],
    result: "",
  },
  journal_from: 0,
  journal: [entry(0), entry(2), entry(3)],
  undone: [],
  chat: [],
  questions: [],
  waiting: { seats: ["b"], computer: true, text: "" },
  lang: "it",
  desk: null,
  protocol: 1,
  ...changes,
});

const known = (): Known => afterSnapshot(null, snapshot());
const update = (changes: Partial<Update> = {}): Update => ({ type: "update", seq: 8, ...changes });

describe("an update", () => {
  it("puts changed figures in their old places and leaves out those gone", () => {
    const before = known();
    const now = afterUpdate(before, update({ figures: [figure("b1", 1), figure("a9", 2)], gone: ["a1"] }));
    expect(now?.scene.figures.map((one) => one.id)).toEqual(["a2", "b1", "a9"]);
    expect(now?.scene.figures[0]).toBe(before.scene.figures[1]);
    expect(now?.scene.figures[1]?.meters[0]?.now).toBe(1);
  });

  it("leaves the scene itself alone where it says nothing of it", () => {
    const before = known();
    const now = afterUpdate(before, update({ journal: [entry(5)] }));
    expect(now?.scene).toBe(before.scene);
    expect(now?.journal.map((one) => one.at)).toEqual([0, 2, 3, 5]);
    expect(now?.waiting).toBe(before.waiting);
  });

  it("can empty what it names: no question, no result", () => {
    const asked = { ...known(), questions: [{} as Known["questions"][number]] };
    const now = afterUpdate(asked, update({ questions: [], standing: "" }));
    expect(now?.questions).toEqual([]);
    expect(now?.scene.standing).toBe("");
  });

  it("is asked for anew when one was missed, and does nothing when it is old", () => {
    const before = known();
    expect(afterUpdate(before, update({ seq: 9 }))).toBeNull();
    expect(afterUpdate(before, update({ seq: 6, standing: "Turno 9" }))).toBe(before);
  });

  it("puts no journal line in twice", () => {
    const now = afterUpdate(known(), update({ journal: [entry(3), entry(4)] }));
    expect(now?.journal.map((one) => one.at)).toEqual([0, 2, 3, 4]);
  });
});

describe("a snapshot", () => {
  it("goes on from the lines that are known", () => {
    const now = afterSnapshot(known(), snapshot({ seq: 9, journal_from: 2, journal: [entry(8), entry(9)] }));
    expect(now.journal.map((one) => one.at)).toEqual([0, 2, 8, 9]);
  });

  it("forgets them where it begins at nothing", () => {
    const now = afterSnapshot(known(), snapshot({ journal: [entry(0)] }));
    expect(now.journal.map((one) => one.at)).toEqual([0]);
  });
});

it("an update before any snapshot is of no use", () => {
  expect(after(null, update())).toBeNull();
});

it("presence changes who is there and nothing else", () => {
  const before = known();
  const seats = [{ seat: "a", name: "Rotta", player: "here", online: false }];
  const now = after(before, { type: "presence", seats, spectators: 2 });
  expect(now?.table.spectators).toBe(2);
  expect(now?.table.seats).toBe(seats);
  expect(now?.scene).toBe(before.scene);
});

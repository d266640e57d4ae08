import { expect, it } from "vitest";
import { Trouble } from "../net/http.ts";
import type { LabRun } from "../protocol.ts";
import { dropRun, playOn, readRuns, rememberRun, runs, timeLeft } from "./runs.ts";

const run = (done: number, over = false): LabRun => ({
  id: "x1",
  kind: "simulation",
  ruleset: "cairn",
  title: "A – B",
  done,
  all: 10,
  won: 0,
  lost: 0,
  over,
});

it("plays on until the server says that it is over", async () => {
  const told: number[] = [];
  let at = 0;
  const ask = async () => {
    at += 4;
    return run(at, at >= 8);
  };
  await playOn("x1", new AbortController().signal, ({ done }) => told.push(done), ask);
  expect(told).toEqual([4, 8]);
});

it("once stopped, asks for nothing more; what is refused is refused", async () => {
  const control = new AbortController();
  const told: number[] = [];
  const tell = ({ done }: LabRun): void => {
    told.push(done);
    control.abort();
  };
  await playOn("x1", control.signal, tell, async () => run(1));
  expect(told).toEqual([1]);
  const gone = async () => Promise.reject(new Trouble("no_run", "gone"));
  await expect(playOn("x1", new AbortController().signal, () => {}, gone)).rejects.toThrow("gone");
});

it("tells how long it still takes by what it took so far", () => {
  expect(timeLeft(run(6), 2, 4000)).toBe(4000);
  expect(timeLeft(run(2), 2, 4000)).toBe(0);
});

it("remembers each run once, the newest first, and forgets", () => {
  rememberRun({ ...run(0), id: "a" });
  rememberRun({ ...run(0), id: "b" });
  rememberRun({ ...run(0), id: "a" });
  expect(runs.value.map(({ id }) => id)).toEqual(["a", "b"]);
  dropRun("a");
  expect(runs.value.map(({ id }) => id)).toEqual(["b"]);
  expect([readRuns("{}"), readRuns("no"), readRuns('[{"id":1}]'), readRuns(null)]).toEqual([[], [], [], []]);
});

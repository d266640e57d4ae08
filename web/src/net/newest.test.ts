import { expect, it } from "vitest";
import { newest } from "./newest.ts";

it("makes one call at a time, and of those that wait only the newest", async () => {
  const made: number[] = [];
  const open: (() => void)[] = [];
  const ask = newest((n: number) => {
    made.push(n);
    return new Promise<number>((done) => open.push(() => done(n)));
  });
  const all = [ask(1), ask(2), ask(3)];
  expect(made).toEqual([1]);
  expect(await all[1]).toBeNull();
  open[0]?.();
  expect(await all[0]).toBe(1);
  await Promise.resolve();
  expect(made).toEqual([1, 3]);
  open[1]?.();
  expect(await all[2]).toBe(3);
});

it("goes on after a failure", async () => {
  let fails = true;
  const ask = newest(async (n: number) => {
    if (fails) throw new Error("no");
    return n;
  });
  await expect(ask(1)).rejects.toThrow("no");
  fails = false;
  expect(await ask(2)).toBe(2);
});

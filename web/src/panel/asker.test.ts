import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { Live } from "../net/live.ts";
import type { Known } from "../net/store.ts";
import type { BranchView, FormView, OptionView, Question, Value } from "../protocol.ts";
import { Asker } from "./asker.ts";

const option = (key: string, figure = ""): OptionView => ({
  key,
  label: key,
  hint: "",
  mark: "",
  warn: false,
  way: [],
  figure,
  spot: null,
  rules: [],
});
const branch = (...options: OptionView[]): BranchView => ({
  level: "",
  title: "",
  options,
  alike: false,
  covers: false,
});
const form = (first: BranchView): FormView => ({
  kind: "tree",
  default: null,
  branch: first,
  lo: 0,
  hi: 0,
  longest: 0,
  total: 0,
  most: 0,
  items: [],
  figure: "",
  start: null,
  base: null,
  overlays: [],
});
const question = (first: BranchView): Question => ({
  decision: "1",
  kind: "action",
  seat: "a",
  text: "",
  form: form(first),
  free: false,
  enter: false,
  figures: [],
  rules: [],
});

/** A table far away: what it asks, what grows from a way, and what was answered. */
function table(first: BranchView, grown: Record<string, BranchView>) {
  const answers: Value[] = [];
  const game = signal({ questions: [question(first)], scene: { figures: [] } } as unknown as Known);
  const live = {
    game,
    link: signal("open"),
    grow: async (_decision: string, _seat: string, way: Value) => grown[JSON.stringify(way)] ?? null,
    answer: async (_decision: string, _seat: string, value: Value) => void answers.push(value),
    weigh: async () => null,
    probe: async (_decision: string, _seat: string, value: readonly Value[]) => {
      const shape = { type: "disc", x: 0, y: 0, r: 1 };
      return { overlays: value.at(-1) === "c4" ? [{ kind: "zone", shape, label: "", rules: [] }] : [] };
    },
  } as unknown as Live;
  return { asker: new Asker(live), answers };
}

const settled = () => new Promise((done) => setTimeout(done, 5));
const shown = (asker: Asker) => asker.asking.value?.branch?.options.map(({ key }) => key);

describe("a question that begins with the only choice there is", () => {
  it("opens at what comes after it, and going back leads nowhere", async () => {
    const { asker, answers } = table(branch(option("b1")), {
      '["b1"]': branch(option("attack"), option("end")),
    });
    await settled();
    expect(shown(asker)).toEqual(["attack", "end"]);
    expect(asker.back()).toBe(false);
    expect(shown(asker)).toEqual(["attack", "end"]);
    expect(answers).toEqual([]);
  });

  it("is never answered by that", async () => {
    const { asker, answers } = table(branch(option("end")), {});
    await settled();
    expect(shown(asker)).toEqual(["end"]);
    expect(answers).toEqual([]);
  });

  it("stays where there are two", async () => {
    const { asker } = table(branch(option("a1"), option("a2")), { '["a1"]': branch(option("attack")) });
    await settled();
    expect(shown(asker)).toEqual(["a1", "a2"]);
  });
});

describe("a choice that covers ground", () => {
  const corners = (...keys: string[]): BranchView => ({
    ...branch(...keys.map((key) => option(key))),
    covers: true,
  });

  it("shows its ground while the keys point at it, and none where nothing is covered", async () => {
    const { asker, answers } = table(corners("c4", "d9"), {});
    await settled();
    expect(asker.zone.value).toHaveLength(0);
    asker.point(0);
    await settled();
    expect(asker.zone.value).toHaveLength(1);
    asker.point(1);
    await settled();
    expect(asker.zone.value).toHaveLength(0);
    expect(answers).toEqual([]);
  });

  it("is shown by a first touch and answered by a second", async () => {
    const { asker, answers } = table(corners("c4", "d9"), {});
    await settled();
    const [first, second] = asker.asking.value?.branch?.options ?? [];
    if (!first || !second) throw new Error("two corners");
    await asker.tap(first);
    expect([asker.zone.value.length, asker.asking.value?.cursor, answers]).toEqual([1, 0, []]);
    await asker.tap(first);
    expect(answers).toEqual([["c4"]]);
  });

  it("is answered at once by a touch where it covers nothing", async () => {
    const { asker, answers } = table(corners("c4", "d9"), {});
    await settled();
    const second = asker.asking.value?.branch?.options[1];
    if (!second) throw new Error("two corners");
    await asker.tap(second);
    expect(answers).toEqual([["d9"]]);
  });
});

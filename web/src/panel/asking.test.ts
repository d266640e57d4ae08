import { describe, expect, it } from "vitest";
import type { BranchView, FormView, OptionView, Question, Value } from "../protocol.ts";
import { type Asking, begin, defaultOption, keys, moved, sameQuestion } from "./asking.ts";

const option = (key: Value): OptionView => ({
  key,
  label: String(key),
  hint: "",
  mark: "",
  warn: false,
  way: [],
  figure: "",
  spot: null,
  rules: [],
});
const branch = (level: string, ...names: Value[]): BranchView => ({
  level,
  title: level,
  options: names.map(option),
  alike: false,
  covers: false,
});

function question(form: Partial<FormView>, rest: Partial<Question> = {}): Question {
  const whole: FormView = {
    kind: "tree",
    default: null,
    branch: branch("actor", "pass", "a1", "a2"),
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
    ...form,
  };
  return {
    decision: "7",
    kind: "action",
    seat: "a",
    text: "Chi agisce?",
    form: whole,
    free: false,
    enter: true,
    figures: [],
    rules: [],
    ...rest,
  };
}

/** Takes the option of a key from what is shown. */
function take(now: Asking, key: Value, auto = false): Asking {
  const found = now.branch?.options.find((one) => one.key === key);
  if (!found) throw new Error(`${key} is not offered`);
  return moved(now, { do: "step", option: found, auto });
}

const grown = (now: Asking, next: BranchView): Asking => moved(now, { do: "grown", branch: next });

describe("a tree", () => {
  it("is gone down level by level, and back over choices that were none", () => {
    let now = take(begin(question({})), "a1");
    expect(now.stage).toBe("growing");
    now = take(grown(now, branch("action", "melee", "move")), "melee");
    now = take(grown(now, branch("weapon", "sword")), "sword", true);
    now = grown(now, branch("target", "b1", "b2"));
    expect(keys(now)).toEqual(["a1", "melee", "sword"]);
    now = moved(now, { do: "back" });
    expect(keys(now)).toEqual(["a1"]);
    expect(now.branch?.level).toBe("action");
    expect(now.cursor).toBe(0);
    now = moved(now, { do: "back" });
    expect(now.branch?.level).toBe("actor");
    expect(moved(now, { do: "back" }).branch?.level).toBe("actor");
  });

  it("shows the last choice again when the answer is refused", () => {
    let now = take(begin(question({})), "a2");
    now = moved(now, { do: "send" });
    now = moved(now, { do: "refuse", reason: { text: "Non ha dadi.", rules: [] } });
    expect(now.stage).toBe("choosing");
    expect(now.path).toEqual([]);
    expect(now.branch?.level).toBe("actor");
    expect(now.refusal?.text).toBe("Non ha dadi.");
    expect(take(now, "a1").refusal).toBeNull();
  });
});

describe("Enter", () => {
  it("takes the default of each level while the way agrees with it", () => {
    const asked = question({ default: ["a1", "melee", 8] });
    const now = begin(asked);
    expect(defaultOption(now)?.key).toBe("a1");
    expect(defaultOption(grown(take(now, "a1"), branch("action", "move", "melee")))?.key).toBe("melee");
    expect(defaultOption(grown(take(now, "a2"), branch("action", "move", "melee")))).toBeNull();
  });

  it("takes nothing where the table says that it must not", () => {
    expect(defaultOption(begin(question({ default: ["pass"] }, { enter: false })))).toBeNull();
  });

  it("tells numbers from words and true from 1", () => {
    const asked = question({ kind: "pick", default: 1, branch: branch("choice", true, "1", 1) });
    expect(defaultOption(begin(asked))?.key).toBe(1);
  });
});

it("a question stays the same only if everything asked is the same", () => {
  expect(sameQuestion(question({}), question({}))).toBe(true);
  expect(sameQuestion(question({}), question({ branch: branch("actor", "pass", "a1") }))).toBe(false);
});

/**
 * The course of one question: which way down a tree was taken, what is being chosen from, what was refused.
 *
 * A reducer over plain data, used by `Asker`. It knows forms, not rules: what may be chosen comes from the server.
 */
import type { BranchView, OptionView, Question, RuleId, Value } from "../protocol.ts";

/** A choice made on the way down; `auto` for one that was the only one there was. */
export interface Step {
  readonly branch: BranchView;
  readonly option: OptionView;
  readonly auto: boolean;
}

export interface Reason {
  readonly text: string;
  readonly rules: readonly RuleId[];
}

export interface Asking {
  readonly question: Question;
  readonly path: readonly Step[];
  /** What is chosen from now; null for forms without options. */
  readonly branch: BranchView | null;
  /** `choosing`, or waiting for the next branch (`growing`), or for the answer to arrive (`sending`). */
  readonly stage: "choosing" | "growing" | "sending";
  /** The option the keyboard or the board points at; -1 for none. */
  readonly cursor: number;
  readonly refusal: Reason | null;
}

export type Move =
  | { do: "step"; option: OptionView; auto: boolean }
  | { do: "grown"; branch: BranchView }
  | { do: "back" }
  | { do: "point"; cursor: number }
  | { do: "send" }
  | { do: "refuse"; reason: Reason }
  | { do: "forgive" };

/** A question as it is first shown. */
export function begin(question: Question): Asking {
  return { question, path: [], branch: question.form.branch, stage: "choosing", cursor: -1, refusal: null };
}

/** The state after a move. */
export function moved(now: Asking, move: Move): Asking {
  switch (move.do) {
    case "step":
      if (!now.branch) return now;
      return {
        ...now,
        path: [...now.path, { branch: now.branch, option: move.option, auto: move.auto }],
        stage: "growing",
        refusal: null,
      };
    case "grown":
      return { ...now, branch: move.branch, stage: "choosing", cursor: -1 };
    case "back":
      return back(now);
    case "point":
      return { ...now, cursor: move.cursor };
    case "send":
      return { ...now, stage: "sending", refusal: null };
    case "forgive":
      return { ...now, refusal: null };
    case "refuse":
      return { ...back(now, now.stage === "growing" || now.stage === "sending"), refusal: move.reason };
  }
}

/** One choice back; choices that were the only ones go with it. `keep`: only if a choice is in course. */
function back(now: Asking, keep = true): Asking {
  let length = now.path.length;
  while (length > 0 && now.path[length - 1]?.auto) length -= 1;
  const last = now.path[length - 1];
  if (!last || !keep) return { ...now, stage: "choosing" };
  const cursor = last.branch.options.indexOf(last.option);
  return {
    ...now,
    path: now.path.slice(0, length - 1),
    branch: last.branch,
    stage: "choosing",
    cursor,
    refusal: null,
  };
}

/** The keys on the way, with one more at the end if given. */
export function keys(now: Asking, option?: OptionView): Value[] {
  const way = now.path.map((step) => step.option.key);
  return option ? [...way, option.key] : way;
}

/** The option that Enter takes where nothing is pointed at: the default, if the way so far agrees with it. */
export function defaultOption(now: Asking): OptionView | null {
  const { form, enter } = now.question;
  if (!enter || !now.branch) return null;
  if (form.kind === "pick")
    return now.branch.options.find((option) => same(option.key, form.default)) ?? null;
  const way = keys(now);
  if (!Array.isArray(form.default)) return null;
  const wanted = form.default as readonly Value[];
  if (!way.every((key, place) => same(key, wanted[place] ?? null))) return null;
  return now.branch.options.find((option) => same(option.key, wanted[way.length] ?? null)) ?? null;
}

/** True for the same plain value. */
export function same(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** True if two questions ask the same, so that a choice half made may stay. */
export function sameQuestion(a: Question, b: Question): boolean {
  return a === b || (a.decision === b.decision && JSON.stringify(a) === JSON.stringify(b));
}

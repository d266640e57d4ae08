/** One line at the board's lower edge that says what a gesture may do now, and the same for those who only hear. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { FormView } from "../protocol.ts";
import type { Lang } from "../text/index.ts";
import type { Course } from "./course.ts";
import type { Frame } from "./geometry.ts";
import type { Standing } from "./ruler.ts";
import { sayingOf } from "./Work.tsx";
import type { BoardWords } from "./words.ts";

const QUIET = 350; // milliseconds without movement before a gesture is told

export function Hint({
  course,
  standing,
  form,
  measuring,
  early,
  words,
}: {
  readonly course: Course;
  readonly standing: readonly Standing[];
  readonly form: FormView | null;
  readonly measuring: ReadonlySignal<boolean>;
  readonly early: ReadonlySignal<boolean>;
  readonly words: BoardWords;
}) {
  const { kind } = course.state.value;
  const [text, keys] =
    measuring.value || kind === "ruler"
      ? [words.rulerHint, words.rulerKeys]
      : kind === "idle"
        ? (hintOf(form, standing, words) ?? [early.value ? words.earlyHint : "", ""])
        : ["", ""];
  return text ? (
    <p class="b-hint" role={text === words.earlyHint ? "status" : undefined}>
      {text}
      {keys && <span class="b-by-keys"> {keys}</span>}
    </p>
  ) : null;
}

/** What the hand may do, and what keys may. */
function hintOf(
  form: FormView | null,
  standing: readonly Standing[],
  words: BoardWords,
): readonly [string, string] | null {
  switch (form?.kind) {
    case "place": {
      const stands = form.base && standing.some(({ view }) => view.id === form.figure);
      return [stands ? words.placeHint : words.spotHint, words.arrowKeys];
    }
    case "route":
      return [words.routeHint, words.cornerKeys];
    case "arc":
      return [words.arcHint, words.arrowKeys];
    default:
      return null;
  }
}

/** Says a gesture aloud once it rests: lengths, and why not. */
export function Told({
  course,
  frame,
  standing,
  lang,
  words,
}: {
  readonly course: Course;
  readonly frame: Frame;
  readonly standing: readonly Standing[];
  readonly lang: Lang;
  readonly words: BoardWords;
}) {
  const state = course.state.value;
  const now = sayingOf(state, standing, frame, lang, words).text;
  const text = "dropped" in state && state.dropped ? `${now}. ${words.confirmHint}` : now;
  const [told, setTold] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setTold(text), text ? QUIET : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="b-told" role="status">
      {told}
    </p>
  );
}

/** The gesture in course, drawn over the table: ghost, trail, numbers, rulers; and the line of words beside it. */
import { RuleLink } from "../app/RuleLink.tsx";
import type { FigureView, Shape } from "../protocol.ts";
import type { Lang } from "../text/index.ts";
import type { Camera } from "./camera.ts";
import {
  type Aiming,
  type Course,
  legal,
  type Measuring,
  type Moving,
  type State,
  target,
} from "./course.ts";
import { outline } from "./Figures.tsx";
import {
  between,
  carried,
  direction,
  type Frame,
  fromPlace,
  gap,
  innerRadius,
  lengthOf,
  middle,
  overlap,
  pathOf,
  toPoint,
  towards,
  type World,
} from "./geometry.ts";
import { widthOf } from "./letters.ts";
import { Overlays } from "./Overlays.tsx";
import { measured, type Standing } from "./ruler.ts";
import { type BoardWords, length } from "./words.ts";

interface Props {
  readonly course: Course;
  readonly frame: Frame;
  readonly standing: readonly Standing[];
  /** All figures, those off the table too. */
  readonly figures: readonly FigureView[];
  readonly lang: Lang;
  readonly words: BoardWords;
  readonly camera: Camera;
}

/** The drawing of the gesture; it alone is drawn anew while a hand moves. */
export function Work(props: Props) {
  const state = props.course.state.value;
  switch (state.kind) {
    case "idle":
      return null;
    case "ruler":
      return <Ruler {...props} state={state} />;
    case "aim":
      return <Aim {...props} state={state} />;
    case "move":
      return <Move {...props} state={state} />;
  }
}

const line = (places: readonly World[], frame: Frame) =>
  pathOf({ type: "path", points: places.map(toPoint) }, frame);

/** The base that a gesture carries, where it would stand; null where only a point is meant. */
function carriedBase(state: Moving): Shape | null {
  return state.form.base && carried(state.form.base, target(state));
}

/** Figures whose ground the moved base would share. */
export function overlapped(state: State, standing: readonly Standing[]): readonly Standing[] {
  if (state.kind !== "move") return [];
  const base = carriedBase(state);
  if (!base) return [];
  return standing.filter(({ view, shape }) => view.id !== state.form.figure && overlap(base, shape));
}

function Move({ state, frame, standing, figures, lang }: Props & { readonly state: Moving }) {
  const base = carriedBase(state);
  const at = target(state);
  const spot = frame.toDraw(at);
  const clash = overlapped(state, standing);
  const known = state.snap !== null || state.probe !== null;
  const verdict = clash.length > 0 ? "b-bad" : !known ? "b-unsure" : legal(state) ? "b-good" : "b-bad";
  const trail = [state.start, ...state.corners, at];
  return (
    <g class={`b-work ${verdict}`} aria-hidden="true">
      <Overlays overlays={state.probe?.overlays ?? []} frame={frame} sight />
      {(state.form.start || state.corners.length > 0) && <path class="b-trail" d={line(trail, frame)} />}
      {state.corners.map((corner, index) => (
        <Dot key={index} at={corner} frame={frame} />
      ))}
      {base ? (
        <>
          {state.snap && <path class="b-hand" d={pathOf(carried(base, state.at), frame)} />}
          <g transform={`translate(${spot.x} ${spot.y})`}>
            <path class="b-carried" d={outline(base, frame)} />
            <path
              class="b-carried-mark"
              transform={`scale(${innerRadius(base) * frame.scale})`}
              d={verdict === "b-bad" ? "M-.5 -.5 .5 .5M.5 -.5 -.5 .5" : "M-.5 0H.5M0 -.5V.5"}
            />
          </g>
          <Distances
            base={base}
            seat={seatOf(state, figures)}
            frame={frame}
            standing={standing}
            lang={lang}
          />
        </>
      ) : (
        <g transform={`translate(${spot.x} ${spot.y})`}>
          <g class="b-upright">
            <circle class="b-cursor" r={11} />
            <path class="b-cursor" d="M-17 0H-6M6 0H17M0 -17V-6M0 6V17" />
          </g>
        </g>
      )}
      {clash.map(({ view, shape }) => (
        <path key={view.id} class="b-clash" d={pathOf(shape, frame)} />
      ))}
    </g>
  );
}

/** The side of the one who moves. */
function seatOf(state: Moving, figures: readonly FigureView[]): string {
  return figures.find(({ id }) => id === state.form.figure)?.seat ?? "";
}

/** From the carried base to the base of every enemy, edge to edge. */
function Distances({
  base,
  seat,
  frame,
  standing,
  lang,
}: {
  readonly base: Shape;
  readonly seat: string;
  readonly frame: Frame;
  readonly standing: readonly Standing[];
  readonly lang: Lang;
}) {
  return (
    <g class="b-names">
      {standing.map(({ view, shape }) => {
        if (view.seat === seat) return null;
        const { x, y } = frame.toDraw(middle(shape));
        return (
          <g key={view.id} transform={`translate(${x} ${y})`}>
            <g class="b-upright">
              <Plaque words={length(lang, gap(base, shape), frame.board.unit)} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** A number on a plate, to be read over anything. */
function Plaque({ words }: { readonly words: string }) {
  const wide = widthOf(words, 10.5, 700) + 8;
  return (
    <>
      <rect class="b-plaque" x={-wide / 2} y={-8} width={wide} height={16} rx={4} />
      <text class="b-far" y={4}>
        {words}
      </text>
    </>
  );
}

function Dot({ at, frame }: { readonly at: World; readonly frame: Frame }) {
  const { x, y } = frame.toDraw(at);
  return (
    <g transform={`translate(${x} ${y})`}>
      <g class="b-upright">
        <circle class="b-corner" r={4} />
      </g>
    </g>
  );
}

function Aim({ state, frame }: Props & { readonly state: Aiming }) {
  const far = Math.max(between(state.start, state.at), 4 * frame.board.unit.size);
  const way = direction(state.start, state.at);
  const tip = towards(state.start, way, far);
  const end = frame.toDraw(tip);
  const verdict = state.probe === null ? "b-unsure" : legal(state) ? "b-good" : "b-bad";
  return (
    <g class={`b-work ${verdict}`} aria-hidden="true">
      <Overlays overlays={state.probe?.overlays ?? []} frame={frame} sight />
      <path class="b-trail b-aim" d={line([state.start, tip], frame)} />
      <g transform={`translate(${end.x} ${end.y}) rotate(${-way / 1000})`}>
        <g class="b-upright">
          <path class="b-arrow" d="M-12 -8 2 0 -12 8Z" />
        </g>
      </g>
    </g>
  );
}

function Ruler({ state, frame, standing, lang, words, camera }: Props & { readonly state: Measuring }) {
  const measure = measured([...state.corners, state.at], standing);
  const end = frame.toDraw(measure.line.at(-1) ?? state.at);
  const ends = [measure.from, measure.to].flatMap((view) => standing.filter((one) => one.view === view));
  const lower = [
    measure.from ? words.fromBase(measure.from.name) : "",
    measure.to ? words.toBase(measure.to.name) : "",
    state.corners.length > 1 ? `${words.lastLeg} ${length(lang, measure.last, frame.board.unit)}` : "",
  ].filter(Boolean);
  const both =
    measure.from && measure.to
      ? `${measure.from.name} → ${measure.to.name}, ${words.edges}`
      : lower.join(" · ");
  const at = camera.ofDraw(end);
  const anchor = camera.sideOf(at, widthOf(both, 11) / 2);
  const y = at.y < 60 ? 26 : -26;
  return (
    <g class="b-work b-ruler" aria-hidden="true">
      {ends.map(({ view, shape }) => (
        <path key={view.id} class="b-ruler-base" d={pathOf(shape, frame)} />
      ))}
      <path class="b-ruler-under" d={line(measure.line, frame)} />
      <path class="b-ruler-line" d={line(measure.line, frame)} />
      {measure.line.map((place, index) => (
        <Dot key={index} at={place} frame={frame} />
      ))}
      <g transform={`translate(${end.x} ${end.y})`}>
        <g class="b-upright">
          <text class={`b-length ${anchor}`} y={y}>
            {length(lang, measure.total, frame.board.unit)}
          </text>
          <text class={`b-length-about ${anchor}`} y={y + 14}>
            {both}
          </text>
        </g>
      </g>
    </g>
  );
}

// --- words beside it ----------------------------------------------------------------------------------

export interface Saying {
  readonly text: string;
  readonly bad: boolean;
  /** The rules a refusal comes from. */
  readonly rules: readonly string[];
}

/** What is said of a gesture: the reason why not before all else, then lengths. */
export function sayingOf(
  state: State,
  standing: readonly Standing[],
  frame: Frame,
  lang: Lang,
  words: BoardWords,
): Saying {
  if (state.kind === "idle") return { text: "", bad: false, rules: [] };
  if (state.kind === "ruler") {
    const { total, from, to } = measured([...state.corners, state.at], standing);
    const ends = [from && words.fromBase(from.name), to && words.toBase(to.name)].filter(Boolean);
    return { text: [length(lang, total, frame.board.unit), ...ends].join(", "), bad: false, rules: [] };
  }
  const { probe } = state;
  if (state.refused) return { text: state.refused, bad: true, rules: [] };
  const [clash] = overlapped(state, standing);
  if (probe && !probe.legal && !state.snap)
    return {
      text: probe.reason || (clash ? words.overlapsWhom(clash.view.name) : ""),
      bad: true,
      rules: probe.rules,
    };
  const notes = probe?.legal ? probe.notes.map(({ label, value }) => `${label} ${value}`.trim()) : [];
  const way = lengthsOf(state, standing, frame, lang, words);
  const text = [way, ...notes, state.snap && probe ? probe.reason : "", probe ? "" : words.asking];
  return { text: text.filter(Boolean).join(" · "), bad: false, rules: [] };
}

function lengthsOf(
  state: Moving | Aiming,
  standing: readonly Standing[],
  frame: Frame,
  lang: Lang,
  words: BoardWords,
): string {
  const { unit } = frame.board;
  if (state.kind === "aim") {
    const degrees = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
    return words.degrees(degrees.format(direction(state.start, state.at) / 1000));
  }
  const at = target(state);
  if (!state.form.start) return words.cursorAt(length(lang, at.x, unit), length(lang, at.y, unit));
  if (!state.form.base) {
    const from = standing.find(({ view }) => view.id === state.form.figure);
    return from ? `${length(lang, fromPlace(at, from.shape), unit)} ${words.fromBase(from.view.name)}` : "";
  }
  const trail = [state.start, ...state.corners, target(state)];
  const used = state.probe && state.probe.length >= 0 && !state.snap ? state.probe.length : lengthOf(trail);
  const last = lengthOf(trail.slice(-2));
  const total = length(lang, used, unit);
  return state.corners.length > 0 ? `${total} · ${words.lastLeg} ${length(lang, last, unit)}` : total;
}

/** The line of words beside the gesture, with the tick and the cross once it was let go. */
export function Tip({
  course,
  camera,
  frame,
  standing,
  lang,
  words,
  moves,
}: Props & { readonly moves: { readonly value: number } }) {
  const state = course.state.value;
  moves.value; // the table was panned: the words go with it
  if (state.kind === "idle" || state.kind === "ruler") return null;
  const saying = sayingOf(state, standing, frame, lang, words);
  const at = camera.ofDraw(frame.toDraw(target(state)));
  const { x, y } = camera.inside(at, 300, state.dropped ? 90 : 48);
  const kind = `${saying.bad ? "b-bad" : ""} ${camera.low(at) ? "b-high" : ""}`;
  return (
    <div class={`b-tip ${kind}`} style={{ "--x": `${x}px`, "--y": `${y}px` }}>
      <p>
        {saying.text} <RuleLink rules={saying.rules} />
      </p>
      {state.dropped && (
        <div class="b-tip-buttons">
          {!saying.bad && (
            <button
              type="button"
              class="b-yes"
              disabled={!course.ready}
              onClick={() => void course.confirm()}
            >
              {words.confirm} <kbd>↵</kbd>
            </button>
          )}
          <button type="button" class="b-no" disabled={state.sending} onClick={() => course.cancel()}>
            {words.takeBack} <kbd>Esc</kbd>
          </button>
        </div>
      )}
    </div>
  );
}

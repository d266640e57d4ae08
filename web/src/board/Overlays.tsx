/** Thin drawings over the table: where one may go, limits with their number, auras, sight, and what others point at. */
import type { GhostSeen, OptionView, Overlay, Shape } from "../protocol.ts";
import {
  boxOf,
  type Draw,
  type Frame,
  innerRadius,
  middle,
  ofPoint,
  pathOf,
  towards,
  type World,
} from "./geometry.ts";
import { widthOf } from "./letters.ts";
import type { Standing } from "./ruler.ts";

/** Overlays that need the whole of them to be understood come first, so that lines lie above areas. */
const DEPTH = ["shadow", "sight", "reach", "threat", "zone", "aura", "limit", "line"];

const depthOf = (overlay: Overlay) => {
  const at = DEPTH.indexOf(overlay.kind);
  return at < 0 ? DEPTH.length : at;
};

export function Overlays({
  overlays,
  frame,
  sight,
}: {
  readonly overlays: readonly Overlay[];
  readonly frame: Frame;
  readonly sight: boolean;
}) {
  const shown = overlays
    .filter(({ kind }) => sight || (kind !== "sight" && kind !== "shadow"))
    .sort((a, b) => depthOf(a) - depthOf(b));
  return (
    <g class="b-overlays" clip-path="url(#b-clip)" aria-hidden="true">
      {shown.map((overlay, index) => (
        <path key={index} class={`b-over b-over-${overlay.kind}`} d={pathOf(overlay.shape, frame)}>
          {overlay.label && <title>{overlay.label}</title>}
        </path>
      ))}
    </g>
  );
}

const LETTERS = 12; // pixels, as board.css has them
const LINE = 15;

interface Label {
  readonly overlay: Overlay;
  readonly at: Draw;
}

/** What a label should not cover: its middle and its size in pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
}

const NAME = 60; // pixels of a figure's name below its base, about
const NAME_TALL = 14;

/** A figure with its name below it. */
function boxOfFigure({ shape }: Standing, frame: Frame, zoom: number): Box {
  const { x, y } = frame.toDraw(middle(shape));
  const r = innerRadius(shape) * frame.scale * zoom;
  return {
    x: x * zoom,
    y: y * zoom + NAME_TALL / 2,
    wide: Math.max(2 * r, NAME),
    tall: 2 * r + NAME_TALL,
  };
}

/** The numbers of limits and auras at their line, where they cover neither each other nor figures. */
export function OverlayNames({
  overlays,
  standing,
  frame,
  zoom,
}: {
  readonly overlays: readonly Overlay[];
  readonly standing: readonly Standing[];
  readonly frame: Frame;
  readonly zoom: number;
}) {
  const labels: Label[] = [];
  const taken = overlays.length > 0 ? standing.map((one) => boxOfFigure(one, frame, zoom)) : [];
  for (const overlay of overlays) {
    if (overlay.label === "" || overlay.kind === "sight" || overlay.kind === "shadow") continue;
    // Every enemy threatens as far: one number says it for all.
    const again = (other: Label) => other.overlay.kind === "threat" && other.overlay.label === overlay.label;
    if (overlay.kind === "threat" && labels.some(again)) continue;
    const wide = widthOf(overlay.label, LETTERS, 700);
    const free = endsOf(overlay.shape, frame).map((at) => ({
      at,
      cost: covered(at, wide, taken, frame, zoom),
    }));
    const [first, ...others] = free;
    if (!first) continue;
    const best = others.reduce((least, one) => (one.cost < least.cost ? one : least), first);
    const at = within(best.at, wide / zoom, frame);
    labels.push({ overlay, at });
    taken.push({ x: at.x * zoom, y: at.y * zoom - LINE / 2, wide, tall: LINE });
  }
  return (
    <g class="b-names" aria-hidden="true">
      {labels.map(({ overlay, at }) => (
        <g key={`${overlay.kind}${overlay.label}`} transform={`translate(${at.x} ${at.y})`}>
          <g class="b-upright">
            <text class={`b-limit b-limit-${overlay.kind}`} y={-4}>
              {overlay.label}
            </text>
          </g>
        </g>
      ))}
    </g>
  );
}

/** The place where a label so wide has all of its letters on the table; where it is where the table is narrower. */
function within(at: Draw, wide: number, frame: Frame): Draw {
  if (wide > frame.width) return at;
  return { ...at, x: Math.min(Math.max(at.x, wide / 2), frame.width - wide / 2) };
}

/** How much a label at a place would cover of what stands there, or stand out of the table, in pixels. */
function covered(at: Draw, wide: number, taken: readonly Box[], frame: Frame, zoom: number): number {
  const [x, y] = [at.x * zoom, at.y * zoom - LINE / 2];
  const out =
    Math.max(0, wide / 2 - x) + Math.max(0, x + wide / 2 - frame.width * zoom) + Math.max(0, LINE / 2 - y);
  return taken.reduce((sum, other) => {
    const across = (wide + other.wide) / 2 - Math.abs(other.x - x);
    const down = (LINE + other.tall) / 2 - Math.abs(other.y - y);
    return across > 0 && down > 0 ? sum + Math.min(across, wide) : sum;
  }, out);
}

const AROUND = 32; // places of a circle where its number may stand
const UP = 90_000; // milli-degrees

/** Places of a shape's line that are on the table: of a circle all around, else its highest, lowest, right and left. */
function endsOf(shape: Shape, frame: Frame): Draw[] {
  const { left, right, bottom, top } = boxOf(shape);
  const centre = middle(shape);
  const corners = shape.type === "disc" ? [] : shape.points.map(ofPoint);
  const most = (by: (at: World) => number) =>
    corners.reduce((best, at) => (by(at) > by(best) ? at : best), corners[0] ?? centre);
  const radius = Math.max(right - left, top - bottom) / 2;
  const ends =
    corners.length > 0
      ? [most((at) => at.y), most((at) => -at.y), most((at) => at.x), most((at) => -at.x)]
      : Array.from({ length: AROUND }, (_, place) =>
          towards(centre, UP - (place * 360_000) / AROUND, radius),
        );
  return ends
    .filter((at) => at.x >= 0 && at.y >= 0 && at.x <= frame.board.width && at.y <= frame.board.depth)
    .map((at) => frame.toDraw(at));
}

/** Options that stand for a spot of the table: each a target to press. */
export function Spots({
  choices,
  pointed,
  frame,
  grid,
  onPoint,
}: {
  readonly choices: readonly OptionView[];
  /** The option that the panel points at. */
  readonly pointed: OptionView | null;
  readonly frame: Frame;
  /** The side of the board's squares; 0 for a table without. */
  readonly grid: number;
  readonly onPoint: (option: OptionView | null) => void;
}) {
  return (
    <g>
      {choices.map((option) => {
        if (!option.spot) return null;
        const { x, y } = frame.toDraw(ofPoint(option.spot));
        const said = [option.label, option.hint].filter(Boolean).join(" · ");
        const kind = `b-spot${option === pointed ? " b-pointed" : ""}${option.warn ? " b-warn" : ""}`;
        return (
          <g
            key={JSON.stringify(option.key)}
            class={kind}
            transform={`translate(${x} ${y})`}
            tabindex={0}
            role="button"
            aria-label={said}
            data-choice={JSON.stringify(option.key)}
            onPointerEnter={(event) => event.pointerType !== "touch" && onPoint(option)}
            onPointerLeave={() => onPoint(null)}
            onFocus={(event) => event.currentTarget.matches(":focus-visible") && onPoint(option)}
            onBlur={() => onPoint(null)}
          >
            <title>{said}</title>
            {option.way.length > 1 && (
              <g transform={`translate(${-x} ${-y})`}>
                <path class="b-way" d={pathOf({ type: "path", points: option.way }, frame)} />
              </g>
            )}
            {option.mark && grid > 0 && <Cell option={option} side={grid * frame.scale} />}
            {!(option.mark && grid > 0) && (
              <g class="b-upright">
                <circle class="b-hit" r={18} />
                <circle class="b-spot-ring" r={10} />
                <path class="b-spot-cross" d="M-14 0H-5M5 0H14M0 -14V-5M0 5V14" />
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The ways of options that stand for figures, such as charges: dashed where somebody may strike on them. */
export function Ways({
  choices,
  pointed,
  frame,
}: {
  readonly choices: readonly OptionView[];
  /** The figures that the panel points at. */
  readonly pointed: readonly string[];
  readonly frame: Frame;
}) {
  return (
    <g class="b-ways" aria-hidden="true">
      {choices.map((option) => {
        const last = option.way.at(-1);
        if (option.spot || option.way.length < 2 || !last) return null;
        const { x, y } = frame.toDraw(ofPoint(last));
        const kind = `b-lane${pointed.includes(option.figure) ? " b-pointed" : ""}${option.warn ? " b-warn" : ""}`;
        return (
          <g key={JSON.stringify(option.key)} class={kind}>
            <path class="b-way" d={pathOf({ type: "path", points: option.way }, frame)} />
            <g transform={`translate(${x} ${y})`}>
              <g class="b-upright">
                <text class="b-cell-mark" dy="0.35em">
                  {option.warn ? `${option.mark} ⚔` : option.mark}
                </text>
              </g>
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** A square that may be chosen, shaded, with what it costs; hatched by a sign where it is dangerous to get there. */
function Cell({ option, side }: { readonly option: OptionView; readonly side: number }) {
  const inset = side * 0.92;
  return (
    <>
      <rect class="b-cell" x={-inset / 2} y={-inset / 2} width={inset} height={inset} />
      <g class="b-upright">
        <text class="b-cell-mark" dy="0.35em">
          {option.warn ? `${option.mark} ⚔` : option.mark}
        </text>
      </g>
    </>
  );
}

const LONGEST_LABEL = 24;

/** What others drag and measure right now. */
export function Ghosts({
  ghosts,
  frame,
  shapeOf,
}: {
  readonly ghosts: readonly GhostSeen[];
  readonly frame: Frame;
  /** The base of a figure carried to a place, as a path; "" for an unknown figure. */
  readonly shapeOf: (figure: string, to: readonly [number, number]) => string;
}) {
  return (
    <g class="b-ghosts" aria-hidden="true">
      {ghosts.map(({ by, name, ghost }) => {
        const last = ghost.points.at(-1);
        if (!last) return null;
        const at = frame.toDraw(ofPoint(last));
        const base = ghost.figure && ghost.kind !== "ruler" ? shapeOf(ghost.figure, last) : "";
        return (
          <g key={`${by}${name}${ghost.kind}`}>
            <path class="b-ghost-line" d={pathOf({ type: "path", points: ghost.points }, frame)} />
            {base && <path class="b-ghost-base" d={base} />}
            <g transform={`translate(${at.x} ${at.y})`}>
              <g class="b-upright">
                <circle class="b-ghost-end" r={3} />
                <text class="b-ghost-words" y={-10}>
                  {[name, ghost.label.slice(0, LONGEST_LABEL)].filter(Boolean).join(" · ")}
                </text>
              </g>
            </g>
          </g>
        );
      })}
    </g>
  );
}

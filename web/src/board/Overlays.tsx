/** Thin drawings over the table: where one may go, limits with their number, auras, sight, and what others point at. */
import type { GhostSeen, OptionView, Overlay, Shape } from "../protocol.ts";
import { boxOf, type Draw, type Frame, middle, ofPoint, pathOf, world } from "./geometry.ts";

/** Overlays that need the whole of them to be understood come first, so that lines lie above areas. */
const DEPTH = ["shadow", "sight", "reach", "threat", "aura", "limit", "line"];

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
    <g class="b-overlays" aria-hidden="true">
      {shown.map((overlay, index) => (
        <path key={index} class={`b-over b-over-${overlay.kind}`} d={pathOf(overlay.shape, frame)}>
          {overlay.label && <title>{overlay.label}</title>}
        </path>
      ))}
    </g>
  );
}

/** The numbers of limits and auras, at the upper end of their line. */
export function OverlayNames({
  overlays,
  frame,
}: {
  readonly overlays: readonly Overlay[];
  readonly frame: Frame;
}) {
  const named = overlays.filter(({ kind, label }) => label !== "" && kind !== "sight" && kind !== "shadow");
  return (
    <g class="b-names" aria-hidden="true">
      {named.map((overlay, index) => {
        const { x, y } = topOf(overlay.shape, frame);
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <g class="b-upright">
              <text class={`b-limit b-limit-${overlay.kind}`} y={-4}>
                {overlay.label}
              </text>
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** The highest place of a shape that is on the table. */
function topOf(shape: Shape, frame: Frame): Draw {
  const box = boxOf(shape);
  if (shape.type === "disc") {
    const at = frame.toDraw(world(shape.x, shape.y + shape.r));
    return at.y > 8 ? at : frame.toDraw(world(shape.x, Math.max(shape.y - shape.r, 0)));
  }
  const highest = shape.points.find((point) => point[1] >= box.top) ?? shape.points[0];
  const at = frame.toDraw(highest ? ofPoint(highest) : middle(shape));
  return { ...at, y: Math.max(at.y, 12) };
}

/** Options that stand for a spot of the table: each a target to press. */
export function Spots({
  choices,
  frame,
}: {
  readonly choices: readonly OptionView[];
  readonly frame: Frame;
}) {
  return (
    <g>
      {choices.map((option) => {
        if (!option.spot) return null;
        const { x, y } = frame.toDraw(ofPoint(option.spot));
        return (
          <g
            key={JSON.stringify(option.key)}
            class="b-spot"
            transform={`translate(${x} ${y})`}
            tabIndex={0}
            role="button"
            aria-label={option.label}
            data-choice={JSON.stringify(option.key)}
          >
            <title>{option.label}</title>
            <g class="b-upright">
              <circle class="b-hit" r={18} />
              <circle class="b-spot-ring" r={10} />
              <path class="b-spot-cross" d="M-14 0H-5M5 0H14M0 -14V-5M0 5V14" />
            </g>
          </g>
        );
      })}
    </g>
  );
}

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
                  {[name, ghost.label].filter(Boolean).join(" · ")}
                </text>
              </g>
            </g>
          </g>
        );
      })}
    </g>
  );
}

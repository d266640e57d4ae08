/** The table itself, its terrain, and what lies about: drawn once, and not again while the board lives. */
import type { ComponentChildren } from "preact";
import type { Board, Legend, Mark, Piece } from "../protocol.ts";
import { type Lang, number } from "../text/format.ts";
import { boxOf, type Draw, type Frame, middle, pathOf, world } from "./geometry.ts";
import { widthOf } from "./letters.ts";
import { covered, type Rect } from "./placement.ts";
import { MARK_SAMPLES } from "./signs.tsx";

/** Of several kinds of a piece the first in this list gives the colour. */
const COLOURED = [
  "impassable",
  "vaultable",
  "hill",
  "ledge",
  "crevice",
  "water",
  "extremely_dangerous",
  "dangerous",
  "intransitable",
  "very_difficult",
  "difficult",
  "covering",
  "passable",
  "open",
];

/** A tile of each hatch: its side in drawing units, and what is drawn on it. */
const HATCHES: Readonly<Record<string, readonly [number, string]>> = {
  difficult: [10, "M-1 11 11 -1"],
  very_difficult: [6, "M-1 7 7 -1"],
  covering: [
    13,
    "M1.5 5a1.7 1.7 0 0 1 3.4 0m0 0a1.7 1.7 0 0 1 3.4 0M6.5 11.5a1.7 1.7 0 0 1 3.4 0m-6.8 0a1.7 1.7 0 0 1 3.4 0",
  ],
  dangerous: [14, "M2 6 4.5 2 7 6zM9 13 11.5 9 14 13z"],
  extremely_dangerous: [11, "M1.5 1.5 5 5M5 1.5 1.5 5M7 7 10.5 10.5M10.5 7 7 10.5"],
  intransitable: [9, "M0 0 9 9M9 0 0 9"],
  water: [17, "M0 4.5q2.3 -2.8 4.6 0t4.6 0M8.5 13q2.3 -2.8 4.6 0t4.6 0"],
  crevice: [6, "M3 0V3.6"],
};

const NAME = 11.5; // pixels of the letters of a name
const TALL = 13; // pixels of a line of letters
const STEP = 34; // pixels across a height with its stair
const CROWDED = 0.12; // so much of a name or height may lie under others

const hatched = (kinds: readonly string[]) => kinds.filter((kind) => kind in HATCHES);

function colour(kinds: readonly string[]): string {
  return COLOURED.find((kind) => kinds.includes(kind)) ?? "open";
}

/** The hatches, as fine as suits the zoom, and the outline of the table that nothing is drawn beyond. */
export function Patterns({ frame, fine }: { readonly frame: Frame; readonly fine: number }) {
  return (
    <defs>
      <clipPath id="b-clip">
        <rect width={frame.width} height={frame.height} />
      </clipPath>
      {Object.entries(HATCHES).map(([kind, hatch]) => (
        <HatchTile key={kind} id={`b-h-${kind}`} kind={kind} hatch={hatch} scale={fine} />
      ))}
      {Object.entries(HATCHES).map(([kind, hatch]) => (
        <HatchTile key={kind} id={`b-s-${kind}`} kind={kind} hatch={hatch} scale={0.7} />
      ))}
    </defs>
  );
}

function HatchTile({
  id,
  kind,
  hatch: [side, d],
  scale,
}: {
  readonly id: string;
  readonly kind: string;
  readonly hatch: readonly [number, string];
  readonly scale: number;
}) {
  return (
    <pattern
      id={id}
      width={side}
      height={side}
      patternUnits="userSpaceOnUse"
      patternTransform={`scale(${scale})`}
    >
      <path class={`b-hatch b-hatch-${kind}`} d={d} />
    </pattern>
  );
}

export function Ground({ frame }: { readonly frame: Frame }) {
  const { board, width, height } = frame;
  const step = board.grid > 0 ? board.grid : 10 * board.unit.size;
  const lines: string[] = [];
  for (let x = step; x < board.width; x += step) lines.push(`M${x * frame.scale} 0V${height}`);
  for (let y = step; y < board.depth; y += step) lines.push(`M0 ${height - y * frame.scale}H${width}`);
  return (
    <g>
      <rect class="b-table" width={width} height={height} rx={3} />
      <path class="b-grid" d={lines.join("")} />
      {board.pieces.map((piece) => (
        <Terrain key={piece.id} piece={piece} frame={frame} />
      ))}
    </g>
  );
}

function Terrain({ piece, frame }: { readonly piece: Piece; readonly frame: Frame }) {
  const d = pathOf(piece.shape, frame);
  const tall = piece.height / frame.board.unit.size;
  return (
    <g class={`b-piece b-is-${colour(piece.kinds)}`} role="img" aria-label={piece.aria || piece.name}>
      <title>{piece.aria || piece.name}</title>
      {tall > 0 && <path class="b-step" d={d} transform={`translate(0 ${1.6 + Math.min(tall, 9) * 0.35})`} />}
      <path class="b-fill" d={d} />
      {hatched(piece.kinds).map((kind) => (
        <path key={kind} d={d} fill={`url(#b-h-${kind})`} />
      ))}
      {piece.kinds.includes("hill") && <Contour piece={piece} frame={frame} />}
      <path class="b-edge" d={d} />
    </g>
  );
}

/** An inner line, as hills have on maps. */
function Contour({ piece, frame }: { readonly piece: Piece; readonly frame: Frame }) {
  const { x, y } = frame.toDraw(middle(piece.shape));
  return (
    <path
      class="b-contour"
      d={pathOf(piece.shape, frame)}
      transform={`translate(${x} ${y}) scale(0.74) translate(${-x} ${-y})`}
    />
  );
}

interface Lettered {
  readonly piece: Piece;
  readonly name: string;
  /** Its height in the table's unit; 0 where none is written. */
  readonly step: number;
}

/** What is written on terrain: a name or a height that would lie over another, or over a figure, is left out. */
export function lettered(frame: Frame, zoom: number, taken: readonly Rect[]): readonly Lettered[] {
  const { pieces, unit } = frame.board;
  const used = [...taken];
  const fits = (middle: Draw, y: number, wide: number): boolean => {
    const rect = { x: middle.x * zoom - wide / 2, y: middle.y * zoom + y, wide, tall: TALL };
    if (covered(rect, used) > CROWDED * wide * TALL) return false;
    used.push(rect);
    return true;
  };
  const rows = pieces.map((piece) => {
    const box = boxOf(piece.shape);
    const wide = (box.right - box.left) * frame.scale * zoom;
    const high = (box.top - box.bottom) * frame.scale * zoom;
    const step = (piece.floor + piece.height) / unit.size;
    const name = piece.kinds.includes("ledge") || widthOf(piece.name, NAME) >= wide + 6 ? "" : piece.name;
    return { piece, name, step: step > 0 && Math.max(wide, high) > 11 ? step : 0, wide };
  });
  const at = (piece: Piece) => frame.toDraw(middle(piece.shape));
  // Heights first: they matter for the rules; then names, of larger pieces before those of smaller ones.
  const steps = new Set(
    rows.filter(({ piece, step, name }) => step > 0 && fits(at(piece), name ? 3 : -6, STEP)),
  );
  const names = new Set(
    [...rows]
      .sort((a, b) => b.wide - a.wide)
      .filter((row) => row.name && fits(at(row.piece), steps.has(row) ? -14 : -6, widthOf(row.name, NAME))),
  );
  return rows
    .filter((row) => steps.has(row) || names.has(row))
    .map((row) => ({
      piece: row.piece,
      name: names.has(row) ? row.name : "",
      step: steps.has(row) ? row.step : 0,
    }));
}

/** Names and heights of terrain, in letters that keep their size; drawn anew when the zoom comes to rest. */
export function TerrainNames({
  frame,
  zoom,
  lang,
  taken,
}: {
  readonly frame: Frame;
  readonly zoom: number;
  readonly lang: Lang;
  readonly taken: readonly Rect[];
}) {
  return (
    <g class="b-names" aria-hidden="true">
      {lettered(frame, zoom, taken).map(({ piece, name, step }) => {
        const { x, y } = frame.toDraw(middle(piece.shape));
        const both = name !== "" && step > 0;
        return (
          <g key={piece.id} transform={`translate(${x} ${y})`}>
            <g class="b-upright">
              {name && (
                <text class={`b-place b-on-${colour(piece.kinds)}`} y={both ? -4 : 4}>
                  {name}
                </text>
              )}
              {step > 0 && <Step y={both ? 9 : 0} words={number(lang, step)} />}
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** A height: a stair and its number. */
function Step({ y, words }: { readonly y: number; readonly words: string }) {
  const wide = widthOf(words, 12, 700);
  return (
    <g transform={`translate(${-wide / 2 - 1} ${y})`}>
      <path class="b-stair" d="M-9 4.5h3v-3h3v-3h3" />
      <text class="b-height" x={wide / 2 + 3} y={4}>
        {words}
      </text>
    </g>
  );
}

// --- what lies about ----------------------------------------------------------------------------------

export function Marks({
  marks,
  frame,
  sideOf,
}: {
  readonly marks: readonly Mark[];
  readonly frame: Frame;
  readonly sideOf: (seat: string) => number;
}) {
  return (
    <g>
      {marks.map((mark) => (
        <g key={mark.id} class={`b-mark b-mark-${mark.kind}`} role="img" aria-label={mark.label}>
          <title>{mark.label}</title>
          <MarkShape mark={mark} frame={frame} side={sideOf(mark.seat)} />
        </g>
      ))}
    </g>
  );
}

function MarkShape({
  mark,
  frame,
  side,
}: {
  readonly mark: Mark;
  readonly frame: Frame;
  readonly side: number;
}) {
  const { x, y } = frame.toDraw(middle(mark.shape));
  const r = mark.shape.type === "disc" ? mark.shape.r * frame.scale : 6;
  const here = `translate(${x} ${y}) scale(${r})`;
  switch (mark.kind) {
    case "corpse":
      return (
        <g transform={here}>
          <circle class="b-grave" r={1} />
          <path class="b-cross" d="M-.42 -.42 .42 .42M.42 -.42 -.42 .42" />
        </g>
      );
    case "token":
      return (
        <path class="b-gem" transform={here} d="M0 -1.2 1 0 0 1.2 -1 0ZM-1 0H1M-.45 0 0 -1.2 .45 0 0 1.2Z" />
      );
    case "access":
      return <path class={`b-post b-side-${side}`} transform={here} d="M0 -1.2 1.2 0 0 1.2 -1.2 0Z" />;
    default:
      return <path class={`b-area b-side-${side}`} d={pathOf(mark.shape, frame)} />;
  }
}

interface NamedMark {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  /** Pixels from the place down to the foot of its letters. */
  readonly drop: number;
}

/** The zones and objects that have a name on the table, and where it stands. */
function namedMarks(marks: readonly Mark[], frame: Frame, zoom: number): readonly NamedMark[] {
  const named = marks.filter(
    ({ kind }) => kind === "token" || kind === "zone" || (kind === "placed" && zoom > 1),
  );
  return named.map((mark) => {
    const box = boxOf(mark.shape);
    const zone = mark.kind === "zone";
    const { x, y } = frame.toDraw(world((box.left + box.right) / 2, zone ? box.top : box.bottom));
    return { mark, x, y, drop: zone ? -5 : 13 };
  });
}

/** The boxes of those names, in pixels of the table at a zoom. */
export function markBoxes(marks: readonly Mark[], frame: Frame, zoom: number): readonly Rect[] {
  return namedMarks(marks, frame, zoom).map(({ mark, x, y, drop }) => {
    const wide = widthOf(mark.label, NAME);
    return { x: x * zoom - wide / 2, y: y * zoom + drop - TALL + 3, wide, tall: TALL };
  });
}

const HIDDEN = 0.3; // of a name's area, under figures and their names: no longer to be read

/** Names of zones and objects, in letters that keep their size; of what lies under a figure or its name none. */
export function MarkNames({
  marks,
  frame,
  zoom,
  taken,
}: {
  readonly marks: readonly Mark[];
  readonly frame: Frame;
  readonly zoom: number;
  readonly taken: readonly Rect[];
}) {
  const boxes = markBoxes(marks, frame, zoom);
  const free = (box: Rect | undefined) => box && covered(box, taken) < HIDDEN * box.wide * box.tall;
  const shown = namedMarks(marks, frame, zoom).filter(
    ({ mark }, place) => mark.kind !== "token" || free(boxes[place]),
  );
  return (
    <g class="b-names" aria-hidden="true">
      {shown.map(({ mark, x, y, drop }) => (
        <g key={mark.id} transform={`translate(${x} ${y})`}>
          <g class="b-upright">
            <text class="b-place" y={drop}>
              {mark.label}
            </text>
          </g>
        </g>
      ))}
    </g>
  );
}

// --- legend -------------------------------------------------------------------------------------------

/** What the kinds on this table look like and are called. */
export function LegendList({ board, signs }: { readonly board: Board; readonly signs: readonly Sign[] }) {
  return (
    <ul class="b-legend-list">
      {board.legend.map((line) => (
        <LegendLine key={line.kind} line={line}>
          {MARK_SAMPLES[line.kind] ?? <Swatch kind={line.kind} />}
        </LegendLine>
      ))}
      {signs.map(({ id, label, sample }) => (
        <LegendLine key={id} line={{ kind: id, label, text: "" }}>
          {sample}
        </LegendLine>
      ))}
    </ul>
  );
}

/** Something else that the legend explains, with a sample of about 30 by 18. */
export interface Sign {
  readonly id: string;
  readonly label: string;
  readonly sample: ComponentChildren;
}

function LegendLine({ line, children }: { readonly line: Legend; readonly children: ComponentChildren }) {
  return (
    <li title={line.text}>
      <svg class="b-swatch" width="30" height="18" viewBox="-15 -9 30 18" aria-hidden="true">
        {children}
      </svg>
      <span>{line.label}</span>
    </li>
  );
}

function Swatch({ kind }: { readonly kind: string }) {
  const raised = ["hill", "ledge", "impassable", "vaultable"].includes(kind);
  const d = "M-13 -7H13V6H-13Z";
  return (
    <g class={`b-piece b-is-${colour([kind])}`}>
      {raised && <path class="b-step" d={d} transform="translate(0 2)" />}
      <path class="b-fill" d={d} />
      {kind in HATCHES && <path d={d} fill={`url(#b-s-${kind})`} />}
      {kind === "hill" && <path class="b-contour" d="M-8 -3.5H8V2.5H-8Z" />}
      <path class="b-edge" d={d} />
    </g>
  );
}

/** The table itself, its terrain, and what lies about: drawn once, and not again while the board lives. */
import type { ComponentChildren } from "preact";
import type { Board, Legend, Mark, Piece } from "../protocol.ts";
import { type Lang, number } from "../text/format.ts";
import { boxOf, type Frame, middle, pathOf, world } from "./geometry.ts";
import { widthOf } from "./letters.ts";
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

/** Names and heights of terrain, in letters that keep their size; drawn anew when the zoom comes to rest. */
export function TerrainNames({
  frame,
  zoom,
  lang,
}: {
  readonly frame: Frame;
  readonly zoom: number;
  readonly lang: Lang;
}) {
  const { pieces, unit } = frame.board;
  return (
    <g class="b-names" aria-hidden="true">
      {pieces.map((piece) => {
        const box = boxOf(piece.shape);
        const wide = (box.right - box.left) * frame.scale * zoom;
        const high = (box.top - box.bottom) * frame.scale * zoom;
        const step = (piece.floor + piece.height) / unit.size;
        const named =
          piece.name !== "" && !piece.kinds.includes("ledge") && widthOf(piece.name, 11.5) < wide + 6;
        const stepped = step > 0 && Math.max(wide, high) > 11;
        if (!named && !stepped) return null;
        const { x, y } = frame.toDraw(middle(piece.shape));
        const both = named && stepped;
        return (
          <g key={piece.id} transform={`translate(${x} ${y})`}>
            <g class="b-upright">
              {named && (
                <text class={`b-place b-on-${colour(piece.kinds)}`} y={both ? -4 : 4}>
                  {piece.name}
                </text>
              )}
              {stepped && <Step y={both ? 9 : 0} words={number(lang, step)} />}
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

/** Names of zones and objects, in letters that keep their size. */
export function MarkNames({
  marks,
  frame,
  zoom,
}: {
  readonly marks: readonly Mark[];
  readonly frame: Frame;
  readonly zoom: number;
}) {
  const named = marks.filter(
    ({ kind }) => kind === "token" || kind === "zone" || (kind === "placed" && zoom > 1),
  );
  return (
    <g class="b-names" aria-hidden="true">
      {named.map((mark) => {
        const box = boxOf(mark.shape);
        const zone = mark.kind === "zone";
        const { x, y } = frame.toDraw(world((box.left + box.right) / 2, zone ? box.top : box.bottom));
        return (
          <g key={mark.id} transform={`translate(${x} ${y})`}>
            <g class="b-upright">
              <text class="b-place" y={zone ? -5 : 13}>
                {mark.label}
              </text>
            </g>
          </g>
        );
      })}
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

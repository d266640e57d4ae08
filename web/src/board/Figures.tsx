/** The figures: base to scale, side by colour and ring, role by icon, wounds on the rim, signs beside it. */

import paths from "virtual:icons";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { Badge, FigureView, Shape } from "../protocol.ts";
import { arcPath, boxOf, carried, type Frame, innerRadius, middle, pathOf } from "./geometry.ts";
import { widthOf } from "./letters.ts";
import { type Body, place, type Rect } from "./placement.ts";

/** What the board knows of a figure beside its view; any change draws the figure anew. */
export interface Flags {
  readonly side: number;
  readonly selected: boolean;
  /** An option of the question stands for it. */
  readonly choice: boolean;
  /** The journal or the panel points at it. */
  readonly pointed: boolean;
  /** The selected figure does not see it. */
  readonly unseen: boolean;
  /** The question is where this one goes. */
  readonly mover: boolean;
  /** It is being dragged: here only its old place remains. */
  readonly lifted: boolean;
}

interface Kept {
  readonly view: FigureView;
  readonly key: string;
  readonly frame: Frame;
  readonly node: VNode;
}

/** All figures on the table; one whose view and flags are the same objects as before is not drawn anew. */
export function Figures({
  figures,
  frame,
  flagsOf,
}: {
  readonly figures: readonly FigureView[];
  readonly frame: Frame;
  readonly flagsOf: (view: FigureView) => Flags;
}) {
  const kept = useRef(new Map<string, Kept>());
  const next = new Map<string, Kept>();
  for (const view of figures) {
    if (!view.shape) continue;
    const flags = flagsOf(view);
    const key = Object.values(flags).join();
    const old = kept.current.get(view.id);
    const same = old && old.view === view && old.key === key && old.frame === frame;
    const node = same ? (
      old.node
    ) : (
      <Figure key={view.id} view={view} shape={view.shape} frame={frame} flags={flags} />
    );
    next.set(view.id, { view, key, frame, node });
  }
  kept.current = next;
  return <g class="b-figures">{[...next.values()].map(({ node }) => node)}</g>;
}

interface FigureProps {
  readonly view: FigureView;
  readonly shape: Shape;
  readonly frame: Frame;
  readonly flags: Flags;
}

function Figure({ view, shape, frame, flags }: FigureProps) {
  const { x, y } = frame.toDraw(middle(shape));
  const has = (mark: string) => view.marks.includes(mark);
  const classes = ["b-figure", `b-side-${flags.side}`];
  if (has("image")) classes.push("b-image");
  for (const flag of ["selected", "choice", "pointed", "unseen", "mover", "lifted"] as const) {
    if (flags[flag]) classes.push(`b-${flag}`);
  }
  if (has("active")) classes.push("b-active");
  const r = innerRadius(shape) * frame.scale;
  return (
    <g
      class={classes.join(" ")}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      tabindex={0}
      role="button"
      aria-label={view.aria || view.name}
      aria-pressed={flags.selected}
      data-figure={view.id}
    >
      <circle class="b-hit" r={r} />
      <Base shape={shape} frame={frame} view={view} r={r} />
      {has("ridden") ? (
        <g transform={`translate(${-r * BESIDE_RIDER} ${r * BESIDE_RIDER})`}>
          <Core view={view} r={r * MOUNT_SIGN} side={flags.side} prone={has("prone")} />
        </g>
      ) : (
        <Core view={view} r={r} side={flags.side} prone={has("prone")} />
      )}
      {view.facing !== null && <Notch facing={view.facing} r={r} />}
      <Signs view={view} frame={frame} r={r} prone={has("prone")} />
      <Flash view={view} r={r} />
    </g>
  );
}

// Of the base of a mount, whose middle its rider takes: where its sign stands, towards a corner, and how large it is.
const BESIDE_RIDER = 0.56;
const MOUNT_SIGN = 0.32;

/** The outline of a base about the origin. */
export function outline(shape: Shape, frame: Frame): string {
  return pathOf(carried(shape, frame.toWorld({ x: 0, y: 0 })), frame);
}

function Base({
  shape,
  frame,
  view,
  r,
}: {
  readonly shape: Shape;
  readonly frame: Frame;
  readonly view: FigureView;
  readonly r: number;
}) {
  const d = outline(shape, frame);
  const life = view.meters[0];
  const lost = life && life.full > 0 ? Math.min(1, Math.max(0, 1 - life.now / life.full)) : 0;
  const round = shape.type === "disc";
  const inset = 0.9;
  return (
    <>
      {view.z > 0 && <path class="b-shade" d={d} transform={`translate(${r * 0.12} ${r * 0.22})`} />}
      <path class="b-halo" d={d} />
      <path class="b-base" d={d} />
      <path class="b-ring" d={d} transform={`scale(${inset})`} stroke-width={r * 0.14} />
      <path class="b-ring-inner" d={d} transform={`scale(${inset})`} stroke-width={r * 0.06} />
      {lost > 0 && round && <path class="b-lost" d={arcPath(r * inset, 0, lost)} stroke-width={r * 0.2} />}
      {lost > 0 && !round && (
        <path
          class="b-lost"
          d={d}
          transform={`scale(${inset})`}
          pathLength={100}
          stroke-dasharray={`${lost * 100} 100`}
          stroke-width={r * 0.2}
        />
      )}
    </>
  );
}

/** The coloured middle with the icon of the role; the second side has a square one. */
function Core({
  view,
  r,
  side,
  prone,
}: {
  readonly view: FigureView;
  readonly r: number;
  readonly side: number;
  readonly prone: boolean;
}) {
  const core = r * 0.74;
  const icon = paths[view.icon];
  const size = (core * 1.5) / 512;
  return (
    <g transform={prone ? "rotate(-90)" : undefined}>
      <path class="b-core" d={CORES[side] ?? CORES[0]} transform={`scale(${core})`} />
      {icon ? (
        <path class="b-icon" d={icon} transform={`translate(${-256 * size} ${-256 * size}) scale(${size})`} />
      ) : (
        <text class="b-letters" y={core * 0.36} font-size={core} transform={prone ? "rotate(90)" : undefined}>
          {view.short.slice(0, 3)}
        </text>
      )}
    </g>
  );
}

const CORES = [
  "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z",
  "M-.88 -.45A.43 .43 0 0 1 -.45 -.88H.45A.43 .43 0 0 1 .88 -.45V.45A.43 .43 0 0 1 .45 .88H-.45A.43 .43 0 0 1 -.88 .45Z",
  "M0 -1 .87 -.5V.5L0 1 -.87 .5V-.5Z",
  "M0 -1.05 1.05 0 0 1.05 -1.05 0Z",
];

function Notch({ facing, r }: { readonly facing: number; readonly r: number }) {
  return (
    <path
      class="b-notch"
      transform={`rotate(${-facing / 1000}) translate(${r} 0) scale(${r})`}
      d="M-.26 -.3 .22 0 -.26 .3Z"
    />
  );
}

/** Elevation, lying, conditions, tokens and effects: small plates on the rim. */
function Signs({
  view,
  frame,
  r,
  prone,
}: {
  readonly view: FigureView;
  readonly frame: Frame;
  readonly r: number;
  readonly prone: boolean;
}) {
  const { grid } = frame.board; // signs of the big are no bigger than those of who fills a square
  const small = (grid > 0 ? Math.min(r, (grid / 2) * frame.scale) : r) * 0.36;
  const up = view.z / frame.board.unit.size;
  const others = view.badges.filter((badge) => badge.kind !== "die" && badge.icon !== "prone");
  const shown = others.slice(0, others.length > MOST_SIGNS ? MOST_SIGNS - 1 : MOST_SIGNS);
  return (
    <g class="b-signs">
      {up > 0 && (
        <Plate
          x={-r * 0.8}
          y={-r * 0.8}
          size={small}
          words={String(Math.round(up * 10) / 10)}
          kind="height"
          label=""
        />
      )}
      {prone && (
        <g class="b-lying" transform={`translate(0 ${r * 0.98}) scale(${r * 0.052})`}>
          <rect class="b-plate" x={-13} y={-5.5} width={26} height={11} rx={5.5} />
          <circle class="b-body" cx={-7.5} cy={-0.5} r={2.4} />
          <path class="b-body-line" d="M-2.5 -.5H8.5" />
        </g>
      )}
      {shown.map((badge, index) => (
        <BadgeSign
          key={`${badge.kind}${badge.icon}${badge.label}`}
          badge={badge}
          {...onRim(index, r)}
          size={small}
        />
      ))}
      {others.length > shown.length && (
        <Plate
          {...onRim(shown.length, r)}
          size={small}
          words={`+${others.length - shown.length}`}
          kind="more"
          label=""
        />
      )}
    </g>
  );
}

const MOST_SIGNS = 4; // of a figure; where there are more, the last says how many

/** Where a sign stands: one after the other along the rim, from the upper right, far enough apart for their plates. */
function onRim(index: number, r: number): { x: number; y: number } {
  const angle = -0.85 + index * 0.66;
  return { x: Math.cos(angle) * r * 1.12, y: Math.sin(angle) * r * 1.12 };
}

function BadgeSign({
  badge,
  x,
  y,
  size,
}: {
  readonly badge: Badge;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}) {
  const icon = paths[badge.icon];
  const scale = (size * 1.5) / 512;
  const words = icon ? "" : badge.count > 0 ? String(badge.count) : badge.label.slice(0, 2);
  return (
    <g>
      <Plate x={x} y={y} size={size} words={words} kind={badge.kind} label={badge.label} />
      {icon && (
        <path
          class="b-sign"
          d={icon}
          transform={`translate(${x - 256 * scale} ${y - 256 * scale}) scale(${scale})`}
        />
      )}
      {icon && badge.count > 1 && (
        <text class="b-count" x={x + size * 0.9} y={y + size * 1.1} font-size={size}>
          {badge.count}
        </text>
      )}
    </g>
  );
}

/** A plate's outline by what it is: conditions round, tokens square, effects a lozenge, heights a tag. */
const PLATES: Readonly<Record<string, string>> = {
  condition: "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z",
  token: "M-.9 -.9H.9V.9H-.9Z",
  points: "M-.9 -.9H.9V.9H-.9Z",
  effect: "M0 -1.2 1.2 0 0 1.2 -1.2 0Z",
  height: "M-1.1 -.85H1.1V.85H-1.1Z",
  more: "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z",
};

function Plate({
  x,
  y,
  size,
  words,
  kind,
  label,
}: {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly words: string;
  readonly kind: string;
  readonly label: string;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {label && <title>{label}</title>}
      <path
        class={`b-plate b-plate-${kind}`}
        d={PLATES[kind] ?? PLATES.condition}
        transform={`scale(${size})`}
      />
      {words && (
        <text
          class={`b-plate-words b-on-plate-${kind}`}
          y={size * 0.42}
          font-size={size * (words.length > 2 ? 0.95 : 1.2)}
        >
          {words}
        </text>
      )}
    </g>
  );
}

/** A short ring when a figure is hurt; a new one for every blow. */
function Flash({ view, r }: { readonly view: FigureView; readonly r: number }) {
  const before = useRef(view);
  const blows = useRef(0);
  if (before.current !== view) {
    const sum = (of: FigureView) => of.meters.reduce((total, meter) => total + meter.now, 0);
    if (sum(view) < sum(before.current)) blows.current += 1;
    before.current = view;
  }
  return blows.current > 0 ? <circle key={blows.current} class="b-flash" r={r} /> : null;
}

// --- names and dice -----------------------------------------------------------------------------------

const NAME = 11.5; // pixels of the letters of a name, and their weight, as board.css has them
const WEIGHT = 600;
const APART = 6; // pixels between a name and its dice
const DIE = 13; // pixels from one die to the next
const NAMED = 10.5; // a base of so many pixels has its name; smaller ones their initials
const LINE = 13;

interface Label {
  readonly view: FigureView;
  readonly words: string;
  readonly dice: readonly Badge[];
  readonly wide: number;
}

/** A name in at most so many letters: its first words, as many as make sense alone, and its number. */
export function shortened(name: string, most = 15): string {
  if (name.length <= most) return name;
  const words = name.split(" ");
  const count = words.findIndex((_, index) => words.slice(0, index + 1).join(" ").length > 3) + 1;
  const last = words.at(-1) ?? "";
  const number = /^\d+$/.test(last) && words.length > 1 ? [last] : [];
  return [...words.slice(0, Math.max(count, 1)), ...number].join(" ");
}

function labelOf(view: FigureView, far: boolean): Label {
  const words = far ? view.short : shortened(view.name);
  const dice = far ? [] : view.badges.filter((badge) => badge.kind === "die").slice(0, 8);
  const wide = widthOf(words, NAME, WEIGHT) + (dice.length > 0 ? APART + dice.length * DIE : 0);
  return { view, words, dice, wide };
}

/** A figure's label where it stands, in pixels of the table at a zoom, and the box of its base. */
export interface Placed {
  readonly id: string;
  readonly label: Label;
  readonly x: number;
  readonly y: number;
  readonly boxes: readonly [label: Rect, base: Rect];
}

/** Names and dice left, where they cover least; worked out when the zoom comes to rest or the figures change. */
export function placedNames(figures: readonly FigureView[], frame: Frame, zoom: number): readonly Placed[] {
  const all = figures.flatMap((view) => (view.shape ? [{ view, shape: view.shape }] : []));
  const mounts = all.filter(({ view }) => view.marks.includes("ridden"));
  // Whoever rides is named under both, the mount is not.
  const there = all
    .filter(({ view }) => !view.marks.includes("ridden"))
    .map(({ view, shape }) => ({
      view,
      shape: (view.marks.includes("riding") && under(shape, mounts)) || shape,
    }));
  const labels = new Map<string, { readonly whole: Label; readonly short: Label }>();
  const bodies = there.map(({ view, shape }): Body => {
    const at = frame.toDraw(middle(shape));
    const r = innerRadius(shape) * frame.scale * zoom;
    const [whole, short] = [labelOf(view, r < NAMED), labelOf(view, true)];
    labels.set(view.id, { whole, short });
    return {
      id: view.id,
      x: at.x * zoom,
      y: at.y * zoom,
      r,
      wide: whole.wide,
      tall: LINE,
      least: short.wide,
    };
  });
  const places = place(bodies, frame.width * zoom, frame.height * zoom);
  return bodies.flatMap(({ id, x, y, r }) => {
    const two = labels.get(id);
    const at = places.get(id);
    if (!two || !at) return [];
    const label = at.short ? two.short : two.whole;
    const words = { x: at.x - label.wide / 2, y: at.y, wide: label.wide, tall: LINE };
    return [
      { id, label, x: at.x, y: at.y, boxes: [words, { x: x - r, y: y - r, wide: 2 * r, tall: 2 * r }] },
    ];
  });
}

/** The base of the mount on which a rider's base lies. */
function under(shape: Shape, mounts: readonly { readonly shape: Shape }[]): Shape | undefined {
  const { x, y } = middle(shape);
  return mounts.find(({ shape: mount }) => {
    const { left, right, bottom, top } = boxOf(mount);
    return left < x && x < right && bottom < y && y < top;
  })?.shape;
}

export function FigureNames({ placed, zoom }: { readonly placed: readonly Placed[]; readonly zoom: number }) {
  // At another zoom names are elsewhere at once: eighty that glide there would be as many layers for the browser.
  const before = useRef(zoom);
  const glide = before.current === zoom;
  before.current = zoom;
  return (
    <g class={glide ? "b-names" : "b-names b-at-once"} aria-hidden="true">
      {placed.map(({ id, label, x, y }) => (
        <Name key={id} label={label} x={x / zoom} y={y / zoom} glide={glide} />
      ))}
    </g>
  );
}

function Name({
  label,
  x,
  y,
  glide,
}: {
  readonly label: Label;
  readonly x: number;
  readonly y: number;
  /** Whether what changes may be seen to change. */
  readonly glide: boolean;
}) {
  const { words, dice, wide } = label;
  const key = dice.map(({ icon }) => icon).join();
  const shown = useRef({ key: "?", flash: false });
  if (shown.current.key !== key) shown.current = { key, flash: glide };
  const letters = widthOf(words, NAME, WEIGHT);
  return (
    <g class="b-label" style={{ transform: `translate(${x}px, ${y}px)` }}>
      <g class="b-upright">
        <text class="b-name" x={-wide / 2 + letters / 2} y={10}>
          {words}
        </text>
        <g key={key} class={shown.current.flash ? "b-dice" : undefined}>
          {dice.map((badge, index) => (
            <DieSign key={index} badge={badge} x={-wide / 2 + letters + APART + DIE * (index + 0.5)} y={6} />
          ))}
        </g>
      </g>
    </g>
  );
}

const DICE: Readonly<Record<string, string>> = {
  d4: "M0 -5.5 5.5 4.5H-5.5Z",
  d6: "M-4.5 -4.5H4.5V4.5H-4.5Z",
  d8: "M0 -6 5.5 0 0 6 -5.5 0Z",
  d10: "M0 -6 5.5 -1.5 3.5 4.5H-3.5L-5.5 -1.5Z",
  d12: "M0 -5.8 5.5 -1.8 3.4 4.7H-3.4L-5.5 -1.8Z",
  d20: "M0 -6 5.2 -3V3L0 6 -5.2 3V-3Z",
};

/** A die by its shape and number; one with a text is bound to a use and has a bar below it. */
function DieSign({ badge, x, y }: { readonly badge: Badge; readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path class="b-die" d={DICE[badge.icon] ?? DICE.d6} />
      <text class="b-die-words" y={badge.icon === "d4" ? 3.8 : 2.8}>
        {badge.icon.replace(/^d/, "")}
      </text>
      {badge.text && <path class="b-bound" d="M-4 7.5H4" />}
    </g>
  );
}

/**
 * Measuring on the board: places, bases, distances edge to edge. No rule lives here: what is legal the server says.
 *
 * Three kinds of places never mix: `World` (the ruleset's units, y upwards, as in the state), `Draw` (the drawing's
 * units, y downwards, the table's longer side is 1000) and `Screen` (pixels from the board's top left corner).
 */
import type { Board, Point, Shape } from "../protocol.ts";

declare const kind: unique symbol;
interface Place<K extends string> {
  readonly x: number;
  readonly y: number;
  readonly [kind]?: K;
}
export type World = Place<"world">;
export type Draw = Place<"draw">;
export type Screen = Place<"screen">;

export const world = (x: number, y: number): World => ({ x, y });
export const draw = (x: number, y: number): Draw => ({ x, y });
export const screen = (x: number, y: number): Screen => ({ x, y });
export const ofPoint = (point: Point): World => ({ x: point[0], y: point[1] });
export const toPoint = (at: World): Point => [Math.round(at.x), Math.round(at.y)];
export const between = (a: Place<string>, b: Place<string>): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The longer side of every table in the drawing's units. */
export const LONG_SIDE = 1000;

/** How the table lies in the drawing. */
export class Frame {
  /** Drawing units to one unit of the ruleset. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;

  constructor(readonly board: Board) {
    this.scale = LONG_SIDE / Math.max(board.width, board.depth, 1);
    this.width = board.width * this.scale;
    this.height = board.depth * this.scale;
  }

  toDraw(at: World): Draw {
    return draw(at.x * this.scale, this.height - at.y * this.scale);
  }

  toWorld(at: Draw): World {
    return world(at.x / this.scale, (this.height - at.y) / this.scale);
  }

  /** The nearest place on the table. */
  within(at: World): World {
    const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    return world(clamp(at.x, this.board.width), clamp(at.y, this.board.depth));
  }
}

// --- shapes -------------------------------------------------------------------------------------------

/** The middle of a shape: of a disc its centre, of others that of the box around it. */
export function middle(shape: Shape): World {
  if (shape.type === "disc") return world(shape.x, shape.y);
  const box = boxOf(shape);
  return world((box.left + box.right) / 2, (box.bottom + box.top) / 2);
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** The box around a shape, in world units (top is the greater y). */
export function boxOf(shape: Shape): Box {
  if (shape.type === "disc") {
    const { x, y, r } = shape;
    return { left: x - r, right: x + r, bottom: y - r, top: y + r };
  }
  const xs = shape.points.map((point) => point[0]);
  const ys = shape.points.map((point) => point[1]);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** The box around some boxes. */
export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
    top: Math.max(...boxes.map(({ top }) => top)),
  };
}

/** Half of the least extent of a shape: how large a sign fits into it. */
export function innerRadius(shape: Shape): number {
  if (shape.type === "disc") return shape.r;
  // Of a turned rectangle the sides, not the box, say how wide it is.
  const sides = edges(shape.points).map(([a, b]) => between(a, b));
  return Math.min(...sides) / 2;
}

/** A shape carried so that its middle comes to a place. */
export function carried(shape: Shape, to: World): Shape {
  if (shape.type === "disc") return { ...shape, x: to.x, y: to.y };
  const from = middle(shape);
  const points = shape.points.map((point): Point => [point[0] + to.x - from.x, point[1] + to.y - from.y]);
  return shape.type === "path" ? { ...shape, points } : { ...shape, points, holes: [] };
}

/** Whether a place lies on a shape (its edge included). */
export function holds(shape: Shape, at: World): boolean {
  if (shape.type === "disc") return between(shape, at) <= shape.r;
  if (shape.type === "path") return false;
  return inRing(shape.points, at) && !shape.holes.some((hole) => inRing(hole, at));
}

function inRing(ring: readonly Point[], at: World): boolean {
  let inside = false;
  for (const [a, b] of edges(ring)) {
    if (toSegment(at, a, b) === 0) return true;
    if (a.y > at.y !== b.y > at.y && at.x < a.x + ((at.y - a.y) * (b.x - a.x)) / (b.y - a.y))
      inside = !inside;
  }
  return inside;
}

function edges(ring: readonly Point[], closed = true): [World, World][] {
  const corners = ring.map(ofPoint);
  const found: [World, World][] = [];
  corners.forEach((corner, index) => {
    const next = corners[index + 1] ?? (closed ? corners[0] : undefined);
    if (next) found.push([corner, next]);
  });
  return found;
}

// --- distances ----------------------------------------------------------------------------------------

function toSegment(at: World, a: World, b: World): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = dx * dx + dy * dy;
  const t = long === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / long));
  return Math.hypot(a.x + t * dx - at.x, a.y + t * dy - at.y);
}

function crossing(a: World, b: World, c: World, d: World): boolean {
  const side = (p: World, q: World, r: World) =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function ringOf(shape: Shape): [World, World][] {
  return shape.type === "disc" ? [] : edges(shape.points, shape.type === "polygon");
}

/** From a place to the nearest edge of a base, 0 on it. */
export function fromPlace(at: World, base: Shape): number {
  if (base.type === "disc") return Math.max(0, between(at, base) - base.r);
  if (holds(base, at)) return 0;
  return Math.min(...ringOf(base).map(([a, b]) => toSegment(at, a, b)));
}

/** From base edge to base edge, 0 for bases that touch or overlap. */
export function gap(one: Shape, other: Shape): number {
  if (one.type === "disc") return Math.max(0, fromPlace(one, other) - one.r);
  if (other.type === "disc") return gap(other, one);
  if (overlap(one, other)) return 0;
  const ends = (shape: Shape) => ringOf(shape).map(([a]) => a);
  return Math.min(
    ...ends(one).map((at) => fromPlace(at, other)),
    ...ends(other).map((at) => fromPlace(at, one)),
  );
}

/** Whether two bases lie on each other by more than `slack` units; those that only touch do not. */
export function overlap(one: Shape, other: Shape, slack = 1): boolean {
  if (one.type === "disc" && other.type === "disc") return between(one, other) + slack < one.r + other.r;
  if (one.type === "disc") return fromPlace(one, other) + slack < one.r;
  if (other.type === "disc") return overlap(other, one, slack);
  if (ringOf(one).some(([a, b]) => ringOf(other).some(([c, d]) => crossing(a, b, c, d)))) return true;
  return strictly(one, middle(other), slack) || strictly(other, middle(one), slack);
}

function strictly(shape: Shape, at: World, slack: number): boolean {
  return holds(shape, at) && Math.min(...ringOf(shape).map(([a, b]) => toSegment(at, a, b))) > slack;
}

/** The length of a line through places. */
export function lengthOf(places: readonly World[]): number {
  return places.reduce((sum, at, index) => {
    const before = places[index - 1];
    return before ? sum + between(before, at) : sum;
  }, 0);
}

/** The place on the line from `a` to `b` where it leaves base `base` that `a` stands on (for drawing). */
export function edgeTowards(base: Shape, from: World, to: World): World {
  let [low, high] = [0, 1];
  const on = (t: number) => world(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
  if (holds(base, to)) return from;
  for (let step = 0; step < 24; step += 1) {
    const half = (low + high) / 2;
    if (holds(base, on(half))) low = half;
    else high = half;
  }
  return on(high);
}

// --- directions ---------------------------------------------------------------------------------------

/** The direction from one place to another, in milli-degrees counter-clockwise from east, 0 to 359999. */
export function direction(from: World, to: World): number {
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (Math.round(degrees * 1000) + 360_000) % 360_000;
}

/** The place at a distance in a direction. */
export function towards(from: World, milliDegrees: number, far: number): World {
  const angle = (milliDegrees * Math.PI) / 180_000;
  return world(from.x + Math.cos(angle) * far, from.y + Math.sin(angle) * far);
}

// --- paths of the drawing -----------------------------------------------------------------------------

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** The `d` of a shape. */
export function pathOf(shape: Shape, frame: Frame): string {
  if (shape.type === "disc") {
    const { x, y } = frame.toDraw(shape);
    const r = short(shape.r * frame.scale);
    return `M${short(x - shape.r * frame.scale)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * shape.r * frame.scale)} 0a${r} ${r} 0 1 0 ${short(-2 * shape.r * frame.scale)} 0Z`;
  }
  const line = (points: readonly Point[]) =>
    `M${points
      .map((point) => frame.toDraw(ofPoint(point)))
      .map(({ x, y }) => `${short(x)} ${short(y)}`)
      .join("L")}`;
  if (shape.type === "path") return line(shape.points);
  return [shape.points, ...shape.holes].map((ring) => `${line(ring)}Z`).join("");
}

/** The `d` of a part of a circle about the origin, clockwise from its top; `share` from 0 to 1. */
export function arcPath(r: number, from: number, share: number): string {
  if (share >= 0.9999) return `M0 ${short(-r)}A${short(r)} ${short(r)} 0 1 1 ${short(-0.01)} ${short(-r)}`;
  const at = (part: number) => {
    const angle = part * 2 * Math.PI - Math.PI / 2;
    return `${short(r * Math.cos(angle))} ${short(r * Math.sin(angle))}`;
  };
  return `M${at(from)}A${short(r)} ${short(r)} 0 ${share > 0.5 ? 1 : 0} 1 ${at(from + share)}`;
}

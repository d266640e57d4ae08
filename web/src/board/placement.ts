/** Where names stand so that they cover least: below, above, right or left of their base; the first is preferred. */

/** Of its own area a name may cover so much; beyond, the short one is taken instead. */
const CROWDED = 0.3;

export interface Body {
  readonly id: string;
  /** Middle and half extent, in pixels from the table's corner. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Size of the label in pixels. */
  readonly wide: number;
  readonly tall: number;
  /** Width of the short label that is taken in a crowd. */
  readonly least: number;
}

export interface Spot {
  /** The middle of the label's top edge. */
  readonly x: number;
  readonly y: number;
  readonly short: boolean;
}

/** A box of pixels by its corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
}

/** Where each label goes, by id. */
export function place(bodies: readonly Body[], width: number, height: number): Map<string, Spot> {
  const taken: Rect[] = bodies.map(({ x, y, r }) => ({ x: x - r, y: y - r, wide: 2 * r, tall: 2 * r }));
  const found = new Map<string, Spot>();
  for (const body of bodies) {
    const whole = best(body, taken, width, height);
    const short = whole.cost > CROWDED * body.wide * body.tall && body.least < body.wide;
    const { rect } = short ? best({ ...body, wide: body.least }, taken, width, height) : whole;
    taken.push(rect);
    found.set(body.id, { x: rect.x + rect.wide / 2, y: rect.y, short });
  }
  return found;
}

function best(
  body: Body,
  taken: readonly Rect[],
  width: number,
  height: number,
): { rect: Rect; cost: number } {
  const [first, ...others] = around(body).map((rect, index) => ({
    rect,
    cost: cost(rect, taken, width, height) + index * 4,
  }));
  if (!first) throw new Error("a label has at least one place");
  return others.reduce((least, one) => (one.cost < least.cost ? one : least), first);
}

function around({ x, y, r, wide, tall }: Body): Rect[] {
  const left = x - wide / 2;
  const top = y - tall / 2;
  return [
    { x: left, y: y + r + 3, wide, tall },
    { x: left, y: y - r - 3 - tall, wide, tall },
    { x: x + r + 4, y: top, wide, tall },
    { x: x - r - 4 - wide, y: top, wide, tall },
    { x: left, y: y + r + 3 + tall, wide, tall },
  ];
}

/** How many pixels of a box lie under others. */
export function covered(rect: Rect, taken: readonly Rect[]): number {
  let sum = 0;
  for (const other of taken) {
    const across = Math.min(rect.x + rect.wide, other.x + other.wide) - Math.max(rect.x, other.x);
    const down = Math.min(rect.y + rect.tall, other.y + other.tall) - Math.max(rect.y, other.y);
    if (across > 0 && down > 0) sum += across * down;
  }
  return sum;
}

function cost(rect: Rect, taken: readonly Rect[], width: number, height: number): number {
  const sum = covered(rect, taken);
  const out =
    Math.max(0, -rect.x) +
    Math.max(0, rect.x + rect.wide - width) +
    Math.max(0, -rect.y) +
    Math.max(0, rect.y + rect.tall - height);
  return sum + out * 20;
}

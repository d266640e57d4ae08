/** Where names stand so that they cover least: below, above, right or left of their base; the first is preferred. */

export interface Body {
  readonly id: string;
  /** Middle and half extent, in pixels from the table's corner. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Size of the label in pixels. */
  readonly wide: number;
  readonly tall: number;
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly tall: number;
}

/** The middle of each label's top edge, by id. */
export function place(
  bodies: readonly Body[],
  width: number,
  height: number,
): Map<string, { x: number; y: number }> {
  const taken: Rect[] = bodies.map(({ x, y, r }) => ({ x: x - r, y: y - r, wide: 2 * r, tall: 2 * r }));
  const found = new Map<string, { x: number; y: number }>();
  for (const body of bodies) {
    const options = around(body);
    const costs = options.map((rect, index) => cost(rect, taken, width, height) + index * 4);
    const best = options[costs.indexOf(Math.min(...costs))];
    if (!best) continue;
    taken.push(best);
    found.set(body.id, { x: best.x + best.wide / 2, y: best.y });
  }
  return found;
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

function cost(rect: Rect, taken: readonly Rect[], width: number, height: number): number {
  let sum = 0;
  for (const other of taken) {
    const across = Math.min(rect.x + rect.wide, other.x + other.wide) - Math.max(rect.x, other.x);
    const down = Math.min(rect.y + rect.tall, other.y + other.tall) - Math.max(rect.y, other.y);
    if (across > 0 && down > 0) sum += across * down;
  }
  const out =
    Math.max(0, -rect.x) +
    Math.max(0, rect.x + rect.wide - width) +
    Math.max(0, -rect.y) +
    Math.max(0, rect.y + rect.tall - height);
  return sum + out * 20;
}

/** How likely things are while a number varies: a line each, told apart by dashes and marks, and named at the side. */
import { lang } from "../net/settings.ts";
import type { Swept } from "../protocol.ts";
import { number, texts } from "../text/index.ts";
import { linesOf } from "./sweep.ts";

const WIDE = 420;
const HIGH = 190;
const [LEFT, RIGHT, TOP, BOTTOM] = [42, 10, 10, 24] as const;
/** Dashes, and the mark at each point: a disc, a square, a triangle, a cross, a ring. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4"] as const;
const MARKS = [
  "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  "M-3-3h6v6h-6z",
  "M0-4l4 7h-8z",
  "M-3-3l6 6m0-6l-6 6",
  "M-4 0l4-4 4 4-4 4z",
] as const;

export function SweepChart({ found, knob }: { found: Swept; knob: string }) {
  const t = texts.value.otherwise;
  const lines = linesOf(found);
  if (lines.length === 0 || found.rows.length < 2) return null;
  const numbers = found.rows.map((row) => row.number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (value: number): number => LEFT + ((value - low) / (high - low)) * (WIDE - LEFT - RIGHT);
  const y = (chance: number): number => TOP + (1 - chance) * (HIGH - TOP - BOTTOM);
  const told = lines.map((line) => line.name).join(", ");
  const every = Math.ceil(numbers.length / 10);
  return (
    <figure class="sweep-chart">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={t.chart(told, knob)}>
        {[0, 0.5, 1].map((chance) => (
          <g key={chance}>
            <line class="sweep-grid" x1={LEFT} x2={WIDE - RIGHT} y1={y(chance)} y2={y(chance)} />
            <text x={LEFT - 6} y={y(chance) + 4} text-anchor="end">
              {number(lang.value, 100 * chance, 0)}%
            </text>
          </g>
        ))}
        {numbers.map((value, place) =>
          place % every === 0 ? (
            <text key={value} x={x(value)} y={HIGH - 6} text-anchor="middle">
              {number(lang.value, value)}
            </text>
          ) : null,
        )}
        {lines.map((line, place) => (
          <g key={line.name} class="sweep-line">
            {line.parts.map((part) => (
              <polyline
                key={part[0]?.[0]}
                stroke-dasharray={DASHES[place % DASHES.length]}
                points={part
                  .map(([value, chance]) => `${x(value).toFixed(1)},${y(chance).toFixed(1)}`)
                  .join(" ")}
              />
            ))}
            {line.parts.flat().map(([value, chance]) => (
              <path
                key={value}
                d={MARKS[place % MARKS.length]}
                transform={`translate(${x(value).toFixed(1)} ${y(chance).toFixed(1)})`}
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <ul>
          {lines.map((line, place) => (
            <li key={line.name}>
              <svg class="sweep-line sweep-sign" viewBox="0 0 30 10" aria-hidden="true">
                <polyline stroke-dasharray={DASHES[place % DASHES.length]} points="1,5 29,5" />
                <path d={MARKS[place % MARKS.length]} transform="translate(15 5)" />
              </svg>
              {line.name}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

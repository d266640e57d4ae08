/** Luck so far: what each side's dice have shown against what was to be expected, roll after roll. */

import { lang } from "../net/settings.ts";
import type { Luck } from "../protocol.ts";
import { number, texts } from "../text/index.ts";

const WIDE = 320;
const HIGH = 140;
const EDGE = 24;

/** How far a side is ahead of what was to be expected, after each roll. */
export function leads(luck: Luck): readonly number[] {
  return luck.rolled.map((sum, place) => sum - (luck.expected[place] ?? 0));
}

export function LuckChart({ luck, nameOf }: { luck: readonly Luck[]; nameOf: (seat: string) => string }) {
  const t = texts.value.luck;
  const lines = luck.map((row) => ({ seat: row.seat, leads: leads(row) }));
  const most = Math.max(1, ...lines.flatMap((line) => line.leads.map(Math.abs)));
  const longest = Math.max(1, ...lines.map((line) => line.leads.length));
  const x = (place: number): number => EDGE + (place / longest) * (WIDE - EDGE - 4);
  const y = (value: number): number => HIGH / 2 - (value / most) * (HIGH / 2 - 10);
  if (lines.every((line) => line.leads.length === 0)) return <p class="hint">{t.none}</p>;
  return (
    <figure class="luck">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={t.chart}>
        <line class="luck-zero" x1={EDGE} x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} />
        <text x="0" y="14">
          +{number(lang.value, most, 0)}
        </text>
        <text x="0" y={HIGH / 2 + 4}>
          0
        </text>
        <text x="0" y={HIGH - 4}>
          −{number(lang.value, most, 0)}
        </text>
        {lines.map((line) => (
          <polyline
            key={line.seat}
            class="luck-line"
            data-seat={line.seat}
            points={[0, ...line.leads]
              .map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`)
              .join(" ")}
          />
        ))}
      </svg>
      <figcaption>
        <ul>
          {lines.map((line) => (
            <li key={line.seat}>
              <span class="side-sign" data-seat={line.seat} aria-hidden="true" />
              {t.lead(
                nameOf(line.seat),
                number(lang.value, Math.abs(line.leads.at(-1) ?? 0)),
                (line.leads.at(-1) ?? 0) >= 0,
              )}
            </li>
          ))}
        </ul>
        <p class="hint">{t.meaning}</p>
      </figcaption>
    </figure>
  );
}

/** Dice as small drawings: the outline tells the die, the number its face. */
import type { Die } from "../protocol.ts";
import { texts } from "../text/index.ts";

const OUTLINES: Readonly<Record<number, string>> = {
  4: "12,2 22.5,20.5 1.5,20.5",
  6: "3.5,3.5 20.5,3.5 20.5,20.5 3.5,20.5",
  8: "12,1 21.5,12 12,23 2.5,12",
  10: "12,1 22.5,10 19,17 12,23 5,17 1.5,10",
  12: "12,1 22.5,8.7 18.5,21 5.5,21 1.5,8.7",
  20: "12,1 21.5,6.5 21.5,17.5 12,23 2.5,17.5 2.5,6.5",
};

/** A die of so many sides; with a face, or empty for a die that is still to be thrown. */
export function DieIcon({
  sides,
  face,
  counted = true,
}: {
  sides: number;
  face?: number;
  counted?: boolean;
}) {
  const outline = OUTLINES[sides] ?? OUTLINES[6];
  const t = texts.value.dice;
  const label = face === undefined ? t.die(sides) : counted ? t.shows(sides, face) : t.dropped(sides, face);
  return (
    <svg class={counted ? "die" : "die dropped"} viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      <polygon points={outline} />
      {face !== undefined && (
        <text x="12" y={sides === 4 ? 18.2 : 16.2} text-anchor="middle">
          {face}
        </text>
      )}
      {!counted && <line x1="2" y1="22" x2="22" y2="2" />}
    </svg>
  );
}

/** The dice of a roll, in the order in which they fell. */
export function Dice({ dice }: { dice: readonly Die[] }) {
  return (
    <span class="dice">
      {dice.map((die, place) => (
        <DieIcon key={place} sides={die.sides} face={die.face} counted={die.counted} />
      ))}
    </span>
  );
}

/** A label, with the sign of the die before it where it names one ("d8"). */
export function WithDie({ label }: { label: string }) {
  const sides = /^d(4|6|8|10|12|20)$/.exec(label)?.[1];
  if (!sides) return <>{label}</>;
  return (
    <span class="with-die">
      <DieIcon sides={Number(sides)} /> {label}
    </span>
  );
}

/** Odds as rows for spreadsheets: choices side by side, and a choice while a number varies. */
import type { Comparison, Swept } from "../protocol.ts";

type Row = readonly (string | number)[];

/** A row for each value of each measure of each choice; `happens` names what may happen at all. */
export function compared(found: Comparison, happens: string): Row[] {
  const rows = found.panels.flatMap((panel) =>
    panel.rows.flatMap((row) =>
      found.choices.map((choice, place) => [
        choice,
        panel.title || happens,
        row.label,
        row.chances[place] ?? 0,
      ]),
    ),
  );
  return [["choice", "measure", "value", "probability"], ...rows];
}

/** A row for each number, a column for each measure; empty where it cannot be. */
export function tried(found: Swept): Row[] {
  const rows = found.rows.map((row) => [
    row.number,
    ...found.columns.map((_, place) => row.values[place] ?? ""),
  ]);
  return [[found.knob, ...found.columns], ...rows];
}

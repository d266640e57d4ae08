/** Odds as files: rows for spreadsheets, and what a picture of them is drawn from. */
import type { Comparison, OddsPicture, SweepPicture, Swept } from "../protocol.ts";

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

/** The picture of choices side by side. */
export function comparedPicture(
  found: Comparison,
  happens: string,
  title: string,
  kind: string,
): OddsPicture {
  const panels = found.panels.map((panel) => ({
    title: panel.title || happens,
    rows: panel.rows.map(({ label, chances }) => ({ label, chances })),
  }));
  return { kind, title, choices: found.choices, panels };
}

/** The picture of a choice while a number varies: what may happen, or, where nothing does, its other numbers. */
export function triedPicture(found: Swept, knob: string, kind: string): SweepPicture {
  const known = found.rows.find((row) => row.values.length > 0);
  const places = found.columns.map((_, place) => place);
  const happen = places.filter((place) => known?.shares[place]);
  const shown = happen.length > 0 ? happen : places;
  return {
    kind,
    title: found.choice,
    knob,
    columns: shown.map((place) => found.columns[place] ?? ""),
    numbers: found.rows.map((row) => row.number),
    values: found.rows.map((row) =>
      row.values.length > 0 ? shown.map((place) => row.values[place] ?? 0) : [],
    ),
    shares: happen.length > 0,
  };
}

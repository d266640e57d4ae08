/** Values of a form as people type them. */
import type { FieldFault, SheetField } from "../protocol.ts";
import type { Values } from "./shelf.ts";

/** An entry of a list: what it is of, and its parts. */
export type Entry = Readonly<Record<string, unknown>>;

/** A number as it was typed: a number if it is one, nothing if nothing stands there, else the text as it is. */
export function typedNumber(text: string): number | string | null {
  const plain = text.trim().replace("−", "-");
  if (plain === "") return null;
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : text;
}

/** What stands in a field, as text. */
export function shown(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** One more or less, within what the field allows; from nothing one begins at its lowest. */
export function stepped(field: SheetField, value: unknown, by: number): number {
  const now = typeof value === "number" ? value : field.lowest;
  return Math.min(Math.max(now + by, field.lowest), field.highest);
}

/** The entries of a list field. */
export function entries(values: Values, key: string): readonly Entry[] {
  const found = values[key];
  return Array.isArray(found) ? (found as Entry[]) : [];
}

/** The list without an entry. Those that lie on it lie on nothing then, those on later ones keep theirs. */
export function withoutEntry(field: SheetField, list: readonly Entry[], gone: number): readonly Entry[] {
  const places = field.parts.filter((part) => part.kind === "place").map((part) => part.key);
  return list
    .filter((_, at) => at !== gone)
    .map((entry) => {
      const moved = places
        .filter((key) => typeof entry[key] === "number")
        .map((key) => {
          const on = entry[key] as number;
          return [key, on === gone + 1 ? 0 : on > gone + 1 ? on - 1 : on] as const;
        });
      return moved.length > 0 ? { ...entry, ...Object.fromEntries(moved) } : entry;
    });
}

/** The faults at a field, at an entry of it or a part of one. */
export function faultsAt(
  faults: readonly FieldFault[],
  key: string,
  entry = -1,
  part = "",
): readonly FieldFault[] {
  return faults.filter((fault) => fault.key === key && fault.entry === entry && fault.part === part);
}

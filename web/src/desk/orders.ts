/**
 * Commands of the referee's desk: how they are written, what the quick box means, and which key stands for which.
 *
 * Which commands there are, and what each needs, comes with every view of the desk; no rule of a game stands here.
 */
import type { Beast, CreatureRow, DeskView, Field, Offer, Pickable, SheetLine, Value } from "../protocol.ts";

/** So many choices are a list to open, more are searched. */
export const MOST_LISTED = 24;

/** What has been filled in for a command, by the name of the field. */
export type Given = Readonly<Record<string, Value | undefined>>;

/** How somebody is, without what stands among the tags already. */
export function besideTags(row: CreatureRow): string {
  const tags = row.tags.map((tag) => tag.label);
  return row.said
    .split(", ")
    .filter((word) => !tags.includes(word))
    .join(", ");
}

/** A command as it is answered: its name, then its fields in order of name; what says nothing is left out. */
export function order(what: string, given: Given = {}): Value {
  const told = Object.entries(given).filter(([, value]) => says(value)) as [string, Value][];
  return [what, ...told.sort(([a], [b]) => (a < b ? -1 : 1))];
}

function says(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** What was typed into the quick box: harm, healing, or why it is neither. */
export type Boxed =
  | { readonly what: "harm"; readonly dice: string; readonly bare: boolean }
  | { readonly what: "heal"; readonly n: number }
  | { readonly what: "nothing"; readonly why: "empty" | "heal" };

/** Reads the quick box: `d8` harms, `-6` is a net 6 (`bare`), `+4` heals. */
export function boxed(text: string): Boxed {
  const plain = text.trim().replace(/^[−–]/, "-");
  if (plain.startsWith("+")) {
    const n = plain.slice(1).trim();
    return /^\d{1,3}$/.test(n) ? { what: "heal", n: Number(n) } : { what: "nothing", why: "heal" };
  }
  const dice = plain.replace(/^-/, "").trim();
  return dice ? { what: "harm", dice, bare: /^\d+$/.test(dice) } : { what: "nothing", why: "empty" };
}

/** An offer by its name. */
export function offer(view: DeskView, what: string): Offer | undefined {
  return view.offers.find((one) => one.do === what);
}

/** The creatures that a field takes, of those that are chosen. */
export function fitting(field: Field | undefined, who: readonly string[]): readonly string[] {
  const known = new Set(field?.choices.map((choice) => choice.key));
  return who.filter((id) => known.has(id));
}

/** Fields that must be filled in. */
export function needed(one: Offer): readonly Field[] {
  return one.fields.filter((field) => !field.optional);
}

/** Commands that nobody gives by one key alone. */
const GRAVE: readonly string[] = ["remove", "close"];

/**
 * The command as it can be given at once to whom is chosen; null where something has to be filled in or thought over.
 *
 * `who` "" stands for a want of anybody chosen.
 */
export function atOnce(one: Offer, who: readonly string[]): Value | null {
  if (GRAVE.includes(one.do)) return null;
  const fields = needed(one);
  if (fields.length === 0) return one.fields.some((field) => field.kind === "choice") ? null : order(one.do);
  const only = fields[0];
  if (fields.length > 1 || only?.kind !== "creatures") return null;
  const chosen = fitting(only, who);
  return chosen.length > 0 ? order(one.do, { [only.name]: chosen }) : null;
}

/** What a form begins with: what is proposed, whoever is chosen, and against them the first of another side. */
export function beginning(one: Offer, who: readonly string[], rows: readonly CreatureRow[]): Given {
  const sides = rows.filter((row) => who.includes(row.id)).map((row) => row.side);
  const others = rows.filter((row) => row.state === "" && !sides.includes(row.side)).map((row) => row.id);
  return Object.fromEntries(
    one.fields.map((field): [string, Value | undefined] => {
      if (field.kind === "creatures") return [field.name, fitting(field, who)];
      if (field.kind === "creature") {
        if (field === first(one)) return [field.name, fitting(field, who)[0] ?? needy(field)];
        return [field.name, field.optional ? undefined : (fitting(field, others)[0] ?? needy(field))];
      }
      // From a long list one looks for what is meant: its first is nobody's wish.
      if (field.kind === "choice" && !field.optional && field.choices.length <= MOST_LISTED)
        return [field.name, field.default ?? field.choices[0]?.key];
      // A number that need not be given says something as soon as it is: nobody gets a bonus that was not meant.
      if (field.kind === "number" && field.optional) return [field.name, undefined];
      return [field.name, field.default ?? undefined];
    }),
  );
}

/** A field with the choices that somebody has: all of those whom it is for, where it says of them. */
export function owned(field: Field, whom: readonly string[]): Field {
  if (!field.whose || whom.length === 0) return field;
  return { ...field, choices: field.choices.filter(({ of }) => whom.every((id) => of.includes(id))) };
}

/** Those whose things a field offers, as far as they have been named. */
export function ownersOf(field: Field, given: Given): readonly string[] {
  const named = field.whose ? given[field.whose] : undefined;
  return Array.isArray(named) ? (named as readonly string[]) : typeof named === "string" ? [named] : [];
}

/** What has been filled in, without what those who are named now do not have. */
export function stillOwned(one: Offer, given: Given): Given {
  const lost = one.fields.filter((field) => {
    const chosen = given[field.name];
    return (
      says(chosen) &&
      field.whose &&
      !owned(field, ownersOf(field, given)).choices.some((c) => c.key === chosen)
    );
  });
  return lost.length === 0
    ? given
    : { ...given, ...Object.fromEntries(lost.map(({ name }) => [name, undefined])) };
}

/** For whom a choice can be another than for all; nobody where there is one at the most. */
export function eachOf(field: Field, given: Given): readonly string[] {
  const whom = field.each ? given[field.each] : undefined;
  return Array.isArray(whom) && whom.length > 1 ? (whom as readonly string[]) : [];
}

/** What has been filled in, with lists where something was chosen for some alone: the others have what all have. */
export function withEach(one: Offer, given: Given, own: Readonly<Record<string, Given>>): Given {
  const lists = one.fields.flatMap((field): [string, Value][] => {
    const chosen = own[field.name] ?? {};
    const whom = eachOf(field, given);
    if (!whom.some((id) => says(chosen[id]))) return [];
    return [[field.name, whom.map((id) => chosen[id] ?? given[field.name] ?? "")]];
  });
  return { ...given, ...Object.fromEntries(lists) };
}

/** The first choice of a field that must have one. */
function needy(field: Field): Value | undefined {
  return field.optional ? undefined : field.choices[0]?.key;
}

/** The first field that asks for a creature: whoever is chosen is meant there. */
function first(one: Offer): Field | undefined {
  return one.fields.find((field) => field.kind === "creature" || field.kind === "creatures");
}

/** Keys of commands that most games have; the others get what is left, in the order of their names. */
const KEYS: Readonly<Record<string, string>> = {
  next: "n",
  round: "Shift+o",
  add: "a",
  attack: "k",
  save: "v",
  roll: "d",
  morale: "m",
  set: "i",
  lift: "Shift+i",
  fatigue: "f",
  note: "t",
  timer: "Shift+m",
  hide: "x",
  show: "s",
  use: "u",
  pass: "z",
  flee: "g",
  fate: "Shift+f",
  react: "Shift+v",
  remove: "Delete",
  close: "Shift+z",
  initiative: "Shift+i",
};
const SPARE = "ybqwejlg".split("").flatMap((key) => [key, `Shift+${key}`]);

/** The key of each command; `taken` keys have another meaning on this page. */
export function keysOf(names: readonly string[], taken: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const used = new Set(taken);
  for (const name of names) {
    const key = KEYS[name];
    if (key && !used.has(key)) {
      found.set(name, key);
      used.add(key);
    }
  }
  const spare = SPARE.filter((key) => !used.has(key));
  for (const name of [...names].sort()) {
    if (found.has(name)) continue;
    const key = spare.shift();
    if (key) found.set(name, key);
  }
  return found;
}

/** The rows in the order in which they are shown: by side, as the view has them. */
export function inOrder(view: DeskView): readonly CreatureRow[] {
  return view.sides.flatMap((side) => view.rows.filter((row) => row.side === side.seat));
}

/** The row before or after another; from none the first, or the last. */
export function neighbour(view: DeskView, id: string, by: 1 | -1): string {
  const ids = inOrder(view).map((row) => row.id);
  const at = ids.indexOf(id);
  if (at < 0) return (by > 0 ? ids[0] : ids.at(-1)) ?? "";
  return ids[(at + by + ids.length) % ids.length] ?? "";
}

/** The ids of a set with one more or one less, without those that are gone. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
}

/** Who can arrive, to be found by name; its one part says what its value is: the text of a `sheet`, or a `beast`. */
export function pickable(sheets: readonly SheetLine[], beasts: readonly Beast[]): readonly Pickable[] {
  const told = (label: string, hint: string, value: string, part: "sheet" | "beast"): Pickable => ({
    value,
    label,
    hint,
    parts: [part],
  });
  return [
    ...sheets.map((one) => told(one.name, one.line, one.sheet, "sheet")),
    ...beasts.map((one) => told(one.name, one.line, one.id, "beast")),
  ];
}

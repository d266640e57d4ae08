/**
 * A company on paper as the roster page edits it, and the roster file it is read from and written to.
 *
 * Whether it is legal, and what it costs, the server says (`judge`); here is only what was chosen.
 */

export interface Upgrade {
  readonly item: string;
  readonly to: string;
}

export interface Fighter {
  readonly profile: string;
  readonly name: string;
  readonly items: readonly string[];
  readonly upgrades: readonly Upgrade[];
  readonly abilities: readonly string[];
}

export interface Company {
  readonly name: string;
  readonly limit: number;
  readonly fighters: readonly Fighter[];
}

/** What may be bought, with its price. */
export type Priced = readonly [id: string, price: number];

/** A row of the kit's fighters (see `RosterKit`). */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly cost: number;
  readonly rule: string;
  readonly stats: Readonly<Record<string, number>>;
  readonly has: readonly string[];
  readonly items: readonly Priced[];
  readonly upgrades: readonly Priced[];
  readonly abilities: readonly Priced[];
}

/** A row of the kit's goods. */
export interface Good {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly rule: string;
  readonly on?: readonly string[];
}

export const EMPTY: Company = { name: "", limit: 0, fighters: [] };

/** A new fighter of a profile, with nothing bought. */
export function recruit(profile: Profile): Fighter {
  return { profile: profile.id, name: "", items: [], upgrades: [], abilities: [] };
}

/** The company with a fighter put in another's place, or taken away by null. */
export function withFighter(company: Company, place: number, fighter: Fighter | null): Company {
  const fighters = company.fighters.flatMap((old, at) => (at === place ? (fighter ? [fighter] : []) : [old]));
  return { ...company, fighters };
}

/** The list with an id added or, if it was there, taken away. */
export function toggled(list: readonly string[], id: string): readonly string[] {
  return list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
}

/** The goods that a fighter has or has bought: those an upgrade may be put on. */
export function owned(profile: Profile, fighter: Fighter): readonly string[] {
  return [...new Set([...profile.has, ...fighter.items])];
}

/** The text of a roster file. */
export function written(company: Company, ruleset: string, name: string): string {
  const rows = company.fighters.map((fighter) => `  - ${JSON.stringify(slim(fighter))}`);
  return [
    `roster: ${JSON.stringify(company.name || name)}`,
    `ruleset: ${JSON.stringify(ruleset)}`,
    `limit: ${company.limit}`,
    rows.length > 0 ? "fighters:" : "fighters: []",
    ...rows,
    "",
  ].join("\n");
}

function slim(fighter: Fighter): Record<string, unknown> {
  const entries = Object.entries(fighter).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== "",
  );
  return Object.fromEntries(entries);
}

/** Reads a file that `written` or the server made, or one in JSON; null for anything else. */
export function readBack(text: string): Company | null {
  try {
    return company(text.trimStart().startsWith("{") ? JSON.parse(text) : byLines(text));
  } catch {
    return null;
  }
}

/** The lines `key: JSON` and `  - JSON` of a written file. */
function byLines(text: string): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const fighters: unknown[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.trim() || line.startsWith("#")) continue;
    const row = /^ {2}- (.*)$/.exec(line);
    const pair = /^([a-z_]+):\s*(.*)$/.exec(line);
    if (row?.[1]) fighters.push(JSON.parse(row[1]));
    else if (pair?.[1] === "fighters") found.fighters = fighters;
    else if (pair?.[1]) found[pair[1]] = JSON.parse(pair[2] ?? "");
    else throw new SyntaxError(line);
  }
  return found;
}

function company(data: unknown): Company | null {
  if (typeof data !== "object" || data === null) return null;
  const { roster, limit, fighters } = data as Record<string, unknown>;
  if (typeof roster !== "string" || !Array.isArray(fighters)) return null;
  const rows = fighters.map(fighterOf);
  if (rows.includes(null)) return null;
  return { name: roster, limit: typeof limit === "number" ? limit : 0, fighters: rows as Fighter[] };
}

function fighterOf(row: unknown): Fighter | null {
  if (typeof row !== "object" || row === null) return null;
  const { profile, name, items, upgrades, abilities } = row as Record<string, unknown>;
  if (typeof profile !== "string") return null;
  const words = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  return {
    profile,
    name: typeof name === "string" ? name : "",
    items: words(items),
    upgrades: Array.isArray(upgrades) ? (upgrades as Upgrade[]) : [],
    abilities: words(abilities),
  };
}

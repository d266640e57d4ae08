/** Packs of one's own that this browser keeps for a game: files by relative name, such as `corvi/profiles.yaml`. */
import { signal } from "@preact/signals";
import { keep, kept } from "../net/settings.ts";

export type Files = Readonly<Record<string, string>>;

const all = signal<Readonly<Record<string, Files>>>({});
const keyOf = (ruleset: string): string => `packs.${ruleset}`;

/** Reads files as they were kept; anything that does not look like them is none. */
export function readFiles(text: string | null): Files {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(Object.entries(found).filter(([, file]) => typeof file === "string"));
  } catch {
    return {};
  }
}

/** The files of a game's own packs. */
export function ownPacks(ruleset: string): Files {
  return all.value[ruleset] ?? readFiles(kept(keyOf(ruleset)));
}

export function keepPacks(ruleset: string, files: Files): void {
  all.value = { ...all.peek(), [ruleset]: files };
  keep(keyOf(ruleset), JSON.stringify(files));
}

/** The names of packs, by their files. */
export function packNames(files: Files): readonly string[] {
  return [...new Set(Object.keys(files).map((file) => file.split("/")[0] ?? ""))].sort();
}

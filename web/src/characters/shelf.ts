/**
 * The parties that this browser keeps: files as the server wrote them, and what somebody typed that is not good yet.
 */
import { signal } from "@preact/signals";
import { keep, kept } from "../net/settings.ts";
import type { Bundle } from "../protocol.ts";

export type Values = Readonly<Record<string, unknown>>;

export interface KeptParty extends Bundle {
  readonly ruleset: string;
  readonly name: string;
  /** What was typed and could not be saved, by the member's number. */
  readonly drafts?: Readonly<Record<string, Values>>;
}

export type Shelf = Readonly<Record<string, KeptParty>>;

const KEY = "parties";

/** Reads the shelf as it was kept; anything that does not look like one is empty. */
export function readShelf(text: string | null): Shelf {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(Object.entries(found).filter(([, row]) => isParty(row))) as Shelf;
  } catch {
    return {};
  }
}

function isParty(row: unknown): boolean {
  if (typeof row !== "object" || row === null) return false;
  const { file, packs, name, ruleset } = row as Record<string, unknown>;
  const texts = [file, name, ruleset].every((one) => typeof one === "string");
  return texts && typeof packs === "object" && packs !== null;
}

export const shelf = signal<Shelf>(readShelf(kept(KEY)));

/** What another tab has written meanwhile counts too. */
function all(): Shelf {
  return { ...shelf.peek(), ...readShelf(kept(KEY)) };
}

function write(next: Shelf): void {
  shelf.value = next;
  keep(KEY, JSON.stringify(next));
}

/** Puts a party on the shelf, or another version in its place. */
export function put(id: string, party: KeptParty): void {
  write({ ...all(), [id]: party });
}

/** Puts a party on the shelf for the first time; its new id. */
export function putNew(party: KeptParty): string {
  const known = all();
  const bare = slug(party.name);
  let id = bare;
  for (let number = 2; id in known; number += 1) id = `${bare}-${number}`;
  put(id, party);
  return id;
}

/** Takes a party off the shelf. */
export function drop(id: string): void {
  const { [id]: _gone, ...rest } = all();
  write(rest);
}

/** Keeps what was typed for a member until it can be saved; null once it is. */
export function keepDraft(id: string, who: number, values: Values | null): void {
  const party = all()[id];
  if (!party) return;
  const { [who]: _before, ...rest } = party.drafts ?? {};
  const drafts = values ? { ...rest, [who]: values } : rest;
  put(id, { ...party, drafts });
}

/** A name as addresses and files are written. */
export function slug(name: string): string {
  const bare = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return bare.slice(0, 60) || "gruppo";
}

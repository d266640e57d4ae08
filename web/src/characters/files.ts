/** Files of parties on their way in and out. */
import { handOver } from "../net/http.ts";
import type { Bundle, PartyView } from "../protocol.ts";
import { giveOut, read, takeIn } from "./net.ts";
import { type KeptParty, slug } from "./shelf.ts";

/** Our own format, beside those of other programs. */
export const OURS = "arbitro";

/** Reads a file of ours, or of another program. Throws `Trouble`. */
export async function readFile(ruleset: string, file: File): Promise<PartyView> {
  const text = await file.text();
  const bundle = bundleIn(text);
  return bundle ? read(ruleset, bundle) : takeIn(ruleset, { text, name: file.name });
}

/** A party that brings packs of its own travels with them, as one file in JSON. */
export function bundleIn(text: string): Bundle | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const data = JSON.parse(text) as Record<string, unknown>;
    const { file, packs } = data;
    if (typeof file !== "string" || typeof packs !== "object" || packs === null) return null;
    return { file, packs: packs as Bundle["packs"] };
  } catch {
    return null;
  }
}

/** A party as files to keep: its own file, or one of ours with its packs, or those of another program. */
export async function filesOf(
  party: KeptParty,
  to: string,
  who: number,
  alone: Bundle | null,
): Promise<{ files: Readonly<Record<string, string>>; lost: readonly string[] }> {
  const { file, packs } = alone ?? party;
  if (to !== OURS) return giveOut(party.ruleset, { file, packs, to, who: alone ? -1 : who });
  const name = slug(party.name);
  if (Object.keys(packs).length === 0) return { files: { [`${name}.yaml`]: file }, lost: [] };
  return { files: { [`${name}.json`]: JSON.stringify({ file, packs }, null, 2) }, lost: [] };
}

/** Lets the browser keep files, one after another. */
export function keepFiles(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const type = name.endsWith(".json") ? "application/json" : "application/yaml";
    handOver(new Blob([text], { type }), name);
  }
}

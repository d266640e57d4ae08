/** What this server offers: asked for once, kept for all pages. */
import { signal } from "@preact/signals";
import { meta as asked, locked } from "../net/http.ts";
import type { Meta, Names } from "../protocol.ts";
import type { Lang } from "../text/index.ts";
import { ruleset } from "./library.ts";

export const meta = signal<Meta | null>(null);
/** Why the server's offer could not be read; "" while it can. */
export const trouble = signal("");

/** Asks the server what it offers. */
export async function loadMeta(): Promise<void> {
  try {
    meta.value = await asked();
    locked.value = meta.value.password;
    ruleset.value ||= meta.value.rulesets[0]?.id ?? "";
    trouble.value = "";
  } catch (why) {
    trouble.value = why instanceof Error ? why.message : "";
  }
}

/** A name in the language that is spoken; the other one where there is none. */
export function named(names: Names, lang: Lang): string {
  return names[lang] || names.it || names.en;
}

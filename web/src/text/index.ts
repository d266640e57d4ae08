/** The page's own words, in the language that is spoken now: `texts.value.home.title`. */
import { computed } from "@preact/signals";
import { lang } from "../net/settings.ts";
import { en } from "./en.ts";
import { it, type Texts } from "./it.ts";

export type { Lang } from "./format.ts";
export { ago, listed, number, plural, readNumber, signed } from "./format.ts";
export type { Texts } from "./it.ts";

export const catalogues = { it, en } as const;

/** The catalogue of the language spoken now. */
export const texts = computed<Texts>(() => catalogues[lang.value]);

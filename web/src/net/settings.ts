/**
 * What a person has chosen for this browser: language, theme, and how the journal is read. Kept in localStorage.
 *
 * Everything that shows words reads `lang`; `main.tsx` calls `followSettings` once. A browser that keeps nothing (a private
 * window) works as well: the choices then last as long as the tab.
 */
import { effect, signal } from "@preact/signals";
import type { Lang } from "../text/index.ts";

export type Theme = "system" | "light" | "dark";

/** Reads what was kept under a key; null if there is nothing, or nothing may be kept. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`arbitro.${key}`);
  } catch {
    return null;
  }
}

/** Keeps a text under a key; a browser that does not allow it forgets it with the tab. */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(`arbitro.${key}`, text);
  } catch {
    // Storage is off or full: the choice holds for this tab.
  }
}

/** The language to begin with: the one chosen before, else Italian where the browser wants it first, else English. */
export function firstLang(chosen: string | null, wanted: readonly string[]): Lang {
  if (chosen === "it" || chosen === "en") return chosen;
  const known = wanted
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === "it" || tag === "en");
  return known === "it" ? "it" : "en";
}

function firstTheme(): Theme {
  const chosen = kept("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export const lang = signal<Lang>(firstLang(kept("lang"), navigator.languages ?? [navigator.language]));
export const theme = signal<Theme>(firstTheme());

/** Writes the settings into the document and into storage whenever they change. Call once. */
export function followSettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const system = signal(dark.matches);
  dark.addEventListener("change", (event) => {
    system.value = event.matches;
  });
  effect(() => {
    document.documentElement.lang = lang.value;
  });
  effect(() => {
    const night = theme.value === "dark" || (theme.value === "system" && system.value);
    document.documentElement.dataset.theme = night ? "dark" : "light";
  });
}

/** Chooses a language and keeps the choice. */
export function speak(next: Lang): void {
  lang.value = next;
  keep("lang", next);
}

/** Chooses a theme and keeps the choice. */
export function dress(next: Theme): void {
  theme.value = next;
  keep("theme", next);
}

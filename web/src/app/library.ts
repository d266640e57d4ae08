/** The rules that lie open beside the table, and the ruleset that links without one mean. */
import { signal } from "@preact/signals";

/** The ruleset of the game or page that is shown. */
export const ruleset = signal("");

/** Rules that lie open in the drawer: null when it is shut, an empty list when it shows the search. */
export const opened = signal<readonly string[] | null>(null);

/** True where links to rules open the drawer, so that nobody leaves the table. */
export const beside = signal(false);

export function openRules(rules: readonly string[]): void {
  opened.value = rules;
}

export function shutRules(): void {
  opened.value = null;
}

/** The address of a rule in the library. */
export function addressOf(rule: string): string {
  const game = ruleset.value ? `?gioco=${encodeURIComponent(ruleset.value)}` : "";
  return `/regole/${encodeURIComponent(rule)}${game}`;
}

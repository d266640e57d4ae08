/** Finding words by a few of their letters. */
import type { Pickable } from "../protocol.ts";

/** Options whose words hold all the letters that were typed, those that begin with them first. */
export function found(options: readonly Pickable[], typed: string, most = 8): readonly Pickable[] {
  const wanted = fold(typed);
  if (!wanted) return options.slice(0, most);
  const ranked = options
    .map((option) => ({ option, at: fold(option.label).indexOf(wanted) }))
    .filter(({ at }) => at >= 0);
  return ranked
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, most)
    .map(({ option }) => option);
}

/** Letters without accents and cases. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

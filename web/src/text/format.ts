/** Numbers, plurals and times as the reader's language writes them. */

export type Lang = "it" | "en";

/** A number with at most `digits` decimals: a comma in Italian, a point in English. */
export function number(lang: Lang, value: number, digits = 1): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);
}

/** "1 partita", "3 partite". */
export function plural(lang: Lang, n: number, one: string, other: string): string {
  return `${number(lang, n, 0)} ${new Intl.PluralRules(lang).select(n) === "one" ? one : other}`;
}

/** Reads a number as people type it, with a comma or a point; null if it is none. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(plain) ? Number(plain) : null;
}

/** How long ago, in words: "5 minuti fa". */
export function ago(lang: Lang, then: string, now = Date.now()): string {
  const at = Date.parse(then);
  if (Number.isNaN(at)) return "";
  const seconds = Math.round((at - now) / 1000);
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return words.format(Math.round(seconds / size), unit);
  }
  return words.format(0, "second");
}

/** "Vera, Fosco e Lia". */
export function listed(lang: Lang, words: readonly string[]): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(words);
}

/** A number with its sign, by a true minus: "+1", "−2". */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** A sentence about a roll, and the roll with carets under the fault, "" where there is none. */
export function pointed(text: string): [string, string] {
  const found = /^([\s\S]*?)\n( {2}.*\n *\^+)\s*$/.exec(text);
  return found ? [found[1] ?? "", found[2] ?? ""] : [text, ""];
}

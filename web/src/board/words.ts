/** The board's own words, in both languages, and lengths as people read them. */
import type { Unit } from "../protocol.ts";
import type { Lang } from "../text/index.ts";

const it = {
  table: "Il tavolo",
  zoomIn: "Ingrandisci (+)",
  zoomOut: "Riduci (−)",
  fit: "Tutto il tavolo (0)",
  measure: "Righello",
  measureKey: "Misura (M, oppure Ctrl e trascina)",
  sight: "Visuale",
  sightSide: "Visuale di tutti",
  sightKey: "Visuale: della figura, di tutto il suo schieramento, o nascosta (V)",
  legend: "Legenda",
  calm: "Senza animazioni",
  confirm: "Conferma",
  takeBack: "Riprendi",
  lastLeg: "ultimo tratto",
  edges: "da base a base",
  fromBase: (name: string) => `dalla base di ${name}`,
  toBase: (name: string) => `alla base di ${name}`,
  overlapsWhom: (name: string) => `Si sovrappone a ${name}.`,
  asking: "Chiedo alle regole …",
  earlyHint: "Prima scegli che cosa fa; quando la domanda è dove, trascina.",
  placeHint: "Trascina la miniatura, o tocca un punto.",
  spotHint: "Tocca un punto del tavolo.",
  routeHint: "Trascina la miniatura.",
  arcHint: "Indica la direzione.",
  rulerHint: "Tocca e trascina per misurare.",
  arrowKeys: "Frecce e Invio da tastiera.",
  cornerKeys: "Spazio o F aggiunge una svolta.",
  rulerKeys: "Spazio o F aggiunge una svolta, Esc toglie.",
  confirmHint: "Invio conferma, Esc riprende.",
  cursorAt: (x: string, y: string) => `${x} da sinistra, ${y} dal basso`,
  degrees: (n: string) => `${n}°`,
};

export type BoardWords = typeof it;

const en: BoardWords = {
  table: "The table",
  zoomIn: "Zoom in (+)",
  zoomOut: "Zoom out (−)",
  fit: "Whole table (0)",
  measure: "Ruler",
  measureKey: "Measure (M, or Ctrl and drag)",
  sight: "Sight",
  sightSide: "Sight of all",
  sightKey: "Line of sight: of the figure, of its whole side, or hidden (V)",
  legend: "Legend",
  calm: "No animation",
  confirm: "Confirm",
  takeBack: "Take back",
  lastLeg: "last leg",
  edges: "base to base",
  fromBase: (name) => `from ${name}'s base`,
  toBase: (name) => `to ${name}'s base`,
  overlapsWhom: (name) => `Overlaps ${name}.`,
  asking: "Asking the rules …",
  earlyHint: "First choose what it does; when the question is where, drag.",
  placeHint: "Drag the figure, or tap a spot.",
  spotHint: "Tap a spot of the table.",
  routeHint: "Drag the figure.",
  arcHint: "Point the direction.",
  rulerHint: "Press and drag to measure.",
  arrowKeys: "Arrows and Enter by keyboard.",
  cornerKeys: "Space or F adds a corner.",
  rulerKeys: "Space or F adds a corner, Esc removes.",
  confirmHint: "Enter confirms, Esc takes back.",
  cursorAt: (x, y) => `${x} from the left, ${y} from the bottom`,
  degrees: (n) => `${n}°`,
};

export const wordsOf = (lang: Lang): BoardWords => (lang === "en" ? en : it);

/**
 * A length with its unit, one decimal, rounded up: a distance never looks shorter than it is.
 *
 * Under a thousandth of the unit it is measuring noise, and dropped.
 */
export function length(lang: Lang, units: number, unit: Unit): string {
  const value = Math.ceil((units / unit.size) * 10 - 0.011) / 10;
  const figures = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${figures.format(Math.max(0, value) || 0)} ${unit.symbol}`;
}

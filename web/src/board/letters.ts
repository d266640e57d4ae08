/** How wide words are on the screen; measured once each, guessed where nothing can measure. */

const GUESS = 0.58; // of the size, for an average letter
const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width in pixels of words in the page's own letters. */
export function widthOf(words: string, size: number, weight = 400): number {
  const key = `${weight}/${size}/${words}`;
  const old = known.get(key);
  if (old !== undefined) return old;
  if (pen === undefined) pen = document.createElement("canvas").getContext?.("2d") ?? null;
  let wide = words.length * size * GUESS;
  if (pen) {
    pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily || "sans-serif"}`;
    wide = pen.measureText(words).width;
  }
  known.set(key, wide);
  return wide;
}

/** Work that waits for its turn. */
import { Trouble } from "./http.ts";

/** How often a server that has too much to do is asked again, and after how long. */
const TRIES = 6;
const PATIENCE = 1_000;

/** Asks again after a while where the server has too much to do. */
export async function patiently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (why) {
      const soon = why instanceof Trouble && (why.code === "too_fast" || why.code === "busy");
      if (!soon || tried === TRIES || signal.aborted) throw why;
      await new Promise((done) => setTimeout(done, patience));
    }
  }
}

/** Data a page asks the server for: as it comes, or the sentence that says why it does not. */
import { useEffect, useState } from "preact/hooks";
import { texts } from "../text/index.ts";

export interface Asked<T> {
  readonly data: T | null;
  readonly trouble: string;
}

/** Asks again whenever `key` changes; what is no longer wanted is dropped. */
export function useAsked<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [found, setFound] = useState<Asked<T>>({ data: null, trouble: "" });
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setFound({ data, trouble: "" });
      },
      (why) => {
        if (stop.signal.aborted) return;
        setFound({
          data: null,
          trouble: why instanceof Error && why.message ? why.message : texts.value.net.unknown,
        });
      },
    );
    return () => stop.abort();
  }, [key]);
  return found;
}

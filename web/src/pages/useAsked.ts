/** Data a page asks the server for: as it comes, or the sentence that says why it does not. */
import { useEffect, useState } from "preact/hooks";
import { texts } from "../text/index.ts";

export interface Asked<T> {
  readonly data: T | null;
  readonly trouble: string;
}

const NOTHING_YET = { data: null, trouble: "" };

/**
 * Asks again whenever `key` changes; what is no longer wanted is dropped.
 *
 * `meanwhile`: until the new answer comes, the old one stands (for results that change as one types).
 */
export function useAsked<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  meanwhile = false,
): Asked<T> {
  const [found, setFound] = useState<Asked<T> & { key: string }>({ ...NOTHING_YET, key });
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setFound({ data, trouble: "", key });
      },
      (why) => {
        if (stop.signal.aborted) return;
        const trouble = why instanceof Error && why.message ? why.message : texts.value.net.unknown;
        setFound({ data: null, trouble, key });
      },
    );
    return () => stop.abort();
  }, [key]);
  return meanwhile || found.key === key ? found : NOTHING_YET;
}

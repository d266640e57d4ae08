/** Words of the server; where they end with a line and carets under it, these point at the letter that is meant. */

import { pointed } from "../text/format.ts";

export function Told({ text }: { text: string }) {
  const [words, place] = pointed(text);
  return (
    <>
      {words}
      {place && <code class="carets">{place}</code>}
    </>
  );
}

/** What a choice will probably do, in one line: "5 su 8: colpisce". */
import type { Outlook } from "../protocol.ts";
import { texts } from "../text/index.ts";

const MOST = 4;

export function Odds({ outlook }: { outlook: Outlook | undefined }) {
  if (!outlook) return null;
  const chances = outlook.chances.slice(0, MOST);
  if (chances.length === 0 && !outlook.text) return null;
  const t = texts.value.panel;
  return (
    <span class="odds">
      {!outlook.exact && <span class="odds-about">{t.about} </span>}
      {chances.length === 0
        ? outlook.text
        : chances.map((chance, place) => (
            <span key={chance.label}>
              <b>{chance.text}</b>: {chance.label}
              {place === 0 && <Bar p={chance.p} />}
            </span>
          ))}
    </span>
  );
}

/** How likely, as a length. */
export function Bar({ p }: { p: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-all" width="100" height="4" />
      <rect class="bar-part" width={Math.max(0, Math.min(100, p * 100))} height="4" />
    </svg>
  );
}

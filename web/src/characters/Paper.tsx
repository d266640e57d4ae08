/**
 * The sheets on paper: the very page that `arbitro character print` writes, shown alone in this window and printed.
 *
 * The server's policy allows no styles written into a page, so they are put in by the browser's own means.
 */
import { useEffect, useState } from "preact/hooks";
import { Header } from "../app/Header.tsx";
import { handOver } from "../net/http.ts";
import { lang } from "../net/settings.ts";
import { texts } from "../text/index.ts";
import { paper } from "./net.ts";
import { shelf } from "./shelf.ts";
import { words } from "./words.ts";

export function Paper({ id, who }: { id: string; who: number }) {
  const t = words.value;
  const party = shelf.value[id];
  const [page, setPage] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    if (!party) return;
    paper(party.ruleset, { file: party.file, packs: party.packs, who }).then(setPage, (why) =>
      setTrouble(why instanceof Error ? why.message : texts.value.net.unknown),
    );
  }, [id, who, lang.value]);
  if (!party || trouble)
    return (
      <>
        <Header />
        <main class="page">
          <p class="refusal">{trouble || t.missing}</p>
        </main>
      </>
    );
  return page ? <Sheets page={page} back={`/personaggi/${encodeURIComponent(id)}`} /> : null;
}

/** The page's own words as nodes of this document, and its styles in place of ours. */
function Sheets({ page, back }: { page: string; back: string }) {
  const t = words.value.paper;
  useEffect(() => {
    const styles = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
    const bare = page
      .replace(/<style>.*?<\/style>/s, "")
      .replace(/style="--size:([\d.]+)"/g, 'data-size="$1"');
    const read = new DOMParser().parseFromString(bare, "text/html");
    const host = document.getElementById("paper");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${styles}\n${BAR}`);
    const ours = [...document.styleSheets];
    for (const style of ours) style.disabled = true;
    document.adoptedStyleSheets = [sheet];
    const title = document.title;
    document.title = read.title;
    for (const article of read.querySelectorAll("article")) {
      const here = document.importNode(article, true);
      here.style.setProperty("--size", article.dataset.size ?? "1");
      host?.append(here);
    }
    return () => {
      document.adoptedStyleSheets = [];
      for (const style of ours) style.disabled = false;
      document.title = title;
      host?.replaceChildren();
    };
  }, [page]);
  return (
    <>
      <nav class="paper-bar">
        <a href={back}>← {t.back}</a>
        <button type="button" onClick={() => print()}>
          {t.print}
        </button>
        <button
          type="button"
          onClick={() => handOver(new Blob([page], { type: "text/html" }), `${document.title}.html`)}
        >
          {t.keep}
        </button>
      </nav>
      <main id="paper" />
    </>
  );
}

const BAR = `
.paper-bar{display:flex;gap:1rem;align-items:center;justify-content:center;padding:.6rem;font:15px system-ui,sans-serif}
.paper-bar a{color:#1c1a17}
.paper-bar button{font:inherit;padding:.4rem 1rem;border:1px solid #8a8f96;border-radius:8px;background:#fff;color:#1c1a17;
cursor:pointer;min-height:2.75rem}
@media print{.paper-bar{display:none}}
`;

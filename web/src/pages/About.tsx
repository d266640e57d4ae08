/** What this is, whose names it uses, and whose drawings. */
import { Header } from "../app/Header.tsx";
import { meta } from "../app/meta.ts";
import { texts } from "../text/index.ts";

export function About() {
  const t = texts.value.about;
  return (
    <>
      <Header />
      <main class="page narrow prose">
        <h1>{t.title}</h1>
        <p>{t.what}</p>
        <h2>{t.unofficialTitle}</h2>
        <p>{t.unofficial}</p>
        <p>{t.owners}</p>
        <h2>{t.fairTitle}</h2>
        <p>{t.fair}</p>
        <h2>{t.iconsTitle}</h2>
        <p>{t.icons}</p>
        <h2>{t.licenceTitle}</h2>
        <p>{t.licence}</p>
        <p class="hint">{meta.value && t.version(meta.value.version)}</p>
      </main>
    </>
  );
}

/** Choices side by side: what each may lead to, in numbers and in lengths that can be read in black and white. */
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../app/Dialog.tsx";
import { SaveAs } from "../app/SaveAs.tsx";
import { bytes } from "../net/http.ts";
import type { Comparison, OddsPanel, Value } from "../protocol.ts";
import { csv } from "../text/csv.ts";
import { texts } from "../text/index.ts";
import type { Asker, Weighing } from "./asker.ts";
import type { Asking } from "./asking.ts";
import { Bar } from "./Odds.tsx";
import { Otherwise } from "./Otherwise.tsx";
import { compared, comparedPicture } from "./rows.ts";

/** So many stand side by side. */
const MOST = 4;

/** A button that sets the choices whose odds are known side by side; nothing where there are not two of them. */
export function CompareButton({ asker, asking }: { asker: Asker; asking: Asking }) {
  const [open, setOpen] = useState(false);
  const known = asker.comparable(asking);
  if (known.length < 2) return null;
  return (
    <>
      <button type="button" class="quiet compare-button" onClick={() => setOpen(true)}>
        {texts.value.compare.open}
      </button>
      {open && <CompareDialog asker={asker} asking={asking} known={known} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CompareProps {
  asker: Asker;
  asking: Asking;
  known: readonly Weighing[];
  onClose: () => void;
}

function CompareDialog({ asker, asking, known, onClose }: CompareProps) {
  const t = texts.value.compare;
  const [picked, setPicked] = useState<readonly Value[]>(() =>
    known.slice(0, MOST).map(({ value }) => value),
  );
  const [found, setFound] = useState<Comparison | null>(null);
  const [trouble, setTrouble] = useState("");
  const wanted = JSON.stringify(picked);
  useEffect(() => {
    let gone = false;
    setTrouble("");
    if (picked.length > 0) {
      asker
        .compare(asking, picked)
        .then((comparison) => !gone && setFound(comparison))
        .catch((why: Error) => !gone && setTrouble(why.message || texts.value.net.unknown));
    }
    return () => {
      gone = true;
    };
  }, [wanted]);
  const toggle = (value: Value, on: boolean): void =>
    setPicked(on ? [...picked, value] : picked.filter((one) => one !== value));
  return (
    <Dialog title={t.title} onClose={onClose}>
      <fieldset class="compare-which">
        <legend>{t.which(MOST)}</legend>
        {known.map(({ value, name }) => {
          const place = picked.indexOf(value);
          return (
            <label key={JSON.stringify(value)}>
              <input
                type="checkbox"
                checked={place >= 0}
                disabled={place < 0 && picked.length >= MOST}
                onChange={(event) => toggle(value, event.currentTarget.checked)}
              />
              <b aria-hidden="true">{place >= 0 ? place + 1 : ""}</b> {name}
            </label>
          );
        })}
      </fieldset>
      <div aria-live="polite" aria-busy={found === null}>
        {trouble && <p class="refusal">{trouble}</p>}
        {found && picked.length > 0 && <Tables found={found} />}
      </div>
      <Otherwise asker={asker} asking={asking} known={known} />
    </Dialog>
  );
}

function Tables({ found }: { found: Comparison }) {
  const t = texts.value.compare;
  return (
    <>
      {found.panels.map((panel) => (
        <PanelTable key={panel.title} panel={panel} choices={found.choices} />
      ))}
      <p class="hint">{found.footing.join(" ")}</p>
      <SaveAs
        name="arbitro-odds"
        csv={() => csv(compared(found, t.happens))}
        json={() => JSON.stringify(found, null, 1)}
        draw={(kind) => bytes("/odds-picture", { body: comparedPicture(found, t.happens, t.title, kind) })}
      />
    </>
  );
}

function PanelTable({ panel, choices }: { panel: OddsPanel; choices: readonly string[] }) {
  const t = texts.value.compare;
  return (
    <table class="compare">
      <caption>{panel.title || t.happens}</caption>
      <thead>
        <tr>
          <td />
          {choices.map((choice, place) => (
            <th key={`${place} ${choice}`} scope="col" title={choice} aria-label={choice}>
              {place + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {panel.means.length > 0 && (
          <tr class="mean">
            <th scope="row">{t.mean}</th>
            {choices.map((choice, place) => (
              <td key={`${place} ${choice}`}>{panel.means[place]}</td>
            ))}
          </tr>
        )}
        {panel.rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {choices.map((choice, place) => (
              <td key={`${place} ${choice}`}>
                {row.texts[place]}
                <Bar p={row.chances[place] ?? 0} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

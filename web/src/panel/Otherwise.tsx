/** One choice while something else varies, such as its die or the distance: a table, and a chart of what may happen. */
import { useEffect, useState } from "preact/hooks";
import { SaveAs } from "../app/SaveAs.tsx";
import { bytes } from "../net/http.ts";
import type { KnobView, Swept } from "../protocol.ts";
import { csv } from "../text/csv.ts";
import { readNumber, texts } from "../text/index.ts";
import type { Asker, Weighing } from "./asker.ts";
import type { Asking } from "./asking.ts";
import { tried, triedPicture } from "./rows.ts";
import { SweepChart } from "./SweepChart.tsx";
import { spread } from "./sweep.ts";

interface OtherwiseProps {
  asker: Asker;
  asking: Asking;
  known: readonly Weighing[];
}

export function Otherwise(props: OtherwiseProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="otherwise" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.value.otherwise.open}</summary>
      {open && <Trial {...props} />}
    </details>
  );
}

function Trial({ asker, asking, known }: OtherwiseProps) {
  const t = texts.value.otherwise;
  const [place, setPlace] = useState(0);
  const [knob, setKnob] = useState("");
  const [range, setRange] = useState<readonly [string, string]>(["", ""]);
  const [found, setFound] = useState<Swept | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const chosen = known[place] ?? known[0];
  const varied = found?.knobs.find((one) => one.word === found.knob);
  useEffect(() => {
    let gone = false;
    if (!chosen) return;
    setBusy(true);
    setTrouble("");
    const numbers = knob && varied?.word === knob ? spread(varied, ...bounds(range)) : [];
    const wait = setTimeout(() => {
      asker
        .sweep(asking, chosen.value, knob, numbers)
        .then((swept) => !gone && setFound(swept))
        .catch((why: Error) => !gone && setTrouble(why.message || texts.value.net.unknown))
        .finally(() => !gone && setBusy(false));
    }, 250);
    return () => {
      gone = true;
      clearTimeout(wait);
    };
  }, [JSON.stringify(chosen?.value), knob, ...range]);
  const vary = (word: string): void => {
    setKnob(word);
    setRange(["", ""]);
  };
  return (
    <div class="otherwise-body" aria-busy={busy}>
      <label>
        {t.choice}
        <select value={place} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {known.map(({ value, name }, number) => (
            <option key={JSON.stringify(value)} value={number}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {found && varied && (
        <div class="knob-row">
          <label>
            {t.knob}
            <select value={found.knob} onChange={(event) => vary(event.currentTarget.value)}>
              {found.knobs.map((one) => (
                <option key={one.word} value={one.word}>
                  {one.text}
                </option>
              ))}
            </select>
          </label>
          {varied.numbers.length > 0 && varied.word !== "die" && (
            <Bounds
              varied={varied}
              range={range}
              onRange={(next) => {
                setKnob(varied.word);
                setRange(next);
              }}
            />
          )}
        </div>
      )}
      <div aria-live="polite">
        {trouble && <p class="refusal">{trouble}</p>}
        {found &&
          (varied ? (
            <Result found={found} varied={varied} />
          ) : (
            <p class="hint">{found.footing[0] ?? t.nothing}</p>
          ))}
      </div>
    </div>
  );

  function choose(next: number): void {
    setPlace(next);
    vary("");
  }
}

const bounds = (range: readonly [string, string]): [number | null, number | null] => [
  readNumber(range[0]),
  readNumber(range[1]),
];

interface BoundsProps {
  varied: KnobView;
  range: readonly [string, string];
  onRange: (range: readonly [string, string]) => void;
}

function Bounds({ varied, range, onRange }: BoundsProps) {
  const t = texts.value.otherwise;
  const first = [varied.numbers[0], varied.numbers.at(-1)];
  return (
    <>
      {([t.from, t.to] as const).map((label, end) => (
        <label key={label}>
          {label}
          <input
            inputMode="decimal"
            placeholder={String(first[end] ?? "")}
            value={range[end]}
            onInput={(event) =>
              onRange(
                end === 0 ? [event.currentTarget.value, range[1]] : [range[0], event.currentTarget.value],
              )
            }
          />
        </label>
      ))}
    </>
  );
}

function Result({ found, varied }: { found: Swept; varied: KnobView }) {
  const t = texts.value.otherwise;
  if (found.rows.every((row) => row.texts.length === 0)) return <p class="hint">{t.nowhere}</p>;
  return (
    <>
      <SweepChart found={found} knob={varied.text} />
      <table class="compare">
        <caption>{found.choice}</caption>
        <thead>
          <tr>
            <th scope="col">{varied.text}</th>
            {found.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.rows.map((row) => (
            <tr key={row.number}>
              <th scope="row">{row.number}</th>
              {row.texts.length === 0 ? (
                <td colSpan={found.columns.length}>{t.never}</td>
              ) : (
                row.texts.map((text, place) => <td key={found.columns[place]}>{text}</td>)
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{found.footing.join(" ")}</p>
      <SaveAs
        name={`arbitro-${found.knob}`}
        csv={() => csv(tried(found))}
        json={() => JSON.stringify(found, null, 1)}
        draw={(kind) => bytes("/sweep-picture", { body: triedPicture(found, varied.text, kind) })}
      />
    </>
  );
}

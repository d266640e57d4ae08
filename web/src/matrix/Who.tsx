/** Who takes part in a matrix: a list to tick, with a search. */
import { useState } from "preact/hooks";
import type { Contenders } from "../protocol.ts";
import { fold } from "../text/search.ts";
import { words } from "./words.ts";

interface WhoProps {
  field: Contenders;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

export function Who({ field, chosen, onChoose }: WhoProps) {
  const t = words.value;
  const [wanted, setWanted] = useState("");
  const all = field.contenders.map(({ id }) => id);
  const toggle = (id: string, on: boolean): void =>
    onChoose(all.filter((one) => (one === id ? on : chosen.includes(one))));
  return (
    <details class="matrix-who">
      <summary>{t.who(chosen.length, all.length)}</summary>
      <div class="row">
        <input
          type="search"
          aria-label={t.find}
          placeholder={t.find}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <button type="button" onClick={() => onChoose(all)}>
          {t.all}
        </button>
        <button type="button" onClick={() => onChoose([])}>
          {t.none}
        </button>
      </div>
      <ul>
        {field.contenders
          .filter(({ name }) => fold(name).includes(fold(wanted)))
          .map(({ id, name, pack }) => (
            <li key={id}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={(event) => toggle(id, event.currentTarget.checked)}
                />
                {name}
                {pack && <span class="hint">{pack}</span>}
              </label>
            </li>
          ))}
      </ul>
    </details>
  );
}

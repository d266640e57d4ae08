/** Who sees what at the beginning of a battle: a map of the table, and a line for each figure. */

import { useState } from "preact/hooks";
import { NamedSelect } from "../app/NamedSelect.tsx";
import { Picture } from "../app/Picture.tsx";
import { SaveAs } from "../app/SaveAs.tsx";
import { ask, bytes, scenarios } from "../net/http.ts";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { LabField, ScenarioView, SightFound, SightWish } from "../protocol.ts";
import { listed } from "../text/index.ts";
import { Table } from "./Run.tsx";
import { words } from "./words.ts";

export function Sight({ field }: { field: LabField }) {
  const t = words.value;
  const { data, trouble } = useAsked(`${field.ruleset}/${lang.value}`, () => scenarios(field.ruleset));
  if (!field.sees) return <p class="hint">{t.noSight}</p>;
  if (trouble) return <p class="refusal">{trouble}</p>;
  return data && <Looking ruleset={field.ruleset} list={data} />;
}

function Looking({ ruleset, list }: { ruleset: string; list: readonly ScenarioView[] }) {
  const t = words.value;
  const [battle, pick] = useState(list[0]?.id ?? "");
  const [who, setWho] = useState("/");
  const path = `/rulesets/${encodeURIComponent(ruleset)}`;
  const { data, trouble } = useAsked(`${battle}/${lang.value}`, (signal) =>
    ask<SightFound>(`${path}/sight`, { body: { scenario: battle }, signal }),
  );
  return (
    <div class="form lab-sight">
      <NamedSelect
        class="narrow-field"
        label={t.battle}
        rows={list}
        value={battle}
        onChange={(next) => {
          pick(next);
          setWho("/");
        }}
      />
      {trouble && <p class="refusal">{trouble}</p>}
      {!data && !trouble && (
        <p class="hint" role="status">
          {t.wait}
        </p>
      )}
      {data && <Seen path={path} battle={battle} found={data} who={who} onWho={setWho} />}
    </div>
  );
}

interface SeenProps {
  path: string;
  battle: string;
  found: SightFound;
  /** A seat and a figure of it, `seat/figure`; either may be empty. */
  who: string;
  onWho: (who: string) => void;
}

function Seen({ path, battle, found, who, onWho }: SeenProps) {
  const t = words.value;
  const [seat = "", figure = ""] = who.split("/");
  const wish = (kind: string): SightWish => ({ scenario: battle, seat, figure, kind });
  const draw = (kind: string): Promise<Response> => bytes(`${path}/sight-file`, { body: wish(kind) });
  const map = useAsked(`${battle}/${who}/${lang.value}`, async () => (await draw("svg")).text(), true);
  const shown = found.sides.filter((side) => seat === "" || side.seat === seat);
  const told = shown.map((side) => side.told).join(" ");
  return (
    <>
      <label class="narrow-field">
        {t.who}
        <select value={who} onChange={(event) => onWho(event.currentTarget.value)}>
          <option value="/">{t.all}</option>
          {found.sides.map((side) => (
            <optgroup key={side.seat} label={side.name}>
              <option value={`${side.seat}/`}>{t.together(side.name)}</option>
              {side.watchers.map((one) => (
                <option key={one.id} value={`${side.seat}/${one.id}`}>
                  {t.alone(one.name)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <p class="hint">
        {found.standing}. {found.deployed && t.deployed}
      </p>
      {map.trouble && <p class="refusal">{map.trouble}</p>}
      <figure class="lab-picture" aria-busy={!map.data}>
        <figcaption>
          {told} {t.map}
        </figcaption>
        {map.data && <Picture svg={map.data} alt={told} />}
        <SaveAs name={`arbitro-${battle}`} draw={draw} kinds={["json", "svg", "png"]} />
      </figure>
      {shown.map((side) => (
        <Table
          key={side.seat}
          table={{
            title: side.name,
            heads: [t.figure, t.sees, t.enemies],
            rows: side.watchers.map((one) => [
              one.name,
              one.share,
              one.whom.length > 0 ? listed(lang.value, one.whom) : t.nobody,
            ]),
            note: "",
          }}
        />
      ))}
    </>
  );
}

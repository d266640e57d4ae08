/** A battle to be played many times: which one, between which companies, by whom. */

import { useState } from "preact/hooks";
import { NamedSelect } from "../app/NamedSelect.tsx";
import { scenarios } from "../net/http.ts";
import { kept, lang } from "../net/settings.ts";
import { FileField } from "../pages/NewGame.tsx";
import { useAsked } from "../pages/useAsked.ts";
import type { LabField, ScenarioView, SeatView } from "../protocol.ts";
import { Battles, Player, Seed, Start, useBeginning } from "./parts.tsx";
import { simulate } from "./runs.ts";
import { words } from "./words.ts";

/** What stands for other battles than the ready ones, and for other companies than the ready ones. */
const RANDOM = "*";
const OWN = "+";
const DRAFT = "~";
export const MOST = 2000;

export function Simulate({ field }: { field: LabField }) {
  const { data, trouble } = useAsked(`${field.ruleset}/${lang.value}`, () => scenarios(field.ruleset));
  if (trouble) return <p class="refusal">{trouble}</p>;
  return data && <Setting field={field} list={data} />;
}

function Setting({ field, list }: { field: LabField; list: readonly ScenarioView[] }) {
  const t = words.value;
  const [battle, pick] = useState(list[0]?.id ?? (field.random ? RANDOM : OWN));
  const [file, setFile] = useState("");
  const [companies, setCompanies] = useState<Readonly<Record<string, string>>>({});
  const [players, setPlayers] = useState<readonly [string, string]>(["quick", "quick"]);
  const [battles, setBattles] = useState("200");
  const [whole, setWhole] = useState(false);
  const [seed, setSeed] = useState("");
  const scenario = list.find((row) => row.id === battle);
  const rosters = Object.fromEntries(Object.entries(companies).filter(([, text]) => text.trim()));
  const { trouble, busy, submit } = useBeginning(() =>
    simulate(field.ruleset, {
      ...(scenario ? { scenario: battle, rosters } : battle === OWN ? { file } : {}),
      first: players[0],
      second: players[1],
      battles: Number(battles),
      whole,
      seed,
    }),
  );
  const name = (place: number): string => scenario?.seats[place]?.name || [t.first, t.second][place] || "";
  return (
    <form class="form lab-form" onSubmit={(event) => void submit(event)} aria-label={t.kinds.simulation}>
      <NamedSelect
        label={t.battle}
        rows={list}
        value={battle}
        onChange={(next) => {
          pick(next);
          setCompanies({});
        }}
      >
        {field.random && <option value={RANDOM}>{t.randomBattle}</option>}
        <option value={OWN}>{t.ownBattle}</option>
      </NamedSelect>
      {battle === OWN && <FileField label={t.battleFile} value={file} onText={setFile} />}
      {scenario && scenario.seats.length === 2 && (
        <fieldset key={battle} class="lab-two">
          <legend>{t.companies}</legend>
          {scenario.seats.map((seat) => (
            <Company
              key={seat.seat}
              field={field}
              seat={seat}
              onText={(text) => setCompanies((now) => ({ ...now, [seat.seat]: text }))}
            />
          ))}
          <p class="hint">{t.companiesHint}</p>
        </fieldset>
      )}
      <fieldset class="lab-two">
        <legend>{t.bothPlay}</legend>
        <Player
          label={t.player(name(0))}
          players={field.players}
          value={players[0]}
          onChange={(next) => setPlayers([next, players[1]])}
        />
        <Player
          label={t.player(name(1))}
          players={field.players}
          value={players[1]}
          onChange={(next) => setPlayers([players[0], next])}
        />
        <p class="hint">{t.slow}</p>
      </fieldset>
      <Battles value={battles} most={MOST} onChange={setBattles} />
      <details class="more">
        <summary>{t.more}</summary>
        <label class="check">
          <input
            type="checkbox"
            checked={whole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
          {t.whole}
        </label>
        <Seed value={seed} onChange={setSeed} />
      </details>
      <Start busy={busy} trouble={trouble} />
    </form>
  );
}

interface CompanyProps {
  field: LabField;
  seat: SeatView;
  onText: (text: string) => void;
}

/** Who fights for a side: the battle's own, one of the library, the one being built, or one from a file. */
function Company({ field, seat, onText }: CompanyProps) {
  const t = words.value;
  const [chosen, choose] = useState("");
  const [own, setOwn] = useState("");
  const draft = kept(`company.${field.ruleset}`) ?? "";
  const take = (which: string): void => {
    choose(which);
    if (which === DRAFT) onText(draft);
    else if (which === OWN) onText(own);
    else onText(which === "" ? "" : (field.lists[Number(which)]?.file ?? ""));
  };
  return (
    <div>
      <label>
        {t.side(seat.name || seat.seat.toUpperCase())}
        <select value={chosen} onChange={(event) => take(event.currentTarget.value)}>
          <option value="">{t.asPrinted}</option>
          {field.lists.map((list, place) => (
            <option key={list.name} value={String(place)}>
              {list.name}
            </option>
          ))}
          {draft && <option value={DRAFT}>{t.draft}</option>}
          <option value={OWN}>{t.ownList}</option>
        </select>
      </label>
      {chosen === OWN && (
        <FileField
          label={t.ownList}
          value={own}
          onText={(text) => {
            setOwn(text);
            onText(text);
          }}
        />
      )}
    </div>
  );
}

/**
 * A new game: choose a battle, say who sits where, play. Two clicks for the usual case: against the computer, at once.
 */

import { useEffect, useState } from "preact/hooks";
import { CopyLink } from "../app/Dialog.tsx";
import { Header } from "../app/Header.tsx";
import { ruleset as current } from "../app/library.ts";
import { meta, named } from "../app/meta.ts";
import { GameSelect } from "../app/NamedSelect.tsx";
import { Picture } from "../app/Picture.tsx";
import { go } from "../app/router.ts";
import { create, scenarios } from "../net/http.ts";
import { linkOf, mine, remember } from "../net/mine.ts";
import { kept, lang } from "../net/settings.ts";
import type { Created, NewSeat, ScenarioView, SeatView, NewGame as Wanted } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { useAsked } from "./useAsked.ts";

const OWN_FILE = "";

export function NewGame() {
  const t = texts.value.fresh;
  const all = meta.value?.rulesets ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const ruleset = chosen ?? all[0]?.id ?? "";
  const { data, trouble } = useAsked(`${ruleset}/${lang.value}`, async () =>
    ruleset ? scenarios(ruleset) : [],
  );
  const [made, setMade] = useState<Created | null>(null);
  useEffect(() => {
    if (ruleset) current.value = ruleset;
  }, [ruleset]);
  if (made) return <Invitations made={made} />;
  return (
    <>
      <Header />
      <main class="page fresh">
        <h1>{t.title}</h1>
        <GameSelect class="narrow-field" label={t.ruleset} value={ruleset} onChange={choose} />
        {trouble && <p class="refusal">{trouble}</p>}
        {data && ruleset && <Battles key={ruleset} ruleset={ruleset} list={data} onMade={setMade} />}
      </main>
    </>
  );
}

/** The battle that the address asks for, if it is in the list. */
function wanted(list: readonly ScenarioView[]): string | undefined {
  const asked = new URLSearchParams(location.search).get("battaglia");
  return list.find((row) => row.id === asked)?.id;
}

interface BattlesProps {
  ruleset: string;
  list: readonly ScenarioView[];
  onMade: (made: Created) => void;
}

function Battles({ ruleset, list, onMade }: BattlesProps) {
  const t = texts.value.fresh;
  const [picked, pick] = useState(() => wanted(list) ?? list[0]?.id ?? OWN_FILE);
  const scenario = list.find((row) => row.id === picked) ?? null;
  return (
    <div class="fresh-columns">
      <ul class="battles" aria-label={t.battles}>
        {list.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              class="battle"
              aria-pressed={row.id === picked}
              onClick={() => pick(row.id)}
            >
              <Picture svg={row.picture} alt={t.pictureOf(named(row.name, lang.value))} />
              <span>
                <b>{named(row.name, lang.value)}</b>
                <span class="hint">{row.seats.map((seat) => seat.name || seat.seat).join(" – ")}</span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            class="battle"
            aria-pressed={picked === OWN_FILE}
            onClick={() => pick(OWN_FILE)}
          >
            <span>
              <b>{t.ownBattle}</b>
              <span class="hint">{t.ownBattleHint}</span>
            </span>
          </button>
        </li>
      </ul>
      <Setting key={picked} ruleset={ruleset} scenario={scenario} onMade={onMade} />
    </div>
  );
}

interface SettingProps {
  ruleset: string;
  scenario: ScenarioView | null;
  onMade: (made: Created) => void;
}

const TWO_SEATS: readonly SeatView[] = ["a", "b"].map((seat) => ({
  seat,
  name: "",
  player: "",
  online: false,
}));

/** The strongest opponent that answers at once. */
function usualOpponent(): string {
  const players = meta.value?.players ?? [];
  return players.includes("quick") ? "quick" : (players.at(-1) ?? "link");
}

function Setting({ ruleset, scenario, onMade }: SettingProps) {
  const t = texts.value.fresh;
  const rows = scenario?.seats ?? TWO_SEATS;
  const [seats, setSeats] = useState<Record<string, NewSeat>>(() =>
    Object.fromEntries(
      rows.map((row, place) => [row.seat, { player: place === 0 ? "here" : usualOpponent() }]),
    ),
  );
  const [rosters, setRosters] = useState<Record<string, string>>({});
  const [file, setFile] = useState("");
  const [typed, setTyped] = useState(false);
  const [title, setTitle] = useState("");
  const [seed, setSeed] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const draft = kept(`company.${ruleset}`) ?? "";
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setTrouble("");
    try {
      const game: Wanted = {
        ruleset,
        seats,
        rosters,
        typed_dice: typed,
        title,
        seed: typed ? "" : seed,
        ...(scenario ? { scenario: scenario.id } : { file }),
      };
      begin(await create(game), rows, seats, onMade);
    } catch (why) {
      setTrouble(why instanceof Error && why.message ? why.message : texts.value.net.unknown);
      setBusy(false);
    }
  };
  return (
    <form
      class="setting form"
      onSubmit={(event) => void start(event)}
      onInput={() => setTrouble("")} // what was wrong is said of what was there
      aria-label={t.setting}
    >
      {scenario ? (
        <header>
          <Picture svg={scenario.picture} alt={t.pictureOf(named(scenario.name, lang.value))} />
          <h2>{named(scenario.name, lang.value)}</h2>
          <p>{named(scenario.text, lang.value)}</p>
        </header>
      ) : (
        <FileField label={t.battleFile} value={file} onText={setFile} />
      )}
      <fieldset>
        <legend>{t.who}</legend>
        {rows.map((row) => (
          <SeatRow
            key={row.seat}
            row={row}
            value={seats[row.seat] ?? { player: "here" }}
            onChange={(seat) => setSeats({ ...seats, [row.seat]: seat })}
          />
        ))}
      </fieldset>
      <p class="row">
        <button type="submit" class="primary" disabled={busy || (!scenario && !file.trim())}>
          {busy ? t.settingUp : t.play}
        </button>
      </p>
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
      <details class="more">
        <summary>{t.more}</summary>
        <label>
          {t.gameTitle}
          <input
            type="text"
            maxLength={100}
            value={title}
            placeholder={scenario ? named(scenario.name, lang.value) : ""}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        {rows.map((row) => (
          <label key={row.seat}>
            {t.nameOf(row.name || row.seat.toUpperCase())}
            <input
              type="text"
              maxLength={40}
              value={seats[row.seat]?.name ?? ""}
              placeholder={row.name}
              onInput={(event) =>
                setSeats({
                  ...seats,
                  [row.seat]: { player: "here", ...seats[row.seat], name: event.currentTarget.value },
                })
              }
            />
          </label>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={typed}
            onChange={(event) => setTyped(event.currentTarget.checked)}
          />
          <span>
            {t.typedDice} <span class="hint">{t.typedDiceHint}</span>
          </span>
        </label>
        <label>
          {t.seed}
          <input
            type="text"
            maxLength={80}
            value={seed}
            disabled={typed}
            autocomplete="off"
            aria-describedby="seed-hint"
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
          <span class="hint" id="seed-hint">
            {t.seedHint}
          </span>
        </label>
        {rows.map((row) => (
          <FileField
            key={row.seat}
            label={t.rosterOf(row.name || row.seat.toUpperCase())}
            value={rosters[row.seat] ?? ""}
            onText={(text) => setRosters(withText(rosters, row.seat, text))}
            mine={draft}
          />
        ))}
      </details>
    </form>
  );
}

function withText(all: Record<string, string>, seat: string, text: string): Record<string, string> {
  const { [seat]: _old, ...rest } = all;
  return text.trim() ? { ...rest, [seat]: text } : rest;
}

function SeatRow({
  row,
  value,
  onChange,
}: {
  row: SeatView;
  value: NewSeat;
  onChange: (seat: NewSeat) => void;
}) {
  const t = texts.value.fresh;
  const players = meta.value?.players ?? [];
  return (
    <div class="seat-row">
      <span class="side-sign" data-seat={row.seat} aria-hidden="true" />
      <label>
        <span class="seat-name">{row.name || t.seat(row.seat.toUpperCase())}</span>
        <select
          value={value.player}
          onChange={(event) => onChange({ ...value, player: event.currentTarget.value })}
        >
          <option value="here">{t.here}</option>
          <option value="link">{t.link}</option>
          {[...players].reverse().map((name) => (
            <option key={name} value={name}>
              {t.computers[name] ?? t.computer(name)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** A text that comes from a file, is pasted, or is the company being built on the roster page (`mine`). */
export function FileField({
  label,
  value,
  onText,
  mine: draft = "",
}: {
  label: string;
  value: string;
  onText: (text: string) => void;
  mine?: string;
}) {
  const t = texts.value.fresh;
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (file) onText(await file.text());
  };
  return (
    <div class="file-field">
      <label>
        {label}
        <textarea
          rows={3}
          value={value}
          placeholder={t.paste}
          spellcheck={false}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </label>
      <input
        type="file"
        aria-label={t.fileFor(label)}
        accept=".yaml,.yml,.json,.txt"
        onChange={(event) => void read(event.currentTarget)}
      />
      {draft && (
        <button type="button" class="quiet" onClick={() => onText(draft)}>
          {t.mine}
        </button>
      )}
    </div>
  );
}

/** Puts the new game into my list, then to its table, or first to the links that are to be sent. */
function begin(
  made: Created,
  rows: readonly SeatView[],
  seats: Readonly<Record<string, NewSeat>>,
  onMade: (made: Created) => void,
): void {
  const nameOf = (seat: string): string =>
    seats[seat]?.name?.trim() || rows.find((row) => row.seat === seat)?.name || seat.toUpperCase();
  remember(made.id, {
    token: made.host,
    title: made.title,
    seats: rows.length,
    links: made.links.map((link) => ({ ...link, name: nameOf(link.seat) })),
    spectator: made.spectator,
  });
  if (made.links.length > 0) onMade(made);
  else go(`/g/${made.id}`);
}

function Invitations({ made }: { made: Created }) {
  const t = texts.value.fresh;
  return (
    <>
      <Header />
      <main class="page narrow">
        <h1>{made.title}</h1>
        <p>{t.sendThese}</p>
        <Links made={made} />
        <p>
          <a class="button primary" href={`/g/${made.id}`}>
            {t.toTable}
          </a>
        </p>
      </main>
    </>
  );
}

function Links({ made }: { made: Created }) {
  const t = texts.value.fresh;
  return (
    <>
      {mine.value[made.id]?.links?.map((link) => (
        <CopyLink key={link.seat} label={t.linkFor(link.name)} link={linkOf(made.id, link.token)} />
      ))}
      <CopyLink label={t.linkToWatch} link={linkOf(made.id, made.spectator)} />
    </>
  );
}

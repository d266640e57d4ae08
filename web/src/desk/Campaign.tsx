/** One campaign: its encounters to begin and resume, its party, creatures of one's own, and notes. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Confirm, CopyLink } from "../app/Dialog.tsx";
import { FileButton } from "../app/FileButton.tsx";
import { Finder } from "../app/Finder.tsx";
import { meta } from "../app/meta.ts";
import { PackList } from "../app/PackList.tsx";
import { go } from "../app/router.ts";
import { putNew, shelf } from "../characters/shelf.ts";
import { Trouble } from "../net/http.ts";
import { remember } from "../net/mine.ts";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { CampaignView, EncounterCard, Newcomer, Pickable, SheetLine } from "../protocol.ts";
import { ago, texts } from "../text/index.ts";
import { campaignLink, campaigns, rememberCampaign } from "./campaigns.ts";
import {
  bringHome,
  campaign,
  campaignBestiary,
  changeCampaign,
  deleteEncounter,
  newEncounter,
} from "./net.ts";
import { Own } from "./Own.tsx";
import { pickable } from "./orders.ts";
import { only, packFiles, without } from "./packs.ts";
import { words } from "./words.ts";

const SAVE_AFTER = 600;

/** What does something to the campaign: its new view, or nothing to show. */
type Work = () => Promise<CampaignView | null>;

interface PartProps {
  id: string;
  token: string;
  view: CampaignView;
  attempt: (work: Work) => Promise<boolean>;
}

export function Campaign({ id, token }: { id: string; token: string }) {
  const t = words.value;
  const [view, setView] = useState<CampaignView | null>(null);
  const [trouble, setTrouble] = useState("");
  const take = (next: CampaignView): void => {
    setView(next);
    const games = next.encounters.map((one) => one.id);
    rememberCampaign(id, { token, name: next.name, ruleset: next.ruleset, games });
  };
  const load = async (): Promise<void> => take(await campaign(id, token));
  const attempt = async (work: Work): Promise<boolean> => {
    try {
      const next = await work();
      if (next) take(next);
      setTrouble("");
      return true;
    } catch (why) {
      const stale = why instanceof Trouble && why.status === 409;
      if (stale) await load();
      setTrouble(stale ? t.meanwhile : why instanceof Error ? why.message : texts.value.net.unknown);
      return false;
    }
  };
  useEffect(() => {
    void attempt(() => campaign(id, token));
  }, [lang.value]);
  const away = (
    <p>
      <a href="/custode">← {t.campaigns}</a>
    </p>
  );
  if (!view)
    return trouble ? (
      <>
        {away}
        <p class="refusal">{trouble}</p>
      </>
    ) : (
      <p class="hint" aria-busy="true" />
    );
  const part = { id, token, view, attempt };
  return (
    <>
      <header class="campaign-head">
        {away}
        <h1>{view.name}</h1>
      </header>
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
      <div class="campaign-columns">
        <div class="form">
          <Fresh {...part} />
          <Encounters {...part} />
        </div>
        <div class="form">
          <PartyPart {...part} />
          <Own {...part} />
          <Packs {...part} />
          <NotesPart {...part} />
          <section>
            <h2>{t.keepLink}</h2>
            <p class="hint">{t.keepLinkWhat}</p>
            <CopyLink label={t.keepLink} link={campaignLink(id, token)} />
          </section>
        </div>
      </div>
    </>
  );
}

/** Opens an encounter as the referee: its game is this browser's from now on. */
function open(game: string, token: string, title: string, players?: string): void {
  remember(game, { token, title, seats: 1, ...(players ? { spectator: players } : {}) });
  go(`/g/${encodeURIComponent(game)}`);
}

interface Joining extends Newcomer {
  readonly label: string;
}

/** A new encounter: the party, and whoever waits for it. */
function Fresh({ id, token, view, attempt }: PartProps) {
  const t = words.value;
  const [title, setTitle] = useState("");
  const [party, setParty] = useState(true);
  const [joining, setJoining] = useState<readonly Joining[]>([]);
  const beasts = useAsked(`${id}/${Object.keys(view.packs).join()}/${lang.value}`, () =>
    campaignBestiary(id, token),
  );
  const options = pickable(view.own, beasts.data?.beasts ?? []);
  const pick = (picked: Pickable): void => {
    const sheet = picked.parts.includes("sheet");
    const what = { beast: sheet ? "" : String(picked.value), sheet: sheet ? String(picked.value) : "" };
    setJoining([...joining, { side: "b", name: "", count: 1, hidden: false, ...what, label: picked.label }]);
  };
  const put = (at: number, more: Partial<Joining>): void =>
    setJoining(joining.map((row, place) => (place === at ? { ...row, ...more } : row)));
  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    const called = title.trim() || t.unnamed;
    await attempt(async () => {
      const newcomers = joining.map(({ label: _label, ...row }) => row);
      const made = await newEncounter(id, token, { title: called, party, newcomers });
      const before = campaigns.peek()[id];
      if (before) rememberCampaign(id, { ...before, games: [...before.games, made.id] });
      open(made.id, token, called, made.players);
      return null;
    });
  };
  return (
    <form class="form fresh-encounter" onSubmit={(event) => void begin(event)}>
      <h2>{t.newEncounter}</h2>
      <label>
        {t.encounterTitle}
        <input
          type="text"
          maxLength={100}
          value={title}
          placeholder={t.unnamed}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      {view.members.length > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={party}
            onChange={(event) => setParty(event.currentTarget.checked)}
          />
          <span>
            {t.withParty}: {view.members.map((line) => line.name).join(", ")}
          </span>
        </label>
      )}
      <ul class="joining">
        {joining.map((row, at) => (
          <li key={at}>
            <b>{row.label}</b>
            <input
              type="number"
              class="short"
              inputMode="numeric"
              min={1}
              max={30}
              aria-label={t.howMany(row.label)}
              value={row.count}
              onInput={(event) => put(at, { count: Math.max(1, Number(event.currentTarget.value) || 1) })}
            />
            <label class="check">
              <input
                type="checkbox"
                aria-label={t.hiddenOne(row.label)}
                checked={row.hidden}
                onChange={(event) => put(at, { hidden: event.currentTarget.checked })}
              />
              <span>{t.hidden}</span>
            </label>
            <button
              type="button"
              class="close"
              aria-label={t.dropOne(row.label)}
              onClick={() => setJoining(joining.filter((_, place) => place !== at))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <Finder label={t.fromBestiary} options={options} none={t.nothingFound} onPick={pick} most={10} />
      <div class="row">
        <button type="submit" class="primary">
          {t.begin}
        </button>
      </div>
    </form>
  );
}

/** Encounters that were begun: to go on with, to bring the party home from, to delete. */
function Encounters({ id, token, view, attempt }: PartProps) {
  const t = words.value;
  const [asking, setAsking] = useState<{ what: "home" | "delete"; one: EncounterCard } | null>(null);
  return (
    <section>
      <h2>{t.encounters}</h2>
      {view.encounters.length === 0 && <p class="hint">{t.noEncounters}</p>}
      <ul class="encounters">
        {view.encounters.map((one) => (
          <li key={one.id}>
            <div>
              <b>{one.title}</b>
              <span class="hint">
                {one.over ? t.isOver : one.standing} · {ago(lang.value, one.changed)}
              </span>
            </div>
            <div class="row">
              <button type="button" class="primary" onClick={() => open(one.id, token, one.title)}>
                {t.resume}
              </button>
              {view.party && (
                <button type="button" onClick={() => setAsking({ what: "home", one })}>
                  {t.bringHome}
                </button>
              )}
              <button type="button" class="quiet" onClick={() => setAsking({ what: "delete", one })}>
                {t.delete}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {asking?.what === "home" && (
        <Confirm
          title={t.bringHome}
          text={t.bringHomeWhat}
          yes={t.bringHome}
          onYes={() => void attempt(() => bringHome(id, token, asking.one.id))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === "delete" && (
        <Confirm
          title={t.delete}
          text={t.deleteWhat(asking.one.title)}
          yes={t.delete}
          onYes={() =>
            void attempt(async () => {
              await deleteEncounter(id, token, asking.one.id);
              return campaign(id, token);
            })
          }
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}

/** The party: from the characters of this browser, or from a file; to be changed there and taken again. */
function PartyPart({ id, token, view, attempt }: PartProps) {
  const t = words.value;
  const parties = Object.entries(shelf.value).filter(([, party]) => party.ruleset === view.ruleset);
  const made = meta.value?.rulesets.find((row) => row.id === view.ruleset)?.characters ?? false;
  const [chosen, setChosen] = useState("");
  const picked = shelf.value[chosen] ?? parties[0]?.[1];
  const put = (party: string, brings: Readonly<Record<string, string>> = {}): Promise<boolean> => {
    const packs = Object.keys(brings).length > 0 ? { packs: { ...view.packs, ...brings } } : {};
    return attempt(() => changeCampaign(id, token, { version: view.version, party, ...packs }));
  };
  const takeThis = (): void => {
    if (picked) void put(picked.file, picked.packs);
  };
  const edit = (): void => {
    const name = `${view.name}`;
    const where = putNew({ ruleset: view.ruleset, name, file: view.party, packs: view.packs });
    go(`/personaggi/${encodeURIComponent(where)}`);
  };
  return (
    <section class="form">
      <h2>{t.party}</h2>
      {view.members.length === 0 ? (
        <p class="hint">{made ? t.noParty : t.noPartyFile}</p>
      ) : (
        <Lines lines={view.members} />
      )}
      {parties.length > 0 && (
        <div class="row take-party">
          <label>
            {t.takeParty}
            <select
              value={chosen || (parties[0]?.[0] ?? "")}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {parties.map(([one, party]) => (
                <option key={one} value={one}>
                  {party.name}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={takeThis}>
            {t.takeThis}
          </button>
        </div>
      )}
      <div class="row">
        <FileButton label={t.fromFile} onFile={(file) => void file.text().then((text) => put(text))} />
        {made && view.party && (
          <button type="button" class="quiet" onClick={edit}>
            {t.editParty}
          </button>
        )}
        {made && (
          <a class="button quiet" href="/personaggi">
            {texts.value.app.characters}
          </a>
        )}
      </div>
    </section>
  );
}

function Lines({ lines }: { lines: readonly SheetLine[] }) {
  return (
    <ul class="sheet-lines">
      {lines.map((line, at) => (
        <li key={at}>
          <b>{line.name}</b> <span class="hint">{line.line}</span>
        </li>
      ))}
    </ul>
  );
}

/** Packs of one's own: folders of files, whose creatures and things new encounters have. */
function Packs({ id, token, view, attempt }: PartProps) {
  const t = words.value;
  const names = [...new Set(Object.keys(view.packs).map((file) => file.split("/")[0] ?? ""))].sort();
  const put = (packs: Readonly<Record<string, string>>): Promise<boolean> =>
    attempt(() => changeCampaign(id, token, { version: view.version, packs }));
  const add = async (files: readonly File[]): Promise<void> => {
    const found = await packFiles(files);
    if (Object.keys(found).length > 0) await put({ ...without(view.packs, names, found), ...found });
    else
      await attempt(() => {
        throw new Error(t.noPackHere);
      });
  };
  return (
    <section class="form">
      <h2>{t.packs}</h2>
      <p class="hint">{t.packsWhat}</p>
      <PackList
        names={names}
        drop={t.dropOne}
        onDrop={(name) => void put(only(view.packs, (file) => !file.startsWith(`${name}/`)))}
      />
      <div class="row">
        <FileButton label={t.packFolder} folder onFiles={(files) => void add(files)} />
      </div>
    </section>
  );
}

/** Notes are kept a moment after the last letter. */
function NotesPart({ id, token, view, attempt }: PartProps) {
  const t = words.value;
  const [text, setText] = useState(view.notes);
  const [saved, setSaved] = useState(false);
  const timer = useRef(0);
  const version = useRef(view.version);
  version.current = view.version;
  const type = (next: string): void => {
    setText(next);
    setSaved(false);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      void attempt(() => changeCampaign(id, token, { version: version.current, notes: next })).then(setSaved);
    }, SAVE_AFTER);
  };
  return (
    <section class="form">
      <label>
        <h2>{t.notes}</h2>
        <textarea
          rows={6}
          maxLength={20_000}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      <p class="hint" role="status">
        {saved ? t.saved : ""}
      </p>
    </section>
  );
}

/** Characters of one's own, gathered in parties: made, changed, printed, exchanged. */
import { useEffect, useState } from "preact/hooks";
import { FileButton } from "../app/FileButton.tsx";
import { Header } from "../app/Header.tsx";
import { meta, named } from "../app/meta.ts";
import { go } from "../app/router.ts";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { CharacterForm, PartyView } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { readFile } from "./files.ts";
import { Maker } from "./Maker.tsx";
import { askForm, join, read } from "./net.ts";
import { PartyPage } from "./PartyPage.tsx";
import { type KeptParty, put, putNew, shelf } from "./shelf.ts";
import { words } from "./words.ts";
import "../style/characters.css";

const addressOf = (id: string): string => `/personaggi/${encodeURIComponent(id)}`;

export function Characters({ id, fresh }: { id: string; fresh: boolean }) {
  const t = words.value;
  const games = meta.value?.rulesets.filter((row) => row.characters) ?? [];
  const party = shelf.value[id];
  const [chosen, setChosen] = useState("");
  const ruleset = party?.ruleset ?? (chosen || games[0]?.id || "");
  return (
    <>
      <Header />
      <main class="page characters">
        {meta.value && games.length === 0 && <p class="hint">{t.noGame}</p>}
        {id && !party && <p class="refusal">{t.missing}</p>}
        {ruleset && fresh ? (
          <Making ruleset={ruleset} id={id} party={party ?? null} />
        ) : party ? (
          <Opened key={id} id={id} party={party} />
        ) : (
          ruleset && <Parties ruleset={ruleset} games={games.length > 1 ? games : []} onGame={setChosen} />
        )}
      </main>
    </>
  );
}

/** The rules' form, which depends on the packs that a party brings. */
function useForm(ruleset: string, packs: Readonly<Record<string, string>>) {
  return useAsked<CharacterForm>(`${ruleset}/${lang.value}/${Object.keys(packs).join()}`, () =>
    askForm(ruleset, { packs }),
  );
}

interface PartiesProps {
  ruleset: string;
  games: readonly { id: string; name: { it: string; en: string } }[];
  onGame: (ruleset: string) => void;
}

/** All parties of this browser, and how one begins. */
function Parties({ ruleset, games, onGame }: PartiesProps) {
  const t = words.value;
  const all = Object.entries(shelf.value);
  const [told, setTold] = useState<Told>({ trouble: "", lost: [] });
  const bring = async (file: File): Promise<void> => {
    try {
      const found = await readFile(ruleset, file);
      const id = putNew({ ruleset, name: found.name, file: found.file, packs: found.packs });
      setTold({ trouble: "", lost: found.lost });
      if (found.lost.length === 0) go(addressOf(id));
    } catch (why) {
      setTold({ trouble: why instanceof Error ? why.message : texts.value.net.unknown, lost: [] });
    }
  };
  return (
    <>
      <h1>{t.title}</h1>
      <div class="row">
        {games.length > 0 && (
          <label>
            {t.game}
            <select value={ruleset} onChange={(event) => onGame(event.currentTarget.value)}>
              {games.map((game) => (
                <option key={game.id} value={game.id}>
                  {named(game.name, lang.value)}
                </option>
              ))}
            </select>
          </label>
        )}
        <a class="button primary" href="/personaggi?nuovo">
          {t.fresh}
        </a>
        <FileButton label={t.import} onFile={(file) => void bring(file)} />
      </div>
      <Said told={told} />
      {all.length > 0 ? (
        <section aria-label={t.parties}>
          <h2>{t.parties}</h2>
          <ul class="cards">
            {all.map(([one, party]) => (
              <li key={one} class="game-card">
                <a href={addressOf(one)}>
                  <b>{party.name}</b>
                  <PartyLine party={party} />
                </a>
              </li>
            ))}
          </ul>
          <p class="hint">{t.keptHere}</p>
        </section>
      ) : (
        <p class="lead">{t.none}</p>
      )}
    </>
  );
}

function PartyLine({ party }: { party: KeptParty }) {
  const { data } = useAsked<PartyView>(`${lang.value}/${party.file}`, () =>
    read(party.ruleset, { file: party.file, packs: party.packs }),
  );
  return <span class="state">{data?.members.map((member) => member.name).join(", ") ?? "…"}</span>;
}

export interface Told {
  readonly trouble: string;
  readonly lost: readonly string[];
}

/** What a file could not bring, or why it would not do. */
export function Said({ told }: { told: Told }) {
  if (told.trouble)
    return (
      <p class="refusal" role="alert">
        {told.trouble}
      </p>
    );
  if (told.lost.length === 0) return null;
  return (
    <div class="lost" role="status">
      <p>{words.value.lost(told.lost.length)}</p>
      <ul>
        {told.lost.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** A new character, for a party or for one of its own. */
function Making({ ruleset, id, party }: { ruleset: string; id: string; party: KeptParty | null }) {
  const form = useForm(ruleset, {});
  const [trouble, setTrouble] = useState("");
  if (form.trouble || trouble) return <p class="refusal">{form.trouble || trouble}</p>;
  if (!form.data) return null;
  return (
    <Maker
      ruleset={ruleset}
      kinds={form.data.kinds}
      party={party}
      onCancel={() => history.back()}
      onKeep={async (made, name) => {
        const joining = { file: made.file, packs: made.packs };
        const bundle = party ? { file: party.file, packs: party.packs } : null;
        try {
          const after = await join(ruleset, { joining, party: bundle, name });
          const kept = { ruleset, name: party?.name ?? name, file: after.file, packs: after.packs };
          const where = party ? id : putNew(kept);
          if (party) put(id, { ...party, ...kept });
          const at = after.members.findLastIndex((member) => member.sheet && member.name === made.name);
          go(`${addressOf(where)}?chi=${at}`, true);
        } catch (why) {
          setTrouble(why instanceof Error ? why.message : texts.value.net.unknown);
        }
      }}
    />
  );
}

/** A party of the shelf: read by the rules, then shown. */
function Opened({ id, party }: { id: string; party: KeptParty }) {
  const form = useForm(party.ruleset, party.packs);
  const [view, setView] = useState<PartyView | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    read(party.ruleset, { file: party.file, packs: party.packs }).then(setView, (why) =>
      setTrouble(why instanceof Error ? why.message : texts.value.net.unknown),
    );
  }, [lang.value]);
  if (trouble || form.trouble) return <p class="refusal">{trouble || form.trouble}</p>;
  if (!view || !form.data) return <p class="hint" aria-busy="true" />;
  return <PartyPage id={id} party={party} form={form.data} view={view} onView={setView} />;
}

/** One party: who is in it, the sheet of whoever is chosen, and the form that changes it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useCommands } from "../app/commands.ts";
import { Confirm, Dialog } from "../app/Dialog.tsx";
import { FileButton } from "../app/FileButton.tsx";
import { go, route } from "../app/router.ts";
import { Trouble } from "../net/http.ts";
import type { CharacterForm, FieldFault, Member, PartyView } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { Said, type Told } from "./Characters.tsx";
import { Editor } from "./Editor.tsx";
import { filesOf, keepFiles, OURS, readFile } from "./files.ts";
import { change, join, part } from "./net.ts";
import { SheetView } from "./SheetView.tsx";
import { drop, type KeptParty, keepDraft, put, putNew, shelf, type Values } from "./shelf.ts";
import { words } from "./words.ts";

const SAVE_AFTER = 350;

interface PartyProps {
  id: string;
  party: KeptParty;
  form: CharacterForm;
  view: PartyView;
  onView: (view: PartyView) => void;
}

export function PartyPage({ id, party, form, view, onView }: PartyProps) {
  const t = words.value;
  const asked = route.value.page === "characters" ? route.value.who : -1;
  const [who, setWho] = useState(Math.max(0, Math.min(asked, view.members.length - 1)));
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState<"" | "export" | "drop" | "leave">("");
  const [told, setTold] = useState<Told>({ trouble: "", lost: [] });
  const member = view.members[who];
  const here = `/personaggi/${encodeURIComponent(id)}`;
  const take = (next: PartyView): void => {
    put(id, { ...(shelf.peek()[id] ?? party), file: next.file, packs: next.packs });
    onView(next);
  };
  const attempt = async (work: () => Promise<readonly string[]>): Promise<void> => {
    try {
      setTold({ trouble: "", lost: await work() });
    } catch (why) {
      setTold({ trouble: why instanceof Error ? why.message : texts.value.net.unknown, lost: [] });
    }
  };
  const bring = (file: File): Promise<void> =>
    attempt(async () => {
      const found = await readFile(party.ruleset, file);
      const joining = { file: found.file, packs: found.packs };
      take(await join(party.ruleset, { joining, party: { file: view.file, packs: view.packs } }));
      return found.lost;
    });
  const leave = (): Promise<void> =>
    attempt(async () => {
      const parted = await part(party.ruleset, { file: view.file, packs: view.packs, who });
      putNew({ ruleset: party.ruleset, name: member?.name ?? party.name, ...parted.taken });
      if (parted.rest) take(parted.rest);
      else drop(id);
      if (!parted.rest) go("/personaggi");
      setWho(0);
      return [];
    });
  useCommands([
    {
      id: "edit",
      label: editing ? t.done : t.edit,
      keys: ["e"],
      run: () => setEditing(!editing),
      group: "table",
    },
    { id: "fresh", label: t.fresh, keys: ["n"], run: () => go(`${here}?nuovo`), group: "table" },
    { id: "print", label: t.print, keys: ["p"], run: () => go(`${here}/stampa?chi=${who}`), group: "table" },
    { id: "printAll", label: t.printAll, keys: ["Shift+s"], run: () => go(`${here}/stampa`), group: "table" },
    { id: "export", label: t.export, keys: ["x"], run: () => setAsking("export"), group: "table" },
    { id: "leave", label: t.leave, keys: ["Shift+l"], run: () => setAsking("leave"), group: "table" },
    { id: "drop", label: t.dropParty, keys: ["Shift+d"], run: () => setAsking("drop"), group: "table" },
  ]);
  return (
    <div class="party-columns">
      <aside class="party-list" aria-label={t.who}>
        <p>
          <a href="/personaggi">← {t.parties}</a>
        </p>
        <h1>{party.name}</h1>
        <ul>
          {view.members.map((one, at) => (
            <li key={at}>
              <button type="button" class="member" aria-pressed={at === who} onClick={() => setWho(at)}>
                <b>{one.name}</b>
                <span class="hint">{one.about}</span>
              </button>
            </li>
          ))}
        </ul>
        <div class="row">
          <a class="button" href={`${here}?nuovo`}>
            {t.fresh}
          </a>
          <FileButton label={t.importInto} onFile={(file) => void bring(file)} />
          <button type="button" class="quiet" onClick={() => setAsking("export")}>
            {t.export}
          </button>
          <button type="button" class="quiet" onClick={() => setAsking("drop")}>
            {t.dropParty}
          </button>
        </div>
        <Said told={told} />
      </aside>
      {member && (
        <section class="party-sheet" aria-label={member.name}>
          <div class="row end">
            <button
              type="button"
              class={editing ? "primary" : ""}
              aria-pressed={editing}
              onClick={() => setEditing(!editing)}
            >
              {editing ? t.done : t.edit}
            </button>
            {member.sheet && (
              <a class="button" href={`${here}/stampa?chi=${who}`}>
                {t.print}
              </a>
            )}
            <button type="button" class="quiet" onClick={() => setAsking("leave")}>
              {t.leave}
            </button>
          </div>
          {editing ? (
            <Changing
              key={`${id}/${who}`}
              id={id}
              who={who}
              member={member}
              fields={form.fields}
              ruleset={party.ruleset}
              onView={take}
            />
          ) : member.sheet ? (
            <SheetView sheet={member.sheet} />
          ) : (
            <>
              <h2>{member.name}</h2>
              <p>{member.about}</p>
            </>
          )}
        </section>
      )}
      {asking === "export" && (
        <Export
          party={{ ...party, ...view }}
          view={view}
          form={form}
          who={who}
          onClose={() => setAsking("")}
        />
      )}
      {asking === "drop" && (
        <Confirm
          title={t.dropParty}
          text={t.dropPartyWhat(party.name)}
          yes={t.dropParty}
          onYes={() => {
            drop(id);
            go("/personaggi");
          }}
          onClose={() => setAsking("")}
        />
      )}
      {asking === "leave" && member && (
        <Confirm
          title={t.leave}
          text={t.leaveWhat(member.name)}
          yes={t.leave}
          onYes={() => void leave()}
          onClose={() => setAsking("")}
        />
      )}
    </div>
  );
}

interface ChangingProps {
  id: string;
  who: number;
  member: Member;
  fields: CharacterForm["fields"];
  ruleset: string;
  onView: (view: PartyView) => void;
}

/** The form of a member: saved a moment after the last change; what cannot be saved is kept as a draft. */
function Changing({ id, who, member, fields, ruleset, onView }: ChangingProps) {
  const t = words.value;
  const [values, setValues] = useState<Values>(() => shelf.peek()[id]?.drafts?.[who] ?? member.values);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [state, setState] = useState<"" | "saving" | "saved" | "wrong">("");
  const latest = useRef(values);
  const timer = useRef(0);
  const running = useRef(Promise.resolve());
  const save = async (wanted: Values): Promise<void> => {
    const kept = shelf.peek()[id];
    if (!kept) return;
    try {
      const after = await change(ruleset, { file: kept.file, packs: kept.packs, who, values: wanted });
      const current = latest.current === wanted;
      keepDraft(id, who, after.faults.length > 0 ? wanted : null);
      if (after.faults.length === 0) onView(after);
      if (!current) return;
      setFaults(after.faults);
      setState(after.faults.length > 0 ? "wrong" : "saved");
      const stored = after.members[who]?.values;
      if (after.faults.length === 0 && stored) {
        latest.current = stored;
        setValues(stored);
      }
    } catch (why) {
      keepDraft(id, who, wanted);
      const text = why instanceof Trouble ? why.message : texts.value.net.unknown;
      setFaults([{ text, who, key: "", entry: -1, part: "" }]);
      setState("wrong");
    }
  };
  /** One request after the other, each on the file that the one before left. */
  const queue = (wanted: Values): void => {
    running.current = running.current.then(() => (latest.current === wanted ? save(wanted) : undefined));
  };
  useEffect(() => {
    if (latest.current !== member.values) queue(latest.current); // a draft of another day
    return () => {
      if (!timer.current) return;
      clearTimeout(timer.current);
      queue(latest.current);
    };
  }, []);
  const put = (key: string, value: unknown): void => {
    const next = { ...latest.current, [key]: value };
    latest.current = next;
    setValues(next);
    setState("saving");
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      queue(next);
    }, SAVE_AFTER);
  };
  return (
    <>
      <p class={state === "wrong" ? "refusal" : "hint saved"} role="status">
        {state === "wrong" ? t.notSaved : state === "saving" ? t.saving : state === "saved" ? t.saved : ""}
      </p>
      <div class="editing">
        <Editor fields={fields} values={values} faults={faults} onChange={put} />
        {member.sheet && (
          <aside class="preview" aria-label={t.sheet} tabIndex={0}>
            <SheetView sheet={member.sheet} />
          </aside>
        )}
      </div>
    </>
  );
}

interface ExportProps {
  party: KeptParty;
  view: PartyView;
  form: CharacterForm;
  who: number;
  onClose: () => void;
}

function Export({ party, view, form, who, onClose }: ExportProps) {
  const t = words.value;
  const [whom, setWhom] = useState(view.members.length > 1 ? -1 : who);
  const [to, setTo] = useState(OURS);
  const [told, setTold] = useState<Told>({ trouble: "", lost: [] });
  const give = async (): Promise<void> => {
    try {
      const alone =
        whom < 0
          ? null
          : (await part(party.ruleset, { file: view.file, packs: view.packs, who: whom })).taken;
      const name = whom < 0 ? party.name : (view.members[whom]?.name ?? party.name);
      const found = await filesOf({ ...party, name }, to, whom, alone);
      keepFiles(found.files);
      setTold({ trouble: "", lost: found.lost });
      if (found.lost.length === 0) onClose();
    } catch (why) {
      setTold({ trouble: why instanceof Error ? why.message : texts.value.net.unknown, lost: [] });
    }
  };
  return (
    <Dialog title={t.export} onClose={onClose}>
      <div class="form">
        <label>
          {t.exportOf}
          <select value={whom} onChange={(event) => setWhom(Number(event.currentTarget.value))}>
            <option value={-1}>{t.everybody}</option>
            {view.members.map((member, at) => (
              <option key={at} value={at}>
                {member.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t.exportTo}
          <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
            {[OURS, ...form.formats].map((format) => (
              <option key={format} value={format}>
                {t.formats[format] ?? format}
              </option>
            ))}
          </select>
        </label>
        <Said told={told} />
        <div class="row end">
          <button type="button" class="primary" onClick={() => void give()}>
            {t.download}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

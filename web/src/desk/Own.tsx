/** Creatures of a campaign's own: made and changed in a form, or taken from a file. */
import { useState } from "preact/hooks";
import { Dialog } from "../app/Dialog.tsx";
import { FileButton } from "../app/FileButton.tsx";
import { Trouble } from "../net/http.ts";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { CampaignView, OwnCreatures, Value } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { changeCampaign, changeCreature, ownCreatures } from "./net.ts";
import { FieldInput, useFirstField } from "./OrderForm.tsx";
import type { Given } from "./orders.ts";
import { words } from "./words.ts";

interface OwnProps {
  id: string;
  token: string;
  view: CampaignView;
  attempt: (work: () => Promise<CampaignView | null>) => Promise<boolean>;
}

export function Own({ id, token, view, attempt }: OwnProps) {
  const t = words.value;
  const form = useAsked(`${id}/${view.version}/${lang.value}`, () => ownCreatures(id, token));
  const [open, setOpen] = useState<number | null>(null);
  const put = (text: string): Promise<boolean> =>
    attempt(() => changeCampaign(id, token, { version: view.version, creatures: text }));
  const drop = (at: number): Promise<boolean> =>
    attempt(() => changeCreature(id, token, { version: view.version, at, values: null }));
  return (
    <section class="form">
      <h2>{t.own}</h2>
      <p class="hint">{t.ownWhat}</p>
      <ul class="sheet-lines own-lines">
        {view.own.map((line, at) => (
          <li key={at}>
            <span>
              <b>{line.name}</b> <span class="hint">{line.line}</span>
            </span>
            <span class="row">
              <button type="button" class="quiet" disabled={!form.data} onClick={() => setOpen(at)}>
                {t.changeIt}
              </button>
              <button
                type="button"
                class="close"
                aria-label={t.dropOne(line.name)}
                onClick={() => void drop(at)}
              >
                ×
              </button>
            </span>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" disabled={!form.data} onClick={() => setOpen(view.own.length)}>
          {t.newCreature}
        </button>
        <FileButton label={t.fromFile} onFile={(file) => void file.text().then(put)} />
      </div>
      {open !== null && form.data && (
        <Creature
          form={form.data}
          at={open}
          onSave={async (values) => {
            const body = { version: view.version, at: open, values };
            const done = changeCreature(id, token, body);
            await done;
            await attempt(() => done);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

interface CreatureProps {
  form: OwnCreatures;
  at: number;
  onSave: (values: Readonly<Record<string, Value>>) => Promise<void>;
  onClose: () => void;
}

/** One creature; what will not do is said in the form. */
function Creature({ form, at, onSave, onClose }: CreatureProps) {
  const t = words.value;
  const [given, setGiven] = useState<Given>(Object.fromEntries(form.creatures[at] ?? []));
  const [trouble, setTrouble] = useState("");
  const ref = useFirstField();
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const told = Object.entries(given).filter(
      (pair): pair is [string, Value] => pair[1] !== undefined && pair[1] !== "",
    );
    try {
      await onSave(Object.fromEntries(told));
      onClose();
    } catch (why) {
      setTrouble(
        why instanceof Trouble && why.status === 409
          ? t.meanwhile
          : why instanceof Error
            ? why.message
            : texts.value.net.unknown,
      );
    }
  };
  const [name, like, ...rest] = form.fields;
  const input = (field: OwnCreatures["fields"][number]) => (
    <FieldInput
      key={field.name}
      field={field}
      value={given[field.name]}
      rows={[]}
      onChange={(value) => setGiven({ ...given, [field.name]: value })}
    />
  );
  return (
    <Dialog title={form.creatures[at] ? t.changeIt : t.newCreature} onClose={onClose}>
      <form ref={ref} class="form order-form own-form" onSubmit={(event) => void save(event)}>
        {name && input(name)}
        {like && input(like)}
        {trouble && (
          <p class="refusal" role="alert" ref={(box) => box?.scrollIntoView({ block: "nearest" })}>
            {trouble}
          </p>
        )}
        <div class="edits numbers">{rest.filter((field) => field.kind === "number").map(input)}</div>
        <div class="edits">{rest.filter((field) => field.kind === "choice").map(input)}</div>
        {rest.filter((field) => field.kind === "flag" || field.kind === "text").map(input)}
        <div class="row end">
          <button type="submit" class="primary">
            {t.keepIt}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A command filled in: each thing it needs as it is best given; what will not do is said in the form. */
import { Fragment } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../app/Dialog.tsx";
import { Finder } from "../app/Finder.tsx";
import { RuleLink } from "../app/RuleLink.tsx";
import { Told } from "../app/Told.tsx";
import type { Choice, CreatureRow, DeskView, Field, Offer, Pickable, Value } from "../protocol.ts";
import type { Bench } from "./bench.ts";
import {
  beginning,
  eachOf,
  type Given,
  inOrder,
  MOST_LISTED,
  order,
  owned,
  ownersOf,
  stillOwned,
  toggled,
  withEach,
} from "./orders.ts";
import { words } from "./words.ts";

interface OrderFormProps {
  bench: Bench;
  view: DeskView;
  one: Offer;
  onClose: () => void;
}

export function OrderForm({ bench, view, one, onClose }: OrderFormProps) {
  const t = words.value;
  const [given, setGiven] = useState<Given>(() => beginning(one, bench.who.value, inOrder(view)));
  const [own, setOwn] = useState<Readonly<Record<string, Given>>>({});
  const [trouble, setTrouble] = useState("");
  const form = useFirstField();
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const told = Object.fromEntries(
      Object.entries(withEach(one, given, own)).filter(
        ([, value]) => !(Array.isArray(value) && value.length === 0),
      ),
    );
    const why = await bench.send(order(one.do, told));
    if (why) setTrouble(why);
    else onClose();
  };
  return (
    <Dialog title={one.label} onClose={onClose}>
      <form ref={form} class="form order-form" onSubmit={(event) => void send(event)}>
        {one.hint && (
          <p class="hint">
            {one.hint} <RuleLink rules={one.rules} />
          </p>
        )}
        {one.fields.map((field) => (
          <Fragment key={field.name}>
            <FieldInput
              field={owned(field, ownersOf(field, given))}
              value={given[field.name]}
              rows={inOrder(view)}
              onChange={(value) => setGiven(stillOwned(one, { ...given, [field.name]: value }))}
            />
            <ForEach
              field={field}
              whom={eachOf(field, given)}
              own={own[field.name] ?? {}}
              rows={inOrder(view)}
              onChange={(chosen) => setOwn({ ...own, [field.name]: chosen })}
            />
          </Fragment>
        ))}
        {trouble && (
          <p class="refusal" role="alert">
            <Told text={trouble} />
          </p>
        )}
        <div class="row end">
          <button type="submit" class="primary">
            {t.give}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface EachProps {
  field: Field;
  whom: readonly string[];
  own: Given;
  rows: readonly CreatureRow[];
  onChange: (own: Given) => void;
}

/** The same choice for each of several, folded away: mostly what all have will do. */
function ForEach({ field, whom, own, rows, onChange }: EachProps) {
  const t = words.value;
  if (whom.length === 0) return null;
  const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? id;
  return (
    <details class="for-each">
      <summary>{t.oneEach}</summary>
      {whom.map((id) => (
        <FieldInput
          key={id}
          field={{ ...owned(field, [id]), label: t.oneFor(field.label, nameOf(id)) }}
          value={own[id]}
          rows={rows}
          onChange={(value) => onChange({ ...own, [id]: value })}
        />
      ))}
    </details>
  );
}

/** The first thing to fill in has the focus; where there is none, the button that sends. */
export function useFirstField(): { current: HTMLFormElement | null } {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const fields = "input:not([type=checkbox]), textarea, select, button[type=submit]";
    form.current?.querySelector<HTMLElement>(fields)?.focus();
  }, []);
  return form;
}

interface FieldProps {
  field: Field;
  value: Value | undefined;
  rows: readonly CreatureRow[];
  onChange: (value: Value | undefined) => void;
}

export function FieldInput({ field, value, rows, onChange }: FieldProps) {
  const known = field.choices.map((choice) => named(choice, rows));
  switch (field.kind) {
    case "creatures":
      return <Creatures field={field} value={value} known={known} onChange={onChange} />;
    case "creature":
    case "choice":
      return <OneOf field={field} value={value} known={known} onChange={onChange} />;
    case "flag":
      return (
        <label class="check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked || undefined)}
          />
          <span>{field.label}</span>
        </label>
      );
    case "number":
      return (
        <label>
          {field.label}
          <input
            type="number"
            inputMode="numeric"
            min={field.lo}
            max={field.hi}
            required={!field.optional}
            value={typeof value === "number" ? value : ""}
            onInput={(event) =>
              onChange(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))
            }
          />
        </label>
      );
    case "text":
      if (field.longest > 1000)
        return (
          <label>
            {field.label}
            <textarea
              rows={5}
              maxLength={field.longest}
              value={typeof value === "string" ? value : ""}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          </label>
        );
  }
  return (
    <label>
      {field.label}
      <input
        type="text"
        maxLength={field.kind === "dice" ? 60 : field.longest}
        required={!field.optional}
        autocomplete="off"
        value={typeof value === "string" ? value : ""}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

interface Known extends Choice {
  readonly label: string;
}

/** A creature is called as its row is. */
function named(choice: Choice, rows: readonly CreatureRow[]): Known {
  const row = rows.find((one) => one.id === choice.key);
  return { ...choice, label: row ? row.name : choice.label || String(choice.key) };
}

interface ListProps extends Pick<FieldProps, "field" | "value" | "onChange"> {
  known: readonly Known[];
}

function Creatures({ field, value, known, onChange }: ListProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <fieldset>
      <legend>{field.label}</legend>
      <div class="chips-in">
        {known.map((choice) => (
          <label class="chip" key={String(choice.key)}>
            <input
              type="checkbox"
              checked={chosen.includes(String(choice.key))}
              onChange={() => onChange(toggled(chosen, String(choice.key)))}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function OneOf({ field, value, known, onChange }: ListProps) {
  const t = words.value;
  if (known.length > MOST_LISTED) {
    const options = known.map((one): Pickable => ({ value: one.key, label: one.label, hint: "", parts: [] }));
    const now = known.find((one) => one.key === value);
    return (
      <div class="finding">
        <span class="part-label">
          {field.label}
          {now && <b>: {now.label}</b>}
          {now && field.optional && (
            <button
              type="button"
              class="close"
              aria-label={t.dropOne(now.label)}
              onClick={() => onChange(undefined)}
            >
              ×
            </button>
          )}
        </span>
        <Finder
          label={field.label}
          options={options}
          none={t.nothingFound}
          onPick={(picked) => onChange(picked.value)}
        />
      </div>
    );
  }
  const at = known.findIndex((one) => one.key === value);
  return (
    <label>
      {field.label}
      <select
        value={String(at)}
        onChange={(event) => onChange(known[Number(event.currentTarget.value)]?.key ?? undefined)}
      >
        {(field.optional || at < 0) && <option value="-1">{t.nothing}</option>}
        {known.map((one, place) => (
          <option key={String(one.key)} value={String(place)}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the rules would not do: any number of a creature, with the reason. */
export function Overrule({ bench, view, row, onClose }: Omit<OrderFormProps, "one"> & { row: CreatureRow }) {
  const t = words.value;
  const now: Given = Object.fromEntries(row.edits);
  const [given, setGiven] = useState<Given>({});
  const [note, setNote] = useState("");
  const [trouble, setTrouble] = useState("");
  const form = useFirstField();
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const changes = Object.entries(given).filter(
      (pair): pair is [string, Value] => pair[1] !== undefined && pair[1] !== now[pair[0]],
    );
    if (changes.length === 0) setTrouble(t.noChange);
    else if (!note.trim()) setTrouble(t.noReason);
    else {
      const why = await bench.overrule(row.id, changes, note.trim());
      if (why) setTrouble(why);
      else onClose();
    }
  };
  return (
    <Dialog title={`${t.overrule}: ${row.name}`} onClose={onClose}>
      <form ref={form} class="form order-form" onSubmit={(event) => void send(event)}>
        <p class="hint">{t.overruleWhat}</p>
        <div class="edits">
          {view.edits.map((field) => (
            <FieldInput
              key={field.name}
              field={{ ...field, optional: true }}
              value={field.name in given ? given[field.name] : now[field.name]}
              rows={[]}
              onChange={(value) =>
                setGiven({ ...given, [field.name]: field.kind === "flag" ? value === true : value })
              }
            />
          ))}
        </div>
        <label>
          {t.reason}
          <input
            type="text"
            maxLength={400}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        </label>
        {trouble && (
          <p class="refusal" role="alert">
            {trouble}
          </p>
        )}
        <div class="row end">
          <button type="submit" class="primary">
            {t.overrule}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

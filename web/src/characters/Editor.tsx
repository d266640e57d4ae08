/** A character changed field by field: the server judges each change, and what will not do is told at its field. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Finder } from "../app/Finder.tsx";
import type { FieldFault, Pickable, SheetField } from "../protocol.ts";
import type { Values } from "./shelf.ts";
import { type Entry, entries, faultsAt, shown, stepped, typedNumber, withoutEntry } from "./values.ts";
import { words } from "./words.ts";

interface EditorProps {
  fields: readonly SheetField[];
  values: Values;
  faults: readonly FieldFault[];
  onChange: (key: string, value: unknown) => void;
}

/** The form: fields under their headings; a score and its maximum stand together. */
export function Editor({ fields, values, faults, onChange }: EditorProps) {
  const there = fields.filter((field) => field.key in values);
  const most = new Set(there.map((field) => field.most).filter(Boolean));
  const groups = [...new Set(there.map((field) => field.group))];
  const shownKeys = new Set(there.map((field) => field.key));
  const loose = faults.filter((fault) => !shownKeys.has(fault.key));
  return (
    <div class="character-form">
      {loose.length > 0 && (
        <p class="refusal" role="alert">
          {loose.map((fault) => fault.text).join("\n")}
        </p>
      )}
      {groups.map((group) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          <div class="fields">
            {there
              .filter((field) => field.group === group && !most.has(field.key))
              .map((field) => (
                <FieldRow
                  key={field.key}
                  field={field}
                  maximum={there.find((other) => other.key === field.most)}
                  values={values}
                  faults={faults}
                  onChange={onChange}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface RowProps extends Omit<EditorProps, "fields"> {
  field: SheetField;
  maximum: SheetField | undefined;
}

function FieldRow({ field, maximum, values, faults, onChange }: RowProps) {
  const put = (value: unknown): void => onChange(field.key, value);
  if (field.kind === "list")
    return <ListField field={field} list={entries(values, field.key)} faults={faults} onChange={put} />;
  return (
    <div class={`field ${field.kind}`}>
      <Part
        field={field}
        value={values[field.key]}
        faults={faultsAt(faults, field.key)}
        onChange={put}
        beside={
          maximum && (
            <Part
              field={maximum}
              value={values[maximum.key]}
              faults={faultsAt(faults, maximum.key)}
              onChange={(value) => onChange(maximum.key, value)}
              small
            />
          )
        }
      />
    </div>
  );
}

interface PartProps {
  field: SheetField;
  value: unknown;
  faults: readonly FieldFault[];
  onChange: (value: unknown) => void;
  beside?: ComponentChildren;
  /** A maximum beside its score: a slash instead of a label. */
  small?: boolean;
  /** The other entries of a list, for a place among them. */
  others?: readonly { at: number; label: string }[] | undefined;
}

/** One thing to fill in, with its label and what is wrong with it. */
function Part({ field, value, faults, onChange, beside, small, others }: PartProps) {
  const id = useId();
  const wrong = faults.map((fault) => fault.text).join(" ");
  const about = {
    id,
    ...(wrong ? { "aria-invalid": true, "aria-describedby": `${id}-wrong` } : {}),
    ...(small ? { "aria-label": field.label } : {}),
  };
  return (
    <div class={small ? "part small" : `part ${field.kind}`}>
      {small ? (
        <span aria-hidden="true">/</span>
      ) : (
        <label for={id} class="part-label">
          {field.label}
        </label>
      )}
      <div class="part-row">
        <Input field={field} value={value} onChange={onChange} about={about} small={small} others={others} />
        {beside}
      </div>
      {wrong && (
        <p class="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

interface InputProps extends Pick<PartProps, "field" | "value" | "onChange"> {
  small: boolean | undefined;
  others: PartProps["others"];
  about: { id: string };
}

function Input({ field, value, onChange, about, small, others }: InputProps) {
  const text = shown(value);
  switch (field.kind) {
    case "long":
      return (
        <textarea {...about} rows={4} value={text} onInput={(event) => onChange(event.currentTarget.value)} />
      );
    case "check":
      return (
        <input
          {...about}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
      return <NumberInput field={field} value={value} onChange={onChange} about={about} small={small} />;
    case "choice":
      return <ChoiceInput field={field} value={value} onChange={onChange} about={about} />;
    case "place":
      return (
        <select {...about} value={text} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          <option value="0">{words.value.nowhere}</option>
          {others?.map((other) => (
            <option key={other.at} value={other.at}>
              {other.label}
            </option>
          ))}
        </select>
      );
    default:
      return (
        <input {...about} type="text" value={text} onInput={(event) => onChange(event.currentTarget.value)} />
      );
  }
}

function NumberInput({ field, value, onChange, about, small }: Omit<InputProps, "others">) {
  const t = words.value;
  return (
    <>
      {!small && (
        <button
          type="button"
          class="step"
          aria-label={t.less(field.label)}
          disabled={value === field.lowest}
          onClick={() => onChange(stepped(field, value, -1))}
        >
          −
        </button>
      )}
      <input
        {...about}
        type="text"
        inputMode="numeric"
        class="short"
        value={shown(value)}
        onInput={(event) => onChange(typedNumber(event.currentTarget.value))}
      />
      {!small && (
        <button
          type="button"
          class="step"
          aria-label={t.plus(field.label)}
          onClick={() => onChange(stepped(field, value, 1))}
        >
          +
        </button>
      )}
    </>
  );
}

function ChoiceInput({ field, value, onChange, about }: Omit<InputProps, "others" | "small">) {
  const known = field.options.some((option) => option.value === value);
  const pick = (text: string): void => {
    onChange(field.options.find((option) => String(option.value) === text)?.value ?? null);
  };
  return (
    <select {...about} value={shown(value)} onChange={(event) => pick(event.currentTarget.value)}>
      {(field.optional || !known) && <option value="">{words.value.nothing}</option>}
      {!known && value !== null && value !== undefined && (
        <option value={shown(value)}>{shown(value)}</option>
      )}
      {field.options.map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface ListProps {
  field: SheetField;
  list: readonly Entry[];
  faults: readonly FieldFault[];
  onChange: (list: readonly Entry[]) => void;
}

/** Things in a list: each with its parts, and a search to add another. */
function ListField({ field, list, faults, onChange }: ListProps) {
  const t = words.value;
  const wrong = faultsAt(faults, field.key);
  return (
    <div class="field list" role="group" aria-label={field.label}>
      <span class="part-label">{field.label}</span>
      {wrong.length > 0 && (
        <p class="wrong" role="alert">
          {wrong.map((fault) => fault.text).join(" ")}
        </p>
      )}
      <ul class="entries">
        {list.map((_, at) => (
          <li key={at}>
            <EntryRow field={field} list={list} at={at} faults={faults} onChange={onChange} />
          </li>
        ))}
      </ul>
      <Finder
        label={t.add(field.label)}
        options={field.options}
        none={t.nothingFound}
        onPick={(picked) => onChange([...list, { of: picked.value }])}
      />
    </div>
  );
}

/** One thing of a list: its parts below it, words about it only where there are some or somebody wants to write. */
function EntryRow({ field, list, at, faults, onChange }: ListProps & { at: number }) {
  const t = words.value;
  const [writing, setWriting] = useState(false);
  const optionOf = (entry: Entry): Pickable | undefined =>
    field.options.find((one) => one.value === entry.of);
  const nameOf = (entry: Entry): string => optionOf(entry)?.label ?? shown(entry.of);
  const entry = list[at] ?? {};
  const option = optionOf(entry);
  const carriers = (part: SheetField) =>
    list
      .map((other, place) => ({ at: place + 1, label: nameOf(other), of: other.of }))
      .filter((row) => row.at !== at + 1 && part.options.some((one) => one.value === row.of));
  const has = (part: SheetField): boolean => option?.parts.includes(part.key) ?? part.key in entry;
  const texts = field.parts.filter((part) => part.kind === "text" && has(part));
  const parts = field.parts.filter((part) => {
    if (!has(part)) return false;
    if (part.kind === "text") return writing || Boolean(entry[part.key]);
    return part.kind !== "place" || carriers(part).length > 0 || Boolean(entry[part.key]);
  });
  const faulty = faultsAt(faults, field.key, at);
  return (
    <>
      <div class="entry-head">
        <span>
          <b>{nameOf(entry)}</b> {option?.hint && <span class="hint">{option.hint}</span>}
        </span>
        <span class="entry-buttons">
          {texts.map((part) => (
            <button
              type="button"
              class="close"
              key={part.key}
              aria-label={`${part.label}: ${nameOf(entry)}`}
              aria-expanded={parts.includes(part)}
              onClick={() => setWriting(!writing)}
            >
              ✎
            </button>
          ))}
          <button
            type="button"
            class="close"
            aria-label={t.remove(nameOf(entry))}
            onClick={() => onChange(withoutEntry(field, list, at))}
          >
            ×
          </button>
        </span>
      </div>
      {faulty.length > 0 && (
        <p class="wrong" role="alert">
          {faulty.map((fault) => fault.text).join(" ")}
        </p>
      )}
      {parts.length > 0 && (
        <div class="entry-parts">
          {parts.map((part) => (
            <Part
              key={part.key}
              field={part}
              value={entry[part.key]}
              faults={faultsAt(faults, field.key, at, part.key)}
              others={part.kind === "place" ? carriers(part) : undefined}
              onChange={(value) =>
                onChange(list.map((other, place) => (place === at ? { ...other, [part.key]: value } : other)))
              }
            />
          ))}
        </div>
      )}
    </>
  );
}

/** Forms of an answer that is no choice among options: numbers, faces, words, orders, shares, groups. */
import { useState } from "preact/hooks";
import { DieIcon } from "../journal/Dice.tsx";
import { lang } from "../net/settings.ts";
import type { FormView, OptionView, Question, Value } from "../protocol.ts";
import { plural, texts } from "../text/index.ts";

export interface FormProps {
  question: Question;
  busy: boolean;
  onAnswer: (value: Value) => void;
}

const MOST_BUTTONS = 20;

/** A button that commits what the form holds. */
export function Commit({
  busy,
  label,
  disabled = false,
}: {
  busy: boolean;
  label?: string;
  disabled?: boolean;
}) {
  return (
    <button type="submit" class="primary" disabled={busy || disabled}>
      {label ?? texts.value.panel.confirm} <kbd>↵</kbd>
    </button>
  );
}

function submitted(event: Event, act: () => void): void {
  event.preventDefault();
  act();
}

/** The face of a die thrown by hand: one big button a face. */
export function FaceForm({ question, busy, onAnswer }: FormProps) {
  const { lo, hi } = question.form;
  const faces = Array.from({ length: hi - lo + 1 }, (_, place) => lo + place);
  return (
    <div class="faces" role="group" aria-label={texts.value.panel.faces}>
      {faces.map((face) => (
        <button type="button" class="face" key={face} disabled={busy} onClick={() => onAnswer(face)}>
          <DieIcon sides={hi} face={face} />
        </button>
      ))}
    </div>
  );
}

/** A whole number between two limits: buttons where they are few, a slider and a field where they are many. */
export function NumberForm({ question, busy, onAnswer }: FormProps) {
  const { lo, hi, default: usual } = question.form;
  const [value, setValue] = useState(typeof usual === "number" ? usual : lo);
  const t = texts.value.panel;
  if (hi - lo < MOST_BUTTONS) {
    const numbers = Array.from({ length: hi - lo + 1 }, (_, place) => lo + place);
    return (
      <div class="faces" role="group" aria-label={t.numbers}>
        {numbers.map((n) => (
          <button
            type="button"
            class={n === usual ? "face usual" : "face"}
            key={n}
            disabled={busy}
            onClick={() => onAnswer(n)}
          >
            {n}
          </button>
        ))}
      </div>
    );
  }
  const set = (text: string): void => setValue(Math.max(lo, Math.min(hi, Math.round(Number(text)) || lo)));
  return (
    <form class="form" onSubmit={(event) => submitted(event, () => onAnswer(value))}>
      <label>
        {t.between(lo, hi)}
        <input
          type="range"
          min={lo}
          max={hi}
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <input
          type="number"
          aria-label={t.numbers}
          min={lo}
          max={hi}
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
        <Commit busy={busy} />
      </div>
    </form>
  );
}

/** A short text. */
export function WordForm({ question, busy, onAnswer }: FormProps) {
  const [text, setText] = useState(() => String(question.form.default ?? ""));
  const t = texts.value.panel;
  return (
    <form class="form" onSubmit={(event) => submitted(event, () => onAnswer(text))}>
      <label>
        {t.word(question.form.longest)}
        <input
          type="text"
          maxLength={question.form.longest}
          value={text}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Commit busy={busy} />
    </form>
  );
}

/** All items in an order of one's own: moved up and down. */
export function OrderForm({ question, busy, onAnswer }: FormProps) {
  const [items, setItems] = useState<readonly OptionView[]>(question.form.items);
  const t = texts.value.panel;
  const swap = (place: number, with_: number): void => {
    const next = [...items];
    const [a, b] = [next[place], next[with_]];
    if (!a || !b) return;
    next[place] = b;
    next[with_] = a;
    setItems(next);
  };
  return (
    <form class="form" onSubmit={(event) => submitted(event, () => onAnswer(items.map((item) => item.key)))}>
      <ol class="order">
        {items.map((item, place) => (
          <li key={JSON.stringify(item.key)}>
            <span class="label">{item.label}</span>
            <button
              type="button"
              class="quiet"
              disabled={place === 0}
              aria-label={t.up(item.label)}
              onClick={() => swap(place, place - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              class="quiet"
              disabled={place === items.length - 1}
              aria-label={t.down(item.label)}
              onClick={() => swap(place, place + 1)}
            >
              ↓
            </button>
          </li>
        ))}
      </ol>
      <Commit busy={busy} label={t.inThisOrder} />
    </form>
  );
}

function firstShares(form: FormView): number[] {
  const given = Array.isArray(form.default) ? (form.default as readonly Value[]).map(Number) : [];
  return form.items.map((_, place) => given[place] ?? 0);
}

/** A total divided among items. */
export function ShareForm({ question, busy, onAnswer }: FormProps) {
  const { form } = question;
  const [shares, setShares] = useState(() => firstShares(form));
  const t = texts.value.panel;
  const left = form.total - shares.reduce((sum, n) => sum + n, 0);
  const add = (place: number, n: number): void =>
    setShares(
      shares.map((share, at) => (at === place ? Math.max(0, Math.min(form.most, share + n)) : share)),
    );
  return (
    <form class="form" onSubmit={(event) => submitted(event, () => onAnswer(shares))}>
      <p class={left === 0 ? "left" : "left wrong"} role="status">
        {left === 0 ? t.allShared : left > 0 ? t.leftToShare(left) : t.tooMuch(-left)}
      </p>
      <ul class="order">
        {form.items.map((item, place) => (
          <li key={JSON.stringify(item.key)}>
            <span class="label">{item.label}</span>
            <button
              type="button"
              class="quiet"
              aria-label={t.less(item.label)}
              disabled={!shares[place]}
              onClick={() => add(place, -1)}
            >
              −
            </button>
            <output>{shares[place]}</output>
            <button
              type="button"
              class="quiet"
              aria-label={t.more(item.label)}
              disabled={left <= 0}
              onClick={() => add(place, 1)}
            >
              +
            </button>
          </li>
        ))}
      </ul>
      <Commit
        busy={busy}
        disabled={left !== 0}
        label={t.shareOut(plural(lang.value, form.total, t.point, t.points))}
      />
    </form>
  );
}

function firstGroups(form: FormView): number[] {
  const groups = Array.isArray(form.default) ? (form.default as readonly (readonly Value[])[]) : [];
  return form.items.map((item) =>
    Math.max(
      0,
      groups.findIndex((group) => JSON.stringify(group).includes(JSON.stringify(item.key))),
    ),
  );
}

/** Items put into groups. */
export function SplitForm({ question, busy, onAnswer }: FormProps) {
  const { items } = question.form;
  const [groups, setGroups] = useState(() => firstGroups(question.form));
  const t = texts.value.panel;
  const most = Math.max(...groups) + 1;
  const value = (): Value =>
    Array.from({ length: most }, (_, group) =>
      items.filter((_item, place) => groups[place] === group).map((item) => item.key),
    ).filter((group) => group.length > 0);
  return (
    <form class="form" onSubmit={(event) => submitted(event, () => onAnswer(value()))}>
      <ul class="order">
        {items.map((item, place) => (
          <li key={JSON.stringify(item.key)}>
            <span class="label">{item.label}</span>
            <select
              aria-label={t.groupOf(item.label)}
              value={groups[place]}
              onChange={(event) =>
                setGroups(
                  groups.map((group, at) => (at === place ? Number(event.currentTarget.value) : group)),
                )
              }
            >
              {Array.from({ length: Math.min(items.length, most + 1) }, (_, group) => group).map((group) => (
                <option key={group} value={group}>
                  {t.group(group + 1)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <Commit busy={busy} />
    </form>
  );
}

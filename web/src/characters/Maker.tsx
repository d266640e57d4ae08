/** A character in the making: the dice have rolled everything, and whatever one likes is chosen instead. */
import { useId, useState } from "preact/hooks";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { Answer, Bundle, FieldFault, MadeView, Step, Value } from "../protocol.ts";
import { make } from "./net.ts";
import { SheetView } from "./SheetView.tsx";
import type { KeptParty } from "./shelf.ts";
import { shown, typedNumber } from "./values.ts";
import { words } from "./words.ts";

interface MakerProps {
  ruleset: string;
  kinds: readonly Answer[];
  /** The party it joins; null begins one. */
  party: KeptParty | null;
  onKeep: (made: Bundle & { name: string }, partyName: string) => void;
  onCancel: () => void;
}

interface Wish {
  readonly kind: string;
  readonly seed: string;
  readonly choices: Readonly<Record<string, Value>>;
  readonly further: readonly Value[];
}

const newSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);

export function Maker({ ruleset, kinds, party, onKeep, onCancel }: MakerProps) {
  const t = words.value.make;
  const [wish, setWish] = useState<Wish>(() => ({
    kind: String(kinds[0]?.value ?? ""),
    seed: newSeed(),
    choices: {},
    further: [],
  }));
  const [partyName, setPartyName] = useState("");
  const joined = party ? { file: party.file, packs: party.packs } : null;
  const { data, trouble } = useAsked<MadeView>(
    `${ruleset}/${lang.value}/${JSON.stringify(wish)}`,
    (signal) => make(ruleset, { ...wish, party: joined }, signal),
    true,
  );
  const choose = (key: string, value: Value): void => {
    const { [key]: _before, ...rest } = wish.choices;
    setWish({ ...wish, choices: value === null ? rest : { ...rest, [key]: value } });
  };
  /** New dice for one step: all others stay as they are now. */
  const reroll = async (step: Step): Promise<void> => {
    const others = data?.steps.filter((other) => other.key !== step.key) ?? [];
    const pinned = Object.fromEntries(others.map((other) => [other.key, other.value]));
    const again = await make(ruleset, { ...wish, seed: newSeed(), choices: pinned, party: joined });
    const found = again.steps.find((other) => other.key === step.key);
    if (found) choose(step.key, found.value);
  };
  const name = data?.sheet?.name ?? "";
  return (
    <section class="maker" aria-label={t.title}>
      <header class="maker-head">
        <h1>{t.title}</h1>
        <p class="hint">{t.what}</p>
        <div class="row">
          <label>
            {t.kind}
            <select
              value={wish.kind}
              onChange={(event) =>
                setWish({ ...wish, kind: event.currentTarget.value, choices: {}, further: [] })
              }
            >
              {kinds.map((kind) => (
                <option key={String(kind.value)} value={String(kind.value)}>
                  {kind.label}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            onClick={() => setWish({ kind: wish.kind, seed: newSeed(), choices: {}, further: [] })}
          >
            <span aria-hidden="true">⚄</span> {t.again}
          </button>
        </div>
      </header>
      {trouble && <p class="refusal">{trouble}</p>}
      {data && (
        <div class="maker-columns">
          <div class="steps">
            {data.steps.map((step) => (
              <StepRow
                key={step.key}
                step={step}
                chosen={step.key in wish.choices}
                typed={wish.choices[step.key]}
                faults={data.faults.filter((fault) => fault.key === step.key)}
                onChoose={(value) => choose(step.key, value)}
                onReroll={() => void reroll(step)}
              />
            ))}
            <Tail made={data} onFurther={(further) => setWish({ ...wish, further })} />
          </div>
          <aside class="preview" aria-label={t.preview} tabIndex={0}>
            {data.sheet && <SheetView sheet={data.sheet} />}
          </aside>
        </div>
      )}
      <footer class="maker-foot">
        {!party && (
          <label>
            {t.partyName}
            <input
              type="text"
              maxLength={80}
              value={partyName}
              placeholder={name}
              onInput={(event) => setPartyName(event.currentTarget.value)}
            />
          </label>
        )}
        <button type="button" class="quiet" onClick={onCancel}>
          {t.cancel}
        </button>
        <button
          type="button"
          class="primary"
          disabled={!data}
          onClick={() =>
            data && onKeep({ file: data.file, packs: data.packs, name }, partyName.trim() || name)
          }
        >
          {t.keep}
        </button>
      </footer>
    </section>
  );
}

interface StepProps {
  step: Step;
  chosen: boolean;
  typed: Value | undefined;
  faults: readonly FieldFault[];
  onChoose: (value: Value) => void;
  onReroll: () => void;
}

/** One step: what it is now, chosen or rolled; a die rolls it anew, an arrow goes back to the dice. */
function StepRow({ step, chosen, typed, faults, onChoose, onReroll }: StepProps) {
  const t = words.value.make;
  const id = useId();
  const wrong = faults.map((fault) => fault.text).join(" ");
  const about = { id, ...(wrong ? { "aria-invalid": true, "aria-describedby": `${id}-wrong` } : {}) };
  const pick = (text: string): void => {
    const found = step.choices.find((choice) => String(choice.value) === text);
    if (found) onChoose(found.value);
  };
  return (
    <div class={chosen ? "making-step chosen" : "making-step"}>
      <label for={id} class="part-label">
        {step.title} {chosen && <span class="mark">{t.chosen}</span>}
      </label>
      <div class="part-row">
        {step.free ? (
          <>
            <input
              {...about}
              type="text"
              list={`${id}-names`}
              maxLength={80}
              value={chosen ? shown(named(step, typed)) : step.rolled}
              onChange={(event) => onChoose(event.currentTarget.value.trim() || null)}
            />
            <datalist id={`${id}-names`}>
              {step.choices.map((choice) => (
                <option key={choice.label} value={choice.label} />
              ))}
            </datalist>
          </>
        ) : step.choices.length > 0 ? (
          <select {...about} value={shown(step.value)} onChange={(event) => pick(event.currentTarget.value)}>
            {step.choices.map((choice) => (
              <option key={String(choice.value)} value={String(choice.value)}>
                {choice.number ? `${choice.number}. ` : ""}
                {choice.label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...about}
            type="text"
            inputMode="numeric"
            class="short"
            value={wrong ? shown(typed) : shown(step.value)}
            onChange={(event) => onChoose(typedNumber(event.currentTarget.value))}
          />
        )}
        {step.choices.length > 0 && step.choices.every((choice) => !choice.number) ? null : (
          <button type="button" class="step" title={t.reroll(step.title)} onClick={onReroll}>
            <span aria-hidden="true">⚄</span>
            <span class="unseen">{t.reroll(step.title)}</span>
          </button>
        )}
        {chosen && (
          <button type="button" class="step" title={t.back} onClick={() => onChoose(null)}>
            <span aria-hidden="true">↶</span>
            <span class="unseen">{`${t.back}: ${step.title}`}</span>
          </button>
        )}
      </div>
      {wrong && (
        <p class="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** A chosen answer of a step in words: names are chosen as text, or by their number in the table. */
function named(step: Step, value: Value | undefined): Value | undefined {
  return step.choices.find((choice) => choice.value === value)?.label ?? value;
}

/** What comes after the dice: buying things and leaving them. */
function Tail({ made, onFurther }: { made: MadeView; onFurther: (further: readonly Value[]) => void }) {
  const t = words.value.make;
  const { open, further } = made;
  if (!open) return null;
  const last = further.length;
  return (
    <section class="making-things" aria-label={t.things}>
      <h2>{t.things}</h2>
      <p>{open.title}</p>
      <div class="row">
        {open.choices
          .filter((choice) => choice.value !== "done")
          .map((choice) => (
            <button
              type="button"
              key={String(choice.value)}
              onClick={() => onFurther([...further, choice.value])}
            >
              {choice.label}
            </button>
          ))}
        {last > 0 && (
          <button type="button" class="quiet" onClick={() => onFurther(further.slice(0, -1))}>
            ↶ {t.undo}
          </button>
        )}
      </div>
    </section>
  );
}

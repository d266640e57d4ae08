/** Somebody arrives: out of the bestiary, the party or files of one's own; how many, on which side, seen or hidden. */
import { useState } from "preact/hooks";
import { Dialog } from "../app/Dialog.tsx";
import { Finder } from "../app/Finder.tsx";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { Beast, DeskView, Pickable, Value } from "../protocol.ts";
import type { Bench } from "./bench.ts";
import { campaignOf } from "./campaigns.ts";
import { bestiary, campaign } from "./net.ts";
import { useFirstField } from "./OrderForm.tsx";
import { offer, order, pickable } from "./orders.ts";
import { words } from "./words.ts";

interface ArriveProps {
  bench: Bench;
  view: DeskView;
  ruleset: string;
  onClose: () => void;
}

export function Arrive({ bench, view, ruleset, onClose }: ArriveProps) {
  const t = words.value.arrive;
  const one = offer(view, "add");
  const options = useComers(ruleset, bench.session.id, view);
  const sides = one?.fields.find((field) => field.name === "side");
  const [picked, setPicked] = useState<Pickable | null>(null);
  const [count, setCount] = useState(1);
  const [side, setSide] = useState<Value>(sides?.default ?? "b");
  const [hidden, setHidden] = useState(false);
  const [name, setName] = useState("");
  const [group, setGroup] = useState("");
  const [trouble, setTrouble] = useState("");
  const form = useFirstField();
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const what = picked?.parts[0];
    if (!picked || !what) {
      setTrouble(t.nobody);
      return;
    }
    const given = {
      [what]: picked.value,
      side,
      n: count,
      hidden,
      name: name.trim(),
      group: group.trim(),
    };
    const known = new Set(one?.fields.map((field) => field.name));
    const why = await bench.send(
      order("add", Object.fromEntries(Object.entries(given).filter(([key]) => known.has(key)))),
    );
    if (why) setTrouble(why);
    else onClose();
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form ref={form} class="form order-form" onSubmit={(event) => void add(event)}>
        <div class="finding">
          <span class="part-label">
            {t.beast}
            {picked && (
              <>
                : <b>{picked.label}</b> {picked.hint}
              </>
            )}
          </span>
          <Finder
            label={t.beast}
            options={options}
            none={words.value.nothingFound}
            onPick={setPicked}
            most={10}
          />
        </div>
        <div class="two">
          <label>
            {t.count}
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={30}
              required
              value={count}
              onInput={(event) => setCount(Number(event.currentTarget.value))}
            />
          </label>
          <label>
            {t.side}
            <select value={String(side)} onChange={(event) => setSide(event.currentTarget.value)}>
              {sides?.choices.map((choice) => (
                <option key={String(choice.key)} value={String(choice.key)}>
                  {choice.label}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t.name}
            <input
              type="text"
              maxLength={80}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          {one?.fields.some((field) => field.name === "group") && (
            <label>
              {t.group}
              <input
                type="text"
                maxLength={80}
                value={group}
                onInput={(event) => setGroup(event.currentTarget.value)}
              />
            </label>
          )}
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={hidden}
            onChange={(event) => setHidden(event.currentTarget.checked)}
          />
          <span>{t.hidden}</span>
        </label>
        {trouble && (
          <p class="refusal" role="alert">
            {trouble}
          </p>
        )}
        <div class="row end">
          <button type="submit" class="primary">
            {t.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the campaign of an encounter keeps (each by its `sheet`), and the bestiary (each by its id as a `beast`). */
function useComers(ruleset: string, game: string, view: DeskView): readonly Pickable[] {
  const beasts = useAsked(`${ruleset}/${lang.value}`, () => bestiary(ruleset));
  const kept = campaignOf(game);
  const own = useAsked(`${kept?.id ?? ""}/${lang.value}`, async () =>
    kept ? campaign(kept.id, kept.token) : null,
  );
  const book = beasts.data?.beasts ?? [];
  return pickable(
    [...(own.data?.members ?? []), ...(own.data?.own ?? [])],
    [...ofPacks(view, book), ...book],
  );
}

/** Creatures of the packs that this encounter is played with, which no list but its own commands has. */
function ofPacks(view: DeskView, book: readonly Beast[]): readonly Beast[] {
  const choices = offer(view, "add")?.fields.find((field) => field.name === "beast")?.choices ?? [];
  const known = new Set(book.map((beast) => beast.id));
  const more = choices.filter((choice) => book.length > 0 && !known.has(String(choice.key)));
  return more.map(({ key, label }) => ({ id: String(key), name: label, line: "", text: "" }));
}

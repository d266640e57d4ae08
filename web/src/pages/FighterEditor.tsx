/** One fighter of a company: its name, and what is bought for it. */
import { RuleLink } from "../app/RuleLink.tsx";
import { lang } from "../net/settings.ts";
import { number, texts } from "../text/index.ts";
import { type Fighter, type Good, owned, type Priced, type Profile, toggled } from "./company.ts";

interface EditorProps {
  fighter: Fighter;
  profile: Profile;
  goods: ReadonlyMap<string, Good>;
  points: string;
  onChange: (fighter: Fighter) => void;
  onClose: () => void;
}

export function FighterEditor({ fighter, profile, goods, points, onChange, onClose }: EditorProps) {
  const t = texts.value.rosters;
  return (
    <>
      <header class="editor-head">
        <button type="button" class="quiet" onClick={onClose}>
          ← {t.hire}
        </button>
        <h2>
          {profile.name} <RuleLink rules={profile.rule ? [profile.rule] : []} />
        </h2>
        <p class="hint">{profile.role}</p>
      </header>
      <label>
        {t.ownName}
        <input
          type="text"
          maxLength={60}
          value={fighter.name}
          placeholder={profile.name}
          onInput={(event) => onChange({ ...fighter, name: event.currentTarget.value })}
        />
      </label>
      <h3>{t.has}</h3>
      <ul class="has">
        {profile.has.map((id) => (
          <li key={id} title={goods.get(id)?.text}>
            {goods.get(id)?.name ?? id}
            <RuleLink rules={goods.get(id)?.rule ? [goods.get(id)?.rule ?? ""] : []} />
          </li>
        ))}
      </ul>
      <Shelf
        title={t.items}
        rows={profile.items}
        goods={goods}
        points={points}
        taken={fighter.items}
        onToggle={(id) => onChange({ ...fighter, items: toggled(fighter.items, id) })}
      />
      <Upgrades fighter={fighter} profile={profile} goods={goods} points={points} onChange={onChange} />
      <Shelf
        title={t.abilities}
        rows={profile.abilities}
        goods={goods}
        points={points}
        taken={fighter.abilities}
        onToggle={(id) => onChange({ ...fighter, abilities: toggled(fighter.abilities, id) })}
      />
    </>
  );
}

interface ShelfProps {
  title: string;
  rows: readonly Priced[];
  goods: ReadonlyMap<string, Good>;
  points: string;
  taken: readonly string[];
  onToggle: (id: string) => void;
}

function Shelf({ title, rows, goods, points, taken, onToggle }: ShelfProps) {
  if (rows.length === 0) return null;
  return (
    <fieldset class="shelf">
      <legend>{title}</legend>
      {rows.map(([id, price]) => {
        const good = goods.get(id);
        return (
          <div class="ware" key={id}>
            <label class="check">
              <input type="checkbox" checked={taken.includes(id)} onChange={() => onToggle(id)} />
              <span>
                <b>{good?.name ?? id}</b>{" "}
                <span class="cost">
                  {number(lang.value, price, 0)} {points}
                </span>
                <span class="hint">{good?.text}</span>
              </span>
            </label>
            <RuleLink rules={good?.rule ? [good.rule] : []} />
          </div>
        );
      })}
    </fieldset>
  );
}

/** Upgrades are put on something the fighter has. */
function Upgrades({ fighter, profile, goods, points, onChange }: Omit<EditorProps, "onClose">) {
  const t = texts.value.rosters;
  if (profile.upgrades.length === 0) return null;
  const mine = owned(profile, fighter);
  const put = (item: string, to: string): void => {
    const rest = fighter.upgrades.filter((upgrade) => upgrade.item !== item);
    onChange({ ...fighter, upgrades: to ? [...rest, { item, to }] : rest });
  };
  return (
    <fieldset class="shelf">
      <legend>{t.upgrades}</legend>
      {profile.upgrades.map(([id, price]) => {
        const good = goods.get(id);
        const places = mine.filter((one) => good?.on?.includes(one));
        return (
          <div class="ware" key={id}>
            <label>
              <b>{good?.name ?? id}</b>{" "}
              <span class="cost">
                {number(lang.value, price, 0)} {points}
              </span>
              <span class="hint">{good?.text}</span>
              <select
                disabled={places.length === 0}
                value={fighter.upgrades.find((upgrade) => upgrade.item === id)?.to ?? ""}
                onChange={(event) => put(id, event.currentTarget.value)}
              >
                <option value="">{places.length === 0 ? t.nothingToPutOn : t.notBought}</option>
                {places.map((one) => (
                  <option key={one} value={one}>
                    {t.putOn(goods.get(one)?.name ?? one)}
                  </option>
                ))}
              </select>
            </label>
            <RuleLink rules={good?.rule ? [good.rule] : []} />
          </div>
        );
      })}
    </fieldset>
  );
}

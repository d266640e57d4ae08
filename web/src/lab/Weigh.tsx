/** Profiles to be weighed: everybody's, those of a pack of the game, or those of a pack of one's own. */
import { useState } from "preact/hooks";
import { OwnPacks } from "../app/OwnPacks.tsx";
import { ownPacks, packNames } from "../app/ownPacks.ts";
import type { LabField } from "../protocol.ts";
import { Battles, Player, Seed, Start, useBeginning } from "./parts.tsx";
import { weigh } from "./runs.ts";
import { words } from "./words.ts";

export const MOST = 4000;

export function Weigh({ field }: { field: LabField }) {
  const t = words.value;
  const packs = ownPacks(field.ruleset);
  const mine = packNames(packs);
  const [pack, pick] = useState("");
  const [policy, setPolicy] = useState("quick");
  const [battles, setBattles] = useState("400");
  const [seed, setSeed] = useState("");
  const chosen = pack === "" || mine.includes(pack) || field.packs.some(({ id }) => id === pack) ? pack : "";
  const { trouble, busy, submit } = useBeginning(() =>
    weigh(field.ruleset, {
      pack: chosen,
      packs: mine.includes(chosen) ? packs : {},
      policy,
      battles: Number(battles),
      seed,
    }),
  );
  if (field.profiles === 0) return <p class="hint">{t.noBalance}</p>;
  return (
    <div class="lab-form form">
      <OwnPacks ruleset={field.ruleset} />
      <form class="form" onSubmit={(event) => void submit(event)} aria-label={t.kinds.balance}>
        <label>
          {t.profiles}
          <select value={chosen} onChange={(event) => pick(event.currentTarget.value)}>
            <option value="">{t.everybody(field.profiles)}</option>
            {field.packs.map(({ id, profiles }) => (
              <option key={id} value={id}>
                {t.packOf(id, profiles)}
              </option>
            ))}
            {mine.map((name) => (
              <option key={name} value={name}>
                {t.ownPack(name)}
              </option>
            ))}
          </select>
        </label>
        <Player label={t.bothPlay} players={field.players} value={policy} onChange={setPolicy} />
        <div>
          <Battles value={battles} most={MOST} onChange={setBattles} />
          <p class="hint">{t.enough}</p>
        </div>
        <details class="more">
          <summary>{t.more}</summary>
          <Seed value={seed} onChange={setSeed} />
        </details>
        <Start busy={busy} trouble={trouble} />
      </form>
    </div>
  );
}

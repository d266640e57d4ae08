/** A company on paper: every fighter with its numbers and what it carries, to lie beside the table. */
import { lang } from "../net/settings.ts";
import { number, texts } from "../text/index.ts";
import { type Company, type Fighter, type Good, owned, type Profile } from "./company.ts";

interface SheetProps {
  company: Company;
  profiles: readonly Profile[];
  goods: ReadonlyMap<string, Good>;
  /** What each fighter costs in all, as the rules say; empty where that is not known. */
  costs: readonly number[];
  points: string;
}

export function CompanySheet({ company, profiles, goods, costs, points }: SheetProps) {
  return (
    <ol class="sheet print-only">
      {company.fighters.map((fighter, place) => {
        const profile = profiles.find((row) => row.id === fighter.profile);
        return profile ? (
          <li key={`${fighter.profile}/${place}`}>
            <SheetRow fighter={fighter} profile={profile} goods={goods} cost={costs[place]} points={points} />
          </li>
        ) : null;
      })}
    </ol>
  );
}

interface RowProps {
  fighter: Fighter;
  profile: Profile;
  goods: ReadonlyMap<string, Good>;
  cost: number | undefined;
  points: string;
}

function SheetRow({ fighter, profile, goods, cost, points }: RowProps) {
  const t = texts.value.rosters;
  const nameOf = (id: string): string => goods.get(id)?.name ?? id;
  const put = fighter.upgrades.map((upgrade) => `${nameOf(upgrade.item)} (${t.putOn(nameOf(upgrade.to))})`);
  return (
    <>
      <h2>
        {fighter.name || profile.name}
        {cost !== undefined && ` – ${number(lang.value, cost, 0)} ${points}`}
      </h2>
      <p>
        {fighter.name && `${profile.name}, `}
        {profile.role}
      </p>
      <p class="stats">
        {Object.entries(profile.stats).map(([label, value]) => (
          <span key={label}>
            {label} <b>{value}</b>
          </span>
        ))}
      </p>
      <p>{[...[...owned(profile, fighter), ...fighter.abilities].map(nameOf), ...put].join(" · ")}</p>
    </>
  );
}

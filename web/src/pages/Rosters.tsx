/** A company, built with its cost in sight and every reason why it is not legal; to a file, from a file, on paper. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Header } from "../app/Header.tsx";
import { ruleset as current } from "../app/library.ts";
import { meta, named } from "../app/meta.ts";
import { RuleLink } from "../app/RuleLink.tsx";
import { handOver, judge, rosterKit } from "../net/http.ts";
import { keep, kept, lang } from "../net/settings.ts";
import type { RosterJudged, RosterKit } from "../protocol.ts";
import { number, texts } from "../text/index.ts";
import { CompanySheet } from "./CompanySheet.tsx";
import {
  type Company,
  EMPTY,
  type Fighter,
  type Good,
  type Profile,
  readBack,
  recruit,
  withFighter,
  written,
} from "./company.ts";
import { FighterEditor } from "./FighterEditor.tsx";
import { useAsked } from "./useAsked.ts";

const DRAFT = "company";
const JUDGE_AFTER = 200;

export function Rosters() {
  const ruleset = current.value || meta.value?.rulesets[0]?.id || "";
  const t = texts.value.rosters;
  const { data, trouble } = useAsked(`${ruleset}/${lang.value}`, async () =>
    ruleset ? rosterKit(ruleset) : null,
  );
  const name = meta.value?.rulesets.find((row) => row.id === ruleset)?.name;
  return (
    <>
      <Header />
      <main class="page rosters">
        <h1 class="no-print">{t.title}</h1>
        {name && (meta.value?.rulesets.length ?? 0) > 1 && <p class="hint">{named(name, lang.value)}</p>}
        {trouble && <p class="refusal">{trouble}</p>}
        {data && <Builder key={ruleset} kit={data} ruleset={ruleset} />}
      </main>
    </>
  );
}

function Builder({ kit, ruleset }: { kit: RosterKit; ruleset: string }) {
  const t = texts.value.rosters;
  const profiles = kit.fighters as unknown as readonly Profile[];
  const goods = useMemo(
    () => new Map((kit.goods as unknown as readonly Good[]).map((good) => [good.id, good])),
    [kit],
  );
  const [company, setCompany] = useState<Company>(
    () => readBack(kept(`${DRAFT}.${ruleset}`) ?? "") ?? { ...EMPTY, limit: kit.limit },
  );
  const [open, setOpen] = useState(-1);
  const file = written(company, ruleset, t.unnamed);
  const judged = useJudge(ruleset, file);
  useEffect(() => keep(`${DRAFT}.${ruleset}`, file), [file, ruleset]);
  const costs = costsOf(judged.data, company);
  const fighter = company.fighters[open];
  const profile = profiles.find((row) => row.id === fighter?.profile);
  const dismiss = (place: number): void => {
    setOpen(-1);
    setCompany(withFighter(company, place, null));
  };
  return (
    <div class="roster-columns">
      <section class="company" aria-label={t.company}>
        <CompanyHead kit={kit} company={company} judged={judged.data} onChange={setCompany} />
        <ol class="fighters no-print">
          {company.fighters.map((row, place) => (
            <li key={`${row.profile}/${place}`}>
              <FighterRow
                fighter={row}
                profile={profiles.find((one) => one.id === row.profile)}
                goods={goods}
                cost={costs[place]}
                open={place === open}
                onOpen={() => setOpen(place === open ? -1 : place)}
                onDismiss={() => dismiss(place)}
              />
            </li>
          ))}
        </ol>
        <CompanySheet company={company} profiles={profiles} goods={goods} costs={costs} points={kit.points} />
        <Faults judged={judged.data} trouble={judged.trouble} />
        <Files company={company} ruleset={ruleset} file={file} onRead={setCompany} />
      </section>
      <section class="shop no-print" aria-label={fighter ? t.edit : t.hire}>
        {fighter && profile ? (
          <FighterEditor
            fighter={fighter}
            profile={profile}
            goods={goods}
            points={kit.points}
            onChange={(next) => setCompany(withFighter(company, open, next))}
            onClose={() => setOpen(-1)}
          />
        ) : (
          <Hire
            profiles={profiles}
            goods={goods}
            points={kit.points}
            onHire={(row) => setCompany({ ...company, fighters: [...company.fighters, recruit(row)] })}
          />
        )}
      </section>
    </div>
  );
}

interface FighterRowProps {
  fighter: Fighter;
  profile: Profile | undefined;
  goods: ReadonlyMap<string, Good>;
  cost: number | undefined;
  open: boolean;
  onOpen: () => void;
  onDismiss: () => void;
}

function FighterRow({ fighter, profile, goods, cost, open, onOpen, onDismiss }: FighterRowProps) {
  const kind = profile?.name ?? fighter.profile;
  const name = fighter.name || kind;
  const ids = [...fighter.items, ...fighter.upgrades.map((upgrade) => upgrade.item), ...fighter.abilities];
  const about = [fighter.name ? kind : "", ...ids.map((id) => goods.get(id)?.name ?? id)];
  return (
    <>
      <button type="button" class="fighter-row" aria-pressed={open} onClick={onOpen}>
        <b>{name}</b>
        <span class="cost">{cost !== undefined && number(lang.value, cost, 0)}</span>
        <span class="hint">{about.filter(Boolean).join(" · ")}</span>
      </button>
      <button type="button" class="close" aria-label={texts.value.rosters.dismiss(name)} onClick={onDismiss}>
        ×
      </button>
    </>
  );
}

/** What each fighter costs, in their order: charges of one fighter stand together. Empty where that cannot be told. */
function costsOf(judged: RosterJudged | null, company: Company): readonly number[] {
  const costs: number[] = [];
  let last = "";
  for (const line of judged?.charges ?? []) {
    if (costs.length > 0 && line.fighter === last) costs[costs.length - 1] = (costs.at(-1) ?? 0) + line.cost;
    else costs.push(line.cost);
    last = line.fighter;
  }
  return costs.length === company.fighters.length ? costs : [];
}

/** The rules' word on the file, a moment after the last change. */
function useJudge(ruleset: string, file: string) {
  return useAsked<RosterJudged | null>(
    `${ruleset}/${lang.value}/${file}`,
    async (signal) => {
      await new Promise((done) => setTimeout(done, JUDGE_AFTER));
      return signal.aborted ? null : judge(ruleset, file, signal);
    },
    true,
  );
}

interface HeadProps {
  kit: RosterKit;
  company: Company;
  judged: RosterJudged | null;
  onChange: (company: Company) => void;
}

function CompanyHead({ kit, company, judged, onChange }: HeadProps) {
  const t = texts.value.rosters;
  const total = judged ? number(lang.value, judged.total, 0) : "…";
  return (
    <header class="company-head">
      <label>
        {t.name}
        <input
          type="text"
          maxLength={80}
          value={company.name}
          placeholder={t.unnamed}
          onInput={(event) => onChange({ ...company, name: event.currentTarget.value })}
        />
      </label>
      <label>
        {t.limit} ({kit.points})
        <input
          type="number"
          min={0}
          max={10_000}
          value={company.limit}
          onInput={(event) =>
            onChange({ ...company, limit: Math.max(0, Math.round(Number(event.currentTarget.value)) || 0) })
          }
        />
      </label>
      <p class={judged && !judged.legal ? "total wrong" : "total"} role="status">
        <b>{total}</b>{" "}
        {company.limit > 0 ? t.of(number(lang.value, company.limit, 0), kit.points) : kit.points}
      </p>
    </header>
  );
}

function Faults({ judged, trouble }: { judged: RosterJudged | null; trouble: string }) {
  const t = texts.value.rosters;
  if (trouble) return <p class="refusal">{trouble}</p>;
  if (!judged) return null;
  return (
    <>
      {judged.legal ? (
        <p class="verdict good">✓ {t.legal}</p>
      ) : (
        <>
          <p class="verdict wrong">! {t.notLegal}</p>
          <ul class="faults">
            {judged.faults.map((fault) => (
              <li key={`${fault.fighter}/${fault.text}`}>
                {fault.fighter && <b>{fault.fighter}: </b>}
                {fault.text} {fault.rule && <RuleLink rules={[fault.rule]} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {judged.charges.length > 0 && (
        <details class="bill">
          <summary>{t.bill}</summary>
          <table>
            <tbody>
              {judged.charges.map((line, place) => (
                <tr key={place}>
                  <td>{line.fighter}</td>
                  <td>{line.text}</td>
                  <td class="cost">{number(lang.value, line.cost, 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}

interface HireProps {
  profiles: readonly Profile[];
  goods: ReadonlyMap<string, Good>;
  points: string;
  onHire: (profile: Profile) => void;
}

function Hire({ profiles, goods, points, onHire }: HireProps) {
  const t = texts.value.rosters;
  const [words, setWords] = useState("");
  const wanted = words.trim().toLocaleLowerCase(lang.value);
  const found = profiles.filter((row) =>
    `${row.name} ${row.role}`.toLocaleLowerCase(lang.value).includes(wanted),
  );
  return (
    <>
      <h2>{t.hire}</h2>
      <input
        type="search"
        aria-label={t.searchFighters}
        placeholder={t.searchFighters}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <ul class="for-hire">
        {found.map((row) => (
          <li key={row.id}>
            <button type="button" class="hire" onClick={() => onHire(row)}>
              <span class="hire-head">
                <b>{row.name}</b>
                <span class="cost">
                  {number(lang.value, row.cost, 0)} {points}
                </span>
              </span>
              <span class="hint">{row.role}</span>
              <span class="stats">
                {Object.entries(row.stats).map(([label, value]) => (
                  <span key={label}>
                    {label} <b>{value}</b>
                  </span>
                ))}
              </span>
              <span class="hint">
                {row.has
                  .map((id) => goods.get(id)?.name ?? "")
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </button>
            <RuleLink rules={row.rule ? [row.rule] : []} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface FilesProps {
  company: Company;
  ruleset: string;
  file: string;
  onRead: (company: Company) => void;
}

function Files({ company, ruleset, file, onRead }: FilesProps) {
  const t = texts.value.rosters;
  const [trouble, setTrouble] = useState("");
  const read = async (input: HTMLInputElement): Promise<void> => {
    const text = await input.files?.[0]?.text();
    input.value = "";
    if (text === undefined) return;
    try {
      const found = readBack(text) ?? readBack((await judge(ruleset, text)).file);
      if (found) onRead(found);
      setTrouble(found ? "" : t.unreadable);
    } catch (why) {
      setTrouble(why instanceof Error && why.message ? why.message : t.unreadable);
    }
  };
  const name = (company.name || t.unnamed).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return (
    <div class="files no-print">
      <div class="row">
        <button
          type="button"
          onClick={() => handOver(new Blob([file], { type: "application/yaml" }), `${name}.yaml`)}
        >
          {t.save}
        </button>
        <label class="button">
          {t.load}
          <input
            type="file"
            class="unseen"
            accept=".yaml,.yml,.json"
            onChange={(event) => void read(event.currentTarget)}
          />
        </label>
        <button type="button" onClick={() => print()}>
          {t.print}
        </button>
        <button type="button" class="quiet" onClick={() => onRead({ ...EMPTY, limit: company.limit })}>
          {t.startOver}
        </button>
      </div>
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** The referee's desk: creatures with their numbers, the box for harm and healing, reminders, the journal beside it. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Command, keyName, useCommands } from "../app/commands.ts";
import { CopyLink, Dialog } from "../app/Dialog.tsx";
import { Drawer } from "../app/Drawer.tsx";
import { Header } from "../app/Header.tsx";
import { opened, shutRules } from "../app/library.ts";
import { RuleLink } from "../app/RuleLink.tsx";
import type { Session } from "../app/session.ts";
import { Announcer, Journal } from "../journal/Journal.tsx";
import { invite } from "../net/http.ts";
import { linkOf, mine } from "../net/mine.ts";
import { lang } from "../net/settings.ts";
import type { Known } from "../net/store.ts";
import { answering, downloads } from "../pages/GameCommands.tsx";
import { Trouble } from "../pages/GameParts.tsx";
import { Panel, seatName } from "../panel/Panel.tsx";
import type { DeskView, Offer, Reminder } from "../protocol.ts";
import { listed, texts } from "../text/index.ts";
import { fold } from "../text/search.ts";
import { Arrive } from "./Arrive.tsx";
import { Bench } from "./bench.ts";
import { Card, Notes } from "./Card.tsx";
import { campaignOf } from "./campaigns.ts";
import { OrderForm, Overrule } from "./OrderForm.tsx";
import { keysOf, neighbour, offer, order } from "./orders.ts";
import { PlayersView } from "./PlayersView.tsx";
import { Rows } from "./Rows.tsx";
import { words } from "./words.ts";
import "../style/desk.css";

/** Keys of the desk itself and of every page; commands of the game get others. */
const OWN_KEYS = "c o p j r h ? Shift+a Shift+c Shift+e Shift+k Shift+n Shift+p Shift+t".split(" ");

export function Desk({ session, game, view }: { session: Session; game: Known; view: DeskView }) {
  return view.players ? (
    <PlayersView session={session} game={game} view={view} />
  ) : (
    <RefereesDesk session={session} game={game} view={view} />
  );
}

interface DeskProps {
  session: Session;
  game: Known;
  view: DeskView;
}

function RefereesDesk({ session, game, view }: DeskProps) {
  const t = words.value;
  const bench = useMemo(() => new Bench(session), [session]);
  const box = useRef<HTMLInputElement>(null);
  const [pane, setPane] = useState<"desk" | "record">("desk");
  const keys = useKeys(view);
  const campaign = campaignOf(session.id);
  useDeskCommands(bench, game, view, keys, box, () => setPane("record"));
  const asked = bench.asked.value;
  useEffect(() => {
    if (!asked) return;
    setPane("desk");
    setTimeout(() => document.querySelector(".desk .panel")?.scrollIntoView({ block: "nearest" }));
  }, [asked?.decision]);
  const only = bench.acting.value.length === 1 ? bench.acting.value[0] : undefined;
  return (
    <div class="desk-page">
      <Header>
        <div class="standing">
          <h1>{game.table.title}</h1>
          <p class="where">{view.standing}</p>
          {campaign && (
            <a class="to-campaign" href={`/custode/${encodeURIComponent(campaign.id)}`}>
              <span aria-hidden="true">← </span>
              {t.back}
            </a>
          )}
        </div>
      </Header>
      <main class="desk" data-pane={pane}>
        <div class="segments" role="group" aria-label={t.panes}>
          <button type="button" aria-pressed={pane === "desk"} onClick={() => setPane("desk")}>
            {t.desk}
          </button>
          <button type="button" aria-pressed={pane === "record"} onClick={() => setPane("record")}>
            {t.record}
          </button>
        </div>
        <div class="desk-main">
          <Trouble session={session} />
          <Tools bench={bench} game={game} view={view} keys={keys} />
          <Reminders bench={bench} view={view} />
          {asked && <Panel asker={session.asker} game={game} probe={session.probe} />}
          <Rows bench={bench} view={view} />
          <Asides bench={bench} view={view} />
        </div>
        <aside class="desk-side-panel" aria-label={texts.value.game.side}>
          {only && <Card bench={bench} view={view} row={only} />}
          <section class="desk-journal" aria-label={t.record}>
            <h2>{t.record}</h2>
            <Journal
              entries={game.journal}
              undone={game.undone}
              nameOf={(seat) => seatName(game, seat)}
              shown={-1}
              onPoint={(entry) => {
                session.told.value = entry?.figures ?? [];
              }}
            />
          </section>
        </aside>
        <QuickBox bench={bench} view={view} box={box} />
        <Drawer />
      </main>
      <Announcer entries={game.journal} />
      <Dialogs bench={bench} game={game} view={view} keys={keys} />
    </div>
  );
}

/** The key of every command that was ever offered here: it stays the same while commands come and go. */
function useKeys(view: DeskView): ReadonlyMap<string, string> {
  const seen = useRef<readonly string[]>([]);
  const names = view.offers.map((one) => one.do);
  const fresh = names.filter((name) => !seen.current.includes(name));
  if (fresh.length > 0) seen.current = [...seen.current, ...fresh];
  return useMemo(() => keysOf(seen.current, OWN_KEYS), [seen.current]);
}

function useDeskCommands(
  bench: Bench,
  game: Known,
  view: DeskView,
  keys: ReadonlyMap<string, string>,
  box: { current: HTMLInputElement | null },
  showRecord: () => void,
): void {
  const t = words.value;
  const { undo } = game.table;
  const offered = view.offers.map(
    (one): Command => ({
      id: `desk-${one.do}`,
      label: one.label,
      keys: [keys.get(one.do) ?? ""].filter(Boolean),
      run: () => bench.call(one),
      group: "game",
    }),
  );
  const list: Command[] = [
    ...offered,
    { id: "desk-all", label: t.all, keys: ["c"], run: () => show(bench, "all"), group: "table" },
    {
      id: "overrule",
      label: t.overrule,
      keys: ["o"],
      run: () => {
        const who = bench.who.value[0];
        if (who) bench.open.value = { what: "overrule", who };
        else bench.say(t.nobody);
      },
      group: "table",
    },
    { id: "players", label: t.playersView, keys: ["p"], run: () => show(bench, "players"), group: "table" },
    {
      id: "undo",
      label: t.undo,
      keys: ["Ctrl+z"],
      run: () => bench.again("undo"),
      disabled: undo.free === 0,
      group: "table",
    },
    {
      id: "redo",
      label: t.redo,
      keys: ["Ctrl+Shift+z", "Ctrl+y"],
      run: () => bench.again("redo"),
      disabled: !undo.redo,
      group: "table",
    },
    { id: "box", label: t.box, keys: ["-", "+"], run: (key) => intoBox(box.current, key), group: "table" },
    { id: "journal", label: t.record, keys: ["j"], run: () => intoJournal(showRecord), group: "table" },
    ...downloads(bench.session, "table").filter(({ id }) => !id.startsWith("file-scenario")),
  ];
  useCommands([...list, ...(bench.asked.value ? answering(bench.session) : walking(bench, view))]);
}

function show(bench: Bench, what: "all" | "players"): void {
  bench.open.value = { what };
}

function intoBox(box: HTMLInputElement | null, key: string): void {
  if (!box) return;
  box.value = key;
  box.focus();
}

function intoJournal(showRecord: () => void): void {
  showRecord();
  setTimeout(() => document.querySelector<HTMLElement>('.journal [tabindex="0"]')?.focus());
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Going from row to row, choosing, and rolling with one key. */
function walking(bench: Bench, view: DeskView): readonly Command[] {
  const t = words.value.keys;
  const walk = (by: 1 | -1): void => {
    const id = neighbour(view, bench.cursor.value || (bench.who.value[0] ?? ""), by);
    bench.cursor.value = id;
    if (bench.chosen.value.length < 2) bench.chosen.value = id ? [id] : [];
    document.querySelector(`[data-creature="${id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const back = (): void => {
    if (opened.value) shutRules();
    else bench.clear();
  };
  const quick = (digit: string): void => {
    const row = bench.acting.value.length === 1 ? bench.acting.value[0] : undefined;
    const roll = row?.quick[Number(digit) - 1];
    if (roll) void bench.give(roll.value);
    else if (!row) bench.say(words.value.nobody);
  };
  const foes = view.rows.filter((row) => !view.sides.find((side) => side.seat === row.side)?.party);
  return [
    { id: "up", label: t.up, keys: ["ArrowUp"], run: () => walk(-1), group: "table", unlisted: true },
    { id: "down", label: t.down, keys: ["ArrowDown"], run: () => walk(1), group: "table", unlisted: true },
    {
      id: "toggle",
      label: t.toggle,
      keys: [" "],
      run: () => bench.cursor.value && bench.choose(bench.cursor.value, true),
      group: "table",
      unlisted: true,
    },
    {
      id: "side",
      label: t.side,
      keys: ["*"],
      run: () => bench.chooseAll(foes.map((row) => row.id)),
      group: "table",
      unlisted: true,
    },
    { id: "quick", label: t.quick, keys: DIGITS, shown: "1–9", run: quick, group: "table", unlisted: true },
    { id: "clear", label: t.clear, keys: ["Escape"], run: back, group: "table", unlisted: true },
  ];
}

interface ToolsProps {
  bench: Bench;
  game: Known;
  view: DeskView;
  keys: ReadonlyMap<string, string>;
}

/** Commands that stand ready as buttons, where the game offers them. */
const READY = ["next", "add"];

function Tools({ bench, game, view, keys }: ToolsProps) {
  const t = words.value;
  const { undo } = game.table;
  const ready = READY.map((name) => offer(view, name)).filter((one) => one !== undefined);
  return (
    <div class="desk-tools" role="toolbar" aria-label={t.desk}>
      {ready.map((one, at) => (
        <button
          type="button"
          key={one.do}
          class={at === 0 ? "primary" : ""}
          title={one.hint || undefined}
          onClick={() => bench.call(one)}
        >
          {one.label} <Key name={keys.get(one.do)} />
        </button>
      ))}
      <button type="button" onClick={() => show(bench, "all")}>
        {t.all} <Key name="c" />
      </button>
      <button
        type="button"
        disabled={undo.free === 0}
        title={undo.stopped_by || undefined}
        onClick={() => bench.again("undo")}
      >
        {t.undo} <Key name="Ctrl+z" />
      </button>
      {undo.redo && (
        <button type="button" onClick={() => bench.again("redo")}>
          {t.redo} <Key name="Ctrl+Shift+z" />
        </button>
      )}
      <button type="button" onClick={() => show(bench, "players")}>
        {t.playersView} <Key name="p" />
      </button>
    </div>
  );
}

function Key({ name }: { name: string | undefined }) {
  return name ? <kbd>{keyName(name)}</kbd> : null;
}

/** What the rules want now: each with what to do about it. */
function Reminders({ bench, view }: { bench: Bench; view: DeskView }) {
  const t = words.value;
  if (view.reminders.length === 0) return null;
  return (
    <section class="reminders" aria-label={t.reminders} aria-live="polite">
      {view.reminders.map((reminder) => (
        <Reminding key={reminder.id} bench={bench} view={view} reminder={reminder} />
      ))}
    </section>
  );
}

function Reminding({ bench, view, reminder }: { bench: Bench; view: DeskView; reminder: Reminder }) {
  const names = view.rows.filter((row) => reminder.creatures.includes(row.id)).map((row) => row.name);
  return (
    <div class="reminder">
      <p title={listed(lang.value, names) || undefined}>
        {reminder.text} <RuleLink rules={reminder.rules} />
      </p>
      <div class="row">
        {reminder.commands.map((quick, at) => (
          <button
            type="button"
            key={quick.label}
            class={at === 0 && reminder.commands.length > 1 ? "primary" : "quiet"}
            onClick={() => void bench.give(quick.value)}
          >
            {quick.label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Notes on the encounter, and timers. */
function Asides({ bench, view }: { bench: Bench; view: DeskView }) {
  const t = words.value;
  const stoppable = Boolean(offer(view, "untimer"));
  if (view.notes.length + view.timers.length === 0) return null;
  return (
    <section class="asides">
      <Notes bench={bench} notes={view.notes} erasable={Boolean(offer(view, "erase"))} />
      {view.timers.length > 0 && (
        <ul class="card-tags" aria-label={t.timers}>
          {view.timers.map((timer) => (
            <li key={timer.id}>
              <span>
                {timer.text} <span class="hint">{left(timer)}</span>{" "}
                {timer.secret && <span class="mark">{t.secretNote}</span>}
              </span>
              {stoppable && (
                <button
                  type="button"
                  class="close"
                  aria-label={t.stopTimer(timer.text)}
                  onClick={() => void bench.give(order("untimer", { timer: timer.id }))}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How long a timer still runs. */
export function left(timer: DeskView["timers"][number]): string {
  const t = words.value;
  return timer.unit === "hour" ? t.leftHours(timer.left) : t.leftRounds(timer.left);
}

interface BoxProps {
  bench: Bench;
  view: DeskView;
  box: { current: HTMLInputElement | null };
}

/** One box for harm and healing, done to whoever is chosen: `-6`, `d8`, `+4`. */
function QuickBox({ bench, view, box }: BoxProps) {
  const t = words.value;
  const harm = offer(view, "harm");
  const flags = harm?.fields.filter((field) => field.kind === "flag") ?? [];
  const [set, setSet] = useState<readonly string[]>([]);
  if (!harm) return null;
  const chosen = bench.acting.value;
  const apply = async (event: Event): Promise<void> => {
    event.preventDefault();
    const field = box.current;
    if (!field) return;
    const typed = field.value;
    const more = Object.fromEntries(set.map((name) => [name, true]));
    // At once, so that what is typed next is not lost; what was refused comes back to be mended.
    field.value = "";
    field.blur();
    if (await bench.box(typed, more)) setSet([]);
    else if (field.value === "") {
      field.value = typed;
      field.focus();
    }
  };
  const toggle = (name: string): void =>
    setSet(set.includes(name) ? set.filter((one) => one !== name) : [...set, name]);
  return (
    <form class="quick-box" onSubmit={(event) => void apply(event)} aria-label={t.box}>
      <p class="whom" role="status">
        {chosen.length === 0 ? t.nobody : chosen.length === 1 ? chosen[0]?.name : t.selected(chosen.length)}
        {bench.chosen.value.length > 1 && (
          <button type="button" class="link" onClick={() => bench.clear()}>
            {t.clear}
          </button>
        )}
      </p>
      <input
        ref={box}
        type="text"
        aria-label={t.box}
        placeholder={t.boxHint}
        maxLength={60}
        autocomplete="off"
        autocapitalize="off"
      />
      <button type="submit" class="primary">
        {t.apply}
      </button>
      <div class="flags">
        {flags.map((field) => (
          <label class="check" key={field.name}>
            <input type="checkbox" checked={set.includes(field.name)} onChange={() => toggle(field.name)} />
            <span>{field.label}</span>
          </label>
        ))}
      </div>
    </form>
  );
}

function Dialogs({ bench, game, view, keys }: ToolsProps) {
  const open = bench.open.value;
  const shut = (): void => bench.shut();
  switch (open.what) {
    case "all":
      return <AllCommands bench={bench} view={view} keys={keys} onClose={shut} />;
    case "arrive":
      return <Arrive bench={bench} view={view} ruleset={game.table.ruleset} onClose={shut} />;
    case "players":
      return <PlayersLink session={bench.session} onClose={shut} />;
    case "order": {
      const one = offer(view, open.name);
      return one ? <OrderForm bench={bench} view={view} one={one} onClose={shut} /> : null;
    }
    case "overrule": {
      const row = view.rows.find((found) => found.id === open.who);
      return row ? <Overrule bench={bench} view={view} row={row} onClose={shut} /> : null;
    }
    default:
      return null;
  }
}

interface AllProps extends Omit<ToolsProps, "game"> {
  onClose: () => void;
}

/** Every command in its group, with its key; a few letters find one. */
function AllCommands({ bench, view, keys, onClose }: AllProps) {
  const t = words.value;
  const [typed, setTyped] = useState("");
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => search.current?.focus(), []);
  const found = view.offers.filter((one) => fold(`${one.label} ${one.hint}`).includes(fold(typed)));
  const groups = [...new Set(found.map((one) => one.group))];
  const take = (one: Offer): void => {
    bench.shut();
    if (one.do === "add") bench.call(one);
    else bench.open.value = { what: "order", name: one.do };
  };
  return (
    <Dialog title={t.all} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) take(found[0]);
        }}
      >
        <input
          ref={search}
          type="search"
          aria-label={t.searchCommands}
          placeholder={t.searchCommands}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {found.length === 0 && <p class="hint">{t.noCommand}</p>}
      <div class="all-commands">
        {groups.map((group) => (
          <section key={group}>
            <h3>{t.groups[group] ?? group}</h3>
            {found
              .filter((one) => one.group === group)
              .map((one) => (
                <button type="button" key={one.do} title={one.hint || undefined} onClick={() => take(one)}>
                  {one.label} <Key name={keys.get(one.do)} />
                </button>
              ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The players' link: for a second screen, or for their phones. */
function PlayersLink({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = words.value;
  const [token, setToken] = useState(mine.value[session.id]?.spectator ?? "");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    if (token) return;
    invite(session.id, session.token).then(setToken, (why) =>
      setTrouble(why instanceof Error ? why.message : texts.value.net.unknown),
    );
  }, []);
  const link = linkOf(session.id, token);
  return (
    <Dialog title={t.playersView} onClose={onClose}>
      <p>{t.playersLinkWhat}</p>
      {trouble && <p class="refusal">{trouble}</p>}
      {token && (
        <>
          <CopyLink label={t.playersLink} link={link} />
          <p>
            <a class="button" href={link} target="_blank" rel="noreferrer">
              {t.openPlayers}
            </a>
          </p>
        </>
      )}
    </Dialog>
  );
}

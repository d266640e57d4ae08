/**
 * The journal: what happened, in plain sentences, folded by turn and hand; each line with its dice and its sum.
 *
 * Pointing at a line (mouse, focus or arrows) shows that moment on the table. New lines are announced politely, by an
 * `Announcer` that stands apart, since the journal itself may be behind another tab.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useCommands } from "../app/commands.ts";
import { RuleLink } from "../app/RuleLink.tsx";
import { lang } from "../net/settings.ts";
import type { Entry, Part, TakenBack } from "../protocol.ts";
import { plural, signed, texts } from "../text/index.ts";
import { Dice } from "./Dice.tsx";
import { fold, type Hand, matching, type Turn } from "./story.ts";

export interface JournalProps {
  entries: readonly Entry[];
  undone: readonly TakenBack[];
  nameOf: (seat: string) => string;
  /** The line whose moment is shown, -1 for none. */
  shown: number;
  /** A line is pointed at; null when none is any more. */
  onPoint: (entry: Entry | null) => void;
  /** In a replay: a line is chosen by a click, not by pointing, and the line shown is kept in sight. */
  stay?: boolean;
}

const MOST_ANNOUNCED = 6;
/** A journal of so many lines can be searched, and so many are found at most. */
const LONG = 40;
const MOST_FOUND = 200;
const NO_BREAK = "\u00a0";

export function Journal({ entries, undone, nameOf, shown, onPoint, stay = false }: JournalProps) {
  const box = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  const sought = words.trim() !== "" && entries.length >= LONG;
  const [found, count] = useMemo(
    () => (sought ? matching(entries, words, MOST_FOUND) : [entries, 0]),
    [entries, words, sought],
  );
  const turns = useMemo(() => fold(found), [found]);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const traces = useMemo(() => byLine(entries, undone), [entries, undone]);
  useAtEnd(box, entries.length, stay);
  const lastTurn = stay ? turnOf(turns, shown) : turns.at(-1);
  const isOpen = (key: string, usual: boolean): boolean => sought || (opened.get(key) ?? usual);
  const toggle = (key: string, open: boolean): void => setOpened(new Map(opened).set(key, open));
  useShownInSight(box, shown, stay);
  const line = { nameOf, shown, onPoint, traces, last: entries.at(-1)?.at ?? -1, stay };
  return (
    <div
      class="journal"
      ref={box}
      role="group"
      aria-label={texts.value.journal.name}
      onPointerLeave={() => !stay && onPoint(null)}
      onKeyDown={walk}
      onFocusOut={(event) =>
        !stay && !box.current?.contains(event.relatedTarget as Node | null) && onPoint(null)
      }
    >
      {entries.length >= LONG && <Search words={words} found={sought ? count : null} onWords={setWords} />}
      {entries.length === 0 && <p class="hint">{texts.value.journal.empty}</p>}
      {turns.map((turn) => (
        <TurnPart
          key={turn.key}
          turn={turn}
          open={isOpen(turn.key, turn === lastTurn)}
          last={turn === lastTurn}
          isOpen={isOpen}
          toggle={toggle}
          line={line}
        />
      ))}
    </div>
  );
}

interface SearchProps {
  words: string;
  /** How many lines hold them; null where nothing is sought. */
  found: number | null;
  onWords: (words: string) => void;
}

/** A field that leaves only the lines with these words; Escape takes them away. */
function Search({ words, found, onWords }: SearchProps) {
  const t = texts.value.journal;
  const field = useRef<HTMLInputElement>(null);
  useCommands([{ id: "find", label: t.find, keys: ["/"], run: () => field.current?.focus(), group: "game" }]);
  return (
    <div class="journal-search">
      <input
        ref={field}
        type="search"
        aria-label={t.find}
        placeholder={t.find}
        value={words}
        onInput={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onWords("")}
      />
      <p class={found === null ? "unseen" : "hint"} role="status">
        {found !== null && plural(lang.value, found, t.line, t.lines)}
        {found !== null && found > MOST_FOUND && ` · ${t.newest(MOST_FOUND)}`}
      </p>
    </div>
  );
}

/** Traces of what was taken back, by the line they follow. */
function byLine(
  entries: readonly Entry[],
  undone: readonly TakenBack[],
): ReadonlyMap<number, readonly TakenBack[]> {
  const traces = new Map<number, TakenBack[]>();
  for (const trace of undone) {
    const after = entries.findLast((entry) => entry.at <= trace.at)?.at ?? entries[0]?.at ?? 0;
    traces.set(after, [...(traces.get(after) ?? []), trace]);
  }
  return traces;
}

/** Keeps the newest line in sight, unless one has scrolled up to read. */
function useAtEnd(box: { current: HTMLElement | null }, length: number, stay: boolean): void {
  const pinned = useRef(true);
  useEffect(() => {
    const view = box.current;
    if (!view || stay) return;
    let before = view.scrollTop;
    const toEnd = (): void => {
      if (pinned.current) view.scrollTop = view.scrollHeight;
    };
    const read = (): void => {
      const left = view.scrollHeight - view.scrollTop - view.clientHeight;
      if (left < 40) pinned.current = true;
      else if (view.scrollTop < before) pinned.current = false;
      before = view.scrollTop;
    };
    const watch = new ResizeObserver(toEnd);
    watch.observe(view);
    view.addEventListener("scroll", read, { passive: true });
    return () => {
      watch.disconnect();
      view.removeEventListener("scroll", read);
    };
  }, [box, stay]);
  useEffect(() => {
    if (!stay && pinned.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [length, box, stay]);
}

/** In a replay, the line that is shown stays in sight. */
function useShownInSight(box: { current: HTMLElement | null }, shown: number, stay: boolean): void {
  useEffect(() => {
    if (stay) box.current?.querySelector(".line.shown, summary.shown")?.scrollIntoView({ block: "nearest" });
  }, [box, shown, stay]);
}

/** The turn that a line of the journal belongs to. */
function turnOf(turns: readonly Turn[], at: number): Turn | undefined {
  return turns.findLast((turn) => firstOf(turn) <= at) ?? turns[0];
}

function firstOf(turn: Turn): number {
  return turn.head?.at ?? turn.hands[0]?.head?.at ?? turn.hands[0]?.lines[0]?.at ?? 0;
}

/** The hand that a line belongs to within its turn. */
function handOf(turn: Turn, at: number): Hand | undefined {
  return turn.hands.findLast((hand) => (hand.head?.at ?? hand.lines[0]?.at ?? 0) <= at) ?? turn.hands[0];
}

/** Arrows walk from line to line. */
function walk(event: KeyboardEvent): void {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };
  const step = steps[event.key];
  const from = (event.target as HTMLElement).closest<HTMLElement>("[data-at], summary");
  if (step === undefined || !from) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-at], summary")];
  const next = all[all.indexOf(from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface LineContext {
  nameOf: (seat: string) => string;
  shown: number;
  onPoint: (entry: Entry | null) => void;
  traces: ReadonlyMap<number, readonly TakenBack[]>;
  last: number;
  stay: boolean;
}

interface TurnProps {
  turn: Turn;
  open: boolean;
  last: boolean;
  isOpen: (key: string, usual: boolean) => boolean;
  toggle: (key: string, open: boolean) => void;
  line: LineContext;
}

function TurnPart({ turn, open, last, isOpen, toggle, line }: TurnProps) {
  const current = line.stay ? handOf(turn, line.shown) : turn.hands.at(-1);
  const hands = turn.hands.map((hand) => (
    <HandPart
      key={hand.key}
      hand={hand}
      open={isOpen(hand.key, last && hand === current)}
      toggle={toggle}
      line={line}
    />
  ));
  if (!turn.head && last) return <div class="turn">{hands}</div>;
  return (
    <details
      class="turn"
      open={open}
      onToggle={(event) => event.currentTarget.open !== open && toggle(turn.key, !open)}
    >
      <summary>{turn.head?.text ?? texts.value.journal.before}</summary>
      {open && hands}
    </details>
  );
}

function HandPart({
  hand,
  open,
  toggle,
  line,
}: {
  hand: Hand;
  open: boolean;
  toggle: TurnProps["toggle"];
  line: LineContext;
}) {
  const lines = hand.lines.map((entry) => <Line key={entry.at} entry={entry} line={line} />);
  if (!hand.head) return <div class="hand">{lines}</div>;
  const head = hand.head;
  return (
    <details
      class="hand"
      data-seat={head.seat || undefined}
      open={open}
      onToggle={(event) => event.currentTarget.open !== open && toggle(hand.key, !open)}
    >
      <summary>
        {head.text}
        {!open && hand.lines.length > 0 && (
          <span class="count">
            {" "}
            {plural(lang.value, hand.lines.length, texts.value.journal.line, texts.value.journal.lines)}
          </span>
        )}
      </summary>
      {open && (
        <>
          <Traces traces={line.traces.get(head.at)} nameOf={line.nameOf} />
          {lines}
        </>
      )}
    </details>
  );
}

function Line({ entry, line }: { entry: Entry; line: LineContext }) {
  const names = ["line", entry.rank === 3 && "action", line.shown === entry.at && "shown"]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: focus does what the click does */}
      <div
        role="note"
        class={names}
        data-at={entry.at}
        data-seat={entry.seat || undefined}
        tabIndex={entry.at === line.last ? 0 : -1}
        onPointerEnter={(event) => !line.stay && event.pointerType === "mouse" && line.onPoint(entry)}
        onFocus={() => !line.stay && line.onPoint(entry)}
        onClick={() => line.onPoint(entry)}
      >
        <p>
          {entry.dice.length > 0 && <Dice dice={entry.dice} />}
          <span class="told">{entry.text}</span>
          {NO_BREAK}
          <RuleLink rules={entry.rules} />
        </p>
        <Sum entry={entry} />
      </div>
      <Traces traces={line.traces.get(entry.at)} nameOf={line.nameOf} />
    </>
  );
}

/** A number with the parts it is made of; those that did not count say why. One part alone says nothing new. */
function Sum({ entry }: { entry: Entry }) {
  const t = texts.value.journal;
  const { need, parts, added } = entry;
  if (parts.length < 2 && added.length === 0) return null;
  return (
    <p class="sum">
      {parts.length > 1 && (
        <span>
          {need !== null && <b>{t.need(need)} = </b>}
          <Parts parts={parts} from={0} />
        </span>
      )}
      {added.length > 0 && (
        <span>
          <b>{t.added} </b>
          <Parts parts={added} from={1} />
        </span>
      )}
    </p>
  );
}

/** Parts with their signs; a first one that the number begins with has none (`from` 0). */
function Parts({ parts, from }: { parts: readonly Part[]; from: number }) {
  return (
    <>
      {parts.map((part, place) => (
        <span
          key={`${part.rule}/${part.label}/${place}`}
          class={part.counted ? "part" : "part uncounted"}
          title={part.why || undefined}
        >
          {place + from === 0 && part.amount >= 0 ? part.amount : signed(part.amount)}{" "}
          <RuleLink rules={part.rule ? [part.rule] : []}>{part.label}</RuleLink>{" "}
        </span>
      ))}
    </>
  );
}

function Traces({
  traces,
  nameOf,
}: {
  traces: readonly TakenBack[] | undefined;
  nameOf: (seat: string) => string;
}) {
  const t = texts.value.journal;
  return (
    <>
      {traces?.map((trace, place) => (
        <details class="trace" key={`${trace.at}/${place}`}>
          <summary>
            {t.takenBack(nameOf(trace.by), plural(lang.value, trace.answers, t.choice, t.choices))}
          </summary>
          <ul>
            {trace.lines.map((text, at) => (
              <li key={at}>{text}</li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

/** What screen readers hear, whatever is shown: the newest lines as they come, not the whole journal anew. */
export function Announcer({ entries }: { entries: readonly Entry[] }) {
  const before = useRef(entries.length);
  const [news, setNews] = useState({ text: "", at: 0 });
  useEffect(() => {
    const fresh = entries.slice(before.current).slice(-MOST_ANNOUNCED);
    before.current = entries.length;
    const at = fresh.at(-1)?.at ?? 0;
    if (fresh.length > 0) setNews({ text: fresh.map((entry) => entry.text).join(" "), at });
  }, [entries]);
  return (
    <div class="unseen" role="log" aria-live="polite">
      <span key={news.at}>{news.text}</span>
    </div>
  );
}

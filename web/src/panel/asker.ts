/**
 * Asks the person what the table asks: which question is open, the way through it, its odds, and the answer's way back.
 *
 * One `Asker` a game. The panel and the board both show its signals and call `choose`, `commit` and `back`.
 */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { type Live, Lost, Refused } from "../net/live.ts";
import { newest } from "../net/newest.ts";
import type { Comparison, OptionView, Outlook, Overlay, Question, Swept, Value } from "../protocol.ts";
import { texts } from "../text/index.ts";
import {
  type Asking,
  begin,
  defaultOption,
  keys,
  type Move,
  moved,
  type Reason,
  sameQuestion,
} from "./asking.ts";

const MOST_WEIGHED = 14;
const LONGEST_CHAIN = 6;
const NO_GROUND: readonly Overlay[] = [];

/** A way of which it may be asked what it would cover. */
interface Way {
  readonly question: Question;
  readonly value: readonly Value[];
}

/** A complete answer whose odds are known, and what it is called. */
export interface Weighing {
  readonly value: Value;
  readonly name: string;
  readonly outlook: Outlook;
}

export class Asker {
  readonly asking = signal<Asking | null>(null);
  /** The option the mouse is over, for the board to show. */
  readonly hovered = signal<OptionView | null>(null);
  /** Odds of complete answers to the open question, by the JSON of their value, the newest last. */
  readonly odds = signal<ReadonlyMap<string, Weighing>>(new Map());
  /** The ground that what is pointed at would cover, for the board to draw before anything is answered. */
  readonly zone = signal<readonly Overlay[]>(NO_GROUND);
  /** The way that `zone` belongs to, as JSON. */
  private outlined = "";
  private drawing: Promise<void> = Promise.resolve();
  private readonly outline: (way: Way) => Promise<readonly Overlay[] | null>;
  /** Why an answer was refused whose question is gone by now: another was quicker. Until the next choice. */
  readonly late = signal<Reason | null>(null);
  /** The complete answer that an option leads to without a further choice, by the JSON of the way to it. */
  private ends = new Map<string, readonly Value[]>();
  /** Complete answers that stand for an option where odds are asked for: what is still to be chosen changes nothing. */
  private stands = new Map<string, readonly Value[]>();
  private round = 0;
  private readonly stop: () => void;

  /** Questions of this browser that must be answered, and those that only may. */
  readonly due = computed(() => this.live.game.value?.questions.filter((question) => !question.free) ?? []);
  readonly free = computed(() => this.live.game.value?.questions.filter((question) => question.free) ?? []);

  constructor(readonly live: Live) {
    this.outline = newest(async ({ question, value }: Way) => {
      const probe = await live.probe(question.decision, question.seat, value).catch(() => null);
      return probe?.overlays ?? NO_GROUND;
    });
    const following = effect(() => this.follow(this.due.value, this.free.value));
    const outlining = effect(() => void this.draw(this.covering.value));
    const clearing = effect(() => {
      if (this.live.link.value === "open") untracked(() => this.move({ do: "forgive" }));
    });
    this.stop = () => {
      following();
      outlining();
      clearing();
    };
  }

  close(): void {
    this.stop();
    this.round += 1;
  }

  /** Keeps the open question if it still stands, else opens the first that must be answered. */
  private follow(due: readonly Question[], free: readonly Question[]): void {
    const open = untracked(() => this.asking.value);
    const again = open && [...due, ...free].find((question) => sameQuestion(question, open.question));
    if (again) return;
    const next = due[0];
    this.set(next ? begin(next) : null);
    void this.lead();
  }

  /** Opens another question: one that may be answered, or one of another seat of this browser. */
  open(question: Question): void {
    this.set(begin(question));
    void this.lead();
  }

  /** Where a question begins with the only choice there is, such as whose turn it is, that is taken: it answers nothing. */
  private async lead(): Promise<void> {
    const now = untracked(() => this.asking.value);
    const only = now?.branch?.options[0];
    if (
      now?.question.form.kind !== "tree" ||
      now.branch?.options.length !== 1 ||
      !only ||
      this.strikesHome(now, only)
    )
      return this.weighVisible();
    const round = ++this.round;
    const branch = await this.live
      .grow(now.question.decision, now.question.seat, keys(now, only))
      .catch(() => null);
    if (round !== this.round || !branch) return;
    batch(() => {
      this.move({ do: "step", option: only, auto: true });
      this.move({ do: "grown", branch });
    });
    this.weighVisible();
  }

  private set(next: Asking | null): void {
    this.round += 1;
    this.asking.value = next;
    this.hovered.value = null;
    if (next?.path.length === 0) {
      this.ends = new Map();
      this.stands = new Map();
      this.odds.value = new Map();
    }
  }

  private move(move: Move): void {
    if (this.asking.value) this.asking.value = moved(this.asking.value, move);
  }

  // --- choosing ---------------------------------------------------------------------------------------

  /**
   * Takes an option: goes down the tree, or answers where the way is complete.
   *
   * `careful` (from the board): an option that would answer is only pointed at, so that nothing is committed by accident.
   */
  async choose(option: OptionView, careful = false): Promise<void> {
    const now = this.asking.value;
    if (!now?.branch || now.stage !== "choosing") return;
    this.late.value = null;
    const place = now.branch.options.indexOf(option);
    const pointed = now.cursor === place;
    if (now.question.form.kind === "pick") {
      if (careful && !pointed) this.move({ do: "point", cursor: place });
      else await this.commit(option.key);
      return;
    }
    if (careful && !pointed && this.ends.has(JSON.stringify(keys(now, option)))) {
      this.move({ do: "point", cursor: place });
      return;
    }
    this.move({ do: "step", option, auto: false });
    await this.descend(careful && !pointed ? place : -1);
  }

  /** Follows the tree while there is but one choice; answers at its end, or points at option `back` if that is given. */
  private async descend(back: number): Promise<void> {
    const round = ++this.round;
    const asked = this.asking.value?.question;
    try {
      for (;;) {
        const now = this.asking.value;
        if (!now) return;
        const branch = await this.live.grow(now.question.decision, now.question.seat, keys(now));
        if (round !== this.round) return;
        if (!branch) {
          if (back < 0) await this.commit(keys(now));
          else {
            this.move({ do: "back" });
            this.move({ do: "point", cursor: back });
          }
          return;
        }
        this.move({ do: "grown", branch });
        const only = branch.options[0];
        if (branch.options.length !== 1 || !only || this.strikesHome(now, only)) break;
        this.move({ do: "step", option: only, auto: true });
      }
      this.weighVisible();
    } catch (why) {
      this.fail(why, asked);
    }
  }

  /** Whether an option names another of one's own figures: never taken for granted, even where it is the only one. */
  private strikesHome(now: Asking, { figure }: OptionView): boolean {
    const { question, path } = now;
    if (!figure || [...question.figures, ...path.map((step) => step.option.figure)].includes(figure))
      return false;
    return this.live.game.value?.scene.figures.find(({ id }) => id === figure)?.seat === question.seat;
  }

  /** Sends an answer. Resolves to "" or to why it was refused. */
  async commit(value: Value): Promise<string> {
    const now = this.asking.value;
    if (!now || now.stage === "sending") return "";
    this.late.value = null;
    this.move({ do: "send" });
    try {
      await this.live.answer(now.question.decision, now.question.seat, value);
      return "";
    } catch (why) {
      return this.fail(why, now.question);
    }
  }

  /** What the answer is refused for is shown where the eye is. */
  private fail(why: unknown, asked: Question | undefined): string {
    const reason =
      why instanceof Refused
        ? { text: why.message, rules: why.rules }
        : { text: why instanceof Lost ? texts.value.net.lostAnswer : texts.value.net.unknown, rules: [] };
    const open = this.asking.value?.question;
    if (open && asked && sameQuestion(open, asked)) this.move({ do: "refuse", reason });
    else this.late.value = reason;
    return reason.text;
  }

  /** One choice back; from the first choice of a question that may be answered, to the one that must. False: nowhere. */
  back(): boolean {
    const now = this.asking.value;
    if (!now || now.stage === "sending") return false;
    if (now.path.some((step) => !step.auto)) {
      this.round += 1;
      this.move({ do: "back" });
      this.weighVisible();
      return true;
    }
    if (now.question.free) {
      const due = this.due.value[0];
      this.set(due ? begin(due) : null);
      return true;
    }
    if (now.cursor >= 0) {
      this.point(-1);
      return true;
    }
    return false;
  }

  /** What is pointed at where choices may cover ground: by the mouse or the board, else by the keys; or the way so far. */
  private readonly covering = computed<Way | null>(() => {
    const now = this.asking.value;
    const hovered = this.hovered.value;
    if (!now?.branch?.covers || now.stage !== "choosing") return null;
    const { options } = now.branch;
    const option = hovered && options.includes(hovered) ? hovered : options[now.cursor];
    return { question: now.question, value: keys(now, option) };
  });

  /** Draws what a way would cover; nothing for none. Resolves once it stands there. */
  private draw(way: Way | null): Promise<void> {
    const wanted = way ? JSON.stringify(way.value) : "";
    if (wanted !== this.outlined) {
      this.outlined = wanted;
      this.drawing = this.drawn(way, wanted);
    }
    return this.drawing;
  }

  private async drawn(way: Way | null, wanted: string): Promise<void> {
    const found = way ? await this.outline(way) : NO_GROUND;
    if (found && this.outlined === wanted) this.zone.value = found;
  }

  /** A finger on an option: what would cover ground is drawn first, and answered by a second touch. */
  async tap(option: OptionView): Promise<void> {
    const now = this.asking.value;
    const place = now?.branch?.options.indexOf(option) ?? -1;
    const seen = now && this.outlined === JSON.stringify(keys(now, option)) && this.zone.value.length > 0;
    if (!now?.branch?.covers || seen) return this.choose(option);
    this.point(place);
    await this.draw({ question: now.question, value: keys(now, option) });
    if (this.asking.value?.branch === now.branch && this.zone.value.length === 0) return this.choose(option);
  }

  point(cursor: number): void {
    this.move({ do: "point", cursor });
  }

  hover(option: OptionView | null): void {
    this.hovered.value = option;
  }

  /** Enter: what is pointed at, else the default. */
  async enter(): Promise<void> {
    const now = this.asking.value;
    if (!now?.branch) return;
    const option = now.branch.options[now.cursor] ?? defaultOption(now);
    if (option) await this.choose(option);
  }

  // --- odds -------------------------------------------------------------------------------------------

  /** The odds of an option, once they are known. */
  oddsOf(now: Asking, option: OptionView): Outlook | undefined {
    const known = this.odds.value; // read in any case, so that whoever shows it is drawn anew when there is more
    return known.get(this.whole(now, option))?.outlook;
  }

  /** The complete answer that an option stands for, as JSON; "" where more is to be chosen. */
  private whole(now: Asking, option: OptionView): string {
    if (now.question.form.kind === "pick") return JSON.stringify(option.key);
    const end = this.stands.get(JSON.stringify(keys(now, option)));
    return end ? JSON.stringify(end) : "";
  }

  /** Whatever can be set side by side: what is shown now first, then what was looked at before for this question. */
  comparable(now: Asking): readonly Weighing[] {
    const known = [...this.odds.value].filter(([, { outlook }]) => outlook.chances.length > 0);
    const shown = new Set((now.branch?.options ?? []).map((option) => this.whole(now, option)));
    return [...known.filter(([key]) => shown.has(key)), ...known.filter(([key]) => !shown.has(key))].map(
      ([, weighing]) => weighing,
    );
  }

  /** Some of them side by side. */
  async compare(now: Asking, values: readonly Value[]): Promise<Comparison | null> {
    return this.live.compare(now.question.decision, now.question.seat, values);
  }

  /** One of them while a number varies: `knob` says which, "" the first; no `numbers`: those that are tried first. */
  async sweep(now: Asking, value: Value, knob: string, numbers: readonly number[]): Promise<Swept | null> {
    return this.live.sweep(now.question.decision, now.question.seat, value, knob, numbers);
  }

  /** Asks for the odds of the options that are shown, one after another, until something else is shown. */
  private weighVisible(): void {
    const now = untracked(() => this.asking.value);
    if (now?.branch) void this.weigh(now, this.round).catch(() => undefined);
  }

  private async weigh(now: Asking, round: number): Promise<void> {
    const options = now.branch?.options.slice(0, MOST_WEIGHED) ?? [];
    const { decision, seat, form } = now.question;
    const probes = form.kind === "tree" ? [options[0], options.at(-1)] : [];
    let anyEnds = form.kind === "pick";
    for (const option of probes)
      anyEnds = (option && (await this.endOf(now, option, round))) !== null || anyEnds;
    if (!anyEnds) return;
    for (const option of options) {
      if (round !== this.round) return;
      const value = form.kind === "pick" ? option.key : await this.endOf(now, option, round);
      if (value === null || round !== this.round) continue;
      const outlook = await this.live.weigh(decision, seat, value);
      if (outlook && round === this.round) {
        const name = [...now.path.map((step) => step.option.label), option.label].join(" › ");
        this.odds.value = new Map(this.odds.value).set(JSON.stringify(value), { value, name, outlook });
      }
    }
  }

  /** The complete way that an option leads to without a further choice that matters; null where there is one. */
  private async endOf(now: Asking, option: OptionView, round: number): Promise<readonly Value[] | null> {
    let way: readonly Value[] = keys(now, option);
    const start = JSON.stringify(way);
    const known = this.stands.get(start);
    if (known) return known;
    let sure = true;
    for (let depth = 0; depth < LONGEST_CHAIN; depth += 1) {
      const branch = await this.live.grow(now.question.decision, now.question.seat, way);
      if (round !== this.round) return null;
      if (!branch) {
        if (sure) this.ends.set(start, way);
        this.stands.set(start, way);
        return way;
      }
      const [first, second] = branch.options;
      if (!first || (second && !branch.alike)) return null;
      sure &&= !second;
      way = [...way, first.key];
    }
    return null;
  }
}

/** The desk as one works at it: who is chosen, what is open, and how commands are sent. */
import { computed, signal } from "@preact/signals";
import type { Session } from "../app/session.ts";
import { Lost, Refused } from "../net/live.ts";
import { carry, refusal } from "../pages/GameParts.tsx";
import type { CreatureRow, DeskView, Offer, Value } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { atOnce, boxed, inOrder, offer, order, toggled } from "./orders.ts";
import { words } from "./words.ts";

/** What lies open over the desk. */
export type Open =
  | { readonly what: "" | "all" | "arrive" | "players" }
  | { readonly what: "order"; readonly name: string }
  | { readonly what: "overrule"; readonly who: string };

const NOTHING: Open = { what: "" };

/** The kind of the question that every command answers. */
const DESK = "desk";

export class Bench {
  readonly chosen = signal<readonly string[]>([]);
  /** The row that the arrows stand on. */
  readonly cursor = signal("");
  readonly open = signal<Open>(NOTHING);

  constructor(readonly session: Session) {}

  readonly view = computed<DeskView | null>(() => this.session.live.game.value?.desk ?? null);

  /** Whom a command means: those who are chosen and still there, else the row one stands on. */
  readonly acting = computed<readonly CreatureRow[]>(() => {
    const view = this.view.value;
    if (!view) return [];
    const chosen = inOrder(view).filter((row) => this.chosen.value.includes(row.id));
    if (chosen.length > 0) return chosen;
    return view.rows.filter((row) => row.id === this.cursor.value);
  });

  readonly who = computed<readonly string[]>(() => this.acting.value.map((row) => row.id));

  /** A choice in the midst of a command: it is answered before the next. */
  readonly asked = computed(
    () => this.session.live.game.value?.questions.find((one) => !one.free && one.kind !== DESK) ?? null,
  );

  choose(id: string, more: boolean): void {
    this.cursor.value = id;
    this.chosen.value = more
      ? toggled(this.chosen.value, id)
      : this.chosen.value.length === 1 && this.chosen.value[0] === id
        ? []
        : [id];
  }

  /** Chooses all of these, or none of them if all are chosen already. */
  chooseAll(ids: readonly string[]): void {
    const all = ids.every((id) => this.chosen.value.includes(id));
    const rest = this.chosen.value.filter((id) => !ids.includes(id));
    this.chosen.value = all ? rest : [...rest, ...ids];
  }

  clear(): void {
    this.chosen.value = [];
  }

  shut(): void {
    this.open.value = NOTHING;
  }

  say(text: string): void {
    refusal.value = { text, rules: [] };
  }

  /** Commands go one after the other, however fast they are given. */
  private last: Promise<unknown> = Promise.resolve();

  /** Sends a command; "" once it is done, else why it is not. */
  send(value: Value): Promise<string> {
    const sent = this.last.then(() => this.sendNow(value));
    this.last = sent.catch(() => undefined);
    return sent;
  }

  private async sendNow(value: Value): Promise<string> {
    const question = this.session.live.game.value?.questions.find((one) => one.kind === DESK);
    if (!question) return this.asked.value?.text ?? texts.value.net.lost;
    return told(async () => {
      await this.session.live.answer(question.decision, question.seat, value);
      refusal.value = null;
    });
  }

  /** Sends a command; why it is not done is said above the desk. */
  async give(value: Value): Promise<boolean> {
    const trouble = await this.send(value);
    if (trouble) this.say(trouble);
    return !trouble;
  }

  /** Gives a command at once where nothing has to be filled in, else opens its form. */
  call(one: Offer): void {
    if (one.do === "add") {
      this.open.value = { what: "arrive" };
      return;
    }
    const value = atOnce(one, this.who.value);
    if (value) void this.give(value);
    else this.open.value = { what: "order", name: one.do };
  }

  /** What the quick box says, done to whoever is chosen. */
  async box(text: string, more: Readonly<Record<string, Value | undefined>>): Promise<boolean> {
    const t = words.value;
    const meant = boxed(text);
    if (meant.what === "nothing") {
      this.say(meant.why === "heal" ? t.boxHeal : t.boxEmpty);
      return false;
    }
    if (this.who.value.length === 0) {
      this.say(t.nobody);
      return false;
    }
    const view = this.view.value;
    const one = view && offer(view, meant.what);
    const told =
      meant.what === "harm" ? { ...more, dice: meant.dice, bare: meant.bare || more.bare } : { n: meant.n };
    const known = new Set(one?.fields.map((field) => field.name));
    const given = Object.fromEntries(Object.entries(told).filter(([name]) => known.has(name)));
    return this.give(order(meant.what, { ...given, who: this.who.value }));
  }

  overrule(who: string, changes: readonly (readonly [string, Value])[], note: string): Promise<string> {
    return told(() => this.session.live.overrule(who, changes, note));
  }

  /** Takes the last command back, or gives it again. */
  again(what: "undo" | "redo"): void {
    const seat = this.session.live.game.value?.table.me[0];
    if (seat) void carry(this.session.live.wish(what, seat));
  }
}

/** Does something at the table: "" once it is done, else why it is not. */
async function told(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return "";
  } catch (why) {
    if (why instanceof Refused) return why.message;
    if (why instanceof Lost) return texts.value.net.lostAnswer;
    throw why;
  }
}

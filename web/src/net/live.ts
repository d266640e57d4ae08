/**
 * The live connection to one table: `Live` keeps it open, gives every request its reply, and keeps `game` up to date.
 *
 * It reconnects by itself, waiting longer each time, and tells the server up to where it has heard. A request that is in
 * course when the connection breaks fails with `Lost`: the snapshot that follows shows whether it counted.
 */
import { batch, signal } from "@preact/signals";
import type {
  BranchView,
  ClientMessage,
  Comparison,
  Ghost,
  GhostSeen,
  Outlook,
  Probe,
  Refuse,
  RuleId,
  Scene,
  ServerMessage,
  Spotlight,
  Swept,
  Value,
} from "../protocol.ts";
import { PROTOCOL } from "../protocol.ts";
import { card, Trouble } from "./http.ts";
import { lang } from "./settings.ts";
import { after, type Known } from "./store.ts";
import { Word } from "./words.ts";

/** The server said no; the message is its sentence. */
export class Refused extends Error {
  readonly code: string;
  readonly rules: readonly RuleId[];
  constructor(refusal: Refuse) {
    super(refusal.text);
    this.code = refusal.code;
    this.rules = refusal.rules;
  }
}

/** The connection broke before the reply came. */
export class Lost extends Error {}

/** `opening` and `lost` try again by themselves; `closed` does not. */
export type Link = "opening" | "open" | "lost" | "closed";

type Wish = ClientMessage extends infer M ? (M extends { re: number } ? Omit<M, "re"> : never) : never;
type Reply = Extract<ServerMessage, { re: number }>;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 8_000;
/** So many drags and rulers of others are shown at once: nobody covers the table with them. */
const MOST_GHOSTS = 6;
/** What the server calls a secret that opens nothing. */
const WRONG_KEY = "wrong_token";

export class Live {
  readonly link = signal<Link>("opening");
  readonly game = signal<Known | null>(null);
  /** Why the server closed for good. */
  readonly farewell = signal("");
  /** The server does not know the secret: another may open the table. */
  readonly wrongKey = signal(false);
  readonly ghosts = signal<readonly GhostSeen[]>([]);

  private socket: WebSocket | null = null;
  private next = 1;
  private readonly open = new Map<number, { done: (reply: Reply) => void; lost: (why: Error) => void }>();
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private spoken = lang.value;
  /** What this browser throws into the dice, should its seats be asked. */
  private readonly word: Word;

  constructor(
    readonly id: string,
    readonly token: string,
  ) {
    this.word = new Word(id);
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Ends the connection; this object is of no more use. */
  close(): void {
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.link.value = "closed";
    this.drop();
    clearTimeout(this.retry);
  }

  // --- requests ---------------------------------------------------------------------------------------

  /** Answers a question; the effect comes as an update. Rejects with `Refused` or `Lost`. */
  async answer(decision: string, seat: string, value: Value): Promise<void> {
    await this.request({ type: "answer", decision, seat, value });
  }

  /** The choices of a tree after a path; null where the path is complete. */
  async grow(decision: string, seat: string, path: readonly Value[]): Promise<BranchView | null> {
    const reply = await this.request({ type: "grow", decision, seat, path });
    return reply.type === "grown" ? reply.branch : null;
  }

  async weigh(decision: string, seat: string, value: Value): Promise<Outlook | null> {
    const reply = await this.request({ type: "weigh", decision, seat, value });
    return reply.type === "weighed" ? reply.outlook : null;
  }

  async compare(decision: string, seat: string, values: readonly Value[]): Promise<Comparison | null> {
    const reply = await this.request({ type: "compare", decision, seat, values });
    return reply.type === "compared" ? reply.comparison : null;
  }

  async sweep(
    decision: string,
    seat: string,
    value: Value,
    knob: string,
    numbers: readonly number[],
  ): Promise<Swept | null> {
    const reply = await this.request({ type: "sweep", decision, seat, value, knob, numbers });
    return reply.type === "swept" ? reply.swept : null;
  }

  async probe(decision: string, seat: string, value: Value): Promise<Probe | null> {
    const reply = await this.request({ type: "try", decision, seat, value });
    return reply.type === "tried" ? reply.probe : null;
  }

  async shine(figure: string): Promise<Spotlight | null> {
    const reply = await this.request({ type: "shine", figure });
    return reply.type === "shone" ? reply.light : null;
  }

  /** The scene after an event of the journal. */
  async at(at: number): Promise<Scene | null> {
    const reply = await this.request({ type: "at", at });
    return reply.type === "then" ? reply.scene : null;
  }

  async wish(what: "undo" | "redo" | "draw" | "resign", seat: string, answers = 1): Promise<void> {
    await this.request({ type: "ask", what, seat, answers });
  }

  async reply(what: string, seat: string, agree: boolean, to: string): Promise<void> {
    await this.request({ type: "reply", what, seat, agree, to });
  }

  /** The referee sets what the rules would not, with a reason for the journal. */
  async overrule(
    figure: string,
    changes: readonly (readonly [string, Value])[],
    note: string,
  ): Promise<void> {
    await this.request({ type: "overrule", figure, changes, note });
  }

  async say(text: string): Promise<void> {
    await this.request({ type: "say", text });
  }

  async rename(seat: string, name: string): Promise<void> {
    await this.request({ type: "rename", seat, name });
  }

  /** Another language; a snapshot in it follows. */
  speak(next: "it" | "en"): void {
    if (this.spoken === next) return;
    this.spoken = next;
    this.send({ type: "speak", lang: next });
  }

  /** Shows a drag or a ruler to the others; nothing is kept and nothing is answered. */
  ghost(ghost: Ghost): void {
    this.send(ghost);
  }

  private request(wish: Wish): Promise<Reply> {
    const re = this.next++;
    return new Promise((done, lost) => {
      if (this.link.value !== "open") {
        lost(new Lost());
        return;
      }
      this.open.set(re, { done, lost });
      this.send({ ...wish, re } as ClientMessage);
    });
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // --- the connection ---------------------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/games/${encodeURIComponent(this.id)}/live`,
    );
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.broken();
    };
  }

  private greet(): void {
    const known = this.game.value;
    this.spoken = lang.value;
    const same = known !== null && known.lang === lang.value;
    this.send({
      type: "hello",
      token: this.token,
      lang: lang.value,
      since: same ? known.seq : -1,
      journal: same ? known.journal.length : 0,
      pledge: this.word.pledge,
      protocol: PROTOCOL,
    });
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
  }

  private ping(): void {
    this.send({ type: "ping", re: 0 });
    this.watchdog = setTimeout(() => {
      this.drop();
      this.broken();
    }, PONG_WITHIN);
  }

  private readonly hurry = (): void => {
    if (document.visibilityState === "visible" && this.link.value === "lost") this.connect();
  };

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.pinging);
    clearTimeout(this.watchdog);
    socket?.close();
    for (const { lost } of this.open.values()) lost(new Lost());
    this.open.clear();
  }

  private broken(): void {
    this.drop();
    this.ghosts.value = [];
    if (this.link.value === "closed") return;
    this.link.value = "lost";
    if (this.tries === 0 && this.game.value === null) void this.askWhy();
    clearTimeout(this.retry);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** The table never opened: where the server can be asked, it says why (the house's password is one reason). */
  private async askWhy(): Promise<void> {
    try {
      await card(this.id, this.token);
    } catch (why) {
      if (!(why instanceof Trouble) || why.status === 0 || why.status >= 500) return;
      this.farewell.value = why.message;
      this.link.value = "closed";
      clearTimeout(this.retry);
    }
  }

  private hear(message: ServerMessage): void {
    clearTimeout(this.watchdog);
    if (message.type === "bye") {
      this.farewell.value = message.again ? "" : message.text;
      this.wrongKey.value = message.code === WRONG_KEY;
      if (!message.again) this.link.value = "closed";
      return;
    }
    if (message.type === "ghost_seen") {
      const others = this.ghosts.value.filter(
        (seen) => seen.by !== message.by || seen.ghost.kind !== message.ghost.kind,
      );
      this.ghosts.value = message.ghost.points.length ? [...others, message].slice(-MOST_GHOSTS) : others;
      return;
    }
    // Who left in the middle of a drag has let go.
    if (message.type === "presence")
      this.ghosts.value = this.ghosts.value.filter(
        ({ by }) => message.seats.find(({ seat }) => seat === by)?.online ?? true,
      );
    if ("re" in message && this.open.has(message.re)) this.settle(message);
    const now = after(this.game.value, message);
    // At once: whoever follows the game may ask something about it in the same moment.
    batch(() => {
      if (now !== null) this.game.value = now;
      if (message.type === "snapshot") this.link.value = "open";
    });
    if (now === null && message.type === "update") this.resync();
    if (message.type === "snapshot") {
      this.tries = 0;
      if (message.lang !== lang.value) this.speak(lang.value);
    }
    if (message.type === "snapshot" || message.type === "update") this.throwIn();
  }

  /** Sends what this browser's word needs next on its way into the dice. */
  private throwIn(): void {
    const table = this.game.value?.table;
    const step = table && this.word.next(table.opening, table.me);
    if (!step) return;
    const wish: Wish =
      step.do === "pledge" ? { type: "pledge", pledge: step.pledge } : { type: "throw", word: step.word };
    this.request(wish).catch(() => undefined);
  }

  /** The thread was lost: begin anew from nothing. */
  private resync(): void {
    this.game.value = null;
    this.drop();
    this.connect();
  }

  private settle(message: Reply): void {
    const waiting = this.open.get(message.re);
    this.open.delete(message.re);
    if (message.type === "refuse") waiting?.lost(new Refused(message));
    else waiting?.done(message);
  }
}

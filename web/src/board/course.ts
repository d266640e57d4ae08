/**
 * A gesture in course: a figure on its way, a direction being pointed, or a ruler. It ends by an answer or by nothing.
 *
 * `Board` makes one and tells it what hands and keys do; layers draw its `state`. It measures, and asks the rules what
 * may be done (`try`): one question at a time, the newest first. Nothing is answered before `confirm`.
 */
import { type Signal, signal } from "@preact/signals";
import type { FormView, Ghost, Probe, Value } from "../protocol.ts";
import { between, direction, ofPoint, toPoint, towards, type World, world } from "./geometry.ts";

interface Answering {
  readonly form: FormView;
  /** Where it began. */
  readonly start: World;
  readonly corners: readonly World[];
  /** Where the hand is. */
  readonly at: World;
  /** Where the rules let it stand near the hand; null where the hand itself is right or nothing is near. */
  readonly snap: World | null;
  /** The verdict of the rules on `at`, null until it is there. */
  readonly probe: Probe | null;
  /** Let go: waits for a yes. */
  readonly dropped: boolean;
  readonly sending: boolean;
  /** Why the answer was refused, "" if it was not. */
  readonly refused: string;
}

export interface Moving extends Answering {
  readonly kind: "move";
}
export interface Aiming extends Answering {
  readonly kind: "aim";
}
export interface Measuring {
  readonly kind: "ruler";
  readonly corners: readonly World[];
  readonly at: World;
  /** Let go: stays until Esc. */
  readonly fixed: boolean;
}
export type State = { readonly kind: "idle" } | Moving | Aiming | Measuring;

export interface Surroundings {
  /** What the rules say of a value; null when a newer question has overtaken it. */
  readonly ask: (value: Value) => Promise<Probe | null>;
  /** Sends the answer; "" when it was taken, else why it was refused. */
  readonly commit: (value: Value) => Promise<string>;
  /** Tells the others what is in course. */
  readonly tell: (ghost: Ghost) => void;
  /** A place on the table near any place. */
  readonly within: (at: World) => World;
  /** How near a place of the rules' must be for the figure to snap there, in units. */
  readonly reach: () => number;
}

const IDLE: State = { kind: "idle" };
const TELL_EVERY = 80; // milliseconds
const MOST_HOPS = 2; // a dropped figure follows the rules' suggestion so often, then it stays and is told why not

export class Course {
  readonly state: Signal<State> = signal(IDLE);
  private asking = false;
  private asked: string | null = null;
  private told = 0;
  private hops = 0;
  private ghostOut = "";
  /** Alt is held: stand where the hand is. */
  free = false;

  constructor(private around: Surroundings) {}

  /** Another scene, another connection. */
  surround(around: Surroundings): void {
    this.around = around;
  }

  get busy(): boolean {
    return this.state.value.kind !== "idle";
  }

  // --- a place, a route, a direction ----------------------------------------------------------------

  /** Starts answering a form at a place of the table. */
  begin(form: FormView, at: World): void {
    const start = form.start ? ofPoint(form.start) : at;
    const kind = form.kind === "arc" ? "aim" : "move";
    const blank = { corners: [], snap: null, probe: null, dropped: false, sending: false, refused: "" };
    this.state.value = { kind, form, start, at: this.around.within(at), ...blank };
    this.asked = null;
    this.ask();
    this.tell();
  }

  /** The hand is somewhere else. */
  moveTo(at: World): void {
    const state = this.state.value;
    if (state.kind === "idle") return;
    const place = this.around.within(at);
    if (state.kind === "ruler") this.state.value = { ...state, at: place, fixed: false };
    else if (!state.sending) {
      const snap = state.snap && between(state.snap, place) <= this.around.reach() ? state.snap : null;
      this.state.value = { ...state, at: place, snap, dropped: false, refused: "" };
      this.hops = 0;
      this.ask();
    }
    this.tell();
  }

  /** A step by a key: `dx`, `dy` in units; a direction turns instead. */
  nudge(dx: number, dy: number, turn: number): void {
    const state = this.state.value;
    if (state.kind === "idle") return;
    if (state.kind === "aim") {
      const way = direction(state.start, state.at) + turn;
      this.moveTo(towards(state.start, way, Math.max(between(state.start, state.at), 1)));
    } else this.moveTo(world(state.at.x + dx, state.at.y + dy));
  }

  /** A corner where the hand is: rulers and routes have them. */
  corner(): void {
    const state = this.state.value;
    if (state.kind === "ruler" && !state.fixed)
      this.state.value = { ...state, corners: [...state.corners, state.at] };
    else if (state.kind === "move" && state.form.kind === "route" && !state.sending)
      this.state.value = { ...state, corners: [...state.corners, target(state)] };
  }

  /** The hand let go: the figure waits there for a yes; a ruler stays. */
  drop(): void {
    const state = this.state.value;
    if (state.kind === "ruler") this.state.value = { ...state, fixed: true };
    else if (state.kind !== "idle") {
      this.state.value = { ...state, at: target(state), snap: null, dropped: true };
      this.ask();
    }
  }

  /** Whether a yes would be sent now. */
  get ready(): boolean {
    const state = this.state.value;
    if ((state.kind !== "move" && state.kind !== "aim") || !state.dropped || state.sending) return false;
    return state.probe?.legal === true && this.asked === JSON.stringify(answerOf(state));
  }

  /** Yes: sends the answer. */
  async confirm(): Promise<void> {
    const state = this.state.value;
    if ((state.kind !== "move" && state.kind !== "aim") || !this.ready) return;
    this.state.value = { ...state, sending: true };
    const refused = await this.around.commit(answerOf(state));
    const now = this.state.peek(); // the gesture may be over by now
    if (now.kind === "idle" || now.kind === "ruler") return;
    if (refused === "") this.cancel();
    else this.state.value = { ...now, sending: false, refused };
  }

  /** No: everything is as it was before the gesture. */
  cancel(): void {
    this.state.value = IDLE;
    this.hush();
  }

  // --- a ruler --------------------------------------------------------------------------------------

  /** Starts measuring at a place. */
  measure(at: World): void {
    this.hush();
    const place = this.around.within(at);
    this.state.value = { kind: "ruler", corners: [place], at: place, fixed: false };
  }

  // --- the rules and the others ---------------------------------------------------------------------

  private async ask(): Promise<void> {
    if (this.asking) return; // the answer that comes asks again, for the newest place
    const state = this.state.value;
    if (state.kind !== "move" && state.kind !== "aim") return;
    const value = answerOf(state);
    const key = JSON.stringify(value);
    if (key === this.asked) return;
    this.asking = true;
    try {
      const probe = await this.around.ask(value);
      if (probe) this.heard(state, key, probe);
    } catch {
      // The connection is down: the page says so, and the next movement asks again.
    } finally {
      this.asking = false;
    }
    const now = this.state.value;
    if ((now.kind === "move" || now.kind === "aim") && JSON.stringify(answerOf(now)) !== key)
      await this.ask();
  }

  private heard(then: Moving | Aiming, key: string, probe: Probe): void {
    const now = this.state.value;
    if ((now.kind !== "move" && now.kind !== "aim") || now.form !== then.form || now.sending) return;
    this.asked = key;
    const snap = probe.legal || this.free ? null : this.snapOf(now, probe);
    if (now.dropped && snap && this.hops < MOST_HOPS) {
      this.hops += 1;
      this.state.value = { ...now, at: snap, snap: null, probe: null };
    } else this.state.value = { ...now, probe, snap: now.dropped ? null : snap };
  }

  private snapOf(state: Moving | Aiming, probe: Probe): World | null {
    const near = placeIn(probe.suggest);
    return state.kind === "move" && near && between(near, state.at) <= this.around.reach() ? near : null;
  }

  private tell(): void {
    const now = Date.now();
    const state = this.state.value;
    if (state.kind === "idle" || now - this.told < TELL_EVERY) return;
    this.told = now;
    const figure = state.kind === "ruler" ? "" : state.form.figure;
    this.ghostOut = state.kind === "ruler" ? "ruler" : "drag";
    const line =
      state.kind === "ruler" ? [...state.corners, state.at] : [state.start, ...state.corners, target(state)];
    this.around.tell({ type: "ghost", kind: this.ghostOut, figure, points: line.map(toPoint), label: "" });
  }

  private hush(): void {
    if (this.ghostOut)
      this.around.tell({ type: "ghost", kind: this.ghostOut, figure: "", points: [], label: "" });
    this.ghostOut = "";
  }
}

/** Where the figure would stand. */
export function target(state: Moving | Aiming): World {
  return state.snap ?? state.at;
}

/** Whether the rules allow what would be answered. */
export function legal(state: Moving | Aiming): boolean {
  return state.snap !== null || state.probe?.legal === true;
}

/** The answer that a gesture stands for. */
export function answerOf(state: Moving | Aiming): Value {
  if (state.kind === "aim") return direction(state.start, state.at);
  if (state.form.kind === "route") return [...state.corners, state.at].map(toPoint);
  return toPoint(state.at);
}

/** The place in a value: itself, or the last of a route. */
function placeIn(value: Value): World | null {
  if (!Array.isArray(value)) return null;
  const last: unknown = value.at(-1);
  if (Array.isArray(last)) return placeIn(last as Value);
  const [x, y] = value as readonly unknown[];
  return typeof x === "number" && typeof y === "number" ? world(x, y) : null;
}

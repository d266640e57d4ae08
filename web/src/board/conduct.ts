/**
 * What hands and keys lead to: the table pans, a figure is selected or chosen, a gesture goes on or ends.
 *
 * `Board` makes one for its lifetime; `gestures.ts` and the keyboard call it. It holds no drawing and no rule.
 */
import { type Signal, signal } from "@preact/signals";
import { typing } from "../app/commands.ts";
import type { BoardProps } from "../app/seam.ts";
import type { FormView, OptionView, Value } from "../protocol.ts";
import type { Camera } from "./camera.ts";
import type { Course } from "./course.ts";
import {
  between,
  type Frame,
  innerRadius,
  middle,
  ofPoint,
  type Screen,
  towards,
  type World,
  world,
} from "./geometry.ts";
import type { Hands, Press } from "./gestures.ts";
import { type Action, actionOf } from "./keys.ts";
import type { Standing } from "./ruler.ts";

/** What is shown now; read anew at every gesture. */
export interface Shown extends BoardProps {
  readonly frame: Frame;
  readonly standing: readonly Standing[];
}

const PAN = 70; // pixels for one press of an arrow
const TURN = 5_000; // milli-degrees for one press of an arrow
const FINE = 10; // Shift makes a step so many times smaller
const FAR = 9; // pixels that are more than a shaking hand
const HINT = 6_000; // milliseconds that a hint stays which nobody asked for

/** Whether a form is answered on the table. */
export function onTable(form: FormView | null): form is FormView {
  return form !== null && (form.kind === "place" || form.kind === "route" || form.kind === "arc");
}

/** Whose sight is drawn: the selected figure's, its whole side's, or nobody's. */
export type Sight = "figure" | "side" | "none";
export const NEXT_SIGHT: Readonly<Record<Sight, Sight>> = { figure: "side", side: "none", none: "figure" };

export class Conduct implements Hands {
  /** From the pointer to the middle of the figure it carries. */
  private grip: World = world(0, 0);
  private pointer: Screen | null = null;
  private clicked = false;
  /** A figure of one's own that is held although nothing asks where it goes, and where it was taken. */
  private held: { readonly figure: string; readonly at: Screen } | null = null;
  /** A figure was dragged before anything asked where it goes: the hint says what comes first. */
  readonly early = signal(false);
  private earlyEnds: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly shown: () => Shown,
    private readonly camera: Camera,
    private readonly course: Course,
    readonly measuring: Signal<boolean>,
    readonly sight: Signal<Sight>,
    private readonly element: () => Element | null,
  ) {}

  /** The form that waits for a gesture, if any. */
  private get form(): FormView | null {
    const { form, still } = this.shown();
    return !still && onTable(form) ? form : null;
  }

  // --- hands ----------------------------------------------------------------------------------------

  press(press: Press): boolean {
    const at = this.camera.toWorld(press.at);
    const state = this.course.state.peek();
    this.grip = world(0, 0);
    if (this.measuring.peek() || press.control) {
      this.clicked = state.kind === "ruler" && !state.fixed;
      if (this.clicked) this.course.moveTo(at);
      else this.course.measure(at);
      return true;
    }
    const { form } = this;
    if (!form) return this.hold(press);
    if (form.kind === "arc") {
      this.course.begin(form, at);
      return true;
    }
    const held = this.heldAt(form, press, at);
    if (!held) return false;
    this.grip = world(held.x - at.x, held.y - at.y);
    if (state.kind === "move") this.course.moveTo(held);
    else this.course.begin(form, held);
    return true;
  }

  /** A figure of one's own is no handle of the table: whoever drags it too early is told what comes first. */
  private hold(press: Press): boolean {
    const { scene, me, still } = this.shown();
    if (still || !scene.figures.some(({ id, seat }) => id === press.figure && me.includes(seat)))
      return false;
    this.held = { figure: press.figure, at: press.at };
    return true;
  }

  private tooEarly(): void {
    this.early.value = true;
    clearTimeout(this.earlyEnds);
    this.earlyEnds = setTimeout(() => {
      this.early.value = false;
    }, HINT);
  }

  /** The middle of what a press would carry: the figure that moves, or its ghost where it waits for a yes. */
  private heldAt(form: FormView, press: Press, at: World): World | null {
    const state = this.course.state.peek();
    const base = this.shown().standing.find(({ view }) => view.id === form.figure)?.shape;
    if (state.kind === "move") {
      const reach = form.base ? innerRadius(form.base) : 0;
      const pixels =
        Math.hypot(at.x - state.at.x, at.y - state.at.y) * this.shown().frame.scale * this.camera.zoom;
      return pixels < Math.max(22, reach * this.shown().frame.scale * this.camera.zoom) ? state.at : null;
    }
    return form.base && press.figure === form.figure && base ? middle(base) : null;
  }

  carry(press: Press): void {
    if (this.held) {
      const { choices, selected } = this.shown();
      const asked = choices.length > 0 || selected === this.held.figure;
      if (asked && between(press.at, this.held.at) > FAR) this.tooEarly();
      return;
    }
    const at = this.camera.toWorld(press.at);
    this.course.free = press.free;
    this.course.moveTo(world(at.x + this.grip.x, at.y + this.grip.y));
  }

  release(press: Press, far: boolean): void {
    const { held } = this;
    this.held = null;
    if (held) {
      if (!far) this.tap(press);
      else if (this.shown().selected !== held.figure) this.point(held.figure);
      this.letGo();
      return;
    }
    this.letGo();
    const state = this.course.state.peek();
    if (state.kind === "ruler") {
      // One press and a second one measure as well as a drag.
      if (far || this.clicked) this.course.drop();
    } else if (state.kind === "move" && !far && press.figure === state.form.figure) {
      this.course.cancel();
      this.shown().onSelect(press.figure);
    } else this.course.drop();
  }

  abort(): void {
    this.held = null;
    this.course.cancel();
  }

  tap(press: Press): void {
    this.letGo();
    const { choices, still, onSelect, onChoose } = this.shown();
    const spot = still ? undefined : choices.find((option) => JSON.stringify(option.key) === press.choice);
    if (spot) onChoose(spot);
    else if (press.figure) this.point(press.figure);
    else if (this.form) this.put(this.form, this.camera.toWorld(press.at));
    else onSelect("");
  }

  /** A press leaves no focus on the board: Enter goes on meaning what the panel says. */
  private letGo(): void {
    const focused = this.focused();
    if (focused instanceof SVGElement && !focused.matches(":focus-visible")) focused.blur();
  }

  /** A press on the bare table brings the figure there, to wait for a yes. */
  private put(form: FormView, at: World): void {
    if (this.course.state.peek().kind === "move") this.course.moveTo(at);
    else this.course.begin(form, at);
    this.course.drop();
  }

  /** A figure was pressed: it is chosen where exactly one option stands for it, and shown in any case. */
  private point(figure: string): void {
    const { choices, still, onSelect, onChoose } = this.shown();
    const options: readonly OptionView[] = still ? [] : choices.filter((option) => option.figure === figure);
    const [only] = options;
    if (only && options.length === 1) onChoose(only);
    else onSelect(figure);
  }

  hover(press: Press): void {
    this.pointer = press.at;
    const state = this.course.state.peek();
    if (state.kind === "ruler" && !state.fixed) this.course.moveTo(this.camera.toWorld(press.at));
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
  }

  zoom(factor: number, about: Screen): void {
    this.camera.zoomBy(factor, about);
  }

  // --- keys -----------------------------------------------------------------------------------------

  /** Carries a key out; true if it meant something here. */
  key(event: KeyboardEvent): boolean {
    if (typing(event.target) || document.querySelector("dialog[open]")) return false;
    if (event.key === "Escape" && this.measuring.peek()) {
      this.stopMeasuring();
      return true;
    }
    const action = actionOf(event, this.course.busy);
    return action !== null && this.act(action);
  }

  private act(action: Action): boolean {
    switch (action.do) {
      case "zoom":
        this.camera.zoomBy(action.factor);
        return true;
      case "fit":
        this.camera.fit();
        return true;
      case "sight":
        this.sight.value = NEXT_SIGHT[this.sight.peek()];
        return true;
      case "measure":
        if (this.measuring.peek()) this.stopMeasuring();
        else this.startMeasuring();
        return true;
      case "corner":
        this.course.corner();
        return true;
      case "cancel":
        this.course.cancel();
        return true;
      case "enter":
        return this.enter();
      case "step":
        return this.step(action.x, action.y, action.fine);
    }
  }

  private enter(): boolean {
    const state = this.course.state.peek();
    if (state.kind === "ruler" || ((state.kind === "move" || state.kind === "aim") && !state.dropped)) {
      this.course.drop();
      return true;
    }
    if (state.kind !== "idle") {
      void this.course.confirm();
      return true;
    }
    const focused = this.focused();
    if (!focused) return false;
    const { choices, still, onChoose } = this.shown();
    const key = focused.getAttribute("data-choice");
    const spot = still ? undefined : choices.find((option) => JSON.stringify(option.key) === key);
    const figure = focused.getAttribute("data-figure");
    if (spot) onChoose(spot);
    else if (figure) this.point(figure);
    else return false;
    return true;
  }

  private step(x: number, y: number, fine: boolean): boolean {
    const state = this.course.state.peek();
    if (state.kind === "idle" && !this.attended()) return false;
    if (state.kind === "idle" && this.form) this.course.begin(this.form, this.startOf(this.form));
    const now = this.course.state.peek();
    if (now.kind === "idle") {
      this.camera.pan(-x * PAN, y * PAN);
      return true;
    }
    const size = this.shown().frame.board.unit.size / (fine ? FINE : 1);
    this.course.nudge(x * size, y * size, ((y - x) * TURN) / (fine ? FINE : 1));
    const then = this.course.state.peek();
    if (then.kind !== "idle") this.camera.reveal(this.shown().frame.toDraw(then.at));
    return true;
  }

  /** Where a gesture by keys begins: where the figure stands, else what is proposed, else the middle of the table. */
  private startOf(form: FormView): World {
    const { frame } = this.shown();
    const middleOfTable = world(frame.board.width / 2, frame.board.depth / 2);
    const start = form.start ? ofPoint(form.start) : (pointOf(form.default) ?? middleOfTable);
    if (form.kind !== "arc") return start;
    const way = typeof form.default === "number" ? form.default : 0;
    return towards(start, way, 5 * frame.board.unit.size);
  }

  /** A figure or spot of the board that has the focus. */
  private focused(): Element | null {
    const active = document.activeElement;
    return active && this.element()?.contains(active) ? active : null;
  }

  /**
   * Whether arrows are meant for the board: it has the focus, or nothing that takes keys has (in a replay they step
   * through it). The heading of a question has the focus when it is read out: one that is answered here lets it go.
   */
  private attended(): boolean {
    const active = document.activeElement;
    if (this.focused() !== null) return true;
    if (this.shown().still) return false;
    return active === document.body || (this.form !== null && active instanceof HTMLHeadingElement);
  }

  // --- ruler ----------------------------------------------------------------------------------------

  /** Measures from the figure that has the focus or is selected, else from the pointer; a press begins anew. */
  startMeasuring(): void {
    const { standing, selected } = this.shown();
    const id = this.focused()?.getAttribute("data-figure") ?? (this.pointer ? "" : selected);
    const from = standing.find(({ view }) => view.id === id)?.shape;
    this.measuring.value = true;
    if (from) this.course.measure(middle(from));
    else if (this.pointer) this.course.measure(this.camera.toWorld(this.pointer));
  }

  stopMeasuring(): void {
    this.measuring.value = false;
    if (this.course.state.peek().kind === "ruler") this.course.cancel();
  }

  /** The pointer left the board. */
  away(): void {
    this.pointer = null;
  }

  /** The focus came to a figure: it comes into view, and a ruler in course ends on it. */
  focus(target: EventTarget | null): void {
    const figure = target instanceof Element ? target.getAttribute("data-figure") : null;
    const { standing, frame } = this.shown();
    const base = standing.find(({ view }) => view.id === figure)?.shape;
    if (!base) return;
    if (target instanceof Element && target.matches(":focus-visible"))
      this.camera.reveal(frame.toDraw(middle(base)));
    const state = this.course.state.peek();
    if (state.kind === "ruler" && !state.fixed && !this.pointer) this.course.moveTo(middle(base));
  }
}

function pointOf(value: Value): World | null {
  if (!Array.isArray(value)) return null;
  const [x, y] = value as readonly unknown[];
  return typeof x === "number" && typeof y === "number" ? world(x, y) : null;
}

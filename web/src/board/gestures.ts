/**
 * What hands do on the board, in a few words: pan, pinch, zoom, tap, carry.
 *
 * Right or middle button, Space held, or a drag that nobody takes pans; two fingers pinch; the wheel zooms about the
 * pointer. Whoever listens may take a drag when it begins.
 */
import { between, type Screen, screen } from "./geometry.ts";

export interface Press {
  readonly at: Screen;
  /** What lies under the pointer: its `data-figure` and `data-choice`, "" for none. */
  readonly figure: string;
  readonly choice: string;
  readonly control: boolean;
  readonly free: boolean;
  readonly touch: boolean;
}

export interface Hands {
  /** A drag may begin; true if it is taken, false if it may pan. */
  readonly press: (press: Press) => boolean;
  /** A drag that was taken goes on. */
  readonly carry: (press: Press) => void;
  /** A drag that was taken ends; `far`: it went farther than a tap. */
  readonly release: (press: Press, far: boolean) => void;
  /** A drag that was taken is broken off (a second finger, a lost pointer). */
  readonly abort: () => void;
  /** Pressed and let go in place, where no drag was taken. */
  readonly tap: (press: Press) => void;
  /** The pointer goes by with nothing pressed. */
  readonly hover: (press: Press) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (factor: number, about: Screen) => void;
}

const SLACK = { mouse: 4, touch: 9 } as const;
const WHEEL = 0.0016;
const WHEEL_LINE = 16;

type Mode = "none" | "maybe" | "pan" | "carry" | "pinch";

export class Gestures {
  private readonly pointers = new Map<number, Screen>();
  private readonly ending = new AbortController();
  private mode: Mode = "none";
  private from: Screen = screen(0, 0);
  private far = false;
  private spaced = false;

  constructor(
    private readonly element: SVGSVGElement,
    private readonly hands: Hands,
  ) {
    const { signal } = this.ending;
    const listen = <K extends keyof SVGElementEventMap>(
      name: K,
      handle: (event: SVGElementEventMap[K]) => void,
    ) => element.addEventListener(name, handle as EventListener, { signal, passive: false });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", (event) => this.up(event));
    listen("pointercancel", (event) => this.lost(event));
    listen("wheel", (event) => this.wheel(event));
    listen("contextmenu", (event) => event.preventDefault());
    // The click that a browser makes of a touch would hit what the touch has just brought up beside it.
    listen("touchend", (event) => event.cancelable && event.preventDefault());
  }

  /** Space is held: the next drag pans. */
  set space(held: boolean) {
    this.spaced = held;
  }

  end(): void {
    this.ending.abort();
  }

  /** Where the pointer is on the board, which stands still while the picture in it moves. */
  private spot(event: MouseEvent): Screen {
    const box = (this.element.closest(".b-board") ?? this.element).getBoundingClientRect();
    return screen(event.clientX - box.left, event.clientY - box.top);
  }

  private press(event: PointerEvent): Press {
    const target = event.target instanceof Element ? event.target : null;
    const data = (name: string) => target?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? "";
    return {
      at: this.spot(event),
      figure: data("figure"),
      choice: data("choice"),
      control: event.ctrlKey || event.metaKey,
      free: event.altKey,
      touch: event.pointerType === "touch",
    };
  }

  private down(event: PointerEvent): void {
    this.pointers.set(event.pointerId, this.spot(event));
    this.element.setPointerCapture(event.pointerId);
    if (this.pointers.size === 2) {
      if (this.mode === "carry") this.hands.abort();
      this.mode = "pinch";
      return;
    }
    if (this.pointers.size > 2) return;
    this.from = this.spot(event);
    this.far = false;
    if (event.button !== 0 || this.spaced) this.mode = "pan";
    else this.mode = this.hands.press(this.press(event)) ? "carry" : "maybe";
    if (this.mode !== "maybe") event.preventDefault();
  }

  private move(event: PointerEvent): void {
    const at = this.spot(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.hands.hover(this.press(event));
      return;
    }
    const slack = event.pointerType === "touch" ? SLACK.touch : SLACK.mouse;
    if (between(at, this.from) > slack) this.far = true;
    if (this.mode === "maybe" && this.far) this.mode = "pan";
    if (this.mode === "pinch") this.pinch(event.pointerId, before, at);
    else if (this.mode === "pan") this.hands.pan(at.x - before.x, at.y - before.y);
    else if (this.mode === "carry") this.hands.carry(this.press(event));
    this.pointers.set(event.pointerId, at);
  }

  private pinch(id: number, before: Screen, at: Screen): void {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const about = screen((at.x + other.x) / 2, (at.y + other.y) / 2);
    this.hands.zoom(Math.max(between(at, other), 1) / Math.max(between(before, other), 1), about);
    this.hands.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  }

  private up(event: PointerEvent): void {
    const { mode } = this;
    this.pointers.delete(event.pointerId);
    // The finger that stays after a pinch does nothing more.
    if (this.pointers.size > 0) {
      this.mode = "pinch";
      return;
    }
    this.mode = "none";
    // The captured pointer's target is the board itself: what lies under it is looked up.
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const data = (name: string) => under?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? "";
    const press = { ...this.press(event), figure: data("figure"), choice: data("choice") };
    if (mode === "carry") this.hands.release(press, this.far);
    else if (mode === "maybe") this.hands.tap(press);
  }

  private lost(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (this.mode === "carry") this.hands.abort();
    if (this.pointers.size === 0) this.mode = "none";
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1;
    const push = Math.max(-300, Math.min(300, event.deltaY * lines)) * (event.ctrlKey ? 5 : 1);
    this.hands.zoom(Math.exp(-push * WHEEL), this.spot(event));
  }
}

/**
 * Where the table stands on the screen.
 *
 * While a hand pans or zooms, the finished picture is moved as a whole: a transform of the `lens`, the layer that the SVG
 * lies in, which the browser carries out without drawing anything. Once it rests, or is magnified too much to be looked
 * at, the table is drawn where it has come to: a transform of the `group` in the SVG, and the lens stands still again.
 *
 * `Board` makes one. Listeners hear `settled` a moment after the zoom came to rest, and then place what has a size of
 * its own on the screen (names, dice). Such things stand in groups of the class `b-lettering`, whose variable `--u` is
 * the drawing units of one pixel.
 */
import { type Draw, draw, type Frame, type Screen, screen, type World } from "./geometry.ts";
import { calm } from "./motion.ts";

const MARGIN = 14; // pixels around the table when all of it is shown
const FOOT = 62; // pixels below it, where the tools stand
const CLOSEST = 14; // times larger than with the whole table in view
const SETTLED = 120; // milliseconds
const SMALL = 560; // pixels: on a board narrower than this the camera comes nearer by itself
const TOUCHED = 30; // pixels across a base that a finger meets
const ASIDE = 34; // pixels around what it comes near to
const GLIDE = 280; // milliseconds on the way there
const COARSE = 2.5; // the picture is magnified so much before it is drawn anew
const AHEAD = 300; // pixels around the board that are drawn ahead; board.css has them too

/** A part of the drawing, and how large the least base is that one must meet there. */
export interface Scope {
  readonly from: Draw;
  readonly to: Draw;
  readonly base: number;
}

export class Camera {
  /** Pixels to one unit of the drawing. */
  zoom = 1;
  private x = 0;
  private y = 0;
  private width = 1;
  private height = 1;
  private frame: Frame | null = null;
  private moved = false;
  /** The view that the SVG is drawn for; what is seen is that, through the lens. */
  private drawn = { zoom: 0, x: 0, y: 0 };
  private heard = 0;
  private timer = 0;
  private waiting = 0;
  private group: SVGGElement | null = null;
  private lens: HTMLElement | null = null;
  private gliding = 0;
  private wanted: Scope | null = null;

  constructor(
    private readonly settled: (zoom: number) => void,
    private readonly changed: () => void = () => undefined,
  ) {}

  /** Takes the group and the lens that it moves, and the table that it shows. */
  attach(group: SVGGElement | null, frame: Frame, lens: HTMLElement | null = null): void {
    const other = this.frame?.width !== frame.width || this.frame.height !== frame.height;
    this.group = group;
    this.lens = lens;
    this.drawn.zoom = 0;
    this.frame = frame;
    if (other) this.fit();
    else this.write();
  }

  /** Hears that the board's own size changed; a table that was shown whole stays so. */
  resized(width: number, height: number): void {
    const [dx, dy] = [(width - this.width) / 2, (height - this.height) / 2];
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    if (this.moved) this.pan(dx, dy);
    else this.fit();
    if (this.wanted && this.sized()) this.approach(this.wanted);
  }

  /** Shows the whole table. */
  fit(): void {
    this.stay();
    this.zoom = this.whole();
    this.moved = false;
    if (this.frame) {
      this.x = (this.width - this.frame.width * this.zoom) / 2;
      this.y = MARGIN + (this.height - MARGIN - FOOT - this.frame.height * this.zoom) / 2;
    }
    this.write();
  }

  pan(dx: number, dy: number): void {
    this.stay();
    this.moved = true;
    this.x += dx;
    this.y += dy;
    this.write();
  }

  /** Zooms by a factor about a place of the screen that stays where it is; without one, about the middle. */
  zoomBy(factor: number, about: Screen = screen(this.width / 2, this.height / 2)): void {
    this.stay();
    const least = this.whole() * 0.6;
    const next = Math.min(Math.max(this.zoom * factor, least), this.whole() * CLOSEST);
    this.x = about.x - ((about.x - this.x) * next) / this.zoom;
    this.y = about.y - ((about.y - this.y) * next) / this.zoom;
    this.zoom = next;
    this.moved = true;
    this.write();
  }

  /** Makes letters the size they have at a zoom. */
  private letter(zoom: number): void {
    const letters = this.group?.querySelectorAll<SVGGElement>(".b-lettering") ?? [];
    for (const group of letters) group.style.setProperty("--u", `${1 / zoom}`);
  }

  /** For paper: the whole table, without regard to the screen; then as it was. */
  print(svg: SVGSVGElement, on: boolean): void {
    if (!this.frame || !this.group) return;
    if (!on) {
      svg.removeAttribute("viewBox");
      this.drawn.zoom = 0;
      this.write();
      return;
    }
    const { width, height } = this.frame;
    if (this.lens) this.lens.style.transform = "";
    svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 12}`);
    this.group.setAttribute("transform", "");
    this.letter(1);
    this.settled(1);
  }

  /** Brings a place into view, if it is not. */
  reveal(at: Draw): void {
    if (!this.moved) return; // all of the table is in view, or the board has no size yet
    const spot = this.ofDraw(at);
    const inset = Math.min(60, this.width / 4, this.height / 4);
    const out = (value: number, most: number) =>
      value < inset ? inset - value : value > most - inset ? most - inset - value : 0;
    const [dx, dy] = [out(spot.x, this.width), out(spot.y, this.height)];
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  /** On a small board: comes so near to what matters now that a finger meets it; nothing where it does already. */
  approach(scope: Scope): void {
    this.wanted = this.sized() ? null : scope;
    if (this.wanted || this.width > SMALL) return;
    const { from, to, base } = scope;
    const [wide, tall] = [this.width - 2 * ASIDE, this.height - FOOT - 2 * ASIDE];
    const room = Math.min(wide / Math.max(to.x - from.x, 1), tall / Math.max(to.y - from.y, 1));
    const whole = this.whole();
    const near = Math.min(Math.max(room, whole), Math.max(TOUCHED / base, whole), whole * CLOSEST);
    if (this.zoom >= near * 0.9 && this.shows(from) && this.shows(to)) return;
    const at = draw((from.x + to.x) / 2, (from.y + to.y) / 2);
    this.glide(near, this.width / 2 - at.x * near, (this.height - FOOT) / 2 - at.y * near);
  }

  private sized(): boolean {
    return this.width > 2 * ASIDE && this.height > FOOT + 2 * ASIDE;
  }

  private shows(at: Draw): boolean {
    const { x, y } = this.ofDraw(at);
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height - FOOT;
  }

  /** Goes to another view, little by little where things may move by themselves. */
  private glide(zoom: number, x: number, y: number): void {
    this.stay();
    this.moved = true;
    const [first, fromX, fromY] = [this.zoom, this.x, this.y];
    const start = performance.now();
    const go = (now: number): void => {
      const part = calm.value || still() ? 1 : Math.min(Math.max((now - start) / GLIDE, 0), 1);
      const eased = part * part * (3 - 2 * part);
      this.zoom = first * (zoom / first) ** eased;
      const share = zoom === first ? eased : (this.zoom - first) / (zoom - first);
      this.x = fromX + (x - fromX) * share;
      this.y = fromY + (y - fromY) * share;
      this.write();
      this.gliding = part < 1 ? requestAnimationFrame(go) : 0;
    };
    go(start);
  }

  /** Ends a glide: a hand has taken the table. */
  private stay(): void {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  /** Where a box of words stands beside a place: above and right of it, and within the board. */
  inside(at: Screen, wide: number, tall: number): Screen {
    const x = Math.min(Math.max(at.x + 18, 8), Math.max(this.width - wide - 8, 8));
    const y = at.y - tall - 24 < 8 ? at.y + 28 : at.y - tall - 24;
    return screen(x, Math.min(Math.max(y, 8), Math.max(this.height - tall - 8, 8)));
  }

  /** Whether a place is in the lower half of the board. */
  low(at: Screen): boolean {
    return at.y > this.height / 2;
  }

  /** How words about a place are anchored so that they stay in view, as a class: "b-west", "b-east" or "". */
  sideOf(at: Screen, half: number): string {
    if (at.x + half > this.width - 6) return "b-east";
    return at.x - half < 6 ? "b-west" : "";
  }

  toDraw(at: Screen): Draw {
    return draw((at.x - this.x) / this.zoom, (at.y - this.y) / this.zoom);
  }

  ofDraw(at: Draw): Screen {
    return screen(at.x * this.zoom + this.x, at.y * this.zoom + this.y);
  }

  toWorld(at: Screen): World {
    return this.frame ? this.frame.toWorld(this.toDraw(at)) : { x: 0, y: 0 };
  }

  private whole(): number {
    if (!this.frame) return 1;
    const wide = Math.max(this.width - 2 * MARGIN, 20) / this.frame.width;
    const tall = Math.max(this.height - MARGIN - FOOT, 20) / this.frame.height;
    return Math.min(wide, tall);
  }

  /** Part of the table stays in view, however it is pushed. */
  private held(): void {
    if (!this.frame) return;
    const keep = 80;
    const hold = (at: number, side: number, most: number) => Math.min(Math.max(at, keep - side), most - keep);
    this.x = hold(this.x, this.frame.width * this.zoom, this.width);
    this.y = hold(this.y, this.frame.height * this.zoom, this.height);
  }

  /** Shows the view in the next frame, once for however many changes. */
  private write(): void {
    this.held();
    if (this.waiting || !this.group) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.changed();
      const scale = this.zoom / this.drawn.zoom; // infinite where nothing is drawn yet
      const [dx, dy] = [this.x - this.drawn.x * scale, this.y - this.drawn.y * scale];
      const fills = (from: number, side: number) =>
        from <= AHEAD * scale && from + (side + AHEAD) * scale >= side;
      if (scale < COARSE && fills(dx, this.width) && fills(dy, this.height) && this.lens)
        this.lens.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${dx}, ${dy})`;
      else this.draw();
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.rest(), SETTLED);
    });
  }

  /** Draws the table where it stands. */
  private draw(): void {
    const { zoom, x, y } = this;
    this.group?.setAttribute("transform", `matrix(${zoom} 0 0 ${zoom} ${x} ${y})`);
    if (this.lens) this.lens.style.transform = "";
    if (this.drawn.zoom !== zoom) this.letter(zoom);
    this.drawn = { zoom, x, y };
  }

  private rest(): void {
    this.draw();
    if (this.heard === this.zoom) return;
    this.heard = this.zoom;
    this.settled(this.zoom);
  }
}

/** Whether the system wishes for less motion. */
const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The table as people see and touch it: terrain, figures, what is lit, what is dragged, what is measured.
 *
 * `app/Table.tsx` gives it a scene and hears what is selected, chosen and dropped (see `BoardProps`). It knows no rule:
 * whether a place is legal it asks by `probe` while a hand moves, and nothing is answered before a drop is confirmed.
 * The table is not drawn anew while it is panned, zoomed or dragged over: those change one transform, or `Work` alone.
 */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../app/seam.ts";
import type { FigureView, FormView, OptionView, Overlay, Scene, Shape, Spotlight } from "../protocol.ts";
import "./board.css";
import { Camera, type Scope } from "./camera.ts";
import { Conduct, NEXT_SIGHT, onTable, type Shown, type Sight } from "./conduct.ts";
import { Course } from "./course.ts";
import { FigureNames, Figures, type Flags, placedNames } from "./Figures.tsx";
import {
  around,
  boxOf,
  carried,
  Frame,
  innerRadius,
  middle,
  ofPoint,
  pathOf,
  type World,
  world,
} from "./geometry.ts";
import { Gestures } from "./gestures.ts";
import { Hint, Told } from "./Hints.tsx";
import { Ghosts, OverlayNames, Overlays, Spots, Ways } from "./Overlays.tsx";
import type { Standing } from "./ruler.ts";
import { signsOf } from "./signs.tsx";
import { Ground, MarkNames, Marks, markBoxes, Patterns, TerrainNames } from "./Terrain.tsx";
import { Tools } from "./Tools.tsx";
import { Tip, Work } from "./Work.tsx";
import { wordsOf } from "./words.ts";

const SNAP = 120; // pixels within which a figure snaps to where it may stand
const SIDES = 4; // sides that have a colour and a ring of their own
const NO_OPTIONS: readonly OptionView[] = [];

/** The board of a scene; nothing for a scene without one. */
export function Board(props: BoardProps) {
  const { board } = props.scene;
  const frame = useMemo(() => (board ? new Frame(board) : null), [board]);
  const standing = useMemo(() => standingIn(props.scene), [props.scene]);
  return frame ? <Table {...props} frame={frame} standing={standing} /> : null;
}

function standingIn(scene: Scene): readonly Standing[] {
  return scene.figures.flatMap((view) => (view.shape ? [{ view, shape: view.shape }] : []));
}

/** The parts that live as long as the board, and the listeners that drive them. */
function useParts(shown: Shown) {
  const svg = useRef<SVGSVGElement>(null);
  const group = useRef<SVGGElement>(null);
  const lens = useRef<HTMLDivElement>(null);
  const live = useRef(shown);
  live.current = shown;
  const [zoom, setZoom] = useState(1);
  const moves = useSignal(0);
  const measuring = useSignal(false);
  const sight = useSignal<Sight>("figure");
  const parts = useMemo(() => {
    const camera = new Camera(setZoom, () => {
      moves.value = moves.peek() + 1;
    });
    const course = new Course({
      ask: (value) => live.current.probe(value),
      commit: (value) => live.current.onDrop(value),
      tell: (ghost) => live.current.onGhost(ghost),
      within: (at) => live.current.frame.within(at),
      reach: () => SNAP / camera.zoom / live.current.frame.scale,
    });
    const conduct = new Conduct(
      () => live.current,
      camera,
      course,
      measuring,
      sight,
      () => svg.current,
    );
    return { camera, course, conduct };
  }, [moves, measuring, sight]);
  const { camera, course, conduct } = parts;

  const show = (at: World) => camera.reveal(live.current.frame.toDraw(at));

  useEffect(() => camera.attach(group.current, shown.frame, lens.current), [camera, shown.frame]);
  useLayoutEffect(() => (svg.current ? follow(svg.current, camera, conduct) : undefined), [camera, conduct]);
  // Another question, or none: the gesture that was to answer the old one is over.
  useEffect(() => {
    const { kind } = course.state.peek();
    if (kind === "move" || kind === "aim") course.cancel();
    if (!shown.still && onTable(shown.form) && shown.form.start) show(ofPoint(shown.form.start));
  }, [course, shown.form, shown.still]);
  const asked = askedOf(shown);
  useEffect(() => {
    const scope = asked ? scopeOf(live.current) : null;
    if (scope) camera.approach(scope);
  }, [camera, asked]);
  useEffect(() => {
    const chosen = live.current.standing.find(({ view }) => view.id === shown.selected);
    if (chosen) show(middle(chosen.shape));
  }, [shown.selected]);
  return { ...parts, svg, group, lens, zoom, moves, measuring, sight };
}

/** What is asked on the board now, as a key that changes with the question; "" for nothing. */
function askedOf({ still, form, choices }: Shown): string {
  if (still) return "";
  if (onTable(form)) return `${form.kind}/${form.figure}/${form.start}`;
  return choices.map((option) => `${option.figure}/${option.spot}`).join();
}

/** The part of the table that a question is about: whoever moves and where it may go, or whom one can choose. */
function scopeOf({ form, choices, standing, frame }: Shown): Scope | null {
  const shapes: Shape[] = [];
  const named = onTable(form) ? [form.figure] : choices.map((option) => option.figure);
  for (const { view, shape } of standing) if (named.includes(view.id)) shapes.push(shape);
  if (onTable(form)) shapes.push(...form.overlays.map((overlay) => overlay.shape));
  else for (const { spot } of choices) if (spot) shapes.push({ type: "disc", x: spot[0], y: spot[1], r: 0 });
  if (shapes.length === 0) return null;
  const { left, right, bottom, top } = around(shapes.map(boxOf));
  const base = 2 * Math.min(...standing.map(({ shape }) => innerRadius(shape))) * frame.scale;
  const from = frame.toDraw(frame.within(world(left, top)));
  return { from, to: frame.toDraw(frame.within(world(right, bottom))), base };
}

/** Listens to hands, keys and the board's size; returns how to stop. */
function follow(svg: SVGSVGElement, camera: Camera, conduct: Conduct): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const gestures = new Gestures(svg, conduct);
  const watch = new ResizeObserver(() => camera.resized(svg.clientWidth, svg.clientHeight));
  watch.observe(svg);
  const down = (event: KeyboardEvent) => {
    if (conduct.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === " ") {
      gestures.space = true;
      if (svg.contains(document.activeElement)) event.preventDefault();
    }
  };
  addEventListener("keydown", down, { signal, capture: true });
  const up = (event: KeyboardEvent) => {
    if (event.key === " ") gestures.space = false;
  };
  addEventListener("keyup", up, { signal });
  const paper = matchMedia("print");
  paper.addEventListener("change", () => camera.print(svg, paper.matches), { signal });
  svg.addEventListener("pointerleave", () => conduct.away(), { signal });
  svg.addEventListener("focusin", (event) => conduct.focus(event.target), { signal });
  return () => {
    ending.abort();
    gestures.end();
    watch.disconnect();
  };
}

function Table(props: Shown) {
  const { scene, frame, standing, lang, form, still, watch, onWatch } = props;
  const words = wordsOf(lang);
  const { svg, group, lens, zoom, moves, measuring, sight, camera, course, conduct } = useParts(props);
  const lifted = useComputed(() => {
    const state = course.state.value;
    return state.kind === "move" && state.form.base ? state.form.figure : "";
  });
  const seeing = sight.value !== "none" && lifted.value === ""; // on the way it sees from elsewhere
  const side = sight.value === "side" ? sideAsked(props) : "";
  useEffect(() => onWatch(side), [side]);
  const light = useMemo(
    () => (side ? together(props.light, watch) : props.light),
    [side, props.light, watch],
  );
  const sides = useMemo(
    () => new Map(scene.sides.map((side, index) => [side.seat, index % SIDES])),
    [scene.sides],
  );
  const sideOf = (seat: string) => sides.get(seat) ?? 0;
  const choices = still ? NO_OPTIONS : props.choices;
  const flagsOf = useFlags({ ...props, light }, choices, lifted.value, seeing, sideOf);
  const overlays = useMemo(
    () => shownOverlays(light, still ? null : form, choices),
    [light, form, still, choices],
  );
  const signs = useMemo(() => signsOf(scene, lang), [scene, lang]);
  const shapeOf = (figure: string, to: readonly [number, number]) => {
    const found = standing.find(({ view }) => view.id === figure);
    return found ? pathOf(carried(found.shape, ofPoint(to)), frame) : "";
  };
  const fine = 2 ** -Math.round(Math.log2(Math.max(zoom, 0.1)));
  const ground = useMemo(() => <Ground frame={frame} />, [frame]);
  const patterns = useMemo(() => <Patterns frame={frame} fine={fine} />, [frame, fine]);
  const marks = useMemo(
    () => <Marks marks={scene.marks} frame={frame} sideOf={sideOf} />,
    [scene.marks, frame, sides],
  );
  const placed = useMemo(() => placedNames(scene.figures, frame, zoom), [scene.figures, frame, zoom]);
  const names = useMemo(() => {
    const taken = [...placed.flatMap(({ boxes }) => boxes), ...markBoxes(scene.marks, frame, zoom)];
    return <TerrainNames frame={frame} zoom={zoom} lang={lang} taken={taken} />;
  }, [frame, zoom, lang, placed, scene.marks]);
  const markNames = useMemo(
    () => (
      <MarkNames marks={scene.marks} frame={frame} zoom={zoom} taken={placed.flatMap(({ boxes }) => boxes)} />
    ),
    [scene.marks, frame, zoom, placed],
  );
  const figureNames = useMemo(() => <FigureNames placed={placed} zoom={zoom} />, [placed, zoom]);
  const lit = useMemo(
    () => <Overlays overlays={overlays} frame={frame} sight={seeing} />,
    [overlays, frame, seeing],
  );
  const zone = useMemo(() => <Overlays overlays={props.zone} frame={frame} sight />, [props.zone, frame]);
  const work = { course, frame, standing, figures: scene.figures, lang, words, camera };
  return (
    <div class="b-board">
      <div ref={lens} class="b-lens">
        <svg
          ref={svg}
          class={`b-svg ${measuring.value ? "b-measuring" : ""} ${lifted.value ? "b-carrying" : ""}`}
          role="group"
          aria-label={words.table}
          tabindex={0}
        >
          <g ref={group} class="b-world">
            {patterns}
            {ground}
            {lit}
            {marks}
            {zone}
            <g class="b-lettering">
              {names}
              {markNames}
            </g>
            <Ways choices={choices} pointed={props.pointed} frame={frame} />
            <Figures figures={scene.figures} frame={frame} flagsOf={flagsOf} />
            <g class="b-lettering">
              <OverlayNames overlays={overlays} standing={standing} frame={frame} zoom={zoom} />
              <Spots
                choices={choices}
                pointed={props.spot}
                frame={frame}
                grid={scene.board?.grid ?? 0}
                onPoint={props.onPoint}
              />
              {figureNames}
              <Ghosts ghosts={props.ghosts} frame={frame} shapeOf={shapeOf} />
              <Work {...work} />
            </g>
          </g>
        </svg>
      </div>
      <Tip {...work} moves={moves} />
      <Hint {...work} form={still ? null : form} measuring={measuring} early={conduct.early} />
      <Told {...work} />
      <Tools
        words={words}
        board={frame.board}
        signs={signs}
        measuring={measuring.value}
        sight={sight.value}
        told={side ? (watch?.notes[0]?.text ?? "") : ""}
        onZoom={(factor) => camera.zoomBy(factor)}
        onFit={() => camera.fit()}
        onMeasure={() => (measuring.value ? conduct.stopMeasuring() : conduct.startMeasuring())}
        onSight={() => {
          sight.value = NEXT_SIGHT[sight.value];
        }}
      />
    </div>
  );
}

/** The side whose sight is asked for: the selected figure's, else one's own, else the one whose hand it is. */
function sideAsked({ scene, selected, me }: Shown): string {
  const chosen = scene.figures.find(({ id }) => id === selected)?.seat;
  const active = scene.sides.find((side) => side.active)?.seat;
  return chosen ?? me[0] ?? active ?? scene.sides[0]?.seat ?? "";
}

/** The light of a figure, with the shadows of its whole side instead of its own. */
function together(light: Spotlight | null, watch: Spotlight | null): Spotlight | null {
  if (!watch) return light;
  const own = (light?.overlays ?? []).filter(({ kind }) => kind !== "shadow" && kind !== "sight");
  return {
    figure: light?.figure ?? "",
    overlays: [...own, ...watch.overlays],
    seen: watch.seen,
    notes: light?.notes ?? [],
  };
}

/** What of a figure's own reach is hidden where a question shows where it may go. */
const ASKED = ["reach", "limit"];
/** And where squares are shaded with what they cost and who may strike: this way is not the figure's plain move. */
const SHADED = [...ASKED, "threat"];

/** What is lit: all of the selected figure, but where one is asked where it goes, only where it may go. */
function shownOverlays(
  light: Spotlight | null,
  form: FormView | null,
  choices: readonly OptionView[],
): readonly Overlay[] {
  const lit = light?.overlays ?? [];
  if (choices.some(({ spot, mark, way }) => (spot && mark) || way.length > 1))
    return lit.filter(({ kind }) => !SHADED.includes(kind));
  if (!onTable(form) || form.overlays.length === 0) return lit;
  return [...lit.filter(({ kind }) => !ASKED.includes(kind)), ...form.overlays];
}

/** What the board knows of each figure beside its view. */
function useFlags(
  { light, form, selected, pointed, still }: Shown,
  choices: readonly OptionView[],
  lifted: string,
  sight: boolean,
  sideOf: (seat: string) => number,
): (view: FigureView) => Flags {
  const chosen = useMemo(() => new Set(choices.map((option) => option.figure)), [choices]);
  const seen = useMemo(
    () => (sight && light && light.seen.length > 0 ? new Set(light.seen) : null),
    [light, sight],
  );
  const mover = !still && onTable(form) && form.base ? form.figure : "";
  return (view) => ({
    side: sideOf(view.seat),
    selected: view.id === selected,
    choice: chosen.has(view.id),
    pointed: pointed.includes(view.id),
    unseen: seen !== null && light?.figure !== view.id && !seen.has(view.id),
    mover: view.id === mover,
    lifted: view.id === lifted,
  });
}

/**
 * The board alone, on moments that tools/page_fixtures.py wrote: `npm run dev`, then
 * /dev/gallery.html?moment=agguato-al-guado-middle&theme=dark&lang=en&select=a1&form=1&crowd=80. It is no part of what is built.
 */
import { signal } from "@preact/signals";
import { render } from "preact";
import { Board } from "../src/board/index.ts";
import type {
  FigureView,
  FormView,
  Ghost,
  GhostSeen,
  Probe,
  Question,
  Scene,
  Spotlight,
  Value,
} from "../src/protocol.ts";
import { crowded } from "./crowd.ts";
import "./gallery.css";

interface Moment {
  readonly scene: Scene;
  readonly question: Question | null;
  readonly light: Spotlight;
}

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
const name = asked.get("moment") ?? "agguato-al-guado-middle";
const moment = (await (await fetch(`/dev/fixtures/${name}.json`)).json()) as Moment;
const crowd = Number(asked.get("crowd") ?? 0);

const scene = signal(crowd > 0 ? crowded(moment.scene, crowd) : moment.scene);
const wanted = asked.get("select") ?? "";
const selected = signal(wanted === "FIRST" ? moment.light.figure : wanted);
const ghosts = signal<readonly GhostSeen[]>([]);
const form = signal(asked.get("form") === "0" ? null : formOf(moment.question));
const log: unknown[] = [];

/** The form of the question; of a crowd the first one moves. */
function formOf(question: Question | null): FormView | null {
  if (!question || crowd === 0) return question?.form ?? null;
  const [first] = scene.value.figures;
  if (first?.shape?.type !== "disc") return null;
  return {
    ...question.form,
    figure: first.id,
    start: [Math.round(first.shape.x), Math.round(first.shape.y)],
  };
}

/** Stands in for the server: a place is legal within the shaded zone. */
async function probe(value: unknown): Promise<Probe> {
  await new Promise((done) => setTimeout(done, 15));
  const { holds, world } = await import("../src/board/geometry.ts");
  const [x, y] = value as [number, number];
  const zone = form.value?.overlays.find(({ kind }) => kind === "reach")?.shape;
  const legal = !zone || holds(zone, world(x, y));
  const near = form.value?.default as Value;
  const reason = legal ? "" : "Troppo lontano: il tiro dà 6 cm di movimento.";
  return {
    legal,
    reason,
    rules: legal ? [] : ["CDC-ACT-03"],
    suggest: legal ? null : near,
    length: -1,
    notes: [],
    overlays: [],
  };
}

async function drop(value: unknown): Promise<string> {
  log.push(value);
  const [x, y] = value as [number, number];
  const moved = (figure: FigureView): FigureView =>
    figure.id === form.value?.figure && figure.shape?.type === "disc"
      ? { ...figure, shape: { ...figure.shape, x, y } }
      : figure;
  scene.value = { ...scene.value, figures: scene.value.figures.map(moved) };
  form.value = null;
  return "";
}

function Gallery() {
  const question = moment.question;
  const choices = question?.form.branch?.options.filter((option) => option.figure || option.spot) ?? [];
  return (
    <Board
      scene={scene.value}
      me={["a", "b"]}
      lang={asked.get("lang") === "en" ? "en" : "it"}
      still={false}
      selected={selected.value}
      onSelect={(figure) => {
        selected.value = figure;
      }}
      light={selected.value && selected.value === moment.light.figure ? moment.light : null}
      watch={null}
      onWatch={() => undefined}
      choices={choices}
      onChoose={(option) => log.push(option.label)}
      onPoint={() => undefined}
      zone={[]}
      form={form.value}
      probe={probe}
      onDrop={drop}
      ghosts={ghosts.value}
      onGhost={(ghost) => log.push(ghost)}
      spot={null}
      pointed={[]}
    />
  );
}

/** For the scripts that drive this page. */
Object.assign(window, {
  gallery: {
    log,
    ghost: (by: string, name: string, ghost: Ghost) => {
      ghosts.value = [{ type: "ghost_seen", by, name, ghost }];
    },
    hurt: (id: string) => {
      const less = (figure: FigureView): FigureView =>
        figure.id === id
          ? {
              ...figure,
              meters: figure.meters.map((meter) => ({ ...meter, now: Math.max(0, meter.now - 1) })),
            }
          : figure;
      scene.value = { ...scene.value, figures: scene.value.figures.map(less) };
    },
  },
});

const root = document.getElementById("app");
if (root) render(<Gallery />, root);

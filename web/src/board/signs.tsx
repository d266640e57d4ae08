/** What the legend explains beside terrain: sides and signs that are on the table now, and only those. */
import type { Scene } from "../protocol.ts";
import type { Lang } from "../text/index.ts";
import { arcPath } from "./geometry.ts";
import type { Sign } from "./Terrain.tsx";

const WORDS = {
  it: {
    wounds: "Ferite",
    prone: "A terra",
    image: "Immagine",
    active: "Può agire",
  },
  en: {
    wounds: "Wounds",
    prone: "Prone",
    image: "Image",
    active: "May act",
  },
} as const;

type Word = keyof (typeof WORDS)["it"];

/** The signs of a scene, in a fixed order. */
export function signsOf(scene: Scene, lang: Lang): readonly Sign[] {
  const there = scene.figures.filter((figure) => figure.shape !== null);
  const marked = (mark: string) => there.some((figure) => figure.marks.includes(mark));
  const hurt = there.some(({ meters }) => meters[0] !== undefined && meters[0].now < meters[0].full);
  const here: readonly (readonly [Word, boolean])[] = [
    ["active", marked("active")],
    ["wounds", hurt],
    ["prone", marked("prone")],
    ["image", marked("image")],
  ];
  return [
    ...scene.sides.map((side, index) => ({
      id: `side-${side.seat}`,
      label: side.name,
      sample: base(index % 4),
    })),
    ...here.flatMap(([word, shown]) =>
      shown ? [{ id: word, label: WORDS[lang][word], sample: SAMPLES[word] }] : [],
    ),
  ];
}

const SQUARE = "M-4 -2A2 2 0 0 1 -2 -4H2A2 2 0 0 1 4 -2V2A2 2 0 0 1 2 4H-2A2 2 0 0 1 -4 2Z";

function base(side: number) {
  return (
    <g class={`b-side-${side}`}>
      <circle class="b-base" r={8.5} />
      <circle class="b-ring" r={7.2} stroke-width={1.6} />
      {side === 1 ? <path class="b-core" d={SQUARE} /> : <circle class="b-core" r={4.6} />}
    </g>
  );
}

const SAMPLES: Readonly<Record<Word, preact.JSX.Element>> = {
  active: (
    <g class="b-side-0 b-active">
      <circle class="b-halo" r={7.5} />
      <circle class="b-base" r={6} />
    </g>
  ),
  wounds: (
    <g class="b-side-0">
      <circle class="b-base" r={8.5} />
      <circle class="b-ring" r={7} stroke-width={1.6} />
      <path class="b-lost" d={arcPath(7, 0, 0.4)} stroke-width={2.6} />
    </g>
  ),
  prone: (
    <g class="b-lying">
      <rect class="b-plate" x={-13} y={-5.5} width={26} height={11} rx={5.5} />
      <circle class="b-body" cx={-7.5} cy={-0.5} r={2.4} />
      <path class="b-body-line" d="M-2.5 -.5H8.5" />
    </g>
  ),
  image: (
    <g class="b-side-0 b-image">
      <circle class="b-base" r={8} />
      <circle class="b-core" r={5} />
    </g>
  ),
};

/** Samples of what lies about, by the kind of mark. */
export const MARK_SAMPLES: Readonly<Record<string, preact.JSX.Element>> = {
  corpse: (
    <g class="b-mark-corpse" transform="scale(8)">
      <circle class="b-grave" r={1} />
      <path class="b-cross" d="M-.42 -.42 .42 .42M.42 -.42 -.42 .42" />
    </g>
  ),
  token: (
    <path
      class="b-gem"
      transform="scale(6.5)"
      d="M0 -1.2 1 0 0 1.2 -1 0ZM-1 0H1M-.45 0 0 -1.2 .45 0 0 1.2Z"
    />
  ),
  zone: <circle class="b-area" r={8} />,
  access: <path class="b-post b-side-0" transform="scale(6.5)" d="M0 -1.2 1.2 0 0 1.2 -1.2 0Z" />,
  line: (
    <g class="b-mark-line">
      <path class="b-area" d="M-12 5 12 -5" />
    </g>
  ),
  placed: (
    <g class="b-mark-placed">
      <circle class="b-area" r={7} />
    </g>
  ),
};

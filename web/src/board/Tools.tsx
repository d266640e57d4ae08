/** What stands at the board's edge: zoom, ruler, sight, and the legend of what is on this table. */
import { useState } from "preact/hooks";
import type { Board } from "../protocol.ts";
import type { Sight } from "./conduct.ts";
import { calm, setCalm } from "./motion.ts";
import { LegendList, type Sign } from "./Terrain.tsx";
import type { BoardWords } from "./words.ts";

interface Props {
  readonly words: BoardWords;
  readonly board: Board;
  readonly signs: readonly Sign[];
  readonly measuring: boolean;
  readonly sight: Sight;
  /** What the side that is shown sees, in a sentence; "" for none. */
  readonly told: string;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onMeasure: () => void;
  readonly onSight: () => void;
}

export function Tools(props: Props) {
  const { words, board, signs, measuring, sight, told, onZoom, onFit, onMeasure, onSight } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <p class="b-watch" role="status">
        {told}
      </p>
      <div class="b-tools" role="toolbar" aria-label={words.table}>
        <button type="button" title={words.zoomIn} aria-label={words.zoomIn} onClick={() => onZoom(1.35)}>
          <Glyph d="M8 3V13M3 8H13" />
        </button>
        <button
          type="button"
          title={words.zoomOut}
          aria-label={words.zoomOut}
          onClick={() => onZoom(1 / 1.35)}
        >
          <Glyph d="M3 8H13" />
        </button>
        <button type="button" title={words.fit} aria-label={words.fit} onClick={onFit}>
          <Glyph d="M2.5 6V2.5H6M10 2.5H13.5V6M13.5 10V13.5H10M6 13.5H2.5V10" />
        </button>
        <button type="button" title={words.measureKey} aria-pressed={measuring} onClick={onMeasure}>
          <Glyph d="M1.5 10.5 10.5 1.5 14.5 5.5 5.5 14.5ZM4 8 5.5 9.5M6.5 5.5 8 7M9 3 10.5 4.5" />
          <span>{words.measure}</span>
        </button>
        <button type="button" title={words.sightKey} aria-pressed={sight !== "none"} onClick={onSight}>
          <Glyph d="M1.5 8Q8 1.5 14.5 8 8 14.5 1.5 8ZM8 6a2 2 0 1 1 0 4a2 2 0 1 1 0 -4Z" />
          <span>{sight === "side" ? words.sightSide : words.sight}</span>
        </button>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Glyph d="M2 3.5H5V6.5H2ZM2 9.5H5V12.5H2ZM7.5 5H14M7.5 11H14" />
          <span>{words.legend}</span>
        </button>
      </div>
      <div class={`b-legend ${open ? "" : "b-shut"}`}>
        <LegendList board={board} signs={signs} />
        <label class="b-calm">
          <input
            type="checkbox"
            checked={calm.value}
            onChange={(event) => setCalm(event.currentTarget.checked)}
          />
          {words.calm}
        </label>
      </div>
    </>
  );
}

function Glyph({ d }: { readonly d: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

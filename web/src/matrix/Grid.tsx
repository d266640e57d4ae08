/** The matrix itself: a number in each cell, and a shade; the arrow keys go from cell to cell. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { lang } from "../net/settings.ts";
import type { MatrixMeasure, MatrixPair } from "../protocol.ts";
import { number } from "../text/index.ts";
import { words } from "./words.ts";
import { type Known, meanOf, mostOf, numberOf, shade } from "./work.ts";

export interface Cell {
  readonly one: string;
  readonly other: string;
}

interface GridProps {
  ids: readonly string[];
  columns: readonly string[];
  names: ReadonlyMap<string, string>;
  known: Known;
  measure: MatrixMeasure;
  onCell: (cell: Cell) => void;
}

/** A number of a measure, as people read it. */
export function shown(value: number, measure: MatrixMeasure): string {
  if (!measure.share) return number(lang.value, value, 2);
  return value > 0 && value < 0.0005 ? `<${number(lang.value, 0.1)}%` : `${number(lang.value, 100 * value)}%`;
}

export function Grid({ ids, columns, names, known, measure, onCell }: GridProps) {
  const t = words.value;
  const most = mostOf(known, columns, measure);
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (!table.current?.querySelector('td[tabindex="0"]'))
      cellAt(table.current, 0, 0)?.setAttribute("tabindex", "0");
  });
  return (
    <div class="matrix-box">
      <table
        class="matrix"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the focus, one at a time
        role="grid"
        aria-readonly="true"
        ref={table}
        onKeyDown={(event) => walk(event, table.current)}
        onFocusIn={(event) => arrive(event.target as Element, table.current, onCell)}
        onClick={(event) => (event.target as Element).closest<HTMLElement>("td[data-other]")?.focus()}
      >
        <caption>{measure.text}</caption>
        <thead>
          <tr>
            <td class="matrix-corner">{t.attacker}</td>
            <th scope="col" class="matrix-mean">
              <span>{t.mean}</span>
            </th>
            {columns.map((id) => (
              <th key={id} scope="col" title={names.get(id)}>
                <span>{names.get(id)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((one) => {
            const mean = meanOf(known, one, columns, measure.word);
            return (
              <tr key={one} data-one={one}>
                <th scope="row" title={names.get(one)}>
                  {names.get(one)}
                </th>
                <td class="matrix-mean">{mean === null ? "" : shown(mean, measure)}</td>
                {columns.map((other) => (
                  <Square
                    key={other}
                    other={other}
                    pair={known.get(one)?.get(other)}
                    measure={measure}
                    most={most}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface SquareProps {
  other: string;
  pair: MatrixPair | undefined;
  measure: MatrixMeasure;
  most: number;
}

function Square({ other, pair, measure, most }: SquareProps) {
  const value = numberOf(pair, measure.word);
  const about = pair && !pair.exact && !("wins" in pair.numbers) ? "≈" : "";
  return (
    <td
      data-other={other}
      data-heat={value === null ? undefined : shade(value, most)}
      tabIndex={-1}
      class={pair ? undefined : "missing"}
    >
      {value === null ? (pair ? "–" : "") : `${about}${shown(value, measure)}`}
    </td>
  );
}

function cellAt(table: HTMLTableElement | null, row: number, column: number): HTMLElement | null {
  const line = table?.tBodies[0]?.rows[row];
  return line?.querySelectorAll<HTMLElement>("td[data-other]")[column] ?? null;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** The arrow keys lead to the next cell, Home and End to the ends of the row. */
function walk(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const step = STEPS[event.key];
  const cell = (event.target as Element).closest<HTMLElement>("td[data-other]");
  const line = cell?.closest("tr");
  if (!step || !cell || !line || event.ctrlKey || event.altKey || event.metaKey) return;
  const row = [...(line.parentElement?.children ?? [])].indexOf(line);
  const cells = [...line.querySelectorAll("td[data-other]")];
  const column = Math.max(0, Math.min(cells.length - 1, cells.indexOf(cell) + step[1]));
  cellAt(table, row + step[0], column)?.focus();
  event.preventDefault();
}

/** The cell that has the focus is the one that Tab comes back to, and is told in detail. */
function arrive(target: Element, table: HTMLTableElement | null, onCell: (cell: Cell) => void): void {
  const cell = target.closest<HTMLElement>("td[data-other]");
  const one = cell?.closest("tr")?.dataset.one;
  if (!cell || !one) return;
  for (const before of table?.querySelectorAll('td[tabindex="0"]') ?? [])
    before.setAttribute("tabindex", "-1");
  cell.setAttribute("tabindex", "0");
  onCell({ one, other: cell.dataset.other ?? "" });
}

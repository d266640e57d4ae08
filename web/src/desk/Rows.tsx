/** Everybody who is there, side by side with their numbers; chosen by a finger, the mouse or the keyboard. */
import type { CreatureRow, DeskSide, DeskView, Track } from "../protocol.ts";
import { signed } from "../text/index.ts";
import type { Bench } from "./bench.ts";
import { besideTags } from "./orders.ts";
import { words } from "./words.ts";

export function Rows({ bench, view }: { bench: Bench; view: DeskView }) {
  const t = words.value;
  const sides = view.sides.filter((side) => view.rows.some((row) => row.side === side.seat));
  return (
    <section class="desk-rows" aria-label={t.creatures}>
      <Order view={view} />
      {sides.length === 0 && <p class="lead">{t.empty}</p>}
      {sides.map((side) => (
        <SideRows
          key={side.seat}
          bench={bench}
          side={side}
          rows={view.rows.filter((row) => row.side === side.seat)}
        />
      ))}
    </section>
  );
}

/** The order of initiative, where the game has one; whoever has its turn is marked. */
export function Order({ view }: { view: DeskView }) {
  const t = words.value;
  const rows = new Map(view.rows.map((row) => [row.id, row]));
  const inOrder = view.order.flatMap((id) => rows.get(id) ?? []);
  if (inOrder.length === 0) return null;
  return (
    <ol class="desk-order" aria-label={t.order}>
      {inOrder.map((row) => (
        <li key={row.id} class={row.active ? "active" : ""} aria-current={row.active ? "step" : undefined}>
          <span class="side-sign" data-seat={row.side} aria-hidden="true" /> {row.name}
        </li>
      ))}
    </ol>
  );
}

function SideRows({ bench, side, rows }: { bench: Bench; side: DeskSide; rows: readonly CreatureRow[] }) {
  const t = words.value;
  const ids = rows.map((row) => row.id);
  const all = ids.every((id) => bench.chosen.value.includes(id));
  return (
    <section class="desk-side" aria-label={side.name}>
      <header class={side.active ? "active" : ""}>
        <input
          type="checkbox"
          checked={all}
          aria-label={t.chooseSide(side.name)}
          onChange={() => bench.chooseAll(ids)}
        />
        <span class="side-sign" data-seat={side.seat} />
        <h2>{side.name}</h2>
        {side.active && <span class="mark">{t.turn}</span>}
      </header>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Row bench={bench} row={row} turn={row.active && !side.active} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `turn`: it is its own turn, not its whole side's. */
function Row({ bench, row, turn }: { bench: Bench; row: CreatureRow; turn: boolean }) {
  const t = words.value;
  const chosen = bench.chosen.value.includes(row.id);
  const here = bench.cursor.value === row.id;
  const kind = ["creature-row", row.state, row.hidden && "hidden-one", chosen && "chosen", here && "here"];
  return (
    <div class={kind.filter(Boolean).join(" ")} data-creature={row.id}>
      <label class="pick">
        <input
          type="checkbox"
          checked={chosen}
          aria-label={t.choose(row.name)}
          onChange={() => bench.choose(row.id, true)}
        />
        <span class="number" aria-hidden="true">
          {row.number || ""}
        </span>
      </label>
      <button
        type="button"
        class="who"
        aria-pressed={chosen}
        onClick={(event) => bench.choose(row.id, event.ctrlKey || event.metaKey || event.shiftKey)}
      >
        <b>{row.name}</b>
        <span class="hint">
          {besideTags(row)}
          {turn && ` · ${t.turn}`}
        </span>
      </button>
      <ul class="tracks">
        {row.tracks.map((track) => (
          <li key={track.name} class={track.low ? "low" : ""}>
            <TrackView track={track} />
          </li>
        ))}
        {row.armour && (
          <li title={row.armour.text || undefined}>
            <span>{row.armour.label}</span> <b>{row.armour.value}</b>
          </li>
        )}
      </ul>
      <Tags row={row} />
    </div>
  );
}

export function TrackView({ track }: { track: Track }) {
  return (
    <>
      <span>{track.label}</span>{" "}
      <b>
        {track.now < 0 ? signed(track.now) : track.now}
        {track.full > 0 && track.now !== track.full && <small>/{track.full}</small>}
        {track.low && <span aria-hidden="true"> !</span>}
      </b>
    </>
  );
}

/** Conditions, fatigue, notes, and whether the players see it: each a word, never a colour alone. */
function Tags({ row }: { row: CreatureRow }) {
  const t = words.value;
  const none = row.tags.length + row.notes.length === 0 && !row.hidden;
  if (none) return null;
  return (
    <ul class="tags">
      {row.hidden && <li class="veil">{t.isHidden}</li>}
      {row.tags.map((tag) => (
        <li key={`${tag.kind}/${tag.id}`} title={tag.text || undefined}>
          {tag.label}
          {tag.count > 1 && ` ${tag.count}`}
        </li>
      ))}
      {row.notes.map((note) => (
        <li key={note.id} class="note">
          {note.text}
        </li>
      ))}
    </ul>
  );
}

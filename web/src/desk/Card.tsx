/** Whoever is chosen alone: rolls with one key, conditions to lift, notes, what they have, and overruling. */
import { useState } from "preact/hooks";
import { RuleLink } from "../app/RuleLink.tsx";
import type { CreatureRow, DeskNote, DeskView, Tag } from "../protocol.ts";
import type { Bench } from "./bench.ts";
import { offer, order } from "./orders.ts";
import { words } from "./words.ts";

export function Card({ bench, view, row }: { bench: Bench; view: DeskView; row: CreatureRow }) {
  const t = words.value;
  const offered = (what: string) => offer(view, what);
  const [whole, setWhole] = useState(false);
  return (
    <section class={whole ? "desk-card whole" : "desk-card"} aria-label={row.name}>
      <header>
        <h2>{row.name}</h2>
        <p class="hint">
          {row.role}, {row.said}
          {row.hidden && ` · ${t.isHidden}`}
        </p>
        <button
          type="button"
          class="quiet only-narrow"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {t.more}
        </button>
      </header>
      {row.quick.length > 0 && (
        <div class="row quick-rolls" role="group" aria-label={t.quick}>
          {row.quick.map((quick, at) => (
            <button type="button" key={quick.label} onClick={() => void bench.give(quick.value)}>
              {at < 9 && <kbd>{at + 1}</kbd>} {quick.label}
            </button>
          ))}
        </div>
      )}
      {row.tags.length > 0 && (
        <ul class="card-tags">
          {row.tags.map((tag) => (
            <li key={`${tag.kind}/${tag.id}`}>
              <TagLine bench={bench} row={row} tag={tag} liftable={liftable(view, tag)} />
            </li>
          ))}
        </ul>
      )}
      <Notes bench={bench} notes={row.notes} erasable={Boolean(offered("erase"))} />
      {row.details.length > 0 && (
        <dl class="card-details" aria-label={t.details}>
          {row.details.map((detail, at) => (
            <div key={at}>
              <dt>
                <RuleLink rules={detail.rules}>{detail.label}</RuleLink>
              </dt>
              <dd>{[detail.value, detail.text].filter(Boolean).join(" · ")}</dd>
            </div>
          ))}
        </dl>
      )}
      <div class="row">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            bench.open.value = { what: "overrule", who: row.id };
          }}
        >
          {t.overrule}
        </button>
        {["note", row.hidden ? "show" : "hide", "remove"]
          .map(offered)
          .filter((one) => one !== undefined)
          .map((one) => (
            <button type="button" class="quiet" key={one.do} onClick={() => bench.call(one)}>
              {one.label}
            </button>
          ))}
      </div>
    </section>
  );
}

/** Whether the desk offers to lift what a tag says. */
function liftable(view: DeskView, tag: Tag): boolean {
  const field = offer(view, "lift")?.fields.find((one) => one.kind === "choice");
  return field?.choices.some((choice) => choice.key === tag.id) ?? false;
}

interface TagProps {
  bench: Bench;
  row: CreatureRow;
  tag: Tag;
  liftable: boolean;
}

function TagLine({ bench, row, tag, liftable: can }: TagProps) {
  const t = words.value;
  return (
    <>
      <span>
        <b>{tag.label}</b>
        {tag.count > 1 && ` ${tag.count}`} {tag.text && <span class="hint">{tag.text}</span>}
      </span>
      {can && (
        <button
          type="button"
          class="close"
          aria-label={t.lift(tag.label)}
          onClick={() => void bench.give(order("lift", { who: [row.id], condition: tag.id }))}
        >
          ×
        </button>
      )}
    </>
  );
}

interface NotesProps {
  bench: Bench;
  notes: readonly DeskNote[];
  erasable: boolean;
}

export function Notes({ bench, notes, erasable }: NotesProps) {
  const t = words.value;
  if (notes.length === 0) return null;
  return (
    <ul class="card-tags">
      {notes.map((note) => (
        <li key={note.id}>
          <span>
            {note.text} {note.secret && <span class="mark">{t.secretNote}</span>}
          </span>
          {erasable && (
            <button
              type="button"
              class="close"
              aria-label={t.eraseNote(note.text)}
              onClick={() => void bench.give(order("erase", { note: note.id }))}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The card of a figure: what it is, what it has left, what holds of it. */
import { signal } from "@preact/signals";
import { RuleLink } from "../app/RuleLink.tsx";
import { DieIcon } from "../journal/Dice.tsx";
import { keep, kept } from "../net/settings.ts";
import type { Badge, FigureView, Meter, Note, Spotlight } from "../protocol.ts";
import { texts } from "../text/index.ts";

const STAT = /^[+−-]?\d+$/;

interface CardProps {
  figure: FigureView;
  light: Spotlight | null;
  onClose: () => void;
}

export function FigureCard({ figure, light, onClose }: CardProps) {
  const t = texts.value.card;
  const short = figure.notes.filter((note) => STAT.test(note.value));
  const long = figure.notes.filter((note) => !short.includes(note));
  const can = light?.figure === figure.id ? light.notes : [];
  return (
    <section class="card" data-seat={figure.seat} aria-label={figure.name}>
      <header>
        <span class="side-sign" data-seat={figure.seat} aria-hidden="true" />
        <h2>{figure.name}</h2>
        <span class="role">{figure.role}</span>
        <button type="button" class="close" aria-label={t.close} onClick={onClose}>
          ×
        </button>
      </header>
      <div class="vitals">
        {figure.meters.map((meter) => (
          <MeterBar key={meter.label} meter={meter} />
        ))}
        <Badges badges={figure.badges} />
      </div>
      <Stats notes={short} />
      {long.length + can.length > 0 && (
        <details
          class="whole"
          open={wholeCard.value}
          onToggle={(event) => keepWhole(event.currentTarget.open)}
        >
          <summary>{t.whole}</summary>
          <Notes notes={[...can, ...long]} />
        </details>
      )}
    </section>
  );
}

/** Whether cards are read whole: chosen once, kept for every card. */
const wholeCard = signal(kept("card") === "whole");

function keepWhole(open: boolean): void {
  wholeCard.value = open;
  keep("card", open ? "whole" : "short");
}

/** Numbers in a row; a label that stands twice is shown with its last value first and the others after a stroke. */
function Stats({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul class="stats">
      {grouped(notes).map(([label, rows]) => (
        <li key={label}>
          <RuleLink rules={rows.flatMap((note) => note.rules)}>{label}</RuleLink>{" "}
          {rows.map((note, place) => (
            <b key={`${note.value}/${note.text}`} title={note.text || undefined}>
              {place > 0 && " / "}
              {note.value}
            </b>
          ))}
        </li>
      ))}
    </ul>
  );
}

function MeterBar({ meter }: { meter: Meter }) {
  const part = meter.full > 0 ? Math.max(0, Math.min(1, meter.now / meter.full)) : 0;
  return (
    <span class="meter">
      <span class="meter-label">{meter.label}</span>
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-all" width="100" height="4" />
        <rect class={part <= 0.34 ? "bar-part low" : "bar-part"} width={part * 100} height="4" />
      </svg>
      <b>
        {meter.now}/{meter.full}
      </b>
    </span>
  );
}

function Badges({ badges }: { badges: readonly Badge[] }) {
  if (badges.length === 0) return null;
  return (
    <ul class="badges">
      {badges.map((badge) => (
        <li
          key={`${badge.kind}/${badge.icon}/${badge.label}`}
          class={`badge of-${badge.kind}`}
          title={badge.text || badge.label}
        >
          <BadgeSign badge={badge} />
        </li>
      ))}
    </ul>
  );
}

function BadgeSign({ badge }: { badge: Badge }) {
  const sides = badge.kind === "die" ? /^d(\d+)$/.exec(badge.icon)?.[1] : undefined;
  if (!sides) {
    return (
      <>
        {badge.label}
        {badge.count > 0 && <b> {badge.count}</b>}
      </>
    );
  }
  return (
    <>
      <DieIcon sides={Number(sides)} />
      <span class={badge.text ? "bound" : undefined}>{badge.label}</span>
      {badge.count > 1 && <b>×{badge.count}</b>}
    </>
  );
}

/** Notes by their labels. */
function grouped(notes: readonly Note[]): readonly [string, readonly Note[]][] {
  const groups = new Map<string, Note[]>();
  for (const note of notes) groups.set(note.label, [...(groups.get(note.label) ?? []), note]);
  return [...groups];
}

/** Notes of one label stand together. */
function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <dl class="notes">
      {grouped(notes).map(([label, rows]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {rows.map((note, place) => (
              <span key={`${note.value}/${note.text}`} title={note.value ? note.text : undefined}>
                {place > 0 && ", "}
                <RuleLink rules={note.rules}>{note.value || note.text}</RuleLink>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The panel: one question at a time, always answerable; or, where there is none, for whom the table waits.
 *
 * Everything here comes from the server: the question, its options, their odds, and why something is refused.
 */
import { useEffect, useRef } from "preact/hooks";
import { RuleLink } from "../app/RuleLink.tsx";
import { Told } from "../app/Told.tsx";
import { lang } from "../net/settings.ts";
import type { Known } from "../net/store.ts";
import type { Probe, Question, Value } from "../protocol.ts";
import { listed, texts } from "../text/index.ts";
import type { Asker } from "./asker.ts";
import type { Asking, Reason } from "./asking.ts";
import { Choices } from "./Choices.tsx";
import { CompareButton } from "./Compare.tsx";
import { FaceForm, type FormProps, NumberForm, OrderForm, ShareForm, SplitForm, WordForm } from "./Forms.tsx";
import { ArcForm, PlaceForm, RouteForm } from "./Spots.tsx";

interface PanelProps {
  asker: Asker;
  game: Known;
  probe: (value: Value) => Promise<Probe | null>;
}

export function Panel({ asker, game, probe }: PanelProps) {
  const asking = asker.asking.value;
  return (
    <section class="panel" aria-label={texts.value.panel.name}>
      {asker.late.value && <Refusal reason={asker.late.value} />}
      {asking ? <Ask asker={asker} asking={asking} game={game} probe={probe} /> : <Waits game={game} />}
      <Offers asker={asker} open={asking?.question ?? null} game={game} />
    </section>
  );
}

/** The name of a seat, as it is called at this table. */
export function seatName(game: Known, seat: string): string {
  return game.table.seats.find((row) => row.seat === seat)?.name || seat.toUpperCase();
}

function Ask({ asker, asking, game, probe }: PanelProps & { asking: Asking }) {
  const { question } = asking;
  const title = useRef<HTMLHeadingElement>(null);
  const shown = `${question.decision}/${question.seat}/${asking.path.length}`;
  useEffect(() => {
    const active = document.activeElement;
    if (!active || active === document.body || !active.isConnected)
      title.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      <header class="question">
        {game.table.me.length > 1 && <p class="who">{seatName(game, question.seat)}</p>}
        <Crumbs asker={asker} asking={asking} />
        <h2 ref={title} tabIndex={-1} aria-live="polite">
          {asking.path.length > 0 && asking.branch ? asking.branch.title : question.text}
          <RuleLink rules={question.rules} />
        </h2>
      </header>
      {asking.refusal && <Refusal reason={asking.refusal} />}
      <div
        class={asking.stage === "choosing" ? "answering" : "answering busy"}
        aria-busy={asking.stage !== "choosing"}
      >
        <AnyForm key={formKey(question)} asker={asker} asking={asking} game={game} probe={probe} />
      </div>
    </>
  );
}

/** Why an answer was not taken. */
function Refusal({ reason }: { reason: Reason }) {
  return (
    <p class="refusal" role="alert">
      <Told text={reason.text} /> <RuleLink rules={reason.rules} />
    </p>
  );
}

/** The way taken so far; each step leads back to it. */
function Crumbs({ asker, asking }: { asker: Asker; asking: Asking }) {
  const t = texts.value.panel;
  if (asking.path.length === 0) {
    return asking.question.free ? (
      <button type="button" class="crumb-back" onClick={() => asker.back()}>
        ← {t.dontSpeak}
      </button>
    ) : null;
  }
  return (
    <nav class="crumbs" aria-label={t.way}>
      <button type="button" class="crumb-back" onClick={() => asker.back()} aria-keyshortcuts="Escape">
        ← {t.back}
      </button>
      <span>{asking.path.map((step) => step.option.label).join(" › ")}</span>
    </nav>
  );
}

/** Another question, or the same one with another proposal, begins with a fresh form. */
function formKey(question: Question): string {
  return `${question.decision}/${question.seat}/${JSON.stringify(question.form.default)}`;
}

function AnyForm({ asker, asking, game, probe }: PanelProps & { asking: Asking }) {
  const { question } = asking;
  const props: FormProps = {
    question,
    busy: asking.stage === "sending",
    onAnswer: (value) => void asker.commit(value),
  };
  const spot = { ...props, probe, measure: game.scene.board?.unit ?? { symbol: "", size: 1 } };
  switch (question.form.kind) {
    case "pick":
    case "tree":
      return (
        <>
          <Choices asker={asker} asking={asking} />
          <CompareButton asker={asker} asking={asking} />
        </>
      );
    case "face":
      return <FaceForm {...props} />;
    case "number":
      return <NumberForm {...props} />;
    case "word":
      return <WordForm {...props} />;
    case "order":
      return <OrderForm {...props} />;
    case "share":
      return <ShareForm {...props} />;
    case "split":
      return <SplitForm {...props} />;
    case "place":
      return <PlaceForm {...spot} />;
    case "arc":
      return <ArcForm {...spot} />;
    case "route":
      return <RouteForm {...spot} />;
    default:
      return <Proposed {...props} />;
  }
}

/** A form this page does not know: what the rules propose can still be taken. */
function Proposed({ question, busy, onAnswer }: FormProps) {
  return (
    <button type="button" class="primary" disabled={busy} onClick={() => onAnswer(question.form.default)}>
      {texts.value.panel.takeProposed}
    </button>
  );
}

/** For whom the table waits: a person, the computer, nobody any more. */
function Waits({ game }: { game: Known }) {
  const t = texts.value.panel;
  const over = game.table.over || game.scene.result;
  if (over) {
    return (
      <header class="question over">
        <h2 aria-live="polite">{game.scene.result || t.over}</h2>
      </header>
    );
  }
  const names = listed(
    lang.value,
    game.waiting.seats.map((seat) => seatName(game, seat)),
  );
  const kind = game.waiting.computer ? "computer" : "person";
  const text = game.waiting.text || (game.waiting.computer ? t.computerThinks(names) : t.waitsFor(names));
  return (
    <header class={`question waiting ${kind}`}>
      <span class="pulse" aria-hidden="true" />
      <h2 aria-live="polite">{text}</h2>
    </header>
  );
}

/** What may be answered besides: speaking up in another's hand, or the questions of another seat of this browser. */
function Offers({ asker, open, game }: { asker: Asker; open: Question | null; game: Known }) {
  const t = texts.value.panel;
  const others = [...asker.due.value, ...asker.free.value].filter(
    (question) =>
      !open ||
      question.decision !== open.decision ||
      question.seat !== open.seat ||
      question.free !== open.free,
  );
  if (others.length === 0) return null;
  return (
    <ul class="offers">
      {others.map((question) => (
        <li key={`${question.decision}/${question.seat}/${question.free}`}>
          <button type="button" class="quiet" onClick={() => asker.open(question)}>
            {question.free
              ? t.speakUp(seatName(game, question.seat))
              : t.alsoAsked(seatName(game, question.seat))}
          </button>
        </li>
      ))}
    </ul>
  );
}

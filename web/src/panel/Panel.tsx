/**
 * The panel: one question at a time, always answerable; or, where there is none, for whom the table waits.
 *
 * Everything here comes from the server: the question, its options, their odds, and why something is refused.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
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
  const asked = asking ? `${asking.question.decision}/${asking.question.seat}` : "";
  const { title, said } = useHeard(asked, titleOf(asking, game));
  return (
    <section class="panel" aria-label={texts.value.panel.name}>
      <p class="unseen" role="status">
        <span key={asked}>{said}</span>
      </p>
      {asker.late.value && <Refusal reason={asker.late.value} />}
      {asking ? (
        <Ask asker={asker} asking={asking} game={game} probe={probe} title={title} />
      ) : (
        <Waits game={game} />
      )}
      <Offers asker={asker} open={asking?.question ?? null} game={game} />
    </section>
  );
}

/** The name of a seat, as it is called at this table. */
export function seatName(game: Known, seat: string): string {
  return game.table.seats.find((row) => row.seat === seat)?.name || seat.toUpperCase();
}

/** What is asked now, or for whom the table waits, in one sentence. */
function titleOf(asking: Asking | null, game: Known): string {
  if (!asking)
    return game.table.over || game.scene.result
      ? game.scene.result || texts.value.panel.over
      : waitingFor(game);
  const { branch, path, question } = asking;
  // Until what follows has come, a choice just made is still one of the branch that is shown.
  const way = path.filter((step) => step.branch !== branch);
  if (branch && way.some((step) => !step.auto)) return branch.title;
  const only = way.at(-1)?.option.label ?? "";
  return branch && !question.text.includes(only) ? `${only} · ${branch.title}` : question.text;
}

/** The steps that were somebody's choice. */
function chosenWay(asking: Asking): Asking["path"] {
  return asking.path.filter((step) => !step.auto);
}

/**
 * A question is heard once: where the focus went with the option that was taken, the question has it and is read out;
 * where the focus is elsewhere it stays there, and the question is said by the status line.
 */
function useHeard(
  asked: string,
  text: string,
): { title: { current: HTMLHeadingElement | null }; said: string } {
  const title = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState("");
  useLayoutEffect(() => {
    const active = document.activeElement;
    const lost = !active || active === document.body || !active.isConnected;
    if (lost) title.current?.focus({ preventScroll: true });
    setSaid(lost && title.current ? "" : text);
  }, [asked, text]);
  return { title, said };
}

type AskProps = PanelProps & { asking: Asking; title: { current: HTMLHeadingElement | null } };

function Ask({ asker, asking, game, probe, title }: AskProps) {
  const { question } = asking;
  return (
    <>
      <header class="question">
        {game.table.me.length > 1 && <p class="who">{seatName(game, question.seat)}</p>}
        <Crumbs asker={asker} asking={asking} />
        <h2 ref={title} tabIndex={-1}>
          {titleOf(asking, game)}
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
  const way = chosenWay(asking);
  if (way.length === 0) {
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
        <h2>{game.scene.result || t.over}</h2>
      </header>
    );
  }
  const kind = game.waiting.computer ? "computer" : "person";
  return (
    <header class={`question waiting ${kind}`}>
      <span class="pulse" aria-hidden="true" />
      <h2>{waitingFor(game)}</h2>
    </header>
  );
}

function waitingFor(game: Known): string {
  const t = texts.value.panel;
  const names = listed(
    lang.value,
    game.waiting.seats.map((seat) => seatName(game, seat)),
  );
  return game.waiting.text || (game.waiting.computer ? t.computerThinks(names) : t.waitsFor(names));
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

/** Places, ways and directions: asked on the board; here with numbers, for those who cannot or do not want to point. */
import { useEffect, useState } from "preact/hooks";
import { RuleLink } from "../app/RuleLink.tsx";
import { lang } from "../net/settings.ts";
import type { Probe, Value } from "../protocol.ts";
import { number, readNumber, texts } from "../text/index.ts";
import { Commit, type FormProps } from "./Forms.tsx";

/** How lengths are read: so many of the ruleset's units to one that people read. */
export interface Measure {
  readonly symbol: string;
  readonly size: number;
}

interface SpotProps extends FormProps {
  measure: Measure;
  probe: (value: Value) => Promise<Probe | null>;
}

const MILLI = 1000;
const FULL_TURN = 360_000;
const COMPASS = [90, 45, 0, 315, 270, 225, 180, 135] as const;
const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"] as const;

/** The rules' word on a value that is being typed. */
function useVerdict(value: Value, probe: SpotProps["probe"]): Probe | null {
  const [verdict, setVerdict] = useState<Probe | null>(null);
  const text = JSON.stringify(value);
  useEffect(() => {
    setVerdict(null);
    if (value === null) return;
    let late = false;
    probe(value)
      .then((found) => {
        if (!late && found) setVerdict(found);
      })
      .catch(() => undefined);
    return () => {
      late = true;
    };
  }, [text]);
  return verdict;
}

function Verdict({ verdict }: { verdict: Probe | null }) {
  if (!verdict || verdict.legal) return null;
  return (
    <p class="refusal" role="status">
      {verdict.reason} <RuleLink rules={verdict.rules} />
    </p>
  );
}

function asTyped(units: unknown, measure: Measure): string {
  return typeof units === "number" ? number(lang.value, units / measure.size, 2) : "";
}

function inUnits(text: string, measure: Measure): number | null {
  const read = readNumber(text);
  return read === null ? null : Math.round(read * measure.size);
}

/** A point: dragged on the board, or typed. */
export function PlaceForm({ question, busy, onAnswer, measure, probe }: SpotProps) {
  const usual = question.form.default as readonly [number, number] | null;
  const [x, setX] = useState(asTyped(usual?.[0], measure));
  const [y, setY] = useState(asTyped(usual?.[1], measure));
  const t = texts.value.panel;
  const [px, py] = [inUnits(x, measure), inUnits(y, measure)];
  const typed: Value = px === null || py === null ? null : [px, py];
  const untouched = x === asTyped(usual?.[0], measure) && y === asTyped(usual?.[1], measure);
  const verdict = useVerdict(untouched ? null : typed, probe);
  const answer = (): void => onAnswer(untouched ? usual : typed);
  const moves = question.form.base !== null && question.form.start !== null; // else a point is meant, not a figure
  const stays = moves && JSON.stringify(usual) === JSON.stringify(question.form.start);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed) answer();
      }}
    >
      <p class="hint">{moves ? t.dragHint : t.tapHint}</p>
      <div class="row">
        <label>
          {t.across} ({measure.symbol})
          <input inputMode="decimal" value={x} onInput={(event) => setX(event.currentTarget.value)} />
        </label>
        <label>
          {t.up2} ({measure.symbol})
          <input inputMode="decimal" value={y} onInput={(event) => setY(event.currentTarget.value)} />
        </label>
      </div>
      <Verdict verdict={verdict} />
      <Commit
        busy={busy}
        disabled={!typed || verdict?.legal === false}
        label={untouched ? (stays ? t.stay : t.putProposed) : t.putHere}
      />
    </form>
  );
}

/** A direction: pointed at on the board, by the compass, or in degrees. */
export function ArcForm({ question, busy, onAnswer, probe }: SpotProps) {
  const usual = typeof question.form.default === "number" ? question.form.default : 0;
  const [text, setText] = useState(number(lang.value, usual / MILLI, 1));
  const t = texts.value.panel;
  const degrees = readNumber(text);
  const value = degrees === null ? null : ((Math.round(degrees * MILLI) % FULL_TURN) + FULL_TURN) % FULL_TURN;
  const verdict = useVerdict(value, probe);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== null) onAnswer(value);
      }}
    >
      <p class="hint">{t.arcHint}</p>
      <div class="compass" role="group" aria-label={t.compass}>
        {COMPASS.map((angle, place) => (
          <button
            type="button"
            class="quiet"
            key={angle}
            aria-label={t.towards[place]}
            onClick={() => setText(String(angle))}
          >
            {ARROWS[place]}
          </button>
        ))}
      </div>
      <label>
        {t.degrees}
        <input inputMode="decimal" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <Verdict verdict={verdict} />
      <Commit busy={busy} disabled={value === null || verdict?.legal === false} label={t.thisWay} />
    </form>
  );
}

/** Points one after another: drawn on the board, or typed one a line. */
export function RouteForm({ question, busy, onAnswer, measure, probe }: SpotProps) {
  const usual = question.form.default;
  const legs = Array.isArray(usual) ? (usual as readonly (readonly Value[])[]) : [];
  const [text, setText] = useState(
    legs
      .map((leg) => leg.map((part) => (typeof part === "number" ? asTyped(part, measure) : part)).join("; "))
      .join("\n"),
  );
  const t = texts.value.panel;
  const [first] = useState(text);
  const points = text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => line.split(/[;\s]+/).map((part) => inUnits(part, measure)));
  const whole = points.every((point) => point.length === 2 && point.every((part) => part !== null));
  const value: Value = text === first ? usual : whole ? (points as number[][]) : null;
  const verdict = useVerdict(text === first ? null : value, probe);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== null) onAnswer(value);
      }}
    >
      <p class="hint">{t.routeHint}</p>
      <label>
        {t.routePoints(measure.symbol)}
        <textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <Verdict verdict={verdict} />
      <Commit busy={busy} disabled={value === null || verdict?.legal === false} />
    </form>
  );
}

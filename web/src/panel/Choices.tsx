/** Options to choose from, numbered: the first nine by key, all by arrows and Enter, by mouse and by touch. */
import { useEffect, useRef } from "preact/hooks";
import { RuleLink } from "../app/RuleLink.tsx";
import { WithDie } from "../journal/Dice.tsx";
import type { OptionView } from "../protocol.ts";
import { texts } from "../text/index.ts";
import type { Asker } from "./asker.ts";
import { type Asking, defaultOption } from "./asking.ts";
import { Odds } from "./Odds.tsx";

export function Choices({ asker, asking }: { asker: Asker; asking: Asking }) {
  const list = useRef<HTMLOListElement>(null);
  const options = asking.branch?.options ?? [];
  const usual = defaultOption(asking);
  useEffect(() => {
    if (asking.cursor < 0) return;
    list.current
      ?.querySelectorAll<HTMLElement>(".option")
      [asking.cursor]?.scrollIntoView({ block: "nearest" });
  }, [asking.cursor]);
  const seats = seatsOf(asker, asking);
  return (
    <ol class="choices" ref={list}>
      {options.map((option, place) => (
        <Choice
          key={JSON.stringify(option.key)}
          asker={asker}
          asking={asking}
          option={option}
          place={place}
          usual={option === usual}
          seat={seats.get(option.figure) ?? ""}
        />
      ))}
    </ol>
  );
}

/** The sides of the figures to choose from, where one may not take them for granted: not where one of one's own acts. */
function seatsOf(asker: Asker, asking: Asking): ReadonlyMap<string, string> {
  const named = new Set(asking.branch?.options.map((option) => option.figure));
  const figures = asker.live.game.value?.scene.figures.filter(({ id }) => named.has(id)) ?? [];
  const foreign = figures.some(({ seat }) => seat !== asking.question.seat);
  return new Map(asking.path.length > 0 || foreign ? figures.map(({ id, seat }) => [id, seat]) : []);
}

interface ChoiceProps {
  asker: Asker;
  asking: Asking;
  option: OptionView;
  place: number;
  usual: boolean;
  /** The side of the figure it stands for; "" where that need not be said. */
  seat: string;
}

function Choice({ asker, asking, option, place, usual, seat }: ChoiceProps) {
  const t = texts.value.panel;
  const pointed = asking.cursor === place;
  const names = ["option", pointed && "pointed", option.key === "pass" && "passing"]
    .filter(Boolean)
    .join(" ");
  return (
    <li class="choice">
      <button
        type="button"
        class={names}
        disabled={asking.stage === "sending"}
        aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
        onClick={(event) => void (touched(event) ? asker.tap(option) : asker.choose(option))}
        onPointerEnter={(event) => !touched(event) && asker.hover(option)}
        onPointerLeave={() => asker.hover(null)}
        onFocus={() => asker.point(place)}
      >
        <span class="number" aria-hidden="true">
          {place < 9 ? place + 1 : ""}
        </span>
        <span class="said">
          <span class="label">
            {seat && <span class="side-sign" data-seat={seat} aria-hidden="true" />}
            <WithDie label={option.label} />
          </span>
          {seat === asking.question.seat && <span class="hint">{t.yours}</span>}
          {option.hint && (
            <span class="hint" title={option.hint}>
              {option.hint}
            </span>
          )}
          <Odds outlook={asker.oddsOf(asking, option)} />
        </span>
        {usual && (
          <kbd class="usual" title={t.enterTakes}>
            ↵
          </kbd>
        )}
      </button>
      {option.rules.length > 0 && <RuleLink rules={option.rules} />}
    </li>
  );
}

/** Whether a finger did it, which points at nothing before it presses. */
function touched(event: Event): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}

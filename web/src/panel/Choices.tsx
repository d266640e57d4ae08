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
        />
      ))}
    </ol>
  );
}

interface ChoiceProps {
  asker: Asker;
  asking: Asking;
  option: OptionView;
  place: number;
  usual: boolean;
}

function Choice({ asker, asking, option, place, usual }: ChoiceProps) {
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
        onClick={() => asker.choose(option)}
        onPointerEnter={() => asker.hover(option)}
        onPointerLeave={() => asker.hover(null)}
        onFocus={() => asker.point(place)}
      >
        <span class="number" aria-hidden="true">
          {place < 9 ? place + 1 : ""}
        </span>
        <span class="said">
          <span class="label">
            <WithDie label={option.label} />
          </span>
          {option.hint && <span class="hint">{option.hint}</span>}
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

/** The way from anything said to the rules it comes from, a tap away: the words themselves, or one quiet sign. */
import type { ComponentChildren } from "preact";
import { texts } from "../text/index.ts";
import { addressOf, beside, openRules } from "./library.ts";

interface RuleLinkProps {
  rules: readonly string[];
  /** What is linked; the sign if there is nothing. */
  children?: ComponentChildren;
}

export function RuleLink({ rules, children }: RuleLinkProps) {
  const first = rules[0];
  if (!first) return children ? <span>{children}</span> : null;
  const label = texts.value.rules.link(rules.join(", "));
  return (
    <a
      class={children ? "rule-word" : "rule-link"}
      href={addressOf(first)}
      title={label}
      aria-label={children ? undefined : label}
      onClick={(event) => {
        event.stopPropagation();
        if (!beside.value || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        openRules(rules);
      }}
    >
      {children ?? "§"}
    </a>
  );
}

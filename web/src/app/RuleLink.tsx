/** The way from anything said to the rules it comes from: one quiet sign, a tap away. */
import { texts } from "../text/index.ts";
import { addressOf, beside, openRules } from "./library.ts";

export function RuleLink({ rules }: { rules: readonly string[] }) {
  const first = rules[0];
  if (!first) return null;
  const label = texts.value.rules.link(rules.join(", "));
  return (
    <a
      class="rule-link"
      href={addressOf(first)}
      title={label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        if (!beside.value || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        openRules(rules);
      }}
    >
      §
    </a>
  );
}

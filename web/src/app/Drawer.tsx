/** The rule library beside the table: opened by any link to a rule, shut by Esc; the game goes on behind it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Cited, RuleSearch } from "../pages/Rules.tsx";
import { texts } from "../text/index.ts";
import { opened, openRules, ruleset, shutRules } from "./library.ts";

export function Drawer() {
  const box = useRef<HTMLElement>(null);
  const rules = opened.value;
  const shown = rules?.join() ?? null;
  useLayoutEffect(() => {
    if (shown === null) return;
    const back = document.activeElement;
    box.current?.focus();
    return () => {
      if (back instanceof HTMLElement && back.isConnected) back.focus();
    };
  }, [shown === null]);
  if (!rules) return null;
  const t = texts.value;
  return (
    <aside
      class="drawer"
      ref={box}
      tabIndex={-1}
      aria-label={t.app.rules}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        shutRules();
      }}
    >
      <header>
        {rules.length > 0 && (
          <button type="button" class="quiet" onClick={() => openRules([])}>
            {t.rules.search}
          </button>
        )}
        <button type="button" class="close" aria-label={t.app.close} onClick={shutRules}>
          ×
        </button>
      </header>
      {rules.length > 0 ? (
        <Cited ruleset={ruleset.value} ids={rules} />
      ) : (
        <RuleSearch ruleset={ruleset.value} onOpen={(rule) => openRules([rule])} />
      )}
    </aside>
  );
}

/**
 * Commands of the page: each has a key, a name, and a place in the menu. The keyboard, the menu and the list of keys
 * all read the same table, so none can lie about another.
 */
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { texts } from "../text/index.ts";

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Keys as `KeyboardEvent.key`, with `Ctrl+` and `Shift+` before them; the first is the one shown. */
  readonly keys: readonly string[];
  /** Absent for commands that only stand in the list of keys (the board carries them out itself). */
  readonly run?: (key: string) => void;
  /** What the list of keys shows instead of all of them. */
  readonly shown?: string;
  readonly disabled?: boolean;
  /** Where it is listed. */
  readonly group: "table" | "game" | "page";
  /** Left out of the menu: it has a place of its own. */
  readonly unlisted?: boolean;
}

/** Commands that hold now: those of the page, then those of what is shown. */
export const commands = signal<readonly Command[]>([]);

const sets = new Map<symbol, readonly Command[]>();

/** Offers commands while a component is shown: from the same moment, so that no key comes too early. */
export function useCommands(list: readonly Command[]): void {
  useLayoutEffect(() => {
    const key = Symbol("commands");
    sets.set(key, list);
    commands.value = [...sets.values()].flat();
    return () => {
      sets.delete(key);
      commands.value = [...sets.values()].flat();
    };
  });
}

/** How a press is written in the table of commands. */
export function pressed(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key)) ? "Shift+" : "";
  return `${control}${shift}${key}`;
}

/** True where keys are letters being typed, not commands. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)
  );
}

/** True for a key that presses what has the focus: a button or a link does what it is there for, and nothing else. */
function presses(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" && event.key !== " ") return false;
  return event.target instanceof Element && event.target.closest("a, button, summary") !== null;
}

/** Carries commands out by key. Call once. */
export function followKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    if (typing(event.target)) {
      if (event.key === "Escape") (event.target as HTMLElement).blur();
      return;
    }
    if (presses(event)) return;
    const key = pressed(event);
    const found = commands.value.findLast(
      (command) => command.run && !command.disabled && command.keys.includes(key),
    );
    if (!found?.run) return;
    event.preventDefault();
    found.run(key);
  });
}

/** A key as it stands on keyboards of the language. */
export function keyName(key: string): string {
  const t = texts.value.keyNames;
  const names: Record<string, string> = {
    Escape: "Esc",
    Shift: t.shift,
    " ": t.space,
    Backspace: "⌫",
    Delete: t.delete,
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Enter: "↵",
  };
  if (key === "+") return key;
  return key
    .split("+")
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

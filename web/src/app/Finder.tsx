/** Finds one of many by a few letters: arrows and Enter choose, so does a finger. */
import { useId, useState } from "preact/hooks";
import type { Pickable } from "../protocol.ts";
import { found } from "../text/search.ts";

interface FinderProps {
  label: string;
  options: readonly Pickable[];
  none: string;
  onPick: (option: Pickable) => void;
  /** How many are shown at once. */
  most?: number;
}

export function Finder({ label, options, none, onPick, most = 8 }: FinderProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const list = open ? found(options, typed, most) : [];
  const here = Math.min(at, list.length - 1);
  const pick = (option: Pickable | undefined): void => {
    if (!option) return;
    setTyped("");
    setOpen(false);
    onPick(option);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt(open ? Math.min(here + 1, list.length - 1) : 0);
    else if (event.key === "ArrowUp") setAt(Math.max(here - 1, 0));
    else if (event.key === "Enter") pick(list[here]);
    else if (event.key === "Escape" && open) setOpen(false);
    else return;
    if (event.key.startsWith("Arrow")) setOpen(true);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="finder"
      onFocusOut={(event) => {
        if (!(event.currentTarget as Element).contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(list[here] ? { "aria-activedescendant": `${id}-${here}` } : {})}
        autocomplete="off"
        placeholder={label}
        value={typed}
        onClick={() => setOpen(true)}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} class="found" hidden={!open}>
        {list.map((option, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
          <div
            key={String(option.value)}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === here}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            <b>{option.label}</b>
            {option.hint && <span class="hint">{option.hint}</span>}
          </div>
        ))}
        {open && list.length === 0 && (
          <div role="option" tabIndex={-1} aria-selected={false} aria-disabled="true" class="hint">
            {none}
          </div>
        )}
      </div>
    </div>
  );
}

/** A choice among things of the server that have names in both languages: games, battles. */
import type { ComponentChildren } from "preact";
import { lang } from "../net/settings.ts";
import type { Names } from "../protocol.ts";
import { meta, named } from "./meta.ts";

interface NamedSelectProps {
  label: string;
  rows: readonly { readonly id: string; readonly name: Names }[];
  value: string;
  onChange: (id: string) => void;
  /** The label's class. */
  class?: string;
  /** Options beside the rows. */
  children?: ComponentChildren;
}

export function NamedSelect({ label, rows, value, onChange, children, ...more }: NamedSelectProps) {
  return (
    <label class={more.class}>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {rows.map((row) => (
          <option key={row.id} value={row.id}>
            {named(row.name, lang.value)}
          </option>
        ))}
        {children}
      </select>
    </label>
  );
}

type GameSelectProps = Omit<NamedSelectProps, "rows" | "children">;

/** Which game; nothing where there is only one. */
export function GameSelect(props: GameSelectProps) {
  const rows = meta.value?.rulesets ?? [];
  return rows.length > 1 ? <NamedSelect {...props} rows={rows} /> : null;
}

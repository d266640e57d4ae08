/** What the forms of the lab share: who plays, how many battles, from which seed, and the button that begins. */
import { useState } from "preact/hooks";
import { go } from "../app/router.ts";
import type { LabRun } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { begin } from "./Run.tsx";
import { rememberRun } from "./runs.ts";
import { words } from "./words.ts";

interface PlayerProps {
  label: string;
  players: readonly string[];
  value: string;
  onChange: (name: string) => void;
}

export function Player({ label, players, value, onChange }: PlayerProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {[...players].reverse().map((name) => (
          <option key={name} value={name}>
            {texts.value.fresh.computers[name] ?? name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface BattlesProps {
  value: string;
  most: number;
  onChange: (count: string) => void;
}

export function Battles({ value, most, onChange }: BattlesProps) {
  return (
    <label>
      {words.value.battles}
      <input
        type="number"
        min={2}
        max={most}
        required
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

export function Seed({ value, onChange }: { value: string; onChange: (seed: string) => void }) {
  const t = words.value;
  return (
    <label>
      {t.seed} <span class="hint">{t.seedHint}</span>
      <input
        type="text"
        maxLength={40}
        autocomplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** What a form does when it is sent: begins a run and goes to it, or says why not. */
export function useBeginning(start: () => Promise<LabRun>) {
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setTrouble("");
    try {
      const run = await start();
      rememberRun(run);
      begin(run.id);
      go(`/laboratorio/${run.id}`);
    } catch (why) {
      setTrouble((why instanceof Error && why.message) || texts.value.net.unknown);
      setBusy(false);
    }
  };
  return { trouble, busy, submit };
}

export function Start({ busy, trouble }: { busy: boolean; trouble: string }) {
  const t = words.value;
  return (
    <>
      <p class="row">
        <button type="submit" class="primary" disabled={busy}>
          {busy ? t.wait : t.start}
        </button>
      </p>
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
    </>
  );
}

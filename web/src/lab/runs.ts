/** The runs of the lab that this browser has begun, and what it asks of them. */
import { signal } from "@preact/signals";
import { ask, bytes } from "../net/http.ts";
import { patiently } from "../net/patience.ts";
import { keep, kept, lang } from "../net/settings.ts";
import type { BalanceWish, LabField, LabFound, LabRun, SimulationWish } from "../protocol.ts";

export interface KeptRun {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
}

const KEY = "lab.runs";
/** So many are remembered. */
const MOST = 30;
const at = encodeURIComponent;

/** Reads the list as it was kept; anything that does not look like one is empty. */
export function readRuns(text: string | null): readonly KeptRun[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found)
      ? found.filter((row) => typeof row?.id === "string" && typeof row.title === "string")
      : [];
  } catch {
    return [];
  }
}

export const runs = signal<readonly KeptRun[]>(readRuns(kept(KEY)));

function write(next: readonly KeptRun[]): void {
  runs.value = next.slice(0, MOST);
  keep(KEY, JSON.stringify(runs.value));
}

/** Puts a run at the head of the list. */
export function rememberRun({ id, kind, title }: LabRun): void {
  write([{ id, kind, title }, ...readRuns(kept(KEY)).filter((row) => row.id !== id)]);
}

export function dropRun(id: string): void {
  write(readRuns(kept(KEY)).filter((row) => row.id !== id));
}

export const askField = (ruleset: string): Promise<LabField> =>
  ask(`/rulesets/${at(ruleset)}/lab?lang=${lang.value}`);

export const simulate = (ruleset: string, body: SimulationWish): Promise<LabRun> =>
  ask(`/rulesets/${at(ruleset)}/simulations`, { body });

export const weigh = (ruleset: string, body: BalanceWish): Promise<LabRun> =>
  ask(`/rulesets/${at(ruleset)}/balances`, { body });

export const askFound = (id: string): Promise<LabFound> => ask(`/lab/${at(id)}?lang=${lang.value}`);

/** The address of a file of a run; `fresh`: so that a picture that has changed is fetched anew. */
export const fileOf = (id: string, name: string, fresh = 0): string =>
  `/api/lab/${at(id)}/files/${at(name)}?lang=${lang.value}${fresh ? `&n=${fresh}` : ""}`;

/** Lets the server forget a run, as far as it still has it, and this browser too. */
export async function forgetRun(id: string): Promise<void> {
  dropRun(id);
  await bytes(`/lab/${at(id)}/forget`, { body: {} });
}

export type AskPiece = (id: string) => Promise<LabRun>;

const piece: AskPiece = (id) => ask(`/lab/${at(id)}/go`, { body: {} });

/**
 * Plays a run on, piece by piece, and tells how far it is after each, until it is over or `signal` is aborted: what is
 * being played then is still played.
 *
 * Throws `Trouble`.
 */
export async function playOn(
  id: string,
  signal: AbortSignal,
  tell: (run: LabRun) => void,
  askPiece = piece,
): Promise<void> {
  for (;;) {
    const run = await patiently(() => askPiece(id), signal);
    tell(run);
    if (run.over || signal.aborted) return;
  }
}

/** How long it still takes, in milliseconds, where so many battles took so long. */
export function timeLeft(run: LabRun, before: number, taken: number): number {
  const played = run.done - before;
  return played > 0 ? (taken / played) * (run.all - run.done) : 0;
}

/**
 * Requests to the server: every answer is data, every failure a sentence (`Trouble`) that can be shown as it is.
 */
import { signal } from "@preact/signals";
import type {
  Created,
  GameCard,
  Luck,
  Meta,
  NewGame,
  Proof,
  RosterJudged,
  RosterKit,
  RuleView,
  ScenarioView,
} from "../protocol.ts";
import { texts } from "../text/index.ts";
import { lang } from "./settings.ts";

/** True while the house asks for its password. */
export const locked = signal(false);

/** What the server calls a refusal for want of the password. */
const DOOR = "door";

/** What went wrong, in words for the person; `code` for the page. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status = 0,
  ) {
    super(text);
  }
}

interface Wish {
  token?: string;
  body?: unknown;
  signal?: AbortSignal;
}

async function sent(path: string, wish: Wish): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": lang.value };
  if (wish.token) headers.Authorization = `Bearer ${wish.token}`;
  const init: RequestInit = { headers, signal: wish.signal ?? null };
  if (wish.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.method = "POST";
    init.body = JSON.stringify(wish.body);
  }
  try {
    return await fetch(`/api${path}`, init);
  } catch (cause) {
    if (wish.signal?.aborted) throw cause;
    throw new Trouble("unreachable", texts.value.net.unreachable);
  }
}

async function told(response: Response): Promise<Trouble> {
  try {
    const said = (await response.json()) as { code?: unknown; text?: unknown };
    if (typeof said.text === "string" && said.text) {
      if (said.code === DOOR && response.status === 401) locked.value = true;
      return new Trouble(String(said.code ?? ""), said.text, response.status);
    }
  } catch {
    // What came back is no sentence of ours (a proxy's page): say the general one.
  }
  return new Trouble("unknown", texts.value.net.unknown, response.status);
}

/** A request whose answer is data. Throws `Trouble`. */
export async function ask<T>(path: string, wish: Wish = {}): Promise<T> {
  return (await (await bytes(path, wish)).json()) as T;
}

/** A request whose answer is a file. Throws `Trouble`. */
export async function bytes(path: string, wish: Wish = {}): Promise<Response> {
  const response = await sent(path, wish);
  if (!response.ok) throw await told(response);
  return response;
}

const at = encodeURIComponent;

/** Rulesets, strengths of the computer, and whether there is a password at the door. */
export const meta = (): Promise<Meta> => ask("/meta");

/** Gives the host's password; the server answers with a cookie. */
export async function door(password: string): Promise<void> {
  const response = await sent("/door", { body: { password } });
  if (!response.ok) throw await told(response);
}

export const scenarios = (ruleset: string): Promise<ScenarioView[]> =>
  ask(`/rulesets/${at(ruleset)}/scenarios`);

export const rosterKit = (ruleset: string): Promise<RosterKit> =>
  ask(`/rulesets/${at(ruleset)}/roster-kit?lang=${lang.value}`);

export const judge = (ruleset: string, file: string, signal?: AbortSignal): Promise<RosterJudged> =>
  ask(`/rulesets/${at(ruleset)}/rosters/judge`, { body: { file }, ...(signal ? { signal } : {}) });

export const searchRules = (ruleset: string, words: string, signal?: AbortSignal): Promise<RuleView[]> =>
  ask(`/rules?ruleset=${at(ruleset)}&q=${at(words)}&lang=${lang.value}`, signal ? { signal } : {});

const read = new Map<string, Promise<RuleView>>();

/** One rule; asked for once in each language. */
export function rule(ruleset: string, id: string): Promise<RuleView> {
  const path = `/rules/${at(id)}?ruleset=${at(ruleset)}&lang=${lang.value}`;
  const known = read.get(path);
  if (known) return known;
  const asked = ask<RuleView>(path);
  read.set(path, asked);
  asked.catch(() => read.delete(path));
  return asked;
}

export const create = (game: NewGame): Promise<Created> => ask("/games", { body: game });

export const cards = (tokens: Record<string, string>): Promise<GameCard[]> =>
  ask("/games/cards", { body: { tokens } });

export const card = (id: string, token: string): Promise<GameCard> => ask(`/games/${at(id)}`, { token });

export const proof = (id: string, token: string): Promise<Proof> => ask(`/games/${at(id)}/proof`, { token });

export const luck = (id: string, token: string): Promise<Luck[]> => ask(`/games/${at(id)}/luck`, { token });

/** The secret of the link for spectators. */
export async function invite(id: string, token: string): Promise<string> {
  const found = await ask<string | { spectator?: string; token?: string; link?: string }>(
    `/games/${at(id)}/invite`,
    {
      token,
    },
  );
  return typeof found === "string" ? found : (found.spectator ?? found.token ?? found.link ?? "");
}

/** Files a game can be downloaded as. */
export type FileKind =
  | "journal"
  | "scenario"
  | "scenario-json"
  | "report"
  | "save"
  | "sight/svg"
  | "sight/png";

/** Downloads a file of a game and hands it to the browser to keep. */
export async function download(id: string, token: string, kind: FileKind): Promise<void> {
  const response = await bytes(`/games/${at(id)}/${kind}?lang=${lang.value}`, { token });
  const named = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  handOver(await response.blob(), named ?? `${id}-${kind}${ENDINGS[kind]}`);
}

const ENDINGS: Record<FileKind, string> = {
  journal: ".json",
  scenario: ".yaml",
  "scenario-json": ".json",
  report: ".html",
  save: ".arbitro",
  "sight/svg": ".svg",
  "sight/png": ".png",
};

/** Lets the browser keep a file. */
export function handOver(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

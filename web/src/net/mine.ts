/**
 * The games this browser has a seat in: their secrets, kept in localStorage and never sent anywhere but to their table.
 *
 * A tab keeps the secret it was opened with in sessionStorage, so two tabs can hold two seats of one game.
 */
import { signal } from "@preact/signals";
import { keep, kept } from "./settings.ts";

/** A game this browser knows. `links` are secrets of seats this browser may give away (it made the game). */
export interface MyGame {
  token: string;
  title: string;
  seats: number;
  links?: readonly { seat: string; name: string; token: string }[];
  spectator?: string;
}

export type MyGames = Readonly<Record<string, MyGame>>;

/** Reads the list as it was kept; anything that does not look like one is an empty list. */
export function readGames(text: string | null): MyGames {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(
      Object.entries(found).filter(([, row]) => typeof row?.token === "string"),
    ) as MyGames;
  } catch {
    return {};
  }
}

export const mine = signal<MyGames>(readGames(kept("games")));

function write(games: MyGames): void {
  mine.value = games;
  keep("games", JSON.stringify(games));
}

/** Puts a game into the list. A secret that opens fewer seats never replaces one that opens more. */
export function remember(id: string, game: MyGame): void {
  const all = readGames(kept("games"));
  const before = all[id];
  if (before && before.seats > game.seats) return;
  write({ ...mine.peek(), ...all, [id]: { ...before, ...game } });
}

/** Takes a game off the list; the game itself goes on. */
export function forget(id: string): void {
  const { [id]: _gone, ...rest } = { ...mine.peek(), ...readGames(kept("games")) };
  write(rest);
}

/** Reads the secret in an address's fragment (`#k=...`); "" if there is none. */
export function tokenIn(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("k") ?? "";
}

/** The secret by which this tab opens a game: from its address, else from the tab's memory, else from the list. */
export function tokenFor(id: string): string {
  const key = `arbitro.seat.${id}`;
  const given = tokenIn(location.hash);
  try {
    if (given) {
      sessionStorage.setItem(key, given);
      history.replaceState(history.state, "", location.pathname + location.search);
      return given;
    }
    return sessionStorage.getItem(key) ?? mine.value[id]?.token ?? "";
  } catch {
    return given || (mine.value[id]?.token ?? "");
  }
}

/** Lets this tab forget a secret that opens nothing, so that the one in the list counts again. */
export function dropToken(id: string, token: string): void {
  const key = `arbitro.seat.${id}`;
  try {
    if (sessionStorage.getItem(key) === token) sessionStorage.removeItem(key);
  } catch {
    // No memory, nothing to forget.
  }
}

/** Whether this tab only watches a game (with the secret `token`) at which this browser has a seat. */
export function seatAside(id: string, token: string, me: readonly string[]): boolean {
  const own = mine.peek()[id];
  return me.length === 0 && own !== undefined && own.seats > 0 && own.token !== token;
}

/** The address that opens a game with a secret. */
export function linkOf(id: string, token: string): string {
  return `${location.origin}/g/${encodeURIComponent(id)}#k=${token}`;
}

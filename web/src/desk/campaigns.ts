/** The campaigns that this browser has a key to, and which encounter belongs to which. */
import { signal } from "@preact/signals";
import { tokenIn } from "../net/mine.ts";
import { keep, kept } from "../net/settings.ts";

export interface KeptCampaign {
  readonly token: string;
  readonly name: string;
  readonly ruleset: string;
  /** Its encounters, by the id of their game. */
  readonly games: readonly string[];
}

export type Campaigns = Readonly<Record<string, KeptCampaign>>;

const KEY = "campaigns";

/** Reads the list as it was kept; anything that does not look like one is empty. */
export function readCampaigns(text: string | null): Campaigns {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    const rows = Object.entries(found).filter(([, row]) => typeof row?.token === "string");
    return Object.fromEntries(
      rows.map(([id, row]) => [
        id,
        { name: "", ruleset: "", ...row, games: Array.isArray(row.games) ? row.games : [] },
      ]),
    );
  } catch {
    return {};
  }
}

export const campaigns = signal<Campaigns>(readCampaigns(kept(KEY)));

function write(next: Campaigns): void {
  campaigns.value = next;
  keep(KEY, JSON.stringify(next));
}

/** Puts a campaign into the list, or what is new about it. */
export function rememberCampaign(id: string, row: KeptCampaign): void {
  write({ ...campaigns.peek(), ...readCampaigns(kept(KEY)), [id]: row });
}

export function forgetCampaign(id: string): void {
  const { [id]: _gone, ...rest } = { ...campaigns.peek(), ...readCampaigns(kept(KEY)) };
  write(rest);
}

/** The key to a campaign: from the address it was opened with, else from the list. */
export function campaignKey(id: string): string {
  const given = tokenIn(location.hash);
  if (given) {
    history.replaceState(history.state, "", location.pathname + location.search);
    const before = campaigns.peek()[id];
    rememberCampaign(id, { name: "", ruleset: "", games: [], ...before, token: given });
    return given;
  }
  return campaigns.value[id]?.token ?? "";
}

/** The campaign an encounter belongs to; null where this browser knows of none. */
export function campaignOf(game: string): (KeptCampaign & { id: string }) | null {
  const found = Object.entries(campaigns.value).find(([, row]) => row.games.includes(game));
  return found ? { id: found[0], ...found[1] } : null;
}

/** The address that opens a campaign with its key. */
export function campaignLink(id: string, token: string): string {
  return `${location.origin}/custode/${encodeURIComponent(id)}#k=${token}`;
}

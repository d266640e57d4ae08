/** Requests about characters: each brings the party's file and takes another one home. */
import { ask, bytes } from "../net/http.ts";
import type {
  Bundle,
  ChangeWish,
  CharacterForm,
  Exchanged,
  ExportWish,
  ImportWish,
  JoinWish,
  MadeView,
  MakeWish,
  Parted,
  PartWish,
  PartyView,
} from "../protocol.ts";

const path = (ruleset: string, what: string): string =>
  `/rulesets/${encodeURIComponent(ruleset)}/characters/${what}`;

const about =
  <Wish, Found>(what: string) =>
  (ruleset: string, body: Wish, signal?: AbortSignal): Promise<Found> =>
    ask(path(ruleset, what), { body, ...(signal ? { signal } : {}) });

export const askForm = about<Pick<Bundle, "packs">, CharacterForm>("form");
export const make = about<MakeWish, MadeView>("make");
export const read = about<Bundle, PartyView>("read");
export const change = about<ChangeWish, PartyView>("change");
export const join = about<JoinWish, PartyView>("join");
export const part = about<PartWish, Parted>("part");
export const takeIn = about<ImportWish, PartyView>("import");
export const giveOut = about<ExportWish, Exchanged>("export");

/** The sheets for paper: a page of HTML. */
export async function paper(ruleset: string, wish: PartWish): Promise<string> {
  return (await bytes(path(ruleset, "page"), { body: wish })).text();
}

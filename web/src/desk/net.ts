/** Requests about campaigns: what a referee keeps between sessions. */
import { ask, bytes } from "../net/http.ts";
import { lang } from "../net/settings.ts";
import type {
  Bestiary,
  CampaignChange,
  CampaignMade,
  CampaignView,
  EncounterMade,
  NewEncounter,
  OwnChange,
  OwnCreatures,
} from "../protocol.ts";

const at = encodeURIComponent;

export const bestiary = (ruleset: string): Promise<Bestiary> =>
  ask(`/rulesets/${at(ruleset)}/bestiary?lang=${lang.value}`);

/** The creatures of a campaign's desk, those of its packs too. */
export const campaignBestiary = (id: string, token: string): Promise<Bestiary> =>
  ask(`/campaigns/${at(id)}/bestiary?lang=${lang.value}`, { token });

export const newCampaign = (ruleset: string, name: string): Promise<CampaignMade> =>
  ask("/campaigns", { body: { ruleset, name } });

export const campaign = (id: string, token: string): Promise<CampaignView> =>
  ask(`/campaigns/${at(id)}?lang=${lang.value}`, { token });

export const changeCampaign = (id: string, token: string, body: CampaignChange): Promise<CampaignView> =>
  ask(`/campaigns/${at(id)}`, { token, body });

/** The campaign's own creatures as a form. */
export const ownCreatures = (id: string, token: string): Promise<OwnCreatures> =>
  ask(`/campaigns/${at(id)}/creatures?lang=${lang.value}`, { token });

export const changeCreature = (id: string, token: string, body: OwnChange): Promise<CampaignView> =>
  ask(`/campaigns/${at(id)}/creatures`, { token, body });

export const newEncounter = (id: string, token: string, body: NewEncounter): Promise<EncounterMade> =>
  ask(`/campaigns/${at(id)}/encounters`, { token, body });

export const bringHome = (id: string, token: string, game: string): Promise<CampaignView> =>
  ask(`/campaigns/${at(id)}/encounters/${at(game)}/home`, { token, body: {} });

export async function deleteEncounter(id: string, token: string, game: string): Promise<void> {
  await bytes(`/campaigns/${at(id)}/encounters/${at(game)}/delete`, { token, body: {} });
}

import { beforeEach, expect, it } from "vitest";
import { bundleIn } from "../characters/files.ts";
import {
  campaignKey,
  campaignOf,
  campaigns,
  forgetCampaign,
  readCampaigns,
  rememberCampaign,
} from "./campaigns.ts";

const VALLEY = { token: "t", name: "Valle", ruleset: "cairn", games: ["g1", "g2"] };

beforeEach(() => {
  localStorage.clear();
  campaigns.value = {};
  location.hash = "";
});

it("campaigns are read as they were kept, and anything else is none", () => {
  expect(readCampaigns(JSON.stringify({ v: VALLEY, w: { name: "senza chiave" } }))).toEqual({ v: VALLEY });
  expect(readCampaigns('{"v":{"token":"t"}}')).toEqual({
    v: { token: "t", name: "", ruleset: "", games: [] },
  });
  expect([readCampaigns("[1]"), readCampaigns("{"), readCampaigns(null)]).toEqual([{}, {}, {}]);
});

it("an encounter leads back to its campaign until that is forgotten", () => {
  rememberCampaign("v", VALLEY);
  expect(campaignOf("g2")).toEqual({ id: "v", ...VALLEY });
  expect(campaignOf("g3")).toBeNull();
  forgetCampaign("v");
  expect(campaignOf("g2")).toBeNull();
});

it("the key in an address is kept, with what was known of the campaign, and leaves the address", () => {
  rememberCampaign("v", VALLEY);
  location.hash = "#k=new";
  expect(campaignKey("v")).toBe("new");
  expect(location.hash).toBe("");
  expect(readCampaigns(localStorage.getItem("arbitro.campaigns")).v).toEqual({ ...VALLEY, token: "new" });
  expect([campaignKey("v"), campaignKey("w")]).toEqual(["new", ""]);
});

it("a party that travels with its packs is told from all other files", () => {
  const bundle = { file: "party: x", packs: { "x-pack/things.yaml": "things: []" } };
  expect(bundleIn(JSON.stringify(bundle))).toEqual(bundle);
  expect([
    bundleIn("party: x"),
    bundleIn('{"file":"x"}'),
    bundleIn('{"file":1,"packs":{}}'),
    bundleIn("{"),
  ]).toEqual([null, null, null, null]);
});

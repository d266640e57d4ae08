import { beforeEach, describe, expect, it } from "vitest";
import { drop, keepDraft, put, putNew, readShelf, shelf, slug } from "./shelf.ts";

const PARTY = { ruleset: "cairn", name: "La compagnia", file: "party: x", packs: {} };

beforeEach(() => {
  localStorage.clear();
  shelf.value = {};
});

describe("parties", () => {
  it("are read as they were kept, and anything else is none", () => {
    expect(readShelf(JSON.stringify({ a: PARTY, b: { name: "senza file" }, c: null }))).toEqual({ a: PARTY });
    expect(readShelf("[1]")).toEqual({});
    expect(readShelf("{")).toEqual({});
    expect(readShelf(null)).toEqual({});
  });

  it("of one name lie beside each other", () => {
    expect([putNew(PARTY), putNew(PARTY), putNew(PARTY)]).toEqual([
      "la-compagnia",
      "la-compagnia-2",
      "la-compagnia-3",
    ]);
    drop("la-compagnia-2");
    expect(Object.keys(shelf.value)).toEqual(["la-compagnia", "la-compagnia-3"]);
  });

  it("that another tab put there stay when this one writes", () => {
    localStorage.setItem("arbitro.parties", JSON.stringify({ altrove: PARTY }));
    put("qui", PARTY);
    expect(Object.keys(readShelf(localStorage.getItem("arbitro.parties")))).toEqual(["altrove", "qui"]);
  });

  it("keep what was typed for a member until it is saved", () => {
    put("p", PARTY);
    keepDraft("p", 0, { forza: 99 });
    keepDraft("p", 2, { pf: "x" });
    keepDraft("p", 0, null);
    expect(readShelf(localStorage.getItem("arbitro.parties")).p?.drafts).toEqual({ 2: { pf: "x" } });
  });
});

it.each([
  ["Là Compagnia d’Oro", "la-compagnia-d-oro"],
  ["***", "gruppo"],
])("the name %s as an address: %s", (name, address) => {
  expect(slug(name)).toBe(address);
});

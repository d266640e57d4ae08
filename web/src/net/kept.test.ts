import { describe, expect, it } from "vitest";
import { dropToken, mine, readGames, remember, tokenFor, tokenIn } from "./mine.ts";
import { firstLang } from "./settings.ts";

it.each([
  ["en", ["it-IT"], "en"],
  [null, ["it-IT", "en"], "it"],
  [null, ["de-DE", "it"], "it"],
  [null, ["de-DE", "en-GB", "it"], "en"],
  [null, ["de-DE"], "en"],
  ["klingon", ["it"], "it"],
])("language: chosen %s, wanted %s, spoken %s", (chosen, wanted, spoken) => {
  expect(firstLang(chosen, wanted)).toBe(spoken);
});

describe("my games", () => {
  it("are read as they were kept, and anything else is none", () => {
    expect(readGames('{"g1":{"token":"t","title":"Guado","seats":1},"g2":{"title":"senza chiave"}}')).toEqual(
      {
        g1: { token: "t", title: "Guado", seats: 1 },
      },
    );
    expect(readGames("[1]")).toEqual({});
    expect(readGames("{")).toEqual({});
    expect(readGames(null)).toEqual({});
  });

  it("keep the secret that opens more seats: looking at one's own game as a spectator loses nothing", () => {
    remember("g", { token: "host", title: "Guado", seats: 2, spectator: "s" });
    remember("g", { token: "s", title: "Guado", seats: 0 });
    expect(mine.value.g?.token).toBe("host");
    remember("g", { token: "host", title: "Il guado", seats: 2 });
    expect(mine.value.g).toMatchObject({ title: "Il guado", spectator: "s" });
  });
});

it("a secret that opens nothing gives way to the one in the list", () => {
  remember("h", { token: "mine", title: "Guado", seats: 1 });
  location.hash = "#k=wrong";
  expect(tokenFor("h")).toBe("wrong");
  expect(tokenFor("h")).toBe("wrong"); // a reload: the address has it no more
  dropToken("h", "another");
  expect(tokenFor("h")).toBe("wrong");
  dropToken("h", "wrong");
  expect(tokenFor("h")).toBe("mine");
});

it("a secret is read from the address's fragment, where no server hears of it", () => {
  expect(tokenIn("#k=MFkId09H-_x")).toBe("MFkId09H-_x");
  expect(tokenIn("")).toBe("");
});

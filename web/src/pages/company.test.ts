import { expect, it } from "vitest";
import { type Company, readBack, toggled, withFighter, written } from "./company.ts";

const company: Company = {
  name: 'I "Lupi": del guado',
  limit: 150,
  fighters: [
    { profile: "razziatore", name: "Vorax", items: ["CDC-EQ-11"], upgrades: [], abilities: [] },
    {
      profile: "ingegnera",
      name: "",
      items: [],
      upgrades: [{ item: "CDC-EQ-59", to: "CDC-EQ-37" }],
      abilities: ["CDC-AB-012"],
    },
  ],
};

it("a written company reads back as it was", () => {
  expect(readBack(written(company, "crepuscolo", "-"))).toEqual(company);
});

it("an empty company reads back too, with the name it was given", () => {
  expect(readBack(written({ name: "", limit: 0, fighters: [] }, "crepuscolo", "Senza nome"))).toEqual({
    name: "Senza nome",
    limit: 0,
    fighters: [],
  });
});

it("anything else is no company", () => {
  expect(readBack("")).toBeNull();
  expect(readBack("<html>")).toBeNull();
  expect(readBack('{"roster": 3, "fighters": []}')).toBeNull();
  expect(readBack('roster: "x"\nfighters:\n  - {"name": "nobody"}\n')).toBeNull();
});

it("fighters are put in their place or dismissed", () => {
  expect(withFighter(company, 0, null).fighters.map((one) => one.profile)).toEqual(["ingegnera"]);
  expect(toggled(toggled(["a"], "b"), "a")).toEqual(["b"]);
});

import { expect, it } from "vitest";
import { shortened } from "./Figures.tsx";

it("a name that is too long keeps its number, so that two of a kind can be told apart", () => {
  expect(shortened("Scheletro umano 3")).toBe("Scheletro 3");
  expect(shortened("Falco di Montebosco")).toBe("Falco");
  expect(shortened("Goblin 12")).toBe("Goblin 12");
});

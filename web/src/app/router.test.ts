import { expect, it } from "vitest";
import { routeOf } from "./router.ts";

it.each([
  ["/", { page: "home" }],
  ["/nuova", { page: "new" }],
  ["/g/7f3a", { page: "game", id: "7f3a" }],
  ["/g/7f3a/replica", { page: "replay", id: "7f3a" }],
  ["/g/7f3a/prova", { page: "proof", id: "7f3a" }],
  ["/regole/CDC-ACT-03.3", { page: "rules", rule: "CDC-ACT-03.3", ruleset: "" }],
  ["/tutti", { page: "matrix", ruleset: "" }],
  ["/laboratorio/a1", { page: "lab", ruleset: "", run: "a1" }],
  ["/g", { page: "nowhere" }],
  ["/g/7f3a/altro", { page: "nowhere" }],
  ["/g/%E0%A4%A", { page: "game", id: "%E0%A4%A" }],
])("%s", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

it("a link to a rule may name its game", () => {
  expect(routeOf("/regole/X-1", "?gioco=crepuscolo")).toEqual({
    page: "rules",
    rule: "X-1",
    ruleset: "crepuscolo",
  });
});

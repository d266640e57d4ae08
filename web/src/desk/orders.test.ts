import { describe, expect, it } from "vitest";
import type { Choice, CreatureRow, DeskView, Field, Offer } from "../protocol.ts";
import {
  atOnce,
  beginning,
  besideTags,
  boxed,
  eachOf,
  fitting,
  inOrder,
  keysOf,
  neighbour,
  order,
  owned,
  ownersOf,
  pickable,
  stillOwned,
  toggled,
  withEach,
} from "./orders.ts";

const choices = (...keys: string[]): Choice[] => keys.map((key) => ({ key, label: key, of: [] }));
const field = (name: string, kind: string, more: Partial<Field> = {}): Field => ({
  name,
  kind,
  optional: false,
  choices: [],
  lo: 0,
  hi: 0,
  longest: 400,
  label: name,
  default: null,
  each: "",
  whose: "",
  ...more,
});
const offer = (what: string, ...fields: Field[]): Offer => ({
  do: what,
  group: "",
  fields,
  rules: [],
  label: what,
  hint: "",
  key: "",
});
const row = (id: string, side: string, state = ""): CreatureRow => ({
  id,
  side,
  number: 0,
  name: id,
  role: "",
  said: "",
  tracks: [],
  armour: null,
  tags: [],
  notes: [],
  details: [],
  quick: [],
  state,
  hidden: false,
  active: false,
  turn: null,
  edits: [],
});
const secret = field("secret", "flag", { optional: true });
const who = field("who", "creatures", { choices: choices("a1", "b1") });

it("a command is its name and its fields in order, without those that say nothing", () => {
  expect(order("harm", { who: ["b1"], dice: "d6", bare: false, each: undefined, note: "" })).toEqual([
    "harm",
    ["dice", "d6"],
    ["who", ["b1"]],
  ]);
  expect(order("next")).toEqual(["next"]);
});

it.each([
  ["-6", { what: "harm", dice: "6", bare: true }],
  ["− 6", { what: "harm", dice: "6", bare: true }],
  ["d8", { what: "harm", dice: "d8", bare: false }],
  ["-2d6+1", { what: "harm", dice: "2d6+1", bare: false }],
  [" +4 ", { what: "heal", n: 4 }],
  ["+d4", { what: "nothing", why: "heal" }],
  ["", { what: "nothing", why: "empty" }],
  ["-", { what: "nothing", why: "empty" }],
])("the quick box reads %j", (text, meant) => {
  expect(boxed(text)).toEqual(meant);
});

describe("at one key", () => {
  it("goes what needs nobody, or only those who are chosen", () => {
    expect(atOnce(offer("next", secret), [])).toEqual(["next"]);
    expect(atOnce(offer("hide", who, secret), ["b1", "gone"])).toEqual(["hide", ["who", ["b1"]]]);
  });

  it("goes nothing that nobody is chosen for, that has to be filled in, or that is for good", () => {
    expect(atOnce(offer("hide", who), [])).toBeNull();
    expect(atOnce(offer("harm", who, field("dice", "dice")), ["b1"])).toBeNull();
    expect(atOnce(offer("remove", who), ["b1"])).toBeNull();
    expect(atOnce(offer("add", field("beast", "choice", { optional: true })), [])).toBeNull();
  });
});

it("a form begins with whoever is chosen, against somebody of another side, and with what is proposed", () => {
  const target = field("target", "creature", { choices: choices("a1", "b1", "a2") });
  const weapon = field("weapon", "choice", { choices: choices("spada"), optional: true });
  const dice = field("dice", "dice", { default: "d6" });
  const attack = offer("attack", who, target, weapon, dice, secret);
  const rows = [row("a1", "a", "dead"), row("a2", "a"), row("b1", "b")];
  expect(beginning(attack, ["b1"], rows)).toEqual({
    who: ["b1"],
    target: "a2",
    weapon: undefined,
    dice: "d6",
    secret: undefined,
  });
  expect(beginning(attack, ["a1"], rows).target).toBe("b1");
  expect(beginning(offer("use", { ...target, optional: true }), [], rows)).toEqual({ target: undefined });
  expect(fitting(undefined, ["a1"])).toEqual([]);
});

it("from a long list nothing is proposed", () => {
  const many = choices(...Array.from({ length: 25 }, (_, place) => `c${place}`));
  const few = field("few", "choice", { choices: many.slice(0, 24) });
  const long = field("long", "choice", { choices: many });
  expect(beginning(offer("condition", few, long), [], [])).toEqual({ few: "c0", long: undefined });
});

it("how somebody is does not say what its tags say", () => {
  const tag = { kind: "condition", id: "prono", label: "Prono", text: "", count: 0 };
  expect(besideTags({ ...row("a1", "a"), said: "a terra, Prono", tags: [tag] })).toBe("a terra");
});

it("a number that may be left out is not proposed: no attack has a bonus that was not meant", () => {
  const bonus = field("bonus", "number", { optional: true, default: 2 });
  const dc = field("dc", "number", { default: 15 });
  expect(beginning(offer("check", bonus, dc), [], [])).toEqual({ bonus: undefined, dc: 15 });
});

it("a choice may be another for each of several: the others have what all have", () => {
  const weapon = field("weapon", "choice", {
    choices: choices("spada", "arco"),
    optional: true,
    each: "who",
  });
  const attack = offer("attack", who, weapon);
  const two = { who: ["a1", "b1"], weapon: "spada" };
  expect(eachOf(weapon, two)).toEqual(["a1", "b1"]);
  expect(eachOf(weapon, { who: ["a1"] })).toEqual([]);
  expect(eachOf({ ...weapon, each: "" }, two)).toEqual([]);
  expect(withEach(attack, two, { weapon: { b1: "arco" } })).toEqual({ ...two, weapon: ["spada", "arco"] });
  expect(withEach(attack, { who: two.who }, { weapon: { b1: "arco" } }).weapon).toEqual(["", "arco"]);
  expect(withEach(attack, two, { weapon: { c1: "arco" } })).toEqual(two);
  expect(withEach(attack, two, {})).toEqual(two);
});

describe("a choice among somebody's things", () => {
  const weapon = field("weapon", "choice", {
    choices: [
      { key: "spada", label: "", of: ["a1", "b1"] },
      { key: "arco", label: "", of: ["b1"] },
    ],
    optional: true,
    whose: "who",
  });
  const attack = offer("attack", who, weapon);
  const keys = (...whom: string[]) => owned(weapon, whom).choices.map(({ key }) => key);

  it("offers what all who are named have, and everything while nobody is", () => {
    expect([keys("b1"), keys("a1"), keys("a1", "b1"), keys()]).toEqual([
      ["spada", "arco"],
      ["spada"],
      ["spada"],
      ["spada", "arco"],
    ]);
    expect([ownersOf(weapon, { who: ["a1"] }), ownersOf(weapon, { who: "a1" })]).toEqual([["a1"], ["a1"]]);
    expect([ownersOf(weapon, {}), ownersOf(who, { who: ["a1"] })]).toEqual([[], []]);
  });

  it("forgets what is nobody's any more when others are named", () => {
    expect(stillOwned(attack, { who: ["a1"], weapon: "arco" }).weapon).toBeUndefined();
    expect(stillOwned(attack, { who: ["b1"], weapon: "arco" }).weapon).toBe("arco");
  });
});

describe("keys", () => {
  it("stand for one command each, and for none that the page needs", () => {
    const names = ["next", "add", "hide", "show", "zeta", "alfa", "beta"];
    const keys = keysOf(names, ["y"]);
    expect(keys.get("next")).toBe("n");
    expect(new Set(keys.values()).size).toBe(names.length);
    expect([...keys.values()]).not.toContain("y");
  });

  it("are the same whatever the order in which commands are offered", () => {
    expect(keysOf(["zeta", "alfa"])).toEqual(new Map([...keysOf(["alfa", "zeta"])].reverse()));
  });
});

it("rows are walked side by side, round and round", () => {
  const side = (seat: string) => ({ seat, name: seat, party: false, active: false });
  const view = {
    rows: [row("b1", "b"), row("a1", "a"), row("b2", "b")],
    sides: [side("a"), side("b")],
  } as unknown as DeskView;
  expect(inOrder(view).map(({ id }) => id)).toEqual(["a1", "b1", "b2"]);
  expect([
    neighbour(view, "", 1),
    neighbour(view, "", -1),
    neighbour(view, "b2", 1),
    neighbour(view, "b1", -1),
  ]).toEqual(["a1", "b2", "a1", "a1"]);
  expect(toggled(toggled(["a1"], "b1"), "a1")).toEqual(["b1"]);
});

it("who can arrive says by itself what it is, wherever it stands in a list", () => {
  const sheet = { name: "Livia", line: "PF 6", sheet: "{name: Livia}" };
  const beast = { id: "troll", name: "Troll", line: "PF 14", text: "" };
  expect(pickable([sheet], [beast])).toEqual([
    { value: "{name: Livia}", label: "Livia", hint: "PF 6", parts: ["sheet"] },
    { value: "troll", label: "Troll", hint: "PF 14", parts: ["beast"] },
  ]);
});

import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Command, commands, followKeys, keyName, pressed } from "./commands.ts";

const done: string[] = [];
const command = (id: string, keys: string[], rest: Partial<Command> = {}): Command => ({
  id,
  label: id,
  keys,
  group: "page",
  run: (key) => done.push(`${id} ${key}`),
  ...rest,
});

/** Presses a key while an element has the focus. */
function press(key: string, on = "div", keys: KeyboardEventInit = {}): KeyboardEvent {
  const target = document.createElement(on);
  document.body.append(target);
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...keys });
  target.dispatchEvent(event);
  return event;
}

describe("keys", () => {
  beforeAll(followKeys);
  afterEach(() => {
    done.length = 0;
    document.body.replaceChildren();
    commands.value = [];
  });

  it("carry a command out, and say which of its keys it was", () => {
    commands.value = [command("choose", ["1", "2"]), command("undo", ["Ctrl+z"])];
    press("2");
    press("z", "div", { ctrlKey: true });
    expect(done).toEqual(["choose 2", "undo Ctrl+z"]);
  });

  it("are letters while somebody types", () => {
    commands.value = [command("choose", ["1"])];
    press("1", "input");
    press("1", "textarea");
    expect(done).toEqual([]);
  });

  it("press what has the focus: Enter on a button answers no question", () => {
    commands.value = [command("enter", ["Enter"])];
    press("Enter", "button");
    press("Enter", "a");
    expect(done).toEqual([]);
    press("Enter");
    expect(done).toEqual(["enter Enter"]);
  });

  it("do nothing for a command that is not possible now, nor behind a dialog", () => {
    commands.value = [command("undo", ["u"], { disabled: true }), command("rules", ["r"])];
    press("u");
    document.body.innerHTML = "<dialog open></dialog>";
    press("r");
    expect(done).toEqual([]);
  });

  it("belong to what was shown last where two claim one", () => {
    commands.value = [command("page", ["x"]), command("table", ["x"])];
    expect(press("x").defaultPrevented).toBe(true);
    expect(done).toEqual(["table x"]);
  });
});

it("a key is written as the table of commands has it", () => {
  const key = (key: string, rest: KeyboardEventInit = {}) =>
    pressed(new KeyboardEvent("keydown", { key, ...rest }));
  expect(key("Z", { ctrlKey: true, shiftKey: true })).toBe("Ctrl+Shift+z");
  expect(key("?", { shiftKey: true })).toBe("?");
  expect(key("z", { metaKey: true })).toBe("Ctrl+z");
  expect(key("PageDown")).toBe("PageDown");
});

it("and shown as it stands on the keyboard", () => {
  expect(keyName("Ctrl+Shift+z")).toBe("Ctrl Shift Z");
  expect(keyName("+")).toBe("+");
  expect(keyName("Escape")).toBe("Esc");
});

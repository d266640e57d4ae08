import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BoardProps } from "../app/seam.ts";
import type { FigureView, OptionView, Scene } from "../protocol.ts";
import { Board } from "./Board.tsx";

const figure = (id: string, seat: string, x: number, more: Partial<FigureView> = {}): FigureView => ({
  id,
  seat,
  name: `Nome ${id}`,
  short: id,
  role: "",
  icon: "fighter",
  shape: { type: "disc", x, y: 20_000, r: 1500 },
  z: 0,
  facing: null,
  meters: [{ label: "Resistenza", now: 3, full: 5 }],
  badges: [],
  marks: [],
  notes: [],
  aria: `${id}, in parole.`,
  ...more,
});

const side = (seat: string) => ({ seat, name: seat, active: false, notes: [] });

const scene: Scene = {
  standing: "",
  sides: [side("a"), side("b")],
  figures: [figure("a1", "a", 10_000), figure("b1", "b", 30_000), figure("b2", "b", 0, { shape: null })],
  chips: [],
  board: {
    width: 60_000,
    depth: 40_000,
    unit: { symbol: "cm", size: 1000 },
    grid: 0,
    pieces: [
      {
        id: "p",
        name: "Bosco",
        shape: { type: "disc", x: 30_000, y: 30_000, r: 5000 },
        kinds: ["difficult", "covering"],
        height: 0,
        floor: 0,
        notes: [],
        aria: "Bosco, difficile",
      },
    ],
    legend: [{ kind: "difficult", label: "difficile", text: "" }],
  },
  marks: [],
  result: "",
};

const option = (key: string, more: Partial<OptionView>): OptionView => ({
  key,
  label: `Opzione ${key}`,
  hint: "",
  mark: "",
  warn: false,
  way: [],
  figure: "",
  spot: null,
  rules: [],
  ...more,
});

let root: HTMLElement;
const show = (props: Partial<BoardProps>) => {
  const whole: BoardProps = {
    scene,
    me: ["a"],
    lang: "it",
    still: false,
    selected: "",
    onSelect: vi.fn(),
    light: null,
    watch: null,
    onWatch: vi.fn(),
    choices: [],
    onChoose: vi.fn(),
    onPoint: vi.fn(),
    zone: [],
    form: null,
    probe: async () => null,
    onDrop: async () => "",
    ghosts: [],
    onGhost: vi.fn(),
    pointed: [],
    spot: null,
    ...props,
  };
  act(() => render(<Board {...whole} />, root));
  return whole;
};
const drawn = (id: string) => root.querySelector<SVGGElement>(`[data-figure="${id}"]`);
const press = (key: string) =>
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true }),
    );
  });

beforeEach(() => {
  root = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  act(() => render(null, root));
  root.remove();
});

describe("the board", () => {
  it("draws a figure on the table as something to focus, in words", () => {
    show({});
    expect(drawn("a1")?.getAttribute("aria-label")).toBe("a1, in parole.");
    expect(drawn("a1")?.getAttribute("tabindex")).toBe("0");
    expect(drawn("b2")).toBeNull();
  });

  it("draws nothing for a scene without a table", () => {
    show({ scene: { ...scene, board: null } });
    expect(root.innerHTML).toBe("");
  });

  it("tells the sides apart by shape, not by colour alone", () => {
    show({});
    const core = (id: string) => drawn(id)?.querySelector(".b-core")?.getAttribute("d");
    expect(core("a1")).not.toBe(core("b1"));
  });

  it("selects the focused figure with Enter", () => {
    const { onSelect } = show({});
    drawn("b1")?.focus();
    press("Enter");
    expect(onSelect).toHaveBeenCalledWith("b1");
  });

  it("goes with V from a figure's sight to its side's, to nobody's and back", () => {
    const area = (x: number) => ({
      kind: "shadow",
      shape: { type: "disc", x, y: 9000, r: 1000 } as const,
      label: "",
      rules: [],
    });
    const light = { figure: "b1", overlays: [area(1000), area(2000)], seen: [], notes: [] };
    const told = { label: "b", value: "", text: "Vedono tutto.", rules: [] };
    const watch = { figure: "b", overlays: [area(3000)], seen: ["a1"], notes: [told] };
    const { onWatch } = show({ selected: "b1", light, watch });
    const shadows = () => root.querySelectorAll(".b-over-shadow").length;
    const said = () => root.querySelector(".b-watch")?.textContent;
    expect([shadows(), said()]).toEqual([2, ""]);
    press("v");
    expect([shadows(), said()]).toEqual([1, "Vedono tutto."]);
    expect(onWatch).toHaveBeenLastCalledWith("b");
    press("v");
    expect([shadows(), said()]).toEqual([0, ""]);
    expect(onWatch).toHaveBeenLastCalledWith("");
    press("v");
    expect(shadows()).toBe(2);
  });

  it("asks what one's own side sees where nobody is selected", () => {
    const { onWatch } = show({ me: ["b"] });
    press("v");
    expect(onWatch).toHaveBeenLastCalledWith("b");
  });

  it("chooses instead, where one option stands for the figure", () => {
    const shown = show({ choices: [option("x", { figure: "b1" })] });
    drawn("b1")?.focus();
    press("Enter");
    expect(shown.onChoose).toHaveBeenCalledWith(shown.choices[0]);
    expect(shown.onSelect).not.toHaveBeenCalled();
  });

  it("leaves the choice to the panel, where several options stand for the figure", () => {
    const shown = show({ choices: [option("x", { figure: "b1" }), option("y", { figure: "b1" })] });
    drawn("b1")?.focus();
    press("Enter");
    expect(shown.onChoose).not.toHaveBeenCalled();
    expect(shown.onSelect).toHaveBeenCalledWith("b1");
  });

  it("chooses a spot with Enter", () => {
    const shown = show({ choices: [option("x", { spot: [5000, 5000] })] });
    root.querySelector<SVGGElement>("[data-choice]")?.focus();
    press("Enter");
    expect(shown.onChoose).toHaveBeenCalledWith(shown.choices[0]);
  });

  it("draws what a choice would cover, and tells which one is pointed at", () => {
    const shape = { type: "disc", x: 5000, y: 5000, r: 500 } as const;
    const shown = show({
      choices: [option("x", { spot: [5000, 5000] })],
      zone: [{ kind: "zone", shape, label: "Palla di Fuoco", rules: [] }],
    });
    expect(root.querySelectorAll(".b-over-zone")).toHaveLength(1);
    const spot = root.querySelector<SVGGElement>("[data-choice]");
    act(() => void spot?.dispatchEvent(new Event("pointerenter")));
    expect(shown.onPoint).toHaveBeenLastCalledWith(shown.choices[0]);
    act(() => void spot?.dispatchEvent(new Event("pointerleave")));
    expect(shown.onPoint).toHaveBeenLastCalledWith(null);
  });

  it("shades the squares of a question alone, not those of the figure's plain move", () => {
    const shape = { type: "disc", x: 5000, y: 5000, r: 500 } as const;
    const over = (kind: string) => ({ kind, shape, label: kind, rules: [] });
    const light = { figure: "a1", overlays: ["reach", "threat", "aura"].map(over), seen: [], notes: [] };
    const kinds = () => [...root.querySelectorAll(".b-over")].map((path) => path.getAttribute("class"));
    show({ light });
    expect(kinds()).toHaveLength(3);
    show({ light, choices: [option("x", { spot: [5000, 5000], mark: "1" })] });
    expect(kinds()).toEqual(["b-over b-over-aura"]);
  });

  it("chooses nothing in a replay", () => {
    const shown = show({ still: true, choices: [option("x", { figure: "b1" })] });
    drawn("b1")?.focus();
    press("Enter");
    expect(shown.onChoose).not.toHaveBeenCalled();
  });

  it("does not draw a figure anew that has not changed", () => {
    show({});
    const before = drawn("a1")?.querySelector(".b-core");
    const moved = figure("b1", "b", 31_000);
    show({ scene: { ...scene, figures: [scene.figures[0] as FigureView, moved] } });
    expect(drawn("a1")?.querySelector(".b-core")).toBe(before);
    expect(drawn("b1")?.style.transform).not.toBe("");
  });

  it("leaves keys to fields that are being typed in", () => {
    show({});
    const field = root.appendChild(document.createElement("input"));
    field.focus();
    press("m");
    expect(root.querySelector(".b-measuring")).toBeNull();
  });

  it("measures with m from the focused figure, and says so", async () => {
    show({});
    drawn("a1")?.focus();
    press("m");
    act(() => {
      drawn("b1")?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    });
    expect(root.querySelector(".b-length")?.textContent).toBe("17,0 cm");
    await vi.waitFor(() =>
      expect(root.querySelector(".b-told")?.textContent).toContain("alla base di Nome b1"),
    );
    press("Escape");
    expect(root.querySelector(".b-length")).toBeNull();
  });

  it("carries a figure by keys alone: arrows, Enter, Enter", async () => {
    const onDrop = vi.fn(async () => "");
    const base = { type: "disc", x: 10_000, y: 20_000, r: 1500 };
    const form = { kind: "place", figure: "a1", start: [10_000, 20_000], base, overlays: [], default: null };
    show({
      form: form as unknown as NonNullable<BoardProps["form"]>,
      onDrop,
      probe: async () => ({
        legal: true,
        reason: "",
        rules: [],
        suggest: null,
        length: -1,
        notes: [],
        overlays: [],
      }),
    });
    drawn("a1")?.focus();
    press("ArrowRight");
    press("ArrowUp");
    press("Enter");
    expect(onDrop).not.toHaveBeenCalled();
    await act(() => new Promise((done) => setTimeout(done, 10)));
    press("Enter");
    await vi.waitFor(() => expect(onDrop).toHaveBeenCalledWith([11_000, 21_000]));
  });
});

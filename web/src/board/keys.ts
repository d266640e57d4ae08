/** Which keys mean what on the board; `Board` carries them out. */

export type Action =
  | { readonly do: "measure" | "fit" | "sight" | "corner" | "cancel" | "enter" }
  | { readonly do: "zoom"; readonly factor: number }
  | { readonly do: "step"; readonly x: number; readonly y: number; readonly fine: boolean };

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The action of a key; null for one that means nothing here. `busy`: a gesture is in course. */
export function actionOf(event: KeyboardEvent, busy: boolean): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const arrow = ARROWS[event.key];
  if (arrow) return { do: "step", x: arrow[0], y: arrow[1], fine: event.shiftKey };
  switch (event.key) {
    case "m":
    case "M":
      return { do: "measure" };
    case "v":
    case "V":
      return { do: "sight" };
    case "+":
    case "=":
      return { do: "zoom", factor: 1.25 };
    case "-":
    case "−":
      return { do: "zoom", factor: 0.8 };
    case "0":
      return { do: "fit" };
    case " ":
    case "f":
    case "F":
      return busy ? { do: "corner" } : null;
    case "Escape":
      return busy ? { do: "cancel" } : null;
    case "Enter":
      return { do: "enter" };
    default:
      return null;
  }
}

/**
 * The seam between the page and the board: what the board is given to draw, and what it tells back.
 *
 * The page (store, panel, journal) knows what is asked; the board knows where things lie. Neither knows a rule.
 * `board/` exports a component `Board` that takes these; `app/Table.tsx` is the only one who fills them in.
 */
import type {
  FormView,
  Ghost,
  GhostSeen,
  OptionView,
  Overlay,
  Probe,
  Scene,
  Spotlight,
} from "../protocol.ts";
import type { Lang } from "../text/index.ts";

export interface BoardProps {
  /** What to draw: the game as it is, or a moment of its past. */
  scene: Scene;
  /** The seats that this browser plays. */
  me: readonly string[];
  lang: Lang;
  /** Look only: a replay, a moment of the past, or a game that is over. */
  still: boolean;
  /** The figure that is selected, "" for none; shared with the panel. */
  selected: string;
  onSelect: (figure: string) => void;
  /** What selecting `selected` shows; null until the server has told it. */
  light: Spotlight | null;
  /** What the side that `onWatch` asked for sees together; null until the server has told it, or for none. */
  watch: Spotlight | null;
  /** Asks what a side sees; "" for none any more. */
  onWatch: (seat: string) => void;
  /** Options asked for now that stand on the board (they have a `figure` or a `spot`): to be marked and clickable. */
  choices: readonly OptionView[];
  onChoose: (option: OptionView) => void;
  /** One of them is pointed at on the board, before it is chosen; null for none any more. */
  onPoint: (option: OptionView | null) => void;
  /** The ground that what is pointed at would cover. */
  zone: readonly Overlay[];
  /** The place, route or arc that is asked for now; null when something else is. */
  form: FormView | null;
  /** Asks the rules about a value in course; null when a newer one has overtaken it. */
  probe: (value: unknown) => Promise<Probe | null>;
  /** Commits a value; resolves to "" or to the reason why it was refused. */
  onDrop: (value: unknown) => Promise<string>;
  /** Drags and rulers of the others, and one's own to be told to them. */
  ghosts: readonly GhostSeen[];
  onGhost: (ghost: Ghost) => void;
  /** Figures that the panel or a journal line points at. */
  pointed: readonly string[];
  /** The option with a spot that the panel points at, if any. */
  spot: OptionView | null;
}

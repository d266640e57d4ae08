/** What one can do at a table besides answering: keys, menu, and the dialogs that some of it needs. */
import { useEffect, useState } from "preact/hooks";
import { type Command, useCommands } from "../app/commands.ts";
import { Confirm, CopyLink, Dialog } from "../app/Dialog.tsx";
import { opened, shutRules } from "../app/library.ts";
import { go } from "../app/router.ts";
import type { Session } from "../app/session.ts";
import { download, type FileKind, invite } from "../net/http.ts";
import { linkOf, mine } from "../net/mine.ts";
import type { Known } from "../net/store.ts";
import { seatName } from "../panel/Panel.tsx";
import { texts } from "../text/index.ts";
import { carry, refusal, undoOnce } from "./GameParts.tsx";
import type { Tab } from "./Record.tsx";

/** Which dialog is open. */
export type Open = "" | "resign" | "draw" | "rename" | "links";

type Show = (open: Open) => void;

/** Offers every command of the table to keyboard and menu. */
export function useGameCommands(
  session: Session,
  game: Known | null,
  show: Show,
  showTab: (tab: Tab) => void,
): void {
  useCommands([...answering(session), ...(game ? atTable(session, game, show, showTab) : []), ...onBoard()]);
}

/** Leaves the moment of the past, and the line that shows it. */
function backToNow(session: Session): void {
  session.now();
  const line = document.activeElement;
  if (line instanceof HTMLElement && line.closest(".journal")) line.blur();
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Keys that answer the question that is open. */
export function answering(session: Session): readonly Command[] {
  const t = texts.value.keys;
  const { asker } = session;
  const back = (): void => {
    if (opened.value) shutRules();
    else if (session.past.value) backToNow(session);
    else if (!asker.back()) session.select("");
  };
  return [
    {
      id: "choose",
      label: t.choose,
      keys: DIGITS,
      shown: "1–9",
      run: (digit) => takeNth(session, Number(digit)),
      group: "game",
      unlisted: true,
    },
    {
      id: "enter",
      label: t.enter,
      keys: ["Enter"],
      run: () => void pressEnter(session),
      group: "game",
      unlisted: true,
    },
    { id: "back", label: t.back, keys: ["Escape", "Backspace"], run: back, group: "game", unlisted: true },
    {
      id: "next-option",
      label: t.next,
      keys: ["ArrowDown"],
      run: () => step(session, 1),
      group: "game",
      unlisted: true,
    },
    {
      id: "option-before",
      label: t.before,
      keys: ["ArrowUp"],
      run: () => step(session, -1),
      group: "game",
      unlisted: true,
    },
  ];
}

/** A digit: the option of that number, or the number itself. */
function takeNth(session: Session, digit: number): void {
  const asking = session.asker.asking.value;
  if (!asking) return;
  const { form } = asking.question;
  if (form.kind === "face" || form.kind === "number") {
    if (digit >= form.lo && digit <= form.hi && form.hi < 10) void session.asker.commit(digit);
    return;
  }
  const option = asking.branch?.options[digit - 1];
  if (option) void session.asker.choose(option);
}

/** Enter: the option pointed at, or what the form proposes. */
async function pressEnter(session: Session): Promise<void> {
  const asking = session.asker.asking.value;
  if (!asking) return;
  if (asking.branch) await session.asker.enter();
  else document.querySelector<HTMLFormElement>(".panel form")?.requestSubmit();
}

function step(session: Session, by: number): void {
  const asking = session.asker.asking.value;
  const many = asking?.branch?.options.length ?? 0;
  if (!asking || many === 0) return;
  const from = asking.cursor < 0 && by < 0 ? many : asking.cursor;
  session.asker.point((from + by + many) % many);
}

function atTable(session: Session, game: Known, show: Show, showTab: (tab: Tab) => void): readonly Command[] {
  const t = texts.value.game;
  const { undo, me, over } = game.table;
  const seat = me[0];
  const playing = seat !== undefined && !over;
  const free = session.asker.free.value[0];
  const list: Command[] = [
    {
      id: "undo",
      label: undo.free > 0 || undo.asking === 0 ? t.undo : t.askUndo,
      keys: ["Ctrl+z"],
      run: () => undoOnce(session, game),
      disabled: !playing || undo.free + undo.asking === 0,
      group: "game",
    },
    {
      id: "redo",
      label: t.redo,
      keys: ["Ctrl+Shift+z", "Ctrl+y"],
      run: () => seat && void carry(session.live.wish("redo", seat)),
      disabled: !playing || !undo.redo,
      group: "game",
    },
    {
      id: "speak-up",
      label: t.speakUp,
      keys: ["f"],
      run: () => free && session.asker.open(free),
      disabled: !free,
      group: "game",
    },
    {
      id: "draw",
      label: t.offerDraw,
      keys: ["Shift+d"],
      run: () => show("draw"),
      disabled: !playing,
      group: "game",
    },
    {
      id: "resign",
      label: t.resign,
      keys: ["Shift+x"],
      run: () => show("resign"),
      disabled: !playing,
      group: "game",
    },
    {
      id: "rename",
      label: t.rename,
      keys: ["Shift+r"],
      run: () => show("rename"),
      disabled: !playing,
      group: "game",
    },
    { id: "links", label: t.links, keys: ["Shift+l"], run: () => show("links"), group: "game" },
    {
      id: "replay",
      label: t.seeAgain,
      keys: ["Shift+v"],
      run: () => go(`/g/${session.id}/replica`),
      group: "game",
    },
    {
      id: "journal",
      label: t.journal,
      keys: ["j"],
      run: () => focusOn(showTab, "journal", '.journal [tabindex="0"]'),
      group: "table",
    },
    {
      id: "chat",
      label: t.chat,
      keys: ["c"],
      run: () => focusOn(showTab, "chat", ".chat input"),
      group: "table",
    },
    { id: "luck", label: t.luck, keys: ["o"], run: () => showTab("luck"), group: "table" },
  ];
  return [...list, ...downloads(session, "game")];
}

/** Commands that download the game as a file. */
export function downloads(session: Session, group: Command["group"]): readonly Command[] {
  const t = texts.value.game.files;
  const kinds: FileKind[] = ["report", "scenario", "scenario-json", "journal", "save"];
  if (session.live.game.value?.scene.board) kinds.push("sight/svg", "sight/png");
  return kinds.map((kind) => ({
    id: `file-${kind}`,
    label: t[kind],
    keys: [],
    run: () => void fetched(session, kind),
    group,
  }));
}

async function fetched(session: Session, kind: FileKind): Promise<void> {
  try {
    await download(session.id, session.token, kind);
  } catch (why) {
    refusal.value = { text: why instanceof Error ? why.message : texts.value.net.unknown, rules: [] };
  }
}

/** Shows a tab of the record and puts the focus into it. */
function focusOn(showTab: (tab: Tab) => void, tab: Tab, where: string): void {
  showTab(tab);
  setTimeout(() => document.querySelector<HTMLElement>(where)?.focus(), 0);
}

/** The board's own keys, for the list: the board carries them out itself. */
const BOARD_KEYS = [
  ["measure", ["m"]],
  ["sight", ["v"]],
  ["zoomIn", ["+"]],
  ["zoomOut", ["-"]],
  ["fit", ["0"]],
  ["corner", [" ", "f"]],
  ["move", ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]],
] as const;

function onBoard(): readonly Command[] {
  const t = texts.value.boardKeys;
  return BOARD_KEYS.map(([id, keys]) => ({ id: `board-${id}`, label: t[id], keys, group: "table" }));
}

// --- dialogs ------------------------------------------------------------------------------------------------

interface DialogProps {
  session: Session;
  game: Known;
  onClose: () => void;
}

export function GameDialogs({ open, ...props }: DialogProps & { open: Open }) {
  switch (open) {
    case "resign":
      return <Resign {...props} />;
    case "draw":
      return <Draw {...props} />;
    case "rename":
      return <Rename {...props} />;
    case "links":
      return <Links {...props} />;
    default:
      return null;
  }
}

function Resign({ session, game, onClose }: DialogProps) {
  const t = texts.value.game;
  const [seat, setSeat] = useState(game.table.me[0] ?? "");
  return (
    <Dialog title={t.resign} onClose={onClose}>
      <p>{t.resignWhat}</p>
      {game.table.me.length > 1 && (
        <label>
          {t.whoResigns}
          <select value={seat} onChange={(event) => setSeat(event.currentTarget.value)}>
            {game.table.me.map((one) => (
              <option key={one} value={one}>
                {seatName(game, one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="row end">
        <button type="button" class="quiet" onClick={onClose}>
          {texts.value.app.cancel}
        </button>
        <button
          type="button"
          class="primary danger"
          onClick={() => {
            onClose();
            void carry(session.live.wish("resign", seat));
          }}
        >
          {t.resign}
        </button>
      </p>
    </Dialog>
  );
}

function Draw({ session, game, onClose }: DialogProps) {
  const t = texts.value.game;
  const seat = game.table.me[0] ?? "";
  return (
    <Confirm
      title={t.offerDraw}
      text={t.drawWhat}
      yes={t.offerDraw}
      onYes={() => void carry(session.live.wish("draw", seat))}
      onClose={onClose}
    />
  );
}

function Rename({ session, game, onClose }: DialogProps) {
  const t = texts.value.game;
  const [names, setNames] = useState<Record<string, string>>(() =>
    Object.fromEntries(game.table.me.map((seat) => [seat, seatName(game, seat)])),
  );
  const save = (event: Event): void => {
    event.preventDefault();
    onClose();
    for (const [seat, name] of Object.entries(names)) {
      if (name.trim() && name !== seatName(game, seat)) void carry(session.live.rename(seat, name.trim()));
    }
  };
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <form class="form" onSubmit={save}>
        {game.table.me.map((seat) => (
          <label key={seat}>
            {t.nameOf(seat.toUpperCase())}
            <input
              type="text"
              maxLength={40}
              value={names[seat]}
              onInput={(event) => setNames({ ...names, [seat]: event.currentTarget.value })}
            />
          </label>
        ))}
        <button type="submit" class="primary">
          {texts.value.app.save}
        </button>
      </form>
    </Dialog>
  );
}

/** Links of this game: my own, those I may give away, and the one for watching. */
function Links({ session, game, onClose }: DialogProps) {
  const t = texts.value.game;
  const known = mine.value[session.id];
  const [spectator, setSpectator] = useState(known?.spectator ?? "");
  useEffect(() => {
    if (!spectator) invite(session.id, session.token).then(setSpectator, () => undefined);
  }, []);
  return (
    <Dialog title={t.links} onClose={onClose}>
      <p class="hint">{t.linksWhat}</p>
      {game.table.me.length > 0 && <CopyLink label={t.myLink} link={linkOf(session.id, session.token)} />}
      {known?.token === session.token &&
        known.links?.map((link) => (
          <CopyLink
            key={link.seat}
            label={texts.value.fresh.linkFor(link.name)}
            link={linkOf(session.id, link.token)}
          />
        ))}
      {spectator && (
        <CopyLink
          label={texts.value.fresh.linkToWatch}
          link={
            spectator.includes("#") ? new URL(spectator, location.origin).href : linkOf(session.id, spectator)
          }
        />
      )}
    </Dialog>
  );
}

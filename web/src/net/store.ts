/**
 * What this browser knows of one game, and how a snapshot or an update changes it: pure functions over plain data.
 *
 * What an update does not touch keeps its identity, so the page draws only what changed.
 */
import type { FigureView, Presence, Scene, ServerMessage, Snapshot, TakenBack, Update } from "../protocol.ts";

/** A game as its latest message left it. */
export type Known = Omit<Snapshot, "type" | "journal_from" | "protocol">;

/** The part of an `Update` that belongs to the scene. */
function patchedScene(scene: Scene, update: Update): Scene {
  const touched =
    update.standing != null ||
    update.result != null ||
    update.chips != null ||
    update.sides != null ||
    update.board != null ||
    update.marks != null ||
    (update.figures?.length ?? 0) > 0 ||
    (update.gone?.length ?? 0) > 0;
  if (!touched) return scene;
  return {
    standing: update.standing ?? scene.standing,
    result: update.result ?? scene.result,
    chips: update.chips ?? scene.chips,
    sides: update.sides ?? scene.sides,
    board: update.board ?? scene.board,
    marks: update.marks ?? scene.marks,
    figures: patchedFigures(scene.figures, update.figures ?? [], update.gone ?? []),
  };
}

/** Figures with those that changed in the place of the old ones, new ones at the end, and those gone left out. */
export function patchedFigures(
  before: readonly FigureView[],
  changed: readonly FigureView[],
  gone: readonly string[],
): readonly FigureView[] {
  if (changed.length === 0 && gone.length === 0) return before;
  const fresh = new Map(changed.map((figure) => [figure.id, figure]));
  const without = new Set(gone);
  const kept = before
    .filter((figure) => !without.has(figure.id))
    .map((figure) => {
      const now = fresh.get(figure.id);
      fresh.delete(figure.id);
      return now ?? figure;
    });
  return [...kept, ...fresh.values()];
}

/** The list with those of `more` that come after its last; what was known already is not put in twice. */
function longer<T>(
  list: readonly T[],
  more: readonly T[] | undefined,
  place: (item: T) => number,
): readonly T[] {
  const last = list.at(-1);
  const news = last && more ? more.filter((item) => place(item) > place(last)) : more;
  return news?.length ? [...list, ...news] : list;
}

/** The game after a snapshot; the journal goes on from what was known where the snapshot says so. */
export function afterSnapshot(before: Known | null, message: Snapshot): Known {
  const { type: _type, journal_from, protocol: _protocol, ...rest } = message;
  const known = journal_from > 0 ? (before?.journal.slice(0, journal_from) ?? []) : [];
  return { ...rest, journal: [...known, ...message.journal] };
}

/** The game after an update; null if the update does not follow on what is known, and a snapshot is needed. */
export function afterUpdate(before: Known, update: Update): Known | null {
  if (update.seq < before.seq) return before;
  if (update.seq > before.seq + 1) return null;
  return {
    ...before,
    seq: update.seq,
    table: update.table ?? before.table,
    scene: patchedScene(before.scene, update),
    journal: longer(before.journal, update.journal, (entry) => entry.at),
    chat: longer(before.chat, update.chat, (line) => line.seq),
    questions: update.questions ?? before.questions,
    waiting: update.waiting ?? before.waiting,
    desk: update.desk ?? before.desk,
  };
}

/** The game with who is there. */
export function afterPresence(before: Known, message: Presence): Known {
  return { ...before, table: { ...before.table, seats: message.seats, spectators: message.spectators } };
}

/** The game after any message; `before` itself if the message does not change it; null if the thread was lost. */
export function after(before: Known | null, message: ServerMessage): Known | null {
  if (message.type === "snapshot") return afterSnapshot(before, message);
  if (!before) return null;
  if (message.type === "update") return afterUpdate(before, message);
  if (message.type === "presence") return afterPresence(before, message);
  return before;
}

/** Whose moves were taken back after a journal line, for its trace. */
export function undoneAfter(undone: readonly TakenBack[], at: number): readonly TakenBack[] {
  return undone.filter((trace) => trace.at === at);
}

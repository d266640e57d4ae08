/** Parts of the table's page: where the game stands, what is proposed, what is wrong, what can be taken back. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keyName } from "../app/commands.ts";
import { RuleLink } from "../app/RuleLink.tsx";
import type { Session } from "../app/session.ts";
import { Told } from "../app/Told.tsx";
import { Lost, Refused } from "../net/live.ts";
import { lang } from "../net/settings.ts";
import type { Known } from "../net/store.ts";
import { seatName } from "../panel/Panel.tsx";
import type { Note, Scene, SeatView } from "../protocol.ts";
import { plural, texts } from "../text/index.ts";

/** What was refused last outside a question: an undo, a draw, a name. */
export const refusal = signal<{ text: string; rules: readonly string[] } | null>(null);

/** Carries a wish out; what comes back as a refusal is shown where the eye is. */
export async function carry(wish: Promise<void>): Promise<void> {
  try {
    await wish;
    refusal.value = null;
  } catch (why) {
    if (why instanceof Refused) refusal.value = { text: why.message, rules: why.rules };
    else if (why instanceof Lost) refusal.value = { text: texts.value.net.lostAnswer, rules: [] };
    else throw why;
  }
}

/** Title, standing and sides, in one line. */
export function StandingLine({ game, scene }: { game: Known; scene: Scene }) {
  return (
    <div class="standing">
      <h1>{game.table.title}</h1>
      <p class={scene.chips.length > 0 ? "where only-narrow" : "where"}>{scene.standing}</p>
      {scene.chips.length > 0 && (
        <ul class="chips">
          {scene.chips.map((chip) => (
            <li key={`${chip.label}/${chip.value}`} title={chip.text || `${chip.label} ${chip.value}`}>
              <RuleLink rules={chip.rules}>{chip.label}</RuleLink> <b>{chip.value}</b>
            </li>
          ))}
        </ul>
      )}
      <ul class="sides">
        {scene.sides.map((side) => (
          <li key={side.seat} data-seat={side.seat} class={side.active ? "active" : undefined}>
            <span class="side-sign" data-seat={side.seat} aria-hidden="true" />
            <span>{seatName(game, side.seat)}</span>
            <Presence seat={game.table.seats.find((row) => row.seat === side.seat)} />
            {side.notes.slice(0, 1).map((note) => (
              <span key={note.label} class="side-note" title={side.notes.map(sideNote).join("\n")}>
                {note.label} <b>{note.value}</b>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function sideNote(note: Note): string {
  return `${note.label} ${note.value}`;
}

function Presence({ seat }: { seat: SeatView | undefined }) {
  if (seat?.player !== "link") return null;
  const t = texts.value.game;
  return (
    <span class={seat.online ? "presence on" : "presence"} title={seat.online ? t.online : t.offline}>
      <span class="unseen">{seat.online ? t.online : t.offline}</span>
    </span>
  );
}

/** The connection is not what it should be. */
export function Trouble({ session }: { session: Session }) {
  const t = texts.value.net;
  const { link, farewell } = session.live;
  if (link.value === "closed") return <p class="banner bad">{farewell.value || t.closed}</p>;
  if (link.value === "lost") {
    return (
      <p class="banner network" role="status">
        <span class="spinner" aria-hidden="true" /> {t.lost}
      </p>
    );
  }
  if (link.value === "opening") return <p class="banner quietly">{t.opening}</p>;
  return refusal.value ? (
    <p class="banner bad" role="alert">
      <Told text={refusal.value.text} /> <RuleLink rules={refusal.value.rules} />
      <button
        type="button"
        class="close"
        aria-label={texts.value.app.close}
        onClick={() => {
          refusal.value = null;
        }}
      >
        ×
      </button>
    </p>
  ) : null;
}

/** Says so when what this browser proposed came to nothing; `dropped` is what it took back itself. */
function useOutcome(game: Known, dropped: { current: string }): void {
  const own = game.table.proposals.find(({ by }) => game.table.me.includes(by))?.kind ?? "";
  const before = useRef({ own: "", undone: 0 });
  useEffect(() => {
    const { own: asked, undone } = before.current;
    const granted = game.table.over !== "" || game.undone.length > undone;
    if (asked && !own && !granted && dropped.current !== asked)
      refusal.value = { text: texts.value.game.notAgreed, rules: [] };
    if (own !== asked) dropped.current = "";
    before.current = { own, undone: game.undone.length };
  }, [own]);
}

/** What somebody proposes, and whether this browser's seats agree. */
export function Proposals({ session, game }: { session: Session; game: Known }) {
  const t = texts.value.game;
  const dropped = useRef("");
  useOutcome(game, dropped);
  return (
    <>
      {game.table.proposals.map((proposal) => {
        const mine = proposal.needs.find((seat) => game.table.me.includes(seat));
        const reply = (seat: string, agree: boolean): void =>
          void carry(session.live.reply(proposal.kind, seat, agree, proposal.to));
        const who = seatName(game, proposal.by);
        const text = proposal.text || (proposal.kind === "draw" ? t.offersDraw(who) : t.asksUndo(who));
        return (
          <div class="banner proposal" role="alert" key={`${proposal.kind}/${proposal.by}`}>
            <p>{text}</p>
            {mine ? (
              <p class="row">
                <button type="button" class="primary" onClick={() => reply(mine, true)}>
                  {t.agree}
                </button>
                <button type="button" onClick={() => reply(mine, false)}>
                  {t.disagree}
                </button>
              </p>
            ) : (
              <p class="row">
                <span class="hint">{t.waitsForReply}</span>
                {game.table.me.includes(proposal.by) && (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => {
                      dropped.current = proposal.kind;
                      reply(proposal.by, false);
                    }}
                  >
                    {t.withdraw}
                  </button>
                )}
              </p>
            )}
          </div>
        );
      })}
    </>
  );
}

/** Undo and redo, below the question. */
export function GoBack({ session, game }: { session: Session; game: Known }) {
  const t = texts.value.game;
  const { undo, me } = game.table;
  const seat = me[0];
  if (!seat || game.table.over) return null;
  const none = undo.free === 0 && undo.asking === 0;
  return (
    <div class="go-back" role="group" aria-label={t.tools}>
      <button
        type="button"
        class="quiet"
        disabled={none}
        title={undo.stopped_by || undefined}
        aria-keyshortcuts="Control+Z"
        onClick={() => undoOnce(session, game)}
      >
        ↶ {undo.free > 0 || none ? t.undo : t.askUndo} <kbd>{keyName("Ctrl+z")}</kbd>
      </button>
      {undo.redo && (
        <button type="button" class="quiet" onClick={() => void carry(session.live.wish("redo", seat))}>
          ↷ {t.redo}
        </button>
      )}
    </div>
  );
}

/** Dice that nobody sealed, at a table of people apart: whoever plays by link is told what they rest on. */
export function OpenDice({ game }: { game: Known }) {
  const t = texts.value.game;
  const { commit, typed_dice: typed, seats, over } = game.table;
  if (commit || over || !seats.some(({ player }) => player === "link")) return null;
  return <p class="hint open-dice">{typed ? t.typedDice : t.knownDice}</p>;
}

/** Takes one answer back, or asks the others whether it may be. */
export function undoOnce(session: Session, game: Known): void {
  const seat = game.table.me[0];
  if (seat) void carry(session.live.wish("undo", seat));
}

/** "3 spettatori". */
export function watchers(game: Known): string {
  const t = texts.value.game;
  return game.table.spectators > 0 ? plural(lang.value, game.table.spectators, t.watcher, t.watchers) : "";
}

"""Going back and sideways: forks, undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbitro.dice.sources import Dice
from arbitro.engine.asks import Refused, TakeBack, UndoScope
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.timeline import Checkpoint, Cut
from arbitro.engine.values import REFEREE, Seat

if TYPE_CHECKING:
    from random import Random

    from arbitro.engine.ruleset import Ruleset
    from arbitro.engine.state import State


def fork(game: Game, dice: Dice, *, log: bool = False) -> Game:
    """A game of its own at the same question: the last checkpoint and the tape since.

    A fork for thinking must never get the game's own dice: it would know the future.
    """
    twin = unborn(game, dice, log=log)
    twin._run(None)
    return twin


def unborn(game: Game, dice: Dice, *, log: bool = False) -> Game:
    """A fork that has not run yet: it stands before the Step that the game is in, with the tape since."""
    last = game.checkpoints[-1].state
    twin = _standing(game, last.copy(), dice, log=log)
    twin._stood = Checkpoint(last, 0, 0)
    twin._built, twin._laid = game._built, game._laid
    if not game._reborne:
        twin._base = game._base
    return twin


def _standing(game: Game, state: State, dice: Dice, *, log: bool) -> Game:
    """A game for thinking that has not run yet: a state of the last checkpoint's moment, and the tape since."""
    ruleset: Ruleset = game.ruleset
    tape = game.tape[game.checkpoints[-1].tape_no :]
    twin = Game(ruleset, state, dice, setup=game.setup, log=log, tape=tape, start=False)
    twin.thinking = True
    twin.epoch = twin.top_epoch = game.epoch
    return twin


def imagined(game: Game, seat: Seat, dice: Dice, rng: Random) -> Game | None:
    """A fork in which all that a seat may not see is made up: what a computer opponent thinks about.

    The world is the ruleset's `imagine` of the seat's own view, as it was at the last checkpoint. None where that
    world does not lead to the question that stands, with the events that the seat has seen: it is not this one.
    """
    last = game.checkpoints[-1]
    view = game.ruleset.view(last.state, seat)
    if view is last.state:
        return fork(game, dice)
    twin = _standing(game, game.ruleset.imagine(view, rng), dice, log=game.log)
    try:
        twin._run(None)
    except Exception:  # what the tape tells did not happen in that world
        return None
    return twin if _looks_alike(game, twin, seat, last.journal_no) else None


def _looks_alike(game: Game, twin: Game, seat: Seat, since: int) -> bool:
    """Whether a seat would take one game for the other: the same question, and the same events before its eyes."""
    asked, there = game.pending, twin.pending
    if asked is None or there is None or twin._cursor != len(twin.tape):
        return False
    if (asked.id, asked.kind, asked.about) != (there.id, there.kind, there.about):
        return False
    seen = [event.shown_to(seat) for event in game.journal[since:]]
    return [shown for shown in seen if shown] == [
        shown for shown in (event.shown_to(seat) for event in twin.journal) if shown
    ]


def undo_scope(game: Game, seat: Seat) -> UndoScope:
    """How far ``seat`` may go back freely: own answers since the last die, secret, or answer of another."""
    free, stopped = 0, ""
    after = game._after
    for moment in reversed(game.moments):
        if after in ("die", "secret"):
            stopped = after
            break
        if moment.seat != seat:
            stopped = "other_seat"
            break
        free += 1
        after = _after_before(game, moment)
    reachable = sum(m.tape_no >= game.checkpoints[0].tape_no for m in game.moments) if game.checkpoints else 0
    return UndoScope(free, reachable, stopped)


def _after_before(game: Game, moment: object) -> str:
    place = next(i for i, m in enumerate(game.moments) if m is moment)
    return game.moments[place - 1].after if place else ""


def take_back(game: Game, back: TakeBack, *, alone: bool = False) -> None:
    """Stand before a decision again (undo), or, for the one that the last undo left, redo.

    Args:
        game: the game.
        back: which decision, who asks, and who agreed.
        alone: all seats are one person's, or the table allows it: no consent is needed.

    Raises:
        Refused: ``unknown_decision`` or ``needs_consent``.
    """
    if game.cuts and back.to == game.cuts[-1].decision:
        _redo(game, back)
        return
    place = next((i for i in reversed(range(len(game.moments))) if game.moments[i].decision == back.to), None)
    if place is None or game.moments[place].tape_no < game.checkpoints[0].tape_no:
        raise Refused(Refusal("unknown_decision", {"decision": back.to}))
    steps = len(game.moments) - place
    if not alone and back.by != REFEREE and steps > undo_scope(game, back.by).free:
        others = tuple(s for s in game.ruleset.seat_order(game.state) if s != back.by and s not in back.consent)
        if others:
            raise Refused(
                Refusal("needs_consent", {"seats": others, "stopped_by": undo_scope(game, back.by).stopped_by})
            )
    moment = game.moments[place]
    left = game.pending.id if game.pending else "end"
    cut = Cut(game.tape[moment.tape_no :], game.epoch, game.moments[place:], left)
    _to(game, moment.tape_no, place)
    game.cuts = (*game.cuts, cut)
    game.inputs.append(back)


def _to(game: Game, tape_no: int, moments: int) -> None:
    """Rewind and start a new epoch, so that dice fall anew and late answers are stale."""
    game.moments = game.moments[:moments]
    game._after = game.moments[-1].after if game.moments else ""
    game.top_epoch += 1
    game.epoch = game.top_epoch
    game.rewind(tape_no)


def _redo(game: Game, back: TakeBack) -> None:
    """Put the last cut back; one that does not fit (of a file that somebody wrote) is refused, and none can be had."""
    tape_no, moments, epoch, after = len(game.tape), len(game.moments), game.epoch, game._after
    *left, cut = game.cuts
    game.tape += cut.tape
    game.moments += cut.moments
    game.epoch = cut.epoch
    game.cuts = tuple(left)
    game._after = ""
    try:
        game._replay_step()
        fits = game._cursor == len(game.tape)
    except Exception:
        fits = False
    if not fits:
        del game.moments[moments:]
        game.epoch, game.cuts, game._after = epoch, (), after
        game.rewind(tape_no)
        raise Refused(Refusal("nothing_to_redo", {}))
    find_marks(game)
    game.inputs.append(back)


def find_marks(game: Game) -> None:
    """What happened since the last answer, read off tape and journal: a redo or a load does not remember it."""
    start, told = (game.moments[-1].tape_no, game.moments[-1].journal_no) if game.moments else (0, 0)
    if any(event.learnt for event in game.journal[told:]):
        game._after = "secret"
    elif not game._after and any(entry.kind in ("faces", "result") for entry in game.tape[start:]):
        game._after = "die"


def undo(game: Game, steps: int = 1) -> None:
    """Take back the last ``steps`` answers of a game that one person plays, or of one at one table.

    Raises:
        Refused: ``nothing_to_undo``.
    """
    if len(game.moments) < steps:
        raise Refused(Refusal("nothing_to_undo", {}))
    take_back(game, TakeBack(game.moments[-steps].decision, REFEREE), alone=True)


def redo(game: Game) -> None:
    """Put back what the last undo took, with the same faces; once more for the undo before it, and so on.

    What was taken back falls as soon as something else is answered or ruled.

    Raises:
        Refused: ``nothing_to_redo``.
    """
    if not game.cuts:
        raise Refused(Refusal("nothing_to_redo", {}))
    take_back(game, TakeBack(game.cuts[-1].decision, REFEREE), alone=True)


__all__ = ["find_marks", "fork", "imagined", "redo", "take_back", "undo", "undo_scope"]

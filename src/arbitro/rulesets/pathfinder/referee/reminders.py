"""What the rules want next, worked out of how things stand after each command."""

from __future__ import annotations

from collections.abc import Iterator

from arbitro.content.desk import Due, book_of, order
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder.lookups import battle_of
from arbitro.rulesets.pathfinder.mercy import needs_hands
from arbitro.rulesets.pathfinder.referee.counts import CUT, READY, TIMER, in_fight, waiting
from arbitro.rulesets.pathfinder.state import DISABLED, Battle
from arbitro.rulesets.pathfinder.state import DYING as DYING_NOW
from arbitro.rulesets.pathfinder.turn import fighting

DYING, BLEEDS, WAITS, OVER, PLAY, HOLDS_OUT = "dying", "bleeds", "waits", "over", "play", "disabled"


def now(game: Game) -> tuple[Due, ...]:
    """All reminders that stand and were not let be."""
    book = book_of(game.state)
    found = (*_raised(game), *_turn(game), *_waiting(game), *_wounds(game), *_over(game))
    return tuple(one for one in found if one.id not in book.let_be)


def _raised(game: Game) -> Iterator[Due]:
    """Timers that have run out, and actions made ready for an occasion (PF-RDY-01)."""
    figures = battle_of(game).figures
    for todo in book_of(game.state).todo:
        if todo.kind == READY and todo.who[0] in figures:
            yield Due(todo.id, READY, todo.who, todo.about, ("PF-RDY-03.1",), (order("trigger", who=todo.who[0]),))
        elif todo.kind in (TIMER, CUT):
            yield Due(todo.id, todo.kind, (), todo.about, n=todo.n)


def _turn(game: Game) -> Iterator[Due]:
    """A monster's turn, which it can play by itself."""
    battle = battle_of(game)
    figure = battle.figures.get(battle.turn)
    if figure is not None and figure.seat != battle.seats[0] and figure.present and battle.foes_of(figure):
        key = f"{PLAY}:{figure.id}:{battle.round}"
        yield Due(key, PLAY, (figure.id,), "", ("PF-SEQ-04.1",),
                  (order("auto", who=(figure.id,)), order("auto", who=(figure.id,), full=True)))  # fmt: skip


def _waiting(game: Game) -> Iterator[Due]:
    """Those who delay and may come in (PF-DLY-02)."""
    for it in waiting(game):
        yield Due(f"{WAITS}:{it}", WAITS, (it,), "", ("PF-DLY-02.2",), (order("come_in", who=it),))


def _wounds(game: Game) -> Iterator[Due]:
    """Those who die unless somebody sees to it (PF-HEAL-04), and those whom any effort costs a hit point (PF-HP-07)."""
    figures = battle_of(game).figures
    for figure in (figures[it] for it in book_of(game.state).numbers if it in figures):
        if figure.present and needs_hands(figure):
            kind, n = (DYING, figure.hp) if figure.has(DYING_NOW) else (BLEEDS, figure.bleed)
            care = order("stabilise", who=(figure.id,))
            yield Due(f"{kind}:{figure.id}", kind, (figure.id,), "", ("PF-HEAL-04.1",), (care,), n=n)
        elif figure.present and figure.has(DISABLED) and battle_of(game).turn == figure.id:
            yield Due(f"{HOLDS_OUT}:{figure.id}", HOLDS_OUT, (figure.id,), "", ("PF-HP-07.3",),
                      (order("harm", who=(figure.id,), dice="1"),))  # fmt: skip


def _over(game: Game) -> Iterator[Due]:
    """A fight in which only one of two sides is left standing (PF-SEQ-01.6)."""
    battle = battle_of(game)
    if in_fight(game) and _both_came(battle) and not all(fighting(game, seat) for seat in battle.seats[:2]):
        yield Due(f"{OVER}:{battle.scopes.get('fight', 0)}", OVER, (), "", ("PF-SEQ-01.6",), (order("calm"),))


def _both_came(battle: Battle) -> bool:
    return all(battle.side(seat) for seat in battle.seats[:2])


__all__ = ["Due", "now"]

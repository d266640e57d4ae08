"""What the rules want next, worked out of how things stand after each command."""

from __future__ import annotations

from collections.abc import Iterator

from arbitro.content.desk import Due, book_of, order
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.cairn.morale import WHY, due, members
from arbitro.rulesets.cairn.queries import encounter_of
from arbitro.rulesets.cairn.referee.fighting import CUT, SURPRISE, TIMER
from arbitro.rulesets.cairn.state import DEPRIVED, FIGHT, FOE, MORTAL, Band, Encounter
from arbitro.rulesets.cairn.turn import fight_on

MORALE, LEADER, DYING, OVER = "morale", "leader", "dying", "over"


def now(game: Game) -> tuple[Due, ...]:
    """All reminders that stand and were not let be."""
    book = book_of(game.state)
    found = (*_raised(game), *_morale(game), *_leaders(game), *_over(game), *_wounds(game))
    return tuple(one for one in found if one.id not in book.let_be)


def _raised(game: Game) -> Iterator[Due]:
    """Those that a moment raised: the saves of the first round, timers that have run out."""
    figures = encounter_of(game).figures
    for todo in book_of(game.state).todo:
        if todo.kind == SURPRISE:
            who = tuple(it for it in todo.who if it in figures and figures[it].standing)
            if who:
                yield Due(todo.id, SURPRISE, who, "", ("CRN-RND-02.1",), (order(SURPRISE, who=who),))
        elif todo.kind in (TIMER, CUT):
            yield Due(todo.id, todo.kind, (), todo.about, n=todo.n)


def _morale(game: Game) -> Iterator[Due]:
    """Bands that owe a test: first loss, half of them, a lone one at 0 PF (CRN-MOR-01, CRN-MOR-03)."""
    state = encounter_of(game)
    for band in state.bands if state.mode == FIGHT else ():
        left = _left(state, band)
        owed = due(state, band) if left else ()
        if owed:
            why = owed[-1]
            yield Due(f"{MORALE}:{band.id}:{why}", MORALE, left, why, (WHY[why],), (order(MORALE, band=band.id),))


def _leaders(game: Game) -> Iterator[Due]:
    """Bands whose leader is down: from now on their own VOL counts (CRN-MOR-02.1)."""
    state = encounter_of(game)
    for band in state.bands if state.mode == FIGHT else ():
        leaders = [figure for figure in members(state, band) if figure.leader]
        left = _left(state, band)
        if band.led and left and not any(figure.standing for figure in leaders):
            fallen = tuple(figure.id for figure in leaders)
            yield Due(f"{LEADER}:{band.id}", LEADER, fallen, "", ("CRN-MOR-02.1",), (order(MORALE, band=band.id),))


def _left(state: Encounter, band: Band) -> tuple[Id, ...]:
    return tuple(figure.id for figure in members(state, band) if figure.standing)


def _over(game: Game) -> Iterator[Due]:
    """A fight in which one of two sides is left (CRN-RND-03.3)."""
    state = encounter_of(game)
    two = all(state.side(seat) for seat in state.seats[:2])
    if state.mode == FIGHT and state.round and two and not fight_on(state):
        yield Due(f"{OVER}:{state.scopes.get('fight', 0)}", OVER, (), "", ("CRN-RND-03.3",), (order("calm"),))


def _wounds(game: Game) -> Iterator[Due]:
    """Those who will die unless somebody sees to it, and those who get nothing back (CRN-CRIT-02.3, CRN-DEP-03.1)."""
    figures, fight = encounter_of(game).figures, encounter_of(game).mode == FIGHT
    for figure in (figures[it] for it in book_of(game.state).numbers if it in figures):
        if figure.present and figure.dying and figure.kind != FOE:
            mortal = figure.has(MORTAL)  # bandages do not help against it, a healer does, after the fight
            care = order("procedure", what="treat") if mortal else order("stabilise", who=(figure.id,))
            do, rule = (care,) if not (mortal and fight) else (), "CRN-SCAR-11.2" if mortal else "CRN-CRIT-02.3"
            yield Due(f"{DYING}:{figure.id}:{figure.dying}", DYING, (figure.id,), "", (rule,), do)
        if figure.present and figure.has(DEPRIVED):
            do = (order("meet", who=(figure.id,)),) if figure.needs else ()
            yield Due(f"{DEPRIVED}:{figure.id}", DEPRIVED, (figure.id,), "", ("CRN-DEP-03.1",), do)

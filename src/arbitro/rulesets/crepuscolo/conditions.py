"""Conditions that a figure may shake off with a test at any moment (chapter VIII)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.crepuscolo.damage import hurt, lift
from arbitro.rulesets.crepuscolo.proofs import FORZA, RIFLESSI, SPIRITO, take_test
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import FIRE, FRIGHTENED, FROST, POISON, TABLE, TERRIFIED

CURES = {
    POISON: (FORZA, "CDC-CND-02"),
    FROST: (FORZA, "CDC-CND-03"),
    FRIGHTENED: (SPIRITO, "CDC-CND-06"),
    TERRIFIED: (SPIRITO, "CDC-CND-07"),
}
"""Conditions, the test that removes each, and the entry that says so."""
RECORDS = {POISON: "CDC-CND-02"}
"""Conditions that act by a record of their own while they last."""


def cure(game: Game, it: Id, condition: str) -> Flow[None]:
    """Take the test against a condition by choice, in either hand, between actions (CDC-CND-08.5)."""
    kind, entry = CURES[condition]
    passed = yield from take_test(game, it, kind, (f"{entry}.2",), willing=True, against=condition)
    if passed:
        lift(game, it, condition, (f"{entry}.3",), "test")
    elif condition == POISON and figure_of(game, it).status == TABLE:
        yield from hurt(game, it, 1, actor=it, action="condition", rules=("CDC-CND-02.4",))


def burn(game: Game, it: Id) -> Flow[None]:
    """Fuoco at the start of the first hand of its controller in a turn (CDC-CND-01)."""
    if FIRE not in figure_of(game, it).conditions or figure_of(game, it).status != TABLE:
        return
    passed = yield from take_test(game, it, RIFLESSI, ("CDC-CND-01.1",), against=FIRE)
    if passed:
        lift(game, it, FIRE, ("CDC-CND-01.2",), "test")
    elif figure_of(game, it).status == TABLE:
        yield from hurt(game, it, 1, actor=it, action="condition", rules=("CDC-CND-01.3",))

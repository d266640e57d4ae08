"""Throwing a die for something, and throwing it again (chapter I, "Ritirare i dadi")."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.crepuscolo.dice import counted
from arbitro.rulesets.crepuscolo.events import DiceRolled
from arbitro.rulesets.crepuscolo.subjects import TEST, Throw
from arbitro.rulesets.crepuscolo.sums import edge_of


def throw_die(game: Game, throw: Throw, rules: tuple[RuleId, ...], need: Tally | None = None) -> Flow[Throw]:
    """Throw a die, let those who may have it thrown again, and return it as it finally lies.

    A die is thrown again at most once, never when it shows 1, and the second face stands (CDC-RRL-01).
    Rules that act on every face (Veleno) see both.
    """
    if game.barring("reroll"):
        barred = game.restricted("reroll", actor=throw.actor, target=throw.target, weapon=throw.weapon)
        throw.locked = barred is not None
    throw.face = _cast(game, throw, rules, need)
    yield from game.window("rolled", throw)
    if throw.again:
        why, throw.again, throw.rerolled = throw.again, "", True
        wish = throw.again_by if throw.again_by != throw.actor else ""
        throw.face = _cast(game, throw, (why, "CDC-RRL-01.3"), need, wish, throw.face)
        yield from game.window("rolled", throw)
    return throw


def _cast(
    game: Game, throw: Throw, rules: tuple[RuleId, ...], need: Tally | None, wish: Id = "", instead: int = 0
) -> int:
    """Let the die fall, ``instead`` of a face and at somebody else's ``wish``.

    The journal says what for, and what an attack adds to it.
    """
    faces = game.draw(1, throw.sides, throw.actor)
    fell = DiceRolled(
        by=throw.actor,
        sides=throw.sides,
        faces=faces,
        rules=rules,
        need=need,
        counted=counted(game, throw.actor, faces),
        action=throw.action,
        target=throw.target or "",
        weapon=throw.weapon,
        edge=edge_of(throw) if throw.attack else None,
        wish=wish,
        instead=instead,
    )
    game.do(fell)
    return faces[0]


def throw_distance(game: Game, actor: str, action: str, sides: int, rules: tuple[RuleId, ...]) -> Flow[Throw]:
    """Throw a die that gives a distance: it cannot fail."""
    throw = Throw(actor, action, sides)
    throw.distance = True
    return throw_die(game, throw, rules)


def throw_threshold(
    game: Game, actor: str, action: str, sides: int, need: int, rules: tuple[RuleId, ...], target: str | None = None
) -> Flow[Throw]:
    """Throw a die against a threshold: a 1 always fails, the top face gives nothing by itself (CDC-ACT-09)."""
    throw = Throw(actor, action, sides, target)
    throw.need = need
    return throw_die(game, throw, rules, Tally(need, need))


def throw_test(game: Game, actor: str, kind: str, sides: int, need: Tally, *, last: bool) -> Flow[Throw]:
    """Throw one die of a test: no natural faces count (CDC-TST-01.11)."""
    throw = Throw(actor, TEST, sides)
    throw.need, throw.test_kind, throw.last = need.value, kind, last
    return throw_die(game, throw, ("CDC-TST-01.1",), need)

"""Saving throws and checks (PF-SAVE, PF-SKL, PF-TAB-24)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Point
from arbitro.rulesets.pathfinder.events_blows import CheckMade, SaveMade
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.numbers import CHECK, CONCENTRATION, SAVE, SKILL
from arbitro.rulesets.pathfinder.state import IN
from arbitro.rulesets.pathfinder.subjects import Saving


def save(
    game: Game,
    it: Id,
    what: str,
    dc: int,
    cause: str,
    actor: Id = "",
    rules: tuple[RuleId, ...] = ("PF-SAVE-01.1",),
    origin: tuple[Point, ...] = (),
) -> Flow[bool]:
    """Whether a saving throw is passed (see `save_told`)."""
    passed, _ = yield from save_told(game, it, what, dc, cause, actor, rules, origin)
    return passed


def save_told(
    game: Game, it: Id, what: str, dc: int, cause: str, actor: Id, rules: tuple[RuleId, ...],
    origin: tuple[Point, ...] = (),
) -> Flow[tuple[bool, SaveMade | None]]:  # fmt: skip
    """A saving throw: d20 and bonus reach the DC; 1 always fails, 20 always passes (PF-SAVE-02, -06 to -08).

    Returns whether it is passed, and what was rolled: None for those who are not here to make it.

    Args:
        it: whose; what: ``tempra``, ``riflessi`` or ``volonta``; dc: the number to reach.
        cause: what it is against: a spell, an ability, ``massive``; actor: whose doing it is.
        origin: the points where it begins, for cover (PF-COV-07); none where cover is no help.
    """
    if figure_of(game, it).status != IN:
        return False, None
    saving = Saving(it, what, cause, actor)
    yield from game.window("saving", saving)
    bonus = game.query(SAVE, it=it, save=what, cause=cause, actor=actor, origin=origin)
    if saving.auto:
        saving.passed, face = saving.auto > 0, 0
    else:
        (face,) = game.roll(20, by=it, rules=("PF-SAVE-02.1",))
        saving.passed = face == 20 or (face != 1 and face + bonus.value >= dc)
    told = SaveMade(it=it, save=what, cause=cause, face=face, bonus=bonus, dc=dc, passed=saving.passed,
                    rules=(*rules, "PF-SAVE-06.2"))  # fmt: skip
    game.do(told)
    yield from game.window("saved", saving)
    return saving.passed, told


def skill(
    game: Game, it: Id, what: str, dc: int, rules: tuple[RuleId, ...], *, target: Id = "", cause: str = "",
    more: int = 0,
) -> bool:  # fmt: skip
    """A skill check against a DC; equal passes, and no face decides by itself (PF-TAB-24.1). ``more``: added to it."""
    return check(game, it, what, game.query(SKILL, it=it, skill=what, target=target), dc - more, rules, cause)


def total(game: Game, it: Id, what: str, rules: tuple[RuleId, ...], *, target: Id = "") -> int:
    """The result of a skill check that is held against more than one number."""
    bonus = game.query(SKILL, it=it, skill=what, target=target).value
    return bonus + game.sum(1, 20, by=it, rules=rules)


def beyond(game: Game, it: Id, what: str, dc: int, rules: tuple[RuleId, ...], *, cause: str = "", more: int = 0) -> int:
    """A skill check, and by how much it exceeds the DC: negative where it falls short."""
    bonus = game.query(SKILL, it=it, skill=what, target="")
    need = dc - more - bonus.value
    face, passed = game.chance(_reach, need, by=it, rules=rules)
    game.do(CheckMade(it=it, what=what, face=face, bonus=bonus, dc=dc - more, passed=passed, cause=cause, rules=rules))
    return int(face - need)


def ability_check(game: Game, it: Id, ability: str, dc: int, rules: tuple[RuleId, ...], cause: str = "") -> bool:
    """A bare ability check (PF-TAB-24.1)."""
    return check(game, it, ability, game.query(CHECK, it=it, ability=ability, cause=cause), dc, rules, cause)


def concentrate(game: Game, it: Id, source: str, dc: int, cause: str, rules: tuple[RuleId, ...]) -> bool:
    """A concentration check (PF-TAB-09.1)."""
    bonus = game.query(CONCENTRATION, it=it, source=source, cause=cause)
    return check(game, it, "concentration", bonus, dc, rules, cause)


def check(game: Game, it: Id, what: str, bonus: Tally, dc: int, rules: tuple[RuleId, ...], cause: str = "") -> bool:
    """A d20 and a bonus against a DC, told in the journal."""
    face, passed = game.chance(_reach, dc - bonus.value, by=it, rules=rules)
    game.do(CheckMade(it=it, what=what, face=face, bonus=bonus, dc=dc, passed=passed, cause=cause, rules=rules))
    return bool(passed)


def _reach(dice: Any, need: int) -> tuple[int, bool]:
    (face,) = dice.roll(20)
    return face, face >= need

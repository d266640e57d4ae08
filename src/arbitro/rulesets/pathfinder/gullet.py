"""Swallowing whole: down, what befalls one inside, and the ways out (open content)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square, ring
from arbitro.rulesets.pathfinder.arms import Arm, arms_of, has_feat
from arbitro.rulesets.pathfinder.beasts import HALF_MORE, wrench
from arbitro.rulesets.pathfinder.events_bonds import GrappleChanged
from arbitro.rulesets.pathfinder.events_gullet import CutInside, Disgorged, Swallowed
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.ground import within
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, modifier, sheet_of
from arbitro.rulesets.pathfinder.paths import may_stop
from arbitro.rulesets.pathfinder.state import FORZA
from arbitro.rulesets.pathfinder.verbs import verb

SWALLOW = "inghiottire"
TORN_OPEN = "squarciato"
CRUSHED = "contundente"
TO_CUT = 10  # a tenth of its hit points lets one out


def swallows(game: Game, it: Id) -> bool:
    """Whether somebody can swallow what it holds: nothing of its own size, and not with a hole in it."""
    figure = figure_of(game, it)
    if not figure.holds or not has_feat(game, it, SWALLOW) or game.marked(it, TORN_OPEN):
        return False
    prey = figure_of(game, figure.holds)
    return prey.size < figure.size and not prey.mount and not prey.rider


def jaws(game: Game, it: Id) -> Arm:
    """The bite of whoever swallows."""
    natural = [arm for arm in arms_of(game, it) if arm.natural]
    return next((arm for arm in natural if "afferrare" in arm.weapon.hits), natural[0])


def swallow(game: Game, it: Id, target: Id) -> Flow[None]:
    """A bite more, and down it goes."""
    yield from wrench(game, it, target, jaws(game, it), SWALLOW)
    prey = figure_of(game, target)
    if prey.present and figure_of(game, it).holds == target:
        if prey.holds:
            game.do(GrappleChanged(it=target, target=prey.holds, held=False, rules=(SWALLOW,)))
        game.do(GrappleChanged(it=it, target=target, held=False, rules=(SWALLOW,)))
        game.do(Swallowed(it=target, by=it, rules=(SWALLOW,)))


def inside_of(game: Game, it: Id) -> list[Id]:
    """Those whom somebody has swallowed."""
    return [figure.id for figure in battle_of(game).figures.values() if figure.inside == it]


def ways_out(game: Game, it: Id) -> Square | None:
    """The nearest free square beside whoever has swallowed somebody, farther away if there is none."""
    figure = figure_of(game, it)
    holder, battle = figure_of(game, figure.inside).space, battle_of(game)
    for far in range(1, battle.ground.width + battle.ground.depth):
        spots = [s for s in sorted(ring(holder, far, figure.span)) if within(battle, figure.space.at(*s))]
        for square in spots:
            if may_stop(game, figure, square):
                return square
    return None


def let_out(game: Game, it: Id) -> None:
    """Somebody comes out, and stands beside."""
    square = ways_out(game, it)
    if square is not None:
        game.do(Disgorged(it=it, by=figure_of(game, it).inside, to=square, rules=(SWALLOW,)))


@fact
def swallowed_by(game: Game, it: str, other: str) -> bool:
    """Whether somebody is inside another."""
    return bool(it and other) and figure_of(game, it).inside == other


@verb("digest")
def digest(game: Game, scope: dict[str, Any], holder: Id, args: dict[str, Any]) -> Flow[None]:
    """What is inside somebody takes the damage of its gullet, or of its bite and half again its Strength."""
    dice = sheet_of(game, figure_of(game, holder)).gullet
    for it in inside_of(game, holder):
        if dice is None:
            yield from wrench(game, holder, it, jaws(game, holder), SWALLOW, HALF_MORE)
            continue
        number, _, sides = dice.partition("d")
        rolled = game.sum(int(number), int(sides), by=holder, rules=(SWALLOW,))
        amount = max(1, rolled + modifier(game, holder, FORZA))
        yield from suffer(game, it, amount, CRUSHED, actor=holder, rules=(SWALLOW,))


@verb("gash", args={"by": "expr"})
def gash(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> None:
    """Somebody inside has cut into ``me``: a tenth of its hit points makes a hole to get out by."""
    me, part = scope["me"], scope["_part"]
    game.do(CutInside(it=it, amount=int(args["by"]), rules=(SWALLOW,)))
    if figure_of(game, it).cut * TO_CUT >= figure_of(game, me).hp_max:
        let_out(game, it)
        begin_effect(game, part, scope, me, (("mark", TORN_OPEN),))

"""Who cannot be seen at all: vanishing, being pinpointed, and coming into view again (PF-CON-09, PF-TAB-19)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.events_unseen import LostToSight, Pinpointed, Reappeared
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, suffers
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.sight import could_see, effect_between
from arbitro.rulesets.pathfinder.state import INVISIBLE, Creature, Trace

NOTICED, PINPOINTED = 20, 20  # base DC, and what knowing the square adds: PF-TAB-19.1
FIGHTING, SLOW, FAST, RUSHING, STILL = -20, -5, -10, -20, 20  # PF-TAB-19
THROUGH_WALL = 15
FARTHER = 2  # squares for which the DC rises by one
LOUD = ("attack", "attack_switched", "full_attack_switched", "swing_switched",
        "full_attack", "swing", "shoot", "cast", "charge", "trip", "disarm", "sunder",
        "grapple", "bull_rush", "awesome_blow", "overrun", "hurl")  # fmt: skip
RUNNING = ("run", "charge")


def trace_of(game: Game, it: Id) -> Trace | None:
    """Where somebody who vanished was last known to be."""
    return next((trace for trace in battle_of(game).traces if trace.it == it), None)


def pinned_down(game: Game, figure: Creature) -> bool:
    """Whether everybody knows the square of somebody unseen, because it has not left it since it was pinpointed."""
    trace = trace_of(game, figure.id)
    return trace is not None and trace.known and (trace.x, trace.y) == (figure.x, figure.y)


def unsettled(game: Game) -> list[Id]:
    """Those who vanish now, or come into view again."""
    together = library_of(game).together
    return [
        f.id for f in battle_of(game).figures.values()
        if (f.hidden or (f.conditions and INVISIBLE in together(f.conditions).names))
        and f.present and _vanishes(game, f) != _is_lost(game, f)
    ]  # fmt: skip


def _is_lost(game: Game, figure: Creature) -> bool:
    """Whether somebody counts as vanished."""
    return figure.hidden and trace_of(game, figure.id) is not None


def _vanishes(game: Game, figure: Creature) -> bool:
    """Whether somebody has to count as vanished: invisible, and neither felt nor pinpointed by any foe.

    Who hides with skill beside that is hidden anyway.
    """
    if not suffers(game, figure.id, INVISIBLE) or pinned_down(game, figure):
        return False
    if figure.hidden and trace_of(game, figure.id) is None:
        return False
    foes = battle_of(game).foes_of(figure)
    return bool(foes) and not any(could_see(game, foe.id, figure.id) for foe in foes)


def settle_sight(game: Game, it: Id) -> None:
    """Somebody vanishes, or is there for everybody to see again."""
    figure, trace = figure_of(game, it), trace_of(game, it)
    if _is_lost(game, figure):
        game.do(Reappeared(it=it, rules=("PF-CON-09.1",)))
        return
    at = (trace.x, trace.y) if trace is not None and trace.known else (figure.x, figure.y)
    game.do(LostToSight(it=it, at=at, rules=("PF-CON-06.1", "PF-CON-09.1")))


# --- being found --------------------------------------------------------------------------------------


def pinpoint(game: Game, it: Id, rules: tuple[str, ...]) -> None:
    """Everybody knows now where somebody unseen stands."""
    figure = figure_of(game, it)
    if trace_of(game, it) is not None:
        game.do(Pinpointed(it=it, at=(figure.x, figure.y), rules=rules))


def pinpoint_dc(game: Game, it: Id, seeker: Id) -> int:
    """The DC of a Percezione check that finds the square of somebody unseen, by what it did last (PF-TAB-19.1)."""
    figure, other = figure_of(game, it), figure_of(game, seeker)
    dc = NOTICED + PINPOINTED + distance(figure.space, other.space) // FARTHER
    dc += 0 if effect_between(game, other.space, figure.space) else THROUGH_WALL
    if figure.stealth:
        return dc + figure.stealth  # its result, to which the invisible add 20 or 40
    if any(one in figure.did for one in LOUD):
        return dc + FIGHTING
    if any(one in figure.did for one in RUNNING):
        return dc + RUSHING
    if not figure.walked:
        return dc + STILL
    return dc + (SLOW if 2 * figure.walked <= speed_of(game, it, figure.way) else FAST)

"""Facts: attacks and moves."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.geometry.measure import touches
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.actions import refusal
from arbitro.rulesets.crepuscolo.attacks import melee_targets
from arbitro.rulesets.crepuscolo.cover import covered
from arbitro.rulesets.crepuscolo.facts import fact
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of


@fact
def touching(game: Game, a: str, b: str) -> bool:
    """Two figures are in base contact."""
    one, two = figure_of(game, a), figure_of(game, b)
    return touches(one, two) or ground.distance(one, two) <= 1


@fact
def armed_with(game: Game, a: str, *weapons: str) -> bool:
    """A figure has one of the weapons, or one built on it."""
    records = game.ruleset.records
    figure = figure_of(game, a)
    return any(item in weapons or records[item].data.get("base") in weapons for item in (figure.weapon, *figure.ranged))


@fact
def open_ground(game: Game, a: str) -> bool:
    """A figure stands in open terrain: of no kind at all, and in no aura that counts as covering (CDC-AB-051)."""
    figure = figure_of(game, a)
    kinds = ground.kinds_at(battle_of(game).ground, (figure.x, figure.y), figure.z)
    plain = {ground.PLATFORM, ground.LINE, ground.MARKER}
    return not (set(kinds) - plain) and not covered(game, figure)


@fact
def strikable(game: Game, a: str) -> tuple[str, ...]:
    """Everybody a figure may strike now in melee."""
    return tuple(melee_targets(game, a))


@fact
def free_to_move(game: Game, a: str) -> bool:
    """A figure could take a Movimento now, if it were not for enemies within 1 cm."""
    why = refusal(game, figure_of(game, a), "move")
    return why is None or why.code == "locked_in_melee"


@fact
def under(game: Game, a: str, b: str) -> bool:
    """Two figures take their orders from the same player, whatever their companies."""
    return game.controller(a) == game.controller(b)

"""Facts: what passive abilities read."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.geometry.measure import within_area
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import cover, ground
from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.facts import fact, has
from arbitro.rulesets.crepuscolo.queries import ARMOUR, armour_of, battle_of, figure_of, reach_of_aura
from arbitro.rulesets.crepuscolo.state import RESERVE, TABLE


@fact
def has_any(game: Game, a: str, *rules: str) -> bool:
    """A figure bears one of several abilities or items."""
    return any(has(game, a, rule) for rule in rules)


@fact
def opponents(game: Game, a: str) -> tuple[str, ...]:
    """All enemies of a figure that take part, those still to be deployed too."""
    one = figure_of(game, a)
    figures = battle_of(game).figures.values()
    return tuple(f.id for f in figures if f.company != one.company and f.status in (TABLE, RESERVE))


@fact
def beside_ally(game: Game, a: str, b: str | None, cm: int) -> bool:
    """Another figure is within so many cm of an ally of ``a`` (CDC-ACT-05.4)."""
    if b is None:
        return False
    other = figure_of(game, b)
    return any(f.id != b and ground.within(other, f, cm * CM) for f in battle_of(game).allies(figure_of(game, a)))


@fact
def covered(game: Game, a: str) -> bool:
    """A figure is in covering terrain, or counts as being in it."""
    return cover.covered(game, figure_of(game, a))


@fact
def by_obstacle(game: Game, a: str, cm: int) -> bool:
    """A figure is within so many cm of an obstacle."""
    one, table = figure_of(game, a), battle_of(game).ground
    return any(piece.solid and within_area(one, piece.area, cm * CM) for piece in table.pieces)


@fact
def in_aura(game: Game, rule: str, bearer: str, a: str, cm: int) -> bool:
    """A figure is within the aura of ``cm`` that a rule gives its bearer; some figures are reached farther off."""
    one, other = figure_of(game, bearer), figure_of(game, a)
    if one.status != TABLE or other.status != TABLE:
        return False
    return ground.within(one, other, reach_of_aura(game, rule, a, cm) * CM)


@fact
def wears_armour(game: Game, a: str) -> bool:
    """A figure wears an armour, sound or broken."""
    return bool(armour_of(game, a))


@fact
def armoured(game: Game, a: str) -> bool:
    """A figure wears an armour, sound or broken, or counts as wearing one by an ability (CDC-AB-135.1)."""
    return game.query(ARMOUR, figure=a).value > 0


@fact
def outdiced(game: Game, a: str, cm: int) -> bool:
    """An enemy within so many cm has more dice left than a figure."""
    one, mine = figure_of(game, a), len(all_dice(game, a))
    enemies = battle_of(game).enemies(one)
    return any(ground.within(one, f, cm * CM) and len(all_dice(game, f.id)) > mine for f in enemies)


@fact
def allies_in(game: Game, rule: str, bearer: str, cm: int) -> tuple[str, ...]:
    """The allies of a bearer within the aura of ``cm`` that a rule gives it."""
    return tuple(f.id for f in battle_of(game).allies(figure_of(game, bearer)) if in_aura(game, rule, bearer, f.id, cm))


@fact
def auras_of_foes(game: Game, rule: str, a: str, cm: int) -> tuple[str, ...]:
    """The enemies that bear a rule within whose aura of ``cm`` a figure stands."""
    foes = battle_of(game).enemies(figure_of(game, a))
    return tuple(f.id for f in foes if rule in f.abilities and in_aura(game, rule, f.id, a, cm))


@fact
def auraed(game: Game, rule: str, a: str, cm: int) -> bool:
    """A figure is within the aura of ``cm`` of some ally that bears a rule."""
    allies = battle_of(game).allies(figure_of(game, a))
    return any(rule in f.abilities and in_aura(game, rule, f.id, a, cm) for f in allies)


@fact
def others(game: Game, a: str) -> tuple[str, ...]:
    """Everybody on the table but one figure."""
    return tuple(f.id for f in battle_of(game).fighters() if f.id != a)


@fact
def enlisted(game: Game, a: str | None) -> bool:
    """A figure of the battle, not nobody."""
    return a in battle_of(game).figures

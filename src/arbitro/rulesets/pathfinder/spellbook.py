"""What somebody can cast: lists, levels, what is left of the day, components (PF-SPL-03 to -05)."""

from __future__ import annotations

from functools import cache

from msgspec import structs

from arbitro.engine.expr import Compiled, compile_expr
from arbitro.engine.game import Game
from arbitro.engine.state import Effect
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.arms import free_hands, worn_armour
from arbitro.rulesets.pathfinder.lookups import barred, figure_of, library_of, modifier, suffers
from arbitro.rulesets.pathfinder.numbers import CASTER_LEVEL, SPELL_DC
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.state import (
    FULL,
    GRAPPLED,
    IMMEDIATE,
    MOVE,
    STANDARD,
    SWIFT,
    Caster,
    Creature,
    squares_of,
)

LIKE, PREPARED, SPONTANEOUS = "like", "prepared", "spontaneous"
COST = {"standard": STANDARD, "full": FULL, "round": FULL, "swift": SWIFT, "free": SWIFT, "immediate": IMMEDIATE,
        "move": MOVE}  # fmt: skip
"""What a casting time costs; a minute is no matter of a fight (PF-SPL-01, PF-FULL-14, PF-SWIFT-03, -06)."""
QUICK = (SWIFT, IMMEDIATE)
BASE_DC = 10
RANGES = {"close": (5, 1, 2), "medium": (20, 2, 1), "long": (80, 8, 1)}
"""Squares, and so many more for each so many caster levels."""
EVERYWHERE = 1000
LIGHT_CASTER = "bardo"


def caster_of(figure: Creature, source: str) -> Caster:
    """The list of that name."""
    return next(one for one in figure.casters if one.source == source)


def spell_of(game: Game, spell: str) -> Spell:
    """The record of a spell."""
    return library_of(game).spells[spell]


def level_of(shape: Spell, source: str) -> int:
    """A spell's level on a list; spell-like abilities take the wizard's, or the lowest."""
    return shape.levels.get(source, shape.levels.get("mago", min(shape.levels.values())))


def caster_level(game: Game, it: Id, source: str, spell: str) -> int:
    """The caster level of a spell."""
    return game.query(CASTER_LEVEL, it=it, source=source, spell=spell).value


def difficulty(game: Game, it: Id, source: str, spell: str) -> int:
    """The DC of a spell's save: 10, its level and the ability with which it is cast (PF-SAVE-06)."""
    caster = caster_of(figure_of(game, it), source)
    base = BASE_DC + level_of(spell_of(game, spell), source) + modifier(game, it, caster.ability)
    return game.query(SPELL_DC, it=it, source=source, spell=spell, base=base).value


def range_of(shape: Spell, cl: int) -> int:
    """How many squares away a spell reaches."""
    if isinstance(shape.range, str):
        if shape.range not in RANGES:
            return EVERYWHERE if shape.range == "unlimited" else 1
        base, more, each = RANGES[shape.range]
        return base + more * (cl // each)
    return squares_of(shape.range)


@cache
def expression(text: str) -> Compiled:
    """An expression of ``cl`` in a spell's data."""
    from arbitro.rulesets.pathfinder.vocabulary import VOCABULARY  # it names what chapters register

    return compile_expr(text, VOCABULARY.names(("cl",)))


def number(game: Game, text: str, cl: int) -> int:
    """What such an expression is worth."""
    return int(expression(text)(game, {"cl": cl}))


# --- what is left of the day --------------------------------------------------------------------------


def left(caster: Caster, shapes: dict[str, Spell]) -> list[str]:
    """The spells of a list that can still be cast today; those of level 0 are not used up."""
    if caster.kind == LIKE:
        return [spell for spell, _ in caster.uses]
    if caster.kind == PREPARED:
        return [spell for spell, n in caster.prepared if n > 0]
    levels = {spell: level_of(shapes[spell], caster.source) for spell in caster.known}
    return [spell for spell, level in levels.items() if level == 0 or sum(caster.slots[level : level + 1]) > 0]


def spent(figure: Creature, source: str, spell: str, level: int) -> tuple[Caster, ...]:
    """The lists of somebody after a spell (PF-SPL-06.4)."""
    caster = caster_of(figure, source)
    if caster.kind == LIKE:
        uses = ((name, n - 1 if name == spell and n else n) for name, n in caster.uses if name != spell or n != 1)
        after = structs.replace(caster, uses=tuple(uses))
    elif level == 0:
        return figure.casters
    elif caster.kind == PREPARED:
        prepared = tuple((name, n - (name == spell)) for name, n in caster.prepared)
        after = structs.replace(caster, prepared=prepared)
    else:
        slots = tuple(n - (i == level) for i, n in enumerate(caster.slots))
        after = structs.replace(caster, slots=slots)
    return tuple(after if one is caster else one for one in figure.casters)


# --- what lasts ---------------------------------------------------------------------------------------

CASTER, LEVEL, SOURCE = "_caster", "_cl", "_source"
"""What the effects of a spell remember: whose it is, its caster level, and its list."""


def remembered(effect: Effect, what: str) -> Value:
    """What an effect of a spell remembers, None for another effect."""
    return dict(effect.keep).get(what)


def cast_by(game: Game, it: Id) -> list[Effect]:
    """The effects of somebody's spells that are in force, the oldest first."""
    mine = [effect for effect in game.state.effects.values() if (CASTER, it) in effect.keep]
    return sorted(mine, key=lambda effect: effect.stamp)


# --- components ---------------------------------------------------------------------------------------


def components(caster: Caster, shape: Spell) -> tuple[str, ...]:
    """What casting takes; spell-like abilities take nothing."""
    return () if caster.kind == LIKE else tuple(shape.components)


def can_form(game: Game, it: Id, caster: Caster, shape: Spell) -> bool:
    """Whether the voice and a hand are free for a spell (PF-SPL-03.1, PF-SPL-04)."""
    needs = components(caster, shape)
    if "V" in needs and barred(game, it, "verbal"):
        return False
    if "S" not in needs:
        return True
    return (
        free_hands(game, figure_of(game, it)) > 0
        and not barred(game, it, "somatic")
        and not suffers(game, it, GRAPPLED)
    )


def arcane_failure(game: Game, it: Id, caster: Caster, shape: Spell) -> int:
    """Per cent by which armour spoils an arcane spell with gestures (PF-TAB-03); bards are used to light armour."""
    if caster.tradition != "arcane" or "S" not in components(caster, shape):
        return 0
    used_to = ("light", "shield") if caster.source == LIGHT_CASTER else ()
    worn = worn_armour(game, figure_of(game, it))
    return sum(armour.spell_failure for _, armour in worn if armour.type not in used_to)

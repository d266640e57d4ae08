"""What somebody can cast: lists, levels, what is left of the day, components (PF-SPL-03 to -05)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import structs

from arbitro.engine.expr import Compiled, compile_expr
from arbitro.engine.game import Game
from arbitro.engine.state import Effect
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.arms import free_hands, worn_armour
from arbitro.rulesets.pathfinder.ground import hushed
from arbitro.rulesets.pathfinder.lookups import barred, battle_of, figure_of, library_of, modifier, sheet_of, suffers
from arbitro.rulesets.pathfinder.metamagic import JOINED, known_changes, plain, raised, spell_of
from arbitro.rulesets.pathfinder.numbers import CASTER_LEVEL, SPELL_DC
from arbitro.rulesets.pathfinder.shapes import Item as Thing
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.state import PINNED, Caster, Creature, Item, squares_of

LIKE, PREPARED, SPONTANEOUS = "like", "prepared", "spontaneous"
BASE_DC = 10
RANGES = {"close": (5, 1, 2), "medium": (20, 2, 1), "long": (80, 8, 1)}
"""Squares, and so many more for each so many caster levels."""
EVERYWHERE = 1000
LIGHT_CASTER = "bardo"
WRITTEN = "#"
"""Before the record of a scroll or staff that stands for a list."""
POUCH, SYMBOL, COMPONENT, AWKWARD = "pouch", "holy-symbol", "componente", "ingombrante"
CURES, INFLICTS, ALLIES = "cura", "infliggi", "alleato"
GOOD, EVIL = "B", "M"


def caster_of(figure: Creature, source: str) -> Caster:
    """The list of that name."""
    return next(one for one in figure.casters if one.source == source)


def written(game: Game, source: str) -> Thing | None:
    """The scroll or staff that stands for a list, None for a list of somebody's own."""
    return library_of(game).items[source[1:]] if source.startswith(WRITTEN) else None


def mind_of(game: Game, it: Id, source: str, word: str) -> Caster | None:
    """The list with which somebody casts: its own, or for a scroll the first that holds the spell."""
    figure = figure_of(game, it)
    if not source.startswith(WRITTEN):
        return caster_of(figure, source)
    return next((one for one in figure.casters if one.source in spell_of(game, word).levels), None)  # PF-ITM-02


def level_of(shape: Spell, source: str) -> int:
    """A spell's level on a list; spell-like abilities take the wizard's, scrolls and staves the lowest."""
    lowest = min(shape.levels.values())
    return lowest if source.startswith(WRITTEN) else shape.levels.get(source, shape.levels.get("mago", lowest))


def caster_level(game: Game, it: Id, source: str, word: str) -> int:
    """The caster level of a spell; a scroll brings its own."""
    thing = written(game, source)
    if thing is not None:
        return thing.caster_level
    return game.query(CASTER_LEVEL, it=it, source=source, spell=plain(word)).value


def difficulty(game: Game, it: Id, source: str, word: str) -> int:
    """The DC of a spell's save: 10, its level and the ability with which it is cast (PF-SAVE-06).

    Things have the least ability with which their spell can be cast.
    """
    level = level_of(spell_of(game, word), source)
    if source.startswith(WRITTEN):
        return BASE_DC + level + level // 2
    base = BASE_DC + level + modifier(game, it, caster_of(figure_of(game, it), source).ability)
    return game.query(SPELL_DC, it=it, source=source, spell=plain(word), base=base).value


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


def left(game: Game, it: Id, caster: Caster) -> list[str]:
    """What of a list can still be cast today, changed spells too; those of level 0 are not used up."""
    if caster.kind == LIKE:
        return [spell for spell, _ in caster.uses]
    if caster.kind == PREPARED:
        return [word for word, n in caster.prepared if n > 0]
    return [word for word in _made_up(game, it, caster) if _slot(game, caster, word) in _open_slots(caster)]


def _made_up(game: Game, it: Id, caster: Caster) -> Iterator[str]:
    """The spells somebody knows, each plain and with every feat that can change it (PF-FULL-16.1)."""
    for spell in caster.known:
        yield spell
        for feat in known_changes(game, it, spell_of(game, spell)):
            yield f"{spell}{JOINED}{feat}"


def _slot(game: Game, caster: Caster, word: str) -> int:
    """The level of the slot that a spell takes up."""
    return level_of(spell_of(game, word), caster.source) + raised(game, word)


def _open_slots(caster: Caster) -> frozenset[int]:
    return frozenset((0, *(level for level, n in enumerate(caster.slots) if n > 0)))


def spent(game: Game, it: Id, source: str, word: str) -> tuple[Caster, ...]:
    """The lists of somebody after a spell of one of them (PF-SPL-06.4); things keep their own books."""
    figure = figure_of(game, it)
    if source.startswith(WRITTEN):
        return figure.casters
    caster = caster_of(figure, source)
    slot = _slot(game, caster, word)
    if caster.kind == LIKE:
        uses = ((name, n - 1 if name == word and n else n) for name, n in caster.uses if name != word or n != 1)
        after = structs.replace(caster, uses=tuple(uses))
    elif slot == 0:
        return figure.casters
    elif caster.kind == PREPARED:
        prepared = tuple((name, n - (name == word)) for name, n in caster.prepared)
        after = structs.replace(caster, prepared=prepared)
    else:
        slots = tuple(n - (i == slot) for i, n in enumerate(caster.slots))
        after = structs.replace(caster, slots=slots)
    return tuple(after if one is caster else one for one in figure.casters)


def turned_into(game: Game, it: Id, caster: Caster, given: str) -> list[str]:
    """Into what somebody can turn a prepared spell that it gives up (PF-SPX-09)."""
    room = _slot(game, caster, given)
    if not room or not family_of(game, it, caster):
        return []  # PF-SPX-09.1: no orisons
    return [word for slot, word in _family_words(game, it, caster) if 0 < slot <= room]


def _family_words(game: Game, it: Id, caster: Caster) -> tuple[tuple[int, str], ...]:
    """The spells of somebody's family with the slots that they take up, changed by feats too; remembered for good."""
    known, sheet = library_of(game).turns, sheet_of(game, figure_of(game, it))
    found = known.get((sheet.id, caster.source))
    if found is None or found[0] is not sheet:
        family = family_of(game, it, caster)
        shapes = (one for one in library_of(game).spells.values() if one.family == family)
        words = (
            word for shape in shapes if caster.source in shape.levels
            for word in (shape.id, *(f"{shape.id}{JOINED}{feat}" for feat in known_changes(game, it, shape)))
        )  # fmt: skip
        found = known[sheet.id, caster.source] = sheet, tuple((_slot(game, caster, word), word) for word in words)
    return found[1]


def family_of(game: Game, it: Id, caster: Caster) -> str:
    """The spells into which somebody turns others: cures, harm, or nature's allies; "" for nobody else."""
    if caster.kind != PREPARED:
        return ""
    if caster.source == "druido":
        return ALLIES
    if caster.source != "chierico":
        return ""
    return INFLICTS if EVIL in sheet_of(game, figure_of(game, it)).alignment else CURES


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
    if caster.kind == LIKE:
        return ()
    return tuple(part for part in shape.components if part != "V" or caster.source not in shape.unspoken)


def can_form(game: Game, it: Id, caster: Caster, shape: Spell, *, written: bool = False) -> bool:
    """Whether the voice, a hand and what a spell is made of are at its service (PF-SPL-03.1, -04, -05.1).

    Whoever is held may gesture with a free hand, whoever is pinned may not (PF-GRP-11.1, PF-CND-09.3). ``written``:
    from a scroll, which has its components in it.
    """
    needs = components(caster, shape)
    if "V" in needs and (barred(game, it, "verbal") or hushed(battle_of(game), figure_of(game, it))):
        return False
    if ("S" in needs or "M" in needs) and suffers(game, it, PINNED):
        return False
    if not written and not at_hand(game, it, needs, shape.cost):
        return False
    return "S" not in needs or (_can_gesture(game, it) and not barred(game, it, "somatic"))


def _can_gesture(game: Game, it: Id) -> bool:
    """A hand is free, or can let go for a moment of what the other one holds too (PF-SPL-04.1)."""
    figure = figure_of(game, it)
    return free_hands(game, structs.replace(figure, held=tuple(dict.fromkeys(figure.held)))) > 0


def at_hand(game: Game, it: Id, needs: tuple[str, ...], cost: int) -> bool:
    """Whether what a spell is made of is there: what has a price is carried, the rest comes out of a pouch.

    Whoever began with a pouch or a holy symbol and has lost it does without (PF-SPL-05.1, -05.3, PF-EQP-06.1).
    """
    figure = figure_of(game, it)
    here = {library_of(game).items[item.thing].type for item in figure.items if item.thing in library_of(game).items}
    missing = {kind for kind in figure.kit if kind not in here}
    if "FD" in needs and SYMBOL in missing:
        return False
    if not {"M", "F"} & set(needs):
        return True
    return costly(game, figure, cost) is not None if cost else POUCH not in missing


def costly(game: Game, figure: Creature, cost: int) -> Item | None:
    """A component of that price that somebody carries; a large one has to be in hand already (PF-TAB-01.5)."""
    things = library_of(game).items
    return next((item for item in figure.items if item.thing in things and COMPONENT in things[item.thing].tags
                 and things[item.thing].price >= cost
                 and (item.no in figure.held or not awkward(game, item))), None)  # fmt: skip


def awkward(game: Game, item: Item) -> bool:
    """Whether a component is too large to be got ready in passing (PF-TAB-01.5)."""
    thing = library_of(game).items.get(item.thing)
    return thing is not None and AWKWARD in thing.tags


def arcane_failure(game: Game, it: Id, caster: Caster, shape: Spell) -> int:
    """Per cent by which armour spoils an arcane spell with gestures (PF-TAB-03); bards are used to light armour."""
    if caster.tradition != "arcane" or "S" not in components(caster, shape):
        return 0
    used_to = ("light", "shield") if caster.source == LIGHT_CASTER else ()
    worn = worn_armour(game, figure_of(game, it))
    return sum(armour.spell_failure for _, armour in worn if armour.type not in used_to)

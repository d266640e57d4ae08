"""Potions and wands: taking them out, drinking, setting off the spell in them (PF-ITM, PF-ITX-03)."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.areas import aim_branch
from arbitro.rulesets.pathfinder.arms import free_hands, key_of
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import HandsFilled, ItemChanged, ItemLost
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.magic import Working, take_effect, work
from arbitro.rulesets.pathfinder.shapes import Item as Thing
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.spellbook import BASE_DC, spell_of
from arbitro.rulesets.pathfinder.state import MOVE, STANDARD, Creature, Item

POTION, WAND = "potion", "wand"


def _magic_in(game: Game, item: Item) -> Thing | None:
    """The record of a potion or wand whose spell can be used in a fight."""
    thing = library_of(game).items.get(item.thing)
    return thing if thing is not None and thing.type in (POTION, WAND) and spell_of(game, thing.spell).do else None


def _stored(game: Game, it: Id) -> list[Item]:
    """Potions, wands and flasks that one could take out."""
    figure = figure_of(game, it)
    if free_hands(game, figure) < 1:
        return []
    return [item for item in figure.items if item.no not in figure.held
            and (_magic_in(game, item) is not None or _flask(game, item))]  # fmt: skip


def _flask(game: Game, item: Item) -> bool:
    """A splash weapon, which waits in a bag like a potion."""
    weapon = library_of(game).weapons.get(item.thing)
    return weapon is not None and weapon.splash > 0


def _items(figure: Creature, items: list[Item]) -> Branch:
    return Branch("item", tuple(Option(key_of(figure, item)) for item in items))


def _item(figure: Creature, key: object) -> Item:
    return next(item for item in figure.items if key_of(figure, item) == key)


@deed("take_out", MOVE, ("PF-MOV-11.1", "PF-MOV-11.2"), provokes=True, offered=lambda game, it: bool(_stored(game, it)),
      grow=lambda game, it, path: None if path else _items(figure_of(game, it), _stored(game, it)))  # fmt: skip
def take_out(game: Game, it: Id, path: Path) -> Flow[None]:
    """Take a potion, a wand or a flask out of a bag (PF-MOV-11.2)."""
    yield from ()
    figure = figure_of(game, it)
    if free_hands(game, figure) > 0:
        held = (*figure.held, _item(figure, path[0]).no)
        game.do(HandsFilled(it=it, held=held, rules=("PF-MOV-11.2",)))


# --- using them ---------------------------------------------------------------------------------------


def _usable(game: Game, it: Id) -> list[Item]:
    """Potions in hand, and wands in hand that have charges and a spell of one's lists, with somebody to aim at."""
    figure, found = figure_of(game, it), []
    for no in dict.fromkeys(figure.held):
        item = figure.item(no)
        thing = _magic_in(game, item) if item is not None else None
        if item is None or thing is None:
            continue
        shape = spell_of(game, thing.spell)
        if thing.type == WAND:
            if item.charges < 1 or not any(one.source in shape.levels for one in figure.casters):
                continue
            branch = aim_branch(game, it, shape, thing.caster_level, ())
            if branch is not None and not branch.options:
                continue
        found.append(item)
    return found


def _use_branch(game: Game, it: Id, path: Path) -> Branch | None:
    figure = figure_of(game, it)
    if not path:
        return _items(figure, _usable(game, it))
    thing = _magic_in(game, _item(figure, path[0]))
    if thing is None or thing.type == POTION:
        return None
    return aim_branch(game, it, spell_of(game, thing.spell), thing.caster_level, path[1:])


def _provokes(game: Game, it: Id, path: Path) -> bool:
    """A potion provokes only where the table plays so (PF-ITM-03)."""
    thing = _magic_in(game, _item(figure_of(game, it), path[0]))
    return thing is not None and thing.type == POTION and battle_of(game).options.published_potion_provokes


@deed("use", STANDARD, ("PF-ITM-01.2", "PF-ITM-03.1"), offered=lambda game, it: bool(_usable(game, it)),
      grow=_use_branch, provokes=_provokes)  # fmt: skip
def use(game: Game, it: Id, path: Path) -> Flow[None]:
    """Drink a potion, or set off a wand: no concentration is needed (PF-ITM-03, PF-ITX-03)."""
    item = _item(figure_of(game, it), path[0])
    thing = _magic_in(game, item)
    if thing is None:
        return
    w = _working(it, thing, spell_of(game, thing.spell))
    if thing.type == POTION:
        if item.count > 1:
            one_less = structs.replace(item, count=item.count - 1)
            game.do(ItemChanged(it=it, item=one_less, what="used", rules=("PF-ITX-03.1",)))
        else:
            game.do(ItemLost(it=it, item=item, why="used", rules=("PF-ITX-03.1",)))
        yield from work(game, w, (it,))
        return
    game.do(ItemChanged(it=it, item=structs.replace(item, charges=item.charges - 1), what="used",
                        rules=("PF-ITX-03.2",)))  # fmt: skip
    yield from take_effect(game, w, path[1:])


def _working(it: Id, thing: Thing, shape: Spell) -> Working:
    """The spell in a thing, as the lowest caster who could have made it would cast it."""
    level = min(shape.levels.values())
    return Working(it, "", shape.id, level, thing.caster_level, BASE_DC + level + level // 2)

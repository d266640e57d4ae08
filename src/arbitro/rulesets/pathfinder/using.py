"""Potions, oils, wands, staves and scrolls: taking them out, using them, reading (PF-ITM, PF-ITX-03)."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.areas import aim_branch, footprint
from arbitro.rulesets.pathfinder.arms import free_hands, item_called, key_of
from arbitro.rulesets.pathfinder.deeds import Footprint, Path, deed
from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.events_things import HandsFilled, ItemChanged
from arbitro.rulesets.pathfinder.handling import WAND, at_hand, lays_hand_on
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, score_of
from arbitro.rulesets.pathfinder.magic import aimed_at, begin, can_cast, manners, payable, take_effect, use_one
from arbitro.rulesets.pathfinder.metamagic import COST, cost_of, rounds_of, spell_of
from arbitro.rulesets.pathfinder.saves import ability_check, check
from arbitro.rulesets.pathfinder.shapes import Item as Thing
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.spellbook import BASE_DC, WRITTEN, awkward, difficulty, mind_of
from arbitro.rulesets.pathfinder.state import MOVE, NONE, SAGGEZZA, STANDARD, SWIFT, Caster, Creature, Item
from arbitro.rulesets.pathfinder.workings import Working, work

POTION, OIL, STAFF, SCROLL = "potion", "oil", "staff", "scroll"
TRIGGERED, SWALLOWED = (WAND, STAFF), (POTION, OIL)
MISREAD, MISHAP = 1, 5
"""Beyond the scroll's level, what its reader's check has to reach; and the DC to keep it whole when it does not."""


def _magic_in(game: Game, item: Item) -> Thing | None:
    """The record of a thing whose spell can be used in a fight."""
    thing = library_of(game).items.get(item.thing)
    if thing is None or thing.type not in (*TRIGGERED, *SWALLOWED, SCROLL):
        return None
    return thing if any(spell_of(game, one).do for one in spells_in(thing)) else None


def spells_in(thing: Thing) -> dict[str, int]:
    """The spells of a thing, each with the charges it takes."""
    return dict(thing.spells) or ({thing.spell: 1} if thing.spell else {})


def _stored(game: Game, it: Id) -> list[Item]:
    """Potions, scrolls, flasks and large components to take out; wands are drawn like weapons (PF-MOV-08.2, .3)."""
    figure = figure_of(game, it)
    if free_hands(game, figure) < 1:
        return []
    return [item for item in figure.items if item.no not in figure.held and not at_hand(game, item)
            and (_magic_in(game, item) is not None or _flask(game, item) or awkward(game, item))]  # fmt: skip


def _flask(game: Game, item: Item) -> bool:
    """A splash weapon, which waits in a bag like a potion."""
    weapon = library_of(game).weapons.get(item.thing)
    return weapon is not None and weapon.splash > 0


def _items(figure: Creature, items: list[Item]) -> Branch:
    return Branch("item", tuple(Option(key_of(figure, item)) for item in items))


def _item(figure: Creature, key: object) -> Item:
    item = item_called(figure, key)
    assert item is not None, key
    return item


@deed("take_out", MOVE, ("PF-MOV-11.1", "PF-MOV-11.2"), provokes=True, offered=lambda game, it: bool(_stored(game, it)),
      grow=lambda game, it, path: None if path else _items(figure_of(game, it), _stored(game, it)))  # fmt: skip
def take_out(game: Game, it: Id, path: Path) -> Flow[None]:
    """Take a potion, a scroll or a flask out of a bag (PF-MOV-11.2)."""
    yield from ()
    figure = figure_of(game, it)
    item = item_called(figure, path[0])
    if item is None:  # whoever struck meanwhile took or broke it
        game.do(CameToNothing(it=it, action="take_out", why="disarmed", rules=("PF-AOO-10.2",)))
    elif free_hands(game, figure) > 0:
        game.do(HandsFilled(it=it, held=(*figure.held, item.no), rules=("PF-MOV-11.2",)))
        lays_hand_on(game, it)


# --- drinking and setting off -------------------------------------------------------------------------


def _in_hand(game: Game, it: Id, kinds: tuple[str, ...]) -> list[tuple[Item, Thing]]:
    """Magic things of some kinds that somebody holds."""
    figure, found = figure_of(game, it), []
    for no in dict.fromkeys(figure.held):
        item = figure.item(no)
        thing = _magic_in(game, item) if item is not None else None
        if item is not None and thing is not None and thing.type in kinds:
            found.append((item, thing))
    return found


def _own_list(game: Game, it: Id, spell: str) -> Caster | None:
    """The list of somebody's own that holds a spell: what wands, staves and scrolls ask for."""
    return mind_of(game, it, WRITTEN, spell)


def charges_for(game: Game, item: Item, thing: Thing, spell: str) -> int:
    """Charges that a spell of a thing takes; a broken one takes twice as many (PF-CND-16.3)."""
    broken = bool(thing.hp) and item.lost * 2 >= thing.hp
    return spells_in(thing)[spell] * (2 if broken else 1)


def level_in(game: Game, it: Id, thing: Thing, spell: str) -> int:
    """The caster level of a spell in a thing; a staff works at its wielder's, where that is higher."""
    mine = _own_list(game, it, spell)
    return max(thing.caster_level, mine.level) if thing.type == STAFF and mine is not None else thing.caster_level


def _settable(game: Game, it: Id, item: Item, thing: Thing) -> list[str]:
    """The spells of a wand or staff that its holder can set off at somebody now."""
    found = []
    for spell in spells_in(thing):
        shape = spell_of(game, spell)
        if not shape.do or item.charges < charges_for(game, item, thing, spell) or _own_list(game, it, spell) is None:
            continue
        branch = aim_branch(game, it, shape, level_in(game, it, thing, spell), ())
        if branch is None or branch.options:
            found.append(spell)
    return found


def _usable(game: Game, it: Id) -> list[Item]:
    """Potions and oils in hand, and wands and staves in hand that have charges, with somebody to aim at."""
    return [item for item, thing in _in_hand(game, it, (*TRIGGERED, *SWALLOWED))
            if thing.type in SWALLOWED or _settable(game, it, item, thing)]  # fmt: skip


def _anointed(game: Game, it: Id) -> list[Id]:
    """Oneself, and friends within reach of a hand."""
    mine = figure_of(game, it)
    return [it, *(friend.id for friend in battle_of(game).friends_of(mine)
                  if distance(mine.space, friend.space) <= 1)]  # fmt: skip


def _use_branch(game: Game, it: Id, path: Path) -> Branch | None:
    """What is used; of a staff which spell; then where it goes."""
    figure = figure_of(game, it)
    if not path:
        return _items(figure, _usable(game, it))
    item = _item(figure, path[0])
    thing = _magic_in(game, item)
    if thing is None or thing.type == POTION:
        return None
    if thing.type == OIL:
        return None if len(path) > 1 else Branch("target", tuple(Option(one) for one in _anointed(game, it)))
    if thing.type == STAFF and len(path) == 1:
        return Branch("spell", tuple(Option(spell) for spell in _settable(game, it, item, thing)))
    spell, rest = _set_at(thing, path)
    return aim_branch(game, it, spell_of(game, spell), level_in(game, it, thing, spell), rest)


def _set_at(thing: Thing, path: Path) -> tuple[str, Path]:
    """The spell of a wand or a staff, and where it goes."""
    return (str(path[1]), path[2:]) if thing.type == STAFF else (thing.spell, path[1:])


def _covers(game: Game, it: Id, path: Path) -> Footprint | None:
    """What a wand or a staff would cover."""
    thing = _magic_in(game, _item(figure_of(game, it), path[0])) if path else None
    if thing is None or thing.type not in TRIGGERED or (thing.type == STAFF and len(path) == 1):
        return None
    spell, aim = _set_at(thing, path)
    return footprint(game, it, spell_of(game, spell), aim)


def _provokes(game: Game, it: Id, path: Path) -> bool:
    """Potions and oils provoke only where the table plays so (PF-ITM-03)."""
    thing = _magic_in(game, _item(figure_of(game, it), path[0]))
    return thing is not None and thing.type in SWALLOWED and battle_of(game).options.published_potion_provokes


@deed("use", STANDARD, ("PF-ITM-01.2", "PF-ITM-03.1"), offered=lambda game, it: bool(_usable(game, it)),
      grow=_use_branch, provokes=_provokes, covers=_covers)  # fmt: skip
def use(game: Game, it: Id, path: Path) -> Flow[None]:
    """Drink a potion, spread an oil, set off a wand or a staff: no concentration is needed (PF-ITM-03, PF-ITX-03)."""
    item = _item(figure_of(game, it), path[0])
    thing = _magic_in(game, item)
    if thing is None:
        return
    if thing.type in SWALLOWED:
        w = _working(it, thing.caster_level, spell_of(game, thing.spell))
        use_one(game, it, item)
        yield from work(game, w, (str(path[1]) if thing.type == OIL else it,))
        return
    spell, rest = _set_at(thing, path)
    w = _set_off(game, it, thing, spell)
    spent = structs.replace(item, charges=item.charges - charges_for(game, item, thing, spell))
    game.do(ItemChanged(it=it, item=spent, what="used", rules=("PF-ITX-03.2",)))
    yield from take_effect(game, w, rest)


def _working(it: Id, cl: int, shape: Spell) -> Working:
    """The spell in a thing, as the lowest caster who could have made it would cast it."""
    level = min(shape.levels.values())
    return Working(it, "", shape.id, level, cl, BASE_DC + level + level // 2)


def _set_off(game: Game, it: Id, thing: Thing, spell: str) -> Working:
    """A spell out of a wand or a staff; a staff lends itself to the mind of who holds it."""
    w = _working(it, level_in(game, it, thing, spell), spell_of(game, spell))
    mine = _own_list(game, it, spell)
    if thing.type != STAFF or mine is None:
        return w
    return structs.replace(w, dc=max(w.dc, difficulty(game, it, mine.source, spell)))


# --- scrolls ------------------------------------------------------------------------------------------


def _readable(game: Game, it: Id) -> list[Item]:
    """Scrolls in hand whose spell somebody has on a list and the wits for, with somebody to aim at (PF-ITM-02)."""
    found = []
    for item, thing in _in_hand(game, it, (SCROLL,)):
        mine, shape = _own_list(game, it, thing.spell), spell_of(game, thing.spell)
        if mine is None or score_of(game, it, mine.ability) < BASE_DC + min(shape.levels.values()):
            continue
        if payable(game, it, _read_price(shape)) and can_cast(game, it, mine, thing.spell, source=WRITTEN + thing.id):
            found.append(item)
    return found


def _read_price(shape: Spell) -> str:
    """A standard action, or the spell's own time where that is longer (PF-ITM-01.2)."""
    cost = COST[shape.time]
    return STANDARD if cost in (SWIFT, MOVE) else cost


def _scroll(game: Game, it: Id, key: object) -> Thing:
    thing = _magic_in(game, _item(figure_of(game, it), key))
    assert thing is not None
    return thing


def _read_cost(game: Game, it: Id, path: Path) -> str:
    return _read_price(spell_of(game, _scroll(game, it, path[0]).spell)) if path else NONE


def _read_branch(game: Game, it: Id, path: Path) -> Branch | None:
    """Which scroll, the manner, then where its spell goes."""
    if not path:
        return _items(figure_of(game, it), _readable(game, it))
    thing = _scroll(game, it, path[0])
    if len(path) == 1:
        return manners(game, it, cost_of(game, thing.spell, at_once=False))
    rounds = rounds_of(game, thing.spell, at_once=False)
    return aimed_at(game, it, WRITTEN + thing.id, thing.spell, rounds, path[2:])


def _covers_reading(game: Game, it: Id, path: Path) -> Footprint | None:
    """What the spell of a scroll would cover."""
    return footprint(game, it, spell_of(game, _scroll(game, it, path[0]).spell), path[2:]) if path else None


@deed("read", _read_cost, ("PF-ITM-02.1",), offered=lambda game, it: bool(_readable(game, it)), grow=_read_branch,
      announced=False, covers=_covers_reading)  # fmt: skip
def read(game: Game, it: Id, path: Path) -> Flow[None]:
    """Cast the spell of a scroll: it takes concentration and provokes like any spell (PF-ITM-02)."""
    item = _item(figure_of(game, it), path[0])
    thing = _scroll(game, it, path[0])
    if _deciphers(game, it, thing):
        use_one(game, it, item)
        casting = (WRITTEN + thing.id, thing.spell, *path[1:])
        yield from begin(game, it, casting, figure_of(game, it).casters, at_once=False)
        return
    if not ability_check(game, it, SAGGEZZA, MISHAP, ("PF-ITM-02.2",), "scroll"):
        use_one(game, it, item)
    game.do(CameToNothing(it=it, action="read", why="too_hard", rules=("PF-ITM-02.1",)))


def _deciphers(game: Game, it: Id, thing: Thing) -> bool:
    """Whether a spell above one's own level obeys: a caster level check against the scroll's level and 1."""
    mine = _own_list(game, it, thing.spell)
    assert mine is not None
    if mine.level >= thing.caster_level:
        return True
    level = Tally(mine.level, mine.level)
    return check(game, it, "caster_level", level, thing.caster_level + MISREAD, ("PF-ITM-02.1",), "scroll")

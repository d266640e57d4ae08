"""Things that are hurt: hardness and hit points, what a blast finds exposed, what can be mended (PF-TAB-12).

What hits an object is never critical and never nonlethal (PF-TAB-12.3).
"""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow, pick
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.arms import hit_points_of, is_broken
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_things import ItemChanged, ItemLost
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of
from arbitro.rulesets.pathfinder.shapes import Thing
from arbitro.rulesets.pathfinder.state import Creature, Item

ENERGY = ("fuoco", "freddo", "acido", "elettricita", "sonoro")
HALVED = 2  # PF-TAB-12.2
HARDER = 2  # for each +1, PF-TAB-12.5
BROKEN_WORTH, WHOLE = 75, 100  # per cent, PF-CND-16.4
MENDING, CASTINGS_AN_HOUR, MENDS = "riparare", 6, 4
"""The spell that mends, how often it is cast in an hour, and the sides of the die it gives back."""
MOST_EXPOSED = 4  # PF-TAB-14.1
SHIELD, ARMOUR, HELMET, IN_HAND, CLOAK, STOWED, BRACERS, CLOTHING, JEWELRY, REST = range(1, 11)
BY_SLOT = {"testa": HELMET, "spalle": CLOAK, "polsi": BRACERS, "corpo": CLOTHING, "collo": JEWELRY, "dito": JEWELRY}
"""In which order a blast finds what somebody has on (PF-TAB-14)."""


def hardness_of(game: Game, item: Item) -> int:
    """What a thing shrugs off of each blow; 2 more for each +1 (PF-TAB-12.1, .5)."""
    return int(getattr(library_of(game).thing(item.thing), "hardness", 0)) + HARDER * item.bonus


def damage_thing(game: Game, it: Id, item: Item, amount: int, *, by: Id, halved: bool = False) -> Flow[None]:
    """Damage to a thing that somebody has, beyond its hardness; who breaks it may spare it (PF-SND-02).

    Args:
        it: whose thing; item: which; amount: points; by: whose doing, "" for nobody's: nothing is spared then.
        halved: energy and what was shot do half, before hardness (PF-TAB-12.2).
    """
    record = library_of(game).thing(item.thing)
    through = (amount // HALVED if halved else amount) - hardness_of(game, item)
    whole = hit_points_of(item, record)
    if through <= 0:
        game.do(ItemChanged(it=it, item=item, what="unharmed", rules=("PF-SND-02.1",)))
        return
    lost = item.lost + through
    if lost >= whole:
        ways = ("destroy", "spare")
        destroy = (yield from pick("destroy", game.controller(by), ways, {"it": by, "target": it})) if by else ways[0]
        if destroy == "destroy":
            game.do(ItemLost(it=it, item=item, why="broken", rules=("PF-SND-02.3", "PF-TAB-12.4")))
            return
        lost = whole - 1
    hurt = structs.replace(item, lost=lost)
    what = "broken" if is_broken(hurt, record) else "harmed"
    game.do(ItemChanged(it=it, item=hurt, what=what, rules=("PF-SND-02.1", "PF-SND-02.2")))


# --- mended -------------------------------------------------------------------------------------------


def worth(item: Item, record: Thing) -> dict[str, float]:
    """Gold pieces that a thing costs new, and that it is worth as it is: three quarters of them while it is broken."""
    share = BROKEN_WORTH if is_broken(item, record) else WHOLE
    return {"price": record.price, "worth": record.price * share / WHOLE}


def mends(game: Game, it: Id) -> bool:
    """Whether somebody has the spell at hand that mends things; it is one that is not used up."""
    return any(MENDING in (*one.known, *(word for word, _ in one.prepared)) for one in figure_of(game, it).casters)


def mendable(game: Game, it: Id) -> list[Item]:
    """The things of somebody that have taken harm."""
    return [item for item in figure_of(game, it).items if item.lost]


def mend(game: Game, mender: Id, it: Id, item: Item) -> None:
    """An hour of mending: 1d4 points for each ten minutes; above half of its points a thing is whole again."""
    points = game.sum(CASTINGS_AN_HOUR, MENDS, by=mender, rules=("PF-CND-16.4",))
    better = structs.replace(item, lost=max(0, item.lost - points))
    what = "patched" if is_broken(better, library_of(game).thing(item.thing)) else "mended"
    game.do(ItemChanged(it=it, item=better, what=what, rules=("PF-CND-16.4",)))


# --- exposed to a blast -------------------------------------------------------------------------------


def exposed(game: Game, figure: Creature) -> list[Item]:
    """The things on somebody that a blast is most likely to find, four of them at most (PF-TAB-14.1)."""
    return sorted(figure.items, key=lambda item: (_order(game, figure, item), item.no))[:MOST_EXPOSED]


def _order(game: Game, figure: Creature, item: Item) -> int:
    library = library_of(game)
    armour, thing = library.armours.get(item.thing), library.items.get(item.thing)
    held = item.no in figure.held
    if armour is not None and (item.worn or held):
        return SHIELD if armour.type in ("shield", "tower") else ARMOUR
    if item.worn and thing is not None and thing.slot in BY_SLOT:
        return BY_SLOT[thing.slot]
    if held:
        return IN_HAND
    return STOWED if item.thing in library.weapons else REST


def scorch(game: Game, it: Id, amount: int, type_: str, bonus: Tally, dc: int) -> Flow[None]:
    """After a natural 1: one of the exposed things, at random, saves as its owner does, or is harmed (PF-TAB-14.1).

    ``bonus`` and ``dc`` are those of the save that failed; ``amount`` is the whole damage of the attack.
    """
    figure = figure_of(game, it)
    found = exposed(game, figure)
    if not found or (type_ not in ENERGY and type_ != "forza"):
        return
    rules = ("PF-SAVE-07.2", "PF-TAB-14.1")
    item = found[0] if len(found) == 1 else found[game.roll(len(found), by=it, rules=rules)[0] - 1]
    (face,) = game.roll(20, by=it, rules=rules)
    passed = face == 20 or (face != 1 and face + bonus.value >= dc)
    game.do(CheckMade(it=it, what="exposed", face=face, bonus=bonus, dc=dc, passed=passed, cause=item.thing,
                      rules=rules))  # fmt: skip
    if not passed:
        yield from damage_thing(game, it, item, amount, by="", halved=type_ in ENERGY)

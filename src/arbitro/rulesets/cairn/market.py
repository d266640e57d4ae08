"""Buying, selling hands, wearing and loading things (CRN-MKT, CRN-INV-04)."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.cairn.burden import capacity, carrier_space, free_slots, gain, used_slots
from arbitro.rulesets.cairn.events import CoinsChanged, HandsFilled, ItemChanged, ItemGained, ItemLost
from arbitro.rulesets.cairn.queries import figure_of, library_of, thing_of
from arbitro.rulesets.cairn.state import PURSE


def for_sale(game: Game, it: Id) -> list[str]:
    """What somebody can pay, and carry with the coins that are left (CRN-INV-03.3)."""
    coins, taken, most = figure_of(game, it).coins, used_slots(game, it), capacity(game, it)
    priced = [
        thing for thing in library_of(game).things.values() if thing.price is not None and thing.type != "service"
    ]
    return [
        thing.id
        for thing in priced
        if thing.price <= coins and taken - coins // PURSE + (coins - thing.price) // PURSE + thing.slots <= most
    ]


def buy(game: Game, it: Id, thing: str) -> None:
    """Pay for a thing and take it (CRN-MKT-01 to -06)."""
    shape = thing_of(game, thing)
    game.do(CoinsChanged(it=it, by=-shape.price, rules=(shape.rule or "CRN-MKT-06.1",)))
    gain(game, it, thing, (shape.rule or "CRN-MKT-06.1",))


def wearable(game: Game, it: Id) -> list[str]:
    """Armour that can be put on or taken off, shields that can be taken up or put away."""
    found = [item for item in figure_of(game, it).items if thing_of(game, item.thing).type in ("armour", "shield")]
    return [str(item.no) for item in found if item.on == 0]


def wear(game: Game, it: Id, no: int) -> None:
    """Put a piece on or take it off: it protects only while worn or held (CRN-ARM-02.2)."""
    figure = figure_of(game, it)
    item = figure.item(no)
    assert item is not None
    if thing_of(game, item.thing).type == "shield":
        held = no in figure.hands
        hands = tuple(n for n in figure.hands if n != no) if held else (no,)
        game.do(HandsFilled(it=it, hands=hands, rules=("CRN-ARM-02.2",)))
        return
    turned = structs.replace(item, worn=not item.worn)
    game.do(ItemChanged(it=it, item=turned, what="worn", rules=("CRN-ARM-02.2",)))


def loads(game: Game, it: Id) -> list[str]:
    """Things that can be put on a carrier, or taken from it."""
    figure = figure_of(game, it)
    carriers = [item.no for item in figure.items if thing_of(game, item.thing).carries]
    found = []
    for item in figure.items:
        slots = thing_of(game, item.thing).slots
        if (item.on and slots <= free_slots(game, it)) or (
            not item.on and item.no not in carriers and any(carrier_space(game, it, c) >= slots for c in carriers)
        ):
            found.append(str(item.no))
    return found


def load(game: Game, it: Id, no: int) -> None:
    """Put a thing on the first carrier with room, or take it back (CRN-INV-04.3)."""
    figure = figure_of(game, it)
    item = figure.item(no)
    assert item is not None
    slots = thing_of(game, item.thing).slots
    carriers = [i.no for i in figure.items if thing_of(game, i.thing).carries]
    on = 0 if item.on else next(c for c in carriers if carrier_space(game, it, c) >= slots)
    game.do(ItemChanged(it=it, item=structs.replace(item, worn=item.worn and not on, on=on),
                        what="load", rules=("CRN-INV-04.3",)))  # fmt: skip
    if no in figure.hands:
        game.do(HandsFilled(it=it, hands=tuple(n for n in figure.hands if n != no), rules=("CRN-ARM-02.2",)))


def givable(game: Game, it: Id) -> list[str]:
    """Things that somebody can hand over."""
    return [str(item.no) for item in figure_of(game, it).items if item.on == 0]


def hand_over(game: Game, it: Id, no: int, to: Id) -> None:
    """Give a thing to somebody who has room for it; a carrier goes with all that lies on it (CRN-INV-04.3)."""
    items = figure_of(game, it).items
    first = max((i.no for i in figure_of(game, to).items), default=0) + 1
    given = sorted((item for item in items if no in (item.no, item.on)), key=lambda item: item.no != no)
    for other, item in enumerate(given, first):
        on = first if item.on else 0
        game.do(ItemLost(it=it, no=item.no, thing=item.thing, why="given", rules=("CRN-INV-01.3",)))
        new = structs.replace(item, no=other, worn=False, on=on)
        game.do(ItemGained(it=to, item=new, rules=("CRN-INV-01.3",)))

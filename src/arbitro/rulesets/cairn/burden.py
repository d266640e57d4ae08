"""What one carries: ten slots, petty and bulky things, Fatica (CRN-INV, CRN-FAT)."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.events import (
    ConditionBegan,
    ConditionEnded,
    FatigueAdded,
    FatigueSpared,
    ItemChanged,
    ItemGained,
    ItemLost,
    Overloaded,
)
from arbitro.rulesets.cairn.queries import SLOTS_OF, TAKEN, encounter_of, figure_of, thing_of
from arbitro.rulesets.cairn.state import COMFORT, LOADED, PACK_SLOTS, PURSE, Creature, Item

PACK = "zaino"


def slots_of_items(game: Game, figure: Creature, on: int = 0) -> int:
    """Slots that things take, of one's own or on a carrier; a heavy purse takes one for every hundred coins."""
    own = [thing_of(game, item.thing) for item in figure.items if item.on == on]
    total = sum(int(thing.slots) for thing in own if thing is not None)
    return total + (figure.coins // PURSE if on == 0 else 0)


def used_slots(game: Game, it: Id) -> int:
    """Slots taken by things, Fatica and whatever else lives in one's pack (CRN-FAT-01.2, CRN-INV-01.4)."""
    figure = figure_of(game, it)
    return slots_of_items(game, figure) + figure.fatigue + game.query(TAKEN, it=it).value


def capacity(game: Game, it: Id) -> int:
    """How many slots there are: ten (CRN-INV-01.1)."""
    return game.query(SLOTS_OF, it=it).value


def free_slots(game: Game, it: Id) -> int:
    """Slots that are still free."""
    return max(0, capacity(game, it) - used_slots(game, it))


def comfort(game: Game, it: Id) -> int:
    """How many slots are carried without trouble: few, and six more with a backpack (CRN-INV-01.2, CRN-INV-04.1)."""
    carried = {item.thing for item in figure_of(game, it).items}
    return COMFORT + (PACK_SLOTS if PACK in carried else 0)


def carrier_space(game: Game, it: Id, no: int) -> int:
    """Slots free on a carrier: a cart, a horse (CRN-INV-04.3)."""
    figure = figure_of(game, it)
    item = figure.item(no)
    thing = thing_of(game, item.thing) if item is not None else None
    return (thing.carries if thing is not None else 0) - slots_of_items(game, figure, on=no)


def new_item(game: Game, it: Id, thing: str) -> Item:
    """A new thing for somebody, with all its uses and charges; armour is put on."""
    shape = thing_of(game, thing)
    no = max((item.no for item in figure_of(game, it).items), default=0) + 1
    return Item(no, thing, shape.doses, shape.charges, worn=shape.type == "armour")


def gain(game: Game, it: Id, thing: str, rules: tuple[RuleId, ...]) -> bool:
    """Take a thing, if there is room for it; False and nothing done if not."""
    if thing_of(game, thing).slots > free_slots(game, it):
        return False
    game.do(ItemGained(it=it, item=new_item(game, it, thing), rules=rules))
    return True


def spend_use(game: Game, it: Id, item: Item, rules: tuple[RuleId, ...]) -> None:
    """One use or charge of a thing; what has no use left is gone, what has no charge left waits."""
    thing = thing_of(game, item.thing)
    if item.charges > 0:
        game.do(ItemChanged(it=it, item=structs.replace(item, charges=item.charges - 1),
                            what="charge", rules=rules))  # fmt: skip
    elif item.uses > 1:
        game.do(ItemChanged(it=it, item=structs.replace(item, uses=item.uses - 1), what="use",
                            rules=rules))  # fmt: skip
    elif thing.doses and not thing.charges:
        game.do(ItemLost(it=it, no=item.no, thing=item.thing, why="used", rules=rules))


def add_fatigue(game: Game, it: Id, rules: tuple[RuleId, ...]) -> Flow[bool]:
    """Add one Fatica; with no free slot something is dropped for it (CRN-FAT-02). False if nothing could be."""
    if free_slots(game, it) < 1 and not (yield from drop_something(game, it)):
        game.do(FatigueSpared(it=it, rules=("CRN-FAT-02.1",)))
        return False
    game.do(FatigueAdded(it=it, rules=(*rules, "CRN-FAT-01.2")))
    return True


def droppable(game: Game, it: Id) -> list[Item]:
    """Things whose loss frees a slot."""
    found = []
    for item in figure_of(game, it).items:
        thing = thing_of(game, item.thing)
        if item.on == 0 and thing is not None and thing.slots:
            found.append(item)
    return found


def drop_something(game: Game, it: Id) -> Flow[bool]:
    """Ask which thing is left behind, with all that lies on it; False if there is none."""
    things = droppable(game, it)
    if not things:
        return False
    options = tuple(Option(str(item.no), {"thing": item.thing}, ("CRN-FAT-02.1",)) for item in things)
    form = Pick(options, default=str(things[-1].no), level="item")
    chosen = yield from ask("drop", game.controller(it), form, {"actor": it})
    for item in [item for item in figure_of(game, it).items if int(chosen) in (item.no, item.on)]:
        game.do(ItemLost(it=it, no=item.no, thing=item.thing, why="dropped", rules=("CRN-FAT-02.1",)))
    return True


def weigh(game: Game) -> bool:
    """With the published rule, full slots hold PF at 0 (CRN-INV-02); True if something changed."""
    state = encounter_of(game)
    if not state.options.full_inventory:
        return False
    changed = False
    for figure in list(state.figures.values()):
        full = figure.kind == "pc" and figure.present and used_slots(game, figure.id) >= capacity(game, figure.id)
        if full == figure.has(LOADED):
            continue
        changed = True
        rules: tuple[RuleId, ...] = ("CRN-INV-02.1",)
        kind = ConditionBegan if full else ConditionEnded
        game.do(kind(it=figure.id, condition=LOADED, rules=rules))
        game.do(Overloaded(it=figure.id, full=full, rules=rules))
    return changed

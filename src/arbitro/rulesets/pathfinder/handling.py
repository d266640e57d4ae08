"""Things in hand: draw, put away, drop, pick up, shields, loading, grips (PF-MOV-08 to -14, PF-FREE-04)."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, distance
from arbitro.rulesets.pathfinder.arms import HANDS, free_hands, has_feat, key_of
from arbitro.rulesets.pathfinder.deeds import Path, can_pay, deed
from arbitro.rulesets.pathfinder.events_magic import ChargeHeld
from arbitro.rulesets.pathfinder.events_things import HandsFilled, ItemChanged, ItemLost, PickedUp
from arbitro.rulesets.pathfinder.lookups import barred, battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.state import FREE, FULL, MOVE, SET_OUT, Creature, Item

QUICK_DRAW, TWO_WEAPONS = "estrazione-rapida", "combattere-con-due-armi"
WAND = "wand"
LEAST_BAB = 1  # PF-MOV-09.1, PF-MOV-14.2
EASY = ("drop", "grip")
"""Free actions of the hands, which do not part a move from what goes along with it."""


def _named(figure: Creature, key: object) -> Item | None:
    return next((item for item in figure.items if key_of(figure, item) == key), None)


def _branch(figure: Creature, items: list[Item], path: Path) -> Branch | None:
    return None if path else Branch("item", tuple(Option(key_of(figure, item)) for item in items))


def lays_hand_on(game: Game, it: Id) -> None:
    """Whoever touches a thing with a touch spell in hand spends the spell on it (PF-SPL-17.1)."""
    if figure_of(game, it).charge:
        game.do(ChargeHeld(it=it, charge=(), rules=("PF-SPL-17.1",)))


def _one_hand(game: Game, item: Item) -> bool:
    weapon = library_of(game).weapons.get(item.thing)
    return weapon is not None and weapon.group in ("light", "one-handed")


# --- draw and put away --------------------------------------------------------------------------------


def drawable(game: Game, it: Id) -> list[Item]:
    """Weapons at hand, and wands, for which there are hands; flasks and potions wait in a bag (PF-MOV-08)."""
    figure = figure_of(game, it)
    free = min(free_hands(game, figure), _most_hands(game, it))
    return [item for item in figure.items
            if item.no not in figure.held and at_hand(game, item) and free >= _hands(game, item)]  # fmt: skip


def _most_hands(game: Game, it: Id) -> int:
    """Hands that somebody can use for one thing: in a grapple no more than one (PF-CND-08.3)."""
    return 1 if barred(game, it, "two_hands") else HANDS


def at_hand(game: Game, item: Item) -> bool:
    """Whether a thing is drawn like a weapon (PF-MOV-08.2)."""
    weapon, thing = library_of(game).weapons.get(item.thing), library_of(game).items.get(item.thing)
    return not weapon.splash if weapon is not None else thing is not None and thing.type == WAND


def _hands(game: Game, item: Item) -> int:
    weapon = library_of(game).weapons.get(item.thing)
    if weapon is None:
        return 1
    return HANDS if weapon.group == "two-handed" or weapon.projectile else 1


def _draw_cost(game: Game, it: Id, path: Path) -> str:
    """A move action; free with Quick Draw, along with a move, or as the second of two light ones (PF-MOV-08, -09)."""
    figure = figure_of(game, it)
    last = figure.did[-1:]
    if has_feat(game, it, QUICK_DRAW) or _along_with_a_move(figure, "ready_shield", *EASY):
        return FREE
    item = _named(figure, path[0]) if path else None
    second = last == ("draw",) and figure.did[-2:-1] != ("draw",) and has_feat(game, it, TWO_WEAPONS)
    return FREE if second and (item is None or _one_hand(game, item)) else MOVE


def _along_with_a_move(figure: Creature, *beside: str) -> bool:
    """Whether something may go for free along with a move: once in each, in however many pieces it is made.

    PF-MOV-09.1, PF-MOV-14.2; ``beside``: what else may have gone with it already.
    """
    for one in reversed(figure.did if figure.bab >= LEAST_BAB else ()):
        if one == SET_OUT:
            return True
        if one not in ("move", *beside):
            break
    return False


@deed("draw", _draw_cost, ("PF-MOV-08.1",), offered=lambda game, it: bool(drawable(game, it)),
      grow=lambda game, it, path: _branch(figure_of(game, it), drawable(game, it), path))  # fmt: skip
def draw(game: Game, it: Id, path: Path) -> Flow[None]:
    """Take a weapon in hand; it does not provoke."""
    yield from ()
    figure = figure_of(game, it)
    item = _named(figure, path[0])
    if item is not None and item in drawable(game, it):
        held = (*figure.held, *[item.no] * _hands(game, item))
        game.do(HandsFilled(it=it, held=held, rules=("PF-MOV-08.1",)))
        lays_hand_on(game, it)


def _in_hand(game: Game, it: Id) -> list[Item]:
    figure = figure_of(game, it)
    found = (figure.item(no) for no in dict.fromkeys(figure.held))
    return [item for item in found if item is not None]


@deed("sheathe", MOVE, ("PF-MOV-08.1",), provokes=True, offered=lambda game, it: bool(_in_hand(game, it)),
      grow=lambda game, it, path: _branch(figure_of(game, it), _in_hand(game, it), path))  # fmt: skip
def sheathe(game: Game, it: Id, path: Path) -> Flow[None]:
    """Put away what is in hand; that provokes."""
    yield from ()
    figure = figure_of(game, it)
    item = _named(figure, path[0])
    if item is not None:
        held = tuple(no for no in figure.held if no != item.no)
        game.do(HandsFilled(it=it, held=held, rules=("PF-MOV-08.1",)))


def _drop_cost(game: Game, it: Id, path: Path) -> str:
    """Free; a shield has to be unstrapped, as a move action or along with a move (PF-MOV-14)."""
    figure = figure_of(game, it)
    item = _named(figure, path[0]) if path else None
    strapped = item is not None and _is_shield(game, item)
    return MOVE if strapped and not _along_with_a_move(figure, "draw", *EASY) else FREE


def _droppable(game: Game, it: Id) -> list[Item]:
    """What somebody can let go of now."""
    figure = figure_of(game, it)
    return [item for item in _in_hand(game, it) if can_pay(game, figure, _drop_cost(game, it, (key_of(figure, item),)))]


@deed("drop", _drop_cost, ("PF-FREE-04.1",), offered=lambda game, it: bool(_droppable(game, it)),
      grow=lambda game, it, path: _branch(figure_of(game, it), _droppable(game, it), path))  # fmt: skip
def drop(game: Game, it: Id, path: Path) -> Flow[None]:
    """Let go of what is in hand; it lies where one stands."""
    yield from ()
    item = _named(figure_of(game, it), path[0])
    if item is not None:
        game.do(ItemLost(it=it, item=item, why="dropped", rules=("PF-FREE-04.1",)))


# --- from the ground ----------------------------------------------------------------------------------


def in_reach(game: Game, it: Id) -> dict[str, int]:
    """Things on the ground that a creature can reach and has a hand for: a name for each, and its place in the list."""
    battle, figure = battle_of(game), figure_of(game, it)
    if free_hands(game, figure) < 1:
        return {}
    found: dict[str, int] = {}
    for place, (x, y, item) in enumerate(battle.lying):
        if distance(figure.space, Space(x, y)) <= max(1, figure.reach):
            found.setdefault(item.thing, place)
    return found


@deed("pick_up", MOVE, ("PF-MOV-11.1", "PF-MOV-11.2"), provokes=True,
      offered=lambda game, it: bool(in_reach(game, it)),
      grow=lambda game, it, path: None if path else Branch("item", tuple(map(Option, in_reach(game, it)))))  # fmt: skip
def pick_up(game: Game, it: Id, path: Path) -> Flow[None]:
    """Take something from the ground in hand; that provokes."""
    yield from ()
    place = in_reach(game, it).get(str(path[0]))
    if place is not None:
        figure = figure_of(game, it)
        no = max((item.no for item in figure.items), default=0) + 1
        taken = structs.replace(battle_of(game).lying[place][2], no=no, worn=False)
        game.do(PickedUp(it=it, item=taken, place=place, rules=("PF-MOV-11.2",)))
        lays_hand_on(game, it)


# --- shields ------------------------------------------------------------------------------------------


def _is_shield(game: Game, item: Item) -> bool:
    armour = library_of(game).armours.get(item.thing)
    return armour is not None and armour.type in ("shield", "tower")


def shields(game: Game, it: Id) -> list[Item]:
    """Shields that are not on the arm, if a hand is free for one."""
    figure = figure_of(game, it)
    if free_hands(game, figure) < 1:
        return []
    return [
        item for item in figure.items if item.no not in figure.held and not item.worn and _is_shield(game, item)
    ]  # fmt: skip


def _shield_cost(game: Game, it: Id, path: Path) -> str:
    return FREE if _along_with_a_move(figure_of(game, it), "draw", *EASY) else MOVE  # PF-MOV-14.2


@deed("ready_shield", _shield_cost, ("PF-MOV-14.1",), offered=lambda game, it: bool(shields(game, it)),
      grow=lambda game, it, path: _branch(figure_of(game, it), shields(game, it), path))  # fmt: skip
def ready_shield(game: Game, it: Id, path: Path) -> Flow[None]:
    """Put a shield on the arm, so that it protects."""
    yield from ()
    figure = figure_of(game, it)
    item = _named(figure, path[0])
    if item is not None and item in shields(game, it):
        game.do(HandsFilled(it=it, held=(*figure.held, item.no), rules=("PF-MOV-14.1",)))
        lays_hand_on(game, it)


# --- loading and grips --------------------------------------------------------------------------------


def empty(game: Game, it: Id) -> list[Item]:
    """Crossbows in hand without their bolt, if there are two hands to load them."""
    return [item for item in _in_hand(game, it) if not item.loaded] if _most_hands(game, it) == HANDS else []


def _load_cost(game: Game, it: Id, path: Path) -> str:
    figure = figure_of(game, it)
    item = _named(figure, path[0]) if path else next(iter(empty(game, it)), None)
    weapon = library_of(game).weapons.get(item.thing) if item is not None else None
    return FULL if weapon is not None and weapon.load == "full" else MOVE


@deed("load", _load_cost, ("PF-TAB-01.1",), provokes=True, offered=lambda game, it: bool(empty(game, it)),
      grow=lambda game, it, path: _branch(figure_of(game, it), empty(game, it), path))  # fmt: skip
def load(game: Game, it: Id, path: Path) -> Flow[None]:
    """Load a crossbow: a move action, or a full-round one for the heavy; it provokes."""
    yield from ()
    item = _named(figure_of(game, it), path[0])
    if item is not None:
        game.do(ItemChanged(it=it, item=structs.replace(item, loaded=True), what="load", rules=("PF-TAB-01.1",)))


def grips(game: Game, it: Id) -> list[Item]:
    """One-handed weapons in hand that can be taken in both hands, or in one again."""
    figure, weapons = figure_of(game, it), library_of(game).weapons
    return [item for item in _in_hand(game, it) if item.thing in weapons
            and weapons[item.thing].group == "one-handed"
            and (figure.held.count(item.no) == HANDS
                 or (free_hands(game, figure) > 0 and _most_hands(game, it) == HANDS))]  # fmt: skip


@deed("grip", FREE, ("PF-DMG-06.1",),
      offered=lambda game, it: "grip" not in figure_of(game, it).did and bool(grips(game, it)),
      grow=lambda game, it, path: _branch(figure_of(game, it), grips(game, it), path))  # fmt: skip
def grip(game: Game, it: Id, path: Path) -> Flow[None]:
    """Take a one-handed weapon in both hands, or in one again; once a turn."""
    yield from ()
    figure = figure_of(game, it)
    item = _named(figure, path[0])
    if item is not None and item in grips(game, it):
        rest = tuple(no for no in figure.held if no != item.no)
        times = 1 if figure.held.count(item.no) == HANDS else HANDS
        game.do(HandsFilled(it=it, held=(*rest, *[item.no] * times), rules=("PF-DMG-06.1",)))

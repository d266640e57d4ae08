"""Facts: what records may ask of a battle. A fact that is given `none` for what is not yet known holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from arbitro.engine.game import Game
from arbitro.geometry.shapes import longest_diameter
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.attacks import can_see, uses_this_turn
from arbitro.rulesets.crepuscolo.dice import all_dice, free_dice
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, points_of

FACTS: dict[str, Callable[..., Any]] = {}
Asked = TypeVar("Asked", bound=Callable[..., Any])
R = TypeVar("R")
P = ParamSpec("P")


def fact(function: Asked) -> Asked:
    """Register a fact under its own name; it receives the game first."""
    if function.__name__ in FACTS:
        raise ValueError(f"two facts of one name: {function.__name__}")
    FACTS[function.__name__] = function
    return function


def standing(function: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[Game, P], R]:
    """A fact that depends on nothing but where figures stand: worked out once, until one moves (see ``Game.near``)."""
    return _once(function, "near")


def remembered(function: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[Game, P], R]:
    """A fact that costs much: worked out once for the same arguments, until the next event or answer."""
    return _once(function, "now")


def _once(function: Callable[Concatenate[Game, P], R], where: str) -> Callable[Concatenate[Game, P], R]:
    """The fact, which looks first among what the game knows already (``where``: the name of that memory)."""

    @wraps(function)
    def asked(game: Game, /, *args: P.args, **more: P.kwargs) -> R:
        known = getattr(game, where)
        key = (function.__name__, *args, *more.values())
        if key not in known:
            known[key] = function(game, *args, **more)
        return known[key]  # type: ignore[no-any-return]

    return asked


@fact
def within(game: Game, a: str | None, b: str | None, cm: int) -> bool:
    """Two figures are within so many cm of each other."""
    if a is None or b is None:
        return True
    one, two = figure_of(game, a), figure_of(game, b)
    return one.status == TABLE and two.status == TABLE and ground.within(one, two, cm * CM)


@fact
def sees(game: Game, a: str | None, b: str | None) -> bool:
    """A figure has a line of sight to another."""
    if a is None or b is None:
        return True
    figures = battle_of(game).figures
    return can_see(game, figures[a], figures[b])


@fact
def ally(game: Game, a: str, b: str) -> bool:
    """Another figure of the same company (CDC-CMP-01.5)."""
    return a != b and figure_of(game, a).company == figure_of(game, b).company


@fact
def enemy(game: Game, a: str | None, b: str | None) -> bool:
    """A figure of the other company."""
    return a is not None and b is not None and figure_of(game, a).company != figure_of(game, b).company


@fact
def bigger(game: Game, a: str, b: str) -> bool:
    """The base of ``a`` has the longer diameter (CDC-EQ-07)."""
    return longest_diameter(figure_of(game, a)) > longest_diameter(figure_of(game, b))


@fact
def alive(game: Game, a: str) -> bool:
    """A figure is on the table."""
    return figure_of(game, a).status == TABLE


@fact
def suffers(game: Game, a: str, condition: str) -> bool:
    """A figure is under a condition."""
    return condition in figure_of(game, a).conditions


@fact
def any_class(game: Game, a: str, *words: str) -> bool:
    """A figure has one of the class words (CDC-CMP-06.3)."""
    return any(word in figure_of(game, a).classes for word in words)


@fact
def same_name(game: Game, a: str, b: str) -> bool:
    """Two figures whose profiles print the same name, whatever their players call them (CDC-CMP-04.2)."""
    profiles = game.ruleset.library.profiles  # type: ignore[attr-defined]
    return bool(profiles[figure_of(game, a).profile].name == profiles[figure_of(game, b).profile].name)


@fact
def has(game: Game, a: str, rule: str) -> bool:
    """A figure bears an ability or item, or an item built on it."""
    figure = figure_of(game, a)
    return rule in figure.abilities or any(is_a(game, item, rule) for item in figure.items)


@fact
def is_a(game: Game, item: str | None, rule: str) -> bool:
    """An item is the named one, or built on it (CDC-EQ-03.3)."""
    record = game.ruleset.records.get(item or "")
    return item == rule or (record is not None and record.data.get("base") == rule)


@fact
def improves(game: Game, a: str, upgrade: str, weapon: str | None) -> bool:
    """An upgrade of a figure is on that weapon (or on its armour, where none is named)."""
    return (upgrade, weapon) in figure_of(game, a).upgrades


@fact
def upgraded(game: Game, a: str, weapon: str, *upgrades: str) -> bool:
    """A weapon of a figure has one of the upgrades."""
    return any((upgrade, weapon) in figure_of(game, a).upgrades for upgrade in upgrades)


@fact
def bears_upgrade(game: Game, a: str, upgrade: str) -> bool:
    """An upgrade is on something that a figure carries, whatever that is."""
    return any(found == upgrade for found, _ in figure_of(game, a).upgrades)


@fact
def of_melee(game: Game, action: str, weapon: str | None) -> bool:
    """A damage belongs to a melee attack: it is that of the hit, or what the striking weapon adds to it."""
    record = game.ruleset.records.get(weapon or "")
    return action == "melee" or (action == "item" and record is not None and record.data.get("type") == "melee")


@fact
def of_shot(game: Game, action: str, weapon: str | None) -> bool:
    """A damage belongs to a ranged attack: it is that of the hit, or what the weapon shot with adds to it."""
    record = game.ruleset.records.get(weapon or "")
    shoots = record is not None and record.data.get("type") == "ranged" and not record.data.get("area")
    return action == "shot" or (action == "item" and shoots)


@fact
def used_up(game: Game, a: str, item: str) -> bool:
    """An item of a figure is of no use any more in this game."""
    return item in figure_of(game, a).used_up


@fact
def measuring_points(game: Game, a: str) -> tuple[str, ...]:
    """From whose bases the psionic and kinetic powers of a figure may be measured, itself first (CDC-EQ-88, -89)."""
    one = figure_of(game, a)
    if "CDC-EQ-88" not in one.items:
        return (a,)
    return (a, *(f.id for f in battle_of(game).allies(one) if "CDC-EQ-89" in f.items))


@fact
def reached(game: Game, a: str, b: str, cm: int) -> bool:
    """A figure is within so many cm of one of the bases from which ``a`` may measure its powers (CDC-EQ-88.2)."""
    return any(within(game, base, b, cm) for base in measuring_points(game, a))


@fact
def dice(game: Game, a: str) -> int:
    """How many dice a figure has left, restricted ones too."""
    return len(all_dice(game, a))


@fact
def spendable(game: Game, a: str) -> int:
    """How many dice a figure may spend now on whatever it likes, a test too."""
    return len(free_dice(game, a))


@fact
def points(game: Game, a: str, kind: str) -> int:
    """Power points of a kind."""
    return points_of(figure_of(game, a), kind)


@fact
def last_action(game: Game, a: str) -> str:
    """The word of a figure's last action."""
    return figure_of(game, a).last_action


@fact
def last_used(game: Game, a: str) -> str:
    """The ability or power that a figure's last action used, "" if it was another action."""
    return figure_of(game, a).last_path


@fact
def done_this_turn(game: Game, a: str, word: str) -> int:
    """How many attacks or moves of a kind (``melee``, ``movement``) a figure declared this turn."""
    return uses_this_turn(game, f"{word}/{a}")


@fact
def dexterous(game: Game, action: str) -> bool:
    """A die that Destrezza may have thrown again: movement, jumps, climbs and swimming (CDC-RRL-04.2)."""
    return action in ("move", "cover", "jump", "climb", "descend", "swim")


@fact
def figures(game: Game) -> tuple[str, ...]:
    """All fighters on the table."""
    return tuple(f.id for f in battle_of(game).fighters())


@fact
@standing
def around(game: Game, a: str, cm: int | None) -> tuple[str, ...]:
    """Everybody else within so many cm of a figure (``none``: on the table)."""
    one = figure_of(game, a)
    others = (f for f in battle_of(game).fighters() if f.id != a)
    return tuple(f.id for f in others if cm is None or ground.within(one, f, cm * CM))


@fact
@standing
def foes(game: Game, a: str, cm: int | None) -> tuple[str, ...]:
    """Enemies within so many cm of a figure."""
    one = figure_of(game, a)
    return tuple([f.id for f in battle_of(game).enemies(one) if cm is None or ground.within(one, f, cm * CM)])


@fact
@standing
def friends(game: Game, a: str, cm: int | None) -> tuple[str, ...]:
    """Allies within so many cm of a figure, itself not."""
    one = figure_of(game, a)
    return tuple(f.id for f in battle_of(game).allies(one) if cm is None or ground.within(one, f, cm * CM))


@fact
def marked(game: Game, a: str, mark: str) -> bool:
    """An effect of that mark is on a figure."""
    return game.marked(a, mark)


@fact
def count(game: Game, members: tuple[Any, ...]) -> int:
    """How many there are."""
    return len(members)


@fact
def least(game: Game, *numbers: int) -> int:
    """The smallest number."""
    return min(numbers)


@fact
def most(game: Game, *numbers: int) -> int:
    """The greatest number."""
    return max(numbers)

"""What expressions of records may ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitro.engine.game import Game
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, library_of, thing_of
from arbitro.rulesets.cairn.state import HIRELING, PC, Creature

FACTS: dict[str, Callable[..., Any]] = {}


def fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a fact under the name of its function."""
    FACTS[function.__name__.rstrip("_")] = function
    return function


def _figure(game: Game, it: Any) -> Creature | None:
    return encounter_of(game).figures.get(it)


@fact
def pc(game: Game, it: str) -> bool:
    """A player's character."""
    figure = _figure(game, it)
    return figure is not None and figure.kind == PC


@fact
def hireling(game: Game, it: str) -> bool:
    """A hireling, or an animal of the party."""
    figure = _figure(game, it)
    return figure is not None and figure.kind == HIRELING


@fact
def present(game: Game, it: str) -> bool:
    """Here, and not dead."""
    figure = _figure(game, it)
    return figure is not None and figure.present


@fact
def standing(game: Game, it: str) -> bool:
    """Here, and able to fight on."""
    figure = _figure(game, it)
    return figure is not None and figure.standing


@fact
def has(game: Game, it: str, condition: str) -> bool:
    """In a condition."""
    figure = _figure(game, it)
    return figure is not None and figure.has(condition)


@fact
def enemy(game: Game, it: str, other: str) -> bool:
    """On the other side."""
    a, b = _figure(game, it), _figure(game, other)
    return a is not None and b is not None and a.seat != b.seat


@fact
def formation(game: Game, it: str) -> bool:
    """Many who fight as one."""
    figure = _figure(game, it)
    return figure is not None and figure.formation


@fact
def enemies(game: Game, it: str) -> tuple[str, ...]:
    """Foes who are here and seen."""
    state = encounter_of(game)
    return tuple(foe.id for foe in state.foes_of(state.figures[it]) if not foe.hidden)


@fact
def friends(game: Game, it: str) -> tuple[str, ...]:
    """The others of one's side who are here."""
    state = encounter_of(game)
    return tuple(friend.id for friend in state.friends_of(state.figures[it]))


@fact
def company(game: Game, it: str) -> tuple[str, ...]:
    """One's whole side, oneself too."""
    return (it, *friends(game, it))


@fact
def everybody(game: Game, it: str) -> tuple[str, ...]:
    """Everybody who is here and seen."""
    return tuple(f.id for f in encounter_of(game).figures.values() if f.present and not f.hidden)


@fact
def corpses(game: Game, it: str) -> tuple[str, ...]:
    """The dead."""
    return tuple(figure.id for figure in encounter_of(game).figures.values() if figure.status == "dead")


@fact
def group(game: Game, it: str) -> str:
    """The band somebody belongs to."""
    figure = figure_of(game, it)
    return f"{figure.seat}:{figure.group}"


@fact
def leader_here(game: Game, it: str) -> bool:
    """A leader of one's band is still in the fight."""
    state = encounter_of(game)
    mine = group(game, it)
    return any(f.leader and f.standing and f"{f.seat}:{f.group}" == mine for f in state.figures.values())


@fact
def engaged(game: Game, it: str, but: str) -> int:
    """How many others of a side are attacking somebody this turn."""
    state = encounter_of(game)
    seat = figure_of(game, but).seat
    plans = [f.plan for f in state.side(seat) if f.id != but and f.present]
    return sum(plan[:1] in (("attack",), ("dual",)) and plan[2] == it for plan in plans)


@fact
def ranged(game: Game, weapon: str) -> bool:
    """Whether a weapon hits from afar."""
    thing = thing_of(game, weapon) if weapon else None
    return thing is not None and thing.ranged


@fact
def tagged(game: Game, what: str, tag: str) -> bool:
    """Whether a weapon, or a creature, has a tag (``argento``, ``fuoco``, ``magia``, ``non_morto`` ...)."""
    thing = thing_of(game, what) if what else None
    if thing is not None:
        return tag in thing.tags
    figure = _figure(game, what)
    monster = library_of(game).monsters.get(figure.profile) if figure is not None else None
    return monster is not None and tag in monster.tags


@fact
def magic(game: Game, weapon: str, cause: str) -> bool:
    """Whether harm is more than mundane: a spell, or an arm tagged ``magia``."""
    return cause == "spell" or tagged(game, weapon, "magia")


@fact
def blast(game: Game, weapon: str) -> bool:
    """Whether a weapon hits an area."""
    thing = thing_of(game, weapon) if weapon else None
    return thing is not None and thing.blast


@fact
def option(game: Game, name: str) -> bool:
    """Whether the table plays with an option."""
    return bool(getattr(encounter_of(game).options, name))


@fact
def in_fight(game: Game) -> bool:
    """Whether there is fighting."""
    return encounter_of(game).mode == "fight"


@fact
def marked(game: Game, it: str, mark: str) -> bool:
    """Whether an effect of that mark is on somebody."""
    return game.marked(it, mark)


@fact
def most(game: Game, a: int, b: int) -> int:
    """The greater of two numbers."""
    return max(a, b)


@fact
def missing(game: Game, it: str, attribute: str) -> int:
    """How many points somebody lacks."""
    figure = figure_of(game, it)
    return figure.highest(attribute) - figure.score(attribute)


@fact
def carries(game: Game, it: str, thing: str) -> bool:
    """Whether somebody has a thing."""
    return any(item.thing == thing for item in figure_of(game, it).items)


@fact
def round_(game: Game) -> int:
    """The number of the round."""
    return encounter_of(game).round

"""Overruling: what the referee may set of a creature, and the events that set it."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.content.desk import CHOICE, FLAG, NUMBER, TEXT
from arbitro.content.deskedits import checked
from arbitro.content.deskevents import FigureSet
from arbitro.content.deskview import Choice, Field
from arbitro.engine.asks import Refused
from arbitro.engine.events import Event
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.lookups import battle_of
from arbitro.rulesets.pathfinder.state import ABILITIES, DEAD, FLED, IN, Creature

MOST_HP, MOST_SCORE, LONGEST_NAME = 2000, 99, 80

FIELDS: tuple[Field, ...] = (
    Field(name="hp", kind=NUMBER, lo=-200, hi=MOST_HP),
    Field(name="hp_max", kind=NUMBER, lo=1, hi=MOST_HP),
    Field(name="nonlethal", kind=NUMBER, lo=0, hi=MOST_HP),
    *(Field(name=ability, kind=NUMBER, lo=-1, hi=MOST_SCORE) for ability in ABILITIES),
    Field(name="initiative", kind=NUMBER, lo=-20, hi=60),
    Field(name="status", kind=CHOICE, choices=(Choice(IN), Choice(DEAD), Choice(FLED))),
    Field(name="acted", kind=FLAG),
    Field(name="name", kind=TEXT, longest=LONGEST_NAME),
)
"""What may be set; a flag is true or false here."""


def edits(game: Game, who: Id, changes: Sequence[tuple[str, Value]]) -> tuple[Event, ...]:
    """The events that set fields of a creature.

    Raises Refused: ``desk_nobody``, ``desk_no_change``, and those of `checked`.
    """
    figure = battle_of(game).figures.get(who)
    if figure is None:
        raise Refused(Refusal("desk_nobody", {"it": who}))
    if not changes:
        raise Refused(Refusal("desk_no_change", {}))
    wanted = {name: checked(FIELDS, name, value) for name, value in changes}
    most, hp = wanted.get("hp_max"), wanted.get("hp", figure.hp)
    if isinstance(most, int) and isinstance(hp, int) and hp > most:
        wanted["hp"] = most
    events: list[Event] = [FigureSet(it=who, field=name, to=value) for name, value in wanted.items()]
    if "name" in wanted and figure.name_en:
        events.append(FigureSet(it=who, field="name_en", to=""))
    return tuple(events)


def now(figure: Creature, name: str) -> tuple[tuple[str, Value], ...]:
    """What may be set of a creature, as it is; ``name``: what it is called in the language of whoever looks."""
    return tuple((field.name, name if field.kind == TEXT else getattr(figure, field.name)) for field in FIELDS)

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
from arbitro.rulesets.cairn.queries import encounter_of
from arbitro.rulesets.cairn.state import ATTRIBUTES, DEAD, FLED, IN, MOST_ARMOUR, PF, Creature

MOST_SCORE, MOST_FATIGUE, MOST_COINS, LONGEST_NAME = 60, 10, 10_000, 80
SCORES = (PF, *ATTRIBUTES)

FIELDS: tuple[Field, ...] = (
    *(Field(name=score, kind=NUMBER, lo=0, hi=MOST_SCORE) for score in SCORES),
    *(Field(name=f"{score}_max", kind=NUMBER, lo=0, hi=MOST_SCORE) for score in SCORES),
    Field(name="armour", kind=NUMBER, lo=0, hi=MOST_ARMOUR),
    Field(name="fatigue", kind=NUMBER, lo=0, hi=MOST_FATIGUE),
    Field(name="coins", kind=NUMBER, lo=0, hi=MOST_COINS),
    Field(name="status", kind=CHOICE, choices=(Choice(IN), Choice(DEAD), Choice(FLED))),
    Field(name="leader", kind=FLAG),
    Field(name="name", kind=TEXT, longest=LONGEST_NAME),
)
"""What may be set; a flag is true or false here."""


def edits(game: Game, who: Id, changes: Sequence[tuple[str, Value]]) -> tuple[Event, ...]:
    """The events that set fields of a creature.

    Raises Refused: ``desk_nobody``, ``desk_no_edit``, ``desk_edit``, ``desk_edit_text``,
    ``desk_number``, ``desk_no_change``.
    """
    figure = encounter_of(game).figures.get(who)
    if figure is None:
        raise Refused(Refusal("desk_nobody", {"it": who}))
    if not changes:
        raise Refused(Refusal("desk_no_change", {}))
    wanted = {name: checked(FIELDS, name, value) for name, value in changes}
    for score in SCORES:  # a score above its maximum raises it, a maximum below it lowers the score
        now, most = wanted.get(score), wanted.get(f"{score}_max")
        if most is not None and (now if now is not None else figure.score(score)) > most:
            wanted[score] = most
        elif now is not None and most is None and now > figure.highest(score):
            wanted[f"{score}_max"] = now
    events: list[Event] = [FigureSet(it=who, field=name, to=value) for name, value in wanted.items()]
    if "name" in wanted and figure.name_en:
        events.append(FigureSet(it=who, field="name_en", to=""))
    return tuple(events)


def now(figure: Creature, name: str) -> tuple[tuple[str, Value], ...]:
    """What may be set of a creature, as it is; ``name``: what it is called in the language of whoever looks."""
    return tuple((field.name, name if field.kind == TEXT else getattr(figure, field.name)) for field in FIELDS)

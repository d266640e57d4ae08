"""A line of the journal as the page shows it: the sentence, its dice, the parts of its numbers, whom it is about.

Called by `screen.Screen.entry`, with the state as it was after the event or at any time later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbitro.content.scene import Die, Entry, Part
from arbitro.engine.events import EffectBegan, Event, Rolled
from arbitro.engine.tally import Line, Tally
from arbitro.engine.values import Id, Seat
from arbitro.rulesets.crepuscolo._scene_card import RULE_OF_STAT
from arbitro.rulesets.crepuscolo._voice_events import FIGURES, tell
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.events import DiceRolled, FigureAdded, Hurt
from arbitro.rulesets.crepuscolo.subjects import MELEE, SHOT

ALSO_FIGURES = ("other", "wish")
"""Fields of events that name a figure, besides those that sentences know."""
EDGE = {MELEE: (RULE_OF_STAT["cmb"], "CDC-ACT-03.5"), SHOT: (RULE_OF_STAT["pre"], "CDC-ACT-05.8")}
"""The characteristic that adds 1 to the face of an attack, and the clause that says so."""


def entry(words: Words, event: Event, at: int, rank: int) -> Entry | None:
    """The line of an event, None for one that only keeps the books."""
    text = tell(words, event)
    if not text:
        return None
    figures = tuple(dict.fromkeys(_figures(words, event)))
    need = event.need if isinstance(event, Rolled) else None
    told = event.parts if isinstance(event, Hurt) else need
    return Entry(
        at=at,
        rank=rank,
        text=text,
        rules=event.rules,
        dice=tuple(_dice(event)) if isinstance(event, Rolled) else (),
        need=need.value if need is not None else None,
        parts=tuple(_parts(words, told, _base(words, event))) if told is not None else (),
        added=tuple(_added(words, event)) if isinstance(event, DiceRolled) else (),
        figures=figures,
        seat=_seat(words, event, figures),
    )


def _dice(event: Rolled) -> Iterator[Die]:
    """The dice that fell; before them the one whose place they take."""
    if isinstance(event, DiceRolled) and event.instead:
        yield Die(event.sides, event.instead, counted=False)
    if isinstance(event, DiceRolled) and event.throw:
        yield from (Die(sides, face) for sides, face in event.throw)
        return
    for face in event.faces:
        yield Die(event.sides, face)


def _base(words: Words, event: Event) -> str:
    """What the number a line tells begins with is called."""
    if isinstance(event, Hurt):
        return words.say("scene.entry.damage")
    action = event.action if isinstance(event, DiceRolled) else ""
    return words.word("need", action, words.word("need", "attack"))


def _parts(words: Words, tally: Tally, base: str) -> Iterator[Part]:
    """A number's parts, what it begins with first."""
    yield Part(base, tally.base, tally.rule)
    yield from _lines(words, tally.lines)


def _added(words: Words, event: DiceRolled) -> Iterator[Part]:
    """What was added to a face: for the better fighter or marksman, then by rules."""
    if event.edge is None:
        return
    if event.edge.base:
        stat, rule = EDGE.get(event.action, ("", ""))
        yield Part(words.thing(stat), event.edge.base, rule)
    yield from _lines(words, event.edge.lines)


def _lines(words: Words, lines: Iterable[Line]) -> Iterator[Part]:
    for line in lines:
        if line.amount and line.counted:
            yield Part(words.thing(line.rule), line.amount, line.rule)


def _figures(words: Words, event: Event) -> Iterator[Id]:
    """Everybody an event names, the one who acts first."""
    if isinstance(event, FigureAdded):
        yield event.figure.id
        return
    if isinstance(event, EffectBegan):
        yield event.effect.bearer
        return
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if (field in FIGURES or field in ALSO_FIGURES) and isinstance(value, str) and value in words.state.figures:
            yield value


def _seat(words: Words, event: Event, figures: tuple[Id, ...]) -> Seat:
    """Whose line it is: the seat an event names, or that of the figure named first."""
    for field in ("seat", "by", "result"):
        seat = getattr(event, field, "")
        if seat in words.state.seats:
            return str(seat)
    return words.state.figures[figures[0]].company if figures else ""

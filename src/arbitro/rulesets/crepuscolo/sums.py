"""The parts of a die's result and of a damage, kept with the events so that a journal explains itself."""

from __future__ import annotations

from arbitro.engine.tally import Line, Tally
from arbitro.rulesets.crepuscolo.subjects import Hit, Throw


def edge_of(throw: Throw) -> Tally:
    """What is added to the face of a throw, with what changed it since it was aimed."""
    tally = throw.edge or Tally(0, 0)
    return Tally(throw.bonus, tally.base, (*tally.lines, *_changes(throw, "bonus")))


def damage_of(hit: Hit, tally: Tally) -> Tally:
    """The damage of a hit, with what changed it at the window of the hit."""
    return Tally(hit.damage, tally.base, (*tally.lines, *_changes(hit, "damage")))


def suffered(amount: int, parts: Tally | None, more: tuple[tuple[str, int], ...]) -> Tally | None:
    """The damage that got through: its own parts, then what each ``(rule, change)`` did to it."""
    lines = tuple(Line(rule, "", "taken", change) for rule, change in more if change)
    if parts is None and not lines:
        return None
    base = parts.base if parts is not None else amount - sum(line.amount for line in lines)
    return Tally(amount, base, (*(parts.lines if parts is not None else ()), *lines))


def _changes(subject: Throw | Hit, field: str) -> tuple[Line, ...]:
    return tuple(Line(rule, "", field, change) for rule, what, change in subject.changed if what == field and change)

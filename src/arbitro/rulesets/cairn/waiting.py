"""What waits on somebody from one evening to the next: rolls and conditions of scars that end with a rest or with care,
and the hour of death.

A party file writes an effect as a line of ``waits`` (`WaitShape`): the record it comes from, until when, and the
condition it holds, or none for a roll that is still to come. Hours are counted from now. Called by `setup`, the desk,
`scenario` and the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from arbitro.engine.records import Part
from arbitro.engine.state import Effect, End
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.rulesets.cairn.state import Creature, Encounter

if TYPE_CHECKING:
    from arbitro.rulesets.cairn.content import Library

Row = dict[str, Any]
MOMENTS = ("breather", "rest", "night", "mended", "miracle")
"""Windows of rest and care, which outlast an evening."""
_HELD = "condition"


# --- homewards ----------------------------------------------------------------------------------------


def waits_row(state: Encounter, figure: Creature, library: Library) -> Row:
    """What a party file says of what waits on somebody: ``waits``, ``dies_in``, ``deprived_days``; no empty ones.

    What lasts a fight or a day at most, and what others have a part in, stays behind.
    """
    mine = sorted((e for e in state.effects.values() if e.bearer == figure.id), key=lambda e: e.stamp)
    found: Row = {
        "waits": [row for effect in mine if (row := _wait(effect, state.clock, library)) is not None],
        "dies_in": max(1, figure.dying - state.clock) if figure.dying else 0,
        "deprived_days": figure.deprived_days,
    }
    return {key: value for key, value in found.items() if value}


def _wait(effect: Effect, clock: int, library: Library) -> Row | None:
    kept = dict(effect.keep)
    held = kept.pop(_HELD, "")
    if len(effect.ends) != 1 or any(value != effect.bearer for value in kept.values()):
        return None
    (end,) = effect.ends
    row: Row = {"of": effect.rule}
    if end.hours > clock:
        row["hours"] = end.hours - clock
    elif end.window and end.at in MOMENTS and end.of in (None, effect.bearer):
        row["until"] = end.at
    else:
        return None
    row |= {_HELD: held} if held else {}
    return row if wait_part(row, library) is not None else None


# --- and back -----------------------------------------------------------------------------------------


def possible(rule: RuleId, library: Library) -> list[tuple[str, str, Part]]:
    """Whatever of a record may wait: until which moment ("" for hours), the condition held ("" for a roll)."""
    record, found = library.records.get(rule), []
    for part in record.places.values() if record is not None else ():
        if part.verb == "inflict" and part.head is not None:
            held = str(part.head(cast(Any, None), {}))  # a word, the same for everybody
        elif part.verb == "later":
            held = ""
        else:
            continue
        for end in part.ends if len(part.ends) == 1 else ():
            if end.word == "after" or end.at in MOMENTS:
                found.append(("" if end.word == "after" else end.at, held, part))
    return found


def wait_part(row: Row, library: Library) -> Part | None:
    """The part of its record that a line of ``waits`` means; None if there is none like it."""
    wanted = (row.get("until") or "", row.get(_HELD) or "")
    return next((part for until, held, part in possible(row["of"], library) if (until, held) == wanted), None)


def effects_of(waits: Sequence[Row], it: Id, seat: Seat, clock: int, first: int, library: Library) -> list[Effect]:
    """What waits on somebody in force again.

    Args:
        waits: the lines, in the order in which they began; it: whose they are; seat: who gave them.
        clock: the hour it is; first: the stamp of the first of them.
    """
    found = []
    for number, row in enumerate(waits):
        part = wait_part(row, library)
        if part is None:
            continue
        (spec,) = part.ends
        hours = row.get("hours") or 0
        whose = it if spec.who is not None else None
        end = End(hours=clock + hours) if hours else End(at=spec.at, of=whose, window=True)
        held = ((_HELD, row[_HELD]),) if row.get(_HELD) else ()
        found.append(
            Effect(
                id=wait_id(it, number),
                rule=row["of"],
                part=part.place,
                bearer=it,
                seat=seat,
                keep=(*((name, it) for name in part.keep), *held),
                ends=(end,),
                stamp=first + number,
            )
        )
    return found


def wait_id(it: Id, number: int) -> Id:
    """The id of an effect that came with somebody."""
    return f"{it}w{number}"


def held_by_waits(waits: Sequence[Row], it: Id) -> tuple[tuple[str, Id], ...]:
    """The conditions that waiting effects hold, each with its effect."""
    return tuple((row[_HELD], wait_id(it, number)) for number, row in enumerate(waits) if row.get(_HELD))

"""Odds laid out for people: what may happen, and every number a choice changes, choices side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from arbitro.analysis.compare import Case
from arbitro.analysis.naming import measure_name
from arbitro.analysis.weighing import Weighed
from arbitro.content.errors import Lang
from arbitro.content.measures import Measure
from arbitro.content.messages import show
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.state import State

MOST_VALUES: Final = 14
"""A number with more values is told in steps of equal width."""
Chances = dict[int, Fraction]


class Panel(Struct, frozen=True):
    """One thing that varies: what it is called, and a row for each value with its chance in each choice.

    ``title`` is "" for the panel of what may happen at all, whose rows are happenings. ``means`` stands beside a
    number: what is to be expected of it in each choice.
    """

    title: str
    rows: tuple[tuple[str, tuple[Fraction, ...]], ...]
    means: tuple[Fraction, ...] = ()


def percent(lang: Lang, chance: Fraction | float) -> str:
    """A probability in percent to the tenth; one that is small but not nothing never reads 0.

    >>> percent("en", Fraction(1, 3)), percent("en", Fraction(1, 10**6))
    ('33.3%', '<0.1%')
    """
    if 0 < chance < Fraction(5, 10_000):
        return f"<{show(lang, Fraction(1, 1000), 'pct')}"
    if Fraction(9_995, 10_000) < chance < 1:
        return f">{show(lang, Fraction(999, 1000), 'pct')}"
    return show(lang, chance, "pct")


def ladder(spreads: Sequence[Chances]) -> list[tuple[str, tuple[Fraction, ...]]]:
    """The values of a number in rising order with their chance in each choice; many of them in equal steps.

    Nothing at all, 0, always has a line of its own: a miss is no small hit.

    >>> ladder([{0: Fraction(1, 2), 3: Fraction(1, 2)}, {3: Fraction(1)}])
    [('0', (Fraction(1, 2), Fraction(0, 1))), ('3', (Fraction(1, 2), Fraction(1, 1)))]
    """
    values = sorted({value for spread in spreads for value in spread})
    if len(values) <= MOST_VALUES:
        return [(str(value), tuple(spread.get(value, Fraction(0)) for spread in spreads)) for value in values]
    step = -(-(values[-1] - values[0] + 1) // MOST_VALUES)
    rows = []
    for part in ([v for v in values if v < 0], [0] if 0 in values else [], [v for v in values if v > 0]):
        for start in range(part[0], part[-1] + 1, step) if part else ():
            inside = range(start, min(part[-1] + 1, start + step))
            chances = tuple(sum((p for v, p in spread.items() if v in inside), Fraction(0)) for spread in spreads)
            if any(chances):
                rows.append((f"{start}..{inside[-1]}" if len(inside) > 1 else str(start), chances))
    return rows


def panels(
    rules: TabletopRuleset,
    state: State,
    cases: Iterable[Case],
    measures: Sequence[Measure],
    lang: Lang,
    *,
    happenings: int,
    numbers: int,
) -> list[Panel]:
    """What may happen in one panel, and one for each number.

    Args:
        rules, state: of the game the choices stand in, for names.
        cases: the choices; one that is not possible has no column.
        measures: what is told of them (`compare.told`).
        lang: of the names.
        happenings, numbers: how many of each at most.
    """
    found: list[Weighed] = [case.found for case in cases if case.found is not None]
    named = {measure: measure_name(rules, state, measure, lang) for measure in measures}
    happens = [measure for measure in measures if measure.happens][:happenings]
    made = []
    if happens:
        made.append(Panel("", tuple((named[m], tuple(one.chance(m) for one in found)) for m in happens)))
    for measure in [measure for measure in measures if not measure.happens][:numbers]:
        rows = ladder([one.spread(measure) for one in found])
        made.append(Panel(named[measure], tuple(rows), tuple(one.mean(measure) for one in found)))
    return made


__all__ = ["MOST_VALUES", "Panel", "ladder", "panels", "percent"]

"""Odds as text that fits a terminal of 80 columns: bars, tables of choices, matrices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from arbitro.analysis.compare import Case, Gist, gist
from arbitro.analysis.matrices import Matrix, is_share
from arbitro.analysis.naming import knob_name, measure_name
from arbitro.analysis.naming import say as told
from arbitro.analysis.panels import ladder, percent
from arbitro.analysis.weighing import Weighed
from arbitro.cli._odds_place import Place
from arbitro.cli._shelf import say
from arbitro.content.errors import Lang
from arbitro.content.measures import Measure
from arbitro.content.messages import show

WIDTH, NAME, BAR, CELL = 78, 38, 24, 9
_ID = re.compile(r" \([a-z]+\d+\)")
JOINT, SHORTEST = " › ", 7
MOST_COLUMNS = 5
FULL_MATRIX = 8


def sure(lang: Lang, found: Weighed, chance: Fraction) -> str:
    """A probability with its interval, where there is one, or as a fraction, where that is short."""
    low, high = found.odds.around(chance)
    if not found.exact:
        return f"{percent(lang, chance)} ({percent(lang, low)}-{percent(lang, high)})"
    short = chance.denominator <= 1000 and 0 < chance < 1
    return f"{percent(lang, chance)} ({chance})" if short else percent(lang, chance)


def bar(chance: Fraction | float, wide: int = BAR) -> str:
    """A bar as long as a probability is large; never empty if it is not 0."""
    return "█" * max(round(float(chance) * wide), 1 if chance > 0 else 0)


def one(place: Place, found: Weighed, measures: Sequence[Measure], lang: Lang) -> Iterable[str]:
    """One choice: what happens with a bar, numbers with a bar for each value."""
    if not measures:
        yield say(lang, "odds.nothing")
    for measure in measures:
        name = _cut(measure_name(place.rules, place.game.state, measure, lang), NAME)
        spread = found.spread(measure)
        if measure.happens:
            chance = found.chance(measure)
            yield f"  {name:<{NAME}}  {sure(lang, found, chance):<20}"[: WIDTH - BAR // 2 - 2].ljust(64) + bar(
                chance, 12
            )
            continue
        yield f"  {name:<{NAME}}  {told(lang, 'mean', mean=show(lang, found.mean(measure)))}"
        for label, (chance,) in ladder([spread]):
            yield f"  {label:>12}  {sure(lang, found, chance):<26}{bar(chance)}"


def several(place: Place, cases: Sequence[Case], measures: Sequence[Measure], lang: Lang) -> Iterable[str]:
    """Choices side by side: a column for each, a row for each measure."""
    for number, case in enumerate(cases, 1):
        yield f"  {number}  {_cut(case.name, WIDTH - 6)}"
    yield ""
    yield _row("", [str(number) for number in range(1, len(cases) + 1)])
    for measure in measures:
        name = measure_name(place.rules, place.game.state, measure, lang)
        mean = "" if measure.happens else say(lang, "odds.mean")
        yield _row(f"{_cut(name, NAME - len(mean))}{mean}", [_cell(case, measure, lang) for case in cases])


def _cell(case: Case, measure: Measure, lang: Lang) -> str:
    if case.found is None:
        return "-"
    return percent(lang, case.found.chance(measure)) if measure.happens else _number(lang, case.found.mean(measure))


def _row(name: str, cells: Iterable[str]) -> str:
    return f"  {name:<{NAME}}" + "".join(f"{cell:>{CELL}}" for cell in cells)


def _number(lang: Lang, number: Fraction | float) -> str:
    return show(lang, Fraction(number).limit_denominator(10**6).__round__(2))


def swept(place: Place, cases: Sequence[Case], measures: Sequence[Measure], knob: str, lang: Lang) -> Iterable[str]:
    """A row for each value that was tried, a column for each measure; a table more where they do not fit in one."""
    for number, measure in enumerate(measures, 1):
        name = measure_name(place.rules, place.game.state, measure, lang)
        yield f"  ({number}) {name}{'' if measure.happens else say(lang, 'odds.mean')}"
    for first in range(0, max(1, len(measures)), MOST_COLUMNS):
        columns = measures[first : first + MOST_COLUMNS]
        heads = "".join(f"{f'({n})':>12}" for n in range(first + 1, first + len(columns) + 1))
        yield ""
        yield f"  {_cut(knob_name(knob, lang), 12):>12}{heads}"
        for case in cases:
            if case.found is None:
                yield f"  {case.setting:>12}  {say(lang, 'odds.not_possible')}"
            else:
                yield f"  {case.setting:>12}" + "".join(f"{_cell(case, measure, lang):>12}" for measure in columns)


def all_of_them(cases: Sequence[Case], lang: Lang) -> Iterable[str]:
    """Every choice on a line of its own, with the chance of what it is for, mean damage, and whether somebody falls."""
    wide = WIDTH - 6 - 3 * CELL
    heads = (say(lang, f"odds.column.{name}") for name in ("head", "damage", "falls"))
    yield f"  {'':>4}{'':<{wide}}" + "".join(f"{head:>{CELL}}" for head in heads)
    names = _brief([case.name for case in cases])
    for number, (case, name) in enumerate(zip(cases, names, strict=True), 1):
        assert case.found is not None
        short = gist(case.found)
        cells = "".join(f"{cell:>{CELL}}" for cell in _gist(short, lang))
        yield f"  {number:>3} {_fitted(name, wide - 1):<{wide}}{cells}"


def _gist(short: Gist, lang: Lang) -> tuple[str, str, str]:
    head = "" if short.head is None else percent(lang, short.head)
    damage = "" if short.damage is None else _number(lang, short.damage)
    return head, damage, "" if short.falls is None else percent(lang, short.falls)


def _cut(text: str, room: int) -> str:
    """A text within a room: its middle goes, for what tells two of them apart mostly stands at an end."""
    if len(text) <= room:
        return text
    tail = (room - 1) // 2
    return f"{text[: room - 1 - tail]}…{text[len(text) - tail :]}"


def _brief(names: Sequence[str]) -> list[str]:
    """Names without the ids of figures, where they are not all that tells two names apart."""
    brief = [_ID.sub("", name) for name in names]
    often = Counter(brief)
    return [short if often[short] == 1 else name for short, name in zip(brief, names, strict=True)]


def _fitted(name: str, room: int) -> str:
    """A choice within a room: its longest parts are shortened, so that its die still stands at the end."""
    parts = name.split(JOINT)
    while (more := len(JOINT.join(parts)) - room) > 0:
        place = max(range(len(parts)), key=lambda number: len(parts[number]))
        if len(parts[place]) <= SHORTEST:
            return _cut(JOINT.join(parts), room)
        parts[place] = _cut(parts[place], max(SHORTEST, len(parts[place]) - more))
    return JOINT.join(parts)


# --- matrices


def matrix(found: Matrix, names: Sequence[str], what: str, lang: Lang) -> Iterable[str]:
    """All against all; where there are too many for the width, each with its mean, its best and its worst foe."""
    cells = found.cells(what)
    share = is_share(what)
    if len(names) <= FULL_MATRIX:
        wide = max(7, (WIDTH - 26) // len(names))
        yield f"  {'':<24}" + "".join(f"{_cut(name, wide - 1):>{wide}}" for name in names)
        for name, row in zip(names, cells, strict=True):
            yield f"  {_cut(name, 23):<24}" + "".join(f"{_share(lang, cell, share=share):>{wide}}" for cell in row)
        return
    yield f"  {'':<24}{say(lang, 'odds.column.mean'):>8}  {say(lang, 'odds.column.extremes')}"
    for number in sorted(range(len(names)), key=lambda n: -sum(cells[n])):
        row = cells[number]
        low, high = min(range(len(row)), key=row.__getitem__), max(range(len(row)), key=row.__getitem__)
        mean = _share(lang, sum(row) / len(row), share=share)
        ends = [(_share(lang, row[place], share=share), names[place]) for place in (low, high)]
        yield f"  {_cut(names[number], 23):<24}{mean:>8}  {_extremes(*ends)}"


def _extremes(least: tuple[str, str], most: tuple[str, str]) -> str:
    """The worst and the best of a row, each a number and a name; the names share what room the numbers leave."""
    wide = WIDTH - 36 - len(f"{least[0]}  … {most[0]} ")
    first, last = least[1], most[1]
    if len(first) + len(last) > wide:
        first = _cut(first, max(wide // 2, wide - len(last)))
        last = _cut(last, wide - len(first))
    return f"{least[0]} {first} … {most[0]} {last}"


def _share(lang: Lang, number: float, *, share: bool) -> str:
    return percent(lang, Fraction(number).limit_denominator(10**6)) if share else _number(lang, number)

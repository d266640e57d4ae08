"""Several choices side by side, a choice while something else varies, and both as rows for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any, Final

import msgspec
from msgspec import Struct

from arbitro.analysis.naming import measure_name
from arbitro.analysis.weighing import Weighed, roles, varied, weigh
from arbitro.analysis.words import AnalysisError
from arbitro.content.errors import Lang
from arbitro.content.measures import ARMOUR, DAMAGE, DICE, DOWN, HIT, KILLED, LIFE, PASSED, STRENGTH, SUCCESS, Measure
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.forms import Tree
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value

BESIDE: Final = (LIFE, STRENGTH, ARMOUR, DICE)
"""Words that are told only where they are asked for: damage says most of it."""
HEADS: Final = (HIT, SUCCESS, PASSED)
"""What one wants of a die."""
COLUMNS: Final = ("choice", "parameter", "measure", "about", "what", "value", "probability", "fraction", "low", "high")


class Case(Struct):
    """One choice that was weighed: what it is called, what was set for it, and what was found.

    ``found`` is None where the choice is not possible then.
    """

    name: str
    found: Weighed | None
    setting: str = ""


def told(cases: Iterable[Case], words: Sequence[str] = (), most: int = 8) -> list[Measure]:
    """The measures worth telling of some choices, what they are for first.

    Args:
        cases: the choices.
        words: only these words of `arbitro.content.measures.WORDS`; none: all but those that damage stands for.
        most: how many at most.

    Where not all have the same actor and targets, measures are of whoever acts and of whom it is aimed at.
    """
    ranked: dict[Measure, tuple[int, int]] = {}
    weighed = [case.found for case in cases if case.found is not None]
    alike = len({(found.actor, found.targets) for found in weighed}) < 2
    for found in weighed:
        for place, measure in enumerate(found.measures if alike else map(found.role, found.measures)):
            if (measure.word in words) if words else (measure.word not in BESIDE):
                ranked[measure] = min(ranked.get(measure, (place, len(ranked))), (place, len(ranked)))
    found_of = {measure.of for measure in ranked}
    for found in weighed:
        found.knows(found_of)
    return sorted(ranked, key=lambda measure: ranked[measure])[:most]


class Gist(Struct, frozen=True):
    """A choice in three numbers: what one wants of the die, mean damage to others, and whether one of them falls."""

    head: Fraction | None
    damage: Fraction | None
    falls: Fraction | None


def gist(found: Weighed) -> Gist:
    """The three numbers of a choice, None for what cannot come of it."""
    head = next((m for m in found.measures if m.word in HEADS and m.of == found.actor), None)
    hurt = [m for m in found.measures if m.word == DAMAGE and m.of != found.actor]
    hurt = [m for m in hurt if not found.targets or m.of in found.targets] or hurt
    fallen = [m for m in found.measures if m.word in (KILLED, DOWN) and m.of != found.actor]
    gone = found.odds.chance(lambda outcome: any((m, 1) in outcome[1] for m in fallen)) if fallen else None
    return Gist(
        found.chance(head) if head is not None else None,
        sum((found.mean(m) for m in hurt), Fraction(0)) if hurt else None,
        gone,
    )


def swept(
    game: Game,
    seat: Seat,
    value: Value,
    knob: str,
    numbers: Sequence[float],
    name: str,
    target: Id = "",
    **options: Any,
) -> list[Case]:
    """A choice while something else varies.

    Args:
        game: a game at a decision of ``seat``; it is not touched.
        value: the choice.
        knob: a level of the choice (``die``, ``target`` ...), or a number of the state, a key of `knobs`.
        numbers: the values to be tried.
        name: what the choice is called.
        target: whose numbers are tried, where the choice names nobody.
        options: of `weigh`.

    Raises:
        KeyError: if there is neither such a level nor such a number.
        AnalysisError: for a value that it can never have: ``knob_whole``, ``knob_range`` or ``no_such_die``.
    """
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    levels = levels_of(game, seat, value)
    if knob not in levels and knob not in rules.knobs:
        raise KeyError(knob)
    for number in numbers:
        _judge(rules, knob, number, level=knob in levels)
    cases = []
    for number in numbers:
        at: Game | None = game if isfinite(number) else None
        chosen = value
        if at is None:
            pass
        elif knob in levels:
            assert isinstance(value, tuple)
            chosen = tuple(round(number) if level == knob else key for level, key in zip(levels, value, strict=True))
        else:
            at = _turned(game, rules, knob, value, number, target)
        possible = at is not None and at.pending is not None and at.form(seat).refusal(chosen) is None
        found = weigh(at, chosen, seat=seat, **options) if at is not None and possible else None
        cases.append(Case(name, found, f"{number:g}"))
    return cases


def _judge(rules: TabletopRuleset, knob: str, number: float, *, level: bool) -> None:
    """Raises AnalysisError for a value that a number or a die can never have, whatever the situation."""
    facts = {"knob": knob, "value": f"{number:g}"}
    if level:
        if knob == "die" and rules.sizes and number not in rules.sizes:
            raise AnalysisError("no_such_die", known=rules.sizes, **facts)
        return
    allowed = rules.knobs[knob]
    if not (isfinite(number) and allowed.takes(number)):
        code = "knob_whole" if allowed.whole else "knob_range"
        raise AnalysisError(code, low=allowed.low, high=allowed.high, **facts)


def levels_of(game: Game, seat: Seat, value: Value) -> tuple[str, ...]:
    """The names of the levels of a choice; none where it is no path."""
    form = game.form(seat)
    if not isinstance(form, Tree) or not isinstance(value, tuple):
        return ()
    branches = [form.grow(value[:depth]) for depth in range(len(value))]
    return tuple(branch.level if branch is not None else "" for branch in branches)


def _turned(game: Game, rules: TabletopRuleset, knob: str, value: Value, number: float, target: Id) -> Game | None:
    actor, targets = roles(game, value)
    whom = targets[0] if targets else target
    if not actor or not whom:
        raise KeyError(knob)

    def change(state: State) -> None:
        rules.knobs[knob].turn(state, actor, whom, number)

    try:
        return varied(game, change)
    except ValueError:
        return None


# --- for other programs


def rows(cases: Sequence[Case], measures: Sequence[Measure]) -> list[tuple[Any, ...]]:
    """One row for each value of each measure of each choice; see `COLUMNS`."""
    made: list[tuple[Any, ...]] = []
    for case in cases:
        for measure in measures if case.found is not None else ():
            assert case.found is not None
            for value, chance in case.found.spread(measure).items():
                low, high = case.found.odds.around(chance)
                head = (case.name, case.setting, measure.word, measure.of, measure.what)
                made.append((*head, value, float(chance), str(chance), low, high))
    return made


def as_csv(cases: Sequence[Case], measures: Sequence[Measure]) -> str:
    """The rows as a file for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(cases, measures))
    return out.getvalue()


def as_json(game: Game, cases: Sequence[Case], measures: Sequence[Measure], lang: Lang, **head: Any) -> str:
    """Everything that was found, as one JSON object."""
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    names = {measure: measure_name(rules, game.state, measure, lang) for measure in measures}
    data = {"ruleset": rules.name, **head, "choices": [_as_data(case, names) for case in cases]}
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode()


def _as_data(case: Case, names: dict[Measure, str]) -> dict[str, Any]:
    found = case.found
    if found is None:
        return {"choice": case.name, "parameter": case.setting, "possible": False}
    return {
        "choice": case.name,
        "parameter": case.setting,
        "possible": True,
        "value": found.value,
        "exact": found.exact,
        "rest": float(found.odds.rest),
        "outcomes" if found.exact else "samples": found.odds.leaves,
        "assumed": found.odds.assumed,
        "measures": [
            {
                "word": measure.word,
                "of": measure.of,
                "what": measure.what,
                "name": name,
                "mean": float(found.mean(measure)),
                "spread": {
                    str(value): {"p": float(chance), "fraction": str(chance), "interval": found.odds.around(chance)}
                    for value, chance in found.spread(measure).items()
                },
            }
            for measure, name in names.items()
        ],
    }

"""What a choice would do if something else were different: another die, another distance; for a table and a chart.

It runs in a worker. What the rules hide from the seat is made up, as in `arbitro.web.comparing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from arbitro.analysis.compare import Case, levels_of, swept, told
from arbitro.analysis.naming import choice_name, footing, knob_name, measure_name, say
from arbitro.analysis.panels import percent
from arbitro.analysis.weighing import roles
from arbitro.analysis.words import AnalysisError
from arbitro.content.errors import Lang
from arbitro.content.measures import Knob, Measure
from arbitro.content.messages import show
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.web.comparing import UNTOLD, world_of
from arbitro.web.protocol import MOST_TRIED, KnobView, Swept, SweptRow
from arbitro.web.refusals import Unwilling

LEAVES: Final = 800
SAMPLES: Final = 200
"""So many outcomes of the dice are walked for each number; where there are more, so many battles are played on."""
COLUMNS: Final = 5
DIE: Final = "die"


def knobs_of(game: Game, rules: TabletopRuleset, seat: Seat, value: Value, lang: Lang) -> tuple[KnobView, ...]:
    """What may be tried otherwise of a choice, with the numbers that are tried first."""
    found = []
    sizes = _dice(game, rules, seat, value)
    if sizes:
        found.append(KnobView(word=DIE, text=knob_name(DIE, lang), low=sizes[0], high=sizes[-1],
                              numbers=tuple(map(float, sizes))))  # fmt: skip
    actor, targets = roles(game, value)
    if not actor or not targets:
        return tuple(found)
    known: list[Knob] = []
    for word, knob in rules.knobs.items():
        if knob in known:  # another word for it
            continue
        known.append(knob)
        first = range(knob.low, min(knob.high, knob.low + MOST_TRIED - 1) + 1)
        found.append(KnobView(word=word, text=knob_name(word, lang), low=knob.low, high=knob.high,
                              numbers=tuple(map(float, first))))  # fmt: skip
    return tuple(found)


def _dice(game: Game, rules: TabletopRuleset, seat: Seat, value: Value) -> list[int]:
    """The dice with which the same could be done."""
    levels, form = levels_of(game, seat, value), game.form(seat)
    if DIE not in levels or not isinstance(value, tuple):
        return []
    place = levels.index(DIE)
    return [size for size in sorted(rules.sizes) if not form.refusal((*value[:place], size, *value[place + 1 :]))]


def tried(
    game: Game, rules: TabletopRuleset, seat: Seat, value: Value, knob: str, numbers: Sequence[float], lang: Lang
) -> Swept:
    """An answer while a number varies, until the action is over; nobody else intervenes.

    Args:
        game: at the question; it is not touched.
        value: a legal answer of the seat.
        knob: one of `knobs_of`; "" the first.
        numbers: to be tried; none: those that are tried first.

    Raises Unwilling ``no_knob``, or with the reason why a number can never be.
    """
    world = world_of(game, seat)
    name = choice_name(game, seat, value, lang)
    if world is None or world.form(seat).refusal(value) is not None:
        return Swept(choice=name, knob="", knobs=(), columns=(), rows=(), footing=(say(lang, "veiled"),))
    knobs = knobs_of(world, rules, seat, value, lang)
    chosen = next((one for one in knobs if one.word == knob or not knob), None)
    if chosen is None and knob:
        raise Unwilling("no_knob")
    if chosen is None:
        return Swept(choice=name, knob="", knobs=(), columns=(), rows=(), footing=())
    try:
        cases = swept(world, seat, value, chosen.word, numbers or chosen.numbers, name, leaves=LEAVES, samples=SAMPLES)
    except AnalysisError as why:
        raise Unwilling("no_knob", why.render(lang)) from why
    measures = [one for one in told(cases) if one.word not in UNTOLD][:COLUMNS]
    found = [case.found for case in cases if case.found is not None]
    return Swept(
        choice=name,
        knob=chosen.word,
        knobs=knobs,
        columns=tuple(measure_name(rules, world.state, measure, lang) for measure in measures),
        rows=tuple(_row(case, measures, lang) for case in cases),
        footing=footing(found, "step", "alone", lang) if found else (),
    )


def _row(case: Case, measures: Sequence[Measure], lang: Lang) -> SweptRow:
    """What a number leads to; no cells where it cannot be."""
    number, found = float(case.setting), case.found
    if found is None:
        return SweptRow(number=number, texts=(), values=(), shares=())
    values = [found.chance(one) if one.happens else found.mean(one) for one in measures]
    told_ = zip(measures, values, strict=True)
    return SweptRow(
        number=number,
        texts=tuple(percent(lang, v) if one.happens else show(lang, _short(v)) for one, v in told_),
        values=tuple(map(float, values)),
        shares=tuple(one.happens for one in measures),
    )


def _short(number: Fraction) -> float:
    return round(float(number), 2)


__all__ = ["knobs_of", "tried"]

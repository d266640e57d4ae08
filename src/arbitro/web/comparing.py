"""What choices may lead to, for a person who hesitates: a choice at a glance, several side by side in one picture.

Whatever the rules hide from the seat is made up, as it is for a computer opponent: odds never give it away.
"""

from __future__ import annotations

from random import Random
from typing import Final

from arbitro.analysis.compare import Case, told
from arbitro.analysis.naming import choice_name, footing, measure_name, say
from arbitro.analysis.panels import panels, percent
from arbitro.analysis.weighing import Weighed, weigh
from arbitro.content.errors import Lang
from arbitro.content.measures import CRITICAL, DAMAGE, FAILED, FLED, NONLETHAL, PASSED, RESULT, SCORE, STANDING, Measure
from arbitro.content.messages import show
from arbitro.content.scene import Chance, Outlook
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.history import imagined
from arbitro.engine.odds import TooLarge
from arbitro.engine.values import Seat, Value
from arbitro.web.protocol import Comparison, OddsPanel, OddsRow

LEAVES: Final = 2000
"""So many outcomes of the dice are walked for a choice; where there are more, so many battles are played on."""
SAMPLES: Final = 400
MEASURES, HAPPENINGS, NUMBERS = 12, 8, 4
"""How much is told at most: measures, of them what may happen, and numbers."""
GLANCED, GLANCE = 120, 4
"""At a glance: so many outcomes are walked, beyond which nothing is told; so many things are told."""
UNTOLD: Final = (STANDING, RESULT, SCORE, CRITICAL, FAILED, NONLETHAL)
"""What is not told at a glance: it follows from the rest, or says less."""


def world_of(game: Game, seat: Seat) -> Game | None:
    """The game as far as a seat may know it; None where what it sees leads to no world that can be made up."""
    if game.ruleset.view(game.state, seat) is game.state:
        return game
    return imagined(game, seat, SeededDice(bytes(16)), Random(0))


def glance(game: Game, rules: TabletopRuleset, seat: Seat, value: Value, lang: Lang) -> Outlook:
    """What an answer may lead to, in a few numbers, exact; empty where dice do not matter or there are too many.

    Args:
        game: at the question; it is not touched.
        value: a legal answer of the seat.
    """
    world = world_of(game, seat) if rules.chancy(game, value) else None
    if world is None or world.form(seat).refusal(value) is not None:
        return Outlook()
    try:
        found = weigh(world, value, seat=seat, leaves=GLANCED, samples=0)
    except TooLarge:
        return Outlook()
    worth = [one for one in told([Case("", found)]) if one.word not in UNTOLD and _open(found, one)]
    return Outlook(tuple(_chance(rules, world, found, measure, lang) for measure in worth[:GLANCE]))


def _open(found: Weighed, measure: Measure) -> bool:
    """Whether dice decide about a measure that is this choice's: about a saving throw only if it is rolled in any case,
    of what others declared before only what it does to those who are aimed at.
    """
    if measure.word in (PASSED, FLED) and measure.of not in (found.actor, *found.targets):
        return False
    fails = found.chance(Measure(FAILED, measure.of, measure.what)) if measure.word == PASSED else 0
    return len(found.spread(measure)) > 1 and (not fails or fails + found.chance(measure) == 1)


def _chance(rules: TabletopRuleset, world: Game, found: Weighed, measure: Measure, lang: Lang) -> Chance:
    """How likely something is, or how much of it is to be expected."""
    name, chance = measure_name(rules, world.state, measure, lang), found.chance(measure)
    if measure.word != DAMAGE:
        return Chance(name, percent(lang, chance), float(chance))
    mean = round(float(found.mean(measure)), 2)
    if mean < 0:
        name = say(lang, "recovered", who=rules.called(world.state, measure.of, lang))
    return Chance(name, say(lang, "mean", mean=show(lang, abs(mean))), float(chance))


def comparison(game: Game, rules: TabletopRuleset, seat: Seat, values: tuple[Value, ...], lang: Lang) -> Comparison:
    """What answers to the pending question may lead to, until the action is over; nobody else intervenes.

    Args:
        game: at the question; it is not touched.
        values: legal answers of the seat.
    """
    world = world_of(game, seat)
    if world is None or any(world.form(seat).refusal(value) is not None for value in values):
        names = tuple(choice_name(game, seat, value, lang) for value in values)
        return Comparison(choices=names, panels=(), footing=(say(lang, "veiled"),))
    found = [weigh(world, value, seat=seat, leaves=LEAVES, samples=SAMPLES) for value in values]
    cases = [Case(choice_name(game, seat, one.value, lang), one) for one in found]
    laid = panels(rules, game.state, cases, told(cases, most=MEASURES), lang, happenings=HAPPENINGS, numbers=NUMBERS)
    return Comparison(
        choices=tuple(case.name for case in cases),
        panels=tuple(
            OddsPanel(
                title=panel.title,
                rows=tuple(
                    OddsRow(label, tuple(percent(lang, p) for p in row), tuple(map(float, row)))
                    for label, row in panel.rows
                ),
                means=tuple(show(lang, round(float(mean), 2)) for mean in panel.means),
            )
            for panel in laid
        ),
        footing=footing(found, "step", "alone", lang),
    )


__all__ = ["comparison", "glance", "world_of"]

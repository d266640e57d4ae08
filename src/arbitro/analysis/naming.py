"""What measures, choices and odds are called in either language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbitro.analysis.weighing import ACTOR, TARGET, Weighed
from arbitro.analysis.words import say, words
from arbitro.content.errors import Lang
from arbitro.content.measures import CONDITION, CRITICAL, DAMAGE, HIT, RESULT, SCORE, SUCCESS, Measure
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.forms import Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds
from arbitro.engine.state import State
from arbitro.engine.values import Seat, Value

ROLES = {ACTOR: "actor", TARGET: "target"}


def measure_name(rules: TabletopRuleset, state: State, measure: Measure, lang: Lang) -> str:
    """What a measure is called: "danni a Grask", "Ilde hits"."""
    who = say(lang, ROLES.get(measure.of, "draw"))
    if measure.of in seats_and_figures(rules, state):
        who = rules.called(state, measure.of, lang)
    option = Option(measure.what)
    what = rules.choice(state, measure.word, option, lang) if measure.what else ""
    return say(lang, f"word.{measure.word}", who=who, what=what)


def of_row(word: str) -> bool:
    """Whether a word is told of the one in the row of a matrix; all else is told of whom it is done to."""
    return word in (HIT, CRITICAL, SUCCESS, SCORE, RESULT)


def matrix_name(what: str, lang: Lang, *, duels: bool) -> str:
    """What a matrix shows: ``damage``, ``falls``, ``wins`` or any other word that is watched."""
    usual = {"falls": "kill", "wins": "win", DAMAGE: DAMAGE if not duels else ""}.get(what)
    if usual:
        return say(lang, f"matrix.{usual}")
    who = say(lang, "matrix.row" if of_row(what) else "matrix.column")
    any_ = say(lang, "matrix.condition" if what == CONDITION else "matrix.any")
    told = say(lang, f"word.{what}", who=who, what=any_)
    return say(lang, "matrix.watched_duel" if duels else "matrix.watched", what=told)


def seats_and_figures(rules: TabletopRuleset, state: State) -> set[str]:
    """Everything that a measure may be about."""
    return {*rules.seat_order(state), *(id for name in state.rows for id in getattr(state, name))}


def knob_name(knob: str, lang: Lang) -> str:
    """What a number that is tried otherwise is called; its own word where there is no better one."""
    key = f"knob.{knob}"
    return say(lang, key) if words().has(key) else knob


def choice_name(game: Game, seat: Seat, value: Value, lang: Lang) -> str:
    """An answer to the pending question in words: "Ilde › mischia › Grask › d8"."""
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    form: Any = game.form(seat)
    if not isinstance(form, Tree) or not isinstance(value, tuple):
        level = getattr(form, "level", form.kind)
        return rules.choice(game.state, level, Option(value), lang)
    return " › ".join(_parts(game, form, value, lang))


def attack_name(game: Game, seat: Seat, value: Value, lang: Lang) -> str:
    """With what an attack is made, whoever makes it upon whom, and its dice: "mischia › d8"."""
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset) and isinstance(value, tuple)
    figures = seats_and_figures(rules, game.state)
    parts = _parts(game, game.form(seat), value, lang)
    named = " › ".join(part for key, part in zip(value, parts, strict=True) if key not in figures)
    dice = rules.dice_of(game, value)
    return f"{named} ({dice})" if dice else named


def _parts(game: Game, form: Any, value: tuple[Value, ...], lang: Lang) -> list[str]:
    """The labels of a path, level by level."""
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    parts: list[str] = []
    for depth, key in enumerate(value):
        branch = form.grow(value[:depth])
        option = next((o for o in branch.options if o.key == key), Option(key)) if branch is not None else Option(key)
        parts.append(rules.choice(game.state, branch.level if branch is not None else "", option, lang))
    return parts


def assurance(odds: Odds, lang: Lang) -> str:
    """How sure odds are: exact, with what rest, or from so many samples."""
    if not odds.exact:
        told = say(lang, "samples", n=odds.leaves)
        return f"{told} {say(lang, 'lost', rest=odds.rest)}" if odds.rest else told
    told = say(lang, "exact", n=odds.leaves)
    return f"{told} {say(lang, 'rest', rest=f'{float(odds.rest):.1e}')}" if odds.rest else told


def footing(found: Sequence[Weighed], until: str, others: str, lang: Lang) -> tuple[str, str]:
    """What stands below some choices: how sure the least sure of them is, and what was assumed of any."""
    least = min(found, key=lambda one: (one.exact, -one.odds.leaves))
    most = max(found, key=lambda one: len(one.odds.assumed))
    return assurance(least.odds, lang), assumptions(most, until, others, lang)


def assumptions(found: Weighed, until: str, others: str, lang: Lang) -> str:
    """How far was looked, and how everybody else was taken to answer, where anybody is asked."""
    told = say(lang, f"until.{until}")
    if found.odds.assumed:
        told = f"{told}; {say(lang, f'others.{others}')}"
    return told[:1].upper() + told[1:] + "."


__all__ = [
    "assumptions",
    "assurance",
    "attack_name",
    "choice_name",
    "footing",
    "knob_name",
    "matrix_name",
    "measure_name",
    "of_row",
    "say",
]

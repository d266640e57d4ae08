"""Saves: d20 against an attribute (CRN-SAV-01), one roller of two or more (CRN-SAV-02, -03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Form, Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import REFEREE, Id, RuleId, Value
from arbitro.rulesets.cairn.events import SaveMade
from arbitro.rulesets.cairn.queries import SCORE, encounter_of, figure_of
from arbitro.rulesets.cairn.state import DES, FORZA, VOL
from arbitro.rulesets.cairn.subjects import Saving

ROLL: tuple[RuleId, ...] = ("CRN-SAV-01.2",)
KIND_RULES = {FORZA: "CRN-ATR-02.1", DES: "CRN-ATR-03.1", VOL: "CRN-ATR-04.1"}


def under(dice: Any, it: Id, need: Tally) -> bool:
    """Whether a d20 is not above a score; 1 always is, 20 never (CRN-SAV-01.3, .4)."""
    (face,) = dice.roll(20, by=it, need=need)
    return bool(face == 1 or (face != 20 and face <= need.value))


def save(game: Game, it: Id, attribute: str, cause: str, rules: tuple[RuleId, ...]) -> Flow[bool]:
    """One save, with what may help before the die and change its outcome after it."""
    subject = Saving(it, attribute, cause)
    yield from game.window("saving", subject)
    need = game.query(SCORE, it=it, attribute=attribute, cause=cause)
    subject.score = need.value
    if subject.auto:
        subject.passed = True
    else:
        subject.passed = game.chance(under, it, need, by=it, rules=(*ROLL, *rules))
    yield from game.window("saved", subject)
    made = SaveMade(it=it, attribute=attribute, cause=cause, score=need.value, passed=subject.passed,
                    rules=(*ROLL, *rules))  # fmt: skip
    game.do(made)
    return subject.passed


def most_at_risk(game: Game, group: Sequence[Id], attribute: str) -> Flow[Id]:
    """Who rolls for several who act together: the lowest score; among equals the players choose (CRN-SAV-03)."""
    lowest = min(figure_of(game, it).score(attribute) for it in group)
    tied = [it for it in group if figure_of(game, it).score(attribute) == lowest]
    if len(tied) == 1:
        return tied[0]
    form = Pick(tuple(Option(it, {}, ("CRN-SAV-03.1",)) for it in tied), level="actor")
    chosen: Id = yield from ask("roller", game.controller(tied[0]), form, {"attribute": attribute})
    return chosen


def custode(game: Game, kind: str, form: Form, about: dict[str, Value]) -> Flow[Value]:
    """A judgement: the referee's, where there is one; else our usual reading, the form's default."""
    if encounter_of(game).options.referee:
        return (yield from ask(kind, REFEREE, form, about))
    return form.default()

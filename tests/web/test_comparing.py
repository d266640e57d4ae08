"""What stands beside a choice where the ruleset has no words of its own for it: `arbitro.web.comparing`."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.content.scene import Outlook
from arbitro.web.comparing import comparison, glance
from arbitro.web.refusals import Unwilling
from arbitro.web.trying import tried
from tests.pathfinder.field import Field

KEEN = {"at": "c3", "items": ["spada-lunga"]}


def told(field: Field, *value: Any, lang: Any = "it") -> Outlook:
    """An answer of the first side at a glance."""
    return glance(field.game, field.game.ruleset, "a", value, lang)  # type: ignore[arg-type]


def test_an_attack_says_how_likely_it_hits_and_what_it_does() -> None:
    """A 10 hits armour class 10: 11 of 20; d8 is 4.5 of damage, a confirmed 19 or 20 as much again: 2.4750 + 0.2475."""
    field = Field({"a1": KEEN}, {"b1": {"at": "d3"}}, dice=[])
    found = told(field, "a1", "attack", "spada-lunga", "b1")
    assert [(one.text, one.label) for one in found.chances] == [("55%", "a1 colpisce"), ("media 2,72", "danni a b1")]
    assert found.exact and found.chances[0].p == 0.55


def test_what_no_die_decides_says_nothing() -> None:
    field = Field({"a1": KEEN}, {"b1": {"at": "d3"}}, dice=[])
    assert told(field, "a1", "end") == Outlook()


def test_odds_never_tell_of_somebody_hidden() -> None:
    """A flask of acid at b1 splashes b2 beside it, and odds say so; not while b2 hides."""
    throw = ("a1", "shoot", "ampolla-di-acido", "b1")
    party = {"a1": {"at": "c5", "items": ["ampolla-di-acido"]}}
    for hides in (False, True):
        field = Field(party, {"b1": {"at": "e5"}, "b2": {"at": "f5", "hidden": hides}}, dice=[])
        labels = [chance.label for chance in told(field, *throw).chances]
        assert "danni a b1" in labels
        assert ("danni a b2" in labels) is not hides
        rules: Any = field.game.ruleset
        titles = [panel.title for panel in comparison(field.game, rules, "a", (throw,), "it").panels]
        assert ("danni a b2" in titles) is not hides


STRIKE = ("a1", "attack", "spada-lunga", "b1")


def test_a_number_is_tried_otherwise() -> None:
    """From 1 hit point 11 of damage kill: two d8 of a confirmed critical hit, in 21 of 64; 1 of damage disables: a d8
    of 1. From 30 neither can be."""
    field = Field({"a1": KEEN}, {"b1": {"at": "d3"}}, dice=[])
    rules: Any = field.game.ruleset
    found = tried(field.game, rules, "a", STRIKE, "", [1, 30], "it")
    assert (found.knob, [one.word for one in found.knobs]) == ("life", ["life"]), "hit points have one name"
    dead, disabled = (found.columns.index(name) for name in ("b1 muore", "b1: Inabile"))
    critical = 0.1 * 0.55
    assert found.rows[0].values[dead] == pytest.approx(critical * 21 / 64)
    assert found.rows[0].values[disabled] == pytest.approx((0.55 - critical) / 8)
    assert found.rows[1].values[dead] == found.rows[1].values[disabled] == 0 and found.rows[1].texts[0] == "55%"
    for knob, number in (("distance", 1), ("life", 0), ("life", 2.5)):
        with pytest.raises(Unwilling) as told_:
            tried(field.game, rules, "a", STRIKE, knob, [number], "it")
        assert told_.value.code == "no_knob" and told_.value.text("it")

"""Attributes and saves: the d20, its limits, and who rolls for two or more."""

from __future__ import annotations

import pytest

from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn.events import SaveMade
from arbitro.rulesets.cairn.state import ATTRIBUTES
from tests.cairn.table import Table

rule = pytest.mark.rule


@rule("CRN-ATR-01.1", "CRN-ATR-01.2", "CRN-ATR-02.1", "CRN-ATR-03.1", "CRN-ATR-04.1")
@pytest.mark.parametrize(("attribute", "passed"), [("forza", True), ("des", False), ("vol", True)])
def test_three_attributes_and_the_save_chooses(attribute: str, passed: bool) -> None:
    table = Table({"a1": {"forza": 12, "des": 9, "vol": 11}}, calm=True, dice=[10])
    assert table.offered("save", "a1") == ATTRIBUTES == ("forza", "des", "vol")
    table.call("save", "a1", attribute)
    made = table.the(SaveMade)
    assert (made.attribute, made.passed) == (attribute, passed)
    assert {"forza": "CRN-ATR-02.1", "des": "CRN-ATR-03.1", "vol": "CRN-ATR-04.1"}[attribute] in made.rules


@rule("CRN-SAV-01.1", "CRN-SAV-01.2", "CRN-SAV-01.3", "CRN-SAV-01.4")
@pytest.mark.parametrize(
    ("score", "face", "passed"),
    [(10, 9, True), (10, 10, True), (10, 11, False), (0, 1, True), (0, 2, False), (18, 19, False), (40, 20, False),
     (40, 19, True)],
)  # fmt: skip
def test_a_save_is_a_d20_not_above_the_attribute(score: int, face: int, passed: bool) -> None:
    table = Table({"a1": {"des": score, "des_max": 40}}, calm=True, dice=[face])
    table.call("save", "a1", "des")
    assert table.the(SaveMade).passed is passed
    rolled = table.the(Rolled)
    assert (rolled.sides, rolled.faces) == (20, (face,)) and rolled.need is not None and rolled.need.value == score


@rule("CRN-SAV-02.1", "CRN-SAV-02.2")
def test_of_two_opponents_only_the_one_more_at_risk_rolls() -> None:
    table = Table({"a1": {"des": 12}}, {"b1": {"des": 15}}, calm=True, dice=[13])
    table.call("oppose", "a1", "b1", "des")
    assert table.saves() == [("a1", "des", "opposed", False)] and len(table.all(Rolled)) == 1
    table = Table({"a1": {"des": 12}}, {"b1": {"des": 15}}, calm=True, dice=[13])
    table.call("oppose", "b1", "a1", "des")
    assert table.saves() == [("b1", "des", "opposed", True)]


@rule("CRN-SAV-03.1", "CRN-SAV-03.2")
def test_for_a_joint_action_the_lowest_score_rolls_once() -> None:
    party = {"a1": {"forza": 14}, "a2": {"forza": 7}, "a3": {"forza": 9}}
    table = Table(party, calm=True, dice=[8])
    table.call("together", "forza")
    assert table.saves() == [("a2", "forza", "joint", False)]
    table.done()


@rule("CRN-SAV-03.1")
def test_among_equal_scores_the_players_choose_who_rolls() -> None:
    table = Table({"a1": {"vol": 8}, "a2": {"vol": 12}, "a3": {"vol": 8}}, calm=True, dice=[3])
    table.call("together", "vol")
    assert table.asked == "roller" and table.offered() == ("a1", "a3")
    table.answer("a3")
    assert table.saves() == [("a3", "vol", "joint", True)]


@rule("CRN-TERM-01.5", "CRN-ATR-03.2", "CRN-ATR-04.2")
def test_every_wording_of_a_save_is_one_mechanism() -> None:
    """First round, retreat, critical damage, morale, casting and panic all make the same event on the same d20."""
    party = {"a1": {"pf": 1, "items": ["libro-luce"], "forza": 15}}
    table = Table(party, {"b1": {"items": ["ascia"], "pf": 3}}, ready=False, dice=[4, 11, 3, 9, 5])
    table.act("a1", "cast", "libro-luce")  # 4: acts; 11: casting in danger fails
    table.act("b1", "attack", "ascia", "a1")  # 3 damage: 1 PF, 2 FOR; 9: not felled
    table.act("a1", "flee")  # 5
    assert [cause for _, _, cause, _ in table.saves()] == ["surprise", "cast", "critical", "retreat"]
    assert all("CRN-SAV-01.2" in event.rules for event in table.all(SaveMade))


@rule("CRN-ACT-03.1")
def test_a_risky_attempt_takes_the_save_the_referee_asks_for() -> None:
    table = Table({"a1": {"vol": 12}}, {"b1": {}}, referee=True, dice=[12])
    assert "attempt" in table.offered("a1")
    table.act("a1", "attempt")
    assert table.asked == "risk"
    table.answer("vol", "referee")
    assert table.saves() == [("a1", "vol", "risk", True)]
    table = Table({"a1": {}}, {"b1": {}}, referee=True)
    table.act("a1", "attempt")
    table.answer("none", "referee")
    assert table.saves() == [] and table.asked == "action"


@rule("CRN-FATE-01.1", "CRN-FATE-01.2", "CRN-FATE-01.3")
@pytest.mark.parametrize(("face", "good"), [(1, False), (3, False), (4, True), (6, True)])
def test_the_die_of_fate(face: int, good: bool) -> None:
    from arbitro.rulesets.cairn.events import FateSpoke

    table = Table({"a1": {}}, calm=True, dice=[face])
    table.call("fate")
    spoke = table.the(FateSpoke)
    assert (spoke.face, spoke.good) == (face, good)
    assert ("CRN-FATE-01.2" if good else "CRN-FATE-01.3") in spoke.rules


@rule("CRN-REA-01.1", "CRN-REA-01.2")
@pytest.mark.parametrize(
    ("dice", "mood"),
    [((1, 1), "ostile"), ((1, 2), "prudente"), ((2, 3), "prudente"), ((3, 3), "curioso"), ((4, 4), "curioso"),
     ((4, 5), "gentile"), ((5, 6), "gentile"), ((6, 6), "amichevole")],
)  # fmt: skip
def test_reactions(dice: tuple[int, int], mood: str) -> None:
    from arbitro.rulesets.cairn.events import Reacted

    table = Table({"a1": {}}, calm=True, dice=dice)
    table.call("react")
    assert (table.the(Reacted).total, table.the(Reacted).mood) == (sum(dice), mood)

"""Initiative, surprise, flat-footed, delay and ready: who acts when, and who is caught unready."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import BattleBegan, CountChanged, OrderSet, RoundBegan, TurnBegan, TurnPassed
from arbitro.rulesets.pathfinder.events_blows import AttackRolled
from arbitro.rulesets.pathfinder.numbers import armour_class
from tests.pathfinder.field import Field

NEAR = {"a1": {"at": "c3"}}, {"b1": {"at": "d3"}}
FAR = {"a1": {"at": "a1"}}, {"b1": {"at": "l9"}}


@pytest.mark.rule("PF-SEQ-01.1", "PF-SEQ-01.3", "PF-INI-01.1", "PF-INI-01.2", "PF-SEQ-03.1")
def test_everybody_rolls_and_the_highest_result_acts_first() -> None:
    field = Field({"a1": {"at": "a1", "destrezza": 14, "initiative": 0}}, {"b1": {"at": "l9"}}, order=("b1", "a1"))
    assert [figure.initiative for figure in field.state.figures.values()] == [19 + 2, 20]
    assert field.the(OrderSet).order == ("a1", "b1")
    assert not field.state.surprise and field.state.round == 1
    assert field.the(TurnBegan).it == "a1"


@pytest.mark.rule("PF-INI-02.1", "PF-INI-02.2")
def test_ties_go_by_the_modifier_and_then_to_the_dice() -> None:
    party = {"a1": {"at": "a1", "destrezza": 14, "initiative": 0}, "a2": {"at": "a3"}}
    foes = {"b1": {"at": "l9"}, "b2": {"at": "l7"}}
    from arbitro.dice.sources import ScriptedDice

    dice = ScriptedDice([10, 12, 12, 3, 5, 5, 9, 2])
    field = Field(party, foes, dice=dice)
    assert field.the(OrderSet).order == ("a1", "a2", "b1", "b2")
    field.done()


@pytest.mark.rule("PF-SEQ-03.2", "PF-INI-01.3", "PF-SEQ-01.6")
def test_the_order_is_the_same_in_every_round() -> None:
    field = Field(*FAR)
    for _ in range(3):
        field.end("a1", "b1")
    assert [event.it for event in field.all(TurnBegan)] == ["a1", "b1"] * 3 + ["a1"]
    assert [event.number for event in field.all(RoundBegan)] == [1, 2, 3, 4]


# --- surprise -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "PF-SUR-01.1", "PF-SUR-02.1", "PF-SUR-04.1", "PF-SUR-05.1", "PF-SUR-07.1", "PF-SEQ-01.2", "PF-ACT-04.2"
)
def test_the_surprise_round_gives_one_action_to_those_who_are_aware() -> None:
    party = {"a1": {"at": "a1"}, "a2": {"at": "a3", "aware": False}}
    field = Field(party, {"b1": {"at": "l9", "aware": False}})
    assert field.the(BattleBegan).surprised == ("a2", "b1")
    assert field.state.surprise and field.state.round == 0
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 0)
    field.act("a1", "move", "b2")
    assert "attack" not in field.actions("a1") and "move" in field.actions("a1"), "the rest of the move"
    field.act("a1", "move", "f2")
    assert "total_defence" not in field.actions("a1") and field.figure("a1").stride == 1
    field.end("a1")
    assert [(event.it, event.why) for event in field.all(TurnPassed)] == [("a2", "surprised"), ("b1", "surprised")]
    assert not field.state.surprise and field.state.round == 1


@pytest.mark.rule("PF-SUR-06.1")
def test_no_surprise_round_where_everybody_is_surprised() -> None:
    field = Field({"a1": {"at": "a1", "aware": False}}, {"b1": {"at": "l9", "aware": False}})
    assert not field.state.surprise and field.state.round == 1


@pytest.mark.rule("PF-SUR-05.2", "PF-ACT-14.1", "PF-ACT-14.2")
def test_free_actions_are_possible_in_the_surprise_round_full_round_ones_are_not() -> None:
    field = Field({"a1": {"at": "c3", "bab": 6, "items": ["spada-lunga"]}}, {"b1": {"at": "d3", "aware": False}})
    assert {"drop_prone", "attack", "move"} <= set(field.actions("a1"))
    assert "full_attack" not in field.actions("a1")


@pytest.mark.rule("PF-CHG-07.2", "PF-TAB-01.4", "PF-ACT-09.2", "PF-FULL-19.1")
def test_a_charge_with_a_standard_action_alone_goes_no_farther_than_the_speed() -> None:
    sneaks = {"a1": {"at": "a1", "items": ["spada-lunga"]}}
    near, far = ({"b1": {"at": place, "aware": False}} for place in ("h1", "i1"))
    assert "charge" in Field(sneaks, near).actions("a1"), "6 squares to g1"
    assert "charge" not in Field(sneaks, far).actions("a1")
    assert "charge" in Field(sneaks, {"b1": {"at": "i1"}}).actions("a1"), "in a normal round twice the speed"


# --- flat-footed --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-INI-03.1", "PF-INI-04.1", "PF-INI-04.3", "PF-SUR-07.2")
def test_before_the_first_turn_there_is_no_dexterity_and_no_dodge() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "destrezza": 16, "dodge": 1}})
    assert armour_class(field.game, "b1", "a1").value == 10
    field.end("a1")
    assert armour_class(field.game, "b1", "a1").value == 14


@pytest.mark.rule("PF-INI-04.2")
def test_a_penalty_of_dexterity_stays() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "destrezza": 6}})
    assert armour_class(field.game, "b1", "a1").value == 8


@pytest.mark.rule("PF-INI-05.1", "PF-INI-05.2", "PF-CLS-01.1")
def test_uncanny_dodge_keeps_dexterity_before_the_first_turn() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "destrezza": 16, "abilities": ["schivare-prodigioso"]}})
    assert armour_class(field.game, "b1", "a1").value == 13


@pytest.mark.rule("PF-INI-06.1", "PF-INI-06.2", "PF-FEAT-01.2", "PF-INI-03.2")
@pytest.mark.parametrize("feats", [[], ["riflessi-in-combattimento"]])
def test_the_flat_footed_make_no_attacks_of_opportunity_without_the_feat(feats: list[str]) -> None:
    foe = {"at": "d3", "items": ["spada-lunga"], "feats": feats, "destrezza": 16}
    field = Field({"a1": {"at": "c3"}}, {"b1": foe}, dice=[2] if feats else [])
    field.act("a1", "move", "a3")
    assert (field.asked == "respond") == bool(feats)
    if feats:
        field.strike("b1")
        assert not field.figure("b1").acted, "it has not had its turn yet"
        assert armour_class(field.game, "b1", "a1").value == 10


# --- delay --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-DLY-01.1", "PF-DLY-02.1", "PF-DLY-02.2", "PF-DLY-04.1")
def test_who_delays_acts_later_and_stays_there() -> None:
    party = {"a1": {"at": "a1"}, "a2": {"at": "a3"}}
    field = Field(party, {"b1": {"at": "l9"}}, order=("a1", "b1", "a2"))
    field.act("a1", "delay")
    field.end("b1")
    assert field.asked == "join"
    field.answer("a1")
    assert field.the(CountChanged).order == ("b1", "a1", "a2") and field.figure("a1").initiative == 18
    field.end("a1", "a2", "b1", "a1")
    assert [event.it for event in field.all(TurnBegan)][-3:] == ["b1", "a1", "a2"]


@pytest.mark.rule("PF-DLY-03.1", "PF-DLY-04.1")
def test_a_delay_that_is_never_used_is_lost_with_its_round() -> None:
    field = Field({"a1": {"at": "a1"}, "a2": {"at": "a3"}}, {"b1": {"at": "l9"}})
    field.act("a1", "delay")
    field.end("a2")
    field.answer("pass")
    field.end("b1")
    field.answer("pass")
    assert field.state.round == 2 and field.state.turn == "a1" and field.state.waiting == ()
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 1)
    assert not field.all(CountChanged)


@pytest.mark.rule("PF-DLY-05.1")
def test_acting_in_the_next_round_before_the_own_count_costs_that_turn() -> None:
    field = Field({"a1": {"at": "a1"}, "a2": {"at": "a3"}}, {"b1": {"at": "l9"}}, order=("a2", "b1", "a1"))
    field.end("a2", "b1")
    field.act("a1", "delay")
    assert field.state.round == 2 and field.asked == "action", "nobody is asked before somebody else has acted"
    field.end("a2")
    field.answer("a1")
    field.end("a1", "b1")
    assert field.state.round == 3 and field.state.turn == "a2"
    assert field.state.order == ("a2", "a1", "b1")


# --- ready --------------------------------------------------------------------------------------------


def waiting(dice: list[int], **foe: object) -> Field:
    """a1 stands ready with a sword for whoever comes near; b1 is some way off and comes."""
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {"at": "h3", **foe}}, dice=dice)
    field.act("a1", "ready", "approach", "anybody", "attack", "spada-lunga")
    field.end("a1")
    return field


@pytest.mark.rule("PF-RDY-01.1", "PF-RDY-02.1", "PF-RDY-03.1", "PF-RDY-03.3", "PF-RDY-04.1", "PF-SEQ-04.2")
def test_a_readied_blow_falls_when_the_foe_comes_near_and_the_foe_goes_on() -> None:
    field = waiting([15, 6])
    field.act("b1", "move", "d3")
    assert field.asked == "respond" and field.at("b1") == "d3"
    field.strike("a1")
    assert field.figure("b1").hp == 14 and field.figure("b1").stride == 2 and field.figure("b1").std == 1
    assert field.the(CountChanged).order == ("a1", "b1") and field.figure("a1").initiative == 19
    field.end("b1")
    assert field.state.turn == "a1" and field.state.round == 2
    field.done()


@pytest.mark.rule("PF-RDY-03.3", "PF-AOO-07.5")
def test_a_mover_that_drops_to_a_readied_blow_lies_where_it_was_struck() -> None:
    foes = {"b1": {"at": "h1", "hp_now": 5}, "b2": {"at": "l1"}}
    field = Field({"a1": {"at": "c1", "items": ["lancia-lunga"]}}, foes, dice=[15, 8], rows=["............"])
    field.act("a1", "ready", "approach", "anybody", "attack", "lancia-lunga")
    field.end("a1")
    field.act("b1", "move", "d1")
    field.strike("a1")
    assert field.figure("b1").has("morente") and field.at("b1") == "e1"
    assert field.figure("b1").stride == 0 and field.state.turn == "b2"


@pytest.mark.rule("PF-RDY-05.1", "PF-RDY-03.5", "PF-RDY-03.6")
def test_a_readied_action_nobody_gave_occasion_for_is_gone_at_the_next_turn() -> None:
    field = waiting([])
    field.act("b1", "move", "h5")
    assert field.figure("a1").ready
    field.end("b1")
    assert field.state.turn == "a1" and not field.figure("a1").ready
    assert "ready" in field.actions("a1")


@pytest.mark.rule("PF-RDY-03.4")
def test_a_readied_action_is_for_the_one_it_was_meant_for() -> None:
    foes = {"b1": {"at": "h3"}, "b2": {"at": "h5"}}
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, foes)
    field.act("a1", "ready", "approach", "b2", "attack", "spada-lunga")
    field.end("a1")
    field.act("b1", "move", "d3")
    assert field.asked == "action" and field.state.turn == "b1"


@pytest.mark.rule("PF-RDY-11.1", "PF-CHG-11.1", "PF-TAB-10.2", "PF-RDY-03.2")
def test_a_spear_set_against_a_charge_deals_double_damage() -> None:
    party = {"a1": {"at": "c3", "forza": 14, "items": ["lancia-lunga"]}}
    field = Field(party, {"b1": {"at": "h3", "items": ["spada-lunga"], "hp": 40}}, dice=[15, 4, 5, 15, 3])
    field.act("a1", "ready", "charges", "b1", "attack", "lancia-lunga")
    field.end("a1")
    field.act("b1", "charge", "spada-lunga", "a1")
    assert field.at("b1") == "e3", "two squares off: the reach of the spear"
    field.strike("a1")
    assert field.figure("b1").hp == 40 - (4 + 3 + 5 + 3)
    field.let_go()  # it leaves a square that the spear threatens
    assert field.all(AttackRolled)[-1].actor == "b1" and field.at("b1") == "d3"
    assert field.figure("a1").hp == 17
    field.done()


@pytest.mark.rule("PF-SUR-03.1", "PF-SUR-02.1", "PF-SKL-01.2", "PF-SKL-01.3")
@pytest.mark.parametrize(("face", "aware"), [(14, False), (15, True)])
def test_whoever_may_notice_an_ambush_rolls_against_stealth_and_distance(face: int, aware: bool) -> None:
    from arbitro.dice.sources import ScriptedDice
    from arbitro.rulesets.pathfinder.events import Noticed

    sneak = {"a1": {"at": "a1", "sneaks": True, "skills": {"furtivita": 3}}}
    watcher = {"b1": {"at": "h1", "aware": "roll", "skills": {"percezione": 2}}}
    field = Field(sneak, watcher, dice=ScriptedDice([11, face, 20, 10]))
    assert field.the(Noticed).aware == aware, "11 + 3 for stealth, 3 more for seven squares: DC 17"
    assert field.state.surprise == (not aware)


@pytest.mark.rule("PF-SUR-03.1", "PF-SKL-01.2")
def test_whoever_does_not_hide_is_noticed_at_dc_0_and_the_distance() -> None:
    from arbitro.dice.sources import ScriptedDice

    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "h1", "aware": "roll"}}, dice=ScriptedDice([3, 20, 10]))
    assert not field.state.surprise and field.figure("b1").aware

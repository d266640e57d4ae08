"""The round and its actions: who acts when and how often, what a turn has room for, what each kind of action costs."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.events import OpportunityGiven, RoundBegan, TurnBegan, TurnEnded
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, ManoeuvreRolled
from arbitro.rulesets.pathfinder.numbers import armour_class
from tests.pathfinder.field import Field
from tests.pathfinder.test_tumbling import meeting

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
FAR = {"b1": {"at": "l9"}}


def left(field: Field, it: str = "a1") -> tuple[int, int, int]:
    """Standard, move and swift actions that somebody has left."""
    figure = field.figure(it)
    return figure.std, figure.mov, figure.swf


@pytest.mark.rule("PF-SEQ-01.4", "PF-SEQ-01.5", "PF-SEQ-02.2", "PF-SEQ-04.1")
def test_after_the_surprise_round_everybody_has_one_turn_a_round_from_the_highest_down() -> None:
    party = {"a1": {"at": "a1"}, "a2": {"at": "a3", "aware": False}}
    field = Field(party, {"b1": {"at": "l9", "aware": False}}, order=("b1", "a1", "a2"))
    field.end("a1")
    for _ in range(2):
        field.end("b1", "a1", "a2")
    begun = [event.it if isinstance(event, TurnBegan) else event.number for event in field.game.journal
             if isinstance(event, TurnBegan | RoundBegan)]  # fmt: skip
    assert begun == [0, "a1", 1, "b1", "a1", "a2", 2, "b1", "a1", "a2", 3, "b1"]
    assert len(field.all(TurnEnded)) == 7, "each turn is over before the next begins"


@pytest.mark.rule("PF-ACT-03.2", "PF-ACT-08.3", "PF-SWIFT-01.2", "PF-SWIFT-02.1", "PF-SWIFT-03.1")
def test_beside_a_full_round_of_action_there_is_room_for_a_swift_spell_and_free_actions() -> None:
    quick = {"source": "mago", "level": 9, "prepared": {"dardo-incantato+incantesimi-rapidi": 1}}
    field = Field({"a1": {"at": "a1", "intelligenza": 20, "casting": [quick], **SWORD}}, {"b1": {"at": "l1"}},
                  rows=["............"], dice=[1, 1, 1, 1, 1])  # fmt: skip
    field.act("a1", "run", "i1")
    assert left(field) == (0, 0, 1)
    field.act("a1", "drop", "spada-lunga")
    assert "cast" in field.actions("a1")


@pytest.mark.rule("PF-STD-01.1", "PF-MISC-05.1", "PF-ACT-01.1")
def test_what_does_not_move_anybody_is_mostly_a_standard_action() -> None:
    party = {"a1": {"at": "c3", "bab": 6, **SWORD}, "a2": {"at": "c4", "hp_now": -2}, "a3": {"at": "d4"}}
    field = Field(party, {"b1": {"at": "d3", **SWORD}})
    standard = ("attack", "grapple", "bull_rush", "aid", "feint", "ready", "total_defence", "stabilise", "demoralise")
    assert set(standard) <= set(field.actions("a1"))
    assert all(DEEDS[name].cost == "standard" or name == "feint" for name in standard)
    field.act("a1", "total_defence")
    assert left(field) == (0, 1, 1) and not set(standard) & set(field.actions("a1"))
    assert {"move", "hide", "search"} & set(field.actions("a1")), "a move is left"


@pytest.mark.rule("PF-ACT-10.2", "PF-FREE-01.2")
def test_free_actions_neither_provoke_nor_go_on_for_ever() -> None:
    """The hand is changed once a turn, the guard taken up once; lying down again and again needs standing up."""
    field = meeting({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", **SWORD}})
    for name, more in (("grip", ("spada-lunga",)), ("defensive", ()), ("drop_prone", ()), ("drop", ("spada-lunga",))):
        field.act("a1", name, *more)
        assert name not in field.actions("a1"), name
    assert not field.all(OpportunityGiven) and left(field) == (1, 1, 1)


@pytest.mark.rule("PF-STD-19.3", "PF-FEAT-06.1", "PF-STD-19.1")
def test_total_defence_and_expertise_do_not_add_up() -> None:
    found = {}
    for then in ("attack", "total_defence"):
        expert = {"at": "c3", "bab": 4, "feats": ["maestria-in-combattimento"], **SWORD}
        field = Field({"a1": expert}, {"b1": {"at": "d3", "hp": 50}}, dice=[15, 5])
        field.act("a1", "ability", "maestria-in-combattimento")
        field.act("a1", then, *(("spada-lunga", "b1") if then == "attack" else ()))
        found[then] = armour_class(field.game, "a1").value
    assert found == {"attack": 10 + 2, "total_defence": 10 + 4}


@pytest.mark.rule("PF-MISC-03.3", "PF-MISC-03.1")
def test_the_slow_need_a_move_action_for_a_single_square() -> None:
    field = Field({"a1": {"at": "c3", "speeds": {"terra": 1.5}}}, FAR)
    assert "step" not in field.actions("a1")
    assert set(field.offered("a1", "move")) == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    field.act("a1", "move", "c4")
    assert left(field) == (1, 0, 1)


@pytest.mark.rule("PF-MISC-04.1")
def test_some_feats_are_actions_and_others_numbers() -> None:
    fighter = {"at": "c3", "bab": 6, "feats": ["attacco-poderoso", "incalzare", {"arma-focalizzata": "spada-lunga"}]}
    field = Field({"a1": {**fighter, **SWORD}}, {"b1": {"at": "d3"}}, dice=[10, 3])
    assert "cleave" in field.actions("a1") and "attacco-poderoso" in field.offered("a1", "ability")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).bonus.value == 6 + 1, "the focus is no action, but counts"


# --- standing up --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-MOV-06.4", "PF-MOV-06.2", "PF-CMB-11.2", "PF-CMB-05.2")
def test_who_stands_up_before_a_disarmer_defends_itself_lying_down() -> None:
    party = {"a1": {"at": "c3", "conditions": ["prono"], "forza": 14, **SWORD}}
    field = meeting(party, {"b1": {"at": "d3", **SWORD}}, dice=[8])
    field.act("a1", "stand")
    field.answer(("PF-CMB-05", "b1"))
    field.answer(("disarm", "spada-lunga"))
    field.let_go()  # it could strike back at one who is not trained to disarm
    roll = field.the(ManoeuvreRolled)
    assert (roll.manoeuvre, roll.cmd.value, roll.passed) == ("disarm", 10 + 2 - 4, True)
    assert field.figure("a1").held == () and not field.figure("a1").has("prono"), "it gets up, without its sword"
    field.done()


@pytest.mark.rule("PF-MOV-06.5")
def test_nobody_trips_one_who_lies_there_already() -> None:
    party = {"a1": {"at": "c3", "conditions": ["prono"]}}
    field = meeting(party, {"b1": {"at": "d3", **SWORD}}, dice=[14, 5])
    field.act("a1", "stand")
    assert "PF-CMB-05" not in field.offered(), "nothing to disarm or break, and lying it cannot be tripped"
    field.strike("b1")
    assert field.figure("a1").hp == 15 and not field.figure("a1").has("prono")
    field.done()


# --- others in the way --------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRID-14.1", "PF-OVR-01.1")
def test_in_the_middle_of_a_move_one_may_run_over_a_foe() -> None:
    field = Field({"a1": {"at": "a1", "forza": 16}}, {"b1": {"at": "d1"}}, rows=["............"], dice=[15])
    field.act("a1", "move", "c1")
    field.act("a1", "overrun", "b1", "e1")
    field.answer("stand")
    assert field.the(ManoeuvreRolled).passed and field.at("a1") == "e1" and field.figure("a1").stride == 2
    field.done()


@pytest.mark.rule("PF-GRID-27.1", "PF-GRID-25.2", "PF-GRID-13.1")
def test_a_giant_squeezes_past_a_foe_in_a_passage_and_stops_only_beyond() -> None:
    """Two squares wide, in a passage of one, and past a man in it: nowhere in between is there a place to stop."""
    rows = ["....###......", "....###......", ".............", "....###......"]
    big = {"at": "a2", "size": "grande", "speeds": {"terra": 24}, "skills": {"acrobazia": 30}}
    field = Field({"a1": big}, {"b1": {"at": "f2"}}, rows=rows, dice=[5])
    squares = set(field.offered("a1", "tumble", "full_speed"))
    assert not {"d1", "d2", "e1", "e2", "f1", "f2"} & squares and "h2" in squares, "where a space would hold f2"
    field.act("a1", "tumble", "full_speed", "h2")
    assert field.at("a1") == "h2" and field.figure("a1").walked == 7 + 4, "the four narrow places count twice"
    field.done()


@pytest.mark.rule("PF-GRID-11.2", "PF-COV-09.1", "PF-GRID-11.1")
def test_a_friend_one_walks_through_is_no_cover_meanwhile() -> None:
    """Struck in a friend's own square, the mover has none of the soft cover it would have behind it."""
    party = {"a1": {"at": "b1"}, "a2": {"at": "c1"}}
    foe = {"b1": {"at": "e1", "items": ["lancia-lunga"]}}
    field = meeting(party, foe, rows=["............"], dice=[12, 4])
    assert armour_class(field.game, "a1", "b1", "lancia-lunga").value == 10 + 4, "as long as it stands behind"
    field.act("a1", "move", "d1")
    field.strike("b1")
    assert field.the(AttackRolled).ac.value == 10 and field.figure("a1").hp == 16 and field.at("a1") == "d1"
    field.done()


# --- things -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SND-01.1", "PF-SND-01.2", "PF-FEAT-15.1")
@pytest.mark.parametrize("feats", [[], ["attacco-poderoso", "spezzare-migliorato"]])
def test_breaking_what_is_held_or_worn_takes_the_place_of_an_attack_and_provokes(feats: list[str]) -> None:
    breaker = {"at": "c3", "bab": 6, "forza": 14, "feats": feats, **SWORD}
    foe = {"b1": {"at": "d3", "items": ["spada-lunga", "giaco-di-maglia"]}}
    field = meeting({"a1": breaker}, foe, dice=[12, 8])
    assert set(field.offered("a1", "sunder", "spada-lunga", "b1")) == {"spada-lunga", "giaco-di-maglia"}
    field.act("a1", "sunder", "spada-lunga", "b1", "giaco-di-maglia")
    assert (field.asked == "respond") is not feats
    if field.asked == "respond":
        assert field.the(OpportunityGiven).by == ("b1",)
        field.let_go()
    assert field.the(ManoeuvreRolled).manoeuvre == "sunder" and field.figure("a1").std == 0


@pytest.mark.rule("PF-MOV-08.2", "PF-MOV-08.3", "PF-MOV-11.2")
def test_a_wand_is_drawn_like_a_sword_and_a_potion_is_looked_for_in_a_bag() -> None:
    things = ["bacchetta-di-dardo-incantato", "pozione-di-cura-ferite-leggere"]
    party = {"a1": {"at": "c3", "items": [{"thing": thing, "held": False} for thing in things]}}
    field = meeting(party, {"b1": {"at": "d3", **SWORD}})
    assert field.offered("a1", "draw") == (things[0],) and field.offered("a1", "take_out") == (things[1],)
    field.act("a1", "draw", things[0])
    assert not field.all(OpportunityGiven) and field.figure("a1").mov == 0
    field.act("a1", "take_out", things[1])
    assert field.the(OpportunityGiven).action == "take_out"


@pytest.mark.rule("PF-AOO-04.2", "PF-STD-06.2", "PF-STD-06.3")
@pytest.mark.parametrize(("more", "threatens"), [
    ({}, False), ({"feats": ["colpo-senz-armi-migliorato"]}, True),
    ({"attacks": [{"id": "morso", "name": "m", "name_en": "b", "damage": "1d6", "types": ["perforante"]}]}, True),
])  # fmt: skip
def test_bare_hands_threaten_only_where_they_count_as_armed(more: dict[str, Any], threatens: bool) -> None:
    field = meeting({"a1": {"at": "c3"}}, {"b1": {"at": "d3", **more}})
    branch = field.game.form("a").grow(("a1", "move"))
    facts = {option.key: option.facts["by"] for option in branch.options}
    assert facts["b3"] == (("b1",) if threatens else ())


@pytest.mark.rule("PF-TAB-24.1", "PF-TAB-15.2")
@pytest.mark.parametrize(("face", "passed"), [(13, False), (14, True)])
def test_an_ability_check_is_a_die_and_a_modifier_rounded_down(face: int, passed: bool) -> None:
    """A run that lasts longer than Constitution: with a score of 3, -4 on the check against 10."""
    field = Field({"a1": {"at": "a1", "costituzione": 3}}, {"b1": {"at": "a2"}}, rows=["." * 90] * 2, dice=[face])
    field.figure("a1").ran = 3
    field.game.now = {}
    field.act("a1", "run", "m1")
    check = field.the(CheckMade)
    assert (check.bonus.value, check.dc, check.passed) == (-4, 10, passed)
    field.done()

"""What holds for every manoeuvre: which there are, what they cost, whom they provoke, what they are rolled against."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.events import Moved, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled
from arbitro.rulesets.pathfinder.manoeuvres import IMPROVED
from arbitro.rulesets.pathfinder.numbers import CMB, CMD_OF
from tests.pathfinder.field import Field

SWORD = "spada-lunga"
SIX = ("trip", "disarm", "sunder", "grapple", "overrun", "bull_rush")
FEATS = {"trip": "sbilanciare-migliorato", "disarm": "disarmare-migliorato", "sunder": "spezzare-migliorato",
         "grapple": "lottare-migliorato", "overrun": "oltrepassare-migliorato",
         "bull_rush": "spingere-migliorato"}  # fmt: skip
PATHS: dict[str, tuple[Any, ...]] = {
    "trip": ("senz-armi", "b1"), "disarm": ("pugnale", "b1", SWORD), "sunder": ("pugnale", "b1", SWORD),
    "grapple": ("b1",), "overrun": ("b1", "f5"), "bull_rush": ("b1",),
}  # fmt: skip


ARMED = {"disarm": ["pugnale"], "sunder": ["pugnale"]}
"""What one needs for a manoeuvre: with bare hands disarming is harder, with full ones grappling is."""


def pair(dice: list[int], foe: dict[str, Any] | None = None, **mine: Any) -> Field:
    """``a1`` at d5 and an armed foe at e5, who has had its turn."""
    field = Field({"a1": {"at": "d5", **mine}}, {"b1": {"at": "e5", "items": [SWORD], **(foe or {})}}, dice=dice,
                  order=("b1", "a1"))  # fmt: skip
    field.end("b1")
    return field


def bonus(field: Field, name: str, **more: Any) -> int:
    return field.game.query(CMB, actor="a1", target="b1", manoeuvre=name, weapon="", also=(), **more).value


def defence(field: Field, name: str) -> int:
    return field.game.query(CMD_OF, target="b1", actor="a1", manoeuvre=name).value


@pytest.mark.rule("PF-CMB-01.1")
def test_there_are_six_manoeuvres() -> None:
    assert set(SIX) == set(IMPROVED) and all(name in DEEDS for name in SIX)
    assert set(SIX) <= set(pair([]).actions("a1"))


@pytest.mark.rule("PF-CMB-01.2", "PF-CMB-08.1", "PF-CMB-08.3", "PF-CMB-13.1")
@pytest.mark.parametrize("name", SIX)
@pytest.mark.parametrize(("face", "passed"), [(9, True), (8, False)])
def test_one_roll_for_all_of_them_which_succeeds_when_it_equals_the_defence(name: str, face: int, passed: bool) -> None:
    legs = {"destrezza": 16, "forza": 12, "bab": 2}  # DMC 10 + 2 + 1 + 3 = 16
    field = pair([face, 1], legs, bab=3, forza=14, feats=[FEATS[name]], items=ARMED.get(name, []))  # BMC 3 + 2 + 2 = 7
    field.act("a1", name, *PATHS[name])
    made = field.the(ManoeuvreRolled)
    assert (made.bonus.value, made.cmd.value, made.passed) == (7, 16, passed)
    assert ("a1", 20, (face,)) in field.rolled()


@pytest.mark.rule("PF-CMB-04.1", "PF-CMB-11.3")
@pytest.mark.parametrize("name", SIX)
def test_feats_help_with_their_manoeuvre_and_against_it(name: str) -> None:
    plain, keen = pair([]), pair([], {"feats": [FEATS[name]]}, feats=[FEATS[name]])
    assert bonus(keen, name) - bonus(plain, name) == 2 and defence(keen, name) - defence(plain, name) == 2
    for other in SIX:
        if other != name:
            assert bonus(keen, other) == bonus(plain, other) and defence(keen, other) == defence(plain, other)


@pytest.mark.rule("PF-CMB-05.1")
def test_each_uses_the_action_that_fits_it() -> None:
    field = pair([1], bab=6, items=[SWORD], feats=list(FEATS.values()))
    field.act("a1", "full_attack", SWORD, SWORD, "b1")
    offered = set(field.actions("a1"))
    assert {"trip", "disarm", "sunder"} <= offered  # in place of a blow
    assert {"grapple", "bull_rush", "overrun"}.isdisjoint(offered)  # a standard action of their own


@pytest.mark.rule("PF-GRP-01.2", "PF-OVR-01.2", "PF-BLR-01.2")
@pytest.mark.parametrize("name", SIX)
def test_without_the_feat_the_target_strikes_first_and_with_it_nobody(name: str) -> None:
    bold = pair([2, 1], items=ARMED.get(name, []))
    bold.act("a1", name, *PATHS[name])
    assert bold.the(OpportunityGiven).by == ("b1",)
    bold.strike("b1")
    if name == "overrun":
        bold.answer("stand")
    assert bold.the(AttackRolled).actor == "b1"
    keen = pair([1], feats=[FEATS[name]], items=ARMED.get(name, []))
    keen.act("a1", name, *PATHS[name])
    assert not keen.all(OpportunityGiven) and keen.the(ManoeuvreRolled)


@pytest.mark.rule("PF-CMB-06.1")
def test_nobody_but_the_target_strikes() -> None:
    field = Field({"a1": {"at": "d5"}}, {"b1": {"at": "e5", "items": [SWORD]}, "b2": {"at": "d6", "items": [SWORD]}},
                  order=("b1", "b2", "a1"))  # fmt: skip
    field.end("b1", "b2")
    field.act("a1", "grapple", "b1")
    assert field.the(OpportunityGiven).by == ("b1",)


@pytest.mark.rule("PF-CMB-13.2", "PF-BLR-02.1")
@pytest.mark.parametrize(("face", "squares"), [(8, 1), (12, 1), (13, 2), (18, 3)])
def test_the_better_the_roll_the_farther_the_push(face: int, squares: int) -> None:
    field = pair([face], feats=["spingere-migliorato"])  # BMC 2 against DMC 10
    field.act("a1", "bull_rush", "b1")
    assert field.figure("b1").x == 4 + squares


@pytest.mark.rule("PF-BLR-01.1")
def test_a_push_takes_a_standard_action_and_nobody_two_sizes_larger() -> None:
    assert "bull_rush" in pair([], {"size": "grande"}).actions("a1")
    assert "bull_rush" not in pair([], {"size": "enorme"}).actions("a1")
    assert "bull_rush" in pair([], {"size": "piccola"}, size="enorme", at="b5").actions("a1")
    field = pair([1], feats=["spingere-migliorato"])
    field.act("a1", "bull_rush", "b1")
    assert field.figure("a1").std == 0 and field.figure("a1").mov == 1


@pytest.mark.rule("PF-BLR-03.1")
def test_a_push_that_fails_in_mid_move_ends_the_move_before_the_target() -> None:
    field = Field({"a1": {"at": "b5", "feats": ["spingere-migliorato"]}}, {"b1": {"at": "e5", "forza": 18}}, dice=[2])
    field.act("a1", "move", "d5")
    assert field.figure("a1").stride == 4
    field.act("a1", "bull_rush", "b1")
    assert field.figure("a1").stride == 0 and field.at("a1") == "d5" and field.at("b1") == "e5"


@pytest.mark.rule("PF-BLR-03.2")
@pytest.mark.parametrize("greater", [False, True])
def test_the_pushed_open_themselves_to_friends_only_with_the_greater_feat(greater: bool) -> None:
    feats = ["spingere-migliorato", *(["spingere-superiore"] if greater else [])]
    party = {"a1": {"at": "d5", "feats": feats}, "a2": {"at": "e6", "items": [SWORD]}}
    field = Field(party, {"b1": {"at": "e5", "items": [SWORD]}}, dice=[10, 2], order=("a2", "a1", "b1"))
    field.end("a2")
    field.act("a1", "bull_rush", "b1")
    assert bool(field.all(OpportunityGiven)) is greater
    if greater:
        assert field.the(OpportunityGiven).by == ("a2",)
        field.let_go()
    assert field.at("b1") == "f5" and field.all(Moved)[-1].forced


@pytest.mark.rule("PF-GRP-11.2")
def test_the_pinned_can_do_little() -> None:
    foe = {"at": "e5", "items": [SWORD, "pugnale"]}
    field = Field({"a1": {"at": "d5", "feats": ["lottare-migliorato"]}}, {"b1": foe}, dice=[15, 15])
    field.act("a1", "grapple", "b1")
    field.end("a1")
    assert {"attack", "draw", "escape"} <= set(field.actions("b1"))
    field.end("b1")
    field.act("a1", "hold", "pin")
    field.end("a1")
    assert set(field.actions("b1")) & {"attack", "move", "trip", "disarm", "draw", "full_attack", "shoot"} == set()
    assert {"escape", "end"} <= set(field.actions("b1"))


@pytest.mark.rule("PF-GRP-12.2")
def test_each_friend_who_helps_adds_two_to_getting_free() -> None:
    party = {"a1": {"at": "e5"}, "a2": {"at": "e6", "items": ["pugnale"]}, "a3": {"at": "f6", "items": ["pugnale"]}}
    foe = {"at": "f5", "feats": ["lottare-migliorato"]}
    field = Field(party, {"b1": foe}, dice=[20, 10, 10, 10], order=("b1", "a2", "a3", "a1"))
    field.act("b1", "grapple", "a1")
    field.end("b1")
    for friend in ("a2", "a3"):
        field.act(friend, "aid", "a1", "pugnale", "b1", "grapple")
        field.end(friend)
    field.act("a1", "escape", "force")
    assert field.all(ManoeuvreRolled)[-1].bonus.value == 2 + 2
    field.answer("free")
    field.done()


# --- what gives opportunities -------------------------------------------------------------------------


@pytest.mark.rule("PF-AOO-08.2")
def test_what_gives_an_opportunity_is_as_in_the_table() -> None:
    gives = {"shoot", "stand", "load", "stabilise", "coup", "pick_up", "sheathe", "take_out"}
    gives_not = {"attack", "charge", "total_defence", "feint", "ready", "delay", "withdraw", "draw",
                 "drop", "release", "run", "mount", "dismount", "step", "drop_prone", "escape"}  # fmt: skip
    for name in gives:
        assert DEEDS[name].provokes, name
    for name in gives_not:
        assert DEEDS[name].provokes is False, name


@pytest.mark.rule("PF-AOO-04.2")
def test_the_unarmed_who_are_trained_or_clawed_do_threaten() -> None:
    from arbitro.rulesets.pathfinder.threat import threatens

    claw = {"id": "artiglio", "name": "Artiglio", "name_en": "Claw", "damage": "1d4", "types": ["tagliente"]}
    bare, trained = pair([]), pair([], feats=["colpo-senz-armi-migliorato"])
    clawed = pair([], attacks=[claw])
    assert [threatens(field.game, "a1", "b1") for field in (bare, trained, clawed)] == [False, True, True]


@pytest.mark.rule("PF-MOV-06.4", "PF-MOV-06.5")
def test_who_is_tripped_while_standing_up_is_easier_to_trip_and_no_worse_off() -> None:
    foe = {"items": ["falcetto"], "feats": ["sbilanciare-migliorato", "disarmare-migliorato"]}
    field = pair([12], foe, conditions=["prono"], items=[SWORD])
    prone = field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="disarm").value
    assert prone == 10 - 4
    field.act("a1", "stand")
    assert field.asked == "respond"
    field.answer(("PF-CMB-05", "b1"))
    options = field.offered()
    assert options and all(name != "trip" for name, _ in options)  # it lies already: nothing would change
    field.answer(("disarm", "falcetto"))
    assert field.the(ManoeuvreRolled).cmd.value == 6 and not field.figure("a1").has("prono")

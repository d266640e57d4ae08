"""Attacks of opportunity: what gives one, who may take it, when it falls, and what it interrupts."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import CameToNothing, Moved, OpportunityGiven, Stopped
from arbitro.rulesets.pathfinder.events_blows import AttackRolled
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
BOW = {"items": ["arco-corto"]}


def passing(dice: list[int], *, foe: dict | None = None, mover: dict | None = None, **more: object) -> Field:
    """a1 has a sword and has acted; b1, next to it, is about to act."""
    party = {"a1": {"at": "c3", **SWORD, **(foe or {})}}
    field = Field(party, {"b1": {"at": "d3", **(mover or {})}}, dice=dice, **more)  # type: ignore[arg-type]
    field.end("a1")
    return field


@pytest.mark.rule("PF-AOO-01.1", "PF-AOO-06.1", "PF-AOO-07.1", "PF-AOO-07.3", "PF-AOO-09.1", "PF-AOO-10.2")
def test_leaving_a_threatened_square_lets_the_foe_strike_before_one_is_gone() -> None:
    field = passing([15, 5])
    field.act("b1", "move", "f3")
    assert field.asked == "respond" and field.at("b1") == "d3"
    field.strike("a1")
    assert field.the(AttackRolled).action == "opportunity"
    assert field.figure("b1").hp == 15 and field.at("b1") == "f3"
    field.done()


@pytest.mark.rule("PF-AOO-09.3")
def test_nobody_has_to_strike() -> None:
    field = passing([])
    field.act("b1", "move", "f3")
    field.let_go()
    assert field.at("b1") == "f3" and not field.all(AttackRolled)


@pytest.mark.rule("PF-AOO-07.4", "PF-AOO-07.5", "PF-HP-08.1")
def test_a_mover_that_drops_stays_where_it_was() -> None:
    field = passing([15, 8], mover={"hp_now": 3}, foe={"forza": 14})
    field.act("b1", "move", "f3")
    field.strike("a1")
    assert field.at("b1") == "d3" and not field.all(Moved)
    assert field.the(Stopped).it == "b1" and field.figure("b1").has("morente")


@pytest.mark.rule("PF-AOO-13.1", "PF-AOO-12.1")
def test_leaving_several_threatened_squares_is_one_opportunity() -> None:
    field = passing([2], mover={"at": "b4"}, foe={"feats": ["riflessi-in-combattimento"], "destrezza": 16})
    field.act("b1", "move", "d4")
    field.strike("a1")
    assert field.at("b1") == "d4" and len(field.all(OpportunityGiven)) == 1
    assert field.asked == "action"


@pytest.mark.rule("PF-AOO-09.2", "PF-AOO-11.1", "PF-AOO-12.2", "PF-FEAT-01.1")
@pytest.mark.parametrize(("dexterity", "feats", "most"), [(16, [], 1), (16, ["riflessi-in-combattimento"], 4),
                                                          (8, ["riflessi-in-combattimento"], 1)])  # fmt: skip
def test_how_many_opportunities_may_be_taken_in_a_round(dexterity: int, feats: list[str], most: int) -> None:
    foes = {f"b{n}": {"at": place} for n, place in enumerate(["b2", "c2", "d2", "b4", "d4"], 1)}
    party = {"a1": {"at": "c3", **SWORD, "destrezza": dexterity, "feats": feats}}
    field = Field(party, foes, dice=[2] * most)
    field.end("a1")
    for n, place in enumerate(["a1", "c1", "e1", "a5", "e5"], 1):
        field.act(f"b{n}", "move", place)
        if field.asked == "respond":
            field.strike("a1")
        field.end(f"b{n}")
    assert len(field.all(AttackRolled)) == most


@pytest.mark.rule("PF-AOO-12.2", "PF-AOO-03.1", "PF-AOO-08.1", "PF-TAB-01.1")
def test_two_acts_of_one_foe_are_two_opportunities() -> None:
    field = passing([2, 3, 2], mover=BOW, foe={"feats": ["riflessi-in-combattimento"], "destrezza": 12})
    field.act("b1", "shoot", "arco-corto", "a1")
    field.strike("a1")
    field.act("b1", "move", "f3")
    field.strike("a1")
    assert [event.action for event in field.all(OpportunityGiven)] == ["shoot", "move"]


@pytest.mark.rule("PF-AOO-10.1", "PF-AOO-14.1")
def test_an_attack_of_opportunity_has_the_full_bonus() -> None:
    field = Field({"a1": {"at": "c3", **SWORD, "bab": 6, "forza": 14}}, {"b1": {"at": "d3", "hp": 60}},
                  dice=[1, 1, 9, 4])  # fmt: skip
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    field.act("a1", "swing", "spada-lunga", "b1")
    field.end("a1")
    field.act("b1", "move", "f3")
    field.strike("a1")
    assert [event.bonus.value for event in field.all(AttackRolled)] == [8, 3, 8]


# --- what gives none ----------------------------------------------------------------------------------


@pytest.mark.rule("PF-MISC-01.2", "PF-AOO-07.2", "PF-SIZE-07.1", "PF-TAB-01.1")
def test_a_step_gives_no_opportunity() -> None:
    field = passing([])
    field.act("b1", "step", "e3")
    assert field.asked == "action" and field.at("b1") == "e3"


@pytest.mark.rule("PF-FULL-18.1", "PF-FULL-18.2", "PF-FULL-18.5", "PF-FULL-18.8")
def test_a_withdrawal_spares_the_first_square() -> None:
    field = passing([])
    assert "l4" not in field.offered("b1", "move")
    field.act("b1", "withdraw", "l3")
    assert field.asked == "action" and field.at("b1") == "l3"
    assert "step" not in field.actions("b1")


@pytest.mark.rule("PF-FULL-18.6")
def test_a_withdrawal_does_not_spare_the_other_squares() -> None:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "f3", **SWORD}}
    field = Field(party, {"b1": {"at": "d3"}}, dice=[2], rows=["............", "............", "............"])
    field.end("a1", "a2")
    field.act("b1", "withdraw", "j1")
    assert field.the(OpportunityGiven).by == ("a2",)
    field.strike("a2")
    assert field.at("b1") == "j1"


@pytest.mark.rule("PF-FULL-18.2", "PF-FULL-18.6", "PF-GRID-07.1")
def test_a_withdrawal_tells_who_may_strike_and_goes_round_where_it_can() -> None:
    """The first square is told as safe; e5 lies past the foe's corner, by b4, c5 and d5 (1 + 2 + 1 + 1)."""
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", **SWORD}}, order=("b1", "a1"))
    field.end("b1")
    withdraw = {o.key: o.facts for o in field.game.form("a").grow(("a1", "withdraw")).options}
    assert withdraw["a2"] == {"cost": 2, "by": ()} and withdraw["e5"] == {"cost": 5, "by": ()}
    move = {o.key: o.facts for o in field.game.form("a").grow(("a1", "move")).options}
    assert move["a2"] == {"cost": 2, "by": ("b1",)}


@pytest.mark.rule("PF-FULL-18.4")
def test_the_blind_cannot_withdraw() -> None:
    assert "withdraw" not in passing([], mover={"conditions": ["accecato"]}).actions("b1")


@pytest.mark.rule("PF-FULL-18.3", "PF-CON-06.2")
def test_an_unseen_foe_strikes_at_a_withdrawal_and_nobody_strikes_the_unseen() -> None:
    unseen = {"conditions": ["invisibile"]}
    field = passing([2], foe=unseen)
    field.act("b1", "withdraw", "l3")
    assert field.the(OpportunityGiven).by == ("a1",)
    field = passing([], mover=unseen)
    field.act("b1", "move", "f3")
    assert field.asked == "action" and not field.all(OpportunityGiven)


@pytest.mark.rule("PF-AOO-04.1", "PF-STD-06.1")
def test_bare_hands_threaten_nothing() -> None:
    field = passing([], foe={"items": []})
    field.act("b1", "move", "f3")
    assert field.asked == "action"


@pytest.mark.rule("PF-STD-06.2", "PF-STD-06.3", "PF-FEAT-02.1", "PF-STD-10.1")
@pytest.mark.parametrize("more", [
    {"feats": ["colpo-senz-armi-migliorato"]},
    {"attacks": [{"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}]},
])  # fmt: skip
def test_some_count_as_armed_with_nothing_in_hand(more: dict) -> None:
    field = passing([], foe={"items": [], **more})
    field.act("b1", "move", "f3")
    assert field.asked == "respond"


@pytest.mark.rule("PF-STD-19.4")
def test_total_defence_forgoes_attacks_of_opportunity() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3"}})
    field.act("a1", "total_defence")
    field.end("a1")
    field.act("b1", "move", "f3")
    assert field.asked == "action"


@pytest.mark.rule("PF-COV-06.1")
def test_cover_bars_an_attack_of_opportunity() -> None:
    wall = {"walls": [{"between": ["c3", "d3"], "kind": "low"}]}
    field = passing([], ground=wall)
    field.act("b1", "move", "f3")
    assert field.asked == "action"


@pytest.mark.rule("PF-COV-06.2", "PF-COV-09.4", "PF-COV-04.1")
def test_soft_cover_bars_one_at_reach() -> None:
    party = {"a1": {"at": "b3", "items": ["lancia-lunga"]}, "a2": {"at": "c3"}}
    field = Field(party, {"b1": {"at": "d3"}})
    field.end("a1", "a2")
    field.act("b1", "move", "f3")
    assert field.asked == "action", "a2 stands between the spear and b1"


# --- reach --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-AOO-05.2", "PF-STD-04.1", "PF-STD-04.2")
def test_a_reach_weapon_threatens_the_second_square_and_not_the_first() -> None:
    spear = {"items": ["lancia-lunga"]}
    field = passing([2], foe=spear, mover={"at": "e3"})
    field.act("b1", "move", "g3")
    assert field.asked == "respond"
    field = passing([], foe=spear)
    field.act("b1", "move", "d4")
    assert field.asked == "action"


@pytest.mark.rule("PF-AOO-05.3", "PF-SIZE-05.1", "PF-SIZE-06.1", "PF-SIZE-06.2")
def test_natural_reach_strikes_at_whoever_comes_nearer() -> None:
    giant = {"at": "c3", "size": "grande", **SWORD}
    field = Field({"a1": giant}, {"b1": {"at": "h3"}}, dice=[2])
    field.end("a1")
    field.act("b1", "move", "e3")
    assert field.asked == "respond" and field.at("b1") == "f3", "two squares off, about to come closer"
    field.strike("a1")
    assert field.at("b1") == "e3"


@pytest.mark.rule("PF-SIZE-08.1")
def test_a_large_creature_with_a_reach_weapon_strikes_three_and_four_squares_off() -> None:
    def attacks(place: str) -> bool:
        giant = {"at": "c3", "size": "grande", "items": ["lancia-lunga"]}
        return "lancia-lunga" in Field({"a1": giant}, {"b1": {"at": place}}).offered("a1", "attack")

    assert [attacks(place) for place in ("e3", "f3", "g3", "h3", "i3")] == [False, False, True, True, False]


@pytest.mark.rule("PF-SIZE-04.1", "PF-SIZE-03.1")
def test_reach_0_threatens_nothing_around_and_attacks_in_its_own_square() -> None:
    bite = [{"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d3", "types": ["perforante"]}]
    cat = {"at": "c3", "size": "minuscola", "attacks": bite}
    field = Field({"a1": cat}, {"b1": {"at": "d3"}})
    assert "attack" not in field.actions("a1")
    field.end("a1")
    field.act("b1", "move", "f3")
    assert field.asked == "action"


@pytest.mark.rule("PF-SIZE-03.2", "PF-GRID-16.1", "PF-GRID-16.2", "PF-GRID-18.1", "PF-SIZE-03.3")
def test_entering_a_square_lets_its_owner_strike_first() -> None:
    bite = [{"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d3", "types": ["perforante"]}]
    party = {"a1": {"at": "c3", **SWORD}}
    field = Field(party, {"b1": {"at": "e3", "size": "minuscola", "attacks": bite, "hp": 30}}, dice=[15, 4, 15, 2])
    field.end("a1")
    field.act("b1", "move", "c3")
    assert field.asked == "respond" and field.at("b1") == "d3"
    field.strike("a1")
    assert field.at("b1") == "c3" and field.figure("b1").hp == 26
    field.act("b1", "attack", "morso", "a1")
    assert field.figure("a1").hp == 18
    field.end("b1")
    assert "attack" in field.actions("a1"), "into its own square"


# --- what is interrupted ------------------------------------------------------------------------------


@pytest.mark.rule("PF-MOV-06.1", "PF-MOV-06.2", "PF-MOV-06.3", "PF-MOV-06.6", "PF-AOO-10.3", "PF-CND-15.3")
def test_standing_up_is_struck_at_while_lying() -> None:
    field = passing([6, 5], mover={"conditions": ["prono"]})
    field.act("b1", "stand")
    assert field.figure("b1").has("prono")
    field.strike("a1")
    assert field.the(AttackRolled).ac.value == 6 and field.figure("b1").hp == 15
    assert not field.figure("b1").has("prono")


@pytest.mark.rule("PF-AOO-10.2", "PF-TAB-01.1", "PF-AOO-08.1")
def test_a_shooter_that_drops_does_not_shoot() -> None:
    field = passing([15, 8], mover={**BOW, "hp_now": 2}, foe={"forza": 16})
    field.act("b1", "shoot", "arco-corto", "a1")
    field.strike("a1")
    assert field.the(CameToNothing).action == "shoot" and len(field.all(AttackRolled)) == 1


@pytest.mark.rule("PF-STD-05.2", "PF-STD-05.3", "PF-STD-05.4")
def test_an_unarmed_attack_lets_the_armed_target_alone_strike_first() -> None:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "e3", **SWORD}}
    field = Field(party, {"b1": {"at": "d3"}}, dice=[2, 15, 3])
    field.end("a1", "a2")
    field.act("b1", "attack", "senz-armi", "a1")
    assert field.the(OpportunityGiven).by == ("a1",)
    field.strike("a1")
    assert [event.actor for event in field.all(AttackRolled)] == ["a1", "b1"]


@pytest.mark.rule("PF-STD-05.5")
def test_an_unarmed_target_does_not_strike_first() -> None:
    field = passing([15, 3], foe={"items": []})
    field.act("b1", "attack", "senz-armi", "a1")
    assert field.asked == "action" and not field.all(OpportunityGiven)


@pytest.mark.rule("PF-MOV-05.1", "PF-MOV-05.2", "PF-MOV-05.3")
def test_crawling_provokes_where_it_begins_and_where_it_ends() -> None:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "f3", **SWORD}}
    field = Field(party, {"b1": {"at": "d3", "conditions": ["prono"]}}, dice=[2, 2])
    field.end("a1", "a2")
    assert set(field.offered("b1", "crawl")) == {"c2", "c4", "d2", "d4", "e2", "e3", "e4"}
    assert "move" not in field.actions("b1")
    field.act("b1", "crawl", "e3")
    assert field.at("b1") == "d3"
    field.strike("a1")
    assert field.at("b1") == "e3" and field.asked == "respond"
    field.strike("a2")
    assert [event.by for event in field.all(OpportunityGiven)] == [("a1",), ("a2",)]


# --- what the interrupted one no longer has -----------------------------------------------------------


@pytest.mark.rule("PF-AOO-10.2", "PF-CMB-05.2", "PF-DIS-01.1", "PF-DIS-02.1")
def test_an_archer_whose_bow_is_struck_from_its_hand_shoots_no_more() -> None:
    """DMC 10 of the archer, 4 + 10 of the one who disarms; nothing else is rolled, and the arrow stays."""
    archer = {"at": "c3", "items": ["arco-lungo", "frecce"]}
    foes = {"b1": {"at": "d3", "forza": 18, **SWORD}, "b2": {"at": "g3"}}
    field = Field({"a1": archer}, foes, order=("b1", "b2", "a1"), dice=[10])
    field.end("b1", "b2")
    field.act("a1", "shoot", "arco-lungo", "b2")
    field.answer(("PF-CMB-05", "b1"))
    field.answer(("disarm", "spada-lunga"))
    assert field.the(CameToNothing).why == "disarmed" and field.figure("b2").hp == 20
    assert [(i.thing, i.count) for i in field.figure("a1").items] == [("frecce", 20)]
    assert (field.figure("a1").std, field.asked) == (0, "action"), "the action is spent, the turn goes on"
    field.done()


@pytest.mark.rule("PF-AOO-10.2", "PF-CHG-08.1", "PF-DIS-01.1")
def test_a_charger_disarmed_on_its_way_has_nothing_to_strike_with_at_the_end() -> None:
    pike = {"at": "h3", "forza": 18, "items": ["lancia-lunga"]}
    field = Field({"a1": {"at": "b3", **SWORD}}, {"b1": pike}, order=("b1", "a1"), dice=[10])
    field.end("b1")
    field.act("a1", "charge", "spada-lunga", "b1")
    assert field.at("a1") == "f3", "two squares away: the pike's ring"
    field.answer(("PF-CMB-05", "b1"))
    field.answer(("disarm", "lancia-lunga"))
    assert field.at("a1") == "g3" and field.the(CameToNothing).why == "disarmed"
    field.done()


# --- what is told beforehand --------------------------------------------------------------------------


@pytest.mark.rule("PF-COV-06.1", "PF-COV-06.2", "PF-AOO-07.1")
def test_nobody_is_told_to_strike_where_cover_bars_it() -> None:
    """A pike over a friend's shoulder, then a sword round the corner of a wall: neither is told of, neither strikes.

    Without friend and wall both are.
    """
    pike = {"a1": {"at": "c3", "items": ["lancia-lunga"]}}
    for party, covered in (({**pike, "a2": {"at": "d3"}}, True), (pike, False)):
        field = Field(party, {"b1": {"at": "e3", **SWORD}}, order=(*party, "b1"))
        field.end(*party)
        told = {o.key: o.facts["by"] for o in field.game.form("b").grow(("b1", "move")).options}
        assert told["g3"] == (() if covered else ("a1",))
        field.act("b1", "move", "g3")
        assert field.asked == ("action" if covered else "respond")
    for wall in "#.":
        rows = ["............", "............", f"...{wall}........", "............"]
        field = Field({"a1": {"at": "c2", **SWORD}}, {"b1": {"at": "d3", **SWORD}}, rows=rows)
        field.end("a1")
        told = {o.key: o.facts["by"] for o in field.game.form("b").grow(("b1", "move")).options}
        assert told["g3"] == (() if wall == "#" else ("a1",))
        field.act("b1", "move", "g3")
        assert field.asked == ("action" if wall == "#" else "respond")

"""Weapons drawn, put away, dropped and picked up, shields, crossbows, grips; what actions cost; saves and speed."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.aiming import aims
from arbitro.rulesets.pathfinder.arms import arm_named
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, SaveMade
from arbitro.rulesets.pathfinder.numbers import SAVE, armour_class, speed_of
from arbitro.rulesets.pathfinder.saves import save
from tests.pathfinder.field import Field

ARMED = {"items": ["spada-lunga", "pugnale", "mazza-pesante"]}
FAR = {"b1": {"at": "l9"}}


def held(field: Field) -> list[str]:
    """What a1 has in its hands."""
    figure = field.figure("a1")
    items = {item.no: item.thing for item in figure.items}
    return [items[no] for no in figure.held]


def a1(foes: dict[str, Any] | None = None, dice: tuple[int, ...] = (), **more: Any) -> Field:
    return Field({"a1": {"at": "c3", **ARMED, **more}}, foes or FAR, dice=dice)


# --- weapons ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-MOV-08.1", "PF-ACT-06.1")
def test_drawing_a_weapon_is_a_move_action_that_does_not_provoke() -> None:
    field = a1({"b1": {"at": "d3", "items": ["spada-lunga"]}})
    field.act("a1", "draw", "pugnale")
    assert held(field) == ["spada-lunga", "pugnale"] and field.figure("a1").mov == 0
    assert not field.all(OpportunityGiven)


@pytest.mark.rule("PF-MOV-08.1", "PF-TAB-01.1")
def test_putting_one_away_provokes() -> None:
    field = Field({"a1": {"at": "c3", **ARMED}}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "sheathe", "spada-lunga")
    assert field.asked == "respond" and held(field) == ["spada-lunga"]
    field.let_go()
    assert held(field) == []


@pytest.mark.rule("PF-MOV-09.1", "PF-TAB-01.3", "PF-ACT-13.1")
@pytest.mark.parametrize(("bab", "left"), [(0, 0), (1, 1)])
def test_with_base_attack_1_a_weapon_is_drawn_along_with_a_move(bab: int, left: int) -> None:
    field = a1(bab=bab)
    field.act("a1", "move", "d3")
    field.act("a1", "draw", "pugnale")
    assert field.figure("a1").std == left


@pytest.mark.rule("PF-MOV-09.2", "PF-FEAT-03.1")
def test_two_weapon_fighters_draw_two_in_the_time_of_one() -> None:
    field = a1(items=[{"thing": "spada-lunga", "held": False}, "pugnale", "mazza-pesante"],
               feats=["combattere-con-due-armi"])  # fmt: skip
    field.act("a1", "drop", held(field)[0]) if held(field) else None
    field.act("a1", "draw", "pugnale")
    field.act("a1", "draw", "mazza-pesante")
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 0)


@pytest.mark.rule("PF-FEAT-09.1")
def test_quick_draw_takes_no_time() -> None:
    field = a1(feats=["estrazione-rapida"])
    field.act("a1", "draw", "pugnale")
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 1)


@pytest.mark.rule("PF-FREE-04.1", "PF-FREE-01.1", "PF-ACT-10.1", "PF-MOV-11.1", "PF-MOV-11.2")
def test_dropping_is_free_and_picking_up_is_a_move_action_that_provokes() -> None:
    field = Field({"a1": {"at": "c3", **ARMED}}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "drop", "spada-lunga")
    assert held(field) == [] and [(x, y, item.thing) for x, y, item in field.state.lying] == [(2, 2, "spada-lunga")]
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 1) and not field.all(OpportunityGiven)
    field.act("a1", "pick_up", "spada-lunga")
    field.let_go()
    assert held(field) == ["spada-lunga"] and field.state.lying == ()


@pytest.mark.rule("PF-MOV-14.1", "PF-MOV-14.2", "PF-MOV-14.3")
def test_a_shield_protects_once_it_is_on_the_arm() -> None:
    field = a1(items=["spada-lunga", "scudo-pesante-di-legno"], bab=1)
    assert armour_class(field.game, "a1").value == 12
    field.act("a1", "drop", "scudo-pesante-di-legno")  # unstrapped first, which takes a move action
    assert armour_class(field.game, "a1").value == 10 and field.figure("a1").mov == 0
    field = a1(items=["spada-lunga", "scudo-pesante-di-legno"], bab=1)
    field.act("a1", "move", "d3")
    field.act("a1", "drop", "scudo-pesante-di-legno")
    assert (field.figure("a1").mov, field.figure("a1").std) == (0, 1), "or none along with a move"
    field.act("a1", "total_defence")
    assert "drop" in field.actions("a1") and field.offered("a1", "drop") == ("spada-lunga",)
    field = a1(items=[{"thing": "spada-lunga", "held": True}, "scudo-pesante-di-legno"], bab=1)
    field.act("a1", "move", "d3")
    field.act("a1", "ready_shield", "scudo-pesante-di-legno")
    assert armour_class(field.game, "a1").value == 12 and field.figure("a1").std == 1


@pytest.mark.rule("PF-DMG-06.1", "PF-DMG-06.3")
def test_a_one_handed_weapon_taken_in_both_hands_strikes_harder() -> None:
    field = a1({"b1": {"at": "d3", "hp": 60}}, (15, 4), forza=16, items=["spada-lunga"])
    field.act("a1", "grip", "spada-lunga")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.figure("b1").hp == 60 - 4 - 4
    assert "grip" not in a1(items=["pugnale"]).actions("a1"), "a light weapon gains nothing"


@pytest.mark.rule("PF-TAB-01.1", "PF-MOV-10.1")
@pytest.mark.parametrize(("crossbow", "full"), [("balestra-leggera", False), ("balestra-pesante", True)])
def test_a_crossbow_has_to_be_loaded_and_a_bow_has_not(crossbow: str, full: bool) -> None:
    field = Field({"a1": {"at": "a1", "items": [crossbow]}}, {"b1": {"at": "f1", "hp": 60}}, dice=[2])
    field.act("a1", "shoot", crossbow, "b1")
    assert "shoot" not in field.actions("a1") and ("load" in field.actions("a1")) == (not full)
    field.end("a1", "b1")
    field.act("a1", "load", crossbow)
    assert (field.figure("a1").std, field.figure("a1").mov) == ((0, 0) if full else (1, 0))
    assert ("shoot" in field.actions("a1")) == (not full)
    archer = Field({"a1": {"at": "a1", "items": ["arco-corto"]}}, {"b1": {"at": "f1", "hp": 60}}, dice=[2])
    archer.act("a1", "shoot", "arco-corto", "b1")
    archer.end("a1", "b1")
    assert "shoot" in archer.actions("a1")


# --- what actions cost --------------------------------------------------------------------------------


@pytest.mark.rule("PF-ACT-02.1", "PF-ACT-03.1", "PF-ACT-04.3", "PF-STD-02.1", "PF-ACT-05.1", "PF-ACT-11.1")
def test_a_turn_has_one_standard_one_move_and_one_swift_action() -> None:
    field = a1({"b1": {"at": "d3", "hp": 60}}, (2,))
    figure = field.figure("a1")
    assert (figure.std, figure.mov, figure.swf) == (1, 1, 1)
    field.act("a1", "attack", "spada-lunga", "b1")
    assert "attack" not in field.actions("a1"), "a move action is no standard action"
    assert "draw" in field.actions("a1")


@pytest.mark.rule("PF-ACT-08.1", "PF-FULL-01.1", "PF-ACT-09.1", "PF-GRID-05.4")
def test_a_full_round_action_takes_both_and_a_run_allows_no_step() -> None:
    field = a1(items=[])
    field.act("a1", "run", "c9")
    assert set(field.actions("a1")) <= {"drop_prone", "end"}
    field = a1(items=[])
    field.act("a1", "move", "d3")
    assert "run" not in field.actions("a1") and "charge" not in field.actions("a1")


@pytest.mark.rule("PF-AOO-02.1", "PF-AOO-02.2", "PF-AOO-05.1", "PF-STD-03.1", "PF-GRID-01.1")
def test_a_medium_creature_strikes_the_eight_squares_around_it() -> None:
    field = a1({f"b{n}": {"at": place} for n, place in enumerate(["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"], 1)})
    assert len(aims(field.game, "a1", arm_named(field.game, "a1", "spada-lunga"), "melee")) == 8
    assert not aims(a1({"b1": {"at": "e3"}}).game, "a1", arm_named(field.game, "a1", "spada-lunga"), "melee")


@pytest.mark.rule("PF-DMG-08.1", "PF-TAB-15.3")
def test_two_doublings_make_three_times_the_damage() -> None:
    spear = {"a1": {"at": "c3", "items": ["lancia-lunga"]}}
    field = Field(spear, {"b1": {"at": "h3", "hp": 60, "items": ["spada-lunga"]}}, dice=[20, 15, 1, 2, 3, 4, 2])
    field.act("a1", "ready", "charges", "b1", "attack", "lancia-lunga")
    field.end("a1")
    field.act("b1", "charge", "spada-lunga", "a1")
    field.strike("a1")
    assert field.figure("b1").hp == 60 - (1 + 2 + 3 + 4), "triple for the spear, once more for the charge"


@pytest.mark.rule("PF-SEQ-05.2", "PF-SEQ-05.1", "PF-CHG-09.2")
def test_what_lasts_a_round_ends_just_before_the_own_count() -> None:
    field = a1({"b1": {"at": "d3"}})
    field.act("a1", "total_defence")
    field.end("a1")
    assert armour_class(field.game, "a1").value == 14
    field.end("b1")
    assert armour_class(field.game, "a1").value == 10


# --- saves --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SAVE-02.1", "PF-SAVE-03.1", "PF-SAVE-04.1", "PF-SAVE-05.1")
def test_a_save_adds_its_ability() -> None:
    given = {"costituzione": 14, "destrezza": 16, "saggezza": 8, "saves": {"tempra": 5, "riflessi": 4, "volonta": 0}}
    field = a1(**given)
    found = {what: field.game.query(SAVE, it="a1", save=what, cause="", actor="") for what in given["saves"]}
    assert {what: tally.value for what, tally in found.items()} == given["saves"]
    assert [found[what].base for what in ("tempra", "riflessi", "volonta")] == [5 - 2, 4 - 3, 0 + 1]


@pytest.mark.rule("PF-SAVE-01.1", "PF-SAVE-06.1", "PF-SAVE-06.2", "PF-SAVE-07.1", "PF-SAVE-08.1")
@pytest.mark.parametrize(("face", "dc", "passed"), [(9, 12, False), (10, 12, True), (1, 2, False), (20, 40, True)])
def test_a_save_reaches_the_dc_but_1_always_fails_and_20_always_passes(face: int, dc: int, passed: bool) -> None:
    field = a1(saves={"tempra": 2, "riflessi": 0, "volonta": 0}, dice=(face,))
    for _ in save(field.game, "a1", "tempra", dc, "prova"):
        raise AssertionError("nothing is asked here")
    assert field.the(SaveMade).passed == passed


# --- speed --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPD-02.1", "PF-GRID-02.1", "PF-GRID-02.2")
def test_speed_is_in_squares_of_1_5_m() -> None:
    assert speed_of(a1(speeds={"terra": 6}).game, "a1", "terra") == 4
    assert speed_of(a1(speeds={"terra": 4.5}).game, "a1", "terra") == 3


@pytest.mark.rule("PF-SPD-05.3", "PF-GRID-05.3", "PF-TAB-03.3")
def test_in_heavy_armour_a_run_is_three_times_the_speed() -> None:
    armour = {"items": ["armatura-completa"], "speeds": {"terra": 6}}
    field = Field({"a1": {"at": "a1", **armour}}, {"b1": {"at": "a2"}}, rows=["." * 30] * 2)
    squares = field.offered("a1", "run")
    assert "m1" in squares and "n1" not in squares


@pytest.mark.rule("PF-ATK-01.2", "PF-STD-05.1", "PF-STD-07.3")
def test_bare_hands_strike_like_a_light_weapon() -> None:
    field = a1({"b1": {"at": "d3", "hp": 60}}, (15, 2), items=[], forza=12, bab=2)
    field.act("a1", "attack", "senz-armi", "b1")
    assert field.the(AttackRolled).bonus.value == 3

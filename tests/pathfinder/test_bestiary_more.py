"""What single creatures of the book do, further: sunlight, blows that fling, critical hits, grips, gullets, eyes."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt, ManoeuvreRolled, SaveMade
from arbitro.rulesets.pathfinder.numbers import ATTACK, CMD_OF, SAVE
from arbitro.rulesets.pathfinder.prowess import blow_worth
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import Swing
from tests.pathfinder.field import Field

BITE: dict[str, Any] = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
SLAM = {**BITE, "id": "schianto", "name": "Schianto", "name_en": "Slam", "types": ["contundente"]}
TOUGH = {"hp": 90}
SUN = {"light": "bright"}


# --- sunlight -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("light", "bonus"), [("bright", -1), ("normal", 0)])
def test_kobolds_and_orcs_are_dazzled_in_full_sunlight(light: str, bonus: int) -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["sensibile-alla-luce"], "attacks": [BITE]}}, {"b1": {"at": "d3"}},
                  ground={"light": light})  # fmt: skip
    swing = {"actor": "a1", "target": "b1", "weapon": "morso", "mode": "melee", "action": "attack", "manner": "plain",
             "hand": "primary", "penalty": 0}  # fmt: skip
    assert field.game.query(ATTACK, **swing).value == bonus
    assert all("sensibile-alla-luce" in built_in().monsters[id_].abilities for id_ in ("coboldo", "orco"))


def test_a_wraith_caught_in_the_sun_moves_or_does_nothing() -> None:
    wraith = {"at": "c3", "abilities": ["impotente-al-sole"], "attacks": [BITE]}
    field = Field({"a1": wraith}, {"b1": {"at": "d3"}}, ground=SUN)
    assert field.figure("a1").has("accecato-dal-sole")
    assert "move" in field.actions("a1") and set(field.actions("a1")).isdisjoint({"attack", "full_attack", "charge"})
    field.act("a1", "move", "c9")
    assert "move" not in field.actions("a1"), "one action only"
    shade = Field({"a1": wraith}, {"b1": {"at": "d3"}})
    assert "attack" in shade.actions("a1")
    assert "impotente-al-sole" in built_in().monsters["presenza"].abilities


# --- a blow that sends flying -------------------------------------------------------------------------

WORM = {"at": "b3", "bab": 16, "forza": 35, "size": "enorme", "attacks": [SLAM], "feats": ["colpo-possente"]}


def flung(dice: list[int], landing: str = "g4", rows: tuple[str, ...] = ("............",) * 10, **b1: Any) -> Field:
    """A huge creature on b3 to d5 strikes somebody on e4."""
    field = Field({"a1": WORM}, {"b1": {"at": "e4", **TOUGH, **b1}}, dice=dice, rows=rows)
    field.act("a1", "awesome_blow", "b1", landing)
    return field


def test_an_awesome_blow_hurts_throws_three_metres_and_knocks_down() -> None:
    """The foe's own opportunity misses with a 1; manoeuvre 2 + 16 + 12 + 2 against CMD 10; 1d6 gives 4, and 18."""
    field = flung([2, 4], reach=0)
    assert field.the(ManoeuvreRolled).bonus.value == 16 + 12 + 2
    assert field.the(Hurt).amount == 4 + 18
    assert field.at("b1") == "g4" and field.figure("b1").has("prono")
    field.done()


def test_an_awesome_blow_can_be_withstood_and_is_for_the_smaller_with_a_body() -> None:
    held = flung([1], reach=0)
    assert held.at("b1") == "e4" and not held.all(Hurt) and held.figure("a1").std == 0
    for more in ({"size": "enorme"}, {"conditions": ["incorporeo"]}):
        field = Field({"a1": WORM}, {"b1": {"at": "e4", **more}})
        assert "awesome_blow" not in field.actions("a1")
    plain = Field({"a1": {**WORM, "feats": []}}, {"b1": {"at": "e4"}})
    assert "awesome_blow" not in plain.actions("a1")


def test_what_stands_in_the_way_of_the_flight_hurts_and_is_hurt() -> None:
    """A wall one square on: 1d6 more; a bystander there takes 1d6 as well."""
    rows = (*("............",) * 6, ".....#......", *("............",) * 3)
    wall = flung([2, 4, 5], "g4", rows, reach=0)
    assert [event.amount for event in wall.all(Hurt)] == [22, 5]
    assert wall.at("b1") == "e4" and wall.figure("b1").has("prono")
    wall.done()
    field = Field({"a1": WORM}, {"b1": {"at": "e4", "reach": 0, **TOUGH}, "b2": {"at": "g4", "reach": 0, **TOUGH}},
                  dice=[2, 4, 3, 6])  # fmt: skip
    field.act("a1", "awesome_blow", "b1", "g4")
    assert [(event.it, event.amount) for event in field.all(Hurt)] == [("b1", 22), ("b1", 3), ("b2", 6)]
    assert field.at("b1") == "f4"
    field.done()


def test_nobody_is_flung_nearer_and_a_pudding_clings_to_its_ground() -> None:
    field = Field({"a1": WORM}, {"b1": {"at": "e4", "abilities": ["ventosa"]}})
    answers = field.offered("a1", "awesome_blow", "b1")
    assert "g4" in answers and "g6" in answers and "c4" not in answers
    cmd = [field.game.query(CMD_OF, target="b1", actor="a1", manoeuvre=one).value for one in ("bull_rush", "trip")]
    assert cmd == [20, 10]


# --- critical hits ------------------------------------------------------------------------------------


def critical(feat: str, dice: list[int], weapon: dict[str, Any] = BITE) -> Field:
    me = {"at": "c3", "bab": 13, "attacks": [weapon], "feats": [feat]}
    field = Field({"a1": me}, {"b1": {"at": "d3", "hp": 90, "natural": 20}}, dice=dice)
    field.act("a1", "attack", str(weapon["id"]), "b1")
    return field


@pytest.mark.rule("PF-CRIT-02.1")
@pytest.mark.parametrize(("face", "outcome"), [(13, "critical"), (12, "hit")])
def test_critical_focus_adds_four_to_the_confirmation(face: int, outcome: str) -> None:
    """AC 30, bonus 13: 17 confirms, with the feat 13."""
    field = critical("critico-focalizzato", [20, face, *([3, 3] if outcome == "critical" else [3])])
    assert field.the(AttackRolled).outcome == outcome
    field.done()


def test_a_computer_counts_what_helps_to_confirm() -> None:
    """17 of 20 faces miss AC 30; 1d6 deals 3.5: a threat in 20 confirms with 4 faces, or with 8."""
    worth = []
    for feats in ([], ["critico-focalizzato"]):
        field = Field({"a1": {"at": "c3", "bab": 13, "attacks": [BITE], "feats": feats}},
                      {"b1": {"at": "d3", "natural": 20}})  # fmt: skip
        worth.append(blow_worth(field.game, "a1", Swing("morso"), "b1"))
    assert worth == [350 * (4 * 20 + 4) // 400, 350 * (4 * 20 + 8) // 400]


def test_a_bleeding_critical_goes_on_bleeding_unless_it_was_blunt() -> None:
    """2d6 for the blow, then 4 and 5 for the wound."""
    field = critical("critico-sanguinante", [20, 20, 3, 3, 4, 5])
    assert field.figure("b1").bleed == 9
    field.end("a1")
    assert field.figure("b1").hp == 90 - 6 - 9
    field.done()
    assert critical("critico-sanguinante", [20, 20, 3, 3], SLAM).figure("b1").bleed == 0


@pytest.mark.parametrize(("save", "turns"), [(5, 3), (20, 1)])
def test_a_staggering_critical_staggers_for_rounds_or_for_one(save: int, turns: int) -> None:
    """1d4 gives 2, and one more; Fortitude against 10 + 13."""
    field = critical("critico-barcollante", [20, 20, 3, 3, 2, save])
    assert field.the(SaveMade).dc == 23
    field.end("a1")
    for _ in range(turns):
        assert field.figure("b1").has("barcollante")
        field.end("b1", "a1")
    assert not field.figure("b1").has("barcollante")


def test_whoever_dies_hard_stays_on_its_feet_below_nothing() -> None:
    """5 hit points, 1d6 gives 6 and 2 more of Strength: at -3 it is stable and acts as the disabled do."""
    foe = {"at": "d3", "hp": 5, "feats": ["duro-a-morire"]}
    field = Field({"a1": {"at": "c3", "bab": 9, "forza": 14, "attacks": [SLAM]}}, {"b1": foe}, dice=[10, 5])
    field.act("a1", "attack", "schianto", "b1")
    figure = field.figure("b1")
    assert (figure.hp, figure.stable, figure.awake, figure.has("inabile")) == (-3, True, True, True)
    field.end("a1")
    assert "move" in field.actions("b1") and not figure.has("prono")


# --- grips and gullets --------------------------------------------------------------------------------


@pytest.mark.rule("PF-MON-01.1")
@pytest.mark.parametrize(("size", "abilities", "held"), [
    ("media", ["afferrare"], False), ("grande", ["afferrare", "presa-ampia"], True),
    ("enorme", ["afferrare", "presa-ampia"], False),
])  # fmt: skip
def test_a_choker_seizes_up_to_large_where_others_seize_no_larger(size: str, abilities: list[str], held: bool) -> None:
    choker = {"at": "c3", "size": "piccola", "bab": 5, "abilities": abilities,
              "attacks": [{**SLAM, "hits": ["afferrare"]}]}  # fmt: skip
    field = Field({"a1": choker}, {"b1": {"at": "d3", "size": size, **TOUGH}}, dice=[15, 3, 15])
    field.act("a1", "attack", "schianto", "b1")
    assert bool(field.figure("a1").holds) is held


def test_a_tyrannosaurus_digests_with_two_dice_of_eight_and_its_strength() -> None:
    assert built_in().monsters["tirannosauro"].gullet == "2d8"
    beast = {"at": "b3", "size": "mastodontica", "forza": 32, "bab": 20, "hp": 150, "attacks": [BITE], "gullet": "2d8",
             "abilities": ["inghiottire"]}  # fmt: skip
    field = Field({"a1": beast}, {"b1": {"at": "h3", **TOUGH}}, dice=[7, 8], order=("b1", "a1"))
    field.figure("b1").inside = "a1"
    field.end("b1")
    assert field.the(Hurt).amount == 7 + 8 + 11
    field.done()


# --- walked into --------------------------------------------------------------------------------------

JELLY = {**SLAM, "extra": "1d6", "extra_type": "acido"}


def walked_into(abilities: list[str], dice: list[int], **more: Any) -> Field:
    """b1 comes along a passage in which something transparent lies still on d1; its Perception 1 tells it nothing."""
    ooze = {"at": "d1", "hidden": True, "abilities": ["trasparente", *abilities], "attacks": [JELLY], **more}
    field = Field({"a1": ooze}, {"b1": {"at": "h1", **TOUGH}}, rows=("............",), dice=dice, order=("b1", "a1"))
    field.act("b1", "move", "b1")
    return field


def test_whoever_walks_into_a_gray_ooze_is_struck_and_seized() -> None:
    """1d6 gives 4 and the acid 3; the grapple 15 against CMD 10."""
    field = walked_into([], [4, 3, 15], bab=0)
    assert [(event.sort, event.amount) for event in field.all(Hurt)] == [("contundente", 4), ("acido", 3)]
    assert field.figure("a1").holds == "b1" and not field.figure("a1").hidden
    field.done()


def test_whoever_walks_into_a_gelatinous_cube_is_inside_it() -> None:
    field = walked_into(["inglobare"], [])
    assert field.figure("b1").inside == "a1" and not field.all(Hurt)
    field.done()


# --- eyes and hands -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-TAB-18.2")
@pytest.mark.parametrize(("senses", "sight"), [
    (["scurovisione"], [True, False, False]), (["scurovisione:36"], [True, True, False]),
    (["vista_nel_buio"], [True, True, True]), ([], [False, False, False]),
])  # fmt: skip
def test_some_see_farther_in_the_dark(senses: list[str], sight: list[bool]) -> None:
    rows = ("." * 40,) * 2
    far = {"b1": {"at": "m1"}, "b2": {"at": "y1"}, "b3": {"at": "ah1"}}
    field = Field({"a1": {"at": "a1", "senses": senses}}, far, rows=rows, ground={"light": "dark"})
    assert [sees(field.game, "a1", foe) for foe in far] == sight


def test_stone_giants_catch_rocks_better() -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["afferrare-massi-meglio"]}}, {"b1": {"at": "k3"}})
    saves = [field.game.query(SAVE, it="a1", save="riflessi", cause=cause, actor="").value
             for cause in ("afferrare-massi", "")]  # fmt: skip
    assert saves == [4, 0]

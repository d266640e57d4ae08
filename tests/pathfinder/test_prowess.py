"""How a computer fights: what blows are worth by their exact odds, and when feats and abilities pay."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.powers import shape_of, within_area
from arbitro.rulesets.pathfinder.prowess import best_plan, blow_worth
from arbitro.rulesets.pathfinder.state import Swing
from arbitro.rulesets.pathfinder.tactics import quick_deed
from tests.pathfinder.field import Field
from tests.pathfinder.test_full_attack_odds import facing, one_blow

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
POWER, EXPERTISE = "attacco-poderoso", "maestria-in-combattimento"


@pytest.mark.parametrize("penalty", [0, -5, -10])
def test_what_a_blow_is_worth_is_its_exact_mean(penalty: int) -> None:
    """Threat 19-20, concealment 20 %, AC 18 against +14: as worked out by hand, in hundredths."""
    game = facing()
    by_hand = one_blow(18 - 14 - penalty)
    assert blow_worth(game, "a1", Swing("spada-lunga", penalty), "b1") == int(by_hand * 100)


def deed(fighter: dict[str, Any], **foes: dict[str, Any]) -> tuple[Any, ...]:
    """What a computer does in the first turn."""
    field = Field({"a1": {"at": "c3", **SWORD, **fighter}}, foes)
    return quick_deed(field.game, "a1")


def test_power_attack_is_declared_where_its_odds_pay() -> None:
    fighter = {"bab": 4, "forza": 16, "feats": [POWER]}  # 1d8 + 3, +7: -2 for +4
    for natural in (0, 4, 8, 14):
        plain = (21 - (10 + natural - 7)) * 75  # hits of twenty, mean damage in tenths; threats weigh alike
        traded = max(1, 21 - (10 + natural - 5)) * 115
        found = deed(fighter, b1={"at": "d3", "hp": 60, "natural": natural})
        assert (found == ("ability", POWER)) is (traded > plain), natural
    assert deed(fighter, b1={"at": "d3", "hp": 60, "natural": 14})[0] == "attack"


def test_a_swordsman_cleaves_where_two_stand_side_by_side_and_strikes_with_all_it_has_where_one_stands() -> None:
    two = {"b1": {"at": "d3", "hp": 60}, "b2": {"at": "d4", "hp": 60}}
    assert deed({"feats": ["incalzare"]}, **two)[:2] == ("cleave", "spada-lunga")
    assert deed({"feats": ["incalzare"]}, b1={"at": "d3", "hp": 60})[0] != "cleave"
    assert deed({"feats": ["incalzare"], "bab": 6, "forza": 30}, b1={"at": "d3", "hp": 60})[0] == "full_attack"


def test_after_a_move_the_one_blow_left_is_a_mighty_one() -> None:
    fighter = {"at": "b3", "bab": 6, "feats": ["colpo-vitale"], **SWORD}
    field = Field({"a1": fighter}, {"b1": {"at": "d3", "hp": 60}})
    field.act("a1", "move", "c3")
    assert quick_deed(field.game, "a1") == ("vital_strike", "spada-lunga", "b1")


def test_expertise_covers_the_hurt_who_still_hit() -> None:
    fighter = {"bab": 8, "forza": 20, "hp": 40, "feats": [EXPERTISE]}
    for hp, covers in ((40, False), (15, True)):
        field = Field({"a1": {"at": "c3", **SWORD, **fighter, "hp_now": hp}}, {"b1": {"at": "d3", "hp": 60, **SWORD}},
                      order=["b1", "a1"])  # fmt: skip
        field.end("b1")
        assert (quick_deed(field.game, "a1") == ("ability", EXPERTISE)) is covers


def test_a_breath_goes_where_it_reaches_foes_and_not_friends() -> None:
    hound = {"at": "e5", "abilities": ["soffio-di-fuoco"]}
    field = Field({"a1": hound, "a2": {"at": "d5"}}, {"b1": {"at": "f5"}, "b2": {"at": "f6"}})
    name, rule, cone = quick_deed(field.game, "a1")
    assert (name, rule) == ("ability", "soffio-di-fuoco")
    assert set(within_area(field.game, "a1", shape_of(field.game, rule), (cone,))) == {"b1", "b2"}  # type: ignore[arg-type]
    shy = Field({"a1": hound, "a2": {"at": "f4"}, "a3": {"at": "f6"}}, {"b1": {"at": "f5"}})
    assert quick_deed(shy.game, "a1")[0] != "ability"


def test_a_cat_charges_with_all_its_claws_and_an_ox_walks_over_two() -> None:
    claw = {
        "id": "artiglio",
        "name": "Artiglio",
        "name_en": "Claw",
        "damage": "1d4",
        "types": ["tagliente"],
        "count": 2,
    }
    cat = {"at": "b3", "attacks": [claw], "abilities": ["balzo"]}
    plan = best_plan(Field({"a1": cat}, {"b1": {"at": "h3"}}).game, "a1")
    assert plan is not None and plan.path == ("charge", "artiglio", "b1") and len(plan.blows) == 2
    slam = {"id": "schianto", "name": "Schianto", "name_en": "Slam", "damage": "1d6", "types": ["contundente"]}
    ox = {"at": "b3", "size": "grande", "forza": 18, "attacks": [slam], "abilities": ["travolgere"]}
    plan = best_plan(Field({"a1": ox}, {"b1": {"at": "e3"}, "b2": {"at": "g4"}}).game, "a1")
    assert plan is not None and plan.path[0] == "trample"


def test_a_rapid_shot_pays_for_an_archer_with_a_high_bonus() -> None:
    archer = {"bab": 8, "destrezza": 18, "items": ["arco-lungo"], "feats": ["tiro-rapido"]}
    assert deed(archer, b1={"at": "h3", "hp": 60})[:2] == ("full_attack", "tiro-rapido/arco-lungo/ranged")

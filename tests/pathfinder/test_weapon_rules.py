"""What single weapons do beside their numbers: whips, rapiers, bucklers, double weapons, what is strapped on."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.arms import BIGGER, arm_named, arms_of, dice_of
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import Hurt
from arbitro.rulesets.pathfinder.numbers import ATTACK, CMD_OF, DAMAGE
from arbitro.rulesets.pathfinder.threat import threatens
from tests.pathfinder.field import Field

WHIP = {"items": ["frusta"], "proficient": ["frusta"]}


def total(field: Field, query: Any, weapon: str, hand: str = "primary", target: str = "b1") -> int:
    """A number of ``a1``'s with a weapon."""
    return field.game.query(query, actor="a1", target=target, weapon=weapon, mode="melee", action="attack",
                            manner="plain", hand=hand, penalty=0).value  # fmt: skip


@pytest.mark.rule("PF-TAB-10.1")
@pytest.mark.parametrize(("at", "reached"), [("d3", True), ("f3", True), ("g3", False)])
def test_a_whip_reaches_near_and_far_and_threatens_nothing(at: str, reached: bool) -> None:
    field = Field({"a1": {"at": "c3", **WHIP}}, {"b1": {"at": at}})
    found = field.offered("a1", "attack", "frusta") if "attack" in field.actions("a1") else []
    assert ("b1" in found) is reached
    assert not threatens(field.game, "a1", "b1")


def test_whoever_uses_a_whip_opens_itself_to_those_beside() -> None:
    field = Field({"a1": {"at": "c3", **WHIP}}, {"b1": {"at": "f3"}, "b2": {"at": "d4", "items": ["spada-lunga"]}},
                  dice=[15, 2], order=("b1", "b2", "a1"))  # fmt: skip
    field.end("b1", "b2")
    field.act("a1", "attack", "frusta", "b1")
    field.let_go()
    assert field.the(OpportunityGiven).by == ("b2",)
    assert field.figure("b1").nonlethal == 2
    field.done()


def test_to_trip_with_a_whip_opens_one_too_however_skilled() -> None:
    field = Field({"a1": {"at": "c3", **WHIP, "feats": ["sbilanciare-migliorato"]}},
                  {"b1": {"at": "f3"}, "b2": {"at": "d4", "items": ["spada-lunga"]}}, dice=[15],
                  order=("b1", "b2", "a1"))  # fmt: skip
    field.end("b1", "b2")
    field.act("a1", "trip", "frusta", "b1")
    field.let_go()
    assert field.the(OpportunityGiven).by == ("b2",) and field.figure("b1").has("prono")
    field.done()


@pytest.mark.parametrize(("foe", "hurt"), [
    ({}, True), ({"natural": 2}, True), ({"natural": 3}, False), ({"items": ["armatura-imbottita"]}, False),
    ({"items": ["scudo-pesante-di-metallo"]}, True),
])  # fmt: skip
def test_no_whip_cuts_through_armour(foe: dict[str, Any], hurt: bool) -> None:
    field = Field({"a1": {"at": "c3", **WHIP}}, {"b1": {"at": "e3", **foe}}, dice=[19, *([2] if hurt else [])])
    field.act("a1", "attack", "frusta", "b1")
    assert bool(field.all(Hurt)) is hurt
    field.done()


@pytest.mark.rule("PF-DMG-06.1")
@pytest.mark.parametrize(("weapon", "more"), [("spada-lunga", 6), ("stocco", 4)])
def test_both_hands_on_a_rapier_add_no_strength(weapon: str, more: int) -> None:
    field = Field({"a1": {"at": "c3", "forza": 18, "items": [weapon]}}, {"b1": {"at": "d3"}})
    field.act("a1", "grip", weapon)
    assert total(field, DAMAGE, weapon) == more


@pytest.mark.rule("PF-TAB-10.4")
@pytest.mark.parametrize("weapon", ["spada-bastarda", "ascia-da-guerra-nanica"])
def test_in_both_hands_a_bastard_sword_is_a_martial_weapon(weapon: str) -> None:
    field = Field({"a1": {"at": "c3", "items": [weapon], "proficient": ["simple", "martial"]}}, {"b1": {"at": "d3"}})
    assert total(field, ATTACK, weapon) == -4
    field.act("a1", "grip", weapon)
    assert total(field, ATTACK, weapon) == 0


@pytest.mark.rule("PF-TAB-11.1")
@pytest.mark.parametrize(("weapon", "ends"), [
    ("bastone-ferrato", ((1, 4), (1, 4))), ("martello-picca-gnomesco", ((1, 6), (1, 4))),
    ("spada-a-due-lame", ((1, 6), (1, 6))), ("urgrosh-nanico", ((1, 6), (1, 4))),
])  # fmt: skip
def test_both_ends_of_a_double_weapon_are_smaller_in_small_hands(weapon: str, ends: tuple[Any, ...]) -> None:
    field = Field({"a1": {"at": "c3", "size": "piccola", "items": [weapon]}}, {"b1": {"at": "d3"}})
    arm = arm_named(field.game, "a1", weapon)
    assert tuple(dice_of(field.game, "a1", arm, second=second) for second in (False, True)) == ends


def test_a_step_up_from_three_eights_is_four() -> None:
    assert BIGGER["3d8"] == "4d8" and BIGGER["4d8"] == "6d8"


def test_a_buckler_hinders_the_hand_behind_it() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga", "buckler"]}}, {"b1": {"at": "d3"}})
    assert total(field, ATTACK, "spada-lunga") == 0
    assert total(field, ATTACK, "spada-lunga", hand="off") == -1
    two_handed = Field(
        {"a1": {"at": "c3", "items": ["spadone", {"thing": "buckler", "held": True}]}}, {"b1": {"at": "d3"}}
    )
    assert total(two_handed, ATTACK, "spadone") == -1
    shield = Field({"a1": {"at": "c3", "items": ["spada-lunga", "scudo-leggero-di-legno"]}}, {"b1": {"at": "d3"}})
    assert total(shield, ATTACK, "spada-lunga", hand="off") == 0


def test_a_curved_elven_blade_bends_and_does_not_break() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "items": ["lama-curva-elfica"]}})
    cmd = {
        name: field.game.query(CMD_OF, target="b1", actor="a1", manoeuvre=name).value for name in ("sunder", "disarm")
    }
    assert cmd == {"sunder": 12, "disarm": 10}


@pytest.mark.rule("PF-DIS-01.1")
def test_nobody_strikes_a_strapped_shield_or_a_spiked_gauntlet_from_a_hand() -> None:
    foes = {"b1": {"at": "d3", "items": ["spada-lunga", "scudo-pesante-di-metallo"]},
            "b2": {"at": "c4", "items": ["guanto-d-arme-chiodato", "scudo-leggero-di-legno"]}}  # fmt: skip
    field = Field({"a1": {"at": "c3", "items": ["mazzafrusto"]}}, foes)
    assert field.offered("a1", "disarm", "mazzafrusto") == ("b1",)
    assert field.offered("a1", "disarm", "mazzafrusto", "b1") == ("spada-lunga",)
    assert len(arms_of(field.game, "b2")) > 0, "the gauntlet is still a weapon"


@pytest.mark.rule("PF-DIS-02.2")
def test_by_far_too_only_what_is_held_falls() -> None:
    foe = {"at": "d3", "items": ["spada-lunga", "scudo-pesante-di-metallo"]}
    field = Field({"a1": {"at": "c3", "forza": 30, "items": ["mazzafrusto"], "feats": ["disarmare-migliorato"]}},
                  {"b1": foe}, dice=[19])  # fmt: skip
    field.act("a1", "disarm", "mazzafrusto", "b1", "spada-lunga")
    left = [item.thing for item in field.figure("b1").items if item.no in field.figure("b1").held]
    assert left == ["scudo-pesante-di-metallo"]
    field.done()


@pytest.mark.rule("PF-ATK-05.1")
@pytest.mark.parametrize(("weapon", "shield", "bonus"), [
    ("pugnale", "scudo-pesante-di-metallo", 4 - 2), ("pugnale", "buckler", 4 - 1), ("pugnale", "", 4),
    ("pugnale", "scudo-torre", -2), ("spada-lunga", "scudo-pesante-di-metallo", 0),
])  # fmt: skip
def test_a_shield_hinders_whoever_strikes_with_finesse(weapon: str, shield: str, bonus: int) -> None:
    items = [weapon, *([shield] if shield else [])]
    field = Field(
        {"a1": {"at": "c3", "destrezza": 18, "feats": ["arma-accurata"], "items": items}}, {"b1": {"at": "d3"}}
    )
    assert total(field, ATTACK, weapon) == bonus

"""Ground that spells change: grease, grasping plants, webs."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import Moved, Stopped
from arbitro.rulesets.pathfinder.events_blows import CheckMade, ConditionBegan, ConditionEnded, Hurt, SaveMade
from arbitro.rulesets.pathfinder.events_magic import WebBurnt, ZoneFaded, ZoneSpread
from arbitro.rulesets.pathfinder.numbers import SKILL
from arbitro.rulesets.pathfinder.paths import reachable
from arbitro.rulesets.pathfinder.picture import svg, text
from arbitro.rulesets.pathfinder.scene import rims, zone_marks
from arbitro.rulesets.pathfinder.sight import cover
from tests.pathfinder.field import Field

DRUID = {"source": "druido", "tradition": "divine", "ability": "saggezza", "level": 1, "prepared": {"intralciare": 1}}
MAGE = {"source": "mago", "ability": "intelligenza", "level": 3, "prepared": {"unto": 1, "ragnatela": 1}}
KIT = {"items": ["borsa-per-componenti", "simbolo-sacro"]}
DC = 11  # 10 + level 1, nothing by the ability


def greased(dice: list[int], **b1: Any) -> Field:
    """A passage two squares wide with grease on f1 to g2; b2 stands on it, b1 beside it."""
    field = Field({"a1": {"at": "c1", "casting": [MAGE], **KIT}}, {"b1": {"at": "h1", **b1}, "b2": {"at": "f2"}},
                  dice=dice, rows=("............",) * 2)  # fmt: skip
    cast(field, "mago", "unto", "g2")
    return field


def cast(field: Field, source: str, spell: str, corner: str) -> None:
    """A spell with its corner, without provoking anybody."""
    field.act("a1", "cast", source, spell, "openly", corner)


def test_grease_fells_those_on_it_and_lies_on() -> None:
    """Reflex 10 against DC 11 fails."""
    field = greased([10])
    zone = field.the(ZoneSpread).zone
    assert zone.squares == ((5, 0), (5, 1), (6, 0), (6, 1)) and zone.dc == DC
    assert field.figure("b2").has("prono") and field.state.zones == (zone,)
    field.done()


@pytest.mark.parametrize(
    ("dice", "at", "down", "stuck"),
    [([10], "e1", False, False), ([9, 11], "g1", False, True), ([9, 10], "g1", True, True), ([5], "g1", True, False)],
)
def test_whoever_walks_on_grease_keeps_its_feet_slips_or_falls(
    dice: list[int], at: str, down: bool, stuck: bool
) -> None:
    """Acrobatics 10 goes on; 9 stops and saves; 5, five short, falls."""
    field = greased([11, *dice])
    field.end("a1")
    field.act("b1", "move", "e1")
    assert field.at("b1") == at and field.figure("b1").has("prono") is down
    assert field.figure("b1").has("senza-appiglio") is stuck
    assert field.all(CheckMade)[-1].dc == 10
    field.done()


def test_grease_costs_double_and_whoever_begins_on_it_may_not_get_away() -> None:
    field = greased([11, 9, 11])
    assert reachable(field.game, "b1", 6, "terra")[4, 0].cost == 5, "two of the three squares cost two"
    field.end("a1", "b1")
    field.act("b2", "move", "i1")
    assert field.at("b2") == "f2" and field.all(Stopped) and not field.all(Moved)
    assert "move" not in field.actions("b2")
    field.done()


def entangled(dice: list[int], **b1: Any) -> Field:
    """Plants about i5; b1 stands there."""
    field = Field({"a1": {"at": "a1", "casting": [DRUID], **KIT}}, {"b1": {"at": "i5", **b1}}, dice=dice,
                  rows=("........................",) * 10)  # fmt: skip
    cast(field, "druido", "intralciare", "n5")
    return field


def test_plants_hold_whoever_fails_until_it_tears_itself_free_and_grasp_again_each_turn() -> None:
    """Caught by 10, free by Strength 11 with a move action, caught again at the end of the druid's next turn."""
    field = entangled([10, 11, 10])
    assert field.figure("b1").has("intralciato") and (13, 4) in field.state.zones[0].squares
    field.end("a1")
    field.act("b1", "tear_free", "force")
    assert not field.figure("b1").conditions and (field.figure("b1").std, field.figure("b1").mov) == (1, 0)
    assert field.all(CheckMade)[-1].dc == DC
    field.end("b1", "a1")
    assert field.figure("b1").has("intralciato") and [e.dc for e in field.all(SaveMade)] == [DC, DC]
    field.done()


def test_whoever_comes_into_plants_saves_at_once_and_stops_where_it_is_caught() -> None:
    field = Field({"a1": {"at": "a1", "casting": [DRUID], **KIT}}, {"b2": {"at": "n6"}, "b1": {"at": "c5"}},
                  dice=[20, 20, 10], rows=("........................",) * 10)  # fmt: skip
    cast(field, "druido", "intralciare", "n5")
    field.end("a1", "b2")
    field.act("b1", "move", "f5")
    edge = min(x for x, y in field.state.zones[0].squares if y == 4)
    assert field.figure("b1").x == edge and field.figure("b1").has("intralciato")
    field.done()


def test_plants_let_go_of_whoever_is_out_of_them_and_when_the_spell_is_over() -> None:
    field = entangled([10])
    field.end("a1", "b1")
    field.act("a1", "dismiss", "intralciare")
    assert not field.state.zones and field.the(ZoneFaded) and not field.figure("b1").conditions
    assert field.all(ConditionEnded)[-1].condition == "intralciato"
    field.done()


def test_who_flies_or_has_no_body_does_not_feel_plants() -> None:
    assert not entangled([], subtypes=["incorporeo"], conditions=["incorporeo"]).figure("b1").has("intralciato")


def webbed(dice: list[int], **b1: Any) -> Field:
    field = Field({"a1": {"at": "a1", "casting": [MAGE], **KIT}}, {"b1": {"at": "g5", **b1}, "b2": {"at": "l5"}},
                  dice=dice)  # fmt: skip
    cast(field, "mago", "ragnatela", "h5")
    return field


def test_webs_hold_fast_until_a_standard_action_gets_one_free() -> None:
    """DC 10 + 2; a combat manoeuvre of 12 gets one out, 11 does not."""
    field = webbed([11, 11, 12])
    figure = field.figure("b1")
    assert figure.has("trattenuto") and field.the(ConditionBegan).rules == ("ragnatela",)
    field.end("a1")
    assert "move" not in field.actions("b1")
    field.act("b1", "tear_free", "force")
    assert field.figure("b1").has("trattenuto") and field.figure("b1").std == 0
    field.end("b1", "b2", "a1")
    field.act("b1", "tear_free", "force")
    assert not field.figure("b1").conditions
    field.done()


def test_whoever_wades_into_webs_is_caught_in_the_first_square_but_not_a_spider() -> None:
    """11 against 12 for b2; a creature that throws webs walks on them, and hides better in them."""
    field = webbed([20, 11])
    field.end("a1", "b1")
    field.act("b2", "move", "j5")
    assert field.figure("b2").has("trattenuto") and field.at("b2") == "k5"
    field.done()
    spider = {"abilities": ["lancio-di-ragnatela", "celato-nelle-ragnatele"]}
    field = webbed([20], **spider)
    field.end("a1")
    field.act("b1", "move", "h5")
    assert field.at("b1") == "h5" and not field.figure("b1").conditions
    assert field.game.query(SKILL, it="b1", skill="furtivita", target="").value == 4


# --- fire and cover -----------------------------------------------------------------------------------

BURNER = {"source": "mago", "ability": "intelligenza", "level": 3, "prepared": {"ragnatela": 1, "mani-brucianti": 1}}


def aflame(dice: list[int]) -> Field:
    """Webs on d1 to k8; their caster, on c5, breathes fire over those who are caught on e5 and, out of reach, on i5."""
    field = Field({"a1": {"at": "c5", "casting": [BURNER], **KIT}}, {"b1": {"at": "e5", "hp": 40}, "b2": {"at": "i5"}},
                  dice=dice)  # fmt: skip
    cast(field, "mago", "ragnatela", "h5")
    field.end("a1", "b1", "b2")
    field.act("a1", "cast", "mago", "mani-brucianti", "openly", "east.d5")
    return field


def test_fire_burns_webs_away_with_whoever_is_in_them_and_sets_it_free() -> None:
    """Both are caught; 3d4 of fire give 6, then the webs burn for 3 and 4."""
    field = aflame([5, 5, 2, 2, 2, 1, 3, 4])
    gone = set(field.the(WebBurnt).squares)
    assert [event.amount for event in field.all(Hurt)] == [6, 7]
    assert (4, 4) in gone and (8, 4) not in gone and set(field.state.zones[0].squares).isdisjoint(gone)
    assert not field.figure("b1").conditions and field.figure("b2").has("trattenuto")
    field.done()


def test_a_torch_burns_a_square_of_webs_and_bare_hands_do_not() -> None:
    for items, offered in (
        (["torcia"], True),
        ([], False),
        ([{"thing": "spada-lunga", "qualities": ["infuocata"]}], True),
    ):
        held = [{"thing": one, "held": True} if isinstance(one, str) else one for one in items]
        field = webbed([20, 3, 3], items=held)
        field.end("a1")
        assert ("burn_web" in field.actions("b1")) is offered
        if items == ["torcia"]:
            field.act("b1", "burn_web", "f5")
            assert field.the(WebBurnt).squares == ((5, 4),) and not field.all(Hurt), "nobody stood there"
            field.act("b1", "move", "f5")
            assert field.at("b1") == "f5"


@pytest.mark.parametrize(("at", "protection"), [("c5", ""), ("b5", ""), ("f5", "cover"), ("i5", "total")])
def test_webs_between_two_cover_and_four_squares_of_them_let_nothing_through(at: str, protection: str) -> None:
    """Seen from d5, at the edge of webs on d1 to k8."""
    field = Field({"a1": {"at": "a1", "casting": [MAGE], **KIT}, "a2": {"at": "d5"}}, {"b1": {"at": at}}, dice=[20, 20])
    cast(field, "mago", "ragnatela", "h5")
    assert cover(field.game, "a2", "b1", "ranged") == protection


def test_people_see_the_ground_that_a_spell_has_changed() -> None:
    field = greased([11])
    words = field.rules.words(field.state, "en")
    assert ": Grease" in text(words, 80) and " :" in text(words, 80)
    assert svg(words, "board").count('class="pf-zone"') == 4
    assert [(mark.kind, mark.label) for mark in zone_marks(words)] == [("zone", "Grease")]


def test_the_rims_of_a_ring_of_squares_are_two() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, inner = sorted(rims(ring), key=len, reverse=True)
    assert len(outer) == 12 and sorted(inner) == [(1, 1), (1, 2), (2, 1), (2, 2)]

"""What a computer values: blows before fright, those who stand before those who lie, friends to be raised, orders."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.players import QuickPlayer, StrongPlayer
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.state import DEAD
from arbitro.rulesets.pathfinder.tactics import quick_deed
from tests.pathfinder.desk import DORNA, TILLI, DeskTable, Newcomer
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import cleric

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
CURE = "cura-ferite-leggere"


def worth(field: Field) -> int:
    """What the state is worth to side a."""
    return field.rules.worth(field.state, "a")


def quick(field: Field) -> Any:
    """What the quick opponent does in the turn that stands."""
    assert field.game.pending is not None
    return QuickPlayer(1).answer(field.game, field.game.pending.seats[0])


def test_a_foe_shaken_for_a_round_is_worth_less_than_one_point_of_damage_and_is_struck_instead() -> None:
    """A round of a level's blows is 400 + 160; shaken, it loses 2 x 7 of attack and 2 x 2 of saves, in per cent."""
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3"}}, dice=[11])
    before = worth(field)
    field.act("a1", "demoralise", "b1")
    assert field.figure("b1").has("scosso")
    assert worth(field) - before == 560 * 18 // 100 + 1  # rounded down on the foe's side
    assert quick(Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3"}}))[1:] == ("attack", "spada-lunga", "b1")


def test_a_boon_counts_for_as_long_as_it_lasts_and_what_speeds_is_no_harm() -> None:
    for me, spell, path in ((cleric("favore-divino"), "favore-divino", ()), (cleric("aiuto"), "aiuto", ("a1",))):
        field = Field({"a1": me}, {"b1": {"at": "h3"}}, dice=[4])
        before = worth(field)
        field.act("a1", "cast", "chierico", spell, "openly", *path)
        assert worth(field) > before, spell


def test_to_slay_the_dying_is_worth_less_than_a_few_hit_points_of_one_who_stands() -> None:
    foes = {"b1": {"at": "d3", "hp_now": -4}, "b2": {"at": "c4"}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foes)
    before = worth(field)
    field.state.figures["b1"].status = DEAD
    assert 0 < worth(field) - before < 500
    fresh = Field({"a1": {"at": "c3", **SWORD}}, foes)
    assert quick_deed(fresh.game, "a1") == ("attack", "spada-lunga", "b2")
    assert "b1" not in quick(fresh)


def test_the_last_foe_is_struck_though_it_can_do_nothing_now() -> None:
    """While another stands, a charmed one is left alone; alone it is walked up to, and struck."""
    charmed = {"at": "g3", "conditions": ["ammaliato"]}
    alone = Field({"a1": {"at": "c3", **SWORD}}, {"b1": charmed})
    assert quick_deed(alone.game, "a1")[0] in ("charge", "move")
    beside = Field({"a1": {"at": "f3", **SWORD}}, {"b1": charmed})
    assert quick_deed(beside.game, "a1") == ("attack", "spada-lunga", "b1")
    both = Field({"a1": {"at": "f3", **SWORD}}, {"b1": charmed, "b2": {"at": "f4"}})
    assert quick_deed(both.game, "a1") == ("attack", "spada-lunga", "b2")


@pytest.mark.parametrize("strength", ["quick", "instinct"])
def test_a_friend_who_dies_is_raised_before_a_foe_who_dies_is_slain(strength: str) -> None:
    party = {"a1": cleric(CURE, items=["mazza-pesante"]), "a2": {"at": "c4", "hp_now": -3, "level": 3}}
    foes = {"b1": {"at": "d3", "hp_now": -4, "level": 3}, "b2": {"at": "k9"}}
    field = Field(party, foes)
    found = quick(field) if strength == "quick" else ("a1", *quick_deed(field.game, "a1"))
    assert found == ("a1", "cast", "chierico", CURE, "openly", "a2")


def test_a_prepared_spell_is_given_up_for_a_cure_and_the_far_are_stabilised() -> None:
    party = {"a1": cleric("benedizione"), "a2": {"at": "c4", "hp_now": -3}}
    given = Field(party, {"b1": {"at": "k9"}})
    assert quick_deed(given.game, "a1") == ("convert", "chierico", "benedizione", CURE, "openly", "a2")
    far = Field({"a1": cleric("stabilizzare"), "a2": {"at": "g3", "hp_now": -3}}, {"b1": {"at": "k9"}})
    assert quick_deed(far.game, "a1") == ("cast", "chierico", "stabilizzare", "openly", "a2")


@pytest.mark.parametrize("player", [QuickPlayer(1), StrongPlayer(1, nodes=40)])
def test_orders_to_go_are_obeyed_though_a_foe_would_fall_at_a_touch(player: Any) -> None:
    """b1 has one hit point left; who walks away from it all the same is not asked whether that pays."""
    party = {"a1": {"at": "d3", **SWORD}, "a2": {"at": "k9", "hp_now": -9, "level": 9}}
    field = Field(party, {"b1": {"at": "e4", "hp_now": 1, **SWORD}}, order=("b1", "a1", "a2"), retreat=50)
    field.end("b1")
    assert player.answer(field.game, "a")[:2] == ("a1", "withdraw")
    stays = Field(party, {"b1": {"at": "e4", "hp_now": 1, **SWORD}}, order=("b1", "a1", "a2"))
    stays.end("b1")
    assert quick(stays)[-1] == "b1"


def test_at_the_desk_a_monster_chooses_as_on_a_board_and_goes_when_it_is_told_to() -> None:
    """Tilli (25 hit points, AC 18) is more dangerous than Dorna (AC 19); one of two goblins lost is half."""
    desk = DeskTable(DORNA, TILLI, Newcomer(side="b", beast="goblin", count=2), dice=[2, 2])
    desk.do("auto", who=desk.ids("Goblin"))
    assert desk.game.state.figures  # it has struck
    desk.do("retreat", n=50)
    assert desk.state.retreats[0] == ("b", 50)
    desk.do("auto", who=desk.ids("Goblin"))
    assert desk.figure("Goblin").status == "in"
    desk.do("harm", who=desk.ids("Goblin 2"), dice="9")
    desk.do("auto", who=desk.ids("Goblin"))
    assert desk.figure("Goblin").status == "fled"


def test_every_spell_and_condition_of_the_book_can_be_weighed() -> None:
    appraiser, library = RULESET.appraiser, RULESET.library
    found = {condition: appraiser.of_condition(condition) for condition in library.conditions}
    assert all(-100 <= gain <= 100 for gain in found.values())
    assert found["paralizzato"] == -100 and found["scosso"] == -18
    assert found["accelerato"] > 0 and found["invisibile"] > 0

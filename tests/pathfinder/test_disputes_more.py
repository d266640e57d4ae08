"""What players quarrel over, continued: hands, spells in them, hit points of several sorts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from arbitro.rulesets.pathfinder.events import ItemLost, PickedUp
from arbitro.rulesets.pathfinder.harm import wanted
from tests.pathfinder.field import Field
from tests.pathfinder.test_blows import ready
from tests.pathfinder.test_magic import cleric, mage

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}


# --- hands --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-MOV-09.1", "PF-MOV-02.1")
def test_one_weapon_is_drawn_with_a_move_in_however_many_pieces_it_is_made() -> None:
    me = {"at": "c3", "bab": 1, "items": ["pugnale", "ascia", "mazza-leggera"]}
    field = Field({"a1": me}, {"b1": {"at": "k9"}})
    field.act("a1", "drop", "pugnale")
    field.act("a1", "move", "c4")
    field.act("a1", "draw", "ascia")
    assert (field.figure("a1").mov, field.figure("a1").std) == (0, 1)
    field.act("a1", "move", "c5")
    field.act("a1", "draw", "mazza-leggera")  # the same move: this one costs an action
    assert field.figure("a1").std == 0


@pytest.mark.rule("PF-DIS-03.1", "PF-DIS-02.2")
def test_bare_hands_that_strike_two_things_down_pick_up_the_one_they_meant() -> None:
    both = [{"thing": one, "held": True} for one in ("spada-lunga", "pugnale")]
    me = {"at": "c3", "forza": 30, "feats": ["disarmare-migliorato"]}
    field = ready({"a1": me}, {"b1": {"at": "d3", "items": both}}, [18])
    field.act("a1", "disarm", "senz-armi", "b1", "pugnale")
    assert [e.item.thing for e in field.all(ItemLost)] == ["pugnale", "spada-lunga"]
    assert field.the(PickedUp).item.thing == "pugnale" and len(field.figure("a1").held) == 1
    assert [(x, y, item.thing) for x, y, item in field.state.lying] == [(3, 2, "spada-lunga")]


@pytest.mark.rule("PF-DIS-03.1")
def test_a_kick_with_both_hands_full_leaves_the_thing_on_the_ground() -> None:
    me = {"at": "c3", "forza": 30, "feats": ["disarmare-migliorato"], "items": ["spadone"]}
    field = ready({"a1": me}, {"b1": {"at": "d3", "items": ["pugnale"]}}, [10])
    field.act("a1", "disarm", "senz-armi", "b1", "pugnale")
    assert not field.all(PickedUp) and [item.thing for _, _, item in field.state.lying] == ["pugnale"]


# --- spells in the hand -------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-17.1", "PF-HEAL-04.1")
def test_hands_that_hold_a_spell_tend_nobody_without_passing_it_on() -> None:
    me = mage("stretta-folgorante", level=3, skills={"guarire": 20})
    party = {"a1": me, "a2": {"at": "c4", "bleed": 1, "hp": 20}}
    field = ready(party, {"b1": {"at": "k9"}}, [1, 2, 3, 5])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1", "a2", "b1")
    assert field.figure("a2").hp == 20 - 2  # it bleeds at the start of each turn
    field.act("a1", "stabilise", "a2")
    assert field.figure("a1").charge == () and field.figure("a2").hp == 18 - 6 and field.figure("a2").bleed == 0


@pytest.mark.rule("PF-SPL-17.1", "PF-MOV-12.1")
def test_who_climbs_into_the_saddle_with_a_spell_in_hand_gives_it_to_the_horse() -> None:
    party = {"a1": mage("stretta-folgorante", level=3), "a2": {"at": "d3", "steed": True}}
    field = ready(party, {"b1": {"at": "k9"}}, [1, 2, 3])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.act("a1", "mount", "a2")
    assert field.figure("a2").hp == 30 - 6 and field.figure("a1").charge == ()


# --- hit points ---------------------------------------------------------------------------------------


@pytest.mark.rule("PF-HP-10.1", "PF-HP-10.2", "PF-NL-04.1", "PF-NL-05.1")
@pytest.mark.parametrize(("face", "so"), [(2, ()), (3, ("barcollante-da-colpi",))])
def test_temporary_hit_points_come_on_top_of_those_that_bruises_are_weighed_against(
    face: int, so: tuple[str, ...]
) -> None:
    fist = {"at": "c3", "feats": ["colpo-senz-armi-migliorato"], "forza": 16}
    healer = {**cleric("virtu", level=1), "at": "d4"}
    field = Field({"a1": fist}, {"b1": {"at": "d3", "hp": 9, "hp_now": 5}, "b2": healer}, dice=[15, face],
                  order=["b1", "b2", "a1"])  # fmt: skip
    field.end("b1")
    field.act("b2", "cast", "chierico", "virtu", "openly", "b1")
    field.end("b2")
    field.act("a1", "attack", "senz-armi", "b1")
    assert (field.figure("b1").nonlethal, sum(n for _, n in field.figure("b1").temp)) == (3 + face, 1)
    assert field.figure("b1").conditions == so
    for _ in range(9):
        field.end("a1", "b1", "b2")
    field.end("a1", "b1")  # ten rounds after the spell
    assert field.figure("b1").temp == ()
    assert field.figure("b1").has("tramortito" if so else "barcollante-da-colpi")


@pytest.mark.rule("PF-NL-05.1", "PF-HEAL-06.1")
def test_bruises_knock_out_again_who_woke_below_nought() -> None:
    field = Field({"a1": {"at": "c3", "hp_now": -3}}, {"b1": {"at": "k9"}})
    awake = structs.replace(field.figure("a1"), awake=True)
    assert wanted(field.game, awake) == ("inabile",)
    assert wanted(field.game, structs.replace(awake, nonlethal=1)) == ("inabile", "tramortito")

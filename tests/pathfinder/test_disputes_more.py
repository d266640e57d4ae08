"""What players quarrel over, continued: hands, spells in them, hit points of several sorts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from arbitro.rulesets.pathfinder.events import CameToNothing, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt
from arbitro.rulesets.pathfinder.events_things import ItemLost, PickedUp
from arbitro.rulesets.pathfinder.events_thrown import Scattered
from arbitro.rulesets.pathfinder.harm import wanted
from arbitro.rulesets.pathfinder.sight import NO_COVER, SOFT, cover
from arbitro.rulesets.pathfinder.state import MELEE, RANGED, name_of_square
from tests.pathfinder.field import Field
from tests.pathfinder.test_blows import ready
from tests.pathfinder.test_magic import cleric, mage

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
FIRE = "fuoco-dell-alchimista"


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


@pytest.mark.rule("PF-SPL-17.1", "PF-TRP-01.1", "PF-BLR-01.1")
@pytest.mark.parametrize("path", [("trip", "senz-armi", "b1"), ("bull_rush", "b1")])
def test_who_trips_or_pushes_with_the_bare_body_gives_away_the_spell_in_its_hand(path: tuple[str, ...]) -> None:
    me = mage("stretta-folgorante", level=3, forza=20)
    field = Field({"a1": me}, {"b1": {"at": "d3"}}, dice=[12, 1, 2, 3])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1", "b1")
    field.act("a1", *path)
    assert field.figure("a1").charge == () and field.figure("b1").hp == 20 - 6
    field.done()


@pytest.mark.rule("PF-SPL-17.1", "PF-DIS-01.1")
def test_a_spell_in_a_bare_hand_is_lost_on_the_sword_it_strikes_away_and_none_on_a_trip_with_a_staff() -> None:
    me = mage("stretta-folgorante", level=3, forza=20, feats=["disarmare-migliorato"])
    field = Field({"a1": me}, {"b1": {"at": "d3", **SWORD}}, dice=[15])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1", "b1")
    field.act("a1", "disarm", "senz-armi", "b1", "spada-lunga")
    assert field.figure("a1").charge == () and field.figure("b1").hp == 20
    staff = mage("stretta-folgorante", level=3, forza=20, items=["bastone-ferrato"])
    field = Field({"a1": staff}, {"b1": {"at": "d3"}}, dice=[15])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1", "b1")
    field.act("a1", "trip", "bastone-ferrato", "b1")
    assert field.figure("a1").charge and field.figure("b1").has("prono")


@pytest.mark.rule("PF-SPL-12.1", "PF-SPL-16.1", "PF-SPL-16.2")
def test_the_free_touch_of_a_casting_is_one_whether_it_comes_with_the_casting_or_after_it() -> None:
    for aim in ("b1", "hold_it"):
        field = Field({"a1": mage("stretta-folgorante", level=3)}, {"b1": {"at": "d3", "hp": 60}}, dice=[1])
        field.act("a1", "cast", "mago", "stretta-folgorante", "openly", aim)
        if aim == "hold_it":
            field.act("a1", "touch", "b1")
        assert [e.outcome for e in field.all(AttackRolled)] == ["miss"] and field.figure("a1").charge
        assert "touch" not in field.actions("a1"), "the next one takes a standard action"
        field.end("a1", "b1")
        assert "touch" in field.actions("a1")


# --- readied shots, blows that find nobody, flasks ----------------------------------------------------


@pytest.mark.rule("PF-RDY-01.1", "PF-AOO-08.1", "PF-AOO-10.2")
@pytest.mark.parametrize("damage", [2, 8])
def test_a_shot_made_ready_provokes_when_it_is_shot(damage: int) -> None:
    """b1 strikes at a1, who shoots first beside it: b1 strikes at that, and then as it meant to."""
    dice = [15, damage, *([15, 3] if damage < 8 else []), 1]
    party = {"a1": {"at": "c3", "hp_now": 7, "items": ["arco-corto"]}, "a2": {"at": "k9"}}
    field = Field(party, {"b1": {"at": "c4", **SWORD}}, dice=dice, order=["b1", "a1", "a2"])
    field.end("b1")
    field.act("a1", "ready", "attacks", "b1", "shoot", "arco-corto")
    assert not field.all(OpportunityGiven)
    field.end("a1", "a2")
    field.act("b1", "attack", "spada-lunga", "a1")
    field.strike("a1")
    field.strike("b1")
    shots = [e.outcome for e in field.all(AttackRolled) if e.actor == "a1"]
    assert shots == (["hit"] if damage < 8 else [])


@pytest.mark.rule("PF-RDY-03.3")
def test_a_blow_whose_target_has_stepped_away_is_told_to_find_nobody() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", **SWORD}})
    field.act("a1", "ready", "attacks", "b1", "step")
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    field.strike("a1")
    told = field.answer(("b3",))
    said = [field.rules.sentence(field.state, event, "it") for event in told if isinstance(event, CameToNothing)]
    assert said == ["b1 non arriva più al bersaglio."]


@pytest.mark.rule("PF-SPW-03.1", "PF-SPW-04.1", "PF-SPW-04.2")
@pytest.mark.parametrize(("face", "corner", "splashed"), [
    (1, "c1", {"b1"}), (5, "a1", set()), (7, "b2", {"b1", "b2"}),
])  # fmt: skip
def test_a_flask_that_misses_a_corner_breaks_at_a_corner(face: int, corner: str, splashed: set[str]) -> None:
    """Thrown from the right at the lower left corner of b1, on the edge of the board; b1 and b2 stand above it."""
    thrower = {"at": "d1", "items": [FIRE]}
    field = Field({"a1": thrower}, {"b1": {"at": "b1"}, "b2": {"at": "b2"}}, dice=[1, face])
    field.act("a1", "hurl", FIRE, "b1")
    assert name_of_square(field.the(Scattered).at) == corner and field.the(Scattered).crossing
    assert {e.it for e in field.all(Hurt)} == splashed
    field.done()


@pytest.mark.rule("PF-EQP-04.1")
def test_fire_that_will_burn_on_is_not_said_to_affect_its_thrower() -> None:
    field = Field({"a1": {"at": "h3", "items": [FIRE]}}, {"b1": {"at": "c3"}}, dice=[15, 3, 2])
    told = field.act("a1", "shoot", FIRE, "b1")
    told += field.answer(("a1", "end"))
    told += field.answer(("b1", "end"))
    said = [field.rules.sentence(field.state, event, "it") for event in told]
    assert not [one for one in said if "effetto su a1" in one] and field.figure("b1").hp == 20 - 3 - 2


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


# --- tails --------------------------------------------------------------------------------------------

JAWS = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
TAIL = {"id": "coda", "name": "Coda", "name_en": "Tail", "damage": "1d6", "types": ["contundente"], "primary": False}


@pytest.mark.rule("PF-STD-13.1", "PF-AOO-14.1", "PF-FEAT-04.1")
@pytest.mark.parametrize(("feats", "loss"), [((), 5), (("multiattacco",), 2)])
def test_a_tail_strikes_worse_by_itself_and_at_an_opportunity_too(feats: tuple[str, ...], loss: int) -> None:
    beast = {"at": "d3", "forza": 16, "bab": 4, "attacks": [JAWS, TAIL], "feats": list(feats)}
    field = ready({"a1": {"at": "c3", "hp": 60}}, {"b1": beast}, [15, 3, 15, 3])
    field.act("a1", "move", "c6")
    field.strike("b1")
    field.answer("coda")
    field.end("a1")
    field.act("b1", "move", "c5")
    field.act("b1", "attack", "coda", "a1")
    assert [e.bonus.value for e in field.all(AttackRolled)] == [4 + 3 - loss] * 2
    assert field.figure("a1").hp == 60 - 2 * (3 + 1)


@pytest.mark.rule("PF-STD-12.1", "PF-STD-12.2", "PF-STD-13.1")
def test_a_tail_that_is_all_a_beast_has_is_its_full_attack_and_two_hooves_are_not() -> None:
    beast = {"at": "c3", "forza": 16, "attacks": [TAIL]}
    field = Field({"a1": beast}, {"b1": {"at": "d3", "hp": 60}}, dice=[15, 3])
    field.act("a1", "attack", "coda", "b1")
    assert field.the(AttackRolled).bonus.value == 3 and field.figure("b1").hp == 60 - (3 + 4)
    field = Field({"a1": {**beast, "attacks": [{**TAIL, "count": 2}]}}, {"b1": {"at": "d3", "hp": 60}}, dice=[15, 3])
    field.act("a1", "full_attack", "natural", "coda", "b1")
    assert field.the(AttackRolled).bonus.value == 3 - 5 and field.figure("b1").hp == 60 - (3 + 1)


# --- any square of a big one --------------------------------------------------------------------------


@pytest.mark.rule("PF-COV-10.1", "PF-COV-10.2", "PF-COV-09.3", "PF-COV-09.4")
def test_at_reach_too_any_one_square_of_a_big_creature_will_do_in_melee_and_not_for_a_shot() -> None:
    """A Large one fills b3 to c4 behind a friend on d3; who strikes at it from e4 chooses c4, along row 4."""
    big = {"at": "b3", "size": "grande", "reach": 3, "attacks": [JAWS]}
    field = Field({"a1": big, "a2": {"at": "d3"}}, {"b1": {"at": "e4", "items": ["lancia-lunga"]}})
    assert cover(field.game, "b1", "a1", MELEE) == cover(field.game, "a1", "b1", MELEE) == NO_COVER
    assert cover(field.game, "b1", "a1", RANGED) == SOFT
    party = {"a1": big, "a2": {"at": "d3"}, "a3": {"at": "d4"}}
    field = Field(party, {"b1": {"at": "e4", "items": ["lancia-lunga"]}})
    assert cover(field.game, "b1", "a1", MELEE) == SOFT, "two friends stand before both rows"


# --- waiting ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-AOO-09.2", "PF-DLY-01.1")
def test_whoever_waits_has_one_opportunity_before_and_after_it_acts_and_not_two() -> None:
    foes = {"b1": {"at": "d3", "hp": 60}, "b2": {"at": "c4", "hp": 60}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foes, dice=[15, 1], order=["a1", "b1", "b2"])
    field.act("a1", "delay")
    field.act("b1", "move", "h3")
    field.strike("a1")
    field.end("b1")
    field.answer("a1")
    field.end("a1")
    field.act("b2", "move", "h4")  # it has had its opportunity of this round
    assert field.asked == "action" and [e.target for e in field.all(AttackRolled)] == ["b1"]
    field.done()


@pytest.mark.rule("PF-SWIFT-06.2", "PF-DLY-01.1")
@pytest.mark.parametrize("waits", [False, True])
def test_waiting_wins_no_swift_action_back(waits: bool) -> None:
    rider = {"mount": "a2", "at": "c3", "skills": {"cavalcare": 20}, "feats": ["combattere-in-sella"]}
    party = {"a1": rider, "a2": {"at": "c3", "steed": True}}
    field = Field(party, {"b1": {"at": "e3", **SWORD}}, dice=[15], order=["a1", "b1"])
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a2")
    field.answer("guard")  # an immediate action out of the own turn
    field.end("b1")
    if waits:
        field.act("a1", "delay")
        field.end("b1")
        field.answer("a1")
    assert field.state.turn == "a1" and (field.figure("a1").std, field.figure("a1").swf) == (1, 0)

"""What players quarrel over: interruptions that meet one another, holds that are torn, bonuses for one blow."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.events import CameToNothing, Moved, OpportunityTaken, ReadyUsed, Stopped
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_bonds import GrappleChanged
from arbitro.rulesets.pathfinder.events_moving import Fell
from arbitro.rulesets.pathfinder.numbers import PRECISION
from tests.pathfinder.field import Field
from tests.pathfinder.test_blows import ready
from tests.pathfinder.test_magic import mage

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
PIKE: dict[str, Any] = {"items": ["lancia-lunga"]}
SHELF: dict[str, Any] = {
    "rows": ["............"] * 3,
    "ground": {"heights": {f"{column}{row}": 4 for column in "fgh" for row in (1, 2, 3)}},
}
"""Rock 6 m high from column f on."""


def hits(field: Field) -> list[tuple[str, str, int, str]]:
    """All attack rolls: who, at whom, bonus, outcome."""
    return [(e.actor, e.target, e.bonus.value, e.outcome) for e in field.all(AttackRolled)]


# --- readied against readied --------------------------------------------------------------------------


@pytest.mark.rule("PF-RDY-03.2", "PF-RDY-03.3", "PF-AOO-10.2")
def test_a_blow_made_ready_is_itself_an_occasion_for_another() -> None:
    party = {"a1": {"at": "c3", "hp_now": 4, **SWORD}, "a2": {"at": "d5"}}
    field = Field(party, {"b2": {"at": "b3", **SWORD}, "b1": {"at": "d4", **SWORD}}, dice=[15, 5, 15, 4],
                  order=["a1", "b2", "b1", "a2"])  # fmt: skip
    field.act("a1", "ready", "attacks", "b1", "attack", "spada-lunga")
    field.end("a1")
    field.act("b2", "ready", "attacks", "a1", "attack", "spada-lunga")
    field.end("b2")
    field.act("b1", "attack", "spada-lunga", "a2")
    field.strike("a1")
    field.strike("b2")  # comes before the blow of a1, which comes before that of b1
    assert [e.it for e in field.all(ReadyUsed)] == ["a1", "b2"]
    assert hits(field) == [("b2", "a1", 0, "hit"), ("b1", "a2", 0, "hit")]
    assert field.the(CameToNothing).it == "a1" and field.figure("a1").has("morente")
    assert field.state.order == ("b2", "a1", "b1", "a2")
    field.done()


@pytest.mark.rule("PF-RDY-03.2", "PF-AOO-10.1", "PF-CMB-05.2")
@pytest.mark.parametrize("way", ["PF-CORE", "PF-CMB-05"])
def test_an_opportunity_is_an_attack_for_which_others_may_wait(way: str) -> None:
    field = Field({"a1": {"at": "c3", **SWORD}, "a2": {"at": "e4"}}, {"b1": {"at": "d4", "hp_now": 4, **SWORD}},
                  dice=[15, 5], order=["b1", "a1", "a2"])  # fmt: skip
    field.end("b1")
    field.act("a1", "ready", "attacks", "b1", "attack", "spada-lunga")
    field.end("a1")
    field.act("a2", "move", "h4")
    field.answer((way, "b1"))  # a blow, or the only manoeuvre possible, a trip
    field.strike("a1")  # b1 falls before it strikes, and has used up its opportunity
    assert hits(field) == [("a1", "b1", 0, "hit")] and not field.all(ManoeuvreRolled)
    assert field.the(OpportunityTaken).it == "b1" and field.the(CameToNothing).it == "b1"
    assert field.at("a2") == "h4"


@pytest.mark.rule("PF-RDY-03.2", "PF-RDY-02.1")
def test_a_charge_is_a_movement_to_wait_for() -> None:
    field = Field({"a1": {"at": "c3", "items": ["arco-corto"]}}, {"b1": {"at": "j3", **SWORD}}, dice=[15, 3, 1])
    field.act("a1", "ready", "moves", "b1", "shoot", "arco-corto")
    field.end("a1")
    field.act("b1", "charge", "spada-lunga", "a1")
    field.strike("a1")
    assert hits(field)[0] == ("a1", "b1", 0, "hit")


@pytest.mark.rule("PF-RDY-03.2", "PF-HLP-04.1")
def test_a_coup_de_grace_is_an_attack_to_wait_for() -> None:
    party = {"a1": {"at": "c4", **SWORD}, "a2": {"at": "d3", "conditions": ["addormentato"]}}
    field = Field(party, {"b1": {"at": "c3", "hp_now": 4, **SWORD}}, dice=[15, 5], order=["a1", "b1", "a2"])
    field.act("a1", "ready", "attacks", "b1", "attack", "spada-lunga")
    field.end("a1")
    field.act("b1", "coup", "spada-lunga", "a2")
    field.strike("a1")
    assert field.the(CameToNothing).action == "coup" and field.figure("a2").hp == 20


@pytest.mark.rule("PF-RDY-03.3", "PF-AOO-10.2", "PF-FULL-03.1", "PF-TWF-01.1")
def test_who_loses_one_of_two_weapons_at_the_first_blow_goes_on_with_the_other() -> None:
    both = [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]
    me = {"at": "c3", "forza": 20, "feats": ["disarmare-migliorato"], **SWORD}
    field = Field({"a1": me}, {"b1": {"at": "d3", "bab": 6, "items": both}}, dice=[15, 15, 2])
    field.act("a1", "ready", "attacks", "b1", "disarm", "spada-lunga")
    field.end("a1")
    field.act("b1", "full_attack", "spada-lunga+pugnale", "spada-lunga", "a1")
    field.strike("a1")
    field.answer("spada-lunga")
    assert field.the(CameToNothing).action == "full_attack" and field.offered("b1", "swing") == ("pugnale",)
    field.act("b1", "swing", "pugnale", "a1")
    assert hits(field) == [("b1", "a1", 6 - 8, "hit")]
    assert "swing" not in field.actions("b1") and "move" not in field.actions("b1")
    field.done()


# --- stopped on the way -------------------------------------------------------------------------------


@pytest.mark.rule("PF-OVR-01.2", "PF-AOO-07.4", "PF-AOO-10.2")
def test_who_is_tripped_before_it_runs_another_down_runs_nobody_down() -> None:
    field = ready({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "bab": 4, **SWORD}}, [19])
    field.act("a1", "overrun", "b1", "e3")
    field.answer(("PF-CMB-05", "b1"))
    assert field.the(CameToNothing).action == "overrun" and field.the(Stopped).it == "a1"
    assert [e.manoeuvre for e in field.all(ManoeuvreRolled)] == ["trip"] and field.at("a1") == "c3"
    field.done()


@pytest.mark.rule("PF-OVR-01.2", "PF-OVR-02.2", "PF-CMB-06.2")
@pytest.mark.parametrize("then", ["avoid", "stand"])
def test_whoever_is_to_be_run_over_may_strike_first_and_step_aside_all_the_same(then: str) -> None:
    dice = [15, 4, *([14] if then == "stand" else [])]
    field = ready({"a1": {"at": "c3", "forza": 16}}, {"b1": {"at": "d3", **SWORD}}, dice)
    field.act("a1", "overrun", "b1", "e3")
    field.strike("b1")
    field.answer(then)
    assert field.at("a1") == "e3" and field.figure("a1").hp == 20 - 4
    assert [e.bonus.value for e in field.all(ManoeuvreRolled)] == ([3 - 4] if then == "stand" else [])
    field.done()


@pytest.mark.rule("PF-GRP-06.1", "PF-AOO-07.4", "PF-TRP-02.1")
def test_who_is_tripped_while_it_drags_another_drags_it_no_farther() -> None:
    foes = {"b1": {"at": "d3"}, "b2": {"at": "b5", "bab": 6, **PIKE}}
    field = ready({"a1": {"at": "c3", "forza": 16}}, foes, [15, 15, 19])
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1", "b2")
    field.act("a1", "hold", "drag", "a3", "b2")
    field.answer(("PF-CMB-05", "b2"))
    assert field.figure("a1").has("prono") and field.at("a1") == "c3" and field.at("b1") == "d3"
    assert field.figure("b1").held_by == "a1" and not field.all(Moved)


@pytest.mark.rule("PF-GRP-06.1")
def test_who_is_held_may_stay_where_it_is_while_its_holder_goes_round_it() -> None:
    """It is dragged through no flames, for it takes no step."""
    field = ready({"a1": {"at": "c3", "forza": 16}}, {"b1": {"at": "d3"}, "b2": {"at": "b6"}}, [15, 15])
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1", "b2")
    field.act("a1", "hold", "drag", "d4", "d3")
    assert field.at("a1") == "d4" and field.at("b1") == "d3" and field.figure("b1").held_by == "a1"


@pytest.mark.rule("PF-GRP-06.1", "PF-RDY-03.3")
def test_who_is_struck_down_while_it_drags_another_has_let_it_go_beside_it() -> None:
    party = {"a1": {"at": "c3", "forza": 16, "hp_now": 3}}
    field = ready(party, {"b1": {"at": "d3"}, "b2": {"at": "b6", **PIKE}}, [15, 15, 15, 8])
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("b2", "ready", "approach", "a1", "attack", "lancia-lunga")
    field.end("b2")
    field.act("a1", "hold", "drag", "b4", "c4")
    field.strike("b2")
    assert field.figure("a1").has("morente") and field.at("a1") == "b4"
    assert not field.figure("b1").held_by and field.at("b1") == "d3"


# --- holds that are torn ------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-03.2", "PF-CND-14.1")
def test_a_hand_that_goes_limp_holds_nobody() -> None:
    party = {"a1": {"at": "c3", "forza": 16, "hp_now": 4}, "a2": {"at": "k8"}}
    field = ready(party, {"b1": {"at": "d3"}, "b2": {"at": "c4", **SWORD}}, [15, 15, 8])
    field.act("a1", "grapple", "b1")
    field.end("a1", "a2", "b1")
    field.act("b2", "attack", "spada-lunga", "a1")
    assert field.all(GrappleChanged)[-1].held is False
    assert field.figure("b1").held_by == "" and not field.figure("b1").has("in-lotta")


@pytest.mark.rule("PF-GRP-02.2", "PF-BLR-02.1")
def test_a_push_tears_a_grapple_apart() -> None:
    field = ready({"a1": {"at": "c3", "forza": 16}, "a2": {"at": "c4", "forza": 18}}, {"b1": {"at": "d3"}}, [15, 18])
    field.act("a1", "grapple", "b1")
    field.end("a1")
    field.act("a2", "bull_rush", "b1")
    field.answer(0)
    assert field.at("b1") == "f1" and field.figure("b1").held_by == field.figure("a1").holds == ""


@pytest.mark.rule("PF-GRP-10.2", "PF-GRP-10.1")
def test_the_one_who_is_held_turns_a_hold_round_only_by_getting_free() -> None:
    field = ready({"a1": {"at": "c3", "forza": 16}}, {"b1": {"at": "d3"}, "b2": {"at": "d4"}}, [15, 18])
    field.act("a1", "grapple", "b1")
    field.end("a1")
    assert "grapple" not in field.actions("b1")
    field.act("b1", "escape", "force")
    field.answer("turn")
    assert field.figure("b1").holds == "a1" and field.figure("a1").holds == ""


@pytest.mark.rule("PF-GRP-06.1", "PF-CND-08.1", "PF-CND-09.1")
def test_who_holds_one_and_is_held_by_another_drags_nobody_and_pinned_holds_nobody() -> None:
    foes = {"b1": {"at": "d3"}, "b2": {"at": "c4", "forza": 18, "bab": 8}}
    field = ready({"a1": {"at": "c3", "forza": 16}}, foes, [15, 18, 15, 15])
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("b2", "grapple", "a1")
    field.end("b2")
    assert set(field.offered("a1", "hold")) == {"keep", "crush", "pin"}
    field.act("a1", "hold", "keep")
    field.end("a1", "b1")
    field.act("b2", "hold", "pin")
    field.end("b2")
    assert "hold" not in field.actions("a1")
    field.end("a1")
    assert field.figure("b1").held_by == "" and field.figure("a1").held_by == "b2"


@pytest.mark.rule("PF-GRP-02.2", "PF-GRP-06.1", "PF-SIZE-03.1")
def test_a_tiny_one_seizes_whose_square_it_shares_and_nobody_beside_it_and_nobody_is_moved() -> None:
    tiny = {"size": "minuscola", "reach": 0, "destrezza": 24}
    field = ready({"a1": {"at": "c3", **tiny}}, {"b1": {"at": "c3"}, "b2": {"at": "d3"}}, [15])
    assert field.offered("a1", "grapple") == ("b1",)
    field.act("a1", "grapple", "b1")
    assert field.figure("b1").held_by == "a1" and field.at("b1") == field.at("a1") == "c3"


@pytest.mark.rule("PF-GRP-06.1", "PF-CND-15.1")
def test_who_lies_on_the_ground_drags_nobody() -> None:
    field = ready({"a1": {"at": "c3", "forza": 16}}, {"b1": {"at": "d3"}}, [15])
    field.act("a1", "grapple", "b1")
    field.act("a1", "drop_prone")
    field.end("a1", "b1")
    assert set(field.offered("a1", "hold")) == {"keep", "crush", "pin"}


@pytest.mark.rule("PF-GRP-07.1", "PF-DMG-02.1")
def test_hands_too_weak_to_wound_bruise_the_one_they_hold() -> None:
    field = ready({"a1": {"at": "c3", "forza": 4}}, {"b1": {"at": "d3", "forza": 3}}, [18, 18, 2])
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("a1", "hold", "crush", "senz-armi")
    field.answer("lethal")
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (20, 1)


# --- heights ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-06.2", "PF-TAB-23.1", "PF-GRP-02.2")
@pytest.mark.parametrize(("face", "falls"), [(5, True), (15, False)])
def test_who_is_dragged_over_an_edge_tries_to_get_free_and_falls(face: int, falls: bool) -> None:
    field = ready({"a1": {"at": "g2", "forza": 16}}, {"b1": {"at": "h2"}},
                  [15, 15, face, *([5, 5] if falls else [])], **SHELF)  # fmt: skip
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("a1", "hold", "drag", "f2", "e2")
    free = field.all(ManoeuvreRolled)[-1]
    assert (free.actor, free.bonus.value) == ("b1", 4) and field.figure("b1").held_by == ""
    assert field.at("b1") == ("e2" if falls else "h2") and field.figure("b1").hp == (10 if falls else 20)
    assert [e.squares for e in field.all(Fell)] == ([4] if falls else [])
    field.done()


@pytest.mark.rule("PF-GRP-06.2", "PF-TAB-23.1")
@pytest.mark.parametrize(("face", "falls"), [(5, True), (15, False)])
def test_who_is_dragged_over_a_pit_tries_to_get_free_and_falls_in(face: int, falls: bool) -> None:
    rows = ["...^........"] + ["............"] * 2
    field = ready({"a1": {"at": "c2", "forza": 16}}, {"b1": {"at": "b2"}}, [15, 15, face, *([4] if falls else [])],
                  rows=rows)  # fmt: skip
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("a1", "hold", "drag", "c3", "d3")
    assert field.all(ManoeuvreRolled)[-1].actor == "b1" and field.figure("b1").held_by == ""
    assert field.at("b1") == ("d3" if falls else "b2") and [e.squares for e in field.all(Fell)] == [2] * falls
    assert field.figure("b1").hp == (16 if falls else 20)
    field.done()


@pytest.mark.rule("PF-BLR-03.3", "PF-GRP-06.1", "PF-OVR-01.1", "PF-CHG-06.1")
def test_a_face_of_rock_stops_a_push_a_charge_an_overrun_and_a_hold() -> None:
    field = ready({"a1": {"at": "d2", "forza": 18}}, {"b1": {"at": "e2"}}, [18], **SHELF)
    assert "overrun" not in field.actions("a1")
    field.act("a1", "bull_rush", "b1")
    assert field.at("b1") == "e2"
    field = ready({"a1": {"at": "d2", "forza": 18}}, {"b1": {"at": "e2"}}, [18], **SHELF)
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    assert set(field.offered("a1", "hold", "drag", "e1")) == {"d1", "d2", "e2"}
    below = Field({"a1": {"at": "g2", **SWORD}}, {"b1": {"at": "b2"}}, **SHELF)
    assert "charge" not in below.actions("a1"), "nobody charges down a cliff"
    giant = {"at": "c2", "size": "grande", "reach": 3, "forza": 18}
    assert "grapple" not in Field({"a1": giant}, {"b1": {"at": "f2"}}, **SHELF).actions("a1"), "6 m up"


# --- one blow and no other ----------------------------------------------------------------------------


@pytest.mark.rule("PF-FNT-02.1", "PF-FNT-02.2")
def test_a_feint_is_for_the_next_blow_at_the_one_who_fell_for_it() -> None:
    me = {"at": "c3", "skills": {"raggirare": 20}, **SWORD}
    foes = {"b1": {"at": "d3", "destrezza": 18}, "b2": {"at": "c4"}}
    field = ready({"a1": me}, foes, [15, 2, 10, 1, 10])
    field.act("a1", "feint", "b1")
    field.end("a1", "b1")
    field.act("b2", "move", "c8")
    field.strike("a1")  # a blow at somebody else
    field.end("b2")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert hits(field) == [("a1", "b2", 0, "miss"), ("a1", "b1", 0, "hit")]
    field.end("a1", "b1", "b2")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert hits(field)[-1] == ("a1", "b1", 0, "miss"), "and then no more"
    field.done()


@pytest.mark.rule("PF-SPEC-02.1", "PF-SPEC-02.3", "PF-CMB-08.2")
def test_help_is_for_the_next_blow_at_one_foe_and_a_manoeuvre_is_one() -> None:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "d4", "bab": 11, **SWORD}}
    field = Field(party, {"b1": {"at": "d3", "hp": 90}, "b2": {"at": "e4"}}, dice=[15, 1, 3, 10, 1],
                  order=["a1", "a2", "b1", "b2"])  # fmt: skip
    field.act("a1", "aid", "a2", "spada-lunga", "b1", "attack")
    field.end("a1")
    field.act("a2", "full_attack", "spada-lunga", "spada-lunga", "b2")
    field.act("a2", "trip", "spada-lunga", "b1")
    field.act("a2", "swing", "spada-lunga", "b1")
    assert field.the(ManoeuvreRolled).bonus.value == 11 - 5 + 2
    assert hits(field) == [("a2", "b2", 11, "miss"), ("a2", "b1", 11 - 10, "hit")]
    field.done()


@pytest.mark.rule("PF-SPEC-02.1", "PF-SPEC-02.3")
def test_help_in_defence_lasts_until_that_foe_strikes_at_the_friend() -> None:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "d4"}}
    field = Field(party, {"b1": {"at": "d3", "bab": 6, **SWORD}}, dice=[15, 2, 5, 7],
                  order=["a1", "b1", "a2"])  # fmt: skip
    field.act("a1", "aid", "a2", "spada-lunga", "b1", "defence")
    field.end("a1")
    field.act("b1", "full_attack", "spada-lunga", "spada-lunga", "a1")
    field.act("b1", "swing", "spada-lunga", "a2")
    told = field.all(AttackRolled)
    assert [(e.target, e.ac.value) for e in told] == [("a1", 10), ("a2", 12)]


# --- who threatens with what --------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-18.2", "PF-SPL-13.1", "PF-AOO-04.1")
def test_a_spell_in_bare_hands_takes_an_opportunity_by_a_touch_and_not_by_a_blow() -> None:
    foe = {"b1": {"at": "d3", "hp": 40, "items": ["arco-corto"]}}
    field = ready({"a1": mage("stretta-folgorante", level=3)}, foe, [15, 1, 2, 3, 1])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1")
    field.act("b1", "shoot", "arco-corto", "a1")
    assert field.offered() == ("pass", "PF-SPL-13")
    field.answer(("PF-SPL-13", "a1"))
    assert field.figure("b1").hp == 40 - 6 and field.figure("a1").charge == ()


@pytest.mark.rule("PF-FLK-01.1", "PF-STD-05.1")
def test_bare_hands_flank_with_a_friend_who_threatens_and_give_nothing_to_it() -> None:
    party = {"a1": {"at": "c3"}, "a2": {"at": "e3", **SWORD}}
    field = Field(party, {"b1": {"at": "d3"}})
    assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="senz-armi")).value == 2
    assert bonus_of(field.game, Attempt(actor="a2", target="b1", weapon="spada-lunga")).value == 0


@pytest.mark.rule("PF-FLK-01.2", "PF-CLS-02.1")
def test_a_knife_thrown_at_one_who_is_flanked_is_no_sneak_attack() -> None:
    rogue = {"at": "c3", "abilities": ["attacco-furtivo-2"], "items": ["pugnale"]}
    field = ready({"a1": rogue, "a2": {"at": "e3", **SWORD}}, {"b1": {"at": "d3"}}, [])
    told = {"actor": "a1", "target": "b1", "weapon": "pugnale"}
    assert field.game.query(PRECISION, mode="melee", **told).value == 2
    assert field.game.query(PRECISION, mode="ranged", **told).value == 0


# --- told -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-09.1")
@pytest.mark.parametrize(("lang", "said"), [("it", "b1 è legato (CD 35 per liberarsi)."),
                                            ("en", "b1 is tied up (DC 35 to get free).")])  # fmt: skip
def test_a_rope_is_told_of(lang: str, said: str) -> None:
    party = {"a1": {"at": "c3", "forza": 20, "bab": 10, "items": ["corda"]}}
    field = Field(party, {"b1": {"at": "d3", "conditions": ["addormentato"]}, "b2": {"at": "k9"}})
    told = field.act("a1", "tie", "b1")
    assert said in [field.rules.sentence(field.state, event, lang) for event in told]


@pytest.mark.rule("PF-AOO-10.2")
@pytest.mark.parametrize(("why", "it", "en"), [
    ("unable", "a1 non può più farlo («carica»).", "a1 can no longer do it (“charge”)."),
    ("disarmed", "a1 non ha più in mano quello che gli serve («carica»).",
     "a1 no longer has in hand what it needs (“charge”)."),
    ("parried", "Il cavaliere sottrae la cavalcatura al colpo di a1.",
     "The rider draws the mount out of the way of a1's blow."),
])  # fmt: skip
def test_why_an_action_comes_to_nothing_is_told(why: str, it: str, en: str) -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "h3"}})
    told = CameToNothing(it="a1", action="charge", why=why, rules=("PF-AOO-10.2",))
    assert [field.rules.sentence(field.state, told, lang) for lang in ("it", "en")] == [it, en]


# --- one hand -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-11.1", "PF-CND-08.3")
def test_in_a_grapple_nobody_draws_a_bow_or_fights_with_two_weapons() -> None:
    both = [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]
    seizer = {"at": "d3", "forza": 18, "feats": ["lottare-migliorato"]}
    for things, free, held in (
        (both, {"spada-lunga+pugnale", "pugnale+spada-lunga"}, {"spada-lunga+senz-armi"}),
        (["bastone-ferrato"], {"bastone-ferrato+bastone-ferrato"}, set()),
        (["arco-corto"], {"arco-corto/ranged"}, set()),
    ):
        field = Field({"a1": {"at": "c3", "bab": 6, "items": things}}, {"b1": seizer}, dice=[15])
        assert free <= set(field.offered("a1", "full_attack"))
        field.end("a1")
        field.act("b1", "grapple", "a1")
        field.end("b1")
        found = set(field.offered("a1", "full_attack"))
        assert not free & found and held <= found
        assert ("shoot" in field.actions("a1")) is (things is both), "a dagger is thrown with one hand"


@pytest.mark.rule("PF-CND-08.3")
@pytest.mark.parametrize(("things", "before", "deed", "dice"), [
    (["spada-lunga"], (), "grip", [15]),
    (["pugnale", "spadone"], ("drop", "pugnale"), "draw", [15]),
    (["balestra-leggera"], ("shoot", "balestra-leggera", "b1"), "load", [1, 15]),
])  # fmt: skip
def test_in_a_grapple_nothing_is_done_that_takes_both_hands(
    things: list[str], before: tuple[str, ...], deed: str, dice: list[int]
) -> None:
    seizer = {"at": "d3", "forza": 18, "feats": ["lottare-migliorato"]}
    field = Field({"a1": {"at": "c3", "items": things}}, {"b1": seizer}, dice=dice)
    if before:
        field.act("a1", *before)
    assert deed in field.actions("a1")
    field.end("a1")
    field.act("b1", "grapple", "a1")
    field.end("b1")
    assert deed not in field.actions("a1")

"""Grappling: seizing, keeping hold and what it allows, ropes, getting free (PF-GRP, PF-MON-01)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.events_blows import Hurt, ManoeuvreRolled
from arbitro.rulesets.pathfinder.numbers import denied
from tests.pathfinder.field import Field

WRESTLER = {"at": "c3", "forza": 14, "bab": 3, "feats": ["lottare-migliorato"]}
"""CMB 3 + 2 + 2 = 7, nobody strikes first."""


def held(*dice: int, **more: object) -> Field:
    """a1 holds b1, and it is a1's turn again; b2 is far away."""
    foes = {"b1": {"at": "d3"}, "b2": {"at": "l9"}}
    field = Field({"a1": {**WRESTLER, **more}}, foes, dice=[10, *dice])
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1", "b2")
    return field


@pytest.mark.rule("PF-GRP-01.1", "PF-GRP-02.1", "PF-CND-08.1")
def test_both_are_in_the_grapple() -> None:
    field = Field({"a1": WRESTLER}, {"b1": {"at": "d3"}}, dice=[10])
    field.act("a1", "grapple", "b1")
    for name in ("a1", "b1"):
        assert field.figure(name).has("in-lotta")
    assert (field.figure("a1").holds, field.figure("b1").held_by) == ("b1", "a1")
    assert "move" not in field.actions("a1")


@pytest.mark.rule("PF-GRP-02.2")
def test_who_is_seized_from_afar_is_drawn_near() -> None:
    field = Field({"a1": {**WRESTLER, "size": "grande", "at": "c3"}}, {"b1": {"at": "f4"}}, dice=[10])
    field.act("a1", "grapple", "b1")
    assert field.at("b1") == "e4"


@pytest.mark.rule("PF-GRP-02.2")
def test_without_a_free_square_beside_it_comes_to_nothing() -> None:
    rows = ["............"] * 5 + [".####.......", ".#..#.......", ".#..........", ".####.......", "............"]
    party = {"a1": {**WRESTLER, "size": "grande", "at": "c3"}, "a2": {"at": "e3"}}
    field = Field(party, {"b1": {"at": "f3"}}, dice=[10], rows=rows)
    field.act("a1", "grapple", "b1")
    assert field.the(CameToNothing).why == "no_room" and field.figure("b1").conditions == ()


@pytest.mark.rule("PF-GRP-05.1")
def test_a_humanoid_needs_both_hands() -> None:
    field = Field({"a1": {**WRESTLER, "items": ["spada-lunga"]}}, {"b1": {"at": "d3"}}, dice=[10])
    field.act("a1", "grapple", "b1")
    assert field.the(ManoeuvreRolled).bonus.value == 7 - 4


@pytest.mark.rule("PF-GRP-03.2", "PF-GRP-03.3")
def test_keeping_hold_is_easier_and_failing_lets_go() -> None:
    field = held(2)
    field.act("a1", "hold", "keep")
    last = field.all(ManoeuvreRolled)[-1]
    assert last.bonus.value == 7 + 5 and last.passed
    field = held(1)
    field.act("a1", "hold", "keep")
    assert field.figure("b1").conditions == () and field.figure("a1").conditions == ()


@pytest.mark.rule("PF-GRP-03.2")
def test_who_does_not_keep_hold_has_let_go() -> None:
    field = held()
    field.end("a1")
    assert field.figure("b1").held_by == "" and not field.figure("b1").has("in-lotta")


@pytest.mark.rule("PF-GRP-03.1")
def test_letting_go_is_free() -> None:
    field = held()
    field.act("a1", "release")
    assert field.figure("a1").std == 1 and field.figure("a1").conditions == ()


@pytest.mark.rule("PF-GRP-04.1", "PF-GRP-07.1")
def test_hurting_the_one_held() -> None:
    field = held(10, 2)
    field.act("a1", "hold", "crush", "senz-armi")
    field.answer("lethal")
    hurt = field.the(Hurt)
    assert (hurt.amount, hurt.nonlethal) == (2 + 2, False)
    field.done()


@pytest.mark.rule("PF-GRP-08.1", "PF-GRP-08.2", "PF-CND-09.4")
def test_pinning() -> None:
    field = held(10)
    field.act("a1", "hold", "pin")
    assert field.figure("b1").has("immobilizzato")
    assert denied(field.game, "a1", "b1") == "PF-GRP-08.2"
    field.end("a1")
    assert set(field.actions("b1")) == {"escape", "delay", "end", "search", "demoralise"}


@pytest.mark.rule("PF-GRP-06.1")
def test_dragging_half_the_speed() -> None:
    field = held(10)
    field.act("a1", "hold", "drag", "c6", "b6")
    assert (field.at("a1"), field.at("b1")) == ("c6", "b6")
    assert field.refusal(("a1", "hold", "drag", "c7", "b7")) is not None


@pytest.mark.rule("PF-GRP-06.2")
@pytest.mark.parametrize(("face", "free"), [(13, True), (12, False)])
def test_who_is_dragged_into_danger_tries_to_get_free(face: int, free: bool) -> None:
    """DMC of the wrestler 10 + 3 + 2 + 0 - 2 (Dexterity of the grappled) = 13; the one held has 0 + 4 - 0."""
    rows = ["............"] * 4 + [".~.........."] + ["............"] * 5
    field = Field({"a1": WRESTLER}, {"b1": {"at": "d3"}}, dice=[10, 10, face - 4], rows=rows)
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("a1", "hold", "drag", "c6", "b6")
    assert (field.figure("b1").held_by == "") is free


@pytest.mark.rule("PF-GRP-09.1", "PF-GRP-09.2")
def test_a_rope_holds_by_itself() -> None:
    field = held(10, 10, items=[{"thing": "corda", "held": False}])
    field.act("a1", "hold", "pin")
    field.end("a1", "b1", "b2")
    field.act("a1", "hold", "tie")
    figure = field.figure("b1")
    assert figure.has("legato") and figure.bonds == 20 + 7
    assert field.figure("a1").holds == "" and field.figure("a1").items == ()


@pytest.mark.rule("PF-GRP-09.3")
def test_tying_somebody_who_is_only_held_is_hard() -> None:
    field = held(10, items=[{"thing": "corda", "held": False}])
    field.act("a1", "hold", "tie")
    assert field.all(ManoeuvreRolled)[-1].bonus.value == 7 + 5 - 10


@pytest.mark.rule("PF-GRP-09.4", "PF-CMB-13.3")
def test_a_twenty_is_no_help_against_a_rope() -> None:
    field = held(10, 10, 20, items=[{"thing": "corda", "held": False}])
    field.act("a1", "hold", "pin")
    field.end("a1", "b1", "b2")
    field.act("a1", "hold", "tie")
    field.end("a1")
    field.act("b1", "escape", "force")  # 20 + 0 against 27
    assert field.figure("b1").has("legato")
    field.done()


@pytest.mark.rule("PF-GRP-10.1")
@pytest.mark.parametrize("way", ["force", "artista_della_fuga"])
def test_getting_free(way: str) -> None:
    field = Field({"a1": WRESTLER}, {"b1": {"at": "d3", "skills": {"artista_della_fuga": 0}}}, dice=[10, 19])
    field.act("a1", "grapple", "b1")
    field.end("a1")
    field.act("b1", "escape", way)
    field.answer("free")
    assert field.figure("b1").conditions == () and field.figure("a1").conditions == ()


@pytest.mark.rule("PF-GRP-10.2")
def test_the_held_one_may_become_the_holder() -> None:
    field = Field({"a1": WRESTLER}, {"b1": {"at": "d3"}}, dice=[10, 19])
    field.act("a1", "grapple", "b1")
    field.end("a1")
    field.act("b1", "escape", "force")
    field.answer("turn")
    field.end("b1")
    assert (field.figure("b1").holds, field.figure("a1").held_by) == ("a1", "b1")


@pytest.mark.rule("PF-GRP-11.1")
def test_one_hand_is_left_for_a_light_weapon() -> None:
    foe = {"at": "d3", "items": [{"thing": "pugnale", "held": True}]}
    field = Field({"a1": WRESTLER}, {"b1": foe}, dice=[10])
    field.act("a1", "grapple", "b1")
    field.end("a1")
    assert "attack" in field.actions("b1")
    assert "pugnale" in field.offered("b1", "attack")


@pytest.mark.rule("PF-GRP-12.1")
def test_a_helper_adds_two() -> None:
    party = {"a1": WRESTLER, "a2": {"at": "d4"}}
    field = Field(party, {"b1": {"at": "d3"}}, dice=[10, 12, 10], order=("a1", "b1", "a2"))
    field.act("a1", "grapple", "b1")
    field.end("a1", "b1")
    field.act("a2", "aid", "a1", "senz-armi", "b1", "grapple")
    field.end("a2")
    field.act("a1", "hold", "keep")
    assert field.all(ManoeuvreRolled)[-1].bonus.value == 7 + 5 + 2


@pytest.mark.rule("PF-MON-01.1", "PF-MON-01.2")
def test_a_bite_that_grabs() -> None:
    bite = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"],
            "hits": ["afferrare"]}  # fmt: skip
    bear = {"at": "c3", "forza": 14, "bab": 3, "type": "animale", "attacks": [bite], "abilities": ["afferrare"]}
    field = Field({"a1": bear}, {"b1": {"at": "d3"}}, dice=[15, 4, 10])
    field.act("a1", "attack", "morso", "b1")
    rolled = field.the(ManoeuvreRolled)
    assert rolled.bonus.value == 3 + 2 + 4 and field.figure("a1").holds == "b1"


@pytest.mark.rule("PF-GRP-02.1")
def test_a_grapple_ends_with_the_death_of_one() -> None:
    field = Field({"a1": WRESTLER, "a2": {"at": "d4", "items": ["spadone"], "forza": 30, "bab": 9}},
                  {"b1": {"at": "d3", "hp": 8, "costituzione": 3}, "b2": {"at": "l9"}}, dice=[10, 15, 6, 6],
    )  # fmt: skip
    field.act("a1", "grapple", "b1")
    field.end("a1")
    field.act("a2", "attack", "spadone", "b1")
    assert field.figure("b1").status == "dead"
    assert field.figure("a1").conditions == () and field.figure("a1").holds == ""

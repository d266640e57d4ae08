"""What a profile says, in play: characteristics, names, classes, size (CDC-CMP-01, -03 to -12)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.content import Profile
from arbitro.rulesets.crepuscolo.events import Died, HitLanded, Hurt, Missed
from arbitro.rulesets.crepuscolo.facts import FACTS
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

RULE = pytest.mark.rule
SWORD, AXE, GREAT, BOW = "CDC-EQ-11", "CDC-EQ-12", "CDC-EQ-17", "CDC-EQ-22"
CLOSE = {"a1": {"at": (20, 20)}, "b1": {"at": (23, 20)}}


def duel(mine: dict[str, Any], theirs: dict[str, Any], **more: Any) -> Field:
    return Field({"a1": {**CLOSE["a1"], **mine}, "b1": {**CLOSE["b1"], **theirs}}, **more)


@RULE("CDC-CMP-03.1", "CDC-CMP-01.3", "CDC-CMP-03.7")
def test_a_profile_has_every_field_and_the_figure_has_them_from_it() -> None:
    printed = {
        "name", "cr", "classes", "res", "cmb", "pre", "dan", "vol", "des", "items", "abilities", "weapon_lists",
        "ability_lists", "base", "height", "crouched",
    }  # fmt: skip
    assert printed <= set(Profile.__struct_fields__)
    field = Field(
        {"a1": {"profile": "gobbo-corazzato", "at": (20, 20)}, "b1": {"profile": "lucertola-da-soma", "at": (40, 20)}}
    )
    figure, beast = field.figure("a1"), field.figure("b1")
    assert (figure.res, figure.cmb, figure.pre, figure.dan, figure.vol, figure.des) == (6, 3, 0, 2, 0, 1)
    assert (figure.classes, figure.weapon, figure.crouched) == (("Mutante", "Barbaro"), "CDC-EQ-101", True)
    assert (figure.r, figure.height, figure.cost) == (1500, 3000, RULESET.library.profiles["gobbo-corazzato"].cr)
    assert (beast.r, beast.w, beast.d, beast.height) == (0, 3000, 5000, 3500)


@RULE("CDC-CMP-03.2", "CDC-CMP-03.3", "CDC-CMP-03.6")
def test_bonuses_of_items_are_added_to_the_printed_numbers_without_a_cap() -> None:
    # Spada +2, Amuleto della Ferocia +2 on a Combattimento of 998.
    field = duel({"items": [SWORD, "CDC-EQ-76"], "cmb": 998}, {"items": [AXE]})
    assert (field.figure("a1").cmb, stat(field.game, "a1", "cmb")) == (998, 1002)
    assert stat(field.game, "b1", "dan") == 2


@RULE("CDC-CMP-03.5")
def test_a_characteristic_never_falls_below_zero() -> None:
    # Both are worth 0 then: nobody is better, and the 3 stays a 3.
    worse = {"always": [{"modify": "cmb", "by": -3}]}
    places = {"a1": {"at": (20, 20)}, "b1": {"at": (23, 20), "cmb": 1, "abilities": ["WORSE"]}}
    field = trial({"WORSE": worse}, places, dice=[3])
    assert stat(field.game, "b1", "cmb") == 0
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Missed).target == "b1"
    field.done()


@RULE("CDC-CMP-01.5")
def test_allies_are_the_others_of_a_company_and_enemies_all_of_the_other() -> None:
    field = Field({"a1": {"at": (20, 20)}, "a2": {"at": (30, 20)}, "b1": {"at": (40, 20)}})
    ally, enemy = FACTS["ally"], FACTS["enemy"]
    assert [ally(field.game, "a1", it) for it in ("a1", "a2", "b1")] == [False, True, False]
    assert [enemy(field.game, "a1", it) for it in ("a1", "a2", "b1")] == [False, False, True]


@RULE("CDC-CMP-04.1", "CDC-CMP-04.2")
def test_names_are_compared_as_profiles_print_them() -> None:
    field = Field(
        {
            "a1": {"profile": "razziatore", "name": "Grask", "at": (10, 20)},
            "a2": {"profile": "razziatore", "at": (20, 20)},
            "b1": {"profile": "assaltatore", "name": "Grask", "at": (40, 20)},
        }
    )
    assert [field.figure(it).name for it in ("a1", "a2", "b1")] == ["Grask", "Razziatore", "Grask"]
    assert [FACTS["same_name"](field.game, "a1", it) for it in ("a2", "b1")] == [True, False]


@RULE("CDC-CMP-06.1", "CDC-CMP-06.2", "CDC-CMP-06.3")
def test_rules_may_ask_for_any_word_of_the_class() -> None:
    # +1 against Sciacalli only: 3 hits the Razziatore and misses the Assaltatore (same Combattimento by fields).
    hunter = {"always": [{"modify": "sds", "by": -1, "when": 'actor is me and any_class(target, "Sciacallo")'}]}
    for profile, kind in (("razziatore", HitLanded), ("assaltatore", Missed)):
        places = {"a1": {"at": (20, 20), "abilities": ["HUNT"]}, "b1": {"at": (23, 20), "profile": profile}}
        field = trial({"HUNT": hunter}, places, dice=[3])
        if field.asked == "action":
            field.act("a1", "melee", "b1", die=8)
        while field.asked == "respond":
            field.answer(("pass",))
        assert len(field.all(kind)) == 1, profile
        field.done()


@RULE("CDC-CMP-06.4", "CDC-CMP-16.7", "CDC-CMP-17.7")
def test_class_markers_and_words_without_rules_do_nothing() -> None:
    printed = [ability.id for ability in RULESET.library.profiles["razziatore"].abilities]
    field = Field({"a1": {"profile": "razziatore", "at": (20, 20)}, "b1": {"profile": "assaltatore", "at": (40, 20)}})
    assert printed == ["classe-guerriero", "classe-predone", "classe-sciacallo", "CDC-AB-077", "massiccio"]
    assert field.figure("a1").abilities == ("CDC-AB-077",)
    assert "caricatore-di-riserva" not in field.figure("b1").items
    assert not {"classe-guerriero", "massiccio", "caricatore-di-riserva"} & RULESET.library.records.keys()


@RULE("CDC-CMP-07.1")
def test_resistenza_is_the_damage_it_takes() -> None:
    field = duel({"dan": 2}, {"res": 5}, dice=[5, 5, 3], start={"total": 0})
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=6)
    assert field.figure("b1").life == 1 and not field.all(Died)
    field = duel({"dan": 2, "dice": (8,)}, {"life": 2}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1"


@RULE("CDC-CMP-08.1", "CDC-CMP-08.2")
@pytest.mark.parametrize(("mine", "theirs", "hits"), [(3, 2, True), (3, 3, False), (2, 3, False)])
def test_combattimento_is_compared_in_melee(mine: int, theirs: int, hits: bool) -> None:
    field = duel({"cmb": mine}, {"cmb": theirs}, dice=[3])
    field.act("a1", "melee", "b1", die=8)
    assert (bool(field.all(HitLanded)), bool(field.all(Missed))) == (hits, not hits)
    field.done()


@RULE("CDC-CMP-09.1", "CDC-CMP-09.2", "CDC-CMP-12.1", "CDC-CMP-03.8")
@pytest.mark.parametrize(("mine", "theirs", "hits"), [(3, 2, True), (3, 3, False), (2, 3, False)])
def test_precisione_is_compared_with_destrezza(mine: int, theirs: int, hits: bool) -> None:
    places = {"a1": {"at": (20, 20), "items": [BOW], "pre": mine, "cmb": 9}, "b1": {"at": (40, 20), "des": theirs}}
    field = Field(places, dice=[3])
    field.act("a1", "shot", BOW, "b1", die=8)
    assert (bool(field.all(HitLanded)), bool(field.all(Missed))) == (hits, not hits)
    field.done()


@RULE("CDC-CMP-12.1")
def test_destrezza_is_the_number_of_movement_dice_thrown_again_in_the_game() -> None:
    field = Field({"a1": {"at": (20, 20), "des": 1}, "b1": {"at": (50, 20)}}, dice=[2, 4, 2])
    field.act("a1", "move", die=6)
    assert field.asked == "respond"
    field.answer(("CDC-RRL-04", "a1"))
    field.to(26, 20)
    field.act("a1", "move", die=4)
    assert field.asked == "place"  # its one point is gone
    field.done()


@RULE("CDC-CMP-11.1")
def test_volonta_is_the_number_of_power_dice_thrown_again_in_the_game() -> None:
    dart = {
        "kind": "power 1 stregoneria",
        "target": {"one": "foes(me, 60)", "as": "target"},
        "do": [{"damage": 1, "to": "target"}],
    }
    me = {"at": (20, 20), "abilities": ["DART"], "points": (("arcano", 9),), "vol": 2, "dice": (6, 8, 8)}
    field = trial({"DART": dart}, {"a1": me, "b1": {"at": (40, 20), "res": 9}}, dice=[2, 3, 2, 5, 3])
    for die, asked in ((8, "respond"), (8, "respond"), (6, "action")):
        field.act("a1", "power", "DART", "b1", die=die)
        assert field.asked == asked
        if asked == "respond":
            field.answer(("CDC-RRL-03", "a1"))
    field.done()


@RULE("CDC-CMP-10.1", "CDC-CMP-10.2")
def test_danno_is_for_melee_and_not_for_shots() -> None:
    field = duel({"dan": 3}, {}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Hurt).amount == 3
    field = Field({"a1": {"at": (20, 20), "items": [BOW, AXE], "dan": 3}, "b1": {"at": (40, 20)}}, dice=[5])
    field.act("a1", "shot", BOW, "b1", die=8)
    assert field.the(Hurt).amount == 1  # the bow's own


@RULE("CDC-CMP-03.9")
def test_where_the_flail_says_attacco_combattimento_is_meant() -> None:
    # CDC-EQ-26 is the weapon whose text names Attacco: its bonus is one of Combattimento.
    field = duel({"items": ["CDC-EQ-26"]}, {})
    assert stat(field.game, "a1", "cmb") == 1

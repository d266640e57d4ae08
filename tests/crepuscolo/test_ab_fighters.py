"""Abilities of fighters that change numbers, moves and marks (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import EffectBegan, EffectEnded
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionWarded,
    DiceRolled,
    DiceSpent,
    Died,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    TookPart,
)
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.arms import (
    ARCO,
    CINGOASCIA,
    CINGOLAMA,
    CINGOMAGLIO,
    MAGLIO,
    MAGLIO_TERMICO,
    PISTOLA_INTEGRATA,
    PUGNALE,
    SPADA,
    SPADONE,
    SPADONE_TERMICO,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import BLAST, PASS, ab, archers, farthest, fight, may, needed, shot, struck
from tests.crepuscolo.trials import at, trial

FAR = at(55, 55)
ROUGH = [{"id": "bog", "rect": [0, 0, 60, 60], "kinds": ["difficult"]}]


def eq(*numbers: int) -> list[str]:
    return [f"CDC-EQ-{n}" for n in numbers]


# --- Berserker ----------------------------------------------------------------------------------------------------


def raging(*dice: int, **more: Any) -> Field:
    field = fight(*dice, me=(29,), **more)
    field.act("a1", "ability", "CDC-AB-029")
    return field


@pytest.mark.rule("CDC-AB-029.1")
def test_berserker_costs_no_die_and_serves_in_either_hand() -> None:
    field = raging()
    assert field.figure("a1").dice == (4, 6, 8) and not field.all(DiceSpent)
    assert field.the(TookPart).rules == ("CDC-ACT-08.1", "CDC-AB-029")
    other = fight(5, me=(29,), hand="b")
    other.answer(("a1", "ability", "CDC-AB-029"), seat="a")
    assert stat(other.game, "a1", "dan") == 2 and other.figure("a1").dice == (4, 6, 8)
    answer = fight(5, me=(29,), hand="b")
    answer.act("b1", "melee", "a1", die=8)
    assert answer.asked == "respond"
    answer.answer(("CDC-AB-029", "a1"))
    assert needed(answer) == (3, ab(29)), "it holds for the attack it answers"


@pytest.mark.rule("CDC-AB-029.2")
def test_berserker_lasts_for_this_hand_and_the_next_one() -> None:
    field = raging(1, 1, more={"a1": {"dice": (4, 6)}, "b1": {"dice": (4, 6)}})
    field.answer(PASS)
    assert field.state.hand == "b" and stat(field.game, "a1", "dan") == 2
    field.answer(("pass",), seat="b")
    assert stat(field.game, "a1", "dan") == 1 and {e.why for e in field.all(EffectEnded)} == {"end"}


@pytest.mark.rule("CDC-AB-029.2")
def test_the_next_hand_may_lie_in_the_next_turn() -> None:
    field = fight(1, me=(29,), more={"a1": {"dice": (8,)}, "b1": {"dice": ()}})
    field.act("a1", "ability", "CDC-AB-029")
    field.act("a1", "melee", "b1", die=8)
    assert field.state.turn == 2 and stat(field.game, "a1", "dan") == 2
    field.answer(PASS)
    assert stat(field.game, "a1", "dan") == 1


@pytest.mark.rule("CDC-AB-029.2")
def test_a_second_use_begins_anew_and_adds_nothing() -> None:
    field = raging(hand="a", more={"b1": {"dice": (4, 6)}})
    assert "ability" not in field.offered("a1"), "once in a hand is enough"
    field.answer(PASS)
    field.answer(("a1", "ability", "CDC-AB-029"), seat="a")
    assert stat(field.game, "a1", "dan") == 2 and len(field.state.effects) == 3
    field.answer(PASS, seat="b")
    assert stat(field.game, "a1", "dan") == 2, "counted from the second use"
    field.answer(PASS)
    assert stat(field.game, "a1", "dan") == 1


@pytest.mark.rule("CDC-AB-029.3")
def test_berserker_gives_one_point_of_danno() -> None:
    field = raging(5)
    struck(field)
    assert field.the(Hurt).amount == 2
    arrow = archers((29,))
    arrow.act("a1", "ability", "CDC-AB-029")
    assert stat(arrow.game, "a1", "dan") == 2
    bow = fight(5, me=(29,), gap=10, more={"a1": {"items": [ARCO]}})
    bow.act("a1", "ability", "CDC-AB-029")
    shot(bow)
    assert bow.the(Hurt).amount == 1, "an arrow's damage is not the archer's Danno"


@pytest.mark.rule("CDC-AB-029.4")
@pytest.mark.parametrize(
    ("action", "face", "x", "terrain"),
    [
        ("move", 3, 21, []),
        ("careful", 3, 15, []),
        ("move", 3, 18, ROUGH),
        ("careful", 3, 15, ROUGH),
    ],
)
def test_berserker_adds_2_cm_to_moves(action: str, face: int, x: float, terrain: list[dict[str, Any]]) -> None:
    field = Field({"a1": at(10, abilities=ab(29)), "b1": FAR}, dice=[face], terrain=terrain)
    field.act("a1", "ability", "CDC-AB-029")
    field.act("a1", action, die=8)
    assert farthest(field, x) and may(field, 10.5), "and less if one likes"
    field.to(x, 10)
    assert field.at("a1") == (x, 10)


@pytest.mark.rule("CDC-AB-029.4", "CDC-AB-058.1")
@pytest.mark.parametrize(
    ("own", "lengths"), [((29,), (3, 5)), ((58,), (3, 5)), ((29, 58), (3, 5, 7)), ((29, 134), (3, 4, 5, 6))]
)
def test_what_is_added_to_a_jump_is_taken_whole_or_left(own: tuple[int, ...], lengths: tuple[int, ...]) -> None:
    for length in lengths:
        field = Field({"a1": at(10, abilities=ab(*own)), "b1": FAR}, dice=[3])
        if 29 in own:
            field.act("a1", "ability", "CDC-AB-029")
        field.act("a1", "jump", die=8)
        field.answer(0)
        assert field.asked == "length" and field.offered() == tuple(n * 1000 for n in lengths)
        field.answer(length * 1000)
        assert field.at("a1") == (10 + length, 10)
        field.done()


@pytest.mark.rule("CDC-AB-029.4")
@pytest.mark.parametrize(("choice", "top"), [(6000, 0), (8000, 7000)])
def test_berserker_adds_2_cm_to_a_climb(choice: int, top: int) -> None:
    """2 x 3 reaches 6 cm, and the wall is 7 cm high."""
    wall = [{"id": "wall", "rect": [12, 0, 10, 30], "height": 7, "crossing": "vaultable"}]
    field = Field({"a1": at(10, abilities=ab(29)), "b1": FAR}, dice=[3], terrain=wall)
    field.act("a1", "ability", "CDC-AB-029")
    field.act("a1", "climb", "wall", die=8)
    assert field.asked == "length" and field.offered() == (6000, 8000)
    field.answer(choice)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == top


@pytest.mark.rule("CDC-AB-029.4")
def test_berserker_adds_2_cm_to_a_stroke() -> None:
    lake = [{"id": "lake", "rect": [12, 0, 40, 60], "kinds": ["water"]}]
    field = Field({"a1": at(10, abilities=ab(29), dice=(4, 6)), "b1": FAR}, dice=[4, 3], terrain=lake)
    field.act("a1", "ability", "CDC-AB-029")
    field.act("a1", "swim", die=6, others=(4,))
    assert farthest(field, 18), "2 x 3 and 2"


@pytest.mark.rule("CDC-AB-029.5")
def test_the_berserker_is_easier_to_hit() -> None:
    for word, die in (("melee", 8), ("shot", 8)):
        gap = 1 if word == "melee" else 10
        field = fight(3, foe=(29,), gap=gap, more={"a1": {"items": [ARCO]}})
        field.answer(("b1", "ability", "CDC-AB-029"), seat="b")
        assert (struck(field, die=die) if word == "melee" else shot(field)) == (3, ab(29))
        assert field.the(HitLanded).target == "b1"
    own = raging(3)
    assert struck(own) == (4, []), "his own attacks need what they needed"


# --- Odio and Astio ---------------------------------------------------------------------------------------------------


def marked(rule: int, *dice: int, **fighters: dict[str, Any]) -> Field:
    """A battle in which `a1` marks `b1` at the start, and `a` has the first hand."""
    them: dict[str, dict[str, Any]] = {
        "a1": at(10, abilities=ab(rule), res=20),
        "b1": at(13.5, res=20),
        "b2": at(6.5, res=20),
    }
    for name, more in fighters.items():
        them[name] = {**them.get(name, {}), **more}
    field = Field({**them, "a2": at(50, 50)}, hand="bid", dice=[3, *dice])
    field.answer(("a2", 8))
    field.answer(PASS)
    return field


@pytest.mark.rule("CDC-AB-031.1", "CDC-AB-032.1")
@pytest.mark.parametrize("rule", [31, 32])
def test_each_bearer_names_an_enemy_at_the_start_of_the_game(rule: int) -> None:
    field = marked(rule, a3=at(30, 30, abilities=ab(rule)))
    for me, foe in (("a1", "b2"), ("a3", "b1")):
        assert field.asked == "choose" and field.about["me"] == me and field.state.turn == 0
        assert field.game.pending is not None and field.game.pending.seats == ("a",)
        assert field.offered() == ("b1", "b2")
        field.answer(foe)
    assert field.asked == "action" and field.state.turn == 1
    begun = [(e.effect.bearer, dict(e.effect.keep)["foe"]) for e in field.all(EffectBegan)]
    assert begun == [("a1", "b2"), ("a3", "b1")]


@pytest.mark.rule("CDC-AB-031.2", "CDC-AB-031.3")
def test_hatred_helps_against_its_object_alone() -> None:
    field = marked(31, 3, 3, a1={"dice": (6, 8)})
    field.answer("b1")
    assert struck(field) == (3, ab(31)) and field.the(HitLanded).target == "b1"
    field.act("a1", "melee", "b2", die=6)
    assert needed(field) == (4, []) and field.the(Missed).target == "b2"
    field.done()


@pytest.mark.rule("CDC-AB-031.3")
def test_hatred_does_nothing_for_shots_powers_and_others() -> None:
    foe = at(30, res=20)
    field = marked(31, 3, a1={"items": [ARCO]}, b1=foe, b2=at(40, 40))
    field.answer("b1")
    assert shot(field) == (4, [])
    spell = {"Dardo": {"kind": "power 1 ki", "target": {"one": "foes(me, 40)"}, "do": [{"damage": 1, "to": "target"}]}}
    mage = trial(spell, {"a1": at(10, abilities=["Dardo", *ab(31)]), "b1": foe}, hand="bid", dice=[3, 3])
    mage.answer(("a1", 4))
    mage.answer(PASS)
    mage.answer("b1")
    mage.act("a1", "power", "Dardo", "b1", die=8)
    assert needed(mage) == (4, [])
    friend = marked(31, 3, a3=at(13.5, 12.5))
    friend.answer("b1")
    friend.act("a3", "melee", "b1", die=8)
    assert needed(friend) == (4, []), "nobody else's attacks"


@pytest.mark.rule("CDC-AB-032.2")
def test_a_grudge_hurts_its_object_alone_the_more() -> None:
    field = marked(32, 5, 5, a1={"dice": (6, 8), "items": [ARCO]})
    field.answer("b1")
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b2", die=6)
    assert [(e.it, e.amount) for e in field.all(Hurt)] == [("b1", 2), ("b2", 1)]
    assert "CDC-AB-032" in field.all(Hurt)[0].rules
    bow = marked(32, 5, a1={"items": [ARCO]}, b1=at(30), b2=at(40, 40))
    bow.answer("b1")
    shot(bow)
    assert bow.the(Hurt).amount == 1
    friend = marked(32, 5, a3=at(13.5, 12.5))
    friend.answer("b1")
    friend.act("a3", "melee", "b1", die=8)
    assert friend.the(Hurt).amount == 1, "nobody else's attacks"


@pytest.mark.rule("CDC-AB-032.2")
@pytest.mark.parametrize(("foe", "amount"), [("b1", 4), ("b2", 2)])
def test_the_point_of_a_grudge_is_danno_and_is_doubled_with_it(foe: str, amount: int) -> None:
    """A critical hit of a dagger does twice the Danno."""
    field = marked(32, 8, a1={"items": [PUGNALE]})
    field.answer("b1")
    field.act("a1", "melee", foe, die=8)
    assert field.the(Hurt).amount == amount


@pytest.mark.rule("CDC-AB-031.1")
def test_hatred_outlasts_an_absence_and_goes_with_the_ability() -> None:
    made: dict[str, Any] = {
        "Via": {"kind": "AG", "limit": "1 per game", "do": [{"vanish": "me"}]},
        "Oblio": {
            "kind": "AG",
            "target": {"one": "foes(me, 40)"},
            "do": [{"take_ability": "'CDC-AB-031'", "from": "target"}],
        },
    }
    fighters = {"a1": at(10, abilities=["Via", *ab(31)]), "a2": FAR, "b1": at(13.5, abilities=["Oblio"])}
    for word, left in (("Via", 1), ("Oblio", 0)):
        field = trial(made, fighters, hand="bid", dice=[3])
        field.answer(("a2", 4))
        field.answer(PASS)
        field.answer("b1")
        assert len(field.state.effects) == 1
        if word == "Via":
            field.act("a1", "ability", "Via")
            assert field.figure("a1").status == "away"
        else:
            field.answer(PASS)
            field.act("b1", "ability", "Oblio", "a1")
        assert len(field.state.effects) == left


# --- weapons and kills ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-037.1", "CDC-AB-037.2")
@pytest.mark.parametrize(
    "item", [MAGLIO_TERMICO, SPADONE_TERMICO, CINGOLAMA, CINGOASCIA, CINGOMAGLIO, *eq(38, 39, 51, 52)]
)
def test_affinity_with_technology(item: str) -> None:
    with_it, without = (Field({"a1": at(10, items=[item], abilities=own), "b1": FAR}) for own in (ab(37), []))
    more = [stat(with_it.game, "a1", name) - stat(without.game, "a1", name) for name in ("cmb", "pre", "des", "dan")]
    melee = item not in eq(38, 39, 51, 52)
    assert more == [2 * melee, 2 * (not melee), 0, 0]


@pytest.mark.rule("CDC-AB-037.1", "CDC-AB-037.2")
@pytest.mark.parametrize("item", [MAGLIO, SPADONE, SPADA, ARCO, *eq(41, 43, 49, 56), PISTOLA_INTEGRATA])
def test_that_affinity_is_for_the_named_weapons(item: str) -> None:
    with_it, without = (Field({"a1": at(10, items=[item], abilities=own), "b1": FAR}) for own in (ab(37), []))
    assert all(stat(with_it.game, "a1", n) == stat(without.game, "a1", n) for n in ("cmb", "pre"))


@pytest.mark.rule("CDC-AB-037.3")
def test_both_affinities_hold_together() -> None:
    field = Field({"a1": at(10, items=[CINGOASCIA, "CDC-EQ-38"], abilities=ab(37)), "b1": FAR})
    assert (stat(field.game, "a1", "cmb"), stat(field.game, "a1", "pre")) == (2, 2)


@pytest.mark.rule("CDC-AB-037.1", "CDC-AB-037.2")
@pytest.mark.parametrize("other", ["a2", "b1"])
def test_that_affinity_is_of_no_use_to_others(other: str) -> None:
    arms = [CINGOASCIA, "CDC-EQ-38"]
    fighters = {"a1": at(10, items=arms, abilities=ab(37)), "b1": FAR}
    field = Field({**fighters, other: at(30, items=arms)})
    assert (stat(field.game, other, "cmb"), stat(field.game, other, "pre")) == (0, 0)


@pytest.mark.rule("CDC-AB-038.1", "CDC-AB-038.2")
def test_each_kill_in_melee_is_a_point_of_combattimento() -> None:
    weak = {"life": 1}
    fighters = {
        "a1": at(10, abilities=ab(38)),
        "b1": at(13.5, **weak),
        "b2": at(6.5, **weak),
        "b3": FAR,
        "a2": at(10, 13.5, **weak),
    }
    field = Field(fighters, dice=[5, 5, 3])
    counted = []
    for name, die in (("b1", 8), ("a2", 6), ("b2", 4)):
        field.act("a1", "melee", name, die=die)
        counted.append(stat(field.game, "a1", "cmb"))
    assert counted == [1, 2, 3], "an ally is another fighter too"
    assert len(field.all(Died)) == 3, "the third by the point of Combattimento: 3 and 1"
    while field.state.turn == 1:
        field.answer(PASS)
    assert stat(field.game, "a1", "cmb") == 3, "for the rest of the game"
    field.done()


def killer(own: tuple[int, ...], *dice: int, gap: float = 1, made: dict[str, Any] | None = None, **me: Any) -> Field:
    fighters = {
        "a1": at(10, **{**me, "abilities": [*ab(*own), *(made or {})]}),
        "b1": at(12.5 + gap, life=1, dice=(4,)),
        "b2": FAR,
    }
    return trial(made or {}, fighters, dice=dice)


@pytest.mark.rule("CDC-AB-038.3", "CDC-AB-039.3")
def test_kills_of_other_kinds_do_not_count() -> None:
    both = (38, 39)

    def numbers(field: Field) -> tuple[int, int]:
        assert field.the(Died).it == "b1"
        return stat(field.game, "a1", "cmb"), stat(field.game, "a1", "pre")

    field = killer(both, 5)
    field.act("a1", "melee", "b1", die=8)
    assert numbers(field) == (1, 0)
    field = killer(both, 5, gap=10, items=[ARCO])
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert numbers(field) == (0, 1)
    field = killer(both, made={"Scoppio": BLAST})
    field.act("a1", "ability", "Scoppio", "b1")
    assert numbers(field) == (0, 0)
    spell = {"kind": "power 1 ki", "target": {"one": "foes(me, 40)"}, "do": [{"damage": 1, "to": "target"}]}
    field = killer(both, 5, made={"Dardo": spell})
    field.act("a1", "power", "Dardo", "b1", die=8)
    assert numbers(field) == (0, 0)
    venom = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": "Veleno", "to": "target"}]}
    field = killer(both, 1, gap=10, made={"Veleno!": venom})
    field.act("a1", "ability", "Veleno!", "b1")
    field.answer(PASS)
    field.act("b1", "jump", die=4)
    field.answer(0)
    assert numbers(field) == (0, 0), "the poison's 1 kills"


@pytest.mark.rule("CDC-AB-038.1")
def test_what_the_weapon_adds_to_a_melee_attack_kills_in_melee() -> None:
    """Cingomaglio: a critical hit throws down, and then does one more damage."""
    field = Field({"a1": at(10, abilities=ab(38), items=[CINGOMAGLIO]), "b1": at(13.5, life=3), "b2": FAR}, dice=[8])
    field.act("a1", "melee", "b1", die=8)
    assert [(e.amount, e.action) for e in field.all(Hurt)] == [(2, "melee"), (1, "item")]
    assert (field.the(Died).action, field.the(Died).weapon) == ("item", CINGOMAGLIO)
    begun = [e for e in field.all(EffectBegan) if e.effect.rule == "CDC-AB-038"]
    assert len(begun) == 1


@pytest.mark.rule("CDC-AB-039.1", "CDC-AB-039.2")
def test_each_kill_by_a_shot_is_a_point_of_precisione() -> None:
    weak = {"life": 1}
    fighters = {"a1": at(10, abilities=ab(39), items=[ARCO]), "b1": at(30, **weak), "b2": at(10, 30, **weak), "b3": FAR}
    field = Field(fighters, dice=[5, 5])
    for name, die, pre in (("b1", 8, 1), ("b2", 6, 2)):
        field.act("a1", "shot", ARCO, name, die=die)
        assert (stat(field.game, "a1", "pre"), stat(field.game, "a1", "cmb")) == (pre, 0)
    field.done()


@pytest.mark.rule("CDC-AB-038.1", "CDC-AB-039.1")
@pytest.mark.parametrize("who", ["a2", "b2"])
def test_the_kills_of_others_are_no_points_of_ones_own(who: str) -> None:
    fighters: dict[str, Any] = {
        "a1": at(10, items=[ARCO]), "b1": at(13.5, life=1), "b3": at(10, 40, life=1), "b4": FAR,
        **{name: at(40, 40 if name == "a2" else 30) for name in ("a2", "b2")},
    }  # fmt: skip
    fighters[who]["abilities"] = ab(38, 39)
    field = Field(fighters, dice=[5, 5])
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "shot", ARCO, "b3", die=6)
    assert [e.it for e in field.all(Died)] == ["b1", "b3"]
    assert (stat(field.game, who, "cmb"), stat(field.game, who, "pre")) == (0, 0)
    field.done()


@pytest.mark.rule("CDC-AB-061.1")
def test_familiarity_with_firearms_is_of_no_use_to_others() -> None:
    arms = ["CDC-EQ-41"]
    field = Field({"a1": at(10, items=arms, abilities=ab(61)), "a2": at(20, items=arms), "b1": at(40, items=arms)})
    plain = Field({"a2": at(20, items=arms), "b1": at(40, items=arms)})
    assert [stat(field.game, it, "pre") for it in ("a2", "b1")] == [stat(plain.game, it, "pre") for it in ("a2", "b1")]


@pytest.mark.rule("CDC-AB-061.1", "CDC-AB-061.2")
def test_familiarity_with_firearms() -> None:
    named = eq(41, 43, 42, 45, 49, 56, 38, 39, 51)
    for item in (*named, *eq(48, 50, 59, 52, 22, 35), SPADA):
        with_it, without = (Field({"a1": at(10, items=[item], abilities=own), "b1": FAR}) for own in (ab(61), []))
        more = [stat(with_it.game, "a1", name) - stat(without.game, "a1", name) for name in ("pre", "cmb")]
        assert more == [2 if item in named else 0, 0], item
    both = Field({"a1": at(10, items=[ARCO, "CDC-EQ-41"], abilities=ab(61)), "b1": at(30)}, dice=[5])
    assert stat(both.game, "a1", "pre") == 2, "to be equipped with it is enough"
    shot(both)
    rolled = both.the(DiceRolled).edge
    assert rolled is not None and rolled.value == 1, "also for the bow's shot"


# --- shooting past friends, cover -------------------------------------------------------------------------------------


def screened(*dice: int, gap: float = 3, own: tuple[int, ...] = (46,), **more: Any) -> Field:
    """`a1` may shoot at `b1`; its friend `a2` stands so many cm from `b1`."""
    fighters = {
        "a1": at(10, abilities=ab(*own), items=[ARCO]),
        "b1": at(30, res=9),
        "a2": at(30, round(12.5 + gap, 2)),
        **more,
    }
    return Field(fighters, dice=dice)


@pytest.mark.rule("CDC-AB-046.1", "CDC-AB-046.2")
@pytest.mark.parametrize(("gap", "need"), [(0, 6), (3, 6), (3.01, 4)])
def test_covering_fire_shoots_past_friends_and_needs_2_more(gap: float, need: int) -> None:
    field = screened(7, gap=gap)
    assert shot(field) == (need, ab(46) if need == 6 else [])
    assert field.the(HitLanded).target == "b1"
    without = screened(gap=gap, own=())
    assert ("b1" in without.offered("a1", "shot", ARCO)) is (need == 4)


@pytest.mark.rule("CDC-AB-046.1", "CDC-AB-046.2")
def test_covering_fire_counts_once_and_with_what_else_there_is() -> None:
    crowd: dict[str, Any] = {"a3": at(32.5), "a4": at(30, 7.5)}
    assert shot(screened(1, **crowd)) == (6, ab(46))
    assert shot(screened(1, own=(13, 46))) == (5, ab(13, 46))
    enemies = Field({"a1": at(10, abilities=ab(46), items=[ARCO]), "b1": at(30), "b2": at(32.5)}, dice=[1])
    assert shot(enemies) == (4, []), "a friend of the target's is none of one's own"


@pytest.mark.rule("CDC-AB-046.2")
def test_the_2_more_are_for_the_bearers_own_shots() -> None:
    """Another bearer's shot needs its own 2 only; a blow at the same target needs nothing more."""
    two = screened(1, a3=at(10, 20, abilities=ab(46), items=[ARCO]))
    assert shot(two) == (6, ab(46))
    field = screened(1, b1=at(13.5, res=9), a2=at(17))
    assert struck(field) == (4, [])


@pytest.mark.rule("CDC-AB-046.1")
def test_covering_fire_is_no_leave_for_friends_without_it() -> None:
    field = screened(a3=at(10, 20, items=[ARCO]))
    assert "b1" in field.offered("a1", "shot", ARCO) and "b1" not in field.offered("a3", "shot", ARCO)


@pytest.mark.rule("CDC-AB-046.3")
def test_covering_fire_is_no_leave_to_shoot_while_engaged() -> None:
    field = screened(b2=at(13.5))
    assert "shot" not in field.offered("a1")
    assert "shot" in screened(b2=at(13.51)).offered("a1")


def walled(own: tuple[int, ...], *dice: int, **more: Any) -> Field:
    fighters = {"a1": at(10, abilities=ab(*own)), "b1": at(30, items=[ARCO], dice=(8,)), **more}
    return Field(fighters, dice=dice)


@pytest.mark.rule("CDC-AB-052.1", "CDC-AB-052.2")
def test_one_may_move_under_cover_where_there_is_none() -> None:
    assert "cover" not in walled(()).offered("a1")
    field = walled((52,), 3, 1, 1)
    assert field.offered("a1", "cover") == (4, 6, 8)
    field.act("a1", "cover", die=6, others=(4,))
    assert field.the(DiceSpent).dice == (6, 4) and field.the(DiceRolled).sides == 6
    assert farthest(field, 19)
    field.to(19, 10)
    assert field.the(Moved).how == "cover"
    field.answer(PASS)
    field.act("b1", "shot", ARCO, "a1", die=8)
    assert needed(field) == (5, ["CDC-ACT-23"])


@pytest.mark.rule("CDC-AB-052.2")
def test_the_next_action_ends_that_cover() -> None:
    field = walled((52,), 3, 1, 1)
    field.act("a1", "cover", die=6, others=(4,))
    field.to(14, 10)
    field.act("a1", "careful", die=8)
    field.to(14, 10)
    field.act("b1", "shot", ARCO, "a1", die=8)
    assert needed(field) == (4, [])


# --- fear -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-060.1")
@pytest.mark.parametrize("condition", ["Spaventato", "Terrorizzato", "Gelo"])
def test_the_indomitable_know_no_fear(condition: str) -> None:
    touch = {"Tocco": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": condition, "to": "target"}]}}
    field = trial(touch, {"a1": at(10, abilities=["Tocco"]), "b1": at(30, abilities=ab(60))})
    field.act("a1", "ability", "Tocco", "b1")
    if condition == "Gelo":
        assert field.the(ConditionGained).condition == "Gelo"
        return
    assert field.figure("b1").conditions == () and not field.all(ConditionGained)
    assert (field.the(ConditionWarded).why, field.the(ConditionWarded).rules[-1]) == ("immune", "CDC-AB-060")
    assert field.figure("b1").dice == (4, 6, 8)

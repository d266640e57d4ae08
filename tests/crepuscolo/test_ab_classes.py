"""Abilities of explorers, defenders, followers of the dark and leaders that change numbers (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.content import Ability
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceGained,
    DiceRolled,
    HitLanded,
    Hurt,
    Missed,
)
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.arms import ARCO, MAZZA, SCUDO, SPADA
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import PASS, ab, archers, called, dealt, fight, needed, shot, struck
from tests.crepuscolo.trials import at, rules_with

ELUDERE, SCHIVARE, DUELLANTE = "CDC-AB-070", "CDC-AB-015", "CDC-AB-012"


# thresholds of attacks

WOOD = {"id": "wood", "rect": [21, 6, 4, 8], "kinds": ["covering"]}


def rock(edge: float) -> dict[str, Any]:
    """A rock, out of the line of fire, whose north face is at ``edge``."""
    return {"id": "rock", "rect": [20, round(edge - 3, 2), 6, 3], "height": 4, "crossing": "impassable"}


@pytest.mark.rule("CDC-AB-065.1", "CDC-AB-065.2")
@pytest.mark.parametrize(
    ("terrain", "need"),
    [((), 4), ((WOOD,), 5), ((rock(3.75),), 5), ((rock(3.74),), 4), ((WOOD, rock(5)), 5)],
    ids=["open", "wood", "five from a rock", "farther", "both"],
)
def test_run_for_cover(terrain: tuple[dict[str, Any], ...], need: int) -> None:
    field = archers(foe=(65,), terrain=terrain)
    assert shot(field) == (need, ["CDC-AB-065"] if need == 5 else [])
    field.done()


@pytest.mark.rule("CDC-AB-065.1")
def test_run_for_cover_is_of_no_use_in_melee() -> None:
    assert struck(fight(1, foe=(65,), terrain=[{**WOOD, "rect": [0, 0, 60, 60]}])) == (4, [])


@pytest.mark.rule("CDC-AB-066.1", "CDC-AB-066.2")
@pytest.mark.parametrize(("dice", "need"), [((4, 6, 8), 5), ((4, 4), 5), ((8,), 4)])
def test_stoic_defence(dice: tuple[int, ...], need: int) -> None:
    field = fight(1, foe=(66,), more={"b1": {"dice": dice}})
    assert struck(field) == (need, ["CDC-AB-066"] if need == 5 else [])


@pytest.mark.rule("CDC-AB-066.1")
def test_stoic_defence_is_of_no_use_against_shots() -> None:
    assert shot(archers(foe=(66,))) == (4, [])


@pytest.mark.rule("CDC-AB-065.1", "CDC-AB-066.1", "CDC-AB-068.1", "CDC-AB-070.1")
@pytest.mark.parametrize("who", ["a2", "b2"])
def test_what_is_won_by_cover_and_defence_is_for_its_bearer_alone(who: str) -> None:
    """The bearer stands in a wood, far from the fight of a1 and b1, and has three dice."""
    wood = [{"id": "wood", "rect": [36, 36, 8, 8], "kinds": ["covering"]}]
    for rule in (65, 66, 68, 70):
        bearer = {who: at(40, 40, abilities=ab(rule))}
        assert struck(fight(1, more=dict(bearer), terrain=wood)) == (4, []), rule
        assert shot(archers(more=dict(bearer), terrain=wood)) == (4, []), rule


@pytest.mark.rule("CDC-AB-067.1", "CDC-AB-143.1", "CDC-AB-143.2")
@pytest.mark.parametrize(("printed", "value"), [(4, 6), (3, 5), (0, 0)])
def test_defensive_fighting_raises_combattimento_by_half(printed: int, value: int) -> None:
    field = fight(me=(67,), more={"a1": {"cmb": printed}})
    assert stat(field.game, "a1", "cmb") == value


@pytest.mark.rule("CDC-AB-067.1")
def test_defensive_fighting_multiplies_after_the_other_bonuses() -> None:
    field = fight(3, me=(67, 71), more={"a1": {"cmb": 3}, "b1": {"cmb": 7}})
    assert stat(field.game, "a1", "cmb") == 8, "3 + 2, times 1.5"
    struck(field)
    edge = field.the(DiceRolled).edge
    assert edge is not None and edge.value == 1 and field.the(HitLanded).face == 3, "8 against 7: 3 + 1 is enough"


@pytest.mark.rule("CDC-AB-067.2")
def test_defensive_fighting_repeats_no_dice_of_ones_own() -> None:
    field = fight(2, me=(67,), more={"a1": {"cmb": 2}}, options={})
    struck(field)
    assert field.asked == "action" and field.the(Missed).face == 2
    field = fight(2, more={"a1": {"cmb": 2}}, options={})
    struck(field)
    assert field.asked == "respond", "without it he could"


@pytest.mark.rule("CDC-AB-067.2")
def test_defensive_fighting_still_repeats_the_dice_of_who_strikes_him() -> None:
    field = fight(5, 1, foe=(67,), more={"b1": {"cmb": 2}}, options={})
    field.act("a1", "melee", "b1", die=8)
    field.answer(("CDC-RRL-05", "b1"))
    assert field.the(Missed).face == 1
    field.done()


@pytest.mark.rule("CDC-AB-067.2")
def test_defensive_fighting_does_not_keep_others_from_having_its_dice_repeated() -> None:
    field = fight(5, 1, me=(67,), more={"b1": {"cmb": 2}}, options={})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.offered() == ("pass", "CDC-RRL-05")
    field.answer(("CDC-RRL-05", "b1"))
    assert field.the(Missed).face == 1
    field.done()


@pytest.mark.rule("CDC-AB-068.1")
@pytest.mark.parametrize(("x", "need"), [(7, 3), (11, 4)])
def test_fire_from_cover(x: float, need: int) -> None:
    field = archers(me=(68,), terrain=[{"id": "wood", "rect": [x, 6, 4, 8], "kinds": ["covering"]}])
    assert shot(field) == (need, ["CDC-AB-068"] if need == 3 else [])


@pytest.mark.rule("CDC-AB-070.1")
def test_elude() -> None:
    assert struck(fight(1, foe=(70,))) == (5, [ELUDERE])
    assert shot(archers(foe=(70,))) == (5, [ELUDERE])


@pytest.mark.rule("CDC-AB-070.2")
def test_elude_and_dodge_add_up() -> None:
    assert struck(fight(1, foe=(70, 15))) == (6, [SCHIVARE, ELUDERE])
    assert shot(archers(foe=(70, 15))) == (6, [SCHIVARE, ELUDERE])


@pytest.mark.rule("CDC-AB-071.1", "CDC-AB-071.2", "CDC-AB-079.1")
def test_bonuses_to_characteristics() -> None:
    field = fight(5, me=(71, 79), more={"a1": {"cmb": 1, "des": 2, "dan": 1}})
    assert (stat(field.game, "a1", "des"), stat(field.game, "a1", "cmb"), stat(field.game, "a1", "dan")) == (3, 3, 2)
    struck(field)
    assert field.the(Hurt).amount == 2


@pytest.mark.rule("CDC-AB-081.1")
def test_exotic_arts_are_of_no_use_to_others() -> None:
    for who in ("a2", "b2"):
        assert struck(fight(1, foe=(70,), more={who: at(40, 40, abilities=ab(81))})) == (5, [ELUDERE])


@pytest.mark.rule("CDC-AB-081.1", "CDC-AB-081.2")
def test_exotic_arts_disregard_the_abilities_of_others() -> None:
    assert struck(fight(1, me=(81,), foe=(66, 70))) == (4, [])
    assert struck(fight(1, me=(81,), foe=(70,), more={"b1": {"items": [SCUDO]}})) == (5, [SCUDO]), "a shield counts"
    assert shot(archers(me=(81,), foe=(70,))) == (5, [ELUDERE]), "and so does everything against shots"
    assert struck(fight(1, me=(81, 12))) == (3, [DUELLANTE])


@pytest.mark.rule("CDC-AB-081.1")
def test_exotic_arts_do_not_spare_one_ones_own_abilities() -> None:
    own: dict[str, Any] = {"kind": "P", "always": [{"modify": "sds", "by": 1, "when": "actor is me"}]}
    rules = rules_with({"Goffo": own})
    goffo = Ability(id="Goffo", name="Goffo", name_en="Goffo", **own)
    rules.library.abilities = {**rules.library.abilities, "Goffo": goffo}
    fighters = {"a1": at(10, abilities=["CDC-AB-081", "Goffo"]), "b1": at(13.5, abilities=[ELUDERE])}
    assert struck(Field(fighters, dice=[1], rules=rules)) == (5, ["Goffo"])


# auras of thresholds


def gloom(x: float, **kw: Any) -> Field:
    """`a2` with Aura di Caligine at (x, 30); `a1` at (10, 30)."""
    fighters = {"a1": at(10, 30, **kw), "a2": at(x, 30, abilities=ab(73, 65)), "b1": at(10, 55, items=[ARCO])}
    return Field(fighters, dice=[1, 1, 1])


@pytest.mark.rule("CDC-AB-073.1", "CDC-AB-073.2")
def test_gloom_is_covering_terrain_for_allies_and_its_bearer() -> None:
    for x, need in ((22.5, 3), (22.51, 4)):
        field = gloom(x, items=[ARCO], abilities=ab(68))
        field.act("a1", "shot", ARCO, "b1", die=8)
        assert needed(field)[0] == need
    field = gloom(30)
    field.answer(PASS)
    field.act("b1", "shot", ARCO, "a2", die=8)
    assert needed(field) == (5, ["CDC-AB-065"]), "the bearer stands in it himself"
    field = Field({"a1": at(10, abilities=ab(73)), "b1": at(22, items=[ARCO], abilities=ab(68))}, dice=[1], hand="b")
    field.act("b1", "shot", ARCO, "a1", die=8)
    assert needed(field) == (4, []), "an enemy gains nothing"


@pytest.mark.rule("CDC-AB-073.1")
def test_gloom_lets_one_move_under_cover_as_far_as_it_reaches() -> None:
    field = gloom(30)
    assert "cover" not in field.offered("a1") and "cover" in field.offered("a2")
    field = Field({"a1": at(10, 30), "a2": at(22, 30, abilities=ab(73)), "b1": at(10, 55)}, dice=[4])
    field.act("a1", "cover", die=8, others=(4,))
    assert field.refusal((10_000, 41_000)) is not None, "16.3 cm from him, less two half bases: more than 10"
    assert field.refusal((14_000, 38_000)) is None, "8 and 8 are 11.3: less than 12.5 between the middles"
    why = field.refusal((9_400, 30_000))
    assert why is not None and (why.code, why.rules) == ("ends_out_of_cover", ("CDC-ACT-23.7",))
    field.to(9.5, 30)
    field.done()


@pytest.mark.rule("CDC-AB-073.1")
def test_gloom_slows_nobody() -> None:
    field = Field({"a1": at(10, 30), "a2": at(12.5, 30, abilities=ab(73)), "b1": at(10, 55)}, dice=[4])
    field.act("a1", "move", die=8)
    assert field.refusal((10_000, 42_000)) is None and field.refusal((10_000, 42_010)) is not None


def averse(me: tuple[int, ...] = (), foe: tuple[int, ...] = (15, 70), x: float = 22.5, **more: Any) -> Field:
    """`a2` with Aura di Avversione stands at (10, x); `a1` at (10, 10) strikes `b1`."""
    return fight(1, me=me, foe=foe, more={"a2": at(10, x, abilities=ab(74)), **more})


@pytest.mark.rule("CDC-AB-074.1", "CDC-AB-074.2")
def test_aversion_keeps_the_threshold_at_4() -> None:
    assert struck(averse()) == (4, [SCHIVARE, ELUDERE, "CDC-AB-074"])
    assert struck(averse(x=22.51))[0] == 6, "out of reach"
    assert struck(averse(foe=(), b1={"items": [SCUDO]}))[0] == 4, "raised by what it may be"
    assert struck(fight(1, me=(74,), foe=(70,)))[0] == 5, "his own aura is of no use to its bearer"


@pytest.mark.rule("CDC-AB-074.3")
def test_aversion_is_only_an_upper_limit() -> None:
    assert struck(averse(me=(12,), foe=())) == (3, [DUELLANTE])
    assert struck(averse(me=(12,), foe=(70,))) == (4, [DUELLANTE, ELUDERE]), "the sum comes first"
    assert struck(averse(me=(12,), foe=(15, 70)))[0] == 4


# tests


@pytest.mark.rule("CDC-AB-072.1", "CDC-AB-072.2")
def test_lightning_reflexes() -> None:
    assert needed(called("riflessi", 8, foe=(72,))) == (3, ["CDC-AB-072"])
    assert needed(called("riflessi", 8, foe=(72, 22))) == (2, ["CDC-AB-022", "CDC-AB-072"])
    assert needed(called("forza", 8, foe=(72,))) == (4, [])


@pytest.mark.rule("CDC-AB-072.1")
@pytest.mark.parametrize("who", ["a2", "b2"])
def test_lightning_reflexes_are_their_bearers_alone(who: str) -> None:
    assert needed(called("riflessi", 8, more={who: at(45, abilities=ab(72))})) == (4, [])


@pytest.mark.rule("CDC-AB-091.1")
def test_courage() -> None:
    beside = {"b2": at(52.5, abilities=ab(91))}
    assert needed(called("spirito", 8, more=beside)) == (3, ["CDC-AB-091"])
    assert needed(called("forza", 8, more=beside)) == (4, [])
    assert needed(called("spirito", 8, more={"b2": at(52.51, abilities=ab(91))})) == (4, [])
    assert needed(called("spirito", 8, foe=(91,))) == (4, []), "not the bearer"
    two = {"b2": at(45, abilities=ab(91)), "b3": at(48, abilities=ab(91))}
    assert needed(called("spirito", 8, more=two)) == (3, ["CDC-AB-091"]), "two of one name are one"


@pytest.mark.rule("CDC-AB-103.1", "CDC-AB-103.2")
@pytest.mark.parametrize(("kind", "need"), [("spirito", 5), ("riflessi", 5), ("forza", 4)])
def test_despair(kind: str, need: int) -> None:
    near, far = at(52.5, abilities=ab(103)), at(52.51, abilities=ab(103))
    assert needed(called(kind, 8, more={"a2": near})) == (need, ["CDC-AB-103"] if need == 5 else [])
    assert needed(called(kind, 8, more={"a2": far})) == (4, [])
    assert needed(called(kind, 8, more={"a2": near, "a3": at(45, 13, abilities=ab(103))}))[0] == need, "once only"
    assert needed(called(kind, 8, more={"b2": near})) == (4, []), "his own friends do not despair"


@pytest.mark.rule("CDC-AB-117.1")
def test_psionic_field() -> None:
    assert needed(called("spirito", 8, more={"a2": at(47.5, abilities=ab(117))})) == (5, ["CDC-AB-117"])
    assert needed(called("spirito", 8, more={"a2": at(47.51, abilities=ab(117))})) == (4, [])
    assert needed(called("riflessi", 8, more={"a2": at(47.5, abilities=ab(117))})) == (4, [])
    assert needed(called("spirito", 8, more={"b2": at(45, abilities=ab(117))})) == (4, [])


@pytest.mark.rule("CDC-AB-126.1", "CDC-AB-126.2", "CDC-AB-146.1")
def test_susceptible_to_what_helps() -> None:
    def at_distance(cm: float) -> dict[str, Any]:
        return {"b2": at(42.5 + cm, abilities=ab(91))}

    assert needed(called("spirito", 8, foe=(126,), more=at_distance(15))) == (3, ["CDC-AB-091"])
    assert needed(called("spirito", 8, foe=(126,), more=at_distance(15.01))) == (4, [])
    assert needed(called("spirito", 8, more=at_distance(15))) == (4, [])
    despair = {"a2": at(52.51, abilities=ab(103))}
    assert needed(called("spirito", 8, foe=(126,), more=despair)) == (4, []), "harm reaches no farther"


@pytest.mark.rule("CDC-AB-126.1")
def test_the_susceptible_alone_are_reached_from_15_cm() -> None:
    """b1, who is not susceptible, stands 15 cm from the courageous b2; b3, who is, right beside."""
    more = {"b2": at(57.5, abilities=ab(91)), "b3": at(40, 14, abilities=ab(126))}
    assert needed(called("spirito", 8, more=more)) == (4, [])


@pytest.mark.rule("CDC-AB-126.1")
def test_susceptible_to_the_aura_of_pain_too() -> None:
    for cm, dice in ((15, [(4,)]), (15.01, [])):
        field = fight(5, foe=(126,), more={"b2": at(13.5, round(12.5 + cm, 2), abilities=ab(75))})
        struck(field)
        assert [e.dice for e in field.all(DiceGained)] == dice


# pain, ferocity, strength


@pytest.mark.rule("CDC-AB-075.1", "CDC-AB-075.2")
def test_pain_gives_a_d4_for_each_damage() -> None:
    field = fight(5, 5, more={"a1": {"dan": 3}, "b2": at(26, abilities=ab(75))})
    struck(field)
    got = field.the(DiceGained)
    assert (got.it, got.dice, got.rules) == ("b1", (4,), ("CDC-AB-075",)) and field.the(Hurt).amount == 3
    struck(field, die=6)
    assert len(field.all(DiceGained)) == 2, "each time"
    field.done()


@pytest.mark.rule("CDC-AB-075.1")
@pytest.mark.parametrize(
    ("foe", "more"),
    [
        ((75,), {}),
        ((), {"b2": at(26.01, abilities=ab(75))}),
        ((), {"b2": at(20, abilities=ab(75)), "b1": {"life": 1}}),
        ((), {"a2": at(5, abilities=ab(75))}),
    ],
    ids=["bearer", "too far", "dies", "enemy"],
)
def test_pain_gives_nothing(foe: tuple[int, ...], more: dict[str, Any]) -> None:
    field = fight(5, foe=foe, more=more)
    struck(field)
    assert field.the(Hurt).amount == 1 and not field.all(DiceGained)


@pytest.mark.rule("CDC-AB-075.2")
def test_two_auras_of_pain_give_one_die() -> None:
    field = fight(5, more={"b2": at(20, abilities=ab(75)), "b3": at(23, abilities=ab(75))})
    struck(field)
    assert field.the(DiceGained).dice == (4,)


@pytest.mark.rule("CDC-AB-085.1", "CDC-AB-085.2")
def test_ferocity_forbids_enemies_to_have_dice_repeated() -> None:
    def feral(x: float, *dice: int) -> Field:
        more = {"a1": {"cmb": 1}, "b1": {"cmb": 1}, "a2": at(10, x, abilities=ab(85))}
        field = fight(*dice, more=more, options={})
        field.act("a1", "melee", "b1", die=8)
        return field

    assert feral(22.5, 5).asked == "respond" and feral(22.51, 5).asked == "respond", "he may repeat his own hit"
    within, beyond = feral(22.5, 5), feral(22.51, 5)
    within.answer(PASS)
    beyond.answer(PASS)
    assert within.asked == "action" and within.the(HitLanded).face == 5
    assert beyond.asked == "respond" and beyond.offered() == ("pass", "CDC-RRL-05")
    own = feral(22.5, 2, 6)
    own.answer(("CDC-RRL-05", "a1"))
    assert own.the(HitLanded).face == 6, "one's own side still may"


@pytest.mark.rule("CDC-AB-085.1")
def test_ferocity_is_of_use_to_those_within_the_aura_only() -> None:
    """a3 stands within 10 cm of a2, who has the aura; a1, who strikes, 10.01 cm from it."""
    more = {"b1": {"cmb": 2}, "a2": at(10, 22.51, abilities=ab(85)), "a3": at(13, 22.51)}
    field = fight(5, 1, more=more, options={})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.offered() == ("pass", "CDC-RRL-05")
    field.answer(("CDC-RRL-05", "b1"))
    assert field.the(Missed).face == 1
    field.done()


@pytest.mark.rule("CDC-AB-085.1")
def test_ferocity_is_about_melee_only() -> None:
    force = {"kind": "P", "moment": "rolled", "when": "enemy(actor, me)", "do": [{"reroll": "throw"}]}
    more = {"a1": {"items": [ARCO]}, "b1": {"abilities": ["Forza"]}, "a2": at(10, 15, abilities=ab(85))}
    field = fight(5, more=more, gap=10, made={"Forza": force})
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.asked == "respond"
    field = fight(5, more={**more, "a1": {}}, made={"Forza": force})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"


@pytest.mark.rule("CDC-AB-087.1", "CDC-AB-087.3")
def test_inhuman_strength_fells_whom_it_hits_critically_whatever_its_size() -> None:
    field = fight(8, me=(87,), more={"b1": {"r": 3000, "at": (15.25, 10)}})
    struck(field)
    fell = field.the(ConditionGained)
    assert (fell.it, fell.condition, fell.rules) == ("b1", "A Terra", ("CDC-AB-087",))
    assert not field.all(Missed)


@pytest.mark.rule("CDC-AB-087.1")
def test_inhuman_strength_adds_to_other_effects_of_criticals_only() -> None:
    field = fight(8, 1, me=(87,), more={"a1": {"items": [SPADA]}})
    struck(field)
    assert field.the(ConditionGained).condition == "A Terra"
    assert field.all(DiceRolled)[1].sides == 4, "the sword's d4 all the same"
    field = fight(7, me=(87,))
    struck(field)
    assert field.the(HitLanded).critical is False and not field.all(ConditionGained)


@pytest.mark.rule("CDC-AB-087.2")
def test_inhuman_strength_repels_who_would_fall_anyway() -> None:
    field = fight(8, 3, 2, me=(87,), more={"a1": {"items": [MAZZA]}})
    field.act("a1", "melee", "b1", die=8)
    assert [e.condition for e in field.all(ConditionGained)] == ["Respinto", "A Terra"]
    assert field.all(ConditionGained)[0].rules == ("CDC-AB-087",)
    assert field.at("b1") == (19.5, 10), "3 x 2 cm"
    field.done()


# dice of a turn


@pytest.mark.rule("CDC-AB-094.1")
def test_a_true_believer_gets_a_d6_for_his_d4() -> None:
    field = fight(
        me=(94,),
        foe=(94,),
        more={"b1": {"conditions": ["Terrorizzato"]}, "b2": at(30, abilities=ab(94), conditions=["Spaventato"])},
    )
    assert dealt(field) == {"a1": (6, 6, 8), "b1": (6,), "b2": (4, 4, 4)}


@pytest.mark.rule("CDC-AB-094.1")
def test_a_true_believer_changes_nobody_elses_dice() -> None:
    field = fight(more={"a2": at(30, abilities=ab(94)), "b2": at(40)})
    assert dealt(field) == {"a1": (4, 6, 8), "a2": (6, 6, 8), "b1": (4, 6, 8), "b2": (4, 6, 8)}


@pytest.mark.rule("CDC-AB-099.1", "CDC-AB-099.2")
def test_devotion_counts_the_allies_around() -> None:
    near = {"a2": at(10, 17.5), "a3": at(10, 3), "a4": at(10, 17.6 + 2.5), "b1": {"abilities": ab(99)}}
    got = dealt(fight(me=(99,), more=near))
    assert got["a1"] == (4, 4, 6, 8), "two within 5 cm"
    assert got["b1"] == (6, 8), "nobody"


@pytest.mark.rule("CDC-AB-108.1")
def test_fervour_gives_allies_a_d4_more() -> None:
    more = {
        "a2": at(10, 22.5),
        "a3": at(10, 25.01, abilities=ab(108)),
        "a4": at(22.5, 22.5, conditions=["Terrorizzato"]),
        "a5": at(0 + 2, 10, abilities=["CDC-IN-027"]),
        "b1": {"at": (13.5, 14)},
    }
    got = dealt(fight(me=(108,), more=more))
    assert got["a2"] == (4, 4, 6, 8)
    assert got["a1"] == (4, 6, 8), "not the bearer, and the other is too far"
    assert got["a3"] == (4, 6, 8)
    assert got["a4"] == (6,), "one die and nothing else"
    assert got["a5"] == (4,), "on top of nothing"
    assert got["b1"] == (4, 6, 8)


@pytest.mark.rule("CDC-AB-108.1")
def test_two_auras_of_fervour_are_one() -> None:
    more = {"a2": at(10, 16), "a3": at(10, 20, abilities=ab(108))}
    assert dealt(fight(me=(108,), more=more))["a2"] == (4, 4, 6, 8)
    assert dealt(fight(me=(108,), more=more))["a1"] == (4, 4, 6, 8), "each from the other's"

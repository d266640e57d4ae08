"""Full attacks: iteratives, two weapons, double weapons, natural attacks; on the defensive; aid and feints."""

from __future__ import annotations

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.odds import odds
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade
from arbitro.rulesets.pathfinder.numbers import armour_class
from arbitro.rulesets.pathfinder.strikes import styles
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
DUMMY = {"b1": {"at": "d3", "hp": 90}}
JAWS = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
CLAWS = {"id": "artiglio", "name": "Artiglio", "name_en": "Claw", "damage": "1d4", "types": ["tagliente"], "count": 2}
TAIL = {"id": "coda", "name": "Coda", "name_en": "Tail", "damage": "1d6", "types": ["contundente"], "primary": False}


def penalties(style: str, **more: object) -> list[tuple[str, int]]:
    """The attacks of a style: with what, and at which penalty."""
    field = Field({"a1": {"at": "c3", **more}}, DUMMY)
    return [(swing.weapon, swing.penalty) for swing in styles(field.game, "a1").get(style, ())]


@pytest.mark.rule("PF-TAB-16.2", "PF-FULL-04.1", "PF-FULL-02.1", "PF-STD-16.1")
def test_base_attack_gives_further_attacks_each_5_lower() -> None:
    assert penalties("spada-lunga", bab=5, **SWORD) == []
    assert penalties("spada-lunga", bab=6, **SWORD) == [("spada-lunga", 0), ("spada-lunga", -5)]
    assert [p for _, p in penalties("spada-lunga", bab=16, **SWORD)] == [0, -5, -10, -15]


@pytest.mark.rule("PF-FULL-02.1", "PF-FULL-03.1", "PF-FULL-05.1")
def test_targets_are_chosen_one_by_one_and_a_move_may_take_the_place_of_the_rest() -> None:
    foes = {"b1": {"at": "d3", "hp": 90}, "b2": {"at": "d4", "hp": 90}}
    field = Field({"a1": {"at": "c3", "bab": 11, **SWORD}}, foes, dice=[1, 1, 1])
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 1) and "move" in field.actions("a1")
    field.act("a1", "swing", "spada-lunga", "b2")
    assert field.figure("a1").mov == 0 and "move" not in field.actions("a1")
    field.act("a1", "swing", "spada-lunga", "b1")
    assert [(e.target, e.bonus.value) for e in field.all(AttackRolled)] == [("b1", 11), ("b2", 6), ("b1", 1)]
    assert "swing" not in field.actions("a1")


@pytest.mark.rule("PF-FULL-05.1", "PF-ACT-03.1")
def test_after_a_move_action_there_is_one_attack() -> None:
    field = Field({"a1": {"at": "b3", "bab": 6, **SWORD}}, DUMMY)
    field.act("a1", "move", "c3")
    assert "attack" in field.actions("a1") and "full_attack" not in field.actions("a1")


@pytest.mark.rule("PF-FULL-05.1")
def test_after_the_first_attack_a_move_ends_the_others() -> None:
    field = Field({"a1": {"at": "c3", "bab": 6, **SWORD}}, DUMMY, dice=[2])
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    field.act("a1", "move", "b3")
    assert field.figure("a1").swings == () and "swing" not in field.actions("a1")


# --- natural attacks ----------------------------------------------------------------------------------


@pytest.mark.rule("PF-STD-10.2", "PF-STD-11.1", "PF-STD-13.1", "PF-TAB-20.1", "PF-TAB-20.2")
def test_natural_attacks_do_not_multiply_and_secondary_ones_are_at_minus_5() -> None:
    body = {"attacks": [JAWS, CLAWS, TAIL], "bab": 11}
    assert penalties("natural", **body) == [("morso", 0), ("artiglio", 0), ("artiglio", 0), ("coda", -5)]


@pytest.mark.rule("PF-FEAT-04.1", "PF-STD-15.1")
def test_multiattack_makes_that_minus_2() -> None:
    assert penalties("natural", attacks=[JAWS, TAIL], feats=["multiattacco"])[1] == ("coda", -2)


@pytest.mark.rule("PF-STD-14.1", "PF-STD-14.3", "PF-STD-14.4", "PF-STD-14.5")
def test_beside_weapons_all_natural_attacks_are_secondary_and_count_as_a_second_weapon() -> None:
    found = penalties("spada-lunga+natural", attacks=[JAWS], bab=6, **SWORD)
    assert found == [("spada-lunga", -4), ("spada-lunga", -9), ("morso", -5)], "-6, less 2 for a light one"
    found = penalties("spada-lunga+natural", attacks=[JAWS], feats=["combattere-con-due-armi", "multiattacco"], **SWORD)
    assert found == [("spada-lunga", -2), ("morso", -2)]


@pytest.mark.rule("PF-STD-14.2", "PF-STD-11.2")
def test_a_hand_that_swings_a_sword_does_not_claw() -> None:
    claws = {
        "id": "artigli",
        "name": "Artigli",
        "name_en": "Claws",
        "damage": "1d4",
        "types": ["tagliente"],
        "count": 2,
    }
    body: dict = {"attacks": [claws, JAWS]}
    found = penalties("spada-lunga+natural", **body, **SWORD)
    assert [weapon for weapon, _ in found] == ["spada-lunga", "artigli", "morso"], "one hand is left"
    found = penalties("spadone+natural", **body, items=["spadone"])
    assert [weapon for weapon, _ in found] == ["spadone", "morso"]
    assert [weapon for weapon, _ in penalties("natural", **body)] == ["artigli", "artigli", "morso"]


@pytest.mark.rule("PF-STD-13.1")
def test_a_secondary_attack_adds_half_the_strength_bonus() -> None:
    field = Field({"a1": {"at": "c3", "attacks": [JAWS, TAIL], "forza": 16}}, DUMMY, dice=[15, 3, 15, 3])
    field.act("a1", "full_attack", "natural", "morso", "b1")
    field.act("a1", "swing", "coda", "b1")
    assert field.figure("b1").hp == 90 - (3 + 3) - (3 + 1)


# --- on the defensive ---------------------------------------------------------------------------------


@pytest.mark.rule("PF-STD-18.1", "PF-STD-18.2", "PF-FULL-06.1", "PF-TAB-17.2")
def test_fighting_defensively_costs_4_and_gives_2_until_the_next_turn() -> None:
    field = Field({"a1": {"at": "c3", "dodge": 1, **SWORD}}, DUMMY, dice=[15, 2])
    field.act("a1", "defensive")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).bonus.value == -4 and armour_class(field.game, "a1").value == 13
    field.end("a1")
    assert armour_class(field.game, "a1").value == 13
    field.end("b1")
    assert armour_class(field.game, "a1").value == 11


@pytest.mark.rule("PF-STD-18.1", "PF-STD-18.2")
def test_whoever_does_not_attack_after_all_has_not_fought_defensively() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, DUMMY)
    field.act("a1", "defensive")
    field.act("a1", "move", "c5")
    field.end("a1")
    assert armour_class(field.game, "a1").value == 10


@pytest.mark.rule("PF-STD-18.1", "PF-STD-18.2")
def test_an_archer_fights_defensively_too() -> None:
    field = Field({"a1": {"at": "c3", "items": ["arco-corto"]}}, {"b1": {"at": "h3"}}, dice=[13])
    field.act("a1", "defensive")
    field.act("a1", "shoot", "arco-corto", "b1")
    assert field.the(AttackRolled).bonus.value == -4 and armour_class(field.game, "a1").value == 12
    field.done()


@pytest.mark.rule("PF-STD-19.1", "PF-STD-19.2")
def test_total_defence_is_4_and_does_not_go_with_fighting_defensively() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, DUMMY)
    field.act("a1", "total_defence")
    assert armour_class(field.game, "a1").value == 14 and "defensive" not in field.actions("a1")
    field = Field({"a1": {"at": "c3", **SWORD}}, DUMMY)
    field.act("a1", "defensive")
    assert "total_defence" not in field.actions("a1")


# --- aid another, feint -------------------------------------------------------------------------------


def helped(dice: list[int], what: str, helpers: int = 1) -> Field:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "c4", **SWORD}, "a3": {"at": "c2", **SWORD}}
    field = Field(party, {"b1": {"at": "d3", "hp": 90, **SWORD}}, dice=dice, order=("a2", "a3", "a1", "b1"))
    for helper in ("a2", "a3"):
        if helpers:
            field.act(helper, "aid", "a1", "spada-lunga", "b1", what)
            helpers -= 1
        field.end(helper)
    return field


@pytest.mark.rule("PF-SPEC-02.1", "PF-SPEC-02.2", "PF-SPEC-02.3", "PF-SPEC-01.1")
def test_aid_gives_2_to_the_next_attack_and_to_no_other() -> None:
    field = helped([10, 2, 2], "attack")
    assert field.the(CheckMade).dc == 10
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.all(AttackRolled)[-1].bonus.value == 2
    assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == 0


@pytest.mark.rule("PF-SPEC-02.2")
def test_aid_fails_below_10() -> None:
    field = helped([9, 2], "attack")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).bonus.value == 0


@pytest.mark.rule("PF-SPEC-03.1", "PF-TAB-17.2")
def test_the_help_of_two_adds_up() -> None:
    field = helped([10, 10, 2], "attack", helpers=2)
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).bonus.value == 4


@pytest.mark.rule("PF-SPEC-02.3", "PF-SPEC-02.4")
def test_aid_in_defence_counts_against_the_next_attack_of_that_foe() -> None:
    field = helped([10, 2, 2], "defence")
    assert armour_class(field.game, "a1", "b1").value == 12
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    assert field.the(AttackRolled).ac.value == 12 and armour_class(field.game, "a1", "b1").value == 10


@pytest.mark.rule("PF-FNT-01.1", "PF-FNT-01.2", "PF-FNT-02.1", "PF-FNT-02.2", "PF-FNT-04.1")
def test_a_feint_takes_dexterity_from_the_next_attack() -> None:
    foe = {"b1": {"at": "d3", "hp": 90, "destrezza": 18, "bab": 3, "saggezza": 14, **SWORD}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foe, dice=[15, 2, 2], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "feint", "b1")
    assert (field.the(CheckMade).dc, field.the(CheckMade).passed) == (10 + 3 + 2, True)
    field.end("a1", "b1")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).ac.value == 10
    assert armour_class(field.game, "b1", "a1").value == 14


@pytest.mark.rule("PF-FNT-01.2", "PF-FNT-03.1", "PF-FNT-03.2", "PF-FNT-03.3")
def test_sense_motive_and_strange_minds_make_a_feint_harder() -> None:
    def dc(**foe: object) -> int | None:
        field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", **foe}}, dice=[10])
        if "feint" not in field.actions("a1"):
            return None
        field.act("a1", "feint", "b1")
        return field.the(CheckMade).dc

    assert dc(skills={"intuizione": 7}) == 17
    assert dc(type="drago") == 14 and dc(type="animale", intelligenza=2) == 18
    assert dc(type="melma", intelligenza=None) is None


@pytest.mark.rule("PF-FNT-05.1", "PF-FEAT-10.1")
def test_improved_feint_is_a_move_action() -> None:
    field = Field({"a1": {"at": "c3", **SWORD, "feats": ["fintare-migliorato"]}}, DUMMY, dice=[10])
    field.act("a1", "feint", "b1")
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 0)


# --- odds ---------------------------------------------------------------------------------------------


def test_exact_odds_of_a_full_attack_agree_with_seeded_ones() -> None:
    """Two attacks at +6 and +1 against AC 10 in dim light: how likely the target stands afterwards."""

    def begin(seed: int) -> Field:
        fighter = {"a1": {"at": "c3", "bab": 6, **SWORD}}
        foe = {"b1": {"at": "d3", "hp": 12}}
        return Field(fighter, foe, dice=SeededDice.of_seed(seed), ground={"light": "dim"})

    seed = next(s for s in range(50) if begin(s).state.turn == "a1")
    field = begin(seed)
    answer = ("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    assert field.game.pending is not None
    found = odds(
        field.game,
        Answer(field.game.pending.id, "a", answer),
        watch=lambda state: state.figures["b1"].hp > 0,
        until=lambda state: state.turn != "a1" or not state.figures["a1"].swings,
        leaves=20_000,
        samples=0,
    )
    assert found.exact and sum(found.outcomes.values()) + found.rest == 1
    fights = 300
    standing = 0
    for number in range(fights):
        twin = field.game.fork(SeededDice.of_seed(1000 + number))
        twin.choose(answer)
        while twin.pending is not None and twin.state.figures["a1"].swings and twin.state.turn == "a1":
            twin.choose(twin.form("a").default())
        standing += twin.state.figures["b1"].hp > 0
    assert abs(standing / fights - float(found.chance(bool))) < 0.08


# --- to knock out -------------------------------------------------------------------------------------


@pytest.mark.rule("PF-NL-02.1", "PF-NL-03.1", "PF-FULL-03.1")
def test_each_blow_of_a_full_attack_may_knock_out_or_wound() -> None:
    field = Field({"a1": {"at": "c3", "bab": 6, "items": ["spada-lunga"]}}, {"b1": {"at": "d3", "hp": 40}},
                  dice=[15, 5, 14, 4])  # fmt: skip
    field.act("a1", "full_attack_switched", "spada-lunga", "spada-lunga", "b1")
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (40, 5)
    assert {"swing", "swing_switched"} <= set(field.actions("a1"))
    field.act("a1", "swing", "spada-lunga", "b1")
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (36, 5)
    assert [e.bonus.value for e in field.all(AttackRolled)] == [6 - 4, 1]
    field.done()


@pytest.mark.rule("PF-NL-02.1")
def test_no_arrow_of_a_full_attack_knocks_out() -> None:
    field = Field({"a1": {"at": "c3", "bab": 6, "items": ["arco-lungo"]}}, {"b1": {"at": "h3"}})
    assert "full_attack" in field.actions("a1") and "full_attack_switched" not in field.actions("a1")


@pytest.mark.rule("PF-STD-18.1")
def test_guarding_oneself_comes_after_attacks_and_moves_in_the_list() -> None:
    near = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {"at": "d3"}}).actions("a1")
    far = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {"at": "k9"}}).actions("a1")
    assert near[0] == "attack" and list(near).index("move") < list(near).index("defensive")
    assert far[0] == "move" and list(far).index("move") < list(far).index("total_defence")

"""Innate abilities: who may use which powers, and the points for them (CDC-IN-001 to -025, CDC-PW-002 to -004)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.content import Settings
from arbitro.rulesets.crepuscolo.events import PointsChanged
from arbitro.rulesets.crepuscolo.facts import FACTS
from arbitro.rulesets.crepuscolo.markers import POINTS, power_marker
from arbitro.rulesets.crepuscolo.state import points_of
from tests.crepuscolo.field import Field, rules
from tests.crepuscolo.trials import rules_with

RULE = pytest.mark.rule
BOOK = RULESET.library
SORCERY, PSIONIC, KI, HYPNOTIC, EMANATION, KINETIC = (
    "stregoneria", "psionico", "ki", "ipnotico", "emanazione", "cinetico",
)  # fmt: skip
APPRENTICE, MASTER, KEEPER, MENTALIST = "CDC-IN-002", "CDC-IN-003", "CDC-IN-004", "CDC-IN-017"
DOMAINS = {
    "Fuoco": "CDC-IN-018", "Fulmine": "CDC-IN-019", "Abissi": "CDC-IN-020", "Tenebre": "CDC-IN-021",
    "Artificio": "CDC-IN-022",
}  # fmt: skip
KINDS = {"Pirocinesi": "CDC-IN-023", "Idrocinesi": "CDC-IN-024", "Litocinesi": "CDC-IN-025"}
PASS = ("pass",)
CARDS, CALL = "CDC-EQ-95", "Chiamata"
CARDS_NEED = 4


def knowing(*abilities: str, **me: Any) -> Field:
    """`a1` has these abilities; it stands far from everybody."""
    mine = {"at": (10, 10), "abilities": list(abilities), **me}
    return Field({"a1": mine, "a2": {"at": (10, 30)}, "b1": {"at": (50, 50)}})


def opened(*abilities: str) -> dict[tuple[str, str], list[int]]:
    """By discipline and domain, how many powers of each level (1, 2, 3; or 0: none) these abilities open."""
    found: dict[tuple[str, str], Counter[int]] = {}
    for rule in knowing(*abilities).figure("a1").powers:
        power = BOOK.powers[rule]
        marker = power_marker(power.kind)
        assert marker is not None
        found.setdefault((marker.discipline, power.domain), Counter())[power.level] += 1
    return {
        key: [count[n] for n in (range(1, 4) if any(count[n] for n in (1, 2, 3)) else (0,))]
        for key, count in found.items()
    }


# --- stregonerie ------------------------------------------------------------------------------------------

PRINTED = {"Fuoco": [4, 5, 4], "Fulmine": [4, 4, 3], "Abissi": [4, 4, 3], "Tenebre": [4, 4, 4], "Artificio": [4, 4, 2]}
"""How many sorceries of the levels 1, 2 and 3 each domain has (CDC-PW-003)."""


@RULE("CDC-IN-002.1", "CDC-IN-003.1", "CDC-IN-004.1", "CDC-PW-003.1", "CDC-PW-003.5")
@pytest.mark.parametrize(("ability", "levels"), [(APPRENTICE, 1), (MASTER, 2), (KEEPER, 3)])
@pytest.mark.parametrize("domain", DOMAINS)
def test_sorceries_of_ones_own_domain_up_to_ones_level(ability: str, levels: int, domain: str) -> None:
    counts = [n if level < levels else 0 for level, n in enumerate(PRINTED[domain])]
    assert opened(ability, DOMAINS[domain]) == {(SORCERY, domain): counts}


@RULE("CDC-IN-018.1", "CDC-IN-019.1", "CDC-IN-020.1", "CDC-IN-021.1", "CDC-IN-022.1", "CDC-PW-003.1")
@pytest.mark.parametrize("domain", DOMAINS)
def test_a_domain_alone_opens_nothing_nor_does_a_level_alone(domain: str) -> None:
    """Nor does a domain help with powers of the mind, or a kinetic kind with sorceries."""
    assert opened(DOMAINS[domain]) == {} == opened(APPRENTICE) == opened(KEEPER)
    assert opened(DOMAINS[domain], MENTALIST) == {} == opened(KEEPER, KINDS["Pirocinesi"])
    assert set(opened(DOMAINS[domain], "CDC-IN-005")) == {(PSIONIC, "")}


@RULE("CDC-PW-003.1", "CDC-PW-003.5")
def test_two_domains_open_both_and_the_highest_level_counts() -> None:
    found = opened(APPRENTICE, MASTER, DOMAINS["Fuoco"], DOMAINS["Tenebre"])
    assert found == {(SORCERY, "Fuoco"): [4, 5, 0], (SORCERY, "Tenebre"): [4, 4, 0]}


@RULE("CDC-PW-003.1", "CDC-PW-003.2")
def test_the_levels_rise_in_the_order_of_the_book() -> None:
    """With the numbers of powers of each level (`PRINTED` and below) this fixes the level of every power."""
    last: dict[tuple[str, str], int] = {}
    for rule, power in sorted(BOOK.powers.items()):
        made = power_marker(power.kind)
        assert made is not None
        key = (made.discipline, power.domain)
        assert power.level >= last.get(key, 0), rule
        last[key] = power.level
    assert {key: level for key, level in last.items() if level} == {
        **{(SORCERY, domain): 3 for domain in PRINTED}, (PSIONIC, ""): 3, (KI, ""): 3, (HYPNOTIC, ""): 3,
    }  # fmt: skip


# --- disciplines without a domain -------------------------------------------------------------------------


@RULE("CDC-IN-005.1", "CDC-IN-006.1", "CDC-IN-007.1", "CDC-PW-003.2", "CDC-PW-003.5")
@pytest.mark.parametrize(
    ("ability", "counts"), [("CDC-IN-005", [7, 0, 0]), ("CDC-IN-006", [7, 7, 0]), ("CDC-IN-007", [7, 7, 7])]
)
def test_psionic_powers_by_level(ability: str, counts: list[int]) -> None:
    assert opened(ability) == {(PSIONIC, ""): counts}


@RULE("CDC-IN-008.1", "CDC-IN-009.1", "CDC-IN-010.1", "CDC-PW-003.2", "CDC-PW-003.5")
@pytest.mark.parametrize(
    ("ability", "counts"), [("CDC-IN-008", [4, 0, 0]), ("CDC-IN-009", [4, 4, 0]), ("CDC-IN-010", [4, 4, 2])]
)
def test_ki_powers_by_level(ability: str, counts: list[int]) -> None:
    assert opened(ability) == {(KI, ""): counts}


@RULE("CDC-IN-011.1", "CDC-IN-012.1", "CDC-IN-013.1", "CDC-PW-003.2", "CDC-PW-003.5")
@pytest.mark.parametrize(
    ("ability", "counts"), [("CDC-IN-011", [5, 0, 0]), ("CDC-IN-012", [5, 5, 0]), ("CDC-IN-013", [5, 5, 5])]
)
def test_hypnotic_powers_by_level(ability: str, counts: list[int]) -> None:
    assert opened(ability) == {(HYPNOTIC, ""): counts}


@RULE("CDC-IN-014.1", "CDC-IN-015.1", "CDC-IN-016.1", "CDC-PW-003.3")
@pytest.mark.parametrize(("ability", "level"), [("CDC-IN-014", 1), ("CDC-IN-015", 2), ("CDC-IN-016", 3)])
def test_any_mystic_has_all_six_emanations_with_a_power_level_of_its_own(ability: str, level: int) -> None:
    assert opened(ability) == {(EMANATION, ""): [6]}
    field = knowing(ability)
    power_level = FACTS["power_level"]
    assert (power_level(field.game, "a1"), power_level(field.game, "a2")) == (level, 0)


@RULE("CDC-IN-017.1", "CDC-IN-023.1", "CDC-IN-024.1", "CDC-IN-025.1", "CDC-PW-003.4", "CDC-PW-003.5")
@pytest.mark.parametrize("domain", KINDS)
def test_kinetic_powers_of_ones_own_domain(domain: str) -> None:
    """They have no levels, and neither of the two abilities does anything alone."""
    assert opened(MENTALIST, KINDS[domain]) == {(KINETIC, domain): [6]}
    assert opened(KINDS[domain]) == {} == opened(MENTALIST)


@RULE("CDC-PW-003.5", "CDC-IN-001.1")
def test_what_is_open_can_be_used_at_once_and_nothing_is_bought() -> None:
    """A dart of fire (level 1) at an enemy 4 cm away; without the innate abilities there is no such action."""
    mine = {"at": (10, 10), "abilities": [APPRENTICE, DOMAINS["Fuoco"]]}
    field = Field({"a1": mine, "a2": {"at": (10, 30)}, "b1": {"at": (16.5, 10)}}, dice=(4,))
    assert "CDC-PW-014" in field.offered("a1", "power") and "power" not in field.offered("a2")
    field.act("a1", "power", "CDC-PW-014", "b1", die=6)
    assert field.figure("b1").conditions == ("Fuoco",)
    field.done()


@RULE("CDC-IN-001.2")
def test_azzerare_la_mente_takes_bought_abilities_only() -> None:
    """`b1` has one of each: the innate one cannot be chosen; `b2`, who has innate ones only, is no target."""
    mine = {"at": (10, 10), "abilities": ["CDC-IN-007"]}
    fighters: dict[str, dict[str, Any]] = {
        "a1": mine,
        "b1": {"at": (14, 10), "abilities": [APPRENTICE, "CDC-AB-031"]},
        "b2": {"at": (10, 14), "abilities": [APPRENTICE]},
    }
    field = Field(fighters, dice=(4,))
    assert field.offered("a1", "power", "CDC-PW-091") == ("b1",)
    field.act("a1", "power", "CDC-PW-091", "b1", die=8, others=(4, 6))
    assert field.asked == "choose" and field.offered() == ("CDC-AB-031",)
    field.answer("CDC-AB-031")
    assert field.figure("b1").abilities == (APPRENTICE,)
    field.done()


# --- rank 4 -----------------------------------------------------------------------------------------------


@RULE("CDC-PW-002.1", "CDC-PW-002.2")
def test_five_powers_are_of_rank_4_and_none_is_higher() -> None:
    ranks = {rule: marker.rank for rule, power in BOOK.powers.items() if (marker := power_marker(power.kind))}
    assert len(ranks) == len(BOOK.powers) and set(ranks.values()) == {1, 2, 3, 4}
    highest = [rule for rule, rank in ranks.items() if rank == 4]
    assert sorted(highest) == ["CDC-PW-025", "CDC-PW-046", "CDC-PW-057", "CDC-PW-059", "CDC-PW-126"]
    assert power_marker("power 5 stregoneria") is None


@RULE("CDC-PW-002.1", "CDC-PW-002.2")
@pytest.mark.parametrize(
    ("dice", "points", "there"), [((4, 6, 8), 9, False), ((4, 4, 6, 8), 3, False), ((4, 4, 6, 8), 4, True)]
)
def test_rank_4_takes_four_dice_and_four_points_at_once(dice: tuple[int, ...], points: int, there: bool) -> None:
    """Apoteosi delle Tenebre: with the three dice of a turn it is not there, however many points one has."""
    mine = {"at": (10, 10), "abilities": [KEEPER, DOMAINS["Tenebre"]], "dice": dice, "points": (("arcano", points),)}
    field = Field({"a1": mine, "b1": {"at": (16, 10)}, "b2": {"at": (50, 50)}})
    powers = field.offered("a1", "power") if "power" in field.offered("a1") else ()
    assert ("CDC-PW-059" in powers) == there


# --- points -----------------------------------------------------------------------------------------------


def points(field: Field, name: str = "a1") -> dict[str, int]:
    return dict(field.figure(name).points)


@RULE("CDC-ACT-13.5", "CDC-ACT-13.6")
@pytest.mark.parametrize(
    ("abilities", "held"),
    [
        ((APPRENTICE, DOMAINS["Fuoco"]), {"arcano": 3}),
        (("CDC-IN-005",), {"concentrazione": 3}),
        ((MENTALIST, KINDS["Idrocinesi"]), {"concentrazione": 3}),
        (("CDC-IN-008",), {"ki": 3}),
        (("CDC-IN-014",), {"ki": 3}),
        (("CDC-IN-011",), {"illusione": 3}),
        (("CDC-IN-011", "CDC-IN-007", "CDC-IN-008"), {"concentrazione": 3, "illusione": 3, "ki": 3}),
        ((APPRENTICE,), {}),
        ((), {}),
    ],
)
def test_who_can_use_a_kind_of_power_begins_with_3_points_for_it(
    abilities: tuple[str, ...], held: dict[str, int]
) -> None:
    """Whoever opens nothing has none."""
    assert points(knowing(*abilities)) == held


@RULE("CDC-PW-004.2")
def test_a_neuro_ricevitore_gives_one_point_more_at_the_start() -> None:
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "items": ["CDC-EQ-89"], "abilities": ["CDC-IN-005"]},
        "b1": {"at": (50, 50)},
    }
    field = Field(fighters, hand="", dice=(4,))
    field.answer(("a1", 4))
    field.answer(PASS)
    assert points(field) == {"concentrazione": 4}
    field.done()


def turns(fighters: dict[str, dict[str, Any]], **more: Any) -> Field:
    """The beginning of turn 2: everybody passed in turn 1."""
    field = Field(fighters, **more)
    while field.state.turn == 1:
        field.answer(PASS)
    return field


@RULE("CDC-PW-004.5")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (2, 3), (3, 3), (7, 7)])
def test_ki_comes_back_to_3_each_turn_and_nothing_is_capped(before: int, after: int) -> None:
    """The other kinds stay as they are: 0, or 9."""
    mine = {"at": (10, 10), "points": (("arcano", 0), ("concentrazione", 9), ("illusione", 1), ("ki", before))}
    field = turns({"a1": {**mine, "abilities": ["CDC-IN-008"]}, "b1": {"at": (50, 50)}})
    assert points(field) == {"arcano": 0, "concentrazione": 9, "illusione": 1, "ki": after}
    assert [(e.it, e.kind, e.by) for e in field.all(PointsChanged)] == (
        [("a1", "ki", after - before)] if after > before else []
    )
    assert points(field, "b1") == {}  # who cannot use Ki receives none
    field.done()


@RULE("CDC-ACT-13.5", "CDC-ACT-13.6")
def test_a_pack_may_set_other_numbers() -> None:
    """Five at the start and one Ki a turn, as a group agreed; what a pack does not name stays."""
    twin = rules()
    library = twin.library
    own = Settings(id="nostro", name="Nostro", name_en="Ours", start_points=5, ki_each_turn=1)
    library.settings = {**library.settings, "nostro": own}
    assert (library.setting("start_points"), library.setting("ki_each_turn")) == (5, 1)
    mine = {"at": (10, 10), "abilities": ["CDC-IN-008", "CDC-IN-005"]}
    field = Field({"a1": mine, "b1": {"at": (50, 50)}}, rules=twin)
    assert points(field) == {"concentrazione": 5, "ki": 5}
    poor = turns({"a1": {**mine, "points": (("ki", 0),)}, "b1": {"at": (50, 50)}}, rules=twin)
    assert points(poor) == {"ki": 1}


@RULE("CDC-IN-017.1", "CDC-PW-003.4", "CDC-PW-001.2")
def test_each_discipline_has_its_kind_of_points() -> None:
    """The misprint about Mentalista Cinetico: kinetic powers are paid with Concentrazione."""
    assert POINTS == {
        SORCERY: "arcano", PSIONIC: "concentrazione", KINETIC: "concentrazione", KI: "ki", EMANATION: "ki",
        HYPNOTIC: "illusione",
    }  # fmt: skip


# --- where points come from and go to ---------------------------------------------------------------------


def duel(*faces: int, foe: dict[str, Any] | None = None, **me: Any) -> Field:
    """`a1` with a greatsword (critical hits: 1 damage more) in contact with `b1`."""
    mine = {"at": (10, 10), **me}
    return Field({"a1": mine, "b1": {"at": (12.5, 10), **(foe or {})}, "b2": {"at": (50, 50)}}, dice=faces)


@RULE("CDC-PW-004.1")
@pytest.mark.parametrize(("ability", "kind"), [("CDC-AB-122", "arcano"), ("CDC-AB-119", "concentrazione")])
@pytest.mark.parametrize(("life", "gained"), [(5, 3), (4, 2), (2, 0), (1, 0)])
def test_invocazione_and_meditazione_give_3_less_what_is_lost(ability: str, kind: str, life: int, gained: int) -> None:
    field = knowing(ability, life=life)
    field.act("a1", "ability", ability, die=4, others=(6, 8))
    assert points_of(field.figure("a1"), kind) == gained
    field.done()


@RULE("CDC-PW-004.1", "CDC-PW-004.2")
@pytest.mark.parametrize(("ability", "kind"), [("CDC-AB-121", "arcano"), ("CDC-AB-118", "concentrazione")])
@pytest.mark.parametrize(("faces", "gained"), [((6, 1), 1), ((5,), 0)])
def test_warriors_of_the_mind_gain_with_critical_hits_in_melee(
    ability: str, kind: str, faces: tuple[int, ...], gained: int
) -> None:
    field = duel(*faces, abilities=[ability], items=["CDC-EQ-17"])
    field.act("a1", "melee", "b1", die=6)
    assert points_of(field.figure("a1"), kind) == gained
    field.done()


@RULE("CDC-PW-004.1")
@pytest.mark.parametrize(
    ("item", "faces", "gained"),
    [("CDC-EQ-92", (6,), 1), ("CDC-EQ-92", (5,), 0), ("CDC-EQ-93", (5,), 1), ("CDC-EQ-93", (3,), 0)],
)
def test_sceptres_give_arcano(item: str, faces: tuple[int, ...], gained: int) -> None:
    """That of Power by a critical hit, that of Dominion by any that succeeds."""
    field = duel(*faces, items=[item])
    field.act("a1", "melee", "b1", die=6)
    assert points_of(field.figure("a1"), "arcano") == gained
    field.done()


@RULE("CDC-PW-004.1")
@pytest.mark.parametrize(("x", "gained"), [(17.5, 1), (17.51, 0)])
def test_campo_magico_gains_by_a_sorcery_within_5_cm(x: float, gained: int) -> None:
    """The bases (radius 1.25) are exactly 5 cm apart, or a hair more; the failed use counts."""
    mage = {"at": (10, 10), "abilities": [APPRENTICE, DOMAINS["Fuoco"]]}
    field = Field({"a1": mage, "b1": {"at": (x, 10), "abilities": ["CDC-AB-123"]}}, dice=(2,))
    field.act("a1", "power", "CDC-PW-014", "b1", die=6)
    assert points_of(field.figure("b1"), "arcano") == gained
    field.done()


@RULE("CDC-PW-004.2")
def test_a_neuro_acceleratore_gives_one_point_a_turn() -> None:
    field = turns({"a1": {"at": (10, 10), "items": ["CDC-EQ-87"]}, "b1": {"at": (50, 50)}})
    assert points(field) == {"concentrazione": 1}
    field.done()


@RULE("CDC-PW-004.2")
def test_dottrina_dell_aquila_gains_by_damage() -> None:
    """A hit of 1 damage in the same hand: 1 Concentrazione; Ki 3 less 1."""
    field = duel(4, 5, abilities=["CDC-IN-008"])
    field.act("a1", "power", "CDC-PW-095", die=4)
    field.act("a1", "melee", "b1", die=6)
    assert points(field) == {"concentrazione": 1, "ki": 2}
    field.done()


@RULE("CDC-PW-004.3")
def test_tarocchi_and_failed_tests_of_spirito_give_illusione() -> None:
    """The cards give 2; whoever fails a test of Spirito, wherever, gives 1 to each who has Supremazia."""
    field = Field({"a1": {"at": (10, 10), "items": [CARDS]}, "b1": {"at": (50, 50)}}, dice=(CARDS_NEED,))
    field.act("a1", "ability", CARDS, die=8)
    assert points(field) == {"illusione": 2}
    field.done()
    supreme = {"abilities": ["CDC-AB-125"]}
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "abilities": ["CDC-AB-125", CALL]},
        "b1": {"at": (14, 10), "dice": ()},
        "b2": {"at": (50, 50), **supreme},
    }
    twin = rules_with({CALL: {"kind": "A", "do": [{"test": "spirito", "to": "around(me, 5)"}]}})
    called = Field(fighters, rules=twin)
    called.act("a1", "ability", CALL, die=4)  # b1 has no die for the test and fails it
    assert [points(called, name) for name in ("a1", "b1", "b2")] == [{"illusione": 1}, {}, {"illusione": 1}]
    called.done()


@RULE("CDC-PW-004.4")
def test_ripulire_takes_all_but_ki() -> None:
    held = (("arcano", 2), ("concentrazione", 4), ("illusione", 1), ("ki", 3))
    field = duel(4, abilities=["CDC-IN-006"], foe={"points": held})
    field.act("a1", "power", "CDC-PW-084", "b1", die=6, others=(4,))
    assert points(field, "b1") == {"arcano": 0, "concentrazione": 0, "illusione": 0, "ki": 3}
    field.done()


@RULE("CDC-PW-004.4")
def test_dottrina_della_testuggine_takes_as_many_of_each_as_the_damage() -> None:
    """Danno 2: 2 of each as far as there are any, Ki stays."""
    held = (("arcano", 3), ("concentrazione", 1), ("illusione", 0), ("ki", 3))
    field = duel(4, 5, abilities=["CDC-IN-009"], dan=2, foe={"points": held})
    field.act("a1", "power", "CDC-PW-099", die=4)
    field.act("a1", "melee", "b1", die=6)
    assert points(field, "b1") == {"arcano": 1, "concentrazione": 0, "illusione": 0, "ki": 3}
    field.done()

"""Melee weapons in play: what they add, how far they reach, what their criticals do to the damage (chapter V)."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceRolled, HitLanded, Hurt, Missed
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.arms import (
    ALABARDA,
    ARCO,
    ASCIA,
    ASTA,
    BROCCHIERE,
    CINGOASCIA,
    CINGOLAMA,
    CINGOMAGLIO,
    FAR,
    FRUSTA,
    GRANDE_ASCIA,
    IMPROVISED,
    LANCIA,
    MAGLIO,
    MAGLIO_TERMICO,
    MARTELLO,
    MAZZA,
    MAZZAFRUSTO,
    PARTIGIANA,
    PUGNALE,
    RANDELLO,
    RONCONE,
    ROSTRO,
    SCETTRO,
    SCIABOLA,
    SCUDO,
    SPADA,
    SPADONE,
    SPADONE_TERMICO,
    TOUGH,
    clause,
    duel,
    hurt,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import in_play

# general rules


@pytest.mark.rule("CDC-EQ-02.1", "CDC-EQ-46.2")
def test_a_bonus_also_counts_when_its_bearer_is_attacked() -> None:
    field = duel(None, 3, target={"items": [SCIABOLA]}, cmb=2)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Missed).target == "b1", "3 without the +1, for 2 is not more than 0 + 3"
    field.done()
    field = duel(None, 3, cmb=2)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).face == 3, "3 + 1, for 2 is more than 0"
    field.done()


@pytest.mark.rule("CDC-EQ-02.1")
def test_a_bonus_goes_with_what_gives_it() -> None:
    field = Field(
        {"a1": {"at": (20, 20), "items": [SPADA, ASCIA]}, "a2": {"at": (30, 20), "items": [SCETTRO]}, "b1": FAR}
    )
    assert (stat(field.game, "a1", "cmb"), stat(field.game, "a1", "dan")) == (0, 2), "the axe took the sword's place"
    assert (stat(field.game, "a2", "vol"), stat(field.game, "a2", "cmb")) == (2, 0)


@pytest.mark.rule("CDC-EQ-02.2")
def test_danno_counts_in_melee_only() -> None:
    fighters = {"a1": {"at": (20, 20), "items": [ASCIA, ARCO], "dan": 3}, "b1": {"at": (40, 20), **TOUGH}}
    field = Field(fighters, dice=[5])
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert hurt(field) == [("b1", 1)], "what the bow prints"
    field.done()
    field = duel(ASCIA, 5, dan=3)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 4)]
    field.done()


@pytest.mark.rule("CDC-EQ-02.3", "CDC-EQ-11.2", "CDC-EQ-28.2")
@pytest.mark.parametrize(("items", "hits"), [([SPADA], False), ([BROCCHIERE], False), ([SPADA, BROCCHIERE], True)])
def test_bonuses_of_different_items_add_up(items: list[str], hits: bool) -> None:
    field = duel(None, 3, items=items, target={"cmb": 2})
    field.act("a1", "melee", "b1", die=8)
    assert bool(field.all(HitLanded)) is hits, "only 2 + 1 is more than 2"
    field.done()


@pytest.mark.rule("CDC-EQ-02.4")
def test_two_copies_of_an_item_count_once() -> None:
    field = duel(None, items=[BROCCHIERE, BROCCHIERE, "CDC-EQ-76", "CDC-EQ-76"])
    assert stat(field.game, "a1", "cmb") == 1 + 2, "buckler +1 and Amuleto della Ferocia +2, once each"


@pytest.mark.rule("CDC-EQ-03.2")
def test_a_critical_effect_printed_for_a_bow_lifts_the_ban_of_bows() -> None:
    for bow, critical in ((ARCO, False), ("CDC-EQ-99", True)):
        field = Field({"a1": {"at": (20, 20), "items": [bow]}, "b1": {"at": (40, 20), **TOUGH}}, dice=[8])
        field.act("a1", "shot", bow, "b1", die=8)
        assert field.the(HitLanded).critical is critical
        field.done()


@pytest.mark.rule("CDC-EQ-03.3")
def test_a_rule_that_names_the_base_weapon_means_the_derived_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    when = f"actor is me and is_a(weapon, '{SPADONE}') and has(me, '{SPADONE}')"
    in_play(monkeypatch, school={"always": [{"modify": "damage", "by": 5, "step": "extra", "when": when}]})
    for weapon, damage in ((SPADONE, 6), (SPADONE_TERMICO, 6), (CINGOLAMA, 6), (SPADA, 1), (GRANDE_ASCIA, 2)):
        field = duel(weapon, 5, abilities=["school"])
        field.act("a1", "melee", "b1", die=8)
        assert hurt(field) == [("b1", damage)]
        field.done()


@pytest.mark.rule("CDC-EQ-05.1", "CDC-EQ-36.2", "CDC-EQ-37.2")
@pytest.mark.parametrize(("weapon", "usual"), [(MAGLIO_TERMICO, 2), (SPADONE_TERMICO, 1)])
def test_thermal_weapons_look_at_the_natural_face(weapon: str, usual: int) -> None:
    for face, more in ((4, 0), (5, 0), (6, 1), (7, 1)):
        field = duel(weapon, face)
        field.act("a1", "melee", "b1", die=8)
        assert hurt(field) == [("b1", usual + more)], "a 5 made 6 by Combattimento is a 5"
        assert (weapon in field.the(Hurt).rules) is bool(more), "the mark of fire damage"
        field.done()


@pytest.mark.rule("CDC-EQ-05.2")
def test_a_result_counts_only_if_the_attack_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, ghost={"always": [{"modify": "sds", "by": 4, "when": "target is me"}]})
    for face, damage in ((6, []), (7, [("b1", 3)])):  # with the +1 of Combattimento 7 reaches 8
        field = duel(MAGLIO_TERMICO, face, target={"abilities": ["ghost"]})
        field.act("a1", "melee", "b1", die=8)
        assert hurt(field) == damage
        field.done()


# hands, reach and plain numbers


REACHES = [
    (IMPROVISED, 1, "10.1"), (SPADA, 1, ""), (ASTA, 4, "15.2"), (SPADONE, 3, "17.2"), (MAGLIO, 1, "18.2"),
    (GRANDE_ASCIA, 3, "23.2"), (RANDELLO, 3, "24.2"), (ALABARDA, 6, "29.2"), (PARTIGIANA, 6, "30.2"),
    (LANCIA, 6, "31.2"), (RONCONE, 6, "32.2"), (MAGLIO_TERMICO, 1, "36.1"), (SPADONE_TERMICO, 3, "37.1"),
    (CINGOMAGLIO, 1, "40.1"), (CINGOLAMA, 3, "54.1"), (CINGOASCIA, 3, "55.1"), (FRUSTA, 1, "60.2"),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "reach"), [pytest.param(w, r, marks=clause(n), id=w) for w, r, n in REACHES])
def test_reach_is_exact_and_against_enemies_only(weapon: str, reach: int) -> None:
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (30, 30), "items": [weapon]},
        "a2": {"at": (30, 30 + 3.51)},
        "b1": {"at": (30 + 2.5 + reach, 30)},
        "b2": {"at": (round(27.49 - reach, 2), 30)},
    }
    assert Field(fighters).offered("a1", "melee") == ("b1",)


CRITICALS = [  # weapon, damage of a plain hit, of criticals with a d4, a d6 and a d8, all with Danno 2
    (IMPROVISED, 2, (2, 2, 2), "10.2 10.3"),
    (ASCIA, 3, (4, 4, 4), "12.2 12.3"),
    (MAZZA, 2, (2, 2, 2), "13.2"),
    (PUGNALE, 2, (4, 4, 4), "16.2 16.3"),
    (MAGLIO, 3, (3, 3, 3), "18.4"),
    (GRANDE_ASCIA, 3, (6, 6, 6), "23.3 23.4"),
    (RANDELLO, 2, (3, 3, 3), "24.4"),
    (ROSTRO, 2, (10, 14, 18), "25.2 25.3"),
    (MAZZAFRUSTO, 3, (4, 4, 4), "26.3 26.4"),
    (LANCIA, 2, (3, 3, 3), "31.3"),
    (RONCONE, 2, (4, 4, 4), "32.3"),
]


@pytest.mark.parametrize(
    ("weapon", "plain", "criticals"), [pytest.param(w, p, c, marks=clause(n), id=w) for w, p, c, n in CRITICALS]
)
def test_damage_of_plain_hits_and_of_criticals(weapon: str, plain: int, criticals: tuple[int, int, int]) -> None:
    field = duel(weapon, 7, dan=2)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", plain)] and not field.the(HitLanded).critical
    field.done()
    for sides, damage in zip((4, 6, 8), criticals, strict=True):
        field = duel(weapon, sides, dan=2)
        field.act("a1", "melee", "b1", die=sides)
        assert hurt(field) == [("b1", damage)] and field.the(HitLanded).critical
        assert (weapon in field.the(Hurt).rules) is (criticals[0] != plain)
        assert field.asked == "action", "nothing follows"
        field.done()


NEVER = [
    (MARTELLO, 2, "14.2 14.3 14.4"), (ASTA, 1, "15.3"), (ALABARDA, 2, "29.3 29.4"), (PARTIGIANA, 1, "30.3 30.4"),
    (SCIABOLA, 1, "46.2 46.3"), (FRUSTA, 1, "60.6"),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "damage"), [pytest.param(w, d, marks=clause(n), id=w) for w, d, n in NEVER])
def test_weapons_without_criticals_hit_with_the_top_face_all_the_same(weapon: str, damage: int) -> None:
    field = duel(weapon, 4, target={"items": [SCUDO], "cmb": 9, "dice": (4,)})
    field.act("a1", "melee", "b1", die=4)
    assert field.the(DiceRolled).need is not None and field.the(DiceRolled).need.value == 5  # type: ignore[union-attr]
    assert not field.the(HitLanded).critical
    assert hurt(field) == [("b1", damage)]
    field.done()


EDGES = [
    (MARTELLO, 1, "14.2"), (SPADA, 2, "11.2"), (SPADONE, 2, "17.3"), (MAGLIO, 1, "18.3"), (MAZZAFRUSTO, 1, "26.2"),
    (PARTIGIANA, 1, "30.3"), (MAGLIO_TERMICO, 1, "36.1"), (SPADONE_TERMICO, 2, "37.1"), (CINGOMAGLIO, 1, "40.1"),
    (SCIABOLA, 3, "46.2"), (CINGOLAMA, 2, "54.1"), (IMPROVISED, 0, "10.2"), (MAZZA, 0, "13.2"), (ASCIA, 0, ""),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "bonus"), [pytest.param(w, b, marks=clause(n), id=w) for w, b, n in EDGES])
def test_combattimento_of_a_weapon_gives_the_edge(weapon: str, bonus: int) -> None:
    for own, hits in ((3, True), (4, False)):  # against Combattimento 3 + bonus and 4 + bonus, with 4 + bonus
        field = duel(weapon, 3, cmb=4, target={"cmb": own + bonus})
        field.act("a1", "melee", "b1", die=8)
        assert bool(field.all(HitLanded)) is hits, "3 + 1 reaches 4 only with more Combattimento"
        field.done()

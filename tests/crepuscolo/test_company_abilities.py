"""Buying abilities: prices, conditions and how many may have them (CDC-AB-003, -009, -011, -035, -055, -130)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from arbitro.rulesets.crepuscolo import RULESET, content
from arbitro.rulesets.crepuscolo.company import Judgement, Recruit, ability_price, judge, random_company
from arbitro.rulesets.crepuscolo.content import BaseShape, ContentError, Library, Owned, Profile, read_library
from arbitro.rulesets.crepuscolo.events import HitLanded
from tests.crepuscolo.field import Field

RULE = pytest.mark.rule
LATE, CLOSE, FIRM, MUTANT, AGAIN, ESCAPE, WRECKER = (
    f"CDC-AB-{n}" for n in ("035", "055", "059", "127", "130", "140", "063")
)
BOW, LONGBOW, AXES, JAVELIN, PISTOL = "CDC-EQ-22", "CDC-EQ-99", "CDC-EQ-20", "CDC-EQ-21", "CDC-EQ-41"
BOOK = RULESET.library
EVERY_LIST = list(BOOK.ability_lists)
WEAPONS = list(BOOK.lists)


def profile(id: str, **fields: Any) -> Profile:
    """A profile that may buy everything, unless it says otherwise."""
    plain: dict[str, Any] = {
        "name": id, "name_en": id, "cr": 10, "classes": ["Prova"], "res": 3, "cmb": 1, "pre": 1, "dan": 1, "vol": 1,
        "des": 1, "base": BaseShape(round=2.5), "ability_lists": EVERY_LIST, "weapon_lists": WEAPONS,
    }  # fmt: skip
    return Profile(id=id, **{**plain, **fields})


def library(*profiles: Profile) -> Library:
    """The built-in packs with more profiles."""
    twin = type(BOOK)(*(getattr(BOOK, name) for name in BOOK.__struct_fields__))
    twin.profiles = {**BOOK.profiles, **{one.id: one for one in profiles}}
    return twin


BUYER = profile("buyer")
PACKS = library(
    BUYER,
    *(profile(f"cr{n}", cr=n) for n in (4, 5, 6, 7, 8)),
    profile("born", abilities=[Owned(id=MUTANT)]),
    profile("late", abilities=[Owned(id=LATE)]),
    profile("warrior", ability_lists=["abilita-guerriero"]),
    profile("listless", ability_lists=[]),
)


def judged(*fighters: dict[str, Any], limit: int = 0) -> Judgement:
    return judge(msgspec.convert(list(fighters), list[Recruit]), limit, PACKS)


def buys(*abilities: str, who: str = "buyer", **more: Any) -> list[tuple[str, str]]:
    """Codes and clauses of what is wrong with one fighter that buys these."""
    return [(f.code, f.rule) for f in judged({"profile": who, "abilities": list(abilities), **more}).accounts[0].faults]


# --- buying -----------------------------------------------------------------------------------------------


@RULE("CDC-AB-003.1", "CDC-AB-003.2", "CDC-AB-003.3")
def test_an_ability_has_one_price_through_whichever_list() -> None:
    """Duellante Supremo (3) stands in six lists: one purchase, one price, with any of them."""
    lists = [id_ for id_, found in BOOK.ability_lists.items() if "CDC-AB-038" in found.abilities]
    assert len(lists) == 6 and {BOOK.ability_lists[id_].abilities["CDC-AB-038"] for id_ in lists} == {3}
    found = judged(
        {"profile": "buyer", "abilities": ["CDC-AB-038"]}, {"profile": "warrior", "abilities": ["CDC-AB-038"]}
    )
    assert (found.total, found.faults) == (26, ())
    assert buys("CDC-AB-039", "CDC-AB-047", who="warrior") == [("ability_not_open", "CDC-AB-003.2")]  # Tiro in Avanzata


@RULE("CDC-AB-003.4", "CDC-IN-001.1")
def test_no_innate_ability_is_for_sale() -> None:
    innate = [id_ for id_, shape in BOOK.abilities.items() if shape.innate]
    assert innate == [f"CDC-IN-{n:03}" for n in range(2, 28)] and len(innate) == 26
    for id_ in innate:
        assert buys(id_) == [("ability_never_sold", "CDC-AB-003.4")]
        assert all(id_ not in found.abilities for found in BOOK.ability_lists.values())
    mage = BOOK.profiles["accendino-di-borgata"]
    assert [owned.id for owned in mage.abilities] == ["CDC-IN-002", "CDC-IN-018"]


@RULE("CDC-AB-003.1", "CDC-AB-003.3")
def test_each_ability_once_but_different_ones_of_one_effect_together() -> None:
    """Schivare and Eludere; Agilità Sorprendente and Riflessi Fulminei."""
    assert buys("CDC-AB-015", "CDC-AB-068", "CDC-AB-022", "CDC-AB-071") == []
    assert buys("CDC-AB-015", "CDC-AB-015") == [("ability_twice", "CDC-CMP-02.10")]
    assert buys(MUTANT, who="born") == [("ability_owned", "CDC-AB-003")]


@RULE("CDC-AB-011.1", "CDC-AB-011.5")
def test_there_are_29_lists_and_only_fuga_is_printed_without_being_offered() -> None:
    """195 lines for 129 names, Fuga included; Rinforzi, printed without a number, has its ruled price."""
    assert len(BOOK.ability_lists) == 29
    lines = [ability for found in BOOK.ability_lists.values() for ability in found.abilities]
    assert (len(lines) + 1, len({*lines, ESCAPE})) == (195, 129)
    assert {found.abilities[LATE] for found in BOOK.ability_lists.values() if LATE in found.abilities} == {-3}
    assert ESCAPE not in lines


@RULE("CDC-AB-011.2", "CDC-AB-011.3")
def test_a_list_serves_who_names_it_and_nobody_else() -> None:
    """The common list too; the warriors' one whatever the other words of the class."""
    assert (
        buys("CDC-AB-012", who="warrior")
        == buys("CDC-AB-012", who="listless")
        == [("ability_not_open", "CDC-AB-003.2")]
    )
    assert buys("CDC-AB-038", who="warrior") == []
    raider, trooper = BOOK.profiles["razziatore"], BOOK.profiles["assaltatore"]
    assert (raider.classes, trooper.classes) == (["Guerriero", "Predone", "Sciacallo"], ["Guerriero", "Umano"])
    assert ability_price(raider, "CDC-AB-038", BOOK) == ability_price(trooper, "CDC-AB-038", BOOK) == 3
    assert ability_price(trooper, "CDC-AB-037", BOOK) is None


@RULE("CDC-AB-011.4")
def test_an_ability_has_the_same_price_in_every_list() -> None:
    """Circolo della Legge and Debello too, of which only the words differ."""
    prices: dict[str, set[int]] = {}
    for found in BOOK.ability_lists.values():
        for ability, price in found.abilities.items():
            prices.setdefault(ability, set()).add(price)
    assert all(len(known) == 1 for known in prices.values())
    named = {BOOK.abilities[id_].name: min(known) for id_, known in prices.items() if id_ in BOOK.abilities}
    assert (named["Circolo della Legge"], named["Debello"]) == (10, 1)


@RULE("CDC-AB-009.1")
def test_words_of_profiles_without_a_description() -> None:
    """Class markers add nothing but the word; Intimorire is Intimidire with 5, Tiro in assalto Tiro in Avanzata."""
    raider, trooper = BOOK.profiles["razziatore"], BOOK.profiles["assaltatore"]
    marks = [owned.id for owned in raider.abilities if owned.id in BOOK.keywords]
    assert marks == ["classe-guerriero", "classe-predone", "classe-sciacallo", "massiccio"]
    field = Field({"a1": {"at": (10, 10), "profile": "razziatore"}, "b1": {"at": (50, 50), "profile": "assaltatore"}})
    one, other = field.figure("a1"), field.figure("b1")
    assert (one.abilities, one.thresholds) == (("CDC-AB-077",), (("CDC-AB-077", 5),))
    assert {"Guerriero", "Predone", "Sciacallo"} <= set(one.classes) and "Umano" in other.classes
    assert (other.abilities, BOOK.abilities["CDC-AB-047"].name) == (("CDC-AB-047",), "Tiro in Avanzata")
    assert [owned.printed for owned in trooper.abilities if owned.id == "CDC-AB-047"] == ["Tiro in assalto (A)"]


@RULE("CDC-AB-009.2", "CDC-AB-140.1", "CDC-AB-140.2")
def test_fuga_is_a_name_that_does_nothing_and_cannot_be_bought() -> None:
    record = BOOK.records[ESCAPE]
    assert (record.name, record.always, record.at, record.uses) == ("Fuga", (), {}, ())
    assert buys(ESCAPE) == [("ability_never_sold", "CDC-AB-140.2")]
    assert judged({"profile": "buyer", "abilities": [ESCAPE]}).total == 10


@RULE("CDC-AB-059.1", "CDC-AB-059.2", "CDC-AB-059.3")
def test_presa_salda_needs_a_moto_that_nobody_has() -> None:
    """It is printed at 2 and cannot be bought, even with a pistol; to whoever is on foot it changes nothing: SdS 4."""
    assert buys(FIRM, items=[PISTOL]) == [("ability_never_sold", "CDC-AB-059.1")]
    armed = {"at": (10, 10), "items": [PISTOL], "abilities": [FIRM]}
    field = Field({"a1": armed, "b1": {"at": (20, 10)}}, dice=(4,))
    field.act("a1", "shot", PISTOL, "b1", die=6)
    need = field.the(HitLanded).need
    assert need is not None and (need.value, need.lines) == (4, ())
    field.done()


@RULE("CDC-AB-063.1")
def test_distruttore_can_be_bought_and_waits_for_its_rules() -> None:
    found, record = judged({"profile": "buyer", "abilities": [WRECKER]}), BOOK.records[WRECKER]
    assert (found.total, found.faults) == (15, ())
    assert (record.always, record.at, record.uses) == ((), {}, ())


@pytest.mark.parametrize(
    "text",
    [
        "ability_lists:\n  - {id: mia, name: Mia, name_en: Mine, abilities: {CDC-AB-999: 3}}\n",
        "abilities:\n  - {id: mia, name: Mia, name_en: Mine, needs: {ability: [CDC-AB-999]}}\n",
    ],
)
def test_a_pack_that_names_an_ability_nobody_has_is_refused(tmp_path: Path, text: str) -> None:
    head = (content.BOOK / "pack.yaml").read_text(encoding="utf-8")
    (tmp_path / "pack.yaml").write_text(head.replace("crepuscolo-book", "mio"), encoding="utf-8")
    file = tmp_path / f"{text.partition(':')[0]}.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_library((content.BOOK, content.HOUSE, tmp_path))
    (problem,) = caught.value.problems
    assert (Path(problem.file), problem.line) == (file, 2) and "CDC-AB-999" in problem.message_it


# --- Rinforzi ---------------------------------------------------------------------------------------------


@RULE("CDC-AB-035.1")
@pytest.mark.parametrize(
    ("cr", "price", "cost"), [(4, 0, 4), (5, 0, 5), (6, -1, 5), (7, -2, 5), (8, -3, 5), (10, -3, 7)]
)
def test_rinforzi_takes_3_off_the_cost_but_never_below_5(cr: int, price: int, cost: int) -> None:
    who = "buyer" if cr == 10 else f"cr{cr}"
    found = judged({"profile": who, "abilities": [LATE]}, {"profile": "buyer"})
    assert [charge.cost for charge in found.accounts[0].charges] == [cr, price]
    assert (found.accounts[0].cost, found.total, found.faults) == (cost, cost + 10, ())


@RULE("CDC-AB-035.1")
def test_what_else_is_bought_is_paid_in_full() -> None:
    """CR 6 less 1, and a bow for 5: 10."""
    found = judged({"profile": "cr6", "abilities": [LATE], "items": [BOW]}, {"profile": "buyer"})
    assert found.accounts[0].cost == 6 - 1 + 5


@RULE("CDC-AB-035.2")
@pytest.mark.parametrize(
    ("bearers", "others", "most"), [(1, 0, 0), (1, 1, 1), (2, 1, 1), (2, 2, 2), (3, 2, 2), (2, 3, 2)]
)
def test_at_most_half_of_a_company_rounded_down(bearers: int, others: int, most: int) -> None:
    """However they came by it: one of them has it by its profile."""
    late: list[dict[str, Any]] = [
        {"profile": "late"},
        *({"profile": "buyer", "abilities": [LATE]} for _ in range(bearers - 1)),
    ]
    found = judged(*late, *({"profile": "buyer"} for _ in range(others)))
    wanted = [("too_many_bearers", "CDC-AB-035.2", {"ability": LATE, "most": most})] if bearers > most else []
    assert [(f.code, f.rule, f.facts) for f in found.whole] == wanted
    for fault in found.whole:
        assert str(most) in RULESET.fault(fault, "it") and "Rinforzi" in RULESET.fault(fault, "it")


@RULE("CDC-AB-035.2")
def test_random_companies_are_legal() -> None:
    """Among them some with reinforcements."""
    late = 0
    for seed in range(60):
        company = random_company(Random(seed), PACKS, 80)
        assert judge(company, 80, PACKS).faults == ()
        late += any(LATE in recruit.abilities for recruit in company)
    assert late > 0


# --- what one must have -----------------------------------------------------------------------------------


@RULE("CDC-AB-055.1")
@pytest.mark.parametrize(
    ("items", "fine"),
    [
        ([], False),
        ([BOW], False),
        ([LONGBOW], False),
        ([AXES, JAVELIN], False),
        ([PISTOL], True),
        ([BOW, PISTOL], True),
    ],
)
def test_fuoco_ravvicinato_needs_a_ranged_weapon_of_another_kind(items: list[str], fine: bool) -> None:
    assert buys(CLOSE, items=items) == ([] if fine else [("ability_needs_ranged", "CDC-AB-055.1")])


@RULE("CDC-AB-130.1")
def test_secrezione_caotica_needs_mutazione_rampante() -> None:
    """Bought in whatever order, or printed."""
    assert buys(AGAIN) == [("ability_needs", "CDC-AB-130.1")]
    assert buys(AGAIN, MUTANT) == buys(MUTANT, AGAIN) == buys(AGAIN, who="born") == []
    (fault,) = judged({"profile": "buyer", "abilities": [AGAIN]}).faults
    assert "Mutazione Rampante" in RULESET.fault(fault, "it") and "Rampant Mutation" in RULESET.fault(fault, "en")

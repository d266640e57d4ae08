"""Companies: what they cost, and every way in which they are not legal (CDC-CMP, CDC-EQ-01, -06, -08)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.company import (
    Judgement,
    Recruit,
    as_data,
    item_price,
    judge,
    labels,
    random_company,
)
from arbitro.rulesets.crepuscolo.content import BaseShape, EquipmentList, Library, Owned, Profile

RULE = pytest.mark.rule


def library(**more: Profile) -> Library:
    """The built-in packs with a few profiles of the tests' own."""
    found = RULESET.library
    twin = type(found)(*(getattr(found, name) for name in found.__struct_fields__))
    twin.profiles = {**found.profiles, **more}
    return twin


def profile(id: str, **fields: Any) -> Profile:
    plain: dict[str, Any] = {
        "name": id.capitalize(), "name_en": id, "cr": 10, "classes": ["Prova"], "res": 3, "cmb": 1, "pre": 1, "dan": 1,
        "vol": 1, "des": 1, "base": BaseShape(round=2.5),
    }  # fmt: skip
    return Profile(id=id, **{**plain, **fields})


WARRIOR = profile(
    "warrior",
    weapon_lists=[
        "lista-armi-corpo-a-corpo-comuni",
        "lista-armi-a-distanza-comuni",
        "lista-guerriero",
        "lista-campione",
    ],
    ability_lists=["abilita-guerriero"],
)
MIXED = profile(
    "mixed",
    items=["CDC-EQ-11", "CDC-EQ-41"],
    abilities=[Owned(id="CDC-AB-038")],
    weapon_lists=[
        "lista-armi-corpo-a-corpo-comuni",
        "lista-avventuriero",
        "lista-avventuriero-tecnofero",
        "lista-assassino",
        "lista-rinnegato",
        "lista-alfiere",
        "lista-seguace-oscuro",
        "lista-umano",
        "lista-campione",
        "lista-difensore",
    ],
    ability_lists=["abilita-guerriero"],
)
LIBRARY = library(warrior=WARRIOR, mixed=MIXED)


def judged(*fighters: dict[str, Any], limit: int = 0, packs: Library = LIBRARY) -> Judgement:
    """The judgement of fighters written as roster files write them."""
    return judge(msgspec.convert(list(fighters), list[Recruit]), limit, packs)


def faults(fighter: dict[str, Any]) -> list[tuple[str, str]]:
    """Codes and clauses of everything that is wrong with one fighter."""
    return [(fault.code, fault.rule) for fault in judged(fighter).faults]


# --- cost -----------------------------------------------------------------------------------------------


@RULE("CDC-CMP-02.2", "CDC-CMP-02.4", "CDC-CMP-02.5", "CDC-CMP-05.1", "CDC-CMP-05.2", "CDC-CMP-13.1", "CDC-CMP-14.1")
def test_the_value_is_recruitment_and_purchases_and_not_what_is_printed() -> None:
    # Razziatore 20 with its Ascia and Intimorire; bow 5 and Spada 2. Assaltatore 15 with four printed items.
    found = judged(
        {"profile": "razziatore", "name": "Grask", "items": ["CDC-EQ-22", "CDC-EQ-11"]}, {"profile": "assaltatore"}
    )
    assert [(c.fighter, c.what, c.cost) for c in found.charges] == [
        ("Grask", "razziatore", 20),
        ("Grask", "CDC-EQ-22", 5),
        ("Grask", "CDC-EQ-11", 2),
        ("Assaltatore", "assaltatore", 15),
    ]
    assert (found.total, found.faults) == (42, ())


@RULE("CDC-CMP-02.2", "CDC-AB-003.1", "CDC-AB-003.2", "CDC-AB-003.3")
def test_bought_abilities_are_charged_and_one_price_holds_in_every_list() -> None:
    # CDC-AB-047 costs 3 in Cercatore, Predone and Assaltatore; Razziatore may buy from Predone.
    found = judged({"profile": "razziatore", "abilities": ["CDC-AB-047"]})
    assert (found.total, found.faults) == (23, ())
    assert (
        judged({"profile": "raspatore-di-rovine", "abilities": ["CDC-AB-047"]}).total
        == RULESET.library.profiles["raspatore-di-rovine"].cr + 3
    )


@RULE("CDC-CMP-02.6", "CDC-CMP-02.7")
def test_powers_cost_nothing_and_their_innate_abilities_are_not_for_sale() -> None:
    mage = RULESET.library.profiles["guardiano-delle-braci"]
    assert mage.points == {"arcano": 3}
    found = judged({"profile": mage.id})
    assert (found.total, [charge.what for charge in found.charges]) == (mage.cr, [mage.id])
    sold = {ability for entry in LIBRARY.ability_lists.values() for ability in entry.abilities}
    assert sold and all(ability.startswith("CDC-AB-") for ability in sold)  # innate ones are CDC-IN


@RULE("CDC-CMP-02.1", "CDC-CMP-02.3")
def test_a_company_may_be_worth_exactly_the_limit_and_no_more() -> None:
    two = ({"profile": "razziatore"}, {"profile": "assaltatore"})
    assert judged(*two, limit=35).faults == ()
    assert judged(*two).faults == ()  # no limit was agreed
    (fault,) = judged(*two, limit=34).faults
    assert (fault.code, fault.rule, fault.facts) == ("over_limit", "CDC-CMP-02.3", {"total": 35, "limit": 34})
    assert RULESET.fault(fault, "en").endswith("take 1 off") and "35" in RULESET.fault(fault, "it")


@RULE("CDC-CMP-02.8", "CDC-CMP-02.9")
def test_one_fighter_is_enough_and_a_profile_may_be_taken_again() -> None:
    assert [(f.code, f.rule) for f in judged(limit=100).faults] == [("empty_company", "CDC-CMP-02.8")]
    five = judged(*({"profile": "razziatore"} for _ in range(5)), limit=100)
    assert (five.total, five.faults) == (100, ())
    assert [account.label for account in five.accounts] == [f"Razziatore ({n})" for n in range(1, 6)]
    assert judged({"profile": "razziatore"}, limit=20).faults == ()


@RULE("CDC-EQ-28.3", "CDC-EQ-28.4", "CDC-EQ-28.5", "CDC-EQ-08.2")
def test_the_lowest_price_among_the_open_lists_is_paid() -> None:
    # Brocchiere: 3 for Esploratore and Predone Barbaro, 2 for Guerriero, Barbaro and Difensore.
    scout = profile("scout", weapon_lists=["lista-esploratore"])
    marauder = profile("marauder", weapon_lists=["lista-predone-barbaro"])
    both = profile("both", weapon_lists=["lista-esploratore", "lista-guerriero"])
    others = [profile(name, weapon_lists=[f"lista-{name}"]) for name in ("guerriero", "barbaro", "difensore")]
    assert [item_price(p, "CDC-EQ-28", LIBRARY) for p in (scout, marauder, both)] == [3, 3, 2]
    assert [item_price(p, "CDC-EQ-28", LIBRARY) for p in others] == [2, 2, 2]
    assert item_price(scout, "CDC-EQ-11", LIBRARY) is None


@RULE("CDC-EQ-06.1", "CDC-EQ-06.2", "CDC-CMP-02.10")
def test_an_upgrade_is_paid_once_for_each_item_and_different_ones_add_up() -> None:
    # Armi Migliorate (1) on the sword and again on the pistol; Armi avvelenate (3) on the sword too.
    both = [{"item": "CDC-EQ-66", "to": "CDC-EQ-11"}, {"item": "CDC-EQ-66", "to": "CDC-EQ-41"}]
    found = judged({"profile": "mixed", "upgrades": [*both, {"item": "CDC-EQ-44", "to": "CDC-EQ-11"}]})
    assert (found.total, found.faults) == (10 + 1 + 1 + 3, ())


@RULE("CDC-EQ-01.6", "CDC-EQ-01.7")
def test_a_second_weapon_replaces_the_first_and_both_are_paid() -> None:
    found = judged({"profile": "warrior", "items": ["CDC-EQ-11", "CDC-EQ-12"]})
    assert (found.total, found.faults) == (10 + 2 + 3, ())
    upgraded = {"profile": "warrior", "items": ["CDC-EQ-11", "CDC-EQ-12"]}
    upgraded["upgrades"] = [{"item": "CDC-EQ-66", "to": "CDC-EQ-11"}]
    assert faults(upgraded) == [("upgrade_item_missing", "CDC-EQ-06.4")]  # the sword is gone


@RULE("CDC-EQ-01.3", "CDC-EQ-01.5")
def test_ranged_weapons_and_gear_are_many_and_take_no_hand() -> None:
    # Spadone takes two hands; a bow, a javelin and throwing knives go with it.
    many = {"profile": "warrior", "items": ["CDC-EQ-17", "CDC-EQ-19", "CDC-EQ-21", "CDC-EQ-22"]}
    assert faults(many) == []
    assert faults({"profile": "mixed", "items": ["CDC-EQ-41"]}) == [("item_owned", "CDC-EQ-01.3")]  # a second pistol


# --- faults ---------------------------------------------------------------------------------------------

SWORD, PISTOL, WHIP, CLAWS, GREAT, STAFF, ARMOUR = (
    "CDC-EQ-11", "CDC-EQ-41", "CDC-EQ-60", "CDC-EQ-68", "CDC-EQ-17", "CDC-EQ-15", "CDC-EQ-27",
)  # fmt: skip


def put(item: str, to: str) -> dict[str, str]:
    return {"item": item, "to": to}


CASES: dict[str, tuple[dict[str, Any], list[tuple[str, str]], tuple[str, ...]]] = {
    "outside its lists": (
        {"profile": "warrior", "items": [PISTOL]},
        [("item_not_open", "CDC-CMP-15.2")],
        ("CDC-CMP-15.1", "CDC-CMP-15.2", "CDC-EQ-08.2"),
    ),
    "a list of two words is not one of one word": (
        {"profile": "battiferro", "items": ["CDC-EQ-29"]},  # Guerriero Tecnofero, not Guerriero
        [("item_not_open", "CDC-CMP-15.2")],
        ("CDC-CMP-18.3",),
    ),
    "salvaged arms are two": ({"profile": "razziatore", "items": ["CDC-EQ-48", "CDC-EQ-50"]}, [], ("CDC-CMP-18.2",)),
    "jackals' arms": ({"profile": "razziatore", "items": [WHIP, PISTOL]}, [], ("CDC-CMP-18.1", "CDC-CMP-16.4")),
    "seekers' arms": ({"profile": "assaltatore", "items": ["CDC-EQ-42"]}, [], ("CDC-CMP-18.1", "CDC-CMP-17.4")),
    "only weapons: no armour": (
        {"profile": "assaltatore", "items": [ARMOUR]},
        [("weapons_only", "CDC-CMP-15.3")],
        ("CDC-CMP-15.3", "CDC-CMP-17.4"),
    ),
    "twice the same": (
        {"profile": "warrior", "items": ["CDC-EQ-22", "CDC-EQ-22"]},
        [("item_twice", "CDC-CMP-02.10")],
        ("CDC-CMP-02.10",),
    ),
    "two hands and a shield": (
        {"profile": "warrior", "items": [GREAT, "CDC-EQ-28"]},
        [("two_hands_and_shield", "CDC-EQ-01.4")],
        ("CDC-EQ-01.4",),
    ),
    "a pair and a shield": (
        {"profile": "mixed", "items": [CLAWS, "CDC-EQ-34"]},
        [("two_hands_and_shield", "CDC-EQ-01.4")],
        ("CDC-EQ-01.4",),
    ),
    "one hand and a shield": ({"profile": "warrior", "items": [SWORD, "CDC-EQ-28"]}, [], ("CDC-EQ-01.4",)),
    "an upgrade among the items": (
        {"profile": "mixed", "items": ["CDC-EQ-66"]},
        [("upgrade_needs_item", "CDC-EQ-06.4")],
        ("CDC-EQ-06.4",),
    ),
    "an item among the upgrades": (
        {"profile": "mixed", "upgrades": [put("CDC-EQ-16", SWORD)]},
        [("not_an_upgrade", "CDC-EQ-06.1")],
        ("CDC-EQ-06.1",),
    ),
    "an upgrade without its item": (
        {"profile": "mixed", "upgrades": [put("CDC-EQ-66", "CDC-EQ-12")]},
        [("upgrade_item_missing", "CDC-EQ-06.4")],
        ("CDC-EQ-06.4",),
    ),
    "the same upgrade twice": (
        {"profile": "mixed", "upgrades": [put("CDC-EQ-66", SWORD), put("CDC-EQ-66", SWORD)]},
        [("upgrade_twice", "CDC-EQ-06.3")],
        ("CDC-EQ-06.3",),
    ),
    "an armour upgrade needs armour": (
        {"profile": "mixed", "upgrades": [put("CDC-EQ-69", SWORD)]},
        [("upgrade_wrong_item", "CDC-EQ-06.4")],
        ("CDC-EQ-06.4",),
    ),
    "an armour upgrade on armour": (
        {"profile": "mixed", "items": [ARMOUR], "upgrades": [put("CDC-EQ-69", ARMOUR)]},
        [],
        ("CDC-EQ-06.4", "CDC-EQ-06.1"),
    ),
    "cursed weapons are melee weapons": (
        {"profile": "mixed", "upgrades": [put("CDC-EQ-61", PISTOL)]},
        [("melee_only", "CDC-EQ-06.5")],
        ("CDC-EQ-06.5",),
    ),
    "poison on a pistol": ({"profile": "mixed", "upgrades": [put("CDC-EQ-44", PISTOL)]}, [], ("CDC-EQ-06.8",)),
    "poison on a pair covers it": (
        {"profile": "mixed", "items": [CLAWS], "upgrades": [put("CDC-EQ-44", CLAWS)]},
        [],
        ("CDC-EQ-06.10",),
    ),
    "a banner and two hands": (
        {"profile": "mixed", "items": [GREAT, "CDC-EQ-70"]},
        [("forbidden_with", "CDC-EQ-70.2"), ("forbidden_with", "CDC-EQ-70.2")],  # the great sword and the pistol
        ("CDC-EQ-70.2",),
    ),
    "a banner and a shield": (
        {"profile": "portavessillo-di-cenere", "items": ["CDC-EQ-34"]},
        [("forbidden_with", "CDC-EQ-70.2")],
        ("CDC-EQ-70.2",),
    ),
    "instruments and a pair": (
        {"profile": "mixed", "items": [CLAWS, "CDC-EQ-71"]},
        [("forbidden_with", "CDC-EQ-71.2"), ("forbidden_with", "CDC-EQ-71.2")],  # the claws and the pistol
        ("CDC-EQ-71.2",),
    ),
    "a built-in pistol on a sword": ({"profile": "mixed", "upgrades": [put("CDC-EQ-59", SWORD)]}, [], ("CDC-EQ-59.1",)),
    "a built-in pistol on a pistol": (
        {"profile": "mixed", "upgrades": [put("CDC-EQ-59", PISTOL)]},
        [("upgrade_wrong_item", "CDC-EQ-59.1")],
        ("CDC-EQ-59.1",),
    ),
    "a built-in pistol on a whip": (
        {"profile": "mixed", "items": [WHIP], "upgrades": [put("CDC-EQ-59", WHIP)]},
        [("not_on_that", "CDC-EQ-59.3")],
        ("CDC-EQ-59.3", "CDC-EQ-60.3"),
    ),
    "a built-in pistol on a pair": (
        {"profile": "mixed", "items": [CLAWS], "upgrades": [put("CDC-EQ-59", CLAWS)]},
        [("not_on_pair", "CDC-EQ-59.4")],
        ("CDC-EQ-59.4",),
    ),
    "a built-in pistol without criticals, of no use but allowed": (
        {"profile": "mixed", "items": [STAFF], "upgrades": [put("CDC-EQ-59", STAFF)]},
        [],
        ("CDC-EQ-59.1",),
    ),
    "an ability outside its lists": (
        {"profile": "warrior", "abilities": ["CDC-AB-047"]},
        [("ability_not_open", "CDC-AB-003.2")],
        ("CDC-AB-003.2", "CDC-CMP-15.2", "CDC-CMP-03.4"),
    ),
    "an ability twice": (
        {"profile": "warrior", "abilities": ["CDC-AB-038", "CDC-AB-038"]},
        [("ability_twice", "CDC-CMP-02.10")],
        ("CDC-CMP-02.10",),
    ),
    "an ability it has": ({"profile": "mixed", "abilities": ["CDC-AB-038"]}, [("ability_owned", "CDC-AB-003")], ()),
    "an innate ability": (
        {"profile": "warrior", "abilities": ["CDC-IN-027"]},
        [("ability_never_sold", "CDC-AB-003.4")],
        ("CDC-AB-003.4", "CDC-CMP-02.7"),
    ),
    "an undead servant": (
        {"profile": "servo-non-morto"},
        [("not_recruitable", "CDC-PW-010")],
        (),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("fighter", "wanted"),
    [pytest.param(f, w, id=name, marks=[RULE(*rules)] if rules else []) for name, (f, w, rules) in CASES.items()],
)
def test_what_a_fighter_may_buy(fighter: dict[str, Any], wanted: list[tuple[str, str]]) -> None:
    assert faults(fighter) == wanted


MELEE_ONLY = [f"CDC-EQ-{n}" for n in (61, 62, 63, 65, 77, 78, 85, 90, 91, 94)]
FOR_ANY_WEAPON = [f"CDC-EQ-{n}" for n in (66, 81, 82, 84, 44)]


@RULE("CDC-EQ-06.5", "CDC-EQ-06.6", "CDC-EQ-06.7", "CDC-EQ-06.8")
def test_which_upgrades_go_on_ranged_weapons() -> None:
    open_all = profile("smith", items=[SWORD, PISTOL], weapon_lists=["all"])
    packs = library(smith=open_all)
    wares = dict.fromkeys([*MELEE_ONLY, *FOR_ANY_WEAPON], 1)
    packs.lists = {**packs.lists, "all": EquipmentList(id="all", name="Tutto", name_en="All", items=wares)}
    found = {}
    for item in wares:
        on_pistol = judged({"profile": "smith", "upgrades": [put(item, PISTOL)]}, packs=packs).faults
        on_sword = judged({"profile": "smith", "upgrades": [put(item, SWORD)]}, packs=packs).faults
        assert on_sword == ()
        found[item] = [fault.code for fault in on_pistol]
    assert found == {**{i: ["melee_only"] for i in MELEE_ONLY}, **{i: [] for i in FOR_ANY_WEAPON}}


@RULE("CDC-CMP-15.3")
def test_where_only_weapons_are_allowed_weapon_upgrades_are_too() -> None:
    # Dark Follower sells Armi Crudeli (5) and the Scettro; Umano sells armour, a shield and an armour upgrade.
    only = profile("only", items=[SWORD], weapon_lists=["lista-seguace-oscuro", "lista-umano"], weapons_only=True)
    packs = library(only=only)
    assert judged({"profile": "only", "upgrades": [put("CDC-EQ-62", SWORD)]}, packs=packs).total == 15
    assert judged({"profile": "only", "upgrades": [put("CDC-EQ-62", SWORD)]}, packs=packs).faults == ()
    bad = judged(
        {"profile": "only", "items": [ARMOUR, "CDC-EQ-34"], "upgrades": [put("CDC-EQ-69", ARMOUR)]}, packs=packs
    )
    assert [(f.code, f.facts["item"]) for f in bad.faults] == [
        ("weapons_only", ARMOUR),
        ("weapons_only", "CDC-EQ-34"),
        ("weapons_only", "CDC-EQ-69"),
    ]


@RULE("CDC-EQ-01.1", "CDC-EQ-01.2", "CDC-EQ-01.6", "CDC-EQ-01.8")
def test_what_a_fighter_ends_up_carrying() -> None:
    from arbitro.rulesets.crepuscolo.setup import carried_items

    def carried(*bought: str, start: tuple[str, ...] = ()) -> tuple[str, ...]:
        return carried_items(profile("x", items=list(start)), bought, LIBRARY)

    assert carried("CDC-EQ-12", start=(SWORD, PISTOL)) == (PISTOL, "CDC-EQ-12")
    assert carried("CDC-EQ-33", start=(ARMOUR,)) == ("CDC-EQ-33",)
    assert carried("CDC-EQ-34", start=("CDC-EQ-28",)) == ("CDC-EQ-34",)
    assert carried() == ()
    types = {item.type if item.type != "melee" else f"melee {item.hands}" for item in LIBRARY.items.values()}
    assert types == {
        "melee 1", "melee 2", "melee pair", "ranged", "armour", "shield", "gear", "weapon_upgrade", "armour_upgrade",
    }  # fmt: skip


@RULE("CDC-EQ-08.1")
def test_chapter_five_has_35_lists() -> None:
    assert sum(found.rule == "CDC-EQ-08" for found in LIBRARY.lists.values()) == 35


@RULE("CDC-CMP-18.1")
@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("Armi degli Sciacalli", "lista-sciacallo"),
        ("Armi dei Cercatori", "lista-cercatore"),
        ("Armi da Fuoco di Recupero", "lista-armi-fuoco-recupero"),
        ("Armi da Corpo a Corpo Comuni", "lista-armi-corpo-a-corpo-comuni"),
    ],
)
def test_the_names_that_profiles_use_find_their_list(printed: str, found: str) -> None:
    assert [entry.id for entry in LIBRARY.lists.values() if printed in (entry.name, *entry.aliases)] == [found]


def test_every_built_in_profile_is_legal_as_printed() -> None:
    recruits = [profile for profile in RULESET.library.profiles.values() if profile.recruitable]
    assert len(recruits) > 20
    for found in recruits:
        assert judged({"profile": found.id}, packs=RULESET.library).faults == (), found.id


def test_every_fault_has_a_sentence_in_both_languages() -> None:
    for fighter, wanted, _ in CASES.values():
        for fault in judged(fighter).faults:
            for text in (RULESET.fault(fault, "it"), RULESET.fault(fault, "en")):
                assert fault.code not in text and "{" not in text and "CDC-EQ" not in text and "…" not in text
        assert len(judged(fighter).faults) == len(wanted)


def test_fighters_are_told_apart_in_a_bill() -> None:
    three = msgspec.convert(
        [{"profile": "razziatore"}, {"profile": "razziatore"}, {"profile": "razziatore", "name": "Grask"}],
        list[Recruit],
    )
    assert labels(three, LIBRARY) == ["Razziatore (1)", "Razziatore (2)", "Grask"]


# --- random companies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [8, 60, 150, 300])
def test_random_companies_are_legal_and_the_same_for_the_same_seed(limit: int) -> None:
    bought = 0
    for seed in range(25):
        company = random_company(Random(seed), RULESET.library, limit)
        found = judge(company, limit, RULESET.library)
        assert found.faults == () and 0 < found.total <= limit
        assert company == random_company(Random(seed), RULESET.library, limit)
        assert msgspec.convert([as_data(r) for r in company], tuple[Recruit, ...]) == company
        bought += sum(len(r.items) + len(r.upgrades) for r in company)
    assert bought > (0 if limit == 8 else 25)


def test_a_limit_below_every_profile_gives_no_company() -> None:
    cheapest = min(profile.cr for profile in RULESET.library.profiles.values() if profile.recruitable)
    with pytest.raises(ValueError, match=f"{cheapest - 1} PR"):
        random_company(Random(1), RULESET.library, cheapest - 1)

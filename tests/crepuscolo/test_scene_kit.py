"""What a company can be built of, and the judgement of what was built."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from arbitro.content.errors import ContentError, Lang
from arbitro.content.messages import LANGS
from arbitro.content.tabletop import Kit
from arbitro.rosters.files import to_yaml
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.company import as_data, random_company

COMPANY: dict[str, Any] = {"roster": "Prova", "ruleset": "crepuscolo", "limit": 60}


def rows(kit: Kit) -> dict[str, dict[str, Any]]:
    """Everything of a kit by id."""
    return {row["id"]: row for row in (*kit.fighters, *kit.goods)}


def test_a_fighter_has_its_numbers_its_gear_and_its_wares() -> None:
    found = rows(RULESET.roster_kit("it"))
    raider = found["razziatore"]
    assert (raider["name"], raider["cost"], raider["rule"]) == ("Razziatore", 20, "CDC-CMP-16")
    assert raider["stats"] == {"Res": 5, "Cmb": 4, "Pre": 0, "Dan": 2, "Vol": 0, "Des": 4}
    assert raider["has"][0] == "CDC-EQ-12" and "CDC-AB-077" in raider["has"]
    assert ("CDC-EQ-11", 2) in raider["items"]  # the sword, 2 PR
    assert not any(found[id_]["kind"] in ("armour", "shield", "gear") for id_, _ in raider["items"])  # weapons only


@pytest.mark.parametrize("lang", LANGS)
def test_everything_named_is_there_and_has_its_words(lang: Lang) -> None:
    kit = RULESET.roster_kit(lang)
    found = rows(kit)
    assert len(found) == len(kit.fighters) + len(kit.goods)
    for fighter in kit.fighters:
        named = [*fighter["has"], *(id_ for kind in ("items", "upgrades", "abilities") for id_, _ in fighter[kind])]
        assert [id_ for id_ in named if id_ not in found] == []
    for good in kit.goods:
        assert good["name"] and good["text"] and not good["name"].startswith("CDC-")
        assert all(id_ in found for id_ in good.get("opens", ()))
    assert msgspec.json.encode(kit)


def test_the_kit_offers_what_random_companies_buy() -> None:
    found = rows(RULESET.roster_kit("it"))
    rng = Random(4)
    for _ in range(40):
        for recruit in random_company(rng, RULESET.library, 120):
            fighter = found[recruit.profile]
            wares = {kind: {id_ for id_, _ in fighter[kind]} for kind in ("items", "upgrades", "abilities")}
            assert set(recruit.items) <= wares["items"]
            assert {upgrade.item for upgrade in recruit.upgrades} <= wares["upgrades"]
            assert set(recruit.abilities) <= wares["abilities"]
            assert all(upgrade.to in found[upgrade.item]["on"] for upgrade in recruit.upgrades)


def test_prices_of_the_kit_are_those_of_the_judgement() -> None:
    found = rows(RULESET.roster_kit("it"))
    fighter = found["assaltatore"]
    for kind in ("items", "abilities"):
        for id_, price in fighter[kind]:
            text = json.dumps({**COMPANY, "fighters": [{"profile": "assaltatore", kind: [id_]}]})
            (charge,) = [c for c in RULESET.judge_roster(text).charges if c.what == id_]
            assert charge.cost == price


def test_a_company_is_judged_from_its_text_as_from_its_file(tmp_path: Any) -> None:
    fighters = [as_data(recruit) for recruit in random_company(Random(7), RULESET.library, 60)]
    text = to_yaml({**COMPANY, "fighters": fighters})
    file = tmp_path / "prova.yaml"
    file.write_text(text, encoding="utf-8")
    told, read = RULESET.judge_roster(text), RULESET.check_roster(file)
    assert told.legal
    assert (told.name, told.total, told.charges, told.faults) == (read.name, read.total, read.charges, read.faults)


def test_every_fault_is_found_and_told() -> None:
    fighters = [{"profile": "razziatore", "items": ["CDC-EQ-27"]}, {"profile": "razziatore"}, {"profile": "razziatore"}]
    report = RULESET.judge_roster(json.dumps({**COMPANY, "limit": 50, "fighters": fighters}))
    assert [fault.code for fault in report.faults] == ["over_limit", "item_not_open"]
    assert all(RULESET.fault(fault, lang) for fault in report.faults for lang in LANGS)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("roster: [", "<text>"),
        ("roster: x\nruleset: crepuscolo\npacks: [../..]\nfighters: []\n", "packs"),
        ("roster: x\nruleset: crepuscolo\nfighters: [{profile: razziatorre}]\n", "razziatore"),
        ("roster: x\nruleset: scacchi\nfighters: []\n", "crepuscolo"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, word: str) -> None:
    with pytest.raises(ContentError, match=word):
        RULESET.judge_roster(text)

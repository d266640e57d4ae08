"""The ledger's examples, the example files, and what bad files are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitro.content import scenarios
from arbitro.content.errors import ContentError
from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.events import BlowsLanded, Hurt, ScarTaken
from tests.cairn.table import Table

rule = pytest.mark.rule
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "cairn"


@rule("CRN-EXM-01.1")
def test_example_three_dice_one_blow() -> None:
    table = Table(
        {"a1": {"items": ["spada", "pugnale"]}, "a2": {"items": ["randello"]}}, {"b1": {"pf": 8}}, dice=[4, 5, 1]
    )
    table.act("a1", "dual", "spada+pugnale", "b1")
    table.act("a2", "attack", "randello", "b1")
    assert table.the(BlowsLanded).hit.value == 5 and table.the(Hurt).amount == 5 and table.figure("b1").pf == 3


@rule("CRN-EXM-01.2", "CRN-SCAR-06.1")
def test_example_six_pf_lost_and_a_new_des() -> None:
    table = Table({"a1": {"pf": 6, "des": 9}}, {"b1": {"items": ["ascia"]}}, dice=[6, 3, 4, 4, 6])
    table.act("a1", "wait")
    table.act("b1", "attack", "ascia", "a1")
    assert table.figure("a1").pf == 0 and table.all(ScarTaken)[0].row == "CRN-SCAR-06"
    assert table.figure("a1").des == 14 and table.all(ScarTaken)[1].place == 3


@rule("CRN-EXM-01.3")
def test_example_a_foe_below_zero() -> None:
    table = Table({"a1": {"items": ["spada"]}}, {"b1": {"pf": 5, "forza": 11}, "b2": {}}, dice=[6, 13, 5])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(Hurt).forza == 1 and table.saves()[0] == ("b1", "forza", "critical", False)
    assert table.figure("b1").forza == 10 and table.figure("b1").status == "dead"


@rule("CRN-SCAR-13.1")
def test_example_from_three_to_zero() -> None:
    table = Table({"a1": {"pf": 3}}, {"b1": {"items": ["ascia"]}}, dice=[3])
    table.act("a1", "wait")
    table.act("b1", "attack", "ascia", "a1")
    assert table.figure("a1").pf == 0 and table.the(ScarTaken).row == "CRN-SCAR-03"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.stem)
def test_example_files(path: Path) -> None:
    if path.parent.name == "rosters":
        report = RULESET.check_roster(path)
        assert report.legal and report.name
        assert RULESET.judge_roster(path.read_text(encoding="utf-8")).total == report.total
        return
    scenario = RULESET.read_scenario(path)
    report = scenarios.run(scenario, RULESET)
    assert report.ok or not scenario.script, report.failures
    text = RULESET.self_contained(path.read_text(encoding="utf-8"), {}, path.parent, path.name)
    assert RULESET.read_text(text, "text").setup["sides"] == scenario.setup["sides"]


HEAD = "scenario: x\nname: X\nname_en: X\nruleset: cairn\n"


@pytest.mark.parametrize(
    ("body", "it", "en"),
    [
        (
            "sides: [{seat: a, members: [{pf: 3, forza: 25}]}, {seat: b, members: [{monster: troll}]}]",
            "da 0 a 18",
            "0 to 18",
        ),
        (
            "sides: [{seat: a, members: [{pf: 9, pf_max: 4}]}, {seat: b, members: [{monster: troll}]}]",
            "supera",
            "above",
        ),
        (
            "sides: [{seat: a, members: [{pf: 3, items: [spadda]}]}, {seat: b, members: [{monster: troll}]}]",
            "spada",
            "spada",
        ),
        ("sides: [{seat: a, members: [{pf: 3}]}, {seat: b, members: [{monster: trol}]}]", "troll", "troll"),
        (
            "sides: [{seat: a, members: [{forza: 3}]}, {seat: b, members: [{monster: troll}]}]",
            "servono i PF",
            "needs PF",
        ),
        (
            "sides: [{seat: a, members: [{pf: 3, fatigue: 9, items: [arco]}]}, {seat: b, members: [{monster: ogre}]}]",
            "11 slot",
            "11 slots",
        ),
        ("sides: [{seat: b, members: [{monster: troll}]}, {seat: a, members: [{pf: 3}]}]", "prima a", "first a"),
        ("sides: [{seat: a, members: []}, {seat: b, members: [{monster: troll}]}]", "senza nessuno", "without anybody"),
        (
            "sides: [{seat: a, members: [{id: a1, pf: 3}, {id: a1, pf: 3}]}, {seat: b, members: [{monster: troll}]}]",
            "c'è già",
            "there already",
        ),
        ("sides: [{seat: a, mebers: []}, {seat: b, members: []}]", "members", "members"),
    ],
)
def test_bad_files_are_told_what_is_wrong(tmp_path: Path, body: str, it: str, en: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(HEAD + body + "\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        RULESET.read_scenario(path)
    assert it in caught.value.render("it") and en in caught.value.render("en")
    assert ":5:" in caught.value.render("it")


def test_a_file_of_another_game_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("party: x\nname: X\nruleset: crepuscolo\nmembers: [{pf: 3}]\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        RULESET.check_roster(path)
    assert "cairn" in caught.value.render("it")
    assert all(isinstance(e, Rolled) is False for e in ())


def test_a_party_with_too_much_on_its_back_is_not_legal(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    items = "[" + ", ".join(["corda"] * 12) + "]"
    path.write_text(
        f"party: x\nname: X\nruleset: cairn\nmembers: [{{name: Ada, pf: 3, items: {items}}}]\n", encoding="utf-8"
    )
    report = RULESET.check_roster(path)
    assert not report.legal and RULESET.fault(report.faults[0], "it") == "occupa 12 slot: al massimo 10"


def test_schemas_are_there_for_every_kind_of_file() -> None:
    schemas = RULESET.schemas()
    assert {"scenario.schema.json", "party.schema.json", "monsters.schema.json", "spells.schema.json"} <= set(schemas)
    assert all(schema["$schema"].startswith("https://json-schema.org") for schema in schemas.values())

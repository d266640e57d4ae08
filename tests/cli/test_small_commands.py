"""`arbitro scenario`, `roster`, `rules` and `pack`: what they say, and what they return."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from arbitro.cli._language import language
from arbitro.cli.main import run
from arbitro.content.yamlfile import load

ROOT = Path(__file__).resolve().parent.parent.parent
PUZZLE = ROOT / "examples/crepuscolo/scenarios/la-lama-che-torna.yaml"
COMPANY = ROOT / "examples/crepuscolo/rosters/strada-rossa.yaml"
PARTY = ROOT / "examples/cairn/rosters/compagnia-del-guado.yaml"
TOTAL, LIMIT = map(int, re.findall(r"\d+", COMPANY.read_text(encoding="utf-8").splitlines()[0])[:2])
"""What its own first line says of the company."""
Call = Callable[..., tuple[int, str, str]]
ILLEGAL = """\
roster: Prova
ruleset: crepuscolo
limit: 20
fighters:
  - {profile: razziatore, name: Grask, items: [CDC-EQ-41, CDC-EQ-41, CDC-EQ-75]}
"""
PACK = """\
id: mio
name: Il mio pacchetto
name_en: My pack
version: "1"
ruleset: crepuscolo
description: Uno spadino.
description_en: A smallsword.
"""


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """The command line: exit code, output, complaints."""

    def called(*args: str | Path) -> tuple[int, str, str]:
        code = run([str(arg) for arg in args])
        told = capsys.readouterr()
        return code, told.out, told.err

    return called


# --- scenario


def test_scenarios_are_played_and_tested(call: Call) -> None:
    code, out, err = call("scenario", "check", PUZZLE, "--lang", "it")
    assert (code, out, err) == (0, f"{PUZZLE}: bene, un passo\n", "")
    files = sorted((ROOT / "examples/crepuscolo").glob("*.yaml"))
    assert len(files) >= 6
    code, out, _ = call("scenario", "check", *files, "--lang", "en")
    assert code == 0 and out.splitlines()[-1] == f"{len(files)} of {len(files)} in order"


def test_a_failed_expectation_is_told_with_its_line(tmp_path: Path, call: Call) -> None:
    text = PUZZLE.read_text(encoding="utf-8")
    bad = tmp_path / "bad.yaml"
    bad.write_text(text + "  - {figure: a1, life: 99}\n", encoding="utf-8")
    code, out, _ = call("scenario", "check", PUZZLE, bad, "--lang", "en")
    line = len(text.splitlines()) + 1
    assert code == 1 and f"{bad}: one problem" in out and f"{bad}:{line}:" in out and "99" in out
    assert out.splitlines()[-1] == "1 of 2 in order"


def test_a_script_that_cannot_be_played_is_a_failure(tmp_path: Path, call: Call) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(PUZZLE.read_text(encoding="utf-8").replace("dice: [8, 4, 3]", "dice: [8, 4]"), encoding="utf-8")
    code, out, _ = call("scenario", "check", bad, "--lang", "it")
    assert code == 1 and "dadi" in out


def test_a_scenario_that_cannot_be_read(tmp_path: Path, call: Call) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("scenario: [", encoding="utf-8")
    code, out, err = call("scenario", "check", bad, PUZZLE, "--lang", "it")
    assert code == 2 and str(bad) in out + err and "un passo" in out  # the others are checked all the same
    code, out, err = call("scenario", "check", tmp_path / "nessuno.yaml", "--lang", "it")
    assert code == 2 and "nessuno.yaml" in out + err


# --- roster


def test_a_legal_company_and_what_it_costs(call: Call) -> None:
    code, out, err = call("roster", "check", COMPANY, "--lang", "it")
    assert (code, err) == (0, "")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert rows[0] == "Predoni della Strada Rossa" and rows[-1] == f"Regolare: {TOTAL} PR su {LIMIT}"
    assert rows[1:4] == ["Grask 25 PR", "Razziatore 20 PR", "Pistola 5 PR"]
    _, out, _ = call("roster", "check", COMPANY, "--lang", "en")
    assert f"Legal: {TOTAL} PR of {LIMIT}" in out and "Pistol" in out


def test_a_party_is_counted_in_gold(call: Call) -> None:
    _, out, _ = call("roster", "check", PARTY, "--lang", "it")
    assert "Spada 10 mo" in " ".join(out.split()) and "PR" not in out
    _, out, _ = call("roster", "check", PARTY, "--lang", "en")
    assert out.rstrip().endswith(" gp")


def test_every_reason_why_not_with_its_clause(tmp_path: Path, call: Call) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(ILLEGAL, encoding="utf-8")
    code, out, _ = call("roster", "check", bad, "--lang", "it")
    assert code == 1 and "Non regolare: 3 motivi" in out
    reasons = [line for line in out.splitlines() if line.startswith("  - ")]
    assert [reason[reason.rindex("[") :] for reason in reasons] == [
        "[CDC-CMP-02.3]",
        "[CDC-CMP-02.10]",
        "[CDC-CMP-15.2]",
    ]
    assert "13" in reasons[0] and reasons[1].startswith("  - Grask: ") and "Pistola" in reasons[1]


def test_the_same_for_programs(tmp_path: Path, call: Call) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(ILLEGAL, encoding="utf-8")
    code, out, _ = call("roster", "check", COMPANY, bad, "--json", "--lang", "en")
    good, wrong = json.loads(out)
    assert code == 1
    assert (good["legal"], good["total"], good["faults"]) == (True, TOTAL, [])
    assert sum(charge["cost"] for charge in good["charges"]) == TOTAL
    assert [fault["code"] for fault in wrong["faults"]] == ["over_limit", "item_twice", "item_not_open"]
    assert wrong["faults"][0]["facts"] == {"total": 33, "limit": 20}


def test_a_roster_that_cannot_be_read(tmp_path: Path, call: Call) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(ILLEGAL.replace("razziatore", "raziatore"), encoding="utf-8")
    code, out, err = call("roster", "check", bad, "--lang", "it")
    assert (code, out) == (2, "") and f"{bad}:5:" in err and "razziatore" in err
    bad.write_text(ILLEGAL.replace("ruleset: crepuscolo", "ruleset: crepusclo"), encoding="utf-8")
    code, _, err = call("roster", "check", bad, "--lang", "it")
    assert code == 2 and "crepuscolo" in err


# --- rules


def test_rules_are_found_by_words_and_ids(call: Call) -> None:
    code, out, _ = call("rules", "search", "attacchi", "distanza", "--lang", "it")
    assert code == 0 and "CDC-ACT-05  " in out
    code, out, _ = call("rules", "search", "ranged attack", "--lang", "en", "--limit", "1", "--game", "crepuscolo")
    assert code == 0 and out.startswith("CDC-ACT-05  ")
    assert max(len(line) for line in out.splitlines()) <= 80
    code, out, _ = call("rules", "search", "copertuta", "--lang", "it")
    assert code == 1 and "copertura" in out
    code, out, _ = call("rules", "search", "xyzzy", "--lang", "en")
    assert code == 1 and out == 'No rule with "xyzzy".\n'


def test_rules_of_every_game_are_searched_unless_one_is_named(call: Call) -> None:
    code, out, _ = call("rules", "search", "swim", "--lang", "en", "--limit", "1")
    blocks = [block.splitlines() for block in out.split("\n\n")]
    assert code == 0 and [block[0] for block in blocks] == ["Cronache del Crepuscolo", "Pathfinder"]
    assert [block[1].partition("-")[0] for block in blocks] == ["CDC", "PF"]
    code, out, _ = call("rules", "search", "swim", "--lang", "en", "--game", "cairn")
    assert code == 1 and out.startswith('No rule with "swim"')
    code, out, _ = call("rules", "search", "impronta", "--lang", "it")
    assert out.split("\n\n")[-1].startswith("Ogni gioco\nFAIR  ") and out.count("FAIR  ") == 1, "the table's, once"
    code, out, _ = call("rules", "show", "pf-chg-01", "--lang", "it")
    assert code == 0 and out.startswith("PF-CHG-01  Carica\n")
    code, out, _ = call("rules", "show", "nuotare", "--lang", "it")
    assert (code, out) == (1, "Più regole si chiamano «nuotare»: CDC-ACT-22, PF-SKL-03.\n")


def test_a_rule_is_shown_in_full(call: Call) -> None:
    code, out, _ = call("rules", "show", "cdc-act-05.4", "--lang", "it")
    assert code == 0 and out.startswith("CDC-ACT-05  Sferrare Attacchi a Distanza\n")
    assert "La nostra lettura: " in out and "CDC-ACT-05.11" in out and "capitolo I" in out
    assert max(len(line) for line in out.splitlines()) <= 80
    code, out, _ = call("rules", "show", "CDC-AKT-05", "--lang", "en")
    assert code == 1 and "CDC-ACT-05" in out


def test_a_rule_is_shown_by_its_name_too(call: Call) -> None:
    code, out, _ = call("rules", "show", "simulacro", "--lang", "it")
    assert code == 0 and out.startswith("CDC-PW-102  Simulacro\n")
    code, out, _ = call("rules", "show", "simulacr", "--lang", "it")
    assert code == 1 and "Non c'è una regola «simulacr»" in out


def test_a_game_that_is_not_there(call: Call) -> None:
    code, _, err = call("rules", "show", "CDC-ACT-05", "--game", "scacchi", "--lang", "it")
    assert code == 2 and "scacchi" in err and "crepuscolo" in err


# --- pack


def test_a_pack_is_checked(tmp_path: Path, call: Call) -> None:
    folder = tmp_path / "mio"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    item = "items:\n  - {id: mio-spadino, name: Spadino, name_en: Smallsword, type: melee, damage: 1}\n"
    (folder / "items.yaml").write_text(item, encoding="utf-8")
    code, out, err = call("pack", "check", folder, "--lang", "it")
    assert (code, err) == (0, "") and "una voce" in out and "mio-spadino" in out
    (folder / "items.yaml").write_text(item.replace("damage: 1", "damge: 1"), encoding="utf-8")
    code, _, err = call("pack", "check", folder, "--lang", "it")
    assert code == 2 and "items.yaml:2:" in err and "damage" in err
    code, _, err = call("pack", "check", tmp_path / "nessuno", "--lang", "it")
    assert code == 2 and "nessuno" in err


def test_a_pack_is_checked_by_the_rules_of_the_game_it_names(tmp_path: Path, call: Call) -> None:
    code, out, err = call("pack", "check", ROOT / "examples/packs/brughiera", "--lang", "en")
    assert (code, err) == (0, "") and "adds 3 entries to Pathfinder" in out
    (tmp_path / "pack.yaml").write_text(PACK.replace("crepuscolo", "crepusclo"), encoding="utf-8")
    code, _, err = call("pack", "check", tmp_path, "--lang", "en")
    assert code == 2 and "pack.yaml:5:" in err and 'did you mean "crepuscolo"' in err
    code, _, err = call("pack", "check", tmp_path, "--lang", "it", "--game", "crepuscolo")
    assert code == 2 and "pack.yaml:5:" in err and "il pacchetto è per «crepusclo»" in err


def test_schemas_are_written_and_fit_our_own_files(tmp_path: Path, call: Call) -> None:
    code, out, _ = call("pack", "schema", "--out", tmp_path / "schemi", "--lang", "it")
    files = sorted((tmp_path / "schemi").glob("*.json"))
    assert code == 0 and len(out.splitlines()) == len(files)
    schemas: dict[str, Any] = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(load(COMPANY).data, schemas["roster.schema.json"])
    jsonschema.validate(load(PUZZLE).data, schemas["scenario.schema.json"])


# --- usage and language


def test_a_call_that_lacks_something_says_what(call: Call) -> None:
    for args, lacks in (
        (("replay",), "SAVE|JOURNAL.json"),
        (("rules", "show"), "ID"),
        (("roster", "check"), "FILE"),
    ):
        code, out, err = call(*args, "--lang", "it")
        assert (code, out) == (2, "") and lacks in err, err


def test_the_language_is_the_systems_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for told, found in (("it_IT.UTF-8", "it"), ("en_GB.UTF-8", "en"), ("C", "en"), ("de_DE", "en")):
        monkeypatch.setenv("LC_ALL", told)
        assert language(None) == found
    assert language("it") == "it" and language("en") == "en"

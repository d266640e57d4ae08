"""Scenario files of the game: what is read, what is refused and where, and the examples that come with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from arbitro.content.errors import ContentError, Problem
from arbitro.content.scenariofile import EXPECTED, SHORT
from arbitro.content.scenarios import run
from arbitro.content.tabletop import Scenario
from arbitro.content.yamlfile import load
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.company import as_data, random_company
from arbitro.rulesets.crepuscolo.scenariofile import (
    FighterShape,
    OptionsShape,
    PieceShape,
    ScenarioFile,
    SideShape,
    StartShape,
    TableShape,
    TokenShape,
    ZoneShape,
)
from arbitro.rulesets.crepuscolo.state import Battle

RULE = pytest.mark.rule
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "crepuscolo"
BATTLES = sorted(EXAMPLES.glob("*.yaml"))
PUZZLES = sorted((EXAMPLES / "scenarios").glob("*.yaml"))
ROSTERS = sorted((EXAMPLES / "rosters").glob("*.yaml"))

PLAIN = """\
scenario: prova
name: Prova
name_en: Trial
ruleset: crepuscolo
table:
  width: 60
  depth: 40
  terrain:
    - {id: muro, height: 5, crossing: impassable, rect: [28, 10, 4, 20]}
    - {id: lago, kinds: [water], rect: [40, 0, 10, 10]}
    - {id: crepa, kinds: [crevice], rect: [40, 30, 10, 10]}
    - {id: lava, kinds: [intransitable], rect: [50, 15, 5, 5]}
    - {id: colle, height: 3, kinds: [platform], rect: [10, 30, 8, 8]}
sides:
  - seat: a
    access: [0, 20]
    fighters:
      - {profile: razziatore, name: Grask, at: [10, 10]}
      - {profile: assaltatore, name: Lia, at: [10, 20]}
  - seat: b
    access: [60, 20]
    fighters:
      - {profile: razziatore, name: Urlo, at: [56, 10]}
options: {combat_rerolls: false}
start: {hand: a}
"""


def read(tmp_path: Path, text: str) -> Scenario:
    file = tmp_path / "prova.yaml"
    file.write_text(text, encoding="utf-8")
    return RULESET.read_scenario(file)


def refused(tmp_path: Path, text: str) -> tuple[Problem, ...]:
    with pytest.raises(ContentError) as caught:
        read(tmp_path, text)
    for problem in caught.value.problems:
        assert problem.message_it and problem.message_en
    return caught.value.problems


def changed(old: str, new: str) -> str:
    assert PLAIN.count(old) == 1, old
    return PLAIN.replace(old, new)


def battle(scenario: Scenario) -> Battle:
    state = RULESET.setup(scenario.setup)
    assert isinstance(state, Battle)
    return state


# --- what is read ---------------------------------------------------------------------------------------


@RULE("CDC-CMP-01.1", "CDC-CMP-01.2", "CDC-TAB-01.4", "CDC-TAB-01.3", "CDC-CMP-02.2")
def test_a_scenario_becomes_a_battle(tmp_path: Path) -> None:
    scenario = read(tmp_path, PLAIN)
    assert (scenario.id, scenario.name_en, scenario.hints, scenario.packs) == ("prova", "Trial", (), ())
    state = battle(scenario)
    assert [(f.id, f.company, f.name, f.x, f.y, f.cost) for f in state.figures.values()] == [
        ("a1", "a", "Grask", 10_000, 10_000, 20),
        ("a2", "a", "Lia", 10_000, 20_000, 15),
        ("b1", "b", "Urlo", 56_000, 10_000, 20),
    ]
    assert (state.ground.width, state.ground.depth, len(state.ground.pieces)) == (60_000, 40_000, 5)
    assert (state.hand, state.turn, state.options.combat_rerolls) == ("a", 1, False)
    assert [f.dice for f in state.figures.values()] == [(4, 6, 8)] * 3
    assert json.loads(json.dumps(scenario.setup)) == scenario.setup  # plain data, ready for a save


def test_everything_a_fighter_may_say(tmp_path: Path) -> None:
    line = "{profile: razziatore, id: capo, name: Grask, at: [14, 34], z: 3, dice: [4, 8], life: 2, conditions: [Gelo]}"
    state = battle(read(tmp_path, changed("{profile: razziatore, name: Grask, at: [10, 10]}", line)))
    figure = state.figures["capo"]
    assert (figure.x, figure.y, figure.z, figure.dice, figure.life, figure.life_max) == (
        14_000,
        34_000,
        3000,
        (4, 8),
        2,
        5,
    )
    assert figure.conditions == ("Gelo",)
    wet = changed("at: [56, 10]}", "at: [45, 5], in_water: true}")
    assert battle(read(tmp_path, wet)).figures["b1"].in_water


@RULE("CDC-TAB-12.4")
def test_a_wood_is_covering_terrain(tmp_path: Path) -> None:
    text = changed("{id: lago, kinds: [water]", "{id: lago, wood: true, kinds: [difficult]")
    scenario = read(tmp_path, text)
    assert battle(scenario).ground.pieces[1].kinds == ("difficult", "covering")
    assert scenario.hints == ()


@RULE("CDC-TAB-12.3", "CDC-TAB-12.2")
def test_a_covering_area_off_the_guideline_is_only_a_hint(tmp_path: Path) -> None:
    (hint,) = read(tmp_path, changed("kinds: [water]", "kinds: [covering]")).hints
    assert (hint.line, "CDC-TAB-12.3" in hint.message_it) == (10, True)


@RULE("CDC-DEP-01.2")
def test_an_access_point_off_the_edges_is_only_a_hint(tmp_path: Path) -> None:
    (hint,) = read(tmp_path, changed("access: [0, 20]", "access: [5, 20]")).hints
    assert "CDC-DEP-01.2" in hint.message_en


@RULE("CDC-CMP-02.3", "CDC-CMP-02.2")
def test_with_a_limit_companies_must_keep_to_it_and_to_their_lists(tmp_path: Path) -> None:
    limit = "options: {limit: 34, combat_rerolls: false}"
    (fault,) = refused(tmp_path, changed("options: {combat_rerolls: false}", limit))
    assert (fault.line, fault.path) == (18, "sides[1].fighters") and "35 PR" in fault.message_it
    bow = PLAIN.replace("options: {combat_rerolls: false}", "options: {limit: 99}")
    bow = bow.replace("name: Urlo, at", "name: Urlo, items: [CDC-EQ-33], at")
    (fault,) = refused(tmp_path, bow)
    assert "Armatura Media" in fault.message_it and "CDC-CMP-15" in fault.message_en
    free = changed("name: Urlo, at", "name: Urlo, items: [CDC-EQ-33], at")  # without a limit anything goes
    assert battle(read(tmp_path, free)).figures["b1"].cost == 25


def test_rosters_are_inlined(tmp_path: Path) -> None:
    scenario = RULESET.read_scenario(EXAMPLES / "agguato-al-guado.yaml")
    fighters = scenario.setup["sides"][1]["fighters"]
    assert fighters[0] == {"profile": "razziatore", "name": "Vorax", "items": ["CDC-EQ-41"], "cost": 25}
    roster = RULESET.check_roster(EXAMPLES / "rosters" / "lupi-del-guado.yaml")
    assert sum(fighter["cost"] for fighter in fighters) == roster.total
    assert "roster" not in scenario.setup["sides"][1]


# --- what is refused ------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[str, str, int, str, str]] = {
    # old text, new text, line, a word of the English sentence, suggestion
    "no ruleset like it": ("ruleset: crepuscolo", "ruleset: crepuscoli", 4, "crepuscolo", "crepuscolo"),
    "misspelt key": ("  width: 60", "  widht: 60", 6, "widht", "width"),
    "wrong type": ("  width: 60", "  width: large", 6, "number", ""),
    "negative size": ("  depth: 40", "  depth: -40", 7, "≥ 10", ""),
    "a wall of negative size": ("[28, 10, 4, 20]", "[28, 10, -4, 20]", 9, "≥ 0", ""),
    "a wall without surface": ("[28, 10, 4, 20]", "[28, 10, 0, 20]", 9, "surface", ""),
    "a wall off the table": ("[28, 10, 4, 20]", "[68, 10, 4, 20]", 9, "wholly off", ""),
    "a piece without area": (", rect: [28, 10, 4, 20]", "", 9, "one area", ""),
    "a bow tie": ("rect: [28, 10, 4, 20]", "polygon: [[0, 0], [4, 4], [4, 0], [0, 4]]", 9, "edges cross", ""),
    "finer than a hundredth of a millimetre": ("[28, 10, 4, 20]", "[28.0005, 10, 4, 20]", 9, "0.001 cm", ""),
    "unknown kind of terrain": ("kinds: [water]", "kinds: [watter]", 10, "one of", "water"),
    "the same piece twice": ("id: lago", "id: muro", 10, "there already", ""),
    "unknown profile": ("razziatore, name: G", "raziatore, name: G", 18, "raziatore", "razziatore (Razziatore)"),
    "a name instead of an id": ("name: Lia,", "name: Lia, items: [Spada],", 19, "Spada", "CDC-EQ-11 (Spada)"),
    "unknown ability": ("name: Lia,", "name: Lia, abilities: [nulla],", 19, "ability", ""),
    "a duplicate figure": ("profile: assaltatore,", "profile: assaltatore, id: a1,", 19, "there already", ""),
    "a figure called like a seat": ("profile: assaltatore,", "profile: assaltatore, id: b,", 19, "there already", ""),
    "off the table": ("at: [10, 20]", "at: [0.5, 20]", 19, "not wholly on the table", ""),
    "overlapping figures": ("at: [10, 20]", "at: [12, 10]", 19, "overlaps that of a1", ""),
    "in a wall": ("at: [10, 20]", "at: [30, 20]", 19, "obstacle", ""),
    "in the water": ("at: [10, 20]", "at: [45, 5]", 19, "in_water", ""),
    "in a crevice": ("at: [10, 20]", "at: [45, 35]", 19, "crevice", ""),
    "on intransitable ground": ("at: [10, 20]", "at: [52, 17]", 19, "impassable", ""),
    "swimming on dry land": ("at: [10, 20]}", "at: [10, 20], in_water: true}", 19, "no water", ""),
    "hovering": ("at: [10, 20]}", "at: [10, 20], z: 2}", 19, "stand on", ""),
    "more than its life": ("at: [10, 20]}", "at: [10, 20], life: 9}", 19, "its Resistenza is 3", ""),
    "no such die": ("at: [10, 20]}", "at: [10, 20], dice: [5]}", 19, "4, 6, 8", ""),
    "no such condition": ("at: [10, 20]}", "at: [10, 20], conditions: [Gielo]}", 19, "one of", "Gelo"),
    "three sides": ("options:", "  - {seat: b, roster: x.yaml}\noptions:", 15, "list of 2", ""),
    "twice the same seat": ("seat: b", "seat: a", 20, "a and b", ""),
    "a side without fighters": (
        "    fighters:\n      - {profile: razziatore, name: Urlo, at: [56, 10]}\n",
        "    fighters: []\n",
        22,
        "without fighters",
        "",
    ),
    "access off the table": ("access: [60, 20]", "access: [61, 20]", 21, "off the table", ""),
    "access and edge": ("    access: [60, 20]", "    edge: east\n    access: [60, 20]", 21, "not both", ""),
    "under or on a ledge": ("height: 5,", "height: 5, ledges: [{rect: [9, 19, 2, 2], height: 4}],", 19, "several", ""),
    "hand and first": ("start: {hand: a}", "start: {hand: a, first: b}", 25, "not both", ""),
    "a face no die has": ("start:", "dice: [3, 0]\nstart:", 25, "≥ 1", ""),
    "a zone without radius": ("start:", "zones: [{id: z, name: Z, at: [9, 9], radius: 0}]\nstart:", 25, "> 0", ""),
    "a token off the table": ("start:", "tokens: [{id: t, name: T, at: [9, 99]}]\nstart:", 25, "off the table", ""),
    "a step with an unknown key": ("start:", "script: [{actor: a1, acton: melee}]\nstart:", 25, "acton", "action"),
    "a step that says nothing": ("start:", "script: [{note: x}]\nstart:", 25, "a step says", ""),
    "a step with a wrong die": ("start:", "script: [{actor: a1, die: 8d}]\nstart:", 25, "d4, d6 or d8", ""),
    "a step with a wrong point": ("start:", "script: [{to: [1]}]\nstart:", 25, "[x, y]", ""),
    "a step with a wrong way": ("start:", "script: [{way: 360}]\nstart:", 25, "below 360", ""),
    "a step with an unknown figure": ("start:", "script: [{actor: a9, action: move}]\nstart:", 25, "fighter", ""),
    "an expectation of nothing": ("start:", "expect: [{figur: a1}]\nstart:", 25, "one of these keys", "figure"),
    "an unknown event": ("start:", "expect: [{event: Hurts}]\nstart:", 25, "no event", "Hurt"),
    "an unknown field": ("start:", "expect: [{event: Hurt, amonut: 1}]\nstart:", 25, "amonut", "amount"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "words", "near"), BROKEN.values(), ids=BROKEN)
def test_a_fault_is_told_with_its_place(tmp_path: Path, old: str, new: str, line: int, words: str, near: str) -> None:
    problems = refused(tmp_path, changed(old, new))
    first = problems[0]
    assert (first.line, first.suggestion) == (line, near), [p.render("en") for p in problems]
    assert words in first.message_en


@RULE("CDC-CMP-01.4")
def test_two_players_no_more_and_no_less(tmp_path: Path) -> None:
    (more,) = refused(tmp_path, changed("options:", "  - {seat: b, edge: east, roster: x.yaml}\noptions:"))
    assert "una lista di 2" in more.message_it
    one = PLAIN[: PLAIN.index("  - seat: b")] + PLAIN[PLAIN.index("options:") :]
    (less,) = refused(tmp_path, one)
    assert "una lista di 2" in less.message_it


def test_nobody_on_the_table_can_have_the_hand(tmp_path: Path) -> None:
    text = changed(", name: Urlo, at: [56, 10]}", ", name: Urlo}").replace("hand: a", "hand: b")
    assert [p.path for p in refused(tmp_path, text)] == ["start.hand"]
    text = changed(", name: Urlo, at: [56, 10]}", ", name: Urlo}").replace("hand: a", "first: a")
    assert [p.path for p in refused(tmp_path, text)] == ["start.first"]


def test_all_faults_of_a_stage_are_told_at_once(tmp_path: Path) -> None:
    text = changed("at: [10, 20]", "at: [30, 20]").replace("at: [56, 10]", "at: [45, 5]")
    assert [p.path for p in refused(tmp_path, text)] == ["sides[1].fighters[2].at", "sides[2].fighters[1].at"]


def test_faults_of_a_roster_are_told_in_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(
        "roster: R\nruleset: crepuscolo\nfighters:\n  - {profile: goblin}\n", encoding="utf-8"
    )
    text = (
        PLAIN[: PLAIN.index("    fighters:\n      - {profile: razziatore, name: Urlo")]
        + "    roster: r.yaml\nstart: {hand: a}\n"
    )
    (problem,) = refused(tmp_path, text)
    assert (Path(problem.file).name, problem.line) == ("r.yaml", 4)
    (problem,) = refused(tmp_path, text.replace("r.yaml", "no.yaml"))
    assert problem.path == "sides[2].roster", "a roster that is not there is told where it is named"
    assert "no.yaml: the file does not exist" in problem.message_en
    (problem,) = refused(tmp_path, text.replace("r.yaml", "/etc/passwd"))
    assert problem.path == "sides[2].roster" and "folder" in problem.message_en


HOSTILE = {
    "empty": b"",
    "only a comment": b"# nothing here\n",
    "truncated": PLAIN.encode()[:400],
    "binary": bytes(range(256)),
    "not UTF-8": PLAIN.replace("Prova", "Pròva").encode("latin-1"),
    "aliases that explode": b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "a tag": b"scenario: !!python/object/apply:os.system [ls]\n",
    "two documents": b"a: 1\n---\nb: 2\n",
    "huge": b"text: " + b"x" * 2_100_000,
    "deep": b"[" * 100 + b"]" * 100,
    "a list": b"- 1\n- 2\n",
    "a number": b"7\n",
    "a null": b"null\n",
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_in_words(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "bad.yaml"
    file.write_bytes(raw)
    for reader in (RULESET.read_scenario, RULESET.check_roster):
        with pytest.raises(ContentError) as caught:
            reader(file)
        assert caught.value.problems and all(p.message_it and p.message_en for p in caught.value.problems)


def test_a_missing_file_and_a_folder_are_refused_in_words(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.yaml", tmp_path):
        with pytest.raises(ContentError):
            RULESET.read_scenario(path)


# --- packs ----------------------------------------------------------------------------------------------

PACK = """\
id: mio
name: Mio
name_en: Mine
version: "1"
ruleset: crepuscolo
"""
PROFILES = """\
profiles:
  - {id: gigante, name: Gigante, name_en: Giant, cr: 40, classes: [Mostro], res: 12, cmb: 4, pre: 0, dan: 4, vol: 0,
     des: 1, base: {round: 6}, height: 9}
"""


def test_a_scenario_may_bring_packs(tmp_path: Path) -> None:
    pack = tmp_path / "mio"
    pack.mkdir()
    (pack / "pack.yaml").write_text(PACK, encoding="utf-8")
    (pack / "profiles.yaml").write_text(PROFILES, encoding="utf-8")
    assert RULESET.check_pack(pack) == ["gigante"]
    text = changed("profile: razziatore, name: Grask", "profile: gigante, name: Grask")
    assert refused(tmp_path, text)[0].path == "sides[1].fighters[1].profile"
    scenario = read(tmp_path, text.replace("ruleset: crepuscolo", "ruleset: crepuscolo\npacks: [mio]"))
    game = Game.new(RULESET.playing(scenario), scenario.setup, SeededDice.of_seed(1))
    assert game.state.figures["a1"].life == 12  # type: ignore[attr-defined]
    (problem,) = refused(tmp_path, changed("ruleset: crepuscolo", "ruleset: crepuscolo\npacks: [tuo]"))
    assert "folder of a pack" in problem.message_en


# --- schemas --------------------------------------------------------------------------------------------


def test_schemas_accept_the_examples_and_refuse_what_is_wrong() -> None:
    schemas = RULESET.schemas()
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    scenario = jsonschema.Draft202012Validator(schemas["scenario.schema.json"])
    roster = jsonschema.Draft202012Validator(schemas["roster.schema.json"])
    for path in (*BATTLES, *PUZZLES):
        scenario.validate(load(path).data)
    for path in ROSTERS:
        roster.validate(load(path).data)
    wrong: dict[str, Any] = load(PUZZLES[0]).data
    for change in (
        {"sides": []},
        {"table": {"width": -1, "depth": 9}},
        {"script": [{"acton": "x"}]},
        {"expect": [{}]},
        {"x": 1},
    ):
        assert list(scenario.iter_errors({**wrong, **change})), change


def test_schemas_accept_the_packs_that_come_with_the_game() -> None:
    schemas = RULESET.schemas()
    folder = Path(str(RULESET.library.content.sources["profiles"]["razziatore"].document.file)).parent
    paths = sorted(folder.glob("*.yaml"))
    assert {"pack.yaml", "items.yaml", "profiles.yaml"} <= {path.name for path in paths}
    for path in paths:
        name = path.stem.partition("-")[0]
        jsonschema.Draft202012Validator(schemas[f"{name}.schema.json"]).validate(load(path).data)


# --- names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "it", "en"),
    [
        ("CDC-EQ-11", "Spada", "Sword"),
        ("razziatore", "Razziatore", "Raider"),
        ("lista-mago", "Equipaggiamenti da Mago", "Mage equipment"),
        ("CDC-CMP-02.3", "Punti Reclutamento (PR)", "Recruitment points"),
        ("nothing-like-it", "nothing-like-it", "nothing-like-it"),
    ],
)
def test_titles(id: str, it: str, en: str) -> None:
    assert (RULESET.title(id, "it"), RULESET.title(id, "en")) == (it, en)


# --- examples -------------------------------------------------------------------------------------------


def test_there_are_seven_battles_and_six_puzzles() -> None:
    assert len(BATTLES) >= 7 and len(PUZZLES) >= 6
    for path in (*BATTLES, *PUZZLES):
        scenario = RULESET.read_scenario(path)
        assert scenario.id == path.stem and scenario.text and scenario.text_en and scenario.name != ""
        assert scenario.hints == (), [hint.render("en") for hint in scenario.hints]


@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.stem)
def test_example_rosters_are_legal_and_say_their_cost(path: Path) -> None:
    report = RULESET.check_roster(path)
    assert report.legal, [RULESET.fault(fault, "en") for fault in report.faults]
    assert path.read_text(encoding="utf-8").startswith(f"# {report.total} of {report.limit} PR")


FIRST = "alla-fontana"
"""The battle to begin with: small, and already on the table."""


@pytest.mark.parametrize("path", [one for one in BATTLES if one.stem != FIRST], ids=lambda path: path.stem)
def test_battles_have_heights_and_dangers(path: Path) -> None:
    state = battle(RULESET.read_scenario(path))
    kinds = {kind for piece in state.ground.pieces for kind in piece.kinds}
    assert {"crevice", "water", "platform", "covering"} <= kinds
    assert any(piece.ledges for piece in state.ground.pieces)
    assert 100 <= state.options.limit <= 400


def test_the_first_battle_begins_with_an_action() -> None:
    first = RULESET.ready()[0]
    assert first.stem == FIRST
    game = Game.new(RULESET, RULESET.read_scenario(first).setup, SeededDice.of_seed(3))
    assert game.pending is not None and game.pending.kind == "action"


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_example_battles_can_be_played(path: Path) -> None:
    scenario = RULESET.read_scenario(path)
    game, rng = Game.new(RULESET, scenario.setup, SeededDice.of_seed(3)), Random(3)
    for _ in range(300):
        if game.pending is None:
            break
        game.play_sample(rng)
    assert game.state.turn >= 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_example_puzzles_hold(path: Path) -> None:
    scenario = RULESET.read_scenario(path)
    assert scenario.dice and scenario.script and scenario.expect
    report = run(scenario, RULESET)
    assert report.ok, [failure.render("en") for failure in report.failures]


def test_random_companies_make_battles(tmp_path: Path) -> None:
    for seed in range(4):
        rng = Random(seed)
        sides = "\n".join(
            f"  - {json.dumps({'seat': s, 'fighters': [as_data(r) for r in random_company(rng, RULESET.library, 90)]})}"
            for s in "ab"
        )
        text = PLAIN[: PLAIN.index("sides:")] + f"sides:\n{sides}\noptions: {{limit: 90}}\n"
        game = Game.new(RULESET, read(tmp_path, text).setup, SeededDice.of_seed(seed))
        for _ in range(150):
            if game.pending is None:
                break
            game.play_sample(rng)
        assert game.over or len(game.inputs) == 150, "every question had an answer"


# --- documentation --------------------------------------------------------------------------------------

DOCS = EXAMPLES.parents[1] / "docs"


def blocks(kind: str) -> list[Any]:
    """The marked examples of the documentation, in both languages."""
    found = []
    for name in ("scenarios.md", "scenarios.it.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        found += [pytest.param(part, id=name) for part in re.findall(rf"```yaml {kind}\n(.*?)```", text, re.DOTALL)]
    return found


@pytest.mark.parametrize("text", blocks("scenario"))
def test_documented_scenarios_run(tmp_path: Path, text: str) -> None:
    report = run(read(tmp_path, text), RULESET)
    assert report.ok and len(report.steps) == 3, [failure.render("en") for failure in report.failures]


@pytest.mark.parametrize("text", blocks("roster"))
def test_documented_rosters_are_legal(tmp_path: Path, text: str) -> None:
    file = tmp_path / "roster.yaml"
    file.write_text(text, encoding="utf-8")
    report = RULESET.check_roster(file)
    bare = sum(RULESET.library.profiles[id].cr for id in ("assaltatore", "fante-della-cinta", "raspatore-di-rovine"))
    assert (report.total, report.faults) == (bare + 1 + 3 + 3, ())  # Pistola malconcia, Armatura migliorata, Avanzata


def test_both_languages_document_every_key() -> None:
    assert len(blocks("scenario")) == len(blocks("roster")) == 2
    for name in ("scenarios.md", "scenarios.it.md"):
        told = set(re.findall(r"[`{\[ ,|(]([a-z_]+)(?=[`:}])", (DOCS / name).read_text(encoding="utf-8")))
        shapes = (ScenarioFile, TableShape, PieceShape, SideShape, FighterShape, OptionsShape, TokenShape, ZoneShape)
        keys = {field for shape in (*shapes, StartShape) for field in shape.__struct_fields__}
        assert keys - told == set(), name
        assert set(EXPECTED) - told == set() and set(SHORT) - told == set(), name


@pytest.mark.parametrize(
    ("piece", "others"),
    [
        (r"(?<=[ \[])\d+", ["0", "1", "3", "7", "10", "12.5", "25", "38", "44", "60", "-2", "x"]),
        (r"[^\s,:\[\]{}]+", ["-1", "[]", "{}", "null", "1e400", "x", "[1, 2]", "true", "0.00001", "'", "a1", "7", "b"]),
    ],
    ids=["numbers", "words"],
)
def test_damaged_files_are_read_or_refused_and_never_break(tmp_path: Path, piece: str, others: list[str]) -> None:
    rng = Random(20)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(120):
        place = rng.choice(list(re.finditer(piece, PLAIN)))
        text = PLAIN[: place.start()] + rng.choice(others) + PLAIN[place.end() :]
        try:
            scenario = read(tmp_path, text)
        except ContentError:
            outcomes["refused"] += 1
        else:
            outcomes["read"] += 1
            Game.new(RULESET, scenario.setup, SeededDice.of_seed(1))
    assert min(outcomes.values()) >= 3, outcomes

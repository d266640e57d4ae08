"""What is said and shown: both languages, scenes without a board, dice in the journal, play at the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from arbitro.cli.main import app
from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS, missing
from arbitro.content.scenarios import side_names
from arbitro.engine.events import Finished, Thrown
from arbitro.engine.forms import Pick, Tree
from arbitro.engine.ruleset import installed
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.content import rules
from arbitro.rulesets.cairn.events import (
    BlowPrepared,
    BlowsLanded,
    Died,
    FatigueAdded,
    Hurt,
    MaximumStayed,
    MoraleTested,
    PlaceIs,
    ScarTaken,
    TurnLost,
    Warded,
)
from arbitro.rulesets.cairn.words import Words
from tests.cairn.laws import COURT
from tests.cairn.table import Table
from tests.lawbook import play

ROOT = Path(__file__).resolve().parents[2]


def test_both_languages_have_every_message() -> None:
    templates = RULESET.messages().templates
    assert missing(templates["it"], templates["en"]) == []


@pytest.mark.parametrize("seed", range(20, 28))
def test_everything_that_happens_and_is_asked_has_words(seed: int) -> None:
    game = COURT.battle(seed)
    rng = Random(seed)
    for _ in range(60):
        pending = game.pending
        if pending is None:
            break
        for lang in ("it", "en"):
            assert RULESET.question(game.state, pending.kind, pending.about, lang)
            form = game.form((pending.seats or pending.free)[0])
            branch = form.grow(()) if isinstance(form, Tree) else None
            options = branch.options if branch else form.options() if isinstance(form, Pick) else ()
            level = branch.level if branch else "choice"
            labels = [RULESET.choice(game.state, level, option, lang) for option in options or ()]
            assert all(labels) and RULESET.level(game.state, level, lang)
        game = play(game, rng, 1)
    for lang in ("it", "en"):
        lines = [RULESET.sentence(game.state, event, lang) for event in game.journal]
        assert all("…" not in line and "{" not in line for line in lines)
        assert RULESET.status(game.state, lang) and RULESET.summary(game.state, game.journal, lang)
        assert RULESET.map_text(game.state, lang, 60) and RULESET.map_svg(game.state, lang).startswith("<svg")
        scene = RULESET.scene(RULESET.view(game.state, "a"), "a", lang)
        assert scene.board is None and all(len(figure.meters) == 4 and figure.aria for figure in scene.figures)
    assert not RULESET.messages().gaps


def test_names_of_creatures_follow_the_language() -> None:
    table = Table({"a1": {"name": "Ada"}}, {"b1": {"monster": "orsogufo"}})
    words = {lang: Words(RULESET.messages(), RULESET.library, table.state, lang) for lang in ("it", "en")}
    assert (words["it"].who("b1"), words["en"].who("b1")) == ("Orsogufo", "Owlbear")
    assert words["it"].plan(("attack", "spada+pugnale", "b1")) == "attacca, Spada + Pugnale, Orsogufo"


def test_a_roll_of_the_referee_goes_to_the_journal() -> None:
    table = Table({"a1": {}}, {"b1": {}}, referee=True, dice=[3, 7])
    table.call("roll")
    assert table.asked == "notation"
    refusal = table.refusal("4d6kx", "referee")
    assert refusal is not None and refusal.code == "notation" and "^" in RULESET.reason(table.state, refusal, "it")
    table.answer("d8+d8", "referee")
    thrown = table.the(Thrown)
    assert (thrown.total, thrown.dice) == (7, ((8, 3, "dropped"), (8, 7, ""))), "d8+d8 keeps the higher here"
    assert table.asked == "action", "and the fight goes on"


def test_refusals_say_what_can_be_done() -> None:
    table = Table({"a1": {"items": ["spada"]}}, {"b1": {}})
    refusal = table.refusal(("a1", "attack", "spada", "a1"))
    assert refusal is not None
    assert RULESET.reason(table.state, refusal, "it") == "«a1» qui non si può; si può: b1."


def test_the_catalogue_has_every_clause() -> None:
    catalogue = rules()
    book = [entry for entry in catalogue.entries if entry.seed_line]
    assert len(book) == 127 and sum(len(entry.clause_ids()) for entry in book) == 282
    assert all(entry.it and entry.en and bool(entry.ruling_it) == bool(entry.ruling_en) for entry in catalogue.entries)


@pytest.mark.skipif("cairn" not in installed(), reason="installed before this ruleset was there")
@pytest.mark.parametrize("name", ["il-troll-del-ponte", "l-imboscata-dei-goblin"])
def test_a_fight_runs_by_itself_at_the_terminal(name: str) -> None:
    command = [
        "play",
        str(ROOT / "examples" / "cairn" / f"{name}.yaml"),
        "--side",
        "a=instinct",
        "--side",
        "b=instinct",
        "--seed",
        "5",
        "--lang",
        "it",
    ]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "Round 1" in done.output and "Fine. Vittoria:" in done.output
    assert CliRunner().invoke(app, command).output == done.output


def test_sides_are_named_in_the_language_of_the_reader() -> None:
    setup = RULESET.read_scenario(RULESET.ready()[0]).setup
    for side, name in zip(setup["sides"], ("Lupi", "Corvi"), strict=False):
        side["name"] = name
    setup["sides"][0]["name_en"] = "Wolves"
    state = RULESET.setup(setup)
    named = {lang: [side.name for side in RULESET.scene(state, "a", lang).sides][:2] for lang in LANGS}
    assert named == {"it": ["Lupi", "Corvi"], "en": ["Wolves", setup["sides"][1].get("name_en") or "Corvi"]}


def lines_of(table: Table, kind: type[Any], lang: str = "it") -> list[str]:
    """What the events of a kind say."""
    return [RULESET.sentence(table.state, event, lang) for event in table.all(kind)]


def test_sentences_about_attacks_say_why() -> None:
    foes: dict[str, Any] = {"b1": {"name": "Ugo", "armour": 2, "pf": 20, "conditions": ["coperto"]},
                            "b2": {"name": "Ivo", "formation": True, "pf": 20}}  # fmt: skip
    party = {"a1": {"name": "Ada", "items": ["spada"]}, "a2": {"name": "Bea", "items": ["spada"]}}
    table = Table(party, foes, dice=[4, 3])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "attack", "spada", "b2")
    assert lines_of(table, BlowPrepared) == [
        "Ada colpisce Ugo con Spada: d4, compromesso (Al coperto).",
        "Bea colpisce Ivo con Spada: d4, compromesso (Singoli contro formazioni).",
    ]
    assert lines_of(table, BlowsLanded) == ["", ""], "a single die is not the highest of anything"
    assert lines_of(table, Hurt)[0] == "Ugo subisce 2 (dado 4, Armatura 2): 2 dai PF."
    table = Table(party, {"b1": {"name": "Ugo", "name_en": "Hugh", "pf": 2, "armour": 1, "forza": 3}}, dice=[7, 2])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "attack", "spada", "b1")
    assert lines_of(table, BlowsLanded, "en") == ["Against Hugh the highest die counts: 7."]
    assert lines_of(table, Hurt, "en") == ["Hugh takes 6 (die 7, Armour 1): 2 off HP and 3 off STR."]
    assert lines_of(table, Died, "en") == ["Hugh dies: no STR is left."]
    assert lines_of(table, Finished) == ["Fine. Vittoria: il gruppo (l'altra parte è battuta)."]


def test_sentences_about_armour_scars_and_morale_say_why() -> None:
    table = Table({"a1": {"name": "Ada", "pf": 1, "pf_max": 4, "items": ["spada"]}},
                  {"b1": {"monster": "scheletro", "pf": 1, "forza": 1}, "b2": {"monster": "scheletro"}},
                  dice=[5, 1, 2, 3])  # fmt: skip
    table.act("a1", "attack", "spada", "b1")
    assert lines_of(table, MoraleTested) == [
        "gli avversari: il morale tiene senza tirare (metà perduta; Scheletro).",
    ]
    table.act("b2", "attack", "scheletro-spada", "a1")
    assert lines_of(table, ScarTaken)[1] == "Il dado dice dove: mani."
    assert lines_of(table, MaximumStayed) == ["3 non è più di 4: PF di Ada resta com'è."]
    assert lines_of(table, MaximumStayed, "en") == ["3 is no more than 4: the HP of Ada stays."]
    table = Table({"a1": {"name": "Ada", "items": ["spada"]}}, {"b1": {"name": "Ugo", "armour": 3}}, dice=[2])
    table.act("a1", "attack", "spada", "b1")
    assert lines_of(table, Warded) == ["L'armatura di Ugo ferma tutto: 2 meno 3."]
    calm = Table({"a1": {"name": "Ada", "vol": 2}}, {"b1": {}}, calm=True, dice=[9])
    calm.call("march")
    calm.call("place", "dark")
    calm.call("frighten", "a1")
    calm.call("fight")
    assert lines_of(calm, FatigueAdded) == ["Ada aggiunge una Fatica (Accamparsi)."]
    assert lines_of(calm, PlaceIs) == ["Il luogo è al buio."]
    assert lines_of(calm, TurnLost) == ["Ada è nel panico: perde il turno di questo round."]


@pytest.mark.parametrize(
    ("lang", "given_up", "agreed"),
    [
        ("it", "Fine. Vittoria: {} (l'altra parte si è arresa).", "Patta, di comune accordo."),
        ("en", "It is over. Victory: {} (the other side has given up).", "A draw, by agreement."),
    ],
)
def test_a_fight_that_people_end_is_told(lang: Lang, given_up: str, agreed: str) -> None:
    setup = RULESET.read_scenario(ROOT / "examples/cairn/il-troll-del-ponte.yaml").setup
    state = RULESET.setup(setup)
    name = side_names(setup, lang)["a"]
    assert RULESET.sentence(state, Finished(result="a", why="resigned"), lang) == given_up.format(name)
    assert RULESET.sentence(state, Finished(result="draw", why="agreed"), lang) == agreed

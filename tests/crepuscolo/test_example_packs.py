"""The example pack of a class of its own: it loads, it is played, and each thing in it does what it says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from arbitro.cli.main import run
from arbitro.content.yamlfile import load
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.players.crew import rules_of
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.content import BOOK, HOUSE, read_library
from arbitro.rulesets.crepuscolo.crafts import powers_opened
from arbitro.rulesets.crepuscolo.events import Missed, PointsChanged
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from tests.crepuscolo.field import PLAIN, Field
from tests.crepuscolo.laws import play
from tests.crepuscolo.trials import at

PACKS = Path(__file__).resolve().parents[2] / "examples" / "packs"
ROVI, BATTLE = PACKS / "rovi", PACKS / "la-siepe-alta.yaml"
LIBRARY = read_library((BOOK, HOUSE, ROVI))
LIBRARY.profiles["plain"] = PLAIN
RULES = Crepuscolo(LIBRARY)
ARCANE = (("arcano", 3),)


def field(dice: list[int], hand: str = "a", **fighters: dict[str, Any]) -> Field:
    return Field(dict(sorted(fighters.items())), dice=dice, hand=hand, rules=RULES)


@pytest.mark.parametrize("folder", sorted(path for path in PACKS.iterdir() if path.is_dir()), ids=lambda p: p.name)
def test_every_example_pack_passes_its_check_and_the_schemas(folder: Path) -> None:
    game = load(folder / "pack.yaml").data["ruleset"]
    assert run(["pack", "check", str(folder), "--game", game]) == 0
    schemas = rules_of(game, ()).schemas()
    for path in sorted(folder.glob("*.yaml")):
        schema = schemas[f"{path.stem.partition('-')[0]}.schema.json"]
        jsonschema.Draft202012Validator(schema).validate(load(path).data)


def test_the_pack_adds_a_class_without_python() -> None:
    assert RULESET.check_pack(ROVI) == [
        "abilita-rovaio", "madre-del-rovo", "rovaio-di-siepe", "rovi-cerchio", "rovi-chiamata", "rovi-giuramento",
        "rovi-raccolto", "rovi-scambio", "rovi-spine",
    ]  # fmt: skip
    assert {path.suffix for path in ROVI.iterdir()} == {".yaml"}
    classed = [profile.id for profile in LIBRARY.profiles.values() if "Rovaio" in profile.classes]
    assert classed == ["madre-del-rovo", "rovaio-di-siepe"]
    assert powers_opened(("rovi-giuramento",), LIBRARY) == ("rovi-cerchio", "rovi-chiamata"), "and none of the book's"
    fire = powers_opened(("CDC-IN-004", "CDC-IN-018"), LIBRARY)
    assert len(fire) == 13 and not {"rovi-cerchio", "rovi-chiamata"} & set(fire), "the 13 of fire, not these"


def test_a_root_swap_trades_places_for_a_root() -> None:
    table = field(
        [], a1=at(10, abilities=["rovi-scambio"], tokens=(("Radice", 1),), dice=(4, 6)), a2=at(20, 12), b1=at(50, 50)
    )
    assert table.offered("a1", "ability", "rovi-scambio") == ("a2",)
    table.act("a1", "ability", "rovi-scambio", "a2", die=4)
    assert (table.at("a1"), table.at("a2")) == ((20, 12), (10, 10))
    assert table.figure("a1").dice == (6,) and table.figure("a2").dice == (4, 6, 8)
    assert table.state.ground.pieces == (), "the tokens that held the places are gone"
    assert "ability" not in table.offered("a1"), "there is no Root left"
    table.done()


def test_a_root_swap_needs_an_ally_in_sight_within_15_cm() -> None:
    table = field(
        [], a1=at(10, abilities=["rovi-scambio"], tokens=(("Radice", 2),)),
        a2=at(27.5), a3=at(10, 27.6), b1=at(10, 14),
    )  # fmt: skip
    assert table.offered("a1", "ability", "rovi-scambio") == ("a2",), "a2: 15 cm from base to base; a3: 15.1"


def test_who_misses_a_skin_of_thorns_is_thrown_back_with_a_thorn() -> None:
    table = field([3, 3], "b", a1=at(10, abilities=["rovi-spine"]), a2=at(13.5, 13.5), b1=at(13.5))
    table.act("b1", "melee", "a2", die=4)
    assert table.at("b1") == (13.5, 10), "a2 has no such skin"
    table.act("b1", "melee", "a1", die=6)
    assert len(table.all(Missed)) == 2
    assert table.at("b1") == (15.5, 10) and table.figure("b1").tokens == (("Spina", 1),)
    table.done()


@pytest.mark.parametrize(("face", "life"), [(4, 3), (3, 5)])
def test_a_harvest_hurts_an_enemy_by_its_thorns(face: int, life: int) -> None:
    table = field(
        [face], a1=at(10, abilities=["rovi-raccolto"]), a2=at(14, tokens=(("Spina", 1),)),
        b1=at(20, tokens=(("Spina", 2),)), b2=at(40),
    )  # fmt: skip
    assert table.offered("a1", "ability", "rovi-raccolto") == ("b1",), "a2 is an ally, b2 has no Thorn"
    table.act("a1", "ability", "rovi-raccolto", "b1", die=6)
    assert table.figure("b1").life == life, "2 Thorns, 2 damage, on a 4"
    assert table.figure("b1").tokens == ((("Spina", 2),) if face == 3 else ())
    assert ("ability" in table.offered("a1")) is (face == 3), "without Thorns there is nothing to harvest"
    table.done()


def test_a_bramble_circle_throws_out_and_shuts_the_place_until_the_turn_ends() -> None:
    table = field([4, 8], a1=at(10, abilities=["rovi-cerchio"], points=ARCANE), b1=at(22), b2=at(20, 20))
    table.act("a1", "power", "rovi-cerchio", die=6, others=(4,))
    table.to(20, 10)
    assert table.the(PointsChanged).by == -2
    x, y = table.at("b1")
    assert y == 10 and 24.25 < x <= 24.26, "its base is just farther than 3 cm from the point"
    assert [piece.name for piece in table.state.ground.pieces] == ["Rovi"]
    table.answer(("pass",))
    table.act("b2", "move", die=8)
    in_the_circle = table.refusal((20_000, 14_000))
    assert in_the_circle is not None and in_the_circle.code == "fence_near", "its base would be 2.75 cm away"
    assert table.refusal((20_000, 14_300)) is None, "3.05 cm away"
    table.done()


def test_the_brambles_are_gone_with_the_turn() -> None:
    table = field(
        [4, 1], a1=at(10, abilities=["rovi-cerchio"], points=ARCANE, dice=(4, 6)), b1=at(50, dice=(4,)),
    )  # fmt: skip
    table.act("a1", "power", "rovi-cerchio", die=6, others=(4,))
    table.to(20, 10)
    assert len(table.state.ground.pieces) == 1 and len(table.state.effects) == 2
    assert table.state.turn == 1 and table.offered() == ("pass", "b1"), "the other hand of the turn"
    table.act("b1", "jump", die=4)
    table.answer(0)
    assert not table.state.ground.pieces and not table.state.effects, "the fence and the token"


def test_the_call_of_the_root_brings_an_ally_nearer_with_a_die_for_striking() -> None:
    table = field([4, 5], a1=at(10, abilities=["rovi-chiamata"], points=ARCANE), a2=at(25, dice=()), b1=at(20, 13.5))
    assert "a2" not in table.offered(), "without dice it cannot act"
    table.act("a1", "power", "rovi-chiamata", "a2", die=6)
    assert table.at("a2") == (20, 10), "5 cm nearer"
    assert table.the(PointsChanged).by == -1
    assert table.offered("a2") == ("melee",)
    (die,) = table.offered("a2", "melee", "b1")
    assert die[0] == 6, "the d6, which bears the effect that restricts it"
    table.act("a2", "melee", "b1", die=die)
    assert table.figure("b1").life == 4 and "a2" not in table.offered()
    table.done()


def test_in_random_battles_each_of_the_five_has_its_effect() -> None:
    scenario = RULESET.read_scenario(BATTLE)
    rules = RULESET.playing(scenario)
    wanted = {
        ("Returned", "rovi-scambio"), ("TokensChanged", "rovi-spine"), ("TokensChanged", "rovi-raccolto"),
        ("GroundChanged", "rovi-cerchio"), ("Moved", "rovi-cerchio"), ("Moved", "rovi-chiamata"),
    }  # fmt: skip
    seen: set[tuple[str, str]] = set()
    for seed in range(40):
        game = Game.new(rules, scenario.setup, SeededDice.of_seed(seed))
        play(game, Random(seed), 160)
        seen |= {(type(event).__name__, rule) for event in game.journal for rule in event.rules}
        if wanted <= seen:
            break
    assert wanted - seen == set()


def test_the_battle_begins_with_what_the_profiles_give() -> None:
    scenario = RULESET.read_scenario(BATTLE)
    game = Game.new(RULESET.playing(scenario), scenario.setup, SeededDice.of_seed(1))
    mother = game.state.figures["a1"]  # type: ignore[attr-defined]
    assert mother.tokens == (("Radice", 2),) and dict(mother.points)["arcano"] == 6


def test_the_guide_shows_the_pack_as_it_is_in_both_languages() -> None:
    docs = PACKS.parent.parent / "docs"
    english, italian = (
        [load(block).data for block in re.findall(r"```yaml\n(.*?)```", (docs / page).read_text("utf-8"), re.DOTALL)]
        for page in ("packs.md", "packs.it.md")
    )
    assert len(english) == 3 and english == italian
    (shown,) = english[1]["powers"]
    (kept,) = [row for row in load(ROVI / "powers.yaml").data["powers"] if row["id"] == shown["id"]]
    assert shown == kept


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("abilities", "opens: {stregoneria: 2}", "opens: {stregonerie: 2}", "forse volevi «stregoneria»?"),
        (
            "ability_lists",
            "rovi-raccolto: 2",
            "rovi-cerchio: 2",
            "«rovi-cerchio» è un potere, e una lista",
        ),
        ("abilities", "opens: {stregoneria: 2}", "opens: {stregoneria: 7}", "opens.stregoneria: qui serve un numero"),
        ("profiles", "items: [", "items: [Lancia, ", "«Lancia» non esiste (forse volevi «CDC-EQ-31»?)"),
        ("powers", "level: 1", "level: 9", "level: qui serve un numero"),
        ("powers", "{point: 20, see: true, as: p}", "{arc: 720, as: p}", "target.arc: «720» non è un arco"),
        ("powers", "{point: 20, see: true, as: p}", "{arc: dritto, as: p}", "target.arc: «dritto» non è un arco"),
        ("powers", "grant_die: 6", "grant_die: 7", "non c'è un dado da 7; atteso: 4, 6, 8, 10, 12, 20"),
        ("powers", "domain: Rovi", "domain: Robi", "domain: nessuna abilità apre il dominio «Robi»"),
        ("powers", "{point: 20, see: true, as: p}", "{some: 'foes(me)', most: 0}", "target.most: «0» è troppo poco"),
        ("powers", "{point: 20, see: true, as: p}", "{some: 'foes(me)', least: 2, most: 1}", "atteso: 2 ..."),
        ("powers", "{point: 20, see: true, as: p}", "{punto: 20}", "atteso: one, each, some, point, arc"),
    ],
)
def test_a_wrong_power_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, right: str, wrong: str, said: str
) -> None:
    shutil.copytree(ROVI, tmp_path / "rovi")
    path = tmp_path / "rovi" / f"{file}.yaml"
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    assert run(["pack", "check", str(tmp_path / "rovi"), "--lang", "it"]) == 2
    err = capsys.readouterr().err
    assert said in err and f"{file}.yaml:" in err and "«»" not in err

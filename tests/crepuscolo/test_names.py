"""Names in the language of whoever reads: of sides, scenery, tokens and zones, on screens and in sentences."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS
from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Event, Finished
from arbitro.engine.game import Game
from arbitro.engine.save import load, read, save
from arbitro.geometry.shapes import Disc
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import BidWon, GroundChanged, TokenTaken, taken_away
from arbitro.rulesets.crepuscolo.ground import CREVICE, MARKER, Piece
from arbitro.rulesets.crepuscolo.state import Battle
from tests.crepuscolo.field import RULES, Field

EXAMPLES = RULESET.ready()
NAMED: dict[str, Any] = {
    "terrain": [{"id": "hut", "name": "Capanna", "name_en": "Hut", "rect": [30, 30, 4, 4], "height": 3,
                 "crossing": "impassable"}],
    "tokens": [{"id": "cup", "name": "Coppa", "name_en": "Cup", "at": [20, 20]}],
    "zones": [{"id": "gap", "name": "Varco", "name_en": "Gap", "at": [40, 20], "radius": 4}],
}  # fmt: skip


def pairs(setup: dict[str, Any]) -> list[tuple[str, str]]:
    """The names of a setup in both languages, those that differ."""
    rows = [*setup["sides"], *setup["table"]["terrain"], *setup.get("tokens", ()), *setup.get("zones", ())]
    return [(row["name"], row["name_en"]) for row in rows if row["name"] != row["name_en"]]


def says(text: str, name: str) -> bool:
    """Whether a name stands in a text, and not only as a part of another word."""
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def shown(state: Battle, lang: Lang) -> str:
    """Everything that a screen, a drawing and the terminal show of a state."""
    scene = json.dumps(msgspec.to_builtins(RULESET.scene(state, "a", lang)), ensure_ascii=False)
    words = (RULESET.map_text(state, lang), RULESET.status(state, lang), RULESET.summary(state, (), lang))
    return " ".join("\n".join((scene, RULESET.map_svg(state, lang), *words)).split())


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_ready_battles_speak_the_language_of_the_reader(path: Path) -> None:
    setup = RULESET.read_scenario(path).setup
    state = RULESET.setup(setup)
    assert isinstance(state, Battle)
    italian, english = shown(state, "it"), shown(state, "en")
    named = pairs(setup)
    assert len(named) > 5
    for it, en in named:
        assert it in italian and en in english
        assert not says(italian, en) and not says(english, it)


def test_sentences_name_things_in_the_language_of_the_reader() -> None:
    field = Field({"a1": {"at": (10, 10), "name": "Grask"}, "b1": {"at": (40, 40)}}, **NAMED)
    state = field.state
    state.names, state.english = ("I Lupi", "Corvi"), {**state.english, "side:a": "The Wolves"}
    gone = taken_away(state.ground.piece("hut"), ("CDC-AB-115",))

    def told(event: Event, *wanted: str) -> None:
        for lang, name in zip(LANGS, wanted, strict=True):
            assert name in RULES.sentence(state, event, lang)

    told(BidWon(seat="a"), "Prima mano: I Lupi.", "First hand: The Wolves.")
    told(BidWon(seat="b"), "Prima mano: Corvi.", "First hand: Corvi.")
    told(Finished("a", "resigned"), "I Lupi", "The Wolves")
    told(TokenTaken(it="a1", token="cup"), "Coppa", "Cup")
    field.game.do(gone)
    told(gone, "Capanna", "Hut")


def test_what_a_rule_puts_on_the_table_bears_the_name_of_the_rule() -> None:
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (40, 40)}})
    trail = Piece("CDC-PW-016:t3", Disc(20_000, 20_000, 500), "Scia", kinds=(MARKER,))
    chasm = Piece("CDC-PW-140:t4", Disc(30_000, 20_000, 1000), "Crepaccio", kinds=(CREVICE,))
    for piece in (trail, chasm):
        field.game.do(GroundChanged(id=piece.id, piece=piece))
    labels = {lang: {mark.id: mark.label for mark in RULES.scene(field.state, "a", lang).marks} for lang in LANGS}
    assert labels["it"][trail.id] == "Scia" and labels["en"][trail.id] == RULES.title("CDC-PW-016", "en")
    assert "crevice" in RULES.sentence(field.state, GroundChanged(id=chasm.id, piece=chasm), "en")
    assert "Crepaccio" not in json.dumps(msgspec.to_builtins(RULES.scene(field.state, "a", "en")))


def test_what_has_one_name_keeps_it_in_both_languages() -> None:
    setup = RULESET.read_scenario(EXAMPLES[0]).setup
    for row in (*setup["sides"], *setup["table"]["terrain"]):
        del row["name_en"]
    state = RULESET.setup(setup)
    assert isinstance(state, Battle)
    assert all(row["name"] in shown(state, "en") for row in (*setup["sides"], *setup["table"]["terrain"]))


def test_a_save_from_before_there_were_two_names_goes_on() -> None:
    setup = RULESET.read_scenario(EXAMPLES[0]).setup
    kept = read(save(Game.new(RULESET, setup, SeededDice.of_seed(4))))
    state = msgspec.msgpack.decode(kept.checkpoint)
    del state["english"]
    game = load(structs.replace(kept, checkpoint=msgspec.msgpack.encode(state)), RULESET, SeededDice.of_seed(4))
    assert game.pending is not None
    assert setup["sides"][0]["name"] in RULESET.map_svg(game.state, "en")

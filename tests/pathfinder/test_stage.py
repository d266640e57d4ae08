"""What people see and read: both languages complete, the board as the page draws it, choices with their price."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from arbitro.content.messages import missing
from arbitro.dice.sources import SeededDice
from arbitro.engine.events import EffectBegan, EffectEnded, Event
from arbitro.engine.forms import Option
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.desk import sentences
from arbitro.rulesets.pathfinder.scene import SIDE
from arbitro.rulesets.pathfinder.skirmish import random_skirmish
from tests.lawbook import play
from tests.pathfinder.field import Field

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples" / "pathfinder").glob("*.yaml"))


def test_both_languages_say_the_same_things() -> None:
    words = sentences()
    assert not missing(words.templates["it"], words.templates["en"])
    assert all(words.has(f"word.action.{name}") for name in DEEDS), [
        n for n in DEEDS if not words.has(f"word.action.{n}")
    ]


@pytest.mark.parametrize("seed", range(4))
def test_no_battle_lacks_a_word(seed: int) -> None:
    words = sentences()
    words.gaps.clear()
    game = Game.new(RULESET, random_skirmish(Random(seed), RULESET.library), SeededDice.of_seed(seed))
    play(game, Random(seed), 120)
    for event in game.journal:
        for lang in ("it", "en"):
            entry = RULESET.entry(game.state, event, 0, lang)
            assert entry is None or (entry.text and "…" not in entry.text), event
    for lang in ("it", "en"):
        assert all(len(line) <= 80 for line in RULESET.map_text(game.state, lang).splitlines())
        assert all(len(line) <= 80 for line in RULESET.status(game.state, lang).splitlines())
        assert RULESET.map_svg(game.state, lang).startswith("<svg")
        assert len(RULESET.scene(game.state, "a", lang).figures) == len(game.state.figures)  # type: ignore[attr-defined]
    assert not words.gaps


@pytest.mark.rule("PF-GRID-01.1")
def test_the_board_is_a_grid_and_a_big_creature_fills_its_squares() -> None:
    field = Field(
        {"a1": {"at": "b2", "size": "grande"}}, {"b1": {"at": "h1"}}, rows=["....,...", "...#....", "........"]
    )
    scene = field.rules.scene(field.state, "a", "it")
    board = scene.board
    assert board is not None and (board.width, board.depth, board.grid) == (8 * SIDE, 3 * SIDE, SIDE)
    assert board.unit.size * 3 == SIDE * 2, "a square is 1.5 m"
    assert {piece.kinds for piece in board.pieces} == {("impassable",), ("difficult",)}
    shape = next(figure.shape for figure in scene.figures if figure.id == "a1")
    assert shape is not None and SIDE * 1.8 < shape.points[1][0] - shape.points[0][0] < SIDE * 2  # type: ignore[union-attr]


def test_squares_tell_what_they_cost_and_who_may_strike_on_the_way() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {"at": "d3"}}, order=("a1", "b1"))
    field.end("a1")
    form = field.game.form("b")
    branch = form.grow(("b1", "move"))  # type: ignore[attr-defined]
    hints = {o.key: field.rules.hint(field.game, "square", o, ("b1", "move"), "en") for o in branch.options}
    assert hints["e3"] == "1 square; gives a1 an opportunity"
    figure, spot = field.rules.stands_for(field.state, "square", Option("e3"))
    assert (figure, spot) == ("", (4 * SIDE + SIDE // 2, 2 * SIDE + SIDE // 2))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_play_to_an_end_by_themselves(path: Path) -> None:
    game = Game.new(RULESET, RULESET.read_scenario(path).setup, SeededDice.of_seed(4))
    for _ in range(900):
        if game.pending is None:
            break
        seat = (game.pending.seats or game.pending.free)[0]
        game.choose(RULESET.instinct(game, seat, game.pending), seat)
    assert game.state.result in ("a", "b", "draw")


@pytest.mark.parametrize(("action", "square", "mark", "warn", "hint"), [
    (("move",), "b3", "1", True, "1 square; gives b1 an opportunity"),
    (("tumble", "slowly"), "b3", "2", True, "2 squares; Acrobatics: b1 10"),
    (("climb",), "c4", "DC 15", True, "DC 15; gives b1 an opportunity"),
    (("jump_down",), "c2", "", True, "6 m down; gives b1 an opportunity"),
])  # fmt: skip
def test_squares_say_what_they_cost_and_who_may_strike_on_the_way(
    action: tuple[str, ...], square: str, mark: str, warn: bool, hint: str
) -> None:
    from arbitro.web.questions import branch_view

    ground = {"heights": {"c4": 4} if action[0] == "climb" else {}}
    if action[0] == "jump_down":
        ground = {"heights": {"c3": 4, "b3": 4, "d3": 4}}
    field = Field(
        {"a1": {"at": "c3"}}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, order=("b1", "a1"), ground=ground
    )
    field.end("b1")
    branch = field.game.form("a").grow(("a1", *action))  # type: ignore[attr-defined]
    view = branch_view(field.rules, field.game, "a", branch, ("a1", *action), "en")
    assert view is not None
    option = next(one for one in view.options if one.key == square)
    assert (option.mark, option.warn, option.hint) == (mark, warn, hint)
    assert option.spot is not None


def test_the_drawing_has_two_lights_and_names_nobody_by_an_id() -> None:
    field = Field({"a1": {"at": "c3", "name": "Valeria"}}, {"b1": {"at": "d3", "name": "Goblin 1"}})
    drawn = RULESET.map_svg(field.state, "it")
    assert "@media (prefers-color-scheme:dark)" in drawn
    assert re.findall(r">(\w+)</text>", drawn) == ["Va", "G1"]


def test_the_card_says_what_each_attack_adds_and_deals() -> None:
    """Base attack 3, with Strength 16 for a sword and for bare hands, with Dexterity 14 for a bow."""
    body = {"bab": 3, "forza": 16, "destrezza": 14}
    party = {"a1": {"at": "c3", "items": ["spada-lunga"], **body}, "a2": {"at": "e3", "items": ["arco-corto"], **body}}
    field = Field(party, {"b1": {"at": "k9"}})
    cards = [{n.label: n.value for n in RULESET.spotlight(field.game, "a", it, "it").notes} for it in party]
    assert (cards[0]["Spada lunga"], cards[0]["Colpo senz'armi"]) == ("+6, 1d8+3", "+6, 1d3+3")
    assert cards[1]["Arco corto"] == "+5, 1d6"


def test_a_deed_says_what_it_is_for() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {"at": "d3"}})
    branch = field.game.form("a").grow(("a1",))  # type: ignore[attr-defined]
    hints = {o.key: field.rules.hint(field.game, "action", o, ("a1",), "it") for o in branch.options}
    assert hints["trip"] == "chi perde la prova cade prono" and hints["attack"] == ""
    told = {key.removeprefix("hint.deed.") for key in sentences().templates["it"] if key.startswith("hint.deed.")}
    assert told <= set(DEEDS)


def test_lasting_effects_are_told_once_and_in_whole_sentences() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"], "name": "Valeria"}}, {"b1": {"at": "h3"}}, dice=[15, 3])

    def told(events: list[Event]) -> list[str]:
        said = (field.rules.sentence(field.state, one, "it") for one in events
                if isinstance(one, EffectBegan | EffectEnded))  # fmt: skip
        return [line for line in said if line]

    assert told(field.act("a1", "charge", "spada-lunga", "b1")) == [
        "Caricando Valeria si scopre: –2 alla CA fino al prossimo turno."
    ]
    field.end("a1")
    assert told(field.answer(("b1", "end"))) == ["La carica non scopre più Valeria."]


def test_of_several_lines_of_one_rage_the_first_speaks_for_all() -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["ira"], "classes": {"barbaro": 1}}}, {"b1": {"at": "h3"}})
    events = [one for one in field.act("a1", "ability", "ira") if isinstance(one, EffectBegan)]
    said = [field.rules.sentence(field.state, one, "en") for one in events]
    assert len(said) > 1 and [line for line in said if line] == ["a1 flies into a rage."]


def test_an_action_is_chosen_as_an_order_and_told_as_a_deed() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "h3"}})
    words = RULESET.words(field.game.state, "it")
    assert RULESET.option_label(words, "action", "move") == "muoviti" and words.word("action", "move") == "si muove"
    assert RULESET.option_label(words, "action", "attack") == "attacca"

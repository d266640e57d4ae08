"""What holds of scenes, lines, lights, verdicts and odds in any battle: random companies, random play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS
from arbitro.content.scene import Disc, Entry, Outlook, Polygon, Probe, Scene, Spotlight, Stage
from arbitro.dice.sources import SeededDice
from arbitro.engine.forms import Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.save import encode
from arbitro.engine.values import Seat
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.company import as_data, random_company
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.rulesets.crepuscolo.state import Battle
from arbitro.rulesets.crepuscolo.voice import catalogue
from tests.crepuscolo.test_voice import CODE, TERRAIN_OF_A_BATTLE

BATTLES = 6


def battle(seed: int) -> Game:
    """Two random companies before their first turn, close to each other."""
    rng = Random(seed)
    sides = []
    for seat, y in (("a", 14), ("b", 36)):
        recruits = random_company(rng, RULESET.library, 120)
        fighters = [{"id": f"{seat}{n}", **as_data(recruit)} for n, recruit in enumerate(recruits, 1)]
        sides.append({"seat": seat, "name": "", "access": [30, y], "fighters": fighters})
    table = {"width": 60, "depth": 50, "terrain": TERRAIN_OF_A_BATTLE}
    return Game.new(RULESET, {"table": table, "sides": sides, "options": {"turn_limit": 2}}, SeededDice.of_seed(seed))


def moments(seed: int, every: int = 1) -> Iterator[tuple[Game, Random, Lang]]:
    """A battle at each of its questions, or at one of so many."""
    game, rng = battle(seed), Random(seed + 1000)
    number = 0
    while not game.over:
        if number % every == 0:
            yield game, rng, LANGS[number // every % 2]
        game.play_sample(rng)
        number += 1
    yield game, rng, "it"


def waited_for(game: Game) -> Seat:
    """The seat that is asked."""
    assert game.pending is not None
    return (game.pending.seats or game.pending.free)[0]


def sent(thing: Any, kind: Any) -> None:
    """What is shown can be sent and is the same on the other side."""
    assert msgspec.json.decode(msgspec.json.encode(thing), type=kind) == thing


def texts(thing: Any) -> Iterator[str]:
    """Every text for people of something that is shown."""
    if isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            value = getattr(thing, name)
            if isinstance(value, str) and name in ("text", "label", "value", "aria", "reason", "standing", "result"):
                yield value
            elif not isinstance(value, str):
                yield from texts(value)
    elif isinstance(thing, tuple):
        for one in thing:
            yield from texts(one)


def reads_well(thing: Any) -> None:
    """No code, no gap and no missing message in what is shown."""
    for text in texts(thing):
        assert not CODE.search(text), text


def inside(scene: Scene) -> bool:
    """Whether every base lies on the board."""
    board = scene.board
    assert board is not None
    boxes = []
    for figure in scene.figures:
        shape = figure.shape
        if isinstance(shape, Disc):
            boxes += [(shape.x - shape.r, shape.y - shape.r), (shape.x + shape.r, shape.y + shape.r)]
        elif isinstance(shape, Polygon):
            boxes += shape.points
    return all(0 <= x <= board.width and 0 <= y <= board.depth for x, y in boxes)


@pytest.mark.parametrize("seed", range(BATTLES))
def test_every_scene_can_be_drawn(seed: int) -> None:
    catalogue().gaps.clear()
    for game, _, lang in moments(seed, every=3):
        state = game.state
        assert isinstance(state, Battle)
        scene = RULESET.scene(state, "a", lang)
        for things in (scene.figures, scene.marks, scene.board.pieces if scene.board else ()):
            ids = [thing.id for thing in things]
            assert len(ids) == len(set(ids))
        assert [figure.id for figure in scene.figures] == list(state.figures)
        assert len({figure.short for figure in scene.figures}) == len(scene.figures)
        assert {f.id for f in scene.figures if f.shape is not None} == {f.id for f in state.on_table()}
        assert inside(scene)
        assert scene.board is not None
        kinds = {kind for piece in scene.board.pieces for kind in piece.kinds} | {mark.kind for mark in scene.marks}
        assert kinds == {line.kind for line in scene.board.legend}
        sent(scene, Scene)
        reads_well(scene)
    assert catalogue().gaps == {}


@pytest.mark.parametrize("seed", range(BATTLES))
def test_every_event_that_is_told_has_its_line(seed: int) -> None:
    game, rng = battle(seed), Random(seed)
    while not game.over:
        game.play_sample(rng)
    state = game.state
    assert isinstance(state, Battle)
    for at, event in enumerate(game.journal):
        for lang in LANGS:
            found, told = RULESET.entry(state, event, at, lang), RULESET.sentence(state, event, lang)
            if found is None:
                assert told == ""
                continue
            assert (found.text, found.at, found.rank) == (told, at, RULESET.heading(event))
            assert all(it in state.figures for it in found.figures)
            assert all(rules().exists(rule) for rule in (*found.rules, *event.rules))
            assert found.seat in ("", *state.seats)
            sent(found, Entry)
            reads_well(found)


@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_light_falls_on_whomever_one_selects(seed: int) -> None:
    for game, rng, lang in moments(seed, every=9):
        before = encode(game.state)
        figure = rng.choice(list(game.state.figures))  # type: ignore[attr-defined]
        found = RULESET.spotlight(game, "a", figure, lang)
        assert found.figure == figure and figure not in found.seen
        assert encode(game.state) == before
        sent(found, Spotlight)
        reads_well(found)


@pytest.mark.parametrize("seed", range(BATTLES))
def test_verdicts_agree_with_the_forms_and_suggest_what_is_legal(seed: int) -> None:
    for game, rng, lang in moments(seed):
        if game.over or game.form(waited_for(game)).kind not in ("place", "arc"):
            continue
        seat, before = waited_for(game), encode(game.state)
        form = game.form(seat)
        spots = [(rng.randint(0, 60_000), rng.randint(0, 50_000)), form.sample(rng)]
        for value in spots if form.kind == "place" else [rng.randrange(360_000), form.sample(rng)]:
            found = RULESET.probe(game, seat, value, lang)
            assert found.legal == (form.refusal(value) is None)
            assert found.legal == (found.reason == "")
            assert found.suggest is None or form.refusal(found.suggest) is None
            sent_back = msgspec.json.decode(msgspec.json.encode(found), type=Probe)
            assert sent_back.legal == found.legal
            reads_well(found)
        assert game.pending is not None
        stage = RULESET.stage(game, seat, form, game.pending.about, lang)
        sent(stage, Stage)
        reads_well(stage)
        assert encode(game.state) == before


@pytest.mark.parametrize("seed", range(BATTLES))
def test_odds_are_chances_and_change_nothing(seed: int) -> None:
    for game, rng, lang in moments(seed, every=3):
        if game.over:
            continue
        seat, before = waited_for(game), encode(game.state)
        found = RULESET.outlook(game, seat, game.form(seat).sample(rng), lang)
        assert all(0 <= chance.p <= 1 for chance in found.chances)
        assert encode(game.state) == before
        sent(found, Outlook)
        reads_well(found)


@pytest.mark.parametrize("seed", range(BATTLES))
def test_options_have_hints_and_stand_for_what_is_there(seed: int) -> None:
    for game, rng, lang in moments(seed, every=4):
        if game.over:
            continue
        form = game.form(waited_for(game))
        path: tuple[Any, ...] = ()
        while isinstance(form, Tree) and (branch := form.grow(path)) is not None:
            for option in branch.options:
                looks_right(game, branch.level, option, path, lang)
            path = (*path, rng.choice(branch.options).key)


def looks_right(game: Game, level: str, option: Option, path: tuple[Any, ...], lang: Lang) -> None:
    """An option's hint reads well, and what it stands for is on the table."""
    state = game.state
    assert isinstance(state, Battle)
    assert not CODE.search(RULESET.hint(game, level, option, path, lang))
    figure, spot = RULESET.stands_for(state, level, option)
    assert figure == "" or figure in state.figures
    assert spot is None or (0 <= spot[0] <= state.ground.width and 0 <= spot[1] <= state.ground.depth)

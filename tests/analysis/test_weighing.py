"""How a choice may turn out: measures, horizons, policies, sweeps, matrices, and rows for other programs."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from arbitro.analysis import compare, matrices, plots
from arbitro.analysis.compare import Case
from arbitro.analysis.weighing import ACTOR, TARGET, Weighed, legal, varied, weigh
from arbitro.analysis.words import AnalysisError
from arbitro.content import scenarios
from arbitro.content.measures import WORDS, Measure
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.odds import TooLarge
from arbitro.engine.ruleset import ruleset
from arbitro.engine.save import encode

EXAMPLES = Path(__file__).parents[2] / "examples"
SHOT = ("a2", "shot", "CDC-EQ-41", "b2", 8)
"""Remo shoots his pistol at Vesk: a hit on 4 or more, a critical hit on 8."""


def game_of(file: str) -> Game:
    scenario = scenarios.read(EXAMPLES / file)
    return Game.new(ruleset(scenario.ruleset), scenario.setup, SeededDice.of_seed(1))


@pytest.fixture(scope="module")
def fountain() -> Game:
    return game_of("crepuscolo/alla-fontana.yaml")


def duel(name: str, one: dict[str, Any], other: dict[str, Any]) -> Game:
    rules = ruleset(name)
    assert isinstance(rules, TabletopRuleset)
    return Game.new(rules, rules.duel(one, other, close=True), SeededDice.of_seed(1))


def test_a_shot_by_hand(fountain: Game) -> None:
    before = encode(fountain.state)
    found = weigh(fountain, SHOT)
    # the threshold is 4: five faces of eight hit; the eighth is critical and doubles the damage of 1
    assert found.chance(Measure("hit", "a2")) == Fraction(5, 8)
    assert found.chance(Measure("critical", "a2")) == Fraction(1, 8)
    assert found.spread(Measure("damage", "b2")) == {0: Fraction(3, 8), 1: Fraction(1, 2), 2: Fraction(1, 8)}
    assert found.mean(Measure("damage", "b2")) == Fraction(3, 4)
    assert found.spread(Measure("dice", "a2")) == {2: Fraction(1)}, "the die is spent in any case"
    assert found.measures[0] == Measure("hit", "a2") and found.exact and not found.odds.rest
    assert encode(fountain.state) == before, "weighing touches nothing"


@pytest.mark.parametrize(
    ("value", "options", "told"),
    [
        (("a2", "fly"), {}, "'fly'.*'shot'"),
        (3, {}, "no answer here"),
        (SHOT, {"leaves": -1}, "leaves -1"),
        (SHOT, {"leaves": 0, "samples": 0}, "one must be more"),
    ],
)
def test_what_cannot_be_weighed_is_said(fountain: Game, value: Any, options: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        weigh(fountain, value, **options)


def test_what_cannot_be_measured_is_said(fountain: Game) -> None:
    found = weigh(fountain, SHOT)
    assert found.chance(Measure("hit", "b1")) == 0, "Grask does nothing"
    for ask in (found.chance, found.mean, found.spread, found.interval):
        with pytest.raises(ValueError, match='no measure "hti"; there is hit, critical'):
            ask(Measure("hti", "a2"))
        with pytest.raises(ValueError, match='no "z9" to measure; there is a, a1, a2'):
            ask(Measure("hit", "z9"))


def test_a_measure_may_be_of_whoever_acts(fountain: Game) -> None:
    found = weigh(fountain, SHOT)
    assert found.chance(Measure("hit", ACTOR)) == Fraction(5, 8)
    assert found.mean(Measure("damage", TARGET)) == Fraction(3, 4)
    cases = [Case("one", found), Case("two", weigh(fountain, ("a4", "shot", "CDC-EQ-35", "b2", 8)))]
    assert [measure.of for measure in compare.told(cases)] == [ACTOR, ACTOR, TARGET]
    assert [measure.of for measure in compare.told(cases[:1])] == ["a2", "a2", "b2"]


def test_in_cairn_an_attack_never_misses_and_armour_lessens_it() -> None:
    game = duel("cairn", {"monster": "lupo"}, {"monster": "troll"})
    assert game.pending is not None
    value = game.ruleset.blows(game, "a")[0]  # type: ignore[attr-defined]
    found = weigh(game, value)
    # a wolf bites for d8, a troll's hide takes 1
    assert found.spread(Measure("damage", "b1")) == {n: Fraction(1, 8) for n in range(8)}
    assert found.odds.assumed == []


def test_what_others_do_is_said_and_can_be_chosen() -> None:
    game = game_of("cairn/il-troll-del-ponte.yaml")
    value = ("a1", "attack", "spadone", "b1")
    alone, crowd = weigh(game, value), weigh(game, value, others="instinct")
    assert alone.mean(Measure("damage", "b1")) == Fraction(9, 2), "a d10 less one point of hide"
    assert crowd.mean(Measure("damage", "b1")) > alone.mean(Measure("damage", "b1"))
    assert alone.odds.assumed == crowd.odds.assumed == ["action"]


def test_a_longer_look_holds_the_shorter_one() -> None:
    game = game_of("cairn/il-troll-del-ponte.yaml")
    value = ("a1", "attack", "spadone", "b1")
    turn, step = (weigh(game, value, until=until, others="instinct") for until in ("turn", "step"))
    hurt = Measure("damage", "b1")
    assert turn.exact and turn.spread(hurt) == step.spread(hurt), "the troll hurts itself in no way"
    assert any(measure.of.startswith("a") for measure in turn.measures), "it strikes back before the round is over"


def test_too_many_outcomes_give_samples_that_say_so(fountain: Game) -> None:
    found = weigh(fountain, SHOT, leaves=3, samples=200)
    assert not found.exact and found.odds.leaves == 200
    low, high = found.interval(Measure("hit", "a2"))
    assert low < 0.625 < high and high - low < 0.15
    # Wilson's interval of 0 of 200: up to z^2 / (n + z^2)
    never = found.interval(Measure("killed", "a1"))
    assert never[0] == 0 and abs(never[1] - 3.8415 / 203.8415) < 1e-4
    with pytest.raises(TooLarge, match="more than 3 outcomes"):
        weigh(fountain, SHOT, leaves=3, samples=0)


def test_a_distance_is_tried_on_a_copy(fountain: Game) -> None:
    options = {"leaves": 200}
    cases = compare.swept(fountain, "a", SHOT, "distance", [10, 60, 900], "shot", **options)
    assert isinstance(cases[0].found, Weighed) and cases[1].found is None, "a pistol does not reach 60 cm"
    assert cases[2].found is None, "nor does the table"
    dice = compare.swept(fountain, "a", SHOT, "die", [4, 6, 10], "shot", **options)
    chances = [case.found and case.found.chance(Measure("hit", "a2")) for case in dice]
    assert chances == [Fraction(1, 4), Fraction(1, 2), None], "there is no d10"
    with pytest.raises(KeyError):
        compare.swept(fountain, "a", SHOT, "luck", [1], "shot", **options)


@pytest.mark.parametrize(
    ("game", "knob", "value", "told"),
    [
        ("crepuscolo", "die", 7, "no such die; the dice have 4, 6, 8, 10, 12 and 20 faces."),
        ("crepuscolo", "distance", -1, "distance=-1 cannot be: distance goes from 0 to 1000."),
        ("crepuscolo", "distance", float("nan"), "from 0 to 1000."),
        ("crepuscolo", "armour", -3, "armour=-3 cannot be: armour goes from 0 to 1000, in whole numbers."),
        ("crepuscolo", "life", 0, "life=0 cannot be: life goes from 1 to 100"),
        ("crepuscolo", "cmb", 2.5, "cmb goes from 0 to 1000, in whole numbers."),
        ("cairn", "armour", 4, "armour goes from 0 to 3"),
        ("cairn", "distance", -0.5, "from 0 to 1000, in whole numbers."),
        ("cairn", "forza", 0, "forza goes from 1 to 60"),
        ("cairn", "pf", -1, "pf goes from 0 to 1000"),
        ("pathfinder", "hp", 0, "hp goes from 1 to 2000"),
        ("pathfinder", "life", -4, "life goes from 1 to 2000"),
    ],
)
def test_a_number_that_can_never_be_is_refused(fountain: Game, game: str, knob: str, value: float, told: str) -> None:
    """And none of the others beside it is tried."""
    one, other = {"cairn": ({"monster": "lupo"},) * 2, "pathfinder": ({"sheet": "goblin"},) * 2}.get(game, ({}, {}))
    at = fountain if game == "crepuscolo" else duel(game, one, other)
    choice = SHOT if game == "crepuscolo" else at.ruleset.blows(at, "a")[0]  # type: ignore[attr-defined]
    with pytest.raises(AnalysisError) as why:
        compare.swept(at, "a", choice, knob, [2, value], "blow")
    assert told in why.value.render("en") and str(knob) in why.value.render("it")


def test_lines_that_coincide_are_named_together() -> None:
    ends = [[(1.0, y, y, y), (2.0, y, y, y)] for y in (0.5, 0.25, 0.5)]
    made = plots.lines(list(zip(("hit", "falls", "hurt"), ends, strict=True)), "title", "x", "y")
    (axis,) = made.axes
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["hit = hurt", "falls"]
    low, top = axis.get_lines()
    assert (low.get_marker(), low.get_linestyle()) != (top.get_marker(), top.get_linestyle())
    assert low.get_linewidth() > top.get_linewidth() and low.get_markersize() > top.get_markersize()


def test_armour_is_tried_where_there_is_some() -> None:
    game = duel("cairn", {"monster": "lupo"}, {"monster": "troll"})
    value = game.ruleset.blows(game, "a")[0]  # type: ignore[attr-defined]
    cases = compare.swept(game, "a", value, "armour", [0, 3], "bite")
    means = [case.found and case.found.mean(Measure("damage", "b1")) for case in cases]
    assert means == [Fraction(9, 2), Fraction(1 + 2 + 3 + 4 + 5, 8)], "a d8, less three points"


def test_a_changed_copy_leaves_the_game_alone(fountain: Game) -> None:
    def hurt(state: Any) -> None:
        state.figures["b2"].life = 1

    twin = varied(fountain, hurt)
    assert weigh(twin, SHOT).chance(Measure("killed", "b2")) == Fraction(5, 8)
    assert weigh(fountain, SHOT).chance(Measure("killed", "b2")) == 0


@pytest.mark.parametrize("file", ["crepuscolo/alla-fontana.yaml", "cairn/il-troll-del-ponte.yaml"])
def test_rulesets_measure_in_the_words_that_all_share(file: str) -> None:
    game = game_of(file)
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    words = {measure.word for measure in rules.gauges(game.state)}
    for step in range(60):
        if game.pending is None:
            break
        game.choose(rules.instinct(game, game.pending.seats[0], game.pending)) if step % 3 else game.choose(
            legal(game, game.pending.seats[0], 1)[0]
        )
        words |= {measure.word for measure in rules.gauges(game.state)}
    words |= {note.word for note in map(rules.noted, game.journal) if note is not None}
    assert words <= set(WORDS) and {"life", "standing"} <= words


def test_rows_for_other_programs(fountain: Game) -> None:
    cases = [Case("shot", weigh(fountain, SHOT))]
    measures = compare.told(cases)
    read = list(csv.DictReader(compare.as_csv(cases, measures).splitlines()))
    hit = [row for row in read if row["measure"] == "hit" and row["value"] == "1"]
    assert [(row["fraction"], row["probability"], row["about"]) for row in hit] == [("5/8", "0.625", "a2")]
    data = json.loads(compare.as_json(fountain, cases, measures, "it", scenario="x"))
    told = {measure["name"]: measure["mean"] for measure in data["choices"][0]["measures"]}
    assert told == {"Remo colpisce": 0.625, "Remo: colpo critico": 0.125, "danni a Vesk": 0.75}


def test_a_matrix_of_blows_and_one_of_duels() -> None:
    rules = ruleset("cairn")
    assert isinstance(rules, TabletopRuleset)
    two = {it: rules.duellists(None)[it] for it in ("goblin", "troll")}
    blows = matrices.blows(rules, two)
    # a goblin's d6 against 1 point of hide: 0 to 5
    assert blows.pairs["goblin", "troll"].damage == Fraction(15, 6) and blows.pairs["goblin", "troll"].exact
    duels = matrices.duels(rules, two, 6)
    assert duels.pairs["troll", "goblin"].wins == 1 and duels.pairs["goblin", "troll"].wins == 0
    assert duels.csv().splitlines()[0] == "one,other,damage,falls,wins,exact,attack"


@pytest.mark.parametrize("name", ["odds.md", "odds.it.md"])
def test_the_guide_tells_the_truth(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    blocks = re.findall(r"^```python\n(.*?)^```$", (EXAMPLES.parent / "docs" / name).read_text("utf-8"), re.M | re.S)
    told: dict[str, Any] = {}
    for block in blocks:
        exec(block, told)
        for line in block.splitlines():
            code, _, comment = line.partition("  # ")
            if "Fraction(" in comment:
                assert eval(code, told) == eval(comment[comment.index("{") if "{" in comment else comment.index("F") :],
                                                {"Fraction": Fraction})  # fmt: skip
    assert len(blocks) == 2


def test_pictures_are_the_same_bytes_every_time() -> None:
    series = [("one", [("0", 0.25), ("1", 0.75)]), ("two", [("0", 0.5), ("2", 0.5)])]
    pictures = [
        lambda: plots.distributions([("hits", series), ("", [("a", [("falls", 0.5)])])], "title", "p"),
        lambda: plots.lines([("one", [(1.0, 0.5, 0.4, 0.6), (2.0, 0.7, 0.6, 0.8)])], "title", "x", "y"),
        lambda: plots.matrix(["a", "b"], [[0.1, 0.9], [0.5, 0.5]], "title", "x", "y", share=True),
        lambda: plots.heat([(3.0, 4.0, 2.0), (5.0, 1.0, 1.0)], (10, 8), [[(1, 1), (2, 1), (2, 3)]], "title", "x", "y"),
    ]
    for make in pictures:
        twice = []
        for _ in range(2):
            out = BytesIO()
            plots.save(make(), out, "svg")
            twice.append(out.getvalue())
        assert twice[0] == twice[1] and b"title" in twice[0]

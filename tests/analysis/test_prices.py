"""Balance where profiles cost points, stand on a scale of challenge ratings, or have no price; who meets whom."""

from __future__ import annotations

from math import log, sqrt
from random import Random

import pytest
from msgspec import structs
from tests.cairn.table import Table

from arbitro.analysis.balance import RoundRobin, matched, numbers, ordered, table_of
from arbitro.analysis.balance_page import page
from arbitro.analysis.battles import Outcome, Plan
from arbitro.analysis.prices import NONE, Prices
from arbitro.analysis.ratings import Rating
from arbitro.analysis.results import Results
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.ruleset import ruleset
from arbitro.rulesets.pathfinder.challenge import points_of, rating_of

RATING = Rating("x", 400.0, 0.0, -1.0, 1.0, 400.0, 300.0, 500.0, 20, 0.5)


def game(name: str) -> TabletopRuleset:
    rules = ruleset(name)
    assert isinstance(rules, TabletopRuleset)
    return rules


def prices(name: str) -> Prices:
    rules = game(name)
    return Prices(rules, {one.id: one.cost for one in rules.contenders()})


def test_creatures_of_pathfinder_cost_the_points_of_their_challenge() -> None:
    """Two of one rating are a match for one of a rating two higher; somebody with classes is one below its levels."""
    costs = {one.id: one.cost for one in game("pathfinder").contenders()}
    printed = {"goblin": 135, "lupo": 400, "ogre": 800, "troll": 1600}
    assert {id: costs[id] for id in printed} == printed
    sheets = game("pathfinder").library.characters  # type: ignore[attr-defined]
    levels = {id: sum(sheet.classes.values()) for id, sheet in sheets.items()}
    below = {1: 200, 2: 400, 3: 600, 4: 800, 5: 1200, 6: 1600, 7: 2400, 8: 3200, 9: 4800, 10: 6400}
    assert {costs[id] == below[n] for id, n in levels.items()} == {True} and len(set(levels.values())) > 5


def test_a_challenge_is_right_where_it_is_the_nearest_step_and_points_where_they_are_within_a_tenth() -> None:
    steps, points = prices("pathfinder"), prices("crepuscolo")
    for fair, near in ((400, True), (330, True), (480, True), (500, False), (270, False)):
        assert steps.well(structs.replace(RATING, fair=float(fair))) is near, fair
    for fair, near in ((364, True), (363, False), (444, True), (445, False)):
        assert points.well(structs.replace(RATING, fair=float(fair))) is near, fair
    low, high = steps.band
    assert log(1 + high) == pytest.approx(log(sqrt(2)) / 2, abs=0.03) and (1 + low) * (1 + high) == pytest.approx(1)
    assert points.band == (-0.1, 0.1)


def test_costs_are_told_as_each_game_tells_them() -> None:
    assert [prices("pathfinder").told(points, "it") for points in (135, 500, 1500)] == ["GS 1/3", "GS 2", "GS 5"]
    assert prices("pathfinder").told(50.0, "en") == "CR 1/8"
    assert prices("crepuscolo").told(12.34, "it") == "12,3"
    assert prices("cairn").way == NONE and prices("cairn").told(0.25, "en") == "0.2"


def test_a_challenge_of_0_is_a_step_of_its_own_and_who_has_no_challenge_has_no_cost() -> None:
    """Neither is taken for one of another challenge; who has none is measured from the cheapest there is."""
    rules = game("pathfinder")
    library = rules.library  # type: ignore[attr-defined]
    wolf = library.monsters["lupo"]
    assert (points_of(rating_of(structs.replace(wolf, cr="0"))), rules.priced(25, "en")) == (25, "CR 0")
    told = Prices(rules, {"zero": 25, "none": 0, "lupo": 400})
    zero, none = (structs.replace(RATING, id=id, cost=25.0) for id in ("zero", "none"))
    assert (told.cost(zero, "it"), told.cost(none, "it")) == ("GS 0", "–")
    assert told.has_cost(zero) and not told.has_cost(none)
    table = table_of({"zero": 25, "none": 0, "lupo": 400}, [], ("lupo",))
    assert {rating.id: rating.cost for rating in table.ratings} == {"zero": 25, "none": 25, "lupo": 400}


@pytest.mark.parametrize(
    ("name", "costs", "plots", "verdict", "heads", "cell"),
    [
        ("pathfinder", {"goblin": 135, "lupo": 400}, 2, "0 of 2 stand on the step", "<th>off</th>", "CR 1/3 (135)"),
        (
            "crepuscolo",
            {"razziatore": 20, "assaltatore": 20},
            2,
            "0 of 2 are within 10%",
            "<th>off</th>",
            "<td>20</td>",
        ),
        ("cairn", {"troll": 0, "goblin": 0}, 1, "Troll is worth most", "<th>worth</th>", "1 × Troll beat 2 × Goblin"),
    ],
)
def test_the_page_speaks_of_costs_as_its_game_does(
    name: str, costs: dict[str, int], plots: int, verdict: str, heads: str, cell: str
) -> None:
    one, other = costs
    plan = Plan(kind="balance", ruleset=name, rules_version="1", costs=costs)
    won = [Outcome(n, "a", first=((one, 1),), second=((other, 2),)) for n in range(12)]
    text = page(Results(plan, won), table_of(costs, won), "x.jsonl", "en")
    assert text.count("<svg") == plots and "{" not in text.split("</style>")[1].split("<svg")[0]
    for words in (verdict, heads, cell):
        assert words in text
    assert ("<th>cost</th>" in text) is (name != "cairn")


def test_printed_profiles_are_told_after_the_others_and_are_not_judged() -> None:
    costs = {"goblin": 135, "lupo": 400, "ogre": 800}
    plan = Plan(kind="balance", ruleset="pathfinder", rules_version="1", costs=costs, anchors=("goblin", "ogre"))
    lost = [Outcome(n, "b", first=(("goblin", 1),), second=(("lupo", 1),)) for n in range(6)]
    table = table_of(costs, lost, plan.anchors)
    assert [rating.id for rating in ordered(table, plan.anchors)] == ["lupo", "ogre", "goblin"]
    text = page(Results(plan, lost), table, "x.jsonl", "en")
    assert " of 1 stand on the step" in text and "Squares are printed in the book" in text


def test_who_cannot_be_made_even_meets_somebody_else() -> None:
    worth = {"rat": 1.0, "wolf": 3.0, "bear": 9.0, "troll": 18.0, "giant": 40.0, "dragon": 90.0}
    found = matched([("rat", "dragon"), ("wolf", "giant"), ("bear", "troll")], worth)
    assert sorted(found) == [("bear", "troll"), ("giant", "dragon"), ("rat", "wolf")]
    alike = [("rat", "wolf"), ("bear", "giant")]
    assert matched(alike, worth) == alike
    assert matched([("rat", "dragon"), ("rat", "dragon")], worth) == [("rat", "dragon")] * 2


def test_a_lone_newcomer_among_many_printed_ones_fights_in_every_round_again_and_again() -> None:
    printed = {f"p{n}": 100 for n in range(40)}
    plan = Plan(
        ruleset="pathfinder", rules_version="1", costs={**printed, "new": 100}, anchors=tuple(printed), battles=80
    )
    jobs = RoundRobin(plan).jobs([])
    fought = sum("new" in (job.first[0][0], job.second[0][0]) for job in jobs)
    assert fought >= 24, "of about thirty pairs of battles"
    assert not any(job.first[0][0] == job.second[0][0] for job in jobs)


def test_numbers_are_drawn_from_what_makes_sides_even() -> None:
    assert {numbers(100.0, 400.0, Random(seed)) for seed in range(30)} == {(3, 1), (4, 1)}


def test_the_quick_opponent_of_cairn_weighs_what_creatures_can_do_themselves() -> None:
    table = Table({"d": {"monster": "driade"}}, {"e": {}})
    assert ("d", "use", "driade", "e") in table.game.ruleset.propose(table.game, "a")

"""Numbers and prohibitions: the order of steps, auras, typed bonuses, what is ignored, why a line does not count."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.game import Game
from arbitro.engine.records import RecordError
from arbitro.engine.tally import Tally
from tests.engine.toy import HARM, NEED, ODD, ODD_DOWN, WARD, Hurt, compiled, start


def bearing(records: dict[str, list[dict[str, Any]]], **pieces: dict[str, Any]) -> Game:
    """A game whose a1 bears all records, unless the pieces say otherwise."""
    given = {"a1": {"traits": list(records)}, "b1": {}, **pieces}
    return start(given, records={rule: {"always": lines} for rule, lines in records.items()}, dice=1)


def need(game: Game, actor: str = "a1", target: str = "b1") -> int:
    """The number a strike must reach; asking and explaining must agree, and the lines add up."""
    return checked(game, NEED, actor=actor, target=target, action="strike").value


def ward(game: Game, it: str = "a1") -> int:
    return checked(game, WARD, it=it).value


def checked(game: Game, query: Any, **roles: Any) -> Tally:
    tally, full = game.query(query, **roles), game.explain(query, **roles)
    assert tally.value == full.value and tally.base == full.base
    for one in (tally, full):
        assert one.base + sum(line.amount for line in one.lines if line.counted) == one.value
    assert all(line.counted for line in tally.lines)
    assert [line for line in full.lines if line.counted and line.amount] == list(tally.lines)
    return full


def reasons(tally: Tally) -> list[tuple[str, str, str]]:
    return sorted((line.rule, line.source, line.why) for line in tally.lines if not line.counted)


def test_steps_are_taken_in_the_order_of_the_number_not_of_the_rules() -> None:
    # 4 -> set 6 -> +2 = 8 -> doubled 16 -> at least 10: 16 -> at most 12
    lines = {
        "Z-SET": [{"modify": "need", "set": 6}],
        "Y-ADD": [{"modify": "need", "by": 2}],
        "X-TIMES": [{"modify": "need", "times": 200}],
        "W-FLOOR": [{"modify": "need", "floor": 10}],
        "V-CAP": [{"modify": "need", "cap": 12}],
    }
    game = bearing(lines)
    assert need(game) == 12
    told = game.query(NEED, actor="a1", target="b1", action="strike")
    assert [(line.rule, line.amount) for line in told.lines] == [
        ("Z-SET", 2),
        ("Y-ADD", 2),
        ("X-TIMES", 8),
        ("V-CAP", -4),
    ]
    assert need(bearing({**lines, "U-LOCK": [{"modify": "need", "lock": 3}]})) == 3


def test_a_percentage_is_rounded_as_its_number_says() -> None:
    game = bearing({"HALF": [{"modify": "odd", "times": 50}, {"modify": "odd_down", "times": 50}]})
    assert checked(game, ODD, it="a1").value == 3
    assert checked(game, ODD_DOWN, it="a1").value == 2


def test_a_line_without_when_is_its_bearers_own() -> None:
    game = bearing({"STEADY": [{"modify": "need", "by": -1}]})
    assert need(game) == 3 and need(game, "b1", "a1") == 4


def test_a_line_with_when_speaks_for_any_role() -> None:
    game = bearing({"SHY": [{"modify": "need", "by": 1, "when": "target is me and actor.hp > 4"}]}, b1={"hp": 4}, b2={})
    assert need(game, "b2", "a1") == 5
    assert need(game, "b1", "a1") == 4
    told = checked(game, NEED, actor="b1", target="a1", action="strike")
    assert reasons(told) == [("SHY", "a1", "condition")]


AURA = {"aura": 3, "of": "allies", "gives": [{"modify": "need", "by": -1, "when": "actor is it"}]}


def test_an_aura_counts_once_however_many_bear_it() -> None:
    game = bearing(
        {"BANNER": [AURA]},
        a1={"place": 0},
        a2={"traits": ["BANNER"], "place": 1},
        a3={"traits": ["BANNER"], "place": 2},
    )
    assert need(game, "a1") == 3
    told = checked(game, NEED, actor="a1", target="b1", action="strike")
    assert reasons(told) == [("BANNER", "a3", "once")]


def test_an_aura_that_stacks_counts_for_each_bearer() -> None:
    stacking = {**AURA, "stack": True}
    game = bearing(
        {"BANNER": [stacking]},
        a1={"place": 0},
        a2={"traits": ["BANNER"], "place": 1},
        a3={"traits": ["BANNER"], "place": 2},
    )
    assert need(game, "a1") == 2


def test_an_aura_reaches_as_far_as_it_says_and_not_its_bearer() -> None:
    game = bearing({"BANNER": [AURA]}, a2={"place": 3}, a3={"place": 4})
    assert need(game, "a2") == 3 and need(game, "a3") == 4
    assert need(game, "a1") == 4, "its bearer is not its own ally"
    told = checked(game, NEED, actor="a3", target="b1", action="strike")
    assert reasons(told) == [("BANNER", "a1", "reach")]
    own = bearing({"BANNER": [{**AURA, "self": True}]})
    assert need(own, "a1") == 3


@pytest.mark.parametrize(("of", "allies", "enemies"), [("allies", 3, 4), ("enemies", 4, 3), ("all", 3, 3)])
def test_an_aura_is_for_allies_enemies_or_all(of: str, allies: int, enemies: int) -> None:
    game = bearing({"BANNER": [{**AURA, "of": of}]}, a2={})
    assert (need(game, "a2", "b1"), need(game, "b1", "a2")) == (allies, enemies)


def test_an_aura_whose_first_bearer_does_not_fulfil_its_condition_leaves_it_to_the_next() -> None:
    line = {"aura": 9, "of": "allies", "gives": [{"modify": "need", "by": -1, "when": "actor is it and me.hp > 3"}]}
    game = bearing({"BANNER": [line]}, a1={}, a2={"traits": ["BANNER"], "hp": 1}, a3={"traits": ["BANNER"]})
    assert need(game, "a1") == 3


def test_members_of_an_aura_follow_every_move() -> None:
    game = bearing({"BANNER": [{**AURA, "aura": 0}]}, a2={"place": 0})
    assert need(game, "a2") == 3
    game.choose(("a2", "creep"))
    assert need(game, "a2") == 4
    game.choose(("a1", "creep"))
    assert need(game, "a2") == 3


def test_rules_of_the_dead_sleep() -> None:
    game = bearing({"BANNER": [AURA], "GLOOM": [{"modify": "need", "by": 1, "when": "action is strike"}]}, a2={})
    assert need(game, "a2") == 4
    game.do(Hurt(it="a1", by="b1", amount=9, rules=("TOY-3",)))
    game.choose("mutter", "b")
    assert need(game, "a2") == 4
    told = checked(game, NEED, actor="a2", target="b1", action="strike")
    assert reasons(told) == [("BANNER", "a1", "reach"), ("GLOOM", "a1", "gone")]


# --- typed bonuses (PF-TAB-17) ----------------------------------------------------------------------------


def typed(*lines: tuple[int, str]) -> Game:
    return bearing({f"R{i}": [{"modify": "ward", "by": by, "type": kind}] for i, (by, kind) in enumerate(lines)})


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (((2, "armour"), (4, "armour")), 14),
        (((4, "armour"), (2, "armour")), 14),
        (((3, "armour"), (3, "armour")), 13),
        (((2, "armour"), (4, "luck")), 16),
        (((1, "dodge"), (2, "dodge")), 13),
        (((1, ""), (2, "")), 13),
        (((1, "circumstance"), (1, "circumstance"), (1, "racial"), (1, "racial")), 14),
        (((-1, "armour"), (-2, "armour")), 7),
        (((4, "armour"), (-1, "armour")), 13),
    ],
)
def test_of_one_type_the_best_bonus_counts_and_penalties_add_up(lines: Any, value: int) -> None:
    assert ward(typed(*lines)) == value


def test_the_bonus_that_does_not_count_says_so() -> None:
    told = checked(typed((2, "armour"), (4, "armour"), (3, "armour")), WARD, it="a1")
    assert reasons(told) == [("R0", "a1", "same_type"), ("R2", "a1", "same_type")]


def test_a_rule_never_stacks_with_itself() -> None:
    line = {"modify": "ward", "by": 1, "when": "hp_of(it) > 0"}
    with pytest.raises(RecordError, match="expr_fact"):
        compiled("X", {"always": [line]})
    any_bearer = {"modify": "ward", "by": 1, "when": "it.hp > 0"}
    game = bearing({"CHANT": [any_bearer]}, a2={"traits": ["CHANT"]}, a3={"traits": ["CHANT"]})
    assert ward(game, "a1") == 11
    assert reasons(checked(game, WARD, it="a1")) == [("CHANT", "a2", "once"), ("CHANT", "a3", "once")]


# --- ignore ---------------------------------------------------------------------------------------------


def test_ignore_drops_the_lines_that_its_test_names() -> None:
    lines = {
        "BONUS": [{"modify": "need", "by": -2}],
        "PENALTY": [{"modify": "need", "by": 3}],
        "LIMIT": [{"modify": "need", "cap": 4}],
        "STUBBORN": [{"ignore": "need", "dropping": "change < 0"}],
    }
    game = bearing(lines)
    assert need(game) == 4, "4 + 3 = 7, no more than 4: a cap changes nothing by itself, so it stays"
    told = checked(game, NEED, actor="a1", target="b1", action="strike")
    assert reasons(told) == [("BONUS", "a1", "ignored:STUBBORN")]


def test_ignore_may_look_at_source_type_and_sort() -> None:
    def drop(test: str, when: str = "actor is me") -> Game:
        records = {
            "SHIELD": {
                "kind": "shield",
                "always": [{"modify": "need", "by": 2, "when": "target is me", "type": "cover"}],
            },
            "ARTS": {"always": [{"ignore": "need", "dropping": test, "when": when}]},
        }
        return start({"a1": {"traits": ["ARTS"]}, "b1": {"traits": ["SHIELD"]}}, records=records)

    assert need(drop("sort == 'shield'")) == 4
    assert need(drop("sort == 'sword'")) == 6
    assert need(drop("type == 'cover'")) == 4
    assert need(drop("source is target")) == 4
    assert need(drop("source is actor")) == 6
    assert need(drop("true", "actor is me and actor.hp < 3")) == 6


# --- restrict, enable, immune -----------------------------------------------------------------------------


def test_restrictions_name_their_rule_and_end_at_their_condition() -> None:
    records = {"TIED": {"always": [{"restrict": "strike", "when": "actor is me and target.hp > 2"}]}}
    game = start({"a1": {"traits": ["TIED"]}, "b1": {}, "b2": {"hp": 2}}, records=records, dice=[1])
    why = game.restricted("strike", actor="a1", target="b1")
    assert why is not None and why.code == "restricted" and why.rules == ("TIED",)
    form: Any = game.form("a")
    assert [o.key for o in form.grow(("a1", "strike")).options] == ["b2"]
    assert form.refusal(("a1", "strike", "b1")).code == "not_offered"
    game.choose(("a1", "strike", "b2"))


def test_restrictions_by_an_aura() -> None:
    records = {"DREAD": {"always": [{"aura": 2, "of": "enemies", "gives": [{"restrict": ["creep", "dive"]}]}]}}
    game = start({"a1": {"place": 2}, "a2": {"place": 3}, "b1": {"traits": ["DREAD"]}}, records=records)
    assert game.restricted("creep", actor="a1") is not None and game.restricted("dive", actor="a1") is not None
    assert game.restricted("creep", actor="a2") is None and game.restricted("creep", actor="b1") is None
    game.choose(("a2", "creep"))


def test_enable_lifts_a_clause_for_its_bearer_or_the_members_of_an_aura() -> None:
    records = {
        "FLY": {"always": [{"enable": "TOY-9"}]},
        "LEAD": {"always": [{"aura": 2, "of": "allies", "gives": [{"enable": "TOY-8"}]}]},
        "HEAVY": {"always": [{"enable": "TOY-7", "when": "actor.hp > 9"}]},
    }
    game = start({"a1": {"traits": list(records)}, "a2": {"place": 1}, "a3": {"place": 7}, "b1": {}}, records=records)
    assert game.enabled("TOY-9", actor="a1") == "FLY"
    assert game.enabled("TOY-9", actor="a2") == ""
    assert [game.enabled("TOY-8", actor=it) for it in ("a1", "a2", "a3", "b1")] == ["", "LEAD", "", ""]
    assert game.enabled("TOY-7", actor="a1") == ""
    with pytest.raises(RecordError, match="clause"):
        compiled("X", {"always": [{"enable": "XYZ-1"}]})


def test_immunities_by_name_condition_and_aura() -> None:
    records = {
        "IRON": {"always": [{"immune": ["poison", "fire"]}]},
        "WARM": {"always": [{"immune": "frost", "when": "it.hp > 4"}]},
        "SAINT": {"always": [{"aura": 1, "of": "all", "self": True, "gives": [{"immune": "fear"}]}]},
    }
    game = start(
        {"a1": {"traits": list(records)}, "b1": {"place": 1}, "b2": {"place": 2, "traits": ["WARM"], "hp": 3}},
        records=records,
    )
    assert game.immune("a1", "poison") == "IRON" and game.immune("b1", "poison") == ""
    assert game.immune("a1", "frost") == "WARM" and game.immune("b2", "frost") == ""
    assert [game.immune(it, "fear") for it in ("a1", "b1", "b2")] == ["SAINT", "SAINT", ""]


def test_the_damage_query_is_pinned_to_its_role() -> None:
    game = bearing(
        {
            "STRONG": [{"modify": "harm", "by": 2, "when": "actor is me"}],
            "SOFT": [{"modify": "harm", "by": 1, "when": "target is me"}],
        }
    )
    assert checked(game, HARM, actor="a1", target="b1").value == 3
    assert checked(game, HARM, actor="b1", target="a1").value == 2

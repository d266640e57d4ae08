"""Odds and dice sources in play: exact fractions, merging, the limit of leaves, and one journal whatever the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from arbitro.dice.sources import DiceError, ScriptedDice, SeededDice, TypedDice
from arbitro.engine import odds as odds_module
from arbitro.engine.asks import Answer
from arbitro.engine.events import Counted, Event, Rolled
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds, keen_policy, odds
from arbitro.engine.save import encode
from arbitro.engine.state import State
from tests.engine.toy import Told, Toy, start, told, toy_state


def hp(state: State) -> int:
    assert isinstance(state, Toy)
    return state.pieces["b1"].hp


def weigh(game: Game, value: Any, watch: Any = hp, **options: Any) -> Odds:
    assert game.pending is not None
    before = encode(game.state), list(game.journal), game.pending
    found = odds(game, Answer(game.pending.id, game.pending.seats[0], value), watch=watch, **options)
    assert (encode(game.state), game.journal, game.pending) == before, "weighing touches nothing"
    if found.exact:
        assert sum(found.outcomes.values()) + found.rest == 1
    return found


LUCKY = {"LUCKY": {"moment": "rolled", "when": "actor is me", "do": [{"reroll": "throw"}]}}


def test_the_odds_of_one_strike() -> None:
    found = weigh(start(), ("a1", "strike", "b1"))
    assert found.outcomes == {4: Fraction(1, 2), 5: Fraction(1, 2)}
    assert found.exact and found.rest == 0 and found.leaves == 6 and found.assumed == []


def test_a_decision_on_the_way_is_answered_by_the_policy_and_listed() -> None:
    game = start({"a1": {"traits": ["LUCKY"]}, "b1": {}}, records=LUCKY)
    plain = weigh(game, ("a1", "strike", "b1"))
    assert plain.outcomes == {4: Fraction(1, 2), 5: Fraction(1, 2)} and plain.assumed == ["respond rolled"]
    keen = weigh(game, ("a1", "strike", "b1"), policy=keen_policy)
    # 3 faces hit; 2 and 3 are rolled again (a 1 is not): 1/2 + 2/6 * 1/2
    assert keen.outcomes == {4: Fraction(2, 3), 5: Fraction(1, 3)}


def test_numbers_and_chances_are_one_branch_each() -> None:
    found = weigh(start(), ("a1", "volley", "b1"))
    # five dice count on 5+, and a further hit for a double six (1/36) and for a best of three d4 that is 1 (1/64)
    count = {k: Fraction([243 - 211, 80, 80, 40, 10, 1][k], 243) for k in range(6)}
    assert count[0] == Fraction(32, 243) and sum(count.values()) == 1
    expected: dict[int, Fraction] = {}
    for k, p in count.items():
        for six, q in ((1, Fraction(1, 36)), (0, Fraction(35, 36))):
            for one, r in ((1, Fraction(1, 64)), (0, Fraction(63, 64))):
                expected[5 - k - six - one] = expected.get(5 - k - six - one, Fraction(0)) + p * q * r
    assert found.outcomes == expected
    assert found.leaves == 6 * 11 * 4
    tries = weigh(start(), ("a1", "gamble"), watch=lambda state: state.told)
    expected_tries = {1: Fraction(1, 6), 2: Fraction(5, 36), 3: Fraction(25, 216), 4: Fraction(125, 216)}
    assert tries.outcomes == {(f"a1:tries {n}",): p for n, p in expected_tries.items()}
    assert tries.leaves == 4


def strikes(number: int) -> Any:
    """A policy that strikes b1 as often as it is asked, for a horizon of so many Steps."""

    def policy(game: Game) -> Any:
        assert game.pending is not None
        return ("a1", "strike", "b1") if game.pending.kind == "action" else game.form(game.pending.seats[0]).default()

    return policy


def test_merging_equal_states_changes_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start()
    first = game.state.step_no
    options = {"until": lambda state: state.step_no >= first + 3, "policy": strikes(4), "leaves": 3000}
    merged = weigh(game, ("a1", "strike", "b1"), **options)
    numbers = iter(range(10**9))
    monkeypatch.setattr(odds_module, "_key", lambda state: str(next(numbers)).encode())
    apart = weigh(game, ("a1", "strike", "b1"), **options)
    assert merged.outcomes == apart.outcomes
    assert merged.outcomes == {5 - k: Fraction([1, 4, 6, 4, 1][k], 16) for k in range(5)}, "four strikes at 1/2"
    assert merged.exact and apart.exact
    assert merged.leaves == 6 * (1 + 2 + 3 + 4) and apart.leaves == 6 + 6**2 + 6**3 + 6**4


def test_what_is_too_unlikely_to_follow_is_the_rest() -> None:
    game = start({"a1": {}, "b1": {"hp": 60}})
    first = game.state.step_no
    found = weigh(
        game, ("a1", "strike", "b1"), until=lambda state: state.step_no >= first + 33, policy=strikes(34), leaves=20000
    )
    assert found.exact and 0 < found.rest < Fraction(1, 10**6)


def test_too_many_leaves_give_seeded_samples_that_say_so() -> None:
    game = start()
    found = weigh(game, ("a1", "strike", "b1"), leaves=3)
    assert not found.exact and found.leaves == odds_module.SAMPLES
    assert sum(found.outcomes.values()) == 1
    lo, hi = found.interval(lambda life: life == 4)
    assert lo < 0.5 < hi and hi - lo < 0.05
    assert weigh(game, ("a1", "strike", "b1"), leaves=3).outcomes == found.outcomes, "the same samples every time"


def test_exact_odds_have_a_point_for_an_interval() -> None:
    found = weigh(start(), ("a1", "strike", "b1"))
    assert found.interval(lambda life: life == 4) == (0.5, 0.5)
    assert found.chance(lambda life: life < 9) == 1


def test_odds_may_be_asked_within_an_action() -> None:
    game = start({"a1": {"traits": ["LUCKY"]}, "b1": {}}, records=LUCKY, dice=[2])
    game.choose(("a1", "strike", "b1"))
    assert game.pending is not None and game.pending.kind == "respond"
    assert weigh(game, ("LUCKY", "a1")).outcomes == {4: Fraction(1, 2), 5: Fraction(1, 2)}
    assert weigh(game, ("pass",)).outcomes == {5: Fraction(1)}


def test_odds_agree_with_seeded_play() -> None:
    game = start({"a1": {"traits": ["LUCKY"]}, "b1": {}}, records=LUCKY)
    found = weigh(game, ("a1", "volley", "b1"))
    counts: Counter[int] = Counter()
    for seed in range(1500):
        twin = game.fork(SeededDice.of_seed(seed))
        twin.choose(("a1", "volley", "b1"))
        counts[hp(twin.state)] += 1
    common = [life for life, p in found.outcomes.items() if p * 1500 > 5]
    rare = 1500 - sum(counts[life] for life in common)
    expected = [float(found.outcomes[life]) * 1500 for life in common]
    seen, wanted = [*(counts[life] for life in common), rare], [*expected, 1500 - sum(expected)]
    assert chisquare(seen, wanted).pvalue > 0.001


# --- sources in play --------------------------------------------------------------------------------------


def all_faces(journal: Sequence[Event]) -> list[int]:
    return [face for event in journal if isinstance(event, Rolled) for face in event.faces]


@pytest.mark.parametrize("seed", range(5))
def test_seeded_scripted_and_typed_dice_with_the_same_faces_give_one_journal(seed: int) -> None:
    rng = Random(seed)
    pieces = {name: {"traits": ["LUCKY"], "hp": 9} for name in ("a1", "b1")}
    seeded = start(pieces, records=LUCKY, dice=seed, last=4)
    answers: list[tuple[Any, str]] = []
    while seeded.pending is not None and len(answers) < 60:
        seat = rng.choice((*seeded.pending.seats, *seeded.pending.free))
        value = seeded.form(seat).sample(rng)
        if value[1:2] in (("bug",), ("choose",)):
            continue
        answers.append((value, seat))
        seeded.choose(value, seat)
    faces = all_faces(seeded.journal)
    assert faces
    scripted = start(pieces, records=LUCKY, dice=(source := ScriptedDice(faces)), last=4)
    for value, seat in answers:
        scripted.choose(value, seat)
    assert scripted.journal == seeded.journal and source.left() == ()
    typed = start(pieces, records=LUCKY, dice=TypedDice(), last=4)
    thrown = iter(faces)
    for value, seat in answers:
        typed.choose(value, seat)
        while typed.pending is not None and typed.pending.kind == "dice":
            typed.choose(next(thrown))
    assert typed.journal == seeded.journal and next(thrown, None) is None
    assert encode(typed.state) == encode(seeded.state) == encode(scripted.state)


def test_a_typed_die_is_asked_of_its_rollers_controller_and_told_once() -> None:
    game = start(dice=TypedDice())
    game.choose(("end",))
    game.choose(("b1", "volley", "a1"))
    told_before = len(game.journal)
    for number in range(5 + 2 + 3):
        pending = game.pending
        assert pending is not None and pending.kind == "dice" and pending.seats == ("b",), number
        sides = pending.about["sides"]
        assert sides == (4 if number >= 7 else 6) and pending.about["by"] == "b1"
        assert game.form("b").outline() == {"kind": "face", "lo": 1, "hi": sides}
        game.choose(1)
    assert sum(isinstance(event, Rolled) for event in game.journal) == 3
    assert len(game.journal) == told_before + 4
    assert toy_state(game).pieces["a1"].hp == 4, "no five or six, no double six, and a best of 1"


def test_a_script_with_a_die_too_few_says_so() -> None:
    game = start(dice=[])
    with pytest.raises(DiceError, match="missing"):
        game.choose(("a1", "strike", "b1"))


def test_a_chance_function_draws_real_faces_in_play() -> None:
    game = start(dice=[2, 5, 6])
    game.choose(("a1", "gamble"))
    assert told(game) == ("a1:tries 3",) and all_faces(game.journal) == [2, 5, 6]
    assert not [event for event in game.journal if isinstance(event, Counted)]
    assert isinstance(game.journal[-1], Told)

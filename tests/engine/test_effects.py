"""Effects and windows: how long things last, when delayed parts come, limits of use, orders and quiet windows."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import EffectEnded, Rolled
from arbitro.engine.game import Game
from arbitro.engine.records import RecordError
from tests.engine.toy import NEED, Hurt, compiled, kinds, start, told, toy_state


def need(game: Game, actor: str = "a1") -> int:
    target = "b1" if actor[0] == "a" else "a1"
    return game.query(NEED, actor=actor, target=target, action="strike").value


def using(part: dict[str, Any], **more: Any) -> Game:
    """A game in a's first hand where a1 may use a record with one part."""
    return start(
        {"a1": {"traits": ["RULE"]}, "a2": {}, "b1": {}}, records={"RULE": {"do": [part], **more}}, dice=[6] * 40
    )


def use(game: Game, actor: str = "a1") -> None:
    game.choose((actor, "use", "RULE"))


def pass_hand(game: Game) -> None:
    game.choose(("end",))


def hands_in_force(part: dict[str, Any], hands: int = 6) -> str:
    """Used in a's first hand: in which of the following hands (a, b, a, b ...) it is in force at the hand's action."""
    game = using(part)
    use(game)
    found = ""
    for _ in range(hands):
        found += "x" if need(game) != 4 else "."
        pass_hand(game)
    return found


@pytest.mark.parametrize(
    ("duration", "found"),
    [
        ("this hand", "x....."),
        ("next hand", "xx...."),
        ("next hand of seat", "xxx..."),
        ("this turn", "xx...."),
        ("next turn", "xxxx.."),
        ("until hand_end", "x....."),
        ("until hand_start of seat", "xx...."),
        ("until turn_end", "xx...."),
        ("while me.hp > 3", "xxxxxx"),
        ("this game", "xxxxxx"),
    ],
)
def test_how_long_an_effect_lasts(duration: str, found: str) -> None:
    part = {"modify": "need", "by": 1, "when": "actor is me", "for": duration}
    assert hands_in_force(part) == found


def test_a_list_of_durations_ends_with_the_first() -> None:
    part = {"modify": "need", "by": 1, "when": "actor is me", "for": ["next turn", "this hand"]}
    assert hands_in_force(part) == "x....."


def test_next_hand_of_the_other_begun_in_ones_own() -> None:
    part = {"modify": "need", "by": 1, "when": "actor is me", "for": "next hand of b"}
    assert hands_in_force(part) == "xx....", "it ends with the closing of b's next hand"


def test_an_effect_without_a_duration_stays() -> None:
    assert hands_in_force({"modify": "need", "by": 1, "when": "actor is me"}) == "xxxxxx"


def test_what_acts_at_the_end_of_a_hand_still_acts_while_the_hands_effects_last() -> None:
    records = {
        "RULE": {"do": [{"modify": "need", "by": 2, "when": "actor is me", "for": "this hand"}]},
        "LAST": {"at": {"hand_end": [{"tell": "me.hp + told()", "when": "player is a"}]}},
        "SEES": {"at": {"hand_end": [{"if": "marked(me, 'glow')", "then": [{"tell_word": "glows"}]}]}},
        "GLOW": {"do": [{"mark": "glow", "to": "me", "for": "this hand"}]},
    }
    game = start({"a1": {"traits": ["RULE", "SEES", "GLOW"]}, "b1": {}}, records=records)
    game.choose(("a1", "use", "GLOW"))
    assert game.marked("a1", "glow")
    pass_hand(game)
    assert told(game) == ("a1:glows",)
    assert not game.marked("a1", "glow")


def test_a_while_is_tested_as_soon_as_something_happened() -> None:
    game = start(
        {"a1": {"traits": ["RULE"], "hp": 4}, "b1": {}},
        records={"RULE": {"do": [{"modify": "need", "by": -1, "when": "actor is me", "for": "while me.hp > 3"}]}},
        dice=[6],
    )
    use(game)
    assert need(game) == 3
    pass_hand(game)
    game.choose(("b1", "strike", "a1"))
    ended = [event for event in game.journal if isinstance(event, EffectEnded)]
    assert [event.why for event in ended] == ["while"]
    assert need(game) == 4


@pytest.mark.parametrize(("hours", "ended"), [(23, False), (24, True), (30, True)])
def test_an_effect_that_lasts_hours_ends_with_the_clock(hours: int, ended: bool) -> None:
    records = {"RULE": {"do": [{"mark": "drunk", "to": "me", "for": "after 1 days"}, {"wait": hours}]}}
    game = start({"a1": {"traits": ["RULE"]}, "b1": {}}, records=records)
    use(game)
    assert game.state.clock == hours
    assert game.marked("a1", "drunk") is not ended


def test_effects_of_the_gone_end_unless_they_survive() -> None:
    records = {
        "RULE": {
            "do": [
                {"mark": "plain", "to": "me"},
                {"mark": "lasting", "to": "me", "survives": True},
            ]
        }
    }
    game = start({"a1": {"traits": ["RULE"]}, "a2": {}, "b1": {}}, records=records)
    use(game)
    game.do(Hurt(it="a1", by="b1", amount=9, rules=("TOY-3",)))
    game.choose("mutter", "b")
    assert not game.marked("a1", "plain") and game.marked("a1", "lasting")
    assert [e.why for e in game.journal if isinstance(e, EffectEnded)] == ["gone"]


# --- delayed parts --------------------------------------------------------------------------------------


def hands_until(later: str, hands: int = 6) -> int:
    """Used in a's first hand: after how many passes the delayed part has come (0: never)."""
    game = using({"later": later, "do": [{"tell_word": "now"}]})
    use(game)
    for number in range(1, hands + 1):
        pass_hand(game)
        if told(game):
            assert told(game) == ("a1:now",)
            return number
    return 0


@pytest.mark.parametrize(
    ("later", "passes"),
    [
        ("next hand_end", 1),
        ("2nd hand_end", 2),
        ("next hand_start", 1),
        ("next hand_start of seat", 2),
        ("2nd hand_start of seat", 4),
        ("next hand_end of b", 2),
        ("next turn_end", 2),
        ("2nd turn_start", 4),
    ],
)
def test_when_a_delayed_part_comes(later: str, passes: int) -> None:
    assert hands_until(later) == passes


def test_a_delayed_part_sees_what_it_kept_and_its_moment() -> None:
    records = {
        "GRUDGE": {
            "at": {
                "hurt": [
                    {"later": "next hand_start of me.seat", "keep": {"foe": "by"}, "when": "it is me",
                     "do": [{"hurt": 2, "to": "foe", "when": "player is a"}]}
                ]
            }
        }
    }  # fmt: skip
    game = start({"a1": {"traits": ["GRUDGE"]}, "b1": {}}, records=records, dice=[6])
    pass_hand(game)
    game.choose(("b1", "strike", "a1"))
    assert toy_state(game).pieces["b1"].hp == 5
    pass_hand(game)
    assert toy_state(game).pieces["b1"].hp == 3
    with pytest.raises(RecordError, match="expr_name"):
        compiled("X", {"at": {"hurt": [{"later": "next hand_end", "do": [{"hurt": 1, "to": "by"}]}]}})


def test_what_a_delayed_part_begins_keeps_what_it_kept() -> None:
    records = {
        "RULE": {
            "do": [
                {"later": "next hand_end", "keep": {"n": "3"}, "do": [
                    {"later": "next hand_end", "do": [{"tell_word": "second"}]},
                    {"grant": {"always": [{"modify": "need", "by": "n"}]}, "to": "me", "keep": {"n": "n"}},
                ]}
            ]
        }
    }  # fmt: skip
    game = start({"a1": {"traits": ["RULE"]}, "b1": {}}, records=records)
    use(game)
    pass_hand(game)
    assert need(game) == 7 and told(game) == ()
    pass_hand(game)
    assert told(game) == ("a1:second",)


def test_a_part_begun_at_a_windows_opening_waits_for_the_next() -> None:
    records = {"LOOP": {"at": {"hand_start": [{"later": "next hand_start", "do": [{"tell_word": "tick"}]}]}}}
    game = start({"a1": {"traits": ["LOOP"]}, "b1": {}}, records=records)
    assert told(game) == ()
    pass_hand(game)
    assert told(game) == ("a1:tick",)
    pass_hand(game)
    assert told(game) == ("a1:tick",) * 2


def test_granted_triggers_act_for_the_one_they_are_on() -> None:
    records = {
        "RULE": {
            "do": [
                {
                    "grant": {"at": {"hurt": [{"tell_word": "ouch", "when": "it is me"}]}},
                    "to": "'b1'",
                    "for": "this turn",
                }
            ]
        }
    }
    game = start({"a1": {"traits": ["RULE"]}, "b1": {}, "b2": {}}, records=records, dice=[6, 6])
    use(game)
    game.choose(("a1", "strike", "b2"))
    game.choose(("a1", "strike", "b1"))
    assert told(game) == ("b1:ouch",)


# --- windows ---------------------------------------------------------------------------------------------


def test_automatic_parts_run_the_active_seat_first_then_by_bearer_and_rule() -> None:
    records = {rule: {"at": {"hand_end": [{"tell_word": rule}]}} for rule in ("B-RULE", "A-RULE")}
    pieces = {name: {"traits": ["B-RULE", "A-RULE"]} for name in ("b2", "b1", "a2", "a1")}
    game = start(pieces, records=records)
    pass_hand(game)
    first = [f"{it}:{rule}" for it in ("a1", "a2", "b1", "b2") for rule in ("A-RULE", "B-RULE")]
    assert list(told(game)) == first
    pass_hand(game)
    second = [f"{it}:{rule}" for it in ("b1", "b2", "a1", "a2") for rule in ("A-RULE", "B-RULE")]
    assert list(told(game))[8:] == second


def test_offers_ask_again_only_after_something_was_used() -> None:
    records = {"CURSE": {"moment": "hit", "do": [{"change": "blow.damage", "by": 1}]}}
    pieces: dict[str, Any] = {
        "a1": {"traits": ["CURSE"]},
        "a2": {"traits": ["CURSE"]},
        "b1": {"traits": ["CURSE"], "hp": 9},
    }
    game = start(pieces, records=records, dice=[5])
    game.choose(("a1", "strike", "b1"))
    asked = []
    for answer in (("pass",), ("CURSE", "b1"), ("CURSE", "a2"), ("CURSE", "a1")):
        pending = game.pending
        assert pending is not None and pending.kind == "respond" and pending.about["window"] == "hit"
        asked.append(pending.seats[0])
        game.choose(answer)
    assert asked == ["a", "b", "a", "a"], "a passed, b used, so a is asked again; each use once"
    assert game.pending is not None and game.pending.kind == "action"
    assert toy_state(game).pieces["b1"].hp == 9 - 4


def test_nobody_is_asked_who_has_nothing_to_offer_or_could_only_hurt_itself() -> None:
    records = {"LUCKY": {"moment": "rolled", "when": "actor is me", "do": [{"reroll": "throw"}]}}
    game = start({"a1": {"traits": ["LUCKY"]}, "b1": {}}, records=records, dice=[4, 3, 6])
    game.choose(("a1", "strike", "b1"))
    assert game.pending is not None and game.pending.kind == "action", "a hit is not worth rolling again"
    game.choose(("a1", "strike", "b1"))
    assert game.pending is not None and game.pending.kind == "respond"
    game.choose(("LUCKY", "a1"))
    assert [event.faces for event in game.journal if isinstance(event, Rolled)] == [(4,), (3,), (6,)]


def test_a_quiet_window_asks_whoever_might_have_something() -> None:
    records = {"EAR": {"moment": "whispered", "do": [{"tell_word": "heard"}]}}
    for traits in (["EAR"], []):
        game = start({"a1": {}, "b1": {"traits": traits}}, records=records)
        game.choose(("a1", "whisper"))
        seats = []
        while game.pending is not None and game.pending.kind == "respond":
            seats.append(game.pending.seats[0])
            game.choose(("pass",))
        assert seats == ["a", "b"], "silence tells nothing"
        assert kinds(game)[-1:] != ["Told"]
    game = start({"a1": {}, "b1": {"traits": ["EAR"]}}, records=records)
    game.choose(("a1", "whisper"))
    game.choose(("pass",))
    game.choose(("EAR", "b1"))
    assert told(game) == ("b1:heard",)


# --- limits ---------------------------------------------------------------------------------------------


def times_used(limit: str, moment: str = "hit", strikes: int = 2, hands: int = 1) -> list[int]:
    """How often a1 can use a record at each of its strikes, hand after hand."""
    records = {"RULE": {"moment": moment, "when": "actor is me", "limit": limit, "do": [{"tell_word": "used"}]}}
    game = start({"a1": {"traits": ["RULE"]}, "b1": {"hp": 60}}, records=records, dice=[4] * 40)
    counts = []
    for _ in range(hands):
        for _ in range(strikes):
            before = len(told(game))
            game.choose(("a1", "strike", "b1"))
            for _ in range(9):
                if game.pending is None or game.pending.kind != "respond":
                    break
                game.choose(("RULE", "a1"))
            counts.append(len(told(game)) - before)
        pass_hand(game)
        pass_hand(game)
    return counts


@pytest.mark.parametrize(
    ("limit", "counts"),
    [
        ("1 per roll", [1, 1, 1, 1]),
        ("2 per hit", [2, 2, 2, 2]),
        ("1 per action", [1, 1, 1, 1]),
        ("3 per subject", [3, 3, 3, 3]),
        ("1 per hand", [1, 0, 1, 0]),
        ("3 per hand", [3, 0, 3, 0]),
        ("1 per turn", [1, 0, 1, 0]),
        ("1 per game", [1, 0, 0, 0]),
        ("3 per game", [3, 0, 0, 0]),
    ],
)
def test_limits_per_roll_hit_action_hand_turn_and_game(limit: str, counts: list[int]) -> None:
    assert times_used(limit, hands=2) == counts


def test_a_use_without_a_limit_is_offered_once_a_subject() -> None:
    records = {"RULE": {"moment": "hit", "when": "actor is me", "do": [{"tell_word": "used"}]}}
    game = start({"a1": {"traits": ["RULE"]}, "b1": {"hp": 9}}, records=records, dice=[4, 4])
    for number in (1, 2):
        game.choose(("a1", "strike", "b1"))
        game.choose(("RULE", "a1"))
        assert game.pending is not None and game.pending.kind == "action" and len(told(game)) == number


@pytest.mark.parametrize(("each", "counts"), [("", [1, 0, 1]), (" each target", [1, 1, 1])])
def test_a_limit_may_be_counted_for_each_of_a_role(each: str, counts: list[int]) -> None:
    records = {
        "RULE": {"moment": "hit", "when": "actor is me", "limit": f"1 per hand{each}", "do": [{"tell_word": "used"}]}
    }
    game = start({"a1": {"traits": ["RULE"]}, "b1": {"hp": 9}, "b2": {"hp": 9}}, records=records, dice=[4] * 9)
    got = []
    for target in ("b1", "b2", "new hand"):
        if target == "new hand":
            pass_hand(game)
            pass_hand(game)
            target = "b1"
        game.choose(("a1", "strike", target))
        asked = game.pending is not None and game.pending.kind == "respond"
        got.append(int(asked))
        if asked:
            game.choose(("RULE", "a1"))
    assert got == counts


def test_a_limit_is_one_for_each_bearer() -> None:
    records = {"RULE": {"at": {"hit": [{"tell_word": "mine", "limit": "1 per hand"}]}}}
    game = start(
        {"a1": {"traits": ["RULE"]}, "a2": {"traits": ["RULE"]}, "b1": {"hp": 9}}, records=records, dice=[4, 4]
    )
    game.choose(("a1", "strike", "b1"))
    game.choose(("a2", "strike", "b1"))
    assert told(game) == ("a1:mine", "a2:mine")


def test_limits_hold_at_windows_that_are_opened_on_an_event() -> None:
    records = {"RULE": {"moment": "hurt", "limit": "1 per hit", "do": [{"tell_word": "used"}]}}
    game = start({"a1": {"traits": ["RULE"]}, "b1": {"hp": 9}}, records=records, dice=[4, 4])
    for number in (1, 2):
        game.choose(("a1", "strike", "b1"))
        game.choose(("RULE", "a1"))
        assert game.pending is not None and game.pending.kind == "action" and len(told(game)) == number


def test_a_nested_hit_has_its_own_limits() -> None:
    """The reply is declared within the window of the strike's declaration: what it offers is counted apart."""
    records = {
        "REPLY": {"moment": "declared", "limit": "1 per action", "when": "action is strike", "do": [{"declare": "me"}]},
        "COUNT": {"at": {"declared": [{"tell": "1", "limit": "1 per action"}]}},
    }
    game = start({"a1": {}, "b1": {"traits": ["REPLY", "COUNT"], "hp": 9}}, records=records, dice=[4])
    game.choose(("a1", "strike", "b1"))
    game.choose(("REPLY", "b1"))
    assert told(game) == ("b1:1", "b1:1", "b1:replied")
    assert game.pending is not None and game.pending.kind == "action"


def test_a_record_with_two_uses_at_one_moment_lets_its_seat_choose() -> None:
    uses = [{"moment": "hit", "when": "actor is me", "do": [{"tell_word": word}]} for word in ("high", "low")]
    game = start({"a1": {"traits": ["RULE"]}, "b1": {}}, records={"RULE": {"uses": uses}}, dice=[4])
    game.choose(("a1", "strike", "b1"))
    form: Any = game.form("a")
    assert [option.key for option in form.grow(("RULE",)).options] == ["a1"]
    assert [option.key for option in form.grow(("RULE", "a1")).options] == ["uses.0.do", "uses.1.do"]
    assert form.refusal(("RULE", "a1")).code == "incomplete"
    game.choose(("RULE", "a1", "uses.1.do"))
    game.choose(("RULE", "a1"))
    assert told(game) == ("a1:low", "a1:high")
    assert game.pending is not None and game.pending.kind == "action"


def test_each_is_worked_out_for_all_before_it_acts_on_the_first() -> None:
    part = {
        "each": "all_of('b')",
        "let": {"n": "told()"},
        "when": "it.hp > 1",
        "do": [{"tell": "n"}, {"hurt": 1, "to": "it"}],
    }
    records = {"RULE": {"do": [part]}}
    game = start({"a1": {"traits": ["RULE"]}, "b1": {}, "b2": {"hp": 1}, "b3": {}}, records=records)
    use(game)
    assert told(game) == ("a1:0", "a1:0")
    assert [p.hp for p in toy_state(game).pieces.values()] == [5, 4, 1, 4]

"""The notation of dice: what it reads, what it refuses and where, what falls, and the exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.dice.notation import (
    LONGEST,
    MOST_DICE,
    MOST_EXPLOSIONS,
    Dice,
    Keep,
    NotationError,
    Pool,
    Sum,
    faces_of,
    parse,
    text_of,
)
from arbitro.dice.notation_odds import distribution
from arbitro.dice.notation_words import ERRORS, explain, in_words
from arbitro.dice.sources import SeededDice


def throw(text: str, *faces: int, plus_keeps: bool = False):
    """A roll with these faces; all of them must fall."""
    source = iter(faces)
    result = parse(text, plus_keeps=plus_keeps).throw(lambda sides: next(source))
    assert next(source, None) is None, "faces left over"
    return result


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("3d6", (1, 2, 3), 6),
        ("d20", (17,), 17),
        ("D20", (17,), 17),
        ("1d6", (4,), 4),
        ("3t6", (1, 2, 3), 6),
        ("d%", (73,), 73),
        ("4d6kh3", (1, 6, 2, 6), 14),
        ("4d6k3", (1, 6, 2, 6), 14),
        ("4d6kl1", (3, 6, 2, 6), 2),
        ("4d6dl1", (1, 6, 2, 6), 14),
        ("4d6dh1", (1, 6, 2, 6), 9),
        ("2d20kh", (4, 15), 15),
        ("2d6+1", (3, 4), 8),
        ("2d6 - 1", (3, 4), 6),
        ("-1 + 2d6", (3, 4), 6),
        ("d8+d8", (3, 4), 7),
        ("d8|d8", (3, 4), 4),
        ("{d6+d6}kh1", (2, 5), 5),
        ("{1d6, 2d8}kh1", (5, 1, 3), 5),
        ("{1d6, 2d8}kl1", (5, 1, 3), 4),
        ("{4d6}kh3", (1, 6, 2, 6), 14),
        ("3d6!", (6, 2, 1, 3), 12),
        ("d6!>=5", (5, 6, 1), 12),
        ("d6!5", (5, 6), 11),
        ("2d6r1", (1, 1, 3, 4), 7),
        ("2d6r<=2", (2, 3, 4), 7),
        ("2d6ro1", (1, 1, 4), 5),
        ("2d6min3", (1, 5), 8),
        ("2d6max4", (1, 6), 5),
        ("6d10>=8", (8, 9, 1, 2, 10, 7), 3),
        ("6d10>8", (8, 9, 1, 2, 10, 7), 2),
        ("3d6=6", (6, 6, 1), 2),
        ("3d6<3", (1, 2, 3), 2),
        ("3d6<=3", (1, 2, 3), 3),
        ("d6 [attacco] + 2 [forza]", (4,), 6),
        ("3d6*10", (1, 2, 3), 60),
        ("(d6+1)*2", (3,), 8),
        ("D66", (3, 4), 34),
        ("D3", (2,), 2),
        (" 2 d 6 + 1 ", (3, 4), 8),
        ("4D6KH3", (1, 6, 2, 6), 14),
    ],
)
def test_reads_and_rolls(text: str, faces: tuple[int, ...], total: int) -> None:
    assert throw(text, *faces).total == total


def test_a_plus_reads_as_cairn_does_where_that_is_asked_for() -> None:
    assert throw("d6+d6", 2, 5, plus_keeps=True).total == 5
    assert throw("2d6+1", 2, 5, plus_keeps=True).total == 8, "a plain number is added all the same"
    assert parse("d8+d8", plus_keeps=True).node == Pool((Dice(1, 8), Dice(1, 8, 3)), Keep(True, 1))


def test_every_die_is_shown_with_its_fate() -> None:
    dice = throw("3d6r1!kh2", 1, 6, 3, 2, 5).groups[0].dice
    assert [(die.face, die.fate, die.more) for die in dice] == [
        (1, "again", False), (6, "", False), (3, "dropped", True), (2, "dropped", False), (5, "", False),
    ]  # fmt: skip
    assert [die.fate for die in throw("3d6>=5", 5, 2, 6).groups[0].dice] == ["", "miss", ""]
    left_out = throw("d8|d6[spada]", 2, 5).groups
    assert [(group.kept, group.label) for group in left_out] == [(False, ""), (True, "spada")]
    assert left_out[0].dice[0].fate == "dropped"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "empty", 0),
        ("   ", "empty", 0),
        ("5", "no_dice", 0),
        ("d", "no_sides", 1),
        ("3d", "no_sides", 2),
        ("3dx", "no_sides", 2),
        ("d0", "too_small", 1),
        ("0d6", "too_small", 0),
        ("d1001", "too_large", 1),
        ("1001d6", "too_many_dice", 0),
        ("600d6+600d6", "too_many_dice", 6),
        ("99999999d6", "too_many_dice", 0),
        ("4d6kx", "tail", 4),
        ("4d6d1", "tail", 3),
        ("4d6kh5", "keeps_too_many", 3),
        ("4d6dl4", "keeps_too_many", 3),
        ("2d6 ciao", "tail", 4),
        ("2d6 # attacco", "tail", 4),
        ("2d6+", "unfinished", 4),
        ("2d6 + * 3", "unexpected", 6),
        ("(2d6", "not_closed", 4),
        ("{d6,d8", "not_closed", 6),
        ("{d6,d8}", "no_keep", 7),
        ("d6[colpo", "not_closed", 2),
        ("d6!>=1", "for_ever", 2),
        ("d1!", "for_ever", 2),
        ("d6r<=6", "for_ever", 2),
        ("4d6kh3kh2", "twice", 6),
        ("4d6kh3>=5", "keep_and_count", 6),
        ("4d6>=5kh3", "keep_and_count", 6),
        ("d6r", "no_number", 3),
        ("ciao", "unexpected", 0),
        ("²d6", "unexpected", 0),
        ("(" * 30 + "d6", "too_deep", 12),
        ("d6" + " " * LONGEST, "too_long", LONGEST),
    ],
)
def test_refuses_at_the_place(text: str, code: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.at) == (code, at)
    for lang in ("it", "en"):
        message, shown, carets = explain(caught.value, lang).splitlines()
        assert message and "{" not in message.replace("{ }", "").replace("}", "")
        assert carets.strip("^ ") == "" and "^" in carets and len(carets) <= len(shown) + 80


def test_the_caret_stands_under_the_character() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d6 + 3dx")
    shown, carets = explain(caught.value, "it").splitlines()[1:]
    assert shown[carets.index("^")] == "x"
    assert "«x»" in explain(NotationError("tail", "4d6kx", 4), "it")


def test_every_error_has_words_in_both_languages() -> None:
    assert all(it and en and it != en for it, en in ERRORS.values())


@pytest.mark.parametrize(
    ("text", "it", "en"),
    [
        ("4d6kh3", "tira 4 dadi a 6, tieni i 3 più alti", "roll 4 dice of 6 sides, keep the 3 highest"),
        ("2d6+2", "tira 2 dadi a 6; somma 2", "roll 2 dice of 6 sides; add 2"),
        ("d20-1", "tira un d20; togli 1", "roll a d20; subtract 1"),
        ("6d10>=8", "tira 6 dadi a 10, conta i dadi che fanno 8 o più",
         "roll 6 dice of 10 sides, count the dice that show 8 or more"),
        ("d6ro1!", "tira un d6, ritira una volta se esce 1, esplode con 6",
         "roll a d6, once again if it shows 1, explodes on 6"),
        ("D66", "tira decine e unità con due d6", "roll tens and units with two d6"),
        ("d6min2max5", "tira un d6, ognuno vale almeno 2, ognuno vale al massimo 5",
         "roll a d6, each counts at least 2, each counts at most 5"),
        ("3d6*10", "tira 3 dadi a 6; moltiplica per 10", "roll 3 dice of 6 sides; multiply by 10"),
        ("d6+d6", "tira un d6; somma tira un d6 (dove il più tiene il più alto si scrive d6|d6)",
         "roll a d6; add roll a d6 (where a plus keeps the higher one writes d6|d6)"),
    ],
)  # fmt: skip
def test_reading_in_words(text: str, it: str, en: str) -> None:
    assert in_words(parse(text), "it") == it and in_words(parse(text), "en") == en


def test_explosions_end() -> None:
    result = parse("d6!").throw(lambda sides: 6)
    assert result.total == 6 * (MOST_EXPLOSIONS + 1)
    again = parse("d6r1").throw(lambda sides: 1)
    assert again.total == 1 and len(again.groups[0].dice) > 50


@pytest.mark.parametrize(
    "text", ["2d6", "4d4kh3", "3d6kl1", "3d6dl1", "3d6dh2", "d6|d8", "{2d4,d6}kl1", "{d4+d4+d6}kh2", "2d6r1",
             "2d6ro<=2", "3d4>=3", "2d6min3", "d6max4+1", "d4*3-d6", "d66", "4d4ro1kh2", "3d4min2kh2"],
)  # fmt: skip
def test_exact_odds_equal_all_outcomes_counted(text: str) -> None:
    spread = distribution(parse(text))
    assert spread is not None and sum(spread.values()) == 1
    assert spread == brute(text)


def brute(text: str) -> dict[int, Fraction]:
    """All outcomes, walked die by die: every branch weighs as much as its faces."""
    found: dict[int, Fraction] = Counter()  # type: ignore[assignment]
    endless = "r1" in text and "ro1" not in text
    stack: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while stack:
        faces, weight = stack.pop()
        sides = []
        source = iter(faces)

        def thrower(s: int, source=source, sides=sides) -> int:
            face = next(source, 0)
            if not face:
                sides.append(s)
                raise LookupError
            return face

        try:
            total = parse(text).throw(thrower).total
        except LookupError:
            options = range(2, sides[0] + 1) if endless else range(1, sides[0] + 1)
            stack += [((*faces, face), weight / len(options)) for face in options]
            continue
        found[total] = found.get(total, Fraction(0)) + weight
    return dict(sorted(found.items()))


def test_odds_of_exploding_dice() -> None:
    spread = distribution(parse("d6!"))
    assert spread is not None and sum(spread.values()) == 1
    assert spread[5] == Fraction(1, 6) and spread[7] == Fraction(1, 36) and 6 not in spread
    assert abs(float(spread.mean()) - 4.2) < 1e-9
    assert distribution(parse("4d6!kh3")) is None, "what explodes is a die of its own"
    assert distribution(parse("4d6kh3")).mean() == Fraction(15869, 1296)


def test_odds_of_large_rolls_are_not_worked_out_for_ever() -> None:
    assert distribution(parse("1000d1000kh500")) is None
    assert distribution(parse("900d900")) is None
    big = distribution(parse("|".join(["d1000"] * 30)))
    assert big is not None and sum(big.values()) == 1


def test_seeded_dice_agree_with_the_odds() -> None:
    dice, counts = SeededDice.of_seed("notation"), Counter()
    roll = parse("{d6+d8}kh1")
    for number in range(4000):
        faces = iter(range(2))
        counts[roll.throw(lambda s, n=number, f=faces: dice.faces((0, n, next(f)), 1, s)[0]).total] += 1
    spread = distribution(roll) or {}
    assert all(abs(counts[value] / 4000 - float(weight)) < 0.03 for value, weight in spread.items())


@given(st.text(alphabet="dDtTkhlro!<>=0123456789+-*|{}()[], minax%", max_size=24))
def test_any_text_is_read_or_refused_in_both_languages(text: str) -> None:
    try:
        roll = parse(text)
    except NotationError as error:
        assert explain(error, "it") and explain(error, "en")
        assert 0 <= error.at <= len(text)
        return
    assert in_words(roll, "it") and in_words(roll, "en")
    dice = sum(len(group.dice) for group in roll.throw(lambda sides: 1).groups)
    assert dice <= MOST_DICE * 200


@given(
    st.integers(1, 9), st.sampled_from([4, 6, 8, 10, 12, 20, 66, 100]), st.sampled_from(["", "kh1", "dl1", "!", ">=3"])
)
def test_the_short_writing_reads_the_same(n: int, sides: int, tail: str) -> None:
    if tail == "dl1" and n == 1:
        return
    node = parse(f"{n}d{sides}{tail}").node
    assert isinstance(node, Dice) and parse(text_of(node)).node == node


def test_small_things() -> None:
    assert faces_of(66)[-1] == 66 and len(faces_of(66)) == 36
    assert isinstance(parse("2d6+1").node, Sum)

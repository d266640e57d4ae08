"""Odds laid out for people: numbers with many values."""

from __future__ import annotations

from fractions import Fraction

from arbitro.analysis.panels import ladder


def test_a_miss_is_not_told_together_with_the_smallest_hit() -> None:
    """Half of the blows miss; the others do 6 to 25, twenty values, told in steps of two."""
    hits = dict.fromkeys(range(6, 26), Fraction(1, 40))
    rows = dict(ladder([{0: Fraction(1, 2), **hits}]))
    assert rows["0"] == (Fraction(1, 2),)
    assert list(rows)[:3] == ["0", "6..7", "8..9"] and len(rows) == 11
    assert sum(chance for (chance,) in rows.values()) == 1


def test_what_is_below_nothing_stays_below_it() -> None:
    chances = dict.fromkeys(range(-3, 18), Fraction(1, 21))
    rows = ladder([chances])
    assert [label for label, _ in rows][:4] == ["-3..-2", "-1", "0", "1..2"] and rows[2][1] == (Fraction(1, 21),)

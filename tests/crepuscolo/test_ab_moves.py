"""Abilities that lengthen, ease or direct moves (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    DiceRolled,
    DiceSpent,
    TookPart,
)
from tests.crepuscolo.arms import (
    ARCO,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import PASS, ab, farthest, may
from tests.crepuscolo.trials import at

FAR = at(55, 55)
ROUGH = [{"id": "bog", "rect": [0, 0, 60, 60], "kinds": ["difficult"]}]


# --- moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-048.1")
@pytest.mark.parametrize("action", ["move", "cover"])
def test_the_aura_of_swiftness_adds_2_cm_to_a_movimento(action: str) -> None:
    """The book's example: a 4 on open ground is 14 cm."""
    wood = [{"id": "wood", "rect": [0, 0, 60, 60], "kinds": ["covering"]}]
    field = Field({"a1": at(10), "a2": at(10, 20, abilities=ab(48)), "b1": FAR}, dice=[4], terrain=wood)
    field.act("a1", action, die=8, others=(4,) if action == "cover" else None)
    assert field.about["face"] == 4 and farthest(field, 24) and may(field, 20)
    field.to(24, 10)
    assert field.at("a1") == (24, 10)


@pytest.mark.rule("CDC-AB-048.1")
def test_swiftness_is_for_movimento_and_for_others() -> None:
    field = Field({"a1": at(10), "a2": at(10, 20, abilities=ab(48)), "b1": FAR}, dice=[4, 4, 4])
    field.act("a1", "careful", die=8)
    assert farthest(field, 14)
    field.to(10, 10)
    field.act("a1", "jump", die=6)
    field.answer(0)
    assert field.asked == "action" and field.at("a1") == (14, 10)
    field.act("a2", "move", die=8)
    assert farthest(field, 22, 20), "not its bearer"
    two = Field({"a1": at(10, abilities=ab(48)), "a2": at(10, 20, abilities=ab(48)), "b1": FAR}, dice=[4])
    two.act("a1", "move", die=8)
    assert farthest(two, 24), "but another's reaches a bearer"


@pytest.mark.rule("CDC-AB-048.2")
@pytest.mark.parametrize(("kinds", "x"), [([], 24), (["difficult"], 20), (["very_difficult"], 16)])
def test_the_2_cm_come_after_the_ground(kinds: list[str], x: float) -> None:
    ground = [{"id": "bog", "rect": [0, 0, 60, 60], "kinds": kinds}] if kinds else []
    field = Field({"a1": at(10), "a2": at(10, 20, abilities=ab(48)), "b1": FAR}, dice=[4], terrain=ground)
    field.act("a1", "move", die=8)
    assert farthest(field, x)
    field.to(x, 10)
    assert field.at("a1") == (x, 10)


@pytest.mark.rule("CDC-AB-048.2")
@pytest.mark.parametrize(("edge", "x"), [(19, 23), (22, 24), (23, 24), (13, 21)])
def test_the_2_cm_are_whole_on_ground_of_two_kinds(edge: float, x: float) -> None:
    """A 4 leads 12 cm on open ground and 2/3 as far on difficult ground; the 2 cm are the last of the way.

    Difficult from 19 on: 9 cm cost 3 points, the last point is 2 cm, and 2 more. From 22 or 23 on: 12 cm, and 2.
    From 13 on: 3 cm cost 1 point, the other 3 are 6 cm, and 2.
    """
    ground = [{"id": "bog", "rect": [edge, 0, 60 - edge, 60], "kinds": ["difficult"]}]
    field = Field({"a1": at(10), "a2": at(10, 20, abilities=ab(48)), "b1": FAR}, dice=[4], terrain=ground)
    field.act("a1", "move", die=8)
    assert may(field, x) and not may(field, x + 0.01)
    field.to(x, 10)
    assert field.at("a1") == (x, 10)


@pytest.mark.rule("CDC-AB-048.1")
def test_ends_that_are_shown_are_legal_with_the_2_cm() -> None:
    field = Field({"a1": at(30, 30), "a2": at(30, 40, abilities=ab(48)), "b1": at(45, 30)}, dice=[4], terrain=ROUGH)
    field.act("a1", "move", die=8)
    ends = [*field.game.form("a").leads()]
    assert all(field.refusal(end) is None for end in ends)
    assert max((x - 30_000) ** 2 + (y - 30_000) ** 2 for x, y in ends) > 9_990**2, "8 cm and 2"


@pytest.mark.rule("CDC-AB-053.1", "CDC-AB-053.2")
@pytest.mark.parametrize("die", [4, 6, 8])
def test_sprint_rolls_a_d8_for_whatever_die_was_spent(die: int) -> None:
    field = Field({"a1": at(10, abilities=ab(53)), "b1": FAR}, dice=[7])
    field.act("a1", "move", die=die)
    rolled = field.the(DiceRolled)
    assert (rolled.sides, rolled.faces) == (8, (7,)) and field.the(DiceSpent).dice == (die,)
    assert field.figure("a1").dice == tuple(d for d in (4, 6, 8) if d != die)
    assert farthest(field, 31)


@pytest.mark.rule("CDC-AB-053.1")
def test_sprint_is_for_movimento_also_under_cover_and_while_advancing() -> None:
    field = Field({"a1": at(10, abilities=ab(52, 53)), "b1": FAR}, dice=[7])
    field.act("a1", "cover", die=4, others=(6,))
    assert field.the(DiceRolled).sides == 8
    other = Field({"a1": at(10, abilities=ab(53)), "b1": FAR}, dice=[3])
    other.act("a1", "careful", die=4)
    assert other.the(DiceRolled).sides == 4
    shooter = Field({"a1": at(10, abilities=ab(47, 53), items=[ARCO]), "b1": at(50)}, dice=[7, 1])
    shooter.act("a1", "advance", "move", ARCO, "b1", die=8)
    assert (shooter.the(DiceRolled).sides, shooter.about["far"]) == (8, 21_000), "not the d4 of Tiro in Avanzata"
    friend = Field({"a1": at(10), "a2": at(10, 20, abilities=ab(53)), "b1": at(50, abilities=ab(53))}, dice=[3])
    friend.act("a1", "move", die=4)
    assert friend.the(DiceRolled).sides == 4, "nobody else's dice"
    scared = Field({"a1": at(10, abilities=ab(53), conditions=["Spaventato"], dice=(4,)), "b1": FAR}, dice=[7])
    scared.act("a1", "move", die=4)
    assert scared.the(DiceRolled).sides == 8


@pytest.mark.rule("CDC-AB-054.1")
@pytest.mark.parametrize(
    ("dda", "own", "face", "up"),
    [(2, (54,), 3, True), (3, (54,), 3, False), (2, (), 3, False), (0, (54,), 2, False), (0, (), 2, False)],
)
def test_the_climber_lowers_the_difficulty_by_1(dda: int, own: tuple[int, ...], face: int, up: bool) -> None:
    """A wall of 5 cm: 2 x 3 - 1 reaches it, 2 x 3 - 2 does not, nor 2 x 2, for the difficulty is never below 0."""
    wall = [{"id": "wall", "rect": [12, 0, 10, 30], "height": 5, "crossing": "vaultable", "dda": dda}]
    field = Field({"a1": at(10, abilities=ab(*own)), "b1": FAR}, dice=[face], terrain=wall)
    field.act("a1", "climb", "wall", die=8)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == (5000 if up else 0)


@pytest.mark.rule("CDC-AB-058.1")
def test_agility_is_for_jumps_alone() -> None:
    field = Field({"a1": at(10, abilities=ab(58)), "b1": FAR}, dice=[3])
    field.act("a1", "move", die=8)
    assert farthest(field, 19)


@pytest.mark.rule("CDC-AB-058.1")
def test_agility_is_for_its_bearers_jumps() -> None:
    field = Field({"a1": at(10), "a2": at(10, 20, abilities=ab(58)), "b1": FAR}, dice=[3])
    field.act("a1", "jump", die=8)
    field.answer(0)
    assert field.asked == "action" and field.at("a1") == (13, 10), "nobody asks how far"


# --- Grido di Richiamo ------------------------------------------------------------------------------------------------


def called(*dice: int, terrain: list[dict[str, Any]] | None = None, **fighters: Any) -> Field:
    """`a2` at (40, 10) has given the cry; `a1` stands at (10, 10)."""
    them = {"a1": at(10), "a2": at(40, abilities=ab(62)), "b1": at(5, 55), **fighters}
    field = Field(them, dice=dice, terrain=terrain or [])
    field.act("a2", "ability", "CDC-AB-062", die=4, others=(6, 8))
    return field


@pytest.mark.rule("CDC-AB-062.1")
def test_the_rallying_cry_costs_three_dice_of_ones_own_hand() -> None:
    field = called()
    assert field.figure("a2").dice == () and field.the(TookPart).rules == ("CDC-ACT-10.1", "CDC-AB-062")
    assert not field.all(DiceRolled)
    two = Field({"a1": at(10, abilities=ab(62), dice=(4, 6)), "b1": FAR})
    assert "ability" not in two.offered("a1")
    other = Field({"a1": at(10, abilities=ab(62)), "b1": FAR}, hand="b")
    assert other.game.pending is not None and "a" not in other.game.pending.free


@pytest.mark.rule("CDC-AB-062.2")
def test_who_moves_toward_the_crier_may_go_2_cm_farther() -> None:
    field = called(4)
    field.act("a1", "move", die=8)
    assert farthest(field, 24) and may(field, 18) and may(field, 10, 22)
    assert not may(field, 10, 22.01), "elsewhere 12 cm"
    field.to(24, 10)
    assert field.at("a1") == (24, 10)


@pytest.mark.rule("CDC-AB-062.2")
def test_toward_the_crier_means_that_going_on_one_would_meet_him() -> None:
    """The bases are 2.5 cm wide: 30 cm away, a way that leads past his middle by less than 2.5 cm meets him."""
    field = called(4)
    field.act("a1", "move", die=8)
    assert may(field, 23.5, 11.12), "at 30 cm it would be 2.49 cm aside"
    assert not may(field, 23.5, 11.14), "at 30 cm it would be 2.53 cm aside"


@pytest.mark.rule("CDC-AB-062.2")
def test_whoever_has_come_past_the_crier_does_not_move_toward_him() -> None:
    field = called(4, a1=at(30))
    field.act("a1", "move", die=8)
    assert not may(field, 43.5) and may(field, 20)
    assert may(field, 37.5) and not may(field, 44)


@pytest.mark.rule("CDC-AB-062.2")
@pytest.mark.parametrize("kinds", [["difficult"], ["very_difficult"]])
def test_the_cry_adds_to_the_final_distance(kinds: list[str]) -> None:
    field = called(4, terrain=[{"id": "bog", "rect": [0, 0, 60, 60], "kinds": kinds}])
    field.act("a1", "move", die=8)
    x = 20 if kinds == ["difficult"] else 16
    assert farthest(field, x)
    field.to(x, 10)
    assert field.at("a1") == (x, 10)


@pytest.mark.rule("CDC-AB-062.2")
def test_the_cry_is_for_movimento_of_allies_until_the_end_of_the_turn() -> None:
    field = called(4, 4, 4, b1=at(10, 20, dice=(8,)), a1=at(10, dice=(6, 8)))
    field.act("a1", "careful", die=8)
    assert farthest(field, 14)
    field.to(10, 10)
    field.answer(PASS)
    field.act("b1", "move", die=8)
    assert farthest(field, 22, 20) and not may(field, 23, 16)
    field.to(10, 20)
    while field.state.turn == 1:
        field.answer(PASS)
    while field.state.hand != "a":
        field.answer(PASS)
    field.act("a1", "move", die=8)
    assert farthest(field, 22)


@pytest.mark.rule("CDC-AB-062.2")
def test_two_cries_do_not_add_up_on_one_move() -> None:
    field = called(4, a3=at(50, abilities=ab(62)))
    field.act("a3", "ability", "CDC-AB-062", die=4, others=(6, 8))
    field.act("a1", "move", die=8)
    assert farthest(field, 24)


@pytest.mark.rule("CDC-AB-062.2", "CDC-AB-004.5")
def test_the_cry_adds_to_other_gifts_and_its_ends_are_shown() -> None:
    field = called(4, a3=at(10, 20, abilities=ab(48)))
    field.act("a1", "move", die=8)
    assert farthest(field, 26)
    ends = [*field.game.form("a").leads()]
    assert (26_000, 10_000) in ends and all(field.refusal(end) is None for end in ends)
    field.to(26, 10)
    assert field.at("a1") == (26, 10)


@pytest.mark.rule("CDC-AB-062.2")
def test_the_cry_of_one_who_is_gone_is_heard_no_more() -> None:
    field = called(5, 4, a2=at(40, abilities=ab(62), life=1), b1=at(43.5), a3=at(36.5))
    field.act("a3", "melee", "a2", die=8)
    assert field.figure("a2").status == "dead"
    field.act("a1", "move", die=8)
    assert farthest(field, 22)

"""Those whom nobody sees: struck at by square, pinpointed, coming into view again (PF-CON-06 to -09, PF-TAB-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ConditionEnded
from arbitro.rulesets.pathfinder.events_unseen import LostToSight, Pinpointed, Reappeared, SquareStruck
from arbitro.rulesets.pathfinder.numbers import MISS
from arbitro.rulesets.pathfinder.vanishing import pinpoint_dc
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}


def unseen(dice: Sequence[int] = (), at: str = "d3", order: tuple[str, ...] = ("b1", "a1"), **foe: Any) -> Field:
    """a1 with a longsword at c3, and b1, invisible, who has stood still in its turn."""
    party = {"a1": {"at": "c3", **SWORD}}
    field = Field(party, {"b1": {"at": at, "conditions": ["invisibile"], **foe}}, dice=dice, order=order)
    if order[0] == "b1":
        field.end("b1")
    return field


@pytest.mark.rule("PF-CON-06.1", "PF-CON-06.3", "PF-CON-09.1")
def test_who_cannot_be_seen_is_no_target_but_squares_are() -> None:
    field = unseen()
    assert field.the(LostToSight).it == "b1" and field.figure("b1").hidden
    assert not {"attack", "attack_switched", "trip", "charge"} & set(field.actions("a1"))
    squares = field.offered("a1", "strike_square", "spada-lunga")
    assert set(squares) == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    assert "b1" not in field.rules.view(field.state, "a").figures  # type: ignore[attr-defined]


@pytest.mark.rule("PF-CON-07.1", "PF-CON-06.3")
@pytest.mark.parametrize(("percent", "outcome"), [(50, "concealed"), (51, "hit")])
def test_the_right_square_is_missed_half_the_time(percent: int, outcome: str) -> None:
    field = unseen([15, percent, *([4] if outcome == "hit" else [])])
    field.act("a1", "strike_square", "spada-lunga", "d3")
    assert field.the(AttackRolled).outcome == outcome
    assert field.figure("b1").hp == 20 - (4 if outcome == "hit" else 0)
    assert len(field.all(Pinpointed)) == (outcome == "hit"), "a blow that lands tells where"
    field.done()


@pytest.mark.rule("PF-CON-06.3")
def test_the_wrong_square_is_struck_for_nothing() -> None:
    field = unseen([20])
    field.act("a1", "strike_square", "spada-lunga", "d4")
    assert field.all(AttackRolled) == [] and field.the(SquareStruck).square == (3, 3)
    assert field.figure("b1").hp == 20 and field.figure("a1").std == 0
    field.done()


@pytest.mark.rule("PF-CON-06.3")
def test_an_arrow_flies_at_squares_near_the_last_known_one() -> None:
    party = {"a1": {"at": "a3", "items": ["arco-corto"]}}
    field = Field(party, {"b1": {"at": "f3", "conditions": ["invisibile"]}}, dice=[15, 60, 4], order=("b1", "a1"))
    field.act("b1", "move", "f6")
    field.end("b1")
    assert "shoot" not in field.actions("a1")
    squares = set(field.offered("a1", "strike_square", "arco-corto"))
    assert {"e2", "f3", "g4"} <= squares and "f6" not in squares, "it was last known at f3"


@pytest.mark.rule("PF-TAB-19.1", "PF-CON-09.1")
@pytest.mark.parametrize(("face", "found"), [(18, False), (19, True)])
def test_percezione_finds_the_square(face: int, found: bool) -> None:
    """b1, adjacent, has attacked: 20 + 20 - 20; a1 has a Percezione of 1."""
    party = {"a1": {"at": "c3", "skills": {"percezione": 1}, **SWORD}}
    foe = {"at": "d3", "conditions": ["invisibile"], **SWORD}
    field = Field(party, {"b1": foe}, dice=[2, face], order=("b1", "a1"))
    field.act("b1", "attack", "spada-lunga", "a1")
    field.end("b1")
    assert pinpoint_dc(field.game, "b1", "a1") == 20
    field.act("a1", "search")
    assert [event.it for event in field.all(Pinpointed)] == (["b1"] if found else [])
    field.done()


@pytest.mark.rule("PF-TAB-19.1")
def test_what_makes_the_unseen_easy_to_find() -> None:
    """Base 20 and 20 to pinpoint, by what it did: still +20, up to half speed -5, full speed -10, fighting -20."""

    def dc(*did: str, at: str = "d3", **foe: Any) -> int:
        field = unseen(at=at, order=("a1", "b1"), **foe)
        field.end("a1")
        for what in did:
            field.act("b1", *what.split())
        return pinpoint_dc(field.game, "b1", "a1")

    assert dc() == 60
    assert dc("move g3") == 35 + 2, "3 squares of 6, and now 4 squares away: +1 for each 3 m"
    assert dc("move h3") == 30 + 2
    assert dc("run l9", at="d9") == 20 + 6, "12 squares away"
    assert dc(at="k3") == 60 + 4


@pytest.mark.rule("PF-TAB-19.2", "PF-CON-06.1", "PF-CON-07.1")
def test_the_pinpointed_are_still_concealed_until_they_move_and_vanish_anew() -> None:
    foe = {"at": "d3", "conditions": ["invisibile"], **SWORD}
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": foe}, dice=[2, 20, 1], order=("b1", "a1"))
    field.act("b1", "attack", "spada-lunga", "a1")
    field.end("b1")
    field.act("a1", "search")
    assert not field.figure("b1").hidden
    assert field.game.query(MISS, target="b1", actor="a1", mode="melee").value == 50
    assert "attack" not in field.actions("a1"), "known, but not seen"
    field.act("a1", "strike_square", "spada-lunga", "d3")
    field.end("a1")
    field.act("b1", "step", "e3")
    assert field.figure("b1").hidden and field.all(LostToSight)[-1].at == (3, 2), "they know where it was"
    field.done()


@pytest.mark.rule("PF-CON-09.1")
def test_who_feels_the_unseen_is_not_fooled() -> None:
    party = {"a1": {"at": "c3", "senses": ["vista_cieca"], **SWORD}}
    field = Field(party, {"b1": {"at": "d3", "conditions": ["invisibile"]}})
    assert field.all(LostToSight) == [] and "b1" in field.offered("a1", "attack", "spada-lunga")


@pytest.mark.rule("PF-CON-09.1")
def test_when_invisibility_ends_everybody_sees() -> None:
    field = unseen()
    over = ConditionEnded(it="b1", condition="invisibile", rules=("PF-CND-11.1",))
    field.game.rule(Ruling(kind="edit", note="", events=(over,)))
    assert field.the(Reappeared).it == "b1" and not field.figure("b1").hidden and field.state.traces == ()


@pytest.mark.rule("PF-CON-06.3", "PF-CON-07.1")
def test_in_the_dark_one_strikes_by_square_too() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3"}}, ground={"light": "dark"}, dice=[15, 51, 3])
    assert "attack" not in field.actions("a1")
    field.act("a1", "strike_square", "spada-lunga", "d3")
    assert field.figure("b1").hp == 17
    field.done()

"""What is worked out once is forgotten in time, and what nobody looks at is not worked out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.index import Held, Shelf
from arbitro.rulesets.crepuscolo.facts import foes
from arbitro.rulesets.crepuscolo.facts_powers import seen
from arbitro.rulesets.crepuscolo.hands import free_form
from tests.crepuscolo.field import Field

BORNE = ["CDC-AB-026", "CDC-AB-047", "CDC-AB-074", "CDC-AB-077"]
APART = {"a1": {"at": (10, 10)}, "b1": {"at": (20, 10)}}


def test_a_line_that_asks_for_a_word_is_found_by_it_and_its_bearer() -> None:
    shelf = Shelf()
    held = Held(None, "R", "a1", {})
    shelf.add(held, ("actor", "me"), words=("action", ("melee", "shot")))
    found = [shelf.found({"actor": who, "action": word}) for who in ("a1", "b1") for word in ("melee", "shot", "move")]
    assert found == [[held], [held], [], [], [], []]


def test_what_the_other_may_do_meanwhile_is_worked_out_for_who_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def spy(game: Game, seat: str) -> Any:
        asked.append(seat)
        return free_form(game, seat)

    monkeypatch.setattr("arbitro.rulesets.crepuscolo.turn.free_form", spy)
    field = Field({**APART, "b1": {"at": (20, 10), "conditions": ["Veleno"]}})
    assert asked == []
    pending = field.game.pending
    assert pending is not None and (pending.seats, pending.free) == (("a",), ("b",))
    assert asked == ["b"] and field.game.form("b").kind == "tree"
    assert asked == ["b"], "and only once"


def test_who_is_near_and_seen_is_told_anew_after_a_move() -> None:
    field = Field(APART, dice=[6])
    assert (foes(field.game, "a1", 5), seen(field.game, "a1", 5)) == ((), ())
    field.act("a1", "move", die=6)
    field.to(14, 10)
    assert (foes(field.game, "a1", 5), seen(field.game, "a1", 5)) == (("b1",), ("b1",))


def test_a_game_without_a_memory_goes_the_same_way() -> None:
    journals = []
    for forgets in (False, True):
        four = {f"{s}{i}": {"at": (5 * i, 10 if s == "a" else 22)} for s in "ab" for i in range(1, 5)}
        field = Field({name: {**me, "abilities": BORNE, "des": 2} for name, me in four.items()})
        field.game.dice = SeededDice.of_seed(4)
        rng = Random(4)
        for _ in range(60):
            if field.game.over:
                break
            if forgets:
                field.game._forget()
            field.game.play_sample(rng)
        journals.append(list(field.game.journal))
    assert len(journals[0]) > 60 and journals[0] == journals[1]

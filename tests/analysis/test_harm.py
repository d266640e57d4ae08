"""Damage is all harm done, whatever it is taken from."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.pathfinder.field import Field

from arbitro.analysis.compare import gist
from arbitro.analysis.matrices import about_to_strike
from arbitro.analysis.weighing import weigh
from arbitro.cli._shelf import game_called
from arbitro.content.measures import Measure
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset


@pytest.mark.parametrize(("armour", "mean"), [(0, Fraction(9, 2)), (2, Fraction(1 + 2 + 3 + 4 + 5 + 6, 8))])
def test_what_goes_beyond_hit_protection_is_damage_too(armour: int, mean: Fraction) -> None:
    """A d8 on 1 PF and FOR 10: one point off PF, the rest off FOR."""
    foe = {"id": "b1", "name": "B", "pf": 1, "forza": 10, "armour": armour}
    sides = [
        {"seat": "a", "ready": True, "members": [{"id": "a1", "name": "A", "pf": 3, "items": ["spada"]}]},
        {"seat": "b", "members": [foe]},
    ]
    game = Game.new(ruleset("cairn"), {"sides": sides}, SeededDice.of_seed(1))
    found = weigh(game, ("a1", "attack", "spada", "b1"))
    assert found.mean(Measure("damage", "b1")) == gist(found).damage == mean
    assert found.spread(Measure("damage", "b1"))[8 - armour] == Fraction(1, 8)
    assert found.chance(Measure("life", "b1")) == Fraction(armour, 8), "the point of PF goes first"


def test_fists_do_nonlethal_damage() -> None:
    """1d3+2 at +2 against AC 10: 8 or more hits, a 20 that hits again doubles; it takes no life, but it fells."""
    foe = {"at": "d3", "hp": 60, "hp_now": 4, "items": []}
    field = Field({"a1": {"at": "c3", "items": [], "forza": 14}}, {"b1": foe}, order=("b1", "a1"))
    if field.state.turn == "b1":
        field.end("b1")
    found = weigh(field.game, ("a1", "attack", "senz-armi", "b1"))
    hit, mean = Fraction(13, 20), 4
    for word in ("damage", "nonlethal"):
        assert found.mean(Measure(word, "b1")) == hit * mean + Fraction(1, 20) * hit * mean
    assert found.spread(Measure("life", "b1")) == {4: 1}
    # above 4: a 5 on one die, or any critical hit
    short = gist(found)
    assert short.falls == (hit - Fraction(1, 20) * hit) / 3 + Fraction(1, 20) * hit
    assert short.damage == found.mean(Measure("damage", "b1"))


def test_a_blow_of_the_matrix_falls_in_the_midst_of_a_fight() -> None:
    """Nobody is flat-footed: a goblin hits another goblin (AC 16) with a 14, for 2.5; a 19 may double it."""
    rules = game_called("pathfinder")
    goblin = rules.duellists(None)["goblin"]
    game, (value, *_) = about_to_strike(rules, rules.duel(goblin, goblin, close=True))
    found, hit = weigh(game, value, seat="a"), Fraction(7, 20)
    assert found.chance(Measure("hit", "a1")) == hit
    assert gist(found).damage == (hit + Fraction(2, 20) * hit) * Fraction(5, 2)

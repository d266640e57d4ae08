"""Creatures that take the shape of others, and what drains or frightens beside blows."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import ScriptedDice
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_blows import SaveMade
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.numbers import ATTACK, CHECK, CMD_OF, SAVE, SKILL, armour_class, speed_of
from arbitro.rulesets.pathfinder.strikes import natural_swings
from tests.pathfinder.field import Field

SLAM: dict[str, Any] = {"id": "schianto", "name": "Schianto", "name_en": "Slam", "damage": "1d4",
                        "types": ["contundente"]}  # fmt: skip


def fiend(id_: str, other: str = "l10") -> Game:
    """A creature of the book that acts first, and a goblin."""
    sides = [
        {"seat": seat, "name": seat, "members": [{"id": one, "sheet": sheet, "at": at}]}
        for seat, one, sheet, at in (("a", "x", id_, "c3"), ("b", "z", "goblin", other))
    ]
    return Game.new(RULESET, {"ground": {"map": ["." * 12] * 10}, "sides": sides, "options": {}}, ScriptedDice([20, 1]))


def numbers(game: Game) -> tuple[int, ...]:
    return (
        armour_class(game, "x").value, speed_of(game, "x", "terra"), speed_of(game, "x", "volo"),
        game.query(SAVE, it="x", save="riflessi", cause="", actor="").value,
        game.query(SKILL, it="x", skill="furtivita", target="").value,
    )  # fmt: skip


def test_an_imp_in_a_boar_s_shape_has_its_body_and_its_own_mind() -> None:
    """AC: 2 and 1 less for the size, 3 and 1 of its own, 4 of the boar's hide; gore with its own Strength and level."""
    game = fiend("imp")
    assert numbers(game) == (17, 4, 10, 6, 11)
    game.choose(("x", "change_shape", "cinghiale"), "a")
    assert numbers(game) == (10 + 3 + 1 + 4, 8, 0, 6, 11 - 8)
    figure = game.state.figures["x"]  # type: ignore[attr-defined]
    assert (figure.size, figure.hp, figure.std, [swing.weapon for swing in natural_swings(game, "x")]) == (
        0, 16, 0, ["incornata"])  # fmt: skip
    gore = {"actor": "x", "target": None, "weapon": "incornata", "mode": "melee", "action": "attack",
            "manner": "plain", "hand": "primary", "penalty": 0}  # fmt: skip
    assert game.query(ATTACK, **gore).value == 3 + 3


def test_it_takes_its_own_shape_again() -> None:
    game = fiend("quasit")
    before = numbers(game)
    game.choose(("x", "change_shape", "lupo"), "a")
    assert numbers(game) != before
    for answer, seat in ((("x", "end"), "a"), (("z", "end"), "b"), (("x", "change_shape", "quasit"), "a")):
        game.choose(answer, seat)
    assert numbers(game) == before


def test_a_shape_needs_room() -> None:
    """The imp shares the goblin's square: as a rat it can, as a boar it cannot."""
    game = fiend("imp", other="c3")
    form: Any = game.form("a")
    forms = {option.key for option in form.grow(("x", "change_shape")).options}
    assert forms == {"topo", "corvo"}


def test_every_shape_is_of_the_book_and_reads_well() -> None:
    library = built_in()
    assert {one for sheet in library.monsters.values() for one in sheet.forms} <= set(library.monsters)
    assert library.name("imp@corvo", "it") == "Imp (corvo)" and library.name("imp@corvo", "en") == "Imp (raven)"


# --- drained ------------------------------------------------------------------------------------------


def drained(dice: list[int], level: int = 5) -> Field:
    wight = {"at": "c3", "attacks": [{**SLAM, "hits": ["risucchio-di-energia"]}], "abilities": ["risucchio-di-energia"]}
    field = Field({"a1": wight}, {"b1": {"at": "d3", "hp": 60, "level": level}}, dice=dice)
    field.act("a1", "attack", "schianto", "b1")
    return field


def levels(field: Field) -> tuple[int, int, int]:
    """What is left of saves, checks and manoeuvre defence."""
    return (
        field.game.query(SAVE, it="b1", save="tempra", cause="", actor="").value,
        field.game.query(CHECK, it="b1", ability="forza", cause="").value,
        field.game.query(CMD_OF, target="b1", actor=None, manoeuvre="trip").value - 10,
    )


@pytest.mark.parametrize(("dice", "lost"), [([15, 3], 1), ([20, 15, 1, 1], 2)])
def test_energy_drain_takes_a_level_and_a_critical_hit_two(dice: list[int], lost: int) -> None:
    field = drained(dice)
    assert levels(field) == (-lost,) * 3
    assert dict(field.figure("a1").temp) == {"risucchio-di-energia": 5 * lost}
    assert field.figure("b1").hp == 60 - 5 * lost - (3 if lost == 1 else 2)
    field.done()


def test_whoever_has_no_level_left_is_dead() -> None:
    assert drained([15, 3], level=1).the(Died).it == "b1"
    assert not drained([15, 3], level=2).all(Died)


def test_a_quasit_frightens_the_weak_all_round_once_a_day() -> None:
    """1d4 gives 2 rounds; b1 fails, b2 has too many Hit Dice, b3 is too far."""
    foes = {"b1": {"at": "f3"}, "b2": {"at": "e3", "level": 6}, "b3": {"at": "k9"}}
    field = Field({"a1": {"at": "c3", "abilities": ["paura-intorno"]}}, foes, dice=[2, 5])
    field.act("a1", "ability", "paura-intorno")
    assert field.the(SaveMade).dc == 11
    assert [it for it in foes if field.figure(it).has("spaventato")] == ["b1"]
    field.end("a1")
    assert dict(field.figure("a1").spent) == {"paura-intorno": 1}
    field.done()

"""What every stat block prints is what the game itself works out, number by number."""

from __future__ import annotations

from functools import cache

import pytest

from arbitro.dice.sources import ScriptedDice
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.arms import arm_named, key_of
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.numbers import ATTACK, CMB, CMD_OF, INITIATIVE, SAVE, armour_class
from arbitro.rulesets.pathfinder.shapes import Sheet
from arbitro.rulesets.pathfinder.state import MELEE, RANGED, TOUCH, Battle

SHEETS = {**built_in().monsters, **built_in().characters}
BOARD = ("." * 20,) * 20


def alone(sheet: Sheet) -> Game:
    """A creature far from a toad that goes first, so that it is still flat-footed."""
    sides = [
        {"seat": seat, "name": seat, "members": [{"id": id_, "sheet": name, "at": at}]}
        for seat, id_, name, at in (("a", "x", sheet.id, "a1"), ("b", "z", "rospo", "t20"))
    ]
    return Game.new(RULESET, {"ground": {"map": BOARD}, "sides": sides, "options": {}}, ScriptedDice([1, 20]))


@cache
def met(id_: str) -> tuple[Game, dict[str, int]]:
    """A creature after its first turn, and its numbers before it."""
    sheet = SHEETS[id_]
    game = alone(sheet)
    assert isinstance(game.state, Battle)
    found = {
        "flat_footed": armour_class(game, "x").value,
        "initiative": game.query(INITIATIVE, it="x").value,
        **{save: game.query(SAVE, it="x", save=save, cause="", actor="").value for save in sheet.saves},
    }
    game.choose(("z", "end"), "b")
    game.choose(("x", "end"), "a")
    return game, found


@cache
def worked_out(id_: str) -> dict[str, int]:
    """The numbers of a creature as the game has them: flat-footed first, then after its first turn."""
    sheet, (game, first) = SHEETS[id_], met(id_)
    found = dict(first)
    found["ac"], found["touch"] = armour_class(game, "x").value, armour_class(game, "x", against=TOUCH).value
    found["cmb"] = game.query(CMB, actor="x", target=None, manoeuvre="", weapon="").value
    found["cmd"] = game.query(CMD_OF, target="x", actor=None, manoeuvre="").value
    return found | {f"attack {name}": attack(game, sheet, name) for name in sheet.printed.attacks}


def attack(game: Game, sheet: Sheet, name: str) -> int:
    """The bonus of one attack; a secondary natural attack pays its 5 (PF-STD-13.1)."""
    assert isinstance(game.state, Battle)
    figure = game.state.figures["x"]
    item = next((item for item in figure.items if item.thing == name), None)
    key = key_of(figure, item) if item is not None else name
    weapon = arm_named(game, "x", key).weapon
    mode = RANGED if weapon.projectile or (weapon.thrown and weapon.group == "ranged") else MELEE
    return game.query(
        ATTACK, actor="x", target=None, weapon=key, mode=mode, action="attack", manner="plain", hand="primary",
        penalty=0,
    ).value  # fmt: skip


def test_every_printed_number_is_the_games_own() -> None:
    wrong = []
    for sheet in SHEETS.values():
        printed = sheet.printed
        right = {name: getattr(printed, name) for name in ("ac", "touch", "flat_footed", "cmb", "cmd", "initiative")}
        right |= {f"attack {name}": bonus for name, bonus in printed.attacks.items()} | dict(sheet.saves)
        found = worked_out(sheet.id)
        wrong += [(sheet.id, name, n, found[name]) for name, n in right.items() if n is not None and found[name] != n]
    assert wrong == []


@pytest.mark.rule("PF-ATK-05.1", "PF-ATK-06.1", "PF-TAB-02.1", "PF-AC-02.1", "PF-CMB-02.1", "PF-CMB-03.1")
def test_numbers_of_a_small_warrior_by_hand() -> None:
    """Goblin: Strength 11, Dexterity 15, base attack 1, Small, leather and a light shield."""
    found = worked_out("goblin")
    assert found["attack spada-corta"] == 1 + 0 + 1
    assert found["attack arco-corto"] == 1 + 2 + 1
    assert (found["ac"], found["touch"], found["flat_footed"]) == (10 + 2 + 1 + 2 + 1, 10 + 2 + 1, 10 + 2 + 1 + 1)
    assert (found["cmb"], found["cmd"]) == (1 + 0 - 1, 10 + 1 + 0 + 2 - 1)
    assert worked_out("pipistrello")["cmb"] == 0 + 2 - 4  # Diminutive: Dexterity for Strength


@pytest.mark.rule("PF-INI-05.2", "PF-CLS-01.1")
def test_uncanny_dodge_keeps_dexterity() -> None:
    found = worked_out("tilli")
    assert found["flat_footed"] == found["ac"] == 10 + 3 + 4 + 1
    assert worked_out("falco")["flat_footed"] == worked_out("falco")["ac"] - 4

"""The soak run: what it draws, what it counts, and what it calls a fault."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tools import soak, soak_usage

from arbitro.dice.sources import ScriptedDice
from arbitro.players import KeenPlayer, RandomPlayer
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.company import Recruit, judge, random_company
from arbitro.rulesets.crepuscolo.crafts import powers_opened
from arbitro.rulesets.crepuscolo.setup import battle_of_setup, carried_items
from arbitro.rulesets.crepuscolo.skirmish import random_battle
from tests.crepuscolo.field import RULES, Field

LIBRARY = RULESET.library
CLOSE_FIRE, CHAOS, POISONED, FIREBALL = "CDC-AB-055", "CDC-AB-130", "CDC-EQ-44", "CDC-PW-020"


def has(recruit: Recruit, rule: str) -> bool:
    """Whether a fighter has an ability, a power or an item."""
    profile = LIBRARY.profiles[recruit.profile]
    own = [*(ability.id for ability in profile.abilities), *recruit.abilities]
    things = [*carried_items(profile, recruit.items, LIBRARY), *(upgrade.item for upgrade in recruit.upgrades)]
    return rule in (*own, *powers_opened(own, LIBRARY), *things)


@pytest.mark.parametrize("rule", [CLOSE_FIRE, CHAOS, POISONED, FIREBALL, "CDC-IN-027", "CDC-AB-107"])
def test_a_company_gets_what_it_seeks_and_stays_legal(rule: str) -> None:
    for seed in range(5):
        company = random_company(Random(seed), LIBRARY, 120, sought=[rule])
        assert judge(company, 120, LIBRARY).faults == () and has(company[0], rule)
    assert not any(has(one, "CDC-AB-107") for one in random_company(Random(1), LIBRARY, 20, sought=["CDC-AB-107"]))


def test_everything_that_can_be_had_is_sought_in_turn() -> None:
    wanted = Counter(soak.sought_after())
    assert set(soak.RARE) <= set(wanted) and wanted.keys().isdisjoint(("CDC-AB-059", "CDC-AB-140"))
    assert all(n == soak.RARE.get(rule, 1) for rule, n in wanted.items())
    rounds = sum(wanted.values())  # as many battles, of four rules each, as there are rules to seek
    found = Counter(r for seed in range(rounds) for rules in soak.sought_in(seed).values() for r in rules[:2])
    assert found == Counter({rule: 4 * n for rule, n in wanted.items()})
    need = {rule for rules in soak.AGAINST.values() for rule in rules}
    seed = next(seed for seed in range(rounds) if "CDC-AB-110" in soak.sought_in(seed)["a"])
    assert need.intersection(soak.sought_in(seed)["b"][2:]) == {POISONED, "CDC-PW-116"}, "the others bring poison"


def test_a_battle_under_way_begins_with_fighters_that_stand_on_free_ground() -> None:
    placed = 0
    for seed in range(8):
        setup = random_battle(Random(seed), LIBRARY, size=(30, 26), joined=True)
        figures = [f for f in battle_of_setup(setup, LIBRARY).figures.values() if f.status == "table"]
        placed += len(figures)
        for one in figures:
            assert all(
                one is two or (one.x - two.x) ** 2 + (one.y - two.y) ** 2 >= (one.r + two.r) ** 2 for two in figures
            )
    assert placed > 20


def counted(fighters: dict[str, dict[str, Any]], *path: Any, face: int) -> dict[str, dict[str, int]]:
    """What was counted when `a1` has done something, and the battle breaks off."""
    field = Field(fighters)
    game = soak_usage.Watched.new(RULES, field.game.setup or {}, ScriptedDice([face]))
    field.game = game
    field.act("a1", *path, die=8)
    return game.watch.ends(game)


def test_a_line_that_is_left_out_counts_for_the_rule_that_left_it_out() -> None:
    """Eludere raises the threshold of a blow by 1; against Arti Esotiche it does not."""
    exotic, evading = "CDC-AB-081", "CDC-AB-070"
    foe = {"at": (13.5, 10), "abilities": [evading]}
    with_arts = counted({"a1": {"at": (10, 10), "abilities": [exotic]}, "b1": foe}, "melee", "b1", face=3)
    assert with_arts[exotic] == {"left_out": 1, "moments": 1, "battles": 1, "borne": 1}
    assert with_arts[evading] == {"borne": 1}, "it had no effect"
    without = counted({"a1": {"at": (10, 10)}, "b1": foe}, "melee", "b1", face=3)
    assert without[evading]["number"] == 1 and without[evading]["moments"] == 1


def test_what_cannot_have_an_effect_is_told_with_its_reason() -> None:
    idle = soak_usage.without_effect()
    assert sorted(idle) == ["CDC-AB-059", "CDC-AB-063", "CDC-AB-140"]
    lines = soak_usage.report({"CDC-AB-012": {"moments": 2, "battles": 1, "borne": 3, "number": 2}}, RULESET)
    assert any(line.startswith("       2        1        3  CDC-AB-012 Duellante Esperto (number 2)") for line in lines)
    assert any("CDC-AB-140 Fuga: nobody can have it" in line for line in lines)
    assert "1 of 279 had an effect, 3 more can have none" in lines


def test_a_battle_that_cannot_end_by_the_book_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two use whatever they can and no last turn was agreed, it is left after so many decisions."""
    setup = random_battle(Random(1), LIBRARY, limit=160, size=(90, 60))
    monkeypatch.setattr(soak, "setup_of", lambda *_: setup)
    monkeypatch.setattr(soak, "PLAYERS", [KeenPlayer])
    row = soak.battle(0, False, most=400)
    assert row["decisions"] == 400 and row["endless"] > 1
    monkeypatch.setattr(soak, "PLAYERS", [RandomPlayer])
    with pytest.raises(soak.Broken, match="no end after 400 decisions"):
        soak.battle(0, False, most=400)


@pytest.mark.parametrize("name", ["cairn", "pathfinder"])
def test_the_soak_plays_the_other_games_too(name: str) -> None:
    assert soak.battle(3, True, name)["decisions"] > 0

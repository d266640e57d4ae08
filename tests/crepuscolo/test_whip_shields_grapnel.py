"""The whip, shields, armour and the grapnel in play (chapter V)."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceLost, DiceRolled, Fell, HitLanded
from tests.crepuscolo.arms import (
    ARCO,
    ASTA,
    BROCCHIERE,
    FAR,
    FRUSTA,
    LEGGERA,
    MARTELLO,
    MEDIA,
    PAVESE,
    PESANTE,
    SCUDO,
    TOUGH,
    duel,
    hurt,
)
from tests.crepuscolo.field import Field

# the whip


@pytest.mark.rule("CDC-EQ-60.4", "CDC-EQ-60.7", "CDC-EQ-60.8")
def test_a_whip_takes_a_die_of_the_other_players_choice() -> None:
    field = duel(FRUSTA, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1)]
    assert field.asked == "lose_die" and field.game.pending is not None and field.game.pending.seats == ("b",)
    assert field.offered() == (4, 6, 8)
    field.answer(6, "b")
    assert field.figure("b1").dice == (4, 8)
    assert field.the(DiceLost).rules == (FRUSTA,)
    field.done()


@pytest.mark.rule("CDC-EQ-60.4")
@pytest.mark.parametrize(("dice", "left", "face"), [((8,), (), 5), ((8,), (8,), 3), ((6, 6), (6,), 5)])
def test_a_whip_asks_only_where_there_is_a_choice(dice: tuple[int, ...], left: tuple[int, ...], face: int) -> None:
    field = duel(FRUSTA, face, target={"dice": dice})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and field.figure("b1").dice == left
    field.done()


def test_a_whip_takes_nothing_from_who_has_no_dice() -> None:
    field = duel(FRUSTA, 5, 5)
    field.figure("b1").dice = ()
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and not field.all(DiceLost)
    field.act("a1", "melee", "b1", die=6)
    field.done()


def rerolling(attacker: str, target: str, whip: dict[str, Any], **other: Any) -> str:
    """What is asked after a d8 shows 2 in an attack, with re-rolls by Combattimento; ``whip`` changes `a1`."""
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (20, 20), "items": [FRUSTA], "cmb": 2, **whip},
        "a2": {"at": (20, 23.5), "cmb": 2, **TOUGH},
        "b1": {"at": (23.5, 20), "cmb": 2, **TOUGH, **other},
        "b2": {"at": (30, 20), "cmb": 2, **TOUGH},
    }
    field = Field(fighters, dice=[2], hand=attacker[0], options={})
    field.act(attacker, "melee", target, die=8)
    field.done()
    return field.asked


@pytest.mark.rule("CDC-EQ-60.5", "CDC-EQ-60.9")
def test_nobody_within_1_cm_of_a_whip_repeats_dice_by_combattimento() -> None:
    unarmed: dict[str, Any] = {"items": []}
    assert rerolling("b1", "a1", unarmed) == "respond", "without the whip b1 is asked"
    assert rerolling("b1", "a1", {}) == "action"
    assert rerolling("a1", "b1", {}) == "respond", "the bearer itself may"
    assert rerolling("b1", "a1", {"at": (19.99, 20), "items": [ASTA]}, items=[ASTA]) == "respond"
    beyond = {"at": (19.99, 20)}
    assert rerolling("b1", "a1", beyond, items=[ASTA]) == "respond", "1.01 cm away"


@pytest.mark.rule("CDC-EQ-60.5")
def test_a_whip_also_stops_its_neighbours_from_making_others_repeat() -> None:
    def asked(item: str, whip_at: tuple[float, float]) -> str:
        fighters: dict[str, dict[str, Any]] = {
            "a1": {"at": (20, 20), "cmb": 0},
            "a2": {"at": whip_at, "items": [item]},
            "b1": {"at": (23.5, 20), "cmb": 2, **TOUGH},
        }
        field = Field(fighters, dice=[6], options={})
        field.act("a1", "melee", "b1", die=8)
        field.done()
        return field.asked

    assert asked(MARTELLO, (23.5, 23.5)) == "respond", "b1 may have a1's 6 rolled again"
    assert asked(FRUSTA, (23.5, 23.5)) == "action"
    assert asked(FRUSTA, (23.5, 23.51)) == "respond"


@pytest.mark.rule("CDC-EQ-60.5", "CDC-EQ-60.9")
def test_a_whip_hinders_allies_too() -> None:
    def asked(item: str) -> str:
        fighters: dict[str, dict[str, Any]] = {
            "a1": {"at": (20, 20), "items": [item]},
            "a2": {"at": (20, 23.5), "cmb": 2},
            "b1": {"at": (23.5, 23.5), "cmb": 0, **TOUGH},
        }
        field = Field(fighters, dice=[2], options={})
        field.act("a2", "melee", "b1", die=8)
        field.done()
        return field.asked

    assert asked(MARTELLO) == "respond"
    assert asked(FRUSTA) == "action"


# shields and armour


@pytest.mark.rule("CDC-EQ-34.2", "CDC-EQ-34.3", "CDC-EQ-58.2")
@pytest.mark.parametrize(("shield", "melee", "shot"), [(None, 4, 4), (BROCCHIERE, 4, 4), (SCUDO, 5, 4), (PAVESE, 5, 5)])
def test_shields_raise_the_threshold(shield: str | None, melee: int, shot: int) -> None:
    target = {"items": [shield] if shield else [], "cmb": 9}
    for action, need in (("melee", melee), ("shot", shot)):
        for face in (need - 1, need):
            field = duel(None, face, gap=1 if action == "melee" else 10, target=target, items=[ARCO])
            field.act("a1", action, *(["b1"] if action == "melee" else [ARCO, "b1"]), die=8)
            tally = field.the(DiceRolled).need
            assert tally is not None and tally.value == need
            assert [line.rule for line in tally.lines] == ([shield] if need == 5 else [])
            assert bool(field.all(HitLanded)) is (face == need)
            field.done()


@pytest.mark.rule("CDC-EQ-28.1", "CDC-EQ-28.2")
def test_a_buckler_takes_the_edge_from_an_attacker() -> None:
    for items, hits in (([], True), ([BROCCHIERE], False)):
        field = duel(None, 3, cmb=1, target={"items": items})
        field.act("a1", "melee", "b1", die=8)
        assert bool(field.all(HitLanded)) is hits
        field.done()


@pytest.mark.rule("CDC-EQ-27.1", "CDC-EQ-33.1", "CDC-EQ-57.1")
@pytest.mark.parametrize(("armour", "resistance"), [(LEGGERA, 1), (MEDIA, 2), (PESANTE, 3)])
def test_armour_takes_one_off_as_many_hits_as_its_resistance(armour: str, resistance: int) -> None:
    field = duel(None, 5, 5, 5, 5, dan=2, dice=(8, 8, 8, 8), target={"items": [armour]})
    for _ in range(4):
        field.act("a1", "melee", "b1", die=8)
    assert [amount for _, amount in hurt(field)] == [1] * resistance + [2] * (4 - resistance)
    assert field.figure("b1").armour == 0
    field.done()


@pytest.mark.rule("CDC-EQ-57.2")
@pytest.mark.parametrize(("armour", "swims"), [(None, True), (MEDIA, True), (PESANTE, False)])
def test_nobody_swims_in_heavy_armour(armour: str | None, swims: bool) -> None:
    lake = {"id": "lake", "rect": [22, 10, 20, 20], "kinds": ["water"]}
    fighters = {"a1": {"at": (20, 20), "items": [armour] if armour else []}, "b1": FAR}
    assert ("swim" in Field(fighters, terrain=[lake]).offered("a1")) is swims


# the grapnel


def wall(dda: int, height: float = 7) -> dict[str, Any]:
    """A wall of 6 x 6 cm that can be stood on."""
    return {"id": "wall", "rect": [30, 27, 6, 6], "height": height, "crossing": "vaultable", "dda": dda}


def climbed(dda: int, items: list[str]) -> bool:
    """Whether a d4 that shows 4 takes the climber up a wall of 7 cm."""
    field = Field({"a1": {"at": (28.5, 30), "items": items}, "b1": FAR}, terrain=[wall(dda)], dice=[4])
    field.act("a1", "climb", "wall", die=4)
    if field.asked == "spot":
        field.answer(field.game.form("a").default())
    field.done()
    return bool(field.figure("a1").z == 7_000)


RAMPINO, CLAWS = "CDC-EQ-47", "CDC-EQ-98"


@pytest.mark.rule("CDC-EQ-47.2")
def test_a_grapnel_lowers_the_difficulty_of_a_climb_by_2() -> None:
    assert not climbed(3, []), "8 - 3"
    assert climbed(3, [RAMPINO]), "8 - 1"
    assert not climbed(4, [RAMPINO]), "8 - 2"


@pytest.mark.rule("CDC-EQ-47.3")
def test_a_grapnel_makes_no_wall_easier_than_0() -> None:
    for dda in (1, 2):
        field = Field({"a1": {"at": (28.5, 30), "items": [RAMPINO]}, "b1": FAR}, terrain=[wall(dda)], dice=[3])
        field.act("a1", "climb", "wall", die=4)
        assert field.figure("a1").z == 0, "6 - 0 is less than 7"
        field.done()


@pytest.mark.rule("CDC-EQ-47.5")
def test_grapnel_and_climbing_claws_add_up() -> None:
    assert not climbed(4, [CLAWS])
    assert climbed(4, [RAMPINO, CLAWS]), "8 - 1"


@pytest.mark.rule("CDC-EQ-47.4")
@pytest.mark.parametrize(("items", "falls"), [([], [1_000]), ([RAMPINO], [])])
def test_a_grapnel_helps_on_the_way_down(items: list[str], falls: list[int]) -> None:
    # d6 shows 6, DdA 6: 6 of 7 cm down and a fall of the last one; with the grapnel 12 - 4 is enough
    fighters = {"a1": {"at": (31.5, 30), "z": 7, "items": items}, "b1": FAR}
    field = Field(fighters, terrain=[wall(6)], dice=[6])
    field.act("a1", "descend", "wall", die=6)
    if field.asked == "spot":
        field.answer(field.game.form("a").default())
    assert [fall.height for fall in field.all(Fell)] == falls
    assert field.figure("a1").z == 0
    field.done()

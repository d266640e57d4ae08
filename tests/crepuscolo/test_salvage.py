"""Recupero: the equipment that the dead leave, and exchanging it (CDC-AB-045)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import EffectBegan
from arbitro.geometry.shapes import Disc
from arbitro.rulesets.crepuscolo.events import DiceRolled, DiceSpent, Died, GearLeft, GearSwapped, GroundChanged
from arbitro.rulesets.crepuscolo.ground import MARKER
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.field import Field

RULE = pytest.mark.rule
SALVAGE = "CDC-AB-045"
SWORD, BONE, AXE, GREAT, BOW, PISTOL = "CDC-EQ-11", "CDC-EQ-65", "CDC-EQ-12", "CDC-EQ-17", "CDC-EQ-22", "CDC-EQ-41"
LIGHT, HEAVY, BUCKLER, PENDANT, BANNER = "CDC-EQ-27", "CDC-EQ-57", "CDC-EQ-28", "CDC-EQ-75", "CDC-EQ-70"
TOKEN = f"{SALVAGE}:b1"


def slain(
    *, mine: list[str], theirs: list[str], dice: tuple[int, ...] = (4,), him: dict[str, Any] | None = None, **me: Any
) -> Field:
    """`a1`, who has Recupero, kills `b1`, in contact with him, with his d4; he has a d6 and a d8 left."""
    ours = {"at": (10, 10), "abilities": [SALVAGE], "items": mine, **me}
    foe = {"at": (12.5, 10), "items": theirs, "life": 1, **(him or {})}
    field = Field({"a1": ours, "b1": foe, "b2": {"at": (50, 50)}}, dice=dice)
    field.act("a1", "melee", "b1", die=4)
    if field.asked == "respond":
        field.answer(("pass",))
    assert field.the(Died).it == "b1"
    return field


def can(field: Field, actor: str = "a1") -> bool:
    """Whether a fighter may use Recupero now."""
    return SALVAGE in field.offered(actor, "ability") if "ability" in field.offered(actor) else False


def swap(field: Field, gave: str, got: str, actor: str = "a1", die: int = 6) -> GearSwapped:
    """Use Recupero at the token of `b1`."""
    field.act(actor, "ability", SALVAGE, die=die)
    for answer in (TOKEN, gave, got):
        field.answer(answer)
    return field.all(GearSwapped)[-1]


# --- the token --------------------------------------------------------------------------------------------


@RULE("CDC-AB-045.1")
def test_the_dead_leave_a_token_of_their_equipment_where_they_stood() -> None:
    field = slain(mine=[SWORD], theirs=[AXE, BOW])
    placed, left = field.the(GroundChanged), field.the(GearLeft)
    assert (left.it, left.piece, left.rules, placed.rules) == ("b1", TOKEN, (SALVAGE,), (SALVAGE,))
    piece = field.state.ground.piece(TOKEN)
    assert isinstance(piece.area, Disc)
    assert (piece.area.x, piece.area.y, piece.kinds, piece.height) == (12_500, 10_000, (MARKER,), 0)
    assert len(field.state.corpses) == 1  # the corpse marker lies there too
    field.done()


@RULE("CDC-AB-045.1")
def test_only_where_somebody_on_the_table_has_the_ability() -> None:
    """Nobody has it; or only a fighter that is not on the table; or the dead alone had it."""
    for mine, his in ((), ()), ((), (SALVAGE,)):
        field = Field(
            {
                "a1": {"at": (10, 10), "items": [SWORD], "abilities": list(mine)},
                "a2": {"abilities": [SALVAGE]},
                "b1": {"at": (12.5, 10), "items": [AXE], "life": 1, "abilities": list(his)},
                "b2": {"at": (50, 50)},
            },
            dice=(4,),
        )
        field.act("a1", "melee", "b1", die=4)
        assert field.the(Died).it == "b1" and field.all(GearLeft) == []
        field.done()


@RULE("CDC-AB-045.1")
def test_whoever_has_it_and_whoever_dies() -> None:
    """Two fighters of the other side have it, far away, and an ally of theirs dies: one token, for all to use."""
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "items": [SWORD]},
        "b1": {"at": (12.5, 10), "items": [AXE], "life": 1},
        "b2": {"at": (50, 50), "abilities": [SALVAGE]},
        "b3": {"at": (45, 50), "abilities": [SALVAGE]},
    }
    field = Field(fighters, dice=(4,))
    field.act("a1", "melee", "b1", die=4)
    assert [left.it for left in field.all(GearLeft)] == ["b1"]
    field.done()


@RULE("CDC-AB-045.1")
def test_who_had_nothing_leaves_no_token() -> None:
    """An improvised weapon is no equipment."""
    field = slain(mine=[SWORD], theirs=[])
    assert field.all(GearLeft) == [] and not can(field)
    field.done()


# --- the exchange -----------------------------------------------------------------------------------------


@RULE("CDC-AB-045.2")
@pytest.mark.parametrize(("x", "near"), [(15.75, True), (15.76, False)])
def test_the_bearer_must_be_within_2_cm_of_the_token(x: float, near: bool) -> None:
    """From the token at 12.5 to a base of radius 1.25: exactly 2 cm, and a hair more."""
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "items": [SWORD]},
        "a2": {"at": (x, 10), "items": [SWORD], "abilities": [SALVAGE]},
        "b1": {"at": (12.5, 10), "items": [AXE], "life": 1},
        "b2": {"at": (50, 50)},
    }
    field = Field(fighters, dice=(4,))
    field.act("a1", "melee", "b1", die=4)
    assert can(field, "a2") == near and not can(field, "a1")
    field.done()


@RULE("CDC-AB-045.3", "CDC-AB-045.4")
def test_a_die_without_a_roll_exchanges_one_piece_for_another() -> None:
    """The pistol goes to the token, the bow to the bearer: it may shoot with it."""
    field = slain(mine=[SWORD, PISTOL], theirs=[BOW])
    rolls = len(field.all(DiceRolled))
    event = swap(field, PISTOL, BOW)
    assert (event.it, event.other, event.gave, event.got, event.rules) == ("a1", "b1", PISTOL, BOW, (SALVAGE,))
    assert len(field.all(DiceRolled)) == rolls and field.all(DiceSpent)[-1].dice == (6,)
    assert field.figure("a1").dice == (8,)
    mine, theirs = field.figure("a1"), field.figure("b1")
    assert (mine.items, mine.ranged, mine.weapon) == ((SWORD, BOW), (BOW,), SWORD)
    assert (theirs.items, theirs.ranged) == (("CDC-EQ-10", PISTOL), (PISTOL,))
    assert "b2" in field.offered("a1", "shot", BOW)
    field.done()


@RULE("CDC-AB-045.4")
def test_what_was_left_can_be_taken_again() -> None:
    """A second exchange gets the pistol back: the token stands for it now."""
    field = slain(mine=[SWORD, PISTOL], theirs=[BOW])
    swap(field, PISTOL, BOW)
    swap(field, BOW, PISTOL, die=8)
    assert (field.figure("a1").ranged, field.figure("b1").ranged) == ((PISTOL,), (BOW,))
    field.done()


@RULE("CDC-AB-045.4")
def test_a_fighter_without_equipment_can_exchange_nothing() -> None:
    field = slain(mine=[], theirs=[AXE, BOW])
    assert not can(field)
    field.done()


@RULE("CDC-AB-045.4")
def test_what_cannot_be_carried_together_cannot_be_taken() -> None:
    """For the sword the great sword; for the bow neither (he has a melee weapon); a shield forbids two hands."""
    field = slain(mine=[SWORD, BOW], theirs=[GREAT])
    field.act("a1", "ability", SALVAGE, die=6)
    field.answer(TOKEN)
    assert field.offered() == (SWORD,)
    field.answer(SWORD)
    assert field.offered() == (GREAT,)
    assert not can(slain(mine=[SWORD, BUCKLER], theirs=[GREAT]))
    assert can(slain(mine=[BANNER], theirs=[PISTOL]))  # the banner goes, and with it the ban on ranged weapons
    field.done()


@RULE("CDC-AB-045.4")
def test_only_one_weapon_armour_and_shield_each_and_nothing_twice() -> None:
    """For armour only the armour goes; a piece that one has already is not taken again."""
    assert not can(slain(mine=[SWORD, BOW], theirs=[BOW]))  # no second bow
    field = slain(mine=[SWORD, BOW, LIGHT], theirs=[HEAVY, BUCKLER], dan=2, dice=(3,))
    field.act("a1", "ability", SALVAGE, die=6)
    field.answer(TOKEN)
    assert field.offered() == (SWORD, BOW, LIGHT)
    field.answer(BOW)
    assert field.offered() == (BUCKLER,)
    field.answer(BUCKLER)
    assert field.figure("a1").items == (SWORD, LIGHT, BUCKLER)
    field.done()


@RULE("CDC-AB-045.4")
def test_giving_the_melee_weapon_away_leaves_an_improvised_one_and_taking_one_ends_that() -> None:
    field = slain(mine=[SWORD], theirs=[BOW])
    swap(field, SWORD, BOW)
    one, other = field.figure("a1"), field.figure("b1")
    assert (one.weapon, one.items) == ("CDC-EQ-10", ("CDC-EQ-10", BOW))
    assert (other.weapon, other.items) == (SWORD, (SWORD,))
    swap(field, BOW, SWORD, die=8)
    assert (field.figure("a1").weapon, field.figure("a1").items) == (SWORD, (SWORD,))
    field.done()


@RULE("CDC-AB-045.4")
def test_armour_comes_with_what_is_left_of_it() -> None:
    """Heavy armour worn down from 3 to 2 is taken with 2; the light one (1) stays behind with 1."""
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "items": [SWORD, LIGHT], "abilities": [SALVAGE], "dan": 2},
        "b1": {"at": (12.5, 10), "items": [HEAVY], "life": 1},
        "b2": {"at": (50, 50)},
    }
    field = Field(fighters, dice=(4,))
    field.act("a1", "melee", "b1", die=4)  # 2 damage: the armour takes 1 and wears from 3 to 2, the other kills
    assert field.the(Died).it == "b1" and (field.figure("a1").armour, field.figure("b1").armour) == (1, 2)
    swap(field, LIGHT, HEAVY)
    assert (field.figure("a1").armour, field.figure("b1").armour) == (2, 1)
    field.done()


@RULE("CDC-AB-045.4")
def test_upgrades_and_what_they_grant_go_with_the_weapon() -> None:
    """Armi d'Ossa on the axe grant Intimidire; with the axe it comes, and goes with it."""
    him = {"upgrades": [{"item": BONE, "to": AXE}]}
    field = slain(mine=[SWORD], theirs=[AXE], him=him)
    swap(field, SWORD, AXE)
    one, other = field.figure("a1"), field.figure("b1")
    assert (one.upgrades, other.upgrades) == (((BONE, AXE),), ())
    assert (one.items, other.items) == ((AXE, BONE), (SWORD,))
    assert (one.abilities, "CDC-AB-077" in other.abilities) == ((SALVAGE, "CDC-AB-077"), False)
    swap(field, AXE, SWORD, die=8)
    assert (field.figure("a1").abilities, field.figure("a1").upgrades) == ((SALVAGE,), ())
    field.done()


@RULE("CDC-AB-045.4")
def test_bonuses_come_with_the_piece_at_once() -> None:
    """Combattimento +2 of the sword goes, the pendant's Resistenza +1 comes: 5 of 5 becomes 6 of 6."""
    field = slain(mine=[SWORD], theirs=[PENDANT])
    assert stat(field.game, "a1", "cmb") == 2
    swap(field, SWORD, PENDANT)
    figure = field.figure("a1")
    assert (stat(field.game, "a1", "cmb"), figure.life, figure.life_max) == (0, 6, 6)
    assert field.all(EffectBegan) == []
    field.done()


@RULE("CDC-AB-045.4")
def test_what_is_used_up_stays_used_up() -> None:
    field = slain(mine=[SWORD, BOW], theirs=[PENDANT], him={"used_up": (PENDANT,)})
    swap(field, BOW, PENDANT)
    assert (field.figure("a1").used_up, field.figure("b1").used_up) == ((PENDANT,), ())
    field.done()


@RULE("CDC-AB-045.2", "CDC-AB-002.4")
def test_a_prone_fighter_cannot_search() -> None:
    field = slain(mine=[SWORD, PISTOL], theirs=[BOW])
    field.state.figures["a1"].conditions, field.state.figures["a1"].prone = ("A Terra",), True
    assert not can(field)
    field.done()

"""Charges on foot: the nearest space and the die between equals, the line of each square, drawing, overrun (PF-CHG)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.geometry.grid import Space, crossed
from arbitro.rulesets.pathfinder.arms import arm_named
from arbitro.rulesets.pathfinder.charging import charge_spaces, swept
from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_things import HandsFilled
from arbitro.rulesets.pathfinder.state import name_of_square
from tests.pathfinder.field import Field

SWORD = "spada-lunga"


def charger(foe: str, *, at: str = "b2", rows: list[str] | None = None, **more: Any) -> Field:
    given = {key: more.pop(key) for key in ("dice", "options", "order") if key in more}
    foes = more.pop("foes", {"b1": {"at": foe, "hp": 60}})
    party = {"a1": {"at": at, "items": [SWORD], **more}}
    return Field(party, foes, **({"rows": rows} if rows else {}), **given)


def ends(field: Field, weapon: str = SWORD) -> list[str]:
    """The nearest spaces of a charge."""
    arm = arm_named(field.game, "a1", weapon)
    return [name_of_square(square) for square in charge_spaces(field.game, "a1", "b1", arm)]


@pytest.mark.rule("PF-CHG-05.2", "PF-CHG-05.3")
def test_the_nearest_space_costs_least_and_is_straightest() -> None:
    assert ends(charger("g4")) == ["f3"]  # 4 squares and a diagonal: 4; f4 costs 5
    assert ends(charger("g2")) == ["f2"]  # f1, f2 and f3 cost 4 each: the straight way is the shortest
    assert ends(charger("f4")) == ["e3"]


@pytest.mark.rule("PF-CHG-05.4", "PF-GRID-09.1")
@pytest.mark.parametrize(("face", "where"), [(1, "f5"), (2, "e6")])
def test_between_equally_near_spaces_a_die_decides(face: int, where: str) -> None:
    field = charger("g7", items=["lancia-lunga"], dice=[face, 2])  # straight along the diagonal, with a reach of two
    assert ends(field, "lancia-lunga") == ["f5", "e6"]
    field.act("a1", "charge", "lancia-lunga", "b1")
    assert field.at("a1") == where and field.rolled()[0] == ("a1", 2, (face,))
    field.done()


@pytest.mark.rule("PF-CHG-06.6")
def test_a_big_charger_needs_room_for_all_its_squares() -> None:
    clear = ["............"] * 10
    assert ends(charger("j5", at="b5", size="grande", rows=clear)) == ["g5"]
    for row in (4, 5):  # rows 6 and 5 of the board: either of its two squares
        rows = list(clear)
        rows[9 - row] = "....,......."
        assert ends(charger("j5", at="b5", size="grande", rows=rows)) == []
        assert bool(ends(charger("j5", at="b5", rows=rows))) is (row == 5)


@pytest.mark.rule("PF-CHG-06.8")
def test_by_the_published_rule_every_line_between_the_spaces_counts() -> None:
    rows = ["........", "........", "..,.....", "........"]  # c2 is rough
    assert (2, 1) in swept(Space(1, 0), Space(5, 1)) and (2, 1) not in crossed((3, 1), (11, 3))
    ours = charger("g3", at="b1", rows=rows)
    theirs = charger("g3", at="b1", rows=rows, options={"published_any_line": True})
    assert ends(ours) == ["f2"] and ends(theirs) == []
    assert ends(charger("g1", at="b1", rows=rows, options={"published_any_line": True})) == ["f1"]


@pytest.mark.rule("PF-CHG-04.1")
def test_a_weapon_is_drawn_on_a_short_charge() -> None:
    items = [{"thing": "pugnale", "held": True}, SWORD]
    field = charger("g2", items=items, bab=1, dice=[15, 4])
    field.act("a1", "charge", SWORD, "b1")
    assert field.the(HandsFilled).rules == ("PF-CHG-04.1",) and field.the(AttackRolled).weapon == SWORD
    assert field.figure("b1").hp == 56
    assert SWORD not in charger("g2", items=items, bab=0).offered("a1", "charge")
    assert SWORD not in charger("j2", items=items, bab=1).offered("a1", "charge")  # 7 squares: beyond the speed
    assert SWORD in charger("i2", items=items, bab=1).offered("a1", "charge")


@pytest.mark.rule("PF-CHG-04.1", "PF-CHG-07.2")
def test_with_quick_draw_at_any_length() -> None:
    items = [{"thing": "pugnale", "held": True}, SWORD]
    assert SWORD in charger("k2", items=items, bab=1, feats=["estrazione-rapida"]).offered("a1", "charge")


@pytest.mark.rule("PF-CHG-07.3")
def test_without_the_limit_there_is_no_charge_with_a_standard_action() -> None:
    items = [SWORD, "pugnale"]
    field = charger("f2", items=items)
    assert "charge" in field.actions("a1")
    field.act("a1", "draw", "pugnale")
    assert field.figure("a1").std == 1 and "charge" not in field.actions("a1")
    dazed = charger("f2", items=items, conditions=["barcollante"])
    assert "charge" in dazed.actions("a1")  # it has no more than that


@pytest.mark.rule("PF-GRID-14.1", "PF-OVR-01.1")
def test_a_charge_may_go_on_through_somebody() -> None:
    field = charger("g2", forza=16, bab=4, feats=["oltrepassare-migliorato"], dice=[10])
    field.act("a1", "charge", "overrun", "b1")
    assert field.the(ManoeuvreRolled).passed and field.at("a1") == "h2" and field.figure("b1").has("prono")
    field.done()


@pytest.mark.rule("PF-GRID-14.1", "PF-OVR-02.2")
def test_who_steps_aside_lets_a_charge_through() -> None:
    field = charger("g2", dice=[])
    field.act("a1", "charge", "overrun", "b1")
    field.answer("avoid")
    assert field.at("a1") == "h2" and not field.all(ManoeuvreRolled) and not field.figure("b1").has("prono")


@pytest.mark.rule("PF-CHG-05.1")
def test_a_charge_whose_end_is_taken_meanwhile_comes_to_nothing() -> None:
    field = charger("g2", foes={"b1": {"at": "g2"}, "b2": {"at": "f2"}})
    assert "charge" in field.actions("a1") and field.offered("a1", "charge", SWORD) == ("b2",)
    assert not field.all(CameToNothing)

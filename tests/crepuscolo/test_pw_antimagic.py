"""The antimagic field: who may use sorceries near it, and where they reach (CDC-PW-066)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import (
    GroundChanged,
)
from tests.crepuscolo.casting import asks, caster, code, knows, pass_hands, quiet, usable, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

DART, NOVA, DRILL = "CDC-PW-014", "CDC-PW-030", "CDC-PW-071"
DISPEL = "CDC-PW-061"
FIELD = "CDC-PW-066"


def warded(*faces: int, spells: tuple[str, ...] = (), at_: tuple[float, float] = (60, 30), **others: Any) -> Field:
    """`a1` at (20, 30) has put an antimagic field at (30, 30), which reaches to 10 cm from there; b plays.

    `b1` knows some powers and stands at ``at_``.
    """
    fighters = {"b1": knows(*at_, *spells, dice=(4, 4, 4, 4, 6, 8)), **others}
    field = caster(FIELD, 4, *faces, me={"at": (20, 30)}, setup={"size": (100, 60)}, **fighters)
    use(field, FIELD, rank=3)
    field.to(30, 30)
    quiet(field)
    field.answer(("pass",))
    return field


@pytest.mark.rule("CDC-PW-066.2")
def test_an_antimagic_field_stands_within_10_cm_in_sight() -> None:
    field = caster(FIELD, 4, b1=at(14, 14))
    use(field, FIELD, rank=3)
    assert code(field, (21_251, 10_000)) == "point_too_far"
    assert code(field, (16_000, 16_000)) == "point_unseen", "b1 stands before it"
    field.to(21.25, 10)
    piece = field.the(GroundChanged).piece
    assert piece is not None and piece.name == "Campo Antimagico" and piece.area.box == (20_750, 9_500, 21_750, 10_500)
    assert usable(field, "a1") == (), "its maker stands in it"
    field.done()


@pytest.mark.rule("CDC-PW-066.3")
@pytest.mark.parametrize(("x", "open_"), [(41.25, (DRILL,)), (41.26, (DART, DRILL))])
def test_nobody_within_10_cm_of_the_field_uses_sorceries(x: float, open_: tuple[str, ...]) -> None:
    field = warded(spells=(DART, DRILL), at_=(x, 30), a2=at(46, 30))
    assert usable(field) == open_, "other powers may be used"
    field.done()


@pytest.mark.rule("CDC-PW-066.3")
def test_nobody_in_the_field_answers_with_a_sorcery() -> None:
    field = warded(3, spells=(DART,), a2=knows(35, 40, DISPEL), a3=knows(60, 50, DISPEL), b2=at(70, 30))
    field.act("b1", "power", DART, "b2", die=6)
    assert field.asked == "respond" and field.offered(DISPEL) == ("a3",)
    field.answer(("pass",))
    field.done()


@pytest.mark.rule("CDC-PW-066.4")
def test_no_sorcery_has_a_target_in_the_field_or_beyond_it() -> None:
    """From (50, 30): a1 is inside, a2 beyond; the way to a5 passes 10.55 cm from the token, to a6 9.53 cm."""
    field = warded(
        spells=("CDC-PW-055",), at_=(50, 30), a2=at(10, 34), a3=at(50, 50), a5=at(26, 44.9), a6=at(26, 43),
    )  # fmt: skip
    assert field.offered("b1", "power", "CDC-PW-055") == ("a3", "a5")
    field.done()


@pytest.mark.rule("CDC-PW-066.4")
@pytest.mark.parametrize(("y", "open_"), [(46.25, ()), (46.26, (NOVA,))])
def test_no_sorcery_covers_a_part_of_the_field(y: float, open_: tuple[str, ...]) -> None:
    """Shock strikes within 5 cm of its user: it needs 10 + 5 cm from the token."""
    field = warded(spells=(NOVA,), at_=(30, y), a2=at(34, y))
    assert usable(field) == open_
    field.done()


AREAS = {
    "around": {5: (19, 30, 44), 10: (25, 33, 45, 47, 48, 56, 58), 20: (51, 59)},
    "about": {2: (16, 22), 5: (15,), 10: (24, 66), 20: (53,)},
    "table": {0: (35, 40, 52)},
    "line": {0: (21,)},
}
"""How far, in cm, the sorceries reach around their user and about what they name; 0: no bound."""
ARCS = {23: (5, 180), 27: (30, 90), 60: (0, 90), 68: (40, 90)}
"""The cm (0: no bound) and degrees of those that cover an arc."""


@pytest.mark.rule("CDC-PW-066.4")
def test_what_a_sorcery_covers_is_as_large_as_the_book_prints_it() -> None:
    printed: dict[str, dict[str, int]] = {
        f"CDC-PW-{n:03}": {word: cm} for word, sizes in AREAS.items() for cm, numbers in sizes.items() for n in numbers
    }
    printed |= {f"CDC-PW-{n:03}": {"arc": cm, "degrees": degrees} for n, (cm, degrees) in ARCS.items()}
    assert {rule: power.area for rule, power in RULESET.library.powers.items() if power.area} == printed


@pytest.mark.rule("CDC-PW-066.4")
def test_no_sorcery_that_covers_the_whole_table_is_used_while_the_field_stands() -> None:
    field = warded(spells=("CDC-PW-035", "CDC-PW-052", "CDC-PW-063"))
    assert usable(field) == ("CDC-PW-063",)
    field.done()


@pytest.mark.rule("CDC-PW-066.4")
def test_no_point_is_named_whose_surroundings_reach_the_field() -> None:
    """Conflagrazione burns within 5 cm of its point: 15 cm from the token are too near."""
    field = warded(spells=("CDC-PW-015",), at_=(58, 30))
    use(field, "CDC-PW-015", rank=2, actor="b1")
    assert code(field, (45_000, 30_000)) == "restricted" and field.refusal((45_001, 30_000)) is None
    form = field.game.form("b")
    assert form.refusal(form.default()) is None


@pytest.mark.rule("CDC-PW-066.4")
def test_no_arc_is_opened_over_the_field() -> None:
    field = warded(spells=("CDC-PW-027",))
    use(field, "CDC-PW-027", actor="b1")
    assert code(field, 180_000) == "restricted" and field.refusal(0) is None
    form = field.game.form("b")
    assert form.refusal(form.default()) is None and form.default() != 180_000, "although the enemy is there"


@pytest.mark.rule("CDC-PW-066.4")
def test_no_wall_is_drawn_across_the_field() -> None:
    field = warded(spells=("CDC-PW-021",), at_=(41.3, 30))
    use(field, "CDC-PW-021", rank=3, actor="b1")
    field.to(37, 39)
    assert code(field, (37_000, 21_000)) == "restricted", "the wall would pass 7 cm from the token"
    assert field.refusal((45_000, 39_000)) is None


@pytest.mark.rule("CDC-PW-066.5")
def test_the_field_goes_at_the_end_of_the_turn() -> None:
    field = warded(spells=(DART,), at_=(38, 30))
    assert usable(field) == ()
    pass_hands(field)
    assert field.state.turn == 2 and field.all(GroundChanged)[-1].piece is None and field.state.effects == {}
    while asks(field) != "b":
        field.answer(("pass",))
    assert usable(field) == (DART,)
    field.done()

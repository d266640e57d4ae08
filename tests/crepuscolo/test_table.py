"""The table in play: edges, obstacles, terrains, water (CDC-TAB-01 to -15, -21). Exact geometry is in test_ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arbitro.engine.events import Rolled
from arbitro.rulesets.crepuscolo import ground as g
from arbitro.rulesets.crepuscolo.events import Died, Hurt, Missed, Moved
from arbitro.rulesets.crepuscolo.queries import SDS
from arbitro.rulesets.crepuscolo.scenery import suggested_dda
from arbitro.rulesets.crepuscolo.setup import piece_of
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

FOE = {"at": (55, 55)}


def area(*kinds: str, x: float = 15, w: float = 45, id: str = "area") -> dict[str, Any]:
    """Terrain of some kinds from x to the right, as deep as the table."""
    return {"id": id, "rect": [x, 0, w, 60], "kinds": list(kinds)}


def block(height: float, crossing: str, **more: Any) -> dict[str, Any]:
    """An obstacle of 2 by 10 cm whose near face is at x = 20."""
    return {"id": "block", "rect": [20, 25, 2, 10], "height": height, "crossing": crossing, **more}


def lone(*dice: int, terrain: Sequence[dict[str, Any]] = (), **me: Any) -> Field:
    """a1 at (10, 30) unless told otherwise, an ally and an enemy far off."""
    fighters = {"a1": {"at": (10, 30), **me}, "a2": {"at": (2, 55)}, "b1": FOE}
    return Field(fighters, terrain=terrain, dice=dice)


def codes(field: Field, *points: tuple[float, float]) -> list[str]:
    """Refusal codes of places in cm for the pending move, "" where allowed."""
    found = [field.refusal((round(x * 1000), round(y * 1000))) for x, y in points]
    return [why.code if why else "" for why in found]


def words(field: Field, actor: str = "a1") -> set[str]:
    return set(field.offered(actor))


# the table and what stands on it


@pytest.mark.rule("CDC-TAB-01.1", "CDC-TAB-01.4", "CDC-TAB-01.5")
@pytest.mark.parametrize(("width", "depth"), [(60, 60), (90, 40.5)])
def test_the_surface_agreed_on_ends_at_its_edges(width: float, depth: float) -> None:
    field = Field({"a1": {"at": (width - 5, depth - 5)}, "b1": {"at": (5, 5)}}, size=(width, depth), dice=[6])
    assert (field.state.ground.width, field.state.ground.depth) == (width * 1000, depth * 1000)
    field.act("a1", "move", die=6)
    beyond = [(width - 1.249, depth - 5), (width - 5, depth - 1.249), (width + 1, depth - 5)]
    assert codes(field, *beyond) == ["off_table"] * 3
    assert codes(field, (width - 1.25, depth - 5), (width - 5, depth - 1.25)) == ["", ""]


@pytest.mark.rule("CDC-TAB-01.2", "CDC-TAB-01.3", "CDC-TAB-02.2", "CDC-TAB-02.3", "CDC-TAB-05.1")
def test_the_same_shape_is_what_the_players_agree_it_is() -> None:
    """One block, 2 cm high, as passable, impassable and vaultable; and flat, as terrain."""
    through, beside = (24.0, 30.0), (17.0, 40.0)

    def met(piece: dict[str, Any]) -> tuple[list[str], bool]:
        field = lone(6, terrain=[piece], at=(16, 30))
        may_vault = "vault" in words(field)
        field.act("a1", "move", die=6)
        return codes(field, through, beside), may_vault

    assert met(block(2, "passable")) == (["", ""], False)
    assert met(block(2, "impassable")) == (["obstacle", ""], False)
    assert met(block(2, "vaultable")) == (["obstacle", ""], True)
    assert met(block(0, "impassable")) == (["", ""], False)


@pytest.mark.rule("CDC-TAB-02.1")
def test_an_obstacle_has_height_as_well_as_surface() -> None:
    flat, high = (piece_of(block(height, "vaultable")) for height in (0, 0.5))
    assert not flat.solid and high.solid and flat.area == high.area
    assert not flat.hides and high.hides


@pytest.mark.rule("CDC-TAB-03.1")
def test_a_passable_obstacle_is_terrain_of_the_kind_that_was_named() -> None:
    rubble = {"id": "ruin", "rect": [0, 0, 60, 60], "height": 6, "kinds": ["difficult"]}
    field = lone(3, terrain=[rubble])
    field.act("a1", "move", die=6)
    assert codes(field, (16, 30), (16.001, 30)) == ["", "too_far_here"]


@pytest.mark.rule("CDC-TAB-03.2", "CDC-TAB-02.3")
def test_woods_and_ruins_are_passable_unless_agreed_otherwise() -> None:
    wood = {"id": "wood", "rect": [0, 0, 60, 60], "height": 8, "kinds": ["difficult"], "wood": True}
    ruin = {"id": "ruin", "rect": [0, 0, 60, 60], "height": 6, "kinds": ["covering"]}
    assert [piece_of(p).crossing for p in (wood, ruin)] == ["passable", "passable"]
    assert piece_of({**ruin, "crossing": "impassable"}).crossing == "impassable"


@pytest.mark.rule("CDC-TAB-04.1", "CDC-TAB-04.2", "CDC-TAB-04.3")
def test_an_impassable_obstacle_is_walked_round() -> None:
    """Neither vaulted, nor climbed, nor jumped: two moves lead round its corner."""
    field = lone(5, 6, 3, terrain=[block(2, "impassable")], at=(18.5, 30))
    assert not {"vault", "climb", "descend"} & words(field)
    field.act("a1", "jump", die=6)
    field.answer(0)
    assert field.at("a1") == (18.75, 30), "it stops a jump, low as it is"
    field.act("a1", "move", die=8)
    assert codes(field, (25, 30)) == ["obstacle"]
    field.to(18.75, 37)
    field.act("a1", "move", die=4)
    field.to(25, 37)
    assert field.at("a1") == (25, 37)
    tall = lone(terrain=[block(5, "impassable")], at=(18.5, 30))
    assert not {"vault", "climb", "descend"} & words(tall)


@pytest.mark.rule("CDC-TAB-05.2", "CDC-TAB-05.4", "CDC-TAB-05.5")
@pytest.mark.parametrize(("height", "vaults"), [(3, False), (3.999, False), (4, True), (6, True)])
def test_tall_fighters_vault_and_small_ones_climb(height: float, vaults: bool) -> None:
    field = Field(
        {"a1": {"at": (18.5, 30), "height": round(height * 1000)}, "b1": FOE}, terrain=[block(4, "vaultable")]
    )
    assert ("vault" in words(field), "climb" in words(field)) == (vaults, not vaults)


@pytest.mark.rule("CDC-TAB-05.3", "CDC-TAB-06.7")
@pytest.mark.parametrize(("dda", "reached"), [(0, True), (1, True), (2, False), (5, False)])
def test_the_difficulty_agreed_on_decides_a_climb(dda: int, reached: bool) -> None:
    """A 3 climbs 6 cm less the DdA; the block is 5 cm high."""
    field = lone(3, terrain=[block(5, "vaultable", dda=dda, slope=90, handholds=False)], at=(18.5, 30))
    field.act("a1", "climb", "block", die=6)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert (field.figure("a1").z == 5_000) is reached and bool(field.all(Missed)) is not reached
    field.done()


@pytest.mark.rule(
    "CDC-TAB-06.1", "CDC-TAB-06.2", "CDC-TAB-06.3", "CDC-TAB-06.4", "CDC-TAB-06.5", "CDC-TAB-06.6", "CDC-TAB-07.1"
)
def test_the_table_of_difficulties() -> None:
    """The book's six rows, the case it leaves open (4), and the smooth wall."""
    assert suggested_dda(90, True, stairs=True) == 0 and suggested_dda(29, False) == 0
    assert [suggested_dda(slope, True) for slope in (45, 89, 90, 91)] == [1, 2, 4, 5]
    assert [suggested_dda(slope, False) for slope in (45, 60, 89, 90, 120)] == [3, 4, 4, None, None]
    piece = piece_of(block(5, "vaultable", slope=90, handholds=True))
    assert (piece.dda, piece.sheer) == (4, False)
    smooth = piece_of(block(5, "vaultable", slope=90))
    assert smooth.sheer


@pytest.mark.rule("CDC-TAB-06.8")
@pytest.mark.parametrize(("height", "reached"), [(6, True), (6.1, False)])
def test_nothing_makes_a_wall_easier_than_easy(height: float, reached: bool) -> None:
    """DdA 1 less 3 is 0: a 3 climbs 6 cm and no more."""
    goat = {"always": [{"modify": "dda", "by": -3}]}
    fighters = {"a1": {"at": (18.5, 30), "abilities": ["X-1"]}, "b1": FOE}
    field = trial({"X-1": goat}, fighters, terrain=[block(height, "vaultable", dda=1)], dice=[3])
    field.act("a1", "climb", "block", die=6)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert (field.figure("a1").z > 0) is reached


@pytest.mark.rule("CDC-TAB-07.1", "CDC-TAB-07.2")
def test_smooth_walls_are_neither_vaulted_nor_climbed() -> None:
    for height, word in ((2, "vault"), (5, "climb")):
        rough = lone(terrain=[block(height, "vaultable")], at=(18.5, 30))
        smooth = lone(terrain=[block(height, "vaultable", sheer=True)], at=(18.5, 30))
        assert word in words(rough) and word not in words(smooth)
    on_top = {"at": (21, 30), "z": 5}
    assert "descend" in words(lone(terrain=[block(5, "vaultable")], **on_top))
    assert "descend" not in words(lone(terrain=[block(5, "vaultable", sheer=True)], **on_top))


# terrains


@pytest.mark.rule("CDC-TAB-08.1", "CDC-TAB-08.2", "CDC-TAB-08.3")
def test_terrain_is_what_an_area_of_the_surface_is() -> None:
    kinds = {
        "difficult",
        "very_difficult",
        "covering",
        "dangerous",
        "extremely_dangerous",
        "intransitable",
        "crevice",
        "water",
    }
    assert kinds <= set(g.KINDS)
    wood = {"id": "wood", "rect": [20, 20, 10, 10], "kinds": ["difficult"], "wood": True}
    table = lone(terrain=[wood, area("dangerous", x=25)]).state.ground
    at = {x: g.kinds_at(table, (x * 1000, 25_000)) for x in (10, 22, 27, 40)}
    assert at == {10: (), 22: ("covering", "difficult"), 27: ("covering", "dangerous", "difficult"), 40: ("dangerous",)}


@pytest.mark.rule("CDC-TAB-08.3", "CDC-TAB-10.2", "CDC-TAB-11.2", "CDC-TAB-12.4")
def test_woods_and_forests() -> None:
    """A wood is covering without being told so."""
    wood = lone(4, terrain=[{**area("difficult", x=0), "wood": True}])
    assert "cover" in words(wood)
    wood.act("a1", "move", die=6)
    assert codes(wood, (18, 30), (18.001, 30)) == ["", "too_far_here"]
    forest = lone(4, terrain=[{**area("very_difficult", x=0), "wood": True}])
    assert "cover" in words(forest)
    forest.act("a1", "move", die=6)
    assert codes(forest, (14, 30), (14.001, 30)) == ["", "too_far_here"]


@pytest.mark.rule("CDC-TAB-09.1", "CDC-TAB-10.1", "CDC-TAB-11.1")
@pytest.mark.parametrize(
    ("kind", "most", "code"),
    [("", 12, "too_far"), ("difficult", 8, "too_far_here"), ("very_difficult", 4, "too_far_here")],
)
def test_three_times_twice_or_once_the_die(kind: str, most: float, code: str) -> None:
    field = lone(4, terrain=[area(kind, x=0)] if kind else [])
    field.act("a1", "move", die=8)
    assert codes(field, (10 + most, 30), (10 + most + 0.001, 30)) == ["", code]
    field.to(10 + most, 30)
    assert field.at("a1") == (10 + most, 30)
    field.done()


@pytest.mark.rule("CDC-TAB-12.1", "CDC-TAB-12.2")
@pytest.mark.parametrize("height", [0, 6])
def test_any_ground_may_be_called_covering(height: float) -> None:
    ruin = {"id": "ruin", "rect": [0, 20, 15, 20], "height": height, "kinds": ["covering"]}
    assert "cover" in words(lone(terrain=[ruin])) and "cover" not in words(lone())
    assert "cover" not in words(lone(terrain=[{**ruin, "kinds": ["difficult"]}]))


@pytest.mark.rule("CDC-TAB-12.5", "CDC-TAB-12.6", "CDC-ACT-23.4")
def test_cover_protects_only_who_moves_in_it() -> None:
    """Standing in a wood gives nothing; having moved under its cover makes shots need a 5."""
    fighters = {"a1": {"at": (10, 30)}, "b1": {"at": (40, 30), "items": ["CDC-EQ-22"], "dice": (8, 8)}}
    field = Field(fighters, terrain=[area("covering", x=0, w=20)], hand="b", dice=[2, 3, 2])
    field.act("b1", "shot", "CDC-EQ-22", "a1", die=8)
    needs = [e.need.value for e in field.all(Rolled) if e.need is not None]
    assert needs == [4]
    field.answer(("pass",))
    field.act("a1", "cover", die=8, others=(4,))
    field.to(12, 30)
    assert field.game.query(SDS, actor="b1", target="a1", action="shot", weapon="CDC-EQ-22").value == 5
    assert field.game.query(SDS, actor="b1", target="a1", action="melee", weapon="CDC-EQ-10").value == 4


# dangers


@pytest.mark.rule("CDC-TAB-13.1", "CDC-TAB-13.4")
@pytest.mark.parametrize(
    ("x", "face", "end", "hurt"),
    [(13, 1, 16, 1), (20, 1, 21, 1), (13, 2, 16, 0), (13, 1, 14.9, 0), (10, 1, 10, 0)],
)
def test_a_one_in_a_dangerous_place_hurts(x: float, face: int, end: float, hurt: int) -> None:
    field = lone(face, terrain=[area("dangerous")], at=(x, 30))
    field.act("a1", "move", die=6)
    field.to(end, 30)
    assert [e.rules for e in field.all(Hurt)] == [("CDC-TAB-13.1",)] * hurt
    assert field.figure("a1").life == 5 - hurt and field.at("a1") == (end, 30)
    field.done()


@pytest.mark.rule("CDC-TAB-13.2", "CDC-TAB-13.3")
def test_the_one_stays_and_no_bonus_hides_it() -> None:
    """With Destrezza 2 any other distance may be thrown again; with 3 cm more the natural face is still a 1."""
    spring = {"always": [{"modify": "stride", "by": 3000}]}
    fighters = {"a1": {"at": (13, 30), "des": 2, "abilities": ["X-1"], "dice": (6, 8)}, "b1": FOE}
    field = trial({"X-1": spring}, fighters, terrain=[area("dangerous")], dice=[1, 2])
    field.act("a1", "move", die=6)
    assert field.asked == "place", "nobody is offered the 1"
    field.to(19, 30)
    assert field.figure("a1").life == 4
    field.act("a1", "move", die=8)
    assert field.asked == "respond"
    field.done()


@pytest.mark.rule("CDC-TAB-13.5", "CDC-TAB-14.2")
def test_swimming_with_several_dice_hurts_once() -> None:
    """The first stroke shows no 1; the second two of them, and does one damage."""
    swimmer: dict[str, Any] = {"at": (18.75, 30), "dice": (4, 4, 6, 8)}
    field = lone(4, 2, 1, 1, terrain=[area("water", "dangerous", x=20, w=40)], **swimmer)
    field.act("a1", "swim", die=8, others=(6,))
    field.to(22.75, 30)
    assert field.all(Hurt) == []
    field.to(26.75, 30)
    assert field.the(Hurt).rules == ("CDC-TAB-13.1",)
    field.done()
    acid = lone(4, 2, 3, 3, terrain=[area("water", "extremely_dangerous", x=20, w=40)], **swimmer)
    acid.act("a1", "swim", die=8, others=(6,))
    acid.to(22.75, 30)
    acid.to(26.75, 30)
    assert acid.the(Hurt).rules == ("CDC-TAB-14.1",)
    acid.done()


@pytest.mark.rule("CDC-TAB-13.6", "CDC-TAB-14.4")
def test_careful_steps_and_jumps_are_safe() -> None:
    field = lone(1, 1, terrain=[area("dangerous", "extremely_dangerous", x=0)])
    field.act("a1", "careful", die=6)
    field.to(11, 30)
    field.act("a1", "jump", die=8)
    field.answer(0)
    assert field.at("a1") == (12, 30) and field.all(Hurt) == []
    field.done()


@pytest.mark.rule("CDC-TAB-14.1", "CDC-TAB-14.2")
def test_lava_hurts_whatever_the_die_and_once_an_action() -> None:
    """Two pools on one way, then a step within the second."""
    pools = [area("extremely_dangerous", x=12, w=3, id="one"), area("extremely_dangerous", x=18, w=20, id="two")]
    field = lone(6, 2, terrain=pools)
    field.act("a1", "move", die=6)
    field.to(24, 30)
    assert field.the(Hurt).rules == ("CDC-TAB-14.1",)
    field.act("a1", "move", die=8)
    field.to(25, 30)
    assert field.figure("a1").life == 3
    field.done()


@pytest.mark.rule("CDC-TAB-13.1", "CDC-TAB-14.1")
def test_both_dangers_at_once() -> None:
    field = lone(1, terrain=[area("extremely_dangerous", "dangerous")], at=(13, 30))
    field.act("a1", "move", die=6)
    field.to(16, 30)
    assert [e.rules[0] for e in field.all(Hurt)] == ["CDC-TAB-14.1", "CDC-TAB-13.1"]


@pytest.mark.rule("CDC-TAB-14.3", "CDC-DMG-02.2")
def test_who_dies_on_the_way_lies_where_it_entered() -> None:
    field = lone(6, terrain=[area("extremely_dangerous", x=17)], life=1)
    field.act("a1", "move", die=6)
    field.to(25, 30)
    assert field.the(Died).it == "a1"
    (corpse,) = field.state.corpses
    assert (corpse.x, corpse.y) == (17_000, 30_000)
    field.done()


@pytest.mark.rule("CDC-TAB-15.1", "CDC-TAB-15.2")
@pytest.mark.parametrize("word", ["move", "careful"])
def test_intransitable_ground_is_never_entered(word: str) -> None:
    field = lone(6, terrain=[area("intransitable", x=13, w=1)], at=(11, 30))
    field.act("a1", word, die=6)
    assert codes(field, (16.5, 30), (13.5, 30), (11.75, 30)) == ["intransitable", "intransitable", ""]


# water


@pytest.mark.rule("CDC-TAB-21.1", "CDC-TAB-21.2")
def test_water_is_for_swimmers() -> None:
    lake = area("water", x=20)
    field = lone(6, terrain=[lake], at=(18.75, 30))
    assert "swim" in words(field)
    field.act("a1", "careful", die=6)
    assert codes(field, (22, 30)) == ["water"]
    field = lone(6, terrain=[lake], at=(18.75, 30))
    field.act("a1", "move", die=6)
    assert codes(field, (22, 30)) == ["water"]
    swum = lone(4, 2, 2, terrain=[lake], at=(18.75, 30))
    swum.act("a1", "swim", die=8, others=(6,))
    swum.to(22.75, 30)
    assert swum.figure("a1").in_water and swum.all(Moved)[0].in_water


@pytest.mark.rule("CDC-TAB-21.3", "CDC-TAB-21.4")
@pytest.mark.parametrize(("width", "wet"), [(2, False), (10, True)])
def test_a_jump_over_water_and_into_it(width: float, wet: bool) -> None:
    """From 18.5 a jump of 6 comes down at 24.5, 1.25 cm clear of a ditch of 2 cm."""
    field = lone(6, terrain=[area("water", x=20, w=width)], at=(18.5, 30))
    field.act("a1", "jump", die=6)
    field.answer(0)
    assert field.at("a1") == (24.5, 30) and field.figure("a1").in_water is wet
    field.done()

"""Several in one square, big ones past others, the scale of the board and where riders are drawn (PF-GRID, PF-SIZE)."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitro.content.errors import ContentError
from arbitro.dice.sources import SeededDice
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.ground import room_for
from arbitro.rulesets.pathfinder.numbers import armour_class
from arbitro.rulesets.pathfinder.paths import may_stop, reachable
from arbitro.rulesets.pathfinder.picture import on_paper
from arbitro.rulesets.pathfinder.scene import drawn
from arbitro.rulesets.pathfinder.threat import flanks
from tests.pathfinder.field import Field
from tests.pathfinder.stable import SWORD, horse, knight, ridden


@pytest.mark.rule("PF-SIZE-02.2")
@pytest.mark.parametrize(("size", "most"), [("minuta", 25), ("piccolissima", 100)])
def test_so_many_of_the_smallest_share_a_square(size: str, most: int) -> None:
    def room(there: int) -> bool:
        flies = {f"a{n}": {"at": "c3", "size": size} for n in range(there)}
        last = {"z1": {"at": "e3", "size": size}}
        field = Field({**flies, **last}, {"b1": {"at": "l9"}}, dice=SeededDice(b"flies"))
        return room_for(field.game, field.figure("z1"), (2, 2))

    assert room(most - 1) and not room(most)


@pytest.mark.rule("PF-SIZE-04.2")
def test_who_has_no_reach_flanks_nobody() -> None:
    def flanking(size: str) -> bool:
        party = {"a1": {"at": "c3", "items": [SWORD]}, "a2": {"at": "e3", "size": size, "items": ["pugnale"]}}
        field = Field(party, {"b1": {"at": "d3"}})
        return bool(flanks(field.game, "a1", "b1"))

    assert flanking("piccola") and not flanking("minuscola")


@pytest.mark.rule("PF-GRID-11.2", "PF-COV-06.2")
def test_the_friend_whose_square_one_crosses_is_no_cover() -> None:
    foe = {"b1": {"at": "e5", "items": ["lancia-lunga"]}}
    beyond = Field({"a1": {"at": "c5"}, "a2": {"at": "d5"}}, foe)
    assert armour_class(beyond.game, "a1", "b1", "lancia-lunga").value == 14  # behind it
    inside = Field({"a1": {"at": "b5"}, "a2": {"at": "c5", "conditions": ["indifeso"]}}, foe)
    inside.act("a1", "move", "c5")
    assert armour_class(inside.game, "a1", "b1", "lancia-lunga").value == 10  # in its square


@pytest.mark.rule("PF-GRID-24.1", "PF-GRID-25.1")
def test_half_a_width_beside_a_wall_is_no_way_through_it() -> None:
    field = Field({"a1": {"at": "a1", "size": "grande"}}, {"b1": {"at": "h1"}}, rows=["...#....", "...#...."])
    assert set(reachable(field.game, "a1", 12, "terra")) == {(1, 0), (2, 0)}


@pytest.mark.rule("PF-GRID-27.1")
def test_a_big_creature_squeezes_past_a_foe_but_does_not_stop_there() -> None:
    rows = ["######", "......", "......", "######"]
    field = Field({"a1": {"at": "a2", "size": "grande"}}, {"b1": {"at": "c3"}}, rows=rows)
    found = reachable(field.game, "a1", 6, "terra")
    assert (4, 1) in found and found[4, 1].cost == 6  # two narrow steps count double
    assert not may_stop(field.game, field.figure("a1"), (2, 1)) and (2, 1) not in found and (1, 1) not in found
    shut = Field({"a1": {"at": "a2", "size": "grande"}}, {"b1": {"at": "c3"}, "b2": {"at": "c2"}}, rows=rows)
    assert (4, 1) not in reachable(shut.game, "a1", 6, "terra")
    small = Field({"a1": {"at": "a2"}}, {"b1": {"at": "c3"}, "b2": {"at": "c2"}}, rows=rows)
    assert (4, 1) not in reachable(small.game, "a1", 6, "terra")


# --- on the table and on the screen -------------------------------------------------------------------


@pytest.mark.rule("PF-GRID-01.2", "PF-GRID-01.3")
def test_a_printed_square_is_two_and_a_half_centimetres_and_a_man_three() -> None:
    assert on_paper(1.5) == 25.0 and on_paper(1.8) == 30.0  # millimetres
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "l9"}})
    assert 'data-print-width="300mm"' in RULESET.map_svg(field.state, "it")  # 12 squares


@pytest.mark.rule("PF-MNT-05.2")
def test_a_rider_is_drawn_on_its_mount() -> None:
    field = ridden()
    assert [f.id for f in drawn(field.state)] == ["a2", "b1", "a1"]
    views = {view.id: view for view in field.rules.scene(field.state, "a", "it").figures}
    horse_box, rider_box = views["a2"].shape.points, views["a1"].shape.points
    xs, ys = [x for x, _ in rider_box], [y for _, y in rider_box]
    assert min(x for x, _ in horse_box) < min(xs) < max(xs) < max(x for x, _ in horse_box)
    assert sum(xs) / 4 == sum(x for x, _ in horse_box) / 4 and sum(ys) / 4 == sum(y for _, y in horse_box) / 4
    rows = field.rules.map_text(field.state, "it").splitlines()
    assert any("a2 a1" in row for row in rows) and any("a2 a2" in row for row in rows)


SCENARIO = """
scenario: prova
name: Prova
name_en: Trial
ruleset: pathfinder
ground: {map: ["........", "........", "........", "........"]}
sides:
  - seat: a
    members:
      - {id: rino, sheet: SHEET, at: a1, mount: MOUNT}
      - {id: stella, sheet: cavallo-da-guerra, at: a1}
      - {id: gino, sheet: sgherro, at: c1GINO}
  - seat: b
    members: [{id: orco, sheet: orco, at: h1}]
"""


@pytest.mark.parametrize(("sheet", "mount", "gino", "said"), [
    ("sgherro", "furia", "", "furia"), ("sgherro", "orco", "", "orco"), ("sgherro", "rino", "", "rino"),
    ("ogre", "stella", "", "non è più grande"), ("sgherro", "stella", ", mount: stella", "due cavalieri"),
])  # fmt: skip
def test_riders_that_cannot_ride_are_faults_of_the_file(sheet: str, mount: str, gino: str, said: str) -> None:
    text = SCENARIO.replace("SHEET", sheet).replace("MOUNT", mount).replace("GINO", gino)
    with pytest.raises(ContentError) as caught:
        RULESET.read_text(text, "prova.yaml")
    assert any(said in problem.message_it for problem in caught.value.problems)
    good = SCENARIO.replace("SHEET", "sgherro").replace("MOUNT", "stella").replace("GINO", "")
    assert RULESET.read_text(good, "prova.yaml").setup["sides"][0]["members"][0]["mount"] == "stella"


def test_the_joust_can_be_played_and_begins_in_the_saddle() -> None:
    path = Path(__file__).parents[2] / "examples" / "pathfinder" / "la-giostra-del-ponte.yaml"
    state = RULESET.setup(RULESET.read_scenario(path).setup)
    riders = {figure.id: figure.mount for figure in state.figures.values() if figure.mount}  # type: ignore[attr-defined]
    assert riders == {"brando": "fulmine", "capo": "morello", "zanna": "cane"}


@pytest.mark.rule("PF-MNT-11.2", "PF-MNT-04.2")
def test_a_computer_in_the_saddle_charges_what_it_can_and_else_rides_nearer() -> None:
    from arbitro.rulesets.pathfinder.tactics import quick_ride

    near = ridden(foes={"b1": {"at": "j5", "hp": 60}})
    assert quick_ride(near.game, "a1") == ("a1", "ride_charge", SWORD, "b1")
    far = Field({"a1": knight(at="a1"), "a2": horse(at="a1")}, {"b1": {"at": "z30"}}, rows=["." * 40] * 40)
    who, action, *_ = quick_ride(far.game, "a1")
    assert (who, action) == ("a2", "move")
    shy = ridden(knight(skills={"cavalcare": 0}), horse(combat_trained=False, items=["sella-da-galoppo"]))
    assert quick_ride(shy.game, "a1") == ("a1", "control")


def test_a_fall_is_told_as_a_fall_in_both_languages() -> None:
    foe = {"b1": {"at": "d5", "items": ["falcetto"], "feats": ["sbilanciare-migliorato"]}}
    field = ridden(foes=foe, order=("b1", "a1", "a2"), dice=[15])
    told = field.act("b1", "trip", "falcetto", "a1")
    said = {lang: [field.rules.words(field.state, lang).tell(event) for event in told] for lang in ("it", "en")}  # type: ignore[arg-type]
    assert "a1 cade di sella (a2)." in said["it"] and "a1 falls off a2." in said["en"]

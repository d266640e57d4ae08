"""Movement on squares: costs, diagonals, terrain, obstacles, who may pass where, and cover and concealment there."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.events_blows import AttackRolled
from arbitro.rulesets.pathfinder.events_bonds import Fled
from arbitro.rulesets.pathfinder.numbers import MISS, armour_class
from arbitro.rulesets.pathfinder.paths import reachable
from arbitro.rulesets.pathfinder.sight import COVER, NO_COVER, SOFT, TOTAL, cover
from arbitro.rulesets.pathfinder.state import square_named
from arbitro.rulesets.pathfinder.threat import flanks
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
FAR = {"b1": {"at": "l9"}}


def cost(field: Field, place: str, budget: int = 20) -> int | None:
    """Squares that it costs a1 to get somewhere; None if it cannot get there."""
    square = square_named(place)
    assert square is not None
    found = reachable(field.game, "a1", budget, "terra").get(square)
    return found.cost if found is not None else None


def alone(rows: list[str] | None = None, place: str = "a1", foes: dict | None = None, **more: object) -> Field:
    board = {"rows": rows} if rows else {}
    ground = {"ground": more.pop("ground")} if "ground" in more else {}
    return Field({"a1": {"at": place, **more}}, foes or FAR, **board, **ground)  # type: ignore[arg-type]


# --- squares and diagonals ----------------------------------------------------------------------------


@pytest.mark.rule("PF-GRID-06.1", "PF-GRID-07.1", "PF-GRID-10.1")
def test_every_second_diagonal_counts_as_two() -> None:
    field = alone()
    assert [cost(field, place) for place in ("b2", "c3", "d4", "e5", "f2")] == [1, 3, 4, 6, 5]


@pytest.mark.rule("PF-SPD-01.1", "PF-MOV-02.1", "PF-ACT-06.1", "PF-SPD-05.1", "PF-GRID-05.1", "PF-ACT-04.1")
def test_a_move_goes_up_to_the_speed_and_a_second_one_takes_the_standard_action() -> None:
    field = alone()
    squares = field.offered("a1", "move")
    assert "g1" in squares and "h1" not in squares
    field.act("a1", "move", "g1")
    assert "attack" not in field.actions("a1") and "total_defence" in field.actions("a1")
    field.act("a1", "move", "l1") if "move" in field.actions("a1") else None
    assert field.at("a1") == "l1" and field.figure("a1").std == 0 and "total_defence" not in field.actions("a1")


@pytest.mark.rule("PF-GRID-05.1", "PF-MOV-02.1", "PF-GRID-07.1")
def test_what_is_left_of_a_move_can_be_used_and_diagonals_go_on_counting() -> None:
    field = alone()
    field.act("a1", "move", "b2")
    assert field.figure("a1").stride == 5 and field.figure("a1").mov == 0
    field.act("a1", "move", "c3")
    assert field.figure("a1").stride == 3, "the second diagonal cost two"
    field.act("a1", "total_defence")
    assert field.figure("a1").stride == 0


@pytest.mark.rule("PF-GRID-08.1", "PF-GRID-08.2", "PF-GRID-08.3")
def test_no_diagonal_past_a_corner_but_past_creatures_and_pits() -> None:
    assert cost(alone(["...", "...", ".#."]), "b2") == 2
    assert cost(alone(["...", "...", ".^."]), "b2") == 1
    assert cost(alone(["............"] * 3, foes={"b1": {"at": "b1"}}), "b2") == 1
    walled = alone(ground={"walls": [{"between": ["a1", "b1"]}]})
    assert cost(walled, "b2") == 2 and cost(walled, "b1") == 3


# --- others -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRID-11.1", "PF-GRID-12.1", "PF-GRID-13.1")
def test_one_passes_friends_and_not_foes_and_stops_on_nobody() -> None:
    party = {"a1": {"at": "a1"}, "a2": {"at": "b1"}}
    field = Field(party, {"b1": {"at": "e1"}}, rows=["......"])
    assert [cost(field, place) for place in ("b1", "c1", "d1", "e1", "f1")] == [None, 2, 3, None, None]


@pytest.mark.rule("PF-GRID-12.1", "PF-GRID-13.1")
def test_a_helpless_foe_is_no_hindrance() -> None:
    foes = {"b1": {"at": "c1", "conditions": ["indifeso"]}, "b2": {"at": "f1"}}
    field = Field({"a1": {"at": "a1"}}, foes, rows=["......"])
    assert [cost(field, place) for place in ("c1", "d1")] == [2, 3]


@pytest.mark.rule("PF-GRID-12.2")
def test_a_huge_body_is_hard_to_pass() -> None:
    foes = {"b1": {"at": "b1", "size": "enorme", "conditions": ["indifeso"]}, "b2": {"at": "h1"}}
    field = Field({"a1": {"at": "a1"}}, foes, rows=["........"] * 3)
    assert cost(field, "b1") == 2 and cost(field, "e1") == 2 * 3 + 1


@pytest.mark.rule("PF-GRID-17.1", "PF-GRID-17.2")
def test_three_sizes_apart_one_passes() -> None:
    giant = {"b1": {"at": "b1", "size": "mastodontica"}, "b2": {"at": "h1"}}
    field = Field({"a1": {"at": "a1", "size": "piccola", "speeds": {"terra": 9}}}, giant, rows=["........"] * 4)
    assert cost(field, "f1") == 5


@pytest.mark.rule("PF-SIZE-01.1", "PF-SIZE-02.1")
def test_four_tiny_creatures_share_a_square_and_no_fifth() -> None:
    party = {f"a{n}": {"at": "b1" if n > 1 else "a1", "size": "minuscola"} for n in range(1, 6)}
    assert cost(Field(party, FAR), "b1") is None
    del party["a5"]
    assert cost(Field(party, FAR), "b1") == 1


# --- terrain ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRID-20.1", "PF-GRID-20.2", "PF-GRID-04.1", "PF-GRID-30.1")
def test_difficult_terrain_costs_two_and_three_on_a_diagonal() -> None:
    field = alone([",,,,", ",,,,", ".,,,"])
    assert [cost(field, place) for place in ("b1", "b2", "c3")] == [2, 3, 6]


@pytest.mark.rule("PF-GRID-22.1", "PF-GRID-24.2")
def test_flyers_do_not_mind() -> None:
    field = alone([",,,,", "o,^,", ".,,,"], speeds={"volo": 9})
    found = reachable(field.game, "a1", 6, "volo")
    assert found[(1, 0)].cost == 1 and found[(2, 1)].cost == 2


@pytest.mark.rule("PF-GRID-21.1")
def test_a_big_creature_moves_as_the_worst_of_its_squares_allows() -> None:
    field = alone(["....", ".,..", "...."], size="grande")
    assert cost(field, "b1") == 2


@pytest.mark.rule("PF-GRID-23.1", "PF-GRID-23.2", "PF-GRID-23.3", "PF-GRID-24.1")
def test_obstacles_cost_double_and_barriers_two_beside_the_square_beyond() -> None:
    assert cost(alone([".o."]), "c1") == 3
    low = alone(["..."], ground={"walls": [{"between": ["a1", "b1"], "kind": "low"}]})
    assert cost(low, "b1") == 3 and cost(low, "b1", budget=2) is None
    assert cost(alone(["..."], ground={"walls": [{"between": ["a1", "b1"]}]}), "b1") is None
    assert cost(alone([".#."]), "c1") is None


# --- the 1.5 m step -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-MISC-01.1", "PF-MISC-01.3", "PF-ACT-07.1", "PF-MOV-02.2")
def test_a_step_is_for_turns_without_other_movement() -> None:
    field = alone()
    field.act("a1", "step", "b1")
    assert "step" not in field.actions("a1") and "move" not in field.actions("a1")
    field = alone()
    field.act("a1", "move", "b1")
    assert "step" not in field.actions("a1")


@pytest.mark.rule("PF-MISC-02.2", "PF-MISC-03.1")
def test_no_step_into_difficult_terrain_in_the_dark_or_by_the_slow() -> None:
    assert set(alone([",..", ".#."]).offered("a1", "step")) == set()
    assert "step" not in alone(ground={"light": "dark"}).actions("a1")
    assert "step" not in alone(speeds={"terra": 1.5}).actions("a1")


@pytest.mark.rule("PF-MISC-02.1", "PF-FULL-03.2", "PF-FULL-05.2", "PF-ACT-08.2")
def test_a_step_may_come_between_the_attacks_of_a_full_attack() -> None:
    foes = {"b1": {"at": "d3", "hp": 50}, "b2": {"at": "e5", "hp": 50}}
    field = Field({"a1": {"at": "c3", "bab": 6, **SWORD}}, foes, dice=[15, 3, 15, 4])
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    field.act("a1", "step", "d4")
    field.act("a1", "swing", "spada-lunga", "b2")
    assert [(e.target, e.bonus.value) for e in field.all(AttackRolled)] == [("b1", 6), ("b2", 1)]


@pytest.mark.rule("PF-FREE-02.1", "PF-MOV-05.4")
def test_one_lies_down_for_nothing_and_gets_up_with_a_move() -> None:
    field = alone()
    field.act("a1", "drop_prone")
    assert field.figure("a1").mov == 1
    field.act("a1", "stand")
    assert field.figure("a1").mov == 0 and not field.figure("a1").has("prono")


def test_walking_off_the_board_ends_the_battle_for_one() -> None:
    field = alone()
    field.act("a1", "leave")
    assert field.the(Fled).it == "a1" and field.game.state.result == "b"


# --- run ----------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-FULL-08.1", "PF-FULL-08.2", "PF-SPD-05.2", "PF-GRID-05.3", "PF-FULL-09.1", "PF-FULL-11.1")
def test_a_run_is_four_times_the_speed_straight_on() -> None:
    field = alone(["." * 30, "." * 30], destrezza=16)
    squares = field.offered("a1", "run")
    assert "y1" in squares and "z1" not in squares and "d2" not in squares
    field.act("a1", "run", "y1")
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 0)
    assert armour_class(field.game, "a1").value == 10, "no Dexterity while running"
    assert "run" not in alone([",,.", ".,."]).actions("a1")


@pytest.mark.rule("PF-FEAT-07.1")
def test_the_feat_makes_runs_longer_and_keeps_dexterity() -> None:
    field = alone(["." * 40], destrezza=16, feats=["correre"])
    field.act("a1", "run", "ae1")
    assert armour_class(field.game, "a1").value == 13


@pytest.mark.rule("PF-FULL-09.2", "PF-FULL-09.3", "PF-FULL-10.1")
def test_breath_lasts_as_many_rounds_as_the_constitution_score() -> None:
    field = Field({"a1": {"at": "a1", "costituzione": 3}}, {"b1": {"at": "l1"}}, dice=[13], rows=["." * 12])
    places = ["k1", "a1", "k1", "a1"]
    for place in places:
        field.act("a1", "run", place)
        field.end("a1", "b1")
    assert field.the(CameToNothing).why == "breath", "13 - 4 is no 10; the first check, DC 10, failed"


# --- charge -------------------------------------------------------------------------------------------


def charger(place: str, rows: list[str] | None = None, **more: object) -> Field:
    board = {"rows": rows} if rows else {}
    return Field({"a1": {"at": "a1", **SWORD, **more}}, {"b1": {"at": place}}, dice=[15, 3], **board)  # type: ignore


@pytest.mark.rule("PF-CHG-01.1", "PF-CHG-03.1", "PF-CHG-08.1", "PF-CHG-09.1", "PF-CHG-09.2", "PF-CHG-07.1")
def test_a_charge_ends_in_one_attack_at_plus_2_and_leaves_one_open() -> None:
    field = charger("h1", bab=6)
    field.act("a1", "charge", "spada-lunga", "b1")
    assert field.at("a1") == "g1" and field.the(AttackRolled).bonus.value == 6 + 2
    assert armour_class(field.game, "a1").value == 8
    assert not {"step", "move", "attack", "swing"} & set(field.actions("a1"))
    field.end("a1", "b1")
    assert armour_class(field.game, "a1").value == 10


@pytest.mark.rule("PF-CHG-03.2", "PF-CHG-03.3", "PF-CHG-06.1", "PF-CHG-06.2", "PF-CHG-06.3", "PF-GRID-20.3")
@pytest.mark.parametrize(("place", "row", "able"), [
    ("d1", "............", True), ("c1", "............", False), ("l1", "............", True),
    ("h1", "....,.......", False), ("h1", "....o.......", False), ("h1", "....#.......", False),
])  # fmt: skip
def test_a_charge_wants_room_and_clear_ground(place: str, row: str, able: bool) -> None:
    assert ("charge" in charger(place, [row]).actions("a1")) == able


@pytest.mark.rule("PF-CHG-05.1", "PF-CHG-05.5", "PF-CHG-06.1", "PF-CHG-06.2")
def test_a_friend_in_the_way_or_on_the_nearest_square_bars_a_charge() -> None:
    def able(**friend: object) -> bool:
        party = {"a1": {"at": "a3", **SWORD}, "a2": friend}
        return "charge" in Field(party, {"b1": {"at": "h3"}}).actions("a1")

    assert not able(at="d3") and not able(at="g3") and able(at="d4")
    assert able(at="d3", conditions=["indifeso"])


@pytest.mark.rule("PF-CHG-06.4", "PF-CHG-06.5", "PF-CHG-06.7")
def test_a_charge_need_not_follow_the_rows() -> None:
    field = charger("f4")
    field.act("a1", "charge", "spada-lunga", "b1")
    assert field.at("a1") == "e3"


@pytest.mark.rule("PF-CHG-02.1")
def test_one_cannot_charge_what_one_does_not_see() -> None:
    foe = {"at": "h1", "conditions": ["invisibile"]}
    assert "charge" not in Field({"a1": {"at": "a1", **SWORD}}, {"b1": foe}).actions("a1")


# --- cover and concealment ----------------------------------------------------------------------------


def seen(rows: list[str], mode: str = "ranged", a: str = "a1", b: str = "g1", **more: object) -> str:
    field = Field({"a1": {"at": a}, **more.pop("party", {})}, {"b1": {"at": b}}, rows=rows, **more)  # type: ignore
    return cover(field.game, "a1", "b1", mode)


@pytest.mark.rule("PF-COV-02.1", "PF-COV-02.2", "PF-COV-12.1", "PF-COV-12.2")
def test_cover_and_total_cover_from_walls() -> None:
    assert seen([".......", "......."]) == NO_COVER
    assert seen(["...#...", "......."], b="g2") == COVER
    assert seen(["...#...", "...#..."]) == TOTAL
    closed = Field({"a1": {"at": "a1", "items": ["arco-corto"]}}, {"b1": {"at": "g1"}}, rows=["...#..."])
    assert "shoot" not in closed.actions("a1")


@pytest.mark.rule("PF-COV-02.3", "PF-AC-11.2")
def test_cover_is_4_to_ac_but_not_against_incorporeal_touch() -> None:
    rows = ["...#...", "......."]
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "g2"}}, rows=rows)
    field.end("a1")
    assert armour_class(field.game, "b1", "a1", mode="ranged").value == 14
    assert armour_class(field.game, "b1", "a1", mode="ranged", against="incorporeal").value == 10


@pytest.mark.rule("PF-COV-09.1", "PF-COV-09.3", "PF-COV-09.5")
def test_creatures_between_give_soft_cover_but_not_to_the_adjacent() -> None:
    rows = ["......."]
    assert seen(rows, party={"a2": {"at": "d1"}}) == SOFT
    assert seen(rows, mode="melee", b="b1") == NO_COVER
    assert seen(rows, mode="melee", b="c1", party={"a2": {"at": "b1"}}) == SOFT


@pytest.mark.rule("PF-COV-03.1", "PF-COV-05.1", "PF-COV-05.2")
def test_a_low_wall_covers_the_one_behind_it_unless_the_attacker_is_nearer() -> None:
    low = {"walls": [{"between": ["b1", "c1"], "kind": "low"}]}
    assert seen(["......."], mode="melee", a="b1", b="c1", ground=low) == COVER
    obstacle = [".....o.", "......."]
    assert seen(obstacle, a="a2", b="g2") == COVER
    assert seen([".o.....", "......."], a="a2", b="g2") == NO_COVER


@pytest.mark.rule("PF-COV-10.1", "PF-COV-10.2")
def test_big_creatures_choose_the_square_from_which_they_strike() -> None:
    """A wall on d2 covers d1 from c2 and c2 from d1; the big one has c1 beside d1 too, and may strike, or be struck,
    there.
    """
    rows = [".......", "...#...", "......."]
    for span, found in (("media", COVER), ("grande", NO_COVER)):
        big = {"at": "c2" if span == "media" else "b1", "size": span}
        field = Field({"a1": big}, {"b1": {"at": "d1"}}, rows=rows)
        assert cover(field.game, "a1", "b1", "melee") == cover(field.game, "b1", "a1", "melee") == found


@pytest.mark.rule("PF-COV-05.1")
def test_a_low_obstacle_covers_within_six_squares_of_it_only() -> None:
    """From a2, eight squares away, over the obstacle on i2: o2 is six squares from it, p2 seven."""
    rows = ["........o.......", "................"]
    assert [seen(rows, a="a2", b=place) for place in ("o2", "p2")] == [COVER, NO_COVER]


@pytest.mark.rule("PF-CON-01.1", "PF-CON-02.1", "PF-CON-04.1", "PF-CON-04.2", "PF-TAB-18.1", "PF-CON-08.1")
def test_fog_and_dim_light_make_one_hit_in_five_miss() -> None:
    def miss(rows: list[str], mode: str, b: str = "e1", light: str = "normal", **a: object) -> int:
        field = Field({"a1": {"at": "a1", **a}}, {"b1": {"at": b}}, rows=rows, ground={"light": light})
        return field.game.query(MISS, target="b1", actor="a1", mode=mode).value

    assert miss(["..%..."], "ranged") == 20 and miss(["......"], "ranged") == 0
    assert miss([".%...."], "melee", "b1") == 20 and miss(["%....."], "melee", "b1") == 0
    assert miss(["......"], "melee", "b1", "dim") == 20
    assert miss(["......"], "melee", "b1", "dim", senses=["scurovisione"]) == 0
    assert miss(["......"], "melee", "b1", "dark") == 50


@pytest.mark.rule("PF-CON-04.2", "PF-CON-04.1")
@pytest.mark.parametrize(("percent", "outcome"), [(20, "concealed"), (21, "hit")])
def test_the_chance_to_miss_is_rolled_after_a_hit(percent: int, outcome: str) -> None:
    dice = [15, percent, *([3] if outcome == "hit" else [])]
    field = Field({"a1": {"at": "a1", **SWORD}}, {"b1": {"at": "b1"}}, dice=dice, ground={"light": "dim"})
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).outcome == outcome
    field.done()


# --- flanking -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-FLK-01.1", "PF-FLK-01.2", "PF-FLK-02.1")
def test_flankers_on_opposite_sides_get_2_in_melee() -> None:
    party = {"a1": {"at": "c3", "items": ["spada-lunga", "arco-corto"]}, "a2": {"at": "e3", **SWORD}}
    field = Field(party, {"b1": {"at": "d3"}})
    assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == 2
    far = Attempt(actor="a1", target="b1", weapon="arco-corto", mode="ranged")
    assert all(line.rule != "PF-FLK-01.1" for line in bonus_of(field.game, far).lines)


@pytest.mark.rule("PF-FLK-02.1", "PF-FLK-03.1")
@pytest.mark.parametrize(("mine", "friend", "size", "flanked"), [
    ("c4", "e2", "media", True), ("c4", "e3", "media", False), ("c3", "e4", "media", False),
    ("d4", "d2", "media", True), ("b3", "e3", "grande", True),
])  # fmt: skip
def test_where_flankers_must_stand(mine: str, friend: str, size: str, flanked: bool) -> None:
    party = {"a1": {"at": mine, "size": size, **SWORD}, "a2": {"at": friend, **SWORD}}
    field = Field(party, {"b1": {"at": "d3"}})
    assert bool(flanks(field.game, "a1", "b1")) == flanked


@pytest.mark.rule("PF-FLK-01.1", "PF-FLK-04.1")
def test_a_friend_who_does_not_threaten_does_not_flank() -> None:
    party = {"a1": {"at": "c3", **SWORD}, "a2": {"at": "e3"}}
    assert not flanks(Field(party, {"b1": {"at": "d3"}}).game, "a1", "b1")
    bite = [{"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d3", "types": ["perforante"]}]
    party["a2"] = {"at": "d3", "size": "minuscola", "attacks": bite}
    assert not flanks(Field(party, {"b1": {"at": "d3"}}).game, "a1", "b1")


# --- narrow spaces, and the least movement ------------------------------------------------------------


@pytest.mark.rule("PF-GRID-25.1", "PF-GRID-25.2", "PF-GRID-25.3", "PF-GRID-26.1")
def test_a_large_creature_squeezes_through_a_corridor_of_one_square() -> None:
    rows = ["....##....", "....##....", "..........", "....##...."]
    field = Field({"a1": {"at": "a1", "size": "grande", **SWORD}}, {"b1": {"at": "j4"}}, rows=rows)
    assert cost(field, "d1") is not None
    assert cost(field, "g1", 30) is not None, "through the gap in the second row"
    field.act("a1", "move", "d1")
    assert field.figure("a1").has("stretto") and armour_class(field.game, "a1").value == 9 - 4
    assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == -1 - 4
    huge = Field({"a1": {"at": "a1", "size": "enorme"}}, {"b1": {"at": "j4"}}, rows=rows)
    assert cost(huge, "g1", 60) is None, "less than half of three squares"


@pytest.mark.rule("PF-GRID-29.1")
def test_who_drops_on_a_friends_square_lies_on_the_last_one_where_it_may() -> None:
    party = {"a1": {"at": "a1", "hp_now": 3}, "a2": {"at": "c1"}, "a3": {"at": "l1"}}
    field = Field(party, {"b1": {"at": "c2", **SWORD}}, dice=[15, 8], order=("b1", "a1", "a2", "a3"),
                  rows=["##.#########", "............"])  # fmt: skip
    field.end("b1")
    field.act("a1", "move", "e1")
    assert field.asked == "respond" and field.at("a1") == "c1", "walls cover a1 beside the gap"
    field.strike("b1")
    assert field.figure("a1").has("morente") and field.at("a1") == "b1"


@pytest.mark.rule("PF-FULL-07.1", "PF-FULL-07.2", "PF-GRID-31.1", "PF-GRID-31.2", "PF-GRID-31.3")
def test_a_full_round_always_carries_one_square() -> None:
    rows = [",,#", ",,#"]
    field = Field({"a1": {"at": "a1", "speeds": {"terra": 1.5}}}, {"b1": {"at": "b1", **SWORD}}, rows=rows,
                  order=("b1", "a1"))  # fmt: skip
    field.end("b1")
    assert "move" not in field.actions("a1") and set(field.offered("a1", "slog")) == {"a2", "b2"}
    field.act("a1", "slog", "b2")
    assert field.asked == "respond", "it is no 1.5 m step"
    field.let_go()
    assert field.at("a1") == "b2" and (field.figure("a1").std, field.figure("a1").mov) == (0, 0)


@pytest.mark.rule("PF-GRID-30.1", "PF-GRID-30.2", "PF-GRID-30.3", "PF-GRID-30.4")
def test_doubled_costs_double_again() -> None:
    from arbitro.geometry.grid import price

    assert [price(False, False, n)[0] for n in range(4)] == [1, 2, 4, 8]
    assert [price(True, False, n)[0] for n in range(4)] == [1, 3, 6, 12]

"""Lines of sight from a head to any point of a base."""

from __future__ import annotations

from random import Random

from arbitro.geometry.shapes import Base, polygon, rectangle
from arbitro.geometry.sight import Blocker, Cylinder, Prism, blocker, clear, sees

HEAD = (0, 0, 3_000)
TARGET = Base(20_000, 0, r=1_250)


def wall(x: int, y0: int, y1: int, z1: int, z0: int = 0) -> Prism:
    return Prism(rectangle(x, y0, 1_000, y1 - y0), z0, z1)


def test_open_ground_and_a_wall() -> None:
    assert sees(HEAD, TARGET, 0, [])
    assert not sees(HEAD, TARGET, 0, [wall(10_000, -9_000, 9_000, 5_000)])


def test_grazing_a_corner_does_not_block() -> None:
    edge = wall(10_000, 0, 9_000, 5_000)  # its lower corners lie on the line y = 0
    assert clear(HEAD, 20_000, 0, 0, [edge])
    assert not clear(HEAD, 20_000, 1, 0, [edge]), "a hair above, the line runs through it"


def test_any_point_of_the_base_will_do() -> None:
    # the lower rim of the target is at y = -1250; half way there the line passes at about -625
    assert sees(HEAD, TARGET, 0, [wall(10_000, -500, 9_000, 5_000)])
    assert not sees(HEAD, TARGET, 0, [wall(10_000, -800, 9_000, 5_000)])


def test_through_a_gap_between_two_walls() -> None:
    left = wall(10_000, 330, 9_000, 5_000)  # its corner farther on lies at 330 : 11000 = 0.03
    assert sees(HEAD, TARGET, 0, [left, wall(10_000, -9_000, 290, 5_000)]), "less than half a millimetre wide"
    assert sees(HEAD, TARGET, 0, [left, wall(10_000, -9_000, 300, 5_000)]), "one line grazes both, at 0.03"
    assert not sees(HEAD, TARGET, 0, [left, wall(10_000, -9_000, 301, 5_000)])
    offset = [wall(10_000, 300, 9_000, 5_000), wall(12_000, -9_000, 1_500, 5_000)]
    assert not sees(HEAD, TARGET, 0, offset), "each leaves a way, together they leave none"


def test_over_a_low_wall() -> None:
    """From 3 cm up to the far rim at 21.25 cm the line is at 3 x (21.25 - s) / 21.25 cm."""
    # at the far side of the wall, s = 11 cm, that is 1.447 cm
    assert sees(HEAD, TARGET, 0, [wall(10_000, -9_000, 9_000, 1_447)])
    assert not sees(HEAD, TARGET, 0, [wall(10_000, -9_000, 9_000, 1_448)])


def test_under_a_bridge() -> None:
    """A deck from 2 cm up over s = 10 to 11 cm: the line to the near rim, 18.75 cm off, is at 1.4 cm there."""
    assert sees(HEAD, TARGET, 0, [wall(10_000, -9_000, 9_000, 4_000, z0=2_000)])
    assert not sees(HEAD, TARGET, 0, [wall(1_000, -9_000, 9_000, 4_000, z0=2_000)])


def test_from_below_to_a_platform() -> None:
    deck = Prism(rectangle(15_000, -5_000, 10_000, 10_000), 0, 5_000)
    assert not sees(HEAD, TARGET, 5_000, [deck]), "the base stands back from the edge"
    assert sees(HEAD, Base(16_250, 0, r=1_250), 5_000, [deck]), "its rim is at the very edge"
    assert sees((0, 0, 5_000), TARGET, 5_000, [deck]), "level with the top"


def test_cylinders_stand_or_lie() -> None:
    assert not sees(HEAD, TARGET, 0, [Cylinder(10_000, 0, 1_250, 0, 3_000)])
    assert sees(HEAD, TARGET, 0, [Cylinder(10_000, 0, 1_250, 0, 500)])
    assert sees(HEAD, TARGET, 0, [Cylinder(10_000, 0, 500, 0, 3_000)]), "too thin to hide the whole base"
    assert not sees(HEAD, TARGET, 0, [Cylinder(10_000, 0, 700, 0, 3_000)])
    pair: list[Blocker] = [Cylinder(10_000, 1_400, 1_250, 0, 9_000), Cylinder(10_000, -1_400, 1_250, 0, 9_000)]
    assert sees(HEAD, TARGET, 0, pair), "3 mm between them"


def test_hollow_shapes_hide_with_their_arms_only() -> None:
    outer = ((8_000, -4_000), (12_000, -4_000), (12_000, 4_000), (8_000, 4_000))
    inner = ((8_000, 3_000), (11_000, 3_000), (11_000, -3_000), (8_000, -3_000))
    shape = Prism(polygon((*outer, *inner)), 0, 5_000)
    assert not sees(HEAD, TARGET, 0, [shape])
    assert clear(HEAD, 10_500, 0, 0, [shape]), "into the hollow"
    assert not clear(HEAD, 11_500, 0, 0, [shape])


def test_rectangular_targets() -> None:
    long = Base(20_000, 0, w=6_000, d=2_000)  # its corners reach to y = 3000
    assert sees(HEAD, long, 0, [wall(10_000, -1_000, 1_000, 5_000)])
    assert not sees(HEAD, long, 0, [wall(10_000, -2_000, 2_000, 5_000)])
    assert isinstance(blocker(long, 0, 3_000), Prism) and isinstance(blocker(TARGET, 0, 3_000), Cylinder)


def test_no_clear_line_to_a_sampled_point_is_missed() -> None:
    rng = Random(7)
    for _ in range(150):
        things: list[Blocker] = []
        for _ in range(4):
            x, y, z1 = rng.randrange(4_000, 15_000), rng.randrange(-3_000, 3_000), rng.choice([900, 2_000, 6_000])
            if rng.random() < 0.5:
                things.append(Cylinder(x, y, rng.randrange(300, 1_500), 0, z1))
            else:
                things.append(wall(x, y, y + rng.randrange(500, 3_000), z1))
        if sees(HEAD, TARGET, 0, things):
            continue
        for _ in range(60):
            dx, dy = rng.randrange(-1_250, 1_251), rng.randrange(-1_250, 1_251)
            if dx * dx + dy * dy <= 1_250 * 1_250:
                assert not clear(HEAD, 20_000 + dx, dy, 0, things)

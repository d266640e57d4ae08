"""Figures and tables for the tests of the ground."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from arbitro.geometry.shapes import Area, Disc, polygon, rectangle
from arbitro.rulesets.crepuscolo import ground as g

Y = 40_000  # most tests play along the middle of a table of 120 x 80 cm


class Figure(Struct):
    """A figure with a round base of 2.5 cm, 3 cm tall, unless said otherwise."""

    id: str
    x: int
    y: int = Y
    company: str = "a"
    z: int = 0
    r: int = 1_250
    w: int = 0
    d: int = 0
    facing: int = 0
    height: int = 3_000
    crouched: bool = False
    prone: bool = False
    image: str = ""


def table(*pieces: g.Piece, width: int = 120_000, depth: int = 80_000) -> g.Ground:
    return g.Ground(width, depth, pieces)


def strip(x0: int, x1: int, y0: int = 30_000, y1: int = 50_000) -> Area:
    """A rectangle from x0 to x1 across the middle of the table."""
    return rectangle(x0, y0, x1 - x0, y1 - y0)


def terrain(x0: int, x1: int, *kinds: str) -> g.Piece:
    return g.Piece("-".join(kinds), strip(x0, x1), kinds=kinds)


def obstacle(x0: int, x1: int, height: int, crossing: str = "vaultable", **more: object) -> g.Piece:
    return g.Piece("wall", strip(x0, x1), height=height, crossing=crossing, **more)  # type: ignore[arg-type]


def mixed_table() -> g.Ground:
    """A table with something of everything."""
    lake = polygon([(30_000, 50_000), (45_000, 50_000), (48_000, 60_000), (38_000, 66_000), (28_000, 60_000)])
    rock = polygon([(90_000, 20_000), (96_000, 21_000), (97_000, 27_000), (91_000, 28_000)])
    ell = polygon([(6_000, 6_000), (14_000, 6_000), (14_000, 8_000), (8_000, 8_000), (8_000, 14_000), (6_000, 14_000)])
    return table(
        g.Piece("wood", rectangle(20_000, 20_000, 20_000, 15_000), height=8_000, kinds=("difficult", "covering")),
        g.Piece("wall", rectangle(50_000, 30_000, 1_000, 15_000), height=2_000, crossing="vaultable", dda=2),
        g.Piece("tower", rectangle(70_000, 50_000, 8_000, 8_000), height=10_000, crossing="vaultable", dda=4),
        g.Piece("rock", rock, height=7_000, crossing="impassable"),
        g.Piece("ruin", ell, height=5_000, crossing="impassable"),
        g.Piece("marsh", Disc(60_000, 15_000, 6_000), kinds=("very_difficult", "dangerous")),
        g.Piece("lake", lake, kinds=("water",)),
        g.Piece("pit", rectangle(60_000, 60_000, 1_500, 12_000), kinds=("crevice",)),
        g.Piece("lava", Disc(100_000, 60_000, 4_000), kinds=("extremely_dangerous", "intransitable")),
        g.Piece("hill", Disc(15_000, 65_000, 8_000), height=2_000, kinds=("platform",)),
        g.Piece("box", rectangle(80_000, 40_000, 3_000, 3_000), height=1_500, crossing="vaultable"),
    )


def scatter(seed: int, count: int = 10) -> tuple[g.Ground, list[Figure], Random]:
    """A mixed table with figures on free places, some on tops, some with oblong bases."""
    rng, ground = Random(seed), mixed_table()
    figures: list[Figure] = []
    while len(figures) < count:
        f = Figure(f"f{len(figures)}", rng.randrange(2_000, 118_000), rng.randrange(2_000, 78_000))
        f.company, f.height = "ab"[len(figures) % 2], rng.choice([2_500, 3_000, 4_000])
        if rng.random() < 0.2:
            f.r, f.w, f.d, f.facing = 0, 2_500, 5_000, rng.randrange(360_000)
        if rng.random() < 0.2:
            tower = ground.piece(rng.choice(["tower", "wall", "box"]))
            x0, y0, x1, y1 = tower.area.box
            f.x, f.y, f.z = rng.randint(x0, x1), rng.randint(y0, y1), tower.top
        else:
            f.z = g.elevation_at(ground, (f.x, f.y), 0)
        if g.is_free(ground, figures, f, f.x, f.y, f.z):
            figures.append(f)
    return ground, figures, rng

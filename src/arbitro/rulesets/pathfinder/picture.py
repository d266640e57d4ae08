"""The board in characters and as a drawing."""

from __future__ import annotations

from html import escape

from arbitro.rulesets.pathfinder.ground import LOW_WALL
from arbitro.rulesets.pathfinder.scene import KINDS, drawn
from arbitro.rulesets.pathfinder.state import METRES_PER_SQUARE, Creature, name_of_square
from arbitro.rulesets.pathfinder.words import Words, initials

CELL = 30
ZONE = ":"
"""The sign of ground that a spell has changed."""
INKS: dict[str, tuple[str, str, str]] = {
    "board": ("fill:{};stroke:#7a7466", "#f7f4ec", "#23262b"),
    "grid": ("fill:none;stroke-width:.5;stroke:{}", "#bbbbbb", "#484d56"),
    "solid": ("fill:{}", "#555555", "#72757c"),
    "difficult": ("fill:{}", "#d9c9a3", "#574d30"),
    "low": ("fill:{}", "#b58b5a", "#6d5638"),
    "pit": ("fill:{}", "#222222", "#08090a"),
    "water": ("fill:{}", "#9ecae9", "#234a5e"),
    "fog": ("fill:{}", "#dddddd", "#3d4148"),
    "mist": ("fill:{}", "#bbbbbb", "#50545b"),
    "foliage": ("fill:{}", "#a8cfa0", "#34512f"),
    "zone": ("fill-opacity:.4;fill:{}", "#9467bd", "#a98bd0"),
    "wall": ("fill:none;stroke:{}", "#333333", "#d5d2ca"),
    "force": ("fill:none;stroke:{}", "#56b4e9", "#56b4e9"),
    "fire": ("fill:none;stroke:{}", "#e66100", "#f08a3c"),
    "side0": ("fill:{}", "#0072b2", "#0072b2"),
    "side1": ("fill:{}", "#e69f00", "#e69f00"),
    "side2": ("fill:{}", "#666666", "#8a8d93"),
    "ring0": ("fill:none;stroke-width:2;stroke:{}", "#0072b2", "#56a9dd"),
    "ring1": ("fill:none;stroke-width:2;stroke-dasharray:4 2;stroke:{}", "#b87a00", "#f0b429"),
    "ring2": ("fill:none;stroke-width:2;stroke:{}", "#444444", "#b4b8c0"),
    "gap": ("fill:{}", "#f7f4ec", "#15171a"),
    "on0": ("fill:{}", "#ffffff", "#ffffff"),
    "on1": ("fill:{}", "#1c1400", "#1c1400"),
    "on2": ("fill:{}", "#ffffff", "#15171a"),
}
"""Classes of the drawing: what they set, the ink in the light, the ink in the dark."""
WALLS = ("force", "fire")
"""Walls that have an ink of their own."""


def style() -> str:
    """The style sheet of a drawing: light, then what is different in the dark."""
    light = "".join(f".pf-{name}{{{form.format(day)}}}" for name, (form, day, _) in INKS.items())
    dark = "".join(f".pf-{name}{{{form.format(night)}}}" for name, (form, day, night) in INKS.items() if day != night)
    return f"<style>{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"


SCALE, MILLIMETRES = 60, 1000  # PF-GRID-01.3: one to sixty


def on_paper(metres: float) -> float:
    """Millimetres of a length on a board printed for figures of 30 mm (PF-GRID-01.2, -01.3).

    >>> on_paper(1.5), on_paper(1.8)
    (25.0, 30.0)
    """
    return metres * MILLIMETRES / SCALE


def signs_of(figures: list[Creature]) -> dict[str, str]:
    """Two characters for each creature: side and number, or its id."""
    return {figure.id: figure.id[:2] if len(figure.id) <= 2 else figure.id[-2:] for figure in figures}


def text(words: Words, width: int) -> str:
    """The board, two characters a square where they fit, and who is where."""
    battle = words.battle
    here = [f for f in battle.here() if not f.hidden and not f.inside]
    names = signs_of(here)
    stands = {square: names[f.id] for f in here if not f.mount for square in f.space.squares()}
    stands.update({(f.x + f.shares - 1, f.y + f.shares - 1): names[f.id] for f in here if f.mount})  # on its mount
    ground = battle.ground
    zoned = {square: ZONE for zone in battle.zones for square in zone.squares}
    wide = 3 if 3 + 3 * ground.width <= width else 2
    lines = []
    for y in reversed(range(ground.depth)):
        cells = [stands.get((x, y)) or zoned.get((x, y)) or ground.signs.get((x, y), ".") for x in range(ground.width)]
        lines.append(f"{y + 1:>2} " + "".join(f"{cell[: wide - (wide == 3)]:<{wide}}" for cell in cells).rstrip())
    heads = [name_of_square((x, 0))[:-1] for x in range(ground.width)]
    lines.append("   " + "".join(f"{head:<{wide}}" for head in heads).rstrip())
    signs = dict.fromkeys(ground.signs.values())
    lines += [f"{sign} {words.say(f'ground.{KINDS[sign]}')}" for sign in signs]
    lines += [f"{ZONE} {words.thing(spell)}" for spell in dict.fromkeys(zone.spell for zone in battle.zones)]
    lines += [f"{names[f.id]} {words.name_of(f)}" for f in here]
    return "\n".join(line[:width] for line in lines)


def svg(words: Words, title: str) -> str:
    """The board as an SVG drawing."""
    battle = words.battle
    ground = battle.ground
    wide, deep = ground.width * CELL, ground.depth * CELL
    parts = [f'<rect class="pf-board" width="{wide}" height="{deep}"/>']
    for (x, y), sign in sorted(ground.signs.items()):
        top = deep - (y + 1) * CELL
        parts.append(f'<rect class="pf-{KINDS[sign]}" x="{x * CELL}" y="{top}" width="{CELL}" height="{CELL}"/>')
    for x, y in dict.fromkeys(square for zone in battle.zones for square in zone.squares):
        top = deep - (y + 1) * CELL
        parts.append(f'<rect class="pf-zone" x="{x * CELL}" y="{top}" width="{CELL}" height="{CELL}"/>')
    grid = [f"M{x * CELL} 0V{deep}" for x in range(1, ground.width)] + [
        f"M0 {y * CELL}H{wide}" for y in range(1, ground.depth)
    ]
    parts.append(f'<path class="pf-grid" d="{"".join(grid)}"/>')
    for a, b, c, d, kind in ground.walls:
        x, y = max(a, c) * CELL, deep - max(b, d) * CELL
        way = f"V{y - CELL}" if a != c else f"H{x + CELL}"
        ink = kind if kind in WALLS else "wall"
        parts.append(f'<path class="pf-{ink}" d="M{x} {y}{way}" stroke-width="{2 if kind == LOW_WALL else 4}"/>')
    parts += [
        _figure(words, figure, deep)
        for figure in drawn(battle)
        if figure.present and not figure.hidden and not figure.inside
    ]
    paper = f"{on_paper(ground.width * METRES_PER_SQUARE):g}mm"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {wide + 2} {deep + 2}" font-family="sans-serif"'
            f' data-print-width="{paper}"'
            f' role="img"><title>{escape(title)}</title>{style()}{"".join(parts)}</svg>')  # fmt: skip


def _figure(words: Words, figure: Creature, deep: int) -> str:
    """A creature: a disc in the colour of its side, with the side's rim and its initials."""
    seats = words.battle.seats[:2]
    side = seats.index(figure.seat) if figure.seat in seats else 2
    r, half = figure.span * CELL / (3 if figure.mount else 2), (figure.shares or figure.span) * CELL / 2
    x, y = figure.x * CELL + half, deep - figure.y * CELL - half
    low, size = (y + half - 4, 8) if figure.rider else (y + 4, 9 if figure.mount else 11)
    name = words.name_of(figure)
    return (
        f'<g><title>{escape(name)}</title><circle class="pf-gap" cx="{x}" cy="{y}" r="{r - 1}"/>'
        f'<circle class="pf-ring{side}" cx="{x}" cy="{y}" r="{r - 2}"/>'
        f'<circle class="pf-side{side}" cx="{x}" cy="{y}" r="{r - 4}"/>'
        f'<text class="pf-on{side}" x="{x}" y="{low}" text-anchor="middle" font-weight="600" font-size="{size}">'
        f"{escape(initials(name))}</text></g>"
    )

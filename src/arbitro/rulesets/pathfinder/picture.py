"""The board in characters and as a drawing."""

from __future__ import annotations

from html import escape

from arbitro.rulesets.pathfinder.ground import LOW_WALL
from arbitro.rulesets.pathfinder.scene import KINDS, drawn
from arbitro.rulesets.pathfinder.state import METRES_PER_SQUARE, Creature, name_of_square
from arbitro.rulesets.pathfinder.words import Words

CELL = 30
ZONE = ":"
"""The sign of ground that a spell has changed."""
INKS = {"solid": "#555", "difficult": "#d9c9a3", "low": "#b58b5a", "pit": "#222", "water": "#9ecae9", "fog": "#ddd",
        "mist": "#bbb", "foliage": "#a8cfa0"}  # fmt: skip
WALL_INKS = {"force": "#56b4e9", "fire": "#e66100"}
SIDES = {"a": "#0072b2", "b": "#d55e00"}


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
    parts = [f'<rect width="{wide}" height="{deep}" fill="#f7f4ec" stroke="#333"/>']
    for (x, y), sign in sorted(ground.signs.items()):
        ink = INKS[KINDS[sign]]
        top = deep - (y + 1) * CELL
        parts.append(f'<rect x="{x * CELL}" y="{top}" width="{CELL}" height="{CELL}" fill="{ink}"/>')
    grid = [f"M{x * CELL} 0V{deep}" for x in range(1, ground.width)] + [
        f"M0 {y * CELL}H{wide}" for y in range(1, ground.depth)
    ]
    parts.append(f'<path d="{"".join(grid)}" stroke="#bbb" stroke-width="0.5" fill="none"/>')
    for a, b, c, d, kind in ground.walls:
        x, y = max(a, c) * CELL, deep - max(b, d) * CELL
        way = f"V{y - CELL}" if a != c else f"H{x + CELL}"
        ink = WALL_INKS.get(kind, "#333")
        parts.append(f'<path d="M{x} {y}{way}" stroke="{ink}" stroke-width="{2 if kind == LOW_WALL else 4}"/>')
    for figure in drawn(battle):
        if figure.hidden or figure.inside or not figure.present:
            continue
        r, half = figure.span * CELL / (3 if figure.mount else 2), (figure.shares or figure.span) * CELL / 2
        mid_x, mid_y = figure.x * CELL + half, deep - figure.y * CELL - half
        ink = SIDES.get(figure.seat, "#666")
        name, rim = escape(words.name_of(figure)), ' stroke="#fff" stroke-width="2"' if figure.mount else ""
        low, size = (mid_y + half - 4, 8) if figure.rider else (mid_y + 4, 9 if figure.mount else 12)
        said = f'<text x="{mid_x}" y="{low}" text-anchor="middle" fill="#fff" font-size="{size}">'
        parts.append(
            f'<g><title>{name}</title><circle cx="{mid_x}" cy="{mid_y}" r="{r - 2}" fill="{ink}"{rim}/>'
            f"{said}{escape(figure.id)}</text></g>"
        )
    paper = f"{on_paper(ground.width * METRES_PER_SQUARE):g}mm"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {wide + 2} {deep + 2}" font-family="sans-serif"'
            f' data-print-width="{paper}"'
            f' role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>')  # fmt: skip

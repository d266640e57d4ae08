"""The board in characters and as a drawing."""

from __future__ import annotations

from html import escape

from arbitro.rulesets.pathfinder.ground import LOW_WALL
from arbitro.rulesets.pathfinder.scene import KINDS
from arbitro.rulesets.pathfinder.state import Creature, name_of_square
from arbitro.rulesets.pathfinder.words import Words

CELL = 30
INKS = {"solid": "#555", "difficult": "#d9c9a3", "low": "#b58b5a", "pit": "#222", "water": "#9ecae9", "fog": "#ddd",
        "mist": "#bbb", "foliage": "#a8cfa0"}  # fmt: skip
WALL_INKS = {"force": "#56b4e9", "fire": "#e66100"}
SIDES = {"a": "#0072b2", "b": "#d55e00"}


def signs_of(figures: list[Creature]) -> dict[str, str]:
    """Two characters for each creature: side and number, or its id."""
    return {figure.id: figure.id[:2] if len(figure.id) <= 2 else figure.id[-2:] for figure in figures}


def text(words: Words, width: int) -> str:
    """The board, two characters a square where they fit, and who is where."""
    battle = words.battle
    here = [f for f in battle.here() if not f.hidden and not f.inside]
    names = signs_of(here)
    stands = {square: names[f.id] for f in here for square in f.space.squares()}
    ground = battle.ground
    wide = 3 if 3 + 3 * ground.width <= width else 2
    lines = []
    for y in reversed(range(ground.depth)):
        cells = [stands.get((x, y), ground.signs.get((x, y), ".")) for x in range(ground.width)]
        lines.append(f"{y + 1:>2} " + "".join(f"{cell[: wide - (wide == 3)]:<{wide}}" for cell in cells).rstrip())
    heads = [name_of_square((x, 0))[:-1] for x in range(ground.width)]
    lines.append("   " + "".join(f"{head:<{wide}}" for head in heads).rstrip())
    signs = dict.fromkeys(ground.signs.values())
    lines += [f"{sign} {words.say(f'ground.{KINDS[sign]}')}" for sign in signs]
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
    for figure in battle.here():
        if figure.hidden or figure.inside:
            continue
        r = figure.span * CELL / 2
        mid_x, mid_y = figure.x * CELL + r, deep - figure.y * CELL - r
        ink = SIDES.get(figure.seat, "#666")
        name = escape(words.name_of(figure))
        said = f'<text x="{mid_x}" y="{mid_y + 4}" text-anchor="middle" fill="#fff" font-size="12">'
        parts.append(
            f'<g><title>{name}</title><circle cx="{mid_x}" cy="{mid_y}" r="{r - 2}" fill="{ink}"/>'
            f"{said}{escape(figure.id)}</text></g>"
        )
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {wide + 2} {deep + 2}" font-family="sans-serif"'
            f' role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>')  # fmt: skip

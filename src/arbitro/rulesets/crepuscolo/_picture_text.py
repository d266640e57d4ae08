"""A battle in characters: the table from above with figures by their ids, and a legend of what is there."""

from __future__ import annotations

from textwrap import wrap

from arbitro.geometry.measure import at_most, contains, ring_distance
from arbitro.geometry.shapes import Area, Disc, Polygon
from arbitro.rulesets.crepuscolo._picture_words import PLACED, Words, kinds_of
from arbitro.rulesets.crepuscolo.ground import Ground, Piece
from arbitro.rulesets.crepuscolo.names import piece_name, token_name, zone_name
from arbitro.rulesets.crepuscolo.state import Battle, Figure

SIGNS = {
    "passable": ",",
    "covering": "%",
    "difficult": ":",
    "very_difficult": ";",
    "intransitable": "/",
    "dangerous": "!",
    "extremely_dangerous": "X",
    "water": "~",
    "crevice": "V",
    "hill": "^",
    "vaultable": "=",
    "impassable": "#",
    "ledge": "_",
    PLACED: "*",
}
"""A sign for each kind of terrain."""
RAISED = ("hill", "vaultable", "impassable", "ledge", PLACED)
OPEN, CORPSE, TOKEN, ZONE = ".", "+", "$", "o"
NARROWEST = 40
RULER = 5  # columns before the table: the distance from the near edge


def draw(battle: Battle, say: Words, width: int) -> str:
    """The table and its legend, no line longer than ``width``; a cell is twice as deep as it is wide."""
    ground = battle.ground
    columns = max(width, NARROWEST) - RULER - 2
    cell = max(-(-ground.width // columns), -(-ground.depth // 80))  # units a column
    columns = -(-ground.width // cell)
    rows = max(1, -(-ground.depth // (2 * cell)))
    rows_of_cells = [[_sign(ground, column, row, cell, rows) for column in range(columns)] for row in range(rows)]
    _heights(rows_of_cells, ground, cell, rows, say)
    _things(rows_of_cells, battle, cell, rows)
    short = _figures(rows_of_cells, battle, cell, rows)
    return "\n".join([*_framed(rows_of_cells, battle, cell, rows), "", *_legend(battle, say, width, short)])


def _middle(ground: Ground, column: int, row: int, cell: int, rows: int) -> tuple[int, int]:
    x = min(column * cell + cell // 2, ground.width)
    y = min((rows - 1 - row) * 2 * cell + cell, ground.depth)
    return x, y


def _sign(ground: Ground, column: int, row: int, cell: int, rows: int) -> str:
    """What shows in a cell: what rises at its middle, else the kinds there by turns; thin pieces where they cross."""
    x, y = _middle(ground, column, row, cell, rows)
    found: dict[str, None] = {}
    for piece in ground.pieces:
        if contains(piece.area, x, y) or _thin(piece, x, y, cell):
            found.update(dict.fromkeys(kinds_of(piece) or ("passable",)))
        if any(contains(ledge.area, x, y) for ledge in piece.ledges):
            found["ledge"] = None
    if not found:
        return OPEN
    solid = [kind for kind in SIGNS if kind in found and kind in RAISED]
    flat = [kind for kind in SIGNS if kind in found]
    return SIGNS[solid[-1] if solid else flat[(column + row) % len(flat)]]


def _thin(piece: Piece, x: int, y: int, cell: int) -> bool:
    """A wall thinner than a cell shows in the cells its middle line crosses."""
    x0, y0, x1, y1 = piece.area.box
    if PLACED in kinds_of(piece) and isinstance(
        piece.area, Polygon
    ):  # a line in any direction; a cell is twice as deep
        flat = tuple((px, py // 2) for px, py in piece.area.points)
        return at_most(ring_distance(x, y // 2, flat), cell // 2)
    thin_x, thin_y = x1 - x0 < cell, y1 - y0 < 2 * cell
    if not (thin_x or thin_y):
        return False
    near_x = abs(x - (x0 + x1) // 2) * 2 <= cell if thin_x else x0 <= x <= x1
    near_y = abs(y - (y0 + y1) // 2) <= cell if thin_y else y0 <= y <= y1
    return near_x and near_y


def _cell_of(x: int, y: int, cell: int, rows: int, columns: int) -> tuple[int, int]:
    return min(rows - 1, max(0, rows - 1 - y // (2 * cell))), min(columns - 1, max(0, x // cell))


def _heights(cells: list[list[str]], ground: Ground, cell: int, rows: int, say: Words) -> None:
    """The height of each raised thing, in cm, in its middle."""
    raised: list[tuple[Area, int]] = []
    for piece in ground.pieces:
        raised += [(piece.area, piece.top)] if piece.height and PLACED not in kinds_of(piece) else []
        raised += [(ledge.area, ledge.z) for ledge in piece.ledges]
    for area, height in raised:
        x0, y0, x1, y1 = area.box
        words = say.cm(height)
        row, column = _cell_of((x0 + x1) // 2, (y0 + y1) // 2, cell, rows, len(cells[0]))
        if len(words) <= max(1, (x1 - x0) // cell):
            _write(cells[row], column - (len(words) - 1) // 2, words)


def _write(row: list[str], column: int, words: str) -> None:
    start = max(0, min(column, len(row) - len(words)))
    for place, sign in enumerate(words):
        if start + place < len(row):
            row[start + place] = sign


def _things(cells: list[list[str]], battle: Battle, cell: int, rows: int) -> None:
    def put(x: int, y: int, sign: str) -> None:
        row, column = _cell_of(x, y, cell, rows, len(cells[0]))
        cells[row][column] = sign

    for zone in battle.zones:
        disc = Disc(zone.x, zone.y, zone.r)
        for row, line in enumerate(cells):
            inside = [contains(disc, *_middle(battle.ground, column, row, cell, rows)) for column in range(len(line))]
            for column, here in enumerate(inside):
                if here and not (0 < column < len(line) - 1 and inside[column - 1] and inside[column + 1]):
                    line[column] = ZONE
        put(zone.x, zone.y, ZONE)
    for corpse in battle.corpses:
        put(corpse.x, corpse.y, CORPSE)
    for token in battle.tokens:
        if not token.holder:
            put(token.x, token.y, TOKEN)


def _figures(cells: list[list[str]], battle: Battle, cell: int, rows: int) -> dict[str, str]:
    """Write each figure's id, moved aside where another's stands; ids cut short come back with their figure's."""
    taken: set[tuple[int, int]] = set()
    cut: dict[str, str] = {}
    for figure in battle.on_table():
        words = figure.id if len(figure.id) <= 3 else figure.id[:3]
        if words != figure.id:
            cut[words] = figure.id
        row, column = _room(figure, words, taken, cell, rows, len(cells[0]))
        for place, sign in enumerate(words):
            cells[row][column + place] = sign
            taken.add((row, column + place))
    return cut


def _room(
    figure: Figure, words: str, taken: set[tuple[int, int]], cell: int, rows: int, columns: int
) -> tuple[int, int]:
    row, column = _cell_of(figure.x, figure.y, cell, rows, columns)
    column = max(0, min(column - len(words) // 2, columns - len(words)))
    tries = [(row + dr, column + dc) for dr in (0, -1, 1, -2, 2) for dc in (0, -1, 1, -2, 2, -3, 3)]
    tries.sort(key=lambda at: (abs(at[0] - row) * 2 + abs(at[1] - column), at))
    inside = [at for at in tries if 0 <= at[0] < rows and 0 <= at[1] <= columns - len(words)]
    for margin in (1, 0):  # with a free cell on either side if there is room
        for at in inside:
            if not taken.intersection((at[0], at[1] + place) for place in range(-margin, len(words) + margin)):
                return at
    return row, column


def _framed(cells: list[list[str]], battle: Battle, cell: int, rows: int) -> list[str]:
    """The cells in a frame, with the distances from the corner every ten centimetres."""
    columns = len(cells[0])
    edge = " " * (RULER - 1) + "+" + "-" * columns + "+"
    lines = [edge]
    for row, line in enumerate(cells):
        low = (rows - 1 - row) * 2 * cell
        tens = [ten for ten in range(0, battle.ground.depth, 10_000) if low <= ten < low + 2 * cell]
        lines.append((str(tens[0] // 1000) if tens else "").rjust(RULER - 2) + " |" + "".join(line) + "|")
    lines.append(edge)
    ruler = [" "] * (columns + 3)
    for ten in range(0, battle.ground.width + 1, 10_000):
        _write(ruler, ten // cell, str(ten // 1000))
    lines.append((" " * RULER + "".join(ruler)).rstrip())
    return lines


def _legend(battle: Battle, say: Words, width: int, short: dict[str, str]) -> list[str]:
    """One line a kind of terrain with the pieces of that kind, one for the other signs."""
    by_kind: dict[str, list[str]] = {}
    for piece in battle.ground.pieces:
        for kind in kinds_of(piece):
            name = piece_name(battle, piece, say.lang)
            by_kind.setdefault(kind, []).append(_called(piece, name, say) if kind == kinds_of(piece)[0] else name)
        for ledge in piece.ledges:
            by_kind.setdefault("ledge", []).append(say("map.ledge_at", height=ledge.z))
    entries = []
    for kind in SIGNS:
        if kind in by_kind:
            names = ", ".join(dict.fromkeys(name for name in by_kind[kind] if name))
            entries.append(f"{SIGNS[kind]} {say(f'map.kind.{kind}')}" + (f": {names}" if names else ""))
    entries += [f"{CORPSE} {say('map.sign.corpse')}"] if battle.corpses else []
    entries += [f"{TOKEN} {', '.join(token_name(battle, t, say.lang) for t in battle.tokens)}"] if battle.tokens else []
    entries += [f"{ZONE} {', '.join(zone_name(battle, z, say.lang) for z in battle.zones)}"] if battle.zones else []
    entries += [f"{f.id} {say('map.sign.image')}" for f in battle.on_table() if f.image]
    up = [f"{f.id} {say('map.up', height=f.z)}" for f in battle.on_table() if f.z > 0]
    entries += [", ".join(up)] if up else []
    entries += [f"{cut} = {whole}" for cut, whole in short.items()]
    return [line for entry in entries for line in wrap(entry, max(width, NARROWEST), subsequent_indent="  ")]


def _called(piece: Piece, name: str, say: Words) -> str:
    if not piece.height:
        return name
    height = f"{say.cm(piece.top)} cm"
    return f"{name} ({height})" if name else height


__all__ = ["draw"]

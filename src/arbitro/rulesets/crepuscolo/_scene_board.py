"""The table of a scene: its pieces, its legend, and the shapes of areas and bases.

Called by `screen.Screen.scene`. What depends on the ground alone is worked out once for each ground and language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import Lang
from arbitro.content.scene import Board, Disc, Legend, Mark, Note, Piece, Polygon, Shape, Unit
from arbitro.geometry import shapes
from arbitro.geometry.shapes import Area, Footprint, corners
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground as table
from arbitro.rulesets.crepuscolo._picture_words import PLACED, kinds_of
from arbitro.rulesets.crepuscolo._picture_words import Words as MapWords
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.rulesets.crepuscolo.names import piece_name
from arbitro.rulesets.crepuscolo.state import Battle

CENTIMETRE = Unit("cm", CM)
OPEN, LEDGE = "open", "ledge"
RULE_OF_KIND = {
    OPEN: "CDC-TAB-09",
    "passable": "CDC-TAB-03",
    "impassable": "CDC-TAB-04",
    "vaultable": "CDC-TAB-05",
    "hill": "CDC-TAB-03",
    LEDGE: "CDC-TAB-17",
    table.DIFFICULT: "CDC-TAB-10",
    table.VERY_DIFFICULT: "CDC-TAB-11",
    table.COVERING: "CDC-TAB-12",
    table.DANGEROUS: "CDC-TAB-13",
    table.EXTREMELY_DANGEROUS: "CDC-TAB-14",
    table.INTRANSITABLE: "CDC-TAB-15",
    table.CREVICE: "CDC-TAB-16",
    table.WATER: "CDC-TAB-21",
}
"""The rule that says what a kind of terrain or obstacle does."""
CLIMBING = "CDC-TAB-06"
SIGNS = {
    "corpse": "map.sign.corpse",
    "token": "map.sign.token",
    "zone": "map.sign.zone",
    "access": "map.sign.access",
    "placed": "map.kind.placed",
    "line": "map.kind.placed",
}
"""Kinds of marks, and what the legend of the drawings calls them."""


def shape_of(area: Area) -> Shape:
    """An area as a screen draws it."""
    if isinstance(area, shapes.Disc):
        return Disc(area.x, area.y, area.r)
    return Polygon(area.points)


def base_of(body: Footprint) -> Shape:
    """A base where it stands: a disc, or a rectangle by its corners."""
    return Disc(body.x, body.y, body.r) if body.r else Polygon(corners(body))


def board(battle: Battle, lang: Lang, signs: Iterable[str] = ()) -> Board:
    """The table and everything on it that is scenery, with a legend; the same object again for the same ground.

    ``signs``: kinds of marks that lie on it now, for the legend (see `SIGNS`).
    """
    ground, here = battle.ground, frozenset(signs)
    known: dict[tuple[Lang, frozenset[str]], Board] = ground.__dict__.setdefault("boards", {})
    found = known.get((lang, here))
    if found is None:
        say, pieces = MapWords(lang), [p for p in ground.pieces if not _is_placed(p)]
        found = known[lang, here] = Board(
            width=ground.width,
            depth=ground.depth,
            unit=CENTIMETRE,
            pieces=tuple(view for piece in pieces for view in _views(piece, piece_name(battle, piece, lang), say)),
            legend=(*_legend(pieces, say), *(Legend(kind, say(key)) for kind, key in SIGNS.items() if kind in here)),
        )
    return found


def placed(battle: Battle, lang: Lang) -> tuple[Mark, ...]:
    """The tokens and lines that rules have put on the table; the same objects again for the same ground."""
    ground = battle.ground
    known: dict[Lang, tuple[Mark, ...]] = ground.__dict__.setdefault("placed", {})
    found = known.get(lang)
    if found is None:
        found = known[lang] = tuple(_mark(battle, piece, lang) for piece in ground.pieces if _is_placed(piece))
    return found


def _is_placed(piece: table.Piece) -> bool:
    return PLACED in kinds_of(piece)


def _mark(battle: Battle, piece: table.Piece, lang: Lang) -> Mark:
    kind, name = "line" if table.LINE in piece.kinds else "placed", piece_name(battle, piece, lang)
    return Mark(id=piece.id, kind=kind, label=name, shape=shape_of(piece.area), notes=made_by(piece.id, lang))


def made_by(piece: str, lang: Lang) -> tuple[Note, ...]:
    """The rule that put a piece on the table, which begins its id; nothing for the scenery of the scenario."""
    rule = piece.partition(":")[0]
    entry = rules().get(rule)
    if entry is None:
        return ()
    return (Note(MapWords(lang)("map.made_by"), entry.title(lang), entry.summary(lang), (rule,)),)


def _views(piece: table.Piece, name: str, say: MapWords) -> Iterator[Piece]:
    """A piece, and each of its ledges as a piece of its own."""
    kinds = kinds_of(piece) or (OPEN,)
    called = ", ".join(say(f"map.kind.{kind}") for kind in kinds)
    words = [name, called] if name else [called]
    if piece.height:
        words.append(say("map.tall", height=piece.top))
    if piece.dda:
        words.append(say("map.climb", dda=piece.dda))
    yield Piece(
        id=piece.id,
        name=name,
        shape=shape_of(piece.area),
        kinds=kinds,
        height=piece.height,
        floor=piece.base_z,
        notes=(*_notes(piece, kinds, say), *made_by(piece.id, say.lang)),
        aria=" · ".join(words),
    )
    for number, ledge in enumerate(piece.ledges, 1):
        place = say("map.ledge_at", height=ledge.z)
        shape = shape_of(ledge.area)
        yield Piece(
            id=f"{piece.id}/{number}", name=place, shape=shape, kinds=(LEDGE,), floor=ledge.z, aria=place,
        )  # fmt: skip


def _notes(piece: table.Piece, kinds: Iterable[str], say: MapWords) -> Iterator[Note]:
    known: Catalogue = rules()
    for kind in kinds:
        rule = RULE_OF_KIND[kind]
        entry = known.get(rule)
        assert entry is not None
        yield Note(say("map.is"), say(f"map.kind.{kind}"), entry.summary(say.lang), (rule,))
    if piece.height:
        yield Note(say("map.height"), f"{say.cm(piece.top)} cm")
    if piece.dda:
        entry = known.get(CLIMBING)
        assert entry is not None
        yield Note(entry.title(say.lang), str(piece.dda), entry.summary(say.lang), (CLIMBING,))


def _legend(pieces: Iterable[table.Piece], say: MapWords) -> Iterator[Legend]:
    """One line for every kind of terrain on the table, in a fixed order."""
    here = {kind for piece in pieces for kind in kinds_of(piece) or (OPEN,)}
    here |= {LEDGE for piece in pieces if piece.ledges}
    for kind, rule in RULE_OF_KIND.items():
        if kind in here:
            entry = rules().get(rule)
            assert entry is not None
            yield Legend(kind, say(f"map.kind.{kind}"), entry.summary(say.lang))

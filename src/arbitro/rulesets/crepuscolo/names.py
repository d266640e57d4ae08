"""What the things of a battle are called in a language: its sides, its scenery, its tokens and zones.

The state holds each name as the scenario wrote it, and beside them, in `Battle.english`, those that it gives in English
too. Sentences, scenes and drawings ask here, so that each reader has the names in their own language.
"""

from __future__ import annotations

from typing import Any

from arbitro.content.errors import Lang
from arbitro.engine.values import Id, Seat
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.rulesets.crepuscolo.ground import LINE, MARKER, Piece
from arbitro.rulesets.crepuscolo.state import Battle, Token, Zone

SIDE, PIECE, TOKEN, ZONE = "side", "piece", "token", "zone"


def english_names(setup: dict[str, Any]) -> dict[str, str]:
    """The English names that a setup gives, by kind and id, as `Battle.english` keeps them."""
    groups = (
        (SIDE, "seat", setup["sides"]),
        (PIECE, "id", setup["table"].get("terrain", ())),
        (TOKEN, "id", setup.get("tokens", ())),
        (ZONE, "id", setup.get("zones", ())),
    )
    return {f"{kind}:{row[key]}": row["name_en"] for kind, key, rows in groups for row in rows if row.get("name_en")}


def side_name(battle: Battle, seat: Seat, lang: Lang) -> str:
    """The name of a company, "" if it has none."""
    return _called(battle, SIDE, seat, battle.names[battle.seats.index(seat)], lang)


def token_name(battle: Battle, token: Token, lang: Lang) -> str:
    """The name of something that a fighter may carry."""
    return _called(battle, TOKEN, token.id, token.name, lang)


def zone_name(battle: Battle, zone: Zone, lang: Lang) -> str:
    """The name of an area that counts for who holds it."""
    return _called(battle, ZONE, zone.id, zone.name, lang)


def piece_name(battle: Battle, piece: Piece, lang: Lang) -> str:
    """The name of a piece of scenery, "" if it has none.

    What a rule put on the table bears in English the name of the rule, with which its id begins.
    """
    rule, _, rest = piece.id.partition(":")
    if lang == "en" and rest and rest not in battle.figures and (entry := rules().get(rule)) is not None:
        return entry.name_en if LINE in piece.kinds or MARKER in piece.kinds else ""
    return _called(battle, PIECE, piece.id, piece.name, lang)


def gone_name(battle: Battle, id: Id, was: str, lang: Lang) -> str:
    """The name of a piece of scenery that is not there any more, of which only id and name are left."""
    return _called(battle, PIECE, id, was, lang)


def _called(battle: Battle, kind: str, id: Id, name: str, lang: Lang) -> str:
    return battle.english.get(f"{kind}:{id}", name) if lang == "en" else name

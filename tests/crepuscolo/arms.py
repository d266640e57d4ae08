"""Ids of weapons, a duel with one of them, and what came of it."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceRolled, Hurt
from tests.crepuscolo.field import Field

SPADA, ASCIA, MAZZA, MARTELLO, ASTA, PUGNALE = (f"CDC-EQ-{n}" for n in range(11, 17))
SPADONE, MAGLIO = "CDC-EQ-17", "CDC-EQ-18"
ARCO, GRANDE_ASCIA, RANDELLO, ROSTRO, MAZZAFRUSTO = (f"CDC-EQ-{n}" for n in range(22, 27))
ALABARDA, PARTIGIANA, LANCIA, RONCONE = (f"CDC-EQ-{n}" for n in range(29, 33))
MAGLIO_TERMICO, SPADONE_TERMICO, CINGOMAGLIO = "CDC-EQ-36", "CDC-EQ-37", "CDC-EQ-40"
SCIABOLA, CINGOLAMA, CINGOASCIA, PISTOLA_INTEGRATA, FRUSTA = (f"CDC-EQ-{n}" for n in (46, 54, 55, 59, 60))
LEGGERA, MEDIA, PESANTE, BROCCHIERE, SCUDO, PAVESE = (f"CDC-EQ-{n}" for n in (27, 33, 57, 28, 34, 58))
SCETTRO = "CDC-EQ-64"
IMPROVISED = "CDC-EQ-10"
TOUGH: dict[str, Any] = {"res": 60}
FAR: dict[str, Any] = {"at": (55, 55)}


def duel(
    weapon: str | None, *dice: int, gap: float = 1, target: dict[str, Any] | None = None, **attacker: Any
) -> Field:
    """`a1` with a weapon and, ``gap`` cm before it, `b1` with 60 of Resistenza; `b2` is far away."""
    mine = {"at": (20, 20), "items": [weapon] if weapon else [], **attacker}
    return Field({"a1": mine, "b1": {"at": (22.5 + gap, 20), **TOUGH, **(target or {})}, "b2": FAR}, dice=dice)


def hurt(field: Field) -> list[tuple[str, int]]:
    """Who lost how much, in order."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def rolled(field: Field) -> list[tuple[int, int]]:
    """Size and face of every die, in order."""
    return [(event.sides, event.faces[0]) for event in field.all(DiceRolled)]


def clause(number: str) -> list[pytest.MarkDecorator]:
    """The mark of an item's clauses, written without their ``CDC-EQ-``."""
    return [pytest.mark.rule(*(f"CDC-EQ-{n}" for n in number.split()))] if number else []

"""Abilities and powers that tests make up, read and compiled as those of a pack are, free ones with their responses."""

from __future__ import annotations

from typing import Any

from arbitro.rulesets.crepuscolo import content
from arbitro.rulesets.crepuscolo.content import Ability
from tests.crepuscolo import field as fields
from tests.crepuscolo.field import Field

Lines = dict[str, Any]


def play(made: dict[str, Lines], fighters: dict[str, Lines], **more: Any) -> Field:
    """A `Field` whose rules know more abilities; figures bear them through ``abilities``."""
    rules = fields.rules()
    library = rules.library
    records = {
        id: content._compile(id, "abilities", Ability(id=id, name=id, name_en=id, **lines))
        for id, lines in made.items()
    }
    library.records = {**library.records, **records}
    usual = fields.RULES
    fields.RULES = rules
    try:
        return Field(fighters, **more)
    finally:
        fields.RULES = usual


def at(x: float, y: float = 10, **more: Any) -> Lines:
    """A figure standing at a point, in cm."""
    return {"at": (x, y), **more}

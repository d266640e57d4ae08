"""The desk in words: what only Cairn's commands hold."""

from __future__ import annotations

from typing import ClassVar

from arbitro.content.desklabels import DeskLabels
from arbitro.engine.values import Value

SCORED = ("attribute", "cause")
"""Fields whose choices are words of a group of the same name."""


class Labels(DeskLabels):
    """The words of the desk of Cairn."""

    groups: ClassVar[tuple[str, ...]] = ("need", "procedure", "choice")

    def own(self, field: str, key: Value) -> str:
        if field == "band":
            return self.band(str(key))
        return self.words.word(field, key) if field in SCORED else ""

    def band(self, band: str) -> str:
        """Who tests morale together."""
        words = self.words
        seat, _, group = band.partition(":")
        return words.say("desk.band", seat=words.seat(seat), group=group) if group else words.seat(seat)

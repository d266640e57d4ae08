"""The desk in words: what only Pathfinder's commands hold."""

from __future__ import annotations

from typing import ClassVar

from arbitro.content.desklabels import DeskLabels
from arbitro.engine.values import Value
from arbitro.rulesets.pathfinder.words import Words


class Labels(DeskLabels):
    """The words of the desk of Pathfinder."""

    groups: ClassVar[tuple[str, ...]] = ("time", "manoeuvre", "what", "choice", "save", "sort", "action")
    words: Words

    def own(self, field: str, key: Value) -> str:
        if field == "unit":
            return self.words.say(f"desk.word.{key}")
        if field == "weapon":
            return self._weapon(str(key))
        return self.words.word("what", key) if field == "skill" else self.words.say_one_of((f"desk.of.{field}.{key}",))

    def thing(self, key: Value) -> str:
        return self.words.thing_or(str(key))

    def _weapon(self, key: str) -> str:
        """What an arm is called, whoever has it."""
        words = self.words
        known = words.library.weapons
        owner = next((f.id for f in words.battle.figures.values() if f"{f.profile}-{key}" in known), "")
        return words.arm(owner, key)

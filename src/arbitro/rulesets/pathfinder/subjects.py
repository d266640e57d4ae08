"""What windows are about while they are open."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.values import Id, Value
from arbitro.engine.vocabulary import Subject


class About(Subject):
    """A moment about one creature."""

    def __init__(self, it: Id) -> None:
        super().__init__()
        self.it = it


class Bumped(About):
    """Somebody has walked into ``actor``, of whom it knew nothing."""

    def __init__(self, it: Id, actor: Id) -> None:
        super().__init__(it)
        self.actor = actor


class Deed(Subject):
    """Something declared is about to be done; it may be cancelled."""

    def __init__(self, actor: Id, action: str, target: Id | None, weapon: str) -> None:
        super().__init__()
        self.actor, self.action, self.target, self.weapon = actor, action, target, weapon


class Opening(Subject):
    """An opportunity: ``by`` are those who may strike at ``it`` for what it does."""

    def __init__(self, it: Id, action: str, by: tuple[Id, ...]) -> None:
        super().__init__()
        self.it, self.action, self.by = it, action, by


class Cue(Subject):
    """An occasion for those in ``by`` who have an action ready for it: ``it`` is about to do ``action``."""

    def __init__(self, it: Id, action: str, by: tuple[Id, ...], target: Value = None) -> None:
        super().__init__()
        self.it, self.action, self.by, self.target = it, action, by, target


class Falling(Subject):
    """A fall of so many squares that has just begun; it may be made harmless (``cancelled``)."""

    facts: ClassVar[tuple[str, ...]] = ("squares",)

    def __init__(self, it: Id, squares: int) -> None:
        super().__init__()
        self.it, self.squares = it, squares


class Attacked(Subject):
    """An attack, or a manoeuvre, is over, whatever came of it."""

    def __init__(self, actor: Id, target: Id, mode: str) -> None:
        super().__init__()
        self.actor, self.target, self.mode = actor, target, mode


class Blow(Subject):
    """A hit on its way to damage: ``extra`` dice damage may be added (``change``), ``critical`` is known."""

    facts: ClassVar[tuple[str, ...]] = ("critical",)

    def __init__(self, actor: Id, target: Id, weapon: str, mode: str, critical: bool, hand: str) -> None:
        super().__init__()
        self.actor, self.target, self.weapon, self.mode = actor, target, weapon, mode
        self.critical, self.hand, self.dealt = critical, hand, 0


class Harm(Subject):
    """Damage before reduction and resistance are taken off; ``amount`` may change."""

    facts: ClassVar[tuple[str, ...]] = ("amount",)

    def __init__(self, it: Id, actor: Id, weapon: str, type_: str, amount: int) -> None:
        super().__init__()
        self.it, self.actor, self.weapon, self.type, self.amount = it, actor, weapon, type_, amount


class Saving(Subject):
    """A saving throw; ``auto`` 1 passes it before the die, -1 fails it; ``passed`` is known afterwards."""

    def __init__(self, it: Id, save: str, cause: str, actor: Id) -> None:
        super().__init__()
        self.it, self.save, self.cause, self.actor = it, save, cause, actor
        self.auto, self.passed = 0, False


class Casting(Subject):
    """A spell being cast; it may be countered (``cancelled``)."""

    def __init__(self, actor: Id, spell: str, level: int) -> None:
        super().__init__()
        self.actor, self.spell, self.level = actor, spell, level

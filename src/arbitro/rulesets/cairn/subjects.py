"""What windows are about while they are open."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.values import Id
from arbitro.engine.vocabulary import Subject


class Saving(Subject):
    """A save: before the die ``auto`` may pass it, after it ``passed`` may change."""

    facts: ClassVar[tuple[str, ...]] = ("score",)

    def __init__(self, it: Id, attribute: str, cause: str) -> None:
        super().__init__()
        self.it, self.attribute, self.cause = it, attribute, cause
        self.auto, self.passed, self.score = False, False, 0


class Harm(Subject):
    """Damage after armour, on its way to PF; ``lost`` and ``forza`` are known once it has got through."""

    facts: ClassVar[tuple[str, ...]] = ("amount",)

    def __init__(self, it: Id, actor: Id, weapon: str, cause: str, amount: int) -> None:
        super().__init__()
        self.it, self.actor, self.weapon, self.cause, self.amount = it, actor, weapon, cause, amount
        self.lost = self.forza = 0


class Felling(Subject):
    """Somebody has failed the save against critical damage; ``spared``: it goes on all the same."""

    def __init__(self, it: Id, actor: Id, weapon: str) -> None:
        super().__init__()
        self.it, self.actor, self.weapon = it, actor, weapon
        self.spared = False


class Wound(Subject):
    """A scar: how many PF were lost in the blow."""

    def __init__(self, it: Id, lost: int) -> None:
        super().__init__()
        self.it, self.lost = it, lost


class Deed(Subject):
    """Something declared is about to be done; it may be cancelled."""

    def __init__(self, actor: Id, action: str, target: Id | None, weapon: str) -> None:
        super().__init__()
        self.actor, self.action, self.target, self.weapon = actor, action, target, weapon


class About(Subject):
    """A moment about one creature."""

    def __init__(self, it: Id) -> None:
        super().__init__()
        self.it = it

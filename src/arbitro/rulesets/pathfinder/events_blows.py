"""Blows and what they do: attack rolls, wounds and healing, saves and checks, conditions."""

from __future__ import annotations

from typing import ClassVar

from arbitro.content.desk import Discreet
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events_rows import IT, NOTHING, UNTOLD, Writes, row_of, whole_of


class AttackRolled(Discreet, frozen=True, tag=True):
    """An attack roll: ``outcome`` is ``miss``, ``concealed``, ``hit`` or ``critical``; ``bonus`` against ``ac``."""

    writes: ClassVar[Writes] = ("target",)
    progress: ClassVar[bool] = True
    spares: ClassVar[tuple[str, ...]] = ("bonus", "ac")
    actor: Id
    target: Id
    weapon: str
    mode: str
    outcome: str
    bonus: Tally = UNTOLD
    ac: Tally = UNTOLD
    action: str = ""

    def apply(self, state: State) -> None:
        target = row_of(state, self.target)
        if self.actor not in target.beset:
            target.beset = (*target.beset, self.actor)


class ManoeuvreRolled(Discreet, frozen=True, tag=True):
    """A manoeuvre roll against a defence; ``beyond``: by how much it exceeds it (negative: falls short)."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    spares: ClassVar[tuple[str, ...]] = ("beyond", "bonus", "cmd")
    actor: Id
    target: Id
    manoeuvre: str
    passed: bool
    beyond: int = 0
    bonus: Tally = UNTOLD
    cmd: Tally = UNTOLD


class Hurt(Discreet, frozen=True, tag=True):
    """Hit points lost: ``amount`` in all, of which ``temp`` temporary ones; or nonlethal damage.

    ``lasting``: by something that goes on hurting, as acid does.
    """

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    spares: ClassVar[tuple[str, ...]] = ("rolled", "bonus")
    it: Id
    amount: int
    temp: int = 0
    nonlethal: bool = False
    actor: Id = ""
    weapon: str = ""
    sort: str = ""
    rolled: int = 0
    bonus: Tally | None = None
    temp_left: tuple[tuple[str, int], ...] = ()
    lasting: bool = False

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        if self.lasting:
            figure.seared = self.amount
        if self.nonlethal:
            figure.nonlethal += self.amount
        else:
            figure.hp -= self.amount - self.temp
        if self.temp:
            figure.temp = self.temp_left


class Warded(Event, frozen=True, tag=True):
    """Damage that came to nothing: reduction, resistance, immunity."""

    writes: ClassVar[Writes] = NOTHING
    it: Id
    rolled: int
    by: str


class Healed(Event, frozen=True, tag=True):
    """Hit points regained, and as much nonlethal damage gone."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    amount: int
    nonlethal: int = 0
    by: Id = ""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.hp += self.amount
        figure.nonlethal -= self.nonlethal


class TemporaryChanged(Event, frozen=True, tag=True):
    """Temporary hit points as they are now; ``effect``: what ends those of ``source``."""

    writes: ClassVar[Writes] = IT
    it: Id
    temp: tuple[tuple[str, int], ...]
    source: str = ""
    effect: Id = ""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.temp = self.temp
        if self.effect:
            figure.timed = (*figure.timed, (self.source, self.effect))


class WardWorn(Event, frozen=True, tag=True):
    """What keeps off only so many points of damage in all has so many left; at 0 it is used up."""

    writes: ClassVar[Writes] = IT
    it: Id
    ward: str
    left: int

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        rest = tuple(pair for pair in figure.wards if pair[0] != self.ward)
        figure.wards = (*rest, (self.ward, self.left)) if self.left else rest


class AbilityHurt(Event, frozen=True, tag=True):
    """Ability damage, or with ``drain`` points that the score loses itself; negative amounts give back."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    ability: str
    amount: int
    drain: bool = False

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        if self.drain:
            setattr(figure, self.ability, max(0, figure.score(self.ability) - self.amount))
        else:
            left = max(0, figure.damage_to(self.ability) + self.amount)
            rest = tuple(pair for pair in figure.damaged if pair[0] != self.ability)
            figure.damaged = (*rest, (self.ability, left)) if left else rest


class StabilityChanged(Event, frozen=True, tag=True):
    """A dying creature is stable, or no longer; ``awake``: conscious with negative hit points."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    stable: bool
    awake: bool = False

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.stable, figure.awake = self.stable, self.awake


class StabilisationTried(Event, frozen=True, tag=True):
    """The check of a dying creature in this round."""

    writes: ClassVar[Writes] = IT
    it: Id
    passed: bool
    natural: int = 0

    def apply(self, state: State) -> None:
        row_of(state, self.it).checked = whole_of(state).round


class BleedChanged(Event, frozen=True, tag=True):
    """Points of bleed damage at each turn's start; 0 stops it."""

    writes: ClassVar[Writes] = IT
    it: Id
    amount: int

    def apply(self, state: State) -> None:
        row_of(state, self.it).bleed = self.amount


class SaveMade(Discreet, frozen=True, tag=True):
    """A saving throw."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    spares: ClassVar[tuple[str, ...]] = ("face", "bonus", "dc")
    it: Id
    save: str
    cause: str
    passed: bool
    face: int = 0
    bonus: Tally = UNTOLD
    dc: int = 0


class CheckMade(Discreet, frozen=True, tag=True):
    """A skill, ability, concentration or level check; ``what`` names it."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    spares: ClassVar[tuple[str, ...]] = ("face", "bonus", "dc")
    it: Id
    what: str
    passed: bool
    face: int = 0
    bonus: Tally = UNTOLD
    dc: int = 0
    cause: str = ""


class ConditionBegan(Event, frozen=True, tag=True):
    """Somebody is in a condition; ``effect``: what ends it, "" for what does not end by itself."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    condition: str
    effect: Id = ""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        if self.condition not in figure.conditions:
            figure.conditions = (*figure.conditions, self.condition)
        if self.effect:
            figure.timed = (*figure.timed, (self.condition, self.effect))


class ConditionEnded(Event, frozen=True, tag=True):
    """A condition is over."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    condition: str

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.conditions = tuple(c for c in figure.conditions if c != self.condition)
        figure.timed = tuple(pair for pair in figure.timed if pair[0] != self.condition)


class TimeUp(Event, frozen=True, tag=True):
    """One of the effects that held a condition is over; others may still hold it."""

    writes: ClassVar[Writes] = IT
    it: Id
    condition: str
    effect: Id

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.timed = tuple(pair for pair in figure.timed if pair != (self.condition, self.effect))


BLOWS: tuple[type[Event], ...] = (
    AttackRolled,
    ManoeuvreRolled,
    Hurt,
    Warded,
    Healed,
    TemporaryChanged,
    WardWorn,
    AbilityHurt,
    StabilityChanged,
    StabilisationTried,
    BleedChanged,
    SaveMade,
    CheckMade,
    ConditionBegan,
    ConditionEnded,
    TimeUp,
)

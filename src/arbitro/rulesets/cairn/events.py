"""What happens: the only code that writes the state of an evening."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from arbitro.content.desk import Discreet
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat, Value
from arbitro.rulesets.cairn.state import DEAD, DEPRIVED, FLED, Band, Blow, Creature, Encounter, Hit, Item


def _of(state: State, it: Id) -> Creature:
    assert isinstance(state, Encounter)
    return state.figures[it]


def _all(state: State) -> Encounter:
    assert isinstance(state, Encounter)
    return state


class FightBegan(Event, frozen=True, tag=True):
    """Both sides take up arms; ``bands`` are those who will test morale together."""

    progress: ClassVar[bool] = True
    bands: tuple[Band, ...] = ()

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.mode, whole.round, whole.bands = "fight", 0, self.bands
        for figure in whole.figures.values():
            figure.plan, figure.lost_round = (), 0


class FightEnded(Event, frozen=True, tag=True):
    """One side is beaten or has fled, or nobody wants to go on (``winner`` is then ``draw``)."""

    progress: ClassVar[bool] = True
    winner: str
    why: str

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.mode, whole.pool, whole.hits = "calm", (), ()


class RoundBegan(Event, frozen=True, tag=True):
    """A round of about ten seconds."""

    progress: ClassVar[bool] = True
    number: int

    def apply(self, state: State) -> None:
        _all(state).round = self.number


class SideBegan(Event, frozen=True, tag=True):
    """A side takes its turn of the round."""

    progress: ClassVar[bool] = True
    seat: Seat

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.active = self.seat
        for figure in whole.figures.values():
            if figure.seat == self.seat:
                figure.plan = ()


class TurnLost(Event, frozen=True, tag=True):
    """Somebody may not act in a round."""

    it: Id
    number: int

    def apply(self, state: State) -> None:
        _of(state, self.it).lost_round = self.number


class Declared(Event, frozen=True, tag=True):
    """Somebody said what it does this turn."""

    progress: ClassVar[bool] = True
    it: Id
    plan: tuple[Value, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).plan = self.plan


class BlowPrepared(Event, frozen=True, tag=True):
    """An attack that hits by itself: its dice wait to be rolled with the others against the same target.

    ``because``: what made it impaired or enhanced.
    """

    blow: Blow
    because: tuple[RuleId, ...] = ()

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.pool = (*whole.pool, self.blow)


class BlowsLanded(Event, frozen=True, tag=True):
    """Of all dice against a target the highest was kept."""

    hit: Hit
    dice: int

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.pool = tuple(blow for blow in whole.pool if blow.target != self.hit.target)
        whole.hits = (*whole.hits, self.hit)


class BlowsLost(Event, frozen=True, tag=True):
    """The target of blows is gone: they hit nobody."""

    target: Id

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.pool = tuple(blow for blow in whole.pool if blow.target != self.target)
        whole.hits = tuple(hit for hit in whole.hits if hit.target != self.target)


class HitTaken(Event, frozen=True, tag=True):
    """A hit is being dealt with."""

    target: Id

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.hits = tuple(hit for hit in whole.hits if hit.target != self.target)


class Warded(Discreet, frozen=True, tag=True):
    """Armour, or something stronger, let nothing through."""

    spares: ClassVar[tuple[str, ...]] = ("rolled", "armour")
    it: Id
    rolled: int = 0
    armour: Tally | None = None
    by: str = ""


class Hurt(Discreet, frozen=True, tag=True):
    """Damage that got through: so much off PF, the rest off FOR."""

    spares: ClassVar[tuple[str, ...]] = ("pf", "forza", "actor", "weapon", "armour", "rolled")
    it: Id
    amount: int
    pf: int = 0
    forza: int = 0
    actor: Id = ""
    weapon: str = ""
    armour: Tally | None = None
    rolled: int = 0

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.pf -= self.pf
        figure.forza -= self.forza


class AttributeLost(Event, frozen=True, tag=True):
    """Points of an attribute, lost without touching PF; ``ever``: the maximum goes down with it."""

    it: Id
    attribute: str
    amount: int
    ever: bool = False

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        setattr(figure, self.attribute, max(0, figure.score(self.attribute) - self.amount))
        if self.ever:
            most = f"{self.attribute}_max"
            setattr(figure, most, max(0, getattr(figure, most) - self.amount))


class Restored(Event, frozen=True, tag=True):
    """PF or points of an attribute came back."""

    it: Id
    attribute: str
    amount: int

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        setattr(figure, self.attribute, figure.score(self.attribute) + self.amount)


class MaximumChanged(Event, frozen=True, tag=True):
    """A maximum, or with ``now`` the current score too, has a new value."""

    it: Id
    attribute: str
    to: int
    now: bool = False

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        setattr(figure, f"{self.attribute}_max", self.to)
        if self.now or figure.score(self.attribute) > self.to:
            setattr(figure, self.attribute, self.to)


class MaximumStayed(Event, frozen=True, tag=True):
    """A roll was not greater than what it was compared with, which stays."""

    it: Id
    attribute: str
    rolled: int
    most: int


class SaveMade(Event, frozen=True, tag=True):
    """A save: on which attribute, against what, and how it went."""

    it: Id
    attribute: str
    cause: str
    score: int
    passed: bool


class ConditionBegan(Event, frozen=True, tag=True):
    """Somebody is in a condition; ``effect`` ends it by itself."""

    records: ClassVar[bool] = True
    it: Id
    condition: str
    effect: Id = ""

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        if self.condition not in figure.conditions:
            figure.conditions = (*figure.conditions, self.condition)
        if self.effect:
            figure.timed = (*figure.timed, (self.condition, self.effect))


class ConditionEnded(Event, frozen=True, tag=True):
    """A condition is over; the end of deprivation forgets its days."""

    records: ClassVar[bool] = True
    it: Id
    condition: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.conditions = tuple(c for c in figure.conditions if c != self.condition)
        figure.timed = tuple(pair for pair in figure.timed if pair[0] != self.condition)
        if self.condition == DEPRIVED:
            figure.deprived_days = 0


class TimeUp(Event, frozen=True, tag=True):
    """One of the effects that held a condition is over; others may still hold it."""

    it: Id
    condition: str
    effect: Id

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.timed = tuple(pair for pair in figure.timed if pair != (self.condition, self.effect))


class NeedsChanged(Event, frozen=True, tag=True):
    """What somebody lacks."""

    it: Id
    needs: tuple[str, ...]

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.needs = self.needs


class DayWithout(Event, frozen=True, tag=True):
    """Another day in deprivation."""

    it: Id
    days: int

    def apply(self, state: State) -> None:
        _of(state, self.it).deprived_days = self.days


class DeathNears(Event, frozen=True, tag=True):
    """Somebody will die at an hour of the clock, or (0) no longer will."""

    it: Id
    hour: int

    def apply(self, state: State) -> None:
        _of(state, self.it).dying = self.hour


class Died(Event, frozen=True, tag=True):
    """Somebody is dead, or a formation destroyed."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    window: ClassVar[str] = "killed"
    it: Id
    actor: Id = ""
    why: str = ""

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.status, figure.plan, figure.dying = DEAD, (), 0


class Fled(Event, frozen=True, tag=True):
    """Somebody left the fight."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    why: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.status, figure.plan = FLED, ()


class CameBack(Event, frozen=True, tag=True):
    """Somebody who had left, or lay as dead, is here again."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).status = "in"


class ScarTaken(Event, frozen=True, tag=True):
    """A row of the scars; ``place`` is the die that says where, 0 if none does."""

    it: Id
    row: str
    place: int = 0

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        if self.place:
            figure.scars = (*figure.scars[:-1], (self.row, self.place))
        else:
            figure.scars = (*figure.scars, (self.row, 0))


class FatigueAdded(Event, frozen=True, tag=True):
    """A slot fills with Fatica."""

    it: Id
    amount: int = 1

    def apply(self, state: State) -> None:
        _of(state, self.it).fatigue += self.amount


class FatigueSpared(Event, frozen=True, tag=True):
    """Every slot holds Fatica already: no more of it is counted."""

    it: Id


class FatigueLost(Event, frozen=True, tag=True):
    """Slots are free of Fatica again."""

    it: Id
    amount: int

    def apply(self, state: State) -> None:
        _of(state, self.it).fatigue -= self.amount


class ItemGained(Event, frozen=True, tag=True):
    """Somebody has something more."""

    records: ClassVar[bool] = True
    it: Id
    item: Item

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.items = (*figure.items, self.item)


class ItemLost(Event, frozen=True, tag=True):
    """Something is gone; ``why``: ``dropped``, ``used``, ``broken``, ``given``, ``burnt``."""

    records: ClassVar[bool] = True
    it: Id
    no: int
    thing: str
    why: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.items = tuple(item for item in figure.items if item.no != self.no)
        figure.hands = tuple(no for no in figure.hands if no != self.no)


class ItemChanged(Event, frozen=True, tag=True):
    """Uses or charges left, worn or not, or on which carrier a thing lies."""

    records: ClassVar[bool] = True
    it: Id
    item: Item
    what: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.items = tuple(self.item if item.no == self.item.no else item for item in figure.items)


class HandsFilled(Event, frozen=True, tag=True):
    """What somebody holds now."""

    records: ClassVar[bool] = True
    it: Id
    hands: tuple[int, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).hands = self.hands


class CoinsChanged(Event, frozen=True, tag=True):
    """Coins came or went."""

    it: Id
    by: int

    def apply(self, state: State) -> None:
        _of(state, self.it).coins += self.by


class Went(Event, frozen=True, tag=True):
    """Somebody moved along the line between the sides."""

    moves: ClassVar[bool] = True
    it: Id
    at: int

    def apply(self, state: State) -> None:
        _of(state, self.it).at = self.at


class Cast(Event, frozen=True, tag=True):
    """A spell was read aloud, or a relic or a thing used."""

    progress: ClassVar[bool] = True
    it: Id
    thing: str
    target: Id = ""
    stronger: bool = False


class Reacted(Event, frozen=True, tag=True):
    """How strangers meet the party."""

    total: int
    mood: str


class FateSpoke(Event, frozen=True, tag=True):
    """The die of fate: 4 or more favours the party."""

    face: int
    good: bool


class MoraleTested(Event, frozen=True, tag=True):
    """A band tested its morale because of ``why``: ``first``, ``half``, ``alone``."""

    band: str
    why: str
    passed: bool

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.bands = tuple(
            structs.replace(band, tested=(*band.tested, self.why)) if band.id == self.band else band
            for band in whole.bands
        )


class MoralePast(Event, frozen=True, tag=True):
    """A test that another one of the same moment stood for."""

    band: str
    why: str

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.bands = tuple(
            structs.replace(band, tested=(*band.tested, self.why)) if band.id == self.band else band
            for band in whole.bands
        )


class Joined(Event, frozen=True, tag=True):
    """Somebody new is here."""

    records: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    creature: Creature

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.figures[self.creature.id] = self.creature.twin()
        whole.figures = dict(sorted(whole.figures.items()))  # a save knows no other order


class TookOver(Event, frozen=True, tag=True):
    """A player takes over a hireling, who is a character from now on."""

    records: ClassVar[bool] = True
    it: Id
    of: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).kind = "pc"


class Revealed(Event, frozen=True, tag=True):
    """Somebody hidden shows itself."""

    learnt: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).hidden = False


class PlaceIs(Event, frozen=True, tag=True):
    """Whether the place is safe, and lit."""

    safe: bool
    light: bool

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.safe, whole.light = self.safe, self.light


class Called(Event, frozen=True, tag=True):
    """A procedure was called outside a fight."""

    progress: ClassVar[bool] = True
    what: str
    who: Id = ""

    def apply(self, state: State) -> None:
        _all(state).calls += 1


class Overloaded(Event, frozen=True, tag=True):
    """All ten slots are full (PF is 0 while that lasts), or no longer are."""

    it: Id
    full: bool

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        if self.full:
            figure.pf_aside, figure.pf = figure.pf, 0
        else:
            figure.pf, figure.pf_aside = min(figure.pf_max, figure.pf + figure.pf_aside), 0


class Exchanged(Event, frozen=True, tag=True):
    """PF fell to 0 without damage (fear, panic)."""

    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).pf = 0


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)

"""What happens: the only code that writes the state of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from arbitro.content.desk import Discreet
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat, Value
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.state import (
    BOUND,
    DEAD,
    FLED,
    GRAPPLED,
    HANGING,
    IN,
    PINNED,
    SET_OUT,
    WENT_ON,
    Battle,
    Caster,
    Creature,
    Item,
    Swing,
)

WITHIN_A_MOVE = "overrun"
"""What is done in the middle of a move without ending it (PF-GRID-14.1)."""
Writes = tuple[str, ...] | None
IT: Writes = ("it",)
NOTHING: Writes = ()
UNTOLD = Tally(0, 0)
"""Instead of a number that the players do not hear (see `arbitro.content.desk.Discreet`)."""


def _of(state: State, it: Id) -> Creature:
    assert isinstance(state, Battle)
    return state.figures[it]


def _all(state: State) -> Battle:
    assert isinstance(state, Battle)
    return state


# --- order --------------------------------------------------------------------------------------------


class BattleBegan(Event, frozen=True, tag=True):
    """Swords are out; ``surprised``: who does not know of the enemies that know of it."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    surprised: tuple[Id, ...] = ()


class Noticed(Event, frozen=True, tag=True):
    """Whether somebody knows of its enemies when battle begins."""

    writes: ClassVar[Writes] = IT
    it: Id
    aware: bool

    def apply(self, state: State) -> None:
        _of(state, self.it).aware = self.aware


class InitiativeRolled(Discreet, frozen=True, tag=True):
    """Somebody's initiative result."""

    writes: ClassVar[Writes] = IT
    spares: ClassVar[tuple[str, ...]] = ("face", "bonus")
    it: Id
    face: int = 0
    bonus: Tally = UNTOLD

    def apply(self, state: State) -> None:
        _of(state, self.it).initiative = self.face + self.bonus.value


class OrderSet(Event, frozen=True, tag=True):
    """In which order everybody acts from now on."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    order: tuple[Id, ...]

    def apply(self, state: State) -> None:
        _all(state).order = self.order


class CountChanged(Event, frozen=True, tag=True):
    """Somebody acts on another count from now on: by delaying, or by a readied action."""

    writes: ClassVar[Writes] = IT
    it: Id
    initiative: int
    order: tuple[Id, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).initiative = self.initiative
        _all(state).order = self.order


class RoundBegan(Event, frozen=True, tag=True):
    """Six seconds begin; round 0 is the surprise round."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    number: int
    surprise: bool = False

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.round, whole.surprise = self.number, self.surprise


class TurnBegan(Event, frozen=True, tag=True):
    """Somebody's turn: what it may do, and all that a turn renews.

    Who has waited for it had its opportunities renewed on the count that it let go by (PF-AOO-09.2).
    """

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    it: Id
    std: int
    mov: int
    swf: int

    def rows(self, state: State) -> Iterable[Id]:
        figures = _all(state).figures.values()
        return self.it, *[other.id for other in figures if self.it in other.met or self.it in other.beset]

    def apply(self, state: State) -> None:
        whole, figure = _all(state), _of(state, self.it)
        whole.turn = self.it
        figure.std, figure.mov, figure.swf = self.std, self.mov, max(0, self.swf - figure.owed)
        figure.made = figure.made if self.it in whole.waiting else 0
        figure.owed = figure.walked = figure.stride = 0
        figure.odd = figure.stepped = False
        figure.did, figure.swings, figure.ready, figure.tumbled = (), (), (), ()
        figure.shielded = ""
        figure.took, figure.acted = whole.round, True
        whole.waiting = tuple(it for it in whole.waiting if it != self.it)
        for other in whole.figures.values():
            if self.it in other.met:
                other.met = tuple(it for it in other.met if it != self.it)
            if self.it in other.beset:
                other.beset = tuple(it for it in other.beset if it != self.it)


class TurnPassed(Event, frozen=True, tag=True):
    """Somebody's count went by: fallen, surprised, or waiting."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    why: str

    def apply(self, state: State) -> None:
        _of(state, self.it).took = _all(state).round
        _all(state).last = self.it


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    writes: ClassVar[Writes] = IT
    it: Id

    def apply(self, state: State) -> None:
        whole, figure = _all(state), _of(state, self.it)
        whole.turn, whole.last = "", self.it
        figure.std = figure.mov = figure.swf = figure.stride = 0
        figure.swings = ()


class Delayed(Event, frozen=True, tag=True):
    """Somebody waits for a later count."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.waiting = (*whole.waiting, self.it)
        figure = _of(state, self.it)
        figure.owed = int(figure.swf == 0)  # an immediate action of the round before still counts, PF-SWIFT-06.2
        figure.std = figure.mov = figure.swf = 0


class Readied(Event, frozen=True, tag=True):
    """Somebody waits for an occasion with an action ready: ``plan`` is the occasion, then the action."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    plan: tuple[Value, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).ready = self.plan


class ReadyUsed(Event, frozen=True, tag=True):
    """A readied action is taken now."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    plan: tuple[Value, ...]

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.ready, figure.took = (), _all(state).round


# --- acting -------------------------------------------------------------------------------------------


class Acted(Event, frozen=True, tag=True):
    """Somebody does something, and pays for it: standard, move and swift actions, or one attack of several."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    action: str
    path: tuple[Value, ...] = ()
    std: int = 0
    mov: int = 0
    swf: int = 0
    owed: int = 0
    swing: bool = False

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.std -= self.std
        figure.mov -= self.mov
        figure.swf -= self.swf
        figure.owed += self.owed
        figure.did = (*figure.did, self.action, *((WENT_ON,) if self.swing and self.mov else ()))
        if (self.std or self.mov) and not self.swing:
            figure.swings = ()
            figure.stride = figure.stride if self.action == WITHIN_A_MOVE else 0


class SwingsSet(Event, frozen=True, tag=True):
    """The attacks of a full attack that are still to come."""

    writes: ClassVar[Writes] = IT
    it: Id
    swings: tuple[Swing, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).swings = self.swings


class CameToNothing(Event, frozen=True, tag=True):
    """What somebody was about to do comes to nothing; what it cost is spent."""

    writes: ClassVar[Writes] = NOTHING
    it: Id
    action: str
    why: str


class StrideBegan(Event, frozen=True, tag=True):
    """Somebody may now walk so many squares."""

    writes: ClassVar[Writes] = IT
    it: Id
    squares: int
    way: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.stride, figure.way = self.squares, self.way
        figure.did = (*figure.did, SET_OUT)


class Moved(Event, frozen=True, tag=True):
    """Somebody went along squares; ``cost`` in squares; ``forced``: pushed, not by its own will."""

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    path: tuple[Square, ...]
    cost: int = 0
    odd: bool = False
    step: bool = False
    forced: bool = False

    def rows(self, state: State) -> Iterable[Id] | None:
        figure = _of(state, self.it)
        if figure.mount:
            return None
        return (self.it, figure.rider) if figure.rider else (self.it,)

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        if figure.mount:
            _part(_all(state), figure)  # whoever goes by itself is out of the saddle
        figure.x, figure.y = self.path[-1]
        if figure.rider:
            rider = _of(state, figure.rider)
            rider.x, rider.y = self.path[-1]
        if not self.forced:
            figure.walked += 0 if self.step else self.cost
            figure.stride = max(0, figure.stride - self.cost)
            figure.odd, figure.stepped = self.odd, figure.stepped or self.step


class Stopped(Event, frozen=True, tag=True):
    """Somebody's move ends here; what was left of it is lost."""

    writes: ClassVar[Writes] = IT
    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).stride = 0


class OpportunityGiven(Event, frozen=True, tag=True):
    """Somebody lowers its guard before foes who may strike it; ``moving``: it leaves a square that they threaten."""

    writes: ClassVar[Writes] = None
    it: Id
    action: str
    by: tuple[Id, ...]
    moving: bool = False

    def rows(self, state: State) -> Iterable[Id]:
        return self.by if self.moving else ()

    def apply(self, state: State) -> None:
        if self.moving:
            for foe in self.by:
                figure = _of(state, foe)
                figure.met = (*figure.met, self.it)


class OpportunityTaken(Event, frozen=True, tag=True):
    """An attack of opportunity is made."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    target: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).made += 1


# --- blows --------------------------------------------------------------------------------------------


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
        target = _of(state, self.target)
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
        figure = _of(state, self.it)
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
        figure = _of(state, self.it)
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
        figure = _of(state, self.it)
        figure.temp = self.temp
        if self.effect:
            figure.timed = (*figure.timed, (self.source, self.effect))


class AbilityHurt(Event, frozen=True, tag=True):
    """Ability damage, or with ``drain`` points that the score loses itself; negative amounts give back."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    ability: str
    amount: int
    drain: bool = False

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
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
        figure = _of(state, self.it)
        figure.stable, figure.awake = self.stable, self.awake


class StabilisationTried(Event, frozen=True, tag=True):
    """The check of a dying creature in this round."""

    writes: ClassVar[Writes] = IT
    it: Id
    passed: bool
    natural: int = 0

    def apply(self, state: State) -> None:
        _of(state, self.it).checked = _all(state).round


class BleedChanged(Event, frozen=True, tag=True):
    """Points of bleed damage at each turn's start; 0 stops it."""

    writes: ClassVar[Writes] = IT
    it: Id
    amount: int

    def apply(self, state: State) -> None:
        _of(state, self.it).bleed = self.amount


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
        figure = _of(state, self.it)
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
        figure = _of(state, self.it)
        figure.conditions = tuple(c for c in figure.conditions if c != self.condition)
        figure.timed = tuple(pair for pair in figure.timed if pair[0] != self.condition)


class TimeUp(Event, frozen=True, tag=True):
    """One of the effects that held a condition is over; others may still hold it."""

    writes: ClassVar[Writes] = IT
    it: Id
    condition: str
    effect: Id

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.timed = tuple(pair for pair in figure.timed if pair != (self.condition, self.effect))


class Died(Event, frozen=True, tag=True):
    """Somebody is dead."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    window: ClassVar[str] = "killed"
    it: Id
    actor: Id = ""
    why: str = ""

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.status, figure.ready, figure.charge, figure.casting = DEAD, (), (), ()
        _let_go(state, figure)


class Fled(Event, frozen=True, tag=True):
    """Somebody left the battle."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    why: str = ""

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.status, figure.ready = FLED, ()
        _let_go(state, figure)


def _part(whole: Battle, rider: Creature) -> None:
    """A rider and its mount are two again; the mount acts right after the rider from now on."""
    mount = whole.figures[rider.mount]
    rider.mount, rider.shares, mount.rider = "", 0, ""
    rider.conditions = tuple(c for c in rider.conditions if c != HANGING)
    mount.course, mount.gait = (), ""
    if whole.order and mount.id not in whole.order:
        at = whole.order.index(rider.id) + 1 if rider.id in whole.order else len(whole.order)
        whole.order = (*whole.order[:at], mount.id, *whole.order[at:])
        mount.initiative = rider.initiative


def _let_go(state: State, figure: Creature) -> None:
    """Nobody holds somebody who is gone, and who is gone sits on nobody."""
    for other in (figure.holds, figure.held_by):
        if other:
            row = _of(state, other)
            row.holds = "" if row.holds == figure.id else row.holds
            row.held_by = "" if row.held_by == figure.id else row.held_by
            _grip(row)
    if figure.mount:
        _part(_all(state), figure)
    tied = bool(figure.holds or figure.held_by)
    figure.holds = figure.held_by = figure.rider = ""  # its rider falls by PF-MNT-15, and knows by its own ``mount``
    if tied:
        _grip(figure)


class CameBack(Event, frozen=True, tag=True):
    """Somebody who was dead or away is here again."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).status = IN


class Joined(Event, frozen=True, tag=True):
    """Somebody new is here, and acts right before ``before`` ("": last)."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    creature: Creature
    before: Id = ""

    def apply(self, state: State) -> None:
        whole = _all(state)
        whole.figures[self.creature.id] = self.creature.twin()
        whole.figures = dict(sorted(whole.figures.items()))  # a save knows no other order
        at = whole.order.index(self.before) if self.before in whole.order else len(whole.order)
        whole.order = (*whole.order[:at], self.creature.id, *whole.order[at:])


# --- things -------------------------------------------------------------------------------------------


class HandsFilled(Event, frozen=True, tag=True):
    """What somebody holds now: numbers of things, twice for one held in both hands."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    held: tuple[int, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).held = self.held


class ItemChanged(Event, frozen=True, tag=True):
    """A thing is other than before: worn, damaged, used, loaded. ``what`` says which."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    item: Item
    what: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.items = tuple(self.item if item.no == self.item.no else item for item in figure.items)


class ItemLost(Event, frozen=True, tag=True):
    """Somebody no longer has a thing: ``dropped``, ``used``, ``broken``, ``taken``."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    item: Item
    why: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.items = tuple(item for item in figure.items if item.no != self.item.no)
        figure.held = tuple(no for no in figure.held if no != self.item.no)
        if self.why == "dropped":
            _all(state).lying = (*_all(state).lying, (figure.x, figure.y, self.item))


class PickedUp(Event, frozen=True, tag=True):
    """Somebody takes a thing from the ground into its hand; ``item`` has the number it bears from now on."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    it: Id
    item: Item
    place: int

    def apply(self, state: State) -> None:
        whole, figure = _all(state), _of(state, self.it)
        whole.lying = (*whole.lying[: self.place], *whole.lying[self.place + 1 :])
        figure.items, figure.held = (*figure.items, self.item), (*figure.held, self.item.no)


# --- magic, grapples, mounts --------------------------------------------------------------------------


class SpellBegun(Event, frozen=True, tag=True):
    """Somebody casts; ``casters`` is what is left of its spells, ``casting`` what it chose, ``left``: full rounds
    that it still takes (see `Creature`)."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    spell: str
    casters: tuple[Caster, ...]
    casting: tuple[Value, ...]
    left: int = 0

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.casters, figure.casting, figure.casting_left = self.casters, self.casting, self.left


class SpellLost(Event, frozen=True, tag=True):
    """A spell comes to nothing: ``concentration``, ``countered``, ``failure``, ``no_target``, ``abandoned``."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    spell: str
    why: str

    def apply(self, state: State) -> None:
        _of(state, self.it).casting = ()


class SpellCast(Event, frozen=True, tag=True):
    """A spell takes effect."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    spell: str
    targets: tuple[Id, ...] = ()

    def apply(self, state: State) -> None:
        _of(state, self.it).casting = ()


class ChargeHeld(Event, frozen=True, tag=True):
    """A touch spell in hand, or none any more."""

    writes: ClassVar[Writes] = IT
    it: Id
    charge: tuple[Value, ...]

    def apply(self, state: State) -> None:
        _of(state, self.it).charge = self.charge


class UseSpent(Event, frozen=True, tag=True):
    """An ability was used once more today."""

    writes: ClassVar[Writes] = IT
    it: Id
    ability: str

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        spent = dict(figure.spent)
        spent[self.ability] = spent.get(self.ability, 0) + 1
        figure.spent = tuple(spent.items())


class GrappleChanged(Event, frozen=True, tag=True):
    """``it`` holds ``target`` in a grapple, or (``held`` False) no longer does; both are in its condition.

    ``part``: it holds with a part of its body alone, so that only the other is (PF-MON-01.3).
    """

    writes: ClassVar[Writes] = ("it", "target")
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    target: Id
    held: bool = True
    part: bool = False

    def apply(self, state: State) -> None:
        holder, target = _of(state, self.it), _of(state, self.target)
        holder.loosely = self.part
        holder.holds, target.held_by = (self.target, self.it) if self.held else ("", "")
        _grip(holder)
        _grip(target)


def _grip(figure: Creature) -> None:
    """A creature is in the condition of a grapple as long as it holds somebody or is held (PF-GRP-02.1)."""
    rest = tuple(c for c in figure.conditions if c not in (GRAPPLED, *(() if figure.held_by else (PINNED,))))
    gripped = figure.held_by or (figure.holds and not figure.loosely)
    figure.conditions = (*rest, GRAPPLED) if gripped else rest


class TiedUp(Event, frozen=True, tag=True):
    """Somebody is tied, which nobody has to keep up: ``dc`` to get out of it, 0: it is free; ``thing``: with what."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    dc: int
    thing: str = ""

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.bonds, figure.shackles = self.dc, self.thing
        rest = tuple(c for c in figure.conditions if c != BOUND)
        figure.conditions = (*rest, BOUND) if self.dc else rest


class Mounted(Event, frozen=True, tag=True):
    """``it`` sits on ``mount``, or (``up`` False) is beside it, by a ``fall`` or of its own will."""

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    mount: Id
    up: bool = True
    at: Square | None = None
    why: str = ""

    def apply(self, state: State) -> None:
        whole, rider, mount = _all(state), _of(state, self.it), _of(state, self.mount)
        if self.up:
            rider.mount, mount.rider, rider.shares, mount.ridden = self.mount, self.it, mount.span, True
            rider.x, rider.y = mount.x, mount.y
            whole.order = tuple(it for it in whole.order if it != self.mount)
            whole.waiting = tuple(it for it in whole.waiting if it != self.mount)
            return
        _part(whole, rider)
        if self.at is not None:
            rider.x, rider.y = self.at


class Revealed(Event, frozen=True, tag=True):
    """Somebody hidden shows itself."""

    learnt: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).hidden = False


class RanOn(Event, frozen=True, tag=True):
    """Rounds in a row that somebody has run."""

    writes: ClassVar[Writes] = IT
    it: Id
    rounds: int

    def apply(self, state: State) -> None:
        _of(state, self.it).ran = self.rounds


class BattleEnded(Event, frozen=True, tag=True):
    """One side cannot fight on, or the agreed rounds are over (``winner`` is then ``draw``)."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    winner: Seat
    why: str


class RefereeSet(Event, frozen=True, tag=True):
    """The referee sets a number of somebody: hit points, nonlethal damage."""

    writes: ClassVar[Writes] = IT
    it: Id
    field: str
    value: int

    def apply(self, state: State) -> None:
        if self.field in ("hp", "nonlethal", "hp_max"):
            setattr(_of(state, self.it), self.field, self.value)


Cause = RuleId
EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, Discreet)
)

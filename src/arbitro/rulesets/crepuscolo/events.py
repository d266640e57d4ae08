"""What can happen in a battle: the only code that writes its state."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, structs

from arbitro.engine.events import Event, Rolled
from arbitro.engine.state import State, Use
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.geometry.shapes import Point
from arbitro.rulesets.crepuscolo.ground import Piece
from arbitro.rulesets.crepuscolo.state import AWAY, DEAD, LOST, PRONE, TABLE, Battle, Corpse, Figure

Dice = tuple[int, ...]


def _battle(state: State) -> Battle:
    assert isinstance(state, Battle)
    return state


def _take(figure: Figure, dice: Dice) -> None:
    left = list(figure.dice)
    for die in dice:
        left.remove(die)
    figure.dice = tuple(left)


def _did(state: State, it: Id, action: str, path: RuleId) -> None:
    """What a figure did last: the word of the action, and the ability or power that it used."""
    figure = _battle(state).figures[it]
    figure.last_action, figure.last_path = action, path


class DiceRolled(Rolled, frozen=True, tag=True):
    """Dice fell; ``counted`` of it goes to the hand's total (CDC-TRN-03).

    ``edge`` is added to the face of an attack on ``target`` with ``weapon``; ``action`` is what was rolled for;
    ``instead``: the face whose place it takes, for a die thrown again; ``wish``: the other fighter at whose wish it was
    (CDC-RRL-02), if one had it thrown. ``throw``: dice and faces of a throw of several kinds, up to this die, which is
    told as one when the last has fallen.
    """

    counted: int = 0
    action: str = ""
    target: Id = ""
    weapon: str = ""
    edge: Tally | None = None
    wish: Id = ""
    instead: int = 0
    throw: tuple[tuple[int, int], ...] = ()

    def apply(self, state: State) -> None:
        if self.counted:
            _battle(state).hand_total += self.counted


class DiceSpent(Event, frozen=True, tag=True):
    """A fighter gave up dice, for an action, a test or the bidding."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    progress: ClassVar[bool] = True
    it: Id
    dice: Dice
    why: str

    def apply(self, state: State) -> None:
        _take(_battle(state).figures[self.it], self.dice)


class DiceGained(Event, frozen=True, tag=True):
    """A fighter received dice (dealt at the start of a turn, or granted)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    progress: ClassVar[bool] = True
    it: Id
    dice: Dice
    why: str

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.dice = tuple(sorted((*figure.dice, *self.dice)))


class DiceLost(Event, frozen=True, tag=True):
    """Dice were taken from a fighter, or lapsed."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    dice: Dice
    why: str

    def apply(self, state: State) -> None:
        _take(_battle(state).figures[self.it], self.dice)


class TookPart(Event, frozen=True, tag=True):
    """A fighter's action was declared, and ``counted`` once more this turn.

    It is now the fighter's last one, unless it is ``pending``: others may respond first.
    """

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    action: str
    target: Id = ""
    weapon: str = ""
    dice: Dice = ()
    counted: str = ""
    pending: bool = False
    path: RuleId = ""

    def apply(self, state: State) -> None:
        if not self.pending:
            _did(state, self.it, self.action, self.path)
        if self.counted:
            key, now = f"{self.counted}/{self.it}", state.scopes.get("turn", 0)
            old = state.uses.get(key)
            state.uses[key] = Use(n=old.n + 1 if old and old.scope == now else 1, scope=now)


class CarriedOut(Event, frozen=True, tag=True):
    """An action to which others could respond is carried out now: it is its fighter's last one (CDC-ACT-11)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    action: str
    path: RuleId = ""

    def apply(self, state: State) -> None:
        _did(state, self.it, self.action, self.path)


class Placed(Event, frozen=True, tag=True):
    """A fighter came on to the table at a point."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    it: Id
    x: int
    y: int
    z: int

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.x, figure.y, figure.z, figure.status = self.x, self.y, self.z, TABLE


class Moved(Event, frozen=True, tag=True):
    """A fighter changed place; ``how`` is the action or the shift that did it."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    moves: ClassVar[bool] = True
    it: Id
    x: int
    y: int
    z: int
    how: str
    from_x: int
    from_y: int
    in_water: bool = False

    def apply(self, state: State) -> None:
        battle = _battle(state)
        figure = battle.figures[self.it]
        figure.x, figure.y, figure.z, figure.in_water = self.x, self.y, self.z, self.in_water
        if figure.carries:
            battle.tokens = tuple(
                structs.replace(t, x=self.x, y=self.y) if t.holder == self.it else t for t in battle.tokens
            )


def moved_to(figure: Figure, how: str, to: Point, z: int, rules: tuple[str, ...], *, wet: bool = False) -> Moved:
    """The event that puts a figure at a point and height, in units; ``wet``: it is in water there."""
    x, y = to
    return Moved(it=figure.id, x=x, y=y, z=z, how=how, from_x=figure.x, from_y=figure.y, in_water=wet, rules=rules)


class Missed(Event, frozen=True, tag=True):
    """An attack, a threshold or a power failed; of a die its face and size, what was added and what it needed."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    actor: Id
    target: Id
    action: str
    weapon: str = ""
    face: int = 0
    sides: int = 0
    edge: Tally | None = None
    need: Tally | None = None


class HitLanded(Event, frozen=True, tag=True):
    """An attack hit; ``edge`` was added to the face of ``sides``, ``need`` is what it had to reach."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    actor: Id
    target: Id
    action: str
    weapon: str
    face: int
    critical: bool
    automatic: bool = False
    sides: int = 0
    edge: Tally | None = None
    need: Tally | None = None


class Succeeded(Event, frozen=True, tag=True):
    """A threshold was reached, or what needs no roll was done."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    actor: Id
    action: str


class ArmourWorn(Event, frozen=True, tag=True):
    """Armour took part of a damage; ``lost`` of its Resistenza went (CDC-DMG-03.3)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    saved: int
    lost: int

    def apply(self, state: State) -> None:
        _battle(state).figures[self.it].armour -= self.lost


class Hurt(Event, frozen=True, tag=True):
    """A fighter lost Resistenza: ``parts`` say how much came from what, ``left`` is what remains (None: not told)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    amount: int
    actor: Id
    action: str
    weapon: str = ""
    left: int | None = None
    parts: Tally | None = None

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.life = max(0, figure.life - self.amount)


class Unharmed(Event, frozen=True, tag=True):
    """A damage came to nothing."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    it: Id
    amount: int
    why: str


class Healed(Event, frozen=True, tag=True):
    """A fighter recovered Resistenza, at most to its start (CDC-DMG-01.4)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    amount: int

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.life = min(figure.life_max, figure.life + self.amount)


class Died(Event, frozen=True, tag=True):
    """A fighter died and left a corpse marker, unless ``corpse`` is False (CDC-DMG-02.2, CDC-PW-009)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    it: Id
    actor: Id
    action: str
    corpse: bool = True
    weapon: str = ""

    def apply(self, state: State) -> None:
        battle = _battle(state)
        figure = battle.figures[self.it]
        figure.status = DEAD
        if self.corpse:
            battle.corpses = (*battle.corpses, Corpse(self.it, figure.x, figure.y, figure.z))
        _drop(battle, self.it)


class WasLost(Event, frozen=True, tag=True):
    """A fighter is out of the battle and left no corpse: drowned, or fallen into a crevice."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    it: Id
    why: str

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.figures[self.it].status = LOST
        _drop(battle, self.it)


def _drop(battle: Battle, it: Id) -> None:
    battle.figures[it].carries = ""
    battle.tokens = tuple(structs.replace(t, holder="") if t.holder == it else t for t in battle.tokens)


class Fell(Event, frozen=True, tag=True):
    """A fighter fell: ``height`` in units, or into a crevice (0)."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    it: Id
    height: int
    where: str


class ConditionGained(Event, frozen=True, tag=True):
    """A fighter suffers a condition. As a subject: ``it``, ``actor``, ``condition``."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    condition: str
    actor: Id = ""

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.conditions = (*figure.conditions, self.condition)
        figure.prone = PRONE in figure.conditions


class ConditionLost(Event, frozen=True, tag=True):
    """A condition is lifted."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    condition: str
    why: str = ""

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.conditions = tuple(c for c in figure.conditions if c != self.condition)
        figure.prone = PRONE in figure.conditions


class ConditionWarded(Event, frozen=True, tag=True):
    """A condition was not received: immunity, or it is in force already."""

    it: Id
    condition: str
    why: str


class PowerWarded(Event, frozen=True, tag=True):
    """A power has no effect on a fighter: immune, it resisted, or its own threshold was not reached."""

    it: Id
    power: str
    why: str


class ArmourMended(Event, frozen=True, tag=True):
    """An armour gained or lost Resistenza by a power."""

    it: Id
    by: int

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.armour = max(0, figure.armour + self.by)


class Vanished(Event, frozen=True, tag=True):
    """A fighter left the table for a while."""

    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.figures[self.it].status = AWAY
        _drop(battle, self.it)


class Returned(Event, frozen=True, tag=True):
    """A fighter that had vanished is back on the table."""

    moves: ClassVar[bool] = True
    it: Id
    x: int
    y: int
    z: int
    in_water: bool = False

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.status = TABLE
        figure.x, figure.y, figure.z, figure.in_water = self.x, self.y, self.z, self.in_water


class CorpseTaken(Event, frozen=True, tag=True):
    """A corpse marker was taken off the table."""

    id: Id

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.corpses = tuple(corpse for corpse in battle.corpses if corpse.id != self.id)


class AbilityTaken(Event, frozen=True, tag=True):
    """A fighter has lost an ability for the rest of the game, and with it Resistenza of its own and of its armour."""

    records: ClassVar[bool] = True
    it: Id
    ability: str
    res: int = 0
    armour: int = 0

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.armour = max(0, figure.armour - self.armour)
        figure.abilities = tuple(rule for rule in figure.abilities if rule != self.ability)
        figure.life_max = max(1, figure.life_max - self.res)
        figure.life = max(1, min(figure.life - self.res, figure.life_max))


class TestDeclined(Event, frozen=True, tag=True):
    """A test was not taken, or could not be: it is failed (CDC-TST-01.6)."""

    __test__: ClassVar[bool] = False  # no test of ours, whatever its name
    it: Id
    kind: str
    why: str


class TestEnded(Event, frozen=True, tag=True):
    """A test was passed or failed."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    __test__: ClassVar[bool] = False
    it: Id
    kind: str
    passed: bool


class PointsChanged(Event, frozen=True, tag=True):
    """Power points came or went; ``taken``: others made them go."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    kind: str
    by: int
    taken: bool = False

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        left = dict(figure.points)
        left[self.kind] = max(0, left.get(self.kind, 0) + self.by)
        figure.points = tuple(sorted(left.items()))


class TokensChanged(Event, frozen=True, tag=True):
    """Tokens were put on a fighter or taken off it."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    progress: ClassVar[bool] = True
    it: Id
    token: str
    by: int

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        left = {**dict(figure.tokens), self.token: dict(figure.tokens).get(self.token, 0) + self.by}
        figure.tokens = tuple((name, n) for name, n in sorted(left.items()) if n > 0)


class Toughened(Event, frozen=True, tag=True):
    """A fighter has more Resistenza for the rest of the game, and may recover up to it."""

    it: Id
    by: int

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.life, figure.life_max = figure.life + self.by, figure.life_max + self.by


class GearLeft(Event, frozen=True, tag=True):
    """A token ``piece`` stands for the equipment of a fighter that died (CDC-AB-045.1)."""

    it: Id
    piece: Id

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.gear = (*battle.gear, (self.it, self.piece))


class Outfit(Struct, frozen=True):
    """What a fighter carries, and what of its numbers hangs on that."""

    items: tuple[str, ...]
    upgrades: tuple[tuple[str, str], ...]
    weapon: str
    ranged: tuple[str, ...]
    abilities: tuple[str, ...]
    armour: int
    life: int
    life_max: int
    used_up: tuple[str, ...]


class GearSwapped(Event, frozen=True, tag=True):
    """A fighter exchanged a piece of equipment with what a dead one left; ``outfits``: what each has then."""

    records: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    it: Id
    other: Id
    gave: str
    got: str
    outfits: tuple[Outfit, Outfit]

    def apply(self, state: State) -> None:
        for name, outfit in zip((self.it, self.other), self.outfits, strict=True):
            figure = _battle(state).figures[name]
            for field in outfit.__struct_fields__:
                setattr(figure, field, getattr(outfit, field))


class ItemSpent(Event, frozen=True, tag=True):
    """An item is of no use for the rest of the game."""

    it: Id
    item: str

    def apply(self, state: State) -> None:
        figure = _battle(state).figures[self.it]
        figure.used_up = (*figure.used_up, self.item)


class AccessChosen(Event, frozen=True, tag=True):
    """The access points are fixed (CDC-DEP-01)."""

    access: tuple[tuple[int, int], tuple[int, int]]

    def apply(self, state: State) -> None:
        _battle(state).access = self.access


class FirstDeployer(Event, frozen=True, tag=True):
    """The lower total places first (CDC-DEP-02)."""

    seat: Seat
    totals: tuple[int, int]

    def apply(self, state: State) -> None:
        _battle(state).first_deployer = self.seat


class BidStands(Event, frozen=True, tag=True):
    """A die of the bidding stands and must be beaten (CDC-DEP-04)."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    seat: Seat
    face: int


class BidWon(Event, frozen=True, tag=True):
    """The bidding is over: ``seat`` has the first hand."""

    seat: Seat

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.hand, battle.phase = self.seat, "play"


class TurnBegan(Event, frozen=True, tag=True):
    """A new turn: nobody has passed, nobody had a hand."""

    progress: ClassVar[bool] = True
    turn: int

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.still = 0 if battle.had_hand or self.turn == 1 else battle.still + 1
        battle.turn, battle.passed, battle.had_hand, battle.endless = self.turn, (), (), False
        for figure in battle.figures.values():
            figure.wet = figure.in_water


class HandBegan(Event, frozen=True, tag=True):
    """A player has the hand; its count starts at 0."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    progress: ClassVar[bool] = True
    seat: Seat

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.hand, battle.hand_total, battle.in_hand, battle.endless = self.seat, 0, True, False
        if self.seat not in battle.had_hand:
            battle.had_hand = (*battle.had_hand, self.seat)


class HandEnded(Event, frozen=True, tag=True):
    """A hand is over: ``why`` is ``count``, ``spent`` or ``pass``; ``last``: nobody can take it, and the turn ends."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    progress: ClassVar[bool] = True
    seat: Seat
    why: str
    total: int
    last: bool = False

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.in_hand = False
        if self.why == "pass":
            battle.passed = (*battle.passed, self.seat)


class HandGoesOn(Event, frozen=True, tag=True):
    """Nobody can take the hand: it goes on without limit (CDC-TRN-06)."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    seat: Seat

    def apply(self, state: State) -> None:
        _battle(state).endless = True


class CountRestarted(Event, frozen=True, tag=True):
    """The opponent can act again: the count starts afresh (CDC-TRN-06.4)."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    seat: Seat

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.endless, battle.hand_total = False, 0


class Deviated(Event, frozen=True, tag=True):
    """A point shifted by Deviation: the d6 that gave the way, and ``distance`` in units (CDC-DEV-01)."""

    actor: Id
    face: int
    distance: int
    from_x: int
    from_y: int
    x: int
    y: int


class GroundChanged(Event, frozen=True, tag=True):
    """A piece of scenery changed, came or went (None); ``was``: what one that went was called, or its kind."""

    moves: ClassVar[bool] = True
    id: Id
    piece: Piece | None
    was: str = ""

    def apply(self, state: State) -> None:
        battle = _battle(state)
        rest = tuple(p for p in battle.ground.pieces if p.id != self.id)
        pieces = rest if self.piece is None else (*rest, self.piece)
        battle.ground = structs.replace(battle.ground, pieces=pieces)


def taken_away(piece: Piece, rules: tuple[RuleId, ...]) -> GroundChanged:
    """A piece of scenery goes."""
    was = piece.name or (piece.crossing if piece.height else next(iter(piece.kinds), ""))
    return GroundChanged(id=piece.id, piece=None, was=was, rules=rules)


class FigureAdded(Event, frozen=True, tag=True):
    """A fighter joined the battle after it began."""

    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    figure: Figure

    def apply(self, state: State) -> None:
        _battle(state).figures[self.figure.id] = self.figure.twin()


class TokenTaken(Event, frozen=True, tag=True):
    """A figure picked up a token."""

    it: Id
    token: Id

    def apply(self, state: State) -> None:
        battle = _battle(state)
        battle.figures[self.it].carries = self.token
        battle.tokens = tuple(structs.replace(t, holder=self.it) if t.id == self.token else t for t in battle.tokens)


class Scored(Event, frozen=True, tag=True):
    """Scenario points at the end of a turn."""

    scores: tuple[int, int]
    why: str

    def apply(self, state: State) -> None:
        _battle(state).scores = self.scores


class FigureSet(Event, frozen=True, tag=True):
    """The referee set a field of a figure."""

    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    field: str
    value: int | str | bool | tuple[int, ...]

    def apply(self, state: State) -> None:
        setattr(_battle(state).figures[self.it], self.field, self.value)


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == __name__
)

"""What the windows of a battle are about while they are open. They live in flows, never in the state."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.engine.vocabulary import Subject
from arbitro.rulesets.crepuscolo.queries import battle_of

MELEE, SHOT, POWER, TEST, THRESHOLD = "melee", "shot", "power", "test", "threshold"
ABILITY = "ability"
FLAME = "flame"
CHANCE = "chance"
"""A die thrown on a table, for no action and no test (CDC-AB-127)."""
BOON = "boon"
"""A use that is no action."""
ATTACKS = (MELEE, SHOT)
NOT_UP_TO = ("jump", "climb", "descend")
"""Distances that are gone as far as they lead, whether one likes it or not (CDC-ACT-14.4, -17.5, -18.5)."""
PLAIN_FACES = (TEST, "swim")
"""Dice of which no face counts for more than its number (CDC-TST-01.11, CDC-ACT-22.10)."""


class Declared(Subject):
    """An action declared and paid, not yet rolled (CDC-ACT-11); ``rule``: the power or ability it uses."""

    facts = ("rule",)

    def __init__(self, actor: Id, action: str, target: Id | None = None, weapon: str = "", rule: str = "") -> None:
        self.rule = rule
        self.actor, self.action, self.target, self.weapon = actor, action, target, weapon
        self.answered = False


class Throw(Subject):
    """A die that fell for something: its face, what it needs, and whether it may fall again.

    ``need`` is None for distances and other dice that cannot fail. ``crit_from`` is the natural face
    from which a hit is critical; ``crits`` False for weapons that never cause criticals; ``auto`` hits
    whatever the face (A Terra, Armi divine). ``targets`` are all whom a power is directed against.
    """

    facts = ("face", "sides", "need", "bonus", "success", "critical")
    face = 0
    pace = 0
    need: int | None = None
    bonus = 0
    edge: Tally | None = None
    crits = True
    auto = False
    auto_crit = False
    distance = False
    test_kind = ""
    last = False
    rerolled = False
    locked = False
    again = ""
    again_by = ""
    targets: tuple[Id, ...] = ()

    def __init__(self, actor: Id, action: str, sides: int, target: Id | None = None, weapon: str = "") -> None:
        self.actor, self.action, self.sides, self.target, self.weapon = actor, action, sides, target, weapon
        self.crit_from = sides

    @property
    def attack(self) -> bool:
        """True for melee and ranged attacks, the only dice with natural successes and criticals."""
        return self.action in ATTACKS

    @property
    def natural(self) -> bool:
        """True if the face is one that is critical by itself (CDC-ACT-03.7, CDC-EQ-77)."""
        return self.face >= self.crit_from or self.face == self.sides

    @property
    def success(self) -> bool:
        """Whether the die does what was asked of it, natural faces included."""
        if self.need is None or self.auto:
            return True
        if self.attack:
            if self.face == 1:
                return False
            if self.face == self.sides or (self.crits and self.face >= self.crit_from):
                return True
        elif self.face == 1 and self.action not in PLAIN_FACES:
            return False
        return self.face + self.bonus >= self.need

    @property
    def critical(self) -> bool:
        """Whether the hit is a Colpo Critico; a weapon's ban on criticals wins (CDC-ACT-04.4)."""
        return self.attack and self.crits and self.success and (self.natural or self.auto_crit)

    def note(self, what: str, tally: Tally) -> None:
        """Remember which rules made a number of this throw what it is."""
        self.changed.extend((line.rule, what, line.amount) for line in tally.lines)

    def rules_of(self, *fields: str) -> tuple[RuleId, ...]:
        """The rules that had a part in those fields, each once."""
        return tuple(dict.fromkeys(rule for rule, what, _ in self.changed if what in fields))

    def may_roll_again(self, ones: bool = False) -> bool:
        """Whether this die may be thrown again: never twice, and a 1 only by a rule that says so (CDC-RRL-01)."""
        return not (self.rerolled or self.again or self.locked) and (ones or self.face != 1)

    def worth_rolling_again(self, game: Game, seat: Seat, ones: bool = False) -> bool:
        """Whether throwing this die again is allowed and can help a seat.

        The other player may want a critical hit undone, or a die more in a count that it would bring to its end
        (CDC-TRN-03.4); a shorter jump, climb or descent may be what one wants.
        """
        if not self.may_roll_again(ones):
            return False
        mine = game.controller(self.actor) == seat
        if self.action == CHANCE:
            return True
        if self.distance:
            return not mine or self.face < self.sides or self.action in NOT_UP_TO
        if not mine:
            hurts = self.success and (self.critical or not self.auto)
            return hurts or battle_of(game).may_reach_count(game.controller(self.actor), self.sides)
        return not self.success or (self.attack and self.crits and not self.critical)

    @property
    def closed(self) -> bool:
        """Nothing more is asked once somebody has the die rolled again."""
        return bool(self.again)


class Cast(Subject):
    """A use of a power: declared, then thrown for; ``level`` is the power level of its user (CDC-PW-117 ...).

    ``reached`` remembers for each fighter whether the power has its effects on it.
    """

    facts = ("level",)
    throw: Throw | None = None

    def __init__(self, actor: Id, power: RuleId, target: Id | None, sides: int, level: int) -> None:
        self.actor, self.power, self.target, self.sides, self.level = actor, power, target, sides, level
        self.reached: dict[Id, bool] = {}

    @property
    def face(self) -> int:
        """What the die showed."""
        return self.throw.face if self.throw is not None else 0


class Reach(Subject):
    """A power that succeeded, about to have its effects on ``it``; cancelled, it has none."""

    def __init__(self, it: Id, cast: Cast) -> None:
        self.it, self.actor, self.power = it, cast.actor, cast.power


class Hit(Subject):
    """An attack that succeeded, before its damage: ``damage`` and ``critical`` may still change.

    ``thrown_critical``: its die made it critical, even if the target is immune to what that adds.
    """

    facts = ("face", "damage", "critical")

    def __init__(self, throw: Throw, damage: int, critical: bool) -> None:
        self.actor, self.action, self.target, self.weapon = throw.actor, throw.action, throw.target, throw.weapon
        self.face, self.sides = throw.face, throw.sides
        self.damage, self.critical = damage, critical
        self.thrown_critical = critical
        self.inflicted = 0


class Harm(Subject):
    """A damage about to be suffered by ``it``; ``amount`` may change until it is applied."""

    facts = ("amount",)

    def __init__(self, it: Id, amount: int, actor: Id, action: str, weapon: str = "", cause: RuleId = "") -> None:
        self.it, self.amount, self.actor, self.action, self.weapon = it, amount, actor, action, weapon
        self.cause = cause


class Attempt(Subject):
    """An ability about to be used, before anything is paid (CDC-PW-069.3)."""

    def __init__(self, actor: Id, path: RuleId) -> None:
        self.actor, self.path = actor, path


class Affliction(Subject):
    """A condition about to be received by ``it``."""

    def __init__(self, it: Id, condition: str, actor: Id) -> None:
        self.it, self.condition, self.actor = it, condition, actor


class Proof(Subject):
    """A test that ended; ``passed`` may still change."""

    def __init__(self, it: Id, test_kind: str, passed: bool) -> None:
        self.it, self.test_kind, self.passed = it, test_kind, passed


class Deed(Subject):
    """An action that is completely resolved; ``success``: it was thrown for and reached what it needed.

    ``inflicted``: the points of Resistenza that an attack took, with all that rules added to its damage.
    """

    def __init__(self, actor: Id, action: str, target: Id | None, success: bool, inflicted: int = 0) -> None:
        self.actor, self.action, self.target, self.success = actor, action, target, success
        self.inflicted = inflicted


class Crossing(Subject):
    """A line on the table that a displacement crossed (the middle of the base counts)."""

    def __init__(self, actor: Id, action: str, piece: Id) -> None:
        self.actor, self.action, self.piece = actor, action, piece


class Motion(Subject):
    """A displacement that ended."""

    def __init__(self, actor: Id, action: str) -> None:
        self.actor, self.action = actor, action

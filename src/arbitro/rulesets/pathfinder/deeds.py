"""Actions as records: what each costs, when it is offered, what has to be chosen, whether it provokes, what it does.

A chapter registers its actions with `deed`; `offered`, `form_of` and `take` are all that the turn knows of them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option, Refusal, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId, Value
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.arms import key_of
from arbitro.rulesets.pathfinder.events import Acted, CameToNothing
from arbitro.rulesets.pathfinder.flight import FLIGHT, feared
from arbitro.rulesets.pathfinder.harm import lose_one
from arbitro.rulesets.pathfinder.lookups import able, acts, barred, battle_of, figure_of, struggles
from arbitro.rulesets.pathfinder.occasions import waiting_for
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.saddle import directed, heeded, obeys
from arbitro.rulesets.pathfinder.state import (
    ATTACK,
    DISABLED,
    FREE,
    FULL,
    IMMEDIATE,
    MOVE,
    NONE,
    STANDARD,
    SWIFT,
    WENT_ON,
    Creature,
)
from arbitro.rulesets.pathfinder.threat import strikers

Path = tuple[Value, ...]
END = "end"
BUDGET = {"all": (1, 1, 1), "one": (1, 0, 1), "move": (0, 1, 1)}
"""Standard, move and swift actions of a turn, by what one can do at all (PF-ACT-03.1, PF-CND-03)."""


class Footprint(Struct, frozen=True):
    """What an area would cover: of what record it is, its squares on the board, whom in it it works on."""

    shape: str
    squares: frozenset[Square]
    caught: tuple[Id, ...]


class Deed(Struct, frozen=True):
    """One action of the game.

    Args:
        name: the word by which answers and scripts call it.
        cost: ``standard``, ``move``, ``full``, ``swift``, ``free``, ``none``, ``attack`` (one attack, see `state`), or
            a function of game, creature and path.
        rules: clauses that an option of it cites.
        run: what it does, with what was chosen.
        offered: whether it leads to anything now; asked after the cost.
        grow: what has to be chosen after a path (the name left out), None when nothing is left to choose.
        provokes: whether doing it gives opportunities to all who threaten (PF-TAB-01).
        walks: whether it covers distance, so that there is no 1.5 m step beside it.
        leaves: whether it goes from where it stands with nothing more to choose.
        limited: what it costs for somebody with a standard action only, "" if it cannot be done then (PF-ACT-09.2).
        bound: whether somebody tied up can try it.
        announced: whether those who wait for it act before it begins; a spell has to be begun first.
        needs: a field of its row that says nothing for whoever cannot do it anyway: then it is not looked into.
        sample: a quicker way to a random path than by `grow`.
        prepare: what stands once it is paid for, before anybody interrupts it.
        covers: the ground that it would take in as far as it has been aimed, None for none.
    """

    name: str
    cost: str | Callable[[Game, Id, Path], str]
    rules: tuple[RuleId, ...]
    run: Callable[[Game, Id, Path], Flow[None]]
    offered: Callable[[Game, Id], bool]
    grow: Callable[[Game, Id, Path], Branch | None]
    provokes: bool | Callable[[Game, Id, Path], bool] = False
    walks: bool = False
    leaves: bool = False
    limited: str = ""
    bound: bool = False
    announced: bool = True
    needs: str = ""
    sample: Callable[[Game, Id, Random], Path | None] | None = None
    prepare: Callable[[Game, Id, Path], None] | None = None
    covers: Callable[[Game, Id, Path], Footprint | None] | None = None


DEEDS: dict[str, Deed] = {}
_PAYABLE: dict[tuple[bool, ...], tuple[Deed, ...]] = {}
"""The actions that creatures could pay for so far, by all that `can_pay` looks at, and by what they had (`NEEDED`)."""
Runner = Callable[[Game, Id, Path], Flow[None]]


def nothing_more(game: Game, it: Id, path: Path) -> Branch | None:
    """Nothing has to be chosen."""
    return None


def always(game: Game, it: Id) -> bool:
    """It can be done whenever it can be paid for."""
    return True


def deed(
    name: str,
    cost: str | Callable[[Game, Id, Path], str],
    rules: tuple[RuleId, ...],
    *,
    offered: Callable[[Game, Id], bool] = always,
    grow: Callable[[Game, Id, Path], Branch | None] = nothing_more,
    **more: Any,
) -> Callable[[Runner], Runner]:
    """Register an action; the decorated function carries it out (see `Deed` for the rest)."""

    def register(run: Runner) -> Runner:
        DEEDS[name] = Deed(name, cost, rules, run, offered, grow, **more)
        _PAYABLE.clear()
        return run

    return register


def arrange(chapters: list[str]) -> None:
    """Put all actions in the order of their chapters (names of modules), whatever was imported first."""
    ranked = sorted(DEEDS.values(), key=lambda one: chapters.index(one.run.__module__))
    DEEDS.clear()
    DEEDS.update({one.name: one for one in ranked})
    _PAYABLE.clear()


# --- what it costs ------------------------------------------------------------------------------------


def cost_of(game: Game, it: Id, one: Deed, path: Path = ()) -> str:
    """What an action costs here; who has one action left does some things with it (PF-ACT-09.2, PF-ACT-14)."""
    cost = one.cost if isinstance(one.cost, str) else one.cost(game, it, path)
    return one.limited if cost == FULL and one.limited and only_one(game, figure_of(game, it)) else cost


def only_one(game: Game, figure: Creature) -> bool:
    """Whether somebody has one standard or move action in its whole turn (PF-ACT-14.1, PF-SUR-05.1)."""
    return figure.std == 1 and figure.mov == 0 and limited_turn(game, figure)


def limited_turn(game: Game, figure: Creature) -> bool:
    """Whether a creature's turn has one action only: in the surprise round, or by a condition."""
    return battle_of(game).surprise or acts(game, figure.id) != "all"


def can_pay(game: Game, figure: Creature, cost: str) -> bool:
    """Whether a turn still has room for an action of that cost (PF-ACT-03, -04)."""
    if cost == STANDARD:
        return figure.std > 0
    if cost == MOVE:
        return figure.mov > 0 or figure.std > 0
    if cost == FULL:
        return figure.std > 0 and figure.mov > 0 and figure.walked == 0
    if cost in (SWIFT, IMMEDIATE):
        return figure.swf > 0
    if cost == ATTACK:
        return figure.std > 0 or swing_paid(figure)
    return cost in (FREE, NONE)


def swing_paid(figure: Creature) -> bool:
    """Whether another attack of a full attack may follow: with the move action, if nothing was walked (PF-FULL-05)."""
    return bool(figure.swings) and (WENT_ON in figure.did or (figure.mov > 0 and figure.walked == 0))


def payment(figure: Creature, cost: str) -> dict[str, int | bool]:
    """What an action takes from the turn."""
    if cost == STANDARD:
        return {"std": 1}
    if cost == MOVE:
        return {"mov": 1} if figure.mov else {"std": 1}
    if cost == FULL:
        return {"std": 1, "mov": 1}
    if cost in (SWIFT, IMMEDIATE):
        return {"swf": 1}
    if cost == ATTACK:
        if figure.swings:
            return {"swing": True, "mov": 0 if WENT_ON in figure.did else figure.mov}
        return {"std": 1}
    return {}


NEEDED = ("swings", "holds", "casters", "casting", "charge", "conditions", "mount", "rider", "course", "bonds", "net",
          "toil", "clings")  # fmt: skip
"""What actions need (see `Deed`)."""
COSTS = (STANDARD, MOVE, FULL, SWIFT, IMMEDIATE, ATTACK, FREE, NONE)


def payable(game: Game, figure: Creature) -> tuple[Deed, ...]:
    """The actions that a creature can pay for, if it has what they need, and those of changing costs."""
    single = only_one(game, figure)
    left = (single, figure.std > 0, figure.mov > 0, figure.swf > 0, figure.walked == 0, swing_paid(figure),
            *[bool(getattr(figure, field)) for field in NEEDED])  # fmt: skip
    known = _PAYABLE.get(left)
    if known is None:
        enough = {cost for cost in COSTS if can_pay(game, figure, cost)}
        has = {"", *[field for field in NEEDED if getattr(figure, field)]}
        paid = (one for one in DEEDS.values() if one.needs in has and _may_be_paid(one, single, enough))
        known = _PAYABLE[left] = tuple(paid)
    return known


def _may_be_paid(one: Deed, single: bool, enough: set[str]) -> bool:
    if not isinstance(one.cost, str):
        return True
    return (one.limited if one.cost == FULL and one.limited and single else one.cost) in enough


# --- what is offered ----------------------------------------------------------------------------------


def offered(game: Game, it: Id) -> list[Deed]:
    """The actions that lead to something for a creature in its turn now."""
    figure = figure_of(game, it)
    flees = must_flee(game, figure)
    return [one for one in payable(game, figure) if (one.name in FLIGHT or not flees) and _open(game, figure, one)]


def _open(game: Game, figure: Creature, one: Deed) -> bool:
    """Whether one of the `payable` actions is possible: what a fixed price takes is there."""
    return (isinstance(one.cost, str) or _paid(game, figure, one)) and _leads(game, figure, one)


def may_do(game: Game, figure: Creature, one: Deed) -> bool:
    """Whether an action can be done now: it is possible, and fear does not call for another (PF-CND-06.2)."""
    return possible(game, figure, one) and (one.name in FLIGHT or not must_flee(game, figure))


def must_flee(game: Game, figure: Creature) -> bool:
    """Whether somebody frightened can still get away: then it does nothing else, and its turn goes on."""
    if not figure.conditions or figure.rider or not feared(game, figure):  # its rider holds it, PF-MNT-03
        return False
    return any(name in DEEDS and possible(game, figure, DEEDS[name]) for name in FLIGHT)


def possible(game: Game, figure: Creature, one: Deed) -> bool:
    """Whether an action can be paid for, is not forbidden, and leads to something."""
    return _paid(game, figure, one) and _leads(game, figure, one)


def _paid(game: Game, figure: Creature, one: Deed) -> bool:
    return can_pay(game, figure, cost_of(game, figure.id, one))


def _leads(game: Game, figure: Creature, one: Deed) -> bool:
    """Whether nothing forbids an action, and it leads to something."""
    if figure.bonds and not one.bound:
        return False
    if figure.conditions and barred(game, figure.id, one.name):
        return False
    if game.barring(one.name) and game.restricted(one.name, actor=figure.id) is not None:
        return False
    if (figure.mount and not heeded(game, figure, one.name)) or (figure.rider and not obeys(game, figure, one.name)):
        return False
    return one.offered(game, figure.id)


def warning(game: Game, it: Id, one: Deed) -> dict[str, Value]:
    """Who may strike whoever does something, where that does not hang on what else is chosen (PF-AOO-06.1)."""
    return {"by": strikers(game, it)} if one.provokes is True or one.leaves else {}


def actors(game: Game, it: Id) -> tuple[Id, ...]:
    """Who may act in a creature's turn: it, and its mount as it directs it (PF-MNT-04.1)."""
    mount = directed(game, it) if figure_of(game, it).mount else ""
    return (it, mount) if mount and offered(game, mount) else (it,)


def form_of(game: Game, it: Id) -> DeedTree:
    """What a creature may do now: an action and what it needs, or the end of its turn."""

    def grow(path: Path) -> Branch | None:
        if not path:
            return Branch("actor", tuple(Option(one) for one in actors(game, it)))
        if len(path) == 1:
            who = str(path[0])
            options = [Option(one.name, warning(game, who, one), one.rules) for one in offered(game, who)]
            if who == it and (not options or not must_flee(game, figure_of(game, it))):
                options.append(Option(END, {}, ("PF-SEQ-04.1",)))
            return Branch("action", tuple(options))
        if path[1] == END or path[1] not in DEEDS:
            return None
        return DEEDS[str(path[1])].grow(game, str(path[0]), path[2:])

    return DeedTree(game, it, grow)


class DeedTree(Tree):
    """The form of an action; silence ends the turn, or goes on with a full attack that has begun."""

    def __init__(self, game: Game, it: Id, grow: Callable[[Path], Branch | None]) -> None:
        super().__init__(grow, sampler=self._sample)
        self._game, self._it = game, it

    def default(self) -> Value:
        from arbitro.rulesets.pathfinder.tactics import plain_answer  # tactics weigh deeds

        return (self._it, *plain_answer(self._game, self._it))

    def refusal(self, value: Value) -> Refusal | None:
        """As of any tree, but of the actions only the one that was chosen is looked into."""
        known = isinstance(value, tuple) and len(value) > 1 and value[0] == self._it and value[1] in DEEDS
        if known and may_do(self._game, figure_of(self._game, self._it), DEEDS[str(value[1])]):
            return self._refusal_from(value, 2)
        return super().refusal(value)

    def _sample(self, rng: Random) -> Path:
        who = self._it
        if figure_of(self._game, who).mount:
            who = rng.choice(actors(self._game, who))
        return (who, *self._any(rng, who))

    def _any(self, rng: Random, who: Id) -> Path:
        """A random action, what it needs at random too; only those drawn are looked into."""
        figure = figure_of(self._game, who)
        flees = must_flee(self._game, figure)
        open_: list[Deed | None] = [*payable(self._game, figure)]
        if flees:
            open_ = [one for one in open_ if one is not None and one.name in FLIGHT]
        if who == self._it and not flees:
            open_.append(None)  # the end of its turn
        while open_:
            one = open_.pop(int(rng.random() * len(open_)))
            if one is None:
                if rng.random() < 0.5 and open_:
                    open_.append(None)  # not too eager to end
                    continue
                break
            if _open(self._game, figure, one):
                return (one.name, *self._rest(rng, who, one))
        return (END,)

    def _rest(self, rng: Random, who: Id, one: Deed) -> Path:
        """What an action needs, at random."""
        path = one.sample(self._game, who, rng) if one.sample is not None else None
        if path is None:
            path = ()
            while (branch := one.grow(self._game, who, path)) is not None:
                path = (*path, rng.choice(branch.options).key)
        return path


def footprint_of(game: Game, path: Path) -> Footprint | None:
    """What an action would cover with what has been chosen of it so far: who acts, the action, the rest."""
    one = DEEDS.get(str(path[1])) if len(path) > 1 else None
    return one.covers(game, str(path[0]), path[2:]) if one is not None and one.covers is not None else None


# --- doing it -----------------------------------------------------------------------------------------


def _handled(figure: Creature, path: Path) -> set[int]:
    """The things in hand that an action names: it is done with them, or it is not done."""
    held = (figure.item(no) for no in figure.held)
    return {item.no for item in held if item is not None and key_of(figure, item) in path}


def _still_able(game: Game, it: Id, one: Deed) -> bool:
    """Whether somebody who was interrupted can still do it; what it cannot do gives no opportunity (PF-AOO-10.2)."""
    if able(game, it) or (one.bound and struggles(game, it)):
        return True
    game.do(CameToNothing(it=it, action=one.name, why="unable", rules=("PF-AOO-10.2",)))
    return False


def take(game: Game, it: Id, path: Path, *, paid: bool = False) -> Flow[bool]:
    """Do something: pay, let those act whom it concerns, then carry it out if it still can be (PF-AOO-10.2).

    Args:
        it: who acts; path: the action's name and what was chosen; paid: it costs nothing now (a readied action).
    """
    name, rest = str(path[0]), tuple(path[1:])
    one = DEEDS[name]
    figure = figure_of(game, it)
    cost = cost_of(game, it, one, rest)
    needs = _handled(figure, rest)
    strained = figure.has(DISABLED) and cost in (STANDARD, FULL, ATTACK)
    before = figure.hp
    price = {} if paid else payment(figure, cost)
    game.do(Acted(it=it, action=name, path=rest, rules=one.rules, **price))  # type: ignore[arg-type]
    if one.prepare is not None:
        one.prepare(game, it, rest)
    if one.announced and any(foe.ready for foe in battle_of(game).figures.values()):
        yield from waiting_for(game, it, name)
        if not _still_able(game, it, one):
            return False
    if one.provokes is True or (one.provokes is not False and one.provokes(game, it, rest)):
        yield from provoke(game, it, name)
        if not _still_able(game, it, one):
            return False
    if not needs <= set(figure_of(game, it).held):
        game.do(CameToNothing(it=it, action=name, why="disarmed", rules=("PF-AOO-10.2",)))
        return False
    yield from one.run(game, it, rest)
    if strained and figure_of(game, it).has(DISABLED) and figure_of(game, it).hp <= before:
        yield from lose_one(game, it, ("PF-HP-07.3",))
    return True

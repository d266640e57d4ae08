"""Touch spells: the charge in hand, touching friends and foes with it (PF-SPL-12, -13, -16 to -18)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.areas import DONE, HOLD_IT, within_range
from arbitro.rulesets.pathfinder.attacks import CRITICAL, HIT, offended
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import Acted, OpportunityTaken
from arbitro.rulesets.pathfinder.events_magic import ChargeHeld
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.metamagic import spell_of
from arbitro.rulesets.pathfinder.occasions import READY_USES, ReadyUse, goes_ahead
from arbitro.rulesets.pathfinder.opportunities import OPPORTUNITY, used_up
from arbitro.rulesets.pathfinder.spellbook import number
from arbitro.rulesets.pathfinder.state import FREE, FULL, IN, MELEE, STANDARD
from arbitro.rulesets.pathfinder.threat import may_strike
from arbitro.rulesets.pathfinder.verbs import verb
from arbitro.rulesets.pathfinder.workings import CRITICAL_TIMES, TOUCHING, Working, touches, work

CASTINGS = ("cast", "convert", "read", "keep_casting")
"""Actions in whose turn a spell may come into the hand."""
MOST_FRIENDS = 6  # PF-SPL-17.3


def take_in_hand(game: Game, w: Working, path: Path) -> Flow[None]:
    """A touch spell is complete: it is held until it is passed on (PF-SPL-12.1, -16.1)."""
    hands = number(game, spell_of(game, w.spell).aim.count, w.cl)
    charge = (w.spell, w.source, w.level, w.cl, w.dc, hands)
    game.do(ChargeHeld(it=w.it, charge=charge, rules=("PF-SPL-12.1", "PF-SPL-16.1")))
    if path and path[0] != HOLD_IT:  # this is the free touch of the round
        game.do(Acted(it=w.it, action=TOUCHING, path=(path[0],), rules=("PF-SPL-12.1",)))
        yield from touch_with(game, w.it, str(path[0]))


def _charge(game: Game, it: Id) -> tuple[Working, int] | None:
    """The touch spell in somebody's hand, and how often it can still be passed on."""
    charge: Any = figure_of(game, it).charge
    if not charge:
        return None
    spell, source, level, cl, dc, hands = charge
    return Working(it, source, spell, level, cl, dc), hands


def touchable(game: Game, it: Id) -> list[Id]:
    """Those within reach of a held touch spell, its holder too."""
    held = _charge(game, it)
    return within_range(game, it, spell_of(game, held[0].spell), held[0].cl) if held is not None else []


# --- one touch ----------------------------------------------------------------------------------------


def _touch_cost(game: Game, it: Id, path: Path) -> str:
    """Free once in the turn of the casting, later a standard action (PF-SPL-12.1, PF-SPL-16.2)."""
    did = figure_of(game, it).did
    return FREE if set(CASTINGS) & set(did) and TOUCHING not in did else STANDARD


def _touch_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(one) for one in touchable(game, it)))


@deed(TOUCHING, _touch_cost, ("PF-SPL-12.1", "PF-SPL-16.2"), needs="charge",
      offered=lambda game, it: bool(touchable(game, it)),
      grow=_touch_branch)  # fmt: skip
def touch(game: Game, it: Id, path: Path) -> Flow[None]:
    """Touch somebody with the spell in hand (PF-SPL-12, -13)."""
    yield from touch_with(game, it, str(path[0]))


def touch_with(game: Game, it: Id, target: Id) -> Flow[None]:
    """Friends are touched for sure, foes if the touch attack hits; a miss keeps the charge (PF-SPL-12.2, -16)."""
    held = _charge(game, it)
    if held is None or target not in touchable(game, it):
        return
    times = 1
    if figure_of(game, target).seat != figure_of(game, it).seat:
        outcome = touches(game, held[0], target, MELEE)
        if outcome not in (HIT, CRITICAL):
            yield from offended(game, it, (target,))
            return
        times = CRITICAL_TIMES if outcome == CRITICAL else 1
    yield from discharge(game, it, target, times)


def discharge(game: Game, it: Id, target: Id, times: int = 1) -> Flow[None]:
    """The spell in hand goes over to somebody (PF-SPL-17.1)."""
    held = _charge(game, it)
    if held is None:
        return
    w, hands = held
    rest = (w.spell, w.source, w.level, w.cl, w.dc, hands - 1) if hands > 1 else ()
    game.do(ChargeHeld(it=it, charge=rest, rules=("PF-SPL-17.1",)))
    yield from work(game, w, (target,), times)


@verb("discharge")
def discharge_on_hit(game: Game, scope: dict[str, Any], target: Value, args: dict[str, Any]) -> Flow[None]:
    """After a blow with the bare body: the held spell strikes too (PF-SPL-18.3)."""
    yield from discharge(game, scope["me"], str(target))


@fact
def may_touch(game: Game, it: str, target: str) -> bool:
    """Whether somebody may touch a foe with the spell in its hand where it has an attack of opportunity."""
    return may_strike(game, it, target) and target in touchable(game, it)


@verb("touch_in_passing")
def touch_in_passing(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """The touch of a held spell as an attack of opportunity of ``me``: it is an armed attack (PF-SPL-13.1)."""
    me = scope["me"]
    used_up(scope, me)
    if figure_of(game, target).status == IN and may_touch(game, me, target):
        game.do(OpportunityTaken(it=me, target=target, rules=("PF-SPL-13.1", "PF-AOO-10.1")))
        if (yield from goes_ahead(game, me, OPPORTUNITY, target)):
            yield from touch_with(game, me, target)


READY_USES[TOUCHING] = ReadyUse(
    "", lambda game, it: [TOUCHING] if figure_of(game, it).charge else [],
    lambda game, it, target, word: target in touchable(game, it),
    lambda game, it, target, word: touch_with(game, it, target),
)  # fmt: skip


# --- many friends -------------------------------------------------------------------------------------


def _friends(game: Game, it: Id) -> list[Id]:
    """Friends within reach, where the spell in hand is good for several."""
    held = _charge(game, it)
    if held is None or held[1] < 2:
        return []
    seat = figure_of(game, it).seat
    return [one for one in touchable(game, it) if figure_of(game, one).seat == seat]


def _friends_branch(game: Game, it: Id, path: Path) -> Branch | None:
    held = _charge(game, it)
    most = min(MOST_FRIENDS, held[1]) if held is not None else 0
    rest = [one for one in _friends(game, it) if one not in path]
    if DONE in path or len(path) == most or not rest:
        return None
    return Branch("target", tuple(Option(one) for one in (*rest, *((DONE,) if path else ()))))


@deed("touch_friends", FULL, ("PF-SPL-17.3",), needs="charge", offered=lambda game, it: len(_friends(game, it)) > 1,
      grow=_friends_branch)  # fmt: skip
def touch_friends(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to six friends, one after another, with a spell that is good for so many (PF-SPL-17.3)."""
    for one in path:
        if one in touchable(game, it):
            yield from discharge(game, it, str(one))

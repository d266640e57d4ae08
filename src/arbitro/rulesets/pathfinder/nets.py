"""Bolas and nets: bringing down from afar, getting out, cutting loose, folding (PF-EQP-02)."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.aiming import aims, arms_for
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, dice_of, melee_arms, proficient
from arbitro.rulesets.pathfinder.attacks import CRITICAL, HIT, Attempt, can_be_attacked, roll_attack
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.events_things import ItemChanged
from arbitro.rulesets.pathfinder.events_thrown import Netted
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.manoeuvres import TRIP, Manoeuvre, roll, trippable
from arbitro.rulesets.pathfinder.numbers import DAMAGE, FLAT_MANNER
from arbitro.rulesets.pathfinder.saves import ability_check, skill
from arbitro.rulesets.pathfinder.state import FORZA, FULL, MELEE, PRONE, RANGED, STANDARD, TOUCH, Item
from arbitro.rulesets.pathfinder.throwing import NET, increments, leaves_hand
from arbitro.rulesets.pathfinder.verbs import rules_of, those, verb

SKILL, FORCE = "artista_della_fuga", "force"
ESCAPE_DC, BURST_DC = 20, 25  # PF-EQP-02.2
FOLDING, FOLDING_UNTRAINED = 2, 4  # rounds, PF-EQP-02.5
WEB, TEARING, TOUGH, LARGER = "lancio-di-ragnatela", 4, 5, 1
"""What spiders throw: how much harder to tear than to slip out of, how tough for blades, how much larger the prey."""
BEYOND_FIRST = -2  # for each increment, PF-STD-09.3
SLASHING = "tagliente"


# --- bolas --------------------------------------------------------------------------------------------


def _bolas(game: Game, it: Id) -> dict[str, list[Id]]:
    """What trips from afar, with those it can bring down."""
    arms = [arm for arm in arms_for(game, it, RANGED) if arm.weapon.thrown and TRIP in arm.weapon.special]
    pairs = ((arm.key, [foe for foe in aims(game, it, arm, RANGED) if trippable(game, it, foe)]) for arm in arms)
    return {key: found for key, found in pairs if found}


def _bolas_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _bolas(game, it)
    if not path:
        return Branch("weapon", tuple(map(Option, found)))
    return Branch("target", tuple(map(Option, found[str(path[0])]))) if len(path) == 1 else None


@deed("trip_thrown", STANDARD, ("PF-EQP-02.1",), grow=_bolas_branch, provokes=True,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_bolas(game, it)))  # fmt: skip
def trip_thrown(game: Game, it: Id, path: Path) -> Flow[None]:
    """Bring somebody down from afar; nobody is tripped in return (PF-EQP-02.1)."""
    yield from ()
    arm, foe = arm_named(game, it, str(path[0])), str(path[1])
    further = increments(arm, distance(figure_of(game, it).space, figure_of(game, foe).space)) - 1
    also = (("PF-STD-09.3", BEYOND_FIRST * further, ""),) if further else ()
    m = Manoeuvre(actor=it, target=foe, name=TRIP, rule="PF-EQP-02.1", weapon=arm.key, also=also, mode=RANGED)
    down = roll(game, m).passed
    leaves_hand(game, it, arm, figure_of(game, foe).space)
    if down:
        game.do(ConditionBegan(it=foe, condition=PRONE, rules=("PF-TRP-02.1", "PF-EQP-02.1")))


# --- out of a net -------------------------------------------------------------------------------------


def _slipping(game: Game, it: Id, path: Path) -> str:
    """A net takes a full-round action, a web a standard one."""
    return STANDARD if figure_of(game, it).web else FULL


@deed("slip_net", _slipping, ("PF-EQP-02.3",), needs="net",
      provokes=True, offered=lambda game, it: figure_of(game, it).net > 0,
      grow=lambda game, it, path: None if path else Branch("escape", (Option(SKILL), Option(FORCE))))  # fmt: skip
def slip_net(game: Game, it: Id, path: Path) -> Flow[None]:
    """Wriggle out of a net, or burst it (PF-EQP-02.2, .3); out of a web by its own DC, tearing it is harder."""
    yield from ()
    web = figure_of(game, it).web
    rules: tuple[RuleId, ...] = (WEB,) if web else ("PF-EQP-02.2", "PF-EQP-02.3")
    if path[0] == SKILL and skill(game, it, SKILL, web or ESCAPE_DC, rules, cause=NET):
        _off(game, it, whole=not web)
    elif path[0] == FORCE and ability_check(game, it, FORZA, web + TEARING if web else BURST_DC, rules, NET):
        _off(game, it, whole=False)


def _off(game: Game, it: Id, *, whole: bool) -> None:
    """A net comes off; one that is whole lies there, unfolded."""
    record = next(weapon for weapon in library_of(game).weapons.values() if NET in weapon.special)
    left = Item(no=0, thing=record.id, loaded=False, lost=record.hp - figure_of(game, it).net) if whole else None
    game.do(Netted(it=it, net=0, lies=left, web=figure_of(game, it).web, rules=("PF-EQP-02.2",)))


def _cutters(game: Game, it: Id) -> list[Arm]:
    return [arm for arm in melee_arms(game, it) if SLASHING in arm.weapon.types]


def _cuttable(game: Game, it: Id) -> list[Id]:
    """Oneself and friends at one's side who are in a net, for those with a blade."""
    me, battle = figure_of(game, it), battle_of(game)
    if not _cutters(game, it):
        return []
    here = [me, *battle.friends_of(me)]
    return [one.id for one in here if one.net and distance(me.space, one.space) <= 1]


def _cut_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch("target", tuple(map(Option, _cuttable(game, it))))
    return Branch("weapon", tuple(Option(arm.key) for arm in _cutters(game, it))) if len(path) == 1 else None


@deed("cut_net", STANDARD, ("PF-EQP-02.2",), grow=_cut_branch, offered=lambda game, it: bool(_cuttable(game, it)))
def cut_net(game: Game, it: Id, path: Path) -> Flow[None]:
    """Cut somebody out of a net: what the blade deals it loses of its few hit points (PF-EQP-02.2)."""
    yield from ()
    caught, arm = str(path[0]), arm_named(game, it, str(path[1]))
    number, sides = dice_of(game, it, arm)
    bonus = game.query(DAMAGE, actor=it, target=None, weapon=arm.key, mode=MELEE, action="cut_net", manner=FLAT_MANNER,
                       hand="primary", penalty=0)  # fmt: skip
    rolled = number if sides == 1 else game.sum(number, sides, by=it, rules=("PF-DMG-01.1",))
    figure = figure_of(game, caught)
    dealt = max(1, rolled + bonus.value)
    left = figure.net - (max(0, dealt - TOUGH) if figure.web else dealt)
    if left <= 0:
        _off(game, caught, whole=False)
    else:
        game.do(Netted(it=caught, net=left, by=figure.leash, web=figure.web, rules=("PF-EQP-02.2",)))


# --- webs ---------------------------------------------------------------------------------------------


@fact
def snarable(game: Game, it: str, target: str) -> bool:
    """Whether a web that somebody throws holds a target: in nothing of the kind yet, and at most one size larger."""
    mine, theirs = figure_of(game, it), figure_of(game, target)
    return not theirs.net and theirs.size <= mine.size + LARGER


@verb("fling_web", args={"with": "name", "dc": "expr", "to": "expr"})
def fling_web(game: Game, scope: dict[str, Any], points: int, args: dict[str, Any]) -> None:
    """A ranged touch with a web of so many hit points; whom it hits it entangles."""
    me = scope["me"]
    for target in those(scope, args):
        if not can_be_attacked(game, me, target, RANGED):
            continue
        a = Attempt(actor=me, target=target, weapon=str(args["with"]), mode=RANGED, against=TOUCH, harmless=True)
        if roll_attack(game, a) in (HIT, CRITICAL):
            game.do(Netted(it=target, net=points, web=int(args["dc"]), rules=(*rules_of(scope), "PF-EQP-02.2")))


# --- folding ------------------------------------------------------------------------------------------


def _unfolded(game: Game, it: Id) -> Arm | None:
    """A net in hand that has been thrown before."""
    arms = arms_for(game, it, RANGED)
    return next((arm for arm in arms if NET in arm.weapon.special and arm.item and not arm.item.loaded), None)


@deed("fold_net", FULL, ("PF-EQP-02.5",), offered=lambda game, it: _unfolded(game, it) is not None)
def fold_net(game: Game, it: Id, path: Path) -> Flow[None]:
    """Fold a net, so that it flies well again: two rounds, or four for the untrained (PF-EQP-02.5)."""
    yield from ()
    arm = _unfolded(game, it)
    if arm is None or arm.item is None:
        return
    rounds = arm.item.charges + 1
    folded = rounds >= (FOLDING if proficient(game, it, arm) else FOLDING_UNTRAINED)
    item = structs.replace(arm.item, loaded=folded, charges=0 if folded else rounds)
    game.do(ItemChanged(it=it, item=item, what="folded" if folded else "folding", rules=("PF-EQP-02.5",)))

"""What is so in the saddle: what rider and mount may do now, and what Ride checks count (PF-MNT, PF-SKL-04).

A rider keeps its own actions and its mount has its own (PF-MNT-04.2); both act in the rider's turn. What either has
done this turn is marked in ``did``, and limits the other.
"""

from __future__ import annotations

from arbitro.engine.asks import Flow, pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.arms import FROM_HORSEBACK, Arm, has_feat
from arbitro.rulesets.pathfinder.events import Acted
from arbitro.rulesets.pathfinder.events_mounted import RidingNoted
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, flat_footed, sheet_of
from arbitro.rulesets.pathfinder.numbers import SKILL, speed_of
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import MELEE, RANGED, SET_OUT, Creature, Swing

RIDE = "cavalcare"
KNEES_DC, STAY_DC, TOGETHER_DC, COVER_DC, SOFT_DC, LEAP_DC, SPUR_DC, CONTROL_DC, FAST_DC = (
    5,
    5,
    10,
    15,
    15,
    15,
    15,
    20,
    20,
)
"""Difficulties of PF-SKL-04.1."""
TO_STAY = 2  # a military saddle, PF-EQP-03.1
STAYS, STAYS_MILITARY = 50, 75  # per cent, PF-MNT-16.1
GALLOP, RUN, RIDE_ON, CONTROL, MOUNT, DISMOUNT = "gallop", "run", "ride_on", "control", "mount", "dismount"
MOUNT_FAST, DISMOUNT_FAST, RIDE_CHARGE, CHARGE = "mount_fast", "dismount_fast", "ride_charge", "charge"
STRUCK, SHOT, CONTROLLED = "struck", "shot", "controlled"
TOGETHER, APART, MOVES_ON, STANDS_STILL = "together", "apart", "moves_on", "stands_still"
CAST, GUARD, GUARDED = "cast", "guard_mount", "guarded"
ON_FOOT = ("drop_prone", "bull_rush", "overrun")
"""What a rider does not do from the saddle; what moves it is left to the mount as well."""
NOT_RIDDEN = ("delay", "ready", "drop_prone", "ride_charge", "search", "aid_skill", "hide", MOUNT, MOUNT_FAST)
FIGHTS = ("attack", "attack_switched", "full_attack_switched", "swing_switched",
          "full_attack", "swing", "charge", "trip", "disarm", "sunder", "grapple",
          "bull_rush", "awesome_blow", "overrun")  # fmt: skip
UNRULY = (CONTROL, DISMOUNT, DISMOUNT_FAST)
DOUBLE, BEAST = 2, 2
LANCE_TIMES, SPIRITED_TIMES, SPIRITED = 2, 1, "carica-devastante"  # PF-CHG-10.1, and once more with the feat


# --- who and on what ----------------------------------------------------------------------------------


def mount_of(game: Game, it: Id) -> Creature | None:
    """What somebody sits on, if it is alive and here."""
    mount = figure_of(game, it).mount
    if not mount:
        return None
    found = figure_of(game, mount)
    return found if found.present else None


def trained(game: Game, mount: Creature) -> bool:
    """Whether a mount is trained for battle, or no beast that would need it (PF-MNT-02, PF-SKL-12.2)."""
    return sheet_of(game, mount).combat_trained or mount.intelligenza > BEAST


def ride(game: Game, it: Id, dc: int, cause: str, rules: tuple[str, ...], more: int = 0) -> bool:
    """A Ride check; one that cannot fail is not rolled (PF-SKL-04.1)."""
    mount = figure_of(game, it).mount
    if game.query(SKILL, it=it, skill=RIDE, target=mount).value + more + 1 >= dc:
        return True
    return skill(game, it, RIDE, dc, (*rules, "PF-SKL-04.1"), target=mount, cause=cause, more=more)


def note(game: Game, it: Id, mark: str, rule: str) -> None:
    """Mark something about this turn in the saddle."""
    game.do(RidingNoted(it=it, mark=mark, rules=(rule,)))


# --- what may be done now -----------------------------------------------------------------------------


def heeded(game: Game, figure: Creature, name: str) -> bool:
    """Whether a rider may do something from the saddle now."""
    mount = figure_of(game, figure.mount)
    if not trained(game, mount) and CONTROLLED not in figure.did:
        return name in UNRULY  # PF-MNT-03.1
    return name not in ON_FOOT


def obeys(game: Game, figure: Creature, name: str) -> bool:
    """Whether a mount with a rider may do something now."""
    if figure.course:
        return name == RIDE_ON
    if not trained(game, figure) and name in FIGHTS:
        return False
    return name not in NOT_RIDDEN


def directed(game: Game, it: Id) -> Id:
    """The mount that a rider can direct now, "" if there is none (PF-MNT-03.1, PF-MNT-04.1)."""
    mount = mount_of(game, it)
    if mount is None or not able(game, mount.id):
        return ""
    unruly = not trained(game, mount) and CONTROLLED not in figure_of(game, it).did
    return "" if unruly else mount.id


def held_still(game: Game, figure: Creature) -> bool:
    """Whether a mount may not cover distance now because of its rider: it is held, or has struck more than once."""
    rider = figure_of(game, figure.rider)
    return bool(rider.holds or rider.held_by) or rider.did.count(STRUCK) > 1 or STANDS_STILL in figure.did


def at_one_pace(game: Game, figure: Creature) -> bool:
    """Whether a mount may take one move only: its rider has shot or cast already (PF-MNT-12.3, PF-MNT-14.1)."""
    rider = figure_of(game, figure.rider)
    return SHOT in rider.did or (CAST in rider.did and MOVES_ON not in figure.did)


def strikes_from(game: Game, figure: Creature) -> bool:
    """Whether a rider may strike in melee now: not in mid-ride, and once only if its mount has moved (PF-MNT-08.1)."""
    mount = figure_of(game, figure.mount)
    return not mount.course and not (mount.walked > 1 and STRUCK in figure.did)


def shoots_from(game: Game, figure: Creature) -> bool:
    """Whether a rider may shoot now: in a double move or a run only half-way (PF-MNT-12.3)."""
    mount = figure_of(game, figure.mount)
    if mount.course:
        return True
    fast = mount.did.count(SET_OUT) >= DOUBLE or any(gait in mount.did for gait in (GALLOP, RUN, CHARGE))
    return not fast


def fits_the_ride(game: Game, figure: Creature, swings: tuple[Swing, ...]) -> bool:
    """Whether a full attack is possible: in melee only if the mount has gone no more than 1.5 m (PF-MNT-08, -09)."""
    melee = any(swing.mode == MELEE for swing in swings)
    return not melee or figure_of(game, figure.mount).walked <= 1


def struck(game: Game, it: Id, mode: str) -> None:
    """Mark a blow or a shot of a rider, or a blow of a mount."""
    figure = figure_of(game, it)
    if figure.mount or figure.rider:
        note(game, it, SHOT if mode == RANGED else STRUCK, "PF-MNT-08.1")


def both_strike(game: Game, it: Id) -> bool:
    """Whether rider and mount both strike in one turn: it takes a Ride check, made by the second one (PF-SKL-04.1)."""
    figure = figure_of(game, it)
    rider = it if figure.mount else figure.rider
    other = figure_of(game, figure.mount or figure.rider)
    did = figure_of(game, rider).did
    if not any(mark in other.did for mark in (STRUCK, SHOT)) or TOGETHER in did:
        return True
    if APART in did:
        return False
    passed = ride(game, rider, TOGETHER_DC, "together", ("PF-MNT-04.1",))
    note(game, rider, TOGETHER if passed else APART, "PF-SKL-04.1")
    return passed


def couched(game: Game, it: Id, arm: Arm) -> tuple[int, ...]:
    """Multipliers of a charge from the saddle: a lance doubles, the feat doubles anything and triples a lance."""
    times = LANCE_TIMES if FROM_HORSEBACK in arm.weapon.tags else 1  # PF-CHG-10.1
    times += SPIRITED_TIMES if has_feat(game, it, SPIRITED) else 0
    return (times,) if times > 1 else ()


def charged_along(game: Game, it: Id) -> bool:
    """Whether a rider strikes at the end of a charge that its mount has made by itself (PF-MNT-11.2)."""
    figure = figure_of(game, it)
    return bool(figure.mount) and STRUCK not in figure.did and CHARGE in figure_of(game, figure.mount).did


def may_guard_mount(game: Game, it: Id) -> bool:
    """Whether a creature's rider may try to draw it out of a blow: with Mounted Combat, once between its turns."""
    if not figure_of(game, it).rider:
        return False
    rider = figure_of(game, figure_of(game, it).rider)
    quick = rider.swf > 0 if battle_of(game).turn == rider.id else not rider.owed
    return (
        quick and GUARDED not in rider.did and has_feat(game, rider.id, "combattere-in-sella")
        and able(game, rider.id) and not flat_footed(game, rider.id)
    )  # fmt: skip


def guards_mount(game: Game, it: Id, total: int) -> Flow[bool]:
    """Mounted Combat: a Ride check above an attack roll undoes the hit on the mount, as an immediate action."""
    if not may_guard_mount(game, it):
        return False
    rider = figure_of(game, it).rider
    about = {"it": rider, "mount": it}
    if (yield from pick("guard", game.controller(rider), ("guard", "pass"), about, ("PF-SWIFT-04.1",))) == "pass":
        return False
    own = battle_of(game).turn == rider
    game.do(Acted(it=rider, action=GUARD, swf=int(own), owed=int(not own), rules=("PF-SWIFT-04.1", "PF-SWIFT-06.2")))
    note(game, rider, GUARDED, "PF-SKL-04.1")
    return ride(game, rider, total + 1, "guard", ("PF-MNT-01.1",))


def ride_or_halt(game: Game, it: Id) -> Flow[None]:
    """Who casts after its mount has moved says whether it will move on: casting is harder then (PF-MNT-14.1, .2)."""
    mount = figure_of(game, figure_of(game, it).mount)
    could = not mount.course and mount.walked > 0 and (mount.stride or mount.mov or mount.std) and able(game, mount.id)
    if could and mount.walked <= speed_of(game, mount.id, mount.way):
        said = yield from pick("ride", game.controller(it), (STANDS_STILL, MOVES_ON), {"it": it, "mount": mount.id})
        note(game, mount.id, str(said), "PF-MNT-14.2")

"""Attacks in one's own turn: one attack, a full attack and its order, two weapons (PF-FULL)."""

from __future__ import annotations

from itertools import zip_longest

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id, RuleId, Value
from arbitro.rulesets.pathfinder.aiming import aims, arms_for, blow
from arbitro.rulesets.pathfinder.arms import (
    HANDS,
    Arm,
    arm_named,
    arms_of,
    hands_for,
    has_feat,
    is_light,
    is_secondary,
    secondary_penalty,
)
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import SwingsSet
from arbitro.rulesets.pathfinder.lookups import figure_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.numbers import SWITCHED
from arbitro.rulesets.pathfinder.saddle import charged_along, couched, fits_the_ride, shoots_from, strikes_from
from arbitro.rulesets.pathfinder.state import ATTACK, GRAPPLED, MELEE, RANGED, STANDARD, UNARMED, Creature, Swing

NEXT_ATTACK, STEP_DOWN, MOST_ATTACKS = 5, -5, 4  # PF-TAB-16.2
TWO_PRIMARY, TWO_OFF, LIGHT_OFF = -6, -10, 2  # PF-TWF-01.2, -02.1
FEAT_PRIMARY, FEAT_OFF = 2, 6  # PF-TWF-03.1
OFF_HAND_FEATS = ("combattere-con-due-armi-migliorato", "combattere-con-due-armi-superiore")
"""Feats that each give one more attack with the off hand, each 5 lower than the last."""
NO_OFF_HAND = "due-armi-superiore"
RAPID, RAPID_PENALTY = "tiro-rapido", -2
NATURAL, JOIN = "natural", "+"
CLAWS = "artigli"
"""Natural attacks of hands."""


# --- one attack ---------------------------------------------------------------------------------------


def aims_by_arm(game: Game, it: Id, mode: str) -> dict[str, list[Id]]:
    """Every arm of a mode with the foes it can be used against."""
    key = ("aims", it, mode)
    known: dict[str, list[Id]] | None = game.now.get(key)
    if known is None:
        pairs = ((arm.key, aims(game, it, arm, mode)) for arm in arms_for(game, it, mode))
        known = game.now[key] = {name: found for name, found in pairs if found} if _seated(game, it, mode) else {}
    return known


def _seated(game: Game, it: Id, mode: str) -> bool:
    """Whether somebody can use arms of a mode now as far as its riding goes (PF-MNT-08, -12)."""
    figure = figure_of(game, it)
    if not figure.mount:
        return True
    return strikes_from(game, figure) if mode == MELEE else shoots_from(game, figure)


def weapon_branch(game: Game, it: Id, path: Path, mode: str) -> Branch | None:
    """First the arm, then its target."""
    found = aims_by_arm(game, it, mode)
    if not path:
        return Branch("weapon", tuple(Option(key) for key in found))
    if len(path) == 1:
        return Branch("target", tuple(Option(target) for target in found.get(str(path[0]), ())))
    return None


def free_to_attack(game: Game, it: Id, mode: str) -> bool:
    """Whether somebody can begin an attack of a mode: no full attack is under way, and there is somebody to strike."""
    return not figure_of(game, it).swings and bool(aims_by_arm(game, it, mode))


@deed("attack", STANDARD, ("PF-STD-02.1",), offered=lambda game, it: free_to_attack(game, it, MELEE),
      grow=lambda game, it, path: weapon_branch(game, it, path, MELEE))  # fmt: skip
def attack_once(game: Game, it: Id, path: Path) -> Flow[None]:
    """One attack in melee; bare hands let the one attacked strike first (PF-STD-05.2, .3)."""
    along = charged_along(game, it)
    times = couched(game, it, arm_named(game, it, str(path[0]))) if along else ()
    yield from blow(game, it, Swing(str(path[0])), str(path[1]), "charge" if along else "attack", times=times)


@deed("shoot", STANDARD, ("PF-STD-09.1",), offered=lambda game, it: free_to_attack(game, it, RANGED),
      grow=lambda game, it, path: weapon_branch(game, it, path, RANGED), provokes=True)  # fmt: skip
def shoot_once(game: Game, it: Id, path: Path) -> Flow[None]:
    """One shot or throw; it provokes (PF-TAB-01)."""
    yield from blow(game, it, Swing(str(path[0]), mode=RANGED), str(path[1]), "attack")


@deed("attack_switched", STANDARD, ("PF-NL-02.1", "PF-NL-03.1"),
      offered=lambda game, it: free_to_attack(game, it, MELEE),
      grow=lambda game, it, path: weapon_branch(game, it, path, MELEE))  # fmt: skip
def attack_switched(game: Game, it: Id, path: Path) -> Flow[None]:
    """One attack that knocks out with a lethal arm, or wounds with one that is not: -4 (PF-NL-02, -03, PF-STD-08)."""
    yield from blow(game, it, Swing(str(path[0])), str(path[1]), "attack", manner=SWITCHED)


# --- full attack --------------------------------------------------------------------------------------


def iteratives(bab: int) -> tuple[int, ...]:
    """Penalties of the attacks that a base attack bonus gives (PF-TAB-16.2).

    >>> iteratives(5), iteratives(6), iteratives(16), iteratives(30)
    ((0,), (0, -5), (0, -5, -10, -15), (0, -5, -10, -15))
    """
    number = min(MOST_ATTACKS, 1 + max(0, bab - 1) // NEXT_ATTACK)
    return tuple(STEP_DOWN * n for n in range(number))


def styles(game: Game, it: Id) -> dict[str, tuple[Swing, ...]]:
    """The ways in which a creature can make more than one attack, by name, each with its attacks in order."""
    figure = figure_of(game, it)
    arms = arms_of(game, it)
    natural = [arm for arm in arms if arm.natural]
    made = [arm for arm in arms if not arm.natural]
    found: dict[str, tuple[Swing, ...]] = {}
    for arm in made:
        if arm.melee:
            swings = tuple(Swing(arm.key, penalty) for penalty in iteratives(figure.bab))
            found[arm.key] = swings
            free = _unbusy(game, figure, arm, natural)
            if free:
                hindered = tuple(_worse(swing, _beside_penalty(game, figure)) for swing in swings)
                found[f"{arm.key}{JOIN}{NATURAL}"] = (*hindered, *_natural(game, figure, free, beside=True))
        if arm.ranged and arm.weapon.load in ("none", "free") and (arm.weapon.projectile or arm.item is None):
            shots = tuple(Swing(arm.key, penalty, mode=RANGED) for penalty in iteratives(figure.bab))
            found[f"{arm.key}/{RANGED}"] = shots
            if has_feat(game, it, RAPID):
                rapid = (shots[0], *shots)
                found[f"{RAPID}/{arm.key}/{RANGED}"] = tuple(_worse(shot, RAPID_PENALTY) for shot in rapid)
    if natural:
        found[NATURAL] = natural_swings(game, it)
    pairs = _pairs(game, figure, made)
    found.update(pairs)  # both hands are busy: claws stay out of it (PF-STD-14.2)
    free = [arm for arm in natural if not arm.key.startswith(CLAWS)]
    for name, swings in pairs.items() if free else ():
        if not any(swing.mode == RANGED or swing.weapon == UNARMED for swing in swings):
            found[f"{name}{JOIN}{NATURAL}"] = (*swings, *_natural(game, figure, free, beside=True))
    found = {name: swings for name, swings in found.items() if len(swings) > 1}
    if figure.mount:
        found = {name: swings for name, swings in found.items() if fits_the_ride(game, figure, swings)}
    return found


def _beside_penalty(game: Game, figure: Creature) -> int:
    """What weapons lose beside natural attacks, which count as light ones in the other hand (PF-STD-14.4, .5)."""
    trained = has_feat(game, figure.id, "combattere-con-due-armi")
    return TWO_PRIMARY + LIGHT_OFF + (FEAT_PRIMARY if trained else 0)


def _unbusy(game: Game, figure: Creature, arm: Arm, natural: list[Arm]) -> list[Arm]:
    """The natural attacks left beside a weapon: a hand that swings a sword does not claw (PF-STD-14.1, .2)."""
    if arm.unarmed:
        return []
    hands = max(0, HANDS - hands_for(game, figure.id, arm))
    found = []
    for one in natural:
        count = min(one.weapon.count, hands) if one.key.startswith(CLAWS) else one.weapon.count
        if count:
            found.append(structs.replace(one, weapon=structs.replace(one.weapon, count=count)))
    return found


def natural_swings(game: Game, it: Id) -> tuple[Swing, ...]:
    """All natural attacks of a creature by themselves, in order."""
    return _natural(game, figure_of(game, it), [arm for arm in arms_of(game, it) if arm.natural])


def _worse(swing: Swing, by: int) -> Swing:
    return structs.replace(swing, penalty=swing.penalty + by)


def _natural(game: Game, figure: Creature, arms: list[Arm], *, beside: bool = False) -> tuple[Swing, ...]:
    """All natural attacks, secondary ones at a penalty; beside weapons all of them are secondary (PF-STD-13, -14)."""
    secondary = secondary_penalty(game, figure.id)
    found = []
    for arm in sorted(arms, key=lambda arm: not arm.weapon.primary):
        first = not is_secondary(game, figure.id, arm)
        hand = "natural" if beside or not first else "primary"
        found += [Swing(arm.key, secondary if beside or not first else 0, hand)] * (figure.heads or arm.weapon.count)
    return tuple(found)


def _pairs(game: Game, figure: Creature, made: list[Arm]) -> dict[str, tuple[Swing, ...]]:
    """Two weapons, either first, both ends of one, or a weapon and a fist (PF-TWF-01, PF-TWF-02.2, PF-FULL-04.2).

    In a grapple one hand is all there is (PF-CND-08.3): a weapon and a knee.
    """
    held = [arm for arm in made if arm.item is not None and hands_for(game, figure.id, arm) == 1]
    melee = [arm for arm in held if arm.melee]
    bare = [arm for arm in made if arm.unarmed]
    if suffers(game, figure.id, GRAPPLED):
        return {f"{one.key}{JOIN}{fist.key}": _two(game, figure, one, fist) for one in melee for fist in bare}
    found = {f"{arm.key}{JOIN}{arm.key}": _two(game, figure, arm, arm)
             for arm in made if "double" in arm.weapon.special}  # fmt: skip
    found |= {
        f"{one.key}{JOIN}{other.key}": _two(game, figure, one, other)
        for one in melee for other in (*melee, *bare) if one.key != other.key
    }  # fmt: skip
    thrown = [arm for arm in held if arm.weapon.thrown]
    for one in thrown:
        for other in thrown:
            if one.key != other.key:  # PF-TWF-05.1
                pair = _two(game, figure, one, other)[:2]
                found[f"{one.key}{JOIN}{other.key}/{RANGED}"] = tuple(structs.replace(s, mode=RANGED) for s in pair)
    return found


def _two(game: Game, figure: Creature, one: Arm, other: Arm) -> tuple[Swing, ...]:
    double = one.key == other.key
    if has_feat(game, figure.id, NO_OFF_HAND):
        return tuple(Swing(arm.key, penalty) for penalty in iteratives(figure.bab) for arm in (one, other))
    light = LIGHT_OFF if double or is_light(other, off_hand=True) else 0  # PF-TWF-02, PF-TWF-04.1
    trained = has_feat(game, figure.id, "combattere-con-due-armi")
    primary = TWO_PRIMARY + light + (FEAT_PRIMARY if trained else 0)
    off = TWO_OFF + light + (FEAT_OFF if trained else 0)
    first = [Swing(one.key, primary + penalty, "double" if double else "primary") for penalty in iteratives(figure.bab)]
    more = sum(has_feat(game, figure.id, feat) for feat in OFF_HAND_FEATS)
    hand = "second" if double else "off"
    second = [Swing(other.key, off + STEP_DOWN * n, hand) for n in range(1 + more)]
    return tuple(swing for pair in zip_longest(first, second) for swing in pair if swing is not None)


def _style_branch(game: Game, it: Id, path: Path, mode: str = "") -> Branch | None:
    """The style, the first arm, its target; ``mode``: of which the first attack has to be, "" for any."""
    found = styles(game, it)
    if not path:
        usable = tuple(Option(name, {"attacks": len(swings)}) for name, swings in found.items()
                       if any(_swing_aims(game, it, swing) for swing in _of(swings, mode)))  # fmt: skip
        return Branch("style", usable)
    swings = _of(found.get(str(path[0]), ()), mode)
    if len(path) == 1:
        return Branch("weapon", _firsts(game, it, swings))
    if len(path) == 2:
        swing = next(s for s in swings if s.weapon == path[1])
        return Branch("target", tuple(Option(target) for target in _swing_aims(game, it, swing)))
    return None


def _of(swings: tuple[Swing, ...], mode: str) -> tuple[Swing, ...]:
    return tuple(swing for swing in swings if mode in ("", swing.mode))


def _swing_aims(game: Game, it: Id, swing: Swing) -> list[Id]:
    return aims_by_arm(game, it, swing.mode).get(swing.weapon, [])


def _firsts(game: Game, it: Id, swings: tuple[Swing, ...]) -> tuple[Option, ...]:
    """The attacks that may come next: of each arm the one with the highest bonus (PF-FULL-04)."""
    keys = dict.fromkeys(swing.weapon for swing in swings if _swing_aims(game, it, swing))
    return tuple(Option(key) for key in keys)


def _full(game: Game, it: Id, mode: str = "") -> bool:
    figure = figure_of(game, it)
    few = figure.bab <= NEXT_ATTACK and len(arms_of(game, it)) < 2 and not sheet_of(game, figure).attacks
    if few or figure.swings or figure.mov < 1 or figure.walked:
        return False
    branch = _style_branch(game, it, (), mode)
    return branch is not None and bool(branch.options)


def _shoots(game: Game, it: Id, path: Path) -> bool:
    return bool(path) and str(path[0]).endswith(f"/{RANGED}")


def _raise_arms(game: Game, it: Id, path: Path) -> None:
    """All attacks of a full attack stand; whoever strikes one weapon away leaves the others (PF-RDY-03.3)."""
    game.do(SwingsSet(it=it, swings=styles(game, it).get(str(path[0]), ()), rules=("PF-FULL-04.1",)))


@deed("full_attack", STANDARD, ("PF-FULL-02.1",), offered=_full, grow=_style_branch, provokes=_shoots,
      prepare=_raise_arms)  # fmt: skip
def full_attack(game: Game, it: Id, path: Path) -> Flow[None]:
    """The first attack of several; the others follow one by one, or a move in their place (PF-FULL-02 to -05)."""
    yield from blow(game, it, use_swing(game, it, str(path[1])), str(path[2]), "full_attack")


@deed("full_attack_switched", STANDARD, ("PF-NL-02.1", "PF-NL-03.1"), offered=lambda game, it: _full(game, it, MELEE),
      grow=lambda game, it, path: _style_branch(game, it, path, MELEE), prepare=_raise_arms)  # fmt: skip
def full_attack_switched(game: Game, it: Id, path: Path) -> Flow[None]:
    """A full attack whose first blow knocks out with a lethal arm, or wounds with another; the others as one likes."""
    yield from blow(game, it, use_swing(game, it, str(path[1])), str(path[2]), "full_attack", manner=SWITCHED)


def _swing_branch(game: Game, it: Id, path: Path, mode: str = "") -> Branch | None:
    swings = _of(figure_of(game, it).swings, mode)
    if not path:
        return Branch("weapon", _firsts(game, it, swings))
    if len(path) == 1:
        swing = next((s for s in swings if s.weapon == path[0]), None)
        targets = _swing_aims(game, it, swing) if swing is not None else []
        return Branch("target", tuple(Option(target) for target in targets))
    return None


def _swing_offered(game: Game, it: Id, mode: str = "") -> bool:
    swings = _of(figure_of(game, it).swings, mode)
    return bool(swings) and bool(_firsts(game, it, swings))


@deed("swing", ATTACK, ("PF-FULL-03.1",), needs="swings", offered=_swing_offered, grow=_swing_branch)
def swing_on(game: Game, it: Id, path: Path) -> Flow[None]:
    """The next attack of a full attack, at whomever one likes (PF-FULL-03.1)."""
    yield from blow(game, it, use_swing(game, it, str(path[0])), str(path[1]), "full_attack")


@deed("swing_switched", ATTACK, ("PF-NL-02.1", "PF-NL-03.1"), needs="swings",
      offered=lambda game, it: _swing_offered(game, it, MELEE),
      grow=lambda game, it, path: _swing_branch(game, it, path, MELEE))  # fmt: skip
def swing_switched(game: Game, it: Id, path: Path) -> Flow[None]:
    """The next attack of a full attack, to knock out with a lethal arm or to wound with one that is not (PF-NL-02)."""
    yield from blow(game, it, use_swing(game, it, str(path[0])), str(path[1]), "full_attack", manner=SWITCHED)


def use_swing(game: Game, it: Id, weapon: str) -> Swing:
    """The attack that something with a weapon takes the place of: of several the next with it, or a plain one.

    Whatever costs ``attack`` calls this once, after it has been paid for.
    """
    swings = list(figure_of(game, it).swings)
    found = next((swing for swing in swings if swing.weapon == weapon), None)
    if found is None:
        return Swing(weapon)
    swings.remove(found)
    game.do(SwingsSet(it=it, swings=tuple(swings), rules=("PF-FULL-04.1",)))
    return found


def stance(game: Game, it: Id, rule: RuleId, **more: Value) -> Flow[None]:
    """Put what a rule of the book does (record ``rule``) into force; ``more``: names that its lines may use."""
    scope = {"me": it, "rule": rule, "seat": figure_of(game, it).seat, **more}
    for use in game.ruleset.records[rule].uses:
        yield from run_parts(game, use.parts, scope)

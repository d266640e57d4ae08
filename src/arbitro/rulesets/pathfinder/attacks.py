"""One attack: the roll, the threat and its confirmation, concealment, damage (PF-ATK, PF-CRIT, PF-DMG)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, dice_of, has_feat
from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.events_blows import AttackRolled
from arbitro.rulesets.pathfinder.events_things import ItemChanged
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.numbers import (
    AC,
    ATTACK,
    CONFIRM,
    DAMAGE,
    MISS,
    MULTIPLIER,
    PRECISION,
    SWITCHED,
    THREAT,
)
from arbitro.rulesets.pathfinder.saddle import guards_mount, may_guard_mount
from arbitro.rulesets.pathfinder.sight import TOTAL, cover
from arbitro.rulesets.pathfinder.state import IN, INCORPOREAL, INCORPOREAL_BODY, MELEE, NORMAL, RANGED, TOUCH
from arbitro.rulesets.pathfinder.subjects import About, Attacked, Blow
from arbitro.rulesets.pathfinder.throwing import NET, breaks_on, catches, harms, leaves_hand

MISSED, CONCEALED, HIT, CRITICAL = "miss", "concealed", "hit", "critical"
PERCENT = 100
BLIND_FIGHT = "combattere-alla-cieca"
"""With it the chance to miss by concealment is rolled a second time in melee."""


class Attempt(Struct, frozen=True, kw_only=True):
    """An attack as it is made.

    ``action``: as part of what (``attack``, ``full-attack``, ``charge``, ``opportunity`` ...); ``manner``: ``plain`` or
    ``switched`` (lethal for nonlethal, or the other way round); ``hand``: see `state.Swing`; ``against``: ``normal``,
    ``touch`` or ``incorporeal`` AC; ``times``: further multipliers of damage (PF-DMG-08);
    ``more``: how many more times the weapon's dice are rolled, which nothing multiplies; ``cause``: what gave the
    opportunity for it; ``harmless``: it deals no
    damage, so that it is never a critical hit (PF-SPL-14.2).
    """

    actor: Id
    target: Id
    weapon: str
    mode: str = MELEE
    action: str = "attack"
    manner: str = "plain"
    hand: str = "primary"
    penalty: int = 0
    against: str = NORMAL
    times: tuple[int, ...] = ()
    more: int = 0
    cause: str = ""
    sure: bool = False
    harmless: bool = False


def attack(game: Game, a: Attempt) -> Flow[str]:
    """Make an attack; returns its outcome: ``miss``, ``concealed``, ``hit`` or ``critical``."""
    if figure_of(game, a.target).status != IN or cover(game, a.actor, a.target, a.mode) == TOTAL:
        return MISSED
    outcome, total = (CRITICAL, 0) if a.sure else rolled_attack(game, a)
    arm = arm_named(game, a.actor, a.weapon)
    if outcome in (HIT, CRITICAL) and total and (yield from guards_mount(game, a.target, total)):
        game.do(CameToNothing(it=a.actor, action="attack", why="parried", rules=("combattere-in-sella",)))
        outcome = MISSED
    if outcome in (HIT, CRITICAL):
        yield from strike_home(game, a, outcome == CRITICAL)
    if figure_of(game, a.actor).hidden:
        game.do(Revealed(it=a.actor, rules=("PF-SUR-01.1",)))
    spend_shot(game, a)
    if a.mode == RANGED:
        yield from let_fly(game, a, arm, outcome in (HIT, CRITICAL))
    yield from over(game, a.actor, a.target, a.mode)
    return outcome


def over(game: Game, actor: Id, target: Id, mode: str) -> Flow[None]:
    """An attack, or a manoeuvre, has been made: what waited for it, or is broken by it, ends."""
    if game.listens("attacked"):
        yield from game.window("attacked", Attacked(actor, target, mode))
    yield from offended(game, actor, (target,))


def let_fly(game: Game, a: Attempt, arm: Arm, hit: bool) -> Flow[None]:
    """What was thrown has left the hand; a flask breaks, a net catches whom it hits (PF-SPW-01.1, PF-EQP-02)."""
    netted = hit and NET in arm.weapon.special
    leaves_hand(game, a.actor, arm, None if netted else figure_of(game, a.target).space)
    if netted:
        catches(game, a.actor, arm, a.target)
    if arm.weapon.splash:
        yield from breaks_on(game, a.actor, arm, a.target, hit)


def offended(game: Game, actor: Id, targets: tuple[Id, ...]) -> Flow[None]:
    """Somebody has struck at foes, with a weapon, a manoeuvre or a spell; what that puts an end to ends."""
    if game.listens("offended") and any(enemies(game, actor, one) for one in targets):
        yield from game.window("offended", About(actor))


def enemies(game: Game, one: Id, other: Id) -> bool:
    """On different sides."""
    return figure_of(game, one).seat != figure_of(game, other).seat


def spend_shot(game: Game, a: Attempt) -> None:
    """A weapon that has to be loaded is empty after its shot."""
    arm = arm_named(game, a.actor, a.weapon)
    if a.mode == RANGED and arm.item is not None and arm.weapon.load in ("move", "full"):
        spent = structs.replace(arm.item, loaded=False)
        game.do(ItemChanged(it=a.actor, item=spent, what="shot", rules=("PF-TAB-01.1",)))


def bonus_of(game: Game, a: Attempt) -> Tally:
    """The bonus of an attack roll."""
    return game.query(
        ATTACK, actor=a.actor, target=a.target, weapon=a.weapon, mode=a.mode, action=a.action,
        manner=manner_of(game, a), hand=a.hand, penalty=a.penalty,
    )  # fmt: skip


def defence_of(game: Game, a: Attempt) -> Tally:
    """The AC it has to reach."""
    against = against_of(game, a)
    return game.query(AC, target=a.target, actor=a.actor, weapon=a.weapon, mode=a.mode, against=against,
                      cause=a.cause)  # fmt: skip


def against_of(game: Game, a: Attempt) -> str:
    """To what kind of AC an attack is rolled: a natural touch needs only to touch (PF-AC-10.1, PF-AC-11.2)."""
    if a.against != NORMAL or not arm_named(game, a.actor, a.weapon).weapon.touch:
        return a.against
    return INCORPOREAL if suffers(game, a.actor, INCORPOREAL_BODY) else TOUCH


def manner_of(game: Game, a: Attempt) -> str:
    """Switching costs nothing to those who are trained to strike with bare hands (PF-STD-08.2)."""
    arm = arm_named(game, a.actor, a.weapon)
    trained = arm.unarmed and has_feat(game, a.actor, "colpo-senz-armi-migliorato")
    return "plain" if trained else a.manner


def roll_attack(game: Game, a: Attempt) -> str:
    """The attack roll and what belongs to it: threat, concealment, confirmation (PF-ATK-01 to -04, PF-CRIT-01 to -03).

    The roll comes first, then the chance to miss (PF-CON-04.2), then the confirmation with the same bonus.
    """
    return rolled_attack(game, a)[0]


def rolled_attack(game: Game, a: Attempt) -> tuple[str, int]:
    """As `roll_attack`, with the total where a rider of the target may beat it; 0 elsewhere."""
    bonus, ac = bonus_of(game, a), defence_of(game, a)
    need, told = ac.value - bonus.value, may_guard_mount(game, a.target)
    low = threatens_from(game, a)
    outcome, face = game.chance(_swing, need, low, told, by=a.actor, rules=("PF-ATK-01.1",))
    miss = game.query(MISS, target=a.target, actor=a.actor, mode=a.mode) if outcome != MISSED else Tally(0, 0)
    rules: tuple[RuleId, ...] = ("PF-ATK-02.1",)
    if miss.value:
        again = a.mode == MELEE and has_feat(game, a.actor, BLIND_FIGHT)
        found = any(game.count(1, PERCENT, miss.value + 1, by=a.target, rules=("PF-CON-04.1",))
                    for _ in range(1 + again))  # fmt: skip
        outcome = outcome if found else CONCEALED
        rules = (*rules, "PF-CON-04.2")
    if outcome == CRITICAL:
        confirmed = game.chance(_confirms, need - surer(game, a), by=a.actor, rules=("PF-CRIT-02.1",))
        outcome = CRITICAL if confirmed else HIT
        rules = (*rules, "PF-CRIT-02.2" if confirmed else "PF-CRIT-02.3")
    game.do(AttackRolled(actor=a.actor, target=a.target, weapon=a.weapon, mode=a.mode, outcome=outcome, bonus=bonus,
                         ac=ac, action=a.action, rules=rules))  # fmt: skip
    return str(outcome), face + bonus.value if told else 0


def reaches_number(game: Game, it: Id, need: int) -> bool:
    """An attack roll against something that is nobody, where no critical hit is of any use."""
    return bool(game.chance(_swing, need, 21, False, by=it, rules=("PF-ATK-01.1",))[0] != MISSED)


def threatens_from(game: Game, a: Attempt) -> int:
    """The lowest face that threatens; 21 against those whom no critical hit harms."""
    if a.harmless or game.immune(a.target, "critici") or "critici" in sheet_of(game, figure_of(game, a.target)).immune:
        return 21
    return 21 - game.query(THREAT, actor=a.actor, weapon=a.weapon, target=a.target).value


def surer(game: Game, a: Attempt) -> int:
    """What counts for the roll that confirms a critical hit, besides what counts for the attack itself."""
    return game.query(CONFIRM, actor=a.actor, target=a.target, weapon=a.weapon, mode=a.mode).value


def _swing(dice: Any, need: int, low: int, told: bool) -> tuple[str, int]:
    """A d20: 1 misses, 20 hits; a hit with a high enough face is a threat (PF-CRIT-07). ``told``: the face counts."""
    (face,) = dice.roll(20)
    shown = face if told else 0
    if face == 1 or (face < need and face != 20):
        return MISSED, shown
    return (CRITICAL if face >= low else HIT), shown


def _confirms(dice: Any, need: int) -> bool:
    (face,) = dice.roll(20)
    return bool(face == 20 or (face != 1 and face >= need))


# --- damage -------------------------------------------------------------------------------------------


def strike_home(game: Game, a: Attempt, critical: bool) -> Flow[int]:
    """The damage of a hit and whatever else it does; returns what got through."""
    arm = arm_named(game, a.actor, a.weapon)
    times = multiple(game, a, critical)
    number, sides = dice_of(game, a.actor, arm, second=a.hand == "second") if harms(game, arm, a.target) else (0, 1)
    bonus = game.query(DAMAGE, actor=a.actor, target=a.target, weapon=a.weapon, mode=a.mode, action=a.action,
                       manner=a.manner, hand=a.hand, penalty=0)  # fmt: skip
    rules: tuple[RuleId, ...] = ("PF-DMG-01.1",) if times == 1 else ("PF-DMG-07.1",)
    rolled = number * times if sides == 1 else game.sum(number * times, sides, by=a.actor, rules=rules)
    extra = a.more * number
    if extra and sides > 1:
        extra = game.sum(extra, sides, by=a.actor, rules=("PF-CRIT-06.1",))
    amount = rolled + extra + bonus.value * times + precision(game, a)
    nonlethal = nonlethal_by(game, a, arm)
    if amount < 1:
        amount, nonlethal = 1, True  # PF-DMG-02.1
    types = tuple(arm.weapon.types) if arm.weapon.both else tuple(arm.weapon.types[:1])
    blow = Blow(a.actor, a.target, a.weapon, a.mode, critical, a.hand)
    if number:  # a touch without dice only brings something along
        blow.dealt = yield from suffer(
            game, a.target, amount, types, actor=a.actor, weapon=a.weapon, nonlethal=nonlethal, bonus=bonus,
            rules=rules, single=True,
        )  # fmt: skip
    yield from extra_damage(game, a, arm)
    yield from game.window("hit", blow)
    return blow.dealt


def multiple(game: Game, a: Attempt, critical: bool) -> int:
    """How often damage is rolled: each further multiplier adds one less than its value (PF-DMG-08.1, PF-TAB-15.3)."""
    times = list(a.times)
    if critical:
        times.append(game.query(MULTIPLIER, actor=a.actor, weapon=a.weapon, target=a.target).value)
    return 1 + sum(one - 1 for one in times)


def precision(game: Game, a: Attempt) -> int:
    """Sneak attack and the like: dice that are never multiplied (PF-CRIT-06.1)."""
    if arm_named(game, a.actor, a.weapon).weapon.splash:
        return 0  # PF-SPW-02.2
    dice = game.query(PRECISION, actor=a.actor, target=a.target, weapon=a.weapon, mode=a.mode).value
    if dice <= 0 or game.immune(a.target, "precisione") or "precisione" in sheet_of(
        game, figure_of(game, a.target)
    ).immune:  # fmt: skip
        return 0
    return game.sum(dice, 6, by=a.actor, rules=("PF-CLS-02.1",))


def nonlethal_by(game: Game, a: Attempt, arm: Arm) -> bool:
    """Whether a blow knocks out instead of wounding (PF-STD-07.2, PF-NL-02, -03)."""
    return ("nonlethal" in arm.weapon.special) != (a.manner == SWITCHED)


def extra_damage(game: Game, a: Attempt, arm: Arm) -> Flow[None]:
    """Dice beside the weapon's own, each of its type, never multiplied (PF-DMG-09.1)."""
    qualities = library_of(game).qualities
    found = [(arm.weapon.extra, arm.weapon.extra_type, arm.weapon.rule or "PF-DMG-09.1")]
    for quality in arm.item.qualities if arm.item is not None else ():
        found.append((qualities[quality].extra, qualities[quality].extra_type, qualities[quality].rule))
    for text, type_, rule in found:
        if text is None or figure_of(game, a.target).status != IN:
            continue
        number, _, sides = text.partition("d")
        rules = tuple(dict.fromkeys((rule or "PF-DMG-09.1", "PF-DMG-09.1")))
        amount = game.sum(int(number), int(sides), by=a.actor, rules=rules) if sides else int(number)
        yield from suffer(game, a.target, amount, type_, actor=a.actor, weapon="", rules=rules)


def can_be_attacked(game: Game, actor: Id, target: Id, mode: str) -> bool:
    """Whether an attack may be aimed at somebody at all (PF-COV-12.2, PF-STD-09.1)."""
    other = battle_of(game).figures[target]
    return other.status == IN and cover(game, actor, target, mode) != TOTAL

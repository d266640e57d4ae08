"""Commands of a fight: attacks and full attacks, manoeuvres, damage, saves and checks; monsters that play themselves.

What a board would tell of cover, flanking, range or charge the referee adds as ``bonus``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitro.content.desk import PLAIN, book_of
from arbitro.content.deskorders import Given, choice, creature, creatures, dice, flag, hush, number, own_choice
from arbitro.dice.notation import parse
from arbitro.engine.asks import Flow
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.throws import throw
from arbitro.engine.values import REFEREE, Id, RuleId
from arbitro.rulesets.pathfinder.arms import arms_of
from arbitro.rulesets.pathfinder.attacks import Attempt, attack
from arbitro.rulesets.pathfinder.events_bonds import Fled
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.manoeuvres import BULL_RUSH, DISARM, GRAPPLE, OVERRUN, SUNDER, TRIP, Manoeuvre, roll
from arbitro.rulesets.pathfinder.numbers import SKILLS, SWITCHED
from arbitro.rulesets.pathfinder.prowess import plan_worth
from arbitro.rulesets.pathfinder.referee.events import RetreatSet
from arbitro.rulesets.pathfinder.referee.joining import reveal
from arbitro.rulesets.pathfinder.referee.orders import command
from arbitro.rulesets.pathfinder.retreat import told_to_go
from arbitro.rulesets.pathfinder.saves import save, skill
from arbitro.rulesets.pathfinder.state import FLED, MELEE, RANGED, SAVES, UNCONSCIOUS, Creature, Swing
from arbitro.rulesets.pathfinder.strikes import iteratives, styles
from arbitro.rulesets.pathfinder.verbs import DAMAGE_TYPES

HELP, HARDEST, EASIEST = 30, 60, -10
"""The most that a referee adds or takes; difficulty classes."""
RULE_OF: dict[str, RuleId] = {
    TRIP: "PF-TRP-01.1", DISARM: "PF-DIS-01.1", SUNDER: "PF-SND-01.1", GRAPPLE: "PF-GRP-01.1",
    BULL_RUSH: "PF-BLR-01.1", OVERRUN: "PF-OVR-01.1",
}  # fmt: skip
FULL, ONE = "full_attack", "attack"
_bonus = number("bonus", -HELP, HELP, optional=True, default=2)
_DC = number("dc", EASIEST, HARDEST, default=15)


# --- attacks ------------------------------------------------------------------------------------------


def _weapons(game: Game) -> Iterator[tuple[Id, list[str]]]:
    """Everybody who is here, with what it can attack with."""
    return ((figure.id, [arm.key for arm in arms_of(game, figure.id)]) for figure in battle_of(game).here())


def swings_of(game: Game, it: Id, weapon: str, full: bool) -> tuple[Swing, ...]:
    """The attacks that somebody makes with a weapon, or with its best way of a full attack (PF-FULL-02, -04)."""
    arms = {arm.key: arm for arm in arms_of(game, it)}
    first = weapon or next(iter(arms))
    mode = MELEE if arms[first].melee else RANGED
    if not full:
        return (Swing(first, mode=mode),)
    bare = {arm.key for arm in arms.values() if arm.unarmed} - {first}
    found = [
        swings for swings in styles(game, it).values()
        if any(swing.weapon == first for swing in swings) and bare.isdisjoint(swing.weapon for swing in swings)
    ]  # fmt: skip
    plain = tuple(Swing(first, penalty, mode=mode) for penalty in iteratives(figure_of(game, it).bab))
    return max(found, key=len, default=plain)


def _attack_ban(game: Game, given: Given) -> Refusal | None:
    target, weapon = given["target"], given.get("weapon")
    for it in given["who"]:
        if it == target:
            return Refusal("desk_itself", {"it": it})
        keys = [arm.key for arm in arms_of(game, it)]
        if weapon is not None and weapon not in keys:
            return Refusal("desk_no_weapon", {"it": it, "weapon": weapon})
        if not able(game, it):
            return Refusal("desk_unable", {"it": it})
    return None


@command("attack", "fight", creatures(), creature("target"), own_choice("weapon", _weapons),
         flag("full"), flag("nonlethal"), _bonus, rules=("PF-ATK-01.1", "PF-FULL-02.1"), ban=_attack_ban,
         at="target")  # fmt: skip
def attacks(
    game: Game, who: Sequence[Id], target: Id, weapon: str = "", full: bool = False, nonlethal: bool = False,
    bonus: int = 0,
) -> Flow[None]:  # fmt: skip
    """One or several attack somebody, each once or with all its attacks; a bonus counts on every roll (PF-ATK-01)."""
    for it in who:
        yield from _strike(game, it, target, swings_of(game, it, weapon, full), SWITCHED if nonlethal else "plain",
                           bonus, FULL if full else ONE)  # fmt: skip


def _strike(
    game: Game, it: Id, target: Id, swings: Sequence[Swing], manner: str, bonus: int, action: str
) -> Flow[None]:
    if figure_of(game, it).hidden:
        reveal(game, it)
    for swing in swings:
        if not figure_of(game, target).present or not able(game, it):
            return
        yield from attack(game, Attempt(
            actor=it, target=target, weapon=swing.weapon, mode=swing.mode, hand=swing.hand, manner=manner,
            penalty=swing.penalty + bonus, action=action,
        ))  # fmt: skip
        yield from game.settle()


# --- monsters by themselves ---------------------------------------------------------------------------


def _preys(game: Game, it: Id) -> list[Creature]:
    """The foes that somebody would turn on: those who stand, or lie where nobody stands."""
    foes = [foe for foe in battle_of(game).foes_of(figure_of(game, it)) if not foe.hidden]
    return [foe for foe in foes if not suffers(game, foe.id, UNCONSCIOUS)] or foes


def _ways(game: Game, it: Id, full: bool) -> list[tuple[Swing, ...]]:
    """The ways in which somebody may attack; bare hands only where there is nothing else."""
    arms = arms_of(game, it)
    bare = {arm.key for arm in arms if arm.unarmed} if any(not arm.unarmed for arm in arms) else set()
    ways = [swings_of(game, it, arm.key, full) for arm in arms]
    if full:
        ways += list(styles(game, it).values())
    return [way for way in ways if bare.isdisjoint(swing.weapon for swing in way)]


def _idle(game: Game, given: Given) -> Refusal | None:
    for it in given["who"]:
        if not able(game, it):
            return Refusal("desk_unable", {"it": it})
        if not _preys(game, it):
            return Refusal("desk_no_prey", {"it": it})
    return None


@command("auto", "fight", creatures(), flag("full"), rules=("PF-ATK-01.1", "PF-FULL-02.1"), ban=_idle)
def automatic(game: Game, who: Sequence[Id], full: bool = False) -> Flow[None]:
    """Each chooses by itself, as a computer on a board does: the weapon and the foe that promise most.

    Those who have orders to retreat leave the fight instead, once so much of their side is lost.
    """
    for it in who:
        preys = _preys(game, it)
        if not able(game, it) or not preys:
            continue
        if told_to_go(battle_of(game), figure_of(game, it).seat):
            game.do(Fled(it=it, why=FLED, rules=("PF-SEQ-01.6",)))
            continue
        ways = _ways(game, it, full)
        hopes = [(plan_worth(game, it, swings, foe.id), foe.id, swings) for foe in preys for swings in ways]
        _, target, swings = max(hopes, key=lambda hope: hope[0])
        hush(game, book_of(game.state).hush, (target,))
        yield from _strike(game, it, target, swings, "plain", 0, FULL if len(swings) > 1 else ONE)


@command("retreat", "fight", number("n", 0, 100, default=50), rules=("PF-SEQ-01.6",))
def orders_to_retreat(game: Game, n: int) -> None:
    """Once so much of the opponents, in per cent, is lost, those left leave when they play by themselves; 0: never."""
    game.do(RetreatSet(n=n, rules=("PF-SEQ-01.6",)))


# --- manoeuvres ---------------------------------------------------------------------------------------


def _against_itself(game: Game, given: Given) -> Refusal | None:
    return Refusal("desk_itself", {"it": given["who"]}) if given["who"] == given["target"] else None


@command("manoeuvre", "fight", creature(), creature("target"), choice("what", lambda game: tuple(RULE_OF)), _bonus,
         rules=("PF-CMB-08.1", "PF-CMB-13.1"), ban=_against_itself, at="target")  # fmt: skip
def manoeuvre(game: Game, who: Id, target: Id, what: str, bonus: int = 0) -> None:
    """The roll of a manoeuvre against the defence of its target; what comes of it is the referee's to say (PF-CMB)."""
    if figure_of(game, who).hidden:
        reveal(game, who)
    also = (("PF-CMB-08.2", bonus, ""),) if bonus else ()
    roll(game, Manoeuvre(actor=who, target=target, name=what, rule=RULE_OF[what], also=also))


# --- damage -------------------------------------------------------------------------------------------


def thrown(game: Game, text: str, rules: tuple[RuleId, ...]) -> int:
    """The total of a roll; a plain number is no roll."""
    if PLAIN.fullmatch(text):
        return int(text)
    return throw(game, parse(text, plus_keeps=True), by=REFEREE, rules=rules).total


def _save_ban(game: Game, given: Given) -> Refusal | None:
    return None if ("save" in given) == ("dc" in given) else Refusal("desk_save_dc", {})


@command("harm", "fight", creatures(), dice(plain=999), choice("type", lambda game: DAMAGE_TYPES, optional=True),
         flag("nonlethal"), flag("each"), choice("save", lambda game: tuple(SAVES), optional=True),
         number("dc", EASIEST, HARDEST, optional=True, default=15), flag("negates"),
         rules=("PF-DMG-01.1", "PF-SAVE-06.2"), ban=_save_ban)  # fmt: skip
def harm(
    game: Game, who: Sequence[Id], dice: str, type: str = "", nonlethal: bool = False, each: bool = False,
    save: str = "", dc: int = 0, negates: bool = False,
) -> Flow[None]:  # fmt: skip
    """Damage to one or many, one roll for all or one for each; reduction, resistance and immunity count by its type.

    With a saving throw those who pass take half, or nothing if it negates (PF-DMG-01, PF-SAVE).
    """
    rolled = 0 if each else thrown(game, dice, ("PF-DMG-01.1",))
    for it in who:
        if not figure_of(game, it).present:
            continue
        hush(game, book_of(game.state).hush, (it,))
        amount = thrown(game, dice, ("PF-DMG-01.1",)) if each else rolled
        if save and (yield from _saved(game, it, save, dc)):
            amount = 0 if negates else amount // 2
        if amount > 0:
            yield from suffer(game, it, amount, (type,) if type else (), nonlethal=nonlethal, rules=("PF-DMG-01.1",))
        yield from game.settle()


def _saved(game: Game, it: Id, what: str, dc: int) -> Flow[bool]:
    return (yield from save(game, it, what, dc, "other", rules=("PF-SAVE-01.1",)))


# --- rolls --------------------------------------------------------------------------------------------


@command("save", "roll", creatures(), choice("save", lambda game: tuple(SAVES)), _DC, rules=("PF-SAVE-01.1",))
def saves(game: Game, who: Sequence[Id], save: str, dc: int) -> Flow[None]:
    """A saving throw of one or of each of many (PF-SAVE)."""
    for it in who:
        hush(game, book_of(game.state).hush, (it,))
        yield from _saved(game, it, save, dc)
        yield from game.settle()


@command("check", "roll", creatures(), choice("skill", lambda game: tuple(SKILLS)), _DC, _bonus,
         rules=("PF-SKL-01.1",))  # fmt: skip
def checks(game: Game, who: Sequence[Id], skill: str, dc: int, bonus: int = 0) -> None:
    """A skill check of one or of each of many (PF-SKL-01)."""
    for it in who:
        hush(game, book_of(game.state).hush, (it,))
        _try(game, it, skill, dc, bonus)


def _try(game: Game, it: Id, what: str, dc: int, bonus: int) -> bool:
    return skill(game, it, what, dc, ("PF-SKL-01.1",), more=bonus)


@command("roll", "roll", dice(), rules=("PF-ATK-01.1",))
def roll_dice(game: Game, dice: str) -> None:
    """Any dice at all."""
    throw(game, parse(dice, plus_keeps=True), by=REFEREE, rules=("PF-ATK-01.1",))


__all__ = ["swings_of", "thrown"]

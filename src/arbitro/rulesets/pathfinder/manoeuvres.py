"""Combat manoeuvres: the roll they share (PF-CMB), and those that take the place of an attack: trip, disarm, sunder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from arbitro.engine.asks import Flow, pick
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Value
from arbitro.rulesets.pathfinder.aiming import aims, arms_for
from arbitro.rulesets.pathfinder.arms import (
    Arm,
    arm_named,
    dice_of,
    free_hands,
    has_feat,
    hit_points_of,
    key_of,
    still_has,
    worn_armour,
)
from arbitro.rulesets.pathfinder.attacks import PERCENT, over
from arbitro.rulesets.pathfinder.charges import discharge
from arbitro.rulesets.pathfinder.deeds import DEEDS, Path, Runner, deed
from arbitro.rulesets.pathfinder.events import CameToNothing, OpportunityTaken
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_things import ItemLost, PickedUp
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.handling import lays_hand_on
from arbitro.rulesets.pathfinder.lookups import (
    able,
    barred,
    battle_of,
    figure_of,
    helpless,
    library_of,
    sheet_of,
    suffers,
)
from arbitro.rulesets.pathfinder.numbers import CMB, CMD_OF, DAMAGE, FLAT_MANNER, MISS
from arbitro.rulesets.pathfinder.occasions import READY_USES, ReadyUse, goes_ahead
from arbitro.rulesets.pathfinder.opportunities import OPPORTUNITY, arms_against, provoke, used_up
from arbitro.rulesets.pathfinder.shapes import Armour
from arbitro.rulesets.pathfinder.state import (
    ATTACK,
    FLY,
    IN,
    INCORPOREAL_BODY,
    MELEE,
    MOVE,
    PRONE,
    UNARMED,
    Creature,
    Item,
)
from arbitro.rulesets.pathfinder.strikes import use_swing
from arbitro.rulesets.pathfinder.things import damage_thing
from arbitro.rulesets.pathfinder.threat import may_strike
from arbitro.rulesets.pathfinder.verbs import verb

DISARM, TRIP, SUNDER, BULL_RUSH, OVERRUN, GRAPPLE, ESCAPE, HALT = (
    "disarm", "trip", "sunder", "bull_rush", "overrun", "grapple", "escape", "halt",
)  # fmt: skip
IMPROVED = {
    DISARM: "disarmare-migliorato", TRIP: "sbilanciare-migliorato", SUNDER: "spezzare-migliorato",
    BULL_RUSH: "spingere-migliorato", OVERRUN: "oltrepassare-migliorato", GRAPPLE: "lottare-migliorato",
}  # fmt: skip
"""The feat with which a manoeuvre does not provoke (PF-DIS-01.2, PF-TRP-01.2 ...)."""
GREATER_TRIP = "sbilanciare-superiore"
BY_FAR = 10  # PF-DIS-02, PF-TRP-02.2
DISARMING, BARE_HANDED = 2, -4  # PF-TAB-10.3, PF-DIS-03.2
BIGGER_BY = 1  # size categories, PF-TRP-01.1, PF-OVR-01.1, PF-BLR-01
NATURAL_20 = 20
Also = tuple[tuple[RuleId, int, str], ...]
HOLDING: Also = (("PF-GRP-03.3", 5, "circumstance"),)
"""What whoever holds somebody already adds to keeping its hold."""


class Manoeuvre(Struct, frozen=True, kw_only=True):
    """A manoeuvre as it is tried; ``also``: what counts this once (rule, amount, bonus type)."""

    actor: Id
    target: Id
    name: str
    rule: RuleId
    weapon: str = ""
    also: Also = ()
    twenty: bool = True
    """Whether a natural 20 always succeeds; not in escaping from bonds (PF-CMB-13.3)."""
    mode: str = MELEE


class Outcome(Struct, frozen=True):
    """How a manoeuvre went; ``beyond``: by how much it exceeds the defence, negative where it falls short."""

    passed: bool
    beyond: int


NOT_MADE = Outcome(False, -1)


# --- the roll -----------------------------------------------------------------------------------------


def attempt(game: Game, m: Manoeuvre) -> Flow[Outcome]:
    """Try a manoeuvre: its target may strike first, and what that costs is taken off the roll (PF-CMB-06)."""
    begun = yield from begin(game, m)
    return NOT_MADE if begun is None else (yield from carry_out(game, begun))


def begin(game: Game, m: Manoeuvre) -> Flow[Manoeuvre | None]:
    """Let the target strike at whoever tries a manoeuvre; what is tried then, None if it comes to nothing."""
    also = m.also
    if not has_feat(game, m.actor, IMPROVED.get(m.name, "")):
        before = hurts(figure_of(game, m.actor))
        yield from provoke(game, m.actor, m.name, (m.target,))
        taken = hurts(figure_of(game, m.actor)) - before
        if taken > 0:
            also = (*also, ("PF-CMB-06.2", -taken, ""))
    if m.weapon and arm_named(game, m.actor, m.weapon).weapon.lash:
        yield from provoke(game, m.actor, "shoot")
    if not able(game, m.actor) or figure_of(game, m.target).status != IN or _brought_to_a_halt(game, m):
        game.do(CameToNothing(it=m.actor, action=m.name, why="unable", rules=("PF-AOO-10.2",)))
        return None
    if not still_has(game, m.actor, m.weapon):
        game.do(CameToNothing(it=m.actor, action=m.name, why="disarmed", rules=("PF-AOO-10.2",)))
        return None
    return structs.replace(m, also=also)


def carry_out(game: Game, m: Manoeuvre) -> Flow[Outcome]:
    """Roll a manoeuvre that has begun; a touch with the bare body, and what waited for it, follow."""
    out = roll(game, m)
    if out.passed and figure_of(game, m.actor).charge:
        yield from _touched(game, m)
    yield from over(game, m.actor, m.target, m.mode)
    return out


def _touched(game: Game, m: Manoeuvre) -> Flow[None]:
    """A spell in hand goes over to whom a manoeuvre with the bare body touches; on a thing it is lost (PF-SPL-17.1)."""
    arm = arm_named(game, m.actor, m.weapon or UNARMED)
    if m.name == GRAPPLE or not (arm.unarmed or arm.natural):
        return  # a grapple passes it on when the hold is there
    if m.name in (DISARM, SUNDER):
        lays_hand_on(game, m.actor)
    else:
        yield from discharge(game, m.actor, m.target)


def _brought_to_a_halt(game: Game, m: Manoeuvre) -> bool:
    """Whether who was running somebody down lies on the ground, or is held, before it gets there (PF-AOO-07.4)."""
    return m.name == OVERRUN and (suffers(game, m.actor, PRONE) or bool(barred(game, m.actor, MOVE)))


def hurts(figure: Creature) -> int:
    """Damage that somebody has on it: what it lacks of hit points, temporary ones too, and nonlethal damage."""
    return figure.nonlethal - figure.hp - sum(points for _, points in figure.temp)


def roll(game: Game, m: Manoeuvre) -> Outcome:
    """The manoeuvre roll against the defence (PF-CMB-08, -13); concealment counts (PF-CMB-09.1)."""
    bonus = game.query(CMB, actor=m.actor, target=m.target, manoeuvre=m.name, weapon=m.weapon, also=m.also)
    defence = game.query(CMD_OF, target=m.target, actor=m.actor, manoeuvre=m.name)
    if at_mercy(game, m.target):
        passed, beyond = True, max(0, NATURAL_20 + bonus.value - defence.value)
        rules: tuple[RuleId, ...] = (m.rule, "PF-CMB-07.1")
    else:
        passed, beyond = game.chance(_against, bonus.value, defence.value, m.twenty, by=m.actor, rules=("PF-CMB-08.1",))
        rules = (m.rule, "PF-CMB-13.1")
        miss = game.query(MISS, target=m.target, actor=m.actor, mode=m.mode) if passed else None
        if miss is not None and miss.value:
            passed = bool(game.count(1, PERCENT, miss.value + 1, by=m.target, rules=("PF-CON-04.1",)))
            beyond = beyond if passed else -1
            rules = (*rules, "PF-CMB-09.1")
    game.do(ManoeuvreRolled(actor=m.actor, target=m.target, manoeuvre=m.name, passed=passed, beyond=beyond, bonus=bonus,
                            cmd=defence, rules=rules))  # fmt: skip
    return Outcome(passed, beyond)


def escaping(game: Game, it: Id) -> Tally:
    """With what somebody tears itself free of ropes, plants or webs, which nobody holds."""
    return game.query(CMB, actor=it, target=None, manoeuvre=ESCAPE, weapon="", also=())


def _against(dice: Any, bonus: int, defence: int, twenty: bool) -> tuple[bool, int]:
    """A d20: 1 fails, 20 succeeds (PF-CMB-13.3, .4)."""
    (face,) = dice.roll(20)
    beyond = face + bonus - defence
    if face == 1:
        return False, min(-1, beyond)
    if face == NATURAL_20 and twenty:
        return True, max(0, beyond)
    return beyond >= 0, beyond


def at_mercy(game: Game, it: Id) -> bool:
    """Whether somebody cannot resist at all; being pinned alone is not enough (PF-CMB-07, our ruling)."""
    return helpless(game, it)


def fits(game: Game, it: Id, target: Id) -> bool:
    """Whether a target is at most one size larger (PF-TRP-01.1, PF-OVR-01.1, PF-BLR-01)."""
    return figure_of(game, target).size <= figure_of(game, it).size + BIGGER_BY


# --- with a weapon in place of an attack --------------------------------------------------------------


def arms_at(game: Game, it: Id, name: str, can: Callable[[Game, Id, Id], bool] | None = None) -> dict[str, list[Id]]:
    """Arms of melee with the foes that a manoeuvre with them can be aimed at; ``can``: whether it can, see `CAN`."""
    key = ("manoeuvre", it, name)
    known: dict[str, list[Id]] | None = game.now.get(key)
    if known is None:
        can = can or CAN[name]
        pairs = ((arm.key, [t for t in aims(game, it, arm, MELEE) if can(game, it, t)])
                 for arm in arms_for(game, it, MELEE) if _ready(game, it, arm))  # fmt: skip
        known = game.now[key] = {name_: found for name_, found in pairs if found}
    return known


def _ready(game: Game, it: Id, arm: Arm) -> bool:
    """In a full attack only the arms of attacks still to come serve (PF-CMB-05.2)."""
    swings = figure_of(game, it).swings
    return not swings or any(swing.weapon == arm.key and swing.mode == MELEE for swing in swings)


def trippable(game: Game, it: Id, target: Id) -> bool:
    """Neither lying, nor legless, nor flying, nor without a body (PF-TRP-02.4, PF-CND-12.3)."""
    figure = figure_of(game, target)
    sheet = sheet_of(game, figure)
    flies = figure.z > 0 or (FLY in sheet.speeds and figure.way == FLY)
    return (
        sheet.legs > 0 and sheet.type != "melma" and not flies and not suffers(game, target, PRONE)
        and not suffers(game, target, INCORPOREAL_BODY) and fits(game, it, target)
    )  # fmt: skip


def _disarmable(game: Game, it: Id, target: Id) -> bool:
    return bool(loose_things(game, figure_of(game, target)))


def _sunderable(game: Game, it: Id, target: Id) -> bool:
    return bool(within_reach_of_a_blow(game, figure_of(game, target)))


CAN = {TRIP: trippable, DISARM: _disarmable, SUNDER: _sunderable}


def _branch(game: Game, it: Id, path: Path, name: str) -> Branch | None:
    """First the arm, then the target, then, for disarm and sunder, the thing."""
    found = arms_at(game, it, name)
    if not path:
        return Branch("weapon", tuple(Option(key) for key in found))
    if len(path) == 1:
        return Branch("target", tuple(Option(target) for target in found.get(str(path[0]), ())))
    if len(path) > 2 or name == TRIP:
        return None
    target = figure_of(game, str(path[1]))
    things = loose_things(game, target) if name == DISARM else within_reach_of_a_blow(game, target)
    return Branch("thing", tuple(Option(key_of(target, item)) for item in things))


def held_things(figure: Creature) -> list[Item]:
    """What somebody has in its hands."""
    return [item for no in dict.fromkeys(figure.held) if (item := figure.item(no)) is not None]


def loose_things(game: Game, figure: Creature) -> list[Item]:
    """What can be struck out of somebody's hands: nothing that is strapped or fixed on (open content)."""
    return [item for item in held_things(figure) if not _fixed(library_of(game).thing(item.thing))]


def _fixed(thing: object) -> bool:
    return isinstance(thing, Armour) or bool(getattr(thing, "strapped", False))


def within_reach_of_a_blow(game: Game, figure: Creature) -> list[Item]:
    """Things held or worn that a blow can break (PF-SND-01.1)."""
    found = {item.no: item for item in held_things(figure)}
    found.update({item.no: item for item, _ in worn_armour(game, figure)})
    return [item for item in found.values() if hit_points_of(item, library_of(game).thing(item.thing)) > 0]


def _with_weapon(name: str, rules: tuple[RuleId, ...]) -> Callable[[Runner], Runner]:
    return deed(name, ATTACK, rules, offered=lambda game, it: bool(arms_at(game, it, name)),
                grow=lambda game, it, path: _branch(game, it, path, name))  # fmt: skip


def handling(penalty: int) -> Also:
    """What the place of the attack and the weapon make of a manoeuvre."""
    return (("PF-TAB-16.2", penalty, ""),) if penalty else ()


@_with_weapon(TRIP, ("PF-TRP-01.1",))
def trip(game: Game, it: Id, path: Path) -> Flow[None]:
    """Bring somebody down; who fails by far goes down itself, unless it lets a weapon made for it go (PF-TRP-02)."""
    weapon, target = str(path[0]), str(path[1])
    swing = use_swing(game, it, weapon)
    also = handling(swing.penalty)
    out = yield from attempt(
        game, Manoeuvre(actor=it, target=target, name=TRIP, rule="PF-TRP-01.1", weapon=weapon, also=also)
    )
    if out.passed:
        yield from bring_down(game, it, target)
    elif out.beyond <= -BY_FAR:
        arm = arm_named(game, it, weapon)
        if arm.item is not None and "trip" in arm.weapon.special:
            about = {"it": it, "weapon": weapon}
            if (yield from pick("let_weapon_go", game.controller(it), ("fall", "let_go"), about)) == "let_go":
                game.do(ItemLost(it=it, item=arm.item, why="dropped", rules=("PF-TAB-10.3",)))
                return
        if not suffers(game, it, PRONE):
            game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-TRP-02.2",)))


@verb("knock_down")
def knock_down(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """After a hit with an attack made for it: a trip for free, without provoking."""
    me = scope["me"]
    if not figure_of(game, target).present or not trippable(game, me, target):
        return
    if roll(game, Manoeuvre(actor=me, target=target, name=TRIP, rule="PF-TRP-01.1")).passed:
        yield from bring_down(game, me, target)


def bring_down(game: Game, it: Id, target: Id) -> Flow[None]:
    """Somebody goes down; with the greater feat it opens itself to all who threaten it (PF-TRP-02.1)."""
    game.do(ConditionBegan(it=target, condition=PRONE, rules=("PF-TRP-02.1",)))
    if has_feat(game, it, GREATER_TRIP):
        yield from provoke(game, target, TRIP)


@_with_weapon(DISARM, ("PF-DIS-01.1",))
def disarm(game: Game, it: Id, path: Path) -> Flow[None]:
    """Strike something out of a hand; who fails by far loses the own weapon (PF-DIS-02, -03)."""
    weapon, target, thing = str(path[0]), str(path[1]), str(path[2])
    swing = use_swing(game, it, weapon)
    arm = arm_named(game, it, weapon)
    also = handling(swing.penalty)
    if arm.unarmed:
        also = (*also, ("PF-DIS-03.2", BARE_HANDED, ""))
    if "disarm" in arm.weapon.special:
        also = (*also, ("PF-TAB-10.3", DISARMING, ""))
    out = yield from attempt(
        game, Manoeuvre(actor=it, target=target, name=DISARM, rule="PF-DIS-01.1", weapon=weapon, also=also)
    )
    if not out.passed:
        if out.beyond <= -BY_FAR and arm.item is not None and arm.item.no in figure_of(game, it).held:
            game.do(ItemLost(it=it, item=arm.item, why="dropped", rules=("PF-DIS-02.3",)))
        return
    figure = figure_of(game, target)
    held = loose_things(game, figure)
    first = next((item for item in held if key_of(figure, item) == thing), None)
    fallen = [first] if first is not None else []
    if out.beyond >= BY_FAR:
        fallen += [item for item in held if item is not first][: 2 - len(fallen)]
    for item in fallen:
        rule = "PF-DIS-02.1" if item is first else "PF-DIS-02.2"
        game.do(ItemLost(it=target, item=item, why="dropped", rules=(rule,)))
    if arm.unarmed and fallen:
        snatch(game, it, len(battle_of(game).lying) - len(fallen))


def snatch(game: Game, it: Id, place: int) -> None:
    """What bare hands have just struck down is theirs, if one of them is free (PF-DIS-03.1)."""
    figure = figure_of(game, it)
    if free_hands(game, figure) > 0:
        no = 1 + max((item.no for item in figure.items), default=0)
        item = structs.replace(battle_of(game).lying[place][2], no=no, worn=False)
        game.do(PickedUp(it=it, item=item, place=place, rules=("PF-DIS-03.1",)))
        lays_hand_on(game, it)


@_with_weapon(SUNDER, ("PF-SND-01.1",))
def sunder(game: Game, it: Id, path: Path) -> Flow[None]:
    """Strike at something held or worn: what its hardness does not stop it loses in hit points (PF-SND-02)."""
    weapon, target, thing = str(path[0]), str(path[1]), str(path[2])
    swing = use_swing(game, it, weapon)
    also = handling(swing.penalty)
    out = yield from attempt(
        game, Manoeuvre(actor=it, target=target, name=SUNDER, rule="PF-SND-01.1", weapon=weapon, also=also)
    )
    figure = figure_of(game, target)
    item = next((i for i in within_reach_of_a_blow(game, figure) if key_of(figure, i) == thing), None)
    if not out.passed or item is None:
        return
    number, sides = dice_of(game, it, arm_named(game, it, weapon))
    bonus = game.query(DAMAGE, actor=it, target=target, weapon=weapon, mode=MELEE, action=SUNDER, manner=FLAT_MANNER,
                       hand=swing.hand, penalty=0)  # fmt: skip
    rolled = number if sides == 1 else game.sum(number, sides, by=it, rules=("PF-DMG-01.1",))
    amount = 0 if _knocks_out(game, it, arm_named(game, it, weapon)) else max(1, rolled + bonus.value)
    yield from damage_thing(game, target, item, amount, by=it)


def _knocks_out(game: Game, it: Id, arm: Arm) -> bool:
    """Whether a blow is of the kind that harms no thing (PF-TAB-12.3)."""
    trained = arm.unarmed and has_feat(game, it, "colpo-senz-armi-migliorato")
    return "nonlethal" in arm.weapon.special and not trained


# --- made ready ---------------------------------------------------------------------------------------


def _could(name: str) -> Callable[[Game, Id, Id, str], bool]:
    """Whether a manoeuvre made ready with an arm can be tried on somebody now (PF-RDY-03.5)."""
    return lambda game, it, target, weapon: target in arms_at(game, it, name).get(weapon, ())


def _readied(name: str) -> Callable[[Game, Id, Id, str], Flow[None]]:
    def use(game: Game, it: Id, target: Id, weapon: str) -> Flow[None]:
        path = yield from _with_thing(game, it, name, weapon, target)
        yield from DEEDS[name].run(game, it, path)

    return use


for _name in CAN:
    READY_USES[_name] = ReadyUse(
        "weapon", lambda game, it: [arm.key for arm in arms_for(game, it, MELEE)], _could(_name), _readied(_name)
    )


def _with_thing(game: Game, it: Id, name: str, weapon: str, target: Id) -> Flow[Path]:
    """What a manoeuvre needs; for disarm and sunder its maker is asked at which thing it goes."""
    if name == TRIP:
        return (weapon, target)
    figure = figure_of(game, target)
    things = loose_things(game, figure) if name == DISARM else within_reach_of_a_blow(game, figure)
    keys = tuple(key_of(figure, item) for item in things)
    about = {"me": it, "target": target}
    return (weapon, target, (yield from pick("thing", game.controller(it), keys, about)))


# --- in place of an attack of opportunity -------------------------------------------------------------


def _openings(game: Game, it: Id, target: Id) -> tuple[Value, ...]:
    """Manoeuvres, each with its arm, that may take the place of an attack of opportunity (PF-CMB-05.2)."""
    arms = arms_against(game, it, target)
    return tuple((name, arm.key) for name, can in CAN.items() if can(game, it, target) for arm in arms)


@fact
def may_manoeuvre(game: Game, it: str, target: str) -> bool:
    """Whether somebody may try a manoeuvre where it has an attack of opportunity."""
    return may_strike(game, it, target) and bool(_openings(game, it, target))


@verb("manoeuvre")
def manoeuvre(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """Trip, disarm or sunder in place of an attack of opportunity of ``me`` (PF-CMB-05.2)."""
    me = scope["me"]
    used_up(scope, me)
    if figure_of(game, target).status != IN or not may_manoeuvre(game, me, target):
        return
    about = {"me": me, "target": target}
    chosen: Any = yield from pick("opportunity", game.controller(me), _openings(game, me, target), about)
    name, weapon = chosen
    path = yield from _with_thing(game, me, name, weapon, target)
    game.do(OpportunityTaken(it=me, target=target, rules=("PF-CMB-05.2", "PF-AOO-10.1")))
    if (yield from goes_ahead(game, me, OPPORTUNITY, target)) and (name, weapon) in _openings(game, me, target):
        yield from DEEDS[name].run(game, me, path)


@verb("halt", args={"do": "parts"})
def halt(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """A manoeuvre of ``me`` in place of an attack of opportunity; where it succeeds, ``do`` befalls the target."""
    me = scope["me"]
    used_up(scope, me)
    if figure_of(game, target).status != IN or not may_strike(game, me, target):
        return
    game.do(OpportunityTaken(it=me, target=target, rules=("PF-AOO-10.1",)))
    if roll(game, Manoeuvre(actor=me, target=target, name=HALT, rule="PF-CMB-08.1")).passed:
        yield from run_parts(game, args.get("do", ()), {**scope, "target": target})

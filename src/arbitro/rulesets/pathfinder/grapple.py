"""Grappling: seizing, keeping hold and what one does with it, ropes, getting free (PF-GRP)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow, pick
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, Square, distance, ring
from arbitro.geometry.grid import adjacent as touching
from arbitro.rulesets.pathfinder.arms import Arm, arms_of, dice_of, has_feat, is_light
from arbitro.rulesets.pathfinder.beasts import constrict, rake
from arbitro.rulesets.pathfinder.charges import discharge
from arbitro.rulesets.pathfinder.charging import straight
from arbitro.rulesets.pathfinder.concentration import befallen
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import Acted, CameToNothing, Moved
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.events_bonds import GrappleChanged, TiedUp
from arbitro.rulesets.pathfinder.events_things import ItemLost
from arbitro.rulesets.pathfinder.flying import STEEP, ground_under
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import PIT, SLOPE, WATER, within
from arbitro.rulesets.pathfinder.gullet import SWALLOW, let_out, swallow, swallows
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, helpless, library_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.manoeuvres import ESCAPE, GRAPPLE, HOLDING, Also, Manoeuvre, attempt, escaping, roll
from arbitro.rulesets.pathfinder.menaces import death_roll
from arbitro.rulesets.pathfinder.numbers import CMB, CMD_OF, DAMAGE, FLAT_MANNER, speed_of
from arbitro.rulesets.pathfinder.occasions import READY_USES, ReadyUse
from arbitro.rulesets.pathfinder.paths import may_stop, reachable, square_options, way_of
from arbitro.rulesets.pathfinder.pushing import burning, force
from arbitro.rulesets.pathfinder.saves import ability_check, skill
from arbitro.rulesets.pathfinder.shapes import Item as Thing
from arbitro.rulesets.pathfinder.state import (
    FORZA,
    FREE,
    INCORPOREAL_BODY,
    LARGE,
    MELEE,
    PINNED,
    PRONE,
    STANDARD,
    Creature,
    Ground,
    Item,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.threat import apart
from arbitro.rulesets.pathfinder.verbs import verb

HOLD, TIE, RELEASE = "hold", "tie", "release"
KEEP, DRAG, CRUSH, PIN, SWALLOWING = "keep", "drag", "crush", "pin", "swallow"
ONE_HAND, ONLY_GRAPPLED, INTO_DANGER = -4, -10, 4  # PF-GRP-05.1, -09.3, -06.2
ROPE_DC, ROPE = 20, "corda"  # PF-GRP-09.1
LOOSELY: Also = (("PF-MON-01.3", -20, ""),)
HANDS = 2
WIDE_GRIP = "presa-ampia"
FORCE, SKILL, BURST = "force", "artista_della_fuga", "burst"


# --- seizing ------------------------------------------------------------------------------------------


def seizable(game: Game, it: Id) -> list[Id]:
    """Foes whom a creature can try to seize from here."""
    figure = figure_of(game, it)
    if figure.holds or figure.swings:
        return []
    return [
        foe.id for foe in battle_of(game).foes_of(figure)
        if not foe.hidden and not foe.held_by and foe.id != figure.held_by
        and apart(game, figure, foe) <= figure.reach
        and not suffers(game, foe.id, INCORPOREAL_BODY)
    ]  # fmt: skip


def _seize_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(foe) for foe in seizable(game, it)))


@deed(GRAPPLE, STANDARD, ("PF-GRP-01.1",), grow=_seize_branch, offered=lambda game, it: bool(seizable(game, it)))
def grapple(game: Game, it: Id, path: Path) -> Flow[None]:
    """Seize somebody (PF-GRP-01, -02, -05)."""
    yield from seize(game, it, str(path[0]))


READY_USES[GRAPPLE] = ReadyUse(
    "", lambda game, it: [] if figure_of(game, it).holds else [GRAPPLE],
    lambda game, it, target, word: target in seizable(game, it),
    lambda game, it, target, word: grapple(game, it, (target,)),
)  # fmt: skip


def seize(game: Game, it: Id, target: Id, *, free: bool = False, part: bool = False) -> Flow[bool]:
    """Try to seize somebody; ``free``: after a hit with an attack that grabs, without provoking (PF-MON-01.1).

    ``part``: with that part of the body alone, which is hard (PF-MON-01.3).
    """
    also: Also = (*_hands(game, it), *(LOOSELY if part else ()))
    m = Manoeuvre(actor=it, target=target, name=GRAPPLE, rule="PF-GRP-01.1", also=also)
    if free:
        out = roll(game, m)
    else:
        out = yield from attempt(game, m)
    if not out.passed:
        return False
    mine, theirs = figure_of(game, it), figure_of(game, target)
    if distance(mine.space, theirs.space) > 1:
        square = next(iter(places_beside(game, mine, theirs)), None)
        if square is None:
            game.do(CameToNothing(it=it, action=GRAPPLE, why="no_room", rules=("PF-GRP-02.2",)))
            return False
        game.do(Moved(it=target, path=(square,), forced=True, rules=("PF-GRP-02.2",)))
    game.do(GrappleChanged(it=it, target=target, part=part, rules=("PF-MON-01.3" if part else "PF-GRP-02.1",)))
    yield from constrict(game, it, target)
    befallen(game, target, "grappled")
    yield from discharge(game, it, target)
    yield from discharge(game, target, it)  # whoever is seized touches its seizer too, PF-SPL-17.1
    return True


def _hands(game: Game, it: Id) -> Also:
    """Humanoids need both hands (PF-GRP-05.1)."""
    figure = figure_of(game, it)
    lacking = sheet_of(game, figure).type == "umanoide" and HANDS - len(figure.held) < HANDS
    return (("PF-GRP-05.1", ONE_HAND, ""),) if lacking else ()


def places_beside(game: Game, holder: Creature, target: Creature) -> list[Square]:
    """Free squares next to a holder where somebody can be set down, the nearest to where it is first."""
    battle = battle_of(game)
    reach = ring(holder.space, 1, target.span)
    spots = [
        square for square in reach
        if touching(holder.space, Space(*square, target.span)) and within(battle, Space(*square, target.span))
        and may_stop(game, target, square) and not _too_high(game, holder.space, Space(*square, target.span))
    ]  # fmt: skip
    return sorted(spots, key=lambda square: ((square[0] - target.x) ** 2 + (square[1] - target.y) ** 2, square))


@verb("grab")
def grab(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """After a hit with an attack made for it: a grapple for free, of nobody larger unless it says so (PF-MON-01)."""
    me = scope["me"]
    mine, theirs = figure_of(game, me), figure_of(game, target)
    free = not mine.holds and not theirs.held_by and theirs.present and able(game, me)
    most = LARGE if has_feat(game, me, WIDE_GRIP) else mine.size
    fits = theirs.size <= most and not suffers(game, target, INCORPOREAL_BODY)
    if not free or not fits:
        return
    how: Value = "whole"
    if _may_hold_loosely(game, me, target):
        how = yield from pick("hold_by", game.controller(me), ("whole", "part"), {"it": me, "target": target})
    if (yield from seize(game, me, target, free=True, part=how == "part")):
        game.do(Acted(it=me, action=GRAPPLE, rules=("PF-MON-01.1",)))  # kept until its next turn


def _may_hold_loosely(game: Game, it: Id, target: Id) -> bool:
    """Whether it is worth asking: at -20 something less than a natural 20 still succeeds (PF-MON-01.3)."""
    bonus = game.query(CMB, actor=it, target=target, manoeuvre=GRAPPLE, weapon="", also=LOOSELY).value
    return bonus + 19 >= game.query(CMD_OF, target=target, actor=it, manoeuvre=GRAPPLE).value


# --- keeping hold -------------------------------------------------------------------------------------


def _holds(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return bool(figure.holds) and HOLD not in figure.did and GRAPPLE not in figure.did


def _hold_branch(game: Game, it: Id, path: Path) -> Branch | None:
    figure = figure_of(game, it)
    target = figure.holds
    if not path:
        ways = [KEEP, CRUSH]
        ways += [] if suffers(game, target, PINNED) else [PIN]
        ways += [SWALLOWING] if swallows(game, it) else []
        ways += [DRAG] if _drags(game, it) else []
        ways += [TIE] if rope_of(game, figure) is not None else []
        return Branch(HOLD, tuple(Option(way, {}, (_RULE[way],)) for way in ways))
    if len(path) == 1 and path[0] == CRUSH:
        return Branch("weapon", tuple(Option(arm.key) for arm in crushing_arms(game, it)))
    if len(path) == 1 and path[0] == DRAG:
        return Branch("square", square_options(_drags(game, it), ("PF-GRP-06.1",)))
    if len(path) == 2 and path[0] == DRAG:
        spots = _beside_after(game, it, str(path[1]))
        return Branch("square", tuple(Option(name_of_square(square)) for square in spots))
    return None


_RULE = {KEEP: "PF-GRP-03.2", CRUSH: "PF-GRP-07.1", PIN: "PF-GRP-08.1", DRAG: "PF-GRP-06.1", TIE: "PF-GRP-09.1",
         SWALLOWING: SWALLOW}  # fmt: skip


@deed(HOLD, STANDARD, ("PF-GRP-03.2", "PF-GRP-04.1"), needs="holds", offered=_holds, grow=_hold_branch)
def hold(game: Game, it: Id, path: Path) -> Flow[None]:
    """Keep hold of somebody and, with that, hurt, pin, drag or tie it (PF-GRP-03, -04)."""
    target = figure_of(game, it).holds
    loose = LOOSELY if figure_of(game, it).loosely else ()
    also: Also = (*_hands(game, it), *HOLDING, *loose)
    if path[0] == TIE and not suffers(game, target, PINNED) and not helpless(game, target):
        also = (*also, ("PF-GRP-09.3", ONLY_GRAPPLED, ""))
    out = roll(game, Manoeuvre(actor=it, target=target, name=GRAPPLE, rule="PF-GRP-03.2", also=also))
    if not out.passed:
        game.do(GrappleChanged(it=it, target=target, held=False, rules=("PF-GRP-03.2",)))
        return
    if path[0] == PIN:
        game.do(ConditionBegan(it=target, condition=PINNED, rules=("PF-GRP-08.1",)))
    elif path[0] == SWALLOWING:
        yield from swallow(game, it, target)
    elif path[0] == CRUSH:
        yield from _crush(game, it, target, str(path[1]))
    elif path[0] == DRAG:
        yield from _drag(game, it, target, path[1], path[2])
    elif path[0] == TIE:
        yield from _tie(game, it, target)
    if figure_of(game, it).holds == target:
        yield from constrict(game, it, target)
        yield from death_roll(game, it, target)
        yield from rake(game, it, target)


def crushing_arms(game: Game, it: Id) -> list[Arm]:
    """Bare hands, natural attacks, light and one-handed weapons (PF-GRP-07.1)."""
    return [arm for arm in arms_of(game, it)
            if arm.melee and (is_light(arm) or arm.weapon.group == "one-handed")]  # fmt: skip


def _crush(game: Game, it: Id, target: Id, weapon: str) -> Flow[None]:
    arm = next(arm for arm in crushing_arms(game, it) if arm.key == weapon)
    number, sides = dice_of(game, it, arm)
    bonus = game.query(DAMAGE, actor=it, target=target, weapon=weapon, mode=MELEE, action=HOLD, manner=FLAT_MANNER,
                       hand="primary", penalty=0)  # fmt: skip
    rolled = number if sides == 1 else game.sum(number, sides, by=it, rules=("PF-GRP-07.1",))
    manner = yield from pick("crush", game.controller(it), _manners(arm), {"it": it, "target": target})
    amount = rolled + bonus.value
    yield from suffer(
        game, target, max(1, amount), tuple(arm.weapon.types[:1]), actor=it, weapon=weapon,
        nonlethal=manner == "nonlethal" or amount < 1, bonus=bonus, rules=("PF-GRP-07.1",),  # PF-DMG-02.1
    )  # fmt: skip
    if arm.unarmed or arm.natural:
        yield from discharge(game, it, target)  # PF-SPL-18.3


def _manners(arm: Arm) -> tuple[Value, ...]:
    """Lethal or not, as one likes; what is made for one of them comes first."""
    both: tuple[Value, ...] = ("lethal", "nonlethal")
    return both[::-1] if "nonlethal" in arm.weapon.special else both


def _drags(game: Game, it: Id) -> dict[Square, Any]:
    """Squares at most half the speed away (PF-GRP-06.1); who is held by somebody else goes nowhere (PF-CND-08.1)."""
    figure = figure_of(game, it)
    if figure.mount or figure.held_by or figure.has(PRONE):
        return {}
    way = way_of(game, figure)
    found = reachable(game, it, speed_of(game, it, way) // 2, way, odd=figure.odd)
    return {square: reach for square, reach in found.items() if _beside_after(game, it, name_of_square(square))}


def _beside_after(game: Game, it: Id, name: str) -> list[Square]:
    """Squares next to where a holder will stand, for the one it holds; the holder's old ones are free by then."""
    figure = figure_of(game, it)
    square = square_named(name)
    assert square is not None
    target = figure_of(game, figure.holds)
    battle, there = battle_of(game), figure.space.at(*square)
    return sorted(
        spot for spot in ring(there, 1, target.span)
        if touching(there, Space(*spot, target.span))
        and (within(battle, Space(*spot, target.span)) or _over_a_pit(battle.ground, Space(*spot, target.span)))
        and (may_stop(game, target, spot) or spot == (figure.x, figure.y))
        and not _too_high(game, there, Space(*spot, target.span))
    )  # fmt: skip


def _over_a_pit(ground: Ground, place: Space) -> bool:
    """Whether somebody set down at a place falls into a pit, all of it (PF-GRP-06.2)."""
    return all(ground.signs.get(square) == PIT for square in place.squares())


def _too_high(game: Game, holder: Space, place: Space) -> bool:
    """Whether a place is up a face of rock from where a holder stands."""
    raised = battle_of(game).ground.raised
    top = max((raised.get(one, 0) for one in holder.squares()), default=0)
    return bool(raised) and any(raised.get(one, 0) > top + SLOPE for one in place.squares())


def _drag(game: Game, it: Id, target: Id, to: Value, spot: Value) -> Flow[None]:
    """Go and take somebody along; who is taken into danger may try to get free first (PF-GRP-06.2)."""
    square, place = square_named(str(to)), square_named(str(spot))
    assert square is not None and place is not None
    if _into_danger(game, target, place):
        out = roll(game, Manoeuvre(actor=target, target=it, name=ESCAPE, rule="PF-GRP-06.2",
                                   also=(("PF-GRP-06.2", INTO_DANGER, ""),)))  # fmt: skip
        if out.passed:
            game.do(GrappleChanged(it=it, target=target, held=False, rules=("PF-GRP-06.2",)))
            return
    came = yield from walk(game, it, _drags(game, it)[square].way, way_of(game, figure_of(game, it)))
    if figure_of(game, it).holds != target or not able(game, it):
        return
    if not came:  # stopped on the way: whom it holds is beside it
        spots = places_beside(game, figure_of(game, it), figure_of(game, target))
        place = (figure_of(game, target).x, figure_of(game, target).y)
        place = spots[0] if spots and apart(game, figure_of(game, it), figure_of(game, target)) > 1 else place
    held = figure_of(game, target)
    if (held.x, held.y) != place:
        yield from force(game, target, straight((held.x, held.y), place), "PF-GRP-06.1")
    if figure_of(game, it).holds == target and apart(game, figure_of(game, it), figure_of(game, target)) > 1:
        game.do(GrappleChanged(it=it, target=target, held=False, rules=("PF-GRP-02.2",)))


def _into_danger(game: Game, target: Id, place: Square) -> bool:
    """Whether somebody is dragged into water, through flames, over an edge or a pit (PF-GRP-06.2)."""
    ground, held = battle_of(game).ground, figure_of(game, target)
    edge = ground_under(game, target) - max(ground.raised.get(one, 0) for one in held.space.at(*place).squares())
    fire = bool(burning(game, held, straight((held.x, held.y), place)))
    return ground.signs.get(place) == WATER or (edge >= STEEP and not held.z) or fire


@deed(RELEASE, FREE, ("PF-GRP-03.1",), needs="holds", offered=lambda game, it: bool(figure_of(game, it).holds))
def release(game: Game, it: Id, path: Path) -> Flow[None]:
    """Let go (PF-GRP-03.1)."""
    yield from ()
    game.do(GrappleChanged(it=it, target=figure_of(game, it).holds, held=False, rules=("PF-GRP-03.1",)))


def let_slip(game: Game, it: Id) -> None:
    """Whoever has not kept hold in its turn, or cannot, holds nobody any more (PF-GRP-03.2)."""
    figure = figure_of(game, it)
    kept = able(game, it) and any(one in figure.did for one in (HOLD, GRAPPLE, ESCAPE))
    if figure.holds and not kept:
        game.do(GrappleChanged(it=it, target=figure.holds, held=False, rules=("PF-GRP-03.2",)))


# --- ropes --------------------------------------------------------------------------------------------


def rope_of(game: Game, figure: Creature) -> Item | None:
    """A rope, or shackles, that somebody carries."""
    items = library_of(game).items
    return next((item for item in figure.items if item.thing in items and items[item.thing].burst), None)


def _tie(game: Game, it: Id, target: Id) -> Flow[None]:
    """Tie somebody up: nobody has to hold it any more (PF-GRP-09)."""
    yield from ()
    rope = rope_of(game, figure_of(game, it))
    if rope is None:
        return
    bonus = game.query(CMB, actor=it, target=target, manoeuvre=GRAPPLE, weapon="", also=())
    game.do(ItemLost(it=it, item=rope, why="used", rules=("PF-GRP-09.1",)))
    if figure_of(game, it).holds == target:
        game.do(GrappleChanged(it=it, target=target, held=False, rules=("PF-GRP-09.2",)))
    dc = library_of(game).items[rope.thing].slip or ROPE_DC + bonus.value  # PF-TAB-21.2
    game.do(TiedUp(it=target, dc=dc, thing=rope.thing, rules=("PF-GRP-09.1",)))


def _tieable(game: Game, it: Id) -> list[Id]:
    """Those who lie helpless, untied, next to somebody with a rope."""
    figure = figure_of(game, it)
    if rope_of(game, figure) is None or figure.holds:
        return []
    return [foe.id for foe in battle_of(game).foes_of(figure)
            if not foe.bonds and helpless(game, foe.id) and distance(figure.space, foe.space) <= 1]  # fmt: skip


@deed(TIE, STANDARD, ("PF-GRP-09.1",), offered=lambda game, it: bool(_tieable(game, it)),
      grow=lambda game, it, path: None if path else Branch(
          "target", tuple(Option(foe) for foe in _tieable(game, it))))  # fmt: skip
def tie(game: Game, it: Id, path: Path) -> Flow[None]:
    """Tie up somebody who cannot resist (PF-GRP-09.1, PF-CMB-07.1)."""
    yield from _tie(game, it, str(path[0]))


# --- getting free -------------------------------------------------------------------------------------


def _caught(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return bool(figure.held_by or figure.bonds or figure.inside)


def _escape_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    figure = figure_of(game, it)
    if not figure.bonds:
        return Branch("escape", tuple(Option(way, {}, ("PF-GRP-10.1",)) for way in (FORCE, SKILL)))
    ways = (SKILL, BURST) if _shackles(game, figure).slip else (FORCE, SKILL, BURST)
    return Branch("escape", tuple(Option(way, {}, ("PF-GRP-09.1", "PF-TAB-21.1")) for way in ways))


def _shackles(game: Game, figure: Creature) -> Thing:
    """What somebody is tied with."""
    return library_of(game).items[figure.shackles or ROPE]


def _out_of_bonds(game: Game, it: Id, way: Value) -> bool:
    """Out of a rope or shackles: with force, in which a 20 is no help, by slipping out or by bursting them."""
    figure = figure_of(game, it)
    if way == SKILL:
        return skill(game, it, SKILL, figure.bonds, ("PF-TAB-21.2", "PF-SKL-08.1"), cause=ESCAPE)
    if way == BURST:
        return ability_check(game, it, FORZA, _shackles(game, figure).burst, ("PF-TAB-21.1",), ESCAPE)
    bonus = escaping(game, it)
    face = game.roll(20, by=it, rules=("PF-GRP-09.1",))[0]
    return face + bonus.value >= figure.bonds and face != 1


@deed(ESCAPE, STANDARD, ("PF-GRP-10.1",), offered=_caught, grow=_escape_branch, bound=True)
def escape(game: Game, it: Id, path: Path) -> Flow[None]:
    """Get free of a hold, or turn it round; or out of a rope, in which a 20 is no help (PF-GRP-10, -09)."""
    figure = figure_of(game, it)
    if figure.bonds:
        if _out_of_bonds(game, it, path[0]):
            game.do(TiedUp(it=it, dc=0, rules=("PF-GRP-09.4",)))
        return
    holder = figure.held_by or figure.inside
    if path[0] == SKILL:
        dc = game.query(CMD_OF, target=holder, actor=it, manoeuvre=ESCAPE).value
        free = skill(game, it, SKILL, dc, ("PF-GRP-10.1", "PF-SKL-08.1"), target=holder, cause=ESCAPE)
    else:
        free = roll(game, Manoeuvre(actor=it, target=holder, name=ESCAPE, rule="PF-GRP-10.1")).passed
    if not free:
        return
    if figure_of(game, it).inside:
        let_out(game, it)
        if has_feat(game, holder, SWALLOW):  # back into the jaws
            game.do(GrappleChanged(it=holder, target=it, rules=(SWALLOW,)))
        return
    game.do(GrappleChanged(it=holder, target=it, held=False, rules=("PF-GRP-10.2",)))
    turned = yield from pick("freed", game.controller(it), ("free", "turn"), {"it": it, "target": holder})
    if turned == "turn":
        game.do(GrappleChanged(it=it, target=holder, rules=("PF-GRP-10.2",)))


__all__ = ["grapple", "let_slip", "seize"]

"""What follows by itself from how things stand."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.clinging import carry_along, come_off, torn_away
from arbitro.rulesets.pathfinder.events import ReadyLost
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded, TemporaryChanged, TimeUp
from arbitro.rulesets.pathfinder.events_bonds import GrappleChanged
from arbitro.rulesets.pathfinder.events_magic import ZoneFaded
from arbitro.rulesets.pathfinder.events_things import HandsFilled, ItemLost
from arbitro.rulesets.pathfinder.falls import fall
from arbitro.rulesets.pathfinder.flying import come_down, unsupported
from arbitro.rulesets.pathfinder.ground import narrow
from arbitro.rulesets.pathfinder.gullet import let_out
from arbitro.rulesets.pathfinder.harm import dead, follow_constitution, restate, vigour_of, wanted
from arbitro.rulesets.pathfinder.heights import lost_hold
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of, shapes_on, suffers
from arbitro.rulesets.pathfinder.scenting import found_out, give_away
from arbitro.rulesets.pathfinder.state import (
    BY_HIT_POINTS,
    COSTITUZIONE,
    ENTANGLED,
    IN,
    INCORPOREAL_BODY,
    RIDERLESS,
    SQUEEZING,
    Barrier,
    Creature,
    Zone,
)
from arbitro.rulesets.pathfinder.summoning import called_away, send_away
from arbitro.rulesets.pathfinder.threat import apart
from arbitro.rulesets.pathfinder.unhorsing import fall_with_mount, unseated
from arbitro.rulesets.pathfinder.vanishing import settle_sight, unsettled
from arbitro.rulesets.pathfinder.walls import fallen_walls, let_fall
from arbitro.rulesets.pathfinder.zones import come_free, faded_zones, strayed

NOBODY: frozenset[Id] = frozenset()


def checks(game: Game) -> Flow[bool] | None:
    """What follows from how things stand, none where nothing does.

    Conditions whose time is up, hit points that Constitution gives or takes, conditions that hit points bring, narrow
    spaces, hands that open, holds that are lost, riders out of the saddle and mounts without them.
    """
    effects, swayed = game.state.effects, _swayed(game)
    frail = _frail(game, swayed)
    here = [f for f in frail if f.status == IN]
    bent = [f.id for f in here if (f.damaged or f.vigour or f.id in swayed) and vigour_of(game, f) != f.vigour]
    off = [f.id for f in here if f.id in bent or _out_of_line(game, f)]
    for it in [f.id for f in here if f.ready and f.conditions and not able(game, f.id)]:
        game.do(ReadyLost(it=it, rules=("PF-RDY-03.1",)))
    limp = [f.id for f in frail if f.held and f.conditions and any(s.drops for s in shapes_on(game, f.id))]
    figures = [
        f for f in battle_of(game).figures.values()
        if f.timed or f.span > 1 or f.face or f.z or f.summoned or f.inside or f.mount or f.ridden or f.holds
        or f.clings
    ]  # fmt: skip
    late = [f.id for f in figures if f.timed and any(e not in effects for _, e in f.timed)]
    tight = [f.id for f in figures if f.span > 1 and f.status == IN and _pinched(game, f)]
    loose = [f.id for f in figures if f.face and lost_hold(game, f)]
    gone = called_away(battle_of(game)) if any(f.summoned for f in figures) else []
    down = fallen_walls(battle_of(game)) if battle_of(game).barriers else []
    faded = faded_zones(battle_of(game)) if battle_of(game).zones else []
    sinking = [f.id for f in figures if f.z and unsupported(game, f)]
    for it in [f.id for f in figures if f.inside and f.status == IN and not figure_of(game, f.inside).present]:
        let_out(game, it)
    slack = [f.id for f in figures if f.holds and _loosened(game, f)]
    for f in [f for f in figures if f.clings and f.status == IN]:
        if torn_away(game, f):
            come_off(game, f.id)
        elif (f.x, f.y) != ((prey := figure_of(game, f.clings)).x, prey.y):
            carry_along(game, f.id)
    if gone or down or sinking or faded:
        return _disperse(game, gone, down, sinking, faded)
    if battle_of(game).zones and (out := [f.id for f in figures if f.timed and strayed(game, f)]):
        return _loosen(game, out)
    if lost := unsettled(game):
        return _lose_sight(game, lost)
    if found := found_out(game):
        return _come_out(game, found)
    thrown = [f.id for f in figures if f.mount and f.status == IN and unseated(game, f)]
    stray = [f.id for f in figures if f.ridden and f.status == IN and _strays(game, f)]
    if slack:
        return _come_apart(game, slack)
    if not (late or off or tight or limp or loose or thrown or stray):
        return None
    return _settle(game, late, bent, off, tight, limp, loose, thrown, stray)


def _loosened(game: Game, holder: Creature) -> bool:
    """Whether a grip is no more: the hand has gone limp, or both were driven apart (PF-GRP-02.2, PF-GRP-03.2).

    Whoever drags somebody goes ahead in its own turn.
    """
    battle = battle_of(game)
    drags = battle.turn == holder.id or battle.book is not None  # no squares at the referee's desk
    return not able(game, holder.id) or (not drags and apart(game, holder, figure_of(game, holder.holds)) > 1)


def _come_apart(game: Game, holders: list[Id]) -> Flow[bool]:
    """Holds that have come to an end by themselves."""
    yield from ()
    for it in holders:
        rules = ("PF-GRP-02.2",) if able(game, it) else ("PF-GRP-03.2",)
        game.do(GrappleChanged(it=it, target=figure_of(game, it).holds, held=False, rules=rules))
    return True


def _come_out(game: Game, found: list[Id]) -> Flow[bool]:
    """Those whom noses, ears or feet have found."""
    yield from ()
    for it in found:
        give_away(game, it)
    return True


def _lose_sight(game: Game, lost: list[Id]) -> Flow[bool]:
    """Those who vanish before everybody's eyes, or come into view."""
    yield from ()
    for it in lost:
        settle_sight(game, it)
    return True


def _strays(game: Game, figure: Creature) -> bool:
    """Whether a mount has come to be without a rider who directs it, or has one again (PF-MNT-16.3)."""
    return figure.has(RIDERLESS) == bool(figure.rider and able(game, figure.rider))


def _frail(game: Game, swayed: frozenset[Id]) -> list[Creature]:
    """Those whose hit points, Constitution and conditions may have come apart since all was found in order.

    Something about them was written since, or their Constitution counts in another way than by their own row
    (PF-HP-11, PF-CND-20.4).
    """
    stirred, figures = game.stirred, battle_of(game).figures.values()
    if stirred is None:
        return list(figures)
    return [f for f in figures if f.id in stirred or f.hp < 0 or f.vigour or f.id in swayed]


def _swayed(game: Game) -> frozenset[Id]:
    """Those whose Constitution rules borne or in force may change."""
    if not game.modified("score"):
        return NOBODY
    known: frozenset[Id] | None = game.forces.get("swayed")
    if known is None:
        everybody = battle_of(game).figures
        known = frozenset([it for it in everybody if game.modified("score", it=it, ability=COSTITUZIONE)])
        game.forces["swayed"] = known
    return known


def _loosen(game: Game, out: list[Id]) -> Flow[bool]:
    """Those who have come out of what held them."""
    yield from ()
    for it in out:
        come_free(game, it)
    return True


def _disperse(
    game: Game, gone: list[Id], down: list[Barrier], loose: list[Id], faded: list[Zone]
) -> Flow[bool]:  # fmt: skip
    """What was called, raised or kept up by a spell that is over."""
    for it in gone:
        send_away(game, it)
    for barrier in down:
        let_fall(game, barrier)
    for zone in faded:
        game.do(ZoneFaded(zone=zone, rules=(zone.spell,)))
    for it in loose:
        yield from come_down(game, it)
    return True


def _pinched(game: Game, figure: Creature) -> bool:
    """Whether a big creature has come into, or out of, a narrow space (PF-GRID-25.3)."""
    ghost = figure.conditions and suffers(game, figure.id, INCORPOREAL_BODY)
    return figure.has(SQUEEZING) != (narrow(battle_of(game).ground, figure.space) and not ghost)


def _out_of_line(game: Game, figure: Creature) -> bool:
    """Whether conditions and hit points disagree (after a ruling of the referee)."""
    if figure.hp > 0 and not (figure.nonlethal or figure.conditions or figure.damaged):
        return False
    if dead(game, figure):
        return True
    return set(wanted(game, figure)) != {c for c in figure.conditions if c in BY_HIT_POINTS}


def _settle(
    game: Game, late: list[Id], bent: list[Id], off: list[Id], tight: list[Id], limp: list[Id],
    loose: list[Id], thrown: list[Id], stray: list[Id],
) -> Flow[bool]:  # fmt: skip
    for it in stray:
        kind = ConditionEnded if figure_of(game, it).has(RIDERLESS) else ConditionBegan
        game.do(kind(it=it, condition=RIDERLESS, rules=("PF-MNT-16.3",)))
    for it in tight:
        kind = ConditionEnded if figure_of(game, it).has(SQUEEZING) else ConditionBegan
        game.do(kind(it=it, condition=SQUEEZING, rules=("PF-GRID-25.3",)))
    for it in late:
        _times(game, it)
    for it in bent:
        follow_constitution(game, it)
    for it in off:
        yield from restate(game, it)
    for it in limp:
        _let_fall(game, it)
    for it in loose:
        yield from fall(game, it, figure_of(game, it).z, ("PF-SKL-02.4",))
    for it in thrown:
        yield from fall_with_mount(game, it)
    return bool(late or bent or tight or limp or loose or thrown or stray)


def _let_fall(game: Game, it: Id) -> None:
    """Everything in somebody's hands falls to the ground (PF-CND-18.1); a shield stays with it, but is no help."""
    figure = figure_of(game, it)
    for item in [figure.item(no) for no in dict.fromkeys(figure.held)]:
        if item is not None and item.thing not in library_of(game).armours:
            game.do(ItemLost(it=it, item=item, why="dropped", rules=("PF-CND-18.1",)))
    if figure_of(game, it).held:
        game.do(HandsFilled(it=it, held=(), rules=("PF-CND-18.1",)))


def _times(game: Game, it: Id) -> None:
    """Conditions and temporary hit points that an effect held, once it is over."""
    for condition, effect in [pair for pair in figure_of(game, it).timed if pair[1] not in game.state.effects]:
        game.do(TimeUp(it=it, condition=condition, effect=effect, rules=("PF-SEQ-05.2",)))
        figure = figure_of(game, it)
        if condition in dict(figure.temp):
            rest = tuple(pair for pair in figure.temp if pair[0] != condition)
            game.do(TemporaryChanged(it=it, temp=rest, rules=("PF-HP-10.2",)))
        elif figure.has(condition) and not any(c == condition for c, _ in figure.timed):
            if _in_net(figure, condition):
                continue
            game.do(ConditionEnded(it=it, condition=condition, rules=("PF-SEQ-05.2",)))


def _in_net(figure: Creature, condition: str) -> bool:
    """Whether a net still entangles somebody whom a spell entangled too."""
    return condition == ENTANGLED and figure.net > 0

"""Ground that spells change: grease, plants that grasp, webs (Grease, Entangle and Web; open content); silence.

All of it counts as difficult for whoever goes on foot. Grease makes slip whoever walks on it; plants and webs hold
fast whoever comes into them, until it tears itself free, gets out or the spell is over. Webs burn.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.areas import squares_about
from arbitro.rulesets.pathfinder.arms import arms_of, has_feat, thing_of
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded, TimeUp
from arbitro.rulesets.pathfinder.events_magic import ZoneSpread
from arbitro.rulesets.pathfinder.ground import GREASE, PLANTS, SILENCE, WEBS, ZONES, zone_squares
from arbitro.rulesets.pathfinder.kindling import FIRE, WEB, kindle
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, suffers
from arbitro.rulesets.pathfinder.manoeuvres import ESCAPE, escaping
from arbitro.rulesets.pathfinder.numbers import SKILL
from arbitro.rulesets.pathfinder.saves import ability_check, beyond, check, save, skill
from arbitro.rulesets.pathfinder.state import (
    ENTANGLED,
    FORZA,
    IN,
    INCORPOREAL_BODY,
    LAND,
    MOVE,
    PRONE,
    RIFLESSI,
    STANDARD,
    Battle,
    Creature,
    Zone,
    name_of_square,
    square_named,
    squares_of,
)
from arbitro.rulesets.pathfinder.strikes import stance
from arbitro.rulesets.pathfinder.verbs import verb

HELD_FAST = "trattenuto"
SILENCED = "ammutolito"
"""The condition of those in a silence, where there is no board to see it on."""
HELD = {PLANTS: ENTANGLED, WEBS: HELD_FAST}
"""The condition of those who are caught."""
GREASY_DC, FALLS_BY = 10, 5
SLIPPERY = "suolo-viscido"
"""The record of what befalls whoever slips and keeps its feet."""
WEAVERS = "lancio-di-ragnatela"
"""Who throws webs walks on them."""
FORCE, WRIGGLE = "force", "artista_della_fuga"


# --- spreading and fading -----------------------------------------------------------------------------


@verb("spread_zone", head="word", words=(*ZONES, SILENCE))
def spread_zone(game: Game, scope: dict[str, Any], kind: str, args: dict[str, Any]) -> Flow[None]:
    """The ground about the corner at which a spell was aimed changes; those who stand there are the first to feel it.

    With ``for`` it lasts so long. At the referee's desk there is no ground, only those whom it reaches.
    """
    battle, part, shape = battle_of(game), scope["_part"], library_of(game).spells[scope["rule"]]
    begin_effect(game, part, scope, scope["me"], (("zone", kind),))
    effect = max(game.state.effects.values(), key=lambda one: one.stamp).id
    path = scope.get("path", ()) if battle.book is None else ()
    corner = square_named(str(path[0])) if path else None
    where = squares_about(game, corner, shape.aim.kind, squares_of(shape.aim.radius)) if corner else frozenset()
    squares = tuple(sorted(filter(battle.ground.inside, where)))
    zone = Zone(kind, shape.id, squares, scope["me"], int(scope["dc"]), effect)
    game.do(ZoneSpread(zone=zone, rules=(shape.id,)))
    for it in dict.fromkeys(scope["targets"]):
        if kind == SILENCE:
            if battle.book is not None:
                game.do(ConditionBegan(it=it, condition=SILENCED, effect=effect, rules=(shape.id,)))
        elif touched(game, figure_of(game, it)):
            yield from _felt(game, zone, it)


def touched(game: Game, figure: Creature) -> bool:
    """Whether somebody has its feet on the ground."""
    return figure.status == IN and not figure.z and not suffers(game, figure.id, INCORPOREAL_BODY)


def _felt(game: Game, zone: Zone, it: Id) -> Flow[bool]:
    """A Reflex save; True if it is passed, else one falls or is caught."""
    if (yield from save(game, it, RIFLESSI, zone.dc, zone.spell, zone.it, (zone.spell,))):
        return True
    if zone.kind != GREASE:
        _catch(game, zone, it)
    elif not figure_of(game, it).has(PRONE) and not figure_of(game, it).mount:
        game.do(ConditionBegan(it=it, condition=PRONE, rules=(zone.spell,)))
    return False


def _catch(game: Game, zone: Zone, it: Id) -> None:
    game.do(ConditionBegan(it=it, condition=HELD[zone.kind], effect=zone.effect, rules=(zone.spell,)))


def faded_zones(battle: Battle) -> list[Zone]:
    """Those whose spell is over."""
    return [zone for zone in battle.zones if zone.effect not in battle.effects]


def overgrow(game: Game, it: Id) -> Flow[None]:
    """At the end of its caster's turn plants grasp again at those who stand among them."""
    for zone in battle_of(game).zones:
        if zone.it == it and zone.kind == PLANTS:
            for figure in battle_of(game).here():
                if touched(game, figure) and _in(zone, figure) and zone_holding(game, figure) is None:
                    yield from _felt(game, zone, figure.id)


def _in(zone: Zone, figure: Creature) -> bool:
    return any(square in zone.squares for square in figure.space.squares())


# --- held ---------------------------------------------------------------------------------------------


def zone_holding(game: Game, figure: Creature) -> Zone | None:
    """The zone that has caught somebody, None if none has."""
    effects = {effect for _, effect in figure.timed}
    return next((zone for zone in battle_of(game).zones if zone.effect in effects), None) if effects else None


def strayed(game: Game, figure: Creature) -> bool:
    """Whether somebody has come out of the zone that held it; there are no places at the referee's desk."""
    zone = zone_holding(game, figure)
    return zone is not None and battle_of(game).book is None and not _in(zone, figure)


def come_free(game: Game, it: Id) -> None:
    """What has caught somebody holds it no more; a net may still do."""
    figure = figure_of(game, it)
    zone = zone_holding(game, figure)
    if zone is None:
        return
    condition = HELD[zone.kind]
    game.do(TimeUp(it=it, condition=condition, effect=zone.effect, rules=(zone.spell,)))
    figure = figure_of(game, it)
    others = battle_of(game).figures.values()
    still = figure.net > 0 if condition == ENTANGLED else any(other.clings == it for other in others)
    if figure.has(condition) and not still and not any(one == condition for one, _ in figure.timed):
        game.do(ConditionEnded(it=it, condition=condition, rules=(zone.spell,)))


def _tearing(game: Game, it: Id, path: Path) -> str:
    """Plants take a move action, webs a standard one."""
    zone = zone_holding(game, figure_of(game, it))
    return MOVE if zone is not None and zone.kind == PLANTS else STANDARD


@deed("tear_free", _tearing, ("PF-SPL-01.1",), needs="conditions",
      offered=lambda game, it: zone_holding(game, figure_of(game, it)) is not None,
      grow=lambda game, it, path: None if path else Branch("escape", (Option(FORCE), Option(WRIGGLE))))  # fmt: skip
def tear_free(game: Game, it: Id, path: Path) -> Flow[None]:
    """Tear or wriggle oneself free of plants or webs, against the DC of the spell."""
    yield from ()
    zone = zone_holding(game, figure_of(game, it))
    if zone is None:
        return
    if path[0] == WRIGGLE:
        free = skill(game, it, WRIGGLE, zone.dc, (zone.spell,), cause=zone.spell)
    elif zone.kind == PLANTS:
        free = ability_check(game, it, FORZA, zone.dc, (zone.spell,), zone.spell)
    else:
        bonus = escaping(game, it)
        free = check(game, it, ESCAPE, bonus, zone.dc, (zone.spell,), zone.spell)
    if free:
        come_free(game, it)


# --- burning ------------------------------------------------------------------------------------------


def has_flame(game: Game, it: Id) -> bool:
    """Whether somebody has fire at hand: an open flame, a flaming weapon, a body that burns."""
    library, figure = library_of(game), figure_of(game, it)
    held = (library.items.get(thing_of(figure, no)) for no in figure.held)
    if any(item is not None and item.flame for item in held):
        return True
    things = [(arm.weapon.extra, arm.weapon.extra_type) for arm in arms_of(game, it)]
    for arm in arms_of(game, it):
        qualities = (library.qualities[one] for one in (arm.item.qualities if arm.item is not None else ()))
        things += [(one.extra, one.extra_type) for one in qualities]
    return any(extra and sort == FIRE for extra, sort in things)


def _webs_near(game: Game, it: Id) -> list[Square]:
    space = figure_of(game, it).space
    return [square for square in sorted(zone_squares(battle_of(game), WEBS)) if distance(space, Space(*square)) <= 1]


@deed("burn_web", STANDARD, (WEB,),
      grow=lambda game, it, path: None if path else Branch(
          "square", tuple(Option(name_of_square(one)) for one in _webs_near(game, it))),
      offered=lambda game, it: bool(battle_of(game).zones) and bool(_webs_near(game, it)) and has_flame(game, it),
      )  # fmt: skip
def burn_web(game: Game, it: Id, path: Path) -> Flow[None]:
    """Put a torch, or a burning blade, to a square of webs at one's side."""
    square = square_named(str(path[0]))
    assert square is not None
    yield from kindle(game, (square,), it)


# --- underfoot ----------------------------------------------------------------------------------------


class Footing:
    """What the ground does to somebody on one way: each zone tries it once."""

    def __init__(self, zones: tuple[Zone, ...]) -> None:
        self.zones, self.tried, self.rules = zones, set[Id](), tuple[RuleId, ...]()
        self.within: set[Id] = set()

    def sets_out(self, game: Game, it: Id) -> Flow[bool]:
        """Whoever begins on grease may slip at the first step; whoever begins among plants has them behind it."""
        for zone in self.zones:
            if _in(zone, figure_of(game, it)):
                self.within.add(zone.effect)
                if zone.kind == GREASE and not (yield from self._tries(game, it, zone)):
                    return False
        return True

    def heeds(self, game: Game, it: Id, there: Square) -> bool:
        """Whether the square just entered has something in store."""
        return self._next(figure_of(game, it).space.at(*there).squares()) is not None

    def _next(self, cells: tuple[Square, ...]) -> Zone | None:
        for zone in self.zones:
            new = zone.effect not in self.tried and not (zone.kind == PLANTS and zone.effect in self.within)
            if new and any(cell in zone.squares for cell in cells):
                return zone
        return None

    def trodden(self, game: Game, it: Id) -> Flow[bool]:
        """Settle it; False if the way ends there."""
        while (zone := self._next(figure_of(game, it).space.squares())) is not None:
            if not (yield from self._tries(game, it, zone)):
                return False
        return True

    def _tries(self, game: Game, it: Id, zone: Zone) -> Flow[bool]:
        self.tried.add(zone.effect)
        self.rules = (zone.spell,)
        if zone.kind == GREASE:
            return (yield from _slips(game, it, zone))
        if zone.kind == PLANTS:
            return (yield from _felt(game, zone, it))
        return _wades(game, it, zone)


def footing_of(game: Game, it: Id, way: str) -> Footing | None:
    """What the ground has in store for somebody who goes so; None where there is nothing."""
    zones = battle_of(game).zones
    if not zones or way != LAND or not touched(game, figure_of(game, it)):
        return None
    weaver = has_feat(game, it, WEAVERS)
    return Footing(tuple(zone for zone in zones if zone.kind in ZONES and not (weaver and zone.kind == WEBS)))


def _slips(game: Game, it: Id, zone: Zone) -> Flow[bool]:
    """Acrobatics against 10: far below it one falls; below it one goes no further in this round, and may fall."""
    by = beyond(game, it, "acrobazia", GREASY_DC, (zone.spell,), cause=zone.spell)
    if by >= 0:
        return True
    if by <= -FALLS_BY:
        game.do(ConditionBegan(it=it, condition=PRONE, rules=(zone.spell,)))
        return False
    yield from _felt(game, zone, it)
    yield from stance(game, it, SLIPPERY)
    return False


def _wades(game: Game, it: Id, zone: Zone) -> bool:
    """Whoever goes into webs wades on with its strength or its skill, or is caught."""
    bonus = escaping(game, it)
    other = game.query(SKILL, it=it, skill=WRIGGLE, target="")
    best, what = (bonus, ESCAPE) if bonus.value >= other.value else (other, WRIGGLE)
    passed = check(game, it, what, best, zone.dc, (zone.spell,), zone.spell)
    if not passed:
        _catch(game, zone, it)
    return passed

"""Furtività and Percezione: hiding, going unseen, looking for those who do (PF-SKL-06, PF-SKL-01)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_moving import Hid
from arbitro.rulesets.pathfinder.going import Gait, walk
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.moves import move_cost, set_out
from arbitro.rulesets.pathfinder.noticing import GLASS, STATUE, farness, in_plain_view, reveal, wakeful, watchful
from arbitro.rulesets.pathfinder.numbers import SKILL, STEALTH
from arbitro.rulesets.pathfinder.paths import Reach, can_walk, reachable, square_options, stride_of, way_of
from arbitro.rulesets.pathfinder.saves import skill, total
from arbitro.rulesets.pathfinder.state import MOVE, Creature, square_named
from arbitro.rulesets.pathfinder.vanishing import pinpoint, pinpoint_dc, trace_of

HIDE, SNEAK, SEARCH = "hide", "sneak", "search"
SLOWLY, FULL_SPEED = "slowly", "full_speed"
TIMES = {SLOWLY: 2, FULL_SPEED: 1}
HASTY = -5  # PF-SKL-06.1
PERCEPTION = "percezione"
TAKEN, SEEN_THROUGH = 20, 15
"""What a statue has on its die, and the DC to notice what one sees through."""


def can_hide(game: Game, it: Id) -> bool:
    """Whether nobody looks at somebody who has hands and feet free to hide (PF-SKL-06.3, PF-CND-08.5)."""
    figure = figure_of(game, it)
    if figure.holds or figure.held_by or figure.mount or figure.rider or figure.swings:
        return False
    key = ("can hide", it)
    known: bool | None = game.now.get(key)
    if known is None:
        foes = battle_of(game).foes_of(figure)
        known = game.now[key] = bool(foes) and not any(in_plain_view(game, it, foe.id) for foe in foes)
    return known


def furtive(game: Game, it: Id, more: int = 0, *, still: bool = False) -> int:
    """Somebody's Furtività result; ``still``: it does not move, which some do so well that they need no roll."""
    if still and has_feat(game, it, GLASS):
        return SEEN_THROUGH
    face = TAKEN if still and has_feat(game, it, STATUE) else game.roll(20, by=it, rules=("PF-SKL-06.1",))[0]
    return face + game.query(SKILL, it=it, skill=STEALTH, target="").value + more


def conceal(game: Game, it: Id, result: int) -> None:
    """Somebody is out of sight, with so much skill."""
    game.do(Hid(it=it, total=result, rules=("PF-SKL-06.1", "PF-SKL-06.3")))


# --- in place -----------------------------------------------------------------------------------------


@deed(HIDE, MOVE, ("PF-SKL-06.1", "PF-SKL-06.3"),
      offered=lambda game, it: not figure_of(game, it).hidden and can_hide(game, it))  # fmt: skip
def hide(game: Game, it: Id, path: Path) -> Flow[None]:
    """Hide where one is; whoever could notice it rolls Percezione against it (PF-SKL-06.1, PF-SKL-01.3)."""
    yield from ()
    result = furtive(game, it, still=True)
    if not [foe for foe in watchful(game, it) if _notices(game, it, foe, result)]:
        conceal(game, it, result)


def _notices(game: Game, it: Id, foe: Id, result: int) -> bool:
    rules = ("PF-SKL-01.3", "PF-SKL-06.1")
    return skill(game, foe, PERCEPTION, result + farness(game, it, foe), rules, target=it, cause=HIDE)


# --- on the way ---------------------------------------------------------------------------------------


class Sneaking(Gait):
    """A way out of sight: each watcher's one check is held against every square, which may be farther or nearer."""

    watched = True

    def __init__(self, times: int, result: int, noticing: dict[Id, int]) -> None:
        self.times, self.result, self.noticing = times, result, noticing

    def arrived(self, game: Game, it: Id) -> None:
        if not figure_of(game, it).hidden:
            return
        for foe in watchful(game, it):
            if in_plain_view(game, it, foe):
                reveal(game, it, ("PF-SKL-06.3",))
                return
            if self.noticing.get(foe, 0) >= self.result + farness(game, it, foe):
                reveal(game, it, ("PF-SKL-06.1", "PF-SKL-01.3"))
                return


def _sneak_reach(game: Game, it: Id, pace: str) -> dict[Square, Reach]:
    figure = figure_of(game, it)
    way = figure.way if figure.stride else way_of(game, figure)
    return reachable(game, it, stride_of(game, figure) // TIMES[pace], way, odd=figure.odd)


def _sneaks(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if figure.stepped or not can_walk(game, figure) or not stride_of(game, figure):
        return False
    return (figure.hidden or can_hide(game, it)) and any(_sneak_reach(game, it, pace) for pace in TIMES)


def _sneak_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        paces = (pace for pace in TIMES if _sneak_reach(game, it, pace))
        return Branch("pace", tuple(Option(pace, {}, ("PF-SKL-06.1",)) for pace in paces))
    if len(path) > 1:
        return None
    times = TIMES[str(path[0])]
    found = {s: Reach(r.cost * times, r.way, r.odd, r.by) for s, r in _sneak_reach(game, it, str(path[0])).items()}
    return Branch("square", square_options(found, ("PF-SKL-06.1",)))


@deed(SNEAK, move_cost, ("PF-SKL-06.1",), offered=_sneaks, grow=_sneak_branch, walks=True)
def sneak(game: Game, it: Id, path: Path) -> Flow[None]:
    """A move out of sight: at half speed, or faster at -5; noticed where cover ends or somebody hears (PF-SKL-06)."""
    pace, target = str(path[0]), square_named(str(path[1]))
    reach = _sneak_reach(game, it, pace).get(target or (-1, -1))
    if reach is None:
        return
    way = set_out(game, it)
    result = furtive(game, it, HASTY if pace == FULL_SPEED else 0)
    noticing = {foe: _alertness(game, foe, it) for foe in _hearers(game, figure_of(game, it))}
    if any(noticing[foe] >= result + farness(game, it, foe) for foe in watchful(game, it)):
        reveal(game, it, ("PF-SKL-06.1", "PF-SKL-01.3"))
    else:
        conceal(game, it, result)
    yield from walk(game, it, reach.way, way, action=SNEAK, gait=Sneaking(TIMES[pace], result, noticing))


def _hearers(game: Game, figure: Creature) -> list[Id]:
    return [foe.id for foe in battle_of(game).foes_of(figure) if wakeful(game, foe.id)]


def _alertness(game: Game, foe: Id, it: Id) -> int:
    """The result of a foe's Percezione; what it has to reach differs from square to square."""
    return total(game, foe, PERCEPTION, ("PF-SKL-01.3", "PF-SKL-06.1"), target=it)


# --- looking for somebody -----------------------------------------------------------------------------


def _looks(game: Game, it: Id) -> bool:
    """One looks about without knowing whether there is anybody to be found."""
    return SEARCH not in figure_of(game, it).did


@deed(SEARCH, MOVE, ("PF-SKL-01.3",), offered=_looks)
def search(game: Game, it: Id, path: Path) -> Flow[None]:
    """Look about for those who hide: one Percezione check, held against each (PF-SKL-01.3)."""
    yield from ()
    result = total(game, it, PERCEPTION, ("PF-SKL-01.3",))
    for foe in battle_of(game).foes_of(figure_of(game, it)):
        if foe.hidden and trace_of(game, foe.id) is not None:
            if result >= pinpoint_dc(game, foe.id, it):
                pinpoint(game, foe.id, ("PF-CON-09.1", "PF-TAB-19.1"))
        elif foe.hidden and it in watchful(game, foe.id) and result >= foe.stealth + farness(game, foe.id, it):
            reveal(game, foe.id, ("PF-SKL-01.3",))

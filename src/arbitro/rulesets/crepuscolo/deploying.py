"""Where a fighter comes on to the table: deployment, scouts, arrivals (CDC-DEP-02, CDC-AB-034, CDC-AB-035)."""

from __future__ import annotations

from functools import cache
from random import Random

from msgspec import Struct

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.timeline import OnceOpened
from arbitro.engine.values import RuleId, Seat, Value
from arbitro.geometry.measure import within_point
from arbitro.geometry.shapes import Point, moved
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.events import Placed
from arbitro.rulesets.crepuscolo.queries import CLEAR_OF_ACCESS, CLEAR_OF_FOES, battle_of
from arbitro.rulesets.crepuscolo.state import Figure

DEPLOY, ARRIVE = "deploy", "arrive"
NEAR_ACCESS = "CDC-DEP-02.2"
"""The clause that keeps deployed fighters near their access point; a rule may lift it."""
TRIES = 24


class Berth(Struct, frozen=True):
    """Where one figure may be put: within ``limit`` of ``access``, or as ``scout`` allows; all in units.

    ``scout``: (rule, the other access point, how far from it, how far from enemies), for one that may go anywhere.
    """

    table: ground.Ground
    bodies: tuple[Figure, ...]
    figure: Figure
    access: Point
    limit: int
    scout: tuple[RuleId, Point, int, int] | None = None

    def refusal(self, point: Value) -> Refusal | None:
        """Why the figure may not be put at a point; None if it may."""
        bar = ground.deploy_refusal(self.table, self.bodies, self.figure, point, self.access, self.limit)
        if bar is None:
            return None
        return Refusal(bar[0], dict(bar[1]), (bar[2],)) if self.scout is None else self._as_scout(point)

    def _as_scout(self, point: Point) -> Refusal | None:
        assert self.scout is not None
        rule, access, far, gap = self.scout
        anywhere = self.table.width + self.table.depth
        bar = ground.deploy_refusal(self.table, self.bodies, self.figure, point, self.access, anywhere)
        if bar is not None:
            return Refusal(bar[0], dict(bar[1]), (bar[2],))
        there = moved(self.figure, *point)
        if far and within_point(there, access, far):
            return Refusal("too_near_access", {"limit": far}, (rule,))
        for foe in self.bodies:
            if gap and foe.company != self.figure.company and ground.within(there, foe, gap):
                return Refusal("too_near_foe", {"figure": foe.id, "limit": gap}, (rule,))
        return None

    def has_room(self) -> bool:
        """Whether there is any place for the figure."""
        return self.draw(Random(0)) is not None

    def draw(self, rng: Random) -> Point | None:
        """Some place where the figure may be put, for scouts mostly far from home; None if there is no room."""
        return self.chance(rng) or self.search()

    def chance(self, rng: Random) -> Point | None:
        """The same, None too where none of a few places drawn at random will do."""
        if self.scout is not None:
            for _ in range(TRIES):
                point = rng.randint(0, self.table.width), rng.randint(0, self.table.depth)
                if self.refusal(point) is None:
                    return point
        return ground.chance_deploy(rng, self.table, self.bodies, self.figure, self.access, self.limit)

    def search(self) -> Point | None:
        """The first place near the access point where the figure may be put."""
        return ground.search_deploy(self.table, self.bodies, self.figure, self.access, self.limit)


def berth_of(game: Game, figure: Figure, action: str = DEPLOY, limit: int = ground.DEPLOY) -> Berth:
    """Where a figure may be put now: ``limit`` in units from its access point; deployed scouts go farther."""
    state = battle_of(game)
    number = state.seats.index(figure.company)
    scout = None
    rule = game.enabled(NEAR_ACCESS, actor=figure.id, action=action) if action == DEPLOY else ""
    if rule:
        far, gap = (game.query(query, figure=figure.id).value * CM for query in (CLEAR_OF_ACCESS, CLEAR_OF_FOES))
        scout = (rule, state.access[1 - number], far, gap)
    return Berth(state.ground, tuple(state.on_table()), figure, state.access[number], limit, scout)


def put_on_table(
    game: Game, seat: Seat, figure: Figure, rules: tuple[RuleId, ...], action: str = DEPLOY, limit: int = ground.DEPLOY
) -> Flow[None]:
    """Ask where a figure comes on to the table, and put it there."""
    berth = berth_of(game, figure, action, limit)
    if action == DEPLOY and not berth.has_room():  # all are placed (CDC-DEP-02.3), so farther off where it is full
        limit = 0
        berth = berth_of(game, figure, action, berth.table.width + berth.table.depth)
    about = {"actor": figure.id, "action": action, "limit": 0 if berth.scout is not None else limit}
    point = yield from ask("place", seat, _form(berth), about)
    z = ground.elevation_at(battle_of(game).ground, point)
    game.do(Placed(it=figure.id, x=point[0], y=point[1], z=z, rules=rules))
    yield from game.window("deployed", OnceOpened(it=figure.id))


def _form(berth: Berth) -> Place:
    def sampler(rng: Random) -> Value:
        return berth.chance(rng) or found()

    def candidates() -> list[Value]:
        rng = Random(len(berth.bodies))
        return list(dict.fromkeys(sampler(rng) for _ in range(TRIES)))

    @cache
    def found() -> Point:
        return berth.search() or berth.access

    def default() -> Value:
        args = berth.table, berth.bodies, berth.figure, berth.access, berth.limit
        return ground.chance_deploy(Random(0), *args) or sampler(Random(0))

    return Place(berth.refusal, default=default, sampler=sampler, candidates=candidates)

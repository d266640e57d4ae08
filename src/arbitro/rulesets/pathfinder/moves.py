"""The actions that move: walking, stepping, crawling, withdrawing, leaving the board (PF-MOV, PF-FULL)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square, price
from arbitro.rulesets.pathfinder.deeds import Path, deed, limited_turn
from arbitro.rulesets.pathfinder.events import Moved, Stopped, StrideBegan
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded
from arbitro.rulesets.pathfinder.events_bonds import Fled
from arbitro.rulesets.pathfinder.flight import away, feared
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import WATER
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.opportunities import leave, leaving, provoke
from arbitro.rulesets.pathfinder.paths import (
    Reach,
    StepsOf,
    can_walk,
    reach_to,
    reachable,
    seems_free,
    square_options,
    stride_of,
    way_of,
)
from arbitro.rulesets.pathfinder.saddle import at_one_pace
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import (
    BLINDED,
    FREE,
    FULL,
    LAND,
    MOVE,
    NONE,
    PRONE,
    STANDARD,
    SWIM,
    Battle,
    Creature,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.threat import strikers

GROPE_DC = 10  # PF-CND-01.4


def move_cost(game: Game, it: Id, path: Path) -> str:
    """A move action, or nothing where one is under way."""
    return NONE if figure_of(game, it).stride else MOVE


def _moves(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if figure.rider and not figure.stride and "move" in figure.did and at_one_pace(game, figure):
        return False
    return not figure.stepped and can_walk(game, figure) and stride_of(game, figure) > 0


def _move_branch(game: Game, it: Id, path: Path) -> Branch | None:
    figure = figure_of(game, it)
    if path:
        return None
    found = reachable(game, it, stride_of(game, figure), figure.way if figure.stride else way_of(game, figure),
                      odd=figure.odd)  # fmt: skip
    return Branch("square", square_options(only_away(game, figure, found), ("PF-MOV-02.1",)))


def only_away(game: Game, figure: Creature, found: dict[Square, Reach]) -> dict[Square, Reach]:
    """Of the squares of a move those that lead away from what somebody fears; all of them for the brave."""
    foes = feared(game, figure)
    if not foes:
        return found
    return {square: reach for square, reach in found.items() if away(figure, foes, square)}


def _random_walk(game: Game, it: Id, rng: Random) -> Path | None:
    """Some square where a move may end, found by walking at random."""
    figure = figure_of(game, it)
    if feared(game, figure):
        return None
    way = figure.way if figure.stride else way_of(game, figure)
    budget, odd, here = stride_of(game, figure), figure.odd, (figure.x, figure.y)
    steps = StepsOf(game, figure, way)
    ends: list[Square] = []
    for _ in range(budget):
        choices = list(steps(here))
        if not choices:
            break
        stride = rng.choice(choices)
        more, odd = price(stride.diagonal, odd, stride.doublings)
        budget -= more + stride.extra
        if budget < 0:
            break
        here = stride.to
        if here != (figure.x, figure.y) and seems_free(game, figure, here):
            ends.append(here)
    return (name_of_square(rng.choice(ends)),) if ends else None


def _any_square(game: Game, it: Id) -> bool:
    """Whether a move leads anywhere: to a neighbouring square, or farther on where those are taken."""
    if not _moves(game, it):
        return False
    figure = figure_of(game, it)
    budget = stride_of(game, figure)
    steps = StepsOf(game, figure, figure.way if figure.stride else way_of(game, figure))
    for stride in () if feared(game, figure) else steps((figure.x, figure.y)):
        more, _ = price(stride.diagonal, figure.odd, stride.doublings)
        if more + stride.extra <= budget and seems_free(game, figure, stride.to):
            return True
    return bool(_move_branch(game, it, ()).options)  # type: ignore[union-attr]


@deed("move", move_cost, ("PF-MOV-02.1",), offered=_any_square, grow=_move_branch, sample=_random_walk, walks=True)
def move(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to the speed; what is left of it may be used until something else is done (PF-MOV-02)."""
    figure = figure_of(game, it)
    way = figure.way if figure.stride else way_of(game, figure)
    budget = stride_of(game, figure)
    target = square_named(str(path[0]))
    reach = reach_to(game, it, budget, way, target, odd=figure.odd) if target is not None else None
    if reach is None:
        return
    way = set_out(game, it)
    hasty = 2 * (figure.walked + reach.cost) > speed_of(game, it, way)
    if hasty and suffers(game, it, BLINDED):
        yield from _gropes(game, it, reach.way, way)
    else:
        yield from walk(game, it, reach.way, way)


def set_out(game: Game, it: Id) -> str:
    """Begin a move, or go on with the one under way; returns in which way it goes."""
    figure = figure_of(game, it)
    if figure.stride:
        return figure.way
    way = way_of(game, figure)
    game.do(StrideBegan(it=it, squares=stride_of(game, figure), way=way, rules=("PF-MOV-02.1",)))
    return way


def _gropes(game: Game, it: Id, path: tuple[Square, ...], way: str) -> Flow[None]:
    """Beyond half its speed a blind creature has to keep its feet, or it falls there (PF-CND-01.4)."""
    slow = _within(game, it, path, way, speed_of(game, it, way) // 2)
    if slow and not (yield from walk(game, it, path[:slow], way)):
        return
    if skill(game, it, "acrobazia", GROPE_DC, ("PF-CND-01.4",), cause="blind"):
        yield from walk(game, it, path[slow:], way)
    else:
        game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-CND-01.4",)))
        game.do(Stopped(it=it, rules=("PF-CND-01.4",)))


def _within(game: Game, it: Id, path: tuple[Square, ...], way: str, budget: int) -> int:
    """How many squares of a way a creature covers with what is left of a budget, ending where it may stop."""
    figure = figure_of(game, it)
    steps, here, odd, cost, most = StepsOf(game, figure, way), (figure.x, figure.y), figure.odd, figure.walked, 0
    for number, there in enumerate(path, 1):
        stride = next(s for s in steps(here) if s.to == there)
        more, odd = price(stride.diagonal, odd, stride.doublings)
        cost, here = cost + more + stride.extra, there
        if cost <= budget and seems_free(game, figure, here):
            most = number
    return most


def step_squares(game: Game, it: Id) -> list[Square]:
    """Where a 1.5 m step leads: not into difficult terrain or in darkness, nor for the slow (PF-MISC-02, -03)."""
    return list(_steps(game, it))


def _steps(game: Game, it: Id) -> Iterator[Square]:
    """The same, one by one."""
    figure = figure_of(game, it)
    if figure.walked or figure.stepped or not can_walk(game, figure) or suffers(game, it, BLINDED):
        return
    way = way_of(game, figure)
    if speed_of(game, it, way) <= 1 or battle_of(game).ground.light == "dark":
        return
    for stride in StepsOf(game, figure, way)((figure.x, figure.y)):
        if not stride.doublings and not stride.extra and seems_free(game, figure, stride.to):
            yield stride.to


def _step_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    squares = sorted(step_squares(game, it))
    return Branch("square", tuple(Option(name_of_square(s), {"cost": 1}, ("PF-MISC-01.2",)) for s in squares))


@deed("step", NONE, ("PF-MISC-01.1",), offered=lambda game, it: any(_steps(game, it)), grow=_step_branch)
def step(game: Game, it: Id, path: Path) -> Flow[None]:
    """A 1.5 m step, which never provokes (PF-MISC-01)."""
    target = square_named(str(path[0]))
    if target in step_squares(game, it):
        assert target is not None
        yield from walk(game, it, (target,), way_of(game, figure_of(game, it)), step=True)


def slog_squares(game: Game, it: Id) -> list[Square]:
    """Neighbouring squares to one who has not even the speed for one of them (PF-GRID-31)."""
    figure = figure_of(game, it)
    if figure.walked or figure.stepped or not can_walk(game, figure) or _any_square(game, it):
        return []
    steps = StepsOf(game, figure, way_of(game, figure))
    return [s.to for s in steps((figure.x, figure.y)) if seems_free(game, figure, s.to)]


def _slog_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    given = leaving(game, it)
    found = {square: Reach(1, (square,), odd=False, by=given) for square in slog_squares(game, it)}
    return Branch("square", square_options(found, ("PF-GRID-31.1",)))


@deed("slog", FULL, ("PF-FULL-07.1", "PF-GRID-31.1"), offered=lambda game, it: bool(slog_squares(game, it)),
      grow=_slog_branch, walks=True)  # fmt: skip
def slog(game: Game, it: Id, path: Path) -> Flow[None]:
    """One square in any direction with the whole round, however hampered; it provokes (PF-FULL-07, PF-GRID-31)."""
    target = square_named(str(path[0]))
    assert target is not None
    yield from walk(game, it, (target,), way_of(game, figure_of(game, it)))


def _lies(game: Game, it: Id) -> bool:
    return figure_of(game, it).has(PRONE)


@deed("stand", MOVE, ("PF-MOV-06.1",), needs="conditions", offered=_lies, provokes=True)
def stand(game: Game, it: Id, path: Path) -> Flow[None]:
    """Stand up; whoever threatens strikes while one still lies (PF-MOV-06.2)."""
    yield from ()
    if figure_of(game, it).has(PRONE):
        game.do(ConditionEnded(it=it, condition=PRONE, rules=("PF-MOV-06.6",)))


@deed("drop_prone", FREE, ("PF-FREE-02.1",), offered=lambda game, it: not _lies(game, it))
def drop_prone(game: Game, it: Id, path: Path) -> Flow[None]:
    """Lie down where one stands."""
    yield from ()
    game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-FREE-02.1",)))


def crawl_squares(game: Game, it: Id) -> list[Square]:
    """Neighbouring squares to which one can crawl."""
    figure = figure_of(game, it)
    if not figure.has(PRONE) or figure.stepped or figure.mount or barred(game, it, MOVE):
        return []
    steps = StepsOf(game, figure, LAND)
    return [s.to for s in steps((figure.x, figure.y)) if seems_free(game, figure, s.to)]


def _crawl_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    given = strikers(game, it)
    found = {square: Reach(1, (square,), odd=False, by=given) for square in crawl_squares(game, it)}
    return Branch("square", square_options(found, ("PF-MOV-05.1",)))


@deed("crawl", MOVE, ("PF-MOV-05.1",), offered=lambda game, it: bool(crawl_squares(game, it)), grow=_crawl_branch,
      walks=True)  # fmt: skip
def crawl(game: Game, it: Id, path: Path) -> Flow[None]:
    """1.5 m on all fours; whoever threatens the square left or the square reached gets an opportunity (PF-MOV-05.2)."""
    target = square_named(str(path[0]))
    if target not in crawl_squares(game, it):
        return
    assert target is not None
    first = strikers(game, it)
    yield from provoke(game, it, "crawl", first)
    if not able(game, it) or target not in crawl_squares(game, it):
        return
    game.do(Moved(it=it, path=(target,), cost=1, odd=figure_of(game, it).odd, rules=("PF-MOV-05.1",)))
    yield from provoke(game, it, "crawl", tuple(foe for foe in strikers(game, it) if foe not in first))


def withdraw_reach(game: Game, it: Id) -> dict[Square, Reach]:
    figure = figure_of(game, it)
    way = way_of(game, figure)
    times = 1 if limited_turn(game, figure) else 2  # PF-FULL-19.1
    budget, spares = times * speed_of(game, it, way), _seen_foes(game, figure)
    return only_away(game, figure, reachable(game, it, budget, way, odd=figure.odd, spares=spares))


def _seen_foes(game: Game, figure: Creature) -> tuple[Id, ...]:
    """The foes somebody sees: leaving its square in a withdrawal gives them no opportunity (PF-FULL-18.2, .3)."""
    return tuple(foe.id for foe in battle_of(game).foes_of(figure) if sees(game, figure.id, foe.id))


def _withdraw_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("square", square_options(withdraw_reach(game, it), ("PF-FULL-18.1",)))


def _out_of_its_element(game: Game, figure: Creature) -> bool:
    """Whether somebody would have to swim out of where it is and has no speed for that (PF-FULL-18.7)."""
    signs = battle_of(game).ground.signs
    wet = any(signs.get(square) == WATER for square in figure.space.squares())
    return wet and way_of(game, figure) == LAND and not speed_of(game, figure.id, SWIM)


def _withdraws(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if figure.stepped or suffers(game, it, BLINDED) or not _moves(game, it) or _out_of_its_element(game, figure):
        return False
    return bool(leaving(game, it)) and bool(withdraw_reach(game, it))


@deed("withdraw", FULL, ("PF-FULL-18.1",), offered=_withdraws, grow=_withdraw_branch, walks=True, limited=STANDARD)
def withdraw(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to twice the speed; foes one sees get no opportunity from the first square (PF-FULL-18.2)."""
    figure = figure_of(game, it)
    found = withdraw_reach(game, it)
    target = square_named(str(path[0]))
    if target not in found:
        return
    yield from walk(game, it, found[target].way, way_of(game, figure), spares=_seen_foes(game, figure))


def at_the_edge(battle: Battle, figure: Creature) -> bool:
    """Whether a creature stands at the border of the board."""
    ground, space = battle.ground, figure.space
    return (
        space.x == 0 or space.y == 0 or space.x + space.span == ground.width or space.y + space.span == ground.depth
    )  # fmt: skip


@deed("leave", MOVE, ("PF-FULL-18.8",), walks=True, leaves=True,
      offered=lambda game, it: _moves(game, it) and at_the_edge(battle_of(game), figure_of(game, it)))  # fmt: skip
def leave_board(game: Game, it: Id, path: Path) -> Flow[None]:
    """Walk off the board, out of the battle."""
    struck = leaving(game, it)
    if struck:
        yield from leave(game, it, struck)
    if able(game, it):
        rider = figure_of(game, it).rider
        game.do(Fled(it=it, why="left", rules=("PF-FULL-18.8",)))
        if rider:
            game.do(Fled(it=rider, why="left", rules=("PF-FULL-18.8", "PF-MNT-04.2")))

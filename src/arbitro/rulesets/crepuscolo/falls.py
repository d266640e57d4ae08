"""Falls and forced shifts (chapter II, "Danni da caduta"; chapter VIII, Respinto)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.crossings import ended
from arbitro.rulesets.crepuscolo.damage import hurt, inflict, lose
from arbitro.rulesets.crepuscolo.events import Fell, moved_to
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import PRONE, TABLE

PUSHED_OVER = ("CDC-CND-05.11",)

SHIFT = "shift"
"""How a figure is displaced that nobody moves."""


def fall_into_crevice(game: Game, it: Id, rules: tuple[str, ...] = ("CDC-TAB-16.2",)) -> Flow[None]:
    """A figure falls into a crevice and is lost, whatever its Resistenza (CDC-TAB-18); ``rules``: why it falls."""
    game.do(Fell(it=it, height=0, where="crevice", rules=rules))
    yield from lose(game, it, "crevice", ("CDC-TAB-18.1",))


def fall_down(
    game: Game, it: Id, height: int, *, halved: bool = False, less: int = 0, why: tuple[str, ...] = ("CDC-TAB-17.2",)
) -> Flow[None]:
    """A figure falls ``height`` units: A Terra, and damage by height (CDC-TAB-19); ``why``: by which clause.

    If there is a crevice at the foot, where it lies already, it is lost in that (CDC-TAB-18).
    ``halved`` for Buttarsi; ``less`` points less for falls that a jump or vault caused.
    """
    figure = figure_of(game, it)
    if figure.status != TABLE:
        return
    if ground.pit_at(battle_of(game).ground, (figure.x, figure.y), figure.z):
        yield from fall_into_crevice(game, it, why)
        return
    game.do(Fell(it=it, height=height, where="drop", rules=why))
    amount = ground.fall(height, figure.height, figure.crouched, halved, less)
    if amount and not game.immune(it, "fall"):
        rules = ("CDC-TAB-19.2", *(("CDC-ACT-15.4",) if halved else ()), *(("CDC-TAB-19.4",) if less else ()))
        yield from hurt(game, it, amount, actor=it, action="fall", rules=rules)
    yield from inflict(game, it, PRONE, actor=it, rules=("CDC-TAB-19.1",))


def shift(
    game: Game, it: Id, away_from: tuple[int, int], distance: int, how: str, rules: tuple[str, ...]
) -> Flow[None]:
    """Shift a figure straight away from a point, past terrain and low obstacles (CDC-CND-05.2 to .12)."""
    state = battle_of(game)
    figure = state.figures[it]
    start = (figure.x, figure.y)
    done = ground.push(state.ground, state.on_table(), figure, away_from, distance)
    game.do(moved_to(figure, how, done.end, done.z, rules, wet=done.in_water))
    if done.crevice:
        yield from fall_into_crevice(game, it, PUSHED_OVER)
    elif done.fall_height > 0:
        yield from fall_down(game, it, done.fall_height, why=PUSHED_OVER)
    yield from ended(game, it, SHIFT, start)


def repel_distance(six: int, four: int) -> int:
    """Length of a Respinto shift in units: the product of 1d6 and 1d4, in cm (CDC-CND-05.1)."""
    return six * four * CM

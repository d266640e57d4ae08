"""What follows by itself from how things stand."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events import ConditionBegan, ConditionEnded, TemporaryChanged, TimeUp
from arbitro.rulesets.pathfinder.ground import narrow
from arbitro.rulesets.pathfinder.harm import restate, wanted
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.state import BY_HIT_POINTS, IN, INCORPOREAL_BODY, SQUEEZING, Creature


def checks(game: Game) -> Flow[bool] | None:
    """Conditions whose time is up, and those that hit points bring; None where there is nothing to do."""
    effects = game.state.effects
    late = [f.id for f in battle_of(game).figures.values() if f.timed and any(e not in effects for _, e in f.timed)]
    off = [f.id for f in battle_of(game).figures.values() if f.status == IN and _out_of_line(game, f)]
    tight = [f.id for f in battle_of(game).figures.values() if f.span > 1 and f.status == IN and _pinched(game, f)]
    return _settle(game, late, off, tight) if late or off or tight else None


def _pinched(game: Game, figure: Creature) -> bool:
    """Whether a big creature has come into, or out of, a narrow space (PF-GRID-25.3)."""
    ghost = figure.conditions and suffers(game, figure.id, INCORPOREAL_BODY)
    return figure.has(SQUEEZING) != (narrow(battle_of(game).ground, figure.space) and not ghost)


def _out_of_line(game: Game, figure: Creature) -> bool:
    """Whether conditions and hit points disagree (after a ruling of the referee)."""
    if figure.hp > 0 and not figure.nonlethal and not figure.conditions:
        return False
    if figure.hp <= -max(1, figure.costituzione) or (figure.costituzione < 0 and figure.hp <= 0):
        return True
    return set(wanted(game, figure)) != {c for c in figure.conditions if c in BY_HIT_POINTS}


def _settle(game: Game, late: list[Id], off: list[Id], tight: list[Id]) -> Flow[bool]:
    for it in tight:
        kind = ConditionEnded if figure_of(game, it).has(SQUEEZING) else ConditionBegan
        game.do(kind(it=it, condition=SQUEEZING, rules=("PF-GRID-25.3",)))
    for it in late:
        _times(game, it)
    for it in off:
        yield from restate(game, it)
    return bool(late or tight)


def _times(game: Game, it: Id) -> None:
    """Conditions and temporary hit points that an effect held, once it is over."""
    for condition, effect in [pair for pair in figure_of(game, it).timed if pair[1] not in game.state.effects]:
        game.do(TimeUp(it=it, condition=condition, effect=effect, rules=("PF-SEQ-05.2",)))
        figure = figure_of(game, it)
        if condition in dict(figure.temp):
            rest = tuple(pair for pair in figure.temp if pair[0] != condition)
            game.do(TemporaryChanged(it=it, temp=rest, rules=("PF-HP-10.2",)))
        elif figure.has(condition) and not any(c == condition for c, _ in figure.timed):
            game.do(ConditionEnded(it=it, condition=condition, rules=("PF-SEQ-05.2",)))

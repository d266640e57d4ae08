"""The dice that figures hold: dealing, spending, granting, losing (chapter I, "I tre dadi")."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import end_effect, part_of, scope_of
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.crepuscolo.events import DiceGained, DiceLost, DiceSpent
from arbitro.rulesets.crepuscolo.queries import DEALT, figure_of
from arbitro.rulesets.crepuscolo.state import FRIGHTENED, TERRIFIED, Battle

DEAL = (4, 6, 8)  # CDC-ACT-01.1
COMPLETE = 3  # dice of a complete action, CDC-ACT-10.1
OF_ONE_SIZE = {"advance": 8}
"""Actions that cost a die of one size, without restriction (CDC-AB-047.1)."""
Die = Value
"""An int (the sides of a plain die), or ``(sides, effect id)`` for one whose use a rule restricts."""


def dice_at_hand(game: Game, it: Id, action: str, target: Id | None = None) -> tuple[Die, ...]:
    """The dice a figure may spend on an action now, restricted ones that allow it included."""
    plain = figure_of(game, it).dice
    if action in OF_ONE_SIZE:
        return tuple(die for die in plain if die == OF_ONE_SIZE[action])
    if not game.state.effects:
        return plain
    return (*plain, *_restricted(game, it, action, target))


def _restricted(game: Game, it: Id, action: str, target: Id | None) -> list[Die]:
    got: list[Die] = []
    for effect in sorted(game.state.effects.values(), key=lambda e: e.stamp):
        if effect.bearer != it:
            continue
        part = part_of(game, effect)
        if part.verb != "grant_die":
            continue
        only = part.lazy.get("only")
        scope: dict[str, Any] = {"actor": it, "action": action, "target": target, "path": None, "weapon": None, **scope_of(effect)}
        if only is None or only(game, scope):
            sides = next(value for name, value in effect.keep if name == "die")
            got.append((sides, effect.id))
    return got


def obliged(game: Game, it: Id) -> list[Die]:
    """Dice of a figure that must be used before it may pass."""
    return [(dict(e.keep)["die"], e.id) for e in game.state.effects.values() if e.bearer == it and dict(e.keep).get("must")]


def sides_of(die: Die) -> int:
    """The size of a die as it is named in answers."""
    return int(die[0] if isinstance(die, tuple) else die)


def spend(game: Game, it: Id, dice: tuple[Die, ...], why: str, rules: tuple[str, ...]) -> tuple[int, ...]:
    """Take dice from a figure for something; returns their sizes."""
    plain = tuple(die for die in dice if not isinstance(die, tuple))
    if plain:
        game.do(DiceSpent(it=it, dice=plain, why=why, rules=rules))
    for die in dice:
        if isinstance(die, tuple):
            effect = game.state.effects[die[1]]
            game.do(DiceSpent(it=it, dice=(), why=why, rules=(*rules, effect.rule)))
            end_effect(game, effect, "done")
    return tuple(sides_of(die) for die in dice)


def gain(game: Game, it: Id, dice: tuple[int, ...], why: str, rules: tuple[str, ...]) -> None:
    """Give dice to a figure; a Spaventato one receives d4 instead (CDC-CND-06.1)."""
    got = sizes_gained(game, it, dice)
    if got != dice:
        rules = (*rules, "CDC-CND-06.1")
    game.do(DiceGained(it=it, dice=got, why=why, rules=rules))


def sizes_gained(game: Game, it: Id, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """What becomes of dice that a figure obtains: d4 while Spaventato (CDC-CND-06.1)."""
    return (4,) * len(sizes) if FRIGHTENED in figure_of(game, it).conditions else sizes


def denied(game: Game, it: Id) -> bool:
    """True if a figure receives no more dice now: Terrorizzato, before the first hand of a turn (CDC-CND-07.7)."""
    state = game.state
    assert isinstance(state, Battle)
    return TERRIFIED in state.figures[it].conditions and state.turn > 0 and not state.had_hand


def deal(game: Game, it: Id) -> None:
    """Deal the dice of a new turn to a figure (CDC-TRN-08)."""
    figure = figure_of(game, it)
    if figure.dice:
        game.do(DiceLost(it=it, dice=figure.dice, why="new_turn", rules=("CDC-TRN-08.2",)))
    if TERRIFIED in figure.conditions:
        gain(game, it, (6,), "deal", ("CDC-CND-07.1",))
        return
    dealt: list[int] = []
    for sides in DEAL:
        dealt += [sides] * max(0, game.query(DEALT, figure=it, sides=sides).value)
    if dealt:
        gain(game, it, tuple(dealt), "deal", ("CDC-TRN-08.3",))


def lose_die(game: Game, it: Id, rules: tuple[str, ...], n: int = 1) -> Flow[None]:
    """A figure loses a die of its controller's choice; with none it loses nothing (CDC-PW-011)."""
    for _ in range(n):
        dice = tuple(dict.fromkeys(figure_of(game, it).dice))
        if not dice:
            return
        die = dice[0]
        if len(dice) > 1:
            form = Pick(tuple(Option(key) for key in dice), level="die")
            die = yield from ask("lose_die", game.controller(it), form, {"actor": it})
        game.do(DiceLost(it=it, dice=(die,), why="lost", rules=rules))


def lose_all_dice(game: Game, it: Id, rules: tuple[str, ...]) -> None:
    """A figure loses all its remaining dice."""
    dice = figure_of(game, it).dice
    if dice:
        game.do(DiceLost(it=it, dice=dice, why="lost", rules=rules))


def companions(dice: tuple[Die, ...], rolled: Die, n: int) -> tuple[tuple[Die, ...], ...]:
    """Which other dice may be spent along with the one rolled, when an action costs ``n``: each set once.

    >>> companions((4, 6, 8), 6, 3), companions((4, 4, 6), 4, 2)
    (((4, 8),), ((4,), (6,)))
    """
    rest = list(dice)
    rest.remove(rolled)
    rest.sort(key=lambda die: (sides_of(die), isinstance(die, tuple)))
    return tuple(dict.fromkeys(combinations(rest, n - 1)))

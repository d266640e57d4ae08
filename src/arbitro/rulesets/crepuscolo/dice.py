"""The dice that figures hold: dealing, spending, granting, losing (chapter I, "I tre dadi")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import end_effect, part_of, scope_of
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.records import Record
from arbitro.engine.state import Effect, State
from arbitro.engine.values import Id, Value
from arbitro.rulesets.crepuscolo.events import DiceGained, DiceLost, DiceSpent
from arbitro.rulesets.crepuscolo.queries import DEALT, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import FRIGHTENED, TERRIFIED, Figure

DEAL = (4, 6, 8)  # CDC-ACT-01.1
DEPLOY_DICE = (8, 6, 4)  # CDC-DEP-02.1
SIZES = (4, 6, 8, 10, 12, 20)
"""The dice there are."""
COMPLETE = 3  # dice of a complete action, CDC-ACT-10.1
OF_ONE_SIZE = {"advance": 8}
"""Actions that cost a die of one size, which must be free for any use (CDC-AB-047.1)."""
GIVING = ("grant_die", "hand_out")
"""Verbs whose effects are dice."""
MUST = ("must", True)
"""What an effect keeps whose die must be used."""
GUARDED = ("guarded", True)
"""What an effect keeps whose die is of use in the other player's hand only."""
Die = Value
"""An int (the sides of a plain die), or ``(sides, effect id)`` for one whose use a rule restricts."""


def dice_at_hand(
    game: Game, it: Id, action: str, target: Id | None = None, weapon: str = "", path: str | None = None
) -> tuple[Die, ...]:
    """The dice a figure may spend on an action now, restricted ones that allow it included.

    Args:
        game: the game.
        it: the figure.
        action: the word of an action, or ``test``.
        target: whom the action is aimed at.
        weapon: what it is done with.
        path: the rule that is used, for abilities and powers.
    """
    plain = figure_of(game, it).dice
    if action in OF_ONE_SIZE:
        return tuple(die for die in free_dice(game, it) if sides_of(die) == OF_ONE_SIZE[action])
    if not game.state.effects:
        return plain
    mine = granted(game, it)
    if not mine:
        return plain
    roles = {"actor": it, "action": action, "target": target, "weapon": weapon, "path": path}
    return (*plain, *(die_of(effect) for effect in mine if _allows(game, effect, roles)))


def granted(game: Game, it: Id) -> Sequence[Effect]:
    """The dice a figure holds by rules that restrict their use or their time, as effects, in their order."""
    if not game.state.effects:
        return ()
    found = game.forces.get(GIVING)
    if found is None:
        found = game.forces[GIVING] = giving(game.ruleset.records, game.state)
    return found.get(it, ())


def giving(records: Mapping[str, Record], state: State) -> dict[Id, list[Effect]]:
    """The effects in force that are dice, by who holds them, in their order."""
    found: dict[Id, list[Effect]] = {}
    for effect in sorted(state.effects.values(), key=lambda e: e.stamp):
        if records[effect.rule].places[effect.part].verb in GIVING:
            found.setdefault(effect.bearer, []).append(effect)
    return found


def _allows(game: Game, effect: Effect, roles: dict[str, Any]) -> bool:
    if GUARDED in effect.keep and not in_others_hand(game, effect.bearer):
        return False
    only = part_of(game, effect).lazy.get("only")
    return only is None or bool(only(game, {**roles, **scope_of(effect)}))


def in_others_hand(game: Game, it: Id) -> bool:
    """Whether the other player has the hand, not the one who orders a figure."""
    state = battle_of(game)
    return state.in_hand and state.hand != game.controller(it)


def has_die_for_own_hand(game: Game, figure: Figure) -> bool:
    """Whether a figure has a die that it might spend on an action of a hand of its own player (CDC-TRN-04.3)."""
    return bool(figure.dice) or any(GUARDED not in effect.keep for effect in granted(game, figure.id))


def die_of(effect: Effect) -> Die:
    """The die that an effect is, as it is named in answers."""
    return (next(value for name, value in effect.keep if name == "die"), effect.id)


def all_dice(game: Game, it: Id) -> tuple[Die, ...]:
    """Every die a figure has left, restricted ones too, whatever they may be spent on."""
    dice = figure_of(game, it).dice
    return (*dice, *map(die_of, granted(game, it))) if game.state.effects else dice


def free_dice(game: Game, it: Id) -> tuple[Die, ...]:
    """The dice of a figure that it may spend on anything now: none that is kept for a purpose (CDC-AB-005)."""
    dice = figure_of(game, it).dice
    if not game.state.effects:
        return dice
    free = (effect for effect in granted(game, it) if "only" not in part_of(game, effect).lazy)
    guarded = in_others_hand(game, it)
    return (*dice, *(die_of(effect) for effect in free if guarded or GUARDED not in effect.keep))


def obliged(game: Game, it: Id) -> list[Die]:
    """Dice of a figure that must be used before it may pass."""
    return [die_of(effect) for effect in granted(game, it) if MUST in effect.keep]


def any_obliged(game: Game) -> bool:
    """Whether anybody has a die that must be used."""
    found = game.forces.get(MUST)
    if found is None:
        found = game.forces[MUST] = any(MUST in effect.keep for effect in game.state.effects.values())
    return bool(found)


def counted(game: Game, by: Id, faces: tuple[int, ...]) -> int:
    """What faces add to the hand's total: all of them if the player with the hand rolled (CDC-TRN-03)."""
    state = battle_of(game)
    if not state.in_hand or game.controller(by) != state.hand:
        return 0
    return faces[0] if len(faces) == 1 else sum(faces)


def prescribed(game: Game, dice: tuple[Die, ...]) -> tuple[Value, str] | None:
    """Toward what one of these dice must lead a move, and the rule that says so (``toward`` of `grant_die`)."""
    for die in dice:
        effect = game.state.effects.get(die[1]) if isinstance(die, tuple) else None
        found = next((value for name, value in effect.keep if name == "toward"), None) if effect is not None else None
        if effect is not None and found is not None:
            return found, effect.rule
    return None


def sides_of(die: Die) -> int:
    """The size of a die as it is named in answers."""
    return int(die[0] if isinstance(die, tuple) else die)


def holds(game: Game, it: Id, dice: tuple[Die, ...]) -> bool:
    """Whether a figure still has all those dice."""
    left = list(all_dice(game, it))
    for die in dice:
        if die not in left:
            return False
        left.remove(die)
    return True


def spend(game: Game, it: Id, dice: tuple[Die, ...], why: str, rules: tuple[str, ...]) -> tuple[int, ...]:
    """Take dice from a figure for something; returns their sizes."""
    if not game.state.effects or not granted(game, it):
        game.do(DiceSpent(it=it, dice=dice, why=why, rules=rules))
        return dice
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
    state = battle_of(game)
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
        dice = tuple(dict.fromkeys(all_dice(game, it)))
        if not dice:
            return
        die = dice[0]
        if len(dice) > 1:
            form = Pick(tuple(Option(key) for key in dice), level="die")
            die = yield from ask("lose_die", game.controller(it), form, {"actor": it})
        if isinstance(die, tuple):
            end_effect(game, game.state.effects[die[1]], "lost")
        else:
            game.do(DiceLost(it=it, dice=(die,), why="lost", rules=rules))


def lose_all_dice(game: Game, it: Id, rules: tuple[str, ...]) -> None:
    """A figure loses all its remaining dice, restricted ones too."""
    dice = figure_of(game, it).dice
    if dice:
        game.do(DiceLost(it=it, dice=dice, why="lost", rules=rules))
    for effect in granted(game, it):
        end_effect(game, effect, "lost")


def companions(dice: tuple[Die, ...], rolled: Die, n: int) -> tuple[tuple[Die, ...], ...]:
    """Which other dice may be spent along with the one rolled, when an action costs ``n``: each set once.

    >>> companions((4, 6, 8), 6, 3), companions((4, 4, 6), 4, 2)
    (((4, 8),), ((4,), (6,)))
    """
    rest = list(dice)
    rest.remove(rolled)
    rest.sort(key=lambda die: (sides_of(die), isinstance(die, tuple)))
    return tuple(dict.fromkeys(combinations(rest, n - 1)))

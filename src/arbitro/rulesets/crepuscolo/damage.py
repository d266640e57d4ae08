"""Damage, armour, conditions and death (chapter I, "I danni, la Resistenza e la morte"; chapter VIII)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.rulesets.crepuscolo.dice import lose_all_dice
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    ConditionLost,
    ConditionWarded,
    Died,
    Healed,
    Hurt,
    Unharmed,
    WasLost,
)
from arbitro.rulesets.crepuscolo.queries import PROTECTION, TAKEN, WEAR, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import REPELLED, TABLE
from arbitro.rulesets.crepuscolo.subjects import Affliction, Harm
from arbitro.rulesets.crepuscolo.sums import suffered

NO_ARMOUR = ("fall", "terrain", "condition", "own")
"""Causes against which armour gives nothing (CDC-DMG-03.5)."""
DROWNED = "drowned"


def hurt(
    game: Game, it: Id, amount: int, *, actor: Id, action: str, rules: tuple[str, ...], weapon: str = "",
    parts: Tally | None = None, corpse: bool = True, armour: bool = True,
) -> Flow[int]:  # fmt: skip
    """Inflict one amount of damage: talisman, armour, cancelling, Resistenza (CDC-DMG-04.4 to .7).

    Returns the points that got through. ``action`` is what did it: an attack, ``ability``, ``item``,
    ``power``, or one of `NO_ARMOUR`; ``parts`` how much of it came from what; ``corpse`` False leaves none,
    ``armour`` False lets no armour lower it.
    """
    if amount <= 0 or figure_of(game, it).status != TABLE or figure_of(game, it).image:
        return 0
    taken = game.query(TAKEN, it=it, actor=actor, action=action, weapon=weapon, amount=amount)
    left = taken.value
    if armour and action not in NO_ARMOUR and actor != it:
        left = _armour(game, it, left, actor, action, weapon)
    harm = Harm(it, left, actor, action, weapon, rules[0] if rules else "")
    if left > 0:
        yield from game.window("damage", harm)
        if figure_of(game, it).status != TABLE:
            return 0  # an answer to an answer killed it first
    if harm.amount <= 0:
        spared = [line.rule for line in taken.lines] if taken.value <= 0 else []
        spared += [rule for rule, _, _ in harm.changed]
        game.do(Unharmed(it=it, amount=amount, why=spared[-1] if spared else "armour", rules=(*rules, *spared)))
        return 0
    reasons = tuple(line.rule for line in taken.lines) + tuple(rule for rule, _, _ in harm.changed)
    more = (*((line.rule, line.amount) for line in taken.lines), ("armour", left - taken.value),
            *((rule, change) for rule, _, change in harm.changed))  # fmt: skip
    remains = max(0, figure_of(game, it).life - harm.amount)
    event = Hurt(
        it=it, amount=harm.amount, actor=actor, action=action, weapon=weapon, left=remains,
        parts=suffered(harm.amount, parts, more), rules=(*rules, *reasons),
    )  # fmt: skip
    game.do(event)
    yield from game.window("damaged", harm)
    if figure_of(game, it).life == 0:
        yield from die(game, it, actor=actor, action=action, rules=("CDC-DMG-02.1",), corpse=corpse, weapon=weapon)
    return harm.amount


def _armour(game: Game, it: Id, amount: int, actor: Id, action: str, weapon: str) -> int:
    """Armour lowers a damaging hit by its Protezione and loses 1 Resistenza (CDC-DMG-03.3)."""
    if figure_of(game, it).armour <= 0 or amount <= 0:
        return amount
    saved = min(amount, max(0, game.query(PROTECTION, it=it, actor=actor, action=action, weapon=weapon).value))
    worn = min(
        figure_of(game, it).armour, max(0, game.query(WEAR, it=it, actor=actor, action=action, weapon=weapon).value)
    )
    if saved or worn:
        game.do(ArmourWorn(it=it, saved=saved, lost=worn, rules=("CDC-DMG-03.3",)))
    return amount - saved


def die(
    game: Game, it: Id, *, actor: Id, action: str, rules: tuple[str, ...], corpse: bool = True, weapon: str = ""
) -> Flow[None]:
    """A figure dies: it leaves the table and, unless a rule says no, a corpse marker; its dice go last (CDC-DMG-02)."""
    if figure_of(game, it).status != TABLE:
        return
    event = Died(it=it, actor=actor, action=action, corpse=corpse, weapon=weapon, rules=rules)
    game.do(event)
    yield from game.window("killed", event)
    yield from _taken_along(game, it)


def lose(game: Game, it: Id, why: str, rules: tuple[str, ...]) -> Flow[None]:
    """A figure is out of the battle without a corpse (CDC-DMG-02.4)."""
    if figure_of(game, it).status != TABLE:
        return
    event = WasLost(it=it, why=why, rules=rules)
    game.do(event)
    yield from game.window("lost", event)
    if why == DROWNED:
        yield from game.window("killed", Died(it=it, actor=it, action="terrain", corpse=False))
    yield from _taken_along(game, it)


def drown(game: Game, it: Id, rules: tuple[str, ...]) -> Flow[None]:
    """A figure drowns: it leaves no corpse, and counts as killed for whatever watches for deaths (CDC-ACT-22.7)."""
    return lose(game, it, DROWNED, rules)


def _taken_along(game: Game, it: Id) -> Flow[None]:
    """What goes with a figure that leaves the battle: its dice, and its image (CDC-PW-102)."""
    lose_all_dice(game, it, ("CDC-DMG-02.5",))
    for figure in battle_of(game).on_table():
        if figure.image == it:
            yield from lose(game, figure.id, "image", ("CDC-PW-102.3",))


def heal(game: Game, it: Id, amount: int, rules: tuple[str, ...]) -> None:
    """A figure recovers Resistenza, never above its start (CDC-DMG-01.4)."""
    figure = figure_of(game, it)
    gained = min(amount, figure.life_max - figure.life)
    if gained > 0 and figure.status == TABLE:
        game.do(Healed(it=it, amount=gained, rules=rules))


def inflict(game: Game, it: Id, condition: str, *, actor: Id, rules: tuple[str, ...]) -> Flow[bool]:
    """A figure receives a condition, unless immune or under it already (CDC-CND-08). True if received."""
    figure = figure_of(game, it)
    if figure.status != TABLE or figure.image:
        return False
    if condition in figure.conditions:
        game.do(ConditionWarded(it=it, condition=condition, why="already", rules=("CDC-CND-08.2", *rules)))
        return False
    shield = game.immune(it, condition)
    if shield:
        game.do(ConditionWarded(it=it, condition=condition, why="immune", rules=("CDC-CND-08.4", shield)))
        return False
    blow = Affliction(it, condition, actor)
    yield from game.window("inflicting", blow)
    if blow.cancelled:
        game.do(ConditionWarded(it=it, condition=condition, why="cancelled", rules=(blow.cancelled,)))
        return False
    event = ConditionGained(it=it, condition=condition, actor=actor, rules=rules)
    game.do(event)
    yield from game.window("received", event)
    if condition == REPELLED:
        from arbitro.rulesets.crepuscolo.shifts import repel  # shifts end in falls, and falls in conditions

        yield from repel(game, it, actor)
    yield from game.window("inflicted", event)
    return True


def lift(game: Game, it: Id, condition: str, rules: tuple[str, ...], why: str = "") -> None:
    """Take a condition off a figure."""
    if condition in figure_of(game, it).conditions:
        game.do(ConditionLost(it=it, condition=condition, why=why, rules=rules))

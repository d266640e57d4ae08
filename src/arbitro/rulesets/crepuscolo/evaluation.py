"""What a state is worth to a seat: the figures that fight for it, what they can still do, and what hinders them.

The unit is a thousandth of a recruitment point (PR). Everything is measured by what one point of Resistenza is worth:
a figure's cost, spread over its Resistenza. A die is worth the wounds that it may be expected to inflict, a condition
the dice or the wounds that it takes. Nothing here looks at the dice to come or at anything a seat may not see.
"""

from __future__ import annotations

from arbitro.engine.values import Id, Seat
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.state import (
    AWAY,
    CONTROL,
    FIRE,
    FRIGHTENED,
    FROST,
    POISON,
    PRONE,
    RESERVE,
    TABLE,
    TERRIFIED,
    Battle,
    Figure,
)

LIFE, STANDING = 600, 400
"""Shares of a figure's cost that go with its Resistenza, and with its being there at all."""
NEAR, ARMOUR = 40, 300
"""A centimetre nearer to one's work, and a point of Resistenza of armour."""
HITS = {4: 35, 6: 47, 8: 53}
"""Wounds in a hundred dice of an attack of Danno 1: SdS 4, the top face counting twice, and some lost on armour."""
OFTEN = 55
"""The same for larger dice."""
FAR, SPENDABLE, IDLE, RESTRICTED = 80, 50, 2, 70
"""In percent: an enemy's die with nobody in reach (nearly a whole one, or nobody would dare to come near); one's own
die, which is there to be spent, with an enemy in reach and without; one whose use a rule restricts."""
IN_REACH, IN_RANGE = CM, 20 * CM
"""From how near a figure strikes, and shoots."""
LOST_DICE = {TERRIFIED: 200, FRIGHTENED: 70, PRONE: 100, FROST: 10}
"""How much of a die, in percent, conditions cost: two of three each turn, d4 for larger ones, one to get up."""
LOST_LIFE = {FIRE: 80, POISON: 60}
"""How much of a point of Resistenza, in percent, conditions cost before they are shaken off."""
EXPOSED = 50
"""What a figure that lies within an enemy's reach risks: every attack hits it (percent of a point of Resistenza)."""
POINT, KI, MOST_POINTS = 120, 15, 6
"""A power point keeps a part of what a use may bring, the less the nearer its holder is to death; Ki comes back."""
TOKEN, FEW_DICE = {"Follia": 40, "Controllo": 10, "Carica": 5}, 2
"""Tokens that threaten, in percent of a point of Resistenza; Carica only where the bearer has few dice left."""
FAVOUR, LENDS = 100, 15
"""An effect that a seat gave to somebody in reach of an enemy: it helps a little by itself, and with every die of its
bearer (percent)."""
SCORE, VICTORY = 4000, 10**7
STAND_OFF, CLOSING = 20 * CM, 5 * CM
"""How far from the enemy a shooter is content at first, and how much nearer each turn draws it."""


def worth(state: Battle, seat: Seat) -> int:
    """All that is ours less all that is theirs, the score, and the result if there is one."""
    view = _View(state, seat)
    total = sum(view.share(figure) for figure in state.figures.values())
    total += view.favours() if state.effects else 0
    if state.result:
        total += VICTORY if state.result == seat else 0 if state.result == "draw" else -VICTORY
    number = state.seats.index(seat)
    return total + SCORE * (state.scores[number] - state.scores[1 - number])


def idle_worth(state: Battle, seat: Seat) -> int:
    """What a state is worth to a seat that does nothing more this turn: its dice are lost (CDC-TRN-05)."""
    view = _View(state, seat)
    return worth(state, seat) - sum(view.dice(f) for f in state.on_table() if view.orders(f) == seat)


def wound_of(figure: Figure) -> int:
    """What one point of Resistenza of a figure is worth."""
    return (LIFE + STANDING) * max(1, figure.cost) // max(1, figure.life_max)


class _View:
    """A state as a seat looks at it: who orders whom, and whom each side has to hunt."""

    def __init__(self, state: Battle, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.lent: dict[Id, list[int]] = {}
        self.handed: dict[Id, Seat] = {}
        for effect in state.effects.values():
            for name, value in effect.keep:
                if name == "die":
                    self.lent.setdefault(effect.bearer, []).append(int(value))
                elif name == CONTROL:
                    self.handed[effect.bearer] = str(value)
        self.prey = {side: self._prey(side) for side in state.seats}

    def _prey(self, side: Seat) -> int:
        """What a wound inflicted by a side is worth on average."""
        wounds = [wound_of(f) for f in self.state.on_table() if f.company != side and not f.image]
        return sum(wounds) // len(wounds) if wounds else 0

    def orders(self, figure: Figure) -> Seat:
        """Who gives orders to a figure now."""
        return self.handed.get(figure.id, figure.company)

    def share(self, figure: Figure) -> int:
        """What a figure adds to the worth of the state."""
        if figure.status == RESERVE:
            value = (LIFE + STANDING) * max(1, figure.cost)
        elif figure.status in (TABLE, AWAY) and not figure.image:
            value = self._body(figure)
        else:
            return 0
        value = value if figure.company == self.seat else -value
        return value + (self.dice(figure) if self.orders(figure) == self.seat else -self.dice(figure))

    def _body(self, figure: Figure) -> int:
        cost, wound = max(1, figure.cost), wound_of(figure)
        value = STANDING * cost + LIFE * cost * figure.life // max(1, figure.life_max) + ARMOUR * figure.armour
        for kind, n in figure.points:
            kept = KI if kind == "ki" else POINT * figure.life // max(1, figure.life_max)
            value += kept * min(n, MOST_POINTS)
        gap = distance_to_work(self.state, figure)
        value -= NEAR * gap // CM
        if figure.conditions:
            die = self.prey[figure.company] * max(1, figure.dan) * HITS[6] // 200
            for condition in figure.conditions:
                value -= LOST_DICE.get(condition, 0) * die // 100 + LOST_LIFE.get(condition, 0) * wound // 100
            if PRONE in figure.conditions and gap <= IN_REACH:
                value -= EXPOSED * wound // 100
        for token, n in figure.tokens:
            if token in TOKEN and (token != "Carica" or len(figure.dice) < FEW_DICE):
                value -= TOKEN[token] * wound * n // 100
        return value

    def dice(self, figure: Figure) -> int:
        """What the dice of a figure are worth to whoever orders it: the wounds that they threaten."""
        lent = self.lent.get(figure.id, ())
        if figure.status != TABLE or figure.image or not (figure.dice or lent):
            return 0
        side = self.orders(figure)
        if side in self.state.passed:
            return 0
        hits = sum(HITS.get(die, OFTEN) for die in figure.dice)
        hits += sum(HITS.get(die, OFTEN) * RESTRICTED // 100 for die in lent)
        value = hits * self.prey[figure.company] * max(1, figure.dan) // 100
        near = self._strikes(figure)
        if side == self.seat:
            return value * (SPENDABLE if near else IDLE) // 100
        return value if near else value * FAR // 100

    def _strikes(self, figure: Figure) -> bool:
        reach = IN_RANGE if figure.ranged else IN_REACH
        return any(ground.within(figure, foe, reach) for foe in self.state.enemies(figure))

    def _favour(self, bearer: Figure) -> int:
        """Nothing for who has no enemy at hand: most of what powers put in force is over with the hand or the turn."""
        close = any(ground.within(bearer, foe, IN_REACH) for foe in self.state.enemies(bearer))
        return FAVOUR + LENDS * self.dice(bearer) // 100 if close else 0

    def favours(self) -> int:
        """What the effects in force do for who gave them, each rule once for each bearer."""
        total = 0
        seen: set[tuple[str, Id]] = set()
        for effect in self.state.effects.values():
            if (effect.rule, effect.bearer) in seen or any(name == "die" for name, _ in effect.keep):
                continue
            seen.add((effect.rule, effect.bearer))
            bearer = self.state.figures.get(effect.bearer)
            value = FAVOUR if bearer is None else self._favour(bearer)
            total += value if effect.seat == self.seat else -value
        return total


def distance_to_work(state: Battle, figure: Figure) -> int:
    """How far a figure is from where it is useful: its nearest enemy, an area to hold, a token (units)."""
    gaps = [ground.distance(figure, foe) for foe in state.enemies(figure)]
    far = min(gaps, default=0)
    if figure.ranged and figure.pre + 2 >= figure.dan:
        content = max(0, STAND_OFF - CLOSING * max(0, state.turn - 2))
        far = max(0, far - content) if far > 3 * CM or not content else 4 * CM
    for zone in state.zones if state.options.hold_points else ():
        far = min(far, max(abs(figure.x - zone.x), abs(figure.y - zone.y)))
    return far

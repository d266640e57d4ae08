"""What a state is worth to a seat: the figures that fight for it, what they can still do, and what hinders them.

Who is struck down first matters most, as long as it would have fought (`_View.strength`); who sees nobody cannot shoot.

The unit is a thousandth of a recruitment point (PR). Everything is measured by what one point of Resistenza is worth:
a figure's cost, spread over its Resistenza. A die is worth the wounds that it may be expected to inflict, a condition
the dice or the wounds that it takes. Nothing here looks at the dice to come or at anything a seat may not see.
"""

from __future__ import annotations

from arbitro.content.attrition import lasting
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

POINT_OF_COST = 1000
"""A recruitment point in units."""
NEAR, ARMOUR = 40, 300
"""A centimetre nearer to one's work, and a point of Resistenza of armour."""
HITS = {4: 35, 6: 47, 8: 53}
"""Wounds in a hundred dice of an attack of Danno 1: SdS 4, the top face counting twice, and some lost on armour."""
OFTEN = 55
"""The same for larger dice."""
FAR, SPENDABLE, IDLE, RESTRICTED = 80, 50, 2, 70
"""In percent: an enemy's die with nobody in reach (nearly a whole one, or nobody would dare to come near); one's own
die, which is there to be spent, with an enemy in reach and without; one whose use a rule restricts."""
IN_REACH, IN_RANGE = CM, 45 * CM
"""From how near a figure strikes, and shoots with most weapons (CDC-EQ-41 to -49)."""
SHOT = 90
"""What a shot brings: Danno 1 for most weapons, with criticals for some (percent of an attack of Danno 1)."""
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
TOO_NEAR, BOLD = 3 * CM, 6
"""Where a shooter would rather stand farther off, and the turn from which on it does not mind: battles must end."""


def worth(state: Battle, seat: Seat) -> int:
    """All that is ours less all that is theirs, the score, and the result if there is one."""
    view = _View(state, seat)
    total = view.strength(seat) - view.strength(state.other(seat))
    total += sum(view.share(figure) for figure in state.figures.values())
    total += view.favours() if state.effects else 0
    if state.result:
        total += VICTORY if state.result == seat else 0 if state.result == "draw" else -VICTORY
    number = state.seats.index(seat)
    return total + SCORE * (state.scores[number] - state.scores[1 - number])


def standing(state: Battle, seat: Seat) -> int:
    """How a state stands for a seat, whoever is about to act: the dice of both sides count alike.

    Seen by one side, its own dice are there to be spent and those of its enemy threaten. Where lines are compared of
    which some end with new dice in the hands of both, and some without, that alone would decide.
    """
    return (worth(state, seat) - worth(state, state.other(seat))) // 2


def idle_worth(state: Battle, seat: Seat) -> int:
    """What a state is worth to a seat that does nothing more this turn: its dice are lost (CDC-TRN-05)."""
    view = _View(state, seat)
    return worth(state, seat) - sum(view.dice(f) for f in state.on_table() if view.orders(f) == seat)


def wound_of(figure: Figure) -> int:
    """What one point of Resistenza of a figure is worth."""
    return POINT_OF_COST * max(1, figure.cost) // max(1, figure.life_max)


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

    def strength(self, side: Seat) -> int:
        """What a company can still do before it is struck down, in units of its cost.

        The enemy does best to strike first who costs most for each point of Resistenza that is left. Each figure then
        counts by its cost for as long as it lasts: for its own Resistenza and that of all who are struck before it.
        A company that nobody has hurt is worth what it costs; the same wound weighs more on who will be struck first.
        """
        mine = [f for f in self.state.figures.values() if f.company == side and not f.image]
        fresh = lasting([(max(1, f.cost), max(1, f.life_max)) for f in mine])
        left = lasting([(max(1, f.cost), f.life) for f in mine if f.status in (TABLE, AWAY, RESERVE) and f.life > 0])
        return POINT_OF_COST * sum(max(1, f.cost) for f in mine) * left // max(1, fresh)

    def share(self, figure: Figure) -> int:
        """What a figure adds to the worth of the state."""
        if figure.status not in (TABLE, AWAY) or figure.image:
            return 0
        value = self._body(figure)
        value = value if figure.company == self.seat else -value
        return value + (self.dice(figure) if self.orders(figure) == self.seat else -self.dice(figure))

    def _body(self, figure: Figure) -> int:
        wound, value = wound_of(figure), ARMOUR * figure.armour
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
        value = hits * self.prey[figure.company] // 100
        foes = self.state.enemies(figure)
        if any(ground.within(figure, foe, IN_REACH) for foe in foes):
            value, near = value * max(1, figure.dan), True
        elif can_shoot(self.state, figure):
            value, near = value * SHOT // 100, True
        else:
            value, near = value * max(1, figure.dan), False
        if side == self.seat:
            return value * (SPENDABLE if near else IDLE) // 100
        return value if near else value * FAR // 100

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


def can_shoot(state: Battle, figure: Figure) -> bool:
    """Whether a figure has something to shoot with, and an enemy in range and in sight (CDC-ACT-05.5)."""
    if all(weapon in figure.used_up for weapon in figure.ranged):
        return False
    here = state.on_table()
    return any(
        ground.within(figure, foe, IN_RANGE) and ground.sees(state.ground, here, figure, foe)
        for foe in state.enemies(figure)
    )


def distance_to_work(state: Battle, figure: Figure) -> int:
    """How far a figure is from where it is useful: its nearest enemy, an area to hold, a token (units)."""
    gaps = [ground.distance(figure, foe) for foe in state.enemies(figure)]
    far = min(gaps, default=0)
    if figure.ranged and figure.pre + 2 >= figure.dan:
        if far <= TOO_NEAR and state.turn < BOLD:
            far = TOO_NEAR + CM
        elif far > TOO_NEAR and can_shoot(state, figure):
            far = 0
    for zone in state.zones if state.options.hold_points else ():
        far = min(far, max(abs(figure.x - zone.x), abs(figure.y - zone.y)))
    return far

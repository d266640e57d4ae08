"""How long everybody lasts, and which attack shortens that most: what one that searches thinks with.

All dice of a side against one target count by the highest alone (CRN-ATK-02.1), so that a second blow at the same foe
is often better spent on another. Nothing here looks at the dice to come, nor at anybody who is hidden.
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.content.attrition import lasting
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.cairn.declare import ATTACK, DUAL, weapons_of
from arbitro.rulesets.cairn.deeds import blow_of
from arbitro.rulesets.cairn.queries import BLAST, armour_of, encounter_of, thing_of
from arbitro.rulesets.cairn.state import IMPAIRED_DIE, Creature

USUAL_DIE = 8
"""The die of a blow of which nothing more is known."""
HINDERING = ("addormentato", "indifeso", "paralizzato", "panico", "legato", "trattenuto", "confuso", "pacificato",
             "accecato", "svantaggiato")  # fmt: skip
HINDERED = 0.5
"""Who is in such a condition does about this part of what it could."""
KEPT = 1 << 16


@lru_cache(maxsize=KEPT)
def blows_left(pf: int, forza: int, armour: int) -> float:
    """How many usual blows take somebody out of a fight, on average (CRN-ATK-01.2, CRN-CRIT-01.3, CRN-LOSS-02.1).

    >>> blows_left(0, 1, 0), blows_left(1, 1, 0)  # only a 1 leaves somebody standing who has 1 PF and 1 FOR
    (1.0, 1.125)
    """
    faces = range(armour + 1, USUAL_DIE + 1)
    return (USUAL_DIE + sum(left_after(pf, forza, armour, face - armour) for face in faces)) / len(faces)


def left_after(pf: int, forza: int, armour: int, harm: int) -> float:
    """How many usual blows are left after so much harm; who fails the save against critical damage is out."""
    if harm <= pf:
        return blows_left(pf - harm, forza, armour)
    left = forza - (harm - pf)
    return blows_left(0, left, armour) * min(19, left) / 20 if left > 0 else 0.0


@lru_cache(maxsize=KEPT)
def left_of_dice(pf: int, forza: int, armour: int, dice: tuple[int, ...]) -> float:
    """The same after the highest of some dice.

    >>> left_of_dice(0, 1, 0, (6, 8)), left_of_dice(0, 1, 4, (4,)) == blows_left(0, 1, 4)
    (0.0, True)
    """
    total, below = 0.0, 0.0
    for face in range(1, max(dice) + 1):
        up_to = 1.0
        for sides in dice:
            up_to *= min(face, sides) / sides
        total += (up_to - below) * left_after(pf, forza, armour, max(0, face - armour))
        below = up_to
    return total


def menace(game: Game, figure: Creature) -> float:
    """What the best weapon of somebody rolls, about."""
    things = (thing_of(game, weapon) for weapon in weapons_of(game, figure))
    dice = [tuple(thing.dice) if thing is not None and thing.dice else (IMPAIRED_DIE,) for thing in things]
    best = max(((max(hand) + 1) / 2 + len(hand) - 1 for hand in dice), default=0.0)
    return best * (HINDERED if any(map(figure.has, HINDERING)) else 1.0)


def balance(game: Game, seat: Seat, stake: int) -> int:
    """How a fight stands for a seat: what its side still does against the other's; half a ``stake`` is the most.

    A fight that is won is worth the whole.
    """
    state = encounter_of(game)
    if state.result:
        return stake if state.result == seat else 0 if state.result == "draw" else -stake
    mine, theirs = (_power(game, side) for side in (seat, state.other(seat)))
    return round(stake * (mine - theirs) / (2 * max(0.01, mine + theirs)))


def _power(game: Game, seat: Seat) -> float:
    here = [figure for figure in encounter_of(game).side(seat) if figure.standing]
    return lasting([(menace(game, f), blows_left(f.pf, f.forza, armour_of(game, f.id).value)) for f in here])


class Volley:
    """What the attacks that a side has declared so far leave of the other."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game, state = game, encounter_of(game)
        self.foes = [f for f in state.figures.values() if f.seat != seat and f.standing and not f.hidden]
        self.menace = {foe.id: menace(game, foe) for foe in self.foes}
        self.armour = {foe.id: armour_of(game, foe.id).value for foe in self.foes}
        self.dice: dict[Id, tuple[int, ...]] = {foe.id: () for foe in self.foes}
        for figure in state.side(seat):
            if figure.plan[:1] in ((ATTACK,), (DUAL,)):
                self.dice = self._with(figure.id, str(figure.plan[1]), str(figure.plan[2]))

    def _with(self, it: Id, weapon: str, target: Id) -> dict[Id, tuple[int, ...]]:
        """The dice against each foe with one more attack; a blast may catch them all."""
        blow, _ = blow_of(self.game, it, target, weapon, False)
        wide = self.game.query(BLAST, actor=it, target=target, weapon=blow.weapon).value > 0
        return {
            foe: tuple(sorted((*dice, *blow.dice))) if wide or foe == target else dice
            for foe, dice in self.dice.items()
        }

    def left(self, path: tuple[Value, ...]) -> float:
        """What the other side still does after one more attack."""
        dice = self._with(str(path[0]), str(path[2]), str(path[3]))
        return lasting([(self.menace[f.id], self._lasts(f, dice[f.id])) for f in self.foes])

    def _lasts(self, foe: Creature, dice: tuple[int, ...]) -> float:
        armour = self.armour[foe.id]
        return left_of_dice(foe.pf, foe.forza, armour, dice) if dice else blows_left(foe.pf, foe.forza, armour)

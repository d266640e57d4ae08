"""Noses, ears and feet that find the square of whoever hides: scent, blindsense, tremorsense (open content).

A sheet may say how far a sense reaches: ``percezione_cieca:6``, in metres. What they find is pinpointed where nobody
can see it, and has no more use of its skill at hiding; concealed it may be still. Our ruling on scent: the direction in
which something smells within 9 metres tells nobody anything that the board does not.
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.lookups import battle_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.noticing import reveal, wakeful
from arbitro.rulesets.pathfinder.sight import effect_between
from arbitro.rulesets.pathfinder.state import FLY, IN, INCORPOREAL_BODY, Creature, squares_of
from arbitro.rulesets.pathfinder.vanishing import pinpoint, trace_of

SCENT, BLINDSENSE, TREMORSENSE = "fiuto", "percezione_cieca", "percezione_tellurica"
REACH = {SCENT: 1.5, BLINDSENSE: 18.0, TREMORSENSE: 18.0}
"""Metres to which they find the square of something, where nothing else is said."""


@lru_cache(maxsize=256)
def keen(senses: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Those of the senses of a sheet that find the hidden, and how far, in squares.

    >>> keen(("crepuscolare", "fiuto", "percezione_cieca:6"))
    (('fiuto', 1), ('percezione_cieca', 4))
    """
    parts = (sense.partition(":") for sense in senses)
    return tuple((word, squares_of(float(metres or REACH[word]))) for word, _, metres in parts if word in REACH)


def found_out(game: Game) -> list[Id]:
    """Those who hide and are within reach of such a sense of a foe."""
    battle = battle_of(game)
    hidden = [figure for figure in battle.figures.values() if figure.hidden and figure.status == IN]
    if not hidden or battle.book is not None:
        return []
    return [figure.id for figure in hidden
            if any(_finds(game, foe, figure) for foe in battle.foes_of(figure))]  # fmt: skip


def _finds(game: Game, it: Creature, other: Creature) -> bool:
    senses = sheet_of(game, it).senses
    if not senses or not (sharp := keen(tuple(senses))) or not wakeful(game, it.id):
        return False
    away = distance(it.space, other.space)
    return any(away <= far and _works(game, word, it, other) for word, far in sharp)


def _works(game: Game, sense: str, it: Creature, other: Creature) -> bool:
    """Nothing without a body smells or treads, nothing in the air treads; ears hear through no wall."""
    if sense == BLINDSENSE:
        return effect_between(game, it.space, other.space)
    bodiless = suffers(game, other.id, INCORPOREAL_BODY)
    return not bodiless and (sense == SCENT or (not other.z and other.way != FLY and it.way != FLY))


def give_away(game: Game, it: Id) -> None:
    """Their square is known, or their hiding place."""
    if trace_of(game, it) is not None:
        pinpoint(game, it, ("PF-CON-09.1",))
    else:
        reveal(game, it, ("PF-SKL-06.3",))

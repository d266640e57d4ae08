"""What a computer does for the fallen: hands to those who die, and what it makes of the time after a fight."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.calm import BED, CARE, END, ROUND, standing
from arbitro.rulesets.pathfinder.deeds import DEEDS, may_do
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.mercy import STABILISE, needs_hands
from arbitro.rulesets.pathfinder.paths import reachable, stride_of, way_of
from arbitro.rulesets.pathfinder.recovery import patients_of, unwell
from arbitro.rulesets.pathfinder.state import Creature, name_of_square
from arbitro.rulesets.pathfinder.threat import strikers

FEW_ROUNDS, MANY_DAYS = 8, 30
"""Decisions after a fight up to which it spends rounds on the fallen, and days on the wounded."""


def time_after(game: Game) -> tuple[Value, ...]:
    """Rounds while somebody of the victors bleeds, then care and days in bed until all are well."""
    battle = battle_of(game)
    mine = [figure for figure in battle.side(battle.field) if figure.present] if battle.field in battle.seats else []
    hands = standing(game)
    if hands and battle.calls < FEW_ROUNDS and any(needs_hands(figure) for figure in mine):
        return (ROUND,)
    ill = [figure.id for figure in mine if unwell(figure)]
    if not ill or battle.calls >= MANY_DAYS:
        return (END,)
    pairs = ((hand, it) for hand in hands if hand not in ill or hand == hands[0] for it in patients_of(game, hand))
    found = next(((hand, it) for hand, it in pairs if it in ill), None)
    return (CARE, *found) if found is not None else (BED,)


def nurse(game: Game, it: Id) -> tuple[Value, ...] | None:
    """First aid for a friend beside one whom nobody threatens; when all is over, the way to a friend who needs it."""
    figure = figure_of(game, it)
    if may_do(game, figure, DEEDS[STABILISE]) and not strikers(game, it):
        branch = DEEDS[STABILISE].grow(game, it, ())
        assert branch is not None
        return (STABILISE, branch.options[0].key)
    if not battle_of(game).calm or not figure.std:
        return None
    needy = [friend for friend in battle_of(game).friends_of(figure) if needs_hands(friend)]
    return _towards(game, figure, needy) if needy and may_do(game, figure, DEEDS["move"]) else None


def _towards(game: Game, figure: Creature, needy: list[Creature]) -> tuple[Value, ...] | None:
    """The square of a move that is nearest to somebody in need, if it is nearer than here."""
    found = reachable(game, figure.id, stride_of(game, figure), way_of(game, figure), odd=figure.odd)

    def far(square: tuple[int, int]) -> int:
        return min(distance(figure.space.at(*square), friend.space) for friend in needy)

    best = min(sorted(found), key=lambda square: (far(square), found[square].cost), default=None)
    if best is None or far(best) >= far((figure.x, figure.y)):
        return None
    return ("move", name_of_square(best))

"""Who notices whom: plain view, hearing and seeing at a distance, and what comes to light (PF-SKL-01, PF-SKL-06)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, helpless, suffers
from arbitro.rulesets.pathfinder.sight import could_see, effect_between, stands_covered, veil
from arbitro.rulesets.pathfinder.state import BLINDED, RANGED, UNCONSCIOUS

STATUE, GLASS = "immobilita", "trasparente"
"""Who can stand as still as stone, and who is hard to make out as long as it is still."""
FARTHER = 2  # squares for which the DC to notice somebody rises by one, PF-SKL-01.2


def wakeful(game: Game, it: Id) -> bool:
    """Whether a creature can notice anything."""
    figure = figure_of(game, it)
    return figure.present and not (figure.conditions and (helpless(game, it) or suffers(game, it, UNCONSCIOUS)))


def watchful(game: Game, it: Id) -> list[Id]:
    """The foes of a creature who can notice anything, and are not shut off from it."""
    figure = figure_of(game, it)
    return [
        foe.id for foe in battle_of(game).foes_of(figure)
        if wakeful(game, foe.id) and effect_between(game, foe.space, figure.space)
    ]  # fmt: skip


def in_plain_view(game: Game, it: Id, foe: Id) -> bool:
    """Whether a foe looks at somebody whom neither cover nor concealment hides (PF-SKL-06.3, PF-COV-08, PF-CON-05).

    Soft cover is none here (PF-COV-09.2).
    """
    if not wakeful(game, foe) or suffers(game, foe, BLINDED) or not could_see(game, foe, it):
        return False
    return not veil(game, foe, it, RANGED) and not stands_covered(game, it, foe)


def farness(game: Game, it: Id, foe: Id) -> int:
    """What the distance adds to the DC to notice somebody (PF-SKL-01.2)."""
    return distance(figure_of(game, it).space, figure_of(game, foe).space) // FARTHER


def on_the_lookout(game: Game, it: Id) -> bool:
    """Whether somebody hides whom a creature could come upon."""
    return any(foe.hidden for foe in battle_of(game).foes_of(figure_of(game, it)))


def unremarkable(game: Game, it: Id) -> bool:
    """Whether somebody who is still does not catch the eye, even in plain view."""
    return has_feat(game, it, STATUE) or has_feat(game, it, GLASS)


def uncover(game: Game, it: Id) -> None:
    """Whoever hides from a creature and stands in its plain view is seen at once (PF-SKL-06.3), but for statues."""
    for foe in battle_of(game).foes_of(figure_of(game, it)):
        if foe.hidden and in_plain_view(game, foe.id, it) and not unremarkable(game, foe.id):
            reveal(game, foe.id, ("PF-SKL-06.3",))


def reveal(game: Game, it: Id, rules: tuple[RuleId, ...]) -> None:
    """Somebody hides no more."""
    if figure_of(game, it).hidden:
        game.do(Revealed(it=it, rules=rules))

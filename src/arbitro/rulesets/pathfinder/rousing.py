"""Trees that rouse themselves for whoever knows how to call them: a full round, then they walk and strike."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_bonds import Joined
from arbitro.rulesets.pathfinder.ground import FOLIAGE
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.state import STANDARD, name_of_square, square_named, squares_of
from arbitro.rulesets.pathfinder.strikes import stance
from arbitro.rulesets.pathfinder.summoning import CALLED, fits, made
from arbitro.rulesets.pathfinder.verbs import rules_of, verb

ROUSE = "rouse_tree"
ROUSES, TREE, AWAKE = "destare-alberi", "albero-destato", "albero-che-si-desta"
"""The ability, what comes of it, and the record of how long it lasts."""
FAR, MOST = squares_of(54), 2


def _trees(game: Game, it: Id) -> list[Square]:
    """Foliage near enough in which a tree has room to stand, while fewer than two walk."""
    battle, mine = battle_of(game), figure_of(game, it).space
    if battle.book is not None or len(_walking(game, it)) >= MOST:
        return []
    near = [spot for spot, sign in battle.ground.signs.items()
            if sign == FOLIAGE and distance(mine, Space(*spot)) <= FAR]  # fmt: skip
    tree = made(game, it, TREE, "", (0, 0)) if near else None
    return sorted(spot for spot in near if tree is not None and fits(game, tree, spot))


def _walking(game: Game, it: Id) -> list[Id]:
    """The trees that somebody has roused."""
    effects = battle_of(game).effects.values()
    return [effect.bearer for effect in effects if effect.rule == AWAKE and dict(effect.keep).get("ally") == it]


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("square", tuple(Option(name_of_square(spot)) for spot in _trees(game, it)))


@deed(ROUSE, STANDARD, (ROUSES,), grow=_branch,
      offered=lambda game, it: has_feat(game, it, ROUSES) and bool(_trees(game, it)))  # fmt: skip
def rouse_tree(game: Game, it: Id, path: Path) -> Flow[None]:
    """Call a tree: from the next round on it fights at one's side."""
    yield from stance(game, it, AWAKE, place=str(path[0]))


@verb("tree", head="none")
def tree(game: Game, scope: dict[str, Any], head: Any, args: dict[str, Any]) -> None:
    """It stands up where it grew; with ``for`` it takes root again."""
    square, me = square_named(str(scope["place"])), scope["me"]
    assert square is not None
    newcomer = made(game, me, TREE, game.new_id("tree"), square)
    battle = battle_of(game)
    newcomer.summoned, newcomer.acted, newcomer.took = True, True, battle.round
    newcomer.initiative = battle.figures[me].initiative
    after = battle.order[battle.order.index(me) + 1 :] if me in battle.order else ()
    game.do(Joined(creature=newcomer, before=after[0] if after else "", rules=rules_of(scope)))
    begin_effect(game, scope["_part"], scope, newcomer.id, ((CALLED, newcomer.id),))

"""What stands in between: a tower shield as a wall of one's own, doors and bars that give way (PF-TAB-03.5, -21.1)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.arms import worn_armour
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_thrown import ShieldSet, WallBroken
from arbitro.rulesets.pathfinder.ground import BARS, DOOR
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.saves import ability_check
from arbitro.rulesets.pathfinder.sight import SIDES
from arbitro.rulesets.pathfinder.state import FORZA, STANDARD, name_of_square

BREAK_DC = {DOOR: 23, BARS: 24}  # PF-TAB-21.1
JOIN = "/"


# --- a tower shield -----------------------------------------------------------------------------------


def _has_tower(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return not figure.swings and any(armour.type == "tower" for _, armour in worn_armour(game, figure))


@deed("behind_shield", STANDARD, ("PF-TAB-03.5",), offered=_has_tower,
      grow=lambda game, it, path: None if path else Branch("edge", tuple(map(Option, SIDES))))  # fmt: skip
def behind_shield(game: Game, it: Id, path: Path) -> Flow[None]:
    """Give up attacking and be wholly covered on one side, until the next own turn (PF-TAB-03.5)."""
    yield from ()
    game.do(ShieldSet(it=it, side=str(path[0]), rules=("PF-TAB-03.5", "PF-COV-12.1")))


# --- doors and bars -----------------------------------------------------------------------------------


def _beside(game: Game, it: Id) -> dict[str, tuple[str, Square, Square]]:
    """Doors and bars on the border of one's own space, by the two squares they part."""
    battle, own = battle_of(game), set(figure_of(game, it).space.squares())
    found: dict[str, tuple[str, Square, Square]] = {}
    for a, b, c, d, kind in battle.ground.walls:
        here, there = (a, b), (c, d)
        if kind in BREAK_DC and (here in own) != (there in own):
            found[f"{name_of_square(here)}{JOIN}{name_of_square(there)}"] = kind, here, there
    return found


@deed("break_down", STANDARD, ("PF-TAB-21.1",), offered=lambda game, it: bool(_beside(game, it)),
      grow=lambda game, it, path: None if path else Branch("wall", tuple(map(Option, _beside(game, it)))))  # fmt: skip
def break_down(game: Game, it: Id, path: Path) -> Flow[None]:
    """Force a shut door, or bend iron bars: a Strength check (PF-TAB-21.1)."""
    yield from ()
    kind, here, there = _beside(game, it)[str(path[0])]
    if ability_check(game, it, FORZA, BREAK_DC[kind], ("PF-TAB-21.1", "PF-TAB-24.1"), "break_down"):
        game.do(WallBroken(it=it, between=(here, there), rules=("PF-TAB-21.1",)))

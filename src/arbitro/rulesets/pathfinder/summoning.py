"""Creatures that spells call: they arrive, act at once, and go with the spell (PF-SPX-09); the dead called back."""

from __future__ import annotations

from typing import Any

from arbitro.engine.effects import begin_effect
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.events_bonds import Joined
from arbitro.rulesets.pathfinder.events_magic import Raised, Vanished
from arbitro.rulesets.pathfinder.ground import within
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.paths import may_stop
from arbitro.rulesets.pathfinder.setup import of_sheet
from arbitro.rulesets.pathfinder.sight import effect_between
from arbitro.rulesets.pathfinder.state import DEAD, IN, Battle, Creature, square_named
from arbitro.rulesets.pathfinder.verbs import rules_of, those, verb

LOST_BY_LEVEL = 5
"""Hit points that a negative level takes."""
CALLED = "called"
"""What the effect that keeps a called creature here remembers."""


def room(game: Game, it: Id, sheet: str, far: int) -> list[Square]:
    """The squares within so many where a creature can arrive, in order."""
    key = ("room", it, sheet, far)
    known: list[Square] | None = game.near.get(key)
    if known is None:
        mine = figure_of(game, it)
        newcomer = made(game, it, sheet, "", (mine.x, mine.y))
        known = game.near[key] = [
            square for square in _around(mine.space, far)
            if fits(game, newcomer, square) and effect_between(game, mine.space, newcomer.space.at(*square))
        ]  # fmt: skip
    return known


def _around(space: Space, far: int) -> list[Square]:
    found = ((x, y) for x in range(space.x - far, space.x + space.span + far)
             for y in range(space.y - far, space.y + space.span + far))  # fmt: skip
    return [square for square in found if distance(space, Space(*square)) <= far]


def fits(game: Game, newcomer: Creature, square: Square) -> bool:
    """Whether somebody new has room at a square."""
    return within(battle_of(game), newcomer.space.at(*square)) and may_stop(game, newcomer, square)


def made(game: Game, it: Id, sheet: str, id_: Id, square: Square) -> Creature:
    """A creature as its sheet has it, on somebody's side."""
    library = library_of(game)
    shape = library.sheet(sheet)
    assert shape is not None
    return of_sheet(shape, id_, figure_of(game, it).seat, square, library)


@verb("call", head="none")
def call(game: Game, scope: dict[str, Any], head: Any, args: dict[str, Any]) -> None:
    """The creature that was chosen arrives where it was wanted, and acts right after its caller."""
    sheet, square = str(scope["path"][0]), square_named(str(scope["path"][1]))
    assert square is not None
    me, battle = scope["me"], battle_of(game)
    newcomer = made(game, me, sheet, game.new_id("call"), square)
    if not fits(game, newcomer, square):
        return
    newcomer.summoned, newcomer.acted, newcomer.initiative = True, True, battle.figures[me].initiative
    after = battle.order[battle.order.index(me) + 1 :]
    game.do(Joined(creature=newcomer, before=after[0] if after else "", rules=(scope["rule"],)))
    begin_effect(game, scope["_part"], scope, newcomer.id, ((CALLED, newcomer.id),))


@verb("rise", head="name", args={"of": "expr"})
def rise(game: Game, scope: dict[str, Any], sheet: str, args: dict[str, Any]) -> None:
    """Whoever was slain gets up as one like its slayer, on its side; it acts from the next round on."""
    me, fallen = scope["me"], figure_of(game, args["of"])
    newcomer = made(game, me, sheet, game.new_id("spawn"), (fallen.x, fallen.y))
    spots = sorted(_around(fallen.space, 2), key=lambda square: (distance(fallen.space, Space(*square)), square))
    square = next((one for one in spots if fits(game, newcomer, one)), None)
    if square is None or fallen.status != DEAD:
        return
    newcomer.x, newcomer.y = square
    newcomer.acted, newcomer.initiative = True, figure_of(game, me).initiative
    game.do(Joined(creature=newcomer, rules=rules_of(scope)))


def called_away(battle: Battle) -> list[Id]:
    """Creatures that were called and may not stay: their spell is over, or they are beaten."""
    called = [figure for figure in battle.figures.values() if figure.summoned and figure.status == IN]
    if not called:
        return []
    held = {value for effect in battle.effects.values() for name, value in effect.keep if name == CALLED}
    return [figure.id for figure in called if figure.id not in held or figure.hp <= 0]


def send_away(game: Game, it: Id) -> None:
    """A called creature goes back where it came from."""
    game.do(Vanished(it=it, rules=("PF-SPX-09.2",)))


# --- the dead -----------------------------------------------------------------------------------------


def bodies_near(game: Game, it: Id) -> list[Id]:
    """The dead of one's own side within reach of a touch."""
    mine = figure_of(game, it)
    return [other.id for other in battle_of(game).side(mine.seat)
            if other.status == DEAD and not other.summoned and distance(mine.space, other.space) <= 1]  # fmt: skip


@verb("revive", args={"full": "expr", "to": "expr"})
def revive(game: Game, scope: dict[str, Any], levels: int, args: dict[str, Any]) -> None:
    """The dead live again, less so many negative levels of five hit points each (PF-SPX-06, -07).

    Their hit points are their Hit Dice, or with ``full`` all that they have.
    """
    for it in those(scope, args):
        figure = figure_of(game, it)
        most = max(1, figure.hp_max - LOST_BY_LEVEL * levels)
        hp = most if args.get("full") else min(most, figure.level)
        game.do(Raised(it=it, hp=hp, hp_max=most, rules=rules_of(scope)))

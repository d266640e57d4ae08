"""The Proto-Lanciafiamme: an arc of fire, or an explosion (CDC-EQ-52)."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Arc
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.arcs import in_arc
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo.damage import hurt
from arbitro.rulesets.crepuscolo.events import ItemSpent, Missed, Succeeded
from arbitro.rulesets.crepuscolo.proofs import take_test
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE
from arbitro.rulesets.crepuscolo.subjects import FLAME, THRESHOLD, Deed
from arbitro.rulesets.crepuscolo.throws import throw_threshold


def in_flames(game: Game, actor: Id, weapon: str, way: int) -> list[Id]:
    """All fighters within the weapon's arc, allies too, the user not (CDC-EQ-52.2, .3, .7)."""
    area = game.ruleset.records[weapon].data["area"]
    user = figure_of(game, actor)
    return [
        f.id
        for f in battle_of(game).fighters()
        if f.id != actor and in_arc(user, way, area["degrees"], area["cm"] * CM, f)
    ]


def flame(game: Game, actor: Id, weapon: str, sides: int) -> Flow[None]:
    """A complete action of threshold 2: everybody in the arc takes a test or is burnt; on a miss it explodes."""
    area = game.ruleset.records[weapon].data["area"]
    default = _best_way(game, actor, weapon)
    form = Arc(lambda value: None, default=default, sampler=lambda rng: rng.randrange(360) * 1000)
    about = {"actor": actor, "action": FLAME, "weapon": weapon}
    way = yield from ask("arc", game.controller(actor), form, about)
    throw = yield from throw_threshold(game, actor, THRESHOLD, sides, area["threshold"], (f"{weapon}.1",))
    if figure_of(game, actor).status != TABLE:
        return
    yield from _burn(game, actor, weapon, way, throw.success)
    yield from game.window("acted", Deed(actor, FLAME, None, throw.success))


def _burn(game: Game, actor: Id, weapon: str, way: int, works: bool) -> Flow[None]:
    """What comes of the threshold: an arc of fire, or an explosion."""
    area = game.ruleset.records[weapon].data["area"]
    if not works:
        game.do(Missed(actor=actor, target="", action=FLAME, weapon=weapon, rules=(f"{weapon}.4",)))
        game.do(ItemSpent(it=actor, item=weapon, rules=(f"{weapon}.4",)))
        yield from hurt(game, actor, area["explosion"], actor=actor, action="own", rules=(f"{weapon}.4", f"{weapon}.8"))
        return
    game.do(Succeeded(actor=actor, action=FLAME, rules=(f"{weapon}.2",)))
    for it in in_flames(game, actor, weapon, way):
        if figure_of(game, it).status != TABLE:
            continue
        passed = yield from take_test(game, it, area["test"], (f"{weapon}.2",))
        if not passed:
            yield from hurt(game, it, area["damage"], actor=actor, action="item", rules=(f"{weapon}.2",), weapon=weapon)


def _best_way(game: Game, actor: Id, weapon: str) -> int:
    """The direction, of sixteen, that catches most enemies and fewest friends."""
    company = figure_of(game, actor).company

    def catch(way: int) -> int:
        caught = [figure_of(game, it).company for it in in_flames(game, actor, weapon, way)]
        return sum(1 if c != company else -2 for c in caught)

    return max(range(0, 360_000, 22_500), key=lambda way: (catch(way), -way))

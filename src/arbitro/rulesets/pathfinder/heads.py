"""Many heads: each bites, each can be cut off, two grow from a stump that nobody sears (open content).

A head has as many hit points as its owner Hit Dice, and no hardness; losing one costs the body as many. Our ruling on
searing: acid or fire of 5 points or more reaches one stump with a weapon, and all of them with anything else.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.arms import arm_named, dice_of
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_menaces import HeadCut, HeadsGrew, NeckHurt, StumpSeared
from arbitro.rulesets.pathfinder.harm import die, suffer
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.manoeuvres import SUNDER, Manoeuvre, arms_at, attempt, handling
from arbitro.rulesets.pathfinder.numbers import DAMAGE, FLAT_MANNER
from arbitro.rulesets.pathfinder.setup import heads_of
from arbitro.rulesets.pathfinder.state import ATTACK, HEADS, MELEE
from arbitro.rulesets.pathfinder.strikes import use_swing
from arbitro.rulesets.pathfinder.verbs import rules_of, verb

SEVER, SLASHING = "sever", "tagliente"
GROWS_IN, GROW, MOST_TIMES = 4, 2, 2
"""The die of rounds until heads grow, how many do, and how many times as many as at first there can be."""


def _blades(game: Game, it: Id) -> dict[str, list[Id]]:
    """What cuts, and whose heads it reaches."""
    if not any(foe.heads for foe in battle_of(game).foes_of(figure_of(game, it))):
        return {}
    found = arms_at(game, it, SEVER, lambda game, it, target: figure_of(game, target).heads > 0)
    return {key: foes for key, foes in found.items() if SLASHING in arm_named(game, it, key).weapon.types}


def _sever_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch("weapon", tuple(map(Option, _blades(game, it))))
    return Branch("target", tuple(map(Option, _blades(game, it)[str(path[0])]))) if len(path) == 1 else None


@deed(SEVER, ATTACK, (HEADS, "PF-SND-01.1"), grow=_sever_branch, offered=lambda game, it: bool(_blades(game, it)))
def sever(game: Game, it: Id, path: Path) -> Flow[None]:
    """Strike at a neck as one strikes at a thing that somebody holds (PF-SND-01.1)."""
    weapon, target = str(path[0]), str(path[1])
    swing = use_swing(game, it, weapon)
    m = Manoeuvre(actor=it, target=target, name=SUNDER, rule=HEADS, weapon=weapon, also=handling(swing.penalty))
    out = yield from attempt(game, m)
    if not out.passed or not figure_of(game, target).heads:
        return
    number, sides = dice_of(game, it, arm_named(game, it, weapon))
    bonus = game.query(DAMAGE, actor=it, target=target, weapon=weapon, mode=MELEE, action=SUNDER, manner=FLAT_MANNER,
                       hand=swing.hand, penalty=0)  # fmt: skip
    rolled = number if sides == 1 else game.sum(number, sides, by=it, rules=("PF-DMG-01.1",))
    amount, figure = max(1, rolled + bonus.value), figure_of(game, target)
    if figure.neck + amount < figure.level:
        game.do(NeckHurt(it=target, actor=it, amount=amount, rules=(HEADS, "PF-SND-02.1")))
        return
    rounds = game.roll(GROWS_IN, by=target, rules=(HEADS,))[0]
    due = battle_of(game).round + rounds
    game.do(HeadCut(it=target, actor=it, rounds=rounds, due=due, rules=(HEADS,)))
    yield from suffer(game, target, figure.level, "", actor=it, rules=(HEADS,))


@verb("grow_heads")
def grow_heads(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> None:
    """At its turn two heads grow from each stump that has waited long enough, up to twice as many as at first."""
    figure, now = figure_of(game, it), battle_of(game).round
    left = tuple(due for due in figure.stumps if due > now)
    ready = len(figure.stumps) - len(left)
    sheet = library_of(game).sheet(figure.profile)
    if not ready or sheet is None:
        return
    heads = min(MOST_TIMES * heads_of(sheet), figure.heads + GROW * ready)
    game.do(HeadsGrew(it=it, grown=heads - figure.heads, heads=heads, stumps=left, rules=rules_of(scope)))


@verb("sear_stumps", args={"with": "expr"})
def sear_stumps(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """Stumps are seared; without head or stump left it is dead."""
    figure = figure_of(game, it)
    if not figure.stumps:
        return
    game.do(StumpSeared(it=it, seared=1 if args.get("with") else len(figure.stumps), rules=rules_of(scope)))
    figure = figure_of(game, it)
    if not figure.heads and not figure.stumps:
        yield from die(game, it, str(scope.get("actor", "") or ""), "heads", rules_of(scope))

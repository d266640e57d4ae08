"""What clings to its prey and drinks: it holds on turn after turn, until it is plucked off or has had enough."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import Moved
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded
from arbitro.rulesets.pathfinder.events_menaces import CameOff, Clung, Sipped
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.manoeuvres import GRAPPLE, HOLDING, Manoeuvre, roll
from arbitro.rulesets.pathfinder.numbers import CMD_OF
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import COSTITUZIONE, FREE, INCORPOREAL_BODY, STANDARD, Battle, Creature
from arbitro.rulesets.pathfinder.verbs import hurt_ability, rules_of, verb
from arbitro.rulesets.pathfinder.zones import FORCE, HELD_FAST, WRIGGLE, zone_holding

DRINKER, LATCHED = "sanguisuga", "attaccato-alla-preda"
TENACIOUS = 8


@verb("cling")
def cling(game: Game, scope: dict[str, Any], prey: Id, args: dict[str, Any]) -> None:
    """``me`` has its claws in somebody whom it has touched: both are in a grapple of sorts."""
    me, theirs = scope["me"], figure_of(game, prey)
    if figure_of(game, me).clings or not theirs.present or suffers(game, prey, INCORPOREAL_BODY):
        return
    game.do(Clung(it=me, to=prey, rules=rules_of(scope)))
    for one, condition in ((me, LATCHED), (prey, HELD_FAST)):
        if not figure_of(game, one).has(condition):
            game.do(ConditionBegan(it=one, condition=condition, rules=rules_of(scope)))


def come_off(game: Game, it: Id) -> None:
    """It clings no more; who is held by nothing else is free."""
    prey = figure_of(game, it).clings
    game.do(CameOff(it=it, of=prey, rules=(DRINKER,)))
    if figure_of(game, it).has(LATCHED):
        game.do(ConditionEnded(it=it, condition=LATCHED, rules=(DRINKER,)))
    theirs = battle_of(game).figures.get(prey)
    if theirs is None or not theirs.has(HELD_FAST) or clingers(battle_of(game), prey):
        return
    if zone_holding(game, theirs) is None:
        game.do(ConditionEnded(it=prey, condition=HELD_FAST, rules=(DRINKER,)))


def clingers(battle: Battle, prey: Id) -> list[Id]:
    """Those who cling to somebody."""
    return [figure.id for figure in battle.figures.values() if figure.clings == prey]


def torn_away(game: Game, figure: Creature) -> bool:
    """Whether what clings can do so no longer, or its prey is gone."""
    return not able(game, figure.id) or not figure_of(game, figure.clings).present


def carry_along(game: Game, it: Id) -> None:
    """What clings goes where its prey goes."""
    prey = figure_of(game, figure_of(game, it).clings)
    game.do(Moved(it=it, path=((prey.x, prey.y),), forced=True, rules=(DRINKER,)))


# --- turn after turn ----------------------------------------------------------------------------------


@verb("keep_clinging")
def keep_clinging(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> None:
    """At its turn it has to keep its hold, at which it is good (PF-GRP-03)."""
    figure = figure_of(game, it)
    if not figure.clings:
        return
    also = ((DRINKER, TENACIOUS, "racial"), *HOLDING)
    if not roll(game, Manoeuvre(actor=it, target=figure.clings, name=GRAPPLE, rule=DRINKER, also=also)).passed:
        come_off(game, it)


@verb("drink", args={"until": "expr", "first": "parts", "sated": "parts"})
def drink(game: Game, scope: dict[str, Any], points: int, args: dict[str, Any]) -> Flow[None]:
    """``me`` drinks Constitution of whom it clings to.

    ``first`` befalls that one at the first sip, ``sated`` the drinker when it has had enough.
    """
    me = scope["me"]
    prey = figure_of(game, me).clings
    if not prey:
        return
    first = not figure_of(game, me).sipped
    game.do(Sipped(it=me, of=prey, amount=points, rules=rules_of(scope)))
    yield from hurt_ability(game, prey, COSTITUZIONE, points, False, rules_of(scope))
    if first:
        yield from run_parts(game, args.get("first", ()), {**scope, "it": prey})
    if figure_of(game, me).sipped >= int(args["until"]) and figure_of(game, me).clings:
        come_off(game, me)
        yield from run_parts(game, args.get("sated", ()), scope)


# --- off again ----------------------------------------------------------------------------------------


@deed("detach", FREE, (DRINKER,), needs="clings", offered=lambda game, it: bool(figure_of(game, it).clings))
def detach(game: Game, it: Id, path: Path) -> Flow[None]:
    """Let go of one's prey."""
    yield from ()
    come_off(game, it)


def _plucks(game: Game, it: Id) -> list[Id]:
    return clingers(battle_of(game), it) if figure_of(game, it).has(HELD_FAST) else []


def _pluck_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch("target", tuple(map(Option, _plucks(game, it))))
    return Branch("escape", (Option(FORCE), Option(WRIGGLE))) if len(path) == 1 else None


@deed("pluck", STANDARD, (DRINKER, "PF-GRP-10.1"), needs="conditions", grow=_pluck_branch,
      offered=lambda game, it: bool(_plucks(game, it)))  # fmt: skip
def pluck(game: Game, it: Id, path: Path) -> Flow[None]:
    """Pluck off what clings to one: with a grapple, or by slipping out from under it (PF-GRP-10.1)."""
    yield from ()
    pest = str(path[0])
    if path[1] == WRIGGLE:
        dc = game.query(CMD_OF, target=pest, actor=it, manoeuvre=GRAPPLE).value
        off = skill(game, it, WRIGGLE, dc, (DRINKER, "PF-GRP-10.1"), target=pest, cause=DRINKER)
    else:
        off = roll(game, Manoeuvre(actor=it, target=pest, name=GRAPPLE, rule=DRINKER)).passed
    if off:
        come_off(game, pest)

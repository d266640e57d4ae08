"""Spells cast as an immediate action, out of one's turn too (PF-SWIFT-04, -05, -06)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow, pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.areas import within_range
from arbitro.rulesets.pathfinder.events import Acted
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, flat_footed
from arbitro.rulesets.pathfinder.magic import CAST, OPENLY, aim_now, can_cast, cast
from arbitro.rulesets.pathfinder.metamagic import COST, spell_of
from arbitro.rulesets.pathfinder.spellbook import caster_level, left
from arbitro.rulesets.pathfinder.state import IMMEDIATE
from arbitro.rulesets.pathfinder.verbs import verb


def _answers(game: Game, it: Id, moment: str, other: Id) -> list[tuple[str, str]]:
    """The immediate spells with which somebody can answer a moment that befalls another, by list."""
    figure = figure_of(game, it)
    spare = figure.swf if battle_of(game).turn == it else not figure.owed
    if not spare or not figure.casters or not able(game, it) or flat_footed(game, it) or barred(game, it, IMMEDIATE):
        return []
    found = []
    for caster in figure.casters:
        for word in left(game, it, caster):
            shape = spell_of(game, word)
            if shape.answers != moment or COST[shape.time] != IMMEDIATE or not can_cast(game, it, caster, word):
                continue
            if other in within_range(game, it, shape, caster_level(game, it, caster.source, word)):
                found.append((caster.source, word))
    return found


@fact
def answers(game: Game, it: str, moment: str, other: str) -> bool:
    """Whether somebody has an immediate spell for a moment that befalls another (or itself)."""
    return bool(_answers(game, it, moment, other))


@verb("answer", head="name", args={"to": "expr"}, words=("falling",))
def answer(game: Game, scope: dict[str, Any], moment: str, args: dict[str, Any]) -> Flow[None]:
    """Cast an immediate spell now: in one's own turn it takes that turn's swift action, else the next one's."""
    me = scope["me"]
    ready = _answers(game, me, moment, args["to"])
    found: dict[Value, tuple[str, str]] = {word: (source, word) for source, word in ready}
    if not found:
        return
    word = yield from pick("answer", game.controller(me), tuple(found), {"it": me}, ("PF-SWIFT-04.1",))
    source, spell = found[word]
    aim = yield from aim_now(game, me, spell, caster_level(game, me, source, spell))
    path = (source, spell, OPENLY, *(aim or ()))
    own = battle_of(game).turn == me
    game.do(Acted(it=me, action=CAST, path=path, swf=int(own), owed=int(not own),
                  rules=("PF-SWIFT-06.1" if own else "PF-SWIFT-06.2",)))  # fmt: skip
    yield from cast(game, me, path)

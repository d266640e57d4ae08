"""Beasts without a rider: what somebody trained to handle animals gets them to do (PF-SKL-12)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.saddle import trained
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import FULL, MOVE, RIDERLESS
from arbitro.rulesets.pathfinder.strikes import stance

HANDLE, PUSH = "handle_animal", "push_animal"
SKILL = "addestrare_animali"
DCS = {HANDLE: 10, PUSH: 25}  # PF-SKL-12.1
HURT = 2
"""What it is harder with a beast that is wounded."""


def heeding(game: Game, it: Id, name: str) -> dict[Id, int]:
    """The beasts that somebody could get to obey, with the DC: what they were trained for, or beyond that (push)."""
    if SKILL not in sheet_of(game, figure_of(game, it)).skills:
        return {}  # only those trained in it
    found = {}
    for beast in battle_of(game).friends_of(figure_of(game, it)):
        stray = suffers(game, beast.id, RIDERLESS) and able(game, beast.id) and sees(game, beast.id, it)
        if stray and trained(game, beast) == (name == HANDLE):
            worse = beast.hp < beast.hp_max or beast.nonlethal or beast.damaged
            found[beast.id] = DCS[name] + (HURT if worse else 0)
    return found


def _branch(game: Game, it: Id, path: Path, name: str) -> Branch | None:
    if path:
        return None
    found = heeding(game, it, name)
    return Branch("target", tuple(Option(beast, {"dc": dc}, ("PF-SKL-12.1",)) for beast, dc in found.items()))


@deed(HANDLE, MOVE, ("PF-SKL-12.1",), offered=lambda game, it: bool(heeding(game, it, HANDLE)),
      grow=lambda game, it, path: _branch(game, it, path, HANDLE))  # fmt: skip
def handle(game: Game, it: Id, path: Path) -> Flow[None]:
    """Bid a war-trained beast that nobody rides to do what it knows: it fights until the end of its turn."""
    yield from _bid(game, it, str(path[0]), HANDLE, "comandare-animali")


@deed(PUSH, FULL, ("PF-SKL-12.1",), offered=lambda game, it: bool(heeding(game, it, PUSH)),
      grow=lambda game, it, path: _branch(game, it, path, PUSH))  # fmt: skip
def push(game: Game, it: Id, path: Path) -> Flow[None]:
    """Drive a beast that was never trained for it into the fight, whatever it fears, until the end of its turn."""
    yield from _bid(game, it, str(path[0]), PUSH, "spingere-animali")


def _bid(game: Game, it: Id, beast: Id, name: str, record: str) -> Flow[None]:
    dc = heeding(game, it, name).get(beast)
    if dc is not None and skill(game, it, SKILL, dc, ("PF-SKL-12.1",), target=beast, cause=name):
        yield from stance(game, it, record, foe=beast)

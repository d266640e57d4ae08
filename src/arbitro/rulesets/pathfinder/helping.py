"""Other ways to help than in melee: lending a hand with a skill, shaking somebody out of a spell (PF-SPEC-04)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.effects import end_effect
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.charges import discharge
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import ConditionEnded
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.numbers import SKILLS
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import STANDARD, Creature

AID_DC = 10  # PF-SPEC-04.1, as against AC 10
RULE = "PF-SPEC-04"


def _beside(game: Game, it: Id) -> list[Creature]:
    """Friends within arm's reach."""
    figure = figure_of(game, it)
    return [friend for friend in battle_of(game).friends_of(figure) if distance(figure.space, friend.space) <= 1]


# --- a hand with a skill ------------------------------------------------------------------------------


def _helped(game: Game, it: Id) -> list[Id]:
    return [friend.id for friend in _beside(game, it) if able(game, friend.id)]


def _skill_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch("target", tuple(Option(friend) for friend in _helped(game, it)))
    return Branch("skill", tuple(Option(name, {}, ("PF-SPEC-04.1",)) for name in SKILLS)) if len(path) == 1 else None


def _skill_provokes(game: Game, it: Id, path: Path) -> bool:
    """Helping somebody tend wounds lowers the guard as tending them does (PF-TAB-01.2)."""
    return path[1:] == ("guarire",)


@deed("aid_skill", STANDARD, ("PF-SPEC-04.1",), grow=_skill_branch, provokes=_skill_provokes,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_helped(game, it)))  # fmt: skip
def aid_skill(game: Game, it: Id, path: Path) -> Flow[None]:
    """The same check against DC 10 gives a friend +2 on its own, until the helper's next turn (PF-SPEC-04.1)."""
    friend, kind = str(path[0]), str(path[1])
    if skill(game, it, kind, AID_DC, ("PF-SPEC-04.1",), target=friend, cause="aid"):
        scope = {"me": it, "rule": RULE, "seat": figure_of(game, it).seat, "ally": friend, "kind": kind}
        yield from run_parts(game, game.ruleset.records[RULE].uses[0].parts, scope)


# --- out of a spell -----------------------------------------------------------------------------------


def _roused(game: Game, it: Id) -> list[Id]:
    """Friends beside one who are in a condition that a shake ends."""
    known = library_of(game).conditions
    return [f.id for f in _beside(game, it) if any(known[one].roused for one in f.conditions if one in known)]


@deed("rouse", STANDARD, ("PF-SPEC-04.1",),
      offered=lambda game, it: not figure_of(game, it).swings and bool(_roused(game, it)),
      grow=lambda game, it, path: None if path else Branch(
          "target", tuple(Option(friend) for friend in _roused(game, it))))  # fmt: skip
def rouse(game: Game, it: Id, path: Path) -> Flow[None]:
    """Shake a friend awake, out of whatever spell holds it (PF-SPEC-04.1); hands with a spell pass it on."""
    yield from discharge(game, it, str(path[0]))  # PF-SPL-17.1
    friend, known = str(path[0]), library_of(game).conditions
    for condition in [one for one in figure_of(game, friend).conditions if one in known and known[one].roused]:
        for effect in [e for c, e in figure_of(game, friend).timed if c == condition]:
            end_effect(game, game.state.effects[effect], "dispelled")
        game.do(ConditionEnded(it=friend, condition=condition, rules=("PF-SPEC-04.1",)))

"""Acting on another count: ready and delay, and the order of initiative they leave behind (PF-RDY, PF-DLY)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.aiming import arms_for
from arbitro.rulesets.pathfinder.countering import COUNTER
from arbitro.rulesets.pathfinder.deeds import DEEDS, Path, deed
from arbitro.rulesets.pathfinder.events import CountChanged, Delayed, Readied
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.moves import step_squares
from arbitro.rulesets.pathfinder.occasions import (
    AIMED,
    ANYBODY,
    APPROACH,
    CASTS,
    OCCASIONS,
    OTHERS,
    READY_USES,
    STEP_ATTACK,
    place_before,
)
from arbitro.rulesets.pathfinder.state import MELEE, NONE, RANGED, STANDARD, Battle

PLAN = 4
"""Words of a plan: the occasion, whose doing, what then, with what."""

# --- ready --------------------------------------------------------------------------------------------


def _ready_branch(game: Game, it: Id, path: Path) -> Branch | None:
    """The occasion, whose doing it must be, what to do then, and with what (PF-RDY-02)."""
    battle = battle_of(game)
    if not path:
        return Branch("occasion", tuple(Option(key, {}, ("PF-RDY-02.1",)) for key in (APPROACH, *OCCASIONS)))
    if len(path) == 1:
        foes = (foe.id for foe in battle.foes_of(battle.figures[it]) if not foe.hidden)
        return Branch("target", (Option(ANYBODY), *(Option(foe) for foe in foes)))
    if len(path) == 2:
        counters = (COUNTER,) if path[0] == CASTS and figure_of(game, it).casters else ()
        others = tuple(name for name in OTHERS if DEEDS[name].offered(game, it))
        more = (name for name, one in READY_USES.items() if one.words(game, it))
        return Branch("use", tuple(Option(name) for name in (*_ready_deeds(game, it), *others, *counters, *more)))
    if len(path) == 3 and path[2] not in (*AIMED, *READY_USES):
        return None
    if len(path) == 3 and path[2] in READY_USES:
        one = READY_USES[str(path[2])]
        return Branch(one.level, tuple(Option(word) for word in one.words(game, it))) if one.level else None
    if len(path) == 3:
        mode = RANGED if path[2] == "shoot" else MELEE
        return Branch("weapon", tuple(Option(arm.key) for arm in arms_for(game, it, mode)))
    return None


def _ready_deeds(game: Game, it: Id) -> list[str]:
    found = [name for name, mode in (("attack", MELEE), ("shoot", RANGED)) if arms_for(game, it, mode)]
    return [*found, STEP_ATTACK] if "attack" in found and step_squares(game, it) else found


def _readies(game: Game, it: Id) -> bool:
    battle = battle_of(game)
    anything = bool(_ready_deeds(game, it)) or any(one.words(game, it) for one in READY_USES.values())
    return bool(battle.foes_of(battle.figures[it])) and anything and not battle.figures[it].swings


@deed("ready", STANDARD, ("PF-RDY-01.1",), offered=_readies, grow=_ready_branch)
def ready(game: Game, it: Id, path: Path) -> Flow[None]:
    """Wait for an occasion until the next own turn, with an attack ready for it (PF-RDY-01, -02)."""
    yield from ()
    plan = path if len(path) == PLAN else (*path, "")
    game.do(Readied(it=it, plan=plan, rules=("PF-RDY-01.1", "PF-RDY-03.1")))


# --- delay --------------------------------------------------------------------------------------------


def _delays(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return not figure.did and not figure.walked and not battle_of(game).surprise


@deed("delay", NONE, ("PF-DLY-01.1",), offered=_delays)
def delay(game: Game, it: Id, path: Path) -> Flow[None]:
    """Do nothing yet; act on a later count, and keep that one (PF-DLY-01, -02)."""
    yield from ()
    game.do(Delayed(it=it, rules=("PF-DLY-01.1",)))


def joiners(game: Game, battle: Battle, following: Id) -> tuple[Id, ...]:
    """Those who delay and may step in before ``following``'s count; nobody straight after it has begun to delay."""
    return tuple(it for it in battle.waiting if it not in (battle.last, following) and able(game, it))


def step_in(game: Game, it: Id, before: Id) -> None:
    """Somebody acts now, right before another, or last of all (PF-DLY-04.1, PF-DLY-05.1)."""
    battle = battle_of(game)
    if before:
        place_before(game, it, before, ("PF-DLY-02.1", "PF-DLY-04.1"))
        return
    order = (*(one for one in battle.order if one != it), it)
    lowest = min(battle.figures[one].initiative for one in order)
    game.do(CountChanged(it=it, initiative=lowest, order=order, rules=("PF-DLY-02.1", "PF-DLY-04.1")))

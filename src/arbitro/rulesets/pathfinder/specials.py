"""Run, aid another and feint (PF-FULL-08 to -11, PF-SPEC-02, PF-FNT)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Square, counted
from arbitro.rulesets.pathfinder.aiming import aims, arms_for
from arbitro.rulesets.pathfinder.arms import arm_named, armed, has_feat
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.burden import HEAVY, burden
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import CameToNothing, RanOn
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import HIDING
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, modifier, score_of, sheet_of
from arbitro.rulesets.pathfinder.manoeuvres import GRAPPLE
from arbitro.rulesets.pathfinder.numbers import SKILL, speed_of
from arbitro.rulesets.pathfinder.paths import StepsOf, can_walk, seems_free, way_of
from arbitro.rulesets.pathfinder.riding import ride_out
from arbitro.rulesets.pathfinder.saddle import at_one_pace
from arbitro.rulesets.pathfinder.saves import ability_check, skill
from arbitro.rulesets.pathfinder.sight import dark_sight, sees
from arbitro.rulesets.pathfinder.state import (
    COSTITUZIONE,
    FULL,
    INTELLIGENZA,
    MELEE,
    MOVE,
    SAGGEZZA,
    STANDARD,
    Creature,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.strikes import stance
from arbitro.rulesets.pathfinder.threat import threatens
from arbitro.rulesets.pathfinder.ways import risk

RUN_TIMES, RUN_HEAVY = 4, 3  # PF-FULL-08.2
RUN_DC = 10  # PF-FULL-09.3
AID_AC = 10  # PF-SPEC-02.2
FEINT_DC, STRANGE, BEAST = 10, -4, -8  # PF-FNT-01.1, PF-FNT-03


# --- run ----------------------------------------------------------------------------------------------


def run_squares(game: Game, it: Id) -> dict[Square, tuple[Square, ...]]:
    """Where a run leads: straight on in one of eight directions, over open ground (PF-FULL-08.2, PF-FULL-11.1)."""
    key = ("run", it)
    if key not in game.now:
        game.now[key] = _run_squares(game, it)
    return game.now[key]  # type: ignore[no-any-return]


def _run_squares(game: Game, it: Id) -> dict[Square, tuple[Square, ...]]:
    figure = figure_of(game, it)
    way = way_of(game, figure)
    budget = run_times(game, figure) * speed_of(game, it, way)
    steps = StepsOf(game, figure, way)
    found: dict[Square, tuple[Square, ...]] = {}
    for dx, dy in AROUND:
        here, path = (figure.x, figure.y), []
        while True:
            stride = next((s for s in steps(here) if s.to == (here[0] + dx, here[1] + dy)), None)
            if stride is None or stride.doublings or stride.extra or hidden(game, it, stride.to):
                break
            here = stride.to
            path.append(here)
            if counted(here[0] - figure.x, here[1] - figure.y) > budget:
                break
            if seems_free(game, figure, here):
                found[here] = tuple(path)
    return found


def hidden(game: Game, it: Id, square: Square) -> bool:
    """Whether a runner cannot see the square ahead: fog lies on it, or darkness beyond its eyes (PF-FULL-11.2)."""
    figure, ground = figure_of(game, it), battle_of(game).ground
    if any(ground.signs.get(cell) in HIDING for cell in figure.space.at(*square).squares()):
        return True
    return ground.light == "dark" and dark_sight(tuple(sheet_of(game, figure).senses)) < 0


def run_times(game: Game, figure: Creature) -> int:
    """How many times its speed a runner covers; one more with the feat (PF-FULL-08.2, PF-FEAT-07.1)."""
    heavy = burden(game, figure) == HEAVY  # PF-TAB-13.1
    return (RUN_HEAVY if heavy else RUN_TIMES) + has_feat(game, figure.id, "correre")


def _runs(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.stepped and not figure.walked and not figure.swings and can_walk(game, figure)
    if figure.rider and at_one_pace(game, figure):
        return False  # PF-MNT-12.3
    return free and not barred(game, it, "run") and bool(run_squares(game, it))


def _run_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    figure = figure_of(game, it)
    return Branch("square", tuple(
        Option(name_of_square(s), {"cost": counted(s[0] - figure.x, s[1] - figure.y), **risk(game, it, way)},
               ("PF-FULL-08.2",))
        for s, way in sorted(run_squares(game, it).items())
    ))  # fmt: skip


@deed("run", FULL, ("PF-FULL-08.1",), offered=_runs, grow=_run_branch, walks=True, provokes=False)
def run(game: Game, it: Id, path: Path) -> Flow[None]:
    """Four times the speed straight on, without Dexterity to AC, as long as the breath lasts (PF-FULL-08, -09)."""
    figure = figure_of(game, it)
    most = score_of(game, it, COSTITUZIONE)
    if figure.ran >= max(0, most) and most >= 0:
        late = figure.ran - most
        if not ability_check(game, it, COSTITUZIONE, RUN_DC + late, ("PF-FULL-09.3",), "run"):
            game.do(CameToNothing(it=it, action="run", why="breath", rules=("PF-FULL-10.1",)))
            yield from stance(game, it, "PF-FULL-10")
            return
    way = run_squares(game, it).get(square_named(str(path[0])) or (-1, -1))
    if way is None:
        return
    game.do(RanOn(it=it, rounds=figure.ran + 1, rules=("PF-FULL-09.2",)))
    if not has_feat(game, it, "correre"):
        yield from stance(game, it, "PF-FULL-09")
    if figure.rider:
        yield from ride_out(game, it, way, "run")
        return
    yield from walk(game, it, way, way_of(game, figure), action="run")


# --- aid another --------------------------------------------------------------------------------------


def _aids(game: Game, it: Id) -> dict[Id, list[Id]]:
    """Friends who are in melee, with those of their foes that one could strike oneself (PF-SPEC-02.1)."""
    battle = battle_of(game)
    mine = {target for arm in arms_for(game, it, MELEE) for target in aims(game, it, arm, MELEE)}
    found: dict[Id, list[Id]] = {}
    for friend in battle.friends_of(battle.figures[it]):
        tied = (friend.holds, friend.held_by)
        foes = [foe for foe in sorted(mine)
                if foe in tied or threatens(game, foe, friend.id) or threatens(game, friend.id, foe)]  # fmt: skip
        if foes and able(game, friend.id):
            found[friend.id] = foes
    return found


def _aid_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _aids(game, it)
    if not path:
        return Branch("target", tuple(Option(friend) for friend in found))
    if len(path) == 1:
        arms = (arm for arm in arms_for(game, it, MELEE) if set(found[str(path[0])]) & set(aims(game, it, arm, MELEE)))
        return Branch("weapon", tuple(Option(arm.key) for arm in arms))
    if len(path) == 2:
        aimed = aims(game, it, arm_named(game, it, str(path[1])), MELEE)
        return Branch("foe", tuple(Option(foe) for foe in found[str(path[0])] if foe in aimed))
    if len(path) > 3:
        return None
    friend = figure_of(game, str(path[0]))
    tied = str(path[2]) in (friend.holds, friend.held_by)
    return Branch("use", (Option("attack"), Option("defence"), *((Option(GRAPPLE),) if tied else ())))


def _aid_provokes(game: Game, it: Id, path: Path) -> bool:
    """Helping with something that provokes provokes too: an attack of somebody with bare hands (PF-TAB-01.2)."""
    return len(path) > 3 and path[3] == "attack" and not armed(game, str(path[0]))


@deed("aid", STANDARD, ("PF-SPEC-02.1",), grow=_aid_branch, provokes=_aid_provokes,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_aids(game, it)))  # fmt: skip
def aid(game: Game, it: Id, path: Path) -> Flow[None]:
    """An attack roll against AC 10; a friend gets +2 to its next attack, or to AC against the next one (PF-SPEC-02)."""
    friend, weapon, foe, what = (str(part) for part in path)
    bonus = bonus_of(game, Attempt(actor=it, target=foe, weapon=weapon, action="aid"))
    (face,) = game.roll(20, by=it, rules=("PF-SPEC-02.2",))
    passed = face == 20 or (face != 1 and face + bonus.value >= AID_AC)
    game.do(CheckMade(it=it, what="aid", face=face, bonus=bonus, dc=AID_AC, passed=passed, rules=("PF-SPEC-02.2",)))
    if passed and what == GRAPPLE:
        yield from stance(game, it, "PF-GRP-12", ally=friend)
    elif passed:
        use = game.ruleset.records["PF-SPEC-02"].uses[0 if what == "attack" else 1]
        scope = {"me": it, "rule": "PF-SPEC-02", "seat": figure_of(game, it).seat, "ally": friend, "foe": foe}
        yield from run_parts(game, use.parts, scope)


# --- feint --------------------------------------------------------------------------------------------


def feint_dc(game: Game, target: Id) -> int:
    """The DC of a feint: base attack bonus and Wisdom, or Sense Motive if that is more (PF-FNT-01)."""
    foe = figure_of(game, target)
    insight = game.query(SKILL, it=target, skill="intuizione", target="").value
    return FEINT_DC + max(foe.bab + modifier(game, target, SAGGEZZA), insight)


def feint_penalty(game: Game, target: Id) -> int | None:
    """What makes a feint harder; None where there is no mind to mislead (PF-FNT-03)."""
    foe = figure_of(game, target)
    wits = foe.score(INTELLIGENZA)
    if wits < 0 or "mente" in sheet_of(game, foe).immune:
        return None
    if wits <= 2:
        return BEAST
    return 0 if sheet_of(game, foe).type == "umanoide" else STRANGE


def _feints(game: Game, it: Id) -> list[Id]:
    mine = {target for arm in arms_for(game, it, MELEE) for target in aims(game, it, arm, MELEE)}
    return [foe for foe in sorted(mine) if feint_penalty(game, foe) is not None and sees(game, foe, it)]


def _feint_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(foe) for foe in _feints(game, it)))


def _feint_cost(game: Game, it: Id, path: Path) -> str:
    return MOVE if has_feat(game, it, "fintare-migliorato") else STANDARD  # PF-FNT-05.1


@deed("feint", _feint_cost, ("PF-FNT-01.1",), grow=_feint_branch,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_feints(game, it)))  # fmt: skip
def feint(game: Game, it: Id, path: Path) -> Flow[None]:
    """A bluff: the next melee attack against the target finds it without its Dexterity (PF-FNT-01, -02)."""
    foe = str(path[0])
    rules = ("PF-FNT-01.1", "PF-FNT-01.2")
    if skill(game, it, "raggirare", feint_dc(game, foe), rules, target=foe, more=feint_penalty(game, foe) or 0):
        scope = {"me": it, "rule": "PF-FNT-02", "seat": figure_of(game, it).seat, "foe": foe}
        yield from run_parts(game, game.ruleset.records["PF-FNT-02"].uses[0].parts, scope)

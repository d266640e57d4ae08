"""Hours and days after a fight: waking, natural healing, care, ability damage, weariness (PF-HEAL-06 to -13, PF-NL-07).

Rounds matter only while blood flows or something works on a body; then hours pass, and with them rest.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.effects import end_effect
from arbitro.engine.events import ClockMoved, EffectNearer
from arbitro.engine.game import Game
from arbitro.engine.state import Effect, End
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.events import RoundBegan
from arbitro.rulesets.pathfinder.events_blows import (
    AbilityHurt,
    CheckMade,
    ConditionBegan,
    ConditionEnded,
    Healed,
    StabilityChanged,
)
from arbitro.rulesets.pathfinder.events_mending import Cared, Mending, Rested, Treated
from arbitro.rulesets.pathfinder.harm import bleed_now, heal, knit, lose, restate, try_to_stabilise
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of, modifier, sheet_of
from arbitro.rulesets.pathfinder.numbers import CHECK, SKILL
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import (
    COSTITUZIONE,
    DYING,
    FIERCE,
    IN,
    SAGGEZZA,
    STABLE,
    Creature,
)
from arbitro.rulesets.pathfinder.subjects import About

WAKE_DC = 10  # PF-HEAL-07.1, PF-HEAL-08.3
CARE_DC, DEADLY_DC, WELL = 15, 20, 5  # PF-SKL-05.2, -05.3
MOST_PATIENTS = 6
ROUNDS_AN_HOUR = 600  # PF-SEQ-02.1
NIGHT, DAY = 8, 24  # PF-HEAL-10.1, PF-HEAL-11.1
TURNS = ("turn_start", "turn_end", "turn", "round_start", "round_end", "round")


def everybody(game: Game) -> list[Id]:
    """All who are here and alive."""
    return [figure.id for figure in battle_of(game).figures.values() if figure.status == IN]


# --- rounds in which nobody acts ----------------------------------------------------------------------


def restless(game: Game, figure: Creature) -> bool:
    """Whether a body changes from round to round by itself: it bleeds, dies, regenerates, or something works on it."""
    if figure.status != IN:
        return False
    sheet, records = sheet_of(game, figure), library_of(game).records
    knits = bool(sheet.regeneration or sheet.fast_healing) and (figure.hp < figure.hp_max or figure.nonlethal > 0)
    works = any("turn_start" in records[one].at for one in figure.conditions if one in records)
    return bool(figure.bleed) or figure.has(DYING) or figure.has(FIERCE) or figure.scorched or knits or works


def idle_round(game: Game) -> Flow[None]:
    """A round in which time alone works: bleeding, stabilising, regeneration, poisons."""
    game.do(RoundBegan(number=battle_of(game).round + 1, rules=("PF-SEQ-02.1",)))
    yield from game.open_scope("round", battle_of(game).round, ("PF-SEQ-02.1",))
    for it in everybody(game):
        yield from game.open_scope("turn", it, ("PF-SEQ-04.1",))
        yield from knit(game, it)
        yield from bleed_now(game, it)
        yield from try_to_stabilise(game, it)
        yield from game.close_scope("turn", it, ("PF-SEQ-04.1",))
    yield from game.close_scope("round", battle_of(game).round, ("PF-SEQ-02.1",))


def rounds_pass(game: Game, rounds: int) -> Flow[None]:
    """Rounds in which nothing happens but that effects come nearer to their end (PF-SEQ-05.2)."""
    for effect in sorted(game.state.effects.values(), key=lambda effect: effect.stamp):
        if any(_over(end, rounds) for end in effect.ends):
            end_effect(game, effect, "end")
        elif any(end.at in TURNS for end in effect.ends):
            game.do(EffectNearer(effect=effect.id, ends=_nearer(effect, rounds), rules=(effect.rule,)))
    yield from game.settle()


def _over(end: End, rounds: int) -> bool:
    return end.at in TURNS and end.left <= rounds


def _nearer(effect: Effect, rounds: int) -> tuple[End, ...]:
    return tuple(
        End(end.at, end.of, end.left - rounds, end.hours, end.cond, end.window) if end.at in TURNS else end
        for end in effect.ends
    )  # fmt: skip


# --- an hour ------------------------------------------------------------------------------------------


def quiet(game: Game) -> bool:
    """Whether hours change nothing but the clock: nobody lies senseless, bruised or weary, and nothing works on."""
    known = library_of(game).conditions
    figures = [figure_of(game, it) for it in everybody(game)]
    weary = any(known[one].rest for figure in figures for one in figure.conditions if one in known)
    still = not any(figure.has(STABLE) or figure.nonlethal or restless(game, figure) for figure in figures)
    return still and not weary and not game.state.effects and not game.listens("hour")


def hours_pass(game: Game, hours: int) -> None:
    """The clock goes on, and nothing else."""
    game.do(ClockMoved(hours=hours, rules=("PF-HEAL-07.1",)))


def hour_passes(game: Game, *, rest: bool) -> Flow[None]:
    """An hour: who lies senseless may wake, blows that only stunned wear off, the weary recover if they rest."""
    hours_pass(game, 1)
    yield from rounds_pass(game, ROUNDS_AN_HOUR)
    for it in everybody(game):
        yield from game.window("hour", About(it))
        yield from wake(game, it)
        yield from wear_off(game, it)
        _rest(game, it, rest)
        yield from game.settle()


def helped(game: Game, figure: Creature) -> bool:
    """Whether somebody looks after a creature: it was tended or healed, or has a friend who can act (PF-HEAL-06)."""
    return figure.tended or any(able(game, friend.id) for friend in battle_of(game).friends_of(figure))


def wake(game: Game, it: Id) -> Flow[None]:
    """The hourly check of whoever lies stable below 0; left alone, a failure costs a hit point (PF-HEAL-07, -08)."""
    figure = figure_of(game, it)
    if figure.status != IN or not figure.has(STABLE):
        return
    alone = not helped(game, figure)
    rules: tuple[RuleId, ...] = ("PF-HEAL-08.1",) if alone else ("PF-HEAL-07.1", "PF-HEAL-07.4")
    if _fights_for_life(game, it, "wake", rules):
        game.do(StabilityChanged(it=it, stable=True, awake=True, rules=("PF-HEAL-07.3", "PF-HP-07.6")))
        yield from restate(game, it)
    elif alone:
        yield from lose(game, it, 1, ("PF-HEAL-08.1",), faints=False)


def _fights_for_life(game: Game, it: Id, cause: str, rules: tuple[RuleId, ...]) -> bool:
    """A Constitution check DC 10 with the hit points below 0 as a penalty; 20 always does (PF-HEAL-07.2)."""
    figure = figure_of(game, it)
    bonus = game.query(CHECK, it=it, ability=COSTITUZIONE, cause=cause)
    dc = WAKE_DC - min(0, figure.hp)
    face, passed = game.chance(_reach_or_twenty, dc - bonus.value, by=it, rules=rules)
    game.do(CheckMade(it=it, what=COSTITUZIONE, face=face, bonus=bonus, dc=dc, passed=passed, cause=cause, rules=rules))
    return bool(passed)


def _reach_or_twenty(dice: Any, need: int) -> tuple[int, bool]:
    (face,) = dice.roll(20)
    return face, face == 20 or face >= need


def wear_off(game: Game, it: Id) -> Flow[None]:
    """Nonlethal damage goes, a point an hour for each level (PF-NL-07.1)."""
    figure = figure_of(game, it)
    if figure.status == IN and figure.nonlethal:
        soft = min(figure.nonlethal, figure.level)
        game.do(Healed(it=it, amount=0, nonlethal=soft, rules=("PF-NL-07.1",)))
        yield from restate(game, it)


def _rest(game: Game, it: Id, rest: bool) -> None:
    """Hours of complete rest in a row end weariness, or lessen it (PF-CND-04.3, PF-CND-05.2)."""
    figure, known = figure_of(game, it), library_of(game).conditions
    weary = any(known[one].rest for one in figure.conditions if one in known)
    if figure.status != IN or not ((rest and weary) or figure.rested):
        return
    game.do(Rested(it=it, hours=figure.rested + 1 if rest else 0, rules=("PF-HEAL-10.1",)))
    for condition in figure_of(game, it).conditions:
        shape = known.get(condition)
        if shape is None or not shape.rest or figure_of(game, it).rested < shape.rest:
            continue
        rules = (f"{shape.rule}.3" if shape.becomes else f"{shape.rule}.2",)
        game.do(ConditionEnded(it=it, condition=condition, rules=rules))
        if shape.becomes:
            game.do(ConditionBegan(it=it, condition=shape.becomes, rules=rules))
        game.do(Rested(it=it, hours=0, rules=rules))


# --- nights and days ----------------------------------------------------------------------------------


def night_ends(game: Game, *, bed: bool) -> Flow[None]:
    """What a night's rest gives back, or a whole day in bed (PF-HEAL-10, -11, -13); care may double it."""
    carers = {carer for it in everybody(game) if (carer := figure_of(game, it).carer)}
    for it in everybody(game):
        figure = figure_of(game, it)
        if figure.hp < 0 and not helped(game, figure) and not figure.mending:
            yield from _begin_alone(game, it)
            continue
        whole = bed and it not in carers
        times = (2 if whole else 1) * (2 if _care(game, it) else 1)
        rules: tuple[RuleId, ...] = ("PF-HEAL-11.1",) if whole else ("PF-HEAL-10.1",)
        yield from _regain(game, it, figure_of(game, it).level * times, rules)
        yield from _abilities_back(game, it, times, "PF-HEAL-13.2" if whole else "PF-HEAL-13.1")
    for it in everybody(game):
        if figure_of(game, it).carer:
            game.do(Cared(it=it, carer="", rules=("PF-SKL-05.2",)))


def _begin_alone(game: Game, it: Id) -> Flow[None]:
    """Left alone but awake, one fights for recovery once a day (PF-HEAL-08.2 to -08.5)."""
    if not figure_of(game, it).awake:
        return
    if _fights_for_life(game, it, "recover", ("PF-HEAL-08.3",)):
        game.do(Mending(it=it, rules=("PF-HEAL-08.5",)))
    else:
        yield from lose(game, it, 1, ("PF-HEAL-08.4",), faints=False)


def _regain(game: Game, it: Id, points: int, rules: tuple[RuleId, ...]) -> Flow[None]:
    """Hit points come back by themselves, to those who have a body that heals."""
    figure = figure_of(game, it)
    if figure.hp < figure.hp_max and figure.costituzione >= 0:
        yield from heal(game, it, points, rules)


def _abilities_back(game: Game, it: Id, points: int, rule: RuleId) -> Flow[None]:
    """Ability damage comes back for each ability; what was drained does not (PF-HEAL-13, PF-CND-20.3)."""
    for ability, lost in figure_of(game, it).damaged:
        game.do(AbilityHurt(it=it, ability=ability, amount=-min(points, lost), rules=(rule,)))
    yield from game.settle()


def _care(game: Game, it: Id) -> bool:
    """Whether the Heal check of whoever cares for a patient succeeds (PF-SKL-05.2)."""
    carer = figure_of(game, it).carer
    if not carer or not able(game, carer):
        return False
    return skill(game, carer, "guarire", CARE_DC, ("PF-SKL-05.2",), target=it, cause="care")


# --- care ---------------------------------------------------------------------------------------------


def patients_of(game: Game, carer: Id) -> list[Id]:
    """Those whom somebody could take into its care: not itself, six at most."""
    mine = [it for it in everybody(game) if figure_of(game, it).carer == carer]
    if len(mine) >= MOST_PATIENTS:
        return []
    return [
        it for it in everybody(game) if it != carer and not figure_of(game, it).carer and unwell(figure_of(game, it))
    ]


def unwell(figure: Creature) -> bool:
    """Whether rest would do somebody good."""
    return figure.hp < figure.hp_max or bool(figure.damaged or figure.nonlethal)


def fresh(game: Game, it: Id) -> bool:
    """Whether somebody's deadly wounds have not been treated in the last day (PF-SKL-05.3)."""
    treated = figure_of(game, it).treated
    return not treated or game.state.clock - treated + 1 >= DAY


def treat(game: Game, healer: Id, it: Id) -> Flow[None]:
    """An hour spent on deadly wounds: a hit point a level, and Wisdom where the check is 5 better (PF-SKL-05.3)."""
    bonus = game.query(SKILL, it=healer, skill="guarire", target=it)
    (face,) = game.roll(20, by=healer, rules=("PF-SKL-05.3",))
    total = face + bonus.value
    game.do(CheckMade(it=healer, what="guarire", face=face, bonus=bonus, dc=DEADLY_DC, passed=total >= DEADLY_DC,
                      cause="treat", rules=("PF-SKL-05.3",)))  # fmt: skip
    game.do(Treated(it=it, at=game.state.clock + 1, rules=("PF-SKL-05.3",)))
    if total >= DEADLY_DC:
        more = max(0, modifier(game, healer, SAGGEZZA)) if total >= DEADLY_DC + WELL else 0
        yield from heal(game, it, figure_of(game, it).level + more, ("PF-SKL-05.3",), healer)

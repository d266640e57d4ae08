"""Damage and healing, and what hit points mean: disabled, dying, dead, stable, knocked out (PF-HP, PF-HEAL, PF-NL)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.concentration import busy, disturbed
from arbitro.rulesets.pathfinder.events_blows import (
    BleedChanged,
    ConditionBegan,
    ConditionEnded,
    Healed,
    Hurt,
    StabilisationTried,
    StabilityChanged,
    Warded,
    WardWorn,
)
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.events_mending import RegenerationChanged, Tended, VigourChanged
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, modifier, score_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.numbers import CHECK, REDUCTION, RESISTANCE
from arbitro.rulesets.pathfinder.saves import save
from arbitro.rulesets.pathfinder.state import (
    ABILITIES,
    BY_HIT_POINTS,
    COSTITUZIONE,
    DISABLED,
    DYING,
    FIERCE,
    IN,
    KNOCKED_OUT,
    OVERCOME,
    PRONE,
    REELING,
    STABLE,
    TEMPRA,
    UNCONSCIOUS,
    Creature,
    ability_modifier,
)
from arbitro.rulesets.pathfinder.subjects import About, Harm

PHYSICAL = ("contundente", "perforante", "tagliente")
FEROCITY, DIEHARD = "ferocia", "duro-a-morire"
STABILISE_DC = 10  # PF-HEAL-01.1
MASSIVE, MASSIVE_DC = 50, 15  # PF-HP-06.1
WEAKNESS = 150  # per cent that a vulnerable creature takes
CONDITION_RULE: dict[str, RuleId] = {
    DISABLED: "PF-HP-07.1", DYING: "PF-HP-08.1", STABLE: "PF-CND-19.1", REELING: "PF-NL-04.1",
    KNOCKED_OUT: "PF-NL-05.1", FIERCE: "PF-HP-08.1", PRONE: "PF-CND-15.1", OVERCOME: "PF-CND-20.2",
}  # fmt: skip


# --- damage -------------------------------------------------------------------------------------------


def suffer(
    game: Game, it: Id, amount: int, type_: str | tuple[str, ...], *, actor: Id = "", weapon: str = "",
    nonlethal: bool = False, bonus: Tally | None = None, rules: tuple[RuleId, ...] = ("PF-DMG-01.1",),
    single: bool = False, lasting: bool = False,
) -> Flow[int]:  # fmt: skip
    """Damage of one kind that strikes a creature; returns what got through.

    Args:
        it: who is struck; amount: points, before reduction and resistance; type_: its damage type, or several at once.
        actor, weapon: whose and what blow, "" for none; nonlethal: knocks out instead of wounding.
        bonus: the parts of the amount beside its dice; rules: the clauses that cause it.
        single: one attack, for massive damage (PF-HP-06.3); lasting: by what goes on hurting (PF-TAB-09).
    """
    if figure_of(game, it).status != IN:
        return 0
    types = (type_,) if isinstance(type_, str) else type_
    harm = Harm(it, actor, weapon, types[0] if types else "", amount)
    yield from game.window("damage", harm)
    left, by = _after_wards(game, it, harm.amount, types, actor, weapon)
    if harm.cancelled or left <= 0:
        by = harm.cancelled or by
        game.do(Warded(it=it, rolled=amount, by=by, rules=(by,) if by.startswith("PF-") else rules))
        return 0
    before = figure_of(game, it).hp
    _take(game, it, left, types, actor, weapon, nonlethal, bonus, rules, amount, lasting)
    if figure_of(game, it).hp < before:
        _reopen(game, it)
    _scorch(game, it, types)
    harm.amount = left
    yield from game.window("damaged", harm)
    if busy(game, it):
        disturbed(game, it, left)
    if single and battle_of(game).options.massive_damage:
        yield from _massive(game, it, left)
    yield from restate(game, it, actor)
    return left


def _after_wards(game: Game, it: Id, amount: int, types: Iterable[str], actor: Id, weapon: str) -> tuple[int, RuleId]:
    """What is left after immunity, weakness, reduction and resistance, and what took the rest."""
    figure = figure_of(game, it)
    sheet = sheet_of(game, figure)
    types = tuple(types)
    if types and all(kind in sheet.immune or game.immune(it, kind) for kind in types):
        return 0, "PF-DMG-01.1"
    if any(kind in sheet.weak for kind in types):
        amount = amount * WEAKNESS // 100
    if types and all(kind in PHYSICAL for kind in types):
        if weapon:
            tally = game.query(REDUCTION, target=it, actor=actor, weapon=weapon)
            _wear(game, figure, tally, min(amount, tally.value))
            amount -= tally.value
    elif types:
        amount -= min(game.query(RESISTANCE, it=it, type=kind).value for kind in types)
    return max(0, amount), "PF-DMG-01.1"


def _wear(game: Game, figure: Creature, tally: Tally, kept: int) -> None:
    """A ward that keeps off only so much in all loses what it has kept off; after that it is over."""
    for line in tally.lines:
        left = dict(figure.wards).get(line.rule, 0) if line.counted else 0
        if left and kept > 0:
            game.do(WardWorn(it=figure.id, ward=line.rule, left=max(0, left - kept), rules=(line.rule,)))


def _take(
    game: Game, it: Id, amount: int, types: tuple[str, ...], actor: Id, weapon: str, nonlethal: bool,
    bonus: Tally | None, rules: tuple[RuleId, ...], rolled: int, lasting: bool,
) -> None:  # fmt: skip
    figure = figure_of(game, it)
    told: dict[str, Any] = {
        "it": it, "actor": actor, "weapon": weapon, "sort": types[0] if types else "", "rolled": rolled, "bonus": bonus,
        "lasting": lasting,
    }  # fmt: skip
    if nonlethal:
        room = max(0, figure.hp_max - figure.nonlethal)
        spared = sheet_of(game, figure).regeneration > 0
        soft = amount if spared else min(amount, room)  # PF-NL-06
        if soft:
            game.do(Hurt(amount=soft, nonlethal=True, rules=("PF-NL-01.3", *rules), **told))
        amount -= soft
        if not amount:
            return
        rules = ("PF-NL-06.1", *rules)
    temp, rest = _from_temporary(figure, amount)
    more: tuple[RuleId, ...] = ("PF-HP-10.1",) if temp else ("PF-HP-03.1",)
    game.do(Hurt(amount=amount, temp=temp, temp_left=rest, rules=(*rules, *more), **told))


def _from_temporary(figure: Creature, amount: int) -> tuple[int, tuple[tuple[str, int], ...]]:
    """How much temporary hit points take, and what is left of them (PF-HP-10.1)."""
    taken, left = 0, []
    for source, n in figure.temp:
        part = min(n, amount - taken)
        taken += part
        if n > part:
            left.append((source, n - part))
    return taken, tuple(left)


def _reopen(game: Game, it: Id) -> None:
    """Whoever is stable, or awake, below 0 hit points and is hurt again is dying (PF-HP-08.1)."""
    figure = figure_of(game, it)
    if figure.hp < 0 and (figure.stable or figure.awake):
        game.do(StabilityChanged(it=it, stable=False, rules=("PF-HP-08.1",)))


def _scorch(game: Game, it: Id, types: tuple[str, ...]) -> None:
    """Certain damage stops regeneration for a round (PF-MON-02.2)."""
    figure = figure_of(game, it)
    sheet = sheet_of(game, figure)
    if sheet.regeneration and not figure.scorched and any(kind in sheet.regeneration_but for kind in types):
        game.do(RegenerationChanged(it=it, scorched=True, rules=("PF-MON-02.2",)))


def _massive(game: Game, it: Id, amount: int) -> Flow[None]:
    """Half the hit points or more, and at least 50, in one attack: a save or death (PF-HP-06)."""
    figure = figure_of(game, it)
    if figure.status != IN or amount < MASSIVE or amount * 2 < figure.hp_max or dead(game, figure):
        return
    if not (yield from save(game, it, TEMPRA, MASSIVE_DC, "massive", "", ("PF-HP-06.1",))):
        yield from die(game, it, "", "massive", ("PF-HP-06.2",))


# --- what hit points mean -----------------------------------------------------------------------------


def dead(game: Game, figure: Creature) -> bool:
    """Minus the Constitution score or below (PF-HP-09.1), or no Constitution left (PF-HP-09.2).

    What never had a Constitution falls apart at 0; what regenerates does not die while that works (PF-MON-02.1).
    """
    if figure.costituzione < 0:
        return figure.hp <= 0
    spent = figure.damage_to(COSTITUZIONE) >= figure.costituzione
    over = spent or (figure.hp < 0 and figure.hp <= -max(1, score_of(game, figure.id, COSTITUZIONE)))
    return over and not regenerates(game, figure)


def regenerates(game: Game, figure: Creature) -> bool:
    """Whether somebody's regeneration works now (PF-MON-02)."""
    return sheet_of(game, figure).regeneration > 0 and not figure.scorched


def overcome(figure: Creature) -> bool:
    """Whether damage has reached an ability's score; that of Constitution kills instead (PF-CND-20.2)."""
    drained = not (figure.forza and figure.destrezza and figure.intelligenza and figure.saggezza and figure.carisma)
    return (bool(figure.damaged) or drained) and any(
        0 <= figure.score(ability) <= figure.damage_to(ability) for ability in ABILITIES if ability != COSTITUZIONE
    )  # fmt: skip


def vigour_of(game: Game, figure: Creature) -> int:
    """Hit points that Constitution gives or takes beside those of the sheet, for each Hit Die (PF-CND-20.4)."""
    printed = sheet_of(game, figure).scores.get(COSTITUZIONE)  # type: ignore[call-overload]
    if figure.costituzione < 0 or printed is None:
        return 0
    return figure.level * (modifier(game, figure.id, COSTITUZIONE) - ability_modifier(printed))


def follow_constitution(game: Game, it: Id) -> bool:
    """Bring hit points in line with Constitution, up or down (PF-HP-11.1, PF-CND-20.4). True if they changed."""
    figure = figure_of(game, it)
    by = vigour_of(game, figure) - figure.vigour
    if by:
        game.do(VigourChanged(it=it, points=by, rules=("PF-HP-11.1" if by > 0 else "PF-CND-20.4",)))
    return bool(by)


def wanted(game: Game, figure: Creature) -> tuple[str, ...]:
    """The conditions that follow from hit points alone."""
    found: list[str] = []
    if figure.hp < 0 and FEROCITY in sheet_of(game, figure).abilities:
        found.append(FIERCE)
    elif figure.hp < 0:
        found.append(DISABLED if figure.awake else STABLE if figure.stable else DYING)
    elif figure.hp == 0:
        found.append(DISABLED)
    if overcome(figure):
        found.append(OVERCOME)
    if figure.nonlethal and (figure.hp >= 0 or figure.awake):
        whole = figure.hp + sum(points for _, points in figure.temp)  # PF-HP-10.1
        if figure.nonlethal > whole:
            found.append(KNOCKED_OUT)
        elif figure.nonlethal == whole:
            found.append(REELING)
    return tuple(found)


def restate(game: Game, it: Id, actor: Id = "") -> Flow[bool]:
    """Bring conditions in line with hit points; death at minus the Constitution score. True if anything changed."""
    figure = figure_of(game, it)
    if figure.status != IN:
        return False
    if dead(game, figure):
        wasted = 0 <= figure.costituzione <= figure.damage_to(COSTITUZIONE)
        rules: tuple[RuleId, ...] = ("PF-HP-09.2", "PF-CND-20.2") if wasted else ("PF-HP-09.1", "PF-HP-05.3")
        yield from die(game, it, actor, "ability" if wasted else "hp", rules)
        return True
    if figure.hp < 0 and not figure.awake and has_feat(game, it, DIEHARD):
        game.do(StabilityChanged(it=it, stable=True, awake=True, rules=(DIEHARD,)))
        figure = figure_of(game, it)
    if figure.hp >= 0 and (figure.stable or figure.awake):
        game.do(StabilityChanged(it=it, stable=False, rules=("PF-HEAL-05.1",)))
    should = wanted(game, figure)
    if not should and not figure.conditions:
        return False
    changed, slept = False, suffers(game, it, UNCONSCIOUS)
    if DYING in should and not figure.has(DYING) and (figure.tended or figure.mending):
        game.do(Tended(it=it, tended=False, rules=("PF-HEAL-06.1",)))
    for condition in BY_HIT_POINTS:
        if condition in should and not figure.has(condition):
            game.do(ConditionBegan(it=it, condition=condition, rules=(CONDITION_RULE[condition],)))
            changed = True
        elif condition not in should and figure.has(condition):
            game.do(ConditionEnded(it=it, condition=condition, rules=(CONDITION_RULE[condition],)))
            changed = True
    if changed and suffers(game, it, UNCONSCIOUS) and not figure_of(game, it).has(PRONE):
        if not figure_of(game, it).mount:
            game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-CND-14.1",)))
        elif slept:
            return changed  # it has stayed in the saddle so far, PF-MNT-16.1
        yield from game.window("dropped", About(it))
    return changed


def die(game: Game, it: Id, actor: Id, why: str, rules: tuple[RuleId, ...]) -> Flow[None]:
    """Somebody dies, unless it regenerates (PF-MON-02.1); whoever has something to say at a death says it."""
    if figure_of(game, it).status == IN and not regenerates(game, figure_of(game, it)):
        game.do(Died(it=it, actor=actor, why=why, rules=rules))
        yield from game.window("killed", _Killed(it, actor))


class _Killed(About):
    """A death, and whose doing it is."""

    def __init__(self, it: Id, actor: Id) -> None:
        super().__init__(it)
        self.actor = actor


# --- healing ------------------------------------------------------------------------------------------


def heal(game: Game, it: Id, amount: int, rules: tuple[RuleId, ...], by: Id = "") -> Flow[int]:
    """Hit points back, never above the maximum; as much nonlethal damage goes (PF-HEAL-12.2, PF-NL-08.1).

    Any point stops dying and bleeding (PF-HEAL-04.2, PF-CND-17.2).
    """
    figure = figure_of(game, it)
    if figure.status != IN or amount < 1:
        return 0
    points, soft = min(amount, figure.hp_max - figure.hp), min(amount, figure.nonlethal)
    if figure.hp < 0 and not figure.stable and figure.hp + points < 0:
        game.do(StabilityChanged(it=it, stable=True, rules=("PF-HEAL-04.2",)))
    if figure.hp < 0 and by and not figure.tended:
        game.do(Tended(it=it, tended=True, by=by, rules=("PF-HEAL-06.1",)))
    if figure.bleed:
        game.do(BleedChanged(it=it, amount=0, rules=("PF-CND-17.2",)))
    game.do(Healed(it=it, amount=points, nonlethal=soft, by=by, rules=(*rules, "PF-HEAL-12.2")))
    yield from game.window("healed", About(it))
    yield from restate(game, it)
    return points


def stabilise(game: Game, it: Id, rules: tuple[RuleId, ...]) -> Flow[None]:
    """A dying creature stops losing hit points."""
    if figure_of(game, it).has(DYING):
        game.do(StabilityChanged(it=it, stable=True, rules=rules))
        yield from restate(game, it)


def try_to_stabilise(game: Game, it: Id) -> Flow[None]:
    """The check of a dying creature, once a round (PF-HEAL-01, -02, -03)."""
    figure = figure_of(game, it)
    if figure.status != IN or not figure.has(DYING) or figure.checked == battle_of(game).round:
        return
    if figure.bleed:
        game.do(StabilisationTried(it=it, passed=False, rules=("PF-HEAL-03.1",)))
        yield from lose_one(game, it, ("PF-HEAL-03.2",))
        return
    bonus = game.query(CHECK, it=it, ability=COSTITUZIONE, cause="stabilise")
    need = STABILISE_DC - bonus.value - figure.hp  # the total below 0 is a penalty
    passed = game.chance(_check, need, by=it, rules=("PF-HEAL-01.1",))
    game.do(StabilisationTried(it=it, passed=passed, rules=("PF-HEAL-01.1", "PF-HEAL-01.2")))
    if passed:
        yield from stabilise(game, it, ("PF-HEAL-01.1",))
    else:
        yield from lose_one(game, it, ("PF-HEAL-02.2",))


def _check(dice: object, need: int) -> bool:
    """A d20 that reaches a number; 20 always does (PF-HEAL-02.1)."""
    (face,) = dice.roll(20)  # type: ignore[attr-defined]
    return bool(face == 20 or face >= need)


def lose(game: Game, it: Id, amount: int, rules: tuple[RuleId, ...], *, faints: bool = True) -> Flow[None]:
    """Hit points go by themselves; nothing wards them. ``faints``: who is stable or awake below 0 is dying again."""
    game.do(Hurt(it=it, amount=amount, rules=rules))
    if faints:
        _reopen(game, it)
    yield from restate(game, it)


def lose_one(game: Game, it: Id, rules: tuple[RuleId, ...]) -> Flow[None]:
    """One hit point goes by itself; nothing wards it."""
    yield from lose(game, it, 1, rules)


def bleed_now(game: Game, it: Id) -> Flow[None]:
    """Bleed damage at the start of the own turn (PF-CND-17.1); who fights on below 0 loses 1 instead of lying there."""
    figure = figure_of(game, it)
    if figure.bleed and figure.status == IN:
        yield from lose(game, it, figure.bleed, ("PF-CND-17.1",))
    if figure_of(game, it).has(FIERCE) and figure_of(game, it).status == IN:
        yield from lose_one(game, it, ("PF-HP-08.1",))


def knit(game: Game, it: Id) -> Flow[None]:
    """What heals by itself at the start of a turn: fast healing, and regeneration unless it was stopped (PF-MON-02)."""
    figure = figure_of(game, it)
    if figure.status != IN:
        return
    sheet = sheet_of(game, figure)
    if figure.scorched:
        game.do(RegenerationChanged(it=it, scorched=False, rules=("PF-MON-02.2",)))
        points = max(sheet.fast_healing, figure.heads)
    else:
        points = sheet.regeneration + max(sheet.fast_healing, figure.heads)
    if points and (figure.hp < figure.hp_max or figure.nonlethal or figure.bleed):
        yield from heal(game, it, points, ("PF-MON-02.1",))

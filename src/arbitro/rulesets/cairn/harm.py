"""Damage, critical damage, scars, lost attributes and death."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.events import (
    AttributeLost,
    ConditionBegan,
    DeathNears,
    Died,
    Exchanged,
    Fled,
    Hurt,
    ScarTaken,
    TurnLost,
    Warded,
)
from arbitro.rulesets.cairn.queries import armour_of, encounter_of, figure_of, library_of
from arbitro.rulesets.cairn.saves import custode, save
from arbitro.rulesets.cairn.state import CRITICAL, FIGHT, FORZA, IN, PC, WEAKENED
from arbitro.rulesets.cairn.subjects import Felling, Harm, Wound

LAST_ROW = 12


def suffer(
    game: Game, it: Id, rolled: int, actor: Id = "", weapon: str = "", cause: str = "attack", pierce: bool = False
) -> Flow[None]:
    """A result of damage dice: Armatura off it, then PF, then FOR (CRN-ARM-01, CRN-ATK-01.2, CRN-CRIT-01)."""
    if figure_of(game, it).status != IN:
        return
    outside = outside_fights(game, it)
    bare = pierce or (outside and not encounter_of(game).options.armour_outside)
    armour = None if bare else armour_of(game, it, actor or None, weapon, cause)
    harm = Harm(it, actor, weapon, cause, max(0, rolled - (armour.value if armour is not None else 0)))
    yield from game.window("damage", harm)
    if harm.cancelled or harm.amount <= 0:
        by = harm.cancelled
        game.do(Warded(it=it, rolled=rolled, armour=armour, by=by, rules=(by,) if by else ("CRN-ARM-01.1",)))
        return
    if outside:
        lose(game, it, FORZA, harm.amount, ("CRN-LOSS-01.1",))
        return
    figure = figure_of(game, it)
    harm.lost = min(figure.pf, harm.amount)
    harm.forza = min(figure.forza, harm.amount - harm.lost)
    beyond = harm.amount > harm.lost
    rules: tuple[RuleId, ...] = ("CRN-ATK-01.2", "CRN-CRIT-01.1") if beyond else ("CRN-ATK-01.2",)
    hurt = Hurt(it=it, amount=harm.amount, pf=harm.lost, forza=harm.forza, actor=actor, weapon=weapon, armour=armour,
                rolled=rolled, rules=rules)  # fmt: skip
    game.do(hurt)
    yield from game.window("damaged", harm)
    yield from _after(game, it, actor, weapon, harm.lost, beyond)


def outside_fights(game: Game, it: Id) -> bool:
    """Whether harm spares the PF of somebody and goes to an attribute: a character outside fights (CRN-LOSS-01)."""
    return encounter_of(game).mode != FIGHT and figure_of(game, it).kind == PC


def _after(game: Game, it: Id, actor: Id, weapon: str, lost: int, beyond: bool) -> Flow[None]:
    figure = figure_of(game, it)
    if figure.status != IN:
        return
    if not beyond:
        if figure.pf == 0 and lost and figure.kind == PC:
            yield from take_scar(game, it, lost)
    elif figure.forza <= 0:
        yield from die(game, it, actor, "forza", ("CRN-DET-02.2",) if figure.formation else ("CRN-LOSS-02.1",))
    else:
        yield from critical(game, it, actor, weapon)


def critical(game: Game, it: Id, actor: Id, weapon: str) -> Flow[None]:
    """The save against critical damage, with the FOR that is left, and what its failure means."""
    passed = yield from save(game, it, FORZA, "critical", ("CRN-CRIT-01.3",))
    if passed or figure_of(game, it).status != IN:
        return
    felling = Felling(it, actor, weapon)
    yield from game.window("critical", felling)
    figure = figure_of(game, it)
    if felling.spared or figure.status != IN:
        return
    if figure.formation:
        yield from _formation_breaks(game, it)
    elif figure.kind == PC:
        _lies_dying(game, it)
    else:
        options = tuple(Option(word, {}, ("CRN-CRIT-03.1",)) for word in ("dead", "down"))
        word = yield from custode(game, "felled", Pick(options, default="dead"), {"it": it})
        if word == "dead":
            yield from die(game, it, actor, "critical", ("CRN-CRIT-03.1",))
        else:
            _lies_dying(game, it)


def _lies_dying(game: Game, it: Id) -> None:
    if not figure_of(game, it).has(CRITICAL):
        game.do(ConditionBegan(it=it, condition=CRITICAL, rules=("CRN-CRIT-02.1",)))
    game.do(DeathNears(it=it, hour=encounter_of(game).clock + 1, rules=("CRN-CRIT-02.3",)))


def _formation_breaks(game: Game, it: Id) -> Flow[None]:
    """A formation is routed, unless the referee says that it is only weakened (CRN-DET-02)."""
    options = tuple(Option(word, {}, ("CRN-DET-02.1",)) for word in ("routed", "weakened"))
    word = yield from custode(game, "broken", Pick(options, default="routed"), {"it": it})
    if word == "routed":
        game.do(Fled(it=it, why="routed", rules=("CRN-DET-02.1",)))
    elif not figure_of(game, it).has(WEAKENED):
        game.do(ConditionBegan(it=it, condition=WEAKENED, rules=("CRN-DET-02.1",)))


def take_scar(game: Game, it: Id, lost: int) -> Flow[None]:
    """PF at exactly 0: the row of the PF lost in this blow, the last one for more (CRN-SCAR-00)."""
    row = min(lost, LAST_ROW)
    scar = next(scar for scar in library_of(game).scars.values() if scar.lost == row)
    game.do(ScarTaken(it=it, row=scar.id, rules=("CRN-SCAR-00.1", scar.id)))
    yield from game.window("scar", Wound(it, row))


def die(game: Game, it: Id, actor: Id, why: str, rules: tuple[RuleId, ...]) -> Flow[None]:
    """Somebody dies; whoever has something to say at a death says it."""
    if figure_of(game, it).status == IN:
        yield from game.happen(Died(it=it, actor=actor, why=why, rules=rules))


def fright(game: Game, it: Id) -> None:
    """What panic brings at once: no PF, and no action in the first round (CRN-PRC-04.2)."""
    state = encounter_of(game)
    if figure_of(game, it).pf:
        game.do(Exchanged(it=it, rules=("CRN-PRC-04.2",)))
    if state.mode == FIGHT and state.round == 1:
        game.do(TurnLost(it=it, number=1, rules=("CRN-PRC-04.2",)))


def lose(game: Game, it: Id, attribute: str, amount: int, rules: tuple[RuleId, ...], ever: bool = False) -> None:
    """Points of an attribute, without PF (CRN-LOSS-01); what 0 means is seen to by the checks."""
    amount = min(amount, figure_of(game, it).score(attribute))
    if amount > 0:
        game.do(AttributeLost(it=it, attribute=attribute, amount=amount, ever=ever, rules=rules))

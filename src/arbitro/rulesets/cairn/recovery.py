"""Rest, nights, weeks, hunger, treatment: what time and care give back (CRN-HEAL, CRN-DEP, CRN-FAT, CRN-PRC)."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.engine.asks import Flow
from arbitro.engine.events import ClockMoved
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.burden import add_fatigue, spend_use
from arbitro.rulesets.cairn.events import (
    CoinsChanged,
    ConditionBegan,
    ConditionEnded,
    DayWithout,
    DeathNears,
    FatigueLost,
    NeedsChanged,
    Restored,
)
from arbitro.rulesets.cairn.harm import die
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, thing_of
from arbitro.rulesets.cairn.saves import custode
from arbitro.rulesets.cairn.state import (
    ATTRIBUTES,
    CRITICAL,
    DEPRIVED,
    DES,
    FOOD,
    FORZA,
    LOADED,
    MORTAL,
    PANICKED,
    PF,
    SLEEP,
    STABLE,
    VOL,
    WARMTH,
    WATER,
    Creature,
)
from arbitro.rulesets.cairn.subjects import About

NEEDS = (FOOD, SLEEP, WATER, WARMTH)
TREATMENT = 50  # gold, CRN-MKT-04.1
INN = 10  # gold a head and night, CRN-MKT-04
NIGHT, DAY, WEEK = 8, 24, 168
RATION = "razioni"


def party(game: Game) -> list[Id]:
    """Everybody of the party's side who is here."""
    state = encounter_of(game)
    return [figure.id for figure in state.present(state.seats[0])]


def give_back(game: Game, it: Id, attribute: str, amount: int | None, rules: tuple[RuleId, ...]) -> int:
    """Restore points up to the maximum; the deprived get nothing back (CRN-DEP-03), those in panic no PF."""
    figure = figure_of(game, it)
    if figure.has(DEPRIVED) or (attribute == PF and (figure.has(LOADED) or figure.has(PANICKED))):
        return 0
    missing = figure.highest(attribute) - figure.score(attribute)
    points = missing if amount is None else min(amount, missing)
    if points <= 0:
        return 0
    game.do(Restored(it=it, attribute=attribute, amount=points, rules=rules))
    return points


def _open(game: Game, window: str, who: Iterable[Id]) -> Flow[None]:
    for it in who:
        if figure_of(game, it).present:
            yield from game.window(window, About(it))


def pass_hours(game: Game, hours: int, rules: tuple[RuleId, ...]) -> Flow[None]:
    """Time passes: who should have died by then dies (CRN-CRIT-02.3)."""
    game.do(ClockMoved(hours=hours, rules=rules))
    clock = encounter_of(game).clock
    for figure in list(encounter_of(game).figures.values()):
        if figure.present and figure.dying and figure.dying <= clock:
            yield from die(game, figure.id, "", "untreated", ("CRN-CRIT-02.3",))


# --- rests --------------------------------------------------------------------------------------------


def breather(game: Game) -> Flow[None]:
    """A few moments and some water: all lost PF comes back (CRN-HEAL-01, CRN-PRC-01)."""
    for it in party(game):
        recover_pf(game, it, ("CRN-HEAL-01.1",))
    yield from _open(game, "breather", party(game))


def recover_pf(game: Game, it: Id, rules: tuple[RuleId, ...]) -> None:
    """All PF of one; with PF again somebody stable is back on their feet (our ruling of CRN-CRIT-02)."""
    figure = figure_of(game, it)
    if figure.has(CRITICAL) or figure.has(MORTAL):
        return
    give_back(game, it, PF, None, rules)
    figure = figure_of(game, it)
    if figure.has(STABLE) and not figure.has(DEPRIVED):
        game.do(ConditionEnded(it=it, condition=STABLE, rules=("CRN-CRIT-02.2",)))


def sleep(game: Game, hours: int, window: str = "rest") -> Flow[None]:
    """Hours of rest, which some wounds wait for (CRN-SCAR-03.2)."""
    yield from pass_hours(game, hours, ("CRN-HEAL-01.1",))
    yield from _open(game, window, party(game))
    yield from game.settle()
    yield from breather(game)


def hours(game: Game) -> Flow[None]:
    """A few hours' rest."""
    yield from sleep(game, NIGHT // 2)


def camp(game: Game) -> Flow[None]:
    """A night in camp: a ration each, mounts too; who could rest is free of Fatica (CRN-PRC-02, CRN-FAT-01.3)."""
    for it in party(game):
        _eat(game, it)
    _feed_mounts(game)
    yield from game.settle()
    yield from _night(game)


def inn(game: Game) -> Flow[None]:
    """A night under a roof: paid for, food included (CRN-MKT-04)."""
    for it in party(game):
        payer = next((o for o in (it, *party(game)) if figure_of(game, o).coins >= INN), None)
        if payer is not None:
            game.do(CoinsChanged(it=payer, by=-INN, rules=("CRN-MKT-04.1",)))
            _meet(game, it, (FOOD, WATER, WARMTH))
        else:
            _lack(game, it, FOOD)
    yield from game.settle()
    yield from _night(game)


def _night(game: Game) -> Flow[None]:
    for it in party(game):
        _meet(game, it, (SLEEP,))
    yield from game.settle()
    yield from sleep(game, NIGHT)
    for it in party(game):
        shed_fatigue(game, it, ("CRN-PRC-02.2", "CRN-FAT-01.3"))
    yield from _open(game, "night", party(game))


def shed_fatigue(game: Game, it: Id, rules: tuple[RuleId, ...], amount: int | None = None) -> None:
    """Slots free of Fatica again, not while deprived (CRN-DEP-03.3)."""
    figure = figure_of(game, it)
    points = figure.fatigue if amount is None else min(amount, figure.fatigue)
    if points and not figure.has(DEPRIVED):
        game.do(FatigueLost(it=it, amount=points, rules=rules))


def march(game: Game) -> Flow[None]:
    """A night without camp: one Fatica each, and everybody is deprived (CRN-PRC-02.3)."""
    yield from pass_hours(game, NIGHT, ("CRN-PRC-02.3",))
    for it in party(game):
        yield from add_fatigue(game, it, ("CRN-PRC-02.3",))
        _lack(game, it, SLEEP)


def day(game: Game) -> Flow[None]:
    """A day passes: whoever has been deprived for more than one adds a Fatica (CRN-DEP-02)."""
    yield from game.close_scope("day", "day", ("CRN-DEP-02.2",))
    yield from pass_hours(game, DAY, ("CRN-DEP-02.2",))
    for it in party(game):
        if figure_of(game, it).has(DEPRIVED):
            yield from _day_without(game, it)
    yield from game.open_scope("day", "day", ("CRN-DEP-02.2",))


def _day_without(game: Game, it: Id) -> Flow[None]:
    """One more day in deprivation; from the second one on it costs a Fatica."""
    days = figure_of(game, it).deprived_days + 1
    game.do(DayWithout(it=it, days=days, rules=("CRN-DEP-02.1",)))
    if days > 1:
        yield from add_fatigue(game, it, ("CRN-DEP-02.1", "CRN-DEP-02.2"))


def week(game: Game, helper: str) -> Flow[None]:
    """A week of rest: lost attributes come back with a healer's help, else as the referee decides (CRN-HEAL-03)."""
    healed = helper == "healer"
    if not healed:
        options = tuple(Option(word, {}, ("CRN-HEAL-03.2",)) for word in ("no", "yes"))
        healed = (yield from custode(game, "week_alone", Pick(options, default="no"), {})) == "yes"
    for it in party(game):
        _meet(game, it, (SLEEP,))
        if helper == "healer":
            stabilise(game, it, ("CRN-HEAL-03.2", "CRN-CRIT-02.2"))
            _spare(game, it)
    yield from game.settle()
    yield from game.close_scope("day", "day", ("CRN-HEAL-03.1",))
    yield from sleep(game, WEEK)
    for it in [it for it in party(game) if figure_of(game, it).needs for _ in range(WEEK // DAY)]:
        yield from _day_without(game, it)
    yield from game.open_scope("day", "day", ("CRN-HEAL-03.1",))
    for it in party(game):
        if healed:
            yield from mend(game, it, ("CRN-HEAL-03.1",))
        shed_fatigue(game, it, ("CRN-FAT-01.3",))
        recover_pf(game, it, ("CRN-HEAL-01.1",))
    yield from _open(game, "night", party(game))


# --- care ---------------------------------------------------------------------------------------------


def mend(game: Game, it: Id, rules: tuple[RuleId, ...]) -> Flow[None]:
    """Attributes whole again, wounds over, and whatever was waiting for that."""
    figure = figure_of(game, it)
    if not figure.present:
        return
    yield from game.window("mended", About(it))
    yield from game.settle()
    for attribute in ATTRIBUTES:
        give_back(game, it, attribute, None, rules)
    stabilise(game, it, rules)
    if figure_of(game, it).has(MORTAL):  # one that no scar of this table left
        game.do(ConditionEnded(it=it, condition=MORTAL, rules=("CRN-SCAR-11.2",)))
    _spare(game, it)


def _spare(game: Game, it: Id) -> None:
    """A healer is there: nobody dies within the hour (CRN-SCAR-11.2)."""
    if figure_of(game, it).dying:
        game.do(DeathNears(it=it, hour=0, rules=("CRN-SCAR-11.2",)))


def stabilise(game: Game, it: Id, rules: tuple[RuleId, ...]) -> None:
    """Somebody with critical damage no longer dies of it; nothing comes back by that (CRN-HEAL-02)."""
    figure = figure_of(game, it)
    if figure.has(CRITICAL):
        game.do(ConditionEnded(it=it, condition=CRITICAL, rules=rules))
        if not figure.has(STABLE):
            game.do(ConditionBegan(it=it, condition=STABLE, rules=rules))
    if figure.dying and not figure.has(MORTAL):
        game.do(DeathNears(it=it, hour=0, rules=rules))


def treatment(game: Game, it: Id, price: str) -> Flow[None]:
    """A healer's care at once, for its price or for nothing (CRN-HEAL-04, CRN-MKT-04.1)."""
    if price == "paid":
        payer = next(o for o in (it, *party(game)) if figure_of(game, o).coins >= TREATMENT)
        game.do(CoinsChanged(it=payer, by=-TREATMENT, rules=("CRN-HEAL-04.2", "CRN-MKT-04.1")))
    rules: tuple[RuleId, ...] = ("CRN-HEAL-04.1",) if price == "free" else ("CRN-HEAL-04.2",)
    yield from mend(game, it, rules)


def miracle(game: Game, it: Id) -> Flow[None]:
    """Extraordinary means: what nothing else brings back (CRN-LOSS-03.2, CRN-LOSS-04.2, CRN-SCAR-08.1)."""
    for attribute in (DES, VOL, FORZA):
        give_back(game, it, attribute, None, ("CRN-LOSS-03.2", "CRN-LOSS-04.2"))
    yield from game.window("miracle", About(it))


# --- needs --------------------------------------------------------------------------------------------


def _lack(game: Game, it: Id, need: str) -> None:
    figure = figure_of(game, it)
    if need not in figure.needs and not game.immune(it, need):
        game.do(NeedsChanged(it=it, needs=(*figure.needs, need), rules=("CRN-DEP-01.1",)))


def _meet(game: Game, it: Id, needs: tuple[str, ...]) -> None:
    figure = figure_of(game, it)
    left = tuple(need for need in figure.needs if need not in needs)
    if left != figure.needs:
        game.do(NeedsChanged(it=it, needs=left, rules=("CRN-DEP-01.2",)))


def _eat(game: Game, it: Id) -> None:
    """One use of rations, one's own or another's; some need no food."""
    if game.immune(it, FOOD):
        return
    if _ration(game, (it, *party(game))):
        _meet(game, it, (FOOD,))
    else:
        _lack(game, it, FOOD)


def _feed_mounts(game: Game) -> None:
    """Every mount eats too, after its masters (CRN-PRC-02.1)."""
    for it in party(game):
        for _ in [item for item in figure_of(game, it).items if _tagged(game, item.thing, "mount")]:
            _ration(game, (it, *party(game)))


def _ration(game: Game, owners: Iterable[Id]) -> bool:
    """One ration of the first owner who has any; False if nobody has."""
    for owner in owners:
        food = next((item for item in figure_of(game, owner).items if _tagged(game, item.thing, "food")), None)
        if food is not None:
            spend_use(game, owner, food, ("CRN-PRC-02.1",))
            return True
    return False


def _tagged(game: Game, thing: str, tag: str) -> bool:
    return tag in thing_of(game, thing).tags


def lack(game: Game, it: Id, need: str) -> None:
    """Somebody lacks something essential."""
    _lack(game, it, need)


def meet(game: Game, it: Id) -> None:
    """All that somebody lacked is there."""
    _meet(game, it, NEEDS)


def wounded(figure: Creature) -> bool:
    """Whether a healer has something to do."""
    low = any(figure.score(attribute) < figure.highest(attribute) for attribute in ATTRIBUTES)
    return low or bool(figure.scars) or any(map(figure.has, (CRITICAL, STABLE, MORTAL)))


__all__ = ["NEEDS", "breather", "camp", "day", "hours", "inn", "lack", "march", "meet", "mend", "miracle", "treatment",
           "week", "wounded"]  # fmt: skip

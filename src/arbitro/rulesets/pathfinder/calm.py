"""After the fight: how the time is spent, in rounds, hours, nights and days, until somebody calls it an end.

The table asks for it (``options: {aftermath: true}``). Whoever answers for the referee says what comes next: another
round in which those who stand help the fallen with everything they have, an hour, a night, a day in bed, or care.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitro.engine.asks import Flow, ask
from arbitro.engine.events import Finished
from arbitro.engine.forms import Branch, Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Steps
from arbitro.engine.state import Step
from arbitro.engine.values import Id, RuleId, Value
from arbitro.rulesets.pathfinder.arms import key_of
from arbitro.rulesets.pathfinder.deeds import Path
from arbitro.rulesets.pathfinder.events_mending import CalmBegan, Cared, Tended, TimeSpent
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.recovery import (
    DAY,
    NIGHT,
    ROUNDS_AN_HOUR,
    everybody,
    fresh,
    hour_passes,
    hours_pass,
    idle_round,
    night_ends,
    patients_of,
    quiet,
    restless,
    treat,
)
from arbitro.rulesets.pathfinder.state import IN
from arbitro.rulesets.pathfinder.things import mend, mendable, mends, worth

ROUND, HOUR, NIGHT_OF, BROKEN, BED, MARCH, CARE, TREAT, MEND, END = (
    "round", "hour", "night", "broken_night", "bed", "on_the_move", "care", "treat", "mend", "end",
)  # fmt: skip
RULE: dict[str, RuleId] = {
    ROUND: "PF-SEQ-02.1", HOUR: "PF-HEAL-07.1", NIGHT_OF: "PF-HEAL-10.1", BROKEN: "PF-HEAL-10.2", BED: "PF-HEAL-11.1",
    MARCH: "PF-HEAL-10.2", CARE: "PF-SKL-05.2", TREAT: "PF-SKL-05.3", MEND: "PF-CND-16.4", END: "PF-SEQ-01.6",
}  # fmt: skip
SPENT = {HOUR: 1, NIGHT_OF: NIGHT, BROKEN: NIGHT, BED: DAY, MARCH: NIGHT}
"""Hours that each takes."""
MOST_CALLS = 90
"""Decisions after which only the end is offered, so that no battle is endless."""


def begin(game: Game, winner: str, why: str) -> None:
    """The fight is over, but not the time that is played."""
    game.do(CalmBegan(winner=winner, why=why, rules=("PF-SEQ-01.6",)))
    game.push(Step("calm"))


def standing(game: Game) -> list[Id]:
    """Those of the side that holds the field who can act."""
    battle = battle_of(game)
    return [it for it in everybody(game) if figure_of(game, it).seat == battle.field and able(game, it)]


# --- what comes next ----------------------------------------------------------------------------------


def form(game: Game) -> Tree:
    """What may be called: the end is what silence means."""

    def grow(path: Path) -> Branch | None:
        if not path:
            return Branch("time", tuple(Option(what, {}, (RULE[what],)) for what in callable_now(game)))
        if path[0] not in _who:
            return None
        if len(path) == 1:
            return Branch("actor", tuple(Option(it) for it in standing(game) if _who[str(path[0])](game, it)))
        if len(path) == 2:
            return Branch("patient", tuple(Option(it) for it in _who[str(path[0])](game, str(path[1]))))
        if len(path) == 3 and path[0] == MEND:
            return _hurt_things(game, str(path[2]))
        return None

    return Tree(grow, default=(END,))


def callable_now(game: Game) -> list[str]:
    """What may be called: help while somebody stands, time while somebody lives."""
    if battle_of(game).calls >= MOST_CALLS:
        return [END]
    hands, alive = standing(game), bool(everybody(game))
    found = [ROUND] if hands else []
    found += [what for what in _who if any(_who[what](game, it) for it in hands)]
    return [*found, *(SPENT if alive else ()), END]


def _treatable(game: Game, healer: Id) -> list[Id]:
    """Whose deadly wounds somebody could treat: once a day each, and not its own (PF-SKL-05.3)."""
    return [it for it in everybody(game) if it != healer and figure_of(game, it).hp < figure_of(game, it).hp_max
            and fresh(game, it)]  # fmt: skip


def _in_need_of_mending(game: Game, mender: Id) -> list[Id]:
    """Those of its side whose things somebody can mend, if it knows how."""
    if not mends(game, mender):
        return []
    seat = figure_of(game, mender).seat
    return [it for it in everybody(game) if figure_of(game, it).seat == seat and any(mendable(game, it))]


def _hurt_things(game: Game, it: Id) -> Branch:
    """What of somebody's could be mended, and what it is worth now (PF-CND-16.4)."""
    figure, library = figure_of(game, it), library_of(game)
    return Branch("thing", tuple(
        Option(key_of(figure, item), worth(item, library.thing(item.thing)), (RULE[MEND],))
        for item in mendable(game, it)
    ))  # fmt: skip


_who: dict[str, Callable[[Game, Id], list[Id]]] = {CARE: patients_of, TREAT: _treatable, MEND: _in_need_of_mending}


def decide(game: Game) -> Flow[None]:
    """One decision about the time after a fight."""
    answer: Value = yield from ask("calm", battle_of(game).chair(), form(game), {})
    assert isinstance(answer, tuple)
    what = str(answer[0])
    game.do(TimeSpent(what=what, rules=(RULE[what],)))
    if what == END:
        game.push(Step("story_ends"))
    elif what == ROUND:
        game.push(Step("round"))
    elif what == CARE:
        carer, it = str(answer[1]), str(answer[2])
        game.do(Cared(it=it, carer=carer, rules=("PF-SKL-05.2",)))
        if not figure_of(game, it).tended:
            game.do(Tended(it=it, tended=True, by=carer, rules=("PF-HEAL-06.1",)))
        game.push(Step("calm"))
    elif what == TREAT:
        game.push(Step("fade", (ROUNDS_AN_HOUR,)), Step("treated", (answer[1], answer[2])), Step("hours", (1, HOUR)),
                  Step("calm"))  # fmt: skip
    elif what == MEND:
        game.push(Step("fade", (ROUNDS_AN_HOUR,)), Step("mended", answer[1:]), Step("hours", (1, HOUR)), Step("calm"))
    else:
        game.push(Step("fade", (ROUNDS_AN_HOUR,)), Step("hours", (SPENT[what], what)), Step("calm"))


# --- time passes --------------------------------------------------------------------------------------


def fade(game: Game, left: int) -> Flow[None]:
    """Rounds go by until blood no longer flows: the dying stabilise or die (PF-HEAL-01, -02)."""
    if left < 1 or not any(restless(game, figure) for figure in battle_of(game).figures.values()):
        return
    yield from idle_round(game)
    game.push(Step("fade", (left - 1,)))


def hours(game: Game, left: int, what: str) -> Flow[None]:
    """One hour after the other, and whatever it has brought on; at the end of a night or a day its rest counts."""
    if quiet(game):
        hours_pass(game, left)
        game.push(Step("dawn", (what,)))
        return
    yield from hour_passes(game, rest=what in (HOUR, NIGHT_OF, BED))
    more = Step("hours", (left - 1, what)) if left > 1 else Step("dawn", (what,))
    game.push(Step("fade", (ROUNDS_AN_HOUR,)), more)


def dawn(game: Game, what: str) -> Flow[None]:
    """What a night or a day gives back."""
    if what in (NIGHT_OF, BED):
        yield from night_ends(game, bed=what == BED)


def treated(game: Game, healer: Id, it: Id) -> Flow[None]:
    """Deadly wounds are seen to, if healer and patient are still alive."""
    if able(game, healer) and figure_of(game, it).status == IN:
        yield from treat(game, healer, it)


def mended(game: Game, mender: Id, it: Id, thing: str) -> None:
    """An hour of mending, if the mender, the owner and the thing are still there."""
    figure = figure_of(game, it)
    item = next((one for one in mendable(game, it) if key_of(figure, one) == thing), None)
    if able(game, mender) and figure.status == IN and item is not None:
        mend(game, mender, it, item)


def story_ends(game: Game) -> None:
    """The time after the fight is over too; who won stands since its end."""
    winner, why = battle_of(game).field, battle_of(game).why
    game.do(Finished(result=winner, why=why, rules=("PF-SEQ-01.6",)))


def register(steps: Steps) -> None:
    """Make the Steps of this chapter known; a ruling that cuts one short comes back to the question."""
    steps("calm", cut="calm")(decide)
    steps("fade")(fade)
    steps("hours")(hours)
    steps("dawn")(dawn)
    steps("treated")(treated)
    steps("mended")(mended)
    steps("story_ends")(story_ends)

"""Commands of wounds and care, needs and time: what the rules give back, and what they take."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.content.deskorders import Given, anybody, choice, creatures, number
from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Branch, Refusal, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Id, Value
from arbitro.rulesets.cairn import procedures, recovery
from arbitro.rulesets.cairn.burden import add_fatigue
from arbitro.rulesets.cairn.events import CameBack, ConditionBegan, ConditionEnded
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, library_of
from arbitro.rulesets.cairn.referee.fighting import ring_hours
from arbitro.rulesets.cairn.referee.orders import command
from arbitro.rulesets.cairn.state import ATTRIBUTES, CRITICAL, DEPRIVED, MORTAL, PF, Creature, name_rule

PASSING = ("rest", "hour", "hours", "camp", "inn", "march", "day")
"""Procedures that let time pass and need nothing more."""
ASKING = ("buy", "wear", "load", "give", "recharge", "create", "companion", "hire", "succeed", "treat", "miracle",
          "careless", "week")  # fmt: skip
"""Procedures that ask for more once they are called."""
PLACES = ("safe", "danger", "dark")


# --- wounds -------------------------------------------------------------------------------------------


def _heal_ban(game: Game, given: Given) -> Refusal | None:
    attribute = given.get("attribute", PF)
    some = any(figure_of(game, it).score(attribute) < figure_of(game, it).highest(attribute) for it in given["who"])
    return None if some else Refusal("desk_no_effect", {})


@command("heal", "care", creatures(), number("n", 1, 60), choice("attribute", lambda game: (PF, *ATTRIBUTES),
         optional=True, default=PF), rules=("CRN-HEAL-01.1", "CRN-DEP-03.1"), ban=_heal_ban)  # fmt: skip
def heal(game: Game, who: Sequence[Id], n: int, attribute: str = PF) -> None:
    """Points that come back, up to the maximum; nothing to those who are deprived (CRN-HEAL-01, CRN-DEP-03)."""
    for it in who:
        recovery.give_back(game, it, attribute, n, ("CRN-HEAL-01.1",))


@command("stabilise", "care", creatures("who", lambda figure: figure.present and (figure.has(CRITICAL) or
         bool(figure.dying and not figure.has(MORTAL)))), rules=("CRN-CRIT-02.2",))  # fmt: skip
def stabilise(game: Game, who: Sequence[Id]) -> None:
    """Somebody sees to the wound: nobody dies of it any more (CRN-CRIT-02.2)."""
    for it in who:
        recovery.stabilise(game, it, ("CRN-CRIT-02.2",))


@command("back", "care", creatures("who", lambda figure: not figure.present))
def come_back(game: Game, who: Sequence[Id]) -> None:
    """Those who had fled, or lay as dead, are here again."""
    for it in who:
        game.do(CameBack(it=it))


# --- conditions and needs -----------------------------------------------------------------------------


def _conditions(game: Game) -> list[str]:
    """Conditions that may be set; deprivation follows from what is lacking."""
    return [condition for condition in library_of(game).conditions if condition != DEPRIVED]


def _set_ban(game: Game, given: Given) -> Refusal | None:
    some = any(not figure_of(game, it).has(given["condition"]) for it in given["who"])
    return None if some else Refusal("desk_no_effect", {})


def _lift_ban(game: Game, given: Given) -> Refusal | None:
    some = any(given["condition"] in _liftable(figure_of(game, it)) for it in given["who"])
    return None if some else Refusal("desk_no_effect", {})


def _liftable(figure: Creature) -> list[str]:
    timed = {condition for condition, _ in figure.timed}
    return [condition for condition in figure.conditions if condition not in (*timed, DEPRIVED)]


@command("set", "state", creatures("who", anybody), choice("condition", _conditions), rules=("CRN-ACT-03.1",),
         ban=_set_ban)  # fmt: skip
def set_condition(game: Game, who: Sequence[Id], condition: str) -> None:
    """A condition begins."""
    for it in who:
        if not figure_of(game, it).has(condition):
            game.do(ConditionBegan(it=it, condition=condition, rules=name_rule(condition)))


@command("lift", "state", creatures("who", lambda figure: bool(_liftable(figure))), choice("condition", _conditions),
         rules=("CRN-ACT-03.1",), ban=_lift_ban)  # fmt: skip
def lift_condition(game: Game, who: Sequence[Id], condition: str) -> None:
    """A condition is over, unless an effect holds it."""
    for it in who:
        if condition in _liftable(figure_of(game, it)):
            game.do(ConditionEnded(it=it, condition=condition, rules=name_rule(condition)))


def _tire_ban(game: Game, given: Given) -> Refusal | None:
    n = given["n"]
    some = n > 0 or any(figure_of(game, it).fatigue for it in given["who"])
    return None if n and some else Refusal("desk_no_effect", {})


@command("fatigue", "state", creatures(), number("n", -10, 10), rules=("CRN-FAT-01.1", "CRN-FAT-02.1"), ban=_tire_ban)
def fatigue(game: Game, who: Sequence[Id], n: int) -> Flow[None]:
    """So much Fatica more, something dropped for it where no slot is free; or less (CRN-FAT-01, CRN-FAT-02)."""
    for it in who:
        for _ in range(n):
            yield from add_fatigue(game, it, ("CRN-FAT-01.1",))
        if n < 0:
            recovery.shed_fatigue(game, it, ("CRN-FAT-01.3",), -n)


@command("lack", "state", creatures(), choice("need", lambda game: recovery.NEEDS), rules=("CRN-DEP-01.1",))
def lack(game: Game, who: Sequence[Id], need: str) -> None:
    """Something essential is lacking: whoever lacks it is deprived (CRN-DEP-01)."""
    for it in who:
        recovery.lack(game, it, need)


@command("meet", "state", creatures("who", lambda figure: bool(figure.needs)), rules=("CRN-DEP-01.2",))
def meet(game: Game, who: Sequence[Id]) -> None:
    """Whatever was lacking is there (CRN-DEP-01.2)."""
    for it in who:
        recovery.meet(game, it)


# --- time ---------------------------------------------------------------------------------------------


def _calm(game: Game) -> bool:
    return encounter_of(game).mode != "fight"


def _place_allows(game: Game, what: str) -> bool:
    return what not in procedures.NEEDS_PLACE or procedures.NEEDS_PLACE[what](game)


def _passing(game: Game) -> list[str]:
    return [what for what in PASSING if _place_allows(game, what)]


@command("pass", "time", choice("what", _passing), rules=("CRN-HEAL-01.1", "CRN-PRC-02.1"), when=_calm)
def let_pass(game: Game, what: str) -> Flow[None]:
    """Rests, nights, hours and days, as this game has them (CRN-HEAL, CRN-PRC)."""
    yield from procedures.run(game, (what,))
    ring_hours(game)


@command("hours", "time", number("n", 1, 1000), rules=("CRN-CRIT-02.3",), when=_calm)
def hours(game: Game, n: int) -> Flow[None]:
    """So many hours pass."""
    yield from recovery.pass_hours(game, n, ("CRN-CRIT-02.3",))
    ring_hours(game)


@command("place", "time", choice("how", lambda game: PLACES), rules=("CRN-PRC-01.2",))
def place(game: Game, how: str) -> Flow[None] | None:
    """Whether the place is safe, and lit: rests depend on it (CRN-PRC-01.2)."""
    return procedures.PROCEDURES["place"].run(game, how)


def _asking(game: Game) -> list[str]:
    return [what for what in ASKING if procedures.possible(game, what)]


@command("procedure", "more", choice("what", _asking), rules=("CRN-ACT-03.1",), when=_calm)
def procedure(game: Game, what: str) -> Flow[None]:
    """A procedure that asks for more: trade, things handed over, new faces, treatment."""
    whole = procedures.form(game, REFEREE, fight=False)

    def grow(path: tuple[Value, ...]) -> Branch | None:
        return whole.grow((what, *path))

    path = yield from ask("procedure", REFEREE, Tree(grow), {"what": what})
    yield from procedures.run(game, (what, *path))
    ring_hours(game)

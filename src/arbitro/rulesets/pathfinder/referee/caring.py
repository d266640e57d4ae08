"""Commands of wounds and conditions: healing, first aid, what begins and when it ends."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.content.deskorders import Given, anybody, choice, creature, creatures, dice, number
from arbitro.engine.asks import Flow
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events_blows import BleedChanged, ConditionBegan, ConditionEnded, TemporaryChanged
from arbitro.rulesets.pathfinder.events_bonds import CameBack
from arbitro.rulesets.pathfinder.events_mending import Tended
from arbitro.rulesets.pathfinder.harm import heal as heal_points
from arbitro.rulesets.pathfinder.harm import stabilise as stop_dying
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.mercy import AID_DC, needs_hands
from arbitro.rulesets.pathfinder.referee.fighting import thrown
from arbitro.rulesets.pathfinder.referee.orders import command
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import BY_HIT_POINTS, FLED, Creature
from arbitro.rulesets.pathfinder.strikes import stance

DURATION = "PF-SEQ-05"
"""The record whose effect ends on a count of the order of initiative."""
MOST_ROUNDS = 600
DESK_TEMP = "banco"
"""What gave temporary hit points that the referee hands out."""


# --- wounds -------------------------------------------------------------------------------------------


def _hurt(figure: Creature) -> bool:
    return bool(figure.present and (figure.hp < figure.hp_max or figure.nonlethal or figure.bleed))


@command("heal", "care", creatures("who", _hurt), dice("n", plain=999), rules=("PF-HEAL-12.2",))
def heal(game: Game, who: Sequence[Id], n: str) -> Flow[None]:
    """Hit points back, up to the maximum, and as much nonlethal damage (PF-HEAL-12.2, PF-NL-08.1)."""
    points = thrown(game, n, ("PF-HEAL-12.2",))
    for it in who:
        yield from heal_points(game, it, points, ("PF-HEAL-12.2",))


@command("temp", "care", creatures(), number("n", 1, 999, default=5), rules=("PF-HP-10.1",))
def temporary(game: Game, who: Sequence[Id], n: int) -> None:
    """Temporary hit points, which go first; those of one source do not add up (PF-HP-10)."""
    for it in who:
        rest = tuple(pair for pair in figure_of(game, it).temp if pair[0] != DESK_TEMP)
        game.do(TemporaryChanged(it=it, temp=(*rest, (DESK_TEMP, n)), rules=("PF-HP-10.1",)))


def _needs_hands(figure: Creature) -> bool:
    return figure.present and needs_hands(figure)


@command("stabilise", "care", creatures("who", _needs_hands), creature("by", optional=True),
         rules=("PF-HEAL-04.1",))  # fmt: skip
def stabilise(game: Game, who: Sequence[Id], by: Id = "") -> Flow[None]:
    """The dying stop dying: by somebody's Heal check, or because the referee says so (PF-HEAL-04)."""
    for it in who:
        if by and not skill(game, by, "guarire", AID_DC, ("PF-HEAL-04.1",), target=it, cause="stabilise"):
            continue
        if figure_of(game, it).bleed:
            game.do(BleedChanged(it=it, amount=0, rules=("PF-CND-17.2",)))
        game.do(Tended(it=it, tended=True, by=by, rules=("PF-HEAL-06.1",)))
        yield from stop_dying(game, it, ("PF-HEAL-04.1",))


@command("bleed", "care", creatures(), number("n", 0, 60, default=1), rules=("PF-CND-17.1",))
def bleed(game: Game, who: Sequence[Id], n: int) -> None:
    """So much is lost on every turn from now on; 0 stops it (PF-CND-17)."""
    for it in who:
        game.do(BleedChanged(it=it, amount=n, rules=("PF-CND-17.1",)))


@command("back", "care", creatures("who", lambda figure: not figure.present))
def come_back(game: Game, who: Sequence[Id]) -> None:
    """Those who had fled, or lay as dead, are here again."""
    for it in who:
        game.do(CameBack(it=it))


# --- conditions ---------------------------------------------------------------------------------------


def _conditions(game: Game) -> list[str]:
    """Conditions that may be set; those that hit points bring follow from hit points."""
    return [one for one in library_of(game).conditions if one not in BY_HIT_POINTS]


def _set_ban(game: Game, given: Given) -> Refusal | None:
    some = any(not figure_of(game, it).has(given["condition"]) for it in given["who"])
    if not some:
        return Refusal("desk_no_effect", {})
    if "rounds" in given and not battle_of(game).turn and not given.get("of"):
        return Refusal("desk_no_count", {})
    return None


@command("set", "state", creatures("who", anybody), choice("condition", _conditions),
         number("rounds", 1, MOST_ROUNDS, optional=True), creature("of", optional=True), rules=("PF-SEQ-05.2",),
         ban=_set_ban)  # fmt: skip
def set_condition(game: Game, who: Sequence[Id], condition: str, rounds: int = 0, of: Id = "") -> Flow[None]:
    """A condition begins; with ``rounds`` it ends by itself, right before that count of whose turn it is."""
    rule = library_of(game).conditions[condition].rule or DURATION
    for it in who:
        if figure_of(game, it).has(condition):
            continue
        effect = ""
        if rounds:
            yield from stance(game, of or battle_of(game).turn, DURATION, foe=it, level=rounds)
            effect = max(game.state.effects.values(), key=lambda one: one.stamp).id
        game.do(ConditionBegan(it=it, condition=condition, effect=effect, rules=(rule,)))


def liftable(figure: Creature) -> list[str]:
    """Conditions that may be taken off somebody."""
    return [one for one in figure.conditions if one not in BY_HIT_POINTS]


def _lift_ban(game: Game, given: Given) -> Refusal | None:
    some = any(given["condition"] in liftable(figure_of(game, it)) for it in given["who"])
    return None if some else Refusal("desk_no_effect", {})


def _held(game: Game) -> list[str]:
    """Conditions that somebody is in."""
    figures = battle_of(game).figures.values()
    return list(dict.fromkeys(one for figure in figures for one in liftable(figure)))


@command("lift", "state", creatures("who", lambda figure: bool(liftable(figure))), choice("condition", _held),
         rules=("PF-SEQ-05.2",), ban=_lift_ban)  # fmt: skip
def lift_condition(game: Game, who: Sequence[Id], condition: str) -> None:
    """A condition is over, whatever held it."""
    rule = library_of(game).conditions[condition].rule or DURATION
    for it in who:
        if condition in liftable(figure_of(game, it)):
            game.do(ConditionEnded(it=it, condition=condition, rules=(rule,)))


@command("flee", "fight", creatures(), rules=("PF-SEQ-01.6",))
def flee(game: Game, who: Sequence[Id]) -> None:
    """Somebody leaves the fight."""
    from arbitro.rulesets.pathfinder.events_bonds import Fled

    for it in who:
        game.do(Fled(it=it, why=FLED, rules=("PF-SEQ-01.6",)))

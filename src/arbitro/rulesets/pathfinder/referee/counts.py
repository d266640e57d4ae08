"""Commands of time: initiative and its order, turns and rounds, delays and readied actions, the hours after a fight."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.content.desk import ClockGone, Todo, TodoRaised, TodoSettled, book_of
from arbitro.content.deskorders import Given, choice, creature, creature_of, creatures, number, text
from arbitro.engine.asks import Flow
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.calm import HOUR, RULE, SPENT
from arbitro.rulesets.pathfinder.events import BattleEnded, Delayed, Noticed, OrderSet
from arbitro.rulesets.pathfinder.events_mending import TimeSpent
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.numbers import INITIATIVE
from arbitro.rulesets.pathfinder.occasions import place_before
from arbitro.rulesets.pathfinder.recovery import ROUNDS_AN_HOUR, treat
from arbitro.rulesets.pathfinder.referee.events import CountSet, Parted
from arbitro.rulesets.pathfinder.referee.orders import command
from arbitro.rulesets.pathfinder.state import Creature
from arbitro.rulesets.pathfinder.timing import step_in
from arbitro.rulesets.pathfinder.turn import roll_initiative

READY, TIMER, CUT, ASKED = "ready", "timer", "cut", "asked"
"""Reminders: a readied action, a timer that has run out, one that a fight's end cut off; why a fight ended."""
LEAST, MOST = -20, 60
CALMED = "calmed"
LONGEST_TRIGGER = 120


def in_fight(game: Game) -> bool:
    """Whether a fight is on."""
    battle = battle_of(game)
    return battle.round > 0 or battle.surprise


# --- initiative ---------------------------------------------------------------------------------------


@command("initiative", "time", creatures(optional=True), number("n", LEAST, MOST, optional=True, default=10),
         rules=("PF-INI-01.1", "PF-INI-02.1"))  # fmt: skip
def initiative(game: Game, who: Sequence[Id] = (), n: int | None = None) -> None:
    """Roll initiative for everybody or for some; or set a result that people rolled themselves (PF-INI-01).

    In a fight those named take the place in the order that the result gives them.
    """
    named = tuple(who) or tuple(f.id for f in battle_of(game).here() if f.id not in battle_of(game).order)
    for it in named:
        if n is None:
            roll_initiative(game, it)
        else:
            game.do(CountSet(it=it, n=n, rules=("PF-INI-01.1",)))
    if in_fight(game):
        _into_order(game, named)


def _into_order(game: Game, named: Sequence[Id]) -> None:
    """Put those named where their results belong, everybody else stays where it is (PF-INI-01.2, PF-INI-02.1)."""
    order = [it for it in battle_of(game).order if it not in named]
    for it in sorted(named, key=lambda one: rank(game, one), reverse=True):
        at = next((place for place, one in enumerate(order) if rank(game, one) < rank(game, it)), len(order))
        order.insert(at, it)
    if tuple(order) != battle_of(game).order:
        game.do(OrderSet(order=tuple(order), rules=("PF-INI-01.2", "PF-INI-02.1")))


def rank(game: Game, it: Id) -> tuple[int, int]:
    """By what the order of initiative is made: the result, then the modifier (PF-INI-02.1)."""
    return figure_of(game, it).initiative, game.query(INITIATIVE, it=it).value


def _calm(game: Game) -> bool:
    return not in_fight(game)


@command("surprise", "time", creatures(), rules=("PF-SUR-02.1",), when=_calm)
def surprise(game: Game, who: Sequence[Id]) -> None:
    """Those who do not know of their enemies when the fight begins: a surprise round comes first (PF-SUR-04)."""
    for it in who:
        game.do(Noticed(it=it, aware=False, rules=("PF-SUR-02.1",)))


# --- turns --------------------------------------------------------------------------------------------


@command("next", "time", rules=("PF-SEQ-04.1",))
def go_on(game: Game) -> Flow[None]:
    """The next one's turn; a fight begins, with initiative for those who have none, where there is none (PF-SEQ-01)."""
    battle = battle_of(game)
    if not in_fight(game):
        yield from game.open_scope("fight", "fight", ("PF-SEQ-01.1",))
        unready = [figure.id for figure in battle_of(game).here() if not figure.initiative]
        game.push(*(Step("initiative", (it,)) for it in unready), Step("order"))
        return
    game.push(*((Step("turn_ends", (battle.turn,)),) if battle.turn else ()), Step("next"))


@command("round", "time", rules=("PF-SEQ-02.1",), when=in_fight)
def next_round(game: Game) -> None:
    """Everybody who has not had its turn lets it go: the next round begins."""
    turn = battle_of(game).turn
    game.push(*((Step("turn_ends", (turn,)),) if turn else ()), Step("round_ends"))


@command("calm", "time", rules=("PF-SEQ-01.6",), when=in_fight)
def end_fight(game: Game) -> Flow[None]:
    """The fight is over: initiative is forgotten, timers that count its rounds end with it."""
    number = battle_of(game).round
    if turn := battle_of(game).turn:
        yield from game.close_scope("turn", turn, ("PF-SEQ-04.1",))
    yield from game.close_scope("round", number, ("PF-SEQ-02.1",))
    game.do(BattleEnded(winner="draw", why=ASKED, rules=("PF-SEQ-01.6",)))
    yield from game.close_scope("fight", "fight", ("PF-SEQ-01.6",))
    game.do(Parted(rules=("PF-SEQ-01.6",)))
    for one in book_of(game.state).todo:
        if one.kind == READY:
            game.do(TodoSettled(id=one.id))
    for clock in book_of(game.state).clocks:
        if clock.unit == "round":
            game.do(ClockGone(id=clock.id, text=clock.text, over=False))
            game.do(TodoRaised(todo=Todo(CUT, (), clock.text, clock.due - number)))


def ring(game: Game) -> None:
    """Timers that have run out, and readied actions that came to nothing: their owner's next turn is here."""
    battle = battle_of(game)
    for clock in book_of(game.state).clocks:
        now = battle.clock if clock.unit == "hour" else battle.round
        if clock.due <= now:
            game.do(ClockGone(id=clock.id, text=clock.text, over=True))
            game.do(TodoRaised(todo=Todo(TIMER, (), clock.text)))
    for one in book_of(game.state).todo:
        if one.kind == READY and one.who[0] == battle.turn and battle.round > one.n:
            game.do(TodoSettled(id=one.id))


# --- another count ------------------------------------------------------------------------------------


def _has_turn(game: Game) -> bool:
    return bool(battle_of(game).turn)


@command("delay", "time", rules=("PF-DLY-01.1",), when=_has_turn)
def delay(game: Game) -> None:
    """Whoever has its turn waits, and comes in later (PF-DLY-01)."""
    it = battle_of(game).turn
    game.do(Delayed(it=it, rules=("PF-DLY-01.1",)))
    game.push(Step("turn_ends", (it,)), Step("next"))


def waiting(game: Game) -> list[Id]:
    """Those who delay and can still act."""
    return [it for it in battle_of(game).waiting if able(game, it)]


@command("come_in", "time", creature_of("who", waiting),
         rules=("PF-DLY-02.1", "PF-DLY-04.1"))  # fmt: skip
def come_in(game: Game, who: Id) -> Flow[None]:
    """Somebody who has waited acts now, after the turn that runs, and keeps that count (PF-DLY-02)."""
    battle = battle_of(game)
    if battle.turn:
        yield from _turn_over(game)
    later = next((it for it in battle_of(game).order if figure_of(game, it).took != battle.round and it != who), "")
    step_in(game, who, later)
    game.push(Step("delayed_turn", (who,)))


def _turn_over(game: Game) -> Flow[None]:
    from arbitro.rulesets.pathfinder.turn import end_turn

    flow = end_turn(game, battle_of(game).turn)
    yield from flow


@command("ready", "time", creature(), text("text", longest=LONGEST_TRIGGER), rules=("PF-RDY-01.1", "PF-RDY-02.1"),
         when=in_fight)  # fmt: skip
def ready(game: Game, who: Id, text: str) -> None:
    """An action is made ready for an occasion, which the desk remembers until its owner's next turn (PF-RDY-01)."""
    game.do(TodoRaised(todo=Todo(READY, (who,), text.strip(), battle_of(game).round), rules=("PF-RDY-01.1",)))


def readied(game: Game, it: Id) -> Todo | None:
    """What somebody has made ready."""
    return next((one for one in book_of(game.state).todo if one.kind == READY and one.who == (it,)), None)


def _ready_ones(game: Game) -> list[Id]:
    figures = battle_of(game).figures
    return [one.who[0] for one in book_of(game.state).todo if one.kind == READY and one.who[0] in figures]


@command("trigger", "time", creature_of("who", _ready_ones), rules=("PF-RDY-03.1", "PF-RDY-04.1"), when=in_fight)
def trigger(game: Game, who: Id) -> None:
    """The occasion is there: the action comes right before it, and its owner acts on that count from now on."""
    one = readied(game, who)
    assert one is not None
    game.do(TodoSettled(id=one.id))
    turn = battle_of(game).turn
    if turn and turn != who:
        place_before(game, who, turn, ("PF-RDY-03.1",))


# --- after the fight ----------------------------------------------------------------------------------


@command("pass", "time", choice("what", lambda game: tuple(SPENT)), rules=("PF-HEAL-07.1", "PF-HEAL-10.1"), when=_calm)
def let_pass(game: Game, what: str) -> None:
    """An hour, a night, a day in bed ...: whoever lies senseless may wake, wounds mend (PF-HEAL-07 to -11)."""
    game.do(TimeSpent(what=what, rules=(RULE[what],)))
    _let_time_pass(game, SPENT[what], what)


@command("hours", "time", number("n", 1, 200), rules=("PF-HEAL-07.1",), when=_calm)
def hours(game: Game, n: int) -> None:
    """So many hours pass, without a night's rest."""
    game.do(TimeSpent(what=HOUR, rules=(RULE[HOUR],)))
    _let_time_pass(game, n, HOUR)


def _let_time_pass(game: Game, n: int, what: str) -> None:
    """Rounds until blood no longer flows, then hour after hour; none of those rounds belongs to a fight."""
    game.push(Step("fade", (ROUNDS_AN_HOUR,)), Step("hours", (n, what)), Step(CALMED))


def calmed(game: Game) -> None:
    """Time has passed: no round is counted."""
    game.do(Parted(rules=("PF-SEQ-01.6",)))


def _wounded(figure: Creature) -> bool:
    return figure.present and figure.hp < figure.hp_max


def _oneself(game: Game, given: Given) -> Refusal | None:
    return Refusal("desk_itself", {"it": given["who"]}) if given["who"] == given["target"] else None


@command("treat", "care", creature(), creature("target", _wounded), rules=("PF-SKL-05.3",), when=_calm, ban=_oneself,
         at="target")  # fmt: skip
def treat_wounds(game: Game, who: Id, target: Id) -> Flow[None]:
    """Deadly wounds are seen to, with a Heal check (PF-SKL-05.3)."""
    yield from treat(game, who, target)

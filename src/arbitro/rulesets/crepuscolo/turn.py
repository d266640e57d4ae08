"""The sequence of a battle: deployment, bidding, turns and hands (chapters III and IV)."""

from __future__ import annotations

from arbitro.engine.asks import Ask, Flow, Part, ask
from arbitro.engine.effects import end_effect, part_of
from arbitro.engine.events import Finished
from arbitro.engine.forms import Branch, Option, Pick, Tree
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Steps
from arbitro.engine.state import Step
from arbitro.engine.timeline import OnceOpened
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.crepuscolo.access import roll_access
from arbitro.rulesets.crepuscolo.actions import can_act, levels_of, perform
from arbitro.rulesets.crepuscolo.attacks import strike_again
from arbitro.rulesets.crepuscolo.conditions import burn
from arbitro.rulesets.crepuscolo.damage import drown
from arbitro.rulesets.crepuscolo.deploying import put_on_table
from arbitro.rulesets.crepuscolo.dice import DEPLOY_DICE, GIVING, all_dice, deal, sides_of, spend
from arbitro.rulesets.crepuscolo.events import (
    BidStands,
    BidWon,
    CountRestarted,
    DiceRolled,
    FirstDeployer,
    HandBegan,
    HandEnded,
    HandGoesOn,
    TurnBegan,
)
from arbitro.rulesets.crepuscolo.hands import free_form, hand_form
from arbitro.rulesets.crepuscolo.movement import Way, end_move
from arbitro.rulesets.crepuscolo.objectives import score_turn, verdict
from arbitro.rulesets.crepuscolo.powers import restore_ki
from arbitro.rulesets.crepuscolo.queries import battle_of, commanded
from arbitro.rulesets.crepuscolo.reinforcements import arrivals, to_deploy, waiting
from arbitro.rulesets.crepuscolo.state import AWAY, COUNT, RESERVE, TABLE, Battle

BOTH_THERE = "both_there"
STEPS = Steps()


# --- chapter III: deployment and bidding --------------------------------------------------------------


@STEPS("access_roll")
def access_roll(game: Game) -> Flow[None]:
    """A die decides the access points; equal dice are thrown again (CDC-DEP-01.3)."""
    if (yield from roll_access(game)):
        game.push(Step("deploy_roll"))
    else:
        game.push(Step("access_roll"))


@STEPS("deploy_roll")
def deploy_roll(game: Game) -> None:
    """Each player rolls 1d8 + 1d6 + 1d4; the lower total places first (CDC-DEP-02)."""
    state = battle_of(game)
    totals: list[int] = []
    for seat in state.seats:
        throw: tuple[tuple[int, int], ...] = ()
        for sides in DEPLOY_DICE:
            (face,) = game.draw(1, sides, seat)
            throw = (*throw, (sides, face))
            game.do(DiceRolled(by=seat, sides=sides, faces=(face,), throw=throw, rules=("CDC-DEP-02.1",)))
        totals.append(sum(face for _, face in throw))
    if totals[0] == totals[1]:
        game.push(Step("deploy_roll"))  # CDC-DEP-02.4
        return
    first = state.seats[0] if totals[0] < totals[1] else state.seats[1]
    game.do(FirstDeployer(seat=first, totals=(totals[0], totals[1]), rules=("CDC-DEP-02.2",)))
    game.push(Step("deploy", (first,)))


@STEPS("deploy")
def deploy(game: Game, seat: Seat) -> Flow[None]:
    """A player places one fighter; then the other, until all are placed (CDC-DEP-02.3, .5)."""
    state = battle_of(game)
    left = to_deploy(game, seat)
    if not left:
        game.push(Step("deploy", (state.other(seat),)) if to_deploy(game) else Step("bidding"))
        return
    chosen = left[0]
    if len(left) > 1:
        form = Pick(tuple(Option(f.id) for f in left), level="actor")
        key = yield from ask("deploy", seat, form, {"seat": seat})
        chosen = state.figures[key]
    yield from put_on_table(game, seat, chosen, ("CDC-DEP-02.2",))
    game.push(Step("deploy", (state.other(seat),)))


@STEPS("bidding")
def bidding(game: Game) -> Flow[None]:
    """Every fighter has its three dice; who began deploying bids first (CDC-DEP-03, -04)."""
    state = battle_of(game)
    for figure in state.on_table():
        if not figure.dice:
            deal(game, figure.id)
    yield from _muster(game)
    game.push(Step("bid", (state.first_deployer or state.seats[0], 0)))


@STEPS("muster")
def muster(game: Game) -> Flow[None]:
    """What rules do before the battle where a scenario says who begins."""
    yield from _muster(game)


def _muster(game: Game, only: tuple[Id, ...] = ()) -> Flow[None]:
    """The window of each fighter (or of some) that has come on to the table and holds its first dice."""
    for figure in list(battle_of(game).on_table()):
        if (not only or figure.id in only) and figure.status == TABLE:
            yield from game.window("mustered", OnceOpened(it=figure.id))


@STEPS("bid")
def bid(game: Game, seat: Seat, standing: int) -> Flow[None]:
    """One die of the bidding, or giving in. The first player must roll one (CDC-DEP-04)."""
    state = battle_of(game)
    options = [("pass",)] if standing else []
    form = Tree(lambda path: _bid_branch(state, seat, path, bool(standing)), default=options[0] if options else None)
    if not any(f.dice for f in state.of(seat)):
        game.push(Step("bid_won", (state.other(seat),)))  # CDC-DEP-04.11
        return
    path = yield from ask("bid", seat, form, {"seat": seat, "standing": standing})
    if path == ("pass",):
        game.push(Step("bid_won", (state.other(seat),)))
        return
    actor, die = path
    spend(game, actor, (die,), "bid", ("CDC-DEP-04.13",))
    face = game.roll(sides_of(die), by=actor, rules=("CDC-DEP-04.1", "CDC-DEP-04.12"))[0]
    if face > standing:
        game.do(BidStands(seat=seat, face=face, rules=("CDC-DEP-04.9",)))
        game.push(Step("bid", (state.other(seat), face)))
    else:
        game.push(Step("bid", (seat, standing)))  # CDC-DEP-04.8


def _bid_branch(state: Battle, seat: Seat, path: tuple[Value, ...], may_pass: bool) -> Branch | None:
    if not path:
        figures = tuple(Option(f.id) for f in state.of(seat) if f.dice)
        return Branch("actor", (*((Option("pass"),) if may_pass else ()), *figures))
    if path[0] == "pass" or len(path) == 2:
        return None
    return Branch("die", tuple(Option(die) for die in dict.fromkeys(state.figures[path[0]].dice)))


@STEPS("bid_won")
def bid_won(game: Game, seat: Seat) -> Flow[None]:
    """The bidding is over; the winner has the first hand of the first turn (CDC-DEP-05)."""
    game.do(BidWon(seat=seat, rules=("CDC-DEP-05.1",)))
    yield from game.window("battle_start", OnceOpened(it=""))
    game.push(Step("turn", (seat,)))


# --- chapter IV: turns and hands ------------------------------------------------------------------------


@STEPS("turn")
def turn(game: Game, first: Seat) -> Flow[None]:
    """A turn begins; from the second on, dice are dealt anew (CDC-TRN-08)."""
    state = battle_of(game)
    number = state.turn + 1
    game.do(TurnBegan(turn=number, rules=("CDC-TRN-08.1",)))
    if waiting(game, number):
        game.push(Step("arrivals", (first,)))
        return
    yield from _new_dice(game, first, ())


@STEPS("arrivals")
def arrive_in_turn(game: Game, first: Seat) -> Flow[None]:
    """Reinforcements come on to the table before the dice of the turn are dealt (CDC-AB-035.4)."""
    before = {figure.id for figure in battle_of(game).on_table()}
    yield from arrivals(game, first)
    come = tuple(figure.id for figure in battle_of(game).on_table() if figure.id not in before)
    game.push(Step("new_dice", (first, come)))


@STEPS("new_dice")
def new_dice(game: Game, first: Seat, come: tuple[Id, ...]) -> Flow[None]:
    """The rest of the beginning of a turn in which fighters arrived."""
    yield from _new_dice(game, first, come)


def _new_dice(game: Game, first: Seat, come: tuple[Id, ...]) -> Flow[None]:
    """The dice of a turn, from the second on; ``come`` are those that arrived in it (CDC-TRN-08)."""
    state = battle_of(game)
    if state.turn > 1:
        for figure in state.figures.values():
            if figure.status not in (TABLE, AWAY):
                continue
            deal(game, figure.id)
            restore_ki(game, figure)
    if come:
        yield from _muster(game, come)
    yield from game.open_scope("turn", state.turn, ("CDC-TRN-01.1",))
    game.push(Step("hand", (first,)))


@STEPS("hand")
def hand(game: Game, seat: Seat) -> Flow[None]:
    """A player takes the hand, or the turn ends if nobody can (CDC-TRN-02, -07)."""
    state = battle_of(game)
    if not can_take_hand(game, seat):
        other = state.other(seat)
        game.push(Step("hand", (other,)) if can_take_hand(game, other) else Step("turn_end"))
        return
    first = seat not in state.had_hand
    game.do(HandBegan(seat=seat, rules=("CDC-TRN-02.1",)))
    yield from game.open_scope("hand", seat, ("CDC-TRN-02.1",))
    if first:
        for figure in state.of(seat):
            yield from burn(game, figure.id)
        yield from game.window("first_hand", OnceOpened(player=seat))
    game.push(Step("action"))


def can_take_hand(game: Game, seat: Seat) -> bool:
    """True if a player has not passed by choice and has a figure that can act (CDC-TRN-04, -05)."""
    state = battle_of(game)
    return seat not in state.passed and (_anybody_can_act(game, seat) or _somebody_returns(state, seat))


def _somebody_returns(state: Battle, seat: Seat) -> bool:
    """Whether a figure that is away, with dice to act with, comes back as a seat's next hand begins (CDC-PW-031.3)."""
    if not state.effects:
        return False
    away = {f.id for f in state.figures.values() if f.status == AWAY and f.dice}
    return any(
        effect.bearer in away and any(end.at == "hand_start" and end.of == seat for end in effect.ends)
        for effect in state.effects.values()
    )


def _anybody_can_act(game: Game, seat: Seat) -> bool:
    """Whether any figure of a seat can act; those with dice are asked first, since nearly all of them can."""
    mine = commanded(game, seat)
    for figure in mine:
        if figure.dice and can_act(game, figure):
            return True
    return any(not figure.dice and can_act(game, figure) for figure in mine)


@STEPS("action", cut="action")
def action(game: Game) -> Flow[None]:
    """One action of the hand, or its end: the count of 40, nothing left, or passing by choice (CDC-TRN-03 to -06)."""
    state = battle_of(game)
    seat = state.hand
    if state.hand_total >= COUNT or state.endless:
        _check_count(game)
        if state.hand_total >= COUNT and not state.endless:
            game.push(Step("hand_end", ("count",)))
            return
    if not _anybody_can_act(game, seat):
        game.push(Step("hand_end", ("spent",)))
        return
    path = yield from _ask_action(game, seat)
    if path == ("pass",):
        game.push(Step("hand_end", ("pass",)))
        return
    way = yield from set_out(game, path)
    if way is not None:
        game.push(Step("arrive", way))
    game.push(Step("action"))


@STEPS("arrive", cut="action")
def arrive(
    game: Game, actor: str, action: str, pace: int, one: bool, toward: tuple[Value, str] | None = None
) -> Flow[None]:
    """The end of a move: where it goes is chosen once its die lies (CDC-ACT-06)."""
    return end_move(game, actor, action, pace, one, toward)


@STEPS("strike", cut="action")
def strike(game: Game, actor: str, sides: int, rule: str, may_pass: bool) -> Flow[None]:
    """Another attack with a die that must be used at once."""
    return strike_again(game, actor, sides, rule, may_pass)


@STEPS("order_end", cut="action")
def order_end(game: Game, effect: str) -> None:
    """An action that another player ordered is over, and so are his orders (CDC-PW-083)."""
    if effect in game.state.effects:
        end_effect(game, game.state.effects[effect], "done")


def _check_count(game: Game) -> None:
    """At 40 the hand passes; if nobody can take it, it goes on without limit until somebody can (CDC-TRN-06)."""
    state = battle_of(game)
    other = can_take_hand(game, state.other(state.hand))
    if state.endless and other:
        game.do(CountRestarted(seat=state.hand, rules=("CDC-TRN-06.4",)))
    elif not state.endless and not other:
        game.do(HandGoesOn(seat=state.hand, rules=("CDC-TRN-06.2",)))


def _ask_action(game: Game, seat: Seat) -> Flow[tuple[Value, ...]]:
    """Ask the player with the hand; the other may speak up with what is free."""
    state = battle_of(game)
    other = state.other(seat)

    def late() -> tuple[Part, ...]:
        free = free_form(game, other)
        return (Part(other, free, free=True),) if free is not None else ()

    about = {"seat": seat, "turn": state.turn, "total": state.hand_total}
    _, path = yield Ask("action", about, (Part(seat, hand_form(game, seat)),), late=late)
    return tuple(path)


def carry_out(game: Game, path: tuple[Value, ...]) -> Flow[None]:
    """Perform the whole action of a complete path: actor, word, choices, dice."""
    way = yield from set_out(game, path)
    if way is not None:
        yield from end_move(game, *way)


def set_out(game: Game, path: tuple[Value, ...]) -> Flow[Way | None]:
    """Perform the action of a complete path; of a move the end is left, and returned."""
    actor, word = path[0], path[1]
    levels = len(levels_of(game, battle_of(game).figures[actor], word, path[2:]))
    params, rest = path[2 : 2 + levels], path[2 + levels :]
    dice = (rest[0], *(rest[1] if len(rest) > 1 else ())) if rest else ()
    return perform(game, actor, word, params, dice)


@STEPS("hand_end", cut="turn_end")
def hand_end(game: Game, why: str) -> Flow[None]:
    """A hand ends; it passes to the other player if that one can take it (CDC-TRN-03 to -06)."""
    state = battle_of(game)
    seat = state.hand
    rule = {"count": "CDC-TRN-03.3", "spent": "CDC-TRN-04.1", "pass": "CDC-TRN-05.2"}[why]
    yield from game.close_scope("hand", seat, (rule,))
    last = (
        why != "count"
        and not can_take_hand(game, state.other(seat))
        and (why == "pass" or not can_take_hand(game, seat))
    )
    if last:
        held = any(all_dice(game, figure.id) for figure in state.on_table())
        rule = "CDC-TRN-06.3" if why == "pass" else "CDC-TRN-07.2" if held else "CDC-TRN-07.1"
    game.do(HandEnded(seat=seat, why=why, total=state.hand_total, last=last, rules=(rule,)))
    game.push(Step("next_hand", (seat,)))


@STEPS("next_hand", cut="turn_end")
def next_hand(game: Game, seat: Seat) -> None:
    """Whoever can take the hand does, the other player first; else the turn ends."""
    other = battle_of(game).other(seat)
    if can_take_hand(game, other):
        game.push(Step("hand", (other,)))
    elif can_take_hand(game, seat):
        game.push(Step("hand", (seat,)))
    else:
        game.push(Step("turn_end"))


@STEPS("turn_end", cut="turn_end")
def turn_end(game: Game) -> Flow[None]:
    """The end of a turn: effects, drowning, objectives, and the next turn (CDC-TRN-07, -08)."""
    state = battle_of(game)
    yield from game.close_scope("turn", state.turn, ("CDC-TRN-07.2",))
    for figure in state.on_table():
        swum = state.uses.get(f"swim/{figure.id}")
        if figure.wet and figure.in_water and not (swum and swum.scope == state.scopes.get("turn", 0)):
            yield from drown(game, figure.id, ("CDC-ACT-22.12",))
    _lapse_dice(game)
    yield from game.settle()
    if state.result:
        return
    score_turn(game)
    result = verdict(game)
    if result is not None:
        game.do(result)
        return
    game.push(Step("turn", (state.other(state.hand),)))  # CDC-TRN-08.6


def _lapse_dice(game: Game) -> None:
    """Restricted dice with no duration of their own lapse with all others (CDC-ACT-01.7)."""
    for effect in list(game.state.effects.values()):
        if part_of(game, effect).verb in GIVING and not effect.ends:
            end_effect(game, effect, "end")


def last_company(game: Game) -> Finished | None:
    """The end of a battle whose one side, or both, have nobody left on the table or to arrive (CDC-CMP-19.5, .6)."""
    if BOTH_THERE in game.near:
        return None
    state, left = battle_of(game), ""
    for figure in state.figures.values():
        if figure.status in (TABLE, RESERVE, AWAY) and not figure.image and figure.company != left:
            if left:
                game.near[BOTH_THERE] = True  # until somebody comes or goes
                return None
            left = figure.company
    if state.result:
        return None
    rule = "CDC-CMP-19.5" if left else "CDC-CMP-19.6"
    return Finished(result=left or "draw", why="last_company", rules=(rule,))

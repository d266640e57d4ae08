"""The fight step by step: rounds, the two sides in turn, declarations, results all at once (CRN-RND, CRN-ACT)."""

from __future__ import annotations

from arbitro.engine.asks import Ask, Flow, Part
from arbitro.engine.events import Finished
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Steps
from arbitro.engine.state import Step
from arbitro.engine.values import REFEREE, Id, Seat, Value
from arbitro.rulesets.cairn import procedures
from arbitro.rulesets.cairn.declare import ATTACK, DUAL, can_act, plans, waiting
from arbitro.rulesets.cairn.deeds import move_after, move_before, perform, prepare, strike
from arbitro.rulesets.cairn.events import (
    Declared,
    FightBegan,
    FightEnded,
    HitTaken,
    RoundBegan,
    SideBegan,
    TurnLost,
)
from arbitro.rulesets.cairn.harm import suffer
from arbitro.rulesets.cairn.morale import bands_of, check_morale
from arbitro.rulesets.cairn.queries import encounter_of, figure_of
from arbitro.rulesets.cairn.saves import save
from arbitro.rulesets.cairn.state import CALM, DES, FIGHT, PANICKED, PC, Encounter

STEPS = Steps()


@STEPS("calm", cut="calm")
def calm(game: Game) -> Flow[None]:
    """Outside fights: one procedure after another, as the referee (or the party itself) calls them."""
    state = encounter_of(game)
    chair = state.chair()
    _, path = yield Ask("procedure", {}, (Part(chair, procedures.form(game, chair, fight=False)),))
    game.push(Step("procedure", tuple(path)), Step("after"))


@STEPS("procedure")
def procedure(game: Game, *path: Value) -> Flow[None]:
    """One procedure."""
    yield from procedures.run(game, tuple(path))


@STEPS("after")
def after(game: Game) -> None:
    """What comes after a procedure: the next one, or the fight it began."""
    if not encounter_of(game).result:
        game.push(Step("calm"))


@STEPS("fight_begins")
def fight_begins(game: Game) -> Flow[None]:
    """Both sides stand against each other."""
    game.do(FightBegan(bands=bands_of(encounter_of(game)), rules=("CRN-RND-01.2",)))
    yield from game.open_scope("fight", "fight", ("CRN-RND-01.2",))
    game.push(Step("round"))


@STEPS("round", cut="round_ends")
def begin_round(game: Game) -> Flow[None]:
    """A round begins; in the first one every character must be quick enough to act (CRN-RND-02)."""
    state = encounter_of(game)
    number = state.round + 1
    yield from game.open_scope("round", number, ("CRN-RND-01.1",))
    game.do(RoundBegan(number=number, rules=("CRN-RND-01.1",)))
    caught = surprised(game) if number == 1 else ()
    first, second = state.seats[:2]
    game.push(
        *(Step("surprise", (it,)) for it in caught), Step("turn", (first,)), Step("turn", (second,)), Step("round_ends")
    )


def surprised(game: Game) -> tuple[Id, ...]:
    """Whom the first round may catch unready; those in panic lose it at once (CRN-RND-02, CRN-PRC-04.2)."""
    state = encounter_of(game)
    for figure in state.figures.values():
        if figure.has(PANICKED) and figure.standing:
            game.do(TurnLost(it=figure.id, number=1, rules=("CRN-PRC-04.2",)))
    return tuple(f.id for f in state.figures.values() if f.kind == PC and f.standing and f.lost_round != 1)


@STEPS("surprise")
def surprise(game: Game, it: Id) -> Flow[None]:
    """A DES save, or this round's turn is lost."""
    state = encounter_of(game)
    figure = state.figures[it]
    if figure.seat in state.ready or game.immune(it, "surprise"):
        return
    rules = ("CRN-RND-02.1", "CRN-ATR-03.2")
    if not (yield from save(game, it, DES, "surprise", rules)):
        game.do(TurnLost(it=it, number=encounter_of(game).round, rules=("CRN-RND-02.3",)))


@STEPS("turn", cut="turn_ends")
def begin_turn(game: Game, seat: Seat) -> Flow[None]:
    """One side's turn: first everybody declares."""
    if not fight_on(encounter_of(game)):
        return
    yield from game.open_scope("turn", seat, ("CRN-RND-01.2",))
    game.do(SideBegan(seat=seat, rules=("CRN-RND-01.2",)))
    game.push(Step("declare"))


@STEPS("declare", cut="declare")
def declare(game: Game) -> Flow[None]:
    """Declarations one by one, all of them before any die (CRN-ACT-02)."""
    state = encounter_of(game)
    seat = state.active
    if not waiting(game, seat):
        game.push(Step("resolve"))
        return
    parts = [Part(seat, plans(game, seat))]
    if state.options.referee:
        parts.append(Part(REFEREE, procedures.form(game, REFEREE, fight=True), free=True))
    who, path = yield Ask("action", {"seat": seat}, tuple(parts))
    if who == REFEREE:
        game.push(Step("procedure", tuple(path)), Step("declare"))
        return
    game.do(Declared(it=path[0], plan=tuple(path[1:]), rules=("CRN-ACT-02.1",)))
    game.push(Step("declare"))


@STEPS("resolve", cut="turn_ends")
def resolve(game: Game) -> Flow[None]:
    """All that was declared takes place at once: blows are prepared against the same state (CRN-RND-01.3)."""
    state = encounter_of(game)
    acting = [f.id for f in state.side(state.active) if f.plan and f.present]
    for it in acting:
        move_before(game, it)
    blows = [it for it in acting if figure_of(game, it).plan[0] in (ATTACK, DUAL)]
    for it in blows:
        yield from prepare(game, it)
    others = [Step("perform", (it,)) for it in acting if it not in blows]
    game.push(*others, Step("strikes"))


@STEPS("perform")
def do_plan(game: Game, it: Id) -> Flow[None]:
    """One plan that is no attack."""
    yield from perform(game, it)


@STEPS("strikes", cut="turn_ends")
def strikes(game: Game) -> None:
    """Each target's dice together."""
    targets = list(dict.fromkeys(blow.target for blow in encounter_of(game).pool))
    order = [it for it in encounter_of(game).figures if it in targets]
    game.push(*(Step("strike", (it,)) for it in order), *(Step("harm", (it,)) for it in order), Step("aftermath"))


@STEPS("strike")
def roll_blows(game: Game, target: Id) -> None:
    """Roll all dice against one target."""
    strike(game, target)


@STEPS("harm")
def deal(game: Game, target: Id) -> Flow[None]:
    """What the kept die does."""
    hit = next((hit for hit in encounter_of(game).hits if hit.target == target), None)
    if hit is None:
        return
    game.do(HitTaken(target=target, rules=("CRN-ATK-02.2",)))
    yield from suffer(game, target, hit.value, hit.actor, hit.weapon, hit.cause, hit.pierce)


@STEPS("aftermath", cut="turn_ends")
def aftermath(game: Game) -> Flow[None]:
    """Who steps back, and whose morale is tried."""
    state = encounter_of(game)
    for it in [f.id for f in state.side(state.active) if f.plan]:
        move_after(game, it)
    yield from check_morale(game)
    game.push(Step("turn_ends"))


@STEPS("turn_ends")
def end_turn(game: Game) -> Flow[None]:
    """A side's turn is over."""
    yield from game.close_scope("turn", encounter_of(game).active, ("CRN-RND-01.2",))


@STEPS("round_ends")
def end_round(game: Game) -> Flow[None]:
    """A round is over; the fight goes on, unless it has an agreed end."""
    state = encounter_of(game)
    yield from game.close_scope("round", state.round, ("CRN-RND-03.1",))
    limit = state.options.round_limit
    over = not fight_on(encounter_of(game)) or (limit and encounter_of(game).round >= limit)
    game.push(Step("fight_ends") if over else Step("round"))


@STEPS("fight_ends")
def fight_ends(game: Game) -> Flow[None]:
    """One side is beaten or away (CRN-RND-03.3); the game ends here or goes on in calm."""
    state = encounter_of(game)
    if state.mode != FIGHT:
        return
    winner, why = outcome(state)
    game.do(FightEnded(winner=winner, why=why, rules=("CRN-RND-03.3",)))
    yield from game.close_scope("fight", "fight", ("CRN-RND-03.3",))
    if encounter_of(game).options.after != CALM or not any(encounter_of(game).present(state.seats[0])):
        game.do(Finished(result=winner, why=why, rules=("CRN-RND-03.3",)))


def fight_on(state: Encounter) -> bool:
    """Whether both sides still have somebody in the fight."""
    return all(state.fighting(seat) for seat in state.seats[:2])


def outcome(state: Encounter) -> tuple[str, str]:
    """Who has won, and how."""
    first, second = (state.fighting(seat) for seat in state.seats[:2])
    if first and second:
        return "draw", "rounds"
    if not first and not second:
        return "draw", "both"
    winner, loser = state.seats[:2] if first else state.seats[1::-1]
    fled = any(figure.status == "fled" for figure in state.side(loser))
    return winner, "fled" if fled and not any(f.present for f in state.side(loser)) else "beaten"


__all__ = ["STEPS", "can_act", "fight_on", "outcome"]

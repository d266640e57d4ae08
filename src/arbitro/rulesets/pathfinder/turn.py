"""The battle step by step: initiative, the surprise round, rounds and turns (PF-SEQ, PF-INI, PF-SUR)."""

from __future__ import annotations

from collections import defaultdict

from arbitro.engine.asks import Ask, Flow, Part, ask
from arbitro.engine.events import Began, Finished
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Steps
from arbitro.engine.state import Step
from arbitro.engine.values import Id, Seat
from arbitro.rulesets.pathfinder import barriers as _barriers
from arbitro.rulesets.pathfinder import beasts as _beasts
from arbitro.rulesets.pathfinder import blows as _blows
from arbitro.rulesets.pathfinder import calm as _calm
from arbitro.rulesets.pathfinder import charges as _charges
from arbitro.rulesets.pathfinder import charging as _charging
from arbitro.rulesets.pathfinder import clinging as _clinging
from arbitro.rulesets.pathfinder import daunting as _daunting
from arbitro.rulesets.pathfinder import defending as _defending
from arbitro.rulesets.pathfinder import flinging as _flinging
from arbitro.rulesets.pathfinder import flying as _flying
from arbitro.rulesets.pathfinder import grapple as _grapple
from arbitro.rulesets.pathfinder import groping as _groping
from arbitro.rulesets.pathfinder import handling as _handling
from arbitro.rulesets.pathfinder import heads as _heads
from arbitro.rulesets.pathfinder import heights as _heights
from arbitro.rulesets.pathfinder import helping as _helping
from arbitro.rulesets.pathfinder import herding as _herding
from arbitro.rulesets.pathfinder import long as _long
from arbitro.rulesets.pathfinder import magic as _magic
from arbitro.rulesets.pathfinder import manoeuvres as _manoeuvres
from arbitro.rulesets.pathfinder import menaces as _menaces
from arbitro.rulesets.pathfinder import mercy as _mercy
from arbitro.rulesets.pathfinder import moves as _moves
from arbitro.rulesets.pathfinder import nets as _nets
from arbitro.rulesets.pathfinder import powers as _powers
from arbitro.rulesets.pathfinder import pushing as _pushing
from arbitro.rulesets.pathfinder import riding as _riding
from arbitro.rulesets.pathfinder import rousing as _rousing
from arbitro.rulesets.pathfinder import shifting as _shifting
from arbitro.rulesets.pathfinder import specials as _specials
from arbitro.rulesets.pathfinder import splashing as _splashing
from arbitro.rulesets.pathfinder import stealth as _stealth
from arbitro.rulesets.pathfinder import strikes as _strikes
from arbitro.rulesets.pathfinder import sustaining as _sustaining
from arbitro.rulesets.pathfinder import timing as _timing
from arbitro.rulesets.pathfinder import tumbling as _tumbling
from arbitro.rulesets.pathfinder import using as _using
from arbitro.rulesets.pathfinder import water as _water
from arbitro.rulesets.pathfinder import zones as _zones
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.deeds import BUDGET, END, arrange, form_of, take
from arbitro.rulesets.pathfinder.events import (
    BattleBegan,
    BattleEnded,
    InitiativeRolled,
    Noticed,
    OrderSet,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    TurnPassed,
)
from arbitro.rulesets.pathfinder.events_mounted import MountRested
from arbitro.rulesets.pathfinder.grapple import let_slip
from arbitro.rulesets.pathfinder.harm import bleed_now, knit, try_to_stabilise
from arbitro.rulesets.pathfinder.long import come_loose
from arbitro.rulesets.pathfinder.lookups import able, acts, battle_of, figure_of, struggles, suffers
from arbitro.rulesets.pathfinder.magic import break_off, go_on
from arbitro.rulesets.pathfinder.noticing import farness
from arbitro.rulesets.pathfinder.numbers import INITIATIVE
from arbitro.rulesets.pathfinder.riding import guide, ride_home, rouse, take_fright
from arbitro.rulesets.pathfinder.saddle import mount_of
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import IN, RIDERLESS, UNCONSCIOUS, Battle, Creature
from arbitro.rulesets.pathfinder.subjects import About
from arbitro.rulesets.pathfinder.timing import joiners, step_in
from arbitro.rulesets.pathfinder.walls import glow_at_turn
from arbitro.rulesets.pathfinder.water import hold_breath, keep_afloat
from arbitro.rulesets.pathfinder.zones import overgrow

CHAPTERS = (_strikes, _blows, _beasts, _moves, _tumbling, _heights, _water, _stealth, _charging, _specials, _defending,
            _daunting, _timing, _manoeuvres, _pushing, _grapple, _handling, _mercy, _magic, _charges,
            _sustaining, _using, _flying, _powers, _helping, _splashing, _nets, _riding, _herding, _menaces, _long,
            _barriers, _groping, _zones, _clinging, _heads, _rousing, _flinging, _shifting)  # fmt: skip
"""Chapters whose actions register themselves when they are imported, in the order in which they are offered."""
arrange([chapter.__name__ for chapter in CHAPTERS])
QUICKNESS = "rapidita"
"""One move action more in each turn."""
STEPS = Steps()
_calm.register(STEPS)


@STEPS("battle_begins")
def battle_begins(game: Game) -> Flow[None]:
    """Who knows of whom, then everybody rolls initiative (PF-SEQ-01.1, .2)."""
    find_out(game)
    battle = battle_of(game)
    surprised = surprised_of(battle)
    game.do(BattleBegan(surprised=surprised, rules=("PF-SEQ-01.1", "PF-SUR-01.1")))
    yield from game.open_scope("fight", "fight", ("PF-SEQ-01.1",))
    take_fright(game, tuple(figure.id for figure in battle.figures.values() if figure.rider))
    game.push(*(Step("initiative", (f.id,)) for f in battle.figures.values() if not f.rider), Step("order"))


def find_out(game: Game) -> None:
    """Percezione of those who may notice their enemies, against Furtività or a DC of 0 (PF-SUR-03, PF-SKL-01.2)."""
    battle = battle_of(game)
    hidden = {it: _sneak(game, it) for it in battle.sneaking}
    for it in battle.watching:
        figure = battle.figures[it]
        dcs = [hidden.get(foe.id, 0) + farness(game, foe.id, it) for foe in battle.foes_of(figure)]
        aware = bool(dcs) and skill(game, it, "percezione", min(dcs), ("PF-SUR-03.1", "PF-SKL-01.2"), cause="aware")
        game.do(Noticed(it=it, aware=aware, rules=("PF-SUR-02.1", "PF-SUR-03.1")))


def _sneak(game: Game, it: Id) -> int:
    """The Furtività result of somebody who lies in wait."""
    return _stealth.furtive(game, it, still=True)


def surprised_of(battle: Battle) -> tuple[Id, ...]:
    """Those who do not know of their enemies, if that is so of some and not of all (PF-SUR-04)."""
    unaware = tuple(f.id for f in battle.here() if not f.aware)
    return unaware if len(unaware) < len(battle.here()) else ()


@STEPS("initiative")
def roll_initiative(game: Game, it: Id) -> None:
    """d20 and the initiative modifier (PF-INI-01.1)."""
    bonus = game.query(INITIATIVE, it=it)
    (face,) = game.roll(20, by=it, rules=("PF-INI-01.1",))
    game.do(InitiativeRolled(it=it, face=face, bonus=bonus, rules=("PF-INI-01.1",)))


@STEPS("order")
def set_order(game: Game) -> None:
    """From the highest result down; ties by modifier, then by rolling again among themselves (PF-INI-02)."""
    groups: dict[tuple[int, int], list[Id]] = defaultdict(list)
    for figure in battle_of(game).figures.values():
        if figure.rider:
            continue  # PF-MNT-04.1
        groups[figure.initiative, game.query(INITIATIVE, it=figure.id).value].append(figure.id)
    order: list[Id] = []
    for key in sorted(groups, reverse=True):
        order += _rolled_off(game, groups[key])
    game.do(OrderSet(order=tuple(order), rules=("PF-INI-01.2", "PF-INI-02.1")))
    surprise = bool(surprised_of(battle_of(game)))
    game.push(Step("round", (surprise,)))


def _rolled_off(game: Game, tied: list[Id]) -> list[Id]:
    """Those who are still tied roll until the dice part them (PF-INI-02.2)."""
    if len(tied) < 2:
        return tied
    faces = {it: game.roll(20, by=it, rules=("PF-INI-02.2",))[0] for it in tied}
    order: list[Id] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += _rolled_off(game, [it for it in tied if faces[it] == face])
    return order


@STEPS("round", cut="round_ends")
def begin_round(game: Game, surprise: bool = False) -> Flow[None]:
    """A round begins; the surprise round comes before the first and counts as none (PF-SUR-04.1)."""
    number = 0 if surprise else battle_of(game).round + 1
    game.do(RoundBegan(number=number, surprise=surprise, rules=("PF-SUR-04.1" if surprise else "PF-SEQ-02.1",)))
    yield from game.open_scope("round", number, ("PF-SEQ-02.1",))
    game.push(Step("next"))


@STEPS("next", cut="next")
def next_count(game: Game) -> Flow[None]:
    """The next in the order who has not had its count in this round (PF-SEQ-01.5, .6)."""
    battle = battle_of(game)
    if not goes_on(game):
        game.push(Step("round_ends"))
        return
    it = next((it for it in battle.order if battle.figures[it].took != battle.round), "")
    if battle.book is not None:
        _next_at_desk(game, it)
        return
    for seat, waiting in _by_seat(game, joiners(game, battle, it)):
        options = (Option("pass"), *(Option(one, {}, ("PF-DLY-02.2",)) for one in waiting))
        one = yield from ask("join", seat, Pick(options, default="pass", level="actor"), {"before": it})
        if one != "pass":
            step_in(game, one, it)
            game.push(Step("delayed_turn", (one,)), Step("next"))
            return
    game.push(*((Step("count", (it,)), Step("next")) if it else (Step("round_ends"),)))


def _by_seat(game: Game, waiting: tuple[Id, ...]) -> list[tuple[Seat, tuple[Id, ...]]]:
    """Those who delay, by the seats that order them."""
    seats = dict.fromkeys(game.controller(it) for it in waiting)
    return [(seat, tuple(it for it in waiting if game.controller(it) == seat)) for seat in seats]


@STEPS("delayed_turn", cut="next")
def delayed_turn(game: Game, it: Id) -> Flow[None]:
    """The turn of somebody who has waited for it; its count, on which things end, has gone by (PF-SEQ-05.2)."""
    game.do(Began(scope="turn", of=it, rules=("PF-DLY-01.1",)))
    yield from mount_wakes(game, it)
    begin_turn(game, it)


@STEPS("count", cut="next")
def count(game: Game, it: Id) -> Flow[None]:
    """Somebody's count: what ends on it ends, the dying try to stabilise, and whoever can has its turn."""
    battle = battle_of(game)
    figure = battle.figures[it]
    if battle.barriers:
        yield from glow_at_turn(game, it)
        figure = figure_of(game, it)
    if figure.status != IN:
        yield from game.window("turn_start", About(it))
        game.do(TurnPassed(it=it, why=figure.status, rules=("PF-INI-07.1",)))
        _pass_on(game)
        return
    yield from game.open_scope("turn", it, ("PF-SEQ-04.1",))
    yield from knit(game, it)
    yield from mount_wakes(game, it)
    yield from bleed_now(game, it)
    yield from hold_breath(game, it)
    yield from go_on(game, it)
    yield from try_to_stabilise(game, it)
    why = passes_because(game, figure_of(game, it))
    if why:
        let_slip(game, it)
        keep_afloat(game, it)
        game.do(TurnPassed(it=it, why=why, rules=("PF-SUR-07.1" if why == "surprised" else "PF-INI-07.1",)))
        yield from game.close_scope("turn", it, ("PF-SEQ-04.1",))
        _pass_on(game)
        return
    begin_turn(game, it)


def _pass_on(game: Game) -> None:
    """At the referee's desk a turn that nobody has is followed by the next at once, while anybody can act."""
    if battle_of(game).book is not None and _somebody_acts(game):
        game.push(Step("next"))


def _next_at_desk(game: Game, it: Id) -> None:
    """The referee calls each turn; a round ends only where somebody has one in the next."""
    if it:
        game.push(Step("count", (it,)))
    elif _somebody_acts(game):
        game.push(Step("round_ends"))


def _somebody_acts(game: Game) -> bool:
    return any(able(game, it) for it in battle_of(game).order)


def begin_turn(game: Game, it: Id) -> None:
    """What a turn may be used for (PF-ACT-03.1)."""
    std, mov, swf = (1, 0, 1) if battle_of(game).surprise else BUDGET["one" if struggles(game, it) else acts(game, it)]
    mov += mov and has_feat(game, it, QUICKNESS)
    game.do(TurnBegan(it=it, std=std, mov=mov, swf=swf, rules=("PF-ACT-03.1", "PF-SEQ-04.1")))
    if figure_of(game, it).mount:
        rouse(game, it)
        guide(game, it)
    if battle_of(game).book is None:  # at the referee's desk people say what is done
        game.push(Step("act", (it,)))


def mount_wakes(game: Game, it: Id) -> Flow[None]:
    """What ends, or happens, at the start of a mount's turn does so on its rider's count (PF-MNT-04.1)."""
    mount = mount_of(game, it)
    if mount is not None:
        yield from game.window("turn_start", About(mount.id))
        yield from bleed_now(game, mount.id)


def passes_because(game: Game, figure: Creature) -> str:
    """Why somebody has no turn now: surprised, fallen, helpless; "" if it has one."""
    if figure.status != IN:
        return figure.status
    if battle_of(game).surprise and not figure.aware:
        return "surprised"
    if battle_of(game).calm and figure.seat != battle_of(game).field:
        return "captive"
    return "" if acts(game, figure.id) in BUDGET or struggles(game, figure.id) else "unable"


@STEPS("act", cut="turn_ends_now")
def act(game: Game, it: Id) -> Flow[None]:
    """One action after another, until the turn is over."""
    if not (able(game, it) or struggles(game, it)) or not goes_on(game):
        game.push(Step("turn_ends", (it,)))
        return
    _, path = yield Ask("action", {"it": it}, (Part(game.controller(it), form_of(game, it)),))
    if path[1] == END:
        game.push(Step("turn_ends", (it,)))
        return
    yield from take(game, str(path[0]), path[1:])
    game.push(Step("turn_ends" if it in battle_of(game).waiting else "act", (it,)))


@STEPS("turn_ends_now")
def turn_ends_now(game: Game) -> None:
    """A ruling cut an action short: its turn is over."""
    game.push(Step("turn_ends", (battle_of(game).turn,)))


@STEPS("turn_ends")
def end_turn(game: Game, it: Id) -> Flow[None]:
    """A turn is over."""
    if it in battle_of(game).figures:
        let_slip(game, it)
        keep_afloat(game, it)
        break_off(game, it)
        if battle_of(game).zones:
            yield from overgrow(game, it)
        come_loose(game, it)
        mount = mount_of(game, it)
        if mount is not None:
            yield from ride_home(game, mount.id)
            let_slip(game, mount.id)
            game.do(MountRested(it=mount.id, rules=("PF-MNT-04.1",)))
            yield from game.window("turn_end", About(mount.id))
        game.do(TurnEnded(it=it, rules=("PF-SEQ-04.1",)))
        yield from game.close_scope("turn", it, ("PF-SEQ-04.1",))


@STEPS("round_ends")
def end_round(game: Game) -> Flow[None]:
    """The round is over; those who fell after their count try to stabilise now (PF-HEAL-01.6)."""
    battle = battle_of(game)
    if not battle.options.published_first_check and not battle.surprise and goes_on(game):
        for it in list(battle.figures):
            yield from try_to_stabilise(game, it)
    yield from game.close_scope("round", battle_of(game).round, ("PF-SEQ-02.1",))
    battle = battle_of(game)
    if battle.calm:
        game.push(Step("calm"))
        return
    limit = battle.options.round_limit
    over = not goes_on(game) or (limit and battle.round >= limit)
    game.push(Step("battle_ends") if over else Step("round"))


@STEPS("battle_ends")
def battle_ends(game: Game) -> Flow[None]:
    """Who is left standing has won."""
    winner, why = outcome(game)
    game.do(BattleEnded(winner=winner, why=why, rules=("PF-SEQ-01.6",)))
    yield from game.close_scope("fight", "fight", ("PF-SEQ-01.6",))
    if battle_of(game).options.aftermath:
        _calm.begin(game, winner, why)
        return
    game.do(Finished(result=winner, why=why, rules=("PF-SEQ-01.6",)))


def fighting(game: Game, seat: Seat) -> bool:
    """Whether a side still has somebody here who is not unconscious."""
    for figure in battle_of(game).figures.values():
        if figure.seat == seat and figure.status == IN:
            lost = figure.conditions and (suffers(game, figure.id, UNCONSCIOUS) or figure.has(RIDERLESS))
            if not lost:
                return True
    return False


def goes_on(game: Game) -> bool:
    """Whether turns are played on: while both sides fight, in the calm after that, as long as a referee says."""
    battle = battle_of(game)
    return battle.calm or battle.book is not None or fight_on(game)


def fight_on(game: Game) -> bool:
    """Whether both sides can still fight."""
    return all(fighting(game, seat) for seat in battle_of(game).seats[:2])


def outcome(game: Game) -> tuple[str, str]:
    """Who has won, and how."""
    battle = battle_of(game)
    first, second = (fighting(game, seat) for seat in battle.seats[:2])
    if first == second:
        return "draw", "rounds" if first else "both"
    winner, loser = battle.seats[:2] if first else battle.seats[1::-1]
    away = not any(f.present for f in battle.side(loser)) and any(f.status == "fled" for f in battle.side(loser))
    return winner, "fled" if away else "beaten"

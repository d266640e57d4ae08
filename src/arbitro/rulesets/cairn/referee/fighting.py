"""Commands of a fight: rounds and turns, attacks and harm, saves, morale, flight; each by the rules of this game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitro.content.desk import PLAIN, ClockGone, Todo, TodoRaised, TodoSettled, book_of
from arbitro.content.deskorders import Given, choice, creature, creatures, dice, flag, hush, own_choice
from arbitro.dice.notation import parse
from arbitro.engine.asks import Flow
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.throws import throw
from arbitro.engine.values import REFEREE, Id, RuleId, Seat
from arbitro.rulesets.cairn.declare import ATTACK, CAST, DUAL, JOIN, USE, item_named, pairs_of, things_to, weapons_of
from arbitro.rulesets.cairn.deeds import prepare, strike
from arbitro.rulesets.cairn.events import Declared, FightBegan, FightEnded, Fled, RoundBegan, SideBegan
from arbitro.rulesets.cairn.harm import lose, suffer
from arbitro.rulesets.cairn.magic import targets, use_thing
from arbitro.rulesets.cairn.morale import band_of, bands_of, due, members, retreat, try_band
from arbitro.rulesets.cairn.procedures import PROCEDURES
from arbitro.rulesets.cairn.queries import encounter_of, figure_of
from arbitro.rulesets.cairn.referee.events import BandsChanged
from arbitro.rulesets.cairn.referee.joining import reveal
from arbitro.rulesets.cairn.referee.orders import command
from arbitro.rulesets.cairn.saves import KIND_RULES, most_at_risk, save
from arbitro.rulesets.cairn.state import ATTRIBUTES, CAUSES, FIGHT, PARTY, Creature, Encounter
from arbitro.rulesets.cairn.turn import deal, fight_on, outcome, surprise, surprised

SURPRISE, TIMER, CUT, ASKED, ROUND = "surprise", "timer", "cut", "asked", "round"
LEFT = "left"


def in_fight(game: Game) -> bool:
    """Whether a fight is on."""
    return encounter_of(game).mode == FIGHT


# --- rounds -------------------------------------------------------------------------------------------


@command("next", "time", rules=("CRN-RND-01.2",))
def go_on(game: Game) -> Flow[None]:
    """The next side's turn, the next round after the last side's, the first round of a fight where there is none."""
    if not in_fight(game) or encounter_of(game).round == 0:
        yield from next_round(game)
        return
    after = _after(game)
    if after is None:
        yield from next_round(game)
        return
    yield from game.close_scope("turn", encounter_of(game).active, ("CRN-RND-01.2",))
    yield from _turn(game, after)


def _after(game: Game) -> Seat | None:
    """The side whose turn comes after this one's in the round."""
    sides = encounter_of(game).seats[:-1]
    later = sides[sides.index(encounter_of(game).active) + 1 :]
    return next((seat for seat in later if encounter_of(game).fighting(seat)), None)


@command("round", "time", rules=("CRN-RND-01.1",))
def next_round(game: Game) -> Flow[None]:
    """The next round; outside a fight one begins with it."""
    if not in_fight(game):
        game.do(FightBegan(rules=("CRN-RND-01.2",)))
        game.do(BandsChanged(bands=bands_of(encounter_of(game)), rules=("CRN-MOR-01.2",)))
        yield from game.open_scope("fight", "fight", ("CRN-RND-01.2",))
    elif encounter_of(game).round:
        yield from _round_over(game)
    number = encounter_of(game).round + 1
    yield from game.open_scope("round", number, ("CRN-RND-01.1",))
    game.do(RoundBegan(number=number, rules=("CRN-RND-01.1",)))
    _times(game, ROUND, number)
    if number == 1:
        unready = [it for it in surprised(game) if figure_of(game, it).seat not in encounter_of(game).ready]
        caught = tuple(sorted(unready, key=book_of(game.state).number))
        if caught:
            game.do(TodoRaised(todo=Todo(SURPRISE, caught), rules=("CRN-RND-02.1",)))
    sides = encounter_of(game).seats[:-1]
    yield from _turn(game, next((seat for seat in sides if encounter_of(game).fighting(seat)), sides[0]))


def _turn(game: Game, seat: Seat) -> Flow[None]:
    yield from game.open_scope("turn", seat, ("CRN-RND-01.2",))
    game.do(SideBegan(seat=seat, rules=("CRN-RND-01.2",)))


def _round_over(game: Game) -> Flow[None]:
    yield from game.close_scope("turn", encounter_of(game).active, ("CRN-RND-01.2",))
    yield from game.close_scope("round", encounter_of(game).round, ("CRN-RND-03.1",))


def _times(game: Game, unit: str, now: int) -> None:
    """Timers that have run out."""
    for clock in book_of(game.state).clocks:
        if clock.unit == unit and clock.due <= now:
            game.do(ClockGone(id=clock.id, text=clock.text, over=True))
            game.do(TodoRaised(todo=Todo(TIMER, (), clock.text)))


def time_of(state: Encounter, unit: str) -> int:
    """What a timer counts from: the hour of the campaign, or the round of the fight, the first one if none is on."""
    return state.clock if unit == "hour" else max(1, state.round) if state.mode == FIGHT else 1


def ring_hours(game: Game) -> None:
    """Timers that count the hours of the campaign."""
    _times(game, "hour", encounter_of(game).clock)


@command("calm", "time", rules=("CRN-RND-03.3",), when=in_fight)
def end_fight(game: Game) -> Flow[None]:
    """The fight is over: one side is beaten or away, or the referee says so."""
    state = encounter_of(game)
    if state.round:
        yield from _round_over(game)
    winner, why = ("draw", ASKED) if fight_on(encounter_of(game)) else outcome(encounter_of(game))
    game.do(FightEnded(winner=winner, why=why, rules=("CRN-RND-03.3",)))
    yield from game.close_scope("fight", "fight", ("CRN-RND-03.3",))
    for one in book_of(game.state).todo:
        if one.kind == SURPRISE:
            game.do(TodoSettled(id=one.id))
    _cut_timers(game, state.round)


def _cut_timers(game: Game, number: int) -> None:
    """Rounds are counted in one fight: a timer that has some left ends with it, and the referee hears how many."""
    for clock in book_of(game.state).clocks:
        if clock.unit == ROUND:
            game.do(ClockGone(id=clock.id, text=clock.text, over=False))
            game.do(TodoRaised(todo=Todo(CUT, (), clock.text, clock.due - number)))


# --- harm ---------------------------------------------------------------------------------------------


def thrown(game: Game, text: str, rules: tuple[RuleId, ...]) -> int:
    """The total of a roll; a plain number is no roll."""
    if PLAIN.fullmatch(text):
        return int(text)
    return throw(game, parse(text, plus_keeps=True), by=REFEREE, rules=rules).total


def _targets_left(game: Game, who: Sequence[Id]) -> list[Id]:
    return [it for it in who if it in encounter_of(game).figures and figure_of(game, it).present]


@command("harm", "fight", creatures(), dice(plain=999), flag("bare"), flag("each"),
         choice("attribute", lambda game: ATTRIBUTES, optional=True),
         rules=("CRN-ATK-01.2", "CRN-ARM-01.1", "CRN-MOD-04.2"))  # fmt: skip
def harm(
    game: Game, who: Sequence[Id], dice: str, bare: bool = False, each: bool = False, attribute: str = ""
) -> Flow[None]:
    """Damage to one or many: one roll for all, or one for each; armour helps unless it is ``bare``; with an attribute
    it spares PF (CRN-ARM-01.1, CRN-ATK-01.2, CRN-LOSS-01.1, CRN-MOD-04.2)."""
    rules: tuple[RuleId, ...] = ("CRN-LOSS-01.1",) if attribute else ("CRN-ATK-01.2",)
    rolled = 0 if each else thrown(game, dice, rules)
    for it in who:
        if not _targets_left(game, (it,)):
            continue
        if each:
            hush(game, book_of(game.state).hush, (it,))
        result = thrown(game, dice, (*rules, "CRN-MOD-04.2")) if each else rolled
        if attribute:
            lose(game, it, attribute, max(0, result), rules)
        else:
            yield from suffer(game, it, result, cause="other", pierce=bare)
        yield from game.settle()


def _all_weapons(game: Game) -> Iterator[tuple[Id, list[str]]]:
    """Everybody who is here, with what it can attack with."""
    return ((f.id, _weapons(game, f)) for f in encounter_of(game).figures.values() if f.present)


def _weapons(game: Game, figure: Creature) -> list[str]:
    """What somebody can attack with: one weapon, or two at once."""
    return [*weapons_of(game, figure), *pairs_of(game, figure)]


def _armed(game: Game, who: Sequence[Id], weapon: str | Sequence[str]) -> list[tuple[Id, str]]:
    """Each attacker with its weapon: the one for all, or its own; its first where nothing is said."""
    said = [weapon] * len(who) if isinstance(weapon, str) else weapon
    return [(it, one or weapons_of(game, figure_of(game, it))[0]) for it, one in zip(who, said, strict=True)]


def _attack_ban(game: Game, given: Given) -> Refusal | None:
    target = given["target"]
    for it, weapon in _armed(game, given["who"], given.get("weapon", "")):
        if it == target:
            return Refusal("desk_itself", {"it": it})
        if weapon not in _weapons(game, figure_of(game, it)):
            return Refusal("desk_no_weapon", {"it": it, "weapon": weapon})
        if (ban := game.restricted(ATTACK, actor=it, target=target, weapon=weapon)) is not None:
            return ban
    return None


@command("attack", "fight", creatures(), creature("target"),
         own_choice("weapon", _all_weapons, each="who"),
         rules=("CRN-ATK-01.1", "CRN-ATK-02.1"), ban=_attack_ban, at="target")  # fmt: skip
def attack(game: Game, who: Sequence[Id], target: Id, weapon: str | Sequence[str] = "") -> Flow[None]:
    """One or several attack somebody, each with the same weapon, its own, or two at once: all dice together, the
    highest counts (CRN-ATK-01, CRN-ATK-02, CRN-MOD-05)."""
    for it, used in _armed(game, who, weapon):
        if figure_of(game, it).hidden:
            reveal(game, it)
        way = DUAL if JOIN in used else ATTACK
        game.do(Declared(it=it, plan=(way, used, target), rules=("CRN-ACT-02.1",)))
        yield from prepare(game, it)
    struck = list(dict.fromkeys(blow.target for blow in encounter_of(game).pool))
    for it in struck:
        strike(game, it)
    for it in struck:
        yield from deal(game, it)
        yield from game.settle()


def _things(game: Game) -> list[str]:
    figures = encounter_of(game).figures.values()
    return list(dict.fromkeys(thing for f in figures if f.present for thing in _usable(game, f.id)))


def _usable(game: Game, it: Id) -> list[str]:
    return [thing for action in (CAST, USE) for _, thing in things_to(game, figure_of(game, it), action)]


def _use_ban(game: Game, given: Given) -> Refusal | None:
    it, thing = given["who"], given["thing"]
    if thing not in _usable(game, it):
        return Refusal("desk_no_thing", {"it": it, "thing": thing})
    aims, target = targets(game, it, thing), given.get("target")
    if (target is None) == bool(aims) or (aims and target not in aims):
        return Refusal("desk_target" if aims else "desk_no_target", {"thing": thing})
    return None


@command("use", "fight", creature(), choice("thing", _things), creature("target", optional=True), flag("stronger"),
         rules=("CRN-CAST-01.1",), ban=_use_ban, at="target")  # fmt: skip
def use(game: Game, who: Id, thing: str, target: Id = "", stronger: bool = False) -> Flow[None]:
    """Somebody casts a spell or uses a thing (CRN-CAST, CRN-SCRL, CRN-REL)."""
    yield from use_thing(game, who, item_named(game, figure_of(game, who), thing), thing, target, stronger)


# --- saves and luck -----------------------------------------------------------------------------------

_attribute = choice("attribute", lambda game: ATTRIBUTES)


@command("save", "roll", creatures(), _attribute, choice("cause", lambda game: CAUSES, optional=True),
         rules=("CRN-SAV-01.1",))  # fmt: skip
def saves(game: Game, who: Sequence[Id], attribute: str, cause: str = "risk") -> Flow[None]:
    """A save of one or of each of many (CRN-SAV-01)."""
    for it in who:
        yield from save(game, it, attribute, cause, ("CRN-SAV-01.1", KIND_RULES[attribute]))


@command("surprise", "roll", creatures(), rules=("CRN-RND-02.1", "CRN-RND-02.3"), when=in_fight)
def quick_enough(game: Game, who: Sequence[Id]) -> Flow[None]:
    """The DES save of the first round, or this round's turn is lost (CRN-RND-02)."""
    for it in who:
        yield from surprise(game, it)
    for one in book_of(game.state).todo:
        if one.kind == SURPRISE and set(one.who) & set(who):
            game.do(TodoSettled(id=one.id))
            left = tuple(it for it in one.who if it not in who)
            if left:
                game.do(TodoRaised(todo=Todo(SURPRISE, left), rules=("CRN-RND-02.1",)))


def _opposed(game: Game, given: Given) -> Refusal | None:
    return Refusal("desk_itself", {"it": given["who"]}) if given["who"] == given["target"] else None


def _against_unseen(game: Game, given: Given) -> bool:
    """Whether one of two is hidden: even the save of the other would give it away."""
    return figure_of(game, given["who"]).hidden or figure_of(game, given["target"]).hidden


@command("oppose", "roll", creature(), creature("target"), _attribute, rules=("CRN-SAV-02.1",), ban=_opposed,
         sly=_against_unseen)  # fmt: skip
def oppose(game: Game, who: Id, target: Id, attribute: str) -> Flow[None]:
    """One against another: the one more at risk, who is named first, rolls (CRN-SAV-02)."""
    yield from save(game, who, attribute, "opposed", ("CRN-SAV-02.1", "CRN-SAV-02.2"))


@command("together", "roll", creatures(), _attribute, rules=("CRN-SAV-03.1",))
def together(game: Game, who: Sequence[Id], attribute: str) -> Flow[None]:
    """Several at once: the one most at risk rolls for all (CRN-SAV-03)."""
    roller = yield from most_at_risk(game, who, attribute)
    yield from save(game, roller, attribute, "joint", ("CRN-SAV-03.1", "CRN-SAV-03.2"))


@command("fate", "roll", rules=("CRN-FATE-01.1",))
def fate(game: Game) -> Flow[None] | None:
    """The die of fate (CRN-FATE-01)."""
    return PROCEDURES["fate"].run(game)


def _only_unseen(game: Game, given: Given) -> bool:
    """Whether all strangers there are are hidden."""
    strangers = [figure for figure in encounter_of(game).figures.values() if figure.present and figure.seat != PARTY]
    return bool(strangers) and all(figure.hidden for figure in strangers)


@command("react", "roll", rules=("CRN-REA-01.1",), sly=_only_unseen)
def react(game: Game) -> Flow[None] | None:
    """How strangers meet the party (CRN-REA-01)."""
    return PROCEDURES["react"].run(game)


@command("roll", "roll", dice(), rules=("CRN-MOD-05.2",))
def roll(game: Game, dice: str) -> None:
    """Any dice at all."""
    throw(game, parse(dice, plus_keeps=True), by=REFEREE, rules=("CRN-MOD-05.2",))


@command("panic", "roll", creatures(), rules=("CRN-PRC-04.1",))
def panic(game: Game, who: Sequence[Id]) -> Flow[None]:
    """A VOL save of each, or panic (CRN-PRC-04)."""
    for it in who:
        flow = PROCEDURES["frighten"].run(game, it)
        assert flow is not None
        yield from flow


# --- morale and flight --------------------------------------------------------------------------------


def _bands(game: Game) -> list[str]:
    state = encounter_of(game)
    return [band.id for band in state.bands if any(figure.standing for figure in members(state, band))]


@command("morale", "fight", choice("band", _bands), rules=("CRN-MOR-01.1", "CRN-MOR-01.2", "CRN-MOR-03.1"))
def morale(game: Game, band: str) -> Flow[None]:
    """A band tests its morale, for whatever reason it has or because the referee wants it (CRN-MOR)."""
    owed = due(encounter_of(game), band_of(encounter_of(game), band))
    yield from try_band(game, band, owed or (ASKED,))


@command("flee", "fight", creatures(), flag("sure"), rules=("CRN-RET-01.1",))
def flee(game: Game, who: Sequence[Id], sure: bool = False) -> Flow[None]:
    """Flight, with its DES save unless it is sure to succeed (CRN-RET-01)."""
    for it in who:
        if sure:
            game.do(Fled(it=it, why=LEFT, rules=("CRN-RET-01.2",)))
        else:
            yield from retreat(game, it)


__all__ = ["end_fight", "go_on", "in_fight", "next_round", "ring_hours", "time_of"]

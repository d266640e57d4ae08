"""What the referee calls: rests and nights, saves, luck, harm, trade, new faces; some of it in the midst of a fight."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from msgspec import Struct, structs

from arbitro.dice.notation import NotationError, parse
from arbitro.engine.asks import Flow, ask
from arbitro.engine.events import Finished
from arbitro.engine.forms import Branch, Option, Refusal, Tree, Word
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.engine.throws import throw
from arbitro.engine.values import Id, RuleId, Seat, Value
from arbitro.rulesets.cairn import creation, market, recovery
from arbitro.rulesets.cairn.burden import add_fatigue, free_slots
from arbitro.rulesets.cairn.declare import CAST, USE, item_named, things_to
from arbitro.rulesets.cairn.events import (
    Called,
    CameBack,
    ConditionBegan,
    ConditionEnded,
    DeathNears,
    FateSpoke,
    ItemChanged,
    PlaceIs,
    Reacted,
    Revealed,
    TookOver,
)
from arbitro.rulesets.cairn.harm import fright, lose, suffer
from arbitro.rulesets.cairn.magic import safe_to_enhance, targets, use_thing
from arbitro.rulesets.cairn.queries import armour_of, encounter_of, figure_of, library_of, thing_of
from arbitro.rulesets.cairn.saves import KIND_RULES, most_at_risk, save
from arbitro.rulesets.cairn.state import (
    ATTRIBUTES,
    CRITICAL,
    DEAD,
    DEPRIVED,
    FIGHT,
    FLED,
    HIRELING,
    LOADED,
    MORTAL,
    PANICKED,
    PC,
    SLEEP,
    VOL,
    Creature,
    name_rule,
)

Path = tuple[Value, ...]
Options = Callable[[Game, Path], Sequence[Value]]
DICE = (4, 6, 8, 10, 12)
LUCKY = 4  # CRN-FATE-01.2
CARELESS = 2  # in 6, CRN-PRC-03.3
MOST_PARTY = 12
MOST_CALLS = 400
"""Procedures of one evening after which only an end or a fight is offered, so that no evening is endless."""


class Procedure(Struct, frozen=True):
    """One procedure: the levels of its form, what it does, and whether it may be called during a fight too."""

    name: str
    rules: tuple[RuleId, ...]
    levels: tuple[tuple[str, Options], ...]
    run: Callable[..., Flow[None] | None]
    fight: bool = False


PROCEDURES: dict[str, Procedure] = {}


def procedure(
    name: str, rules: Sequence[RuleId], *levels: tuple[str, Options], fight: bool = False
) -> Callable[[Callable[..., Flow[None] | None]], Callable[..., Flow[None] | None]]:
    """Register ``run(game, *choices)`` as a procedure."""

    def register(run: Callable[..., Flow[None] | None]) -> Callable[..., Flow[None] | None]:
        PROCEDURES[name] = Procedure(name, tuple(rules), levels, run, fight)
        return run

    return register


def form(game: Game, chair: Seat, *, fight: bool) -> Tree:
    """What may be called now."""
    tired = encounter_of(game).calls >= MOST_CALLS

    def grow(path: Path) -> Branch | None:
        if not path:
            names = [name for name, one in PROCEDURES.items() if (one.fight or not fight) and _possible(game, one, ())]
            if tired and not fight:
                names = [name for name in names if name in ("fight", "end")]
            return Branch("action", tuple(Option(name, {}, PROCEDURES[name].rules) for name in names))
        one = PROCEDURES[path[0]]
        rest = path[1:]
        if len(rest) == len(one.levels):
            return None
        level, options = one.levels[len(rest)]
        keys = [key for key in options(game, rest) if _possible(game, one, (*rest, key))]
        return Branch(level, tuple(Option(key) for key in keys))

    return Tree(grow, default=_default(game, fight))


def _default(game: Game, fight: bool) -> Path:
    if not fight:
        return ("end",)
    return ("fate",)


def _possible(game: Game, one: Procedure, path: Path) -> bool:
    """Whether choices made so far lead to something."""
    if len(path) == len(one.levels):
        return not (one.name in NEEDS_PLACE and not NEEDS_PLACE[one.name](game))
    _, options = one.levels[len(path)]
    return any(_possible(game, one, (*path, key)) for key in options(game, path))


def possible(game: Game, name: str) -> bool:
    """Whether a procedure may be called now: the place allows it, and every choice it asks for has something."""
    return _possible(game, PROCEDURES[name], ())


def run(game: Game, path: Path) -> Flow[None]:
    """Carry a procedure out."""
    one = PROCEDURES[path[0]]
    who = path[1] if len(path) > 1 and path[1] in encounter_of(game).figures else ""
    game.do(Called(what=one.name, who=who, rules=one.rules))
    flow = one.run(game, *path[1:])
    if isinstance(flow, Generator):
        yield from flow
    yield from game.settle()


# --- who may be meant ---------------------------------------------------------------------------------


def _everybody(game: Game, path: Path) -> list[Id]:
    return [figure.id for figure in encounter_of(game).figures.values() if figure.present]


def _party(game: Game, path: Path) -> list[Id]:
    return recovery.party(game)


def _those(test: Callable[[Creature], bool], party: bool = True) -> Options:
    def options(game: Game, path: Path) -> list[Id]:
        who = _party(game, path) if party else _everybody(game, path)
        return [it for it in who if test(figure_of(game, it))]

    return options


def _words(*words: Value) -> Options:
    return lambda game, path: words


_pcs = _those(lambda figure: figure.kind == PC)
_WHO: tuple[str, Options] = ("actor", _everybody)
_ONE: tuple[str, Options] = ("actor", _party)


def _calm_place(game: Game) -> bool:
    """Rest needs light, and no danger near (CRN-PRC-01.2, CRN-HEAL-01.3)."""
    state = encounter_of(game)
    return state.safe and state.light and state.mode != FIGHT


def _safe_place(game: Game) -> bool:
    state = encounter_of(game)
    return state.safe and state.mode != FIGHT


def _foes_there(game: Game) -> bool:
    state = encounter_of(game)
    return state.mode != FIGHT and all(state.fighting(seat) for seat in state.seats[:2])


def _fighting(game: Game) -> bool:
    return encounter_of(game).mode == FIGHT


def _room(game: Game) -> bool:
    return len(recovery.party(game)) < MOST_PARTY


NEEDS_PLACE: dict[str, Callable[[Game], bool]] = {
    "rest": _calm_place, "hours": _safe_place, "camp": _safe_place, "inn": _safe_place, "week": _safe_place,
    "strike": _fighting, "fight": _foes_there, "create": _room, "companion": _room, "hire": _room,
}  # fmt: skip


# --- an evening's end and a fight's beginning ---------------------------------------------------------


@procedure("end", ("CRN-RND-03.3",))
def _end(game: Game) -> None:
    game.do(Finished(result="draw", why="evening", rules=("CRN-RND-03.3",)))


@procedure("fight", ("CRN-RND-01.2",))
def _fight(game: Game) -> None:
    game.push(Step("fight_begins"))


# --- rest and care ------------------------------------------------------------------------------------

procedure("rest", ("CRN-HEAL-01.1", "CRN-PRC-01.1"))(recovery.breather)
procedure("hours", ("CRN-SCAR-03.2",))(recovery.hours)
procedure("camp", ("CRN-PRC-02.1",))(recovery.camp)
procedure("inn", ("CRN-MKT-04.1",))(recovery.inn)
procedure("march", ("CRN-PRC-02.3",))(recovery.march)
procedure("day", ("CRN-DEP-02.2",))(recovery.day)
procedure("week", ("CRN-HEAL-03.1",), ("choice", _words("healer", "alone")))(recovery.week)


@procedure("hour", ("CRN-CRIT-02.3",))
def _hour(game: Game) -> Flow[None]:
    yield from recovery.pass_hours(game, 1, ("CRN-CRIT-02.3",))


def _prices(game: Game, path: Path) -> list[str]:
    rich = any(figure_of(game, it).coins >= recovery.TREATMENT for it in recovery.party(game))
    return ["free", *(["paid"] if rich else [])]


procedure("treat", ("CRN-HEAL-04.1",), ("actor", _those(recovery.wounded)), ("choice", _prices))(recovery.treatment)
procedure("miracle", ("CRN-LOSS-03.2",), _ONE)(recovery.miracle)
procedure("lack", ("CRN-DEP-01.1",), _ONE, ("choice", _words(*recovery.NEEDS)))(recovery.lack)
procedure("meet", ("CRN-DEP-01.2",), ("actor", _those(lambda f: bool(f.needs))))(recovery.meet)


@procedure("tire", ("CRN-FAT-01.1",), _WHO, fight=True)
def _tire(game: Game, it: Id) -> Flow[None]:
    yield from add_fatigue(game, it, ("CRN-FAT-01.1",))


@procedure("place", ("CRN-PRC-01.2",), ("choice", _words("safe", "danger", "dark")))
def _place(game: Game, word: str) -> None:
    game.do(PlaceIs(safe=word != "danger", light=word != "dark", rules=("CRN-PRC-01.2", "CRN-HEAL-01.3")))


def _away(game: Game, path: Path) -> list[Id]:
    state = encounter_of(game)
    return [figure.id for figure in state.side(state.seats[0]) if figure.status == FLED]


@procedure("rejoin", ("CRN-RET-01.2",), ("actor", _away))
def _rejoin(game: Game, it: Id) -> None:
    """Whoever fled to safety is with the others again, once the fight is over."""
    game.do(CameBack(it=it, rules=("CRN-RET-01.2",)))


# --- saves and luck -----------------------------------------------------------------------------------

_ATTRIBUTE: tuple[str, Options] = ("choice", _words(*ATTRIBUTES))


@procedure("save", ("CRN-SAV-01.1", "CRN-ACT-03.1"), _WHO, _ATTRIBUTE, fight=True)
def _save(game: Game, it: Id, attribute: str) -> Flow[None]:
    yield from save(game, it, attribute, "risk", ("CRN-SAV-01.1", KIND_RULES[attribute]))


def _others(game: Game, path: Path) -> list[Id]:
    return [it for it in _everybody(game, path) if figure_of(game, it).seat != figure_of(game, path[0]).seat]


@procedure("oppose", ("CRN-SAV-02.1",), _WHO, ("target", _others), _ATTRIBUTE, fight=True)
def _oppose(game: Game, it: Id, other: Id, attribute: str) -> Flow[None]:
    """The one more at risk, who is named first, rolls; the other one nothing (CRN-SAV-02)."""
    yield from save(game, it, attribute, "opposed", ("CRN-SAV-02.1", "CRN-SAV-02.2"))


@procedure("together", ("CRN-SAV-03.1",), _ATTRIBUTE, fight=True)
def _together(game: Game, attribute: str) -> Flow[None]:
    group = [it for it in recovery.party(game) if figure_of(game, it).standing]
    if group:
        roller = yield from most_at_risk(game, group, attribute)
        yield from save(game, roller, attribute, "joint", ("CRN-SAV-03.1", "CRN-SAV-03.2"))


@procedure("fate", ("CRN-FATE-01.1",), fight=True)
def _fate(game: Game) -> None:
    (face,) = game.roll(6, by=encounter_of(game).chair(), rules=("CRN-FATE-01.1",))
    rule = "CRN-FATE-01.2" if face >= LUCKY else "CRN-FATE-01.3"
    game.do(FateSpoke(face=face, good=face >= LUCKY, rules=("CRN-FATE-01.1", rule)))


@procedure("react", ("CRN-REA-01.1",), fight=True)
def _react(game: Game) -> None:
    total = game.sum(2, 6, by=encounter_of(game).chair(), rules=("CRN-REA-01.1",))
    mood = next(mood for mood in library_of(game).moods.values() if mood.lo <= total <= mood.hi)
    game.do(Reacted(total=total, mood=mood.id, rules=("CRN-REA-01.2",)))


class RollWord(Word):
    """A roll as people write it."""

    def refusal(self, value: Value) -> Refusal | None:
        wrong = super().refusal(value)
        if wrong is not None:
            return wrong
        try:
            parse(value, plus_keeps=True)
        except NotationError as error:
            return Refusal("notation", {"text": error.text, "at": error.at, "code": error.code})
        return None

    def sample(self, rng: Any) -> Value:
        return rng.choice(("d20", "2d6", "d8+d8", "4d6kh3", "3t6+1"))


@procedure("roll", ("CRN-ACT-03.1",), fight=True)
def _roll(game: Game) -> Flow[None]:
    chair = encounter_of(game).chair()
    text = yield from ask("notation", chair, RollWord(60, default="d20"), {})
    throw(game, parse(text, plus_keeps=True), by=chair, rules=("CRN-MOD-05.2",))


# --- harm and conditions ------------------------------------------------------------------------------


@procedure("hurt", ("CRN-LOSS-01.1",), _ONE, _ATTRIBUTE, ("die", _words(*DICE)))
def _hurt(game: Game, it: Id, attribute: str, sides: int) -> None:
    """Harm outside a fight goes to an attribute; Armatura helps only where that was agreed (CRN-LOSS-01)."""
    rules: tuple[RuleId, ...] = ("CRN-LOSS-01.1", "CRN-PRC-03.1")
    (face,) = game.roll(sides, by=it, rules=rules)
    helps = encounter_of(game).options.armour_outside
    armour = armour_of(game, it, None, "", "trap").value if helps else 0
    lose(game, it, attribute, max(0, face - armour), (*rules, *(("CRN-PRC-03.2",) if armour else ())))


@procedure("careless", ("CRN-PRC-03.3",), _ONE, ("die", _words(*DICE)))
def _careless(game: Game, it: Id, sides: int) -> None:
    """Somebody walks where a trap may be: two chances in six that it snaps."""
    (face,) = game.roll(6, by=it, rules=("CRN-PRC-03.3",))
    if face <= CARELESS:
        _hurt(game, it, ATTRIBUTES[0], sides)


@procedure("strike", ("CRN-ATK-01.2",), _WHO, ("die", _words(*DICE)), fight=True)
def _strike(game: Game, it: Id, sides: int) -> Flow[None]:
    """Something else hurts in the fight: a falling beam, fire."""
    (face,) = game.roll(sides, by=it, rules=("CRN-ATK-01.2",))
    yield from suffer(game, it, face, cause="other")


@procedure("frighten", ("CRN-PRC-04.1",), _WHO, fight=True)
def _frighten(game: Game, it: Id) -> Flow[None]:
    """A VOL save, or panic: 0 PF, no action in the first round, impaired attacks (CRN-PRC-04)."""
    if game.immune(it, "panic") or (yield from save(game, it, VOL, "panic", ("CRN-PRC-04.1",))):
        return
    if not figure_of(game, it).has(PANICKED):
        game.do(ConditionBegan(it=it, condition=PANICKED, rules=("CRN-PRC-04.2",)))
        fright(game, it)


def _settable(game: Game, path: Path) -> list[str]:
    figure = figure_of(game, path[0])
    return [c.id for c in library_of(game).conditions.values() if not figure.has(c.id) and c.id != LOADED]


def _liftable(game: Game, path: Path) -> list[str]:
    figure = figure_of(game, path[0])
    timed = {condition for condition, _ in figure.timed}
    return [c for c in figure.conditions if c not in timed and c in library_of(game).conditions]


@procedure("set", ("CRN-ACT-03.1",), _WHO, ("condition", _settable), fight=True)
def _set(game: Game, it: Id, condition: str) -> None:
    if condition == DEPRIVED:
        recovery.lack(game, it, SLEEP)  # deprived of something: of rest, where nobody says of what
        return
    game.do(ConditionBegan(it=it, condition=condition, rules=name_rule(condition)))
    if condition == PANICKED:
        fright(game, it)
    elif condition in (CRITICAL, MORTAL) and not figure_of(game, it).dying:
        game.do(DeathNears(it=it, hour=encounter_of(game).clock + 1, rules=name_rule(condition)))


@procedure("lift", ("CRN-ACT-03.1",), ("actor", lambda g, p: [i for i in _everybody(g, p) if _liftable(g, (i,))]),
           ("condition", _liftable), fight=True)  # fmt: skip
def _lift(game: Game, it: Id, condition: str) -> None:
    if condition == DEPRIVED and figure_of(game, it).needs:
        recovery.meet(game, it)
        return
    game.do(ConditionEnded(it=it, condition=condition, rules=name_rule(condition)))
    figure = figure_of(game, it)
    if condition in (CRITICAL, MORTAL) and figure.dying and not (figure.has(CRITICAL) or figure.has(MORTAL)):
        game.do(DeathNears(it=it, hour=0, rules=name_rule(condition)))


@procedure("reveal", ("CRN-ACT-02.1",), ("actor", _those(lambda f: f.hidden, party=False)), fight=True)
def _reveal(game: Game, it: Id) -> None:
    game.do(Revealed(it=it, rules=("CRN-ACT-02.1",)))


# --- things -------------------------------------------------------------------------------------------


def _shoppers(game: Game, path: Path) -> list[Id]:
    return [it for it in _pcs(game, path) if figure_of(game, it).coins > 0]


@procedure("buy", ("CRN-MKT-06.1",), ("actor", _shoppers), ("item", lambda game, path: market.for_sale(game, path[0])))
def _buy(game: Game, it: Id, thing: str) -> None:
    market.buy(game, it, thing)


@procedure("wear", ("CRN-ARM-02.2",), _ONE, ("item", lambda game, path: market.wearable(game, path[0])))
def _wear(game: Game, it: Id, no: str) -> None:
    market.wear(game, it, int(no))


@procedure("load", ("CRN-INV-04.3",), _ONE, ("item", lambda game, path: market.loads(game, path[0])))
def _load(game: Game, it: Id, no: str) -> None:
    market.load(game, it, int(no))


def _takers(game: Game, path: Path) -> list[Id]:
    item = figure_of(game, path[0]).item(int(path[1]))
    slots = thing_of(game, item.thing).slots if item is not None else 99
    return [it for it in recovery.party(game) if it != path[0] and free_slots(game, it) >= slots]


@procedure("give", ("CRN-INV-01.3",), _ONE, ("item", lambda game, path: market.givable(game, path[0])),
           ("target", _takers))  # fmt: skip
def _give(game: Game, it: Id, no: str, to: Id) -> None:
    market.hand_over(game, it, int(no), to)


def _empty(game: Game, path: Path) -> list[str]:
    items = figure_of(game, path[0]).items
    return [str(i.no) for i in items if 0 <= i.charges < thing_of(game, i.thing).charges]


@procedure("recharge", ("CRN-REL-01.3",), _ONE, ("item", _empty))
def _recharge(game: Game, it: Id, no: str) -> None:
    """The condition of a relic's recharge is met: it has all its charges again (CRN-REL-02.1)."""
    item = figure_of(game, it).item(int(no))
    assert item is not None
    full = structs.replace(item, charges=thing_of(game, item.thing).charges)
    game.do(ItemChanged(it=it, item=full, what="recharged", rules=("CRN-REL-01.3", "CRN-REL-02.1")))


def _usable(game: Game, path: Path) -> list[str]:
    figure = figure_of(game, path[0])
    return [thing for action in (CAST, USE) for _, thing in things_to(game, figure, action)] if figure.standing else []


def _aims(game: Game, path: Path) -> list[Value]:
    return list(targets(game, path[0], path[1])) or ["-"]


def _ways(game: Game, path: Path) -> list[str]:
    spell = bool(thing_of(game, path[1]).spell)
    return ["plain", *(["stronger"] if spell and safe_to_enhance(game, path[0]) else [])]


@procedure("use", ("CRN-CAST-01.1",), _ONE, ("item", _usable), ("target", _aims), ("choice", _ways))
def _use(game: Game, it: Id, thing: str, target: Id, way: str) -> Flow[None]:
    no = item_named(game, figure_of(game, it), thing)
    yield from use_thing(game, it, no, thing, "" if target == "-" else target, way == "stronger")


# --- new faces ----------------------------------------------------------------------------------------


def _origins(game: Game, path: Path) -> list[str]:
    return [creation.ANY, *library_of(game).backgrounds]


@procedure("create", ("CRN-CHR-01.1",), ("choice", _origins))
def _create(game: Game, background: str) -> Flow[None]:
    yield from creation.create(game, encounter_of(game).seats[0], background)


@procedure("companion", ("CRN-HIR-03.1",), ("choice", _origins))
def _hireling(game: Game, background: str) -> Flow[None]:
    yield from creation.create(game, encounter_of(game).seats[0], background, HIRELING)


def _wages(game: Game, path: Path) -> list[str]:
    coins = figure_of(game, path[0]).coins
    return [role.id for role in library_of(game).roles.values() if role.wage <= coins]


@procedure("hire", ("CRN-HIR-01.1",), ("actor", _pcs), ("choice", _wages))
def _hire(game: Game, payer: Id, role: str) -> Flow[None]:
    yield from creation.hire(game, payer, role)


def _fallen(game: Game, path: Path) -> list[Id]:
    state = encounter_of(game)
    return [f.id for f in state.side(state.seats[0]) if f.kind == PC and f.status == DEAD]


def _heirs(game: Game, path: Path) -> list[str]:
    return ["new", *(it for it in recovery.party(game) if figure_of(game, it).kind == HIRELING)]


@procedure("succeed", ("CRN-OUT-01.1",), ("actor", _fallen), ("choice", _heirs))
def _succeed(game: Game, fallen: Id, heir: str) -> Flow[None]:
    """The player of a dead character goes on with a new one, or with a hireling, from now on (CRN-OUT-01)."""
    if heir == "new":
        heir = yield from creation.create(game, encounter_of(game).seats[0], creation.ANY)
    if figure_of(game, heir).kind != PC:
        game.do(TookOver(it=heir, of=fallen, rules=("CRN-OUT-01.1",)))
    yield from ()

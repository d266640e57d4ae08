"""A tiny ruleset that uses everything the engine offers, for the engine's own tests. It is registered nowhere.

Pieces stand on a line and have hit points. The seat whose hand it is acts (`ACTIONS`); the other may `shout`, which
is a free part. Records are written as in packs and given to `toy`; what a piece bears is in its ``traits``.

    game = start({"a1": {"traits": ["BRAVE"]}, "b1": {}}, records={"BRAVE": {"always": [...]}}, dice=[4])
    game.choose(("a1", "strike", "b1"))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec import field

from arbitro.dice.sources import Dice, ScriptedDice, SeededDice, TypedDice
from arbitro.engine.asks import Ask, Flow, Part, ask, ask_all
from arbitro.engine.events import ClockMoved, Event, Finished
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Branch, Option, Pick, Tree
from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.records import Compiler, Record
from arbitro.engine.ruleset import Ruleset, Steps
from arbitro.engine.state import Row, State, Step
from arbitro.engine.values import Id, Seat, Value
from arbitro.engine.vocabulary import TYPED, Query, Subject, Verb, Vocabulary, Window

SEATS = ("a", "b")
UNSEEN = -1
"""Where a piece stands for a seat that cannot see it."""
ORDERED = (("set", "set"), ("add", "add"), ("double", "times"), ("floor", "floor"), ("cap", "cap"), ("lock", "lock"))


class Piece(Row):
    """Somebody on the line; ``hidden`` from the other seat until peeked at."""

    id: Id
    seat: Seat
    place: int = 0
    hp: int = 5
    hidden: bool = False
    dead: bool = False
    traits: tuple[str, ...] = ()


class Toy(State, kw_only=True):
    """Everything a toy game is at one moment."""

    rows: ClassVar[tuple[str, ...]] = ("pieces",)
    pieces: dict[Id, Piece] = field(default_factory=dict)
    hand: Seat = "a"
    in_hand: bool = False
    turn: int = 0
    told: tuple[str, ...] = ()
    last_hand: int = 99


class Toying(Event, frozen=True):
    """Base of the toy's events: `piece` finds the row."""

    @staticmethod
    def piece(state: State, it: Id) -> Piece:
        assert isinstance(state, Toy)
        return state.pieces[it]


class Hurt(Toying, frozen=True, tag=True):
    window: ClassVar[str] = "hurt"
    progress: ClassVar[bool] = True
    it: Id
    by: Id
    amount: int

    def apply(self, state: State) -> None:
        self.piece(state, self.it).hp -= self.amount


class Died(Toying, frozen=True, tag=True):
    window: ClassVar[str] = "died"
    records: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        self.piece(state, self.it).dead = True


class Stepped(Toying, frozen=True, tag=True):
    moves: ClassVar[bool] = True
    it: Id
    to: int

    def apply(self, state: State) -> None:
        self.piece(state, self.it).place = self.to

    def shown_to(self, seat: Seat) -> Event | None:
        """A hidden step is told to its owner (``only``); the others hear steps."""
        if self.only is None or seat in self.only:
            return self
        return Heard(rules=self.rules)


class Heard(Event, frozen=True, tag=True):
    """What the other seat is told of a hidden step."""


class Peeked(Toying, frozen=True, tag=True):
    learnt: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        self.piece(state, self.it).hidden = False


class Told(Event, frozen=True, tag=True):
    """Something was said; what a record did is read off these."""

    it: Id
    text: str

    def apply(self, state: State) -> None:
        assert isinstance(state, Toy)
        state.told = (*state.told, f"{self.it}:{self.text}")


class Shown(Event, frozen=True, tag=True):
    """Both seats' secret choices are on the table."""

    progress: ClassVar[bool] = True
    choices: tuple[str, ...]


class HandOver(Event, frozen=True, tag=True):
    """A hand began or ended."""

    progress: ClassVar[bool] = True
    seat: Seat
    begins: bool

    def apply(self, state: State) -> None:
        assert isinstance(state, Toy)
        state.hand, state.in_hand = self.seat, self.begins


class TurnBegan(Event, frozen=True, tag=True):
    turn: int

    def apply(self, state: State) -> None:
        assert isinstance(state, Toy)
        state.turn = self.turn


EVENTS = (Hurt, Died, Stepped, Heard, Peeked, Told, Shown, HandOver, TurnBegan)
STEPS = Steps()


class Said(Subject):
    """An action that was declared."""

    def __init__(self, actor: Id, target: Id | None, action: str) -> None:
        super().__init__()
        self.actor, self.target, self.action = actor, target, action


class Throw(Said):
    """A d6 that fell: at least ``need`` is a hit."""

    def __init__(self, actor: Id, target: Id | None, face: int, need: int) -> None:
        super().__init__(actor, target, "strike")
        self.face, self.need, self.bonus = face, need, 0
        self.again = ""

    def may_roll_again(self, ones: bool = False) -> bool:
        return not self.again and (ones or self.face != 1)

    def worth_rolling_again(self, game: Game, seat: Seat, ones: bool = False) -> bool:
        return self.may_roll_again(ones) and (self.face >= self.need) != (game.controller(self.actor) == seat)


class Blow(Said):
    """A blow that hit."""

    def __init__(self, actor: Id, target: Id, damage: int) -> None:
        super().__init__(actor, target, "strike")
        self.damage = damage


def toy_state(game: Game) -> Toy:
    assert isinstance(game.state, Toy)
    return game.state


# --- Steps ----------------------------------------------------------------------------------------------


@STEPS("turn")
def turn(game: Game) -> Flow[None]:
    number = toy_state(game).turn + 1
    game.do(TurnBegan(turn=number, rules=("TOY-1",)))
    yield from game.open_scope("turn", number, ("TOY-1",))
    game.push(Step("hand", ("a",)))


@STEPS("hand")
def hand(game: Game, seat: Seat) -> Flow[None]:
    game.do(HandOver(seat=seat, begins=True, rules=("TOY-2",)))
    yield from game.open_scope("hand", seat, ("TOY-2",))
    game.push(Step("play"))


@STEPS("hand_end", cut="turn")
def hand_end(game: Game) -> Flow[None]:
    state = toy_state(game)
    seat = state.hand
    yield from game.close_scope("hand", seat, ("TOY-2",))
    game.do(HandOver(seat=seat, begins=False, rules=("TOY-2",)))
    if seat == "a":
        game.push(Step("hand", ("b",)))
        return
    yield from game.close_scope("turn", state.turn, ("TOY-1",))
    if state.turn >= state.last_hand:
        game.do(Finished(result="draw", why="time", rules=("TOY-1",)))
    game.push(Step("turn"))


@STEPS("play", cut="play")
def play(game: Game) -> Flow[None]:
    state = toy_state(game)
    seat = state.hand
    parts = [Part(seat, action_form(game, seat))]
    other = "b" if seat == "a" else "a"
    if any(not p.dead for p in state.pieces.values() if p.seat == other):
        parts.append(Part(other, Pick((Option("shout"), Option("mutter"))), free=True))
    who, value = yield Ask("action", {"seat": seat}, tuple(parts))
    if who != seat:
        game.do(Told(it=who, text=value, rules=("TOY-4",)))
        game.push(Step("play"))
        return
    if value == ("end",):
        game.push(Step("hand_end"))
        return
    game.push(Step("play"))
    actor, action, *rest = value
    flow: Any = ACTIONS[action](game, actor, *rest)
    if flow is not None:
        yield from flow


def action_form(game: Game, seat: Seat) -> Tree:
    def grow(path: tuple[Value, ...]) -> Branch | None:
        state = toy_state(game)
        if not path:
            mine = tuple(Option(p.id) for p in state.pieces.values() if p.seat == seat and not p.dead)
            return Branch("actor", (Option("end"), *mine))
        if path[0] == "end":
            return None
        if len(path) == 1:
            usable = [word for word in ACTIONS if word != "use" or _usable(game, path[0])]
            return Branch("action", tuple(Option(w) for w in usable if game.restricted(w, actor=path[0]) is None))
        if len(path) == 2 and path[1] in AIMED:
            foes = (p for p in state.pieces.values() if p.seat != seat and not p.dead)
            return Branch(
                "target",
                tuple(Option(p.id) for p in foes if game.restricted(path[1], actor=path[0], target=p.id) is None),
            )
        if len(path) == 2 and path[1] == "use":
            return Branch("rule", tuple(Option(held.rule) for held in _usable(game, path[0])))
        return None

    return Tree(grow, default=("end",))


def _usable(game: Game, actor: Id) -> list[Held]:
    return [held for index in game.indexes() for held in index.actions.get(actor, ())]


# --- actions --------------------------------------------------------------------------------------------


def strike(game: Game, actor: Id, target: Id) -> Flow[None]:
    """Declared, rolled (it may be rolled again once), hit, hurt."""
    said = Said(actor, target, "strike")
    yield from game.window("declared", said)
    if said.cancelled or toy_state(game).pieces[target].dead:
        game.do(Told(it=actor, text="fizzled", rules=("TOY-3",)))
        return
    need = game.query(NEED, actor=actor, target=target, action="strike")
    throw = Throw(actor, target, game.roll(6, by=actor, rules=("TOY-3",), need=need)[0], need.value)
    yield from game.window("rolled", throw)
    if throw.again:
        throw.face = game.roll(6, by=actor, rules=("TOY-3",), need=need)[0]
    if throw.face + throw.bonus < throw.need:
        return
    blow = Blow(actor, target, game.query(HARM, actor=actor, target=target).value)
    yield from game.window("hit", blow)
    yield from game.happen(Hurt(it=target, by=actor, amount=blow.damage, rules=("TOY-3",)))


def volley(game: Game, actor: Id, target: Id) -> None:
    hits = game.count(5, 6, 5, by=actor, rules=("TOY-3",))
    power = game.sum(2, 6, by=actor, rules=("TOY-3",))
    best = game.best(3, 4, by=actor, rules=("TOY-3",))
    game.do(Hurt(it=target, by=actor, amount=hits + (power == 12) + (best == 1), rules=("TOY-3",)))


def until_six(dice: Any, most: int) -> int:
    """How many d6 it takes to see a six, at most ``most``: a chance function."""
    for number in range(1, most + 1):
        if dice.roll(6)[0] == 6:
            return number
    return most + 1


def gamble(game: Game, actor: Id) -> None:
    tries: int = game.chance(until_six, 3, by=actor, rules=("TOY-3",))
    game.do(Told(it=actor, text=f"tries {tries}", rules=("TOY-3",)))


def creep(game: Game, actor: Id) -> Flow[None]:
    """One step in secret."""
    state = toy_state(game)
    piece = state.pieces[actor]
    to = piece.place + 1
    only = (piece.seat,) if piece.hidden else None
    yield from game.happen(Stepped(it=actor, to=to, only=only, rules=("TOY-4",)))


def peek(game: Game, actor: Id, target: Id) -> None:
    game.do(Peeked(it=target, rules=("TOY-4",)))


def choose(game: Game, actor: Id) -> Flow[None]:
    """Both seats choose at once; nobody sees the other's choice before both are in."""
    words = tuple(Option(word) for word in ("rock", "paper"))
    got = yield from ask_all("secret", tuple(Part(seat, Pick(words)) for seat in SEATS))
    game.do(Shown(choices=tuple(f"{seat}:{word}" for seat, word in got.items()), rules=("TOY-5",)))
    if got == {"a": "paper", "b": "paper"}:
        raise ZeroDivisionError("two papers")
    if game.roll(6, by=actor, rules=("TOY-5",))[0] == 6:
        yield from ask("after", "b", Pick(words))


def bug(game: Game, actor: Id) -> Flow[None]:
    """Something happens, a die falls, then the rule is wrong."""
    game.do(Told(it=actor, text="before", rules=("TOY-6",)))
    game.roll(6, by=actor, rules=("TOY-6",))
    if (
        yield from ask("really", toy_state(game).hand, Pick((Option("yes_please"), Option("no_thanks"))))
    ) == "yes_please":
        raise ZeroDivisionError("a bug")


def dive(game: Game, actor: Id) -> Flow[None]:
    yield from game.window("deep", Said(actor, None, "dive"))


def whisper(game: Game, actor: Id) -> Flow[None]:
    yield from game.window("whispered", Said(actor, None, "whisper"))


def use(game: Game, actor: Id, rule: str) -> Flow[None]:
    from arbitro.engine.windows import carry_out_use, offer_of

    held = next(h for h in _usable(game, actor) if h.rule == rule)
    offer = offer_of(game, held, {})
    if offer is None:
        game.do(Told(it=actor, text="no offer", rules=(rule,)))
        return
    yield from carry_out_use(game, offer, ())


ACTIONS = {
    "strike": strike, "volley": volley, "gamble": gamble, "creep": creep, "peek": peek, "choose": choose,
    "bug": bug, "dive": dive, "whisper": whisper, "use": use,
}  # fmt: skip
AIMED = ("strike", "volley", "peek")


# --- words of records -----------------------------------------------------------------------------------

NEED = Query("need", ("actor", "target", "action"), lambda game, roles: 4, ORDERED)
HARM = Query("harm", ("actor", "target"), lambda game, roles: 1, ORDERED)
WARD = Query("ward", ("it",), lambda game, roles: 10, (("add", "add"),), TYPED)
ODD = Query("odd", ("it",), lambda game, roles: 5, (("half_up", "times"),))
ODD_DOWN = Query("odd_down", ("it",), lambda game, roles: 5, (("half", "times"),), down=True)
QUERIES = {query.name: query for query in (NEED, HARM, WARD, ODD, ODD_DOWN)}
ROLES = ("actor", "target", "action")
WINDOWS = {
    window.name: window
    for window in (
        Window("turn_start", ("turn",)),
        Window("turn_end", ("turn",)),
        Window("hand_start", ("player",)),
        Window("hand_end", ("player",)),
        Window("declared", ROLES, "said"),
        Window("rolled", ROLES, "throw", frozenset({"face", "need"}), ("again", "bonus"), first="actor"),
        Window("hit", ROLES, "blow", frozenset({"damage"}), ("damage",)),
        Window("hurt", ("it", "by")),
        Window("died", ("it",)),
        Window("deep", ("actor",)),
        Window("whispered", ("actor",), public=False),
    )
}


def _tell(game: Game, scope: Scope, head: Any, args: dict[str, Any]) -> None:
    game.do(Told(it=scope["me"], text=str(head), rules=(scope["rule"],)))


def _hurt(game: Game, scope: Scope, head: Any, args: dict[str, Any]) -> Flow[None]:
    event = Hurt(it=args.get("to", scope["me"]), by=scope["me"], amount=head, rules=(scope["rule"],))
    yield from game.happen(event)


def _deeper(game: Game, scope: Scope, head: Any, args: dict[str, Any]) -> Flow[None]:
    yield from game.window("deep", Said(scope["me"], None, "dive"))


def _wait(game: Game, scope: Scope, head: Any, args: dict[str, Any]) -> None:
    game.do(ClockMoved(hours=head, rules=(scope["rule"],)))


def _declare(game: Game, scope: Scope, head: Any, args: dict[str, Any]) -> Flow[None]:
    said = Said(scope["me"], head, "reply")
    yield from game.window("declared", said)
    game.do(Told(it=scope["me"], text="cancelled" if said.cancelled else "replied", rules=(scope["rule"],)))


VERBS = {
    verb.name: verb
    for verb in (
        Verb("tell", _tell),
        Verb("tell_word", _tell, head="name"),
        Verb("hurt", _hurt, args={"to": "expr"}),
        Verb("deeper", _deeper, head="none"),
        Verb("wait", _wait),
        Verb("declare", _declare),
    )
}
FACTS: Mapping[str, Any] = {
    "alive": lambda game, it: not game.state.pieces[it].dead,
    "all_of": lambda game, seat: tuple(p.id for p in game.state.pieces.values() if p.seat == seat and not p.dead),
    "marked": lambda game, it, mark: game.marked(it, mark),
    "told": lambda game: len(game.state.told),
}
VOCABULARY = Vocabulary(
    queries=QUERIES,
    windows=WINDOWS,
    verbs=VERBS,
    facts=dict(FACTS),
    words=frozenset((*ACTIONS, "reply", "poisoned", "a", "b")),
    stats=frozenset({"hp", "place", "seat"}),
    stat=lambda game, it, name: 0 if it is None else getattr(toy_state(game).pieces[it], name),
    scopes=("hand", "turn", "game"),
    actions=frozenset(ACTIONS),
    action_roles=ROLES,
    clauses=lambda clause: clause.startswith("TOY-"),
)


class ToyRules(Ruleset):
    """The toy as the engine sees it."""

    name: ClassVar[str] = "toy"
    state_type: ClassVar[type[State]] = Toy
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    steps = STEPS
    vocabulary = VOCABULARY

    def __init__(self, records: Mapping[str, Mapping[str, Any]] | None = None, version: str = "toy-1") -> None:
        self.records = {rule: compiled(rule, data) for rule, data in (records or {}).items()}
        self.version = version

    def setup(self, setup: dict[str, Any]) -> State:
        pieces = {name: Piece(id=name, seat=name[0], **given) for name, given in setup["pieces"].items()}
        for piece in pieces.values():
            piece.traits = tuple(piece.traits)
        steps = tuple(Step(name, tuple(args)) for name, args in setup.get("agenda", [("turn", ())]))
        return Toy(pieces=pieces, agenda=steps, last_hand=setup.get("last", 99))

    def bearers(self, state: State) -> Iterable[tuple[Id, str]]:
        assert isinstance(state, Toy)
        return [(piece.id, trait) for piece in state.pieces.values() for trait in piece.traits]

    def gone(self, state: State, figure: Id) -> bool:
        assert isinstance(state, Toy)
        return figure not in state.pieces or state.pieces[figure].dead

    def controller(self, state: State, figure: Id) -> Seat:
        assert isinstance(state, Toy)
        return state.pieces[figure].seat if figure in state.pieces else figure

    def allied(self, state: State, a: Id, b: Id) -> bool:
        return a != b and self.controller(state, a) == self.controller(state, b)

    def near(self, state: State, a: Id, b: Id, reach: int) -> bool:
        assert isinstance(state, Toy)
        return abs(state.pieces[a].place - state.pieces[b].place) <= reach

    def seat_order(self, state: State) -> tuple[Seat, ...]:
        assert isinstance(state, Toy)
        return ("b", "a") if state.hand == "b" else SEATS

    def running(self, state: State, scope: str) -> Value:
        assert isinstance(state, Toy)
        if scope == "hand":
            return state.hand if state.in_hand else None
        return state.turn or None

    def checks(self, game: Game) -> Flow[bool] | None:
        return _deaths(game)

    def bluffs(self, state: State, window: str, seat: Seat) -> bool:
        """Everybody might have heard a whisper."""
        return window == "whispered"

    def view(self, state: State, seat: Seat) -> State:
        """Hidden pieces of the other seat stand nowhere."""
        seen = state.copy()
        assert isinstance(seen, Toy)
        for piece in seen.pieces.values():
            if piece.hidden and piece.seat != seat:
                piece.place = UNSEEN
        return seen

    def imagine(self, view: State, rng: Random) -> State:
        made = view.copy()
        assert isinstance(made, Toy)
        for piece in made.pieces.values():
            if piece.place == UNSEEN:
                piece.place = rng.randrange(9)
        return made


def _deaths(game: Game) -> Flow[bool]:
    state = toy_state(game)
    died = [p.id for p in state.pieces.values() if p.hp <= 0 and not p.dead]
    for it in died:
        yield from game.happen(Died(it=it, rules=("TOY-7",)))
    left = {p.seat for p in state.pieces.values() if not p.dead}
    if died and len(left) < 2 and not state.result:
        game.do(Finished(result=next(iter(sorted(left)), "draw"), rules=("TOY-7",)))
    return bool(died)


def compiled(rule: str, data: Mapping[str, Any]) -> Record:
    """A record as a pack would hold it."""
    return Compiler(VOCABULARY, rule).record(data, rule.title(), str(data.get("kind", "")))


# --- helpers of tests -----------------------------------------------------------------------------------

TWO: dict[str, dict[str, Any]] = {"a1": {}, "b1": {}}


def start(
    pieces: Mapping[str, Mapping[str, Any]] = TWO,
    *,
    records: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Sequence[int] | Dice | int = (),
    agenda: Sequence[tuple[str, tuple[Value, ...]]] | None = None,
    last: int = 99,
    log: bool = True,
) -> Game:
    """A toy game at its first question: a's first action, unless the agenda says otherwise.

    ``dice``: scripted faces, a seed, or a source of faces.
    """
    setup: dict[str, Any] = {"pieces": {k: dict(v) for k, v in pieces.items()}, "last": last}
    if agenda is not None:
        setup["agenda"] = [[name, list(args)] for name, args in agenda]
    source: Dice
    if isinstance(dice, int):
        source = SeededDice.of_seed(dice)
    else:
        source = ScriptedDice(dice) if isinstance(dice, Sequence) else dice
    return Game.new(ToyRules(records), setup, source, log=log)


def told(game: Game) -> tuple[str, ...]:
    """What records said so far, as ``piece:text``."""
    return toy_state(game).told


def kinds(game: Game) -> list[str]:
    """The kinds of the journal's events."""
    return [type(event).__name__ for event in game.journal]


__all__ = ["TypedDice", "start", "told"]

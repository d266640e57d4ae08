"""The referee's desk, whatever the game: commands, what a screen shows of an encounter, and the book it is kept in.

An encounter is a game on the engine. Its one standing question, of kind ``desk`` and put to the seat ``referee``, is
answered by one command after another; a command is plain data, ``("harm", ("dice", "d6"), ("who", ("b1", "b2")))``
(see `order`). What a command does is rule code of the game; undo, saves, journal and secret links are the engine's and
the server's. What is shared by all games stands here:

- `Offer`, `Field`, `Choice`: which commands there are and what they need; they check answers (`OrderForm`) and, with
  labels, tell a screen what to ask for.
- `DeskView` with its rows: what a seat sees of an encounter. The players (any seat but the referee's) see no secret.
- `Book`: numbers, notes, timers, initiative and open reminders, one value in the game's state (``state.book``), written
  by the events at the end of this module.
- `Desk`: what a ruleset implements; ``TabletopRuleset.desk()`` gives it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from msgspec import Struct, structs

from arbitro.content.deskview import Beast, DeskNote, DeskView, Field, Newcomer, Offer
from arbitro.content.errors import Lang
from arbitro.content.yamlfile import UNPRINTABLE
from arbitro.dice.notation import NotationError, parse
from arbitro.engine.events import Event
from arbitro.engine.forms import Option, Refusal
from arbitro.engine.state import State
from arbitro.engine.values import REFEREE, Id, RuleId, Seat, Value, plain

if TYPE_CHECKING:
    from arbitro.engine.game import Game

MESSAGES = Path(__file__).parent / "messages" / "desk"
"""The words of the desk that all games share; a ruleset loads them with its own."""
DESK = "desk"
"""The kind of the standing question, and of its form."""
PARTY = "a"
"""The side of the players' characters at a desk."""
CREATURES, CREATURE, CHOICE, DICE, NUMBER, TEXT, FLAG = (
    "creatures", "creature", "choice", "dice", "number", "text", "flag",
)  # fmt: skip
"""Kinds of fields: several creatures, one, a choice, a roll as people write it, a number, a text, yes or no."""
PLAIN = re.compile(r"[0-9]{1,15}")
"""A plain number instead of a roll."""
LONGEST_ROLL, LONGEST_SHEET = 60, 20_000
MOST_ALIKE = 30
"""Creatures that one command brings at the most."""


# --- commands -----------------------------------------------------------------------------------------


def order(do: str, **fields: Value) -> Value:
    """A command as it is answered: its name and its fields, sorted; what is None is left out.

    >>> order("harm", who=("b1", "b2"), dice="d6", each=None)
    ('harm', ('dice', 'd6'), ('who', ('b1', 'b2')))
    """
    return (do, *((name, plain(value)) for name, value in sorted(fields.items()) if value is not None))


def read_order(value: Value) -> tuple[str, dict[str, Value]] | None:
    """The name and the fields of a command; None for what is none.

    >>> read_order(("round",)), read_order(("harm", ("dice", "6"))), read_order("round")
    (('round', {}), ('harm', {'dice': '6'}), None)
    """
    if not isinstance(value, tuple) or not value or not isinstance(value[0], str):
        return None
    pairs = value[1:]
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        return None
    fields = dict(pairs)
    return (value[0], fields) if len(fields) == len(pairs) else None


Judge = Callable[[str, Mapping[str, Value]], Refusal | None]


class OrderForm:
    """The form of the standing question: any of the commands offered.

    Args:
        offers: gives the commands that may be given now, called when somebody looks.
        judge: what the rules say of a command whose fields are each right by themselves.
    """

    kind = DESK

    def __init__(self, offers: Callable[[], tuple[Offer, ...]], judge: Judge) -> None:
        self._make, self._judge = offers, judge
        self._made: tuple[Offer, ...] | None = None

    def offers(self) -> tuple[Offer, ...]:
        """The commands, computed once."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def options(self) -> Sequence[Option] | None:
        return None

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "offers": self.offers()}

    def refusal(self, value: Value) -> Refusal | None:
        """Codes: ``desk_order`` (no command at all), ``desk_unknown``, ``desk_who`` (somebody who cannot be meant),
        ``desk_field`` (wrong, missing or unknown), ``desk_each`` (not as many as there should be), ``desk_text`` (a
        letter nobody sees), ``notation``, and the rules' own."""
        read = read_order(value)
        if read is None:
            return Refusal("desk_order", {})
        do, given = read
        offer = next((offer for offer in self.offers() if offer.do == do), None)
        if offer is None:
            return Refusal("desk_unknown", {"do": do, "known": tuple(offer.do for offer in self.offers())})
        known = tuple(field.name for field in offer.fields)
        for name in given:
            if name not in known:
                return Refusal("desk_field", {"field": name, "known": known, "do": do})
        for field in offer.fields:
            wrong = _wrong(field, given, do)
            if wrong is not None:
                return wrong
        return self._judge(do, given)

    def default(self) -> Value:
        """The first command that needs nothing."""
        return order(next(offer.do for offer in self.offers() if all(field.optional for field in offer.fields)))

    def sample(self, rng: Random) -> Value:
        for _ in range(20):
            offer = rng.choice(self.offers())
            given = {field.name: _sample(field, rng) for field in offer.fields}
            given |= {field.name: _each(field, given, rng) for field in offer.fields if field.each}
            value = order(offer.do, **given)
            if self.refusal(value) is None:
                return value
        return self.default()

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield self.default()


def _wrong(field: Field, given: Mapping[str, Value], do: str) -> Refusal | None:
    """What is wrong with what was given for a field; None if nothing is."""
    value = given.get(field.name)
    facts: dict[str, Value] = {"field": field.name, "value": value, "do": do}
    if value is None:
        missing = field.name in given or not field.optional
        return Refusal("desk_field", {**facts, "missing": True}) if missing else None
    if field.kind == DICE and isinstance(value, str) and len(value) <= LONGEST_ROLL:
        if PLAIN.fullmatch(value) and field.hi:
            return None if int(value) <= field.hi else Refusal("desk_field", {**facts, "lo": 0, "hi": field.hi})
        try:
            parse(value, plus_keeps=True)
        except NotationError as error:
            return Refusal("notation", {"text": error.text, "at": error.at, "code": error.code})
        return None
    unseen = UNPRINTABLE.search(value.replace("\r\n", "\n")) if field.kind == TEXT and isinstance(value, str) else None
    if unseen is not None:
        return Refusal("desk_text", {"field": field.name, "letter": f"U+{ord(unseen[0]):04X}"})
    keys = [choice.key for choice in field.choices]
    if field.kind in (CREATURES, CREATURE):
        named = value if isinstance(value, tuple) else (value,)
        stranger = next((one for one in named if isinstance(one, str) and one not in keys), None)
        if stranger is not None:
            return Refusal("desk_who", {"it": stranger, "do": do})
    chosen = value if field.each and isinstance(value, tuple) else (value,)
    for_each = given.get(field.each, ()) if field.each else ()
    if field.each and isinstance(value, tuple) and isinstance(for_each, tuple) and len(chosen) != len(for_each):
        return Refusal("desk_each", {**facts, "n": len(chosen), "wanted": len(for_each)})
    good = {
        CREATURES: isinstance(value, tuple) and 0 < len(set(value)) == len(value) and all(v in keys for v in value),
        CREATURE: value in keys,
        CHOICE: all(_one_of(keys, one) or (one == "" and value != "" and field.optional) for one in chosen),
        NUMBER: isinstance(value, int) and not isinstance(value, bool) and field.lo <= value <= field.hi,
        TEXT: isinstance(value, str) and len(value) <= field.longest and bool(value.strip()),
        FLAG: value is True,
        DICE: False,
    }[field.kind]
    return None if good else Refusal("desk_field", {**facts, "lo": field.lo, "hi": field.hi})


def _one_of(keys: Sequence[Value], value: Value) -> bool:
    return any(type(key) is type(value) and key == value for key in keys)


def _each(field: Field, given: Mapping[str, Value], rng: Random) -> Value:
    """What was drawn for all, or something for each."""
    whom = given.get(field.each)
    if not isinstance(whom, tuple) or rng.random() < 0.5:
        return given[field.name]
    return tuple(_sample(field, rng) or "" for _ in whom)


def _sample(field: Field, rng: Random) -> Value:
    if field.optional and rng.random() < 0.5:
        return None
    keys = [choice.key for choice in field.choices]
    if field.kind == CREATURES:
        return tuple(rng.sample(keys, rng.randint(1, min(3, len(keys))))) if keys else None
    if field.kind in (CREATURE, CHOICE):
        return rng.choice(keys) if keys else None
    if field.kind == DICE:
        return rng.choice(("d6", "d8+d8", "4", "2d6", "d12", "d4"))
    if field.kind == NUMBER:
        return rng.randint(field.lo, min(field.hi, field.lo + 5))
    return True if field.kind == FLAG else f"{rng.getrandbits(32):08x}"


# --- the book -----------------------------------------------------------------------------------------


class Clock(Struct, frozen=True):
    """A timer of the referee's: due at a round of one fight (``round``) or an hour of the campaign (``hour``)."""

    id: Id
    text: str
    due: int
    unit: str
    secret: bool = False


class Todo(Struct, frozen=True):
    """A reminder that a moment raised, until it is done or let be: ``kind`` is the ruleset's word, ``n`` a number in
    it."""

    kind: str
    who: tuple[Id, ...] = ()
    about: str = ""
    n: int = 0

    @property
    def id(self) -> Id:
        """By what it is settled."""
        return ":".join((self.kind, self.about, *self.who))


class Due(Struct, frozen=True):
    """A reminder before it is worded: its id, its kind, whom it is about, why, and what to do about it."""

    id: str
    kind: str
    who: tuple[Id, ...] = ()
    why: str = ""
    rules: tuple[RuleId, ...] = ()
    do: tuple[Value, ...] = ()
    n: int = 0


class Book(Struct, frozen=True):
    """What the referee keeps of an encounter besides what the rules know.

    ``numbers``: everybody who ever joined, in order; the referee calls them by their place, from 1. ``turns``: the
    order of initiative with its results; ``current``: whose turn it is. ``let_be``: reminders that the referee does
    not want any more. ``hush``: the command that runs is the referee's secret; ``unseen``: its dice are, for they are
    thrown at nobody whom the players see. ``open_foes``: the players see the numbers of those who are no party.
    ``called``: whom the players have seen, and the name it came with. ``left``: whom the referee took off the desk,
    with their names, so that the journal goes on naming them.
    """

    salt: str = ""
    numbers: tuple[Id, ...] = ()
    notes: tuple[DeskNote, ...] = ()
    clocks: tuple[Clock, ...] = ()
    turns: tuple[tuple[Id, int], ...] = ()
    current: Id = ""
    todo: tuple[Todo, ...] = ()
    let_be: tuple[str, ...] = ()
    hush: bool = False
    unseen: bool = False
    open_foes: bool = False
    called: tuple[tuple[Id, str], ...] = ()
    left: tuple[tuple[Id, str, str], ...] = ()

    def without(self, it: Id, name: str, name_en: str) -> Book:
        """The book once somebody is off the desk."""
        return structs.replace(self, left=(*self.left, (it, name, name_en)))

    def name_of(self, it: Value, lang: Lang) -> str:
        """What somebody who is off the desk was called, "" for nobody.

        >>> Book().without("k1", "Lupo", "Wolf").name_of("k1", "en"), Book().name_of("k1", "en")
        ('Wolf', '')
        """
        return next((en if lang == "en" and en else name for one, name, en in self.left if one == it), "")

    def number(self, it: Id) -> int:
        """The number of somebody, 0 for nobody."""
        return self.numbers.index(it) + 1 if it in self.numbers else 0

    def blind_id(self, place: int | str, prefix: str = "k") -> Id:
        """The id of whoever joins at a place of ``numbers``, or of another thing: it tells nothing of those before."""
        return prefix + blake2b(f"{self.salt}/{place}".encode(), digest_size=5).hexdigest()


def book_of(state: State) -> Book:
    """The book in a state of a desk."""
    found: Book = state.book  # type: ignore[attr-defined]
    return found


class Booked(Event, frozen=True, kw_only=True):
    """Base of the events that write in the book."""

    writes: ClassVar[tuple[str, ...] | None] = ()

    def apply(self, state: State) -> None:
        state.book = self.written(book_of(state))  # type: ignore[attr-defined]

    def written(self, book: Book) -> Book:
        """The book afterwards."""
        raise NotImplementedError


class Hushed(Booked, frozen=True, tag=True):
    """A command begins: a secret one of the referee's, one whose dice are thrown at nobody who is seen, or neither."""

    on: bool
    dice: bool = False

    def written(self, book: Book) -> Book:
        return structs.replace(book, hush=self.on, unseen=self.dice)


class NoteWritten(Booked, frozen=True, tag=True):
    """The referee notes something."""

    note: DeskNote

    def written(self, book: Book) -> Book:
        return structs.replace(book, notes=(*(n for n in book.notes if n.id != self.note.id), self.note))


class NoteErased(Booked, frozen=True, tag=True):
    """A note is gone."""

    id: Id

    def written(self, book: Book) -> Book:
        return structs.replace(book, notes=tuple(note for note in book.notes if note.id != self.id))


class ClockSet(Booked, frozen=True, tag=True):
    """A timer runs."""

    clock: Clock

    def written(self, book: Book) -> Book:
        return structs.replace(book, clocks=(*book.clocks, self.clock))


class ClockGone(Booked, frozen=True, tag=True):
    """A timer has run out (``over``), or is no longer wanted."""

    id: Id
    text: str
    over: bool

    def written(self, book: Book) -> Book:
        return structs.replace(book, clocks=tuple(clock for clock in book.clocks if clock.id != self.id))


class TodoRaised(Booked, frozen=True, tag=True):
    """There is something to be done."""

    todo: Todo

    def written(self, book: Book) -> Book:
        return structs.replace(book, todo=(*(one for one in book.todo if one != self.todo), self.todo))


class TodoSettled(Booked, frozen=True, tag=True):
    """It is done, or let be."""

    id: str
    let_be: bool = False

    def written(self, book: Book) -> Book:
        left = tuple(one for one in book.todo if one.id != self.id)
        more = (self.id,) if self.let_be and left == book.todo else ()
        return structs.replace(book, todo=left, let_be=(*book.let_be, *more))


class Numbered(Booked, frozen=True, tag=True):
    """Somebody has a number at the desk."""

    it: Id

    def written(self, book: Book) -> Book:
        return structs.replace(book, numbers=(*book.numbers, self.it))


class FoesOpened(Booked, frozen=True, tag=True):
    """The players see, or no longer see, the numbers of those who are no party."""

    on: bool

    def written(self, book: Book) -> Book:
        return structs.replace(book, open_foes=self.on)


DESK_EVENTS: tuple[type[Event], ...] = (
    Hushed, NoteWritten, NoteErased, ClockSet, ClockGone, TodoRaised, TodoSettled, Numbered, FoesOpened,
)  # fmt: skip
"""For the ``event_types`` of a ruleset with a desk."""


class Discreet(Event, frozen=True, kw_only=True):
    """Base of events that can be told with less: once ``discreet`` is set, all but the referee get ``spares`` blank."""

    spares: ClassVar[tuple[str, ...]] = ()
    discreet: bool = False

    def shown_to(self, seat: Seat) -> Event | None:
        shown = super().shown_to(seat)
        if shown is None or not self.discreet or seat == REFEREE:
            return shown
        blank = {field.name: field.default for field in structs.fields(self) if field.name in self.spares}
        return structs.replace(self, discreet=False, **blank)


# --- what a ruleset does ------------------------------------------------------------------------------


class Desk(Protocol):
    """What a ruleset does for the referee's desk."""

    def setup(
        self, newcomers: Sequence[Newcomer], salt: str, options: Mapping[str, Any], clock: int = 0
    ) -> dict[str, Any]:
        """The setup of an encounter, for `Game.new`.

        Args:
            newcomers: who is there from the beginning; it may be nobody.
            salt: a random word, from which ids are made that tell nothing.
            options: what the group agreed on, as in scenarios.
            clock: the hour of the campaign.

        Raises:
            ContentError: for a sheet or a creature that cannot be.
        """
        ...

    def is_desk(self, setup: Mapping[str, Any]) -> bool:
        """Whether a setup is one of a desk."""
        ...

    def view(self, game: Game, seat: Seat, lang: Lang) -> DeskView:
        """What a seat sees; see `DeskView`."""
        ...

    def edits(self, game: Game, who: Id, changes: Sequence[tuple[str, Value]]) -> tuple[Event, ...]:
        """The events of an overruling: fields of ``DeskView.edits`` and their new values. Raises Refused."""
        ...

    def sheets(self, text: str, name: str) -> tuple[Newcomer, ...]:
        """The members of a party file's text (our YAML or JSON), each a newcomer on the party's side.

        Raises ContentError with every fault.
        """
        ...

    def hour(self, text: str) -> int:
        """The hour of the campaign that a party file which was read says."""
        ...

    def own_fields(self, lang: Lang) -> tuple[Field, ...]:
        """What is asked of a creature of one's own, with all its words."""
        ...

    def own_values(self, text: str) -> tuple[tuple[tuple[str, Value], ...], ...]:
        """Of each creature in a file of one's own what was filled in. Raises ContentError."""
        ...

    def own_with(self, text: str, at: int, given: Mapping[str, Value] | None) -> str:
        """The file with the creature at a place changed, or added where there is none; gone for None.

        Raises ContentError with every fault.
        """
        ...

    def line(self, newcomer: Newcomer, lang: Lang) -> tuple[str, str]:
        """The name and the numbers of a newcomer, for lists. Raises ContentError."""
        ...

    def party(self, game: Game, text: str) -> str:
        """The party as it is now, as a party file.

        ``text``: the file it came from, "" for none; its head stays, and those in it who were not here.
        """
        ...

    def bestiary(self, lang: Lang) -> tuple[Beast, ...]:
        """All creatures of the packs."""
        ...

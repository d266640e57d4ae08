"""Questions and answers: what a flow yields, what seats send, and how a refusal is worded."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.engine.events import Event
from arbitro.engine.forms import Form, Option, Pick, Refusal
from arbitro.engine.values import RuleId, Seat, Value

T = TypeVar("T")
Flow = Generator["Ask", Any, T]


class Refused(Exception):
    """An answer, ruling or take-back was refused; nothing has changed.

    Attributes:
        refusal: code, facts and rule ids, from which a sentence is made in either language.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class Part(Struct):
    """One seat's share of a question. ``free``: it may be answered, it need not be."""

    seat: Seat
    form: Form
    free: bool = False


class Ask(Struct):
    """What a flow yields.

    With ``every`` all parts must be answered and the flow receives ``{seat: value}`` in part order;
    otherwise the first accepted answer resumes it with ``(seat, value)``. ``late`` gives more parts, all of them
    free, as things stand while the question does: it is called when somebody looks, if anybody does.
    """

    kind: str
    about: dict[str, Value]
    parts: tuple[Part, ...]
    every: bool = False
    late: Callable[[], tuple[Part, ...]] | None = None


class Decision(Struct, frozen=True):
    """A published question: ``seats`` are still needed, ``free`` may speak up."""

    id: str
    kind: str
    about: dict[str, Value]
    seats: tuple[Seat, ...]
    free: tuple[Seat, ...] = ()


class Answer(Struct, frozen=True, tag="answer", gc=False):
    """A seat's answer to a decision. ``by``: ``""``, ``referee``, ``stop`` or ``timeout``."""

    decision: str
    seat: Seat
    value: Value
    by: str = ""


class Ruling(Struct, frozen=True, tag="ruling", kw_only=True):
    """The referee's word: ``verdict`` (an answer for a seat), ``fix`` (the next faces), ``edit`` (events)."""

    kind: str
    note: str
    answer: Answer | None = None
    faces: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()


class TakeBack(Struct, frozen=True, tag="take_back"):
    """Stand again before decision ``to``; ``consent`` lists the seats that agreed."""

    to: str
    by: Seat
    consent: tuple[Seat, ...] = ()


class UndoScope(Struct, frozen=True):
    """How many decisions can be taken back freely, how many by consent, and what stops it."""

    free: int
    on_consent: int
    stopped_by: str


class Entry(Struct, frozen=True, gc=False):
    """One thing that entered the line being played: ``answer``, ``all``, ``faces``, ``result`` or ``edit``."""

    kind: str
    value: Value


def ask(kind: str, seat: Seat, form: Form, about: dict[str, Value] | None = None, *free: Part) -> Flow[Value]:
    """Ask one seat and return the bare value.

    With ``free`` parts the value comes as ``(seat, value)``, since another may have spoken up.
    """
    got = yield Ask(kind, about or {}, (Part(seat, form), *free))
    return got if free else got[1]


def ask_all(kind: str, parts: tuple[Part, ...], about: dict[str, Value] | None = None) -> Flow[dict[Seat, Value]]:
    """Ask several seats at once; nobody sees the others' answers before all are in."""
    got: dict[Seat, Value] = yield Ask(kind, about or {}, parts, every=True)
    return got


def pick(
    kind: str,
    seat: Seat,
    keys: tuple[Value, ...],
    about: dict[str, Value] | None = None,
    rules: tuple[RuleId, ...] = (),
) -> Flow[Value]:
    """Ask one seat to pick among keys; with a single key nothing is asked."""
    if len(keys) == 1:
        return keys[0]
    form = Pick(tuple(Option(key, {}, rules) for key in keys))
    return (yield from ask(kind, seat, form, about))

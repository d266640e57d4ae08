"""What a ruleset's records may say: queries, windows, verbs, facts and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct, field

from arbitro.engine.expr import Fact, Names
from arbitro.engine.values import Id, RuleId

if TYPE_CHECKING:
    from arbitro.engine.asks import Flow
    from arbitro.engine.game import Game

SUM, TYPED = "sum", "typed"
Roles = dict[str, Any]
OPERATIONS = {"by": "add", "set": "set", "times": "times", "floor": "floor", "cap": "cap", "lock": "lock"}
"""Words of a ``modify`` line and the operation each stands for (``times`` is in percent)."""


class Given(Struct, frozen=True, gc=False):
    """What the rules of the book themselves add to a number: it stacks with what records add (``type``)."""

    rule: RuleId
    amount: int
    type: str = ""
    source: Id = ""
    step: str = "add"


class Query(Struct, frozen=True):
    """A number that rules may change.

    ``roles`` name what it is asked of (the first is the default pin); ``base`` computes it bare;
    ``steps`` are ``(name, operation)`` in order; ``stack`` is ``SUM`` or ``TYPED``; ``down`` rounds
    percentages down (else up). ``given``: what the rules of the book add, so that their part shows in the tally;
    ``barred``: types whose bonuses do not count now, and the rule that says so (a touch attack and armour).
    """

    name: str
    roles: tuple[str, ...]
    base: Callable[[Game, Roles], int]
    steps: tuple[tuple[str, str], ...] = (("set", "set"), ("add", "add"), ("floor", "floor"), ("cap", "cap"))
    stack: str = SUM
    down: bool = False
    given: Callable[[Game, Roles], Iterable[Given]] | None = None
    barred: Callable[[Game, Roles], Mapping[str, RuleId]] | None = None

    def step_named(self, name: str) -> int:
        """Index of a step by its name."""
        return next(number for number, (step, _) in enumerate(self.steps) if step == name)

    def step_of(self, operation: str) -> int:
        """Index of the first step with that operation, -1 if there is none."""
        for number, (_, op) in enumerate(self.steps):
            if op == operation:
                return number
        return -1


class Subject:
    """What a window is about while it is open: it lives in the flow, never in the state.

    Subclasses have plain attributes; those that the window calls ``open`` may be changed by reactions.
    """

    facts: ClassVar[tuple[str, ...]] = ()
    """Attributes that whoever is asked about the subject should know."""

    cancelled: str = ""

    @cached_property
    def changed(self) -> list[tuple[str, str, int]]:
        """What reactions did to it: rule, field, and by how much."""
        return []

    @cached_property
    def used(self) -> dict[str, int]:
        """How often something limited was used upon it."""
        return {}


class Window(Struct, frozen=True, dict=True):
    """A named moment at which rules may act.

    ``roles`` are attributes of the subject that hold ids or words; ``noun`` names the subject in
    expressions, ``fields`` what may be read of it, ``open`` what may be changed; ``public`` False asks
    whoever might have something, so that silence tells nothing. ``first`` is the role whose controller is
    asked before all others (else the active seat is). ``absent``: what those bear who are not on the table acts too.
    """

    name: str
    roles: tuple[str, ...]
    noun: str = ""
    fields: frozenset[str] = frozenset()
    open: tuple[str, ...] = ()
    public: bool = True
    first: str = ""
    absent: bool = False

    @cached_property
    def read(self) -> Callable[[Any], tuple[Any, ...]]:
        """What a subject says of each role, in their order."""
        if len(self.roles) > 1:
            return attrgetter(*self.roles)
        return lambda subject: tuple([getattr(subject, role) for role in self.roles])


class Verb(Struct, frozen=True):
    """A word of an effect: ``{verb: head, arg: value}``.

    ``head`` and the values of ``args`` are kinds: ``expr``, ``exprs`` (a list or one), ``dice`` (the same, where a
    plain number must be the size of a die), ``word`` (one of
    ``words``), ``name`` (any text), ``parts``, ``lazy`` (kept compiled on the part), ``none``.
    ``run(game, scope, head, args)`` carries it out. ``worth(game, scope, head)`` says if it can help the seat that
    would use it.
    """

    name: str
    run: Callable[[Game, dict[str, Any], Any, dict[str, Any]], Flow[None] | None]
    head: str = "expr"
    args: Mapping[str, str] = {}
    words: frozenset[str] = frozenset()
    worth: Callable[[Game, dict[str, Any], Any], bool] | None = None


class Vocabulary(Struct):
    """Everything that records of a ruleset may name."""

    queries: dict[str, Query]
    windows: dict[str, Window]
    verbs: dict[str, Verb]
    facts: dict[str, Fact]
    words: frozenset[str]
    stats: frozenset[str]
    stat: Callable[[Game, Id, str], Any]
    scopes: tuple[str, ...]
    actions: frozenset[str]
    action_roles: tuple[str, ...] = ("actor", "target", "action", "weapon", "path")
    clauses: Callable[[str], bool] = field(default=lambda _clause: True)
    groups: Mapping[str, tuple[str, ...]] = {}
    """Words that stand for several actions in a ``restrict`` line."""
    dice: tuple[int, ...] = ()
    """The sizes of dice that there are; empty: any."""
    known: tuple[str, ...] = ()
    """Names that every use of the ruleset can read."""
    plain_use: Window | None = None
    """What a use without a moment may read of itself: a window that is never opened."""
    secret: frozenset[str] = frozenset()
    """Windows that are not public; found when the vocabulary is made."""

    def __post_init__(self) -> None:
        self.secret = frozenset(name for name, window in self.windows.items() if not window.public)

    def names(self, roles: tuple[str, ...], window: Window | None = None) -> Names:
        """The names an expression may use where ``roles`` are known."""
        known = frozenset((*roles, "me", "seat", "rule", *self.known))
        nouns = {window.noun: window.fields} if window and window.noun else {}
        return Names(known, self.words, self.facts, self.stats, self.stat, nouns)

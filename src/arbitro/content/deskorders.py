"""The commands of a referee's desk: each with its fields, when it may be given, and what it does.

A ruleset keeps its own `Orders` and registers commands in it; fields are made of the game as it stands, so that an
offer never names anybody who is not there. What is common to all: ``secret`` keeps a command and all that follows from
it at once from the players; dice thrown at nobody whom they see are secret by themselves, and so is a whole command
that is ``sly``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.content.desk import (
    CHOICE,
    CREATURE,
    CREATURES,
    DICE,
    FLAG,
    NUMBER,
    TEXT,
    Hushed,
    OrderForm,
    book_of,
)
from arbitro.content.deskview import LONGEST_TEXT, Choice, Field, Offer
from arbitro.engine.asks import Flow
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Id, RuleId, Value

SECRET = "secret"
FieldOf = Callable[[Game], Field]
Given = Mapping[str, Value]
Ban = Callable[[Game, Given], Refusal | None]
Test = Callable[[Any], bool]
"""Whether a creature (a row of ``state.figures``) can be meant."""
F = TypeVar("F", bound=Callable[..., Flow[None] | None])


class Order(Struct, frozen=True):
    """One command; see `Orders.command`."""

    do: str
    group: str
    rules: tuple[RuleId, ...]
    fields: tuple[FieldOf, ...]
    run: Callable[..., Flow[None] | None]
    when: Callable[[Game], bool]
    ban: Ban | None
    at: str
    sly: Callable[[Game, Given], bool]


class Orders:
    """The commands of one ruleset's desk, in the order in which they were registered."""

    def __init__(self) -> None:
        self.all: dict[str, Order] = {}

    def command(
        self,
        do: str,
        group: str,
        *fields: FieldOf,
        rules: tuple[RuleId, ...] = (),
        when: Callable[[Game], bool] = lambda game: True,
        ban: Ban | None = None,
        at: str = "who",
        sly: Callable[[Game, Given], bool] = lambda game, given: False,
    ) -> Callable[[F], F]:
        """Register ``run(game, **fields)`` as a command.

        ``ban`` refuses fields that do not go together; ``at``: the field with those at whom its dice are thrown;
        ``sly``: whether all of it is the referee's secret without being told so.
        """

        def register(run: F) -> F:
            self.all[do] = Order(do, group, rules, fields, run, when, ban, at, sly)
            return run

        return register

    def offers(self, game: Game) -> tuple[Offer, ...]:
        """The commands that may be given now."""
        found = []
        for one in self.all.values():
            if not one.when(game):
                continue
            made = [make(game) for make in one.fields]
            if all(field.optional or _asks(field) for field in made):
                fields = tuple(field for field in (*made, _SECRET(game)) if _asks(field))
                found.append(Offer(do=one.do, group=one.group, fields=fields, rules=one.rules))
        return tuple(found)

    def form(self, game: Game) -> OrderForm:
        """The form of the standing question."""

        def judge(do: str, given: Given) -> Refusal | None:
            ban = self.all[do].ban
            return ban(game, given) if ban is not None else None

        return OrderForm(lambda: self.offers(game), judge)

    def carry_out(self, game: Game, do: str, given: Given) -> Flow[None]:
        """What a command does."""
        one = self.all[do]
        at = given.get(one.at, ())
        hush(game, bool(given.get(SECRET)) or one.sly(game, given), (at,) if isinstance(at, str) else at)
        flow = one.run(game, **{name: value for name, value in given.items() if name != SECRET})
        if isinstance(flow, Generator):
            yield from flow
        yield from game.settle()


def hush(game: Game, on: bool, at: Sequence[Id]) -> None:
    """What follows is a secret or not; dice thrown ``at`` nobody whom the players see are one in any case."""
    figures, book = figures_of(game), book_of(game.state)
    unseen = bool(at) and all(it in figures and figures[it].hidden for it in at)
    if (on, unseen) != (book.hush, book.unseen):
        game.do(Hushed(on=on, dice=unseen, only=(REFEREE,)))


def figures_of(game: Game) -> dict[Id, Any]:
    """Everybody in the state of a desk."""
    found: dict[Id, Any] = game.state.figures  # type: ignore[attr-defined]
    return found


# --- fields -------------------------------------------------------------------------------------------


def _ids(game: Game, test: Test) -> tuple[Choice, ...]:
    figures = figures_of(game)
    return tuple(Choice(it) for it in book_of(game.state).numbers if it in figures and test(figures[it]))


def present(figure: Any) -> bool:
    """Who is here."""
    return bool(figure.present)


def anybody(figure: Any) -> bool:
    """Whoever is on the desk, the dead and the fled too."""
    return True


def creatures(name: str = "who", test: Test = present, optional: bool = False) -> FieldOf:
    """Several creatures."""
    return lambda game: Field(name=name, kind=CREATURES, choices=_ids(game, test), optional=optional)


def creature(name: str = "who", test: Test = present, optional: bool = False) -> FieldOf:
    """One creature."""
    return lambda game: Field(name=name, kind=CREATURE, choices=_ids(game, test), optional=optional)


def creature_of(name: str, ids: Callable[[Game], Iterable[Id]]) -> FieldOf:
    """One creature of some."""
    return lambda game: Field(name=name, kind=CREATURE, choices=tuple(map(Choice, ids(game))))


def choice(
    name: str, keys: Callable[[Game], Any], optional: bool = False, default: Value = None, each: str = ""
) -> FieldOf:
    """One of several words or numbers; or one for each of those in the field ``each``."""
    return lambda game: Field(name=name, kind=CHOICE, choices=tuple(map(Choice, keys(game))), optional=optional,
                              default=default, each=each)  # fmt: skip


def own_choice(
    name: str, owned: Callable[[Game], Iterable[tuple[Id, Iterable[str]]]], whose: str = "who", each: str = ""
) -> FieldOf:
    """One of the things that those in the field ``whose`` have, or nothing said; ``owned``: who has what."""

    def field(game: Game) -> Field:
        found: dict[str, list[Id]] = {}
        for it, keys in owned(game):
            for key in keys:
                found.setdefault(key, []).append(it)
        choices = tuple(Choice(key, of=tuple(owners)) for key, owners in found.items())
        return Field(name=name, kind=CHOICE, choices=choices, optional=True, each=each, whose=whose)

    return field


def dice(name: str = "dice", plain: int = 0, optional: bool = False) -> FieldOf:
    """A roll, or a plain number up to ``plain``."""
    return lambda game: Field(name=name, kind=DICE, default="d6", hi=plain, optional=optional)


def number(name: str, lo: int, hi: int, optional: bool = False, default: int = 1) -> FieldOf:
    """A whole number."""
    return lambda game: Field(name=name, kind=NUMBER, lo=lo, hi=hi, optional=optional, default=default)


def text(name: str, optional: bool = False, longest: int = LONGEST_TEXT) -> FieldOf:
    """A text."""
    return lambda game: Field(name=name, kind=TEXT, optional=optional, longest=longest)


def flag(name: str) -> FieldOf:
    """Yes, or left out."""
    return lambda game: Field(name=name, kind=FLAG, optional=True)


_SECRET = flag(SECRET)


def _asks(field: Field) -> bool:
    """Whether a field has something to choose from."""
    return field.kind not in (CREATURES, CREATURE, CHOICE) or bool(field.choices)


__all__ = [
    "SECRET", "Given", "Orders", "anybody", "choice", "creature", "creature_of", "creatures", "dice", "figures_of",
    "flag", "hush", "number", "present", "text",
]  # fmt: skip

"""How a game speaks one language about one battle: messages of its catalogue, words of a group, names.

A game's `Words` builds on one of these and says what only its own events tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import Lang
from arbitro.content.messages import Messages
from arbitro.engine.events import Event
from arbitro.engine.values import Value

L = TypeVar("L")
S = TypeVar("S")


class Speech(Generic[L, S]):
    """The words of a language; the state gives the names.

    Args:
        messages: the game's messages.
        library: the packs in play.
        state: how the battle stands.
        lang: the language.
    """

    def __init__(self, messages: Messages, library: L, state: S, lang: Lang) -> None:
        self.messages, self.library, self.state, self.lang = messages, library, state, lang

    def say(self, key: str, **facts: Any) -> str:
        """A message of the catalogue."""
        return self.messages.text(self.lang, key, **facts)

    def say_one_of(self, keys: Iterable[str], **facts: Any) -> str:
        """The first of the messages that there is, "" if there is none."""
        return next((self.say(key, **facts) for key in keys if self.messages.has(key)), "")

    def word(self, group: str, name: Value, default: str = "") -> str:
        """A word of a group, such as ``condition`` "A Terra"; the default if it has no such word."""
        key = f"word.{group}.{str(name).replace(' ', '_')}"
        return self.say(key) if self.messages.has(key) else default


class Naming(Speech[L, S]):
    """Names where creatures and sides bear them in both languages, and a desk may have its book."""

    joined: ClassVar[str]
    """What stands between things that are used at once."""
    state: Any
    library: Any

    def who(self, it: Value) -> str:
        """A creature by name, or several, or a side, or somebody."""
        if isinstance(it, tuple):
            return ", ".join(self.who(one) for one in it)
        figure, book = self.state.figures.get(it), self.state.book
        if figure is None:
            return (book.name_of(it, self.lang) if book is not None else "") or self.seat(it)
        return self.name_of(figure)

    def name_of(self, figure: Any) -> str:
        """A creature's name."""
        return str(figure.name_en if self.lang == "en" and figure.name_en else figure.name)

    def seat(self, seat: Value) -> str:
        """The name of a side."""
        if seat in self.state.seats:
            number = self.state.seats.index(seat)
            tables = (self.state.english, self.state.names) if self.lang == "en" else (self.state.names,)
            name = next((names[number] for names in tables if any(names[number : number + 1])), "")
            return name if name and name != str(seat).upper() else self.word("seat", seat, str(seat).upper())
        return self.say("word.someone")

    def outcome(self) -> str:
        """Who won, or that nobody did; "" while the battle goes on."""
        result = self.state.result
        if not result:
            return ""
        return self.say("status.won", seat=self.seat(result)) if result in self.state.seats else self.say("status.draw")

    def thing(self, id: Value) -> str:
        """The name of anything in the packs, or of a rule."""
        if not isinstance(id, str) or not id:
            return self.say("word.something")
        if self.joined in id:
            return f" {self.joined} ".join(self.thing(part) for part in id.split(self.joined))
        name = str(self.library.name(id, self.lang))
        if name != id:
            return name
        entry = self.rules().get(id)
        if entry is None:
            return self.say("word.something")
        return entry.name if self.lang == "it" else entry.name_en

    def order(self, action: Value) -> str:
        """What an action is called where it is chosen: as an order, where that is another word; "" if it has none."""
        return self.word("order", action) or self.word("action", action)

    def field(self, name: str) -> str:
        """What a field of a desk's command is called."""
        return self.say_one_of((f"desk.field.{name}",)) or name

    def in_words(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Facts as people read them."""
        found: dict[str, Any] = {}
        for field, value in facts.items():
            found.update(self.fact(field, value))
        return found

    def fact(self, field: str, value: Any) -> dict[str, Any]:
        """One fact in words; one that holds others gives theirs too."""
        raise NotImplementedError

    def tell(self, event: Event) -> str:
        """What an event says; "" for those that only keep the books."""
        raise NotImplementedError

    def rules(self) -> Catalogue:
        """The game's rules."""
        raise NotImplementedError


__all__ = ["Naming", "Speech"]

"""The desk in words: labels of commands, fields and choices, and why a command is refused.

A game builds on `DeskLabels` and says what only its own fields hold.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import structs

from arbitro.content.desk import book_of
from arbitro.content.deskview import Field, Offer
from arbitro.content.speech import Naming
from arbitro.engine.forms import Refusal
from arbitro.engine.values import Value

TEXTS = ("note", "timer")
"""Fields whose choices are ids of what has a text."""
MOST_SHOWN = 12


class DeskLabels:
    """The words of a desk.

    Args:
        words: the game's words about an encounter.
    """

    groups: ClassVar[tuple[str, ...]]
    """Groups of words in which a choice is looked for."""

    def __init__(self, words: Naming[Any, Any]) -> None:
        self.words = words

    def order(self, do: str) -> str:
        """What a command is called; one that there is not, as it was typed."""
        return self.words.say_one_of((f"desk.named.{do}", f"desk.order.{do}")) or do

    def offer(self, offer: Offer) -> Offer:
        """An offer with all its words."""
        hint = self.words.say_one_of((f"desk.own.{offer.do}", f"desk.hint.{offer.do}"))
        fields = tuple(map(self.field, offer.fields))
        return structs.replace(offer, label=self.order(offer.do), hint=hint, fields=fields)

    def field(self, field: Field) -> Field:
        """A field with its words."""
        choices = tuple(structs.replace(one, label=self.choice(field.name, one.key)) for one in field.choices)
        return structs.replace(field, label=self.words.field(field.name), choices=choices)

    def choice(self, field: str, key: Value) -> str:
        """What a choice is called."""
        words = self.words
        if key in words.state.figures:
            return words.who(key)
        own = self.own(field, key)
        if own:
            return own
        if field in TEXTS:
            book = book_of(words.state)
            texts = {note.id: note.text for note in book.notes} | {clock.id: clock.text for clock in book.clocks}
            return texts.get(str(key), str(key))
        if field == "status":
            return words.say_one_of((f"desk.state.{key}", f"desk.word.{key}"))
        if isinstance(key, bool):
            return words.say(f"desk.word.{'yes' if key else 'no'}")
        if field == "side":
            return words.say_one_of((f"desk.side.{key}",)) or words.seat(key)
        known = next((found for group in self.groups if (found := words.word(group, key))), "")
        return known or words.say_one_of((f"desk.word.{key}",)) or self.thing(key)

    def own(self, field: str, key: Value) -> str:
        """What a choice of a field that only this game has is called; "" for all others."""
        return ""

    def thing(self, key: Value) -> str:
        """What a record of the packs is called."""
        return self.words.thing(key)

    def reason(self, refusal: Refusal) -> str:
        """Why a command is refused, and what to do."""
        facts, code = dict(refusal.facts), refusal.code
        if code == "desk_field":
            code = "desk_missing" if facts.get("missing") else "desk_number" if facts.get("hi") else code
        if code == "desk_who" and facts["it"] not in self.words.state.figures:
            code = "desk_nobody"
        if code == "desk_sheet":
            return str(facts[self.words.lang])
        if "choices" in facts:
            facts["choices"] = tuple(self.choice(facts["field"], key) for key in facts["choices"])
        if "fields" in facts:
            facts["fields"] = tuple(map(self.words.field, facts["fields"]))
        for fact, called in (("do", self.order), ("field", self.words.field), ("it", self.words.who)):
            if fact in facts:
                facts[fact] = called(facts[fact])
        for fact in ("weapon", "thing"):
            if fact in facts:
                facts[fact] = self.own(fact, facts[fact]) or self.thing(facts[fact])
        if "known" in facts:
            shown = facts["known"][:MOST_SHOWN]
            facts["known"] = tuple(self.order(one) if code == "desk_unknown" else one for one in shown)
        return self.words.say(f"refusal.{code}", **facts)

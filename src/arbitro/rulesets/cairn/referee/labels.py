"""The desk in words: labels of commands, fields and choices, and why a command is refused."""

from __future__ import annotations

from msgspec import structs

from arbitro.content.desk import book_of
from arbitro.content.deskview import Choice, Field, Offer
from arbitro.engine.forms import Refusal
from arbitro.engine.values import Id, Value
from arbitro.rulesets.cairn.words import Words

TEXTS = ("note", "timer")
"""Fields whose choices are ids of what has a text."""
MOST_SHOWN = 12


def order_label(words: Words, do: str) -> str:
    """What a command is called; one that there is not, as it was typed."""
    return words.say_one_of((f"desk.order.{do}",)) or do


def labelled(words: Words, offer: Offer) -> Offer:
    """An offer with all its words."""
    return structs.replace(
        offer,
        label=order_label(words, offer.do),
        hint=words.say(f"desk.hint.{offer.do}"),
        fields=tuple(labelled_field(words, field) for field in offer.fields),
    )


def labelled_field(words: Words, field: Field) -> Field:
    """A field with its words."""
    choices = tuple(Choice(one.key, choice_label(words, field.name, one.key)) for one in field.choices)
    return structs.replace(field, label=words.field(field.name), choices=choices)


def choice_label(words: Words, field: str, key: Value) -> str:
    """What a choice is called."""
    if key in words.state.figures:
        return words.who(key)
    if field == "band":
        return band_label(words, str(key))
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
    known = (
        words.word("attribute", key) if field == "attribute" else words.word("cause", key) if field == "cause" else ""
    )
    known = known or words.word("need", key) or words.word("procedure", key) or words.word("choice", key)
    return known or words.say_one_of((f"desk.word.{key}",)) or words.thing(key)


def band_label(words: Words, band: str) -> str:
    """Who tests morale together."""
    seat, _, group = band.partition(":")
    return words.say("desk.band", seat=words.seat(seat), group=group) if group else words.seat(seat)


def names(words: Words, who: tuple[Id, ...]) -> tuple[str, ...]:
    """What creatures are called."""
    return tuple(words.who(it) for it in who)


def reason(words: Words, refusal: Refusal) -> str:
    """Why a command is refused, and what to do."""
    facts, code = dict(refusal.facts), refusal.code
    if code == "desk_field":
        code = "desk_missing" if facts.get("missing") else "desk_number" if facts.get("hi") else code
    if code == "desk_who" and facts["it"] not in words.state.figures:
        code = "desk_nobody"
    if code == "desk_sheet":
        return str(facts[words.lang])
    if "choices" in facts:
        facts["choices"] = tuple(choice_label(words, facts["field"], key) for key in facts["choices"])
    if "fields" in facts:
        facts["fields"] = tuple(words.field(name) for name in facts["fields"])
    for field in ("do", "field", "weapon", "thing"):
        if field in facts:
            name = str(facts[field])
            facts[field] = {"do": order_label, "field": Words.field}.get(field, Words.thing)(words, name)
    if "it" in facts:
        facts["it"] = words.who(facts["it"])
    if "known" in facts:
        shown = facts["known"][:MOST_SHOWN]
        facts["known"] = tuple(order_label(words, one) if code == "desk_unknown" else one for one in shown)
    return words.say(f"refusal.{code}", **facts)

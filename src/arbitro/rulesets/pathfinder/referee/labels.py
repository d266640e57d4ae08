"""The desk in words: labels of commands, fields and choices, and why a command is refused."""

from __future__ import annotations

from msgspec import structs

from arbitro.content.desk import book_of
from arbitro.content.deskview import Choice, Field, Offer
from arbitro.engine.forms import Refusal
from arbitro.engine.values import Value
from arbitro.rulesets.pathfinder.state import ABILITIES
from arbitro.rulesets.pathfinder.words import Words

TEXTS = ("note", "timer")
"""Fields whose choices are ids of what has a text."""
MOST_SHOWN = 12
GROUPS = ("time", "manoeuvre", "what", "choice", "save", "sort", "action")
"""Groups of words in which a choice is looked for."""


def order_label(words: Words, do: str) -> str:
    """What a command is called; one that there is not, as it was typed."""
    return words.say_one_of((f"desk.named.{do}", f"desk.order.{do}")) or do


def field_label(words: Words, name: str) -> str:
    """What a field is called."""
    if name in ABILITIES:
        return words.word("ability", name)
    return words.say_one_of((f"desk.field.{name}",)) or name


def labelled(words: Words, offer: Offer) -> Offer:
    """An offer with all its words."""
    return structs.replace(
        offer,
        label=order_label(words, offer.do),
        hint=words.say_one_of((f"desk.own.{offer.do}", f"desk.hint.{offer.do}")),
        fields=tuple(labelled_field(words, field) for field in offer.fields),
    )


def labelled_field(words: Words, field: Field) -> Field:
    """A field with its words."""
    choices = tuple(Choice(one.key, choice_label(words, field.name, one.key)) for one in field.choices)
    return structs.replace(field, label=field_label(words, field.name), choices=choices)


def choice_label(words: Words, field: str, key: Value) -> str:
    """What a choice is called."""
    if key in words.battle.figures:
        return words.who(key)
    if field in TEXTS:
        book = book_of(words.battle)
        texts = {note.id: note.text for note in book.notes} | {clock.id: clock.text for clock in book.clocks}
        return texts.get(str(key), str(key))
    if field == "unit":
        return words.say(f"desk.word.{key}")
    if field == "status":
        return words.say_one_of((f"desk.state.{key}", f"desk.word.{key}"))
    if isinstance(key, bool):
        return words.say(f"desk.word.{'yes' if key else 'no'}")
    if field == "side":
        return words.say_one_of((f"desk.side.{key}",)) or words.seat(key)
    if field == "weapon":
        return weapon_label(words, str(key))
    if field == "skill":
        return words.word("what", key)
    own = words.say_one_of((f"desk.of.{field}.{key}",))
    if own:
        return own
    known = next((found for group in GROUPS if (found := words.word(group, key))), "")
    return known or words.say_one_of((f"desk.word.{key}",)) or words.thing_or(str(key))


def weapon_label(words: Words, key: str) -> str:
    """What an arm is called, whoever has it."""
    owner = next((f.id for f in words.battle.figures.values() if f"{f.profile}-{key}" in words.library.weapons), "")
    return words.arm(owner, key)


def reason(words: Words, refusal: Refusal) -> str:
    """Why a command is refused, and what to do."""
    facts, code = dict(refusal.facts), refusal.code
    if code == "desk_field":
        code = "desk_missing" if facts.get("missing") else "desk_number" if facts.get("hi") else code
    if code == "desk_who" and facts["it"] not in words.battle.figures:
        code = "desk_nobody"
    if code == "desk_sheet":
        return str(facts[words.lang])
    if "choices" in facts:
        facts["choices"] = tuple(choice_label(words, facts["field"], key) for key in facts["choices"])
    if "fields" in facts:
        facts["fields"] = tuple(field_label(words, name) for name in facts["fields"])
    if "do" in facts:
        facts["do"] = order_label(words, str(facts["do"]))
    if "field" in facts:
        facts["field"] = field_label(words, str(facts["field"]))
    if "weapon" in facts:
        facts["weapon"] = weapon_label(words, str(facts["weapon"]))
    if "it" in facts:
        facts["it"] = words.who(facts["it"])
    if "known" in facts:
        shown = facts["known"][:MOST_SHOWN]
        facts["known"] = tuple(order_label(words, one) if code == "desk_unknown" else one for one in shown)
    return words.say(f"refusal.{code}", **facts)

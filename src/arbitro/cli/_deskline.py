"""Lines of the desk's prompt: short forms become commands, by the fields that each command offers.

``2 -6`` takes 6 off number 2, ``2 3 -d8`` rolls damage for both, ``r 3 des`` is a save; whatever a ruleset offers can
be said as its word, the numbers (or names) of those it is about, and the rest in any order, or as ``field=value``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from arbitro.cli._desktalk import all_spoken, catalogue, first_word, say, spoken
from arbitro.content.catalogue import fold
from arbitro.content.desk import CHOICE, CREATURE, CREATURES, DICE, FLAG, NUMBER, TEXT, order
from arbitro.content.deskview import DeskView, Field, Offer
from arbitro.content.errors import Lang, nearest
from arbitro.dice.notation import NotationError, parse
from arbitro.dice.notation_words import explain
from arbitro.engine.values import Id, Value

DIGITS = re.compile(r"[0-9]{1,3}")
WHOLE = re.compile(r"[0-9]{1,15}")
SIGNED = re.compile(r"[+-]?[0-9]{1,15}")
CHANGE = re.compile(r"([-+])([0-9a-zA-Z].*)")
PAIR = re.compile(r"([A-Za-z_à-ù-]+)=(.*)")
TIMES = re.compile(r"[x×]?([0-9]{1,15})")
HARM, HEAL, SECRET = "harm", "heal", "secret"
MOST_SHOWN = 14


class Unclear(Exception):
    """A line that says no command; its text is a sentence for people."""


def _fault_of(roll: str) -> NotationError | None:
    """What is wrong with a roll, None if nothing is."""
    try:
        parse(roll, plus_keeps=True)
    except NotationError as error:
        return error
    return None


class Reader:
    """Reads lines about a desk as it stands."""

    def __init__(self, view: DeskView, lang: Lang) -> None:
        self.view, self.lang = view, lang
        self.offers = {offer.do: offer for offer in view.offers}

    def command(self, line: str) -> Value:
        """The command that a line means. Raises Unclear."""
        words = line.split()
        if None not in self._several(words[0]) and len(words) > 1:
            short = self._short(words)
            if short is not None:
                return short
        do = all_spoken("verb").get(words[0].casefold(), words[0])
        if do not in self.offers:
            raise self._unknown(words[0], do)
        return order(do, **self._fields(self.offers[do], words[1:]))

    def _unknown(self, word: str, do: str) -> Unclear:
        if word.casefold() in all_spoken("verb") or do == HARM:
            return Unclear(say(self.lang, "not_now", label=word))
        near = nearest(word, [*all_spoken("verb"), *all_spoken("own")])
        return Unclear(say(self.lang, "unknown_near" if near else "unknown", text=word, near=near))

    def _short(self, words: Sequence[str]) -> Value | None:
        """``2 3 -6``: harm that armour does not lessen; ``2 -d8``: harm as rolled; ``2 +3``: recovery."""
        *who, last = [word for word in words if word not in spoken("word", SECRET)]
        found = CHANGE.fullmatch(last)
        ids = [it for word in who for it in self._several(word)]
        if found is None or not ids or None in ids:
            return None
        secret = len(words) > len(who) + 1 or None
        if found[1] == "+":
            field = self.offers[HEAL].field("n") if HEAL in self.offers else None
            if field is None or not (field.kind == DICE or WHOLE.fullmatch(found[2])):
                return None
            n = found[2] if field.kind == DICE else int(found[2])
            return order(HEAL, who=tuple(ids), n=n, secret=secret)
        bare = True if WHOLE.fullmatch(found[2]) else None
        offer = self.offers.get(HARM)
        if offer is None:
            raise self._unknown(last, HARM)
        return order(HARM, who=tuple(ids), dice=found[2], bare=bare if offer.field("bare") else None, secret=secret)

    def who(self, text: str) -> Id:
        """Whom a number or the beginning of a name means. Raises Unclear."""
        found = self._who(text)
        if found is None:
            raise Unclear(say(self.lang, "nobody_there", text=text))
        return found

    def _several(self, word: str) -> list[Id | None]:
        """Those whom numbers or names joined by commas mean, None for each that means nobody."""
        return [self._who(part) for part in word.split(",")]

    def _who(self, text: str) -> Id | None:
        if DIGITS.fullmatch(text):
            return next((row.id for row in self.view.rows if row.number == int(text)), None)
        wanted = fold(text)
        exact = [row for row in self.view.rows if fold(row.name) == wanted]
        found = exact or [row for row in self.view.rows if len(wanted) > 1 and fold(row.name).startswith(wanted)]
        return found[0].id if len(found) == 1 else None

    # --- fields

    def _fields(self, offer: Offer, words: list[str]) -> dict[str, Any]:
        given: dict[str, Any] = {}
        words = self._pairs(offer, words, given)
        words = self._flags(offer, words, given)
        words = self._creatures(offer, words, given)
        for kind in (CHOICE, DICE, NUMBER):
            for field in offer.fields:
                if field.kind == kind and field.name not in given:
                    words = self._one(field, words, given)
        text = next((field for field in offer.fields if field.kind == TEXT and field.name not in given), None)
        if text is not None and words:
            given[text.name], words = " ".join(words), []
        self._judge_roll(offer, words, given)
        self._spare_number(offer, given)
        for field in offer.fields:
            if field.kind == CREATURES and isinstance(given.get(field.name), tuple):
                given[field.name] = tuple(dict.fromkeys(given[field.name]))
        if words:
            raise Unclear(say(self.lang, "not_understood", text=" ".join(words), usage=self.usage(offer)))
        for field in offer.fields:
            if field.name in given or field.optional:
                continue
            if field.kind == CHOICE and len(field.choices) == 1:
                given[field.name] = field.choices[0].key
            else:
                raise Unclear(say(self.lang, "missing", field=field.label, choices=self._choices(field)))
        return given

    def _judge_roll(self, offer: Offer, words: list[str], given: dict[str, Any]) -> None:
        """Say what is wrong with a roll, and where, if a roll is missing and a word with a digit in it is none."""
        missing = any(field.kind == DICE and field.name not in given for field in offer.fields)
        meant = next((word for word in words if missing and re.search("[0-9]", word)), "")
        fault = _fault_of(meant) if meant else None
        if fault is not None:
            raise Unclear(explain(fault, self.lang))

    def _pairs(self, offer: Offer, words: list[str], given: dict[str, Any]) -> list[str]:
        """``field=value``, by the field's name or label."""
        rest = []
        for word in words:
            found = PAIR.fullmatch(word)
            names = {fold(name): field for field in offer.fields for name in (field.name, field.label)}
            field = names.get(fold(found[1])) if found is not None else None
            if found is None or field is None:
                rest.append(word)
                continue
            given[field.name] = self._value(field, found[2])
        return rest

    def _value(self, field: Field, text: str) -> Value:
        if field.kind == CREATURES:
            return tuple(self.who(part) for part in text.split(","))
        if field.kind == CREATURE:
            return self.who(text)
        if field.kind == FLAG:
            return True
        if field.kind == NUMBER and SIGNED.fullmatch(text):
            return int(text)
        if field.kind == CHOICE:
            return self._choices_of(field, [text])[0]
        return text

    def _flags(self, offer: Offer, words: list[str], given: dict[str, Any]) -> list[str]:
        for field in offer.fields:
            if field.kind != FLAG or field.name in given:
                continue
            known = (field.name, *spoken("word", field.name))
            if any(word.casefold() in known for word in words):
                given[field.name] = True
                words = [word for word in words if word.casefold() not in known]
        return words

    def _creatures(self, offer: Offer, words: list[str], given: dict[str, Any]) -> list[str]:
        """Numbers or names at the beginning; after "su", or the last one, whom it is aimed at."""
        many = next((f for f in offer.fields if f.kind == CREATURES and f.name not in given), None)
        ones = [f for f in offer.fields if f.kind == CREATURE and f.name not in given]
        if many is None and not ones:
            return words
        first, second, rest = self._named(words, by_name=not any(field.kind == TEXT for field in offer.fields))
        if many is None and ones:
            if len(first) > len(ones):
                raise Unclear(say(self.lang, "several", text=" ".join(words), names=tuple(f.label for f in ones)))
            first, second = first[:1], [*first[1:], *second]
        elif ones and not second and len(first) > 1 and not ones[0].optional:
            first, second = first[:-1], first[-1:]
        if many is not None and not many.optional and not first and words and DIGITS.fullmatch(words[0]):
            raise Unclear(say(self.lang, "nobody_there", text=words[0]))
        if many is not None and first:
            given[many.name] = tuple(first)
        if many is None and first:
            given[ones[0].name], ones = first[0], ones[1:]
        if second and ones:
            given[ones[0].name] = second[0]
        return rest

    def _named(self, words: list[str], *, by_name: bool) -> tuple[list[Id], list[Id], list[str]]:
        """Those named at the beginning, those after the word for "on", and the words that are left.

        Where a text follows only numbers name anybody: its words are its own.
        """
        lists: tuple[list[Id], list[Id]] = ([], [])
        place, at = 0, 0
        while place < len(words):
            word = words[place]
            if word.casefold() in spoken("word", "on") and not at:
                at = 1
            else:
                parts = [self._who(part) for part in word.split(",") if by_name or DIGITS.fullmatch(part)]
                if None in parts or not parts:
                    break
                lists[at].extend(part for part in parts if part is not None)
            place += 1
        return lists[0], lists[1], words[place:]

    def _one(self, field: Field, words: list[str], given: dict[str, Any]) -> list[str]:
        """A field from the words that are left, if one of them fits it."""
        for start in range(len(words)):
            value, used = self._fits(field, words[start:])
            if used:
                given[field.name] = value
                return [*words[:start], *words[start + used :]]
        return words

    def _fits(self, field: Field, words: list[str]) -> tuple[Value, int]:
        if field.kind == CHOICE:
            return self._choices_of(field, words)
        if field.kind == NUMBER:
            found = TIMES.fullmatch(words[0])
            if SIGNED.fullmatch(words[0]):
                return int(words[0]), 1
            return (int(found[1]), 1) if found is not None else (None, 0)
        if WHOLE.fullmatch(words[0]) and field.hi:
            return words[0], 1
        runs = (" ".join(words[:used]) for used in range(len(words), 0, -1))
        roll = next((run for run in runs if _fault_of(run) is None), None)
        return roll, len(roll.split()) if roll is not None else 0

    def choice(self, field: Field, text: str) -> Value:
        """The choice of a field that a word means, None for none."""
        return self._choice(field, [text])[0]

    def _choice(self, field: Field, words: list[str]) -> tuple[Value, int]:
        """The one choice that the longest run of words begins."""
        for used in range(min(len(words), 5), 0, -1):
            wanted = fold(" ".join(words[:used]))
            exact = [c for c in field.choices if wanted in (fold(str(c.key)), fold(c.label))]
            found = exact or [c for c in field.choices if fold(c.label).startswith(wanted)]
            if len(exact) >= 1 or len(found) == 1:
                return found[0].key, used
        return None, 0

    def _choices_of(self, field: Field, words: list[str]) -> tuple[Value, int]:
        """One choice for all; or, where there may be one for each, several with commas between them, "-" for none."""
        for used in range(len(words), 0, -1) if field.each else ():
            parts = [part.split() for part in " ".join(words[:used]).split(",")]
            found = [("", 1) if part == ["-"] else self._choice(field, part) for part in parts if part]
            if len(parts) > 1 and [count for _, count in found] == [len(part) for part in parts]:
                return tuple(value for value, _ in found), used
        return self._choice(field, words)

    def _spare_number(self, offer: Offer, given: dict[str, Any]) -> None:
        """In ``d 2 6`` the last number is no creature but what is missing: 6 is the damage."""
        who = given.get("who")
        wanted = next((f for f in offer.fields if f.kind in (DICE, NUMBER) and not f.optional), None)
        if wanted is None or wanted.name in given or not isinstance(who, tuple) or len(who) < 2:
            return
        last = next(row.number for row in self.view.rows if row.id == who[-1])
        given["who"] = who[:-1]
        given[wanted.name] = str(last) if wanted.kind == DICE else last

    # --- help

    def usage(self, offer: Offer) -> str:
        """How a command is typed: its word, and its fields, those that may be left out in brackets.

        Where games differ in a command's fields, its line is that of the first field that has one.
        """
        known = (
            f"usage.{offer.do}",
            *(f"usage.{offer.do}.{name}" for name in (*(field.name for field in offer.fields), "plain")),
        )
        key = next((key for key in known if catalogue().has(key)), "")
        if key:
            return catalogue().text(self.lang, key)
        parts = [first_word(self.lang, "verb", offer.do)]
        for field in offer.fields:
            if field.name == SECRET:
                continue
            words = first_word(self.lang, "word", field.name) if field.kind == FLAG else field.label.upper()
            parts.append(f"[{words}]" if field.optional else words)
        return " ".join(parts)

    def _choices(self, field: Field) -> str:
        if not field.choices or field.kind != CHOICE:
            return ""
        labels = tuple(choice.label for choice in field.choices[:MOST_SHOWN])
        return say(self.lang, "choices", choices=(*labels, *(("…",) if len(field.choices) > MOST_SHOWN else ())))

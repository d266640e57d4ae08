"""The words of character sheets and of making characters, in both languages."""

from __future__ import annotations

from functools import cache
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages
from arbitro.rulesets.cairn.content import HERE
from arbitro.rulesets.cairn.sentences import sentences


@cache
def words() -> Messages:
    """Their messages, read when first needed."""
    return Messages.load(HERE / "messages" / "sheet")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """One of them."""
    return words().text(lang, key, **facts)


def attribute(name: str, lang: Lang) -> str:
    """FOR, DES, VOL, PF, as the language prints them."""
    return sentences().text(lang, f"word.attribute.{name}")


def need(name: str, lang: Lang) -> str:
    """What somebody lacks."""
    return sentences().text(lang, f"word.need.{name}")

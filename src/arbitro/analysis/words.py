"""The sentences of odds, simulations and balance reports, and errors that speak them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages


@cache
def words() -> Messages:
    """All of them, in both languages."""
    folder = Path(__file__).parent / "messages"
    return Messages.load(folder, folder / "odds")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """One of them."""
    return words().text(lang, key, **facts)


def who(lang: Lang, policy: str) -> str:
    """What a computer opponent is called.

    >>> who("en", "quick"), who("en", "somebody")
    ('the veteran computer (quick)', 'somebody')
    """
    key = f"who.{policy}"
    return say(lang, key) if words().has(key) else policy


class AnalysisError(Exception):
    """Something that cannot be worked out, for people.

    Attributes:
        code: which sentence says why (``error.CODE`` of the messages).
        facts: what it tells.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts

    def render(self, lang: Lang) -> str:
        """The sentence."""
        return say(lang, f"error.{self.code}", **self.facts)


__all__ = ["AnalysisError", "say", "who", "words"]

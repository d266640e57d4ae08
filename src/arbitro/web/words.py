"""What the server itself says to people, in both languages; the rules bring their own sentences."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages


@cache
def catalogue() -> Messages:
    """The sentences of the server."""
    return Messages.load(Path(__file__).parent / "messages")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """A sentence of the server."""
    return catalogue().text(lang, key, **facts)


def language(wanted: str) -> Lang:
    """The language of an ``Accept-Language`` line or of a word such as ``en``: Italian before all others but English.

    >>> language("en-GB,en;q=0.9,it;q=0.8"), language("it-IT"), language("de, en;q=0.5"), language("")
    ('en', 'it', 'en', 'it')
    """
    ranked: list[tuple[float, int, str]] = []
    for number, part in enumerate(wanted[:200].split(",")):
        word, _, weight = part.strip().partition(";q=")
        try:
            ranked.append((-float(weight or 1), number, word.strip()[:2].lower()))
        except ValueError:
            continue
    found = next((word for _, _, word in sorted(ranked) if word in ("it", "en")), "it")
    return "en" if found == "en" else "it"

"""The sentences of battle reports."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages


@cache
def words() -> Messages:
    """All of them, in both languages."""
    return Messages.load(Path(__file__).parent / "messages")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """One of them."""
    return words().text(lang, key, **facts)

"""The messages of the game: what it says to people in both languages."""

from __future__ import annotations

from functools import cache

from arbitro.content.desk import MESSAGES as DESK_MESSAGES
from arbitro.content.messages import Messages
from arbitro.rulesets.cairn.content import HERE


@cache
def sentences() -> Messages:
    """The messages of the game, read when first needed."""
    return Messages.load(HERE / "messages", DESK_MESSAGES, HERE / "messages" / "desk")

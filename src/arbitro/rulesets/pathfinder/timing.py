"""Acting on another count: ready and delay, and the order of initiative they leave behind (PF-RDY, PF-DLY)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value


def waiting_for(game: Game, it: Id, action: str, path: tuple[Value, ...]) -> Flow[None]:
    """Let those act who have an action ready for what somebody is about to do."""
    yield from ()

"""Opponents by name, weakest first."""

from __future__ import annotations

from collections.abc import Callable

from arbitro.players.opponents import InstinctPlayer, KeenPlayer, Player, QuickPlayer, RandomPlayer
from arbitro.players.search import PATIENT, STRONG, Crew, StrongPlayer

PLAIN: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "keen": KeenPlayer,
    "instinct": InstinctPlayer,
    "quick": QuickPlayer,
}
SEARCHING = {"strong": STRONG, "patient": PATIENT}
NAMES = (*PLAIN, *SEARCHING)
SECONDS = {"strong": 2.0, "patient": 10.0}
"""How long people wait for one decision at most."""


def player(name: str, seed: int = 0, *, crew: Crew | None = None, in_time: bool = False) -> Player:
    """An opponent by name.

    Args:
        name: one of `NAMES`.
        seed: what it tries out is drawn from it; the same seed decides the same, unless time runs out.
        crew: who helps one that searches.
        in_time: people wait: one that searches stops after its `SECONDS`.

    Raises:
        KeyError: for a name that is not one of `NAMES`.
    """
    if name in SEARCHING:
        seconds = SECONDS[name] if in_time else None
        return StrongPlayer(seed, nodes=SEARCHING[name], seconds=seconds, crew=crew)
    return PLAIN[name](seed)

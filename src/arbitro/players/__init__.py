"""Computer opponents. They see what their seat may see, and never the dice to come."""

from arbitro.players.driver import MOST_TURNS, PlayStopped, play_out, step
from arbitro.players.opponents import NAMES, InstinctPlayer, KeenPlayer, Player, QuickPlayer, RandomPlayer, player

__all__ = [
    "MOST_TURNS",
    "NAMES",
    "InstinctPlayer",
    "KeenPlayer",
    "PlayStopped",
    "Player",
    "QuickPlayer",
    "RandomPlayer",
    "play_out",
    "player",
    "step",
]

"""Computer opponents. They see what their seat may see, and never the dice to come."""

from arbitro.players.driver import MOST_TURNS, PlayStopped, play_out, step, step_trusting
from arbitro.players.opponents import InstinctPlayer, KeenPlayer, Player, QuickPlayer, RandomPlayer
from arbitro.players.search import StrongPlayer
from arbitro.players.strengths import NAMES, player

__all__ = [
    "MOST_TURNS",
    "NAMES",
    "InstinctPlayer",
    "KeenPlayer",
    "PlayStopped",
    "Player",
    "QuickPlayer",
    "RandomPlayer",
    "StrongPlayer",
    "play_out",
    "player",
    "step",
    "step_trusting",
]

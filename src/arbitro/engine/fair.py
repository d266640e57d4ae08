"""Fair dice: nobody alone chooses them, and at the end everybody can recompute every one.

A fair game begins by publishing the hash of its secret (`Committed`); then every seat throws in a nonce, before any
die and without seeing the others' (`NoncesGiven`); the dice are keyed with both. When the game is over the secret is
told (`SecretRevealed`), and `verify` plays it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arbitro.dice.sources import SeededDice, commitment
from arbitro.engine.asks import Answer, Flow, Part, Refused, Ruling, TakeBack, ask_all
from arbitro.engine.events import Committed, Event, NoncesGiven, Rolled, SecretRevealed
from arbitro.engine.forms import Word
from arbitro.engine.state import State, Step

if TYPE_CHECKING:
    from arbitro.dice.sources import Dice
    from arbitro.engine.game import Game
    from arbitro.engine.ruleset import Ruleset

FAIR = "fair"
"""Key of a setup that holds the commitment of a fair game."""
RULE = "FAIR"
OPENING = "fair_opening"


def promised(setup: dict[str, Any], dice: Dice) -> dict[str, Any]:
    """A setup that begins with the commitment to the secret of its dice.

    Raises:
        ValueError: if the dice have no secret (scripted, typed).
    """
    secret = getattr(dice, "secret", None)
    if not isinstance(secret, bytes):
        raise ValueError("a fair game needs dice with a secret")
    return {**setup, FAIR: commitment(secret)}


def first_state(ruleset: Ruleset, setup: dict[str, Any]) -> State:
    """The first state of a game; a fair one opens with its commitment."""
    state = ruleset.setup(setup)
    if FAIR in setup:
        state.agenda = (Step(OPENING, (str(setup[FAIR]),)), *state.agenda)
    return state


def _opening(game: Game, commit: str) -> Flow[None]:
    game.do(Committed(commit=commit, rules=(RULE,)))
    parts = tuple(Part(seat, Word()) for seat in sorted(game.ruleset.seat_order(game.state)))
    given = yield from ask_all("nonce", parts)
    game.do(NoncesGiven(nonces=tuple(given[seat] for seat in sorted(given)), rules=(RULE,)))
    game.rekey()


ENGINE_STEPS: dict[str, Callable[..., Flow[None] | None]] = {OPENING: _opening}
"""Steps that every ruleset has."""


def reveal(game: Game) -> None:
    """Tell the secret of a fair game that is over."""
    secret = getattr(game.dice, "secret", None)
    if isinstance(secret, bytes):
        game.do(SecretRevealed(secret=secret.hex(), rules=(RULE,)))


class Finding(Struct, frozen=True):
    """What does not fit: ``commit``, ``nonces``, ``die``, ``event``, ``input``, ``length``; ``at``: its place."""

    code: str
    at: int = -1
    expected: str = ""
    found: str = ""


def replay(ruleset: Ruleset, setup: dict[str, Any], inputs: Sequence[Answer | Ruling | TakeBack], dice: Dice) -> Game:
    """The game of a setup, played again by its inputs.

    Raises:
        Refused: where an input does not fit.
    """
    from arbitro.engine.game import Game  # the game knows this module
    from arbitro.engine.history import take_back

    game = Game.new(ruleset, setup, dice)
    for one in inputs:
        if isinstance(one, Answer):
            game.answer(one)
        elif isinstance(one, Ruling):
            game.rule(one)
        else:
            take_back(game, one, alone=True)
    return game


def verify(
    ruleset: Ruleset,
    setup: dict[str, Any],
    inputs: Sequence[Answer | Ruling | TakeBack],
    journal: Sequence[Event],
    secret: bytes,
    nonces: Sequence[str] | None = None,
) -> list[Finding]:
    """What does not fit when a game is played again with its secret; an empty list proves every die.

    Args:
        ruleset: the rules, in the version the game was played by.
        setup: the game's setup.
        inputs: its answers, rulings and take-backs, in order.
        journal: its events.
        secret: what was revealed at the end.
        nonces: what the seats threw in, in order of seats, where they remember it.
    """
    findings = []
    told = next((e.commit for e in journal if isinstance(e, Committed)), setup.get(FAIR))
    if told != commitment(secret):
        findings.append(Finding("commit", 0, commitment(secret), str(told)))
    given = next((e.nonces for e in journal if isinstance(e, NoncesGiven)), ())
    if nonces is not None and tuple(nonces) != given:
        findings.append(Finding("nonces", 0, repr(tuple(nonces)), repr(given)))
    try:
        again = replay(ruleset, setup, inputs, SeededDice(secret)).journal
    except Refused as refused:
        return [*findings, Finding("input", found=refused.refusal.code)]
    for number, (expected, found) in enumerate(zip(again, journal, strict=False)):
        if expected != found:
            code = "die" if isinstance(expected, Rolled) and isinstance(found, Rolled) else "event"
            return [*findings, Finding(code, number, repr(expected), repr(found))]
    if len(again) != len(journal):
        findings.append(Finding("length", min(len(again), len(journal)), str(len(again)), str(len(journal))))
    return findings


__all__ = ["ENGINE_STEPS", "FAIR", "Finding", "first_state", "promised", "replay", "reveal", "verify"]

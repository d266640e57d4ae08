"""Stops: standing orders that answer for a seat, so that a person is asked only where it matters.

They live with the session, never in the game: what they answer enters the inputs like any other answer, marked
``by="stop"``, and no restore can disagree with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbitro.engine.asks import Answer, Decision
from arbitro.engine.forms import Form
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.players.opponents import Player

ASK, PASS = "ask", "pass"
ANY = "*"
PASSES: tuple[Value, ...] = (("pass",), "pass")


class Stops:
    """What a seat wants to be asked: ``{(window, rule): "ask" | "pass"}``, either of them ``"*"`` for any.

    The closest order decides: window and rule, then the window, then the rule, then all; without an order the seat is
    asked. A question is passed only if every rule it offers is to be passed.

    Raises:
        ValueError: for an order that is neither ``ask`` nor ``pass``.
    """

    def __init__(self, orders: Mapping[tuple[str, str], str] | None = None) -> None:
        self.orders: dict[tuple[str, str], str] = {}
        for (window, rule), word in (orders or {}).items():
            self.set(window, rule, word)

    def set(self, window: str, rule: str, word: str) -> None:
        """Give an order; see the class."""
        if word not in (ASK, PASS):
            raise ValueError(f"a stop is {ASK!r} or {PASS!r}, not {word!r}")
        self.orders[window, rule] = word

    def order(self, window: str, rule: str) -> str:
        """The order that holds for a rule at a window."""
        for key in ((window, rule), (window, ANY), (ANY, rule), (ANY, ANY)):
            if key in self.orders:
                return self.orders[key]
        return ASK

    def passes(self, decision: Decision, form: Form) -> Value | None:
        """The pass that answers a question by these orders, None where the seat is to be asked."""
        if not self.orders or decision.kind not in ("respond", "may"):
            return None
        window = str(decision.about.get("window", decision.about.get("what", "")))
        rules = [str(decision.about["rule"])] if decision.kind == "may" else _rules(form)
        if any(self.order(window, rule) == ASK for rule in rules or [ANY]):
            return None
        return next((value for value in PASSES if form.refusal(value) is None), None)


def _rules(form: Form) -> list[str]:
    return [str(option.key) for option in form.options() or () if option.key != "pass"]


class StoppedPlayer:
    """A player with stops: what they pass is passed, the rest is the player's own."""

    def __init__(self, player: Player, stops: Stops) -> None:
        self.player, self.stops = player, stops

    def answer(self, game: Game, seat: Seat) -> Value:
        """The answer to the pending question."""
        assert game.pending is not None
        passed = self.stops.passes(game.pending, game.form(seat))
        return passed if passed is not None else self.player.answer(game, seat)

    def interject(self, game: Game, seat: Seat) -> Value | None:
        """Something to do in a free part of the pending question, or None."""
        return self.player.interject(game, seat)


def let_stops_answer(game: Game, stops: Mapping[Seat, Stops]) -> int:
    """Answer by the seats' stops until a question stands that somebody wants to be asked; returns how many were."""
    number = 0
    while (pending := game.pending) is not None:
        passed = None
        for seat in pending.seats:
            passed = stops[seat].passes(pending, game.form(seat)) if seat in stops else None
            if passed is not None:
                game.answer(Answer(pending.id, seat, passed, by="stop"))
                number += 1
                break
        if passed is None:
            break
    return number


__all__ = ["ANY", "ASK", "PASS", "StoppedPlayer", "Stops", "let_stops_answer"]

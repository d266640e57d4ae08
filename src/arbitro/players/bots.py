"""Programs that play a seat over standard input and output, one line of JSON at a time (docs/bots.md).

A bot hears ``hello``, then ``ask`` for each of its decisions, ``refused`` where an answer was no legal one, and
``end``. It is shown what its seat may see, and nothing of the dice.
"""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from arbitro.engine.asks import Answer, Decision
from arbitro.engine.forms import Number
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value, plain
from arbitro.players.choices import choices

PROTOCOL = 1
SECONDS = 30.0
"""How long a bot may think about one answer."""
TRIES = 3
"""Answers that are no legal ones, one after the other, before a bot is given up."""
LISTED = 256
"""Answers that are listed for it to choose from by number."""
LONGEST = 1 << 20
"""Bytes of one line."""
FAREWELL = 2.0
"""Seconds a bot has to leave when the game is over."""


class BotFailed(Exception):
    """A bot cannot go on.

    Attributes:
        code: ``absent`` (it cannot be started), ``gone``, ``silent``, ``garbled`` or ``stubborn`` (illegal answers).
        facts: ``seat``, ``command``, and what there is to say: ``why``, ``seconds``, ``line``, ``tries``.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(f"{code}: {facts}")
        self.code, self.facts = code, facts


class BotPlayer:
    """A player that is another program.

    Args:
        command: how to start it, as one would type it.
        seat: the seat it plays.
        seconds: how long it may think about one answer.

    Raises:
        BotFailed: ``absent``, where there is no such program.
    """

    def __init__(self, command: str, seat: Seat, *, seconds: float = SECONDS) -> None:
        self.command, self.seat, self.seconds = command, seat, seconds
        try:
            words = shlex.split(command, posix=os.name != "nt")
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name != "nt"
            )
        except (OSError, ValueError, IndexError) as error:
            raise self._failure("absent", why=getattr(error, "strerror", None) or str(error)) from error
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._ear = threading.Thread(target=self._listen, daemon=True)
        self._ear.start()
        self._greeted = False
        self._told = 0

    # --- as a player --------------------------------------------------------------------------------

    def answer(self, game: Game, seat: Seat) -> Value:
        """The bot's answer to the pending question, checked.

        Raises:
            BotFailed: where it does not give a legal one in time.
        """
        pending = game.pending
        assert pending is not None
        if not self._greeted:
            self._greeted = True
            seats = game.ruleset.seat_order(game.state)
            self._say(type="hello", protocol=PROTOCOL, ruleset=game.ruleset.name, seat=seat, seats=sorted(seats))
        question = self._question(game, seat, pending)
        self._say(**question)
        for left in reversed(range(TRIES)):
            value, why = self._reply(question)
            if why is None:
                refusal = game.why_not(Answer(pending.id, seat, value))
                if refusal is None:
                    return value
                why = {"code": refusal.code, "facts": refusal.facts, "rules": refusal.rules}
            if left:
                self._say(type="refused", decision=pending.id, left=left, **why)
        raise self._failure("stubborn", tries=TRIES)

    def interject(self, game: Game, seat: Seat) -> Value | None:
        """A bot is asked what it must answer, and nothing else."""
        return None

    def close(self, result: str | None = None) -> None:
        """Say good-bye, with the result if the game is over, and end the program if it does not leave."""
        with suppress(BotFailed, OSError):
            if result is not None:
                self._say(type="end", result=result)
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._ear.join(FAREWELL)
        if not self._ear.is_alive():  # else a child of the program still holds the other end
            assert self._process.stdout is not None
            self._process.stdout.close()

    # --- what is said -------------------------------------------------------------------------------

    def _question(self, game: Game, seat: Seat, pending: Decision) -> dict[str, Any]:
        form = game.form(seat)
        listed = choices(form, pending, LISTED)
        limits = {"lo": form.lo, "hi": form.hi} if isinstance(form, Number) else {}
        self._told = min(self._told, len(game.journal))
        fresh = [shown for event in game.journal[self._told :] if (shown := event.shown_to(seat)) is not None]
        self._told = len(game.journal)
        return {
            "type": "ask",
            "decision": pending.id,
            "kind": pending.kind,
            "about": pending.about,
            "form": {"kind": form.kind, **limits},
            "answers": listed.values,
            "complete": listed.complete,
            "default": form.default(),
            "view": game.ruleset.view(game.state, seat),
            "events": fresh,
        }

    def _say(self, **message: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error

    # --- what is heard ------------------------------------------------------------------------------

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST + 1):
                self._lines.put(line)
        self._lines.put(None)

    def _reply(self, question: dict[str, Any]) -> tuple[Value, dict[str, Any] | None]:
        """The value that the bot answers with; or why its line is no answer to this question."""
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            raise self._failure("silent", seconds=f"{self.seconds:g}") from None
        if line is None:
            raise self._gone()
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            raise self._failure("garbled", line=line[:60].decode(errors="replace").strip()) from None
        if not isinstance(said, dict):
            raise self._failure("garbled", line=line[:60].decode(errors="replace").strip())
        return _meant(said, question["answers"], question["decision"])

    def _gone(self) -> BotFailed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        return self._failure("gone", status=self._process.returncode)

    def _failure(self, code: str, **facts: Any) -> BotFailed:
        return BotFailed(code, seat=self.seat, command=self.command, **facts)


def _meant(said: dict[str, Any], answers: Sequence[Value], decision: str) -> tuple[Value, dict[str, Any] | None]:
    """The value that a bot's message means; or why it means none."""
    if said.get("decision", decision) != decision:
        return None, {"code": "stale", "facts": {"decision": str(said["decision"])}, "rules": ()}
    if "pick" in said:
        number = said["pick"]
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(answers):
            return answers[number], None
        return None, {"code": "not_in_range", "facts": {"lo": 0, "hi": len(answers) - 1}, "rules": ()}
    try:
        return plain(said["answer"]), None
    except KeyError:
        return None, {"code": "no_answer", "facts": {}, "rules": ()}
    except TypeError:
        return None, {"code": "not_plain", "facts": {}, "rules": ()}


__all__ = ["BotFailed", "BotPlayer"]

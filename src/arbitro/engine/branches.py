"""Every outcome of the dice: one game, played again and again, each time with other dice than before.

A flow cannot be copied, so whoever wants to see what follows another face plays the Step once more. Only what came
before is played along the tape: the dice as they fell, and the answers as they were given, which nobody has to find
again. Where nothing moved, began, ended or was borne anew since the Step began, what was worked out about it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from arbitro.dice.walk import ONE, Walk
from arbitro.engine.asks import Entry
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.history import unborn
from arbitro.engine.state import State
from arbitro.engine.timeline import Checkpoint


class Branch(NamedTuple):
    """A roll that falls otherwise: where its Step begins, what came before it, what it comes to, how likely that is.

    ``kind`` is "" where a Step is to be played from its beginning, or from the end of ``head``.
    """

    start: Checkpoint
    head: Sequence[Entry]
    journal: Sequence[Event]
    weight: Fraction
    kind: str = ""
    value: Any = None


class Branches:
    """A game and the branches of it that are still to be played.

    At first that is one: the game as it stands, at its question. `play` takes one up and comes to rest at the next
    question or at the end of the Step; `close` or `go_on` there, and the other faces of what was rolled are ``open``.

    Args:
        game: a game at a decision; it is not touched.
        log: keep a journal.

    Attributes:
        game: the one that plays.
        weight: how likely the path is that it has taken.
    """

    def __init__(self, game: Game, *, log: bool = False) -> None:
        self.game = unborn(game, Walk(), log=log)
        self.open: list[Branch] = []
        self._walk = Walk()
        self._noted = self._drawn = 0
        self._told = -1
        last = game.checkpoints[-1]
        self.open.append(Branch(Checkpoint(last.state, 0, 0), game.tape[last.tape_no :], (), ONE))

    @property
    def weight(self) -> Fraction:
        """How likely the path is that was played."""
        return self._walk.weight

    @property
    def events(self) -> Sequence[Event]:
        """What has happened on it: since the question at which the game stood, or in the Step that was entered."""
        return self.game.journal[self._told :]

    def enter(self, state: State, weight: Fraction) -> None:
        """Have the next Step of a state played, which comes up so often."""
        self._told = 0
        self.open.append(Branch(Checkpoint(state, 0, 0), (), (), weight))

    def play(self, branch: Branch) -> None:
        """Play a branch, to the next question or the end of the Step."""
        tape = [*branch.head, Entry(branch.kind, branch.value)] if branch.kind else [*branch.head]
        self._walk, self._noted, self._drawn = Walk(branch.weight), len(tape), 0
        self.game.relive(branch.start, tape, branch.journal, self._walk)
        if self._told < 0:
            self._told = len(self.game.journal)

    def close(self) -> None:
        """Note what else the dice of this Step could have come to: call it when the Step is over."""
        draws, tape = self._walk.draws, self.game.tape
        if self._drawn < len(draws):
            start, journal = self.game.checkpoints[-1], self.game.journal
            for place in range(self._noted, len(tape)):
                kind = tape[place].kind
                if kind in ("faces", "result"):
                    weight, branches = draws[self._drawn]
                    self._drawn += 1
                    if len(branches) > 1:
                        head = tape[:place]
                        self.open += [
                            Branch(start, head, journal, part if weight is ONE else weight * part, kind, value)
                            for value, part in branches[1:]
                        ]
        self._noted = len(tape)

    def go_on(self) -> bool:
        """Close a Step and play the next, if there is one."""
        self.close()
        state = self.game.state
        if state.result or not state.agenda:
            return False
        self.game.stop_at_step = state.step_no + 1
        self.game.resume()
        return True

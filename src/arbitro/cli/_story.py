"""The story of a game at the terminal: its events as lines under turns, hands and actions."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.cli._talk import Screen
from arbitro.content.scene import ACTION, HAND, TURN
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.events import Began, Closed, Event, Rolled
from arbitro.engine.state import State
from arbitro.engine.values import RuleId


class Story:
    """Prints events once each; ``with_rules`` adds the clauses behind every line."""

    def __init__(self, screen: Screen, ruleset: TabletopRuleset, *, with_rules: bool = False) -> None:
        self.screen, self.ruleset, self.with_rules = screen, ruleset, with_rules
        self.recent: list[Event] = []
        self._acting = False
        self._rolling = ""

    def tell(self, state: State, events: Sequence[Event]) -> None:
        """Print the lines of new events; a die that its outcome shows again is told once."""
        for number, event in enumerate(events):
            if isinstance(event, Began | Closed):
                self._acting = False
            text = self.ruleset.sentence(state, event, self.screen.lang)
            if text and not self._retold(event, events[number + 1 :]):
                self._line(event, text)

    def _retold(self, event: Event, later: Sequence[Event]) -> bool:
        """Whether an outcome that follows shows the same die; one that was thrown again is always told."""
        if not isinstance(event, Rolled):
            if hasattr(event, "sides"):
                self._rolling = ""
            return False
        again, self._rolling = self._rolling == event.by, event.by
        return not again and told_again(event, later)

    def _line(self, event: Event, text: str) -> None:
        rank = self.ruleset.heading(event)
        if rank:
            self.recent, self._rolling = [], ""
        self.recent.append(event)
        if rank == TURN:
            self.screen.raw()
            self.screen.heading(text)
        elif rank == HAND:
            self.screen.raw()
            self.screen.line(text, style="bold")
        else:
            cited = f"  [{', '.join(dict.fromkeys(event.rules))}]" if self.with_rules and event.rules else ""
            self.screen.line(text + cited, indent=2 if rank == ACTION or not self._acting else 4)
        if rank:
            self._acting = rank == ACTION

    def recent_rules(self) -> list[RuleId]:
        """The clauses behind the lines since the last heading."""
        return list(dict.fromkeys(rule for event in self.recent for rule in event.rules))


def told_again(roll: Rolled, later: Sequence[Event]) -> bool:
    """Whether an outcome before the next roll shows the same die: who rolled it, its size and its face."""
    for event in later:
        if isinstance(event, Rolled):
            return False
        if getattr(event, "sides", 0) == roll.sides and getattr(event, "actor", "") == roll.by:
            return (getattr(event, "face", 0),) == roll.faces
    return False

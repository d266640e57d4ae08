"""The story of a game at the terminal: its events as lines under turns, hands and actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitro.cli._talk import Screen
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.events import Event, Rolled
from arbitro.engine.state import State
from arbitro.engine.values import RuleId

TURN, HAND, ACTION = 1, 2, 3


class Story:
    """Prints events once each; ``with_rules`` adds the clauses behind every line."""

    def __init__(self, screen: Screen, ruleset: TabletopRuleset, *, with_rules: bool = False) -> None:
        self.screen, self.ruleset, self.with_rules = screen, ruleset, with_rules
        self.recent: list[Event] = []
        self._acting = False

    def tell(self, state: State, events: Sequence[Event]) -> None:
        """Print the lines of new events."""
        for event, text in told(self.ruleset, state, events, self.screen.lang):
            self._line(event, text)

    def _line(self, event: Event, text: str) -> None:
        rank = self.ruleset.heading(event)
        if rank:
            self.recent = []
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


def told(ruleset: TabletopRuleset, state: State, events: Sequence[Event], lang: str) -> Iterator[tuple[Event, str]]:
    """Events with their sentences; books are left out, and dice that a later line tells again."""
    for number, event in enumerate(events):
        if isinstance(event, Rolled) and told_again(event, events[number + 1 :]):
            continue
        text = ruleset.sentence(state, event, "it" if lang == "it" else "en")
        if text:
            yield event, text


def told_again(roll: Rolled, later: Sequence[Event]) -> bool:
    """Whether the outcome that follows a roll shows the same die: who rolled it, its size and its face."""
    for event in later:
        if isinstance(event, Rolled):
            return False
        if getattr(event, "sides", 0) == roll.sides and getattr(event, "actor", "") == roll.by:
            return (getattr(event, "face", 0),) == roll.faces
    return False

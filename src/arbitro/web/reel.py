"""A game's journal, told: an entry for each event in each language in use, and the state at any of them.

A `Reel` walks the journal once, event by event, on a state of its own, so that an entry is always worded by how things
stood then, whoever asks and whenever: a fresh snapshot and one kept up to date by patches say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitro.content.errors import Lang
from arbitro.content.scene import Entry
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Seat

STRIDE = 64
"""A state is kept after every so many events: any other is a few steps from one that is kept."""

PIECE = 100
"""Events that are told in one step: a few milliseconds."""


class Reel:
    """The journal of one game.

    Args:
        rules: the game's rules, whose sentences are used.
        first: the state of its setup, before any event.
    """

    def __init__(self, rules: TabletopRuleset, first: State) -> None:
        self.rules = rules
        self.events: list[Event] = []
        self._state = first.copy()
        self._kept: list[State] = [first.copy()]
        self._told: dict[Lang, list[Entry | None]] = {}
        self._cuts = 0

    def follow(self, journal: Sequence[Event]) -> int:
        """Take in a journal that went on, or went back and on; returns how many events are as they were."""
        same = self._same(journal)
        if same < len(self.events):
            self._cut(same)
        for event in journal[same:]:
            at = len(self.events)
            event.apply(self._state)
            self.events.append(event)
            if len(self.events) % STRIDE == 0:
                self._kept.append(self._state.copy())
            for lang, entries in self._told.items():
                entries.append(self.rules.entry(self._state, event, at, lang))
        return same

    def _same(self, journal: Sequence[Event]) -> int:
        """How long the beginning is that both have: events that were replayed are other objects, but equal."""
        most = min(len(journal), len(self.events))
        same = most
        while same and journal[same - 1] is not self.events[same - 1]:
            same -= 1
        while same < most and journal[same] == self.events[same]:
            same += 1
        return same

    def _cut(self, length: int) -> None:
        self._cuts += 1
        self._state = self.state_at(length)
        del self.events[length:]
        del self._kept[length // STRIDE + 1 :]
        for entries in self._told.values():
            del entries[length:]

    def state_at(self, length: int) -> State:
        """A state of one's own, as it was after the first ``length`` events."""
        length = max(0, min(length, len(self.events)))
        state = self._kept[length // STRIDE].copy()
        for event in self.events[length // STRIDE * STRIDE : length]:
            event.apply(state)
        return state

    def entries(self, seats: Sequence[Seat], lang: Lang, start: int = 0) -> Iterator[Entry]:
        """The lines that seats (none: a spectator) may read, of the events from number ``start`` on."""
        told = self._in(lang)
        for at in range(start, len(self.events)):
            event = self.events[at]
            shown = seen_by(event, seats)
            if shown is event:
                entry = told[at]
            elif shown is not None:
                entry = self.rules.entry(self.state_at(at + 1), shown, at, lang)
            else:
                entry = None
            if entry is not None:
                yield entry

    def _in(self, lang: Lang) -> list[Entry | None]:
        """The entries in a language, told from the beginning where nobody has read it here yet."""
        for _ in self.telling(lang):
            pass
        return self._told[lang]

    def telling(self, lang: Lang) -> Iterator[None]:
        """Tell the journal in a language nobody has read here yet, a piece at each step; it may grow meanwhile."""
        while lang not in self._told:
            cuts, told, state = self._cuts, list[Entry | None](), self._kept[0].copy()
            while cuts == self._cuts and len(told) < len(self.events):
                for event in self.events[len(told) : len(told) + PIECE]:
                    event.apply(state)
                    told.append(self.rules.entry(state, event, len(told), lang))
                yield
            if cuts == self._cuts:
                self._told[lang] = told


def seen_by(event: Event, seats: Sequence[Seat]) -> Event | None:
    """What seats together see of an event; with none, what is open to everybody."""
    for seat in seats or ("",):
        shown = event.shown_to(seat)
        if shown is not None:
            return shown
    return None

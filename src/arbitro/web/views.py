"""What one kind of onlooker sees of a table: the seats they hold, in one language.

All connections with the same seats and language share a `View`: it is computed once after each row of the log, and the
same bytes go to all of them. A view remembers what it showed last, so that an update holds only what changed.

The players at a referee's desk have a `VeiledView`: it numbers only what they see, and says nothing where nothing of it
changed, so that neither a gap nor an empty message tells that something secret happened.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from arbitro.content.deskview import DeskView
from arbitro.content.errors import Lang
from arbitro.content.scene import Entry, Scene
from arbitro.engine.values import REFEREE, Seat
from arbitro.web.protocol import ChatLine, Question, Snapshot, TableView, TakenBack, Update, Waiting
from arbitro.web.questions import questions

if TYPE_CHECKING:
    from arbitro.web.table import Table

T = TypeVar("T")
ENCODER = msgspec.json.Encoder()


class View:
    """The table as some seats see it in one language.

    Args:
        table: the table.
        seats: the seats seen, in the order of the game; none for a spectator.
        lang: the language.
    """

    def __init__(self, table: Table, seats: tuple[Seat, ...], lang: Lang) -> None:
        self.table, self.seats, self.lang = table, seats, lang
        self.entries: list[Entry] = []
        self._read = 0
        """How many events of the journal the entries tell of."""
        self.seq = -1
        self.scene: Scene
        self.asked: tuple[Question, ...] = ()
        self.waiting: Waiting
        self.around: TableView
        self.desk: DeskView | None

    @property
    def number(self) -> int:
        """The number of the last message that changed something."""
        return self.seq

    def number_of(self, row: int) -> int:
        """The number of the message that told of a row."""
        return row

    def stand(self) -> None:
        """Be up to date, whatever was shown before."""
        if self.seq != self.table.seq:
            self._cut(self.table.unchanged_since(self.seq))
            self._look()
            self._tell()

    def _look(self) -> None:
        table = self.table
        self.scene = table.scene(self.seats, self.lang)
        self.asked = questions(table.rules, table.game, self.seats, self.lang)
        self.waiting = table.waiting(self.lang)
        self.around = table.view(self.seats, self.lang)
        self.desk = table.desk(self.seats, self.lang)
        self.seq = table.seq

    def _cut(self, events: int) -> None:
        """Forget the lines of all events but the first so many."""
        while self.entries and self.entries[-1].at >= events:
            self.entries.pop()
        self._read = min(self._read, events)

    def _tell(self) -> int:
        """Tell what the journal holds beyond what was told; returns where the new lines begin."""
        before = len(self.entries)
        self.entries += self.table.reel.entries(self.seats, self.lang, self._read)
        self._read = len(self.table.reel.events)
        return before

    def snapshot(self, since: int = -1, have: int = 0) -> bytes:
        """Everything; of the journal only what somebody lacks who heard all up to ``since`` and has ``have`` lines."""
        self.stand()
        return self._whole(min(have, self._still_right(since)))

    def _whole(self, start: int) -> bytes:
        """Everything; of the journal from line ``start`` on."""
        return ENCODER.encode(
            Snapshot(
                seq=self.number,
                table=self.table.view(self.seats, self.lang),  # who is there changes between rows
                scene=self.scene,
                journal_from=start,
                journal=tuple(self.entries[start:]),
                undone=self.traces(),
                chat=self.chat(),
                questions=self.asked,
                waiting=self.waiting,
                lang=self.lang,
                desk=self.desk,
            )
        )

    def _still_right(self, since: int) -> int:
        """How many lines of somebody who last heard of row ``since`` are still in the journal."""
        events = self.table.unchanged_since(since)
        return sum(entry.at < events for entry in self.entries) if events < self._read else len(self.entries)

    def again(self) -> bytes | None:
        """After a row that went back: everything that is not as it was, the view is up to date then."""
        return self.snapshot(self.table.seq - 1, len(self.entries))

    def update(self) -> bytes | None:
        """What changed by the last row, as a message; the view is up to date then."""
        return ENCODER.encode(self._changes())

    def _changes(self) -> Update:
        scene, asked, waiting, around, desk = self.scene, self.asked, self.waiting, self.around, self.desk
        heard = self.seq
        self._look()
        new = self._tell()
        old = {figure.id: figure for figure in scene.figures}
        here = {figure.id for figure in self.scene.figures}
        return Update(
            seq=self.number,
            table=_new(self.around, around),
            standing=_new(self.scene.standing, scene.standing),
            result=_new(self.scene.result, scene.result),
            chips=_new(self.scene.chips, scene.chips),
            sides=_new(self.scene.sides, scene.sides),
            figures=tuple(f for f in self.scene.figures if _new(f, old.get(f.id)) is not None),
            gone=tuple(id for id in old if id not in here),
            board=_new(self.scene.board, scene.board),
            marks=_new(self.scene.marks, scene.marks),
            journal=tuple(self.entries[new:]),
            chat=self.chat(heard),
            questions=_new(self.asked, asked),
            waiting=_new(self.waiting, waiting),
            desk=_new(self.desk, desk),
        )

    def chat(self, since: int = -1) -> tuple[ChatLine, ...]:
        """What was said after a row."""
        return self.table.chat_in(self.lang, since)

    def traces(self) -> tuple[TakenBack, ...]:
        """What was undone."""
        return self.table.traces(self.seats, self.lang)

    def event_at(self, at: int) -> int:
        """The event of the journal that a line with this number tells of."""
        return at


class VeiledView(View):
    """What the players see of a referee's desk: messages, lines of the journal and of the chat are counted as they come
    to them, so that what happens in secret takes no number."""

    def __init__(self, table: Table, seats: tuple[Seat, ...], lang: Lang) -> None:
        super().__init__(table, seats, lang)
        self._number = 0
        self._events: list[int] = []
        """For each line the event that it tells of."""
        self._said: dict[int, int] = {}
        """For each row that is a line of the chat which line it is."""

    @property
    def number(self) -> int:
        return self._number

    def number_of(self, row: int) -> int:
        return self._number

    def _cut(self, events: int) -> None:
        while self._events and self._events[-1] >= events:
            self._events.pop()
            self.entries.pop()
        self._read = min(self._read, events)

    def _tell(self) -> int:
        before = super()._tell()
        for at in range(before, len(self.entries)):
            self._events.append(self.entries[at].at)
            self.entries[at] = replace(self.entries[at], at=at)
        return before

    def _still_right(self, since: int) -> int:
        return 0  # the numbers that somebody brings may be those of another day's view

    def again(self) -> bytes | None:
        before, lines = self._seen(), list(self.entries)
        self.stand()
        if self._seen() == before and self.entries == lines:
            return None
        self._number += 1
        return self._whole(0)

    def _seen(self) -> tuple[object, ...]:
        return (self.scene, self.asked, self.waiting, self.around, self.desk, self._traced)

    def _look(self) -> None:
        super()._look()
        self._traced = super().traces()

    def update(self) -> bytes | None:
        changes = self._changes()
        if changes == Update(seq=self._number):
            return None
        self._number += 1
        return ENCODER.encode(replace(changes, seq=self._number))

    def chat(self, since: int = -1) -> tuple[ChatLine, ...]:
        lines = super().chat(since)
        return tuple(replace(line, seq=self._said.setdefault(line.seq, len(self._said))) for line in lines)

    def traces(self) -> tuple[TakenBack, ...]:
        return tuple(replace(trace, at=self._line_of(trace.at)) for trace in super().traces())

    def _line_of(self, event: int) -> int:
        """The last line that tells of this event or of one before it, -1 if there is none."""
        return bisect_right(self._events, event) - 1

    def event_at(self, at: int) -> int:
        return self._events[min(at, len(self._events) - 1)] if self._events and at >= 0 else -1


def view_of(table: Table, seats: tuple[Seat, ...], lang: Lang) -> View:
    """How those who hold these seats see a table."""
    kind = VeiledView if table.is_desk and REFEREE not in seats else View
    return kind(table, seats, lang)


def _new(now: T, before: T | None) -> T | None:
    """A part of the view if it is another than before; most are the very same object."""
    return None if now is before or now == before else now

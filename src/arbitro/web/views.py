"""What one kind of onlooker sees of a table: the seats they hold, in one language.

All connections with the same seats and language share a `View`: it is computed once after each row of the log, and the
same bytes go to all of them. A view remembers what it showed last, so that an update holds only what changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from arbitro.content.deskview import DeskView
from arbitro.content.errors import Lang
from arbitro.content.scene import Entry, Scene
from arbitro.engine.values import Seat
from arbitro.web.protocol import Question, Snapshot, TableView, Update, Waiting
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
        start = min(have, self._still_right(since))
        table = self.table
        return ENCODER.encode(
            Snapshot(
                seq=self.seq,
                table=table.view(self.seats, self.lang),  # who is there changes between rows
                scene=self.scene,
                journal_from=start,
                journal=tuple(self.entries[start:]),
                undone=table.traces(self.seats, self.lang),
                chat=table.chat_in(self.lang),
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

    def update(self) -> bytes:
        """What changed by the last row, as a message; the view is up to date then."""
        scene, asked, waiting, around, desk = self.scene, self.asked, self.waiting, self.around, self.desk
        heard = self.seq
        self._look()
        new = self._tell()
        old = {figure.id: figure for figure in scene.figures}
        here = {figure.id for figure in self.scene.figures}
        return ENCODER.encode(
            Update(
                seq=self.seq,
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
                chat=self.table.chat_in(self.lang, heard),
                questions=_new(self.asked, asked),
                waiting=_new(self.waiting, waiting),
                desk=_new(self.desk, desk),
            )
        )


def _new(now: T, before: T | None) -> T | None:
    """A part of the view if it is another than before; most are the very same object."""
    return None if now is before or now == before else now

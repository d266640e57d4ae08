"""What the other processes of a server know about a table and nobody stores: who is there, and what is being dragged.

`tables` has one `Elsewhere` for each table in memory. A process whispers how many people it has at a table when that
changes, when another asks, and again every `REPEAT_SECONDS` while it has any; it asks when it takes a table into its
memory. Those of a process that has been silent for `SILENT_SECONDS` are forgotten: it was killed, or cut off. Of what
somebody drags the newest is whispered, some ten times a second at the most, while anybody is there to see it. All of it
may get lost: the next makes up for it. Where the store serves one process alone, nothing is whispered and none heard.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from arbitro.engine.values import Seat
from arbitro.storage.store import Store
from arbitro.web.protocol import Ghost

EVERY_SECONDS = 0.1
"""Between two whispers about the same thing."""
REPEAT_SECONDS = 20.0
SILENT_SECONDS = 60.0
MOST_KINDS = 4
"""So many ghosts of a seat wait to be whispered together: a drag that ends while a ruler begins, say."""

_logger = logging.getLogger(__name__)


class Here(Struct, frozen=True, tag="here"):
    """How many connections a process has at a table: for each seat, and without any."""

    seats: dict[Seat, int] = {}
    spectators: int = 0


class Who(Struct, frozen=True, tag="who"):
    """Asks the others who is there."""


class Dragged(Struct, frozen=True, tag="dragged"):
    """What somebody drags or measures."""

    by: Seat
    ghosts: tuple[Ghost, ...]


NOBODY = Here()
_PRESENCE = ""
"""What `Here` is paced as; ghosts are paced as their seat."""
_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[Here | Who | Dragged] = msgspec.msgpack.Decoder(Here | Who | Dragged)


class Elsewhere:
    """The other processes at one table; see the module.

    Args:
        store: carries the whispers.
        game: the game's id.
        on_people: called when `people` has changed.
        on_ghost: called with what somebody at another process drags.
    """

    def __init__(
        self, store: Store, game: str, on_people: Callable[[], None], on_ghost: Callable[[Seat, Ghost], None]
    ) -> None:
        self._store, self._game, self._on_people, self._on_ghost = store, game, on_people, on_ghost
        self._own = NOBODY
        self._people: dict[str, tuple[Here, asyncio.TimerHandle]] = {}
        """By process, with what forgets it."""
        self._waiting: dict[str, Here | Dragged] = {}
        self._pace: dict[str, asyncio.TimerHandle] = {}
        self._again: asyncio.TimerHandle | None = None
        self._end: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Hear the others, and ask them who is there."""
        self._end = self._store.hear(self._game, self._heard)
        self._whisper(Who())

    def close(self) -> None:
        """Hear no more, and take leave."""
        self._end()
        if self._own != NOBODY or _PRESENCE in self._waiting:
            self._whisper(NOBODY)
        timers = [*self._pace.values(), *(timer for _, timer in self._people.values())]
        for timer in (*timers, *([self._again] if self._again else ())):
            timer.cancel()

    def people(self) -> Iterator[Here]:
        """Who is there, at each of the other processes."""
        return (here for here, _ in self._people.values())

    def own(self, here: Here) -> None:
        """Say who is there at this process, if that is new."""
        if here != self._own:
            self._own = here
            self._tell_own()

    def ghost(self, by: Seat, ghost: Ghost) -> None:
        """Show the others what somebody at this process drags, if there are any."""
        if not self._people:
            return
        before = self._waiting.get(by)
        others = [one for one in before.ghosts if one.kind != ghost.kind] if isinstance(before, Dragged) else []
        self._soon(by, Dragged(by, (*others, ghost)[-MOST_KINDS:]))

    # --- whispering -----------------------------------------------------------------------------------

    def _tell_own(self) -> None:
        self._soon(_PRESENCE, self._own)
        if self._again is not None:
            self._again.cancel()
            self._again = None
        if self._own != NOBODY and self._store.shared:
            self._again = asyncio.get_running_loop().call_later(REPEAT_SECONDS, self._tell_own)

    def _soon(self, what: str, whisper: Here | Dragged) -> None:
        """Whisper at once, or, in place of what waits, when it is time."""
        if self._store.shared:
            self._waiting[what] = whisper
            if what not in self._pace:
                self._next(what)

    def _next(self, what: str) -> None:
        whisper = self._waiting.pop(what, None)
        if whisper is None:
            self._pace.pop(what, None)
            return
        self._whisper(whisper)
        self._pace[what] = asyncio.get_running_loop().call_later(EVERY_SECONDS, self._next, what)

    def _whisper(self, whisper: Here | Who | Dragged) -> None:
        self._store.whisper(self._game, _ENCODER.encode(whisper))

    # --- hearing --------------------------------------------------------------------------------------

    def _heard(self, origin: str, payload: bytes) -> None:
        try:
            whisper = _DECODER.decode(payload)
        except msgspec.MsgspecError:
            _logger.debug("game %s: another version of this program whispers what this one cannot read", self._game)
            return
        if isinstance(whisper, Dragged):
            for ghost in whisper.ghosts:
                self._on_ghost(whisper.by, ghost)
        elif isinstance(whisper, Here):
            self._count(origin, whisper)
        elif self._own != NOBODY:
            self._tell_own()

    def _count(self, origin: str, here: Here) -> None:
        before, timer = self._people.pop(origin, (NOBODY, None))
        if timer is not None:
            timer.cancel()
        if here != NOBODY:
            forget = asyncio.get_running_loop().call_later(SILENT_SECONDS, self._count, origin, NOBODY)
            self._people[origin] = (here, forget)
        if here != before:
            self._on_people()

"""What is thrown into fair dice beside their secret: a word of each seat, promised before any is told.

Whoever runs the server knows the secret and may play too: they must not be able to choose their word once they know
the others'. So every page first promises its word by its hash, and only when all people have promised does each tell
its own; a word that does not fit its promise is refused. The words of computers, and of programs that promise nothing,
follow from the secret, which was itself promised before them all. `tables` writes the rows, a `table.Table` takes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from arbitro.dice.sources import commitment
from arbitro.engine.values import Seat
from arbitro.web.protocol import OpeningView
from arbitro.web.refusals import Unwilling
from arbitro.web.rows import Pledged, Thrown

LONGEST_WORD = 40
WORD_BYTES = 16
_PLEDGE = re.compile("[0-9a-f]{64}")


def drawn(secret: bytes, seat: Seat) -> str:
    """The word of a seat that throws in none itself: it follows from the secret of the dice.

    >>> drawn(b"secret", "a") == drawn(b"secret", "a") != drawn(b"secret", "b")
    True
    """
    return blake2b(secret + f"/{seat}".encode(), digest_size=WORD_BYTES).hexdigest()


def promise(word: str) -> str:
    """The hash by which a page promises its word."""
    return commitment(word.encode())


class Opening:
    """The words of one game as far as they are promised and told.

    Attributes:
        pledges: what seats have promised, as hashes.
        words: what was told: promised words, and those that the server drew for a page without one.
        anew: how often it began again because a seat had lost the word it had promised.
    """

    def __init__(self) -> None:
        self.pledges: dict[Seat, str] = {}
        self.words: dict[Seat, str] = {}
        self.anew = 0

    # --- rows -----------------------------------------------------------------------------------------

    def take(self, row: Pledged | Thrown) -> None:
        """Take a row of the log."""
        if isinstance(row, Thrown):
            self.words[row.seat] = row.word
            return
        told = [seat for seat in self.words if seat in self.pledges]
        if told:  # another promise after words were told: whoever makes it knows them, so that none may count
            for seat in told:
                del self.words[seat]
            self.pledges.clear()
            self.anew += 1
        self.pledges[row.seat] = row.hash

    # --- what is asked for ----------------------------------------------------------------------------

    def promised(self, seats: Sequence[Seat], pledge: str, secret: bytes, *, again: bool) -> list[Pledged | Thrown]:
        """The rows by which some seats promise; ``again``: also in place of a promise whose word was not told yet.

        Raises Unwilling.
        """
        if pledge and not _PLEDGE.fullmatch(pledge):
            raise Unwilling("not_a_message", why="pledge")
        open_ = [seat for seat in seats if seat not in self.words]
        if not pledge:
            return [Thrown(seat, drawn(secret, seat)) for seat in open_ if seat not in self.pledges]
        wanted = [seat for seat in open_ if seat not in self.pledges or (again and self.pledges[seat] != pledge)]
        return [Pledged(seat, pledge) for seat in wanted]

    def told(self, seats: Sequence[Seat], word: str, people: Iterable[Seat]) -> list[Pledged | Thrown]:
        """The rows by which some seats tell their word. Raises Unwilling ``promise_first``, ``wrong_word``."""
        if self.missing(people):
            raise Unwilling("promise_first")
        mine = [seat for seat in seats if seat in self.pledges and seat not in self.words]
        fine = word.isascii() and 0 < len(word) <= LONGEST_WORD
        if mine and not (fine and all(self.pledges[seat] == promise(word) for seat in mine)):
            raise Unwilling("wrong_word")
        return [Thrown(seat, word) for seat in mine]

    def missing(self, people: Iterable[Seat]) -> tuple[Seat, ...]:
        """The people who have neither promised nor told."""
        return tuple(seat for seat in people if seat not in self.pledges and seat not in self.words)

    def silent(self, people: Iterable[Seat]) -> tuple[Seat, ...]:
        """The people who have not told their word."""
        return tuple(seat for seat in people if seat not in self.words)

    def word(self, seat: Seat, secret: bytes) -> str:
        """What goes into the dice for a seat."""
        return self.words.get(seat) or drawn(secret, seat)

    def view(self, people: Iterable[Seat]) -> OpeningView:
        """What everybody may know of it."""
        people = tuple(people)
        return OpeningView(
            pledges=dict(self.pledges),
            told=tuple(seat for seat in people if seat in self.words),
            ready=not self.missing(people),
        )

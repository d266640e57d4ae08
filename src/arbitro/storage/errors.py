"""What can go wrong with a database, told to people in Italian and English."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import psycopg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages

_SQLITE: Final = {
    "SQLITE_FULL": "disk_full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_NOTADB": "not_a_database",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
}
"""Codes of ours for what SQLite says; its longer names begin with these."""


@cache
def catalogue() -> Messages:
    """The sentences of this package."""
    return Messages.load(Path(__file__).parent / "messages")


class StorageError(Exception):
    """The database cannot do what was asked.

    Attributes:
        code: what it was, for programs: a key of `messages/`.
        facts: what the sentence names; never a password or a token.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        self.code, self.facts = code, facts
        super().__init__(self.render("en"))

    def render(self, lang: Lang) -> str:
        """A sentence for people: what was wrong and what to do.

        >>> StorageError("no_game", game="k2m").render("en")
        'There is no battle "k2m" here (any more): check the link.'
        """
        return catalogue().text(lang, self.code, **self.facts)


class Behind(StorageError):
    """Somebody else appended first. ``seq`` is the last row now: read the log from where you were, then try again."""

    def __init__(self, game: str, expected: int, seq: int) -> None:
        super().__init__("behind", game=game, expected=expected, seq=seq)
        self.seq = seq


@contextmanager
def told(database: str, *, opening: bool = False) -> Iterator[None]:
    """Turn what a driver raises inside into a StorageError.

    Args:
        database: its address, without the password.
        opening: the first connection is being made: if there is none, the address may be wrong.
    """
    try:
        yield
    except (SQLAlchemyError, psycopg.Error, OSError, UnicodeError) as error:
        cause = getattr(error, "orig", None) or error
        if isinstance(cause, StorageError):  # raised in the making of a statement
            raise cause from None
        code = _code(error, cause)
        if opening and code == "lost":
            code = "unreachable"
        raise StorageError(code, database=database, why=_said(cause)) from error


def _code(error: Exception, cause: BaseException) -> str:
    name = getattr(cause, "sqlite_errorname", "")
    for start, code in _SQLITE.items():
        if name.startswith(start):
            return code
    if isinstance(cause, UnicodeError):
        return "bad_text"
    broken = isinstance(error, DBAPIError) and error.connection_invalidated
    unmade = isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None
    return "lost" if broken or unmade or isinstance(cause, OSError) else "failed"


def _said(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__

"""The tables, as the program of today wants them. `migrations/` makes them; a test checks that both agree.

Used by the other modules of this package only.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, DateTime, ForeignKey, Index, LargeBinary, MetaData, String, Table, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from arbitro.storage.errors import StorageError
from arbitro.storage.records import SeatRow


class Packed(TypeDecorator[Any]):
    """Plain data or structs as msgpack; read back as the given type."""

    impl = LargeBinary
    cache_ok = True

    def __init__(self, kind: Any = dict[str, Any]) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        return None if value is None else msgspec.msgpack.encode(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else msgspec.msgpack.decode(value, type=self.kind)


class Line(TypeDecorator[str]):
    """Text that every database can hold: PostgreSQL refuses the character zero."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and "\0" in value:
            raise StorageError("bad_text")
        return value


class Utc(TypeDecorator[datetime]):
    """A moment, in UTC on every database (SQLite keeps no time zone)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(column_0_label)s",
    }
)


def _of_game() -> Column[str]:
    return Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


games: Final = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("rules_version", String(64), nullable=False),
    Column("title", Line, nullable=False),
    Column("title_en", Line),
    Column("setup", Packed(), nullable=False),
    Column("about", Packed(), nullable=False),
    Column("dice", String(16), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("seats", Packed(tuple[SeatRow, ...]), nullable=False),
    Column("standing_it", Line, nullable=False),
    Column("standing_en", Line, nullable=False),
    Column("over", Line, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("created", Utc, nullable=False),
    Column("changed", Utc, nullable=False),
    Index(None, "changed"),
)

keys: Final = Table(
    "keys",
    metadata,
    _of_game(),
    Column("hash", LargeBinary(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seats", Packed(tuple[str, ...]), nullable=False),
)

log: Final = Table(
    "log",
    metadata,
    _of_game(),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(32), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,  # the rows of a game lie together
)

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    _of_game(),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("rules_version", String(64), nullable=False),
    Column("save", LargeBinary, nullable=False),
)

rosters: Final = Table(
    "rosters",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner", LargeBinary(32), nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("name", Line, nullable=False),
    Column("text", Line, nullable=False),
    Column("changed", Utc, nullable=False),
    Index(None, "owner"),
)

campaigns: Final = Table(
    "campaigns",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("name", Line, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("party", Line, nullable=False),
    Column("creatures", Line, nullable=False),
    Column("notes", Line, nullable=False),
    Column("packs", Line),
    Column("changed", Utc, nullable=False),
)

encounters: Final = Table(
    "encounters",
    metadata,
    Column("campaign", String(16), ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(16), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "game"),
)

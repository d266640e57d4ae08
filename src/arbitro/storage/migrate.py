"""Brings a database to what this program needs, by the revisions in `migrations/`, before anything else is done.

Called by `Store.open`. Several programs may start at once: on PostgreSQL they wait for each other on an advisory lock,
on SQLite only one has the file at all. All revisions run in one transaction: a database is never left half-way.

A change of `tables` needs a revision of the next number in `migrations/versions/`, written by hand, and data as that
version writes it in the tests (`tests/storage/test_migrations.py`), which also say whether tables and revisions agree.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from arbitro.storage.errors import StorageError
from arbitro.storage.tables import metadata

VERSION_TABLE: Final = "arbitro_version"
FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = int.from_bytes(b"arbitro", "big")


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for this package; ``connection`` is where its commands run."""
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def revisions() -> list[str]:
    """The ids of all revisions, oldest first."""
    return [one.revision for one in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


def to_head(connection: Connection, database: str) -> None:
    """Run the revisions that a database lacks, in the connection's transaction.

    Raises:
        StorageError: ``newer`` if it was used by a newer program, ``foreign`` if it holds tables of others.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    here = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()
    known = revisions()
    if here == known[-1]:
        return
    if here is not None and here not in known:
        raise StorageError("newer", database=database, found=here, known=known[-1])
    taken = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
    if here is None and taken:
        raise StorageError("foreign", database=database, tables=taken)
    command.upgrade(config(connection), "head")

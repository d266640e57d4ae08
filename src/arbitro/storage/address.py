"""Where a database is: what people may write for it, and what is wrong with what cannot be used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from arbitro.storage.errors import StorageError

SQLITE: Final = "sqlite+aiosqlite"
POSTGRESQL: Final = "postgresql+psycopg"
_DRIVERS: Final = {
    "sqlite": SQLITE,
    "sqlite+aiosqlite": SQLITE,
    "postgres": POSTGRESQL,
    "postgresql": POSTGRESQL,
    "postgresql+psycopg": POSTGRESQL,
}
_SCHEME: Final = re.compile(r"\w[\w+]+:")  # two letters at least: one is a drive of Windows


def default_file() -> Path:
    """The database of somebody who asked for none: in the user's own data folder."""
    return user_data_path("arbitro", appauthor=False) / "arbitro.sqlite3"


def address(asked: str | Path | None) -> URL:
    """The address of a database as SQLAlchemy wants it.

    Args:
        asked: a URL (``sqlite:///file``, ``postgresql://user:password@host/name``), a file, or None for the
            default file. A SQLite file may be missing, its folder not (the default's is made).

    Raises:
        StorageError: ``bad_url``, ``other_database``, ``no_name``, ``in_memory``, ``no_folder``, ``is_folder``.

    >>> address("postgres://anna@localhost/battaglie").render_as_string()
    'postgresql+psycopg://anna@localhost/battaglie'
    """
    if asked is None:
        file = default_file()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError("no_folder", folder=str(file.parent)) from error
        return _file(file)
    if isinstance(asked, Path) or not _SCHEME.match(asked):
        return _file(Path(asked))
    try:
        url = make_url(asked)
    except (ArgumentError, ValueError) as error:
        raise StorageError("bad_url") from error
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise StorageError("other_database", found=url.drivername)
    if driver == SQLITE:
        if url.host or url.query:
            raise StorageError("bad_url")
        return _file(Path(url.database or ""))
    if not url.database:
        raise StorageError("no_name", database=shown(url))
    return url.set(drivername=driver)


def beside(asked: str | Path | None, name: str) -> Path:
    """A folder for files that belong to a database: beside its own, or with the user's data. Raises StorageError.

    >>> beside("postgresql://anna@localhost/battaglie", "lab").name
    'lab'
    """
    url = address(asked)
    if url.drivername != SQLITE:
        return default_file().with_name(name)
    file = Path(url.database or "")
    return file.with_name(name) if file == default_file() else file.with_name(f"{file.stem}-{name}")


def shown(url: URL) -> str:
    """An address as people may read it: the file, or the URL without its password."""
    return str(url.database) if url.drivername == SQLITE else url.render_as_string(hide_password=True)


def _file(path: Path) -> URL:
    if str(path) in (":memory:", "."):
        raise StorageError("in_memory")
    path = path.expanduser().resolve()  # one name for one file, however it is reached
    if path.is_dir():
        raise StorageError("is_folder", folder=str(path))
    if not path.parent.is_dir():
        raise StorageError("no_folder", folder=str(path.parent))
    return URL.create(SQLITE, database=str(path))

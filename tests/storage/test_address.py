"""Where a database may be, and what people are told of one that cannot be used."""

from __future__ import annotations

import re
import socket
import sqlite3
from pathlib import Path

import pytest

from arbitro.content.messages import missing
from arbitro.storage import StorageError, Store, errors
from arbitro.storage import address as address_module
from arbitro.storage.address import address, shown
from tests.storage.conftest import draft

SOURCES = Path(errors.__file__).parent


@pytest.mark.parametrize(
    ("asked", "becomes"),
    [
        ("postgres://anna:pw@db.example:5433/battles", "postgresql+psycopg://anna:pw@db.example:5433/battles"),
        ("postgresql://localhost/battles", "postgresql+psycopg://localhost/battles"),
        ("postgresql+psycopg:///battles?host=/run", "postgresql+psycopg:///battles?host=/run"),
    ],
)
def test_addresses_of_postgresql(asked: str, becomes: str) -> None:
    assert address(asked) == address_module.make_url(becomes)


def test_addresses_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = str(tmp_path.resolve() / "x.db")
    for asked in (
        "x.db",
        "./x.db",
        Path("x.db"),
        file,
        f"sqlite:///{file}",
        "sqlite:///x.db",
        f"sqlite+aiosqlite:///{file}",
    ):
        url = address(asked)
        assert (url.drivername, url.database) == ("sqlite+aiosqlite", file), asked
        assert shown(url) == file


def test_the_default_is_made_in_the_users_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_module, "user_data_path", lambda *_, **__: tmp_path / "new" / "arbitro")
    url = address(None)
    assert Path(str(url.database)).parent == (tmp_path / "new" / "arbitro").resolve()
    assert (tmp_path / "new" / "arbitro").is_dir()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("mysql://localhost/battles", "other_database"),
        ("postgresql+asyncpg://localhost/battles", "other_database"),
        ("postgresql://localhost", "no_name"),
        ("postgresql://localhost:port/battles", "bad_url"),
        ("postgresql:battles", "bad_url"),
        ("sqlite://", "in_memory"),
        ("sqlite:///:memory:", "in_memory"),
        (":memory:", "in_memory"),
        ("sqlite://host/x.db", "bad_url"),
        ("{here}", "is_folder"),
        ("{here}/no/such/x.db", "no_folder"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_its_reason(asked: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        address(asked.format(here=tmp_path))
    assert caught.value.code == code
    assert not (tmp_path / "no").exists()


async def refusal(asked: str | Path) -> StorageError:
    """Why a database is not opened."""
    with pytest.raises(StorageError) as caught:
        await Store.open(asked)
    return caught.value


@pytest.mark.anyio
async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Cara Anna, " * 200)
    error = await refusal(letter)
    assert error.code == "not_a_database"
    assert str(letter) in error.render("it")
    assert letter.read_text() == "Cara Anna, " * 200


@pytest.mark.anyio
async def test_a_file_in_use_is_refused_until_it_is_free(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    link = tmp_path / "link.sqlite3"
    link.symlink_to(file)
    async with await Store.open(file) as store:
        for name in (file, link):
            error = await refusal(name)
            assert error.code == "in_use"
            assert str(file.resolve()) in error.render("it")
        assert (await store.create_game(draft(), []))[0].seq == 0
    await (await Store.open(link)).close()


@pytest.mark.anyio
async def test_a_refused_file_is_let_go(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE games (name TEXT)")
    other.close()
    assert (await refusal(file)).code == "foreign"
    file.unlink()
    await (await Store.open(file)).close()


@pytest.mark.anyio
async def test_a_file_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "battles.sqlite3.lock").mkdir()
    assert (await refusal(tmp_path / "battles.sqlite3")).code == "cannot_open"
    assert not (tmp_path / "battles.sqlite3").exists()


@pytest.mark.anyio
async def test_a_postgresql_that_is_not_there_is_refused_without_telling_the_password(postgres) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        error = await refusal(f"postgresql://anna:very-secret@127.0.0.1:{taken.getsockname()[1]}/battles")
    assert error.code == "unreachable"
    unknown = await refusal(postgres.url("never_made"))
    assert unknown.code == "unreachable"
    assert "never_made" in unknown.render("it")
    for lang in ("it", "en"):
        assert "very-secret" not in error.render(lang) and "anna:***@127.0.0.1" in error.render(lang)


def test_every_reason_has_a_sentence_in_both_languages() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.py")))
    codes = (
        set(re.findall(r'StorageError\(\s*"(\w+)"', source))
        | set(errors._SQLITE.values())
        | {"behind", "in_use", "lost", "failed", "unreachable"}
    )
    found = errors.catalogue().templates
    assert missing(found["it"], found["en"]) == []
    assert codes == set(found["it"])

"""``arbitro import`` and ``arbitro export``: sheets of other programs as parties of ours, and back."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._shelf import helped, put, say
from arbitro.cli._talk import Misuse
from arbitro.content.errors import Lang
from arbitro.content.scenarios import tabletop
from arbitro.content.tabletop import Exported, TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.engine.ruleset import installed, ruleset

LONGEST = 40
JSON_BEGINS = b"\xef\xbb\xbf \t\r\n"
"""What may stand before JSON."""
OURS = re.compile(rb"^ruleset *:", re.MULTILINE)
"""By what a file of ours is known."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import", cls=Command, help=helped("import"))(take_in)
    app.command("export", cls=Command, help=helped("export"))(give_out)


def take_in(
    file: Annotated[Path, typer.Argument(help=helped("import_file"), metavar="FILE")],
    out: Annotated[Path | None, typer.Option(help=helped("import_out"), metavar="FILE")] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 2 if the file is not understood: then nothing is written."""
    told = language(lang)
    raw = file.read_bytes()
    if OURS.search(raw):
        raise Misuse(say(told, "exchange.ours", file=str(file)))
    found = _reader(raw).import_sheet(raw, str(file), slug((out or file).stem), told)
    if out is None:
        print(found.files["party"], end="")
    else:
        wanted = {(out if name == "party" else out.parent / name): text for name, text in found.files.items()}
        there = next((path for path in wanted if path.exists()), None)
        if there is not None:
            raise Misuse(say(told, "exchange.there", file=str(there)))
        for path, text in reversed(wanted.items()):
            path.parent.mkdir(exist_ok=True)
            put(path, text)
        print(say(told, "exchange.taken", n=found.n, file=str(out)))
    if len(found.files) > 1:
        _aside(say(told, "exchange.pack" if out is not None else "exchange.no_pack", pack=found.pack))
    _lost(found.lost, told)


def give_out(
    file: Annotated[Path, typer.Argument(help=helped("export_file"), metavar="FILE")],
    to: Annotated[str, typer.Option(help=helped("export_to"))],
    out: Annotated[Path | None, typer.Option(help=helped("export_out"), metavar="FILE")] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 2 if the party cannot be read."""
    told = language(lang)
    document = load(file)
    name = document.data.get("ruleset") if isinstance(document.data, dict) else None
    rules = tabletop(name, document)
    if to not in rules.formats:
        known = ", ".join(rules.formats)
        raise Misuse(say(told, "exchange.format" if known else "exchange.none", name=to, known=known, game=rules.name))
    done = rules.export_party(file, to, told)
    if out is not None and out.suffix != ".json":
        out.mkdir(exist_ok=True)
        for path, text in zip(_names(done, out), (text for _, text in done.sheets), strict=True):
            put(path, text)
            print(say(told, "exchange.given", file=str(path)))
    elif out is not None:
        put(out, whole(done))
        print(say(told, "exchange.given", file=str(out)))
    else:
        print(whole(done), end="")
    _lost(done.lost, told)


def whole(done: Exported) -> str:
    """All creatures in one text: one by itself, several as a list."""
    if len(done.sheets) == 1:
        return done.sheets[0][1]
    return json.dumps([json.loads(text) for _, text in done.sheets], ensure_ascii=False, indent=2) + "\n"


def slug(name: str) -> str:
    """A name as ids are written."""
    bare = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", bare).strip("-")[:LONGEST].strip("-") or "party"


def _names(done: Exported, folder: Path) -> list[Path]:
    """A file for each creature, numbered where names are alike."""
    found: list[Path] = []
    for name, _ in done.sheets:
        bare = slug(name)
        rows = (f"{bare}.json", *(f"{bare}-{number}.json" for number in range(2, len(done.sheets) + 2)))
        found.append(next(folder / row for row in rows if folder / row not in found))
    return found


def _reader(raw: bytes) -> TabletopRuleset:
    """The installed game that a file is of; what nobody knows is judged by one that reads files of its kind."""
    games = [game for name in installed() if isinstance(game := ruleset(name), TabletopRuleset)]
    found = next((game for game in games if game.recognises(raw)), None)
    if found is None and not raw.lstrip(JSON_BEGINS).startswith((b"{", b"[")):
        found = next((game for game in games if game.pasted), None)
    return found or next(game for game in games if game.formats)


def _lost(lost: tuple[str, ...], lang: Lang) -> None:
    if lost:
        _aside(say(lang, "exchange.lost", n=len(lost)))
    for line in lost:
        _aside(f"  - {line}")


def _aside(text: str) -> None:
    """Beside the result: on the other stream, so that the result can be sent into a file."""
    print(text, file=sys.stderr)

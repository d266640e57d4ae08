"""``arbitro pack``: check a home-made pack, and write the JSON Schemas that editors use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli._help import Command, Group
from arbitro.cli._language import language
from arbitro.cli._shelf import HOME, game_called, helped, put, say
from arbitro.content.packgame import there
from arbitro.content.packs import PACK_FILE
from arbitro.content.scenarios import game_of
from arbitro.content.yamlfile import load


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=Group, help=helped("pack"), no_args_is_help=True)
    group.command("check", cls=Command, help=helped("pack_check"))(check)
    group.command("schema", cls=Command, help=helped("pack_schema"))(schema)
    app.add_typer(group, name="pack")


def check(
    folder: Annotated[Path, typer.Argument(help=helped("pack_folder"), metavar="DIR")],
    game: Annotated[str | None, typer.Option(help=helped("pack_game"))] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 2, with every fault, if the pack cannot be used."""
    told = language(lang)
    rules = game_called(game) if game is not None else game_of(load(there([folder])[0] / PACK_FILE))
    ids = rules.check_pack(folder)
    print(say(told, "pack.fine", folder=str(folder), game=rules.label(told), n=len(ids)))
    for id in ids:
        print(f"  {id}")


def schema(
    out: Annotated[Path, typer.Option(help=helped("pack_out"), metavar="DIR")] = Path("schemas"),
    game: Annotated[str, typer.Option(help=helped("game"))] = HOME,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Write a schema for each kind of file."""
    told = language(lang)
    out.mkdir(parents=True, exist_ok=True)
    for name, data in sorted(game_called(game).schemas().items()):
        file = out / (name if name.endswith(".json") else f"{name}.json")
        put(file, json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n")
        print(say(told, "pack.schema", file=str(file)))

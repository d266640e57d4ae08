"""``arbitro desk``: the referee's desk at the terminal, a campaign's folder kept from one session to the next."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from arbitro.cli._deskfolder import Campaign, Encounter, begin, make, opened
from arbitro.cli._desksession import DeskSession
from arbitro.cli._desktalk import desk_text, say
from arbitro.cli._help import Command, Group
from arbitro.cli._language import language
from arbitro.cli._shelf import helped
from arbitro.cli._talk import Misuse, Screen, explain
from arbitro.content.errors import ContentError, Lang
from arbitro.engine.save import SaveError
from arbitro.engine.values import REFEREE

GAME = "cairn"

Folder = Annotated[Path, typer.Argument(help=helped("desk_folder"), metavar="FOLDER", show_default=False)]
Name = Annotated[str, typer.Argument(help=helped("desk_encounter"), metavar="ENCOUNTER", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help=helped("desk_json"))]
Players = Annotated[bool, typer.Option("--players", help=helped("desk_players"))]
Spoken = Annotated[str | None, typer.Option(help=helped("lang"))]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=Group, help=helped("desk"), no_args_is_help=True)
    for name, command in (("new", new), ("list", list_), ("open", open_), ("show", show)):
        group.command(name, cls=Command, help=helped(f"desk_{name}"))(command)
    app.add_typer(group, name="desk")


def new(
    folder: Folder,
    name: Annotated[str, typer.Option(help=helped("desk_name"), show_default=False)] = "",
    ruleset: Annotated[str, typer.Option(help=helped("desk_ruleset"))] = GAME,
    party: Annotated[Path | None, typer.Option(help=helped("desk_party"), show_default=False)] = None,
    lang: Spoken = None,
) -> None:
    """Make the folder of a campaign."""
    told = language(lang)
    made = make(folder, name or folder.resolve().name, ruleset, party, told)
    print(say(told, "made", name=made.head.name, folder=str(folder)))


def list_(folder: Folder, lang: Spoken = None) -> None:
    """Party, creatures and encounters."""
    told = language(lang)
    campaign = Campaign(folder, told)
    print(campaign.head.name)
    for key, sheets in (("party", campaign.party), ("own", campaign.own)):
        try:
            names = tuple(campaign.desk.line(one, told)[0] for one in sheets())
        except (ContentError, OSError) as error:
            print(say(told, key, names=(explain(error, told),)))
            continue
        print(say(told, key, names=names or (say(told, "nobody"),)))
    for name, file in campaign.encounters().items():
        print("  " + _line(name, file, told))
    if campaign.head.notes:
        print(campaign.head.notes)


def _line(name: str, file: Path, lang: Lang) -> str:
    """An encounter in a list: how it stands, or why its file cannot be opened."""
    try:
        kept = opened(file, lang)
        return say(lang, "encounter", name=name, standing=kept.rules.standing(kept.game.state, lang))
    except Misuse as error:
        why = error.format_message()
    except (ContentError, OSError, SaveError) as error:
        why = explain(error, lang)
    return say(lang, "unreadable", name=name, why=why)


def open_(
    folder: Folder,
    encounter: Name = "",
    do: Annotated[list[str] | None, typer.Option("--do", help=helped("desk_do"), show_default=False)] = None,
    as_json: Json = False,
    seed: Annotated[str, typer.Option(help=helped("desk_seed"), show_default=False)] = "",
    my_dice: Annotated[bool, typer.Option("--my-dice", help=helped("desk_my_dice"))] = False,
    lang: Spoken = None,
) -> None:
    """Commands at the prompt or from a script; the file is up to date after each of them."""
    told = language(lang)
    found, campaign = _found(folder, encounter, told, seed=seed, typed=my_dice)
    script = do if do is not None or as_json else None
    screen = Screen(told, error=as_json)
    DeskSession(found, campaign, screen, script or ([] if as_json else None)).run()
    if as_json:
        print(msgspec.json.encode(found.desk.view(found.game, REFEREE, told)).decode())


def show(
    folder: Folder, encounter: Name = "", players: Players = False, as_json: Json = False, lang: Spoken = None
) -> None:
    """The desk as it stands, for the referee or for the players."""
    told = language(lang)
    found, _ = _found(folder, encounter, told, new=False)
    view = found.desk.view(found.game, "" if players else REFEREE, told)
    print(msgspec.json.encode(view).decode() if as_json else desk_text(view, told))


def _found(
    folder: Path, name: str, lang: Lang, *, seed: str = "", typed: bool = False, new: bool = True
) -> tuple[Encounter, Campaign | None]:
    """An encounter by its campaign and name, or by its file; one that is not there begins, if it may."""
    if folder.is_file():
        return opened(folder, lang), None
    campaign = Campaign(folder, lang)
    known = campaign.encounters()
    names = tuple(known) or (say(lang, "no_encounters"),)
    if not name:
        if len(known) != 1:
            raise Misuse(say(lang, "which", known=names))
        return opened(next(iter(known.values())), lang), campaign
    file = campaign.file_of(name)
    if file.is_file():
        return opened(file, lang), campaign
    if not new:
        raise Misuse(say(lang, "no_encounter", name=name, known=names))
    chosen = seed or str(secrets.randbelow(1_000_000))
    made = begin(campaign, file, int(chosen) if re.fullmatch(r"-?[0-9]{1,15}", chosen) else chosen, typed)
    made.keep()
    return made, campaign

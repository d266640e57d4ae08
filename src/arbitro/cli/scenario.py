"""``arbitro scenario check``: plays the scripts of scenarios and tests what they expect."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli._help import Command, Group
from arbitro.cli._language import language
from arbitro.cli._shelf import helped, say
from arbitro.content.errors import ContentError
from arbitro.content.scenarios import read, run


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=Group, help=helped("scenario"), no_args_is_help=True)
    group.command("check", cls=Command, help=helped("scenario_check"))(check)
    app.add_typer(group, name="scenario")


def check(
    files: Annotated[list[Path], typer.Argument(help=helped("scenario_files"), metavar="FILE")],
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if a script could not be played or an expectation fails, 2 if a file cannot be read."""
    told = language(lang)
    good, unread = 0, []
    for file in files:
        try:
            scenario = read(file)
        except ContentError as error:
            unread.append(error)
            print(error.render(told))
            continue
        for hint in scenario.hints:
            print(say(told, "scenario.hint", text=hint.render(told)))
        if not scenario.script and not scenario.expect:
            good += 1
            print(say(told, "scenario.nothing", file=str(file)))
            continue
        report = run(scenario)
        if report.ok:
            good += 1
            print(say(told, "scenario.fine", file=str(file), n=len(report.steps)))
        else:
            print(say(told, "scenario.bad", file=str(file), n=len(report.failures)))
            for failure in report.failures:
                print(f"  {failure.render(told)}")
    if len(files) > 1:
        print(say(told, "scenario.summary", good=good, all=len(files)))
    if good < len(files):
        raise typer.Exit(2 if unread else 1)

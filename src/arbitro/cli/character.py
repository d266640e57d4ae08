"""``arbitro character``: made with dice or by choice, shown, checked, printed, changed, and put in a party."""

from __future__ import annotations

import re
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli._help import Command, Group
from arbitro.cli._language import language
from arbitro.cli._shelf import game_called, helped, put, say
from arbitro.cli._talk import Misuse
from arbitro.content.catalogue import fold
from arbitro.content.characters import Characters, Making, Step
from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.engine.save import SaveError, write_atomically
from arbitro.engine.values import Value

GAME = "cairn"
WIDTH = 80
ATTRIBUTES = ("forza", "des", "vol")
SCORES = re.compile(r"^\s*(\d{1,3})\s*[,;]\s*(\d{1,3})\s*[,;]\s*(\d{1,3})\s*$")
BACK = ("b", "back", "i", "indietro")
ROLL = ("r", "roll", "t", "tira")

Who = Annotated[str, typer.Option("--who", help=helped("character_who"), show_default=False)]
File = Annotated[Path, typer.Argument(help=helped("character_file"), metavar="FILE", show_default=False)]
Spoken = Annotated[str | None, typer.Option(help=helped("lang"))]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=Group, help=helped("character"), no_args_is_help=True)
    for name, command in (("new", new), ("show", show), ("check", check), ("print", print_), ("edit", edit),
                          ("join", join)):  # fmt: skip
        group.command(name, cls=Command, help=helped(f"character_{name}"))(command)
    app.add_typer(group, name="character")


def characters() -> Characters:
    """What the game does with characters. Raises SaveError if there is no such game here."""
    found = game_called(GAME).characters()
    if found is None:
        raise SaveError("no_game", found=GAME)
    return found


def new(
    background: Annotated[str, typer.Option(help=helped("character_background"), show_default=False)] = "",
    name: Annotated[str, typer.Option(help=helped("character_name"), show_default=False)] = "",
    kind: Annotated[str, typer.Option(help=helped("character_kind"), show_default=False)] = "",
    attributes: Annotated[str, typer.Option(help=helped("character_attributes"), metavar="FOR,DES,VOL|roll")] = "roll",
    choose: Annotated[bool, typer.Option("--choose", help=helped("character_choose"))] = False,
    party: Annotated[Path | None, typer.Option(help=helped("character_party"), show_default=False)] = None,
    seed: Annotated[str, typer.Option(help=helped("roll_seed"), show_default=False)] = "",
    out: Annotated[Path | None, typer.Option(help=helped("character_out"), show_default=False)] = None,
    lang: Spoken = None,
) -> None:
    """Make a character; without --out its file is printed."""
    told = language(lang)
    if out is not None and str(out) != "-" and out.exists():
        raise Misuse(say(told, "character.there", file=str(out)))
    given = scores(attributes, told)
    given |= {key: value for key, value in (("background", background), ("kind", kind)) if value}
    if name:
        given["name"] = named(name, told)
    seed = seed or str(secrets.randbelow(10**9))
    making = characters().begin(seed, party, given)
    if choose:
        ask(making, told)
    else:
        while making.step(told) is not None:
            making.take()
    if out is None or str(out) == "-":
        print(making.file(), end="")
        return
    write_atomically(out, making.file().encode())
    print(characters().sheet(out, "", told, WIDTH))
    print("\n" + say(told, "character.made", file=str(out), seed=seed))


def scores(text: str, lang: Lang) -> dict[str, Value]:
    """What ``--attributes`` gives. Raises Misuse if it is neither three numbers nor the word roll."""
    if fold(text) in ROLL:
        return {}
    read = SCORES.match(text)
    if read is None:
        raise Misuse(say(lang, "character.attributes", text=text))
    return {**dict(zip(ATTRIBUTES, map(int, read.groups()), strict=True)), "swap": "none"}


def named(text: str, lang: Lang) -> str:
    """A name that can stand in a file. Raises Misuse for an empty, endless or unprintable one."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= 80 or not name.isprintable():
        raise Misuse(say(lang, "character.name"))
    return name


# --- by choice ---------------------------------------------------------------------------------------


def ask(making: Making, lang: Lang) -> None:
    """Ask one step after another at the terminal, until the character is finished."""
    tell(say(lang, "character.how"))
    while (step := making.step(lang)) is not None:
        show_step(step, lang)
        while True:
            text = read_line(lang)
            if fold(text) in BACK:
                if not making.back():
                    tell(say(lang, "character.first"))
                break
            if not text or fold(text) in ROLL:
                making.take()
                tell(say(lang, "character.rolled", what=step.rolled))
                break
            value = answer(step, text)
            if value is not None:
                making.take(value)
                break
            tell(refusal(step, text, lang))


def show_step(step: Step, lang: Lang) -> None:
    """A question with its numbered answers."""
    tell("")
    tell(step.title)
    for place, choice in enumerate(step.choices, 1):
        tell(f"  {choice.number or place:>2}  {choice.label}")
    if not step.choices:
        tell("  " + say(lang, "character.number", lowest=step.lowest, highest=step.highest))


def answer(step: Step, text: str) -> Value:
    """What a line means here: a number, an answer by its words or their beginning, or a text; None for nothing."""
    if re.fullmatch(r"[0-9]{1,4}", text):
        number = int(text)
        if not step.choices:
            return number if step.lowest <= number <= step.highest else None
        return next((c.value for place, c in enumerate(step.choices, 1) if (c.number or place) == number), None)
    found = [choice for choice in step.choices if fold(text) and fold(choice.label).startswith(fold(text))]
    exact = [choice for choice in found if fold(choice.label) == fold(text)]
    if len(exact or found) == 1:
        return (exact or found)[0].value
    name = " ".join(text.split())
    return name if step.free and len(name) <= 80 and name.isprintable() else None


def refusal(step: Step, text: str, lang: Lang) -> str:
    """Why a line is no answer here."""
    numbers = [choice.number or place for place, choice in enumerate(step.choices, 1)]
    lowest, highest = (numbers[0], numbers[-1]) if numbers else (step.lowest, step.highest)
    return say(lang, "character.not_there", text=text, lowest=lowest, highest=highest)


def tell(text: str) -> None:
    """Questions go to the error stream: what is printed is the character."""
    print(text, file=sys.stderr)


def read_line(lang: Lang) -> str:
    """A line of the person's. Raises typer.Exit when nobody answers any more: nothing is written then."""
    print("> ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        tell("\n" + say(lang, "character.silence"))
        raise typer.Exit(2)
    return line.strip()


# --- files -------------------------------------------------------------------------------------------


def show(file: File, who: Who = "", lang: Spoken = None) -> None:
    """Print the sheets of a file, 80 columns wide."""
    told = language(lang)
    print(characters().sheet(file, who, told, WIDTH))


def check(
    files: Annotated[list[Path], typer.Argument(help=helped("character_file"), metavar="FILE", show_default=False)],
    lang: Spoken = None,
) -> None:
    """Exit code 2 if something cannot be: every fault with file, line and what was expected."""
    told = language(lang)
    problems: list[Problem] = []
    for file in files:
        try:
            print(say(told, "character.good", file=str(file), n=characters().check(file)))
        except ContentError as error:
            problems += error.problems
    if problems:
        raise ContentError(problems)


def print_(
    file: File,
    html: Annotated[Path, typer.Option("--html", help=helped("character_html"), show_default=False)],
    who: Who = "",
    lang: Spoken = None,
) -> None:
    """Write the sheets as a page for paper, one of A4 for each."""
    told = language(lang)
    put(html, characters().page(file, who, told))
    if str(html) != "-":
        print(say(told, "character.printed", file=str(html)))


def edit(
    file: File,
    changes: Annotated[
        list[str], typer.Argument(help=helped("character_changes"), metavar="KEY=VALUE", show_default=False)
    ],
    who: Who = "",
    lang: Spoken = None,
) -> None:
    """Change a character; the file is written whole or, if something cannot be, not at all."""
    told = language(lang)
    try:
        text = characters().edit(file, who, changes)
    except ContentError as error:
        print(say(told, "character.unchanged", file=str(file)), file=sys.stderr)
        raise error
    write_atomically(file, text.encode())
    print(say(told, "character.changed", file=str(file), n=len(changes)))


def join(
    party: Annotated[Path, typer.Argument(help=helped("character_party_file"), metavar="PARTY", show_default=False)],
    files: Annotated[list[Path], typer.Argument(help=helped("character_file"), metavar="FILE", show_default=False)],
    lang: Spoken = None,
) -> None:
    """Put characters in a party, which is made if it is not there."""
    told = language(lang)
    write_atomically(party, characters().join(party, files).encode())
    print(say(told, "character.joined", file=str(party), n=characters().check(party)))

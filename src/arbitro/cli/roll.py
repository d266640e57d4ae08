"""``arbitro roll``: dice as people write them, thrown, read in words, or as JSON."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
import typer

from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._shelf import helped, say
from arbitro.content.errors import Lang
from arbitro.content.messages import show
from arbitro.dice.notation import Die, Group, NotationError, Result, Roll, parse
from arbitro.dice.notation_odds import distribution
from arbitro.dice.notation_words import explain, in_words
from arbitro.dice.sources import SeededDice

SIGNS = {"": "[{}]", "dropped": "×{}×", "again": "~{}~", "miss": "({})"}
"""How a die is shown that counts, was dropped, was thrown again, or is no success."""
MOST_SHOWN = 60


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("roll", cls=Command, help=helped("roll"))(roll)


def roll(
    notation: Annotated[list[str], typer.Argument(help=helped("roll_notation"), metavar="DICE", show_default=False)],
    seed: Annotated[str, typer.Option(help=helped("roll_seed"), show_default=False)] = "",
    keep: Annotated[bool, typer.Option("--keep", help=helped("roll_keep"))] = False,
    odds: Annotated[bool, typer.Option("--odds", help=helped("roll_odds"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=helped("roll_json"))] = False,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 2 if the roll cannot be read."""
    told = language(lang)
    try:
        read = parse(" ".join(notation), plus_keeps=keep)
    except NotationError as error:
        typer.echo(explain(error, told), err=True)
        raise typer.Exit(2) from None
    dice = SeededDice.of_seed(seed) if seed else SeededDice(secrets.token_bytes(32))
    result = thrown(read, dice)
    if as_json:
        print(msgspec.json.encode(as_data(read, result, seed, told, odds)).decode())
        return
    print(f"{read.text}: {in_words(read, told)}")
    for line in lines(result, told):
        print(line)
    if odds:
        print(chances(read, told))


def thrown(read: Roll, dice: SeededDice) -> Result:
    """A roll with dice of a source."""
    numbers = iter(range(10**9))
    return read.throw(lambda sides: dice.faces((0, 0, next(numbers)), 1, sides)[0])


def lines(result: Result, lang: Lang) -> list[str]:
    """Every die, what it was worth, and the total."""
    shown = [group for group in result.groups if group.dice]
    made = []
    for group in shown:
        text = "  ".join(_die(die) for die in group.dice[:MOST_SHOWN])
        text += " ..." if len(group.dice) > MOST_SHOWN else ""
        label = f"  {group.label}" if group.label else ""
        value = f"= {group.value}" if group.kept else f"= ×{group.value}×"
        made.append(f"  {group.text}: {text}  {value}{label}")
    made.append(say(lang, "roll.total", total=result.total))
    used = {die.fate for group in shown for die in group.dice} - {""}
    if used:
        signs = ", ".join(say(lang, f"roll.{fate}", sign=SIGNS[fate].format("n")) for fate in SIGNS if fate in used)
        made.append(f"  ({signs})")
    return made


def _die(die: Die) -> str:
    text = SIGNS[die.fate].format(die.face)
    text += f"→{die.value}" if die.value != die.face and die.fate == "" else ""
    return f"+{text}" if die.more else text


def chances(read: Roll, lang: Lang) -> str:
    """The range and the mean of a roll, where they are quickly told."""
    spread = distribution(read)
    if spread is None:
        return say(lang, "roll.no_odds")
    return say(lang, "roll.odds", lo=min(spread), hi=max(spread), mean=show(lang, spread.mean()))


def as_data(read: Roll, result: Result, seed: str, lang: Lang, odds: bool) -> dict[str, Any]:
    """The roll as plain data for other programs."""
    data: dict[str, Any] = {
        "notation": read.text,
        "total": result.total,
        "words": in_words(read, lang),
        "seed": seed or None,
        "groups": [_group(group) for group in result.groups],
    }
    spread = distribution(read) if odds else None
    if spread is not None:
        data["odds"] = {str(value): float(weight) for value, weight in spread.items()}
    return data


def _group(group: Group) -> dict[str, Any]:
    return {
        "text": group.text,
        "value": group.value,
        "kept": group.kept,
        "label": group.label,
        "dice": [
            {"sides": die.sides, "face": die.face, "value": die.value, "fate": die.fate or "kept", "exploded": die.more}
            for die in group.dice
        ],
    }

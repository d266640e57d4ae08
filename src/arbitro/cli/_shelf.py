"""What the small commands share: rulesets by name, words, how results are written."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from arbitro.cli._language import asked_language
from arbitro.content.errors import Lang
from arbitro.content.messages import Messages
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.ruleset import installed
from arbitro.engine.ruleset import ruleset as registered
from arbitro.engine.save import SaveError, write_atomically

HOME = "crepuscolo"
"""The game that commands speak of when none is named."""


@cache
def words() -> Messages:
    """The sentences of the small commands."""
    return Messages.load(Path(__file__).parent / "words")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """A sentence of theirs."""
    return words().text(lang, key, **facts)


def helped(key: str) -> str:
    """A text of the help, in the language of this call of the program."""
    return say(asked_language(sys.argv[1:]), f"help.{key}")


def tabletop(name: str) -> TabletopRuleset:
    """An installed tabletop ruleset. Raises SaveError ``unknown_ruleset``."""
    try:
        found = registered(name)
    except KeyError:
        found = None
    if not isinstance(found, TabletopRuleset):
        raise SaveError("other_ruleset", found=name, expected=", ".join(installed()))
    return found


def game_called(name: str) -> TabletopRuleset:
    """The ruleset that a person asks for. Raises SaveError ``no_game``."""
    try:
        return tabletop(name)
    except SaveError as error:
        raise SaveError("no_game", **error.facts) from error


def put(path: Path | None, text: str) -> None:
    """Write a result where it was asked for; ``-`` is the terminal."""
    if path is None:
        return
    if str(path) == "-":
        print(text)
    else:
        write_atomically(path, text.encode())

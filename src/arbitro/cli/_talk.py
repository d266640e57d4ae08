"""How the command line speaks: its words, lines that fit the terminal, and errors as sentences."""

from __future__ import annotations

import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from arbitro.analysis.words import AnalysisError
from arbitro.cli._language import asked_language
from arbitro.content.errors import ContentError, Lang, system_reason
from arbitro.content.messages import Messages
from arbitro.engine.asks import Refused
from arbitro.engine.save import SaveError
from arbitro.players.bots import BotFailed

WIDEST, NARROWEST = 100, 30


@cache
def catalogue() -> Messages:
    """The messages of the command line."""
    return Messages.load(Path(__file__).parent / "messages")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """A message of the command line."""
    return catalogue().text(lang, key, **facts)


def helped(key: str, **facts: Any) -> str:
    """A text of the help, in the language of this call of the program."""
    return say(asked_language(sys.argv[1:]), f"help.{key}", **facts)


class Misuse(typer.BadParameter):
    """The command was called in a way that makes no sense; the message says it all."""

    def format_message(self) -> str:
        return str(self.message)


class Screen:
    """A terminal: lines wrapped to its width, plain where colours are not wanted (NO_COLOR)."""

    def __init__(self, lang: Lang, *, error: bool = False) -> None:
        self.lang = lang
        self.console = Console(stderr=error, highlight=False, markup=False, emoji=False, soft_wrap=True)
        if self.console.width < 1:  # a width that was set to nothing would print nothing
            self.console.width = WIDEST

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return max(NARROWEST, min(self.console.width, WIDEST))

    def line(self, text: str = "", indent: int = 0, style: str = "", hang: int = 2) -> None:
        """A paragraph, wrapped; what goes over is indented a little more."""
        room = {"initial_indent": " " * indent, "subsequent_indent": " " * (indent + hang)}
        lines = textwrap.wrap(text, self.width, break_long_words=False, break_on_hyphens=False, **room) or [""]  # type: ignore[arg-type]
        for one in lines:
            self.raw(one, style)

    def raw(self, text: str = "", style: str = "") -> None:
        """Text as it is."""
        self.console.print(Text(text, style=style))

    def block(self, text: str) -> None:
        """Lines that bring their own indentation, wrapped."""
        for line in text.splitlines():
            indent = len(line) - len(line.lstrip())
            self.line(line.strip(), indent)

    def say(self, key: str, indent: int = 0, style: str = "", **facts: Any) -> None:
        """A message of the command line, as a paragraph."""
        self.line(say(self.lang, key, **facts), indent, style)

    def heading(self, text: str) -> None:
        """A heading with a rule behind it."""
        self.raw(f"{text} ".ljust(self.width, "─"), "bold")


def explain(error: BaseException, lang: Lang) -> str:
    """An error of files, saves or rules as a sentence for people."""
    if isinstance(error, (AnalysisError, ContentError)):
        return error.render(lang)
    if isinstance(error, SaveError):
        facts = {"file": "?", "found": "?", "expected": "?", "where": "", "why": "", **error.facts}
        key = f"error.{error.code}"
        if error.code == "other_version" and facts["found"] == facts["expected"]:
            key = "error.other_rules"
        if error.code == "unreadable" and facts["where"]:
            key = "error.unreadable_at"
        return say(lang, key if catalogue().has(key) else "error.unreadable", **facts)
    if isinstance(error, BotFailed):
        return say(lang, f"bot.{error.code}", **{"line": "", "why": "", "status": "", **error.facts})
    if isinstance(error, Refused) and error.refusal.code == "rule_bug":
        return say(lang, "error.rule_bug")
    if isinstance(error, Refused):
        return say(lang, "error.refused", why=error.refusal.code.replace("_", " "))
    if isinstance(error, OSError):
        return os_error(error, lang)
    return say(lang, "error.unknown", what=f"{type(error).__name__}: {error}")


def os_error(error: OSError, lang: Lang) -> str:
    """What the system said about a file."""
    why = system_reason(error)[0 if lang == "it" else 1]
    if not error.filename:
        return say(lang, "error.output", why=why)
    file = str(error.filename)
    for kind, key in ((FileNotFoundError, "no_file"), (IsADirectoryError, "is_folder"), (PermissionError, "denied")):
        if isinstance(error, kind):
            return say(lang, f"error.{key}", file=file)
    return say(lang, "error.os", file=file, why=why)

"""The language of a call of the program: the one asked for, else the system's."""

from __future__ import annotations

import locale
import os

from arbitro.content.errors import Lang


def language(given: str | None) -> Lang:
    """The language asked for, or the one of the person's system: Italian where that is Italian, else English."""
    if given in ("it", "en"):
        return "it" if given == "it" else "en"
    told = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "it" if (told or locale.getlocale()[0] or "").lower().startswith("it") else "en"


def asked_language(args: list[str]) -> Lang:
    """The language that arguments ask for with ``--lang``, before they are parsed; else the system's."""
    return language(language_word(args))


def language_word(args: list[str]) -> str | None:
    """What follows ``--lang``, None where it is not there."""
    for number, arg in enumerate(args):
        if arg == "--lang" and number + 1 < len(args):
            return args[number + 1]
        if arg.startswith("--lang="):
            return arg.partition("=")[2]
    return None

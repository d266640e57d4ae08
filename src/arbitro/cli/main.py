"""The command ``arbitro``: its subcommands, and what it says when something goes wrong.

Exit codes: 0 fine; 1 the thing asked about is not so; 2 bad usage or unreadable input; 130 interrupted.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module, util
from importlib.metadata import version as version_of
from typing import Any

import typer

from arbitro.analysis.words import AnalysisError
from arbitro.cli._help import Group
from arbitro.cli._language import asked_language, language_word
from arbitro.cli._talk import catalogue, explain, helped, say
from arbitro.content.errors import ContentError, Lang
from arbitro.engine.asks import Refused
from arbitro.engine.ruleset import installed
from arbitro.engine.save import SaveError

MODULES = (
    "play", "roll", "serve", "scenario", "roster", "character", "desk", "rules", "pack", "exchange", "replay", "verify",
    "odds", "sight", "simulate", "balance",
)  # fmt: skip
"""Subcommands, in the order of the help: each module of these that is there registers its own."""
_OTHERS = {"import": "exchange", "export": "exchange"}
"""Subcommands that stand in a module of another name."""
_EXTRA = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", re.DOTALL)
FINE, NOT_SO, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

app: typer.Typer
"""All of it, made when somebody asks for it."""


def _show_version(wanted: bool) -> None:
    if wanted:
        lang = asked_language(sys.argv[1:])
        typer.echo(say(lang, "version", version=version_of("arbitro"), rulesets=", ".join(installed())))
        raise typer.Exit


def _arbitro(
    version: bool = typer.Option(False, "--version", help=helped("version"), callback=_show_version, is_eager=True),
) -> None:
    """Everything stands in the subcommands."""


@cache
def made(command: str = "") -> typer.Typer:
    """The program with one subcommand, which starts sooner, or with all of them."""
    whole = typer.Typer(name="arbitro", cls=Group, help=helped("app"), no_args_is_help=True, rich_markup_mode=None)
    whole.callback()(_arbitro)
    wanted = _OTHERS.get(command, command)
    for name in (wanted,) if wanted in MODULES else MODULES:
        if util.find_spec(f"arbitro.cli.{name}") is not None:
            import_module(f"arbitro.cli.{name}").register(whole)
    return whole


def __getattr__(name: str) -> typer.Typer:
    if name != "app":
        raise AttributeError(name)
    return made()


def run(args: list[str]) -> int:
    """Carry a command line out; never raises, returns the exit code."""
    lang = asked_language(args)
    if (wanted := language_word(args)) not in (None, "it", "en", ""):
        return _tell(say(lang, "usage.lang", value=wanted), UNUSABLE)
    try:
        done = made(args[0] if args else "")(args, prog_name="arbitro", standalone_mode=False)
        sys.stdout.flush()
        code = done if isinstance(done, int) and not isinstance(done, bool) else FINE
        return _tell(say(lang, "play.interrupted"), code) if code == INTERRUPTED else code
    except typer.TyperException as error:
        return _tell(_usage(error, lang), error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _tell(say(lang, "play.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        return _seen_enough()
    except SystemExit as left:  # the parser's own way out when a pipe breaks
        return _seen_enough() if isinstance(left.__context__, BrokenPipeError) else _code(left)
    except (AnalysisError, ContentError, SaveError, OSError, Refused) as error:
        return _tell(explain(error, lang), UNUSABLE)
    except Exception as error:
        if os.environ.get("ARBITRO_DEBUG"):
            raise
        return _tell(explain(error, lang), UNUSABLE)


def _seen_enough() -> int:
    """Whoever read our output has closed it: the rest goes nowhere, and nothing is wrong."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return FINE


def _code(left: SystemExit) -> int:
    return left.code if isinstance(left.code, int) else UNUSABLE if left.code else FINE


def _usage(error: Any, lang: Lang) -> str:
    """A fault of the command line itself; the parser's own words are kept only where we have none."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return str(error.ctx.get_help())
    context = getattr(error, "ctx", None)
    help_ = f"«{context.command_path if context else 'arbitro'} --help»"
    facts: dict[str, Any] = {"help": help_, "message": error.format_message()}
    facts["option"] = getattr(error, "option_name", "") or ""
    if (extra := _EXTRA.match(facts["message"])) is not None:
        return say(lang, "usage.extra", extra=extra[1], help=help_)
    parameter = getattr(error, "param", None)
    facts["parameter"] = (parameter.metavar or parameter.name.upper()) if parameter is not None else ""
    if parameter is not None and parameter.param_type_name == "option":
        facts["parameter"] = parameter.opts[0]
    lowest, highest = (getattr(parameter, name, None) for name in ("min", "max"))
    if lowest is not None and highest is not None:
        if isinstance(lowest, int) and isinstance(highest, int):
            return say(lang, "usage.number", lowest=lowest, highest=highest, **facts)
        ends = [f"{end:g}".replace(".", "," if lang == "it" else ".") for end in (lowest, highest)]
        return say(lang, "usage.real", lowest=ends[0], highest=ends[1], **facts)
    key = f"usage.{type(error).__name__}"
    if key == "usage.UsageError" and context is not None and getattr(context.command, "commands", None) is not None:
        words = [word for word in facts["message"].split("'") if word]
        return say(lang, "usage.no_command", command=words[1] if len(words) > 1 else "", help=help_)
    return say(lang, key if catalogue().has(key) else "usage.plain", **facts)


def _tell(text: str, code: int) -> int:
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr)
    return code


def _open_all() -> None:
    """Where the shell closed one of the streams, a silent one takes its place."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the program runs
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def main() -> None:
    """The entry point."""
    _open_all()
    for name in ("SIGTERM", "SIGHUP"):  # a terminal that is closed interrupts, as Ctrl-C does: the game is saved
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()

"""The help of the commands in the person's language: the parser's own words are put into ours."""

from __future__ import annotations

import re
import sys
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup, TyperOption

from arbitro.cli._language import asked_language
from arbitro.content.errors import Lang

_KINDS: Final[dict[Lang, dict[str, str]]] = {
    "it": {"path": "file", "str": "testo", "list[str]": "testo", "list[Path]": "file", "int range": "numero"},
    "en": {"path": "file", "str": "text", "list[str]": "text", "list[Path]": "file", "int range": "number"},
}
_ITALIAN: Final = (
    (r"^Usage: ", "Uso: "),
    (r"\[OPTIONS\]", "[OPZIONI]"),
    (r"COMMAND \[ARGS\]\.\.\.", "COMANDO [ARGOMENTI]..."),
    (r"^Arguments:$", "Argomenti:"),
    (r"^Options:$", "Opzioni:"),
    (r"^Commands:$", "Comandi:"),
    (r"\[required\]", "[serve]"),
    (r"\[default:", "[di norma:"),
    (r"Show this message and exit\.", "Mostra questo aiuto."),
    (r"Install completion for the current shell\.", "Installa il completamento per questa shell."),
    (
        r"Show completion for the current shell, to copy it or(\s+)customize the installation\.",
        r"Mostra il completamento per questa shell, per copiarlo o\1adattarlo.",
    ),
)


def in_words(text: str, lang: Lang) -> str:
    """A text of the parser's help, its types and its own words put into those of a language."""
    for kind, word in _KINDS[lang].items():
        text = text.replace(f"<{kind}>", f"<{word}>".ljust(len(kind) + 2))
    for pattern, words in _ITALIAN if lang == "it" else ():
        text = re.sub(pattern, words, text, flags=re.MULTILINE)
    return text


class Command(TyperCommand):
    """A command whose help speaks the person's language."""

    def get_help(self, ctx: Any) -> str:
        """The whole help."""
        lang = asked_language(sys.argv[1:])
        for param in self.params:
            if isinstance(param, TyperOption) and param.metavar is None and (kind := param.display_type_rich(ctx)):
                param.metavar = in_words(kind, lang).strip()
        return in_words(super().get_help(ctx), lang)


class Group(TyperGroup):
    """A group of commands whose help speaks the person's language."""

    def get_help(self, ctx: Any) -> str:
        """The whole help."""
        return in_words(super().get_help(ctx), asked_language(sys.argv[1:]))

"""``arbitro rules``: find rules by words, and read one with our summary and ruling."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from arbitro.cli._help import Command, Group
from arbitro.cli._shelf import HOME, game_called, helped, language, say
from arbitro.content.catalogue import Catalogue, RuleEntry, fold
from arbitro.content.errors import Lang, nearest

WIDTH = 80


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=Group, help=helped("rules"), no_args_is_help=True)
    group.command("search", cls=Command, help=helped("rules_search"))(search)
    group.command("show", cls=Command, help=helped("rules_show"))(show)
    app.add_typer(group, name="rules")


def search(
    words: Annotated[list[str], typer.Argument(help=helped("rules_words"), metavar="WORDS")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help=helped("rules_limit"))] = 10,
    game: Annotated[str, typer.Option(help=helped("game"))] = HOME,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if nothing is found."""
    told, wanted = language(lang), " ".join(words)
    catalogue = game_called(game).catalogue()
    found = catalogue.search(wanted, told, limit + 1)
    for entry in found[:limit]:
        print(f"{entry.id}  {entry.title(told)}")
        print(_wrapped(entry.summary(told)))
    if len(found) > limit:
        print(say(told, "rules.more"))
    if not found:
        near = _near(catalogue, wanted, told)
        print(say(told, "rules.none_near" if near else "rules.none", words=wanted, near=near))
        raise typer.Exit(1)


def show(
    id: Annotated[str, typer.Argument(help=helped("rules_id"), metavar="ID")],
    game: Annotated[str, typer.Option(help=helped("game"))] = HOME,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if there is no such rule."""
    told = language(lang)
    catalogue = game_called(game).catalogue()
    entry = catalogue.get(id) or catalogue.get(id.upper())
    if entry is None:  # a name, if one rule alone is called so
        wanted = id.casefold().replace("'", "’")
        named = [
            e for e in catalogue.search(id, told) if wanted in (e.title("it").casefold(), e.title("en").casefold())
        ]
        entry = named[0] if len(named) == 1 else None
    if entry is None:
        near = catalogue.suggest(id.upper())
        print(say(told, "rules.unknown_near" if near else "rules.unknown", id=id, near=near))
        raise typer.Exit(1)
    print("\n".join(lines_of(entry, told)))


def lines_of(entry: RuleEntry, lang: Lang) -> list[str]:
    """A rule in full: name, where it stands, summary, ruling, clauses."""
    out = [f"{entry.id}  {entry.title(lang)}"]
    if entry.seed_line:
        out.append(_wrapped(say(lang, "rules.where", chapter=entry.chapter, line=entry.seed_line)))
    out += ["", _wrapped(entry.summary(lang), "")]
    if entry.ruling(lang):
        out += ["", _wrapped(say(lang, "rules.ruling", text=entry.ruling(lang)), "")]
    ids = entry.clause_ids()
    if len(ids) > 1:
        out += ["", _wrapped(say(lang, "rules.clauses", ids=", ".join(ids)), "")]
    return out


def _wrapped(words: str, indent: str = "    ") -> str:
    return textwrap.fill(words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _near(catalogue: Catalogue, wanted: str, lang: Lang) -> str:
    """The word of a rule's name most like one of the wanted ones that no rule holds."""
    known: dict[str, str] = {}
    for entry in catalogue.entries:
        for word in fold(entry.name if lang == "it" else f"{entry.name_en} {entry.name}").split():
            known.setdefault(word, word)
    return next((near for word in fold(wanted).split() if word not in known and (near := nearest(word, known))), "")

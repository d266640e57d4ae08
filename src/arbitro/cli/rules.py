"""``arbitro rules``: find rules by words, and read one with our summary and ruling."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from arbitro.cli._help import Command, Group
from arbitro.cli._language import language
from arbitro.cli._shelf import game_called, helped, say
from arbitro.content.catalogue import TABLE_RULES, Catalogue, RuleEntry, fold
from arbitro.content.errors import Lang, nearest
from arbitro.engine.ruleset import installed

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
    game: Annotated[str | None, typer.Option(help=helped("rules_game"))] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if nothing is found."""
    told, wanted = language(lang), " ".join(words)
    shelf = _shelf(game, told)
    blocks = [
        _block(title if game is None else "", found, limit, told)
        for title, catalogue in shelf.items()
        if (found := catalogue.search(wanted, told, limit + 1))
    ]
    print("\n\n".join(blocks) or _none(shelf, wanted, told))
    if not blocks:
        raise typer.Exit(1)


def show(
    id: Annotated[str, typer.Argument(help=helped("rules_id"), metavar="ID")],
    game: Annotated[str | None, typer.Option(help=helped("rules_game"))] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if there is no such rule."""
    told = language(lang)
    shelf = _shelf(game, told)
    entry = next((e for c in shelf.values() if (e := c.get(id) or c.get(id.upper())) is not None), None)
    if entry is None:  # a name, if one rule alone is called so
        wanted = id.casefold().replace("'", "’")
        named = [
            e
            for catalogue in shelf.values()
            for e in catalogue.search(id, told)
            if wanted in (e.title("it").casefold(), e.title("en").casefold())
        ]
        entry = named[0] if len(named) == 1 else None
        if len(named) > 1:
            print(say(told, "rules.several", name=id, ids=", ".join(e.id for e in named)))
            raise typer.Exit(1)
    if entry is None:
        near = nearest(id.upper(), [near for catalogue in shelf.values() if (near := catalogue.suggest(id.upper()))])
        print(say(told, "rules.unknown_near" if near else "rules.unknown", id=id, near=near))
        raise typer.Exit(1)
    print("\n".join(lines_of(entry, told)))


def _shelf(game: str | None, lang: Lang) -> dict[str, Catalogue]:
    """The rules to look in, by the game's name: one game's, or every game's and then, once, those of the table."""
    if game is not None:
        chosen = game_called(game)
        return {chosen.label(lang): chosen.catalogue()}
    table = Catalogue.load(TABLE_RULES)
    shelf = {
        rules.label(lang): Catalogue(entry for entry in rules.catalogue().entries if table.get(entry.id) is None)
        for rules in map(game_called, installed())
    }
    return shelf | {say(lang, "rules.all_games"): table}


def _block(title: str, found: list[RuleEntry], limit: int, lang: Lang) -> str:
    """What one game has, under its name."""
    lines = [title] if title else []
    for entry in found[:limit]:
        lines += [f"{entry.id}  {entry.title(lang)}", _wrapped(entry.summary(lang))]
    if len(found) > limit:
        lines.append(say(lang, "rules.more"))
    return "\n".join(lines)


def _none(shelf: dict[str, Catalogue], wanted: str, lang: Lang) -> str:
    """That nothing was found, and the word that may have been meant."""
    near = _near([entry for catalogue in shelf.values() for entry in catalogue.entries], wanted, lang)
    return say(lang, "rules.none_near" if near else "rules.none", words=wanted, near=near)


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


def _near(entries: list[RuleEntry], wanted: str, lang: Lang) -> str:
    """The word of a rule's name most like one of the wanted ones that no rule holds."""
    known: dict[str, str] = {}
    for entry in entries:
        for word in fold(entry.name if lang == "it" else f"{entry.name_en} {entry.name}").split():
            known.setdefault(word, word)
    return next((near for word in fold(wanted).split() if word not in known and (near := nearest(word, known))), "")

"""``arbitro sight``: who sees what of the table at a moment, in words and as a map."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._shelf import helped, put, say
from arbitro.cli._talk import Misuse
from arbitro.content.errors import Lang, nearest

if TYPE_CHECKING:
    from arbitro.analysis.sightmap import SightMap
    from arbitro.cli._odds_place import Place

NAME, WIDEST = 26, 80
"""How wide the column of names is, and a line."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sight", cls=Command, help=helped("sight"))(sight)


def sight(
    file: Annotated[Path, typer.Argument(help=helped("sight_file"), metavar="FILE", show_default=False)],
    side: Annotated[str, typer.Option(help=helped("sight_side"), show_default=False)] = "",
    figure: Annotated[list[str] | None, typer.Option(help=helped("sight_figure"), show_default=False)] = None,
    at: Annotated[str, typer.Option(help=helped("odds_at"), show_default=False)] = "",
    seed: Annotated[str, typer.Option(help=helped("odds_seed"))] = "1",
    png: Annotated[Path | None, typer.Option(help=helped("odds_png"), metavar="OUT", show_default=False)] = None,
    svg: Annotated[Path | None, typer.Option(help=helped("odds_svg"), metavar="OUT", show_default=False)] = None,
    json: Annotated[Path | None, typer.Option(help=helped("json_out"), metavar="OUT", show_default=False)] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 2 for a side or a figure that is not there."""
    import msgspec

    from arbitro.analysis.sightmap import sight_map
    from arbitro.cli._odds_place import moment

    speech = language(lang)
    place = moment(file, at, seed, speech)
    state = place.game.state
    seats = [one.seat for one in place.rules.scene(state, "", speech).sides]
    names = {seat: place.rules.called(state, seat, speech) for seat in seats}
    if side:
        side = _among("--side", side, names, speech)
    found = [sight_map(place.game, place.rules, seat, speech) for seat in ([side] if side else seats)]
    lookouts = {one.id: one.name for sides in found for one in sides.lookouts}
    asked = [_among("--figure", word, lookouts, speech) for word in figure or ()]
    if json is not None:
        put(json, msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        if str(json) == "-":
            return
    _tell(place, found, speech)
    for out, kind in ((png, "png"), (svg, "svg")):
        if out is not None:
            _draw(place, found, asked, out, kind, speech)


def _among(option: str, word: str, known: dict[str, str], lang: Lang) -> str:
    """The id that a word means: itself, or the name of one. Raises Misuse."""
    for id, name in known.items():
        if word.casefold() in (id.casefold(), name.casefold()):
            return id
    words = [*known, *known.values()]
    near = nearest(word, words)
    raise Misuse(say(lang, "odds.unknown_near" if near else "odds.unknown", option=option, word=word,
                     known=tuple(words), near=near))  # fmt: skip


def _tell(place: Place, found: Sequence[SightMap], lang: Lang) -> None:
    """A table of who sees how much and whom, for each side."""
    from arbitro.analysis.sightmap import told as summed_up
    from arbitro.content.messages import show

    state = place.game.state
    print(textwrap.fill(f"{place.title} - {place.rules.standing(state, lang)}", WIDEST))
    for side in found:
        print(f"\n{textwrap.fill(summed_up(side, lang), WIDEST)}")
        for one in side.lookouts:
            others = [
                place.rules.called(state, id, lang) for id in one.whom if place.rules.controller(state, id) != side.seat
            ]
            whom = ", ".join(others) or say(lang, "sight.no_one")
            name = f"{one.name} ({one.id})"
            line = f"  {name:<{NAME}} {show(lang, one.share, 'pct'):>6}  {whom}"
            print(textwrap.fill(line, WIDEST, subsequent_indent=" " * (NAME + 11), replace_whitespace=False))


def _draw(place: Place, found: Sequence[SightMap], asked: Sequence[str], out: Path, kind: str, lang: Lang) -> None:
    """The maps of the sides, and one for each figure asked for."""
    from arbitro.analysis import plots
    from arbitro.analysis.sightplot import sight_plot

    scene = place.rules.scene(place.game.state, "", lang)
    plots.save(sight_plot(scene, found, asked, lang), out, kind)
    print(f"\n{say(lang, 'replay.written', file=str(out))}")


__all__ = ["register", "sight"]

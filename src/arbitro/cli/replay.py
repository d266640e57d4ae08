"""``arbitro replay``: watch a game again from its save or its journal, step by step or as a report."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._open import open_film
from arbitro.cli._shelf import helped, put, say
from arbitro.engine.events import Finished
from arbitro.engine.state import State
from arbitro.reports import Film, Line, Scene, report
from arbitro.reports import say as report_says


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay", cls=Command, help=helped("replay"))(replay)


def replay(
    file: Annotated[Path, typer.Argument(help=helped("replay_file"), metavar="SAVE|JOURNAL.json")],
    step: Annotated[bool, typer.Option("--step", help=helped("replay_step"))] = False,
    to: Annotated[str, typer.Option(help=helped("replay_to"))] = "",
    json: Annotated[Path | None, typer.Option(help=helped("replay_json"), metavar="OUT")] = None,
    svg: Annotated[Path | None, typer.Option(help=helped("replay_svg"), metavar="OUT")] = None,
    html: Annotated[Path | None, typer.Option(help=helped("replay_html"), metavar="OUT")] = None,
    rules: Annotated[bool, typer.Option("--rules", help=helped("replay_rules"))] = False,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Watch a game again: tell it, step through it, or make a page, a drawing or JSON of it."""
    film = open_film(file, language(lang))
    end = _place(film, to) if to else len(film.events)
    for out, make in ((json, film_json_of), (svg, svg_of), (html, html_of)):
        if out is not None:
            put(out, make(film, end))
            if str(out) != "-":
                print(say(film.lang, "replay.written", file=str(out)), file=sys.stderr)
    if step:
        Stepper(film, end if to else 0, rules).run()
    elif json is None and svg is None and html is None:
        tell(film, end, rules)


def _place(film: Film, where: str) -> int:
    found = film.find(where)
    if found is None:
        print(say(film.lang, "replay.nowhere", where=where), file=sys.stderr)
        raise typer.Exit(2)
    return found


def film_json_of(film: Film, end: int) -> str:
    """The journal up to an event, as JSON."""
    whole = end == len(film.events)
    return (film.journal if whole else film.journal.cut(end)).json().decode()


def svg_of(film: Film, end: int) -> str:
    """The table before an event, as SVG."""
    return film.ruleset.map_svg(film.state_at(end), film.lang)


def html_of(film: Film, end: int) -> str:
    """The report; it always tells the whole battle up to ``end``."""
    return report(film if end == len(film.events) else film.upto(end))


def tell(film: Film, end: int, rules: bool) -> None:
    """Print the journal up to an event, folded by hand and turn, then the table and how it stands."""
    turn = -1
    for scene in film.scenes:
        lines = [line for line in film.lines_of(scene) if line.index < end]
        if not lines:
            continue
        if scene.turn != turn:
            turn = scene.turn
            print(f"\n{headline(film, turn)}")
        if scene.hand:
            print(f"\n  {hand_line(film, scene)}")
        for line in lines:
            print(f"    {told(line, rules)}")
    state = film.state_at(end)
    print(f"\n{film.ruleset.map_text(state, film.lang)}\n")
    print(film.ruleset.status(state, film.lang))
    if end == len(film.events):
        print()
        for sentence in verdict(film):
            print(sentence)


def headline(film: Film, turn: int) -> str:
    """The heading of a turn."""
    return f"== {film.turn_title(turn)} =="


def hand_line(film: Film, scene: Scene) -> str:
    """The heading of a hand."""
    return f"-- {film.hand_title(scene)}"


def told(line: Line, rules: bool) -> str:
    """A line, with its rules if wanted."""
    return line.text + (f"  [{', '.join(line.event.rules)}]" if rules and line.event.rules else "")


def verdict(film: Film) -> list[str]:
    """How it ended, and what it cost each side."""
    ends = [line.text for line in film.lines if isinstance(line.event, Finished)]
    out = [ends[-1] if ends else report_says(film.lang, "report.unfinished")]
    losses = film.losses()
    for seat, name in film.names.items():
        gone = losses.get(seat, [])
        key = "replay.lost" if gone else "replay.none_lost"
        out.append(say(film.lang, key, name=name, n=len(gone), who=", ".join(gone)))
    return out


class Stepper:
    """Going through a film by keys: n, p, h, t, m, s, g, q; without a terminal they are read as lines."""

    def __init__(self, film: Film, start: int, rules: bool) -> None:
        self.film, self.rules = film, rules
        self.at = next((i for i, line in enumerate(film.lines) if line.index >= start), len(film.lines)) - 1
        self.scene: Scene | None = None

    def run(self) -> None:
        """Read keys until the end of input or ``q``."""
        if not self.film.lines:
            print(say(self.film.lang, "replay.nothing"))
            return
        print(say(self.film.lang, "replay.steps"))
        self.move(max(self.at, 0))
        for key in Keys():
            if key in ("q", "\x03", "\x04", "\x1b"):
                return
            self.press(key)

    def press(self, key: str) -> None:
        """One key."""
        lang = self.film.lang
        if key in ("n", "", " ", "\r", "\n"):
            self.move(self.at + 1)
        elif key == "p":
            self.move(self.at - 1)
        elif key in ("h", "H", "t", "T"):
            self.jump(turn=key in "tT", back=key.isupper())
        elif key == "m":
            print(self.film.ruleset.map_text(self.state(), lang))
        elif key == "s":
            print(self.film.ruleset.status(self.state(), lang))
        elif key == "g":
            with suppress(EOFError):  # nothing more is said: one stays where one is
                self.go(input(say(lang, "replay.go")).strip())
        else:
            print(say(lang, "replay.steps"))

    def state(self) -> State:
        """The game after the line shown."""
        return self.film.state_at(self.film.lines[self.at].index + 1)

    def move(self, to: int) -> None:
        """Stand on a line and show it."""
        lang, lines = self.film.lang, self.film.lines
        if not 0 <= to < len(lines):
            print(say(lang, "replay.end" if to > 0 else "replay.start"))
            return
        self.at = to
        line = lines[to]
        scene = self.film.scene_at(line.index)
        if scene is not self.scene:
            self.scene = scene
            print(headline(self.film, scene.turn) if not scene.hand else hand_line(self.film, scene))
        if line.index >= self.film.open_of(scene):  # what opens it stands in the line above already
            place = say(lang, "replay.of", at=to + 1, all=len(lines))
            print(f"{place:>12}  {told(line, self.rules)}")

    def jump(self, *, turn: bool, back: bool) -> None:
        """To the start of the next or the last hand or turn."""
        here = self.film.lines[self.at].index
        starts = [s.first for s in self.film.scenes if not turn or s.hand == 0]
        starts = [s for s in starts if s < self.film.scene_at(here).first] if back else [s for s in starts if s > here]
        if not starts:
            print(say(self.film.lang, "replay.start" if back else "replay.end"))
            return
        self.go_to(starts[-1] if back else starts[0])

    def go(self, where: str) -> None:
        found = self.film.find(where)
        if found is None:
            print(say(self.film.lang, "replay.nowhere", where=where))
        else:
            self.go_to(found)

    def go_to(self, index: int) -> None:
        last = len(self.film.lines) - 1
        self.move(next((i for i, line in enumerate(self.film.lines) if line.index >= index), last))


class Keys:
    """Keys of a terminal one by one, or the lines of an input that is none."""

    def __iter__(self) -> Keys:
        return self

    def __next__(self) -> str:
        if sys.stdin.isatty():
            return typer.getchar()
        line = sys.stdin.readline()
        if not line:
            raise StopIteration
        return line.strip()


__all__ = ["register", "replay", "tell", "verdict"]

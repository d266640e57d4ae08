"""``arbitro odds``: what a choice will probably do, choices side by side, sweeps, and matrices of profiles."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from msgspec import Struct

from arbitro.analysis import compare, matrices, plots
from arbitro.analysis.compare import Case
from arbitro.analysis.matrices import is_share
from arbitro.analysis.naming import choice_name, footing, knob_name, matrix_name, measure_name
from arbitro.analysis.naming import say as told
from arbitro.analysis.panels import panels
from arbitro.analysis.weighing import LEAVES, SAMPLES, UNTIL, legal, weigh
from arbitro.cli import _odds_show
from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._odds_place import Choice, Place, aimed, choice, placed
from arbitro.cli._shelf import game_called, helped, put, say
from arbitro.cli._talk import Misuse
from arbitro.content.errors import Lang, nearest
from arbitro.content.measures import DAMAGE, WORDS, Measure
from arbitro.content.messages import show
from arbitro.content.packs import PACK_FILE
from arbitro.content.scenarios import game_of
from arbitro.content.tabletop import TabletopRuleset, rules_with
from arbitro.content.yamlfile import load
from arbitro.engine.odds import POLICIES, TooLarge
from arbitro.engine.ruleset import installed
from arbitro.engine.values import Seat

MATRIX = "matrix"
MOST_CHOICES = 80
"""How many choices are listed where none is named."""
MANY = {"step": SAMPLES, "hand": 2000, "turn": 1000, "end": 500}
"""How many games are played on, unless said: fewer of long ones."""
MOST_BARS, MOST_PANELS = 7, 4
"""How many things that may happen a picture shows, and of how many numbers the distributions."""
QUICK = 600
"""How many outcomes each of them may have to be in the list."""
NUMBER = r"-?\d+(?:\.\d+)?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?:\.\.({NUMBER}))?")


MOST_NUMBERS = 200
"""How many numbers a sweep tries."""
ALL = 10_000
"""As many measures as there may be, where some are asked for by name."""


class Outs(Struct):
    """The files that are asked for, by their kind; ``-`` among them is ``here``, where people's text goes else."""

    files: dict[str, Path | None]
    here: TextIO

    def aside(self) -> AbstractContextManager[Any]:
        """People's text goes nowhere while data is written here."""
        return redirect_stdout(StringIO()) if "-" in map(str, self.files.values()) else nullcontext()

    def check(self, lang: Lang) -> None:
        """Raises Misuse for a folder that is not there, before any work is done for it."""
        for out in self.files.values():
            if out is not None and not out.parent.is_dir():
                raise Misuse(say(lang, "odds.no_folder", folder=str(out.parent), file=out.name))


class Asked(Struct):
    """What the command line asks for, besides the file and the choices."""

    lang: Lang
    until: str
    others: str
    watch: tuple[str, ...]
    leaves: int
    samples: int
    outs: Outs

    def most(self, few: int) -> int:
        """How many measures are told: all that are asked for by name."""
        return ALL if self.watch else few

    def options(self) -> dict[str, Any]:
        """The options of `weigh`."""
        return {"until": self.until, "others": self.others, "leaves": self.leaves, "samples": self.samples}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds", cls=Command, help=helped("odds"))(odds)


def odds(
    file: Annotated[str, typer.Argument(help=helped("odds_file"), metavar="FILE", show_default=False)],
    choices: Annotated[
        list[str] | None, typer.Argument(help=helped("odds_choices"), metavar="CHOICE", show_default=False)
    ] = None,
    at: Annotated[str, typer.Option(help=helped("odds_at"), show_default=False)] = "",
    until: Annotated[str, typer.Option(help=helped("odds_until"), show_default=False)] = "",
    others: Annotated[str, typer.Option(help=helped("odds_others"), show_default=False)] = "",
    sweep: Annotated[str, typer.Option(help=helped("odds_sweep"), show_default=False)] = "",
    watch: Annotated[str, typer.Option(help=helped("odds_watch"), show_default=False)] = "",
    side: Annotated[str, typer.Option(help=helped("odds_side"), show_default=False)] = "",
    duel: Annotated[int, typer.Option(help=helped("odds_duel"), show_default=False, min=0, max=100_000)] = 0,
    leaves: Annotated[int, typer.Option(help=helped("odds_leaves"), min=1, max=10_000_000)] = LEAVES,
    samples: Annotated[
        int | None, typer.Option(help=helped("odds_samples"), show_default=False, min=1, max=10_000_000)
    ] = None,
    seed: Annotated[str, typer.Option(help=helped("odds_seed"))] = "1",
    csv: Annotated[Path | None, typer.Option(help=helped("odds_csv"), metavar="OUT", show_default=False)] = None,
    json: Annotated[Path | None, typer.Option(help=helped("odds_json"), metavar="OUT", show_default=False)] = None,
    png: Annotated[Path | None, typer.Option(help=helped("odds_png"), metavar="OUT", show_default=False)] = None,
    svg: Annotated[Path | None, typer.Option(help=helped("odds_svg"), metavar="OUT", show_default=False)] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 2 for a decision or a choice that is not there."""
    speech = language(lang)
    outs = Outs({"csv": csv, "json": json, "png": png, "svg": svg}, sys.stdout)
    outs.check(speech)
    if file == MATRIX:
        options = {"at": at, "until": until, "others": others, "sweep": sweep, "side": side}
        numbers = {"leaves": leaves != LEAVES, "samples": samples, "seed": seed != "1"}
        _only("odds.not_matrix", {**options, **numbers}, speech)
        with outs.aside():
            _matrix(list(choices or ()), duel, _words(watch, speech), outs, speech)
        return
    _only("odds.only_matrix", {"duel": duel}, speech)
    asked = _asked(until, others, watch, leaves, samples or 0, outs, speech)
    with outs.aside():
        _weighed(file, at, seed, list(choices or ()), side, sweep, asked)


def _only(key: str, given: Mapping[str, Any], lang: Lang) -> None:
    """Raises Misuse for the options among some that are given and are of no use."""
    useless = tuple(f"--{name}" for name, value in given.items() if value)
    if useless:
        raise Misuse(say(lang, key, options=useless))


def _weighed(file: str, at: str, seed: str, choices: Sequence[str], side: Seat, sweep: str, asked: Asked) -> None:
    """The choices of a decision, by what is asked."""
    speech = asked.lang
    place = placed(Path(file), at, seed, speech)
    for line in _title(place, speech):
        _tell(line)
    if place.rolled:
        _tell(say(speech, "odds.rolled", seed=seed))
    named = [choice(place, text, side, speech) for text in choices]
    if not asked.until:
        asked.until = "hand" if any(one.plan is not None for one in named) else "step"
    asked.samples = asked.samples or MANY[asked.until]
    asked.others = asked.others or ("alone" if asked.until == "step" or any(one.plan for one in named) else "instinct")
    if sweep:
        _swept(place, named, sweep, asked)
    elif named:
        _named(place, named, asked)
    else:
        _all(place, side, asked)


def _asked(until: str, others: str, watch: str, leaves: int, samples: int, outs: Outs, lang: Lang) -> Asked:
    """The options, judged. Raises Misuse."""
    if until:
        _among("--until", until, UNTIL, lang)
    if others:
        _among("--others", others, tuple(POLICIES), lang)
    return Asked(lang, until, others, _words(watch, lang), leaves, samples, outs)


def _words(watch: str, lang: Lang) -> tuple[str, ...]:
    """The measures that are asked for by name. Raises Misuse for one there is not."""
    words = tuple(dict.fromkeys(word.strip() for word in watch.split(",") if word.strip()))
    for word in words:
        _among("--watch", word, WORDS, lang)
    return words


def _among(option: str, word: str, known: Sequence[str], lang: Lang) -> None:
    if word not in known:
        near = nearest(word, list(known))
        key = "odds.unknown_near" if near else "odds.unknown"
        raise Misuse(say(lang, key, option=option, word=word, known=tuple(known), near=near))


def _title(place: Place, lang: Lang) -> tuple[str, str]:
    pending = place.game.pending
    assert pending is not None
    seats = tuple(place.rules.called(place.game.state, seat, lang) for seat in pending.seats or pending.free)
    question = place.rules.question(place.game.state, pending.kind, dict(pending.about), lang)
    standing = place.rules.standing(place.game.state, lang)
    return f"{place.title} - {standing}", f"{show(lang, seats)}: {question}"


# --- choices


def _named(place: Place, named: Sequence[Choice], asked: Asked) -> None:
    """One choice in detail, or several side by side."""
    lang = asked.lang
    if len(named) > _odds_show.MOST_COLUMNS - 1:
        raise Misuse(say(lang, "odds.too_many", most=_odds_show.MOST_COLUMNS - 1))
    cases = [_case(place, one, asked) for one in named]
    measures = compare.told(cases, asked.watch, asked.most(12))
    print()
    found = cases[0].found
    assert found is not None
    if len(cases) == 1:
        _tell(cases[0].name)
        print()
        _print(_odds_show.one(place, found, measures, lang))
    else:
        _print(_odds_show.several(place, cases, measures, lang))
    for number, one in enumerate(named, 1):
        if steps := _left(one, asked):
            key = "odds.never" if len(named) == 1 else "odds.never_of"
            _tell(say(lang, key, number=number, steps="; ".join(steps)))
    _footing(cases, measures, asked)
    _export(place, cases, measures, asked)
    _draw(_bars(place, cases, measures, lang), asked)


def _case(place: Place, one: Choice, asked: Asked) -> Case:
    found = weigh(place.game, one.value, seat=one.seat, plan=one.plan, **asked.options())
    return Case(_name(place, one, asked.lang), found)


def _left(one: Choice, asked: Asked) -> tuple[str, ...]:
    """What comes after a choice and could be done in no outcome, where one looks as far as that."""
    return one.plan.left if one.plan is not None and asked.until != "step" else ()


def _name(place: Place, one: Choice, lang: Lang) -> str:
    name = choice_name(place.game, one.seat, one.value, lang)
    return f"{name}; {one.text}" if one.text else name


def _all(place: Place, side: Seat, asked: Asked) -> None:
    """A line for every choice whose outcome is a matter of dice."""
    pending, lang = place.game.pending, asked.lang
    if asked.outs.files["png"] or asked.outs.files["svg"]:
        raise Misuse(say(lang, "odds.no_picture"))
    assert pending is not None
    seat = side or (pending.seats or pending.free)[0]
    values = legal(place.game, seat, MOST_CHOICES * 4)
    cases: list[Case] = []
    calm, large = 0, 0
    options = {**asked.options(), "leaves": min(asked.leaves, QUICK), "samples": 0}
    for value in values:
        if not place.rules.chancy(place.game, value):
            calm += 1
            continue
        if len(cases) == MOST_CHOICES:
            break
        try:
            found = weigh(place.game, value, seat=seat, **options)
        except TooLarge:
            large += 1
            continue
        if compare.told([Case("", found)]) and len(found.odds.outcomes) > 1:
            cases.append(Case(choice_name(place.game, seat, value, lang), found))
        else:
            calm += 1
    print()
    if cases:
        _print(_odds_show.all_of_them(cases, lang))
    print(say(lang, "odds.calm", n=calm))
    if large:
        print(say(lang, "odds.large", n=large, most=QUICK))
    if len(cases) == MOST_CHOICES:
        print(say(lang, "odds.more", most=MOST_CHOICES))
    measures = compare.told(cases, asked.watch, asked.most(1000))
    _footing(cases, measures, asked)
    _export(place, cases, measures, asked)


def _swept(place: Place, named: Sequence[Choice], sweep: str, asked: Asked) -> None:
    """A choice while something else varies."""
    lang = asked.lang
    knob, _, text = sweep.partition("=")
    numbers = _numbers(text, lang)
    if len(named) != 1:
        raise Misuse(say(lang, "odds.sweep_one"))
    one, name = named[0], _name(place, named[0], lang)
    options = {**asked.options(), "plan": one.plan, "target": aimed(place, one, lang)}
    knob, levels = knob.strip(), compare.levels_of(place.game, one.seat, one.value)
    cases: list[Case] = []
    never: list[tuple[str, tuple[str, ...]]] = []
    try:
        for number in numbers:
            if one.plan is not None:
                one.plan.taken.clear()
            (case,) = compare.swept(place.game, one.seat, one.value, knob, [number], name, **options)
            if case.found is not None and (steps := _left(one, asked)):
                never.append((case.setting, steps))
                case.found = None if knob in levels else case.found
            cases.append(case)
    except KeyError:
        known = tuple(sorted({*place.rules.knobs, *levels}))
        raise Misuse(say(lang, "odds.no_knob", knob=knob, known=known)) from None
    measures = compare.told(cases, asked.watch, asked.most(_odds_show.MOST_COLUMNS))
    print()
    _tell(name)
    print()
    _print(_odds_show.swept(place, cases, measures, knob, lang))
    for steps in dict.fromkeys(steps for _, steps in never):
        settings = tuple(setting for setting, others in never if others == steps)
        _tell(say(lang, "odds.never_at", settings=settings, steps="; ".join(steps)))
    _footing([case for case in cases if case.found is not None], measures, asked)
    _export(place, cases, measures, asked)
    _draw(_lines(place, cases, measures, knob, lang), asked)


def _numbers(text: str, lang: Lang) -> list[float]:
    """``4,6,8`` or ``1..10`` or ``1..10..0.5``, with a d before a die if one likes."""
    found: list[float] = []
    for part in text.replace(" ", "").split(","):
        span = RANGE.fullmatch(part)
        try:
            if span is None:
                found.append(float(part.removeprefix("d")))
            else:
                low, high, step = float(span[1]), float(span[2]), float(span[3] or 1)
                count = int((high - low) / step + 1e-9) + 1
                found += [low + step * number for number in range(min(count, MOST_NUMBERS + 1))]
        except (ValueError, ZeroDivisionError, OverflowError):
            raise Misuse(say(lang, "odds.no_numbers", text=text)) from None
        if len(found) > MOST_NUMBERS:
            raise Misuse(say(lang, "odds.many_numbers", text=text, most=MOST_NUMBERS))
    if not found or not all(map(isfinite, found)):
        raise Misuse(say(lang, "odds.no_numbers", text=text))
    return found


def _footing(cases: Sequence[Case], measures: Sequence[Measure], asked: Asked) -> None:
    """What was asked for and never changes, how sure all this is, and what was assumed."""
    same = tuple(word for word in asked.watch if word not in {measure.word for measure in measures})
    if same:
        _tell(say(asked.lang, "odds.same", words=same))
    print()
    weighed = [case.found for case in cases if case.found is not None]
    if not weighed:
        return
    for line in footing(weighed, asked.until, asked.others, asked.lang):
        _tell(line)


def _tell(text: str) -> None:
    """A paragraph, within the width."""
    print(textwrap.fill(text, _odds_show.WIDTH, break_long_words=False, break_on_hyphens=False))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line.rstrip())


# --- files


def _export(place: Place, cases: Sequence[Case], measures: Sequence[Measure], asked: Asked) -> None:
    """CSV and JSON, where they are asked for."""
    head = {"scenario": place.title, "until": asked.until, "others": asked.others}
    _write(asked.outs, "csv", lambda: compare.as_csv(cases, measures).rstrip("\n"), asked.lang)
    _write(asked.outs, "json", lambda: compare.as_json(place.game, cases, measures, asked.lang, **head), asked.lang)


def _write(outs: Outs, kind: str, make: Any, lang: Lang) -> None:
    out = outs.files[kind]
    if out is None:
        return
    with redirect_stdout(outs.here):
        put(out, make())
    _written(out, lang)


def _written(out: Path, lang: Lang) -> None:
    if str(out) != "-":
        print(say(lang, "replay.written", file=str(out)), file=sys.stderr)


def _draw(picture: Any, asked: Asked) -> None:
    _save(picture, asked.outs, asked.lang)


def _save(picture: Any, outs: Outs, lang: Lang) -> None:
    """Draw where a picture is asked for."""
    for kind in ("png", "svg"):
        out = outs.files[kind]
        if out is not None:
            plots.save(picture(), out, kind)
            _written(out, lang)


def _bars(place: Place, cases: Sequence[Case], measures: Sequence[Measure], lang: Lang) -> Any:
    def picture() -> Any:
        laid = panels(place.rules, place.game.state, cases, measures, lang, happenings=MOST_BARS, numbers=MOST_PANELS)
        names = [case.name for case in cases if case.found is not None]
        drawn = [
            (
                panel.title,
                [(name, [(label, float(row[n])) for label, row in panel.rows]) for n, name in enumerate(names)],
            )
            for panel in laid
        ]
        title = cases[0].name if len(cases) == 1 else place.title
        return plots.distributions(drawn, title, told(lang, "chance"))

    return picture


def _lines(place: Place, cases: Sequence[Case], measures: Sequence[Measure], knob: str, lang: Lang) -> Any:
    def picture() -> Any:
        shares = [measure for measure in measures if measure.happens] or measures
        series: list[tuple[str, list[tuple[float, float, float, float]]]] = []
        for measure in shares:
            points = []
            for case in cases:
                if case.found is not None:
                    chance = case.found.chance(measure) if measure.happens else case.found.mean(measure)
                    low, high = case.found.odds.around(chance) if measure.happens else (float(chance), float(chance))
                    points.append((float(case.setting), float(chance), low, high))
            series.append((measure_name(place.rules, place.game.state, measure, lang), points))
        y = told(lang, "chance" if shares[0].happens else "value")
        return plots.lines(series, cases[0].name, knob_name(knob, lang), y)

    return picture


# --- matrices


def _matrix(words: Sequence[str], games: int, watch: tuple[str, ...], outs: Outs, lang: Lang) -> None:
    """All the profiles of a pack, or those of a game that are named, against each other."""
    if not words:
        raise Misuse(say(lang, "odds.matrix_what", known=tuple(installed())))
    rules, contenders = _contenders(words[0], lang)
    for word in words[1:]:
        _among(MATRIX, word, tuple(contenders), lang)
    if len(words) > 1:
        contenders = {it: contenders[it] for it in dict.fromkeys(words[1:])}
    if not contenders:
        raise Misuse(say(lang, "odds.no_contenders", what=words[0]))
    progress = _progress(lang)
    found = (
        matrices.duels(rules, contenders, games, progress, watch)
        if games
        else matrices.blows(rules, contenders, progress, lang, watch)
    )
    names = [rules.title(it, lang) for it in found.ids]
    usual = ("wins",) if games else ("falls", DAMAGE)
    for what in watch or usual:
        _tell(matrix_name(what, lang, duels=bool(games)))
        print()
        _print(_odds_show.matrix(found, names, what, lang))
        print()
    if not games and len(names) <= _odds_show.FULL_MATRIX:
        _tell(say(lang, "odds.matrix_best"))
        for it, name in zip(found.ids, names, strict=True):
            _tell(f"  {name}: {' / '.join(found.attacks(it)) or '-'}")
        print()
    _tell(say(lang, "odds.matrix_duels", n=games) if games else say(lang, "odds.matrix_exact"))
    _write(outs, "csv", lambda: found.csv().rstrip("\n"), lang)
    _write(outs, "json", lambda: found.json(rules.name, names), lang)
    what = (watch or usual)[0]
    axes = told(lang, "matrix.target"), told(lang, "matrix.attacker")

    def picture() -> Any:
        title = matrix_name(what, lang, duels=bool(games))
        return plots.matrix(names, found.cells(what), title, *axes, share=is_share(what))

    _save(picture, outs, lang)


def _contenders(what: str, lang: Lang) -> tuple[TabletopRuleset, dict[str, dict[str, Any]]]:
    """The rules and the contenders of a game by its name, or of a pack's folder, which names its game."""
    if what in installed():
        rules = game_called(what)
        return rules, rules.duellists(None)
    folder = Path(what)
    if not folder.is_dir():
        raise Misuse(say(lang, "odds.matrix_what", known=tuple(installed())))
    rules = rules_with(game_of(load(folder / PACK_FILE)), (what,))
    return rules, rules.duellists(folder)


def _progress(lang: Lang) -> matrices.Progress | None:
    """A line that says how far it is, at a terminal."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, all_: int) -> None:
        end = "\n" if done == all_ else ""
        print(f"\r{say(lang, 'replay.of', at=done, all=all_)}", end=end, file=sys.stderr, flush=True)

    return tell

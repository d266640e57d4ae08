"""``arbitro simulate``: whole battles by the thousand, and what they say."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._shelf import game_called, helped, put
from arbitro.cli._talk import Misuse
from arbitro.content import scenarios
from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.players import NAMES

if TYPE_CHECKING:
    from arbitro.analysis.battles import Plan
    from arbitro.analysis.crews import Crew
    from arbitro.analysis.results import Results

ENDING = ".sim.jsonl"
"""What results files end in, where nobody names them."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("simulate", cls=Command, help=helped("simulate"))(simulate)


def simulate(
    files: Annotated[list[Path] | None, typer.Argument(help=helped("simulate_files"), metavar="[FILE]...")] = None,
    ruleset: Annotated[str, typer.Option(help=helped("simulate_ruleset"))] = "",
    roster: Annotated[list[Path] | None, typer.Option(help=helped("simulate_roster"), metavar="FILE")] = None,
    table: Annotated[Path | None, typer.Option(help=helped("simulate_table"), metavar="FILE")] = None,
    policy: Annotated[list[str] | None, typer.Option(help=helped("simulate_policy"), metavar="a=quick")] = None,
    battles: Annotated[int, typer.Option(help=helped("simulate_battles"), min=1, max=10_000_000)] = 1000,
    all_: Annotated[bool, typer.Option("--all", help=helped("simulate_all"))] = False,
    seed: Annotated[str, typer.Option(help=helped("simulate_seed"))] = "",
    processes: Annotated[int, typer.Option(help=helped("simulate_processes"), min=0, max=1000)] = 0,
    cluster: Annotated[str, typer.Option(help=helped("simulate_cluster"), metavar="tcp://HOST:PORT")] = "",
    out: Annotated[Path | None, typer.Option(help=helped("simulate_out"), metavar="FILE")] = None,
    resume: Annotated[Path | None, typer.Option(help=helped("simulate_resume"), metavar="FILE")] = None,
    show: Annotated[Path | None, typer.Option(help=helped("simulate_show"), metavar="FILE")] = None,
    json: Annotated[Path | None, typer.Option(help=helped("simulate_json"), metavar="FILE")] = None,
    csv: Annotated[Path | None, typer.Option(help=helped("simulate_csv"), metavar="FILE")] = None,
    html: Annotated[Path | None, typer.Option(help=helped("balance_html"), metavar="FILE")] = None,
    heat: Annotated[Path | None, typer.Option(help=helped("simulate_heat"), metavar="FILE")] = None,
    sure: Annotated[float, typer.Option(help=helped("simulate_sure"), min=0.5, max=0.9999)] = 0.95,
    margin: Annotated[float, typer.Option(help=helped("simulate_margin"), min=0.001, max=0.4)] = 0.05,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Play battles again and again, and say who wins how often."""
    from arbitro.analysis.results import Results
    from arbitro.analysis.simulation import resumed

    told = language(lang)
    ways = [bool(files), bool(ruleset or roster), resume is not None, show is not None]
    if sum(ways) != 1:
        raise Misuse(_say(told, "usage.one_way"))
    if out is not None and (files is None or len(files) > 1) and not (ruleset or roster):
        raise Misuse(_say(told, "usage.out_one"))
    if show is not None:
        tell(Results.read(show), show, told, Outs(json, html, heat, csv))
        return
    if resume is not None:
        found = [(resumed(resume), resume)]
    else:
        wanted = {
            "seed": seed or str(secrets.randbelow(1_000_000)), "policies": policies_of(policy or [], told),
            "battles": battles, "whole": all_, "sure": sure, "margin": margin,
        }  # fmt: skip
        plans = (
            [(file.stem, plan_of_file(file, wanted)) for file in files]
            if files
            else [plan_of_rosters(ruleset, roster or [], table, wanted, told)]
        )
        found = [(Results(plan, []), out or free(stem)) for stem, plan in plans]
    with crew_of(processes, cluster) as crew:
        for results, path in found:
            run(results, path, crew, told)
            tell(results, path, told, Outs(json, html, heat, csv))


def _say(lang: Lang, key: str, **facts: object) -> str:
    from arbitro.analysis.words import say

    return say(lang, key, **facts)


def policies_of(given: Sequence[str], lang: Lang) -> tuple[str, str]:
    """Who plays the two lists. Raises Misuse for a list or a player there is not."""
    chosen, said = {"a": "quick", "b": "quick"}, set[str]()
    for word in given:
        side, _, who = word.partition("=")
        if not who:
            side, who = "", side
        if who not in NAMES or side not in ("a", "b", ""):
            raise Misuse(_say(lang, "usage.policy", value=word, names=list(NAMES)))
        sides = (side,) if side else ("a", "b")
        if not said.isdisjoint(sides):
            raise Misuse(_say(lang, "usage.policy_twice", value=word))
        said.update(sides)
        chosen.update({side: who} if side else {"a": who, "b": who})
    return chosen["a"], chosen["b"]


def plan_of_file(file: Path, wanted: dict[str, object]) -> Plan:
    """The plan of a scenario file, whose lists stay where it puts them. Raises ContentError."""
    from arbitro.analysis.simulation import plan_of

    scenario = scenarios.read(file)
    rules = game_called(scenario.ruleset).playing(scenario)
    return plan_of(scenario, rules, sources=[file], **wanted)


def plan_of_rosters(
    ruleset: str, rosters: Sequence[Path], table: Path | None, wanted: dict[str, object], lang: Lang
) -> tuple[str, Plan]:
    """The plan of two lists, on a table or the one that comes first; without lists, of random battles.

    Raises:
        ContentError: for a file with faults.
        Misuse: for one list alone.
    """
    from arbitro.analysis.simulation import plan_of, plan_of_random

    rules = game_called(ruleset) if ruleset else _game_of(rosters[0])
    if not rosters:
        if not rules.offers("skirmish"):
            raise Misuse(_say(lang, "usage.no_random", game=rules.name))
        return rules.name, plan_of_random(rules, **wanted)
    if len(rosters) != 2:
        raise Misuse(_say(lang, "usage.two_rosters"))
    for roster in rosters:
        if (found := _game_of(roster)).name != rules.name:
            raise Misuse(_say(lang, "usage.other_game", file=str(roster), found=found.name, game=rules.name))
    texts = {seat: file.read_text(encoding="utf-8") for seat, file in zip("ab", rosters, strict=True)}
    table, scenario = _on_table(rules, [table] if table is not None else rules.ready(), texts, lang)
    swap = rules.swapped(scenario.setup) is not None
    plan = plan_of(scenario, rules, sources=[table, *rosters], swap=swap, **wanted)
    return "-".join(file.stem for file in rosters), plan


def _on_table(
    rules: TabletopRuleset, tables: Sequence[Path], texts: dict[str, str], lang: Lang
) -> tuple[Path, Scenario]:
    """The lists on the first table that takes any lists. Raises ContentError where the last does not, or Misuse."""
    for table in tables:
        try:
            text = rules.self_contained(table.read_text(encoding="utf-8"), texts, table.parent, str(table))
            return table, rules.read_text(text, str(table))
        except ContentError:
            if table == tables[-1]:
                raise
    raise Misuse(_say(lang, "usage.table"))


def _game_of(roster: Path) -> TabletopRuleset:
    from arbitro.content.yamlfile import load

    document = load(roster)
    return scenarios.tabletop(document.data.get("ruleset") if isinstance(document.data, dict) else None, document)


def free(stem: str, ending: str = ENDING) -> Path:
    """A results file of that name that is not there yet."""
    number = 1
    while (path := Path(f"{stem}{f'-{number}' if number > 1 else ''}{ending}")).exists():
        number += 1
    return path


def crew_of(processes: int, address: str) -> Crew:
    """Who plays: a cluster, or so many processes; 0: as many as there are cores. Raises WorkersLost."""
    from arbitro.analysis import crews

    return crews.cluster(address) if address else crews.processes(processes or crews.cores())


def run(results: Results, path: Path, crew: Crew, lang: Lang) -> None:
    """Play what is left, with a line that says how it goes. What was done is in the file, whatever happens."""
    from arbitro.analysis.simulation import Match, play

    with Progress(results, lang) as progress:
        try:
            play(Match(results.plan), results, path, crew, progress.tell)
        except KeyboardInterrupt:
            progress.stop()
            where = {"n": len(results.outcomes), "all": results.plan.battles, "file": str(path)}
            print(_say(lang, "simulate.interrupted", **where), file=sys.stderr)
            print(f"  arbitro simulate --resume {path}", file=sys.stderr)
            raise


class Progress:
    """A line of progress on a terminal, with the share so far; nothing where nobody looks on."""

    def __init__(self, results: Results, lang: Lang) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self.lang = lang
        self._won = self._lost = self._seen = 0
        console = Console(stderr=True)
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(
            _say(lang, "simulate.playing"), total=results.plan.battles, completed=len(results.outcomes), rate=""
        )

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def stop(self) -> None:
        """Clear the line away."""
        self._bar.stop()

    def tell(self, results: Results) -> None:
        """One more battle is done."""
        for outcome in results.outcomes[self._seen :]:
            self._won += outcome.won == "a"
            self._lost += outcome.won == "b"
        self._seen = len(results.outcomes)
        share = _say(self.lang, "simulate.so_far", won=self._won, lost=self._lost)
        self._bar.update(self._task, completed=self._seen, rate=share)


class Outs(NamedTuple):
    """Files to be written besides: JSON and CSV for programs, a page, a drawing of where figures left play."""

    json: Path | None = None
    html: Path | None = None
    heat: Path | None = None
    csv: Path | None = None


def tell(results: Results, path: Path, lang: Lang, outs: Outs) -> None:
    """Print what the battles say, and write it to files that are asked for."""
    import msgspec

    from arbitro.analysis.summary import as_csv, summary_of
    from arbitro.cli._simulated import Told

    summary = summary_of(results)
    if outs.heat is not None:
        from arbitro.cli._heat import draw_falls

        draw_falls(results, outs.heat, lang)
    if outs.html is not None:
        from arbitro.analysis.simulation_page import page

        put(outs.html, page(results, summary, path.name, lang))
    if outs.json is not None:
        put(outs.json, msgspec.json.format(msgspec.json.encode(summary), indent=2).decode())
    if outs.csv is not None:
        put(outs.csv, as_csv(results).rstrip("\n"))
    if "-" in (str(outs.json), str(outs.html), str(outs.csv)):
        return
    Told(results, summary, lang).all(path)
    for out in (outs.html, outs.heat):
        if out is not None:
            print(_say(lang, "balance.written", file=str(out)))

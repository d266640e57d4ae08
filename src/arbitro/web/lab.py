"""The lab: battles by the hundred and fair costs, by the code of the command line, in pieces that can be stopped.

It runs in workers. A run is a folder with a results file of `arbitro simulate` or `arbitro balance`, and with the packs
it wants; whoever asks for a piece plays on for `SECONDS`, so that a run that nobody looks at rests, and goes on
wherever it stands.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import structs

from arbitro.analysis import balance, balance_page, crews, simulation_page, summary
from arbitro.analysis.battles import FIRST, SECOND, Plan, retold, rules_of
from arbitro.analysis.results import Results, Writer
from arbitro.analysis.sheets import Plot
from arbitro.analysis.simulation import Campaign, Match, plan_of, plan_of_random, play
from arbitro.analysis.words import AnalysisError
from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import TabletopRuleset, rules_with
from arbitro.reports import Film
from arbitro.reports import report as filmed
from arbitro.web.bodies import NewGame
from arbitro.web.drawing import KINDS, saved
from arbitro.web.lab_field import QUICK
from arbitro.web.labview import BalanceWish, LabBattle, LabFound, LabPicture, LabRun, LabTable, SimulationWish
from arbitro.web.library import chosen, rules_called
from arbitro.web.packs import check_game, faulty, pack_names
from arbitro.web.refusals import Unwilling

SECONDS: Final = 0.7
"""So long a piece is played at, but for its first battle."""
MOST_SIMULATED, MOST_WEIGHED = 2000, 4000
LONGEST_SEED: Final = 40
SIMULATION, BALANCE = "simulation", balance.KIND
ENDINGS: Final = {SIMULATION: ".sim.jsonl", BALANCE: ".balance.jsonl"}
PACKS: Final = "packs"
BATTLE: Final = re.compile(r"battle-(\d{1,6})")
SURE, MARGIN = 0.95, 0.05

try:
    import fcntl
except ImportError:  # Windows, where one process serves
    fcntl = None  # type: ignore[assignment]


# --- beginning ------------------------------------------------------------------------------------------


def simulate(folder: Path, ruleset: str, wish: SimulationWish, lang: Lang) -> LabRun:
    """Begin a simulation in an empty folder.

    Raises Unwilling: ``slow_player``, ``many_battles``, ``no_random``, ``two_lists``,
    ``not_two_sides``, and as `library.chosen`.
    """
    rules = rules_called(ruleset)
    _check(wish.battles, MOST_SIMULATED, wish.first, wish.second)
    wanted: dict[str, Any] = {
        "seed": _seed(wish.seed), "policies": (wish.first, wish.second), "battles": wish.battles,
        "whole": wish.whole, "sure": SURE, "margin": MARGIN,
    }  # fmt: skip
    if wish.rosters and len(wish.rosters) != 2:
        raise Unwilling("two_lists")
    if not (wish.scenario or wish.file):
        if not rules.offers("skirmish") or wish.rosters:
            raise Unwilling("no_random")
        return _begun(folder, plan_of_random(rules, **wanted), rules.name, lang)
    scenario, _ = chosen(
        rules, NewGame(ruleset=ruleset, scenario=wish.scenario, file=wish.file, rosters=wish.rosters), lang
    )
    if len(scenario.setup["sides"]) != 2:
        raise Unwilling("not_two_sides")
    playing = rules.playing(scenario)
    swap = bool(wish.rosters) and playing.swapped(scenario.setup) is not None
    return _begun(folder, plan_of(scenario, playing, swap=swap, **wanted), scenario.id, lang)


def weigh(folder: Path, ruleset: str, wish: BalanceWish, lang: Lang) -> LabRun:
    """Begin to weigh profiles in an empty folder.

    Raises Unwilling: ``slow_player``, ``many_battles``, ``strange_pack``, ``other_game``, ``faulty``, ``no_pack``,
    ``stuck``.
    """
    _check(wish.battles, MOST_WEIGHED, wish.policy)
    check_game(ruleset, wish.packs)
    base, homes = rules_called(ruleset), _laid(folder / PACKS, wish.packs)
    try:
        rules = rules_with(base, homes)
    except ContentError as error:
        raise faulty(error, folder / PACKS, lang) from None
    everybody = list(rules.contenders())
    if wish.pack:
        known = {Path(pack).name: Path(pack) for pack in (*(one.pack for one in everybody if not one.fixed), *homes)}
        if wish.pack not in known:
            raise Unwilling("no_pack", pack=wish.pack[:80], known=", ".join(known) or "–")
        everybody = balance.of_pack(everybody, known[wish.pack])
    name = wish.pack or ruleset
    with _sentence(lang):
        plan = balance.plan_of(
            rules, homes, everybody, name, policies=(wish.policy, wish.policy), battles=wish.battles,
            seed=_seed(wish.seed),
        )  # fmt: skip
    return _begun(folder, plan, name, lang)


def _check(battles: int, most: int, *players: str) -> None:
    for name in players:
        if name not in QUICK:
            raise Unwilling("slow_player", player=name[:40], known=", ".join(QUICK))
    if not 1 < battles <= most:
        raise Unwilling("many_battles", most=most)


def _seed(wanted: str) -> str:
    return wanted.strip()[:LONGEST_SEED] or str(secrets.randbelow(1_000_000))


def _laid(home: Path, packs: dict[str, str]) -> tuple[str, ...]:
    """Packs of one's own, put where the run finds them again; their folders."""
    names = pack_names(packs)
    for name, text in packs.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return tuple(str(home / name) for name in names)


def _begun(folder: Path, plan: Plan, name: str, lang: Lang) -> LabRun:
    stem = re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-")[:60] or plan.ruleset
    results = Results(plan, [])
    with Writer(folder / f"{stem}{ENDINGS[plan.kind]}", results):
        pass
    return _run(folder, results, lang)


# --- going on -------------------------------------------------------------------------------------------


class _Enough(Exception):
    """This piece is long enough."""


def go(folder: Path, lang: Lang) -> LabRun:
    """Play on for a moment. Raises Unwilling ``no_run``, or with the reason why it cannot go on."""
    path = _file(folder)
    with _sentence(lang), _alone(folder), suppress(_Enough):
        results = Results.read(path)
        play(campaign(results.plan), results, path, crews.alone(), _until(time.monotonic() + SECONDS))
    return _run(folder, _read(folder, lang), lang)


def _until(end: float) -> Callable[[Results], None]:
    def told(_: Results) -> None:
        if time.monotonic() > end:
            raise _Enough

    return told


def campaign(plan: Plan) -> Campaign:
    """The battles of a plan."""
    return balance.RoundRobin(plan) if plan.kind == BALANCE else Match(plan)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time plays on with a run."""
    if fcntl is None:
        yield
        return
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _sentence(lang: Lang) -> Iterator[None]:
    """What cannot be worked out is said as the server says why it does not do something."""
    try:
        yield
    except AnalysisError as why:
        raise Unwilling("stuck", why=why.render(lang)) from why


def _file(folder: Path) -> Path:
    """The results file of a run."""
    found = next(folder.glob("*.jsonl"), None)
    if found is None:
        raise Unwilling("no_run")
    return found


def _read(folder: Path, lang: Lang) -> Results:
    path = _file(folder)
    with _sentence(lang):
        return Results.read(path)


def _run(folder: Path, results: Results, lang: Lang) -> LabRun:
    plan, outcomes = results.plan, results.outcomes
    ends = [outcome.won for outcome in outcomes]
    return LabRun(
        id=folder.name,
        kind=plan.kind,
        ruleset=plan.ruleset,
        title=_title(folder, results, lang),
        done=len(outcomes),
        all=plan.battles,
        won=ends.count(FIRST),
        lost=ends.count(SECOND),
        over=campaign(plan).over(outcomes),
    )


def _title(folder: Path, results: Results, lang: Lang) -> str:
    plan, name = results.plan, _file(folder).name.partition(".")[0]
    label = rules_called(plan.ruleset).label(lang)
    if plan.kind == BALANCE:
        return label if name == plan.ruleset else f"{label}: {name}"
    return label if plan.setup is None else " – ".join(simulation_page.names_of(results, lang).values())


# --- what it says -----------------------------------------------------------------------------------------


class _Told:
    """A run with its report, by whatever kind it is."""

    def __init__(self, folder: Path, lang: Lang) -> None:
        self.path, self.results, self.lang = _file(folder), _read(folder, lang), lang
        self.plan = self.results.plan
        self.weighed = self.plan.kind == BALANCE
        with _sentence(lang):
            if self.weighed:
                self.table = balance.table_of(self.plan.costs, self.results.outcomes, self.plan.anchors)
            else:
                self.summary = summary.summary_of(self.results)

    @property
    def rules(self) -> TabletopRuleset:
        return rules_of(self.plan.ruleset, self.plan.packs)

    def report(self) -> simulation_page.Report | balance_page.Report:
        if self.weighed:
            return balance_page.Report(self.results, self.table, self.lang)
        return simulation_page.Report(self.results, self.summary, self.lang)

    def plots(self) -> Sequence[Plot]:
        return tuple(self.report().plots()) if self.results.outcomes else ()

    def html(self) -> str:
        if self.weighed:
            return balance_page.page(self.results, self.table, self.path.name, self.lang)
        return simulation_page.page(self.results, self.summary, self.path.name, self.lang)

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self.table if self.weighed else self.summary), indent=2)

    def csv(self) -> str:
        return balance.as_csv(self.table, self.rules, self.lang) if self.weighed else summary.as_csv(self.results)

    def battle(self, n: int) -> str:
        """A battle as a page, as `arbitro replay --html` writes it. Raises Unwilling ``not_found``."""
        if n >= len(self.results.outcomes):
            raise Unwilling("not_found")
        with _sentence(self.lang):
            return filmed(Film(*retold(self.plan, self.results.outcomes[n]), self.lang))

    def jsonl(self) -> bytes:
        """The results file; packs of one's own by the names of their folders, as one has them beside it."""
        raw = self.path.read_bytes()
        if not self.plan.packs:
            return raw
        head = structs.replace(self.plan, packs=tuple(Path(pack).name for pack in self.plan.packs))
        return msgspec.json.encode(head) + raw[raw.index(b"\n") :]


def found(folder: Path, lang: Lang) -> LabFound:
    """What a run says so far. Raises Unwilling ``no_run``."""
    told = _Told(folder, lang)
    run = _run(folder, told.results, lang)
    if not told.results.outcomes:
        return LabFound(run=run, verdict="", lead="", tables=(), pictures=(), battles=())
    report = told.report()
    return LabFound(
        run=run,
        verdict=report.verdict(),
        lead=report.lead(),
        tables=tuple(
            LabTable(title=grid.title, heads=grid.heads, rows=grid.rows, note=grid.note) for grid in report.grids()
        ),
        pictures=tuple(
            LabPicture(name=plot.name, title=plot.title, note=plot.note, drawn=plot.draw is not None)
            for plot in told.plots()
        ),
        battles=tuple(LabBattle(n=one.n, about=one.about, text=one.text) for one in report.examples()),
    )


def file(folder: Path, name: str, lang: Lang) -> tuple[str, bytes]:
    """A file of a run, and what it is called.

    Args:
        folder: of the run.
        name: ``html``, ``json``, ``csv``, ``jsonl``, a picture such as ``plot_left.svg``, or a battle to be watched, as
            a page, such as ``battle-17``.
        lang: of its words.

    Raises Unwilling ``no_run``, ``not_found``.
    """
    told = _Told(folder, lang)
    stem = told.path.name.removesuffix(".jsonl")
    if battle := BATTLE.fullmatch(name):
        return f"{stem}-{name}.html", told.battle(int(battle[1])).encode()
    if name in ("html", "json", "csv", "jsonl"):
        made = getattr(told, name)()
        return f"{stem}.{name}", made.encode() if isinstance(made, str) else made
    wanted, _, kind = name.rpartition(".")
    plot = next((plot for plot in told.plots() if plot.name == wanted), None)
    if plot is None or plot.draw is None or kind not in KINDS:
        raise Unwilling("not_found")
    return f"{stem}-{wanted.removeprefix('plot_')}.{kind}", saved(plot.draw(), kind)


__all__ = ["file", "found", "go", "simulate", "weigh"]

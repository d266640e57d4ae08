"""``arbitro balance``: which profiles are worth more than they cost, and what they should cost."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arbitro.analysis.words import AnalysisError, say
from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._shelf import game_called, helped, put
from arbitro.cli._talk import Misuse
from arbitro.cli.simulate import Progress, crew_of, free
from arbitro.content.errors import Lang
from arbitro.content.packs import PACK_FILE
from arbitro.content.scenarios import game_of
from arbitro.content.tabletop import Contender, Scenario, TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.engine.ruleset import installed
from arbitro.players import NAMES

if TYPE_CHECKING:
    from arbitro.analysis.results import Results

ENDING = ".balance.jsonl"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("balance", cls=Command, help=helped("balance"))(balance)


def balance(
    what: Annotated[str, typer.Argument(help=helped("balance_what"), metavar="[PACK|GAME]")] = "",
    game: Annotated[str | None, typer.Option(help=helped("balance_game"))] = None,
    battles: Annotated[int, typer.Option(help=helped("balance_battles"), min=2, max=10_000_000)] = 2000,
    policy: Annotated[str, typer.Option(help=helped("balance_policy"))] = "quick",
    seed: Annotated[str, typer.Option(help=helped("simulate_seed"))] = "",
    processes: Annotated[int, typer.Option(help=helped("simulate_processes"), min=0, max=1000)] = 0,
    cluster: Annotated[str, typer.Option(help=helped("simulate_cluster"), metavar="tcp://HOST:PORT")] = "",
    out: Annotated[Path | None, typer.Option(help=helped("balance_out"), metavar="FILE")] = None,
    resume: Annotated[Path | None, typer.Option(help=helped("simulate_resume"), metavar="FILE")] = None,
    show: Annotated[Path | None, typer.Option(help=helped("simulate_show"), metavar="FILE")] = None,
    html: Annotated[Path | None, typer.Option(help=helped("balance_html"), metavar="FILE")] = None,
    json: Annotated[Path | None, typer.Option(help=helped("simulate_json"), metavar="FILE")] = None,
    csv: Annotated[Path | None, typer.Option(help=helped("balance_csv"), metavar="FILE")] = None,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Play round robins of a pack's profiles, and say what each should cost."""
    from arbitro.analysis.balance import KIND, RoundRobin
    from arbitro.analysis.results import Results
    from arbitro.analysis.simulation import play, resumed

    told = language(lang)
    if sum((bool(what), resume is not None, show is not None)) != 1:
        raise Misuse(say(told, "usage.one_pack"))
    if policy not in NAMES:
        raise Misuse(say(told, "usage.policy", value=policy, names=list(NAMES)))
    earlier = resume or show
    if earlier is not None:
        results, path = Results.read(earlier) if resume is None else resumed(earlier), earlier
        if results.plan.kind != KIND:
            raise AnalysisError("other_kind", file=str(path), kind=results.plan.kind)
    else:
        results = _begun(
            what, game, told, policy=policy, battles=battles, seed=seed or str(secrets.randbelow(1_000_000))
        )
        path = out or free(Path(what).name, ENDING)
    if show is None:
        with crew_of(processes, cluster) as crew, Progress(results, told) as progress:
            try:
                play(RoundRobin(results.plan), results, path, crew, progress.tell)
            except KeyboardInterrupt:
                progress.stop()
                facts = {"n": len(results.outcomes), "all": results.plan.battles, "file": str(path)}
                print(say(told, "simulate.interrupted", **facts), file=sys.stderr)
                print(f"  arbitro balance --resume {path}", file=sys.stderr)
                raise
    _tell(results, path, told, html, json, csv)


def _begun(what: str, game: str | None, lang: Lang, *, policy: str, battles: int, seed: str) -> Results:
    """The plan for the profiles of a pack, or of a game. Raises AnalysisError, ContentError."""
    from arbitro.analysis.balance import plan_of
    from arbitro.analysis.results import Results

    rules, packs, every = _contenders(what, game)
    for one in every:
        if one.led:
            print(say(lang, "balance.led", name=rules.title(one.id, lang), rule=one.led), file=sys.stderr)
    wanted = {"policies": (policy, policy), "battles": battles, "seed": seed}
    return Results(plan_of(rules, packs, every, what, **wanted), [])


def _contenders(what: str, game: str | None) -> tuple[TabletopRuleset, tuple[str, ...], list[Contender]]:
    """The rules, the packs to be named, and who fights: all of a game, or a pack's profiles and the book's."""
    from arbitro.analysis.balance import of_pack

    if what in installed():
        rules = game_called(what)
        return rules, (), list(rules.contenders())
    folder = Path(what)
    if not folder.is_dir():
        raise AnalysisError("no_pack", what=what)
    rules = game_called(game) if game is not None else game_of(load(folder / PACK_FILE))
    home = folder.resolve()
    packs: tuple[str, ...] = ()
    if not any(Path(one.pack).resolve() == home for one in rules.contenders()):
        packs = (str(folder),)
        told = Scenario(file="", id="", name="", name_en="", ruleset=rules.name, setup={}, packs=packs)
        rules = rules.playing(told)
    return rules, packs, of_pack(rules.contenders(), folder)


def _tell(results: Results, path: Path, lang: Lang, html: Path | None, json: Path | None, csv: Path | None) -> None:
    """Print the costs; write the page, and JSON and CSV for programs."""
    import msgspec

    from arbitro.analysis.balance import as_csv, table_of
    from arbitro.analysis.battles import rules_of
    from arbitro.cli._simulated import tell_costs

    plan = results.plan
    table = table_of(plan.costs, results.outcomes, plan.anchors)
    if json is not None:
        put(json, msgspec.json.format(msgspec.json.encode(table), indent=2).decode())
    if csv is not None:
        put(csv, as_csv(table, rules_of(plan.ruleset, plan.packs), lang).rstrip("\n"))
    if html is not None:
        from arbitro.analysis.balance_page import page

        put(html, page(results, table, path.name, lang))
        if str(html) != "-":
            print(say(lang, "balance.written", file=str(html)))
    if "-" not in (str(json), str(html), str(csv)):
        tell_costs(results, table, path, lang)

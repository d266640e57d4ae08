"""``arbitro roster check``: what a company costs, and every reason why it is not legal."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import Annotated, Any

import typer

from arbitro.cli._help import Command, Group
from arbitro.cli._language import language
from arbitro.cli._shelf import helped, say
from arbitro.content.errors import ContentError, Lang
from arbitro.content.scenarios import tabletop
from arbitro.content.tabletop import RosterReport, TabletopRuleset
from arbitro.content.yamlfile import load


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=Group, help=helped("roster"), no_args_is_help=True)
    group.command("check", cls=Command, help=helped("roster_check"))(check)
    app.add_typer(group, name="roster")


def check(
    files: Annotated[list[Path], typer.Argument(help=helped("roster_files"), metavar="FILE")],
    json: Annotated[bool, typer.Option("--json", help=helped("json_out"))] = False,
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if a company is not legal, 2 if a file cannot be read."""
    told = language(lang)
    reports: list[tuple[RosterReport, TabletopRuleset]] = []
    unread: list[ContentError] = []
    for file in files:
        try:
            reports.append(report_of(file))
        except ContentError as error:
            unread.append(error)
    if json:
        print(jsonlib.dumps([as_data(report, rules, told) for report, rules in reports], ensure_ascii=False, indent=2))
    elif reports:
        print("\n\n".join("\n".join(lines_of(report, rules, told)) for report, rules in reports))
    if unread:
        raise ContentError([problem for error in unread for problem in error.problems])
    if not all(report.legal for report, _ in reports):
        raise typer.Exit(1)


def report_of(file: Path) -> tuple[RosterReport, TabletopRuleset]:
    """A roster file judged by the game that it names. Raises ContentError."""
    document = load(file)
    name = document.data.get("ruleset") if isinstance(document.data, dict) else None
    rules = tabletop(name, document)
    return rules.check_roster(file), rules


def lines_of(report: RosterReport, rules: TabletopRuleset, lang: Lang) -> list[str]:
    """The charges by fighter, the total, and the verdict with its reasons."""
    out = [report.name]
    points = rules.points(lang)
    width = max((len(rules.title(charge.what, lang)) for charge in report.charges), default=20) + 4
    fighter = None
    for charge in report.charges:
        if charge.fighter != fighter:
            fighter = charge.fighter
            whole = sum(other.cost for other in report.charges if other.fighter == fighter)
            out.append(f"  {fighter:<{width}} {f'{whole} {points}':>8}")
        out.append(f"    {rules.title(charge.what, lang):<{width}} {f'{charge.cost} {points}':>8}")
    facts = {"total": report.total, "limit": report.limit, "n": len(report.faults), "points": points}
    if report.legal:
        out.append(say(lang, "roster.legal" if report.limit else "roster.legal_free", **facts))
    else:
        out.append(say(lang, "roster.illegal", **facts))
        out += [f"  - {reason}" for reason in reasons(report, rules, lang)]
    return out


def reasons(report: RosterReport, rules: TabletopRuleset, lang: Lang) -> list[str]:
    """Why a company is not legal: who, what, and the clause."""
    out = []
    for fault in report.faults:
        who = f"{fault.fighter}: " if fault.fighter else ""
        out.append(f"{who}{rules.fault(fault, lang)} [{fault.rule}]")
    return out


def as_data(report: RosterReport, rules: TabletopRuleset, lang: Lang) -> dict[str, Any]:
    """The same for programs."""
    return {
        "file": report.file,
        "name": report.name,
        "legal": report.legal,
        "total": report.total,
        "limit": report.limit,
        "charges": [{"fighter": c.fighter, "what": c.what, "cost": c.cost} for c in report.charges],
        "faults": [
            {
                "code": f.code,
                "fighter": f.fighter,
                "rule": f.rule,
                "facts": dict(f.facts),
                "reason": rules.fault(f, lang),
            }
            for f in report.faults
        ],
    }

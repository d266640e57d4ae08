"""The shelf: installed rulesets, their ready battles, and battles that people bring as text.

Called by the HTTP side. What people send is read in a folder of its own; of files it may name the ready companies.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.engine.ruleset import installed
from arbitro.engine.ruleset import ruleset as registered
from arbitro.web.bodies import Names, NewGame, RulesetView, ScenarioView
from arbitro.web.protocol import SeatView
from arbitro.web.refusals import Unwilling
from arbitro.web.table import seats_of

FIRST = "crepuscolo"
"""The game that the page offers first, where it is installed."""
BROUGHT: dict[Lang, str] = {"it": "il tuo file", "en": "your file"}
"""What faults call the text that somebody brought."""


def rules_called(name: str) -> TabletopRuleset:
    """An installed tabletop ruleset. Raises Unwilling ``no_ruleset``."""
    try:
        found = registered(name)
    except KeyError:
        found = None
    if not isinstance(found, TabletopRuleset):
        raise Unwilling("no_ruleset", ruleset=name[:80], known=", ".join(all_rules()))
    return found


def all_rules() -> dict[str, TabletopRuleset]:
    """Every installed ruleset that people can play."""
    found = {name: registered(name) for name in sorted(installed(), key=lambda name: (name != FIRST, name))}
    return {name: rules for name, rules in found.items() if isinstance(rules, TabletopRuleset)}


class Shelved(Struct, frozen=True):
    """A ready battle, and its text as a file that needs no other."""

    scenario: Scenario
    text: str


@cache
def _shelved(ruleset: str, path: Path) -> Shelved:
    rules = rules_called(ruleset)
    text = rules.self_contained(path.read_text(encoding="utf-8"), {}, path.parent, path.name)
    return Shelved(rules.read_scenario(path), text)


def ready(ruleset: str) -> dict[str, Shelved]:
    """The battles of a ruleset that are ready to be played, by id."""
    found = (_shelved(ruleset, path) for path in rules_called(ruleset).ready())
    return {one.scenario.id: one for one in found}


def _ready(ruleset: str, id: str) -> Shelved:
    """One of them. Raises Unwilling ``no_scenario``."""
    for path in sorted(rules_called(ruleset).ready(), key=lambda path: path.stem != id):
        found = _shelved(ruleset, path)
        if found.scenario.id == id:
            return found
    raise Unwilling("no_scenario", scenario=id[:80], known=", ".join(ready(ruleset)))


def first_ready() -> Scenario:
    """The battle to begin with. Raises Unwilling ``not_found`` where there is none."""
    for name, rules in all_rules().items():
        for path in rules.ready():
            return _shelved(name, path).scenario
    raise Unwilling("not_found")


def ruleset_views() -> tuple[RulesetView, ...]:
    """The rulesets, as the page lists them."""
    return tuple(
        RulesetView(
            id=name,
            name=Names(rules.label("it"), rules.label("en")),
            text=Names(rules.blurb("it"), rules.blurb("en")),
            scenarios=len(rules.ready()),
            characters=rules.characters() is not None,
            desk=rules.desk() is not None,
        )
        for name, rules in all_rules().items()
    )


def chosen(rules: TabletopRuleset, wanted: NewGame, lang: Lang) -> tuple[Scenario, str]:
    """The battle that is to be played, and its text as a file that needs no other.

    Raises:
        Unwilling: ``one_source``, ``no_scenario``, ``unknown_seat``; ``faulty`` with every fault of what was brought.
    """
    if bool(wanted.scenario) == bool(wanted.file):
        raise Unwilling("one_source")
    try:
        if wanted.file:
            shelf = next((path.parent for path in rules.ready()), None)
            return _read(rules, rules.self_contained(wanted.file, wanted.rosters, shelf, BROUGHT[lang]), wanted, lang)
        found = _ready(rules.name, wanted.scenario)
        if not wanted.rosters:
            return found.scenario, found.text
        return _read(rules, rules.self_contained(found.text, wanted.rosters, None, BROUGHT[lang]), wanted, lang)
    except ContentError as error:
        raise Unwilling("faulty", why=error.render(lang)) from error


def _read(rules: TabletopRuleset, text: str, wanted: NewGame, lang: Lang) -> tuple[Scenario, str]:
    scenario = rules.read_text(text, BROUGHT[lang])
    seats = [side["seat"] for side in scenario.setup.get("sides", ())]
    for seat in wanted.rosters:
        if seat not in seats:
            raise Unwilling("unknown_seat", seat=seat[:40], known=", ".join(seats))
    return scenario, text


@cache
def scenario_views(ruleset: str, lang: Lang) -> tuple[ScenarioView, ...]:
    """The ready battles of a ruleset, as the page lists them."""
    rules = rules_called(ruleset)
    return tuple(_view(rules, one.scenario, lang) for one in ready(ruleset).values())


def _view(rules: TabletopRuleset, scenario: Scenario, lang: Lang) -> ScenarioView:
    seats = tuple(
        SeatView(seat=row.seat, name=row.called(lang), player=row.player) for row in seats_of(scenario.setup).values()
    )
    return ScenarioView(
        id=scenario.id,
        ruleset=rules.name,
        name=Names(scenario.name, scenario.name_en or scenario.name),
        text=Names(scenario.text, scenario.text_en or scenario.text),
        seats=seats,
        picture=rules.map_svg(rules.setup(scenario.setup), lang),
    )

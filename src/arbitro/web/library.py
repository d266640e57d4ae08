"""The shelf: installed rulesets, their ready battles, and battles that people bring as text.

Called by the HTTP side. What people send is read in a folder of its own and may name no file outside of it.
"""

from __future__ import annotations

from functools import cache

from arbitro.content.errors import Lang
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.engine.ruleset import installed
from arbitro.engine.ruleset import ruleset as registered
from arbitro.web.protocol import Names, NewGame, RulesetView, ScenarioView, SeatView
from arbitro.web.refusals import Unwilling


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
    found = {name: registered(name) for name in installed()}
    return {name: rules for name, rules in found.items() if isinstance(rules, TabletopRuleset)}


@cache
def ready(ruleset: str) -> dict[str, Scenario]:
    """The battles of a ruleset that are ready to be played, by id."""
    rules = rules_called(ruleset)
    return {scenario.id: scenario for scenario in map(rules.read_scenario, rules.ready())}


def ready_scenario(ruleset: str, id: str) -> Scenario:
    """One of them. Raises Unwilling ``no_scenario``."""
    found = ready(ruleset).get(id)
    if found is None:
        raise Unwilling("no_scenario", scenario=id[:80], known=", ".join(ready(ruleset)))
    return found


def ruleset_views() -> tuple[RulesetView, ...]:
    """The rulesets, as the page lists them."""
    return tuple(
        RulesetView(
            id=name,
            name=Names(rules.label("it"), rules.label("en")),
            text=Names(rules.blurb("it"), rules.blurb("en")),
            scenarios=len(ready(name)),
        )
        for name, rules in all_rules().items()
    )


def chosen(rules: TabletopRuleset, wanted: NewGame, lang: Lang) -> tuple[Scenario, str]:
    """The battle that is to be played, and its text as a file of its own.

    Raises:
        Unwilling: ``one_source``, ``no_scenario``, ``faulty`` with every fault of what was brought.
    """
    if bool(wanted.scenario) == bool(wanted.file):
        raise Unwilling("one_source")
    found = ready_scenario(rules.name, wanted.scenario) if wanted.scenario else None
    if found is not None and not wanted.rosters:
        return found, ""
    raise Unwilling("one_source")


def scenario_views(ruleset: str) -> list[ScenarioView]:
    """The ready battles of a ruleset, as the page lists them."""
    rules = rules_called(ruleset)
    return [_view(rules, scenario) for scenario in ready(ruleset).values()]


def _view(rules: TabletopRuleset, scenario: Scenario) -> ScenarioView:
    seats = tuple(
        SeatView(seat=side["seat"], name=side.get("name", ""), player="here")
        for side in scenario.setup.get("sides", ())
    )
    return ScenarioView(
        id=scenario.id,
        ruleset=rules.name,
        name=Names(scenario.name, scenario.name_en or scenario.name),
        text=Names(scenario.text, scenario.text_en or scenario.text),
        seats=seats,
        picture=rules.map_svg(rules.setup(scenario.setup), "it"),
    )

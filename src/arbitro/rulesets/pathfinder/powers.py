"""Feats that are declared and special abilities that are used: stances, breaths, rage, smiting (PF-ABL, PF-FULL-20).

What they do are lines of their records; here is what they cost, how often they can be used, and whom they reach.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.records import UseSpec
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.areas import cones, covered, footprint, lines, standing_near
from arbitro.rulesets.pathfinder.areas import standing_in as standing
from arbitro.rulesets.pathfinder.deeds import Footprint, Path, can_pay, deed
from arbitro.rulesets.pathfinder.events_magic import UseSpent
from arbitro.rulesets.pathfinder.kindling import fiery, kindle
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.shapes import Ability, Feat
from arbitro.rulesets.pathfinder.state import NONE

ABILITY = "ability"
TARGETS = "targets"


def shape_of(game: Game, rule: RuleId) -> Ability | Feat:
    """The record of a feat or an ability."""
    library = library_of(game)
    return library.abilities.get(rule) or library.feats[rule]


def use_of(game: Game, rule: RuleId) -> UseSpec | None:
    """What a feat or an ability does when it is used; None for one that only holds."""
    return next((use for use in library_of(game).records[rule].uses if not use.moment), None)


def scope_of(game: Game, it: Id, rule: RuleId) -> dict[str, Any]:
    """The names that the lines of a feat or an ability know."""
    return {"me": it, "rule": rule, "seat": game.controller(it)}


def usable(game: Game, it: Id) -> tuple[RuleId, ...]:
    """The feats and abilities that somebody can use now."""
    key = ("usable", it)
    known: tuple[RuleId, ...] | None = game.now.get(key)
    if known is None:
        known = game.now[key] = tuple(rule for rule in _declared(game, it) if _usable(game, it, rule))
    return known


def _declared(game: Game, it: Id) -> tuple[RuleId, ...]:
    """Those of its sheet that are used at all, in order; worked out once for each sheet."""
    known: dict[str, tuple[RuleId, ...]] = game.ruleset.declared  # type: ignore[attr-defined]
    figure = figure_of(game, it)
    found = known.get(figure.profile)
    if found is None:
        sheet = sheet_of(game, figure)
        feats = [one for feat in sheet.feats for one in ((feat,) if isinstance(feat, str) else feat)]
        found = tuple(rule for rule in (*feats, *sheet.abilities) if use_of(game, rule) is not None)
        known[figure.profile] = found
    return found


def _usable(game: Game, it: Id, rule: RuleId) -> bool:
    shape, use, figure = shape_of(game, rule), use_of(game, rule), figure_of(game, it)
    scope = scope_of(game, it, rule)
    if use is None or not can_pay(game, figure, shape.cost):
        return False
    if isinstance(shape, Ability) and shape.uses_day and dict(figure.spent).get(rule, 0) >= shape.uses_day:
        return False
    if use.when is not None and not use.when(game, scope):
        return False
    if use.limit is not None and not game.may_use(rule, use.limit, scope):
        return False
    branch = aim_of(game, it, rule, ())
    return branch is None or bool(branch.options)


def aim_of(game: Game, it: Id, rule: RuleId, path: Path) -> Branch | None:
    """What has still to be chosen to use something: whom, or where its area goes."""
    shape, use = shape_of(game, rule), use_of(game, rule)
    if path or use is None:
        return None
    if isinstance(shape, Ability) and shape.aim is not None:
        if shape.aim.own:
            return None
        kind = shape.aim.kind
        return Branch(kind, tuple(Option(key) for key in (cones if kind == "cone" else lines)(game, it, shape)))
    if use.target is None or use.target.members is None or use.target.kind != "one":
        return None
    scope, when = scope_of(game, it, rule), use.target.when
    found = (one for one in use.target.members(game, scope) if when is None or when(game, {**scope, "it": one}))
    return Branch("target", tuple(Option(one) for one in found))


def within_area(game: Game, it: Id, shape: Ability, path: Path) -> tuple[Id, ...]:
    """Those in the area of an ability that is aimed so."""
    assert shape.aim is not None
    if shape.aim.own:
        return standing_near(game, it, shape)
    return standing(game, it, shape, covered(game, it, shape, path))


def _covers(game: Game, it: Id, path: Path) -> Footprint | None:
    """What a breath or the like would cover."""
    shape = shape_of(game, str(path[0])) if path else None
    return footprint(game, it, shape, path[1:]) if isinstance(shape, Ability) and shape.aim is not None else None


# --- the action ---------------------------------------------------------------------------------------


def _cost(game: Game, it: Id, path: Path) -> str:
    return shape_of(game, str(path[0])).cost if path else NONE


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch(ABILITY, tuple(Option(rule, {}, (rule,)) for rule in usable(game, it)))
    return aim_of(game, it, str(path[0]), path[1:])


def _provokes(game: Game, it: Id, path: Path) -> bool:
    shape = shape_of(game, str(path[0]))
    return isinstance(shape, Ability) and shape.provokes


@deed(ABILITY, _cost, ("PF-ABL-05.1",), offered=lambda game, it: bool(usable(game, it)), grow=_branch,
      provokes=_provokes, covers=_covers)  # fmt: skip
def use_ability(game: Game, it: Id, path: Path) -> Flow[None]:
    """Use a feat that is declared, or a special ability, with what its record says."""
    rule = str(path[0])
    shape, use = shape_of(game, rule), use_of(game, rule)
    if use is None:
        return
    scope, fire = scope_of(game, it, rule), frozenset[Square]()
    if use.limit is not None:
        game.count_use(rule, use.limit, scope)
    game.do(UseSpent(it=it, ability=rule, rules=(rule, *((shape.rule,) if shape.rule else ()))))
    if isinstance(shape, Ability) and shape.aim is not None:
        scope[TARGETS] = within_area(game, it, shape, path[1:])
        fire = covered(game, it, shape, path[1:]) if battle_of(game).zones and fiery(shape.do) else fire
    elif use.target is not None and use.target.members is not None:
        when = use.target.when
        everybody = tuple(m for m in use.target.members(game, scope) if when is None or when(game, {**scope, "it": m}))
        scope[use.target.name] = path[1] if use.target.kind == "one" else everybody
    yield from run_parts(game, use.parts, scope)
    yield from kindle(game, fire, it)

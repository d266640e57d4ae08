"""What other chapters look up about a creature: its sheet, conditions with all they bring along, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.engine.vocabulary import Query, Roles
from arbitro.rulesets.pathfinder.state import BOUND, FLAT_FOOTED, HELPLESS, Battle, Creature, ability_modifier

if TYPE_CHECKING:
    from arbitro.rulesets.pathfinder.content import Library
    from arbitro.rulesets.pathfinder.shapes import Condition, Sheet

STEPS = (("set", "set"), ("add", "add"), ("times", "times"), ("floor", "floor"), ("cap", "cap"), ("lock", "lock"))


def battle_of(game: Game) -> Battle:
    """The state of a battle."""
    assert isinstance(game.state, Battle)
    return game.state


def figure_of(game: Game, it: Id) -> Creature:
    """A creature by its id."""
    return battle_of(game).figures[it]


def library_of(game: Game) -> Library:
    """The packs in play."""
    return game.ruleset.library  # type: ignore[attr-defined, no-any-return]


def sheet_of(game: Game, figure: Creature) -> Sheet:
    """What never changes about a creature."""
    sheet = library_of(game).sheet(figure.profile)
    assert sheet is not None
    return sheet


# --- conditions ---------------------------------------------------------------------------------------


def conditions_of(game: Game, it: Id) -> tuple[str, ...]:
    """All conditions of a creature, those that others bring with them too, without what a worse one outdoes."""
    own = figure_of(game, it).conditions
    if not own:
        return ()
    key = ("conditions", it)
    known: tuple[str, ...] | None = game.forces.get(key)
    if known is None:
        known = game.forces[key] = all_conditions(library_of(game), own)
    return known


def all_conditions(library: Library, own: tuple[str, ...]) -> tuple[str, ...]:
    """Conditions and what they bring along, without what a worse one outdoes."""
    found = dict.fromkeys(more for one in own for more in library.closures.get(one, (one,)))
    outdone = {less for one in found if one in library.conditions for less in library.conditions[one].outdoes}
    return tuple(one for one in found if one not in outdone)


def suffers(game: Game, it: Id, condition: str) -> bool:
    """Whether a creature is in a condition, by itself or because another one brings it along."""
    return bool(figure_of(game, it).conditions) and condition in conditions_of(game, it)


def shapes_on(game: Game, it: Id) -> tuple[Condition, ...]:
    """The records of a creature's conditions."""
    library = library_of(game)
    return tuple(library.conditions[one] for one in conditions_of(game, it) if one in library.conditions)


def barred(game: Game, it: Id, what: str) -> str:
    """The condition that keeps a creature from something (``move``, ``opportunity`` ...), "" if none does."""
    if not figure_of(game, it).conditions:
        return ""
    return next((shape.id for shape in shapes_on(game, it) if what in shape.bars), "")


_ACTS = {"all": 4, "one": 3, "move": 2, "mind": 1, "none": 0}


def acts(game: Game, it: Id) -> str:
    """What a creature can do at all: ``all``, ``one``, ``move``, ``mind`` or ``none``; the worst condition decides."""
    shapes = shapes_on(game, it)
    return min((shape.acts for shape in shapes), key=_ACTS.__getitem__, default="all")


def able(game: Game, it: Id) -> bool:
    """Whether a creature is here and can act with its body."""
    figure = figure_of(game, it)
    return figure.present and (not figure.conditions or acts(game, it) not in ("none", "mind"))


def struggles(game: Game, it: Id) -> bool:
    """Whether a creature that is tied up is free to try to get out: nothing else keeps it from acting (PF-GRP-09)."""
    figure, library = figure_of(game, it), library_of(game)
    if not figure.bonds or not figure.present:
        return False
    rest = all_conditions(library, tuple(one for one in figure.conditions if one != BOUND))
    return HELPLESS not in rest and all(
        library.conditions[one].acts != "none" for one in rest if one in library.conditions
    )


def helpless(game: Game, it: Id) -> bool:
    """At the mercy of others (PF-HLP-01)."""
    return suffers(game, it, HELPLESS)


def flat_footed(game: Game, it: Id) -> bool:
    """Before its first turn, or helpless (PF-INI-03, PF-HLP-02.4), unless it cannot be caught so (PF-INI-05)."""
    if helpless(game, it):
        return True
    figure = figure_of(game, it)
    return not figure.acted and bool(battle_of(game).order) and not game.immune(it, FLAT_FOOTED)


# --- scores -------------------------------------------------------------------------------------------


def _score(game: Game, roles: Roles) -> int:
    return figure_of(game, roles["it"]).score(roles["ability"])


SCORE = Query("score", ("it", "ability"), _score, (("add", "add"), ("cap", "cap"), ("set", "set")), "typed")


def score_of(game: Game, it: Id, ability: str) -> int:
    """An ability score as it counts now; -1 for a creature that has none."""
    if figure_of(game, it).score(ability) < 0:
        return -1
    return max(0, game.query(SCORE, it=it, ability=ability).value)


def modifier(game: Game, it: Id, ability: str) -> int:
    """An ability modifier; each two points of ability damage take one off it (PF-CND-20.1)."""
    if not game.modified("score"):
        key = ("modifier", it, ability)
        known: int | None = game.now.get(key)
        if known is None:
            figure = figure_of(game, it)
            known = game.now[key] = ability_modifier(figure.score(ability)) - figure.damage_to(ability) // 2
        return known
    return ability_modifier(score_of(game, it, ability)) - figure_of(game, it).damage_to(ability) // 2

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
    return game.state  # type: ignore[return-value]


def figure_of(game: Game, it: Id) -> Creature:
    """A creature by its id."""
    return game.state.figures[it]  # type: ignore[no-any-return, attr-defined]


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
    return library_of(game).together(own).names if own else ()


def suffers(game: Game, it: Id, condition: str) -> bool:
    """Whether a creature is in a condition, by itself or because another one brings it along."""
    own = figure_of(game, it).conditions
    return bool(own) and condition in library_of(game).together(own).names


def shapes_on(game: Game, it: Id) -> tuple[Condition, ...]:
    """The records of a creature's conditions."""
    return library_of(game).together(figure_of(game, it).conditions).shapes


def barred(game: Game, it: Id, what: str) -> str:
    """The condition that keeps a creature from something (``move``, ``opportunity`` ...), "" if none does."""
    own = figure_of(game, it).conditions
    return library_of(game).together(own).bars.get(what, "") if own else ""


def acts(game: Game, it: Id) -> str:
    """What a creature can do at all: ``all``, ``one``, ``move``, ``mind`` or ``none``; the worst condition decides."""
    return library_of(game).together(figure_of(game, it).conditions).acts


def able(game: Game, it: Id) -> bool:
    """Whether a creature is here and can act with its body."""
    figure = figure_of(game, it)
    return figure.present and (not figure.conditions or acts(game, it) not in ("none", "mind"))


def struggles(game: Game, it: Id) -> bool:
    """Whether a creature that is tied up is free to try to get out: nothing else keeps it from acting (PF-GRP-09)."""
    figure, library = figure_of(game, it), library_of(game)
    if not figure.bonds or not figure.present:
        return False
    rest = library.together(tuple(one for one in figure.conditions if one != BOUND))
    return HELPLESS not in rest.names and rest.acts != "none"


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
    key = ("modifier", it, ability)
    known: int | None = game.now.get(key)
    if known is None:
        score, damage = score_of(game, it, ability), figure_of(game, it).damage_to(ability)
        known = game.now[key] = ability_modifier(score) - damage // 2
    return known

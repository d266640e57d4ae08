"""Keeping one's mind on a spell: what disturbs it, and how hard it is then (PF-SPL-06, PF-SPL-09, PF-TAB-09)."""

from __future__ import annotations

from collections.abc import Iterator

from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.events import SpellLost
from arbitro.rulesets.pathfinder.lookups import figure_of, suffers
from arbitro.rulesets.pathfinder.numbers import CMB
from arbitro.rulesets.pathfinder.saves import concentrate
from arbitro.rulesets.pathfinder.spellbook import level_of, spell_of
from arbitro.rulesets.pathfinder.state import ENTANGLED, GRAPPLED, PINNED

HURT, ON_GUARD, HELD, CONTINUOUS, CAUGHT, VIGOROUS = 10, 15, 10, 10, 15, 10  # PF-TAB-09
BY_LEVEL = 2
Hindrance = tuple[str, int, RuleId]


def level_under_way(game: Game, it: Id) -> int:
    """The level of the spell that somebody is casting."""
    source, spell = figure_of(game, it).casting[:2]
    return level_of(spell_of(game, str(spell)), str(source))


def keeps(game: Game, it: Id, cause: str, dc: int, rule: RuleId) -> bool:
    """A concentration check; who fails it loses the spell under way (PF-SPL-06.4)."""
    source, spell = figure_of(game, it).casting[:2]
    if concentrate(game, it, str(source), dc, cause, (rule, "PF-TAB-09.1")):
        return True
    game.do(SpellLost(it=it, spell=str(spell), why="concentration", rules=("PF-SPL-06.4", "PF-TAB-09.2")))
    return False


def disturbed(game: Game, it: Id, amount: int) -> None:
    """Damage between the beginning and the end of casting (PF-SPL-09.2, PF-TAB-09.3, PF-FULL-14.2)."""
    keeps(game, it, "damage", HURT + amount + level_under_way(game, it), "PF-SPL-09.2")


def on_guard(game: Game, it: Id) -> bool:
    """The check of casting on the defensive (PF-SPL-11.2)."""
    return keeps(game, it, "defensive", ON_GUARD + BY_LEVEL * level_under_way(game, it), "PF-SPL-11.2")


def hindrances(game: Game, it: Id) -> Iterator[Hindrance]:
    """What makes casting hard from its beginning: cause, DC without the spell's level, rule (PF-TAB-09)."""
    figure = figure_of(game, it)
    if suffers(game, it, GRAPPLED) or suffers(game, it, PINNED):
        holder = figure.held_by or figure.holds
        if holder:
            bonus = game.query(CMB, actor=holder, target=it, manoeuvre="grapple", weapon="", also=()).value
            yield "grappled", HELD + bonus, "PF-CND-09.3" if suffers(game, it, PINNED) else "PF-CND-08.4"
    if suffers(game, it, ENTANGLED):
        yield "entangled", CAUGHT, "PF-EQP-02.4"
    if figure.bleed:
        yield "continuous", CONTINUOUS + figure.bleed // 2, "PF-TAB-09.1"
    if figure.mount and figure_of(game, figure.mount).walked:
        yield "motion", VIGOROUS, "PF-MNT-14.2"

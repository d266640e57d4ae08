"""A readied spell that undoes another one as it is cast (PF-RDY-08 to -10, PF-SPX-05)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events import CameToNothing, SpellBegun, SpellLost
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of
from arbitro.rulesets.pathfinder.numbers import CASTER_LEVEL
from arbitro.rulesets.pathfinder.saves import check, skill
from arbitro.rulesets.pathfinder.spellbook import can_form, caster_level, left, level_of, spell_of, spent

COUNTER = "counter"
DISPEL, LEARNING = "dissolvi-magie", "sapienza_magica"
TO_IDENTIFY, TO_DISPEL = 15, 11  # PF-RDY-08.2, PF-SPX-05.1


def counter(game: Game, it: Id, target: Id) -> None:
    """Undo the spell under way: surely with the same one, once identified; else perhaps with Dissolvi Magie."""
    source, spell = (str(one) for one in figure_of(game, target).casting[:2])
    level = level_of(spell_of(game, spell), source)
    known = skill(game, it, LEARNING, TO_IDENTIFY + level, ("PF-RDY-08.2",), target=target)
    if known and (mine := source_for(game, it, spell)):
        _spend(game, it, mine, spell)
        game.do(SpellLost(it=target, spell=spell, why="countered", rules=("PF-RDY-08.3", "PF-RDY-09.1")))
    elif mine := source_for(game, it, DISPEL):
        _spend(game, it, mine, DISPEL)
        if outdoes(game, it, mine, caster_level(game, target, source, spell)):
            game.do(SpellLost(it=target, spell=spell, why="countered", rules=("PF-RDY-10.1", "PF-SPX-05.1")))
    else:
        game.do(CameToNothing(it=it, action=COUNTER, why="unable", rules=("PF-RDY-08.3",)))


def source_for(game: Game, it: Id, spell: str) -> str:
    """The list from which somebody can cast a spell now, "" if there is none."""
    figure, shapes = figure_of(game, it), library_of(game).spells
    return next((one.source for one in figure.casters
                 if spell in left(one, shapes) and can_form(game, it, one, shapes[spell])), "")  # fmt: skip


def outdoes(game: Game, it: Id, source: str, level: int) -> bool:
    """The check of Dissolvi Magie against another's caster level (PF-SPX-05.1)."""
    mine = game.query(CASTER_LEVEL, it=it, source=source, spell=DISPEL)
    return check(game, it, "caster_level", mine, TO_DISPEL + level, ("PF-SPX-05.1",))


def _spend(game: Game, it: Id, source: str, spell: str) -> None:
    after = spent(figure_of(game, it), source, spell, level_of(spell_of(game, spell), source))
    game.do(SpellBegun(it=it, spell=spell, casters=after, casting=(), rules=("PF-RDY-08.1",)))

"""A readied spell that undoes another one as it is cast (PF-RDY-08 to -10, PF-SPX-05)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.events_magic import SpellBegun, SpellLost
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.metamagic import plain, spell_of
from arbitro.rulesets.pathfinder.numbers import CASTER_LEVEL
from arbitro.rulesets.pathfinder.saves import check, skill
from arbitro.rulesets.pathfinder.spellbook import can_form, caster_level, left, level_of, spent

COUNTER = "counter"
DISPEL, LEARNING = "dissolvi-magie", "sapienza_magica"
TO_IDENTIFY, TO_DISPEL = 15, 11  # PF-RDY-08.2, PF-SPX-05.1


def counter(game: Game, it: Id, target: Id) -> None:
    """Undo the spell under way: surely with the same one, once identified; else perhaps with Dissolvi Magie."""
    source, spell = (str(one) for one in figure_of(game, target).casting[:2])
    level = level_of(spell_of(game, spell), source)
    known = skill(game, it, LEARNING, TO_IDENTIFY + level, ("PF-RDY-08.2",), target=target)
    if known and (mine := source_for(game, it, plain(spell))):
        _spend(game, it, mine)
        game.do(SpellLost(it=target, spell=spell, why="countered", rules=("PF-RDY-08.3", "PF-RDY-09.1")))
    elif mine := source_for(game, it, DISPEL):
        _spend(game, it, mine)
        mine_cl = game.query(CASTER_LEVEL, it=it, source=mine[0], spell=DISPEL)
        if outdoes(game, it, mine_cl, caster_level(game, target, source, spell)):
            game.do(SpellLost(it=target, spell=spell, why="countered", rules=("PF-RDY-10.1", "PF-SPX-05.1")))
    else:
        game.do(CameToNothing(it=it, action=COUNTER, why="unable", rules=("PF-RDY-08.3",)))


def source_for(game: Game, it: Id, spell: str) -> tuple[str, str] | None:
    """The list from which somebody can cast a spell now, and how it is written there; None if there is none."""
    for caster in figure_of(game, it).casters:
        word = next((word for word in left(game, it, caster) if plain(word) == spell), "")
        if word and can_form(game, it, caster, spell_of(game, word)):
            return caster.source, word
    return None


def outdoes(game: Game, it: Id, mine: Tally, level: int) -> bool:
    """The check of Dissolvi Magie against another's caster level (PF-SPX-05.1)."""
    return check(game, it, "caster_level", mine, TO_DISPEL + level, ("PF-SPX-05.1",))


def _spend(game: Game, it: Id, mine: tuple[str, str]) -> None:
    after = spent(game, it, *mine)
    game.do(SpellBegun(it=it, spell=mine[1], casters=after, casting=(), rules=("PF-RDY-08.1",)))

"""Keeping one's mind on a spell: what disturbs it, and how hard it is then (PF-SPL-06, PF-SPL-09, PF-TAB-09)."""

from __future__ import annotations

from collections.abc import Iterator

from arbitro.engine.effects import end_effect
from arbitro.engine.game import Game
from arbitro.engine.state import Effect
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.events_magic import SpellLost
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of, suffers
from arbitro.rulesets.pathfinder.metamagic import spell_of
from arbitro.rulesets.pathfinder.numbers import CMB, speed_of
from arbitro.rulesets.pathfinder.saves import concentrate
from arbitro.rulesets.pathfinder.spellbook import SOURCE, cast_by, level_of, mind_of, remembered
from arbitro.rulesets.pathfinder.state import ENTANGLED, GRAPPLED, PINNED, Creature

HURT, ON_GUARD, HELD, CONTINUOUS, CAUGHT, VIGOROUS, VIOLENT = 10, 15, 10, 10, 15, 10, 15  # PF-TAB-09
BY_LEVEL = 2
LASTING = ("corroso", "in-fiamme")
"""Conditions that go on hurting."""
CONCENTRATING = "concentrate"
Hindrance = tuple[str, int, RuleId]


def level_under_way(game: Game, it: Id) -> int:
    """The level of the spell that somebody is casting."""
    source, spell = figure_of(game, it).casting[:2]
    return level_of(spell_of(game, str(spell)), str(source))


def keeps(game: Game, it: Id, cause: str, dc: int, rule: RuleId) -> bool:
    """A concentration check; who fails it loses the spell under way (PF-SPL-06.4)."""
    source, spell = figure_of(game, it).casting[:2]
    mind = mind_of(game, it, str(source), str(spell))
    if concentrate(game, it, mind.source if mind is not None else "", dc, cause, (rule, "PF-TAB-09.1")):
        return True
    game.do(SpellLost(it=it, spell=str(spell), why="concentration", rules=("PF-SPL-06.4", "PF-TAB-09.2")))
    return False


def busy(game: Game, it: Id) -> bool:
    """Whether somebody has its mind on a spell: one under way, or one it keeps going."""
    figure = figure_of(game, it)
    return bool(figure.casting) or CONCENTRATING in figure.did


def sustained(game: Game, it: Id) -> list[Effect]:
    """Effects of one's own spells that last while one concentrates (PF-SPL-07)."""
    shapes = library_of(game).spells
    return [effect for effect in cast_by(game, it) if shapes[effect.rule].concentration]


def disturbed(game: Game, it: Id, amount: int) -> None:
    """Damage between the beginning and the end of casting, or while one keeps a spell going (PF-SPL-09.2, -07.2)."""
    if not figure_of(game, it).casting:
        _distracted(game, it, amount)
        return
    keeps(game, it, "damage", HURT + amount + level_under_way(game, it), "PF-SPL-09.2")


def _distracted(game: Game, it: Id, amount: int) -> None:
    """What one concentrates on ends if the check fails (PF-SPL-07.2)."""
    for effect in {effect.rule: effect for effect in sustained(game, it)}.values():
        source = str(remembered(effect, SOURCE))
        dc = HURT + amount + level_of(spell_of(game, effect.rule), source)
        if not concentrate(game, it, source, dc, "damage", ("PF-SPL-07.2", "PF-TAB-09.1")):
            for other in sustained(game, it):
                if other.rule == effect.rule:
                    end_effect(game, other, "distracted")


def on_guard(game: Game, it: Id) -> bool:
    """The check of casting on the defensive (PF-SPL-11.2)."""
    return keeps(game, it, "defensive", ON_GUARD + BY_LEVEL * level_under_way(game, it), "PF-SPL-11.2")


def _ridden(game: Game, rider: Creature) -> Iterator[Hindrance]:
    """A mount that moves before and after the casting shakes, one that runs shakes more (PF-MNT-14.2, .3)."""
    mount = figure_of(game, rider.mount)
    if mount.gait == "run":
        yield "motion", VIOLENT, "PF-MNT-14.3"
    elif mount.gait or "moves_on" in mount.did or mount.walked > speed_of(game, mount.id, mount.way):
        yield "motion", VIGOROUS, "PF-MNT-14.2"


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
    goes_on = figure.seared if any(suffers(game, it, one) for one in LASTING) else 0
    if figure.bleed or goes_on:
        yield "continuous", CONTINUOUS + max(figure.bleed, goes_on) // 2, "PF-SPL-06.3"
    if figure.mount:
        yield from _ridden(game, figure)


def befallen(game: Game, it: Id, cause: str) -> None:
    """Something that makes casting hard comes over somebody in the middle of it (PF-SPL-06.2)."""
    for found, dc, rule in hindrances(game, it) if figure_of(game, it).casting else ():
        if found == cause and figure_of(game, it).casting:
            keeps(game, it, cause, dc + level_under_way(game, it), rule)

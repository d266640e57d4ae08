"""A spell at work: on whom, whom its resistance or its armour spares, and what else comes of it (PF-SPL-06, -14)."""

from __future__ import annotations

from msgspec import Struct, structs

from arbitro.engine.asks import Flow
from arbitro.engine.events import EffectNearer
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.areas import origin_of
from arbitro.rulesets.pathfinder.attacks import Attempt, offended, roll_attack
from arbitro.rulesets.pathfinder.concentration import keeps, level_under_way
from arbitro.rulesets.pathfinder.deeds import Path
from arbitro.rulesets.pathfinder.ground import hushed
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.metamagic import EMPOWERED, EXTENDED, changes, hurts, plain, spell_of
from arbitro.rulesets.pathfinder.numbers import CASTER_LEVEL
from arbitro.rulesets.pathfinder.saves import check
from arbitro.rulesets.pathfinder.shapes import aimed
from arbitro.rulesets.pathfinder.spellbook import CASTER, LEVEL, SOURCE
from arbitro.rulesets.pathfinder.state import IN, TOUCH

TOUCHING, SONIC = "touch", "sonoro"
CRITICAL_TIMES = 2


class Working(Struct, frozen=True):
    """A spell as it takes effect: whose, and its numbers at that time; ``source`` is "" for one out of a thing."""

    it: Id
    source: str
    spell: str
    level: int
    cl: int
    dc: int


def work(game: Game, w: Working, targets: tuple[Id, ...], times: int = 1, path: Path = ()) -> Flow[None]:
    """What a spell does to those it reaches and who do not resist it; ``path``: where it was aimed."""
    shape = spell_of(game, w.spell)
    once = tuple(one for one in dict.fromkeys(targets) if figure_of(game, one).status == IN or shape.aim.kind == "body")
    spared = {one for one in once if shape.resistance and _resists(game, w, one)}
    if SONIC in shape.descriptors:
        spared |= {one for one in once if hushed(battle_of(game), figure_of(game, one))}
    hit = tuple(one for one in targets if one in once and one not in spared)
    if hit:
        before = max((effect.stamp for effect in game.state.effects.values()), default=0)
        scope = {"me": w.it, "seat": game.controller(w.it), "rule": shape.id, "spell": shape.id, "targets": hit,
                 "cl": w.cl, "dc": w.dc, "level": w.level, "times": times, "source": w.source, "path": path,
                 "half_more": EMPOWERED in changes(w.spell), "origin": origin_of(game, w.it, shape, path),
                 "_kept": ((CASTER, w.it), (LEVEL, w.cl), (SOURCE, w.source))}  # fmt: skip
        for use in library_of(game).records[shape.id].uses:
            yield from run_parts(game, use.parts, scope)
        if EXTENDED in changes(w.spell):
            _extend(game, before)
        _unsettle(game, w, hit)
    yield from offended(game, w.it, once)


def _resists(game: Game, w: Working, target: Id) -> bool:
    """Spell resistance: d20 and caster level have to reach it; nobody resists itself."""
    resistance = sheet_of(game, figure_of(game, target)).spell_resistance
    if not resistance or target == w.it:
        return False
    level = level_at_work(game, w.it, w.source, w.spell, w.cl)
    return not check(game, w.it, "caster_level", level, resistance, ("PF-SPL-08.1",), target)


def level_at_work(game: Game, it: Id, source: str, word: str, cl: int) -> Tally:
    """The caster level of a spell with its parts; a thing has no more than its number."""
    return game.query(CASTER_LEVEL, it=it, source=source, spell=plain(word)) if source else Tally(cl, cl)


def _extend(game: Game, before: int) -> None:
    """Twice as long (Incantesimi Estesi): all that has begun since."""
    for effect in [one for one in game.state.effects.values() if one.stamp > before]:
        ends = tuple(structs.replace(end, left=2 * end.left) if end.window else end for end in effect.ends)
        game.do(EffectNearer(effect=effect.id, ends=ends, rules=("PF-FULL-16.1",)))


def _unsettle(game: Game, w: Working, hit: tuple[Id, ...]) -> None:
    """A spell that does no damage disturbs a foe who is casting all the same (PF-SPL-06.2, PF-TAB-09)."""
    if hurts(spell_of(game, w.spell).do):
        return
    for it in dict.fromkeys(hit):
        figure = figure_of(game, it)
        if figure.casting and figure.seat != figure_of(game, w.it).seat:
            keeps(game, it, "spell", w.dc + level_under_way(game, it), "PF-SPL-06.3")


def touches(game: Game, w: Working, target: Id, mode: str) -> str:
    """A touch attack roll; it can be critical if the spell deals damage (PF-SPL-14, PF-CRIT-09)."""
    harmless = not hurts(spell_of(game, w.spell).do)
    return roll_attack(game, Attempt(actor=w.it, target=target, weapon=aimed(plain(w.spell)), mode=mode,
                                     action=TOUCHING, against=TOUCH, harmless=harmless))  # fmt: skip

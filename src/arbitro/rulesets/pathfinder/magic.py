"""Casting spells and touching with them (PF-SPL, PF-SWIFT-03, PF-FULL-14, PF-FULL-15)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Branch, Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Value
from arbitro.rulesets.pathfinder.areas import HOLD_IT, UNAIMED, aim_branch, reached, within_range
from arbitro.rulesets.pathfinder.attacks import CRITICAL, HIT, Attempt, can_be_attacked, roll_attack
from arbitro.rulesets.pathfinder.concentration import hindrances, keeps, level_under_way, on_guard
from arbitro.rulesets.pathfinder.deeds import Path, can_pay, deed
from arbitro.rulesets.pathfinder.events import ChargeHeld, SpellBegun, SpellCast, SpellLost
from arbitro.rulesets.pathfinder.lookups import (
    able,
    barred,
    battle_of,
    figure_of,
    flat_footed,
    library_of,
    sheet_of,
    suffers,
)
from arbitro.rulesets.pathfinder.numbers import CASTER_LEVEL
from arbitro.rulesets.pathfinder.occasions import waiting_for
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.saves import check
from arbitro.rulesets.pathfinder.shapes import aimed
from arbitro.rulesets.pathfinder.spellbook import (
    CASTER,
    COST,
    LEVEL,
    QUICK,
    SOURCE,
    arcane_failure,
    can_form,
    caster_level,
    caster_of,
    components,
    difficulty,
    left,
    level_of,
    spell_of,
    spent,
)
from arbitro.rulesets.pathfinder.state import DEAFENED, FREE, IMMEDIATE, IN, MELEE, NONE, RANGED, STANDARD, TOUCH
from arbitro.rulesets.pathfinder.threat import strikers
from arbitro.rulesets.pathfinder.verbs import verb

CAST, TOUCHING = "cast", "touch"
OPENLY, DEFENSIVE = "openly", "on_guard"
LASTING = "round"
"""The casting time that ends just before the next turn."""
PERCENT, MUFFLED = 100, 20  # PF-SPL-03.2
CRITICAL_TIMES = 2


class Working(Struct, frozen=True):
    """A spell as it takes effect: whose, and its numbers at that time; ``source`` is "" for one out of a thing."""

    it: Id
    source: str
    spell: str
    level: int
    cl: int
    dc: int


# --- what is offered ----------------------------------------------------------------------------------


def castable(game: Game, it: Id) -> dict[str, list[str]]:
    """By list, the spells that somebody can cast and aim now."""
    key = ("castable", it)
    known: dict[str, list[str]] | None = game.now.get(key)
    if known is None:
        figure, shapes = figure_of(game, it), library_of(game).spells
        known = game.now[key] = {}
        for caster in figure.casters if able(game, it) else ():
            found = [spell for spell in left(caster, shapes) if _can_cast(game, it, caster.source, spell)]
            if found:
                known[caster.source] = found
    return known


def _can_cast(game: Game, it: Id, source: str, spell: str) -> bool:
    figure, shape = figure_of(game, it), spell_of(game, spell)
    cost = COST.get(shape.time)
    if cost is None or shape.aim.kind in UNAIMED or not shape.do or not can_pay(game, figure, cost):
        return False
    if cost == IMMEDIATE and (flat_footed(game, it) or barred(game, it, IMMEDIATE)):
        return False  # PF-SWIFT-06.3
    if not can_form(game, it, caster_of(figure, source), shape):
        return False
    branch = aim_branch(game, it, shape, caster_level(game, it, source, spell), ())
    return branch is None or bool(branch.options)


def _cost(game: Game, it: Id, path: Path) -> str:
    return COST[spell_of(game, str(path[1])).time] if len(path) > 1 else NONE


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    """The list, the spell, whether on the defensive, then where it goes."""
    if not path:
        return Branch("source", tuple(Option(source) for source in castable(game, it)))
    source = str(path[0])
    if len(path) == 1:
        return Branch("spell", tuple(Option(spell) for spell in castable(game, it).get(source, ())))
    shape = spell_of(game, str(path[1]))
    if len(path) == 2:
        guarded = COST[shape.time] not in QUICK and bool(strikers(game, it))
        options = (Option(OPENLY), *((Option(DEFENSIVE, {}, ("PF-SPL-11.1",)),) if guarded else ()))
        return Branch("manner", options)
    if shape.time == LASTING:
        return None  # aimed when it is complete
    return aim_branch(game, it, shape, caster_level(game, it, source, shape.id), path[3:])


@deed(CAST, _cost, ("PF-SPL-01.1",), offered=lambda game, it: bool(castable(game, it)), grow=_branch, announced=False)
def cast(game: Game, it: Id, path: Path) -> Flow[None]:
    """Begin a spell; who threatens may strike, and what disturbs it may spoil it (PF-SPL-06, -09, -11)."""
    source, spell, how = (str(one) for one in path[:3])
    shape, figure = spell_of(game, spell), figure_of(game, it)
    casters = spent(figure, source, spell, level_of(shape, source))
    game.do(SpellBegun(it=it, spell=spell, casters=casters, casting=path, rules=("PF-SPL-01.1", "PF-SPL-06.1")))
    if figure_of(game, it).charge:
        game.do(ChargeHeld(it=it, charge=(), rules=("PF-SPL-17.2",)))
    yield from _disturbances(game, it, how, quick=COST[shape.time] in QUICK)
    if not figure_of(game, it).casting or shape.time == LASTING:
        return
    yield from complete(game, it)


def _disturbances(game: Game, it: Id, how: str, *, quick: bool) -> Flow[None]:
    """All that may break a spell between its beginning and its end; damage is felt where it is dealt."""
    for cause, dc, rule in hindrances(game, it):
        if not keeps(game, it, cause, dc + level_under_way(game, it), rule):
            return
    if how == DEFENSIVE and not on_guard(game, it):
        return
    if any(foe.ready for foe in battle_of(game).figures.values()):
        yield from waiting_for(game, it, CAST)
    if how == OPENLY and not quick and figure_of(game, it).casting:
        yield from provoke(game, it, CAST)
    if figure_of(game, it).casting and not able(game, it):
        _lose(game, it, "concentration", "PF-SPL-06.1")


def _lose(game: Game, it: Id, why: str, rule: RuleId) -> None:
    game.do(SpellLost(it=it, spell=str(figure_of(game, it).casting[1]), why=why, rules=(rule,)))


def go_on(game: Game, it: Id) -> Flow[None]:
    """A spell begun in the last turn is complete just before this one (PF-FULL-14.1)."""
    if figure_of(game, it).casting:
        if able(game, it):
            yield from complete(game, it)
        else:
            _lose(game, it, "concentration", "PF-FULL-14.2")


# --- what comes of it ---------------------------------------------------------------------------------


def complete(game: Game, it: Id) -> Flow[None]:
    """A spell is spoken to its end: armour or deaf ears may spoil it, else it takes effect (PF-SPL-08)."""
    source, spell = (str(one) for one in figure_of(game, it).casting[:2])
    shape, caster = spell_of(game, spell), caster_of(figure_of(game, it), source)
    muffled = MUFFLED if "V" in components(caster, shape) and suffers(game, it, DEAFENED) else 0
    for chance, rule in ((muffled, "PF-SPL-03.2"), (arcane_failure(game, it, caster, shape), "PF-TAB-03.1")):
        if chance and not game.count(1, PERCENT, chance + 1, by=it, rules=(rule,)):
            _lose(game, it, "failure", rule)
            return
    cl, dc = caster_level(game, it, source, spell), difficulty(game, it, source, spell)
    w = Working(it, source, spell, level_of(shape, source), cl, dc)
    path = figure_of(game, it).casting[3:]
    if shape.time == LASTING and (first := aim_branch(game, it, shape, cl, ())) is not None:
        if not first.options:
            _lose(game, it, "no_target", "PF-FULL-14.1")
            return
        form = Tree(lambda chosen: aim_branch(game, it, shape, cl, chosen))
        answer: Any = yield from ask("aim", game.controller(it), form, {"it": it, "spell": spell})
        path = tuple(answer)
    yield from take_effect(game, w, path)


def take_effect(game: Game, w: Working, path: Path) -> Flow[None]:
    """The spell works where it was aimed; a touch is held first, a ray has to hit."""
    shape = spell_of(game, w.spell)
    targets = reached(game, w.it, shape, w.cl, path)
    game.do(SpellCast(it=w.it, spell=w.spell, targets=tuple(dict.fromkeys(targets)), rules=("PF-SPL-08.1",)))
    if shape.aim.kind == "touch":
        charge = (w.spell, w.source, w.level, w.cl, w.dc)
        game.do(ChargeHeld(it=w.it, charge=charge, rules=("PF-SPL-12.1", "PF-SPL-16.1")))
        if path and path[0] != HOLD_IT:
            yield from touch_with(game, w.it, str(path[0]))
    elif shape.aim.kind == "ray":
        yield from provoke(game, w.it, "shoot")  # PF-SPL-19.2
        for target in targets:
            if able(game, w.it):
                yield from _shoot(game, w, target)
    else:
        yield from work(game, w, targets)


def _shoot(game: Game, w: Working, target: Id) -> Flow[None]:
    """A ranged touch attack as a part of casting (PF-SPL-19.1)."""
    if can_be_attacked(game, w.it, target, RANGED):
        outcome = _touches(game, w, target, RANGED)
        if outcome in (HIT, CRITICAL):
            yield from work(game, w, (target,), CRITICAL_TIMES if outcome == CRITICAL else 1)


def _touches(game: Game, w: Working, target: Id, mode: str) -> str:
    """A touch attack roll; it can be critical if the spell deals damage (PF-SPL-14)."""
    harmless = not hurts(spell_of(game, w.spell).do)
    return roll_attack(game, Attempt(actor=w.it, target=target, weapon=aimed(w.spell), mode=mode, action=TOUCHING,
                                     against=TOUCH, harmless=harmless))  # fmt: skip


def hurts(lines: Any) -> bool:
    """Whether anything in a spell's lines is damage."""
    if isinstance(lines, dict):
        return any(key in ("damage", "ability_damage") or hurts(value) for key, value in lines.items())
    return isinstance(lines, list | tuple) and any(hurts(line) for line in lines)


def work(game: Game, w: Working, targets: tuple[Id, ...], times: int = 1) -> Flow[None]:
    """What a spell does to those it reaches and who do not resist it."""
    shape = spell_of(game, w.spell)
    once = tuple(one for one in dict.fromkeys(targets) if figure_of(game, one).status == IN)
    spared = {one for one in once if shape.resistance and _resists(game, w, one)}
    hit = tuple(one for one in targets if one in once and one not in spared)
    if not hit:
        return
    scope = {"me": w.it, "seat": game.controller(w.it), "rule": w.spell, "spell": w.spell, "targets": hit, "cl": w.cl,
             "dc": w.dc, "level": w.level, "times": times, "source": w.source,
             "_kept": ((CASTER, w.it), (LEVEL, w.cl), (SOURCE, w.source))}  # fmt: skip
    for use in library_of(game).records[w.spell].uses:
        yield from run_parts(game, use.parts, scope)


def _resists(game: Game, w: Working, target: Id) -> bool:
    """Spell resistance: d20 and caster level have to reach it; nobody resists itself."""
    resistance = sheet_of(game, figure_of(game, target)).spell_resistance
    if not resistance or target == w.it:
        return False
    level = game.query(CASTER_LEVEL, it=w.it, source=w.source, spell=w.spell) if w.source else Tally(w.cl, w.cl)
    return not check(game, w.it, "caster_level", level, resistance, ("PF-SPL-08.1",), target)


# --- the held charge ----------------------------------------------------------------------------------


def _charge(game: Game, it: Id) -> Working | None:
    """The touch spell in somebody's hand."""
    charge: Any = figure_of(game, it).charge
    if not charge:
        return None
    spell, source, level, cl, dc = charge
    return Working(it, source, spell, level, cl, dc)


def touchable(game: Game, it: Id) -> list[Id]:
    """Those within reach of a held touch spell, its holder too."""
    w = _charge(game, it)
    return within_range(game, it, spell_of(game, w.spell), w.cl) if w is not None else []


def _touch_cost(game: Game, it: Id, path: Path) -> str:
    """Free once in the turn of the casting, later a standard action (PF-SPL-12.1, PF-SPL-16.2)."""
    did = figure_of(game, it).did
    return FREE if CAST in did and TOUCHING not in did else STANDARD


def _touch_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(one) for one in touchable(game, it)))


@deed(TOUCHING, _touch_cost, ("PF-SPL-12.1", "PF-SPL-16.2"), offered=lambda game, it: bool(touchable(game, it)),
      grow=_touch_branch)  # fmt: skip
def touch(game: Game, it: Id, path: Path) -> Flow[None]:
    """Touch somebody with the spell in hand (PF-SPL-12, -13)."""
    yield from touch_with(game, it, str(path[0]))


def touch_with(game: Game, it: Id, target: Id) -> Flow[None]:
    """Friends are touched for sure, foes if the touch attack hits; a miss keeps the charge (PF-SPL-12.2, -16)."""
    w = _charge(game, it)
    if w is None or target not in touchable(game, it):
        return
    times = 1
    if figure_of(game, target).seat != figure_of(game, it).seat:
        outcome = _touches(game, w, target, MELEE)
        if outcome not in (HIT, CRITICAL):
            return
        times = CRITICAL_TIMES if outcome == CRITICAL else 1
    yield from discharge(game, it, target, times)


def discharge(game: Game, it: Id, target: Id, times: int = 1) -> Flow[None]:
    """The spell in hand goes over to somebody (PF-SPL-17.1)."""
    w = _charge(game, it)
    if w is not None:
        game.do(ChargeHeld(it=it, charge=(), rules=("PF-SPL-17.1",)))
        yield from work(game, w, (target,), times)


@verb("discharge")
def discharge_on_hit(game: Game, scope: dict[str, Any], target: Value, args: dict[str, Any]) -> Flow[None]:
    """After a blow with the bare body: the held spell strikes too (PF-SPL-18.3)."""
    yield from discharge(game, scope["me"], str(target))

"""Casting spells (PF-SPL, PF-SWIFT-03, PF-FULL-12 to -17).

A casting is kept as the list, the spell, the manner, and where it goes. What it does is in ``workings``, touches in
``charges``, scrolls in ``using``; ``walls`` and ``summoning`` hold what spells raise and call.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import structs

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Branch, Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.areas import aim_branch, covered, footprint, reached
from arbitro.rulesets.pathfinder.attacks import CRITICAL, HIT, can_be_attacked, offended
from arbitro.rulesets.pathfinder.charges import CASTINGS, take_in_hand
from arbitro.rulesets.pathfinder.concentration import hindrances, keeps, level_under_way, on_guard
from arbitro.rulesets.pathfinder.deeds import Footprint, Path, can_pay, deed
from arbitro.rulesets.pathfinder.events_magic import CastingWentOn, ChargeHeld, SpellBegun, SpellCast, SpellLost
from arbitro.rulesets.pathfinder.events_things import ItemChanged, ItemLost
from arbitro.rulesets.pathfinder.kindling import fiery, kindle
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, flat_footed, suffers
from arbitro.rulesets.pathfinder.metamagic import QUICK, cost_of, rounds_of, spell_of
from arbitro.rulesets.pathfinder.occasions import READY_USES, ReadyUse, waiting_for
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.saddle import ride_or_halt
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.spellbook import (
    SPONTANEOUS,
    WRITTEN,
    arcane_failure,
    can_form,
    caster_level,
    caster_of,
    components,
    costly,
    difficulty,
    family_of,
    left,
    level_of,
    mind_of,
    spent,
    turned_into,
)
from arbitro.rulesets.pathfinder.state import DEAFENED, FULL, IMMEDIATE, NONE, RANGED, STANDARD, Caster, Item
from arbitro.rulesets.pathfinder.threat import strikers
from arbitro.rulesets.pathfinder.workings import CRITICAL_TIMES, Working, touches, work

CAST, CONVERT, KEEP_CASTING = "cast", "convert", "keep_casting"
OPENLY, DEFENSIVE = "openly", "on_guard"
PERCENT, MUFFLED = 100, 20  # PF-SPL-03.2
SINGLE = ("creature", "ray", "touch")
"""Kinds of aim at one creature."""


# --- what is offered ----------------------------------------------------------------------------------


def castable(game: Game, it: Id) -> dict[str, list[str]]:
    """By list, the spells that somebody can cast and aim now."""
    found: dict[str, list[str]] = {}
    for caster, word in _ready(game, it):
        if _casts(game, it, caster, word):
            found.setdefault(caster.source, []).append(word)
    return found


def _ready(game: Game, it: Id) -> list[tuple[Caster, str]]:
    """The spells that somebody has left, each with its list."""
    casters = figure_of(game, it).casters if able(game, it) else ()
    return [(caster, word) for caster in casters for word in left(game, it, caster)]


def _casts(game: Game, it: Id, caster: Caster, word: str) -> bool:
    """Whether somebody can cast and aim a spell now; remembered for this moment."""
    key = ("casts", it, caster.source, word)
    if key not in game.now:
        cost = cost_of(game, word, at_once=caster.kind == SPONTANEOUS)
        game.now[key] = payable(game, it, cost) and can_cast(game, it, caster, word)
    return bool(game.now[key])


def _random_spell(game: Game, it: Id, rng: Random) -> Path | None:
    """A random spell out of those left, and what it needs at random: only those drawn are looked into."""
    ready = _ready(game, it)
    while ready:
        caster, word = ready.pop(int(rng.random() * len(ready)))
        if not _casts(game, it, caster, word):
            continue
        path: Path = (caster.source, word)
        while (branch := _branch(game, it, path)) is not None:
            path = (*path, rng.choice(branch.options).key)
        return path
    return None


def payable(game: Game, it: Id, cost: str) -> bool:
    """Whether a turn has room for a casting; nobody flat-footed acts at once (PF-SWIFT-06.3)."""
    if cost == IMMEDIATE and (flat_footed(game, it) or barred(game, it, IMMEDIATE)):
        return False
    return can_pay(game, figure_of(game, it), cost)


def can_cast(game: Game, it: Id, caster: Caster, word: str, *, source: str = "") -> bool:
    """Whether a spell can be formed and aimed at something; ``source``: the scroll it stands in."""
    shape = spell_of(game, word)
    if not shape.do or not can_form(game, it, caster, shape, written=bool(source)):
        return False
    branch = aim_branch(game, it, shape, caster_level(game, it, source or caster.source, word), ())
    return branch is None or bool(branch.options)


def manners(game: Game, it: Id, cost: str) -> Branch:
    """Openly, or on the defensive where somebody could strike (PF-SPL-11.1)."""
    guarded = cost not in QUICK and bool(strikers(game, it))
    return Branch("manner", (Option(OPENLY), *((Option(DEFENSIVE, {}, ("PF-SPL-11.1",)),) if guarded else ())))


def aimed_at(game: Game, it: Id, source: str, word: str, rounds: int, chosen: Path) -> Branch | None:
    """Where a spell goes; a long one is aimed when it is complete."""
    if rounds:
        return None
    return aim_branch(game, it, spell_of(game, word), caster_level(game, it, source, word), chosen)


def _at_once(game: Game, it: Id, source: str) -> bool:
    return caster_of(figure_of(game, it), source).kind == SPONTANEOUS


def _cost(game: Game, it: Id, path: Path) -> str:
    if len(path) < 2:
        return NONE
    return cost_of(game, str(path[1]), at_once=_at_once(game, it, str(path[0])))


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    """The list, the spell, whether on the defensive, then where it goes."""
    if not path:
        return Branch("source", tuple(Option(source) for source in castable(game, it)))
    source = str(path[0])
    if len(path) == 1:
        return Branch("spell", tuple(Option(word) for word in castable(game, it).get(source, ())))
    word, at_once = str(path[1]), _at_once(game, it, source)
    if len(path) == 2:
        return manners(game, it, cost_of(game, word, at_once=at_once))
    return aimed_at(game, it, source, word, rounds_of(game, word, at_once=at_once), path[3:])


def covers(game: Game, it: Id, path: Path) -> Footprint | None:
    """What a spell would cover (its list, the spell, the manner, where it goes), as far as it is aimed."""
    return footprint(game, it, spell_of(game, str(path[1])), path[3:]) if len(path) > 1 else None


def aimed_footprint(game: Game, path: Path) -> Footprint | None:
    """What a spell would cover whose caster is asked now where it goes (see `aim_now`)."""
    assert game.pending is not None
    about = game.pending.about
    return footprint(game, str(about["it"]), spell_of(game, str(about["spell"])), path)


@deed(CAST, _cost, ("PF-SPL-01.1",), needs="casters", grow=_branch, announced=False, sample=_random_spell,
      covers=covers,
      offered=lambda game, it: any(_casts(game, it, *one) for one in _ready(game, it)))  # fmt: skip
def cast(game: Game, it: Id, path: Path) -> Flow[None]:
    """Cast a spell that one has ready (PF-SPL-01)."""
    source, word = (str(one) for one in path[:2])
    yield from begin(game, it, path, spent(game, it, source, word), at_once=_at_once(game, it, source))


# --- turning one spell into another -------------------------------------------------------------------


def _conversions(game: Game, it: Id) -> Iterator[tuple[str, str, str]]:
    """Lists, prepared spells, and what each can be turned into and cast now (PF-SPX-09)."""
    for caster in figure_of(game, it).casters if able(game, it) else ():
        fit: dict[str, bool] = {}
        for given in left(game, it, caster) if family_of(game, it, caster) else ():
            for word in turned_into(game, it, caster, given):
                if word not in fit:
                    cost = cost_of(game, word, at_once=True)
                    fit[word] = payable(game, it, cost) and can_cast(game, it, caster, word)
                if fit[word] and word != given:
                    yield caster.source, given, word


def convertible(game: Game, it: Id) -> dict[tuple[str, str], list[str]]:
    """By list and prepared spell, what it can be turned into and cast now (PF-SPX-09)."""
    found: dict[tuple[str, str], list[str]] = {}
    for source, given, word in _conversions(game, it):
        found.setdefault((source, given), []).append(word)
    return found


def _convert_cost(game: Game, it: Id, path: Path) -> str:
    return cost_of(game, str(path[2]), at_once=True) if len(path) > 2 else NONE


def _convert_branch(game: Game, it: Id, path: Path) -> Branch | None:
    """The list, the spell given up, the one cast, the manner, then where it goes."""
    if len(path) < 3:
        found = convertible(game, it)
        if not path:
            return Branch("source", tuple(Option(source) for source in dict.fromkeys(source for source, _ in found)))
        if len(path) == 1:
            return Branch("given", tuple(Option(given) for source, given in found if source == path[0]))
        return Branch("spell", tuple(Option(word) for word in found.get((str(path[0]), str(path[1])), ())))
    word = str(path[2])
    if len(path) == 3:
        return manners(game, it, cost_of(game, word, at_once=True))
    return aimed_at(game, it, str(path[0]), word, rounds_of(game, word, at_once=True), path[4:])


@deed(CONVERT, _convert_cost, ("PF-SPX-09.1", "PF-SPX-09.2"), needs="casters", grow=_convert_branch, announced=False,
      covers=lambda game, it, path: covers(game, it, path[1:]),
      offered=lambda game, it: any(True for _ in _conversions(game, it)))  # fmt: skip
def convert(game: Game, it: Id, path: Path) -> Flow[None]:
    """Give up a prepared spell for a cure, a wound or a natural ally of its level or below (PF-SPX-09)."""
    source, given = (str(one) for one in path[:2])
    yield from begin(game, it, (source, *path[2:]), spent(game, it, source, given), at_once=True)


# --- casting ------------------------------------------------------------------------------------------


def begin(game: Game, it: Id, casting: Path, casters: tuple[Caster, ...], *, at_once: bool) -> Flow[None]:
    """Begin a spell; who threatens may strike, and what disturbs it may spoil it (PF-SPL-06, -09, -11).

    Args:
        casting: list, spell, manner, and where it goes; casters: the lists of its caster without what it takes.
        at_once: it was not prepared as it is cast (see `cost_of`).
    """
    word, how = str(casting[1]), str(casting[2])
    if figure_of(game, it).casting:
        lose(game, it, "abandoned", "PF-FULL-13.3")
    rounds = rounds_of(game, word, at_once=at_once)
    game.do(SpellBegun(it=it, spell=word, casters=casters, casting=casting, left=max(0, rounds - 1),
                       rules=("PF-SPL-01.1", "PF-SPL-06.1")))  # fmt: skip
    if figure_of(game, it).charge:
        game.do(ChargeHeld(it=it, charge=(), rules=("PF-SPL-17.2",)))
    _use_up(game, it, spell_of(game, word), str(casting[0]))
    yield from _disturbances(game, it, how, quick=cost_of(game, word, at_once=at_once) in QUICK)
    if figure_of(game, it).casting and not rounds:
        yield from complete(game, it)


def _use_up(game: Game, it: Id, shape: Spell, source: str) -> None:
    """A material component with a price is gone (PF-SPL-05.1)."""
    if not shape.cost or "M" not in shape.components or source.startswith(WRITTEN):
        return
    item = costly(game, figure_of(game, it), shape.cost)
    if item is not None and "M" in components(caster_of(figure_of(game, it), source), shape):
        use_one(game, it, item)


def use_one(game: Game, it: Id, item: Item) -> None:
    """One of a thing is used up."""
    if item.count > 1:
        one_less = structs.replace(item, count=item.count - 1)
        game.do(ItemChanged(it=it, item=one_less, what="used", rules=("PF-ITX-03.1",)))
    else:
        game.do(ItemLost(it=it, item=item, why="used", rules=("PF-ITX-03.1",)))


def _disturbances(game: Game, it: Id, how: str, *, quick: bool) -> Flow[None]:
    """All that may break a spell between its beginning and its end; damage is felt where it is dealt.

    Who has waited for it comes first (PF-RDY-03.2, PF-RDY-07.1), the caster's own checks next, opportunities last.
    """
    if any(foe.ready for foe in battle_of(game).figures.values()):
        yield from waiting_for(game, it, CAST)
    if _interrupted(game, it):
        return
    if figure_of(game, it).mount:
        yield from ride_or_halt(game, it)
    for cause, dc, rule in hindrances(game, it):
        if not keeps(game, it, cause, dc + level_under_way(game, it), rule):
            return
    if how == DEFENSIVE and not on_guard(game, it):
        return
    if how == OPENLY and not quick:
        yield from provoke(game, it, CAST)
    _interrupted(game, it)


def _interrupted(game: Game, it: Id) -> bool:
    """Whether a spell has come to an end before its time; it has where its caster cannot act any more."""
    if figure_of(game, it).casting and not able(game, it):
        lose(game, it, "concentration", "PF-SPL-06.1")
    return not figure_of(game, it).casting


def lose(game: Game, it: Id, why: str, rule: RuleId) -> None:
    """The spell under way is lost."""
    game.do(SpellLost(it=it, spell=str(figure_of(game, it).casting[1]), why=why, rules=(rule,)))


# --- castings of a round and more ---------------------------------------------------------------------


def go_on(game: Game, it: Id) -> Flow[None]:
    """A long casting at its caster's count: it is complete just before the turn, or goes on (PF-FULL-12.2, -14.1)."""
    figure = figure_of(game, it)
    if not figure.casting:
        return
    if not able(game, it):
        lose(game, it, "concentration", "PF-FULL-14.2")
    elif not figure.casting_left:
        yield from complete(game, it)


@deed(
    KEEP_CASTING, FULL, ("PF-FULL-13.2",), needs="casting", offered=lambda game, it: bool(figure_of(game, it).casting)
)
def keep_casting(game: Game, it: Id, path: Path) -> Flow[None]:
    """Another full round of a long casting, which gives no opportunity any more (PF-FULL-13.2, PF-FULL-15.1)."""
    yield from ()
    if figure_of(game, it).casting:
        game.do(CastingWentOn(it=it, left=figure_of(game, it).casting_left - 1, rules=("PF-FULL-13.2",)))


def break_off(game: Game, it: Id) -> None:
    """A turn has gone by in which a long casting was not carried on (PF-FULL-13.3)."""
    figure = figure_of(game, it)
    if figure.casting and not set(CASTINGS) & set(figure.did):
        lose(game, it, "abandoned", "PF-FULL-13.3")


# --- what comes of it ---------------------------------------------------------------------------------


def complete(game: Game, it: Id) -> Flow[None]:
    """A spell is spoken to its end: armour or deaf ears may spoil it, else it takes effect (PF-SPL-08)."""
    source, word = (str(one) for one in figure_of(game, it).casting[:2])
    shape, mind = spell_of(game, word), mind_of(game, it, source, word)
    assert mind is not None
    muffled = MUFFLED if "V" in components(mind, shape) and suffers(game, it, DEAFENED) else 0
    for chance, rule in ((muffled, "PF-SPL-03.2"), (arcane_failure(game, it, mind, shape), "PF-TAB-03.1")):
        if chance and not game.count(1, PERCENT, chance + 1, by=it, rules=(rule,)):
            lose(game, it, "failure", rule)
            return
    cl, dc = caster_level(game, it, source, word), difficulty(game, it, source, word)
    w = Working(it, "" if source.startswith(WRITTEN) else source, word, level_of(shape, source), cl, dc)
    path = figure_of(game, it).casting[3:]
    if not path:
        aim = yield from aim_now(game, it, word, cl)
        if aim is None:
            lose(game, it, "no_target", "PF-FULL-14.1")
            return
        path = aim
    yield from take_effect(game, w, path)


def aim_now(game: Game, it: Id, word: str, cl: int) -> Flow[Path | None]:
    """Ask where a spell goes that was not aimed when it was begun; None if it can go nowhere."""
    shape = spell_of(game, word)
    first = aim_branch(game, it, shape, cl, ())
    if first is None:
        return ()
    if not first.options:
        return None
    form = Tree(lambda chosen: aim_branch(game, it, shape, cl, chosen))
    answer: Any = yield from ask("aim", game.controller(it), form, {"it": it, "spell": word})
    return tuple(answer)


def take_effect(game: Game, w: Working, path: Path) -> Flow[None]:
    """The spell works where it was aimed; a touch is held first, a ray has to hit."""
    shape = spell_of(game, w.spell)
    targets = reached(game, w.it, shape, w.cl, path, _hit_dice(game, w.it, shape))
    game.do(SpellCast(it=w.it, spell=w.spell, targets=tuple(dict.fromkeys(targets)), rules=("PF-SPL-08.1",)))
    if shape.aim.kind == "touch":
        yield from take_in_hand(game, w, path)
    elif shape.aim.kind == "ray":
        yield from provoke(game, w.it, "shoot")  # PF-SPL-19.2
        for target in targets:
            if able(game, w.it):
                yield from _shoot(game, w, target)
    else:
        fire = covered(game, w.it, shape, path) if battle_of(game).zones and fiery(shape.do) else ()
        yield from work(game, w, targets, path=path)
        yield from kindle(game, fire, w.it)


def _hit_dice(game: Game, it: Id, shape: Spell) -> int | None:
    """The dice of a spell that reaches so many Hit Dice."""
    if shape.aim.hd_dice is None:
        return None
    dice, _, sides = shape.aim.hd_dice.partition("d")
    return game.sum(int(dice), int(sides), by=it, rules=(shape.id,))


def _shoot(game: Game, w: Working, target: Id) -> Flow[None]:
    """A ranged touch attack as a part of casting (PF-SPL-19.1)."""
    if not can_be_attacked(game, w.it, target, RANGED):
        return
    outcome = touches(game, w, target, RANGED)
    if outcome in (HIT, CRITICAL):
        place = figure_of(game, target).space.squares() if fiery(spell_of(game, w.spell).do) else ()
        yield from work(game, w, (target,), CRITICAL_TIMES if outcome == CRITICAL else 1)
        yield from kindle(game, place, w.it)
    else:
        yield from offended(game, w.it, (target,))


# --- made ready ---------------------------------------------------------------------------------------


def ready_words(game: Game, it: Id) -> list[str]:
    """The spells that somebody can make ready: those of a standard action (PF-RDY-02.1)."""
    found = (
        word for caster in figure_of(game, it).casters for word in left(game, it, caster)
        if spell_of(game, word).do and can_form(game, it, caster, spell_of(game, word))
        and cost_of(game, word, at_once=caster.kind == SPONTANEOUS) == STANDARD
    )  # fmt: skip
    return list(dict.fromkeys(found))


def _list_of(game: Game, it: Id, word: str) -> Caster | None:
    """The list from which a spell made ready can be cast and aimed now."""
    casters = (one for one in figure_of(game, it).casters if word in left(game, it, one))
    return next((one for one in casters if can_cast(game, it, one, word)), None)


def _meant_for(game: Game, it: Id, caster: Caster, word: str, target: Id) -> bool | None:
    """Whether a spell for single creatures reaches the one it was made ready for; None for all other spells."""
    shape = spell_of(game, word)
    first = aim_branch(game, it, shape, caster_level(game, it, caster.source, word), ())
    if first is None or shape.aim.kind not in SINGLE or shape.aim.who == "ally":
        return None
    return any(option.key == target for option in first.options)


def could_cast(game: Game, it: Id, target: Id, word: str) -> bool:
    """Whether a spell made ready can be cast now, and at the one it is meant for (PF-RDY-03.4, -03.5)."""
    caster = _list_of(game, it, word)
    return caster is not None and _meant_for(game, it, caster, word, target) is not False


def cast_ready(game: Game, it: Id, target: Id, word: str) -> Flow[None]:
    """A spell made ready is aimed and cast when its occasion comes (PF-RDY-03.1); it may provoke (PF-RDY-01.1).

    One for a single creature goes at the one that gave the occasion and no other (PF-RDY-03.4).
    """
    caster = _list_of(game, it, word)
    if caster is None:
        return
    path: Path | None = (target,)
    if not _meant_for(game, it, caster, word, target):
        path = yield from aim_now(game, it, word, caster_level(game, it, caster.source, word))
    yield from cast(game, it, (caster.source, word, OPENLY, *(path or ())))


READY_USES[CAST] = ReadyUse("spell", ready_words, could_cast, cast_ready)

"""What a computer casts: what harms more foes than friends, what heals, what calls help, what makes its side fight
better while there is time for it; and where it aims."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, distance
from arbitro.rulesets.pathfinder.areas import MADE, aim_branch, reached
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.magic import DEFENSIVE, OPENLY, castable
from arbitro.rulesets.pathfinder.metamagic import hurts, plain, rounds_of, spell_of
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.spellbook import CURES, caster_level, level_of
from arbitro.rulesets.pathfinder.state import square_named
from arbitro.rulesets.pathfinder.tactics_ground import danger_of, standing_foes
from arbitro.rulesets.pathfinder.threat import strikers

Path = tuple[Value, ...]
MANY = 150
LYING, HURT = 20, 2
"""How much it is worth to raise a friend who lies there; the part of its hit points below which one is healed."""
BOONS = ("attack", "damage", "ac", "miss", "reduction", "score")
"""The numbers by which somebody fights better."""
ARMOUR, SHIELD, SHIELDS = "armour", "shield", ("shield", "tower")
FRIENDS = 60
"""So many ways to aim a spell at friends are looked at."""


def aims(game: Game, it: Id, word: str, cl: int, most: int = MANY) -> list[Path]:
    """Ways to aim a spell, so many at most."""
    shape, found, todo = spell_of(game, word), list[Path](), list[Path]([()])
    while todo and len(found) < most:
        path = todo.pop(0)
        branch = aim_branch(game, it, shape, cl, path)
        if branch is None:
            found.append(path)
        else:
            todo += [(*path, option.key) for option in branch.options]
    return found


def gain_of(game: Game, it: Id, word: str, cl: int, path: Path) -> int:
    """Foes whom a spell reaches, less twice the friends."""
    seat, shape = figure_of(game, it).seat, spell_of(game, word)
    found = [figure_of(game, one) for one in dict.fromkeys(reached(game, it, shape, cl, path)) if able(game, one)]
    foes = sum(one.seat != seat for one in found)
    return foes - 2 * (len(found) - foes)


def spell_ideas(game: Game, it: Id) -> list[Path]:
    """Spells worth casting, the most promising first; on the defensive where that is wise."""
    ranked: list[tuple[int, int, Path]] = []
    manner = DEFENSIVE if strikers(game, it) else OPENLY
    for source, words in castable(game, it).items():
        for word in words:
            cl, level = caster_level(game, it, source, word), level_of(spell_of(game, word), source)
            for gain, path in _ideas(game, it, word, cl):
                how = manner if _guarded(game, word) else OPENLY
                if gain > 0:
                    ranked.append((-gain * (level + 1), len(ranked), ("cast", source, word, how, *path)))
    return [path for *_, path in sorted(ranked)]


def raising(game: Game, it: Id) -> Path | None:
    """The cure of a friend who lies there, None where nobody does or nothing can be done."""
    battle = battle_of(game)
    if not any(friend.hp < 0 for friend in battle.friends_of(battle.figures[it])):
        return None
    cures = (path for path in spell_ideas(game, it) if spell_of(game, str(path[2])).family == CURES)
    return next((path for path in cures if figure_of(game, str(path[4])).hp < 0), None)


# --- for one's own side -------------------------------------------------------------------------------


def boon_ideas(game: Game, it: Id) -> list[Path]:
    """Spells that make friends fight better, most friends first, while no foe is near enough to come and strike."""
    figure = figure_of(game, it)
    foes = standing_foes(game, it)
    if not foes or any(distance(figure.space, foe.space) <= danger_of(game, foe.id) for foe in foes):
        return []
    ranked: list[tuple[int, int, Path]] = []
    for source, words in castable(game, it).items():
        for word in words:
            level = level_of(spell_of(game, word), source)
            for helped, path in _boons(game, it, source, word) if level else ():
                ranked.append((-helped * level, len(ranked), ("cast", source, word, OPENLY, *path)))
    return [path for *_, path in sorted(ranked)]


def _boons(game: Game, it: Id, source: str, word: str) -> list[tuple[int, Path]]:
    """How many friends fight better by a spell, by where it goes."""
    shape, cl, seat = spell_of(game, word), caster_level(game, it, source, word), figure_of(game, it).seat
    if shape.aim.who == "enemy" or shape.calls or hurts(shape.do) or rounds_of(game, word, at_once=False):
        return []
    given, found = _given(game, shape.do), []
    for path in aims(game, it, word, cl, FRIENDS) if given else ():
        everybody = dict.fromkeys(reached(game, it, shape, cl, path))
        helped = sum(figure_of(game, one).seat == seat and _lacks(game, one, shape, given) for one in everybody)
        if helped:
            found.append((helped, path))
    return found


def _given(game: Game, lines: Any) -> set[str]:
    """The kinds of bonus ("" for those that are of none) that a spell's lines, and their conditions, give a fighter."""
    if isinstance(lines, list | tuple):
        return {kind for line in lines for kind in _given(game, line)}
    if not isinstance(lines, dict):
        return set()
    if "inflict" in lines:
        condition = library_of(game).conditions.get(str(lines["inflict"]))
        return _given(game, condition.always) if condition is not None and not condition.bars else set()
    if "modify" not in lines:
        return {kind for value in lines.values() for kind in _given(game, value)}
    by = lines.get("by", lines.get("floor", 0))
    better = lines["modify"] in BOONS and not (isinstance(by, int) and by <= 0)
    return {str(lines.get("type", ""))} if better else set()


def _lacks(game: Game, one: Id, shape: Spell, given: set[str]) -> bool:
    """Whether a friend who stands gains by a spell: it has not got it, nor wears what does the same."""
    figure, library = figure_of(game, one), library_of(game)
    worn = [item.thing for item in figure.items if item.worn or item.no in figure.held]
    types = {library.armours[thing].type for thing in worn if thing in library.armours}
    has = {SHIELD if kind in SHIELDS else ARMOUR for kind in types}
    if not able(game, one) or given & {ARMOUR, SHIELD} & has:
        return False
    return not any(effect.rule == shape.id and effect.bearer == one for effect in game.state.effects.values())


# --- against the others, and for the wounded ------------------------------------------------------------


def _guarded(game: Game, word: str) -> bool:
    """Whether a spell can be cast on the defensive at all: not one that gives no opportunity."""
    return spell_of(game, word).time not in ("swift", "free", "immediate") and "+incantesimi-rapidi" not in word


def _ideas(game: Game, it: Id, word: str, cl: int) -> list[tuple[int, Path]]:
    """What a spell would be good for now, and where it would go."""
    shape = spell_of(game, word)
    if shape.aim.kind in ("wall", "body"):
        return []
    if shape.family == CURES:
        return _mending(game, it, word, cl)
    if rounds_of(game, word, at_once=False):
        quiet = not strikers(game, it) and not figure_of(game, it).casting
        return [(1, ())] if quiet and (shape.calls or _somebody(game, it, word, cl)) else []
    if shape.aim.who == "ally" or (shape.aim.who == "any" and not hurts(shape.do)):
        return []
    return [(gain_of(game, it, word, cl, path), path) for path in aims(game, it, word, cl)]


def _somebody(game: Game, it: Id, word: str, cl: int) -> bool:
    return any(gain_of(game, it, word, cl, path) > 0 for path in aims(game, it, word, cl, 40))


def _mending(game: Game, it: Id, word: str, cl: int) -> list[tuple[int, Path]]:
    """Friends within reach who lie there or are badly hurt."""
    found: list[tuple[int, Path]] = []
    for path in aims(game, it, word, cl):
        one = battle_of(game).figures.get(str(path[0])) if path else None
        if one is None or one.seat != figure_of(game, it).seat:
            continue
        if one.hp < 0:
            found.append((LYING, path))
        elif one.hp * HURT < one.hp_max and not strikers(game, it):
            found.append((1, path))
    return found


def aim_of(game: Game, it: Id, word: str) -> Path | None:
    """Where a long spell goes when it is complete: where it strikes most foes; what is called comes next to one."""
    figure = figure_of(game, it)
    source = str(figure.casting[0]) if figure.casting else figure.casters[0].source
    cl = caster_level(game, it, source, word)
    found = aims(game, it, word, cl, 4 * MANY)
    if not found:
        return None
    if spell_of(game, plain(word)).aim.kind in MADE:
        return min(found, key=lambda path: _away(game, it, str(path[-1])))
    return max(found, key=lambda path: gain_of(game, it, word, cl, path))


def _away(game: Game, it: Id, name: str) -> int:
    """Squares from a square to the nearest foe."""
    square, battle = square_named(name), battle_of(game)
    foes = [foe for foe in battle.foes_of(battle.figures[it]) if not foe.hidden]
    return min((distance(Space(*square), foe.space) for foe in foes), default=0) if square is not None else 0

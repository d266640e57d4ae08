"""What a computer casts: what harms more foes than friends, what heals, what calls help, what makes its side fight
better while there is time for it; and where it aims."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, distance
from arbitro.rulesets.pathfinder.areas import MADE, aim_branch, reached
from arbitro.rulesets.pathfinder.deeds import DEEDS, may_do
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.magic import CONVERT, DEFENSIVE, OPENLY, castable, convertible
from arbitro.rulesets.pathfinder.metamagic import hurts, named, plain, rounds_of, spell_of
from arbitro.rulesets.pathfinder.prowess import BLOWS, EACH_LEVEL, POINT, ROUNDS, round_of
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.spellbook import CURES, caster_level, level_of, number
from arbitro.rulesets.pathfinder.state import DYING, square_named
from arbitro.rulesets.pathfinder.tactics_ground import danger_of, standing_foes
from arbitro.rulesets.pathfinder.tactics_spells import promise_of
from arbitro.rulesets.pathfinder.tactics_walls import wall_ideas
from arbitro.rulesets.pathfinder.threat import strikers

Path = tuple[Value, ...]
MANY = 150
HURT = 2
"""The part of its hit points below which somebody is healed, and what part of them counts."""
RAISED, SAVED, LATER = 80, 20, 60
"""Per cent of its blows that a friend raised gives back, and one saved; what is left of a spell that takes a round."""
UNDEAD = "non_morto"
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


def ranked_spells(game: Game, it: Id) -> list[tuple[int, Path]]:
    """Spells worth casting and what each is worth, the best first; on the defensive where that is wise."""
    found: list[tuple[int, int, Path]] = []
    manner = DEFENSIVE if strikers(game, it) else OPENLY
    for source, words in castable(game, it).items():
        for word in words:
            cl, how = caster_level(game, it, source, word), manner if _guarded(game, word) else OPENLY
            for worth, path in _ideas(game, it, source, word, cl):
                if worth > 0:
                    found.append((-worth, len(found), ("cast", source, word, how, *path)))
    return [(-worth, path) for worth, _, path in sorted(found)]


def spell_ideas(game: Game, it: Id) -> list[Path]:
    """Spells worth casting, the best first."""
    return [path for _, path in ranked_spells(game, it)]


def raising(game: Game, it: Id) -> Path | None:
    """The spell for a friend who lies there, or one given up for it; None where nobody does or nothing can be done."""
    battle = battle_of(game)
    fallen = [friend.id for friend in battle.friends_of(battle.figures[it]) if friend.hp < 0]
    if not fallen:
        return None
    found = [(worth, path) for worth, path in ranked_spells(game, it) if path[-1] in fallen]
    if may_do(game, battle.figures[it], DEEDS[CONVERT]):
        how = DEFENSIVE if strikers(game, it) else OPENLY
        for (source, given), words in convertible(game, it).items():
            cures = [word for word in words if spell_of(game, word).family == CURES]
            for word in cures:
                ideas = _mending(game, it, word, caster_level(game, it, source, word))
                found += [(worth, (CONVERT, source, given, word, how, *path)) for worth, path in ideas]
    return max(found, default=(0, None), key=lambda one: (one[0], str(one[1])))[1]


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
    if "temporary" in lines:
        return {""}
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


def _ideas(game: Game, it: Id, source: str, word: str, cl: int) -> list[tuple[int, Path]]:
    """What a spell would be worth now, and where it would go."""
    shape = spell_of(game, word)
    if shape.aim.kind == "wall":
        return wall_ideas(game, it, word, cl)
    if shape.aim.kind == "body":
        return []
    if shape.family == CURES or named(shape.do, ("stabilize",)):
        return _mending(game, it, word, cl)
    if rounds_of(game, word, at_once=False):
        quiet = not strikers(game, it) and not figure_of(game, it).casting
        return [(_in_time(game, it, source, word, cl), ())] if quiet else []
    if shape.aim.who == "ally" or shape.aim.kind == "self":
        return []
    return [(promise_of(game, it, source, word, cl, path), path) for path in aims(game, it, word, cl)]


def _in_time(game: Game, it: Id, source: str, word: str, cl: int) -> int:
    """What a spell that takes a round may be worth when it is complete: less than if it were so at once."""
    shape = spell_of(game, word)
    if shape.calls:
        levels = [sheet.level for name in shape.calls if (sheet := library_of(game).sheet(name)) is not None]
        whole = ROUNDS * (BLOWS + EACH_LEVEL * max(levels, default=1)) if standing_foes(game, it) else 0
    else:
        whole = max((promise_of(game, it, source, word, cl, path) for path in aims(game, it, word, cl, 40)), default=0)
    return whole * LATER // 100


def _mending(game: Game, it: Id, word: str, cl: int) -> list[tuple[int, Path]]:
    """Friends within reach who lie there or are badly hurt, and what curing them is worth.

    Who stands up again fights on: nearly all its blows come back. A cure that leaves it lying saves its life alone.
    """
    found: list[tuple[int, Path]] = []
    mean = sum(POINT * (number(game, str(line["cure"]), cl) * (line.get("sides", 8) + 1) // 2
                        + number(game, str(line.get("plus", 0)), cl)) for line in spell_of(game, word).do
               if "cure" in line)  # fmt: skip
    for path in aims(game, it, word, cl):
        one = battle_of(game).figures.get(str(path[0])) if path else None
        if one is None or one.seat != figure_of(game, it).seat or sheet_of(game, one).type == UNDEAD:
            continue
        gained = min(mean, POINT * (one.hp_max - one.hp))
        if one.hp < 0 and (gained or one.has(DYING)):
            up = POINT * one.hp + mean >= 0
            found.append((gained + ROUNDS * round_of(one) * (RAISED if up else SAVED) // 100, path))
        elif 0 <= one.hp * HURT < one.hp_max and not strikers(game, it):
            found.append((gained // HURT, path))
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
    return max(found, key=lambda path: promise_of(game, it, source, word, cl, path))


def _away(game: Game, it: Id, name: str) -> int:
    """Squares from a square to the nearest foe."""
    square, battle = square_named(name), battle_of(game)
    foes = [foe for foe in battle.foes_of(battle.figures[it]) if not foe.hidden]
    return min((distance(Space(*square), foe.space) for foe in foes), default=0) if square is not None else 0

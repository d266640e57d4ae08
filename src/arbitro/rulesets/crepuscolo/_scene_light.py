"""What selecting a figure shows: how far it gets, what it sees, its auras, who threatens it, how far its arms reach.

Called by `screen.Screen.spotlight`. Everything is asked of the rules that decide in play; only the shape of light and
shadow is for the eyes (see `_scene_shade`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from arbitro.content.scene import Disc, Note, Overlay, Path, Point, Polygon, Shape, Spotlight
from arbitro.engine.game import Game
from arbitro.engine.index import Held, Index
from arbitro.engine.queries import ask_number
from arbitro.engine.values import RuleId, Seat
from arbitro.geometry.shapes import extent
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo._scene_card import RULE_OF_STAT
from arbitro.rulesets.crepuscolo._scene_hints import farthest
from arbitro.rulesets.crepuscolo._scene_shade import shadows
from arbitro.rulesets.crepuscolo._voice_words import Words, signed
from arbitro.rulesets.crepuscolo.actions import IN_HAND, available, refusal
from arbitro.rulesets.crepuscolo.attacks import can_see, weapon_refusal
from arbitro.rulesets.crepuscolo.dice import dice_at_hand, sides_of
from arbitro.rulesets.crepuscolo.fences import cut, fences_for
from arbitro.rulesets.crepuscolo.movement import CLAUSE, JUMP, MOVE
from arbitro.rulesets.crepuscolo.queries import ATTACK_DIE, MELEE_REACH, PACE, RANGE, REACH, STATS, battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.voice import reason
from arbitro.rulesets.crepuscolo.ways import budget_for

ROUND, EDGED = (72, 36, 36, 36), (36,)
"""In how many directions a move is tried: with the best die, then with each smaller one. Edges take their time."""
KEEP_OFF, LOCKED, SIGHT = "CDC-MOV-01.1", "CDC-MOV-04.1", "CDC-LOS-01"


def spotlight(words: Words, game: Game, seat: Seat, it: str) -> Spotlight:
    """All of it for a figure; for one that is not on the table nothing but its name."""
    figure = battle_of(game).figures.get(it)
    if figure is None or figure.status != TABLE:
        return Spotlight(it)
    others = [other for other in battle_of(game).on_table() if other is not figure]
    return Spotlight(
        figure=it,
        overlays=(
            *_reach(words, game, figure),
            *_arms(words, game, figure),
            *_auras(words, game, figure),
            *_threats(words, game, figure),
            *_shade(words, game, figure),
        ),
        seen=tuple(other.id for other in others if can_see(game, figure, other)),
        notes=(*_moves(words, game, figure), *_actions(words, game, seat, figure), *_changed(words, game, figure)),
    )


def ring(figure: Figure, reach: int) -> Disc:
    """A circle so far from the edge of a base."""
    return Disc(figure.x, figure.y, extent(figure) + reach)


# --- how far it gets ----------------------------------------------------------------------------------------


def _dice(game: Game, figure: Figure, action: str) -> list[int]:
    """The sizes of the dice a figure has for an action, the greatest first."""
    return sorted({sides_of(die) for die in dice_at_hand(game, figure.id, action)}, reverse=True)


def _reach(words: Words, game: Game, figure: Figure) -> Iterator[Overlay]:
    """Where an ordinary move may end: with the best die as an area, with each other one of a round base as a line."""
    home = (figure.x, figure.y)
    if refusal(game, figure, MOVE) is not None:
        return
    rays = ROUND if figure.r else EDGED
    for place, (sides, many) in enumerate(zip(_dice(game, figure, MOVE), rays, strict=False)):
        points = _ends(game, figure, sides, many)
        if all(point == home for point in points):
            return
        far = words.say("scene.card.cm", cm=words.cm(farthest(game, figure, MOVE, sides)))
        label = words.say("scene.light.die", die=sides, far=far)
        shape: Shape = Path((*points, points[0])) if place else Polygon(points)
        yield Overlay(kind="limit" if place else "reach", shape=shape, label=label, rules=(CLAUSE[MOVE],))


def _ends(game: Game, figure: Figure, sides: int, rays: int) -> tuple[Point, ...]:
    """The farthest ends of a move in so many directions, if the die shows the most it can."""
    state = battle_of(game)
    die = game.query(ATTACK_DIE, actor=figure.id, action=MOVE, weapon="", sides=sides).value
    pace = game.query(PACE, actor=figure.id, action=MOVE, face=die).value
    budget = budget_for(game, figure.id, MOVE, pace)
    loose = bool(game.enabled(LOCKED, actor=figure.id, action=MOVE))
    ends = ground.reach_polygon(state.ground, state.on_table(), figure, ground.WALK, budget, rays, loose)
    fences = fences_for(game, figure.id, MOVE)
    return tuple(cut(fences, figure, end) for end in ends) if fences else ends


def _moves(words: Words, game: Game, figure: Figure) -> Iterator[Note]:
    """How far each die leads, walking and jumping; or why it leads nowhere."""
    for action in (MOVE, JUMP):
        label, why = words.word("action", action), refusal(game, figure, action)
        if why is not None:
            yield Note(label, "", reason(words, why), why.rules)
            continue
        dice = [(sides, farthest(game, figure, action, sides)) for sides in _dice(game, figure, action)]
        told = tuple(
            words.say("scene.light.die", die=sides, far=words.say("scene.card.cm", cm=words.cm(far)))
            for sides, far in reversed(dice)
        )
        if told:
            yield Note(label, words.say("scene.light.dice", dice=told), "", (CLAUSE[action],))


# --- how far it strikes -------------------------------------------------------------------------------------


def _arms(words: Words, game: Game, figure: Figure) -> Iterator[Overlay]:
    """The reach of its melee weapon, and the range of each weapon that it can shoot with."""
    reach = max(MELEE_REACH, game.query(REACH, actor=figure.id, target=None, weapon=figure.weapon).value)
    yield _limit(words, figure, reach, figure.weapon)
    for weapon in figure.ranged:
        far = game.query(RANGE, actor=figure.id, weapon=weapon).value
        if far and weapon not in figure.used_up:
            yield _limit(words, figure, far, weapon)


def _limit(words: Words, figure: Figure, reach: int, weapon: RuleId) -> Overlay:
    name = words.thing(weapon) if weapon else words.word("act", "melee")
    label = words.say("scene.light.far", name=name, far=words.say("scene.card.cm", cm=words.cm(reach)))
    return Overlay(kind="limit", shape=ring(figure, reach), label=label, rules=(weapon,) if weapon else ())


def _threats(words: Words, game: Game, figure: Figure) -> Iterator[Overlay]:
    """Round each enemy: so near it locks in melee, and so far moves keep off."""
    for foe in battle_of(game).enemies(figure):
        for reach, rule in ((ground.ENGAGED, LOCKED), (ground.CLEARANCE, KEEP_OFF)):
            label = words.say("scene.card.cm", cm=words.cm(reach))
            yield Overlay(kind="threat", shape=ring(foe, reach), label=label, rules=(rule,))


# --- what it bears and sees ---------------------------------------------------------------------------------


def _auras(words: Words, game: Game, figure: Figure) -> Iterator[Overlay]:
    """The circles within which rules that it bears act on others, each once."""
    told: set[tuple[RuleId, int]] = set()
    for index in game.indexes():
        for held in _standing(index):
            if held.bearer != figure.id or held.thing.aura is None:
                continue
            cm = int(held.thing.aura.reach(game, held.own))
            if (held.rule, cm) not in told:
                told.add((held.rule, cm))
                label = words.say("scene.light.far", name=words.thing(held.rule), far=f"{cm} cm")
                yield Overlay(kind="aura", shape=ring(figure, cm * CM), label=label, rules=(held.rule,))


def _standing(index: Index) -> Iterator[Held]:
    """All lines that may be auras."""
    for shelves in (index.mods, index.ignores, index.restricts):
        for shelf in shelves.values():
            yield from shelf.auras
    for lines in (*index.enables.values(), *index.immunes.values(), *index.fences.values()):
        yield from lines


def _shade(words: Words, game: Game, figure: Figure) -> Iterator[Overlay]:
    state = battle_of(game)
    for points in shadows(state.ground, state.on_table(), figure):
        yield Overlay(kind="shadow", shape=Polygon(points), rules=(SIGHT,))


def gaze(game: Game, it: str) -> Callable[[Point], bool] | None:
    """Whether a figure on the table sees a point of its surface (CDC-LOS-01.9)."""
    state = battle_of(game)
    figure = state.figures.get(it)
    if figure is None or figure.status != TABLE:
        return None
    bodies = state.on_table()
    return lambda spot: ground.sees_point(state.ground, bodies, figure, spot)


# --- what it may do, and what it is now ---------------------------------------------------------------------


def _actions(words: Words, game: Game, seat: Seat, figure: Figure) -> Iterator[Note]:
    """What it may do in the hand that is on, and why it cannot shoot with what it has."""
    state = battle_of(game)
    if state.in_hand and game.controller(figure.id) == state.hand and not game.over:
        may = tuple(words.word("action", word) for word in IN_HAND if available(game, figure, word))
        yield Note(words.say("scene.light.may"), words.say("scene.light.dice", dice=may) if may else "–")
    for weapon in figure.ranged:
        why = weapon_refusal(game, figure.id, weapon)
        if why is not None:
            text = reason(words, why)
            yield Note(words.thing(weapon), "", text, why.rules)


def _changed(words: Words, game: Game, figure: Figure) -> Iterator[Note]:
    """Characteristics that rules in force make different from what is printed, with the reasons."""
    roles: dict[str, Any] = {"figure": figure.id, "foe": None, "action": None, "weapon": None}
    for name, query in STATS.items():
        found = ask_number(game, query, roles) if game.modified(name) else None
        if found is not None and found.value != found.base:
            lines = "".join(
                words.say("part.edge", by=signed(line.amount), name=words.thing(line.rule)) for line in found.lines
            )
            label = words.say(f"scene.stat.{name}")
            yield Note(label, str(max(0, found.value)), f"{found.base}{lines}", (RULE_OF_STAT[name],))

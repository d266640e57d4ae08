"""What a question means on the board: the figure or spot an option stands for, who moves and where it may go.

Called by `screen.Screen` for each question that the page shows; nothing here decides, all of it is asked of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitro.content.scene import Disc, Overlay, Path, Point, Polygon, Stage
from arbitro.engine.forms import Form, Option
from arbitro.engine.game import Game
from arbitro.engine.records import Target
from arbitro.engine.values import Id, Value
from arbitro.geometry.shapes import extent
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo._scene_board import base_of, shape_of
from arbitro.rulesets.crepuscolo._scene_probe import outline_of
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.abilities import held_of, scope_of_use, use_of
from arbitro.rulesets.crepuscolo.deploying import ARRIVE, DEPLOY
from arbitro.rulesets.crepuscolo.movement import CLAUSE, GROUND_KIND, JUMP
from arbitro.rulesets.crepuscolo.queries import CLEAR_OF_ACCESS, CLEAR_OF_FOES, PACE, STRIDE, battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Battle, Figure

DICE_LEVELS = ("die", "others")
"""Levels whose keys are dice, not places."""


def stands_for(state: Battle, level: str, option: Option) -> tuple[Id, Point | None]:
    """The figure and the spot of the board that an option means: a figure, a corpse, a piece, a token, a point."""
    key = option.key
    if level in DICE_LEVELS or not isinstance(key, str | tuple):
        return "", None
    if isinstance(key, tuple):
        return "", _point(key)
    figure = state.figures.get(key)
    corpse = next((c for c in state.corpses if c.id == key), None)
    if figure is not None:
        return key, (corpse.x, corpse.y) if corpse is not None and figure.status != TABLE else None
    for piece in state.ground.pieces:
        if piece.id == key:
            x0, y0, x1, y1 = piece.area.box
            return "", ((x0 + x1) // 2, (y0 + y1) // 2)
    token = next((t for t in state.tokens if t.id == key and not t.holder), None)
    return "", (token.x, token.y) if token is not None else None


def _point(key: tuple[Value, ...]) -> Point | None:
    whole = len(key) in (2, 3) and all(isinstance(n, int) and not isinstance(n, bool) for n in key)
    return (key[0], key[1]) if whole else None


def stage(words: Words, game: Game, form: Form, about: dict[str, Any]) -> Stage:
    """Who moves in a question for a place or a direction, from where, and where the rules let it go."""
    state = battle_of(game)
    figure = state.figures.get(str(about.get("actor", "")))
    if figure is None:
        return Stage()
    start = (figure.x, figure.y) if figure.status == TABLE else None
    base = base_of(figure) if form.kind == "place" and "as" not in about else None
    return Stage(figure.id, start, tuple(_overlays(words, game, form, about, figure)), base)


def _overlays(words: Words, game: Game, form: Form, about: dict[str, Any], figure: Figure) -> Iterator[Overlay]:
    action = str(about.get("action", ""))
    if form.kind == "place":
        if action in (DEPLOY, ARRIVE):
            yield from _berth(words, game, figure, int(about["limit"]))
        elif action in GROUND_KIND:
            yield from _walk(words, game, form, figure, action)
        elif "piece" in about:
            piece = battle_of(game).ground.piece(about["piece"])
            yield Overlay(kind="line", shape=shape_of(piece.area), label=words.piece(piece.id))
        elif "as" in about:
            yield from _aim(words, game, about, figure)
    elif form.kind == "arc":
        yield from _arc(words, game, about, figure, action)


def _berth(words: Words, game: Game, figure: Figure, limit: int) -> Iterator[Overlay]:
    """Where a figure may come on to the table: round its access point, or for a scout clear of what it must avoid."""
    state = battle_of(game)
    number = state.seats.index(figure.company)
    if limit:
        x, y = state.access[number]
        shape = Disc(x, y, limit + extent(figure))
        yield Overlay(kind="reach", shape=shape, label=_cm(words, limit), rules=("CDC-DEP-02.2",))
        return
    far, gap = (game.query(query, figure=figure.id) for query in (CLEAR_OF_ACCESS, CLEAR_OF_FOES))
    x, y = state.access[1 - number]
    rules = tuple(line.rule for line in (*far.lines, *gap.lines))
    yield Overlay(kind="threat", shape=Disc(x, y, far.value * CM), label=f"{far.value} cm", rules=rules)
    for foe in state.enemies(figure):
        reach = gap.value * CM + extent(foe) + extent(figure)
        yield Overlay(kind="threat", shape=Disc(foe.x, foe.y, reach), label=f"{gap.value} cm", rules=rules)


def _walk(words: Words, game: Game, form: Form, figure: Figure, action: str) -> Iterator[Overlay]:
    shape = outline_of(game, form)
    if "reach" not in shape:  # a straight way, or the ways that lead farthest off
        for end in form.leads(12):
            if end != (figure.x, figure.y):
                yield Overlay(kind="line", shape=Path(((figure.x, figure.y), end)), rules=(CLAUSE[action],))
        return
    far = ground.farthest_reach(GROUND_KIND[action], int(shape["budget"]))
    ring: tuple[Point, ...] = shape["reach"]
    if any(end != (figure.x, figure.y) for end in ring):
        yield Overlay(kind="reach", shape=Polygon(ring), label=_cm(words, far), rules=(CLAUSE[action],))
    stride = game.query(STRIDE, actor=figure.id, action=action, toward=None)
    for end in shape.get("farther", ()):
        rules = tuple(line.rule for line in stride.lines)
        yield Overlay(kind="line", shape=Path(((figure.x, figure.y), end)), rules=rules)


def _aim(words: Words, game: Game, about: dict[str, Any], figure: Figure) -> Iterator[Overlay]:
    """How far off a power or ability may name a point."""
    target = _named(game, figure.id, str(about.get("rule", "")), str(about["as"]))
    held = held_of(game, figure.id, str(about.get("rule", "")))
    if target is None or held is None or target.cm is None:
        return
    cm = target.cm(game, scope_of_use(held, use_of(game, held.rule)))
    if cm is None:
        return
    reach = cm * CM
    shape = Disc(figure.x, figure.y, reach + extent(figure))
    yield Overlay(kind="limit", shape=shape, label=_cm(words, reach), rules=(held.rule,))


def _named(game: Game, it: Id, rule: str, name: str) -> Target | None:
    """What a rule that a figure bears asks for under a name."""
    held = held_of(game, it, rule)
    if held is None:
        return None
    return next((target for target in held.thing.more if target.name == name), None)


def _arc(words: Words, game: Game, about: dict[str, Any], figure: Figure, action: str) -> Iterator[Overlay]:
    """The farthest a jump may lead, or how far flames reach."""
    if action == JUMP:
        pace = game.query(PACE, actor=figure.id, action=JUMP, face=int(about["sides"])).value
        far = pace * CM + max(0, game.query(STRIDE, actor=figure.id, action=JUMP, toward=None).value)
        yield Overlay(kind="limit", shape=Disc(figure.x, figure.y, far), label=_cm(words, far), rules=(CLAUSE[JUMP],))
        return
    rule = str(about.get("weapon") or about.get("rule", ""))
    record = game.ruleset.records.get(rule)
    area = record.data.get("area") if record is not None else None
    cm = 0 if not area else area["cm"] if "weapon" in about else area.get("arc", 0)
    if cm:
        shape = Disc(figure.x, figure.y, cm * CM + extent(figure))
        yield Overlay(kind="limit", shape=shape, label=_cm(words, cm * CM), rules=(rule,))


def _cm(words: Words, units: int) -> str:
    return words.say("scene.card.cm", cm=words.cm(units))

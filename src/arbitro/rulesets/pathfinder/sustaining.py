"""Spells that last: keeping them up by concentration, dismissing and dispelling them (PF-SPL-07, PF-SPL-20)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.effects import end_effect
from arbitro.engine.events import EffectNearer
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.state import Effect
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.areas import within_range
from arbitro.rulesets.pathfinder.concentration import CONCENTRATING, sustained
from arbitro.rulesets.pathfinder.countering import outdoes
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.metamagic import spell_of
from arbitro.rulesets.pathfinder.spellbook import (
    BASE_DC,
    CASTER,
    LEVEL,
    SOURCE,
    cast_by,
    difficulty,
    level_of,
    number,
    remembered,
)
from arbitro.rulesets.pathfinder.state import FREE, MOVE, STANDARD
from arbitro.rulesets.pathfinder.verbs import those, verb
from arbitro.rulesets.pathfinder.walls import wall_named
from arbitro.rulesets.pathfinder.workings import Working, level_at_work, work

REDIRECT = "redirect"


def _spells_branch(found: list[Effect]) -> Branch:
    return Branch("spell", tuple(Option(rule) for rule in dict.fromkeys(effect.rule for effect in found)))


# --- concentration ------------------------------------------------------------------------------------


@deed(CONCENTRATING, STANDARD, ("PF-SPL-07.1",), offered=lambda game, it: bool(sustained(game, it)),
      grow=lambda game, it, path: None if path else _spells_branch(sustained(game, it)))  # fmt: skip
def concentrate_on(game: Game, it: Id, path: Path) -> Flow[None]:
    """Keep a spell going: what was left of it begins anew (PF-SPL-07.1)."""
    yield from ()
    for effect in sustained(game, it):
        if effect.rule == path[0]:
            whole = number(game, spell_of(game, effect.rule).lasts, int(str(remembered(effect, LEVEL))))
            ends = tuple(structs.replace(end, left=whole) for end in effect.ends)
            game.do(EffectNearer(effect=effect.id, ends=ends, rules=("PF-SPL-07.1",)))


# --- sending it elsewhere -----------------------------------------------------------------------------


def directed(game: Game, it: Id) -> dict[str, list[Id]]:
    """Spells of one's own that can be sent at others, and at whom, once a turn (PF-MOV-07.1)."""
    found: dict[str, list[Id]] = {}
    for effect in cast_by(game, it) if REDIRECT not in figure_of(game, it).did else ():
        shape = spell_of(game, effect.rule)
        if shape.redirect and effect.bearer == it:
            found[shape.id] = within_range(game, it, shape, int(str(remembered(effect, LEVEL))))
    return {spell: targets for spell, targets in found.items() if targets}


def _direct_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = directed(game, it)
    if not path:
        return Branch("spell", tuple(Option(spell) for spell in found))
    return None if len(path) > 1 else Branch("target", tuple(Option(one) for one in found[str(path[0])]))


@deed(REDIRECT, MOVE, ("PF-MOV-07.1",), offered=lambda game, it: bool(directed(game, it)), grow=_direct_branch)
def redirect(game: Game, it: Id, path: Path) -> Flow[None]:
    """Send a spell that is in force at somebody else; nobody may strike, nothing can spoil it (PF-MOV-07.1)."""
    effect = next(one for one in cast_by(game, it) if one.rule == path[0] and one.bearer == it)
    source, cl = str(remembered(effect, SOURCE)), int(str(remembered(effect, LEVEL)))
    shape = spell_of(game, effect.rule)
    level = level_of(shape, source)
    dc = difficulty(game, it, source, effect.rule) if source else BASE_DC + level + level // 2
    yield from work(game, Working(it, source, effect.rule, level, cl, dc), (str(path[1]),))


# --- putting an end to it -----------------------------------------------------------------------------


def dismissible(game: Game, it: Id) -> list[Effect]:
    """Effects of one's own spells that one may dismiss."""
    shapes = library_of(game).spells
    return [effect for effect in cast_by(game, it) if shapes[effect.rule].dismissible]


@deed("dismiss", STANDARD, ("PF-SPL-20.1",), offered=lambda game, it: bool(dismissible(game, it)),
      grow=lambda game, it, path: None if path else _spells_branch(dismissible(game, it)))  # fmt: skip
def dismiss(game: Game, it: Id, path: Path) -> Flow[None]:
    """End a spell of one's own (PF-SPL-20.1)."""
    yield from ()
    _put_out(game, dismissible(game, it), path[0])


@deed("let_end", FREE, ("PF-FREE-03.1",), offered=lambda game, it: bool(sustained(game, it)),
      grow=lambda game, it, path: None if path else _spells_branch(sustained(game, it)))  # fmt: skip
def let_end(game: Game, it: Id, path: Path) -> Flow[None]:
    """Stop concentrating on a spell (PF-FREE-03.1)."""
    yield from ()
    _put_out(game, sustained(game, it), path[0])


def _put_out(game: Game, found: list[Effect], spell: Value) -> None:
    """The effects of one spell end."""
    for effect in found:
        if effect.rule == spell:
            end_effect(game, effect, "dismissed")


@verb("dispel")
def dispel(game: Game, scope: dict[str, Any], source: Value, args: dict[str, Any]) -> None:
    """End one spell on each target, the strongest that the check outdoes, or a wall that was named (PF-SPX-05.1)."""
    mine = level_at_work(game, scope["me"], str(scope["source"]), scope["spell"], scope["cl"])
    barrier = wall_named(battle_of(game), scope["path"][0]) if scope.get("path") else None
    if barrier is not None:
        if outdoes(game, scope["me"], mine, barrier.cl):
            end_effect(game, game.state.effects[barrier.effect], "dispelled")
        return
    for it in those(scope, args):
        of_spells: dict[tuple[Value, ...], list[Effect]] = defaultdict(list)
        for effect in game.state.effects.values():
            level = remembered(effect, LEVEL)
            if effect.bearer == it and level is not None and remembered(effect, "wall") is None:
                of_spells[level, effect.rule, remembered(effect, CASTER)].append(effect)
        for key in sorted(of_spells, key=lambda key: (-int(str(key[0])), str(key[1:]))):
            if outdoes(game, scope["me"], mine, int(str(key[0]))):
                for effect in of_spells[key]:
                    end_effect(game, effect, "dispelled")
                break

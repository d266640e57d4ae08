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
from arbitro.rulesets.pathfinder.concentration import CONCENTRATING, sustained
from arbitro.rulesets.pathfinder.countering import outdoes
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.lookups import library_of
from arbitro.rulesets.pathfinder.spellbook import CASTER, LEVEL, cast_by, number, remembered, spell_of
from arbitro.rulesets.pathfinder.state import FREE, STANDARD
from arbitro.rulesets.pathfinder.verbs import those, verb


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
    """End one spell on each target, the strongest that the check outdoes (PF-SPX-05.1)."""
    for it in those(scope, args):
        of_spells: dict[tuple[Value, ...], list[Effect]] = defaultdict(list)
        for effect in game.state.effects.values():
            if effect.bearer == it and (level := remembered(effect, LEVEL)) is not None:
                of_spells[level, effect.rule, remembered(effect, CASTER)].append(effect)
        for key in sorted(of_spells, key=lambda key: (-int(str(key[0])), str(key[1:]))):
            if outdoes(game, scope["me"], str(scope["source"]), int(str(key[0]))):
                for effect in of_spells[key]:
                    end_effect(game, effect, "dispelled")
                break

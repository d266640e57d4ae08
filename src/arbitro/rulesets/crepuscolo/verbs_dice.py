"""Verbs: dice sharing, giving and exchanging."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import begin_effect, end_effect
from arbitro.engine.events import EffectBegan
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.forms import Option, Pick, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.crepuscolo.aims import DONE, some_form
from arbitro.rulesets.crepuscolo.dice import Die, all_dice, denied, free_dice, gain, sides_of, sizes_gained
from arbitro.rulesets.crepuscolo.events import DiceLost
from arbitro.rulesets.crepuscolo.powers import unwarded
from arbitro.rulesets.crepuscolo.queries import CRITICAL_FROM, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE
from arbitro.rulesets.crepuscolo.subjects import Cast, Throw
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb

KEEP = "pass"


def give(game: Game, scope: Scope, it: Id, sizes: tuple[int, ...]) -> None:
    """Give dice by the part that runs: plain ones, or effects where it restricts their use or their time."""
    part = scope["_part"]
    if denied(game, it) or figure_of(game, it).status != TABLE:
        return
    if not part.lazy and not part.ends:
        gain(game, it, sizes, "granted", (scope["rule"],))
        return
    for sides in sizes_gained(game, it, sizes):
        begin_effect(game, part, scope, it, (("die", sides),))


def take(game: Game, it: Id, die: Die, why: str, rules: tuple[str, ...]) -> None:
    """Take one named die from a figure."""
    if isinstance(die, tuple):
        end_effect(game, game.state.effects[die[1]], why)
    else:
        game.do(DiceLost(it=it, dice=(die,), why=why, rules=rules))


@verb("hand_out", head="dice", args={"to": "expr", "only": "lazy", "one_each": "expr", "by": "expr"})
def hand_out(game: Game, scope: Scope, dice: tuple[Any, ...], args: Args) -> Flow[None]:
    """Share dice of those sizes out among figures, one question a die; ``one_each``: who may get one only."""
    sizes = [sides_of(die) for group in dice for die in (group if isinstance(group, tuple) else (group,))]
    members = list(many(args["to"]))
    once = set(many(args.get("one_each", ())))
    for sides in sizes:
        if not members:
            return
        form = Pick(tuple(Option(it) for it in members), level="target")
        about = {"rule": scope["rule"], "actor": scope["me"], "die": sides}
        it = yield from ask("hand_out", args.get("by", seat_of(game, scope)), form, about)
        spell = scope.get("cast")
        if not isinstance(spell, Cast) or (yield from unwarded(game, spell, (it,))):
            give(game, scope, it, (sides,))
        if it in once:
            members.remove(it)


@verb("share_dice", args={"to": "expr"})
def share_dice(game: Game, scope: Scope, it: Id, args: Args) -> Flow[None]:
    """Let a figure's dice go over to figures (``to``) as its player likes, one question a die; it may give none."""
    for die in all_dice(game, it):
        members = tuple(Option(to) for to in many(args["to"]) if figure_of(game, to).status == TABLE)
        if not members:
            return
        form = Pick((*members, Option(KEEP)), default=KEEP, level="target")
        about = {"rule": scope["rule"], "actor": it, "die": sides_of(die)}
        to = yield from ask("hand_out", seat_of(game, scope), form, about)
        if to != KEEP:
            _pass_on(game, scope, it, to, die)


def dice_form(dice: tuple[Die, ...], least: int, most: int) -> Tree:
    """Some of the dice a figure holds; equal ones are told apart by their number."""
    keys: list[Value] = []
    for die in dice:
        number = sum(1 for key in keys if key[0] == die)
        keys.append((die, number))
    return some_form(tuple(keys), least, most)


@verb("spend_dice", args={"least": "expr", "most": "expr", "discard": "name"})
def spend_dice(game: Game, scope: Scope, it: Id, args: Args) -> Flow[None]:
    """Let a figure's controller spend any number of its dice; ``as`` names their sizes.

    Those kept for a purpose cannot be spent on anything else, but they can be thrown away (``discard``).
    """
    dice = all_dice(game, it) if args.get("discard") else free_dice(game, it)
    most = min(len(dice), args.get("most", len(dice)))
    chosen: tuple[Value, ...] = ()
    if most > 0:
        form = dice_form(dice, args.get("least", 0), most)
        about = {"rule": scope["rule"], "actor": it, "as": scope["_as"]}
        chosen = yield from ask("spend_dice", game.controller(it), form, about)
    given = [key[0] for key in chosen if key != DONE]
    for die in given:
        take(game, it, die, "spent", (scope["rule"],))
    scope[scope["_as"] or "given"] = tuple(sides_of(die) for die in given)


@verb("take_dice", args={"from": "expr", "most": "expr"})
def take_dice(game: Game, scope: Scope, head: Any, args: Args) -> Flow[None]:
    """Let the user choose up to ``most`` dice of a figure, which go over to figures (``head``), keeping their size."""
    it = args["from"]
    dice = all_dice(game, it)
    most = min(len(dice), args.get("most", 1))
    if not most:
        return
    form = dice_form(dice, most, most)
    about = {"rule": scope["rule"], "actor": it, "as": "dice"}
    chosen = yield from ask("spend_dice", seat_of(game, scope), form, about)
    for key in chosen:
        if key != DONE:
            for to in many(head):
                _pass_on(game, scope, it, to, key[0])


def _pass_on(game: Game, scope: Scope, it: Id, to: Id, die: Die) -> None:
    """One die goes from a figure to another; a restriction goes with it, and what the receiver suffers counts."""
    if denied(game, to):
        return
    if not isinstance(die, tuple):
        take(game, it, die, "given", (scope["rule"],))
        gain(game, to, (die,), "granted", (scope["rule"],))
        return
    effect = game.state.effects[die[1]]
    end_effect(game, effect, "given")
    (sides,) = sizes_gained(game, to, (sides_of(die),))
    keep = tuple((name, sides if name == "die" else value) for name, value in effect.keep)
    handed = structs.replace(effect, id=game.new_id("eff"), bearer=to, keep=keep)
    game.do(EffectBegan(effect=handed, rules=(scope["rule"],)))


@verb("resize")
def resize(game: Game, scope: Scope, sides: int, args: Args) -> None:
    """The die of a throw, if it falls again, is one of that size, and critical from the faces of that size."""
    throw = scope.get("throw")
    if not isinstance(throw, Throw):
        return
    throw.sides = sides
    if throw.attack:
        roles = {"actor": throw.actor, "action": throw.action, "weapon": throw.weapon}
        throw.crit_from = game.query(CRITICAL_FROM, sides=sides, **roles).value


@verb("swap_dice", head="dice", args={"among": "expr", "most": "expr"})
def swap_dice(game: Game, scope: Scope, sizes: tuple[int, ...], args: Args) -> Flow[None]:
    """Take up to ``most`` dice from figures, and give each one of the new size for every die it lost."""
    keys: list[Value] = []
    for it in many(args["among"]):
        for die in all_dice(game, it):
            keys.append((it, die, sum(1 for key in keys if key[:2] == (it, die))))
    if not keys:
        return
    form = some_form(tuple(keys), 0, args.get("most", len(keys)))
    about = {"rule": scope["rule"], "actor": scope["me"], "as": "dice"}
    chosen = yield from ask("swap_dice", seat_of(game, scope), form, about)
    for key in chosen:
        if key != DONE:
            take(game, key[0], key[1], "exchanged", (scope["rule"],))
    for key in chosen:
        if key != DONE:
            give(game, scope, key[0], sizes)

"""Verbs: arrivals and equipment."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.shapes import Disc
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.dice import all_dice, spend
from arbitro.rulesets.crepuscolo.events import GearLeft, GearSwapped, GroundChanged, Toughened
from arbitro.rulesets.crepuscolo.facts_company import left_by, left_piece
from arbitro.rulesets.crepuscolo.gear import pieces_of, swapped
from arbitro.rulesets.crepuscolo.ground import Piece
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.subjects import CHANCE, Throw
from arbitro.rulesets.crepuscolo.throws import throw_die
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb
from arbitro.rulesets.crepuscolo.verbs_table import TOKEN_SIZE


@verb("throw_spent", args={})
def throw_spent(game: Game, scope: Scope, it: Id, args: Args) -> Flow[None]:
    """Spend one die of a figure, of its player's choice, and throw it; ``as`` names the face, 0 if it has no die.

    It is a ``chance``: the throw of no action and no test, which only rules that say so may have thrown again.
    """
    rule, name = scope["rule"], scope["_as"] or "face"
    dice = tuple(dict.fromkeys(all_dice(game, it)))
    scope[name] = 0
    if not dice:
        return
    die = dice[0]
    if len(dice) > 1:
        form = Pick(tuple(Option(key) for key in dice), level="die")
        die = yield from ask("throw_spent", game.controller(it), form, {"actor": it, "rule": rule})
    (sides,) = spend(game, it, (die,), CHANCE, (rule,))
    throw = yield from throw_die(game, Throw(it, CHANCE, sides, weapon=rule), (rule,))
    scope[name] = throw.face


@verb("toughen", args={"to": "expr"})
def toughen(game: Game, scope: Scope, by: int, args: Args) -> None:
    """Raise the Resistenza that figures have and may recover up to, for the rest of the game."""
    for it in many(args.get("to", scope["me"])):
        game.do(Toughened(it=it, by=by, rules=(scope["rule"],)))


@verb("leave_gear", args={})
def leave_gear(game: Game, scope: Scope, it: Id, args: Args) -> None:
    """Put a token that stands for the equipment of a figure where it lies; one for each, none for who has nothing."""
    figure, library = figure_of(game, it), game.ruleset.library  # type: ignore[attr-defined]
    if left_piece(game, it) is not None or not pieces_of(figure, library):
        return
    rule: RuleId = scope["rule"]
    id_ = f"{rule}:{it}"
    area = Disc(figure.x, figure.y, TOKEN_SIZE)
    piece = Piece(id_, area, figure.name, 0, ground.PASSABLE, (ground.MARKER,))
    game.do(GroundChanged(id=id_, piece=piece, rules=(rule,)))
    game.do(GearLeft(it=it, piece=id_, rules=(rule,)))


@verb("swap_gear", args={"gave": "expr", "got": "expr", "who": "expr"})
def swap_gear(game: Game, scope: Scope, token: Id, args: Args) -> None:
    """A figure exchanges one of its pieces of equipment for one of those that a token stands for."""
    it: Id = args.get("who", scope["me"])  # type: ignore[assignment]
    rule: RuleId = scope["rule"]
    other = left_by(game, token)
    if other is None:
        return
    library = game.ruleset.library  # type: ignore[attr-defined]
    outfits = swapped(figure_of(game, it), figure_of(game, other), args["gave"], args["got"], library)
    if outfits is None:
        return
    game.do(GearSwapped(it=it, other=other, gave=args["gave"], got=args["got"], outfits=outfits, rules=(rule,)))

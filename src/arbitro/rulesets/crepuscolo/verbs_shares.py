"""Verbs: what a player shares out among figures, damage, tokens and conditions; dice thrown for a rule."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import begin_effect, end_effect
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.forms import Option, Pick, Share
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.shapes import Point
from arbitro.geometry.trig import scaled
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import damage as harm
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.aims import DONE, some_form
from arbitro.rulesets.crepuscolo.dice import all_dice, dice_at_hand, sides_of
from arbitro.rulesets.crepuscolo.events import AbilityTaken, ArmourMended, GroundChanged, TokensChanged, TookPart
from arbitro.rulesets.crepuscolo.facts_powers import discipline
from arbitro.rulesets.crepuscolo.fences import cut, fences_for
from arbitro.rulesets.crepuscolo.movement import MOVE, throw_move, walk_to
from arbitro.rulesets.crepuscolo.powers import unwarded
from arbitro.rulesets.crepuscolo.queries import PROTECTION, STOPPED, TAKEN, battle_of, figure_of, plain_bonus, stat
from arbitro.rulesets.crepuscolo.state import COMPELLED, CONDITIONS, SAME_AS, TABLE, tokens_of
from arbitro.rulesets.crepuscolo.subjects import Cast
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb
from arbitro.rulesets.crepuscolo.verbs_dice import take
from arbitro.rulesets.crepuscolo.verbs_powers import change_tokens
from arbitro.rulesets.crepuscolo.verbs_strikes import may_go
from arbitro.rulesets.crepuscolo.ways import budget_for, point_of

NOBODY = "nobody"


def _hurt(game: Game, scope: Scope, it: Id, amount: int) -> Flow[None]:
    yield from harm.hurt(game, it, amount, actor=scope["me"], action="power", rules=(scope["rule"],))


def _reached(game: Game, scope: Scope, chosen: tuple[Id, ...]) -> Flow[tuple[Id, ...]]:
    """Those of the figures chosen in the course of a power on whom it has its effects; of other uses, all of them."""
    spell = scope.get("cast")
    return (yield from unwarded(game, spell, chosen)) if isinstance(spell, Cast) else chosen


@verb("choose_nearest", args={"of": "expr"})
def choose_nearest(game: Game, scope: Scope, n: int, args: Args) -> Flow[None]:
    """The ``n`` nearest to the user of several figures, among equals its controller's choice; ``as`` names them."""
    me, figures = figure_of(game, scope["me"]), battle_of(game).figures
    members = sorted(many(args["of"]), key=lambda it: (ground.distance(me, figures[it]), it))
    chosen = members[:n]
    if len(members) > n:
        limit = ground.distance(me, figures[members[n - 1]])
        sure = [it for it in members if ground.distance(me, figures[it]) < limit]
        equal = tuple(it for it in members if ground.distance(me, figures[it]) == limit)
        left = n - len(sure)
        if len(equal) > left:
            about = {"rule": scope["rule"], "actor": scope["me"]}
            picked = yield from ask("nearest", seat_of(game, scope), some_form(equal, left, left), about)
            chosen = [*sure, *(it for it in picked if it != DONE)]
    scope[scope["_as"] or "chosen"] = tuple(chosen)


@verb("storm", head="name", args={"each": "expr"})
def storm(game: Game, scope: Scope, token: str, args: Args) -> Flow[None]:
    """Both players put so many tokens each on figures, the user's first; nobody gets two before all have one."""
    state = battle_of(game)
    seat = seat_of(game, scope)
    for number in range(2 * args["each"]):
        by = seat if number % 2 == 0 else state.other(seat)
        craft = discipline(game, scope["rule"])
        fighters = [f for f in state.on_table() if not f.image and not game.immune(f.id, craft)]
        if not fighters:
            return
        bare = [f.id for f in fighters if not tokens_of(f, token)]
        form = Pick(tuple(Option(it) for it in (bare or [f.id for f in fighters])), level="target")
        it = yield from ask("storm", by, form, {"rule": scope["rule"], "token": token, "actor": scope["me"]})
        for victim in (yield from _reached(game, scope, (it,))):
            yield from change_tokens(game, victim, token, 1, (scope["rule"],))


@verb("share_damage", args={"among": "expr"})
def share_damage(game: Game, scope: Scope, total: int, args: Args) -> Flow[None]:
    """Share damage out among figures: at least 1 each as far as it goes, the rest as the user's player likes."""
    members = many(args["among"])
    if not members:
        return
    seat, about = seat_of(game, scope), {"rule": scope["rule"], "actor": scope["me"]}
    if total < len(members):
        picked = yield from ask("nearest", seat, some_form(members, total, total), about)
        parts = {it: 1 for it in picked if it != DONE}
    else:
        more = (total - len(members),) if len(members) == 1 else ()
        if not more:
            more = yield from ask("share", seat, Share(total - len(members), members), about)
        parts = {it: 1 + n for it, n in zip(members, more, strict=True)}
    for it, amount in parts.items():
        yield from _hurt(game, scope, it, amount)


@verb("scatter_damage", args={"among": "expr"})
def scatter_damage(game: Game, scope: Scope, total: int, args: Args) -> Flow[None]:
    """So many damages of 1, each on a figure of the user's player's choice, the same one more than once or nobody.

    Only those who are chosen are targets, and asked for their wards.
    """
    members = many(args["among"])
    if not members or total <= 0:
        return
    about = {"rule": scope["rule"], "actor": scope["me"]}
    parts = yield from ask("share", seat_of(game, scope), Share(total, (*members, NOBODY)), about)
    chosen = {it: n for it, n in zip(members, parts, strict=False) if n}
    for it in (yield from _reached(game, scope, tuple(chosen))):
        for _ in range(chosen[it]):
            yield from _hurt(game, scope, it, 1)


@verb("spread", head="word", args={"among": "expr", "most": "expr", "was": "expr"}, words=(*CONDITIONS, *SAME_AS))
def spread(game: Game, scope: Scope, condition: str, args: Args) -> Flow[None]:
    """Up to ``most`` different figures receive a condition; if one only, not the figure it was taken from (``was``)."""
    number, was = args["most"], many(args.get("was", ()))
    members = tuple(it for it in many(args["among"]) if number > 1 or it not in was)
    if not members or number <= 0:
        return
    about = {"rule": scope["rule"], "actor": scope["me"], "as": "target"}
    picked = yield from ask("aim_some", seat_of(game, scope), some_form(members, 0, number), about)
    chosen = yield from _reached(game, scope, tuple(it for it in picked if it != DONE))
    for it in chosen:
        yield from harm.inflict(game, it, condition, actor=scope["me"], rules=(scope["rule"],))


@verb("pierce", args={"through": "expr"})
def pierce(game: Game, scope: Scope, amount: int, args: Args) -> Flow[None]:
    """Damage that goes to the first figure until it is dead, what is left to the next, and so on (CDC-PW-060.4).

    Whoever it comes to is asked for its wards then; past those whom it does not reach it goes on whole.
    """
    for it in many(args["through"]):
        if amount <= 0:
            return
        if figure_of(game, it).status != TABLE or figure_of(game, it).image:
            continue
        if not (yield from _reached(game, scope, (it,))):
            continue
        part = min(amount, _enough(game, scope["me"], it, amount))
        yield from _hurt(game, scope, it, part)
        amount -= part


def _enough(game: Game, actor: Id, it: Id, most: int) -> int:
    """The least damage of ``most`` at the most that kills a figure, armour and every change counted."""
    figure = figure_of(game, it)
    saved = 0
    if figure.armour > 0:
        saved = max(0, game.query(PROTECTION, it=it, actor=actor, action="power", weapon="").value)
    saved += game.query(STOPPED, figure=it).value
    for amount in range(1, most + 1):
        if game.query(TAKEN, it=it, actor=actor, action="power", weapon="", amount=amount).value - saved >= figure.life:
            return amount
    return most


@verb("roll_dice", args={})
def roll_dice(game: Game, scope: Scope, sizes: Value, args: Args) -> None:
    """Throw dice of those sizes; ``as`` names their sum."""
    faces = [game.roll(sides, by=scope["me"], rules=(scope["rule"],))[0] for sides in many(sizes)]
    scope[scope["_as"] or "sum"] = sum(faces)


@verb("mend_armour", args={"to": "expr"})
def mend_armour(game: Game, scope: Scope, by: int, args: Args) -> None:
    """An armour gains Resistenza (or loses it, never below 0)."""
    for it in many(args.get("to", scope["me"])):
        if by and figure_of(game, it).armour + by >= 0:
            game.do(ArmourMended(it=it, by=by, rules=(scope["rule"],)))


@verb("watch_piece", args={})
def watch_piece(game: Game, scope: Scope, piece_id: str, args: Args) -> None:
    """From now on it is remembered who was in a piece in a turn."""
    piece = battle_of(game).ground.piece(piece_id)
    if ground.WATCHED not in piece.kinds:
        watched = structs.replace(piece, kinds=(*piece.kinds, ground.WATCHED))
        game.do(GroundChanged(id=piece.id, piece=watched, rules=(scope["rule"],)))


@verb("take_ability", args={"from": "expr"})
def take_ability(game: Game, scope: Scope, ability: str, args: Args) -> None:
    """A figure loses an ability for the rest of the game, what it gave and its tokens with it (CDC-PW-091)."""
    library = game.ruleset.library  # type: ignore[attr-defined]
    records = game.ruleset.records
    for it in many(args["from"]):
        had = stat(game, it, "res")
        for effect in list(game.state.effects.values()):
            if (effect.rule, effect.bearer) == (ability, it):
                end_effect(game, effect, "lost")
        res = had - stat(game, it, "res") + plain_bonus(records, ability, "res")
        armour = plain_bonus(records, ability, "armour")
        game.do(AbilityTaken(it=it, ability=ability, res=res, armour=armour, rules=(scope["rule"],)))
        shape = library.abilities.get(ability)
        for token in shape.tokens if shape is not None else ():
            n = tokens_of(figure_of(game, it), token)
            if n:
                game.do(TokensChanged(it=it, token=token, by=-n, rules=(scope["rule"],)))


@verb("march", args={"toward": "expr"})
def march(game: Game, scope: Scope, it: Id, args: Args) -> Flow[None]:
    """A figure spends all its dice, one by one, on moves straight toward another as far as they lead (CDC-PW-105)."""
    begin_effect(game, scope["_part"], scope, it, (COMPELLED,))
    newest = max(game.state.effects.values(), key=lambda effect: effect.stamp)
    yield from _march(game, scope, it, args["toward"])
    end_effect(game, newest, "done")


def _over_any_edge(game: Game, it: Id, aim: Point, budget: int) -> Point:
    """The farthest end of a move towards a point by one that does not look where it goes: over an edge, if one comes.

    Nothing spares who is charmed crevices and drops, as Aura di Maestà does whom it moves (CDC-PW-058.3).
    """
    state, figure = battle_of(game), figure_of(game, it)
    bodies = state.on_table()
    end = ground.farthest(state.ground, bodies, figure, aim, ground.WALK, budget)
    done = ground.walk(state.ground, bodies, figure, aim, ground.WALK, budget)
    if done.stopped_by not in ("crevice", "drop") or done.left_at != end:
        return end
    dx, dy = scaled(aim[0] - figure.x, aim[1] - figure.y, CM // 10)
    past = end[0] + dx, end[1] + dy
    why = ground.walk_refusal(state.ground, bodies, figure, past, ground.WALK, budget)
    return past if why is None else end


def _march(game: Game, scope: Scope, it: Id, goal: Id) -> Flow[None]:
    for die in all_dice(game, it):
        figure = figure_of(game, it)
        if figure.status != TABLE:
            return
        if die not in all_dice(game, it):
            continue  # it went for a test on the way
        moves = die in dice_at_hand(game, it, MOVE)  # and none that is kept for something else
        take(game, it, die, "spent", (scope["rule"],))
        if not moves or not may_go(game, figure, False) or figure_of(game, goal).status != TABLE:
            continue
        game.do(TookPart(it=it, action=MOVE, counted="movement", rules=("CDC-ACT-06.1", scope["rule"])))
        throw = yield from throw_move(game, it, MOVE, sides_of(die), ("CDC-ACT-06.1", scope["rule"]))
        figure, state = figure_of(game, it), battle_of(game)
        if figure.status != TABLE:
            return
        budget = budget_for(game, it, MOVE, throw.pace, goal)
        end = _over_any_edge(game, it, point_of(game, goal), budget)
        end = cut(fences_for(game, it, MOVE), figure, end)
        if ground.walk_refusal(state.ground, state.on_table(), figure, end, ground.WALK, budget) is None:
            yield from walk_to(game, it, MOVE, end, budget, throw.face == 1)

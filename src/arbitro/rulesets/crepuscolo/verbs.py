"""Verbs: what records of Cronache del Crepuscolo can do, each by the same rule code that the book's rules use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect
from arbitro.engine.expr import Scope
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.state import Step
from arbitro.engine.vocabulary import Verb
from arbitro.rulesets.crepuscolo import damage as harm
from arbitro.rulesets.crepuscolo.dice import GUARDED, MUST, denied, gain, lose_all_dice, lose_die, sizes_gained
from arbitro.rulesets.crepuscolo.events import ItemSpent, PointsChanged
from arbitro.rulesets.crepuscolo.powers import power_of
from arbitro.rulesets.crepuscolo.proofs import SPIRITO, TEST_KINDS, VOLONTA, take_test, take_test_with
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import CONDITIONS, POINT_KINDS, SAME_AS, TABLE
from arbitro.rulesets.crepuscolo.subjects import Hit

VERBS: dict[str, Verb] = {}
Args = dict[str, Any]
Run = TypeVar("Run", bound=Callable[..., Flow[None] | None])


def verb(
    name: str, *, head: str = "expr", args: dict[str, str] | None = None, words: tuple[str, ...] = ()
) -> Callable[[Run], Run]:
    """Register ``run(game, scope, head, args)`` as a verb; the kinds of ``head`` and ``args`` are those of `Verb`."""

    def register(run: Run) -> Run:
        if name in VERBS:
            raise ValueError(f"two verbs of one name: {name}")
        VERBS[name] = Verb(name, run, head, args or {}, frozenset(words))
        return run

    return register


def many(value: Any) -> tuple[Any, ...]:
    """One figure or a set of them, as a tuple; none as no figure."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


@verb("damage", args={"to": "expr", "by": "expr", "as_own": "name", "as_hit": "name", "no_corpse": "name"})
def damage(game: Game, scope: Scope, amount: int, args: Args) -> Flow[None]:
    """Inflict an amount of damage; ``as_own`` marks what a figure's own rules do to itself (no armour).

    ``as_hit``: it is more damage of the hit that has just landed, which armour has lowered already.
    ``by`` is who does it (the bearer; ``none``: nobody); whoever dies of it leaves no corpse with ``no_corpse``.
    """
    actor, corpse = args.get("by", scope["me"]) or "", not args.get("no_corpse")
    for it in many(args.get("to", scope.get("target"))):
        cause = "own" if args.get("as_own") else "item" if args.get("as_hit") else _cause(game, scope["rule"])
        weapon = scope.get("weapon") or "" if cause != "condition" else ""
        life = figure_of(game, it).life
        suffered = yield from harm.hurt(
            game, it, amount, actor=actor, action=cause, rules=(scope["rule"],), weapon=weapon, corpse=corpse,
            armour=not args.get("as_hit"),
        )  # fmt: skip
        if args.get("as_hit") and isinstance(scope.get("hit"), Hit):
            scope["hit"].inflicted += min(suffered, life)


def _cause(game: Game, rule: str) -> str:
    """What kind of thing does the damage that a rule inflicts."""
    if power_of(game, rule) is not None:
        return "power"
    return "condition" if "-CND-" in rule else "item" if "-EQ-" in rule else "ability"


@verb("kill", args={})
def kill(game: Game, scope: Scope, who: Any, args: Args) -> Flow[None]:
    """Kill outright: no Resistenza, armour or reduction helps (CDC-EQ-55.3)."""
    action = scope["action"] if isinstance(scope.get("hit"), Hit) else "kill"
    weapon = (scope.get("weapon") or "") if action != "kill" else ""
    for it in many(who):
        yield from harm.die(game, it, actor=scope["me"], action=action, rules=(scope["rule"],), weapon=weapon)


@verb("heal", args={"to": "expr"})
def heal(game: Game, scope: Scope, amount: int, args: Args) -> None:
    """Recover Resistenza, never above the start."""
    for it in many(args.get("to", scope["me"])):
        harm.heal(game, it, amount, (scope["rule"],))


@verb("inflict", head="word", args={"to": "expr", "then": "parts"}, words=(*CONDITIONS, *SAME_AS))
def inflict(game: Game, scope: Scope, condition: str, args: Args) -> Flow[None]:
    """Make figures suffer a condition; ``then`` runs for each that received it (as ``it``)."""
    condition = SAME_AS.get(condition, condition)
    for it in many(args.get("to", scope.get("target"))):
        received = yield from harm.inflict(game, it, condition, actor=scope["me"], rules=(scope["rule"],))
        if received and "then" in args:
            yield from run_parts(game, args["then"], {**scope, "it": it})


@verb("inflict_or", head="word", args={"instead": "word", "to": "expr"}, words=(*CONDITIONS, *SAME_AS))
def inflict_or(game: Game, scope: Scope, condition: str, args: Args) -> Flow[None]:
    """Inflict a condition, or ``instead`` another where that hit gives the first anyway, by whatever rule."""
    own, hit = scope["rule"], scope.get("hit")
    given = any(
        held.rule != own
        and held.thing.verb == "inflict"
        and held.thing.head(game, scope) == condition
        and held.thing.happens(game, {**scope, **held.own})
        for index in game.indexes()
        if "struck" in index.triggers
        for held in index.triggers["struck"].found({"actor": hit.actor, "target": hit.target} if hit else {})
    )
    for it in many(args.get("to", scope.get("target"))):
        yield from harm.inflict(game, it, args["instead"] if given else condition, actor=scope["me"], rules=(own,))


@verb("remove_condition", head="word", args={"to": "expr"}, words=CONDITIONS)
def remove_condition(game: Game, scope: Scope, condition: str, args: Args) -> None:
    """Lift a condition."""
    for it in many(args.get("to", scope["me"])):
        harm.lift(game, it, condition, (scope["rule"],), "rule")


@verb("lift", args={"from": "expr"})
def lift_condition(game: Game, scope: Scope, condition: str, args: Args) -> None:
    """Lift a condition that was chosen."""
    for it in many(args.get("from", scope["me"])):
        harm.lift(game, it, condition, (scope["rule"],), "rule")


def _faced(scope: Scope) -> tuple[str, str]:
    """The condition that a figure is receiving at this moment, and who inflicts it."""
    condition = scope.get("condition") or ""
    return condition, (scope.get("actor") or "") if condition else ""


@verb(
    "test",
    head="word",
    args={"to": "expr", "willing": "name", "passed": "parts", "failed": "parts"},
    words=(*TEST_KINDS, VOLONTA),
)
def test(game: Game, scope: Scope, kind: str, args: Args) -> Flow[None]:
    """Each figure takes a test, then ``passed`` or ``failed`` runs for it (as ``it``); Volontà means Spirito.

    ``willing``: they have chosen to take it, and are not asked whether to leave it.
    """
    kind = SPIRITO if kind == VOLONTA else kind
    against, inflicter = _faced(scope)
    willing = bool(args.get("willing"))
    for it in many(args.get("to", scope.get("target"))):
        if figure_of(game, it).status != TABLE:
            continue
        passed = yield from take_test(
            game, it, kind, (scope["rule"],), willing=willing, against=against, inflicter=inflicter
        )
        if figure_of(game, it).status == TABLE:
            yield from run_parts(game, args.get("passed" if passed else "failed", ()), {**scope, "it": it})


@verb(
    "test_with", head="word", args={"die": "expr", "to": "expr", "passed": "parts", "failed": "parts"}, words=TEST_KINDS
)
def test_with(game: Game, scope: Scope, kind: str, args: Args) -> Flow[None]:
    """A test with a die given for it alone, which is lost if it is not thrown now; then as `test`."""
    for it in many(args.get("to", scope["me"])):
        if figure_of(game, it).status != TABLE or denied(game, it):
            continue
        (sides,) = sizes_gained(game, it, (args["die"],))
        passed = yield from take_test_with(game, it, kind, sides, (scope["rule"],), *_faced(scope))
        if figure_of(game, it).status == TABLE:
            yield from run_parts(game, args.get("passed" if passed else "failed", ()), {**scope, "it": it})


@verb(
    "grant_die", head="dice", args={"to": "expr", "only": "lazy", "must": "name", "guarded": "name", "toward": "expr"}
)
def grant_die(game: Game, scope: Scope, sizes: tuple[int, ...], args: Args) -> None:
    """Give dice; with ``only``, ``must`` or ``for`` each is an effect of its own, with a clock of its own.

    ``must``: it is used before its player may pass; ``guarded``: it is of use in the other player's hand only;
    ``toward``: a move with it leads straight toward that figure.
    """
    part = scope["_part"]
    sizes = tuple(one for size in sizes for one in many(size))
    for it in many(args.get("to", scope["me"])):
        if denied(game, it) or not sizes:
            continue
        if not part.lazy and not part.ends and "must" not in args:
            gain(game, it, sizes, "granted", (scope["rule"],))
            continue
        for sides in sizes_gained(game, it, sizes):
            extra = [("die", sides), *(kept for kept in (MUST, GUARDED) if args.get(kept[0]))]
            extra += [("toward", args["toward"])] if args.get("toward") is not None else []
            begin_effect(game, part, scope, it, tuple(extra))


@verb("lose_die", args={"to": "expr"})
def lose_dice(game: Game, scope: Scope, n: int, args: Args) -> Flow[None]:
    """Take dice of the loser's choice."""
    for it in many(args.get("to", scope.get("target"))):
        yield from lose_die(game, it, (scope["rule"],), n)


@verb("lose_all_dice", args={})
def lose_all(game: Game, scope: Scope, who: Any, args: Args) -> None:
    """Take all dice that are left."""
    for it in many(who):
        lose_all_dice(game, it, (scope["rule"],))


@verb("points", head="word", args={"by": "expr", "to": "expr", "taken": "name"}, words=POINT_KINDS)
def points(game: Game, scope: Scope, kind: str, args: Args) -> None:
    """Give power points, or have figures spend them; ``taken``: they do not spend but lose them."""
    taken = bool(args.get("taken"))
    for it in many(args.get("to", scope["me"])) if args["by"] else ():
        game.do(PointsChanged(it=it, kind=kind, by=args["by"], taken=taken, rules=(scope["rule"],)))


@verb("spend_item", head="none")
def spend_item(game: Game, scope: Scope, head: Any, args: Args) -> None:
    """The item is of no use for the rest of the game."""
    game.do(ItemSpent(it=scope["me"], item=scope["rule"], rules=(scope["rule"],)))


@verb("extra_attack", args={"optional": "name"})
def extra_attack(game: Game, scope: Scope, sides: int, args: Args) -> None:
    """A die that must be used at once for another melee attack with the same weapon: the next Step."""
    game.push(Step("strike", (scope["me"], sides, scope["rule"], bool(args.get("optional")))))

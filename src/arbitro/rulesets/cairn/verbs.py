"""What records of Cairn can do, besides the engine's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.vocabulary import Verb
from arbitro.rulesets.cairn.burden import add_fatigue, gain
from arbitro.rulesets.cairn.edges import EDGE_RULES, PLAIN, die_of, edge_of, why_of
from arbitro.rulesets.cairn.events import (
    BlowPrepared,
    CameBack,
    ConditionBegan,
    ConditionEnded,
    DeathNears,
    Fled,
    ItemLost,
    Joined,
    MaximumChanged,
    MaximumStayed,
    NeedsChanged,
    Restored,
    ScarTaken,
    Went,
)
from arbitro.rulesets.cairn.harm import die, fright, lose, suffer
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, library_of, thing_of
from arbitro.rulesets.cairn.recovery import give_back, shed_fatigue, stabilise
from arbitro.rulesets.cairn.saves import save
from arbitro.rulesets.cairn.setup import creature_of
from arbitro.rulesets.cairn.state import (
    ATTRIBUTES,
    CAUSES,
    FIGHT,
    FOE,
    HIRELING,
    PANICKED,
    PC,
    PF,
    Blow,
    Creature,
    Item,
)

VERBS: dict[str, Verb] = {}
Args = dict[str, Any]
Run = TypeVar("Run", bound=Callable[..., Flow[None] | None])
SCORES = (*ATTRIBUTES, PF)


def verb(
    name: str, *, head: str = "expr", args: dict[str, str] | None = None, words: tuple[str, ...] = ()
) -> Callable[[Run], Run]:
    """Register ``run(game, scope, head, args)`` as a verb; the kinds of ``head`` and ``args`` are those of `Verb`."""

    def register(run: Run) -> Run:
        VERBS[name] = Verb(name, run, head, args or {}, frozenset(words))
        return run

    return register


def many(value: Any) -> tuple[Any, ...]:
    """One creature or a set of them, as a tuple; none as nobody."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def rules_of(scope: Args) -> tuple[str, ...]:
    """The rule whose line runs."""
    return (scope["rule"],)


@verb("strike", args={"to": "expr", "blast": "expr", "pierce": "expr"})
def strike(game: Game, scope: Args, sides: int, args: Args) -> Flow[None]:
    """A damage die of a spell or thing against somebody: it joins the dice of its side this turn (CRN-ATK-02)."""
    for it in many(args.get("to", scope.get("target"))):
        if encounter_of(game).mode == FIGHT and encounter_of(game).active == game.controller(scope["me"]):
            edge = PLAIN if args.get("blast") else edge_of(game, scope["me"], it, "")
            die = die_of(game, scope["me"], "", sides, edge)
            blow = Blow(scope["me"], it, "", (die,), edge, bool(args.get("blast")), bool(args.get("pierce")), "spell")
            because = why_of(game, scope["me"], it, "", edge)
            rules = (*rules_of(scope), "CRN-ATK-02.1", *EDGE_RULES[edge])
            game.do(BlowPrepared(blow=blow, because=because, rules=rules))
        else:
            (face,) = game.roll(sides, by=scope["me"], rules=rules_of(scope))
            yield from suffer(game, it, face, scope["me"], "", "spell", bool(args.get("pierce")))


@verb("damage", args={"to": "expr", "pierce": "expr"})
def damage(game: Game, scope: Args, amount: int, args: Args) -> Flow[None]:
    """Damage of a known amount, against armour, PF and FOR."""
    for it in many(args.get("to", scope.get("target"))):
        yield from suffer(game, it, amount, scope["me"], "", "spell", bool(args.get("pierce")))


@verb("lose", head="word", args={"by": "expr", "to": "expr", "ever": "expr"}, words=SCORES)
def lose_points(game: Game, scope: Args, attribute: str, args: Args) -> None:
    """Points of an attribute (or PF) are lost, whatever armour there is."""
    for it in many(args.get("to", scope.get("target"))):
        lose(game, it, attribute, args["by"], rules_of(scope), bool(args.get("ever")))


@verb("restore", head="word", args={"by": "expr", "to": "expr"}, words=(*SCORES, "fatigue"))
def restore(game: Game, scope: Args, attribute: str, args: Args) -> None:
    """Points come back, up to the maximum; all of them if no number is said."""
    for it in many(args.get("to", scope.get("target"))):
        if attribute == "fatigue":
            shed_fatigue(game, it, rules_of(scope), args.get("by"))
        else:
            give_back(game, it, attribute, args.get("by"), rules_of(scope))


@verb("raise_max", head="word", args={"by": "expr", "who": "expr"}, words=SCORES)
def raise_max(game: Game, scope: Args, attribute: str, args: Args) -> None:
    """A maximum goes up (CRN-SCAR-03.3)."""
    for it in many(args["who"]):
        to = figure_of(game, it).highest(attribute) + args["by"]
        game.do(MaximumChanged(it=it, attribute=attribute, to=to, rules=rules_of(scope)))


@verb("better", head="word", args={"to": "expr", "who": "expr", "now": "expr"}, words=SCORES)
def better(game: Game, scope: Args, attribute: str, args: Args) -> None:
    """A roll becomes the maximum if it is strictly greater (CRN-SCAR-00.4); ``now``: the score itself counts."""
    for it in many(args["who"]):
        figure = figure_of(game, it)
        now = bool(args.get("now"))
        if args["to"] > (figure.score(attribute) if now else figure.highest(attribute)):
            most = max(args["to"], figure.highest(attribute)) if now else args["to"]
            rules = (*rules_of(scope), "CRN-SCAR-00.4")
            if most != figure.highest(attribute):
                game.do(MaximumChanged(it=it, attribute=attribute, to=most, rules=rules))
            if now:
                missing = args["to"] - figure_of(game, it).score(attribute)
                _raise_now(game, it, attribute, missing, rules)
        else:
            most = figure.score(attribute) if now else figure.highest(attribute)
            rules = (*rules_of(scope), "CRN-SCAR-00.4")
            game.do(MaximumStayed(it=it, attribute=attribute, rolled=args["to"], most=most, rules=rules))


def _raise_now(game: Game, it: str, attribute: str, by: int, rules: tuple[str, ...]) -> None:
    if by > 0:
        game.do(Restored(it=it, attribute=attribute, amount=by, rules=rules))


@verb("set_max", head="word", args={"to": "expr", "who": "expr"}, words=SCORES)
def set_max(game: Game, scope: Args, attribute: str, args: Args) -> None:
    """A roll becomes the new maximum, even a lower one (CRN-SCAR-11.3)."""
    for it in many(args["who"]):
        game.do(MaximumChanged(it=it, attribute=attribute, to=args["to"], rules=rules_of(scope)))


@verb("inflict", head="word", args={"to": "expr"})
def inflict(game: Game, scope: Args, condition: str, args: Args) -> None:
    """A condition, for a time or until it is lifted; who is immune to it stays as they are."""
    for it in many(args.get("to", scope.get("target"))):
        figure = figure_of(game, it)
        if not figure.present or game.immune(it, condition):
            continue
        part = scope["_part"]
        effect = ""
        if part.ends:
            before = set(game.state.effects)
            begin_effect(game, part, scope, it, (("condition", condition),))
            effect = next(iter(set(game.state.effects) - before), "")
        elif figure.has(condition):
            continue
        game.do(ConditionBegan(it=it, condition=condition, effect=effect, rules=rules_of(scope)))
        if condition == PANICKED:
            fright(game, it)


@verb("lift", head="word", args={"from": "expr"})
def lift(game: Game, scope: Args, condition: str, args: Args) -> None:
    """A condition ends."""
    for it in many(args.get("from", scope.get("target"))):
        if figure_of(game, it).has(condition):
            game.do(ConditionEnded(it=it, condition=condition, rules=rules_of(scope)))


@verb(
    "test",
    head="word",
    args={"who": "expr", "cause": "word", "passed": "parts", "failed": "parts"},
    words=(*ATTRIBUTES, *CAUSES),
)
def test(game: Game, scope: Args, attribute: str, args: Args) -> Flow[None]:
    """A save of each of them; what follows sees who it was as ``it``."""
    for it in many(args.get("who", scope.get("target"))):
        if not figure_of(game, it).present:
            continue
        cause = str(args.get("cause", "spell"))
        passed = yield from save(game, it, attribute, cause, rules_of(scope))
        yield from run_parts(game, args.get("passed" if passed else "failed", ()), {**scope, "it": it})


@verb("fatigue", args={"to": "expr"})
def fatigue(game: Game, scope: Args, amount: int, args: Args) -> Flow[None]:
    """Fatica, slot by slot."""
    for it in many(args.get("to", scope["me"])):
        for _ in range(amount):
            yield from add_fatigue(game, it, rules_of(scope))


@verb("need", head="word", args={"to": "expr"})
def need(game: Game, scope: Args, what: str, args: Args) -> None:
    """Somebody lacks something, and is deprived until it is met."""
    for it in many(args.get("to", scope.get("target"))):
        figure = figure_of(game, it)
        if what not in figure.needs:
            game.do(NeedsChanged(it=it, needs=(*figure.needs, what), rules=rules_of(scope)))


@verb("feed")
def feed(game: Game, scope: Args, who: Any, args: Args) -> None:
    """Nothing is lacking any more."""
    for it in many(who):
        if figure_of(game, it).needs:
            game.do(NeedsChanged(it=it, needs=(), rules=rules_of(scope)))


@verb("kill")
def kill(game: Game, scope: Args, who: Any, args: Args) -> Flow[None]:
    """They die."""
    for it in many(who):
        yield from die(game, it, scope.get("actor") or "", "rule", rules_of(scope))


@verb("stabilise")
def steady(game: Game, scope: Args, who: Any, args: Args) -> None:
    """They no longer die of critical damage (CRN-HEAL-02.1)."""
    for it in many(who):
        stabilise(game, it, (*rules_of(scope), "CRN-HEAL-02.1", "CRN-HEAL-02.2"))


@verb("dying", args={"within": "expr"})
def dying(game: Game, scope: Args, who: Any, args: Args) -> None:
    """They die within so many hours if nobody helps."""
    for it in many(who):
        hour = encounter_of(game).clock + args["within"]
        game.do(DeathNears(it=it, hour=hour if args["within"] else 0, rules=rules_of(scope)))


@verb("flee")
def flee(game: Game, scope: Args, who: Any, args: Args) -> None:
    """They leave the fight, unless something keeps them where they are."""
    for it in many(who):
        if figure_of(game, it).present and game.restricted("flee", actor=it) is None:
            game.do(Fled(it=it, why="fear", rules=rules_of(scope)))


@verb("rise")
def rise(game: Game, scope: Args, who: Any, args: Args) -> None:
    """Fallen ones stand up again."""
    for it in many(who):
        figure = figure_of(game, it)
        if figure.status != "in":
            game.do(CameBack(it=it, rules=rules_of(scope)))
            give_back(game, it, "forza", None, rules_of(scope))
            give_back(game, it, PF, None, rules_of(scope))


@verb("place", args={"who": "expr"})
def place(game: Game, scope: Args, where: int, args: Args) -> None:
    """Where a scar is."""
    for it in many(args["who"]):
        row = figure_of(game, it).scars[-1][0]
        game.do(ScarTaken(it=it, row=row, place=where, rules=rules_of(scope)))


def _at_hand(figure: Creature) -> list[Item]:
    """What somebody has about them, nothing that lies on a carrier; what is worn or held comes first."""
    own = [item for item in figure.items if item.on == 0]
    return sorted(own, key=lambda item: not (item.worn or item.no in figure.hands))


@verb("spoil", head="word", args={"of": "expr"}, words=("armour", "weapon", "shield"))
def spoil(game: Game, scope: Args, kind: str, args: Args) -> None:
    """A piece of armour, or a weapon, is destroyed."""
    for it in many(args.get("of", scope.get("it"))):
        figure = figure_of(game, it)
        found = next((i for i in _at_hand(figure) if thing_of(game, i.thing).type == kind), None)
        if found is not None:
            game.do(ItemLost(it=it, no=found.no, thing=found.thing, why="broken", rules=rules_of(scope)))


@verb("give_thing", head="word", args={"to": "expr"})
def give_thing(game: Game, scope: Args, thing: str, args: Args) -> None:
    """Somebody receives a thing."""
    for it in many(args.get("to", scope["me"])):
        gain(game, it, thing, rules_of(scope))


@verb("disarm")
def disarm(game: Game, scope: Args, who: Any, args: Args) -> None:
    """The thing in hand is gone, or the first weapon."""
    for it in many(who):
        figure = figure_of(game, it)
        weapons = [i for i in _at_hand(figure) if thing_of(game, i.thing).type in ("weapon", "shield")]
        held = [i for i in weapons if i.no in figure.hands] or weapons
        if held:
            game.do(ItemLost(it=it, no=held[0].no, thing=held[0].thing, why="given", rules=rules_of(scope)))


@verb("push", args={"who": "expr"})
def push(game: Game, scope: Args, metres: int, args: Args) -> None:
    """Moved away along the line between the sides, where distances count."""
    state = encounter_of(game)
    for it in many(args.get("who", scope.get("target"))):
        if state.options.track:
            ahead = -1 if figure_of(game, it).seat == state.seats[0] else 1
            game.do(Went(it=it, at=figure_of(game, it).at + ahead * metres, rules=rules_of(scope)))


@verb("summon", head="word")
def summon(game: Game, scope: Args, monster: str, args: Args) -> None:
    """A creature appears at one's side."""
    seat = game.controller(scope["me"])
    kind = HIRELING if figure_of(game, scope["me"]).kind in (PC, HIRELING) else FOE
    made = creature_of({"id": game.new_id("crt"), "monster": monster, "kind": kind}, seat, library_of(game))
    made.at = figure_of(game, scope["me"]).at
    game.do(Joined(creature=made, rules=rules_of(scope)))

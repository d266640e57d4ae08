"""What records of Pathfinder can do, besides the engine's own words.

In what a spell does, ``targets`` are all that it reaches, ``cl`` the caster level, ``level`` the spell's, ``dc`` that
of its save. Where ``to`` is not said, a verb acts on ``targets``, else on ``target``, else on ``me``. ``save`` names a
saving throw (``tempra``, ``riflessi``, ``volonta``) and ``effect`` what it does: ``negates`` (as without the word) or
``half``; each creature saves for itself. Durations: ``for: until N turn_start of me`` (N an expression in brackets).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect, end_effect
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.engine.vocabulary import Verb
from arbitro.rulesets.pathfinder.arms import worn_armour
from arbitro.rulesets.pathfinder.events_blows import (
    AbilityHurt,
    BleedChanged,
    ConditionBegan,
    ConditionEnded,
    SaveMade,
    TemporaryChanged,
    WardWorn,
)
from arbitro.rulesets.pathfinder.harm import follow_constitution, heal, restate, stabilise, suffer
from arbitro.rulesets.pathfinder.lookups import figure_of, helpless, library_of, sheet_of
from arbitro.rulesets.pathfinder.saves import save_told
from arbitro.rulesets.pathfinder.sight import IMPROVED, shelter
from arbitro.rulesets.pathfinder.state import ABILITIES, IN, SAVES
from arbitro.rulesets.pathfinder.things import scorch

VERBS: dict[str, Verb] = {}
Args = dict[str, Any]
Run = TypeVar("Run", bound=Callable[..., Flow[None] | None])
DAMAGE_TYPES = ("contundente", "perforante", "tagliente", "fuoco", "freddo", "acido", "elettricita", "sonoro", "forza",
                "positiva", "negativa")  # fmt: skip
BODILY, UNHARMED = ("forza", "destrezza", "costituzione"), "danno-caratteristiche"
EVASION, IMPROVED_EVASION = "eludere", "eludere-migliorato"
SAVING = (*SAVES, "negates", "half")
SAVED = {"save": "word", "effect": "word", "dc": "expr"}


def verb(
    name: str, *, head: str = "expr", args: dict[str, str] | None = None, words: tuple[str, ...] = ()
) -> Callable[[Run], Run]:
    """Register ``run(game, scope, head, args)`` as a verb; the kinds of ``head`` and ``args`` are those of `Verb`."""

    def register(run: Run) -> Run:
        assert name not in VERBS, f"two verbs are called {name}"
        known = frozenset((*words, *(SAVING if args and "save" in args else ())))
        VERBS[name] = Verb(name, run, head, args or {}, known)
        return run

    return register


def many(value: Any) -> tuple[Any, ...]:
    """One creature or a set of them, as a tuple; none as nobody."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def those(scope: Args, args: Args) -> tuple[Id, ...]:
    """Whom a verb acts on."""
    for found in (args.get("to"), scope.get("targets"), scope.get("target"), scope.get("me")):
        if found is not None:
            return many(found)
    return ()


def rules_of(scope: Args) -> tuple[str, ...]:
    """The rule whose line runs."""
    return (scope["rule"],)


def _saves(game: Game, scope: Args, it: Id, args: Args) -> Flow[bool]:
    """Whether somebody passes the save that a line allows; False where it allows none."""
    passed, _ = yield from _saves_told(game, scope, it, args)
    return passed


def _saves_told(game: Game, scope: Args, it: Id, args: Args) -> Flow[tuple[bool, SaveMade | None]]:
    """The same, and what was rolled."""
    if "save" not in args:
        return False, None
    dc = int(args["dc"]) if "dc" in args else int(scope.get("dc", 10))
    what, origin = str(args["save"]), scope.get("origin", ())
    return (yield from save_told(game, it, what, dc, scope["rule"], scope["me"], rules_of(scope), origin))


@verb("damage", head="word", args={"dice": "expr", "sides": "expr", "plus": "expr", "nonlethal": "expr", "to": "expr",
                                   **SAVED}, words=DAMAGE_TYPES)  # fmt: skip
def damage(game: Game, scope: Args, type_: str, args: Args) -> Flow[None]:
    """Damage of a type: ``dice`` of ``sides``, and ``plus``; rolled once for all whom it strikes."""
    dice, sides = int(args.get("dice", 0)), int(args.get("sides", 6))
    times = int(scope.get("times", 1))  # a critical hit of a ray or touch, PF-SPL-14.2
    rolled = game.sum(dice * times, sides, by=scope["me"], rules=rules_of(scope)) if dice > 0 else 0
    rolled = _empowered(scope, rolled) + int(args.get("plus", 0)) * times
    lasting = scope["rule"] in library_of(game).conditions
    for it in those(scope, args):
        passed, told = yield from _saves_told(game, scope, it, args)
        amount = _after_save(game, it, rolled, passed, args, scope.get("origin", ()))
        if amount > 0:
            yield from suffer(
                game, it, amount, type_, actor=scope["me"], nonlethal=bool(args.get("nonlethal")),
                rules=rules_of(scope), lasting=lasting,
            )  # fmt: skip
        if told is not None and told.face == 1:
            yield from scorch(game, it, rolled, type_, told.bonus, told.dc)  # PF-SAVE-07.2


def _empowered(scope: Args, rolled: int) -> int:
    """Half as much again by Incantesimi Potenziati."""
    return rolled * 3 // 2 if scope.get("half_more") else rolled


def _after_save(game: Game, it: Id, rolled: int, passed: bool, args: Args, origin: tuple[Any, ...]) -> int:
    """What a save leaves of damage; evasion leaves nothing of half, or half of all (PF-CLS-03).

    Improved cover from where it comes is as good as the improved sort (PF-COV-13.2).
    """
    half = args.get("effect") == "half"
    sheet = sheet_of(game, figure_of(game, it))
    evades = half and args.get("save") == "riflessi" and can_evade(game, it)
    better = evades and (IMPROVED_EVASION in sheet.abilities or shelter(game, origin, it) == IMPROVED)
    if not passed:
        return rolled // 2 if better else rolled
    if not half or (evades and (better or EVASION in sheet.abilities)):
        return 0
    return rolled // 2


def can_evade(game: Game, it: Id) -> bool:
    """Whether evasion works now: not for the helpless, nor in medium or heavy armour (PF-CLS-03.3)."""
    figure = figure_of(game, it)
    laden = any(armour.type in ("medium", "heavy") for _, armour in worn_armour(game, figure))
    return figure.status == IN and not helpless(game, it) and not laden


@verb("cure", args={"sides": "expr", "plus": "expr", "to": "expr", **SAVED})
def cure(game: Game, scope: Args, dice: int, args: Args) -> Flow[None]:
    """Hit points back: so many dice (0 for none) of ``sides``, and ``plus``; positive energy harms the undead."""
    for it in those(scope, args):
        sides = int(args.get("sides", 8))
        amount = game.sum(dice, sides, by=scope["me"], rules=rules_of(scope)) if dice > 0 else 0
        amount = _empowered(scope, amount) + int(args.get("plus", 0))
        if sheet_of(game, figure_of(game, it)).type == "non_morto":
            passed = yield from _saves(game, scope, it, {"save": "volonta", **args})
            amount = amount // 2 if passed else amount
            yield from suffer(game, it, amount, "positiva", actor=scope["me"], rules=rules_of(scope))
        else:
            yield from heal(game, it, amount, rules_of(scope), scope["me"])


@verb("inflict", head="name", args={"to": "expr", "dc": "expr", "save": "name", "effect": "name"})
def inflict(game: Game, scope: Args, condition: str, args: Args) -> Flow[None]:
    """Put somebody into a condition, unless it is immune or passes its save; with ``for`` it ends by itself.

    A second cause may make it worse: whoever is tired already is exhausted (PF-CND-05.2).
    """
    whole = condition
    for it in those(scope, args):
        worse = library_of(game).conditions[whole].again
        condition = worse if worse and figure_of(game, it).has(whole) else whole
        away = figure_of(game, it).status != IN or _kept_off(game, it, condition)
        if away or (yield from _saves(game, scope, it, args)):
            continue
        part = scope["_part"]
        effect = ""
        if part.ends:
            begin_effect(game, part, scope, it, (("condition", condition),))
            effect = max(game.state.effects.values(), key=lambda e: e.stamp).id
        game.do(ConditionBegan(it=it, condition=condition, effect=effect, rules=rules_of(scope)))


def _kept_off(game: Game, it: Id, condition: str) -> bool:
    """Whether somebody is immune to a condition, or to what brings it."""
    sheet, record = sheet_of(game, figure_of(game, it)), library_of(game).conditions[condition]
    return any(word in sheet.immune or game.immune(it, word) for word in (condition, *record.stopped_by))


@verb("lift", head="name", args={"to": "expr"})
def lift(game: Game, scope: Args, condition: str, args: Args) -> None:
    """Take a condition off somebody."""
    for it in those(scope, args):
        if figure_of(game, it).has(condition):
            game.do(ConditionEnded(it=it, condition=condition, rules=rules_of(scope)))


@verb("spend", head="none")
def spend(game: Game, scope: Args, head: Any, args: Args) -> None:
    """The effect whose line runs is over: what it was good for has happened."""
    effect = game.state.effects.get(scope.get("_effect", ""))
    if effect is not None:
        end_effect(game, effect, "spent")


@verb("unless_saved", head="word", args={"dc": "expr", "to": "expr", "do": "parts", "saved": "parts"},
      words=tuple(SAVES))  # fmt: skip
def unless_saved(game: Game, scope: Args, what: str, args: Args) -> Flow[None]:
    """A save of each; ``do`` befalls those who fail it, ``saved`` the others (both see who it was as ``it``)."""
    for it in those(scope, args):
        passed = yield from _saves(game, scope, it, {**args, "save": what})
        yield from run_parts(game, args.get("saved" if passed else "do", ()), {**scope, "it": it})


@verb("ability_damage", head="word", args={"dice": "expr", "sides": "expr", "plus": "expr", "drain": "expr",
                                           "to": "expr", **SAVED}, words=ABILITIES)  # fmt: skip
def ability_damage(game: Game, scope: Args, ability: str, args: Args) -> Flow[None]:
    """Ability damage, or with ``drain`` for good (PF-CND-20)."""
    for it in those(scope, args):
        figure = figure_of(game, it)
        spared = ability in BODILY and UNHARMED in sheet_of(game, figure).immune
        if spared or figure.score(ability) < 0 or (yield from _saves(game, scope, it, args)):
            continue
        times = int(scope.get("times", 1))  # PF-CRIT-10.1
        dice = int(args.get("dice", 0)) * times
        amount = game.sum(dice, int(args.get("sides", 6)), by=scope["me"], rules=rules_of(scope)) if dice > 0 else 0
        amount += int(args.get("plus", 0)) * times
        yield from hurt_ability(game, it, ability, amount, bool(args.get("drain")), rules_of(scope))


def hurt_ability(game: Game, it: Id, ability: str, amount: int, drain: bool, rules: tuple[str, ...]) -> Flow[None]:
    """Ability damage or drain; hit points follow Constitution, and conditions what is left (PF-CND-20)."""
    if amount:
        game.do(AbilityHurt(it=it, ability=ability, amount=amount, drain=drain, rules=(*rules, "PF-CND-20.1")))
        follow_constitution(game, it)
        yield from restate(game, it)


@verb("temporary", args={"to": "expr"})
def temporary(game: Game, scope: Args, points: int, args: Args) -> None:
    """Temporary hit points; of one source only the most counts (PF-HP-10.1). With ``for`` they vanish then."""
    for it in those(scope, args):
        rest = tuple(pair for pair in figure_of(game, it).temp if pair[0] != scope["rule"])
        part, effect = scope["_part"], ""
        if part.ends:
            begin_effect(game, part, scope, it, (("temporary", scope["rule"]),))
            effect = max(game.state.effects.values(), key=lambda e: e.stamp).id
        game.do(TemporaryChanged(it=it, temp=(*rest, (scope["rule"], points)), source=scope["rule"], effect=effect,
                                 rules=rules_of(scope)))  # fmt: skip


@verb("ward", args={"to": "expr"})
def ward(game: Game, scope: Args, points: int, args: Args) -> None:
    """What keeps damage off somebody by this rule keeps off so many points in all (see fact ``warded``)."""
    for it in those(scope, args):
        game.do(WardWorn(it=it, ward=scope["rule"], left=points, rules=rules_of(scope)))


@verb("bleed", args={"to": "expr"})
def bleed(game: Game, scope: Args, points: int, args: Args) -> None:
    """Bleed damage at each turn's start; the worse counts (PF-CND-17.3)."""
    for it in those(scope, args):
        if points > figure_of(game, it).bleed:
            game.do(BleedChanged(it=it, amount=points, rules=rules_of(scope)))


@verb("stabilize", head="none", args={"to": "expr"})
def stabilize(game: Game, scope: Args, head: Any, args: Args) -> Flow[None]:
    """A dying creature is stable."""
    for it in those(scope, args):
        yield from stabilise(game, it, rules_of(scope))

"""What a figure can do in a hand: each action's cost, its choices, and how it is carried out (CDC-ACT)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from arbitro.engine.asks import Flow
from arbitro.engine.events import Fizzled
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.measure import within_area, within_point
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import cover, ground
from arbitro.rulesets.crepuscolo.abilities import (
    ability_keys,
    boon_keys,
    clauses_of,
    declare_ability,
    has_gratis_ability,
    has_target,
    held_of,
    marker_of,
    name_the_rest,
    still_usable,
    take_boon,
    targets_for,
    use_ability,
)
from arbitro.rulesets.crepuscolo.advance import ADVANCE, advance, advance_keys, can_advance
from arbitro.rulesets.crepuscolo.attacks import (
    attack,
    count_shot,
    engaged,
    melee_attack,
    melee_refusal,
    melee_targets,
    ranged_weapons,
    shot_refusal,
    uses_this_turn,
    weapon_refusal,
)
from arbitro.rulesets.crepuscolo.conditions import CURES, cure
from arbitro.rulesets.crepuscolo.damage import lift
from arbitro.rulesets.crepuscolo.dice import (
    COMPLETE,
    OF_ONE_SIZE,
    Die,
    all_dice,
    dice_at_hand,
    granted,
    has_die_for_own_hand,
    holds,
    prescribed,
    spend,
)
from arbitro.rulesets.crepuscolo.events import CarriedOut, TokenTaken, TookPart
from arbitro.rulesets.crepuscolo.flames import flame
from arbitro.rulesets.crepuscolo.heights import (
    CLIMB,
    DESCEND,
    VAULT,
    climb,
    climb_keys,
    descend,
    descend_keys,
    vault,
    vault_keys,
)
from arbitro.rulesets.crepuscolo.movement import (
    CAREFUL,
    COVER,
    JUMP,
    MOVE,
    MOVEMENTS,
    SWIM,
    Way,
    jump,
    move,
    swim,
    throw_down,
    throw_down_keys,
)
from arbitro.rulesets.crepuscolo.powers import declare_power, power_cost, power_keys, use_power
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import FROST, PRONE, TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import ABILITY, BOON, FLAME, MELEE, POWER, SHOT, Attempt, Declared

THROW_DOWN, STAND, CURE, TAKE = "throw_down", "stand", "cure", "take"
TOKEN_REACH = CM  # CDC-CMP-19.5
Params = tuple[Value, ...]


class Kind(Struct, frozen=True):
    """One action.

    ``levels`` are the names of its choices before the dice; ``keys(game, figure, params)`` what may be
    chosen at the next level (never empty where it leads on); ``ready`` whether there is anything to choose
    at all; ``cost(game, figure, params)`` the number of dice; ``carry`` what it does with the dice spent, up to
    the `Way` it returns if an end is still to be chosen; ``still`` why it cannot be carried out after a response
    (None: what was chosen must be open to choice yet); ``pay`` what it costs besides dice; ``rest`` asks for what
    is named with it beyond its levels; ``in_parts``: its parts are declared one by one, and others respond to those.
    """

    word: str
    clause: str
    levels: tuple[str, ...]
    keys: Callable[[Game, Figure, Params], Sequence[Value]]
    ready: Callable[[Game, Figure], bool]
    cost: Callable[[Game, Figure, Params], int]
    carry: Callable[[Game, Figure, Params, tuple[int, ...]], Flow[Any]]
    still: Callable[[Game, Figure, Params], Refusal | None] | None = None
    pay: Callable[[Game, Figure, Params], None] | None = None
    rest: Callable[[Game, Figure, Params], Flow[Params]] | None = None
    in_parts: bool = False


def refusal(game: Game, figure: Figure, word: str, counted: int = 0) -> Refusal | None:
    """Why a figure may not do a kind of action now, whatever it would choose: the base bans, then rules in force.

    ``counted``: 1 where this very action has already been counted for the turn.
    """
    if figure.image and word not in DISPLACEMENTS:
        return Refusal("image", {"actor": figure.id}, ("CDC-PW-102.2",))
    if PRONE in figure.conditions and word not in (STAND, CURE, BOON):
        return Refusal("prone", {"actor": figure.id}, ("CDC-CND-04.3",))
    if figure.wet and figure.in_water and word not in (SWIM, STAND, CURE, BOON):
        return Refusal("must_swim", {"actor": figure.id}, ("CDC-ACT-22.6",))
    leaves_place = word in (MOVE, COVER, CAREFUL, JUMP) or (word == SWIM and not figure.in_water)
    if leaves_place and engaged(game, figure) and not game.enabled("CDC-MOV-04.1", actor=figure.id, action=word):
        return Refusal("locked_in_melee", {"actor": figure.id}, ("CDC-MOV-04.1",))
    if word in MOVEMENTS and FROST in figure.conditions and uses_this_turn(game, f"movement/{figure.id}") > counted:
        return Refusal("frozen", {"actor": figure.id}, ("CDC-CND-03.1",))
    return game.restricted(word, actor=figure.id, target=None, weapon=figure.weapon)


def available(game: Game, figure: Figure, word: str) -> bool:
    """True if a figure can do an action now: not banned, dice enough, something to choose."""
    key = ("available", figure.id, word)
    if key not in game.now:
        game.now[key] = possible(game, figure, word, bound(game, figure, word))
    return game.now[key]  # type: ignore[no-any-return]


def possible(game: Game, figure: Figure, word: str, tied: bool) -> bool:
    """The same, worked out; ``tied``: whether it is `bound`."""
    kind = KINDS[word]
    if refusal(game, figure, word) is not None:
        return False
    if tied:
        return kind.ready(game, figure) and payable(game, figure, word, ())
    if len(dice_at_hand(game, figure.id, word)) < kind.cost(game, figure, ()):
        return False
    return kind.ready(game, figure)


def bound(game: Game, figure: Figure, word: str) -> bool:
    """True if it takes a look at every choice to know whether a figure has the dice: some of its dice are restricted.

    Where the others are enough for any choice, those restrictions do not matter.
    """
    if not game.state.effects or not granted(game, figure.id):
        return False
    if word == ABILITY or word in OF_ONE_SIZE:
        return True
    most = COMPLETE if word in (SHOT, POWER) else KINDS[word].cost(game, figure, ())
    return len(figure.dice) < most


def levels_of(game: Game, figure: Figure, word: str, params: Params) -> tuple[str, ...]:
    """The choices of an action before its dice; an ability or power without target has one level less."""
    levels = KINDS[word].levels
    if word in (ABILITY, POWER, BOON) and params and not has_target(game, figure, params[0]):
        return levels[:1]
    return levels


def dice_for(game: Game, figure: Figure, word: str, params: Params) -> tuple[Die, ...]:
    """The dice a figure may spend on an action of which all is chosen but the dice."""
    target, weapon = aim_of(figure, word, params)
    path = params[0] if word in (ABILITY, POWER, BOON) else None
    return dice_at_hand(game, figure.id, word, target, weapon, path)


def leaves(game: Game, figure: Figure, word: str, params: Params) -> Iterator[Params]:
    """All ways to complete the choices of an action."""
    if len(params) >= len(levels_of(game, figure, word, params)):
        yield params
        return
    for key in KINDS[word].keys(game, figure, params):
        yield from leaves(game, figure, word, (*params, key))


def payable(game: Game, figure: Figure, word: str, params: Params) -> bool:
    """True if after these choices the figure has dice for the action: needed only where some dice are restricted."""
    cost = KINDS[word].cost
    return any(
        len(dice_for(game, figure, word, leaf)) >= cost(game, figure, leaf)
        for leaf in leaves(game, figure, word, params)
    )


def has_use(game: Game, figure: Figure, die: Die) -> bool:
    """True if a figure can spend a die on some action now."""
    for word in ACTIVE:
        if available(game, figure, word):
            for leaf in leaves(game, figure, word, ()):
                cost, dice = KINDS[word].cost(game, figure, leaf), dice_for(game, figure, word, leaf)
                if 0 < cost <= len(dice) and die in dice:
                    return True
    return False


def can_act(game: Game, figure: Figure) -> bool:
    """True if a figure with a die (or a gratis ability) has anything it may do (CDC-TRN-04.3)."""
    if figure.dice and not (figure.wet and figure.in_water) and not game.hindered():
        return True  # it can stand up, or strike whom it is engaged with, or move where it stands
    words = ACTIVE if has_die_for_own_hand(game, figure) else (ABILITY,) if has_gratis_ability(game, figure) else ()
    return any(available(game, figure, word) for word in words)


def perform(game: Game, actor: Id, word: str, params: Params, dice: tuple[Die, ...]) -> Flow[Way | None]:
    """Pay for an action, let others respond, and carry it out; it may have fizzled (CDC-ACT-11.7).

    Returns what is left of a move of which only the end is still to be chosen (see `end_move`).

    A test against a condition is no action: nobody responds to it (CDC-TST-01.12).
    """
    kind, figure = KINDS[word], figure_of(game, actor)
    if word in (CURE, BOON):
        yield from kind.carry(game, figure, params, ())
        return None
    if word == ABILITY:
        attempt = Attempt(actor, params[0])
        yield from game.window("attempt", attempt)
        code = attempt.cancelled or ("" if holds(game, actor, dice) else "no_dice")
        if code:
            game.do(Fizzled(kind=word, actor=actor, code=code, rules=(attempt.cancelled or "CDC-ACT-07.1",)))
            return None
    rules = _clauses(game, figure, word, params)
    toward = prescribed(game, dice)
    sizes = spend(game, actor, dice, word, rules) if dice else ()
    target, weapon = aim_of(figure, word, params)
    whole = params if kind.rest is None else (yield from kind.rest(game, figure, params))
    said = Declared(actor, word, target, weapon, _path(word, params))
    responses = () if kind.in_parts else game.window("declared", said)
    event = TookPart(
        it=actor, action=word, target=target or "", weapon=weapon, dice=sizes, counted=COUNTED.get(word, ""),
        pending=bool(responses), path=_path(word, params), rules=rules,
    )  # fmt: skip
    game.do(event)
    if kind.pay is not None:
        kind.pay(game, figure_of(game, actor), params)
    if responses:
        yield from responses
        code = said.cancelled or _now_illegal(game, actor, word, params)
        if code:
            game.do(Fizzled(kind=word, actor=actor, code=code, rules=("CDC-ACT-11.7",)))
            return None
        game.do(CarriedOut(it=actor, action=word, path=_path(word, params), rules=rules))
    way = yield from kind.carry(game, figure_of(game, actor), whole, sizes)
    return (*way[:-1], toward) if way is not None and toward is not None else way


def _path(word: str, params: Params) -> str:
    """The ability or power that an action uses."""
    return str(params[0]) if word in (ABILITY, POWER) else ""


def _clauses(game: Game, figure: Figure, word: str, params: Params) -> tuple[str, ...]:
    if word == ABILITY:
        return clauses_of(game, figure, params[0])
    if word == SHOT and shot_cost(game, params[0]) == COMPLETE:
        return ("CDC-ACT-10.1", params[0])
    return (KINDS[word].clause, params[0]) if word == POWER else (KINDS[word].clause,)


def aim_of(figure: Figure, word: str, params: Params) -> tuple[Id | None, str]:
    """Target and weapon of a declared action."""
    if word == MELEE:
        return params[0], figure.weapon
    if word == SHOT:
        return params[1], params[0]
    if word == ADVANCE:
        return params[2], params[1]
    if word in (ABILITY, POWER) and len(params) > 1:
        return params[1], ""
    return None, ""


def _now_illegal(game: Game, actor: Id, word: str, params: Params) -> str:
    figure = figure_of(game, actor)
    if figure.status != TABLE:
        return "actor_gone"
    why = refusal(game, figure, word, counted=1) or _still(game, figure, word, params)
    return why.code if why is not None else ""


def _still(game: Game, figure: Figure, word: str, params: Params) -> Refusal | None:
    """Why what was declared cannot be done any more, if so: each choice must be one of those there are now."""
    kind = KINDS[word]
    if kind.still is not None:
        return kind.still(game, figure, params)
    chosen = all(key in kind.keys(game, figure, params[:i]) for i, key in enumerate(params))
    if chosen and (kind.levels or kind.ready(game, figure)):
        return None
    return Refusal("no_longer_possible", {"actor": figure.id}, ("CDC-ACT-11.7",))


# --- the kinds, in the order of the book --------------------------------------------------------------


def _one(game: Game, figure: Figure, params: Params) -> int:
    return 1


def _two(game: Game, figure: Figure, params: Params) -> int:
    return 2


def _no_choice(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    return ()


def _always(game: Game, figure: Figure) -> bool:
    return True


def _melee_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    yield from melee_attack(game, figure.id, params[0], dice[0])


def shot_cost(game: Game, weapon: str) -> int:
    """Dice of a ranged attack: one, or all three for weapons whose attack is a complete action."""
    return COMPLETE if game.ruleset.records[weapon].data.get("complete") else 1


def _shot_keys(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    if not params:
        return [w for w in ranged_weapons(game, figure) if _usable(game, figure, w) and _any_target(game, figure, w)]
    return [f.id for f in battle_of(game).on_table() if shot_refusal(game, figure.id, f.id, params[0]) is None]


def _usable(game: Game, figure: Figure, weapon: str) -> bool:
    enough = len(all_dice(game, figure.id)) >= shot_cost(game, weapon)
    return enough and weapon_refusal(game, figure.id, weapon) is None


def _any_target(game: Game, figure: Figure, weapon: str) -> bool:
    return any(shot_refusal(game, figure.id, f.id, weapon) is None for f in _enemies_first(game, figure))


def _enemies_first(game: Game, figure: Figure) -> list[Figure]:
    state = battle_of(game)
    images = [f for f in state.on_table() if f.image and f is not figure]
    return [*state.enemies(figure), *images, *state.allies(figure)]


def _shot_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    weapon, target = params
    count_shot(game, figure.id, weapon)
    clause = "CDC-ACT-10.4" if len(dice) == COMPLETE else "CDC-ACT-05.1"
    yield from attack(game, figure.id, target, SHOT, weapon, dice[0], (clause,))


def _shot_still(game: Game, figure: Figure, params: Params) -> Refusal | None:
    return weapon_refusal(game, figure.id, params[0]) or shot_refusal(game, figure.id, params[1], params[0])


def _advance_keys(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    return advance_keys(game, figure, params, refusal)


def _advance_ready(game: Game, figure: Figure) -> bool:
    return can_advance(figure) and bool(_advance_keys(game, figure, ()))


def _advance_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return advance(game, figure.id, params, refusal)


def _flame_keys(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    records = game.ruleset.records
    return [w for w in figure.ranged if records[w].data.get("area") and w not in figure.used_up]


def _flame_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return flame(game, figure.id, params[0], dice[0])


def _walker(action: str) -> Callable[[Game, Figure, Params, tuple[int, ...]], Flow[Way | None]]:
    def carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[Way | None]:
        return move(game, figure.id, action, dice[0])

    return carry


def _jump_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return jump(game, figure.id, dice[0])


def _has_pieces(game: Game) -> bool:
    return bool(battle_of(game).ground.pieces)


def _over(keys: Callable[[Game, Id], list[str]]) -> tuple[Any, Any]:
    """Choices among pieces of scenery, remembered until somebody moves."""

    def choices(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
        near, key = game.near, (keys, figure.id)
        if key not in near:
            near[key] = keys(game, figure.id)
        return list(near[key])

    def ready(game: Game, figure: Figure) -> bool:
        return _has_pieces(game) and bool(choices(game, figure, ()))

    return choices, ready


def _throw_down_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return throw_down(game, figure.id, params[0])


def _climb_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return climb(game, figure.id, params[0], dice[0])


def _descend_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return descend(game, figure.id, params[0], dice[0])


def _vault_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return vault(game, figure.id, params[0])


def _stand_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    lift(game, figure.id, PRONE, ("CDC-ACT-21.3",), "stood_up")
    yield from ()


def _swim_ready(game: Game, figure: Figure) -> bool:
    records = game.ruleset.records
    if any(records[item].data.get("heavy") for item in figure.items):
        return False
    if figure.in_water:
        return True
    pieces = [p for p in battle_of(game).ground.pieces if ground.WATER in p.kinds]
    return any(within_area(figure, piece.area, ground.SHORE) for piece in pieces)


def _swim_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return swim(game, figure.id, dice[0], dice[1])


def _ability_choices(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    return ability_keys(game, figure) if not params else targets_for(game, figure, params[0], ABILITY)


def _ability_cost(game: Game, figure: Figure, params: Params) -> int:
    return marker_of(game, figure, params[0]).dice if params else 0


def _ability_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return use_ability(game, figure.id, params, dice)


def _use_still(action: str) -> Callable[[Game, Figure, Params], Refusal | None]:
    def still(game: Game, figure: Figure, params: Params) -> Refusal | None:
        if still_usable(game, held_of(game, figure.id, params[0]), params, action):
            return None
        return Refusal("no_longer_possible", {"actor": figure.id, "rule": params[0]}, ("CDC-ACT-11.7",))

    return still


def _boon_choices(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    return boon_keys(game, figure) if not params else targets_for(game, figure, params[0], BOON)


def _boon_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return take_boon(game, figure, params)


def _power_choices(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    return power_keys(game, figure) if not params else targets_for(game, figure, params[0], POWER)


def _power_dice(game: Game, figure: Figure, params: Params) -> int:
    return power_cost(game, params[0]) if params else 1


def _power_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return use_power(game, figure.id, params, dice)


def _cure_keys(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    if not dice_at_hand(game, figure.id, "test"):
        return ()
    return [condition for condition in figure.conditions if condition in CURES]


def _cure_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    return cure(game, figure.id, params[0])


def _token_keys(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    state = battle_of(game)
    if figure.carries:
        return ()
    return [t.id for t in state.tokens if not t.holder and within_point(figure, (t.x, t.y), TOKEN_REACH)]


def _take_carry(game: Game, figure: Figure, params: Params, dice: tuple[int, ...]) -> Flow[None]:
    game.do(TokenTaken(it=figure.id, token=params[0], rules=("CDC-CMP-19.5",)))
    yield from ()


def _kind(
    word: str,
    clause: str,
    levels: tuple[str, ...] = (),
    keys: Any = _no_choice,
    ready: Any = None,
    cost: Any = _one,
    carry: Any = None,
    **more: Any,
) -> Kind:
    found = ready if ready is not None else (lambda game, figure: bool(keys(game, figure, ()))) if levels else _always
    return Kind(word, clause, levels, keys, found, cost, carry, **more)


def _melee_keys(game: Game, figure: Figure, params: Params) -> Sequence[Value]:
    return melee_targets(game, figure.id)


def _melee_still(game: Game, figure: Figure, params: Params) -> Refusal | None:
    return melee_refusal(game, figure.id, params[0])


def _shot_dice(game: Game, figure: Figure, params: Params) -> int:
    return shot_cost(game, params[0]) if params else 1


def _three(game: Game, figure: Figure, params: Params) -> int:
    return COMPLETE


def _free(game: Game, figure: Figure, params: Params) -> int:
    return 0


KINDS = {
    kind.word: kind
    for kind in (
        _kind(MELEE, "CDC-ACT-03.1", ("target",), _melee_keys, carry=_melee_carry, still=_melee_still),
        _kind(
            SHOT,
            "CDC-ACT-05.1",
            ("weapon", "target"),
            _shot_keys,
            cost=_shot_dice,
            carry=_shot_carry,
            still=_shot_still,
        ),
        _kind(
            ADVANCE,
            "CDC-AB-047.1",
            ("order", "weapon", "target"),
            _advance_keys,
            _advance_ready,
            carry=_advance_carry,
            in_parts=True,
        ),
        _kind(FLAME, "CDC-EQ-52.1", ("weapon",), _flame_keys, cost=_three, carry=_flame_carry),
        _kind(MOVE, "CDC-ACT-06.1", carry=_walker(MOVE)),
        _kind(
            ABILITY,
            "CDC-ACT-07.1",
            ("rule", "target"),
            _ability_choices,
            cost=_ability_cost,
            carry=_ability_carry,
            still=_use_still(ABILITY),
            pay=declare_ability,
            rest=name_the_rest,
        ),
        _kind(
            POWER,
            "CDC-ACT-12.1",
            ("rule", "target"),
            _power_choices,
            cost=_power_dice,
            carry=_power_carry,
            still=_use_still(POWER),
            pay=declare_power,
            rest=name_the_rest,
        ),
        _kind(JUMP, "CDC-ACT-14.1", carry=_jump_carry),
        _kind(THROW_DOWN, "CDC-ACT-15.2", ("piece",), *_over(throw_down_keys), carry=_throw_down_carry),
        _kind(CAREFUL, "CDC-ACT-16.1", carry=_walker(CAREFUL)),
        _kind(CLIMB, "CDC-ACT-17.2", ("piece",), *_over(climb_keys), carry=_climb_carry),
        _kind(DESCEND, "CDC-ACT-18.2", ("piece",), *_over(descend_keys), carry=_descend_carry),
        _kind(VAULT, "CDC-ACT-20.2", ("piece",), *_over(vault_keys), carry=_vault_carry),
        _kind(STAND, "CDC-ACT-21.2", ready=lambda game, figure: PRONE in figure.conditions, carry=_stand_carry),
        _kind(SWIM, "CDC-ACT-22.2", ready=_swim_ready, cost=_two, carry=_swim_carry),
        _kind(COVER, "CDC-ACT-23.2", ready=cover.can_begin, cost=_two, carry=_walker(COVER)),
        _kind(CURE, "CDC-CND-08.5", ("condition",), _cure_keys, cost=_free, carry=_cure_carry),
        _kind(BOON, "CDC-AB-007", ("rule", "target"), _boon_choices, cost=_free, carry=_boon_carry),
        _kind(TAKE, "CDC-CMP-19.5", ("token",), _token_keys, carry=_take_carry),
    )
}
"""Every action, by its word."""
ACTIVE = (
    MOVE, MELEE, JUMP, STAND, SHOT, CAREFUL, COVER, ABILITY, FLAME, VAULT, CLIMB, DESCEND, THROW_DOWN, SWIM, TAKE,
    ADVANCE, POWER,
)  # fmt: skip
"""Actions of a hand; the likeliest first, since one is enough to say that a figure can act."""
DISPLACEMENTS = (MOVE, JUMP, CAREFUL, COVER, VAULT, CLIMB, DESCEND, THROW_DOWN, SWIM, ADVANCE)
"""Actions by which a figure leaves its place."""
IN_HAND = (*ACTIVE, CURE, BOON)
COUNTED = {MELEE: "melee", MOVE: "movement", COVER: "movement", SWIM: "swim"}
"""What is counted per turn, and under which word."""

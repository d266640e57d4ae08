"""Which message tells an event, and the facts it is told with."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any, TypeVar

from arbitro.engine.events import (
    Committed,
    EffectBegan,
    EffectEnded,
    Event,
    Finished,
    Fizzled,
    Rolled,
    Ruled,
    SecretRevealed,
)
from arbitro.engine.state import Effect
from arbitro.engine.values import Id, RuleId, Value
from arbitro.rulesets.crepuscolo._voice_words import Words, round_to
from arbitro.rulesets.crepuscolo.dice import DEAL, DEPLOY_DICE, GIVING
from arbitro.rulesets.crepuscolo.events import (
    AbilityTaken,
    AccessChosen,
    ArmourMended,
    ArmourWorn,
    ConditionGained,
    ConditionLost,
    ConditionWarded,
    CorpseTaken,
    Deviated,
    DiceGained,
    DiceLost,
    DiceRolled,
    Died,
    FigureAdded,
    FigureSet,
    FirstDeployer,
    GearSwapped,
    GroundChanged,
    HandEnded,
    Healed,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    Placed,
    PointsChanged,
    PowerWarded,
    Returned,
    Scored,
    Succeeded,
    TestDeclined,
    TestEnded,
    TokensChanged,
    TokenTaken,
    TookPart,
    Unharmed,
    Vanished,
    WasLost,
)
from arbitro.rulesets.crepuscolo.ground import CREVICE, LINE, MARKER, Piece
from arbitro.rulesets.crepuscolo.names import gone_name, piece_name
from arbitro.rulesets.crepuscolo.state import DEAD, LOST

QUIET = frozenset({"Began", "Closed", "Used", "EffectNearer", "DiceSpent", "CarriedOut"})
"""Events that only keep the books: other events tell the same."""
ON_THE_TABLE = ("place", "conjure", "watch_piece")
"""What a record does where its effect is a thing on the table, which is told by itself."""
FLEETING = ("aimed", "struck", "inflicted")
"""Windows that open while an action is carried out: what lasts until one of them is not worth a sentence."""
FIGURES = frozenset({"it", "actor", "target", "by", "bearer", "figure", "ally", "holder"})
THINGS = frozenset({"weapon", "item", "rule", "ability"})
SAME_AS = {"DiceRolled": "Rolled"}
ATTACKS = ("melee", "shot")
UPRIGHT = ("climb", "descend", "vault", "throw_down")
"""Ways that may end above or below where they began."""
OF_THE_DEAD = ("CDC-DMG-02.5",)
NOBODYS = ("fall", "terrain", "condition")
"""Deaths that are nobody's deed."""
NEW_ON_TABLE = {MARKER: "token", LINE: "line", CREVICE: "crevice"}
CHANGED_BY = {"relocate": "elsewhere", "watch_piece": "watched"}
"""How a change of the table is told, by what is new on it and by what the rule that makes it does."""
THROWN_FOR = {"CDC-DEV-01": "deviation", "CDC-CND-05": "repelled"}
"""What dice that nobody may have thrown again are for, by their clause."""
Told = tuple[str, dict[str, Any]]
Kind = TypeVar("Kind", bound=Event)
Teller = Callable[[Words, Kind], Told]
TELL: dict[type[Event], Callable[[Words, Any], Told]] = {}


def tells(kind: type[Kind]) -> Callable[[Teller[Kind]], Teller[Kind]]:
    """Register how events of a type are told; the others are told by `plainly`."""

    def register(function: Teller[Kind]) -> Teller[Kind]:
        TELL[kind] = function
        return function

    return register


def tell(words: Words, event: Event) -> str:
    """The sentence of an event, "" for one that only keeps the books."""
    name = type(event).__name__
    if name in QUIET:
        return ""
    variant, facts = TELL.get(type(event), plainly)(words, event)
    name = SAME_AS.get(name, name)
    if variant == "quiet":
        return ""
    keys = (f"event.{name}.{variant.replace(' ', '_')}", f"event.{name}.plain", f"event.{name}")
    return words.say_one_of(keys, **facts)


def plainly(words: Words, event: Event) -> Told:
    """The fields of an event as people read them; a field ``why``, ``how`` or ``where`` chooses among its forms."""
    variant = next((getattr(event, f) for f in ("why", "how", "where") if hasattr(event, f)), "plain")
    return str(variant), facts_of(words, event)


def facts_of(words: Words, event: Event) -> dict[str, Any]:
    """Every field of an event, ids turned into names."""
    facts: dict[str, Any] = {}
    for field in event.__struct_fields__:
        facts[field] = named(words, field, getattr(event, field))
    return facts


def named(words: Words, field: str, value: Value) -> Any:
    """A value of a field as people read it."""
    if field in FIGURES and isinstance(value, str):
        return words.who(value)
    if field == "seat":
        return words.seat(value)
    if field in THINGS:
        return words.thing(value)
    if field == "condition":
        return words.condition(value)
    if field in ("action", "kind") and isinstance(value, str):
        return words.act(value)
    return value


# --- events of the engine -----------------------------------------------------------------------------


@tells(Committed)
def _committed(words: Words, event: Committed) -> Told:
    return "plain", {"commit": f"{event.commit[:12]}…"}


@tells(SecretRevealed)
def _revealed(words: Words, event: SecretRevealed) -> Told:
    return "plain", {"secret": f"{event.secret[:12]}…"}


@tells(Ruled)
def _ruled(words: Words, event: Ruled) -> Told:
    """A ruling without a note is told by what it did."""
    return ("plain" if event.note else "quiet"), {"note": event.note}


@tells(EffectBegan)
def _effect_began(words: Words, event: EffectBegan) -> Told:
    effect = event.effect
    facts = {"rule": words.thing(effect.rule), "bearer": words.who(effect.bearer), "die": dict(effect.keep).get("die")}
    if facts["die"]:
        return "die", facts
    if any(end.window and end.at in FLEETING for end in effect.ends) or _does(words, effect.rule, *ON_THE_TABLE):
        return "quiet", facts
    step = effect.id.rpartition(".")[0]
    before = [one for one in _of_rule(words, effect.rule, effect.bearer) if one.stamp < effect.stamp]
    told = any(one.id.rpartition(".")[0] == step for one in before)
    return ("quiet" if told else "plain"), facts


def _of_rule(words: Words, rule: RuleId, bearer: Id) -> list[Effect]:
    """What of a rule is in force on a fighter, dice not: a rule with several parts is told once."""
    found = words.state.effects.values()
    return [one for one in found if (one.rule, one.bearer) == (rule, bearer) and "die" not in dict(one.keep)]


def _does(words: Words, rule: RuleId, *verbs: str) -> bool:
    """Whether a record has a part with one of several verbs."""
    record = words.library.records.get(rule)
    return record is not None and any(part.verb in verbs for part in record.places.values())


def _gives_bound_dice(words: Words, rule: RuleId) -> bool:
    """Whether a record gives dice of its own kind, whose use or whose time it limits."""
    record = words.library.records.get(rule)
    parts = record.places.values() if record is not None else ()
    return any(part.verb in GIVING and (part.lazy or part.ends) for part in parts)


def _by(words: Words, event: Event) -> str:
    """By what a thing came about, as the end of a sentence; nothing where only clauses of the book say so."""
    core = words.library.content.records.get("core", {})
    found = next((rule for rule in event.rules if words.is_thing(rule) and rule not in core), "")
    return words.say("part.by", rule=words.thing(found)) if found else ""


@tells(EffectEnded)
def _effect_ended(words: Words, event: EffectEnded) -> Told:
    if event.bearer in words.state.figures and words.state.figures[event.bearer].status in (DEAD, LOST):
        return "quiet", {}  # it has gone, and so has all that was on it
    if _does(words, event.rule, *ON_THE_TABLE):
        return "quiet", {}
    if event.why != "done" and _gives_bound_dice(words, event.rule):
        return f"die_{event.why}", facts_of(words, event)
    left = any(one.id != event.effect for one in _of_rule(words, event.rule, event.bearer))
    record = words.library.records.get(event.rule)
    parts = record.places.values() if record is not None else ()
    fleeting = any(end.at in FLEETING for part in parts for end in part.ends)
    return ("quiet" if event.why == "done" or left or fleeting else "plain"), facts_of(words, event)


@tells(Rolled)
def _rolled(words: Words, event: Rolled) -> Told:
    facts = {"by": words.who(event.by), "roll": words.roll(event.sides, event.faces, None, event.need)}
    first = event.rules[0] if event.rules else ""
    return _thrown_for(words, first), {**facts, "rule": words.thing(first)}


def _thrown_for(words: Words, rule: RuleId) -> str:
    """What a die that needs no face is thrown for, by the rule that has it thrown."""
    form = next((form for clause, form in THROWN_FOR.items() if rule.startswith(clause)), "")
    return form or ("by_rule" if words.is_thing(rule) else "plain")


@tells(Fizzled)
def _fizzled(words: Words, event: Fizzled) -> Told:
    used = next((rule for rule in event.rules if words.is_thing(rule) and rule != event.code), "")
    kind = words.thing(used) if used else words.act(event.kind)
    facts = {"actor": words.who(event.actor), "kind": kind, "code": words.thing(event.code)}
    facts["why"] = words.word("fizzle", event.code)
    return ("rule" if words.known(event.code) else "because" if facts["why"] else "plain"), facts


@tells(Finished)
def _finished(words: Words, event: Finished) -> Told:
    why = event.why
    if event.result == "draw":
        why = {"last_company": "nobody", "agreed": "agreed"}.get(why, "even")
    facts = {"result": words.seat(event.result), "why": words.word("why", why, words.word("why", "plain"))}
    if why == "resigned":
        return "resigned", {**facts, "loser": words.seat(next((s for s in words.state.seats if s != event.result), ""))}
    return ("draw" if event.result == "draw" else "plain"), facts


# --- dice ---------------------------------------------------------------------------------------------


@tells(DiceRolled)
def _dice_rolled(words: Words, event: DiceRolled) -> Told:
    """A die, told under the name of the engine's own event."""
    attack = event.action in ATTACKS or event.action == "power"
    need = event.need if event.need is not None else None
    kind = event.action if words.word("need", event.action) else "attack"
    roll = words.roll(event.sides, event.faces, event.edge, need, kind)
    facts = {"by": words.who(event.by), "target": words.who(event.target), "roll": roll, "rule": ""}
    if len(event.rules) > 1 and event.rules[1] == "CDC-RRL-01.3":
        facts["rule"], facts["wish"] = words.thing(event.rules[0]), words.who(event.wish)
        return ("forced" if event.wish else "again"), facts
    first = event.rules[0] if event.rules else ""
    if first.startswith("CDC-DEP-04"):
        return "bid", facts
    if first.startswith("CDC-DEP-02"):
        if event.throw:
            facts["roll"] = words.throw(event.throw)
        return ("quiet" if 0 < len(event.throw) < len(DEPLOY_DICE) else "deploy"), facts
    if first.startswith("CDC-DEP-01"):
        return "access", facts
    if attack and event.target and event.edge is not None:
        return "attack", facts
    if not event.action:
        return _thrown_for(words, first), {**facts, "rule": words.thing(first)}
    return (event.action if event.action in ("test", "threshold") else "plain"), facts


def _dice(words: Words, event: DiceGained | DiceLost) -> Told:
    """Dice that come or go; what every turn brings to everybody is not told."""
    usual = event.why == "new_turn" or (event.why == "deal" and event.dice == DEAL) or event.rules == OF_THE_DEAD
    cause = event.rules[0] if event.rules else ""
    facts = {**facts_of(words, event), "rule": words.thing(cause)}
    plain = event.why != "deal" and not words.known(cause)
    return ("quiet" if usual else "plain" if plain else event.why), facts


tells(DiceGained)(_dice)
tells(DiceLost)(_dice)


# --- actions ------------------------------------------------------------------------------------------


@tells(TookPart)
def _took_part(words: Words, event: TookPart) -> Told:
    facts = facts_of(words, event)
    facts["spent"] = words.say("part.spent", dice=event.dice) if event.dice else ""
    facts["rule"] = words.thing(next((rule for rule in event.rules if words.library.name(rule, "it") != rule), ""))
    variant = event.action
    if variant in ("ability", "power") and facts["rule"] == words.thing(""):
        facts["rule"] = words.act(variant)
    return variant, facts


@tells(Moved)
def _moved(words: Words, event: Moved) -> Told:
    dx, dy = event.x - event.from_x, event.y - event.from_y
    facts = facts_of(words, event)
    facts["distance"] = round_to(isqrt(dx * dx + dy * dy))
    facts["height"], facts["at"], facts["by"] = event.z, words.at(event.x, event.y), _by(words, event)
    return ("still" if not (dx or dy) and event.how not in UPRIGHT else event.how), facts


@tells(Placed)
def _placed(words: Words, event: Placed) -> Told:
    return "plain", {**facts_of(words, event), "at": words.at(event.x, event.y)}


@tells(Missed)
def _missed(words: Words, event: Missed) -> Told:
    facts = facts_of(words, event)
    facts["piece"] = words.piece(event.target)
    facts["tried"] = words.say("part.tried", roll=_roll_of(words, event)) if event.sides else ""
    return _action_form(words, event.action), facts


@tells(Succeeded)
def _succeeded(words: Words, event: Succeeded) -> Told:
    return _action_form(words, event.action), facts_of(words, event)


def _action_form(words: Words, action: str) -> str:
    return "rule" if words.known(action) else action


@tells(HitLanded)
def _hit(words: Words, event: HitLanded) -> Told:
    forms = [name for name, there in (("automatic", event.automatic), ("critical", event.critical)) if there]
    why = "A Terra" if any(rule.startswith("CDC-CND-04") for rule in event.rules) else ""
    named = words.condition(why) if why else words.thing(next(filter(words.is_thing, event.rules), ""))
    facts = {**facts_of(words, event), "roll": _roll_of(words, event), "why": named}
    return "_".join(forms) or "plain", facts


def _roll_of(words: Words, event: Missed | HitLanded) -> str:
    return words.roll(event.sides, event.face, event.edge, event.need)


# --- what fighters suffer -----------------------------------------------------------------------------


@tells(ArmourWorn)
def _armour(words: Words, event: ArmourWorn) -> Told:
    worn = words.say("part.worn", lost=event.lost) if event.lost else ""
    return "plain", {**facts_of(words, event), "worn": worn}


@tells(Hurt)
def _hurt(words: Words, event: Hurt) -> Told:
    facts = facts_of(words, event)
    facts["parts"] = words.damage(event.parts)
    facts["life"] = words.say("part.life", left=event.left) if event.left is not None else ""
    if event.action in ("fall", "terrain"):
        return event.action, facts
    cause = next((rule for rule in event.rules if words.known(rule)), "")
    facts["cause"] = words.thing(cause)
    return ("plain" if event.action in ATTACKS or not cause else "cause"), facts


@tells(Unharmed)
def _unharmed(words: Words, event: Unharmed) -> Told:
    return event.why, {**facts_of(words, event), "why": words.thing(event.why)}


@tells(Died)
def _died(words: Words, event: Died) -> Told:
    killed = event.actor and event.actor != event.it and event.action not in NOBODYS
    return ("killed" if killed else "plain"), facts_of(words, event)


@tells(ConditionGained)
def _condition_gained(words: Words, event: ConditionGained) -> Told:
    return event.condition, {**facts_of(words, event), "by": _by(words, event)}


@tells(ConditionLost)
def _condition_lost(words: Words, event: ConditionLost) -> Told:
    return ("quiet" if event.why == "shifted" else event.why), {**facts_of(words, event), "by": _by(words, event)}


def _with_cause(words: Words, event: Event) -> Told:
    """What is told with the rule by which it came about."""
    variant, facts = plainly(words, event)
    return variant, {**facts, "by": _by(words, event)}


for _kind in (AbilityTaken, ConditionWarded, Returned, Vanished):
    tells(_kind)(_with_cause)


@tells(Healed)
def _healed(words: Words, event: Healed) -> Told:
    return "plain", {**facts_of(words, event), "rule": _by(words, event)}


@tells(ArmourMended)
def _armour_mended(words: Words, event: ArmourMended) -> Told:
    facts = {"it": words.who(event.it), "by": abs(event.by), "rule": _by(words, event)}
    return ("gained" if event.by > 0 else "lost"), facts


@tells(WasLost)
def _was_lost(words: Words, event: WasLost) -> Told:
    figure = words.state.figures.get(event.it)
    owner = words.who(figure.image) if figure is not None else ""
    return event.why, {**facts_of(words, event), "by": _by(words, event), "owner": owner}


@tells(TestDeclined)
def _test_declined(words: Words, event: TestDeclined) -> Told:
    return event.why, {**facts_of(words, event), "kind": words.word("test", event.kind)}


@tells(TestEnded)
def _test_ended(words: Words, event: TestEnded) -> Told:
    return ("passed" if event.passed else "failed"), {**facts_of(words, event), "kind": words.word("test", event.kind)}


@tells(PowerWarded)
def _power_warded(words: Words, event: PowerWarded) -> Told:
    return event.why, {"it": words.who(event.it), "power": words.thing(event.power)}


@tells(PointsChanged)
def _points(words: Words, event: PointsChanged) -> Told:
    facts = {"it": words.who(event.it), "kind": words.word("points", event.kind), "by": abs(event.by)}
    facts["rule"] = _by(words, event)
    return ("gained" if event.by > 0 else "lost" if event.taken else "spent"), facts


@tells(TokensChanged)
def _tokens(words: Words, event: TokensChanged) -> Told:
    facts = {"it": words.who(event.it), "token": words.word("token", event.token, event.token), "by": abs(event.by)}
    pool = any(words.thing(rule) == facts["token"] for rule in event.rules)  # Debello: it has the name of its tokens
    facts["rule"] = "" if pool else _by(words, event)
    pools = [shape.tokens for rule in event.rules if (shape := words.library.abilities.get(rule)) is not None]
    owns = any(event.token in pool for pool in pools)
    return ("gained" if event.by > 0 else "spent" if owns else "lost"), facts


@tells(GearSwapped)
def _gear_swapped(words: Words, event: GearSwapped) -> Told:
    facts = {"it": words.who(event.it), "other": words.who(event.other)}
    return "plain", {**facts, "gave": words.thing(event.gave), "got": words.thing(event.got)}


# --- the battle ---------------------------------------------------------------------------------------


@tells(AccessChosen)
def _access(words: Words, event: AccessChosen) -> Told:
    seats = zip(words.state.seats, event.access, strict=True)
    points = tuple(words.say("part.access", seat=words.seat(seat), at=words.at(*point)) for seat, point in seats)
    return "plain", {"points": points}


@tells(FirstDeployer)
def _first_deployer(words: Words, event: FirstDeployer) -> Told:
    low, high = sorted(event.totals)
    return "plain", {"seat": words.seat(event.seat), "totals": words.say("part.versus", a=low, b=high)}


@tells(HandEnded)
def _hand_ended(words: Words, event: HandEnded) -> Told:
    return (f"{event.why}_last" if event.last else event.why), facts_of(words, event)


@tells(Deviated)
def _deviated(words: Words, event: Deviated) -> Told:
    facts = {**facts_of(words, event), "at": words.at(event.x, event.y)}
    return ("plain" if event.distance else "still"), facts


@tells(GroundChanged)
def _ground(words: Words, event: GroundChanged) -> Told:
    by, piece = _by(words, event), event.piece
    if piece is None:
        was = gone_name(words.state, event.id, words.word("terrain", event.was, event.was), words.lang)
        return ("gone_token" if ":" in event.id else "gone"), {"piece": was or words.piece(event.id), "by": by}
    if event.id.partition(":")[2] in words.state.figures:
        return "quiet", {}  # what a fighter left behind: that is told by itself
    x0, y0, x1, y1 = piece.area.box
    facts = {"piece": piece_name(words.state, piece, words.lang) or words.piece(event.id), "by": by}
    facts["at"] = words.at((x0 + x1) // 2, (y0 + y1) // 2)
    return _how_ground_changed(words, event, piece), facts


def _how_ground_changed(words: Words, event: GroundChanged, piece: Piece) -> str:
    """In which way the table is another now: a token, a line, a crevice, a piece elsewhere or on watch."""
    found = (form for kind, form in NEW_ON_TABLE.items() if kind in piece.kinds and ":" in event.id)
    verbs = (form for verb, form in CHANGED_BY.items() if event.rules and _does(words, event.rules[0], verb))
    return next(iter((*found, *verbs)), "plain")


@tells(CorpseTaken)
def _corpse(words: Words, event: CorpseTaken) -> Told:
    return "plain", {"id": words.who(event.id), "by": _by(words, event)}


@tells(FigureAdded)
def _figure_added(words: Words, event: FigureAdded) -> Told:
    facts = {"figure": words.apart(event.figure.id, event.figure.name, event.figure.name), "by": _by(words, event)}
    return ("image" if event.figure.image else "plain"), {**facts, "owner": words.who(event.figure.image)}


@tells(TokenTaken)
def _token(words: Words, event: TokenTaken) -> Told:
    return "plain", {"it": words.who(event.it), "token": words.token(event.token)}


@tells(Scored)
def _scored(words: Words, event: Scored) -> Told:
    pairs = zip(words.state.seats, event.scores, strict=True)
    return "plain", {"scores": tuple(words.say("part.score", seat=words.seat(seat), n=n) for seat, n in pairs)}


@tells(FigureSet)
def _figure_set(words: Words, event: FigureSet) -> Told:
    field = words.word("field", event.field, words.word("field", "plain"))
    value = event.value if not isinstance(event.value, tuple) else tuple(map(str, event.value))
    return "plain", {"it": words.who(event.it), "field": field, "value": value}

"""Melee and ranged attacks (CDC-ACT-03 to -05) and what follows from a hit."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask
from arbitro.engine.events import Used
from arbitro.engine.forms import Option, Pick, Refusal
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.damage import hurt, lose
from arbitro.rulesets.crepuscolo.dice import sizes_gained
from arbitro.rulesets.crepuscolo.events import HitLanded, ItemSpent, Missed, Unharmed
from arbitro.rulesets.crepuscolo.queries import (
    ATTACK_DIE,
    CRITICAL_FROM,
    DAMAGE,
    MELEE_REACH,
    RANGE,
    REACH,
    RESULT,
    SDS,
    SHOTS,
    battle_of,
    figure_of,
)
from arbitro.rulesets.crepuscolo.state import PRONE, TABLE, Battle, Figure
from arbitro.rulesets.crepuscolo.subjects import MELEE, SHOT, Deed, Hit, Throw
from arbitro.rulesets.crepuscolo.sums import damage_of, edge_of
from arbitro.rulesets.crepuscolo.throws import throw_die

SCREEN = 3 * CM  # CDC-ACT-05.4


def melee_refusal(game: Game, actor: Id, target: Id, within: int = 0) -> Refusal | None:
    """Why a melee attack on a target is not legal: out of reach, or not on the table.

    ``within`` (units) is a longer reach that the attack itself brings (Colpo di Guardia).
    """
    attacker, victim = figure_of(game, actor), figure_of(game, target)
    if victim.status != TABLE or actor == target:
        return Refusal("not_on_table", {"target": target}, ("CDC-ACT-03.2",))
    reach = max(within, MELEE_REACH)
    if attacker.company != victim.company:
        reach = max(reach, game.query(REACH, actor=actor, target=target, weapon=attacker.weapon).value)
    if not ground.within(attacker, victim, reach):
        return Refusal("out_of_reach", {"target": target, "reach": reach}, ("CDC-ACT-03.2",))
    return game.restricted("melee", actor=actor, target=target, weapon=attacker.weapon)


def melee_targets(game: Game, actor: Id) -> list[Id]:
    """Everybody a figure may strike now, allies too (CDC-ACT-03.9)."""
    state = battle_of(game)
    attacker = state.figures[actor]
    got = []
    longest = max(MELEE_REACH, game.query(REACH, actor=actor, target=None, weapon=attacker.weapon).value)
    for figure in state.figures.values():
        if figure.status != TABLE or figure is attacker or not ground.within(attacker, figure, longest):
            continue
        if melee_refusal(game, actor, figure.id) is None:
            got.append(figure.id)
    return got


def is_engaged(state: Battle, figure: Figure) -> bool:
    """True if an enemy is within 1 cm (CDC-MOV-04.1); an image is no fighter and is never held (CDC-PW-102.2)."""
    company = figure.company
    for other in () if figure.image else state.figures.values():
        if (
            other.company != company
            and other.status == TABLE
            and not other.image
            and ground.within(figure, other, ground.ENGAGED)
        ):
            return True
    return False


def engaged(game: Game, figure: Figure) -> bool:
    """`is_engaged`, remembered until somebody moves."""
    near = game.near
    found = near.get(figure.id)
    if found is None:
        found = near[figure.id] = is_engaged(battle_of(game), figure)
    return bool(found)


def can_see(game: Game, viewer: Figure, target: Figure) -> bool:
    """Line of sight, remembered until somebody moves, falls or gets up (CDC-LOS-01.2)."""
    near, key = game.near, (viewer.id, target.id)
    found = near.get(key)
    if found is None:
        state = battle_of(game)
        found = near[key] = ground.sees(state.ground, state.on_table(), viewer, target)
    return bool(found)


def shot_refusal(game: Game, actor: Id, target: Id, weapon: str) -> Refusal | None:
    """Why a ranged attack is not legal; cheap reasons first, sight last (CDC-ACT-05)."""
    state = battle_of(game)
    shooter, victim = state.figures[actor], state.figures[target]
    if victim.status != TABLE or actor == target:
        return Refusal("not_on_table", {"target": target}, ("CDC-ACT-05.5",))
    reach = game.query(RANGE, actor=actor, weapon=weapon).value
    if reach and not ground.within(shooter, victim, reach):
        return Refusal("out_of_range", {"target": target, "range": reach}, ("CDC-ACT-05.5",))
    screen = _screening_ally(state, shooter, victim)
    if screen and not game.enabled("CDC-ACT-05.4", actor=actor, target=target, action=SHOT):
        return Refusal("ally_near_target", {"target": target, "ally": screen}, ("CDC-ACT-05.4",))
    if not can_see(game, shooter, victim):
        return Refusal("no_line_of_sight", {"target": target}, ("CDC-ACT-05.5", "CDC-LOS-01.2"))
    veil = game.immune(target, "sight")
    if veil:
        return Refusal("no_line_of_sight", {"target": target}, ("CDC-ACT-05.5", veil))
    return game.restricted("shot", actor=actor, target=target, weapon=weapon)


def _screening_ally(state: Battle, shooter: Figure, victim: Figure) -> Id:
    """An ally of the shooter, not itself, within 3 cm of the target (CDC-ACT-05.4, .11)."""
    for figure in state.allies(shooter):
        if figure is not victim and ground.within(figure, victim, SCREEN):
            return figure.id
    return ""


def weapon_refusal(game: Game, actor: Id, weapon: str) -> Refusal | None:
    """Why a ranged weapon cannot be used at all now: engaged, spent, or shot already (CDC-EQ-04)."""
    state = battle_of(game)
    figure = state.figures[actor]
    if weapon in figure.used_up:
        return Refusal("used_up", {"weapon": weapon}, (weapon,))
    if engaged(game, figure) and not game.enabled("CDC-ACT-05.3", actor=actor, action=SHOT):
        return Refusal("engaged", {"actor": actor}, ("CDC-ACT-05.3",))
    most = game.query(SHOTS, actor=actor, weapon=weapon).value
    if most and uses_this_turn(game, f"shot/{weapon}/{actor}") >= most:
        return Refusal("already_shot", {"weapon": weapon}, ("CDC-EQ-04.1",))
    return None


def uses_this_turn(game: Game, key: str) -> int:
    """How often something was counted in this turn."""
    use = game.state.uses.get(key)
    return use.n if use and use.scope == game.state.scopes.get("turn", 0) else 0


def melee_attack(
    game: Game, actor: Id, target: Id, sides: int, *, rules: tuple[str, ...] = ("CDC-ACT-03.1",)
) -> Flow[bool]:
    """Strike with a die that is already spent. True if it hit."""
    weapon = figure_of(game, actor).weapon
    return attack(game, actor, target, MELEE, weapon, sides, rules)


def attack(
    game: Game, actor: Id, target: Id, action: str, weapon: str, sides: int, rules: tuple[str, ...]
) -> Flow[bool]:
    """Throw for an attack and carry out what comes of it."""
    throw = aim(game, actor, target, action, weapon, sides)
    need = game.query(SDS, actor=actor, target=target, action=action, weapon=weapon)
    throw.need = need.value
    if before := game.window("aimed", throw):
        yield from before
        if not _both_there(game, actor, target):
            return False
        need = game.query(SDS, actor=actor, target=target, action=action, weapon=weapon)  # they may have moved
        throw.need = need.value
    yield from throw_die(game, throw, (*rules, *throw.rules_of("sides")), need)
    if not _both_there(game, actor, target):
        return False
    if not throw.success:
        clause = "CDC-ACT-03.6" if action == MELEE else "CDC-ACT-05.9"
        missed = Missed(
            actor=actor, target=target, action=action, weapon=weapon, face=throw.face, sides=throw.sides,
            edge=edge_of(throw), need=need, rules=(clause,) if throw.face == 1 else rules,
        )  # fmt: skip
        game.do(missed)
        yield from game.window("missed", throw)
        yield from game.window("acted", Deed(actor, action, target, False))
        return False
    success, inflicted = yield from _hit(game, throw, need)
    yield from game.window("acted", Deed(actor, action, target, success, inflicted))
    return success


def _both_there(game: Game, actor: Id, target: Id) -> bool:
    return figure_of(game, target).status == TABLE and figure_of(game, actor).status == TABLE


def aim(game: Game, actor: Id, target: Id, action: str, weapon: str, sides: int) -> Throw:
    """The throw of an attack before the die falls: its size, bonus, and what makes it critical."""
    die = game.query(ATTACK_DIE, actor=actor, action=action, weapon=weapon, sides=sides)
    sides = die.value
    throw = Throw(actor, action, sides, target, weapon)
    throw.note("sides", die)
    throw.edge = game.query(RESULT, actor=actor, target=target, action=action, weapon=weapon)
    throw.bonus = throw.edge.value
    critical = game.query(CRITICAL_FROM, actor=actor, action=action, weapon=weapon, sides=sides)
    throw.crit_from = critical.value
    throw.note("crit_from", critical)
    record = game.ruleset.records.get(weapon)
    throw.crits = record is None or record.data.get("criticals") != "never"
    throw.auto = action == MELEE and PRONE in figure_of(game, target).conditions
    return throw


def _hit(game: Game, throw: Throw, need: Tally) -> Flow[tuple[bool, int]]:
    """Carry out an attack whose die reached what it needed.

    Returns whether it is a success still (one that a rule annuls is none, CDC-PW-102.3), and the damage it inflicted.
    """
    actor, target = throw.actor, throw.target
    assert target is not None
    if figure_of(game, target).image:
        yield from lose(game, target, "image", ("CDC-PW-102.4",))
        return True, 0
    critical = throw.critical
    landed = HitLanded(
        actor=actor, target=target, action=throw.action, weapon=throw.weapon, face=throw.face,
        critical=critical, automatic=throw.auto, sides=throw.sides, edge=edge_of(throw), need=need,
        rules=tuple(dict.fromkeys((*_why_by_itself(game, throw), *_why_so(throw, critical)))),
    )  # fmt: skip
    game.do(landed)
    yield from game.window("annulling", throw)
    if throw.cancelled:
        game.do(Unharmed(it=target, amount=0, why=throw.cancelled, rules=(throw.cancelled,)))
        return False, 0
    yield from game.window("landing", throw)
    counted = critical and not _spared(game, throw)
    tally = game.query(
        DAMAGE, actor=actor, target=target, action=throw.action, weapon=throw.weapon, critical=counted, face=throw.face
    )
    hit = Hit(throw, max(0, tally.value), counted)
    hit.thrown_critical = critical
    yield from game.window("hit", hit)
    if hit.cancelled:
        game.do(Unharmed(it=target, amount=hit.damage, why=hit.cancelled, rules=(hit.cancelled,)))
        return False, 0
    if hit.critical and not counted:
        tally = _made_critical(game, throw, hit, tally)
    clause = "CDC-ACT-03.4" if throw.action == MELEE else "CDC-ACT-05.7"
    why = (clause, *(line.rule for line in tally.lines), *(rule for rule, _, _ in hit.changed))
    life = figure_of(game, target).life  # damage beyond what kills is lost (CDC-DMG-01)
    suffered = yield from hurt(
        game,
        target,
        hit.damage,
        actor=actor,
        action=throw.action,
        rules=why,
        weapon=throw.weapon,
        parts=damage_of(hit, tally),
    )
    hit.inflicted = min(suffered, life)
    yield from game.window("struck", hit)
    return True, hit.inflicted


def _why_by_itself(game: Game, throw: Throw) -> tuple[str, ...]:
    """The rules by which an attack succeeds whatever its die shows."""
    assert throw.target is not None
    if not throw.auto:
        return ()
    prone = throw.action == MELEE and PRONE in figure_of(game, throw.target).conditions
    return (*(("CDC-CND-04.2",) if prone else ()), *throw.rules_of("auto"))


def _why_so(throw: Throw, critical: bool) -> tuple[str, ...]:
    """Why a hit is a plain one, or critical: by its natural face, or by a rule that made it so."""
    if not critical:
        return ("CDC-ACT-02.2",)
    by_rule = () if throw.face == throw.sides else throw.rules_of("crit_from", "auto_crit")
    return by_rule or ("CDC-ACT-04.1",)


def _spared(game: Game, throw: Throw) -> bool:
    """True if a rule makes the target immune to criticals and this attack may not ignore it (CDC-EQ-85.3)."""
    assert throw.target is not None
    rule = game.immune(throw.target, "critical") or game.immune(throw.target, f"{throw.action}_critical")
    roles = {"actor": throw.actor, "target": throw.target, "action": throw.action, "weapon": throw.weapon}
    return bool(rule) and not game.enabled(rule, **roles)


def _made_critical(game: Game, throw: Throw, hit: Hit, tally: Tally) -> Tally:
    """A rule turns a hit into a critical one: its damage is that of one, unless criticals are barred (CDC-ACT-04.4)."""
    assert throw.target is not None
    hit.critical = throw.crits and not _spared(game, throw)
    if not hit.critical:
        return tally
    more = game.query(
        DAMAGE,
        actor=throw.actor,
        target=throw.target,
        action=throw.action,
        weapon=throw.weapon,
        critical=True,
        face=throw.face,
    )
    hit.damage += more.value - tally.value
    return more


def strike_again(game: Game, me: Id, sides: int, rule: str, may_pass: bool) -> Flow[None]:
    """Use a die that a hit gave for another melee attack; it is lost if nobody is in reach (CDC-EQ-11.3 to .6).

    Nobody has to strike an ally: where no enemy is in reach the die may be given up.
    """
    if figure_of(game, me).status != TABLE or PRONE in figure_of(game, me).conditions:
        return
    targets = melee_targets(game, me)
    if not targets:
        return
    (sides,) = sizes_gained(game, me, (sides,))
    foes = [t for t in targets if figure_of(game, t).company != figure_of(game, me).company]
    may_pass = may_pass or not foes
    target: Value = targets[0]
    if len(targets) > 1 or may_pass:
        keys = (*targets, *(("pass",) if may_pass else ()))
        form = Pick(tuple(Option(key) for key in keys), default=foes[0] if foes else "pass", level="target")
        about = {"rule": rule, "actor": me, "action": MELEE, "die": sides}
        target = yield from ask("extra_attack", game.controller(me), form, about)
    if target != "pass":
        game.do(Used(key=f"melee/{me}", scope="turn", rules=("CDC-ACT-03.1", rule)))
        yield from melee_attack(game, me, target, sides, rules=("CDC-ACT-03.1", rule))


def ranged_weapons(game: Game, figure: Figure) -> tuple[str, ...]:
    """The ranged weapons with which a figure makes ranged attacks (the flamethrower is another action)."""
    records = game.ruleset.records
    return tuple(weapon for weapon in figure.ranged if not records[weapon].data.get("area"))


def count_shot(game: Game, actor: Id, weapon: str) -> None:
    """Count a shot of this turn; a weapon of one use is used up (CDC-EQ-04, CDC-EQ-53.3)."""
    game.do(Used(key=f"shot/{weapon}/{actor}", scope="turn", rules=("CDC-EQ-04.2",)))
    if game.ruleset.records[weapon].data.get("once_per_game"):
        game.do(ItemSpent(it=actor, item=weapon, rules=(weapon,)))

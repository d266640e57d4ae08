"""The numbers that rules may change, and the order in which they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arbitro.engine.vocabulary import Query, Roles
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo.state import CONTROL, Battle, Figure

if TYPE_CHECKING:
    from arbitro.engine.game import Game
    from arbitro.engine.records import Record

SDS_BASE = 4  # CDC-ACT-03.3, CDC-ACT-05.6, CDC-ACT-12.3, CDC-TST-01.2
MELEE_REACH = CM  # CDC-ACT-03.2
BOUNDS = (("set", "set"), ("add", "add"), ("times", "times"), ("extra", "add"), ("floor", "floor"), ("cap", "cap"),
          ("lock", "lock"))  # fmt: skip


def battle_of(game: Game) -> Battle:
    """The state of a game, as the battle it is."""
    return game.state  # type: ignore[return-value]


def figure_of(game: Game, it: str) -> Figure:
    """The figure of an id."""
    return game.state.figures[it]  # type: ignore[no-any-return, attr-defined]


def commanded(game: Game, seat: str) -> list[Figure]:
    """The figures on the table to which a seat gives orders now; remembered until somebody moves."""
    state = battle_of(game)
    if state.effects and _handed_out(game):
        return state.commanded(seat)
    key, figures = ("company", seat), state.figures
    ids: list[str] | None = game.near.get(key)
    if ids is None:
        found = state.of(seat)
        game.near[key] = [figure.id for figure in found]
        return found
    return [figures[it] for it in ids]


def _handed_out(game: Game) -> bool:
    """Whether an effect hands any figure to another seat."""
    found = game.forces.get((CONTROL,))
    if found is None:
        effects = game.state.effects.values()
        found = game.forces[(CONTROL,)] = any(effect.keep and effect.keep[-1][0] == CONTROL for effect in effects)
    return bool(found)


def _stat(name: str) -> Query:
    """A characteristic: printed value, then bonuses; it never goes below 0 (CDC-CMP-03.5)."""
    return Query(
        name,
        ("figure", "foe", "action", "weapon"),
        lambda game, roles: int(getattr(figure_of(game, roles["figure"]), name)),
        BOUNDS,
    )


RES, CMB, PRE, DAN, VOL, DES = (_stat(name) for name in ("res", "cmb", "pre", "dan", "vol", "des"))
STATS = {query.name: query for query in (RES, CMB, PRE, DAN, VOL, DES)}

SDS = Query("sds", ("actor", "target", "action", "weapon"), lambda game, roles: SDS_BASE, BOUNDS)
"""Threshold of an attack or power: modifiers are added, then floors and caps (CDC-ACT-26.1)."""
SDS_TEST = Query("sds_test", ("figure", "test_kind", "against", "inflicter"), lambda game, roles: SDS_BASE, BOUNDS)
"""Threshold of a test (CDC-TST-01.2); against a condition about to be received, ``inflicter`` is who inflicts it."""
RESULT = Query("result", ("actor", "target", "action", "weapon"), lambda game, roles: _edge(game, roles), BOUNDS)
"""What is added to the face of an attack's die (CDC-ACT-03.5, CDC-ACT-05.8)."""
DAMAGE = Query(
    "damage",
    ("actor", "target", "action", "weapon", "critical", "face"),
    lambda game, roles: _weapon_damage(game, roles),
    (("profile", "add"), ("doubled", "times"), ("extra", "add"), ("floor", "floor"), ("cap", "cap")),
)
"""Damage of a hit: profile, doubling, everything more (CDC-DMG-04.1 to .3)."""
TAKEN = Query("taken", ("it", "actor", "action", "weapon", "amount"), lambda game, roles: int(roles["amount"]), BOUNDS)
"""Damage as its bearer suffers it, before armour (CDC-DMG-04.4)."""
REACH = Query("reach", ("actor", "target", "weapon"), lambda game, roles: _weapon_reach(game, roles), BOUNDS)
"""Reach of a melee attack, in units; weapons lengthen it against enemies only (CDC-ACT-03.11)."""
RANGE = Query("range", ("actor", "weapon"), lambda game, roles: _weapon_range(game, roles), BOUNDS)
"""Range of a ranged weapon, in units."""
DDA = Query("dda", ("figure",), lambda game, roles: int(roles["base"]), BOUNDS)
"""Climbing difficulty as a figure meets it (CDC-TAB-06.8)."""
SHOTS = Query("shots", ("actor", "weapon"), lambda game, roles: _weapon_shots(game, roles), BOUNDS)
"""Ranged attacks a turn with a weapon; 0 means no limit (CDC-EQ-04)."""
PROTECTION = Query(
    "protection", ("it", "actor", "action", "weapon"), lambda game, roles: _armour_protection(game, roles), BOUNDS
)
"""Points that armour takes off a damaging hit (CDC-DMG-03.3)."""
STOPPED = Query("stopped", ("figure",), lambda game, roles: 0, BOUNDS)
"""Points of a damage, after armour, that rules of its bearer take away by themselves (CDC-PW-060.4)."""
WEAR = Query("wear", ("it", "actor", "action", "weapon"), lambda game, roles: 1, BOUNDS)
"""Resistenza that armour loses when it protects (CDC-DMG-03.3)."""
ARMOUR = Query("armour", ("figure",), lambda game, roles: _armour_resistance(game, roles), BOUNDS)
"""Resistenza that armour starts with."""
STRIDE = Query("stride", ("actor", "action", "toward"), lambda game, roles: 0, BOUNDS)
"""Length added to a distance whatever the ground, in units; ``toward``: the figure straight to which a move leads."""
DEALT = Query("dealt", ("figure", "sides"), lambda game, roles: 1, BOUNDS)
"""How many dice of a size are dealt at the start of a turn (CDC-TRN-08.3)."""
ATTACK_DIE = Query(
    "attack_die", ("actor", "action", "weapon", "sides"), lambda game, roles: int(roles["sides"]), BOUNDS
)
"""Size of the die rolled for the die spent (CDC-EQ-82)."""
CRITICAL_FROM = Query(
    "critical_from", ("actor", "action", "weapon", "sides"), lambda game, roles: int(roles["sides"]), BOUNDS
)
"""Lowest natural face that is a critical hit (CDC-ACT-03.7)."""

AURA_REACH = Query("aura_reach", ("figure", "aura", "base"), lambda game, roles: int(roles["base"]), BOUNDS)
"""How far an aura reaches towards a figure, in cm (CDC-AB-126)."""
PACE = Query("pace", ("actor", "action", "face"), lambda game, roles: int(roles["face"]), BOUNDS)
"""What a die for a distance counts for, before it is multiplied (CDC-AB-134)."""
CLEAR_OF_ACCESS = Query("clear_of_access", ("figure",), lambda game, roles: 0, BOUNDS)
"""How far from the other access point one that may be deployed anywhere stays, in cm (CDC-AB-034.2)."""
CLEAR_OF_FOES = Query("clear_of_foes", ("figure",), lambda game, roles: 0, BOUNDS)
"""How far from enemies one that may be deployed anywhere stays, in cm (CDC-AB-034.3)."""

QUERIES = {
    query.name: query
    for query in (
        *STATS.values(), SDS, SDS_TEST, RESULT, DAMAGE, TAKEN, REACH, RANGE, DDA, SHOTS, PROTECTION, STOPPED, WEAR,
        ARMOUR, STRIDE, DEALT, ATTACK_DIE, CRITICAL_FROM,
        AURA_REACH, PACE, CLEAR_OF_ACCESS, CLEAR_OF_FOES,
    )
}  # fmt: skip


def stat(game: Game, it: str, name: str) -> int:
    """A characteristic of a figure as it is now, bonuses included, never below 0."""
    return max(0, game.query(STATS[name], figure=it, foe=None, action=None, weapon=None).value)


def reach_of_aura(game: Game, rule: str, it: str, cm: int) -> int:
    """How far an aura of ``cm`` reaches towards a figure, in cm."""
    if not game.modified(AURA_REACH.name):
        return cm
    return game.query(AURA_REACH, figure=it, aura=rule, base=cm).value


def _edge(game: Game, roles: Roles) -> int:
    """+1 where Combattimento (Precisione) is strictly higher than the target's Combattimento (Destrezza)."""
    actor, target, weapon = roles["actor"], roles["target"], roles["weapon"]
    if target is None:
        return 0
    if roles["action"] == "melee":
        mine = game.query(CMB, figure=actor, foe=target, action="melee", weapon=weapon).value
        theirs = game.query(CMB, figure=target, foe=actor, action="attacked", weapon=weapon).value
        return 1 if max(0, mine) > max(0, theirs) else 0
    if roles["action"] == "shot":
        return 1 if stat(game, actor, "pre") > stat(game, target, "des") else 0
    return 0


def _weapon_damage(game: Game, roles: Roles) -> int:
    if roles["action"] == "melee":
        return stat(game, roles["actor"], "dan")
    item = game.ruleset.records.get(roles["weapon"])
    return int(item.data["damage"]) if item is not None else 0


def _weapon_reach(game: Game, roles: Roles) -> int:
    item = game.ruleset.records.get(roles["weapon"])
    return max(MELEE_REACH, int(item.data["reach"])) if item is not None else MELEE_REACH


def _weapon_range(game: Game, roles: Roles) -> int:
    found = game.ruleset.records[roles["weapon"]].data["range"]
    return int(found)


def _weapon_shots(game: Game, roles: Roles) -> int:
    return int(game.ruleset.records[roles["weapon"]].data["shots"])


def armour_of(game: Game, it: str) -> str:
    """The armour a figure wears, or ``""``."""
    records = game.ruleset.records
    return next((i for i in figure_of(game, it).items if records[i].data.get("type") == "armour"), "")


def _armour_protection(game: Game, roles: Roles) -> int:
    worn = armour_of(game, roles["it"])
    return int(game.ruleset.records[worn].data["protection"]) if worn else 0


def _armour_resistance(game: Game, roles: Roles) -> int:
    worn = armour_of(game, roles["figure"])
    return int(game.ruleset.records[worn].data["resistance"]) if worn else 0


def plain_bonus(records: Mapping[str, Record], rule: str, number: str) -> int:
    """What one item or ability adds to a number of its bearer, whatever happens."""
    record = records.get(rule)
    lines = record.always if record is not None else ()
    plain = [line for line in lines if line.kind == "modify" and line.name == number and line.when is None]
    return sum(line.amount(None, {}) for line in plain if line.amount is not None)  # type: ignore[arg-type]

"""Impaired, enhanced, neither, or with bare hands: which die an attack rolls, and why (CRN-MOD-01 to -03)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.queries import DIE, ENHANCED, IMPAIRED, enhanced_by, impaired_by
from arbitro.rulesets.cairn.state import ENHANCED_DIE, IMPAIRED_DIE, UNARMED

IMPAIRED_, ENHANCED_, PLAIN, BARE = "impaired", "enhanced", "", "unarmed"
EDGE_RULES: dict[str, tuple[RuleId, ...]] = {
    IMPAIRED_: ("CRN-MOD-01.2",), ENHANCED_: ("CRN-MOD-03.2",), PLAIN: (), BARE: ("CRN-MOD-02.1",),
}  # fmt: skip


def edge_of(game: Game, actor: Id, target: Id, weapon: str) -> str:
    """Whether an attack is impaired, enhanced, both (then neither), or made with bare hands (CRN-MOD-01 to -03)."""
    if weapon == UNARMED:
        return BARE
    impaired = game.query(IMPAIRED, actor=actor, target=target, weapon=weapon).value > 0
    enhanced = game.query(ENHANCED, actor=actor, target=target, weapon=weapon).value > 0
    return PLAIN if impaired == enhanced else IMPAIRED_ if impaired else ENHANCED_


def die_of(game: Game, actor: Id, weapon: str, sides: int, edge: str) -> int:
    """One die of a weapon: its own, or the d4 or d12 that stands for it."""
    if edge in (IMPAIRED_, BARE):
        return IMPAIRED_DIE
    if edge == ENHANCED_:
        return ENHANCED_DIE
    return max(2, game.query(DIE, actor=actor, weapon=weapon, sides=sides).value)


def why_of(game: Game, actor: Id, target: Id, weapon: str, edge: str) -> tuple[RuleId, ...]:
    """What made an attack impaired or enhanced: clauses, conditions and whatever else said so."""
    if edge not in (IMPAIRED_, ENHANCED_):
        return ()
    query, book = (IMPAIRED, impaired_by) if edge == IMPAIRED_ else (ENHANCED, enhanced_by)
    roles = {"actor": actor, "target": target, "weapon": weapon}
    lines = game.query(query, **roles).lines
    return tuple(dict.fromkeys((*book(game, roles), *(line.rule for line in lines if line.counted))))

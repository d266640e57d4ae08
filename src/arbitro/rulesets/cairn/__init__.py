"""Cairn, second edition: the base rules, their procedures, and what play needs from the published guide."""

from arbitro.rulesets.cairn.ruleset import RULESET

__all__ = ["RULESET"]

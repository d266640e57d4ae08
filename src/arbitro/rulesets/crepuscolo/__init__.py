"""Cronache del Crepuscolo: `RULESET` is registered under the entry point ``arbitro.rulesets``."""

from arbitro.rulesets.crepuscolo.ruleset import RULESET

__all__ = ["RULESET"]

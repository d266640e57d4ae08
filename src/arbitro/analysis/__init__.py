"""What is likely: odds of the rule code itself."""

from arbitro.analysis.attacks import AttackOdds, attack_odds, melee_duel
from arbitro.analysis.weighing import Weighed, weigh

__all__ = ["AttackOdds", "Weighed", "attack_odds", "melee_duel", "weigh"]

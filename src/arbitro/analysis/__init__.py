"""What is likely: odds of the rule code itself."""

from arbitro.analysis.attacks import AttackOdds, attack_odds, melee_duel

__all__ = ["AttackOdds", "attack_odds", "melee_duel"]

"""Exact plane geometry of bases and scenery in integer units (1 = 0.01 mm); knows no ruleset."""

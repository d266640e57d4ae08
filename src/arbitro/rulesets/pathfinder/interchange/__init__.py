"""Creatures of other programs and books as records of ours: stat blocks pasted as text, and actors of Foundry (pf1)."""

from arbitro.rulesets.pathfinder.interchange.exchange import import_text, recognises

__all__ = ["import_text", "recognises"]

"""Verbs: orders from another player."""

"""Verbs: attacks at once, and moves with a given die."""

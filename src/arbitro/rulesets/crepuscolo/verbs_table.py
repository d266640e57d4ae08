"""Verbs: what changes the table."""

"""Verbs: powers, tokens and summons."""

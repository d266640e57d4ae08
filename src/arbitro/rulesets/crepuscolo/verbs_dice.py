"""Verbs: dice sharing, giving and exchanging."""

"""Verbs: arrivals and equipment."""

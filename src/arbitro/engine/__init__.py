"""The engine: flows that ask, games that can be answered, undone, forked, saved and replayed.

It knows no ruleset by name; see `arbitro.engine.ruleset`.
"""

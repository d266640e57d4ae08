"""Pathfinder, first edition: the combat chapter on the grid.

Where things go: `shapes` records, `content` packs, `state` and `events`; `lookups arms ground sight
threat numbers` what is so; `harm saves attacks` what follows from a blow.
"""

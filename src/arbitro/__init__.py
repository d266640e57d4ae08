"""A referee for tabletop battles: it plays, explains and measures them, rule by rule."""

"""Characters and monsters in the JSON of other programs, and back: Foundry's Cairn system, and Kettlewright.

`exchange` is the way in. A creature of ours becomes a `Being` (plain words and numbers, no ids: `outward`), which
`foundry` and `kettlewright` write in their shape; on the way back they read a Being, and `inward` finds our records
behind its words, or makes new ones. Nothing is dropped in silence: see `losses`.
"""

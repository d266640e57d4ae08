"""The table in pictures: characters for a terminal, SVG for everything else."""

from __future__ import annotations

from arbitro.content.errors import Lang
from arbitro.engine.state import State
from arbitro.rulesets.crepuscolo import _picture_svg, _picture_text
from arbitro.rulesets.crepuscolo._picture_words import Words
from arbitro.rulesets.crepuscolo.state import Battle


class Picture:
    """Mixin of the ruleset: the maps of `TabletopRuleset`."""

    def map_text(self, state: State, lang: Lang, width: int = 78) -> str:
        """The table in characters, at most ``width`` wide (at least 40), with its legend."""
        assert isinstance(state, Battle)
        return _picture_text.draw(state, Words(lang), width)

    def map_svg(self, state: State, lang: Lang) -> str:
        """The table as an SVG drawing; the same state gives the same text."""
        assert isinstance(state, Battle)
        return _picture_svg.draw(state, Words(lang))

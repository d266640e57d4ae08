"""What the page shows of a battle and asks about it: scenes, journal lines, overlays, odds, the building of rosters."""

from __future__ import annotations

from functools import cached_property

from arbitro.content.errors import Lang
from arbitro.content.scene import Scene
from arbitro.engine.state import State
from arbitro.engine.values import Seat
from arbitro.rulesets.crepuscolo import _scene_board, _scene_figures, _scene_marks
from arbitro.rulesets.crepuscolo.state import Battle
from arbitro.rulesets.crepuscolo.voice import Voice


class Screen(Voice):
    """Mixin of the ruleset: everything that the page draws."""

    @cached_property
    def _views(self) -> _scene_figures.Views:
        return {}

    def scene(self, state: State, seat: Seat, lang: Lang) -> Scene:
        assert isinstance(state, Battle)
        words = self.words(state, lang)
        return Scene(
            standing=self.standing(state, lang),
            sides=_scene_marks.sides(words),
            figures=_scene_figures.figures(words, self._views),
            chips=_scene_marks.chips(words),
            board=_scene_board.board(state.ground, lang),
            marks=_scene_marks.marks(words),
            result=_scene_marks.result(words),
        )

"""What the page shows of a battle and asks about it: scenes, journal lines, overlays, odds, the building of rosters."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.scene import Point, Scene, Stage
from arbitro.engine.forms import Form, Option
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.crepuscolo import _scene_board, _scene_figures, _scene_hints, _scene_marks, _scene_stage
from arbitro.rulesets.crepuscolo.state import Battle
from arbitro.rulesets.crepuscolo.voice import Voice


class Screen(Voice):
    """Mixin of the ruleset: everything that the page draws."""

    @cached_property
    def _views(self) -> _scene_figures.Views:
        return {}

    def hint(self, game: Game, level: str, option: Option, path: tuple[Value, ...], lang: Lang) -> str:
        return _scene_hints.hint(self.words(game.state, lang), game, level, option, path)

    def stands_for(self, state: State, level: str, option: Option) -> tuple[Id, Point | None]:
        assert isinstance(state, Battle)
        return _scene_stage.stands_for(state, level, option)

    def stage(self, game: Game, seat: Seat, form: Form, about: dict[str, Any], lang: Lang) -> Stage:
        return _scene_stage.stage(self.words(game.state, lang), game, form, about)

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

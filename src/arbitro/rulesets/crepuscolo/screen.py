"""What the page shows of a battle and asks about it: scenes, journal lines, overlays, odds, the building of rosters."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.scene import Entry, Outlook, Point, Probe, Scene, Spotlight, Stage
from arbitro.content.tabletop import Kit, RosterReport
from arbitro.engine.events import Event
from arbitro.engine.forms import Form, Option
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.crepuscolo import (
    _scene_board,
    _scene_entry,
    _scene_figures,
    _scene_hints,
    _scene_kit,
    _scene_light,
    _scene_marks,
    _scene_probe,
    _scene_stage,
    _voice_odds,
    rosterfile,
)
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.ground import Ground
from arbitro.rulesets.crepuscolo.state import Battle
from arbitro.rulesets.crepuscolo.voice import Voice, catalogue

NOWHERE = Battle(ground=Ground(0, 0))
"""A battle of nobody, for words that are about none."""


class Screen(Voice):
    """Mixin of the ruleset: everything that the page draws."""

    @cached_property
    def _views(self) -> _scene_figures.Views:
        return {}

    @cached_property
    def _kits(self) -> dict[Lang, Kit]:
        return {}

    def judge_roster(self, text: str) -> RosterReport:
        return rosterfile.report_of_text(text, self.library)

    def roster_kit(self, lang: Lang) -> Kit:
        found = self._kits.get(lang)
        if found is None:
            found = self._kits[lang] = _scene_kit.kit(Words(catalogue(), self.library, NOWHERE, lang))
        return found

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
        marks = _scene_marks.marks(words)
        return Scene(
            standing=self.standing(state, lang),
            sides=_scene_marks.sides(words),
            figures=_scene_figures.figures(words, self._views),
            chips=_scene_marks.chips(words),
            board=_scene_board.board(state, lang, (mark.kind for mark in marks)),
            marks=marks,
            result=_scene_marks.result(words),
        )

    def entry(self, state: State, event: Event, at: int, lang: Lang) -> Entry | None:
        return _scene_entry.entry(self.words(state, lang), event, at, self.heading(event))

    def spotlight(self, game: Game, seat: Seat, figure: str, lang: Lang) -> Spotlight:
        return _scene_light.spotlight(self.words(game.state, lang), game, seat, figure)

    def gaze(self, game: Game, figure: Id) -> Callable[[Point], bool] | None:
        return _scene_light.gaze(game, figure)

    def probe(self, game: Game, seat: Seat, value: Value, lang: Lang) -> Probe:
        return _scene_probe.probe(self.words(game.state, lang), game, seat, value)

    def outlook(self, game: Game, seat: Seat, value: Value, lang: Lang) -> Outlook:
        return _voice_odds.outlook(self.words(game.state, lang), game, seat, value)

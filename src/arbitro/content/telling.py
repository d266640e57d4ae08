"""How a game whose events tell themselves speaks: sentences, headings, questions, choices, reasons."""

from __future__ import annotations

from typing import Any, ClassVar

from arbitro.content.desklabels import DeskLabels
from arbitro.content.errors import Lang
from arbitro.content.packgame import L, PackGame
from arbitro.content.speech import Naming
from arbitro.dice.notation import NotationError
from arbitro.dice.notation_words import explain
from arbitro.engine.events import Event
from arbitro.engine.forms import Option, Refusal
from arbitro.engine.state import State
from arbitro.engine.values import Value

MOST_OFFERED = 8
"""Of so many choices at the most people are told where they have made another."""


class Telling(PackGame[L]):
    """What the words of a game tell; a game says what only its own choices are called."""

    headings: ClassVar[tuple[tuple[type[Event], int], ...]]
    """Events that stand above others in a journal, and how high: 1 the highest."""
    desk_words: ClassVar[type[DeskLabels]]
    """What labels the commands of its desk."""

    def words(self, state: State, lang: Lang) -> Naming[Any, Any]:
        """The words of a language about a game."""
        raise NotImplementedError

    def option_label(self, words: Any, level: str, key: Value, option: Option | None = None) -> str:
        """What a choice is called at a level of a form; ``option``: with its facts, where they are known."""
        raise NotImplementedError

    def sentence(self, state: State, event: Event, lang: Lang) -> str:
        return self.words(state, lang).tell(event)

    def heading(self, event: Event) -> int:
        return next((rank for kind, rank in self.headings if isinstance(event, kind)), 0)

    def question(self, state: State, kind: str, about: dict[str, Any], lang: Lang) -> str:
        words = self.words(state, lang)
        variant = str(about.get("window") or about.get("as") or "plain")
        keys = (f"question.{kind}.{variant}", f"question.{kind}.plain", f"question.{kind}", "question.plain")
        return words.say_one_of(keys, **words.in_words(about))

    def level(self, state: State, level: str, lang: Lang) -> str:
        return self.words(state, lang).say_one_of((f"level.{level}", "level.plain"))

    def choice(self, state: State, level: str, option: Option, lang: Lang) -> str:
        return self.option_label(self.words(state, lang), level, option.key, option)

    def reason(self, state: State, refusal: Refusal, lang: Lang) -> str:
        words = self.words(state, lang)
        if refusal.code.startswith("desk_"):
            return self.desk_words(words).reason(refusal)
        if refusal.code == "notation":
            error = NotationError(str(refusal.facts["code"]), str(refusal.facts["text"]), int(refusal.facts["at"]))
            return explain(error, lang)
        facts = words.in_words(refusal.facts)
        if refusal.code == "not_offered":
            level, offered = str(refusal.facts.get("level", "")), refusal.facts.get("offered", ())
            facts["value"] = self.option_label(words, level, refusal.facts.get("value"))
            facts["offered"] = tuple(self.option_label(words, level, key) for key in offered[:MOST_OFFERED])
        return words.say_one_of((f"refusal.{refusal.code}", "refusal.plain"), **facts)


__all__ = ["Telling"]

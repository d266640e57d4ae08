"""Why the server refuses something: a code for programs, and the sentence that people read."""

from __future__ import annotations

from typing import Any

from arbitro.content.errors import Lang
from arbitro.engine.values import RuleId
from arbitro.web.words import say

STATUS = {
    "not_found": 404,
    "no_token": 401,
    "wrong_token": 403,
    "not_your_seat": 403,
    "door": 401,
    "wrong_password": 403,
    "wrong_origin": 403,
    "wrong_host": 400,
    "too_fast": 429,
    "too_big": 413,
    "no_campaign": 404,
    "no_desk": 404,
    "no_encounter": 404,
    "no_rule": 404,
    "no_run": 404,
    "no_ruleset": 404,
    "no_characters": 404,
    "spectator": 403,
    "changed_meanwhile": 409,
    "desk_secrets": 403,
    "stale": 409,
    "not_over": 409,
    "busy": 503,
    "broken": 500,
}
"""HTTP status by code; 400 for all others."""


class Unwilling(Exception):
    """The server does not do it; nothing has changed.

    Attributes:
        code: for programs; also the key of the sentence, if ``text`` does not bring its own.
        facts: what the sentence names.
        rules: the clauses it rests on.
    """

    def __init__(self, code: str, text: str = "", rules: tuple[RuleId, ...] = (), **facts: Any) -> None:
        super().__init__(code)
        self.code, self.rules, self.facts, self._text = code, rules, facts, text

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS.get(self.code, 400)

    def text(self, lang: Lang) -> str:
        """What it says to people."""
        return self._text or say(lang, f"refused.{self.code}", **self.facts)

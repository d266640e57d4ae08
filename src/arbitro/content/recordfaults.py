"""Faults of a record's lines in the words of both languages."""

from __future__ import annotations

from arbitro.content.errors import Problem
from arbitro.content.packs import Source
from arbitro.engine.records import RecordError

_SAYS = {
    "verb": ("«{word}» non è un verbo", '"{word}" is no verb'),
    "unknown": ("«{word}» non è conosciuto qui", '"{word}" is not known here'),
    "expr_name": ("«{word}» non è un nome che valga qui", '"{word}" means nothing here'),
    "expr_fact": ("«{word}» non è un fatto conosciuto", '"{word}" is no known fact'),
    "expr_stat": ("«{word}» non è una caratteristica", '"{word}" is no characteristic'),
    "expr_syntax": ("l'espressione «{word}» non si legge", 'the expression "{word}" cannot be read'),
}


def record_problem(source: Source | None, error: RecordError) -> Problem:
    """What is wrong with a record, at its place; ``source`` None: it was made of another one."""
    code = "unknown" if error.code.startswith("unknown_") else error.code
    it, en = _SAYS.get(code, ("«{word}» non va bene qui ({code})", '"{word}" will not do here ({code})'))
    facts = {"word": error.word, "code": error.code.replace("_", " ")}
    it, en = it.format(**facts), en.format(**facts)
    if error.expected and not error.near:
        it, en = f"{it}; atteso: {error.expected[:200]}", f"{en}; expected: {error.expected[:200]}"
    if source is None:
        return Problem(error.code, 0, 0, ".".join(map(str, error.path)), it, en, error.near)
    return source.problem(error.path, it, en, error.near)

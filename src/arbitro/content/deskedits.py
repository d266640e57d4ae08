"""Overruling: whether a value may be set, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.content.desk import CHOICE, FLAG, NUMBER, TEXT
from arbitro.content.deskview import Field
from arbitro.engine.asks import Refused
from arbitro.engine.forms import Refusal
from arbitro.engine.values import Value


def checked(fields: Sequence[Field], name: str, value: Value) -> Value:
    """The value as it is set.

    Args:
        fields: what may be set; a flag is true or false here.

    Raises:
        Refused: ``desk_no_edit`` (no such field), ``desk_number``, ``desk_edit_text``, ``desk_edit`` (no such choice).
    """
    field = next((field for field in fields if field.name == name), None)
    if field is None:
        raise Refused(Refusal("desk_no_edit", {"field": name, "fields": tuple(one.name for one in fields)}))
    whole = isinstance(value, int) and not isinstance(value, bool)
    good = {
        NUMBER: whole and field.lo <= value <= field.hi,
        FLAG: isinstance(value, bool),
        TEXT: isinstance(value, str) and 0 < len(value.strip()) <= field.longest and value.isprintable(),
        CHOICE: any(choice.key == value for choice in field.choices),
    }[field.kind]
    if good:
        return value.strip() if isinstance(value, str) else value
    if field.kind == NUMBER:
        raise Refused(Refusal("desk_number", {"field": name, "lo": field.lo, "hi": field.hi}))
    if field.kind == TEXT:
        raise Refused(Refusal("desk_edit_text", {"field": name, "longest": field.longest}))
    choices = (True, False) if field.kind == FLAG else tuple(choice.key for choice in field.choices)
    raise Refused(Refusal("desk_edit", {"field": name, "value": value, "choices": choices}))


__all__ = ["checked"]

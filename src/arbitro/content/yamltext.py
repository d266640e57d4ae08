"""Writes party files: what people keep and edit, one line a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


def text_of(head: Mapping[str, Any], members: Sequence[Mapping[str, Any]], comment: str = "") -> str:
    """A party's text: a comment, the head, and of every member one line a key.

    >>> print(text_of({"party": "noi"}, [{"sheet": "ranger", "hp": 7}]), end="")
    party: "noi"
    members:
      - sheet: "ranger"
        hp: 7
    """
    lines = [comment.rstrip("\n")] if comment else []
    lines += [f"{key}: {flow(value)}" for key, value in head.items() if value]
    lines.append("members:")
    for member in members:
        keys = [f"{key}: {flow(value)}" for key, value in member.items()]
        lines += [
            f"{'  - ' if first else '    '}{line}" for first, line in zip((True, *[False] * 99), keys, strict=False)
        ]
    return "\n".join(lines) + "\n"


def flow(value: Any) -> str:
    """A value in one line of YAML, every text in quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {flow(below)}" for key, below in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return msgspec.json.encode(value).decode()


def _key(key: str) -> str:
    """A key; ``on`` means true in YAML unless it stands in quotes."""
    return f'"{key}"' if key == "on" else key


__all__ = ["flow", "text_of"]

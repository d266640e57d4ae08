"""The example bot plays a battle, and the documents of the live protocol tell of every message there is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro.web.guard import Limits
from arbitro.web.opening import LONGEST_WORD
from arbitro.web.protocol import ClientMessage, ServerMessage
from arbitro.web.tables import LONGEST_NAME, LONGEST_TEXT, MOST_PEERS
from tests.web.client import http, new_game

ROOT = Path(__file__).resolve().parents[2]


def test_the_example_bot_plays_to_the_end(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "instinct"})
    link = f"{base}/g/{game['id']}#k={game['tokens']['a']}"
    command = [sys.executable, str(ROOT / "examples/python/table_bot.py"), link]
    played = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert played.returncode == 0, played.stderr
    assert len(played.stdout.splitlines()) > 10
    assert http(base, f"/api/games/{game['id']}", token=game["spectator"])["over"]


@pytest.mark.parametrize("name", ["live.md", "live.it.md"])
def test_the_document_names_every_message_and_limit(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    kinds = [kind.__struct_config__.tag for kind in (*ClientMessage.__args__, *ServerMessage.__args__)]
    shown_as_replies = ("grown", "weighed", "tried", "shone", "done", "refuse", "pong")
    for kind in kinds:
        assert f"`{kind}`" in text or f'"{kind}"' in text, kind
    assert all(f"`{kind}`" in text for kind in shown_as_replies)
    limits = Limits()
    numbers = {
        limits.message // 1024, *limits.messages, *limits.answers, *limits.thoughts, limits.chats[0],
        LONGEST_TEXT, LONGEST_NAME, LONGEST_WORD, MOST_PEERS,
    }  # fmt: skip
    told = {int(number) for number in re.findall(r"\d+", text)}
    assert {int(number) for number in numbers} <= told


def test_both_documents_have_the_same_parts() -> None:
    it, en = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("live.it.md", "live.md"))
    for mark in ("## ", "| `", "```", "]("):
        assert it.count(mark) == en.count(mark), mark

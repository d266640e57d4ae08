"""The page's types say what the server sends: the committed file is what its tool writes now."""

import ast

import pytest
from tools import page_types


def test_committed_types_are_fresh() -> None:
    assert page_types.TARGET.read_text(encoding="utf-8") == page_types.text(), (
        "web/src/protocol.ts is stale: run tools/page_types.py with the Python of .venv and commit what it writes"
    )


@pytest.mark.parametrize(
    ("python", "typescript"),
    [
        ("tuple[Point, ...]", "readonly Point[]"),
        ("tuple[tuple[int, int], ...]", "readonly (readonly [number, number])[]"),
        ("tuple[int, int] | None", "readonly [number, number] | null"),
        ("dict[Seat, NewSeat]", "Readonly<Record<Seat, NewSeat>>"),
        ("tuple[dict[str, Any], ...]", "readonly Readonly<Record<string, unknown>>[]"),
    ],
)
def test_annotations(python: str, typescript: str) -> None:
    assert page_types.typed(ast.parse(python, mode="eval").body) == typescript


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(TypeError, match="page_types"):
        page_types.typed(ast.parse("set[int]", mode="eval").body)

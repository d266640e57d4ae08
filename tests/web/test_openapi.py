"""The described API is the real one: whatever Schemathesis sends, no fault of the server, and answers as described."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from arbitro.web.app import Settings, build
from tests.web.client import http, new_game

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
EXAMPLES = 8
SECONDS = 60
"""How long an answer may take: the first report waits for a worker that reads the rules."""
OPERATIONS = sorted(
    f"{method.upper()} {path}"
    for path, methods in build(Settings()).app.openapi_schema.to_schema()["paths"].items()
    for method in methods
)


@pytest.fixture(scope="module")
def described(base: str) -> dict[str, Any]:
    """What the server says of itself, by operation."""
    schema = schemathesis.openapi.from_dict(http(base, "/api/openapi.json"))
    return {found.ok().label: found.ok() for found in schema.get_all_operations()}


@pytest.fixture(scope="module")
def game(base: str) -> dict[str, Any]:
    """A game in which a seat is played by link."""
    return new_game(base, {"a": "here", "b": "link"})


def attack(
    of: Any, mode: GenerationMode, base: str, checks: list[Any], known: dict[str, str], headers: dict[str, str]
) -> None:
    """Send some requests of a kind, those values that are known in place of made ones, and check what comes back."""
    places = ("path_parameters", "query")
    named = {place: {one.name: known[one.name] for one in getattr(of, place) if one.name in known} for place in places}
    strategy = of.as_strategy(generation_mode=mode, **{place: found for place, found in named.items() if found})

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=strategy)
    def sent(case: Any) -> None:
        if isinstance(case.body, dict):
            case.body |= {name: value for name, value in known.items() if name in case.body}
        case.call_and_validate(base_url=base, checks=checks, headers=headers, timeout=SECONDS)

    with suppress(Unsatisfiable):  # where nothing is asked, nothing can be asked otherwise than described
        sent()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_a_stranger_sends(operation: str, base: str, described: dict[str, Any]) -> None:
    """As described, and in every way otherwise than described."""
    of = described[operation]
    attack(of, GenerationMode.POSITIVE, base, [*CHECKS, unsupported_method], {}, {})
    attack(of, GenerationMode.NEGATIVE, base, [*CHECKS, negative_data_rejection], {}, {})


@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_a_player_sends(operation: str, base: str, described: dict[str, Any], game: dict[str, Any]) -> None:
    """With a real game, ruleset and rule, and the secret of a seat: past the first checks."""
    ruleset = "cairn" if "characters" in operation or "bestiary" in operation else "crepuscolo"
    known = {"game": game["id"], "ruleset": ruleset, "rule": "CDC-EQ-22", "scenario": "agguato-al-guado"}
    for mode in GenerationMode:
        attack(described[operation], mode, base, CHECKS, known, {"authorization": f"Bearer {game['host']}"})

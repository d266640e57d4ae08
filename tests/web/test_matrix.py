"""Profiles against each other over HTTP: the numbers of `arbitro odds matrix`, piece by piece, and their picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitro.analysis import matrices
from arbitro.content.measures import HIT, LIFE
from arbitro.content.tabletop import rules_with
from arbitro.web.library import rules_called
from tests.web.client import Trouble, http

PACKS = Path(__file__).resolve().parents[2] / "examples" / "packs"
ROOT = "/api/rulesets/crepuscolo"
TWO = ("razziatore", "assaltatore")


def asked(base: str, **wish: Any) -> dict[str, Any]:
    """The pairs of one against others, however many pieces that takes, by the other."""
    found: dict[str, Any] = {}
    while rest := [it for it in wish["others"] if it not in found]:
        pairs = http(base, f"{ROOT}/matrix", {**wish, "others": rest})["pairs"]
        assert [pair["other"] for pair in pairs] == rest[: len(pairs)] != []
        found |= {pair["other"]: pair for pair in pairs}
    return found


def test_the_page_s_matrix_is_that_of_the_command_line(base: str) -> None:
    rules = rules_called("crepuscolo")
    field = http(base, f"{ROOT}/contenders?lang=it")
    assert [row["id"] for row in field["contenders"]] == list(rules.duellists(None))
    assert {"id": "razziatore", "name": "Razziatore", "pack": ""} in field["contenders"]
    assert [row["word"] for row in field["blows"]][:2] == ["falls", "damage"] and field["blows"][0]["share"]
    contenders = {it: rules.duellists(None)[it] for it in TWO}
    watch = (HIT, LIFE)
    blows = matrices.blows(rules, contenders, watch=watch)
    duels = matrices.duels(rules, contenders, 4, watch=watch)
    for one in TWO:
        struck, fought = (asked(base, one=one, others=TWO, duels=games) for games in (0, 4))
        for other in TWO:
            pair = blows.pairs[one, other]
            expected = {"falls": pair.falls, "damage": pair.damage, **pair.watched}
            assert {word: struck[other]["numbers"][word] for word in expected} == {
                word: pytest.approx(float(number or 0), abs=1e-6) for word, number in expected.items()
            }
            assert struck[other]["attack"] and struck[other]["exact"]
            assert fought[other]["numbers"]["wins"] == float(duels.pairs[one, other].number("wins"))


CORVI = {f"corvi/{file.name}": file.read_text(encoding="utf-8") for file in (PACKS / "corvi").glob("*.yaml")}


def test_a_pack_of_one_s_own_comes_along(base: str) -> None:
    """The Crow hits a Razziatore as the command line says of the folder, and stands before everybody else."""
    field = http(base, f"{ROOT}/contenders", {"packs": CORVI}, accept_language="it")
    assert field["contenders"][0] == {"id": "corvo-di-sale", "name": "Corvo di Sale", "pack": "corvi"}
    rules = rules_with(rules_called("crepuscolo"), (str(PACKS / "corvi"),))
    two = {it: rules.duellists(None)[it] for it in ("corvo-di-sale", "razziatore")}
    expected = matrices.blows(rules, two).pairs["corvo-di-sale", "razziatore"]
    found = asked(base, one="corvo-di-sale", others=["razziatore"], packs=CORVI)["razziatore"]["numbers"]
    assert found["damage"] == pytest.approx(float(expected.damage or 0), abs=1e-6) and found["damage"] > 0
    drawn = {**SQUARE, "ids": ["corvo-di-sale", "razziatore"], "packs": CORVI}
    assert "Corvo di Sale" in http(base, f"{ROOT}/matrix-picture", drawn, accept_language="it").decode()


def test_what_is_wrong_with_a_pack_is_told_by_its_own_names(base: str) -> None:
    wrong = {**CORVI, "corvi/profiles.yaml": CORVI["corvi/profiles.yaml"].replace("res: 3", "res: tre")}
    for path, more in (("contenders", {}), ("matrix", {"one": "corvo-di-sale", "others": ["razziatore"]})):
        with pytest.raises(Trouble) as told:
            http(base, f"{ROOT}/{path}", {"packs": wrong, **more}, accept_language="it")
        assert told.value.code == "faulty" and "\ncorvi/profiles.yaml:9" in f"\n{told.value.text}"
    for packs, code in (
        ({"../corvi/pack.yaml": "id: x"}, "strange_pack"),
        ({"rane/pack.yaml": "id: rane\nruleset: pathfinder\n"}, "other_game"),
    ):
        with pytest.raises(Trouble) as told:
            http(base, f"{ROOT}/contenders", {"packs": packs})
        assert told.value.code == code


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"one": "nessuno", "others": ["razziatore"]}, "no_contender"),
        ({"one": "razziatore", "others": ["nessuno"]}, "no_contender"),
        ({"one": "razziatore", "others": []}, "no_pairs"),
        ({"one": "razziatore", "others": ["razziatore"], "duels": 1000}, "many_duels"),
        ({"one": "razziatore", "others": ["razziatore"], "duels": -1}, "many_duels"),
    ],
)
def test_what_cannot_be_set_against_each_other(base: str, wish: dict[str, Any], code: str) -> None:
    with pytest.raises(Trouble) as told:
        http(base, f"{ROOT}/matrix", wish)
    assert told.value.code == code and told.value.text


SQUARE = {"kind": "svg", "word": "falls", "ids": TWO, "cells": [[0, 0.5], [0.25, 1]]}


def test_a_matrix_is_drawn(base: str) -> None:
    svg = http(base, f"{ROOT}/matrix-picture", SQUARE, accept_language="it").decode()
    assert svg.startswith("<?xml") and all(word in svg for word in ("Razziatore", "probabilità di abbatterlo", ">25<"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "exe"}, {"word": "nonsense"}, {"cells": [[0, 1]]}, {"cells": [[0, 1], [2]]}, {"ids": [], "cells": []},
        {"ids": ("razziatore", "razziatore")}, {"cells": [[0, 1e300], [0, 0]]},
    ],
)  # fmt: skip
def test_what_is_no_matrix_is_not_drawn(base: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(Trouble) as told:
        http(base, f"{ROOT}/matrix-picture", {**SQUARE, **wrong})
    assert told.value.code == "no_picture" and told.value.text


ROW = {"label": "Vesk muore", "chances": [0.25, 0.5]}
ODDS = {
    "kind": "svg",
    "title": "Scelte",
    "choices": ["d6", "d8 a 5 $ o 10 $"],
    "panels": [{"title": "", "rows": [ROW]}],
}
SWEEP = {
    "kind": "svg", "title": "d8", "knob": "distanza", "columns": ["Vesk muore"], "numbers": [1, 2, 3],
    "values": [[0.5], [], [0.25]],
}  # fmt: skip


def test_odds_that_were_told_are_drawn(base: str) -> None:
    svg = http(base, "/api/odds-picture", ODDS).decode()
    assert svg.startswith("<?xml") and all(word in svg for word in ("Vesk muore", "d8 a 5 $ o 10 $", "probabilità"))
    assert http(base, "/api/sweep-picture", {**SWEEP, "kind": "png"}).startswith(b"\x89PNG")
    svg = http(base, "/api/sweep-picture", SWEEP, accept_language="en").decode()
    assert all(word in svg for word in ("distanza", "Vesk muore", "probability"))


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("odds", {"kind": "exe"}), ("odds", {"choices": []}), ("odds", {"choices": ["d6"]}), ("odds", {"panels": []}),
        ("odds", {"choices": ["x" * 1000, "y"]}), ("odds", {"panels": [{"title": "", "rows": []}]}),
        ("odds", {"panels": [{"title": "", "rows": [{"label": "", "chances": [0, 2]}]}]}),
        ("sweep", {"values": [[0.5], []]}), ("sweep", {"values": [[0.5], [], [0.5, 0.5]]}),
        ("sweep", {"values": [[], [], []]}), ("sweep", {"numbers": [1, 2, 1e300]}), ("sweep", {"columns": []}),
    ],
)  # fmt: skip
def test_what_are_no_odds_is_not_drawn(base: str, path: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(Trouble) as told:
        http(base, f"/api/{path}-picture", {**(ODDS if path == "odds" else SWEEP), **wrong})
    assert told.value.code == "no_odds_picture" and told.value.text

"""The HTTP side of the lab. A run is known by an address that nobody guesses; whoever has it may go on with it.

It lies in a folder beside the database, so that it can be gone on with tomorrow, and by whatever process serves it.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter

from arbitro.web.api import (
    BEARER,
    BYTES,
    HTML,
    JSON,
    Asking,
    GameId,
    Lang_,
    RulesetId,
    file_of,
    lang_of,
    opened,
    served,
    slowly,
    tables_of,
    trouble,
)
from arbitro.web.guard import REPORT_POLICY
from arbitro.web.labview import BalanceWish, LabField, LabFound, LabRun, SightFound, SightWish, SimulationWish
from arbitro.web.library import rules_called
from arbitro.web.refusals import Unwilling

ROOT = "/api/rulesets/{ruleset:str}"
RUN = "/api/lab/{run:str}"
RunId = Annotated[str, PathParameter(max_length=40, description="A run of the lab")]
FileName = Annotated[
    str, PathParameter(max_length=60, description="html, json, csv, jsonl, a picture: name.svg, a battle: battle-17")
]
KINDS = {
    "html": HTML, "json": JSON, "csv": "text/csv", "jsonl": "application/jsonl", "png": "image/png",
    "svg": "image/svg+xml",
}  # fmt: skip
GONE = ResponseSpec(None, description="Forgotten")
PICTURE = 3
"""So much more than a question costs what is to be drawn."""


class Shelf:
    """Where the runs lie.

    Args:
        home: their folder; it is made when the first begins.
        most: so many are kept; then those go that nobody has gone on with for longest.
    """

    NAME = re.compile(r"[A-Za-z0-9_-]{16,40}")

    def __init__(self, home: Path, most: int = 200) -> None:
        self.home, self.most = home, most

    def make(self) -> Path:
        """The empty folder of a new run."""
        self.home.mkdir(parents=True, exist_ok=True)
        old = sorted((one for one in self.home.iterdir() if self.NAME.fullmatch(one.name)), key=_touched, reverse=True)
        for folder in old[self.most - 1 :]:
            shutil.rmtree(folder, ignore_errors=True)
        made = self.home / secrets.token_urlsafe(15)
        made.mkdir()
        return made

    def find(self, run: str) -> Path:
        """The folder of a run. Raises Unwilling ``no_run``."""
        folder = self.home / run
        if not self.NAME.fullmatch(run) or not folder.is_dir():
            raise Unwilling("no_run")
        return folder


def _touched(folder: Path) -> float:
    return max((file.stat().st_mtime for file in folder.glob("*.jsonl")), default=0.0)


def _shelf(request: Asking) -> Shelf:
    shelf: Shelf = request.app.state.shelf
    return shelf


async def _begun(request: Asking, ruleset: str, wish: SimulationWish | BalanceWish) -> LabRun:
    slowly(request, "creations")
    name, folder = rules_called(ruleset).name, await asyncio.to_thread(_shelf(request).make)
    try:
        return await tables_of(request).minds.lab_begin(folder, name, wish, lang_of(request))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@get(f"{ROOT}/lab", responses=trouble(404))
async def lab(request: Asking, ruleset: RulesetId, wanted: Lang_ = "") -> LabField:
    """What can be tried with a game."""
    slowly(request, "lab")
    return await tables_of(request).minds.lab_field(rules_called(ruleset).name, lang_of(request, wanted))


@post(f"{ROOT}/simulations", responses=trouble(404, 413))
async def simulation(request: Asking, ruleset: RulesetId, data: JSONBody[SimulationWish]) -> LabRun:
    """Begin to play a battle many times; nothing is played yet."""
    return await _begun(request, ruleset, data)


@post(f"{ROOT}/balances", responses=trouble(404, 413))
async def weighing(request: Asking, ruleset: RulesetId, data: JSONBody[BalanceWish]) -> LabRun:
    """Begin to weigh profiles; nothing is played yet."""
    return await _begun(request, ruleset, data)


@post(f"{RUN}/go", status_code=200, responses=trouble(404))
async def go(request: Asking, run: RunId) -> LabRun:
    """Play on for a moment: at least one battle, if one is left."""
    slowly(request, "lab")
    return await tables_of(request).minds.lab_go(_shelf(request).find(run), lang_of(request))


@get(RUN, responses=trouble(404))
async def found(request: Asking, run: RunId, wanted: Lang_ = "") -> LabFound:
    """What a run says so far."""
    slowly(request, "lab")
    return await tables_of(request).minds.lab_found(_shelf(request).find(run), lang_of(request, wanted))


@post(f"{RUN}/forget", status_code=204, responses={204: GONE, **trouble(404)})
async def forget(request: Asking, run: RunId) -> None:
    """Forget a run and its files."""
    slowly(request, "lab")
    folder = _shelf(request).find(run)
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


@get(f"{RUN}/files/{{name:str}}", responses=served(BYTES, bytes, 404), media_type=BYTES)
async def file(request: Asking, run: RunId, name: FileName, wanted: Lang_ = "") -> Response[bytes]:
    """A file of a run: the report as a page, data, or a picture."""
    slowly(request, "lab", PICTURE)
    folder = _shelf(request).find(run)
    called, data = await tables_of(request).minds.lab_file(folder, name, lang_of(request, wanted))
    kind = KINDS[called.rpartition(".")[2]]
    return file_of(data, kind, called, {"content-security-policy": REPORT_POLICY} if kind == HTML else None)


@post(f"{ROOT}/sight", status_code=200, responses=trouble(404, 413))
async def sight(request: Asking, ruleset: RulesetId, data: JSONBody[SightWish]) -> SightFound:
    """Who sees what at the beginning of a battle."""
    slowly(request, "lab")
    return await tables_of(request).minds.sight(rules_called(ruleset).name, data, lang_of(request))


@post(f"{ROOT}/sight-file", status_code=200, responses=served(BYTES, bytes, 404, 413), media_type=BYTES)
async def sight_file(request: Asking, ruleset: RulesetId, data: JSONBody[SightWish]) -> Response[bytes]:
    """The map of who sees what, as ``svg`` or ``png``, or its numbers as ``json``."""
    slowly(request, "lab", PICTURE)
    made = await tables_of(request).minds.sight_file(rules_called(ruleset).name, data, lang_of(request))
    return file_of(made, KINDS[data.kind], f"sight.{data.kind}")


@get(
    "/api/games/{game:str}/sight/{kind:str}",
    security=BEARER,
    responses=served(BYTES, bytes, 403, 404),
    media_type=BYTES,
)
async def game_map(request: Asking, game: GameId, kind: FileName, wanted: Lang_ = "") -> Response[bytes]:
    """Who sees what as a game stands, as far as one may know it: a map, as ``svg`` or ``png``."""
    slowly(request, "lab", PICTURE)
    running, key = await opened(request, game)
    asker = key.seats[0] if key.seats else ""
    made = await tables_of(request).minds.game_map(running.matter(), asker, kind, lang_of(request, wanted))
    return file_of(made, KINDS[kind], f"{game}-sight.{kind}")


HANDLERS: list[Any] = [lab, simulation, weighing, go, found, forget, file, sight, sight_file, game_map]

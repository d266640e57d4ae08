"""The HTTP side of matrices: every piece is a request, so that a page can tell how far it is, and stop at any time.

Beside it the drawings of odds that a page has been told.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import JSONBody

from arbitro.content.errors import Lang
from arbitro.web.api import BYTES, Asking, Lang_, RulesetId, file_of, lang_of, served, slowly, tables_of, trouble
from arbitro.web.bodies import (
    Contenders,
    MatrixPairs,
    MatrixWish,
    OddsPicture,
    OwnPacks,
    PictureWish,
    SweepPicture,
)
from arbitro.web.library import rules_called

ROOT = "/api/rulesets/{ruleset:str}"
MEDIA = {"png": "image/png", "svg": "image/svg+xml"}


@get(f"{ROOT}/contenders", responses=trouble(404))
async def contenders(request: Asking, ruleset: RulesetId, wanted: Lang_ = "") -> Contenders:
    """Who can be set against whom."""
    return await _field(request, ruleset, {}, lang_of(request, wanted))


@post(f"{ROOT}/contenders", status_code=200, responses=trouble(404, 413))
async def with_own(request: Asking, ruleset: RulesetId, data: JSONBody[OwnPacks]) -> Contenders:
    """Who can be set against whom, with packs of one's own."""
    slowly(request, "texts", sum(map(len, data.packs.values())) / 1024)
    return await _field(request, ruleset, data.packs, lang_of(request))


async def _field(request: Asking, ruleset: str, packs: dict[str, str], lang: Lang) -> Contenders:
    name = rules_called(ruleset).name

    def read() -> Contenders:
        from arbitro.web.matrix import Field, contenders  # brings all of `analysis`

        return contenders(Field(name, packs, lang))

    async with request.app.state.reader:
        return await asyncio.to_thread(read)


@post(f"{ROOT}/matrix", status_code=200, responses=trouble(404, 413))
async def matrix(request: Asking, ruleset: RulesetId, data: JSONBody[MatrixWish]) -> MatrixPairs:
    """One profile against others, as many of them as half a second allows."""
    slowly(request, "matrices")
    return await tables_of(request).minds.matrix(rules_called(ruleset).name, data, lang_of(request))


@post(f"{ROOT}/matrix-picture", status_code=200, responses=served(BYTES, bytes, 404, 413), media_type=BYTES)
async def matrix_picture(request: Asking, ruleset: RulesetId, data: JSONBody[PictureWish]) -> Response[bytes]:
    """A matrix as a drawing."""
    slowly(request, "matrices", 4)
    name = rules_called(ruleset).name
    drawn = await tables_of(request).minds.matrix_picture(name, data, lang_of(request))
    return file_of(drawn, MEDIA[data.kind], f"{name}.{data.kind}")


@post("/api/odds-picture", status_code=200, responses=served(BYTES, bytes, 413), media_type=BYTES)
async def odds_picture(request: Asking, data: JSONBody[OddsPicture]) -> Response[bytes]:
    """Choices side by side as a drawing."""
    return await _drawn(request, data)


@post("/api/sweep-picture", status_code=200, responses=served(BYTES, bytes, 413), media_type=BYTES)
async def sweep_picture(request: Asking, data: JSONBody[SweepPicture]) -> Response[bytes]:
    """A choice while a number varies as a drawing."""
    return await _drawn(request, data)


async def _drawn(request: Asking, data: OddsPicture | SweepPicture) -> Response[bytes]:
    slowly(request, "matrices", 4)
    drawn = await tables_of(request).minds.odds_picture(data, lang_of(request))
    return file_of(drawn, MEDIA[data.kind], f"arbitro.{data.kind}")


HANDLERS: list[Any] = [contenders, with_own, matrix, matrix_picture, odds_picture, sweep_picture]

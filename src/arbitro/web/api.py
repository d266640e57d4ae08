"""The HTTP side: what can be played here, new games, and what there is to read of a game.

Bodies are the Structs of `protocol`; what goes wrong is ``{code, text}`` in the language of the request.
"""

from __future__ import annotations

import logging
from importlib.metadata import version as version_of
from typing import Any

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, ValidationException

from arbitro.content.errors import ContentError, Lang
from arbitro.players import NAMES
from arbitro.storage.errors import StorageError
from arbitro.web import live as live_side
from arbitro.web.library import ruleset_views, scenario_views
from arbitro.web.making import make
from arbitro.web.protocol import PROTOCOL, Created, Meta, NewGame, ScenarioView
from arbitro.web.refusals import Unwilling
from arbitro.web.words import language

VERSION = version_of("arbitro")
DESCRIPTION = "Battles refereed by Arbitro. The live protocol (WebSocket) is described in docs/live.md."

_logger = logging.getLogger(__name__)


def lang_of(request: Any) -> Lang:
    """The language a request asks for."""
    return language(request.query_params.get("lang", "") or request.headers.get("accept-language", ""))


@get("/api/meta")
async def meta(request: Request[Any, Any, Any]) -> Meta:
    """What this server is."""
    return Meta(
        version=VERSION,
        protocol=PROTOCOL,
        rulesets=ruleset_views(),
        players=NAMES,
        password=request.app.state.door.locked,
    )


@get("/api/rulesets/{ruleset:str}/scenarios")
async def scenarios(ruleset: str) -> list[ScenarioView]:
    """The battles that are ready to be played."""
    return scenario_views(ruleset)


@post("/api/games")
async def new_game(request: Request[Any, Any, Any], data: NewGame) -> Created:
    """Make a game; its secrets are told this once."""
    return await make(request.app.state.store, data, lang_of(request))


@websocket("/api/games/{game:str}/live")
async def live(socket: WebSocket[Any, Any, Any], game: str) -> None:
    """The table itself; see the documentation of the live protocol."""
    await live_side.serve(socket, game, socket.app.state.tables, socket.app.state.limits)


def refused(request: Request[Any, Any, Any], why: Exception) -> Response[dict[str, str]]:
    """What went wrong, as code and sentence."""
    lang = lang_of(request)
    if isinstance(why, Unwilling):
        return _answer(why.status, why.code, why.text(lang))
    if isinstance(why, ContentError):
        return _answer(400, "faulty", why.render(lang))
    if isinstance(why, StorageError):
        return _answer(404 if why.code.startswith("no_") else 503, why.code, why.render(lang))
    if isinstance(why, HTTPException):
        found = {404: "not_found", 405: "not_found", 413: "too_big"}.get(why.status_code)
        if found is not None:
            most = request.app.state.limits.body // 1024
            return _answer(why.status_code, found, Unwilling(found, most=most).text(lang))
        if why.status_code < 500:
            return _answer(why.status_code, "not_a_message", Unwilling("not_a_message", why=_detail(why)).text(lang))
    _logger.error("a request could not be handled", exc_info=why)
    broken = Unwilling("broken")
    return _answer(broken.status, broken.code, broken.text(lang))


def _detail(why: HTTPException) -> str:
    extra = why.extra if isinstance(why, ValidationException) else None
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return f"{extra[0].get('key', '')} {extra[0].get('message', '')}".strip()[:200]
    return str(why.detail)[:200]


def _answer(status: int, code: str, text: str) -> Response[dict[str, str]]:
    return Response({"code": code, "text": text}, status_code=status, media_type="application/json")


EXCEPTIONS: Any = {Exception: refused}
HANDLERS: list[Any] = [meta, scenarios, new_game, live]

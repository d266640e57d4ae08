"""The HTTP side: what can be played here, new games, and what there is to read of a game.

Bodies are the Structs of `protocol`; what goes wrong is ``{code, text}`` in the language of the request. A game's
secret comes as ``Authorization: Bearer``.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from importlib.metadata import version as version_of
from typing import Annotated, Any

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from arbitro.content.catalogue import RuleEntry
from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import RosterReport, TabletopRuleset
from arbitro.engine.asks import Refused
from arbitro.players import NAMES
from arbitro.rosters.files import tidy
from arbitro.storage.errors import StorageError
from arbitro.storage.records import Head, Key
from arbitro.web import live as live_side
from arbitro.web import readings
from arbitro.web.bodies import (
    Cards,
    Created,
    DoorKey,
    GameCard,
    Invite,
    Luck,
    Meta,
    Names,
    NewGame,
    Proof,
    RosterFile,
    RosterJudged,
    RosterKit,
    RosterLine,
    RuleView,
    ScenarioView,
    SentAnswer,
    Trouble,
)
from arbitro.web.guard import DOOR_COOKIE, DOOR_SECONDS, REPORT_POLICY, address, header
from arbitro.web.library import rules_called, ruleset_views, scenario_views
from arbitro.web.making import make
from arbitro.web.protocol import PROTOCOL, Done, SeatView
from arbitro.web.refusals import Unwilling
from arbitro.web.tables import Running, Tables, standing
from arbitro.web.words import language

VERSION = version_of("arbitro")
DESCRIPTION = "Battles refereed by Arbitro. The live protocol (WebSocket) is described in docs/live.md."
MOST_CARDS = 50
MOST_RULES = 40
YAML, HTML, JSON, BYTES = "application/yaml", "text/html", "application/json", "application/octet-stream"

Asking = Request[Any, Any, Any]
Lang_ = Annotated[str, QueryParameter(name="lang", max_length=20, description="it or en; by default Accept-Language")]
RulesetId = Annotated[str, PathParameter(max_length=60, description="A ruleset, such as those of /api/meta")]
GameId = Annotated[str, PathParameter(max_length=40, description="A game")]

_logger = logging.getLogger(__name__)


def lang_of(request: Any, asked: str = "") -> Lang:
    """The language a request asks for."""
    return language(asked or request.headers.get("accept-language", ""))


def tables_of(request: Any) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


ALWAYS = (400, 401, 429, 503)
"""How anything may be refused: not understood, no password of the house, too fast, the database does not answer."""


def slowly(request: Any, what: str, amount: float = 1) -> None:
    """Raise Unwilling ``too_fast`` where an address asks for too much of something."""
    if not getattr(request.app.state, what).take(address(request.scope), amount):
        raise Unwilling("too_fast")


def trouble(*codes: int) -> dict[int, ResponseSpec]:
    """How a request may be refused, beside what holds for all."""
    refused = ResponseSpec(Trouble, description="Refused", generate_examples=False)
    return dict.fromkeys(sorted({*codes, *ALWAYS}), refused)


def served(kind: str, of: Any, *codes: int) -> dict[int, ResponseSpec]:
    """A file of a media type, which holds this, and how it may be refused."""
    found = ResponseSpec(of, description="The file", media_type=kind, generate_examples=False)
    return {200: found, **trouble(*codes)}


# --- what can be played ---------------------------------------------------------------------------------


@get("/api/meta", responses=trouble())
async def meta(request: Asking) -> Meta:
    """What this server is."""
    return Meta(
        version=VERSION,
        protocol=PROTOCOL,
        rulesets=ruleset_views(),
        players=NAMES,
        password=not request.app.state.door.admits(header(request.scope, "cookie")),
    )


@post("/api/door", status_code=204, responses={204: ResponseSpec(None, description="Come in"), **trouble(403, 413)})
async def door(request: Asking, data: JSONBody[DoorKey]) -> Response[None]:
    """Come in with the password of the house: a cookie remembers it."""
    state = request.app.state
    slowly(request, "passwords")
    if state.door.locked and not await asyncio.to_thread(state.door.knows, data.password):
        raise Unwilling("wrong_password")
    secure = request.scope.get("scheme") == "https"
    value = state.door.cookie() if state.door.locked else ""
    cookie = Cookie(
        key=DOOR_COOKIE, value=value, max_age=DOOR_SECONDS, path="/", httponly=True, samesite="strict", secure=secure
    )
    return Response(None, status_code=204, cookies=[cookie])


@get("/api/rulesets/{ruleset:str}/scenarios", responses=trouble(404))
async def scenarios(request: Asking, ruleset: RulesetId, wanted: Lang_ = "") -> tuple[ScenarioView, ...]:
    """The battles that are ready to be played."""
    return await asyncio.to_thread(scenario_views, ruleset, lang_of(request, wanted))


@get("/api/rulesets/{ruleset:str}/roster-kit", responses=trouble(404))
async def roster_kit(request: Asking, ruleset: RulesetId, wanted: Lang_ = "") -> RosterKit:
    """What a company can be built of."""
    rules, lang = rules_called(ruleset), lang_of(request, wanted)
    try:
        kit = await asyncio.to_thread(rules.roster_kit, lang)
    except NotImplementedError:
        raise Unwilling("no_roster_kit") from None
    points = rules.points(lang)
    return RosterKit(ruleset=ruleset, limit=kit.limit, points=points, fighters=kit.fighters, goods=kit.goods)


@post("/api/rulesets/{ruleset:str}/rosters/judge", status_code=200, responses=trouble(404, 413))
async def judge(request: Asking, ruleset: RulesetId, data: JSONBody[RosterFile]) -> RosterJudged:
    """What the rules say of a company."""
    slowly(request, "texts", len(data.file) / 1024)
    rules, lang = rules_called(ruleset), lang_of(request)
    try:
        async with request.app.state.reader:
            report = await asyncio.to_thread(rules.judge_roster, data.file)
    except NotImplementedError:
        raise Unwilling("no_roster_kit") from None
    except ContentError as error:
        raise Unwilling("faulty", why=error.render(lang)) from error
    return _judged(rules, report, data.file, lang)


def _judged(rules: TabletopRuleset, report: RosterReport, file: str, lang: Lang) -> RosterJudged:
    return RosterJudged(
        name=report.name,
        total=report.total,
        limit=report.limit,
        legal=report.legal,
        charges=tuple(
            RosterLine(fighter=charge.fighter, text=rules.title(charge.what, lang), cost=charge.cost)
            for charge in report.charges
        ),
        faults=tuple(
            RosterLine(fighter=fault.fighter, text=rules.fault(fault, lang), rule=fault.rule) for fault in report.faults
        ),
        file=tidy(file),
    )


# --- the rule library -----------------------------------------------------------------------------------


@get("/api/rules", responses=trouble(404))
async def rules_found(
    request: Asking,
    ruleset: Annotated[str, QueryParameter(max_length=60)],
    q: Annotated[str, QueryParameter(max_length=200)] = "",
    wanted: Lang_ = "",
) -> list[RuleView]:
    """The rules that hold every word of ``q``, best first; without words all of them, in the order of the book."""
    rules, lang = rules_called(ruleset), lang_of(request, wanted)
    catalogue = rules.catalogue()
    found = catalogue.search(q, lang, MOST_RULES) if q.strip() else catalogue.entries
    return [_rule(rules, entry, lang) for entry in found]


@get("/api/rules/{rule:str}", responses=trouble(404))
async def rule(
    request: Asking,
    rule: Annotated[str, PathParameter(max_length=60, description="A rule's id, or one of its clauses'")],
    ruleset: Annotated[str, QueryParameter(max_length=60)],
    wanted: Lang_ = "",
) -> RuleView:
    """One rule; a clause's id finds the rule it belongs to."""
    rules = rules_called(ruleset)
    entry = rules.catalogue().get(rule)
    if entry is None:
        raise Unwilling("no_rule", rule=rule)
    return _rule(rules, entry, lang_of(request, wanted))


def _rule(rules: TabletopRuleset, entry: RuleEntry, lang: Lang) -> RuleView:
    return RuleView(
        id=entry.id,
        ruleset=rules.name,
        name=entry.title(lang),
        kind=entry.kind,
        summary=entry.summary(lang),
        chapter=entry.chapter,
        ruling=entry.ruling(lang),
        source=str(entry.seed_line or ""),
    )


# --- games ----------------------------------------------------------------------------------------------


@post("/api/games", responses=trouble(404, 413))
async def new_game(request: Asking, data: JSONBody[NewGame]) -> Created:
    """Make a game; its secrets are told this once."""
    slowly(request, "creations")
    slowly(request, "texts", sum(map(len, (data.file, *data.rosters.values()))) / 1024)
    async with request.app.state.reader if data.file or data.rosters else nullcontext():
        made = await make(tables_of(request).store, data, lang_of(request))
    tables_of(request).open_ahead(made.id)
    return made


@post("/api/games/cards", status_code=200, responses=trouble(413))
async def cards(request: Asking, data: JSONBody[Cards]) -> list[GameCard]:
    """How the games stand whose secrets one has, the last changed first; those there are not are left out."""
    tables = tables_of(request)
    wanted = dict(list(data.tokens.items())[:MOST_CARDS])
    found = []
    for head in await tables.store.games(wanted):
        key = await tables.store.key(head.id, wanted[head.id])
        if key is not None:
            found.append(await _card(tables, head, key, lang_of(request)))
    return found


async def _card(tables: Tables, head: Head, key: Key, lang: Lang) -> GameCard:
    over, words = head.over, head.standing
    asked: tuple[str, ...] = ()
    seats = tuple(SeatView(seat=row.seat, name=row.called(lang), player=row.player) for row in head.seats)
    if not over:
        table = (await tables.open(head.id)).table
        pending = table.game.pending
        over, words, seats = table.over, standing(table), table.seat_views(lang)
        asked = pending.seats if pending is not None else ()
    return GameCard(
        id=head.id,
        title=head.titled(lang),
        ruleset=head.ruleset,
        standing=Names(words.it, words.en),
        seats=seats,
        mine=key.seats,
        your_turn=any(seat in asked for seat in key.seats),
        over=over,
        created=head.created.isoformat(),
        changed=head.changed.isoformat(),
    )


async def _read(request: Asking, game: str) -> tuple[Running, Key]:
    """A game that is to be read as a whole, as `opened`: dearer, and so not as often.

    What the referee's desk keeps from the players would stand in it: the referee alone reads that.
    """
    slowly(request, "readings")
    running, key = await opened(request, game)
    if running.table.is_desk and not key.seats:
        raise Unwilling("desk_secrets")
    return running, key


async def opened(request: Asking, game: str) -> tuple[Running, Key]:
    """A game and what the request's secret opens of it. Raises Unwilling."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unwilling("no_token")
    tables = tables_of(request)
    key = await tables.store.key(game, token.strip())
    if key is None:
        raise Unwilling("wrong_token")
    return await tables.open(game), key


async def _battle(request: Asking, game: str) -> Running:
    """A game that was made of a scenario; an encounter of the desk was not."""
    running, _ = await _read(request, game)
    if running.table.is_desk:
        raise Unwilling("not_found")
    return running


BEARER: list[dict[str, list[str]]] = [{"seat": []}]


@get("/api/games/{game:str}", security=BEARER, responses=trouble(403, 404))
async def card(request: Asking, game: GameId) -> GameCard:
    """How a game stands."""
    _, key = await opened(request, game)
    tables = tables_of(request)
    return await _card(tables, (await tables.store.games([game]))[0], key, lang_of(request))


@post("/api/games/{game:str}/answers", status_code=200, security=BEARER, responses=trouble(403, 404, 409, 413))
async def answer(request: Asking, game: GameId, data: JSONBody[SentAnswer]) -> Done:
    """Answer the question that stands, without a live connection."""
    running, key = await opened(request, game)
    if data.seat not in key.seats:
        raise Unwilling("not_your_seat")
    try:
        return Done(re=0, seq=await running.answer(data.decision, data.seat, data.value))
    except Refused as refused:
        code, text, rules = live_side.told(refused, lang_of(request), running.table)
        raise Unwilling(code, text, rules) from refused


@get(
    "/api/games/{game:str}/journal", security=BEARER, responses=served(JSON, dict[str, Any], 403, 404), media_type=JSON
)
async def journal(request: Asking, game: GameId, wanted: Lang_ = "") -> Response[bytes]:
    """The journal, as the command line writes it; answers and seed only once the game is over."""
    running, key = await _read(request, game)
    lang = lang_of(request, wanted)
    data = readings.journal_json(running.table, running.kept, _seats(running, key), lang)
    return file_of(data, JSON, f"{game}.json")


@get(
    "/api/games/{game:str}/scenario",
    security=BEARER,
    responses=served(YAML, dict[str, Any], 403, 404),
    media_type=YAML,
)
async def scenario(request: Asking, game: GameId) -> Response[bytes]:
    """The battle as a scenario file, to play it again elsewhere."""
    running = await _battle(request, game)
    return file_of(readings.scenario(running.kept), YAML, f"{readings.scenario_id(running.kept)}.yaml")


@get(
    "/api/games/{game:str}/scenario-json",
    security=BEARER,
    responses=served(JSON, dict[str, Any], 403, 404),
    media_type=JSON,
)
async def scenario_json(request: Asking, game: GameId) -> Response[bytes]:
    """The same file in JSON, for other programs; Arbitro reads it as it reads the other."""
    running = await _battle(request, game)
    return file_of(readings.scenario_json(running.kept), JSON, f"{readings.scenario_id(running.kept)}.json")


@get("/api/games/{game:str}/report", security=BEARER, responses=served(HTML, str, 403, 404), media_type=HTML)
async def report(request: Asking, game: GameId, wanted: Lang_ = "") -> Response[bytes]:
    """The battle report: one page that needs no other file."""
    running, key = await _read(request, game)
    read = readings.journal(running.table, running.kept, _seats(running, key)).json()
    lang, minds = lang_of(request, wanted), tables_of(request).minds
    title = running.kept.titled(lang)
    page = await minds.report(running.table.rules.name, running.packs, read, lang, title)
    return file_of(page.encode(), HTML, f"{game}.html", {"content-security-policy": REPORT_POLICY})


@get("/api/games/{game:str}/save", security=BEARER, responses=served(BYTES, bytes, 403, 404), media_type=BYTES)
async def save(request: Asking, game: GameId) -> Response[bytes]:
    """A save for the command line: of a finished game, or of one that is played at one screen, by who plays it."""
    running, key = await _read(request, game)
    table = running.table
    if not table.over and not (table.together and key.seats):
        raise Unwilling("no_save")
    return file_of(readings.saved(table, running.kept), BYTES, f"{game}.arbitro")


@get("/api/games/{game:str}/proof", security=BEARER, responses=trouble(403, 404, 409))
async def proof(request: Asking, game: GameId, wanted: Lang_ = "") -> Proof:
    """The proof of the dice of a finished game: every roll, recomputed."""
    running, key = await _read(request, game)
    if not running.table.over:
        raise Unwilling("not_over")
    read = readings.journal(running.table, running.kept, _seats(running, key)).json()
    minds, rules = tables_of(request).minds, running.table.rules.name
    found = await minds.proof(rules, running.packs, read, lang_of(request, wanted))
    return readings.with_words(found, running.table)


@get("/api/games/{game:str}/luck", security=BEARER, responses=trouble(403, 404))
async def luck(request: Asking, game: GameId) -> list[Luck]:
    """Rolled against expected, per side."""
    running, key = await _read(request, game)
    return readings.luck(running.table.rules, running.table.reel, _seats(running, key))


@get("/api/games/{game:str}/invite", security=BEARER, responses=trouble(403, 404))
async def invite(request: Asking, game: GameId) -> Invite:
    """A new link for spectators, from whoever has a seat."""
    running, key = await opened(request, game)
    if key.kind == "spectator":
        raise Unwilling("spectator")
    slowly(request, "creations")
    return Invite(token=await tables_of(request).store.add_key(running.table.id, Key("spectator")))


def _seats(running: Running, key: Key) -> tuple[str, ...]:
    return tuple(seat for seat in running.table.players if seat in key.seats)


def file_of(data: bytes, kind: str, name: str, more: dict[str, str] | None = None) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store", **(more or {})}
    return Response(data, media_type=kind, headers=headers)


@websocket("/api/games/{game:str}/live")
async def live(socket: WebSocket[Any, Any, Any], game: GameId) -> None:
    """The table itself; see the documentation of the live protocol."""
    await live_side.serve(socket, game, socket.app.state)


# --- what goes wrong ------------------------------------------------------------------------------------


def refused(request: Asking, why: Exception) -> Response[Trouble]:
    """What went wrong, as code and sentence."""
    lang = lang_of(request)
    if isinstance(why, Unwilling):
        return _told(why, lang)
    if isinstance(why, StorageError):
        return _answer(404 if why.code == "no_game" else 503, why.code, why.render(lang))
    if isinstance(why, HTTPException) and why.status_code < 500:
        most = request.app.state.limits.body // 1024
        code = {404: "not_found", 405: "not_found", 413: "too_big"}.get(why.status_code, "not_a_message")
        return _answer(why.status_code, code, Unwilling(code, most=most, why=_detail(why)).text(lang))
    if isinstance(why, RecursionError):  # a body nested without end
        return _told(Unwilling("not_json"), lang)
    _logger.error("a request could not be handled", exc_info=why)
    return _told(Unwilling("broken"), lang)


def _told(why: Unwilling, lang: Lang) -> Response[Trouble]:
    return _answer(why.status, why.code, why.text(lang))


def _detail(why: HTTPException) -> str:
    extra = why.extra if isinstance(why, ValidationException) else None
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return f"{extra[0].get('key', '')}: {extra[0].get('message', '')}".strip(": ")[:200]
    return str(why.detail)[:200]


def _answer(status: int, code: str, text: str) -> Response[Trouble]:
    return Response(Trouble(code, text), status_code=status, media_type=JSON, headers={"cache-control": "no-store"})


EXCEPTIONS: Any = {Exception: refused}
HANDLERS: list[Any] = [
    meta, door, scenarios, roster_kit, judge, rules_found, rule, new_game, cards, card, answer, journal, scenario,
    scenario_json, report, save, proof, luck, invite, live,
]  # fmt: skip

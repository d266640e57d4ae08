"""The HTTP side of characters: every request brings its files and takes others home; see `arbitro.web.characters`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Response, post
from litestar.params import JSONBody

from arbitro.content.errors import Lang
from arbitro.web import characters
from arbitro.web.api import HTML, Asking, RulesetId, file_of, lang_of, served, slowly, trouble
from arbitro.web.charview import (
    Bundle,
    ChangeWish,
    CharacterForm,
    Exchanged,
    ExportWish,
    ImportWish,
    JoinWish,
    MadeView,
    MakeWish,
    Packs,
    Parted,
    PartWish,
    PartyView,
)
from arbitro.web.guard import REPORT_POLICY

T = TypeVar("T")
ROOT = "/api/rulesets/{ruleset:str}/characters"


async def _told(request: Asking, size: int, work: Callable[[Lang], T]) -> T:
    """Read texts, one request at a time and not too many of an address. Raises Unwilling."""
    slowly(request, "texts", size / 1024)
    async with request.app.state.reader:
        return await asyncio.to_thread(work, lang_of(request))


def _size(wish: Any) -> int:
    """Letters of the files that a request brings."""
    packs = getattr(wish, "packs", None) or {}
    own = sum(map(len, (getattr(wish, "file", ""), getattr(wish, "text", ""), *packs.values())))
    return own + sum(_size(inner) for name in ("party", "joining") if (inner := getattr(wish, name, None)) is not None)


@post(f"{ROOT}/form", status_code=200, responses=trouble(404, 413))
async def form(request: Asking, ruleset: RulesetId, data: JSONBody[Packs]) -> CharacterForm:
    """How characters of a game are made and changed, with these packs in play."""
    return await _told(request, _size(data), lambda lang: characters.form(ruleset, data.packs, lang))


@post(f"{ROOT}/make", status_code=200, responses=trouble(404, 413))
async def make(request: Asking, ruleset: RulesetId, data: JSONBody[MakeWish]) -> MadeView:
    """A character, as far as it is chosen; the dice say the rest."""
    return await _told(request, _size(data) + 1024, lambda lang: characters.make(ruleset, data, lang))


@post(f"{ROOT}/read", status_code=200, responses=trouble(404, 413))
async def read(request: Asking, ruleset: RulesetId, data: JSONBody[Bundle]) -> PartyView:
    """A party as it stands: sheets, and what can be changed."""
    return await _told(request, _size(data), lambda lang: characters.read(ruleset, data, lang))


@post(f"{ROOT}/change", status_code=200, responses=trouble(404, 413))
async def change(request: Asking, ruleset: RulesetId, data: JSONBody[ChangeWish]) -> PartyView:
    """A party with other values in the fields of one of them, or as it was, with what cannot be."""
    return await _told(request, _size(data), lambda lang: characters.change(ruleset, data, lang))


@post(f"{ROOT}/join", status_code=200, responses=trouble(404, 413))
async def join(request: Asking, ruleset: RulesetId, data: JSONBody[JoinWish]) -> PartyView:
    """A party with others in it, or a new one."""
    return await _told(request, _size(data), lambda lang: characters.join(ruleset, data, lang))


@post(f"{ROOT}/part", status_code=200, responses=trouble(404, 413))
async def part(request: Asking, ruleset: RulesetId, data: JSONBody[PartWish]) -> Parted:
    """A party without one of them, and that one alone."""
    return await _told(request, _size(data), lambda lang: characters.part(ruleset, data, lang))


@post(f"{ROOT}/import", status_code=200, responses=trouble(404, 413))
async def take_in(request: Asking, ruleset: RulesetId, data: JSONBody[ImportWish]) -> PartyView:
    """A file of this game or of another program as a party."""
    return await _told(request, _size(data), lambda lang: characters.take_in(ruleset, data, lang))


@post(f"{ROOT}/export", status_code=200, responses=trouble(404, 413))
async def give_out(request: Asking, ruleset: RulesetId, data: JSONBody[ExportWish]) -> Exchanged:
    """A party as files of another program."""
    return await _told(request, _size(data), lambda lang: characters.give_out(ruleset, data, lang))


@post(f"{ROOT}/page", status_code=200, responses=served(HTML, str, 404, 413), media_type=HTML)
async def page(request: Asking, ruleset: RulesetId, data: JSONBody[PartWish]) -> Response[bytes]:
    """The sheets of a party as a page for paper, one of A4 for each; ``who`` -1: all of them."""
    text = await _told(request, _size(data), lambda lang: characters.page(ruleset, data, lang))
    return file_of(text.encode(), HTML, "sheets.html", {"content-security-policy": REPORT_POLICY})


HANDLERS: list[Any] = [form, make, read, change, join, part, take_in, give_out, page]

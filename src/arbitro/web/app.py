"""The application: HTTP, live tables and the page, behind the guard.

`build` makes it for a server (`arbitro serve`) or a test; whoever runs it sends the lifespan messages, which open and
close the store, the tables and the worker processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from msgspec import Struct

from arbitro.content.messages import LANGS
from arbitro.storage.address import beside
from arbitro.storage.store import Store
from arbitro.web import api, campaigns, charapi, labapi, matrixapi, page
from arbitro.web.guard import Buckets, Door, Guard, Limits
from arbitro.web.library import all_rules, first_ready, rules_called, scenario_views
from arbitro.web.minds import Minds
from arbitro.web.refusals import Unwilling
from arbitro.web.tables import Tables
from arbitro.web.upkeep import keep_memory

WARM_AFTER = 2.0
"""Seconds after the start in which nothing but visitors is served."""


class Settings(Struct, frozen=True, kw_only=True):
    """How a server is run.

    ``database``: see `storage.address`; None is a file in the user's data folder. ``hosts``: names it answers to
    (empty: any). ``password``: of the house, "" for none. ``thinkers``: worker processes for computer opponents.
    ``warm``: for a process of its own: keep its memory in order, start the workers, and read the ready battles, before
    anybody asks. ``page``: the built page's folder.
    """

    database: str | None = None
    hosts: tuple[str, ...] = ()
    password: str = ""
    thinkers: int = 1
    helpers: int = 1
    limits: Limits = Limits()
    warm: bool = False
    page: Path = page.STATIC


def build(settings: Settings) -> Any:
    """The ASGI application."""
    door = Door(settings.password)

    @asynccontextmanager
    async def alive(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            store = await stack.enter_async_context(await Store.open(settings.database))
            minds = Minds(settings.thinkers, settings.helpers)
            stack.callback(minds.close)
            tables = Tables(store, minds)
            stack.push_async_callback(tables.close)
            app.state.store, app.state.tables = store, tables
            app.state.shelf = labapi.Shelf(beside(settings.database, "lab"))
            for work in (tables.sweep(), *((_warm(minds), keep_memory()) if settings.warm else ())):
                stack.callback(asyncio.create_task(work).cancel)
            yield

    app = Litestar(
        route_handlers=[
            *api.HANDLERS,
            *charapi.HANDLERS,
            *matrixapi.HANDLERS,
            *labapi.HANDLERS,
            *campaigns.HANDLERS,
            *page.handlers(settings.page),
        ],
        lifespan=[alive],
        openapi_config=OpenAPIConfig(
            title="Arbitro",
            version=api.VERSION,
            description=api.DESCRIPTION,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            openapi_router=Router("/api", route_handlers=[], include_in_schema=False, before_request=_described),
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
        exception_handlers=api.EXCEPTIONS,
        request_max_body_size=settings.limits.body,
        logging_config=None,
        debug=False,
    )
    app.state.door, app.state.limits = door, settings.limits
    for name in ("creations", "passwords", "readings", "texts", "matrices", "lab", "crowd"):
        app.state[name] = Buckets(*getattr(settings.limits, name))
    app.state.reader = asyncio.Lock()  # texts are read one at a time, lest they take the processor from those who play
    return Guard(app, settings.limits, door, settings.hosts)


def _described(request: api.Asking) -> None:
    """What describes the API has two addresses; where Litestar has a page of its own for others, ours is a sentence."""
    if request.url.path.rstrip("/") not in ("/api", "/api/openapi.json"):
        raise Unwilling("not_found")


def first_words() -> None:
    """Draw the first battle in each language: reading what that takes is slow only once."""
    scenario = first_ready()
    rules = rules_called(scenario.ruleset).playing(scenario)
    state = rules.setup(scenario.setup)
    for lang in LANGS:
        rules.scene(state, "", lang)
        rules.standing(state, lang)


async def _warm(minds: Minds) -> None:
    """Read ahead what visitors will want: the words of a first scene at once, the rest once they have their page."""
    await asyncio.to_thread(first_words)
    await asyncio.sleep(WARM_AFTER)
    await minds.warm(all_rules())
    for name in all_rules():
        for lang in LANGS:
            await asyncio.to_thread(scenario_views, name, lang)

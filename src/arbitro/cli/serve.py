"""``arbitro serve``: the table in the browser. Prints the address of a battle ready to play, and opens it there."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
import webbrowser
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated

import typer

from arbitro.cli._help import Command
from arbitro.cli._talk import Misuse, helped, say
from arbitro.cli.play import spoken
from arbitro.content.errors import Lang

PORT = 8750
MORE_PORTS = 20
"""So many ports after the first are tried where it is busy."""
HOME_NAMES = ("localhost", "127.0.0.1", "[::1]")
READY_SECONDS = 30.0
PASSWORD = "ARBITRO_PASSWORD"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve", cls=Command, help=helped("serve"))(serve)


def serve(
    host: Annotated[str, typer.Option(help=helped("serve_host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help=helped("serve_port"), min=1, max=65535)] = PORT,
    database: Annotated[str, typer.Option(help=helped("serve_database"), show_default=False)] = "",
    password: Annotated[str, typer.Option(help=helped("serve_password"), show_default=False)] = "",
    name: Annotated[list[str] | None, typer.Option(help=helped("serve_name"), show_default=False)] = None,
    proxy: Annotated[str, typer.Option(help=helped("serve_proxy"), show_default=False)] = "",
    open_: Annotated[bool, typer.Option("--open/--no-open", help=helped("serve_open"))] = True,
    processes: Annotated[int, typer.Option(help=helped("serve_processes"), min=1, max=64)] = 1,
    forget: Annotated[int, typer.Option(help=helped("serve_forget"), min=0, show_default=False)] = 0,
    lang: Annotated[str, typer.Option(help=helped("lang"), show_default=False)] = "",
) -> int:
    """Start the server and wait for its end."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from arbitro.web.app import Settings, build
    from arbitro.web.doorstep import Patient

    speech = spoken(lang)
    settings = Settings(
        database=database or None,
        warm=True,
        password=password or os.environ.get(PASSWORD, ""),
        hosts=tuple(name or ()) or (HOME_NAMES if host in HOME_NAMES or host == "::1" else ()),
    )
    if processes > 1 and "postgres" not in database.partition(":")[0]:
        raise Misuse(say(speech, "usage.processes"))
    link = _first_game(settings, speech, forget)
    sock = _listening(host, port)
    home = _address(host, sock.getsockname()[1])
    print(say(speech, "serve.ready", address=home + link), flush=True)
    print(say(speech, "serve.stop"), flush=True)
    if open_:
        threading.Thread(target=_open, args=(host, sock.getsockname()[1], home + link), daemon=True).start()
    config = uvicorn.Config(
        partial(build, settings),
        factory=True,
        workers=processes,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Patient,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        timeout_graceful_shutdown=5,
    )
    with suppress(KeyboardInterrupt):
        if processes > 1:
            Multiprocess(config, [sock]).run()
        else:
            uvicorn.Server(config).run(sockets=[sock])
    print(say(speech, "serve.stopped"), flush=True)
    return 0


def _first_game(settings: object, lang: Lang, forget: int) -> str:
    """A battle that can be played at once: where its link leads on the page.

    ``forget``: finished games in which nothing happened for so many days are deleted first; 0: none.
    """
    from arbitro.storage.errors import StorageError
    from arbitro.storage.store import Store
    from arbitro.web.app import Settings
    from arbitro.web.making import first_game

    assert isinstance(settings, Settings)

    async def offered() -> str:
        async with await Store.open(settings.database) as store:
            if forget:
                await store.forget(datetime.now(UTC) - timedelta(days=forget))
            game, secret = await first_game(store, lang)
        return f"g/{game}#k={secret}"

    try:
        return asyncio.run(offered())
    except StorageError as error:
        raise Misuse(error.render(lang)) from error


def _listening(host: str, port: int) -> socket.socket:
    """A socket at the port, or at the next free one. Raises OSError where none is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + MORE_PORTS, 65_536)):
        sock = socket.socket(family)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
        except OSError as error:
            sock.close()
            last = error
        else:
            sock.set_inheritable(True)
            return sock
    raise last


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104
    return f"http://{shown}:{port}/"


def _open(host: str, port: int, address: str) -> None:
    """Open the browser once the server answers."""
    near = "127.0.0.1" if host == "0.0.0.0" else "::1" if host == "::" else host  # noqa: S104
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection((near, port), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.1)

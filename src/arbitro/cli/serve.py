"""``arbitro serve``: the table in the browser."""

from __future__ import annotations

import contextlib
import socket
from typing import Annotated

import typer

from arbitro.cli._help import Command
from arbitro.cli._talk import helped

PORT = 8750
MORE_PORTS = 20
"""So many ports after the first are tried if it is busy."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve", cls=Command, help=helped("serve"))(serve)


def serve(
    host: Annotated[str, typer.Option(help=helped("serve_host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help=helped("serve_port"), min=0, max=65535)] = PORT,
    database: Annotated[str, typer.Option(help=helped("serve_database"), show_default=False)] = "",
    password: Annotated[str, typer.Option(help=helped("serve_password"), show_default=False)] = "",
    open_: Annotated[bool, typer.Option("--open/--no-open", help=helped("serve_open"))] = True,
    processes: Annotated[int, typer.Option(help=helped("serve_processes"), min=1, max=64)] = 1,
    lang: Annotated[str, typer.Option(help=helped("lang"), show_default=False)] = "",
) -> int:
    """Start the server and wait for its end."""
    import uvicorn

    from arbitro.web.app import Settings, build

    sock = _socket(host, port)
    config = uvicorn.Config(
        build(Settings(database=database or None, password=password)),
        log_level="warning",
        access_log=False,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    print(f"http://{host}:{sock.getsockname()[1]}/", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[sock])
    return 0


def _socket(host: str, port: int) -> socket.socket:
    for number in range(port, port + MORE_PORTS):
        sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
            return sock
        except OSError:
            sock.close()
            if number == port + MORE_PORTS - 1:
                raise
    raise AssertionError

"""The built page: its index for every address that is no other, and its files, kept by browsers for ever."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from arbitro.web.refusals import Unwilling
from arbitro.web.words import language, say

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"
SMALL = 600
"""Files below so many bytes are not worth packing."""
PACKED = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")

mimetypes.add_type("application/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@lru_cache(maxsize=256)
def _file(path: Path, changed: int, packing: str) -> tuple[bytes, str]:
    """A file's bytes and how they are packed; what the build packed already is taken as it is."""
    if packing == "br" and (ready := path.with_name(path.name + ".br")).is_file():
        return ready.read_bytes(), "br"
    data = path.read_bytes()
    if packing and len(data) > SMALL:
        ready = path.with_name(path.name + ".gz")
        return (ready.read_bytes() if ready.is_file() else gzip.compress(data, 9, mtime=0)), "gzip"
    return data, ""


def _sent(request: Request[Any, Any, Any], path: Path, cache: str) -> Response[bytes]:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    accepted = request.headers.get("accept-encoding", "")
    packing = ""
    if kind.startswith(PACKED):
        packing = "br" if "br" in accepted else "gzip" if "gzip" in accepted else ""
    data, packed = _file(path, path.stat().st_mtime_ns, packing)
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if packed:
        headers["content-encoding"] = packed
    return Response(data, media_type=kind, headers=headers)


def handlers(folder: Path) -> list[Any]:
    """The handlers of the page in a folder."""
    home = folder.resolve()

    def found(name: str) -> Path | None:
        try:
            path = (home / name).resolve()
            return path if path.is_file() and path.is_relative_to(home) else None
        except (OSError, ValueError):  # a name that no file can have
            return None

    @get("/assets/{name:path}", include_in_schema=False, sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        path = found("assets/" + name.lstrip("/"))
        if path is None:
            raise Unwilling("not_found")
        return _sent(request, path, FOREVER)

    @get(["/", "/{rest:path}"], include_in_schema=False, sync_to_thread=False)
    def index(request: Request[Any, Any, Any], rest: FromPath[str] = "") -> Response[bytes]:
        if rest.lstrip("/").startswith("api/"):
            raise Unwilling("not_found")
        path = found(rest.lstrip("/")) if rest.strip("/") else None
        path = path or found("index.html")
        if path is None:
            text = say(language(request.headers.get("accept-language", "")), "page.unbuilt")
            return Response(text.encode(), media_type="text/plain; charset=utf-8", status_code=503)
        return _sent(request, path, ANEW)

    return [asset, index]

"""Who may come in: hosts, origins, sizes, speeds, the password of the house, and the headers of every answer.

Plain ASGI around the whole application, so that nothing is reached past it. Limits are generous for people who play,
and small for a program that floods.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Network
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.json import encode

from arbitro.web.refusals import Unwilling
from arbitro.web.words import language

DOOR_COOKIE = "arbitro_door"
DOOR_SECONDS = 30 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
OPEN_PATHS = ("/api/door", "/api/meta")
"""What can be reached without the password of the house, besides the page itself."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
"""For the battle report: one page with its own styles and no script."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Limits(Struct, frozen=True):
    """How much and how fast; each pair is how many at once, and how many a second after that.

    Of an address: ``requests`` over HTTP, of them ``creations`` of games, ``passwords`` tried, ``readings`` of whole
    games, ``texts``, the kilobytes of files that are to be read, pieces of ``matrices``, and what is asked of the
    ``lab``; ``connections`` opened, ``together`` open at once, and ``crowd``, the messages of them all. Of a
    connection: ``messages``, of them ``answers``, ``chats`` and ``thoughts``, of which ``brewing`` are under way at
    once; ``queue`` messages and ``unread`` bytes that wait to be
    read. ``body`` and ``message`` are the largest there may be, in bytes.
    """

    body: int = 64 * 1024
    message: int = 64 * 1024
    requests: tuple[float, float] = (400, 40)
    creations: tuple[float, float] = (40, 0.5)
    passwords: tuple[float, float] = (10, 0.2)
    readings: tuple[float, float] = (30, 1)
    texts: tuple[float, float] = (300, 20)
    matrices: tuple[float, float] = (20, 4)
    lab: tuple[float, float] = (60, 6)
    connections: tuple[float, float] = (200, 10)
    together: int = 120
    crowd: tuple[float, float] = (2000, 300)
    messages: tuple[float, float] = (300, 60)
    answers: tuple[float, float] = (100, 20)
    chats: tuple[float, float] = (10, 1)
    thoughts: tuple[float, float] = (40, 8)
    brewing: int = 6
    queue: int = 400
    unread: int = 4 * 1024 * 1024


class Bucket:
    """So many at once, so many a second after that.

    >>> bucket = Bucket(2, 1.0, now=lambda: 0.0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_full", "_left", "_now", "_rate", "_then")

    def __init__(self, full: float, rate: float, now: Any = time.monotonic) -> None:
        self._full, self._rate, self._now = full, rate, now
        self._left, self._then = full, now()

    def take(self, amount: float = 1) -> bool:
        """Whether there is so much now."""
        now = self._now()
        self._left = min(self._full, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    @property
    def full(self) -> bool:
        """Whether it was left alone long enough to be forgotten."""
        return bool(self._left + (self._now() - self._then) * self._rate >= self._full)


class Buckets:
    """One bucket a key, such as an address; those nobody used for a while are forgotten."""

    MOST = 10_000

    def __init__(self, full: float, rate: float) -> None:
        self._full, self._rate = full, rate
        self._by_key: dict[str, Bucket] = {}

    def take(self, key: str, amount: float = 1) -> bool:
        """Whether this key has so much now."""
        bucket = self._by_key.get(key)
        if bucket is None:
            if len(self._by_key) >= self.MOST:
                self._by_key = {k: b for k, b in self._by_key.items() if not b.full}
            bucket = self._by_key[key] = Bucket(self._full, self._rate)
        return bucket.take(amount)


class Door:
    """The password of the house; "" leaves it open. Whoever knows it gets a cookie that says so for a month."""

    def __init__(self, password: str) -> None:
        self._salt = secrets.token_bytes(16)
        self._hash = self._hashed(password) if password else b""
        # The key is of the password alone, so that the cookie opens the other processes and the next start too.
        self._key = hashlib.scrypt(password.encode(), salt=b"arbitro door", n=2**14, r=8, p=1) if password else b""

    @property
    def locked(self) -> bool:
        """Whether there is a password."""
        return bool(self._hash)

    def _hashed(self, password: str) -> bytes:
        return hashlib.scrypt(password.encode("utf-8", "replace"), salt=self._salt, n=2**14, r=8, p=1)

    def knows(self, password: str) -> bool:
        """Whether this is the password; takes its time on purpose."""
        return hmac.compare_digest(self._hashed(password), self._hash)

    def cookie(self) -> str:
        """What the browser keeps."""
        until = str(int(time.time()) + DOOR_SECONDS)
        return f"{until}.{self._sign(until)}"

    def _sign(self, until: str) -> str:
        return hmac.new(self._key, until.encode(), "sha256").hexdigest()

    def admits(self, cookies: str) -> bool:
        """Whether the cookies of a request open the door."""
        if not self.locked:
            return True
        try:
            found = SimpleCookie(cookies).get(DOOR_COOKIE)
        except CookieError:
            return False
        until, _, sign = (found.value if found is not None else "").partition(".")
        fits = hmac.compare_digest(sign.encode(), self._sign(until).encode())
        return fits and until.isascii() and until.isdigit() and int(until) > time.time()


def header(scope: Any, name: str) -> str:
    """A header of a request, "" without."""
    wanted = name.encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), "")


def address(scope: Any) -> str:
    """Where a request comes from: an address, of IPv6 the network, all of which somebody who has one address may use.

    uvicorn has put a trusted proxy's word in its place.

    >>> address({"client": ("192.0.2.7", 1)}), address({"client": ("2001:db8:1:2:3:4:5:6", 1)}), address({})
    ('192.0.2.7', '2001:db8:1:2::/64', '?')
    """
    host = (scope.get("client") or ("?",))[0]
    return str(IPv6Network((host.partition("%")[0], 64), strict=False)) if ":" in host else str(host)


class Guard:
    """ASGI middleware around everything; see the module.

    Args:
        app: the application inside.
        limits: how much and how fast.
        door: the password.
        hosts: names this server answers to; empty: any.
    """

    def __init__(self, app: Any, limits: Limits, door: Door, hosts: Iterable[str] = ()) -> None:
        self.app, self.limits, self.door = app, limits, door
        self.hosts = frozenset(host.lower() for host in hosts)
        self._requests = Buckets(*limits.requests)
        self._connections = Buckets(*limits.connections)
        self._together: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request or connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Unwilling as why:
            await self._refuse(scope, receive, send, why)
            return
        if scope["type"] == "http":
            await self.app(scope, receive, _with_headers(send))
            return
        where = address(scope)
        self._together[where] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._together[where] -= 1
            if not self._together[where]:
                del self._together[where]

    def _check(self, scope: Any) -> None:
        host = header(scope, "host").lower()
        if self.hosts and _name(host) not in self.hosts:
            raise Unwilling("wrong_host")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = header(scope, "origin")
        if unsafe and origin and urlsplit(origin).netloc.lower() != host:
            raise Unwilling("wrong_origin")
        if unsafe and not origin and header(scope, "sec-fetch-site") not in ("", "same-origin", "none"):
            raise Unwilling("wrong_origin")
        asked = scope["path"].startswith("/api/")
        buckets = self._connections if scope["type"] == "websocket" else self._requests
        where = address(scope)
        if asked and not buckets.take(where):
            raise Unwilling("too_fast")
        if scope["type"] == "websocket" and self._together[where] >= self.limits.together:
            raise Unwilling("too_fast")
        if asked and scope["path"] not in OPEN_PATHS and not self.door.admits(header(scope, "cookie")):
            raise Unwilling("door")
        length = header(scope, "content-length")
        if length and (not length.isdigit() or int(length) > self.limits.body):
            raise Unwilling("too_big", most=self.limits.body // 1024)

    async def _refuse(self, scope: Any, receive: Any, send: Any, why: Unwilling) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4000 + why.status % 1000, "reason": why.code})
            return
        lang = language(header(scope, "accept-language"))
        body = encode({"code": why.code, "text": why.text(lang)})
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await _with_headers(send)({"type": "http.response.start", "status": why.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    return host.partition("]")[0] + "]" if host.startswith("[") else host.rpartition(":")[0] or host


def _with_headers(send: Any) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            present = {key.lower() for key, _ in message["headers"]}
            more = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in present]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return sending

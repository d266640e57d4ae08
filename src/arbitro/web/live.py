"""The live side: one WebSocket a connection, from its greeting to its end.

A connection reads its messages one after the other and does what they ask; what it is sent waits in a queue of its
own, so that a slow reader delays nobody. Who does not read is let go, and goes on later from where they were.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from arbitro.content.errors import Lang
from arbitro.engine.asks import Refused
from arbitro.engine.forms import Tree
from arbitro.engine.save import SaveError
from arbitro.engine.values import REFEREE, RuleId, Seat, Value, plain
from arbitro.storage.errors import StorageError
from arbitro.web.guard import Bucket, Buckets, Limits, address, header
from arbitro.web.protocol import (
    MOST_COMPARED,
    MOST_TRIED,
    PROTOCOL,
    Ask,
    At,
    Bye,
    ClientMessage,
    Compare,
    Compared,
    Done,
    Ghost,
    Grow,
    Grown,
    Hello,
    Overrule,
    Ping,
    Pledge,
    Pong,
    Refuse,
    Rename,
    Reply,
    Say,
    SendAnswer,
    ServerMessage,
    Shine,
    Shone,
    Speak,
    Sweep,
    SweptSeen,
    Then,
    Throw,
    Tried,
    Try,
    Weigh,
    Weighed,
)
from arbitro.web.questions import branch_view
from arbitro.web.refusals import Unwilling
from arbitro.web.table import SPECTATOR, Table
from arbitro.web.tables import Running, Tables
from arbitro.web.views import ENCODER
from arbitro.web.words import language, say

HELLO_SECONDS = 10.0
FAREWELL_SECONDS = 5.0
FLOODS = 200
"""So many messages beyond the limit, and the connection is closed."""
MOST_CORNERS, MOST_LETTERS = 64, 200
"""Of a ghost."""
CLOSE_FINE, CLOSE_REFUSED, CLOSE_AGAIN = 1000, 4000, 4001

OURS = ("stale", "game_over", "rule_bug", "not_your_decision")
"""Refusals of the engine that have nothing to do with any rules: the server words them."""

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_logger = logging.getLogger(__name__)


class Connection:
    """One WebSocket at one table.

    Args:
        socket: the socket, accepted.
        tables: the tables of the server.
        limits: how fast it may ask.
        crowd: how fast all connections of its address may ask.
    """

    def __init__(self, socket: WebSocket[Any, Any, Any], tables: Tables, limits: Limits, crowd: Buckets) -> None:
        self.socket, self.tables, self.limits, self._crowd = socket, tables, limits, crowd
        self._address = address(socket.scope)
        self.seats: tuple[Seat, ...] = ()
        self.lang: Lang = language(header(socket.scope, "accept-language"))
        self.running: Running
        self._queue: deque[str] = deque()
        self._unread = 0
        """How long the messages in the queue are together."""
        self._more = asyncio.Event()
        self._bye: Bye | None = None
        self._deaf = asyncio.Event()
        """Set for one who does not read: no farewell would reach them either."""
        self._messages, self._answers = Bucket(*limits.messages), Bucket(*limits.answers)
        self._chats, self._thoughts = Bucket(*limits.chats), Bucket(*limits.thoughts)
        self._floods = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # --- sending --------------------------------------------------------------------------------------

    def send(self, message: str) -> None:
        """Put a message on its way; whoever does not read is let go."""
        if self._bye is not None or self._deaf.is_set():
            return
        if self._queue and (len(self._queue) >= self.limits.queue or self._unread > self.limits.unread):
            self._deaf.set()
            return
        self._queue.append(message)
        self._unread += len(message)
        self._more.set()

    def tell(self, message: ServerMessage) -> None:
        """Send one message of the protocol."""
        self.send(ENCODER.encode(message).decode())

    def bye(self, code: str, *, again: bool = False) -> None:
        """Say why, and close."""
        if self._bye is None:
            self._bye = Bye(code=code, text=say(self.lang, f"bye.{code}"), again=again)
            self._more.set()

    async def _write(self) -> None:
        while True:
            while self._queue:
                message = self._queue.popleft()
                self._unread -= len(message)
                await self.socket.send_data(message)
            if self._bye is not None:
                await self.socket.send_data(ENCODER.encode(self._bye).decode())
                await self.socket.close(CLOSE_AGAIN if self._bye.again else CLOSE_REFUSED)
                return
            self._more.clear()
            await self._more.wait()

    # --- the course of a connection -------------------------------------------------------------------

    async def run(self, game: str) -> None:
        """From the greeting to the end."""
        try:
            await self._greet(game)
        except (Unwilling, StorageError, SaveError) as why:
            code, text, _ = told(why, self.lang)
            await self.socket.send_data(ENCODER.encode(Bye(code=code, text=text)).decode())
            await self.socket.close(CLOSE_REFUSED, code)
            return
        ends = [asyncio.create_task(work) for work in (self._write(), self._read(), self._deaf.wait())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.running.leave(self)
            for task in (*ends, *self._tasks):
                task.cancel()
            await asyncio.gather(*ends, *self._tasks, return_exceptions=True)

    async def _greet(self, game: str) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = decoded(await self.socket.receive_data("text"))
        except TimeoutError:
            raise Unwilling("hello_first") from None
        if not isinstance(message, Hello):
            raise Unwilling("hello_first")
        self.lang = language(message.lang)
        if message.protocol != PROTOCOL:
            raise Unwilling("other_protocol")
        key = await self.tables.store.key(game, message.token)
        if key is None:
            raise Unwilling("wrong_token")
        self.running = await self.tables.open(game)
        self.seats = tuple(seat for seat in self.running.table.players if seat in key.seats)
        await self.running.promise(self.seats, message.pledge, again=True)
        await self.running.join(self, message.since, max(0, message.journal))

    async def _read(self) -> None:
        while True:
            data = await self.socket.receive_data("text")
            if not (self._messages.take() and self._crowd.take(self._address)):
                self._floods += 1
                if self._floods > FLOODS:
                    self.bye("flood", again=True)
                    await asyncio.sleep(FAREWELL_SECONDS)  # the writer ends the connection once it has said so
                    return
                self.tell(Refuse(re=number(data), code="too_fast", text=say(self.lang, "refused.too_fast")))
                continue
            await self._one(data)

    async def _one(self, data: str | bytes) -> None:
        re = 0
        try:
            message = decoded(data)
            re = getattr(message, "re", 0)
            await self._do(message)
        except Exception as why:
            self._refuse(re, why)

    def _refuse(self, re: int, why: Exception) -> None:
        code, text, rules = told(why, self.lang, self.running.table)
        if code == "broken":
            _logger.error("a message could not be handled", exc_info=why)
        self.tell(Refuse(re=re, code=code, text=text, rules=rules))

    # --- what messages ask ----------------------------------------------------------------------------

    async def _do(self, message: ClientMessage) -> None:
        do: dict[type, Callable[[Any], Awaitable[None]]] = {
            SendAnswer: self._answer, Grow: self._grow, Weigh: self._weigh, Compare: self._compare,
            Sweep: self._sweep, Try: self._try, Shine: self._shine, Ghost: self._ghost, Ask: self._ask,
            Reply: self._reply, Overrule: self._overrule, Say: self._say, Rename: self._rename, Speak: self._speak,
            At: self._at, Pledge: self._pledge, Throw: self._throw, Ping: self._ping,
        }  # fmt: skip
        if type(message) not in do:
            raise Unwilling("not_a_message", why="hello")
        await do[type(message)](message)

    def _done(self, re: int, row: int) -> None:
        """Say that a request was carried out."""
        self.tell(Done(re=re, seq=self.running.view(self).number_of(row)))

    def _mine(self, seat: Seat) -> Seat:
        if not self.seats:
            raise Unwilling("spectator")
        if seat not in self.seats:
            raise Unwilling("not_your_seat")
        return seat

    def _slowly(self, bucket: Bucket) -> None:
        if not bucket.take():
            raise Unwilling("too_fast")

    def _thoughtfully(self) -> None:
        """For what takes long: not too often, and not too much at once."""
        self._slowly(self._thoughts)
        if len(self._tasks) >= self.limits.brewing:
            raise Unwilling("too_fast")

    def _asked(self, decision: str, seat: Seat) -> None:
        """Only the question that stands can be looked into, by those who are asked."""
        pending = self.running.table.game.pending
        self._mine(seat)
        if pending is None or pending.id != decision or seat not in (*pending.seats, *pending.free):
            raise Unwilling("stale")

    async def _answer(self, message: SendAnswer) -> None:
        self._slowly(self._answers)
        row = await self.running.answer(message.decision, self._mine(message.seat), message.value)
        self._done(message.re, row)

    async def _grow(self, message: Grow) -> None:
        self._asked(message.decision, message.seat)
        table = self.running.table
        form = table.game.form(message.seat)
        path = _value(message.path)
        if not isinstance(form, Tree):
            raise Unwilling("stale")
        refusal = form.refusal(path)
        if refusal is not None and refusal.code != "incomplete":
            raise Refused(refusal)
        branch = branch_view(table.rules, table.game, message.seat, form.grow(path), path, self.lang)
        self.tell(Grown(re=message.re, branch=branch))

    async def _try(self, message: Try) -> None:
        self._asked(message.decision, message.seat)
        table = self.running.table
        probe = table.rules.probe(table.game, message.seat, _value(message.value), self.lang)
        self.tell(Tried(re=message.re, probe=probe))

    async def _weigh(self, message: Weigh) -> None:
        self._thoughtfully()
        self._asked(message.decision, message.seat)
        value = _value(message.value)
        self._legal(message.seat, value)
        self._later(message.re, self._weighed(message, self.running.matter(), value))

    async def _weighed(self, message: Weigh, matter: Any, value: Value) -> None:
        outlook = await self.tables.minds.outlook(matter, message.seat, value, self.lang)
        self.tell(Weighed(re=message.re, outlook=outlook))

    def _legal(self, seat: Seat, value: Value) -> None:
        refusal = self.running.table.game.form(seat).refusal(value)
        if refusal is not None:
            raise Refused(refusal)

    async def _compare(self, message: Compare) -> None:
        self._thoughtfully()
        self._asked(message.decision, message.seat)
        values = tuple(map(_value, message.values))
        if not 0 < len(values) <= MOST_COMPARED:
            raise Unwilling("not_a_message", why="compare")
        for value in values:
            self._legal(message.seat, value)
        self._later(message.re, self._compared(message, self.running.matter(), values))

    async def _compared(self, message: Compare, matter: Any, values: tuple[Value, ...]) -> None:
        found = await self.tables.minds.comparison(matter, message.seat, values, self.lang)
        self.tell(Compared(re=message.re, comparison=found))

    async def _sweep(self, message: Sweep) -> None:
        self._thoughtfully()
        self._asked(message.decision, message.seat)
        value = _value(message.value)
        if len(message.numbers) > MOST_TRIED:
            raise Unwilling("not_a_message", why="sweep")
        self._legal(message.seat, value)
        self._later(message.re, self._swept(message, self.running.matter(), value))

    async def _swept(self, message: Sweep, matter: Any, value: Value) -> None:
        found = await self.tables.minds.swept(
            matter, message.seat, value, message.knob, tuple(message.numbers), self.lang
        )
        self.tell(SweptSeen(re=message.re, swept=found))

    async def _shine(self, message: Shine) -> None:
        self._thoughtfully()
        scene = self.running.table.scene(self.seats, self.lang)
        if message.figure not in {*(figure.id for figure in scene.figures), *(side.seat for side in scene.sides)}:
            raise Unwilling("no_figure")
        self._later(message.re, self._shone(message, self.running.matter()))

    async def _shone(self, message: Shine, matter: Any) -> None:
        seat = self.seats[0] if self.seats else ""
        light = await self.tables.minds.spotlight(matter, seat, message.figure, self.lang)
        self.tell(Shone(re=message.re, light=light))

    def _later(self, re: int, work: Any) -> None:
        """Do what takes long without keeping the next messages waiting."""

        async def doing() -> None:
            try:
                await work
            except Exception as why:
                self._refuse(re, why)

        task = asyncio.create_task(doing())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ghost(self, message: Ghost) -> None:
        if not self.seats:
            raise Unwilling("spectator")
        if len(message.points) > MOST_CORNERS or len(message.kind + message.figure + message.label) > MOST_LETTERS:
            raise Unwilling("not_a_message", why="ghost")
        self.running.ghost(self, message)

    async def _pledge(self, message: Pledge) -> None:
        self._slowly(self._answers)
        await self.running.promise(self.seats, message.pledge, again=False)
        self._done(message.re, self.running.table.seq)

    async def _throw(self, message: Throw) -> None:
        self._slowly(self._answers)
        await self.running.throw(self.seats, message.word)
        self._done(message.re, self.running.table.seq)

    async def _ask(self, message: Ask) -> None:
        self._slowly(self._answers)
        row = await self.running.wish(message.what, self._mine(message.seat), message.answers)
        self._done(message.re, row)

    async def _reply(self, message: Reply) -> None:
        self._slowly(self._answers)
        row = await self.running.reply(message.what, self._mine(message.seat), message.agree, message.to)
        self._done(message.re, row)

    async def _overrule(self, message: Overrule) -> None:
        self._slowly(self._answers)
        self._mine(REFEREE)
        changes = [(field, _value(value)) for field, value in message.changes]
        row = await self.running.overrule(message.figure, changes, message.note)
        self._done(message.re, row)

    async def _say(self, message: Say) -> None:
        self._slowly(self._chats)
        row = await self.running.say(self.seats[0] if self.seats else SPECTATOR, message.text)
        self._done(message.re, row)

    async def _rename(self, message: Rename) -> None:
        self._slowly(self._chats)
        row = await self.running.rename(self._mine(message.seat), message.name)
        self._done(message.re, row)

    async def _speak(self, message: Speak) -> None:
        self._slowly(self._answers)
        await self.running.speak(self, language(message.lang))

    async def _at(self, message: At) -> None:
        self._slowly(self._answers)
        table = self.running.table
        seat = self.seats[0] if self.seats else ""
        event = self.running.view(self).event_at(message.at)
        state = table.rules.view(table.reel.state_at(event + 1), seat)
        self.tell(Then(re=message.re, at=message.at, scene=table.rules.scene(state, seat, self.lang)))

    async def _ping(self, message: Ping) -> None:
        self.tell(Pong(re=message.re))


def decoded(data: str | bytes) -> ClientMessage:
    """A message of a client. Raises Unwilling ``not_json``, ``not_a_message``."""
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError as error:
        raise Unwilling("not_a_message", why=str(error)[:200]) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Unwilling("not_json") from None


class _Numbered(msgspec.Struct):
    """What repeats in a reply, of whatever message."""

    re: int = 0


def number(data: str | bytes) -> int:
    """The number of a request that is not even looked at; 0 if it has none."""
    try:
        return msgspec.json.decode(data, type=_Numbered).re
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return 0


def _value(value: Any) -> Value:
    try:
        return plain(value)
    except (TypeError, RecursionError):
        raise Unwilling("not_a_message", why=repr(type(value).__name__)) from None


def told(why: Exception, lang: Lang, table: Table | None = None) -> tuple[str, str, tuple[RuleId, ...]]:
    """Code, sentence and rules of what went wrong; ``broken`` for what should never have."""
    if isinstance(why, Refused) and table is not None:
        refusal = why.refusal
        if refusal.code in OURS:
            return refusal.code, say(lang, f"refused.{refusal.code}"), refusal.rules
        return refusal.code, table.rules.reason(table.game.state, refusal, lang), refusal.rules
    if isinstance(why, Unwilling):
        return why.code, why.text(lang), why.rules
    if isinstance(why, StorageError):
        return why.code, why.render(lang), ()
    return "broken", say(lang, "refused.broken"), ()


async def serve(socket: WebSocket[Any, Any, Any], game: str, state: Any) -> None:
    """Serve one WebSocket until it ends; ``state`` is the application's."""
    await socket.accept()
    try:
        await Connection(socket, state.tables, state.limits, state.crowd).run(game)
    except WebSocketDisconnect:
        return

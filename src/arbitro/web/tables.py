"""The tables of a server: in memory while somebody is there, in the log always.

**The life of an answer.** Under the table's lock: it is validated (purely); its row is appended to the log; only then
the table in memory takes it, and everybody is told, without a pause in between. Append comes first so that nothing is
ever shown that could be lost, and so that whoever reads the table while the disk is being waited for sees it as the
last row left it. Log and memory stay equal in every case: taking a row is deterministic (see `table.Table.take`), so a
row that the rules stumble over (``rule_bug``) is refused alike in memory and in every replay, and a `rows.Voided` row
after it keeps it refused when the rules are mended. If another process appended first (`Behind`), its rows are taken
and the answer is refused as stale. If the process dies after the append, the row is there when the table is made anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Any, Protocol

from msgspec import Struct, structs

from arbitro.content.errors import Lang
from arbitro.content.tabletop import rules_with
from arbitro.dice.sources import Dice, SeededDice, TypedDice
from arbitro.engine.asks import Answer, Decision, Refused, Ruling, TakeBack
from arbitro.engine.save import SaveError
from arbitro.engine.values import Id, Seat, Value, plain
from arbitro.players import MOST_TURNS
from arbitro.storage.errors import Behind, StorageError
from arbitro.storage.records import Change, Checkpoint, NewRow, Row, Words
from arbitro.storage.records import Game as Kept
from arbitro.storage.store import Store
from arbitro.web.bodies import Names
from arbitro.web.elsewhere import Elsewhere, Here
from arbitro.web.library import rules_called
from arbitro.web.minds import Matter, Minds, matter
from arbitro.web.packs import packs_of
from arbitro.web.protocol import Ghost, GhostSeen, Presence
from arbitro.web.questions import NONCE
from arbitro.web.refusals import Unwilling
from arbitro.web.rows import Input, Pledged, Proposed, Renamed, Replied, Said, Talk, Thrown, Voided, packed
from arbitro.web.table import DICE, DRAW, PEOPLE, SPECTATOR, UNDO, Table, finished, fresh
from arbitro.web.views import ENCODER, View, view_of

CHECKPOINT_EVERY = 100
"""Rows of the log between two checkpoints."""
IDLE_SECONDS = 120.0
"""A table where nobody is leaves the memory after so long."""
PATIENCE = 3.0
"""So many seconds the computers of this process wait for those of the one that wrote the last row."""
MOST_PEERS = 60
"""Connections at one table at the most."""
LONGEST_TEXT, LONGEST_NAME = 400, 40
MOST_DECLINED = 2
"""Who was declined so often must play on before proposing the same again."""

_logger = logging.getLogger(__name__)


class Peer(Protocol):
    """A connection at a table, as the table knows it."""

    seats: tuple[Seat, ...]
    lang: Lang

    def send(self, message: str) -> None:
        """Put a message on its way; never waits."""
        ...


class Running:
    """A table in memory, with whoever is there and whatever thinks about it.

    Args:
        tables: the tables of the server.
        table: the table.
        kept: what the store knows of the game.
    """

    def __init__(self, tables: Tables, table: Table, kept: Kept) -> None:
        self.tables, self.table, self.kept = tables, table, kept
        self.lock = asyncio.Lock()
        self.peers: set[Peer] = set()
        self.left = time.monotonic()
        self.saved = table.seq
        self.end_watch: Callable[[], None] = lambda: None
        self.elsewhere = Elsewhere(tables.store, table.id, self._tell_presence, self._show)
        self._views: dict[tuple[tuple[Seat, ...], Lang], View] = {}
        self._mind: asyncio.Task[None] | None = None
        self._thought_of: Decision | None = None
        self._expected = 0
        """The row that our own append leads to, while it is under way."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._shipped: tuple[int, Matter] | None = None

    # --- who is there ---------------------------------------------------------------------------------

    async def join(self, peer: Peer, since: int, have: int) -> None:
        """Somebody is here: they get what they lack, the others hear of it. Raises Unwilling ``full``."""
        await self.tell(peer.lang)
        if len(self.peers) >= MOST_PEERS:
            raise Unwilling("full")
        self.peers.add(peer)
        self._count()
        peer.send(self.view(peer).snapshot(since, have).decode())
        self._tell_presence(but=peer)
        self.nudge()

    def leave(self, peer: Peer) -> None:
        """Somebody has left."""
        if peer in self.peers:
            self.peers.discard(peer)
            self.left = time.monotonic()
            self._tell_presence()

    async def tell(self, lang: Lang) -> None:
        """Have the journal in a language, and let others have their turn meanwhile."""
        for _ in self.table.reel.telling(lang):
            await asyncio.sleep(0)

    async def speak(self, peer: Peer, lang: Lang) -> None:
        """Somebody wants another language."""
        await self.tell(lang)
        peer.lang = lang
        peer.send(self.view(peer).snapshot().decode())

    def _count(self) -> None:
        """Count who is there, at this process and at the others, and let those know."""
        seats = Counter(seat for peer in self.peers for seat in peer.seats)
        spectators = sum(not peer.seats for peer in self.peers)
        self.elsewhere.own(Here(dict(seats), spectators))
        for here in self.elsewhere.people():
            seats.update(here.seats)
            spectators += here.spectators
        self.table.online, self.table.spectators = dict(seats), spectators

    def _tell_presence(self, but: Peer | None = None) -> None:
        self._count()
        self._tell(lambda lang: Presence(seats=self.table.seat_views(lang), spectators=self.table.spectators), but)

    def _tell(self, made: Callable[[Lang], Struct], but: Peer | None) -> None:
        """Send everybody but one a message in their language."""
        told: dict[Lang, str] = {}
        for peer in self.peers:
            if peer is not but:
                if peer.lang not in told:
                    told[peer.lang] = ENCODER.encode(made(peer.lang)).decode()
                peer.send(told[peer.lang])

    def view(self, peer: Peer) -> View:
        """What a connection sees, shared by all that see the same."""
        key = (peer.seats, peer.lang)
        if key not in self._views:
            self._views[key] = view_of(self.table, *key)
        return self._views[key]

    def ghost(self, peer: Peer, ghost: Ghost) -> None:
        """Show the others what somebody is dragging."""
        seat = peer.seats[0] if peer.seats else SPECTATOR
        self._show(seat, ghost, peer)
        self.elsewhere.ghost(seat, ghost)

    def _show(self, seat: Seat, ghost: Ghost, but: Peer | None = None) -> None:
        self._tell(lambda lang: GhostSeen(by=seat, name=self._named(seat, lang), ghost=ghost), but)

    def _named(self, seat: Seat, lang: Lang) -> str:
        return self.table.called(seat, lang) if seat != SPECTATOR else ""

    def matter(self) -> Matter:
        """The question that stands, for a worker; made once for each row."""
        if self._shipped is None or self._shipped[0] != self.table.seq:
            self._shipped = (self.table.seq, matter(self.table.game, self.packs))
        return self._shipped[1]

    # --- the log --------------------------------------------------------------------------------------

    async def answer(self, decision: str, seat: Seat, value: Value, by: str = "") -> int:
        """Take an answer of a seat; returns its row. Raises Unwilling with the reason."""
        try:
            one = Answer(decision, seat, plain(value), by)
        except TypeError:
            raise Unwilling("not_a_message", why=repr(value)[:80]) from None
        async with self.lock:
            why = self.table.game.why_not(one)
            if why is not None:
                raise Refused(why)
            if self.table.words_asked is not None:
                raise Unwilling("promise_first")
            return await self._commit([one])

    async def _commit(self, ones: Sequence[Input | Talk]) -> int:
        """Append rows, take them, tell everybody; the lock is held. Raises Unwilling, Refused."""
        table = self.table
        await self._append([NewRow(*packed(one)) for one in ones])
        refused = None
        for one in ones:
            refused = self._take(table.seq + 1, one) or refused
        row = table.seq
        if refused is not None:
            await self._void(row)
        self._after_rows()
        if refused is not None:
            raise refused
        return row

    async def _void(self, row: int) -> None:
        """Have a row passed over for ever; should that not work, it is still refused by these rules."""
        try:
            await self.tables.store.append(self.table.id, row, [NewRow(*packed(Voided(row)))])
            self._take(row + 1, Voided(row))
        except StorageError as error:
            _logger.warning("game %s: row %d could not be voided: %s", self.table.id, row, error)

    async def _append(self, rows: Sequence[NewRow]) -> None:
        """Store rows. Raises Unwilling ``stale`` if the log has grown meanwhile, or StorageError."""
        table = self.table
        self._expected = table.seq + len(rows)
        try:
            await self.tables.store.append(table.id, table.seq, rows)
        except Behind:
            await self._catch_up()
            raise Unwilling("stale") from None
        except StorageError as error:
            if error.code == "lost":  # whether the rows were stored before, the log tells
                await self._catch_up()
            raise
        except asyncio.CancelledError:
            self._spawn(self._hear())  # whoever asked is gone; the rows may be stored all the same
            raise
        finally:
            self._expected = 0

    def _take(self, row: int, one: Input | Talk) -> Refused | None:
        refused = self.table.take(row, one)
        if refused is not None:
            _logger.error("game %s, row %d: the rules got stuck: %s", self.table.id, row, refused.refusal.facts)
        self._publish()
        return refused

    def _publish(self) -> None:
        """Tell everybody what the last row changed."""
        table = self.table
        by_view: dict[View, list[Peer]] = {}
        for peer in self.peers:
            by_view.setdefault(self.view(peer), []).append(peer)
        whole = table.went_back
        for view, peers in by_view.items():
            message = view.again() if whole else view.update()
            if message is not None:
                text = message.decode()
                for peer in peers:
                    peer.send(text)

    @property
    def packs(self) -> tuple[str, ...]:
        """The folders of the packs the game is played with."""
        return packs_of(self.kept)

    def grown(self, game: str, seq: int) -> None:
        """The store says that the log has grown; rows of another process are fetched."""
        if seq > max(self.table.seq, self._expected):
            self._spawn(self._hear())

    async def _hear(self) -> None:
        """Take rows of another process; its computers answer, ours only if it does not."""
        async with self.lock:
            await self._catch_up()
        await asyncio.sleep(PATIENCE)
        self.nudge()

    async def _catch_up(self) -> None:
        rows = await self.tables.store.log(self.table.id, self.table.seq)
        for row, one in read_rows(self.table, rows):
            self._take(row, one)
        if rows:
            self._after_rows(nudge=False)

    def _after_rows(self, *, nudge: bool = True) -> None:
        table = self.table
        if table.over and table.over != self.kept.over:
            self._spawn(self.keep(over=True))
        elif table.seq - self.saved >= CHECKPOINT_EVERY:
            self._spawn(self.keep())
        if nudge:
            self.nudge()

    async def keep(self, *, over: bool = False) -> None:
        """Store a checkpoint, and what lists show of the game."""
        table = self.table
        self.saved = table.seq
        checkpoint = Checkpoint(table.seq, table.rules.version, table.saved())
        change = Change(standing=standing(table), over=table.over if over else None)
        if over:
            self.kept = structs.replace(self.kept, over=table.over)
        try:
            await self.tables.store.put_checkpoint(table.id, checkpoint)
            await self.tables.store.change_game(table.id, change)
        except StorageError as error:
            _logger.warning("game %s: no checkpoint: %s", table.id, error)

    # --- the talk around the game ---------------------------------------------------------------------

    async def wish(self, what: str, seat: Seat, answers: int) -> int:
        """Undo, redo, offer a draw, resign. Raises Unwilling."""
        wishes = {"undo": self._undo, "redo": self._redo, "draw": self._draw, "resign": self._resign}
        if what not in wishes:
            raise Unwilling("unknown_wish", what=what[:40])
        async with self.lock:
            return await wishes[what](seat, answers)

    async def _undo(self, seat: Seat, answers: int) -> int:
        self._must_run()  # with the secret told, no die to come would be one
        moment = self.table.target(seat, answers)
        if self.table.free_to(seat, moment):
            return await self._commit([TakeBack(moment.decision, seat)])
        return await self._commit([self._proposal(UNDO, seat, moment.decision, answers)])

    async def _redo(self, seat: Seat, answers: int) -> int:
        self._must_run()
        if not self.table.together:
            raise Unwilling("redo_apart")
        cuts = self.table.game.cuts
        if not cuts:
            raise Unwilling("nothing_to_redo")
        return await self._commit([TakeBack(cuts[-1].decision, seat)])

    async def _draw(self, seat: Seat, answers: int) -> int:
        self._must_run()
        proposal = self._proposal(DRAW, seat, "", 0)
        return await self._commit([proposal])

    def _proposal(self, what: str, seat: Seat, to: str, answers: int) -> Proposed:
        table = self.table
        if what in table.proposals:
            raise Unwilling("asked_already")
        needs = tuple(other for other in table.people if other not in table.party(seat))
        if not needs:
            raise Unwilling("nobody_to_ask")
        if table.declined(what, seat) >= MOST_DECLINED:
            raise Unwilling("declined_already")
        return Proposed(what, seat, needs, to, answers)

    async def overrule(self, figure: Id, changes: Sequence[tuple[str, Value]], note: str) -> int:
        """Set what the rules would not, with a reason. Raises Unwilling, Refused."""
        text = fitting(note, LONGEST_TEXT)
        async with self.lock:
            self._must_run()
            desk = self.table.rules.desk()
            if desk is None or not self.table.is_desk:
                raise Unwilling("no_desk")
            events = desk.edits(self.table.game, figure, changes)
            return await self._commit([Ruling(kind="edit", note=text, events=events)])

    async def _resign(self, seat: Seat, answers: int) -> int:
        self._must_run()
        others = [other for other in self.table.players if other != seat]
        if len(others) != 1:
            raise Unwilling("two_sides")
        return await self._commit([finished(others[0], "resigned")])

    def _must_run(self) -> None:
        if self.table.game.over:
            raise Unwilling("over")

    async def reply(self, what: str, seat: Seat, agree: bool, to: str = "") -> int:
        """A seat agrees to a proposal, or does not, or takes its own back. Raises Unwilling."""
        async with self.lock:
            proposal = self.table.proposals.get(what)
            if proposal is None or (to and to != proposal.to):
                raise Unwilling("nothing_proposed")
            if seat not in proposal.needs and (agree or seat not in self.table.party(proposal.by)):
                raise Unwilling("not_asked")
            ones: list[Input | Talk] = [Replied(what, seat, agree)]
            if agree and proposal.needs == (seat,):
                ones.append(self._agreed(proposal))
            return await self._commit(ones)

    def _agreed(self, proposal: Proposed) -> Input:
        if proposal.what == DRAW:
            return finished(DRAW, "agreed")
        consent = tuple(other for other in self.table.players if other != proposal.by)
        return TakeBack(proposal.to, proposal.by, consent)

    async def say(self, seat: Seat, text: str) -> int:
        """A line of chat. Raises Unwilling."""
        async with self.lock:
            name = self.table.chosen_name(seat)
            return await self._commit([Said(seat, name, fitting(text, LONGEST_TEXT))])

    async def rename(self, seat: Seat, name: str) -> int:
        """Another name for a seat. Raises Unwilling."""
        async with self.lock:
            wanted = fitting(name, LONGEST_NAME)
            if self.table.bears(wanted, but=seat):
                raise Unwilling("name_taken")
            row = await self._commit([Renamed(seat, wanted)])
        await self.tables.store.change_game(self.table.id, Change(seats=self.table.seat_rows))
        return row

    # --- the words that go into the dice --------------------------------------------------------------

    async def promise(self, seats: Sequence[Seat], pledge: str, *, again: bool) -> None:
        """Seats promise their word for fair dice, by its hash; see `opening.Opening.promised`. Raises Unwilling."""
        opening, secret = self.table.opening, self.kept.secret
        await self._open_dice(lambda: opening.promised(seats, pledge, secret, again=again))

    async def throw(self, seats: Sequence[Seat], word: str) -> None:
        """Seats tell the word that they promised; see `opening.Opening.told`. Raises Unwilling."""
        await self._open_dice(lambda: self.table.opening.told(seats, word, self.table.people))

    async def _open_dice(self, rows: Callable[[], list[Pledged | Thrown]]) -> None:
        while True:
            try:
                async with self.lock:
                    if self.table.words_asked is not None:
                        found = rows()
                        ones: list[Input | Talk] = [*found, *self._dealt(found)]
                        if ones:
                            await self._commit(ones)
                    return
            except Unwilling as why:  # rows of another process came in between: look again
                if why.code != "stale":
                    raise

    def _dealt(self, rows: Sequence[Pledged | Thrown]) -> list[Answer]:
        """The answers by which the game gets the words, once these rows have brought the last of a person."""
        asked, opening = self.table.words_asked, self.table.opening
        told = {row.seat: row.word for row in rows if isinstance(row, Thrown)}
        if asked is None or set(opening.silent(self.table.people)) - set(told):
            return []
        words = {seat: told.get(seat) or opening.word(seat, self.kept.secret) for seat in asked.seats}
        return [Answer(asked.id, seat, word) for seat, word in words.items()]

    # --- computers ------------------------------------------------------------------------------------

    def nudge(self) -> None:
        """Let a computer think, if it is asked or may speak up, and none is thinking yet."""
        pending = self.table.game.pending
        if pending is None or pending.kind == NONCE or self._mind is not None or pending == self._thought_of:
            return
        if self._computers(pending) and self._may_go_on():
            self._mind = self._spawn(self._think(pending))

    def _computers(self, pending: Decision) -> dict[Seat, str]:
        """Seats of computers that are asked or may speak up, with who plays them."""
        game, players = self.table.game, self.table.players
        seats = [*pending.seats, *(seat for seat in pending.free if not game.has_answered(seat))]
        return {seat: players[seat] for seat in seats if players.get(seat, PEOPLE[0]) not in PEOPLE}

    def _may_go_on(self) -> bool:
        """A battle that only computers play goes on while somebody watches, and not for ever."""
        turns = self.table.game.state.scopes.get("turn", 0)
        return bool(self.table.people) or (bool(self.peers) and turns <= MOST_TURNS)

    async def _think(self, pending: Decision) -> None:
        """Find and give a computer's answer to a question, unless it is answered meanwhile."""
        self._thought_of = pending
        try:
            await self._play(pending, await self._thought(pending))
        except Exception:
            _logger.exception("game %s: a computer could not answer", self.table.id)
        finally:
            self._mind = None
        self.nudge()

    async def _thought(self, pending: Decision) -> tuple[Seat, Value] | None:
        players = self._computers(pending)
        asked = [seat for seat in pending.seats if seat in players]
        if asked and pending.kind == DICE and self.table.typed:
            return asked[0], secrets.randbelow(int(pending.about["sides"])) + 1
        try:
            async with nullcontext() if self.table.people else self.tables.show:
                return await self.tables.minds.answer(self.matter(), players, secrets.randbits(60))
        except Exception:
            _logger.exception("game %s: a computer could not think", self.table.id)
            return self._plainest(pending)

    async def _play(self, pending: Decision, found: tuple[Seat, Value] | None) -> None:
        """Give a computer's answer; where the rules do not take it, the plainest one."""
        try:
            if found is not None:
                await self.answer(pending.id, *found)
        except (Refused, Unwilling):  # a question that was answered or taken back meanwhile is no fault
            plainest = self._plainest(pending)
            if plainest is not None and plainest != found:
                await self.answer(pending.id, *plainest)

    def _plainest(self, pending: Decision) -> tuple[Seat, Value] | None:
        """The default answer of a computer that is still asked this."""
        now = self.table.game.pending
        if now is None or now.id != pending.id:
            return None
        seat = next((seat for seat in now.seats if seat in self._computers(now)), None)
        return (seat, self.table.game.form(seat).default()) if seat is not None else None

    # --- tasks ----------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Leave the memory: nothing more is heard, and a checkpoint is kept."""
        self.end_watch()
        self.elsewhere.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.table.seq > self.saved:
            await self.keep()


class Tables:
    """All tables that are in memory.

    Args:
        store: where games are kept.
        minds: the worker processes.
    """

    def __init__(self, store: Store, minds: Minds) -> None:
        self.store, self.minds = store, minds
        self._running: dict[str, Running] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._ahead: set[asyncio.Task[None]] = set()
        self.show = asyncio.Lock()
        """Games without people think one at a time, so that nobody who plays waits for a row of them."""

    async def open(self, id: str) -> Running:
        """A game's table, made from the store if it is not in memory. Raises Unwilling, StorageError."""
        lock = self._opening.setdefault(id, asyncio.Lock())
        async with lock:
            if id not in self._running:
                self._running[id] = await self._made(id)
            running = self._running[id]
            running.left = time.monotonic()
        self._opening.pop(id, None)
        return running

    def open_ahead(self, id: str) -> None:
        """Open a game's table while whoever made it still loads the page; what goes wrong they will hear there."""

        async def opening() -> None:
            with suppress(Exception):
                await self.open(id)

        task = asyncio.create_task(opening())
        self._ahead.add(task)
        task.add_done_callback(self._ahead.discard)

    async def _made(self, id: str) -> Running:
        kept = await self.store.game(id)
        rules = await asyncio.to_thread(rules_with, rules_called(kept.ruleset), packs_of(kept))
        table = await self._table(kept, rules)
        for row, one in read_rows(table, await self.store.log(id, table.seq)):
            table.take(row, one)
        running = Running(self, table, kept)
        running.end_watch = await self.store.watch(id, table.seq, running.grown)
        running.elsewhere.begin()
        if table.over and table.over != kept.over:
            await running.keep(over=True)
        running.nudge()
        return running

    async def _table(self, kept: Kept, rules: Any) -> Table:
        """The table of the last checkpoint that these rules can read, or of the beginning."""
        typed = kept.dice == "typed"
        checkpoint = await self.store.latest_checkpoint(kept.id)
        while checkpoint is not None:
            try:
                return Table.of_save(
                    kept.id, titles(kept), rules, checkpoint.save, dice_of(kept), kept.seats,
                    typed=typed, seq=checkpoint.seq,
                )  # fmt: skip
            except SaveError as error:
                _logger.warning("game %s: checkpoint %d does not fit: %s", kept.id, checkpoint.seq, error)
                checkpoint = await self.store.latest_checkpoint(kept.id, checkpoint.seq)
        return fresh(kept.id, titles(kept), rules, kept.setup, dice_of(kept), kept.seats, typed=typed)

    async def drop(self, id: str) -> None:
        """Delete a game; whoever is at its table hears no more of it. Raises StorageError."""
        running = self._running.pop(id, None)
        if running is not None:
            async with running.lock:
                running.saved = running.table.seq  # nothing of it is kept
            await running.close()
        await self.store.delete_game(id)

    def in_memory(self, id: str) -> Running | None:
        """A table that is in memory."""
        return self._running.get(id)

    async def sweep(self) -> None:
        """Let tables go where nobody has been for a while; runs for ever."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / 4)
            old = time.monotonic() - IDLE_SECONDS
            for id, running in list(self._running.items()):
                if not running.peers and running.left < old and not running.lock.locked():
                    del self._running[id]
                    await running.close()

    async def close(self) -> None:
        """Close all tables."""
        for task in self._ahead:
            task.cancel()
        running, self._running = list(self._running.values()), {}
        for done in await asyncio.gather(*(one.close() for one in running), return_exceptions=True):
            if isinstance(done, Exception):
                _logger.error("a table could not be closed; its log has everything", exc_info=done)


def read_rows(table: Table, rows: Sequence[Row]) -> list[tuple[int, Input | Talk]]:
    """Rows of the log, each with its number; an input that was voided stands there as its voiding."""
    read = [(row.seq, table.read(row.kind, row.body)) for row in rows]
    voided = {one.row: one for _, one in read if isinstance(one, Voided)}
    return [(row, voided.get(row, one)) for row, one in read]


def dice_of(kept: Kept) -> Dice:
    """The dice of a game."""
    return TypedDice() if kept.dice == "typed" else SeededDice(kept.secret)


def titles(kept: Kept) -> Names:
    """The title of a game, in both languages."""
    return Names(kept.titled("it"), kept.titled("en"))


def standing(table: Table) -> Words:
    """Where a game stands, in both languages."""
    state = table.game.state
    return Words(table.rules.standing(state, "it"), table.rules.standing(state, "en"))


def fitting(text: str, most: int) -> str:
    """A text in one line, without what cannot be printed. Raises Unwilling ``empty``, ``too_long``."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not line:
        raise Unwilling("empty")
    if len(line) > most:
        raise Unwilling("too_long", most=most)
    return line

"""A table: one running game with its seats, what is said and proposed around it, and what was undone.

A table is made of a checkpoint and the rows of the log after it, and moves on by rows alone (`Table.take`): whatever
process takes the same rows stands at the same place. Everything here is plain computing, without waiting; `tables`
holds the tables of a server, writes the log and tells the people.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec import Struct, structs

from arbitro.content.deskview import DeskView
from arbitro.content.errors import Lang
from arbitro.content.scenarios import side_names
from arbitro.content.scene import Scene
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import Dice
from arbitro.engine.asks import Answer, Decision, Refused, Ruling, TakeBack
from arbitro.engine.events import Committed, Event, Finished, NoncesGiven, SecretRevealed
from arbitro.engine.fair import first_state
from arbitro.engine.game import Game
from arbitro.engine.history import take_back, undo_scope
from arbitro.engine.save import codec, load, read, save, tupled
from arbitro.engine.timeline import Moment
from arbitro.engine.values import REFEREE, Seat
from arbitro.storage.records import SeatRow
from arbitro.web.bodies import Names
from arbitro.web.opening import Opening
from arbitro.web.protocol import ChatLine, Proposal, SeatView, TableView, TakenBack, Undo, Waiting
from arbitro.web.questions import NONCE
from arbitro.web.reel import Reel, seen_by
from arbitro.web.refusals import Unwilling
from arbitro.web.rows import Input, Pledged, Proposed, Renamed, Replied, Said, Talk, Thrown, unpacked
from arbitro.web.words import say

HERE, LINK = "here", "link"
"""Players that are people: the host's own, and whoever has the seat's link."""
PEOPLE = (HERE, LINK)
SPECTATOR: Seat = "spectator"
UNDO, DRAW = "undo", "draw"
LANGS: tuple[Lang, ...] = get_args(Lang)
DICE = "dice"
"""The question of what a real die shows."""
AROUND = "around"
"""Under this word a checkpoint keeps what is not the game's."""
OPENED = 5
"""Among the first so many events of a fair game are the words that went into its dice."""
MOST_LINES = 30
"""So many lines of what was undone are kept with its trace."""
MOST_CHAT = 500
"""So many lines of chat are kept at the table; the log has them all."""


def seats_of(setup: Mapping[str, Any]) -> dict[Seat, SeatRow]:
    """The seats of a setup as the scenario names them, in the order of the game, to be played here."""
    english = side_names(setup, "en")
    return {seat: SeatRow(seat, name, HERE, english[seat]) for seat, name in side_names(setup, "it").items()}


class Undone(Struct, frozen=True):
    """The trace of an undo: row, how many events stayed, who and how many answers, and events that were taken back."""

    row: int
    kept: int
    by: Seat
    answers: int
    events: tuple[Event, ...]


class _Undone(Struct):
    """A trace as it is saved."""

    row: int
    kept: int
    by: Seat
    answers: int
    events: list[bytes]


class _Around(Struct):
    """What a checkpoint keeps beside the game; ``names``: those that people chose."""

    names: dict[Seat, str] = {}
    chat: list[ChatLine] = []
    proposals: list[Proposed] = []
    undone: list[_Undone] = []
    cuts: list[tuple[int, int]] = []
    pledges: dict[Seat, str] = {}
    words: dict[Seat, str] = {}
    anew: int = 0


class Table:
    """One running game; see the module.

    Args:
        id: the game's id.
        title: what the game is called, in both languages.
        rules: the ruleset it is played by, with its packs.
        game: the game where it stands.
        seats: who plays each seat, in the order of the game.
        typed: people throw real dice.
        seq: the row up to which the game stands.
    """

    def __init__(
        self,
        id: str,
        title: Names,
        rules: TabletopRuleset,
        game: Game,
        seats: Sequence[SeatRow],
        *,
        typed: bool,
        seq: int = 0,
    ) -> None:
        self.id, self.title, self.rules, self.game, self.typed, self.seq = id, title, rules, game, typed, seq
        self.players: dict[Seat, str] = {row.seat: row.player for row in seats}
        self._rows: dict[Seat, SeatRow] = {row.seat: row for row in seats}
        self._first = seats_of(game.setup or {})
        self.chat: list[ChatLine] = []
        self.proposals: dict[str, Proposed] = {}
        self.undone: list[Undone] = []
        self.opening = Opening()
        self.online: dict[Seat, int] = {}
        self.spectators = 0
        self.went_back = False
        """Whether the last row took something back: a patch cannot tell of that."""
        self._cuts: list[tuple[int, int]] = []
        self._declined: list[tuple[int, str, Seat]] = []
        """Proposals that were declined: how many answers stood then, what, and whose."""
        self._decoder = codec(rules)
        self._scenes: dict[tuple[Seat, Lang], Scene] = {}
        self.reel = Reel(rules, rules.setup(game.setup or {}))
        self.reel.follow(game.journal)

    # --- made of a checkpoint, and made into one ------------------------------------------------------

    @classmethod
    def of_save(
        cls, id: str, title: Names, rules: TabletopRuleset, data: bytes, dice: Dice, seats: Sequence[SeatRow],
        *, typed: bool, seq: int,
    ) -> Table:  # fmt: skip
        """The table of a checkpoint. Raises SaveError."""
        body = read(data)
        around = msgspec.msgpack.decode(body.dice[AROUND], type=_Around)
        table = cls(id, title, rules, load(body, rules, dice), seats, typed=typed, seq=seq)
        for seat, name in around.names.items():
            table._rename(seat, name)
        table.chat, table._cuts = around.chat, around.cuts
        table.proposals = {one.what: one for one in around.proposals}
        table.opening.pledges, table.opening.words = around.pledges, around.words
        table.opening.anew = around.anew
        table.undone = [
            Undone(
                one.row, one.kept, one.by, one.answers, tuple(tupled(table._decoder.decode(raw)) for raw in one.events)
            )
            for one in around.undone
        ]
        return table

    def saved(self) -> bytes:
        """A checkpoint of the table as it stands."""
        around = _Around(
            names={row.seat: row.name for row in self._rows.values() if not row.name_en},
            chat=self.chat,
            proposals=list(self.proposals.values()),
            undone=[
                _Undone(u.row, u.kept, u.by, u.answers, [msgspec.msgpack.encode(e) for e in u.events])
                for u in self.undone
            ],
            cuts=self._cuts,
            pledges=self.opening.pledges,
            words=self.opening.words,
            anew=self.opening.anew,
        )
        return save(self.game, {AROUND: msgspec.msgpack.encode(around)})

    # --- rows -----------------------------------------------------------------------------------------

    def take(self, row: int, one: Input | Talk) -> Refused | None:
        """Take the next row of the log; returns why the rules could not carry an input out, if so.

        An input that is refused changes nothing, and would be refused again wherever the log is replayed.
        """
        self.seq = row
        self.went_back = False
        if isinstance(one, Answer | Ruling | TakeBack):
            try:
                self._input(row, one)
            except Refused as refused:
                return refused
            finally:
                self._scenes.clear()
        elif isinstance(one, Said):
            self.chat = [*self.chat, ChatLine(seq=row, by=one.by, name=one.name, text=one.text)][-MOST_CHAT:]
        elif isinstance(one, Renamed):
            self._rename(one.seat, one.name)
        elif isinstance(one, Proposed):
            self.proposals[one.what] = one
        elif isinstance(one, Replied):
            self._reply(one)
        elif isinstance(one, Pledged | Thrown):
            self.opening.take(one)
        return None

    def _input(self, row: int, one: Input) -> None:
        before, answered = len(self.reel.events), len(self.game.moments)
        if isinstance(one, Answer):
            self.game.answer(one)
        elif isinstance(one, Ruling):
            self.game.rule(one)
        else:
            take_back(self.game, one, alone=True)
        old = self.reel.events[:]
        same = self.reel.follow(self.game.journal)
        self.went_back = same < before or isinstance(one, TakeBack)
        if same < before:
            self._cuts.append((row, same))
        if isinstance(one, TakeBack) and len(self.game.moments) < answered:
            cut = tuple(old[same : same + MOST_LINES])
            self.undone.append(Undone(row, same, one.by, answered - len(self.game.moments), cut))
        elif isinstance(one, TakeBack) and self.undone:  # put back: nothing of it is undone any more
            self.undone.pop()
        if self.game.over or not isinstance(one, Answer):
            self.proposals.clear()
        else:
            self._play_on(one.seat)

    def _play_on(self, seat: Seat) -> None:
        """Whoever plays on instead of replying does not agree; any answer of a person overtakes an undo."""
        if self.players.get(seat) not in PEOPLE:
            return
        self.proposals.pop(UNDO, None)
        draw = self.proposals.get(DRAW)
        if draw is not None and seat in draw.needs:
            del self.proposals[DRAW]

    def _reply(self, one: Replied) -> None:
        proposal = self.proposals.get(one.what)
        if proposal is None:
            return
        if not one.agree:
            self._declined.append((len(self.game.moments), one.what, proposal.by))
        left = tuple(seat for seat in proposal.needs if seat != one.seat)
        if not one.agree or not left:
            del self.proposals[one.what]
        else:
            self.proposals[one.what] = msgspec.structs.replace(proposal, needs=left)

    def read(self, kind: str, body: bytes) -> Input | Talk:
        """A row of the log."""
        return unpacked(kind, body, self._decoder)

    def unchanged_since(self, row: int) -> int:
        """How many events of the journal are still as they were after row ``row``."""
        if row < 0 or row > self.seq:
            return 0
        return min((kept for at, kept in self._cuts if at > row), default=len(self.reel.events))

    def declined(self, what: str, by: Seat) -> int:
        """How often a proposal of a seat was declined, or taken back, since the game last went on."""
        return self._declined.count((len(self.game.moments), what, by))

    @property
    def words_asked(self) -> Decision | None:
        """The question for the words that go into the dice, while it stands."""
        asked = self.game.pending
        return asked if asked is not None and asked.kind == NONCE else None

    # --- who is who -----------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(seat for seat, player in self.players.items() if player in PEOPLE)

    @property
    def together(self) -> bool:
        """Whether all people sit at one screen, or one person plays the computer: nobody else needs to be asked."""
        people = self.people
        return len(people) <= 1 or all(self.players[seat] == HERE for seat in people)

    def party(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of the same person or screen as this one."""
        if self.players.get(seat) == HERE:
            return tuple(other for other in self.people if self.players[other] == HERE)
        return (seat,)

    def _rename(self, seat: Seat, name: str) -> None:
        row = self._rows.get(seat)
        if row is not None and row.name != name:
            self._rows[seat] = SeatRow(seat, name, row.player)

    @property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        """The seats as they are called and played now."""
        return tuple(self._rows.values())

    def called(self, seat: Seat, lang: Lang) -> str:
        """The name of a seat in a language, the seat itself if there is none."""
        row = self._rows.get(seat)
        return row.called(lang) if row is not None else seat

    def bears(self, name: str, but: Seat) -> bool:
        """Whether another seat is called so in either language, whatever the letters' shape."""
        others = [seat for seat in self._rows if seat != but]
        return alike(name) in {alike(self.called(seat, lang)) for seat in others for lang in LANGS}

    def chosen_name(self, seat: Seat) -> str:
        """The name that a person chose for a seat, "" if it bears the scenario's."""
        row = self._rows.get(seat)
        return row.name if row is not None and not row.name_en else ""

    def chat_in(self, lang: Lang, since: int = -1) -> tuple[ChatLine, ...]:
        """What was said after a row; who bore the scenario's name then has it in the reader's language."""
        lines = [line for line in self.chat if line.seq > since]
        return tuple(self._signed(line, lang) for line in lines)

    def _signed(self, line: ChatLine, lang: Lang) -> ChatLine:
        if line.name or line.by not in self._first:
            return line
        return structs.replace(line, name=self._first[line.by].called(lang))

    def seat_views(self, lang: Lang) -> tuple[SeatView, ...]:
        """The seats as everybody may know them."""
        return tuple(
            SeatView(seat=seat, name=self.called(seat, lang), player=player, online=self.online.get(seat, 0) > 0)
            for seat, player in self.players.items()
        )

    # --- what is shown --------------------------------------------------------------------------------

    def scene(self, seats: Sequence[Seat], lang: Lang) -> Scene:
        """The scene as the first of these seats sees it, the one whose turn it is before the others."""
        pending = self.game.pending
        asked = pending.seats if pending is not None else ()
        seat = next((one for one in seats if one in asked), seats[0] if seats else "")
        if self.rules.open_scene:
            seat = ""
        if (seat, lang) not in self._scenes:
            self._scenes[seat, lang] = self.rules.scene(self.rules.view(self.game.state, seat), seat, lang)
        return self._scenes[seat, lang]

    def desk(self, seats: Sequence[Seat], lang: Lang) -> DeskView | None:
        """What the referee's desk shows to those who hold these seats; None where the game is no desk's."""
        desk = self.rules.desk()
        if desk is None or not self.is_desk:
            return None
        return desk.view(self.game, REFEREE if REFEREE in seats else "", lang)

    @property
    def is_desk(self) -> bool:
        """Whether the game is an encounter on the referee's desk."""
        desk = self.rules.desk()
        return desk is not None and desk.is_desk(self.game.setup or {})

    def waiting(self, lang: Lang) -> Waiting:
        """For whom the table waits."""
        pending = self.game.pending
        if pending is None:
            return Waiting(seats=())
        if pending.kind == NONCE:
            return self._waiting_for_words(lang)
        computers = [seat for seat in pending.seats if self.players.get(seat) not in PEOPLE]
        seats = tuple(computers) or pending.seats
        names = ", ".join(self.called(seat, lang) for seat in seats)
        kind = "computer" if computers else "person"
        return Waiting(seats=seats, computer=bool(computers), text=say(lang, f"waiting.{kind}", names=names))

    def _waiting_for_words(self, lang: Lang) -> Waiting:
        """Before the dice are open the table waits for pages that nobody has opened yet."""
        seats = self.opening.missing(self.people) or self.opening.silent(self.people)
        names = ", ".join(self.called(seat, lang) for seat in seats)
        return Waiting(seats=seats, text=say(lang, "waiting.link", names=names))

    def view(self, seats: tuple[Seat, ...], lang: Lang) -> TableView:
        """What stands around the game, for those who hold these seats."""
        journal = self.reel.events
        commit = journal[0].commit if journal and isinstance(journal[0], Committed) else ""
        secret = journal[-1].secret if journal and isinstance(journal[-1], SecretRevealed) else ""
        return TableView(
            title=self.title.en if lang == "en" else self.title.it,
            ruleset=self.rules.name,
            me=seats,
            seats=self.seat_views(lang),
            spectators=self.spectators,
            proposals=tuple(self._proposal(one, lang) for one in self.proposals.values()),
            undo=self.undo(seats),
            commit=commit,
            secret=secret,
            typed_dice=self.typed,
            over=self.over,
            opening=self.opening.view(self.people) if self.words_asked is not None else None,
        )

    def _proposal(self, one: Proposed, lang: Lang) -> Proposal:
        text = say(lang, f"table.{one.what}", name=self.called(one.by, lang), n=one.answers)
        return Proposal(kind=one.what, by=one.by, needs=one.needs, text=text, to=one.to)

    @property
    def over(self) -> str:
        """The result once the game is over: a seat, or ``draw``."""
        return (self.game.state.result or DRAW) if self.game.over else ""

    def traces(self, seats: Sequence[Seat], lang: Lang) -> tuple[TakenBack, ...]:
        """What was undone, as these seats may know it.

        On a referee's desk whoever is not the referee hears of one command where they saw what it did, and of none
        else: how many answers it took would tell of secret ones.
        """
        traces = (
            TakenBack(at=u.kept - 1, by=u.by, answers=u.answers, lines=tuple(self._lines(u, seats, lang)))
            for u in self.undone
        )
        desk = self.rules.desk()
        if desk is None or REFEREE in seats or not desk.is_desk(self.game.setup or {}):
            return tuple(traces)
        return tuple(msgspec.structs.replace(trace, answers=1) for trace in traces if trace.lines)

    def _lines(self, undone: Undone, seats: Sequence[Seat], lang: Lang) -> Iterable[str]:
        for event in undone.events:
            shown = seen_by(event, seats)
            text = self.rules.sentence(self.game.state, shown, lang) if shown is not None else ""
            if text:
                yield text

    # --- undo -----------------------------------------------------------------------------------------

    def undo(self, seats: Sequence[Seat]) -> Undo:
        """What those who hold these seats can take back."""
        if self.over or not any(seat in self.people for seat in seats):
            return Undo()
        mine = [moment for moment in self._reachable() if moment.seat in seats]
        if self.together:
            return Undo(free=len(mine), redo=bool(self.game.cuts))
        scopes = [undo_scope(self.game, seat) for seat in seats if seat in self.people]
        best = max(scopes, key=lambda scope: scope.free)
        free = min(best.free, len(mine))
        return Undo(free=free, asking=len(mine) - free, stopped_by=best.stopped_by)

    def _reachable(self) -> list[Moment]:
        """Answers that can be taken back: those since the oldest checkpoint, but never the words in the dice."""
        checkpoints = self.game.checkpoints
        first = checkpoints[0].tape_no if checkpoints else 0
        opened = next((at for at, event in enumerate(self.reel.events[:OPENED]) if isinstance(event, NoncesGiven)), -1)
        return [m for m in self.game.moments if m.tape_no >= first and m.journal_no > opened]

    def target(self, seat: Seat, answers: int) -> Moment:
        """The moment to which taking back so many answers of a seat's person leads. Raises Unwilling."""
        party = self.people if self.together else self.party(seat)
        mine = [moment for moment in self._reachable() if moment.seat in party]
        if not 1 <= answers <= len(mine):
            raise Unwilling("nothing_to_undo")
        return mine[-answers]

    def free_to(self, seat: Seat, moment: Moment) -> bool:
        """Whether a seat may go back to a moment without asking anybody."""
        if self.together:
            return True
        moments = self.game.moments
        steps = len(moments) - next(i for i, m in enumerate(moments) if m is moment)
        return steps <= undo_scope(self.game, seat).free


def alike(name: str) -> str:
    """A name as it looks: two that differ in case, width or spaces only are the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def finished(result: str, why: str) -> Ruling:
    """The word that ends a game: a side gives up, or both agree. The event says it, so it needs no note."""
    return Ruling(kind="edit", note="", events=(Finished(result=result, why=why),))


def fresh(
    id: str,
    title: Names,
    rules: TabletopRuleset,
    setup: dict[str, Any],
    dice: Dice,
    seats: Sequence[SeatRow],
    *,
    typed: bool,
) -> Table:
    """The table of a game that has just been made, before any row of its log."""
    game = Game(rules, first_state(rules, setup), dice, setup=setup)
    return Table(id, title, rules, game, seats, typed=typed)

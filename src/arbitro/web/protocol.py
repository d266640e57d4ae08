"""The live protocol: every message between a browser and the table, over one WebSocket a game.

The page's TypeScript types are generated from this module (see ``tools/page_types.py``). A client opens
``/api/games/{id}/live`` and sends `Hello` first; the server answers with a `Snapshot`, then sends an `Update` whenever
the table's log grows. ``seq`` numbers the log: a client that lost its connection says in `Hello` up to where it has
heard, and goes on from there. Requests carry a number of the client's, ``re`` in the reply repeats it.
"""

from __future__ import annotations

from msgspec import Struct

from arbitro.content.deskview import DeskView
from arbitro.content.scene import (
    Board,
    Entry,
    FigureView,
    Mark,
    Note,
    Outlook,
    Overlay,
    Probe,
    Scene,
    Shape,
    Side,
    Spotlight,
)
from arbitro.engine.values import Id, RuleId, Seat, Value

PROTOCOL = 1


# --- questions -----------------------------------------------------------------------------------------


class OptionView(Struct, frozen=True, kw_only=True):
    """One thing to choose: ``key`` goes back in the answer. ``figure``/``spot`` let the board stand for it.

    ``mark``: a word or two written at the spot, such as what it costs to get there; ``warn``: somebody may strike on
    the way, or it may go wrong. ``way``: points of the way over the board that it implies, such as a charge's.
    """

    key: Value
    label: str
    hint: str = ""
    figure: Id = ""
    spot: tuple[int, int] | None = None
    mark: str = ""
    warn: bool = False
    way: tuple[tuple[int, int], ...] = ()
    rules: tuple[RuleId, ...] = ()


class BranchView(Struct, frozen=True, kw_only=True):
    """The choices at one level of a question: ``title`` asks for it.

    ``alike``: whichever is taken, the odds of the whole answer are the same. ``covers``: they may cover ground, which
    `Try` tells of the way to one of them.
    """

    level: str
    title: str
    options: tuple[OptionView, ...]
    alike: bool = False
    covers: bool = False


class FormView(Struct, frozen=True, kw_only=True):
    """What an answer must look like; ``kind`` says which of the rest is filled.

    ``pick`` and ``tree``: ``branch`` (a tree's further branches are asked for with `Grow`, its value is the list of
    keys on the way). ``number`` and ``face``: ``lo`` to ``hi``. ``word``: at most ``longest`` letters. ``order``:
    ``items`` in an order of one's own. ``share``: ``total`` among ``items``, at most ``most`` each. ``split``:
    ``items`` into groups. ``place``: a point, ``route``: points, ``arc``: a direction in milli-degrees;
    for these ``figure`` is who moves, ``start`` where it stands, ``overlays`` where it may go, ``base`` the base that
    is put there (None where only a point or a direction is meant).
    """

    kind: str
    default: Value = None
    branch: BranchView | None = None
    lo: int = 0
    hi: int = 0
    longest: int = 0
    total: int = 0
    most: int = 0
    items: tuple[OptionView, ...] = ()
    figure: Id = ""
    start: tuple[int, int] | None = None
    overlays: tuple[Overlay, ...] = ()
    base: Shape | None = None


class Question(Struct, frozen=True, kw_only=True):
    """What a seat is asked. ``free``: it may speak up, another is waited for. ``enter``: Enter takes the default."""

    decision: str
    kind: str
    seat: Seat
    text: str
    form: FormView
    free: bool = False
    enter: bool = True
    figures: tuple[Id, ...] = ()
    rules: tuple[RuleId, ...] = ()


class Waiting(Struct, frozen=True, kw_only=True):
    """For whom the table waits: ``seats`` and what each is: ``person`` or ``computer``."""

    seats: tuple[Seat, ...]
    computer: bool = False
    text: str = ""


# --- the table around the game -------------------------------------------------------------------------


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as everybody may know it. ``player``: ``here`` (the host's own), ``link``, or a computer's name."""

    seat: Seat
    name: str
    player: str
    online: bool = False


class TakenBack(Struct, frozen=True, kw_only=True):
    """The trace of an undo: so many answers were taken back by a seat, after journal line ``at``."""

    at: int
    by: Seat
    answers: int
    lines: tuple[str, ...] = ()


class Proposal(Struct, frozen=True, kw_only=True):
    """Something others must agree to: ``undo`` or ``draw``. ``needs``: the seats that have not answered.

    ``to``: the decision that an undo goes back to; a `Reply` repeats it.
    """

    kind: str
    by: Seat
    needs: tuple[Seat, ...]
    text: str = ""
    to: str = ""


class ChatLine(Struct, frozen=True, kw_only=True):
    """A line said at the table; ``by`` is a seat or ``spectator``."""

    seq: int
    by: Seat
    name: str
    text: str


class Undo(Struct, frozen=True, kw_only=True):
    """What can be taken back: ``free`` answers at once, ``asking`` more by consent; ``redo``: one can be put back."""

    free: int = 0
    asking: int = 0
    redo: bool = False
    stopped_by: str = ""


class OpeningView(Struct, frozen=True, kw_only=True):
    """The words that go into fair dice, until they have: ``pledges`` are the hashes that seats have promised.

    ``ready``: all people have promised, so that each may tell its word; ``told``: who has.
    """

    pledges: dict[Seat, str] = {}
    told: tuple[Seat, ...] = ()
    ready: bool = False


class TableView(Struct, frozen=True, kw_only=True):
    """What does not belong to the rules: seats, proposals, undo, the proof of the dice."""

    title: str
    ruleset: str
    me: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    spectators: int = 0
    proposals: tuple[Proposal, ...] = ()
    undo: Undo = Undo()
    commit: str = ""
    secret: str = ""
    typed_dice: bool = False
    over: str = ""
    opening: OpeningView | None = None


# --- client to server ----------------------------------------------------------------------------------


class Hello(Struct, frozen=True, tag="hello", kw_only=True):
    """First message. ``token``: the secret of a seat, of all the host's seats, or of spectators.

    ``since``: the ``seq`` up to which the client has heard, ``journal``: how many entries it has. ``pledge``: the
    hash of a random word that its seats will throw into fair dice (see `Throw`); without one the server draws it.
    """

    token: str
    lang: str = "it"
    since: int = -1
    journal: int = 0
    pledge: str = ""
    protocol: int = PROTOCOL


class SendAnswer(Struct, frozen=True, tag="answer", kw_only=True):
    """An answer to the question that stands."""

    re: int
    decision: str
    seat: Seat
    value: Value


class Grow(Struct, frozen=True, tag="grow", kw_only=True):
    """The branch of a tree after ``path``."""

    re: int
    decision: str
    seat: Seat
    path: list[Value]


class Weigh(Struct, frozen=True, tag="weigh", kw_only=True):
    """What an answer will probably do."""

    re: int
    decision: str
    seat: Seat
    value: Value


MOST_COMPARED = 4
"""So many answers stand side by side at most."""


class Compare(Struct, frozen=True, tag="compare", kw_only=True):
    """What several answers may lead to, side by side; at most `MOST_COMPARED`."""

    re: int
    decision: str
    seat: Seat
    values: list[Value]


MOST_TRIED = 16
"""So many numbers are tried otherwise at most."""


class Sweep(Struct, frozen=True, tag="sweep", kw_only=True):
    """What an answer would do if a number were different: ``knob`` names it, "" the first there is; at most
    `MOST_TRIED` ``numbers``, none for those that are tried first."""

    re: int
    decision: str
    seat: Seat
    value: Value
    knob: str
    numbers: list[float]


class Try(Struct, frozen=True, tag="try", kw_only=True):
    """Whether an answer would be accepted, while it is being dragged."""

    re: int
    decision: str
    seat: Seat
    value: Value


class Shine(Struct, frozen=True, tag="shine", kw_only=True):
    """What selecting a figure shows; for a side, by its seat, what all its figures see together."""

    re: int
    figure: Id


class Ghost(Struct, frozen=True, tag="ghost", kw_only=True):
    """A drag or a ruler in course, for the others to see; never stored. ``points`` empty: it is over."""

    kind: str
    figure: Id = ""
    points: list[tuple[int, int]] = []
    label: str = ""


class Ask(Struct, frozen=True, tag="ask", kw_only=True):
    """A wish about the table: ``undo`` (``answers`` of them), ``redo``, ``draw``, ``resign`` (for ``seat``)."""

    re: int
    what: str
    seat: Seat
    answers: int = 1


class Reply(Struct, frozen=True, tag="reply", kw_only=True):
    """Whether a seat agrees to the proposal of a kind; whose proposal it is takes it back by not agreeing.

    ``to``: the proposal's, so that nobody agrees to another than they saw; "" agrees to whichever stands.
    """

    re: int
    what: str
    seat: Seat
    agree: bool
    to: str = ""


class Overrule(Struct, frozen=True, tag="overrule", kw_only=True):
    """The referee sets what the rules would not: fields of ``DeskView.edits`` of a creature, with a reason.

    It may be sent whatever the table waits for; a command in course ends where it stands.
    """

    re: int
    figure: Id
    changes: list[tuple[str, Value]]
    note: str


class Say(Struct, frozen=True, tag="say", kw_only=True):
    """A line of chat."""

    re: int
    text: str


class Rename(Struct, frozen=True, tag="rename", kw_only=True):
    """Another name for a seat."""

    re: int
    seat: Seat
    name: str


class Speak(Struct, frozen=True, tag="speak", kw_only=True):
    """Another language from now on; a `Snapshot` follows."""

    lang: str


class At(Struct, frozen=True, tag="at", kw_only=True):
    """The scene as it was after event ``at`` of the journal (for replays and for hovering the journal)."""

    re: int
    at: int


class Pledge(Struct, frozen=True, tag="pledge", kw_only=True):
    """The promise of a word for fair dice, where the one of the greeting counts no more: its BLAKE2b hash, in hex."""

    re: int
    pledge: str


class Throw(Struct, frozen=True, tag="throw", kw_only=True):
    """The word that was promised (at most 40 ASCII letters), once all people have promised theirs."""

    re: int
    word: str


class Ping(Struct, frozen=True, tag="ping", kw_only=True):
    """Is anybody there?"""

    re: int = 0


ClientMessage = (
    Hello
    | SendAnswer
    | Grow
    | Weigh
    | Compare
    | Sweep
    | Try
    | Shine
    | Ghost
    | Ask
    | Reply
    | Overrule
    | Say
    | Rename
    | Speak
    | At
    | Pledge
    | Throw
    | Ping
)


# --- server to client ----------------------------------------------------------------------------------


class Snapshot(Struct, frozen=True, tag="snapshot", kw_only=True):
    """Everything: after `Hello`, after `Speak`, and whenever a patch would not do (an undo).

    ``seq`` counts what changed; the players at a referee's desk have a count of their own, of what they see, and so do
    the lines of their journal and chat.
    ``journal`` begins at entry ``journal_from`` of those the client has (0: forget what you had).
    """

    seq: int
    table: TableView
    scene: Scene
    journal_from: int
    journal: tuple[Entry, ...]
    undone: tuple[TakenBack, ...]
    chat: tuple[ChatLine, ...]
    questions: tuple[Question, ...]
    waiting: Waiting
    lang: str
    desk: DeskView | None = None
    protocol: int = PROTOCOL


class Update(Struct, frozen=True, tag="update", kw_only=True, omit_defaults=True):
    """What changed since ``seq`` - 1. None: as it was. ``figures`` are those that changed, ``gone`` those no more.

    ``desk`` is whole where it changed.
    """

    seq: int
    table: TableView | None = None
    standing: str | None = None
    result: str | None = None
    chips: tuple[Note, ...] | None = None
    sides: tuple[Side, ...] | None = None
    figures: tuple[FigureView, ...] = ()
    gone: tuple[Id, ...] = ()
    board: Board | None = None
    marks: tuple[Mark, ...] | None = None
    journal: tuple[Entry, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    questions: tuple[Question, ...] | None = None
    waiting: Waiting | None = None
    desk: DeskView | None = None


class Done(Struct, frozen=True, tag="done", kw_only=True):
    """A request was carried out; its effect comes as an `Update`."""

    re: int
    seq: int


class Refuse(Struct, frozen=True, tag="refuse", kw_only=True):
    """A request was refused: ``text`` says what was wrong and what to do, ``code`` is for programs."""

    re: int
    code: str
    text: str
    rules: tuple[RuleId, ...] = ()


class Grown(Struct, frozen=True, tag="grown", kw_only=True):
    """The branch asked for; None: the path is complete."""

    re: int
    branch: BranchView | None


class Weighed(Struct, frozen=True, tag="weighed", kw_only=True):
    """The odds asked for."""

    re: int
    outlook: Outlook


class OddsRow(Struct, frozen=True):
    """A value, or something that may happen, and how likely it is in each choice: in words, and from 0 to 1."""

    label: str
    texts: tuple[str, ...]
    chances: tuple[float, ...]


class OddsPanel(Struct, frozen=True, kw_only=True):
    """One number and its values (``means``: what to expect in each choice), or, untitled, all that may happen."""

    title: str
    rows: tuple[OddsRow, ...]
    means: tuple[str, ...] = ()


class Comparison(Struct, frozen=True, kw_only=True):
    """Choices side by side. ``footing``: whether all this is exact, and what was taken for granted."""

    choices: tuple[str, ...]
    panels: tuple[OddsPanel, ...]
    footing: tuple[str, ...]


class Compared(Struct, frozen=True, tag="compared", kw_only=True):
    """The comparison asked for."""

    re: int
    comparison: Comparison


class KnobView(Struct, frozen=True, kw_only=True):
    """A number that may be tried otherwise, from ``low`` to ``high``; ``numbers``: those that are tried first."""

    word: str
    text: str
    low: int
    high: int
    numbers: tuple[float, ...]


class SweptRow(Struct, frozen=True, kw_only=True):
    """A number that was tried, and a cell for each column; none where it cannot be. ``shares``: probabilities."""

    number: float
    texts: tuple[str, ...]
    values: tuple[float, ...]
    shares: tuple[bool, ...]


class Swept(Struct, frozen=True, kw_only=True):
    """An answer while ``knob`` varies. ``footing``: whether all this is exact, and what was taken for granted."""

    choice: str
    knob: str
    knobs: tuple[KnobView, ...]
    columns: tuple[str, ...]
    rows: tuple[SweptRow, ...]
    footing: tuple[str, ...]


class SweptSeen(Struct, frozen=True, tag="swept", kw_only=True):
    """The trial asked for."""

    re: int
    swept: Swept


class Tried(Struct, frozen=True, tag="tried", kw_only=True):
    """The verdict on a drag."""

    re: int
    probe: Probe


class Shone(Struct, frozen=True, tag="shone", kw_only=True):
    """What selecting a figure shows."""

    re: int
    light: Spotlight


class Then(Struct, frozen=True, tag="then", kw_only=True):
    """The scene as it was."""

    re: int
    at: int
    scene: Scene


class GhostSeen(Struct, frozen=True, tag="ghost_seen", kw_only=True):
    """What another is dragging or measuring."""

    by: Seat
    name: str
    ghost: Ghost


class Presence(Struct, frozen=True, tag="presence", kw_only=True):
    """Who is there."""

    seats: tuple[SeatView, ...]
    spectators: int


class Pong(Struct, frozen=True, tag="pong", kw_only=True):
    """Somebody is."""

    re: int = 0


class Bye(Struct, frozen=True, tag="bye", kw_only=True):
    """The server closes the connection; ``code`` for programs, ``text`` for people, ``again``: try again."""

    code: str
    text: str
    again: bool = False


ServerMessage = (
    Snapshot
    | Update
    | Done
    | Refuse
    | Grown
    | Weighed
    | Compared
    | SweptSeen
    | Tried
    | Shone
    | Then
    | GhostSeen
    | Presence
    | Pong
    | Bye
)

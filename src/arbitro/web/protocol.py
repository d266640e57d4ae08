"""The live protocol: every message between a browser and the table, over one WebSocket a game.

The page's TypeScript types are generated from this module (see ``tools/page_types.py``). A client opens
``/api/games/{id}/live`` and sends `Hello` first; the server answers with a `Snapshot`, then sends an `Update` whenever
the table's log grows. ``seq`` numbers the log: a client that lost its connection says in `Hello` up to where it has
heard, and goes on from there. Requests carry a number of the client's, ``re`` in the reply repeats it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from arbitro.content.deskview import Beast, DeskView, Field, Newcomer
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


# --- HTTP ----------------------------------------------------------------------------------------------


class Names(Struct, frozen=True):
    """Something's name in both languages."""

    it: str
    en: str


class RulesetView(Struct, frozen=True, kw_only=True):
    """A ruleset that can be played here; ``characters``: people can have characters of their own in it, ``desk``:
    it has a referee's desk."""

    id: str
    name: Names
    text: Names
    scenarios: int
    characters: bool = False
    desk: bool = False


class ScenarioView(Struct, frozen=True, kw_only=True):
    """A battle ready to be played; ``picture`` an SVG drawing of its table, to be shown as an image."""

    id: str
    ruleset: str
    name: Names
    text: Names
    seats: tuple[SeatView, ...]
    picture: str = ""


class Meta(Struct, frozen=True, kw_only=True):
    """What this server is. ``players``: names of computer opponents, weakest first; ``password``: the house asks
    whoever wants to know this for its password."""

    version: str
    protocol: int
    rulesets: tuple[RulesetView, ...]
    players: tuple[str, ...]
    password: bool = False


class NewSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who takes a seat: ``here``, ``link`` or a computer's name."""

    player: str
    name: str = ""


class NewGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to be made: of a ready ``scenario``, or of one's own text in ``file`` (YAML), or with ``rosters``.

    ``rosters``: for each seat the text of a roster that replaces the scenario's own company. ``seed`` "" takes secret
    dice, which are proved at the end; ``typed_dice``: people throw real dice and type what fell.
    """

    ruleset: str
    scenario: str = ""
    file: str = ""
    rosters: dict[Seat, str] = {}
    seats: dict[Seat, NewSeat] = {}
    title: str = ""
    seed: str = ""
    typed_dice: bool = False


class SeatLink(Struct, frozen=True, kw_only=True):
    """The secret of a seat; it is told this once."""

    seat: Seat
    token: str


class Created(Struct, frozen=True, kw_only=True):
    """A game that was made. ``host`` opens all seats played ``here``; ``links`` one for each seat played by link."""

    id: str
    title: str
    host: str
    links: tuple[SeatLink, ...]
    spectator: str


class GameCard(Struct, frozen=True, kw_only=True):
    """A game in a list. ``mine``: the seats the token given opens; ``turn``: it is they who are waited for."""

    id: str
    title: str
    ruleset: str
    standing: Names
    seats: tuple[SeatView, ...]
    mine: tuple[Seat, ...]
    your_turn: bool
    over: str
    created: str
    changed: str


class NewCampaign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign to be made: what is kept between sessions at the referee's desk."""

    ruleset: str
    name: str


class CampaignMade(Struct, frozen=True, kw_only=True):
    """A campaign that was made; ``token`` opens it and, as the referee, all its encounters. It is told this once."""

    id: str
    token: str


class SheetLine(Struct, frozen=True, kw_only=True):
    """One of the party, or a creature of one's own: ``sheet`` goes into a `Newcomer`, ``line`` is its numbers."""

    name: str
    line: str
    sheet: str


class EncounterCard(Struct, frozen=True, kw_only=True):
    """An encounter of a campaign; its id is a game's."""

    id: str
    title: str
    standing: str
    over: bool
    changed: str


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign. ``party`` and ``creatures`` are party files (YAML or JSON), ``members`` and ``own`` what is in them;
    ``packs``: the files of its own packs, by relative name.

    ``version`` goes up with every change; `CampaignChange` repeats it.
    """

    id: str
    ruleset: str
    name: str
    version: int
    party: str
    creatures: str
    notes: str
    members: tuple[SheetLine, ...]
    own: tuple[SheetLine, ...]
    packs: dict[str, str]
    encounters: tuple[EncounterCard, ...]
    changed: str


class CampaignChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What changes about a campaign; None stays. Refused as ``stale`` if ``version`` is no longer the campaign's.

    ``packs``: the files of all its packs by relative name, such as ``valley/monsters.yaml``; new encounters are played
    with them.
    """

    version: int
    name: str | None = None
    party: str | None = None
    creatures: str | None = None
    notes: str | None = None
    packs: dict[str, str] | None = None


class OwnCreatures(Struct, frozen=True, kw_only=True):
    """Creatures of a campaign's own as a form: what is asked, and what was filled in of each, in their order."""

    fields: tuple[Field, ...]
    creatures: tuple[tuple[tuple[str, Value], ...], ...]


class OwnChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature of a campaign's own is changed, or a new one if there is none at this place; None: it goes."""

    version: int
    at: int
    values: dict[str, Value] | None


class NewEncounter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An encounter to begin; ``party``: the campaign's party joins. ``options`` as in scenarios."""

    title: str
    party: bool = True
    newcomers: tuple[Newcomer, ...] = ()
    options: dict[str, Value] = {}


class EncounterMade(Struct, frozen=True, kw_only=True):
    """An encounter that was begun: a game, which the campaign's secret opens; ``players`` is the players' link."""

    id: str
    players: str


class Bestiary(Struct, frozen=True, kw_only=True):
    """The creatures of a game's packs."""

    ruleset: str
    beasts: tuple[Beast, ...]


class RuleView(Struct, frozen=True, kw_only=True):
    """A rule of the library, in the words of one language."""

    id: str
    ruleset: str
    name: str
    kind: str
    summary: str
    chapter: str = ""
    ruling: str = ""
    source: str = ""


class RosterKit(Struct, frozen=True, kw_only=True):
    """What a company can be built of: plain rows that the roster page shows as forms (see the ruleset's docs)."""

    ruleset: str
    limit: int
    points: str
    fighters: tuple[dict[str, Any], ...]
    goods: tuple[dict[str, Any], ...]


class Contender(Struct, frozen=True, kw_only=True):
    """A profile that can be set against others."""

    id: Id
    name: str


class MatrixMeasure(Struct, frozen=True, kw_only=True):
    """A number that a matrix can show of each pair: ``word`` finds it there; ``share``: it is a probability."""

    word: str
    text: str
    share: bool


class Contenders(Struct, frozen=True, kw_only=True):
    """Who can be set against whom in a game, and what can be shown of one attack and of duels."""

    ruleset: str
    contenders: tuple[Contender, ...]
    blows: tuple[MatrixMeasure, ...]
    duels: tuple[MatrixMeasure, ...]


class MatrixWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One contender against others: one attack, or so many duels with each."""

    one: Id
    others: tuple[Id, ...]
    duels: int = 0


class MatrixPair(Struct, frozen=True, kw_only=True):
    """What was found against ``other``, by the words of the measures; empty where no attack is possible.

    ``attack``: the one that was taken, with its dice; ``exact``: every outcome of the dice was followed.
    """

    other: Id
    numbers: dict[str, float]
    attack: str = ""
    exact: bool = True


class MatrixPairs(Struct, frozen=True, kw_only=True):
    """The first of the pairs that were asked for, as many as a moment allows: at least one; ask again for the rest."""

    pairs: tuple[MatrixPair, ...]


class PictureWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A matrix to be drawn as ``png`` or ``svg``: a row of numbers of one measure for each contender."""

    kind: str
    word: str
    ids: tuple[Id, ...]
    cells: tuple[tuple[float, ...], ...]
    duels: bool = False


class RosterLine(Struct, frozen=True, kw_only=True):
    """One charge or fault of a company, in words."""

    fighter: str
    text: str
    cost: int = 0
    rule: str = ""


class RosterJudged(Struct, frozen=True, kw_only=True):
    """What the rules say of a company: its cost line by line, and every reason why it is not legal.

    ``file`` is the company's file written tidily: keys with JSON values, one fighter a line.
    """

    name: str
    total: int
    limit: int
    legal: bool
    charges: tuple[RosterLine, ...]
    faults: tuple[RosterLine, ...]
    file: str = ""


class ProofRoll(Struct, frozen=True, kw_only=True):
    """A roll of the game: where its dice are addressed, what they should show, and what the journal says.

    ``where``: how the game stood, in words; ``text``: what came of it.
    """

    at: int
    epoch: int
    step: int
    number: int
    sides: int
    expected: tuple[int, ...]
    told: tuple[int, ...]
    seat: Seat
    text: str
    where: str


class WordView(Struct, frozen=True, kw_only=True):
    """A word that went into the dice, and the hash by which it had been promised; "" where there was none."""

    seat: Seat
    word: str
    pledge: str = ""


class Proof(Struct, frozen=True, kw_only=True):
    """The proof of the dice of a finished game; ``findings`` is empty if every one is right.

    ``nonces``: the words that went into the dice, in the order in which they did; ``words``: the same, with whose they
    are. ``anew``: so often the promising began again after words had been told.
    """

    commit: str
    secret: str
    nonces: tuple[str, ...]
    words: tuple[WordView, ...] = ()
    anew: int = 0
    rolls: tuple[ProofRoll, ...]
    findings: tuple[str, ...]


class Luck(Struct, frozen=True, kw_only=True):
    """Rolled against expected, per side, after each of its rolls."""

    seat: Seat
    rolled: tuple[float, ...]
    expected: tuple[float, ...]


class Trouble(Struct, frozen=True):
    """Why something was refused: ``text`` for people, ``code`` for programs."""

    code: str
    text: str


class DoorKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the house."""

    password: str


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The secrets one has, by game."""

    tokens: dict[str, str]


class RosterFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a roster file."""

    file: str


class SentAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer over HTTP."""

    decision: str
    seat: Seat
    value: Value


class Invite(Struct, frozen=True):
    """The secret of a new link for spectators."""

    token: str

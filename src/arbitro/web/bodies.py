"""What goes over HTTP: the bodies of requests and answers, beside the live protocol of `protocol`.

The page's TypeScript types are generated from this module too (see ``tools/page_types.py``).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from arbitro.content.deskview import Beast, Field, Newcomer
from arbitro.engine.values import Id, Seat, Value
from arbitro.web.protocol import SeatView


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


class OwnPacks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Packs of one's own: files by relative name, such as ``valley/profiles.yaml``."""

    packs: dict[str, str]


class Contender(Struct, frozen=True, kw_only=True):
    """A profile that can be set against others; ``pack``: the pack of one's own that it stands in."""

    id: Id
    name: str
    pack: str = ""


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
    """One contender against others: one attack, or so many duels with each; ``packs`` as in `OwnPacks`."""

    one: Id
    others: tuple[Id, ...]
    duels: int = 0
    packs: dict[str, str] = {}


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
    packs: dict[str, str] = {}


class PictureRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value or happening of a panel, with its chance in each choice."""

    label: str
    chances: tuple[float, ...]


class PicturePanel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that varies."""

    title: str
    rows: tuple[PictureRow, ...]


class OddsPicture(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choices side by side, as they were told, to be drawn as ``png`` or ``svg``."""

    kind: str
    title: str
    choices: tuple[str, ...]
    panels: tuple[PicturePanel, ...]


class SweepPicture(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice while a number varies, to be drawn as ``png`` or ``svg``: for each number a value for each column.

    ``values`` of a number that cannot be are empty; ``shares``: all of them are probabilities.
    """

    kind: str
    title: str
    knob: str
    columns: tuple[str, ...]
    numbers: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    shares: bool = True


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

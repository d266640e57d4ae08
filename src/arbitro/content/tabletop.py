"""What a ruleset offers to people: scenarios, rosters, rules, sentences and pictures.

The engine's `Ruleset` knows nothing of files and languages; command line, page and analysis use this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from arbitro.content.catalogue import Catalogue
from arbitro.content.characters import Characters
from arbitro.content.desk import DESK, Desk
from arbitro.content.errors import Lang, Problem
from arbitro.content.measures import LIFE, Gauges, Knob, Measure
from arbitro.content.messages import Messages, number
from arbitro.content.scene import Entry, Outlook, Point, Probe, Scene, Spotlight, Stage
from arbitro.engine.events import Event
from arbitro.engine.forms import Form, Option, Refusal
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.state import State
from arbitro.engine.values import Id, RuleId, Seat, Value, plain

NEVER_BY_ENTER = ("action", DESK)
"""Kinds of questions to which a bare Enter is no answer: passing the hand is a choice of its own."""


class Scenario(Struct):
    """A battle from a file, checked: an example, a puzzle, a regression test and the input of odds in one.

    ``setup`` is plain data for `Game.new`; ``dice`` scripted faces in the order in which dice fall;
    ``script`` the answers, by content; ``expect`` what must hold at the end; ``packs`` the folders it wants besides
    the built-in ones; ``hints`` what deserves a second look and is no fault.
    """

    file: str
    id: str
    name: str
    name_en: str
    ruleset: str
    setup: dict[str, Any]
    text: str = ""
    text_en: str = ""
    dice: tuple[int, ...] = ()
    script: tuple[dict[str, Any], ...] = ()
    expect: tuple[dict[str, Any], ...] = ()
    packs: tuple[str, ...] = ()
    hints: tuple[Problem, ...] = ()


class Charge(Struct, frozen=True):
    """One line of what a company costs."""

    fighter: str
    what: str
    cost: int


class Fault(Struct, frozen=True):
    """Why a company is not legal: a code, its facts, the clause, and which fighter it is about."""

    code: str
    facts: dict[str, Value]
    rule: str
    fighter: str = ""


class RosterReport(Struct):
    """A company read from a file: its cost in detail, and every reason why it is not legal."""

    file: str
    name: str
    limit: int
    total: int
    charges: tuple[Charge, ...]
    faults: tuple[Fault, ...]

    @property
    def legal(self) -> bool:
        """True if nothing is wrong."""
        return not self.faults


class Kit(Struct, frozen=True):
    """What a company can be built of, for a form that builds one: plain rows, whose columns the ruleset describes.

    ``limit`` is the usual value of a company.
    """

    limit: int
    fighters: tuple[dict[str, Any], ...]
    goods: tuple[dict[str, Any], ...]


class Imported(Struct, frozen=True):
    """A sheet of another program as files of ours: ``party`` and, by relative name, the files of a pack, if any.

    ``lost``: a line for each piece that has no place here; ``n``: how many creatures.
    """

    files: dict[str, str]
    pack: str
    lost: tuple[str, ...]
    n: int


class Exported(Struct, frozen=True):
    """Creatures in the shape of another program, each a name and the text of its file; ``lost`` as in Imported."""

    sheets: tuple[tuple[str, str], ...]
    lost: tuple[str, ...]


class Standing(Struct, frozen=True):
    """A figure as whoever counts battles sees it.

    ``seat``: the side it belongs to, whoever orders it now; ``kind``: the profile it is of; ``worth``: what it cost;
    ``there``: whether it is still in play; ``at``: where it stands, where the game has a map.
    """

    seat: Seat
    kind: str
    worth: int
    there: bool
    at: Point | None = None


class Contender(Struct, frozen=True):
    """A profile that can be weighed against others.

    ``cost``: its points, 0 in a game without any; ``pack``: the folder of the pack that it stands in; ``fixed``:
    whether its cost is printed in a book, so that it is not ours to change; ``led``: the rule by which it acts only
    through others, so that companies of its own kind do not tell what it is worth.
    """

    id: str
    cost: int
    pack: str = ""
    fixed: bool = False
    led: RuleId = ""


class TabletopRuleset(Ruleset):
    """A ruleset with everything people need."""

    formats: ClassVar[tuple[str, ...]] = ()
    """Other programs whose sheets can be read and written."""
    horizons: ClassVar[Mapping[str, str]] = {"hand": "hand", "turn": "turn", "end": "game"}
    """How far odds may look ahead: the scope of the rules that each word means."""
    harm: ClassVar[Mapping[str, int]] = {LIFE: -1}
    """The words of the numbers that damage changes: -1 for those it takes from, 1 for those it adds to."""
    knobs: ClassVar[Mapping[str, Knob]] = {}
    """Numbers of a state that may be tried otherwise: distance, armour, life ..."""
    sizes: ClassVar[tuple[int, ...]] = ()
    """How many faces the dice may have that a choice names at a level ``die``; none where no choice does."""
    pasted: ClassVar[bool] = False
    """Whether stat blocks pasted as text can be read."""
    alike: ClassVar[frozenset[str]] = frozenset()
    """Levels of a form at which any choice leaves the odds of the whole answer as they are."""
    covering: ClassVar[frozenset[str]] = frozenset()
    """Levels of a form whose choices may cover ground: `probe` tells of the way to one which squares."""
    open_scene: ClassVar[bool] = False
    """Whether `scene` shows every seat the same, so that one serves all."""

    def label(self, lang: Lang) -> str:
        """What the game is called."""
        return self.name

    def points(self, lang: Lang) -> str:
        """What prices and the value of a company are counted in, in short: "PR", "gp"."""
        return ""

    def blurb(self, lang: Lang) -> str:
        """What kind of game it is, in one line."""
        return ""

    def ready(self) -> tuple[Path, ...]:
        """Scenario files that are ready to be played, the one to begin with first."""
        return ()

    def characters(self) -> Characters | None:
        """What it does with characters of people's own; None where there are none."""
        return None

    def desk(self) -> Desk | None:
        """What it does for the referee's desk; None where there is none."""
        return None

    def messages(self) -> Messages:
        """Sentences of this ruleset in both languages."""
        raise NotImplementedError

    def catalogue(self) -> Catalogue:
        """The rule catalogue, the rules of the table among them; see `Catalogue.of_game`."""
        raise NotImplementedError

    def title(self, id: str, lang: Lang) -> str:
        """The name of anything in the packs or of a rule, in a language."""
        raise NotImplementedError

    def read_scenario(self, path: Path) -> Scenario:
        """Read and check a scenario. Raises ContentError with every fault."""
        raise NotImplementedError

    def self_contained(self, text: str, rosters: Mapping[Seat, str], folder: Path | None, name: str) -> str:
        """A scenario's text that needs no other file: its companies written out, or others in their place.

        Args:
            text: the text of a scenario file.
            rosters: texts of roster files, each instead of the company of its seat.
            folder: where files are that the text may name, and none outside of it; None: it may name none.
            name: what faults call the text.

        Raises ContentError.
        """
        raise NotImplementedError

    def read_text(self, text: str, name: str) -> Scenario:
        """Read and check a scenario that needs no other file. Raises ContentError with every fault."""
        raise NotImplementedError

    def playing(self, scenario: Scenario) -> TabletopRuleset:
        """The ruleset with the packs a scenario wants; a game of it is played by this one."""
        return self

    def check_roster(self, path: Path) -> RosterReport:
        """Read a roster file and judge it. Raises ContentError if it cannot be read."""
        raise NotImplementedError

    def judge_roster(self, text: str) -> RosterReport:
        """Judge a roster given as text, which may name no packs. Raises ContentError if it cannot be read."""
        raise NotImplementedError

    def recognises(self, raw: bytes) -> bool:
        """Whether the bytes of a file are surely a creature of this game, by their shape alone."""
        return False

    def import_sheet(self, raw: bytes, file: str, name: str, lang: Lang) -> Imported:
        """The bytes of another program's file as a party called ``name``. Raises ContentError."""
        raise NotImplementedError

    def export_party(self, path: Path, to: str, lang: Lang) -> Exported:
        """A party file in the shape of one of ``formats``. Raises ContentError."""
        raise NotImplementedError

    def roster_kit(self, lang: Lang) -> Kit:
        """What a company can be built of, with names and summaries in a language."""
        raise NotImplementedError

    def fault(self, fault: Fault, lang: Lang) -> str:
        """What a fault of a company says to people."""
        raise NotImplementedError

    def check_pack(self, folder: Path) -> list[str]:
        """Read a pack together with the built-in ones; ids of what it adds. Raises ContentError."""
        raise NotImplementedError

    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schemas for editors, by file name."""
        raise NotImplementedError

    def sentence(self, state: State, event: Event, lang: Lang) -> str:
        """What an event says to people; "" for events that only keep the books."""
        raise NotImplementedError

    def reason(self, state: State, refusal: Refusal, lang: Lang) -> str:
        """What a refusal says: what was wrong, and what to do."""
        raise NotImplementedError

    def why_not(self, game: Game, seat: Seat, wanted: dict[str, Value]) -> Refusal | None:
        """Why something is not offered now; ``wanted`` names it by level, as script steps do. None: nothing special."""
        return None

    def heading(self, event: Event) -> int:
        """1 for an event whose sentence heads a turn, 2 a hand, 3 an action; 0 for all others."""
        return 0

    def turn_of(self, event: Event) -> int | None:
        """The number of the turn that an event begins, as its heading says it; None where it begins none.

        0 is what comes before the first turn, such as a surprise round. A sentence that calls to arms heads what
        follows, but begins no turn.
        """
        return None

    def question(self, state: State, kind: str, about: dict[str, Any], lang: Lang) -> str:
        """The question of a decision."""
        raise NotImplementedError

    def level(self, state: State, level: str, lang: Lang) -> str:
        """The question of one level of a form, such as "Chi?"."""
        raise NotImplementedError

    def choice(self, state: State, level: str, option: Option, lang: Lang) -> str:
        """The label of an option at a level of a form."""
        raise NotImplementedError

    def hint(self, game: Game, level: str, option: Option, path: tuple[Value, ...], lang: Lang) -> str:
        """A few words beside an option at a level of a form, chosen after ``path``: what it costs, gives or means."""
        return ""

    def stands_for(self, state: State, level: str, option: Option) -> tuple[Id, Point | None]:
        """The figure and the spot of the board that an option means: ``("", None)`` where it is about neither."""
        return "", None

    def sign(self, state: State, option: Option, lang: Lang) -> tuple[str, bool]:
        """A word or two for the spot of an option, and whether it is dangerous to choose."""
        return "", False

    def way(self, state: State, option: Option) -> tuple[Point, ...]:
        """The points of the way over the board that an option implies, its start first; empty for most."""
        return ()

    def stage(self, game: Game, seat: Seat, form: Form, about: dict[str, Any], lang: Lang) -> Stage:
        """Who moves in a question for a place, a way or a direction, from where, and where it may go."""
        return Stage()

    def scene(self, state: State, seat: Seat, lang: Lang) -> Scene:
        """What a screen draws of a state; ``state`` is what the seat may see of it (see `view`)."""
        raise NotImplementedError

    def entry(self, state: State, event: Event, at: int, lang: Lang) -> Entry | None:
        """The journal's line for an event, None for events that only keep the books; ``at``: its number."""
        text = self.sentence(state, event, lang)
        return Entry(at=at, rank=self.heading(event), text=text, rules=event.rules) if text else None

    def spotlight(self, game: Game, seat: Seat, figure: str, lang: Lang) -> Spotlight:
        """What selecting a figure shows to a seat: how far it gets, what it sees, its auras."""
        return Spotlight(figure)

    def gaze(self, game: Game, figure: Id) -> Callable[[Point], bool] | None:
        """Whether a figure sees a spot of the board, by the rules of sight; None for one that looks at nothing."""
        return None

    def probe(self, game: Game, seat: Seat, value: Value, lang: Lang) -> Probe:
        """What the rules say of an answer that is only being tried, such as a drag in course; changes nothing."""
        try:
            refusal = game.form(seat).refusal(plain(value))
        except TypeError:
            refusal = Refusal("not_plain", {})
        if refusal is None:
            return Probe(legal=True)
        return Probe(legal=False, reason=self.reason(game.state, refusal, lang), rules=refusal.rules)

    def outlook(self, game: Game, seat: Seat, value: Value, lang: Lang) -> Outlook:
        """What an answer will probably do, by the exact odds where they are quickly told; empty otherwise."""
        return Outlook(text=self.forecast(game, seat, value, lang))

    # --- what simulations ask -------------------------------------------------------------------------

    def offers(self, name: str) -> bool:
        """Whether a game has more than the empty form of something that simulations ask."""
        return getattr(type(self), name) is not getattr(TabletopRuleset, name)

    def census(self, state: State) -> dict[Id, Standing]:
        """Every figure there is or was, by id: what counts of it when battles are compared."""
        ids = (id for table in state.rows for id in getattr(state, table))
        return {id: found for id in ids if (found := self.standing_of(state, id)) is not None}

    def standing_of(self, state: State, id: Id) -> Standing | None:
        """The same of one row; None for one that is no figure."""
        row = next((getattr(state, table)[id] for table in state.rows if id in getattr(state, table)), None)
        if row is None:
            return None
        kind, worth = getattr(row, "profile", ""), getattr(row, "cost", 0)
        return Standing(self.controller(state, id), kind, worth, not self.gone(state, id))

    def remarkable(self, rule: RuleId) -> bool:
        """Whether it is worth knowing that a record had a part in a battle: an ability, a power, a spell."""
        return rule in self.records

    def swapped(self, setup: dict[str, Any]) -> dict[str, Any] | None:
        """The same battle with each list in the other's place; None where the places make the battle what it is."""
        return None

    def skirmish(self, rng: Random) -> dict[str, Any]:
        """The setup of a random battle, the same for the same state of ``rng``."""
        raise NotImplementedError

    def contenders(self) -> tuple[Contender, ...]:
        """The profiles that can be weighed against each other, in the order of the packs."""
        return ()

    def rungs(self) -> tuple[int, ...]:
        """The points that a profile may cost, rising, where not every number is one; empty: any whole number."""
        return ()

    def priced(self, points: float, lang: Lang) -> str:
        """Points as people say them."""
        return number(lang, round(points, 1))

    def contest(self, first: Mapping[str, int], second: Mapping[str, int], rng: Random) -> dict[str, Any]:
        """The setup of a battle between two companies, given by how many there are of each profile.

        Args:
            first: the company of the first seat.
            second: the company of the second.
            rng: where the table comes from.
        """
        raise NotImplementedError

    # --- what odds ask ---------------------------------------------------------------------------------

    def gauges(self, state: State) -> Gauges:
        """Every number that may be measured of a state; what is 0 may be left out."""
        return {}

    def noted(self, event: Event) -> Measure | None:
        """What an event says happened: a hit, a test passed; None for events that say nothing of the kind."""
        return None

    def chancy(self, game: Game, value: Value) -> bool:
        """Whether dice may decide what comes of an answer, as far as that is known at a glance."""
        return True

    def called(self, state: State, id: Id, lang: Lang) -> str:
        """The name of a figure or a side."""
        row = next((table[id] for table in (getattr(state, name) for name in state.rows) if id in table), None)
        return str((getattr(row, "name_en", "") if lang == "en" else "") or getattr(row, "name", "") or id)

    def duellists(self, folder: Path | None) -> dict[str, dict[str, Any]]:
        """Those who can be set against each other: an id, and what makes one of a side; of one pack, or of all.

        Raises ContentError for a folder that is no pack.
        """
        return {}

    def duel(self, one: dict[str, Any], other: dict[str, Any], *, close: bool) -> dict[str, Any]:
        """The setup of two contenders, the first about to act; ``close``: within reach. Their ids: ``a1``, ``b1``."""
        raise NotImplementedError

    def blows(self, game: Game, seat: Seat) -> list[Value]:
        """The plain attacks a seat could make in a duel, with each weapon and each die; none if there is none."""
        return []

    def dice_of(self, game: Game, value: Value) -> str:
        """The dice of an attack, where its labels do not say them; "" where they do, or nobody knows."""
        return ""

    def map_text(self, state: State, lang: Lang, width: int = 78) -> str:
        """The table in characters, at most ``width`` wide, with its legend."""
        raise NotImplementedError

    def map_svg(self, state: State, lang: Lang) -> str:
        """The table as an SVG drawing."""
        raise NotImplementedError

    def status(self, state: State, lang: Lang) -> str:
        """Who stands how: a short table of all figures, and where the game is."""
        raise NotImplementedError

    def standing(self, state: State, lang: Lang) -> str:
        """Where the game is, in one line."""
        raise NotImplementedError

    def summary(self, state: State, journal: Sequence[Event], lang: Lang) -> str:
        """How a battle went, turn by turn and hand by hand, and its losses."""
        raise NotImplementedError

    def forecast(self, game: Game, seat: Seat, value: Value, lang: Lang) -> str:
        """What an answer will probably do, in a few words; "" where that is not quickly told."""
        return ""

    def spot(self, game: Game, form: Form, about: dict[str, Any], how: str, text: str) -> Value:
        """The place or direction that ``toward`` or ``contact`` with a named figure means; None if there is none."""
        return None


def rules_with(rules: TabletopRuleset, packs: tuple[str, ...]) -> TabletopRuleset:
    """A ruleset with the packs a game is played with."""
    if not packs:
        return rules
    return rules.playing(Scenario(file="", id="", name="", name_en="", ruleset=rules.name, setup={}, packs=packs))

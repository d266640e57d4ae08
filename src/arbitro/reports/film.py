"""A journal as a film: its events told one by one, cut into turns and hands, and the state at any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from arbitro.content.errors import Lang
from arbitro.content.scenarios import side_names
from arbitro.content.scene import ACTION, HAND, TURN
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.engine.events import Event, Rolled
from arbitro.engine.journal import Journal
from arbitro.engine.save import SaveError
from arbitro.engine.state import State
from arbitro.engine.values import Seat
from arbitro.reports.words import say

AHEAD = 40  # how far an outcome may stand behind its die


class Line(Struct, frozen=True):
    """An event worth telling: its place in the journal, its sentence, and the dice that it tells of."""

    index: int
    event: Event
    text: str
    roll: Rolled | None = None


class Scene(Struct):
    """A hand, or what comes before the first of a turn (``hand`` 0): events ``first`` to ``end``, the last excluded."""

    turn: int
    hand: int
    of: str
    first: int
    end: int = 0


class Luck(Struct):
    """The dice of a side: how many, their sum, and twice the sum to be expected."""

    dice: int = 0
    total: int = 0
    twice_expected: int = 0


def titled(journal: Journal, ruleset: TabletopRuleset, lang: Lang) -> str:
    """The name of the scenario a journal tells of, or its two sides; in one language where that is known."""
    ready = next((path for path in ruleset.ready() if path.stem == journal.scenario), None)
    if ready is not None:
        data = load(ready).data
        return str(data.get("name_en" if lang == "en" else "name") or data.get("name"))
    name = journal.scenario.replace("-", " ")
    return name[:1].upper() + name[1:] if name else " / ".join(side_names(journal.setup, lang).values())


class Film:
    """A game that can be watched at any of its events.

    Args:
        journal: what happened.
        ruleset: whose sentences and pictures are used.
        lang: their language.
        called: the title of the game; "" takes the scenario's.
    """

    def __init__(self, journal: Journal, ruleset: TabletopRuleset, lang: Lang, called: str = "") -> None:
        self.journal, self.ruleset, self.lang, self.called = journal, ruleset, lang, called
        self.events: Sequence[Event] = journal.events
        self.scenes = scenes_of(self.events, ruleset)
        self._kept: list[tuple[int, State]] = []
        self.lines: list[Line] = []
        self._tell()

    def _tell(self) -> None:
        """Walk the journal once: sentences, and the state at the start of each scene."""
        state = first_of(self.journal, self.ruleset)
        starts = {scene.first for scene in self.scenes}
        self._kept.append((0, state.copy()))
        roll: Rolled | None = None
        for index, event in enumerate(self.events):
            if index in starts and index:
                self._kept.append((index, state.copy()))
            text = self._applied(state, index, event)
            if isinstance(event, Rolled):
                again, roll = roll is not None and roll.by == event.by, event
                if not again and self._shown_later(index, event):
                    continue
            if text:
                shown = roll if event is roll or _same_die(event, roll) else None
                self.lines.append(Line(index, event, text, shown))
                roll = roll if event is roll else None if shown else roll
        self.last = state

    def hand_title(self, scene: Scene) -> str:
        """The heading of a hand: its number and whose it is, or what the rules say of a turn that is a figure's."""
        if scene.of:
            return say(self.lang, "report.hand", hand=scene.hand, name=self.names.get(scene.of, scene.of))
        return f"{scene.hand}. {self._said_at(scene.first)}"

    def turn_title(self, turn: int) -> str:
        """The heading of a turn, as the rules call it; before the first, that of the preparations."""
        if not turn:
            return say(self.lang, "report.setup")
        start = next((scene for scene in self.scenes if scene.turn == turn and not scene.hand), None)
        return (self._said_at(start.first) if start is not None else "") or say(self.lang, "report.turn", turn=turn)

    def _said_at(self, index: int) -> str:
        return next((line.text for line in self.lines if line.index == index), "")

    def _applied(self, state: State, index: int, event: Event) -> str:
        """The state after an event; its sentence. Raises SaveError where it does not follow from those before."""
        try:
            event.apply(state)
            return self.ruleset.sentence(state, event, self.lang)
        except Exception as error:  # a journal may have been written by hand: its events can say anything
            raise SaveError("unreadable", where=f"events[{index}]") from error

    def _shown_later(self, index: int, roll: Rolled) -> bool:
        """Whether an outcome before the next roll tells the same die, so that its own line is not needed."""
        for event in self.events[index + 1 : index + 1 + AHEAD]:
            if isinstance(event, Rolled):
                return False
            if _same_die(event, roll):
                return True
        return False

    def state_at(self, index: int) -> State:
        """A copy of the state before the event at ``index`` (their number: after all of them)."""
        start, kept = max((k for k in self._kept if k[0] <= index), key=lambda k: k[0])
        state = kept.copy()
        for event in self.events[start:index]:
            event.apply(state)
        return state

    def upto(self, end: int) -> Film:
        """The film that stops before the event at ``end``."""
        return Film(self.journal.cut(end), self.ruleset, self.lang, self.called)

    def lines_of(self, scene: Scene) -> list[Line]:
        """What is told in a scene, without the event that its heading stands for."""
        first = self.open_of(scene)
        return [line for line in self.lines if first <= line.index < scene.end]

    def open_of(self, scene: Scene) -> int:
        """The event after the one that opens a scene."""
        return scene.first + int(scene.turn > 0 or scene.hand > 0)

    def scene_at(self, index: int) -> Scene:
        """The scene an event belongs to."""
        return next((s for s in reversed(self.scenes) if s.first <= index), self.scenes[0])

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The sides by their seats, as the setup names them."""
        return side_names(self.journal.setup, self.lang)

    @cached_property
    def title(self) -> str:
        """The title of the game, the scenario's name, or the two sides."""
        return self.called or titled(self.journal, self.ruleset, self.lang)

    def losses(self) -> dict[Seat, list[str]]:
        """Who is out of play at the end, by side."""
        found: dict[Seat, list[str]] = {seat: [] for seat in self.names}
        for id, name in self.gone(self.last).items():
            found.setdefault(self.ruleset.controller(self.last, id), []).append(name)
        return found

    def gone(self, state: State) -> dict[str, str]:
        """Ids and names of those who are out of play."""
        rows = [(id, row) for table in state.rows for id, row in getattr(state, table).items()]
        return {
            id: getattr(row, "name", id)
            for id, row in rows
            if self.ruleset.gone(state, id) and getattr(row, "status", "") != "reserve"
        }

    def lost_in(self, scene: Scene) -> list[str]:
        """The names of those a scene took out of play."""
        before, after = self.gone(self.state_at(scene.first)), self.gone(self.state_at(scene.end))
        return [name for id, name in after.items() if id not in before]

    def luck(self) -> dict[Seat, Luck]:
        """The dice of each side against what was to be expected."""
        found = {seat: Luck() for seat in self.names}
        for event in self.events:
            if isinstance(event, Rolled):
                mine = found.setdefault(self.ruleset.controller(self.last, event.by), Luck())
                mine.dice += len(event.faces)
                mine.total += sum(event.faces)
                mine.twice_expected += len(event.faces) * (event.sides + 1)
        return found

    def find(self, where: str) -> int | None:
        """The event to stand before for ``turn``, ``turn.hand`` or a decision's id; None if there is none.

        A turn means its start, as does a hand; ``end`` is after everything.
        """
        if where == "end":
            return len(self.events)
        for decision, number in self.journal.decisions:
            if decision == where:
                return number
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", where):
            return None
        parts = where.split(".")
        turn, hand = int(parts[0]), int(parts[1]) if len(parts) == 2 else None
        for scene in self.scenes:
            if scene.turn == turn and hand in (None, scene.hand):
                return scene.first
        return None


def scenes_of(events: Sequence[Event], ruleset: TabletopRuleset) -> list[Scene]:
    """The journal cut where turns and hands begin; turns have the numbers that their headings say."""
    scenes = [Scene(0, 0, "", 0)]
    for index, event in enumerate(events):
        before, turn = scenes[-1], ruleset.turn_of(event)
        if turn is not None:  # a later fight of the same evening counts on
            number = turn if turn > before.turn or not before.turn else before.turn + 1
            scenes.append(Scene(number, 0, "", index))
        elif ruleset.heading(event) == HAND:
            scenes.append(Scene(before.turn, before.hand + 1, getattr(event, "seat", ""), index))
    for scene, after in pairwise(scenes):
        scene.end = after.first
    scenes[-1].end = len(events)
    return [scene for scene in scenes if scene.end > scene.first] or scenes[-1:]


def _same_die(event: Event, roll: Rolled | None) -> bool:
    """Whether an outcome tells the die that fell before it."""
    if roll is None or getattr(event, "actor", "") != roll.by or getattr(event, "sides", 0) != roll.sides:
        return False
    return (getattr(event, "face", 0),) == roll.faces


def first_of(journal: Journal, ruleset: TabletopRuleset) -> State:
    """The state that a journal starts from. Raises SaveError ``unreadable`` for a setup that was changed."""
    try:
        return ruleset.setup(journal.setup)
    except Exception as error:  # a journal may have been written by hand: its setup can be anything
        raise SaveError("unreadable", where="setup") from error


__all__ = ["ACTION", "HAND", "TURN", "Film", "Line", "Luck", "Scene", "first_of", "scenes_of"]

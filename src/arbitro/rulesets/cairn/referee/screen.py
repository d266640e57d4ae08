"""What the desk shows: `DeskView` of an encounter, for the referee with everything, for the players without secrets."""

from __future__ import annotations

from typing import Any

from arbitro.content.desk import DESK, Clock, Due, book_of, order
from arbitro.content.deskview import (
    CreatureRow,
    DeskNote,
    DeskSide,
    DeskView,
    Quick,
    Reminder,
    Tag,
    Timer,
    Track,
)
from arbitro.content.scene import Note
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Seat
from arbitro.rulesets.cairn.queries import armour_of
from arbitro.rulesets.cairn.referee import reminders
from arbitro.rulesets.cairn.referee.edits import FIELDS, SCORES
from arbitro.rulesets.cairn.referee.edits import now as set_now
from arbitro.rulesets.cairn.referee.fighting import time_of
from arbitro.rulesets.cairn.referee.labels import Labels
from arbitro.rulesets.cairn.referee.orders import ORDERS
from arbitro.rulesets.cairn.referee.veil import view
from arbitro.rulesets.cairn.state import ATTRIBUTES, FIGHT, PARTY, Creature, Encounter
from arbitro.rulesets.cairn.words import Words

CONDITION, FATIGUE = "condition", "fatigue"


class Screen:
    """One picture of the desk.

    Args:
        game: the game.
        seat: who looks: the referee, or any other for the players' view.
        stage: the ruleset, for words and details.
        words: the words of a language.
    """

    def __init__(self, game: Game, seat: Seat, stage: Any, words: Words) -> None:
        state = game.state
        assert isinstance(state, Encounter)
        self.game, self.stage, self.words = game, stage, words
        self.labels = Labels(words)
        self.whole, self.players = state, seat != REFEREE
        self.seen = view(state, seat)
        self.book = book_of(self.seen)

    def view(self) -> DeskView:
        """All of it."""
        state, pending = self.seen, self.game.pending
        asked = not self.players and pending is not None and pending.kind == DESK
        numbers = book_of(self.whole).numbers
        rows = tuple(self._row(state.figures[it], n) for n, it in enumerate(numbers, 1) if it in state.figures)
        found = () if self.players or state.result else reminders.now(self.game)
        return DeskView(
            standing=standing(self.words, state),
            round=state.round if state.mode == FIGHT else 0,
            players=self.players,
            sides=self._sides(),
            rows=rows,
            notes=tuple(note for note in self.book.notes if not note.on),
            timers=tuple(self._timer(clock) for clock in self.book.clocks),
            reminders=tuple(self._reminder(one) for one in found),
            offers=tuple(map(self.labels.offer, ORDERS.offers(self.game))) if asked else (),
            edits=() if self.players else tuple(map(self.labels.field, FIELDS)),
        )

    def _sides(self) -> tuple[DeskSide, ...]:
        state = self.seen
        fight = state.mode == FIGHT and state.round > 0 and not state.result
        there = {figure.seat for figure in state.figures.values()}
        return tuple(
            DeskSide(seat=seat, name=self.words.seat(seat), party=seat == PARTY, active=fight and state.active == seat)
            for seat in state.seats[:-1]
            if seat in there or seat in state.seats[:2]
        )

    def _timer(self, clock: Clock) -> Timer:
        now = time_of(self.seen, clock.unit)
        unit = self.words.say(f"desk.word.{clock.unit}")
        return Timer(id=clock.id, text=clock.text, left=clock.due - now, unit=unit, secret=clock.secret)

    # --- rows

    def _row(self, figure: Creature, number: int) -> CreatureRow:
        rough = self._is_rough(figure)
        state = self.seen
        active = state.mode == FIGHT and state.round > 0 and state.active == figure.seat and figure.standing
        return CreatureRow(
            id=figure.id,
            number=0 if self.players else number,
            side=figure.seat,
            name=self.words.name_of(figure),
            role=self.words.role(figure),
            said=self._said(figure, rough),
            tracks=() if rough else tuple(self._track(figure, score) for score in SCORES),
            armour=None if rough else self._armour(figure),
            tags=self._tags(figure),
            notes=tuple(note for note in self.book.notes if note.on == figure.id),
            details=() if rough else self.stage.notes_of(self.words, self.game, figure),
            quick=() if self.players else self._quick(figure, number),
            state="" if figure.standing else "down" if figure.present else figure.status,
            hidden=figure.hidden,
            active=active and figure.lost_round != state.round,
            edits=() if self.players else set_now(figure, self.words.name_of(figure)),
        )

    def _is_rough(self, figure: Creature) -> bool:
        """Whether the players see this one without numbers."""
        return self.players and figure.seat != PARTY and not self.book.open_foes

    def _said(self, figure: Creature, rough: bool) -> str:
        if not figure.present:
            return self.words.say(f"desk.state.{figure.status}")
        word = "up" if figure.standing else "down"
        if rough and figure.standing:
            word = "whole" if figure.pf >= figure.pf_max else "wounded" if figure.pf * 2 < figure.pf_max else "hurt"
        return ", ".join((self.words.say(f"desk.state.{word}"), *self.words.ailments(figure)))

    def _track(self, figure: Creature, score: str) -> Track:
        now, full = figure.score(score), figure.highest(score)
        return Track(name=score, label=self.words.attribute(score), now=now, full=full, low=now * 2 < full)

    def _armour(self, figure: Creature) -> Note | None:
        value = armour_of(self.game, figure.id).value if figure.present else 0
        return Note(self.words.say("badge.armour"), str(value), rules=("CRN-ARM-01.1",)) if value else None

    def _tags(self, figure: Creature) -> tuple[Tag, ...]:
        found = [
            Tag(kind=CONDITION, id=one, label=self.words.thing(one), text=self.words.text(one))
            for one in figure.conditions
        ]
        if figure.fatigue:
            label = self.words.say("badge.fatigue")
            found.append(Tag(kind=FATIGUE, id=FATIGUE, label=label, count=figure.fatigue))
        return tuple(found)

    def _quick(self, figure: Creature, number: int) -> tuple[Quick, ...]:
        if not figure.present:
            return ()
        return tuple(
            Quick(
                label=self.words.say("desk.roll_save", attribute=self.words.attribute(attribute)),
                value=order("save", who=(figure.id,), attribute=attribute),
                key=f"r {number} {self.words.attribute(attribute).lower()}",
            )
            for attribute in ATTRIBUTES
        )

    # --- reminders

    def _reminder(self, due: Due) -> Reminder:
        words = self.words
        band = next((str(value) for do in due.do for name, value in do[1:] if name == "band"), "")
        text = words.say(
            f"desk.reminder.{due.kind}",
            names=tuple(map(words.who, due.who)),
            why=words.word("why", due.why, due.why),
            band=self.labels.band(band),
            text=due.why,
            n=due.n,
        )
        ready = [Quick(label=words.say(f"desk.order.{value[0]}"), value=value) for value in due.do]
        ready.append(Quick(label=words.say("desk.let_be"), value=order("let", reminder=due.id)))
        return Reminder(id=due.id, text=text, creatures=due.who, rules=due.rules, commands=tuple(ready))


def standing(words: Words, state: Encounter) -> str:
    """Where the encounter is, in a line."""
    if state.result:
        return words.say("desk.standing.over")
    if state.mode == FIGHT and state.round:
        return words.say("desk.standing.fight", round=state.round, seat=words.seat(state.active))
    return words.say("desk.standing.calm", hours=state.clock)


__all__ = ["DeskNote", "Screen", "standing"]

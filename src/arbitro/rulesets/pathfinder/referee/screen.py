"""What the desk shows: `DeskView` of an encounter, for the referee with everything, for the players without secrets."""

from __future__ import annotations

from typing import Any

from arbitro.content.desk import DESK, PARTY, Clock, Due, book_of, order
from arbitro.content.deskview import CreatureRow, DeskSide, DeskView, Quick, Reminder, Tag, Timer, Track
from arbitro.content.messages import show
from arbitro.content.scene import Note
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Seat
from arbitro.rulesets.pathfinder.numbers import CMD_OF, SAVE, SKILL, armour_class
from arbitro.rulesets.pathfinder.referee import reminders
from arbitro.rulesets.pathfinder.referee.edits import FIELDS
from arbitro.rulesets.pathfinder.referee.edits import now as set_now
from arbitro.rulesets.pathfinder.referee.keeping import now
from arbitro.rulesets.pathfinder.referee.labels import Labels
from arbitro.rulesets.pathfinder.referee.orders import ORDERS
from arbitro.rulesets.pathfinder.referee.veil import view
from arbitro.rulesets.pathfinder.scene import card
from arbitro.rulesets.pathfinder.state import SAVES, TOUCH, UNCONSCIOUS, Battle, Creature
from arbitro.rulesets.pathfinder.words import Words

CONDITION = "condition"
USUAL_DC = 15
"""What the ready-made rolls propose; the referee compares the total with what it should be."""


class Screen:
    """One picture of the desk.

    Args:
        game: the game.
        seat: who looks: the referee, or any other for the players' view.
        words: the words of a language.
    """

    def __init__(self, game: Game, seat: Seat, words: Words) -> None:
        state = game.state
        assert isinstance(state, Battle)
        self.game, self.words = game, words
        self.labels = Labels(words)
        self.whole, self.players = state, seat != REFEREE
        self.seen = view(state, seat)
        self.book = book_of(self.seen)
        self.fight = state.round > 0 or state.surprise

    def view(self) -> DeskView:
        """All of it."""
        state, pending = self.seen, self.game.pending
        asked = not self.players and pending is not None and pending.kind == DESK
        numbers = book_of(self.whole).numbers
        rows = tuple(self._row(state.figures[it], n) for n, it in enumerate(numbers, 1) if it in state.figures)
        found = () if self.players else reminders.now(self.game)
        return DeskView(
            standing=standing(self.words, state),
            round=state.round,
            players=self.players,
            sides=self._sides(),
            rows=rows,
            order=self._order(),
            notes=tuple(note for note in self.book.notes if not note.on),
            timers=tuple(self._timer(clock) for clock in self.book.clocks),
            reminders=tuple(self._reminder(one) for one in found),
            offers=tuple(map(self.labels.offer, ORDERS.offers(self.game))) if asked else (),
            edits=() if self.players else tuple(map(self.labels.field, FIELDS)),
        )

    def _order(self) -> tuple[str, ...]:
        """The order of initiative of those who are here; none outside a fight."""
        state = self.seen
        return tuple(it for it in state.order if state.figures[it].present) if self.fight else ()

    def _sides(self) -> tuple[DeskSide, ...]:
        state = self.seen
        there = {figure.seat for figure in state.figures.values()}
        return tuple(
            DeskSide(
                seat=seat,
                name=self.words.say(f"desk.side.{seat}").capitalize(),
                party=seat == PARTY,
            )
            for seat in state.seats[:-1]
            if seat in there or seat in state.seats[:2]
        )

    def _timer(self, clock: Clock) -> Timer:
        left = clock.due - now(self.game, clock.unit)
        return Timer(id=clock.id, text=clock.text, left=left, unit=self.words.say(f"desk.word.{clock.unit}"),
                     secret=clock.secret)  # fmt: skip

    # --- rows

    def _row(self, figure: Creature, number: int) -> CreatureRow:
        rough = self.players and figure.seat != PARTY and not self.book.open_foes
        order_ = self._order()
        name = self.words.name_of(figure)
        return CreatureRow(
            id=figure.id,
            number=0 if self.players else number,
            side=figure.seat,
            name=name,
            role="" if rough else self.words.role(figure),
            said=self._said(figure, rough),
            tracks=() if rough else self._tracks(figure),
            armour=None if rough else self._armour(figure),
            tags=self._tags(figure),
            notes=tuple(note for note in self.book.notes if note.on == figure.id),
            details=() if rough else self._details(figure),
            quick=() if self.players else self._quick(figure, number),
            state=self._state(figure, rough),
            hidden=figure.hidden,
            active=figure.id == self.seen.turn,
            turn=order_.index(figure.id) + 1 if figure.id in order_ else None,
            edits=() if self.players else set_now(figure, name),
        )

    def _details(self, figure: Creature) -> tuple[Note, ...]:
        """The numbers that a referee asks for: saves, CMD, Percezione, and the card."""
        if not figure.present:
            return ()
        words, game, it = self.words, self.game, figure.id
        bonus = {what: game.query(SAVE, it=it, save=what, cause="", actor="", origin=()).value for what in SAVES}
        saves = ", ".join(f"{words.word('save', what)} {show(words.lang, n, 'signed')}" for what, n in bonus.items())
        cmd = game.query(CMD_OF, target=it, actor=None, manoeuvre="").value
        sight = game.query(SKILL, it=it, skill="percezione", target="").value
        return (
            Note(words.say("desk.saves"), saves, "", ("PF-SAVE-01.1",)),
            Note(words.say("desk.cmd"), str(cmd), "", ("PF-CMB-10.1",)),
            Note(words.word("what", "percezione"), show(words.lang, sight, "signed"), "", ("PF-SKL-01.1",)),
            *card(words, game, figure),
        )

    def _state(self, figure: Creature, rough: bool) -> str:
        if not figure.present:
            return figure.status
        return "down" if figure.hp < (1 if rough else 0) or figure.has(UNCONSCIOUS) else ""

    def _said(self, figure: Creature, rough: bool) -> str:
        if not figure.present:
            return self.words.say(f"desk.state.{figure.status}")
        down = self._state(figure, rough) == "down"
        word = "down" if down else "up" if not rough else "whole" if figure.hp >= figure.hp_max else "hurt"
        return ", ".join((self.words.say(f"desk.state.{word}"), *self.words.ailments(figure)))

    def _tracks(self, figure: Creature) -> tuple[Track, ...]:
        words = self.words
        found = [Track(name="hp", label=words.say("meter.hp"), now=figure.hp, full=figure.hp_max,
                       low=figure.hp * 2 < figure.hp_max)]  # fmt: skip
        temp = sum(n for _, n in figure.temp)
        if temp:
            found.append(Track(name="temp", label=words.say("desk.track.temp"), now=temp))
        if figure.nonlethal:
            found.append(Track(name="nonlethal", label=words.say("desk.track.nonlethal"), now=figure.nonlethal))
        if self.fight and not self.players:
            found.append(Track(name="initiative", label=words.say("desk.track.initiative"), now=figure.initiative))
        return tuple(found)

    def _armour(self, figure: Creature) -> Note | None:
        if not figure.present:
            return None
        whole, touch = (armour_class(self.game, figure.id, against=kind).value for kind in ("normal", TOUCH))
        text = self.words.say("desk.touch", touch=touch)
        return Note(self.words.say("desk.ac_label"), str(whole), text, ("PF-AC-02.1",))

    def _tags(self, figure: Creature) -> tuple[Tag, ...]:
        found = []
        for one in figure.conditions:
            left = max((self._rounds(effect) for name, effect in figure.timed if name == one), default=0)
            found.append(Tag(kind=CONDITION, id=one, label=self.words.thing(one),
                             text=self.words.condition_text(one), count=left))  # fmt: skip
        return tuple(found)

    def _rounds(self, effect: str) -> int:
        """How many counts an effect still has before it."""
        found = self.whole.effects.get(effect)
        return max((end.left for end in found.ends if end.at == "turn_start"), default=0) if found is not None else 0

    def _quick(self, figure: Creature, number: int) -> tuple[Quick, ...]:
        if not figure.present:
            return ()
        words = self.words
        saves = tuple(
            Quick(
                label=words.say("desk.roll_save", attribute=words.word("save", what)),
                value=order("save", who=(figure.id,), save=what, dc=USUAL_DC),
                key=f"r {number} {words.word('save', what).lower()}",
            )
            for what in SAVES
        )
        sight = Quick(
            label=words.word("what", "percezione"),
            value=order("check", who=(figure.id,), skill="percezione", dc=USUAL_DC, secret=True),
            key=f"prova {number} {words.word('what', 'percezione').lower()} !",
        )
        return (*saves, sight)

    # --- reminders

    def _reminder(self, due: Due) -> Reminder:
        words = self.words
        names = tuple(words.who(it) for it in due.who)
        text = words.say(f"desk.reminder.{due.kind}", names=names, text=due.why, n=due.n)
        ready = [Quick(label=self._label(value), value=value) for value in due.do]
        ready.append(Quick(label=words.say("desk.let_be"), value=order("let", reminder=due.id)))
        return Reminder(id=due.id, text=text, creatures=due.who, rules=due.rules, commands=tuple(ready))

    def _label(self, value: Any) -> str:
        """What a command ready to be given is called."""
        full = any(name == "full" for name, _ in value[1:])
        return self.words.say("desk.auto_full") if full else self.labels.order(value[0])


def standing(words: Words, state: Battle) -> str:
    """Where the encounter is, in a line."""
    if state.result:
        return words.say("desk.standing.over")
    if not (state.round or state.surprise):
        return words.say("desk.standing.calm", hours=state.clock)
    key = "desk.standing.surprise" if state.surprise else "desk.standing.fight"
    if not state.turn:  # nobody's, or that of somebody hidden, which is no different to see
        return words.say(f"{key}_runs", round=state.round)
    return words.say(key, round=state.round, who=words.who(state.turn))


__all__ = ["Screen", "standing"]

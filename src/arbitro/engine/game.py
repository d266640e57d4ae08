"""A game: state, dice, tape and journal, moved on by answers.

Any moment is *checkpoint + the tape of answers and dice since*; fork, undo, save, typed dice and look-ahead
are all this one mechanism (see `history`). Rules call the lower half: `do`, `happen`, `window`, `roll`, `query`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import reduce
from random import Random
from typing import Any, TypeVar

from arbitro.dice.sources import Dice, DiceError, NeedDice
from arbitro.dice.walk import Then
from arbitro.engine.asks import Answer, Ask, Decision, Entry, Flow, Part, Refused, Ruling, TakeBack
from arbitro.engine.effects import drop_lapsed, end_effect, pass_moment
from arbitro.engine.events import Began, Closed, Counted, Event, Ruled
from arbitro.engine.fair import ENGINE_STEPS, first_state, promised, reveal
from arbitro.engine.forms import Face, Form, Refusal
from arbitro.engine.index import Door, Index, Lines, Pairs, Placed
from arbitro.engine.lookup import Lookup
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.state import Effect, State, Step
from arbitro.engine.tally import Tally
from arbitro.engine.timeline import Checkpoint, Cut, Edited, Moment, OnceOpened, decision_id
from arbitro.engine.values import REFEREE, Id, RuleId, Seat, Value, plain
from arbitro.engine.windows import open_window

V = TypeVar("V")
KEPT_CHECKPOINTS = 200
SPARE_CHECKPOINTS = 50
IDLE_LIMIT = 64
FRAMES = 4000
"""Python frames that 64 windows within each other may need: each holds a dozen flows or more."""
if sys.getrecursionlimit() < FRAMES:
    sys.setrecursionlimit(FRAMES)


class Game(Lookup):
    """One game, from its setup to its result.

    Args:
        ruleset: the rules it is played by.
        state: its first state, or the state of a checkpoint.
        dice: where faces come from.
        setup: the plain data the state was made of; saves need it.
        log: keep the journal.
        tape: entries to feed first (a replay, a fork).
    """

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        dice: Dice,
        *,
        setup: dict[str, Any] | None = None,
        log: bool = True,
        tape: Sequence[Entry] = (),
        start: bool = True,
    ) -> None:
        self.ruleset, self.state, self.dice, self.setup, self.log = ruleset, state, dice, setup, log
        self._unkeyed = dice
        if state.nonces:
            self.dice = dice.with_nonces(state.nonces)
        self._pending: Decision | None = None
        self.journal: list[Event] = []
        self.inputs: list[Answer | Ruling | TakeBack] = []
        self.tape: list[Entry] = list(tape)
        self.epoch = self.top_epoch = 0
        self.fixed: list[int] = []
        self.depth = 0
        self.thinking = False
        self.stop_at_step: int | None = None
        self.checkpoints: list[Checkpoint] = []
        self._crowded = 2 * KEPT_CHECKPOINTS
        self._written: dict[Id, None] | None = None  # rows written since the last checkpoint; None: who knows
        self.moments: list[Moment] = []
        self.cuts: tuple[Cut, ...] = ()
        self._ask: Ask | None = None
        self._held: dict[Seat, Value] = {}
        self._flow: Flow[None] | None = None
        self._cursor = self._notes = 0
        self._dice_no = self._ids = 0
        self._pushed: list[Step] = []
        self._dirty = False
        self._after = ""
        self._base: Index | None = None
        self.stirred: dict[Id, None] | None = None
        """Rows written since the ruleset's checks last found nothing to do; None: any may have been."""
        # whether rows have moved, effects begun or ended, figures come to bear something else since the last checkpoint
        self._moved = self._swayed = self._reborne = False
        self._stood: Checkpoint | None = None  # of which the state is a copy, to which nothing has happened yet
        self._built: dict[Pairs, Index] = {}
        self._laid: Lines = {}
        self._strung: dict[Id, tuple[Effect, tuple[Placed, ...]]] = {}
        self._live: Index | None = None
        self._indexes: tuple[Index, ...] | None = None
        self._doors: dict[str, Door | None] = {}
        self._waits: frozenset[str] = frozenset()
        self._changed: Set[str] = frozenset()
        self._barred: Set[str] = frozenset()
        self.near: dict[Any, Any] = {}
        """What was worked out about where rows stand; forgotten as soon as one moves."""
        self.forces: dict[Any, Any] = {}
        """What was worked out about what is borne and in force; forgotten when records or effects change."""
        self.now: dict[Any, Any] = {}
        """What was worked out about this very moment; forgotten at the next event or answer."""
        if start:
            self._run(None)

    @classmethod
    def new(cls, ruleset: Ruleset, setup: dict[str, Any], dice: Dice, *, log: bool = True, fair: bool = False) -> Game:
        """A new game of a checked setup, run to its first question.

        ``fair``: it begins with a commitment and everybody's nonces, and ends with the secret (see `fair`); the dice
        must be seeded by a secret.
        """
        if fair:
            setup = promised(setup, dice)
        return cls(ruleset, first_state(ruleset, setup), dice, setup=setup, log=log)

    # --- what seats do ------------------------------------------------------------------------------

    @property
    def pending(self) -> Decision | None:
        """The question that stands, None once the game is over."""
        if self._pending is None and self._ask is not None:
            self._pending = self._decision(self._ask, self._parts())
        return self._pending

    @property
    def over(self) -> bool:
        """True once there is a result or nothing left to do."""
        return self._ask is None

    def form(self, seat: Seat) -> Form:
        """What ``seat`` may answer to the pending decision.

        Raises:
            Refused: if the seat has no part in it.
        """
        for part in self._parts():
            if part.seat == seat:
                return part.form
        raise Refused(Refusal("not_your_decision", {"seat": seat}))

    def _parts(self) -> tuple[Part, ...]:
        """The parts of the question that stands; those put off are worked out now."""
        ask = self._ask
        if ask is None:
            return ()
        if ask.late is not None:
            ask = self._ask = Ask(ask.kind, ask.about, (*ask.parts, *ask.late()), ask.every)
        return ask.parts

    def why_not(self, a: Answer) -> Refusal | None:
        """Why an answer would be refused; pure."""
        if self.pending is None or self._ask is None:
            return Refusal("game_over", {"result": self.state.result})
        if a.decision != self.pending.id:
            return Refusal("stale", {"decision": a.decision, "pending": self.pending.id})
        if a.seat not in self.pending.seats and a.seat not in self.pending.free:
            return Refusal("not_your_decision", {"seat": a.seat, "seats": self.pending.seats})
        try:
            value = plain(a.value)
        except TypeError:
            return Refusal("not_plain", {})
        return self.form(a.seat).refusal(value)

    def answer(self, a: Answer) -> Sequence[Event]:
        """Take an answer and go on to the next question; returns the new events.

        Raises:
            Refused: with the reason; then nothing has changed.
        """
        why = self.why_not(a)
        if why is not None:
            raise Refused(why)
        return self._take(a)

    def hold(self, held: Mapping[Seat, Value]) -> None:
        """Answers to a question of several seats that came in before a save."""
        pending = self.pending
        if pending is None or self._ask is None or not self._ask.every:
            return
        self._held = {part.seat: held[part.seat] for part in self._ask.parts if part.seat in held}
        left = tuple(seat for seat in pending.seats if seat not in self._held)
        free = (*pending.free, *(seat for seat in held if seat in pending.seats))
        self._pending = Decision(pending.id, pending.kind, pending.about, left, free)

    def has_answered(self, seat: Seat) -> bool:
        """Whether a seat has answered the question that stands and waits for the others; it may answer anew."""
        return seat in self._held

    def choose(self, value: Value, seat: Seat | None = None, by: str = "") -> Sequence[Event]:
        """Answer the pending decision for the seat it waits for (or ``seat``)."""
        if self.pending is None:
            raise Refused(Refusal("game_over", {"result": self.state.result}))
        who = seat if seat is not None else (self.pending.seats or self.pending.free)[0]
        return self.answer(Answer(self.pending.id, who, value, by))

    def play_sample(self, rng: Random, seat: Seat | None = None) -> None:
        """Answer with a random legal value of the form, which need not be checked again."""
        ask = self._ask
        assert ask is not None
        first = ask.parts[0]
        if seat is None and not ask.every and not first.free:
            seat, form = first.seat, first.form
        else:
            if seat is None:
                assert self.pending is not None
                seat = (self.pending.seats or self.pending.free)[0]
            form = self.form(seat)
        value = form.sample(rng)
        place = self._place()
        self._take(Answer(decision_id(place), seat, value), value, place)

    def _take(self, a: Answer, value: Value = None, place: tuple[int, int, int] | None = None) -> Sequence[Event]:
        """Carry out an answer known to be legal; its plain ``value`` and ``place`` where the caller has them."""
        assert self._ask is not None
        ask = self._ask
        if value is None:
            value = plain(a.value)
        if ask.every:
            pending = self.pending
            assert pending is not None
            self._held[a.seat] = value
            left = tuple(s for s in pending.seats if s != a.seat)
            self.inputs.append(a)
            if left:
                free = (*pending.free, a.seat) if a.seat not in pending.free else pending.free
                self._pending = Decision(pending.id, pending.kind, pending.about, left, free)
                return ()
            got = tuple((part.seat, self._held[part.seat]) for part in ask.parts if part.seat in self._held)
            try:
                return self._go_on(Entry("all", got), a.seat if len(got) == 1 else "")
            except Refused:
                self.inputs.pop()
                self._held.pop(a.seat, None)
                raise
        entry = Entry("faces", (value,)) if ask.kind == "dice" else Entry("answer", (a.seat, value))
        events = self._go_on(entry, a.seat, place)
        self.inputs.append(a)
        return events

    def _go_on(self, entry: Entry, seat: Seat, place: tuple[int, int, int] | None = None) -> Sequence[Event]:
        """Put an entry on the tape and run; on a bug of the rules stand where we stood."""
        tape_no, journal_no = len(self.tape), len(self.journal)
        if not self.thinking:
            before = Moment(place or self._place(), tape_no, journal_no, seat)
            if self.moments:
                self.moments[-1].after = self._after
            self.moments.append(before)
        kept = self._after, self.cuts, self._held, self.fixed and list(self.fixed), self._pending
        self._after = "die" if entry.kind == "faces" else ""
        self.cuts = ()
        self.tape.append(entry)
        try:
            if entry.kind == "faces":
                self._replay_step()
            else:
                self._cursor += 1
                self._run(_sent(entry))
        except DiceError:
            raise
        except Exception as bug:
            if self.thinking:
                raise
            self.moments.pop()
            self.rewind(tape_no)
            self._after, self.cuts, self._held, self.fixed, self._pending = kept
            raise Refused(Refusal("rule_bug", {"report": f"{type(bug).__name__}: {bug}"})) from bug
        return self.journal[journal_no:] if self.log else ()

    # --- the loop -----------------------------------------------------------------------------------

    def _run(self, send: Any) -> None:
        """Run flows until a question stands that the tape does not answer, or the game is over."""
        self._pending = self._ask = None
        self.now = {}
        if self._held:
            self._held = {}
        if send is not None:
            self.state.idle += 1
        while True:
            step = None
            if self._flow is None:
                if self.state.result or not self.state.agenda or self.state.step_no == self.stop_at_step:
                    if self.state.nonces and not self.thinking and (self.state.result or not self.state.agenda):
                        reveal(self)
                    return
                step = self._begin_step()
                send = None
            try:
                if step is not None:
                    self._start(step)
                if self._flow is None:
                    self._end_step()
                    continue
                ask = self._flow.send(send)
            except StopIteration:
                self._end_step()
                send = None
                continue
            except NeedDice as need:
                self._publish(self._face_question(need))
                return
            except Edited:
                self._cut_short()
                send = None
                continue
            if self._cursor < len(self.tape):
                entry = self._next_entry()
                if entry is not None and entry.kind == "edit":
                    self._cut_short()
                    send = None
                    continue
                if entry is not None:
                    self._cursor += 1
                    self.state.idle += 1
                    send = _sent(entry)
                    continue
            self._publish(ask)
            return

    def follows(self) -> bool:
        """Whether the next Step still belongs to the action before it."""
        agenda = self.state.agenda
        return bool(agenda) and not self.state.result and agenda[0].name in self.ruleset.follow_ups

    def resume(self) -> None:
        """Go on from a Step boundary (see ``stop_at_step``)."""
        self._run(None)

    def _begin_step(self) -> Step:
        state = self.state
        self._checkpoint()
        step = state.agenda[0]
        state.agenda = state.agenda[1:]
        state.step_no += 1
        self._dice_no = self._ids = self.depth = self._notes = 0
        self._pushed = []
        return step

    def _start(self, step: Step) -> None:
        """Start a Step; one that asks nothing is over at once and leaves no flow."""
        run = self.ruleset.steps.run.get(step.name) or ENGINE_STEPS[step.name]
        self._flow = run(self, *step.args)

    def _next_entry(self) -> Entry | None:
        """The next entry of the tape that is no note of the referee's; notes go to the journal where they stand."""
        while self._cursor < len(self.tape):
            entry = self.tape[self._cursor]
            if entry.kind != "ruled":
                return entry
            self._cursor += 1
            self._notes += 1
            ruling, note = entry.value
            self.do(Ruled(ruling=ruling, note=note))
        return None

    def _end_step(self) -> None:
        """A flow has come to its end: what it changed settles, and the agenda goes on unless that asks."""
        self._flow = self._unsettled() if self._dirty else None
        if self._flow is None and self._pushed:
            self.state.agenda = (*self._pushed, *self.state.agenda)
            self._pushed = []

    def _checkpoint(self) -> None:
        made, self._stood = self._stood, None
        if made is None:
            state, written = self.state, self._written
            kept = state.copy() if written is None else state.snapshot(self.checkpoints[-1].state, written)
            made = Checkpoint(kept, self._cursor, len(self.journal))
        self._written = {}
        self._moved = self._swayed = self._reborne = False
        if self.thinking:
            self.checkpoints = [made]
            return
        self.checkpoints.append(made)
        if len(self.checkpoints) > self._crowded:
            old, new = self.checkpoints[:-KEPT_CHECKPOINTS], self.checkpoints[-KEPT_CHECKPOINTS:]
            spare = [c for c in old if c.state.step_no % SPARE_CHECKPOINTS == 0 or c is old[0]]
            self.checkpoints = spare + new
            self._crowded = len(self.checkpoints) + KEPT_CHECKPOINTS

    def _publish(self, ask: Ask) -> None:
        if self.state.idle >= IDLE_LIMIT and (ask.late is not None or any(part.free for part in ask.parts)):
            needed = tuple(part for part in ask.parts if not part.free)
            ask = Ask(ask.kind, ask.about, needed or ask.parts, ask.every)
        self._ask = ask

    def _place(self) -> tuple[int, int, int]:
        """Where the pending decision stands: epoch, step, entries on the tape since the checkpoint."""
        since = len(self.tape) - (self.checkpoints[-1].tape_no if self.checkpoints else 0)
        return self.epoch, self.state.step_no, since - self._notes

    def _decision(self, ask: Ask, parts: tuple[Part, ...]) -> Decision:
        seats = tuple(p.seat for p in parts if not p.free)
        free = tuple(p.seat for p in parts if p.free)
        return Decision(decision_id(self._place()), ask.kind, ask.about, seats, free)

    def _face_question(self, need: NeedDice) -> Ask:
        """The flow is dropped; the Step will be replayed once the face is known."""
        self._flow = None
        by = getattr(need, "by", "")
        seat = self.ruleset.controller(self.state, by)
        return Ask("dice", {"sides": need.sides, "by": by}, (Part(seat, Face(need.sides)),))

    def _replay_step(self) -> None:
        self._stand_at(self.checkpoints.pop())
        self._forget()
        self._run(None)

    def _stand_at(self, checkpoint: Checkpoint) -> None:
        """Put the state of a checkpoint in place; the tape behind it is fed again."""
        self.state, self._stood = checkpoint.state.copy(), checkpoint
        self._flow = self._written = self.stirred = None
        self._cursor = checkpoint.tape_no
        del self.journal[checkpoint.journal_no :]
        self._dirty = False
        if self.state.nonces or self.dice is not self._unkeyed:
            self.rekey()

    def relive(self, checkpoint: Checkpoint, tape: list[Entry], journal: Sequence[Event], dice: Dice) -> None:
        """Play one Step, the last one again or any other, along a tape, and from there on with these dice.

        For games that think: what was played before is forgotten, but its state is left as it is. ``tape``, which
        becomes the game's own, and ``journal`` are those of a game that came by this checkpoint.
        """
        again = bool(self.checkpoints) and self.checkpoints[-1] is checkpoint
        self.dice = self._unkeyed = dice
        self.tape, self.inputs, self.journal = tape, [], [*journal[: checkpoint.journal_no]]
        self._stand_at(checkpoint)
        self._forget(all=not again)
        self.stop_at_step = self.state.step_no + 1
        self._run(None)

    def rekey(self) -> None:
        """Key the dice with the nonces of the state, as everybody threw them in."""
        self.dice = self._unkeyed.with_nonces(self.state.nonces) if self.state.nonces else self._unkeyed

    def rewind(self, tape_no: int) -> None:
        """Stand where the tape was ``tape_no`` long; what came after is cut off."""
        while len(self.checkpoints) > 1 and self.checkpoints[-1].tape_no > tape_no:
            self.checkpoints.pop()
        del self.tape[tape_no:]
        self._replay_step()

    def _cut_short(self) -> None:
        """A ruling of events: the running Step is over, its ``cut`` successor follows."""
        entry = self.tape[self._cursor]
        self._cursor += 1
        step_name = self.checkpoints[-1].state.agenda[0].name
        if self._flow is not None:
            self._flow.close()
        self._flow = None
        self._pushed = []
        note, events = entry.value
        self.do(Ruled(ruling="edit", note=note, only=self._known_to(events)))
        for event in events:
            self.do(event)
        follow = self.ruleset.steps.cut.get(step_name)
        if follow and not self.state.result:
            self.state.agenda = (Step(follow), *self.state.agenda)
        self.depth = 0
        self._flow = None
        self._end_step()

    def _known_to(self, events: Sequence[Event]) -> tuple[Seat, ...] | None:
        """Who may know why events are ruled: if one of them is a secret, only those who know that one."""
        veiled = (self.ruleset.veil(self.state, event).only for event in events if self.ruleset.veils)
        return next((only for only in veiled if only is not None), None)

    # --- rulings ------------------------------------------------------------------------------------

    def rule(self, ruling: Ruling) -> Sequence[Event]:
        """The referee's word at any pending decision: a verdict, fixed faces, or an edit.

        Raises:
            Refused: if nothing is pending, or a verdict's answer is no legal one.
        """
        before = len(self.journal)
        if ruling.kind == "verdict" and ruling.answer is not None:
            why = self.why_not(ruling.answer)
            if why is not None:
                raise Refused(why)
            answer = Answer(ruling.answer.decision, ruling.answer.seat, ruling.answer.value, REFEREE)
            tape_no, moments, pending = len(self.tape), len(self.moments), self._pending
            held = self._held
            self._note("verdict", ruling.note)
            try:
                self._take(answer)
            except Refused:
                self.rewind(tape_no)
                self._held, self._pending = held, pending
                raise
            self.inputs[-1] = ruling
            if len(self.moments) > moments:
                self.moments[-1].tape_no, self.moments[-1].journal_no = tape_no, before
            return self.journal[before:]
        if self.pending is None:
            raise Refused(Refusal("game_over", {"result": self.state.result}))
        if ruling.kind == "fix":
            self._note("fix", ruling.note)
            self.cuts = ()
            self.fixed += ruling.faces
            self.inputs.append(ruling)
            if self.pending.kind == "dice":
                self._replay_step()
            return self.journal[before:]
        self._go_on_edit(ruling)
        return self.journal[before:]

    def _note(self, ruling: str, note: str) -> None:
        """A ruling's note: on the tape, so that every replay tells it again."""
        self.tape.append(Entry("ruled", (ruling, note)))
        self._next_entry()

    def _go_on_edit(self, ruling: Ruling) -> None:
        assert self.pending is not None
        kept = self._after, self.cuts, self._held, list(self.fixed), self._pending
        if self.moments:
            self.moments[-1].after = self._after
        self.moments.append(Moment(self._place(), len(self.tape), len(self.journal), REFEREE))
        self._after, self.cuts = "", ()
        self.tape.append(Entry("edit", (ruling.note, ruling.events)))
        try:
            if self.pending.kind == "dice":
                self._replay_step()
            else:
                self._cut_short()
                self._run(None)
        except Exception as bug:
            self.rewind(self.moments.pop().tape_no)
            self._after, self.cuts, self._held, self.fixed, self._pending = kept
            raise Refused(Refusal("rule_bug", {"report": f"{type(bug).__name__}: {bug}"})) from bug
        self.inputs.append(ruling)

    # --- for rules: events ---------------------------------------------------------------------------

    def do(self, event: Event) -> None:
        """Write a fact into the state and the journal."""
        if self.ruleset.veils:
            event = self.ruleset.veil(self.state, event)
        writes = event.writes
        rows = event.rows(self.state) if writes is None else None
        event.apply(self.state)
        if self.log:
            self.journal.append(event)
        self._dirty = True
        if self.now:
            self.now = {}
        if writes is not None:
            for field in writes:
                it = getattr(event, field)
                if self._written is not None:
                    self._written[it] = None
                if self.stirred is not None:
                    self.stirred[it] = None
        elif rows is None:
            self._written = self.stirred = None
        else:
            self._mark(rows)
        if event.moves:
            self._moved = True
            self.near = {}
        if event.progress:
            self.state.idle = 0
        if event.nearer:
            self.forces = {}
        if event.effects:
            self._swayed = True
            self._live, self._indexes, self._doors, self.forces = None, None, {}, {}
        if event.records:
            self._reborne = True
            self._base, self._indexes, self._doors, self.forces = None, None, {}, {}
        if event.learnt and self._cursor >= len(self.tape):
            self._after = "secret"

    def _mark(self, rows: Iterable[Id]) -> None:
        """Note which rows were written."""
        for it in rows:
            if self._written is not None:
                self._written[it] = None
            if self.stirred is not None:
                self.stirred[it] = None

    def happen(self, event: Event) -> Flow[None]:
        """Do an event, open its window, and settle."""
        self.do(event)
        if event.window:
            yield from self.window(event.window, event)
        yield from self.settle()

    def window(self, name: str, subject: Any) -> Iterable[Any]:
        """Open a window on a subject; to be used with ``yield from``."""
        try:
            door = self._doors[name]
        except KeyError:
            door = self._doors[name] = self.door(name)
        return open_window(self, door, subject) if door is not None else ()

    def listens(self, name: str) -> bool:
        """Whether anything can happen at a window at all: if not, it takes no subject to open it."""
        try:
            return self._doors[name] is not None
        except KeyError:
            self._doors[name] = self.door(name)
            return self._doors[name] is not None

    def settle(self) -> Iterable[Any]:
        """End what has lapsed and run the ruleset's checks until nothing changes; to be used with ``yield from``."""
        return self._unsettled() or ()

    def _unsettled(self) -> Flow[None] | None:
        """Settle as far as nobody is asked; the rest of it, if the ruleset's checks are a flow."""
        while self._dirty:
            self._dirty = False
            if self.state.effects and drop_lapsed(self):
                self._dirty = True
            checks = self.ruleset.checks(self)
            if checks is not None:
                self.stirred = None
                return self._settle_on(checks)
            if not self._dirty:
                self.stirred = {}
        return None

    def _settle_on(self, checks: Flow[bool]) -> Flow[None]:
        if (yield from checks):
            self._dirty = True
        yield from self.settle()

    def open_scope(self, scope: str, of: Value, rules: tuple[RuleId, ...]) -> Flow[None]:
        """Begin a scope (its number goes up) and open ``<scope>_start``."""
        self.do(Began(scope=scope, of=of, rules=rules))
        yield from self.window(f"{scope}_start", self._scope_subject(f"{scope}_start", of))

    def close_scope(self, scope: str, of: Value, rules: tuple[RuleId, ...]) -> Flow[None]:
        """Close a scope: open ``<scope>_end``, then end the effects that last as long as it."""
        self.do(Closed(scope=scope, of=of, rules=rules))
        yield from self.window(f"{scope}_end", self._scope_subject(f"{scope}_end", of))
        if self.state.effects:
            for effect in pass_moment(self, scope, of, window=False):
                end_effect(self, effect, "end")

    def _scope_subject(self, name: str, of: Value) -> OnceOpened:
        window = self.ruleset.vocabulary.windows[name]
        return OnceOpened(**dict.fromkeys(window.roles, of))

    def push(self, *steps: Step) -> None:
        """Put Steps on top of the agenda when this Step ends; the first one runs first."""
        self._pushed += steps

    def new_id(self, prefix: str) -> Id:
        """An id nobody has: the prefix, the Step, and a number within it."""
        self._ids += 1
        return f"{prefix}{self.state.step_no}.{self._ids}"

    # --- for rules: dice -----------------------------------------------------------------------------

    def roll(
        self, sides: int, n: int = 1, *, by: Id, rules: tuple[RuleId, ...], need: Tally | None = None
    ) -> tuple[int, ...]:
        """Roll ``n`` dice; the journal says who rolled, what fell, and what it had to reach."""
        faces = self.draw(n, sides, by)
        self.do(self.ruleset.rolled(self, by, sides, faces, rules, need))
        return faces

    def draw(self, n: int, sides: int, by: Id) -> tuple[int, ...]:
        """Faces from the tape, the referee's queue, or the dice; no event."""
        entry = self._next_entry() if self._cursor < len(self.tape) else None
        if entry is not None:
            if entry.kind == "edit":
                raise Edited
            if len(entry.value) < n:
                return tuple(self.draw(1, sides, by)[0] for _ in range(n))
            self._cursor += 1
            faces: tuple[int, ...] = entry.value
        else:
            if n > 1 and (self.fixed or getattr(self.dice, "one_by_one", False)):
                return tuple(self.draw(1, sides, by)[0] for _ in range(n))
            faces = self._live_faces(n, sides, by)
            self.tape.append(Entry("faces", faces))
            self._cursor += 1
            self._after = self._after or "die"
        self._dice_no += n
        return faces

    def _live_faces(self, n: int, sides: int, by: Id) -> tuple[int, ...]:
        if self.fixed:
            face = self.fixed.pop(0)
            return (min(max(face, 1), sides),)
        try:
            return self.dice.faces((self.epoch, self.state.step_no, self._dice_no), n, sides)
        except NeedDice as need:
            need.by = by  # type: ignore[attr-defined]
            raise

    def sum(self, n: int, sides: int, *, by: Id, rules: tuple[RuleId, ...]) -> int:
        """The sum of ``n`` dice; one number to exhaustive dice, real faces in play."""
        return int(self._number("sum", sum, n, sides, by, rules))

    def best(self, n: int, sides: int, *, by: Id, rules: tuple[RuleId, ...]) -> int:
        """The highest of ``n`` dice."""
        return int(self._number("best", max, n, sides, by, rules))

    def count(self, n: int, sides: int, at_least: int, *, by: Id, rules: tuple[RuleId, ...]) -> int:
        """How many of ``n`` dice show ``at_least`` or more."""
        return int(
            self._number(f"count{at_least}", lambda faces: sum(f >= at_least for f in faces), n, sides, by, rules)
        )

    def _number(
        self, what: str, fold: Callable[[Sequence[int]], int], n: int, sides: int, by: Id, rules: tuple[RuleId, ...]
    ) -> int:
        walker = getattr(self.dice, "number", None)
        if walker is None or self._faces_next():
            return fold(self.roll(sides, n, by=by, rules=rules))
        return int(self._result(lambda: walker(what, fold, n, sides), what, by, rules))

    def chance(self, fn: Callable[..., V], *args: Value, by: Id, rules: tuple[RuleId, ...]) -> V:
        """``fn(dice, *args)``, pure: it uses its dice and arguments only and returns a hashable result, or a `Then`."""
        walker = getattr(self.dice, "chance", None)
        if walker is None or self._faces_next():
            found: Any = fn(_Hand(self, by, rules), *args)
            while type(found) is Then:
                found = found.fn(_Hand(self, by, rules), *found.args)
            return found  # type: ignore[no-any-return]
        result: V = self._result(lambda: walker(fn, args), fn.__name__, by, rules)
        return result

    def _faces_next(self) -> bool:
        """Whether the tape goes on with real faces: a game forked to be walked was played with other dice so far."""
        return self._cursor < len(self.tape) and self.tape[self._cursor].kind == "faces"

    def _result(self, draw: Callable[[], Any], what: str, by: Id, rules: tuple[RuleId, ...]) -> Any:
        entry = self._next_entry() if self._cursor < len(self.tape) else None
        if entry is not None:
            if entry.kind == "edit":
                raise Edited
            value = entry.value
        else:
            value = draw()
            self.tape.append(Entry("result", value))
        self._cursor += 1
        self.do(Counted(by=by, what=what, result=value if isinstance(value, int | str | tuple) else None, rules=rules))
        return value

    def fork(self, dice: Dice, *, log: bool = False) -> Game:
        """A game of its own at the same question, with other dice, for thinking ahead."""
        from arbitro.engine.history import fork  # history builds on this module

        return fork(self, dice, log=log)


class _Hand:
    """The dice that a chance function is given in play."""

    def __init__(self, game: Game, by: Id, rules: tuple[RuleId, ...]) -> None:
        self._game, self._by, self._rules = game, by, rules

    def roll(self, sides: int, n: int = 1, *, by: Id = "", need: Tally | None = None) -> tuple[int, ...]:
        return self._game.roll(sides, n, by=by or self._by, rules=self._rules, need=need)

    def sum(self, n: int, sides: int) -> int:
        return sum(self.roll(sides, n)) if n else 0

    def best(self, n: int, sides: int) -> int:
        return max(self.roll(sides, n))

    def count(self, n: int, sides: int, at_least: int) -> int:
        return sum(face >= at_least for face in self.roll(sides, n)) if n else 0

    def carried(self, n: int, sides: int, step: Callable[[int, int], int], start: int = 0) -> int:
        return reduce(step, self.roll(sides, n) if n else (), start)


def _sent(entry: Entry) -> Any:
    return dict(entry.value) if entry.kind == "all" else entry.value

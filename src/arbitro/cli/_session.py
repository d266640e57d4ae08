"""A game at the terminal: who plays which side, what is printed, commands, undo, saves."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from arbitro.cli._ask import Asker, Back, commands
from arbitro.cli._story import Story
from arbitro.cli._talk import Screen, explain, say
from arbitro.content.errors import Lang
from arbitro.content.scenarios import side_names
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice, TypedDice
from arbitro.engine import history
from arbitro.engine.asks import Answer, Decision, Refused
from arbitro.engine.events import Began
from arbitro.engine.game import Game
from arbitro.engine.save import save, write_atomically
from arbitro.engine.values import Seat, Value
from arbitro.players import MOST_TURNS, Player, player
from arbitro.players.crew import Cores

PERSON, COMPUTER, BOT = "person", "quick", "bot"


class Leave(Exception):
    """The person quits."""


class Changed(Exception):
    """The game stands somewhere else now (undo, redo): ask anew."""


class Unattended(Exception):
    """Nobody is there to answer."""


class Session:
    """One game, from where it stands to its end, or to where its players leave it.

    Args:
        game: the game.
        ruleset: its rules, which tell it to people.
        sides: who plays each seat: ``person``, ``bot`` or the name of a computer opponent.
        seed: the seed of the dice, also of what opponents try out.
        meta: plain data that a save keeps beside the game (see `play`).
        file: where the person wants it saved; ``autosave``: the file written by itself at each hand.
        with_rules: print the clauses behind each line; ``silent``: print nothing.
        bots: the programs that play the seats of a ``bot``.
    """

    def __init__(
        self,
        game: Game,
        ruleset: TabletopRuleset,
        screen: Screen,
        sides: Mapping[Seat, str],
        *,
        seed: int | str,
        meta: dict[str, Any],
        file: Path | None = None,
        autosave: Path | None = None,
        with_rules: bool = False,
        silent: bool = False,
        bots: Mapping[Seat, Player] | None = None,
    ) -> None:
        self.game, self.ruleset, self.screen = game, ruleset, screen
        self.sides, self.seed, self.meta = dict(sides), seed, meta
        self.file, self.autosave = file, autosave
        self.story = Story(screen, ruleset, with_rules=with_rules)
        self.asker = Asker(self)
        self.told = 0
        self.silent = silent
        self._quiet_hand: tuple[int, int] | None = None
        self._mapped: tuple[int, int] | None = None
        self.endless = False
        self.bots = dict(bots or {})
        self.crew = Cores(ruleset.name, tuple(meta["scenario"]["packs"]))

    @property
    def lang(self) -> Lang:
        return self.screen.lang

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(seat for seat, who in self.sides.items() if who == PERSON)

    # --- the course of the game ---------------------------------------------------------------------

    def run(self) -> bool:
        """Play on; False if the person left before the end.

        Raises:
            KeyboardInterrupt, BotFailed: with the game saved where it stands.
        """
        try:
            while not self.game.over:
                self._tell()
                if not self.persons and self._hand()[0] > MOST_TURNS:
                    self.endless = True
                    return True
                self._go_on()
        except Leave:
            return False
        except (KeyboardInterrupt, Exception):
            with suppress(Exception):  # what went wrong is told, not what then went wrong besides
                self._interrupted()
            raise
        finally:
            self.crew.close()
        self._tell()
        return True

    def _go_on(self) -> None:
        """One answer to the pending question."""
        pending = self.game.pending
        assert pending is not None
        try:
            for seat in pending.free:
                if self._speak_up(pending, seat):
                    return
            seat = (pending.seats or pending.free)[0]
            if self.sides[seat] == PERSON:
                self._ask(pending, seat)
            else:
                self._computer_answers(pending, seat)
        except (Changed, Back):
            return
        except Unattended:
            self.screen.say("play.computer_takes_over", style="dim")
            self.sides = {seat: COMPUTER if who == PERSON else who for seat, who in self.sides.items()}

    def _ask(self, pending: Decision, seat: Seat) -> None:
        self._orient(pending)
        value = self.asker.ask(seat)
        try:
            self.game.answer(Answer(pending.id, seat, value))
        except Refused as refused:
            self._refused(refused)

    def _computer_answers(self, pending: Decision, seat: Seat) -> None:
        """Let an opponent answer; where the rules get stuck on its choice, take the plainest one."""
        try:
            self.game.answer(Answer(pending.id, seat, self._computed(pending, seat)))
        except Refused as refused:
            self._refused(refused)
            self.game.answer(Answer(pending.id, seat, self.game.form(seat).default()))

    def _computed(self, pending: Decision, seat: Seat) -> Value:
        if pending.kind == "dice" and isinstance(self.game.dice, TypedDice):
            dice = SeededDice.of_seed(self.seed)
            return dice.faces((self.game.epoch, len(self.game.tape), 0), 1, int(pending.about["sides"]))[0]
        return self._opponent(pending, seat).answer(self.game, seat)

    def _opponent(self, pending: Decision, seat: Seat) -> Player:
        """Who plays a seat. Where people wait it keeps to a time; else the same seed always plays the same battle."""
        if self.sides[seat] == BOT:
            return self.bots[seat]
        chance = self._chance(pending, seat)
        return player(self.sides[seat], chance, crew=self.crew, in_time=bool(self.persons))

    def _chance(self, pending: Decision, seat: Seat) -> int:
        """A seed for what an opponent tries out, the same whenever this decision comes again."""
        text = f"arbitro opponent {self.seed} {seat} {pending.id}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    def _speak_up(self, pending: Decision, seat: Seat) -> bool:
        """Let a seat that may speak up do so before the one that must answer; True if it did."""
        if self.sides[seat] != PERSON:
            value = self._opponent(pending, seat).interject(self.game, seat)
            if value is not None:
                self.game.answer(Answer(pending.id, seat, value))
            return value is not None
        needed = pending.seats[0] if pending.seats else None
        if needed is None or self.sides[needed] == PERSON or self._hand() == self._quiet_hand:
            return False
        self.screen.line(self.ruleset.question(self.game.state, "speak_up", {}, self.lang), style="bold")
        self.screen.say("ask.speak_up", indent=2, seat=self.name(seat))
        text = self.read(say(self.lang, "ask.prompt")).strip().casefold()
        if text == "n":
            self._quiet_hand = self._hand()
        return False

    def _hand(self) -> tuple[int, int]:
        scopes = self.game.state.scopes
        return scopes.get("turn", 0), scopes.get("hand", 0)

    def name(self, seat: Seat) -> str:
        return side_names(self.game.setup or {}, self.lang).get(seat) or seat.upper()

    # --- what is printed ----------------------------------------------------------------------------

    def _tell(self) -> None:
        if self.silent:
            return
        journal = self.game.journal
        self.told = min(self.told, len(journal))
        fresh = [shown for event in journal[self.told :] if (shown := self._seen(event)) is not None]
        self.story.tell(self.game.state, fresh)
        if self.autosave is not None and any(isinstance(event, Began) and event.scope == "hand" for event in fresh):
            self._save_by_itself()
        self.told = len(journal)

    def _seen(self, event: Any) -> Any:
        if not self.persons:
            return event
        return next((shown for seat in self.persons if (shown := event.shown_to(seat)) is not None), None)

    def _orient(self, pending: Decision) -> None:
        """Before a question: the map once a hand, and where the game is before each action."""
        if self._mapped != self._hand():
            self._mapped = self._hand()
            self.map()
        if pending.kind in ("action", "bid", "deploy"):
            self.screen.raw()
            self.screen.line(self.ruleset.standing(self.game.state, self.lang), style="dim")

    def map(self) -> None:
        """The table in characters."""
        self.screen.raw()
        self.screen.raw(self.ruleset.map_text(self.game.state, self.lang, min(self.screen.width - 1, 78)))

    def end(self) -> None:
        """The verdict's summary, and how to play it again."""
        self.screen.raw()
        self.screen.heading(say(self.lang, "play.verdict"))
        self.screen.block(self.ruleset.summary(self.game.state, self.game.journal, self.lang))

    # --- lines from the person ----------------------------------------------------------------------

    def read(self, prompt: str) -> str:
        """A line; general commands are carried out and another line is read.

        Raises:
            Leave, Changed, Unattended, Back: what the line, or its absence, means.
        """
        while True:
            line = self._line(prompt)
            if not self._command(line.strip()):
                return line

    def _line(self, prompt: str) -> str:
        self.screen.console.file.flush()
        try:
            return input(prompt)
        except EOFError:
            if sys.stdin.isatty():
                self.screen.raw()
                self._leave()
            raise Unattended from None

    def _command(self, line: str) -> bool:
        """Carry a general command out; False if the line is an answer."""
        word, _, rest = line.partition(" ")
        word = word.casefold()
        name = next((name for name in COMMANDS if word in commands(name)), "")
        if not name or (rest and name != "save"):
            return False
        if name == "back":
            raise Back
        if name == "speak":
            return self._other_speaks()
        getattr(self, f"_do_{name}")(rest.strip())
        return True

    def _do_help(self, rest: str) -> None:
        self.screen.line(say(self.lang, "list.title"), style="bold")
        for name in ("numbers", "names", "map", "status", "rules", "back", "undo", "speak", "save", "quit"):
            self.screen.say(f"list.{name}", indent=2)

    def _do_map(self, rest: str) -> None:
        self.map()

    def _do_status(self, rest: str) -> None:
        self.screen.raw()
        self.screen.raw(self.ruleset.status(self.game.state, self.lang))

    def _do_rules(self, rest: str) -> None:
        rules = self.ruleset.catalogue()
        cited = self.story.recent_rules()
        entries = {entry.id: entry for rule in cited if (entry := rules.get(rule)) is not None}
        if not entries:
            self.screen.say("ask.no_rules", indent=2)
        for entry in entries.values():
            clauses = ", ".join(rule for rule in cited if rules.get(rule) is entry)
            self.screen.line(f"{clauses}  {entry.title(self.lang)}", indent=2, style="bold")
            self.screen.line(entry.summary(self.lang), indent=4, hang=0)

    def _do_undo(self, rest: str) -> None:
        moments = self.game.moments
        place = next((i for i in reversed(range(len(moments))) if moments[i].seat in self.persons), None)
        try:
            if place is None:
                history.undo(self.game, len(moments) + 1)
            else:
                history.undo(self.game, len(moments) - place)
        except Refused as refused:
            self._refused(refused)
            return
        self._moved_in_time("ask.undone")

    def _do_redo(self, rest: str) -> None:
        try:
            history.redo(self.game)
        except Refused as refused:
            self._refused(refused)
            return
        self._moved_in_time("ask.redone")

    def step_back(self, seat: Seat, *, answered: bool) -> None:
        """Back from a question's first choice: to the answer before it, or from speaking up to what was asked.

        Raises:
            Changed: where that leads elsewhere.
        """
        pending = self.game.pending
        if pending is not None and seat not in pending.seats:
            raise Changed
        if answered:
            self._do_undo("")
        else:
            self.screen.say("ask.nothing_before", indent=2, style="yellow")

    def _moved_in_time(self, key: str) -> None:
        self.screen.say(key, indent=2, style="dim")
        raise Changed

    def _refused(self, refused: Refused) -> None:
        self.screen.line(self.ruleset.reason(self.game.state, refused.refusal, self.lang), indent=2, style="yellow")

    def _other_speaks(self) -> bool:
        """At one terminal: the seat that may speak up does, instead of the one that is asked."""
        pending = self.game.pending
        free = [seat for seat in (pending.free if pending is not None else ()) if self.sides[seat] == PERSON]
        if not free or pending is None or not pending.seats:
            self.screen.say("ask.nobody_to_speak", indent=2, style="yellow")
            return True
        value = self.asker.ask(free[0])
        self.game.answer(Answer(pending.id, free[0], value))
        raise Changed

    # --- saves --------------------------------------------------------------------------------------

    def _do_save(self, rest: str) -> None:
        path = Path(rest) if rest else self.file
        if path is None:
            self.screen.say("ask.file", indent=2)
            name = self._line(say(self.lang, "ask.prompt")).strip()
            if not name:
                return
            path = Path(name)
        self.save_to(path)

    def _do_quit(self, rest: str) -> None:
        self._leave()

    def save_to(self, path: Path) -> bool:
        """Save the game; says where, or why not."""
        try:
            write_atomically(path, self.saved())
        except OSError as error:
            why = explain(error, self.lang).rstrip(".")
            self.screen.say("play.not_saved", indent=2, style="yellow", file=str(path), why=why)
            return False
        self.file = path
        if not self.silent:
            self.screen.say("play.saved", indent=2, file=str(path))
        return True

    def saved(self) -> bytes:
        """The game as it stands, as bytes."""
        return save(self.game, {**self.meta, "seed": self.seed, "sides": self.sides})

    def _save_by_itself(self) -> None:
        """Write the file that is kept at each hand; say once if that does not work."""
        if self.autosave is None:
            return
        try:
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.autosave, self.saved())
        except OSError as error:
            self.screen.say("play.no_autosave", indent=2, style="yellow", why=explain(error, self.lang).rstrip("."))
            self.autosave = None

    def _leave(self) -> None:
        """Quit, saving first if the person likes; back to the game if that does not work."""
        path = self.file or self.autosave or Path("arbitro.partita")
        sure, unsure = (say(self.lang, f"ask.{words}").split() for words in ("sure_words", "unsure_words"))
        try:
            while (answer := self._yes_or_no(path)) not in (*sure, *unsure):
                self.screen.say("ask.yes_or_no", indent=2, style="yellow", text=answer)
        except EOFError:
            answer = ""
        if answer in sure:
            if not self._keep(path):
                return
            self._how_to_resume(path)
        raise Leave

    def _yes_or_no(self, path: Path) -> str:
        return input(say(self.lang, "ask.save_where", file=str(path))).strip().casefold()

    def _keep(self, path: Path) -> bool:
        if path == self.autosave:
            with suppress(OSError):  # what keeps the file from being written is told then
                path.parent.mkdir(parents=True, exist_ok=True)
        return self.save_to(path)

    def _interrupted(self) -> None:
        """Ctrl-C: what there is goes into the file written by itself (or the one asked for)."""
        path = self.file or self.autosave
        if path is not None and (self.persons or self.bots or self.file is not None):
            self.screen.raw()
            if self._keep(path):
                self._how_to_resume(path)

    def _how_to_resume(self, path: Path) -> None:
        self.screen.say("play.resume_with", indent=2)
        self.screen.raw(f"    {program()} play --resume {shlex.quote(str(path))}")


def program() -> str:
    """The command as the person can type it: its path, where the shell would not find it by name."""
    called = Path(sys.argv[0])
    named = called.name.startswith("arbitro")
    return shlex.quote(str(called)) if named and shutil.which("arbitro") is None else "arbitro"


COMMANDS = ("help", "map", "status", "rules", "undo", "redo", "save", "quit", "back", "speak")

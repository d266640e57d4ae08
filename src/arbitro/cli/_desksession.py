"""The prompt of the desk: a line in, a command carried out, what it did and what the rules want next."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arbitro.cli._ask import Asker
from arbitro.cli._ask import Back as StepBack
from arbitro.cli._deskfolder import Campaign, Encounter
from arbitro.cli._deskline import Reader, Unclear
from arbitro.cli._desktalk import (
    WIDTH,
    all_spoken,
    desk_text,
    first_word,
    reminders_text,
    row_text,
    say,
    spoken,
)
from arbitro.cli._talk import Screen, explain
from arbitro.content.catalogue import fold
from arbitro.content.desk import DESK, order
from arbitro.content.deskview import DeskView, Field, Newcomer
from arbitro.content.errors import ContentError, nearest
from arbitro.content.messages import LANGS
from arbitro.content.yamlfile import text_of
from arbitro.engine.asks import Refused, Ruling
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.history import redo, undo
from arbitro.engine.save import load, save
from arbitro.engine.values import REFEREE, Seat, Value

LAST_LINES = 15
LOOKING = ("help", "view", "players", "who", "journal")
"""Commands of the prompt that change nothing: they may be given while a question stands."""
SET = re.compile(r"([a-zà-ù_]+)=(.*)", re.IGNORECASE)


class Unanswered(Exception):
    """A question in the midst of a command has no answer any more."""


class Dropped(Exception):
    """The referee takes back the command that asks."""


class DeskSession:
    """One evening at the desk.

    Args:
        encounter: the encounter, with its file.
        campaign: the campaign it belongs to, if it does.
        screen: the terminal.
        script: lines to be carried out instead of asking; None asks.
    """

    def __init__(
        self, encounter: Encounter, campaign: Campaign | None, screen: Screen, script: Sequence[str] | None = None
    ) -> None:
        self.encounter, self.campaign, self.screen, self.lang = encounter, campaign, screen, screen.lang
        self.game: Game = encounter.game
        self.ruleset = encounter.rules
        self._script = None if script is None else list(script)
        self._asker = Asker(self, self._stop_script)
        self._reminded = self.view().reminders
        self._heard = list(self.game.journal)
        self._own: dict[str, Any] = {
            "help": self._help, "view": self._view, "players": self._players, "who": self._who,
            "journal": self._journal, "reminder": self._reminder, "undo": self._undo, "redo": self._redo,
            "overrule": self._overrule, "home": self._home, "save": self._save,
        }  # fmt: skip

    # --- the loop -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Lines until the referee leaves, or until the script is over; the file is up to date after each."""
        if self._script is None:
            self._view("")
            self.screen.line(say(self.lang, "hint"), style="dim")
            _complete(self)
        try:
            self._finish()
            while (line := self._line()) is not None:
                if line.strip() and not self._carry_out(line.strip()):
                    return
        except Unanswered:
            self.screen.line(say(self.lang, "unanswered"), style="yellow")
        finally:
            self.encounter.keep()

    def _line(self) -> str | None:
        if self._script is not None:
            return self._script.pop(0) if self._script else None
        try:
            return input(say(self.lang, "prompt", standing=self.view().standing))
        except EOFError:
            return None

    def _carry_out(self, line: str) -> bool:
        """Do what a line says; False: the referee leaves."""
        word, _, rest = line.partition(" ")
        own = all_spoken("own").get(word.casefold())
        if own == "quit":
            self.screen.line(say(self.lang, "saved", file=str(self.encounter.file)))
            return False
        try:
            if own is not None:
                self._own[own](rest.strip())
            else:
                self._give(self._read_command(line))
        except Unclear as why:
            self._complain(str(why))
        except Refused as refused:
            self._complain(self._reason(refused))
        except ContentError as error:
            self._complain(error.render(self.lang))
        except Dropped:
            self.screen.line(say(self.lang, "undone"))
        self._tell()
        return True

    def _complain(self, text: str) -> None:
        self.screen.block(text)
        self._stop_script()

    def _stop_script(self) -> None:
        """A script ends with its first line that will not do; what was done before it is kept."""
        if self._script is not None:
            raise SystemExit(2)

    def _reason(self, refused: Refused) -> str:
        refusal = refused.refusal
        if refusal.code in ("nothing_to_undo", "nothing_to_redo"):
            return say(self.lang, "nothing")
        if refusal.code == "rule_bug":
            return explain(refused, self.lang)
        return self.ruleset.reason(self.game.state, refusal, self.lang)

    def view(self, seat: Seat = REFEREE) -> DeskView:
        """The desk as a seat sees it."""
        return self.encounter.desk.view(self.game, seat, self.lang)

    # --- commands of the rules ----------------------------------------------------------------------

    def _read_command(self, line: str) -> Value:
        words = line.split()
        reader = Reader(self.view(), self.lang)
        if all_spoken("verb").get(words[0].casefold()) != "add":
            return reader.command(line)
        for used in range(len(words) - 1, 0, -1):
            found = self._sheet(" ".join(words[1 : used + 1]))
            if found is not None:
                rest = reader.command(" ".join([words[0], *words[used + 1 :]]))
                return order("add", **{**dict(rest[1:]), "sheet": found.sheet})
        return self._joining(reader, line)

    def _joining(self, reader: Reader, line: str) -> Value:
        """A creature of the bestiary joins, or the sheet that was typed. Raises Unclear for a name that nobody has."""
        found = reader.command(line)
        given = dict(found[1:])
        name = given.get("sheet", "")
        if "beast" in given or not name or set(name) & set("{:\n"):
            return found
        beasts = [choice.label for field in reader.offers["add"].fields if field.name == "beast"
                  for choice in field.choices]  # fmt: skip
        own = [self.encounter.desk.line(one, self.lang)[0] for one in self._own_creatures()]
        known = {fold(one): one for one in (*beasts, *own)}
        near = known.get(nearest(fold(name), known), "")
        raise Unclear(say(self.lang, "no_beast_near" if near else "no_beast", text=name, near=near))

    def _own_creatures(self) -> tuple[Newcomer, ...]:
        return (*self.campaign.own(), *self.campaign.party()) if self.campaign is not None else ()

    def _sheet(self, name: str) -> Newcomer | None:
        """A creature of one's own, or the one that a file holds."""
        if Path(name).is_file():
            found = self.encounter.desk.sheets(text_of(Path(name)), name)
            return found[0] if found else None
        own = self._own_creatures()
        return next((one for one in own if fold(self.encounter.desk.line(one, self.lang)[0]) == fold(name)), None)

    def _give(self, value: Value) -> None:
        """Give a command, and answer whatever it asks."""
        self.game.choose(value, REFEREE)
        self._answers()

    def _answers(self) -> None:
        """Answer what a command asks in its midst."""
        while self.game.pending is not None and self.game.pending.kind != DESK:
            seat = self.game.pending.seats[0]
            self._tell_new()
            self.game.choose(self._asker.ask(seat), seat)

    def _finish(self) -> None:
        """Go on with a command that was left in its midst."""
        try:
            self._answers()
        except Dropped:
            self.screen.line(say(self.lang, "undone"))
        self._tell()

    def read(self, prompt: str) -> str:
        """A line for a question in the midst of a command; what only looks may be asked meanwhile."""
        while True:
            line = self._next(prompt)
            word, _, rest = line.strip().partition(" ")
            own = all_spoken("own").get(word.casefold())
            if own not in LOOKING:
                break
            try:
                self._own[own](rest.strip())
            except Unclear as why:
                self._complain(str(why))
        if line.strip().casefold() in spoken("own", "undo"):
            self.step_back(REFEREE, answered=False)
        if line.strip().casefold() in spoken("word", "back"):
            raise StepBack
        return line

    def _next(self, prompt: str) -> str:
        if self._script is not None:
            if not self._script:
                raise Unanswered
            line = self._script.pop(0)
        else:
            try:
                line = input(prompt)
            except EOFError:
                raise Unanswered from None
        return line

    def step_back(self, seat: Seat, *, answered: bool) -> None:
        """The command that asks is taken back, its answers with it."""
        while self.game.pending is not None and self.game.pending.kind != DESK:
            undo(self.game)
        raise Dropped

    # --- what it did --------------------------------------------------------------------------------

    def _tell(self) -> None:
        """The new lines of the journal, and what the rules want now; the file has them before anybody reads them."""
        if not self.game.over:
            self.encounter.keep()
        self._tell_new()
        self._remind()

    def _tell_new(self) -> None:
        """The lines that the journal has more than when it was last told."""
        before, journal = self._heard, list(self.game.journal)
        self._heard = journal
        if journal[: len(before)] == before:
            self._lines(journal[len(before) :])

    def _remind(self) -> None:
        """What the rules want now, where that is not what they wanted before."""
        found = self.view().reminders
        if found != self._reminded:
            for line in reminders_text(found, self.lang):
                self.screen.raw(line)
        self._reminded = found

    def _lines(self, events: Sequence[Event]) -> None:
        for event in events:
            text = self.ruleset.sentence(self.game.state, event, self.lang)
            if text:
                secret = event.only is not None
                self.screen.line(f"{say(self.lang, 'secret') if secret else ''}{text}", indent=2)

    # --- commands of the prompt ---------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        if self.game.pending is not None and self.game.pending.kind != DESK:
            self.screen.line(say(self.lang, "asked"))
            return
        reader = Reader(self.view(), self.lang)
        do = all_spoken("verb").get(rest.casefold()) if rest else None
        if do in reader.offers:
            offer = reader.offers[do]
            self.screen.line(f"{offer.label}: {offer.hint}.")
            self.screen.line(say(self.lang, "usage", usage=reader.usage(offer)))
            return
        for offer in sorted(reader.offers.values(), key=lambda one: one.group):
            if spoken("verb", offer.do):
                self.screen.line(f"{reader.usage(offer):<42} {offer.label}", indent=2, hang=43)
        for key in ("short", "groups", "owns", "owns2"):
            self.screen.line(say(self.lang, key))

    def _view(self, rest: str) -> None:
        self.screen.raw(desk_text(self.view(), self.lang))

    def _players(self, rest: str) -> None:
        self.screen.line(say(self.lang, "players"), style="bold")
        self.screen.raw(desk_text(self.view(""), self.lang))

    def _who(self, rest: str) -> None:
        view = self.view()
        found = Reader(view, self.lang).who(rest)
        self.screen.raw(row_text(next(row for row in view.rows if row.id == found), self.lang))

    def _journal(self, rest: str) -> None:
        self._lines(self.game.journal[-(int(rest) if rest.isdigit() else LAST_LINES) :])

    def _reminder(self, rest: str) -> None:
        found = self.view().reminders
        words = rest.split() or ["1"]
        if not words[0].isdigit() or not 1 <= int(words[0]) <= len(found):
            raise Unclear(say(self.lang, "no_reminder", n=words[0]))
        commands = found[int(words[0]) - 1].commands
        let = any(word.casefold() in spoken("word", "let") for word in words[1:])
        self._give(commands[-1 if let else 0].value)

    def _undo(self, rest: str) -> None:
        undo(self.game, self._answers_of(int(rest) if rest.isdigit() else 1))
        self.screen.line(say(self.lang, "undone"))

    def _answers_of(self, commands: int) -> int:
        """How many answers the last commands were, with what they asked; counted on a copy.

        Raises:
            Refused: there are not so many; nothing has changed.
        """
        copy, steps = load(save(self.game), self.game.ruleset, self.game.dice), 0
        for _ in range(commands):
            undo(copy)
            steps += 1
            while copy.pending is not None and copy.pending.kind != DESK:
                undo(copy)
                steps += 1
        return steps

    def _redo(self, rest: str) -> None:
        for _ in range(max(1, int(rest)) if rest.isdigit() else 1):
            redo(self.game)
        self._answers()
        self.screen.line(say(self.lang, "redone"))

    def _overrule(self, rest: str) -> None:
        """``o 2 pf=3 why``: set what the rules would not."""
        words = rest.split()
        pairs = [found for word in words[1:] if (found := SET.fullmatch(word)) is not None]
        note = " ".join(word for word in words[1:] if SET.fullmatch(word) is None)
        if not words or not pairs or not note:
            raise Unclear(say(self.lang, "overrule"))
        view = self.view()
        reader = Reader(view, self.lang)
        who = reader.who(words[0])
        names = self._edit_names()
        changes: list[tuple[str, Value]] = []
        for found in pairs:
            fields = names.get(fold(found[1]))
            if fields is None:
                known = tuple(_typed(one, view) for one in view.edits)
                raise Unclear(say(self.lang, "no_edit", field=found[1], known=known))
            choice = next(filter(None, (reader.choice(field, found[2]) for field in fields)), None)
            changes.append((fields[0].name, _meant(found[2]) if choice is None else choice))
        events = self.encounter.desk.edits(self.game, who, changes)
        self.game.rule(Ruling(kind="edit", note=note, events=events))

    def _edit_names(self) -> dict[str, list[Field]]:
        """What may be overruled, by its name and by what people call it; each in both languages."""
        views = [self.encounter.desk.view(self.game, REFEREE, lang) for lang in LANGS]
        names: dict[str, list[Field]] = {}
        for fields in zip(*(view.edits for view in views), strict=True):
            for name in (fields[0].name, *map(_typed, fields, views)):
                names.setdefault(name, list(fields))
        return names

    def _home(self, rest: str) -> None:
        if self.campaign is None:
            raise Unclear(say(self.lang, "no_home"))
        self.screen.line(say(self.lang, "home", file=str(self.campaign.bring_home(self.game))))

    def _save(self, rest: str) -> None:
        self.encounter.keep()
        self.screen.line(say(self.lang, "saved", file=str(self.encounter.file)))


def _typed(field: Field, view: DeskView) -> str:
    """What is typed for a field that may be overruled: ``pf``, ``pf_max``, ``stato``."""
    base = next((one for one in view.edits if field.name == f"{one.name}_max"), None)
    return fold(f"{base.label}_max" if base is not None else field.label.split()[0])


def _meant(text: str) -> Value:
    """A value as it is typed: a number, yes or no, or a text."""
    if re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    return {"sì": True, "si": True, "yes": True, "no": False}.get(text.casefold(), text)


def _complete(session: DeskSession) -> None:
    """Words of commands, names and creatures are completed with the tab key, where the terminal can do it."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:  # a system without it
        return

    def options(text: str, state: int) -> str | None:
        view = session.view()
        words = [*(first_word(session.lang, "verb", offer.do) for offer in view.offers), *all_spoken("own")]
        words += [row.name for row in view.rows]
        words += [str(c.key) for offer in view.offers for field in offer.fields if field.name == "beast"
                  for c in field.choices]  # fmt: skip
        found = sorted({word for word in words if fold(word).startswith(fold(text))})
        return found[state] if state < len(found) else None

    readline.set_completer(options)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


__all__ = ["WIDTH", "DeskSession"]

"""Questions at the terminal: each kind of form asked in words, answered by numbers, names or free text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Protocol

from arbitro.cli._talk import Screen, catalogue, say
from arbitro.content.catalogue import fold
from arbitro.content.messages import number as in_words
from arbitro.content.tabletop import NEVER_BY_ENTER, TabletopRuleset
from arbitro.engine.asks import Answer
from arbitro.engine.forms import Branch, Option, Pick, Refusal, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value

UNITS_PER_CM, MILLI = 1000, 1000
NUMBER = r"-?[0-9]{1,9}(?:[.,][0-9]{1,9})?"
POINT = re.compile(rf"^\(?\s*({NUMBER})\s*[;,\s]\s*({NUMBER})\s*\)?$")
ONE_NUMBER = re.compile(rf"^({NUMBER})\s*°?$")
WHOLE = re.compile(r"[0-9]{1,6}")
MOST_FORECASTS = 4

Path = list[tuple[str, Option]]
"""Choices made so far: each level with the option chosen there."""


class Back(Exception):
    """The person wants the choice before."""


class Table(Protocol):
    """What questions need of the session: the game, the screen, and lines from the person."""

    game: Game
    ruleset: TabletopRuleset
    screen: Screen

    def read(self, prompt: str) -> str:
        """A line from the person, general commands carried out already."""
        ...

    def step_back(self, seat: Seat, *, answered: bool) -> None:
        """The person wants the choice before; ``answered``: it was an answer already given."""
        ...


class Asker:
    """Asks the pending question of a seat until there is an answer that would be accepted.

    ``wrong``: called after something that would not do was said so; a script stops there.
    """

    def __init__(self, table: Table, wrong: Callable[[], None] = lambda: None) -> None:
        self.table, self._wrong = table, wrong
        self._explained: set[str] = set()
        self._tokens: list[str] = []

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def screen(self) -> Screen:
        return self.table.screen

    def ask(self, seat: Seat) -> Value:
        """The answer of a seat."""
        pending = self.game.pending
        assert pending is not None
        form: Any = self.game.form(seat)
        self._tokens = []
        lang = self.screen.lang
        question = self.table.ruleset.question(self.game.state, pending.kind, dict(pending.about), lang)
        while True:
            try:
                value = self._by_kind(form, seat, question)
            except Back:
                self.table.step_back(seat, answered=not isinstance(form, Tree | Pick))
                continue
            why = self.game.why_not(Answer(pending.id, seat, value))
            if why is None:
                return value
            self._refuse(why)

    def _by_kind(self, form: Any, seat: Seat, question: str) -> Value:
        kind = form.kind
        if isinstance(form, Tree):
            return self._tree(form, seat, question)
        if isinstance(form, Pick):
            return self._pick(form, seat, question)
        self.screen.line(question, style="bold")
        asked: dict[str, Callable[[Any], Value]] = {
            "place": self._place, "arc": self._arc, "number": self._number, "face": self._number, "order": self._order,
            "word": self._word, "share": self._share,
        }  # fmt: skip
        return asked.get(kind, self._default)(form)

    def _refuse(self, why: Refusal) -> None:
        self._tokens = []
        self._complain(self.table.ruleset.reason(self.game.state, why, self.screen.lang))

    def _complain(self, text: str) -> None:
        self.screen.line(text, indent=2, style="yellow")
        self._wrong()

    def _read(self) -> str:
        if self._tokens:
            return self._tokens.pop(0)
        return self.table.read(say(self.screen.lang, "ask.prompt"))

    # --- choices ------------------------------------------------------------------------------------

    def _pick(self, form: Pick, seat: Seat, question: str) -> Value:
        return self._choose(Branch(form.level, tuple(form.options())), [], question, seat, None, form.default())

    def _tree(self, form: Tree, seat: Seat, question: str) -> Value:
        path: Path = []
        stops: list[int] = []
        while (branch := form.grow(_keys(path))) is not None:
            if len(branch.options) == 1 and (stops or self._said(branch)):
                path.append((branch.level, branch.options[0]))
                continue
            default = None
            if not stops and self.game.pending is not None and self.game.pending.kind not in NEVER_BY_ENTER:
                default = _nth(form.default(), len(path))
            try:
                chosen = self._choose(branch, path, question if not stops else "", seat, form, default)
            except Back:
                if not stops:
                    raise
                del path[stops.pop() :]
                continue
            stops.append(len(path))
            path.append((branch.level, next(o for o in branch.options if o.key == chosen)))
        return _keys(path)

    def _said(self, branch: Branch) -> bool:
        """True where the question itself names who acts: the only one there is need not be chosen."""
        pending = self.game.pending
        if pending is None or branch.level != "actor":
            return False
        return pending.kind == "order_action" or pending.about.get("it") == branch.options[0].key

    def _choose(
        self, branch: Branch, path: Path, question: str, seat: Seat, form: Tree | None, default: Value
    ) -> Value:
        """One choice among options, read as a number, a label, a key, or the beginning of a label."""
        state, ruleset, lang = self.game.state, self.table.ruleset, self.screen.lang
        if default is None:
            branch = Branch(branch.level, tuple(sorted(branch.options, key=lambda option: option.key == "pass")))
        labels = [ruleset.choice(state, branch.level, option, lang) for option in branch.options]
        shown = not self._tokens
        if shown:
            self._show(branch, path, question, seat, form, labels, default)
        while True:
            text = self._read().strip()
            if not text and default is not None:
                return default
            found = matched(text, branch.options, labels)
            if found is None and " " in text:
                words = text.split()
                found = matched(words[0], branch.options, labels)
                self._tokens = words[1:] if found is not None else []
            if found is not None:
                return found.key
            self._tokens = []
            if text:
                self._not_found(text, branch, path, seat)
            if not shown:  # words typed ahead led here: what may be chosen was never shown
                self._show(branch, path, question, seat, form, labels, default)
                shown = True

    def _show(
        self, branch: Branch, path: Path, question: str, seat: Seat, form: Tree | None,
        labels: list[str], default: Value,
    ) -> None:  # fmt: skip
        state, ruleset, lang = self.game.state, self.table.ruleset, self.screen.lang
        title = question or ruleset.level(state, branch.level, lang)
        if path and not question:
            crumbs = " › ".join(ruleset.choice(state, level, option, lang) for level, option in path)
            title = f"{crumbs} › {title}"
        self.screen.line(title, style="bold")
        wide = len(str(len(labels)))
        for number, (option, label) in enumerate(zip(branch.options, labels, strict=True), 1):
            more = self._forecast(form, path, branch, option, seat) or self._told(path, branch, option)
            if default is not None and option.key == default and type(option.key) is type(default):
                more = f"{more}  ({say(lang, 'ask.default', choice='')[:-2].strip()})"
            self.screen.line(f"{number:>{wide}}  {label}{more}", indent=2, hang=wide + 2)

    def _told(self, path: Path, branch: Branch, option: Option) -> str:
        """What an option says of itself, such as what a square costs and who may strike on the way."""
        if not option.facts:
            return ""
        said = self.table.ruleset.hint(self.game, branch.level, option, _keys(path), self.screen.lang)
        return f"   {said}" if said else ""

    def _forecast(self, form: Tree | None, path: Path, branch: Branch, option: Option, seat: Seat) -> str:
        if form is None or branch.level != "die" or len(branch.options) > MOST_FORECASTS:
            return ""
        value = (*_keys(path), option.key)
        if form.grow(value) is not None:
            return ""
        said = self.table.ruleset.forecast(self.game, seat, value, self.screen.lang)
        return f"   {said}" if said else ""

    def _not_found(self, text: str, branch: Branch, path: Path, seat: Seat) -> None:
        """Say why something that is not offered is not, where the rules know."""
        if WHOLE.fullmatch(text):
            offered = tuple(option.key for option in branch.options)
            self._refuse(Refusal("not_offered", {"value": text, "level": branch.level, "offered": offered}))
            return
        wanted: dict[str, Value] = {level: option.key for level, option in path}
        for key in self._meant(text, branch):
            why = self.table.ruleset.why_not(self.game, seat, {**wanted, branch.level: key})
            if why is not None:
                self._refuse(why)
                return
            if branch.level == "action" and key in self.game.ruleset.vocabulary.actions:
                label = self.table.ruleset.choice(self.game.state, "action", Option(key), self.screen.lang)
                self._complain(say(self.screen.lang, "ask.not_now", choice=label))
                return
        self._complain(say(self.screen.lang, "ask.not_understood", text=text))

    def _meant(self, text: str, branch: Branch) -> list[Value]:
        """What a text may mean that is not offered: the text itself, or any action of that name."""
        if branch.level != "action":
            return [text]
        options = [Option(word) for word in sorted(self.game.ruleset.vocabulary.actions)]
        labels = [self.table.ruleset.choice(self.game.state, "action", option, self.screen.lang) for option in options]
        wanted = fold(text)
        found = [
            option.key
            for option, label in zip(options, labels, strict=True)
            if wanted and (option.key == wanted or fold(label).startswith(wanted))
        ]
        return found or [text]

    # --- free values --------------------------------------------------------------------------------

    def _place(self, form: Any) -> Value:
        default = self._point_text(form.default())
        key = "place_short" if "place" in self._explained else "place"
        self._explained.add("place")
        self.screen.say(f"ask.{key}", indent=2, default=default, example=self._point_text((12500, 20000)))

        def point(text: str) -> Value:
            found = POINT.match(text)
            return _units(found[1], found[2]) if found else None

        return self._read_value(form, point)

    def _arc(self, form: Any) -> Value:
        self.screen.say("ask.arc", indent=2, default=form.default() // MILLI)

        def angle(text: str) -> Value:
            found = ONE_NUMBER.match(text)
            return round(_decimal(found[1]) * MILLI) % 360_000 if found else None

        return self._read_value(form, angle)

    def _read_value(self, form: Any, typed: Callable[[str], Value]) -> Value:
        """Read until something legal is typed, as a value or towards somebody; nothing means the value proposed."""
        while True:
            text = self.table.read(say(self.screen.lang, "ask.prompt")).strip()
            if not text:
                return form.default()
            value = typed(text)
            if value is None:
                value = self._toward(text, form)
            if value is None:
                continue
            why = form.refusal(value)
            if why is None:
                return value
            self._refuse(why)

    def _toward(self, text: str, form: Any) -> Value:
        """The value of "verso b1" or "contatto b1"; None, with the reason said, if there is none."""
        word, _, name = text.partition(" ")
        pending = self.game.pending
        assert pending is not None
        for how in ("toward", "contact"):
            if word.casefold() in commands(how) and name:
                value = self.table.ruleset.spot(self.game, form, dict(pending.about), how, name)
                if value is None:
                    self._complain(say(self.screen.lang, "ask.no_way"))
                return value
        key = "no_arc" if form.kind == "arc" else "no_place"
        self._complain(say(self.screen.lang, f"ask.{key}", text=text))
        return None

    def _point_text(self, point: Value) -> str:
        lang = self.screen.lang
        return " ".join(in_words(lang, round(Decimal(n) / UNITS_PER_CM, 1)) for n in point)

    def _number(self, form: Any) -> Value:
        lang = self.screen.lang
        if form.kind == "face":
            self.screen.say("ask.face", indent=2, sides=form.sides)
        else:
            self.screen.say("ask.number", indent=2, lo=form.lo, hi=form.hi)
        while True:
            text = self.table.read(say(lang, "ask.prompt")).strip()
            value: Value = int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
            why = form.refusal(value)
            if why is None:
                return value
            self._refuse(why)

    def _order(self, form: Any) -> Value:
        state, lang = self.game.state, self.screen.lang
        for number, item in enumerate(form.items, 1):
            label = self.table.ruleset.choice(state, "choice", Option(item), lang)
            self.screen.line(f"{number}  {label}", indent=2)
        example = " ".join(map(str, range(len(form.items), 0, -1)))
        self.screen.say("ask.order", indent=2, example=example)
        while True:
            text = self.table.read(say(lang, "ask.prompt")).strip()
            if not text:
                return form.default()
            numbers = [int(word) for word in text.split() if WHOLE.fullmatch(word)]
            value = tuple(form.items[n - 1] for n in numbers if 1 <= n <= len(form.items))
            why = form.refusal(value)
            if why is None:
                return value
            self._refuse(why)

    def _word(self, form: Any) -> Value:
        self.screen.say("ask.word", indent=2, longest=form.longest)
        return self.table.read(say(self.screen.lang, "ask.prompt")).strip()

    def _share(self, form: Any) -> Value:
        while True:
            text = self.table.read(say(self.screen.lang, "ask.prompt")).strip()
            if not text:
                return form.default()
            value = tuple(int(word) for word in text.split() if WHOLE.fullmatch(word))
            why = form.refusal(value)
            if why is None:
                return value
            self._refuse(why)

    def _default(self, form: Any) -> Value:
        self.screen.say("ask.other", indent=2)
        self.table.read(say(self.screen.lang, "ask.prompt"))
        return form.default()


def commands(name: str) -> tuple[str, ...]:
    """The words of a command, in both languages: people type what they are used to."""
    words = (*say("it", f"commands.{name}").split(), *say("en", f"commands.{name}").split())
    return tuple(dict.fromkeys(words)) if catalogue().has(f"commands.{name}") else ()


def _keys(path: Path) -> tuple[Value, ...]:
    return tuple(option.key for _, option in path)


def _nth(value: Value, place: int) -> Value:
    return value[place] if isinstance(value, tuple) and place < len(value) else None


def matched(text: str, options: Sequence[Option], labels: Sequence[str]) -> Option | None:
    """The one option that a text means: its number, its key, its label, or how its label begins."""
    if WHOLE.fullmatch(text):
        number = int(text)
        return options[number - 1] if 1 <= number <= len(options) else None
    wanted = fold(text)
    if not wanted:
        return None
    folded = [fold(label) for label in labels]
    tests: tuple[Callable[[int], bool], ...] = (
        lambda i: isinstance(options[i].key, str) and fold(options[i].key) == wanted,
        lambda i: folded[i] == wanted,
        lambda i: folded[i].startswith(wanted),
        lambda i: f" {wanted}" in folded[i],
    )
    for test in tests:
        found = [i for i in range(len(options)) if test(i)]
        if len(found) == 1:
            return options[found[0]]
    return None


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(",", "."))


def _units(x: str, y: str) -> tuple[int, int]:
    return round(_decimal(x) * UNITS_PER_CM), round(_decimal(y) * UNITS_PER_CM)

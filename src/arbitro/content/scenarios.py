"""Plays a scenario: its script step by step, each naming what it chooses by content, then its expectations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from arbitro.content.errors import ContentError, Lang, Problem, nearest
from arbitro.content.expectations import unmet
from arbitro.content.scenariofile import BESIDES, DIE, LATER, ScenarioHead, script_problems
from arbitro.content.shape import units
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.content.yamlfile import DataPath, Document, load
from arbitro.dice.sources import Dice, DiceError, ScriptedDice
from arbitro.engine.asks import Answer, Refused
from arbitro.engine.events import Event
from arbitro.engine.forms import Form, Option, Pick, Refusal, Tree
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset as registered
from arbitro.engine.values import Seat, Value, plain, same

__all__ = ["RunReport", "ScenarioHead", "StepReport", "Stuck", "answer_named", "read", "run", "script_problems"]

ASIDE = ("pass", "decline")
"""Choices that are never filled in: a step has to name them."""
NEARBY = 500
"""How far from a place that is offered a step may name it, in units."""


def side_names(setup: Mapping[str, Any], lang: Lang) -> dict[Seat, str]:
    """The sides of a setup by their seats, as the scenario names them in a language; else the letters of seats."""
    english = "name_en" if lang == "en" else "name"
    sides = [side for side in setup.get("sides", ()) if "seat" in side]
    return {side["seat"]: side.get(english) or side.get("name") or side["seat"].upper() for side in sides}


class StepReport(Struct):
    """One step that was played: its number from 1, who answered what, and the events that followed."""

    number: int
    answers: tuple[tuple[Seat, Value], ...]
    events: tuple[Event, ...]


class RunReport(Struct):
    """What became of a scenario: the steps played, and every failure with its place in the file."""

    steps: tuple[StepReport, ...]
    failures: tuple[Problem, ...]
    game: Game | None = None

    @property
    def ok(self) -> bool:
        """True if the whole script could be played and everything expected holds."""
        return not self.failures


class Stuck(Exception):
    """A step cannot be carried out: a refusal, and what to tell people about it."""

    def __init__(self, refusal: Refusal, it: str, en: str, near: str = "") -> None:
        super().__init__(refusal.code)
        self.refusal, self.it, self.en, self.near = refusal, it, en, near


def read(path: Path) -> Scenario:
    """Read a scenario of any installed game. Raises ContentError with every fault."""
    return game_of(load(path)).read_scenario(path)


def game_of(document: Document) -> TabletopRuleset:
    """The tabletop ruleset that a file names for itself. Raises ContentError if there is none."""
    return tabletop(document.data.get("ruleset") if isinstance(document.data, dict) else None, document)


def tabletop(name: Any, document: Document) -> TabletopRuleset:
    """The tabletop ruleset that a file's ``ruleset`` names. Raises ContentError if there is none."""
    from arbitro.engine.ruleset import installed

    try:
        found = registered(name) if isinstance(name, str) else None
    except KeyError:
        found = None
    if isinstance(found, TabletopRuleset):
        return found
    names = ", ".join(installed())
    it = f"serve «ruleset:» con un regolamento installato ({names})"
    en = f'"ruleset:" with an installed game is needed ({names})'
    near = nearest(name, installed()) if isinstance(name, str) else ""
    raise ContentError([document.problem(("ruleset",), it, en, near)])


def run(scenario: Scenario, ruleset: TabletopRuleset | None = None, dice: Dice | None = None) -> RunReport:
    """Play a scenario's script with its dice and test what it expects.

    Args:
        scenario: a checked one, as `read` gives it.
        ruleset: the rules; the registered ones of its name if not given.
        dice: other dice than the scripted ones.
    """
    if ruleset is None:
        found = registered(scenario.ruleset)
        assert isinstance(found, TabletopRuleset)
        ruleset = found
    return _Runner(scenario, ruleset.playing(scenario), dice).report()


def answer_named(game: Game, ruleset: TabletopRuleset, step: Mapping[str, Any]) -> tuple[Seat, Value]:
    """The answer to the pending question that a step names by its content, and the seat that gives it.

    Raises:
        Stuck: if it names none of the answers there are, or more than one.
    """
    blank = Scenario(file="", id="", name="", name_en="", ruleset=ruleset.name, setup=game.setup or {})
    runner = _Runner(blank, ruleset, game.dice)
    runner.game = game
    wanted = {key: value for key, value in step.items() if key not in BESIDES}
    if game.pending is None:
        raise Stuck(Refusal("game_over"), "la partita è finita", "the game is over")
    seat, value, used = runner._find(1, step, wanted)
    left = tuple(key for key in wanted if key not in used)
    if left:
        names = ", ".join(left)
        raise Stuck(Refusal("unused", {"keys": left}), f"qui non serve a nulla: {names}", f"of no use here: {names}")
    return seat, value


class _Runner:
    """One run: the game, where in the script it stands, and what has failed so far."""

    def __init__(self, scenario: Scenario, ruleset: TabletopRuleset, dice: Dice | None) -> None:
        self.scenario, self.ruleset = scenario, ruleset
        self.dice = dice if dice is not None else ScriptedDice(scenario.dice)
        self.failures: list[Problem] = []
        self.steps: list[StepReport] = []
        self._document: Document | None = None

    def report(self) -> RunReport:
        game = self._start()
        if game is not None:
            self.game = game
            if self._play():
                self._left_over()
                self._expect(("expect",), self.scenario.expect)
        return RunReport(tuple(self.steps), tuple(self.failures), game)

    def _start(self) -> Game | None:
        try:
            return Game.new(self.ruleset, self.scenario.setup, self.dice)
        except DiceError as error:
            self._fail(("dice",), *_about_dice(error, "prima del primo passo", "before the first step"))
            return None

    def _play(self) -> bool:
        for index, step in enumerate(self.scenario.script):
            place: DataPath = ("script", index)
            try:
                self._step(index + 1, step)
            except Stuck as stuck:
                self._fail(place, stuck.it, stuck.en, stuck.near)
                return False
            except DiceError as error:
                words = _about_dice(error, f"al passo {index + 1}", f"in step {index + 1}")
                self._fail(_dice_place(error, place), *words)
                return False
            if "expect" in step:
                wanted = step["expect"]
                self._expect((*place, "expect"), wanted if isinstance(wanted, list) else [wanted])
        return True

    def _left_over(self) -> None:
        left = self.dice.left() if isinstance(self.dice, ScriptedDice) else ()
        if left and self.scenario.script:
            place = ("dice", len(self.scenario.dice) - len(left))
            faces = ", ".join(map(str, left))
            it = f"dadi di troppo: dopo l'ultimo passo ({len(self.scenario.script)}) restano {faces}"
            en = f"too many dice: after the last step ({len(self.scenario.script)}) {faces} are left"
            self._fail(place, it, en)

    def _expect(self, path: DataPath, wanted: Sequence[Any]) -> None:
        single = path[-1] == "expect" and len(path) > 1 and len(wanted) == 1
        for index, one in enumerate(wanted):
            for key, it, en in unmet(self.game, one):
                here = path if single else (*path, index)
                self._fail((*here, key) if key else here, it, en)

    def _fail(self, path: DataPath, it: str, en: str, near: str = "") -> None:
        document = self._source()
        if document is None:
            label = ".".join(str(step + 1 if isinstance(step, int) else step) for step in path)
            self.failures.append(Problem(self.scenario.file, 0, 0, label, it, en, near))
        else:
            self.failures.append(document.problem(path, it, en, near))

    def _source(self) -> Document | None:
        """The file again, to tell lines; a scenario that was never a file has none."""
        if self._document is None and self.scenario.file and Path(self.scenario.file).is_file():
            try:
                self._document = load(Path(self.scenario.file))
            except ContentError:
                return None
        return self._document

    # --- one step

    def _step(self, number: int, step: Mapping[str, Any]) -> None:
        before = len(self.game.journal)
        answers: list[tuple[Seat, Value]] = []
        code = step.get("refused", "")
        try:
            for answer in self._answers(number, step):
                answers.append(answer)
        except Stuck as stuck:
            if not code:
                raise
            if stuck.refusal.code != code:
                it = f"passo {number}: rifiutato, ma per «{stuck.refusal.code}» e non per «{code}»: {stuck.it}"
                en = f'step {number}: refused, but for "{stuck.refusal.code}", not for "{code}": {stuck.en}'
                raise Stuck(stuck.refusal, it, en) from None
        else:
            if code:
                it = f"passo {number}: doveva essere rifiutato ({code}) e invece è permesso"
                en = f"step {number}: it should have been refused ({code}), and it is allowed"
                raise Stuck(Refusal("allowed"), it, en)
        self.steps.append(StepReport(number, tuple(answers), tuple(self.game.journal[before:])))

    def _answers(self, number: int, step: Mapping[str, Any]) -> Iterator[tuple[Seat, Value]]:
        """Answer with what a step names, question after question while something is left of it."""
        wanted = {key: value for key, value in step.items() if key not in BESIDES}
        first = True
        while wanted:
            pending = self.game.pending
            if pending is None:
                raise self._stuck(number, Refusal("game_over"), "la partita è finita", "the game is over")
            self._same_actor(number, step, first)
            seat, value, used = self._find(number, step, wanted)
            left = {key: wanted[key] for key in wanted if key not in used}
            wrong = [key for key in left if key not in LATER]
            if wrong:
                names = ", ".join(wrong)
                it, en = f"qui non serve a nulla: {names}", f"of no use here: {names}"
                raise self._stuck(number, Refusal("unused", {"keys": tuple(wrong)}), it, en)
            try:
                self.game.answer(Answer(pending.id, seat, value))
            except Refused as refused:
                raise self._refused(number, seat, step, refused.refusal) from None
            yield seat, value
            wanted, first = left, False

    def _same_actor(self, number: int, step: Mapping[str, Any], first: bool) -> None:
        """What is left of a step answers no question about somebody else."""
        pending = self.game.pending
        assert pending is not None
        who, mine = pending.about.get("actor"), step.get("actor", step.get("deploy"))
        if not first and who is not None and mine is not None and who != mine:
            it = f"ora si tratta di {who} ({pending.kind}): serve un passo a parte"
            en = f"now it is about {who} ({pending.kind}): a step of its own is needed"
            raise self._stuck(number, Refusal("other_question", {"kind": pending.kind}), it, en)

    def _find(self, number: int, step: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[Seat, Value, set[str]]:
        """The seat that can answer with what is wanted, its value, and the keys that were used."""
        pending = self.game.pending
        assert pending is not None
        everybody = (*pending.seats, *pending.free)
        seats = (step["seat"],) if "seat" in step else everybody
        if "seat" in step and step["seat"] not in everybody:
            names = ", ".join(everybody)
            it, en = f"ora risponde {names}, non {step['seat']}", f"now {names} answers, not {step['seat']}"
            raise self._stuck(number, Refusal("not_your_decision", {"seat": step["seat"]}), it, en)
        stuck: Stuck | None = None
        for seat in seats:
            try:
                reader = _Reader(self.game.form(seat), wanted, pending.kind)
                value = reader.value()
                if not reader.used:
                    raise _Misfit("unused", "", tuple(wanted), None)
                return seat, value, reader.used
            except _Misfit as misfit:
                stuck = stuck or self._explain(number, seat, step, misfit)
        assert stuck is not None
        raise stuck

    def _explain(self, number: int, seat: Seat, step: Mapping[str, Any], misfit: _Misfit) -> Stuck:
        """Why a step does not fit the question: the level, what was offered, and the rule behind it."""
        pending = self.game.pending
        assert pending is not None
        why = self.ruleset.why_not(self.game, seat, dict(step)) if misfit.code in ("not_offered", "unused") else None
        refusal = why or Refusal(misfit.code, {"level": misfit.level, "offered": misfit.offered})
        offered = ", ".join(map(show, misfit.offered[:12])) + (", ..." if len(misfit.offered) > 12 else "")
        it, en = _MISFITS[misfit.code]
        facts = {"level": misfit.level, "value": show(misfit.value), "offered": offered, "kind": pending.kind}
        it, en = it.format(**facts, seat=seat), en.format(**facts, seat=seat)
        if why is not None:
            it, en = f"{it}. {self._reason(why, 'it')}", f"{en}. {self._reason(why, 'en')}"
        known = [key for key in misfit.offered if isinstance(key, str)]
        near = nearest(misfit.value, known) if isinstance(misfit.value, str) else ""
        return self._stuck(number, refusal, it, en, near)

    def _refused(self, number: int, seat: Seat, step: Mapping[str, Any], refusal: Refusal) -> Stuck:
        return self._stuck(number, refusal, self._reason(refusal, "it"), self._reason(refusal, "en"))

    def _reason(self, refusal: Refusal, lang: Any) -> str:
        try:
            text = self.ruleset.reason(self.game.state, refusal, lang)
        except NotImplementedError:
            text = ""
        rules = f" [{', '.join(refusal.rules)}]" if refusal.rules else ""
        return f"{text or refusal.code} ({refusal.code}){rules}"

    def _stuck(self, number: int, refusal: Refusal, it: str, en: str, near: str = "") -> Stuck:
        return Stuck(refusal, f"passo {number}: {it}", f"step {number}: {en}", near)


class _Misfit(Exception):
    """What a step names does not fit a form."""

    def __init__(self, code: str, level: str, offered: tuple[Value, ...], value: Any) -> None:
        super().__init__(code)
        self.code, self.level, self.offered, self.value = code, level, offered, value


_MISFITS = {
    "not_offered": (
        "{level}: {value} non è tra le scelte; c'è {offered}",
        "{level}: {value} is not offered; there is {offered}",
    ),
    "ambiguous": (
        "{level}: va detto quale; c'è {offered}",
        "{level}: it must be said which; there is {offered}",
    ),
    "unused": (
        "ora la domanda è «{kind}» per {seat}, e il passo non vi risponde",
        'now the question is "{kind}" for {seat}, and the step does not answer it',
    ),
    "wrong_key": (
        "ora la domanda è «{kind}» per {seat}: si risponde con {level}",
        'now the question is "{kind}" for {seat}: {level} answers it',
    ),
}

_KEYS = {"place": "to", "arc": "way", "split": "share"}
"""By which key a step answers a form without options, where it is not the name of the form's kind."""


class _Reader:
    """Makes the value of one form out of what a step names, and notes which keys it used."""

    def __init__(self, form: Form, wanted: Mapping[str, Any], kind: str) -> None:
        self.form, self.kind = form, kind
        self.wanted = dict(wanted)
        self.used: set[str] = set()
        self._alias: dict[str, str] = {}
        for short, level in (("test", "die"), ("deploy", "actor")):
            if short in wanted and (kind == short or short == "deploy"):
                self.wanted[level] = self.wanted.pop(short)
                self._alias[level] = short

    def value(self) -> Value:
        form = self.form
        if isinstance(form, Tree):
            return self._path(form)
        if isinstance(form, Pick):
            level = form.level if form.level in self.wanted or "choice" not in self.wanted else "choice"
            return self._choose(level, form.options())
        key = _KEYS.get(form.kind, form.kind)
        if key not in self.wanted:
            raise _Misfit("wrong_key", key, (), None)
        if self.kind == "place" and "deploy" in self._alias.values():
            self.used.add("deploy")
        return _free_value(key, self._take(key))

    def _take(self, key: str) -> Any:
        self.used.add(self._alias.get(key, key))
        return self.wanted[key]

    def _path(self, tree: Tree) -> tuple[Value, ...]:
        path: tuple[Value, ...] = ()
        while (branch := tree.grow(path)) is not None:
            path = (*path, self._choose(branch.level, branch.options))
        return path

    def _choose(self, level: str, options: Sequence[Option]) -> Value:
        keys = tuple(option.key for option in options)
        for word in ASIDE:
            if word in self.wanted and word in keys:
                self.used.add(word)
                return word
        if level in self.wanted:
            value = self._take(level)
            found = [key for key in keys if fits(level, value, key)] or _nearby(level, value, keys)
            if not found:
                raise _Misfit("not_offered", level, keys, value)
            return found[0]
        for word in ASIDE:
            if word in self.wanted:
                raise _Misfit("not_offered", level, keys, word)
        real = [key for key in keys if key not in ASIDE]
        if len(real) != 1:
            raise _Misfit("ambiguous" if self.used else "unused", level, keys, None)
        return real[0]


def fits(level: str, value: Any, key: Value) -> bool:
    """Whether a choice is the one that a step names.

    >>> fits("die", "d8", 8), fits("die", "d8*", (8, "eff1")), fits("to", [1, 2.5], (1000, 2500))
    (True, True, True)
    """
    if level == "die":
        return _die(value) == _die_of(key)
    if level == "others":
        dice = sorted(map(_die, value)) if isinstance(value, list) else []
        return isinstance(key, tuple) and dice == sorted(map(_die_of, key))
    if level == "to":
        return isinstance(key, tuple) and key == _free_value("to", value)
    return same(_plain(value), key)


def _nearby(level: str, value: Any, keys: Sequence[Value]) -> list[Value]:
    """Among places that are offered, the nearest one to a point, if it is within half a centimetre."""
    if level != "to":
        return []
    x, y = _free_value("to", value)
    points = [key for key in keys if isinstance(key, tuple) and len(key) == 2]
    apart = [((key[0] - x) ** 2 + (key[1] - y) ** 2, key) for key in points]
    return [key for distance, key in sorted(apart, key=lambda pair: pair[0])[:1] if distance <= NEARBY**2]


def _die(value: Any) -> tuple[int, bool]:
    match = DIE.fullmatch(str(value)) or DIE.fullmatch(f"d{value}")
    return (int(match[1]), bool(match[2])) if match else (0, False)


def _die_of(key: Value) -> tuple[int, bool]:
    if isinstance(key, tuple):
        return (int(key[0]), True)
    return (key, False) if isinstance(key, int) else (0, True)


def _plain(value: Any) -> Value:
    try:
        return plain(value)
    except TypeError:
        return None


def _free_value(key: str, value: Any) -> Value:
    if key == "to":
        return units(value[0]), units(value[1])
    if key == "way":
        return units(value)  # milli-degrees: a thousand to the degree, as to the centimetre
    return _plain(value)


def show(key: Any) -> str:
    """A choice as a script would write it.

    >>> show(8), show("a1"), show((4, 6)), show((8, "eff1"))
    ('d8', 'a1', '[d4, d6]', 'd8*')
    """
    if isinstance(key, tuple):
        if len(key) == 2 and isinstance(key[0], int) and isinstance(key[1], str):
            return f"d{key[0]}*"
        if all(isinstance(part, int) and part >= 1000 for part in key):
            return f"[{', '.join(f'{part / 1000:g}' for part in key)}]"
        return f"[{', '.join(map(show, key))}]"
    if isinstance(key, int) and not isinstance(key, bool):
        return f"d{key}"
    return str(key)


def _dice_place(error: DiceError, step: DataPath) -> DataPath:
    number = error.facts.get("number")
    return ("dice", number - 1) if isinstance(number, int) else step


def _about_dice(error: DiceError, when_it: str, when_en: str) -> tuple[str, str]:
    sides, face = error.facts.get("sides"), error.facts.get("face")
    if error.code == "missing":
        drawn = error.facts.get("drawn")
        return (
            f"{when_it} serve un d{sides}, ma i dadi scritti in «dice» sono finiti (usati: {drawn})",
            f'{when_en} a d{sides} is needed, but the dice written in "dice" have run out ({drawn} used)',
        )
    it = f"{when_it} cade un d{sides}: {face} non è una sua faccia"
    return it, f"{when_en} a d{sides} falls: {face} is none of its faces"

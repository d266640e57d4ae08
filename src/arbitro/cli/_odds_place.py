"""Where odds are asked: the decision of a scenario, a save or a journal, and the choices that words name there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from arbitro.cli._ask import commands, matched
from arbitro.cli._open import open_journal
from arbitro.cli._shelf import say, tabletop
from arbitro.cli._talk import Misuse
from arbitro.cli.play import resumed
from arbitro.cli.verify import play_again
from arbitro.content import scenarios
from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.dice.sources import Dice, ScriptedDice, SeededDice
from arbitro.engine.asks import TakeBack
from arbitro.engine.events import Rolled
from arbitro.engine.forms import Pick, Tree
from arbitro.engine.game import Game
from arbitro.engine.history import take_back
from arbitro.engine.journal import Journal, journal_of
from arbitro.engine.odds import alone_policy
from arbitro.engine.save import MAGIC, SaveError, read_file
from arbitro.engine.values import REFEREE, Id, Seat, Value
from arbitro.reports import Film, titled

SCENARIO = (".yaml", ".yml")
MOST_ASKED = 12
"""How many decisions are looked through for what a move makes possible."""


class Place(Struct):
    """A game at the decision that is asked about, its rules, and what the battle is called."""

    game: Game
    rules: TabletopRuleset
    title: str
    rolled: bool = False
    """Dice of the seed fell before the decision: another seed might have led to another one."""


def placed(file: Path, at: str, seed: str, lang: Lang) -> Place:
    """The decision of a file: as `moment`. Raises Misuse also where nothing is to be decided any more."""
    place = moment(file, at, seed, lang)
    if place.game.pending is None:
        raise Misuse(say(lang, "odds.over"))
    return place


def moment(file: Path, at: str, seed: str, lang: Lang) -> Place:
    """A game as it stands at a decision of a file, or at its end.

    Args:
        file: a scenario, a save or a journal.
        at: a turn, ``turn.hand`` or a decision of a save or journal; the number of a step of a scenario's script.
        seed: of the dice that fall before the decision of a scenario.
        lang: of what goes wrong.

    Raises:
        Misuse: where there is no such decision. Also OSError, SaveError, ContentError.
    """
    return _of_scenario(file, at, seed, lang) if file.suffix in SCENARIO else _of_game(file, at, lang)


def _of_scenario(file: Path, at: str, seed: str, lang: Lang) -> Place:
    scenario = scenarios.read(file)
    rules = tabletop(scenario.ruleset).playing(scenario)
    name = scenario.name_en if lang == "en" and scenario.name_en else scenario.name
    if not at:
        game = Game.new(rules, scenario.setup, SeededDice.of_seed(seed))
        return Place(game, rules, name, any(isinstance(event, Rolled) for event in game.journal))
    steps = len(scenario.script)
    if not at.isdigit() or not 1 <= int(at) <= steps:
        raise Misuse(say(lang, "odds.no_step", at=at, steps=steps))
    scenario.script, scenario.expect = scenario.script[: int(at) - 1], ()
    report = scenarios.run(scenario, rules)
    if report.game is None or len(report.steps) < len(scenario.script):
        raise ContentError(report.failures)
    return Place(report.game, rules, name)


def _of_game(file: Path, at: str, lang: Lang) -> Place:
    if read_file(file).startswith(MAGIC[:-1]):
        setting = resumed(file)
        game, rules = setting.game, setting.ruleset
        name = setting.scenario.name_en if lang == "en" and setting.scenario.name_en else setting.scenario.name
        journal = journal_of(game)
    else:
        journal, rules = open_journal(file)
        game, name = _played(journal, rules, file, lang), titled(journal, rules, lang)
    if at and at != "end":
        _go_back(game, journal, rules, at, lang)
    return Place(game, rules, name)


def _played(journal: Journal, rules: TabletopRuleset, file: Path, lang: Lang) -> Game:
    """A journal's answers, played again with the dice of its secret, or with the faces it tells."""
    if journal.decisions and not journal.answers:
        raise SaveError("unreadable", file=str(file), where="answers")
    secret = journal.secret()
    told = [face for event in journal.events if isinstance(event, Rolled) for face in event.faces]
    dice: Dice = SeededDice(secret) if secret is not None else ScriptedDice(told)
    game = Game.new(rules, journal.setup, dice)
    stuck = play_again(game, journal.answers, rules, lang)
    if stuck:
        raise Misuse(stuck)
    return game


def _go_back(game: Game, journal: Journal, rules: TabletopRuleset, at: str, lang: Lang) -> None:
    """Stand before the first decision of a turn or hand, or before the decision of that id."""
    index = Film(journal, rules, lang).find(at)
    moment = next((m for m in game.moments if index is not None and m.journal_no >= index), None)
    if moment is None:
        raise Misuse(say(lang, "replay.nowhere", where=at))
    take_back(game, TakeBack(moment.decision, REFEREE), alone=True)


# --- choices


class Choice(Struct):
    """An answer that words name, who gives it, and what that seat means to do afterwards."""

    seat: Seat
    value: Value
    plan: Steps | None = None
    text: str = ""


def choice(place: Place, text: str, seat: str, lang: Lang) -> Choice:
    """The choice that words name; after a semicolon, what the same seat does next: "a1 move d8; contact b1".

    Raises:
        Misuse: with what does not fit, and what was offered.
    """
    first, *later = (part.strip() for part in text.split(";"))
    who, value = chosen(place, first, seat, lang)
    later = [part for part in later if part]
    return Choice(who, value, Steps(place, who, later, lang) if later else None, "; ".join(later))


def aimed(place: Place, one: Choice, lang: Lang) -> Id:
    """The first figure that what comes after a choice names, by its id or its name; "" if it names none."""
    state, said = place.game.state, one.text.casefold()
    for it in (it for table in state.rows for it in getattr(state, table)):
        name = place.rules.called(state, it, lang).casefold()
        mine = isinstance(one.value, tuple) and it in one.value
        if not mine and (it in said.replace(";", " ").split() or name in said):
            return str(it)
    return ""


class Steps:
    """A plan in words: at each decision of a seat the first of several steps that answers the question.

    ``taken`` holds the steps that were taken in some outcome, since it was last emptied.
    """

    def __init__(self, place: Place, seat: Seat, texts: Sequence[str], lang: Lang) -> None:
        assert place.game.pending is not None
        self._place, self._seat, self._lang, self._kind = place, seat, lang, place.game.pending.kind
        self._known: dict[str, Value] = {}
        self.texts, self.taken = tuple(texts), set[str]()

    @property
    def left(self) -> tuple[str, ...]:
        """The steps that were taken in no outcome."""
        return tuple(text for text in self.texts if text not in self.taken)

    def __call__(self, game: Game) -> Value | None:
        """The answer of the first step that has one."""
        for number, text in enumerate(self.texts):
            value = self._meant(game, text, self.texts[number + 1 :])
            if value is not None:
                self.taken.add(text)
                return value
        return None

    def _meant(self, game: Game, text: str, later: Sequence[str]) -> Value | None:
        """What a step means at a decision, if it is legal there."""
        here = Place(game, self._place.rules, self._place.title)
        form: Any = game.form(self._seat)
        value = self._known.get(text)
        if value is None:
            try:
                if form.kind in ("place", "arc"):  # it depends on where everybody stands by then
                    value = self._spot(here, form, text, later)
                else:
                    value = self._known[text] = chosen(here, text, self._seat, self._lang)[1]
            except (Misuse, ContentError):
                return None
        return value if value is not None and form.refusal(value) is None else None

    def _spot(self, place: Place, form: Any, text: str, later: Sequence[str]) -> Value | None:
        """The place that "contact b1" or "toward b1" means: toward leads to contact where what follows needs it."""
        word, _, name = text.partition(" ")
        how = next((how for how in ("contact", "toward") if word.casefold() in commands(how)), "")
        if not how:
            return None
        ends = []
        for way in ("toward", "contact") if how == "toward" and form.kind == "place" else (how,):
            assert place.game.pending is not None
            end = place.rules.spot(place.game, form, dict(place.game.pending.about), way, name.strip())
            if end is not None and form.refusal(end) is None:
                ends.append(end)
        return (
            max(ends, key=lambda end: self._opened(place.game, end, later)) if len(ends) > 1 else next(iter(ends), None)
        )

    def _opened(self, game: Game, end: Value, later: Sequence[str]) -> int:
        """How many of some steps are legal at the next decision of the plan's kind, if a move ends there."""
        twin = game.fork(SeededDice.of_seed(0))
        twin.choose(end)
        for _ in range(MOST_ASKED):
            if twin.pending is None:
                break
            if twin.pending.kind == self._kind and self._seat in twin.pending.seats:
                return sum(self._meant(twin, text, ()) is not None for text in later)
            twin.choose(alone_policy(twin))
        return 0


def chosen(place: Place, text: str, seat: str, lang: Lang) -> tuple[Seat, Value]:
    """The seat and the answer that words name: keys as in scripts (``die: d8``), or what one types in play.

    Raises:
        Misuse: with what does not fit, and what was offered.
    """
    if ":" in text or "=" in text:
        return _by_keys(place, text, seat, lang)
    assert place.game.pending is not None
    who = seat or (place.game.pending.seats or place.game.pending.free)[0]
    return who, _by_words(place, who, text, lang)


def _by_keys(place: Place, text: str, seat: str, lang: Lang) -> tuple[Seat, Value]:
    plain = text.strip().strip("{}").replace("=", ": ")
    step: Any = load(f"{{{plain}}}", name=text).data
    if not isinstance(step, dict):
        raise Misuse(say(lang, "odds.no_choice", text=text))
    if seat:
        step = {**step, "seat": seat}
    try:
        return scenarios.answer_named(place.game, place.rules, step)
    except scenarios.Stuck as stuck:
        told = (stuck.it if lang == "it" else stuck.en).partition(": ")[2]
        raise Misuse(f"{told.rstrip('.')}.") from None


def _by_words(place: Place, seat: Seat, text: str, lang: Lang) -> Value:
    form: Any = place.game.form(seat)
    words = text.split()
    if isinstance(form, Pick):
        key, left = _level(place, form.level, form.options(), words, lang)
        return key if not left else _not_said(left, lang)
    if not isinstance(form, Tree):
        raise Misuse(say(lang, "odds.no_choice", text=text))
    path: tuple[Value, ...] = ()
    while (branch := form.grow(path)) is not None:
        key, words = _level(place, branch.level, branch.options, words, lang)
        path = (*path, key)
    return path if not words else _not_said(words, lang)


def _level(place: Place, level: str, options: Any, words: list[str], lang: Lang) -> tuple[Value, list[str]]:
    """The option that the next words mean: as many words as fit; the only one there is need not be said."""
    labels = [place.rules.choice(place.game.state, level, option, lang) for option in options]
    for many in range(len(words), 0, -1):
        found = matched(" ".join(words[:many]), options, labels)
        if found is not None:
            return found.key, words[many:]
    if len(options) == 1:
        return options[0].key, words
    key = "odds.which" if words else "odds.unsaid"
    asked = place.rules.level(place.game.state, level, lang)
    raise Misuse(say(lang, key, level=asked, said=" ".join(words), offered=tuple(labels[:12])))


def _not_said(left: list[str], lang: Lang) -> Value:
    raise Misuse(say(lang, "odds.too_much", text=" ".join(left)))

"""What a battle says to people: sentences, questions, choices, reasons, and how everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages
from arbitro.content.packgame import PackGame
from arbitro.engine.events import Event
from arbitro.engine.forms import Form, Option, Refusal
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Seat, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import _voice_odds, _voice_table, ground, outlook
from arbitro.rulesets.crepuscolo._voice_events import FIGURES, named, tell
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.content import Library
from arbitro.rulesets.crepuscolo.events import HandBegan, TookPart, TurnBegan
from arbitro.rulesets.crepuscolo.movement import GROUND_KIND
from arbitro.rulesets.crepuscolo.state import Battle

LENGTHS = frozenset({"limit", "range", "reach", "length"})
MOST_OFFERED = 8
HEADINGS: dict[type[Event], int] = {TurnBegan: 1, HandBegan: 2, TookPart: 3}
FORMS = {  # a reason that has another form when it knows a fact
    "engaged": ("figure", "engaged_by"),
    "overlaps": ("figure", "overlaps_figure"),
    "too_far": ("length", "too_far_by"),
    "restricted": ("rule", "restricted_by"),
}


@cache
def catalogue() -> Messages:
    """The messages of the game, read when first needed."""
    folder = Path(__file__).parent / "messages"
    return Messages.load(folder, folder / "scene")


class Voice(PackGame[Library]):
    """Mixin of the ruleset: everything it says."""

    def messages(self) -> Messages:
        return catalogue()

    def words(self, state: State, lang: Lang) -> Words:
        """The words of a language about a battle."""
        assert isinstance(state, Battle)
        return Words(catalogue(), self.library, state, lang)

    def sentence(self, state: State, event: Event, lang: Lang) -> str:
        return tell(self.words(state, lang), event)

    def heading(self, event: Event) -> int:
        return HEADINGS.get(type(event), 0)

    def turn_of(self, event: Event) -> int | None:
        return event.turn if isinstance(event, TurnBegan) else None

    def question(self, state: State, kind: str, about: dict[str, Any], lang: Lang) -> str:
        words = self.words(state, lang)
        facts = _about(words, about)
        variant = str(about.get("action") or about.get("window") or "plain")
        if kind == "respond":
            variant = str(about.get("window"))
            if variant == "declared" and words.known(about.get("rule")):
                variant += "_at" if about.get("target") in words.state.figures else "_with"
            elif variant == "rolled" and about.get("need") is not None:
                variant += "_enough" if about["success"] else "_short"
        elif kind == "place" and about.get("limit") == 0:
            variant += "_anywhere"
        elif kind == "choose":
            variant = str(about.get("as"))
        elif about.get("nth"):
            variant = "again"
        elif kind == "bid":
            variant = "plain" if about.get("standing") else "first"
        keys = (f"question.{kind}.{variant}", f"question.{kind}.plain", f"question.{kind}", "question.plain")
        return words.say_one_of(keys, **facts)

    def level(self, state: State, level: str, lang: Lang) -> str:
        return self.words(state, lang).say_one_of((f"level.{level}", "level.plain"))

    def choice(self, state: State, level: str, option: Option, lang: Lang) -> str:
        return label(self.words(state, lang), level, option.key, option)

    def reason(self, state: State, refusal: Refusal, lang: Lang) -> str:
        return reason(self.words(state, lang), refusal)

    def status(self, state: State, lang: Lang) -> str:
        return _voice_table.status(self.words(state, lang))

    def standing(self, state: State, lang: Lang) -> str:
        return _voice_table.phase(self.words(state, lang))

    def summary(self, state: State, journal: Sequence[Event], lang: Lang) -> str:
        return _voice_table.summary(self.words(state, lang), journal)

    def forecast(self, game: Game, seat: Seat, value: Value, lang: Lang) -> str:
        return _voice_odds.outlook(self.words(game.state, lang), game, seat, value).text

    def spot(self, game: Game, form: Form, about: dict[str, Any], how: str, text: str) -> Value:
        return outlook.spot(game, form, about, how, figure_named(game.state, text))


def reason(words: Words, refusal: Refusal) -> str:
    """What a refusal says: what was wrong, and what to do."""
    code, facts = refusal.code, dict(refusal.facts)
    if "why" in facts and words.messages.has(f"refusal.{facts['why']}"):
        code = str(facts["why"])
    told = _reason_facts(words, facts)
    if code in FORMS and FORMS[code][0] in facts:
        code = FORMS[code][1]
    elif code == "restricted" and refusal.rules and words.known(refusal.rules[0]):
        code, told["rule"] = "restricted_by", words.thing(refusal.rules[0])
    elif code == "obstacle" and "piece" not in facts:
        code = "obstacle_here"
    elif code == "not_offered":
        code = _offering(words, facts, told)
    return words.say_one_of((f"refusal.{code}", "refusal.plain"), **told)


def figure_named(state: State, text: str) -> str:
    """The id of the figure on the table that a text names by id or name, "" if none or several."""
    assert isinstance(state, Battle)
    wanted = text.strip().casefold()
    figures = state.on_table()
    if any(f.id == wanted for f in figures):
        return wanted
    named_so = [f.id for f in figures if f.name.casefold() == wanted]
    return named_so[0] if len(named_so) == 1 else ""


def label(words: Words, level: str, key: Value, option: Option | None = None) -> str:
    """What an option is called at a level of a form."""
    state = words.state
    if key is True or key is False:
        return words.say("choice.sure" if key else "choice.refuse")
    if isinstance(key, tuple):
        return _tuple_label(words, level, key, option)
    if isinstance(key, int):
        return words.die(key) if level in ("die", "others", "choice") and key in (4, 6, 8, 10, 12, 20) else str(key)
    if key in ("pass", "use", "decline"):
        return _plain_word(words, level, key, option)
    if key in state.figures:
        return words.who(key)
    if level == "use" and key.startswith("CDC-RRL-"):
        return words.say("choice.reroll", rule=words.thing(key))
    if level == "order" and words.messages.has(f"choice.order.{key}"):
        return words.say(f"choice.order.{key}")
    if level == "action":
        return words.word("action", key, words.thing(key))
    for group in ("edge", "condition", "action", "test", "points"):
        found = words.word(group, key)
        if found:
            return found
    if level == "piece" or any(p.id == key for p in state.ground.pieces):
        return words.piece(key)
    if level == "token" or any(t.id == key for t in state.tokens):
        return words.token(key)
    return words.seat(key) if key in state.seats else words.thing(key)


def _plain_word(words: Words, level: str, key: str, option: Option | None) -> str:
    if key != "pass":
        return words.say(f"choice.{key}")
    if level == "actor":
        hand = option is not None and "CDC-TRN-05.1" in option.rules
        return words.say("choice.pass_hand" if hand else "choice.pass_bid")
    return words.say("choice.pass_use" if level in ("use", "choice") else "choice.pass")


def _tuple_label(words: Words, level: str, key: tuple[Value, ...], option: Option | None) -> str:
    if level == "others":
        dice = tuple(words.die(die) for die in key)
        return words.say("choice.others", dice=dice) if dice else words.say("choice.no_others")
    if len(key) == 2 and isinstance(key[0], int) and isinstance(key[1], int):
        z = option.facts.get("z", 0) if option is not None else 0
        return words.say("choice.spot", at=words.at(*key), z=z) if z else words.at(*key)
    if level == "die":
        return words.die(key)
    return " · ".join(label(words, level, part) for part in key)


def _about(words: Words, about: dict[str, Any]) -> dict[str, Any]:
    """The facts of a question as people read them."""
    facts: dict[str, Any] = {name: named(words, name, value) for name, value in about.items()}
    facts.setdefault("actor", words.who(about.get("it", about.get("me", ""))))
    facts["rule"] = words.thing(about.get("rule", ""))
    facts["power"] = words.thing(about.get("power", ""))
    facts["piece"] = words.piece(about.get("piece", ""))
    facts["test"] = words.word("test", about.get("test") or about.get("test_kind", ""))
    facts["window"] = words.word("window", about.get("window", "plain"), words.say("word.window.plain"))
    action = str(about.get("action", ""))
    if action in GROUND_KIND and "face" in about and "far" not in about:
        facts["far"] = int(about["face"]) * ground.REACH[GROUND_KIND[action]] * CM
    if action in ("deploy", "arrive"):
        seat = words.state.figures[about["actor"]].company
        facts["access"] = words.at(*words.state.access[words.state.seats.index(seat)])
        facts["limit"] = about.get("limit", ground.DEPLOY)
    return facts


def _reason_facts(words: Words, facts: dict[str, Value]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, value in facts.items():
        if name in FIGURES and isinstance(value, str):
            told[name] = words.who(value)
        elif name == "piece":
            told[name] = words.piece(value)
        elif name in ("weapon", "rule"):
            told[name] = words.thing(value)
        else:
            told[name] = value
    return told


def _offering(words: Words, facts: dict[str, Value], told: dict[str, Any]) -> str:
    """The form of "you cannot choose that here": with what can be chosen, where that is short."""
    level, offered = str(facts.get("level", "")), facts.get("offered", ())
    value = facts.get("value")
    told["value"] = f"«{label(words, level, value)}»" if words.lang == "it" else f'"{label(words, level, value)}"'
    if not _has_name(words, level, value):
        return "not_this"
    told["offered"] = tuple(label(words, level, key) for key in offered[:MOST_OFFERED])
    return "not_offered" if 0 < len(offered) <= MOST_OFFERED else "not_offered_long"


def _has_name(words: Words, level: str, value: Value) -> bool:
    return isinstance(value, int) or label(words, level, value) != words.say("word.something")

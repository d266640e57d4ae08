"""How likely things are, in words: "5 su 8: colpisce; 1 danno, Colpo Critico 1 su 8".

Called by the voice for the terminal and by the screen for the page; what is likely `outlook.weigh` says.
"""

from __future__ import annotations

from fractions import Fraction

from arbitro.content.scene import Chance, Outlook
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.outlook import Fact, weigh
from arbitro.rulesets.crepuscolo.queries import battle_of

ORDER = ("hit", "success", "pass", "damage", "critical", "kill", "condition", "fall")
"""In which order things are told."""
FINEST = 100
"""Odds with a greater denominator are told in percent."""


def outlook(words: Words, game: Game, seat: Seat, value: Value) -> Outlook:
    """What an answer may lead to; empty where there is nothing to say, or where it would take long."""
    found = weigh(game, seat, value)
    if found is None or not found.chances:
        return Outlook()
    told = sorted(found.chances.items(), key=lambda item: (ORDER.index(item[0][0]), str(item[0])))
    actor, target = _roles(game, value)
    chances = tuple(
        Chance(label(words, fact, actor, target), odds(words, p, found.exact), float(p)) for fact, p in told
    )
    lines = [
        (chance.label if found.head is not None and p == found.chances[found.head] else f"{chance.label} {chance.text}")
        for chance, (fact, p) in zip(chances, told, strict=True)
        if fact != found.head
    ]
    text = ", ".join(lines)
    if found.head is not None:
        what = label(words, found.head, actor, target)
        head = words.say("forecast.head", odds=odds(words, found.chances[found.head], found.exact), what=what)
        text = f"{head}; {text}" if text else head
    if found.alone:
        text = words.say("forecast.alone", text=text)
    return Outlook(chances, found.exact, text)


def _roles(game: Game, value: Value) -> tuple[Id, Id]:
    """Whose answer it is, and whom it is aimed at: the figures it names, else those the question is about."""
    figures = battle_of(game).figures
    about = game.pending.about if game.pending is not None else {}
    named = [part for part in value if part in figures] if isinstance(value, tuple) else []
    actor = named[0] if named and value[0] == named[0] else str(about.get("actor", ""))
    target = next((it for it in named if it != actor), str(about.get("target") or ""))
    return actor, target


def odds(words: Words, p: Fraction, exact: bool = True) -> str:
    """A chance in words: so many of so many, or percent where that would be no help; of samples about so much."""
    if not exact:
        return words.say("forecast.about", odds=Fraction(round(100 * p), 100))
    if p in (0, 1):
        return words.say("forecast.always" if p else "forecast.never")
    if p.denominator <= FINEST:
        return words.say("forecast.odds", n=p.numerator, of=p.denominator)
    return words.say("forecast.percent", odds=p)


def label(words: Words, fact: Fact, actor: Id, target: Id) -> str:
    """What may happen; whom an answer is aimed at need not be named."""
    kind, it = fact[0], fact[-1]
    form = "self" if it == actor else "target" if it == target else "other"
    name = words.name_of(it) if it in words.state.figures else ""
    if kind == "damage":
        to = "" if form == "target" else words.say(f"forecast.damage_to.{form}", it=name)
        return words.say("forecast.damage", n=fact[1], to=to)
    if kind in ("hit", "critical", "success"):
        return words.say(f"forecast.{kind}")
    more = {"condition": words.condition(fact[1])} if kind == "condition" else {}
    more |= {"test": words.word("test", fact[1], str(fact[1]))} if kind == "pass" else {}
    return words.say_one_of((f"forecast.{kind}.{form}", f"forecast.{kind}.other"), it=name, **more)

"""The card of a figure: its characteristics, what it carries, and what it can do, each with its rule.

Called by `_scene_figures`; the notes of one label belong together. Everything here depends on what a figure bears and
on the catalogue alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbitro.content.scene import Note
from arbitro.engine.values import RuleId
from arbitro.rulesets.crepuscolo._voice_words import Words, signed
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.rulesets.crepuscolo.markers import power_marker
from arbitro.rulesets.crepuscolo.queries import STATS, plain_bonus
from arbitro.rulesets.crepuscolo.setup import bonus_of
from arbitro.rulesets.crepuscolo.state import IMPROVISED, Figure

RULE_OF_STAT = {
    "res": "CDC-CMP-07",
    "cmb": "CDC-CMP-08",
    "pre": "CDC-CMP-09",
    "dan": "CDC-CMP-10",
    "vol": "CDC-CMP-11",
    "des": "CDC-CMP-12",
}
CLASS, COST = "CDC-CMP-06", "CDC-CMP-05"


def card(words: Words, figure: Figure) -> tuple[Note, ...]:
    """Everything a figure's card says, in the order of a printed profile."""
    return tuple(
        note
        for notes in (_numbers(words, figure), _who(words, figure), _gear(words, figure), _arts(words, figure))
        for note in notes
    )


def summary(words: Words, rule: RuleId) -> str:
    """What a rule says, in our own words; "" for one that has no entry."""
    entry = rules().get(rule)
    return "" if entry is None else entry.summary(words.lang)


def _numbers(words: Words, figure: Figure) -> Iterator[Note]:
    for stat in STATS:
        base: int = getattr(figure, stat)
        parts = [(rule, plain_bonus(words.library.records, rule, stat)) for rule in (*figure.items, *figure.abilities)]
        more = "".join(
            words.say("part.edge", by=signed(amount), name=words.thing(rule)) for rule, amount in parts if amount
        )
        rule = RULE_OF_STAT[stat]
        told = words.say("scene.card.sum", base=base, lines=more, text=summary(words, rule))
        value = str(max(0, base + sum(amount for _, amount in parts)))
        yield Note(words.say(f"scene.stat.{stat}"), value, told if more else summary(words, rule), (rule,))


def _who(words: Words, figure: Figure) -> Iterator[Note]:
    label = words.say("scene.card.class")
    classes = ", ".join(words.word("class", word, word) for word in figure.classes)
    yield Note(label, classes, summary(words, CLASS), (CLASS,))
    yield Note(words.say("scene.card.cost"), words.say("scene.side.points", n=figure.cost), "", (COST,))


def _gear(words: Words, figure: Figure) -> Iterator[Note]:
    """Weapons with their numbers, armour, then the rest of the equipment."""
    items = words.library.items
    first = [figure.weapon] if figure.weapon and figure.weapon not in figure.items else []
    for id_ in dict.fromkeys((*first, *figure.items)):
        item = items.get(id_)
        if item is None:
            continue
        name = words.thing(id_)
        if id_ in figure.ranged:
            reach = words.say("scene.card.cm", cm=item.range) if item.range != "unlimited" else words.say("scene.far")
            name = words.say("scene.card.shoots", name=name, range=reach, damage=item.damage)
        elif id_ == figure.weapon and item.reach > 1:
            name = words.say("scene.card.reaches", name=name, reach=words.say("scene.card.cm", cm=item.reach))
        puts_on = [words.thing(more) for more, to in figure.upgrades if to == id_]
        name = words.say("scene.card.upgraded", name=name, more=tuple(puts_on)) if puts_on else name
        yield _note(words, f"scene.card.{_shelf(figure, id_, item.type)}", name, id_, figure.used_up)


def _shelf(figure: Figure, id_: str, kind: str) -> str:
    """Under which label a piece of equipment stands on the card."""
    if id_ == figure.weapon:
        return "weapon"
    if id_ in figure.ranged:
        return "ranged"
    return kind if kind in ("armour", "shield") else "gear"


def _arts(words: Words, figure: Figure) -> Iterator[Note]:
    thresholds = dict(figure.thresholds)
    for rule in figure.abilities:
        name = marked(words.thing(rule), words.library.records[rule].kind, thresholds.get(rule, 0))
        yield _note(words, "scene.card.ability", name, rule, figure.used_up)
    for rule in figure.powers:
        power = power_marker(words.library.records[rule].kind)
        assert power is not None
        price = words.say("scene.card.points", n=power.rank, kind=words.word("points", power.points))
        name = words.say("scene.card.priced", name=words.thing(rule), price=price)
        yield _note(words, "scene.card.power", name, rule, figure.used_up)


def _note(words: Words, label: str, name: str, rule: RuleId, used_up: Iterable[str]) -> Note:
    name = words.say("scene.card.used_up", name=name) if rule in used_up else name
    return Note(words.say(label), name, summary(words, rule), (rule,))


def marked(name: str, marker: str, threshold: int) -> str:
    """The name of an ability with its marker as profiles print it; a passive one has none.

    >>> marked("Intimorire", "AL[6]", 5), marked("Massiccio", "P", 0)
    ('Intimorire (AL5)', 'Massiccio')
    """
    letters = "".join(sign for sign in marker if sign.isalpha())
    digits = str(threshold) if threshold else "".join(sign for sign in marker if sign.isdigit())
    return name if letters in ("", "P") else f"{name} ({letters}{digits})"


def armour_full(words: Words, figure: Figure) -> int:
    """The Resistenza that the armour of a figure began with; 0 without any."""
    worn = next((item for i in figure.items if (item := words.library.items[i]).type == "armour"), None)
    return (worn.resistance if worn is not None else 0) + bonus_of(figure, words.library, "armour")


def unarmed(figure: Figure) -> bool:
    """Whether a figure has but its hands and what lies about to strike with (CDC-EQ-01.8)."""
    return figure.weapon in ("", IMPROVISED)

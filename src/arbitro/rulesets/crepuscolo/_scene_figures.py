"""The figures of a scene: base, card, meters, badges, marks, and all of it in one sentence.

Called by `screen.Screen.scene`. A view is worked out once and given again, the same object, as long as nothing that
it shows has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from arbitro.content.scene import Badge, FigureView, Meter, Note
from arbitro.engine.state import Effect
from arbitro.engine.values import Value
from arbitro.rulesets.crepuscolo._picture_words import short_names
from arbitro.rulesets.crepuscolo._scene_board import base_of
from arbitro.rulesets.crepuscolo._scene_card import armour_full, card, summary, unarmed
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.attacks import is_engaged
from arbitro.rulesets.crepuscolo.dice import die_of, giving, sides_of
from arbitro.rulesets.crepuscolo.state import (
    AWAY,
    DEAD,
    FIRE,
    FRIGHTENED,
    FROST,
    LOST,
    POISON,
    PRONE,
    REPELLED,
    RESERVE,
    TABLE,
    TERRIFIED,
    Figure,
)

REMEMBERED = 4096
"""So many views are remembered; then all are forgotten, and worked out again as they are needed."""
Views = dict[tuple[Any, ...], FigureView]
CONDITION_SIGN = {
    FIRE: "fire",
    POISON: "poison",
    FROST: "frost",
    PRONE: "prone",
    REPELLED: "repelled",
    FRIGHTENED: "frightened",
    TERRIFIED: "terrified",
}
RULE_OF_CONDITION = {
    FIRE: "CDC-CND-01",
    POISON: "CDC-CND-02",
    FROST: "CDC-CND-03",
    PRONE: "CDC-CND-04",
    REPELLED: "CDC-CND-05",
    FRIGHTENED: "CDC-CND-06",
    TERRIFIED: "CDC-CND-07",
}
OFF = (RESERVE, DEAD, LOST, AWAY)
"""What a figure may be that is not on the table; also the mark that says so."""
FIGHTER = "fighter"
SIGN_OF_CLASS = {
    "Simulacro": "summoned",
    "Servo Non Morto": "summoned",
    "Comandante": "leader",
    "Alfiere": "leader",
    "Semidio": "hero",
    "Leggenda": "hero",
    "Campione": "hero",
    "Paladino": "hero",
    "Mago": "caster",
    "Mentalista": "caster",
    "Illusionista": "caster",
    "Seguace Oscuro": "caster",
    "Mutante": "mutant",
    "Caotico": "mutant",
    "Flagello": "brute",
    "Barbaro": "brute",
    "Esploratore": "scout",
    "Cercatore": "scout",
    "Assassino": "scout",
    "Assaltatore": "soldier",
    "Difensore": "soldier",
}
"""Signs of classes; of several words the one named first here decides."""


def figures(words: Words, views: Views) -> tuple[FigureView, ...]:
    """All figures, those off the table too, in the order of their entry."""
    state = words.state
    given = giving(words.library.records, state) if state.effects else {}
    borne: dict[str, list[Effect]] = {}
    for effect in state.effects.values():
        borne.setdefault(effect.bearer, []).append(effect)
    if len(views) > REMEMBERED:
        views.clear()
    return tuple(
        _view(words, views, figure, short, given.get(figure.id, ()), borne.get(figure.id, ()))
        for figure, short in zip(state.figures.values(), short_names(state.figures.values()).values(), strict=True)
    )


def _view(
    words: Words, views: Views, figure: Figure, short: str, dice: Sequence[Effect], borne: Sequence[Effect]
) -> FigureView:
    state = words.state
    there = figure.status == TABLE
    seat = state.controller(figure.id) if borne else figure.company
    able = bool(figure.dice or dice) and there and not state.result
    active = able and state.in_hand and seat == state.hand
    engaged = there and not figure.image and is_engaged(state, figure)
    effects = tuple(structs.astuple(effect) for effect in borne)
    likeness = words.name_of(figure.image) if figure.image else ""
    told = (words.lang, words.seat(figure.company), short, likeness)
    key = (*told, seat, active, engaged, effects, *structs.astuple(figure))
    found = views.get(key)
    if found is None:
        marks = tuple(_marks(figure, active, engaged, seat != figure.company))
        others = [effect for effect in borne if effect not in dice]
        found = views[key] = _made(words, figure, short, marks, dice, others)
    return found


def _made(
    words: Words, figure: Figure, short: str, marks: tuple[str, ...], dice: Sequence[Effect], effects: Sequence[Effect]
) -> FigureView:
    badges = tuple(_badges(words, figure, dice, effects))
    meters = tuple(_meters(words, figure))
    return FigureView(
        id=figure.id,
        seat=figure.company,
        name=words.name_of(figure.id),
        short=short,
        role=", ".join(words.word("class", word, word) for word in figure.classes),
        icon=sign_of(figure),
        shape=base_of(figure) if figure.status == TABLE else None,
        z=figure.z,
        meters=meters,
        badges=badges,
        marks=marks,
        notes=(*card(words, figure), *_in_force(words, figure, effects)),
        aria=_aria(words, figure, meters, badges, marks),
    )


def sign_of(figure: Figure) -> str:
    """A word for what a figure is: by its class, and by its weapons where the class leaves it open."""
    found = sign_of_classes(figure.classes)
    return "shooter" if found == FIGHTER and figure.ranged and unarmed(figure) else found


def sign_of_classes(classes: Sequence[str]) -> str:
    """A word for what fighters of some classes are."""
    return next((sign for word, sign in SIGN_OF_CLASS.items() if word in classes), FIGHTER)


def _marks(figure: Figure, active: bool, engaged: bool, handed: bool) -> Iterator[str]:
    if figure.status in OFF:
        yield figure.status
    for mark, there in (
        ("image", bool(figure.image)), ("active", active), ("engaged", engaged), ("controlled", handed),
        ("prone", figure.prone or PRONE in figure.conditions), ("crouched", figure.crouched),
        ("in_water", figure.in_water),
    ):  # fmt: skip
        if there:
            yield mark


def _meters(words: Words, figure: Figure) -> Iterator[Meter]:
    yield Meter(words.say("status.life"), figure.life if figure.status not in (DEAD, LOST) else 0, figure.life_max)
    full = max(armour_full(words, figure), figure.armour)
    if full:
        yield Meter(words.say("scene.armour"), figure.armour, full)


# --- badges -----------------------------------------------------------------------------------------------


def _badges(words: Words, figure: Figure, dice: Sequence[Effect], effects: Sequence[Effect]) -> Iterator[Badge]:
    for sides in figure.dice:
        yield Badge("die", f"d{sides}", words.die(sides))
    for effect in dice:
        die = die_of(effect)
        yield Badge("die", f"d{sides_of(die)}", words.die(die), _bound(words, effect))
    for condition in figure.conditions:
        rule = RULE_OF_CONDITION[condition]
        yield Badge("condition", CONDITION_SIGN[condition], words.condition(condition), summary(words, rule))
    for kind, n in figure.points:
        yield Badge("points", kind, words.word("points", kind), "", n)
    for token, n in figure.tokens:
        if n:
            yield Badge("token", token.lower(), words.word("token", token, token), "", n)
    if figure.carries:
        name = words.token(figure.carries)
        yield Badge("token", "carried", name, words.say("scene.carries", token=name))
    for rule in dict.fromkeys(effect.rule for effect in effects):
        yield Badge("effect", "effect", words.thing(rule), summary(words, rule))


def _bound(words: Words, effect: Effect) -> str:
    """What binds a die that a rule gave: its use, the duty to use it, and how long it lasts."""
    part = words.library.records[effect.rule].places[effect.part]
    told = [summary(words, effect.rule)]
    told += [words.say("scene.must")] if ("must", True) in effect.keep else []
    told += [words.say("scene.only")] if "only" in part.lazy else []
    return " ".join((*told, *_lasting(words, effect)))


def _lasting(words: Words, effect: Effect) -> list[str]:
    """Until when an effect is in force, where people have a word for it."""
    moments = [(end.at, "next" if end.left > 1 else "this") for end in effect.ends if not end.window]
    told = [f"scene.until.{which}_{at}" for at, which in moments]
    return [words.say(key) for key in told if words.messages.has(key)][:1]


def _in_force(words: Words, figure: Figure, effects: Sequence[Effect]) -> Iterator[Note]:
    """Conditions and effects as lines of the card."""
    for condition in figure.conditions:
        rule = RULE_OF_CONDITION[condition]
        yield Note(words.say("scene.card.condition"), words.condition(condition), summary(words, rule), (rule,))
    for rule, effect in {effect.rule: effect for effect in effects}.items():
        text = " ".join((summary(words, rule), *_lasting(words, effect)))
        yield Note(words.say("scene.card.effect"), words.thing(rule), text, (rule,))


# --- in words ---------------------------------------------------------------------------------------------


def _aria(words: Words, figure: Figure, meters: Sequence[Meter], badges: Sequence[Badge], marks: Sequence[str]) -> str:
    """Everything a figure shows in one sentence, for those who do not see it."""
    where = words.at(figure.x, figure.y) if figure.status == TABLE else ""
    told: list[Value] = [words.say("scene.aria.who", name=words.who(figure.id), seat=words.seat(figure.company))]
    told += [words.say("scene.aria.at", at=where)] if where else []
    told += [words.say("scene.aria.up", z=figure.z)] if where and figure.z else []
    told += [words.say(f"scene.mark.{mark}") for mark in marks]
    told += [words.say("scene.aria.meter", label=m.label, now=m.now, full=m.full) for m in meters]
    dice = tuple(badge.label for badge in badges if badge.kind == "die")
    told.append(words.say("scene.aria.dice", dice=dice) if dice else words.say("scene.aria.no_dice"))
    told += [_counted(badge) for badge in badges if badge.kind != "die"]
    return f"{', '.join(map(str, told))}."


def _counted(badge: Badge) -> str:
    return f"{badge.label} {badge.count}" if badge.count else badge.label

"""Names and sentences of one language about one battle."""

from __future__ import annotations

from typing import Any, ClassVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.desk import Clock
from arbitro.content.deskview import DeskNote
from arbitro.content.speech import Naming
from arbitro.engine.events import EffectBegan, EffectEnded, Event, Rolled
from arbitro.engine.state import Effect
from arbitro.engine.tally import Tally
from arbitro.engine.values import Value
from arbitro.rulesets.pathfinder.content import Library, rules
from arbitro.rulesets.pathfinder.events import InitiativeRolled, Moved, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import (
    AbilityHurt,
    AttackRolled,
    BleedChanged,
    CheckMade,
    Hurt,
    ManoeuvreRolled,
    SaveMade,
    WardWorn,
)
from arbitro.rulesets.pathfinder.events_bonds import Mounted
from arbitro.rulesets.pathfinder.events_moving import Climbed, Fell
from arbitro.rulesets.pathfinder.events_rows import UNTOLD
from arbitro.rulesets.pathfinder.events_thrown import CornerAimed, Netted, Scattered, ShieldSet, WallBroken
from arbitro.rulesets.pathfinder.events_unseen import Pinpointed, SquareStruck
from arbitro.rulesets.pathfinder.metamagic import JOINED
from arbitro.rulesets.pathfinder.state import (
    ABILITIES,
    METRES_PER_SQUARE,
    UNARMED,
    Barrier,
    Battle,
    Creature,
    Item,
    Zone,
    name_of_square,
)
from arbitro.rulesets.pathfinder.walls import label_of

FIGURES = frozenset({"it", "actor", "target", "by", "bearer", "of", "who", "figure", "me", "mount", "carer"})
THINGS = frozenset({"ward", "form", "thing", "rule", "spell", "condition", "ability"})
WORDS = frozenset({"why", "what", "action", "save", "cause", "manoeuvre", "mode", "sort", "outcome"})
SQUARES = frozenset({"square", "at"})
LASTING = frozenset({"modify", "grant", "restrict", "fence"})
"""Verbs whose effects are told by themselves when they begin and end."""
VARIANTS = ("outcome", "why", "what", "winner", "action")


def initials(name: str) -> str:
    """Two letters of a name, or its first and its number.

    >>> initials("Valeria"), initials("Goblin 3"), initials("Scheletro umano 12")
    ('Va', 'G3', 'S12')
    """
    *_, last = name.split() or [""]
    return name[:1] + last if last.isdecimal() else name[:2]


class Words(Naming[Library, Battle]):
    """The words of a language; the state gives the names."""

    state: Battle
    library: Library
    joined: ClassVar[str] = JOINED

    @property
    def battle(self) -> Battle:
        """The battle that is told of."""
        return self.state

    def field(self, name: str) -> str:
        """What a field of a desk's command is called; abilities by their names."""
        return self.word("ability", name) if name in ABILITIES else super().field(name)

    def rules(self) -> Catalogue:
        """The rules of this game."""
        return rules()

    def wall(self, barrier: Barrier) -> str:
        """A wall of a spell, and where it stands."""
        return f"{self.thing(barrier.spell)} ({label_of(barrier)})"

    def arm(self, owner: Value, key: Value) -> str:
        """What somebody attacks with, by the name that answers give it."""
        text = str(key)
        for part in ("+", "/"):
            if part in text:
                return f" {part} ".join(self.arm(owner, one) for one in text.split(part))
        thing = text.partition("#")[0]
        if self.library.weapons.get(thing) is not None:
            return self.thing(thing)
        figure = self.battle.figures.get(owner)
        natural = f"{figure.profile}-{thing}" if figure is not None else ""
        if natural in self.library.weapons:
            return self.thing(natural)
        return self.word("choice", thing) or self.thing(thing if thing else UNARMED)

    # --- events

    def tell(self, event: Event) -> str:
        """What an event says; "" for those that only keep the books."""
        name = type(event).__name__
        facts = self.facts(event)
        variants = [str(getattr(event, field)) for field in VARIANTS if isinstance(getattr(event, field, None), str)]
        keys = [f"event.{name}.{v}" for v in (*self._forms(event), *variants) if v]
        return self.say_one_of([*keys, f"event.{name}.plain", f"event.{name}"], **facts)

    def facts(self, event: Event) -> dict[str, Any]:
        """The fields of an event as people read them."""
        facts: dict[str, Any] = {}
        for field in event.__struct_fields__:
            facts.update(self.fact(field, getattr(event, field)))
        if isinstance(event, AttackRolled | Hurt | CornerAimed | Scattered | SquareStruck) and event.weapon:
            facts["weapon"] = self.arm(event.actor, event.weapon)
        if isinstance(event, CornerAimed):
            facts["corner"] = name_of_square(event.corner)
        if isinstance(event, ShieldSet):
            facts["side"] = self.word("choice", event.side)
        if isinstance(event, WallBroken):
            facts["square"] = name_of_square(event.between[1])
        if isinstance(event, SquareStruck):
            facts["square"] = name_of_square(event.square)
        if isinstance(event, Scattered | Pinpointed):
            facts["at"] = name_of_square(event.at)
        if isinstance(event, Climbed | Fell):
            squares = event.z if isinstance(event, Climbed) else event.squares
            facts["height"] = self.say("card.metres", m=squares * METRES_PER_SQUARE)
        if isinstance(event, AbilityHurt):
            facts["amount"] = abs(event.amount)
        if isinstance(event, Moved):
            facts["square"] = name_of_square(event.path[-1])
        if "bonus" in event.__struct_fields__ and hasattr(event, "face"):
            facts["total"] = event.face + getattr(event.bonus, "value", 0)  # type: ignore[attr-defined]
        return facts

    def fact(self, field: str, value: Any) -> dict[str, Any]:
        """One field in words; nested records give their own fields."""
        if isinstance(value, Tally):
            return {field: value.value}
        if isinstance(value, Creature):
            return {field: self.name_of(value)}
        if isinstance(value, Clock | DeskNote):
            return {"text": value.text}
        if isinstance(value, Item):
            return {field: self.thing(value.thing), "thing": self.thing(value.thing)}
        if isinstance(value, Barrier):
            return {field: self.wall(value), "spell": self.thing(value.spell)}
        if isinstance(value, Zone):
            return {field: self.thing(value.spell), "spell": self.thing(value.spell)}
        if isinstance(value, Effect):
            return {"rule": self.thing(value.rule), "bearer": self.who(value.bearer)}
        if field == "seat" or (field in ("winner", "result") and value in self.battle.seats):
            return {field: self.seat(value)}
        if field in FIGURES or field in ("surprised", "order", "targets"):
            return {field: self.who(value), "n": len(value) if isinstance(value, tuple) else 1}
        if field == "ability":
            return {field: self.word("ability", value) or self.thing(value)}
        if field in THINGS:
            return {field: self.thing(value)}
        if field in WORDS and isinstance(value, str):
            return {field: self.word(field, value) or self.thing_or(value)}
        if field == "faces":
            return {field: tuple(str(face) for face in value)}
        return {field: value}

    def thing_or(self, word: str) -> str:
        """The name of something, or the word itself without its dashes."""
        name = self.library.name(word, self.lang)
        return name if name != word else word.replace("_", " ").replace("-", " ")

    def _forms(self, event: Event) -> list[str]:
        """Other shapes of a sentence that depend on what the event says."""
        found = []
        if untold(event):
            found = [f"quiet_{word}" for word in (getattr(event, "outcome", ""), _passed(event), "plain") if word]
        for field in ("passed", "surprise", "nonlethal", "temp", "moving", "step", "forced", "drain", "up", "held",
                      "surprised", "awake", "stable", "charge", "aware", "scorched", "tended", "carer",
                      "hit", "face", "dc", "crossing",
                      "rounds"):  # fmt: skip
            value = getattr(event, field, None)
            if value not in (None, "", 0, False, ()):
                found.append(field)
            elif value is not None:
                found.append(f"no_{field}")
        if isinstance(event, BleedChanged):
            found.append("amount" if event.amount else "no_amount")
        if isinstance(event, WardWorn):
            found.append("left" if event.left else "gone")
        if isinstance(event, Netted):
            sort = "web" if event.web else "net"
            found.append("held_by" if event.by else sort if event.net else f"no_{sort}")
        if isinstance(event, Rolled) and event.need is not None:
            found.insert(0, "need")
        if isinstance(event, AbilityHurt) and event.amount < 0:
            found.insert(0, "back")
        if isinstance(event, Hurt) and not event.actor:
            found.insert(0, "loss" if not event.nonlethal else "nonlethal_loss")
        if isinstance(event, OpportunityGiven) and event.moving:
            found.insert(0, "moving")
        if isinstance(event, Mounted) and event.why:
            found.insert(0, event.why)
        if isinstance(event, EffectBegan):
            found.insert(0, "waits" if self._untold(event.effect.rule, event.effect.part) else event.effect.rule)
        if isinstance(event, EffectEnded):
            found.insert(0, "waits" if self._untold(event.rule, event.part) else event.rule)
        return found

    def _untold(self, rule: str, place: str) -> bool:
        """Whether an effect goes without words: it is none yet, another event tells of it, or one beside it does.

        A condition, a zone or a wall says by itself that it is there; of several lines of a record the first is told.
        """
        record = self.library.records.get(rule)
        part = record.places.get(place) if record is not None else None
        if record is None or part is None:
            return False
        if part.verb not in LASTING:
            return True
        before, _, number = place.rpartition(".")
        earlier = (record.places.get(f"{before}.{n}") for n in range(int(number) if number.isdigit() else 0))
        return any(one is not None and one.verb in LASTING and one.when is None for one in earlier)

    # --- how somebody stands

    def condition_text(self, condition: str) -> str:
        """What a condition does."""
        shape = self.library.conditions.get(condition)
        return "" if shape is None else shape.text if self.lang == "it" else shape.text_en

    def ailments(self, figure: Creature) -> tuple[str, ...]:
        """Conditions in words, death and flight included."""
        if not figure.present:
            return (self.word("status", figure.status),)
        return tuple(self.thing(condition) for condition in figure.conditions)

    def saddle(self, figure: Creature) -> tuple[str, ...]:
        """On whom somebody rides, or whom it carries."""
        if not figure.present or not (figure.mount or figure.rider):
            return ()
        return (
            self.say("saddle.rides" if figure.mount else "saddle.carries", it=self.who(figure.mount or figure.rider)),
        )

    def in_turn(self, it: str) -> str:
        """Who acts: a mount by its rider, whose turn it shares."""
        rider = self.battle.figures[it].rider
        return self.say("saddle.mount", it=self.who(it), rider=self.who(rider)) if rider else self.who(it)

    def role(self, figure: Creature) -> str:
        """What somebody is: classes and levels, or its kind and challenge."""
        sheet = self.library.sheet(figure.profile)
        if sheet is None:
            return ""
        if sheet.classes:
            return ", ".join(f"{self.word('class', name, name)} {n}" for name, n in sheet.classes.items())
        return self.word("type", sheet.type, sheet.type.replace("_", " "))


def untold(event: Event) -> bool:
    """Whether an event was told without its numbers."""
    if isinstance(event, AttackRolled | ManoeuvreRolled | InitiativeRolled):
        return UNTOLD in (getattr(event, "ac", None), getattr(event, "cmd", None)) or (
            isinstance(event, InitiativeRolled) and not event.face
        )
    return isinstance(event, SaveMade | CheckMade) and not event.dc and not event.face


def _passed(event: Event) -> str:
    passed = getattr(event, "passed", None)
    return "" if passed is None else "passed" if passed else "no_passed"

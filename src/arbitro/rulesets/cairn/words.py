"""Names and sentences of one language about one evening."""

from __future__ import annotations

from typing import Any, ClassVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.deskevents import FigureSet
from arbitro.content.speech import Naming
from arbitro.engine.events import EffectBegan, Event, Rolled
from arbitro.engine.state import Effect
from arbitro.engine.tally import Tally
from arbitro.engine.values import Value
from arbitro.rulesets.cairn.content import Library, rules
from arbitro.rulesets.cairn.declare import JOIN
from arbitro.rulesets.cairn.events import (
    BlowPrepared,
    BlowsLanded,
    FatigueAdded,
    Hurt,
    Joined,
    MoraleTested,
    PlaceIs,
    ScarTaken,
    TurnLost,
    Warded,
)
from arbitro.rulesets.cairn.state import ATTRIBUTES, PC, PF, Creature, Encounter

FIGURES = frozenset({"it", "actor", "target", "by", "bearer", "of", "who", "figure"})
THINGS = frozenset({"thing", "weapon", "rule", "row", "mood"})
WORDS = frozenset({"attribute", "cause", "why", "what", "action", "need"})
QUIET = ("RoundBegan",)
VARIANTS = ("why", "what", "cause", "winner", "form")


class Words(Naming[Library, Encounter]):
    """The words of a language; the state gives the names."""

    state: Encounter
    library: Library
    joined: ClassVar[str] = JOIN

    def rules(self) -> Catalogue:
        """The rules of this game."""
        return rules()

    def field(self, name: str) -> str:
        """What a field of a command or of a creature is called; scores by their letters."""
        score = name.removesuffix("_max")
        if score in (PF, *ATTRIBUTES):
            return self.attribute(score) if score == name else self.say("desk.field.most", score=self.attribute(score))
        return super().field(name)

    def text(self, id: str) -> str:
        """What a record of the packs says of itself, "" if nothing."""
        shape = self.library.shape(id)
        if shape is None:
            return ""
        if getattr(shape, "spell", ""):
            shape = self.library.spells[shape.spell]
        return str(getattr(shape, "text", "") if self.lang == "it" else getattr(shape, "text_en", ""))

    def attribute(self, name: Value) -> str:
        """FOR, DES, VOL, PF as printed, or their English letters."""
        return self.word("attribute", name, str(name))

    # --- events

    def tell(self, event: Event) -> str:
        """What an event says; "" for those that only keep the books."""
        name = type(event).__name__
        if isinstance(event, Joined) and self.state.book is not None:  # whoever is seen "arrives" when it is named
            return (
                self.say("event.Joined.unseen", creature=self.name_of(event.creature)) if event.creature.hidden else ""
            )
        facts = self.facts(event)
        variants = [str(facts_key(event, field)) for field in VARIANTS if facts_key(event, field)]
        variants += self._forms(event)
        keys = [f"event.{name}.{variant}" for variant in variants] + [f"event.{name}.plain", f"event.{name}"]
        return self.say_one_of(keys, **facts)

    def facts(self, event: Event) -> dict[str, Any]:
        """The fields of an event as people read them."""
        facts: dict[str, Any] = {}
        for field in event.__struct_fields__:
            value = getattr(event, field)
            facts.update(self.fact(field, value))
        if isinstance(event, ScarTaken) and event.place:
            scar = self.library.scars[event.row]
            facts["place"] = (scar.places if self.lang == "it" else scar.places_en)[event.place - 1]
        if isinstance(event, MoraleTested):
            facts["band"] = self.seat(event.band.partition(":")[0])
        if isinstance(event, FigureSet):
            facts["field"] = self.field(event.field)
            if event.field == "status":
                facts["to"] = self.say_one_of((f"desk.state.{event.to}", f"desk.word.{event.to}"))
        if isinstance(event, FatigueAdded | MoraleTested) and event.rules:
            facts["rule"] = self.thing(event.rules[0])
        return facts

    def fact(self, field: str, value: Any) -> dict[str, Any]:
        """One field in words; nested records give their own fields."""
        if isinstance(value, Tally):
            return {field: value.value}
        if isinstance(value, Creature):
            return {field: self.name_of(value)}
        if isinstance(value, Effect):
            return {"rule": self.thing(value.rule), "bearer": self.who(value.bearer)}
        if hasattr(value, "__struct_fields__"):
            found: dict[str, Any] = {}
            for inner in value.__struct_fields__:
                found.update(self.fact(inner, getattr(value, inner)))
            return found
        if field in FIGURES and isinstance(value, str):
            return {field: self.who(value)}
        if field == "because":
            return {field: tuple(dict.fromkeys(map(self.thing, value)))}
        if field == "seat" or (field in ("winner", "result") and value in self.state.seats):
            return {field: self.seat(value)}
        if field in THINGS:
            return {field: self.thing(value)}
        if field == "condition":
            return {field: self.thing(value)}
        if field == "attribute":
            return {field: self.attribute(value)}
        if field in WORDS and isinstance(value, str):
            return {field: self.word(field, value, value.replace("_", " "))}
        if field == "plan" and isinstance(value, tuple):
            return {field: self.plan(value)}
        if field == "needs":
            return {field: tuple(self.word("need", need, need) for need in value)}
        if field == "faces":
            return {field: tuple(str(face) for face in value)}
        if field == "dice" and isinstance(value, tuple):
            return {field: tuple(f"d{sides}" for sides in value)}
        return {field: value}

    def plan(self, plan: tuple[Value, ...]) -> str:
        """What somebody declared: the action, with what, against whom."""
        told = []
        for part in plan:
            known = self.word("action", part) or self.word("choice", part)
            told.append(known or (self.who(part) if part in self.state.figures else self.thing(part)))
        return ", ".join(told)

    def _forms(self, event: Event) -> list[str]:
        """Other shapes of a sentence that depend on what the event says."""
        found = []
        for field in (
            "passed",
            "good",
            "full",
            "blast",
            "ever",
            "forza",
            "target",
            "by",
            "needs",
            "hour",
            "place",
            "over",
            "on",
        ):
            value = getattr(event, field, None)
            if value not in (None, "", 0, False, ()):
                found.append(field)
            elif value is not None:
                found.append(f"no_{field}")
        found = [*_special(event), *found]
        if isinstance(event, Rolled) and event.need is not None:
            found.insert(0, "need")
        if isinstance(event, EffectBegan) and "condition" in dict(event.effect.keep):
            found.insert(0, "quiet")
        return found

    # --- how somebody stands

    def ailments(self, figure: Creature) -> tuple[str, ...]:
        """Conditions in words, death and flight included."""
        if not figure.present:
            return (self.word("status", figure.status),)
        found = [self.thing(condition) for condition in figure.conditions]
        if figure.des <= 0:
            found.append(self.word("status", "paralysed"))
        if figure.vol < figure.least_will:
            found.append(self.word("status", "delirious"))
        return tuple(found)

    def role(self, figure: Creature) -> str:
        """What somebody is: a character, a hireling, a formation, a foe."""
        return self.word("kind", "formation" if figure.formation else figure.kind)

    def is_pc(self, figure: Creature) -> bool:
        """Whether a player plays it."""
        return figure.kind == PC


def _special(event: Event) -> list[str]:
    """Forms of a sentence that a single kind of event has, the fullest first."""
    if isinstance(event, BlowPrepared):
        return [event.blow.edge] if event.because else []
    if isinstance(event, BlowsLanded):
        return ["single"] if event.dice == 1 else []
    if isinstance(event, Hurt):
        if not event.pf and not event.forza:
            return ["discreet"]
        shielded = event.armour is not None and event.armour.value > 0
        return ["armour_forza" if event.forza else "armour"] if shielded else []
    if isinstance(event, Warded):
        return ["armour"] if event.armour is not None and event.armour.value > 0 and not event.by else []
    if isinstance(event, TurnLost):
        return ["panic"] if "CRN-PRC-04.2" in event.rules else []
    if isinstance(event, FatigueAdded):
        return ["because"] if event.rules and not event.rules[0].startswith("CRN-FAT") else []
    if isinstance(event, MoraleTested):
        return ["fearless"] if event.passed and event.rules and not event.rules[0].startswith("CRN-MOR") else []
    if isinstance(event, PlaceIs):
        return ["danger" if not event.safe else "dark" if not event.light else "safe"]
    return []


def facts_key(event: Event, field: str) -> Value:
    """A field of an event that chooses among forms of its sentence."""
    value = getattr(event, field, None)
    return value if isinstance(value, str) else None

"""A creature as far as it is known: what both readers fill in, and the record that comes of it."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, field

from arbitro.content.catalogue import fold
from arbitro.content.losses import NO_PLACE, Losses
from arbitro.rulesets.pathfinder.interchange.words import Names, natural, raw, table
from arbitro.rulesets.pathfinder.scenting import REACH
from arbitro.rulesets.pathfinder.shapes import Weapon
from arbitro.rulesets.pathfinder.sight import IN_DARK
from arbitro.rulesets.pathfinder.state import SIZE_MODIFIER, SIZES, ability_modifier

SECONDARY, MULTIATTACK = -5, -2  # PF-STD-13.1, PF-FEAT-04.1
QUICK = 4
"""What Improved Initiative adds."""
UNKNOWN = ("qui non c'è: non conta", "is not here: it does not count")
AS_NATURAL = (
    "non si sa da quale armatura venga: conta come armatura naturale, così la CA resta quella",
    "it is not said which armour it comes from: it counts as natural armour, so that AC stays the same",
)
FOUND_OTHERWISE = ("dal resto viene {right}: resta ciò che è scritto", "the rest makes {right}: what is written stays")
GIVEN_OTHERWISE = (
    "dal resto viene {right}, e in gioco conta quello",
    "the rest makes {right}, and in play that counts",
)
NEEDED = ("size", "scores", "hp", "level", "bab", "saves")
"""Without these there is no creature."""
_ALWAYS = ("hp", "bab", "level", "scores", "saves", "speeds")
_NOTHING: tuple[Any, ...] = (None, "", 0, False, [], {})
_USUAL: dict[str, tuple[Any, ...]] = {"legs": (2,), "size": ("media",), "space": (None,), "reach": (None,)}
"""What need not be written of a field."""


FOOT = 0.3  # metres, as the books count them
_USUAL_SIGHT = (("60", "ft"), ("18", "m"))
FAR = ("la distanza qui è quella solita", "the distance is the usual one here")


def said(words: tuple[str, str], **facts: object) -> tuple[str, str]:
    """Words in both languages with facts in them."""
    return words[0].format(**facts), words[1].format(**facts)


class Draft(Struct, kw_only=True):
    """What is known of a creature; None or empty is not known yet. ``parts``: of its AC, as they are printed."""

    name: str = ""
    cr: str = ""
    type: str = ""
    subtypes: list[str] = field(default_factory=list)
    alignment: str = ""
    size: str = ""
    long: bool = False
    classes: dict[str, int] = field(default_factory=dict)
    level: int = 0
    scores: dict[str, int | None] = field(default_factory=dict)
    hp: int | None = None
    bab: int | None = None
    saves: dict[str, int] = field(default_factory=dict)
    skills: dict[str, int] = field(default_factory=dict)
    initiative: int | None = None
    speeds: dict[str, float] = field(default_factory=dict)
    space: float | None = None
    reach: float | None = None
    parts: dict[str, int] = field(default_factory=dict)
    attacks: list[dict[str, Any]] = field(default_factory=list)
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    feats: list[str | dict[str, str]] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    casting: list[dict[str, Any]] = field(default_factory=list)
    senses: list[str] = field(default_factory=list)
    legs: int = 2
    reduction: int = 0
    reduction_but: list[str] = field(default_factory=list)
    resistances: dict[str, int] = field(default_factory=dict)
    immune: list[str] = field(default_factory=list)
    weak: list[str] = field(default_factory=list)
    regeneration: int = 0
    regeneration_but: list[str] = field(default_factory=list)
    fast_healing: int = 0
    spell_resistance: int = 0
    printed: dict[str, int] = field(default_factory=dict)
    printed_attacks: dict[str, int] = field(default_factory=dict)

    @property
    def missing(self) -> list[str]:
        """What is needed and not known."""
        return [name for name in NEEDED if getattr(self, name) in (None, "", 0, {}) and not self._zero(name)]

    def _zero(self, name: str) -> bool:
        return name == "bab" and self.bab == 0

    def modifier(self, ability: str) -> int:
        """An ability modifier."""
        score = self.scores.get(ability)
        return 0 if score is None else ability_modifier(score)

    @property
    def size_modifier(self) -> int:
        """What size adds to attacks and AC."""
        return SIZE_MODIFIER[SIZES.index(self.size)] if self.size else 0

    def has(self, feat: str, what: str = "") -> bool:
        """Whether a feat is among those read, taken for something."""
        return ({feat: what} if what else feat) in self.feats

    # --- what is added piece by piece

    def add_item(self, id_: str, **more: Any) -> None:
        """A thing; what is known of it already is kept."""
        known = self.items.setdefault(id_, {})
        for key, value in more.items():
            known[key] = max(known.get(key, 0), value)

    def add_feat(self, text: str, names: Names, losses: Losses, where: str) -> None:
        """A feat by its printed name: "Weapon Focus (bite)"."""
        name, _, what = re.sub(r"(?<=[a-zà-ù)])B\b", "", text).partition("(")
        id_ = names.feats.get(fold(name))
        if id_ is None:
            losses.add(where, text, UNKNOWN)
            return
        chooses = names.library.feats[id_].chooses
        for one in what.rstrip(") ").split(",") if chooses and what else ("",):
            chosen = self._chosen(one, chooses, names)
            if chooses and chosen is None:
                losses.add(where, text, UNKNOWN)
                continue
            feat: str | dict[str, str] = {id_: chosen} if chosen else id_
            if feat not in self.feats:
                self.feats.append(feat)

    def _chosen(self, what: str, chooses: str, names: Names) -> str | None:
        if chooses == "weapon":
            return natural().get(fold(what)) or names.thing(what)
        schools = {fold(spell.school): spell.school for spell in names.library.spells.values()}
        return schools.get(fold(what)) if chooses else None

    def add_ability(self, text: str, names: Names, losses: Losses, where: str) -> None:
        """A special ability by its printed name: "sneak attack +2d6", "grab"."""
        bare = re.sub(r"\((ex|su|sp|str|sop|mag)\)", "", text, flags=re.IGNORECASE).strip()
        sneak = re.fullmatch(r"(?:sneak attack|attacco furtivo) \+(\d)d6", bare.casefold())
        id_ = f"attacco-furtivo-{sneak[1]}" if sneak else names.abilities.get(fold(bare.partition("(")[0]))
        if id_ is None or id_ not in names.library.abilities:
            losses.add(where, text, UNKNOWN)
        elif id_ not in self.abilities:
            self.abilities.append(id_)

    def add_words(self, into: list[str], texts: list[str], names: str, losses: Losses, where: str) -> None:
        """Words of a table, each in our word for it."""
        for text in texts:
            far = re.search(r"\s+(\d+)\s*(ft|m)\.?$", text)
            ours = table(names).get(fold(text[: far.start()] if far else text))
            usual = not far or (far[1], far[2]) in _USUAL_SIGHT
            if far and ours in (*REACH, IN_DARK) and not usual:
                ours = f"{ours}:{float(far[1]) * (FOOT if far[2] == 'ft' else 1):g}"
            elif ours and not usual:
                losses.add(where, text, FAR)
            if ours is None:
                losses.add(where, text, UNKNOWN)
            elif ours not in into:
                into.append(ours)

    # --- what comes of it

    def record(self, id_: str, losses: Losses, names: Names, where: str) -> dict[str, Any]:
        """The record as it is written into a pack."""
        self._armour(losses, names, where)
        quick = QUICK * self.has("iniziativa-migliorata") + self.modifier("destrezza")
        more = 0 if self.initiative is None else self.initiative - quick
        if more:
            losses.add(f"{where}.initiative", self.initiative, said(FOUND_OTHERWISE, right=f"{quick:+d}"))
        made: dict[str, Any] = {"id": id_, "name": self.name, "name_en": self.name}
        fields = {
            "cr": self.cr, "type": self.type or "umanoide", "subtypes": self.subtypes, "alignment": self.alignment,
            "size": self.size, "long": self.long, "classes": self.classes, "level": self.level, "scores": self.scores,
            "hp": self.hp, "bab": self.bab, "saves": self.saves, "skills": self.skills, "initiative": more,
            "speeds": self.speeds or {"terra": 0}, "space": self.space, "reach": self.reach,
            "natural": max(0, self.parts.get("natural", 0)), "deflection": self.parts.get("deflection", 0),
            "dodge": max(0, self.parts.get("dodge", 0) - self.has("schivare")), "attacks": self.attacks,
            "items": [{"thing": thing, **more} if more else thing for thing, more in self.items.items()],
            "feats": self.feats, "abilities": self.abilities, "casting": self.casting, "senses": self.senses,
            "legs": self.legs, "reduction": self.reduction, "reduction_but": self.reduction_but,
            "resistances": self.resistances, "immune": self.immune, "weak": self.weak,
            "regeneration": self.regeneration, "regeneration_but": self.regeneration_but,
            "fast_healing": self.fast_healing, "spell_resistance": self.spell_resistance,
            "printed": {**self.printed, **({"attacks": self.printed_attacks} if self.printed_attacks else {})},
        }  # fmt: skip
        return {
            **made,
            **{key: value for key, value in fields.items() if key in _ALWAYS or value not in _USUAL.get(key, _NOTHING)},
        }

    def _armour(self, losses: Losses, names: Names, where: str) -> None:
        """Armour and shields that are worn give what is printed of them; the rest stands as natural armour."""
        armours = names.library.armours
        for part, shield in (("armour", False), ("shield", True)):
            worn = sum(
                armours[thing].bonus + more.get("bonus", 0)
                for thing, more in self.items.items()
                if thing in armours and (armours[thing].type in ("shield", "tower")) == shield
            )
            rest = self.parts.get(part, 0) - worn
            if rest and part in self.parts:
                losses.add(f"{where}.ac", f"{rest:+d} {part}", AS_NATURAL)
                self.parts["natural"] = self.parts.get("natural", 0) + rest

    def strike(self, attack: dict[str, Any], bonus: int | None, losses: Losses, where: str) -> None:
        """An attack with the body: primary or secondary by its printed bonus."""
        if self.has("critico-migliorato", attack["id"]) and bonus is not None:
            low = 21 - (21 - attack.pop("threat", 20)) // 2
            attack |= {"threat": low} if low < 20 else {}
        if bonus is not None:
            best = self.modifier("forza")
            if self.has("arma-accurata") or self.scores.get("forza") is None:
                best = max(best, self.modifier("destrezza"))
            right = (self.bab or 0) + best + self.size_modifier + self.has("arma-focalizzata", attack["id"])
            less = bonus - right
            if less in (SECONDARY, MULTIATTACK if self.has("multiattacco") else SECONDARY):
                attack["primary"] = False
            elif less:
                losses.add(where, f"{bonus:+d}", said(GIVEN_OTHERWISE, right=f"{right:+d}"))
            self.printed_attacks[attack["id"]] = bonus
        if any(known["id"] == attack["id"] for known in self.attacks):
            losses.add(where, attack["name_en"], NO_PLACE)
            return
        self.attacks.append(attack)


def body_attack(id_: str) -> dict[str, Any]:
    """The record of an attack with the body, without its numbers."""
    row = raw()["natural"][id_]
    made = {"id": id_, "name": row["name"], "name_en": row["name_en"], "types": list(row["types"])}
    return {**made, "both": True} if row.get("both") else made


def ranged(weapon: Weapon) -> bool:
    """Whether a weapon is for shooting or throwing only."""
    return weapon.projectile or (weapon.thrown and weapon.group == "ranged")

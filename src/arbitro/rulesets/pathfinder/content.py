"""Content packs of Pathfinder: the checks between their records, and the compiled records (shapes: `shapes`)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import ContentError, Lang, Problem, raise_if_any
from arbitro.content.lasting import lasting
from arbitro.content.marked import active_of, compiled, compiled_all, unknown
from arbitro.content.packs import Content, merge, read_pack
from arbitro.engine.records import Record
from arbitro.rulesets.pathfinder.guises import guises
from arbitro.rulesets.pathfinder.shapes import (
    KINDS,
    RECORD_KINDS,
    Ability,
    Armour,
    Condition,
    Core,
    Feat,
    Item,
    Load,
    Quality,
    Race,
    Sheet,
    Spell,
    Weapon,
    aimed,
)
from arbitro.rulesets.pathfinder.verbs import DAMAGE_TYPES
from arbitro.rulesets.pathfinder.vocabulary import ACTIONS, BARRED, IMMUNITIES, VOCABULARY

HERE = Path(__file__).parent
BOOK = HERE / "content" / "book"
REMEMBERED = 4096
_ACTS = {"all": 4, "one": 3, "move": 2, "mind": 1, "none": 0}


class Together(Struct, frozen=True):
    """What several conditions come to: all their names, their records, what one can do at all, who bars what."""

    names: tuple[str, ...]
    shapes: tuple[Condition, ...]
    acts: str
    bars: dict[str, str]


class Library(Struct):
    """Everything the packs in play hold; ``weapons`` has natural attacks too, ``sheets`` monsters and characters."""

    content: Content
    records: dict[str, Record]
    weapons: dict[str, Weapon]
    armours: dict[str, Armour]
    items: dict[str, Item]
    qualities: dict[str, Quality]
    conditions: dict[str, Condition]
    feats: dict[str, Feat]
    abilities: dict[str, Ability]
    monsters: dict[str, Sheet]
    characters: dict[str, Sheet]
    spells: dict[str, Spell]
    races: dict[str, Race]
    loads: dict[str, Load]
    core: dict[str, Core]
    active: frozenset[str]
    """Records that do something by themselves or at a moment: only these need to be borne."""
    closures: dict[str, tuple[str, ...]]
    """A condition and all that it brings with it."""
    guises: dict[str, Sheet] = {}
    """Creatures in shapes that they can take, by the ids of those sheets (see `guises`)."""
    met: dict[tuple[str, ...], Together] = {}
    """What conditions come to that were met with so far (see `together`)."""
    given: dict[str, tuple[Sheet, frozenset[str]]] = {}
    """What sheets give that were asked for so far (see `gifts`)."""
    turns: dict[tuple[str, str], tuple[Sheet, tuple[tuple[int, str], ...]]] = {}
    """Into what a sheet's list turns its spells, as far as it was asked for (see `spellbook.turned_into`)."""

    def together(self, own: tuple[str, ...]) -> Together:
        """What conditions come to: with those that they bring along, without what a worse one outdoes."""
        known = self.met.get(own)
        if known is None:
            if len(self.met) > REMEMBERED:
                self.met.clear()
            known = self.met[own] = self._together(own)
        return known

    def _together(self, own: tuple[str, ...]) -> Together:
        found = dict.fromkeys(more for one in own for more in self.closures.get(one, (one,)))
        outdone = {less for one in found if one in self.conditions for less in self.conditions[one].outdoes}
        names = tuple(one for one in found if one not in outdone)
        shapes = tuple(self.conditions[one] for one in names if one in self.conditions)
        bars = {what: shape.id for shape in reversed(shapes) for what in shape.bars}
        acts = min((shape.acts for shape in shapes), key=_ACTS.__getitem__, default="all")
        return Together(names, shapes, acts, bars)

    def thing(self, id: str) -> Any:
        """A weapon, armour or item; None for what is none."""
        return self.weapons.get(id) or self.armours.get(id) or self.items.get(id)

    def sheet(self, id: str) -> Sheet | None:
        """A monster or a ready character."""
        return self.monsters.get(id) or self.characters.get(id) or self.guises.get(id)

    def gifts(self, id: str) -> frozenset[str]:
        """The names of all feats and special abilities of a monster or a ready character."""
        sheet, known = self.sheet(id), self.given.get(id)
        if sheet is None:
            return frozenset()
        if known is None or known[0] is not sheet:
            names = (one for feat in sheet.feats for one in ((feat,) if isinstance(feat, str) else feat))
            known = self.given[id] = sheet, frozenset((*names, *sheet.abilities))
        return known[1]

    def shape(self, id: str) -> Any:
        """Whatever has this id, None if nothing has it."""
        for kind in KINDS:
            found = getattr(self, kind).get(id)
            if found is not None:
                return found
        return self.guises.get(id)

    def name(self, id: str, lang: Lang) -> str:
        """The name of anything in the packs, its id if there is none."""
        found = self.shape(id)
        if found is None or not hasattr(found, "name"):
            return id
        return str(found.name if lang == "it" else found.name_en)


def read_library(folders: Iterable[Path]) -> Library:
    """Read, check and compile packs (the built-in one must be among them, or others like it).

    Raises:
        ContentError: with every fault found, each with file, line, what was expected, and a near match.
    """
    content = merge([read_pack(Path(folder), KINDS) for folder in folders])
    tables = content.records
    sheets = (*tables["monsters"].values(), *tables["characters"].values())
    shapes = guises(tables["monsters"], sheets)
    weapons = {**tables["weapons"], **_natural((*sheets, *shapes.values()))}
    problems = _references(content, weapons)
    borne = {kind: weapons if kind == "weapons" else tables[kind] for kind in RECORD_KINDS}
    records, faults = compiled_all(content, borne, lambda _, shape: compile_record(shape))
    raise_if_any([*problems, *faults])
    rest: dict[str, Any] = {kind: tables[kind] for kind in KINDS if kind != "weapons"}
    closures = {id_: _closure(id_, tables["conditions"]) for id_ in tables["conditions"]}
    return Library(
        content=content, records=records, weapons=weapons | _aimed(tables) | _flasks(tables), active=active_of(records),
        closures=closures, guises=shapes, **rest,
    )  # fmt: skip


@lasting
def built_in() -> Library:
    """The pack that comes with Arbitro."""
    return read_library((BOOK,))


@lasting
def rules() -> Catalogue:
    """The rule catalogue of the game."""
    return Catalogue.of_game(HERE / "rules.yaml")


def compile_record(shape: Any) -> Record:
    """A record of a pack, compiled. Raises RecordError where its lines are wrong."""
    return compiled(VOCABULARY, shape, type(shape).__name__.lower())


def _natural(sheets: Iterable[Sheet]) -> dict[str, Weapon]:
    """What creatures attack with by nature, as weapons called after them: ``lupo-morso``."""
    made: dict[str, Weapon] = {}
    for sheet in sheets:
        for attack in (*sheet.attacks, *sheet.hind):
            id_ = f"{sheet.id}-{attack.id}"
            made[id_] = Weapon(
                id=id_, name=attack.name, name_en=attack.name_en, rule="PF-STD-10", group="natural",
                damage=attack.damage, damage_small=attack.damage, types=attack.types, both=attack.both,
                threat=attack.threat, multiplier=attack.multiplier, extra=attack.extra, extra_type=attack.extra_type,
                count=attack.count, primary=attack.primary, reach=attack.reach, touch=attack.touch, hits=attack.hits,
            )  # fmt: skip
    return made


def _aimed(tables: dict[str, dict[str, Any]]) -> dict[str, Weapon]:
    """Touches and rays of spells, as weapons called after them (PF-SPL-14)."""
    return {
        aimed(spell.id): Weapon(id=aimed(spell.id), name=spell.name, name_en=spell.name_en, rule="PF-SPL-14",
                                group="natural", damage="0", types=[], touch=True)
        for spell in tables["spells"].values() if spell.aim.kind in ("touch", "ray")
    }  # fmt: skip


def _flasks(tables: dict[str, dict[str, Any]]) -> dict[str, Weapon]:
    """Splash weapons, as weapons called after them: a ranged touch, for which Strength is no help (PF-SPW-01)."""
    return {
        item.id: Weapon(id=item.id, name=item.name, name_en=item.name_en, rule=item.rule, group="ranged",
                        damage=item.splash, damage_small=item.splash, types=[item.splash_type], range=item.range,
                        thrown=True, touch=True, strength="none", splash=item.splash_around, only=item.only,
                        price=item.price, weight=item.weight)
        for item in tables["items"].values() if item.splash
    }  # fmt: skip


def _closure(id_: str, conditions: dict[str, Condition]) -> tuple[str, ...]:
    """A condition and, nearest first, all that it brings with it."""
    found, todo = [id_], [id_]
    while todo:
        for more in conditions[todo.pop(0)].implies:
            if more in conditions and more not in found:
                found.append(more)
                todo.append(more)
    return tuple(found)


def _references(content: Content, weapons: dict[str, Weapon]) -> list[Problem]:
    """Ids that one record names and no pack holds."""
    found: list[Problem] = []
    tables = content.records
    metamagic = [id_ for id_, feat in tables["feats"].items() if feat.raises]

    def look(kind: str, id_: str, path: tuple[Any, ...], wanted: str, *known: Any) -> None:
        found.extend(unknown(content.sources[kind][id_], path, wanted, {name for one in known for name in one}))

    for kind in ("monsters", "characters"):
        for id_, sheet in tables[kind].items():
            for i, item in enumerate(sheet.items):
                thing = item if isinstance(item, str) else item.thing
                look(kind, id_, ("items", i), thing, weapons, tables["armours"], tables["items"])
                for quality in () if isinstance(item, str) else item.qualities:
                    look(kind, id_, ("items", i, "qualities"), quality, tables["qualities"])
            for i, feat in enumerate(sheet.feats):
                for name in (feat,) if isinstance(feat, str) else feat:
                    look(kind, id_, ("feats", i), name, tables["feats"])
            for i, form in enumerate(sheet.forms):
                look(kind, id_, ("forms", i), form, tables["monsters"])
            for i, ability in enumerate(sheet.abilities):
                look(kind, id_, ("abilities", i), ability, tables["abilities"])
            for i, attack in enumerate(sheet.attacks):
                for ability in attack.hits:
                    look(kind, id_, ("attacks", i, "hits"), ability, tables["abilities"])
            for i, immunity in enumerate(sheet.immune):
                look(kind, id_, ("immune", i), immunity, DAMAGE_TYPES, IMMUNITIES, tables["conditions"])
            for type_ in sheet.resistances:
                look(kind, id_, ("resistances", type_), type_, DAMAGE_TYPES)
            for i, type_ in enumerate(sheet.weak):
                look(kind, id_, ("weak", i), type_, DAMAGE_TYPES)
            for i, casting in enumerate(sheet.casting):
                for word in (*casting.prepared, *casting.known, *casting.uses):
                    spell, *changed_by = word.split("+")
                    for feat in changed_by:
                        look(kind, id_, ("casting", i), feat, metamagic)
                    look(kind, id_, ("casting", i), spell, tables["spells"])
    for id_, condition in tables["conditions"].items():
        for i, more in enumerate((*condition.implies, *condition.outdoes)):
            look("conditions", id_, ("implies", i), more, tables["conditions"])
        for field in ("again", "becomes"):
            if getattr(condition, field):
                look("conditions", id_, (field,), getattr(condition, field), tables["conditions"])
        for i, barred in enumerate(condition.bars):
            look("conditions", id_, ("bars", i), barred, ACTIONS, BARRED)
        for i, immunity in enumerate(condition.stopped_by):
            look("conditions", id_, ("stopped_by", i), immunity, IMMUNITIES)
    for id_, item in tables["items"].items():
        for spell in (*item.spells, *((item.spell,) if item.spell else ())):
            look("items", id_, ("spell",), spell, tables["spells"])
    for id_, spell in tables["spells"].items():
        for i, called in enumerate(spell.calls):
            look("spells", id_, ("calls", i), called, tables["monsters"])
    return found


__all__ = ["BOOK", "KINDS", "ContentError", "Library", "built_in", "compile_record", "read_library", "rules"]

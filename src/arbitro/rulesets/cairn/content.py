"""Content packs of Cairn: their shapes, the checks between them, and the compiled records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import ContentError, Lang, Problem, raise_if_any
from arbitro.content.lasting import lasting
from arbitro.content.marked import Described, Natural, active_of, compiled, compiled_all, unknown
from arbitro.content.packs import Content, merge, read_pack
from arbitro.content.shape import Record as Shape
from arbitro.engine.records import Record
from arbitro.rulesets.cairn.vocabulary import VOCABULARY

HERE = Path(__file__).parent
BOOK = HERE / "content" / "book"
Score = Annotated[int, Meta(ge=0, le=60)]
Sides = Literal[2, 3, 4, 6, 8, 10, 12, 20]
BOOK_OF, SCROLL_OF, GIFT_OF = "libro-", "pergamena-", "dono-"
"""A spellbook, a scroll, and a spell that a creature has at will are called after their spell."""


class Attack(Shape, frozen=True, kw_only=True):
    """The numbers of an attack: ``dice`` of which the highest counts; ``area``: how many a blast hits, 0 if unclear."""

    dice: Annotated[list[Sides], Meta(min_length=1, max_length=6)]
    ranged: bool = False
    blast: bool = False
    area: Natural = 0
    pierce: bool = False
    tags: list[str] = []


class NaturalAttack(Attack, frozen=True, kw_only=True):
    """An attack that a creature has by nature."""

    id: str
    name: str
    name_en: str


class Thing(Described, frozen=True, kw_only=True):
    """Something one can have. ``doses`` are its uses, ``charges`` come back by its ``recharge``; ``price`` in gold.

    ``plus``: its armour adds to what else is worn; ``carries``: slots it adds; ``no_save``: using it needs no action of
    its own (nothing has this now).
    """

    type: Literal[
        "weapon", "attack", "armour", "shield", "gear", "book", "scroll", "gift", "relic", "carrier", "service"
    ] = "gear"
    dice: Annotated[list[Sides], Meta(max_length=6)] = []
    hands: Annotated[int, Meta(ge=0, le=2)] = 1
    ranged: bool = False
    blast: bool = False
    area: Natural = 0
    pierce: bool = False
    bulky: bool = False
    petty: bool = False
    doses: Natural = 0
    charges: Natural = 0
    recharge: str = ""
    recharge_en: str = ""
    price: Natural | None = None
    armour: Annotated[int, Meta(ge=0, le=3)] = 0
    plus: bool = False
    carries: Natural = 0
    slow: bool = False
    tags: list[str] = []
    spell: str = ""

    @property
    def slots(self) -> int:
        """How many slots it takes (CRN-INV-01.3, CRN-INV-03)."""
        return 0 if self.petty else 2 if self.bulky else 1


class Spell(Described, frozen=True, kw_only=True):
    """One of the hundred spells; ``d100`` is its place in the list."""

    d100: Annotated[int, Meta(ge=1, le=100)]


class Monster(Described, frozen=True, kw_only=True):
    """A creature one may meet; a ``twin`` that goes along with somebody has that one's scores and PF."""

    pf: Natural
    forza: Score
    des: Score
    vol: Score
    armour: Annotated[int, Meta(ge=0, le=3)] = 0
    formation: bool = False
    leader: bool = False
    twin: bool = False
    attacks: list[NaturalAttack] = []
    items: list[str] = []
    spells: list[str] = []
    tags: list[str] = []


class Row(Shape, frozen=True, kw_only=True):
    """One row of a background's table: what it says, and what it gives."""

    text: str
    text_en: str
    items: list[str] = []
    coins: Natural = 0
    pf_die: Annotated[int, Meta(ge=0, le=12)] = 0
    marks: list[str] = []
    companion: str = ""
    bond: bool = False
    omen: bool = False


class Background(Shape, frozen=True, kw_only=True):
    """Where a character comes from: its things, and two tables of six rows."""

    id: str
    name: str
    name_en: str
    rule: str
    d20: Annotated[int, Meta(ge=1, le=20)]
    names: list[str]
    items: list[str]
    first: Annotated[list[Row], Meta(min_length=6, max_length=6)]
    second: Annotated[list[Row], Meta(min_length=6, max_length=6)]
    bonds: Annotated[int, Meta(ge=1, le=3)] = 1
    omen: bool = False


class Bond(Described, frozen=True, kw_only=True):
    """A tie that a character begins with."""

    d20: Annotated[int, Meta(ge=1, le=20)]
    items: list[str] = []
    coins: Natural = 0


class Omen(Shape, frozen=True, kw_only=True):
    """A sign of what is to come: a story, no numbers."""

    id: str
    d20: Annotated[int, Meta(ge=1, le=20)]
    text: str
    text_en: str


class Trait(Shape, frozen=True, kw_only=True):
    """One of the eight tables of traits, ten words each."""

    id: str
    name: str
    name_en: str
    words: Annotated[list[str], Meta(min_length=10, max_length=10)]
    words_en: Annotated[list[str], Meta(min_length=10, max_length=10)]


class Role(Shape, frozen=True, kw_only=True):
    """What a hireling is hired for, what it costs a day, and what it brings."""

    id: str
    name: str
    name_en: str
    wage: Natural
    items: list[str] = []


class Scar(Described, frozen=True, kw_only=True):
    """A row of the scars: how many PF were lost, and the words for where it may be."""

    lost: Annotated[int, Meta(ge=1, le=12)]
    places: list[str] = []
    places_en: list[str] = []


class Condition(Described, frozen=True, kw_only=True):
    """What a condition does while it lasts."""


class Mood(Shape, frozen=True, kw_only=True):
    """How strangers may react to the party: from 2d6 ``lo`` to ``hi``."""

    id: str
    name: str
    name_en: str
    lo: Annotated[int, Meta(ge=2, le=12)]
    hi: Annotated[int, Meta(ge=2, le=12)]


class Mark(Described, frozen=True, kw_only=True):
    """Something that a background or a bond made of its bearer."""


KINDS: dict[str, type[Any]] = {
    "things": Thing,
    "spells": Spell,
    "monsters": Monster,
    "backgrounds": Background,
    "bonds": Bond,
    "omens": Omen,
    "traits": Trait,
    "roles": Role,
    "scars": Scar,
    "conditions": Condition,
    "moods": Mood,
    "marks": Mark,
}
"""Kinds of records in packs of Cairn, and the files they stand in."""
_RECORD_KINDS = ("things", "spells", "monsters", "bonds", "scars", "conditions", "marks")


class Library(Struct):
    """Everything the packs in play hold; ``things`` has books, scrolls, gifts and natural attacks too."""

    content: Content
    records: dict[str, Record]
    things: dict[str, Thing]
    spells: dict[str, Spell]
    monsters: dict[str, Monster]
    backgrounds: dict[str, Background]
    bonds: dict[str, Bond]
    omens: dict[str, Omen]
    traits: dict[str, Trait]
    roles: dict[str, Role]
    scars: dict[str, Scar]
    conditions: dict[str, Condition]
    moods: dict[str, Mood]
    marks: dict[str, Mark]
    active: frozenset[str]
    """Records that do something by themselves or at a moment: only these need to be borne."""

    def shape(self, id: str) -> Any:
        """Whatever has this id, None if nothing has it."""
        for name in ("things", "spells", "monsters", "scars", "conditions", "bonds", "marks", "backgrounds", "roles",
                     "moods", "omens", "traits"):  # fmt: skip
            found = getattr(self, name).get(id)
            if found is not None:
                return found
        return None

    def name(self, id: str, lang: Lang) -> str:
        """The name of anything in the packs, its id if there is none."""
        found = self.shape(id)
        if found is None or not hasattr(found, "name"):
            return id
        return str(found.name if lang == "it" else found.name_en)

    def thing(self, id: str) -> Thing:
        """A thing by its id."""
        return self.things[id]


def read_library(folders: Iterable[Path]) -> Library:
    """Read, check and compile packs (the built-in one must be among them, or others like it).

    Raises:
        ContentError: with every fault found, each with file, line, what was expected, and a near match.
    """
    content = merge([read_pack(Path(folder), KINDS) for folder in folders])
    tables = content.records
    things = {**tables["things"], **_derived(tables)}
    problems = _references(content, things)
    borne = {kind: things if kind == "things" else tables[kind] for kind in _RECORD_KINDS}
    records, faults = compiled_all(content, borne, lambda _, shape: compile_record(shape))
    raise_if_any([*problems, *faults])
    rest = {kind: tables[kind] for kind in KINDS if kind != "things"}
    return Library(content=content, records=records, things=things, active=active_of(records), **rest)


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


def _derived(tables: dict[str, dict[str, Any]]) -> dict[str, Thing]:
    """Things that other records stand for: books and scrolls of spells, and what creatures attack with."""
    made: dict[str, Thing] = {}
    for spell in tables["spells"].values():
        made[BOOK_OF + spell.id] = Thing(
            id=BOOK_OF + spell.id, name=f"Libro: {spell.name}", name_en=f"Spellbook: {spell.name_en}",
            rule="CRN-SPB-01", type="book", hands=2, spell=spell.id,
        )  # fmt: skip
        made[SCROLL_OF + spell.id] = Thing(
            id=SCROLL_OF + spell.id, name=f"Pergamena: {spell.name}", name_en=f"Scroll: {spell.name_en}",
            rule="CRN-SCRL-01", type="scroll", hands=2, petty=True, doses=1, spell=spell.id,
        )  # fmt: skip
        made[GIFT_OF + spell.id] = Thing(
            id=GIFT_OF + spell.id, name=spell.name, name_en=spell.name_en, rule="CRN-SPL-01", type="gift", hands=0,
            petty=True, spell=spell.id,
        )  # fmt: skip
    for monster in tables["monsters"].values():
        for attack in monster.attacks:
            data = msgspec.structs.asdict(attack)
            id_ = f"{monster.id}-{attack.id}"
            made[id_] = Thing(**{**data, "id": id_, "type": "attack", "hands": 0, "petty": True})
    return made


def _references(content: Content, things: dict[str, Thing]) -> list[Problem]:
    """Ids that one record names and no pack holds."""
    found: list[Problem] = []
    tables = content.records

    def look(kind: str, id_: str, path: tuple[Any, ...], wanted: str, known: Any) -> None:
        found.extend(unknown(content.sources[kind][id_], path, wanted, known))

    for kind in ("monsters", "roles", "bonds", "backgrounds"):
        for id_, shape in tables[kind].items():
            for i, item in enumerate(shape.items):
                look(kind, id_, ("items", i), item, things)
    for id_, monster in tables["monsters"].items():
        for i, spell in enumerate(monster.spells):
            look("monsters", id_, ("spells", i), spell, tables["spells"])
    for id_, background in tables["backgrounds"].items():
        for table in ("first", "second"):
            for n, row in enumerate(getattr(background, table)):
                for i, item in enumerate(row.items):
                    look("backgrounds", id_, (table, n, "items", i), item, things)
                for i, mark in enumerate(row.marks):
                    look("backgrounds", id_, (table, n, "marks", i), mark, tables["marks"])
                if row.companion:
                    look("backgrounds", id_, (table, n, "companion"), row.companion, tables["monsters"])
    return found


__all__ = ["BOOK", "KINDS", "ContentError", "Library", "built_in", "compile_record", "read_library", "rules"]

"""The form on which a character is changed: its fields, what may stand in them, and their values as a file's row.

Called by `characters`. Nothing is judged here: whatever somebody typed goes into the row, and `charfile` says what of
it cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from arbitro.content.characters import Pickable, SheetField
from arbitro.content.errors import Lang
from arbitro.rulesets.cairn.charfile import FIELDS, Row, called
from arbitro.rulesets.cairn.content import Library, Thing
from arbitro.rulesets.cairn.sheetwords import attribute, need, say
from arbitro.rulesets.cairn.state import ATTRIBUTES, HIRELING, PC, PF

SCORES = (*ATTRIBUTES, PF)
NEEDS = ("cibo", "riposo", "acqua", "calore")
TRAITS = "traits"
LISTS = ("items", "conditions", "needs", "scars", "bonds", "omens", "marks")
"""Fields that hold several entries."""
NUMBERS = ("age", "coins", "fatigue")
TEXTS = ("name", "notes")
OF = "of"
"""The key of an entry's own id."""
HIGHEST, MOST_AGE, MOST_COINS, MOST_FATIGUE, MOST_USES = 18, 1_000, 10_000, 10, 99
"""What the form offers at most; what a file may hold stands with its shape."""


def fields(library: Library, lang: Lang) -> tuple[SheetField, ...]:
    """Every field of a character, in order."""
    return (
        *_who(library, lang),
        *_scores(lang),
        *_things(library, lang),
        *_state(library, lang),
        *_self(library, lang),
    )


def _field(key: str, kind: str, group: str, lang: Lang, **more: Any) -> SheetField:
    return SheetField(
        key=key, kind=kind, label=say(lang, f"form.{key}"), group=say(lang, f"form.group.{group}"), **more
    )


def _who(library: Library, lang: Lang) -> Iterable[SheetField]:
    yield _field("name", "text", "who", lang, highest=80)
    kinds = [
        Pickable(value=PC, label=say(lang, "sheet.pc")),
        Pickable(value=HIRELING, label=say(lang, "sheet.hireling")),
    ]
    yield _field("kind", "choice", "who", lang, options=tuple(kinds))
    known = _named(library, library.backgrounds, lang)
    yield _field("background", "choice", "who", lang, options=known, optional=True)
    yield _field("age", "number", "who", lang, highest=MOST_AGE)


def _scores(lang: Lang) -> Iterable[SheetField]:
    group = say(lang, "sheet.scores")
    for name in SCORES:
        label = attribute(name, lang)
        yield SheetField(key=name, kind="number", label=label, group=group, most=f"{name}_max", highest=HIGHEST)
        most = say(lang, "form.most", name=label)
        yield SheetField(key=f"{name}_max", kind="number", label=most, group=group, lowest=1, highest=HIGHEST)


def _things(library: Library, lang: Lang) -> Iterable[SheetField]:
    yield _field("coins", "number", "things", lang, highest=MOST_COINS)
    yield _field("fatigue", "number", "things", lang, highest=MOST_FATIGUE)
    carriers = tuple(id_ for id_, thing in library.things.items() if thing.carries)
    parts = (
        SheetField(key="uses", kind="number", label=say(lang, "form.uses"), highest=MOST_USES),
        SheetField(key="charges", kind="number", label=say(lang, "form.charges"), highest=MOST_USES),
        SheetField(key="worn", kind="check", label=say(lang, "form.worn")),
        SheetField(key="on", kind="place", label=say(lang, "form.carried_on"), options=_named(library, carriers, lang)),
        SheetField(key="note", kind="text", label=say(lang, "form.note"), highest=200),
    )
    things = [
        _thing(thing, library, lang) for thing in library.things.values() if thing.type not in ("attack", "service")
    ]
    yield _field("items", "list", "things", lang, options=tuple(things), parts=parts)


def _thing(thing: Thing, library: Library, lang: Lang) -> Pickable:
    said = ["+".join(say(lang, "sheet.die", sides=sides) for sides in thing.dice)]
    if thing.armour:
        said.append(say(lang, "sheet.armour_plus" if thing.plus else "sheet.armour_of", n=thing.armour))
    said.append(say(lang, "form.slots", n=thing.slots))
    if thing.price is not None:
        said.append(say(lang, "form.price", n=thing.price))
    has = {"uses": thing.doses, "charges": thing.charges, "worn": thing.type == "armour", "on": True, "note": True}
    parts = tuple(part for part, there in has.items() if there)
    return Pickable(value=thing.id, label=library.name(thing.id, lang), hint=", ".join(filter(None, said)), parts=parts)


def _state(library: Library, lang: Lang) -> Iterable[SheetField]:
    yield _field("conditions", "list", "state", lang, options=_named(library, library.conditions, lang))
    yield _field("needs", "list", "state", lang, options=tuple(Pickable(value=n, label=need(n, lang)) for n in NEEDS))
    yield _field("scars", "list", "state", lang, options=tuple(_scars(library, lang)))


def _scars(library: Library, lang: Lang) -> Iterable[Pickable]:
    """A scar, or where it may be anywhere of several, each of its places."""
    for id_, scar in library.scars.items():
        places = scar.places if lang == "it" else scar.places_en
        hint = scar.text if lang == "it" else scar.text_en
        for place, word in enumerate(places, 1) if places else [(0, "")]:
            label = f"{library.name(id_, lang)}: {word}" if word else library.name(id_, lang)
            yield Pickable(value=f"{id_}:{place}", label=label, hint=hint)


def _self(library: Library, lang: Lang) -> Iterable[SheetField]:
    group = say(lang, "form.group.self")
    for id_, trait in library.traits.items():
        words = trait.words if lang == "it" else trait.words_en
        options = tuple(Pickable(value=face, label=word) for face, word in enumerate(words, 1))
        yield SheetField(
            key=f"{TRAITS}.{id_}", kind="choice", label=library.name(id_, lang), group=group, options=options
        )
    yield _field("bonds", "list", "self", lang, options=_named(library, library.bonds, lang))
    told = tuple(Pickable(value=o.id, label=o.text if lang == "it" else o.text_en) for o in library.omens.values())
    yield _field("omens", "list", "self", lang, options=told)
    yield _field("marks", "list", "self", lang, options=_named(library, library.marks, lang))
    yield _field("notes", "long", "self", lang, highest=2000)


def _named(library: Library, ids: Iterable[str], lang: Lang) -> tuple[Pickable, ...]:
    """Records by name; what else they say is their hint."""
    return tuple(Pickable(value=id_, label=library.name(id_, lang), hint=_text(library, id_, lang)) for id_ in ids)


def _text(library: Library, id_: str, lang: Lang) -> str:
    return str(getattr(library.shape(id_), "text" if lang == "it" else "text_en", ""))


def known(library: Library) -> frozenset[str]:
    """The keys of all fields."""
    scores = (key for name in SCORES for key in (name, f"{name}_max"))
    traits = (f"{TRAITS}.{id_}" for id_ in library.traits)
    return frozenset((*TEXTS, "kind", "background", *scores, *NUMBERS, *traits, *LISTS))


# --- values ------------------------------------------------------------------------------------------


def values_of(row: Row, library: Library) -> dict[str, Any]:
    """What stands in the fields of a row; a monster has its name, how many it is, and its notes."""
    if "monster" in row:
        return {"name": row.get("name", ""), "notes": row.get("notes", "")}
    values: dict[str, Any] = {name: row.get(name, "") for name in TEXTS}
    values |= {"kind": row.get("kind", PC), "background": row.get("background")}
    for name in SCORES:
        values |= {name: row.get(name), f"{name}_max": row.get(f"{name}_max", row.get(name))}
    values |= {name: row.get(name, 0) for name in NUMBERS}
    values |= {f"{TRAITS}.{id_}": (row.get(TRAITS) or {}).get(id_) for id_ in library.traits}
    return values | {name: [_entry(name, entry, library) for entry in row.get(name) or ()] for name in LISTS}


def _entry(name: str, entry: Any, library: Library) -> Row:
    """An entry of a list as the form has it."""
    if name == "scars":
        return {OF: f"{entry[0]}:{entry[1]}"}
    own = {part: value for part, value in entry.items() if part != "thing"} if isinstance(entry, dict) else {}
    if name != "items":
        return {OF: entry}
    return {OF: called(entry), **_plain(library.things.get(called(entry))), "on": 0, "note": "", **own}


def _plain(thing: Thing | None) -> Row:
    """The parts of a thing as it is when nobody has said anything of it."""
    if thing is None:
        return {}
    worn = {"worn": True} if thing.type == "armour" else {}
    return {name: most for name, most in (("uses", thing.doses), ("charges", thing.charges)) if most} | worn


def row_with(row: Row, values: Mapping[str, Any], library: Library) -> Row:
    """A row with other values in its fields (`known` ones), in the order of files; empty ones are left out.

    A score that falls keeps its maximum unless another is given.
    """
    made = {**{f"{name}_max": row[name] for name in SCORES if name in row}, **row}
    for key, value in values.items():
        field, _, part = key.partition(".")
        if part:
            made[field] = {**(made.get(field) or {}), part: value}
        elif field in LISTS and isinstance(value, list | tuple):
            made[field] = [_written(field, entry, library) for entry in value]
        else:
            made[field] = value
    made[TRAITS] = {id_: face for id_, face in (made.get(TRAITS) or {}).items() if face not in (None, "")}
    for name in SCORES:
        if made.get(f"{name}_max") == made.get(name):
            made.pop(f"{name}_max", None)
    if made.get("kind") == PC:
        made.pop("kind")
    order = [*(key for key in FIELDS if key in made), *(key for key in made if key not in FIELDS)]
    kept = SCORES if "monster" not in made else ()
    return {
        key: made[key] for key in order if made[key] not in (None, "", [], {}, 0) or (key in kept and made[key] == 0)
    }


def _written(name: str, entry: Any, library: Library) -> Any:
    """An entry of the form as files write it; what is no entry stays as it is, for the judge."""
    if not isinstance(entry, dict) or not isinstance(entry.get(OF), str):
        return entry
    id_ = entry[OF]
    if name == "scars":
        scar, _, place = id_.partition(":")
        return [scar, int(place) if place.isdigit() else 0]
    if name != "items":
        return id_
    usual = {**_plain(library.things.get(id_)), "on": 0, "note": ""}
    told = {
        part: value for part, value in entry.items() if part != OF and value != usual.get(part) and value is not None
    }
    return {"thing": id_, **told} if told else id_

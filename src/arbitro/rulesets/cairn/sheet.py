"""A character's sheet: what stands on it, as plain data and as text. Called by `characters` and `sheetpage`.

Armour and slots are those that the rules count: they are asked of a game in which the character stands.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from arbitro.content.characters import Sheet, Slot
from arbitro.content.errors import Lang
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Ruleset
from arbitro.rulesets.cairn.burden import capacity
from arbitro.rulesets.cairn.charfile import Row
from arbitro.rulesets.cairn.content import Library, Thing
from arbitro.rulesets.cairn.maker import calm_setup
from arbitro.rulesets.cairn.queries import TAKEN, armour_of, encounter_of
from arbitro.rulesets.cairn.sheetwords import attribute, need, say
from arbitro.rulesets.cairn.state import ATTRIBUTES, PC, PF, PURSE, Creature, Item

ME = "a1"
BULKY, FATIGUE, FREE, THING = "bulky", "fatigue", "free", "thing"

PERSONAL = ("scars", "waits", "conditions", "traits", "bonds", "omens", "marks", "companions")
"""Headings of a sheet that are not about things carried, in their order."""


def sheet_of(row: Row, companions: Sequence[Row], rules: Ruleset, library: Library, lang: Lang) -> Sheet:
    """The sheet of a row of a file."""
    game = Game.new(rules, calm_setup([{**row, "id": ME}]), SeededDice.of_seed(0))
    figure = encounter_of(game).figures[ME]
    slots = _slots(game, figure, library, lang)
    used, all_ = sum(slot.kind != FREE for slot in slots), capacity(game, ME)
    english = lang == "en" and row.get("name_en")
    return Sheet(
        name=row["name_en"] if english else row.get("name", ""),
        about=_about(figure, library, lang),
        scores=tuple((attribute(s, lang), figure.score(s), figure.highest(s)) for s in (*ATTRIBUTES, PF)),
        facts=(
            (say(lang, "sheet.armour"), str(armour_of(game, ME).value)),
            (say(lang, "sheet.coins"), str(figure.coins)),
        ),
        heading=say(lang, "sheet.slots", used=used, all=all_),
        slots=slots,
        parts=tuple(part for part in _parts(figure, row, companions, library, lang) if part[1]),
        notes=row.get("notes", ""),
        attribution=say(lang, "sheet.attribution"),
    )


def _about(figure: Creature, library: Library, lang: Lang) -> str:
    kind = say(lang, "sheet.pc" if figure.kind == PC else "sheet.hireling")
    background = library.name(figure.background, lang) if figure.background else kind
    return say(lang, "sheet.about", background=background, age=figure.age) if figure.age else background


# --- things ------------------------------------------------------------------------------------------


def _slots(game: Game, figure: Creature, library: Library, lang: Lang) -> tuple[Slot, ...]:
    """The slots one by one: things, full purses, Fatica, what else takes room, and what is free."""
    found: list[Slot] = []
    for item in figure.items:
        thing = library.things[item.thing]
        if item.on or not thing.slots:
            continue
        name = library.name(thing.id, lang)
        found.append(Slot(THING, name, note(item, thing, lang)))
        found += [Slot(BULKY, say(lang, "sheet.second", thing=name))] * (thing.slots - 1)
    found += [Slot(THING, say(lang, "sheet.purse"))] * (figure.coins // PURSE)
    found += [Slot(THING, say(lang, "sheet.taken"))] * game.query(TAKEN, it=ME).value
    found += [Slot(FATIGUE, say(lang, "sheet.fatigue"))] * figure.fatigue
    return (*found, *[Slot(FREE, say(lang, "sheet.free"))] * (capacity(game, ME) - len(found)))


def note(item: Item, thing: Thing, lang: Lang) -> str:
    """What counts of a thing: dice, armour, uses, charges, whether it is worn, and its own oddity."""
    told = ["+".join(say(lang, "sheet.die", sides=sides) for sides in thing.dice)]
    if thing.armour:
        told.append(say(lang, "sheet.armour_plus" if thing.plus else "sheet.armour_of", n=thing.armour))
    if thing.type == "armour":
        told.append(say(lang, "sheet.worn" if item.worn else "sheet.packed"))
    told.append(say(lang, "sheet.bulky") if thing.bulky else "")
    told.append(say(lang, "sheet.uses", n=item.uses) if thing.doses else "")
    told.append(say(lang, "sheet.charges", n=item.charges) if thing.charges else "")
    return ", ".join(filter(None, (*told, item.note)))


def _thing_line(item: Item, library: Library, lang: Lang) -> tuple[str, str]:
    return library.name(item.thing, lang), note(item, library.things[item.thing], lang)


# --- the rest ----------------------------------------------------------------------------------------


def _parts(
    figure: Creature, row: Row, companions: Sequence[Row], library: Library, lang: Lang
) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    it = lang == "it"

    def named(ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
        shapes = [library.shape(id_) for id_ in ids]
        return tuple((s.name if it else s.name_en, s.text if it else s.text_en) for s in shapes)

    traits = [(library.traits[id_], face) for id_, face in figure.traits]
    omens = [library.omens[id_] for id_ in figure.omens]
    petty = [i for i in figure.items if not i.on and not library.things[i.thing].slots]
    parts = [(say(lang, "sheet.petty"), tuple(_thing_line(item, library, lang) for item in petty))]
    for carrier in figure.items:
        load = tuple(_thing_line(item, library, lang) for item in figure.items if item.on == carrier.no)
        parts.append((say(lang, "sheet.carried", thing=library.name(carrier.thing, lang)), load))
    conditions = named(figure.conditions)
    if figure.needs:
        needs = ", ".join(need(name, lang) for name in figure.needs)
        conditions = (*conditions, (say(lang, "sheet.needs", needs=needs), ""))
    rest = {
        "scars": tuple(_scar(row, place, library, lang) for row, place in figure.scars),
        "waits": tuple(_waits(row, library, lang)),
        "conditions": conditions,
        "traits": tuple((t.name if it else t.name_en, (t.words if it else t.words_en)[f - 1]) for t, f in traits),
        "bonds": named(figure.bonds),
        "omens": tuple((omen.text if it else omen.text_en, "") for omen in omens),
        "marks": named(figure.marks),
        "companions": tuple((companion(row, library, lang), "") for row in companions),
    }
    return [*parts, *((say(lang, f"sheet.{key}"), rest[key]) for key in PERSONAL)]


def _scar(row: str, place: int, library: Library, lang: Lang) -> tuple[str, str]:
    scar = library.scars[row]
    places = scar.places if lang == "it" else scar.places_en
    return library.name(row, lang), places[place - 1] if place and place <= len(places) else ""


def _waits(row: Row, library: Library, lang: Lang) -> Iterator[tuple[str, str]]:
    """What is still to come of scars, and the hour of death (CRN-SCAR-03, CRN-CRIT-02.3)."""
    for wait in row.get("waits") or ():
        until = say(lang, f"sheet.until.{wait['until']}") if wait.get("until") else ""
        until = until or say(lang, "sheet.until.hours", n=wait["hours"])
        held = wait.get("condition")
        told = say(lang, "sheet.holds", condition=library.name(held, lang), until=until) if held else ""
        yield library.name(wait["of"], lang), told or say(lang, "sheet.rolls", until=until)
    if row.get("dies_in"):
        yield say(lang, "sheet.dies_in", n=row["dies_in"]), ""


def companion(row: Row, library: Library, lang: Lang) -> str:
    """Somebody of the packs who goes along: name, kind and number."""
    kind = library.name(row["monster"], lang)
    name = (row.get("name_en") if lang == "en" else None) or row.get("name")
    count = f" × {row['count']}" if row.get("count", 1) > 1 else ""
    return f"{name} ({kind}){count}" if name else f"{kind}{count}"


def numbers(row: Row, library: Library, lang: Lang) -> str:
    """The scores of somebody of the packs, and what kind of being it is, in one line."""
    kind = library.monsters[row["monster"]]
    scores = [f"{attribute(name, lang)} {row.get(name, getattr(kind, name))}" for name in (PF, *ATTRIBUTES)]
    scores += [f"{say(lang, 'sheet.armour')} {kind.armour}"] if kind.armour else []
    return ". ".join(filter(None, (", ".join(scores), kind.text if lang == "it" else kind.text_en)))


# --- as text -----------------------------------------------------------------------------------------


def as_text(sheet: Sheet, lang: Lang, width: int) -> str:
    """The sheet in lines of at most ``width`` columns."""
    scores = [f"{label} {now}" if now == most else f"{label} {now}/{most}" for label, now, most in sheet.scores]
    scores += [f"{label} {value}" for label, value in sheet.facts]
    lines = [
        *_wrapped(sheet.name.upper(), width),
        *_wrapped(sheet.about, width),
        "",
        *_wrapped("   ".join(scores), width),
    ]
    lines += ["", _rule(sheet.heading, width)]
    for number, slot in enumerate(sheet.slots, 1):
        sign = "·" if slot.kind == FREE else "┆" if slot.kind == BULKY else "×" if slot.kind == FATIGUE else "■"
        told = f"{slot.label} ({slot.note})" if slot.note else slot.label
        lines += _wrapped(f"{number:>2} {sign} {told}", width, 5)
    for title, entries in sheet.parts:
        lines += ["", _rule(title, width)]
        lines += _entries([f"{name}: {said}" if said else name for name, said in entries], width)
    if sheet.notes:
        lines += ["", _rule(say(lang, "sheet.notes"), width)]
        lines += [line for text in sheet.notes.splitlines() for line in _wrapped(f" {text}", width, 1)]
    return "\n".join([*lines, "", *_wrapped(sheet.attribution, width)])


def _entries(told: list[str], width: int) -> list[str]:
    """Entries one below the other, short ones in two columns."""
    half = width // 2
    if len(told) > 1 and all(len(text) < half - 2 for text in told):
        pairs = zip(told[::2], [*told[1::2], ""], strict=False)
        return [f" {left:<{half - 1}} {right}".rstrip() for left, right in pairs]
    return [line for text in told for line in _wrapped(f" {text}", width, 3)]


def _rule(title: str, width: int) -> str:
    return f"── {title} ".ljust(width, "─")[:width]


def _wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * hang, break_on_hyphens=False) or [""]

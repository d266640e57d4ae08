"""Character files: read, checked, changed and written. Called by `characters`; a file is a party (`PartyFile`) whose
first member is the character and whose others follow it, so that whatever reads parties reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from msgspec import inspect, structs

from arbitro.content.catalogue import fold
from arbitro.content.errors import ContentError, Problem, nearest, raise_if_any
from arbitro.content.yamlfile import DataPath, Document, load
from arbitro.content.yamltext import text_of
from arbitro.rulesets.cairn.content import Library
from arbitro.rulesets.cairn.scenario import LibraryOf, as_written, member_problems, party_of
from arbitro.rulesets.cairn.scenariofile import MOST_MEMBERS, ItemShape, MemberShape, PartyFile
from arbitro.rulesets.cairn.state import ATTRIBUTES, FORZA, PF, Creature, Item

Row = dict[str, Any]
"""A character as the file writes it: keys of `MemberShape`, only those that say something."""
CHANGE = re.compile(r"^([a-z_]+)(?:\.([a-z_]+))?\s*([+-]?=)\s*(.*)$", re.DOTALL)
FIELDS = {field.encode_name: field.type for field in inspect.type_info(MemberShape).fields}  # type: ignore[attr-defined]
ATTRIBUTION = "Cairn, second edition, by Yochai Gal (https://cairnrpg.com), CC-BY-SA 4.0"


class Opened(msgspec.Struct, frozen=True):
    """A file that was read and found good."""

    document: Document
    party: PartyFile
    library: Library

    def characters(self, who: str = "") -> list[MemberShape]:
        """Those with scores of their own, or the one called so by id or name. Raises ContentError if there is none."""
        found = [m for m in self.party.members if m.monster is None]
        names = {fold(name): m for m in reversed(found) for name in (m.id, m.name, m.name_en) if name}
        if who and fold(who) in names:
            return [names[fold(who)]]
        if who or not found:
            it, en = (f"qui non c'è nessun «{who}»", f'there is no "{who}" here') if who else NOBODY
            raise ContentError([self.document.problem(("members",), it, en, nearest(fold(who), names))])
        return found

    def which(self) -> NoReturn:
        """One has to be named. Raises ContentError."""
        raise ContentError([self.document.problem(("members",), *WHICH)])


WHICH = ("qui sono più d'uno: di' quale con --who", "there are several here: say which with --who")
NOBODY = ("qui non c'è nessun personaggio, solo mostri", "there is no character here, only monsters")


def open_file(document: Document, folder: Path, library_of: LibraryOf) -> Opened:
    """A document of characters that can be. Raises ContentError with every fault."""
    check_game(document)
    try:
        party, _ = party_of(document)
    except ContentError as error:
        raise ContentError([*error.problems, *_besides(document, library_of((), folder))]) from None
    library = library_of(party.packs, folder)
    raise_if_any(problems(document, party.members, library))
    return Opened(document, party, library)


def _besides(document: Document, library: Library) -> list[Problem]:
    """What else cannot be, in the lines of members that are well formed, where others of the file are not."""
    data = document.data
    raw = data.get("members") if isinstance(data, dict) and not data.get("packs") else None
    if not isinstance(raw, list) or not all(isinstance(member, dict) for member in raw):
        return []
    return problems(document, [_well_formed(member) for member in raw], library)


def _well_formed(raw: Row) -> MemberShape:
    """A member without its malformed lines; a malformed score is one that nobody complains of."""
    kept: Row = {}
    for key, value in raw.items():
        try:
            msgspec.convert({key: value}, MemberShape)
        except msgspec.ValidationError:
            kept |= {key: 1} if key in (*ATTRIBUTES, PF) else {}
        else:
            kept[key] = value
    return msgspec.convert(kept, MemberShape)


def check_game(document: Document) -> None:
    """Raise ContentError for a file of another game, before anything else of it is found strange."""
    if isinstance(document.data, dict) and (game := document.data.get("ruleset", "cairn")) != "cairn":
        it, en = f"è un file di un altro gioco: {game}; serve cairn", f"a file of another game: {game}; cairn is needed"
        raise ContentError([document.problem(("ruleset",), it, en)])


# --- what cannot be ----------------------------------------------------------------------------------


def problems(document: Document, members: Sequence[MemberShape], library: Library) -> list[Problem]:
    """Whatever cannot be: what no party may have, and numbers and words that no character has."""
    found = member_problems(document, ("members",), members, library)
    for number, member in enumerate(members):
        check = _Check(document, ("members", number), library)
        if member.monster is None:
            check.scores(member)
        check.items(member)
        check.known("traits", member.traits or {}, library.traits, key=True)
        check.known("scars", {i: row for i, (row, _) in enumerate(member.scars or ())}, library.scars)
        found += check.problems
    return found


class _Check:
    """One member, looked at more closely."""

    def __init__(self, document: Document, here: DataPath, library: Library) -> None:
        self.document, self.here, self.library = document, here, library
        self.problems: list[Problem] = []

    def _report(self, path: DataPath, it: str, en: str, near: str = "", key: bool = False) -> None:
        self.problems.append(self.document.problem((*self.here, *path), it, en, near, key=key))

    def scores(self, member: MemberShape) -> None:
        """Three attributes that are written and at most 18, PF that somebody alive can have."""
        for name in ATTRIBUTES:
            if getattr(member, name) is None:
                self._report((), f"manca {name} (da 0 a 18)", f"{name} is missing (0 to 18)")
            if name == FORZA and member.forza == 0:
                self._report((name,), "con FOR 0 si è morti: almeno 1", "with FOR 0 one is dead: at least 1")
            most = getattr(member, f"{name}_max")
            if most is not None and not 1 <= most <= 18:
                self._report((f"{name}_max",), f"{most}: il massimo va da 1 a 18", f"{most}: a maximum is 1 to 18")
        if (member.pf_max if member.pf_max is not None else member.pf) == 0:
            self._report((PF,), "il massimo dei PF è almeno 1", "the maximum of PF is at least 1")
        for name in ("armour", "formation", "count"):
            if getattr(member, name) is not None:
                it, en = "un personaggio non ne ha: l'armatura viene da ciò che porta", "no character has this"
                self._report((name,), it if name == "armour" else "un personaggio non ne ha", en)

    def items(self, member: MemberShape) -> None:
        """Uses and charges that the thing can have, carriers that carry."""
        items = member.items or ()
        for i, item in enumerate(items):
            if not isinstance(item, ItemShape):
                continue
            thing = self.library.things.get(item.thing)
            for name, most in (("uses", thing.doses), ("charges", thing.charges)) if thing is not None else ():
                given = getattr(item, name)
                if given is not None and given > most:
                    self._report(("items", i, name), f"{given}: al massimo {most}", f"{given}: at most {most}")
            if item.on:
                self._carrier(i, item.on, items)

    def _carrier(self, i: int, on: int, items: Sequence[str | ItemShape]) -> None:
        under = items[on - 1] if on <= len(items) and on != i + 1 else ""
        thing = self.library.things.get(under if isinstance(under, str) else under.thing)
        if thing is None or not thing.carries:
            it, en = f"al posto {on} non c'è niente che porti altro", f"nothing at place {on} carries other things"
            self._report(("items", i, "on"), it, en)
            return
        load = [item.thing for item in items if isinstance(item, ItemShape) and item.on == on]
        slots = sum(self.library.things[id_].slots for id_ in load if id_ in self.library.things)
        if slots > thing.carries:
            most = thing.carries
            self._report(("items", i, "on"), f"{slots} slot: ne porta {most}", f"{slots} slots: it carries {most}")

    def known(self, name: str, used: dict[Any, Any], known: Iterable[str], key: bool = False) -> None:
        """Words of a table."""
        for place, word in used.items():
            wanted = place if key else word
            if wanted not in known:
                path = (name, place) if key else (name, place, 0)
                it, en = f"«{wanted}» non esiste; atteso: {', '.join(known)}", f'"{wanted}" does not exist; expected: '
                self._report(path, it, en + ", ".join(known), nearest(str(wanted), known), key)


# --- rows and text -----------------------------------------------------------------------------------


def row_of(creature: Creature, library: Library) -> Row:
    """A creature of a game as the file writes it, without its id."""
    row: Row = {"name": creature.name, "name_en": creature.name_en}
    if creature.profile in library.monsters:
        row["monster"] = creature.profile
    for name in ("kind", "background", *ATTRIBUTES, PF):
        row[name] = getattr(creature, name)
    row |= {f"{name}_max": most for name in (*ATTRIBUTES, PF) if (most := creature.highest(name)) != row[name]}
    row |= {name: getattr(creature, name) for name in ("age", "coins", "fatigue")}
    row["items"] = [_item(item, library) for item in creature.items]
    row["traits"] = dict(creature.traits)
    for name in ("bonds", "omens", "marks", "conditions", "needs"):
        row[name] = list(getattr(creature, name))
    row["scars"] = [list(scar) for scar in creature.scars]
    if row["kind"] == "pc":
        del row["kind"]
    return {key: value for key, value in row.items() if value or key in (*ATTRIBUTES, PF)}


def _item(item: Item, library: Library) -> str | Row:
    thing = library.things[item.thing]
    plain = Item(item.no, thing.id, thing.doses, thing.charges, thing.type == "armour")
    changed = {name: getattr(item, name) for name in ("uses", "charges", "worn", "on", "note")}
    told = {name: value for name, value in changed.items() if value != getattr(plain, name)}
    return {"thing": thing.id, **told} if told else thing.id


def party_text(opened: Opened, members: Sequence[Row]) -> str:
    """A file's text with other members; the comment it begins with stays."""
    head = {key: value for key, value in structs.asdict(opened.party).items() if key != "members"}
    lines = opened.document.raw.decode("utf-8-sig").splitlines()
    first = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return text_of(head, members, "\n".join(lines[:first]))


def rows(opened: Opened) -> list[Row]:
    """The members as they are written."""
    return [as_written(member) for member in opened.party.members]


# --- changes -----------------------------------------------------------------------------------------


def changed(opened: Opened, row: Row, changes: Sequence[str]) -> Row:
    """A row with changes (``pf=3``, ``items+=corda``, ``traits.volto=4``, ``notes=``). Raises ContentError."""
    made, faults = dict(row), list[Problem]()
    for change in changes:
        try:
            _apply(made, change)
        except ContentError as error:
            faults += error.problems
    raise_if_any(faults)
    return {key: value for key, value in made.items() if value not in (None, "", [], {})}


def _apply(row: Row, change: str) -> None:
    read = CHANGE.match(change)
    if read is None:
        it, en = "serve chiave=valore, chiave+=valore o chiave-=valore", "key=value, key+=value or key-=value is needed"
        raise _wrong(change, it, en)
    key, below, sign, text = read[1], read[2], read[3], read[4].strip()
    if key not in FIELDS:
        keys = ", ".join(FIELDS)
        it, en = f"chiave sconosciuta; attese: {keys}", f"unknown key; expected: {keys}"
        raise _wrong(change, it, en, nearest(key, FIELDS))
    if isinstance(row.get(key, {} if key == "traits" else None), dict):
        row[key] = _entry(row.get(key) or {}, below, sign, text, change)
    elif below:
        raise _wrong(change, f"{key} non ha parti", f"{key} has no parts")
    elif _is_list(key):
        row[key] = _listed(row.get(key) or [], key, sign, text, change)
    elif sign != "=":
        _put(row, key, _number(row.get(key) or 0, change) + (1 if sign == "+=" else -1) * _number(text, change))
    else:
        if key == "name" and not text:
            raise _wrong(change, "serve un nome", "a name is needed")
        _put(row, key, None if not text else _plain(key, text, change))


def _put(row: Row, key: str, value: Any) -> None:
    """A new value; a score that falls keeps its maximum."""
    before = row.get(key)
    if key in (*ATTRIBUTES, PF) and f"{key}_max" not in row and isinstance(value, int) and value < (before or 0):
        row[f"{key}_max"] = before
    row[key] = value


def _kinds(key: str) -> list[inspect.Type]:
    kind = FIELDS[key]
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return [k.type if isinstance(k, inspect.Metadata) else k for k in kinds]


def _is_list(key: str) -> bool:
    return any(isinstance(kind, inspect.VarTupleType) for kind in _kinds(key))


def _plain(key: str, text: str, change: str) -> Any:
    kinds = _kinds(key)
    if any(isinstance(kind, inspect.IntType) for kind in kinds):
        return _number(text, change)
    if any(isinstance(kind, inspect.BoolType) for kind in kinds):
        if text not in ("true", "false"):
            raise _wrong(change, "serve true o false", "true or false is needed")
        return text == "true"
    return text


def _number(text: Any, change: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", str(text)):
        raise _wrong(change, f"serve un numero intero, non «{text}»", f'a whole number is needed, not "{text}"')
    return int(text)


def _entry(old: Row, below: str | None, sign: str, text: str, change: str) -> Row:
    if not below or sign != "=":
        raise _wrong(change, "serve traits.nome=numero", "traits.name=number is needed")
    made = {**old, below: _number(text, change)} if text else {k: v for k, v in old.items() if k != below}
    return made


def _listed(old: list[Any], key: str, sign: str, text: str, change: str) -> list[Any]:
    words: list[Any] = [word.strip() for word in text.split(",") if word.strip()]
    if key == "scars":
        words = [[name, _number(place or 0, change)] for name, _, place in (word.partition(":") for word in words)]
    if sign == "=":
        return words
    if sign == "+=":
        return [*old, *words]
    made = list(old)
    for word in words:
        place = next((i for i, entry in enumerate(made) if called(entry) == called(word)), None)
        if place is None:
            it, en = f"«{called(word)}» non c'è", f'"{called(word)}" is not there'
            raise _wrong(change, it, en, nearest(called(word), [called(entry) for entry in old]))
        made = without(made, place, key)
    return made


def called(entry: Any) -> str:
    """The id of a thing, or of whatever else a list of a row holds."""
    if isinstance(entry, dict):
        return str(entry.get("thing") or entry.get("of"))
    return str(entry[0] if isinstance(entry, list) else entry)


def without(entries: list[Any], place: int, key: str) -> list[Any]:
    """A list without one entry; things keep lying on their carrier, and come off one that goes."""
    rest = [dict(e) if isinstance(e, dict) else e for i, e in enumerate(entries) if i != place]
    for entry in rest if key == "items" else ():
        if isinstance(entry, dict) and (on := entry.get("on") or 0):
            entry["on"] = 0 if on == place + 1 else on - (on > place + 1)
    return rest


def _wrong(change: str, it: str, en: str, near: str = "") -> ContentError:
    return ContentError([Problem(change, 0, 0, "", it, en, near)])


def reread(opened: Opened, text: str, library_of: LibraryOf, folder: Path) -> None:
    """Judge a text before it takes the file's place. Raises ContentError: its faults by what they are, for the lines
    of a text that nobody has seen say nothing."""
    try:
        open_file(load(text, name=opened.document.file), folder, library_of)
    except ContentError as error:
        raise ContentError([structs.replace(problem, line=0, column=0) for problem in error.problems]) from None


def free_ids(members: Sequence[Row], joining: Sequence[Row]) -> list[Row]:
    """Those who join, with ids that nobody has where the others have ids. Raises ContentError if they are too many."""
    if len(members) + len(joining) > MOST_MEMBERS:
        raise _wrong("members", f"al massimo {MOST_MEMBERS} membri", f"at most {MOST_MEMBERS} members")
    taken = {member.get("id") for member in members}
    numbers = iter(range(1, 10_000))
    found = []
    for row in joining:
        bare = {key: value for key, value in row.items() if key != "id"}
        if any(taken - {None}):
            id_ = next(name for n in numbers if (name := f"a{n}") not in taken)
            taken.add(id_)
            bare = {"id": id_, **bare}
        found.append(bare)
    return found


def slug(name: str) -> str:
    """A name as ids are written.

    >>> slug("Ànna d'Oro")
    'anna-d-oro'
    """
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in fold(name))
    return "-".join(filter(None, letters.split("-")))[:60] or "personaggio"

"""Files of other programs read and written; a file is recognised by its shape, and used whole or not at all."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from arbitro.content.errors import ContentError, Lang, Problem, raise_if_any
from arbitro.content.losses import Losses, lines
from arbitro.content.shape import check
from arbitro.content.tabletop import Exported, Imported
from arbitro.content.yamlfile import Document, Place, load
from arbitro.content.yamltext import flow
from arbitro.rulesets.cairn.content import BOOK, Library, built_in, read_library
from arbitro.rulesets.cairn.interchange import foundry, kettlewright
from arbitro.rulesets.cairn.interchange.being import SCORES, WAITING, Being, plain
from arbitro.rulesets.cairn.interchange.inward import Found, Reader, record_lines
from arbitro.rulesets.cairn.interchange.outward import being_of, creatures_of
from arbitro.rulesets.cairn.scenario import as_written, member_problems, party_of
from arbitro.rulesets.cairn.scenariofile import MOST_MEMBERS, MemberShape

FORMATS = ("foundry", "kettlewright")
LARGEST, DEEPEST = 4_000_000, 60
_WRITERS: dict[str, Callable[[Being, str, Losses], dict[str, Any]]] = {
    "foundry": foundry.actor_of,
    "kettlewright": kettlewright.sheet_of,
}


# --- outward


def export_members(members: tuple[MemberShape, ...], to: str, library: Library, lang: Lang) -> Exported:
    """Everybody of a party in the shape of another program: a name and a text for each, and what is lost."""
    losses = Losses()
    sheets = []
    each = [member for member in members for _ in range(member.count or 1)]
    for creature, member in zip(creatures_of(members, library), each, strict=True):
        being, said = being_of(creature, library, lang), member.notes or ""
        being.rest |= {key: value for key, value in as_written(member).items() if key in WAITING}
        being.notes = [line for part in said.splitlines() if (line := " ".join(part.split()))]
        sheets.append((being.name, json.dumps(_WRITERS[to](being, lang, losses), ensure_ascii=False, indent=2) + "\n"))
    return Exported(tuple(sheets), tuple(lines(losses.told(), lang)))


def export_file(path: Path, to: str, library_of: Callable[[tuple[str, ...], Path], Library], lang: Lang) -> Exported:
    """A party file in the shape of another program. Raises ContentError."""
    party, document = party_of(load(path))
    library = library_of(party.packs, path.parent)
    raise_if_any(member_problems(document, ("members",), party.members, library))
    return export_members(party.members, to, library, lang)


# --- inward


def import_text(raw: bytes, file: str, name: str, lang: Lang) -> Imported:
    """A file of another program as a party file, and a pack of what our packs do not have. Raises ContentError.

    Parameters:
        raw: what the file holds.
        file: what problems call it.
        name: the id of the party; its pack is called ``name``-``pack``.
    """
    document = _document(raw, file)
    losses = Losses()
    found = members_of(document, losses)
    pack = f"{name}-pack"
    files = {"party": _party(name, found, pack)}
    if found.things or found.monsters:
        files |= _pack(pack, found)
    _prove(files, pack, file)
    return Imported(files, pack, tuple(lines(losses.told(), lang)), len(found.members))


def members_of(document: Document, losses: Losses, library: Library | None = None) -> Found:
    """Everybody in a document, and the records made for them. Raises ContentError with every fault."""
    data = document.data
    entries = [((number,), entry) for number, entry in enumerate(data)] if isinstance(data, list) else [((), data)]
    if not 0 < len(entries) <= MOST_MEMBERS:
        it, en = f"qui servono da 1 a {MOST_MEMBERS} creature", f"from 1 to {MOST_MEMBERS} creatures are needed here"
        raise ContentError([document.problem((), it, en)])
    reader = Reader(library or built_in(), losses)
    problems: list[Problem] = []
    for path, entry in entries:
        for where, being in _beings(document, path, entry, losses, problems):
            problems += _above(document, where, being)
            if not problems:
                reader.member(being)
    raise_if_any(problems)
    return reader.found


def _beings(
    document: Document, path: tuple[int | str, ...], entry: Any, losses: Losses, problems: list[Problem]
) -> list[tuple[tuple[int | str, ...], Being]]:
    """What one entry of a file is; faults are added to ``problems``."""
    at = document.label(path)
    if not isinstance(entry, dict):
        problems.append(_unknown(document, path))
        return []
    if "type" in entry and ("system" in entry or "data" in entry):
        if (other := _other_system(document, path, entry)) is not None:
            problems.append(other)
            return []
        return _one(document, path, foundry.Actor, problems, lambda a: foundry.being_of_actor(a, entry, at, losses))
    if "strength" in entry and "dexterity" in entry and "willpower" in entry:
        pets = entry.get("pets") or []
        rest = {key: value for key, value in entry.items() if key != "pets"}
        found = _one(
            document, path, kettlewright.Sheet, problems, lambda s: kettlewright.being_of_sheet(s, rest, at, losses)
        )
        for number, pet in enumerate(pets if isinstance(pets, list) else ()):
            if isinstance(pet, dict):
                pet.setdefault("kind", "pet")
            found += _beings(document, (*path, "pets", number), pet, losses, problems)
        return found
    if {"Name", "HP", "STR", "DEX", "WIL"} <= set(entry):
        return _one(
            document, path, kettlewright.Beast, problems, lambda b: kettlewright.being_of_beast(b, entry, at, losses)
        )
    problems.append(_unknown(document, path))
    return []


def _one(
    document: Document,
    path: tuple[int | str, ...],
    shape: Any,
    problems: list[Problem],
    turned: Callable[[Any], Being],
) -> list[tuple[tuple[int | str, ...], Being]]:
    value, faults = check(document, shape, path)
    problems += faults
    if value is None:
        return []
    being = turned(value)
    if not plain(being.name):
        problems.append(document.problem(path, "il nome è vuoto", "the name is empty"))
        return []
    return [(path, being)]


def _other_system(document: Document, path: tuple[int | str, ...], entry: dict[str, Any]) -> Problem | None:
    """Why an actor of Foundry is none of Cairn's, None if it is one."""
    stats, flags = entry.get("_stats"), entry.get("flags")
    source = flags.get("exportSource") if isinstance(flags, dict) else None
    told = [stats.get("systemId") if isinstance(stats, dict) else None]
    told.append(source.get("system") if isinstance(source, dict) else None)
    name = next((word for word in told if isinstance(word, str) and word), "")
    system = entry.get("system", entry.get("data"))
    abilities = system.get("abilities") if isinstance(system, dict) else None
    if isinstance(abilities, dict) and {"STR", "DEX", "WIL"} <= set(abilities) and "hp" in (system or {}):
        return None
    if entry["type"] == "container":
        it, en = ("è un contenitore, non una creatura: importa chi lo porta",
                  "this is a container, no creature: import who carries it")  # fmt: skip
    elif name and name != "cairn":
        it, en = (
            f"è un file di un altro gioco («{name}»), non di Cairn",
            f'this is of another game ("{name}"), not Cairn',
        )
    else:
        it = "è un file di Foundry, ma non una creatura di Cairn: mancano hp o abilities con STR, DEX e WIL"
        en = "this is of Foundry, but no creature of Cairn: it lacks hp, or abilities with STR, DEX and WIL"
    return document.problem(path, it, en)


def _unknown(document: Document, path: tuple[int | str, ...]) -> Problem:
    data = document.data
    if isinstance(data, dict) and data.get("ruleset") and ("members" in data or "fighters" in data):
        return document.problem(path, "è già un file di Arbitro: non c'è niente da importare",
                                "this is a file of Arbitro already: there is nothing to import")  # fmt: skip
    it = "non è una creatura di Foundry (Cairn) né di Kettlewright"
    return document.problem(path, it, "this is no creature of Foundry (Cairn) or Kettlewright")


def _above(document: Document, path: tuple[int | str, ...], being: Being) -> list[Problem]:
    """Numbers that cannot be: values above their maximum, uses above theirs."""
    found = []
    for name in SCORES:
        now, most = being.scores.get(name, 0), being.most.get(name, 0)
        if now > most:
            it, en = f"{name.upper()} vale {now}, più del massimo ({most})", f"{name.upper()} is {now}, above {most}"
            found.append(document.problem(path, it, en))
    return found


def _document(raw: bytes, file: str) -> Document:
    """JSON as a document. Raises ContentError."""

    def refused(it: str, en: str, line: int = 0, column: int = 0) -> ContentError:
        return ContentError([Problem(file, line, column, "", it, en)])

    def number(word: str) -> Any:
        raise refused(f"{word} non è un numero", f"{word} is no number")

    if len(raw) > LARGEST:
        raise refused("il file è troppo grande per un personaggio", "the file is too large for a character")
    try:
        data = json.loads(raw.decode("utf-8-sig"), parse_constant=number)
    except UnicodeDecodeError:
        raise refused("il testo non è UTF-8", "the text is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise refused("qui il JSON non si legge: il file è rotto o non è JSON",
                      "the JSON cannot be read here: the file is broken, or no JSON",
                      error.lineno, error.colno) from None  # fmt: skip
    except (RecursionError, ValueError):
        raise refused("il JSON è troppo annidato, o ha numeri troppo grandi",
                      "the JSON is nested too deeply, or has numbers that are too large") from None  # fmt: skip
    if _depth(data) > DEEPEST:
        raise refused("il JSON è troppo annidato", "the JSON is nested too deeply")
    return Document(file, data, Place(0, 0), raw)


def _depth(data: Any) -> int:
    level, deep = [data], 0
    while level and deep <= DEEPEST:
        inner = (value for value in level if isinstance(value, dict | list))
        level = [one for value in inner for one in (value.values() if isinstance(value, dict) else value)]
        deep += 1
    return deep


# --- files of ours


def _party(name: str, found: Found, pack: str) -> str:
    title = found.members[0].get("name", name) if len(found.members) == 1 else name
    head: dict[str, Any] = {"party": name, "name": title, "ruleset": "cairn"}
    if found.things or found.monsters:
        head["packs"] = [pack]
    return _yaml(head) + _rows("members", found.members)


def _pack(pack: str, found: Found) -> dict[str, str]:
    info = {"id": pack, "name": pack, "name_en": pack, "version": "1", "ruleset": "cairn",
            "description": "Cose e mostri venuti da un altro programma.",
            "description_en": "Things and monsters that came from another program."}  # fmt: skip
    files = {f"{pack}/pack.yaml": _yaml(info)}
    for kind in ("things", "monsters"):
        records = getattr(found, kind)
        if records:
            files[f"{pack}/{kind}.yaml"] = _rows(kind, [record_lines(record) for record in records.values()])
    return files


def _yaml(data: dict[str, Any]) -> str:
    return "".join(f"{key}: {flow(value)}\n" for key, value in data.items())


def _rows(key: str, rows: list[dict[str, Any]]) -> str:
    return f"{key}:\n" + "".join(f"  - {flow(row)}\n" for row in rows)


def _prove(files: dict[str, str], pack: str, file: str) -> None:
    """What will be written can be read and played. Raises ContentError, told about the file that was read."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name, text in files.items():
            path = home / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        try:
            party, document = party_of(load(home / "party"))
            library = read_library((BOOK, home / pack)) if party.packs else built_in()
            raise_if_any(member_problems(document, ("members",), party.members, library))
        except ContentError as error:
            told = [msgspec.structs.replace(problem, file=file, line=0, column=0) for problem in error.problems]
            raise ContentError(told) from None

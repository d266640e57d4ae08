"""A file of another program, or a pasted stat block, as a pack of creatures and a scenario to try them in."""

from __future__ import annotations

import json
import re
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.content.losses import Losses, lines
from arbitro.content.tabletop import Imported
from arbitro.rulesets.pathfinder import feats
from arbitro.rulesets.pathfinder.content import BOOK, Library, built_in, read_library
from arbitro.rulesets.pathfinder.interchange import foundry, statblock
from arbitro.rulesets.pathfinder.interchange.draft import Draft
from arbitro.rulesets.pathfinder.interchange.words import Names
from arbitro.rulesets.pathfinder.sentences import sentences
from arbitro.rulesets.pathfinder.shapes import Sheet
from arbitro.rulesets.pathfinder.state import SIZES, SPAN

LANGS: tuple[Lang, ...] = ("it", "en")
LARGEST = 4_000_000
MOST = 24
"""Creatures in one file."""
FOE = "sgherro"
"""Whom a creature meets in the scenario that is made for it."""
OURS = "altrove-"
"""What ids of creatures from elsewhere begin with."""
NEEDS = {
    "size": ("la taglia («NM Umanoide Piccolo»)", 'the size ("NE Small humanoid")'),
    "scores": ("le caratteristiche («For 11, Des 15 ...»)", 'the scores ("Str 11, Dex 15 ...")'),
    "hp": ("i punti ferita («pf 6 (1d10+1)»)", 'the hit points ("hp 6 (1d10+1)")'),
    "level": ("i dadi vita, fra parentesi dopo i punti ferita", "the Hit Dice, in brackets behind the hit points"),
    "bab": ("l'attacco base («Att Base +1»)", 'the base attack ("Base Atk +1")'),
    "saves": ("i tiri salvezza («Temp +3, Rif +2, Vol –1»)", 'the saves ("Fort +3, Ref +2, Will –1")'),
}


def recognises(raw: bytes) -> bool:
    """Whether a file is one of the kinds that are read here."""
    text = _text(raw)
    if text is None:
        return False
    data = _json(text)
    return foundry.is_actor(data) if data is not None else statblock.is_block(text)


def import_text(raw: bytes, file: str, name: str, lang: Lang) -> Imported:
    """A file as a pack called ``name``-``pack`` and a scenario that uses it. Raises ContentError with every fault."""
    text = _text(raw)
    if text is None:
        raise ContentError([_fault(file, "non è un testo, o è troppo grande", "it is no text, or too large")])
    names, losses = Names(built_in()), Losses()
    drafts = _drafts(text, file, names, losses)
    records, ids = [], set(built_in().content.records["monsters"])
    for number, draft in enumerate(drafts):
        where = draft.name or str(number + 1)
        _whole(draft, file, where)
        id_ = _id(draft.name, ids)
        ids.add(id_)
        records.append(draft.record(id_, losses, names, where))
        _bonus_feats(records[-1], losses, names, where)
    pack = f"{name}-pack"
    files = {"party": _scenario(name, pack, records), **_pack(pack, name, records)}
    _prove(files, pack, file)
    return Imported(files, pack, tuple(lines(losses.told(), lang)), len(records))


def _bonus_feats(record: dict[str, Any], losses: Losses, names: Names, where: str) -> None:
    """Tell of feats whose prerequisites are not met: they stay, as bonus feats."""
    sheet, known = msgspec.convert(record, Sheet), names.library.feats
    for feat in sorted(feats.named(sheet.feats)):
        said = []
        lacks = feats.lacking(known[feat], sheet)
        for lang in LANGS:
            words = [
                ", ".join(names.library.name(one, lang) for one in least) if isinstance(least, list)
                else f"{sentences().text(lang, f'word.need.{word}')} {least}"
                for word, least in lacks.items()
            ]  # fmt: skip
            said.append(sentences().text(lang, "bonus_feat", needs=", ".join(words)))
        if lacks:
            losses.add(f"{where}.feats", names.library.name(feat, "en"), (said[0], said[1]))


def _drafts(text: str, file: str, names: Names, losses: Losses) -> list[Draft]:
    data = _json(text)
    if data is None:
        return [statblock.Block(text, Path(file).name, names, losses).read()]
    actors = data if isinstance(data, list) else [data]
    if not 0 < len(actors) <= MOST or not all(foundry.is_actor(actor) for actor in actors):
        raise ContentError([
            _fault(file, "non è un attore di Foundry (sistema pf1)", "it is no actor of Foundry (system pf1)")
        ])  # fmt: skip
    many = len(actors) > 1
    return [
        foundry.Actor(actor, f"[{number}]" if many else "", names, losses).read() for number, actor in enumerate(actors)
    ]


def _whole(draft: Draft, file: str, where: str) -> None:
    """Raises ContentError when something is missing without which there is no creature."""
    missing = draft.missing
    if missing:
        it, en = (", ".join(NEEDS[name][side] for name in missing) for side in (0, 1))
        read = ("letto come creatura di Pathfinder, manca", "read as a creature of Pathfinder, missing")
        raise ContentError([_fault(file, f"{where}: {read[0]}: {it}", f"{where}: {read[1]}: {en}")])


# --- what is written


def _scenario(name: str, pack: str, records: list[dict[str, Any]]) -> str:
    """A bare board with the creatures on one side and somebody to try them on, ready to be played."""
    members, x, y, tall = [], 1, 1, 1
    for record in records:
        span = SPAN[SIZES.index(record.get("size", "media"))]
        if x + span > 20:
            x, y, tall = 1, y + tall + 1, 1
        members.append({"sheet": record["id"], "at": f"{chr(96 + x)}{y}"})
        x, tall = x + span + 1, max(tall, span)
    depth = y + tall + 8
    row = "." * 20
    return _yaml({
        "scenario": name, "ruleset": "pathfinder", "name": name, "name_en": name, "packs": [pack],
        "ground": {"map": [row] * depth},
        "sides": [
            {"seat": "a", "name": "Venuti da fuori", "name_en": "From elsewhere", "members": members},
            {"seat": "b", "name": "Sgherri", "name_en": "Thugs", "members": [{"sheet": FOE, "at": f"j{depth}"}]},
        ],
    })  # fmt: skip


def _pack(pack: str, name: str, records: list[dict[str, Any]]) -> dict[str, str]:
    header = {"id": pack, "name": name, "name_en": name, "version": "1", "ruleset": "pathfinder"}
    body = _yaml({"monsters": records})
    return {f"{pack}/pack.yaml": _yaml(header), f"{pack}/monsters.yaml": body}


def _yaml(data: dict[str, Any], depth: int = 0) -> str:
    """Plain data as YAML that people can change: short values in one line, long ones below each other."""
    out = []
    pad = "  " * depth
    for key, value in data.items():
        short = f"{pad}{key}: {_flow(value)}"
        if len(short) <= 110 or not isinstance(value, dict | list):
            out.append(short)
        elif isinstance(value, dict):
            out += [f"{pad}{key}:", _yaml(value, depth + 1).rstrip("\n")]
        else:
            out.append(f"{pad}{key}:")
            for item in value:
                block = _yaml(item, depth + 2) if isinstance(item, dict) else ""
                fits = len(pad) + len(_flow(item)) <= 108 or not block
                out.append(f"{pad}  - {_flow(item) if fits else block.strip()}")
    return "\n".join(out) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _id(name: str, taken: set[str]) -> str:
    bare = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    slug = OURS + (re.sub("[^a-z0-9]+", "-", bare).strip("-")[:30] or "creatura")
    rows = (slug, *(f"{slug}-{n}" for n in range(2, MOST + 2)))
    return next(row for row in rows if row not in taken)


def _prove(files: dict[str, str], pack: str, file: str) -> None:
    """What was written is read again; a value that cannot be is told, and nothing is written. Raises ContentError."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            if name != "party":
                path = Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
        try:
            check_pack(Path(folder) / pack)
        except ContentError as error:
            told = [
                _fault(file, f"{one.path}: {one.message_it}", f"{one.path}: {one.message_en}") for one in error.problems
            ]
            raise ContentError(told) from None


def check_pack(folder: Path, read: Callable[..., Library] = read_library) -> Library:
    """Read a pack together with the built-in one. Raises ContentError."""
    return read((BOOK, folder))


def _text(raw: bytes) -> str | None:
    if len(raw) > LARGEST:
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _json(text: str) -> Any:
    """What a text says as JSON, None if it is none."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _fault(file: str, it: str, en: str) -> Problem:
    return Problem(file, 0, 0, "", it, en)


__all__ = ["import_text", "recognises"]

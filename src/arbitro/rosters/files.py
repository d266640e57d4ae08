"""Roster files of any game: checked through their ruleset, carried as JSON, told in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from arbitro.content.errors import ContentError, Problem
from arbitro.content.scenarios import tabletop
from arbitro.content.tabletop import RosterReport
from arbitro.content.yamlfile import MAX_BYTES, load

FORMAT: Final = "arbitro-roster"
VERSION: Final = 1
MOST: Final = 20_000
"""Longest line that is read, in characters."""
KEYS: Final = ("roster", "name_en", "text", "text_en", "ruleset", "limit", "packs", "fighters")
SCALARS: Final = ("id",)
"""Keys of a fighter that hold one word, not a list."""
Data = dict[str, Any]
"""A roster as its file holds it: plain data with the keys `KEYS`; fighters are mappings that their game understands."""

_HEAD: Final = re.compile(r'\s*([a-z][a-z0-9_-]*)\s+(\d{1,6})\s+("(?:[^"\\]|\\.)*")\s*:')
_PIECE: Final = re.compile(r'\s*(?:(;)|([a-z_]+)=([^\s;"]+)|("(?:[^"\\]|\\.)*")|([^\s;="]+))')


class _Carried(msgspec.Struct):
    """The outer shape of an exported roster."""

    format: str
    version: int
    roster: str
    ruleset: str
    fighters: list[dict[str, Any]]
    limit: int = 0
    name_en: str = ""
    text: str = ""
    text_en: str = ""
    packs: list[str] = []


def check(path: Path) -> RosterReport:
    """Read a roster of any installed game and judge it. Raises ContentError if it cannot be read."""
    document = load(path)
    data = document.data
    name = data.get("ruleset") if isinstance(data, dict) else None
    return tabletop(name, document).check_roster(path)


def read(path: Path) -> Data:
    """The plain data of a roster file that its game can read. Raises ContentError."""
    check(path)
    data = load(path).data
    return {key: data[key] for key in KEYS if key in data}


def tidy(text: str) -> str:
    """A roster's text as `to_yaml` writes it, one fighter a line; a party, which has no fighters, as it is.

    Raises ContentError if it is no readable YAML.
    """
    data = load(text).data
    if "fighters" not in data:
        return text
    return to_yaml({key: data[key] for key in KEYS if key in data})


def to_json(data: Data) -> bytes:
    """A roster as JSON for other programs, one way only for the same roster."""
    return json.dumps({"format": FORMAT, "version": VERSION, **data}, ensure_ascii=False, indent=2).encode() + b"\n"


def from_json(raw: bytes, name: str = "<json>") -> Data:
    """A roster from JSON that `to_json` made. Raises ContentError; whether it is legal its game says (`check`)."""
    if len(raw) > MAX_BYTES:
        raise _wrong(name, "è più grande di 2 MB", "it is larger than 2 MB")
    try:
        carried = msgspec.json.decode(raw, type=_Carried)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _wrong(name, f"non è un roster in JSON: {error}", f"this is no roster in JSON: {error}") from None
    if carried.format != FORMAT or carried.version != VERSION:
        found = f"{carried.format} {carried.version}"
        raise _wrong(
            name, f"serve {FORMAT} {VERSION}, qui c'è {found}", f"{FORMAT} {VERSION} is needed, this is {found}"
        )
    data: Data = msgspec.to_builtins(carried)
    return {key: data[key] for key in KEYS if data[key] not in ("", [])}


def to_yaml(data: Data) -> str:
    """A roster file's text: one fighter a line, every text in quotes.

    >>> print(to_yaml({"roster": "Due", "ruleset": "g", "limit": 9, "fighters": [{"profile": "x"}]}), end="")
    roster: "Due"
    ruleset: "g"
    limit: 9
    fighters:
      - {"profile": "x"}
    """
    lines = [f"{key}: {_quoted(data[key])}" for key in KEYS if key in data and key != "fighters"]
    lines += ["fighters:" if data["fighters"] else "fighters: []"]
    lines += [f"  - {_quoted(fighter)}" for fighter in data["fighters"]]
    return "\n".join(lines) + "\n"


def to_line(data: Data) -> str:
    """A roster in one line, to be pasted into a message.

    >>> to_line({"roster": "Due", "ruleset": "g", "limit": 9, "fighters": [{"profile": "x", "items": ["i1", "i2"]}]})
    'g 9 "Due": x items=i1,i2'
    """
    head = f"{data['ruleset']} {data.get('limit', 0)} {_quoted(data['roster'])}"
    return f"{head}: {'; '.join(map(_told, data['fighters']))}"


def from_line(text: str) -> Data:
    """The roster that a line tells. Raises ContentError naming the column.

    >>> from_line('g 9 "Due": x "Uno" upgrades=u1>i1')["fighters"]
    [{'profile': 'x', 'name': 'Uno', 'upgrades': [{'item': 'u1', 'to': 'i1'}]}]
    """
    head = _HEAD.match(text)
    if head is None or len(text) > MOST:
        it = 'serve: regolamento PR "nome": profilo "nome" items=...; ...'
        raise _wrong("<line>", it, 'needed: ruleset PR "name": profile "name" items=...; ...')
    fighters: list[dict[str, Any]] = []
    start = True
    place = head.end()
    while text[place:].strip():
        piece = _PIECE.match(text, place)
        if piece is None or not _add(fighters, piece, start):
            it, en = (
                f"non si legge: {text[place : place + 20].strip()}",
                f"cannot be read: {text[place : place + 20].strip()}",
            )
            raise ContentError([Problem("<line>", 1, place + 1, "", it, en)])
        start = piece[1] is not None
        place = piece.end()
    return {"roster": json.loads(head[3]), "ruleset": head[1], "limit": int(head[2]), "fighters": fighters}


def _add(fighters: list[dict[str, Any]], piece: re.Match[str], start: bool) -> bool:
    """Take one piece of a line in; False where it cannot stand."""
    semicolon, key, values, name, profile = piece.groups()
    if semicolon:
        return not start
    if start:
        if profile is None:
            return False
        fighters.append({"profile": profile})
        return True
    if name is not None:
        if "name" in fighters[-1]:
            return False
        fighters[-1]["name"] = json.loads(name)
    elif key is not None and key not in fighters[-1]:
        fighters[-1][key] = values if key in SCALARS else [_value(value) for value in values.split(",")]
    else:
        return False
    return True


def _value(text: str) -> Any:
    item, arrow, to = text.partition(">")
    return {"item": item, "to": to} if arrow else item


def _told(fighter: dict[str, Any]) -> str:
    words = [str(fighter["profile"])]
    if fighter.get("name"):
        words.append(_quoted(fighter["name"]))
    for key, value in fighter.items():
        if key not in ("profile", "name") and value:
            values = value if isinstance(value, list) else [value]
            words.append(f"{key}={','.join(map(_short, values))}")
    return " ".join(words)


def _short(value: Any) -> str:
    return f"{value['item']}>{value['to']}" if isinstance(value, dict) else str(value)


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrong(name: str, it: str, en: str) -> ContentError:
    return ContentError([Problem(name, 0, 0, "", it, en)])

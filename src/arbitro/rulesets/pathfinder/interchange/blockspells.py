"""The spells of a stat block: "(CL 5th; concentration +8) 3rd—fireball (DC 16), haste 2nd—web"."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from arbitro.content.catalogue import fold
from arbitro.content.losses import NO_PLACE, NOT_UNDERSTOOD, Losses
from arbitro.rulesets.pathfinder.interchange.draft import UNKNOWN, Draft
from arbitro.rulesets.pathfinder.interchange.words import MINUS, Names, listed, pieces, raw

ABILITIES = {"mago": "intelligenza", "stregone": "carisma", "bardo": "carisma", "paladino": "carisma"}
DIVINE = ("chierico", "druido", "paladino", "ranger")
_HEAD = re.compile(r"\((?:CL|LI)\s*(\d+)[^)]*\)")


@cache
def _row_head() -> re.Pattern[str]:
    """What a row of spells begins with: "3rd—", "1/day—", "At will—"."""
    heads = rf"\d+(?:st|nd|rd|th|°)?|\d+/(?:day|giorno)|{'|'.join(raw()['at_will'])}"
    return re.compile(rf"(?P<head>(?:{heads})(?:\s*\([^)]*\))?)\s*[{MINUS}-]\s*", re.IGNORECASE)


def read_spells(draft: Draft, kind: str, text: str, names: Names, losses: Losses, where: str) -> None:
    """A block of spells; those that are not ours are listed, and so is a block without a caster level."""
    head = _HEAD.search(text)
    source = next(iter(draft.classes), "")
    if head is None:
        losses.add(where, text, NOT_UNDERSTOOD)
        return
    casting: dict[str, Any] = {"kind": kind, "level": int(head[1])}
    if kind == "like":
        casting["ability"] = "carisma"
    else:
        casting |= {"source": source, "ability": ABILITIES.get(source, "saggezza")}
        casting["tradition"] = "divine" if source in DIVINE else "arcane"
    body = text[head.end() :]
    marks = list(_row_head().finditer(body))
    if not marks or body[: marks[0].start()].strip(" ,;"):
        losses.add(where, body[: marks[0].start()] if marks else body, NOT_UNDERSTOOD)
    for number, mark in enumerate(marks):
        end = marks[number + 1].start() if number + 1 < len(marks) else len(body)
        _row(casting, mark["head"], body[mark.end() : end], names, losses, where)
    if any(casting.get(key) for key in ("uses", "known", "prepared")):
        draft.casting.append(casting)


def _row(casting: dict[str, Any], head: str, text: str, names: Names, losses: Losses, where: str) -> None:
    times = re.match(r"(\d+)", head)
    number = 0 if fold(head) in listed("at_will") or not times else int(times[1])
    for piece in pieces(text):
        bare = re.sub(r"\((?:DC|CD) \d+\)", "", piece).strip()
        many = re.search(r"\((\d+)\)$", bare)
        bare = re.sub(r"\s*\(\d+\)$|D$", "", bare).strip()
        spell = names.spells.get(fold(bare))
        if spell is None:
            losses.add(where, piece, UNKNOWN)
        elif casting["kind"] == "like":
            casting.setdefault("uses", {})[spell] = number
        elif casting["kind"] == "spontaneous":
            casting.setdefault("known", []).append(spell)
        else:
            prepared = casting.setdefault("prepared", {})
            prepared[spell] = prepared.get(spell, 0) + (int(many[1]) if many else 1)
    day = re.search(r"\((\d+)/(?:day|giorno)\)", head)
    if casting["kind"] == "spontaneous" and day:
        slots = casting.setdefault("slots", [0] * 10)
        slots[number] = int(day[1])
    elif casting["kind"] == "spontaneous" and number:
        losses.add(where, head, NO_PLACE)

"""The words of ``arbitro desk``, and the desk as text of at most 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from arbitro.content.deskview import CreatureRow, DeskSide, DeskView, Reminder
from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS, Messages

WIDTH, NAME, CELL = 80, 22, 7


@cache
def catalogue() -> Messages:
    """Their messages."""
    return Messages.load(Path(__file__).parent / "deskwords")


def say(lang: Lang, key: str, **facts: Any) -> str:
    """One of them."""
    return catalogue().text(lang, f"say.{key}", **facts)


@cache
def spoken(group: str, name: str) -> tuple[str, ...]:
    """The words for something, in both languages: people type what they are used to."""
    key = f"{group}.{name}"
    if not catalogue().has(key):
        return ()
    return tuple(dict.fromkeys(word for lang in LANGS for word in catalogue().text(lang, key).split()))


@cache
def all_spoken(group: str) -> dict[str, str]:
    """What each word of a group means; where two languages clash the first one counts."""
    found: dict[str, str] = {}
    for key in catalogue().templates["it"]:
        kind, _, name = key.partition(".")
        if kind == group:
            for word in spoken(group, name):
                found.setdefault(word, name)
    return found


def first_word(lang: Lang, group: str, name: str) -> str:
    """The shortest way to say something in a language."""
    return catalogue().text(lang, f"{group}.{name}").split()[0] if catalogue().has(f"{group}.{name}") else name


# --- the desk -----------------------------------------------------------------------------------------


def desk_text(view: DeskView, lang: Lang) -> str:
    """The whole desk."""
    lines = [view.standing]
    if view.order:
        lines += _wrapped(_order(view, lang), 0)
    for side in view.sides:
        lines += ["", *_side(view, side, lang)]
    if view.notes:
        lines += ["", say(lang, "notes")]
        lines += [line for note in view.notes for line in _wrapped(_secret(note.text, note.secret, lang), 2)]
    if view.timers:
        lines += ["", say(lang, "timers")]
        for timer in view.timers:
            told = say(lang, "timer", text=timer.text, left=timer.left, unit=timer.unit)
            lines += _wrapped(_secret(told, timer.secret, lang), 2)
    if view.reminders:
        lines += ["", *reminders_text(view.reminders, lang)]
    return "\n".join(lines)


def _order(view: DeskView, lang: Lang) -> str:
    """Who acts after whom, whoever has its turn marked."""
    rows = {row.id: row for row in view.rows}
    named = (f"{'» ' if rows[it].active else ''}{rows[it].name}" for it in view.order if it in rows)
    return say(lang, "order", names=", ".join(named))


def reminders_text(reminders: Sequence[Reminder], lang: Lang) -> list[str]:
    """The reminders, numbered, each with what can be done about it."""
    lines = [say(lang, "reminders")] if reminders else []
    for number, one in enumerate(reminders, 1):
        lines += _wrapped(f"{number}  {one.text}", 2, 3)
        key = "take" if len(one.commands) > 1 else "take_one"
        lines += _wrapped(say(lang, key, n=number, label=one.commands[0].label), 5)
    return lines


def _side(view: DeskView, side: DeskSide, lang: Lang) -> list[str]:
    rows = [row for row in view.rows if row.side == side.seat]
    labels = {track.name: track.label for row in rows for track in row.tracks}
    mark = "» " if side.active else ""
    head = f"{'' if view.players else '   '}{mark or '  '}{side.name}"
    armoured = any(row.armour is not None for row in rows)
    cells = [*labels.values(), *([say(lang, "armour")] if armoured else [])]
    lines = [(f"{head:<{NAME + (2 if view.players else 5)}}" + "".join(f"{cell:<{CELL}}" for cell in cells)).rstrip()]
    for row in rows:
        lines += _row(row, tuple(labels), view.players, armoured, lang)
    return lines


def _row(row: CreatureRow, tracks: Sequence[str], players: bool, armoured: bool, lang: Lang) -> list[str]:
    number = "  " if players else f"{row.number:>3}  "
    name = row.name if len(row.name) < NAME else f"{row.name[: NAME - 2]}…"
    known = {track.name: f"{track.now}/{track.full}" if track.full else str(track.now) for track in row.tracks}
    cells = [known.get(track, "") for track in tracks] if row.tracks else []
    if armoured and row.tracks:
        cells.append(row.armour.value if row.armour is not None else "-")
    told = [row.said] if row.state or not row.tracks else row.said.split(", ")[1:]
    counted = {tag.label: f"{tag.label} {tag.count}" for tag in row.tags if tag.count}
    told = [counted.pop(one, one) for one in told] + list(counted.values())
    told += [say(lang, "hidden")] if row.hidden else []
    start = f"{number}{name:<{NAME}}" + "".join(f"{cell:<{CELL}}" for cell in cells)
    more = ", ".join(told)
    lines = [f"{start}{more}".rstrip()] if len(start) + len(more) <= WIDTH else [start.rstrip(), *_wrapped(more, 7)]
    for note in row.notes:
        lines += _wrapped(f"· {_secret(note.text, note.secret, lang)}", 7)
    return lines


def row_text(row: CreatureRow, lang: Lang) -> str:
    """All about one creature."""
    lines = _row(row, [track.name for track in row.tracks], False, row.armour is not None, lang)
    lines[0] = f"{lines[0]}  ({row.role})"
    for tag in row.tags:
        lines += _wrapped(f"{tag.label}: {tag.text}" if tag.text else tag.label, 5)
    for note in row.details:
        told = " ".join(filter(None, (f"{note.label} {note.value}".strip(), f"– {note.text}" if note.text else "")))
        lines += _wrapped(told, 5)
    return "\n".join(lines)


def _secret(text: str, secret: bool, lang: Lang) -> str:
    return f"{say(lang, 'secret')}{text}" if secret else text


def _wrapped(text: str, indent: int, hang: int = 2) -> list[str]:
    room = {"initial_indent": " " * indent, "subsequent_indent": " " * (indent + hang)}
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False, **room)  # type: ignore[arg-type]

"""What a scenario expects, compared with a game as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from arbitro.content.errors import nearest
from arbitro.content.scenariofile import DIE, EXPECTED
from arbitro.content.shape import units
from arbitro.engine.events import Event
from arbitro.engine.game import Game

LENGTHS = ("z", "height", "r", "w", "d")
Unmet = tuple[str, str, str]
"""The key that is wrong ("" for the whole), and what to say about it in Italian and English."""


def unmet(game: Game, wanted: Mapping[str, Any]) -> Iterator[Unmet]:
    """What does not hold of one expectation.

    Kinds: ``{figure: b1, life: 3, at: [x, y], dice: [d4]}``, ``{thing: token1, holder: a1}``, ``{state: {turn: 2}}``,
    ``{event: Hurt, it: b1, amount: 2, count: 1}``, ``{result: a}``, ``{asked: respond, seat: a}``.
    """
    kind = next(key for key in EXPECTED if key in wanted)
    rest = {key: value for key, value in wanted.items() if key != kind}
    if kind == "figure":
        yield from _row(_figure(game, wanted[kind]), wanted[kind], rest)
    elif kind == "thing":
        yield from _row(_thing(game, wanted[kind]), wanted[kind], rest)
    elif kind == "event":
        yield from _event(game, wanted[kind], rest)
    elif kind == "state":
        yield from _row(game.state, "state", wanted[kind])
    elif kind == "result":
        yield from _compare("result", wanted[kind], game.state.result)
    else:
        pending = game.pending
        yield from _compare("asked", wanted[kind], pending.kind if pending else "")
        if pending is not None and "seat" in rest and rest["seat"] not in (*pending.seats, *pending.free):
            yield from _compare("seat", rest["seat"], ", ".join((*pending.seats, *pending.free)))


def _figure(game: Game, name: str) -> Any:
    for table in game.state.rows:
        row = getattr(game.state, table).get(name)
        if row is not None:
            return row
    return None


def _thing(game: Game, name: str) -> Any:
    """Anything with an id that the state holds in a tuple: tokens, areas, corpses."""
    for field in game.state.__struct_fields__:
        held = getattr(game.state, field)
        if isinstance(held, tuple):
            for one in held:
                if isinstance(one, Struct) and getattr(one, "id", None) == name:
                    return one
    return None


def _row(row: Any, name: str, rest: Mapping[str, Any]) -> Iterator[Unmet]:
    if row is None:
        yield "", f"«{name}» non c'è", f'there is no "{name}"'
        return
    for key, value in rest.items():
        if not hasattr(row, key) and not (key == "at" and hasattr(row, "x")):
            near = nearest(key, row.__struct_fields__)
            it, en = (f" (forse volevi «{near}»?)", f' (did you mean "{near}"?)') if near else ("", "")
            yield key, f"«{key}» non esiste{it}", f'"{key}" does not exist{en}'
            continue
        yield from _compare(key, value, _field(row, key))


def _field(row: Any, key: str) -> Any:
    return (row.x, row.y) if key == "at" else getattr(row, key)


def _compare(key: str, wanted: Any, found: Any) -> Iterator[Unmet]:
    if not holds(key, wanted, found):
        shown = shown_as(key, found)
        yield key, f"ci si aspettava {wanted}, e invece è {shown}", f"{wanted} was expected, and it is {shown}"


def holds(key: str, wanted: Any, found: Any) -> bool:
    """Whether a written value is the one found; the order of a list does not matter, lengths are written in cm.

    >>> holds("dice", ["d6", "d4"], (4, 6)), holds("z", 2.5, 2500), holds("life", 3, 4)
    (True, True, False)
    """
    if key == "at":
        return [units(n) for n in wanted] == list(found)
    if key in LENGTHS and not isinstance(wanted, list):
        return bool(units(wanted) == found)
    if isinstance(found, tuple):
        if isinstance(wanted, dict):
            return sorted((str(k), v) for k, v in wanted.items()) == sorted((str(k), v) for k, v in found)
        if not isinstance(wanted, list):
            return False
        return sorted(map(repr, map(_value, wanted))) == sorted(map(repr, found))
    value = _value(wanted)
    return type(value) is type(found) and bool(value == found)


def _value(written: Any) -> Any:
    """A value as the state holds it: d8 is 8, lists are tuples."""
    if isinstance(written, str):
        match = DIE.fullmatch(written)
        return int(match[1]) if match and not match[2] else written
    return tuple(map(_value, written)) if isinstance(written, list) else written


def shown_as(key: str, found: Any) -> str:
    """A value of the state as a scenario would write it."""
    if key == "at":
        return f"[{found[0] / 1000:g}, {found[1] / 1000:g}]"
    if key in LENGTHS and isinstance(found, int):
        return f"{found / 1000:g}"
    if isinstance(found, tuple):
        return f"[{', '.join(map(str, found))}]"
    return str(found) if found != "" else '""'


def _event(game: Game, name: str, rest: Mapping[str, Any]) -> Iterator[Unmet]:
    alike = [event for event in game.journal if type(event).__name__ == name]
    fields = {key: value for key, value in rest.items() if key != "count"}
    good = [event for event in alike if _matches(event, fields)]
    count = rest.get("count")
    if count is not None and len(good) != count:
        it = f"{name}: ne servivano {count}, ce ne sono {len(good)}"
        yield "count", it, f"{name}: {count} expected, there are {len(good)}"
    elif count is None and not good:
        seen = "; ".join(_told(event, fields) for event in alike[-3:])
        it = f"{name} non è avvenuto così (visti: {seen or 'nessuno'})"
        yield "", it, f"{name} did not happen like this (seen: {seen or 'none'})"


def _matches(event: Event, fields: Mapping[str, Any]) -> bool:
    for key, value in fields.items():
        found = _field(event, key)
        if key == "rules":
            if not set(value if isinstance(value, list) else [value]) <= set(found):
                return False
        elif not holds(key, value, found):
            return False
    return True


def _told(event: Event, fields: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {shown_as(key, _field(event, key))}" for key in fields) or type(event).__name__

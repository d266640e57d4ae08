"""Where to look for rules: standing lines and triggers, sorted by what they are looked up with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from arbitro.engine.expr import Scope
from arbitro.engine.records import Part, Record, Standing
from arbitro.engine.values import Id
from arbitro.engine.vocabulary import Window


class Held:
    """A line of a record together with the figure that bears it and what the line sees.

    ``thing`` is a `Standing`, a `Part` (trigger) or a `UseSpec`; ``own`` the bearer's part of the scope.
    ``note`` is what a ruleset worked out about it once and for all.
    """

    __slots__ = ("bearer", "note", "own", "rule", "sort", "thing")

    def __init__(self, thing: Any, rule: str, bearer: Id, own: Scope) -> None:
        self.thing, self.rule, self.bearer, self.own = thing, rule, bearer, own
        self.sort = (getattr(thing, "step", 0), rule, bearer)
        self.note: Any = None


class Shelf:
    """Held lines of one query or window: by (role, figure or word) where pinned, the rest in ``free``.

    ``worded`` are those that ask for a word of one role too: by both roles, then by what is in them.
    """

    __slots__ = ("_asked", "_known", "auras", "free", "pinned", "worded")

    def __init__(self) -> None:
        self.pinned: dict[str, dict[Id, list[Held]]] = {}
        self.worded: dict[tuple[str, str], dict[tuple[Id, str], list[Held]]] = {}
        self.free: list[Held] = []
        self.auras: list[Held] = []
        self._asked: tuple[str, ...] = ()  # the roles on which it depends what is found
        self._known: dict[tuple[Any, ...], list[Held]] = {}

    def add(
        self,
        held: Held,
        pin: tuple[str, str] | None,
        aura: bool = False,
        words: tuple[str, tuple[str, ...]] | None = None,
    ) -> None:
        """Put a line where it will be found."""
        self._asked, self._known = (), {}
        if aura:
            self.auras.append(held)
        elif pin is not None and pin[1] != "it":
            key = held.bearer if pin[1] == "me" else pin[1]
            if words is not None and words[0] != pin[0]:
                for word in dict.fromkeys(words[1]):
                    self.worded.setdefault((pin[0], words[0]), {}).setdefault((key, word), []).append(held)
                return
            self.pinned.setdefault(pin[0], {}).setdefault(key, []).append(held)
        elif words is not None:
            for word in dict.fromkeys(words[1]):
                self.pinned.setdefault(words[0], {}).setdefault(word, []).append(held)
        else:
            self.free.append(held)

    def found(self, scope: Scope) -> list[Held]:
        """All lines that may concern a scope, auras aside, in order of rule and bearer; not to be changed."""
        if not self.pinned and not self.worded:
            return self.free
        asked = self._asked
        if not asked:
            pairs = (role for both in self.worded for role in both)
            asked = self._asked = tuple(dict.fromkeys((*self.pinned, *pairs)))
        key = tuple([scope.get(role, "") for role in asked])
        got = self._known.get(key)
        if got is None:
            got = self._known[key] = self._find(scope)
        return got

    def _find(self, scope: Scope) -> list[Held]:
        got = list(self.free)
        for role, by_figure in self.pinned.items():
            more = by_figure.get(scope.get(role, ""))
            if more:
                got += more
        for (role, other), by_both in self.worded.items():
            more = by_both.get((scope.get(role, ""), scope.get(other, "")))
            if more:
                got += more
        return got


class Index:
    """Everything that is borne, by query, window, action, clause and condition."""

    def __init__(self) -> None:
        self.mods: dict[str, Shelf] = {}
        self.ignores: dict[str, Shelf] = {}
        self.restricts: dict[str, Shelf] = {}
        self.enables: dict[str, list[Held]] = {}
        self.immunes: dict[str, list[Held]] = {}
        self.fences: dict[str, list[Held]] = {}
        self.triggers: dict[str, Shelf] = {}
        self.uses: dict[str, Shelf] = {}
        self.actions: dict[Id, list[Held]] = {}
        self.doors: dict[str, Door | None] = {}
        self.memo: dict[Any, Any] = {}
        """What a ruleset worked out from this index; it lives as long as the index does."""

    def afresh(self) -> Index:
        """The same lines for another moment: nothing is remembered of what was worked out from them."""
        twin = Index.__new__(Index)
        twin.__dict__.update(self.__dict__)
        twin.memo = {}
        return twin

    def place(self, placed: Placed) -> None:
        """Put a line where it will be found."""
        table = getattr(self, placed.table)
        if placed.table in _LISTED:
            table.setdefault(placed.name, []).append(placed.held)
        else:
            shelf = table.get(placed.name)
            if shelf is None:
                shelf = table[placed.name] = Shelf()
            shelf.add(placed.held, placed.pin, placed.aura, placed.words)

    def turned(self, pairs: Pairs, touched: set[tuple[str, str]], lines: Lines) -> Index:
        """An index that differs from this one in what is kept under ``touched`` alone, which is laid out anew."""
        twin = self.afresh()
        twin.doors = {name: door for name, door in self.doors.items() if touched.isdisjoint(_behind(name))}
        for table in {table for table, _ in touched}:
            kept = getattr(self, table)
            setattr(twin, table, {name: held for name, held in kept.items() if (table, name) not in touched})
        for pair in pairs:
            for placed in lines[pair]:
                if (placed.table, placed.name) in touched:
                    twin.place(placed)
        return twin


class Placed(NamedTuple):
    """A line of somebody, and where an index keeps it: in which table, under which name, how it is found there."""

    table: str
    name: str
    held: Held
    pin: tuple[str, str] | None = None
    aura: bool = False
    words: tuple[str, tuple[str, ...]] | None = None


Pairs = tuple[tuple[Id, str], ...]
"""Who bears which record."""
Lines = dict[tuple[Id, str], tuple[Placed, ...]]
"""The lines of those who bear something, as they were laid out so far."""
_TABLES = {"modify": "mods", "ignore": "ignores", "restrict": "restricts", "enable": "enables", "immune": "immunes",
           "fence": "fences"}  # fmt: skip
_LISTED = ("enables", "immunes", "fences", "actions")


def _standing(line: Standing, bearer: Id, own: Scope) -> Placed:
    return Placed(_TABLES[line.kind], line.name, Held(line, line.rule, bearer, own), line.pin, line.aura is not None)


def _behind(window: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("triggers", window), ("uses", window)


def lines_of(bearer: Id, record: Record) -> tuple[Placed, ...]:
    """All lines of a record that ``bearer`` has."""
    own: Scope = {"me": bearer, "rule": record.id}
    found = [_standing(line, bearer, own) for line in record.always]
    for window, triggers in record.at.items():
        for trigger in triggers:
            held = Held(trigger.part, record.id, bearer, own)
            found.append(Placed("triggers", window, held, trigger.pin, words=trigger.words))
    for use in record.uses:
        held = Held(use, record.id, bearer, own)
        if use.moment:
            found.append(Placed("uses", use.moment, held, use.pin, words=use.words))
        else:
            found.append(Placed("actions", bearer, held))
    return tuple(found)


def lines_in_force(part: Part, bearer: Id, own: Scope) -> tuple[Placed, ...]:
    """All lines that an effect of a part puts into force on ``bearer``: standing ones, and triggers that it grants."""
    found = [_standing(line, bearer, own) for line in part.standing]
    for window, parts in part.triggers.items():
        found += [Placed("triggers", window, Held(one, one.rule, bearer, own)) for one in parts]
    return tuple(found)


class Door(Struct, frozen=True):
    """What stands behind a window: its triggers and uses, and whether an effect waits for it."""

    window: Window
    triggers: tuple[Shelf, ...]
    uses: tuple[Shelf, ...]
    waits: bool


def index_of(
    pairs: Iterable[tuple[Id, str]], records: dict[str, Record], lines: Lines | None = None,
    last: tuple[Pairs, Index] | None = None,
) -> Index:  # fmt: skip
    """The index of all that figures bear.

    Args:
        pairs: who bears which record; records: all there are.
        lines: what was laid out so far, to be used again and added to.
        last: an index of others, and what they bore: what is the same in both is taken from it.
    """
    lines, pairs = {} if lines is None else lines, tuple(pairs)
    for pair in pairs:
        if pair not in lines:
            lines[pair] = lines_of(pair[0], records[pair[1]]) if pair[1] in records else ()
    if last is not None:
        old, new = dict.fromkeys(last[0]), dict.fromkeys(pairs)
        if [pair for pair in last[0] if pair in new] == [pair for pair in pairs if pair in old]:
            changed = old.keys() ^ new.keys()
            return last[1].turned(pairs, {(p.table, p.name) for pair in changed for p in lines[pair]}, lines)
    index = Index()
    for pair in pairs:
        for placed in lines[pair]:
            index.place(placed)
    return index

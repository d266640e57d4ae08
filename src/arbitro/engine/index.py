"""Where to look for rules: standing lines and triggers, sorted by what they are looked up with."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

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
        self.fences: list[Held] = []
        self.triggers: dict[str, Shelf] = {}
        self.uses: dict[str, Shelf] = {}
        self.actions: dict[Id, list[Held]] = {}
        self.doors: dict[str, Door | None] = {}
        self.memo: dict[Any, Any] = {}
        """What a ruleset worked out from this index; it lives as long as the index does."""

    def afresh(self) -> Index:
        """The same lines for another moment: nothing is remembered of what was worked out from them."""
        twin = copy(self)
        twin.memo = {}
        return twin

    def bear(self, bearer: Id, record: Record) -> None:
        """All lines of a record that ``bearer`` has."""
        own: Scope = {"me": bearer, "rule": record.id}
        for line in record.always:
            self.stand(line, bearer, own)
        for window, triggers in record.at.items():
            shelf = self.triggers.setdefault(window, Shelf())
            for trigger in triggers:
                shelf.add(Held(trigger.part, record.id, bearer, own), trigger.pin, words=trigger.words)
        for use in record.uses:
            if use.moment:
                shelf = self.uses.setdefault(use.moment, Shelf())
                shelf.add(Held(use, record.id, bearer, own), use.pin, words=use.words)
            else:
                self.actions.setdefault(bearer, []).append(Held(use, record.id, bearer, own))

    def stand(self, line: Standing, bearer: Id, own: Scope) -> None:
        """One standing line."""
        held = Held(line, line.rule, bearer, own)
        if line.kind == "modify":
            self.mods.setdefault(line.name, Shelf()).add(held, line.pin, line.aura is not None)
        elif line.kind == "ignore":
            self.ignores.setdefault(line.name, Shelf()).add(held, line.pin, line.aura is not None)
        elif line.kind == "restrict":
            self.restricts.setdefault(line.name, Shelf()).add(held, line.pin, line.aura is not None)
        elif line.kind == "enable":
            self.enables.setdefault(line.name, []).append(held)
        elif line.kind == "immune":
            self.immunes.setdefault(line.name, []).append(held)
        else:
            self.fences.append(held)

    def trigger(self, window: str, part: Part, bearer: Id, own: Scope) -> None:
        """A granted trigger."""
        self.triggers.setdefault(window, Shelf()).add(Held(part, part.rule, bearer, own), None)


class Door(Struct, frozen=True):
    """What stands behind a window: its triggers and uses, and whether an effect waits for it."""

    window: Window
    triggers: tuple[Shelf, ...]
    uses: tuple[Shelf, ...]
    waits: bool


def index_of(pairs: Iterable[tuple[Id, str]], records: dict[str, Record]) -> Index:
    """The index of all that figures bear."""
    index = Index()
    for bearer, rule in pairs:
        record = records.get(rule)
        if record is not None:
            index.bear(bearer, record)
    return index

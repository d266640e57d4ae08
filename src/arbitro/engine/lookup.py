"""What rules look up in a game: numbers with their reasons, prohibitions, immunities, limits of use."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any

from arbitro.engine.effects import outlives, part_of, scope_of
from arbitro.engine.events import Event, Used
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Refusal
from arbitro.engine.index import Door, Index, Lines, Pairs, Placed, index_of, lines_in_force
from arbitro.engine.queries import ask_number, in_aura
from arbitro.engine.records import SUBJECT_LIMITS, Limit
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.state import Effect, State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.engine.vocabulary import Query, Subject

if TYPE_CHECKING:
    from arbitro.engine.game import Game

REMEMBERED = 64
"""Of so many different sets of all that figures bear the index is kept."""
_NO_ROLES: dict[str, Any] = {"target": None, "action": None, "weapon": None, "path": None}


class Lookup:
    """The part of a game that answers what rules ask of it; it writes nothing but counted uses."""

    ruleset: Ruleset
    state: State
    near: dict[Any, Any]
    forces: dict[Any, Any]
    now: dict[Any, Any]
    _base: Index | None
    _built: dict[Pairs, Index]
    _laid: Lines
    _strung: dict[Id, tuple[Effect, tuple[Placed, ...]]]
    _live: Index | None
    _indexes: tuple[Index, ...] | None
    _doors: dict[str, Door | None]
    _waits: frozenset[str]
    _changed: Set[str]
    _barred: Set[str]
    _moved: bool
    _swayed: bool
    _reborne: bool

    def do(self, event: Event) -> None:
        """Write a fact into the state and the journal."""
        raise NotImplementedError

    @property
    def _game(self) -> Game:
        return self  # type: ignore[return-value]

    # --- for rules: numbers and prohibitions -----------------------------------------------------------

    def indexes(self) -> tuple[Index, ...]:
        """Where lines are looked up: what figures bear, and what effects put in force."""
        if self._indexes is None:
            if self._base is None:
                self._base = self._base_index()
            if self.state.effects:
                if self._live is None:
                    self._live = self._live_index()
                self._indexes = (self._base, self._live)
                self._changed = self._base.mods.keys() | self._live.mods.keys()
                self._barred = self._base.restricts.keys() | self._live.restricts.keys()
            else:
                self._live, self._waits = None, self.ruleset.vocabulary.secret
                self._indexes = (self._base,)
                self._changed, self._barred = self._base.mods.keys(), self._base.restricts.keys()
        return self._indexes

    def _base_index(self) -> Index:
        """The index of what figures bear: one of the last, with its memory wiped, if they bear the same again."""
        pairs = tuple(self.ruleset.bearers(self.state))
        known = self._built.pop(pairs, None)
        if known is not None:
            self._built[pairs] = known  # the last one again
            return known.afresh()
        if len(self._built) >= REMEMBERED:
            self._built.clear()
            self._laid.clear()
        last = next(reversed(self._built.items()), None)
        index = self._built[pairs] = index_of(pairs, self.ruleset.records, self._laid, last)
        return index

    def door(self, name: str) -> Door | None:
        """What stands behind a window now, None where nothing can happen at it."""
        base, *more = self.indexes()
        if name in self._waits or any(name in index.triggers or name in index.uses for index in more):
            return self._door(name, self.indexes())
        if name not in base.doors:  # no effect concerns it: what figures bear alone
            base.doors[name] = self._door(name, (base,))
        return base.doors[name]

    def _door(self, name: str, indexes: tuple[Index, ...]) -> Door | None:
        triggers = tuple([s for index in indexes if (s := index.triggers.get(name))])
        uses = tuple([s for index in indexes if (s := index.uses.get(name))])
        waits = name in self._waits
        if not triggers and not uses and not waits:
            return None
        return Door(self.ruleset.vocabulary.windows[name], triggers, uses, waits)

    def _live_index(self) -> Index:
        index = Index()
        waits = set()
        for effect in sorted(self.state.effects.values(), key=lambda e: e.stamp):
            for placed in self._lines_of(effect):
                index.place(placed)
            waits |= {end.at for end in effect.ends if end.window}
        self._waits = self.ruleset.vocabulary.secret | waits
        return index

    def _lines_of(self, effect: Effect) -> tuple[Placed, ...]:
        """The lines that an effect puts into force, laid out once."""
        known = self._strung.get(effect.id)
        if known is None or known[0] is not effect:
            if len(self._strung) >= REMEMBERED:
                self._strung.clear()
            lines = lines_in_force(part_of(self._game, effect), effect.bearer, scope_of(effect))
            known = self._strung[effect.id] = effect, lines
        return known[1]

    def _forget(self, *, all: bool = True) -> None:
        """Forget what was worked out: all of it, or what has changed since the last checkpoint."""
        self.now = {}
        if all or self._moved:
            self.near = {}
        if all or self._reborne:
            self._base = None
        if all or self._swayed or self._reborne:
            self._live, self._indexes, self._doors, self.forces = None, None, {}, {}

    def waits_for(self, window: str) -> bool:
        """True if an effect waits for that window."""
        self.indexes()
        return window in self._waits

    def query(self, query: Query, **roles: Any) -> Tally:
        """The value of a number for its roles, with the lines that made it."""
        if self._indexes is None:
            self.indexes()
        if query.given is None and query.name not in self._changed:
            base = query.base(self, roles)  # type: ignore[arg-type]
            return Tally(base, base)
        return ask_number(self, query, roles)  # type: ignore[arg-type]

    def barring(self, action: str) -> bool:
        """Whether any rule borne or in force may forbid an action to anybody."""
        if self._indexes is None:
            self.indexes()
        return action in self._barred

    def hindered(self) -> bool:
        """Whether any rule borne or in force forbids anything to anybody."""
        if self._indexes is None:
            self.indexes()
        return bool(self._barred)

    def modified(self, query: str, **roles: Any) -> bool:
        """Whether any rule borne or in force may change a number at all; for these roles, if all of them are given."""
        indexes = self._indexes or self.indexes()
        if query not in self._changed:
            return False
        shelves = (index.mods.get(query) for index in indexes) if roles else ()
        return not roles or any(shelf.auras or shelf.found(roles) for shelf in shelves if shelf is not None)

    def explain(self, query: Query, **roles: Any) -> Tally:
        """The same value, with the lines that did not count as well."""
        return ask_number(self._game, query, roles, explain=True)

    def restricted(self, action: str, /, **roles: Any) -> Refusal | None:
        """The refusal of the first rule in force that forbids an action to ``actor`` (and ``target``)."""
        if self._indexes is None:
            self.indexes()
        if action not in self._barred:
            return None
        for index in self.indexes():
            shelf = index.restricts.get(action)
            if shelf is None:
                continue
            roles = {**_NO_ROLES, "action": action, **roles}
            for held in shelf.found(roles):
                line = held.thing
                if (line.when is None or line.when(self._game, {**roles, **held.own})) and not self._asleep(
                    held, roles
                ):
                    return Refusal("restricted", {"rule": line.rule, "actor": roles["actor"]}, (line.rule,))
            for held in shelf.auras:
                it = roles.get(held.thing.pin[0] if held.thing.pin else "actor")
                if it is not None and in_aura(self._game, held, it):
                    scope = {**roles, **held.own, "it": it}
                    if held.thing.when is None or held.thing.when(self._game, scope):
                        return Refusal("restricted", {"rule": held.rule, "actor": roles["actor"]}, (held.rule,))
        return None

    def enabled(self, clause: RuleId, **roles: Any) -> RuleId:
        """The rule in force that lifts a clause's ban, or ``""``."""
        for index in self.indexes():
            for held in index.enables.get(clause, ()):
                actor = roles.get("actor")
                scope = {**_NO_ROLES, **roles, **held.own, "it": actor}
                reached = held.bearer == actor if held.thing.aura is None else in_aura(self._game, held, str(actor))
                if reached and (held.thing.when is None or held.thing.when(self._game, scope)):
                    return held.rule
        return ""

    def immune(self, figure: Id, what: str) -> RuleId:
        """The rule in force that makes a figure immune to something, or ``""``."""
        for index in self.indexes():
            for held in index.immunes.get(what, ()):
                if held.thing.aura is not None:
                    if not in_aura(self._game, held, figure):
                        continue
                elif held.bearer != figure:
                    continue
                if held.thing.when is None or held.thing.when(self._game, {**held.own, "it": figure}):
                    return held.rule
        return ""

    def marked(self, figure: Id, mark: str) -> bool:
        """True if an effect of that mark is on a figure."""
        return any(e.bearer == figure and ("mark", mark) in e.keep for e in self.state.effects.values())

    def _asleep(self, held: Any, roles: Scope) -> bool:
        gone = self.ruleset.gone(self.state, held.bearer) and held.bearer not in roles.values()
        return gone and not outlives(self._game, held)

    def controller(self, figure: Id) -> Seat:
        """The seat that orders a figure now."""
        try:
            return self.forces[figure]  # type: ignore[no-any-return]
        except KeyError:
            found = self.forces[figure] = self.ruleset.controller(self.state, figure)
            return found

    # --- for rules: limits -----------------------------------------------------------------------------

    def may_use(self, rule: RuleId, limit: Limit, scope: Scope) -> bool:
        """True if a limit leaves a use."""
        allowed = int(limit.n(self._game, scope))
        if limit.per in SUBJECT_LIMITS:
            subject = _subject_of(scope)
            return subject is None or subject.used.get(_use_key(rule, limit, scope), 0) < allowed
        use = self.state.uses.get(_use_key(rule, limit, scope))
        now = self.state.scopes.get(limit.per, 0)
        return (use.n if use and use.scope == now else 0) < allowed

    def count_use(self, rule: RuleId, limit: Limit, scope: Scope) -> bool:
        """Count a use; False (and nothing counted) if the limit leaves none."""
        if not self.may_use(rule, limit, scope):
            return False
        key = _use_key(rule, limit, scope)
        if limit.per in SUBJECT_LIMITS:
            subject = _subject_of(scope)
            if subject is not None:
                subject.used[key] = subject.used.get(key, 0) + 1
        else:
            self.do(Used(key=key, scope=limit.per, rules=(rule,)))
        return True


def _subject_of(scope: Scope) -> Subject | None:
    return next((value for value in scope.values() if isinstance(value, Subject)), None)


def _use_key(rule: RuleId, limit: Limit, scope: Scope) -> str:
    return f"{rule}/{limit.key}/{scope.get(limit.each, '')}"

"""Queries: a number, its modifiers, and the reasons for both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from arbitro.engine.effects import outlives
from arbitro.engine.expr import Scope
from arbitro.engine.index import Held, Shelf
from arbitro.engine.records import Standing
from arbitro.engine.tally import Line, Tally
from arbitro.engine.vocabulary import SUM, Given, Query

if TYPE_CHECKING:
    from arbitro.engine.game import Game

_FREE_TYPES = ("", "dodge", "circumstance", "racial")


def ask_number(game: Game, query: Query, roles: Scope, *, explain: bool = False) -> Tally:
    """The value of a query for its roles; ``explain`` adds the lines that did not count, and why."""
    base = query.base(game, roles)
    found: list[Held] = []
    lost: list[Line] = []
    for index in game._indexes or game.indexes():
        shelf = index.mods.get(query.name)
        if shelf is not None:
            found += shelf.found(roles)
            if shelf.auras:
                found += _in_reach(game, shelf, roles, query if explain else None, lost)
    if len(found) > 1:
        found.sort(key=_sort)
    if query.given is not None:
        found = [*[_held(query.name, query.steps, given) for given in query.given(game, roles)], *found]
        found.sort(key=_step)
    if not found:
        return Tally(base, base, tuple(lost))
    tally = _work_out(game, query, roles, base, found, explain)
    return Tally(tally.value, base, (*tally.lines, *lost)) if lost else tally


_GIVEN = "given"


@lru_cache(maxsize=1 << 14)
def _held(query: str, steps: tuple[tuple[str, str], ...], given: Given) -> Held:
    """What the book gives to a query of these steps, in the shape of a line that somebody bears."""
    step = next(number for number, (name, _) in enumerate(steps) if name == given.step)
    line = Standing("modify", given.rule, _GIVEN, query, None, None, step, None, given.type)
    held = Held(line, given.rule, given.source, {})
    held.note = given.amount
    return held


def _step(held: Held) -> int:
    return int(held.thing.step)


def _sort(held: Held) -> tuple[int, str, str]:
    return held.sort


def _in_reach(
    game: Game, shelf: Shelf, roles: Scope, query: Query | None = None, lost: list[Line] | None = None
) -> list[Held]:
    """Aura lines whose figure in the pinned role stands in the aura; one rule counts once unless it stacks.

    Given the query, the lines left out are put on ``lost`` with the reason.
    """
    got = []

    def leave_out(held: Held, why: str) -> None:
        if query is not None and lost is not None:
            lost.append(Line(held.rule, held.bearer, query.steps[held.thing.step][0], 0, False, why))

    seen = set()
    for held in sorted(shelf.auras, key=_sort):
        line: Standing = held.thing
        role = line.pin[0] if line.pin else next(iter(roles))
        it = roles.get(role)
        if it is None or not in_aura(game, held, it):
            leave_out(held, "reach")
            continue
        if line.aura is not None and not line.aura.stack:
            if (line.rule, line.place) in seen:
                leave_out(held, "once")
                continue
            if line.when is None or line.when(game, {**roles, **held.own, "it": it}):
                seen.add((line.rule, line.place))
        own = Held(line, held.rule, held.bearer, {**held.own, "it": it})
        got.append(own)
    return got


def in_aura(game: Game, held: Held, it: str) -> bool:
    """True if ``it`` stands in the aura of a held line now."""
    if not concerns(game, held, it):
        return False
    return it == held.bearer or game.ruleset.near(game.state, held.bearer, it, game.ruleset.aura_reach(game, held, it))


def concerns(game: Game, held: Held, it: str) -> bool:
    """True if the aura of a held line is for ``it``, wherever it stands: its bearer's side, or the bearer itself."""
    aura = held.thing.aura
    if aura is None or game.ruleset.gone(game.state, held.bearer) or game.ruleset.gone(game.state, it):
        return False
    if it == held.bearer:
        return bool(aura.own)
    return bool(aura.of == "all" or game.ruleset.allied(game.state, held.bearer, it) == (aura.of == "allies"))


def _work_out(game: Game, query: Query, roles: Scope, base: int, found: list[Held], explain: bool) -> Tally:
    value = base
    lines: list[Line] = []
    ignored = _ignored(game, query, roles)
    barred = query.barred(game, roles) if query.barred is not None else {}
    weighed = [_weigh(game, query, roles, held, ignored, barred) for held in found]
    if query.stack != SUM:
        weighed = _stack(query, found, weighed)
    for held, (amount, why) in zip(found, weighed, strict=True):
        line: Standing = held.thing
        step, op = query.steps[line.step]
        if why:
            if explain:
                lines.append(Line(line.rule, held.bearer, step, 0, False, why))
            continue
        new = _apply(op, value, amount, query.down)
        if new != value or explain:
            lines.append(Line(line.rule, held.bearer, step, new - value))
        value = new
        if op == "lock":
            break
    return Tally(value, base, tuple(lines))


def _weigh(
    game: Game,
    query: Query,
    roles: Scope,
    held: Held,
    ignored: list[tuple[str, Any, Scope]],
    barred: Mapping[str, str],
) -> tuple[int, str]:
    """The amount of a line, and why it does not count ("" if it does)."""
    line: Standing = held.thing
    if line.place == _GIVEN:
        amount = int(held.note)
        return amount, _spared(game, query, roles, held, amount, ignored, barred)
    gone = game.ruleset.gone(game.state, held.bearer) and held.bearer not in roles.values()
    if gone and not outlives(game, held):
        return 0, "gone"
    scope = {**roles, **held.own}
    if line.when is not None and not line.when(game, scope):
        return 0, "condition"
    if line.amount is None:
        return 0, ""
    amount = line.amount(game, scope)
    return amount, _spared(game, query, roles, held, amount, ignored, barred)


def _spared(
    game: Game,
    query: Query,
    roles: Scope,
    held: Held,
    amount: int,
    ignored: list[tuple[str, Any, Scope]],
    barred: Mapping[str, str],
) -> str:
    """The rule by which an amount does not count, "" if there is none."""
    line: Standing = held.thing
    change = amount if query.steps[line.step][1] == "add" else 0
    if barred and change > 0 and line.type in barred:
        return f"ignored:{barred[line.type]}"
    for rule, test, own in ignored:
        if test(game, {**roles, **own, **_facts(game, line, held, change)}):
            return f"ignored:{rule}"
    return ""


def _stack(query: Query, found: list[Held], weighed: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Typed stacking: of one type the best bonus counts; free types and penalties add up; a line counts once."""
    best: dict[tuple[bool, str], int] = {}
    for number, (held, (amount, why)) in enumerate(zip(found, weighed, strict=True)):
        line: Standing = held.thing
        if why or not amount or query.steps[line.step][1] != "add":
            continue
        typed = amount > 0 and line.type not in _FREE_TYPES
        key = (typed, line.type if typed else _name_of(held))
        other = best.setdefault(key, number)
        if other != number:
            better = abs(amount) > abs(weighed[other][0])
            best[key] = number if better else other
            loser = other if better else number
            weighed[loser] = (weighed[loser][0], "same_type" if typed else "once")
    return weighed


def _name_of(held: Held) -> str:
    """By what a line is told from others that may not add up with it."""
    line: Standing = held.thing
    own = f"/{line.type}/{held.bearer}" if line.place == _GIVEN else ""
    if line.type == "circumstance":
        own = str(held.own.get("_effect", ""))  # the same help given twice helps twice
    return f"{line.rule}/{line.place}{own}"


def _apply(op: str, value: int, amount: int, down: bool) -> int:
    if op == "add":
        return value + amount
    if op in ("set", "lock"):
        return amount
    if op == "times":
        return value * amount // 100 if down else -(-value * amount // 100)
    if op == "floor":
        return max(value, amount)
    return min(value, amount)


def _ignored(game: Game, query: Query, roles: Scope) -> list[tuple[str, Any, Scope]]:
    got = []
    for index in game.indexes():
        shelf = index.ignores.get(query.name)
        if shelf is None:
            continue
        for held in (*shelf.found(roles), *_in_reach(game, shelf, roles)):
            line: Standing = held.thing
            if line.when is None or line.when(game, {**roles, **held.own}):
                got.append((line.rule, line.amount, held.own))
    return got


def _facts(game: Game, line: Standing, held: Held, change: int) -> Scope:
    return {"change": change, "type": line.type, "sort": game.ruleset.sort_of(line.rule), "source": held.bearer}

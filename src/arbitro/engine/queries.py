"""Queries: a number, its modifiers, and the reasons for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbitro.engine.expr import Scope
from arbitro.engine.index import Held, Shelf
from arbitro.engine.records import Standing
from arbitro.engine.tally import Line, Tally
from arbitro.engine.vocabulary import SUM, Query

if TYPE_CHECKING:
    from arbitro.engine.game import Game

_FREE_TYPES = ("", "dodge", "circumstance", "racial")


def ask_number(game: Game, query: Query, roles: Scope, *, explain: bool = False) -> Tally:
    """The value of a query for its roles; ``explain`` adds the lines that did not count, and why."""
    base = query.base(game, roles)
    found: list[Held] = []
    for index in game._indexes or game.indexes():
        shelf = index.mods.get(query.name)
        if shelf is not None:
            found += shelf.found(roles)
            if shelf.auras:
                found += _in_reach(game, shelf, roles)
    if not found:
        return Tally(base, base)
    if len(found) > 1:
        found.sort(key=_sort)
    return _work_out(game, query, roles, base, found, explain)


def _sort(held: Held) -> tuple[int, str, str]:
    return held.sort


def _in_reach(game: Game, shelf: Shelf, roles: Scope) -> list[Held]:
    """Aura lines whose figure in the pinned role stands in the aura; one rule counts once unless it stacks."""
    got = []
    seen = set()
    for held in sorted(shelf.auras, key=_sort):
        line: Standing = held.thing
        role = line.pin[0] if line.pin else next(iter(roles))
        it = roles.get(role)
        if it is None or not in_aura(game, held, it):
            continue
        if line.aura is not None and not line.aura.stack:
            if (line.rule, line.place) in seen:
                continue
            seen.add((line.rule, line.place))
        own = Held(line, held.rule, held.bearer, {**held.own, "it": it})
        got.append(own)
    return got


def in_aura(game: Game, held: Held, it: str) -> bool:
    """True if ``it`` stands in the aura of a held line now."""
    aura = held.thing.aura
    if aura is None or game.ruleset.gone(game.state, held.bearer) or game.ruleset.gone(game.state, it):
        return False
    if it == held.bearer:
        return bool(aura.own)
    if aura.of != "all" and game.ruleset.allied(game.state, held.bearer, it) != (aura.of == "allies"):
        return False
    return game.ruleset.near(game.state, held.bearer, it, aura.reach(game, held.own))


def _work_out(game: Game, query: Query, roles: Scope, base: int, found: list[Held], explain: bool) -> Tally:
    value = base
    lines: list[Line] = []
    ignored = _ignored(game, query, roles)
    best: dict[str, int] = {}
    for held in found:
        line: Standing = held.thing
        scope = {**roles, **held.own}
        step, op = query.steps[line.step]
        why = ""
        if game.ruleset.gone(game.state, held.bearer) and held.bearer not in roles.values():
            why = "gone"
        elif line.when is not None and not line.when(game, scope):
            why = "condition"
        amount = 0
        if not why and line.amount is not None:
            amount = line.amount(game, scope)
            change = amount if op == "add" else 0
            by = next((rule for rule, test, own in ignored if test(game, {**roles, **own, **_facts(game, line, held, change)})), "")
            why = f"ignored:{by}" if by else ""
        if not why and query.stack != SUM and op == "add":
            why = _stacks(line, amount, best)
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


def _stacks(line: Standing, amount: int, best: dict[str, int]) -> str:
    """Typed stacking: of one type the best bonus counts; penalties and free types add up."""
    if amount <= 0 or line.type in _FREE_TYPES:
        key = f"{line.rule}/{line.place}"
        if amount > 0 and key in best:
            return "once"
        best[key] = amount
        return ""
    if best.get(line.type, 0) >= amount:
        return "same_type"
    best[line.type] = amount
    return ""


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

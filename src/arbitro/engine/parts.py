"""The engine's own verbs: what every ruleset's records can say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import begin_effect
from arbitro.engine.expr import Compiled, Names, Scope, seat_of
from arbitro.engine.forms import Number, Option, Pick
from arbitro.engine.records import Compiler, Part, Path, RecordError
from arbitro.engine.vocabulary import Window

if TYPE_CHECKING:
    from arbitro.engine.game import Game

Builder = Callable[[Compiler, Part, Mapping[str, Any], Path, Names, Window | None], None]
_DICE = re.compile(r"^(\d*)d(\d+)$")
_STANDING_KEYS = ("who", "for", "keep", "survives", "renews", "limit")


def run_parts(game: Game, parts: tuple[Part, ...], scope: Scope) -> Flow[None]:
    """Carry parts out in order; each tests its own ``when`` and ``limit`` as it runs."""
    for part in parts:
        yield from run_part(game, part, scope)


def run_part(game: Game, part: Part, scope: Scope) -> Iterable[Any]:
    """Carry one part out, if it applies; to be used with ``yield from``."""
    if part.when is not None and not part.when(game, scope):
        return ()
    if part.limit is not None and not game.count_use(part.rule, part.limit, scope):
        return ()
    return part.run(game, scope) or ()


def _change(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("change", "by", "to", "when", "limit"), path)
    noun, _, field = str(data["change"]).partition(".")
    if window is None or noun != window.noun or field not in window.open:
        known = [f"{window.noun}.{f}" for f in window.open] if window else []
        raise c._unknown("change", data["change"], (*path, "change"), known)
    word = "by" if "by" in data else "to"
    if word not in data:
        raise RecordError("operation", path, expected="by, to")
    amount = c.expr(data[word], (*path, word), names)

    def run(game: Game, scope: Scope) -> None:
        subject = scope[noun]
        old = getattr(subject, field)
        new = old + amount(game, scope) if word == "by" else amount(game, scope)
        setattr(subject, field, new)
        subject.changed.append((made.rule, field, new - old if isinstance(new, int) and isinstance(old, int) else 0))

    made.run = run


def _cancel(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("cancel", "when", "limit"), path)
    noun = str(data["cancel"])
    if window is None or noun != window.noun:
        raise c._unknown("change", noun, (*path, "cancel"), [window.noun] if window else [])

    def run(game: Game, scope: Scope) -> None:
        scope[noun].cancelled = made.rule

    made.run = run


def _reroll(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("reroll", "ones", "when", "limit"), path)
    noun, ones = str(data["reroll"]), bool(data.get("ones", False))
    if window is None or noun != window.noun or "again" not in window.open:
        raise c._unknown("change", noun, (*path, "reroll"), [window.noun] if window else [])

    def run(game: Game, scope: Scope) -> None:
        if scope[noun].may_roll_again(ones):
            scope[noun].again, scope[noun].again_by = made.rule, scope.get("me") or ""

    made.run = run
    made.worth = lambda game, scope: bool(scope[noun].worth_rolling_again(game, seat_of(game, scope), ones))


def _standing(
    c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None
) -> None:
    line = {key: value for key, value in data.items() if key not in _STANDING_KEYS}
    made.standing = tuple(c.standing(line, path, tuple(made.keep)))
    made.when = None
    who = c.expr(data.get("who", "me"), (*path, "who"), names)
    made.run = lambda game, scope: begin_effect(game, made, scope, who(game, scope))


def _grant(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("grant", "to", "when", *_STANDING_KEYS), path)
    inner = c._dict(data["grant"], (*path, "grant"))
    c._keys(inner, ("always", "at"), (*path, "grant"))
    lines = []
    for i, line in enumerate(c._list(inner.get("always", ()), (*path, "grant", "always"))):
        lines += c.standing(line, (*path, "grant", "always", i), tuple(made.keep))
    made.standing = tuple(lines)
    triggers: dict[str, tuple[Part, ...]] = {}
    for name, parts in c._dict(inner.get("at", {}), (*path, "grant", "at")).items():
        spec = c._window(name, (*path, "grant", "at", name))
        known = c.words.names((*spec.roles, *made.keep), spec)
        triggers[name] = c.parts(parts, (*path, "grant", "at", name), known, spec)
    made.triggers = triggers
    to = c.expr(data.get("to", "me"), (*path, "to"), names)
    made.run = lambda game, scope: begin_effect(game, made, scope, to(game, scope))


def _mark(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("mark", "to", "of", "when", *_STANDING_KEYS), path)
    to = c.expr(data.get("to", "me"), (*path, "to"), names)
    mark = str(data["mark"])
    made.run = lambda game, scope: begin_effect(game, made, scope, to(game, scope), (("mark", mark),))


def _let(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("let", "when"), path)
    values = _bindings(c, data, path, names)

    def run(game: Game, scope: Scope) -> None:
        scope.update({key: value(game, scope) for key, value in values.items()})

    made.run = run


def _bindings(c: Compiler, data: Mapping[str, Any], path: Path, names: Names) -> dict[str, Compiled]:
    lines = c._dict(data.get("let", {}), (*path, "let"))
    return {str(k): c.expr(v, (*path, "let", k), names) for k, v in lines.items()}


def _each(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("each", "let", "do", "when", "limit", "as"), path)
    members = c.expr(data["each"], (*path, "each"), names)
    name = str(data.get("as", "it"))
    inner = names.with_roles(name)
    when = c.expr(data["when"], (*path, "when"), inner) if "when" in data else None
    values = _bindings(c, data, path, inner)
    body = c.parts(data.get("do", ()), (*path, "do"), inner.with_roles(*values), window)
    made.when = None

    def run(game: Game, scope: Scope) -> Flow[None]:
        scopes = []
        for member in members(game, scope):
            own = {**scope, name: member}
            if when is None or when(game, own):
                own.update({key: value(game, own) for key, value in values.items()})
                scopes.append(own)
        for own in scopes:
            yield from run_parts(game, body, own)

    made.run = run


def _if(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("if", "then", "else", "limit"), path)
    test = c.expr(data["if"], (*path, "if"), names)
    then = c.parts(data.get("then", ()), (*path, "then"), names, window)
    other = c.parts(data.get("else", ()), (*path, "else"), names, window)

    def run(game: Game, scope: Scope) -> Flow[None] | None:
        parts = then if test(game, scope) else other
        return run_parts(game, parts, scope) if parts else None

    made.run, made.test = run, None if other else test


def _may(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("may", "do", "when", "limit", "by"), path)
    what = str(data["may"])
    by = c.expr(data.get("by", "seat"), (*path, "by"), names)
    body = c.parts(data.get("do", ()), (*path, "do"), names, window)

    def run(game: Game, scope: Scope) -> Flow[None]:
        form = Pick((Option("pass"), Option("use")), default="pass")
        about = {"rule": made.rule, "me": scope["me"], "what": what}
        if (yield from ask("may", by(game, scope), form, about)) == "use":
            yield from run_parts(game, body, scope)

    made.run = run


def _choose(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("choose", "as", "by", "otherwise", "when", "limit", "lo", "hi"), path)
    what, name = data["choose"], str(data.get("as", "chosen"))
    by = c.expr(data.get("by", "seat"), (*path, "by"), names)
    otherwise = c.expr(data["otherwise"], (*path, "otherwise"), names) if "otherwise" in data else None
    members = None if what in ("yes_no", "number") else c.expr(what, (*path, "choose"), names)
    lo = c.expr(data.get("lo", 0), (*path, "lo"), names)
    hi = c.expr(data.get("hi", 0), (*path, "hi"), names)

    def run(game: Game, scope: Scope) -> Flow[None]:
        about = {"rule": made.rule, "me": scope["me"], "as": name}
        if what == "number":
            form: Any = Number(lo(game, scope), hi(game, scope))
        elif what == "yes_no":
            form = Pick((Option(True), Option(False)))
        else:
            options = tuple(Option(member) for member in members(game, scope)) if members else ()
            if not options:
                scope[name] = otherwise(game, scope) if otherwise else None
                return
            form = Pick(options)
        scope[name] = yield from ask("choose", by(game, scope), form, about)

    made.run = run


def dice_of(text: Any, path: Path) -> tuple[int, int]:
    """Number and sides of ``2d6``.

    >>> dice_of("d8", ()), dice_of("3d6", ())
    ((1, 8), (3, 6))
    """
    match = _DICE.match(str(text))
    if not match or not 1 <= int(match[2]) <= 100 or int(match[1] or 1) > 40:
        raise RecordError("dice", path, str(text), expected="2d6")
    return int(match[1] or 1), int(match[2])


def _roll(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("roll", "as", "when", "limit"), path)
    n, sides = dice_of(data["roll"], (*path, "roll"))
    name = str(data.get("as", "rolled"))

    def run(game: Game, scope: Scope) -> None:
        scope[name] = game.sum(n, sides, by=scope["me"], rules=(made.rule,))

    made.run = run


def _table(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    value = c.expr(data["table"], (*path, "table"), names)
    rows: list[tuple[int, int, tuple[Part, ...]]] = []
    for key, parts in data.items():
        if key in ("table", "when", "limit"):
            continue
        lo, _, hi = str(key).partition("-")
        if not lo.isdigit() or (hi and not hi.isdigit()):
            raise c._unknown("key", key, (*path, key), ("1", "2-5"))
        rows.append((int(lo), int(hi or lo), c.parts(parts, (*path, key), names, window)))

    def run(game: Game, scope: Scope) -> Flow[None]:
        number = value(game, scope)
        for lo, hi, parts in rows:
            if lo <= number <= hi:
                yield from run_parts(game, parts, scope)

    made.run = run


def _later(c: Compiler, made: Part, data: Mapping[str, Any], path: Path, names: Names, window: Window | None) -> None:
    c._keys(data, ("later", "do", "when", "keep", "limit", "survives", "renews", "for", "to"), path)
    moments = data["later"] if isinstance(data["later"], list) else [data["later"]]
    read = [c.moment(str(moment), (*path, "later"), names) for moment in moments]
    made.ends = (*made.ends, *(moment for moment, _ in read))  # it happens once, at whichever comes first
    spec = read[0][1] if len(read) == 1 else None
    made.when = c.expr(data["when"], (*path, "when"), names) if "when" in data else None
    to = c.expr(data.get("to", "me"), (*path, "to"), names)
    roles = [role for role in read[0][1].roles if all(role in other.roles for _, other in read)]
    known = c.words.names((*roles, *made.keep), spec)
    made.body = c.parts(data.get("do", ()), (*path, "do"), known, spec)
    made.run = lambda game, scope: begin_effect(game, made, scope, to(game, scope))


BUILD: dict[str, Builder] = {
    **dict.fromkeys(("modify", "ignore", "aura", "restrict", "enable", "immune", "fence"), _standing),
    "change": _change, "cancel": _cancel, "reroll": _reroll, "grant": _grant, "mark": _mark, "let": _let, "each": _each,
    "if": _if, "may": _may, "choose": _choose, "roll": _roll, "table": _table, "later": _later,
}  # fmt: skip

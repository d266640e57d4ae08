"""Records: abilities, items, conditions and terrain as data, compiled once when a pack is loaded.

The grammar is that of the design: ``always`` (standing lines), ``at`` (automatic parts at a window),
``do``/``uses`` (what may be used, with ``moment, when, limit, pay, target, worth``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from arbitro.engine.expr import Compiled, ExprError, Names, Scope, compile_expr, pins, word_tests
from arbitro.engine.vocabulary import OPERATIONS, Verb, Vocabulary, Window

if TYPE_CHECKING:
    from arbitro.engine.asks import Flow
    from arbitro.engine.game import Game

SUBJECT_LIMITS = ("roll", "hit", "action", "subject")
Path = tuple[str | int, ...]


class RecordError(Exception):
    """A record that does not compile.

    Attributes:
        code: what is wrong; facts: the word, what was expected, a near match.
        path: keys and indexes down to the wrong value; column: within its text, from 0.
    """

    def __init__(
        self, code: str, path: Path, word: str = "", column: int = 0, near: str = "", expected: str = ""
    ) -> None:
        super().__init__(f"{code} at {'.'.join(map(str, path))}: {word}")
        self.code, self.path, self.word = code, path, word
        self.column, self.near, self.expected = column, near, expected


class Limit(Struct, frozen=True):
    """At most ``n`` times per scope, counted for each figure in the role ``each``.

    The same limit written twice in one record is one limit: ``key`` is its text.
    """

    n: Compiled
    per: str
    each: str
    key: str


class Aura(Struct, frozen=True):
    """Reaches ``of`` allies, enemies or all within ``cm`` of its bearer (units), and with ``self`` the bearer."""

    reach: Compiled
    of: str
    own: bool
    stack: bool


class Standing(Struct, frozen=True):
    """A line that holds while its record or effect does.

    ``kind``: ``modify, ignore, restrict, enable, immune, fence``; ``name``: the query, action, clause
    or condition; ``pin`` = (role, "me"|"it") by which an index finds it.
    """

    kind: str
    rule: str
    place: str
    name: str
    when: Compiled | None = None
    amount: Compiled | None = None
    step: int = 0
    pin: tuple[str, str] | None = None
    type: str = ""
    aura: Aura | None = None
    extra: Mapping[str, Any] = {}


class EndSpec(Struct, frozen=True):
    """A ``for`` as written: resolved to an `End` when the effect begins.

    ``times``: at the how-manieth opening of a window it ends (``until (cl * 2) turn_start of me``).
    """

    word: str
    at: str = ""
    who: Compiled | None = None
    number: int = 1
    test: Compiled | None = None
    times: Compiled | None = None


class Part(Struct):
    """One verb with its arguments. ``run`` carries it out (a flow, or nothing to ask).

    ``renews``: an effect of it replaces the one that its bearer already has from the same rule.
    ``ordered``: its place among others that happen by themselves at one moment matters (``order: matters``).
    ``test``: what must hold besides ``when`` for it to do anything.
    """

    rule: str
    place: str
    verb: str
    run: Callable[[Game, Scope], Flow[None] | None]
    when: Compiled | None = None
    limit: Limit | None = None
    ends: tuple[EndSpec, ...] = ()
    keep: Mapping[str, Compiled] = {}
    survives: bool = False
    renews: bool = False
    standing: tuple[Standing, ...] = ()
    body: tuple[Part, ...] = ()
    triggers: Mapping[str, tuple[Part, ...]] = {}
    lazy: dict[str, Compiled] = field(default_factory=dict)
    worth: Callable[[Game, Scope], bool] | None = None
    ordered: bool = False
    head: Compiled | None = None
    test: Compiled | None = None

    def happens(self, game: Game, scope: Scope) -> bool:
        """Whether its condition holds."""
        return self.when is None or bool(self.when(game, scope))

    def acts(self, game: Game, scope: Scope) -> bool:
        """Whether it does anything as things stand."""
        return self.happens(game, scope) and (self.test is None or bool(self.test(game, scope)))


class Target(Struct, frozen=True):
    """What a use asks for: ``one``/``each``/``some`` (from ``least`` to ``most``) of a set, a ``point``, an ``arc``.

    A point lies within ``cm`` of the user (None: anywhere), in its sight if ``see``. ``needed``: without anybody to
    aim at there is no use; so it is with ``each`` where all that the use does is done to them.
    """

    kind: str
    name: str
    members: Compiled | None = None
    when: Compiled | None = None
    cm: Compiled | None = None
    degrees: int = 0
    see: bool = False
    least: Compiled | None = None
    most: Compiled | None = None
    needed: bool = False


class UseSpec(Struct, frozen=True):
    """One use of a record. Without ``moment`` it is an action of the ruleset.

    ``words``: a role and the words it must be one of, by which an index finds the use besides its ``pin``.
    """

    place: str
    parts: tuple[Part, ...]
    moment: str = ""
    when: Compiled | None = None
    pin: tuple[str, str] | None = None
    words: tuple[str, tuple[str, ...]] | None = None
    limit: Limit | None = None
    pay: Mapping[str, Compiled] = {}
    target: Target | None = None
    worth: Compiled | None = None
    more: tuple[Target, ...] = ()
    """What is named after ``target``, one question each: all of ``targets``, and a ``target`` that is no figure."""


class Trigger(Struct, frozen=True):
    """An automatic part list at a window, with the pin of its first part (``words``: see `UseSpec`)."""

    part: Part
    pin: tuple[str, str] | None
    words: tuple[str, tuple[str, ...]] | None = None


class Record(Struct):
    """A compiled record; ``data`` keeps the ruleset's own fields."""

    id: str
    name: str
    kind: str = ""
    always: tuple[Standing, ...] = ()
    at: dict[str, tuple[Trigger, ...]] = field(default_factory=dict)
    uses: tuple[UseSpec, ...] = ()
    places: dict[str, Part] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)


RECORD_KEYS = ("always", "at", "do", "uses", "moment", "when", "limit", "pay", "target", "targets", "worth")
_ASKED = ("some", "point", "arc")
_PART_KEYS = ("when", "limit", "for", "keep", "survives", "renews")
_STANDING = ("modify", "ignore", "aura", "fence", "restrict", "enable", "immune")
_LIMIT = re.compile(r"^(.+) per (\w+)(?: each (\w+))?$")
WHOLE = re.compile(r"-?[0-9]{1,9}")
_HOURS = {"hours": 1, "days": 24, "weeks": 168}


class Compiler:
    """Compiles one record; make one per record.

    Raises:
        RecordError: for any key, word, role, window or fact that is not known.
    """

    def __init__(self, vocabulary: Vocabulary, rule: str) -> None:
        self.words = vocabulary
        self.rule = rule
        self.places: dict[str, Part] = {}

    # --- records -------------------------------------------------------------------------------

    def record(self, data: Mapping[str, Any], name: str, kind: str) -> Record:
        """The record of ``data``; keys that are not the engine's stay in ``data``."""
        always: list[Standing] = []
        for i, line in enumerate(self._list(data.get("always", ()), ("always",))):
            always += self.standing(line, ("always", i), ())
        at = {}
        for window, parts in self._dict(data.get("at", {}), ("at",)).items():
            self._window(window, ("at", window))
            at[window] = self._triggers(parts, ("at", window), window)
        uses = []
        if "do" in data:
            uses.append(self._use({key: data[key] for key in RECORD_KEYS[2:] if key in data}, ()))
        for i, use in enumerate(self._list(data.get("uses", ()), ("uses",))):
            uses.append(self._use(use, ("uses", i)))
        rest = {key: value for key, value in data.items() if key not in RECORD_KEYS}
        return Record(self.rule, name, kind, tuple(always), at, tuple(uses), self.places, rest)

    def _use(self, data: Mapping[str, Any], path: Path) -> UseSpec:
        self._keys(data, RECORD_KEYS[2:], path)
        moment = data.get("moment", "")
        window = self._window(moment, (*path, "moment")) if moment else self.words.plain_use
        names = self.words.names(window.roles if window else (), window)
        target = (
            self._target(data["target"], (*path, "target"), names, data.get("do", ())) if "target" in data else None
        )
        inner = names.with_roles(target.name) if target else names
        more = [target] if target is not None and target.kind in _ASKED else []
        for i, line in enumerate(self._list(data.get("targets", ()), (*path, "targets"))):
            more.append(self._target(line, (*path, "targets", i), inner))
            inner = inner.with_roles(more[-1].name)
        return UseSpec(
            place=".".join(map(str, (*path, "do"))),
            parts=self.parts(data.get("do", ()), (*path, "do"), inner, window),
            moment=moment,
            when=self._expr(data, "when", path, names),
            pin=_pin(data.get("when"), window.roles if window else (), self.words.words),
            words=_words(data.get("when"), window.roles if window else (), self.words.words),
            limit=self._limit(data, path, names),
            pay={k: self.expr(v, (*path, "pay", k), names) for k, v in dict(data.get("pay", {})).items()},
            target=target,
            worth=self._expr(data, "worth", path, names),
            more=tuple(more),
        )

    def _target(self, data: Any, path: Path, names: Names, parts: Any = ()) -> Target:
        data = self._dict(data, path)
        kinds = ("one", "each", "some", "point", "arc")
        kind = next((k for k in kinds if k in data), "")
        if not kind:
            raise RecordError("target", path, expected=", ".join(kinds))
        self._keys(data, (*kinds, "when", "as", "see", "least", "most"), path)
        inner = names.with_roles("it")
        if kind == "arc" and not (isinstance(data["arc"], int) and 1 <= data["arc"] <= 360):
            raise RecordError("degrees", (*path, "arc"), str(data["arc"]))
        self._number_of(data, path)
        members = self.expr(data[kind], (*path, kind), names) if kind in ("one", "each", "some") else None
        name = str(data.get("as", "target"))
        for_them = bool(parts) and all(re.search(rf"\b{re.escape(name)}\b", str(part)) for part in parts)
        return Target(
            kind=kind,
            name=name,
            members=members,
            when=self._expr(data, "when", path, inner),
            cm=self.expr(data["point"], (*path, "point"), names) if kind == "point" else None,
            degrees=data["arc"] if kind == "arc" else 0,
            see=bool(data.get("see", False)),
            least=self._expr(data, "least", path, names),
            most=self._expr(data, "most", path, names),
            needed=kind == "one" or (kind == "each" and for_them),
        )

    def _number_of(self, data: Mapping[str, Any], path: Path) -> None:
        """How many a target is: where plain numbers say it, at least one may be named, and no fewer than must."""
        least, most = data.get("least", 1), data.get("most")
        if isinstance(most, int) and most < max(1, least if isinstance(least, int) else 1):
            raise RecordError("too_few", (*path, "most"), str(most), expected=f"{max(1, least)} ...")

    def _triggers(self, parts: Any, path: Path, window: str) -> tuple[Trigger, ...]:
        spec = self.words.windows[window]
        made = []
        for i, data in enumerate(self._list(parts, path)):
            part = self.part(data, (*path, i), self.words.names(spec.roles, spec), spec)
            when, words = data.get("when"), self.words.words
            alone = _words(when, spec.roles, words) if len(parts) == 1 else None  # parts keep the order of the record
            made.append(Trigger(part, _pin(when, spec.roles, words), alone))
        return tuple(made)

    # --- standing lines -------------------------------------------------------------------------

    def standing(self, line: Any, path: Path, kept: tuple[str, ...], aura: Aura | None = None) -> list[Standing]:
        """The standing lines of one entry of ``always`` (an aura may hold several)."""
        data = self._dict(line, path)
        kind = next((k for k in _STANDING if k in data), "")
        if not kind:
            raise RecordError(
                "standing", path, next(iter(data), ""), 0, _near(next(iter(data), ""), _STANDING), ", ".join(_STANDING)
            )
        made: list[Standing] = getattr(self, f"_standing_{kind}")(data, path, kept, aura)
        return made

    def _standing_modify(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        query = self.words.queries.get(str(data["modify"]))
        if query is None:
            raise self._unknown("query", data["modify"], (*path, "modify"), self.words.queries)
        words = [w for w in OPERATIONS if w in data]
        self._keys(data, ("modify", *OPERATIONS, "type", "step", "when", "who", *_PART_KEYS), path)
        if len(words) != 1:
            raise RecordError("operation", path, expected=", ".join(OPERATIONS))
        step = query.step_of(OPERATIONS[words[0]])
        if "step" in data:
            named = [name for name, _ in query.steps]
            if data["step"] not in named:
                raise self._unknown("step", data["step"], (*path, "step"), named)
            step = named.index(data["step"])
        if step < 0 or query.steps[step][1] != OPERATIONS[words[0]]:
            raise RecordError("operation", (*path, words[0]), words[0], expected=str(query.steps))
        names = self.words.names((*query.roles, *kept, *(("it",) if aura else ())))
        pin = _pin(data.get("when"), query.roles)
        if pin is None and not data.get("when"):
            pin = (query.roles[0], "it" if aura else "me")
        return [
            Standing(
                "modify", self.rule, _place(path), query.name, self._expr(data, "when", path, names),
                self.expr(data[words[0]], (*path, words[0]), names), step, pin, str(data.get("type", "")), aura,
            )
        ]  # fmt: skip

    def _standing_ignore(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        query = self.words.queries.get(str(data["ignore"]))
        if query is None:
            raise self._unknown("query", data["ignore"], (*path, "ignore"), self.words.queries)
        self._keys(data, ("ignore", "dropping", "when", *_PART_KEYS), path)
        names = self.words.names((*query.roles, *kept, *(("it",) if aura else ())))
        dropping = self.expr(
            data.get("dropping", True), (*path, "dropping"), names.with_roles("change", "type", "sort", "source")
        )
        pin = _pin(data.get("when"), query.roles) or ((query.roles[0], "me") if not data.get("when") else None)
        when = self._expr(data, "when", path, names)
        return [Standing("ignore", self.rule, _place(path), query.name, when, dropping, 0, pin, "", aura)]

    def _standing_aura(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        self._keys(data, ("aura", "of", "self", "stack", "gives", *_PART_KEYS), path)
        of = str(data.get("of", "allies"))
        if of not in ("allies", "enemies", "all"):
            raise self._unknown("aura_of", of, (*path, "of"), ("allies", "enemies", "all"))
        reach = self.expr(data["aura"], (*path, "aura"), self.words.names(kept))
        ring = Aura(reach, of, bool(data.get("self", False)), bool(data.get("stack", False)))
        made: list[Standing] = []
        for i, line in enumerate(self._list(data.get("gives", ()), (*path, "gives"))):
            made += self.standing(line, (*path, "gives", i), kept, ring)
        return made

    def _standing_restrict(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        self._keys(data, ("restrict", "when", "who", *_PART_KEYS), path)
        named = [str(a) for a in (data["restrict"] if isinstance(data["restrict"], list) else [data["restrict"]])]
        actions = [action for name in named for action in self.words.groups.get(name, (name,))]
        names = self.words.names((*self.words.action_roles, *kept, *(("it",) if aura else ())))
        when = self._expr(data, "when", path, names)
        for action in actions:
            if action not in self.words.actions:
                raise self._unknown("action", action, (*path, "restrict"), self.words.actions)
        pin = _pin(data.get("when"), ("actor", "target")) or (
            (("actor", "it" if aura else "me")) if not data.get("when") else None
        )
        return [
            Standing("restrict", self.rule, _place(path), action, when, None, 0, pin, "", aura) for action in actions
        ]

    def _standing_enable(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        self._keys(data, ("enable", "when", "who", *_PART_KEYS), path)
        clause = str(data["enable"])
        if not self.words.clauses(clause):
            raise RecordError("clause", (*path, "enable"), clause)
        names = self.words.names((*self.words.action_roles, *kept, *(("it",) if aura else ())))
        return [Standing("enable", self.rule, _place(path), clause, self._expr(data, "when", path, names), aura=aura)]

    def _standing_immune(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        self._keys(data, ("immune", "when", *_PART_KEYS), path)
        words = data["immune"] if isinstance(data["immune"], list) else [data["immune"]]
        names = self.words.names((*kept, "it"))
        when = self._expr(data, "when", path, names)
        return [Standing("immune", self.rule, _place(path), str(word), when, aura=aura) for word in words]

    def _standing_fence(
        self, data: Mapping[str, Any], path: Path, kept: tuple[str, ...], aura: Aura | None
    ) -> list[Standing]:
        self._keys(data, ("fence", "around", "side", "path", "moves", "when", *_PART_KEYS), path)
        names = self.words.names((*kept, "it"))
        side, way = str(data.get("side", "away")), str(data.get("path", "whole"))
        for key, word, known in (("side", side, ("away", "in")), ("path", way, ("whole", "end"))):
            if word not in known:
                raise self._unknown("fence", word, (*path, key), known)
        moves = tuple(str(move) for move in self._list(data.get("moves", ()), (*path, "moves")))
        around = self.expr(data.get("around", "me"), (*path, "around"), names)
        extra = {"around": around, "side": side, "path": way, "moves": moves}
        reach = self.expr(data["fence"], (*path, "fence"), names)
        return [
            Standing(
                "fence",
                self.rule,
                _place(path),
                "fence",
                self._expr(data, "when", path, names),
                reach,
                aura=aura,
                extra=extra,
            )
        ]

    # --- parts ----------------------------------------------------------------------------------

    def parts(self, data: Any, path: Path, names: Names, window: Window | None) -> tuple[Part, ...]:
        """Parts in order; names that one binds (``as``, ``let``, ``roll``) are known to the next."""
        made = []
        for i, item in enumerate(self._list(data, path)):
            part = self.part(item, (*path, i), names, window)
            made.append(part)
            names = names.with_roles(*self._bound(item))
        return tuple(made)

    def _bound(self, item: Mapping[str, Any]) -> tuple[str, ...]:
        names = [str(item["as"])] if isinstance(item.get("as"), str) else []
        if isinstance(item.get("let"), Mapping):
            names += [str(key) for key in item["let"]]
        return tuple(names)

    def part(self, item: Any, path: Path, names: Names, window: Window | None) -> Part:
        """One part: the first key that is a verb decides."""
        data = self._dict(item, path)
        ordered = "order" in data
        if ordered:
            if data["order"] != "matters":
                raise self._unknown("order", data["order"], (*path, "order"), ("matters",))
            data = {key: value for key, value in data.items() if key != "order"}
        verb = next((k for k in data if k in self.words.verbs or k in _ENGINE_PARTS), "")
        known = [*self.words.verbs, *_ENGINE_PARTS]
        if not verb:
            first = next(iter(data), "")
            raise RecordError("verb", path, str(first), 0, _near(str(first), known), ", ".join(known))
        keep = {str(k): self.expr(v, (*path, "keep", k), names) for k, v in self._keep(data, path, verb).items()}
        made = Part(
            rule=self.rule,
            place=_place(path),
            verb=verb,
            run=_nothing,
            when=None if verb in ("later", "each", *_STANDING) else self._expr(data, "when", path, names),
            limit=self._limit(data, path, names),
            ends=self._ends(data, path, names),
            keep=keep,
            survives=bool(data.get("survives", False)),
            renews=bool(data.get("renews", False)),
            ordered=ordered,
        )
        self.places[made.place] = made
        from arbitro.engine import parts as engine_parts  # the verbs need the compiler's types

        if verb in _ENGINE_PARTS:
            engine_parts.BUILD[verb](self, made, data, path, names, window)
        else:
            self._ruleset_verb(made, self.words.verbs[verb], data, path, names, window)
        return made

    def _keep(self, data: Mapping[str, Any], path: Path, verb: str) -> Mapping[str, Any]:
        return self._dict(data.get("keep", {}), (*path, "keep"))

    def _ruleset_verb(
        self, made: Part, verb: Verb, data: Mapping[str, Any], path: Path, names: Names, window: Window | None
    ) -> None:
        self._keys(data, (verb.name, *verb.args, *_PART_KEYS, "as"), path)
        head = self._argument(verb.head, verb, data[verb.name], (*path, verb.name), names)
        args: dict[str, Compiled] = {}
        for key, kind in verb.args.items():
            if key not in data:
                continue
            if kind == "parts":
                args[key] = _constant(self.parts(data[key], (*path, key), names.with_roles("it"), window))
            elif kind == "lazy":
                known = self.words.names((*self.words.action_roles, *made.keep))
                made.lazy[key] = self.expr(data[key], (*path, key), known)
            else:
                args[key] = self._argument(kind, verb, data[key], (*path, key), names)
        bind = str(data["as"]) if "as" in data else ""

        def run(game: Game, scope: Scope) -> Flow[None] | None:
            scope["_part"], scope["_as"] = made, bind
            return verb.run(game, scope, head(game, scope), {key: value(game, scope) for key, value in args.items()})

        made.run, made.head = run, head
        if verb.worth is not None:
            judge = verb.worth
            made.worth = lambda game, scope: judge(game, scope, head(game, scope))

    def _argument(self, kind: str, verb: Verb, value: Any, path: Path, names: Names) -> Compiled:
        if kind == "expr":
            return self.expr(value, path, names)
        if kind in ("exprs", "dice"):
            values = [((*path, i), v) for i, v in enumerate(value)] if isinstance(value, list) else [(path, value)]
            if kind == "dice":
                for place, size in values:
                    self._die(size, place)
            many = [self.expr(v, place, names) for place, v in values]
            return lambda g, c: tuple(one(g, c) for one in many)
        words = [str(w) for w in (value if isinstance(value, list) else [value])]
        if kind == "word" and verb.words:
            for word in words:
                if word not in verb.words:
                    raise self._unknown("word", word, path, verb.words)
        return _constant(
            value if isinstance(value, bool | int) else tuple(words) if isinstance(value, list) else words[0]
        )

    def _die(self, size: Any, path: Path) -> None:
        """A size that is a plain number must be one of a die; what an expression gives is known in play only."""
        plain = isinstance(size, int) or (isinstance(size, str) and WHOLE.fullmatch(size.strip()))
        if plain and self.words.dice and int(size) not in self.words.dice:
            raise RecordError("die", path, str(size), expected=", ".join(map(str, self.words.dice)))

    def _ends(self, data: Mapping[str, Any], path: Path, names: Names) -> tuple[EndSpec, ...]:
        if "for" not in data:
            return ()
        texts = data["for"] if isinstance(data["for"], list) else [data["for"]]
        return tuple(self._end(str(text), (*path, "for"), names) for text in texts)

    def _end(self, text: str, path: Path, names: Names) -> EndSpec:
        match = re.match(r"^(this|next|until|while|after) (.+)$", text.strip())
        if not match:
            raise RecordError("duration", path, text, expected="this|next|until|while|after ...")
        word, rest = match[1], match[2]
        if word == "while":
            return EndSpec("while", test=self.expr(rest, path, names))
        if word == "after":
            amount, _, unit = rest.partition(" ")
            if unit not in _HOURS or not amount.isdigit():
                raise RecordError("duration", path, text, expected="after N hours|days|weeks")
            return EndSpec("after", number=int(amount) * _HOURS[unit])
        at, _, who = rest.partition(" of ")
        if word == "until":
            count, _, at = at.rpartition(" ")
            self._window(at, path)
            times = self.expr(count, path, names) if count else None
            return EndSpec(word, at, self.expr(who, path, names) if who else None, times=times)
        if at not in self.words.scopes:
            raise self._unknown("scope", at, path, self.words.scopes)
        return EndSpec(word, at, self.expr(who, path, names) if who else None)

    def moment(self, text: str, path: Path, names: Names) -> tuple[EndSpec, Window]:
        """``next WINDOW [of WHO]`` or ``2nd WINDOW [of WHO]``."""
        match = re.match(r"^(next|2nd) (\w+)(?: of (.+))?$", str(text).strip())
        if not match:
            raise RecordError("moment", path, str(text), expected="next|2nd WINDOW [of WHO]")
        window = self._window(match[2], path)
        who = self.expr(match[3], path, names) if match[3] else None
        return EndSpec("moment", match[2], who, 2 if match[1] == "2nd" else 1), window

    # --- small things ---------------------------------------------------------------------------

    def expr(self, source: Any, path: Path, names: Names) -> Compiled:
        """Compile an expression, or raise with its place and column."""
        if not isinstance(source, str | int | bool):
            raise RecordError("expression", path, str(source))
        try:
            return compile_expr(source, names)
        except ExprError as error:
            raise RecordError(f"expr_{error.code}", path, error.word, error.column, error.near) from None

    def _expr(self, data: Mapping[str, Any], key: str, path: Path, names: Names) -> Compiled | None:
        return self.expr(data[key], (*path, key), names) if key in data else None

    def _limit(self, data: Mapping[str, Any], path: Path, names: Names) -> Limit | None:
        if "limit" not in data:
            return None
        match = _LIMIT.match(str(data["limit"]))
        if not match or (WHOLE.fullmatch(match[1]) and int(match[1]) < 1):
            raise RecordError(
                "limit", (*path, "limit"), str(data["limit"]), expected="N per hand|turn|game|roll ... [each ROLE]"
            )
        per = match[2]
        known = (*SUBJECT_LIMITS, *self.words.scopes)
        if per not in known:
            raise self._unknown("scope", per, (*path, "limit"), known)
        text = match[1]
        return Limit(
            self.expr(int(text) if WHOLE.fullmatch(text) else text, (*path, "limit"), names),
            per,
            match[3] or "me",
            str(data["limit"]),
        )

    def _window(self, name: str, path: Path) -> Window:
        window = self.words.windows.get(name)
        if window is None:
            raise self._unknown("window", name, path, self.words.windows)
        return window

    def _unknown(self, what: str, word: Any, path: Path, known: Any) -> RecordError:
        return RecordError(
            f"unknown_{what}", path, str(word), 0, _near(str(word), known), ", ".join(sorted(map(str, known)))
        )

    def _keys(self, data: Mapping[str, Any], known: Sequence[str], path: Path) -> None:
        for key in data:
            if key not in known:
                raise self._unknown("key", key, (*path, key), known)

    def _list(self, data: Any, path: Path) -> Sequence[Any]:
        if isinstance(data, list | tuple):
            return data
        raise RecordError("not_a_list", path, str(data)[:40])

    def _dict(self, data: Any, path: Path) -> Mapping[str, Any]:
        if isinstance(data, Mapping):
            return data
        raise RecordError("not_a_mapping", path, str(data)[:40])


def _constant(value: Any) -> Compiled:
    return lambda game, scope: value


def _nothing(game: Game, scope: Scope) -> None:
    return None


def _place(path: Path) -> str:
    return ".".join(map(str, path))


def _pin(when: Any, roles: tuple[str, ...], words: frozenset[str] = frozenset()) -> tuple[str, str] | None:
    """By what an index finds a line: a role that is its bearer, or else (with ``words``) a role that is a word."""
    try:
        found = pins(when if isinstance(when, str) else None, words)
    except ExprError:
        return None
    near = [(role, to) for role, to in found if role in roles]
    return next((pair for pair in near if pair[1] in ("me", "it")), near[0] if near else None)


def _words(when: Any, roles: tuple[str, ...], words: frozenset[str]) -> tuple[str, tuple[str, ...]] | None:
    """A role of the window that must be one of some words, if the condition begins with such a test."""
    try:
        found = word_tests(when if isinstance(when, str) else None, words)
    except ExprError:
        return None
    return next((test for test in found if test[0] in roles), None)


def _near(word: str, known: Any) -> str:
    found = get_close_matches(word, [str(k) for k in known], 1)
    return found[0] if found else ""


_ENGINE_PARTS = (
    "change", "cancel", "modify", "ignore", "aura", "restrict", "enable", "immune", "fence", "grant", "mark",
    "choose", "each", "may", "if", "roll", "table", "let", "later", "reroll",
)  # fmt: skip

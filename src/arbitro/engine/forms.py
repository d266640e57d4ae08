"""Forms: what an answer must look like. A form is computed only when somebody looks at it.

`refusal` is pure and draws nothing; `default` is always legal; `sample` draws from its own generator,
never from the game's dice; `outline` is what a screen needs; `leads` lists answers worth thinking about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from arbitro.engine.values import RuleId, Value, plain, same

Sampler = Callable[[Random], Value]


class Refusal(Struct, frozen=True, gc=False):
    """Why something is refused: a code, its facts, and the clauses it rests on."""

    code: str
    facts: dict[str, Value] = {}
    rules: tuple[RuleId, ...] = ()


class Option(Struct, frozen=True, gc=False):
    """One thing to choose, keyed by its content; ``facts`` help to show it."""

    key: Value
    facts: dict[str, Value] = {}
    rules: tuple[RuleId, ...] = ()


class Branch(Struct, frozen=True):
    """The next choices of a tree; ``level`` is the word by which scripts name this choice."""

    level: str
    options: tuple[Option, ...]


class Form(Protocol):
    """The contract of every form (see the module)."""

    kind: str

    def refusal(self, value: Value) -> Refusal | None: ...
    def default(self) -> Value: ...
    def sample(self, rng: Random) -> Value: ...
    def outline(self) -> dict[str, Any]: ...
    def options(self) -> Sequence[Option] | None: ...
    def leads(self, most: int = 200) -> Iterator[Value]: ...


def _unknown(value: Value, options: Sequence[Option], level: str) -> Refusal:
    return Refusal("not_offered", {"value": value, "level": level, "offered": tuple(o.key for o in options)})


def _find(options: Sequence[Option], key: Value) -> Option | None:
    for option in options:
        if same(option.key, key):
            return option
    return None


class Pick:
    """Choose one of a few options. The first is the default unless the maker names another.

    >>> form = Pick((Option("yes_please"), Option("pass")))
    >>> form.default(), form.refusal("pass"), form.refusal("maybe").code
    ('yes_please', None, 'not_offered')
    """

    kind = "pick"

    def __init__(
        self,
        options: Sequence[Option] | Callable[[], Sequence[Option]],
        *,
        default: Value = None,
        level: str = "choice",
    ) -> None:
        self._options = options
        self._default = default
        self.level = level

    def options(self) -> Sequence[Option]:
        if callable(self._options):
            self._options = tuple(self._options())
        return self._options

    def refusal(self, value: Value) -> Refusal | None:
        return None if _find(self.options(), value) else _unknown(value, self.options(), self.level)

    def default(self) -> Value:
        return self._default if self._default is not None else self.options()[0].key

    def sample(self, rng: Random) -> Value:
        return rng.choice(self.options()).key

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "level": self.level, "options": self.options()}

    def leads(self, most: int = 200) -> Iterator[Value]:
        for option in self.options()[:most]:
            yield option.key


class Tree:
    """A choice made in several steps; the value is the tuple of keys along the path.

    ``grow(path)`` gives the next `Branch`, every option of which leads to at least one leaf, or None
    when the path is complete. ``default`` may be named by the maker; ``sampler`` may be a faster way
    to a random legal path.

    >>> grown = {(): Branch("die", (Option(4), Option(6))), (4,): None, (6,): None}
    >>> tree = Tree(grown.get)
    >>> tree.default(), [*tree.leads()], tree.refusal((8,)).code, tree.refusal(()).code
    ((4,), [(4,), (6,)], 'not_offered', 'incomplete')
    """

    kind = "tree"

    def __init__(
        self,
        grow: Callable[[tuple[Value, ...]], Branch | None],
        *,
        default: tuple[Value, ...] | None = None,
        sampler: Callable[[Random], tuple[Value, ...]] | None = None,
    ) -> None:
        self.grow = grow
        self._default = default
        self._sampler = sampler

    def options(self) -> Sequence[Option]:
        branch = self.grow(())
        return branch.options if branch else ()

    def refusal(self, value: Value) -> Refusal | None:
        if not isinstance(value, tuple):
            return Refusal("not_a_path", {"value": value})
        return self._refusal_from(value, 0)

    def _refusal_from(self, value: tuple[Value, ...], known: int) -> Refusal | None:
        """Why a path is refused whose first ``known`` keys are known to be offered."""
        for depth in range(known, len(value)):
            branch = self.grow(value[:depth])
            if branch is None:
                return Refusal("too_long", {"value": value})
            if not _find(branch.options, value[depth]):
                return _unknown(value[depth], branch.options, branch.level)
        branch = self.grow(value)
        if branch is not None:
            return Refusal("incomplete", {"level": branch.level, "offered": tuple(o.key for o in branch.options)})
        return None

    def default(self) -> Value:
        if self._default is not None:
            return self._default
        return next(self.leads(1))

    def sample(self, rng: Random) -> Value:
        if self._sampler is not None:
            return self._sampler(rng)
        path: tuple[Value, ...] = ()
        while (branch := self.grow(path)) is not None:
            path = (*path, rng.choice(branch.options).key)
        return path

    def outline(self) -> dict[str, Any]:
        branch = self.grow(())
        return {"kind": self.kind, "branch": branch}

    def leads(self, most: int = 200) -> Iterator[Value]:
        left = most
        stack: list[tuple[Value, ...]] = [()]
        while stack and left > 0:
            path = stack.pop()
            branch = self.grow(path)
            if branch is None:
                left -= 1
                yield path
            else:
                stack.extend((*path, option.key) for option in reversed(branch.options))


class Number:
    """A whole number between two limits, both allowed."""

    kind = "number"

    def __init__(self, lo: int, hi: int, *, default: int | None = None) -> None:
        self.lo, self.hi = lo, hi
        self._default = lo if default is None else default

    def options(self) -> Sequence[Option] | None:
        return tuple(Option(n) for n in range(self.lo, self.hi + 1)) if self.hi - self.lo < 100 else None

    def refusal(self, value: Value) -> Refusal | None:
        if isinstance(value, int) and not isinstance(value, bool) and self.lo <= value <= self.hi:
            return None
        return Refusal("not_in_range", {"value": value, "lo": self.lo, "hi": self.hi})

    def default(self) -> Value:
        return self._default

    def sample(self, rng: Random) -> Value:
        return rng.randint(self.lo, self.hi)

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "lo": self.lo, "hi": self.hi}

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield from range(self.lo, min(self.hi + 1, self.lo + most))


class Face(Number):
    """The face of a die that a person has thrown."""

    kind = "face"

    def __init__(self, sides: int) -> None:
        super().__init__(1, sides)
        self.sides = sides


class Word:
    """A short text, such as a nonce or a name."""

    kind = "word"

    def __init__(self, longest: int = 64, *, default: str = "") -> None:
        self.longest = longest
        self._default = default

    def options(self) -> Sequence[Option] | None:
        return None

    def refusal(self, value: Value) -> Refusal | None:
        if isinstance(value, str) and len(value) <= self.longest:
            return None
        return Refusal("not_a_word", {"longest": self.longest})

    def default(self) -> Value:
        return self._default

    def sample(self, rng: Random) -> Value:
        return f"{rng.getrandbits(64):016x}"

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "longest": self.longest}

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield self._default


class Order:
    """Put all items in an order of one's own."""

    kind = "order"

    def __init__(self, items: Sequence[Value]) -> None:
        self.items = tuple(items)

    def options(self) -> Sequence[Option] | None:
        return None

    def refusal(self, value: Value) -> Refusal | None:
        if isinstance(value, tuple) and sorted(map(repr, value)) == sorted(map(repr, self.items)):
            return None
        return Refusal("not_an_order", {"items": self.items})

    def default(self) -> Value:
        return self.items

    def sample(self, rng: Random) -> Value:
        return tuple(rng.sample(self.items, len(self.items)))

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "items": self.items}

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield self.items


class Share:
    """Divide ``total`` among bins; the value gives each bin's part in order."""

    kind = "share"

    def __init__(self, total: int, bins: Sequence[Value], most: int | None = None) -> None:
        self.total, self.bins = total, tuple(bins)
        self.most = total if most is None else most

    def options(self) -> Sequence[Option] | None:
        return None

    def refusal(self, value: Value) -> Refusal | None:
        good = (
            isinstance(value, tuple)
            and len(value) == len(self.bins)
            and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= self.most for n in value)
            and sum(value) == self.total
        )
        return None if good else Refusal("not_a_share", {"total": self.total, "bins": self.bins, "most": self.most})

    def default(self) -> Value:
        left, parts = self.total, []
        for _ in self.bins:
            parts.append(min(left, self.most))
            left -= parts[-1]
        return tuple(parts)

    def sample(self, rng: Random) -> Value:
        parts = [0] * len(self.bins)
        for _ in range(self.total):
            parts[rng.choice([i for i, n in enumerate(parts) if n < self.most])] += 1
        return tuple(parts)

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "total": self.total, "bins": self.bins, "most": self.most}

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield self.default()


class Split:
    """Divide items into groups; ``legal`` judges the groups (a tuple of tuples)."""

    kind = "split"

    def __init__(
        self, items: Sequence[Value], legal: Callable[[Value], Refusal | None], *, default: Value, sampler: Sampler
    ) -> None:
        self.items, self._legal = tuple(items), legal
        self._default, self._sampler = default, sampler

    def options(self) -> Sequence[Option] | None:
        return None

    def refusal(self, value: Value) -> Refusal | None:
        if not isinstance(value, tuple) or not all(isinstance(group, tuple) for group in value):
            return Refusal("not_a_split", {"items": self.items})
        flat = [item for group in value for item in group]
        if sorted(map(repr, flat)) != sorted(map(repr, self.items)):
            return Refusal("not_a_split", {"items": self.items})
        return self._legal(value)

    def default(self) -> Value:
        return self._default

    def sample(self, rng: Random) -> Value:
        return self._sampler(rng)

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "items": self.items}

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield self._default


class Judged:
    """A free value that the maker judges: the base of places, routes and arcs.

    ``judge`` refuses or not; ``default`` may be a function that gives it; ``sampler`` gives a random legal value;
    ``shape`` what a screen draws; ``candidates`` the values a computer should weigh.
    """

    kind = "judged"

    def __init__(
        self,
        judge: Callable[[Value], Refusal | None],
        *,
        default: Value,
        sampler: Sampler,
        shape: Callable[[], dict[str, Any]] | None = None,
        candidates: Callable[[], Sequence[Value]] | None = None,
    ) -> None:
        self._judge, self._default, self._sampler = judge, default, sampler
        self._shape, self._candidates = shape, candidates

    def options(self) -> Sequence[Option] | None:
        return None

    def refusal(self, value: Value) -> Refusal | None:
        try:
            value = plain(value)
        except TypeError:
            return Refusal(f"not_a_{self.kind}", {})
        wrong = self._malformed(value)
        return Refusal(f"not_a_{self.kind}", {"value": value}) if wrong else self._judge(value)

    def _malformed(self, value: Value) -> bool:
        return False

    def default(self) -> Value:
        if callable(self._default):
            self._default = self._default()
        return self._default

    def sample(self, rng: Random) -> Value:
        return self._sampler(rng)

    def outline(self) -> dict[str, Any]:
        return {"kind": self.kind, "default": self.default(), **(self._shape() if self._shape else {})}

    def leads(self, most: int = 200) -> Iterator[Value]:
        yield self.default()
        if self._candidates is not None:
            yield from self._candidates()[: most - 1]


def _whole(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Place(Judged):
    """A point (x, y) on the table, in units of 0.01 mm."""

    kind = "place"

    def _malformed(self, value: Value) -> bool:
        return not (isinstance(value, tuple) and len(value) == 2 and all(map(_whole, value)))


class Route(Judged):
    """The legs of a move: a tuple of points, or of legs the ruleset knows."""

    kind = "route"

    def _malformed(self, value: Value) -> bool:
        return not (isinstance(value, tuple) and all(isinstance(leg, tuple) for leg in value))


class Arc(Judged):
    """A direction, in milli-degrees counter-clockwise from east."""

    kind = "arc"

    def _malformed(self, value: Value) -> bool:
        return not (_whole(value) and 0 <= value < 360_000)

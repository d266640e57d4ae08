"""Dice as people write them: ``4d6kh3``, ``2d6+1``, ``{d6+d6}kh1``, ``6d10>=8``, ``3t6``, ``D66``.

The grammar, spaces and capitals free::

    roll    sum
    sum     product { (+ | -) product }
    product choice [ * number ]
    choice  item { | item }                      the highest of them: d8|d8 is how Cairn reads d8+d8
    item    number | dice | pool | ( sum ), then an optional [label]
    dice    [number] (d | t) (number | %) { tail }     D66 is two dice, tens and units
    pool    { sum , sum ... } [ keep ]           or { d6+d8 } keep, whose items are the terms of its sum
    tail    keep | explode | reroll | min n | max n | test
    keep    kh n | k n | kl n | dh n | dl n      keep or drop the highest or lowest
    explode ! [test | n]                         on its highest face, if nothing else is said
    reroll  (r | ro) (n | test)                  again while it shows that, or once
    test    >= n | > n | <= n | < n | = n        how many dice show that; the result is their number

A tail that means nothing here is refused where it stands: it is never taken for a comment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from msgspec import Struct

MOST_DICE: Final = 1000
MOST_SIDES: Final = 1000
MOST_NUMBER: Final = 1_000_000
MOST_EXPLOSIONS: Final = 20
"""How often one die may explode; more does not happen in this world and would not end in a bad one."""
MOST_REROLLS: Final = 100
LONGEST: Final = 300
DEEPEST: Final = 12
LONGEST_LABEL: Final = 40
TENS_AND_UNITS: Final = 66

Throw = Callable[[int], int]
"""Throws a die of so many sides and gives its face."""


class NotationError(Exception):
    """A roll that cannot be read, or is too large.

    Attributes:
        code: what is wrong, a word of `notation_words.ERRORS`.
        text: the whole roll; ``at`` and ``length``: the place in it, from 0.
        expected: words for what may stand there, keys of `notation_words.THINGS`.
    """

    def __init__(self, code: str, text: str, at: int, length: int = 1, expected: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code} at {at} of {text!r}")
        self.code, self.text, self.at, self.length, self.expected = code, text, at, length, expected


class Test(Struct, frozen=True):
    """What a face may be asked: ``op`` is one of ``>= > <= < =``."""

    op: str
    n: int

    def holds(self, face: int) -> bool:
        """Whether a face is so.

        >>> Test(">=", 4).holds(4), Test("<", 4).holds(4)
        (True, False)
        """
        if self.op == ">=":
            return face >= self.n
        if self.op == ">":
            return face > self.n
        if self.op == "<=":
            return face <= self.n
        if self.op == "<":
            return face < self.n
        return face == self.n


class Keep(Struct, frozen=True):
    """Which of several results count: ``high`` ones or low ones, ``n`` of them, kept or (``drop``) left out."""

    high: bool
    n: int
    drop: bool = False

    def chosen(self, values: tuple[int, ...]) -> frozenset[int]:
        """The places of the values that count; of equal ones the first.

        >>> sorted(Keep(True, 3).chosen((2, 6, 1, 6))), sorted(Keep(False, 1, drop=True).chosen((2, 6, 1)))
        ([0, 1, 3], [0, 1])
        """
        order = sorted(range(len(values)), key=lambda i: (-values[i] if self.high else values[i], i))
        return frozenset(order[self.n :] if self.drop else order[: self.n])


class Dice(Struct, frozen=True):
    """``n`` dice of ``sides``, and what is done with them."""

    n: int
    sides: int
    at: int = 0
    keep: Keep | None = None
    explode: Test | None = None
    reroll: Test | None = None
    once: bool = False
    least: int = 0
    most: int = 0
    count: Test | None = None
    label: str = ""


class Number(Struct, frozen=True):
    """A plain number."""

    value: int
    label: str = ""


class Pool(Struct, frozen=True):
    """Several results of which some count."""

    items: tuple[Node, ...]
    keep: Keep
    label: str = ""


class Sum(Struct, frozen=True):
    """Results added up; a sign of -1 takes away."""

    parts: tuple[tuple[int, Node], ...]
    label: str = ""


class Times(Struct, frozen=True):
    """A result multiplied."""

    node: Node
    by: int
    label: str = ""


Node = Dice | Number | Pool | Sum | Times


class Die(Struct, frozen=True):
    """A die that fell. ``fate``: ``""`` it counts, ``dropped``, ``again`` (thrown again), ``miss`` (no success).

    ``value`` is what it counts for: its face, or that raised or lowered by ``min`` and ``max``; ``more``: thrown
    because the one before it exploded.
    """

    sides: int
    face: int
    value: int
    fate: str = ""
    more: bool = False


class Group(Struct, frozen=True):
    """The dice of one term: what they are worth together, whether the term counts, and its label."""

    text: str
    dice: tuple[Die, ...]
    value: int
    kept: bool = True
    label: str = ""


class Result(Struct, frozen=True):
    """What a roll came to, with every die."""

    text: str
    total: int
    groups: tuple[Group, ...]


class Roll(Struct, frozen=True):
    """A roll that was read: its text and what it means."""

    text: str
    node: Node

    def throw(self, throw: Throw) -> Result:
        """Roll it.

        >>> faces = iter((2, 6, 1, 5))
        >>> result = parse("4d6kh3").throw(lambda sides: next(faces))
        >>> result.total, [die.fate for die in result.groups[0].dice]
        (13, ['', '', 'dropped', ''])
        """
        thrower = _Thrower(throw)
        total, groups = thrower.node(self.node)
        return Result(self.text, total, groups)


def parse(text: str, *, plus_keeps: bool = False) -> Roll:
    """Read a roll.

    Args:
        text: as people write it.
        plus_keeps: read ``d6+d6`` as Cairn does: of dice joined by a plus only the highest counts.

    Raises:
        NotationError: with the place of what is wrong.

    >>> parse("3t6") .node == parse("3D6").node
    True
    """
    reader = _Reader(text)
    node = reader.whole()
    if plus_keeps and isinstance(node, Sum) and all(sign > 0 and isinstance(part, Dice) for sign, part in node.parts):
        node = Pool(tuple(part for _, part in node.parts), Keep(True, 1))
    return Roll(" ".join(text.split()), node)


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.dice, self.depth = text, 0, 0, 0
        if len(text) > LONGEST:
            self.fail("too_long", LONGEST, len(text) - LONGEST)

    def fail(self, code: str, at: int | None = None, length: int = 1, *expected: str) -> NoReturn:
        raise NotationError(code, self.text, self.at if at is None else at, max(1, length), expected)

    # --- characters

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self, n: int = 1) -> str:
        self.skip()
        return self.text[self.at : self.at + n].lower()

    def take(self, word: str) -> bool:
        if self.peek(len(word)) != word:
            return False
        self.at += len(word)
        return True

    def digits(self) -> str:
        self.skip()
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        return self.text[begin : self.at]

    def number(self, most: int = MOST_NUMBER, *, least: int = 0, default: int | None = None) -> int:
        self.skip()
        begin, found = self.at, self.digits()
        if not found:
            if default is not None:
                return default
            self.fail("no_number", None, 1, "number")
        if len(found) > 7 or int(found) > most:
            self.fail("too_large", begin, len(found))
        if int(found) < least:
            self.fail("too_small", begin, len(found))
        return int(found)

    # --- the grammar

    def whole(self) -> Node:
        if not self.text.strip():
            self.fail("empty", 0, 1, "dice")
        node = self.sum()
        self.skip()
        if self.at < len(self.text):
            self.fail("tail", None, 1, "plus", "tail", "label", "end")
        if not self.dice:
            self.fail("no_dice", 0, len(self.text), "dice")
        return node

    def sum(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("too_deep")
        sign = -1 if self.take("-") else 1
        parts = [(sign, self.product())]
        while self.peek() in ("+", "-", "−"):
            sign = 1 if self.take("+") else -1
            if sign < 0:
                self.at += 1
            parts.append((sign, self.product()))
        self.depth -= 1
        return parts[0][1] if len(parts) == 1 and parts[0][0] > 0 else Sum(tuple(parts))

    def product(self) -> Node:
        node = self.choice()
        if self.take("*") or self.take("×"):
            node = Times(node, self.number())
        return node

    def choice(self) -> Node:
        items = [self.item()]
        while self.take("|"):
            items.append(self.item())
        return items[0] if len(items) == 1 else Pool(tuple(items), Keep(True, 1))

    def item(self) -> Node:
        char = self.peek()
        if char == "{":
            node: Node = self.pool()
        elif self.take("("):
            node = self.sum()
            if not self.take(")"):
                self.fail("not_closed", None, 1, "paren")
        elif char in ("d", "t") or char.isdigit():
            node = self.dice_or_number()
        else:
            self.fail("unexpected" if char else "unfinished", None, 1, "dice", "number", "pool")
        return self.labelled(node)

    def labelled(self, node: Node) -> Node:
        if self.peek() != "[":
            return node
        begin = self.at
        end = self.text.find("]", begin)
        if end < 0:
            self.fail("not_closed", begin, len(self.text) - begin, "bracket")
        label = self.text[begin + 1 : end].strip()
        if len(label) > LONGEST_LABEL:
            self.fail("too_long", begin, end - begin)
        self.at = end + 1
        return _with_label(node, label)

    def dice_or_number(self) -> Node:
        self.skip()
        begin = self.at
        found = self.digits()
        letter = self.text[self.at : self.at + 1].lower()
        if not letter.strip() and self.peek() in ("d", "t"):  # 3 d6
            letter = self.peek()
        if letter not in ("d", "t") or not letter:
            if not found:
                self.fail("unexpected", begin)
            self.at = begin
            return Number(self.number())
        if found and (len(found) > 6 or int(found) > MOST_DICE):
            self.fail("too_many_dice", begin, len(found))
        if found and int(found) < 1:
            self.fail("too_small", begin, len(found))
        n = int(found) if found else 1
        self.at += 1
        self.skip()
        if self.take("%"):
            sides = 100
        else:
            sides = (
                self.number(MOST_SIDES, least=1) if self.peek().isdigit() else self.fail("no_sides", None, 1, "sides")
            )
        self.dice += n
        if self.dice > MOST_DICE:
            self.fail("too_many_dice", begin, self.at - begin)
        return self.tails(Dice(n, sides, begin))

    def pool(self) -> Node:
        begin = self.at
        self.take("{")
        items = [self.sum()]
        while self.take(","):
            items.append(self.sum())
        if not self.take("}"):
            self.fail("not_closed", None, 1, "brace", "comma")
        if len(items) == 1 and isinstance(items[0], Sum) and all(sign > 0 for sign, _ in items[0].parts):
            items = [part for _, part in items[0].parts]
        keep = self.keep(len(items))
        if keep is None and len(items) > 1:
            self.fail("no_keep", None, 1, "keep")
        if keep is None:
            keep = Keep(True, 1)
        if len(items) == 1 and isinstance(items[0], Dice) and items[0].keep is None:
            return _replace(items[0], keep=Keep(keep.high, self.fit(keep, items[0].n, begin), keep.drop))
        self.fit(keep, len(items), begin)
        return Pool(tuple(items), keep)

    def fit(self, keep: Keep, n: int, begin: int) -> int:
        if keep.n > n or (keep.drop and keep.n >= n):
            self.fail("keeps_too_many", begin, self.at - begin)
        return keep.n

    def keep(self, n: int) -> Keep | None:
        for word, high, drop in (("kh", True, False), ("kl", False, False), ("dh", True, True), ("dl", False, True)):
            if self.take(word):
                return Keep(high, self.number(MOST_DICE, least=1, default=1), drop)
        if self.peek() == "k":
            self.at += 1
            return Keep(True, self.number(MOST_DICE, least=1, default=1))
        return None

    def tails(self, dice: Dice) -> Dice:
        while True:
            self.skip()
            begin = self.at
            made = self.tail(dice)
            if made is None:
                return dice
            changed = [f for f in ("keep", "explode", "reroll", "least", "most", "count")
                       if getattr(made, f) != getattr(dice, f) and getattr(dice, f)]  # fmt: skip
            if changed:
                self.fail("twice", begin, self.at - begin)
            dice = made

    def tail(self, dice: Dice) -> Dice | None:
        """One tail of a die, None where there is none."""
        begin = self.at
        keep = self.keep(dice.n)
        if keep is not None:
            self.fit(keep, dice.n, begin)
            if dice.count is not None:
                self.fail("keep_and_count", begin, self.at - begin)
            return _replace(dice, keep=keep)
        if self.take("!"):
            return _replace(dice, explode=self.sure(self.condition() or Test("=", dice.sides), dice, begin))
        for word, once in (("ro", True), ("r", False)):
            if self.take(word):
                test = self.condition()
                if test is None:
                    self.fail("no_number", None, 1, "number", "test")
                return _replace(dice, reroll=test if once else self.sure(test, dice, begin), once=once)
        for word in ("min", "max"):
            if self.take(word):
                n = self.number(MOST_NUMBER, least=1)
                return _replace(dice, least=n) if word == "min" else _replace(dice, most=n)
        if self.peek() in (">", "<", "="):
            test = self.condition()
            assert test is not None
            if dice.keep is not None:
                self.fail("keep_and_count", begin, self.at - begin)
            return _replace(dice, count=test)
        return None

    def sure(self, test: Test, dice: Dice, begin: int) -> Test:
        """A test that some face of the die fails: otherwise it would go on for ever."""
        if all(test.holds(face) for face in faces_of(dice.sides)):
            self.fail("for_ever", begin, self.at - begin)
        return test

    def condition(self) -> Test | None:
        for op in (">=", "<=", ">", "<", "="):
            if self.take(op):
                return Test(op, self.number())
        return Test("=", self.number()) if self.peek().isdigit() else None


def faces_of(sides: int) -> tuple[int, ...]:
    """All faces of a die; those of D66 are 11 to 16, 21 to 26 ... 66.

    >>> faces_of(3), len(faces_of(66)), faces_of(66)[6]
    ((1, 2, 3), 36, 21)
    """
    if sides == TENS_AND_UNITS:
        return tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
    return tuple(range(1, sides + 1))


def _replace(dice: Dice, **changes: object) -> Dice:
    data = {name: getattr(dice, name) for name in dice.__struct_fields__}
    return Dice(**{**data, **changes})


def _with_label(node: Node, label: str) -> Node:
    data = {name: getattr(node, name) for name in node.__struct_fields__}
    return type(node)(**{**data, "label": label})


class _Thrower:
    """Throws what was read."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw

    def face(self, sides: int) -> int:
        if sides == TENS_AND_UNITS:
            return 10 * self._throw(6) + self._throw(6)
        return self._throw(sides)

    def node(self, node: Node) -> tuple[int, tuple[Group, ...]]:
        if isinstance(node, Dice):
            group = self.dice(node)
            return group.value, (group,)
        if isinstance(node, Number):
            return node.value, (Group(str(node.value), (), node.value, True, node.label),)
        if isinstance(node, Times):
            value, groups = self.node(node.node)
            return value * node.by, _labelled(groups, node.label)
        if isinstance(node, Sum):
            return self.sum(node)
        return self.pool(node)

    def sum(self, node: Sum) -> tuple[int, tuple[Group, ...]]:
        total = 0
        found: list[Group] = []
        for sign, part in node.parts:
            value, groups = self.node(part)
            total += sign * value
            found += groups
        return total, _labelled(tuple(found), node.label)

    def pool(self, node: Pool) -> tuple[int, tuple[Group, ...]]:
        rolled = [self.node(item) for item in node.items]
        chosen = node.keep.chosen(tuple(value for value, _ in rolled))
        found: list[Group] = []
        for number, (_, groups) in enumerate(rolled):
            found += groups if number in chosen else [_dropped(group) for group in groups]
        return sum(value for number, (value, _) in enumerate(rolled) if number in chosen), tuple(found)

    def dice(self, node: Dice) -> Group:
        dice: list[Die] = []
        for _ in range(node.n):
            dice += self.one(node)
        standing = [number for number, die in enumerate(dice) if die.fate == ""]
        if node.keep is not None:
            chosen = node.keep.chosen(tuple(dice[number].value for number in standing))
            for place, number in enumerate(standing):
                if place not in chosen:
                    dice[number] = _fated(dice[number], "dropped")
        if node.count is not None:
            for number in standing:
                if not node.count.holds(dice[number].value):
                    dice[number] = _fated(dice[number], "miss")
            value = sum(die.fate == "" for die in dice)
        else:
            value = sum(die.value for die in dice if die.fate == "")
        return Group(text_of(node), tuple(dice), value, True, node.label)

    def one(self, node: Dice) -> list[Die]:
        """A die, what it was thrown again from, and what followed its explosions."""
        found: list[Die] = []
        for explosion in range(MOST_EXPLOSIONS + 1):
            face = self.face(node.sides)
            for _ in range(1 if node.once else MOST_REROLLS):
                if node.reroll is None or not node.reroll.holds(face):
                    break
                found.append(Die(node.sides, face, face, "again", explosion > 0))
                face = self.face(node.sides)
            value = max(face, node.least)
            value = min(value, node.most) if node.most else value
            found.append(Die(node.sides, face, value, "", explosion > 0))
            if node.explode is None or not node.explode.holds(face):
                break
        return found


def _fated(die: Die, fate: str) -> Die:
    return Die(die.sides, die.face, die.value, fate, die.more)


def _dropped(group: Group) -> Group:
    dice = tuple(_fated(die, die.fate or "dropped") for die in group.dice)
    return Group(group.text, dice, group.value, False, group.label)


def _labelled(groups: tuple[Group, ...], label: str) -> tuple[Group, ...]:
    if not label:
        return groups
    return tuple(Group(g.text, g.dice, g.value, g.kept, g.label or label) for g in groups)


def text_of(dice: Dice) -> str:
    """Dice in the shortest writing.

    >>> text_of(parse("4 D6 kh 3").node)
    '4d6kh3'
    """
    text = f"{dice.n if dice.n > 1 else ''}d{dice.sides}"
    if dice.reroll is not None:
        text += f"{'ro' if dice.once else 'r'}{dice.reroll.op}{dice.reroll.n}"
    if dice.explode is not None:
        text += "!" if dice.explode == Test("=", dice.sides) else f"!{dice.explode.op}{dice.explode.n}"
    text += f"min{dice.least}" if dice.least else ""
    text += f"max{dice.most}" if dice.most else ""
    if dice.keep is not None:
        text += f"{'d' if dice.keep.drop else 'k'}{'h' if dice.keep.high else 'l'}{dice.keep.n}"
    if dice.count is not None:
        text += f"{dice.count.op}{dice.count.n}"
    return text

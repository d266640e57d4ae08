"""Where faces come from: seeded (play), scripted (tests), typed (people's own dice).

A die is *addressed* by its place (epoch, step, number within the step), so any die of a game can be
recomputed, and one die more in a step shifts none of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct
from typing import Protocol

_UNPACK = Struct("<16I").unpack

Place = tuple[int, int, int]
"""Epoch, step, and the number of the first die within the step."""


class DiceError(Exception):
    """Scripted dice do not fit: one too many, too few, or out of range.

    Attributes:
        code: ``missing``, ``left_over`` or ``out_of_range``.
        facts: what was rolled, by whom, what the script held.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code, self.facts = code, facts


class NeedDice(BaseException):
    """A face that only a person knows: the engine drops the flow and asks for it."""

    def __init__(self, n: int, sides: int) -> None:
        super().__init__(n, sides)
        self.n, self.sides = n, sides


class Dice(Protocol):
    """A source of faces."""

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]: ...
    def with_nonces(self, nonces: tuple[str, ...]) -> Dice: ...


def commitment(secret: bytes) -> str:
    """The hash that a game publishes before any die falls."""
    return blake2b(secret, digest_size=32).hexdigest()


def keyed(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The dice key: the server's secret and what each seat threw in."""
    mixed = blake2b(secret, digest_size=32)
    for nonce in nonces:
        mixed.update(len(nonce.encode()).to_bytes(4, "little") + nonce.encode())
    return mixed.digest()


class SeededDice:
    """Dice drawn from a secret key, one block of sixteen numbers at a time.

    >>> dice = SeededDice(b"seed 7")
    >>> dice.faces((0, 1, 0), 3, 6) == SeededDice(b"seed 7").faces((0, 1, 0), 3, 6)
    True
    """

    __slots__ = ("_block", "_key", "_numbers", "secret")

    def __init__(self, secret: bytes, nonces: Sequence[str] = ()) -> None:
        self.secret = secret
        self._key = keyed(secret, nonces)
        self._block: tuple[int, int, int] = (-1, -1, -1)
        self._numbers: tuple[int, ...] = ()

    @classmethod
    def of_seed(cls, seed: int | str) -> SeededDice:
        """Dice of a seed that a person typed."""
        return cls(blake2b(f"arbitro seed {seed}".encode(), digest_size=32).digest())

    def with_nonces(self, nonces: tuple[str, ...]) -> SeededDice:
        return SeededDice(self.secret, nonces)

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        epoch, step, first = place
        if n == 1:
            return (self._face(epoch, step, first, sides),)
        return tuple([self._face(epoch, step, first + i, sides) for i in range(n)])

    def _face(self, epoch: int, step: int, number: int, sides: int) -> int:
        block = (epoch, step, number >> 4)
        if block != self._block:
            digest = blake2b(b"%d.%d.%d" % block, key=self._key, digest_size=64).digest()
            self._numbers = _UNPACK(digest)
            self._block = block
        return 1 + (self._numbers[number & 15] * sides >> 32)


class ScriptedDice:
    """Faces in the order in which dice fall live; for tests and scenarios.

    >>> ScriptedDice([3, 8]).faces((0, 1, 0), 1, 6)
    (3,)

    Raises:
        DiceError: when a die is missing or out of range.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)
        self._next = 0

    def with_nonces(self, nonces: tuple[str, ...]) -> ScriptedDice:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        got = tuple(self._faces[self._next : self._next + n])
        if len(got) < n:
            raise DiceError("missing", sides=sides, n=n, drawn=self._next, step=place[1])
        for number, face in enumerate(got, self._next + 1):
            if not 1 <= face <= sides:
                raise DiceError("out_of_range", face=face, sides=sides, number=number, step=place[1])
        self._next += n
        return got

    def left(self) -> tuple[int, ...]:
        """The faces nobody has rolled."""
        return tuple(self._faces[self._next :])

    def add(self, faces: Sequence[int]) -> None:
        """More faces at the end."""
        self._faces.extend(faces)


class TypedDice:
    """Dice that people throw by hand: every face has to be asked for."""

    def with_nonces(self, nonces: tuple[str, ...]) -> TypedDice:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        raise NeedDice(n, sides)

"""Fights between figures with passive abilities, and what their dice needed."""

from __future__ import annotations

from typing import Any

from arbitro.rulesets.crepuscolo.events import DiceGained, DiceRolled
from tests.crepuscolo.arms import ARCO
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PASS = ("pass",)
KINDS = ("forza", "riflessi", "spirito")
CALLS = {k: {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": k, "to": "target"}]} for k in KINDS}
"""Made-up abilities by which `a1` calls anybody to a test."""
BLAST: dict[str, Any] = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"damage": 3, "to": "target"}]}


def ab(*numbers: int) -> list[str]:
    return [f"CDC-AB-{n:03}" for n in numbers]


def fight(
    *dice: int, me: tuple[int, ...] = (), foe: tuple[int, ...] = (), gap: float = 1, more: Any = None, **kw: Any
) -> Field:
    """`a1` and, ``gap`` cm before it, `b1`, with their abilities; ``more``: other fields of each."""
    more = dict(more or {})
    fighters = {
        "a1": at(10, **{"abilities": ab(*me), "res": 20, **more.pop("a1", {})}),
        "b1": at(12.5 + gap, **{"abilities": ab(*foe), "res": 20, **more.pop("b1", {})}),
        **more,
    }
    return trial(kw.pop("made", {}), fighters, dice=dice, **kw)


def needed(field: Field) -> tuple[int, list[str]]:
    """What the last die needed, and the rules that made it so."""
    need = field.all(DiceRolled)[-1].need
    assert need is not None
    return need.value, [line.rule for line in need.lines]


def struck(field: Field, *, die: int = 8) -> tuple[int, list[str]]:
    """What a melee attack of `a1` on `b1` needed."""
    field.act("a1", "melee", "b1", die=die)
    return needed(field)


def shot(field: Field, weapon: str = ARCO) -> tuple[int, list[str]]:
    """What a ranged attack of `a1` on `b1` needed."""
    field.act("a1", "shot", weapon, "b1", die=8)
    return needed(field)


def archers(me: tuple[int, ...] = (), foe: tuple[int, ...] = (), gap: float = 10, **kw: Any) -> Field:
    more = {"a1": {"items": [ARCO]}, **kw.pop("more", {})}
    return fight(1, me=me, foe=foe, gap=gap, more=more, **kw)


def called(kind: str, *dice: int, who: str = "b1", foe: tuple[int, ...] = (), **kw: Any) -> Field:
    """`a1` has called somebody to a test; it takes it with its d8."""
    field = trial(
        CALLS,
        {
            "a1": at(10, abilities=[*KINDS, *ab(*kw.pop("me", ()))]),
            "b1": at(40, abilities=ab(*foe), dice=(8,)),
            **kw.pop("more", {}),
        },
        dice=dice,
        **kw,
    )
    field.act("a1", "ability", kind, who)
    field.answer(8)
    return field


def dealt(field: Field) -> dict[str, tuple[int, ...]]:
    """The dice that everybody gets at the start of the next turn."""
    while field.state.turn == 1:
        field.answer(PASS)
    return {e.it: e.dice for e in field.all(DiceGained) if e.why == "deal"}


def may(field: Field, x: float, y: float = 10) -> bool:
    """Whether the place asked for may be that point, in cm."""
    return field.refusal((round(x * 1000), round(y * 1000))) is None


def farthest(field: Field, x: float, y: float = 10) -> bool:
    """Whether a move along the x axis may lead to a point, and not a hundredth of a millimetre farther."""
    return may(field, x, y) and not may(field, x + 0.001, y)

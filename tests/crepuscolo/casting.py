"""Powers in tests: a scene in which any of them can be aimed, what they cost, and the end of a turn."""

from __future__ import annotations

from typing import Any

from arbitro.rulesets.crepuscolo.events import Missed, PointsChanged
from arbitro.rulesets.crepuscolo.state import Corpse
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PLENTY = dict.fromkeys(("arcano", "concentrazione"), 9)
RICH = tuple(PLENTY.items())


def caster(
    spell: str, *faces: int, me: dict[str, Any] | None = None, extra: dict[str, Any] | None = None, **others: Any
) -> Field:
    """`a1` at (10, 10) knows a power and has 9 points of each kind and the dice d4, d4, d4, d6, d8.

    Args:
        spell: the power.
        faces: the dice that will fall.
        me: what is different about `a1`.
        extra: abilities that the rules know besides.
        others: the other figures; ``setup`` goes to the `Field`.
    """
    setup = others.pop("setup", {})
    mine = at(10, **{"abilities": [spell], "points": tuple(PLENTY.items()), "dice": (4, 4, 4, 6, 8), **(me or {})})
    fighters = {"a1": mine, **others}
    return trial(extra or {}, dict(sorted(fighters.items())), dice=faces, **setup)


def use(field: Field, spell: str, *target: str, rank: int = 1, actor: str = "a1", die: int = 6) -> None:
    """Declare a power with a die and ``rank - 1`` d4; aims are still to be answered."""
    others = (4,) * (rank - 1)
    field.act(actor, "power", spell, *target, die=die, others=others or None)


def paid(spell: str, rank: int, kind: str, *aims: Any) -> None:
    """Prove what a power costs: so many dice and points, and not one less of either will do."""
    target = aims[0] if aims and isinstance(aims[0], str) else None
    for dice, points in ((rank - 1, rank), (rank, rank - 1)):
        poor = _scene(spell, dice=(4,) * dice, points=((kind, points),))
        assert spell not in poor.offered("a1", "power"), f"{dice} dice and {points} points are too few"
    field = _scene(spell, 2, dice=(4,) * rank + (8,), points=((kind, rank + 2),))
    use(field, spell, *((target,) if target else ()), rank=rank, die=4)
    for answer in aims[1:] if target else aims:
        field.answer(answer)
    assert field.the(Missed).action == spell, "a 2 does not reach the SdS of 4"
    assert field.figure("a1").dice == (8,) and field.figure("a1").points == ((kind, 2),)
    assert field.the(PointsChanged).by == -rank
    field.done()


def _scene(spell: str, *faces: int, **me: Any) -> Field:
    """Everything a power may be aimed at near `a1`: `a2`, `b1` under Controllo, the corpse of `b2`."""
    fighters = {
        "a1": at(10, abilities=[spell], **me),
        "a2": at(10, 14, tokens=(("Controllo", 1),)),
        "b1": at(14, classes=("Paladino",), tokens=(("Controllo", 1),), abilities=["CDC-AB-091"], conditions=["Gelo"]),
        "b2": at(10, 18, status="dead"),
    }
    field = Field(fighters, dice=faces)
    field.state.corpses = (Corpse("b2", 10_000, 18_000, 0),)
    return field


def asks(field: Field) -> str:
    """The seat that is asked, "" when the game is over."""
    return field.game.pending.seats[0] if field.game.pending else ""


def code(field: Field, value: Any) -> str:
    """Why an answer would be refused, in a word; "" if it would be taken."""
    refused = field.refusal(value)
    return refused.code if refused is not None else ""


def dead(field: Field, *names: str) -> None:
    """Those figures are dead and have left corpses where they stood."""
    for name in names:
        figure = field.figure(name)
        figure.status, figure.life, figure.dice = "dead", 0, ()
        field.state.corpses = (*field.state.corpses, Corpse(name, figure.x, figure.y, figure.z))


def pass_hands(field: Field) -> None:
    """Both players pass until a new turn begins (or something else is asked)."""
    turn = field.state.turn
    while field.state.turn == turn and field.asked == "action":
        field.answer(("pass",))


def knows(x: float, y: float = 10, *spells: str, **more: Any) -> dict[str, Any]:
    """A figure with points in plenty and powers."""
    return at(x, y, abilities=list(spells), points=RICH, **more)


def quiet(field: Field) -> None:
    """Nobody responds."""
    while field.asked == "respond":
        field.answer(("pass",))


def usable(field: Field, who: str = "b1") -> tuple[Any, ...]:
    """The powers a figure may use now."""
    return field.offered(who, "power") if "power" in field.offered(who) else ()

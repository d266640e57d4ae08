"""What the two sides of a board do not hear and see of each other: whoever hides, and its dice (PF-SKL-06)."""

from __future__ import annotations

from arbitro.engine.events import Began, Closed, Counted, EffectBegan, EffectEnded, EffectNearer, Event, Rolled
from arbitro.engine.state import Effect
from arbitro.engine.values import REFEREE, Id, Seat
from arbitro.rulesets.pathfinder.events import (
    Acted,
    Delayed,
    Moved,
    Readied,
    Stopped,
    StrideBegan,
    SwingsSet,
    TurnBegan,
    TurnEnded,
)
from arbitro.rulesets.pathfinder.events_blows import CheckMade, TimeUp
from arbitro.rulesets.pathfinder.events_magic import HeightChanged, UseSpent
from arbitro.rulesets.pathfinder.events_moving import Hid
from arbitro.rulesets.pathfinder.events_things import HandsFilled, ItemChanged
from arbitro.rulesets.pathfinder.state import Battle

OWN_DOING: dict[type[Event], str] = {
    **dict.fromkeys((Acted, CheckMade, Delayed, HandsFilled, HeightChanged, ItemChanged, Moved, Readied, Stopped,
                     StrideBegan, SwingsSet, TimeUp, TurnBegan, TurnEnded, UseSpent), "it"),
    **dict.fromkeys((Rolled, Counted), "by"),
    **dict.fromkeys((Began, Closed), "of"),
    EffectEnded: "bearer",
}  # fmt: skip
"""What the other side does not hear of somebody hidden, and where such an event says whose it is."""
STEALTH, NOTICING = "PF-SKL-06.1", "PF-SKL-01.3"
BLOWS = ("PF-ATK", "PF-CRIT", "PF-DMG", "PF-CON-04")
"""Beginnings of the clauses of attack rolls and damage."""
CONTEST = (Rolled, Counted, CheckMade)
"""Events of a Furtività roll and of the Percezione rolls against it."""


def heard_by(battle: Battle, event: Event) -> tuple[Seat, ...] | None:
    """The seats that hear of an event, None for everybody."""
    kind = type(event)
    role = OWN_DOING.get(kind)
    if kind is Hid:
        return (battle.figures[event.it].seat, REFEREE)  # type: ignore[attr-defined]
    if kind in (EffectBegan, EffectNearer):
        role = "effect"
    figure = battle.figures.get(_whose(battle, event, role)) if role is not None else None
    if figure is None:
        return None
    if kind in CONTEST and STEALTH in event.rules:
        hider = _across(battle, figure.seat) if NOTICING in event.rules else figure.seat
        return (hider, REFEREE)
    if not figure.hidden or (kind in (Rolled, Counted) and _strikes(event)):
        return None
    return (figure.seat, REFEREE)


def _whose(battle: Battle, event: Event, role: str) -> Id:
    """Whose doing an event is; of an effect, whom it acts on."""
    found = getattr(event, role)
    if role == "effect":
        effect = found if isinstance(found, Effect) else battle.effects.get(found)
        return effect.bearer if effect is not None else ""
    return str(found)


def _strikes(event: Event) -> bool:
    """Whether dice are those of a blow: whoever strikes is hidden no more when it has fallen."""
    return event.rules[0].startswith(BLOWS)


def _across(battle: Battle, seat: Seat) -> Seat:
    """The other side."""
    return next((one for one in battle.seats[:2] if one != seat), seat)


def sight_of(battle: Battle, seat: Seat) -> Battle:
    """What a side sees of the board: opponents who hide, and what holds for them, are not there."""
    secrets = {f.id for f in battle.figures.values() if f.hidden and f.seat != seat}
    if seat == REFEREE or not secrets:
        return battle
    twin = battle.copy()
    twin.figures = {it: figure for it, figure in twin.figures.items() if it not in secrets}
    twin.order, twin.waiting = (tuple(it for it in who if it not in secrets) for who in (twin.order, twin.waiting))
    twin.turn, twin.last = ("" if it in secrets else it for it in (twin.turn, twin.last))
    twin.effects = {id_: one for id_, one in twin.effects.items() if one.bearer not in secrets}
    return twin

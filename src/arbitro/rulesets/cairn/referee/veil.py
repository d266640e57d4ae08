"""Secrets of the desk: what the players may know of an event, and of a state.

A secret is whoever is hidden, dice thrown at nobody else, what was noted privately, what a secret command does, and,
unless the referee opened them, the numbers of those who are no party. What is a secret when it happens stays one in the
journal, even if it shows itself later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from arbitro.content.desk import PARTY, Discreet, book_of
from arbitro.content.deskevents import FigureSet
from arbitro.content.desksecrets import giveaways, is_foe, kept_back, named_in, players_twin
from arbitro.engine.events import Event, Rolled
from arbitro.engine.values import REFEREE, Seat
from arbitro.rulesets.cairn.events import Joined, MaximumChanged, MaximumStayed, MoralePast, MoraleTested, Revealed
from arbitro.rulesets.cairn.referee.events import BandsChanged
from arbitro.rulesets.cairn.state import ATTRIBUTES, DES, FORZA, PF, VOL, Creature, Encounter

BACKSTAGE = (BandsChanged, MoralePast, Joined)
"""Events of this game that keep the books of the referee."""
ROUGH = 4
"""The PF that the players see of whoever is no party and whole; half of it for the hurt, 1 for the badly hurt."""


def veil(state: Encounter, event: Event) -> Event:
    """An event of the desk, as the players may know of it."""
    if event.only is not None:
        return event
    book = book_of(state)
    if kept_back(book, event) or isinstance(event, BACKSTAGE) or _numbers(state, event):
        return structs.replace(event, only=(REFEREE,))
    secrets = secrets_of(state)
    if isinstance(event, Discreet):
        foe = not book.open_foes and is_foe(state, getattr(event, "it", ""))
        if foe or not secrets.isdisjoint(named_in(event, event.spares)):
            event = structs.replace(event, discreet=True)
        named = named_in(event, (), but=event.spares)
    else:
        named = named_in(event, ())
    if isinstance(event, MoraleTested) and not _seen(state, event.band):
        return structs.replace(event, only=(REFEREE,))
    if secrets.isdisjoint(named) or (isinstance(event, Revealed) and secrets & set(named) <= {event.it}):
        return event
    return structs.replace(event, only=(REFEREE,))


def _numbers(state: Encounter, event: Event) -> bool:
    """Whether an event tells a number of those who are no party."""
    if book_of(state).open_foes:
        return False
    if isinstance(event, Rolled):
        return event.need is not None and is_foe(state, event.by)
    if isinstance(event, FigureSet):
        return event.field not in ("name", "name_en", "status") and is_foe(state, event.it)
    return isinstance(event, MaximumChanged | MaximumStayed) and is_foe(state, event.it)


def _seen(state: Encounter, band: str) -> bool:
    """Whether the players see anybody of a band."""
    return any(f"{f.seat}:{f.group}" == band and not f.hidden for f in state.figures.values())


def secrets_of(state: Encounter) -> frozenset[str]:
    """Words that would give somebody hidden away: ids, records that only they bear, sides of which nobody shows."""
    return giveaways(state.figures.values(), _records)


def _records(figure: Creature) -> Iterator[str]:
    yield from figure.abilities
    yield from figure.attacks
    if figure.profile:
        yield figure.profile


# --- views --------------------------------------------------------------------------------------------


def view(state: Encounter, seat: Seat) -> Encounter:
    """What a seat sees of the desk: the referee everything, all others what the players see."""
    if seat == REFEREE:
        return state
    secrets = secrets_of(state)
    twin = players_twin(state, secrets, _rough)
    bands = {f"{figure.seat}:{figure.group}" for figure in twin.figures.values()}
    twin.bands = tuple(structs.replace(b, start=0, led=False, tested=()) for b in state.bands if b.id in bands)
    twin.active = _turn_seen(state, secrets)
    twin.pool, twin.hits, twin.calls = (), (), 0
    return twin


def _turn_seen(state: Encounter, secrets: frozenset[str]) -> Seat:
    """Whose turn the players see: while a side acts of which nobody shows, still that of the side before it."""
    if state.active not in secrets:
        return state.active
    up = {figure.seat for figure in state.figures.values() if figure.standing and not figure.hidden}
    before = state.seats[: state.seats.index(state.active)]
    return next((seat for seat in reversed(before) if seat in up), PARTY)


def _rough(figure: Creature) -> Creature:
    """Somebody who is no party, without its numbers: whether it is whole, hurt, badly hurt, or out of the fight.

    PF stand for all: neither that they are at 0 is told, nor which attribute is lower.
    """
    scores: dict[str, Any] = {f"{score}_max": ROUGH for score in (PF, *ATTRIBUTES)}
    up = ROUGH if figure.standing else 0
    scores |= {PF: _step(figure), FORZA: ROUGH, DES: up, VOL: up}
    kept = ("id", "name", "name_en", "seat", "kind", "formation", "conditions", "status", "at")
    return Creature(**{field: getattr(figure, field) for field in kept}, **scores)


def _step(figure: Creature) -> int:
    """How somebody looks: `ROUGH` whole, then hurt, badly hurt with less than half of PF and FOR together, down."""
    now, most = figure.pf + figure.forza, figure.pf_max + figure.forza_max
    if not figure.standing:
        return 0
    return ROUGH if now >= most else ROUGH // 2 if now * 2 >= most else 1

"""Secrets of the desk: what the players may know of an event, and of a state.

A secret is whoever is hidden, dice thrown at nobody else, what was noted privately, what a secret command does, and,
unless the referee opened them, the numbers of those who are no party. What is a secret when it happens stays one in the
journal, even if it shows itself later.
"""

from __future__ import annotations

from msgspec import structs

from arbitro.content.desk import Discreet, book_of
from arbitro.content.deskevents import FigureSet
from arbitro.content.desksecrets import giveaways, is_foe, kept_back, named_in, players_twin
from arbitro.engine.events import EffectBegan, Event, Rolled
from arbitro.engine.values import REFEREE, Id, Seat
from arbitro.rulesets.pathfinder.events_blows import TimeUp
from arbitro.rulesets.pathfinder.events_bonds import Joined
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.state import ABILITIES, Battle, Creature

BACKSTAGE = (Joined, EffectBegan, TimeUp)
"""Events of this game that keep the books of the referee."""
ROUGH = 2
"""In how many steps the players see the hit points of those who are no party: whole, less, none."""


def veil(state: Battle, event: Event) -> Event:
    """An event of the desk, as the players may know of it."""
    if event.only is not None:
        return event
    book = book_of(state)
    if kept_back(book, event) or isinstance(event, BACKSTAGE) or _numbers(state, event):
        return structs.replace(event, only=(REFEREE,))
    secrets = secrets_of(state)
    if isinstance(event, Discreet) and not book.open_foes and any(is_foe(state, it) for it in _whose(event)):
        event = structs.replace(event, discreet=True)
    named = set(named_in(event))
    if secrets.isdisjoint(named) or (isinstance(event, Revealed) and secrets & named <= {event.it}):
        return event
    return structs.replace(event, only=(REFEREE,))


def _whose(event: Event) -> tuple[Id, ...]:
    """Whose numbers an event tells."""
    return tuple(getattr(event, role, "") for role in ("it", "actor", "target"))


def _numbers(state: Battle, event: Event) -> bool:
    """Whether an event tells nothing but numbers of those who are no party."""
    if book_of(state).open_foes:
        return False
    if isinstance(event, Rolled):
        return event.need is not None or is_foe(state, event.by)
    return isinstance(event, FigureSet) and event.field not in ("name", "name_en", "status") and is_foe(state, event.it)


def secrets_of(state: Battle) -> frozenset[str]:
    """Words that would give somebody hidden away: ids, sheets that only they have, sides of which nobody shows."""
    return giveaways(state.figures.values(), lambda figure: (figure.profile,))


# --- views --------------------------------------------------------------------------------------------


def view(state: Battle, seat: Seat) -> Battle:
    """What a seat sees of the desk: the referee everything, all others what the players see."""
    if seat == REFEREE:
        return state
    secrets = secrets_of(state)
    twin = players_twin(state, secrets, _rough)
    twin.order = tuple(it for it in twin.order if it in twin.figures)
    twin.waiting = tuple(it for it in twin.waiting if it in twin.figures)
    twin.turn = "" if twin.turn in secrets else twin.turn
    twin.last = "" if twin.last in secrets else twin.last
    twin.sneaking, twin.watching, twin.calls = (), (), 0
    return twin


def _rough(figure: Creature) -> Creature:
    """Somebody who is no party, without its numbers: whether it is whole, hurt, or out of the fight."""
    kept = ("id", "name", "name_en", "seat", "x", "y", "size", "span", "conditions", "timed", "status",
            "took", "acted")  # fmt: skip
    made = Creature(profile="", **{field: getattr(figure, field) for field in kept if field not in ("profile",)})
    made.hp_max = ROUGH
    made.hp = ROUGH if figure.hp >= figure.hp_max else 1 if figure.hp > 0 else 0
    for ability in ABILITIES:
        setattr(made, ability, 10)
    return made

"""Fighters that wait off the table and arrive in later turns (CDC-AB-035)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import RuleId, Seat
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo.deploying import ARRIVE, berth_of, put_on_table
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import RESERVE, Figure

if TYPE_CHECKING:
    from arbitro.engine.records import Record
    from arbitro.rulesets.crepuscolo.content import Reserve


def reserve_of(figure: Figure, records: Mapping[RuleId, Record]) -> tuple[RuleId, Reserve] | None:
    """The ability by which a figure off the table waits, and how; None for one that is not in reserve."""
    if figure.status != RESERVE:
        return None
    for rule in figure.abilities:
        record = records.get(rule)
        found: Any = record.data.get("reserve") if record is not None else None
        if found is not None:
            return rule, found
    return None


def to_deploy(game: Game, seat: Seat | None = None) -> list[Figure]:
    """The figures (of a seat) that are still to be deployed before the battle."""
    records = game.ruleset.records
    waiting = (f for f in battle_of(game).figures.values() if f.status == RESERVE and reserve_of(f, records) is None)
    return [f for f in waiting if seat is None or f.company == seat]


def waiting(game: Game, turn: int) -> dict[tuple[Seat, RuleId], Reserve]:
    """For whom fighters may arrive in a turn, by which ability."""
    found: dict[tuple[Seat, RuleId], Reserve] = {}
    for figure in battle_of(game).figures.values():
        held = reserve_of(figure, game.ruleset.records)
        if held is not None and turn >= held[1].turn:
            found[(figure.company, held[0])] = held[1]
    return found


def arrivals(game: Game, first: Seat) -> Flow[None]:
    """Everybody with fighters in reserve rolls how many arrive, then places them; who has the first hand goes first."""
    state = battle_of(game)
    due = waiting(game, state.turn)
    order = sorted(due, key=lambda key: (key[0] != first, key[1]))
    numbers = {key: game.roll(due[key].die, by=key[0], rules=(key[1],))[0] for key in order}
    for seat, rule in order:
        yield from _arrive(game, seat, rule, due[(seat, rule)].within * CM, numbers[(seat, rule)])


def _arrive(game: Game, seat: Seat, rule: RuleId, limit: int, number: int) -> Flow[None]:
    """Place so many fighters of a seat's choice; whoever finds no room goes on waiting."""
    for _ in range(number):
        figures = [f for f in battle_of(game).figures.values() if f.company == seat]
        held = [f for f in figures if (reserve_of(f, game.ruleset.records) or ("",))[0] == rule]
        chosen = [f for f in held if berth_of(game, f, ARRIVE, limit).has_room()]
        if not chosen:
            return
        key = chosen[0].id
        if len(chosen) > 1:
            form = Pick(tuple(Option(f.id) for f in chosen), level="actor")
            key = yield from ask("deploy", seat, form, {"seat": seat, "rule": rule})
        yield from put_on_table(game, seat, battle_of(game).figures[key], (rule,), ARRIVE, limit)

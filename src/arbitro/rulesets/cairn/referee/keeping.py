"""Commands that keep the desk: who joins and leaves, who is hidden, notes, timers, reminders, the end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from arbitro.content.desk import (
    LONGEST_SHEET,
    MOST_ALIKE,
    Numbered,
    book_of,
)
from arbitro.content.deskevents import Concealed, Removed, SideChanged
from arbitro.content.deskjoin import give_name, join_refusal, newcomer_of
from arbitro.content.deskkeeping import LONGEST_NAME, erase_notes_on, keep_notes
from arbitro.content.deskorders import Given, anybody, choice, creatures, flag, number, text
from arbitro.engine.events import EffectBegan, Finished
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Id, Seat
from arbitro.rulesets.cairn.events import Joined
from arbitro.rulesets.cairn.morale import bands_of
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, library_of
from arbitro.rulesets.cairn.referee import reminders
from arbitro.rulesets.cairn.referee.events import BandsChanged
from arbitro.rulesets.cairn.referee.fighting import in_fight, time_of
from arbitro.rulesets.cairn.referee.joining import SIDES, reveal, rows_of
from arbitro.rulesets.cairn.referee.orders import ORDERS, command
from arbitro.rulesets.cairn.setup import arriving, creature_of
from arbitro.rulesets.cairn.state import FOES
from arbitro.rulesets.cairn.waiting import effects_of

# --- who is there -------------------------------------------------------------------------------------


def _join_ban(game: Game, given: Given) -> Refusal | None:
    return join_refusal(given, lambda: rows_of(newcomer_of(given, FOES), library_of(game)))


@command("add", "table", choice("beast", lambda game: sorted(library_of(game).monsters), optional=True),
         text("sheet", optional=True, longest=LONGEST_SHEET), choice("side", lambda game: SIDES, optional=True,
         default=FOES), number("n", 1, MOST_ALIKE, optional=True), flag("hidden"), text("name", optional=True,
         longest=LONGEST_NAME), text("group", optional=True, longest=LONGEST_NAME), ban=_join_ban)  # fmt: skip
def add(game: Game, group: str = "", **given: object) -> None:
    """Creatures of the bestiary, or of a sheet, join; hidden ones the players do not see."""
    newcomer = newcomer_of(given, FOES)
    for row in rows_of(newcomer, library_of(game)):
        book = book_of(game.state)
        it = book.blind_id(len(book.numbers))
        whole = {"id": it, **row, **({"group": group} if group else {})}
        clock, library = encounter_of(game).clock, library_of(game)
        made = arriving(creature_of(whole, newcomer.side, library, clock))
        game.do(Joined(creature=made))
        first = 1 + max((effect.stamp for effect in game.state.effects.values()), default=0)
        for effect in effects_of(row.get("waits", ()), it, REFEREE, clock, first, library):
            game.do(EffectBegan(effect=effect, rules=(effect.rule,)))
        game.do(Numbered(it=it))
        if not made.hidden:
            give_name(game, it)
        if in_fight(game):
            _rally(game, {f"{made.seat}:{made.group}": 1})


def _rally(game: Game, more: dict[str, int]) -> None:
    """Bands with those who joined in the midst of a fight: they count among the number at its start."""
    state = encounter_of(game)
    old = {band.id: band for band in state.bands}
    bands = tuple(
        structs.replace(old[band.id], start=old[band.id].start + more.get(band.id, 0), led=old[band.id].led or band.led)
        if band.id in old
        else band
        for band in bands_of(state)
    )
    gone = tuple(band for band in state.bands if band.id not in {one.id for one in bands})
    if (made := (*bands, *gone)) != state.bands:
        game.do(BandsChanged(bands=made, rules=("CRN-MOR-01.2",)))


@command("remove", "table", creatures("who", anybody))
def remove(game: Game, who: Sequence[Id]) -> None:
    """Off the desk, as if never there; morale counts no loss by it."""
    for it in who:
        seat = figure_of(game, it)
        counted = f"{seat.seat}:{seat.group}"
        erase_notes_on(game, (it,))
        game.do(Removed(it=it))
        if in_fight(game):
            _rally(game, {counted: -1})


@command("side", "table", creatures("who", anybody), choice("side", lambda game: SIDES))
def change_side(game: Game, who: Sequence[Id], side: Seat) -> None:
    """Somebody goes over to another side."""
    for it in who:
        figure = figure_of(game, it)
        old = f"{figure.seat}:{figure.group}"
        if figure.seat != side:
            game.do(SideChanged(it=it, seat=side))
            if in_fight(game):
                _rally(game, {old: -1, f"{side}:{figure.group}": 1})


@command("hide", "table", creatures("who", lambda figure: not figure.hidden))
def hide(game: Game, who: Sequence[Id]) -> None:
    """The players see them no longer."""
    for it in who:
        game.do(Concealed(it=it, only=(REFEREE,)))


@command("show", "table", creatures("who", lambda figure: figure.hidden), rules=("CRN-ACT-02.1",))
def show(game: Game, who: Sequence[Id]) -> None:
    """The players see them from now on."""
    for it in who:
        reveal(game, it)


keep_notes(ORDERS, lambda game, unit: time_of(encounter_of(game), unit), reminders.now)


# --- the end ------------------------------------------------------------------------------------------


@command("close", "more", flag("sure"), ban=lambda game, given: None if given.get("sure") else Refusal("desk_sure", {}))
def close(game: Game, sure: bool) -> None:
    """The encounter is over for good."""
    game.do(Finished(result="draw", why="evening", rules=("CRN-RND-03.3",)))

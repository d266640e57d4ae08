"""Commands that keep the desk: who joins and leaves, who is hidden, notes, timers, reminders, the end."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.content.desk import LONGEST_SHEET, MOST_ALIKE, Numbered, book_of
from arbitro.content.deskevents import Concealed, Removed, SideChanged
from arbitro.content.deskjoin import give_name, join_refusal, newcomer_of
from arbitro.content.deskkeeping import LONGEST_NAME, erase_notes_on, keep_notes
from arbitro.content.deskorders import Given, anybody, choice, creatures, flag, number, text
from arbitro.engine.events import Finished
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.engine.values import REFEREE, Id, Seat
from arbitro.rulesets.pathfinder.events_bonds import Joined
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.referee import reminders
from arbitro.rulesets.pathfinder.referee.counts import in_fight
from arbitro.rulesets.pathfinder.referee.joining import FOES, SIDES, reveal, rows_of
from arbitro.rulesets.pathfinder.referee.orders import ORDERS, command
from arbitro.rulesets.pathfinder.setup import creature_of

# --- who is there -------------------------------------------------------------------------------------


def _join_ban(game: Game, given: Given) -> Refusal | None:
    return join_refusal(given, lambda: rows_of(newcomer_of(given, FOES), library_of(game)))


def _beasts(game: Game) -> list[str]:
    library = library_of(game)
    return sorted((*library.monsters, *library.characters))


@command("add", "table", choice("beast", _beasts, optional=True), text("sheet", optional=True, longest=LONGEST_SHEET),
         choice("side", lambda game: SIDES, optional=True, default=FOES), number("n", 1, MOST_ALIKE, optional=True),
         flag("hidden"), text("name", optional=True, longest=LONGEST_NAME), ban=_join_ban)  # fmt: skip
def add(game: Game, **given: object) -> None:
    """Creatures of the bestiary, or of a sheet, join; in a fight they roll initiative at once (PF-INI-01)."""
    newcomer = newcomer_of(given, FOES)
    for row in rows_of(newcomer, library_of(game)):
        book = book_of(game.state)
        it = book.blind_id(len(book.numbers))
        made = creature_of({"id": it, **row}, newcomer.side, library_of(game))
        game.do(Joined(creature=made))
        game.do(Numbered(it=it))
        if not made.hidden:
            give_name(game, it)
        if in_fight(game):
            game.push(Step("late", (it,)))


@command("remove", "table", creatures("who", anybody))
def remove(game: Game, who: Sequence[Id]) -> None:
    """Off the desk, as if never there."""
    erase_notes_on(game, who)
    for it in who:
        if battle_of(game).turn == it:
            game.push(Step("next"))
        game.do(Removed(it=it))


@command("side", "table", creatures("who", anybody), choice("side", lambda game: SIDES))
def change_side(game: Game, who: Sequence[Id], side: Seat) -> None:
    """Somebody goes over to another side."""
    for it in who:
        if figure_of(game, it).seat != side:
            game.do(SideChanged(it=it, seat=side))


@command("hide", "table", creatures("who", lambda figure: not figure.hidden))
def hide(game: Game, who: Sequence[Id]) -> None:
    """The players see them no longer."""
    for it in who:
        game.do(Concealed(it=it, only=(REFEREE,)))


@command("show", "table", creatures("who", lambda figure: figure.hidden), rules=("PF-SUR-01.1",))
def show(game: Game, who: Sequence[Id]) -> None:
    """The players see them from now on."""
    for it in who:
        reveal(game, it)


def now(game: Game, unit: str) -> int:
    """What a timer counts from: the hour of the campaign, or the round of the fight, the first one if none is on."""
    battle = battle_of(game)
    return battle.clock if unit == "hour" else max(1, battle.round)


keep_notes(ORDERS, now, reminders.now)


@command("close", "more", flag("sure"), ban=lambda game, given: None if given.get("sure") else Refusal("desk_sure", {}))
def close(game: Game, sure: bool) -> None:
    """The encounter is over for good."""
    game.do(Finished(result="draw", why="evening", rules=("PF-SEQ-01.6",)))

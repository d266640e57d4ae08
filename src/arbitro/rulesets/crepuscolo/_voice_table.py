"""How everybody stands, and how a battle went, as short tables of text."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from arbitro.engine.events import Event
from arbitro.engine.values import Seat
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.events import DiceRolled, Died, HandBegan, Hurt, TurnBegan, WasLost
from arbitro.rulesets.crepuscolo.state import DEAD, LOST, RESERVE, TABLE, Battle, Figure

NAME, LIFE, DICE, PLACE, WIDTH = 30, 6, 10, 16, 78


def phase(words: Words) -> str:
    """Where the game is: turn, hand and count."""
    state = words.state
    if state.result:
        return words.say("status.phase.over")
    if state.phase == "deploy":
        return words.say("status.phase.deploy")
    if not state.in_hand:
        return words.say("status.phase.between", turn=state.turn)
    form = "endless" if state.endless else "play"
    return words.say(f"status.phase.{form}", turn=state.turn, seat=words.seat(state.hand), total=state.hand_total)


def status(words: Words) -> str:
    """A table of all figures, company by company."""
    lines = [phase(words)]
    for seat in words.state.seats:
        head = (words.seat(seat), words.say("status.life"), words.say("status.dice"), words.say("status.where"))
        lines += ["", _row(*head)]
        lines += [_figure(words, f) for f in words.state.figures.values() if f.company == seat]
    return "\n".join(lines)


def _row(name: str, life: str, dice: str, where: str, more: str = "") -> str:
    name = name if len(name) < NAME else name[: NAME - 2] + "…"
    row = f"{name:<{NAME}}{life:<{LIFE}}{dice:<{DICE}}{where:<{PLACE}}"
    if len(row) + len(more) > WIDTH:
        return f"{row.rstrip()}\n{'':<{NAME}}{more}"
    return f"{row}{more}".rstrip()


def _figure(words: Words, figure: Figure) -> str:
    wide = max(3, *(len(f.id) for f in words.state.figures.values()))
    name = f"  {figure.id:<{wide}} {words.name_of(figure.id)}"
    if figure.status in (DEAD, LOST, RESERVE):
        return _row(name, "", "", words.say(f"status.{figure.status}"))
    dice = " ".join(f"d{die}" for die in figure.dice) or words.say("status.no_dice")
    more = [words.condition(c) for c in figure.conditions]
    if figure.z:
        more.append(words.say("status.height", z=figure.z))
    if figure.armour:
        more.append(words.say("status.armour", n=figure.armour))
    more += [words.say("status.points", kind=words.word("points", k), n=n) for k, n in figure.points if n]
    more += [words.say("status.points", kind=words.word("token", k, k), n=n) for k, n in figure.tokens if n]
    if figure.carries:
        more.append(words.token(figure.carries))
    return _row(name, f"{figure.life}/{figure.life_max}", dice, words.at(figure.x, figure.y), ", ".join(more))


class Hand(Struct):
    """What one hand came to."""

    turn: int
    seat: Seat
    total: int = 0
    hurt: int = 0
    dead: int = 0


def hands_of(state: Battle, journal: Sequence[Event]) -> list[Hand]:
    """Turns and hands of a journal, with the dice counted, the damage dealt to others, and who went out."""
    hands: list[Hand] = []
    turn = next((event.turn - 1 for event in journal if isinstance(event, TurnBegan)), state.turn)
    for event in journal:
        if isinstance(event, TurnBegan):
            turn = event.turn
        elif isinstance(event, HandBegan):
            hands.append(Hand(turn, event.seat))
        elif isinstance(event, Hurt | Died | WasLost | DiceRolled):
            if not hands:
                hands.append(Hand(turn, _side_of(state, event)))
            _add(state, hands[-1], event)
    return [hand for hand in hands if hand.total or hand.hurt or hand.dead]


def _side_of(state: Battle, event: Hurt | Died | WasLost | DiceRolled) -> Seat:
    """Whose hand a battle begins in that a scenario starts in the middle of one: who rolls first has it."""
    figure = state.figures.get(event.by if isinstance(event, DiceRolled) else event.it)
    return figure.company if figure is not None else state.seats[0]


def _add(state: Battle, hand: Hand, event: Event) -> None:
    if isinstance(event, DiceRolled):
        hand.total += event.counted
    elif isinstance(event, Hurt) and state.figures[event.it].company != hand.seat:
        hand.hurt += event.amount
    elif isinstance(event, Died | WasLost):
        hand.dead += 1


def summary(words: Words, journal: Sequence[Event]) -> str:
    """The battle in a few lines: each hand, then the losses and what is left."""
    state = words.state
    lines = [words.say("summary.title")]
    turn = -1
    for hand in hands_of(state, journal):
        if hand.turn != turn:
            turn = hand.turn
            lines.append("  " + words.say("summary.turn", turn=turn))
        facts = {"seat": words.seat(hand.seat), "total": hand.total, "hurt": hand.hurt, "dead": hand.dead}
        lines.append("    " + words.say("summary.hand", **facts))
    lines += ["", words.say("summary.losses")]
    for seat in state.seats:
        gone = tuple(words.who(f.id) for f in state.figures.values() if f.company == seat and f.status in (DEAD, LOST))
        lines.append("  " + words.say("summary.lost" if gone else "summary.none", seat=words.seat(seat), names=gone))
    lines.append("")
    for seat in state.seats:
        mine = [f for f in state.figures.values() if f.company == seat]
        left = [f for f in mine if f.status == TABLE]
        worth = {"cost": sum(f.cost for f in left), "worth": sum(f.cost for f in mine)}
        told = words.say("summary.left", seat=words.seat(seat), count=len(left), all=len(mine), **worth)
        lines.append(f"  {told}")
    return "\n".join(lines)

"""What else lies on the table of a scene, and its heading: sides, turn, count, result.

Called by `screen.Screen.scene`.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitro.content.scene import Disc, Mark, Note, Side
from arbitro.rulesets.crepuscolo._picture_words import Words as MapWords
from arbitro.rulesets.crepuscolo._scene_board import placed
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.names import token_name, zone_name
from arbitro.rulesets.crepuscolo.state import COUNT, RESERVE, TABLE, Battle

CORPSE_SIZE, TOKEN_SIZE, ACCESS_SIZE = 750, 500, 700
"""Radius in units at which things without a size of their own are drawn."""


def marks(words: Words) -> tuple[Mark, ...]:
    """Zones, access points before the battle, what rules have placed, corpses, and objects that lie about."""
    return tuple(_marks(words))


def _marks(words: Words) -> Iterator[Mark]:
    state, say = words.state, MapWords(words.lang)
    for zone in state.zones:
        name = zone_name(state, zone, words.lang)
        yield Mark(id=f"zone:{zone.id}", kind="zone", label=name, shape=Disc(zone.x, zone.y, zone.r))
    if state.phase == "deploy":
        for seat, (x, y) in zip(state.seats, state.access, strict=True):
            label = words.say("scene.access", seat=words.seat(seat))
            yield Mark(id=f"access:{seat}", kind="access", label=label, shape=Disc(x, y, ACCESS_SIZE), seat=seat)
    yield from placed(state, words.lang)
    for corpse in state.corpses:
        fallen = state.figures.get(corpse.id)
        name = words.name_of(corpse.id) if fallen is not None else words.say("word.someone")
        yield Mark(
            id=f"corpse:{corpse.id}",
            kind="corpse",
            label=say("map.dead", name=name),
            shape=Disc(corpse.x, corpse.y, CORPSE_SIZE),
            seat=fallen.company if fallen is not None else "",
        )
    for token in state.tokens:
        if not token.holder:
            label = token_name(state, token, words.lang)
            yield Mark(id=f"token:{token.id}", kind="token", label=label, shape=Disc(token.x, token.y, TOKEN_SIZE))


def sides(words: Words) -> tuple[Side, ...]:
    """Both companies: who is left, what they are worth, their score, whether they still may take the hand."""
    state = words.state
    return tuple(
        Side(
            seat, words.seat(seat), state.in_hand and state.hand == seat and not state.result, _of(words, seat, number)
        )
        for number, seat in enumerate(state.seats)
    )


def _of(words: Words, seat: str, number: int) -> tuple[Note, ...]:
    state = words.state
    mine = [f for f in state.figures.values() if f.company == seat and not f.image]
    left = [f for f in mine if f.status == TABLE]
    waiting = sum(f.status == RESERVE for f in mine)
    notes = [
        Note(words.say("scene.side.left"), words.say("scene.side.of", n=len(left) + waiting, all=len(mine))),
        Note(words.say("scene.side.worth"), words.say("scene.side.points", n=sum(f.cost for f in left))),
    ]
    if waiting:
        notes.append(Note(words.say("scene.side.waiting"), str(waiting)))
    if counts_points(state):
        notes.append(Note(words.say("scene.side.score"), str(state.scores[number])))
    if seat in state.passed and not state.result:
        notes.append(Note(words.say("scene.side.passed"), "", "", ("CDC-TRN-05",)))
    return tuple(notes)


def counts_points(state: Battle) -> bool:
    """Whether objectives give points in this battle (CDC-CMP-19)."""
    return bool(state.zones or state.tokens)


def chips(words: Words) -> tuple[Note, ...]:
    """Turn, hand and count, each with the rule behind it; nothing before the first turn."""
    state = words.state
    if not state.turn:
        return (Note(words.say("status.phase.deploy"), "", "", ("CDC-DEP-02",)),)
    last = state.options.turn_limit
    turn = words.say("scene.side.of", n=state.turn, all=last) if last else str(state.turn)
    found = [Note(words.say("scene.chip.turn"), turn, "", ("CDC-TRN-01",))]
    if state.in_hand and not state.result:
        found.append(Note(words.say("scene.chip.hand"), words.seat(state.hand), "", ("CDC-TRN-02",)))
        if state.endless:
            found.append(Note(words.say("scene.chip.count"), words.say("scene.chip.endless"), "", ("CDC-TRN-06",)))
        else:
            count = words.say("scene.side.of", n=state.hand_total, all=COUNT)
            found.append(Note(words.say("scene.chip.count"), count, "", ("CDC-TRN-03",)))
    return tuple(found)


def result(words: Words) -> str:
    """Who won, in words; "" while the battle goes on."""
    found = words.state.result
    if not found:
        return ""
    return words.say("scene.draw") if found == "draw" else words.say("scene.won", seat=words.seat(found))

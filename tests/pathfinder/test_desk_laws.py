"""The laws of the engine on Pathfinder's desk, with random commands; and the one of its own: no secret gets out."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from arbitro.content.deskview import Newcomer
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.history import undo
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.events import RefereeSet
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.referee.orders import ORDERS
from arbitro.rulesets.pathfinder.referee.veil import secrets_of
from tests import lawbook
from tests.lawbook import Court, play
from tests.pathfinder.desk import DORNA, TILLI
from tests.pathfinder.laws import SEEDS, state_of

DECISIONS = 60
OF_BATTLES = (lawbook.law_16_rules,)
"""What a referee does at a desk follows from no rule."""
seeds = pytest.mark.parametrize("seed", SEEDS[:3])


@cache
def setup_of(seed: int) -> dict[str, Any]:
    """A random encounter: a party, foes of any kind, some of them hidden."""
    rng = Random(seed)
    beasts = sorted(RULESET.library.monsters)
    foes = [
        Newcomer(side="b", beast=rng.choice(beasts), count=rng.randint(1, 2), hidden=rng.random() < 0.5)
        for _ in range(rng.randint(1, 3))
    ]
    return RULESET.desk().setup([DORNA, TILLI, *foes], f"salt{seed}", {})


def hurt_somebody(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee takes a hit point off somebody; nobody where nobody is."""
    here = [figure for figure in state_of(game).here() if figure.hp > 1]
    if not here:
        return ()
    one = rng.choice(here)
    return (RefereeSet(it=one.id, field="hp", value=one.hp - 1, rules=("referee",)),)


COURT = Court(RULESET, setup_of, hurt_somebody, hurt_somebody)


@seeds
@pytest.mark.parametrize(("law", "decisions"), lawbook.laws(DECISIONS, without=OF_BATTLES, law_5_forms=20))
def test_the_desk_obeys_the_laws(law: lawbook.Law, decisions: int, seed: int) -> None:
    law(COURT, seed, decisions)


def test_every_command_is_given_somewhere_in_random_play() -> None:
    given = set()
    for seed in range(1, 51):
        game = play(COURT.battle(seed), Random(seed), 200)
        given |= {a.value[0] for a in game.inputs if isinstance(getattr(a, "value", None), tuple) and a.value}
    assert set(ORDERS.all) == given, set(ORDERS.all) - given


def texts_shown(game: Game, lang: Any) -> str:
    """All that the players get: the desk, and the journal's lines."""
    state = state_of(game)
    desk = RULESET.desk().view(game, "", lang)
    shown = [event.shown_to("") for event in game.journal]
    lines = [RULESET.entry(state, event, 0, lang) for event in shown if event is not None]
    return msgspec.json.encode((desk, lines)).decode()


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_players_never_get_a_secret_whatever_the_referee_does(seed: int) -> None:
    rng, game = Random(seed), COURT.battle(seed)
    private: set[str] = set()
    for _ in range(40):
        if game.pending is None:
            break
        before, hidden = len(game.journal), secrets_of(state_of(game))
        value = game.form("referee").sample(rng)
        game.choose(value, "referee")
        new = [event.shown_to("") for event in game.journal[before:] if not isinstance(event, Revealed)]
        told = msgspec.json.encode([event for event in new if event is not None]).decode()
        assert not [word for word in hidden & secrets_of(state_of(game)) if f'"{word}"' in told], (value, told)
        fields = dict(value[1:]) if value[:1] in (("note",), ("timer",)) else {}
        if fields.get("private"):
            private.add(fields["text"])
        if rng.random() < 0.1 and game.moments:
            undo(game, rng.randint(1, min(4, len(game.moments))))
        book = state_of(game).book
        assert book is not None
        known = {it for it, _ in book.called}
        unseen = {f.id for f in state_of(game).figures.values() if f.hidden and f.id not in known}
        for lang in ("it", "en"):
            shown = texts_shown(game, lang)
            for word in (*private, *unseen):
                assert word not in shown, (value, word)
    for lang in ("it", "en"):
        RULESET.desk().view(game, "referee", lang)
    assert not RULESET.messages().gaps

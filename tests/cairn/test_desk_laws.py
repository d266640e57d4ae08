"""The laws of the engine on the referee's desk, with random commands; and the one of its own: no secret gets out."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from arbitro.content.desk import Book
from arbitro.content.deskview import Newcomer
from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.history import undo
from arbitro.engine.save import encode
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.events import MoraleTested, Revealed
from arbitro.rulesets.cairn.referee.orders import ORDERS
from arbitro.rulesets.cairn.referee.veil import secrets_of
from arbitro.rulesets.cairn.state import Encounter
from tests import lawbook
from tests.cairn.desk import ANNA, BRUNO, DeskTable
from tests.cairn.laws import SEEDS, hurt_somebody, move_nobody, state_of
from tests.lawbook import Court, play

DECISIONS = 90
OF_BATTLES = (lawbook.law_16_rules,)
"""What a referee does at a desk follows from no rule."""
seeds = pytest.mark.parametrize("seed", SEEDS[:4])


@cache
def setup_of(seed: int) -> dict[str, Any]:
    """A random encounter: a party, foes of any kind, some of them hidden."""
    rng = Random(seed)
    beasts = sorted(RULESET.library.monsters)
    foes = [
        Newcomer(side="b", beast=rng.choice(beasts), count=rng.randint(1, 3), hidden=rng.random() < 0.5)
        for _ in range(rng.randint(1, 3))
    ]
    party = [Newcomer(side="a", sheet=sheet) for sheet in (ANNA, BRUNO)]
    return RULESET.desk().setup([*party, *foes], f"salt{seed}", {})


def small_edit(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee puts somebody where they are; nobody where nobody is."""
    return move_nobody(game, rng) if state_of(game).figures else ()


COURT = Court(RULESET, setup_of, hurt_somebody, small_edit)


@seeds
@pytest.mark.parametrize(("law", "decisions"), lawbook.laws(DECISIONS, without=OF_BATTLES, law_5_forms=30))
def test_the_desk_obeys_the_laws(law: lawbook.Law, decisions: int, seed: int) -> None:
    law(COURT, seed, decisions)


def test_every_command_is_given_somewhere_in_random_play() -> None:
    given = set()
    for seed in range(1, 25):
        game = play(COURT.battle(seed), Random(seed), 300)
        given |= {a.value[0] for a in game.inputs if isinstance(getattr(a, "value", None), tuple) and a.value}
    assert set(ORDERS.all) - given <= {"use"}, set(ORDERS.all) - given


# --- secrets -----------------------------------------------------------------------------------------------


def texts_shown(game: Game, lang: Any) -> str:
    """All that the players get: the desk, the scene, the journal's lines."""
    state = state_of(game)
    desk = RULESET.desk().view(game, "", lang)
    scene = RULESET.scene(RULESET.view(state, ""), "", lang)
    shown = [event.shown_to("") for event in game.journal]
    lines = [RULESET.entry(state, event, 0, lang) for event in shown if event is not None]
    return msgspec.json.encode((desk, scene, lines)).decode()


def raw_shown(events: list[Event]) -> str:
    """The events themselves, as the players may know them."""
    return msgspec.json.encode([event.shown_to("") for event in events if not isinstance(event, Revealed)]).decode()


def never_seen(state: Encounter) -> set[str]:
    """What the players have never seen of those who are hidden: ids, and names that nobody else bears."""
    assert state.book is not None
    seen = {it for it, _ in state.book.called}
    open_ = [figure for figure in state.figures.values() if not figure.hidden or figure.id in seen]
    kinds = [RULESET.title(figure.profile, lang) for figure in open_ for lang in ("it", "en") if figure.profile]
    left = [name + name_en for it, name, name_en in state.book.left if it in seen]
    borne = " ".join([*left, *(figure.name + figure.name_en for figure in open_), *kinds])
    hidden = [figure for figure in state.figures.values() if figure.hidden and figure.id not in seen]
    names = {name for figure in hidden for name in (figure.name, figure.name_en) if name and name not in borne}
    return {figure.id for figure in hidden} | names


@pytest.mark.parametrize("seed", range(1, 13))
def test_the_players_never_get_a_secret_whatever_the_referee_does(seed: int) -> None:
    rng, game = Random(seed), COURT.battle(seed)
    private: set[str] = set()
    for _ in range(60):
        if game.pending is None:
            break
        before, hidden = len(game.journal), secrets_of(state_of(game))
        value = game.form("referee").sample(rng)
        game.choose(value, "referee")
        new = game.journal[before:]
        told = raw_shown(new)
        assert not [word for word in hidden & secrets_of(state_of(game)) if f'"{word}"' in told], (value, told)
        fields = dict(value[1:]) if game.pending and value[:1] in (("note",), ("timer",)) else {}
        if fields.get("private"):
            private.add(fields["text"])
        if rng.random() < 0.1 and game.moments:
            undo(game, rng.randint(1, min(4, len(game.moments))))
        shown = {lang: texts_shown(game, lang) for lang in ("it", "en")}
        for word in (*private, *never_seen(state_of(game))):
            assert word not in shown["it"] and word not in shown["en"], (value, word)
    for lang in ("it", "en"):
        RULESET.desk().view(game, "referee", lang)
    assert not RULESET.messages().gaps


def test_a_band_that_a_hidden_one_keeps_from_fear_does_not_say_by_what() -> None:
    ooze = Newcomer(side="b", beast="melma-gelatinosa", hidden=True)
    desk = DeskTable(Newcomer(side="a", sheet=ANNA), Newcomer(side="b", beast="goblin"), ooze)
    desk.do("next")
    desk.do("morale", band="b:")
    (tested,) = desk.all(MoraleTested)
    assert tested.rules == ("melma-gelatinosa",) and tested.shown_to("") is None
    desk.do("show", who=(desk.book.numbers[-1],))
    desk.do("morale", band="b:")
    assert desk.all(MoraleTested)[-1].shown_to("") is not None


@seeds
def test_law_9_two_desks_that_differ_in_secrets_alone_look_the_same_to_the_players(seed: int) -> None:
    game = play(COURT.battle(seed), Random(seed), DECISIONS)
    state = state_of(game).copy()
    bare = state.copy()
    secrets = secrets_of(state)
    assert bare.book is not None
    bare.figures = {it: figure for it, figure in bare.figures.items() if not figure.hidden}
    bare.effects = {i: effect for i, effect in bare.effects.items() if effect.bearer in bare.figures}
    notes = tuple(note for note in bare.book.notes if not note.secret and note.on not in secrets)
    clocks = tuple(clock for clock in bare.book.clocks if not clock.secret)
    bare.book = Book(notes=notes, clocks=clocks, open_foes=bare.book.open_foes, current="")
    if bare.active in secrets:
        up = {figure.seat for figure in bare.figures.values() if figure.standing}
        bare.active = next((seat for seat in ("b", "a") if seat in up and seat < bare.active), "a")
    bare.bands = tuple(b for b in bare.bands if any(f"{f.seat}:{f.group}" == b.id for f in bare.figures.values()))
    assert encode(RULESET.view(state, "")) == encode(RULESET.view(bare, ""))


def test_the_numbers_of_those_who_are_no_party_are_not_in_the_players_state_unless_opened() -> None:
    game = Game.new(RULESET, setup_of(1), SeededDice.of_seed(1))
    seen = RULESET.view(game.state, "")
    assert isinstance(seen, Encounter)
    foes = [figure for figure in seen.figures.values() if figure.seat != "a"]
    assert all(figure.highest(score) in (0, 2) for figure in foes for score in ("pf", "forza", "des", "vol"))
    game.choose(("open",), "referee")
    opened = RULESET.view(game.state, "")
    assert isinstance(opened, Encounter)
    for figure in foes:
        assert opened.figures[figure.id] == state_of(game).figures[figure.id]

"""Fair dice: a commitment first, everybody's nonces, the secret last, and a proof of every die."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any

import pytest
from msgspec import structs

from arbitro.dice.sources import ScriptedDice, SeededDice, TypedDice, commitment, keyed
from arbitro.engine.asks import Answer
from arbitro.engine.events import Committed, NoncesGiven, Rolled, SecretRevealed
from arbitro.engine.fair import replay, verify
from arbitro.engine.game import Game
from arbitro.engine.history import take_back, undo, undo_scope
from arbitro.engine.save import encode, load, save
from tests.engine.toy import TWO, ToyRules

SECRET = b"a secret of thirty-two bytes ...."
SETUP = {"pieces": TWO, "last": 3}


def fair_game(nonces: tuple[str, str] | None = ("salt", "pepper")) -> Game:
    game = Game.new(ToyRules(), SETUP, SeededDice(SECRET), fair=True)
    if nonces:
        game.choose(nonces[0], "a")
        game.choose(nonces[1], "b")
    return game


def played(seed: int = 1) -> Game:
    game, rng = fair_game(), Random(seed)
    while game.pending is not None:
        value = game.form(game.pending.seats[0]).sample(rng)
        if value[1:2] not in (("bug",), ("choose",)):
            game.choose(value)
    return game


def proof(game: Game, **change: Any) -> list[str]:
    given = {
        "ruleset": game.ruleset, "setup": game.setup or {}, "inputs": game.inputs, "journal": game.journal,
        "secret": SECRET, **change,
    }  # fmt: skip
    return [finding.code for finding in verify(**given)]


def test_the_commitment_comes_before_any_die_and_nonces_before_any_other_question() -> None:
    game = fair_game(None)
    assert game.journal == [Committed(commit=blake2b(SECRET, digest_size=32).hexdigest(), rules=("FAIR",))]
    pending = game.pending
    assert pending is not None and pending.kind == "nonce" and pending.seats == ("a", "b")
    assert game.form("a").outline() == {"kind": "word", "longest": 64}
    game.choose("pepper", "b")
    assert "pepper" not in repr(game.journal) and "pepper" not in repr(game.pending)
    game.choose("salt", "a")
    given = next(event for event in game.journal if isinstance(event, NoncesGiven))
    assert given.nonces == ("salt", "pepper"), "in the order of the seats, whoever came first"


def test_the_key_of_the_dice_mixes_the_secret_with_all_nonces() -> None:
    game = fair_game()
    game.choose(("a1", "volley", "b1"))
    rolled = next(event for event in game.journal if isinstance(event, Rolled))
    place = (0, game.moments[-1].place[1], 0)
    assert rolled.faces == SeededDice(SECRET, ("salt", "pepper")).faces(place, 5, 6)
    handfuls = set()
    for nonces in (("salt", "pepper"), ("salt", "peppeR"), ("sal", "tpepper"), ("", ""), ("pepper", "salt")):
        other = fair_game(nonces)
        other.choose(("a1", "volley", "b1"))
        handfuls.add(tuple(e.faces for e in other.journal if isinstance(e, Rolled)))
    assert len(handfuls) == 5
    assert keyed(SECRET, ("sal", "tpepper")) != keyed(SECRET, ("salt", "pepper"))


def test_the_secret_is_told_when_the_game_is_over_and_proves_it() -> None:
    game = played()
    assert game.journal[-1] == SecretRevealed(secret=SECRET.hex(), rules=("FAIR",))
    assert sum(isinstance(event, SecretRevealed) for event in game.journal) == 1
    assert proof(game) == [] and proof(game, nonces=("salt", "pepper")) == []


def test_a_lie_is_found() -> None:
    game = played()
    assert "commit" in proof(game, secret=b"another")
    assert proof(game, nonces=("salt", "sugar")) == ["nonces"]
    number = next(i for i, event in enumerate(game.journal) if isinstance(event, Rolled))
    rolled = game.journal[number]
    assert isinstance(rolled, Rolled)
    forged = list(game.journal)
    forged[number] = structs.replace(rolled, faces=tuple(face % 6 + 1 for face in rolled.faces))
    assert proof(game, journal=forged) == ["die"]
    assert proof(game, journal=game.journal[:-1]) == ["length"]
    assert proof(game, journal=[*game.journal[:2], *game.journal[3:]]) == ["event"]
    first = game.inputs[2]
    assert isinstance(first, Answer)
    assert proof(game, inputs=[*game.inputs[:2], structs.replace(first, decision="0.0.0"), *game.inputs[3:]]) == [
        "input"
    ]


def test_a_fair_game_goes_on_from_a_save_with_the_same_dice() -> None:
    for answers in range(5):
        straight, game = fair_game(None), fair_game(None)
        moves: list[tuple[Any, str]] = [
            ("salt", "a"),
            ("pepper", "b"),
            (("a1", "strike", "b1"), "a"),
            (("a1", "volley", "b1"), "a"),
        ]
        for number, (value, seat) in enumerate(moves):
            if number == answers:
                game = load(save(game), ToyRules(), SeededDice(SECRET))
            for one in (straight, game):
                one.choose(value, seat)
        assert game.journal == straight.journal
        assert game.setup == straight.setup


def test_undo_before_the_nonces_keys_the_dice_anew() -> None:
    game = fair_game()
    game.choose(("a1", "strike", "b1"))
    undo(game, 2)
    assert game.pending is not None and game.pending.kind == "nonce" and game.state.nonces == ()
    game.choose("x", "a")
    game.choose("y", "b")
    game.choose(("a1", "volley", "b1"))
    rolled = next(event for event in game.journal if isinstance(event, Rolled))
    assert rolled.faces == SeededDice(SECRET, ("x", "y")).faces((1, game.moments[-1].place[1], 0), 5, 6)


def test_the_secret_stops_a_free_undo() -> None:
    game = played()
    scope = undo_scope(game, game.moments[-1].seat)
    assert (scope.free, scope.stopped_by) == (0, "secret")
    take = game.moments[-1].decision
    from arbitro.engine.asks import TakeBack

    take_back(game, TakeBack(take, "referee"))
    assert not game.over and not any(isinstance(event, SecretRevealed) for event in game.journal)


def test_thinking_ahead_never_tells_the_secret() -> None:
    game = fair_game()
    twin = game.fork(SeededDice(b"mine"), log=True)
    rng = Random(3)
    while twin.pending is not None:
        value = twin.form(twin.pending.seats[0]).sample(rng)
        if value[1:2] not in (("bug",), ("choose",)):
            twin.choose(value)
    assert twin.over and not any(isinstance(event, SecretRevealed) for event in twin.journal)


def test_a_fair_game_needs_dice_with_a_secret() -> None:
    for dice in (ScriptedDice([1]), TypedDice()):
        with pytest.raises(ValueError, match="secret"):
            Game.new(ToyRules(), SETUP, dice, fair=True)


def test_a_game_with_take_backs_is_proven_too() -> None:
    game = fair_game()
    game.choose(("a1", "strike", "b1"))
    undo(game)
    game.choose(("a1", "strike", "b1"))
    twin = replay(game.ruleset, game.setup or {}, game.inputs, SeededDice(SECRET))
    assert twin.journal == game.journal and encode(twin.state) == encode(game.state)
    assert proof(game) == []
    assert commitment(SECRET) == (game.setup or {})["fair"]

"""Saves: at every decision, nested ones too; damaged in every way a file can be; written whole or not at all."""

from __future__ import annotations

import os
import zlib
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import msgpack

from arbitro.dice.sources import SeededDice, TypedDice
from arbitro.engine.game import Game
from arbitro.engine.history import undo
from arbitro.engine.save import MAGIC, SaveError, encode, load, read, save, write_atomically
from tests.engine.toy import ToyRules, start

RECORDS: dict[str, Any] = {
    "LUCKY": {"moment": "rolled", "do": [{"reroll": "throw"}]},
    "ANGRY": {
        "at": {
            "hurt": [
                {
                    "later": "next hand_start of me.seat",
                    "keep": {"foe": "by"},
                    "when": "it is me",
                    "do": [{"hurt": 1, "to": "foe"}],
                }
            ],
            "hit": [{"modify": "need", "by": -1, "when": "actor is me", "for": "this hand"}],
        }
    },
}
PIECES = {name: {"traits": ["LUCKY", "ANGRY"], "hp": 9} for name in ("a1", "a2", "b1", "b2")}


def playing(seed: int) -> Game:
    return start(PIECES, records=RECORDS, dice=seed, last=12)


def play(game: Game, rng: Random, decisions: int) -> Game:
    """Random legal answers; bugs of the toy's own rules are answered otherwise."""
    from arbitro.engine.asks import Refused

    for _ in range(decisions):
        if game.pending is None:
            break
        seat = rng.choice((*game.pending.seats, *game.pending.free))
        try:
            game.choose(game.form(seat).sample(rng), seat)
        except Refused as refused:
            assert refused.refusal.code == "rule_bug"
    return game


def again(game: Game, seed: int) -> Game:
    return load(save(game), game.ruleset, SeededDice.of_seed(seed))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_saved_at_every_decision_is_the_same_game(seed: int) -> None:
    """Straight on, or through bytes before every single answer: one journal."""
    straight = play(playing(seed), Random(seed), 160)
    game, rng = playing(seed), Random(seed)
    kinds = set()
    for _ in range(160):
        kinds.add(game.pending.kind if game.pending else "over")
        game = play(again(game, seed), rng, 1)
    assert game.journal == straight.journal
    assert encode(game.state) == encode(straight.state)
    assert game.inputs == straight.inputs and game.tape == straight.tape
    assert game.pending == straight.pending
    assert {"action", "respond"} <= kinds, "nested questions were among them"


def test_what_is_held_for_all_is_saved_with_its_question() -> None:
    game = start(dice=5)
    game.choose(("a1", "choose"))
    game.choose("rock", "b")
    twin = again(game, 5)
    assert twin.pending == game.pending and twin.pending is not None and twin.pending.free == ("b",)
    twin.choose("rock", "a")
    game.choose("rock", "a")
    assert twin.journal == game.journal


def test_undo_reaches_back_before_the_save() -> None:
    game = play(playing(2), Random(2), 60)
    twin = again(game, 2)
    for one in (game, twin):
        undo(one, len(one.moments) - 3)
    assert twin.journal == game.journal and twin.pending == game.pending and twin.epoch == game.epoch
    play(game, Random(9), 50)
    play(twin, Random(9), 50)
    assert twin.journal == game.journal


def test_a_finished_game_can_be_saved_and_read() -> None:
    game = start(last=1)
    game.choose(("end",))
    game.choose(("end",))
    twin = load(save(game), game.ruleset, SeededDice(b""))
    assert twin.over and twin.state.result == "draw" and twin.journal == game.journal


# --- other rules ----------------------------------------------------------------------------------------


def code_of(data: bytes, rules: ToyRules | None = None) -> str:
    """The code of the SaveError that reading raises; "" if it loads."""
    try:
        load(data, rules or ToyRules(RECORDS), SeededDice.of_seed(1))
    except SaveError as error:
        return error.code
    return ""


class OtherRules(ToyRules):
    name = "other"


def test_a_save_of_another_ruleset_is_refused() -> None:
    assert code_of(save(playing(1)), OtherRules(RECORDS)) == "other_ruleset"


def test_a_save_of_another_version_goes_on_from_its_last_step_where_the_tape_fits() -> None:
    game = play(playing(1), Random(3), 40)
    twin = load(save(game), ToyRules(RECORDS, version="toy-2"), SeededDice.of_seed(1))
    assert twin.pending == game.pending and twin.journal == game.journal
    first = game.moments[0].decision
    from arbitro.engine.asks import Refused, TakeBack
    from arbitro.engine.history import take_back

    with pytest.raises(Refused, match="unknown_decision"):
        take_back(twin, TakeBack(first, "referee"))
    play(twin, Random(4), 20)


def test_a_save_of_another_version_that_does_not_fit_is_refused() -> None:
    game = start(PIECES, records=RECORDS, dice=1)
    game.choose(("a1", "strike", "b1"))
    while game.pending is None or game.pending.kind != "respond":
        game.choose(("a1", "strike", "b1"))
    without = {rule: data for rule, data in RECORDS.items() if rule != "LUCKY"}
    assert code_of(save(game), ToyRules(without, version="toy-2")) == "other_version"


# --- damage ---------------------------------------------------------------------------------------------


def test_every_changed_byte_is_found() -> None:
    data = save(start(dice=1))
    assert code_of(data) == ""
    for place in range(len(data)):
        for flip in (0x01, 0x80, 0xFF):
            broken = bytearray(data)
            broken[place] ^= flip
            assert code_of(bytes(broken)) in ("not_a_save", "other_format", "damaged"), place


def test_every_truncation_is_found() -> None:
    data = save(start(dice=1))
    for length in range(len(data)):
        assert code_of(data[:length]) in ("not_a_save", "damaged"), length
    assert code_of(data + b"\0") == "damaged"


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 100, b"{}", "così".encode(), bytes(range(256)), MAGIC, MAGIC + b"x" * 32]
)
def test_what_is_no_save_is_said_to_be_none(data: bytes) -> None:
    assert code_of(data) in ("not_a_save", "damaged")


def sealed(body: bytes) -> bytes:
    """Bytes with a right checksum, as a forger would make them."""
    packed = zlib.compress(body)
    return MAGIC + blake2b(packed, digest_size=32).digest() + packed


def test_another_format_is_said_to_be_another() -> None:
    data = save(start(dice=1))
    assert code_of(MAGIC[:-1] + b"\x02" + data[len(MAGIC) :]) == "other_format"
    body = msgpack.decode(zlib.decompress(data[len(MAGIC) + 32 :]))
    assert code_of(sealed(msgpack.encode({**body, "format": 2}))) == "other_format"


def test_a_save_that_would_fill_the_memory_is_refused() -> None:
    from arbitro.engine import save as saves

    packed = zlib.compress(b"\0" * (saves.BIGGEST + 1), 9)
    data = MAGIC + blake2b(packed, digest_size=32).digest() + packed
    assert len(data) < 200_000 and code_of(data) == "too_big"


@pytest.mark.parametrize("seed", range(4))
def test_a_forged_body_loads_or_is_refused_and_never_anything_else(seed: int) -> None:
    """Bytes changed under a right checksum: a SaveError or a game, no other exception."""
    game = play(playing(seed), Random(seed), 12)
    body = zlib.decompress(save(game)[len(MAGIC) + 32 :])
    rng = Random(seed)
    refused = 0
    for _ in range(250):
        broken = bytearray(body)
        for _ in range(rng.randint(1, 3)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        refused += code_of(sealed(bytes(broken))) != ""
    assert refused > 100


@pytest.mark.parametrize(
    "change",
    [
        {"checkpoint_tape": 99}, {"checkpoint_tape": -1}, {"checkpoint_journal": 9999}, {"tape": []}, {"journal": []},
        {"checkpoint": b""}, {"setup": {}}, {"tape": [{"kind": "edit", "value": 3}]}, {"moments": [1]}, {"epoch": "x"},
        {"inputs": [{"type": "answer"}]},
    ],
)  # fmt: skip
def test_a_body_whose_parts_do_not_fit_is_refused(change: dict[str, Any]) -> None:
    game = play(playing(1), Random(1), 12)
    body = msgpack.decode(zlib.decompress(save(game)[len(MAGIC) + 32 :]))
    assert code_of(sealed(msgpack.encode({**body, **change}))) in ("damaged", "other_version")


def test_reading_alone_needs_no_rules() -> None:
    body = read(save(play(playing(1), Random(1), 12), dice={"seed": 1}))
    assert body.ruleset == "toy" and body.dice == {"seed": 1} and body.journal


# --- writing --------------------------------------------------------------------------------------------


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "game.save"
    write_atomically(target, b"first")
    write_atomically(target, b"second")
    assert target.read_bytes() == b"second"
    assert [path.name for path in tmp_path.iterdir()] == ["game.save"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    target = tmp_path / "game.save"
    write_atomically(target, b"old")

    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(error)):
        write_atomically(target, b"new and longer")
    monkeypatch.undo()
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["game.save"], "no half file is left behind"


def test_a_write_that_never_finished_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(tmp_path / "game.save", b"new")
    assert not list(tmp_path.iterdir())


def test_a_game_that_awaits_a_typed_die_is_saved_too() -> None:
    straight, game = start(dice=TypedDice()), start(dice=TypedDice())
    for value in (("a1", "volley", "b1"), 3, 5, 6, 6, 1, 2, 2, 4, 4, 4, ("a1", "strike", "b1"), 6):
        game = load(save(game), ToyRules(), TypedDice())
        straight.choose(value)
        game.choose(value)
        assert game.pending == straight.pending and game.journal == straight.journal

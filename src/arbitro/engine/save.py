"""Saves: a game at any decision as bytes, and back.

A save holds setup, tape, inputs, journal, the last checkpoint and what was taken back. The dice's secret is kept
apart: whoever loads brings the dice. A file is a magic word, a checksum and compressed msgpack; it is written
atomically.
"""

from __future__ import annotations

import errno
import os
import secrets
import zlib
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Union

import msgspec
from msgspec import Raw, Struct, msgpack, structs

from arbitro.dice.sources import Dice
from arbitro.engine import events as engine_events
from arbitro.engine.asks import Answer, Entry, Ruling, TakeBack
from arbitro.engine.events import Event
from arbitro.engine.fair import first_state
from arbitro.engine.game import Game
from arbitro.engine.history import find_marks
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.state import Effect, State
from arbitro.engine.timeline import Checkpoint, Cut, Moment
from arbitro.engine.values import plain

FORMAT = 1
MAGIC = b"ARBITRO\x01"
BIGGEST = 64 << 20

ENGINE_EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in vars(engine_events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)


class SaveError(Exception):
    """A save cannot be used.

    Attributes:
        code: ``not_a_save``, ``damaged``, ``other_format``, ``other_ruleset``, ``other_version``, ``too_big``.
        facts: what was found and expected.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(f"{code}: {facts}")
        self.code, self.facts = code, facts


class SavedCut(Struct):
    """What an undo took away, its tape as it is written; see `Cut`."""

    tape: list[Raw]
    epoch: int
    moments: list[Moment]
    decision: str


class Save(Struct):
    """A game as plain data; see the module."""

    format: int
    ruleset: str
    rules_version: str
    setup: dict[str, Any]
    inputs: list[Raw]
    tape: list[Raw]
    epoch: int
    top_epoch: int
    fixed: list[int]
    checkpoint: bytes
    checkpoint_tape: int
    checkpoint_journal: int
    journal: list[bytes]
    moments: list[Moment]
    dice: dict[str, Any] = {}
    held: dict[str, Raw] = {}
    cuts: list[SavedCut] = []


def codec(ruleset: Ruleset) -> msgpack.Decoder[Any]:
    """Decoder of a ruleset's events, the engine's included."""
    kinds = (*ENGINE_EVENTS, *ruleset.event_types)
    return msgpack.Decoder(Union[kinds])  # noqa: UP007 - the union is made at run time


def encode(state: State) -> bytes:
    """A state as bytes, in a deterministic order; equal states have equal bytes."""
    return msgpack.encode(state, order="deterministic")


def save(game: Game, dice: dict[str, Any] | None = None) -> bytes:
    """The game as it stands, at any decision.

    Args:
        game: the game; it must know its setup.
        dice: plain data by which the caller finds the dice again (such as a seed), stored as it is.
    """
    last = game.checkpoints[-1] if game.checkpoints else Checkpoint(game.state, len(game.tape), len(game.journal))
    body = Save(
        format=FORMAT,
        ruleset=game.ruleset.name,
        rules_version=game.ruleset.version,
        setup=game.setup or {},
        inputs=_written(game.inputs),
        tape=_written(game.tape),
        epoch=game.epoch,
        top_epoch=game.top_epoch,
        fixed=game.fixed,
        checkpoint=encode(last.state),
        checkpoint_tape=last.tape_no,
        checkpoint_journal=last.journal_no,
        journal=[msgpack.encode(event) for event in game.journal],
        moments=game.moments,
        dice=dice or {},
        held={seat: Raw(msgpack.encode(value)) for seat, value in game._held.items()},
        cuts=[SavedCut(_written(cut.tape), cut.epoch, cut.moments, cut.decision) for cut in game.cuts],
    )
    packed = zlib.compress(msgpack.encode(body), 6)
    return MAGIC + blake2b(packed, digest_size=32).digest() + packed


def _written(ones: Sequence[Entry | Answer | Ruling | TakeBack]) -> list[Raw]:
    return [Raw(msgpack.encode(one)) for one in ones]


def read(data: bytes) -> Save:
    """The contents of a save, checked but not yet a game.

    Raises:
        SaveError: in plain words' terms: no save, damaged, of another format, too big.
    """
    if not data.startswith(MAGIC[:-1]):
        raise SaveError("not_a_save")
    if len(data) <= len(MAGIC) + 32:
        raise SaveError("damaged")
    if data[: len(MAGIC)] != MAGIC:
        raise SaveError("other_format", found=data[len(MAGIC) - 1], expected=FORMAT)
    digest, packed = data[len(MAGIC) : len(MAGIC) + 32], data[len(MAGIC) + 32 :]
    if blake2b(packed, digest_size=32).digest() != digest:
        raise SaveError("damaged")
    unpacker = zlib.decompressobj()
    try:
        body = unpacker.decompress(packed, BIGGEST)
        if unpacker.unconsumed_tail:
            raise SaveError("too_big", most=BIGGEST)
        found = msgpack.decode(body, type=Save)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError("damaged") from error
    if found.format != FORMAT:
        raise SaveError("other_format", found=found.format, expected=FORMAT)
    return found


def load(data: bytes | Save, ruleset: Ruleset, dice: Dice) -> Game:
    """The saved game, at the decision where it stood.

    Raises:
        SaveError: also ``other_ruleset``; and ``other_version`` where the tape does not fit these rules (it may
            fit those of another version: then play goes on, and can be taken back to the last Step at most, and
            nothing can be put back).
    """
    body = data if isinstance(data, Save) else read(data)
    if body.ruleset != ruleset.name:
        raise SaveError("other_ruleset", found=body.ruleset, expected=ruleset.name)
    decoder = codec(ruleset)
    try:
        state = msgpack.decode(body.checkpoint, type=ruleset.state_type)
        _plain_rows(state)
        setup = body.setup
        game = Game(ruleset, state, dice, setup=setup, start=False)
        game.tape = [_entry(raw, decoder) for raw in body.tape]
        game.inputs = [saved_input(raw, decoder) for raw in body.inputs]
        journal = [tupled(decoder.decode(raw)) for raw in body.journal]
        held = {seat: plain(msgpack.decode(value)) for seat, value in body.held.items()}
        same = body.rules_version == ruleset.version
        cuts = tuple(_cut(one, decoder) for one in body.cuts) if same else ()
        first = first_state(ruleset, setup) if same and body.checkpoint_tape else None
    except Exception as error:
        raise SaveError("other_version", found=body.rules_version, expected=ruleset.version) from error
    if not (0 <= body.checkpoint_tape <= len(game.tape) and 0 <= body.checkpoint_journal <= len(journal)):
        raise SaveError("damaged")
    game.epoch, game.top_epoch, game.fixed, game.moments = body.epoch, body.top_epoch, body.fixed, body.moments
    game.journal = list(journal)
    checkpoint = Checkpoint(state, body.checkpoint_tape, body.checkpoint_journal)
    game.checkpoints = [checkpoint]
    if first is not None:
        game.checkpoints.insert(0, Checkpoint(first, 0, 0))
    try:
        game._replay_step()
        fits = game._cursor == len(game.tape) and (not journal or game.journal == journal)
    except Exception as error:
        raise SaveError("other_version", found=body.rules_version, expected=ruleset.version) from error
    if not fits:
        raise SaveError("other_version", found=body.rules_version, expected=ruleset.version)
    game.cuts = cuts
    game.hold(held)
    find_marks(game)
    return game


class _Shipment(Struct):
    """A question of a game, with as little as thinking about it needs."""

    checkpoint: bytes
    tape: list[Raw]
    epoch: int


def shipped(game: Game) -> bytes:
    """A fork of a game that stands at a question, as bytes: for thinking ahead in another process.

    It holds the last checkpoint and the tape since, and neither journal, setup nor dice.
    """
    last = game.checkpoints[-1]
    tape = _written(game.tape[last.tape_no :])
    return msgpack.encode(_Shipment(encode(last.state), tape, game.epoch))


def landed(data: bytes, ruleset: Ruleset, dice: Dice) -> Game:
    """The fork that was `shipped`, at the same question, under the same rules; see `history.fork`."""
    body = msgpack.decode(data, type=_Shipment)
    state = msgpack.decode(body.checkpoint, type=ruleset.state_type)
    _plain_rows(state)
    decoder = codec(ruleset)
    game = Game(ruleset, state, dice, log=False, tape=[_entry(raw, decoder) for raw in body.tape], start=False)
    game.thinking = True
    game.epoch = game.top_epoch = body.epoch
    game.resume()
    return game


def _plain_rows(state: State) -> None:
    state.effects = {key: _plain_effect(effect) for key, effect in state.effects.items()}
    state.agenda = tuple(type(step)(step.name, plain(step.args)) for step in state.agenda)


def _plain_effect(effect: Effect) -> Effect:
    ends = tuple(structs.replace(end, of=plain(end.of)) for end in effect.ends)
    return structs.replace(effect, keep=plain(effect.keep), ends=ends)


def tupled(event: Event) -> Event:
    """An event that was read: values of any type come back as lists, events hold tuples."""
    changed: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, list):
            changed[name] = plain(value)
        elif isinstance(value, Effect):
            changed[name] = _plain_effect(value)
        elif name == "ends":
            changed[name] = tuple(structs.replace(end, of=plain(end.of)) for end in value)
    return structs.replace(event, **changed) if changed else event


def _entry(raw: Raw, decoder: msgpack.Decoder[Any]) -> Entry:
    entry = msgpack.decode(raw, type=Entry)
    if entry.kind == "edit":
        note, events = entry.value
        return Entry("edit", (note, tuple(tupled(decoder.decode(msgpack.encode(e))) for e in events)))
    return Entry(entry.kind, plain(entry.value))


def _cut(one: SavedCut, decoder: msgpack.Decoder[Any]) -> Cut:
    return Cut([_entry(raw, decoder) for raw in one.tape], one.epoch, one.moments, one.decision)


class RawRuling(Struct, tag="ruling", kw_only=True):
    """A ruling as it is written, its events not yet read."""

    kind: str
    note: str
    answer: Answer | None = None
    faces: tuple[int, ...] = ()
    events: list[Raw] = []


RAW_INPUT = Answer | RawRuling | TakeBack


def input_of(one: Answer | RawRuling | TakeBack, read: Callable[[Raw], Event]) -> Answer | Ruling | TakeBack:
    """An input that was read, with tuples for lists and its events read by ``read``."""
    if isinstance(one, RawRuling):
        verdict = one.answer and structs.replace(one.answer, value=plain(one.answer.value))
        return Ruling(
            kind=one.kind, note=one.note, answer=verdict, faces=one.faces, events=tuple(read(e) for e in one.events)
        )
    return structs.replace(one, value=plain(one.value)) if isinstance(one, Answer) else one


def saved_input(raw: Raw, decoder: msgpack.Decoder[Any]) -> Answer | Ruling | TakeBack:
    """An input of a save; ``decoder`` reads the events of its ruleset."""
    return input_of(msgpack.decode(raw, type=RAW_INPUT), lambda event: tupled(decoder.decode(event)))


def read_file(path: Path) -> bytes:
    """The bytes of a save or journal, never more than a game can have. Raises OSError, SaveError ``too_big``."""
    with path.open("rb") as file:
        data = file.read(BIGGEST + 1)
    if len(data) > BIGGEST:
        raise SaveError("too_big", most=BIGGEST)
    return data


UNFINISHED = ".arbitro-"
"""How the name of a file begins that is being written."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, whatever happens in between.

    A device or a pipe is written to as it is. Raises OSError that names the file, or its folder if that is missing.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        if error.errno is None:
            raise
        missing = error.errno in (errno.ENOENT, errno.ENOTDIR)
        raise OSError(error.errno, error.strerror, str(path.parent if missing else path)) from error


def _replace(path: Path, data: bytes) -> None:
    """Put a file in the place of another, which keeps its permissions."""
    new = path.with_name(f"{UNFINISHED}{secrets.token_hex(6)}")
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            new.chmod(path.stat().st_mode & 0o777)
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise

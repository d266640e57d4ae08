"""Checkpoints share the rows that nothing has written since the one before: each must equal a full copy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.engine.state import State
from tests.crepuscolo.laws import battle

SEEDS = range(30, 38)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_snapshot_is_a_full_copy(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an event writes, its ``writes`` tell; a row that they forget would be old in the next checkpoint."""
    taken = []
    real = State.snapshot

    def compared(state: State, last: Any, written: Any) -> Any:
        made = real(state, last, written)
        assert made == state.copy()
        taken.append(made)
        return made

    monkeypatch.setattr(State, "snapshot", compared)
    game, rng = battle(seed), Random(seed)
    for _ in range(400):
        if game.over:
            break
        game.play_sample(rng)
    assert len(taken) > 50


def test_earlier_snapshots_stay_as_they_were() -> None:
    """Events write the rows of the state alone, never one that a checkpoint keeps."""
    game, rng = battle(3), Random(3)
    before: dict[int, State] = {}
    while not game.over and len(before) < 150:
        game.play_sample(rng)
        for checkpoint in game.checkpoints[-2:]:
            before.setdefault(checkpoint.state.step_no, checkpoint.state.copy())
    kept = {checkpoint.state.step_no: checkpoint.state for checkpoint in game.checkpoints}
    assert all(kept[step] == state for step, state in before.items() if step in kept)

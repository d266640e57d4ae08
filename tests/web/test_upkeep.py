"""Memory is kept in order: what lives is set aside, and what was set aside is let go once it is garbage."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from arbitro.web import upkeep


class Knot:
    """Something that refers to itself, as a game's parts do to each other."""

    def __init__(self) -> None:
        self.me = self


def test_what_was_set_aside_is_let_go_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "EVERY_SECONDS", 0.001)
    monkeypatch.setattr(upkeep, "COUNT_EVERY", 1)
    monkeypatch.setattr(upkeep, "SLACK", 0)

    async def live() -> None:
        task = asyncio.create_task(upkeep.keep_memory())
        await asyncio.sleep(0.05)
        assert gc.get_freeze_count() > 1000
        knot = Knot()
        gone = weakref.ref(knot)
        await asyncio.sleep(0.05)
        del knot
        gc.collect()
        assert gone() is not None, "it was set aside, and nobody looks there yet"
        more = [[n] for n in range(2 * gc.get_freeze_count())]
        end = asyncio.get_running_loop().time() + 30
        while gone() is not None and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)
        assert gone() is None and more
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(live())
    assert gc.get_freeze_count() == 0

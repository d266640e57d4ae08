"""Memory kept in order without a pause that players feel.

Python's collector looks for garbage by going through everything that lives; with hundreds of games in memory that
takes a third of a second, in which nobody is answered. So what has lived for a while is set aside (`gc.freeze`), and
only what is new is gone through; everything is, once what was set aside has become twice what it was. A server of
`arbitro serve` runs this while it lives.
"""

from __future__ import annotations

import asyncio
import gc

EVERY_SECONDS = 5.0
COUNT_EVERY = 12
"""Times of these before what was set aside is counted."""
SLACK = 1_000_000
"""Objects that may be set aside, beside twice what there was, before everything is gone through."""


async def keep_memory() -> None:
    """Set aside, and now and then go through everything; until cancelled."""
    try:
        gc.collect()
        while True:
            gc.freeze()
            much = 2 * gc.get_freeze_count() + SLACK
            while gc.get_freeze_count() < much:
                for _ in range(COUNT_EVERY):
                    await asyncio.sleep(EVERY_SECONDS)
                    gc.freeze()
            gc.unfreeze()
            gc.collect()
    finally:
        gc.unfreeze()

"""Work for crews in tests: it is done in other processes, so it stands in a module that they can import."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from arbitro.analysis.battles import Job, Outcome, Plan, fight
from arbitro.analysis.crews import Work


def squares(numbers: Sequence[int]) -> list[int]:
    """Honest work."""
    return [number * number for number in numbers]


def deadly(numbers: Sequence[int], *, at: int, mark: Path, times: int) -> list[int]:
    """The same, but the process dies over a number as often as said; ``mark`` remembers how often it has."""
    if at in numbers:
        died = len(mark.read_text()) if mark.exists() else 0
        if died < times:
            mark.write_text("x" * (died + 1))
            os.kill(os.getpid(), signal.SIGKILL)
    return squares(numbers)


def wrong(numbers: Sequence[int]) -> list[int]:
    """Work that cannot be done, whoever does it."""
    raise ValueError(f"not {numbers[0]}")


def slow_fight(plan: Plan, jobs: Sequence[Job]) -> list[Outcome]:
    """Battles that take long enough to be killed in the midst of."""
    time.sleep(0.05)
    return fight(plan, jobs)


def slowly(plan: Plan) -> Work[Job, Outcome]:
    """`slow_fight` of a plan."""
    return partial(slow_fight, plan)


def ears(_: int) -> tuple[bool, bool]:
    """Whether this process was started with the signal of Ctrl-C blocked, and whether it ignores it by now."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()), signal.getsignal(
        signal.SIGINT
    ) is signal.SIG_IGN

"""Worker processes that leave Ctrl-C to the process that started them, from their first moment to their last.

A terminal sends the signal of Ctrl-C to every process of a program. A new process would take it as an order to stop,
and say where it stood, until its own code has told it otherwise: so it is started while the signal is blocked, which
it inherits.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workers(ProcessPoolExecutor):
    """Processes that are started when there is something to do, and end when they are told to or their starter dies.

    Args:
        count: how many there are at most.
        begin: what each does first; it must be importable by its name.
        given: what ``begin`` is given.
    """

    def __init__(self, count: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would take threads and locks along
        super().__init__(count, mp_context=context, initializer=_deaf, initargs=(begin, given))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give the workers something to do; here is where they, and the threads that serve them, are started."""
        with unheard():
            return super().submit(fn, *args, **kwargs)

    def end(self) -> None:
        """End the workers, whatever they are doing; futures that are not done break, none may have been cancelled."""
        with unheard():
            for worker in list((self._processes or {}).values()):
                worker.terminate()
            self.shutdown(wait=True)


@contextmanager
def unheard() -> Iterator[None]:
    """Meanwhile Ctrl-C waits, and whoever is started never hears it; without signal masks (Windows) nothing changes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its own start would unblock the signal too soon
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _deaf(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """In the worker: Ctrl-C is not for it; a polite end is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if begin is not None:
        begin(*given)


__all__ = ["Workers", "unheard"]

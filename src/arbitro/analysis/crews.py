"""Who plays the battles: this process, others on this machine, or the workers of a Dask cluster; all alike.

A crew is a `concurrent.futures.Executor` and what is to be done when workers die: the battles they were playing are
played again, by others. Results come back in the order of the battles, whoever is done first.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.analysis.words import AnalysisError
from arbitro.players.workers import Workers

J = TypeVar("J")
R = TypeVar("R")
Work = Callable[[Sequence[J]], list[R]]

PARCEL, BIGGEST = 0.4, 200
"""How long a parcel of battles should take its worker, in seconds, and the most battles in one."""
AHEAD = 3
"""Parcels under way for each worker: one that is played, one that waits there, one for whoever is quick."""
TRIES = 4
"""How often a parcel may be tried; from the third time on with nobody beside it."""


class WorkersLost(AnalysisError):
    """Battles could not be played: ``died`` (whoever played them, again and again), ``cluster`` or ``no_dask``."""


class Crew:
    """Workers that play parcels of battles.

    Args:
        hire: makes an executor; called again when it breaks. None: this process plays by itself.
        size: how many parcels it works on at a time.
        losses: exceptions that mean that a worker died, not that the work is wrong.
    """

    def __init__(
        self, hire: Callable[[], Executor] | None, size: int, losses: tuple[type[BaseException], ...] = ()
    ) -> None:
        self.size = size
        self._hire = hire
        self._losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, *losses)
        self._pool: Executor | None = None
        self.deaths = 0
        """How many parcels lost their worker and were played again."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.dismiss()

    def dismiss(self) -> None:
        """Let all workers go; what they have begun comes to nothing."""
        if isinstance(self._pool, Workers):
            self._pool.end()
        elif self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None

    def in_order(self, work: Work[J, R], jobs: Sequence[J]) -> Generator[R, None, None]:
        """The results of all jobs, in their order, as they come in.

        Raises:
            WorkersLost: if a parcel loses its worker again and again.
        """
        if self._hire is None:
            for job in jobs:
                yield from work([job])
            return
        parcels = _Parcels(jobs)
        under_way: deque[_Parcel] = deque()
        try:
            while True:
                while len(under_way) < AHEAD * self.size and (parcel := parcels.next(self.size)) is not None:
                    self._send(work, parcel)
                    under_way.append(parcel)
                if not under_way:
                    return
                results = self._result(work, under_way)
                parcels.learn(under_way.popleft())
                yield from results
        finally:
            if under_way:
                self._call_off(under_way)

    def _call_off(self, under_way: Iterable[_Parcel]) -> None:
        """Nobody wants what is under way any more: a battle may take minutes, so its workers go with it."""
        self.dismiss()

    def _send(self, work: Work[Any, Any], parcel: _Parcel) -> None:
        """Give a parcel to the workers; new ones are hired where there are none, or none any more."""
        assert self._hire is not None
        if self._pool is None:
            self._pool = self._hire()
        try:
            parcel.future = self._pool.submit(_timed, work, parcel.jobs)
        except BrokenExecutor:
            self._pool = self._hire()
            parcel.future = self._pool.submit(_timed, work, parcel.jobs)

    def _result(self, work: Work[Any, Any], under_way: deque[_Parcel]) -> list[Any]:
        """What became of the first parcel under way, played again where its worker died."""
        first = under_way[0]
        for attempt in range(TRIES):
            assert first.future is not None
            try:
                first.taken, results = first.future.result()
                return list(results)
            except self._losses:
                again = [first] if attempt else list(under_way)  # who kills its worker is left alone with the next
                for parcel in again:
                    if parcel.lost(self._losses):
                        self.deaths += 1
                        self._send(work, parcel)
        raise WorkersLost("died")


class _Parcel(Struct):
    """Some jobs, and where they are; ``taken``: how long they took, in seconds."""

    jobs: Sequence[Any]
    future: Future[tuple[float, list[Any]]] | None = None
    taken: float = 0.0

    def lost(self, losses: tuple[type[BaseException], ...]) -> bool:
        """Whether it has lost its worker already."""
        future = self.future
        return future is not None and future.done() and (future.cancelled() or isinstance(future.exception(), losses))


class _Parcels:
    """Cuts jobs into parcels of about the same time; towards the end smaller ones, so that all are done together."""

    def __init__(self, jobs: Sequence[Any]) -> None:
        self.jobs, self.at, self.each = jobs, 0, 0.0

    def next(self, workers: int) -> _Parcel | None:
        """The next parcel, None if there is no job left."""
        left = len(self.jobs) - self.at
        if not left:
            return None
        wanted = int(PARCEL / self.each) if self.each else 1
        size = max(1, min(wanted, BIGGEST, -(-left // (2 * workers))))
        parcel = _Parcel(self.jobs[self.at : self.at + size])
        self.at += size
        return parcel

    def learn(self, parcel: _Parcel) -> None:
        """How long a job takes, from one more parcel."""
        each = parcel.taken / len(parcel.jobs)
        self.each = each if not self.each else 0.7 * self.each + 0.3 * each


def _timed(work: Work[J, R], jobs: Sequence[J]) -> tuple[float, list[R]]:
    began = time.perf_counter()
    results = work(jobs)
    return time.perf_counter() - began, results


# --- kinds of crews -----------------------------------------------------------------------------------


def cores() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def alone() -> Crew:
    """This process, which plays one battle after the other."""
    return Crew(None, 1)


def processes(count: int) -> Crew:
    """Processes of this machine; a single one is this process itself."""
    if count <= 1:
        return alone()

    return Crew(lambda: Workers(count), count)


def cluster(address: str, *, patience: float = 30.0) -> Crew:
    """The workers of a Dask cluster, by the address of its scheduler (``tcp://host:8786``).

    The scheduler itself gives the battles of a dead worker to another; only if they lose several workers in turn
    (``distributed.scheduler.allowed-failures``) does it call them lost, and then they are asked for anew.

    Raises:
        WorkersLost: ``no_dask`` where Dask is not installed; ``cluster`` where nobody answers within ``patience``
            seconds, or there are no workers.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as missing:
        raise WorkersLost("no_dask") from missing
    try:
        client = Client(address, timeout=patience, set_as_default=False)
        client.wait_for_workers(1, timeout=patience)
    except (OSError, TimeoutError, ValueError) as why:
        raise WorkersLost("cluster", address=address, why=str(why)) from why
    threads = sum(client.nthreads().values())
    return _Cluster(client, threads, (KilledWorker,))


class _Cluster(Crew):
    """The workers of a cluster, which stay when the work is done."""

    def __init__(self, client: Any, size: int, losses: tuple[type[BaseException], ...]) -> None:
        super().__init__(lambda: client.get_executor(pure=False), size, losses)
        self._client = client

    def __exit__(self, *_: object) -> None:
        self._pool = None
        self._client.close()

    def _call_off(self, under_way: Iterable[_Parcel]) -> None:
        for parcel in under_way:
            assert parcel.future is not None
            parcel.future.cancel()


__all__ = ["Crew", "WorkersLost", "alone", "cluster", "cores", "processes"]

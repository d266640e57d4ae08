"""Crews: results in order, whoever dies; a cluster of real workers, one of them killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.analysis.hands import deadly, slowly, squares, wrong

from arbitro.analysis.battles import Job, Plan, fight
from arbitro.analysis.crews import TRIES, WorkersLost, alone, cluster, processes
from arbitro.analysis.results import Results
from arbitro.analysis.simulation import Match, play
from arbitro.engine.ruleset import ruleset

NUMBERS = list(range(60))
SQUARES = [number * number for number in NUMBERS]


def random_plan(battles: int) -> Plan:
    """Random fights of the quickest game."""
    rules = ruleset("cairn")
    return Plan(ruleset="cairn", rules_version=rules.version, policies=("random", "random"), seed="5", battles=battles)


@pytest.mark.parametrize("count", [1, 2])
def test_results_come_in_the_order_of_the_jobs(count: int) -> None:
    with processes(count) as crew:
        assert list(crew.in_order(squares, NUMBERS)) == SQUARES
        assert list(crew.in_order(squares, [])) == []


def test_who_dies_costs_only_its_own_work(tmp_path: Path) -> None:
    with processes(2) as crew:
        work = partial(deadly, at=31, mark=tmp_path / "died", times=2)
        assert list(crew.in_order(work, NUMBERS)) == SQUARES
        assert crew.deaths >= 2


def test_work_that_always_kills_is_given_up_after_what_came_before(tmp_path: Path) -> None:
    found = []
    with processes(2) as crew, pytest.raises(WorkersLost) as lost:
        for square in crew.in_order(partial(deadly, at=3, mark=tmp_path / "died", times=99), NUMBERS[:6]):
            found.append(square)
    assert lost.value.code == "died"
    assert found == SQUARES[: len(found)] and len(found) <= 3
    assert len((tmp_path / "died").read_text()) >= TRIES - 1


def test_what_is_wrong_with_the_work_is_no_death() -> None:
    for crew in (alone(), processes(2)):
        with crew, pytest.raises(ValueError, match="not 0"):
            list(crew.in_order(wrong, NUMBERS))


# --- a cluster ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """A scheduler and two workers, each a process of its own, on loopback."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


def test_a_cluster_writes_the_same_bytes(dask: Any, tmp_path: Path) -> None:
    plan = structs.replace(random_plan(16), whole=True)
    for name, crew in (("one", alone()), ("many", cluster(dask.scheduler_address))):
        with crew:
            play(Match(plan), Results(plan, []), tmp_path / name, crew)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "many").read_bytes()
    assert len((tmp_path / "one").read_bytes().splitlines()) == 17


@pytest.mark.filterwarnings("ignore")  # of the cluster's own libraries, when a worker is killed
def test_a_cluster_plays_the_same_battles_though_a_worker_is_killed(dask: Any) -> None:
    plan = random_plan(40)
    jobs = [Job(n) for n in range(40)]
    expected = fight(plan, jobs)
    victim = next(iter(dask.workers.values()))
    seen = []
    with cluster(dask.scheduler_address) as crew:
        assert crew.size == 2
        for outcome in crew.in_order(slowly(plan), jobs):
            seen.append(outcome)
            if outcome.n == 10:
                os.kill(victim.pid, signal.SIGKILL)
    assert seen == expected


def test_nobody_answers_at_an_address() -> None:
    with pytest.raises(WorkersLost) as lost:
        cluster("tcp://127.0.0.1:9", patience=0.5)
    assert lost.value.code == "cluster"
    assert "127.0.0.1:9" in lost.value.render("it") and "127.0.0.1:9" in lost.value.render("en")

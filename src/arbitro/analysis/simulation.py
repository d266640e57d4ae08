"""Whole battles by the thousand: a campaign of them, played by a crew into a results file."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from arbitro.analysis.battles import FIRST, SECOND, Job, Outcome, Plan, again, fight
from arbitro.analysis.crews import Crew
from arbitro.analysis.results import Results, Writer
from arbitro.analysis.sequential import UNCLEAR, verdict
from arbitro.content.scenarios import side_names
from arbitro.content.tabletop import Scenario, TabletopRuleset

LEAST = 20
"""No match is over before so many battles: fewer say little of survivors and abilities."""


def resumed(path: Path) -> Results:
    """What a file holds, to be gone on with: its last battle is played again, and has to come out as it is written.

    Raises:
        OSError: if it cannot be read.
        ResultsError: if it holds no results, or a line in the midst is damaged.
        OtherRules: if the rules here are others.
        AnalysisError: ``not_same`` if the plan or the battle is not what was played.
    """
    results = Results.read(path)
    if results.outcomes:
        again(results.plan, results.outcomes[-1])
    return results


class Campaign(Protocol):
    """What is to be played, as the outcomes so far decide."""

    def jobs(self, outcomes: Sequence[Outcome]) -> Sequence[Job]:
        """The battles that come next and may be played side by side; none when all are played."""
        ...

    def over(self, outcomes: Sequence[Outcome]) -> bool:
        """Whether enough is known; asked after each battle, in their order."""
        ...


class Match:
    """One battle again and again, until it is clear which list is better or all are played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._seen = self._won = self._lost = 0

    def jobs(self, outcomes: Sequence[Outcome]) -> Sequence[Job]:
        return _Numbered(len(outcomes), self.plan.battles)

    def over(self, outcomes: Sequence[Outcome]) -> bool:
        """Looked at only when each list has stood equally often in each place."""
        for outcome in outcomes[self._seen :]:
            self._won += outcome.won == FIRST
            self._lost += outcome.won == SECOND
        self._seen = n = len(outcomes)
        if n >= self.plan.battles:
            return True
        if self.plan.whole or n < LEAST or (self.plan.swap and n % 2):
            return False
        return verdict(self._won, self._lost, sure=self.plan.sure, margin=self.plan.margin) != UNCLEAR


class _Numbered(Sequence[Job]):
    """Jobs that are no more than their numbers."""

    def __init__(self, start: int, stop: int) -> None:
        self._numbers = range(start, max(start, stop))

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, at: Any) -> Any:
        found = self._numbers[at]
        return [Job(n) for n in found] if isinstance(at, slice) else Job(found)


def play(
    campaign: Campaign, results: Results, path: Path, crew: Crew, told: Callable[[Results], None] | None = None
) -> None:
    """Play a campaign to its end, or until somebody interrupts it; every battle is in the file as it is done.

    Args:
        campaign: what is to be played.
        results: the plan, and the outcomes of a file that is gone on with.
        path: the results file.
        crew: who plays.
        told: is called after each battle.

    Raises:
        OSError: if the file cannot be written.
        WorkersLost: if the crew cannot go on; the file can be gone on with.
        OtherRules: if the rules here, or at a worker, are others.
    """
    outcomes = results.outcomes
    with Writer(path, results) as writer:
        while not campaign.over(outcomes):
            jobs = campaign.jobs(outcomes)
            if not jobs:
                return
            coming = crew.in_order(partial(fight, results.plan), jobs)
            try:
                for outcome in coming:
                    writer.add(outcome)
                    if told is not None:
                        told(results)
                    if campaign.over(outcomes):
                        return
            finally:
                coming.close()


def plan_of(scenario: Scenario, rules: TabletopRuleset, *, sources: Sequence[Path] = (), **wanted: Any) -> Plan:
    """The plan of a scenario's battle.

    Args:
        scenario: the battle.
        rules: the rules with its packs.
        sources: the files it was read from.
        wanted: fields of `Plan`.
    """
    setup = json.loads(json.dumps(scenario.setup))  # as it will be read from the file
    return Plan(
        made=made(),
        ruleset=rules.name,
        rules_version=rules.version,
        packs=scenario.packs,
        sources={file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sources},
        names={
            side: (it, en)
            for side, it, en in zip(
                (FIRST, SECOND), side_names(setup, "it").values(), side_names(setup, "en").values(), strict=False
            )
        },
        setup=setup,
        **wanted,
    )


def plan_of_random(rules: TabletopRuleset, **wanted: Any) -> Plan:
    """The plan of random battles of a game, each of its own; two lists change places where the game lets them."""
    return Plan(made=made(), ruleset=rules.name, rules_version=rules.version, **wanted)


def made() -> dict[str, str]:
    """Versions of what plays."""
    return {"arbitro": version("arbitro"), "python": platform.python_version()}


__all__ = ["Campaign", "Match", "made", "plan_of", "plan_of_random", "play", "resumed"]

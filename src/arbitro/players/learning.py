"""Games as PettingZoo environments, for programs that learn (docs/learning.md): the extra ``arbitro[learning]``.

Two agents, ``player_0`` and ``player_1``, play the first two seats of a battle; whoever else sits there (a referee)
answers by the ruleset's instinct. An action is the number of one of the listed answers (see `choices`); which of them
there are is in ``infos[agent]``: ``action_mask``, and ``answers`` with the answers themselves. An observation is made
of the agent's own view, so nothing hidden is in it, and no die to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbitro.content import scenarios
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.players.choices import choices
from arbitro.players.crew import rules_of

try:
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ModuleNotFoundError as missing:  # pragma: no cover - the tests have it
    raise ModuleNotFoundError("PettingZoo is not installed: pip install 'arbitro[learning]'") from missing

AGENTS = ("player_0", "player_1")
ANSWERS, CYCLES = 128, 2_000
"""Answers that are listed at most, and decisions after which an episode is cut off."""
RENDERED = ("ansi", "human")
SPARE = 6
"""Rows for figures that come in the course of a battle."""
LONG = 40
"""What the number of turns is measured by."""

Numbers = NDArray[np.float32]
Mask = NDArray[np.int8]


class BattleEnv(AECEnv[str, Numbers, int]):  # type: ignore[misc]
    """A battle as an agent-environment cycle.

    Args:
        battle: a scenario, or its file. Its script, dice and expectations play no part.
        answers: the size of the action space.
        max_cycles: decisions after which the episode is truncated.
        render_mode: ``ansi`` (the table in characters), ``human`` (the same, printed) or None.

    Raises:
        ContentError: for a file that is no scenario.
        ValueError: for a battle without two seats, a size that is no whole number from 1 up, an unknown way to render,
            or an action that is masked.
    """

    metadata = {"name": "arbitro_v0", "render_modes": [*RENDERED], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        battle: Scenario | Path | str,
        *,
        answers: int = ANSWERS,
        max_cycles: int = CYCLES,
        render_mode: str | None = None,
    ) -> None:
        for name, size in (("answers", answers), ("max_cycles", max_cycles)):
            if type(size) is not int or size < 1:
                raise ValueError(f"{name}: a whole number from 1 up is needed, not {size!r}")
        if render_mode not in (None, *RENDERED):
            raise ValueError(f"render_mode: {', '.join(RENDERED)} or None, not {render_mode!r}")
        self.battle = battle if isinstance(battle, Scenario) else scenarios.read(Path(battle))
        self.rules: TabletopRuleset = rules_of(self.battle.ruleset, ()).playing(self.battle)
        seats: list[Seat] = [side["seat"] for side in self.battle.setup["sides"]]
        if len(seats) < len(AGENTS):
            raise ValueError(f"{self.battle.file or self.battle.id}: a battle needs two sides, this one has {seats}")
        self.seats: dict[str, Seat] = dict(zip(AGENTS, seats, strict=False))
        self.agent_of: dict[Seat, str] = {seat: agent for agent, seat in self.seats.items()}
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._rng = Random()
        self.game = self._begun(0)
        rows = self._rows(self.seats[AGENTS[0]])
        self._shape = (len(rows) + SPARE, max((len(row) for row in rows), default=0))
        size = self._shape[0] * self._shape[1] + len(self._head(self.seats[AGENTS[0]]))
        self._observed = {agent: Box(-1.0, 1.0, (size,), np.float32) for agent in AGENTS}
        self._acted = {agent: Discrete(answers) for agent in AGENTS}

    # --- the spaces ---------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> Box:
        """Numbers from -1 to 1: the question's head, then a row for each figure (the ruleset's `portrait`)."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete:
        """The number of one of the answers listed in ``infos[agent]["answers"]``."""
        return self._acted[agent]

    # --- the cycle ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed brings the same dice."""
        if seed is not None:
            self._rng = Random(seed)
        self.game = self._begun(self._rng.getrandbits(64))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.cycles = 0
        self.agent_selection = AGENTS[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Answer for the agent whose turn it is.

        Raises:
            ValueError: for an action that is masked.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        answers: Sequence[Value] = self.infos[agent]["answers"]
        if not isinstance(action, int | np.integer) or isinstance(action, bool) or not 0 <= action < len(answers):
            raise ValueError(f"{agent}: action {action!r} is masked, there are {len(answers)} answers")
        self._answer(self.seats[agent], answers[int(action)])
        self.cycles += 1
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Numbers:
        """What an agent sees."""
        seat = self.seats[agent]
        table = np.zeros(self._shape, np.float32)
        for place, row in enumerate(self._rows(seat)[: self._shape[0]]):
            table[place] = row
        return np.concatenate([np.array(self._head(seat), np.float32), table.ravel()])

    def render(self) -> str | None:
        """The table in characters: returned (``ansi``) or printed (``human``)."""
        text = self.rules.map_text(self.game.state, "en", 78)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""

    # --- within -------------------------------------------------------------------------------------

    def _begun(self, seed: int) -> Game:
        return Game.new(self.rules, self.battle.setup, SeededDice.of_seed(seed), log=False)

    def _answer(self, seat: Seat, value: Value) -> None:
        pending = self.game.pending
        assert pending is not None
        self.game.answer(Answer(pending.id, seat, value))

    def _go_on(self) -> None:
        """Let the others answer until an agent is asked, or the episode is over."""
        self.infos: dict[str, dict[str, Any]] = {agent: _asked((), self._acted[agent]) for agent in AGENTS}
        while (pending := self.game.pending) is not None:
            seat = (pending.seats or pending.free)[0]
            if seat in self.agent_of:
                break
            self._answer(seat, self.rules.instinct(self.game, seat, pending))
        if pending is None:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = self._result()
            return
        if self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(AGENTS, True)
            return
        self.agent_selection = agent = self.agent_of[seat]
        space = self._acted[agent]
        self.infos[agent] = _asked(choices(self.game.form(seat), pending, int(space.n)).values, space)

    def _result(self) -> dict[str, float]:
        """1 for who has won, -1 for who has lost, 0 for a draw."""
        result = self.game.state.result
        if result not in self.agent_of:
            return dict.fromkeys(AGENTS, 0.0)
        return {agent: 1.0 if seat == result else -1.0 for agent, seat in self.seats.items()}

    def _rows(self, seat: Seat) -> Sequence[tuple[float, ...]]:
        return self.rules.portrait(self.rules.view(self.game.state, seat), seat)

    def _head(self, seat: Seat) -> tuple[float, ...]:
        """Which seat this is, whether it is asked, how many turns (or rounds) there were, and what it is asked."""
        pending = self.game.pending
        asked = pending is not None and seat in (*pending.seats, *pending.free)
        kind = pending.kind if asked and pending is not None else ""
        turn = self.game.state.scopes.get(self.rules.pace, 0)
        known = tuple(1.0 if kind == one else 0.0 for one in KINDS)
        return (1.0 if seat == self.seats[AGENTS[0]] else -1.0, 1.0 if asked else 0.0, min(1.0, turn / LONG), *known)


KINDS = ("action", "respond", "may", "place", "choose")
"""The questions that most rulesets ask; an agent can tell them from all others."""


def _asked(answers: Sequence[Value], space: Discrete) -> dict[str, Any]:
    mask: Mask = np.zeros(int(space.n), np.int8)
    mask[: len(answers)] = 1
    return {"action_mask": mask, "answers": tuple(answers)}


def env(battle: Scenario | Path | str, **settings: Any) -> AECEnv[str, Numbers, int]:
    """A battle as an environment that tells of misuse, in which a masked action loses; see `BattleEnv`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(BattleEnv(battle, **settings), -1.0)))


__all__ = ["BattleEnv", "env"]

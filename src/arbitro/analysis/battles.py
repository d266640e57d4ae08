"""One battle of a simulation: how it is set up and played from its number, and what is kept of it.

Battle ``n`` of a plan has the seed ``SEED.n``: its dice, its players and its table follow from that, so that any
battle can be played alone and again, on any machine, with the same journal.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

from msgspec import Struct, msgpack

from arbitro.analysis.words import AnalysisError
from arbitro.content.tabletop import Scenario, Standing, TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Event
from arbitro.engine.fair import first_state
from arbitro.engine.game import Game
from arbitro.engine.journal import Journal, journal_of
from arbitro.engine.ruleset import ruleset
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.players import MOST_TURNS, Player, player, step_trusting

FIRST, SECOND = "a", "b"
"""The two lists, by the seats that they have where nothing is swapped."""
DRAW, OPEN = "draw", "open"
"""A battle without a winner; one that was left as it stood because it did not end."""
LONGEST, LOOK = 50_000, 100
"""The most decisions of a battle, and after how many of them its turns are counted."""

Band = tuple[tuple[str, int], ...]
"""A company by how many there are of each profile."""


class Plan(Struct, frozen=True, kw_only=True):
    """All that the battles of a simulation follow from; the head of a results file.

    ``setup`` is the battle, None where each is a random one, or one between the bands of its job. ``policies``: who
    plays the first list and the second. ``swap``: every other battle the lists stand in each other's place.
    ``made`` and ``sources`` say what made it: versions, and the files with their hashes. ``costs`` and ``anchors``: see
    `balance`.
    """

    kind: str = "simulation"
    format: int = 1
    made: dict[str, str] = {}
    ruleset: str
    rules_version: str
    packs: tuple[str, ...] = ()
    sources: dict[str, str] = {}
    seed: str = "0"
    policies: tuple[str, str] = ("quick", "quick")
    swap: bool = False
    battles: int = 1000
    sure: float = 0.95
    margin: float = 0.05
    whole: bool = False
    names: dict[str, tuple[str, str]] = {}
    setup: dict[str, Any] | None = None
    costs: dict[str, int] = {}
    anchors: tuple[str, ...] = ()


class Job(Struct, frozen=True, array_like=True):
    """A battle to be played: its number, and the two bands where the plan has no setup of its own."""

    n: int
    first: Band = ()
    second: Band = ()


class Fall(Struct, frozen=True, array_like=True):
    """A figure that left play: its list, its profile, in which turn, and where it stood (in the ruleset's units)."""

    side: str
    kind: str
    turn: int
    x: int | None = None
    y: int | None = None


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What is kept of a battle, a line of the results file. Lists are called a and b, wherever they stood.

    ``won``: a, b, ``draw`` or ``open``; ``left``: how many of each list were in play at the end, and their points;
    ``had``: ``used``: the abilities and powers of each list that had a part in it;
    ``borne``: those it had; ``mark``: a hash of the journal.
    """

    n: int
    won: str
    swapped: bool = False
    turns: int = 0
    decisions: int = 0
    left: dict[str, tuple[int, int]] = {}
    had: dict[str, tuple[int, int]] = {}
    falls: tuple[Fall, ...] = ()
    used: dict[str, tuple[RuleId, ...]] = {}
    mark: str = ""
    first: Band = ()
    second: Band = ()


class OtherRules(AnalysisError):
    """Whoever was to play the battles has other rules than the plan was made for."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__("other_rules", found=found, expected=expected)
        self.args = (found, expected)  # so that it comes home whole from another process


@lru_cache(maxsize=8)
def rules_of(name: str, packs: tuple[str, ...]) -> TabletopRuleset:
    """A ruleset with packs; read once in each process, but for what was not wanted for a while.

    Raises KeyError for a game there is not, ContentError.
    """
    rules = ruleset(name)
    assert isinstance(rules, TabletopRuleset)
    if not packs:
        return rules
    return rules.playing(Scenario(file="", id="", name="", name_en="", ruleset=name, setup={}, packs=packs))


def seed_of(plan: Plan, n: int) -> str:
    """The seed of a battle: `arbitro play --seed` gives the same dice."""
    return f"{plan.seed}.{n}"


def swapped_in(plan: Plan, n: int) -> bool:
    """Whether the lists stand in each other's place in a battle: in every second one."""
    return plan.swap and n % 2 == 1


def setup_of(plan: Plan, rules: TabletopRuleset, job: Job) -> dict[str, Any]:
    """The setup of a battle. Both battles of a swapped pair stand on the same table."""
    swapped = swapped_in(plan, job.n)
    if plan.setup is not None:
        other = rules.swapped(plan.setup) if swapped else plan.setup
        assert other is not None
        return other
    rng = Random(f"{plan.seed}.table.{job.n // 2 if plan.swap else job.n}")
    if job.first:
        first, second = (job.second, job.first) if swapped else (job.first, job.second)
        return rules.contest(dict(first), dict(second), rng)
    setup = rules.skirmish(rng)
    return (rules.swapped(setup) or setup) if swapped else setup


def list_at(plan: Plan, n: int, seats: Sequence[Seat]) -> dict[Seat, str]:
    """Which list each seat has in a battle; only the first two seats have one."""
    lists = (SECOND, FIRST) if swapped_in(plan, n) else (FIRST, SECOND)
    return dict(zip(seats, lists, strict=False))


def players_of(plan: Plan, n: int, lists: dict[Seat, str]) -> dict[Seat, Player]:
    """Who plays each seat; a player belongs to its list."""
    names = dict(zip((FIRST, SECOND), plan.policies, strict=True))
    made = {}
    for seat, side in lists.items():
        digest = blake2b(f"{seed_of(plan, n)}.{side}".encode(), digest_size=6).digest()
        made[seat] = player(names[side], int.from_bytes(digest, "little"))
    return made


def played(plan: Plan, job: Job) -> tuple[Game, dict[Seat, str]]:
    """A battle, played; and which list each seat had.

    Raises:
        OtherRules: if the rules here are not those of the plan.
    """
    rules = rules_of(plan.ruleset, plan.packs)
    if rules.version != plan.rules_version:
        raise OtherRules(rules.version, plan.rules_version)
    setup = setup_of(plan, rules, job)
    lists = list_at(plan, job.n, [side["seat"] for side in setup["sides"]])
    game = Game.new(rules, setup, SeededDice.of_seed(seed_of(plan, job.n)))
    _play(game, rules, players_of(plan, job.n, lists))
    return game, lists


def _play(game: Game, rules: TabletopRuleset, players: dict[Seat, Player]) -> None:
    """To the end, or until it is clear that there will be none. Nobody goes back, so nothing is kept for that."""
    game.thinking = True
    turns = told = 0
    for number in range(LONGEST):
        if game.over:
            return
        step_trusting(game, players)
        if number % LOOK == 0:
            turns += sum(bool(rules.turn_of(event)) for event in game.journal[told:])
            told = len(game.journal)
            if turns > MOST_TURNS:
                return


def fight(plan: Plan, jobs: Sequence[Job]) -> list[Outcome]:
    """Several battles, one after the other; what workers are asked for."""
    return [outcome_of(plan, job, *played(plan, job)) for job in jobs]


def again(plan: Plan, outcome: Outcome) -> Game:
    """A battle played again, to be watched.

    Raises:
        OtherRules: if the rules here are not those of the plan.
        AnalysisError: ``not_same`` if it went another way, because something else than the rules was changed.
    """
    job = Job(outcome.n, outcome.first, outcome.second)
    game, lists = played(plan, job)
    if outcome_of(plan, job, game, lists) != outcome:
        raise AnalysisError("not_same", battle=outcome.n)
    return game


def retold(plan: Plan, outcome: Outcome) -> tuple[Journal, TabletopRuleset]:
    """The journal of a battle played again, and its rules. Raises as `again`."""
    game = again(plan, outcome)
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    return journal_of(game, packs=plan.packs, seed=seed_of(plan, outcome.n)), rules


def outcome_of(plan: Plan, job: Job, game: Game, lists: dict[Seat, str]) -> Outcome:
    """What is kept of a battle that was played."""
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    winner = lists.get(game.state.result, DRAW if game.over else OPEN)
    told = _Reader(game, rules, lists)
    return Outcome(
        n=job.n,
        won=winner,
        swapped=swapped_in(plan, job.n),
        turns=told.turn,
        decisions=len(game.inputs),
        left=_counts(told.standing.values(), lists),
        had=told.had,
        falls=tuple(told.falls),
        used={side: tuple(sorted(told.used[side])) for side in (FIRST, SECOND)},
        mark=mark_of(game),
        first=job.first,
        second=job.second,
    )


def mark_of(game: Game) -> str:
    """A hash of the journal: two battles with the same mark went the same way, event by event."""
    return blake2b(msgpack.encode(game.journal, order="deterministic"), digest_size=8).hexdigest()


def _counts(figures: Iterable[Standing], lists: dict[Seat, str]) -> dict[str, tuple[int, int]]:
    """How many figures of each list are in play, and their points."""
    there = [(lists.get(one.seat, ""), one.worth) for one in figures if one.there]
    return {side: (sum(s == side for s, _ in there), sum(w for s, w in there if s == side)) for side in (FIRST, SECOND)}


class _Reader:
    """Goes through a journal once, the state beside it: who fell where, and which rules had a part."""

    def __init__(self, game: Game, rules: TabletopRuleset, lists: dict[Seat, str]) -> None:
        self.rules, self.lists = rules, lists
        self.state = first_state(rules, game.setup or {})
        self.standing = rules.census(self.state)
        self.had = _counts(self.standing.values(), lists)
        self.falls: list[Fall] = []
        self.used: dict[str, set[RuleId]] = defaultdict(set)
        self.borne: dict[str, set[RuleId]] = defaultdict(set)
        self.turn = 0
        self._bearers: dict[Id, set[RuleId]] = defaultdict(set)
        self._bear()
        for event in game.journal:
            self._read(event)

    def _bear(self) -> None:
        for id, rule in self.rules.bearers(self.state):
            if _remarkable(self.rules, rule):
                self._bearers[id].add(rule)
                self.borne[self._list_of(id)].add(rule)

    def _list_of(self, id: Id) -> str:
        try:
            return self.lists.get(self.rules.controller(self.state, id), "")
        except KeyError:
            return ""

    def _read(self, event: Event) -> None:
        self.turn += bool(self.rules.turn_of(event))
        self._note(event)
        event.apply(self.state)
        if event.records:
            self._bear()
        if event.writes is None:
            self._look(list(self.rules.census(self.state)))
        elif event.writes:
            self._look([getattr(event, name) for name in event.writes])

    def _look(self, ids: Iterable[Id]) -> None:
        """Whether figures that an event has written are still there."""
        for id in ids:
            was, now = self.standing.get(id), self.rules.standing_of(self.state, id)
            if was is not None and was.there and not (now is not None and now.there):
                self.falls.append(Fall(self.lists.get(was.seat, ""), was.kind, self.turn, *(was.at or ())))
            if now is not None:
                self.standing[id] = now

    def _note(self, event: Event) -> None:
        """Which remarkable rules an event names, and whose they are."""
        words, tallies = _fields(type(event))
        named = [rule.split(".")[0] for rule in event.rules]
        ids = [str(value) for name in words if (value := getattr(event, name))]
        for rule in (*named, *ids):
            if _remarkable(self.rules, rule):
                self._mine(rule, ids)
        for name in tallies:
            tally = getattr(event, name)
            for line in tally.lines if tally is not None else ():
                if line.counted and _remarkable(self.rules, line.rule):
                    self._mine(line.rule, [line.source, *ids])

    def _mine(self, rule: RuleId, ids: Iterable[str]) -> None:
        """A rule was used by the first figure of an event that bears it; else by everybody who does."""
        owner = next((id for id in ids if rule in self._bearers.get(id, ())), None)
        sides = {self._list_of(owner)} if owner else {side for side in (FIRST, SECOND) if rule in self.borne[side]}
        for side in sides:
            self.used[side].add(rule)


@lru_cache(maxsize=20_000)
def _remarkable(rules: TabletopRuleset, rule: RuleId) -> bool:
    return rules.remarkable(rule)


@cache
def _fields(kind: type[Event]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of an event that are words, and those that are numbers with their reasons."""
    types = {name: str(kind.__annotations__.get(name, "")) for name in kind.__struct_fields__}
    words = tuple(name for name, said in types.items() if re.match(r"(Id|str|RuleId|Seat)\b", said))
    return words, tuple(name for name, said in types.items() if said.startswith(Tally.__name__))

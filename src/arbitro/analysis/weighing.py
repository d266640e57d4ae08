"""How a choice may turn out: the distribution of everything a ruleset can measure, from the rules that play.

    battle = scenarios.read(Path("examples/crepuscolo/alla-fontana.yaml"))
    game = Game.new(ruleset(battle.ruleset), battle.setup, SeededDice.of_seed(1))
    found = weigh(game, ("a1", "melee", "b1", 8))
    found.chance(Measure("hit", "a1")), found.spread(Measure("damage", "b1"))

Nothing is written twice: the rule code runs through every outcome of its dice, states that are alike become one, and
where there are too many outcomes the battle is played on with seeded dice, which the result says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from arbitro.content.measures import (
    ARMOUR,
    CONDITION,
    CRITICAL,
    DAMAGE,
    DICE,
    DOWN,
    FAILED,
    FLED,
    HIT,
    KILLED,
    LIFE,
    NONLETHAL,
    PASSED,
    RESULT,
    SCORE,
    STANDING,
    STRENGTH,
    SUCCESS,
    WORDS,
    Gauges,
    Measure,
)
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.odds import POLICIES, Odds, Policy, odds
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value

UNTIL: Final = ("step", "hand", "turn", "end")
"""How far one may look: the action and what follows at once, the hand, the turn, the end of the battle."""
UNLIKELY: Final = Fraction(1, 10**7)
"""Branches less likely than this are counted in ``rest`` and not followed."""
LEAVES: Final = 4000
SAMPLES: Final = 4000
LONGEST: Final = {"step": 400, "hand": 2000, "turn": 4000, "end": 40_000}
"""So many Steps are looked ahead at most."""
ORDER: Final = (HIT, SUCCESS, PASSED, DAMAGE, NONLETHAL, CRITICAL, KILLED, DOWN, FLED, CONDITION, FAILED, STANDING,
                RESULT, SCORE, LIFE, STRENGTH, ARMOUR, DICE)  # fmt: skip
"""In which order things are told."""
Plan = Callable[[Game], Value | None]
"""What a seat means to do, asked at each of its decisions; None where the plan has nothing to say.

It has no memory: whatever it depends on has to be in the state.
"""
ACTOR, TARGET = "@actor", "@target"
"""In a measure: whoever acts, and whom that is aimed at, in whatever choice is asked."""
Changes = tuple[tuple[Measure, int], ...]
Outcome = tuple[tuple[Measure, ...], Changes]
"""What happened on the way, and every number that is not what it was."""


class Weighed:
    """How a choice may turn out.

    Attributes:
        odds: the joint distribution of all that changed, and how it was found (``exact``, ``rest``, ``leaves`` ...).
        start: every number as it was before the choice.
        seat: who chose; ``value``: what; ``actor``: the figure that acts, ``targets``: the figures it is aimed at.
        harm: the words of numbers that damage changes: -1 for what it takes, 1 for what it adds to.
    """

    def __init__(
        self,
        odds: Odds,
        start: Gauges,
        seat: Seat,
        value: Value,
        actor: Id,
        targets: tuple[Id, ...],
        harm: Mapping[str, int],
    ) -> None:
        self.odds, self.start, self.seat, self.value = odds, start, seat, value
        self.actor, self.targets, self.harm = actor, targets, harm
        self._known = {ACTOR, TARGET, actor, *targets, *(measure.of for measure in start)}

    @property
    def exact(self) -> bool:
        """False if the odds come from seeded samples."""
        return self.odds.exact

    def knows(self, ids: Iterable[Id]) -> None:
        """Figures that others know who are set beside it, such as one that is only called there: 0 of all things."""
        self._known.update(ids)

    def _check(self, measure: Measure) -> None:
        """Raises ValueError, with what there is, for a word or a figure that is not there."""
        if measure.word not in WORDS:
            raise ValueError(f'there is no measure "{measure.word}"; there is {", ".join(WORDS)}')
        if measure.word != RESULT and measure.of not in self._known:
            self.knows(one.of for one in self.measures)
            if measure.of not in self._known:
                known = ", ".join(sorted(self._known - {"", ACTOR, TARGET}))
                raise ValueError(f'there is no "{measure.of}" to measure; there is {known}')

    def spread(self, measure: Measure) -> dict[int, Fraction]:
        """How likely each value of a measure is, in rising order. Raises ValueError for one that is not there."""
        self._check(measure)
        found: dict[int, Fraction] = {}
        for outcome, chance in self.odds.outcomes.items():
            value = self._value(measure, outcome)
            found[value] = found.get(value, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def chance(self, measure: Measure, test: Callable[[int], bool] = bool) -> Fraction:
        """How likely it is that a measure passes a test; by default, that it happens at all.

        Raises:
            ValueError: for a word, or a figure, that is not there.
        """
        self._check(measure)
        return self.odds.chance(lambda outcome: test(self._value(measure, outcome)))

    def chance_of_any(self, measures: Iterable[Measure]) -> Fraction:
        """How likely it is that one or more of some measures happen."""
        some = tuple(measures)
        return self.odds.chance(lambda outcome: any(self._value(measure, outcome) for measure in some))

    def mean(self, measure: Measure) -> Fraction:
        """The expected value of a measure, of what was followed."""
        known = sum(self.odds.outcomes.values())
        total = sum((value * chance for value, chance in self.spread(measure).items()), Fraction(0))
        return total / known if known else total

    def interval(self, measure: Measure, test: Callable[[int], bool] = bool) -> tuple[float, float]:
        """Where a chance lies: a point, but for the rest, if the odds are exact; else 95 % of the time."""
        return self.odds.around(self.chance(measure, test))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """Whatever may come in more than one way, or happens for certain: what the choice is for first."""
        seen: dict[Measure, None] = {}
        for notes, changes in self.odds.outcomes:
            seen.update(dict.fromkeys(notes))
            seen.update((Measure(HIT, note.of), None) for note in notes if note.word == CRITICAL)
            for measure, _ in changes:
                seen[measure] = None
                if measure.word in self.harm:
                    seen[Measure(DAMAGE, measure.of)] = None
        return tuple(sorted(seen, key=self._rank))

    def _rank(self, measure: Measure) -> tuple[int, int, str, str]:
        whose = (*self.targets, self.actor)
        near = whose.index(measure.of) if measure.of in whose else len(whose)
        if measure.word in (HIT, SUCCESS, PASSED, CRITICAL) and measure.of == self.actor:
            near = -1
        return near if near < len(whose) else len(whose), ORDER.index(measure.word), measure.of, measure.what

    def role(self, measure: Measure) -> Measure:
        """A measure of whoever acts or is aimed at, whatever figure that is; others as they are."""
        of = ACTOR if measure.of == self.actor else TARGET if measure.of in self.targets[:1] else measure.of
        return Measure(measure.word, of, measure.what)

    def _value(self, measure: Measure, outcome: Outcome) -> int:
        notes, changes = outcome
        if measure.of in (ACTOR, TARGET):
            of = self.actor if measure.of == ACTOR else next(iter(self.targets), "")
            measure = Measure(measure.word, of, measure.what)
        if measure.word == DAMAGE:
            return sum(
                self.harm[changed.word] * (value - self.start.get(changed, 0))
                for changed, value in changes
                if changed.of == measure.of and changed.word in self.harm
            )
        if measure.word == HIT and Measure(CRITICAL, measure.of) in notes:
            return 1
        found = dict(changes).get(measure)
        if found is None:
            found = 1 if measure in notes else self.start.get(measure, 0)
        return found


def weigh(
    game: Game,
    value: Value | None,
    *,
    seat: Seat | None = None,
    until: str = "step",
    others: str | None = None,
    plan: Plan | None = None,
    leaves: int = LEAVES,
    samples: int = SAMPLES,
    smallest: Fraction = UNLIKELY,
    seed: int = 0,
) -> Weighed:
    """How an answer to the pending question may turn out.

    Args:
        game: a game at a decision; it is not touched.
        value: the answer; None to let the policy answer.
        seat: who answers; by default the seat that is asked.
        until: one of `UNTIL`.
        others: how everybody else answers, a key of `POLICIES`; by default they let things happen until the end of the
            action or along a plan, and else play by the ruleset's instinct.
        plan: what the seat itself does next, as long as it has an answer; None for what ``others`` says.
        leaves: how many outcomes of the dice are walked, beyond which samples are taken; 0 for samples at once.
        samples: how many battles are played on then; 0 for none, where outcomes are walked.
        smallest: branches less likely than this are not followed.
        seed: of the samples.

    Raises:
        TooLarge: if there are more outcomes than may be walked and no samples may be taken.
        ValueError: for a horizon or a policy there is not, a game that is over, an answer the question does not take,
            or numbers of outcomes and of samples that leave nothing to count.
    """
    if until not in UNTIL or (others is not None and others not in POLICIES):
        raise ValueError(f"{until}, {others}: one of {UNTIL}, {tuple(POLICIES)}")
    if game.pending is None:
        raise ValueError("the game is over")
    if leaves < 0 or samples < 0 or not (leaves or samples):
        raise ValueError(f"leaves {leaves}, samples {samples}: neither may be less than 0, and one must be more")
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    who = seat if seat is not None else (game.pending.seats or game.pending.free)[0]
    if value is not None and (wrong := game.form(who).refusal(value)) is not None:
        raise ValueError(f"{value!r} is no answer here: {wrong.code}, {wrong.facts}")
    start = dict(rules.gauges(game.state))
    found = odds(
        game,
        Answer(game.pending.id, who, value) if value is not None else None,
        watch=_changes(rules, start),
        note=rules.noted,
        until=horizon(game, until),
        policy=_policy(POLICIES[others or ("alone" if until == "step" or plan else "instinct")], who, plan),
        leaves=leaves,
        samples=samples,
        smallest=smallest,
        longest=LONGEST[until],
        seed=seed,
    )
    actor, targets = roles(game, value)
    return Weighed(found, start, who, value, actor, targets, rules.harm)


def _policy(others: Policy, seat: Seat, plan: Plan | None) -> Policy:
    """A seat's plan where it says something, and a policy for all the rest."""
    if plan is None:
        return others

    def policy(game: Game) -> Value:
        assert game.pending is not None
        planned = plan(game) if seat in game.pending.seats else None
        return others(game) if planned is None else planned

    return policy


def horizon(game: Game, until: str) -> Callable[[State], bool]:
    """Whether a state is as far as one looks, for a word of `UNTIL`."""
    rules = game.ruleset
    assert isinstance(rules, TabletopRuleset)
    if until == "step":
        return lambda state: state.agenda[0].name not in rules.follow_ups
    scope = rules.horizons[until]
    began, running = game.state.scopes.get(scope, 0), rules.running(game.state, scope)
    return lambda state: state.scopes.get(scope, 0) != began or rules.running(state, scope) != running


def _changes(rules: TabletopRuleset, start: Gauges) -> Callable[[State], Changes]:
    def watch(state: State) -> Changes:
        now = rules.gauges(state)
        changed = {measure: value for measure, value in now.items() if start.get(measure, 0) != value}
        changed.update((measure, 0) for measure, value in start.items() if value and measure not in now)
        return tuple(sorted(changed.items()))

    return watch


def roles(game: Game, value: Value | None) -> tuple[Id, tuple[Id, ...]]:
    """The figure that acts, and those an answer names besides; else those the question is about."""
    figures = {id for name in game.state.rows for id in getattr(game.state, name)}
    about: Mapping[str, Any] = game.pending.about if game.pending is not None else {}
    named = [part for part in _flat(value) if part in figures]
    actor = named[0] if named and isinstance(value, tuple) and value[0] == named[0] else str(about.get("actor", ""))
    targets = tuple(dict.fromkeys(it for it in named if it != actor))
    aimed = str(about.get("target") or "")
    return actor, targets or ((aimed,) if aimed else ())


def _flat(value: Value | None) -> Iterable[str]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, str):
        yield value


def varied(game: Game, change: Callable[[State], None]) -> Game:
    """The same question with something else in its state: another distance, less armour.

    ``change`` writes into a copy of the state; what was answered since the last Step began is answered again.
    """
    last = game.checkpoints[-1]
    state = last.state.copy()
    change(state)
    twin = Game(game.ruleset, state, game.dice, setup=game.setup, tape=game.tape[last.tape_no :])
    twin.epoch = twin.top_epoch = game.epoch
    return twin


def legal(game: Game, seat: Seat, most: int) -> list[Value]:
    """The answers a seat may give, at most so many."""
    return list(game.form(seat).leads(most))

"""The laws that every ruleset obeys (the design's section 13), tried on random games of any of them.

A `Court` says which ruleset, how its random games are set up, and what a referee's edit may be; each ``law_*`` plays
the game of one seed and asserts. Rulesets' own `test_laws` call them, and add what only they can tell.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from random import Random
from typing import Any

import pytest
from msgspec import Struct, msgpack

from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import Dice, ScriptedDice, SeededDice, TypedDice
from arbitro.engine.asks import Answer, Refused, Ruling
from arbitro.engine.events import Event, Rolled, Thrown
from arbitro.engine.fair import first_state, replay
from arbitro.engine.forms import Tree
from arbitro.engine.game import Game
from arbitro.engine.history import redo, undo
from arbitro.engine.index import Index, Shelf, index_of
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.save import encode, load, save
from arbitro.engine.state import State
from arbitro.engine.values import Seat, Value

Law = Callable[["Court", int, int], Any]
Change = Callable[[Game, int], Game]
Edit = Callable[[Game, Random], tuple[Event, ...]]
OFFERS = ("respond", "may")


class Court(Struct):
    """What the laws need to know of a ruleset.

    ``setup_of`` gives the setup of a seed's random game; ``edit`` events with which a referee may interfere;
    ``small_edit`` the same where two games must be told the same.
    """

    ruleset: Ruleset
    setup_of: Callable[[int], dict[str, Any]]
    edit: Edit
    small_edit: Edit

    def battle(self, seed: int, dice: Dice | None = None, *, log: bool = True) -> Game:
        """A random game at its first question."""
        return Game.new(self.ruleset, self.setup_of(seed), dice or SeededDice.of_seed(seed), log=log)


def seeds_of(first: int, last: int) -> tuple[int, ...]:
    """The games that are played; ``ARBITRO_LAWS=100-160`` looks further."""
    asked = os.environ.get("ARBITRO_LAWS", f"{first}-{last}").split("-")
    return tuple(range(int(asked[0]), int(asked[1]) + 1))


# --- random play --------------------------------------------------------------------------------------


def answer_of(game: Game, rng: Random) -> tuple[Value, Seat]:
    """A random legal answer and who gives it: mostly the seat that is needed, now and then one that may speak up."""
    pending = game.pending
    assert pending is not None
    if pending.free and rng.random() < 0.15:
        seat = pending.free[0]
    else:
        seat = (pending.seats or pending.free)[0]
    form = game.form(seat)
    if pending.kind in OFFERS and rng.random() < 0.6:
        for value in form.leads(4):
            if value not in (("pass",), "pass"):
                return value, seat
    return form.sample(rng), seat


def play(game: Game, rng: Random, decisions: int, change: Change | None = None) -> Game:
    """Random answers; ``change`` may put another game in place of this one before each answer."""
    for number in range(decisions):
        if game.pending is None:
            break
        if change is not None:
            game = change(game, number)
        value, seat = answer_of(game, rng)
        game.choose(value, seat)
    return game


def through_bytes(game: Game, seed: int) -> Game:
    """Saved and loaded."""
    return load(save(game), game.ruleset, SeededDice.of_seed(seed))


def journal_bytes(game: Game) -> bytes:
    return msgpack.encode(game.journal, order="deterministic")


def rulings(game: Game, rng: Random, edit: Edit) -> bool:
    """Now and then an undo, a redo, fixed faces or an edit; True if there was one."""
    draw = rng.random()
    if draw < 0.03 and game.moments:
        undo(game, rng.randint(1, min(5, len(game.moments))))
    elif draw < 0.06 and game.cuts:
        redo(game)
    elif draw < 0.08:
        game.rule(Ruling(kind="fix", note="a fix", faces=(rng.randint(1, 4),)))
    elif draw < 0.09:
        game.rule(Ruling(kind="edit", note="an edit", events=edit(game, rng)))
    else:
        return False
    return True


def settled(state: State) -> bytes:
    """A state without what the engine writes by itself."""
    twin = state.copy()
    twin.agenda, twin.step_no, twin.idle = (), 0, 0
    return encode(twin)


def from_events(game: Game) -> State:
    """The setup's first state and all events of the journal."""
    state = first_state(game.ruleset, game.setup or {})
    for event in game.journal:
        event.apply(state)
    return state


def traces(game: Game) -> tuple[Any, ...]:
    """Everything that a refusal must leave as it is."""
    return encode(game.state), len(game.tape), len(game.journal), len(game.inputs), game.pending


def mutations(value: Value, rng: Random) -> Iterator[Value]:
    """Values like a legal one that no form may take."""
    yield (value, value)
    yield object()
    yield 1.5
    yield ""
    yield ("nobody",)
    if isinstance(value, tuple):
        yield (*value, "more")
        if value:
            place = rng.randrange(len(value))
            yield (*value[:place], "nobody", *value[place + 1 :])
            yield (*value[:place], None, *value[place + 1 :])
        if len(value) == 2 and all(isinstance(n, int) for n in value):
            yield (value[0] + 10**7, value[1])
            yield (-(10**7), value[1])


def refused(game: Game, seat: Seat, value: Value) -> bool:
    assert game.pending is not None
    return game.why_not(Answer(game.pending.id, seat, value)) is not None


# --- the laws -----------------------------------------------------------------------------------------


def fingerprint(court: Court, seeds: Iterable[int], decisions: int) -> str:
    """One hash of the journals of several games, which law 1 compares."""
    whole = blake2b(digest_size=16)
    for seed in seeds:
        whole.update(journal_bytes(play(court.battle(seed), Random(seed), decisions)))
    return whole.hexdigest()


def law_2_chaos(court: Court, seed: int, decisions: int) -> tuple[Game, Counter[str]]:
    """Saved to bytes and resumed at random decisions, nested ones too: the same journal."""
    straight = play(court.battle(seed), Random(seed), decisions)
    chance = Random(-seed)
    kinds: Counter[str] = Counter()

    def change(game: Game, number: int) -> Game:
        if chance.random() > 0.2:
            return game
        assert game.pending is not None
        kinds[game.pending.kind] += 1
        return through_bytes(game, seed)

    other = play(court.battle(seed), Random(seed), decisions, change)
    assert journal_bytes(other) == journal_bytes(straight)
    assert encode(other.state) == encode(straight.state) and other.pending == straight.pending
    return straight, kinds


def law_2_accidents(court: Court, seed: int, decisions: int) -> None:
    """Two games meet the same undo, redo, fixed dice and edits; one of them goes through bytes all the time."""
    game, other = court.battle(seed), court.battle(seed)
    for number in range(decisions):
        if game.pending is None:
            break
        if number % 4 == 0:
            other = through_bytes(other, seed)
        first, second = Random(f"{seed}/{number}"), Random(f"{seed}/{number}")
        if rulings(game, first, court.small_edit):
            rulings(other, second, court.small_edit)
        else:
            second.random()  # as much as `rulings` has drawn
            game.choose(*answer_of(game, first))
            other.choose(*answer_of(other, second))
        assert other.pending == game.pending, (seed, number)
    assert journal_bytes(other) == journal_bytes(game)
    again = replay(court.ruleset, court.setup_of(seed), game.inputs, SeededDice.of_seed(seed))
    assert journal_bytes(again) == journal_bytes(game)


def law_3_rows(court: Court, seed: int, decisions: int) -> None:
    """Nothing holds a row across a question."""

    def swap(game: Game, number: int) -> Game:
        game.state = game.state.copy()
        return game

    straight = play(court.battle(seed), Random(seed), decisions)
    swapped = play(court.battle(seed), Random(seed), decisions, swap)
    assert journal_bytes(swapped) == journal_bytes(straight)
    assert encode(swapped.state) == encode(straight.state)


def law_4_events(court: Court, seed: int, decisions: int) -> None:
    """Setup and events make the state."""
    game = court.battle(seed)
    for _ in range(5):
        game = play(game, Random(seed), decisions // 5)
        assert settled(from_events(game)) == settled(game.state)


def law_5_forms(court: Court, seed: int, decisions: int) -> None:
    """Samples and defaults are legal, options lead to leaves, mutated values are refused and change nothing."""
    game, rng = court.battle(seed), Random(seed)
    for number in range(decisions):
        pending = game.pending
        if pending is None:
            break
        for seat in (*pending.seats, *pending.free):
            form = game.form(seat)
            sample = form.sample(rng)
            assert not refused(game, seat, sample), (seed, number, pending, sample)
            assert not refused(game, seat, form.default()), (seed, number, pending, "default")
            before = traces(game)
            for value in mutations(sample, rng):
                assert refused(game, seat, value), (seed, number, pending, value)
                with pytest.raises(Refused):
                    game.answer(Answer(pending.id, seat, value))
            assert traces(game) == before
            form.outline()
            if isinstance(form, Tree) and number % 3 == 0:
                assert_leaves(game, seat, form, rng, (seed, number))
        game.choose(*answer_of(game, rng))


def assert_leaves(game: Game, seat: str, form: Tree, rng: Random, where: Any) -> None:
    """Along a random path every option has something behind it; what the form lists is legal."""
    path: tuple[Any, ...] = ()
    while (branch := form.grow(path)) is not None:
        assert branch.options, (where, path)
        assert len({option.key for option in branch.options}) == len(branch.options), (where, path)
        for option in branch.options:
            behind = form.grow((*path, option.key))
            assert behind is None or behind.options, (where, path, option.key)
        path = (*path, rng.choice(branch.options).key)
    for value in form.leads(12):
        assert not refused(game, seat, value), (where, value)


def law_6_forks(court: Court, seed: int, decisions: int) -> None:
    """A fork and its parent agree now and do not touch each other later."""
    game, rng = court.battle(seed), Random(seed)
    for number in range(decisions):
        if game.pending is None:
            break
        if number % 5 == 0:
            twin = game.fork(SeededDice.of_seed(number), log=True)
            assert encode(twin.state) == encode(game.state) and twin.pending == game.pending, (seed, number)
            mine = traces(game)
            play(twin, Random(number), 4)
            assert traces(game) == mine, (seed, number)
        if number % 25 == 0:
            twin = game.fork(SeededDice.of_seed(number))
            theirs = encode(twin.state)
            game.choose(*answer_of(game, rng))
            assert encode(twin.state) == theirs, (seed, number)
        else:
            game.choose(*answer_of(game, rng))


def law_7_undo(court: Court, seed: int, decisions: int) -> tuple[Game, int]:
    """Undo then redo is the identity, also of several one after the other, a save in between; answers sent before
    are stale; how often the next faces differed."""
    game, rng = court.battle(seed), Random(seed)
    anew = 0
    for number in range(decisions):
        if game.pending is None:
            break
        value, seat = answer_of(game, rng)
        late = Answer(game.pending.id, seat, value)
        game.answer(late)
        if number % 10:
            continue
        places = []
        for _ in range(rng.randint(1, 3)):
            if game.moments:
                places.append(place_of(game))
                undo(game, rng.randint(1, min(3, len(game.moments))))
                assert game.why_not(late) is not None
        game = through_bytes(game, seed) if number % 20 else game
        for place in reversed(places):
            redo(game)
            assert place_of(game) == place, (seed, number)
        undo(game)
        value, seat = (value, seat) if not refused(game, seat, value) else answer_of(game, rng)
        game.choose(value, seat)
        anew += journal_bytes(game) != places[0][0]
    return game, anew


def place_of(game: Game) -> tuple[Any, ...]:
    """The line being played: what undo and redo must restore."""
    return journal_bytes(game), encode(game.state), game.pending, game.epoch, list(game.tape), len(game.moments)


class Nothing:
    """Answers with the default of every form: passes, declines, stands still."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def answer(self, game: Game, seat: str) -> Any:
        return game.form(seat).default()


def law_8_end(court: Court, seed: int, most: int = 20_000) -> Game:
    """A game ends within a bound, whether its players use everything, nothing, or anything; a screen says who won."""
    from arbitro.players import KeenPlayer, RandomPlayer

    players = [RandomPlayer(seed), KeenPlayer(seed), Nothing(seed)]
    seats = {"a": players[seed % 3], "b": players[(seed + 1) % 3], "referee": players[(seed + 2) % 3]}
    game = court.battle(seed)
    for _ in range(most):
        pending = game.pending
        if pending is None:
            break
        seat = (pending.seats or pending.free)[0]
        game.choose(seats[seat].answer(game, seat), seat)
    assert game.over and game.state.result in ("a", "b", "draw")
    told: Any = game.ruleset
    assert all(told.scene(game.state, "a", lang).result.endswith(".") for lang in ("it", "en"))
    return game


def law_11_sources(court: Court, seed: int, decisions: int) -> None:
    """Seeded, scripted and typed runs with the same faces give one journal."""
    seeded, rng = court.battle(seed), Random(seed)
    answers = []
    for _ in range(decisions):
        if seeded.pending is None:
            break
        answers.append(answer_of(seeded, rng))
        seeded.choose(*answers[-1])
    faces = [face for event in seeded.journal for face in faces_of(event)]
    source = ScriptedDice(faces)
    scripted = court.battle(seed, source)
    typed, thrown = court.battle(seed, TypedDice()), iter(faces)

    def throw() -> None:
        while typed.pending is not None and typed.pending.kind == "dice":
            typed.choose(next(thrown))

    throw()
    for value, seat in answers:
        scripted.choose(value, seat)
        typed.choose(value, seat)
        throw()
    assert source.left() == () and next(thrown, None) is None
    assert journal_bytes(scripted) == journal_bytes(seeded) == journal_bytes(typed)


def faces_of(event: Event) -> tuple[int, ...]:
    """The faces an event tells."""
    if isinstance(event, Rolled):
        return event.faces
    return tuple(face for _, face, _ in event.dice) if isinstance(event, Thrown) else ()


def law_13_edits(court: Court, seed: int, decisions: int = 120) -> None:
    """An edit at any decision leaves a playable game."""
    game, rng = court.battle(seed), Random(seed)
    for number in range(decisions):
        if game.pending is None:
            break
        twin = through_bytes(game, seed)
        events = court.edit(game, rng)
        if number % 3 == 0:
            twin.rule(Ruling(kind="edit", note="so it was", events=events))
            play(twin, Random(number), 12)
            assert settled(from_events(twin)) == settled(twin.state)
        game.choose(*answer_of(game, rng))


def shelf_rows(shelves: dict[str, Shelf]) -> list[Any]:
    rows = []
    for name, shelf in sorted(shelves.items()):
        held = [*shelf.free, *shelf.auras, *(h for by in shelf.pinned.values() for many in by.values() for h in many)]
        rows.append((name, sorted((repr(h.sort), h.rule, h.bearer) for h in held)))
    return [row for row in rows if row[1]]


def index_rows(index: Index) -> list[Any]:
    many = [shelf_rows(s) for s in (index.mods, index.ignores, index.restricts, index.triggers, index.uses)]
    return [*many, sorted((it, [h.rule for h in held]) for it, held in index.actions.items())]


def assert_index(game: Game, where: Any) -> None:
    """What is remembered of who bears what equals what is worked out anew."""
    fresh = index_of(game.ruleset.bearers(game.state), game.ruleset.records)
    assert index_rows(game.indexes()[0]) == index_rows(fresh), where


def assert_number(game: Game, query: Any, roles: dict[str, Any], where: Any) -> None:
    """A number is the same explained and asked again, and its lines add up to it."""
    told, full = game.query(query, **roles), game.explain(query, **roles)
    assert told.value == full.value == told.base + sum(line.amount for line in told.lines), (where, query.name)
    assert full.value == full.base + sum(line.amount for line in full.lines if line.counted)
    game._forget()
    assert game.query(query, **roles) == told, (where, query.name)


def law_14_numbers(
    court: Court, seed: int, decisions: int, every: int, queries: Iterable[Any],
    words: Callable[[Game, Random], dict[str, Any] | None],
) -> None:  # fmt: skip
    """What is remembered equals what is worked out anew, at one decision of ``every``.

    ``words`` gives something for each role of the ``queries``; None where nobody is left to ask about.
    """
    game, rng = court.battle(seed), Random(seed)
    for number in range(decisions):
        if game.pending is None:
            break
        game.choose(*answer_of(game, rng))
        if number % every:
            continue
        assert_index(game, (seed, number))
        found = words(game, rng)
        for query in queries if found is not None else ():
            assert found is not None
            assert_number(game, query, {role: found[role] for role in query.roles}, (seed, number))


def law_16_rules(court: Court, seed: int, decisions: int) -> None:
    """Every event cites a rule that exists."""
    rules = court.ruleset
    assert isinstance(rules, TabletopRuleset)
    catalogue = rules.catalogue()
    for event in play(court.battle(seed), Random(seed), decisions).journal:
        assert event.rules, event
        for rule in event.rules:
            assert catalogue.exists(rule) or rule in rules.records, (seed, event)


LAWS: tuple[Law, ...] = (
    law_2_chaos, law_2_accidents, law_3_rows, law_4_events, law_5_forms, law_6_forks, law_7_undo, law_11_sources,
    law_13_edits, law_16_rules,
)  # fmt: skip
"""Those that hold for any court, without more to be known of it."""


def laws(decisions: int, *, without: tuple[Law, ...] = (), **fewer: int) -> list[Any]:
    """The laws, each with how many decisions it looks at: ``fewer`` for those named, as in ``law_5_forms=40``."""
    return [
        pytest.param(law, fewer.get(law.__name__, decisions), id=law.__name__) for law in LAWS if law not in without
    ]

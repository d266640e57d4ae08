"""Tests of Forza, Riflessi and Spirito (chapter I, "Le prove")."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Value
from arbitro.rulesets.crepuscolo.dice import dice_at_hand, spend
from arbitro.rulesets.crepuscolo.events import TestDeclined, TestEnded
from arbitro.rulesets.crepuscolo.queries import SDS_TEST, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE
from arbitro.rulesets.crepuscolo.subjects import Proof
from arbitro.rulesets.crepuscolo.throws import throw_test

FORZA, RIFLESSI, SPIRITO = "forza", "riflessi", "spirito"
TEST_KINDS = (FORZA, RIFLESSI, SPIRITO)
VOLONTA = "volonta"
"""How some texts call a test of Spirito (CDC-TST-02.3)."""
DECLINE = "decline"


def take_test(
    game: Game,
    it: str,
    kind: str,
    rules: tuple[str, ...],
    *,
    willing: bool = False,
    against: str = "",
    inflicter: str = "",
) -> Flow[bool]:
    """A figure takes a test: it spends and rolls dice until one reaches the SdS or none is left.

    Args:
        game: the game.
        it: the figure.
        kind: ``forza``, ``riflessi`` or ``spirito`` (a test of Volontà is one of Spirito, CDC-TST-02.3).
        rules: what calls for the test.
        willing: its controller chose to take it, so it is not asked whether to decline.
        against: the condition it is to be rid of, if that is what it is for.
        inflicter: who is about to inflict that condition.
    """
    bar = game.restricted("test", actor=it)
    if bar is not None:
        return (yield from _fail(game, it, kind, (*bar.rules, *rules)))
    yield from game.window("testing", Proof(it, kind, False))
    if not dice_at_hand(game, it, "test"):
        game.do(TestDeclined(it=it, kind=kind, why="no_dice", rules=("CDC-TST-03.1", *rules)))
        return (yield from _ended(game, it, kind, False, ("CDC-TST-03.1", *rules)))
    first, clause = True, "CDC-TST-01.5"
    while dice_at_hand(game, it, "test") and figure_of(game, it).status == TABLE:
        die = yield from _choose_die(game, it, kind, may_decline=first and not willing)
        if die == DECLINE:
            game.do(TestDeclined(it=it, kind=kind, why="declined", rules=("CDC-TST-01.6", *rules)))
            clause = "CDC-TST-01.6"
            break
        first = False
        sides = spend(game, it, (die,), "test", ("CDC-TST-01.1",))[0]
        need = game.query(SDS_TEST, figure=it, test_kind=kind, against=against, inflicter=inflicter)
        throw = yield from throw_test(game, it, kind, sides, need, last=not dice_at_hand(game, it, "test"))
        if throw.success:
            return (yield from _ended(game, it, kind, True, ("CDC-TST-01.3", *rules)))
        if not dice_at_hand(game, it, "test"):
            yield from game.window("testing", Proof(it, kind, False))
    return (yield from _ended(game, it, kind, False, (clause, *rules)))


def _fail(game: Game, it: str, kind: str, rules: tuple[str, ...]) -> Flow[bool]:
    """A test that fails by itself: no die is spent for it (CDC-IN-027.4)."""
    game.do(TestDeclined(it=it, kind=kind, why="barred", rules=rules))
    return (yield from _ended(game, it, kind, False, rules))


def _choose_die(game: Game, it: str, kind: str, *, may_decline: bool) -> Flow[Value]:
    dice = dice_at_hand(game, it, "test")
    keys = [*([DECLINE] if may_decline else []), *dict.fromkeys(dice)]
    if len(keys) == 1:
        return keys[0]
    form = Pick(tuple(Option(key) for key in keys), default=keys[1] if may_decline else keys[0], level="die")
    return (yield from ask("test", game.controller(it), form, {"actor": it, "test": kind}))


def _ended(game: Game, it: str, kind: str, passed: bool, rules: tuple[str, ...]) -> Flow[bool]:
    proof = Proof(it, kind, passed)
    yield from game.window("tested", proof)
    why = rules if proof.passed == passed else rules[1:]  # what turned a test has told so itself
    game.do(TestEnded(it=it, kind=kind, passed=proof.passed, rules=why))
    yield from game.window("test_over", proof)
    return proof.passed


def take_test_with(
    game: Game, it: str, kind: str, sides: int, rules: tuple[str, ...], against: str = "", inflicter: str = ""
) -> Flow[bool]:
    """A test with one die that a rule gives for it, and no other (CDC-AB-016)."""
    bar = game.restricted("test", actor=it)
    if bar is not None:
        return (yield from _fail(game, it, kind, (*bar.rules, *rules)))
    need = game.query(SDS_TEST, figure=it, test_kind=kind, against=against, inflicter=inflicter)
    throw = yield from throw_test(game, it, kind, sides, need, last=True)
    return (
        yield from _ended(game, it, kind, throw.success, ("CDC-TST-01.3" if throw.success else "CDC-TST-01.5", *rules))
    )

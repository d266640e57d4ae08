"""What a computer casts, and where it aims."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import tactics
from arbitro.rulesets.pathfinder.tactics import quick_deed
from arbitro.rulesets.pathfinder.tactics_magic import boon_ideas
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, after_first_turn, cleric, mage


def answered(field: Field) -> object:
    """What a computer says to the question that stands."""
    game: Game = field.game
    assert game.pending is not None
    return tactics.instinct(game, game.pending.seats[0], game.pending)


def test_a_computer_raises_the_friend_who_lies_beside_it() -> None:
    party = {"a1": cleric("cura-ferite-leggere"), "a2": {"at": "d3", "hp_now": -4}}
    field = Field(party, {"b1": {"at": "j8"}})
    assert quick_deed(field.game, "a1") == ("cast", "chierico", "cura-ferite-leggere", "openly", "a2")


def test_a_computer_casts_on_the_defensive_where_somebody_could_strike() -> None:
    field = after_first_turn(mage("dardo-incantato", level=1), {"b1": FOE}, [])
    assert quick_deed(field.game, "a1") == ("cast", "mago", "dardo-incantato", "on_guard", "b1")


def test_a_computer_calls_help_where_nobody_disturbs_it_and_puts_it_beside_a_foe() -> None:
    field = Field({"a1": mage("evoca-mostri-i")}, {"b1": {"at": "g3"}})
    assert quick_deed(field.game, "a1") == ("cast", "mago", "evoca-mostri-i", "openly")
    field.answer(("a1", *quick_deed(field.game, "a1")))
    field.end("a1", "b1")
    answer = answered(field)
    assert isinstance(answer, tuple) and answer[1] in ("f2", "f3", "f4", "g2", "g3", "g4", "h2", "h3", "h4")
    field.answer(answer)
    assert any(figure.summoned for figure in field.state.figures.values())
    near = after_first_turn(mage("evoca-mostri-i", items=["pugnale"]), {"b1": FOE}, [])
    assert quick_deed(near.game, "a1")[0] != "cast"


def test_a_computer_puts_foes_to_sleep_and_no_friends() -> None:
    foes = {"b1": {"at": "h3"}, "b2": {"at": "h4"}}
    field = Field({"a1": mage("sonno"), "a2": {"at": "f3"}}, foes, dice=[1, 1])
    assert quick_deed(field.game, "a1") == ("cast", "mago", "sonno", "openly")
    field.answer(("a1", *quick_deed(field.game, "a1")))
    field.end("a1", "a2", "b1", "b2")
    field.answer(answered(field))
    assert [field.figure(it).has("addormentato") for it in ("a2", "b1", "b2")] == [False, True, True]


FAR: dict[str, Any] = {"b1": {"at": "v2", "items": ["spada-lunga"]}}
LONG = ("......................",) * 4


@pytest.mark.parametrize(
    ("me", "path"),
    [
        (cleric("benedizione", at="a3"), ("cast", "chierico", "benedizione", "openly")),
        (cleric("forza-del-toro", at="a3"), ("cast", "chierico", "forza-del-toro", "openly", "a1")),
        (mage("velocita", at="a3"), ("cast", "mago", "velocita", "openly", "a1", "a2")),
        (mage("scudo", at="a3"), ("cast", "mago", "scudo", "openly")),
    ],
)
def test_a_computer_makes_its_side_fight_better_while_the_foes_are_far(me: dict[str, Any], path: object) -> None:
    field = Field({"a1": me, "a2": {"at": "b2", "items": ["spada-lunga"]}}, FAR, rows=LONG)
    assert quick_deed(field.game, "a1") == path
    assert ("a1", *quick_deed(field.game, "a1")) in tactics.propose(field.game, "a")
    near = {"b1": {"at": "g3", "items": ["spada-lunga"]}}
    assert quick_deed(Field({"a1": me}, near, rows=LONG).game, "a1")[0] != "cast"


def test_nobody_gets_twice_what_it_has_nor_what_its_armour_does() -> None:
    book = {"source": "chierico", "tradition": "divine", "ability": "saggezza", "level": 5}
    again = Field({"a1": cleric(at="a3", casting=[{**book, "prepared": {"scudo-della-fede": 2}}])}, FAR, rows=LONG)
    again.answer(("a1", *quick_deed(again.game, "a1")))
    again.end("a1", "b1")
    assert boon_ideas(again.game, "a1") == []
    bare = Field({"a1": mage("scudo", at="a3")}, FAR, rows=LONG)
    assert boon_ideas(bare.game, "a1")
    shielded = mage("scudo", at="a3", items=["scudo-pesante-di-legno"])
    assert not boon_ideas(Field({"a1": shielded}, FAR, rows=LONG).game, "a1")


def test_the_skilled_hide_behind_what_there_is_while_they_wait() -> None:
    """Behind the solid square nobody sees it; the foe could come and strike, so that it goes no nearer."""
    rows = (".....#......", ".....#......", ".....#......")
    skilled = {"at": "d2", "items": ["spada-lunga"], "skills": {"furtivita": 9}}
    foe = {"b1": {"at": "l2", "items": ["spada-lunga"]}}
    field = Field({"a1": skilled}, foe, rows=rows)
    assert quick_deed(field.game, "a1") == ("hide",)
    plain = Field({"a1": {**skilled, "skills": {}}}, foe, rows=rows)
    assert quick_deed(plain.game, "a1")[0] == "ready"

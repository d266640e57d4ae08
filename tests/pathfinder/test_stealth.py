"""Furtività against Percezione: hiding, sneaking, being noticed in the middle of a way, looking about."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from arbitro.engine.events import Rolled
from arbitro.engine.save import encode
from arbitro.rulesets.pathfinder.events import Moved, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.numbers import SKILL, denied
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
FOG = ["..%%%%%%%...", "............"]


def stealth_of(it: dict, **more: object) -> int:
    field = Field({"a1": {"at": "a1", **it}}, {"b1": {"at": "l9"}}, **more)  # type: ignore[arg-type]
    return field.game.query(SKILL, it="a1", skill="furtivita", target="").value


@pytest.mark.rule("PF-SKL-06.1", "PF-SKL-06.3", "PF-COV-08.1", "PF-CON-05.1", "PF-CON-05.2")
def test_one_hides_behind_cover_or_in_fog_and_not_in_plain_view() -> None:
    plain = Field({"a1": {"at": "c2"}}, {"b1": {"at": "k2"}}, rows=["............"] * 3)
    assert "hide" not in plain.actions("a1") and "sneak" not in plain.actions("a1")
    for rows in (FOG, ["...#........", "............"]):
        field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "k2"}}, rows=rows, dice=[10, 5])
        field.act("a1", "hide")
        assert field.figure("a1").hidden and field.figure("a1").stealth == 10, rows
        checks = [(e.it, e.what, e.dc) for e in field.all(CheckMade)]
        assert checks in ([("b1", "percezione", 10 + 4)], []), "twelve metres away; behind stone nothing is seen"


@pytest.mark.rule("PF-SKL-06.1")
@pytest.mark.parametrize(("face", "hidden"), [(13, True), (14, False)])
def test_the_watcher_s_check_is_opposed(face: int, hidden: bool) -> None:
    field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "k2"}}, rows=FOG, dice=[10, face])
    field.act("a1", "hide")
    assert field.figure("a1").hidden is hidden
    assert field.figure("a1").mov == 0, "it goes with a move"
    field.done()


@pytest.mark.rule("PF-COV-09.2")
def test_others_bodies_are_no_hiding_place() -> None:
    party = {"a1": {"at": "c2"}, "a2": {"at": "e2"}}
    field = Field(party, {"b1": {"at": "k2"}}, rows=["............"] * 3)
    assert "hide" not in field.actions("a1")


@pytest.mark.rule("PF-SKL-06.2")
@pytest.mark.parametrize(("size", "bonus"), [
    ("piccolissima", 16), ("minuta", 12), ("minuscola", 8), ("piccola", 4), ("media", 0), ("grande", -4),
    ("enorme", -8), ("mastodontica", -12), ("colossale", -16),
])  # fmt: skip
def test_the_smaller_the_better_hidden(size: str, bonus: int) -> None:
    assert stealth_of({"size": size}) == bonus
    assert stealth_of({"size": size, "skills": {"furtivita": 7}}) == 7, "a printed total has it in it"


@pytest.mark.rule("PF-SKL-06.4", "PF-CON-09.2")
def test_the_invisible_are_hard_to_find_and_harder_when_still() -> None:
    field = Field({"a1": {"at": "a1", "conditions": ["invisibile"]}}, {"b1": {"at": "l9"}})
    still = field.game.query(SKILL, it="a1", skill="furtivita", target="").value
    field.act("a1", "move", "b1")
    assert (still, field.game.query(SKILL, it="a1", skill="furtivita", target="").value) == (40, 20)


@pytest.mark.rule("PF-SKL-06.1")
@pytest.mark.parametrize(("pace", "total"), [("slowly", 15), ("full_speed", 10)])
def test_half_the_speed_for_nothing_and_the_whole_at_five_less(pace: str, total: int) -> None:
    field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "l2"}}, rows=FOG, dice=[15, 5])
    assert ("g2" in field.offered("a1", "sneak", pace)) is (pace == "full_speed")
    field.act("a1", "sneak", pace, "e2")
    assert field.figure("a1").hidden and field.figure("a1").stealth == total
    assert field.figure("a1").walked == (4 if pace == "slowly" else 2)
    field.done()


@pytest.mark.rule("PF-SKL-06.3", "PF-SKL-01.3")
def test_who_comes_out_of_cover_is_seen_on_that_square() -> None:
    field = Field({"a1": {"at": "h2"}}, {"b1": {"at": "l1"}}, rows=FOG, dice=[20, 1])
    field.act("a1", "sneak", "full_speed", "j2")
    shown = next(n for n, event in enumerate(field.game.journal) if isinstance(event, Revealed))
    before = [event.path[-1] for event in field.game.journal[:shown] if isinstance(event, Moved)]
    assert before == [(8, 1), (9, 1)], "i2 is still in the fog, j2 is not"
    assert field.at("a1") == "j2" and not field.figure("a1").hidden
    secret = [event.only for event in field.all(Moved)]
    assert secret == [("a", "referee"), ("a", "referee")], "the other side hears of it when it shows"


@pytest.mark.rule("PF-SKL-01.3", "PF-SKL-06.1")
def test_nearer_ears_hear_what_farther_ones_do_not() -> None:
    field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "l2"}}, rows=["..%%%%%%%%%%", "............"], dice=[10, 13])
    field.act("a1", "sneak", "full_speed", "f2")
    at = [(event.path[-1], field.figure("a1").hidden) for event in field.all(Moved)]
    assert [square for square, _ in at] == [(3, 1), (4, 1), (5, 1)]
    assert not field.figure("a1").hidden, "5 of stealth and 4 for distance at c2 beat by 13"


@pytest.mark.rule("PF-SKL-06.1", "PF-AOO-07.1", "PF-CON-06.2")
@pytest.mark.parametrize(("percezione", "struck"), [(5, False), (20, True)])
def test_the_unseen_give_no_opportunity_and_the_noticed_do(percezione: int, struck: bool) -> None:
    foe = {"b1": {"at": "e1", **SWORD}}
    field = Field({"a1": {"at": "d2"}}, foe, rows=["..%%%%%%%...", "............"], order=("b1", "a1"),
                  dice=[18, percezione])  # fmt: skip
    field.end("b1")
    field.act("a1", "sneak", "full_speed", "g2")
    assert bool(field.all(OpportunityGiven)) is struck


@pytest.mark.rule("PF-SKL-06.3", "PF-TAB-05.2")
def test_an_attack_out_of_hiding_finds_no_dexterity_and_gives_one_away() -> None:
    foe = {"b1": {"at": "e2", "destrezza": 16}}
    field = Field({"a1": {"at": "d2", **SWORD}}, foe, rows=FOG, order=("b1", "a1"), dice=[20, 5, 9, 100])
    field.end("b1")
    field.act("a1", "hide")
    assert denied(field.game, "b1", "a1") == "PF-TAB-05.2"
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).ac.value == 10 and not field.figure("a1").hidden


@pytest.mark.rule("PF-SKL-01.3", "PF-SKL-06.1")
@pytest.mark.parametrize(("face", "found"), [(13, False), (14, True)])
def test_looking_about_is_a_move_action(face: int, found: bool) -> None:
    field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "k2"}}, rows=FOG, dice=[10, 1, face])
    field.act("a1", "hide")
    field.end("a1")
    field.act("b1", "search")
    assert field.figure("a1").hidden is not found and field.figure("b1").mov == 0
    field.done()


@pytest.mark.rule("PF-SKL-06.3")
def test_who_walks_round_the_corner_sees_who_hides_there() -> None:
    rows = ["...#........", "...#........", "............"]
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "h3"}}, rows=rows, dice=[10])
    field.act("a1", "hide")
    field.end("a1")
    field.act("b1", "move", "c1")
    assert not field.figure("a1").hidden


@pytest.mark.rule("PF-CND-08.5")
def test_nobody_hides_from_who_holds_it() -> None:
    field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "d2"}}, rows=FOG, order=("b1", "a1"), dice=[20, 100])
    field.act("b1", "grapple", "a1")
    field.end("b1")
    assert "hide" not in field.actions("a1")


def test_the_other_side_does_not_see_the_hidden() -> None:
    field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "k2"}}, rows=FOG, dice=[10, 1])
    field.act("a1", "hide")
    view = field.rules.view(field.state, "b")
    assert "a1" not in view.figures and "a1" not in view.order  # type: ignore[attr-defined]


def told(field: Field, seat: str) -> list[bytes]:
    """All that a side hears."""
    shown = (event.shown_to(seat) for event in field.game.journal)
    return [msgspec.msgpack.encode(event) for event in shown if event is not None]


def test_two_battles_that_differ_only_in_what_is_hidden_are_one_to_the_other_side() -> None:
    """Law 9: who has hidden well or badly, and where it has gone since, b neither hears, sees nor can work out."""
    worlds = []
    for hiding, heard, sneaking, alert, to in ((10, 1, 12, 2, "e2"), (19, 3, 20, 4, "d2")):
        field = Field({"a1": {"at": "c2"}}, {"b1": {"at": "k2"}}, rows=FOG, dice=[hiding, heard, sneaking, alert, 9])
        field.act("a1", "hide")
        field.act("a1", "sneak", "slowly", to)
        field.end("a1")
        field.act("b1", "search")
        assert field.figure("a1").hidden
        worlds.append(field)
        field.done()
    one, other = worlds
    assert told(one, "a") != told(other, "a")
    assert told(one, "b") == told(other, "b")
    assert encode(one.rules.view(one.state, "b")) == encode(other.rules.view(other.state, "b"))
    assert one.offered("b1") == other.offered("b1")
    assert [one.offered("b1", what) for what in one.offered("b1")] == [
        other.offered("b1", what) for what in other.offered("b1")]  # fmt: skip


def test_dice_of_the_hidden_are_for_their_side_those_of_an_open_blow_for_everybody() -> None:
    field = Field(
        {"a1": {"at": "c2", "items": ["arco-corto"]}}, {"b1": {"at": "h2"}}, rows=FOG, dice=[10, 1, 15, 50, 3]
    )
    field.act("a1", "hide")
    contest = [(e.by, e.only) for e in field.all(Rolled)[-2:]]
    assert contest == [("a1", ("a", "referee")), ("b1", ("a", "referee"))]
    field.act("a1", "shoot", "arco-corto", "b1")
    shots = field.all(Rolled)[4:]
    assert shots and all(event.only is None for event in shots)
    assert not field.figure("a1").hidden


@pytest.mark.rule("PF-GRID-13.1")
def test_who_walks_into_the_square_of_somebody_hidden_finds_it_and_stays_before_it() -> None:
    field = Field({"a1": {"at": "e2"}}, {"b1": {"at": "k2"}}, rows=FOG, dice=[19, 1])
    field.act("a1", "hide")
    field.end("a1")
    assert "e2" in field.offered("b1", "move"), "it knows of nobody there"
    field.act("b1", "move", "e2")
    assert field.the(Revealed).it == "a1" and field.at("b1") == "f2"
    assert field.figure("b1").stride == 0, "the move is over"


@pytest.mark.rule("PF-GRID-12.1", "PF-CHG-06.2", "PF-SKL-06.3")
@pytest.mark.parametrize("deed", [("charge", "spada-lunga", "b1"), ("move", "g3"), ("run", "k3")])
@pytest.mark.parametrize("more", [{"conditions": ["invisibile"]}, {"hidden": True}])
def test_the_way_through_somebody_unknown_is_offered_and_ends_before_it(
    deed: tuple[str, ...], more: dict[str, Any]
) -> None:
    """b2 stands unseen in the middle of a corridor; nothing that is offered or refused tells of it."""
    lane = ["############"] * 7 + ["............"] + ["############"] * 2
    foes = {"b1": {"at": "i3" if deed[0] == "charge" else "l3"}, "b2": {"at": "e3", **more}}
    field = Field({"a1": {"at": "b3", "items": ["spada-lunga"]}}, foes, rows=lane)
    field.act("a1", *deed)
    assert field.at("a1") == "d3" and not field.all(AttackRolled) and not field.figure("b2").hidden


@pytest.mark.rule("PF-GRID-13.1", "PF-CON-09.1")
def test_who_walks_into_the_invisible_knows_its_square() -> None:
    field = Field({"a1": {"at": "e2", "conditions": ["invisibile"]}}, {"b1": {"at": "k2"}})
    assert field.figure("a1").hidden
    field.end("a1")
    field.act("b1", "move", "e2")
    assert field.at("b1") == "f2" and not field.figure("a1").hidden

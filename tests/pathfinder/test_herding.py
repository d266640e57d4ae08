"""Animals that nobody rides, and things that are broken: what somebody skilled makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from arbitro.engine.asks import Ruling
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_things import ItemChanged
from tests.pathfinder.field import Field
from tests.pathfinder.stable import horse
from tests.pathfinder.test_recovery import Calm

HERDER = {"at": "b3", "carisma": 10, "skills": {"addestrare_animali": 5}}
FIGHTS = {"attack", "charge"}


def herd(dice: list[int], **steed: Any) -> Field:
    """A riderless horse next to b1, and somebody who knows how to handle it."""
    stray = horse(at="d3", **{"conditions": ["senza-cavaliere"], **steed})
    return Field({"a1": HERDER, "a2": stray}, {"b1": {"at": "f3"}}, dice=dice)


@pytest.mark.rule("PF-SKL-12.1", "PF-MNT-16.3")
@pytest.mark.parametrize(("face", "obeys"), [(5, True), (4, False)])
def test_a_trained_beast_obeys_who_handles_it_until_the_end_of_its_turn(face: int, obeys: bool) -> None:
    field = herd([face])
    field.act("a1", "handle_animal", "a2")
    check = field.the(CheckMade)
    assert (check.dc, check.passed) == (10, obeys) and (field.figure("a1").std, field.figure("a1").mov) == (1, 0)
    field.end("a1")
    assert (not FIGHTS.isdisjoint(field.actions("a2"))) is obeys
    field.end("a2", "b1", "a1")
    assert FIGHTS.isdisjoint(field.actions("a2")), "nobody has bidden it again"


@pytest.mark.rule("PF-SKL-12.1")
@pytest.mark.parametrize(("hp", "dc"), [(30, 25), (29, 27)])
def test_what_it_was_never_trained_for_takes_the_whole_round_and_a_high_check(hp: int, dc: int) -> None:
    """A wounded beast is two harder."""
    field = herd([20], combat_trained=False, hp_now=hp, conditions=["senza-cavaliere", "spaventato"])
    assert "handle_animal" not in field.actions("a1")
    field.act("a1", "push_animal", "a2")
    assert (field.the(CheckMade).dc, field.figure("a1").std, field.figure("a1").mov) == (dc, 0, 0)
    field.end("a1")
    assert (not FIGHTS.isdisjoint(field.actions("a2"))) is (dc == 25), "driven on, it does not flee"


def test_only_the_trained_handle_beasts() -> None:
    field = Field({"a1": {"at": "b3"}, "a2": horse(at="d3", conditions=["senza-cavaliere"])}, {"b1": {"at": "f3"}})
    assert {"handle_animal", "push_animal"}.isdisjoint(field.actions("a1"))


MENDER = {"at": "c3", "classes": {"mago": 1}, "casting": [
    {"source": "mago", "level": 1, "prepared": {"riparare": 1}}]}  # fmt: skip


@pytest.mark.rule("PF-CND-16.4", "PF-SND-02.2")
def test_a_broken_thing_is_worth_three_quarters_until_it_has_more_than_half_its_points() -> None:
    """A long sword of 5 points and 15 gp has lost 4; an hour of mending gives six times 1d4."""
    calm = Calm({"a1": MENDER, "a2": {"at": "d3", "items": ["spada-lunga"]}}, dice=[1, 1, 1, 1, 1, 1])
    assert "mend" not in calm.offered()
    sword = structs.replace(calm.figure("a2").items[0], lost=4)
    event = ItemChanged(it="a2", item=sword, what="broken", rules=("PF-SND-02.2",))
    calm.game.rule(Ruling(kind="edit", note="struck in the fight", events=(event,)))
    path = ("mend", "a1", "a2")
    form: Any = calm.game.form("a")
    (option,) = form.grow(path).options
    assert calm.rules.hint(calm.game, "thing", option, path, "en") == "worth 11.25 of 15 gp"
    assert calm.rules.hint(calm.game, "thing", option, path, "it") == "vale 11,25 mo su 15"
    calm.answer((*path, "spada-lunga"))
    assert calm.figure("a2").items[0].lost == 0 and calm.state.clock == 1
    assert calm.all(ItemChanged)[-1].what == "mended"
    calm.done()

"""Thrown weapons, arrows, composite bows, bolas and nets (PF-EQP, PF-STD-09)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_thrown import Netted
from arbitro.rulesets.pathfinder.numbers import DAMAGE, speed_of
from tests.pathfinder.field import Field

NET, BOLAS = "rete", "bolas"


def held(thing: str, **more: object) -> dict:
    return {"thing": thing, "held": True, **more}


def hand(field: Field, it: str = "a1") -> list[str]:
    figure = field.figure(it)
    return [item.thing for item in figure.items if item.no in figure.held]


# --- what leaves the hand -----------------------------------------------------------------------------


@pytest.mark.rule("PF-STD-09.1", "PF-MOV-11.1")
@pytest.mark.parametrize("dice", [[15, 4], [2]])
def test_a_thrown_dagger_lies_where_its_target_stands(dice: list[int]) -> None:
    field = Field({"a1": {"at": "a5", "items": [held("pugnale")]}}, {"b1": {"at": "b5"}}, dice=dice)
    field.act("a1", "shoot", "pugnale", "b1")
    assert hand(field) == [] and [(x, y, item.thing) for x, y, item in field.state.lying] == [(1, 4, "pugnale")]
    field.act("a1", "pick_up", "pugnale")
    assert hand(field) == ["pugnale"] and field.state.lying == ()
    field.done()


def test_javelins_of_a_bundle_leave_one_by_one() -> None:
    party = {"a1": {"at": "a5", "items": [held("giavellotto", count=3)]}}
    field = Field(party, {"b1": {"at": "e5"}}, dice=[2, 2])
    field.act("a1", "shoot", "giavellotto", "b1")
    assert hand(field) == [] and field.figure("a1").items[0].count == 2
    field.act("a1", "draw", "giavellotto")
    field.end("a1", "b1")
    field.act("a1", "shoot", "giavellotto", "b1")
    assert field.figure("a1").items[0].count == 1 and len(field.state.lying) == 2
    field.done()


@pytest.mark.rule("PF-MOV-10.1", "PF-STD-09.1")
def test_who_counts_its_arrows_runs_out_of_them() -> None:
    bow = {"at": "a5", "items": [held("arco-corto"), {"thing": "frecce", "count": 1}]}
    field = Field({"a1": bow}, {"b1": {"at": "e5"}}, dice=[2])
    field.act("a1", "shoot", "arco-corto", "b1")
    field.end("a1", "b1")
    assert "shoot" not in field.actions("a1") and field.figure("a1").items[1].count == 0
    field.done()
    uncounted = Field({"a1": {**bow, "items": [held("arco-corto")]}}, {"b1": {"at": "e5"}}, dice=[2, 2])
    for _ in range(2):
        uncounted.act("a1", "shoot", "arco-corto", "b1")
        uncounted.end("a1", "b1")
    quiver = Field({"a1": {**bow, "items": [held("arco-corto"), "frecce"]}}, {"b1": {"at": "e5"}})
    assert quiver.figure("a1").items[1].count == 20, "an entry is a quiver"


@pytest.mark.rule("PF-STD-09.1", "PF-STD-09.4")
def test_some_weapons_fly_no_farther_than_their_own_limit() -> None:
    for square, offered in (("c5", True), ("d5", False)):
        field = Field({"a1": {"at": "a5", "items": [held(NET)]}}, {"b1": {"at": square}})
        assert ("shoot" in field.actions("a1")) == offered, "3 m are two squares"
    walled = Field({"a1": {"at": "a5", "items": [held("arco-corto")]}}, {"b1": {"at": "e5"}},
                   rows=["..#........"] * 10)  # fmt: skip
    assert "shoot" not in walled.actions("a1"), "no line of sight"


# --- composite bows -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-EQP-01.1", "PF-EQP-01.2")
@pytest.mark.parametrize(("strength", "attack", "damage"), [(10, -2, 0), (14, 0, 2), (18, 0, 2), (8, -2, -1)])
def test_a_composite_bow_is_rated(strength: int, attack: int, damage: int) -> None:
    bow = {"at": "a5", "forza": strength, "items": [held("arco-lungo-composito", rating=2)]}
    field = Field({"a1": bow}, {"b1": {"at": "e5"}})
    a = Attempt(actor="a1", target="b1", weapon="arco-lungo-composito", mode="ranged")
    assert bonus_of(field.game, a).value == attack
    told = {"actor": "a1", "target": "b1", "weapon": a.weapon, "mode": "ranged", "action": "attack",
            "manner": "plain", "hand": "primary", "penalty": 0}  # fmt: skip
    assert field.game.query(DAMAGE, **told).value == damage


# --- spiked armour ------------------------------------------------------------------------------------


@pytest.mark.rule("PF-EQP-05.1")
def test_armour_spikes_by_hand() -> None:
    spikes = built_in().weapons["chiodature"]
    found = (spikes.category, spikes.group, spikes.damage_small, spikes.damage, spikes.types)
    assert found == ("martial", "light", "1d4", "1d6", ["perforante"])


# --- bolas --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-EQP-02.1", "PF-TRP-02.1")
@pytest.mark.parametrize(("face", "prone"), [(11, False), (12, True)])
def test_bolas_trip_from_afar(face: int, prone: bool) -> None:
    """4 squares are two increments: d20 - 2 against 10."""
    party = {"a1": {"at": "a5", "items": [held(BOLAS)]}}
    field = Field(party, {"b1": {"at": "e5"}}, dice=[face], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "trip_thrown", BOLAS, "b1")
    rolled = field.the(ManoeuvreRolled)
    assert (rolled.passed, rolled.bonus.value, rolled.cmd.value) == (prone, -2, 10)
    assert field.figure("b1").has("prono") == prone and hand(field) == []
    assert [item.thing for _, _, item in field.state.lying] == [BOLAS]
    field.done()


@pytest.mark.rule("PF-EQP-02.1", "PF-TRP-02.2")
def test_whoever_fails_with_bolas_is_not_tripped_in_return() -> None:
    field = Field({"a1": {"at": "a5", "items": [held(BOLAS)]}}, {"b1": {"at": "c5"}}, dice=[1])
    field.act("a1", "trip_thrown", BOLAS, "b1")
    assert field.the(ManoeuvreRolled).beyond <= -9 and not field.figure("a1").has("prono")
    field.done()


# --- nets ---------------------------------------------------------------------------------------------


def netted(dice: list[int], *, thrower: dict | None = None, foe: dict | None = None) -> Field:
    """b1 in the net of a1, who has ended its turn; the first three dice are touch and opposed Strength."""
    party = {"a1": {"at": "a5", "items": [held(NET)], **(thrower or {})}}
    field = Field(party, {"b1": {"at": "c5", **(foe or {})}}, dice=dice)
    field.act("a1", "shoot", NET, "b1")
    field.end("a1")
    return field


@pytest.mark.rule("PF-EQP-02.2", "PF-EQP-02.4")
def test_a_net_entangles_by_touch_and_its_rope_holds_the_weaker() -> None:
    field = netted([10, 5, 6], foe={"items": ["armatura-completa"]})
    told = field.the(Netted)
    assert (told.net, told.by) == (5, "a1") and field.figure("b1").has("intralciato")
    assert hand(field) == [] and field.state.lying == (), "it is on b1"
    assert speed_of(field.game, "b1", "terra") == 3
    reach = set(field.offered("b1", "move"))
    assert "c6" in reach and "d5" not in reach, "not out of the rope's two squares"
    field.done()


@pytest.mark.rule("PF-EQP-02.4")
def test_the_stronger_pulls_the_rope_out_of_the_throwers_hand() -> None:
    field = netted([10, 6, 6])
    assert field.the(Netted).by == "" and "d5" in field.offered("b1", "move")
    field.done()


@pytest.mark.rule("PF-EQP-02.2", "PF-EQP-02.3", "PF-TAB-01.1")
@pytest.mark.parametrize(("way", "face", "free"), [
    ("artista_della_fuga", 19, False), ("artista_della_fuga", 20, True), ("force", 19, False), ("force", 20, True),
])  # fmt: skip
def test_out_of_a_net_in_a_full_round(way: str, face: int, free: bool) -> None:
    """Strength 20 adds 5; the net takes 2 off the skill's total of 2."""
    foe = {"forza": 20, "destrezza": 14, "skills": {"artista_della_fuga": 2}}
    field = netted([10, 1, 20, face], foe=foe)
    field.act("b1", "slip_net", way)
    check = field.all(CheckMade)[-1]
    assert check.dc == (20 if way == "artista_della_fuga" else 25) and check.passed == free
    assert (field.figure("b1").std, field.figure("b1").mov) == (0, 0)
    assert field.figure("b1").has("intralciato") != free
    assert [item.loaded for _, _, item in field.state.lying] == ([False] if free and way != "force" else [])
    field.done()


@pytest.mark.rule("PF-EQP-02.3", "PF-TAB-01.1")
def test_getting_out_of_a_net_provokes() -> None:
    field = netted([10, 5, 6], thrower={"items": [held(NET), held("pugnale")], "at": "b5"})
    field.act("b1", "slip_net", "force")
    assert field.the(OpportunityGiven).action == "slip_net"


@pytest.mark.rule("PF-EQP-02.2")
def test_a_blade_cuts_the_few_hit_points_of_a_net() -> None:
    blade = {"items": [held("spada-corta"), held("pugnale")]}
    field = netted([10, 5, 6, 3, 2], foe=blade)
    assert field.offered("b1", "cut_net", "b1") == ("pugnale",), "a short sword does not slash"
    field.act("b1", "cut_net", "b1", "pugnale")
    assert field.figure("b1").net == 2 and field.figure("b1").leash == "a1"
    field.end("b1", "a1")
    field.act("b1", "cut_net", "b1", "pugnale")
    assert not field.figure("b1").has("intralciato") and field.state.lying == ()
    field.done()


@pytest.mark.rule("PF-EQP-02.3")
@pytest.mark.parametrize(("size", "works"), [
    ("piccola", True), ("grande", True), ("minuscola", False), ("enorme", False),
])  # fmt: skip
def test_a_net_works_within_one_size(size: str, works: bool) -> None:
    field = Field({"a1": {"at": "a5", "items": [held(NET)]}}, {"b1": {"at": "c5", "size": size}})
    assert ("shoot" in field.actions("a1")) == works


@pytest.mark.rule("PF-EQP-02.2", "PF-EQP-02.5")
@pytest.mark.parametrize(("proficient", "rounds", "bonus"), [([], 2, -4), (["simple"], 4, -8)])
def test_an_unfolded_net_flies_badly_until_it_is_folded(proficient: list[str], rounds: int, bonus: int) -> None:
    party = {"a1": {"at": "a5", "items": [held(NET)], "proficient": proficient}}
    field = Field(party, {"b1": {"at": "b5"}}, dice=[2])
    field.act("a1", "shoot", NET, "b1")
    field.act("a1", "pick_up", NET)
    field.end("a1", "b1")
    a = Attempt(actor="a1", target="b1", weapon=NET, mode="ranged")
    assert bonus_of(field.game, a).value == bonus
    for n in range(rounds):
        assert "fold_net" in field.actions("a1"), n
        field.act("a1", "fold_net")
        field.end("a1", "b1")
    assert "fold_net" not in field.actions("a1") and bonus_of(field.game, a).value == bonus + 4
    field.done()

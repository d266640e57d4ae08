"""Help that is no blow, and what special attacks and abilities take the place of (PF-SPEC, PF-DIS-01, PF-ABL)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_magic import SpellLost, UseSpent
from arbitro.rulesets.pathfinder.lookups import helpless
from arbitro.rulesets.pathfinder.numbers import SKILL
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
FAR = {"at": "l9"}


# --- help ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPEC-04.1")
@pytest.mark.parametrize(("face", "more"), [(10, 2), (9, 0)])
def test_a_hand_with_a_skill_is_worth_two_until_the_helpers_next_turn(face: int, more: int) -> None:
    field = Field({"a1": {"at": "c3"}, "a2": {"at": "d3"}}, {"b1": FAR}, dice=[face])

    def heal(name: str = "guarire") -> int:
        return field.game.query(SKILL, it="a2", skill=name, target="").value

    field.act("a1", "aid_skill", "a2", "guarire")
    assert field.the(CheckMade).dc == 10 and (heal(), heal("percezione")) == (more, 0)
    field.end("a1")
    assert heal() == more
    field.end("a2", "b1")
    assert heal() == 0


@pytest.mark.rule("PF-SPEC-04.1")
def test_a_shake_ends_a_sleeping_spell() -> None:
    """Sleep takes a2, whose Will fails with 2, and not a1 of nine Hit Dice, who shakes it awake."""
    casting = [{"source": "mago", "ability": "intelligenza", "level": 3, "prepared": {"sonno": 1}}]
    mage = {"at": "h3", "intelligenza": 16, "casting": casting, "items": ["borsa-per-componenti"]}
    field = Field(
        {"a1": {"at": "c3", "level": 9}, "a2": {"at": "d3"}}, {"b1": mage}, dice=[2], order=("b1", "a1", "a2")
    )
    field.act("b1", "cast", "mago", "sonno", "openly")
    field.end("b1", "a1", "a2")
    field.answer(("d3",))
    assert helpless(field.game, "a2") and not helpless(field.game, "a1") and len(field.figure("a2").timed) == 1
    field.end("b1")
    field.act("a1", "rouse", "a2")
    assert not helpless(field.game, "a2") and field.figure("a2").timed == () and field.figure("a1").std == 0
    assert "addormentato" not in {dict(effect.keep).get("condition") for effect in field.state.effects.values()}
    field.done()


# --- special attacks ----------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPEC-01.2", "PF-DIS-01.1")
def test_disarming_stands_in_for_the_second_blow_of_a_full_attack() -> None:
    """Base attack 6: the blow misses with 2, the disarming at +1 and 2 for the feat takes 13 against 10."""
    field = Field({"a1": {"at": "c3", "bab": 6, "feats": ["disarmare-migliorato"], **SWORD}},
                  {"b1": {"at": "d3", "items": ["mazza-pesante"]}}, dice=[2, 10])  # fmt: skip
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    field.act("a1", "disarm", "spada-lunga", "b1", "mazza-pesante")
    assert field.the(ManoeuvreRolled).bonus.value == 6 - 5 + 2 and field.figure("b1").held == ()
    assert not {"swing", "disarm", "attack", "move"} & set(field.actions("a1")), "both attacks are spent, and the move"


@pytest.mark.rule("PF-SPEC-01.2")
def test_an_opportunity_may_be_a_trip() -> None:
    """b1 leaves a1, who trips it: 12 and 2 for the feat against 10."""
    kama = {"at": "c3", "items": ["falcetto"], "feats": ["sbilanciare-migliorato"]}
    field = Field({"a1": kama}, {"b1": {"at": "d3"}}, dice=[12])
    field.end("a1")
    field.act("b1", "move", "f3")
    field.answer(("PF-CMB-05", "a1"))
    assert field.the(ManoeuvreRolled).manoeuvre == "trip" and field.figure("b1").has("prono")
    assert field.at("b1") == "d3", "it does not get away"


@pytest.mark.rule("PF-DIS-01.2")
@pytest.mark.parametrize(("feats", "given"), [([], 1), (["disarmare-migliorato"], 0)])
def test_disarming_gives_the_target_an_opportunity_unless_it_was_learnt(feats: list[str], given: int) -> None:
    field = Field({"a1": {"at": "c3", "feats": feats, **SWORD}}, {"b1": {"at": "d3", "items": ["mazza-pesante"]}},
                  dice=[2], order=("b1", "a1"))  # fmt: skip
    field.end("b1")
    field.act("a1", "disarm", "spada-lunga", "b1", "mazza-pesante")
    assert len(field.all(OpportunityGiven)) == given
    if given:
        assert field.the(OpportunityGiven).by == ("b1",)


# --- special abilities --------------------------------------------------------------------------------


@pytest.mark.rule("PF-ABL-01.1", "PF-ABL-05.2")
@pytest.mark.parametrize(("ability", "cost"), [
    ("imposizione-delle-mani", "standard"), ("punire-il-male", "swift"), ("ira", "free"),
])  # fmt: skip
def test_each_ability_says_what_it_costs(ability: str, cost: str) -> None:
    field = Field({"a1": {"at": "c3", "abilities": [ability], "level": 4, "hp_now": 10}}, {"b1": {"at": "d3", **SWORD}},
                  dice=[3, 3] if cost == "standard" else [], order=("b1", "a1"))  # fmt: skip
    field.end("b1")
    one = DEEDS["ability"]
    assert callable(one.cost) and one.cost(field.game, "a1", (ability,)) == cost
    target = [option for option in field.offered("a1", "ability", ability) if option in ("a1", "b1")][:1]
    field.act("a1", "ability", ability, *target)
    assert field.the(UseSpent).ability == ability and field.all(OpportunityGiven) == [], "nobody may strike for it"
    assert field.figure("a1").std == (0 if cost == "standard" else 1)


@pytest.mark.rule("PF-ABL-03.2")
@pytest.mark.parametrize(("face", "works"), [(10, True), (9, False)])
def test_a_magic_gift_used_on_guard_may_fail_and_is_used_up_all_the_same(face: int, works: bool) -> None:
    """Caster level 5 and Charisma 14 give +7; the DC is 15 + 2 for a spell of level 1."""
    like = {"kind": "like", "ability": "carisma", "level": 5, "uses": {"dardo-incantato": 1}}
    field = Field({"a1": {"at": "c3", "carisma": 14, "casting": [like]}}, {"b1": {"at": "d3", **SWORD}},
                  dice=[face, *([1, 1, 1] if works else [])], order=("b1", "a1"))  # fmt: skip
    field.end("b1")
    field.act("a1", "cast", "like", "dardo-incantato", "on_guard", "b1", "b1", "b1")
    assert field.figure("b1").hp == (20 - 3 * 2 if works else 20) and bool(field.all(SpellLost)) is not works
    assert field.figure("a1").casters[0].uses == ()
    field.done()

"""Several rules at one moment, with shots and throws: flasks, cover, concealment, reach, who provokes, what stacks."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of, defence_of
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_thrown import CornerAimed, ItemThrown, Scattered
from arbitro.rulesets.pathfinder.events_unseen import SquareStruck
from arbitro.rulesets.pathfinder.numbers import MISS, armour_class
from arbitro.rulesets.pathfinder.state import name_of_square
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
BOW = {"items": ["arco-corto"]}
ACID, FIRE = "ampolla-di-acido", "fuoco-dell-alchimista"


def held(thing: str, **more: object) -> dict[str, Any]:
    return {"thing": thing, "held": True, **more}


def shot(field: Field, weapon: str = "arco-corto", target: str = "b1") -> tuple[int, int]:
    """Bonus of a1's shot, and the AC it meets."""
    a = Attempt(actor="a1", target=target, weapon=weapon, mode="ranged")
    return bonus_of(field.game, a).value, defence_of(field.game, a).value


def hurt(field: Field) -> dict[str, int]:
    return {event.it: event.amount for event in field.all(Hurt)}


# --- shooting into melee ------------------------------------------------------------------------------


@pytest.mark.rule("PF-STD-17.1", "PF-COV-09.1", "PF-CON-04.1", "PF-STD-09.3")
def test_into_melee_past_a_friend_through_fog_and_far() -> None:
    """15 squares: the second increment (-2); a friend is engaged (-4) and in the way (+4 AC); fog between."""
    party = {"a1": {"at": "a1", "bab": 5, "destrezza": 16, **BOW}, "a2": {"at": "o1", **SWORD}}
    field = Field(party, {"b1": {"at": "p1", **SWORD}}, rows=["....%..........."], dice=[16, 20])
    assert shot(field) == (5 + 3 - 2 - 4, 10 + 4)
    assert field.game.query(MISS, target="b1", actor="a1", mode="ranged").value == 20
    field.act("a1", "shoot", "arco-corto", "b1")
    assert field.the(AttackRolled).outcome == "concealed", "16 + 2 reaches 14, and the 20 misses after all"
    field.done()


@pytest.mark.rule("PF-STD-17.1", "PF-FEAT-05.1", "PF-COV-09.1")
def test_precise_shot_is_no_help_against_soft_cover() -> None:
    party = {"a1": {"at": "a1", "feats": ["tiro-preciso"], **BOW}, "a2": {"at": "d1", **SWORD}}
    field = Field(party, {"b1": {"at": "e1", **SWORD}}, rows=["........"])
    assert shot(field) == (0, 14)


@pytest.mark.rule("PF-STD-17.1", "PF-SPW-01.2", "PF-SPW-02.1", "PF-COV-09.1")
def test_a_flask_into_melee_touches_badly_and_splashes_the_friend() -> None:
    """Touch AC 10 in full plate, and 4 for the friend in the way; -4 for the melee, -2 for the second increment."""
    party = {"a1": {"at": "a1", "items": [held(ACID)]}, "a2": {"at": "c1", **SWORD}}
    foe = {"at": "d1", "items": [held("spada-lunga"), "armatura-completa"]}
    field = Field(party, {"b1": foe}, rows=["......"], dice=[20, 19, 5, 3])
    assert shot(field, ACID) == (-6, 14)
    field.act("a1", "shoot", ACID, "b1")
    assert field.the(AttackRolled).outcome == "hit", "a threat that 19 - 6 does not confirm"
    assert hurt(field) == {"b1": 5, "a2": 1}


# --- splash and friends -------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPW-04.1", "PF-SPW-04.3", "PF-EQP-04.1", "PF-HP-07.1")
def test_a_flask_that_goes_astray_fells_a_friend() -> None:
    """1 on the d8 falls short: it breaks between a2 and the thrower's line; a2 had 1 hit point and is at 0."""
    party = {"a1": {"at": "a3", "items": [held(FIRE)]}, "a2": {"at": "c4", "hp_now": 1}}
    field = Field(party, {"b1": {"at": "e3"}}, dice=[1, 1])
    field.act("a1", "shoot", FIRE, "b1")
    assert (field.the(Scattered).squares, name_of_square(field.the(Scattered).at)) == (2, "c3")
    assert hurt(field) == {"a2": 1} and field.figure("a2").has("inabile")
    assert not field.figure("b1").has("fuoco-addosso") and not field.figure("a2").has("fuoco-addosso")
    field.done()


@pytest.mark.rule("PF-SPW-03.2", "PF-SPW-03.3", "PF-SIZE-03.1", "PF-SPW-02.1")
def test_a_corner_beside_a_big_creature_splashes_it_once() -> None:
    """A Large creature at d3 has two squares at the corner d4's lower left: one point, not two."""
    foes = {"b1": {"at": "d3", "size": "grande"}, "b2": {"at": "c4"}}
    field = Field({"a1": {"at": "a4", "items": [held(ACID)]}}, foes, dice=[15])
    field.act("a1", "hurl", ACID, "d4")
    assert field.the(CornerAimed).hit and hurt(field) == {"b1": 1, "b2": 1}
    field.done()


@pytest.mark.rule("PF-SPW-02.1", "PF-DMG-01.1", "PF-EQP-04.1")
def test_resistance_drinks_the_splash_but_not_the_whole_flask() -> None:
    foes = {"b1": {"at": "c3", "resistances": {"acido": 2}}, "b2": {"at": "c4", "resistances": {"acido": 2}}}
    field = Field({"a1": {"at": "a3", "items": [held(ACID)]}}, foes, dice=[15, 6])
    field.act("a1", "shoot", ACID, "b1")
    assert hurt(field) == {"b1": 4}
    field.done()


@pytest.mark.rule("PF-SPW-02.1", "PF-COV-12.1", "PF-SPW-03.2")
def test_a_wall_keeps_the_splash_away() -> None:
    rows = ["....#.", "....#.", "......"]
    foes = {"b1": {"at": "d3"}, "b2": {"at": "f3"}, "b3": {"at": "d2"}}
    field = Field({"a1": {"at": "a3", "items": [held(ACID)]}}, foes, rows=rows, dice=[15, 4])
    field.act("a1", "shoot", ACID, "b1")
    assert hurt(field) == {"b1": 4, "b3": 1}
    field.done()


@pytest.mark.rule("PF-INI-04.1", "PF-SPW-02.2", "PF-AC-10.4", "PF-CLS-02.1")
def test_the_flat_footed_are_touched_without_dexterity_and_without_precision() -> None:
    """Touch AC of the flat-footed: 10 and deflection; sneak attack adds its dice to an arrow, not to acid."""
    foe = {"at": "c3", "destrezza": 18, "deflection": 2, "dodge": 1, "items": ["cotta-di-maglia"]}
    rogue = {"at": "a3", "abilities": ["attacco-furtivo-2"], "items": [held(ACID), held("dardo")]}
    field = Field({"a1": rogue}, {"b1": foe}, dice=[12, 3])
    assert shot(field, ACID)[1] == 12 and shot(field, "dardo")[1] == 12 + 6
    field.act("a1", "shoot", ACID, "b1")
    assert hurt(field) == {"b1": 3}
    field.done()
    field = Field({"a1": rogue}, {"b1": foe}, dice=[19, 2, 3, 4])
    field.act("a1", "shoot", "dardo", "b1")
    assert hurt(field) == {"b1": 2 + 3 + 4}
    field.done()


@pytest.mark.rule("PF-TAB-01.1", "PF-AOO-10.2", "PF-SPW-01.1")
def test_who_throws_beside_a_foe_may_drop_with_the_flask_unbroken() -> None:
    """The opportunity comes before the throw: a1 falls, and the flask is still in its bag of things."""
    party = {"a1": {"at": "c3", "hp_now": 3, "items": [held(ACID)]}, "a2": {"at": "a1"}}
    field = Field(party, {"b1": {"at": "d3", **SWORD}}, dice=[15, 8], order=("b1", "a1", "a2"))
    field.end("b1")
    field.act("a1", "shoot", ACID, "b1")
    assert field.the(OpportunityGiven).action == "shoot"
    field.strike("b1")
    assert field.figure("a1").hp == -5 and field.all(AttackRolled)[-1].actor == "b1"
    assert field.all(ItemThrown) == [] and hurt(field) == {"a1": 8}


@pytest.mark.rule("PF-TAB-01.1", "PF-COV-06.2", "PF-COV-09.4", "PF-STD-04.1")
def test_reach_over_a_friend_gets_no_opportunity_at_an_archer() -> None:
    """A long spear reaches the archer two squares away, but a creature between is soft cover."""
    spear = {"at": "c3", "items": ["lancia-lunga"]}
    for between, given in (({}, ("b1",)), ({"b2": {"at": "d3"}}, ())):
        foes = {"b1": spear, **between}
        field = Field({"a1": {"at": "e3", **BOW}}, foes, dice=[2], order=(*foes, "a1"))
        field.end(*foes)
        field.act("a1", "shoot", "arco-corto", "b1")
        assert tuple(it for event in field.all(OpportunityGiven) for it in event.by) == given


@pytest.mark.rule("PF-COV-06.1", "PF-COV-13.1", "PF-COV-04.1")
def test_behind_a_slit_nobody_takes_an_opportunity() -> None:
    slit = {"walls": [{"between": ["c1", "d1"], "kind": "slit"}]}
    field = Field({"a1": {"at": "d1", **BOW}}, {"b1": {"at": "c1", **SWORD}}, rows=["......"], ground=slit, dice=[2],
                  order=("b1", "a1"))  # fmt: skip
    field.end("b1")
    field.act("a1", "shoot", "arco-corto", "b1")
    assert field.all(OpportunityGiven) == []


# --- size, squeezing, lying and cover -----------------------------------------------------------------


@pytest.mark.rule("PF-TAB-02.1", "PF-GRID-25.3", "PF-COV-02.3", "PF-STD-09.3")
def test_a_squeezed_giant_behind_a_pillar() -> None:
    """Large -1, squeezed -4, cover +4; a Small archer has +1 and is in the first increment."""
    rows = ["######....", "..........", "######....", ".........."]
    field = Field({"a1": {"at": "i1", "size": "piccola", **BOW}}, {"b1": {"at": "c2", "size": "grande"}}, rows=rows)
    field.end("a1", "b1")
    assert field.figure("b1").has("stretto")
    assert shot(field) == (1, 10 - 1 - 4 + 4)


@pytest.mark.rule("PF-CND-15.2", "PF-COV-05.1", "PF-TAB-17.2", "PF-AC-10.1")
def test_prone_behind_a_low_wall() -> None:
    """Lying down is +4 against shots and the wall is +4 cover: 18, or 18 by touch; in melee the lying has -4 and +4."""
    low = {"walls": [{"between": ["d1", "e1"], "kind": "low"}]}
    field = Field({"a1": {"at": "a1", **BOW}}, {"b1": {"at": "e1", "conditions": ["prono"]}}, rows=["........"],
                  ground=low)  # fmt: skip
    field.end("a1", "b1")
    assert shot(field)[1] == 18
    assert armour_class(field.game, "b1", "a1", mode="ranged", against="touch").value == 18
    beside = Field({"a1": {"at": "d1", **SWORD}}, {"b1": {"at": "e1", "conditions": ["prono"]}}, rows=["........"],
                   ground=low)  # fmt: skip
    assert armour_class(beside.game, "b1", "a1", mode="melee").value == 10


@pytest.mark.rule("PF-CND-15.1", "PF-EQP-02.1", "PF-TRP-02.4")
def test_from_the_ground_flies_no_flask_and_bolas_find_nobody_lying() -> None:
    party = {"a1": {"at": "a1", "conditions": ["prono"], "items": [held(ACID), held("bolas")]}}
    field = Field(party, {"b1": {"at": "c1", "conditions": ["prono"]}})
    assert not {"shoot", "hurl", "trip_thrown"} & set(field.actions("a1"))
    field.act("a1", "stand")
    assert {"shoot", "hurl"} <= set(field.actions("a1")) and "trip_thrown" not in field.actions("a1")


@pytest.mark.rule("PF-EQP-02.1", "PF-TAB-01.1", "PF-CMB-02.2", "PF-CMB-11.1")
def test_bolas_beside_a_foe_at_a_big_one() -> None:
    """Throwing provokes from all; a Large target has +1 to CMD, a deflection bonus and its base attack count."""
    foes = {"b1": {"at": "d3", **SWORD}, "b2": {"at": "c6", "size": "grande", "bab": 3, "deflection": 2}}
    field = Field({"a1": {"at": "c3", "forza": 16, "bab": 4, "items": [held("bolas")]}}, foes, dice=[9],
                  order=("b1", "b2", "a1"))  # fmt: skip
    field.end("b1", "b2")
    field.act("a1", "trip_thrown", "bolas", "b2")
    assert field.the(OpportunityGiven).by == ("b1",)
    field.let_go()
    rolled = field.the(ManoeuvreRolled)
    assert (rolled.bonus.value, rolled.cmd.value) == (4 + 3 - 2, 10 + 3 + 1 + 2)
    assert not rolled.passed and rolled.beyond == -2 and not field.figure("a1").has("prono")
    field.done()


# --- unseen -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CON-06.3", "PF-CON-06.2", "PF-TAB-05.1", "PF-TAB-05.2")
def test_the_unseen_strike_well_and_are_sought_in_the_wrong_square() -> None:
    """Invisible +2, and the one attacked has no Dexterity; then it steps aside, and the blow finds air."""
    me = {"at": "c3", "destrezza": 18, **SWORD}
    field = Field({"a1": me}, {"b1": {"at": "d3", "conditions": ["invisibile"], **SWORD}}, dice=[8, 4, 20],
                  order=("b1", "a1"))  # fmt: skip
    blow = Attempt(actor="b1", target="a1", weapon="spada-lunga")
    assert (bonus_of(field.game, blow).value, defence_of(field.game, blow).value) == (2, 10)
    field.act("b1", "attack", "spada-lunga", "a1")
    assert field.the(AttackRolled).outcome == "hit"
    field.act("b1", "step", "d4")
    field.end("b1")
    field.act("a1", "strike_square", "spada-lunga", "d3")
    assert field.the(SquareStruck).square == (3, 2) and field.figure("b1").hp == 20
    field.done()


@pytest.mark.rule("PF-SPW-02.1", "PF-CON-06.3", "PF-CON-07.1")
def test_a_flask_at_the_wrong_square_splashes_the_unseen_beside_it() -> None:
    """Where it is, half of all hits strike it; a flask that breaks on the empty square beside it costs it one point."""
    for square, dice, points in (("d3", [15, 51, 4], 4), ("e3", [15], 1)):
        party = {"a1": {"at": "a3", "items": [held(ACID)]}}
        field = Field(party, {"b1": {"at": "d3", "conditions": ["invisibile"]}}, dice=dice, order=("b1", "a1"))
        field.end("b1")
        field.act("a1", "strike_square", ACID, square)
        assert hurt(field) == {"b1": points}
        field.done()


# --- stacking -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-TAB-17.1", "PF-TAB-17.2", "PF-ITX-01.1", "PF-AC-06.1")
def test_what_stacks_against_an_arrow_and_what_does_not() -> None:
    """Bracers 4 and chain shirt 4 are one type: 4; shield 2; rings 2 and 1: 2; Dexterity 3 under the cap of 4."""
    things = ["bracciali-dell-armatura-4", "giaco-di-maglia", held("scudo-pesante-di-legno"), "anello-di-protezione-2",
              "anello-di-protezione-1"]  # fmt: skip
    field = Field({"a1": {"at": "a1", **BOW}}, {"b1": {"at": "e1", "destrezza": 16, "forza": 14, "items": things}})
    field.end("a1", "b1")
    assert shot(field)[1] == 10 + 4 + 2 + 2 + 3
    assert armour_class(field.game, "b1", "a1", mode="ranged", against="touch").value == 10 + 2 + 3


@pytest.mark.rule("PF-EQP-01.2", "PF-TAB-16.2", "PF-STD-09.3", "PF-TAB-17.3")
def test_penalties_of_a_heavy_bow_add_up() -> None:
    """Too strong a bow -2, second increment -2, shaken -2."""
    bow = {"at": "a1", "bab": 4, "conditions": ["scosso"], "items": [held("arco-corto-composito", rating=3)]}
    field = Field({"a1": bow}, {"b1": {"at": "p1"}}, rows=["." * 20])
    assert shot(field, "arco-corto-composito")[0] == 4 - 2 - 2 - 2

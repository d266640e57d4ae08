"""Casting: what it takes, what disturbs it, whom it reaches, touches and rays (PF-SPL, PF-SWIFT, PF-TAB-09)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, SaveMade
from arbitro.rulesets.pathfinder.events_magic import ChargeHeld, SpellBegun, SpellCast, SpellLost
from tests.pathfinder.field import Field

MAGE = {"at": "c3", "intelligenza": 16}
FOE = {"at": "d3", "items": ["spada-lunga"]}


def mage(*spells: str, level: int = 5, **more: Any) -> dict[str, Any]:
    """Somebody with Intelligence 16 and each of those spells once: concentration level + 3."""
    book = {"source": "mago", "level": level, "prepared": dict.fromkeys(spells, 1)}
    return {**MAGE, "casting": [book], **more}


def cleric(*spells: str, level: int = 5, **more: Any) -> dict[str, Any]:
    book = {"source": "chierico", "tradition": "divine", "ability": "saggezza", "level": level,
            "prepared": dict.fromkeys(spells, 1)}  # fmt: skip
    return {"at": "c3", "saggezza": 14, "casting": [book], **more}


def after_first_turn(me: dict[str, Any], foes: dict[str, dict[str, Any]], dice: list[int], **more: Any) -> Field:
    """The foes have acted, so that they may strike."""
    field = Field(
        {"a1": me, **more.pop("party", {})}, foes, dice=dice, order=(*foes, "a1", *more.pop("then", ())), **more
    )
    field.end(*foes)
    return field


# --- casting and what it costs ------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-01.1", "PF-SPL-08.1", "PF-SPL-06.4")
def test_a_spell_takes_a_standard_action_and_its_place_in_memory() -> None:
    field = Field({"a1": mage("dardo-incantato")}, {"b1": {"at": "h3"}}, dice=[3, 2, 4])
    field.act("a1", "move", "c4")
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    assert field.figure("b1").hp == 20 - (3 + 2 + 4 + 3)
    assert field.figure("a1").casters[0].prepared == (("dardo-incantato", 0),)
    assert "cast" not in field.actions("a1")
    field.done()


def test_cantrips_are_not_used_up() -> None:
    field = Field({"a1": mage("raggio-di-gelo")}, {"b1": {"at": "h3"}}, dice=[15, 2])
    field.act("a1", "cast", "mago", "raggio-di-gelo", "openly", "b1")
    assert field.figure("a1").casters[0].prepared == (("raggio-di-gelo", 1),)
    assert field.figure("b1").hp == 18


def test_spontaneous_casters_spend_slots_and_innate_magic_its_uses() -> None:
    bard = {"source": "bardo", "kind": "spontaneous", "ability": "carisma", "level": 1, "known": ["incuti-paura"],
            "slots": [2, 1]}  # fmt: skip
    field = Field({"a1": {"at": "c3", "casting": [bard]}}, {"b1": {"at": "h3"}}, dice=[1, 20])
    field.act("a1", "cast", "bardo", "incuti-paura", "openly", "b1")
    assert field.figure("a1").casters[0].slots == (2, 0)
    like = {"kind": "like", "level": 5, "uses": {"dardo-incantato": 1, "scudo": 0}}
    field = Field({"a1": {"at": "c3", "casting": [like]}}, {"b1": {"at": "h3"}}, dice=[1, 1, 1])
    field.act("a1", "cast", "like", "dardo-incantato", "openly", "b1", "b1", "b1")
    assert field.figure("a1").casters[0].uses == (("scudo", 0),)


# --- components ---------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-03.1", "PF-SPX-01.1")
def test_no_voice_no_verbal_spell() -> None:
    field = Field({"a1": mage("dardo-incantato", conditions=["ammutolito"])}, {"b1": {"at": "h3"}})
    assert "cast" not in field.actions("a1")


@pytest.mark.rule("PF-SPL-03.2", "PF-CND-02.2")
@pytest.mark.parametrize(("face", "lost"), [(20, True), (21, False)])
def test_the_deaf_spoil_one_spell_in_five(face: int, lost: bool) -> None:
    field = after_first_turn(mage("scudo", conditions=["assordato"]), {"b1": {"at": "h3"}}, [face])
    field.act("a1", "cast", "mago", "scudo", "openly")
    assert [e.why for e in field.all(SpellLost)] == (["failure"] if lost else [])
    assert field.figure("a1").casters[0].prepared == (("scudo", 0),)


@pytest.mark.rule("PF-SPL-04.1", "PF-SPL-04.2")
def test_gestures_need_a_free_hand_and_no_hold() -> None:
    both = mage("scudo", items=["spada-lunga", "scudo-pesante-di-legno"])
    field = Field({"a1": both}, {"b1": {"at": "h3"}})
    assert len(field.figure("a1").held) == 2
    assert "cast" not in field.actions("a1")
    one = Field({"a1": mage("scudo", items=["spada-lunga"])}, {"b1": {"at": "h3"}})
    assert "cast" in one.actions("a1")
    held = Field({"a1": mage("scudo", conditions=["in-lotta"])}, {"b1": {"at": "h3"}})
    assert "cast" not in held.actions("a1")


def test_armour_spoils_arcane_spells_and_no_others() -> None:
    arcane = mage("scudo", items=[{"thing": "corazza-di-piastre", "worn": True}])
    field = Field({"a1": arcane}, {"b1": {"at": "h3"}}, dice=[25])
    field.act("a1", "cast", "mago", "scudo", "openly")
    assert field.the(SpellLost).why == "failure"
    field.done()
    divine = cleric("scudo-della-fede", items=[{"thing": "corazza-di-piastre", "worn": True}])
    field = Field({"a1": divine}, {"b1": {"at": "h3"}})
    field.act("a1", "cast", "chierico", "scudo-della-fede", "openly", "a1")
    assert field.all(SpellLost) == []


# --- what disturbs ------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-09.1", "PF-SPL-09.2", "PF-TAB-09.1", "PF-TAB-09.3")
@pytest.mark.parametrize(("face", "kept"), [(9, False), (10, True)])
def test_who_threatens_strikes_and_the_damage_is_the_difficulty(face: int, kept: bool) -> None:
    dice = [15, 7, face, *([1, 1, 1] if kept else [])]
    field = after_first_turn(mage("dardo-incantato"), {"b1": FOE}, dice)
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    field.strike("b1")
    made = field.the(CheckMade)
    assert (made.dc, made.bonus.value, made.passed) == (10 + 7 + 1, 5 + 3, kept)
    assert field.figure("b1").hp == (14 if kept else 20)
    assert [e.why for e in field.all(SpellLost)] == ([] if kept else ["concentration"])
    field.done()


@pytest.mark.rule("PF-SPL-09.2")
def test_each_blow_is_a_check_of_its_own() -> None:
    foes = {"b1": FOE, "b2": {**FOE, "at": "c4"}}
    field = after_first_turn(mage("scudo"), foes, [15, 2, 5, 15, 3, 6])
    field.act("a1", "cast", "mago", "scudo", "openly")
    field.strike("b1")
    field.strike("b2")
    assert [(e.dc, e.passed) for e in field.all(CheckMade)] == [(13, True), (14, True)]
    field.the(SpellCast)


@pytest.mark.rule("PF-SPL-02.1", "PF-SPL-13.2")
def test_casting_a_touch_spell_provokes_and_leaves_the_caster_its_dexterity() -> None:
    field = after_first_turn(mage("stretta-folgorante", destrezza=16), {"b1": FOE}, [12])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.strike("b1")
    assert (field.the(AttackRolled).ac.value, field.the(AttackRolled).outcome) == (13, "miss")
    assert field.figure("a1").charge
    field.done()


@pytest.mark.rule("PF-ABL-02.1", "PF-ABL-02.2", "PF-ABL-03.1")
def test_innate_magic_can_be_disturbed_like_a_spell_and_is_used_up() -> None:
    like = {"kind": "like", "ability": "carisma", "level": 5, "uses": {"scudo": 2}}
    field = after_first_turn({"at": "c3", "casting": [like]}, {"b1": FOE}, [15, 7, 1, 12])
    field.act("a1", "cast", "like", "scudo", "openly")
    field.strike("b1")
    assert field.the(SpellLost).why == "concentration"
    assert field.figure("a1").casters[0].uses == (("scudo", 1),)
    field.end("a1", "b1")
    field.act("a1", "cast", "like", "scudo", "on_guard")
    assert [e.dc for e in field.all(CheckMade)] == [18, 17]
    assert field.figure("a1").casters[0].uses == ()
    field.done()


@pytest.mark.rule("PF-SPL-11.1", "PF-SPL-11.2", "PF-SPL-11.3")
@pytest.mark.parametrize(("face", "kept"), [(8, False), (9, True)])
def test_on_the_defensive_nobody_strikes_but_it_is_hard(face: int, kept: bool) -> None:
    field = after_first_turn(mage("scudo"), {"b1": FOE}, [face])
    field.act("a1", "cast", "mago", "scudo", "on_guard")
    assert field.the(CheckMade).dc == 15 + 2
    assert field.all(OpportunityGiven) == []
    assert bool(field.all(SpellCast)) is kept
    field.done()


def test_nobody_need_guard_where_nobody_threatens() -> None:
    field = Field({"a1": mage("scudo")}, {"b1": {"at": "h3"}})
    assert field.offered("a1", "cast", "mago", "scudo") == ("openly",)


@pytest.mark.rule("PF-CND-08.4")
def test_in_a_grapple_the_holders_bonus_is_the_difficulty() -> None:
    like = {"kind": "like", "ability": "carisma", "level": 5, "uses": {"dardo-incantato": 1}}
    foe = {"at": "d3", "forza": 14, "bab": 2, "feats": ["lottare-migliorato"]}
    field = Field({"a1": {"at": "c3", "casting": [like]}}, {"b1": foe}, dice=[20, 12, 1, 1, 1], order=("b1", "a1"))
    field.act("b1", "grapple", "a1")
    field.end("b1")
    holder = field.figure("b1")
    assert holder.holds == "a1"
    field.act("a1", "cast", "like", "dardo-incantato", "on_guard" if "on_guard" in field.offered(
        "a1", "cast", "like", "dardo-incantato") else "openly", "b1", "b1", "b1")  # fmt: skip
    made = field.all(CheckMade)[0]
    assert made.cause == "grappled" and made.dc == 10 + 6 + 1 and made.passed  # 12 + 5


@pytest.mark.rule("PF-EQP-02.4")
def test_the_entangled_need_fifteen_and_the_level() -> None:
    field = after_first_turn(mage("scudo", conditions=["intralciato"]), {"b1": {"at": "h3"}}, [7])
    field.act("a1", "cast", "mago", "scudo", "openly")
    assert field.the(CheckMade).dc == 16 and field.the(SpellLost).why == "concentration"


@pytest.mark.rule("PF-RDY-07.1")
def test_an_attack_made_ready_for_casting_may_spoil_it() -> None:
    archer = {"at": "h3", "items": ["arco-corto"]}
    field = Field({"a1": mage("scudo")}, {"b1": archer}, dice=[15, 6, 8], order=("b1", "a1"))
    field.act("b1", "ready", "casts", "a1", "shoot", "arco-corto")
    field.end("b1")
    field.act("a1", "cast", "mago", "scudo", "openly")
    field.answer(("PF-CORE", "b1"))
    assert field.the(CheckMade).dc == 10 + 6 + 1 and field.the(SpellLost).spell == "scudo"
    field.done()


# --- swift and long casting ---------------------------------------------------------------------------


@pytest.mark.rule("PF-SWIFT-03.4", "PF-SWIFT-03.3", "PF-SWIFT-06.1", "PF-SWIFT-05.1", "PF-SPL-10.1")
def test_an_immediate_spell_in_ones_turn_takes_the_swift_action_and_does_not_provoke() -> None:
    field = after_first_turn(mage("caduta-morbida", "scudo"), {"b1": FOE}, [9])
    field.act("a1", "cast", "mago", "caduta-morbida", "openly", "a1")
    assert field.all(OpportunityGiven) == []
    assert (field.figure("a1").swf, field.figure("a1").std) == (0, 1)
    field.act("a1", "cast", "mago", "scudo", "on_guard")
    assert len(field.all(SpellCast)) == 2


@pytest.mark.rule("PF-SWIFT-01.1", "PF-SWIFT-03.2")
def test_a_second_quick_spell_has_to_wait_for_the_next_turn() -> None:
    me = mage()
    me["casting"][0]["prepared"] = {"caduta-morbida": 2}
    field = Field({"a1": me}, {"b1": {"at": "h3"}}, order=("a1", "b1"))
    field.act("a1", "cast", "mago", "caduta-morbida", "openly", "a1")
    assert "cast" not in field.actions("a1")
    field.end("a1", "b1")
    assert "cast" in field.actions("a1")


@pytest.mark.rule("PF-FULL-14.1", "PF-FULL-15.1", "PF-FULL-15.2")
def test_a_long_spell_is_complete_just_before_the_next_turn() -> None:
    field = Field({"a1": mage("sonno", items=["pugnale"])}, {"b1": {"at": "h3"}}, dice=[5])
    field.act("a1", "cast", "mago", "sonno", "openly")
    field.end("a1")
    assert field.all(SpellCast) == [] and field.figure("a1").casting
    field.end("b1")
    assert field.asked == "aim"
    field.answer(("h3",))
    assert field.the(SaveMade).dc == 10 + 1 + 3
    assert field.figure("b1").has("addormentato")
    field.done()


@pytest.mark.rule("PF-FULL-14.2")
def test_a_long_spell_is_lost_to_a_wound_in_between() -> None:
    field = Field({"a1": mage("sonno")}, {"b1": FOE}, dice=[15, 5, 3])
    field.act("a1", "cast", "mago", "sonno", "openly")
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    assert field.the(CheckMade).dc == 16 and not field.figure("a1").casting
    field.done()


# --- touches ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-12.1", "PF-SPL-12.2", "PF-SPL-12.3", "PF-SPL-13.1", "PF-SPL-15.1")
def test_cast_walk_and_touch() -> None:
    foe = {"at": "g3", "items": [{"thing": "corazza-di-piastre", "worn": True}]}
    field = Field({"a1": mage("stretta-folgorante")}, {"b1": foe}, dice=[10, 1, 2, 3, 4, 5])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.act("a1", "move", "f3")
    field.act("a1", "touch", "b1")
    rolled = field.the(AttackRolled)
    assert (rolled.ac.value, rolled.outcome) == (10, "hit")
    assert field.figure("b1").hp == 5 and field.figure("a1").charge == ()
    assert field.all(OpportunityGiven) == []
    field.done()


@pytest.mark.rule("PF-SPL-16.1", "PF-SPL-16.2", "PF-SPL-14.2")
def test_a_miss_keeps_the_charge_for_another_turn_and_a_touch_can_be_critical() -> None:
    dice = [2, 20, 15, 1, 1, 1, 1]
    field = Field({"a1": mage("stretta-folgorante", level=2)}, {"b1": {"at": "d3"}}, dice=dice)
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "b1")
    assert field.figure("a1").charge[0] == "stretta-folgorante"
    field.end("a1", "b1")
    field.act("a1", "touch", "b1")
    assert field.figure("a1").std == 0
    assert field.figure("b1").hp == 20 - 4  # twice two dice
    field.done()


@pytest.mark.rule("PF-SPL-13.1", "PF-SPL-15.1", "PF-AOO-09.1", "PF-STD-06.2")
def test_a_held_touch_may_be_the_attack_of_opportunity() -> None:
    """The mail shirt does not count, and draws the jolt: 6, 1 of the base attack and 3 reach 10, not 14."""
    me = mage("stretta-folgorante", level=1, bab=1)
    field = Field({"a1": me}, {"b1": {"at": "d3", "items": ["giaco-di-maglia"]}}, dice=[6, 6])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1")
    field.act("b1", "move", "g3")
    field.answer(("PF-SPL-13", "a1"))
    rolled = field.the(AttackRolled)
    assert (rolled.ac.value, rolled.bonus.value, rolled.outcome) == (10, 4, "hit")
    assert field.figure("b1").hp == 20 - 6 and field.figure("a1").charge == () and field.at("b1") == "g3"
    field.done()


@pytest.mark.rule("PF-SPL-17.1", "PF-MOV-11.2", "PF-MOV-08.1")
def test_who_takes_a_thing_in_hand_spends_the_spell_in_it_on_the_thing() -> None:
    for how in ("pick_up", "draw"):
        field = Field({"a1": mage("stretta-folgorante", items=["pugnale"])}, {"b1": {"at": "j3"}})
        field.act("a1", "drop" if how == "pick_up" else "sheathe", "pugnale")
        if how == "draw":
            field.end("a1", "b1")
        field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
        assert field.figure("a1").charge
        field.act("a1", how, "pugnale")
        assert field.figure("a1").charge == () and field.figure("a1").held


@pytest.mark.rule("PF-SPL-12.2", "PF-SPL-17.1")
def test_friends_are_touched_without_a_roll() -> None:
    me = cleric("cura-ferite-leggere", level=3)
    party = {"a2": {"at": "d3", "hp_now": 5}}
    field = Field({"a1": me, **party}, {"b1": {"at": "k9"}}, dice=[6])
    field.act("a1", "cast", "chierico", "cura-ferite-leggere", "openly", "a2")
    assert field.figure("a2").hp == 5 + 6 + 3
    assert field.all(AttackRolled) == []
    field.done()


@pytest.mark.rule("PF-SPL-17.2")
def test_another_spell_ends_the_one_in_hand() -> None:
    field = Field({"a1": mage("stretta-folgorante", "scudo")}, {"b1": {"at": "h3"}})
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1", "b1")
    field.act("a1", "cast", "mago", "scudo", "openly")
    assert field.figure("a1").charge == ()
    assert field.all(ChargeHeld)[-1].rules == ("PF-SPL-17.2",)


@pytest.mark.rule("PF-SPL-18.1", "PF-SPL-18.2", "PF-SPL-18.3", "PF-SPL-18.4")
def test_a_blow_of_the_bare_hand_brings_the_spell_along_and_provokes() -> None:
    me = mage("stretta-folgorante", level=1)
    field = Field({"a1": me}, {"b1": {**FOE, "at": "e3"}}, dice=[2, 5, 15, 1, 3], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.act("a1", "move", "d3")
    field.end("a1", "b1")
    field.act("a1", "attack", "senz-armi", "b1")
    field.strike("b1")  # misses
    assert field.figure("a1").charge  # 5 misses too
    field.end("a1", "b1")
    field.act("a1", "attack", "senz-armi", "b1")
    field.let_go()
    assert field.figure("a1").charge == () and field.figure("b1").hp == 20 - 3
    assert field.figure("b1").nonlethal == 1
    field.done()


# --- rays ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-19.1", "PF-SPL-19.2", "PF-SPL-19.4", "PF-SPL-19.5", "PF-SPL-14.1")
def test_rays_provoke_once_more_even_on_the_defensive() -> None:
    foes = {"b1": FOE, "b2": {"at": "h3"}}
    dice = [20, 2, 18, 3, 3, 3, 3, 4]
    field = after_first_turn(mage("raggio-rovente", level=7), foes, dice)
    field.act("a1", "cast", "mago", "raggio-rovente", "on_guard", "b2", "b1")
    field.let_go()
    assert len(field.all(OpportunityGiven)) == 1
    assert [e.target for e in field.all(AttackRolled)] == ["b2", "b1"]


@pytest.mark.rule("PF-SPL-19.3")
def test_a_ray_is_aimed_at_once_and_cannot_be_held() -> None:
    field = Field({"a1": mage("raggio-di-gelo", "stretta-folgorante")}, {"b1": {"at": "d3"}})
    assert field.offered("a1", "cast", "mago", "raggio-di-gelo", "openly") == ("b1",)
    assert field.offered("a1", "cast", "mago", "stretta-folgorante", "openly") == ("b1", "hold_it")


@pytest.mark.rule("PF-SPL-14.2")
def test_a_critical_ray_deals_its_damage_twice_and_one_without_damage_is_none() -> None:
    field = Field({"a1": mage("raggio-di-gelo")}, {"b1": {"at": "h3"}}, dice=[20, 12, 2, 3])
    field.act("a1", "cast", "mago", "raggio-di-gelo", "openly", "b1")
    assert field.figure("b1").hp == 15
    field = Field({"a1": mage("raggio-di-indebolimento")}, {"b1": {"at": "h3"}}, dice=[20, 4, 1])
    field.act("a1", "cast", "mago", "raggio-di-indebolimento", "openly", "b1")
    assert field.the(AttackRolled).outcome == "hit"
    field.done()


# --- areas --------------------------------------------------------------------------------------------


def test_a_fireball_reaches_friend_and_foe_in_its_circle() -> None:
    party = {"a2": {"at": "f3"}}
    foes = {"b1": {"at": "h3"}, "b2": {"at": "l9"}}
    dice = [1, 1, 1, 1, 2, 20, 1]
    field = Field({"a1": mage("palla-di-fuoco"), **party}, foes, dice=dice)
    field.act("a1", "cast", "mago", "palla-di-fuoco", "openly", "h4")
    assert field.the(SpellCast).targets == ("a2", "b1")
    assert (field.figure("a2").hp, field.figure("b1").hp, field.figure("b2").hp) == (17, 14, 20)
    assert field.all(SaveMade)[0].dc == 10 + 3 + 3
    field.done()


def test_a_wall_stops_a_burst_and_a_spread_goes_round_it() -> None:
    rows = [list("............") for _ in range(10)]
    for row in (5, 6, 7, 8):  # h5 to h2
        rows[row][7] = "#"
    foes = {"b1": {"at": "i6"}, "b2": {"at": "g3"}, "b3": {"at": "i3"}}
    dice = [1, 1, 1, 1, 1, 20, 20]
    field = Field({"a1": mage("palla-di-fuoco", "fragore")}, foes, dice=dice, rows=["".join(row) for row in rows])
    field.act("a1", "cast", "mago", "palla-di-fuoco", "openly", "g6")
    assert field.the(SpellCast).targets == ("b1", "b2")  # i3 lies behind the wall, too far round it
    field.done()


@pytest.mark.parametrize(("way", "hit"), [("east.d3", {"b1", "b2"}), ("north_east.d4", {"b2", "b3"})])
def test_a_cone_opens_from_a_corner(way: str, hit: set[str]) -> None:
    foes = {"b1": {"at": "e3"}, "b2": {"at": "e4"}, "b3": {"at": "e5"}, "b4": {"at": "a1"}}
    field = Field({"a1": mage("mani-brucianti", level=1)}, foes, dice=[2, 20, 20])
    assert way in field.offered("a1", "cast", "mago", "mani-brucianti", "openly")
    field.act("a1", "cast", "mago", "mani-brucianti", "openly", way)
    assert set(field.the(SpellCast).targets) == hit


def test_a_line_runs_through_all_on_it() -> None:
    foes = {"b1": {"at": "f3"}, "b2": {"at": "j3"}, "b3": {"at": "f9"}}
    field = Field({"a1": mage("fulmine", level=5)}, foes, dice=[1, 1, 1, 1, 1, 20, 20])
    field.act("a1", "cast", "mago", "fulmine", "openly", "d3.f3")
    assert field.the(SpellCast).targets == ("b1",)
    assert field.the(SpellBegun).spell == "fulmine"


def test_sleep_takes_the_weakest_first() -> None:
    foes = {"b1": {"at": "h3", "level": 3}, "b2": {"at": "h4", "level": 2}, "b3": {"at": "g3", "level": 1}}
    field = Field({"a1": mage("sonno")}, foes, dice=[1, 1])
    field.act("a1", "cast", "mago", "sonno", "openly")
    field.end("a1", "b1", "b2", "b3")
    field.answer(("h4",))
    assert field.the(SpellCast).targets == ("b3", "b2")
    field.done()


def test_spell_resistance_has_to_be_overcome() -> None:
    field = Field({"a1": mage("dardo-incantato")}, {"b1": {"at": "h3", "spell_resistance": 15}}, dice=[9])
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    assert field.figure("b1").hp == 20
    made = field.the(CheckMade)
    assert (made.what, made.dc, made.bonus.value) == ("caster_level", 15, 5)

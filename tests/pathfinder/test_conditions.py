"""What conditions do to those who are in them (PF-CND)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from arbitro.engine.parts import run_parts
from arbitro.rulesets.pathfinder.arms import hit_points_of
from arbitro.rulesets.pathfinder.content import compile_record
from arbitro.rulesets.pathfinder.events_blows import BleedChanged, CheckMade, ConditionBegan
from arbitro.rulesets.pathfinder.events_mending import Found
from arbitro.rulesets.pathfinder.events_things import ItemChanged, ItemLost
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import acts, barred, flat_footed, helpless, score_of, suffers
from arbitro.rulesets.pathfinder.numbers import (
    ATTACK,
    CHECK,
    CMB,
    CMD_OF,
    INITIATIVE,
    MISS,
    MULTIPLIER,
    SAVE,
    SKILL,
    THREAT,
    armour_class,
    speed_of,
)
from arbitro.rulesets.pathfinder.shapes import Ability
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.threat import ready_to_strike
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}


def afflicted(*conditions: str, dice: Any = (), me: dict[str, Any] | None = None, foe: Any = None) -> Field:
    """a1 in conditions beside b1; both have acted."""
    field = Field({"a1": {"at": "c3", **SWORD, **(me or {})}}, {"b1": {"at": "d3", **SWORD, **(foe or {})}}, dice=dice)
    field.end("a1", "b1")
    for condition in conditions:
        afflict(field, "a1", condition)
    return field


def afflict(field: Field, it: str, condition: str) -> None:
    """Somebody is in a condition from now on, with all that follows."""
    field.game.do(ConditionBegan(it=it, condition=condition, rules=("PF-CND-01.1",)))
    drain(field.game.settle())


def drain(flow: Any) -> None:
    """Run a flow that asks nothing."""
    for _ in flow:
        raise AssertionError("nothing is asked here")


def befall(field: Field, line: dict[str, Any]) -> None:
    """A line of a record does to a1 what it says, as an ability of b1."""
    made = Ability(id="prova", name="Prova", name_en="Trial", do=[{**line, "to": "targets"}])
    scope = {"me": "b1", "rule": "PF-ABL-05", "seat": "b", "targets": ("a1",)}
    drain(run_parts(field.game, compile_record(made).uses[0].parts, scope))
    drain(field.game.settle())


def skill_of(field: Field, name: str) -> int:
    return field.game.query(SKILL, it="a1", skill=name, target="").value


def attack_of(field: Field, action: str = "attack") -> int:
    return field.game.query(ATTACK, actor="a1", target="b1", weapon="spada-lunga", mode="melee", action=action,
                            manner="plain", hand="primary", penalty=0).value  # fmt: skip


# --- senses -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-01.1", "PF-CND-01.2", "PF-CND-01.3")
def test_the_blind_are_easier_to_hit_and_hit_half_the_time() -> None:
    field = afflicted(me={"destrezza": 14})
    assert armour_class(field.game, "a1", "b1").value == 12
    before = {name: skill_of(field, name) for name in ("percezione", "acrobazia", "scalare", "guarire")}
    afflict(field, "a1", "accecato")
    assert armour_class(field.game, "a1", "b1").value == 12 - 2 - 2, "its Dexterity and two more"
    after = {name: skill_of(field, name) - n for name, n in before.items()}
    assert after == {"percezione": -4, "acrobazia": -4, "scalare": -4, "guarire": 0}
    assert not sees(field.game, "a1", "b1")
    assert field.game.query(MISS, target="b1", actor="a1", mode="melee").value == 50


@pytest.mark.rule("PF-CND-01.4")
@pytest.mark.parametrize(("square", "dice", "at", "prone"), [
    ("f6", [], "f6", False), ("g6", [10], "g6", False), ("g6", [9], "f6", True),
], ids=["half", "balanced", "fallen"])  # fmt: skip
def test_the_blind_fall_if_they_hurry(square: str, dice: list[int], at: str, prone: bool) -> None:
    """Nine metres are six squares; three of them are slow enough."""
    field = Field({"a1": {"at": "c6", "conditions": ["accecato"], "speeds": {"terra": 9}, "skills": {"acrobazia": 4}}},
                  {"b1": {"at": "l9"}}, dice=dice)  # fmt: skip
    field.act("a1", "move", square)
    assert (field.at("a1"), field.figure("a1").has("prono")) == (at, prone)
    assert [event.dc for event in field.all(CheckMade)] == [10] * len(dice)
    field.done()


@pytest.mark.rule("PF-CND-02.1")
def test_the_deaf_are_slow_to_begin_and_hear_nothing() -> None:
    field = afflicted("assordato")
    assert field.game.query(INITIATIVE, it="a1").value == -4
    assert skill_of(field, "percezione") == -4 and barred(field.game, "a1", "hear") == "assordato"


@pytest.mark.rule("PF-CND-11.2")
def test_the_invisible_are_wholly_concealed() -> None:
    field = afflicted("invisibile")
    assert not sees(field.game, "b1", "a1")
    assert field.game.query(MISS, target="a1", actor="b1", mode="melee").value == 50


# --- weariness ----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-04.1", "PF-CND-04.2", "PF-CND-05.1")
@pytest.mark.parametrize(("condition", "scores", "squares"), [("affaticato", 8, 6), ("esausto", 4, 3)])
def test_weariness_takes_strength_and_haste(condition: str, scores: int, squares: int) -> None:
    fresh = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "g3"}})
    assert {"run", "charge"} <= set(fresh.actions("a1"))
    field = Field({"a1": {"at": "c3", **SWORD, "conditions": [condition], "initiative": 5}}, {"b1": {"at": "g3"}})
    assert score_of(field.game, "a1", "forza") == score_of(field.game, "a1", "destrezza") == scores
    assert speed_of(field.game, "a1", "terra") == squares
    assert not {"run", "charge"} & set(field.actions("a1"))


@pytest.mark.rule("PF-CND-05.2")
def test_who_is_tired_twice_is_exhausted() -> None:
    field = afflicted()
    befall(field, {"inflict": "affaticato"})
    assert field.figure("a1").conditions == ("affaticato",)
    befall(field, {"inflict": "affaticato"})
    assert suffers(field.game, "a1", "esausto") and not suffers(field.game, "a1", "affaticato")
    assert score_of(field.game, "a1", "forza") == 4, "six points off, not eight"


# --- fear ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-06.1")
def test_the_shaken_do_everything_a_little_worse() -> None:
    field = afflicted("scosso")
    assert attack_of(field) == -2
    assert field.game.query(SAVE, it="a1", save="tempra", cause="", actor="b1").value == -2
    assert skill_of(field, "guarire") == -2
    assert field.game.query(CHECK, it="a1", ability="forza", cause="").value == -2


@pytest.mark.rule("PF-CND-06.2")
def test_the_frightened_run_from_whom_they_see_until_they_cannot() -> None:
    field = afflicted("spaventato")
    assert attack_of(field) == -2
    assert set(field.actions("a1")) == {"move", "withdraw"}, "neither a blow nor the end of the turn"
    assert set(field.offered("a1", "move")) & {"b3", "e3", "d4", "i3"} == {"b3"}, "only what leads away from d3"
    field.act("a1", "withdraw", "a1")
    assert field.state.turn == "a1"
    assert "end" in field.actions("a1"), "cornered"


# --- held, pinned, helpless ---------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-08.2", "PF-CND-08.3", "PF-CND-08.5")
def test_in_a_grapple_one_strikes_badly_and_hides_from_nobody() -> None:
    field = afflicted(me={"items": ["spada-lunga", {"thing": "spadone"}]})

    def cmb(manoeuvre: str) -> int:
        return field.game.query(CMB, actor="a1", target="b1", manoeuvre=manoeuvre, weapon="", also=()).value

    free = {m: cmb(m) for m in ("trip", "grapple", "escape")}
    assert ready_to_strike(field.game, "a1")
    afflict(field, "a1", "in-lotta")
    assert attack_of(field) == -2
    assert {m: cmb(m) - free[m] for m in free} == {"trip": -2, "grapple": 0, "escape": 0}
    assert not ready_to_strike(field.game, "a1")
    assert barred(field.game, "a1", "hide") == barred(field.game, "a1", "two_hands") == "in-lotta"


@pytest.mark.rule("PF-CND-08.6")
def test_becoming_invisible_in_a_grapple_is_little_help() -> None:
    field = Field({"a1": {"at": "c3", "forza": 18}}, {"b1": {"at": "d3"}}, dice=[15])
    field.act("a1", "grapple", "b1")
    assert field.figure("b1").held_by == "a1"

    def cmd() -> int:
        return field.game.query(CMD_OF, target="b1", actor="a1", manoeuvre="grapple").value

    before = cmd()
    afflict(field, "b1", "invisibile")
    assert cmd() == before + 2
    assert sees(field.game, "a1", "b1"), "the hands know whom they hold"
    assert field.game.query(MISS, target="b1", actor="a1", mode="melee").value == 0


@pytest.mark.rule("PF-CND-09.1", "PF-CND-09.2")
def test_the_pinned_can_only_struggle_and_speak() -> None:
    field = Field({"a1": {"at": "c3", "destrezza": 14}}, {"b1": {"at": "d3", "forza": 18}}, dice=[15])
    field.end("a1")
    before = armour_class(field.game, "a1", "b1").value
    field.act("b1", "grapple", "a1")
    afflict(field, "a1", "immobilizzato")
    field.end("b1")
    assert before == 12 and armour_class(field.game, "a1", "b1").value == 10 - 4
    assert armour_class(field.game, "a1", "b1", mode="ranged").value == 10 - 4, "against shots too"
    assert "escape" in field.actions("a1") and not {"attack", "move", "trip"} & set(field.actions("a1"))
    assert not barred(field.game, "a1", "verbal")


@pytest.mark.rule("PF-CND-09.3")
@pytest.mark.parametrize("spell", ["dardo-incantato", "palla-di-fuoco"])
def test_the_pinned_make_no_gestures(spell: str) -> None:
    casting = [{"source": "mago", "ability": "intelligenza", "level": 5, "prepared": {spell: 1}}]
    mage = {"at": "c3", "casting": casting, "intelligenza": 16, "items": ["borsa-per-componenti"]}
    assert "cast" in Field({"a1": mage}, {"b1": {"at": "d3"}}).actions("a1")
    field = Field({"a1": {**mage, "conditions": ["immobilizzato"]}}, {"b1": {"at": "d3"}})
    assert "cast" not in field.actions("a1")


@pytest.mark.rule("PF-CND-09.3")
@pytest.mark.parametrize(("face", "cast"), [(10, True), (9, False)])
def test_what_the_pinned_speak_asks_for_concentration(face: int, cast: bool) -> None:
    """Blindness needs a voice alone. Caster level 5 and Intelligence 16 give +8; the DC is 10 + 4 + 2 + its level 2."""
    casting = [{"source": "mago", "ability": "intelligenza", "level": 5, "prepared": {"cecita": 1}}]
    mage = {"at": "c3", "intelligenza": 16, "casting": casting}
    holder = {"at": "d3", "forza": 18, "bab": 2, "hp": 40}
    field = Field({"a1": mage}, {"b1": holder}, dice=[15, face, *([1] if cast else [])])
    field.end("a1")
    field.act("b1", "grapple", "a1")
    afflict(field, "a1", "immobilizzato")
    field.end("b1")
    field.act("a1", "cast", "mago", "cecita", "openly", "b1")
    assert field.all(CheckMade)[0].dc == 18
    assert field.figure("b1").has("accecato") is cast


@pytest.mark.rule("PF-HLP-01.1", "PF-HLP-02.4")
@pytest.mark.parametrize("condition", ["legato", "addormentato", "paralizzato", "privo-di-sensi"])
def test_who_is_helpless(condition: str) -> None:
    field = afflicted()
    assert not helpless(field.game, "a1") and not flat_footed(field.game, "a1")
    afflict(field, "a1", condition)
    assert helpless(field.game, "a1") and flat_footed(field.game, "a1")


@pytest.mark.rule("PF-CND-10.3", "PF-HLP-03.5", "PF-CLS-02.1")
def test_a_rogue_finishes_the_helpless_with_sneak_attack_too() -> None:
    """A longsword twice, 4 + 5, and two dice of a rogue of level 4, 6 + 3, that are not doubled: DC 10 + 18."""
    rogue = {"at": "c3", **SWORD, "classes": {"ladro": 4}, "abilities": ["attacco-furtivo-2"]}
    foes = {"b1": {"at": "d3", "conditions": ["addormentato"], "hp": 40}, "b2": {"at": "l9"}}
    field = Field({"a1": rogue}, foes, dice=[4, 5, 6, 3, 19])
    field.act("a1", "coup", "spada-lunga", "b1")
    assert field.figure("b1").status == "dead", "19 is no 28"
    field.done()


@pytest.mark.rule("PF-HLP-05.2")
def test_the_unseen_have_to_be_found_before_they_are_finished() -> None:
    foes = {"b1": {"at": "d3", "hp": 60, "conditions": ["paralizzato", "invisibile"]}, "b2": {"at": "l9"}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foes, dice=[4, 5, 20])
    assert "coup" not in field.actions("a1")
    field.act("a1", "find", "b1")
    assert field.the(Found).target == "b1"
    field.end("a1", "b2")
    field.act("a1", "coup", "spada-lunga", "b1")
    assert field.figure("b1").hp == 60 - 9
    field.end("a1", "b2")
    assert "coup" not in field.actions("a1") and "find" in field.actions("a1"), "two rounds in a row"
    field.done()


# --- bodies -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-12.2")
@pytest.mark.parametrize(("charisma", "turned"), [(8, 1), (18, 4)])
def test_the_bodiless_are_guarded_by_charisma_alone(charisma: int, turned: int) -> None:
    field = afflicted(me={"natural": 5, "carisma": charisma})
    assert armour_class(field.game, "a1", "b1").value == 15
    afflict(field, "a1", "incorporeo")
    assert armour_class(field.game, "a1", "b1").value == 10 + turned


@pytest.mark.rule("PF-CND-13.2")
def test_the_paralysed_can_be_stepped_over_slowly() -> None:
    rows = ("############", "............", "############")
    foes = {"b1": {"at": "d2", "conditions": ["paralizzato"]}, "b2": {"at": "l2"}}
    field = Field({"a1": {"at": "c2"}}, foes, rows=rows)
    branch = field.game.form("a").grow(("a1", "move"))  # type: ignore[attr-defined]
    cost = {option.key: option.facts["cost"] for option in branch.options}
    assert cost["e2"] == 3, "two for the body's square, one beyond"


@pytest.mark.rule("PF-CND-16.1", "PF-CND-16.2")
def test_broken_things_serve_badly() -> None:
    """A falchion of 10 hit points, a breastplate of 30: half of them gone."""
    items = [{"thing": "falchion"}, "corazza-di-piastre"]
    field = Field({"a1": {"at": "c3", "items": items}}, {"b1": {"at": "d3"}})

    def numbers() -> tuple[int, ...]:
        roles: dict[str, Any] = {"actor": "a1", "target": "b1", "weapon": "falchion"}
        hit = field.game.query(ATTACK, mode="melee", action="attack", manner="plain", hand="primary", penalty=0,
                               **roles).value  # fmt: skip
        return (hit, field.game.query(THREAT, **roles).value, field.game.query(MULTIPLIER, **roles).value,
                armour_class(field.game, "a1", "b1").value)  # fmt: skip

    assert numbers() == (0, 3, 2, 10 + 6)
    break_things(field, "a1")
    assert numbers() == (-2, 1, 2, 10 + 3)


def break_things(field: Field, it: str) -> None:
    """Everything somebody carries has lost half its hit points."""
    for item in field.figure(it).items:
        whole = hit_points_of(item, field.rules.library.thing(item.thing))
        field.game.do(ItemChanged(it=it, item=structs.replace(item, lost=(whole + 1) // 2), what="damaged",
                                  rules=("PF-CND-16.1",)))  # fmt: skip


@pytest.mark.rule("PF-CND-17.3")
def test_of_two_bleeding_wounds_the_worse_counts() -> None:
    field = afflicted()
    for points, left in ((3, 3), (2, 3), (5, 5)):
        befall(field, {"bleed": points})
        assert field.figure("a1").bleed == left
    assert [event.amount for event in field.all(BleedChanged)] == [3, 5]


@pytest.mark.rule("PF-CND-18.1")
def test_the_stunned_drop_what_they_hold() -> None:
    field = afflicted(me={"items": ["spada-lunga", "scudo-pesante-di-legno"], "destrezza": 14})
    afflict(field, "a1", "stordito")
    assert field.the(ItemLost).item.thing == "spada-lunga" and field.figure("a1").held == ()
    assert [item.thing for _, _, item in field.state.lying] == ["spada-lunga"]
    assert armour_class(field.game, "a1", "b1").value == 10 - 2 and acts(field.game, "a1") == "none"


def test_a_blow_wakes_the_sleeping() -> None:
    field = afflicted("addormentato")
    drain(suffer(field.game, "a1", 1, "tagliente"))
    assert not helpless(field.game, "a1")


@pytest.mark.rule("PF-CND-16.3")
def test_a_broken_tool_is_worth_two_less() -> None:
    """A healer's kit gives 2 on Heal; broken it takes them off again."""
    field = afflicted(me={"items": ["benda-del-guaritore"]})
    assert (skill_of(field, "guarire"), skill_of(field, "percezione")) == (2, 0)
    break_things(field, "a1")
    assert skill_of(field, "guarire") == 2 - 2

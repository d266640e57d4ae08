"""What the lines of spells do to those they reach; how a spell is cast, aimed and resisted is proved elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import Dice, Place
from arbitro.engine.parts import run_parts
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.lookups import score_of, suffers
from arbitro.rulesets.pathfinder.numbers import ATTACK, DAMAGE, MISS, RESISTANCE, SAVE, armour_class
from tests.pathfinder.field import Field

SPELLS = built_in().spells
WORKING = sorted(spell.id for spell in SPELLS.values() if spell.do)
PLACED = [spell.id for spell in SPELLS.values() if spell.aim.kind in ("wall", "square", "body")]
"""What these bring on the board has to be aimed; it is proved where walls, callings and the dead are."""


def cast(spell: str, dice: list[int] | Dice, *targets: str, cl: int = 5, dc: int = 15, **who: dict[str, Any]) -> Field:
    """The lines of a spell of a1 for those it reached, whose saves are bare dice."""
    everybody = {"a2": {}, "b1": {}, **who}
    places = {"a1": "c3", "a2": "c5", "b1": "h3", "b2": "k9"}
    made = {id_: {"at": places[id_], "hp": 60, **given} for id_, given in {"a1": {}, **everybody}.items()}
    party = {id_: one for id_, one in made.items() if id_.startswith("a")}
    foes = {id_: one for id_, one in made.items() if id_.startswith("b")}
    field = Field(party, foes, order=("a1", "a2", *foes), dice=dice)
    scope = {"me": "a1", "seat": "a", "rule": spell, "spell": spell, "targets": targets, "cl": cl, "dc": dc,
             "level": 1}  # fmt: skip
    for use in field.rules.records[spell].uses:
        for question in run_parts(field.game, use.parts, scope):
            raise AssertionError(f"{spell} asks {question}")
    return field


def attack_of(field: Field, it: str) -> int:
    """The bonus of an attack with bare hands."""
    return field.game.query(
        ATTACK, actor=it, target=None, weapon="senz-armi", mode="melee", action="attack", manner="plain",
        hand="primary", penalty=0,
    ).value  # fmt: skip


def lost(field: Field, it: str = "b1") -> int:
    """Hit points lost of 60."""
    return 60 - field.figure(it).hp


def test_every_spell_can_be_cast_in_a_fight_but_the_one_that_mends_after_it() -> None:
    assert {spell.id for spell in SPELLS.values()} - {"riparare"} == set(WORKING)


class Loaded:
    """Dice for initiative first, then all of one face, or the highest there is."""

    def __init__(self, face: int) -> None:
        self.face, self.first = face, [19, 18, 17]

    def with_nonces(self, nonces: tuple[str, ...]) -> Loaded:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        return tuple(self.first.pop(0) if self.first else min(self.face, sides) for _ in range(n))


@pytest.mark.parametrize("spell", sorted({*WORKING} - {*PLACED, "dissolvi-magie"}))
def test_every_spell_changes_something_when_saves_fail_and_runs_when_they_pass(spell: str) -> None:
    shape = SPELLS[spell]
    targets = ("a1",) if shape.aim.who == "ally" or shape.aim.kind == "self" else ("a2", "b1")
    field = cast(spell, Loaded(1), *targets)
    changed = [f.id for f in field.state.figures.values() if f.hp != 60 or f.conditions or f.damaged or f.temp]
    assert changed or field.state.effects or spell.startswith("cura-") or spell == "stabilizzare"
    cast(spell, Loaded(20), *targets)


# --- damage and saves


def test_a_fireball_is_rolled_once_and_halved_by_a_save() -> None:
    field = cast("palla-di-fuoco", [1, 2, 3, 4, 5, 18, 4], "a2", "b1")
    assert (lost(field, "a2"), lost(field)) == (7, 15)
    field.done()


def test_a_fireball_grows_to_ten_dice_and_no_further() -> None:
    assert lost(cast("palla-di-fuoco", [1] * 10 + [2], "b1", cl=14)) == 10


@pytest.mark.rule("PF-CLS-03.1", "PF-CLS-03.2")
def test_evasion() -> None:
    nimble = cast("palla-di-fuoco", [6, 6, 6, 6, 6, 15], "b1", b1={"abilities": ["eludere"]})
    assert lost(nimble) == 0
    slow = cast("palla-di-fuoco", [6, 6, 6, 6, 6, 14], "b1", b1={"abilities": ["eludere"]})
    assert lost(slow) == 30
    better = cast("palla-di-fuoco", [6, 6, 6, 6, 6, 14], "b1", b1={"abilities": ["eludere-migliorato"]})
    assert lost(better) == 15


def test_magic_missiles_roll_for_each_target() -> None:
    field = cast("dardo-incantato", [1, 4], "a2", "b1")
    assert (lost(field, "a2"), lost(field)) == (2, 5)


@pytest.mark.rule("PF-SPX-04.1")
def test_an_acid_arrow_burns_on_for_a_round_each_three_levels() -> None:
    field = cast("freccia-acida", [2, 3, 1, 1, 1, 2], "b1", cl=6)
    assert lost(field) == 5
    field.end("a1", "a2")
    assert lost(field) == 5 + 2
    field.end("b1", "a1", "a2")
    assert lost(field) == 5 + 2 + 3
    field.end("b1", "a1", "a2")
    assert lost(field) == 5 + 2 + 3 and not suffers(field.game, "b1", "corroso")
    field.done()


def test_a_ray_of_enfeeblement_lasts_its_rounds_and_a_save_halves_it() -> None:
    field = cast("raggio-di-indebolimento", [4, 14], "b1", cl=2)
    assert score_of(field.game, "b1", "forza") == 10 - (4 + 1)
    field.end("a1", "a2", "b1", "a1", "a2", "b1")
    assert score_of(field.game, "b1", "forza") == 10, "two rounds at level 2"
    assert score_of(cast("raggio-di-indebolimento", [4, 15], "b1", cl=2).game, "b1", "forza") == 10 - 2


# --- hindering


def test_hold_person_gives_a_new_save_each_round() -> None:
    field = cast("blocca-persone", [14, 3, 15], "b1", b2={})
    assert suffers(field.game, "b1", "paralizzato")
    field.end("a1", "a2")
    assert suffers(field.game, "b1", "paralizzato"), "3 is no 15"
    field.end("b2", "a1", "a2")
    assert not suffers(field.game, "b1", "paralizzato")


def test_sleep_grease_and_web() -> None:
    for spell, condition in (("sonno", "addormentato"), ("unto", "prono"), ("ragnatela", "trattenuto")):
        assert suffers(cast(spell, [14], "b1").game, "b1", condition)
        assert not suffers(cast(spell, [15], "b1").game, "b1", condition)


def test_fear_does_not_reach_the_mighty() -> None:
    assert suffers(cast("incuti-paura", [2, 14], "b1").game, "b1", "spaventato")
    assert suffers(cast("incuti-paura", [2, 15], "b1").game, "b1", "scosso")
    assert not cast("incuti-paura", [2, 14], "b1", b1={"level": 6}).figure("b1").conditions


# --- bonuses


@pytest.mark.rule("PF-SPX-02.1", "PF-AC-11.3", "PF-TAB-17.1")
def test_mage_armour_is_force_and_does_not_add_to_armour() -> None:
    field = cast("armatura-magica", [], "a1")
    assert armour_class(field.game, "a1").value == armour_class(field.game, "a1", against="incorporeal").value == 14
    assert armour_class(field.game, "a1", against="touch").value == 10
    worn = cast("armatura-magica", [], "a1", a1={"items": ["cotta-di-maglia"]})
    assert armour_class(worn.game, "a1").value == 16


def test_shield_of_faith_turns_touches_and_barkskin_does_not() -> None:
    faith, bark = cast("scudo-della-fede", [], "a1", cl=6), cast("pelle-coriacea", [], "a1", cl=6)
    found = [armour_class(one.game, "a1", against=how).value for one in (faith, bark) for how in ("normal", "touch")]
    assert found == [13, 13, 13, 10]


@pytest.mark.rule("PF-TAB-17.1", "PF-TAB-17.2")
def test_bonuses_of_one_type_do_not_add_up_and_others_do() -> None:
    field = cast("eroismo", [], "a1")
    assert attack_of(field, "a1") == 2
    again = cast("benedizione", [], "a1")
    scope = {"me": "a1", "seat": "a", "rule": "eroismo", "spell": "eroismo", "targets": ("a1",), "cl": 5, "dc": 15,
             "level": 3}  # fmt: skip
    for use in again.rules.records["eroismo"].uses:
        assert not list(run_parts(again.game, use.parts, scope))
    assert attack_of(again, "a1") == 2, "morale and morale: the better counts"
    for use in again.rules.records["favore-divino"].uses:
        assert not list(run_parts(again.game, use.parts, {**scope, "rule": "favore-divino"}))
    assert attack_of(again, "a1") == 3, "luck comes on top"


def test_prayer_lifts_friends_and_weighs_on_foes() -> None:
    field = cast("preghiera", [], "a1", "a2", "b1")
    assert [attack_of(field, it) for it in ("a1", "a2", "b1")] == [1, 1, -1]
    damage = field.game.query(
        DAMAGE, actor="b1", target="a1", weapon="senz-armi", mode="melee", action="attack", manner="plain",
        hand="primary", penalty=0,
    )  # fmt: skip
    assert damage.value == -1


def test_strength_of_a_bull_ends_with_its_minutes() -> None:
    field = cast("forza-del-toro", [], "a1", cl=3)
    assert score_of(field.game, "a1", "forza") == 14 and attack_of(field, "a1") == 2


def test_blur_and_resistances() -> None:
    assert cast("sfocatura", [], "a1").game.query(MISS, target="a1", actor="b1", mode="melee").value == 20
    points = [
        cast("resistere-al-fuoco", [], "a1", cl=level).game.query(RESISTANCE, it="a1", type="fuoco").value
        for level in (6, 7, 11)
    ]
    assert points == [10, 20, 30]
    assert cast("resistenza", [], "a1").game.query(SAVE, it="a1", save="tempra", cause="", actor="b1").value == 1


@pytest.mark.rule("PF-HP-10.1")
def test_temporary_hit_points_of_aid() -> None:
    field = cast("aiuto", [6], "a1", cl=4)
    assert field.figure("a1").temp == (("aiuto", 10),) and attack_of(field, "a1") == 1


def test_haste_and_slow() -> None:
    assert attack_of(cast("velocita", [], "a1"), "a1") == 1
    slowed = cast("lentezza", [3], "b1")
    assert attack_of(slowed, "b1") == -1 and suffers(slowed.game, "b1", "rallentato")


def test_invisibility_ends_with_the_turn_in_which_one_attacks() -> None:
    field = cast("invisibilita", [15, 2], "a1", b1={"hp": 60})
    assert suffers(field.game, "a1", "invisibile")
    field.end("a1", "a2", "b1")
    assert suffers(field.game, "a1", "invisibile"), "a turn without an attack"


# --- healing


def test_cures_heal_up_to_the_whole_and_burn_the_undead() -> None:
    field = cast("cura-ferite-leggere", [6], "a2", a2={"hp_now": 40})
    assert field.figure("a2").hp == 40 + 6 + 5
    undead = cast("cura-ferite-moderate", [6, 6, 14], "b1", b1={"type": "non_morto"})
    assert lost(undead) == 6 + 6 + 5


@pytest.mark.rule("PF-HEAL-04.1")
def test_stabilising() -> None:
    field = cast("stabilizzare", [], "a2", a2={"hp_now": -5})
    assert field.figure("a2").stable

"""What single creatures of the book do beside blows, continued: heads, webs, blood, armour, trees, stillness."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_blows import AbilityHurt, AttackRolled, Hurt, ManoeuvreRolled, SaveMade
from arbitro.rulesets.pathfinder.events_bonds import Died, Joined
from arbitro.rulesets.pathfinder.events_magic import Vanished
from arbitro.rulesets.pathfinder.events_menaces import CameOff, Clung, HeadCut, HeadsGrew, NeckHurt, StumpSeared
from arbitro.rulesets.pathfinder.events_moving import Hid
from arbitro.rulesets.pathfinder.events_things import ItemChanged
from arbitro.rulesets.pathfinder.numbers import SKILL, armour_class, speed_of
from arbitro.rulesets.pathfinder.sight import light_at
from arbitro.rulesets.pathfinder.strikes import natural_swings
from arbitro.rulesets.pathfinder.tactics import quick_deed
from tests.pathfinder.field import Field

BITE: dict[str, Any] = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
CLAW: dict[str, Any] = {
    "id": "artiglio",
    "name": "Artiglio",
    "name_en": "Claw",
    "damage": "1d4",
    "types": ["tagliente"],
}
TOUGH = {"hp": 90}
ACID = {**BITE, "extra": "1d6", "extra_type": "acido"}


# --- heads --------------------------------------------------------------------------------------------


HYDRA = {"at": "d3", "hp": 40, "level": 5, "size": "enorme", "long": True, "fast_healing": 5,
         "attacks": [{**BITE, "count": 5}], "abilities": ["teste-di-idra"]}  # fmt: skip
SWORD = {"at": "c3", "items": ["spada-lunga"], "bab": 5, "forza": 14, "feats": ["spezzare-migliorato"], **TOUGH}


def beheaded(dice: list[int], **b1: Any) -> Field:
    """A longsword at a hydra's neck."""
    field = Field({"a1": SWORD}, {"b1": {**HYDRA, **b1}}, dice=dice)
    field.act("a1", "sever", "spada-lunga", "b1")
    return field


@pytest.mark.rule("PF-SND-01.1")
def test_a_head_that_is_cut_off_bites_no_more_and_costs_the_body_its_hit_dice() -> None:
    """Manoeuvre 10 + 5 + 2 + 2 against CMD 10 + 2 for Huge; 1d8 + 2 is 5 or more; 1d4 gives 3 rounds."""
    field = beheaded([10, 3, 3])
    assert (field.the(ManoeuvreRolled).bonus.value, field.the(ManoeuvreRolled).cmd.value) == (9, 12)
    cut, figure = field.the(HeadCut), field.figure("b1")
    assert (cut.rounds, figure.heads, figure.stumps, figure.hp) == (3, 4, (4,), 40 - 5)
    assert len(natural_swings(field.game, "b1")) == 4
    field.done()


def test_a_neck_that_is_not_through_remembers_the_cut_and_two_heads_grow_from_a_stump() -> None:
    """1d8 gives 1 + 2 = 3 of 5 points; then 1 + 2 more; two heads in round 2 + 1, and fast healing as many."""
    field = beheaded([10, 1])
    assert field.the(NeckHurt).amount == 3 and field.figure("b1").heads == 5
    assert not field.all(Hurt), "the body is not hurt by that"
    field = beheaded([10, 1, 10, 1, 1])
    field.end("a1", "b1")
    field.act("a1", "sever", "spada-lunga", "b1")
    assert field.figure("b1").heads == 4 and field.figure("b1").hp == 35
    field.end("a1")
    assert field.figure("b1").hp == 35 + 5, "fast healing 5 at least"
    field.end("b1", "a1")
    grown = field.the(HeadsGrew)
    assert (grown.grown, grown.heads, field.state.round) == (2, 6, 3) and field.figure("b1").heads == 6
    field.done()


def test_there_are_never_more_than_twice_as_many_heads_and_it_heals_as_many_points() -> None:
    field = beheaded([10, 3, 1], attacks=[{**BITE, "count": 6}], hp=60)
    field.game.state.figures["b1"].heads = 12  # type: ignore[attr-defined]
    field.end("a1", "b1", "a1")
    assert field.figure("b1").heads == 12 and field.the(HeadsGrew).grown == 0
    assert field.figure("b1").hp == 60, "5 lost, 12 healed at most"


def test_fire_of_five_points_sears_a_stump_and_without_heads_or_stumps_it_dies() -> None:
    """A brand deals 1d6 fire with each blow: 4 is too little, 5 is enough."""
    brand = {**SWORD, "attacks": [{**CLAW, "extra": "1d6", "extra_type": "fuoco"}], "items": []}
    field = Field({"a1": SWORD, "a2": {**brand, "at": "c4"}}, {"b1": {**HYDRA, "attacks": [BITE], "hp": 60}},
                  dice=[10, 3, 4, 15, 1, 4, 15, 1, 5])  # fmt: skip
    field.act("a1", "sever", "spada-lunga", "b1")
    assert not field.figure("b1").heads and field.figure("b1").present, "its stump lives"
    assert "full_attack" not in field.actions("a1")
    field.end("a1")
    field.act("a2", "attack", "artiglio", "b1")
    assert not field.all(StumpSeared)
    field.end("a2", "b1", "a1")
    field.act("a2", "attack", "artiglio", "b1")
    assert field.the(StumpSeared).seared == 1 and field.the(Died).why == "heads"
    field.done()


def test_a_fire_that_is_no_weapon_sears_all_stumps_and_only_edges_cut_heads() -> None:
    burner = {"at": "c3", "abilities": ["soffio-di-fuoco"]}
    field = Field({"a1": burner}, {"b1": {**HYDRA, "hp": 60}}, dice=[6, 4, 1, 1, 1])
    field.game.state.figures["b1"].stumps = (9, 9)  # type: ignore[attr-defined]
    field.act("a1", "ability", "soffio-di-fuoco", field.offered("a1", "ability", "soffio-di-fuoco")[0])
    assert field.the(StumpSeared).seared == 2 and field.figure("b1").stumps == ()
    club = Field({"a1": {**SWORD, "items": ["randello"]}}, {"b1": HYDRA})
    assert "sever" not in club.actions("a1")


# --- clinging -----------------------------------------------------------------------------------------

STIRGE = {"at": "d3", "hp": 5, "bab": 1, "size": "minuscola", "destrezza": 19, "forza": 3, "feats": ["arma-accurata"],
          "speeds": {"terra": 3, "volo": 12}, "abilities": ["sanguisuga"],
          "attacks": [{**BITE, "id": "contatto", "damage": "0", "touch": True, "hits": ["sanguisuga"]}]}  # fmt: skip


def clung(dice: list[int], **more: Any) -> Field:
    """A stirge in the same square has touched b1."""
    prey = {"at": "d3", **TOUGH, **more}
    field = Field({"a1": STIRGE}, {"b1": prey}, dice=[15, *dice])
    field.act("a1", "attack", "contatto", "b1")
    return field


def test_a_stirge_clings_without_harm_drinks_at_the_end_of_its_turns_and_has_enough_after_four() -> None:
    """d100 gives no disease; 2 + 3 + 13 keeps the hold against CMD 10: its grapple +3, +8 and +5."""
    field = clung([50, 2, 2, 2])
    assert field.the(Clung).to == "b1" and not field.all(Hurt)
    assert field.figure("b1").has("trattenuto") and field.figure("a1").clings == "b1"
    assert armour_class(field.game, "a1").value == 12, "no Dexterity while it clings"
    field.end("a1")
    assert field.figure("b1").damage_to("costituzione") == 1
    assert "move" not in field.actions("b1")
    for _ in range(3):
        field.end("b1")
        assert set(field.actions("a1")).isdisjoint({"attack", "move", "ability"})
        field.end("a1")
    assert [e.amount for e in field.all(AbilityHurt)] == [1, 1, 1, 1]
    assert [e.bonus.value for e in field.all(ManoeuvreRolled)] == [16, 16, 16]
    assert field.the(CameOff) and not field.figure("b1").conditions and not field.figure("a1").conditions
    assert field.game.marked("a1", "sazia")
    field.done()


def test_what_clings_is_plucked_off_or_loses_its_hold() -> None:
    """The prey's grapple 9 against CMD 9; then 1 always loses the hold."""
    field = clung([50, 9])
    field.end("a1")
    field.act("b1", "pluck", "a1", "force")
    assert field.the(CameOff).it == "a1" and not field.figure("b1").conditions
    field.done()
    lost = clung([50, 1])
    lost.end("a1", "b1")
    assert not lost.figure("a1").clings and "attack" in lost.actions("a1")
    lost.done()


def test_several_cling_to_one_and_each_of_them_drinks() -> None:
    field = Field({"a1": STIRGE, "a2": STIRGE}, {"b1": {"at": "d3", **TOUGH}}, dice=[15, 50, 15, 60])
    field.act("a1", "attack", "contatto", "b1")
    field.end("a1")
    field.act("a2", "attack", "contatto", "b1")
    field.end("a2")
    assert field.figure("b1").damage_to("costituzione") == 2
    field.done()


def test_one_sip_in_ten_carries_filth_fever() -> None:
    field = clung([10, 11, 2])
    field.end("a1")
    assert field.the(SaveMade).dc == 12 and field.figure("b1").has("febbricitante")


# --- webs thrown --------------------------------------------------------------------------------------

SPIDER = {"at": "c3", "bab": 2, "destrezza": 17, "level": 3, "abilities": ["lancio-di-ragnatela"], "attacks": [BITE]}


def spun(dice: list[int], **b1: Any) -> Field:
    field = Field({"a1": SPIDER}, {"b1": {"at": "f3", **TOUGH, **b1}}, dice=dice)
    field.act("a1", "ability", "lancio-di-ragnatela", "b1")
    return field


@pytest.mark.rule("PF-EQP-02.2")
def test_a_spider_s_web_entangles_by_a_ranged_touch() -> None:
    """Web +5: base attack 2 and Dexterity 3, at 4.5 metres -2 for the second increment."""
    field = spun([7])
    assert (field.the(AttackRolled).bonus.value, field.the(AttackRolled).outcome) == (3, "hit")
    assert field.figure("b1").has("intralciato") and (field.figure("b1").net, field.figure("b1").web) == (3, 12)
    assert not field.all(Hurt) and dict(field.figure("a1").spent) == {"lancio-di-ragnatela": 1}
    assert not spun([6]).figure("b1").conditions
    field.done()


@pytest.mark.parametrize(("way", "face", "free"), [("artista_della_fuga", 14, True), ("artista_della_fuga", 13, False),
                                                   ("force", 16, True), ("force", 15, False)])  # fmt: skip
def test_out_of_a_web_by_skill_or_harder_by_force_with_a_standard_action(way: str, face: int, free: bool) -> None:
    """DC 12 at -2 for a tangled Dexterity, or 16."""
    field = spun([7, face])
    field.end("a1")
    field.act("b1", "slip_net", way)
    assert field.figure("b1").std == 0 and field.figure("b1").mov == 1
    assert bool(field.figure("b1").net) is not free and not field.state.lying
    field.done()


def test_a_blade_does_five_less_to_a_web_and_giants_are_too_large_for_one() -> None:
    """1d8 gives 8 - 5 = 3, all it has."""
    field = spun([7, 7, 8], items=["spada-lunga"])
    field.end("a1")
    field.act("b1", "cut_net", "b1", "spada-lunga")
    assert field.figure("b1").net == 1 and field.figure("b1").web == 12
    field.end("b1", "a1")
    field.act("b1", "cut_net", "b1", "spada-lunga")
    assert not field.figure("b1").net and not field.figure("b1").conditions
    giant = Field({"a1": SPIDER}, {"b1": {"at": "f3", "size": "enorme"}})
    assert "ability" not in giant.actions("a1")


# --- armour -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "lost"), [(20, 1), (21, 0)])
def test_a_pudding_s_acid_eats_as_much_of_the_armour_as_of_its_bearer(face: int, lost: int) -> None:
    """2 bludgeoning and 3 acid; Reflex +1 against DC 21, hardness 2 of leather."""
    pudding = {"at": "c3", "attacks": [ACID], "abilities": ["acido-del-budino"]}
    bearer = {"at": "d3", **TOUGH, "items": ["cuoio"], "saves": {"tempra": 0, "riflessi": 1, "volonta": 0}}
    field = Field({"a1": pudding}, {"b1": bearer}, dice=[19, 2, 3, face - 1])
    field.act("a1", "attack", "morso", "b1")
    assert field.the(SaveMade).dc == 21 and field.figure("b1").items[0].lost == lost
    assert [e.what for e in field.all(ItemChanged)] == ["harmed"] * lost
    field.done()


def test_who_is_held_saves_armour_with_more_trouble_and_a_gray_ooze_eats_it_only_then() -> None:
    """The blow, then the squeeze: DC 21 and 25 of a pudding; of an ooze the squeeze alone, DC 20."""
    for acid, dcs in (("acido-del-budino", [21, 25]), ("acido-della-melma", [20])):
        ooze = {
            "at": "c3",
            "attacks": [{**ACID, "hits": ["afferrare"]}],
            "abilities": [acid, "afferrare", "stritolare"],
        }
        saves = [20] * (len(dcs) - 1)
        field = Field({"a1": ooze}, {"b1": {"at": "d3", **TOUGH, "items": ["cuoio"]}},
                      dice=[19, 2, 3, *saves, 15, 2, 3, 20])  # fmt: skip
        field.act("a1", "attack", "morso", "b1")
        assert [event.dc for event in field.all(SaveMade)] == dcs
        field.done()


# --- trees --------------------------------------------------------------------------------------------

WOOD = ("............", '....""".....', '....""".....', '....""".....', *("............",) * 8)
TREANT = {"at": "a1", "size": "enorme", "abilities": ["destare-alberi"], "hp": 100}


def roused() -> Field:
    """A treant calls the tree at e9 to g11."""
    field = Field({"a1": TREANT}, {"b1": {"at": "l1", "hp": 400, "bab": 20, "forza": 60, "items": ["spadone"]}},
                  rows=WOOD, dice=[])  # fmt: skip
    field.act("a1", "rouse_tree", "e9")
    return field


def test_a_tree_roused_fights_from_the_next_round_on_and_no_more_than_two() -> None:
    field = roused()
    tree = field.the(Joined).creature
    assert (tree.profile, tree.seat, field.figure("a1").std) == ("albero-destato", "a", 0)
    field.end("a1")
    assert field.state.turn == "b1", "it is still tearing its roots loose"
    field.end("b1", "a1")
    assert field.state.turn == tree.id and speed_of(field.game, tree.id, "terra") == 2
    assert len(natural_swings(field.game, tree.id)) == 1


def test_a_tree_takes_root_when_whoever_roused_it_falls() -> None:
    field = roused()
    field.game.state.figures["a1"].conditions = ("privo-di-sensi",)  # type: ignore[attr-defined]
    field.end("a1")
    assert field.the(Vanished).it == field.the(Joined).creature.id


# --- stillness and hiding -----------------------------------------------------------------------------


def hides(ability: str, rows: tuple[str, ...], at: str = "c3", **ground: Any) -> int:
    field = Field({"a1": {"at": at, "abilities": [ability]}}, {"b1": {"at": "k8"}}, rows=rows, ground=ground)
    return field.game.query(SKILL, it="a1", skill="furtivita", target="").value


OPEN = ("............",) * 10


@pytest.mark.rule("PF-SKL-06.1")
@pytest.mark.parametrize(("ability", "sign", "more"), [("celato-nell-acqua", "~", 8), ("celato-nel-sottobosco", '"', 4),
                                                       ("celato-fra-gli-alberi", '"', 16)])  # fmt: skip
def test_some_creatures_hide_better_where_they_belong(ability: str, sign: str, more: int) -> None:
    assert hides(ability, OPEN) == 0
    assert hides(ability, (sign * 12,) * 10) == more


def test_a_gargoyle_hides_beside_stone_and_a_shadow_in_dim_light() -> None:
    assert hides("celato-fra-le-rocce", OPEN) == 0
    assert hides("celato-fra-le-rocce", (*OPEN[:8], "...#........", *OPEN[:1])) == 6
    assert [hides("celata-nell-ombra", OPEN, light=light) for light in ("bright", "normal", "dim", "dark")] == [
        -4, 0, 4, 0]  # fmt: skip


def test_a_gargoyle_stands_as_still_as_with_a_twenty_and_is_not_noticed_by_whoever_walks_before_it() -> None:
    """20 + 3 against Perception 1; b1 comes into plain view of it and sees a statue."""
    rows = (*OPEN[:7], "...##.......", *OPEN[:2])
    gargoyle = {"at": "c3", "skills": {"furtivita": 3}, "abilities": ["immobilita"]}
    field = Field({"a1": gargoyle}, {"b1": {"at": "g3"}}, rows=rows, dice=[1])
    field.act("a1", "hide")
    assert field.the(Hid).total == 23
    field.end("a1")
    field.act("b1", "move", "c5")
    assert field.figure("a1").hidden
    other = Field({"a1": {**gargoyle, "abilities": []}}, {"b1": {"at": "g3"}}, rows=rows, dice=[20, 1])
    other.act("a1", "hide")
    other.end("a1")
    other.act("b1", "move", "c5")
    assert not other.figure("a1").hidden, "whoever is no statue is seen"


def test_what_one_sees_through_is_noticed_with_perception_15_and_takes_in_what_is_as_large_as_itself() -> None:
    """No roll: four squares away 16 does not notice it, 17 does."""
    rows = (*OPEN[:7], "...##.......", *OPEN[:2])
    for face, hidden in ((16, True), (17, False)):
        field = Field({"a1": {"at": "c3", "abilities": ["trasparente"]}}, {"b1": {"at": "g3"}}, rows=rows, dice=[face])
        field.act("a1", "hide")
        assert field.figure("a1").hidden is hidden
        field.done()
    cube = {"at": "c3", "size": "grande", "abilities": ["inglobare"], "speeds": {"terra": 9}}
    for size, taken in (("grande", True), ("enorme", False)):
        field = Field({"a1": cube}, {"b1": {"at": "f3", "size": size}})
        assert ("engulf" in field.actions("a1")) is taken


# --- other traits -------------------------------------------------------------------------------------


def test_a_crocodile_sprints_once_a_minute() -> None:
    field = Field({"a1": {"at": "c3", "speeds": {"terra": 6}, "abilities": ["scatto-breve"]}}, {"b1": {"at": "l9"}})
    field.act("a1", "ability", "scatto-breve")
    assert speed_of(field.game, "a1", "terra") == 8 and "ability" not in field.actions("a1")
    field.end("a1", "b1")
    assert speed_of(field.game, "a1", "terra") == 4 and "ability" not in field.actions("a1")
    for _ in range(9):
        field.end("a1", "b1")
    assert "ability" in field.actions("a1")


@pytest.mark.rule("PF-TAB-18.1")
def test_a_fire_beetle_gives_light_for_three_metres() -> None:
    field = Field({"a1": {"at": "c3", "light": 3, "dim": 3}}, {"b1": {"at": "k3"}}, ground={"light": "dark"})
    lit = [light_at(field.game, "b1", field.figure("a1").space.at(x, 2)) for x in (2, 4, 5)]
    assert lit == ["normal", "normal", "dark"]


def test_hind_claws_of_their_own_rake_instead_of_the_fore_ones() -> None:
    hind = {**CLAW, "id": "zampe", "damage": "1d8", "count": 2}
    cat = {"at": "b3", "attacks": [BITE], "hind": [hind], "abilities": ["balzo", "artigliare"]}
    field = Field({"a1": cat}, {"b1": {"at": "h3", **TOUGH}}, dice=[15, 3, 15, 7, 15, 8])
    field.act("a1", "charge", "morso", "b1")
    assert [e.amount for e in field.all(Hurt)] == [3, 7, 8]
    assert len(natural_swings(field.game, "a1")) == 1, "they are no attack by themselves"
    field.done()


def test_energy_drained_gives_the_drainer_five_points_and_spikes_fly_54_metres() -> None:
    touch = {**BITE, "hits": ["risucchio-di-energia"]}
    field = Field({"a1": {"at": "c3", "attacks": [touch], "abilities": ["risucchio-di-energia"]}},
                  {"b1": {"at": "d3", **TOUGH}}, dice=[15, 3])  # fmt: skip
    field.act("a1", "attack", "morso", "b1")
    assert dict(field.figure("a1").temp) == {"risucchio-di-energia": 5}
    wide = ("." * 60,) * 3
    far = [Field({"a1": {"at": "a1", "abilities": ["scarica-di-aculei"]}}, {"b1": {"at": at}}, rows=wide)
           for at in ("ak1", "al1")]  # fmt: skip
    assert ["ability" in field.actions("a1") for field in far] == [True, False], "36 squares, not 37"


def test_the_book_gives_its_creatures_what_is_proved_here() -> None:
    monsters = built_in().monsters
    has = {"idra": "teste-di-idra", "stirge": "sanguisuga", "ragno-gigante": "lancio-di-ragnatela",
           "treant": "destare-alberi", "gargoyle": "immobilita", "coccodrillo": "scatto-breve",
           "viverna": "artigliare", "ombra": "celata-nell-ombra"}  # fmt: skip
    assert all(ability in monsters[id_].abilities for id_, ability in has.items())
    assert [(one.damage, one.count) for id_ in ("viverna", "grifone") for one in monsters[id_].hind] == [
        ("1d6", 2), ("1d4", 2)]  # fmt: skip
    assert all("attacco-in-volo" in monsters[id_].feats for id_ in ("roc", "arpia", "viverna", "manticora"))
    assert monsters["scarabeo-di-fuoco"].light == 3 and "lancio-di-massi-enormi" in monsters["treant"].abilities


# --- what a computer does -----------------------------------------------------------------------------


def test_a_computer_throws_its_web_from_afar_rouses_its_trees_and_tears_itself_free() -> None:
    spider = Field({"a1": {**SPIDER, "speeds": {"terra": 3}}}, {"b1": {"at": "k3"}})
    assert quick_deed(spider.game, "a1") == ("ability", "lancio-di-ragnatela", "b1")
    wood = Field({"a1": TREANT}, {"b1": {"at": "l1"}}, rows=WOOD)
    assert quick_deed(wood.game, "a1") == ("rouse_tree", "g9"), "the foliage nearest to b1"
    caught = spun([7])
    caught.end("a1")
    assert quick_deed(caught.game, "b1")[0] == "slip_net"


def test_whoever_is_afraid_plucks_off_what_clings_to_it() -> None:
    field = clung([50], conditions=["spaventato"])
    field.end("a1")
    assert set(field.actions("b1")) == {"pluck"}

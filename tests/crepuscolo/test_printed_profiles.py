"""The printed profiles in play, their abilities, and what the book leaves out (chapters I and VI)."""

from pathlib import Path
from typing import Any

import pytest

from arbitro.content.errors import ContentError
from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.actions import KINDS
from arbitro.rulesets.crepuscolo.content import BOOK, HOUSE, Profile, built_in, read_library
from arbitro.rulesets.crepuscolo.events import (
    DiceRolled,
    DiceSpent,
    Died,
    HitLanded,
    Hurt,
    Moved,
    Succeeded,
    TestEnded,
    TookPart,
)
from arbitro.rulesets.crepuscolo.facts import done_this_turn
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import trial

SPADA, ASCIA, PISTOLA, PROTO_PISTOLA, GRANATA = "CDC-EQ-11", "CDC-EQ-12", "CDC-EQ-41", "CDC-EQ-38", "CDC-EQ-53"
PRECISIONE = "CDC-EQ-45"
AVANZATA, INTIMIDIRE = "CDC-AB-047", "CDC-AB-077"
TOUGH = {"res": 30}
SHOOTER: dict[str, Any] = {"at": (20, 20), "items": [PISTOLA], "abilities": [AVANZATA]}


def hurt(field: Field) -> list[tuple[str, int, str]]:
    """Who lost how much by what, in order."""
    return [(event.it, event.amount, event.action) for event in field.all(Hurt)]


# Razziatore


@pytest.mark.rule("CDC-CMP-16.1", "CDC-CMP-16.2", "CDC-CMP-16.7", "CDC-DMG-04.1")
def test_razziatore_strikes_with_his_axe() -> None:
    field = Field({"a1": {"profile": "razziatore", "at": (20, 20)}, "b1": {"at": (23.5, 20), **TOUGH}}, dice=[3])
    figure = field.figure("a1")
    assert [stat(field.game, "a1", name) for name in ("res", "cmb", "pre", "dan", "vol", "des")] == [5, 4, 0, 3, 0, 4]
    assert (figure.life, figure.weapon, figure.classes) == (5, ASCIA, ("Guerriero", "Predone", "Sciacallo"))
    assert figure.abilities == (INTIMIDIRE,), "Massiccio and the words of his class do nothing"
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 3, "melee")], "3 + 1 hits, and Danno is 2 + 1"
    field.done()


def intimidator(*dice: int, hand: str = "a", **foes: dict[str, Any]) -> Field:
    """`a1`, a Razziatore, and `b1` 5 cm from him."""
    fighters = {"a1": {"profile": "razziatore", "at": (20, 20)}, "b1": {"at": (27.5, 20), "dice": ()}, **foes}
    return Field(fighters, dice=dice, hand=hand)


@pytest.mark.rule("CDC-CMP-16.6", "CDC-AB-077.1")
@pytest.mark.parametrize(
    ("die", "face", "works"), [(8, 5, True), (8, 4, False), (6, 6, True), (4, 4, False), (8, 1, False)]
)
def test_his_intimidire_needs_5(die: int, face: int, works: bool) -> None:
    field = intimidator(face)
    field.act("a1", "ability", INTIMIDIRE, die=die)
    assert field.the(DiceSpent).dice == (die,)
    assert field.figure("b1").conditions == (("Spaventato",) if works else ())
    assert len(field.all(Succeeded)) == (1 if works else 0)
    field.done()


@pytest.mark.rule("CDC-CMP-16.6", "CDC-AB-077.1")
def test_it_may_be_used_in_the_other_hand_too() -> None:
    field = intimidator(5, hand="b", b2={"at": (50, 50)})
    field.answer(("a1", "ability", INTIMIDIRE, 8), seat="a")
    assert field.figure("b1").conditions == ("Spaventato",)
    assert field.figure("a1").dice == (4, 6)
    assert field.state.hand_total == 0, "dice of the other player are not counted"
    fallen = Field(
        {"a1": {"profile": "razziatore", "at": (20, 20), "conditions": ["A Terra"]}, "b1": {"at": (27.5, 20)}}, hand="b"
    )
    assert fallen.game.pending is not None
    assert fallen.game.pending.free == ()


@pytest.mark.rule("CDC-AB-077.1")
@pytest.mark.parametrize(("face", "works"), [(2, True), (1, False)])
def test_intimidire_itself_needs_2(face: int, works: bool) -> None:
    field = Field(
        {"a1": {"at": (20, 20), "abilities": [INTIMIDIRE]}, "b1": {"at": (27.5, 20), "dice": ()}}, dice=[face]
    )
    field.act("a1", "ability", INTIMIDIRE, die=4)
    assert field.figure("b1").conditions == (("Spaventato",) if works else ())


@pytest.mark.rule("CDC-EQ-65.2")
def test_bone_weapons_give_a_razziatore_the_better_threshold() -> None:
    own = {"profile": "razziatore", "at": (20, 20), "upgrades": [{"item": "CDC-EQ-65", "to": ASCIA}]}
    field = Field({"a1": own, "b1": {"at": (27.5, 20), "dice": ()}}, dice=[2])
    field.act("a1", "ability", INTIMIDIRE, die=4)
    assert field.figure("b1").conditions == ("Spaventato",)


@pytest.mark.rule("CDC-AB-077.2")
def test_it_frightens_the_enemies_within_5_cm_who_fail_a_spirito_test() -> None:
    more = {
        "a2": {"at": (20, 24), "dice": ()},
        "b2": {"at": (27.51, 20), "dice": ()},
        "b3": {"at": (20, 12.5), "dice": (8,)},
    }
    field = intimidator(5, 4, **more)
    field.act("a1", "ability", INTIMIDIRE, die=8)
    assert field.about == {"actor": "b3", "test": "spirito"}
    field.answer(8)
    assert [(test.it, test.kind, test.passed) for test in field.all(TestEnded)] == [
        ("b1", "spirito", False),
        ("b3", "spirito", True),
    ]
    assert [name for name in field.state.figures if field.figure(name).conditions] == ["b1"]
    field.done()


# Assaltatore


@pytest.mark.rule("CDC-CMP-17.1", "CDC-CMP-17.2", "CDC-CMP-17.7")
def test_assaltatore_carries_what_is_printed() -> None:
    field = Field({"a1": {"profile": "assaltatore", "at": (20, 20)}, "b1": {"at": (50, 20)}})
    figure = field.figure("a1")
    assert [stat(field.game, "a1", name) for name in ("res", "cmb", "pre", "dan", "vol", "des")] == [3, 5, 2, 1, 1, 3]
    assert (figure.weapon, figure.ranged, figure.classes) == (SPADA, (PISTOLA, GRANATA), ("Guerriero", "Umano"))
    assert (figure.items, figure.abilities) == ((SPADA, PISTOLA, GRANATA), (AVANZATA,)), "no magazine among them"


@pytest.mark.rule("CDC-CMP-17.6")
def test_his_tiro_in_assalto_is_tiro_in_avanzata() -> None:
    field = Field({"a1": {"profile": "assaltatore", "at": (20, 20)}, "b1": {"at": (50, 20), **TOUGH}}, dice=[3, 4])
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    assert hurt(field) == [("b1", 1, "shot")], "3 + 1: Precisione 2 is more than Destrezza 0"
    field.to(32, 20)
    assert field.at("a1") == (32, 20)
    field.done()


# Tiro in Avanzata


@pytest.mark.rule("CDC-AB-047.1", "CDC-AB-047.2", "CDC-AB-047.3", "CDC-AB-141.1")
def test_one_d8_buys_a_shot_of_a_d6_and_a_move_of_a_d4() -> None:
    field = Field({"a1": SHOOTER, "b1": {"at": (50, 20), **TOUGH}}, dice=[5, 3])
    assert field.offered("a1", "advance") == ("shot", "move")
    assert field.offered("a1", "advance", "shot", PISTOLA, "b1") == (8,)
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    assert field.the(DiceSpent).dice == (8,)
    assert [(rolled.sides, rolled.faces, rolled.counted) for rolled in field.all(DiceRolled)] == [
        (6, (5,), 5),
        (4, (3,), 3),
    ]
    assert hurt(field) == [("b1", 1, "shot")]
    assert (field.asked, field.about["face"]) == ("place", 3)
    assert field.refusal((29_001, 20_000)) is not None, "3 x 3 cm and no more"
    field.to(29, 20)
    assert field.at("a1") == (29, 20)
    assert field.figure("a1").dice == (4, 6)
    field.done()


@pytest.mark.rule("CDC-AB-047.2")
@pytest.mark.parametrize(("face", "critical", "amount"), [(6, True, 2), (5, False, 1)])
def test_6_is_the_critical_face(face: int, critical: bool, amount: int) -> None:
    field = Field({"a1": SHOOTER, "b1": {"at": (50, 20), **TOUGH}}, dice=[face, 1])
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    assert field.the(HitLanded).critical is critical
    assert hurt(field) == [("b1", amount, "shot")]


@pytest.mark.rule("CDC-AB-047.1")
@pytest.mark.parametrize("fields", [{"dice": (4, 6)}, {"abilities": []}, {"items": [PRECISIONE]}, {"items": []}])
def test_it_takes_the_ability_a_d8_and_a_weapon_of_one_die(fields: dict[str, Any]) -> None:
    field = Field({"a1": {**SHOOTER, **fields}, "b1": {"at": (40, 20)}})
    assert "advance" not in field.offered("a1")


@pytest.mark.rule("CDC-AB-047.1")
@pytest.mark.parametrize(("only", "offered"), [({}, True), ({"only": "action in (shot, move)"}, False)])
def test_a_d8_restricted_to_some_use_will_not_do(only: dict[str, str], offered: bool) -> None:
    gift = {"kind": "AG", "limit": "1 per turn", "do": [{"grant_die": 8, "to": "me", "for": "this hand", **only}]}
    fighters = {"a1": {**SHOOTER, "abilities": [AVANZATA, "GIFT"], "dice": (4,)}, "b1": {"at": (40, 20), **TOUGH}}
    field = trial({"GIFT": gift}, fighters, dice=[5, 1])
    field.act("a1", "ability", "GIFT")
    assert ("advance" in field.offered("a1")) is offered
    if offered:
        (die,) = field.offered("a1", "advance", "shot", PISTOLA, "b1")
        field.act("a1", "advance", "shot", PISTOLA, "b1", die=die)
        assert field.all(DiceRolled)[0].sides == 6
        assert field.figure("a1").dice == (4,)


@pytest.mark.rule("CDC-AB-047.4")
def test_every_end_of_the_move_is_nearer_to_the_target() -> None:
    field = Field({"a1": SHOOTER, "b1": {"at": (50, 20)}, "b2": {"at": (10, 50)}}, dice=[3, 4])
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    for end in ((20_000, 20_000), (19_000, 20_000), (20_000, 25_000), (20_050, 26_000)):
        why = field.refusal(end)
        assert why is not None
        assert (why.code, why.rules) == ("not_toward", ("CDC-AB-047.4",))
    # (22, 26) is nearer: 28² + 6² = 820 against 900
    field.to(22, 26)
    assert field.at("a1") == (22, 26)


@pytest.mark.rule("CDC-AB-047.4")
def test_who_cannot_come_nearer_stays() -> None:
    wall = {"id": "wall", "rect": [21.25, 0, 1, 60], "height": 2, "crossing": "impassable", "blocks_sight": False}
    field = Field({"a1": SHOOTER, "b1": {"at": (50, 20)}}, dice=[3, 4], terrain=(wall,))
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    assert field.refusal((20_000, 20_000)) is None
    field.to(20, 20)
    assert field.asked == "action"


@pytest.mark.rule("CDC-AB-047.4")
def test_the_move_leads_towards_a_target_that_the_shot_killed() -> None:
    field = Field({"a1": SHOOTER, "b1": {"at": (50, 20), "life": 1}, "b2": {"at": (20, 50)}}, dice=[5, 2])
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    assert field.the(Died).it == "b1"
    assert field.refusal((20_000, 22_000)) is not None
    field.to(26, 20)
    assert field.at("a1") == (26, 20)


@pytest.mark.rule("CDC-AB-047.5")
def test_the_controller_may_move_first_and_shoot_from_there() -> None:
    # 48 cm away: out of range (45 cm) until he has moved
    field = Field({"a1": {**SHOOTER, "at": (5, 20)}, "b1": {"at": (55.5, 20), **TOUGH}}, dice=[2, 4])
    assert field.offered("a1", "advance") == ("move",)
    field.act("a1", "advance", "move", PISTOLA, "b1", die=8)
    assert field.asked == "place"
    field.to(11, 20)
    assert [(rolled.sides, rolled.faces) for rolled in field.all(DiceRolled)] == [(4, (2,)), (6, (4,))]
    assert hurt(field) == [("b1", 1, "shot")]
    field.done()


@pytest.mark.rule("CDC-AB-047.5")
def test_a_part_that_is_illegal_when_its_turn_comes_is_lost() -> None:
    field = Field({"a1": SHOOTER, "b1": {"at": (30, 20)}}, dice=[3])
    field.act("a1", "advance", "move", PISTOLA, "b1", die=8)
    field.to(27.5, 20)  # into contact
    assert (field.the(Fizzled).kind, field.the(Fizzled).code) == ("shot", "engaged")
    assert len(field.all(DiceRolled)) == 1
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-AB-047.5")
def test_it_counts_as_a_ranged_attack_and_a_movement() -> None:
    shooter = {**SHOOTER, "items": [PROTO_PISTOLA], "dice": (8, 8, 4), "conditions": ["Gelo"]}
    field = Field({"a1": shooter, "b1": {"at": (50, 20), **TOUGH}}, dice=[5, 1])
    field.act("a1", "advance", "shot", PROTO_PISTOLA, "b1", die=8)
    field.to(22, 20)
    assert [took.action for took in field.all(TookPart)] == ["advance", "shot", "move"]
    assert done_this_turn(field.game, "a1", "movement") == 1
    words = field.offered("a1")
    assert "shot" not in words, "its one shot of the turn"
    assert "move" not in words, "its one Movimento under Gelo"
    assert "advance" not in words


@pytest.mark.rule("CDC-AB-047.5")
@pytest.mark.parametrize(
    ("fields", "foe"),
    [({"conditions": ["Gelo"]}, (50, 20)), ({"items": [PROTO_PISTOLA]}, (50, 20)), ({}, (23.5, 20))],
)
def test_limits_of_either_part_forbid_it(fields: dict[str, Any], foe: tuple[float, float]) -> None:
    field = Field({"a1": {**SHOOTER, **fields, "dice": (8, 8)}, "b1": {"at": foe, **TOUGH}}, dice=[1])
    if "conditions" in fields:
        field.act("a1", "move", die=8)
        field.to(20, 20)
    elif "items" in fields:
        field.act("a1", "shot", PROTO_PISTOLA, "b1", die=8)
    assert "advance" not in field.offered("a1")


@pytest.mark.rule("CDC-AB-047.5")
def test_others_respond_to_each_of_its_parts() -> None:
    trip = {
        "moment": "declared", "when": "target is me and action is shot", "limit": "1 per game",
        "do": [{"inflict": "A Terra", "to": "actor"}],
    }  # fmt: skip
    fighters = {"a1": SHOOTER, "b1": {"at": (50, 20), "abilities": ["TRIP"]}}
    field = trial({"TRIP": trip}, fighters)
    field.act("a1", "advance", "shot", PISTOLA, "b1", die=8)
    assert field.asked == "respond"
    field.answer(("TRIP", "b1"))
    assert [(lost.kind, lost.code) for lost in field.all(Fizzled)] == [("shot", "prone"), ("move", "prone")]
    assert field.all(DiceRolled) == []
    assert field.figure("a1").dice == (4, 6)
    assert field.all(Moved) == []


# what is missing


@pytest.mark.rule("CDC-CMP-19.1")
def test_the_book_prints_three_profiles() -> None:
    book = read_library((BOOK,))
    printed = [name for name in book.profiles if name != "simulacro"]  # an image, which has no profile (CDC-PW-102.2)
    assert printed == ["razziatore", "assaltatore", "servo-non-morto"]
    assert all(profile.rule for profile in book.profiles.values())


OWN_PACK = """id: mine
name: Mia
name_en: Mine
version: "1"
ruleset: crepuscolo
ours: false
"""
OWN_PROFILE = """profiles:
  - id: brigante
    name: Brigante
    name_en: Brigand
    cr: 12
    classes: [Predone]
    res: 4
    cmb: 2
    pre: 1
    dan: 1
    vol: 0
    des: 2
    items: [CDC-EQ-16]
    weapon_lists: [lista-armi-corpo-a-corpo-comuni]
    base: {round: 2.5}
    height: 3.0
"""


def own_pack(folder: Path, profiles: str) -> Path:
    """A pack of a player with one profile."""
    (folder / "pack.yaml").write_text(OWN_PACK, encoding="utf-8")
    (folder / "profiles.yaml").write_text(profiles, encoding="utf-8")
    return folder


@pytest.mark.rule("CDC-CMP-19.2")
def test_players_write_other_profiles_in_the_same_form(tmp_path: Path) -> None:
    library = read_library((BOOK, own_pack(tmp_path, OWN_PROFILE)))
    assert (library.profiles["brigante"].cmb, library.profiles["brigante"].items) == (2, ["CDC-EQ-16"])
    assert {type(profile) for profile in built_in().profiles.values()} == {Profile}, "ours too"
    assert len(built_in().profiles) > 3
    assert HOUSE != BOOK


@pytest.mark.rule("CDC-CMP-19.3")
@pytest.mark.parametrize("line", ["mount: moto", "vehicle: true", "passengers: 2"])
def test_nothing_is_mounted_or_driven(line: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError):
        read_library((BOOK, own_pack(tmp_path, f"{OWN_PROFILE}    {line}\n")))
    assert not {"mount", "dismount", "drive", "demolish"} & set(KINDS)


@pytest.mark.rule("CDC-CMP-19.4")
@pytest.mark.parametrize("ability", ["CDC-AB-059", "CDC-AB-063"])
def test_abilities_for_motorbikes_and_buildings_do_nothing(ability: str) -> None:
    record = RULES.records.get(ability)
    assert record is None or not (record.always or record.at or record.uses)
    places = {"b1": {"at": (23.5, 20)}, "b2": {"at": (40, 20)}}
    plain = Field({"a1": {"at": (20, 20), "items": [PISTOLA]}, **places})
    field = Field({"a1": {"at": (20, 20), "items": [PISTOLA], "abilities": [ability]}, **places})
    assert field.offered("a1") == plain.offered("a1")
    assert "shot" not in field.offered("a1"), "engaged: no shooting from the saddle"


@pytest.mark.rule("CDC-CMP-19.5", "CDC-CMP-19.6")
@pytest.mark.parametrize(("alive", "result"), [("a1", "a"), ("b1", "b"), ("", "draw")])
def test_the_last_company_standing_wins(alive: str, result: str) -> None:
    victims = {"a1": ["target"], "b1": ["me"], "": ["(me, target)"]}[alive]
    target = {"one": "figures()", "when": "enemy(me, it)"}
    doom = {"kind": "AG", "target": target, "do": [{"kill": victim} for victim in victims]}
    field = trial({"DOOM": doom}, {"a1": {"at": (20, 20), "abilities": ["DOOM"]}, "b1": {"at": (40, 20)}})
    field.act("a1", "ability", "DOOM", "b1")
    assert field.state.result == result
    assert field.game.over


@pytest.mark.rule("CDC-CMP-19.5")
def test_who_has_yet_to_arrive_keeps_a_company_in_play() -> None:
    doom = {"kind": "AG", "target": {"one": "figures()", "when": "enemy(me, it)"}, "do": [{"kill": "target"}]}
    field = trial({"DOOM": doom}, {"a1": {"at": (20, 20), "abilities": ["DOOM"]}, "b1": {"at": (40, 20)}, "b2": {}})
    field.act("a1", "ability", "DOOM", "b1")
    assert field.state.result == ""

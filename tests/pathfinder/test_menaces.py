"""What single creatures of the book do beside blows: despair, songs, spikes, rocks, splitting, diseases."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import TurnPassed
from arbitro.rulesets.pathfinder.events_blows import AbilityHurt, AttackRolled, Hurt, SaveMade
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.strikes import styles
from arbitro.rulesets.pathfinder.tactics import quick_deed
from tests.pathfinder.field import Field
from tests.pathfinder.test_recovery import Calm

BITE: dict[str, Any] = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
TOUGH = {"hp": 90}


def passed_over(field: Field) -> list[tuple[str, str]]:
    return [(event.it, event.why) for event in field.all(TurnPassed)]


# --- fear and songs -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-13.1")
def test_whoever_sees_a_mummy_near_by_may_lose_turns_to_despair_but_once_only() -> None:
    """1d4 gives 2 rounds; Will 5 against DC 16 fails."""
    field = Field({"a1": {"at": "c3", "abilities": ["disperazione"]}}, {"b1": {"at": "f3"}}, dice=[2, 5])
    field.end("a1")
    assert field.state.turn == "a1" and field.figure("b1").has("paralizzato"), "its turn went by"
    assert field.the(SaveMade).dc == 16
    field.end("a1", "a1")
    assert passed_over(field) == [("b1", "unable"), ("b1", "unable")]
    assert field.state.turn == "b1" and not field.figure("b1").conditions
    field.end("b1", "a1")
    assert field.state.turn == "b1" and len(field.all(SaveMade)) == 1
    field.done()


@pytest.mark.parametrize("more", [{"at": "j3"}, {"at": "f3", "immune": ["paura"]}, {"at": "f3", "immune": ["mente"]}])
def test_far_away_or_fearless_nobody_despairs(more: dict[str, Any]) -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["disperazione"]}}, {"b1": more})
    field.end("a1")
    assert field.state.turn == "b1" and not field.all(SaveMade)


def test_a_captivating_song_draws_whoever_hears_it_as_long_as_it_is_sung_and_a_round_more() -> None:
    field = Field({"a1": {"at": "b3", "abilities": ["canto-ammaliatore"]}}, {"b1": {"at": "k3"}}, dice=[5])
    field.act("a1", "ability", "canto-ammaliatore")
    assert field.figure("b1").has("ammaliato") and field.the(SaveMade).dc == 16
    field.end("a1")
    assert field.state.turn == "a1" and field.at("b1") == "c3", "nine squares of the twelve it covers"
    assert passed_over(field) == [("b1", "unable")]
    field.act("a1", "ability", "canto-ammaliatore")
    assert len(field.all(SaveMade)) == 1, "whoever is in thrall stays so"
    field.end("a1", "a1")
    assert field.at("b1") == "c3" and passed_over(field) == [("b1", "unable")] * 3, "that round and one more"
    field.end("a1")
    assert field.state.turn == "b1" and not field.figure("b1").has("ammaliato")
    field.done()


def test_who_has_withstood_a_song_hears_it_no_more() -> None:
    field = Field({"a1": {"at": "b3", "abilities": ["canto-ammaliatore"]}}, {"b1": {"at": "k3"}}, dice=[16])
    field.act("a1", "ability", "canto-ammaliatore")
    field.end("a1", "b1")
    assert not field.figure("b1").conditions and "ability" not in field.actions("a1"), "nobody is left to draw"


# --- diseases -----------------------------------------------------------------------------------------


def test_a_bite_full_of_filth_infects_and_breaks_out_after_days() -> None:
    """Fortitude 5 against DC 11 fails; 1d3 gives two days."""
    rat = {"at": "d3", "attacks": [{**BITE, "hits": ["febbre-del-sudiciume"]}], "abilities": ["febbre-del-sudiciume"]}
    field = Field({"b1": {"at": "c3", **TOUGH}}, {"a1": rat}, dice=[15, 3, 5, 2], order=("a1", "b1"))
    field.act("a1", "attack", "morso", "b1")
    assert field.figure("b1").has("febbricitante") and field.game.marked("b1", "malattia-covata")
    (hidden,) = [one for one in field.state.effects.values() if one.bearer == "b1"]
    assert [(end.at, end.left) for end in hidden.ends] == [("hour", 48)]
    field.done()


@pytest.mark.rule("PF-CND-20.1")
def test_a_disease_works_once_a_day_until_two_saves_in_a_row() -> None:
    sick = {"at": "c3", "conditions": ["febbricitante"], "skills": {}}
    calm = Calm({"a1": sick}, dice=[5, 2, 3, 15, 2, 1, 1, 15, 15])
    days = []
    for _ in range(5):
        calm.spend("bed")
        days.append((len(calm.all(SaveMade)), calm.figure("a1").has("febbricitante")))
    assert days == [(1, True), (2, True), (3, True), (4, True), (5, False)]
    assert [(e.ability, e.amount) for e in calm.all(AbilityHurt) if e.amount > 0] == [
        ("destrezza", 2), ("costituzione", 3), ("destrezza", 1), ("costituzione", 1)]  # fmt: skip
    assert {event.dc for event in calm.all(SaveMade)} == {11}
    calm.done()


# --- from afar ----------------------------------------------------------------------------------------


def test_four_spikes_with_one_action_each_with_a_roll_of_its_own() -> None:
    """A Large one of base attack 6 with Dexterity 15: 6 + 2 - 1, and 1 for its skill."""
    beast = {"at": "b3", "bab": 6, "forza": 20, "destrezza": 15, "size": "grande", "attacks": [{**BITE, "count": 2}],
             "abilities": ["scarica-di-aculei"]}  # fmt: skip
    field = Field({"a1": beast}, {"b1": {"at": "k3", **TOUGH}}, dice=[15, 3, 1, 15, 4, 15, 1])
    field.act("a1", "ability", "scarica-di-aculei", "b1")
    assert [(e.weapon, e.bonus.value, e.outcome) for e in field.all(AttackRolled)] == [
        ("aculeo", 8, "hit"), ("aculeo", 8, "miss"), ("aculeo", 8, "hit"), ("aculeo", 8, "hit")]  # fmt: skip
    assert [event.amount for event in field.all(Hurt)] == [3 + 5, 4 + 5, 1 + 5]
    assert dict(field.figure("a1").spent) == {"scarica-di-aculei": 1} and field.figure("a1").std == 0
    assert "aculeo" not in styles(field.game, "a1").get("natural", ())
    field.done()


def test_a_computer_hurls_what_it_has_before_it_comes_near() -> None:
    slow = {**GIANT, "speeds": {"terra": 3}}
    field = Field({"a1": slow}, {"b1": {"at": "k3"}, "b2": {"at": "k5", "hp_now": 3}})
    assert quick_deed(field.game, "a1") == ("ability", "lancio-di-massi", "b2")
    near = Field({"a1": GIANT}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, order=("b1", "a1"))
    near.end("b1")
    assert quick_deed(near.game, "a1")[0] != "ability", "b1 would strike"


GIANT = {"at": "b3", "bab": 7, "forza": 25, "destrezza": 8, "size": "grande", "abilities": ["lancio-di-massi"]}


def test_a_giant_s_rock_flies_with_half_again_its_strength() -> None:
    """Hill giant: rock +6, 1d8+10."""
    field = Field({"a1": GIANT}, {"b1": {"at": "k3", **TOUGH}}, dice=[15, 4])
    field.act("a1", "ability", "lancio-di-massi", "b1")
    assert field.the(AttackRolled).bonus.value == 6 and field.the(Hurt).amount == 4 + 10
    field.done()


@pytest.mark.parametrize(("face", "hurt"), [(14, 0), (13, 14)])
def test_who_catches_rocks_takes_one_in_a_round_out_of_the_air(face: int, hurt: int) -> None:
    """Reflex 1 against DC 15, that of a Small rock: 14 is enough."""
    catcher = {
        "at": "k3",
        **TOUGH,
        "saves": {"tempra": 0, "riflessi": 1, "volonta": 0},
        "abilities": ["afferrare-massi"],
    }
    field = Field({"a1": GIANT}, {"b1": catcher}, dice=[15, 4, face], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "ability", "lancio-di-massi", "b1")
    assert field.the(SaveMade).dc == 15 and field.figure("b1").hp == 90 - hurt
    field.done()


# --- bodies -------------------------------------------------------------------------------------------


def test_a_blade_makes_two_puddings_of_one() -> None:
    pudding = {"at": "d3", "hp": 31, "abilities": ["dividersi"]}
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": pudding}, dice=[15, 5])
    field.act("a1", "attack", "spada-lunga", "b1")
    parts = field.state.side("b")
    assert [figure.hp for figure in parts] == [15, 15] and not field.all(Hurt)
    assert len({(figure.x, figure.y) for figure in parts}) == 2 and set(field.state.order) == {
        "a1",
        *(f.id for f in parts),
    }


@pytest.mark.parametrize(("hp", "weapon"), [(10, "spada-lunga"), (31, "randello")])
def test_a_small_rest_and_a_club_are_other_matters(hp: int, weapon: str) -> None:
    pudding = {"at": "d3", "hp": hp, "abilities": ["dividersi"]}
    field = Field({"a1": {"at": "c3", "items": [weapon]}}, {"b1": pudding}, dice=[15, 5])
    field.act("a1", "attack", weapon, "b1")
    assert len(field.state.side("b")) == 1 and field.figure("b1").hp == hp - 5


@pytest.mark.parametrize(("strength", "dies"), [(4, True), (6, False)])
def test_whom_a_shadow_leaves_no_strength_dies(strength: int, dies: bool) -> None:
    touch = {"id": "tocco", "name": "Tocco", "name_en": "Touch", "damage": "0", "types": [], "touch": True,
             "hits": ["tocco-dell-ombra"]}  # fmt: skip
    field = Field(
        {"a1": {"at": "c3", "attacks": [touch], "abilities": ["tocco-dell-ombra"]}},
        {"b1": {"at": "d3", "forza": strength}}, dice=[15, 5],
    )  # fmt: skip
    field.act("a1", "attack", "tocco", "b1")
    assert bool(field.all(Died)) is dies


@pytest.mark.rule("PF-GRP-04.1")
def test_a_crocodile_rolls_over_with_what_it_holds() -> None:
    """The grapple of 10 + 4, then kept with 10 + 4 + 5: a bite of 1d6 + 6 more, and b1 lies."""
    jaws = {"at": "c3", "forza": 18, "attacks": [{**BITE, "hits": ["afferrare"]}],
            "abilities": ["afferrare", "giro-della-morte"]}  # fmt: skip
    field = Field({"a1": jaws}, {"b1": {"at": "d3", **TOUGH}}, dice=[15, 1, 10, 10, 2])
    field.act("a1", "attack", "morso", "b1")
    field.end("a1", "b1")
    field.act("a1", "hold", "keep")
    assert field.figure("b1").has("prono") and field.figure("b1").hp == 90 - (1 + 6) - (2 + 6)
    field.done()


def test_a_choker_is_quick_with_one_move_more() -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["rapidita"]}}, {"b1": {"at": "k9"}})
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 2)
    field.act("a1", "move", "d3")
    field.act("a1", "drop_prone")
    field.act("a1", "stand")
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 0)


@pytest.mark.rule("PF-CHG-09.1")
def test_a_minotaur_gores_harder_at_the_end_of_a_charge() -> None:
    """Strength 18 alone in one attack: 1d6 + 6, and 1d6 more."""
    horns = {**BITE, "id": "incornata"}
    field = Field({"a1": {"at": "b3", "forza": 18, "attacks": [horns], "abilities": ["carica-possente"]}},
                  {"b1": {"at": "h3", **TOUGH}}, dice=[15, 2, 3])  # fmt: skip
    field.act("a1", "charge", "incornata", "b1")
    assert field.figure("b1").hp == 90 - (2 + 6) - 3
    field.done()


@pytest.mark.parametrize(("face", "lost"), [(1, 1), (20, 0)])
def test_a_blade_that_touches_a_pudding_may_be_eaten_away(face: int, lost: int) -> None:
    """Two dice show 11: one point more than the hardness of steel."""
    pudding = {"at": "d3", "hp": 8, "abilities": ["acido-del-budino"]}
    field = Field(
        {"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": pudding}, dice=[15, 1, face, *[6, 5][: 2 * lost]]
    )
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(SaveMade).dc == 21 and field.figure("a1").items[0].lost == lost
    field.done()


@pytest.mark.parametrize(("items", "burnt"), [([], 4), (["spada-lunga"], 0)])
def test_who_strikes_at_fire_with_the_bare_hand_is_burnt(items: list[str], burnt: int) -> None:
    fire = {"at": "d3", "hp": 30, "abilities": ["bruciare"]}
    hand = {"at": "c3", "feats": ["colpo-senz-armi-migliorato"], "items": items}
    field = Field({"a1": hand}, {"b1": fire}, dice=[15, 2, *([4, 3, 2] if burnt else [])])
    field.act("a1", "attack", items[0] if items else "senz-armi", "b1")
    assert field.figure("a1").hp == 20 - burnt and field.figure("a1").has("in-fiamme") is bool(burnt)
    field.done()


@pytest.mark.rule("PF-SPL-03.1")
def test_whom_a_choker_holds_cannot_speak_until_it_is_free() -> None:
    arm = {"id": "tentacolo", "name": "Tentacolo", "name_en": "Tentacle", "damage": "1d4", "types": ["contundente"],
           "hits": ["afferrare"]}  # fmt: skip
    choker = {"at": "c3", "attacks": [arm], "abilities": ["afferrare", "strangolare"]}
    field = Field({"a1": choker}, {"b1": {"at": "d3", **TOUGH}}, dice=[15, 1, 15])
    field.act("a1", "attack", "tentacolo", "b1")
    assert field.figure("b1").held_by == "a1" and field.figure("b1").has("ammutolito")
    field.act("a1", "release")
    assert not field.figure("b1").has("ammutolito")
    field.done()


CUBE = {"at": "b3", "size": "grande", "level": 4, "abilities": ["inglobare"]}


@pytest.mark.parametrize(("face", "where"), [(11, "in"), (12, "aside")])
def test_a_cube_takes_in_whoever_does_not_get_aside(face: int, where: str) -> None:
    """Reflex DC 10, half of four levels and no Strength: 12. Inside, acid and a save each turn."""
    field = Field({"a1": CUBE}, {"b1": {"at": "d3", **TOUGH}}, dice=[face, *([4, 1, 1, 3, 2] if where == "in" else [])])
    assert quick_deed(field.game, "a1")[0] == "engulf"
    assert "engulf" in field.actions("a1") and "d3" in field.offered("a1", "engulf")
    field.act("a1", "engulf", "d3")
    assert field.the(SaveMade).dc == 12 and field.at("a1") == "d3"
    assert (field.figure("b1").inside == "a1") is (where == "in")
    if where == "in":
        field.end("a1", "b1")
        assert field.figure("b1").hp == 90 - 4 and field.figure("b1").has("paralizzato")
    else:
        assert field.at("b1") not in ("d3", "e3", "d4", "e4")
    field.done()


def test_who_strikes_at_a_cube_is_taken_in_without_a_save_and_may_free_itself() -> None:
    sword = {"at": "d3", **TOUGH, "items": ["pugnale"], "forza": 20, "bab": 9}
    field = Field({"a1": {**CUBE, "hp": 60}}, {"b1": sword}, dice=[1, 20], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "engulf", "d3")
    field.answer("strike")
    assert field.figure("b1").inside == "a1" and not field.all(SaveMade)
    field.end("a1")
    field.act("b1", "escape", "force")
    assert not field.figure("b1").inside and not field.figure("b1").held_by


@pytest.mark.parametrize(("type_", "rises"), [("umanoide", True), ("animale", False)])
def test_whom_a_wight_slays_rises_as_one(type_: str, rises: bool) -> None:
    """1d4 gives two rounds."""
    wight = {"at": "c3", "items": ["spada-lunga"], "abilities": ["progenie-di-wight"]}
    foes = {"b1": {"at": "d3", "hp_now": -9, "type": type_}, "b2": {"at": "k9"}}
    field = Field({"a1": wight}, foes, dice=[1, 1, *([2] if rises else [])])
    field.act("a1", "coup", "spada-lunga", "b1")
    while field.asked == "respond":
        field.let_go()
    assert field.figure("b1").status == "dead"
    field.end("a1", "b2")
    assert len(field.state.side("a")) == 1
    field.end("a1", "b2")
    spawn = [figure for figure in field.state.side("a") if figure.id != "a1"]
    assert [figure.profile for figure in spawn] == (["wight"] if rises else [])
    assert not rises or (spawn[0].x, spawn[0].y) == (3, 2)

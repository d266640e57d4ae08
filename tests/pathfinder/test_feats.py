"""The feats that the chapter names: what they need, and what the improved manoeuvres change."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import ManoeuvreRolled
from arbitro.rulesets.pathfinder.feats import lacking
from arbitro.rulesets.pathfinder.interchange.exchange import import_text
from arbitro.rulesets.pathfinder.numbers import CMB, CMD_OF
from tests.pathfinder.field import Field, sheet_of
from tests.pathfinder.test_import import CAPTAIN

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
PREREQUISITES: dict[str, dict[str, Any]] = {
    "riflessi-in-combattimento": {},
    "combattere-con-due-armi": {"destrezza": 15},
    "multiattacco": {"attacks": 3},
    "tiro-preciso": {"feats": ["tiro-ravvicinato"]},
    "maestria-in-combattimento": {"intelligenza": 13},
    "estrazione-rapida": {"bab": 1},
    "fintare-migliorato": {"intelligenza": 13, "feats": ["maestria-in-combattimento"]},
    "disarmare-migliorato": {"intelligenza": 13, "feats": ["maestria-in-combattimento"]},
    "lottare-migliorato": {"destrezza": 13, "feats": ["colpo-senz-armi-migliorato"]},
    "oltrepassare-migliorato": {"forza": 13, "bab": 1, "feats": ["attacco-poderoso"]},
    "sbilanciare-migliorato": {"intelligenza": 13, "feats": ["maestria-in-combattimento"]},
    "spezzare-migliorato": {"forza": 13, "bab": 1, "feats": ["attacco-poderoso"]},
    "spingere-migliorato": {"forza": 13, "bab": 1, "feats": ["attacco-poderoso"]},
    "spingere-superiore": {"bab": 6, "feats": ["spingere-migliorato"]},
}
"""As the published feats print them."""


def needs_of(feat: str) -> dict[str, Any]:
    """What a feat asks of somebody who has nothing."""
    nobody = sheet_of("nessuno", {"bab": 0, **dict.fromkeys(("forza", "destrezza", "intelligenza"), 1)})
    return lacking(built_in().feats[feat], nobody)


@pytest.mark.rule("PF-FEAT-03.2", "PF-FEAT-04.2", "PF-FEAT-05.2", "PF-FEAT-06.3", "PF-FEAT-09.2", "PF-FEAT-10.2")
def test_feats_of_fighting_need_what_the_book_prints() -> None:
    for feat in ("combattere-con-due-armi", "multiattacco", "tiro-preciso", "maestria-in-combattimento",
                 "estrazione-rapida", "fintare-migliorato", "riflessi-in-combattimento"):  # fmt: skip
        assert needs_of(feat) == PREREQUISITES[feat], feat


@pytest.mark.rule("PF-FEAT-11.3", "PF-FEAT-12.3", "PF-FEAT-13.4", "PF-FEAT-14.3", "PF-FEAT-15.3", "PF-FEAT-16.3",
                  "PF-FEAT-17.3")  # fmt: skip
def test_feats_of_manoeuvres_need_what_the_book_prints() -> None:
    for feat in ("disarmare-migliorato", "lottare-migliorato", "oltrepassare-migliorato", "sbilanciare-migliorato",
                 "spezzare-migliorato", "spingere-migliorato", "spingere-superiore"):  # fmt: skip
        assert needs_of(feat) == PREREQUISITES[feat], feat


def test_who_has_what_a_feat_needs_lacks_nothing() -> None:
    claws = {
        "id": "artiglio",
        "name": "Artiglio",
        "name_en": "Claw",
        "damage": "1d4",
        "types": ["tagliente"],
        "count": 3,
    }
    owned = [*PREREQUISITES, "attacco-poderoso", "tiro-ravvicinato", "colpo-senz-armi-migliorato"]
    scores = {"forza": 13, "destrezza": 15, "intelligenza": 13}
    ready = sheet_of("pronto", {"bab": 6, **scores, "attacks": [claws], "feats": owned})
    for feat in PREREQUISITES:
        assert lacking(built_in().feats[feat], ready) == {}
    weak = msgspec.structs.replace(ready, bab=5, scores={**ready.scores, "forza": 12})  # type: ignore[dict-item]
    assert lacking(built_in().feats["spingere-superiore"], weak) == {"bab": 6}
    assert lacking(built_in().feats["spezzare-migliorato"], weak) == {"forza": 13}


def test_a_stat_block_with_a_feat_it_could_not_take_keeps_it_and_says_so() -> None:
    block = CAPTAIN.replace("Attacco Poderoso", "Spingere Superiore").encode()
    told = {lang: import_text(block, "x.txt", "prova", lang).lost for lang in ("it", "en")}  # type: ignore[arg-type]
    assert any("bonus di attacco base 6" in line and "Spingere Migliorato" in line for line in told["it"])
    assert any("base attack bonus 6" in line and "Improved Bull Rush" in line for line in told["en"])


# --- improved manoeuvres ------------------------------------------------------------------------------

MANOEUVRES = {
    "disarm": ("disarmare-migliorato", ("spada-lunga", "b1", "spada-lunga")),
    "grapple": ("lottare-migliorato", ("b1",)),
    "overrun": ("oltrepassare-migliorato", ("b1", "e3")),
    "trip": ("sbilanciare-migliorato", ("spada-lunga", "b1")),
    "sunder": ("spezzare-migliorato", ("spada-lunga", "b1", "spada-lunga")),
    "bull_rush": ("spingere-migliorato", ("b1",)),
}


def tried(manoeuvre: str, feats: list[str]) -> Field:
    """A manoeuvre that fails (a 1 is thrown), against somebody who may strike first."""
    _, path = MANOEUVRES[manoeuvre]
    field = Field({"a1": {"at": "c3", "feats": feats, **SWORD}}, {"b1": {"at": "d3", **SWORD}}, dice=[1],
                  order=["b1", "a1"])  # fmt: skip
    field.end("b1")
    field.act("a1", manoeuvre, *path)
    if field.asked == "overrun":
        field.answer("stand")
    if field.asked == "respond":
        field.let_go()
    return field


@pytest.mark.rule("PF-FEAT-11.1", "PF-FEAT-12.1", "PF-FEAT-13.1", "PF-FEAT-14.1", "PF-FEAT-15.1", "PF-FEAT-16.1")
@pytest.mark.parametrize("manoeuvre", sorted(MANOEUVRES))
def test_with_its_feat_a_manoeuvre_gives_no_opportunity(manoeuvre: str) -> None:
    feat, _ = MANOEUVRES[manoeuvre]
    assert len(tried(manoeuvre, []).all(OpportunityGiven)) == 1
    field = tried(manoeuvre, [feat])
    assert not field.all(OpportunityGiven) and not field.the(ManoeuvreRolled).passed
    other = next(one for name, (one, _) in sorted(MANOEUVRES.items()) if name != manoeuvre)
    assert len(tried(manoeuvre, [other]).all(OpportunityGiven)) == 1


@pytest.mark.rule("PF-FEAT-11.2", "PF-FEAT-12.2", "PF-FEAT-13.2", "PF-FEAT-14.2", "PF-FEAT-15.2", "PF-FEAT-16.2")
@pytest.mark.parametrize("manoeuvre", sorted(MANOEUVRES))
def test_each_feat_gives_2_to_its_manoeuvre_and_against_it_and_to_no_other(manoeuvre: str) -> None:
    feat, _ = MANOEUVRES[manoeuvre]
    field = Field({"a1": {"at": "c3", "feats": [feat]}, "a2": {"at": "c5"}}, {"b1": {"at": "d3"}})
    for name in MANOEUVRES:
        mine, theirs = (
            field.game.query(CMB, actor=it, target="b1", manoeuvre=name, weapon="", also=()).value
            for it in ("a1", "a2")
        )
        guard, bare = (
            field.game.query(CMD_OF, target=it, actor="b1", manoeuvre=name).value for it in ("a1", "a2")
        )  # fmt: skip
        more = 2 if name == manoeuvre else 0
        assert (mine - theirs, guard - bare) == (more, more), name


@pytest.mark.rule("PF-FEAT-13.3", "PF-OVR-02.2")
def test_nobody_steps_out_of_the_way_of_an_improved_overrun() -> None:
    for feats, asked in (([], "overrun"), (["oltrepassare-migliorato"], "action")):
        field = Field({"a1": {"at": "c3", "feats": feats}}, {"b1": {"at": "d3"}}, dice=[15])
        field.act("a1", "overrun", "b1", "e3")
        assert field.asked == asked


@pytest.mark.rule("PF-FEAT-17.1", "PF-FEAT-16.2")
def test_the_greater_bull_rush_adds_2_to_pushing_only() -> None:
    feats = ["spingere-migliorato", "spingere-superiore"]
    field = Field({"a1": {"at": "c3", "feats": feats}}, {"b1": {"at": "d3"}})
    assert field.game.query(CMB, actor="a1", target="b1", manoeuvre="bull_rush", weapon="", also=()).value == 4
    assert field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="bull_rush").value == 10 + 2
    assert field.game.query(CMB, actor="a1", target="b1", manoeuvre="overrun", weapon="", also=()).value == 0


@pytest.mark.rule("PF-FEAT-17.2", "PF-BLR-03.2")
def test_whoever_is_pushed_so_is_open_to_the_pushers_friends_but_not_to_the_pusher() -> None:
    party = {"a1": {"at": "c3", "feats": ["spingere-migliorato", "spingere-superiore"], **SWORD},
             "a2": {"at": "d4", **SWORD}}  # fmt: skip
    field = Field(party, {"b1": {"at": "d3"}}, dice=[6, 15, 5], order=["a2", "a1", "b1"])
    field.end("a2")
    field.act("a1", "bull_rush", "b1")
    assert field.the(OpportunityGiven).by == ("a2",)
    field.strike("a2")
    assert field.figure("b1").hp == 15

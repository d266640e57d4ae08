"""Spellbooks, scrolls, relics: what they do, cost and risk; and that every spell can be cast."""

from __future__ import annotations

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.burden import used_slots
from arbitro.rulesets.cairn.content import BOOK_OF, SCROLL_OF
from arbitro.rulesets.cairn.events import Cast, Died, FatigueAdded, ItemChanged, ItemLost, Restored
from tests.cairn.table import Table

rule = pytest.mark.rule
CALM_MIND = {"vol": 18}


@rule("CRN-SPB-01.1", "CRN-SPB-01.2", "CRN-SPB-01.3")
def test_a_book_holds_one_spell_and_takes_one_slot() -> None:
    books = [thing for thing in RULESET.library.things.values() if thing.type == "book"]
    assert len(books) == 100 and len({book.spell for book in books}) == 100
    assert all(book.slots == 1 for book in books)
    assert all(book.price is None for book in books), "found in tombs and manors, not for sale"


@rule("CRN-SPB-02.1", "CRN-SPB-03.1", "CRN-SPL-01.2")
def test_a_book_may_have_an_oddity_and_draws_attention() -> None:
    odd = {"thing": "libro-sonno", "note": "Si legge solo alla luna."}
    table = Table({"a1": {"items": [odd]}}, calm=True)
    (note, *_) = RULESET.scene(table.state, "a", "it").figures[0].notes
    assert "Si legge solo alla luna." in note.text and "rischio" in note.text
    assert {"CRN-SPB-02.1", "CRN-SPB-03.1"} <= set(note.rules)


@rule("CRN-CAST-01.1", "CRN-CAST-01.2", "CRN-CAST-01.3", "CRN-CAST-01.4", "CRN-FAT-01.1")
def test_anybody_casts_with_both_hands_for_the_action_and_a_fatigue() -> None:
    party = {"a1": {"items": ["spada", "scudo", "libro-scudo-arcano"], "vol": 3}}
    table = Table(party, {"b1": {"items": ["spada"]}}, options={"casting_save": False}, dice=[8])
    assert "cast" in table.offered("a1"), "whatever one's scores and trade"
    table.act("a1", "cast", "libro-scudo-arcano", "a1")
    a1 = table.figure("a1")
    assert a1.hands == (3,), "shield and sword are put away"
    assert table.the(FatigueAdded).it == "a1" and a1.fatigue == 1 and table.state.active == "b"
    assert not any("muto" in c for c in a1.conditions)
    mute = Table({"a1": {**party["a1"], "conditions": ["muto"]}}, {"b1": {}})
    assert "cast" not in mute.offered("a1"), "it has to be read aloud"


@rule("CRN-FAT-02.1")
def test_no_book_is_cast_from_where_no_fatigue_fits() -> None:
    table = Table({"a1": {"fatigue": 9, "items": ["libro-luce"]}}, {"b1": {}})
    assert "cast" in table.offered("a1"), "the book itself can be dropped"
    full = Table({"a1": {"fatigue": 10, "items": ["pergamena-luce"]}}, {"b1": {}})
    assert full.offered("a1", "cast") == ("pergamena-luce",), "a scroll tires nobody"


@rule("CRN-CAST-02.1", "CRN-CAST-02.2")
def test_with_time_and_safety_a_spell_does_more_at_no_more_cost() -> None:
    party = {"a1": {"items": ["libro-curare-ferite"]}, "a2": {"forza": 2, "forza_max": 12}}
    table = Table(party, calm=True, dice=[3, 4])
    assert table.offered("use", "a1", "libro-curare-ferite", "a2") == ("plain", "stronger")
    table.call("use", "a1", "libro-curare-ferite", "a2", "stronger")
    assert table.figure("a2").forza == 9 and table.figure("a1").fatigue == 1
    assert "CRN-CAST-02.1" in table.the(Cast).rules
    danger = Table(party, calm=True)
    danger.call("place", "danger")
    assert danger.offered("use", "a1", "libro-curare-ferite", "a2") == ("plain",)


@rule("CRN-CAST-03.1", "CRN-CAST-03.2", "CRN-CAST-03.3")
@pytest.mark.parametrize(
    ("word", "dice", "check"),
    [
        ("fatigue", (), lambda f: f.fatigue == 2),
        ("book", (), lambda f: f.items == () and f.fatigue == 1),
        ("wound", (4,), lambda f: f.forza == 6),
        ("death", (), lambda f: f.status == "dead"),
    ],
)
def test_casting_in_danger_may_go_wrong(word: str, dice: tuple[int, ...], check) -> None:
    table = Table({"a1": {"items": ["libro-luce"], "vol": 9}, "a2": {}}, {"b1": {}}, referee=True, dice=(10, *dice))
    table.act("a1", "cast", "libro-luce")
    table.act("a2", "wait")
    assert table.asked == "casting_save"
    table.answer("save", "referee")
    assert table.asked == "mishap" and table.figure("a1").fatigue == 1, "the spell has worked all the same"
    table.answer(word, "referee")
    assert check(table.figure("a1"))


@rule("CRN-CAST-03.1")
def test_who_is_deprived_risks_it_outside_fights_too() -> None:
    table = Table({"a1": {"items": ["libro-luce"], "vol": 9}}, calm=True, dice=[12])
    table.call("lack", "a1", "cibo")
    table.call("use", "a1", "libro-luce", "-", "plain")
    assert table.saves() == [("a1", "vol", "cast", False)] and table.figure("a1").fatigue == 2
    safe = Table({"a1": {"items": ["libro-luce"]}}, calm=True)
    safe.call("use", "a1", "libro-luce", "-", "plain")
    assert safe.saves() == []
    waived = Table({"a1": {"items": ["libro-luce"]}}, {"b1": {}}, referee=True)
    waived.act("a1", "cast", "libro-luce")
    waived.answer("none", "referee")
    assert waived.saves() == []


@rule("CRN-SCRL-01.1", "CRN-SCRL-01.2", "CRN-SCRL-01.3", "CRN-SCRL-01.4")
def test_a_scroll_weighs_nothing_tires_nobody_and_vanishes() -> None:
    table = Table({"a1": {"vol": 2, "items": ["pergamena-scudo-arcano"]}}, {"b1": {}})
    assert used_slots(table.game, "a1") == 0
    table.act("a1", "cast", "pergamena-scudo-arcano", "a1")
    assert table.figure("a1").has("protetto"), "it does what the book does"
    assert table.figure("a1").items == () and table.figure("a1").fatigue == 0
    assert table.the(ItemLost).why == "burnt" and table.saves() == [], "no Fatica to fear, so no save"


@rule("CRN-REL-01.1", "CRN-REL-01.2", "CRN-REL-01.3", "CRN-REL-02.1", "CRN-REL-02.2")
def test_relics_have_charges_and_a_recharge() -> None:
    table = Table({"a1": {"items": ["verga-dell-empatia"]}}, {"b1": {"vol": 5}}, dice=[9])
    table.act("a1", "use", "verga-dell-empatia", "b1")
    assert table.figure("b1").has("pacificato") and table.figure("a1").fatigue == 0
    assert table.figure("a1").items[0].charges == 2
    calm = Table({"a1": {"items": [{"thing": "fischio-di-teschio", "charges": 0}]}}, calm=True)
    assert calm.offered("use", "a1") == (), "no charge left"
    calm.call("recharge", "a1", "1")
    assert calm.the(ItemChanged).what == "recharged" and calm.figure("a1").items[0].charges == 3
    relics = [thing for thing in RULESET.library.things.values() if thing.rule == "CRN-REL-02"]
    assert len(relics) >= 20
    for relic in relics:
        assert relic.charges in (0, 1, 2, 3)
        assert bool(relic.recharge and relic.recharge_en) == bool(relic.charges), relic.id
    used = Table({"a1": {"items": ["pietra-di-notte"], "fatigue": 2}}, calm=True)
    used.call("use", "a1", "pietra-di-notte", "a1", "plain")
    assert used.figure("a1").items == () and used.figure("a1").fatigue == 0, "what has uses does not come back"


@rule("CRN-SPL-01.1")
def test_a_hundred_spells_one_for_each_face() -> None:
    spells = RULESET.library.spells.values()
    assert sorted(spell.d100 for spell in spells) == list(range(1, 101))
    assert sum(bool(RULESET.records[spell.id].uses) for spell in spells) >= 40
    assert all(spell.text and spell.text_en and spell.text != spell.text_en for spell in spells)


def fights(spell: str) -> Table:
    party = {
        "a1": {**CALM_MIND, "items": [BOOK_OF + spell, "spada"]},
        "a2": {"pf": 6, "forza": 5, "forza_max": 12, "items": ["spada"]},
        "a3": {"forza": 1},
    }
    foes = {"b1": {"vol": 3, "des": 3, "forza": 6, "pf": 12, "items": ["spada"]}, "b2": {"monster": "troll-dei-boschi"}}
    return Table(party, foes, dice=SeededDice.of_seed(spell), options={"casting_save": False})


@pytest.mark.parametrize("spell", sorted(RULESET.library.spells))
def test_every_spell_can_be_cast(spell: str) -> None:
    table = fights(spell)
    if BOOK_OF + spell not in table.offered("a1", "cast"):
        assert spell == "sega-magica" or RULESET.records[spell].uses
        return
    targets = table.offered("a1", "cast", BOOK_OF + spell)
    table.act("a1", "cast", BOOK_OF + spell, *targets[:1])
    while table.state.active == "a" and table.asked == "action":
        table.act(table.offered()[0], "wait")
    for _ in range(40):
        if table.game.over:
            break
        table.answer(table.game.form(table.game.pending.seats[0]).default())  # type: ignore[union-attr]
    assert table.the(Cast).thing == BOOK_OF + spell or len(table.all(Cast)) > 1
    assert table.all(Cast)[0].rules[-1] == spell


@pytest.mark.parametrize(
    ("spell", "check"),
    [
        ("sonno", lambda t: t.figure("b1").has("addormentato")),
        ("affascinare", lambda t: t.figure("b1").has("pacificato")),
        ("ragnatela", lambda t: t.figure("b1").has("trattenuto") and t.figure("b1").has("svantaggiato")),
        ("fobia", lambda t: t.figure("b1").has("panico") and t.figure("b1").pf == 0),
        ("velo", lambda t: t.figure("a1").has("invisibile")),
        ("animare-un-oggetto", lambda t: any(f.profile == "oggetto-animato" for f in t.state.side("a"))),
    ],
)
def test_what_some_spells_do(spell: str, check) -> None:
    table = Table({"a1": {**CALM_MIND, "items": [SCROLL_OF + spell]}}, {"b1": {"vol": 2, "des": 2, "items": ["spada"]}},
                  dice=[19, 1, 1] if spell not in ("velo", "animare-un-oggetto") else [1])  # fmt: skip
    targets = table.offered("a1", "cast", SCROLL_OF + spell)
    table.act("a1", "cast", SCROLL_OF + spell, *targets[:1])
    assert check(table)


def test_a_hurled_thing_joins_the_dice_of_its_side() -> None:
    party = {"a1": {**CALM_MIND, "items": ["pergamena-telecinesi"]}, "a2": {"items": ["spada"]}}
    table = Table(party, {"b1": {}}, dice=[2, 5])
    table.act("a1", "cast", "pergamena-telecinesi", "b1")
    table.act("a2", "attack", "spada", "b1")
    assert table.figure("b1").pf == 5, "5, not 7"


def test_common_arms_do_not_hurt_the_shielded_but_magic_does() -> None:
    party = {"a1": {"conditions": ["protetto"]}}
    table = Table(party, {"b1": {"items": ["spada"]}}, dice=[8])
    table.act("a1", "wait")
    table.act("b1", "attack", "spada", "a1")
    assert table.figure("a1").pf == 4
    table = Table(party, {"b1": {"monster": "lich"}}, dice=[8, 10])
    table.act("a1", "wait")
    table.act("b1", "attack", "lich-pugnale", "a1")
    assert table.figure("a1").pf == 0


def test_an_everbloom_band_turns_a_failed_save_once_a_day() -> None:
    party = {"a1": {"pf": 1, "items": ["nastro-sempreverde"]}, "a2": {"pf": 9}}
    table = Table(party, {"b1": {"items": ["pugnale"]}}, dice=[4, 20, 3, 20])
    for _ in range(2):
        table.act("a1", "wait"), table.act("a2", "wait"), table.act("b1", "attack", "pugnale", "a1")
    assert [passed for *_, passed in table.saves()] == [True, False]
    assert table.figure("a1").has("critico") and table.all(Died) == []


def test_a_spell_at_will_tires_no_creature() -> None:
    table = Table({"a1": {"vol": 3, "items": ["spada"]}}, {"b1": {"monster": "elfo-del-gelo"}}, dice=[9])
    table.act("a1", "wait")
    assert "dono-sonno" in table.offered("b1", "cast")
    table.act("b1", "cast", "dono-sonno", "a1")
    assert table.figure("a1").has("addormentato") and table.figure("b1").fatigue == 0
    assert table.all(Restored) == []

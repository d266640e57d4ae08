"""Two or more rules acting on one moment of a move: tumbling, withdrawing, sneaking, and those who interrupt them."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import Moved, OpportunityGiven, OpportunityTaken, ReadyUsed, Stopped
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, ConditionBegan, Hurt
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.numbers import armour_class
from tests.pathfinder.field import Field
from tests.pathfinder.test_tumbling import dcs, meeting

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
PIKE: dict[str, Any] = {"items": ["lancia-lunga"]}
REFLEXES = "riflessi-in-combattimento"


def hits(field: Field) -> list[tuple[str, str, int, str]]:
    """All attack rolls: who, at whom, AC, outcome."""
    return [(e.actor, e.target, e.ac.value, e.outcome) for e in field.all(AttackRolled)]


# --- tumbling -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SKL-07.1", "PF-STD-04.1", "PF-AOO-03.1")
def test_past_two_reach_weapons_each_is_beaten_where_its_square_is_left() -> None:
    """Pikes threaten the squares two away: one lets pass, the other, at two more, strikes; next to them it is calm."""
    foes = {"b1": {"at": "e2", **PIKE}, "b2": {"at": "e4", "forza": 14, **PIKE}}
    field = meeting({"a1": {"at": "c3"}}, foes, dice=[10, 13, 15, 4])
    field.act("a1", "tumble", "slowly", "d3")
    assert dcs(field) == [("acrobazia", 10, True), ("acrobazia", 10 + 2 + 2, False)]
    assert field.the(OpportunityGiven).by == ("b2",) and field.at("a1") == "c3", "struck where it stood"
    field.strike("b2")
    assert field.figure("a1").hp == 20 - 4 - 3 and field.at("a1") == "d3", "1d8, and half more of its Strength"
    assert field.figure("a1").stride == 4, "one square at half the speed"
    field.done()


@pytest.mark.rule("PF-SKL-07.1", "PF-CMB-05.2", "PF-TRP-02.1", "PF-AOO-07.4")
def test_a_tumbler_whom_a_trip_brings_down_goes_no_farther() -> None:
    foe = {"b1": {"at": "d3", "forza": 16, **SWORD}}
    field = meeting({"a1": {"at": "c3"}}, foe, dice=[12, 10])
    field.act("a1", "tumble", "slowly", "c5")
    assert dcs(field) == [("acrobazia", 13, False)]
    field.answer(("PF-CMB-05", "b1"))
    assert field.figure("a1").has("prono") and field.at("a1") == "c3"
    assert field.the(Stopped).rules == ("PF-AOO-07.4", "PF-AOO-07.5") and field.figure("a1").stride == 0
    assert "crawl" in field.actions("a1") and "tumble" not in field.actions("a1")
    field.done()


@pytest.mark.rule("PF-SKL-07.1", "PF-RDY-03.2", "PF-RDY-03.1")
def test_a_blow_readied_for_movement_comes_before_the_first_check() -> None:
    field = Field({"a1": {"at": "c3", "hp": 30}}, {"b1": {"at": "d3", **SWORD}}, order=("b1", "a1"),
                  dice=[15, 8, 10])  # fmt: skip
    field.act("b1", "ready", "moves", "anybody", "attack", "spada-lunga")
    field.end("b1")
    field.act("a1", "tumble", "slowly", "c5")
    assert not field.all(CheckMade), "it has not set out yet"
    field.answer(("PF-CORE", "b1"))
    order = [type(event).__name__ for event in field.game.journal if isinstance(event, ReadyUsed | CheckMade | Moved)]
    assert order == ["ReadyUsed", "CheckMade", "Moved", "Moved"] and field.at("a1") == "c5"
    assert field.figure("a1").hp == 30 - 8
    field.done()


@pytest.mark.rule("PF-SKL-07.3", "PF-GRID-29.1", "PF-GRID-13.1", "PF-HP-08.1")
def test_who_is_felled_in_the_middle_of_two_bodies_lies_on_the_last_free_square() -> None:
    """Through one foe, whose square it may not stay in; the second fells it on the threshold."""
    foes = {"b1": {"at": "d1", **SWORD}, "b2": {"at": "e1", **SWORD}}
    field = meeting({"a1": {"at": "c1", "hp": 4}}, foes, rows=["............"], dice=[20, 1, 15, 6])
    field.act("a1", "tumble", "slowly", "f1")
    assert dcs(field) == [("acrobazia", 15, True), ("acrobazia", 17, False)]
    assert [event.path for event in field.all(Moved)] == [((3, 0),)], "it stands in the first one's square"
    field.strike("b2")
    assert field.figure("a1").has("morente") and field.at("a1") == "c1"
    assert [event.path for event in field.all(Moved) if event.forced] == [((2, 0),)]
    field.done()


@pytest.mark.rule("PF-SKL-07.1", "PF-GRP-10.1", "PF-SKL-08.1", "PF-ACT-03.1")
def test_out_of_a_hold_with_the_standard_action_and_past_the_holder_with_the_move() -> None:
    foe = {"b1": {"at": "d3", "forza": 14, "bab": 1, **SWORD}}
    party = {"a1": {"at": "c3", "skills": {"artista_della_fuga": 4, "acrobazia": 6}}}
    field = Field(party, foe, order=("b1", "a1"), dice=[15, 9, 7])
    field.act("b1", "grapple", "a1")
    field.end("b1")
    assert not {"tumble", "move", "sneak"} & set(field.actions("a1")), "held"
    field.act("a1", "escape", "artista_della_fuga")
    field.answer("free")
    field.act("a1", "tumble", "slowly", "c5")
    assert dcs(field) == [("artista_della_fuga", 11, True), ("acrobazia", 13, True)]
    assert field.at("a1") == "c5" and not field.all(OpportunityTaken)
    field.done()


@pytest.mark.rule("PF-SKL-07.2", "PF-CND-04.1", "PF-MISC-02.1", "PF-GRID-20.1")
def test_the_exhausted_tumble_over_rubble_a_single_square() -> None:
    """Half of half the speed: three squares, of which rubble costs two; a second one is out of reach."""
    rows = ["............"] * 3
    rubble = ["............", ".,,,,,,,,,..", "............"]
    found = []
    for ground in (rows, rubble):
        field = meeting({"a1": {"at": "c2", "conditions": ["esausto"]}}, {"b1": {"at": "c3", **SWORD}}, rows=ground)
        found.append({pace: set(field.offered("a1", "tumble", pace)) & {"d2", "e2", "f2"}
                      for pace in field.offered("a1", "tumble")})  # fmt: skip
    assert found[0] == {"slowly": {"d2"}, "full_speed": {"d2", "e2", "f2"}}
    assert found[1] == {"slowly": set(), "full_speed": {"d2"}}, "three squares, half of them for each of rubble"


# --- withdrawing --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-FULL-18.1", "PF-FULL-18.2", "PF-FULL-18.6", "PF-GRID-20.1", "PF-STD-04.1")
def test_a_withdrawal_over_rubble_is_spared_on_the_first_square_and_struck_by_a_pike_on_the_next() -> None:
    rows = ["...,,,,.....", "...,,,,,,...", "############"]
    foes = {"b1": {"at": "c2", **SWORD}, "b2": {"at": "c3", **PIKE}}
    field = meeting({"a1": {"at": "d2"}}, foes, rows=rows, dice=[15, 5])
    branch = field.game.form("a").grow(("a1", "withdraw"))
    facts = {option.key: option.facts for option in branch.options}
    assert facts["f2"]["cost"] == 4 and facts["f2"]["by"], "two squares of rubble"
    field.act("a1", "withdraw", "f2")
    assert field.the(OpportunityGiven).by == ("b2",) and field.at("a1") == "e2", "from the square two away"
    field.strike("b2")
    assert field.figure("a1").hp == 15 and field.at("a1") == "f2" and field.figure("a1").walked == 4
    field.done()


@pytest.mark.rule("PF-FULL-18.3", "PF-CND-11.1", "PF-FULL-18.2")
def test_the_invisible_foe_strikes_at_a_withdrawal_and_the_seen_one_does_not() -> None:
    foes = {"b1": {"at": "c3", **SWORD}, "b2": {"at": "e3", "conditions": ["invisibile"], **SWORD}}
    field = meeting({"a1": {"at": "d3", "destrezza": 16}}, foes, dice=[11, 5])
    field.act("a1", "withdraw", "d5")
    assert field.the(OpportunityGiven).by == ("b2",)
    field.strike("b2")
    assert hits(field) == [("b2", "a1", 10, "hit")], "it sees nothing of that blow coming: no Dexterity"
    field.done()


@pytest.mark.rule("PF-CHG-09.1", "PF-CHG-09.2", "PF-FULL-09.1", "PF-TAB-13.1", "PF-FULL-08.2")
def test_a_laden_runner_is_charged_without_its_dexterity() -> None:
    """Chain mail and a run of four times four squares: no Dexterity, so that a charge at +2 meets bare mail."""
    runner = {"at": "a1", "race": "umano", "destrezza": 14, "forza": 14, "speeds": {"terra": 6},
              "items": ["cotta-di-maglia"]}  # fmt: skip
    field = Field({"a1": runner}, {"b1": {"at": "v2", **SWORD}}, rows=["." * 24] * 3, dice=[14, 5])
    assert "q1" in field.offered("a1", "run") and "r1" not in field.offered("a1", "run")
    assert armour_class(field.game, "a1", "b1").value == 10 + 6 + 2
    field.act("a1", "run", "q1")
    field.end("a1")
    field.act("b1", "charge", "spada-lunga", "a1")
    roll = field.the(AttackRolled)
    assert (roll.bonus.value, roll.ac.value, roll.outcome) == (2, 16, "hit")
    assert armour_class(field.game, "b1", "a1").value == 8
    field.done()


# --- unseen -------------------------------------------------------------------------------------------

FOG = ["..%%%%%%%...", "............"]


@pytest.mark.rule("PF-SKL-06.1", "PF-SKL-01.3", "PF-AOO-07.1", "PF-CON-04.1")
def test_a_sneak_noticed_in_the_middle_gives_an_opportunity_from_there_on() -> None:
    """Far off it is not heard; next to the sentry it is, and what it leaves then is struck at, through the fog."""
    party, foe = {"a1": {"at": "c2"}}, {"b1": {"at": "f1", **SWORD}}
    field = meeting(party, foe, rows=FOG, dice=[14, 9, 15, 50, 4])
    field.act("a1", "sneak", "full_speed", "h2")
    # stealth 14 - 5 = 9: at c2 (three squares: +1) 9 does not notice, at d2 (two: +1) neither, at e2 (one: +0) it does
    shown = field.game.journal.index(field.the(Revealed))
    before = [event.path[-1] for event in field.game.journal[:shown] if isinstance(event, Moved)]
    assert before == [(3, 1), (4, 1)]
    assert field.the(OpportunityGiven).by == ("b1",) and field.at("a1") == "e2"
    field.strike("b1")
    assert field.figure("a1").hp == 16 and field.at("a1") == "h2"
    field.done()


@pytest.mark.rule("PF-SKL-06.1", "PF-RDY-03.1", "PF-RDY-03.2", "PF-SKL-06.3")
@pytest.mark.parametrize(("percezione", "used"), [(1, False), (20, True)])
def test_a_spear_ready_for_whoever_comes_near_waits_for_the_noticed_only(percezione: int, used: bool) -> None:
    foe = {"b1": {"at": "f1", **SWORD}}
    field = Field({"a1": {"at": "c2"}}, foe, rows=FOG, order=("b1", "a1"), dice=[20, percezione, 15, 90, 5])
    field.act("b1", "ready", "approach", "anybody", "attack", "spada-lunga")
    field.end("b1")
    field.act("a1", "sneak", "slowly", "e2")
    assert (field.asked == "respond") is used
    if used:
        field.answer(("PF-CORE", "b1"))
        assert field.figure("a1").hp == 15
    assert bool(field.all(ReadyUsed)) is used and field.figure("a1").hidden is not used


@pytest.mark.rule("PF-SKL-06.4", "PF-CON-09.1", "PF-CON-06.2", "PF-AOO-07.1")
def test_the_invisible_sneak_is_heard_only_by_the_best_ears_and_gives_no_opportunity_even_then() -> None:
    heard = []
    for face in (19, 20):
        party = {"a1": {"at": "d2", "conditions": ["invisibile"]}}
        foe = {"b1": {"at": "e1", "skills": {"percezione": 5}, **SWORD}}
        field = meeting(party, foe, rows=["............"] * 2, dice=[5, face])
        field.act("a1", "sneak", "slowly", "g2")
        heard.append((len(field.all(Revealed)), len(field.all(OpportunityGiven)), field.at("a1")))
    # stealth 5 + 20 (it moves) against 24 and 25
    assert heard == [(0, 0, "g2"), (1, 0, "g2")], "heard, but no more to be seen than before"


CAUSES: dict[str, tuple[dict[str, Any], str]] = {
    "flat-footed": ({}, "PF-INI-04.1"),
    "blinded": ({"conditions": ["accecato"]}, "PF-CND-01"),
    "stunned": ({"conditions": ["stordito"]}, "PF-CND-18"),
    "climbing": ({"conditions": ["arrampicato"]}, "PF-SKL-02"),
    "wedged in": ({"conditions": ["incastrato"]}, "PF-GRID-28"),
    "cowering": ({"conditions": ["tremante"]}, "PF-TAB-06"),
}


@pytest.mark.rule("PF-AC-04.1", "PF-CLS-02.1", "PF-CLS-02.2", "PF-SKL-02.4", "PF-GRID-28.2")
@pytest.mark.parametrize("cause", sorted(CAUSES))
def test_whatever_takes_dexterity_opens_the_way_to_a_sneak_attack(cause: str) -> None:
    from arbitro.rulesets.pathfinder.numbers import denied

    more, rule = CAUSES[cause]
    thief = {"at": "c3", "items": ["pugnale"], "abilities": ["attacco-furtivo-1"]}
    foe = {"b1": {"at": "d3", "destrezza": 16, "dodge": 1, **more}, "b2": {"at": "l9"}}
    field = Field({"a1": thief}, foe, dice=[15, 2, 5])
    if cause != "flat-footed":
        for figure in field.state.figures.values():
            figure.acted = True
        field.game.now = {}
    assert denied(field.game, "b1", "a1") == rule
    field.act("a1", "attack", "pugnale", "b1")
    assert field.figure("b1").hp == 20 - 2 - 5, "a dagger's die and one of precision"
    field.done()


@pytest.mark.rule("PF-AC-04.1", "PF-CLS-02.1", "PF-SKL-06.3", "PF-COV-05.1", "PF-COV-08.1", "PF-TAB-05.2")
def test_a_shot_from_behind_a_low_wall_finds_no_dexterity_once_and_then_it_does() -> None:
    """The wall covers the archer from the sentry and not the other way; the first shot gives it away."""
    archer = {"at": "c2", "items": ["arco-corto"], "abilities": ["attacco-furtivo-1"]}
    foe = {"b1": {"at": "g2", "destrezza": 16, "hp": 40}}
    field = meeting({"a1": archer}, foe, rows=["............", "...o........", "............"][::-1],
                    dice=[15, 5, 15, 2, 6, 15, 2])  # fmt: skip
    field.act("a1", "hide")
    assert field.figure("a1").hidden
    field.act("a1", "shoot", "arco-corto", "b1")
    assert field.figure("b1").hp == 40 - 2 - 6 and not field.figure("a1").hidden
    field.end("a1", "b1")
    field.act("a1", "shoot", "arco-corto", "b1")
    assert [ac for _, _, ac, _ in hits(field)] == [10, 13] and field.figure("b1").hp == 40 - 8 - 2
    field.done()


@pytest.mark.rule("PF-SKL-06.3", "PF-CON-05.1", "PF-CLS-02.2", "PF-CON-04.1")
def test_fog_hides_the_thief_and_saves_its_victim_from_the_precise_blow() -> None:
    thief = {"at": "d2", "items": ["pugnale"], "abilities": ["attacco-furtivo-1"], "skills": {"furtivita": 5}}
    foe = {"b1": {"at": "e2", "destrezza": 16, "hp": 40}}
    field = meeting({"a1": thief}, foe, rows=FOG, dice=[15, 5, 15, 90, 2])
    field.act("a1", "hide")
    field.act("a1", "attack", "pugnale", "b1")
    assert [ac for _, _, ac, _ in hits(field)] == [10], "no Dexterity, but nothing precise in the mist"
    assert field.figure("b1").hp == 38
    field.done()


@pytest.mark.rule("PF-COV-01.1", "PF-SKL-06.3", "PF-AOO-12.1", "PF-CON-06.2")
def test_whoever_comes_out_of_hiding_next_to_a_foe_is_seen_before_it_leaves_again() -> None:
    """Fog ends at i2: there it is seen, and the square it leaves next is the first that gives an opportunity."""
    party, foe = {"a1": {"at": "h2"}}, {"b1": {"at": "j2", "feats": [REFLEXES], **SWORD}}
    field = meeting(party, foe, rows=["..%%%%%%....", "............"], dice=[20, 1, 15, 3])
    field.act("a1", "sneak", "full_speed", "j1")
    seen = field.game.journal.index(field.the(Revealed))
    given = field.game.journal.index(field.the(OpportunityGiven))
    assert seen < given and field.at("a1") in ("i1", "i2")
    field.strike("b1")
    assert field.the(Hurt).amount == 3 and field.at("a1") == "j1"
    assert not field.all(ConditionBegan)
    field.done()

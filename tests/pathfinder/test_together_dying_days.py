"""Two rules or more at one moment: what the hours after a fight make of wounds, bruises, weakness and spells."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events_blows import CheckMade, Hurt, StabilisationTried
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.events_mending import VigourChanged
from arbitro.rulesets.pathfinder.lookups import able, helpless, score_of, suffers
from arbitro.rulesets.pathfinder.verbs import hurt_ability
from tests.pathfinder.test_recovery import BEATEN, Calm

HEALER = {"at": "c3", "saggezza": 14, "skills": {"guarire": 5}}


def weaken(calm: Calm, it: str, ability: str, points: int) -> None:
    """Ability damage from the fight, and all that follows."""
    for flow in (hurt_ability(calm.game, it, ability, points, False, ("PF-CND-20.1",)), calm.game.settle()):
        for _ in flow:
            raise AssertionError("nothing is asked here")


@pytest.mark.rule("PF-HEAL-04.1", "PF-HEAL-07.1", "PF-HEAL-07.5", "PF-HEAL-11.1", "PF-SKL-05.2", "PF-HP-07.5")
def test_from_the_blade_to_the_bed() -> None:
    """First aid in the round after (10 + 5); an hour later 12 is no 14; with care a day in bed gives 4 times 3."""
    party = {"a1": HEALER, "a2": {"at": "d3", "hp_now": -4, "level": 3}}
    calm = Calm(party, dice=[10, 12, *[2] * 24, 10])
    calm.spend("round")
    calm.act("a1", "stabilise", "a2")
    calm.end("a1")
    calm.spend("hour")
    assert calm.figure("a2").hp == -4 and helpless(calm.game, "a2")
    calm.spend("care", "a1", "a2")
    calm.spend("bed")
    assert calm.figure("a2").hp == -4 + 3 * 2 * 2 and able(calm.game, "a2")
    assert calm.state.clock == 25 and not calm.figure("a2").stable
    calm.done()


@pytest.mark.rule("PF-CND-20.4", "PF-HEAL-13.1", "PF-HEAL-10.1", "PF-HP-11.1")
def test_a_night_gives_back_constitution_and_with_it_hit_points() -> None:
    """Level 4, three points of damage: -1, so 4 hit points fewer. A night: 4 by rest, one point back, still -1; the
    second: 4 by rest, one point more, 4 hit points with it."""
    calm = Calm({"a1": {"at": "c3", "level": 4, "hp": 40, "hp_now": 20}})
    weaken(calm, "a1", "costituzione", 3)
    assert (calm.figure("a1").hp, calm.figure("a1").hp_max) == (16, 36)
    calm.spend("night")
    assert (calm.figure("a1").hp, calm.figure("a1").hp_max) == (20, 36)
    calm.spend("night")
    assert (calm.figure("a1").hp, calm.figure("a1").hp_max) == (28, 40)
    assert [event.points for event in calm.all(VigourChanged)] == [-4, 4]


@pytest.mark.rule("PF-CND-20.2", "PF-HEAL-13.1", "PF-HEAL-06.1", "PF-HLP-01.1")
def test_who_was_sapped_of_all_strength_wakes_after_a_night() -> None:
    calm = Calm({"a1": HEALER, "a2": {"at": "d3", "forza": 8}})
    weaken(calm, "a2", "forza", 8)
    assert helpless(calm.game, "a2") and calm.figure("a2").hp == 20
    calm.spend("hour")
    assert helpless(calm.game, "a2"), "it is not a matter of waking"
    calm.spend("night")
    assert able(calm.game, "a2") and calm.figure("a2").damage_to("forza") == 7


@pytest.mark.rule("PF-CND-04.2", "PF-CND-04.3", "PF-CND-05.1", "PF-CND-05.2")
def test_tired_and_exhausted_do_not_add_up_and_go_one_after_the_other() -> None:
    calm = Calm({"a1": {"at": "c3", "conditions": ["affaticato", "esausto"]}})
    assert score_of(calm.game, "a1", "forza") == 4, "-6, not -8"
    calm.spend("hour")
    assert calm.figure("a1").conditions == ("affaticato",) and score_of(calm.game, "a1", "forza") == 8
    calm.spend("broken_night")
    assert suffers(calm.game, "a1", "affaticato"), "no rest, no end of it"
    calm.spend("night")
    assert score_of(calm.game, "a1", "forza") == 10


@pytest.mark.rule("PF-NL-07.1", "PF-NL-05.1", "PF-HEAL-07.3", "PF-NL-08.1")
def test_bruises_wear_off_while_wounds_heal_and_the_later_of_both_wakes() -> None:
    """Level 2: 9 nonlethal against 4 hit points; two go each hour. 7, 5: still out; 3: awake in the third."""
    calm = Calm({"a1": HEALER, "a2": {"at": "d3", "level": 2, "hp_now": 4, "nonlethal": 9}})
    awake = []
    for _ in range(3):
        calm.spend("hour")
        awake.append(able(calm.game, "a2"))
    assert awake == [False, False, True] and calm.figure("a2").nonlethal == 3


@pytest.mark.rule("PF-HEAL-06.1", "PF-HEAL-08.1", "PF-HEAL-07.4")
def test_a_beaten_foe_lives_or_dies_by_whether_the_victors_care() -> None:
    """Two foes stable at -8 with Constitution 10: one is taken into care, and loses nothing by its failures."""
    foes = {f"b{n}": {"at": f"l{2 * n}", "hp_now": -8, "initiative": 5} for n in (1, 2)}
    calm = Calm({"a1": HEALER}, {**foes, "b3": BEATEN}, dice=[20, 20, *[2] * 4])
    calm.spend("care", "a1", "b1")
    calm.spend("hour")
    calm.spend("hour")
    assert (calm.figure("b1").hp, calm.figure("b1").status) == (-8, "in")
    assert (calm.figure("b2").hp, calm.figure("b2").status) == (-10, "dead")
    assert calm.all(Died)[-1].it == "b2"
    calm.done()


@pytest.mark.rule("PF-HP-11.1", "PF-CND-20.4", "PF-HP-08.1", "PF-SEQ-05.2", "PF-HEAL-01.1")
def test_a_rage_that_ends_in_the_hour_after_takes_its_hit_points_along() -> None:
    """Level 4 and rage at 20: 8 hit points more. Bled to 5 they are -3 when it is over; 14 stops that."""
    party = {"a1": {"at": "c3", "level": 4, "abilities": ["ira"]}, "a2": HEALER | {"at": "d3"}}
    calm = Calm(party, dice=[2, 14, 2])
    calm.spend("round")
    calm.act("a1", "ability", "ira")
    calm.end("a1", "a2")
    assert (calm.figure("a1").hp, calm.figure("a1").hp_max) == (28, 28)
    calm.game.do(Hurt(it="a1", amount=23, rules=("PF-HP-03.1",)))
    calm.spend("hour")
    assert calm.figure("a1").hp == 5 - 8 - 1 and calm.figure("a1").stable
    assert [tried.passed for tried in calm.all(StabilisationTried)] == [False, True]
    calm.spend("hour")
    assert [check.passed for check in calm.all(CheckMade)] == [False] and calm.figure("a1").hp == -4
    calm.done()


@pytest.mark.rule("PF-MON-02.1", "PF-NL-07.1", "PF-HEAL-10.1")
def test_what_regenerates_needs_no_night() -> None:
    """A captive troll at -20 of 60 has all its hit points after sixteen rounds of the first hour."""
    troll = {"at": "d3", "hp": 60, "hp_now": -12, "costituzione": 20, "level": 6, "regeneration": 5, "initiative": 9}
    calm = Calm({"a1": {"at": "c3"}}, {"b1": troll})
    calm.spend("hour")
    assert calm.figure("b1").hp == 60 and calm.all(StabilisationTried) == []
    assert calm.game.pending is not None and calm.game.pending.kind == "calm", "it is a captive all the same"


@pytest.mark.rule("PF-HEAL-08.4", "PF-HP-07.6", "PF-HP-07.3", "PF-HEAL-08.3")
def test_awake_below_nought_exertion_undoes_what_a_failed_day_does_not() -> None:
    """a2 wakes at -3. The blow it strikes at a captive in the next round costs a point, and it is dying again."""
    party: dict[str, dict[str, Any]] = {"a1": HEALER, "a2": {"at": "d3", "hp_now": -3, "items": ["spada-lunga"]}}
    calm = Calm(party, {"b1": {"at": "e3", "nonlethal": 39}}, dice=[13, 13, 15, 5, 2])
    calm.spend("hour")
    assert calm.figure("a2").awake and suffers(calm.game, "a2", "barcollante")
    calm.spend("round")
    calm.end("a1")
    calm.act("a2", "attack", "spada-lunga", "b1")
    assert calm.figure("a2").has("morente") and not calm.figure("a2").awake
    assert calm.figure("a2").hp == -3 - 1 - 1, "and the check at the end of the round fails"
    calm.done()

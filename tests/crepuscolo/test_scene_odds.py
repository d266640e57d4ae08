"""The odds of a choice: exact, from the dice of the rules themselves, and in words."""

from fractions import Fraction

import pytest

from arbitro.content.scene import Chance, Outlook
from arbitro.engine.values import Value
from arbitro.rulesets.crepuscolo.outlook import weigh
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import trial

AXE, PISTOL, GRIP = "CDC-EQ-12", "CDC-EQ-41", "CDC-PW-087"


def odds(field: Field, value: Value, lang: str = "it") -> Outlook:
    """What an answer of the pending question may do."""
    assert field.game.pending is not None
    seat = (field.game.pending.seats or field.game.pending.free)[0]
    return RULES.outlook(field.game, seat, value, "en" if lang == "en" else "it")


def duel(**foe: object) -> Field:
    """Two fighters in contact."""
    return Field({"a1": {"at": (10, 10)}, "b1": {"at": (12.5, 10), **foe}})


def test_an_attack_hits_wounds_and_may_be_critical() -> None:
    # SdS 4 with a d8: 4 to 8 hit for 1 + 1 of the axe; the 8 is critical, which with an axe is one more
    field = Field({"a1": {"at": (10, 10), "items": [AXE]}, "b1": {"at": (12.5, 10)}})
    found = odds(field, ("a1", "melee", "b1", 8))
    assert found.exact
    assert found.chances == (
        Chance("colpisce", "5 su 8", 0.625),
        Chance("2 danni", "1 su 2", 0.5),
        Chance("3 danni", "1 su 8", 0.125),
        Chance("Colpo Critico", "1 su 8", 0.125),
    )
    assert found.text == "5 su 8: colpisce; 2 danni 1 su 2, 3 danni 1 su 8, Colpo Critico 1 su 8"


def test_a_kill_is_told_and_what_is_as_likely_as_the_hit_needs_no_number() -> None:
    assert odds(duel(life=1), ("a1", "melee", "b1", 4), "en").text == "1 in 4: hits; 1 damage, Critical Hit, kills"


def test_a_test_has_its_odds() -> None:
    # a d6 against SdS 4: three faces of six
    field = Field({"a1": {"at": (10, 10), "conditions": ["Spaventato"], "dice": (6,)}, "b1": {"at": (40, 40)}})
    found = odds(field, ("a1", "cure", "Spaventato"))
    assert [(chance.label, chance.p) for chance in found.chances] == [("supera la prova di Spirito", 0.5)]
    assert found.text == "1 su 2: supera la prova di Spirito"


def test_a_threshold_ability_succeeds_from_its_number_on() -> None:
    # Intimidire at 5: faces 5 to 8 of a d8; nobody is within 5 cm to be tested
    field = intimidator(20)
    weighed = weigh(field.game, "a", ("a1", "ability", "CDC-AB-077", 8))
    assert weighed is not None and weighed.chances == {("success",): Fraction(1, 2)}


def test_where_there_are_too_many_outcomes_battles_are_played_on() -> None:
    # three enemies with three dice each take the test
    found = odds(intimidator(13, 13, 13), ("a1", "ability", "CDC-AB-077", 8))
    assert not found.exact
    (success, *others) = found.chances
    assert success.label == "riesce" and 0.4 < success.p < 0.6
    assert success.text.startswith("circa il ")
    assert {chance.label for chance in others} >= {"b1 subisce Spaventato"}


def intimidator(*foes: float) -> Field:
    """One who intimidates from 5 on, and enemies so far to the east, in cm."""
    me = {"at": (10, 20), "abilities": ["CDC-AB-077"], "thresholds": (("CDC-AB-077", 5),)}
    others = {f"b{n}": {"at": (x, 17 + 3 * n), "name": f"b{n}"} for n, x in enumerate(foes, 1)}
    return Field({"a1": me, **others})


def test_a_jump_over_a_crevice_may_end_in_it() -> None:
    # the crevice lies from 3.2 to 5.8 cm off: a 4 or a 5 of the d8 ends in it
    gap = {"id": "gap", "rect": [33.2, 20, 2.6, 20], "kinds": ["crevice"]}
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (55, 55)}}, terrain=[gap])
    field.act("a1", "jump", die=8)
    found = odds(field, 0)
    assert {chance.label: chance.p for chance in found.chances} == {"cade": 0.25, "muore": 0.25}


def test_which_dice_go_along_with_a_power_changes_no_odds() -> None:
    # Rank 2: one die is thrown against SdS 4, and another goes along with it.
    me = {"at": (10, 10), "abilities": [GRIP], "points": (("concentrazione", 9),), "dice": (4, 6, 8)}
    field = Field({"a1": me, "b1": {"at": (12.5, 10)}})
    chances: dict[Value, set[float]] = {}
    for *_, die, others in complete(field, ("a1", "power", GRIP, "b1")):
        value = ("a1", "power", GRIP, "b1", die, others)
        chances.setdefault(die, set()).add(odds(field, value).chances[0].p)
    assert "others" in RULES.alike
    assert chances == {4: {0.25}, 6: {0.5}, 8: {0.625}}


def complete(field: Field, path: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    """Every complete answer that begins so."""
    assert field.game.pending is not None
    branch = field.game.form("a").grow(path)
    if branch is None:
        return [path]
    return [way for option in branch.options for way in complete(field, (*path, option.key))]


def test_using_nothing_says_what_then_happens() -> None:
    # The die is a 2 against SdS 4: left as it is it misses for certain; thrown again a d8 hits on 4 to 8.
    again = {"kind": "P", "moment": "rolled", "when": "actor is me", "do": [{"reroll": "throw"}]}
    mine, foe = {"at": (10, 10), "abilities": ["Ancora"]}, {"at": (13.5, 10)}
    field = trial({"Ancora": again}, {"a1": mine, "b1": foe}, dice=(2,))
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond"
    nothing, thrown = odds(field, ("pass",)), odds(field, ("Ancora", "a1"))
    assert (nothing.text, nothing.chances[0].p) == ("mai: colpisce", 0.0)
    assert thrown.chances[0].p == 0.625


@pytest.mark.parametrize("value", [("pass",), ("a1", "move", 8), ("a1", "careful", 4)])
def test_what_has_no_odds_is_not_told(value: Value) -> None:
    assert odds(duel(), value) == Outlook()


def test_weighing_leaves_the_game_as_it_is() -> None:
    field = duel()
    first = odds(field, ("a1", "melee", "b1", 8))
    assert field.game.journal == [] and odds(field, ("a1", "melee", "b1", 8)) == first
    assert RULES.forecast(field.game, "a", ("a1", "melee", "b1", 8), "it") == first.text

"""What a computer does for the fallen, in the fight and after it."""

from __future__ import annotations

from arbitro.rulesets.pathfinder.nursing import time_after
from arbitro.rulesets.pathfinder.tactics import quick_deed
from tests.pathfinder.field import Field
from tests.pathfinder.test_recovery import Calm

HEALER = {"at": "c3", "skills": {"guarire": 5}}
DYING = {"at": "d3", "hp_now": -3, "initiative": 5}


def test_in_a_fight_it_stops_the_blood_where_nobody_threatens() -> None:
    field = Field({"a1": HEALER, "a2": DYING}, {"b1": {"at": "l9"}})
    assert quick_deed(field.game, "a1") == ("stabilise", "a2")
    pressed = Field(
        {"a1": HEALER, "a2": DYING}, {"b1": {"at": "c4", "items": ["spada-lunga"]}}, order=("b1", "a1", "a2")
    )
    pressed.end("b1")
    assert quick_deed(pressed.game, "a1")[0] != "stabilise", "b1 would strike"


def test_after_a_fight_it_goes_to_the_fallen_then_lets_everybody_rest() -> None:
    """First aid with 10 + 5, two squares away; then care and days in bed until both are well."""
    party = {"a1": HEALER, "a2": {"at": "h3", "hp_now": -3, "level": 5}}
    calm = Calm(party, dice=[10, *[1] * 24, 20, 20, 20])
    assert time_after(calm.game) == ("round",)
    calm.spend("round")
    deed = quick_deed(calm.game, "a1")
    assert deed[0] == "move"
    calm.act("a1", *deed)
    assert quick_deed(calm.game, "a1") == ("stabilise", "a2")
    calm.act("a1", "stabilise", "a2")
    assert quick_deed(calm.game, "a1") == ("end",)
    calm.end("a1")
    asked = []
    while (answer := time_after(calm.game)) != ("end",):
        asked.append(answer[0])
        calm.spend(*map(str, answer))
    assert asked == ["care", "bed", "care", "bed"], "-3, then 20 points a day"
    assert calm.figure("a2").hp == 20

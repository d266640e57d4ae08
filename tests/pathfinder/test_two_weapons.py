"""Two weapons, and double ones: penalties, damage, and when they are over."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events_blows import AttackRolled
from arbitro.rulesets.pathfinder.strikes import styles
from tests.pathfinder.field import Field
from tests.pathfinder.test_full_attack import DUMMY, penalties


@pytest.mark.rule("PF-TWF-01.1", "PF-TWF-01.2", "PF-TWF-02.1", "PF-TWF-03.1", "PF-TAB-04.1", "PF-FULL-04.2",
                  "PF-FEAT-03.1")  # fmt: skip
@pytest.mark.parametrize(("other", "feats", "primary", "off"), [
    ("mazza-pesante", [], -6, -10), ("pugnale", [], -4, -8),
    ("mazza-pesante", ["combattere-con-due-armi"], -4, -4), ("pugnale", ["combattere-con-due-armi"], -2, -2),
])  # fmt: skip
def test_penalties_of_two_weapons(other: str, feats: list[str], primary: int, off: int) -> None:
    items = [{"thing": "spada-lunga", "held": True}, {"thing": other, "held": True}]
    found = penalties(f"spada-lunga+{other}", items=items, feats=feats, bab=6)
    assert found == [("spada-lunga", primary), (other, off), ("spada-lunga", primary - 5)]
    assert penalties(f"{other}+spada-lunga", items=items, bab=1)[0][0] == other, "either may be the first hand"


@pytest.mark.rule("PF-DMG-05.1", "PF-DMG-05.2", "PF-TWF-01.3")
def test_the_off_hand_adds_half_the_strength_bonus_and_the_whole_penalty() -> None:
    items = [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]
    for strength, dealt in ((16, 4 + 3 + 2 + 1), (8, 4 - 1 + 2 - 1)):
        field = Field({"a1": {"at": "c3", "items": items, "forza": strength, "bab": 5}}, DUMMY, dice=[18, 4, 18, 2])
        field.act("a1", "full_attack", "spada-lunga+pugnale", "spada-lunga", "b1")
        field.act("a1", "swing", "pugnale", "b1")
        assert field.figure("b1").hp == 90 - dealt


@pytest.mark.rule("PF-TWF-01.4", "PF-TWF-01.5", "PF-AOO-14.1")
def test_the_penalties_of_two_weapons_end_with_the_full_attack() -> None:
    items = [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]
    field = Field({"a1": {"at": "c3", "items": items}}, DUMMY, dice=[2, 2, 2])
    field.act("a1", "full_attack", "spada-lunga+pugnale", "spada-lunga", "b1")
    field.act("a1", "swing", "pugnale", "b1")
    field.end("a1")
    field.act("b1", "move", "f3")
    field.strike("a1")
    field.answer("spada-lunga")
    assert field.all(AttackRolled)[-1].bonus.value == 0


@pytest.mark.rule("PF-TWF-04.1", "PF-FULL-04.3")
def test_a_double_weapon_is_two_with_a_light_one() -> None:
    found = penalties("bastone-ferrato+bastone-ferrato", items=["bastone-ferrato"], bab=1)
    assert [p for _, p in found] == [-4, -8]


BITER: dict[str, Any] = {"attacks": [
    {"id": "artigli", "name": "Artigli", "name_en": "Claws", "damage": "1d4", "types": ["tagliente"], "count": 2},
    {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}]}  # fmt: skip


@pytest.mark.rule("PF-STD-14.1", "PF-STD-14.2", "PF-STD-14.3", "PF-STD-14.4", "PF-TWF-02.1")
def test_with_a_weapon_in_either_hand_jaws_bite_as_well_and_claws_do_not() -> None:
    both = [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]
    field = Field({"a1": {"at": "c3", "items": both, **BITER}}, {"b1": {"at": "d3"}}, dice=[10, 10, 10])
    ways = styles(field.game, "a1")
    found = [(swing.weapon, swing.penalty, swing.hand) for swing in ways["spada-lunga+pugnale+natural"]]
    assert found == [("spada-lunga", -4, "primary"), ("pugnale", -8, "off"), ("morso", -5, "natural")]
    assert field.rules.words(field.state, "en").arm("a1", "spada-lunga+pugnale+natural").count("+") == 2
    field.act("a1", "full_attack", "spada-lunga+pugnale+natural", "spada-lunga", "b1")
    field.act("a1", "swing", "pugnale", "b1")
    field.act("a1", "swing", "morso", "b1")
    assert [event.bonus.value for event in field.all(AttackRolled)] == [-4, -8, -5]
